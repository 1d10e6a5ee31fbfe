"""The form of an entry of the table of built-in functions, and overloads by version and stage.

An entry is written as the specification writes it, with generic types:

    @builtin("genType reflect(genType I, genType N)", since=110, es=100)
    def reflect(b, i, n):
        '''I - 2 * dot(N, I) * N.'''
        ...

or, where one opcode says it component by component, `opcode_builtin("genType floor(genType x)",
"FLR", "The largest whole number not above x.", since=110, es=100)`. `signatures` has the generic
types. The function gets an `emitter.Emitter` and the values of the arguments, and returns the value
of the result:

- a scalar or vector is a `Source`, a scalar the same component four times; booleans are all ones
or 0;
- a matrix is a list of `Source`, its columns;
- a sampler is a `TextureOperand`;
- an argument that must be a constant expression (`const` in the signature) is a tuple of ints;
- with `out` parameters it returns (result, value of each `out` parameter).

Constant expressions are folded by running the same instructions on the eager machine.
"""

from __future__ import annotations

from collections.abc import Callable

from softgl.glsl.text.language import Language
from softgl.glsl.types import Type
from softgl.ir.program import Stage
from softgl.records import dataclass

EVERY_STAGE = frozenset({Stage.VERTEX, Stage.GEOMETRY, Stage.FRAGMENT})
VERTEX = frozenset({Stage.VERTEX})
GEOMETRY = frozenset({Stage.GEOMETRY})
FRAGMENT = frozenset({Stage.FRAGMENT})


@dataclass(frozen=True)
class Available:
    """The shaders that have an entry.

    since, until : desktop versions, `until` exclusive; None for `since`: no version has it by
    itself. es, es_until : the same of ES. compatibility : True if only the compatibility profile
    has it from 140 on. stages : the stages that have it. extensions : any of these brings it where
    the version does not.
    """

    since: int | None = None
    until: int | None = None
    es: int | None = None
    es_until: int | None = None
    compatibility: bool = False
    stages: frozenset[Stage] = EVERY_STAGE
    extensions: frozenset[str] = frozenset()

    def holds(self, language: Language, stage: Stage, extensions: frozenset[str]) -> bool:
        """True if shaders of a language and stage have the entry, with these extensions enabled."""
        if stage not in self.stages:
            return False
        if self.extensions & extensions:
            return True
        first, until = (self.es, self.es_until) if language.es else (self.since, self.until)
        if first is None or language.number < first:
            return False
        if until is not None and language.number >= until:
            return False
        return language.es or language.compatibility or not self.compatibility


@dataclass(frozen=True, eq=False)
class BuiltinFunction:
    """One concrete signature.

    directions : "in", "out" or "inout" of each parameter. literals : the numbers of the parameters
    whose arguments must be constant expressions; their values are tuples of ints, signed.
    implied : the names of built-in variables whose values are arguments too, after the others.
    constant : True if a call with constant arguments is a constant expression.
    emit : (builder, *values) -> value, as the module says.
    """

    name: str
    type: Type
    parameters: tuple[Type, ...]
    directions: tuple[str, ...]
    available: Available
    constant: bool
    emit: Callable
    summary: str = ""
    literals: frozenset[int] = frozenset()
    implied: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Entry:
    """An entry as it is written: one signature with generic types.

    function : (emitter, *values) -> value.
    """

    name: str
    signature: str
    available: Available
    constant: bool
    function: Callable
    summary: str
    implied: tuple[str, ...] = ()


ENTRIES: dict[str, list[Entry]] = {}
"""The entries of each name, in the order of the chapters of the specification."""


def builtin(
    *signatures: str,
    constant: bool = True,
    implied: tuple[str, ...] = (),
    extensions=(),
    **available,
):
    """Enters the decorated function in the table, under each of the signatures.

    constant, implied : fields of `BuiltinFunction`. available : fields of `Available`.
    """

    def enter(function):
        where = Available(extensions=frozenset(extensions), **available)
        summary = " ".join(function.__doc__.split())
        for signature in signatures:
            name = signature.partition("(")[0].split()[-1]
            entry = Entry(name, signature, where, constant, function, summary, implied)
            ENTRIES.setdefault(name, []).append(entry)
        return function

    return enter


def opcode_builtin(signature: str, opcode: str, summary: str, **available) -> None:
    """Enters a function that is one instruction, component by component."""

    def function(b, *values):
        return b.make(opcode, *values)

    function.__doc__ = summary
    builtin(signature, **available)(function)
