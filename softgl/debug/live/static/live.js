// Shows the frames of a running script, and sends it the keys and the mouse.

const find = (id) => document.getElementById(id);
const canvas = find("picture");
const BUTTONS = ["left", "middle", "right"];
const NAMES = {
  ArrowLeft: "Left", ArrowUp: "Up", ArrowRight: "Right", ArrowDown: "Down", PageUp: "PageUp", PageDown: "PageDown",
  Home: "Home", End: "End", Insert: "Insert", Shift: "Shift", Control: "Ctrl", Alt: "Alt", Escape: "Escape",
  Enter: "Enter", Tab: "Tab", Backspace: "Backspace", Delete: "Delete", " ": "Space", "<": "lt", ">": "gt",
};
const MODIFIERS = ["Shift", "Control", "Alt"];
const OWN = /^F(5|11|12)$/; // keys of the browser
const RESIZED = 200; // milliseconds without another change of the size

let revision = -1;
let menus = {}; // button -> [label, entries of a submenu or null]
let waiting = []; // input that is not sent yet
let sending = false;
let over = false;
let resizing = 0;
const held = new Map(); // the pressed keys: code -> name

function tell(words, wrong = false) {
  find("status").textContent = words;
  find("status").classList.toggle("wrong", wrong);
}

/** Requests frames, each as soon as the one before is shown, until the script ends. */
async function follow() {
  while (!over) {
    const reply = await fetch(`/api/frame?after=${revision}`).catch(() => null);
    if (!reply?.ok) throw new Error(reply ? await reply.text() : "the script has ended");
    const bytes = await reply.arrayBuffer();
    const length = new DataView(bytes).getUint32(0, true);
    show(JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 4, length))), bytes, 4 + length);
  }
}

function show(state, bytes, start) {
  revision = state.revision;
  menus = state.menus;
  over = state.ended;
  document.title = `${state.title} · softgl run`;
  find("title").textContent = state.title;
  find("pause").setAttribute("aria-pressed", state.paused);
  if (state.size) {
    const [width, height] = state.size;
    if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
    const pixels = new Uint8ClampedArray(bytes, start, 4 * width * height);
    canvas.getContext("2d").putImageData(new ImageData(pixels, width, height), 0, 0);
  }
  const size = state.size ? `${state.size.join(" × ")}, ` : "";
  tell(over ? "the script has ended" : `${size}${state.paused ? "paused" : `${state.rate.toFixed(1)} frames a second`}`);
}

/** Sends input in order, one request at a time; of moves in a row only the last one. */
async function send(...input) {
  if (over) return;
  if (input[0] === "move" && waiting.at(-1)?.[0] === "move") waiting.pop();
  waiting.push(input);
  if (sending) return;
  sending = true;
  while (waiting.length) {
    const body = JSON.stringify(waiting);
    waiting = [];
    const reply = await fetch("/api/input", { method: "POST", body }).catch(() => null);
    if (reply && !reply.ok) tell((await reply.json()).error, true);
  }
  sending = false;
}

// -- the mouse ----------------------------------------------------------------------------------------

const modifiers = (event) => (event.shiftKey ? "S" : "") + (event.ctrlKey ? "C" : "") + (event.altKey ? "A" : "");

function place(event) {
  const box = canvas.getBoundingClientRect();
  return [event.clientX - box.left, event.clientY - box.top].map((each) => String(Math.floor(each)));
}

canvas.addEventListener("pointerdown", (event) => {
  find("menu").hidden = true;
  canvas.focus();
  event.preventDefault();
  if (menus[event.button]) {
    send("move", ...place(event));
    open(menus[event.button], event);
    return;
  }
  canvas.setPointerCapture(event.pointerId);
  if (BUTTONS[event.button]) send("down", ...place(event), BUTTONS[event.button], modifiers(event));
});
// With a button pressed, others are changes of a move.
canvas.addEventListener("pointerup", (event) => {
  if (BUTTONS[event.button] && !menus[event.button]) send("up", ...place(event), BUTTONS[event.button], modifiers(event));
});
canvas.addEventListener("pointermove", (event) => send("move", ...place(event)));
canvas.addEventListener("contextmenu", (event) => event.preventDefault());
canvas.addEventListener("wheel", (event) => {
  event.preventDefault();
  if (event.deltaY) send("wheel", ...place(event), event.deltaY < 0 ? "1" : "-1");
}, { passive: false });

/** Opens a menu of the script; `menu` in the input names the entries on the path. */
function open(entries, { clientX, clientY }) {
  const menu = find("menu");
  menu.replaceChildren(...items(entries, []));
  menu.hidden = false;
  menu.style.left = `${Math.min(clientX, innerWidth - menu.offsetWidth)}px`;
  menu.style.top = `${Math.min(clientY, innerHeight - menu.offsetHeight)}px`;
  menu.querySelector("button")?.focus();
}

function items(entries, before) {
  const labels = entries.map(([label]) => label);
  return entries.map(([label, inner], index) => {
    const item = document.createElement("li");
    // A label is the word of its first entry; other entries with it have their numbers.
    const path = [...before, labels.indexOf(label) === index ? label : String(index + 1)];
    if (inner) {
      const list = document.createElement("ul");
      list.append(...items(inner, path));
      item.append(label, list);
    } else {
      const choice = document.createElement("button");
      choice.textContent = label;
      choice.addEventListener("click", () => {
        find("menu").hidden = true;
        send("menu", ...path);
        canvas.focus();
      });
      item.append(choice);
    }
    return item;
  });
}

// -- keys ---------------------------------------------------------------------------------------------

function name(event) {
  const key = NAMES[event.key] ?? (/^F\d+$/.test(event.key) ? event.key : event.key.length === 1 ? event.key : null);
  if (key === null || (key.length === 1 && key.charCodeAt(0) > 255)) return null;
  const prefix = MODIFIERS.includes(event.key) ? "" : [...modifiers(event)].map((each) => `${each}-`).join("");
  return `<${prefix}${key}>`;
}

document.addEventListener("keydown", (event) => {
  if (!find("menu").hidden) {
    if (event.key === "Escape") find("menu").hidden = true;
    return;
  }
  if (event.metaKey || OWN.test(event.key) || event.target.matches("button")) return;
  const key = name(event);
  if (!key) return;
  event.preventDefault();
  send(event.repeat ? "repeat" : "hold", key);
  held.set(event.code, key);
});
document.addEventListener("keyup", (event) => release(event.code));

function release(code) {
  if (held.has(code)) send("release", held.get(code));
  held.delete(code);
}

// Keys that are released elsewhere are released here.
addEventListener("blur", () => [...held.keys()].forEach(release));

// -- the controls -------------------------------------------------------------------------------------

for (const [id, word] of [["step", () => "step"], ["close", () => "close"],
  ["pause", () => (find("pause").getAttribute("aria-pressed") === "true" ? "play" : "pause")]]) {
  find(id).addEventListener("click", () => {
    send(word());
    canvas.focus();
  });
}
addEventListener("resize", () => {
  clearTimeout(resizing);
  resizing = setTimeout(() => {
    const sides = [find("stage").clientWidth, find("stage").clientHeight];
    send("resize", ...sides.map((side) => String(Math.min(Math.max(side, 1), 8192))));
  }, RESIZED);
});

history.replaceState(null, "", "/"); // the token is in the cookie now
canvas.focus();
follow().catch((error) => {
  over = true;
  tell(error.message, true);
});
