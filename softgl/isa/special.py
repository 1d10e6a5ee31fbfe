"""Reciprocals, roots, exponentials, logarithms and trigonometry of one scalar."""

from __future__ import annotations

from softgl.isa.arithmetic import fraction
from softgl.isa.table import ALL_BUT_ARB_VERTEX, ARB, ARB_VERTEX, NV4, opcode, variant
from softgl.isa.vocabulary import SCALAR, Form
from softgl.lanes import lane_math


@opcode("RCP", Form.SCALAR, SCALAR, "RCP: Reciprocal")
def reciprocal(m, a):
    """1/a, correctly rounded; infinite for zeros, with their sign."""
    return lane_math.rcp(m, a)


@opcode("RCC", Form.SCALAR, SCALAR, "RCC: Reciprocal (Clamped)", languages=NV4)
def clamped_reciprocal(m, a):
    """1/a with its magnitude within [2^-64, 2^64]; NaN stays NaN."""
    # Of 1/inf = +0 the text says that it is "not greater than zero" and gives -2^-64;
    # NV_vertex_program2 lists +2^-64, which we return.
    exact = lane_math.rcp(m, a)
    magnitude = m.min(m.f32(2.0**64), m.max(m.f32(2.0**-64), abs(exact)))
    return m.from_bits(m.unseen_bits(magnitude) | (m.unseen_bits(exact) & 0x80000000))


@opcode("RSQ", Form.SCALAR, SCALAR, "RSQ: Reciprocal Square Root", languages=NV4)
def reciprocal_root(m, a):
    """1/sqrt(a); infinite for zeros, with their sign, and NaN below."""
    return lane_math.rsqrt(m, a)


@variant("RSQ", ARB)
def reciprocal_root_of_magnitude(m, a):
    """1/sqrt(|a|); +inf for zeros."""
    # NV_gpu_program4, "RSQ: Reciprocal Square Root": "differs from the RSQ instruction in
    # ARB_vertex_program in that it does not implicitly take the absolute value of its operand".
    return lane_math.rsqrt(m, abs(a))


@opcode("EX2", Form.SCALAR, SCALAR, "EX2: Exponential Base 2")
def exponential(m, a):
    """2 to the power of the operand."""
    return lane_math.exp2(m, a)


@opcode("LG2", Form.SCALAR, SCALAR, "LG2: Logarithm Base 2")
def logarithm(m, a):
    """The logarithm of base 2: -inf for zeros, NaN below."""
    return lane_math.log2(m, a)


@opcode("POW", Form.SCALAR, SCALAR * 2, "POW: Exponentiate")
def exponentiate(m, a, b):
    """The first operand to the power of the second: NaN for a negative base, 1 for exponent 0."""
    return lane_math.pow(m, a, b)


@opcode(
    "SIN", Form.SCALAR, SCALAR, "SIN: Sine with Reduction to [-PI,PI]",
    languages=ALL_BUT_ARB_VERTEX,
)  # fmt: skip
def sine(m, a):
    """The sine of an angle in radians."""
    return lane_math.sin(m, a)


@opcode(
    "COS", Form.SCALAR, SCALAR, "COS: Cosine with Reduction to [-PI,PI]",
    languages=ALL_BUT_ARB_VERTEX,
)  # fmt: skip
def cosine(m, a):
    """The cosine of an angle in radians."""
    return lane_math.cos(m, a)


@opcode(
    "SCS", Form.VECTOR, SCALAR, "SCS: Sine/Cosine without Reduction",
    languages=ALL_BUT_ARB_VERTEX,
)  # fmt: skip
def sine_and_cosine(m, a):
    """(cosine, sine, 0, 1) of an angle in radians, beyond [-pi, pi] too."""
    # NV_gpu_program4, "SCS: Sine/Cosine without Reduction": result.z and result.w are undefined.
    return [lane_math.cos(m, a[0]), lane_math.sin(m, a[0]), m.f32(0.0), m.f32(1.0)]


@opcode(
    "EXP", Form.VECTOR, SCALAR, "EXP: Exponential Base 2 (approximate)",
    languages={ARB_VERTEX}, document="ARB_vertex_program",
)  # fmt: skip
def exponential_parts(m, a):
    """(2^floor(a), a - floor(a), 2^a, 1)."""
    # "RoughApprox2ToX" is accurate to at least 10 bits; ours has full precision.
    x = a[0]
    return [lane_math.exp2(m, m.floor(x)), fraction(m, x), lane_math.exp2(m, x), m.f32(1.0)]


@opcode(
    "LOG", Form.VECTOR, SCALAR, "LOG: Logarithm Base 2 (approximate)",
    languages={ARB_VERTEX}, document="ARB_vertex_program",
)  # fmt: skip
def logarithm_parts(m, a):
    """(exponent, mantissa in [1, 2), log2, 1) of |a|; (-inf, 1, -inf, 1) for zeros."""
    magnitude = abs(a[0])
    exponent, mantissa = lane_math.split_exponent(m, magnitude)
    return [exponent, mantissa, lane_math.log2(m, magnitude), m.f32(1.0)]
