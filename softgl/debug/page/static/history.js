// The history of the chosen pixel: every fragment that reached it, and its fate.

import { json } from "./api.js";
import { button, make, select } from "./dom.js";
import { number } from "./number.js";
import { choose, chosen, chosenPixel, events } from "./store.js";
import { addTab, front } from "./tabs.js";

let only = "all";

addTab("pixel", "Pixel", {
  asks: () => {
    if (!events().length) return "Nothing is drawn.";
    if (!chosen.pixel) return "Click a pixel of the picture to list every fragment that reached it.";
    const { framebuffer, size } = events()[chosen.event], pixel = chosenPixel();
    if (!pixel) return `The pixel ${chosen.pixel.join(", ")} is outside of this event's framebuffer of ${size.join("×")}.`;
    return { ...pixel, framebuffer };
  },
  load: asked => json("history", asked),
  show,
  follow: root => mark(root),
});

function show(root, found) {
  const list = make("div.fragments");
  const fill = () => { list.replaceChildren(...sections(found)); mark(root); };
  const target = found.framebuffer ? `framebuffer ${found.framebuffer}` : "window";
  root.replaceChildren(
    make("div.tools", {},
      make("b", {}, `pixel ${chosen.pixel.join(", ")}`), make("span.dim", {}, `${found.framebuffer ? "of" : "of the"} ${target}, from first to last`),
      make("span.space"),
      select("", [["all", "all fragments"], ["drawn", "those that were drawn"], ["killed", "those that were not"]], only,
        value => { only = value; fill(); })),
    list);
  fill();
}

function sections(found) {
  const wanted = { all: () => true, drawn: each => !each.killed, killed: each => each.killed }[only];
  const shown = found.events.map(event => section(event, event.fragments.filter(wanted))).filter(Boolean);
  return shown.length ? shown : [make("p.hint", {}, found.events.length ? "None of these." : "Nothing has been drawn to this pixel.")];
}

function section(event, fragments) {
  if (!fragments.length && (event.fragments.length || only === "killed")) return null;
  return make("section.history", { "data-event": event.event },
    make("header", {},
      button(`${event.event}`, "go to this event", () => choose({ event: event.event })),
      make("b", { title: event.call }, events()[event.event]?.name ?? event.command),
      make("span.dim", {}, fragments.length ? many(fragments.length, "fragment") : "")),
    fragments.map(each => card(event, each)),
    fragments.length ? null : values([["before", event.before], ["after", event.after]], event.before));
}

function card(event, fragment) {
  const { killed } = fragment;
  const rows = [
    ...Object.entries(fragment.program).map(([name, value]) => ["program", { [name]: value, ...(fragment.depth === null ? {} : { depth: fragment.depth }) }]),
    ...(killed ? [["stays", fragment.before]] : [["before", fragment.before], ["after", fragment.after]]),
  ];
  const notes = [
    ...Object.entries(fragment.blend).map(([name, words]) => `${name} = ${words}`),
    ...(fragment.masked.length ? [`not written: ${fragment.masked.join(", ")}`] : []),
    ...Object.entries(fragment.samples).filter(([, numbers]) => numbers).map(([words, numbers]) => `samples ${numbers.join(", ")}: ${words}`),
  ];
  return make(killed ? "article.fragment.killed" : "article.fragment", {},
    make("header", {},
      make("span", {}, `${fragment.kind} ${fragment.kind === "image" ? "" : fragment.primitive}`),
      make("span.dim", {}, place(fragment)),
      make(killed ? "span.fate.wrong" : "span.fate", {}, killed ?? "drawn"),
      fragment.kind === "image" || !Object.keys(fragment.program).length ? null : button("step", "step through its program (p)",
        () => { choose({ event: event.event, traced: "pixel", fragment: fragment.primitive }); front("program"); })),
    values(rows, fragment.before), notes.map(words => make("p.note", {}, words)));
}

function place(fragment) {
  const words = [];
  if (fragment.instance) words.push(`instance ${fragment.instance}`);
  if (fragment.vertices.length) words.push(`vertices ${fragment.vertices.join(", ")}`);
  if (fragment.kind === "triangle" && fragment.facing === "back") words.push("back facing");
  return words.join(", ");
}

/** rows : [title, {color0: …, depth: …}]; highlights differences from `before`. */
function values(rows, before) {
  return make("table.operands", {}, make("tbody", {}, rows.flatMap(([title, planes]) => {
    const differs = name => title === "after" && !same(planes[name], before[name]);
    const colours = Object.keys(planes).filter(name => name.startsWith("color"));
    const others = Object.keys(planes).filter(name => !name.startsWith("color"));
    return (colours.length ? colours : [null]).map((name, at) => make("tr", {},
      make("th", { scope: "row" }, at ? "" : title),
      make("td", { title: name ?? "" }, colours.length > 1 ? make("span.dim", {}, `${name.slice(5)} `) : null, name ? swatch(planes[name]) : null),
      make(name && differs(name) ? "td.differs" : "td", {}, name ? of(planes[name]) : null),
      at ? null : others.map(each => make(differs(each) ? "td.differs.other" : "td.other", {},
        make("span.dim", {}, `${each} `), [planes[each]].flat().map(one => number(one)).join(" ")))));
  })));
}

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** The value of one sample, or one line for each of several. */
function of(value) {
  if (Array.isArray(value) && Array.isArray(value[0])) return value.map(each => make("div", {}, of(each)));
  return [value].flat().map(each => make("span.component", {}, number(each)));
}

function swatch(value) {
  const colour = Array.isArray(value[0]) ? value[0] : value;
  const scale = colour.every(Number.isInteger) ? 1 : 255; // bytes, or numbers from 0 to 1
  const element = make("span.swatch");
  element.style.backgroundColor = `rgb(${colour.slice(0, 3).map(each => Math.round((Number(each) || 0) * scale)).join(" ")})`;
  return element;
}

const many = (count, what) => `${count} ${what}${count === 1 ? "" : "s"}`;

function mark(root) {
  for (const each of root.querySelectorAll("section.history")) {
    each.classList.toggle("current", Number(each.dataset.event) === chosen.event);
  }
}
