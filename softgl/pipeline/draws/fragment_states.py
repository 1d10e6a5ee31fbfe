"""Draws primitives of several fragment states: each tile in the order of submission.

The earlier stages handle the vertices and primitives of several draws as those of one. The
primitives of each fragment state are drawn with its own key and records, one state after the other.
They are binned at once; only arguments of kernels that differ are built again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from softgl.lanes import Engine
from softgl.pipeline.draws.draw_call import FragmentState
from softgl.pipeline.planes.framebuffer import Framebuffer
from softgl.pipeline.primitives.setup import SetupPrimitives, cut_to_boxes
from softgl.pipeline.tiles.owned_tiles import rasterise_owned
from softgl.pipeline.tiles.raster_call import RasterCall
from softgl.records import but
from softgl.tuning import limits


def rasterise_fragment_states(
    engine: Engine,
    primitives: SetupPrimitives,
    states: list[tuple[int, FragmentState]],
    framebuffer: Framebuffer,
    described: Callable[[FragmentState], RasterCall],
    threads: int,
) -> None:
    """Draws primitives of several fragment states, set up within the whole framebuffer.

    states : how many vertices have each, in order.
    """
    ends = np.cumsum([vertices for vertices, _ in states])
    owners = np.searchsorted(ends, primitives.row("provoking"), side="right")
    _cut_to_boxes(primitives, owners, [state for _, state in states], framebuffer)
    calls, latest = {}, [None, None]

    def described_once(number):
        state = states[number][1]
        if latest[0] is not None and _has_other_parameters(state, latest[0]):
            own = latest[1].own | {"parameters": state.fragment_resources.parameters}
            return but(latest[1], own=own)
        arrays = state.fragment_resources.arguments.values()
        name = tuple(map(id, (state.fragment, state.blend_color, state.fog, state.tests, *arrays)))
        if name not in calls:
            if len(calls) == limits.MAX_CACHED_CALLS:
                calls.clear()
            calls[name] = described(state)
        latest[:] = state, calls[name]
        return calls[name]

    rasterise_owned(engine, primitives, framebuffer, owners, described_once, threads)


class EmittedStates:
    """The fragment states of the vertices that a geometry program emits, part by part.

    states : of the vertices before it: how many have each, in order. provoking : the provoking
        vertex of each of its input primitives, int32, in order.
    """

    def __init__(self, states: Sequence[tuple[int, FragmentState]], provoking: np.ndarray):
        self._states, self._done = states, 0
        if states:
            ends = np.cumsum([vertices for vertices, _ in states])
            self._owners = np.searchsorted(ends, provoking, side="right")

    def of_part(self, emitted: np.ndarray) -> list[tuple[int, FragmentState]]:
        """Returns the states of the next part; emitted : by each of its input primitives."""
        first, self._done = self._done, self._done + len(emitted)
        if not self._states:
            return []
        owners = self._owners[first : self._done]
        counts = np.bincount(owners, emitted, len(self._states)).astype(np.int64).tolist()
        return [(count, state) for count, (_, state) in zip(counts, self._states, strict=True)]


def _has_other_parameters(state: FragmentState, other: FragmentState) -> bool:
    """True if two states differ in the parameters of their program alone."""
    mine, its = state.fragment_resources, other.fragment_resources
    return (
        state.fragment is other.fragment
        and state.tests is other.tests
        and state.blend_color is other.blend_color
        and state.fog is other.fog
        and mine.buffers is its.buffers
        and mine.textures is its.textures
    )


def _cut_to_boxes(primitives, owners, states, framebuffer):
    """Cuts the bounds of primitives to the scissor boxes of their fragment states."""
    if all(state.tests.box is None for state in states):
        return
    whole = (0, 0, framebuffer.width, framebuffer.height)
    boxes = np.array([state.tests.box or whole for state in states], np.int32)
    cut_to_boxes(primitives, boxes[owners])
