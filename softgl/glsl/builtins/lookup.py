"""The built-in functions and variables of a shader: those of its version, stage and extensions.

Importing this fills the table, but for the functions with a sampler in their names: few shaders of
today have them. Names are expanded to their concrete signatures when first asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache

from softgl.glsl.builtins import (  # noqa: F401  (they fill the tables)
    common,
    constants,
    exponential,
    fragment,
    geometric,
    geometry,
    inputs_outputs,
    matrices,
    noise,
    packing,
    relational,
    state,
    textures,
    trigonometry,
)
from softgl.glsl.builtins.emitter import Emitter
from softgl.glsl.builtins.signatures import Signature, expand
from softgl.glsl.builtins.table import ENTRIES, BuiltinFunction, Entry
from softgl.glsl.builtins.variables import VARIABLES, BuiltinVariable
from softgl.glsl.text.language import Language
from softgl.ir.program import Stage


def _concrete(entry: Entry, signature: Signature) -> BuiltinFunction:
    def emit(builder, *values):
        return entry.function(Emitter(builder, signature.type, signature.parameters), *values)

    return BuiltinFunction(
        entry.name,
        signature.type,
        signature.parameters,
        signature.directions,
        entry.available,
        entry.constant,
        emit,
        entry.summary,
        signature.literals,
        entry.implied,
    )


_NAMED = ("texture", "texelFetch", "shadow")


def all_entries() -> dict[str, list[Entry]]:
    """Returns the whole table of functions."""
    from softgl.glsl.builtins import texture_names  # noqa: F401  (it fills the table)

    return ENTRIES


def overloads(name: str) -> tuple[BuiltinFunction, ...]:
    """Returns every concrete signature of a name, of all versions; () for an unknown name."""
    if name not in ENTRIES and name.startswith(_NAMED):
        all_entries()
    return _overloads(name) if name in ENTRIES else ()  # names of shaders have no end


@cache
def _overloads(name):
    return tuple(
        _concrete(entry, one) for entry in ENTRIES[name] for one in expand(entry.signature)
    )


class _Available(Mapping):
    """The entries that a shader has, each made when it is first asked for."""

    def __init__(self, *shader):
        self._shader = shader
        self._found: dict[str, object] = {}

    def __getitem__(self, name):
        found = self.get(name)
        if found is None:
            raise KeyError(name)
        return found

    def get(self, name, default=None):
        found = self._found.get(name)
        if found is None and (found := self._find(name)):
            self._found[name] = found  # names of shaders, which have no end, are not stored
        return found or default

    def __contains__(self, name):
        return bool(self.get(name))

    def __iter__(self) -> Iterator[str]:
        return (name for name in self._names() if name in self)

    def __len__(self):
        return sum(1 for _ in self)


class _Functions(_Available):
    def _names(self):
        return all_entries()

    def _find(self, name):
        # Of two entries for one signature, as of a version and of an extension, the first counts.
        found: dict[tuple, BuiltinFunction] = {}
        for one in overloads(name):
            if one.available.holds(*self._shader):
                found.setdefault(one.parameters, one)
        return tuple(found.values())


class _Variables(_Available):
    def _names(self):
        return VARIABLES

    def _find(self, name):
        entries = VARIABLES.get(name, ())
        return next((e.variable for e in entries if e.available.holds(*self._shader)), None)


@lru_cache(maxsize=64)
def functions(
    language: Language, stage: Stage, extensions: frozenset[str] = frozenset()
) -> Mapping[str, tuple[BuiltinFunction, ...]]:
    """Returns the built-in functions of a shader: name -> its signatures."""
    return _Functions(language, stage, extensions)


@lru_cache(maxsize=64)
def variables(
    language: Language, stage: Stage, extensions: frozenset[str] = frozenset()
) -> Mapping[str, BuiltinVariable]:
    """Returns the built-in variables and constants of a shader by name."""
    return _Variables(language, stage, extensions)
