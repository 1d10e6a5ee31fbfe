"""The encodings of one number, as formulas over a lane machine."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from math import inf

from softgl.formats.srgb import from_srgb, to_srgb
from softgl.lanes import F32, F64, I32, U32, LaneType
from softgl.lanes.half import load_half, pack_half, pack_unsigned, quiet, unpack_unsigned
from softgl.records import dataclass


def _same(m, value):
    return value


@dataclass(frozen=True)
class Number:
    """An encoding of numbers in codes, U32 below 2^bits.

    kind : "fixed", "float", "integer" (of colours: EXT_texture_integer) or "index".
    pack : (m, number) -> the code of the nearest number; NaN gives 0 if it has no code.
    pack_within : the same for a number within `range`; None: `pack`.
    load : (m, code) -> the number in units, for filters.
    finish : (m, units) -> the number.
    range : the least and the largest number.
    unit : the number of units in 1.0.
    carry : as `pack`, but NaNs keep their bits; None: `pack`.
    result : the lane type of the number.
    looked_up : True if the host decodes with a table of all codes, which is faster.
    """

    bits: int
    kind: str
    pack: Callable
    load: Callable
    finish: Callable = _same
    range: tuple[float, float] = (-inf, inf)
    unit: int = 1
    carry: Callable | None = None
    result: LaneType = F32
    looked_up: bool = False
    pack_within: Callable | None = None

    def unpack(self, m, code):
        """Returns the number of a code."""
        return self.finish(m, self.load(m, code))


@dataclass(frozen=True)
class Depth(Number):
    """A number whose codes have the order of the numbers; `pack` takes F32 or F64.

    order : (m, code) -> the code in the type for comparisons.
    wide : (m, code) -> the number as F64.
    """

    order: Callable = _same
    wide: Callable | None = None

    @property
    def signed_order(self) -> bool:
        """True if codes are compared as I32."""
        return self.order is not _same


def _to_fixed(bits):
    """Returns `pack` for up to 24 bits, which F32 holds exactly."""
    top = 2**bits - 1
    return lambda m, x: m.as_u32(m.nearest_within(x * float(top), 0, top))


def _within_fixed(bits):
    """Returns `pack_within` for up to 24 bits."""
    return lambda m, x: m.as_u32(m.nearest(x * float(2**bits - 1)))


def _whole(m, code):
    return m.to_f32(m.as_i32(code))


def _share_of_255(m, value):
    # 1/255 in two parts, the first of 16 bits, so that an integer times it is exact: the sum equals
    # the quotient for every byte, and is faster than a division.
    high = 0x8081 / 2**23
    return value * high + value * (1 / 255 - high)


def _share(bits, whole):
    """Returns (m, code) -> code / (2^bits - 1); whole : (m, code) -> the code as an exact float."""

    def share(m, code):
        # The sum equals the quotient for every code, and is faster than a division: the number
        # shifted by `bits`, and the same bits once more below.
        value, top = whole(m, code), 2**bits - 1
        return value * 2.0**-bits + value * (1 / (top << bits))

    return share


UNSIGNED, SIGNED = (0.0, 1.0), (-1.0, 1.0)
"""The ranges of fixed-point numbers."""


def fixed(bits: int) -> Number:
    """Unsigned fixed-point numbers of up to 24 bits in [0, 1]."""
    return Number(
        bits, "fixed", _to_fixed(bits), _share(bits, _whole), range=UNSIGNED,
        pack_within=_within_fixed(bits),
    )  # fmt: skip


def signed_fixed(bits: int) -> Number:
    """Signed fixed-point numbers of up to 24 bits in [-1, 1]: EXT_texture_snorm.

    "max ( <c>/(2^7-1), -1.0 )": the two least are both -1.
    """
    top = 2 ** (bits - 1) - 1

    def pack(m, x):
        number = m.select(x == x, x, 0.0)
        whole = m.nearest_within(number * float(top), -top, top)
        return m.as_u32(whole) & 2**bits - 1

    def whole(m, code):
        return m.to_f32(m.max(m.as_i32(code << 32 - bits) >> 32 - bits, -top))

    return Number(bits, "fixed", pack, _share(bits - 1, whole), range=SIGNED, looked_up=True)


def unsigned_float(bits: int) -> Number:
    """Floats without a sign: EXT_packed_float, 2.1.A and 2.1.B."""
    return Number(
        bits, "float", lambda m, x: pack_unsigned(m, x, bits - 5),
        lambda m, code: unpack_unsigned(m, code, bits - 5), range=(0.0, inf), looked_up=True,
    )  # fmt: skip


@cache
def unsigned_integer(bits: int) -> Number:
    """Unsigned integers: U32."""
    top = 2**bits - 1
    return Number(
        bits, "integer", lambda m, x: m.min(x, m.u32(top)), _same, range=(0, top), result=U32
    )


def signed_integer(bits: int) -> Number:
    """Signed integers, in two's complement: I32."""
    low, high, unused = -(2 ** (bits - 1)), 2 ** (bits - 1) - 1, 32 - bits
    return Number(
        bits, "integer", lambda m, x: m.as_u32(m.clamp(x, low, high)) & 2**bits - 1,
        lambda m, code: m.as_i32(code << unused) >> unused, range=(low, high), result=I32,
    )  # fmt: skip


UNORM8 = Number(
    8, "fixed", _to_fixed(8), _whole, _share_of_255, UNSIGNED, 255, pack_within=_within_fixed(8)
)
SRGB8 = Number(
    8, "fixed", lambda m, linear: UNORM8.pack(m, to_srgb(m, linear)),
    lambda m, code: from_srgb(m, UNORM8.unpack(m, code)), range=UNSIGNED, looked_up=True,
)  # fmt: skip
UNORM2, UNORM5, UNORM6, UNORM10, UNORM16 = map(fixed, (2, 5, 6, 10, 16))
SNORM8, SNORM16 = signed_fixed(8), signed_fixed(16)
UFLOAT10, UFLOAT11 = unsigned_float(10), unsigned_float(11)
# Missing components: without bits, and 0 or, for alpha, 1.
NO_COLOR, NO_ALPHA = (
    Number(
        0, "fixed", lambda m, x: m.u32(0), lambda m, code, one=one: m.f32(one),
        lambda m, value, one=one: m.f32(one), UNSIGNED,
    )
    for one in UNSIGNED
)  # fmt: skip
FLOAT16 = Number(16, "float", pack_half, load_half, quiet, looked_up=True)
FLOAT32 = Number(
    32, "float", lambda m, x: m.bits(x), lambda m, code: m.from_bits(code),
    carry=lambda m, x: m.unseen_bits(x),
)  # fmt: skip
UINT2, UINT8, UINT10, UINT16, UINT32 = map(unsigned_integer, (2, 8, 10, 16, 32))
INT8, INT16, INT32 = map(signed_integer, (8, 16, 32))
INDEX8 = Number(8, "index", lambda m, x: m.as_u32(x) & 0xFF, _same, result=U32)


# -- components of compressed formats --------------------------------------------------------------


def _parts(largest, signed):
    """Fixed-point numbers in 16 bits with 1.0 at `largest`: bytes in steps of 1/35, 11 bits."""

    def pack(m, x):
        number = m.select(x == x, x, 0.0)
        whole = m.nearest_within(number * float(largest), -largest * signed, largest)
        return m.as_u32(whole) & 0xFFFF

    def load(m, code):
        return m.to_f32(m.as_i32(code << 16) >> 16)

    # As for 255: integers times the first part are exact.
    high = round(2**23 / largest) / 2**23

    def finish(m, value):
        return value * high + value * (1 / largest - high)

    least = SIGNED if signed else UNSIGNED
    return Number(16, "fixed", pack, load, finish, range=least, unit=largest)


def same_place(number: Number) -> Number:
    """Returns a number that is loaded from another component's bits, and never stored."""
    return replace(number, pack=lambda m, x: m.u32(0))


UNSIGNED_35THS, SIGNED_35THS = _parts(35 * 255, False), _parts(35 * 127, True)
UNSIGNED11, SIGNED11 = _parts(2047, False), _parts(1023, True)


# -- depths ----------------------------------------------------------------------------------------


def _wide_share(bits):
    return _share(bits, lambda m, code: m.to_f64(code))


def _fixed_depth(bits):
    return Depth(
        bits, "fixed", _to_fixed(bits), _share(bits, _whole),
        order=lambda m, code: m.as_i32(code), wide=_wide_share(bits), range=UNSIGNED,
        pack_within=_within_fixed(bits),
    )  # fmt: skip


def _pack_depth32(m, depth):
    if depth.type is F64:
        # Within [0, 2^32 - 1]: shifted to the range of I32 it takes one conversion.
        whole = m.round_even(m.saturate(depth) * float(2**32 - 1)) - 2.0**31
        return m.as_u32(m.to_i32_within(whole, -(2**31), 2**31 - 1)) ^ 2**31
    # F32 does not hold 2^32 - 1; 1.0 times 2^32, saturated, is the largest word too.
    return m.to_u32(m.saturate(depth) * 2.0**32)


def _ordered(bits):
    """Maps the bits of floats to signed integers in their order, and back; I32."""
    return bits ^ ((bits >> 31) & 0x7FFFFFFF)


def _pack_float_depth(m, depth):
    # -0 becomes 0, its equal, and so does NaN, which is unordered.
    number = m.to_f32(m.select(depth == depth, depth, m.lane(0.0, depth.type)))
    return m.as_u32(_ordered(m.as_i32(m.bits(number + 0.0))))


def _load_float_depth(m, code):
    return m.from_bits(m.as_u32(_ordered(m.as_i32(code))))


DEPTH16, DEPTH24 = _fixed_depth(16), _fixed_depth(24)
DEPTH32 = Depth(
    32, "fixed", _pack_depth32, lambda m, code: m.to_f32(_wide_share(32)(m, code)),
    wide=_wide_share(32), range=UNSIGNED,
)  # fmt: skip
DEPTH32F = Depth(
    32, "float", _pack_float_depth, _load_float_depth,
    order=lambda m, code: m.as_i32(code),
    wide=lambda m, code: m.to_f64(_load_float_depth(m, code)),
)  # fmt: skip
