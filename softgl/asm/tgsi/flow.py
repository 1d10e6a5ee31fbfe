"""Instructions of TGSI that direct the flow of control; most are in `blocks.py` and `calls.py`."""

from __future__ import annotations

from softgl.asm.lexer import Token
from softgl.asm.tgsi import blocks, calls
from softgl.asm.tgsi.operands import parse_source
from softgl.asm.tgsi.state import TgsiState
from softgl.isa import Opcode
from softgl.isa.vocabulary import UNSIGNED

_PREDICATED = frozenset({"BRK", "CONT", "RET", "CAL"})


def parse_flow(p: TgsiState, token: Token, opcode: Opcode, predicate) -> None:
    """What follows the mnemonic of an instruction that directs the flow of control."""
    if predicate is not None and opcode.name not in _PREDICATED:
        p.tokens.fail(token, f"{token} has no predicate")
    _RULES[opcode.name](p, token, predicate)


def _nothing(p: TgsiState, token: Token, predicate) -> None:
    """NOP."""


def _emit_vertex(p: TgsiState, token: Token, predicate) -> None:
    where = p.tokens.peek()
    if p.tokens.at("IMM"):
        # Later texts have the number of a stream here.
        stream = parse_source(p, UNSIGNED, scalar=True)
        words = p.parameters[stream.index].words
        if stream.relative or words[stream.swizzle[0]]:
            p.tokens.fail(where, "there is one stream of vertices", "an immediate of 0")
    p.emit(token.text)


_RULES = {
    **blocks.RULES,
    **calls.RULES,
    "NOP": _nothing,
    "EMIT": _emit_vertex,
    "ENDPRIM": _emit_vertex,
}
