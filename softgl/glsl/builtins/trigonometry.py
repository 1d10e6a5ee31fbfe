"""Angle and trigonometry functions: GLSL 3.30, 8.1."""

from __future__ import annotations

import math

from softgl.glsl.builtins.table import builtin, opcode_builtin

_ALWAYS = {"since": 110, "es": 100}
_SINCE_130 = {"since": 130, "es": 300}


@builtin("genType radians(genType degrees)", **_ALWAYS)
def radians(b, degrees):
    """degrees * (pi / 180)."""
    return b.make("MUL", degrees, b.constant(math.pi / 180.0))


@builtin("genType degrees(genType radians)", **_ALWAYS)
def degrees(b, radians):
    """radians * (180 / pi)."""
    return b.make("MUL", radians, b.constant(180.0 / math.pi))


@builtin("genType sin(genType angle)", **_ALWAYS)
def sine(b, angle):
    """The sine of an angle in radians."""
    return b.each("SIN", angle)


@builtin("genType cos(genType angle)", **_ALWAYS)
def cosine(b, angle):
    """The cosine of an angle in radians."""
    return b.each("COS", angle)


@builtin("genType tan(genType angle)", **_ALWAYS)
def tangent(b, angle):
    """sin(angle) / cos(angle)."""
    return b.make("DIV", b.each("SIN", angle), b.each("COS", angle))


for _name, _words in (
    ("asin", "The angle within [-pi/2, pi/2] whose sine is x; undefined if |x| > 1."),
    ("acos", "The angle within [0, pi] whose cosine is x; undefined if |x| > 1."),
):
    opcode_builtin(f"genType {_name}(genType x)", _name.upper(), _words, **_ALWAYS)
opcode_builtin(
    "genType atan(genType y, genType x)",
    "ATAN2",
    "The angle within [-pi, pi] of the point (x, y), whose tangent is y / x.",
    **_ALWAYS,
)
opcode_builtin(
    "genType atan(genType y_over_x)",
    "ATAN",
    "The angle within [-pi/2, pi/2] whose tangent is y_over_x.",
    **_ALWAYS,
)
for _name, _words in (
    ("sinh", "The hyperbolic sine (e^x - e^-x) / 2."),
    ("cosh", "The hyperbolic cosine (e^x + e^-x) / 2."),
    ("tanh", "The hyperbolic tangent sinh(x) / cosh(x)."),
    ("asinh", "The inverse of sinh."),
    ("acosh", "The inverse of cosh that is not negative; undefined if x < 1."),
    ("atanh", "The inverse of tanh; undefined if |x| >= 1."),
):
    opcode_builtin(f"genType {_name}(genType x)", _name.upper(), _words, **_SINCE_130)
