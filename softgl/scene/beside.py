"""The modules beside a scene's file, which it may import as a script could."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from types import ModuleType


class Beside:
    """The modules beside a scene.

    Other scenes have modules of the same names, so these are in `sys.modules` only while the scene
    runs.
    """

    def __init__(self, folder: str):
        self.folder = folder
        self.modules: dict[str, ModuleType] = {}

    @contextmanager
    def importable(self):
        """Lets the block import them."""
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
        """True if a module's file lies in the folder, or below it."""
        return file is not None and file.startswith(os.path.join(self.folder, ""))


class _NoPyOpenGL:
    """Refuses PyOpenGL to scenes: it draws to windows, not to the context of a scene."""

    @staticmethod
    def find_spec(fullname, path=None, target=None):
        """Raises ImportError for PyOpenGL, unless softgl is its platform."""
        if fullname == "OpenGL" and "softgl.pyopengl" not in sys.modules:
            raise ImportError(
                "PyOpenGL does not draw to the picture of a scene: `from softgl.gl import *` has "
                "its functions, and `softgl run` runs scripts for PyOpenGL and GLUT as they are",
                name=fullname,
            )
