// The list of events on the left, with a heading at each change of the framebuffer.

import { find, make } from "./dom.js";
import { choose, chooseEvent, chosen, events, whenChosen } from "./store.js";
import { ordered, timeOf } from "./times.js";

const list = find("list"), filter = find("filter");
const id = number => `event-${number}`;

export function showEvents() {
  const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
  const rows = [];
  let target = null;
  for (const event of ordered()) {
    const text = [event.number, event.name, event.details, event.target, ...event.programs].join(" ");
    if (!words.every(word => text.toLowerCase().includes(word))) continue;
    if (event.target !== target && chosen.order === "frame") {
      target = event.target;
      rows.push(make("li.target", { role: "presentation" }, target));
    }
    rows.push(row(event));
  }
  if (!rows.length) rows.push(make("li.hint", { role: "presentation" }, words.length ? "none of that name" : "nothing is drawn"));
  list.replaceChildren(...rows);
  mark();
}

function row(event) {
  return make("li", {
    id: id(event.number), role: "option", "aria-selected": false,
    onclick: () => choose({ event: event.number }),
    title: `${event.call}\n${event.programs.join("\n")}`,
  },
  make("span.number", {}, event.number),
  make("span.what", {}, make("b", {}, event.name)),
  make("span.details", {}, timeOf(event), [event.details, event.short].filter(Boolean).join(" · ")));
}

function mark() {
  list.querySelector("[aria-selected=true]")?.setAttribute("aria-selected", false);
  const here = find(id(chosen.event));
  here?.setAttribute("aria-selected", true);
  here?.scrollIntoView({ block: "nearest" });
  list.setAttribute("aria-activedescendant", here ? here.id : "");
  const event = events()[chosen.event];
  find("place").textContent = event ? `${event.number} of ${events().length - 1}  ${event.name}` : "no events";
  find("previous").disabled = !event || !event.number;
  find("next").disabled = !event || event.number === events().length - 1;
}

/** Chooses the next or the previous event among those that the filter shows. */
export function step(by) {
  const shown = [...list.querySelectorAll("[role=option]")].map(each => Number(each.id.slice(6)));
  if (!shown.length) return;
  const at = shown.indexOf(chosen.event);
  if (at >= 0) chooseEvent(shown[Math.min(Math.max(at + by, 0), shown.length - 1)]);
  else chooseEvent(by > 0 ? shown.find(each => each > chosen.event) ?? shown.at(-1)
    : shown.findLast(each => each < chosen.event) ?? shown[0]);
}

filter.addEventListener("input", showEvents);
find("previous").addEventListener("click", () => step(-1));
find("next").addEventListener("click", () => step(1));
whenChosen(names => {
  if (["frame", "times", "order"].some(name => names.has(name))) showEvents();
  else if (names.has("event")) mark();
});
