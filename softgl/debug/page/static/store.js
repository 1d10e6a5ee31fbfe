// The selection: the frame, an event of it, a pixel, the traced subject. All parts follow it.

export const chosen = {
  frame: null, // the answer of /api/summary
  times: null, // the answer of /api/times
  order: "frame", // of the list of events; or "time"
  event: 0,
  pixel: null, // [x, y] from the left and the top
  traced: "pixel", // or "vertex", "primitive"
  vertex: 0,
  primitive: 0,
  buffer: null, // the name of a buffer object
  fragment: -1, // the primitive whose fragment is traced, if the pixel has several
};

const followers = [];

/** Calls `follow(names)` at each change of the selection; names : a Set of the changed fields. */
export function whenChosen(follow) {
  followers.push(follow);
}

export function choose(changes) {
  const names = new Set();
  if ("pixel" in changes || "event" in changes) changes = { fragment: -1, ...changes };
  for (const [name, value] of Object.entries(changes)) {
    if (JSON.stringify(chosen[name]) !== JSON.stringify(value)) names.add(name);
    chosen[name] = value;
  }
  if (names.size) followers.forEach(follow => follow(names));
}

export const events = () => chosen.frame?.events ?? [];

/** The chosen pixel of the event's framebuffer, from the lower left; null if it is outside. */
export function chosenPixel() {
  const { pixel, event } = chosen, [width, height] = events()[event].size;
  return pixel && pixel[0] < width && pixel[1] < height ? { x: pixel[0], y: height - 1 - pixel[1] } : null;
}

export function chooseEvent(number) {
  const last = events().length - 1;
  if (last >= 0) choose({ event: Math.min(Math.max(number, 0), last) });
}
