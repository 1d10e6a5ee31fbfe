// The sources of the attributes of a draw: arrays in buffers or client memory, or current values.

import { button, make, table } from "./dom.js";
import { number } from "./number.js";
import { choose } from "./store.js";
import { front } from "./tabs.js";

const HEAD = ["attribute", "memory", "format", "offset", "stride", "divisor"];

/** A folded table of the arrays. */
export function arraysTable(arrays) {
  const rows = arrays.map(each => [
    each.read ? each.attribute : make("span.dim", { title: "the vertex program does not read it" }, each.attribute),
    memory(each), each.format, ...["offset", "stride", "divisor"].map(name => each[name] ?? ""),
  ]);
  return make("details.arrays", { open: true }, make("summary", {}, "arrays"), table("plain", HEAD, rows));
}

function memory(array) {
  if (array.value) return `${array.memory} ${array.value.map(each => number(each, 4)).join(" ")}`;
  if (!array.buffer) return array.memory;
  return button(array.memory, "its contents", () => { choose({ buffer: array.buffer }); front("buffers"); });
}
