// The CPU time of each event, measured when the user asks for it; the list can be sorted by it.

import { json } from "./api.js";
import { button, find, make, select } from "./dom.js";
import { choose, chosen, events } from "./store.js";

const tools = find("time-tools");
const measure = button("time", "measure the CPU time of each event", async () => {
  measure.disabled = true;
  try {
    choose({ times: await json("times") });
    show();
  } catch (error) {
    tools.replaceChildren(measure, make("span.error", { role: "alert" }, error.message));
  }
  measure.disabled = false;
});
tools.append(measure);

const milliseconds = value => `${value.toFixed(value < 10 ? 2 : 1)} ms`;

function show() {
  const { draws, frame } = chosen.times;
  const sum = milliseconds(draws.reduce((one, other) => one + other, 0));
  tools.replaceChildren(measure,
    select("", [["frame", "in order"], ["time", "slowest"]], chosen.order, order => choose({ order })),
    make("span.dim", { title: `${sum} for all events, ${milliseconds(frame)} for the frame with batches` }, sum));
}

/** The events in the chosen order. */
export function ordered() {
  const { times, order } = chosen;
  if (!times || order !== "time") return events();
  return [...events()].sort((one, other) => times.draws[other.number] - times.draws[one.number]);
}

/** The time of an event, with a bar that compares it to the slowest one; null before the measurement. */
export function timeOf({ number }) {
  if (!chosen.times) return null;
  const { draws } = chosen.times, bar = make("span.bar");
  bar.style.width = `${100 * draws[number] / Math.max(...draws)}%`;
  return make("span.time", {}, bar, milliseconds(draws[number]));
}
