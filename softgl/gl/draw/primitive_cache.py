"""Shapes of small draws that are kept: many frames begin or end with the same few quads.

From the attributes of a full-screen quad to its tiles it is 0.3 ms: as long as a short program
takes for a million pixels. Where all that shapes depend on is what it was, to the last bit, they
are drawn as they were made, with the look of now.
"""

from __future__ import annotations

from collections.abc import Callable

from softgl.gl.draw.batch_draws import COUNT, FIELDS, INDICES, KINDS, LOW, Draws
from softgl.pipeline.draws import draw as draw_stages
from softgl.pipeline.draws.draw_call import DrawCall
from softgl.records import but
from softgl.tuning import limits


class PrimitiveCache:
    """The latest small draws of a context."""

    __slots__ = ("_kept",)

    def __init__(self):
        # What shapes depend on, the draw call without its look, and what is rasterised.
        self._kept: list[tuple] = []

    def draw(self, drawing, draws: Draws, parts, looks, completed: Callable[[], DrawCall]) -> bool:
        """Draw what waits, if it is little; whether it was.

        drawing, draws : of `batch`. parts, looks : of these, as a DrawCall has them. completed :
        gives the draw call.
        """
        asked = _asked(drawing, draws, parts, looks)
        if asked is None:
            return False
        engine, frame, threads = drawing.engine, drawing.frame, drawing.threads
        look = vars(draws.first[1])
        kept = next((each for each in self._kept if each[0] == asked), None)
        if kept is None:
            call = completed()
            runs = draw_stages.prepare(engine, frame, call, threads)
            # Textures that are deleted are not to stay for their sake.
            bare = but(call, parts=(), fragment_states=(), **dict.fromkeys(look))
            self._kept = [(asked, bare, runs), *self._kept[: limits.MAX_CACHED_BATCHES - 1]]
        else:
            _, bare, runs = kept
            call = but(bare, fragment_states=looks, **look)
        draw_stages.draw_prepared(engine, frame, call, runs, threads)
        return True


def _asked(drawing, draws, parts, looks) -> tuple | None:
    """All that the shapes of draws depend on; None where that is much, or lies in buffers."""
    call, (uniforms, look) = drawing.call, draws.first
    parts, most = parts or ((0, *uniforms),), limits.MAX_CACHED_PRIMITIVE_VERTICES
    if (
        draws.number > most
        or sum(draws.lengths) > most
        or any(own.buffers or own.textures for _, own, _ in parts)
        or call.corners != 3
        or call.style.polygons.outlines
    ):
        return None
    # What is compared first differs most often. Numbers are compared by their bits, but for those
    # that no floats are among; the style of polygons is the same object or another one.
    return (
        [draws.each(place) for place in range(FIELDS, draws.width)],
        *(*map(draws.each, (KINDS, COUNT, LOW)), [*map(_bytes, draws.each(INDICES))]),
        [(count, _bytes(own.parameters), _bytes(planes)) for count, own, planes in parts],
        [(count, own.tests.box, own.fragment) for count, own in looks or ((0, look),)],
        *(drawing.key, call.mode, call.setup, call.style),
        *(call.viewport, _bytes(call.viewport.depth_range)),
        *(drawing.engine, drawing.frame.width, drawing.frame.height),
    )


def _bytes(array):
    return None if array is None else array.tobytes()
