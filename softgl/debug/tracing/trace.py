"""Traces: what programs did for a pixel, a vertex or a primitive, instruction by instruction.

The frame is drawn as ever. While the draw that is asked about goes through the pipeline, the few
lanes that matter run once more on the eager machine, with an observer beside them: the values are
those of the picture, bit for bit.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import field, replace

from softgl.debug.arguments import check_pixel, whole_number
from softgl.debug.arguments import pixel as checked_pixel
from softgl.debug.frames.draws import described
from softgl.debug.frames.watch import watch_frame
from softgl.debug.tracing.engine import Execution, TracingEngine, Wanted
from softgl.debug.tracing.when import When
from softgl.debug.watching import Event, Stop
from softgl.errors import SoftGLError, UsageError
from softgl.gl.context import Context
from softgl.ir.program import Program
from softgl.records import dataclass
from softgl.scene import Scene


class TraceError(SoftGLError):
    """There is nothing to trace; the message says why in one line."""


@dataclass
class Trace:
    """What was seen. draw : the number of the event, None outside a frame; call : as it was made.

    pixel : from the left and the top, of the framebuffer of this name.
    executions : of programs, in the order in which they ran. against : what those of its stage were
    compared with, or None. str() is a text for people, `as_json` all of it.
    """

    draw: int | None = None
    call: str = ""
    pixel: tuple[int, int] | None = None
    framebuffer: int = 0
    executions: list[Execution] = field(default_factory=list)
    against: Program | None = None

    def __str__(self):
        from softgl.debug.tracing.text import text

        return text(self)

    def as_json(self) -> dict:
        """All of it as JSON-able values; numbers with their bits."""
        from softgl.debug.tracing.json_values import as_json

        return as_json(self)

    def of(self, stage: str) -> list[Execution]:
        """The executions of a stage: "vertex", "geometry" or "fragment"."""
        return [one for one in self.executions if one.stage == stage]

    @property
    def weight(self) -> tuple[bool, bool, bool]:
        """What makes it count before others: fragments, in the window, drawn."""
        fragment = self.fragment
        drawn = fragment is not None and fragment.place["fate"] == "drawn"
        return fragment is not None, drawn and not self.framebuffer, drawn

    @property
    def fragment(self) -> Execution | None:
        """The last fragment that was drawn, or the last one at all; None if there is none."""
        found = self.of("fragment")
        drawn = [one for one in found if one.place["fate"] == "drawn"]
        return (drawn or found or [None])[-1]


@contextmanager
def tracing(context: Context, wanted: Wanted) -> Iterator[Trace]:
    """Trace all draws of the block."""
    trace, inner, threads = Trace(against=wanted.against), context.engine, context.threads
    context.waiting.draw()
    engine = TracingEngine(inner, wanted)
    context.engine, context.threads = engine, 1
    try:
        yield trace
        context.waiting.draw()
    finally:
        context.engine, context.threads = inner, threads
        trace.executions = engine.executions


def traced(
    context: Context, pixel=None, vertex=None, primitive=None, when: str | None = None,
    layer: int = 0,
):  # fmt: skip
    """`with context.trace(pixel=(x, y)) as trace:` what programs do in the draws of the block.

    pixel : as glReadPixels counts, from the lower left; or the number of a vertex or a primitive,
    from 0 in each draw. when : a condition, as `trace_when` has it. layer : of a layered
    framebuffer the one with the pixel. The Trace is whole at the end of the block. Raises
    UsageError for none or several of the three.
    """
    wishes = {"pixel": pixel, "vertex": vertex, "primitive": primitive}
    wishes = {name: wish for name, wish in wishes.items() if wish is not None}
    if len(wishes) != 1:
        raise UsageError("trace() takes one of pixel, vertex and primitive")
    [(name, wish)] = wishes.items()
    if name == "pixel":
        wished = checked_pixel(wish)
        check_pixel(wished, None)
    else:
        wished = whole_number(name, wish)
    condition = None if when is None else When(when)
    layer = whole_number("layer", layer)
    return tracing(context, Wanted(**{name: wished}, when=condition, layer=layer))


class _Tracer:
    """A watcher that traces one draw, or each one and keeps the last that has something.

    Without a draw, what is drawn to the window counts before what is drawn to other framebuffers of
    its shape, in which the pixel is the one at the same place.
    """

    def __init__(self, wanted: Wanted, draw: int | None):
        self.wanted, self.draw = wanted, draw
        self.found: Trace | None = None
        self.count = 0

    def before(self, event: Event):
        self.count, self._open = event.number + 1, None
        if self.draw is not None and event.number > self.draw:
            raise Stop
        if event.kind not in ("draw", "pixels") or self.draw not in (None, event.number):
            return
        ctx = event.context
        pixel = self._pixel(ctx.framebuffers.drawing(), ctx)
        if self.wanted.pixel is None or pixel is not None:
            wanted = self.wanted
            if pixel is not None:
                height = ctx.framebuffers.drawing().height
                wanted = replace(wanted, pixel=(pixel[0], height - 1 - pixel[1]))
            self._open = tracing(ctx, wanted)
            self._trace = self._open.__enter__()
            self._trace.pixel, self._trace.framebuffer = pixel, ctx.framebuffers.draw.name
            self._trace.draw, self._trace.call = event.number, described(event).call

    def after(self, event: Event):
        if self._open is not None:
            self._open.__exit__(None, None, None)
            if self.draw is not None or _better(self._trace, self.found):
                self.found = self._trace

    def _pixel(self, frame, ctx):
        """The pixel in a framebuffer, from the left and the top; None if it has none."""
        if self.wanted.pixel is None:
            return None
        x, y = self.wanted.pixel
        if self.draw is not None:
            return (x, y) if x < frame.width and y < frame.height else None
        if frame.width * ctx.height != frame.height * ctx.width or not frame.width:
            return None
        return (2 * x + 1) * frame.width // (2 * ctx.width), (2 * y + 1) * frame.height // (
            2 * ctx.height
        )


def _better(trace: Trace, before: Trace | None) -> bool:
    """Whether the trace of a later draw says more about the pixel than one before."""
    if not trace.executions:
        return False
    return before is None or trace.weight >= before.weight


def trace_frame(
    scene: Scene,
    wanted: Wanted,
    width: int,
    height: int,
    draw: int | None = None,
    **options,
) -> Trace:
    """Trace a frame of a scene; a pixel counts from the left and the top.

    draw : the number of the event; None: the last that drew there.

    options : of `frames.watch_frame`. Raises TraceError if nothing is there to be traced.
    """
    if wanted.pixel is not None and draw is None:
        x, y = wanted.pixel
        if not (0 <= x < width and 0 <= y < height):
            raise TraceError(f"pixel {x},{y} is outside the picture of {width}x{height}")
    tracer = _Tracer(wanted, draw)
    watch_frame(scene, tracer, width, height, **options)
    if draw is not None and draw >= tracer.count:
        raise TraceError(f"there is no draw {draw}: the frame has {tracer.count}, from 0 on")
    if tracer.found is None or not tracer.found.executions:
        what = (
            "no fragment reaches the pixel" if wanted.pixel else "nothing of that number is there"
        )
        where = "in any draw" if draw is None else f"in draw {draw}"
        raise TraceError(f"{what} {where}")
    return tracer.found
