"""Exponential functions: GLSL 3.30, 8.2."""

from __future__ import annotations

from softgl.glsl.builtins.emitter import component
from softgl.glsl.builtins.table import builtin
from softgl.ir.builder import masked, written
from softgl.lanes.angles import LN_2, LOG2_E

_ALWAYS = {"since": 110, "es": 100}


@builtin("genType pow(genType x, genType y)", **_ALWAYS)
def power(b, x, y):
    """x to the power of y; undefined if x < 0, or if x = 0 and y <= 0."""
    if b.size == 1:
        return b.scalar("POW", x, y)
    register = b.builder.new()
    for number in range(b.size):
        place = written(register, masked(number))
        b.builder.emit("POW", place, component(x, number), component(y, number))
    return register


@builtin("genType exp(genType x)", **_ALWAYS)
def exponential(b, x):
    """e to the power of x."""
    return b.each("EX2", b.make("MUL", x, b.constant(LOG2_E)))


@builtin("genType log(genType x)", **_ALWAYS)
def logarithm(b, x):
    """The natural logarithm; undefined if x <= 0."""
    return b.make("MUL", b.each("LG2", x), b.constant(LN_2))


@builtin("genType exp2(genType x)", **_ALWAYS)
def exponential_of_2(b, x):
    """2 to the power of x."""
    return b.each("EX2", x)


@builtin("genType log2(genType x)", **_ALWAYS)
def logarithm_of_2(b, x):
    """The logarithm of base 2; undefined if x <= 0."""
    return b.each("LG2", x)


@builtin("genType sqrt(genType x)", **_ALWAYS)
def root(b, x):
    """The square root; undefined if x < 0."""
    return b.each("SQRT", x)


@builtin("genType inversesqrt(genType x)", **_ALWAYS)
def inverse_root(b, x):
    """1 / sqrt(x); undefined if x <= 0."""
    return b.each("RSQ", x)
