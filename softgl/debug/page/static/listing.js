// A program text with line numbers, and the results of instructions beside their lines.

import { make } from "./dom.js";
import { number } from "./number.js";

/** source : lines. steps : of a run; empty if it has not run. go : called with the number of a step.
 *
 * Returns {element, mark}: mark(at) shows the values up to a step, and marks its line.
 */
export function listing(source, steps, go = () => {}) {
  const ran = new Map(); // line -> the numbers of its steps
  steps.forEach((step, at) => ran.set(step.line, [...(ran.get(step.line) ?? []), at]));
  const rows = source.map((text, index) => {
    const values = make("td.values");
    const element = make(steps.length && !ran.has(index + 1) ? "tr.idle" : "tr", {
      onclick: () => ran.has(index + 1) && go(ran.get(index + 1)[0]),
    }, make("th", { scope: "row" }, index + 1), make("td.code", {}, ...code(text)), values);
    return { element, values };
  });
  const element = make("div.listing", { tabIndex: 0, "aria-label": "program; arrows go through the instructions" },
    make("table", {}, make("tbody", {}, rows.map(row => row.element))));
  let here = null;

  function mark(at) {
    for (const [line, numbers] of ran) {
      const last = numbers.findLast(each => each <= at), row = rows[line - 1];
      if (!row) continue;
      const step = last === undefined ? null : steps[last];
      row.values.replaceChildren(...(step ? result(step) : []),
        numbers.length > 1 && step ? make("span.count", {}, `${numbers.indexOf(last) + 1}/${numbers.length}`) : "");
      row.element.classList.toggle("later", !step);
    }
    here?.classList.remove("here");
    here?.removeAttribute("aria-current");
    here = rows[steps[at].line - 1]?.element;
    here?.classList.add("here");
    here?.setAttribute("aria-current", "step");
    if (here) within(element, here);
  }
  return { element, mark };
}

/** Scrolls a list, without its parents, so that a row and its neighbours are visible. */
function within(list, row) {
  const top = row.offsetTop, room = 2 * row.offsetHeight;
  if (top - room < list.scrollTop) list.scrollTop = top - room;
  else if (top + row.offsetHeight + room > list.scrollTop + list.clientHeight) {
    list.scrollTop = top + row.offsetHeight + room - list.clientHeight;
  }
}

function result({ result, note }) {
  if (!result) return [make("span.dim", {}, note)];
  return [...result.values.map((value, at) => component(value ?? "", result.written[at], 4)), note ? make("span.dim", {}, ` ${note}`) : ""];
}

/** A component of a register; highlights NaN and infinities. */
export function component(value, written = true, digits = 6) {
  const wrong = typeof value === "string" && /nan|inf/i.test(value);
  return make("span.component", { class: `component${written ? "" : " old"}${wrong ? " wrong" : ""}` }, number(value, digits));
}

const WORDS = /(#.*$|"[^"]*")|\b([A-Z][A-Z0-9]+(?:[._][A-Z0-9_]+)*)\b|(\b\d+\.?\d*(?:[eE][-+]?\d+)?\b)/g;

/** A line with comments, instructions and numbers highlighted. */
function code(text) {
  const parts = [];
  let end = 0;
  for (const match of text.matchAll(WORDS)) {
    const kind = match[1] ? "comment" : match[2] ? "word" : "number";
    parts.push(text.slice(end, match.index), make(`span.${kind}`, {}, match[0]));
    end = match.index + match[0].length;
  }
  return [...parts, text.slice(end)];
}
