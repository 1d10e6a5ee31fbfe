"""The errors of softgl: ProgramError for a text, TranslationError for a program that a language
cannot express, UsageError for a wrong argument. GLError, of calls, is in `softgl.gl.api.errors`."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable
from enum import Enum
from typing import Any, TypeVar, cast

from softgl.records import compact, dataclass

_Function = TypeVar("_Function", bound=Callable[..., Any])
_MAX_COLUMNS = 100  # columns of a shown line


@compact
@dataclass(frozen=True)
class Span:
    """A stretch of a program text: `start` and `end` are character offsets, end exclusive."""

    start: int
    end: int

    def to(self, other: Span) -> Span:
        """The stretch from the start of this one to the end of `other`."""
        return Span(self.start, other.end)


class SoftGLError(Exception):
    """The base of every exception that softgl raises on purpose."""

    def without_own_frames(self) -> SoftGLError:
        """Drops the traceback if all of it is within softgl, so that the caller's line ends it.

        SOFTGL_TRACEBACK=1 in the environment keeps it.
        """
        if os.environ.get("SOFTGL_TRACEBACK"):
            return self
        trace = self.__traceback__
        while trace is not None:
            module = trace.tb_frame.f_globals.get("__name__", "softgl")
            if module.partition(".")[0] not in ("softgl", "numpy"):
                return self  # a callback of the application
            trace = trace.tb_next
        return self.with_traceback(None)


def ends_at_caller(function: _Function) -> _Function:
    """Makes the traceback of an error that softgl raises in a function end at its caller's line."""

    @functools.wraps(function)
    def public(*arguments, **keywords):
        try:
            return function(*arguments, **keywords)
        except SoftGLError as error:
            raise error.without_own_frames() from error.__cause__

    return cast(_Function, public)


class UsageError(SoftGLError):
    """An invalid argument, as of the command line; the message is the reason, in one line."""


class TextError(SoftGLError):
    """An error in a program text: message, place, and expected tokens.

    `position` is the offset of the first offending character (GL's PROGRAM_ERROR_POSITION);
    `line` and `column` count from 1; `expected` may be empty. `hint` suggests a correction, if
    `softgl.asm.hints` has been asked for one.
    """

    hint = ""

    def __init__(self, message: str, source: str, span: Span, expected: str = ""):
        self.message = message
        self.source = source
        self.span = span
        self.expected = expected
        super().__init__(message)

    @property
    def position(self) -> int:
        return self.span.start

    @property
    def line(self) -> int:
        ends = (self.source.count(end, 0, self.span.start) for end in ("\n", "\r"))
        return 1 + sum(ends) - self.source.count("\r\n", 0, self.span.start)

    @property
    def column(self) -> int:
        return self.span.start - max(self.source.rfind(end, 0, self.span.start) for end in "\r\n")

    def __str__(self):
        text = f"line {self.line}, column {self.column}: {self.message}"
        if self.expected:
            text += f"; expected {self.expected}"
        return "\n".join([text, *self.excerpt])

    @property
    def excerpt(self) -> list[str]:
        """The line, or 100 columns of it around the place, and carets below."""
        source, span = self.source, self.span
        first = max(source.rfind(end, 0, span.start) + 1 for end in "\r\n")
        ends = [found for end in "\r\n" if (found := source.find(end, span.start)) >= 0]
        last = min([len(source), *ends])
        start = max(first, span.start - _MAX_COLUMNS * 2 // 3)
        end = min(last, start + _MAX_COLUMNS)
        shown = "".join(c if c.isprintable() else " " for c in source[start:end])
        if start > first:
            shown = "…" + shown[1:]
        if end < last:
            shown = shown[:-1] + "…"
        width = max(1, min(span.end, end) - span.start)
        return [f"  {shown}", f"  {' ' * (span.start - start)}{'^' * width}"]


class ErrorKind(Enum):
    """The kinds of program errors that hints and recovery tell apart."""

    OTHER = "any other error"
    UNKNOWN_INSTRUCTION = "a mnemonic that the language does not have"
    UNKNOWN_OPTION = "an option that the language does not have"
    UNDECLARED = "a name without a declaration"
    TGSI_DECLARATION = "a register of TGSI that is undeclared, or declared twice"
    NO_INDEX = "an index of a binding that takes none"
    COMPONENTS = "a wrong selection of components"
    OPEN_BLOCK = "the end of the program in a block"
    LIMIT = "more of a resource than the language allows"
    NO_PRIMITIVE = "a vertex before the declaration of the input primitive"


class ProgramError(TextError):
    """A program text was refused.

    kind : an ErrorKind. subject : the binding or the register file with the error, if it is not the
        text at the place.
    """

    def __init__(
        self,
        message: str,
        source: str,
        span: Span,
        expected: str = "",
        kind: ErrorKind = ErrorKind.OTHER,
        subject: str = "",
    ):
        super().__init__(message, source, span, expected)
        self.kind, self.subject = kind, subject


class TranslationError(TextError):
    """A correct program cannot be expressed in the target language of a translation.

    `target` is the name of that language, `what` names the inexpressible feature.
    """

    def __init__(self, what: str, source: str, span: Span, target: str):
        self.what = what
        self.target = target
        super().__init__(f"{target} cannot express {what}", source, span)
