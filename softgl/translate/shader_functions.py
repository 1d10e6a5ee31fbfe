"""Functions of GLSL that no assembly language has, as several instructions of what all have."""

from __future__ import annotations

from collections.abc import Callable

from softgl.ir.builder import Builder, masked, negated, swizzled, written
from softgl.ir.program import Source

_HALF_PI = 1.5707963267948966
# Odd powers of the arc tangent on [0, 1]: within 1e-7 of it.
_ARC_TANGENT = (
    *(0.999999902, -0.333319944, 0.199697626, -0.140196627),
    *(0.0991473168, -0.059492073, 0.0242561511, -0.00469426633),
)
_LOG2_E, _LN_2 = 1.4426950408889634, 0.6931471805599453


class Arithmetic(Builder):
    """Appends the instructions of functions of floats; all four components are computed."""

    def each(self, opcode: str, x: Source, *others: Source) -> Source:
        """Applies a scalar instruction to each component."""
        result = self.new()
        for component in range(4):
            operands = (swizzled(operand, component) for operand in (x, *others))
            self.emit(opcode, written(result, masked(component)), *operands)
        return result

    def exp(self, x: Source) -> Source:
        """Returns e^x."""
        return self.each("EX2", self.make("MUL", x, self.constant(_LOG2_E)))

    def log(self, x: Source) -> Source:
        """Returns the natural logarithm."""
        return self.make("MUL", self.each("LG2", x), self.constant(_LN_2))

    def root(self, x: Source) -> Source:
        """Returns the square root; 0 for 0."""
        tiny = self.make("MAX", x, self.constant(1e-37))
        return self.make("MUL", x, self.each("RSQ", tiny))


def _arc_tangent(b: Arithmetic, y: Source, x: Source) -> Source:
    """Returns the angle of (x, y), as atan(y, x)."""
    up, along = b.make("ABS", y), b.make("ABS", x)
    larger = b.make("MAX", b.make("MAX", up, along), b.constant(1e-37))
    slope = b.make("MUL", b.make("MIN", up, along), b.each("RCP", larger))
    square = b.make("MUL", slope, slope)
    total = b.constant(_ARC_TANGENT[-1])
    for factor in reversed(_ARC_TANGENT[:-1]):
        total = b.make("MAD", total, square, b.constant(factor))
    angle = b.make("MUL", total, slope)
    steep = b.make("SUB", b.constant(_HALF_PI), angle)
    angle = b.make("CMP", b.make("SUB", along, up), steep, angle)
    behind = b.make("SUB", b.constant(2.0 * _HALF_PI), angle)
    angle = b.make("CMP", x, behind, angle)
    return b.make("CMP", y, negated(angle), angle)


def _of_square(b: Arithmetic, x: Source) -> Source:
    """Returns the root of 1 - x * x."""
    left = b.make("MAD", negated(x), x, b.constant(1.0))
    return b.root(b.make("MAX", left, b.constant(0.0)))


def _hyperbolic(sign: float) -> Callable:
    def function(b: Arithmetic, x: Source) -> Source:
        up, down = b.exp(x), b.exp(negated(x))
        down = down if sign > 0 else negated(down)
        return b.make("MUL", b.make("ADD", up, down), b.constant(0.5))

    return function


def _hyperbolic_tangent(b: Arithmetic, x: Source) -> Source:
    near = b.make("MAX", b.make("MIN", x, b.constant(20.0)), b.constant(-20.0))
    doubled = b.exp(b.make("ADD", near, near))
    below = b.each("RCP", b.make("ADD", doubled, b.constant(1.0)))
    return b.make("MAD", below, b.constant(-2.0), b.constant(1.0))


def _area_sine(b: Arithmetic, x: Source) -> Source:
    size = b.make("ABS", x)
    root = b.root(b.make("MAD", size, size, b.constant(1.0)))
    value = b.log(b.make("ADD", size, root))
    return b.make("CMP", x, negated(value), value)


def _area_cosine(b: Arithmetic, x: Source) -> Source:
    root = b.root(b.make("MAX", b.make("MAD", x, x, b.constant(-1.0)), b.constant(0.0)))
    return b.log(b.make("ADD", x, root))


def _area_tangent(b: Arithmetic, x: Source) -> Source:
    above, below = b.make("ADD", b.constant(1.0), x), b.make("SUB", b.constant(1.0), x)
    ratio = b.make("MUL", above, b.each("RCP", below))
    return b.make("MUL", b.log(ratio), b.constant(0.5))


FUNCTIONS: dict[str, Callable | None] = {
    "ATAN": lambda b, x: _arc_tangent(b, x, b.constant(1.0)),
    "ATAN2": _arc_tangent,
    "ASIN": lambda b, x: _arc_tangent(b, x, _of_square(b, x)),
    "ACOS": lambda b, x: _arc_tangent(b, _of_square(b, x), x),
    "SINH": _hyperbolic(-1.0),
    "COSH": _hyperbolic(1.0),
    "TANH": _hyperbolic_tangent,
    "ASINH": _area_sine,
    "ACOSH": _area_cosine,
    "ATANH": _area_tangent,
    **dict.fromkeys(("NOISE1D", "NOISE2D", "NOISE3D", "NOISE4D")),
}
"""Instructions of GLSL alone -> (builder, *operands) -> operand; None for ones without a form."""
