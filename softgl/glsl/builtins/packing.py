"""Packing of floats into a word: GLSL ES 3.00, 8.4."""

from __future__ import annotations

from softgl.glsl.builtins.emitter import component
from softgl.glsl.builtins.table import builtin
from softgl.isa.vocabulary import UNSIGNED

_WHERE = {"es": 300}


@builtin("uint packHalf2x16(vec2 v)", **_WHERE)
def pack_halves(b, v):
    """The half floats nearest to x (low 16 bits) and y."""
    return b.scalar("PK2H", v, type=UNSIGNED)


@builtin("vec2 unpackHalf2x16(uint v)", **_WHERE)
def unpack_halves(b, v):
    """The half floats in the low and the high 16 bits."""
    return b.make("UP2H", v, type=UNSIGNED)


@builtin("uint packUnorm2x16(vec2 v)", **_WHERE)
def pack_unsigned(b, v):
    """round(clamp(c, 0, +1) * 65535.0) of x (low 16 bits) and y."""
    return b.scalar("PK2US", v, type=UNSIGNED)


@builtin("vec2 unpackUnorm2x16(uint p)", **_WHERE)
def unpack_unsigned(b, p):
    """The low and the high 16 bits, divided by 65535.0."""
    return b.make("UP2US", p, type=UNSIGNED)


@builtin("uint packSnorm2x16(vec2 v)", **_WHERE)
def pack_signed(b, v):
    """round(clamp(c, -1, +1) * 32767.0) of x (low 16 bits) and y."""
    clamped = b.make("CLAMP", v, b.constant(-1.0), b.constant(1.0), size=2)
    whole = b.make("ROUND", b.make("MUL", clamped, b.constant(32767.0), size=2), size=2)
    words = b.make("F2I", whole, size=2)
    high = b.scalar("SHL", component(words, 1), b.bits(16), type=UNSIGNED)
    return b.scalar("OR", high, b.scalar("AND", component(words, 0), b.bits(0xFFFF)))


@builtin("vec2 unpackSnorm2x16(uint p)", **_WHERE)
def unpack_signed(b, p):
    """clamp(f / 32767.0, -1, +1) of the low and the high 16 bits, signed."""
    words = b.join((b.scalar("SHL", p, b.bits(16)), 1), (p, 1), type=UNSIGNED)
    numbers = b.make("I2F", b.make("ISHR", words, b.bits(16)))
    quotients = b.make("DIV", numbers, b.constant(32767.0))
    return b.make("MAX", quotients, b.constant(-1.0))
