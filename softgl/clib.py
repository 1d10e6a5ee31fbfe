"""softgl's C libraries for Linux: OSMesa, EGL, GL, OpenGL and GLX.

    import softgl.clib

    softgl.clib.load()                   # before the import of a client
    import mujoco                        # finds softgl's libraries by their names

Other programs load the files in `folder`; see `softgl with` and `softgl lib`.
"""

from __future__ import annotations

import ctypes
import ctypes.util
from pathlib import Path

from softgl.capi import calls, libraries
from softgl.errors import SoftGLError, UsageError

KINDS = tuple(libraries.LIBRARIES)
"""The kinds of libraries: "osmesa", "egl", "gl", "opengl" and "glx"."""


def load(*kinds: str) -> list[ctypes.CDLL]:
    """Loads libraries into this process, all of them without `kinds`; returns them.

    Later loads by name, `libEGL.so.1`, `libEGL.so` or `ctypes.util.find_library("EGL")`, find
    these libraries. Their symbols are global in the process. Raises UsageError for unknown kinds,
    and on systems other than Linux on x86-64 and ARM64; SoftGLError if the process has already
    loaded the system's library of the same name.
    """
    for kind in kinds:
        if kind not in KINDS:
            raise UsageError(f"unknown kind of library {kind!r}; known are {', '.join(KINDS)}")
    loaded = libraries.load_libraries(kinds or KINDS, calls.source())
    calls.core()
    for kind in kinds or KINDS:
        _answer(libraries.LIBRARIES[kind])
    return loaded


def folder() -> Path:
    """The folder of the libraries; writes them if they are missing.

    It lies in softgl's cache. If the cache is off, it is a temporary folder of this process.
    """
    return libraries.folder(calls.source())


def cached_folder() -> Path:
    """The folder of the libraries in the cache. Raises SoftGLError if the cache is off."""
    found = libraries.cached_folder(calls.source())
    if found is None:
        raise SoftGLError(
            "softgl's cache is off, see softgl cache; softgl lib writes the libraries elsewhere"
        )
    return found


def write(path) -> list[Path]:
    """Writes the libraries to a folder, made if missing; returns their paths.

    Raises SoftGLError.
    """
    return libraries.write_libraries(path, calls.source())


_answers: dict[str, str] = {}
_find_library = ctypes.util.find_library


def _answer(library: libraries.Library) -> None:
    """Registers a library with `ctypes.util.find_library`."""
    _answers[library.link_name.removeprefix("lib").removesuffix(".so")] = library.soname
    ctypes.util.find_library = _found


def _found(name):
    """Replaces `ctypes.util.find_library`: finds registered libraries, then the system's."""
    return _answers.get(name) or _find_library(name)
