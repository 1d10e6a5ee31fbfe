"""The form of an entry of the table of built-in functions, and overloads by version and stage.

An entry is written as the specification writes it, with generic types:

    @builtin("genType reflect(genType I, genType N)", since=110, es=100)
    def reflect(b, i, n):
        '''I - 2 * dot(N, I) * N.'''
        ...

or, where one opcode says it component by component, `opcode_builtin("genType sin(genType angle)",
"SIN", ...)`. The function gets a `softgl.ir.builder.Builder` and the values of the arguments, and
returns the value of the result:

- a scalar or vector is a `Source`, a scalar the same component four times; booleans are all ones
or 0;
- a matrix is a list of `Source`, its columns;
- a sampler is a `TextureOperand`;
- with `out` parameters it returns (result, value of each `out` parameter).

Constant expressions are folded by running the same instructions on the eager machine.
"""

from __future__ import annotations

from collections.abc import Callable

from softgl.glsl.types import Type
from softgl.ir.program import Stage
from softgl.records import dataclass


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
    stages: frozenset[Stage] = frozenset({Stage.VERTEX, Stage.GEOMETRY, Stage.FRAGMENT})
    extensions: frozenset[str] = frozenset()


@dataclass(frozen=True, eq=False)
class BuiltinFunction:
    """One concrete signature.

    directions : "in", "out" or "inout" of each parameter. constant : True if a call with constant
    arguments is a constant expression. emit : (builder, *values) -> value, as the module says.
    """

    name: str
    type: Type
    parameters: tuple[Type, ...]
    directions: tuple[str, ...]
    available: Available
    constant: bool
    emit: Callable
    summary: str = ""
