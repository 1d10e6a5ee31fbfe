"""Pictures of a scene or a model from cameras that the page chooses: `Viewing`."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from PIL import Image

from softgl import gl
from softgl.debug.page.images import png
from softgl.debug.viewer.camera import moved
from softgl.drawer import Drawer
from softgl.scene import Scene


class Viewing:
    """Draws pictures of a scene, all in one thread, which is that of the first one.

    size : of the pictures in pixels. options : of `softgl.Context`.
    """

    def __init__(self, scene: Scene, size: tuple[int, int], options: dict):
        self._scene, self._size, self._options = scene, size, options
        self._view = scene.show and scene.show.view
        self._drawer: Drawer | None = None

    def summary(self) -> dict:
        """The title, the size in pixels, and the camera of a model; None for other scenes."""
        camera = self._view and {"yaw": self._view.camera.yaw, "pitch": self._view.camera.pitch}
        return {"title": self._scene.name, "size": [*self._size], "camera": camera}

    def picture(
        self, yaw: float, pitch: float, zoom: float, x: float, y: float, time: float, small: int
    ) -> bytes:
        """Draws a picture; returns a PNG file.

        yaw, pitch, zoom, x, y : of the camera of a model, see `moved`. Other scenes have their own
            camera.
        time : from 0 to 1. small : 1 for a model's picture of half the width and height.

        Raises SceneError.
        """
        drawer = self._ready()
        width, height = self._size
        show = self._scene.show
        if show is not None:
            if small:
                width, height = max(1, width // 2), max(1, height // 2)
            camera = moved(self._view.camera, self._size, yaw, pitch, zoom, (x, y))
            show.view = replace(self._view, camera=camera)
            drawer.context.make_current()
            drawer.size = width, height
            gl.glViewport(0, 0, width, height)
        return png(np.asarray(_lower_left(drawer.draw(time), width, height)))

    def _ready(self) -> Drawer:
        if self._drawer is None:
            self._drawer = Drawer(self._scene, *self._size, self._options)
        return self._drawer


def _lower_left(picture: Image.Image, width: int, height: int) -> Image.Image:
    """Crops a picture to its lower left part."""
    return picture.crop((0, picture.height - height, width, picture.height))
