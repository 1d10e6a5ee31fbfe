// Requests to the server. It handles one at a time, so outdated requests are dropped before they are sent.

import { find } from "./dom.js";

let waiting = 0;

async function ask(name, parameters, body = null) {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(parameters)) {
    if (value !== null && value !== undefined) query.set(key, value);
  }
  busy(1);
  try {
    const sent = body === null ? {} : { method: "POST", body };
    const answer = await fetch(`/api/${name}?${query}`, sent).catch(() => null);
    if (!answer) throw new Error("softgl inspect does not answer: has it been ended?");
    if (answer.ok) return answer;
    const words = await answer.text();
    let why = words;
    try { why = JSON.parse(words).error; } catch { /* it is a text */ }
    throw new Error(why);
  } finally {
    busy(-1);
  }
}

function busy(more) {
  waiting += more;
  find("busy").textContent = waiting ? "drawing …" : "";
}

export const json = async (name, parameters = {}) => (await ask(name, parameters)).json();

/** Sends values as JSON; the answer's values. */
export const post = async (name, parameters, values) => (await ask(name, parameters, JSON.stringify(values))).json();

/** Converts a picture for a canvas, without a change of its colours. */
export async function picture(name, parameters) {
  const blob = await (await ask(name, parameters)).blob();
  return createImageBitmap(blob, { premultiplyAlpha: "none", colorSpaceConversion: "none" });
}

/** Runs one task at a time; of tasks that arrive meanwhile, only the last one runs. */
export class Latest {
  #next = null;
  #running = false;

  /** work : async function of overtaken(), which tells whether there is newer work. */
  run(work) {
    this.#next = work;
    if (!this.#running) this.#go();
  }

  async #go() {
    this.#running = true;
    while (this.#next) {
      const work = this.#next;
      this.#next = null;
      await work(() => this.#next !== null);
    }
    this.#running = false;
  }
}
