"""Half floats (1 sign bit, 5 of exponent, 10 of mantissa) over lanes, by their bits.

And unsigned floats, which have no sign bit and a shorter mantissa. Where the CPU has no instruction
(`Machine.has_halves`) in integer operations: LLVM's conversion calls a library function there.
"""

from __future__ import annotations

MANTISSA_BITS = 10  # bits of a half float's
HALF_NAN = 0x7E00
_HALF_INFINITY = 0x7C00
_INFINITY = 0x7F800000  # the float bits of it
_MIN_NORMAL_BITS = 0x38800000  # the float bits of 2^-14
_MIN_OVERFLOW_BITS = 0x47800000  # the float bits of 2^16
_REBIAS = 112 << 23  # what the exponents of float and half float differ by, in float bits


def _rounded(m, magnitude, mantissa, largest):
    """The code of the nearest float with 5 bits of exponent, of two the even one, up to `largest`.

    magnitude : the bits of an F32 without its sign, no NaN. mantissa : bits of the code's.
    """
    dropped = 23 - mantissa
    # The carry of rounding up may go into the exponent, up to infinity.
    half = (1 << dropped - 1) - 1
    normal = (magnitude - (_REBIAS - half) + ((magnitude >> dropped) & 1)) >> dropped
    normal = m.min(normal, largest)
    # The numbers from this one to its double count in the steps of the denormal numbers: the sum is
    # rounded so.
    exponent = 127 + 9 - mantissa << 23
    small = m.unseen_bits(m.from_bits(magnitude) + 2.0 ** (9 - mantissa)) - exponent
    return m.select(magnitude < _MIN_NORMAL_BITS, small, normal)


def pack_half(m, x):
    """The bits of the half float nearest to `x` (F32), of two the even one; U32 up to 0xFFFF.

    From 65520 on infinity, below 2^-14 denormal numbers; every NaN gives 0x7E00.
    """
    bits = m.bits(x)
    if m.has_halves:
        return m.apply("to_half", m.from_bits(bits))
    magnitude = bits & 0x7FFFFFFF
    half = _rounded(m, magnitude, MANTISSA_BITS, _HALF_INFINITY)
    half = m.select(magnitude > _INFINITY, m.u32(HALF_NAN), half)
    return half | ((bits >> 16) & 0x8000)


def pack_unsigned(m, x, mantissa):
    """The bits of the unsigned float nearest to `x` (F32), of two the even one; U32.

    mantissa : the bits of its own. Negative numbers give 0, finite ones at most the largest finite
    one; every NaN gives the same one.
    """
    bits = m.bits(x)
    infinity = 31 << mantissa
    code = _rounded(m, bits, mantissa, infinity - 1)
    code = m.select(bits >= _INFINITY, m.u32(infinity), code)
    code = m.select(bits > _INFINITY, m.u32(infinity | 1 << mantissa - 1), code)
    return m.select(x <= 0.0, m.u32(0), code)


def unpack_unsigned(m, code, mantissa):
    """The unsigned float with the bits `code` (U32) as F32, exactly; NaN is quiet.

    A half float has the same exponents and more bits after them.
    """
    return unpack_half(m, code << MANTISSA_BITS - mantissa)


def unpack_half(m, half):
    """The half float with the bits `half` (U32 up to 0xFFFF) as F32, exactly; one quiet NaN."""
    return quiet(m, load_half(m, half))


def quiet(m, x):
    """`x` (F32), but the one quiet NaN for every NaN."""
    return m.from_bits(m.bits(x))


def load_half(m, half):
    """`unpack_half` with the bits of a NaN unspecified."""
    if m.has_halves:
        return m.apply("from_half", half)
    magnitude = half & 0x7FFF
    shifted = magnitude << 13
    bits = shifted + _REBIAS
    bits = m.select(magnitude >= _HALF_INFINITY, shifted + 2 * _REBIAS, bits)
    denormal = m.unseen_bits(m.to_f32(magnitude) * 2.0**-24)
    bits = m.select(magnitude < 0x400, denormal, bits)
    return m.from_bits(bits | ((half & 0x8000) << 16))


def to_half(m, x):
    """The half float nearest to `x` (F32), ties to even, as F32.

    The same as `unpack_half` of `pack_half`, in fewer steps.
    """
    if m.has_halves:
        return quiet(m, load_half(m, m.apply("to_half", x)))
    bits = m.unseen_bits(x)
    magnitude = bits & 0x7FFFFFFF
    normal = (magnitude + 0xFFF + ((magnitude >> 13) & 1)) & 0xFFFFE000
    normal = m.select(normal >= _MIN_OVERFLOW_BITS, m.u32(0x7F800000), normal)
    # The numbers of [0.5, 1) count in 2^-24, as denormal half floats do: the sum is rounded so.
    small = m.unseen_bits((m.from_bits(magnitude) + 0.75) - 0.75)
    rounded = m.select(magnitude < _MIN_NORMAL_BITS, small, normal) | (bits & 0x80000000)
    return m.from_bits(m.select(magnitude > 0x7F800000, m.u32(0x7FC00000), rounded))
