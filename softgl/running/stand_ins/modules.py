"""Modules of a stand-in for a toolkit: loaders, and the errors for names that it lacks."""

from __future__ import annotations

import importlib.abc
import importlib.machinery
from types import ModuleType


def public(functions: object) -> dict:
    """Returns the functions of a module, or the methods of an object, by name."""
    return {name: getattr(functions, name) for name in dir(functions) if name[0] != "_"}


class StandIn:
    """Finds the modules of a toolkit for a script. stays : True if they stay imported."""

    stays = False

    def find(self, fullname: str, path) -> importlib.machinery.ModuleSpec | None:
        """Returns the spec of a module; None for modules that Python finds itself."""
        raise NotImplementedError

    def end(self) -> None:
        """Undoes the changes to modules that stay."""


class NotCovered(ImportError):
    """An import of a module that softgl cannot stand in for; the message says what to do."""


class Lacking(AttributeError):
    """A name that a stand-in of softgl lacks; the message says what to do."""


def lacking(toolkit: str, module: str, advice: str = ""):
    """`__getattr__` of a stand-in's module: names the missing function in its message."""

    def missing(name):
        if name.startswith("__"):
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        raise Lacking(f"softgl's stand-in of {toolkit} has no {module}.{name}{advice}")

    return missing


class Contents(importlib.abc.Loader):
    """Loads a module from a dictionary of contents. then : called with the module at the end."""

    def __init__(self, contents: dict, then=None):
        self.contents, self.then = contents, then

    def create_module(self, spec):
        return None

    def exec_module(self, module: ModuleType):
        vars(module).update(self.contents)
        if self.then is not None:
            self.then(module)


class Patched(importlib.abc.Loader):
    """Loads a module by its own loader, then changes it."""

    def __init__(self, loader, change):
        self.loader, self.change = loader, change

    def create_module(self, spec):
        return self.loader.create_module(spec)

    def exec_module(self, module: ModuleType):
        self.loader.exec_module(module)
        self.change(module)

    def __getattr__(self, name):
        # Resources of packages are asked of their loaders.
        return getattr(self.loader, name)
