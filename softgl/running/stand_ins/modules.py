"""Modules of a stand-in for a toolkit: loaders, and the errors for names that it lacks."""

from __future__ import annotations

import importlib.abc
import importlib.machinery
from types import ModuleType


def public(functions: object) -> dict:
    """The public functions of a module, or methods of an object, by name."""
    return {name: getattr(functions, name) for name in dir(functions) if name[0] != "_"}


class StandIn:
    """Finds the modules of a toolkit for a script. stays : True to keep them after the script."""

    stays = False

    def find(self, fullname: str, path) -> importlib.machinery.ModuleSpec | None:
        """Returns the spec of a module; None for modules that Python finds itself."""
        raise NotImplementedError

    def end(self) -> None:
        """Undoes the changes of modules that stay imported."""


class NotCovered(ImportError):
    """An imported module has no stand-in; the message suggests a remedy."""


class Lacking(AttributeError):
    """A stand-in lacks a name; the message suggests a remedy."""


def lacking(toolkit: str, module: str, advice: str = ""):
    """Makes `__getattr__` for a stand-in's module, whose error names the missing function."""

    def missing(name):
        if name.startswith("__"):
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        raise Lacking(f"softgl's stand-in of {toolkit} has no {module}.{name}{advice}")

    return missing


class Contents(importlib.abc.Loader):
    """Loads a module with given contents. then : called with the module at the end."""

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
        # Packages' resources are read through their loaders.
        return getattr(self.loader, name)
