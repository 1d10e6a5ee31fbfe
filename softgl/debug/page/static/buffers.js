// The buffer objects at an event, as tables of elements in a format that the user types.

import { json, Latest } from "./api.js";
import { button, make } from "./dom.js";
import { number } from "./number.js";
import { choose, chosen, events } from "./store.js";
import { addTab } from "./tabs.js";

const PAGE_ROWS = 100; // elements of a page of the table
const latest = new Latest();
const typed = new Map(); // name of a buffer -> what the user typed: {format, offset, stride}
const shown = { name: null, first: 0 }; // first : element of the page of the table

addTab("buffers", "Buffers", {
  asks: () => (events().length ? { event: chosen.event, buffer: chosen.buffer } : "Nothing is drawn."),
  load: ({ event }) => json("buffers", { event }),
  show,
});

function show(root, { buffers }) {
  if (!buffers.length) {
    root.replaceChildren(make("p.hint", {}, "No buffer objects at this event."));
    return;
  }
  const now = buffers.find(each => each.name === chosen.buffer) ?? buffers.find(each => each.uses.length) ?? buffers[0];
  if (shown.name !== now.name) Object.assign(shown, { name: now.name, first: 0 });
  const list = make("div.cards", { role: "listbox", "aria-label": "buffers" }, buffers.map(each =>
    button(card(each), each.usage, () => choose({ buffer: each.name }), { role: "option", id: `buffer-${each.name}`, "aria-selected": String(each === now) })));
  const form = make("div.tools.format"), body = make("div.rows"), line = make("p.status");
  const again = () => { shown.first = 0; load(now); };
  const fill = () => form.replaceChildren(...fields(now, again, () => { fill(); again(); }));
  root.replaceChildren(list, form, body, line);
  fill();
  load(now);

  function load(buffer) {
    const place = typed.get(buffer.name) ?? buffer;
    const asked = { event: chosen.event, name: buffer.name, format: place.format, offset: place.offset, stride: place.stride,
      first: shown.first, count: PAGE_ROWS };
    latest.run(async overtaken => {
      try {
        const found = await json("buffer", asked);
        if (overtaken()) return;
        body.replaceChildren(elements(found));
        line.replaceChildren(...pages(found, first => { shown.first = first; load(buffer); }));
      } catch (error) {
        if (!overtaken()) line.replaceChildren(make("pre.error", { role: "alert" }, error.message));
      }
    });
  }
}

function card(buffer) {
  return [make("b", {}, `buffer ${buffer.name}`), buffer.label ? ` “${buffer.label}”` : "",
    make("span.dim", {}, ` ${buffer.size.toLocaleString("en")} bytes`),
    buffer.uses.length ? make("span.used", {}, buffer.uses.map(each => each.replace("GL_", "")).join(", ")) : ""];
}

/** The inputs of the format, the offset and the stride. */
function fields(buffer, changed, reset) {
  const now = typed.get(buffer.name) ?? buffer;
  const input = (name, given) => make("input", {
    value: now[name], "aria-label": name, spellcheck: false, ...given,
    onchange: event => {
      const value = name === "format" ? event.target.value : Math.max(0, Math.trunc(Number(event.target.value) || 0));
      // The stride follows a new format.
      typed.set(buffer.name, { ...(typed.get(buffer.name) ?? buffer), [name]: value, ...(name === "format" ? { stride: 0 } : {}) });
      changed();
    },
  });
  return [
    make("label.wide", {}, "format ", input("format", { id: "buffer-format", title: "for example: float3 position, ubyte4n color; xuint, half2, mat4, pad[4]" })),
    make("label", {}, "offset ", input("offset", { type: "number", min: 0 })),
    make("label", {}, "stride ", input("stride", { type: "number", min: 0, title: "0: the size of the format" })),
    button("reset", "the format that the arrays suggest", () => { typed.delete(buffer.name); reset(); }),
  ];
}

function pages({ first, rows, available, size, stride }, go) {
  if (!rows.length) return [make("span.dim", {}, `no whole element in ${size.toLocaleString("en")} bytes`)];
  return [
    button("◀", "elements before", () => go(Math.max(0, first - PAGE_ROWS)), { disabled: !first }),
    ` ${first} … ${first + rows.length - 1} of ${available.toLocaleString("en")} `,
    button("▶", "more elements", () => go(first + PAGE_ROWS), { disabled: first + rows.length >= available }),
    make("span.dim", {}, `  ${stride} bytes each`),
  ];
}

function elements({ fields, rows }) {
  return make("table.vertices", {},
    make("thead", {}, make("tr", {}, ["element", "offset"].map(each => make("th", { scope: "col" }, each)),
      fields.map(each => make("th", { scope: "colgroup", colSpan: each.values }, each.name)))),
    make("tbody", {}, rows.map(row => make("tr", {},
      make("th", { scope: "row" }, row.number), make("td.dim", {}, row.offset),
      row.values.map(values => values.map((value, of) => make(of ? "td" : "td.first", {}, number(value))))))));
}
