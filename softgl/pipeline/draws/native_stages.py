"""The stages that native code runs one after the other, from top to bottom.

A `NativeStage` says which kernel it calls, over how many lanes, with which scalars; which arrays it
writes first, and how large they are; and when it stops the rest. `MESH` lists the stages of a chunk
of a long draw of filled triangles, `FEW` the stages of small draws of triangles, lines or points:
those of `stages.STAGES` that such draws have, with the same kernels. From a list follow kernels,
the memory of a thread and all scalars (`native_layout`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from typing import NamedTuple

import numpy as np

from softgl.lanes import Engine, KernelRequest, padded
from softgl.lanes.machine import MAX_VECTOR_LANES
from softgl.pipeline.draws.draw_call import DrawCall
from softgl.pipeline.draws.mesh_parts import BEGIN_KERNEL, SHARE_KERNEL
from softgl.pipeline.draws.setup_primitives import (
    line_scalars,
    line_setup,
    point_scalars,
    point_setup,
    setup_of,
    usual_key,
)
from softgl.pipeline.keys.kernel_keys import FragmentKey, SetupKey, VertexKey
from softgl.pipeline.planes.framebuffer import TILE, Framebuffer
from softgl.pipeline.primitives.lines import LINE_PLACES, LINE_SIZES, LineKey, line_kernel
from softgl.pipeline.primitives.points import PointKey, point_kernel
from softgl.pipeline.primitives.setup import (
    SETUP_INTEGERS,
    SIDES,
    culling_kernel,
    setup_kernel,
)
from softgl.pipeline.tiles.bins import (
    BIN_KERNEL,
    COUNT_STEP,
    ENTER_STEP,
    PLACE_STEP,
    tiles_across,
)
from softgl.pipeline.vertices.vertex import vertex_kernel
from softgl.records import dataclass


class Capacities(NamedTuple):
    """The capacities of a thread's memory.

    rows : of vertices. tiles : of the framebuffer. each : triangles of a chunk.
    """

    rows: int
    tiles: int
    each: int

    @property
    def vertices(self) -> int:
        """Largest number of vertices of a chunk."""
        return 3 * self.each

    @property
    def triangles(self) -> int:
        """Largest number of remaining triangles of a chunk: clipping makes several of one."""
        return 2 * self.each

    @property
    def entries(self) -> int:
        """Largest number of entries of bins."""
        return 8 * self.each + self.tiles

    # How far the rows of vertices and of triangles lie apart: not at the same places of all caches.

    @property
    def stride(self) -> int:
        return padded(self.vertices) + 80

    @property
    def triangle_stride(self) -> int:
        return padded(self.triangles) + 80


def capacities_of(framebuffer: Framebuffer, call: DrawCall, each: int) -> Capacities:
    """Returns the capacities for chunks of `each` triangles."""
    tiles = tiles_across(framebuffer) * -(-framebuffer.height // TILE)
    return Capacities(call.outputs.row_count, tiles, each)


class Keys(NamedTuple):
    """The keys of the kernels of a draw; provoking : True if fragments read provoking vertices."""

    vertex: VertexKey
    setup: SetupKey | LineKey | PointKey
    fragment: FragmentKey
    provoking: bool = False


def keys_of(call: DrawCall, provoking: bool) -> Keys:
    """Returns the keys of a draw of FEW; provoking : as in Keys."""
    setup = {1: point_setup, 2: line_setup}.get(call.corners)
    setup_key = setup(call, provoking) if setup else setup_of(call)
    return Keys(call.vertex, setup_key, usual_key(call), provoking)


class Drawn(NamedTuple):
    """The draw that scalars come from; room : the capacities of a thread."""

    framebuffer: Framebuffer
    call: DrawCall
    room: Capacities


def no_scalars(of: Drawn) -> dict:
    """Returns no scalars: earlier stages, or the draw's own code, write all of them."""
    return {}


@dataclass(frozen=True, eq=False)
class NativeStage:
    """A stage of a chunk.

    kernel : returns the request of its kernel for Keys; None for a stage of the host, which comes
        first.
    over : the array with the number of its lanes; None for a kernel that is not mapped.
    scalars : returns its scalars for a Drawn, except the ones that stages write.
    writes : the arrays that are first written here: the number of elements for Capacities, and the
        type. Later stages read them by the same names.
    sets : arrays of one I32 that are scalars of later stages, if their kernels have these: array ->
        (stage, scalar).
    renamed : names of arrays of the kernel -> their names here.
    stops : the array in which a number other than 0 stops the chunk. ends : True if the rest of the
        draw is not for native code then; False if the host goes on with the chunk.
    """

    name: str
    kernel: Callable[[Keys], KernelRequest] | None
    over: str | None = None
    scalars: Callable[[Drawn], dict] = no_scalars
    writes: dict[str, tuple[Callable[[Capacities], int], type]] = field(default_factory=dict)
    sets: dict[str, tuple[str, str]] = field(default_factory=dict)
    renamed: dict[str, str] = field(default_factory=dict)
    stops: str | None = None
    ends: bool = False


def _one(room):
    return 1


def _two(room):
    return 2


def _vertex_scalars(of):
    return of.call.viewport.scalars | {"stride": of.room.stride}


def _sides(of):
    box = of.call.tests.box or (0, 0, of.framebuffer.width, of.framebuffer.height)
    return dict(zip(SIDES, box, strict=True))


def _setup_scalars(of):
    return _sides(of) | {"stride": of.room.triangle_stride}


def _line_scalars(of):
    return _setup_scalars(of) | line_scalars(of.call)


def _point_scalars(of):
    return _setup_scalars(of) | point_scalars(of.call, of.room.stride)


def _bin_scalars(of):
    return {
        "tiles_across": tiles_across(of.framebuffer), "stride": of.room.triangle_stride,
        "tile_count": of.room.tiles, "place_count": of.room.tiles,
        "steps": COUNT_STEP | PLACE_STEP | ENTER_STEP,
    }  # fmt: skip


def tile_scalars(of: Drawn) -> dict:
    """Returns the scalars of the kernels that draw tiles, without the range of tiles."""
    return {
        "vertex_stride": of.room.stride, "triangle_stride": of.room.triangle_stride,
        "blocks_x": of.framebuffer.blocks_x, "plane_elements": of.framebuffer.elements,
        "tiles_across": tiles_across(of.framebuffer),
    }  # fmt: skip


TRIANGLES = {
    "triangles": (lambda room: 3 * room.triangle_stride, np.int32),
    "places": (lambda room: padded(room.tiles), np.int32),
    **dict.fromkeys(("vertex_lanes", "stop"), (_one, np.int32)),
    "found": (_two, np.int32),
}
"""The arrays that the first stage writes, of the host or not."""
BEGIN = NativeStage(
    "begin",
    lambda keys: BEGIN_KERNEL,
    writes=TRIANGLES | {
        **dict.fromkeys(("triangle_lanes", "copied"), (_one, np.int32)),
        "before": (_two, np.int32), "lanes": (lambda room: MAX_VECTOR_LANES, np.uint32),
    },
    sets={
        "part": ("begin", "part"),
        "keep_last": ("keep", "last"), "keep_base": ("keep", "base"),
        "setup_last": ("setup", "last"), "setup_base": ("setup", "base"),
    },
    stops="stop",
    ends=True,
)  # fmt: skip
FILL = NativeStage(
    "fill",
    None,
    writes=TRIANGLES | {
        "part": (_one, np.int32),
        "kept": (lambda room: room.triangle_stride, np.int32),  # all of them
        "provoking": (lambda room: 2 * room.triangle_stride, np.int32),
    },
    sets={
        "kept_count": ("bin", "last"),
        "setup_last": ("setup", "last"), "setup_base": ("setup", "base"),
        "unclipped": ("setup", "unclipped"),
    },
)  # fmt: skip
VERTEX = NativeStage(
    "vertex",
    lambda keys: vertex_kernel(keys.vertex, True),
    "vertex_lanes",
    _vertex_scalars,
    writes={
        "out": (lambda room: room.rows * room.stride, np.float32),
        "codes": (lambda room: room.stride, np.uint32),
        "fixed": (lambda room: room.stride, np.int64),
        "depth": (lambda room: 2 * room.stride, np.float32),
        "outside": (_one, np.int32),
    },
    stops="outside",
)
KEEP = NativeStage(
    "keep",
    lambda keys: culling_kernel(keys.setup),
    "triangle_lanes",
    _sides,
    writes={"kept": (lambda room: room.triangle_stride, np.int32)},
    sets={"kept_count": ("bin", "last")},
    renamed={"count": "kept_count"},
)
SETUP = NativeStage(
    "setup",
    lambda keys: setup_kernel(keys.setup, keys.provoking),
    "kept_count",
    _setup_scalars,
    writes={
        "integers": (lambda room: len(SETUP_INTEGERS) * room.triangle_stride, np.int32),
        "edges": (lambda room: 3 * room.triangle_stride, np.int64),
        "inverse_area": (lambda room: room.triangle_stride, np.float32),
    },
)
SHAPE_PLACES = "shape places"
"""The places of lines and points: those of bins are called the same."""
LINE_WRITES = {
    "edges": (lambda room: 4 * room.triangle_stride, np.int64),
    SHAPE_PLACES: (lambda room: len(LINE_PLACES[0]) * room.triangle_stride, np.int32),
    "sizes": (lambda room: len(LINE_SIZES) * room.triangle_stride, np.float32),
    "counts": (lambda room: room.triangle_stride, np.int32),
}
"""The arrays of lines that triangles lack, or that are larger: they are enough for points, too."""
SETUP_LINES = NativeStage(
    "setup",
    lambda keys: line_kernel(keys.setup),
    "kept_count",
    _line_scalars,
    writes=SETUP.writes | LINE_WRITES,
    renamed={"lines": "triangles", "places": SHAPE_PLACES},
)
SETUP_POINTS = NativeStage(
    "setup",
    lambda keys: point_kernel(keys.setup),
    "kept_count",
    _point_scalars,
    writes=SETUP.writes | LINE_WRITES,
    renamed={"points": "triangles", "places": SHAPE_PLACES, "vertices": "out"},
)
BIN = NativeStage(
    "bin",
    lambda keys: BIN_KERNEL,
    scalars=_bin_scalars,
    writes={
        "tiles": (lambda room: room.tiles, np.int32),
        "starts": (lambda room: room.tiles + 1, np.int32),
        "entries": (lambda room: room.entries, np.int32),
    },
)
SHARE = NativeStage(
    "share",
    lambda keys: SHARE_KERNEL,
    writes={
        "ranges": (lambda room: 2 * room.tiles, np.int32),
        **dict.fromkeys(("kind", "range_count"), (_one, np.int32)),
    },
    stops="stop",
    ends=True,
)
MESH = (BEGIN, VERTEX, KEEP, SETUP, BIN, SHARE)
"""The stages of a chunk of a mesh; then kernels draw its tiles, by ranges that threads share."""
FEW = {
    1: (FILL, VERTEX, SETUP_POINTS, BIN),
    2: (FILL, VERTEX, SETUP_LINES, BIN),
    3: (FILL, VERTEX, SETUP, BIN),
}
"""The stages of a small draw, by the number of corners of its primitives. Primitives that cover no
pixel are set up, and touch no tile."""


def draws_natively(
    engine: Engine, framebuffer: Framebuffer, call: DrawCall, provoking: bool = False
) -> bool:
    """True if a draw has no special state, and native code may draw it: polygons are filled.

    provoking : True if its primitives may have provoking vertices.
    """
    other = ("groups", "edges") if provoking else ("provoking", "groups", "edges")
    features, style = call.features, call.style.polygons
    special = call.corners == 2 and call.style.lines.stipple is not None
    if call.corners == 3:
        special = not features.filled or style.smooth or "fill" in style.offset_modes
    return (
        engine.can.call_chains
        and features.plain_outputs
        and not call.discarded
        and not special
        and not any(call.required_parts[name] for name in other)
        and not framebuffer.layers
        and framebuffer.width > 0
        and framebuffer.height > 0
    )
