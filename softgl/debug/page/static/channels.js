// The channels of a picture: RGB, RGBA, or one of them.

import { select } from "./dom.js";

const CHANNELS = ["rgb", "rgba", "r", "g", "b", "a"].map(each => [each, each.toUpperCase()]);

/** A selection among the channels; disabled for pictures without colours. */
export function selectChannels(value, chosen, { disabled = false } = {}) {
  const label = select("", CHANNELS, value, chosen);
  label.querySelector("select").disabled = disabled;
  return label;
}

/** Shows transparency as a chequered ground, while alpha is shown. */
export const onChequers = (canvas, channels) => canvas.classList.toggle("chequered", channels === "rgba");

/** The components of a colour that a picture of some channels shows. */
export function shownComponents([red, green, blue, alpha], channels) {
  return { rgba: [red, green, blue, alpha], rgb: [red, green, blue] }[channels] ?? [red];
}
