"""The processors that libraries are linked for: their relocations, as tables.

Sources: "System V Application Binary Interface, AMD64 Architecture Processor Supplement", 4.4
Relocation, and "ELF for the Arm 64-bit Architecture", Relocation.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import NamedTuple

from softgl.capi.elf_objects import LinkError
from softgl.records import dataclass

DIRECT, TABLE, BRANCH = "direct", "table", "branch"


class Rule(NamedTuple):
    """A kind of relocation of the four bytes at a place.

    target : DIRECT means a symbol's address, TABLE that of its entry in the global offset table,
        BRANCH its address, or that of a stub which jumps to it if another library defines it.
    patch : (bits that are there, place, target's address and addend) -> bits.
    """

    target: str
    patch: Callable[[int, int, int], int]


@dataclass(frozen=True)
class Machine:
    """A processor.

    number : ELF's. page : the largest size of its pages. rules : by the number of a relocation.
    words : the relocations of eight bytes that hold an address.
    word, entry, relative : the dynamic relocations of an address, an entry of the global offset
        table, and an address in the library itself.
    stub : (its place, place of an entry of the table) -> code that jumps through it; stub_size :
        the size of that.
    """

    number: int
    page: int
    rules: dict[int, Rule]
    words: frozenset[int]
    word: int
    entry: int
    relative: int
    stub: Callable[[int, int], bytes]
    stub_size: int


def _signed(value, bits, shift=0):
    """`value`, shifted right, in a number of bits, two's complement. Raises LinkError."""
    if value & ((1 << shift) - 1):
        raise LinkError(f"an address is not a multiple of {1 << shift}")
    value >>= shift
    if not -(1 << (bits - 1)) <= value < 1 << (bits - 1):
        raise LinkError("an address is out of reach")
    return value & ((1 << bits) - 1)


def _distance(bits, place, target):
    """The distance from the place."""
    return _signed(target - place, 32)


def _with_field(bits, value, size, start):
    """An instruction with another value in a field of it."""
    mask = ((1 << size) - 1) << start
    return bits & ~mask | value << start


def _page_distance(bits, place, target):
    """ADRP: the distance between pages of 4 KiB, two bits of it apart from the others."""
    pages = _signed((target & ~0xFFF) - (place & ~0xFFF), 21, 12)
    return _with_field(_with_field(bits, pages & 3, 2, 29), pages >> 2, 19, 5)


def _page_offset(shift):
    """The place in a page of 4 KiB, of data of 1 << shift bytes."""

    def patch(bits, place, target):
        low = target & 0xFFF
        if low & ((1 << shift) - 1):
            raise LinkError(f"an address is not a multiple of {1 << shift}")
        return _with_field(bits, low >> shift, 12, 10)

    return patch


def _branch(bits, place, target):
    """B and BL: the distance in instructions."""
    return _with_field(bits, _signed(target - place, 26, 2), 26, 0)


def _stub_x86(place, entry):
    return struct.pack("<Hi2x", 0x25FF, entry - place - 6)  # jmp *entry(%rip)


def _stub_arm(place, entry):
    words = (
        _page_distance(0x90000010, place, entry),  # adrp x16, entry
        _page_offset(3)(0xF9400211, place, entry),  # ldr x17, [x16, entry]
        0xD61F0220,  # br x17
        0xD503201F,  # nop
    )
    return struct.pack("<4I", *words)


X86_64 = Machine(
    number=62,
    page=0x1000,
    rules={
        2: Rule(BRANCH, _distance),  # PC32
        4: Rule(BRANCH, _distance),  # PLT32
        9: Rule(TABLE, _distance),  # GOTPCREL
        41: Rule(TABLE, _distance),  # GOTPCRELX
        42: Rule(TABLE, _distance),  # REX_GOTPCRELX
    },
    words=frozenset({1}),  # 64
    word=1,
    entry=6,  # GLOB_DAT
    relative=8,
    stub=_stub_x86,
    stub_size=8,
)
AARCH64 = Machine(
    number=183,
    page=0x10000,
    rules={
        261: Rule(DIRECT, _distance),  # PREL32
        275: Rule(DIRECT, _page_distance),  # ADR_PREL_PG_HI21
        277: Rule(DIRECT, _page_offset(0)),  # ADD_ABS_LO12_NC
        278: Rule(DIRECT, _page_offset(0)),  # LDST8_ABS_LO12_NC
        284: Rule(DIRECT, _page_offset(1)),  # LDST16_ABS_LO12_NC
        285: Rule(DIRECT, _page_offset(2)),  # LDST32_ABS_LO12_NC
        286: Rule(DIRECT, _page_offset(3)),  # LDST64_ABS_LO12_NC
        299: Rule(DIRECT, _page_offset(4)),  # LDST128_ABS_LO12_NC
        282: Rule(BRANCH, _branch),  # JUMP26
        283: Rule(BRANCH, _branch),  # CALL26
        311: Rule(TABLE, _page_distance),  # ADR_GOT_PAGE
        312: Rule(TABLE, _page_offset(3)),  # LD64_GOT_LO12_NC
    },
    words=frozenset({257}),  # ABS64
    word=257,
    entry=1025,  # GLOB_DAT
    relative=1027,
    stub=_stub_arm,
    stub_size=16,
)
MACHINES = {machine.number: machine for machine in (X86_64, AARCH64)}
"""The processors by their numbers."""
