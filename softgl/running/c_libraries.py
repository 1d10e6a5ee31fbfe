"""Gives scripts softgl's C libraries where they load those of OpenGL by ctypes: `c_libraries`."""

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
    """Let `ctypes.CDLL` and `find_library` have softgl's libraries in the block.

    They are written and loaded when a script asks for the first one. Where there are none, a script
    gets those of the system.
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
    """The libraries that are loaded: their files by their names."""

    def __init__(self):
        self.files: dict[str, str | None] = {}

    def file(self, name: str) -> str | None:
        """The file of a library, which is loaded then; None for others."""
        if name not in KINDS:
            return None
        if name not in self.files:
            # While it is loaded its own file is none of ours.
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
