// The editor: the texts of the programs of a draw. A changed text is compiled, and the frame drawn with it.

import { json, Latest, post } from "./api.js";
import { button, make, select } from "./dom.js";
import { edited, edits } from "./edits.js";
import { chosen, events } from "./store.js";
import { addTab } from "./tabs.js";

const PAUSE = 700; // milliseconds without a key before a text is compiled
const ENDS = { vertex: "vert", geometry: "geom", fragment: "frag" };
const COMPARED = [["edited", "edited"], ["difference", "the difference"], ["original", "original"]];
const latest = new Latest();
let timer = 0;
let shown = []; // of the draw: {key, text, area, problems}
let status = null;

addTab("edit", "Edit", { asks, load: asked => json("texts", asked), show });

function asks() {
  const { event } = chosen;
  return events()[event]?.vertices ? { event } : "This event runs no program: choose a draw on the left.";
}

function show(root, found) {
  status = make("span.dim", { role: "status" });
  shown = found.texts.map(each => ({ ...each, area: area(each), problems: make("pre.error", { role: "alert" }) }));
  root.replaceChildren(
    make("div.tools", {},
      select("in", [["all", "every draw with it"], ["alone", "this draw"]], edits.alone ? "alone" : "all",
        value => { edits.alone = value === "alone"; compile(); }),
      select("picture", COMPARED, edits.compare, compare => edited({ compare })),
      button("draw", "compile and draw (Ctrl Enter)", compile), button("reset", "the original texts", reset), status),
    ...shown.flatMap(({ key, title, words, area: element, problems }) => [
      make("h3", {}, title, make("span.dim", {}, ` ${words} `),
        key && button("save", "save the text to a file", () => save(title, element.value))),
      element, problems]));
  if (!shown.length) root.append(make("p.hint", {}, "This draw has no program."));
  told();
}

function area({ key, title, text }) {
  return make("textarea.editor", {
    value: edits.texts.get(key) ?? text, readOnly: key === null, spellcheck: false, wrap: "off",
    rows: Math.min(Math.max(text.split("\n").length + 1, 5), 40), "aria-label": title,
    oninput: later,
    onkeydown: event => {
      if (!(event.key === "Enter" && (event.ctrlKey || event.metaKey))) return;
      event.preventDefault();
      compile();
    },
  });
}

function later() {
  clearTimeout(timer);
  timer = setTimeout(compile, PAUSE);
}

/** Compiles the texts, and shows the frame with them; the last good one stays until they compile. */
function compile() {
  clearTimeout(timer);
  const { event } = chosen;
  for (const { key, text, area: element } of shown) {
    if (key === null) continue;
    if (element.value === text) edits.texts.delete(key);
    else edits.texts.set(key, element.value);
  }
  if (!edits.texts.size) {
    edited({ number: null });
    told();
    return;
  }
  latest.run(async overtaken => {
    try {
      const found = await post("edit", { event, alone: edits.alone ? 1 : 0 }, Object.fromEntries(edits.texts));
      if (overtaken()) return;
      if (found.number !== null) edited({ number: found.number, event });
      told(found.problems);
    } catch (error) {
      told([{ key: "", words: error.message, line: 0 }]);
    }
  });
}

/** Shows the errors below their texts, those without a text below the last one. */
function told(problems = []) {
  const last = shown.at(-1);
  for (const each of shown) {
    const own = problems.filter(problem => problem.key === each.key || (each === last && !shown.some(({ key }) => key === problem.key)));
    each.problems.textContent = own.map(problem => problem.words).join("\n");
    each.area.toggleAttribute("aria-invalid", own.length > 0);
  }
  const where = edits.alone ? ` in event ${edits.event}` : "";
  status.textContent = problems.length ? "it does not compile" : edits.number === null ? "the frame as it is" : `the frame is edited${where}`;
}

function reset() {
  clearTimeout(timer);
  edits.texts.clear();
  for (const { text, area: element } of shown) element.value = text;
  edited({ number: null });
  told();
}

/** The capture or scene itself stays as it is. */
function save(title, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const [stage, ...words] = title.replace(/ “.*/, "").split(" ");
  make("a", { href: address, download: `${words.join("-")}.${ENDS[stage] ?? "txt"}` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
