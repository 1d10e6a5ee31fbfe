// The panel: tabs; the front one requests its data.

import { Latest } from "./api.js";
import { find, make } from "./dom.js";
import { whenChosen } from "./store.js";

const panes = [];

/** Adds a tab.
 *
 * asks : () -> its current request, {name, parameters …}, or a text that explains why there is none.
 * load : (request) -> a promise of its data. show : (root, data, request).
 * follow : (root), called at a change of the selection that needs no request.
 */
export function addTab(id, words, { asks, load, show, follow = () => {} }) {
  const root = make("div.pane", { id: `pane-${id}`, role: "tabpanel", hidden: true, tabIndex: -1 });
  const tab = make("button", {
    id: `tab-${id}`, type: "button", role: "tab", "aria-controls": root.id, onclick: () => front(id),
    title: `${words} (${panes.length + 1})`,
  }, words);
  root.setAttribute("aria-labelledby", tab.id);
  find("tabs").append(tab);
  find("panes").append(root);
  panes.push({ id, tab, root, asks, load, show, follow, latest: new Latest(), shown: null });
}

export function front(id) {
  for (const pane of panes) {
    const here = pane.id === id;
    pane.root.hidden = !here;
    pane.tab.setAttribute("aria-selected", here);
    pane.tab.tabIndex = here ? 0 : -1;
    if (here) refresh(pane);
  }
}

export const inFront = () => panes.find(pane => !pane.root.hidden)?.id;
export const frontNumber = number => panes[number] && front(panes[number].id);

/** Requests the data of the tab again, if it is in front and its request has changed. */
export function refreshTab(id) {
  const pane = panes.find(each => each.id === id);
  if (!pane.root.hidden) refresh(pane);
}

function refresh(pane) {
  const asked = pane.asks();
  const key = JSON.stringify(asked);
  if (pane.shown === key) {
    pane.follow(pane.root);
    return;
  }
  pane.shown = key;
  if (typeof asked === "string") {
    pane.latest.run(async () => pane.root.replaceChildren(make("p.hint", {}, asked)));
    return;
  }
  pane.root.setAttribute("aria-busy", "true");
  pane.latest.run(async overtaken => {
    try {
      const found = await pane.load(asked);
      if (!overtaken()) pane.show(pane.root, found, asked);
    } catch (error) {
      if (!overtaken()) pane.root.replaceChildren(make("p.error", { role: "alert" }, error.message));
      pane.shown = null;
    }
    if (!overtaken()) pane.root.removeAttribute("aria-busy");
  });
}

whenChosen(() => panes.filter(pane => !pane.root.hidden).forEach(refresh));

find("tabs").addEventListener("keydown", event => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  const at = panes.findIndex(pane => pane.id === inFront());
  const next = panes[(at + step + panes.length) % panes.length];
  front(next.id);
  next.tab.focus();
});
