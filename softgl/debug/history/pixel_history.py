"""Pixel history: the fragments of a pixel in a frame, and their fates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from softgl.counts import counted
from softgl.debug.arguments import check_pixel, framebuffer_name, pixel, whole_number
from softgl.debug.history.fragments import fragments_of_draw, fragments_of_rectangle
from softgl.debug.history.records import Event, Pixel
from softgl.debug.plain import MODES, enum_name
from softgl.debug.watching import watching
from softgl.errors import UsageError
from softgl.gl.api.arguments import Refused
from softgl.pipeline.images.pixel_rectangle import RectangleCall


class PixelHistory:
    """A watcher that records the history of one pixel.

    x, y : the pixel, from the lower left as in glReadPixels; from_top : True to count from the
        upper left, as in images.
    framebuffer : the name of the framebuffer object; 0 for the window, None for all.
    layer : of a layered framebuffer.
    events : the `Event`s that drew to the pixel, in order.
    elsewhere : name of another framebuffer -> number of events that drew to it.
    """

    def __init__(
        self, x: int, y: int, framebuffer: int | None = 0, layer: int = 0, from_top: bool = False
    ):
        self._given, self._from_top = pixel((x, y)), from_top
        self.framebuffer = framebuffer_name(framebuffer)
        self.layer = whole_number("layer", layer)
        self.events: list[Event] = []
        self.elsewhere: Counter[int] = Counter()
        self._begun: Event | None = None

    def before(self, event) -> None:
        """Reads the pixel before an event."""
        ctx, self._begun = event.context, None
        name = ctx.framebuffers.draw.name
        if self.framebuffer not in (None, name):
            self.elsewhere[name] += 1
            return
        values = self._values(ctx)
        if values is None:
            return
        call = _call_words(event)
        self._begun = Event(event.number, event.command, call, name, values, values)
        self._context = ctx
        ctx.observer = self

    def drawing(self, frame, call) -> None:
        """Computes the fates of an event's fragments before they are drawn."""
        found, pixel = self._begun.fragments, self._pixel(frame)
        if isinstance(call, RectangleCall):
            found += fragments_of_rectangle(frame, call, pixel)
        else:
            ctx = self._context
            arguments = ctx.engine.unobserved, frame, call, pixel, self.layer, ctx.threads
            found += fragments_of_draw(*arguments)

    def after(self, event) -> None:
        """Reads the pixel after the event, and records the event."""
        event.context.observer = None
        made, self._begun = self._begun, None
        if made is None:
            return
        made.after = self._values(event.context) or made.before
        if made.changed or made.fragments or event.kind == "clear":
            self.events.append(made)

    def _values(self, ctx) -> Pixel | None:
        """The values of the pixel; None if it is outside."""
        try:
            frame = ctx.framebuffers.planned()
        except Refused:
            return None
        x, y = self._pixel(frame)
        layers = frame.layers.count if frame.layers else 1
        if x >= frame.width or not 0 <= y < frame.height or self.layer >= layers:
            return None
        return Pixel.of(frame.layer(self.layer), (x, y))

    def _pixel(self, frame) -> tuple[int, int]:
        """The pixel from the lower left of a framebuffer."""
        x, y = self._given
        return (x, frame.height - 1 - y) if self._from_top else (x, y)

    def _check_sample(self, sample):
        """Raises UsageError for a sample that the pixel does not have."""
        if sample is None:
            return
        sample = whole_number("sample", sample)
        for event in self.events:
            if sample >= event.after.samples:
                samples = counted(event.after.samples, "sample")
                raise UsageError(f"sample {sample}: pixels have {samples}")

    def lines(self, sample: int | None = None) -> list[str]:
        """The history as lines of text; sample : of one sample; None for all.

        Raises UsageError for a sample that the pixel does not have.
        """
        self._check_sample(sample)
        lines = [line for event in self.events for line in event.lines(sample)]
        if not self.events:
            lines.append("nothing has been drawn to the pixel")
        for name, count in sorted(self.elsewhere.items()):
            events = f"{counted(count, 'event')} {'draws' if count == 1 else 'draw'}"
            where = f"framebuffer {name}" if name else "the window"
            lines.append(f"{events} to {where}: --framebuffer {name}")
        return lines

    def as_json(self, sample: int | None = None) -> dict:
        """The history as JSON-able values; sample : as in `lines`."""
        self._check_sample(sample)
        x, y = self._given
        origin = "upper left" if self._from_top else "lower left"
        events = [event.as_json(sample) for event in self.events]
        return {"x": x, "y": y, "origin": origin, "events": events}


def _call_words(event) -> str:
    """An event's command with its arguments, in one line."""
    if event.command == "glEnd":
        return f"glBegin({enum_name(event.mode, MODES)}) ... glEnd()"
    return " ".join(str(event).split())


@contextmanager
def history(ctx, x: int, y: int, framebuffer: int | None = 0, layer: int = 0) -> Iterator:
    """`with history(ctx, x, y) as found:` records the history of a pixel in the block.

    found : the `PixelHistory`, whose parameters these are. Raises UsageError for a pixel outside of
    the window.
    """
    watcher = PixelHistory(x, y, framebuffer, layer)
    check_pixel((x, y), (ctx.width, ctx.height) if framebuffer == 0 else None)
    ctx.batch.flush()
    with watching(watcher):
        yield watcher
