"""The form of an entry of the table of built-in variables.

An entry says the type, the storage, the versions and stages, and the meaning of each register:
a `Binding` for inputs, outputs and state (`Binding("state.matrix.modelview.transpose", (0, n))` for
column n of gl_ModelViewMatrix), in the order of `types.registers`.
"""

from __future__ import annotations

from softgl.glsl.builtins.table import Available
from softgl.glsl.typed import Storage
from softgl.glsl.types import Type
from softgl.ir.program import Binding
from softgl.records import dataclass


@dataclass(frozen=True, eq=False)
class BuiltinVariable:
    """A built-in variable.

    bindings : one for each register of the type. An array without a size (gl_TexCoord) has those of
    its largest size. split : True if each element of an array of floats has a binding of its own,
    as gl_ClipDistance. constant : the words of a built-in constant, as gl_MaxLights, else None.
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
