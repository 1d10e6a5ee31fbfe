"""The types of lanes and of memory elements."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from softgl.records import dataclass


@dataclass(frozen=True, eq=False)
class LaneType:
    """The type of one lane: `kind` is f, i, u or b (float, signed, unsigned, truth value)."""

    name: str
    kind: str
    bits: int

    @cached_property
    def dtype(self) -> np.dtype:
        """The numpy type of an array of such lanes."""
        return np.dtype(bool) if self.kind == "b" else np.dtype(f"{self.kind}{self.bits // 8}")

    @property
    def mantissa_bits(self) -> int:
        """Number of stored mantissa bits of a float (IEEE binary32 and binary64)."""
        return {32: 23, 64: 52}[self.bits]

    @property
    def sign_bit(self) -> int:
        """The highest bit, as a number."""
        return 1 << (self.bits - 1)

    @property
    def quiet_nan(self) -> int:
        """The bits of the one NaN that is ever seen: quiet and positive, without a payload."""
        return self.sign_bit - (1 << (self.mantissa_bits - 1))

    @property
    def widened(self) -> LaneType:
        """The lane type that an element of this type has once it is loaded."""
        return (
            {8: I32, 16: I32}.get(self.bits, self)
            if self.kind == "i"
            else ({8: U32, 16: U32}.get(self.bits, self) if self.kind == "u" else self)
        )

    def __repr__(self):
        return self.name


F32 = LaneType("F32", "f", 32)
F64 = LaneType("F64", "f", 64)
I32 = LaneType("I32", "i", 32)
U32 = LaneType("U32", "u", 32)
I64 = LaneType("I64", "i", 64)
BOOL = LaneType("BOOL", "b", 1)

# Only in memory: loads widen these to 32 bits.
U8 = LaneType("U8", "u", 8)
I8 = LaneType("I8", "i", 8)
U16 = LaneType("U16", "u", 16)
I16 = LaneType("I16", "i", 16)

FLOATS = (F32, F64)
INTEGERS = (I32, U32, I64)
