"""Constants: literals and their values."""

from __future__ import annotations

import struct

from softgl.glsl import tree, typed
from softgl.glsl.types import BOOL, FLOAT, INT, UINT, Scalar

TRUE, MASK, SIGN = 0xFFFFFFFF, 0xFFFFFFFF, 0x80000000
KINDS = {"float": FLOAT, "int": INT, "uint": UINT, "bool": BOOL}


def is_constant(*expressions: typed.Expression) -> bool:
    """True if all expressions have a constant value."""
    return all(type(one) is typed.Constant for one in expressions)


def literal(node: tree.Literal) -> typed.Constant:
    """Returns the constant of a literal; floats are rounded to the nearest float32."""
    type_ = KINDS[node.kind]
    if type_ is FLOAT:
        try:
            (word,) = struct.unpack("<I", struct.pack("<f", node.value))
        except OverflowError:
            word = 0x7F800000  # infinity
    elif type_ is BOOL:
        word = TRUE if node.value else 0
    else:
        word = int(node.value) & MASK
    return typed.Constant(node.at, type_, (word,))


def signed(constant: typed.Constant) -> int:
    """Returns the value of a constant of kind int or uint."""
    word = constant.words[0]
    if constant.type.scalar is Scalar.INT and word & SIGN:
        return word - (1 << 32)
    return word
