// The bar between picture and panel, moved by the pointer or by arrow keys.

import { find } from "./dom.js";

const bar = find("splitter");
const LEAST = 320;

function widen(width) {
  const most = innerWidth - find("events").offsetWidth - 240;
  const panel = Math.round(Math.min(Math.max(width, LEAST), Math.max(most, LEAST)));
  document.documentElement.style.setProperty("--panel", `${panel}px`);
  bar.setAttribute("aria-valuenow", panel);
}

bar.addEventListener("pointerdown", event => {
  bar.setPointerCapture(event.pointerId);
  bar.onpointermove = moved => widen(innerWidth - moved.clientX);
});
bar.addEventListener("pointerup", () => { bar.onpointermove = null; });
bar.addEventListener("keydown", event => {
  const step = { ArrowLeft: 24, ArrowRight: -24 }[event.key];
  if (step) widen(find("panel").offsetWidth + step);
});
