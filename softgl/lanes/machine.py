"""The lane machine: types of operands, and every operation made of those of `machine_operations`.

A formula is a Python function that takes a machine `m` as its first argument and lanes after it. It
runs on the eager machine (numpy arrays, at once) and on the LLVM machine (which emits code) alike.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import fields
from functools import lru_cache

import numpy as np

from softgl.lanes.fused import fused as emulated
from softgl.lanes.lane import Lane
from softgl.lanes.machine_operations import MachineOperations
from softgl.lanes.primitives import PRIMITIVES
from softgl.lanes.types import BOOL, F32, F64, I32, I64, U32, LaneType

MAX_VECTOR_LANES = 16  # of a vector
INT_MIN, INT_MAX, UINT_MAX = -(2**31), 2**31 - 1, 2**32 - 1


class Machine(MachineOperations):
    """The operations on lanes.

    Operators of `Lane` (+ - * / & | ^ ~ << >> and comparisons) come here too. Floats are IEEE
    binary32 (F32) or binary64 (F64) with denormals, round to nearest even, and no contraction: only
    `fma` rounds a product and a sum once.

    opens_scopes : True if lanes that are made under `where` are not there behind it.
    """

    opens_scopes = False

    def _entry(self, name, type_):
        try:
            return PRIMITIVES[name, type_]
        except KeyError:
            raise TypeError(f"lanes of type {type_} have no operation {name!r}") from None

    def f32(self, value) -> Lane:
        return self.lane(value, F32)

    def f64(self, value) -> Lane:
        return self.lane(value, F64)

    def i32(self, value) -> Lane:
        return self.lane(value, I32)

    def u32(self, value) -> Lane:
        return self.lane(value, U32)

    def i64(self, value) -> Lane:
        return self.lane(value, I64)

    @property
    def true(self) -> Lane:
        return self.lane(True, BOOL)

    @property
    def false(self) -> Lane:
        return self.lane(False, BOOL)

    def load_unchecked_coherent(self, array, index):
        """Loads as `load_unchecked` does, for lanes that mostly share one index."""
        first = self.first(index)
        value = self.variable(array.element.widened, self.load_unchecked(array, first))
        # In every lane: what is computed from it may be an index again, live or not.
        with self.only(None), self.branch(self.any(index != first)):
            value.set(self.load_unchecked_rarely(array, index))
        return value.get()

    def load_unchecked_rarely(self, array, index):
        """Loads as `load_unchecked` does, by the shortest code: where few vectors come."""
        return self.load_unchecked(array, index)

    def all(self, mask):
        """True if `mask` is true in every live lane, as a uniform BOOL."""
        return ~self.any(~mask)

    def min(self, a, b):
        """The smaller; for floats `a < b ? a : b`, so `b` if either is NaN."""
        return self._extreme("min", "lt", a, b)

    def max(self, a, b):
        """The larger; for floats `a > b ? a : b`, so `b` if either is NaN."""
        return self._extreme("max", "gt", a, b)

    def _extreme(self, name, comparison, a, b):
        if not isinstance(a, Lane):
            a = self.lane(a, b.type)
        if a.type.kind != "f":
            return self.apply(name, a, b)
        return self.select(self.apply(comparison, a, b), a, b)

    def clamp(self, x, low, high):
        """`x` within [low, high]; a NaN gives `low`."""
        return self.min(self.max(x, low), high)

    def saturate(self, x):
        """`x` within [0, 1]; a NaN gives 0."""
        return self.clamp(x, 0.0, 1.0)

    def absolute(self, x):
        if x.type.kind == "f":
            return self.apply("abs", x)
        return self.select(x < 0, -x, x) if x.type.kind == "i" else x

    def sqrt(self, x):
        """The square root, correctly rounded; NaN below -0."""
        return self.apply("sqrt", x)

    def divide(self, a, b):
        """The quotient: IEEE for floats; for integers truncated, all ones where `b` is 0."""
        b = self.lane(b, a.type)
        if a.type.kind == "f":
            return self.apply("div", a, b)
        quotient, _ = self._divide_integers(a, b)
        return quotient

    def modulo(self, a, b):
        """The remainder, with the sign of `a`; all ones where `b` is 0."""
        _, remainder = self._divide_integers(a, self.lane(b, a.type))
        return remainder

    def _divide_integers(self, a, b):
        zero = b == 0
        if a.type is U32:
            divisor = self.select(zero, 1, b)
            ones = self.u32(UINT_MAX)
            quotient, remainder = self.apply("div", a, divisor), self.apply("mod", a, divisor)
        else:
            # By magnitudes, as unsigned: INT_MIN / -1 wraps and nothing is poison.
            divisor = self.as_u32(self.absolute(self.select(zero, 1, b)))
            dividend = self.as_u32(self.absolute(a))
            quotient = self.as_i32(self.apply("div", dividend, divisor))
            remainder = self.as_i32(self.apply("mod", dividend, divisor))
            quotient = self.select((a ^ b) < 0, -quotient, quotient)
            remainder = self.select(a < 0, -remainder, remainder)
            ones = self.i32(-1)
        return self.select(zero, ones, quotient), self.select(zero, ones, remainder)

    def shift(self, name, value, count):
        """A shift by `count` modulo the width of the type."""
        last = value.type.bits - 1
        if not isinstance(count, Lane):
            return self.apply(name, value, self.lane(count & last, value.type))
        if count.type is not value.type:
            count = self.as_u32(count) if value.type is U32 else self.as_i32(count)
        return self.apply(name, value, count & last)

    def mul_high(self, a, b):
        """The upper 32 bits of the 64-bit product."""
        return self.apply("mul_high", a, b)

    def count_bits(self, x):
        """Number of set bits of a U32."""
        return self.apply("count_bits", x)

    def trailing_zeros(self, x):
        """The number of the lowest bit that is set in a U32; 32 of 0."""
        return self.apply("trailing_zeros", x)

    # -- bits and numbers ----------------------------------------------------------------------

    def bits(self, x):
        """The bits of a float, every NaN as the one quiet NaN: U32 of F32, I64 of F64."""
        return self.select(x != x, x.type.quiet_nan, self.apply("raw_bits", x))

    def unseen_bits(self, x):
        """The bits of a float with its own NaN, for `from_bits` only: engines differ in NaNs."""
        return self.apply("raw_bits", x)

    def from_bits(self, bits):
        """The float with these bits: F32 of U32, F64 of I64."""
        return self.apply("from_bits", bits)

    def words(self, x):
        """The lower and the upper 32 bits of an I64, two of U32."""
        return self.as_u32(self.low_half(x)), self.as_u32(self.low_half(x >> 32))

    def from_words(self, low, high):
        """The I64 with these lower and upper 32 bits, U32 or I32."""
        return self.to_i64(self.as_u32(low)) | (self.to_i64(high) << 32)

    def as_u32(self, x):
        """The same 32 bits as U32."""
        return x if x.type is U32 else self.apply("as_u32", x)

    def as_i32(self, x):
        """The same 32 bits as I32."""
        return x if x.type is I32 else self.apply("as_i32", x)

    def to_f32(self, x):
        """A number of any type as the nearest F32, of two the even one; NaN stays NaN."""
        return x if x.type is F32 else self.apply("f32", x)

    def to_f64(self, x):
        """A number of any type as F64: exactly, but an I64 as the nearest, of two the even one."""
        return x if x.type is F64 else self.apply("f64", x)

    def to_i64(self, x):
        """A 32-bit integer as I64."""
        return self.apply("i64", x)

    def low_half(self, x):
        """The lower 32 bits of an I64, as I32."""
        return self.apply("low_half", x)

    def to_i32(self, x):
        """A float truncated to I32; NaN gives 0, overflow saturates."""
        inside = (x >= -(2.0**31)) & (x < 2.0**31)
        number = self.apply("i32", self.select(inside, x, 0.0))
        beyond = self.select(x >= 2.0**31, INT_MAX, self.select(x < 0.0, self.i32(INT_MIN), 0))
        return self.select(inside, number, beyond)

    def to_u32(self, x):
        """A float truncated to U32; NaN gives 0, overflow saturates, negative numbers give 0."""
        low = self.as_u32(self.to_i32(self.max(x, 0.0)))
        high = self.as_u32(self.to_i32(x - 2.0**31)) + self.u32(2**31)
        result = self.select(x >= 2.0**31, high, low)
        return self.select(x >= 2.0**32, UINT_MAX, result)

    def to_i32_within(self, x, low: int, high: int):
        """A float truncated to I32 within [low, high], numbers that are floats; NaN gives `low`."""
        return self.apply("i32", self.clamp(x, float(low), float(high)))

    def nearest_within(self, x, low: int, high: int):
        """The nearest I32 within [low, high], numbers that are floats; ties to even, NaN `low`."""
        return self.nearest(self.clamp(x, float(low), float(high)))

    def nearest(self, x):
        """The I32 nearest to a float that I32 can hold, ties to even."""
        return self.apply("nearest", x)

    def floor(self, x):
        return self._round("floor", x)

    def ceil(self, x):
        return self._round("ceil", x)

    def trunc(self, x):
        return self._round("trunc", x)

    def round_even(self, x):
        """The nearest integer, ties to even."""
        return self._round("round_even", x)

    has_rounding = True  # whether the CPU rounds in one instruction
    has_halves = False  # whether it converts half floats; see `half`

    def _round(self, name, x):
        if self.has_rounding:
            return self.apply(name, x)
        return self._round_by_sums(name, x)

    def _round_by_sums(self, name, x):
        # Adding and subtracting 2^23 (F32) or 2^52 (F64) leaves the nearest integer; larger numbers
        # are integers.
        limit, one = 2.0**x.type.mantissa_bits, self.lane(1.0, x.type)
        magnitude = abs(x)
        nearest = (magnitude + limit) - limit
        sign = self.unseen_bits(x) & x.type.sign_bit
        if name == "trunc":
            nearest = nearest - self.select(nearest > magnitude, one, 0.0)
        rounded = self.from_bits(self.unseen_bits(nearest) | sign)
        if name == "floor":
            rounded = rounded - self.select(rounded > x, one, 0.0)
        if name == "ceil":
            rounded = rounded + self.select(rounded < x, one, 0.0)
        rounded = self.from_bits((self.unseen_bits(rounded) & (x.type.sign_bit - 1)) | sign)
        return self.select(magnitude < limit, rounded, x)

    def is_nan(self, x):
        return x != x

    has_fma = True  # whether the CPU multiplies and adds in one instruction

    def fma(self, a, b, c):
        """a * b + c of F32, rounded once; `a` is a lane."""
        if self.has_fma:
            return self.apply("fma", a, b, c)
        return emulated(self, a, self.lane(b, F32), self.lane(c, F32))

    def product(self, a, b):
        """The product as programs mean it: formulas of instructions ask for theirs here."""
        return a * b

    def fused(self, a, b, c):
        """The sum of that product and a third lane of F32, rounded once."""
        return self.fma(a, b, c)

    def multiply_add(self, a, b, c):
        """The sum of that product and a third lane, rounded as programs round it."""
        return self.product(a, b) + c

    def dot(self, a, b):
        """The sum of products of two lists of lanes, left to right: each added as it is."""
        total = self.product(a[0], b[0])
        for left, right in zip(a[1:], b[1:], strict=True):
            total = self.multiply_add(left, right, total)
        return total

    live: Lane | None = None  # the lanes that `store` and variables change; None: all
    divergent = False  # within `blocks`
    in_quads = True  # whether four lanes are the pixels of a quad

    def quad_dx(self, value):
        """The difference to the right within each row of a 2x2 quad (lanes: row by row)."""
        return self._difference(value, (1, 1, 3, 3), (0, 0, 2, 2))

    def quad_dy(self, value):
        """The difference upwards within each column of a 2x2 quad (lanes: row by row)."""
        return self._difference(value, (2, 3, 2, 3), (0, 1, 0, 1))

    def _difference(self, value, ahead, behind):
        difference = self.quad(value, ahead) - self.quad(value, behind)
        if not self.divergent:
            return difference
        together = self.quad(self.live, ahead) & self.quad(self.live, behind)
        return self.select(together, difference, 0)

    def quad_any(self, mask):
        """True in every lane of the quads in which `mask` is true somewhere.

        Where lanes are in no quads, each is alone.
        """
        if not self.in_quads:
            return mask
        pairs = mask | self.quad(mask, (1, 0, 3, 2))
        return pairs | self.quad(pairs, (2, 3, 0, 1))

    @contextmanager
    def only(self, mask):
        """Makes exactly the lanes of `mask` live in the block (None: all), whatever was live."""
        outer, self.live = self.live, mask
        try:
            yield
        finally:
            self.live = outer

    def join(self, pending, block: int, mask=None) -> None:
        """Sends the live lanes of `mask` (None: all) to a block; see `blocks`."""
        if mask is None:
            pending.join(block)
            return
        with self.where(mask):
            pending.join(block)

    def join_any(self, pending, chosen, blocks: tuple[int, ...]) -> None:
        """Sends each live lane to its block of `chosen`, an I32 lane: one of `blocks`."""
        pending.join_any(chosen, blocks)


def mapped(tree, function):
    """Maps the lanes in lists, tuples, dictionaries or dataclasses; None stays."""
    if isinstance(tree, Lane):
        return function(tree)
    if isinstance(tree, dict):
        return {name: mapped(value, function) for name, value in tree.items()}
    if isinstance(tree, list | tuple):
        return type(tree)(mapped(value, function) for value in tree)
    if tree is None:
        return None
    return type(tree)(*(mapped(getattr(tree, each.name), function) for each in fields(tree)))


def padded(count: int) -> int:
    """The length of a row of `count` elements, in whole vectors for `load` and `store`."""
    return max(1, -(-count // MAX_VECTOR_LANES)) * MAX_VECTOR_LANES


def type_of(a, b) -> LaneType:
    """The type of two operands; one may be a number."""
    for operand in (a, b):
        if isinstance(operand, Lane):
            return operand.type
    raise TypeError(f"machine.select({a!r}, {b!r}): one of the two must be a lane, as m.f32(1.0)")


def as_number(value, type_: LaneType):
    """A Python number checked and made a numpy scalar of `type_`."""
    if value.__class__ is int:
        return _integer(value, type_)
    if value.__class__ is float and value:  # zeros of either sign are equal
        return _float(value, type_)
    return _as_number(value, type_)


def _as_number(value, type_):
    if type_.kind == "f":
        return type_.dtype.type(value)
    if type_ is BOOL:
        return np.bool_(value)
    wrapped = int(value) & (2**type_.bits - 1)
    return np.array(wrapped, dtype=f"u{type_.bits // 8}").view(type_.dtype)[()]


# Formulas have the same few again and again.
_integer, _float = (lru_cache(maxsize=1024)(_as_number) for _ in range(2))
