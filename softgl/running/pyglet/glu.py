"""GLU for pyglet on systems without libGLU: functions of `softgl.glu`."""

from __future__ import annotations

from types import ModuleType

from softgl import glu


class Library:
    """A library for pyglet, whose functions take numbers, and arrays where softgl.glu does."""

    def __getattr__(self, name):
        function = getattr(glu, name)

        def call(*arguments):
            return function(*arguments)

        call.__name__ = name
        return call


def change_libraries(module: ModuleType) -> None:
    """Changes `pyglet.lib` to find GLU on all systems."""
    load = module.load_library

    def load_library(*names, **keywords):
        try:
            return load(*names, **keywords)
        except ImportError:
            if names[:1] != ("GLU",):
                raise
            return Library()

    module.load_library = load_library
