// Shows pictures of the server: a small one while the view moves, a full one at rest.

const find = (id) => document.getElementById(id);
const canvas = find("picture");
const REST = 200; // milliseconds without a move before the full picture
let period = 8000; // milliseconds of a whole animation
const MAX_ZOOM = 1000;
const MAX_SHIFT = 10000; // half widths of the picture
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

let first = { yaw: 0, pitch: 0, zoom: 1, x: 0, y: 0, time: 0 };
let view = { ...first };
let model = false;
let wanted = null; // the next request; one is under way at a time
let asking = false;
let playing = 0; // the time stamp of the last step of the animation
let resting = 0;

async function answer(name, parameters) {
  const reply = await fetch(`/api/${name}?${new URLSearchParams(parameters)}`).catch(() => null);
  if (!reply) throw new Error("softgl view does not answer: has it been ended?");
  if (reply.ok) return reply;
  const words = await reply.text();
  let why = words;
  try { why = JSON.parse(words).error; } catch { /* it is a text */ }
  throw new Error(why);
}

function tell(words, wrong = false) {
  find("status").textContent = words;
  find("status").classList.toggle("wrong", wrong);
}

async function request(small) {
  wanted = { ...view, small: model && small ? 1 : 0 };
  if (asking) return;
  asking = true;
  tell("drawing …");
  while (wanted) {
    const sent = wanted;
    wanted = null;
    try {
      const blob = await (await answer("picture", sent)).blob();
      const image = await createImageBitmap(blob, { premultiplyAlpha: "none", colorSpaceConversion: "none" });
      canvas.width = image.width;
      canvas.height = image.height;
      canvas.getContext("2d").drawImage(image, 0, 0);
      tell(`${image.width} × ${image.height}`);
    } catch (error) {
      tell(error.message, true);
      stop();
    }
  }
  asking = false;
}

function changed() {
  for (const axis of ["x", "y"]) view[axis] = Math.max(-MAX_SHIFT, Math.min(MAX_SHIFT, view[axis]));
  find("time").value = view.time;
  request(true);
  clearTimeout(resting);
  if (model) resting = setTimeout(() => request(false), REST);
}

function turn(right, up) {
  view.yaw = (view.yaw + right) % 360;
  view.pitch = Math.max(-90, Math.min(90, view.pitch + up));
  changed();
}

function pan(right, up) {
  view.x += right;
  view.y += up;
  changed();
}

function zoom(factor) {
  const before = view.zoom;
  view.zoom = Math.max(1 / MAX_ZOOM, Math.min(MAX_ZOOM, before * factor));
  view.x *= view.zoom / before; // the middle of the window stays
  view.y *= view.zoom / before;
  changed();
}

function reset() {
  stop();
  view = { ...first };
  changed();
}

function stop() {
  playing = 0;
  find("play").setAttribute("aria-pressed", "false");
}

function play() {
  if (playing) {
    stop();
    return;
  }
  playing = performance.now();
  find("play").setAttribute("aria-pressed", "true");
  requestAnimationFrame(step);
}

function step(now) {
  if (!playing) return;
  if (!asking) {
    view.time = (view.time + Math.max(0, now - playing) / period) % 1;
    playing = now;
    changed();
  }
  requestAnimationFrame(step);
}

canvas.addEventListener("pointerdown", (event) => canvas.setPointerCapture(event.pointerId));
canvas.addEventListener("contextmenu", (event) => event.preventDefault());
canvas.addEventListener("pointermove", (event) => {
  if (!model || !event.buttons) return;
  const scale = Math.min(canvas.clientWidth / canvas.width, canvas.clientHeight / canvas.height);
  const [right, down] = [event.movementX, event.movementY];
  if (event.buttons !== 1 || event.shiftKey) {
    pan(2 * right / (canvas.width * scale), -2 * down / (canvas.height * scale));
  } else {
    turn(right / 2, down / 2);
  }
});
canvas.addEventListener("wheel", (event) => {
  event.preventDefault();
  if (model) zoom(Math.exp(-Math.sign(event.deltaY) * 0.1));
}, { passive: false });
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, button")) return;
  const [right, up] = STEPS[event.key] ?? [0, 0];
  if (event.key === " ") play();
  else if (event.key === "0" || event.key === "Home") reset();
  else if (!model) return;
  else if (event.key === "+" || event.key === "=") zoom(1.1);
  else if (event.key === "-") zoom(1 / 1.1);
  else if (!right && !up) return;
  else if (event.shiftKey) pan(0.1 * right, 0.1 * up);
  else turn(5 * right, -5 * up);
  event.preventDefault();
});
find("play").addEventListener("click", play);
find("reset").addEventListener("click", reset);
find("time").addEventListener("input", () => {
  stop();
  view.time = Number(find("time").value);
  changed();
});

async function begin() {
  history.replaceState(null, "", "/"); // the token is in the cookie now
  const found = await (await answer("summary", {})).json();
  document.title = `${found.title} · softgl view`;
  find("title").textContent = found.title;
  [canvas.width, canvas.height] = found.size;
  model = found.camera !== null;
  if (!model) find("keys").textContent = "the camera is that of the program: space plays it";
  if (found.frames) {
    period = 1000 * found.frames / found.fps;
    find("time").step = 1 / found.frames;
  }
  first = { ...first, ...found.camera };
  view = { ...first };
  await request(false);
  canvas.focus();
}

begin().catch((error) => tell(error.message, true));
