"""Writes arithmetic without denormal numbers: they become zeros of the same sign.

Constant registers (inputs and constants) have flushed copies, made before all instructions; other
registers, and results, are flushed where they are read or computed.
"""

from __future__ import annotations

from softgl.asm.tgsi.write_text import SIGN, Code, Operand, masked
from softgl.ir.program import ALL, Program
from softgl.isa import Opcode
from softgl.isa.vocabulary import FLOAT, Form

_MIN_NORMAL_BITS = 0x00800000
_NEVER_SMALL = frozenset(
    "ABS COS FLR FRC LG2 LOG MAX MIN MOV RCC RSQ SEQ SFL SGE SGT SIN SLE SLT SNE SSG STR "
    "UP2H UP2US UP4B UP4UB".split()
)
"""Instructions that never turn normal operands into denormal results."""


def makes_denormals(program: Program, entry: Opcode) -> bool:
    """True if denormal results of an instruction must be flushed."""
    computed = entry.form is not Form.TEXTURE and entry.packed != "result"
    floats = computed and entry.result_type(entry.types[0]) is FLOAT
    return program.profile.flushes and floats and entry.name not in _NEVER_SMALL


def without_denormal(word: int) -> int:
    """Returns the bits of a float, or of the zero that replaces it."""
    return word if word & ~SIGN >= _MIN_NORMAL_BITS else word & SIGN


def flush(code: Code, name: str, value: str, small: str, mask=ALL) -> None:
    """Copies the components `mask` of a register, flushed; `small` is a register for masks."""
    none = code.word(0)
    code.emit(
        "FSLT", masked(small, mask), Operand(value, absolute=True), code.word(_MIN_NORMAL_BITS)
    )
    # Counts of bits are modulo 32: where all bits of `small` are set, 31 of the value are zeroed.
    code.emit("BFI", masked(name, mask), Operand(value), none, none, Operand(small))


class Flushes:
    """The flushed copies of one program's registers."""

    def __init__(self, code: Code):
        self._code = code
        self._fixed: dict[str, str] = {}  # register -> its copy, made before all instructions
        self._held: dict[str, str] = {}  # register -> its copy, made where it is read
        self._current: set[str] = set()  # registers with an up-to-date copy

    def fixed(self, name: str) -> str:
        """Returns the copy of a register that no instruction changes."""
        return self._copy(self._fixed, name)

    def held(self, name: str) -> str:
        """Returns the copy of a register whose changes `changed` reports."""
        copy = self._copy(self._held, name)
        if name not in self._current:
            flush(self._code, copy, name, copy)
            self._current.add(name)
        return copy

    def changed(self, name: str) -> None:
        """Marks a register for another copy at its next read."""
        self._current.discard(name)

    def now(self, name: str) -> str:
        """Returns a copy that is valid until the next instruction."""
        held = self._code.new().name
        flush(self._code, held, name, held)
        return held

    def preamble(self) -> None:
        """Writes the instructions that copy constant registers."""
        for name, copy in self._fixed.items():
            flush(self._code, copy, name, copy)

    def _copy(self, copies: dict[str, str], name: str) -> str:
        if name not in copies:
            copies[name] = f"TEMP[{self._code.keep()}]"
        return copies[name]
