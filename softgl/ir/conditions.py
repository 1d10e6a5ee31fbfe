"""Tests of condition codes: the mask rules of NV_gpu_program4, table X.16.

A rule takes the flags of one component as BOOL lanes: sign, zero, overflow, carry.
"""

from __future__ import annotations

from softgl.lanes import Lane
from softgl.records import dataclass


@dataclass(frozen=True)
class Flags:
    """The four flags of one component of a condition code register."""

    sign: Lane
    zero: Lane
    overflow: Lane
    carry: Lane


# NV_gpu_program4, table X.16: "mask rule", "test name", "condition".
CONDITIONS = {
    "EQ": ("equal", lambda f: ~f.sign & f.zero),
    "GE": ("greater than or equal", lambda f: ~(f.sign ^ f.overflow)),
    "GT": ("greater than", lambda f: (~f.sign ^ f.overflow) & ~f.zero),
    "LE": ("less than or equal", lambda f: f.sign ^ (f.zero | f.overflow)),
    "LT": ("less than", lambda f: (f.sign & ~f.zero) ^ f.overflow),
    "NE": ("not equal", lambda f: f.sign | ~f.zero),
    "FL": ("false", lambda f: f.sign & ~f.sign),
    "TR": ("true", lambda f: f.sign | ~f.sign),
    "NAN": ("not a number", lambda f: f.sign & f.zero),
    "LEG": ("less, equal, or greater", lambda f: ~f.sign | ~f.zero),
    "CF": ("carry flag", lambda f: f.carry),
    "NCF": ("no carry flag", lambda f: ~f.carry),
    "OF": ("overflow flag", lambda f: f.overflow),
    "NOF": ("no overflow flag", lambda f: ~f.overflow),
    "SF": ("sign flag", lambda f: f.sign),
    "NSF": ("no sign flag", lambda f: ~f.sign),
    "AB": ("above", lambda f: f.carry & ~f.zero),
    "BLE": ("below or equal", lambda f: ~f.carry | f.zero),
}


def initial_flags(m) -> Flags:
    """Returns the flags before the first update: those of a zero result (unspecified)."""
    return Flags(m.false, m.true, m.false, m.false)


def result_flags(m, result, overflow, carry) -> Flags:
    """Returns the flags of a result; overflow and carry are those of an integer sum, else clear.

    NV_gpu_program4 2.X.4.3: "For floating-point results, the sign flag (SF) is set if the result is
    less than zero or is a NaN [...]. The zero flag (ZF) is set if the result is equal to zero or is
    a NaN." For integers the sign flag is the most significant bit.
    """
    zero = result == 0
    if result.type.kind == "f":
        nan = m.is_nan(result)
        return Flags((result < 0.0) | nan, zero | nan, overflow, carry)
    return Flags(m.as_i32(result) < 0, zero, overflow, carry)
