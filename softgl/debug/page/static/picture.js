// The picture in the middle: the framebuffer after an event, with zoom and the chosen pixel.

import { Latest, picture } from "./api.js";
import { onChequers, selectChannels, shownComponents } from "./channels.js";
import { button, find, make, select } from "./dom.js";
import { pictureOf, whenEdited } from "./edits.js";
import { choose, chosen, whenChosen } from "./store.js";
import { Zoom } from "./zoom.js";

const SHOWN = [
  ["target", "what it draws to"],
  ["changed", "what it changed"],
  ["depth", "depths"],
  ["window", "the window"],
  ["frame", "the whole frame"],
];
const latest = new Latest();
const COMPARED = [["other", "the other frame"], ["difference", "what differs there"]]; // with --against
const COLOURS = ["target", "window", "frame", "other"]; // with a choice of channels
let what = "target", channels = "rgb";

const view = new Zoom(find("stage"), find("picture"), {
  pointed: (column, row) => (column === null ? under() : under([column, row])),
  picked: (column, row) => choose({ pixel: [column, row] }),
});
const place = make("input", {
  id: "pixel", size: 8, "aria-label": "the chosen pixel, x,y from the upper left", placeholder: "x,y",
  title: "the chosen pixel: x,y from the upper left", onchange: typed, spellcheck: false,
});
const size = make("output", { id: "zoom" });

const channelsTool = selectChannels(channels, value => { channels = value; showPicture(); });

const selectShown = shown => select("", shown, what, value => { what = value; showPicture(); });
const shownTool = make("span", {}, selectShown(SHOWN));

find("picture-tools").append(
  shownTool, channelsTool,
  make("span.space"),
  button("−", "smaller (-)", () => zoom(-1)), size, button("+", "larger (+)", () => zoom(1)),
  button("fit", "as large as there is room (f)", fit), button("1:1", "pixel by pixel", () => { view.set(1); words(); }),
  place);

export function zoom(by) { view.step(by); words(); }

export function fit() { view.set("fit"); words(); }

export function movePixel(right, down) {
  const limits = [view.image.width, view.image.height];
  choose({ pixel: [right, down].map((by, axis) =>
    Math.min(Math.max(chosen.pixel[axis] + by, 0), limits[axis] - 1)) });
}

function typed() {
  const match = /^\s*(\d{1,5})\s*[, ]\s*(\d{1,5})\s*$/.exec(place.value);
  const inside = match && view.image && match[1] < view.image.width && match[2] < view.image.height;
  place.toggleAttribute("aria-invalid", !inside);
  if (inside) choose({ pixel: [Number(match[1]), Number(match[2])] });
}

function words() { size.textContent = view.words; }

/** The line below: the position of the pointer or of the chosen pixel, and the colour there. */
function under(at = chosen.pixel) {
  const line = find("under");
  if (!view.image || !at || at[0] >= view.image.width || at[1] >= view.image.height) {
    line.replaceChildren(view.image ? "click a pixel: its history, its program" : "");
    return;
  }
  const colour = view.colour(...at), values = shownComponents(colour, shownChannels());
  const swatch = make("span.swatch");
  swatch.style.backgroundColor = `rgb(${colour.slice(0, 3).join(" ")})`;
  line.replaceChildren(swatch, `${at.join(", ")}: ${values.join(" ")}  `,
    make("span.dim", {}, `#${values.map(each => each.toString(16).padStart(2, "0")).join("")}, of ${view.image.width}×${view.image.height}`));
}

function showMark() {
  view.mark = chosen.pixel && view.image ? chosen.pixel : null;
  place.value = chosen.pixel ? chosen.pixel.join(",") : "";
  place.removeAttribute("aria-invalid");
  view.drawMark();
  under();
}

const shownChannels = () => (COLOURS.includes(what) ? channels : "rgb");

export function showPicture() {
  if (!chosen.frame) return;
  const event = what === "frame" ? chosen.frame.events.length - 1 : chosen.event;
  const source = what === "frame" ? "window" : what;
  latest.run(async overtaken => {
    try {
      const image = await picture(...pictureOf(event, source, shownChannels()));
      if (overtaken()) return;
      onChequers(find("picture"), shownChannels());
      channelsTool.querySelector("select").disabled = !COLOURS.includes(what);
      find("stage").classList.remove("failed");
      view.show(image);
      words();
      showMark();
    } catch (error) {
      find("under").replaceChildren(make("span.error", { role: "alert" }, error.message));
      find("stage").classList.add("failed");
    }
  });
}

whenChosen(names => {
  if (names.has("frame") && chosen.frame.against) shownTool.replaceChildren(selectShown([...SHOWN, ...COMPARED]));
  if (names.has("frame") || names.has("event")) showPicture();
  if (names.has("pixel")) showMark();
});
whenEdited(showPicture);
