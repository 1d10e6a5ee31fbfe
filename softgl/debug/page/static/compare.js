// The comparison with a second frame: draws side by side, and what differs at the chosen one.

import { json } from "./api.js";
import { button, find, make } from "./dom.js";
import { difference } from "./state.js";
import { choose, chosen, whenChosen } from "./store.js";
import { addTab } from "./tabs.js";

addTab("compare", "Compare", {
  asks: () => (chosen.frame?.against ? { event: chosen.event } : "To compare with a second frame, start softgl inspect with --against."),
  load: async asked => [await json("compared"), await json("pair", asked)],
  show,
});
const tab = find("tab-compare");
tab.hidden = true;
whenChosen(names => { if (names.has("frame")) tab.hidden = !chosen.frame.against; });

function show(root, [{ rows, first }, pair]) {
  const differing = rows.filter(differs).length;
  const line = first === null ? `All ${rows.length} draws are equal.` : `${differing} of ${rows.length} draws differ.`;
  root.replaceChildren(
    make("p.hint", {}, `against ${chosen.frame.against}: ${line} `,
      first === null || rows[first].one === null ? "" : button("first", "the first draw that differs", () => choose({ event: rows[first].one }))),
    make("div.rows.compared", {}, make("table.vertices", {},
      make("thead", {}, make("tr", {}, ["here", "there", "call", "differs"].map(each => make("th", { scope: "col" }, each)))),
      make("tbody", {}, rows.map(row)))),
    make("div.pair-details", {}, details(pair)));
  root.querySelector(".compared [aria-selected=true]")?.scrollIntoView({ block: "nearest" });
}

const differs = ({ one, other, differs }) => one === null || other === null || differs.length > 0;

function row(each) {
  const { one, other, call } = each;
  const words = one === null ? "only there" : other === null ? "only here" : each.differs.join(", ");
  return make(differs(each) ? "tr.changed" : "tr", {
    "aria-selected": String(one !== null && one === chosen.event),
    onclick: () => { if (one !== null) choose({ event: one }); },
  }, make("td", {}, one ?? ""), make("td", {}, other ?? ""), make("td.name", {}, call), make("td.name", {}, words));
}

function details(pair) {
  if (pair.other === null) return make("p.hint", {}, "The other frame has no draw like this one.");
  const state = Object.entries(pair.state), texts = Object.entries(pair.texts), pixels = Object.entries(pair.pixels);
  if (pair.calls[0] === pair.calls[1] && !pair.arrays && !state.length && !texts.length && !pixels.length) {
    return make("p.hint", {}, "This draw is equal in both: call, state, and all pixels after it.");
  }
  return [
    pair.calls[0] === pair.calls[1] ? null : make("pre.call", {}, pair.calls.join("\n")),
    pair.arrays ? make("p.hint", {}, "arrays among the arguments differ") : null,
    pixels.map(([name, found]) => make("p.hint", {}, `${name}: ${pixelWords(found)}`)),
    state.length ? difference(state, ["name", "here", "there"]) : null,
    texts.map(([name, lines]) => [make("h3", {}, name), make("pre.diff", {}, lines.map(diffLine))]),
  ];
}

const pixelWords = ({ count, pixels, sizes }) => (sizes
  ? sizes.map(each => each?.join("\u00d7") ?? "none").join(" here, ") + " there"
  : `${count.toLocaleString("en")} of ${pixels.toLocaleString("en")} pixels differ`);

const diffLine = line => make(line.startsWith("+") ? "span.added" : line.startsWith("-") ? "span.removed" : "span", {}, `${line}\n`);
