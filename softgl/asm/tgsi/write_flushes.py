"""Arithmetic without denormal numbers in a TGSI text: zeros in their place, of the same sign.

What no instruction changes (inputs and constants) has a copy without them, which is made before
all instructions; other registers, and results, lose them where they are read or made.
"""

from __future__ import annotations

from softgl.asm.tgsi.write_text import SIGN, Code, Operand, masked
from softgl.ir.program import ALL, Program
from softgl.isa import Opcode
from softgl.isa.vocabulary import FLOAT, Form

_LEAST_NORMAL = 0x00800000
_NEVER_SMALL = frozenset(
    "ABS COS FLR FRC LG2 LOG MAX MIN MOV RCC RSQ SEQ SFL SGE SGT SIN SLE SLT SNE SSG STR "
    "UP2H UP2US UP4B UP4UB".split()
)
"""Instructions that make no denormal number of operands that are none."""


def makes_denormals(program: Program, entry: Opcode) -> bool:
    """Whether denormal numbers among the results of an instruction become zeros."""
    computed = entry.form is not Form.TEXTURE and entry.packed != "result"
    floats = computed and entry.result_type(entry.types[0]) is FLOAT
    return program.profile.flushes and floats and entry.name not in _NEVER_SMALL


def without_denormal(word: int) -> int:
    """The bits of a float, or of the zero in its place."""
    return word if word & ~SIGN >= _LEAST_NORMAL else word & SIGN


def flush(code: Code, name: str, value: str, small: str, mask=ALL) -> None:
    """Copy the components `mask` of a register without denormal numbers; `small` is for masks."""
    none = code.word(0)
    code.emit("FSLT", masked(small, mask), Operand(value, absolute=True), code.word(_LEAST_NORMAL))
    # A count of bits is modulo 32: where all of `small` are set, 31 of the value become zeros.
    code.emit("BFI", masked(name, mask), Operand(value), none, none, Operand(small))


class Flushes:
    """The registers of one program without denormal numbers."""

    def __init__(self, code: Code):
        self._code = code
        self._fixed: dict[str, str] = {}  # register -> its copy, made before all instructions
        self._held: dict[str, str] = {}  # register -> its copy, made where it is read
        self._current: set[str] = set()  # those whose copy is as they are

    def fixed(self, name: str) -> str:
        """The copy of a register that no instruction changes."""
        return self._kept(self._fixed, name)

    def held(self, name: str) -> str:
        """The copy of one that `changed` says of when it changes."""
        copy = self._kept(self._held, name)
        if name not in self._current:
            flush(self._code, copy, name, copy)
            self._current.add(name)
        return copy

    def changed(self, name: str) -> None:
        """Let a register be copied again where it is read next."""
        self._current.discard(name)

    def now(self, name: str) -> str:
        """A copy until the next instruction."""
        held = self._code.new().name
        flush(self._code, held, name, held)
        return held

    def preamble(self) -> None:
        """The instructions that make the copies of what does not change."""
        for name, copy in self._fixed.items():
            flush(self._code, copy, name, copy)

    def _kept(self, copies: dict[str, str], name: str) -> str:
        if name not in copies:
            copies[name] = f"TEMP[{self._code.keep()}]"
        return copies[name]
