"""Parses control flow of TGSI; most of it is in `blocks.py` and `calls.py`."""

from __future__ import annotations

from softgl.asm.text.lexer import Token
from softgl.asm.tgsi import blocks, calls
from softgl.asm.tgsi.state import TgsiState
from softgl.isa import Opcode

_PREDICATED = frozenset({"BRK", "CONT", "RET", "CAL"})


def parse_flow(p: TgsiState, token: Token, opcode: Opcode, predicate) -> None:
    """Parses the rest of a control flow instruction."""
    if predicate is not None and opcode.name not in _PREDICATED:
        p.tokens.fail(token, f"{token} has no predicate")
    _RULES[opcode.name](p, token, predicate)


def _nothing(p: TgsiState, token: Token, predicate) -> None:
    """Parses NOP."""


_RULES = {
    **blocks.RULES,
    **calls.RULES,
    "NOP": _nothing,
}
