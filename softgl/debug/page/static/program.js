// The executed program: lines with their values, and steps forward and back.

import { json } from "./api.js";
import { button, find, make, select } from "./dom.js";
import { listing } from "./listing.js";
import { details, registers } from "./step.js";
import { choose, chosen, chosenPixel, events } from "./store.js";
import { addTab, front, refreshTab } from "./tabs.js";

const TRACED = { pixel: "the pixel", vertex: "the vertex", primitive: "the primitive" };
let run = null; // the shown run: {steps, source, …}
let at = 0; // the number of the shown step
let view = null;

addTab("program", "Program", { asks, load: asked => json("trace", asked), show });

function asks() {
  const { event, traced } = chosen;
  if (!events()[event]?.vertices) return "This event runs no program that can be traced: choose a draw on the left.";
  if (traced !== "pixel") return { event, what: traced, number: chosen[traced] };
  const pixel = chosenPixel();
  return pixel ? { event, what: "pixel", ...pixel, fragment: chosen.fragment } : { event, what: "none" };
}

function show(root, found, asked) {
  const chooser = tools(found, index => { start(root, found, index); });
  root.replaceChildren(chooser, make("div.run"));
  start(root, found, found.first ?? 0);
  if (!found.runs.length) root.append(make("p.hint", {}, found.words));
}

function tools(found, chooseRun) {
  const { traced } = chosen;
  const number = traced === "pixel" ? null : make("input", {
    type: "number", min: 0, value: chosen[traced], "aria-label": `number of the ${traced}`,
    onchange: event => choose({ [traced]: Math.max(0, Math.trunc(Number(event.target.value)) || 0) }),
  });
  const runs = found.runs.map((each, index) => [index, each.title]);
  return make("div.tools", {},
    select("trace", Object.entries(TRACED), traced, value => choose({ traced: value })), number,
    traced === "pixel" && chosen.pixel ? make("span.dim", {}, chosen.pixel.join(", ")) : null,
    runs.length > 1 ? select("run", runs, found.first, value => chooseRun(Number(value))) : null);
}

function start(root, found, index) {
  run = found.runs[index] ?? null;
  const place = root.querySelector(".run");
  if (!run) {
    place.replaceChildren(...found.programs.map(program => [
      make("h3", {}, program.title), listing(program.source, []).element]).flat());
    view = null;
    return;
  }
  const slider = make("input", { type: "range", min: 0, max: Math.max(run.steps.length - 1, 0), "aria-label": "step", oninput: () => to(Number(slider.value)) });
  const where = make("output", { "aria-live": "polite" });
  const lines = listing(run.source, run.steps, number => to(number));
  const below = make("div.step"), all = make("div.registers");
  place.replaceChildren(
        make("div.tools.stepper", {},
      button("|◀", "first instruction (K)", () => to(0)), button("◀", "instruction before (k)", () => stepInstruction(-1)),
      button("▶", "next instruction (j)", () => stepInstruction(1)), button("▶|", "last instruction (J)", () => to(Infinity)),
      slider, where, make("span.dim", { title: "its language" }, run.words)),
    lines.element, below, all);
  view = { slider, where, lines, below, all };
  to(0);
}

/** Moves by steps of the program, forward or back. */
export function stepInstruction(by) {
  if (find("pane-program").hidden) front("program");
  if (view) to(at + by);
}

function to(number) {
  if (!run.steps.length) return;
  at = Math.min(Math.max(number, 0), run.steps.length - 1);
  view.slider.value = at;
  view.where.textContent = `${at + 1} of ${run.steps.length}`;
  view.lines.mark(at);
  view.below.replaceChildren(...details(run.steps[at]));
  view.all.replaceChildren(...registers(run, at));
}

export const refreshProgram = () => refreshTab("program");
