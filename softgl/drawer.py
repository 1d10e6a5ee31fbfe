"""What draws the frames of a scene, one by one, in a context of its own."""

from __future__ import annotations

from PIL import Image

from softgl import image
from softgl.gl.context import Context
from softgl.scene import Scene


class Drawer:
    """Draws the frames of a scene in a context of its own.

    options : of `softgl.Context`. Raises SceneError.
    """

    def __init__(self, scene: Scene, width: int, height: int, options: dict):
        self.scene, self.size = scene, (width, height)
        self.context = Context(width, height, **options)
        scene.setup()

    def draw(self, time: float) -> Image.Image:
        """Draw the frame at a time; the RGBA image of it."""
        self.context.make_current()  # another one may have been used meanwhile
        self.scene.draw(time, *self.size)
        picture = self.context.read_image()
        return image.straight(picture) if self.scene.premultiplied else picture
