"""Packing floats into the 32 bits of one register component, and unpacking them.

The packed side is bits for every type of the instruction (`Opcode.packed`): "For floating-point
result variables, the packed results do not constitute a meaningful floating-point variable".
"""

from __future__ import annotations

from softgl.isa.table import NV4, opcode
from softgl.isa.vocabulary import ALL_TYPES, CLAMP, FLOAT, SCALAR, TYPE, UPDATE, VECTOR, Form
from softgl.lanes.half import pack_half, unpack_half
from softgl.lanes.types import F32


def _pack(name, section):
    return opcode(
        name, Form.REDUCE, VECTOR, section,
        types=ALL_TYPES, reads=FLOAT, modifiers=TYPE, packed="result", languages=NV4,
    )  # fmt: skip


def _unpack(name, section):
    return opcode(
        name, Form.VECTOR, SCALAR, section,
        types=ALL_TYPES, gives=FLOAT, modifiers=TYPE | UPDATE | CLAMP, packed="operand",
        languages=NV4,
    )  # fmt: skip


def _join(parts, bits):
    """Returns one word of fields of `bits` bits each, the first lowest."""
    word = parts[0]
    for number, part in enumerate(parts[1:], 1):
        word = word | (part << (bits * number))
    return word


def _fields(m, operand, bits):
    """Returns the fields of `bits` bits in a packed operand, the lowest first."""
    x = operand[0]
    word = m.unseen_bits(x) if x.type is F32 else m.as_u32(x)
    mask = (1 << bits) - 1
    return [(word >> low) & mask for low in range(0, 32, bits)]


def _unsigned(m, x, largest):
    """Returns round(largest * x) for x clamped to [0, 1], as U32; NaN gives 0."""
    # "round" is not defined there; "ROUND: Round to Nearest Integer" is: ties go to even.
    return m.as_u32(m.nearest(m.saturate(x) * float(largest)))


def _signed(m, x):
    """Returns round(127 * x + 128) for x clamped to [-128/127, 1], as U32; NaN gives 0."""
    return m.as_u32(m.nearest(m.clamp(x, -128.0 / 127.0, 1.0) * 127.0 + 128.0))


@_pack("PK2H", "PK2H: Pack Two 16-bit Floats")
def pack_halves(m, a):
    """The half floats nearest to x (low 16 bits) and y, ties to even."""
    return _join([pack_half(m, a[c]) for c in range(2)], 16)


@_pack("PK2US", "PK2US: Pack Two Floats as Unsigned 16-bit")
def pack_unsigned_shorts(m, a):
    """x (low 16 bits) and y, clamped to [0, 1], in 65535ths."""
    return _join([_unsigned(m, a[c], 65535) for c in range(2)], 16)


@_pack("PK4B", "PK4B: Pack Four Floats as Signed 8-bit")
def pack_bytes(m, a):
    """x (low 8 bits), y, z and w, clamped to [-128/127, 1], in 127ths above -128/127."""
    return _join([_signed(m, a[c]) for c in range(4)], 8)


@_pack("PK4UB", "PK4UB: Pack Four Floats as Unsigned 8-bit")
def pack_unsigned_bytes(m, a):
    """x (low 8 bits), y, z and w, clamped to [0, 1], in 255ths."""
    return _join([_unsigned(m, a[c], 255) for c in range(4)], 8)


@_unpack("UP2H", "UP2H: Unpack Two 16-bit Floats")
def unpack_halves(m, a):
    """The half floats in the low (x and z) and the high (y and w) 16 bits."""
    return [unpack_half(m, field) for field in _fields(m, a, 16)] * 2


@_unpack("UP2US", "UP2US: Unpack Two Unsigned 16-bit Integers")
def unpack_unsigned_shorts(m, a):
    """The low (x and z) and the high (y and w) 16 bits, in 65535ths."""
    return [m.to_f32(field) / 65535.0 for field in _fields(m, a, 16)] * 2


@_unpack("UP4B", "UP4B: Unpack Four Signed 8-bit Integers")
def unpack_bytes(m, a):
    """The four bytes, the lowest in x, less 128, in 127ths."""
    return [(m.to_f32(field) - 128.0) / 127.0 for field in _fields(m, a, 8)]


@_unpack("UP4UB", "UP4UB: Unpack Four Unsigned 8-bit Integers")
def unpack_unsigned_bytes(m, a):
    """The four bytes, the lowest in x, in 255ths."""
    return [m.to_f32(field) / 255.0 for field in _fields(m, a, 8)]
