"""Finds a scene by its name or its file: `load`, `scenes`."""

from __future__ import annotations

import ast
import difflib
import os
from pathlib import Path
from typing import TYPE_CHECKING

from softgl import assets
from softgl.errors import ends_at_caller
from softgl.scene.definition import Scene, SceneError
from softgl.scene.python_file import load_file

if TYPE_CHECKING:
    from softgl.models.view import View

CAPTURE = ".softgl"
"""The extension of captures."""
TRACE = ".trace"
"""The extension of traces of apitrace."""


def scenes() -> dict[str, str]:
    """Returns the descriptions of the scenes that come with softgl, by name and in that order."""
    found = {}
    for path in sorted(assets.folder("scenes").glob("*.py")):
        docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
        found[path.stem] = docstring.partition("\n")[0]
    return found


@ends_at_caller
def load(
    what, material: str | None = None, view: View | None = None, root: str | None = None
) -> Scene:
    """Returns a scene by its name, or by the path of a scene's .py file, a capture or a model file.

    "scenes/teapot.py" is the file that softgl has, if the working folder has none of that path.

    what : also a model that a program holds: a mesh, a scene or a point cloud of trimesh,
        (vertices, faces), or whatever else `softgl.models.python.given.as_model` takes.
    material : the finish of a model, a name of `softgl.models.FINISHES`; None: "studio".
    view : the camera and the background of a model.
    root : a folder; files that a model names are read from below it too, not only from its own one.
    Raises SceneError (a scene), `softgl.models.ModelError` (a model file),
    `softgl.errors.UsageError` (an object) or `softgl.debug.captures.errors.CaptureError` (a
    capture).
    """
    if not isinstance(what, str | os.PathLike):
        return _of_object(what, material, view)
    text = str(what)
    path = Path(text)
    if path.suffix == CAPTURE:
        if material is not None or view is not None or root is not None:
            raise SceneError(f"{text} is a capture: only model files have a material and a camera")
        return _of_capture(path)
    if path.suffix.lower() == TRACE:
        raise SceneError(f"{text} is a trace, not a scene: softgl replay draws its frames")
    if path.suffix != ".py" and (path.suffix or len(path.parts) > 1 or os.path.isfile(path)):
        return _of_model(path, material, view, root)
    if material is not None:
        raise SceneError(f"{text} is not a model file: only model files have a material")
    if view is not None:
        raise SceneError(f"{text} is not a model file: only those have a camera and a background")
    if root is not None:
        raise SceneError(f"{text} is not a model file: only those have a root of their files")
    if path.suffix == ".py":
        path = Path(assets.path_of(text))
        return load_file(path, os.path.abspath(path), None)
    return _of_name(text)


def _of_capture(path: Path) -> Scene:
    from softgl.debug.captures import replay

    show = replay.load_show(path)
    source = os.path.abspath(path), None, None
    return Scene(path.stem, show.setup, show.draw, show.samples, source=source, size=show.size)


def _of_model(path: Path, material: str | None, view: View | None, root) -> Scene:
    elsewhere = None if root is None else os.path.abspath(root)
    source = os.path.abspath(path), material, view, elsewhere
    return _of_show(path.stem, path, material, view, root, source)


def _of_object(what, material: str | None, view: View | None) -> Scene:
    from softgl.models.python.given import Given, as_model

    given = what if isinstance(what, Given) else Given(as_model(what))
    return _of_show("mesh", given, material, view, None, (given, material, view))


def _of_show(name: str, what, material: str | None, view: View | None, root, source) -> Scene:
    """The scene of a model; source : arguments of `load` in another process."""
    from softgl import models
    from softgl.models.surface import SurfacePass

    show = models.load(what, material or "studio", view, root)
    return Scene(
        name,
        show.setup,
        show.draw,
        premultiplied=show.premultiplied,
        source=source,
        surface=SurfacePass(show).draw,
        show=show,
    )


def _of_name(name: str) -> Scene:
    names = scenes()
    if name not in names and os.path.isdir(name):
        raise SceneError(f"{name} is a folder, not a scene or a model file")
    if name not in names:
        close = difflib.get_close_matches(name, names, n=1)
        hint = f"did you mean {close[0]!r}?" if close else f"known are {', '.join(names)}"
        raise SceneError(f"unknown scene {name!r}; {hint}")
    return load_file(assets.folder("scenes") / f"{name}.py", name, False)
