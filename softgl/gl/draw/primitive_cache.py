"""The primitive cache: set-up primitives of small batches, for frames that draw the same again.

Many frames begin or end with the same few quads. From the attributes of a full-screen quad to its
tiles the pipeline takes 0.3 ms, as long as a short program takes for a million pixels. A batch
whose geometry is equal to the last bit is drawn from its primitives, with its own fragment state.
"""

from __future__ import annotations

from collections.abc import Callable

from softgl.gl.draw.batch_draws import COUNT, FIELDS, INDICES, KINDS, LOW, BatchedDraws
from softgl.pipeline.draws import draw as pipeline
from softgl.pipeline.draws.draw_call import DrawCall
from softgl.records import but
from softgl.tuning import limits


class PrimitiveCache:
    """The primitives of the latest small batches of a context."""

    __slots__ = ("_entries",)

    def __init__(self):
        # (key, the draw call without fragment state, batches of set-up primitives), latest first.
        self._entries: list[tuple] = []

    def draw(
        self, state, draws: BatchedDraws, vertex_states, fragment_states,
        call: Callable[[], DrawCall],
    ) -> bool:  # fmt: skip
        """Draws a batch if it is small; returns False if it is not.

        state : a `DrawState`. vertex_states, fragment_states : those of `BatchedDraws.states`.
        call : returns the draw call of the batch.
        """
        key = _key(state, draws, vertex_states, fragment_states)
        if key is None:
            return False
        engine, frame, threads = state.engine, state.frame, state.threads
        fragment_state = vars(draws.first[1])
        known = next((entry for entry in self._entries if entry[0] == key), None)
        if known is None:
            drawn = call()
            primitives = pipeline.prepare(engine, frame, drawn, threads)
            # An entry must not keep deleted textures alive.
            bare = but(drawn, parts=(), fragment_states=(), **dict.fromkeys(fragment_state))
            latest = self._entries[: limits.MAX_CACHED_BATCHES - 1]
            self._entries = [(key, bare, primitives), *latest]
        else:
            _, bare, primitives = known
            drawn = but(bare, fragment_states=fragment_states, **fragment_state)
        pipeline.draw_prepared(engine, frame, drawn, primitives, threads)
        return True


def _key(state, draws, vertex_states, fragment_states) -> tuple | None:
    """Returns all that primitives depend on; None if that is large, or lies in buffers."""
    call, (vertex_state, fragment_state) = state.call, draws.first
    vertex_states = vertex_states or ((0, *vertex_state),)
    most = limits.MAX_CACHED_PRIMITIVE_VERTICES
    if (
        draws.number > most
        or sum(draws.lengths) > most
        or any(own.buffers or own.textures for _, own, _ in vertex_states)
        or call.corners != 3
        or call.style.polygons.outlines
    ):
        return None
    # Likely differences come first. Floats are compared by their bits; the style of polygons is
    # the same object or another one.
    return (
        [draws.each(field) for field in range(FIELDS, draws.width)],
        *(*map(draws.each, (KINDS, COUNT, LOW)), [*map(_bytes, draws.each(INDICES))]),
        [(count, _bytes(own.parameters), _bytes(planes)) for count, own, planes in vertex_states],
        [
            (count, own.tests.box, own.fragment)
            for count, own in fragment_states or ((0, fragment_state),)
        ],
        *(state.key, call.mode, call.setup, call.style),
        *(call.viewport, _bytes(call.viewport.depth_range)),
        *(state.engine, state.frame.width, state.frame.height),
    )


def _bytes(array):
    return None if array is None else array.tobytes()
