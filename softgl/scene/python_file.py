"""Executes the Python file of a scene, and guards its functions: `load_file`."""

from __future__ import annotations

import importlib.util
import os
import sys
from functools import partial

from softgl.files import FileError, open_file
from softgl.scene.beside import Beside
from softgl.scene.definition import Scene, SceneError
from softgl.scene.words import place, words

MAX_SCENE_SAMPLES = 16
"""The limit of `softgl.pipeline.planes.samples`, which takes numpy to import."""


def load_file(path, source, sequence) -> Scene:
    """Executes a file and returns its scene. Raises SceneError.

    source : the name or path to load it by in another process.
    sequence : the default of SEQUENCE, as a `Scene` has it.
    """
    try:
        open_file(path).close()
    except FileError as error:
        raise SceneError(str(error)) from None
    file = os.path.abspath(path)  # errors name it after a change of the working directory too
    spec = importlib.util.spec_from_file_location(f"softgl_scene_{path.stem}", file)
    module = importlib.util.module_from_spec(spec)
    beside = Beside(os.path.dirname(file))
    guarded = partial(_guarded, path, beside)
    before = _current()
    guarded(spec.loader.exec_module)(module)
    if not callable(getattr(module, "draw", None)):
        raise SceneError(
            f"{path} is not a scene: no function draw(time, width, height); `softgl run` "
            "runs scripts"
        )
    guarded(_check_context)(before, "the file")
    setup = getattr(module, "setup", _nothing)
    samples = getattr(module, "SAMPLES", 0)
    if not isinstance(samples, int) or not 0 <= samples <= MAX_SCENE_SAMPLES:
        raise SceneError(
            f"{path}: SAMPLES is {samples!r}, not a number from 0 to {MAX_SCENE_SAMPLES}"
        )
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
    """The setup of a scene without one."""


def _guarded(path, beside, function):
    """Returns `function` with SceneErrors in place of its errors, which name the place."""

    def call(*arguments):
        try:
            with beside.importable():
                return function(*arguments)
        except (Exception, SystemExit) as error:
            raise SceneError(f"{path}{place(error, path, beside)}: {words(error)}") from error

    return call


def _ended(function, name):
    """Returns `function` with checks at its end. Raises SceneError.

    It must have ended glBegin and glNewList, and its context must still be current.
    """

    def call(*arguments):
        before = _current()
        if hasattr(function(*arguments), "send"):
            raise SceneError(f"{name} is a generator or a coroutine, which draws nothing")
        _check_context(before, name)
        if before is not None and before.inside_begin:
            raise SceneError(f"{name} ends after a glBegin without its glEnd")
        if before is not None and before.lists.compiling is not None:
            raise SceneError(f"{name} ends after a glNewList without its glEndList")

    return call


def _check_context(before, name):
    """Raises SceneError if another context is current than before."""
    if _current() is before:
        return
    if before is not None:
        before.make_current()
    raise SceneError(
        f"{name} makes another context current, whose draws no picture shows: a scene needs no "
        "softgl.Context, and `with softgl.Context(...):` restores the one before"
    )


def _current():
    """Returns the current context or None, without importing softgl.gl."""
    contexts = sys.modules.get("softgl.gl.context")
    return None if contexts is None else contexts.current_context()
