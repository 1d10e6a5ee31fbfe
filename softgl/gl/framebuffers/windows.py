"""Windows: the planes that the framebuffer of the name 0 draws to and reads.

A context has one at a time, or none, and a window outlives the contexts that draw to it: what is
drawn stays in its planes when a context turns to another window.
"""

from __future__ import annotations

from softgl.formats.storages import ColorFormat
from softgl.pipeline.framebuffer import Framebuffer, word_of_depth
from softgl.pipeline.planes import Plane
from softgl.pipeline.samples import supported
from softgl.records import dataclass

DEPTHS = {0: None, 16: "depth16", 24: "depth24", 32: "depth32"}
"""The storage of a depth buffer by its bits."""
STENCILS = {0: None, 8: "stencil8"}


@dataclass(eq=False)
class Window:
    """The planes of a window, and its accumulation buffer, which has memory from its first use."""

    planes: Framebuffer
    accumulated: Plane | None = None

    @property
    def width(self) -> int:
        return self.planes.width

    @property
    def height(self) -> int:
        return self.planes.height

    def resized(self, width: int, height: int) -> Window:
        """A window of the same formats, with another size and cleared buffers."""
        planes = self.planes
        depth = planes.depth_plane and planes.depth_plane.bits("D")
        stencil = planes.stencil_plane and planes.stencil_plane.bits("S")
        color = planes.colors[0].format
        return make_window(width, height, planes.samples, color, depth or 0, stencil or 0)


def make_window(width: int, height: int, samples=0, color=None, depth=24, stencil=8) -> Window:
    """A window whose colours and stencil indices are 0 and whose depths are 1.

    samples : of each pixel, the next supported number of what is given; 0 or 1: one.
    color : the ColorFormat; None: RGBA8. depth : bits, of `DEPTHS`. stencil : of `STENCILS`.
    Raises MemoryError.
    """
    samples = supported(samples) if samples > 1 else 1
    colors = (Plane(width, height, color or ColorFormat(), samples=samples),)
    depths, indices = DEPTHS[depth], STENCILS[stencil]
    if depths is not None:
        depths = Plane(width, height, depths, word_of_depth(depths, 1.0), samples)
    if indices is not None:
        indices = Plane(width, height, indices, samples=samples)
    return Window(Framebuffer(width, height, colors, depths, indices, samples))
