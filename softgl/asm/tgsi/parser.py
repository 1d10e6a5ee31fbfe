"""Parses the frame of a TGSI text: its first word, declarations, instructions, END."""

from __future__ import annotations

import re

from softgl.asm.text.lexer import Leniency, choice
from softgl.asm.text.limits import LIMITS
from softgl.asm.tgsi.calls import check_closed, check_end, leave
from softgl.asm.tgsi.declarations import parse_declaration, parse_immediate, parse_property
from softgl.asm.tgsi.instructions import parse_instruction
from softgl.asm.tgsi.lexer import BLANK, TgsiTokens, parse_integer
from softgl.asm.tgsi.state import TgsiState
from softgl.errors import ProgramError, Span
from softgl.ir.program import Stage
from softgl.isa.table import TGSI_FRAGMENT, TGSI_GEOMETRY, TGSI_VERTEX

LANGUAGES = {
    "VERT": (Stage.VERTEX, TGSI_VERTEX),
    "FRAG": (Stage.FRAGMENT, TGSI_FRAGMENT),
    "GEOM": (Stage.GEOMETRY, TGSI_GEOMETRY),
}
"""The first words of texts."""
_MISSING = {
    "COMP": "there are no compute programs",
    "TESS_CTRL": "there is no tessellation",
    "TESS_EVAL": "there is no tessellation",
}
# Old dumps have the version of the language after the word.
_HEADER = re.compile(rf"({'|'.join((*LANGUAGES, *_MISSING))})(?:[0-9]+\.[0-9]+)?(?!\w)", re.I)
_STATEMENTS = {"DCL": parse_declaration, "IMM": parse_immediate, "PROPERTY": parse_property}


def begins(source: str) -> bool:
    """True if the first word of a text is TGSI's."""
    return _header(source) is not None


def _header(source: str) -> re.Match | None:
    return _HEADER.match(source, BLANK.match(source).end())


def begin_text(source: str, stage: Stage | None = None) -> TgsiState:
    """Returns the state after the first word of a text that `begins`."""
    header = _header(source)
    word, span = header[1].upper(), Span(*header.span())
    if word in _MISSING:
        raise ProgramError(f"{word}: {_MISSING[word]}", source, span, choice(LANGUAGES))
    own, language = LANGUAGES[word]
    if stage not in (None, own):
        raise ProgramError(
            f"a {own.value} program where a {stage.value} program is required",
            source,
            span,
            choice(name for name, (other, _) in LANGUAGES.items() if other is stage),
        )
    return TgsiState(TgsiTokens(source, span.end), own, language, LIMITS[language])


def parse_text(source: str, stage: Stage | None = None) -> TgsiState:
    """Parses a text that `begins`, up to its end.

    stage : the only accepted stage; None: all. Raises ProgramError.
    """
    p = begin_text(source, stage)
    while not at_end(p):
        parse_statement(p)
    check_end(p)
    return p


def at_end(p: TgsiState) -> bool:
    """True if the program is complete: after END only subroutines are parsed."""
    token = p.tokens.peek()
    if not p.ended:
        if token.kind != "end":
            return False
        if not p.left:
            p.tokens.fail(token, "the text ends without END", "an instruction or END")
        check_closed(p, token)
        return True
    labelled = token.kind == "integer" and p.tokens.peek(1).text == ":"
    if labelled or token.text == "BGNSUB":
        leave(p)
        return False
    return True


def parse_statement(p: TgsiState) -> None:
    """Parses a declaration or an instruction."""
    token = p.tokens.peek()
    if parse := _STATEMENTS.get(token.text):
        parse(p)
        return
    if token.kind == "integer":
        number = parse_integer(p.tokens, 0, 2**31)
        p.tokens.expect(":", "after the number of an instruction")
        if number in p.numbers:
            p.repeated.add(number)
        p.numbers[number] = len(p.at)
    p.at.append(len(p.instructions))
    p.depths.append(len(p.blocks))
    parse_instruction(p)


def leniencies(p: TgsiState) -> list[Leniency]:
    """Returns the places of a parsed text that a strict reading refuses."""
    end = BLANK.match(p.tokens.source, p.tokens.last_end).end()
    if end < len(p.tokens.source):
        p.tokens.lenient(Span(end, len(p.tokens.source)), "text after END is ignored")
    return p.tokens.leniencies
