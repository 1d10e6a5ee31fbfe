"""Says why a picture is blank: right where the scene clears only, but rarely meant so.

A picture of one colour is drawn once more in a context that explains. If no draw has changed a
colour, its messages become a warning. A picture that is all transparent is warned of in any case.
Neither is an error, as an animation may begin with nothing.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from PIL import Image

from softgl.context import Context
from softgl.errors import SoftGLError
from softgl.gl.explain.explainer import Explainer, ExplainWarning
from softgl.image import is_clear
from softgl.scene import Scene, load

MOST_REASONS = 3
"""The most messages about the draws of a blank picture."""


def warned(
    images: Iterable[Image.Image],
    scene: Scene,
    size: tuple[int, int],
    times: Sequence[float],
    options: dict,
) -> Iterator[Image.Image]:
    """Yield the RGBA images of a scene at `times`; warn of the first one that has one colour.

    options : of `softgl.Context`.
    """
    looked_at = False
    for time, image in zip(times, images, strict=True):
        if not looked_at and image.getcolors(1):
            looked_at = True
            _tell(scene, size, time, options, is_clear(image))
        yield image


class _Watching(Explainer):
    """Explains draws, and remembers if any has changed colours."""

    has_changed = False

    @contextmanager
    def drawing(self, ctx, mode, drawing, call) -> Iterator[None]:
        """Remembers whether the draw of the block changes colours."""
        with super().drawing(ctx, mode, drawing, call):
            yield
        self.has_changed = self.has_changed or self.last.changes_colours


def _tell(scene, size, time, options, clear):
    """Warns of a picture of one colour; clear : True if it is all transparent."""
    reasons, has_framebuffers = _reasons(scene, size, time, options)
    if clear:
        if has_framebuffers and not reasons:
            reasons.append("a framebuffer object is seen once it is copied there")
        if "OpenGL.GL" in sys.modules and "softgl.pyopengl" not in sys.modules:
            reasons.append("PyOpenGL does not draw to it: `from softgl.gl import *`")
        shown = "all of the picture is transparent, as nothing is drawn to the window"
    else:
        shown = "all of the picture has one colour"
    if clear or reasons:
        because = f": {'; '.join(reasons)}" if reasons else ""
        warnings.warn(f"{scene.name} at time {time:g}: {shown}{because}", stacklevel=2)


def _reasons(scene, size, time, options) -> tuple[list[str], bool]:
    """Returns messages about draws if none changed a colour; True if there are framebuffers."""
    if scene.source is None:
        return [], False
    with warnings.catch_warnings(record=True) as found, Context(1, 1):
        warnings.simplefilter("always")
        try:
            again = load(*scene.source)
            context = Context(*size, **options | {"explain": True})
            context.explainer = watching = _Watching()
            again.setup()
            again.draw(time, *size)
        except SoftGLError:
            return [], False
    said = [str(each.message) for each in found if issubclass(each.category, ExplainWarning)]
    reasons = [] if watching.has_changed else list(dict.fromkeys(said))[:MOST_REASONS]
    return reasons, any(context.framebuffers.objects)
