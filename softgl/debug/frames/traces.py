"""Traces a frame of a scene: one draw, or each draw."""

from __future__ import annotations

from dataclasses import replace

from softgl.debug.descriptions import described
from softgl.debug.frames.watch import watch_frame
from softgl.debug.tracing.execution import Wanted
from softgl.debug.tracing.trace import Trace, TraceError, tracing
from softgl.debug.watching import Event, Stop
from softgl.scene import Scene


class _Tracer:
    """A watcher that traces one draw, or each draw, and keeps the last non-empty trace.

    Without a draw, draws to the window rank before draws to other framebuffers of its size, where
    the pixel has the same position.
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
        """The pixel in a framebuffer, from the left and the top; None if it is outside."""
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
    """True if the trace of a later draw replaces an earlier one."""
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
    """Traces a frame of a scene; a pixel counts from the left and the top.

    draw : the number of the event; None for the last one that drew there.

    options : of `watch_frame`. Raises TraceError if there is nothing to trace.
    """
    if wanted.pixel is not None and draw is None:
        x, y = wanted.pixel
        if not (0 <= x < width and 0 <= y < height):
            raise TraceError(f"pixel {x},{y} is outside the picture of {width}x{height}")
    tracer = _Tracer(wanted, draw)
    watch_frame(scene, tracer, width, height, **options)
    if draw is not None and draw >= tracer.count:
        raise TraceError(f"no draw {draw}: the frame has {tracer.count}, counted from 0")
    if tracer.found is None or not tracer.found.executions:
        reason = "no fragment reaches the pixel" if wanted.pixel else "nothing has that number"
        where = "in any draw" if draw is None else f"in draw {draw}"
        raise TraceError(f"{reason} {where}")
    return tracer.found
