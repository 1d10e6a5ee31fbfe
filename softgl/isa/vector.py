"""Dot products and the other instructions over whole vectors.

Sums add from left to right. In fragment programs a product is rounded with the sum that it is added
to, elsewhere alone.
"""

from __future__ import annotations

from softgl.isa.table import NV4, opcode
from softgl.isa.vocabulary import VECTOR, Form
from softgl.lanes import lane_math


def dot(m, a, b, size):
    """Returns the dot product of the first `size` components."""
    components = range(size)
    return m.dot([a[c] for c in components], [b[c] for c in components])


@opcode("DP2", Form.REDUCE, VECTOR * 2, "DP2: 2-Component Dot Product", languages=NV4)
def dot2(m, a, b):
    """The dot product of x and y."""
    return dot(m, a, b, 2)


@opcode(
    "DP2A", Form.REDUCE, VECTOR * 3, "DP2A: 2-Component Dot Product with Scalar Add", languages=NV4
)
def dot2_add(m, a, b, c):
    """The dot product of x and y, plus the x of the third operand."""
    return dot(m, a, b, 2) + c[0]


@opcode("DP3", Form.REDUCE, VECTOR * 2, "DP3: 3-Component Dot Product")
def dot3(m, a, b):
    """The dot product of x, y and z."""
    return dot(m, a, b, 3)


@opcode("DP4", Form.REDUCE, VECTOR * 2, "DP4: 4-Component Dot Product")
def dot4(m, a, b):
    """The dot product of all four components."""
    return dot(m, a, b, 4)


@opcode("DPH", Form.REDUCE, VECTOR * 2, "DPH: Homogeneous Dot Product")
def homogeneous_dot(m, a, b):
    """The dot product of x, y and z, plus the w of the second operand."""
    return dot(m, a, b, 3) + b[3]


@opcode("DST", Form.VECTOR, VECTOR * 2, "DST: Distance Vector")
def distance_vector(m, a, b):
    """(1, d, d^2, 1/d) from (-, d^2, d^2, -) and (-, 1/d, -, 1/d)."""
    return [m.f32(1.0), m.product(a[1], b[1]), a[2], b[3]]


@opcode("XPD", Form.VECTOR, VECTOR * 2, "XPD: Cross Product")
def cross_product(m, a, b):
    """The cross product of x, y and z; w is 1."""
    # Products are rounded alone everywhere: that of a vector and itself is 0.
    # NV_gpu_program4, "XPD: Cross Product": result.w = undefined
    return [
        m.product(a[1], b[2]) - m.product(a[2], b[1]),
        m.product(a[2], b[0]) - m.product(a[0], b[2]),
        m.product(a[0], b[1]) - m.product(a[1], b[0]),
        m.f32(1.0),
    ]


@opcode("NRM", Form.VECTOR, VECTOR, "NRM: Normalize 3-Component Vector", languages=NV4)
def normalize(m, a):
    """x, y and z divided by their length, NaN if that is 0; w is 1."""
    # NV_gpu_program4, "NRM: Normalize 3-Component Vector": result.w = undefined
    scale = lane_math.rsqrt(m, dot(m, a, a, 3))
    return [*(m.product(a[c], scale) for c in range(3)), m.f32(1.0)]


@opcode("RFL", Form.VECTOR, VECTOR * 2, "RFL: Reflection Vector", languages=NV4)
def reflect(m, axis, direction):
    """The x, y and z of the second operand reflected about the first; w is 1."""
    # NV_gpu_program4, "RFL: Reflection Vector": result.w = undefined
    scale = dot(m, axis, direction, 3) * 2.0 / dot(m, axis, axis, 3)
    return [m.multiply_add(scale, axis[c], -direction[c]) for c in range(3)] + [m.f32(1.0)]


@opcode("X2D", Form.VECTOR, VECTOR * 3, "X2D: 2D Coordinate Transformation", languages=NV4)
def transform_2d(m, a, b, c):
    """x and y of the second operand times the 2x2 matrix of the third, plus the first; twice."""
    x = m.multiply_add(b[1], c[1], m.multiply_add(b[0], c[0], a[0]))
    y = m.multiply_add(b[1], c[3], m.multiply_add(b[0], c[2], a[1]))
    return [x, y, x, y]


# The exponent of LIT is clamped to (-128, 128) "exclusive" with an epsilon that is not given.
MAX_LIT_EXPONENT = 128.0 - 1.0 / 256.0


@opcode("LIT", Form.VECTOR, VECTOR, "LIT: Compute Lighting Coefficients")
def light_coefficients(m, a):
    """(1, diffuse, specular, 1) from x = n.l, y = n.h and w = the specular exponent."""
    base, exponent = lit_operands(m, a)
    return lit_result(m, a, lane_math.pow(m, base, exponent))


def lit_operands(m, a):
    """Returns the base of LIT's power, y but not below 0, and its exponent, w within its limits."""
    # The limits are the first operands: "if (tmp.x < 0) tmp.x = 0" leaves a NaN.
    return m.max(m.f32(0.0), a[1]), m.min(
        m.f32(MAX_LIT_EXPONENT), m.max(m.f32(-MAX_LIT_EXPONENT), a[3])
    )


def lit_result(m, a, power):
    """Returns the result of LIT, `power` being that of y."""
    specular = m.select(a[0] > 0.0, power, 0.0)
    return [m.f32(1.0), m.max(m.f32(0.0), a[0]), specular, m.f32(1.0)]
