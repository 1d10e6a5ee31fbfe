"""The interface of a linked program, as its queries and uniforms look it up.

OpenGL 3.3 compatibility, 2.14.4 (Uniform Variables): names, locations, table 2.15 of types.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from softgl.gl.api import enums as gl

if TYPE_CHECKING:  # contexts without shaders import nothing of GLSL's compiler
    from softgl.glsl.linked import LinkedProgram, Uniform
    from softgl.glsl.types import Type

_SCALARS = {"float": "FLOAT", "int": "INT", "uint": "UNSIGNED_INT", "bool": "BOOL"}
_PREFIXES = {"float": "", "int": "INT_", "uint": "UNSIGNED_INT_"}
_SAMPLERS = {
    "RECT": "2D_RECT",
    "ARRAY1D": "1D_ARRAY",
    "ARRAY2D": "2D_ARRAY",
    "CUBEARRAY": "CUBE_MAP_ARRAY",
    "2DMS": "2D_MULTISAMPLE",
    "ARRAY2DMS": "2D_MULTISAMPLE_ARRAY",
}
_ELEMENT = re.compile(r"(.+)\[(0|[1-9][0-9]{0,8})\]")


def is_sampler(type: Type) -> bool:
    """True for the type of a sampler."""
    return hasattr(type, "target")


def is_matrix(type: Type) -> bool:
    """True for the type of a matrix."""
    return hasattr(type, "columns")


def column_size(type: Type) -> int:
    """Returns the number of components of each row of a uniform: of a vector or a column."""
    return type.rows if is_matrix(type) else type.size


def rows_of(type: Type) -> int:
    """Returns the number of rows of an element of a uniform."""
    return type.columns if is_matrix(type) else 1


def enum_of(type: Type) -> int:
    """Returns GL's enum of a type of uniforms, attributes or varyings (table 2.15)."""
    if is_sampler(type):
        word = _SAMPLERS.get(type.target, type.target)
        name = f"{_PREFIXES[type.scalar.value]}SAMPLER_{word}{'_SHADOW' * type.shadow}"
    elif is_matrix(type):
        square = type.columns == type.rows
        name = f"FLOAT_MAT{type.columns}" + ("" if square else f"x{type.rows}")
    else:
        name = _SCALARS[type.scalar.value] + (f"_VEC{type.size}" if type.size > 1 else "")
    return getattr(gl, f"GL_{name}")


class Place(NamedTuple):
    """The element of a uniform at a location.

    code : "f", "i" or "ui" if glUniform* of this kind and `size` components writes the row as it
        is; else "", for booleans, matrices and samplers.
    row : of the element in the default block. size : components of a row. left : the number of
        elements from this one on.
    """

    code: str
    row: int
    size: int
    uniform: Uniform
    element: int
    left: int


_CODES = {"float": "f", "int": "i", "uint": "ui", "bool": ""}


class Interface:
    """The lookups of a linked program; of None, which has nothing, for failed links.

    uniforms, blocks, attributes, outputs, varyings, program_inputs, program_outputs : as in
        `LinkedProgram`.
    """

    def __init__(self, linked: LinkedProgram | None = None):
        self.uniforms = linked.uniforms if linked else ()
        self.blocks = linked.blocks if linked else ()
        self.attributes = linked.attributes if linked else ()
        self.outputs = linked.outputs if linked else ()
        self.varyings = linked.varyings if linked else ()
        self.stages = linked.programs if linked else {}
        self.program_inputs = linked.program_inputs if linked else ()
        self.program_outputs = linked.program_outputs if linked else ()

    @cached_property
    def uniform_numbers(self) -> dict[str, int]:
        """The number of each uniform by name; of an array also by its name without [0]."""
        names = {uniform.name: number for number, uniform in enumerate(self.uniforms)}
        for number, uniform in enumerate(self.uniforms):
            if uniform.name.endswith("[0]"):
                names.setdefault(uniform.name[:-3], number)
        return names

    @cached_property
    def places(self) -> dict[int, Place]:
        """The element of a uniform at each location."""
        return {
            uniform.location + element: _place(uniform, element)
            for uniform in self.uniforms
            if uniform.location >= 0
            for element in range(uniform.size)
        }

    def location(self, name: str) -> int:
        """Returns the location of a uniform of the default block, -1 for other names."""
        number, element = self.uniform_numbers.get(name), 0
        if number is None and (found := _ELEMENT.fullmatch(name)):
            number, element = self.uniform_numbers.get(f"{found[1]}[0]"), int(found[2])
        if number is None:
            return -1
        uniform = self.uniforms[number]
        if uniform.location < 0 or element >= uniform.size:
            return -1
        return uniform.location + element

    def attribute_location(self, name: str) -> int:
        """Returns the location of a generic attribute or its element, -1 for other names."""
        found = element_of(self.attributes, name)
        if found is None or found[0].location < 0:
            return -1
        attribute, element = found
        return attribute.location + element * rows_of(attribute.type)

    def output(self, name: str):
        """Returns (output, element) of a fragment output by name; None for other names."""
        return element_of(self.outputs, name)


def element_of(variables, name: str):
    """Returns (variable, number) of the element of a name; None for other names."""
    match = _ELEMENT.fullmatch(name)
    for variable in variables:
        if named(variable.name, name):
            return variable, 0
        is_array = variable.size > 1 or variable.name.endswith("[0]")
        if is_array and match and named(variable.name, match[1]):
            return (variable, int(match[2])) if int(match[2]) < variable.size else None
    return None


def named(name: str, wanted: str) -> bool:
    """True if `wanted` is the name of an interface variable, with or without the [0] of arrays."""
    return wanted == name or (name.endswith("[0]") and wanted == name[:-3])


def _place(uniform: Uniform, element: int) -> Place:
    kind, left = uniform.type, uniform.size - element
    if is_sampler(kind):
        return Place("", 0, 1, uniform, element, left)
    size, row = column_size(kind), uniform.row + element * rows_of(kind)
    code = "" if is_matrix(kind) else _CODES[kind.scalar.value]
    return Place(code, row, size, uniform, element, left)
