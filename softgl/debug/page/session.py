"""The data of the page about one frame: each method answers one request, in the drawing thread.

Requests about an event read the frame stopped right after it (`stops`).
"""

from __future__ import annotations

import numpy as np

from softgl.debug.comparison.compared import Comparison
from softgl.debug.history.pixel_history import PixelHistory
from softgl.debug.page import against, events, programs, textures, traces
from softgl.debug.page.around import Around, explained
from softgl.debug.page.edits import Edits
from softgl.debug.page.images import as_picture, changes, png
from softgl.debug.page.stops import Stop, Stops, depths, target
from softgl.debug.page.textures import NotThere
from softgl.debug.state import difference
from softgl.debug.tables import arrays, buffers, vertices
from softgl.debug.tracing.execution import Wanted
from softgl.debug.tracing.trace import tracing
from softgl.errors import SoftGLError
from softgl.scene import load

COMPARED = ("other", "difference")
SHOWN = ("target", "changed", "depth", "window", *COMPARED)
TRACED = ("none", "pixel", "vertex", "primitive")


class Session:
    """A frame of a scene, a model file or a capture under inspection.

    size : width and height; None for the scene's own. frame, options : of `frames.watch_frame`.
    comparison : with a second frame, whose name is `other`. Raises SceneError and other
    SoftGLErrors.
    """

    def __init__(
        self, source: str, size: tuple[int, int] | None = None, frame=0,
        other: str = "", comparison: Comparison | None = None, **options,
    ):  # fmt: skip
        self._other, self._comparison = other, comparison
        self._size = load(source).sized(size)
        self._title = f"{source}, frame {frame}"
        # Loaded anew each time, since a scene may keep state in its module.
        self._stops = Stops(lambda: load(source), self._size, frame=frame, **options)
        self._edits = Edits(self._stops)
        self._summary = None

    def close(self) -> None:
        """Abandons the stopped frame."""
        self._stops.leave()

    def summary(self) -> dict:
        """The frame and its events; error : the reason of an early end, or None."""
        if self._summary is None:
            self._summary = self._drawn()
        return self._summary

    def _drawn(self):
        found = []
        error = None
        try:
            self._stops.show(_Told(lambda event: found.append(events.described(event))))
        except SoftGLError as failure:
            error = str(failure)
        size = list(self._size)
        found = {"title": self._title, "size": size, "events": found, "error": error}
        return found | {"against": self._other}

    def _stop(self, event) -> Stop:
        self._check(event)
        return self._stops.at(event)

    def _check(self, event):
        count = len(self.summary()["events"])
        if event >= count:
            raise NotThere(f"no event {event}: the frame has {count}")

    def _draw(self, event):
        stop = self._stop(event)
        if not stop.calls:
            raise NotThere(f"event {event} draws no vertices")
        return stop.calls

    def compared(self) -> dict:
        """The events of both frames side by side."""
        self._stops.leave()
        return against.rows(self._comparison)

    def pair(self, event: int) -> dict:
        """The differences of an event from that of the second frame."""
        self._check(event)
        self._stops.leave()
        return against.pair(self._comparison, event)

    def times(self) -> dict:
        """The CPU time of each event, and of the frame as usual, in milliseconds."""
        found = self._stops.times()
        return {"draws": [round(each, 4) for each in found.draws], "frame": round(found.frame, 4)}

    def commands(self, event: int) -> dict:
        """All calls since the event before."""
        return {"calls": self._stop(event).commands}

    def explain(self, event: int) -> dict:
        """Explains an event in words; None if it draws no vertices."""
        self._check(event)
        explainer = self._around(event, explained)
        return {"text": explainer.explanation() if explainer.last else None}

    def _around(self, event, manager):
        """The value of a context manager around an event: `around.Around`."""
        watcher = Around(event, manager)
        self._stops.show(watcher)
        return watcher.found

    def picture(self, event: int, show: str, channels: str) -> bytes:
        """The framebuffer after an event as PNG, or another picture of it.

        channels : a word of `images.CHANNELS`, for colours.
        """
        if show in COMPARED:
            self._check(event)
            self._stops.leave()
            return against.picture(self._comparison, event, show, channels)
        stop = self._stop(event)
        ctx = stop.context
        if show == "window":
            return png(as_picture(np.asarray(ctx.read_image())[::-1], channels))
        channels = "rgba" if show == "changed" else channels
        image = depths(ctx) if show == "depth" else target(ctx, channels)
        if image is None:
            raise NotThere("no depth buffer" if show == "depth" else "no framebuffer to draw to")
        if show == "changed":
            image = changes(stop.before, image)
        return png(image)

    def state(self, event: int) -> dict:
        """The state of the context at an event, and its differences from the event before."""
        stop = self._stop(event)
        before = stop.state_before
        changed = {} if before is None else difference(before, stop.state)
        return {"first": before is None, "state": stop.state, "changed": changed}

    def textures(self, event: int) -> dict:
        """The textures after an event."""
        stop = self._stop(event)
        return {"textures": textures.described(stop.context, stop.programs)}

    def texture(self, event: int, stretch: int, **image) -> bytes:
        """A slice of a texture as PNG."""
        return png(textures.picture(self._stop(event).context, stretch=bool(stretch), **image))

    def texel(self, event: int, **place) -> dict:
        """The components of a texel."""
        return {"values": textures.texel(self._stop(event).context, **place)}

    def buffers(self, event: int) -> dict:
        """The buffer objects after an event."""
        stop = self._stop(event)
        kind = arrays.index_type(stop.event)
        return {"buffers": buffers.described(stop.context, kind)}

    def buffer(self, event: int, name: int, format: str, **place) -> dict:
        """A table of elements of a buffer object; place : offset, stride, first, count."""
        return buffers.contents(self._stop(event).context, name, format, **place)

    def arrays(self, event: int) -> dict:
        """The sources of the attributes of a draw."""
        calls = self._draw(event)
        return {"arrays": arrays.sources(self._stop(event).event, calls[0])}

    def vertices(self, event: int, first: int, count: int) -> dict:
        """Vertices of a draw, before and after the vertex program."""
        return vertices.table(self._draw(event), first, count)

    def shape(self, event: int) -> dict:
        """The primitives of a draw as edges, before and after the vertex program."""
        return vertices.shape(self._draw(event)[0])

    def texts(self, event: int) -> dict:
        """The texts of the programs of an event, to be edited."""
        return self._edits.texts(self._stop(event))

    def edit(self, event: int, alone: int, body: bytes) -> dict:
        """Compiles edited texts of programs: `Edits.edit`."""
        return self._edits.edit(self._stop(event), event, bool(alone), body)

    def edited(self, event: int, number: int, show: str, differs: int, channels: str) -> bytes:
        """A picture of the frame with edited programs as PNG."""
        return self._edits.picture(self._stop(event), number, show, bool(differs), channels)

    def history(self, framebuffer: int, x: int, y: int) -> dict:
        """The history of a pixel of a framebuffer in the frame."""
        watcher = PixelHistory(x, y, framebuffer)
        self._stops.show(watcher)
        return {**watcher.as_json(), "framebuffer": framebuffer}

    def trace(self, event: int, what: str, x: int, y: int, number: int, fragment: int) -> dict:
        """Traces the programs of an event for a pixel, a vertex or a primitive.

        fragment : the primitive whose fragment is shown first, -1 for the one drawn last.

        Returns programs : their texts; runs, first : see `traces`; words : the reason if there is
        no run.
        """
        stop = self._stop(event)
        found = {"programs": programs.described(stop.context, stop.programs), "runs": []}
        if what == "none":
            return found | {"words": "Click a pixel to step through the program with its values."}
        wanted = Wanted(**{what: (x, y) if what == "pixel" else number})
        trace = self._around(event, lambda context: tracing(context, wanted))
        runs = traces.runs(trace.as_json())
        words = "" if runs else f"This event does nothing for that {what}."
        return found | {"runs": runs, "first": traces.first_shown(runs, fragment), "words": words}


class _Told:
    """A watcher that calls a function before events."""

    def __init__(self, before):
        self.before = before

    def after(self, event):
        """Does nothing."""
