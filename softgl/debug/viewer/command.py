"""The work of `softgl view`: serves pictures of a scene until it is interrupted."""

from __future__ import annotations

from functools import partial

from softgl.debug.page.command import needed_packages, serve
from softgl.debug.viewer.played import Played
from softgl.scene import Scene


def show(scene: Scene, size, options: dict, port: int | None, browser: bool) -> None:
    """Serves the page of a scene or a model until the process is interrupted.

    size : in pixels; None for the scene's. options : of `softgl.Context`; without samples, the
    scene's. port : of the server; None for a free one. browser : True to open the page.

    Raises PageError and SceneError.
    """
    with needed_packages():
        from softgl.debug.viewer.page import view_application
        from softgl.debug.viewer.session import Viewing
    if options.get("samples") is None:
        options = options | {"samples": scene.samples}
    viewing = Viewing(scene, scene.sized(size), options)
    serve("softgl view", partial(view_application, viewing), port, browser)


def play(played: Played, port: int | None, browser: bool) -> None:
    """Serves the page of frames until the process is interrupted; arguments as of `show`."""
    with needed_packages():
        from softgl.debug.viewer.page import view_application
    serve("softgl run", partial(view_application, played), port, browser)
