// A rotatable wireframe: points and edges on a canvas, without a library.

const NEAR = 0.05;

export class Wireframe {
  turn = 0.6;
  tilt = 0.4;
  distance = 2;

  /** shape : {points: [x, y, z, …], edges: [a, b, …]}; marked : the number of a point. */
  constructor(canvas) {
    this.canvas = canvas;
    this.shape = null;
    this.marked = null;
    canvas.addEventListener("pointerdown", event => {
      canvas.setPointerCapture(event.pointerId);
      let [x, y] = [event.clientX, event.clientY];
      canvas.onpointermove = moved => {
        this.rotate((moved.clientX - x) / 120, (moved.clientY - y) / 120);
        [x, y] = [moved.clientX, moved.clientY];
      };
    });
    canvas.addEventListener("pointerup", () => { canvas.onpointermove = null; });
    canvas.addEventListener("wheel", event => {
      event.preventDefault();
      this.zoom(event.deltaY > 0 ? 1.1 : 1 / 1.1);
    }, { passive: false });
    canvas.addEventListener("keydown", event => {
      const turns = { ArrowLeft: [-0.15, 0], ArrowRight: [0.15, 0], ArrowUp: [0, -0.15], ArrowDown: [0, 0.15] };
      if (turns[event.key]) this.rotate(...turns[event.key]);
      else if (event.key === "+") this.zoom(1 / 1.1);
      else if (event.key === "-") this.zoom(1.1);
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
    canvas.addEventListener("theme", () => this.draw());
    new ResizeObserver(() => this.draw()).observe(canvas);
  }

  rotate(turn, tilt) {
    this.turn += turn;
    this.tilt = Math.min(Math.max(this.tilt + tilt, -1.57), 1.57);
    this.draw();
  }

  zoom(by) {
    this.distance = Math.min(Math.max(this.distance * by, 0.3), 30);
    this.draw();
  }

  show(shape) {
    this.shape = shape;
    const ranges = [0, 1, 2].map(axis => {
      const values = shape.points.filter((value, at) => at % 3 === axis && Number.isFinite(value));
      return values.reduce(([low, high], each) => [Math.min(low, each), Math.max(high, each)], [Infinity, -Infinity]);
    });
    this.middle = ranges.map(([low, high]) => (low <= high ? (low + high) / 2 : 0));
    this.size = Math.max(...ranges.map(([low, high]) => (low < high ? high - low : 0))) || 1;
    this.draw();
  }

  /** Where points lie on the canvas: [x, y] each, or null behind the eye. */
  placed() {
    const { width, height } = this.canvas, scale = Math.min(width, height) * 1.1;
    const [sine, cosine] = [Math.sin(this.turn), Math.cos(this.turn)];
    const [up, along] = [Math.sin(this.tilt), Math.cos(this.tilt)];
    const { points } = this.shape, places = [];
    for (let at = 0; at < points.length; at += 3) {
      const [x, y, z] = [0, 1, 2].map(axis => (points[at + axis] - this.middle[axis]) / this.size);
      const [right, back] = [cosine * x + sine * z, cosine * z - sine * x];
      const depth = this.distance - (up * y + along * back), high = along * y - up * back;
      const seen = Number.isFinite(depth + right + high) && depth > NEAR;
      places.push(seen ? [width / 2 + scale * right / depth, height / 2 - scale * high / depth] : null);
    }
    return places;
  }

  draw() {
    const { canvas, shape } = this;
    const ratio = devicePixelRatio || 1;
    [canvas.width, canvas.height] = [canvas.clientWidth * ratio, canvas.clientHeight * ratio];
    if (!shape || !canvas.width) return;
    const style = getComputedStyle(canvas), context = canvas.getContext("2d");
    const places = this.placed();
    context.strokeStyle = style.color;
    context.lineWidth = Math.max(1, ratio * 0.7);
    context.globalAlpha = shape.edges.length > 4000 ? 0.45 : 0.8;
    context.beginPath();
    for (let at = 0; at < shape.edges.length; at += 2) {
      const [one, other] = [places[shape.edges[at]], places[shape.edges[at + 1]]];
      if (one && other) { context.moveTo(...one); context.lineTo(...other); }
    }
    context.stroke();
    context.fillStyle = style.color;
    if (!shape.edges.length) places.forEach(at => at && context.fillRect(at[0] - 1, at[1] - 1, 3, 3));
    const here = places[this.marked];
    if (here) {
      context.globalAlpha = 1;
      context.fillStyle = style.accentColor;
      context.beginPath();
      context.arc(...here, 5 * ratio, 0, 7);
      context.fill();
    }
  }
}
