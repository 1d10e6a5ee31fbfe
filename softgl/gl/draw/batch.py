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

from softgl.gl.api import enums as gl
from softgl.gl.draw.batch_bitmaps import Bitmap, BitmapBatch
from softgl.gl.draw.batch_draws import COUNT, FIELDS, MODE, Draws, list_of, taken
from softgl.gl.draw.enum_names import words
from softgl.gl.draw.primitive_cache import PrimitiveCache
from softgl.gl.draw.vertex_stream import VERTEX_ID
from softgl.ir.program import Program, Stage
from softgl.lanes import Engine
from softgl.pipeline.draws import draw as draw_stages
from softgl.pipeline.draws.draw_call import DrawCall, FragmentState
from softgl.pipeline.planes.framebuffer import Framebuffer
from softgl.pipeline.primitives.modes import MODES
from softgl.pipeline.vertices.fetch import VertexStream
from softgl.records import but, dataclass
from softgl.tuning import limits

PRIMITIVES = words(MODES)
"""From GL's modes to those of a DrawCall."""


def says_corners(look: FragmentState) -> bool:
    """Whether all that a mode says is which vertices are corners: no fragment asks what of."""
    return not look.fragment.asks_origins


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

    def completed(
        self, stream: VertexStream, uniforms: tuple, look: FragmentState, **parts
    ) -> DrawCall:
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
        draw_stages.draw(self.engine, self.frame, call, self.threads)


class Batch:
    """The draws of one context that wait.

    draws : those of one mode or lists alike, or bitmaps; None if nothing waits. left : how many
        more vertices may wait with them, or pixels of bitmaps.
    again : how a draw joins them, or waits like the latest ones, an `again.Again`, or None.
    """

    __slots__ = (
        "_draw", "_drawing", "_kept", "_kind", "_lists", "_mode", "again", "draws", "left",
    )  # fmt: skip

    def __init__(self):
        self.draws: Draws | list[Bitmap] | None = None
        self.left, self.again = limits.MAX_BATCH_VERTICES, None
        self._kept = PrimitiveCache()

    def add(
        self, mode: str, kind, describe, stream: VertexStream, uniforms: tuple, look: FragmentState
    ) -> None:
        """Let a draw wait.

        kind : equal for draws that differ in nothing but their mode, their vertices and the look of
        fragments. describe : from a mode to the Drawing of one that is the first. uniforms : as
        `Drawing.draw` has them.
        """
        if self.draws and kind != self._kind:
            self.flush()
        if not self.draws:
            self.begin(kind, describe(mode))
        bindings, count = self._drawing.program.attributes, stream.count
        values = [taken(stream, binding) for binding in bindings]
        kinds, values = tuple([kind for kind, _ in values]), [value for _, value in values]
        fields = mode, kinds, count, stream.indices, 0, *values
        given = fields, stream.length, uniforms, look, says_corners(look)
        if not self.joins(*given):
            self.flush()
            self.begin(kind, describe(mode))
            self.joins(*given)

    def begin(self, kind, drawing: Drawing) -> None:
        """Let draws wait of which the first comes now; kind : as `add` takes it."""
        self._drawing, self._kind, self._draw = drawing, kind, self._draw_primitives
        # A layer is where a shape's provoking vertex is.
        self._lists = not drawing.frame.layers

    def add_bitmap(self, kind, describe: Callable[[], BitmapBatch], bitmap: Bitmap) -> None:
        """Let a bitmap wait.

        kind : equal for bitmaps that differ in nothing but their pixels and places. describe :
        gives what draws them, of one that is the first.
        """
        size = max(bitmap.bits.size, limits.MIN_COUNTED_VERTICES)
        if self.draws and (kind != self._kind or size > self.left):
            self.flush()
        if not self.draws:
            # No draw of primitives joins these.
            self._draw, self._kind, self.again = describe().draw, kind, None
            self.draws = []
        self.left -= size
        self.draws.append(bitmap)

    def joins(self, fields: tuple, length: int, uniforms, look, corners: bool) -> bool:
        """Let a draw wait with those that do, if it can be drawn with them; whether it can.

        fields, uniforms, look : as `Draws.add` takes them. length : that of the draw. corners :
        what `says_corners` says of its look.
        """
        size = max(fields[COUNT], length, limits.MIN_COUNTED_VERTICES)
        if size > self.left:
            return False
        mode, draws = fields[MODE], self.draws
        lists = self._lists and corners and length <= limits.MAX_MIXED_MODE_VERTICES
        if not draws:
            draws = self.draws = Draws(len(fields) - FIELDS)
            self._mode = mode
        elif not (limits.BATCHES_STATES or draws.goes_on(uniforms, look)):
            return False
        elif mode != self._mode:
            if not lists or list_of(mode) != list_of(draws.fields[MODE]):
                return False
            self._mode = None  # but lists
        self._lists = lists
        self.left -= size
        draws.add(fields, uniforms, look)
        return True

    def flush(self) -> None:
        """Draw what waits."""
        draws, self.draws, self.left = self.draws, None, limits.MAX_BATCH_VERTICES
        if self.again is not None:
            self.again.forget()
        if draws:
            self._draw(draws)

    def _draw_primitives(self, draws: Draws):
        drawing = self._drawing
        if self._mode is None:
            draws.become_lists()
            drawing = but(drawing, call=but(drawing.call, mode=draws.fields[MODE]))
        uniforms, look = draws.first
        parts, looks = draws.parts()

        def completed() -> DrawCall:
            stream = draws.joined(drawing.program.attributes)
            return drawing.completed(stream, uniforms, look, parts=parts, fragment_states=looks)

        if not self._kept.draw(drawing, draws, parts, looks, completed):
            drawing.draw(completed())


def takes_small_draws(ctx, programs: tuple[Program, ...]) -> bool:
    """Whether small draws go through `Batch`: nothing shows how many draws there are."""
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
    """True if an observer, an explainer, a collector or a trace looks at each draw by itself."""
    return bool(ctx.observer or ctx.explainer or ctx.selection.active or ctx.engine.observed)


def is_small(stream: VertexStream) -> bool:
    """Whether a draw has so few vertices that it may wait."""
    few = max(stream.count, stream.length) <= limits.MAX_BATCHED_VERTICES
    return few and stream.instances == 1 and not stream.runs


def draws_count(ctx) -> bool:
    """Whether it matters what is a draw of its own, and not only where each primitive ends.

    The numbers of primitives, which are 0 in each draw again, tell where a stipple pattern begins
    and what belongs to a polygon that is not filled.
    """
    polygon = ctx.polygon
    return ctx.lines.stipple or not polygon.front_mode == polygon.back_mode == gl.GL_FILL
