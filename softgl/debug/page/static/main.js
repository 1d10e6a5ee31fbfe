// The page: modules make its parts, then it requests the frame.

import { json } from "./api.js";
import "./events.js";
import "./event.js";
import "./history.js";
import "./program.js";
import "./vertices.js";
import "./textures.js";
import "./buffers.js";
import "./state.js";
import "./compare.js";
import "./edit.js";
import "./keys.js";
import "./splitter.js";
import { find, make } from "./dom.js";
import { choose } from "./store.js";
import { front } from "./tabs.js";

history.replaceState(null, "", "/"); // hides the token from the screen

front("event");
try {
  const frame = await json("summary");
  find("title").textContent = frame.title;
  document.title = `${frame.title} – softgl inspect`;
  // First shows the end of the frame.
  choose({ frame, event: Math.max(frame.events.length - 1, 0) });
  find("list").focus();
} catch (error) {
  find("list").replaceChildren(make("li.error", { role: "alert" }, error.message));
}
