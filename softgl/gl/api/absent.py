"""Explains names that softgl.gl, glu and glut lack, in messages."""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection
from importlib import import_module

from softgl.gl.api import registry

VENDORS = "ARB EXT NV KHR ATI APPLE SGIS SGIX IBM HP INGR SUN AMD 3DFX OES".split()
_VENDOR = re.compile(rf"_?({'|'.join(VENDORS)})$")


class Absent(AttributeError):
    """The error of a missing name; its message, with the reason or a near name, is made when read.

    `hasattr` and `getattr` with a default read no message, and programs ask for hundreds of names.
    """

    def __init__(self, module: str, name: str):
        super().__init__(module, name)

    def __str__(self):
        module, name = self.args
        why = reason(name, import_module(module).__all__)
        return f"module {module!r} has no attribute {name!r}{why and ': '}{why}"


def reason(name: str, there: Collection[str]) -> str:
    """Returns why `name` is missing from a module's names `there`; "" without a known reason."""
    if not re.match("gl", name, re.IGNORECASE):
        return ""
    stem, known = _VENDOR.sub("", name), set(there)
    found = [stem + suffix for suffix in ("", *VENDORS, *(f"_{vendor}" for vendor in VENDORS))]
    found = [each for each in found if each in known]
    parts = []
    if name in registry.COMMANDS and not found:
        parts.append(f"part of {_origin(name)}, not implemented yet")
    if found:
        parts.append(f"it exists as {' and '.join(found)}")
    elif not parts and (near := _near(name, known)):
        parts.append(f"did you mean {near}?")
    return "; ".join(parts)


def _origin(name: str) -> str:
    """Returns the version or the extension that defines a command of the registry."""
    for title, commands in registry.VERSIONS.items():
        if name in commands.split():
            return f"OpenGL {title}"
    extensions = registry.EXTENSIONS.items()
    return next((title for title, commands in extensions if name in commands.split()), "OpenGL")


def _near(name: str, known: set[str]) -> str | None:
    """Returns the most similar known name, first one that differs only in case; or None."""
    folded = {each.casefold(): each for each in sorted(known)}
    if name.casefold() in folded:
        return folded[name.casefold()]
        # Suggest constants for constants and functions for functions.
    alike = [each for each in sorted(known) if each.startswith(name[:3])]
    return next(iter(difflib.get_close_matches(name, alike, 1, 0.75)), None)
