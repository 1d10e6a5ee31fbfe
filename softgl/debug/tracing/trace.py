"""Traces: the execution of programs for a pixel, a vertex or a primitive, by instruction.

The frame is drawn as usual. During the traced draw, the selected lanes run a second time on the
eager machine under an observer: their values are those of the picture, bit for bit.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import field

from softgl.debug.arguments import check_pixel, whole_number
from softgl.debug.arguments import pixel as checked_pixel
from softgl.debug.tracing.engine import TracingEngine
from softgl.debug.tracing.execution import Execution, Wanted
from softgl.debug.tracing.when import When
from softgl.errors import SoftGLError, UsageError
from softgl.gl.context import BaseContext
from softgl.ir.program import Program
from softgl.records import dataclass


class TraceError(SoftGLError):
    """There is nothing to trace; the message is the reason, in one line."""


@dataclass
class Trace:
    """A trace. draw : the number of the event, None outside a frame. call : the event's call.

    pixel : from the left and the top, in the framebuffer of this name.
    executions : of programs, in order. against : the program that those of its stage were compared
    with, or None. str() formats the trace as text, `as_json` as JSON-able values.
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
        """Converts the trace to JSON-able values; numbers with their bits."""
        from softgl.debug.tracing.json_values import as_json

        return as_json(self)

    def of(self, stage: str) -> list[Execution]:
        """The executions of a stage: "vertex", "geometry" or "fragment"."""
        return [one for one in self.executions if one.stage == stage]

    @property
    def weight(self) -> tuple[bool, bool, bool]:
        """The rank among traces: fragments, in the window, drawn."""
        fragment = self.fragment
        drawn = fragment is not None and fragment.place["fate"] == "drawn"
        return fragment is not None, drawn and not self.framebuffer, drawn

    @property
    def fragment(self) -> Execution | None:
        """The last drawn fragment, or the last one if none was drawn; None without any."""
        found = self.of("fragment")
        drawn = [one for one in found if one.place["fate"] == "drawn"]
        return (drawn or found or [None])[-1]


@contextmanager
def tracing(context: BaseContext, wanted: Wanted) -> Iterator[Trace]:
    """Traces all draws of the block."""
    trace, inner, threads = Trace(against=wanted.against), context.engine, context.threads
    context.batch.flush()
    engine = TracingEngine(inner, wanted)
    context.engine, context.threads = engine, 1
    try:
        yield trace
        context.batch.flush()
    finally:
        context.engine, context.threads = inner, threads
        trace.executions = engine.executions


def traced(
    context: BaseContext, pixel=None, vertex=None, primitive=None, when: str | None = None,
    layer: int = 0,
):  # fmt: skip
    """`with context.trace(pixel=(x, y)) as trace:` traces the draws of the block.

    pixel : from the lower left, as in glReadPixels. vertex, primitive : a number, from 0 in each
    draw. Exactly one of the three must be given. when : a condition, see `tracing.when`. layer : of
    a layered framebuffer.

    The Trace is complete at the end of the block. Raises UsageError.
    """
    subjects = {"pixel": pixel, "vertex": vertex, "primitive": primitive}
    subjects = {name: value for name, value in subjects.items() if value is not None}
    if len(subjects) != 1:
        raise UsageError("trace() takes one of pixel, vertex and primitive")
    [(name, subject)] = subjects.items()
    if name == "pixel":
        subject = checked_pixel(subject)
        check_pixel(subject, None)
    else:
        subject = whole_number(name, subject)
    condition = None if when is None else When(when)
    layer = whole_number("layer", layer)
    return tracing(context, Wanted(**{name: subject}, when=condition, layer=layer))
