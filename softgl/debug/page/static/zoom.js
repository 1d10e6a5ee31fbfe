// A canvas that shows a picture at integer scales, and reports the pixel under the pointer.

const SIZES = [1 / 8, 1 / 4, 1 / 2, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32];

/** Zoom and scroll of a canvas inside a scrolling element.
 *
 * pointed, picked : called with (column, row) from the upper left; pointed with null when the pointer leaves.
 */
export class Zoom {
  scale = "fit";
  image = null;
  mark = null; // the marked pixel, [column, row]

  constructor(stage, canvas, { pointed = () => {}, picked = () => {} }) {
    Object.assign(this, { stage, canvas });
    const at = call => event => call(...this.pixel(event));
    canvas.addEventListener("pointermove", at(pointed));
    canvas.addEventListener("pointerleave", () => pointed(null));
    canvas.addEventListener("click", event => { if (this.image) at(picked)(event); });
    stage.addEventListener("wheel", event => {
      if (!event.ctrlKey && !event.metaKey && !event.altKey) return; // plain wheel events scroll
      event.preventDefault();
      this.step(event.deltaY < 0 ? 1 : -1, event);
    }, { passive: false });
    new ResizeObserver(() => { if (this.scale === "fit") this.draw(); }).observe(stage);
  }

  show(image) {
    this.image = image;
    this.draw();
  }

  /** How many pixels of the screen a pixel of the picture has, each way. */
  get shown() {
    if (this.scale !== "fit" || !this.image) return this.scale;
    const { clientWidth, clientHeight } = this.stage;
    const fit = Math.min((clientWidth - 2) / this.image.width, (clientHeight - 2) / this.image.height);
    return fit >= 1 ? Math.floor(fit) : Math.max(fit, 1 / 64);
  }

  pixel(event) {
    const box = this.canvas.getBoundingClientRect();
    const column = Math.floor((event.clientX - box.left) / this.shown);
    const row = Math.floor((event.clientY - box.top) / this.shown);
    return [Math.min(Math.max(column, 0), this.image.width - 1), Math.min(Math.max(row, 0), this.image.height - 1)];
  }

  /** One size larger or smaller, with what is in the middle, or under the pointer, kept there. */
  step(by, event = null) {
    if (!this.image) return;
    const now = this.shown;
    const next = by > 0 ? SIZES.find(each => each > now) : SIZES.findLast(each => each < now);
    if (next) this.set(next, event);
  }

  set(scale, event = null) {
    const stage = this.stage.getBoundingClientRect(), before = this.canvas.getBoundingClientRect();
    const old = this.shown;
    const [x, y] = event ? [event.clientX - stage.left, event.clientY - stage.top] : [stage.width / 2, stage.height / 2];
    const [u, v] = [(x + stage.left - before.left) / old, (y + stage.top - before.top) / old];
    this.scale = scale;
    this.draw();
    this.stage.scrollLeft = u * this.shown - x;
    this.stage.scrollTop = v * this.shown - y;
  }

  draw() {
    const { canvas, image } = this;
    if (!image) return;
    if (canvas.width !== image.width || canvas.height !== image.height) {
      [canvas.width, canvas.height] = [image.width, image.height];
    }
    const context = canvas.getContext("2d");
    context.clearRect(0, 0, image.width, image.height);
    context.drawImage(image, 0, 0);
    canvas.style.width = `${image.width * this.shown}px`;
    canvas.style.height = `${image.height * this.shown}px`;
    this.drawMark();
  }

  drawMark() {
    let frame = this.stage.querySelector(".mark");
    if (!this.mark) { frame?.remove(); return; }
    if (!frame) {
      frame = document.createElement("div");
      frame.className = "mark";
      this.canvas.after(frame);
    }
    const size = Math.max(this.shown, 5), middle = (this.shown - size) / 2;
    frame.style.width = frame.style.height = `${size}px`;
    frame.style.left = `${this.canvas.offsetLeft + this.mark[0] * this.shown + middle}px`;
    frame.style.top = `${this.canvas.offsetTop + this.mark[1] * this.shown + middle}px`;
  }

  /** The colour of a pixel of the picture, [r, g, b, a] from 0 to 255. */
  colour(column, row) {
    return [...this.canvas.getContext("2d").getImageData(column, row, 1, 1).data];
  }

  get words() {
    return `${Math.round(this.shown * 100)}%`;
  }
}
