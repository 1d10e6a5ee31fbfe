// Makes elements in one line. Texts stay texts: nothing is parsed as HTML.

export const find = id => document.getElementById(id);

/** Makes an element: `make("p.note", {title: "t", onclick: f}, "text", child, …)`; skips null. */
export function make(what, given = {}, ...children) {
  const [tag, ...classes] = what.split(".");
  const element = document.createElement(tag || "div");
  element.classList.add(...classes);
  for (const [name, value] of Object.entries(given)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name in element && name !== "list") element[name] = value;
    else if (value !== null && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter(each => each !== null && each !== undefined));
  return element;
}

/** Makes a table with a head; rows are lists of cells, texts or elements. */
export function table(kind, head, rows, given = {}) {
  return make(`table.${kind}`, given,
    make("thead", {}, make("tr", {}, head.map(text => make("th", { scope: "col" }, text)))),
    make("tbody", {}, rows.map(cells => make("tr", {}, cells.map(cell =>
      cell instanceof HTMLTableCellElement ? cell : make("td", {}, cell))))));
}

/** Makes a selection among (value, words) pairs, with a label. */
export function select(label, pairs, value, chosen) {
  const options = pairs.map(([each, words]) =>
    make("option", { value: each, selected: String(each) === String(value) }, words));
  const element = make("select", { onchange: () => chosen(element.value) }, options);
  return make("label", {}, label ? `${label} ` : make("span.hidden", {}, "show"), element);
}

export const button = (words, title, onclick, given = {}) =>
  make("button", { type: "button", title, onclick, ...given }, words);
