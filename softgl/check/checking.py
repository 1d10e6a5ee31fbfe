"""`check`: everything that is wrong with one text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from softgl.asm import DIALECTS, recovery
from softgl.asm.recovery import Reading
from softgl.asm.tgsi import LANGUAGES as TGSI_TEXTS
from softgl.asm.tgsi import begins
from softgl.check import headers, rules
from softgl.check.codes import ERROR, SelectionError, selected
from softgl.check.findings import Finding, finding, finding_at
from softgl.check.hardware import HARDWARE, excesses, unknown_parts
from softgl.check.hints import hint
from softgl.check.several import programs
from softgl.errors import ProgramError, Span

LANGUAGES = {
    **{header.removeprefix("!!"): header for header in DIALECTS},
    **{name: name for name in TGSI_TEXTS},
}
"""What `language` may be -> what a text of it begins with."""
_AHEAD = 1  # lines that stand before a text without a header


def check(
    text: str,
    *,
    select: Iterable[str] = (),
    ignore: Iterable[str] = (),
    strict: bool = False,
    warnings_as_errors: bool = False,
    hardware: str = "",
    language: str = "",
    advance: Callable[[int], None] | None = None,
) -> list[Finding]:
    """Checks the programs of a text; returns `Finding` records in the order of their places.

    select, ignore : codes, beginnings of codes or names, as in the table `CODES`; warnings of
    `select` are looked for beside those that are by default, those of `ignore` are not.
    strict : whether what is accepted though the language does not allow it is an error.
    warnings_as_errors : whether the severity of everything is "error".
    hardware : a name of `HARDWARE` whose limits are checked. language : one of `LANGUAGES` that the
    text must be in; one without a header is taken to be in it.
    advance : is told now and then the offset that has been reached.

    Raises SelectionError for words that mean nothing. Warnings are looked for in programs without
    errors only.
    """
    codes = selected(select, ignore)
    if hardware and hardware not in HARDWARE:
        raise SelectionError(f"there is no hardware {hardware!r}; known are {', '.join(HARDWARE)}")
    if language and language not in LANGUAGES:
        raise SelectionError(f"there is no language {language!r}; known are {', '.join(LANGUAGES)}")
    wishes = {"strict": strict, "hardware": hardware, "language": language, "advance": advance}
    found = []
    for one in programs(text):
        line, column = one.place.line, one.place.column
        for each in _findings(one.text, codes, **wishes):
            if each.line:
                each = _moved(each, line - 1, column - 1)
            found.append(replace(each, severity=ERROR) if warnings_as_errors else each)
    return found


def _findings(text: str, codes, *, strict, hardware, language, advance) -> list[Finding]:
    """Checks one program; the lines of its findings are those of its own text."""
    start, ahead = LANGUAGES.get(language, ""), 0
    if start and text.strip() and not text.startswith("!!") and not begins(text):
        text, ahead = f"{start}\n{text}", _AHEAD
    reading = recovery.read(text, advance)
    found = [*_errors(text, reading), *_language(text, start)]
    if strict:
        found += _strict(text, reading)
    if reading.program is not None:
        found += _hardware(reading, hardware)
        found += rules.warnings(reading, codes - {"W301"} if strict else codes)
    moved = [_moved(one, -ahead) for one in found]
    return sorted(moved, key=lambda one: (one.line, one.column, one.code))


def _moved(one: Finding, lines: int, columns: int = 0) -> Finding:
    """Moves a finding down by `lines`, and in the first line to the right by `columns`."""
    shifts = {name: columns * (getattr(one, line) == 1)
              for name, line in (("column", "line"), ("end_column", "end_line"))}  # fmt: skip
    return replace(
        one,
        line=one.line + lines,
        end_line=one.end_line + lines,
        column=one.column + shifts["column"],
        end_column=one.end_column + shifts["end_column"],
    )


def _errors(text: str, reading: Reading) -> Iterator[Finding]:
    if reading.state is None:
        message, mending = headers.explain(text)
        for error in reading.errors:
            if message:
                error = ProgramError(message, text, error.span)
            yield finding("E002", error, mending)
        return
    for error in reading.errors:
        yield finding("E003", error, hint(error, reading.state))
    if not reading.complete:
        end = reading.errors[-1].span
        yield finding_at(
            "E003", text, end, f"too many errors: no more than {recovery.MOST} are shown"
        )


def _language(text: str, start: str) -> Iterator[Finding]:
    known = next((header for header in DIALECTS if text.startswith(header)), None)
    own = text.lstrip()[:4].upper() if start in TGSI_TEXTS else known
    if start and (known or begins(text)) and own != start:
        word = Span(0, len(text.split(maxsplit=1)[0]))
        yield finding_at("E005", text, word, f"the program is not in the language {start}")


def _strict(text: str, reading: Reading) -> Iterator[Finding]:
    for span, message in reading.leniencies:
        yield finding_at("E004", text, span, f"{message} (accepted without --strict)")


def _hardware(reading: Reading, name: str) -> Iterator[Finding]:
    if not name:
        return
    source, header = (
        reading.program.source,
        Span(0, len(reading.program.source.split(maxsplit=1)[0])),
    )
    for code, look in (("E102", unknown_parts), ("E101", excesses)):
        for span, message in look(reading, HARDWARE[name]):
            yield finding_at(code, source, span or header, message)
