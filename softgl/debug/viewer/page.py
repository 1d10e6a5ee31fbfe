"""The server of `softgl view`: its answers and its files."""

from __future__ import annotations

import math

from softgl.debug.page.answers import PNG, Answer, Whole
from softgl.debug.page.server import Access, application, static_files
from softgl.debug.viewer.played import Played
from softgl.debug.viewer.session import Viewing
from softgl.errors import UsageError
from softgl.records import dataclass

SHARED = ("/base.css", "/icon.svg")
"""Files that are those of the page of `softgl inspect`."""
MAX_DEGREES = 1e6
MAX_ZOOM = 1000.0
MAX_SHIFT = 1e4


@dataclass(frozen=True)
class Real:
    """A parameter: a finite number from `least` to `most`."""

    default: float
    least: float
    most: float

    def read(self, name: str, text: str) -> float:
        """Parses the number. Raises UsageError."""
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not self.least <= value <= self.most:
            limits = f"from {self.least:g} to {self.most:g}"
            raise UsageError(f"{name} {text!r} is not a number {limits}")
        return value


ANSWERS = {
    "summary": Answer(lambda session: session.summary()),
    "picture": Answer(
        lambda session, **view: session.picture(**view),
        PNG,
        {
            "yaw": Real(-30.0, -MAX_DEGREES, MAX_DEGREES),
            "pitch": Real(16.0, -MAX_DEGREES, MAX_DEGREES),
            "zoom": Real(1.0, 1.0 / MAX_ZOOM, MAX_ZOOM),
            "x": Real(0.0, -MAX_SHIFT, MAX_SHIFT),
            "y": Real(0.0, -MAX_SHIFT, MAX_SHIFT),
            "time": Real(0.0, 0.0, 1.0),
            "small": Whole(0, most=1),
        },
    ),
}
"""Name after /api/ in the path -> answer."""


def view_application(viewing: Viewing | Played, token: str, port: int) -> Access:
    """The ASGI application of a `Viewing` or of frames."""
    inspector = static_files()
    shared = {path: inspector[path] for path in SHARED}
    return application(viewing, token, port, ANSWERS, shared | static_files(__package__))
