"""Derives kernels, scalars and the memory of a thread from a list of native stages."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from softgl.lanes import KernelRequest
from softgl.lanes.chains import Layout, Step
from softgl.lanes.kernel import Kernel
from softgl.pipeline.draws.draw_call import DrawCall
from softgl.pipeline.draws.native_stages import (
    BEGIN,
    SHAPE_PLACES,
    VERTEX,
    Capacities,
    Drawn,
    Keys,
    NativeStage,
)
from softgl.pipeline.keys.kernel_keys import FragmentKey
from softgl.pipeline.primitives.assemble import Assembled
from softgl.pipeline.tiles.packed_lists import list_elements
from softgl.pipeline.vertices.vertex import Vertices
from softgl.pipeline.vertices.viewport import WindowVertices

VERTEX_ARRAY_NAME = "vertex {}"
"""Names of what vertex programs read: fragment programs read arrays that are called the same."""


def requests_of(stages: tuple[NativeStage, ...], keys: Keys) -> list[KernelRequest]:
    """Returns the requests of the kernels of stages."""
    return [stage.kernel(keys) for stage in stages if stage.kernel]


def scalars_of(stages: tuple[NativeStage, ...], of: Drawn) -> dict[str, dict]:
    """Returns the scalars of stages by name, except the ones that stages write."""
    return {stage.name: stage.scalars(of) for stage in stages if stage.kernel}


class NativeKernels(NamedTuple):
    """The kernels of a list of stages.

    steps : of the stages. tiles : the kernels that draw tiles, for primitives of any size, and the
        packing one for small ones; None for one that is not built yet. key : of the fragments.
    """

    steps: tuple[Kernel, ...]
    tiles: tuple[Kernel | None, ...]
    key: FragmentKey


@lru_cache(maxsize=16)
def layout_of(
    stages: tuple[NativeStage, ...], kernels: NativeKernels, room: Capacities, threads: int
) -> Layout:
    """Returns the layout of the memory of each thread."""
    memory, words, steps = {}, {}, {}
    for stage in stages:
        memory |= {name: (count(room), type_) for name, (count, type_) in stage.writes.items()}
        words |= stage.sets
    called = [stage for stage in stages if stage.kernel]
    slots = {
        stage.name: kernel.signature.scalar_slots
        for stage, kernel in zip(called, kernels.steps, strict=True)
    }
    for name in [name for name, (step, scalar) in words.items() if scalar not in slots[step]]:
        del words[name]
        memory[name] = 1, np.int32
    vertex = kernels.steps[called.index(VERTEX)].signature
    if BEGIN in stages:  # a chunk has a layout of its own
        memory["layout"] = 4 * len(vertex.arrays), np.int32  # there are fewer attributes
    packs = any(kernels.tiles[1:])
    memory["listed"] = list_elements(kernels.key) if packs else 1, np.int32
    for stage, kernel in zip(called, kernels.steps, strict=True):
        renamed = stage.renamed
        if stage is VERTEX:
            read = [name for name, _ in vertex.arrays if name not in memory]
            renamed = {name: VERTEX_ARRAY_NAME.format(name) for name in read}
        steps[stage.name] = Step(kernel, renamed, stage.over, stage.stops, stage.ends)
    renamed = {"vertices": "out", "places": SHAPE_PLACES}
    last = [kernel and Step(kernel, renamed) for kernel in kernels.tiles]
    return Layout(steps, last, memory, words, ["listed"], threads)


def outside_arrays(call: DrawCall, fetched: dict, own: dict) -> dict:
    """Returns the arrays of a draw outside of the memory of threads, by name.

    fetched : those of vertex fetch. own : the `fragment_arrays`.
    """
    read = fetched | call.vertex_resources.arguments | {"clip_planes": call.clip_planes}
    return own | {VERTEX_ARRAY_NAME.format(name): array for name, array in read.items()} | {
        "depth_range": call.viewport.depth_range, "stipple": call.style.polygons.stipple,
    }  # fmt: skip


def vertices_of(
    array: Callable[[str], np.ndarray], room: Capacities, corners: int = 3
) -> tuple[Vertices, Assembled]:
    """Returns the vertices and the primitives of a chunk.

    array : from a name to the array. corners : of each primitive.
    """
    rows, (count,) = array("out").reshape(room.rows, -1), array("vertex_lanes")
    fixed, depth = array("fixed").view(np.int32).reshape(-1, 2), array("depth").reshape(2, -1)
    window = WindowVertices(fixed, depth, rows, int(count))
    (last,), (base,) = array("setup_last"), array("setup_base")
    vertex_indices = array("triangles")[: corners * (last + 1)].reshape(-1, corners)
    outside = array("outside").view(np.uint32)
    vertices = Vertices(rows, array("codes"), int(count), window, outside)
    return vertices, Assembled(vertex_indices, base=int(base))


def replace_triangles(
    array: Callable[[str], np.ndarray], room: Capacities, clipped: tuple[WindowVertices, Assembled]
) -> bool:
    """Replaces the primitives of a chunk by clipped ones; False if there is no room for them."""
    placed, primitives = clipped
    count = len(primitives)
    if count > room.triangles or placed.stride != room.stride:
        return False
    array("triangles")[: primitives.vertex_indices.size] = primitives.vertex_indices.reshape(-1)
    array("setup_base")[0], array("setup_last")[0] = 0, count - 1
    return True
