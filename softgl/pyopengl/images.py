"""Pixels that PyOpenGL reads into an array of the program: glReadPixels* and glGetTexImage*.

PyOpenGL passes C the address of that array, or of a converted copy, and keeps neither. The
functions of its module `OpenGL.GL.images` pass on the array itself here.
"""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import importlib.util
import inspect
import re
from functools import wraps

MODULE = "OpenGL.GL.images"
READS = re.compile(r"(glReadPixels|glGetTexImage)[a-z]*")


class Finder(importlib.abc.MetaPathFinder):
    """Finds the module of PyOpenGL, and changes its functions when it has been loaded."""

    def find_spec(self, fullname, path=None, target=None):
        found = fullname == MODULE and importlib.machinery.PathFinder.find_spec(fullname, path)
        if not found:
            return None
        loader = Loader(fullname, found.origin)
        return importlib.util.spec_from_file_location(fullname, found.origin, loader=loader)


class Loader(importlib.machinery.SourceFileLoader):
    def exec_module(self, module):
        super().exec_module(module)
        for name, function in list(vars(module).items()):
            match = READS.fullmatch(name)
            if match:
                raw = getattr(module.GL_1_1, match[1])
                setattr(module, name, reading(function, raw, module.images.returnFormat))


def reading(function, raw, as_returned):
    """Wraps a pixel-reading function of PyOpenGL so that it passes on the caller's array.

    raw : the C function. as_returned : (array, type) -> PyOpenGL's result for an image.
    """
    parameters = inspect.signature(function)
    returns_bytes = function.__name__ == "glGetTexImage" and raw.__name__ == "glGetTexImage"

    @wraps(function)
    def read(*arguments, **keywords):
        bound = parameters.bind(*arguments, **keywords)
        bound.apply_defaults()
        *place, array, output_type = bound.args
        if array is None:
            return function(*arguments, **keywords)
        raw(*place, array)
        if returns_bytes and output_type is bytes and hasattr(array, "tobytes"):
            return as_returned(array, bound.arguments["type"])
        return array

    return read
