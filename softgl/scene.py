"""Scenes: small Python modules that draw with `softgl.gl`, by name or by file.

A scene module has a docstring, whose first line describes it, a function
`draw(time, width, height)` that draws one frame (`time` runs from 0 to 1 over an animation), and,
if it wants one, a function `setup()` that is called once, in the new context, before the first
frame, a number `SAMPLES`, how many samples its pixels are to have, and `SEQUENCE = True` if a frame
depends on those before it, or `SEQUENCE = False` if it does not. It may import modules that lie
beside it. It draws in the context that is current, and leaves no other one current.

To load a scene executes it, with the rights of the user: it is code, not data.
"""

from __future__ import annotations

import ast
import difflib
import importlib.util
import os
import sys
import traceback
from collections.abc import Callable
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from softgl import assets, paths
from softgl.errors import ProgramError, SoftGLError
from softgl.files import FileError, open_file
from softgl.records import dataclass

if TYPE_CHECKING:
    from softgl.models.show import View

CAPTURE = ".softgl"  # what the names of captures end in
MAX_SAMPLES = 16  # as softgl.pipeline.planes.samples has it, which takes numpy to import


class SceneError(SoftGLError):
    """A scene cannot be found, loaded or drawn; the message says why in one line."""


@dataclass(frozen=True)
class Scene:
    """A scene: something to render.

    setup : called once in a new context.
    draw : called as `draw(time, width, height)` for each frame; 0 <= time < 1.
    samples : the default number for each pixel, as `softgl.Context` takes it.
    sequence : True if each frame continues from the ones before it; None if the scene does not
        tell: `softgl.sequences` finds out.
    premultiplied : True if the colours of its pictures are multiplied by their alpha.
    source : the argument of `load` that makes it in another process, or None.
    size : the width and height that it has to be drawn in; None for any.
    """

    name: str
    setup: Callable[[], None]
    draw: Callable[[float, int, int], None]
    samples: int = 0
    sequence: bool | None = False
    premultiplied: bool = False
    source: tuple | None = None
    size: tuple[int, int] | None = None

    def sized(self, size: tuple[int, int] | None = None) -> tuple[int, int]:
        """The width and height to draw it in: those given, its own, or 640x480; SceneError."""
        if self.size and size and tuple(size) != self.size:
            asked, own = (f"{each[0]}x{each[1]}" for each in (size, self.size))
            raise SceneError(f"{self.name} is a capture of {own} pixels: it has no {asked}")
        return size or self.size or (640, 480)


def scenes() -> dict[str, str]:
    """The scenes that come with softgl: name -> description, by name."""
    found = {}
    for path in sorted(assets.folder("scenes").glob("*.py")):
        docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
        found[path.stem] = docstring.partition("\n")[0]
    return found


def load(what, material: str | None = None, view: View | None = None) -> Scene:
    """The scene called `what`: a name, or a path to a scene's .py file, a capture or a model file.

    material : what a model file is shown in, a name of `softgl.models.FINISHES`; None: "studio".
    view : how a model file is looked at, and before what.
    Raises SceneError (a scene), `softgl.models.ModelError` (a model file) or
    `softgl.debug.captures.errors.CaptureError` (a capture).
    """
    text = str(what)
    path = Path(text)
    if path.suffix == CAPTURE:
        if material is not None or view is not None:
            raise SceneError(f"{text} is a capture: only model files are shown otherwise")
        from softgl.debug.captures import replay

        show = replay.load_show(path)
        return Scene(
            path.stem,
            show.setup,
            show.draw,
            show.samples,
            source=(os.path.abspath(path), None, None),
            size=show.size,
        )
    is_model = path.suffix != ".py" and (path.suffix or len(path.parts) > 1 or os.path.isfile(path))
    if is_model:
        from softgl import models

        show = models.load(path, material or "studio", view)
        return Scene(
            path.stem,
            show.setup,
            show.draw,
            premultiplied=show.premultiplied,
            source=(os.path.abspath(path), material, view),
        )
    if material is not None:
        raise SceneError(f"{text} is no model file: only those are shown in a material")
    if view is not None:
        raise SceneError(f"{text} is no model file: only those have a camera and a background")
    if path.suffix == ".py":
        return _load_file(path, os.path.abspath(path), None)
    names = scenes()
    if text not in names and os.path.isdir(text):
        raise SceneError(f"{text} is a folder, not a scene or a model file")
    if text not in names:
        close = difflib.get_close_matches(text, names, n=1)
        hint = f"did you mean {close[0]!r}?" if close else f"there are: {', '.join(names)}"
        raise SceneError(f"there is no scene {text!r}; {hint}")
    return _load_file(assets.folder("scenes") / f"{text}.py", text, False)


def _load_file(path, source, sequence):
    """The scene of a file; sequence : as a Scene has it, where the file does not say."""
    try:
        open_file(path).close()
    except FileError as error:
        raise SceneError(str(error)) from None
    file = os.path.abspath(path)  # which errors name, wherever the process is by then
    spec = importlib.util.spec_from_file_location(f"softgl_scene_{path.stem}", file)
    module = importlib.util.module_from_spec(spec)
    beside = _Beside(os.path.dirname(file))
    guarded = partial(_guarded, path, beside)
    before = _current()
    guarded(spec.loader.exec_module)(module)
    if not callable(getattr(module, "draw", None)):
        raise SceneError(
            f"{path} is not a scene: it has no function draw(time, width, height); `softgl run` "
            "runs scripts"
        )
    guarded(_check_context)(before, "the file")
    setup = getattr(module, "setup", _nothing)
    samples = getattr(module, "SAMPLES", 0)
    if not isinstance(samples, int) or not 0 <= samples <= MAX_SAMPLES:
        raise SceneError(f"{path}: SAMPLES is {samples!r}, not a number from 0 to {MAX_SAMPLES}")
    sequence = getattr(module, "SEQUENCE", sequence)
    return Scene(
        path.stem,
        guarded(_ended(setup, "setup()")),
        guarded(_ended(module.draw, "draw()")),
        samples,
        sequence=None if sequence is None else bool(sequence),
        source=(source,),
    )


def _nothing():
    """The setup of a scene that needs none."""


class _Beside:
    """The modules that lie beside a scene, which may import them, as a script could.

    Other scenes have modules of the same names, so they are in `sys.modules` only while it runs.
    """

    def __init__(self, folder: str):
        self.folder = folder
        self.modules: dict[str, ModuleType] = {}

    @contextmanager
    def importable(self):
        """Let the block import them."""
        before = {name: sys.modules.get(name) for name in self.modules}
        known = set(sys.modules) - self.modules.keys()
        sys.modules.update(self.modules)
        sys.path.insert(0, self.folder)
        sys.meta_path.insert(0, _NoPyOpenGL)
        try:
            yield
        finally:
            sys.meta_path.remove(_NoPyOpenGL)
            if self.folder in sys.path:
                sys.path.remove(self.folder)
            for name in sys.modules.keys() - known:
                if self.has(getattr(sys.modules[name], "__file__", None)):
                    self.modules[name] = sys.modules.pop(name)
            sys.modules.update({name: module for name, module in before.items() if module})

    def has(self, file: str | None) -> bool:
        """Whether a module's file lies in the folder, or below it."""
        return file is not None and file.startswith(os.path.join(self.folder, ""))


class _NoPyOpenGL:
    """Refuses PyOpenGL to scenes: it draws to windows, not to the context of a scene."""

    @staticmethod
    def find_spec(fullname, path=None, target=None):
        """Raise ImportError for PyOpenGL, unless softgl is what it draws with."""
        if fullname == "OpenGL" and "softgl.pyopengl" not in sys.modules:
            raise ImportError(
                "PyOpenGL does not draw to the picture of a scene: `from softgl.gl import *` has "
                "its functions, and `softgl run` runs scripts for PyOpenGL and GLUT as they are",
                name=fullname,
            )


def _guarded(path, beside, function):
    """`function`; what it raises becomes a SceneError that says where in the scene it happened."""

    def call(*arguments):
        try:
            with beside.importable():
                return function(*arguments)
        except (Exception, SystemExit) as error:
            raise SceneError(f"{path}{_place(error, path, beside)}: {_words(error)}") from error

    return call


def _ended(function, name):
    """`function`, checked to end what it begins and to keep its context; raises SceneError."""

    def call(*arguments):
        before = _current()
        if hasattr(function(*arguments), "send"):
            raise SceneError(f"{name} draws nothing, as it is a generator or a coroutine")
        _check_context(before, name)
        if before is not None and before.inside_begin:
            raise SceneError(f"{name} ends after a glBegin without its glEnd")
        if before is not None and before.lists.compiling is not None:
            raise SceneError(f"{name} ends after a glNewList without its glEndList")

    return call


def _check_context(before, name):
    """Raise SceneError where another context is current than before."""
    if _current() is before:
        return
    if before is not None:
        before.make_current()
    raise SceneError(
        f"{name} makes another context current, and no picture shows what it draws there: a scene "
        "needs no softgl.Context, and `with softgl.Context(...):` gives back the one before"
    )


def _current():
    """The current context; None where there is none, and nothing is imported to find out."""
    contexts = sys.modules.get("softgl.gl.context")
    return None if contexts is None else contexts.current_context()


def _place(error, path, beside):
    """Where in a scene, and in a module beside it, an error arose: ", line 3, in shapes.py, ..."""
    file = os.path.abspath(path)
    trace = [(frame.filename, frame.lineno) for frame in traceback.extract_tb(error.__traceback__)]
    if isinstance(error, SyntaxError) and error.filename:
        trace.append((error.filename, error.lineno))
    lines = [line for name, line in trace if name == file]
    words = f", line {lines[-1]}" if lines else ""
    own = [(name, line) for name, line in trace if beside.has(name)]
    if own and own[-1][0] != file:
        words += f", in {paths.relative(own[-1][0], beside.folder)}, line {own[-1][1]}"
    return words


def _words(error):
    cause = error.__cause__
    if isinstance(cause, ProgramError):  # the GLError above it repeats the whole program text
        return f"program, {_first_line(cause)}"
    if isinstance(error, SoftGLError):
        return _first_line(error)
    if isinstance(error, SystemExit) and _is_glut(error):
        return "glutMainLoop has ended: `softgl run` runs programs that draw with GLUT"
    text = error.msg if isinstance(error, SyntaxError) else _first_line(error)
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def _is_glut(error):
    """True for the exception that GLUT ends a program with."""
    return type(error).__module__.startswith("softgl.glut.")


def _first_line(error):
    return str(error).partition("\n")[0]
