"""Gives a script's own modules precedence, as in `python script.py`: `own_modules`.

softgl has imported much of the standard library before a script runs, and imports more later. A
`queue.py` next to the script is the `queue` of code in the script's folder; softgl, Python and
installed packages keep theirs.
"""

from __future__ import annotations

import builtins
import importlib
import importlib.machinery
import os
import sys
import threading
from contextlib import contextmanager

STARTUP = frozenset(
    """abc codecs encodings genericpath io ntpath os posixpath site stat zipimport
    _collections_abc _sitebuiltins""".split()
)
"""Modules that Python imports before any script, which no script can replace."""


@contextmanager
def own_modules(folder: str):
    """Lets code in `folder` import the modules there, whatever is imported already."""
    names = _names(folder)
    if not names:
        yield
        return
    imports = _Imports(folder, names)
    real, by_name = builtins.__import__, importlib.import_module
    builtins.__import__, importlib.import_module = imports.statement(real), imports.call(by_name)
    try:
        yield
    finally:
        builtins.__import__, importlib.import_module = real, by_name


def _names(folder: str) -> frozenset[str]:
    """Returns the modules in a folder that share their names with others."""
    suffixes = tuple(importlib.machinery.all_suffixes())
    found = set()
    for entry in os.scandir(folder):
        stem = entry.name.partition(".")[0]
        if entry.name.endswith(suffixes) or os.path.isfile(os.path.join(entry, "__init__.py")):
            found.add(stem)
    loaded = {name.partition(".")[0] for name in sys.modules}
    fixed = {*STARTUP, *sys.builtin_module_names, "__main__", "softgl"}
    return frozenset(found & (loaded | sys.stdlib_module_names) - fixed)


class _Imports:
    """Two sets of modules of the same names: those of a folder, and those of all other code.

    The latter are in `sys.modules`, except during an import by code of the folder.
    """

    def __init__(self, folder: str, names: frozenset[str]):
        self.folder, self.names = os.path.join(folder, ""), names
        self.away: dict = {}
        self.own = False
        self.lock = threading.RLock()

    def statement(self, real):
        """Makes a `builtins.__import__` that selects the set by the importer."""

        def import_(name, globals=None, locals=None, fromlist=(), level=0):
            if level or name.partition(".")[0] not in self.names:
                return real(name, globals, locals, fromlist, level)
            with self._set_of(globals):
                return real(name, globals, locals, fromlist, level)

        return import_

    def call(self, real):
        """Makes an `importlib.import_module` that selects the set by the importer."""

        def import_module(name, package=None):
            if name.partition(".")[0] not in self.names:
                return real(name, package)
            with self._set_of(sys._getframe(1).f_globals):
                return real(name, package)

        return import_module

    @contextmanager
    def _set_of(self, importer):
        """Puts the importer's set into `sys.modules` for the block."""
        file = (importer or {}).get("__file__") or ""
        with self.lock:
            before, path = self.own, sys.path
            self._exchange(os.path.abspath(file).startswith(self.folder))
            if not self.own:
                sys.path = [each for each in path if os.path.join(each, "") != self.folder]
            try:
                yield
            finally:
                sys.path = path
                self._exchange(before)

    def _exchange(self, own: bool):
        if own != self.own:
            found = {name for name in sys.modules if name.partition(".")[0] in self.names}
            away = {name: sys.modules.pop(name) for name in found}
            sys.modules.update(self.away)
            self.away, self.own = away, own
