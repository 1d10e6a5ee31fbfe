"""The form of an entry of the table of built-in variables, and the table.

An entry says the type, the storage, the versions and stages, and the meaning of each register:
a `Binding` for inputs, outputs and state (`Binding("state.matrix.modelview.transpose.row", (0, n))`
for column n of gl_ModelViewMatrix), in the order of `types.registers`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

from softgl.glsl.builtins.table import Available
from softgl.glsl.typed import Storage
from softgl.glsl.types import Type
from softgl.ir.program import Binding
from softgl.records import dataclass


@dataclass(frozen=True, eq=False)
class BuiltinVariable:
    """A built-in variable.

    bindings : one for each register of the type. An array without a size (gl_TexCoord) has those of
    its largest size; the inputs of geometry shaders, arrays over the vertices of a primitive, have
    those of one element. split : True if each element of an array of floats has a binding of its
    own, as gl_ClipDistance; so has a member of that name.
    constant : the words of a built-in constant, as gl_MaxLights, else None.
    writable : True if shaders may assign.
    """

    name: str
    type: Type
    storage: Storage
    available: Available
    bindings: tuple[Binding, ...] = ()
    constant: tuple[int, ...] | None = None
    writable: bool = False
    precision: str = ""
    split: bool = False


class VariableEntry:
    """A variable as it is entered: made when it is first asked for."""

    def __init__(self, available: Available, make: Callable[[], BuiltinVariable]):
        self.available, self._make = available, make

    @cached_property
    def variable(self) -> BuiltinVariable:
        """The variable."""
        return self._make()


VARIABLES: dict[str, list[VariableEntry]] = {}
"""The entries of each name; those of one name differ in where they are available."""


def variable(
    name: str,
    type_: Type,
    storage: Storage,
    bindings: Callable[[], Sequence[Binding]] | Sequence[Binding] = (),
    *,
    extensions=(),
    writable: bool | None = None,
    precision: str = "",
    constant: tuple[int, ...] | None = None,
    split: bool = False,
    **available,
) -> None:
    """Enters a built-in variable; outputs are writable.

    bindings : the bindings, or a function that returns them. available : fields of `Available`.
    """
    where = Available(extensions=frozenset(extensions), **available)
    if writable is None:
        writable = storage is Storage.BUILTIN_OUT

    def make():
        found = tuple(bindings() if callable(bindings) else bindings)
        return BuiltinVariable(
            name, type_, storage, where, found, constant, writable, precision, split
        )

    VARIABLES.setdefault(name, []).append(VariableEntry(where, make))
