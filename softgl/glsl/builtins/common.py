"""Common functions: GLSL 3.30, 8.3."""

from __future__ import annotations

import math
from dataclasses import replace

from softgl.glsl.builtins.table import builtin, opcode_builtin
from softgl.ir.program import NONE, Saturate
from softgl.isa.vocabulary import SIGNED, UNSIGNED

_ALWAYS = {"since": 110, "es": 100}
_SINCE_130 = {"since": 130, "es": 300}
_GPU_SHADER4 = ("GL_EXT_gpu_shader4",)


@builtin("genType abs(genType x)", **_ALWAYS)
def absolute(b, x):
    """x if it is not below 0, else -x."""
    return b.make("MOV", replace(x, absolute=True, negate=NONE))


@builtin("genIType abs(genIType x)", extensions=_GPU_SHADER4, **_SINCE_130)
def absolute_integer(b, x):
    """x if it is not below 0, else -x; the least integer stays itself."""
    return b.make("IABS", x)


opcode_builtin(
    "genType truncate(genType x)",
    "TRUNC",
    "The nearest whole number that is not further from 0 than x.",
    extensions=_GPU_SHADER4,
)
opcode_builtin(
    "genType sign(genType x)", "SSG", "1.0 above zero, -1.0 below, 0.0 for 0.0.", **_ALWAYS
)


@builtin("genIType sign(genIType x)", extensions=_GPU_SHADER4, **_SINCE_130)
def sign_integer(b, x):
    """1 above zero, -1 below, 0 for 0."""
    return b.make("ISSG", x)


for _name, _opcode, _words, _where in (
    ("floor", "FLR", "The nearest whole number that is not above x.", _ALWAYS),
    ("trunc", "TRUNC", "The nearest whole number that is not further from 0 than x.", _SINCE_130),
    ("round", "ROUND", "The nearest whole number; the even one of two.", _SINCE_130),
    ("roundEven", "ROUND", "The nearest whole number; the even one of two.", _SINCE_130),
    ("ceil", "CEIL", "The nearest whole number that is not below x.", _ALWAYS),
    ("fract", "FRC", "x - floor(x).", _ALWAYS),
):
    _more = {"extensions": _GPU_SHADER4} if _name == "round" else {}
    opcode_builtin(f"genType {_name}(genType x)", _opcode, _words, **_where, **_more)


@builtin("genType mod(genType x, float y)", "genType mod(genType x, genType y)", **_ALWAYS)
def modulus(b, x, y):
    """x - y * floor(x / y)."""
    whole = b.make("FLR", b.make("DIV", x, y))
    return b.make("SUB", x, b.make("MUL", y, whole))


@builtin("genType modf(genType x, out genType i)", **_SINCE_130)
def fraction_and_whole(b, x, i):
    """The fraction of x; its whole part goes to i. Both have the sign of x."""
    whole = b.make("TRUNC", x)
    return b.make("SUB", x, whole), whole


def _extremes(name, prefix, words):
    summary = f"The {words} of x and y, x if they are equal."
    # The instructions return the second operand unless the first is smaller (larger).
    generic = (("genType", "", _ALWAYS, ()), *_INTEGERS)
    for type_, letter, where, extensions in generic:

        def extreme(b, x, y, opcode=letter + prefix):
            if opcode != prefix or b.is_number(x):
                return b.make(opcode, y, x)
            if b.is_number(y):
                return b.make(opcode, x, y)
            # GLSL ES 3.00 4.5.1: "built-in functions that operate on a NaN are not required to
            # return a NaN as the result". Shaders rely on the other argument, as drivers give it.
            isnan = b.make("FSNE", x, x)
            return b.make("UCMP", isnan, b.plain(y), b.make(opcode, y, x))

        extreme.__doc__ = summary
        scalar = {"genType": "float", "genIType": "int", "genUType": "uint"}[type_]
        same, mixed = f"{type_} x, {type_} y", f"{type_} x, {scalar} y"
        builtin(
            f"{type_} {name}({same})", f"{type_} {name}({mixed})", extensions=extensions, **where
        )(extreme)


_INTEGERS = (
    ("genIType", "I", _SINCE_130, _GPU_SHADER4),
    ("genUType", "U", _SINCE_130, _GPU_SHADER4),
)
_extremes("min", "MIN", "smaller")
_extremes("max", "MAX", "larger")


def _clamp(type_, scalar, letter, where, extensions=()):
    @builtin(
        f"{type_} clamp({type_} x, {type_} minVal, {type_} maxVal)",
        f"{type_} clamp({type_} x, {scalar} minVal, {scalar} maxVal)",
        extensions=extensions,
        **where,
    )
    def clamp(b, x, low, high):
        """min(max(x, minVal), maxVal)."""
        return b.make(letter + "MIN", high, b.make(letter + "MAX", x, low))


_clamp("genType", "float", "", _ALWAYS)
_clamp("genIType", "int", "I", _SINCE_130, _GPU_SHADER4)
_clamp("genUType", "uint", "U", _SINCE_130, _GPU_SHADER4)


@builtin(
    "genType mix(genType x, genType y, genType a)",
    "genType mix(genType x, genType y, float a)",
    **_ALWAYS,
)
def mix(b, x, y, a):
    """x * (1.0 - a) + y * a."""
    return b.make("LRP", a, y, x)


@builtin("genType mix(genType x, genType y, genBType a)", **_SINCE_130)
def choose(b, x, y, a):
    """y where a is true, else x."""
    return b.make("UCMP", a, b.plain(y), b.plain(x))


@builtin("genType step(genType edge, genType x)", "genType step(float edge, genType x)", **_ALWAYS)
def step(b, edge, x):
    """0.0 if x < edge, else 1.0."""
    return b.make("SGE", x, edge)


@builtin(
    "genType smoothstep(genType edge0, genType edge1, genType x)",
    "genType smoothstep(float edge0, float edge1, genType x)",
    **_ALWAYS,
)
def smoothstep(b, edge0, edge1, x):
    """t * t * (3 - 2 * t), where t = clamp((x - edge0) / (edge1 - edge0), 0, 1)."""
    above, range_ = b.make("SUB", x, edge0), b.make("SUB", edge1, edge0)
    t = b.make("DIV", above, range_, saturate=Saturate.UNSIGNED)
    slope = b.make("MAD", t, b.constant(-2.0), b.constant(3.0))
    return b.make("MUL", b.make("MUL", t, t), slope)


@builtin("genBType isnan(genType x)", **_SINCE_130)
def is_nan(b, x):
    """True if x is not a number."""
    return b.make("FSNE", x, x)


@builtin("genBType isinf(genType x)", **_SINCE_130)
def is_infinite(b, x):
    """True if x is positive or negative infinity."""
    infinity = b.constant(math.inf)
    magnitude = replace(x, absolute=True, negate=NONE)
    return b.make("FSEQ", magnitude, infinity)


_BITS = {"since": 330, "es": 300, "extensions": ("GL_ARB_shader_bit_encoding",)}


@builtin("genIType floatBitsToInt(genType value)", **_BITS)
def float_bits_to_int(b, value):
    """The bits of a float, unchanged, as a signed integer."""
    return b.plain(value)


@builtin("genUType floatBitsToUint(genType value)", **_BITS)
def float_bits_to_uint(b, value):
    """The bits of a float, unchanged, as an unsigned integer."""
    return b.plain(value)


@builtin("genType intBitsToFloat(genIType value)", **_BITS)
def int_bits_to_float(b, value):
    """The float with the bits of a signed integer."""
    return b.plain(value, SIGNED)


@builtin("genType uintBitsToFloat(genUType value)", **_BITS)
def uint_bits_to_float(b, value):
    """The float with the bits of an unsigned integer."""
    return b.plain(value, UNSIGNED)
