"""An engine that traces: runs selected lanes of a draw a second time on the eager machine.

`TracingEngine` replaces a context's engine for one event. It runs every kernel of the inner engine,
so the picture is the same; of kernels that run programs, it also runs the selected lanes on an
eager machine with an `Observer`, on copies of the arrays that they write.
"""

from __future__ import annotations

from collections import defaultdict
from contextlib import nullcontext
from dataclasses import field, replace

import numpy as np

from softgl.debug.tracing.run import Observer
from softgl.ir.program import Program
from softgl.lanes import I32, Engine
from softgl.lanes.eager import EagerArray, EagerKernel, EagerMachine
from softgl.lanes.kernel import Kernel
from softgl.pipeline.fragments.fragment import fragment_signature, shade
from softgl.pipeline.fragments.interpolate import Pixels, corner_weights, load_interpolants
from softgl.pipeline.fragments.per_fragment import (
    COLOR_PLANES,
    DEPTH_PLANE,
    STENCIL_PLANE,
    of_sample,
    passes_alpha,
    passes_depth,
    passes_tests,
    write_fragment,
)
from softgl.pipeline.images.pixel_rectangle import rectangle_fragments, shown_pixels
from softgl.pipeline.planes.framebuffer import BLOCK, TILE, block_index
from softgl.pipeline.planes.samples import SUBPIXELS
from softgl.pipeline.primitives.edges import edge_bases, load_integer
from softgl.pipeline.tiles.quads import covered_by, draw_quads, edges_at, quad_fragments, taken
from softgl.records import dataclass

MAX_FRAGMENTS = 8  # traced fragments of a draw at one pixel: the last ones


@dataclass
class Wanted:
    """The subject of a trace: a pixel (x, y), or the number of a vertex or a primitive in the draw.

    layer : of a layered framebuffer. when : as in `Observer`.
    against : a program to compare with the programs of its stage.
    """

    pixel: tuple[int, int] | None = None
    vertex: int | None = None
    primitive: int | None = None
    when: object = None
    against: Program | None = None
    layer: int = 0

    def observer(self, lane: int = 0) -> Observer:
        """Makes an observer of a lane."""
        return Observer(lane, self.when, self.against)


@dataclass
class Execution:
    """One execution of a program: for a vertex, a fragment, or a geometry program's primitive.

    stage : "vertex", "geometry" or "fragment". number : of the vertex or the primitive in its draw;
    None for a fragment if its program does not read the number of the primitive.
    observer : the recorded steps. place : further properties by name.
    """

    stage: str
    number: int | None
    observer: Observer
    place: dict = field(default_factory=dict)

    @property
    def program(self) -> Program:
        return self.observer.program


class TracingEngine(Engine):
    """An engine that traces; inner : the engine that draws."""

    observed = True

    def __init__(self, inner: Engine, wanted: Wanted):
        super().__init__()
        self.inner, self.wanted, self.name = inner, wanted, inner.name
        self.can = replace(inner.can, call_chains=False, elide_stores=False)
        self.width = inner.width
        self.executions: list[Execution] = []
        self.vertex_runs: list[tuple] = []  # of the current chunk of the draw
        self.fixed = None  # window coordinates of the chunk's vertices
        self.given = 0  # number of vertices that clipping has not made
        self.generated = False  # True if a geometry program emits the vertices
        self.vertices: set[int] = set()

    @property
    def unobserved(self):
        return self.inner.unobserved

    def describe(self):
        return self.inner.describe()

    def precompile(self, request):
        self.inner.precompile(request)

    def build(self, signature, body, mapped):
        return self.inner.build(signature, body, mapped)

    def kernel(self, request):
        """The kernel of the inner engine, wrapped if it runs programs."""
        kernel = self.inner.kernel(request)
        key, describe, _ = request
        watched = KERNELS.get(key[0] if isinstance(key, tuple) else key)
        return kernel if watched is None else watched(self, kernel, key, describe)

    def pixel_of(self, arrays) -> tuple[int, int] | None:
        """The traced pixel; None if the planes have another layer or do not contain it."""
        pixel = self.wanted.pixel
        if pixel is None or arrays["layer"] != self.wanted.layer:
            return None
        within = pixel[0] < arrays["window_width"] and pixel[1] < arrays["window_height"][0]
        return pixel if within else None

    # -- vertices ------------------------------------------------------------------------------

    def window_position(self, vertex: int) -> tuple[float, float] | None:
        """The window coordinates of a vertex of the current chunk."""
        if self.fixed is None:
            return None
        word = self.fixed[vertex : vertex + 1]
        x, y = word.view(np.int32).tolist()
        return x / SUBPIXELS, y / SUBPIXELS

    def trace_vertex(self, number: int, **place) -> None:
        """Runs the vertex program a second time for a vertex of the current chunk."""
        for first, count, run in self.vertex_runs:
            if first <= number < first + count and number not in self.vertices:
                self.vertices.add(number)
                observer = self.wanted.observer()
                run(number, observer)
                self.executions.append(Execution("vertex", number, observer, place))


class _Watched(Kernel):
    """A kernel of the inner engine with further work around its runs."""

    def __init__(self, engine: TracingEngine, kernel: Kernel, key, describe):
        self.engine, self.kernel, self.key, self.describe = engine, kernel, key, describe


class _VertexKernel(_Watched):
    """A vertex kernel: keeps its inputs, so that selected vertices can run again."""

    def run(self, scalars, arrays, count=0):
        signature, body = self.describe()
        first = scalars["first"]

        def again(number, observer):
            machine = _observed(observer)
            index = machine.lanes(np.array([number - first], np.int32), I32)
            EagerKernel(signature, body, True).run_on(
                machine, scalars, _copied(signature, arrays), index
            )

        runs = self.engine.vertex_runs
        if not first:
            runs.clear()
        runs.append((first, count, again))
        self.kernel.run(scalars, arrays, count)
        self.engine.fixed, self.engine.given = arrays.get("fixed"), first + count
        wanted = self.engine.wanted.vertex
        if wanted is not None and first <= wanted < first + count:
            self.engine.trace_vertex(wanted)


class _ProjectKernel(_Watched):
    """The projection kernel: keeps window coordinates."""

    def run(self, scalars, arrays, count=0):
        self.kernel.run(scalars, arrays, count)
        self.engine.fixed, self.engine.given = arrays["fixed"], scalars["given"]


CORNERS = {"setup": ("triangles", 3), "setup lines": ("lines", 2), "setup points": ("points", 1)}
"""First word of a setup kernel's key -> (array of vertex indices, vertices of a primitive)."""


class _SetupKernel(_Watched):
    """A setup kernel: traces the vertices of the selected primitive."""

    def run(self, scalars, arrays, count=0):
        engine, (name, corners) = self.engine, CORNERS[self.key[0]]
        wanted = engine.wanted.primitive
        if wanted is not None and not scalars.get("first", 0) and not engine.generated:
            first = wanted * corners
            for vertex in arrays[name][first : first + corners].tolist():
                engine.trace_vertex(vertex)
        self.kernel.run(scalars, arrays, count)


class _GeometryKernel(_Watched):
    """A geometry kernel: traces the selected primitive."""

    def run(self, scalars, arrays, count=0):
        self.engine.generated = True
        wanted = self.engine.wanted.primitive
        first = scalars["first"]
        if wanted is not None:
            often = self.key[1].program.primitives.invocations
            numbers = np.repeat(arrays["numbers"], often)[first : first + count]
            for lane in np.flatnonzero(numbers == wanted).tolist():
                signature, body = self.describe()
                observer = self.engine.wanted.observer()
                machine = _observed(observer)
                index = machine.lanes(np.array([lane], np.int32), I32)
                EagerKernel(signature, body, True).run_on(
                    machine, scalars, _copied(signature, arrays), index
                )
                self.engine.executions.append(Execution("geometry", wanted, observer))
        self.kernel.run(scalars, arrays, count)


def _observed(observer):
    machine = EagerMachine()
    machine.observer = observer
    return machine


def _copied(signature, arrays):
    """The arrays of a kernel, with copies of the written ones."""
    return arrays | {name: arrays[name].copy() for name in signature.written}


class _FragmentKernel(_Watched):
    """A tile or quads kernel: traces primitives that cover the pixel."""

    def run(self, scalars, arrays, count=0):
        pixel = self.engine.pixel_of(arrays)
        if pixel is not None:
            shapes = self._shapes(scalars, arrays, pixel)
            if len(shapes):
                self._trace(scalars, arrays, pixel, shapes)
        self.kernel.run(scalars, arrays, count)

    def _shapes(self, scalars, arrays, pixel):
        """The numbers of setup primitives that may cover the pixel, in order."""
        x, y = pixel
        if "quads" in arrays:
            quads = arrays["quads"].reshape(3, -1)
            return quads[0][(quads[1] == x & ~1) & (quads[2] == y & ~1)]
        tiles = arrays["tiles"][scalars["first"] : scalars["last"]]
        tile = y // TILE * scalars["tiles_across"] + x // TILE
        at = np.flatnonzero(tiles == tile)
        starts, entries = arrays["starts"], arrays["entries"]
        slots = at + scalars["first"]
        found = [entries[starts[slot] : starts[slot + 1]] for slot in slots]
        return np.concatenate(found) if found else np.zeros(0, np.int32)

    def _trace(self, scalars, arrays, pixel, shapes):
        key = self.key[1]
        signature = fragment_signature(key)
        arrays = _copied(signature, arrays)

        def body(m, a):
            covering = _covering(m, a, key, pixel, shapes)
            before, last = covering[:-MAX_FRAGMENTS], covering[-MAX_FRAGMENTS:]
            if before:
                x, y = _quad(pixel, len(before))
                quads = np.stack([np.array(before), x[::4], y[::4]]).astype(np.int32)
                a.quads = EagerArray(quads.reshape(-1), I32)
                draw_quads(m, a, key)
            for shape in last:
                found.append(_traced_fragment(m, a, key, pixel, shape, self.engine))

        found: list[Execution] = []
        EagerKernel(signature, body, False).run_on(EagerMachine(), scalars, arrays)
        drawn = [one for one in found if one.place["fate"] == "drawn"] or found
        for one in drawn[-1:] if not self.engine.generated else ():
            for corner in one.place["corners"]:
                self.engine.trace_vertex(corner["vertex"])
        self.engine.executions += found


def _quad(pixel, count=1):
    x, y = (np.repeat(np.int32(side & ~1), 4 * count) for side in pixel)
    corner = np.arange(4 * count, dtype=np.int32) & 3
    return x + (corner & 1), y + (corner >> 1)


def _lane(pixel) -> int:
    """The lane of a pixel in its quad."""
    return (pixel[0] & 1) + 2 * (pixel[1] & 1)


def _covering(m, a, key, pixel, shapes):
    """The setup primitives that cover a pixel."""
    x, y = _quad(pixel, len(shapes))
    covered, _ = covered_by(m, a, key, np.repeat(shapes, 4), x, y)
    shown = covered.any(axis=0).reshape(-1, 4)[:, _lane(pixel)]
    return shapes[shown].tolist()


class _RectangleKernel(_Watched):
    """A rectangle kernel: traces the fragment of the pixel."""

    def run(self, scalars, arrays, count=0):
        pixel = self.engine.pixel_of(arrays)
        rows = count // (scalars["blocks_across"] * BLOCK * BLOCK)
        if pixel is not None and 0 <= pixel[1] // BLOCK - scalars["block_y"] < rows:
            self._trace(scalars, arrays, pixel)
        self.kernel.run(scalars, arrays, count)

    def _trace(self, scalars, arrays, pixel):
        signature, _ = self.describe()
        key, lane = self.key[1], _lane(pixel)

        def body(m, a):
            places = [m.lanes(values, I32) for values in _quad(pixel)]
            number, shown = shown_pixels(m, a, key, *places)
            if shown.value[lane]:
                fragments = rectangle_fragments(m, key, a, number, *places)
                observer = self.engine.wanted.observer(lane)
                place = _shaded(m, a, key.fragment, places, fragments, observer, shown)
                self.engine.executions.append(Execution("fragment", None, observer, place))

        arrays = _copied(signature, arrays)
        EagerKernel(signature, body, False).run_on(EagerMachine(), scalars, arrays)


def _traced_fragment(m, a, key, pixel, shape, engine) -> Execution:
    """Traces one fragment, from its inputs to the written planes."""
    lane = _lane(pixel)
    observer = engine.wanted.observer(lane)
    x, y = _quad(pixel)
    triangle = np.repeat(np.int32(shape), 4)
    covered, centre = covered_by(m, a, key, triangle, x, y)
    places = [m.lanes(values, I32) for values in (triangle, x, y)]
    fragments = quad_fragments(m, a, key, places, covered, centre)
    place = _shaded(m, a, key, places[1:], fragments, observer)
    # Only tracing needs the numbers of primitives here.
    primitive = int(observer.value(fragments.primitive)) if key.inputs.origins else None
    place |= {"primitive": primitive, "corners": _corners(m, a, key, places, lane, engine)}
    return Execution("fragment", primitive, observer, place)


def _shaded(m, a, key, places, fragments, observer, shown=None):
    """Shades a quad under an observer; returns the properties of its fragment by name.

    places : x and y. shown : mask of the quad's covered pixels; None for all.
    """
    lane = observer.lane
    m.observer = observer
    with nullcontext() if shown is None else m.where(shown):
        shaded = shade(m, key, a, fragments)
    m.observer = None
    index = block_index(*places, a.blocks_x).value
    own = taken(m, shaded, np.array([lane]), 4)
    at = m.lanes(index[lane : lane + 1], I32)
    before = _planes(a, key, at)
    fate = _fate(m, a, key, at, own)
    write_fragment(m, key, a, at, own, tested=False)
    return {
        "fate": fate, "before": before, "after": _planes(a, key, at),
        "color": [[float(c.value[0]) for c in each] for each in (own.color, *own.more)],
        "front": bool(observer.value(fragments.front)),
        "depth": float(observer.value(fragments.depth)),
    }  # fmt: skip


def _corners(m, a, key, places, lane, engine) -> list[dict]:
    """The vertices of a primitive, with their weights and their values of the inputs."""
    of = load_interpolants(m, key, a, places[0])
    edges, growth = edges_at(m, a, key, *places)
    pixels = Pixels(*places[1:], edges, edge_bases(m, edges), growth)
    weights = corner_weights(m, key, of, pixels.edge_floats(m))

    def one(value):
        value = np.ravel(value.value)
        return value[lane if value.size > 1 else 0]

    shares = [[one(w) for w in each] for each in (weights.perspective, weights.linear)]
    # Inputs of one source have equal values; fog has no input of its own.
    names = defaultdict(lambda: "fog coordinate")
    names |= dict(zip(key.inputs.attributes, map(str, key.program.attributes), strict=True))
    found = []
    for number in range({"triangle": 3, "line": 2, "point": 1}[key.shape.kind]):
        vertex = int(one(load_integer(m, a, places[0], f"corner{number}")))
        at = [1 - own[0] - own[1] if number == 0 else own[number - 1] for own in shares]
        values = {}
        for source, component in key.interpolated_components():
            row = source.front
            if row is not None:
                place = vertex + int(a.vertex_stride.value) * (row + component)
                values[names[source], component] = a.vertices.data[place]
        found.append({
            "vertex": vertex, "weight": at[0], "linear_weight": at[1],
            "window": engine.window_position(vertex),
                "clipped": vertex >= engine.given, "values": values,
        })  # fmt: skip
    return found


def _planes(a, key, at):
    """The words of the planes at a pixel, by name."""
    names = [*COLOR_PLANES[: len(key.targets)], DEPTH_PLANE, STENCIL_PLANE]
    found = {}
    for name in names:
        array = getattr(a, name, None)
        if array is not None and int(at.value[0]) < len(array.data):
            found[name] = int(array.data[int(at.value[0])])
    return found


def _fate(m, a, key, at, own) -> str:
    """The fate of a fragment after its program, in words."""
    if own.killed is not None and own.killed.value[0]:
        return "killed by the program"
    if key.alpha_func and not _truth(passes_alpha(m, key, a, own.covered(m, key, own.color)[3])):
        return f"the alpha test ({key.alpha_func}) fails"
    covered = [
        sample
        for sample in range(key.samples)
        if own.samples is None or _truth(of_sample(own.samples, sample))
    ]
    failed = [_failed_test(m, a, key, at, own, sample) for sample in covered]
    return "drawn" if None in failed else failed[0] if failed else "no sample is covered"


def _failed_test(m, a, key, at, own, sample) -> str | None:
    """The test that a sample fails, in words; None if it passes all."""
    given = of_sample(own.depths, sample), own.front, own.stencil
    if key.stencil is not None or key.depth_bounds:
        plane = getattr(a, STENCIL_PLANE, None)
        before = None if plane is None else plane.data.copy()
        passed = passes_tests(m, replace(key, depth=None), a, at, *given, sample=sample)
        if plane is not None:
            plane.data[:] = before  # the test has written, and runs again later
        if not _truth(passed):
            return "the stencil test fails" if key.stencil else "the depth bounds test fails"
    if not _truth(passes_depth(m, key, a, at, given[0], sample)):
        return f"the depth test ({key.depth.func}) fails"
    return None


def _truth(lane) -> bool:
    return bool(np.ravel(lane.value)[0])


KERNELS = {
    "vertex": _VertexKernel,
    "geometry": _GeometryKernel,
    "project": _ProjectKernel,
    "setup": _SetupKernel,
    "setup lines": _SetupKernel,
    "setup points": _SetupKernel,
    "tiles": _FragmentKernel,
    "quads": _FragmentKernel,
    "rectangle": _RectangleKernel,
}
"""First word of a kernel's key -> wrapper of kernels that run programs."""
