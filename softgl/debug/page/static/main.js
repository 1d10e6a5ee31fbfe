// The page: its parts are made by their modules, then the frame is asked for.

import { json } from "./api.js";
import "./events.js";
import "./event.js";
import "./history.js";
import "./program.js";
import "./vertices.js";
import "./textures.js";
import "./state.js";
import "./keys.js";
import "./splitter.js";
import { find, make } from "./dom.js";
import { choose } from "./store.js";
import { front } from "./tabs.js";

history.replaceState(null, "", "/"); // the token is no business of who looks at the screen

front("event");
try {
  const frame = await json("summary");
  find("title").textContent = frame.title;
  document.title = `${frame.title} – softgl inspect`;
  // What is shown first: the frame as it is at its end.
  choose({ frame, event: Math.max(frame.events.length - 1, 0) });
  find("list").focus();
} catch (error) {
  find("list").replaceChildren(make("li.error", { role: "alert" }, error.message));
}
