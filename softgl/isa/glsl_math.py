"""The instructions that only GLSL has: inverse trigonometric and hyperbolic functions, noise."""

from __future__ import annotations

from softgl.isa.table import GLSL, opcode
from softgl.isa.vocabulary import CLAMP, FLOAT, SCALAR, UNSIGNED, VECTOR, Form
from softgl.lanes import angles

_ANGLES = "Angle and Trigonometry Functions"
_NOISE = "Noise Functions"

COSTS = {
    **dict.fromkeys(("ASIN", "ACOS", "ATAN", "ATAN2", "SINH", "COSH"), 12),
    **dict.fromkeys(("TANH", "ASINH", "ACOSH", "ATANH"), 16),
    # Each dimension doubles the corners.
    **{f"NOISE{n}D": 12 * n * 2**n for n in (1, 2, 3, 4)},
}
"""About how much time the instructions of this module take, a sum taking 1."""


def _entry(name, form, sources, section, **more):
    return opcode(
        name, form, sources, f"{name}: {section}",
        modifiers=CLAMP, languages=GLSL, document="GLSL 3.30", **more,
    )  # fmt: skip


def _function(name, formula, summary):
    def apply(m, a):
        return formula(m, a)

    apply.__doc__ = summary
    _entry(name, Form.COMPONENT, VECTOR, _ANGLES)(apply)


for _name, _summary in (
    ("ASIN", "The angle within [-pi/2, pi/2] with this sine; NaN beyond [-1, 1]."),
    ("ACOS", "The angle within [0, pi] with this cosine; NaN beyond [-1, 1]."),
    ("ATAN", "The angle within [-pi/2, pi/2] with this tangent."),
    ("SINH", "The hyperbolic sine."),
    ("COSH", "The hyperbolic cosine."),
    ("TANH", "The hyperbolic tangent."),
    ("ASINH", "The number with this hyperbolic sine."),
    ("ACOSH", "The number with this hyperbolic cosine that is not negative; NaN below 1."),
    ("ATANH", "The number with this hyperbolic tangent; NaN beyond [-1, 1]."),
):
    _function(_name, getattr(angles, _name.lower()), _summary)


@_entry("ATAN2", Form.COMPONENT, VECTOR * 2, _ANGLES)
def angle_of_point(m, y, x):
    """The angle within [-pi, pi] of the point (x, y), the first operand being y."""
    return angles.atan2(m, y, x)


# -- noise -----------------------------------------------------------------------------------------


def _stirred(m, word):
    """A bijection of U32 that changes half of the bits for each bit of the operand."""
    word = (word ^ (word >> 16)) * 0x7FEB352D
    word = (word ^ (word >> 15)) * 0x846CA68B
    return word ^ (word >> 16)


def _slope(m, corner, offsets):
    """The gradient of a corner times the offsets from it.

    Of one and two dimensions any gradient with components within [-1, 1]; of more one of those to
    the middle of an edge (or face) of the cube: all components are -1 or 1 but one, which is 0.
    """
    if len(offsets) < 3:
        terms = []
        for axis, offset in enumerate(offsets):
            byte = m.to_f32((corner >> (8 * axis)) & 255)
            terms.append(m.fma(byte, 2.0 / 255.0, -1.0) * offset)
        return sum(terms[1:], terms[0])
    left_out = m.mul_high(corner, m.u32(len(offsets)))
    total = m.f32(0.0)
    for axis, offset in enumerate(offsets):
        sign = (corner << (31 - axis)) & 0x80000000
        signed = m.from_bits(m.unseen_bits(offset) ^ sign)
        total = total + m.select(left_out == axis, 0.0, signed)
    return total


# The sums are at most 1/2 and 1, and below 1.04 and 1.54, whatever gradients the corners have; so
# results are within [-1, 1]. GLSL 3.30, 8.9: they "cover at least the range [-0.6, 0.6]".
_SCALES = {1: 2.0, 2: 1.0, 3: 1.0 / 1.04, 4: 1.0 / 1.54}


def _noise(m, point, seed):
    """Gradient noise of one to four dimensions, within [-1, 1]; 0 where all are whole numbers.

    point : F32 of each axis. seed : U32; another one gives another noise.
    """
    cells = [m.floor(x) for x in point]
    near = [x - cell for x, cell in zip(point, cells, strict=True)]
    # The hash of a corner grows by one axis at a time: corners share those of the axes before.
    words = [seed]
    offsets: list[list] = [[]]
    for cell, offset in zip(cells, near, strict=True):
        number = m.as_u32(m.to_i32(cell))
        sides = [(number, offset), (number + 1, offset - 1.0)]
        words = [_stirred(m, word + side) for word in words for side, _ in sides]
        offsets = [[*before, away] for before in offsets for _, away in sides]
    values = [_slope(m, word, each) for word, each in zip(words, offsets, strict=True)]
    for x in reversed(near):
        # 6 x^5 - 15 x^4 + 10 x^3: with continuous first and second derivatives.
        weight = x * x * x * m.fma(x, m.fma(x, 6.0, -15.0), 10.0)
        pairs = zip(values[::2], values[1::2], strict=True)
        values = [m.fma(weight, far - close, close) for close, far in pairs]
    return values[0] * _SCALES[len(point)]


def _noise_of(dimensions, words):
    def noise(m, point, seed):
        return _noise(m, [point[axis] for axis in range(dimensions)], seed[0])

    noise.__doc__ = f"Gradient noise within [-1, 1] at {words}; the second operand chooses one."
    _entry(f"NOISE{dimensions}D", Form.REDUCE, VECTOR + SCALAR, _NOISE, reads=(FLOAT, UNSIGNED))(
        noise
    )


for _dimensions, _words in enumerate(
    ("x", "x and y", "x, y and z", "all four components"), 1
):  # fmt: skip
    _noise_of(_dimensions, _words)
