"""How one number lies in some bits, as formulas over a lane machine."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import inf

from softgl.formats.srgb import from_srgb, to_srgb
from softgl.lanes import F32, F64, I32, U32, LaneType
from softgl.lanes.half import load_half, pack_half, pack_unsigned, quiet, unpack_unsigned
from softgl.records import dataclass


def _same(m, value):
    return value


@dataclass(frozen=True)
class Number:
    """A way of keeping a number in a code, U32 below 2^bits.

    kind : "fixed", "float", "integer" (of colours: EXT_texture_integer) or "index".
    pack : (m, number) -> the code of the nearest one; NaN gives 0 where there is none.
    pack_within : the same of a number that is within `range`; None: `pack`.
    load : (m, code) -> the number in units: what is filtered. finish : (m, units) -> the number.
    range : the least and the largest number. unit : how many units are 1.
    carry : as `pack`, but with the bits of every NaN; None: `pack`.
    result : the lane type of the number. looked_up : whether the host finds numbers in a table of
        all codes: quicker than to compute each.
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
        """The number that a code stands for."""
        return self.finish(m, self.load(m, code))


@dataclass(frozen=True)
class Depth(Number):
    """A number whose codes have the order of the numbers; `pack` takes F32 or F64.

    order : (m, code) -> the code in the type that is compared.
    wide : (m, code) -> the number as F64.
    """

    order: Callable = _same
    wide: Callable | None = None

    @property
    def signed_order(self) -> bool:
        """Whether the type that is compared is I32."""
        return self.order is not _same


def _to_fixed(bits):
    """`pack` of up to 24 bits, all of them whole numbers of a float."""
    top = 2**bits - 1
    return lambda m, x: m.as_u32(m.nearest_within(x * float(top), 0, top))


def _within_fixed(bits):
    """`pack_within` of them."""
    return lambda m, x: m.as_u32(m.nearest(x * float(2**bits - 1)))


def _whole(m, code):
    return m.to_f32(m.as_i32(code))


def _share_of_255(m, value):
    # 1/255 in two parts, the first of 16 bits, so that a whole number times it is exact: the sum is
    # the quotient that a division would give for every byte, in less time.
    high = 0x8081 / 2**23
    return value * high + value * (1 / 255 - high)


def _share(bits, whole):
    """The quotient of a whole number and 2^bits - 1; whole : (m, code) -> a float that holds it."""

    def share(m, code):
        # The sum is the quotient that a division would give for every code, in less time: a shift
        # of the number, and the same bits again below it.
        value, top = whole(m, code), 2**bits - 1
        return value * 2.0**-bits + value * (1 / (top << bits))

    return share


UNSIGNED, SIGNED = (0.0, 1.0), (-1.0, 1.0)
"""The ranges of fixed-point numbers."""


def fixed(bits: int) -> Number:
    """Whole numbers as shares of the largest of up to 24 bits."""
    return Number(
        bits, "fixed", _to_fixed(bits), _share(bits, _whole), range=UNSIGNED,
        pack_within=_within_fixed(bits),
    )  # fmt: skip


def signed_fixed(bits: int) -> Number:
    """Signed whole numbers of up to 24 bits as shares of the largest: EXT_texture_snorm.

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


def unsigned_integer(bits: int) -> Number:
    """Integers from 0 on: U32."""
    top = 2**bits - 1
    return Number(
        bits, "integer", lambda m, x: m.min(x, m.u32(top)), _same, range=(0, top), result=U32
    )


def signed_integer(bits: int) -> Number:
    """Integers with a sign, in two's complement: I32."""
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
UNORM16 = fixed(16)
SNORM8, SNORM16 = signed_fixed(8), signed_fixed(16)
UFLOAT10, UFLOAT11 = unsigned_float(10), unsigned_float(11)
# What a component is that is not there: without bits, and 0 or, of alpha, 1.
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
UINT8, UINT16, UINT32 = map(unsigned_integer, (8, 16, 32))
INT8, INT16, INT32 = map(signed_integer, (8, 16, 32))
INDEX8 = Number(8, "index", lambda m, x: m.as_u32(x) & 0xFF, _same, result=U32)


# -- components of compressed formats --------------------------------------------------------------


def _parts(largest, signed):
    """Whole numbers of 16 bits as shares of one: what lies between two bytes in 35 steps."""

    def pack(m, x):
        number = m.select(x == x, x, 0.0)
        whole = m.nearest_within(number * float(largest), -largest * signed, largest)
        return m.as_u32(whole) & 0xFFFF

    def load(m, code):
        return m.to_f32(m.as_i32(code << 16) >> 16)

    # As for 255: the whole numbers times the first part are exact.
    high = round(2**23 / largest) / 2**23

    def finish(m, value):
        return value * high + value * (1 / largest - high)

    least = SIGNED if signed else UNSIGNED
    return Number(16, "fixed", pack, load, finish, range=least, unit=largest)


def same_place(number: Number) -> Number:
    """A number that is read where another component has it, and written by that one only."""
    return replace(number, pack=lambda m, x: m.u32(0))


UNSIGNED_35THS, SIGNED_35THS = _parts(35 * 255, False), _parts(35 * 127, True)


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
        # Within [0, 2^32 - 1]: moved into what I32 holds it takes one conversion.
        whole = m.round_even(m.saturate(depth) * float(2**32 - 1)) - 2.0**31
        return m.as_u32(m.to_i32_within(whole, -(2**31), 2**31 - 1)) ^ 2**31
    # 2^32 - 1 is no F32; times 2^32 and saturated, 1 is the largest word too.
    return m.to_u32(m.saturate(depth) * 2.0**32)


def _ordered(bits):
    """The bits of floats as signed integers of their order, and the reverse; I32."""
    return bits ^ ((bits >> 31) & 0x7FFFFFFF)


def _pack_float_depth(m, depth):
    # -0 becomes 0, as they are equal, and so does NaN, which has no place in the order.
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
