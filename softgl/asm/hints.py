"""Hints for errors: similar words, and options that enable a missing feature."""

from __future__ import annotations

import difflib
import re

from softgl.asm import headers, recovery
from softgl.asm.dialect import Dialect
from softgl.asm.parser import DIALECTS
from softgl.asm.state import ParserState
from softgl.asm.tgsi import meanings
from softgl.asm.tgsi.state import TgsiState
from softgl.errors import ErrorKind, ProgramError, TextError
from softgl.isa import OPCODES

_WORD = re.compile(r"[A-Za-z_$][\w$]*|[1-3]D")
_PROSE = set("a after an and at from of operand or the to".split())
_NUMBER = re.compile(r"([0-9]+\.?[0-9]*(?:[eE][+-]?[0-9]+)?|\.[0-9]+)[fFhHlL]")
_DIGITS = re.compile("[0-9]+")
_PREFIXES = {"vertex", "fragment", "result", "program", "state"}
_ASSIGNMENT = re.compile(r"\s*=(?!=)")


MAX_HINTED_TEXT = 1 << 16
"""Characters of a text that is read again for a hint."""


def hinted(error: TextError) -> TextError:
    """Sets the hint of an error of `asm.parse`, if there is a correction; returns the error.

    Reads the text again, with the parser that goes on after errors. Other errors stay as they are.
    """
    if isinstance(error, ProgramError) and len(error.source) <= MAX_HINTED_TEXT:
        error.hint = _of_text(error)
    return error


def _of_text(error: ProgramError) -> str:
    reading = recovery.read(error.source)
    if reading.state is None:
        message, cure = headers.explain(error.source)
        if message == headers.IS_GLSL:
            return f"{message}; glShaderSource takes it"
        return f"{message}; {cure}" if message and cure else message or cure
    if not reading.errors or reading.errors[0].span != error.span:
        return ""
    return hint(error, reading.state)


def hint(error: ProgramError, p: ParserState | TgsiState | None) -> str:
    """Suggests a correction for an error of the parser `p`; "" if there is none."""
    source, span = error.source, error.span
    word = source[span.start : span.end]
    if source.startswith(("//", "/*"), span.start):
        return "comments begin with '#' and end with their line"
    if number := _NUMBER.fullmatch(word):
        return f"numbers have no suffix: '{number[1]}'"
    if (
        error.expected.startswith("';'")
        and not source[_line(source, span.start) : span.start].strip()
    ):
        return "the statement before it has no ';'"
    if word == "" and "END" in error.expected:  # the end of the text
        return "the last line of a program is END"
    if error.kind is ErrorKind.OPEN_BLOCK and p is not None and p.blocks:
        start = p.blocks[-1].start
        place = ProgramError("", source, start.span)
        return f"the {start.text} of line {place.line} has no end"
    if isinstance(p, ParserState):
        for suggest in (_instruction, _binding, _target, _stage):
            if found := suggest(error, word, p):
                return found
    return _closest(word, _candidates(error, p))


def _line(source: str, offset: int) -> int:
    return max(source.rfind(end, 0, offset) for end in "\r\n") + 1


def _instruction(error: ProgramError, word: str, p: ParserState) -> str:
    """Names the option or the languages that have an unknown mnemonic."""
    if error.kind is not ErrorKind.UNKNOWN_INSTRUCTION:
        return ""
    if _ASSIGNMENT.match(error.source, error.span.end) or re.match(
        r"\s*\.[xyzwrgba]{1,4}\s*=", error.source[error.span.end : error.span.end + 12]
    ):
        return "assignments are written as instructions, such as 'MUL result, a, b;'"
    entry = next((e for n in range(len(word), 1, -1) if (e := OPCODES.get(word[:n]))), None)
    exact = entry is not None and word.partition("_")[0].rstrip("RHXC") in (
        entry.name, entry.name.rstrip("RHXC"),
    )  # fmt: skip
    if not exact:
        return ""
    if option := _option(p.dialect, lambda d: d.instruction_set in entry.languages):
        return f"{entry.name} needs 'OPTION {option};' behind the header"
    others = [
        header
        for header, dialect in DIALECTS.items()
        if dialect.instruction_set in entry.languages and dialect.stage is p.dialect.stage
    ]
    if p.dialect.language in {DIALECTS[header].language for header in others}:
        return ""  # it has it, without the suffix
    return f"{' and '.join(others)} programs have {entry.name}" if others else ""


def _option(dialect: Dialect, has) -> str:
    """The option that makes a dialect fulfil `has`; "" if none does."""
    options = sorted(dialect.options.items(), key=lambda item: (item[0].startswith("ATI"), item[0]))
    return next((name for name, change in options if has(change(dialect))), "")


def _binding(error: ProgramError, word: str, p: ParserState) -> str:
    """Names the option that lets a binding take an index."""
    path = error.subject
    if error.kind is not ErrorKind.NO_INDEX:
        return ""

    def has(dialect):
        tables = (dialect.results, dialect.attributes)
        return any(path in t.items and t.items[path].count for t in tables)

    option = _option(p.dialect, has)
    return f"with 'OPTION {option};' behind the header it does" if option else ""


def _target(error: ProgramError, word: str, p: ParserState) -> str:
    """Names the option that adds a texture target."""
    if word in p.dialect.targets or not any(t in error.expected for t in p.dialect.targets):
        return ""
    option = _option(p.dialect, lambda d: word in d.targets)
    return f"{word} needs 'OPTION {option};' behind the header" if option else ""


def _stage(error: ProgramError, word: str, p: ParserState) -> str:
    """Names the attributes of the program's own stage in place of another stage's."""
    own = sorted(p.dialect.attributes.prefixes)
    if word in ("vertex", "fragment") and word not in own and own:
        return f"the attributes of these programs are {' and '.join(f'{o}.*' for o in own)}"
    return ""


def _candidates(error: ProgramError, p) -> set[str]:
    """The words that would be legal at the place of an error."""
    if error.kind is ErrorKind.COMPONENTS:
        return set()
    expected = set(_WORD.findall(error.expected)) - _PROSE
    if isinstance(p, TgsiState) and error.expected == "a semantic":
        return {name for known in meanings.SEMANTICS.values() for name in known}
    if isinstance(p, TgsiState) or p is None:
        if error.kind is ErrorKind.UNKNOWN_INSTRUCTION and p is not None:
            return {name for name, entry in OPCODES.items() if p.language in entry.languages}
        return expected
    own = p.dialect
    if error.kind is ErrorKind.UNKNOWN_INSTRUCTION:
        mnemonics = {n for n, entry in OPCODES.items() if own.instruction_set in entry.languages}
        return mnemonics | own.declarations | {"END", "OPTION"}
    if error.kind is ErrorKind.UNDECLARED:
        return set(p.names.declared) | own.attributes.prefixes | _PREFIXES & own.reserved
    return expected or set(own.targets)


def _closest(word: str, candidates: set[str]) -> str:
    """Suggests the candidate that is most similar to a word; "" if none is near."""
    if not word or word in candidates:
        return ""
    same = [c for c in candidates if c.lower() == word.lower()]
    stem, mark, suffix = word.partition("_")
    lower = {c.lower(): c for c in sorted(candidates)}
    if not same and mark and stem in lower.values():
        return ""
    close = same or [
        lower[c]
        for c in difflib.get_close_matches(word.lower(), lower, 1, 0.6 if len(word) > 2 else 0.9)
    ]
    if not close and mark and suffix.upper() in ("SAT", "SSAT"):
        near = difflib.get_close_matches(stem.lower(), lower, 1, 0.6)
        close = [f"{lower[c]}_{suffix}" for c in near]
    if not close or _DIGITS.sub("", close[0]) == _DIGITS.sub("", word):
        return ""
    return f"did you mean '{close[0]}'?"
