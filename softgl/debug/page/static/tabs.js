// The panel: tabs, of which the one in front asks for what it shows.

import { Latest } from "./api.js";
import { find, make } from "./dom.js";
import { whenChosen } from "./store.js";

const panes = [];

/** Add a tab.
 *
 * asks : () -> what it needs now, {name, parameters …} of any kind, or a text that says what is missing.
 * load : (what it asks) -> a promise of what it shows. show : (root, what was loaded, what it asked).
 * follow : (root), called when something is chosen that it need not ask for.
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

/** Ask again for what the tab shows, if it is in front and asks for something else now. */
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
