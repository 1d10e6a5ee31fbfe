// Vertices before and after the program: a table, and a rotatable wireframe.

import { json } from "./api.js";
import { arraysTable } from "./arrays.js";
import { button, find, make, select } from "./dom.js";
import { number } from "./number.js";
import { choose, chosen, events } from "./store.js";
import { addTab, front } from "./tabs.js";
import { Wireframe } from "./wireframe.js";

const PAGE_ROWS = 100; // rows of a page of the table
const shown = { side: "after", first: 0, event: null };

addTab("vertices", "Vertices", {
  asks: () => {
    const event = events()[chosen.event];
    if (!event?.vertices) return "This event has no vertices: choose a draw on the left.";
    if (shown.event !== chosen.event) Object.assign(shown, { event: chosen.event, first: 0 });
    return { event: chosen.event, first: shown.first };
  },
  load: async ({ event, first }) => [
    await json("vertices", { event, first, count: PAGE_ROWS }), await json("shape", { event }), await json("arrays", { event }),
  ],
  show,
});

function show(root, [found, shape, { arrays }]) {
  const canvas = make("canvas.shape", { tabIndex: 0, role: "img", "aria-label": "the shape: drag or arrows turn it, + and - zoom" });
  const view = new Wireframe(canvas), body = make("div.rows");
  const turn = side => {
    shown.side = side;
    view.show({ points: shape[side], edges: shape.edges });
    view.marked = shape.numbers.indexOf(chosen.vertex);
    view.draw();
    body.replaceChildren(rows(found, side, view, shape));
  };
  const sides = [["before", "before the program"], ["after", "after it, seen by the eye"]];
  root.replaceChildren(
    make("div.tools", {}, select("show", sides, shown.side, turn), pages(found),
      make("span.dim", {}, shape.words)),
    canvas, arraysTable(arrays), body);
  turn(shown.side);
}

function pages({ first, count, rows }) {
  const last = first + rows.length - 1;
  const to = number => () => { shown.first = number; choose({ vertex: number }); };
  return make("span", {},
    button("◀", "vertices before", to(Math.max(0, first - PAGE_ROWS)), { disabled: !first }),
    ` ${first} … ${last} of ${count} `,
    button("▶", "more vertices", to(first + PAGE_ROWS), { disabled: last >= count - 1 }));
}

function rows(found, side, view, shape) {
  const columns = found[side];
  return make("table.vertices", {},
    make("thead", {},
      make("tr", {}, make("th", { scope: "col" }, "vertex"), columns.map(each => make("th", { scope: "colgroup", colSpan: 4 }, each)))),
    make("tbody", {}, found.rows.map(row => {
      const element = make("tr", {
        "aria-selected": row.number === chosen.vertex, tabIndex: -1,
        onclick: () => {
          choose({ vertex: row.number, traced: "vertex" });
          for (const each of element.parentElement.children) each.setAttribute("aria-selected", each === element);
          view.marked = shape.numbers.indexOf(row.number);
          view.draw();
        },
        ondblclick: () => front("program"),
        title: "click: choose; double click: trace its program",
      }, make("th", { scope: "row" }, place(row)),
      row[side].map((values, at) => values.map((value, of) => make(of ? "td" : "td.first", {}, number(value)))));
      return element;
    })));
}

/** The place in the order of drawing, with the index where that differs, and the instance. */
function place({ number: at, index, instance }) {
  const words = [...(index === at ? [] : [index]), ...(instance ? [`instance ${instance}`] : [])];
  return words.length ? `${at} (${words.join(", ")})` : at;
}

addEventListener("theme", () => find("pane-vertices").querySelector("canvas")?.dispatchEvent(new Event("theme")));
