"""`check`: errors and warnings of one text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from softgl.asm import DIALECTS, headers, recovery
from softgl.asm.hints import hint
from softgl.asm.recovery import Reading
from softgl.asm.tgsi import LANGUAGES as TGSI_TEXTS
from softgl.asm.tgsi import begins
from softgl.check import rules, shaders
from softgl.check.codes import ERROR, SelectionError, selected
from softgl.check.findings import Finding, finding, finding_at
from softgl.check.hardware import HARDWARE, excesses, unknown_parts
from softgl.check.several import programs
from softgl.errors import ProgramError, Span, ends_at_caller

LANGUAGES = {
    **{header.removeprefix("!!"): header for header in DIALECTS},
    **{name: name for name in TGSI_TEXTS},
}
"""Legal values of `language` -> the header that a text in it begins with."""
_HEADER_LINES = 1  # lines that a header adds to a text without one


@ends_at_caller
def check(
    text: str,
    *,
    select: Iterable[str] = (),
    ignore: Iterable[str] = (),
    strict: bool = False,
    warnings_as_errors: bool = False,
    hardware: str = "",
    language: str = "",
    stage: str = "",
    advance: Callable[[int], None] | None = None,
) -> list[Finding]:
    """Checks the programs of a text; returns `Finding` records in the order of the text.

    select, ignore : codes, prefixes of codes or names, as in the table `CODES`; `select` adds
        warnings to the default ones, `ignore` removes some.
    strict : reports leniencies of softgl's parsers as errors.
    warnings_as_errors : gives every finding the severity "error".
    hardware : a name of `HARDWARE` whose limits are checked; "" for none.
    language : a name of `LANGUAGES` that the text must be in; a text without a header is read as
        if it had that one.
    stage : "vertex", "geometry" or "fragment" if a text without a header is a shader in GLSL.
    advance : called from time to time with the offset that the parser has reached.

    Assembly programs with errors get no warnings. Raises SelectionError for an unknown code,
    hardware, language or stage.
    """
    codes = selected(select, ignore)
    if hardware and hardware not in HARDWARE:
        raise SelectionError(f"unknown hardware {hardware!r}; known are {', '.join(HARDWARE)}")
    if language and language not in LANGUAGES:
        raise SelectionError(f"unknown language {language!r}; known are {', '.join(LANGUAGES)}")
    if stage and stage not in shaders.STAGES:
        raise SelectionError(f"unknown stage {stage!r}; known are {', '.join(shaders.STAGES)}")
    if not language and shaders.is_shader(text, stage):
        found = shaders.findings(text, stage, codes)
        return [replace(one, severity=ERROR) if warnings_as_errors else one for one in found]
    options = {"strict": strict, "hardware": hardware, "language": language, "advance": advance}
    found = []
    for one in programs(text):
        line, column = one.place.line, one.place.column
        for each in _findings(one.text, codes, **options):
            if each.line:
                each = _moved(each, line - 1, column - 1)
            found.append(replace(each, severity=ERROR) if warnings_as_errors else each)
    return found


def _findings(text: str, codes, *, strict, hardware, language, advance) -> list[Finding]:
    """Checks one program; its findings count lines from the program's own first line."""
    start, added = LANGUAGES.get(language, ""), 0
    if start and text.strip() and not text.startswith("!!") and not begins(text):
        text, added = f"{start}\n{text}", _HEADER_LINES
    reading = recovery.read(text, advance)
    found = [*_errors(text, reading), *_language(text, start)]
    if strict:
        found += _strict(text, reading)
    if reading.program is not None:
        found += _hardware(reading, hardware)
        found += rules.warnings(reading, codes - {"W301"} if strict else codes)
    moved = [_moved(one, -added) for one in found]
    return sorted(moved, key=lambda one: (one.line, one.column, one.code))


def _moved(one: Finding, lines: int, columns: int = 0) -> Finding:
    """Moves a finding down by `lines`; one in the first line also right by `columns`."""
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
            "E003", text, end, f"too many errors: only the first {recovery.MAX_ERRORS} are shown"
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
    for code, check_limits in (("E102", unknown_parts), ("E101", excesses)):
        for span, message in check_limits(reading, HARDWARE[name]):
            yield finding_at(code, source, span or header, message)
