"""Warns of blank pictures, and explains them.

A picture of one colour is drawn again in a context that explains its draws. If no draw changed a
colour, the explanations become a warning. An entirely transparent picture always causes a warning.
Neither is an error, since an animation may begin with an empty frame.
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

MAX_REASONS = 3
"""Explanations of draws in a warning."""


def warned(
    images: Iterable[Image.Image],
    scene: Scene,
    size: tuple[int, int],
    times: Sequence[float],
    options: dict,
) -> Iterator[Image.Image]:
    """Yields the RGBA images of a scene, and warns of the first blank one.

    times : of the images, in seconds. options : of `softgl.Context`.
    """
    checked = False
    for time, image in zip(times, images, strict=True):
        if not checked and image.getcolors(1):
            checked = True
            _warn(scene, size, time, options, is_clear(image))
        yield image


class _Watching(Explainer):
    """Explains draws; `has_changed` is True once a draw has changed colours."""

    has_changed = False

    @contextmanager
    def drawing(self, ctx, mode, drawing, call) -> Iterator[None]:
        """Explains the draw of the block, and updates `has_changed`."""
        with super().drawing(ctx, mode, drawing, call):
            yield
        self.has_changed = self.has_changed or self.last.changes_colours


def _warn(scene, size, time, options, clear):
    """Warns of a picture of one colour; clear : True if it is transparent everywhere."""
    reasons, has_framebuffers = _reasons(scene, size, time, options)
    if clear:
        if has_framebuffers and not reasons:
            reasons.append("the contents of a framebuffer object must be copied to the window")
        if "OpenGL.GL" in sys.modules and "softgl.pyopengl" not in sys.modules:
            reasons.append("PyOpenGL does not draw to it, `from softgl.gl import *` does")
        shown = "the whole picture is transparent: nothing is drawn to the window"
    else:
        shown = "the whole picture has one colour"
    if clear or reasons:
        because = f": {'; '.join(reasons)}" if reasons else ""
        warnings.warn(f"{scene.name} at time {time:g}: {shown}{because}", stacklevel=2)


def _reasons(scene, size, time, options) -> tuple[list[str], bool]:
    """Draws the scene again; returns (explanations, True if it made framebuffer objects).

    There are no explanations if a draw changed a colour.
    """
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
    messages = [str(each.message) for each in found if issubclass(each.category, ExplainWarning)]
    reasons = [] if watching.has_changed else list(dict.fromkeys(messages))[:MAX_REASONS]
    return reasons, any(context.framebuffers.objects)
