// The state at an event, by sections, with the differences from the event before.

import { json } from "./api.js";
import { make, select } from "./dom.js";
import { number } from "./number.js";
import { chosen, events } from "./store.js";
import { addTab } from "./tabs.js";

let which = "changed", words = "";

addTab("state", "State", {
  asks: () => (events().length ? { event: chosen.event } : "Nothing is drawn: no state to show."),
  load: asked => json("state", asked),
  show,
});

function show(root, found) {
  const body = make("div");
  const fill = () => body.replaceChildren(...sections(found));
  root.replaceChildren(
    make("div.tools", {},
      select("show", [["changed", "what differs from the event before"], ["all", "all state"]], which,
        value => { which = value; fill(); }),
      make("input", { type: "search", placeholder: "filter: name or value", value: words, "aria-label": "filter state",
        oninput: event => { words = event.target.value; fill(); } })),
    body);
  fill();
}

function sections(found) {
  const asked = words.toLowerCase().split(/\s+/).filter(Boolean);
  const wanted = text => asked.every(word => text.toLowerCase().includes(word));
  if (which === "changed") {
    const rows = Object.entries(found.changed).filter(([name, pair]) => wanted(name + JSON.stringify(pair)));
    if (!rows.length) return [make("p.hint", {}, found.first ? "This is the first event: “all state” shows it." : "Nothing differs from the event before.")];
    return [difference(rows)];
  }
  return Object.entries(found.state).map(([section, values]) => {
    const rows = flat(values).filter(([name, value]) => wanted(`${section}.${name} ${text(value)}`));
    if (!rows.length) return null;
    const changed = rows.map(([name]) => name).filter(name => `${section}.${name}` in found.changed);
    return make("details", { open: Boolean(asked.length || changed.length) },
      make("summary", {}, section, make("span.count", {}, changed.length ? `${changed.length} differ` : "")),
      make("table.values", {}, make("tbody", {}, rows.map(([name, value]) => {
        const pair = found.changed[`${section}.${name}`];
        return make(pair ? "tr.changed" : "tr", { title: pair ? `before: ${text(pair[0])}` : "" },
          make("th", { scope: "row" }, name), make("td", {}, long(value)));
      }))));
  }).filter(Boolean);
}

export function difference(rows, head = ["name", "before", "now"]) {
  return make("table.values.difference", {},
    make("thead", {}, make("tr", {}, head.map(each => make("th", { scope: "col" }, each)))),
    make("tbody", {}, rows.map(([name, pair]) => row(name, pair))));
}

/** A row; two rows for a value of several lines. */
function row(name, pair) {
  const head = { scope: "row" }, [before, now] = pair.map(long);
  const lines = pair.some(value => text(value).includes("\n"));
  if (!lines) return make("tr", {}, make("th", head, parts(name)), make("td.before", {}, before), make("td", {}, now));
  return [make("tr.long", {}, make("th", { ...head, colSpan: 3 }, parts(name))),
    make("tr", {}, make("td", { colSpan: 3 }, make("div.pair", {}, make("div.before", {}, before), make("div", {}, now))))];
}

const parts = name => {
  const at = name.indexOf(".");
  return [make("span.dim", {}, name.slice(0, at + 1)), name.slice(at + 1)];
};

/** Returns the paths and values of the leaves of nested dictionaries. */
function flat(values, before = "") {
  return Object.entries(values).flatMap(([name, value]) =>
    value !== null && typeof value === "object" && !Array.isArray(value) && Object.keys(value).length
      ? flat(value, `${before}${name}.`) : [[before + name, value]]);
}

function text(value) {
  if (value === null) return "–";
  if (Array.isArray(value)) {
    return Array.isArray(value[0]) ? value.map(matrixRow).join("\n")
      : value.length > 1 && value.every(each => each === (value[0] === true)) ? `${value[0]}, all ${value.length}`
        : value.map(text).join(", ");
  }
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

const matrixRow = row => row.map(each => number(each, 4).padStart(8)).join("");

/** A value; many lines are folded. */
function long(value) {
  const words = text(value);
  if (words.length < 160 && !words.includes("\n")) return words;
  if (Array.isArray(value)) return make("pre", {}, words);
  return make("details", {}, make("summary", {}, `${words.split("\n")[0].slice(0, 60)} …`), make("pre", {}, words));
}
