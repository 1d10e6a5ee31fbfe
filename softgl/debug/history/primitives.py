"""Finds the primitives of a draw near a pixel: runs the stages before rasterisation again for it.

These stages run on the engine of the context. The rasteriser's own formulas, on the eager machine,
decide the coverage of the pixel.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import numpy as np

from softgl.lanes import Engine, eager_engine
from softgl.pipeline.draws.chunks import compact
from softgl.pipeline.draws.draw_call import DrawCall
from softgl.pipeline.draws.layers import layers_of
from softgl.pipeline.draws.setup_primitives import PrimitiveBatch, StippleCounter
from softgl.pipeline.draws.stages import PLACING, PROGRAMS, Chunk, Part, run_stages
from softgl.pipeline.fragments.fragment import fragment_signature
from softgl.pipeline.keys.kernel_keys import FragmentKey
from softgl.pipeline.planes.framebuffer import BLOCK, Framebuffer
from softgl.pipeline.primitives.assemble import Assembled
from softgl.pipeline.primitives.setup import BOUND_NAMES
from softgl.pipeline.tiles.fragment_arrays import plane_arrays, state_arrays
from softgl.pipeline.tiles.quads import covered_by
from softgl.pipeline.vertices.clip_volume import SIDE_HALF_SPACES, VIEW_VOLUME, clip_volume
from softgl.pipeline.vertices.vertex import Vertices
from softgl.pipeline.vertices.viewport import WindowVertices
from softgl.records import but, dataclass

HALF_SPACES = dict(
    zip(
        (one.bit for one in VIEW_VOLUME),
        ("right side", "left side", "top side", "bottom side", "near plane", "far plane"),
        strict=True,
    )
)


@dataclass(frozen=True)
class Primitive:
    """The primitive of a fragment.

    kind : "triangle", "line" or "point". number : within the draw, from 0. instance : from 0.
    vertices : vertex indices of the draw; of emitted vertices of a geometry program, from 0.
    front : True if it is front facing.
    """

    kind: str
    number: int
    instance: int
    vertices: tuple[int, ...]
    front: bool


@dataclass(frozen=True)
class NearRun:
    """Setup primitives of one kind; `candidates` have the pixel within their bounds.

    primitives : of the candidates. placed : the vertices in window coordinates.
    """

    run: PrimitiveBatch
    placed: WindowVertices
    candidates: np.ndarray
    primitives: list[Primitive]


class Near:
    """The primitives of a draw near a pixel; layer : of a layered framebuffer."""

    def __init__(self, engine: Engine, frame: Framebuffer, call: DrawCall, pixel, layer, threads):
        self.frame, self.pixel, self.layer = frame, pixel, layer
        self._stream = call.stream
        self.call = but(call, stream=compact(call.stream))
        self._chunk = Chunk(engine, frame, self.call, threads, provoking=True)

    def parts(self) -> Iterator[tuple[Vertices, Assembled]]:
        """Yields vertices and primitives before clipping; each part overwrites the one before."""
        return ((part.vertices, part.primitives) for part in run_stages(PROGRAMS, self._chunk))

    def runs(self, vertices, primitives, box, volume, culls=True) -> Iterator[NearRun]:
        """Yields batches of primitives with the pixel in their bounds; each overwrites the last.

        box, volume : as a Chunk has them. culls : True to cull faces.
        """
        call = self.call
        if not culls:
            call = but(call, setup=replace(call.setup, cull_front=False, cull_back=False))
        left_out = sum(one.bit for one in self.volume if one not in volume)
        if left_out:
            codes = vertices.codes & np.uint32(~left_out & 0xFFFFFFFF)
            vertices = replace(vertices, codes=codes, outside=None)
        # Lines of each run begin the stipple pattern afresh.
        of = but(self._chunk, call=call, box=box, volume=volume, counter=StippleCounter())
        for part in run_stages(PLACING, of, Part(primitives, vertices)):
            run, placed = part.batch, part.vertices
            found = self._within(run, placed)
            if len(found):
                yield NearRun(run, placed, found, self._primitives(run, placed, primitives, found))

    def _within(self, run, placed):
        """The setup primitives of a run with the pixel within their bounds, in the layer."""
        primitives = run.primitives
        left, right, low, high = (primitives.row(name) for name in BOUND_NAMES)
        x, y = self.pixel
        found = (
            (primitives.row("tiles") > 0) & (left <= x) & (x <= right) & (low <= y) & (y <= high)
        )
        layers = layers_of(self.frame, self.call, placed.rows, primitives)
        if layers is not None:
            found &= layers == self.layer
        elif self.layer:
            found[:] = False
        return np.flatnonzero(found).astype(np.int32)

    def _primitives(self, run, placed, primitives, found):
        """The primitives of some setup primitives of a run; primitives : before clipping."""
        stream, setup_primitives = self.call.stream, run.primitives
        fronts = (
            setup_primitives.row("front")
            if run.shape.kind == "triangle"
            else np.ones(setup_primitives.count, bool)
        )
        result = []
        for place in found.tolist():
            provoking, number = (
                int(setup_primitives.row(name)[place]) for name in ("provoking", "primitive")
            )
            if placed.views is not None:
                provoking = int(placed.views.sources[provoking])
            same = (primitives.provoking[:, 0] == provoking) & (
                primitives.provoking[:, 1] == number
            )
            vertices = dict.fromkeys(primitives.vertex_indices[same].reshape(-1).tolist())
            instance = 0
            if self.call.geometry is None:
                instance = provoking // stream.each
                vertices = [self._vertex_number(corner % stream.each) for corner in vertices]
            fields = number, instance, tuple(vertices), bool(fronts[place])
            result.append(Primitive(run.shape.kind, *fields))
        return result

    def _vertex_number(self, vertex):
        """The application's index of a vertex of an instance."""
        original, own = self._stream, self.call.stream
        if original.indices is not None:
            vertex = int(original.indices[np.argmax(own.indices == vertex)])
        return vertex + original.first

    # -- boxes and volumes -------------------------------------------------------------------------

    @property
    def scissored(self) -> bool:
        """True if the scissor test fails at the pixel."""
        box, (x, y) = self.call.tests.box, self.pixel
        return box is not None and not (box[0] <= x < box[2] and box[1] <= y < box[3])

    @property
    def block(self) -> tuple[int, int, int, int]:
        """The block of pixels around the pixel, within the scissor box.

        Bounds that are clamped to it contain the same of its pixels as unclamped ones.
        """
        x, y = (value - value % BLOCK for value in self.pixel)
        box = (x, y, min(x + BLOCK, self.frame.width), min(y + BLOCK, self.frame.height))
        limits = None if self.scissored else self.call.tests.box
        if limits is None:
            return box
        low, high = map(max, box[:2], limits[:2]), map(min, box[2:], limits[2:])
        return (*low, *high)

    @property
    def volume(self):
        """The half-spaces of the clip volume."""
        return clip_volume(self.call.outputs.clipping)


def half_space_name(half_space) -> str:
    """The name of a half-space in messages."""
    bit = half_space.bit
    return HALF_SPACES.get(bit) or f"clip plane {bit.bit_length() - 1 - len(VIEW_VOLUME)}"


def run_arguments(near: Near, frame: Framebuffer, of: NearRun) -> tuple[FragmentKey, dict, dict]:
    """Builds the key, scalars and arrays of a kernel that shades the fragments of a run.

    frame : with the planes that are drawn to.
    """
    call = near.call
    arrays = {
        "depth": of.placed.depth.reshape(-1),
        "vertices": of.placed.rows.reshape(-1),
        **plane_arrays(frame),
        **of.run.arrays,
        **state_arrays(frame, call),
    }
    if not call.outputs.clipping.depths:
        arrays["depth_range"] = call.viewport.depth_range
    scalars = {
        "vertex_stride": of.placed.stride,
        "blocks_x": frame.blocks_x,
        "plane_elements": frame.elements,
        "triangle_stride": of.run.primitives.stride,
    }
    return call.fragment.of_shape(of.run.shape), scalars, arrays


def run_eagerly(key: FragmentKey, scalars: dict, arrays: dict, body) -> None:
    """Runs `body(m, a)` on the eager machine with the arguments of a fragment kernel."""
    eager_engine().build(fragment_signature(key), body, False).run(scalars, arrays)


def covering(m, a, key: FragmentKey, candidates, pixel) -> tuple[np.ndarray, np.ndarray]:
    """Coverage of the pixel's samples by candidates, (samples, count) bool, with the stipple test,
    and without it."""
    x, y = (np.full(len(candidates), value, np.int32) for value in pixel)
    without = replace(key, shape=replace(key.shape, stipple=False))
    cover = partial(covered_by, m, a)
    covered, _ = cover(key, candidates, x, y)
    all_of_them = covered if key == without else cover(without, candidates, x, y)[0]
    return covered, all_of_them


def lost_primitives(
    near: Near, vertices, primitives, drawn: set
) -> Iterator[tuple[Primitive, str]]:
    """Yields primitives that would cover the pixel, with the cull or clip that removed them.

    drawn : (number, instance) of primitives that cover the pixel.
    """
    volume, setup = near.volume, near.call.setup
    cut = [one for one in volume if one not in SIDE_HALF_SPACES and _is_outside(vertices, one)]
    if not cut and not (setup.cull_front or setup.cull_back):
        return
    wide = tuple(one for one in volume if one not in cut)
    found = _covering(near, vertices, primitives, wide)
    lost = {name: of for name, of in found.items() if name not in drawn}
    if not lost:
        return
    whole = _covering(near, vertices, primitives, volume) if cut else found
    culprits = {}
    for half_space in cut if lost.keys() - whole.keys() else ():
        others = tuple(one for one in volume if one is not half_space)
        for name in _covering(near, vertices, primitives, others):
            culprits.setdefault(name, half_space_name(half_space))
    for name, of in lost.items():
        if name in whole:
            yield of, f"culled: {'front' if of.front else 'back'} facing"
        else:
            yield of, f"clipped: {culprits.get(name, 'several half-spaces')}"


def _is_outside(vertices, half_space) -> bool:
    """True if any vertex is outside of a half-space."""
    return bool((vertices.codes[: vertices.count] & half_space.bit).any())


def _covering(near, vertices, primitives, volume) -> dict:
    """(number, instance) -> primitive that covers the pixel, culled or not."""
    found = {}
    for of in near.runs(vertices, primitives, near.block, volume, culls=False):

        def body(m, a, of=of, key=None):
            covered = covering(m, a, near.call.fragment.of_shape(of.run.shape), of.candidates,
                               near.pixel)[1].any(axis=0)  # fmt: skip
            for primitive, hit in zip(of.primitives, covered, strict=True):
                if hit:
                    found.setdefault((primitive.number, primitive.instance), primitive)

        run_eagerly(*run_arguments(near, near.frame, of), body)
    return found
