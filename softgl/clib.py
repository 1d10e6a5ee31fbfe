"""OpenGL's C libraries as softgl has them, on Linux: OSMesa, EGL, GL, OpenGL and GLX.

    import softgl.clib

    softgl.clib.load()                   # before the import of a client
    import mujoco                        # finds softgl's libraries by their names

For other programs `folder` has the files, and `softgl with` and `softgl lib` serve them.
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
    """Load libraries into this process, all if no kinds are named; returns them.

    Clients that ask for a name afterwards, `libEGL.so.1`, `libEGL.so` or
    `ctypes.util.find_library("EGL")`, get these. The symbols are visible to the whole process.
    Raises UsageError for other kinds, and for other systems than Linux on x86-64 and ARM64, and
    SoftGLError if the process has the system's library of a name already.
    """
    for kind in kinds:
        if kind not in KINDS:
            raise UsageError(f"{kind!r} is no kind of library; there are {', '.join(KINDS)}")
    loaded = libraries.load_libraries(kinds or KINDS, calls.source())
    calls.core()
    for kind in kinds or KINDS:
        _answer(libraries.LIBRARIES[kind])
    return loaded


def folder() -> Path:
    """The folder with the libraries, which are written if they are not there.

    It lies in the cache of softgl, or, without one, is removed when this process ends.
    """
    return libraries.folder(calls.source())


def cached_folder() -> Path:
    """The same folder, for other processes. Raises SoftGLError where softgl keeps no cache."""
    found = libraries.cached_folder(calls.source())
    if found is None:
        raise SoftGLError(
            "softgl keeps no cache, see softgl cache: write the libraries by softgl lib"
        )
    return found


def write(path) -> list[Path]:
    """Write the libraries to a folder, which is made; returns their paths. Raises SoftGLError."""
    return libraries.write_libraries(path, calls.source())


_answers: dict[str, str] = {}
_find_library = ctypes.util.find_library


def _answer(library: libraries.Library) -> None:
    """Have `ctypes.util.find_library` know a library."""
    _answers[library.link_name.removeprefix("lib").removesuffix(".so")] = library.soname
    ctypes.util.find_library = _found


def _found(name):
    """As `ctypes.util.find_library`, which this replaces."""
    return _answers.get(name) or _find_library(name)
