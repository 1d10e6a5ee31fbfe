"""The view of a model: its camera, its background, and the widths of points and lines."""

from __future__ import annotations

from dataclasses import field
from numbers import Real

from softgl.errors import UsageError
from softgl.models.camera import Camera
from softgl.models.parts.checks import checked_flag, checked_name
from softgl.records import dataclass

MAX_THICKNESS = 100.0
"""Pixels of a point's size and of a line's width."""
THIN = 320
"""The window's height / the width of points and lines, which is at least one pixel."""


@dataclass(frozen=True)
class View:
    """The view of a model.

    background : display light (r, g, b, a), 0 to 1, instead of the finish's background. With an
        alpha below 1, pictures have premultiplied alpha.
    wireframe : True to draw only the edges of triangles.
    point_size, line_width : in pixels; None: a part of the picture's height (see `THIN`).
    animation : the animation of the file that is played, by its name or its number from 0; None:
        the first one.
    file_camera : a camera of the file, by its name or its number from 0; its place and its
        projection are used instead of those of `camera`. None without.

    Raises UsageError.
    """

    camera: Camera = field(default_factory=Camera)
    background: tuple[float, float, float, float] | None = None
    wireframe: bool = False
    point_size: float | None = None
    line_width: float | None = None
    animation: str | int | None = None
    file_camera: str | int | None = None

    def __post_init__(self):
        if not isinstance(self.camera, Camera):
            raise UsageError(f"camera {self.camera!r} is not a softgl.models.Camera")
        if self.background is not None:
            object.__setattr__(self, "background", checked_background(self.background))
        object.__setattr__(self, "wireframe", checked_flag("wireframe", self.wireframe))
        for name in ("animation", "file_camera"):
            if getattr(self, name) is not None:
                object.__setattr__(self, name, checked_name(name, getattr(self, name)))
        for name in ("point_size", "line_width"):
            value = getattr(self, name)
            if value is not None and not (isinstance(value, Real) and 0 < value <= MAX_THICKNESS):
                raise UsageError(
                    f"{name} {value!r} is not a number of pixels up to {MAX_THICKNESS:g}"
                )

    def thickness(self, height: int, scale: int = 1) -> tuple[float, float]:
        """The size of points and the width of lines in a picture `height` pixels high.

        scale : pixels of the framebuffer for each of the picture, in each direction.
        """
        usual = max(1.0, height * scale / THIN)
        values = (self.point_size, self.line_width)
        return tuple(usual if value is None else value * scale for value in values)


def checked_background(colour) -> tuple[float, ...]:
    """Returns a background as (r, g, b, a); a colour without alpha is opaque. Raises UsageError."""
    try:
        parts = [float(part) for part in colour]
    except (TypeError, ValueError):
        parts = []
    if len(parts) not in (3, 4) or not all(0.0 <= part <= 1.0 for part in parts):
        raise UsageError(f"background {colour!r} is not (r, g, b, a), numbers from 0 to 1")
    return (*parts, 1.0)[:4]
