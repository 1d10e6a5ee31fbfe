"""Pictures of one model from many cameras: `Renderer`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from numbers import Integral
from typing import Any

import numpy as np

from softgl import image
from softgl.context import Context
from softgl.errors import UsageError, ends_at_caller
from softgl.gl.api.arguments import ArgumentError
from softgl.models.camera import Camera, check_number
from softgl.models.show import load
from softgl.models.surface import OUTPUTS, SurfacePass
from softgl.models.view import View
from softgl.records import dataclass

OPTIONS = {"machine": str, "lanes": Integral, "samples": Integral, "threads": Integral}
"""Options of a Renderer's context -> their type; None is allowed."""
MAX_SIDE = 8192
"""Pixels of a picture in each direction, as of a framebuffer."""


@dataclass(frozen=True, eq=False)
class Frame:
    """The arrays of a picture, the top row first; None unless requested.

    color : (height, width, 4) uint8, RGBA in display light. depth, normals, positions, ids,
        triangles : see `softgl.models.surface.Surface`.
    """

    color: Any = None
    depth: Any = None
    normals: Any = None
    positions: Any = None
    ids: Any = None
    triangles: Any = None


class Renderer:
    """Renders a model, which is read and uploaded once, from any number of cameras.

    model : a path, or another object that `softgl.scene.load` takes.
    width, height : of the pictures, in pixels.
    material : a name of `softgl.models.FINISHES`.
    view : background, point size and so on; its camera is the default one.
    root : a folder; files that the model names are read from below it too.
    options : of `softgl.Context`: samples, machine, lanes, threads.

    sphere : the bounding sphere of the model, in the file's units.

    Raises ModelError and UsageError.
    """

    @ends_at_caller
    def __init__(
        self,
        model,
        width: int = 640,
        height: int = 480,
        *,
        material: str = "studio",
        view: View | None = None,
        root: str | None = None,
        **options,
    ):
        for name, side in (("width", width), ("height", height)):
            if not isinstance(side, Integral) or not 1 <= side <= MAX_SIDE:
                raise UsageError(f"{name} {side!r} is not a whole number from 1 to {MAX_SIDE}")
        if view is not None and not isinstance(view, View):
            raise UsageError(f"view {view!r} is not a softgl.models.View")
        _check_options(options)
        self.size, self.view = (int(width), int(height)), view or View()
        self._show = load(model, material, self.view, root)
        self._surface = SurfacePass(self._show)
        try:
            self._context = Context(*self.size, **options)
        except ArgumentError as error:
            raise UsageError(error.description) from None
        with self._context:
            self._show.setup()

    @property
    def sphere(self):
        """The bounding sphere of the model (centre, radius), in the units of its file."""
        return self._show.sphere

    @ends_at_caller
    def render(
        self, camera: Camera | None = None, outputs: Sequence[str] = ("color",), time: float = 0.0
    ) -> Frame:
        """Renders the model; returns a Frame with the arrays of `outputs`. Raises UsageError.

        camera : None for that of the view.
        outputs : names of a Frame's arrays; a single name is accepted too.
        time : from 0 to 1, over the animation of the file, or else over a full turn of the model
            about its vertical axis.
        """
        if not isinstance(outputs, str | list | tuple | set):
            raise UsageError(f"outputs {outputs!r} is not a list of names")
        if camera is not None and not isinstance(camera, Camera):
            raise UsageError(f"camera {camera!r} is not a softgl.models.Camera")
        check_number("time", time, 0.0, 1.0)
        outputs = [outputs] if isinstance(outputs, str) else list(outputs)
        unknown = [repr(name) for name in outputs if name not in ("color", *OUTPUTS)]
        if unknown:
            known = ", ".join(("color", *OUTPUTS))
            raise UsageError(f"unknown output {', '.join(unknown)}; known are {known}")
        self._show.view = (
            self.view if camera is None else replace(self.view, camera=camera, file_camera=None)
        )
        arrays = {}
        with self._context:
            if "color" in outputs:
                arrays["color"] = self._color(time)
            names = [name for name in outputs if name != "color"]
            if names:
                surface = self._surface.draw(time, *self.size)
                arrays |= {name: surface.array(name) for name in names}
        return Frame(**arrays)

    def _color(self, time):
        self._show.draw(time, *self.size)
        picture = self._context.read_image()
        return np.asarray(image.straight(picture) if self._show.premultiplied else picture)


def _check_options(options):
    """Raises UsageError for an unknown option, or a value of a wrong type."""
    for name, value in options.items():
        if name not in OPTIONS:
            raise UsageError(f"unknown option {name!r}; known are {', '.join(OPTIONS)}")
        if value is None:
            continue
        if not isinstance(value, OPTIONS[name]) or isinstance(value, bool):
            kind = "a text" if OPTIONS[name] is str else "a whole number"
            raise UsageError(f"{name} {value!r} is not {kind}")
