"""A scene that can be rendered: `Scene`, and the error of one that cannot."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from softgl.errors import SoftGLError
from softgl.records import dataclass

if TYPE_CHECKING:
    from softgl.models.show import Show
    from softgl.models.surface import Surface


class SceneError(SoftGLError):
    """A scene cannot be found, loaded or drawn; the message gives the reason in one line."""


@dataclass(frozen=True)
class Scene:
    """A scene: a Python module, a capture or a model file.

    setup : called once in a new context.
    draw : called as `draw(time, width, height)` for each frame; 0 <= time < 1.
    samples : default number of samples per pixel, as `softgl.Context` takes it.
    sequence : True if each frame depends on the frames before it; None if the scene does not say:
        `softgl.sequences` finds out.
    premultiplied : True if the colours of its pictures are multiplied by their alpha.
    source : arguments of `load`, to load it in another process; None without.
    size : required width and height; None for any.
    surface : called as `surface(time, width, height)`: draws a model as numbers and returns them,
        see `softgl.models.surface.Surface`; None for scenes other than models.
    show : the `softgl.models.show.Show` of a model, whose camera may be changed; else None.
    """

    name: str
    setup: Callable[[], None]
    draw: Callable[[float, int, int], None]
    samples: int = 0
    sequence: bool | None = False
    premultiplied: bool = False
    source: tuple | None = None
    size: tuple[int, int] | None = None
    surface: Callable[[float, int, int], Surface] | None = None
    show: Show | None = None

    def sized(self, size: tuple[int, int] | None = None) -> tuple[int, int]:
        """Returns the width and height of its pictures: `size`, its own, or 640x480.

        Raises SceneError if the scene requires another size.
        """
        if self.size and size and tuple(size) != self.size:
            asked, own = (f"{each[0]}x{each[1]}" for each in (size, self.size))
            raise SceneError(f"{self.name} is a capture of {own} pixels: it cannot have {asked}")
        return size or self.size or (640, 480)
