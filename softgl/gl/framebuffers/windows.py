"""Windows: the planes behind the framebuffer named 0.

A context has one at a time, or none. A window outlives the contexts that draw to it: its planes
keep their contents when a context turns to another window.
"""

from __future__ import annotations

from softgl.gl.api import enums as gl
from softgl.gl.textures.drawable_formats import FORMATS
from softgl.pipeline.planes.framebuffer import MAX_FRAMEBUFFER_SIZE, Framebuffer, word_of_depth
from softgl.pipeline.planes.planes import Plane
from softgl.pipeline.planes.samples import MULTISAMPLE_COUNTS as SAMPLES
from softgl.pipeline.planes.samples import supported
from softgl.records import dataclass

__all__ = [
    "DEPTHS",
    "MAX_FRAMEBUFFER_SIZE",
    "NO_WINDOW",
    "SAMPLES",
    "STENCILS",
    "Window",
    "make_window",
]

DEPTHS = {0: None, 16: "depth16", 24: "depth24", 32: "depth32"}
"""The storage of a depth buffer by its number of bits."""
STENCILS = {0: None, 8: "stencil8"}
"""The storage of a stencil buffer by its number of bits."""


@dataclass(eq=False)
class Window:
    """The planes of a window, and its accumulation buffer, which is allocated on first use."""

    planes: Framebuffer
    accumulated: Plane | None = None

    @property
    def width(self) -> int:
        return self.planes.width

    @property
    def height(self) -> int:
        return self.planes.height

    def resized(self, width: int, height: int) -> Window:
        """Returns a window of the same formats with another size and cleared buffers."""
        planes = self.planes
        color, *others = (each and each.format for each in planes.planes)
        return _window(width, height, planes.samples, color, *others)


def make_window(
    width: int, height: int, samples=0, color=gl.GL_RGBA8, depth=24, stencil=8
) -> Window:
    """Returns a window with colours and stencil indices of 0 and depths of 1.

    samples : per pixel, rounded up to a supported number; 0 or 1: one.
    color : an internal format of colours, as GL_RGB8. depth, stencil : bits, of `DEPTHS` and
        `STENCILS`.
    Raises MemoryError.
    """
    samples = supported(samples) if samples > 1 else 1
    formats = FORMATS[color].plane_formats["color"], DEPTHS[depth], STENCILS[stencil]
    return _window(width, height, samples, *formats)


def _window(width, height, samples, color, depth, stencil) -> Window:
    """Returns a window with planes of the given formats; None omits depth or stencil."""
    colors = (Plane(width, height, color, samples=samples),)
    if depth is not None:
        depth = Plane(width, height, depth, word_of_depth(depth, 1.0), samples)
    if stencil is not None:
        stencil = Plane(width, height, stencil, samples=samples)
    return Window(Framebuffer(width, height, colors, depth, stencil, samples))


NO_WINDOW = make_window(0, 0)
"""Stands in for the window of a context without one; nothing is drawn to it."""
