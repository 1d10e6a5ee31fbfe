"""The parts of a TGSI text under construction: operands, immediates, instructions, temporaries."""

from __future__ import annotations

import struct
from dataclasses import replace

from softgl.asm.text.literals import number_text
from softgl.errors import SoftGLError
from softgl.ir.program import ALL, IDENTITY, Instruction
from softgl.isa.vocabulary import FLOAT
from softgl.records import dataclass

ONES = 0xFFFFFFFF
SIGN = 0x80000000
NAN = 0x7FC00000
_ORDINARY = range(0x34000000, 0x4F000000)  # floats from 1e-7 to 2e9


class Unwritable(SoftGLError):
    """TGSI lacks a feature of a program; the message names it in one line.

    where : the instruction with the feature; None for the program as a whole.
    """

    where: Instruction | None = None


@dataclass(frozen=True)
class Operand:
    """A register as an operand: its name, components and signs."""

    name: str
    swizzle: tuple[int, ...] = IDENTITY
    negate: bool = False
    absolute: bool = False

    def __str__(self):
        letters = "".join("xyzw"[selector] for selector in self.swizzle)
        text = self.name + (f".{letters}" if self.swizzle != IDENTITY else "")
        text = f"|{text}|" if self.absolute else text
        return f"-{text}" if self.negate else text

    def component(self, number: int) -> Operand:
        """Returns one of its components, four times."""
        return replace(self, swizzle=(self.swizzle[number],) * 4)

    def swizzled(self, swizzle) -> Operand:
        """Returns its components in another order."""
        return replace(self, swizzle=tuple(self.swizzle[selector] for selector in swizzle))

    def negated(self) -> Operand:
        """Returns the operand with the other sign."""
        return replace(self, negate=not self.negate)

    @property
    def bare(self) -> bool:
        """True if it has no sign or absolute value."""
        return not (self.negate or self.absolute)


def words(value: float) -> int:
    """Returns the bits of a float."""
    return struct.unpack("<I", struct.pack("<f", value))[0]


def masked(name: str, mask) -> str:
    """Returns a destination with a mask."""
    letters = "".join(letter for letter, on in zip("xyzw", mask, strict=True) if on)
    return name if tuple(mask) == ALL else f"{name}.{letters}"


class Code:
    """The instructions so far, and the immediates and temporaries that they need.

    lines : (mnemonic, text, label to go to) of each.
    """

    def __init__(self):
        self.lines: list[tuple[str, str, str | None]] = []
        self.immediates: dict[tuple[int, ...], int] = {}
        self.next_temporary = 0
        self._scratch: list[int] = []
        self._used = 0

    def emit(self, opcode: str, destination: str | None = None, *operands, target=None) -> None:
        """Appends an instruction."""
        self.lines.append(self.line(opcode, destination, *operands, target=target))

    def line(self, opcode: str, destination: str | None = None, *operands, target=None) -> tuple:
        """Returns an instruction in the form of `lines`."""
        parts = [] if destination is None else [destination]
        parts += map(str, operands)
        mnemonic = opcode.removesuffix("_SAT").removesuffix("_SATNV")
        return mnemonic, f"{opcode} {', '.join(parts)}".rstrip(), target

    # -- temporaries -------------------------------------------------------------------------------

    def keep(self, count: int = 1) -> int:
        """Allocates temporaries for good and returns the first."""
        self.next_temporary += count
        return self.next_temporary - count

    def new(self) -> Operand:
        """Returns a temporary that is valid until `release`."""
        if self._used == len(self._scratch):
            self._scratch.append(self.keep())
        self._used += 1
        return Operand(f"TEMP[{self._scratch[self._used - 1]}]")

    def release(self) -> None:
        """Releases all temporaries of `new`."""
        self._used = 0

    # -- immediates --------------------------------------------------------------------------------

    def vector(self, four) -> Operand:
        """Returns an immediate of four words."""
        number = self.immediates.setdefault(tuple(four), len(self.immediates))
        return Operand(f"IMM[{number}]")

    def word(self, word: int) -> Operand:
        """Returns an immediate of one word in all components."""
        return self.vector((word & ONES,) * 4)

    def float(self, value: float) -> Operand:
        """Returns an immediate of one float in all components."""
        return self.word(words(value))

    def immediate_lines(self) -> list[str]:
        """Returns the declarations of immediates: as floats if they look like floats."""
        lines = []
        for four, number in self.immediates.items():
            floats = all(word & ~SIGN in _ORDINARY or word in (0, SIGN) for word in four)
            texts = [number_text(word, FLOAT) if floats else _integer(word) for word in four]
            kind = "FLT32" if floats else "UINT32"
            lines.append(f"IMM[{number}] {kind} {{{', '.join(texts)}}}")
        return lines


def _integer(word: int) -> str:
    return str(word) if word < 0x10000 else f"0x{word:08x}"
