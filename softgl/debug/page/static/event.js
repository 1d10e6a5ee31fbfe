// The chosen event: its call, its framebuffer, and the fate of its vertices and fragments.

import { json } from "./api.js";
import { make } from "./dom.js";
import { chosen, events } from "./store.js";
import { addTab } from "./tabs.js";

addTab("event", "Event", {
  asks: () => (events().length ? { event: chosen.event } : "Nothing is drawn."),
  load: async asked => ({ ...(events()[asked.event].vertices ? await json("explain", asked) : { text: null }), ...await json("commands", asked) }),
  show,
});

function show(root, found, asked) {
  const event = events()[asked.event];
  const facts = [["event", event.number], ["draws", event.details], ["to", event.target],
    ["with", event.programs.join(", ") || event.short], ["called from", event.stack.join(" ← ")]].filter(([, value]) => value !== "");
  root.replaceChildren(
    make("pre.call", {}, event.call),
    make("table.facts", {}, make("tbody", {}, facts.map(([name, value]) =>
      make("tr", {}, make("th", { scope: "row" }, name), make("td", {}, value))))),
    found.text === null ? "" : explanation(found.text),
    commands(found.calls));
}

/** All calls that lead to the event. */
function commands(calls) {
  if (!calls.length) return "";
  return make("details.commands", {}, make("summary", {}, "calls before it", make("span.count", {}, ` ${calls.length}`)),
    make("pre", {}, calls.join("\n")));
}

/** The first line has the call and its place; lines with "- " report likely mistakes. */
function explanation(text) {
  const [head, ...lines] = text.split("\n");
  const stages = lines.filter(line => !line.startsWith("- "));
  const mistakes = lines.filter(line => line.startsWith("- ")).map(line => line.slice(2));
  return make("div.explanation", {},
    mistakes.length ? [make("h3", {}, "Likely mistakes"), make("ul", {}, mistakes.map(each => make("li.wrong", {}, each)))] : null,
    make("h3", {}, "Its stages"),
    make("pre", {}, stages.join("\n")),
    make("p.dim", {}, head));
}
