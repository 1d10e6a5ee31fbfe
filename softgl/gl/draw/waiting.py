"""Small draws that wait for the next ones, to be one draw of the pipeline with them.

What a draw costs besides its vertices and pixels is about 0.4 ms: a thousand triangles in so many
draws would take many times as long as in one. So all but large draws wait, with copies of what they
read of arrays, and the next one joins them if only current attributes, arrays, what the vertex
program reads and how fragments look have changed between the two; or the mode, where all that it
says is which vertices are the corners of shapes. Layers that are blended one over the other gain
too: they are drawn tile by tile.

Nobody sees it: what waits is drawn before any command that could tell, or changes what is read;
see `waits` of `softgl.gl.api.command.command`.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from typing import NamedTuple

import numpy as np

from softgl import pipeline
from softgl.gl.api import enums as gl
from softgl.gl.draw.enabled_arrays import ArrayElements, elements_of_kind
from softgl.gl.draw.kept_shapes import KeptShapes
from softgl.gl.draw.vertex_stream import VERTEX_ID
from softgl.gl.draw.waiting_bitmaps import Bitmap, WaitingBitmaps
from softgl.gl.draw.words import words
from softgl.ir.program import Program, Stage
from softgl.lanes import Engine
from softgl.pipeline.assemble import FEW as CORNERS
from softgl.pipeline.assemble import list_corners
from softgl.pipeline.draw_call import DrawCall, Look
from softgl.pipeline.fetch import VertexStream, as_elements
from softgl.pipeline.framebuffer import Framebuffer
from softgl.pipeline.modes import LISTS, MODES
from softgl.records import but, dataclass

FEW = 1 << 15  # vertices of a draw that waits, at most
TOGETHER = 1 << 18  # vertices that wait, at most
LEAST = 16  # vertices that a draw counts as, at least: what else it takes is bounded, too

CONSTANT, FLOATS = "constant", (4, gl.GL_FLOAT, False, False)
PRIMITIVES = words(MODES)
"""From GL's modes to those of a DrawCall."""


class Draw(NamedTuple):
    """A draw that waits.

    mode : as a DrawCall has it.
    kinds : of each attribute that the program reads, what its value is: CONSTANT for the 16 bytes
        of one that is the same for all vertices, else the kind of elements whose bytes it is, as
        `enabled_arrays.elements_of_kind` takes them; FLOATS for (count, 4) float32.
    count : its vertices, whose numbers are `low` and up. indices : uint32, in the order of drawing,
        a copy; or None for one after the other.
    uniforms : what the vertex program reads, and the clip planes: as in `DrawCall.parts`.
    """

    mode: str
    kinds: tuple
    values: list
    count: int
    indices: np.ndarray | None
    low: int
    uniforms: tuple
    look: Look

    @property
    def length(self) -> int:
        """The number of its vertices in the order of drawing."""
        return self.count if self.indices is None else len(self.indices)

    def as_list(self) -> Draw:
        """The same as a list of its shapes, by indices; of CORNERS vertices at most."""
        corners = list_corners(self.mode, self.length).reshape(-1)
        indices = corners.view(np.uint32) + np.uint32(self.low)
        if self.indices is not None:
            indices = self.indices[corners]
        return self._replace(mode=list_of(self.mode), indices=indices)


def says_corners(look: Look) -> bool:
    """Whether all that a mode says is which vertices are corners: no fragment asks what of."""
    return not look.fragment.asks_origins


def list_of(mode: str) -> str:
    """The mode of lists of what a mode draws: points, lines or triangles."""
    return LISTS[MODES[mode].corners - 1]


@dataclass(frozen=True)
class Drawing:
    """What a draw depends on but its vertices. call : without what is of these.

    key : from a stream to the VertexKey.
    """

    engine: Engine
    threads: int
    frame: Framebuffer
    call: DrawCall
    key: object

    @property
    def program(self) -> Program:
        """The vertex program."""
        return self.key.key.program

    def completed(self, stream: VertexStream, uniforms: tuple, look: Look, **parts) -> DrawCall:
        """The draw call of vertices.

        uniforms : the vertex_resources and clip_planes of a DrawCall. parts : its other fields, as
        the parts and looks that take the place of these and of `look`.
        """
        resources, planes = uniforms
        return but(
            self.call, vertex=self.key.of(stream), stream=stream,
            vertex_resources=resources, clip_planes=planes, **vars(look), **parts,
        )  # fmt: skip

    def draw(self, call: DrawCall) -> None:
        """Draw what `completed` made."""
        pipeline.draw.draw(self.engine, self.frame, call, self.threads)


class Waiting:
    """The draws of one context that wait.

    draws : in order, of one mode or lists alike, or bitmaps; none if nothing waits. left : how many
        more vertices may wait with them, or pixels of bitmaps.
    again : how a draw joins them, or waits like the latest ones, an `again.Again`, or None.
    """

    __slots__ = (
        "_draw", "_drawing", "_kept", "_kind", "_lists", "_mode", "again", "draws", "left",
    )  # fmt: skip

    def __init__(self):
        self.draws: list[Draw] | list[Bitmap] = []
        self.left, self.again = TOGETHER, None
        self._kept = KeptShapes()

    def add(
        self, mode: str, kind, describe, stream: VertexStream, uniforms: tuple, look: Look
    ) -> None:
        """Let a draw wait.

        kind : equal for draws that differ in nothing but their mode, their vertices and the look of
        fragments. describe : from a mode to the Drawing of one that is the first. uniforms : as
        `Drawing.draw` has them.
        """
        if self.draws and kind != self._kind:
            self.draw()
        if not self.draws:
            self.begin(kind, describe(mode))
        bindings, count = self._drawing.program.attributes, stream.count
        values = [_taken(stream, binding) for binding in bindings]
        kinds, values = tuple([kind for kind, _ in values]), [value for _, value in values]
        draw = Draw(mode, kinds, values, count, copied(stream.indices), 0, uniforms, look)
        given = draw, stream.length, says_corners(look)
        if not self.joins(*given):
            self.draw()
            self.begin(kind, describe(mode))
            self.joins(*given)

    def begin(self, kind, drawing: Drawing) -> None:
        """Let draws wait of which the first comes now; kind : as `add` takes it."""
        self._drawing, self._kind, self._draw = drawing, kind, self._draw_primitives
        # A layer is where a shape's provoking vertex is.
        self._lists = not drawing.frame.layers

    def add_bitmap(self, kind, describe: Callable[[], WaitingBitmaps], bitmap: Bitmap) -> None:
        """Let a bitmap wait.

        kind : equal for bitmaps that differ in nothing but their pixels and places. describe :
        gives what draws them, of one that is the first.
        """
        size = max(bitmap.bits.size, LEAST)
        if self.draws and (kind != self._kind or size > self.left):
            self.draw()
        if not self.draws:
            # No draw of primitives joins these.
            self._draw, self._kind, self.again = describe().draw, kind, None
        self.left -= size
        self.draws.append(bitmap)

    def joins(self, draw: Draw, length: int, corners: bool) -> bool:
        """Let a draw wait with those that do, if it can be drawn with them; whether it can.

        length : that of the draw. corners : what `says_corners` says of its look.
        """
        size = max(draw.count, length, LEAST)
        if size > self.left:
            return False
        lists = self._lists and corners and length <= CORNERS
        if not self.draws:
            self._mode = draw.mode
        elif draw.mode != self._mode:
            if not lists or list_of(draw.mode) != list_of(self.draws[0].mode):
                return False
            self._mode = None  # but lists
        self._lists = lists
        self.left -= size
        self.draws.append(draw)
        return True

    def draw(self) -> None:
        """Draw what waits."""
        draws, self.draws, self.left = self.draws, [], TOGETHER
        if self.again is not None:
            self.again.forget()
        if draws:
            self._draw(draws)

    def _draw_primitives(self, draws):
        drawing = self._drawing
        if self._mode is None:
            draws = [draw.as_list() for draw in draws]
            drawing = but(drawing, call=but(drawing.call, mode=draws[0].mode))
        uniforms, look = draws[0].uniforms, draws[0].look
        parts = tuple((count, *own) for count, own in _parts(draws, "uniforms"))
        looks = tuple(_parts(draws, "look"))

        def completed() -> DrawCall:
            stream = joined(draws, drawing.program.attributes)
            return drawing.completed(stream, uniforms, look, parts=parts, looks=looks)

        if not self._kept.draw(drawing, draws, parts, looks, completed):
            drawing.draw(completed())


def takes_small_draws(ctx, programs: tuple[Program, ...]) -> bool:
    """Whether small draws go through `Waiting`: nothing shows how many draws there are."""
    return (
        # Whose draw it is that emits something is known by the vertices that it is made of.
        all(program.stage is not Stage.GEOMETRY for program in programs)
        and VERTEX_ID not in programs[0].inputs
        and not draws_count(ctx)
        # What is recorded, counted or not drawn is no draw like others.
        and ctx.feedback.mode is None
        and not ctx.feedback.discard
        and not ctx.queries.counts_primitives
    )


def is_told(ctx) -> bool:
    """Whether somebody is told of each draw."""
    return bool(ctx.observer or ctx.explainer or ctx.selection.active)


def is_small(stream: VertexStream) -> bool:
    """Whether a draw has so few vertices that it may wait."""
    few = stream.count <= FEW and stream.length <= FEW
    return few and stream.instances == 1 and not stream.runs


def draws_count(ctx) -> bool:
    """Whether it matters what is a draw of its own, and not only where each primitive ends.

    The numbers of primitives, which are 0 in each draw again, tell where a stipple pattern begins
    and what belongs to a polygon that is not filled.
    """
    polygon = ctx.polygon
    return ctx.lines.stipple or not polygon.front_mode == polygon.back_mode == gl.GL_FILL


def copied(indices: np.ndarray | None) -> np.ndarray | None:
    """Indices that do not lie in the memory of a buffer object."""
    return indices if indices is None or indices.base is None else indices.copy()


def _taken(stream: VertexStream, binding) -> tuple:
    """What a Draw has of an attribute, its kind and its value, as it is now."""
    values, count = stream.attributes.get(binding), stream.count
    if values is None:
        return CONSTANT, stream.constant(binding).tobytes()
    taken = values.taken(count) if isinstance(values, ArrayElements) else None
    if taken is not None:
        return taken
    # Arrays of numbers were made for the draw.
    rows = values if isinstance(values, np.ndarray) else values.part(0, count).rows(count)
    return FLOATS, np.ascontiguousarray(rows)


def _parts(draws: list[Draw], field: str) -> list[tuple]:
    """The vertices of consecutive parts in which a field is the same, with it; none for one part.

    What is derived again is another object, so that identity tells.
    """
    place = Draw._fields.index(field)
    first = draws[0][place]
    if all(draw[place] is first for draw in draws):
        return []
    return [
        (sum([draw.count for draw in part]), part[0][place])
        for part in (list(part) for _, part in groupby(draws, lambda draw: id(draw[place])))
    ]


# -- several as one --------------------------------------------------------------------------------


def joined(draws: list[Draw], bindings) -> VertexStream:
    """One stream of several draws: a run for each. bindings : of the attributes that are read."""
    _, all_kinds, columns, counts, indices, lows, _, _ = zip(*draws, strict=True)
    attributes, constants = {}, {}
    kinds_of = map(set, zip(*dict.fromkeys(all_kinds), strict=True))
    for binding, kinds, values in zip(bindings, kinds_of, zip(*columns, strict=True), strict=True):
        if kinds == {CONSTANT} and len(set(values)) == 1:
            constants[binding] = np.frombuffer(values[0], np.float32)
        elif len(kinds) == 1:
            attributes[binding] = _joined_values(*kinds, values, counts)
        else:
            place = bindings.index(binding)
            own = [
                (draw.kinds[place], [value], [draw.count])
                for draw, value in zip(draws, values, strict=True)
            ]
            rows = [as_elements(_joined_values(*each)).rows(*each[2]) for each in own]
            attributes[binding] = np.concatenate(rows)
    lengths = [draw.length for draw in draws]
    if any(numbers is not None for numbers in indices):
        indices = _joined_indices(indices, lows, counts, lengths)
    else:
        indices = None
    several = len(draws) > 1
    return VertexStream(
        sum(counts), attributes, constants, indices,
        runs=tuple(lengths) if several else (), separate=several,
    )  # fmt: skip


def _joined_values(kind, values, counts):
    """An attribute of draws that have it in one kind: Elements or (n, 4) float32."""
    if kind is CONSTANT:
        constants = np.frombuffer(b"".join(values), np.float32).reshape(-1, 4)
        return np.repeat(constants, counts, axis=0)
    return elements_of_kind(kind, b"".join(values))


def _joined_indices(indices, lows, counts, lengths):
    """The indices of draws as numbers of the vertices of all of them, uint32."""
    starts = np.cumsum(counts) - counts
    numbers = np.concatenate([
        np.arange(low, low + count) if own is None else own
        for own, low, count in zip(indices, lows, counts, strict=True)
    ])  # fmt: skip
    return (numbers + np.repeat(starts - lows, lengths)).astype(np.uint32)
