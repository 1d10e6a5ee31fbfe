"""Kernels of fragments under a trace: the fragments of a pixel, their inputs and their fates."""

from __future__ import annotations

from collections import defaultdict
from contextlib import nullcontext
from dataclasses import replace

import numpy as np

from softgl.debug.tracing.execution import Execution
from softgl.debug.tracing.watched import Watched, copied
from softgl.lanes import I32
from softgl.lanes.eager import EagerKernel, EagerMachine
from softgl.lanes.eager_memory import EagerArray
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
from softgl.pipeline.primitives.edges import edge_bases, load_integer
from softgl.pipeline.tiles.quads import (
    covered_by,
    draw_quads,
    edges_at,
    quad_fragments,
    select_lanes,
)

MAX_FRAGMENTS = 8  # traced fragments of a draw at one pixel: the last ones


class FragmentKernel(Watched):
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
        arrays = copied(signature, arrays)

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


class RectangleKernel(Watched):
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

        arrays = copied(signature, arrays)
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
    primitive = int(observer.value(fragments.primitive)) if key.inputs.reads_provoking else None
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
    own = select_lanes(m, shaded, np.array([lane]), 4)
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
                "clipped": vertex >= engine.input_count, "values": values,
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
    own_values = of_sample(own.depths, sample), own.front, own.stencil
    if key.stencil is not None or key.depth_bounds:
        plane = getattr(a, STENCIL_PLANE, None)
        before = None if plane is None else plane.data.copy()
        passed = passes_tests(m, replace(key, depth=None), a, at, *own_values, sample=sample)
        if plane is not None:
            plane.data[:] = before  # the test has written, and runs again later
        if not _truth(passed):
            return "the stencil test fails" if key.stencil else "the depth bounds test fails"
    if not _truth(passes_depth(m, key, a, at, own_values[0], sample)):
        return f"the depth test ({key.depth.func}) fails"
    return None


def _truth(lane) -> bool:
    return bool(np.ravel(lane.value)[0])
