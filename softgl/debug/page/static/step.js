// One step of a run: operands and results of the instruction, and all registers after it.

import { make } from "./dom.js";
import { component } from "./listing.js";

/** The details of a step, as elements. */
export function details(step) {
  const rows = step.operands.map(each => row(each.name, each.values, each.words));
  if (step.result) rows.push(row(step.result.name, step.result.values, step.result.words, step.result.written, "result"));
  for (const each of step.notes) rows.push(make("tr", {}, make("th", { scope: "row" }, each.name), make("td", { colSpan: 5 }, each.words)));
  return [
    make("h4", {}, make("span.dim", {}, `line ${step.line}  `), make("code", {}, step.text)),
    make("table.operands", {}, make("tbody", {}, rows)),
  ];
}

function row(name, values, words, written = null, kind = "operand") {
  const cells = [0, 1, 2, 3].map(at => make("td", {}, values[at] === undefined ? "" : component(values[at], !written || written[at])));
  return make(`tr.${kind}`, {}, make("th", { scope: "row" }, name), cells, make("td.dim", {}, words ?? ""));
}

/** The registers written up to a step, and the inputs of the program. */
export function registers(run, at) {
  const written = new Map();
  run.steps.slice(0, at + 1).forEach(({ result }, step) => {
    if (!result) return;
    const values = written.get(result.register)?.values ?? [null, null, null, null];
    written.set(result.register, { name: result.register, step,
      values: values.map((value, of) => (result.written[of] ? result.values[of] : value)) });
  });
  const group = (title, entries, open) => (entries.length ? make("details", { open },
    make("summary", {}, title),
    make("table.operands", {}, make("tbody", {}, entries.map(each => {
      const element = row(each.name, each.values, each.words);
      element.classList.toggle("fresh", each.step === at);
      return element;
    })))) : null);
  return [group("registers", [...written.values()], true), group("what it is given", run.inputs, true)].filter(Boolean);
}
