// The keyboard: the actions of keys, and their list, which "?" shows.

import { find, make, table } from "./dom.js";
import { step } from "./events.js";
import { fit, movePixel, zoom } from "./picture.js";
import { stepInstruction } from "./program.js";
import { chooseEvent, chosen, events } from "./store.js";
import { front, frontNumber } from "./tabs.js";

const KEYS = {
  ArrowUp: ["↑", "the event before", () => step(-1)],
  ArrowDown: ["↓", "the next event", () => step(1)],
  Home: ["Home", "the first event", () => chooseEvent(0)],
  End: ["End", "the last event", () => chooseEvent(events().length - 1)],
  j: ["j", "the next instruction", () => stepInstruction(1)],
  k: ["k", "the instruction before", () => stepInstruction(-1)],
  J: ["J", "the last instruction", () => stepInstruction(Infinity)],
  K: ["K", "the first instruction", () => stepInstruction(-Infinity)],
  h: ["h", "history of the pixel", () => front("pixel")],
  p: ["p", "the program", () => front("program")],
  e: ["e", "edit the program", () => front("edit")],
  f: ["f", "the picture fits its place", fit],
  "+": ["+", "the picture larger", () => zoom(1)],
  "-": ["-", "the picture smaller", () => zoom(-1)],
  "/": ["/", "filter the events", () => find("filter").focus()],
  t: ["t", "light or dark", theme],
  "?": ["?", "these keys", help],
};
const PIXEL = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const OTHERS = [
  ["1 … 9", "the tabs"],
  ["Ctrl Enter in the editor", "compile, and draw with it"],
  ["← → ↑ ↓ in the picture", "the chosen pixel, by one; with Shift by ten"],
  ["← → on the bar", "the width of the panel"],
  ["← → ↑ ↓ + - in 3D", "turn the shape, closer, farther"],
  ["↑ ↓ in the program", "instructions"],
  ["Ctrl and wheel", "zoom the picture"],
];

function help() {
  const dialog = find("keys");
  const rows = [...Object.values(KEYS).map(([key, words]) => [key, words]), ...OTHERS];
  dialog.replaceChildren(
    make("h2", {}, "Keys"),
    table("plain", ["key", "what it does"], rows.map(([key, words]) => [make("kbd", {}, key), words])),
    make("form", { method: "dialog" }, make("button", { autofocus: true }, "close")));
  dialog.showModal();
}

function theme() {
  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const now = root.dataset.theme || (dark ? "dark" : "light");
  root.dataset.theme = now === "dark" ? "light" : "dark";
  dispatchEvent(new Event("theme"));
}

document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const at = document.activeElement;
  if (find("keys").open || at?.matches("select, textarea, input:not([type=range], [type=checkbox])")) return;
  if (at?.closest("[role=tablist], [role=separator]") && event.key.startsWith("Arrow")) return;
  if (at?.matches("input[type=range]") && /^(Arrow|Home|End)/.test(event.key)) return;
  if (at === find("picture") && PIXEL[event.key] && chosen.pixel) {
    movePixel(...PIXEL[event.key].map(by => by * (event.shiftKey ? 10 : 1)));
  } else if (at?.closest(".listing") && /^Arrow(Up|Down)$/.test(event.key)) {
    stepInstruction(event.key === "ArrowDown" ? 1 : -1);
  } else if (/^[1-9]$/.test(event.key)) {
    frontNumber(Number(event.key) - 1);
  } else if (KEYS[event.key]) {
    KEYS[event.key][2]();
  } else return;
  event.preventDefault();
});
find("help").addEventListener("click", help);
find("theme").addEventListener("click", theme);
