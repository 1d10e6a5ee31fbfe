"""Draws the frames of a scene, one by one, in a context of its own."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

from PIL import Image

from softgl import image
from softgl.context import Context
from softgl.scene import Scene, SceneError

if TYPE_CHECKING:
    from softgl.models.surface import Surface


class Drawer:
    """Draws the frames of a scene in a context of its own.

    options : of `softgl.Context`.
    left : the last frame, if it left a framebuffer object bound; else None.

    Raises SceneError.
    """

    def __init__(self, scene: Scene, width: int, height: int, options: dict):
        self.scene, self.size = scene, (width, height)
        self.context = Context(width, height, **options)
        self.left: Image.Image | None = None
        self.warned = False
        scene.setup()

    def draw(self, time: float) -> Image.Image:
        """Draws the frame at a time; returns its RGBA image. Raises SceneError."""
        self.context.make_current()  # another context may have become current meanwhile
        self.scene.draw(time, *self.size)
        picture = self.context.read_image()
        self._check_framebuffer(picture)
        return image.straight(picture) if self.scene.premultiplied else picture

    def surface(self, time: float) -> Surface:
        """Draws the surface of a model at a time as numbers. Raises SceneError for other scenes."""
        if self.scene.surface is None:
            raise SceneError(f"{self.scene.name} is not a model: only models have depth, ids etc.")
        self.context.make_current()
        return self.scene.surface(time, *self.size)

    def _check_framebuffer(self, picture):
        """Detects a framebuffer object that the frame left bound.

        Raises SceneError if the window is clear; warns if it equals that of the frame before.
        """
        before, bound = self.left, self.context.framebuffers.draw.name
        self.left = picture if bound else None
        if not bound:
            return
        words = f"{self.scene.name} leaves framebuffer {bound} bound, and"
        remedy = "glBindFramebuffer(GL_FRAMEBUFFER, 0) binds the window"
        if image.is_clear(picture):
            raise SceneError(f"{words} nothing is drawn to the window: {remedy}")
        if before == picture and not self.warned:
            self.warned = True
            warnings.warn(f"{words} its next frame shows nothing new: {remedy}", stacklevel=2)
