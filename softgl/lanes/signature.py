"""Signatures: the scalars and arrays of a kernel, and the checks of arrays against them."""

from __future__ import annotations

import ctypes
from functools import cached_property

import numpy as np

from softgl.lanes.target import WIDTHS
from softgl.lanes.types import LaneType
from softgl.records import dataclass

# Looked up once, they take 0.05 microseconds less of 0.35 for each array of a call.
address_of, buffer_of = ctypes.addressof, ctypes.c_char.from_buffer


@dataclass(frozen=True)
class Signature:
    """The arguments of a kernel, and hints on how to compile it.

    scalars : (name, lane type) of each uniform argument.
    arrays : (name, element type) of each array; one-dimensional, contiguous, not empty.
    written : the names of the arrays that the kernel changes; the others stay as they are.
    latency_bound : True if most instructions wait for the results of those before. Then vectors of
        several registers pay.
    max_lanes : the most lanes of such a vector.
    is_long : True for a program so long that LLVM takes seconds for vectors of several registers,
        where a CPU has few.
    """

    scalars: tuple[tuple[str, LaneType], ...] = ()
    arrays: tuple[tuple[str, LaneType], ...] = ()
    written: frozenset[str] = frozenset()
    latency_bound: bool = False
    max_lanes: int = WIDTHS[-1]
    is_long: bool = False

    def __post_init__(self):
        if any(type_.kind == "b" for _, type_ in self.arrays):
            raise TypeError("truth values have no place in memory; use U32 and compare with 0")

    @cached_property
    def places(self) -> dict[str, tuple]:
        """Name of an array -> (its number, its dtype, True if the kernel writes it)."""
        numbered = enumerate(self.arrays)
        return {name: (n, type_.dtype, name in self.written) for n, (name, type_) in numbered}

    @cached_property
    def scalar_slots(self) -> dict[str, int]:
        """The number of each scalar."""
        return {name: number for number, (name, _) in enumerate(self.scalars)}

    def checked(self, arrays: dict) -> list[np.ndarray]:
        """Returns the arrays in order; raises TypeError if one does not fit the signature."""
        for name, place in self.places.items():
            check_array(name, arrays[name], place)
        return [arrays[name] for name in self.places]


def check_array(name: str, data: np.ndarray, place: tuple) -> None:
    """Raises TypeError unless an array fits its entry of `Signature.places`."""
    _, dtype, written = place
    if data.dtype != dtype or data.ndim != 1 or not data.flags.c_contiguous:
        raise TypeError(f"{name} must be a contiguous 1-D array of {dtype}")
    if not data.size:
        raise TypeError(f"{name} must not be empty")
    if written and not data.flags.writeable:
        raise TypeError(f"{name} must be writeable")


def array_entry(name: str, data: np.ndarray, place: tuple) -> tuple[int, int]:
    """Returns the address and the size of an array, checked as `check_array` does."""
    dtype = place[1]
    if data.ndim != 1 or not (data.dtype is dtype or data.dtype == dtype):
        check_array(name, data, place)
    # A small draw has 28 arrays; reading the flags of each takes another 0.3 microseconds.
    try:
        return address_of(buffer_of(data)), data.size
    except (TypeError, ValueError):  # not contiguous, read-only, or empty
        check_array(name, data, place)
        return data.ctypes.data, data.size
