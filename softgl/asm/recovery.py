"""Finds all errors of a text: after each error, parsing resumes at the next statement."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import field

from softgl.asm import parser, tgsi
from softgl.asm.flow import check_flow
from softgl.asm.options import parse_option
from softgl.asm.state import OpenBlock, ParserState
from softgl.asm.text.lexer import BLANK, Leniency
from softgl.asm.tgsi.parser import at_end, begin_text, check_end, parse_statement
from softgl.asm.tgsi.state import TgsiState
from softgl.errors import ErrorKind, ProgramError, Span
from softgl.ir.program import Program
from softgl.isa import OPCODES
from softgl.records import dataclass

MAX_ERRORS = 100
"""The maximum number of reported errors of one text."""

# The end of a statement: a semicolon, or a line that begins another statement.
_REST = re.compile(
    r"#[^\r\n]*|//[^\r\n]*|/\*.*?\*/|(?P<end>;)"
    r"|(?<=[\r\n])[ \t]*(?P<word>[A-Za-z_$][\w$]*)(?P<colon>[ \t]*:)?",
    re.DOTALL,
)
_DECLARED = re.compile(r"(?:DCL\s+)?(\w+)\s*\[", re.IGNORECASE)  # in TGSI
_FOREIGN_COMMENT = re.compile(r"//[^\r\n]*|/\*.*?(?:\*/|\Z)", re.DOTALL)
_NAME = re.compile(r"[A-Za-z_$][\w$]*")
_LINE_END = re.compile(r"[\r\n]+|\Z")
_REPORTED_ONCE = frozenset({ErrorKind.LIMIT, ErrorKind.NO_PRIMITIVE})
_OPENING = frozenset({"IF", "REP", "LOOP"})
_INNER = frozenset({"ELSE", "ENDIF", "BRK", "CONT", "ENDREP", "ENDLOOP"})


@dataclass
class Reading:
    """The result of reading a text.

    errors : in the order of their discovery; the first is that of `parse`.
    state : the parser's state at the end; None if the header could not be read.
    program : None if there are errors.
    leniencies : as of `asm.leniencies`.
    complete : False if reading stopped at the maximum number of errors.
    """

    errors: list[ProgramError] = field(default_factory=list)
    state: ParserState | TgsiState | None = None
    program: Program | None = None
    leniencies: list[Leniency] = field(default_factory=list)
    complete: bool = True


def read(source: str, advance: Callable[[int], None] | None = None) -> Reading:
    """Reads a text with all of its errors, except errors that follow from others.

    advance : called now and then with the offset that has been reached.
    """
    reader = _TgsiReader if tgsi.begins(source) else _Reader
    return reader(source, advance).read()


class _Reader:
    """Reads a text of any language but TGSI; `start` is the start of the current statement."""

    def __init__(self, source: str, advance):
        self.source, self.start = source, 0
        self.reading = Reading()
        self._advance = advance or (lambda offset: None)
        self._tokens = None
        self._statements = 0
        # Known errors: names, options, blocks, PRIMITIVE_IN; and the errors that are reported once.
        self._names: set[str] = set()
        self._no_option = self._no_block = self._no_primitive = False
        self._said: set[tuple[ErrorKind, str]] = set()

    def read(self) -> Reading:
        """Reads up to END, then checks the whole text."""
        reading = self.reading
        try:
            if self._attempt(self._begin):
                while self._go_on():
                    self._attempt(self._statement)
                self._end()
        except _TooManyError:
            reading.complete = False
        if not reading.errors:
            self._attempt(self._finish)
        if reading.state is not None:
            reading.leniencies = sorted(
                reading.state.tokens.leniencies, key=lambda leniency: leniency.span.start
            )
        return reading

    # -- differences between the languages -----------------------------------------------------

    def _begin(self) -> None:
        self._tokens, dialect = parser.begin_text(self.source)
        found: dict[str, Span] = {}
        while dialect.options and self._at("OPTION"):
            before = set(found)
            if changed := self._attempt(parse_option, self._tokens, dialect, found):
                (dialect,) = changed
            for name in () if changed else found.keys() - before:
                dialect = dialect.options[name](dialect)  # only its semicolon is missing
        self.reading.state = ParserState.begin(self._tokens, dialect, found)

    def _at_end(self) -> bool:
        return self._tokens.at("END")

    def _statement(self) -> None:
        parser.parse_statement(self.reading.state)

    def _end(self) -> None:
        p = self.reading.state
        unclosed: list[OpenBlock] = []
        while not self._attempt(check_flow, p):
            # The blocks first, then each label.
            if p.blocks:
                unclosed, p.blocks = p.blocks, unclosed
            else:
                wrong = next(call.text for call in p.calls if call.text not in p.labels)
                p.calls = [call for call in p.calls if call.text != wrong]
        p.blocks = unclosed
        for check in p.dialect.final_checks if not self.reading.errors else ():
            self._attempt(check, p)

    def _finish(self) -> None:
        self.reading.program = parser.finish(self.reading.state)
        parser.note_rest(self.reading.state)

    def _rest(self, offset: int) -> int:
        """Returns the start of the next statement after an error at an offset."""
        if comment := _FOREIGN_COMMENT.match(self.source, offset):
            if offset == self.start:
                return comment.end()
            offset = comment.end()
        line = max(self.source.rfind(end, 0, offset) for end in "\r\n") + 1
        if not self.source[line:offset].strip():
            offset = line
        for found in _REST.finditer(self.source, offset):
            if found["end"]:
                return found.end()
            word = found["word"]
            begins = word and found.start("word") > self.start
            if begins and (found["colon"] or self._begins_statement(word)):
                return found.start("word")
        return len(self.source)

    def _begins_statement(self, word: str) -> bool:
        """True if a word at the beginning of a line begins a statement."""
        p = self.reading.state
        own = p.dialect.declarations | p.dialect.modifiers if p else frozenset()
        if word in own or word in ("END", "OPTION", "DEFINE", "DECLARE"):
            return True
        return any(word[:end] in OPCODES for end in range(len(word), 1, -1)) and word.isupper()

    def _spoil(self, end: int) -> None:
        """Records the names that the failed statement up to `end` would have established."""
        text, p = self.source[self.start : end], self.reading.state
        words = _NAME.findall(text)
        declarations = {"DEFINE", "DECLARE"} | (p.dialect.declarations if p else set())
        if p is None or not words:
            return
        self._no_primitive |= words[0] == "PRIMITIVE_IN"
        at = next((n for n, word in enumerate(words[:4]) if word in declarations), None)
        if at is not None:
            many = words[at] in ("TEMP", "ADDRESS")
            self._names.update(words[at + 1 :] if many else words[at + 1 : at + 2])

    # -- the loop ------------------------------------------------------------------------------

    def _at(self, text: str) -> bool:
        """True if the next token is this one; invalid tokens are errors of their own."""
        while True:
            self.start = BLANK.match(self.source, self._tokens.last_end).end()
            if found := self._attempt(self._tokens.at, text):
                return found[0]

    def _go_on(self) -> bool:
        """True if there is another statement."""
        self._statements += 1
        if not self._statements & 255:
            self._advance(self.start)
        ended = []
        while not ended:
            self.start = BLANK.match(self.source, self._tokens.last_end).end()
            ended = self._attempt(self._at_end)
            if not ended and self.start >= len(self.source):
                return False
        if not ended[0] and self.start >= len(self.source):
            self._attempt(self._statement)  # reports the missing END
            return False
        return not ended[0]

    def _attempt(self, action: Callable, *arguments) -> list:
        """Returns the result of an action, in a list; after an error an empty list.

        The error is recorded, and reading resumes at the next statement.
        """
        try:
            return [action(*arguments)]
        except ProgramError as error:
            self._note(error)
            if self._tokens is not None:
                self._go_to_next(error)
            return []

    def _go_to_next(self, error: ProgramError) -> None:
        p = self.reading.state
        end = max(self._rest(max(error.span.start, self.start)), self.start)
        if end == self.start < len(self.source):
            end += 1
        self._spoil(end)
        self._tokens.restart(end)
        if p is not None and not isinstance(p, TgsiState):
            p.sourced.clear()
            # An endless loop is closed all the same.
            if p.blocks and p.blocks[-1].start.span == error.span and error.span.start < self.start:
                p.blocks.pop()

    def _note(self, error: ProgramError) -> None:
        if self._follows(error):
            return
        self.reading.errors.append(error)
        if len(self.reading.errors) >= MAX_ERRORS:
            raise _TooManyError

    def _follows(self, error: ProgramError) -> bool:
        """True if an error is only a consequence of an earlier one."""
        word, kind = self.source[error.span.start : error.span.end], error.kind
        if word in self._names:
            return True
        if kind is ErrorKind.UNDECLARED:
            self._names.add(word)
        if kind in _REPORTED_ONCE:
            once = kind, error.subject or error.message
            no_primitive = kind is ErrorKind.NO_PRIMITIVE and self._no_primitive
            known = once in self._said or no_primitive
            self._said.add(once)
            return known
        if kind is ErrorKind.UNKNOWN_INSTRUCTION:
            if self._no_option or (self._no_block and word in _INNER):
                return any(word[:end] in OPCODES for end in range(len(word), 1, -1))
            self._no_block |= word in _OPENING
        self._no_option |= kind is ErrorKind.UNKNOWN_OPTION
        return False


class _TgsiReader(_Reader):
    """Reads a text of TGSI, whose statements end with their lines."""

    def _begin(self) -> None:
        p = begin_text(self.source)
        self.reading.state, self._tokens = p, p.tokens

    def _at_end(self) -> bool:
        return at_end(self.reading.state)

    def _statement(self) -> None:
        parse_statement(self.reading.state)

    def _end(self) -> None:
        if not self.reading.errors:
            self._attempt(check_end, self.reading.state)

    def _finish(self) -> None:
        p = self.reading.state
        self.reading.program = tgsi.finish(p)
        tgsi.leniencies(p)

    def _rest(self, offset: int) -> int:
        line = max(self.source.rfind(end, 0, offset) for end in "\r\n") + 1
        if line > self.start and not self.source[line:offset].strip():
            return offset  # the line before is incomplete
        return _LINE_END.search(self.source, offset).end()

    def _spoil(self, end: int) -> None:
        if found := _DECLARED.match(self.source, self.start, end):
            self._names.add(f"{found[1].upper()}[")

    def _follows(self, error: ProgramError) -> bool:
        if error.kind is not ErrorKind.TGSI_DECLARATION:
            return super()._follows(error)
        known = {error.message, f"{error.subject}["} & self._names
        self._names.add(error.message)
        return bool(known)


class _TooManyError(Exception):
    """The maximum number of errors is reached."""
