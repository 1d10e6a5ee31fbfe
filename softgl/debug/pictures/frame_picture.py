"""Pictures of a frame: the effect of its draws on every pixel, in numbers and in colours."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import field

import numpy as np
from PIL import Image

from softgl.debug.arguments import framebuffer_name, whole_number
from softgl.debug.pictures import images
from softgl.debug.pictures.counts import counted
from softgl.debug.watching import watching
from softgl.errors import SoftGLError, UsageError
from softgl.gl.api.arguments import Refused
from softgl.gl.programs.slots import operand_of
from softgl.pipeline.fragments.counters import LEVEL_UNITS
from softgl.records import dataclass


class PictureError(SoftGLError):
    """A picture of a frame cannot be made; the message is the reason, in one line."""


@dataclass
class Canvas:
    """The data of one framebuffer; arrays are (height, width), bottom row first.

    counts : sums for a picture that sums, else the last values, uint32.
    draws : the number of the last event that drew to each pixel, from 1; 0 for none.
    shaded : RGBA colours; black without a colour plane. calls : the number of draws.
    names : number of an event -> its name.
    contributions : (event, its name, colours after it, mask of the pixels that it changed).
    """

    counts: np.ndarray
    draws: np.ndarray
    shaded: np.ndarray
    calls: int = 0
    names: dict[int, str] = field(default_factory=dict)
    contributions: list[tuple] = field(default_factory=list)


@dataclass(frozen=True)
class Kind:
    """A kind of picture.

    quantity : the count, as in `counts.counted`; None for none.
    sums : True to add the counts of draws; False for that of the last draw.
    samples : True if samples are counted. title : the title of the legend.
    image : function (picture) -> image.
    """

    quantity: str | None
    title: str
    image: Callable
    sums: bool = True
    samples: bool = False


KINDS = {
    "overdraw": Kind("samples", "fragments written", images.ramp, samples=True),
    "depth-complexity": Kind("reached", "fragments, tested or not", images.ramp, samples=True),
    "cost": Kind("cost", "fragment instructions", images.ramp),
    "mip": Kind("level", "mip level of unit", images.levels, sums=False),
    "draw": Kind("samples", "event that drew last", images.events, sums=False),
    "primitive": Kind("primitive", "primitive that drew last", images.primitives, sums=False),
    "wireframe": Kind("primitive", "edges of what is seen", images.wireframe, sums=False),
    "contributions": Kind(None, "what each event changed", images.contact_sheet),
}


class FramePicture:
    """A watcher that makes a picture of the effect of events.

    kind : a key of `KINDS`. unit : the texture unit of "mip".
    framebuffer : the name of the framebuffer object; None for the window if anything but copies is
        drawn there, else for the object with most draws. All layers count together.
    """

    def __init__(self, kind: str, unit: int = 0, framebuffer: int | None = None):
        if not isinstance(kind, str) or kind not in KINDS:
            raise UsageError(f"unknown picture {kind!r}; known are {', '.join(KINDS)}")
        self.kind, self.name, self.unit = KINDS[kind], kind, whole_number("unit", unit)
        self.framebuffer = framebuffer_name(framebuffer)
        self.canvases: dict[int, Canvas] = {}
        self._event = self._canvas = self._before = None

    # -- watching ----------------------------------------------------------------------------------

    def before(self, event) -> None:
        """Copies the planes before an event."""
        ctx, self._event, self._canvas = event.context, event, None
        name = ctx.framebuffers.draw.name
        frame = _planned(ctx)
        if frame is None or self.framebuffer not in (None, name):
            return
        size = frame.height, frame.width
        canvas = self.canvases.get(name)
        if canvas is None or canvas.counts.shape != size:
            shaded = np.zeros((*size, 4), np.uint8)
            canvas = self.canvases[name] = Canvas(*np.zeros((2, *size), np.uint32), shaded)
        self._canvas, self._before, self._drawn = canvas, _words(frame), False
        ctx.observer = self

    def drawing(self, frame, call) -> None:
        """Counts a draw of the event."""
        canvas, kind, ctx = self._canvas, self.kind, self._event.context
        canvas.calls += 1
        self._drawn = True
        if kind.quantity is None:
            return
        arguments = ctx.engine.unobserved, frame, call
        unit = operand_of(ctx, call.fragment.program, self.unit)
        found = counted(*arguments, kind.quantity, unit, ctx.threads)
        if kind.samples:
            samples = call.fragment.samples
            found = (found + (samples - 1)) // np.uint32(samples)
        if kind.sums:
            canvas.counts += found
        else:
            canvas.counts = np.where(found, found, canvas.counts)
        self._note(found > 0)

    def after(self, event) -> None:
        """Records the pixels that the event changed."""
        ctx, canvas = event.context, self._canvas
        ctx.observer = None
        frame = _planned(ctx)
        if canvas is None or frame is None or frame.height != len(canvas.counts):
            return
        words = _words(frame)
        changed = (words != self._before).any(axis=0)
        canvas.shaded = _shaded(ctx, frame, canvas.shaded)
        if not self._drawn and changed.any():
            self._note(changed)
            if not self.kind.sums:
                canvas.counts = np.where(changed, 0, canvas.counts).astype(np.uint32)
        if self.name == "contributions" and changed.any():
            canvas.contributions.append((event.number, str(event), canvas.shaded, changed))

    def _note(self, where):
        """Updates the canvas at the pixels that the event drew to."""
        number = self._event.number
        self._canvas.draws[where] = number + 1
        self._canvas.names[number] = self._event.command

    # -- results -----------------------------------------------------------------------------------

    @property
    def canvas(self) -> Canvas:
        """The canvas of the selected framebuffer. Raises PictureError if nothing was drawn."""
        if not self.canvases:
            where = f" to framebuffer {self.framebuffer}" if self.framebuffer else ""
            raise PictureError(f"nothing is drawn{where}")
        window = self.canvases.get(0)
        if window is not None and window.calls:
            return window
        return max(self.canvases.values(), key=lambda canvas: canvas.calls)

    @property
    def counts(self) -> np.ndarray:
        """The numbers of the picture, (height, width), bottom row first.

        uint32; of "mip" float32 levels above the base level, -1 where none is sampled; of "draw"
        int32 events, -1 for none; of "primitive" and "wireframe" int32 primitives, -1 for none; of
        "contributions" uint32, how many events changed each pixel.
        """
        canvas = self.canvas
        if self.name == "draw":
            return canvas.draws.astype(np.int32) - 1
        if self.name == "contributions":
            changed = [changed for *_, changed in canvas.contributions]
            return np.stack(changed).sum(axis=0, dtype=np.uint32) if changed else canvas.counts
        if self.name == "mip":
            levels = (canvas.counts.astype(np.float32) - 1) / LEVEL_UNITS
            return np.where(canvas.counts, levels, -1).astype(np.float32)
        return canvas.counts if self.kind.sums else canvas.counts.astype(np.int32) - 1

    def image(self) -> Image.Image:
        """The picture with its legend, RGB."""
        return self.kind.image(self)

    @property
    def title(self) -> str:
        """The title of the legend."""
        return self.kind.title + (f" {self.unit}" if self.name == "mip" else "")


@contextmanager
def picture(kind: str, unit: int = 0, framebuffer: int | None = None) -> Iterator[FramePicture]:
    """`with picture("overdraw") as found:` makes a picture of the draws of the block.

    found : the `FramePicture`, whose parameters these are. Raises UsageError.
    """
    watcher = FramePicture(kind, unit, framebuffer)
    with watching(watcher):
        yield watcher


def _planned(ctx):
    """The framebuffer of the draws, or None."""
    try:
        return ctx.framebuffers.planned()
    except Refused:
        return None


def _words(frame) -> np.ndarray:
    """Copies the words of all planes: (words, height, width)."""
    planes = frame.planes
    size = frame.width, frame.height
    words = [plane.read(0, 0, *size).astype(np.uint32) for plane in planes if plane is not None]
    return np.concatenate(words) if words else np.zeros((1, *size[::-1]), np.uint32)


def _shaded(ctx, frame, before):
    """The colours of the first colour plane, (height, width, 4) uint8, bottom row first."""
    resolved = frame.resolved(ctx.moves)
    plane = next((plane for plane in resolved.colors if plane is not None), None)
    if plane is None:
        return before
    colors = plane.read_color(0, 0, frame.width, frame.height)
    if colors.dtype == np.uint8:
        return colors
    with np.errstate(all="ignore"):
        return (np.clip(np.nan_to_num(colors), 0, 1) * 255 + 0.5).astype(np.uint8)
