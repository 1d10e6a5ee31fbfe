"""Gives scripts softgl's C libraries for those of OpenGL that they load by ctypes."""

from __future__ import annotations

import ctypes
import ctypes.util
import re
from contextlib import contextmanager

from softgl.errors import SoftGLError

KINDS = {"GL": "gl", "OpenGL": "opengl", "EGL": "egl", "GLX": "glx", "OSMesa": "osmesa"}
FILE = re.compile(r"(?:.*/)?lib(GL|OpenGL|EGL|GLX|OSMesa)\.so(?:\.\d+)*")


@contextmanager
def c_libraries():
    """Lets `ctypes.CDLL` and `find_library` find softgl's libraries in the block.

    The libraries are written and loaded at the first use. On systems without them, scripts get the
    system's.
    """
    begin, find = ctypes.CDLL.__init__, ctypes.util.find_library
    libraries = _Libraries()

    def __init__(self, name, *arguments, **keywords):
        match = FILE.fullmatch(name) if isinstance(name, str) else None
        begin(self, (match and libraries.file(match[1])) or name, *arguments, **keywords)

    def find_library(name):
        return libraries.file(name) or find(name)

    ctypes.CDLL.__init__, ctypes.util.find_library = __init__, find_library
    try:
        yield
    finally:
        ctypes.CDLL.__init__, ctypes.util.find_library = begin, find


class _Libraries:
    """The loaded libraries: name -> file."""

    def __init__(self):
        self.files: dict[str, str | None] = {}

    def file(self, name: str) -> str | None:
        """Loads a library if necessary; returns its file, None for other names."""
        if name not in KINDS:
            return None
        if name not in self.files:
            # During the load, its own file must not be redirected.
            self.files.update(dict.fromkeys(KINDS))
            self.files.update(_load())
        return self.files[name]


def _load() -> dict[str, str]:
    from softgl import clib

    try:
        loaded = clib.load(*KINDS.values())
    except SoftGLError:
        return {}
    return {name: library._name for name, library in zip(KINDS, loaded, strict=True)}
