"""Emits the instructions of built-in functions: a `Builder` that knows the types of the call."""

from __future__ import annotations

from functools import cache

import numpy as np

from softgl.glsl.types import Scalar, Type, Vector
from softgl.ir.builder import Builder, masked, negated, swizzled, written
from softgl.ir.program import NONE, Constant, File, Source, X
from softgl.isa import OPCODES
from softgl.isa.table import GLSL_FRAGMENT
from softgl.isa.vocabulary import FLOAT, SIGNED, UNSIGNED, DataType

DATA_TYPES = {
    Scalar.FLOAT: FLOAT,
    Scalar.INT: SIGNED,
    Scalar.UINT: UNSIGNED,
    Scalar.BOOL: UNSIGNED,
}


class Emitter:
    """Emits the instructions of one call.

    builder : receives the instructions. type, parameters : of the signature.
    """

    def __init__(self, builder: Builder, type_: Type, parameters: tuple[Type, ...]):
        self.builder, self.type, self.parameters = builder, type_, parameters

    @property
    def size(self) -> int:
        """The number of components of the result; of the first parameter for other results."""
        for type_ in (self.type, *self.parameters):
            if isinstance(type_, Vector):
                return type_.size
        return 1

    def width(self, number: int = 0) -> int:
        """Returns the number of components of a parameter."""
        return self.parameters[number].size

    def make(self, opcode: str, *sources: Source, size: int | None = None, **fields) -> Source:
        """Appends an instruction on the first `size` components, those of the result by default.

        Its data type is the instruction's default unless `type` says another. Returns its result;
        that of size 1 has its value in all components.
        """
        size = self.size if size is None else size
        fields.setdefault("type", _own_type(opcode))
        value = self.builder.make(opcode, *sources, mask=masked(*range(size)), **fields)
        return swizzled(value, X) if size == 1 else value

    def scalar(self, opcode: str, *sources: Source, **fields) -> Source:
        """Appends an instruction with a scalar result."""
        return self.make(opcode, *sources, size=1, **fields)

    def constant(self, *values: float) -> Source:
        """Returns a constant: one float for all components, or four."""
        return self.builder.constant(*values)

    def bits(self, *words: int) -> Source:
        """Returns a constant: one word for all components, or four."""
        return self.builder.bits(*words)

    def dot(self, left: Source, right: Source, size: int) -> Source:
        """Returns the dot product of the first `size` components."""
        if size == 1:
            return self.scalar("MUL", left, right)
        return self.scalar(f"DP{size}", left, right)

    def each(self, opcode: str, value: Source, *, size: int | None = None, **fields) -> Source:
        """Applies an instruction that takes and gives scalars to each component."""
        size = self.size if size is None else size
        if size == 1:
            return self.scalar(opcode, value, **fields)
        fields.setdefault("type", _own_type(opcode))
        register = self.builder.new()
        for component in range(size):
            place = written(register, masked(component))
            self.builder.emit(opcode, place, swizzled(value, component), **fields)
        return register

    def join(self, *parts: tuple[Source, int], type: DataType = FLOAT) -> Source:
        """Returns a vector of the components of several values, each with its number of them."""
        register, filled = self.builder.new(), 0
        for value, size in parts:
            self.fill(register, value, range(filled, filled + size), type=type)
            filled += size
        return register

    def fill(self, register: Source, value: Source, places, type: DataType = FLOAT) -> None:
        """Moves the components of a value, from its first on, to consecutive ones of a register."""
        selectors = [max(0, min(one - places[0], 3)) for one in range(4)]
        place = written(register, masked(*places))
        self.builder.move(place, swizzled(value, *selectors), type=type)

    def is_number(self, value: Source) -> bool:
        """True for a constant without a NaN among its components."""
        if value.file is not File.PARAMETER or value.relative is not None:
            return False
        cell = self.builder.parameters[value.index]
        return isinstance(cell, Constant) and not np.isnan(np.uint32(cell.words).view("f4")).any()

    def plain(self, value: Source, type_: DataType = FLOAT) -> Source:
        """Returns a value whose operand has no sign, so that its bits may be read as any type."""
        if value.negate == NONE and not value.absolute:
            return value
        return self.make("MOV", value, type=type_)


@cache
def _own_type(opcode: str) -> DataType:
    """Returns the default data type of an instruction of GLSL."""
    return OPCODES[opcode].of(GLSL_FRAGMENT).types[0]


def minus(value: Source) -> Source:
    """Returns the opposite of a value."""
    return negated(value)


def component(value: Source, number: int) -> Source:
    """Returns a component as a scalar."""
    return swizzled(value, number)
