"""Writes findings as compiler-style text, as JSON and as SARIF."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from urllib.parse import quote

from softgl.check.codes import CODES, ERROR, WARNING
from softgl.check.files import Found
from softgl.check.findings import Finding, finding
from softgl.errors import TextError

Part = tuple[str, str]
"""Text of a line in one style: the text, and the style as rich names it; "" is plain."""
_STYLES = {ERROR: "bold red", WARNING: "bold magenta"}
_SARIF = "https://json.schemastore.org/sarif-2.1.0.json"


def lines(found: Found) -> Iterator[list[Part]]:
    """Yields the lines of a text report; the last one is a summary."""
    for one in found.findings:
        yield from finding_lines(one)
    counts = [_count(found.count(ERROR), "error")]
    if warnings := found.count(WARNING):
        counts.append(_count(warnings, "warning"))
    yield [(f"{_count(found.programs, 'program')} checked, {', '.join(counts)}", "")]


def finding_lines(one: Finding) -> Iterator[list[Part]]:
    """Yields `name:line:column: error: message`, the line, carets, expected tokens and hint."""
    where = f"{one.path}:{one.line}:{one.column}: " if one.line else f"{one.path}: "
    code = "" if CODES[one.code].severity == ERROR else f" [{one.code} {one.name}]"
    severity = (f"{one.severity}: ", _STYLES[one.severity])
    yield [(where, "bold"), severity, (one.message, "bold"), (code, "dim")]
    for text, style in zip(one.excerpt, ("", "bold green"), strict=False):
        yield [(text, style)]
    if one.expected:
        yield [(f"  expected {one.expected}", "")]
    if one.hint:
        yield [(f"  hint: {one.hint}", "cyan")]


def diagnostic(name: str, error: TextError) -> str:
    """Formats an error of the file `name` like `finding_lines`, as text without styles."""
    one = finding("E003", error, error.hint)
    return "\n".join(
        "".join(text for text, _ in line)
        for line in finding_lines(Finding(**{**one.__dict__, "path": name}))
    )


def _count(number: int, noun: str) -> str:
    return f"{number or 'no'} {noun}{'s' * (number != 1)}"


def as_json(found: Found, version: str) -> str:
    """A JSON list of objects, one for each finding."""
    return json.dumps([_object(one) for one in found.findings], indent=2) + "\n"


def _object(one: Finding) -> dict:
    return {
        "code": one.code,
        "name": one.name,
        "severity": one.severity,
        "filename": one.path,
        "message": one.message,
        "expected": one.expected or None,
        "hint": one.hint or None,
        "location": {"row": one.line, "column": one.column},
        "end_location": {"row": one.end_line, "column": one.end_column},
    }


def as_sarif(found: Found, version: str) -> str:
    """A SARIF 2.1.0 log, as code hosts and editors read it; `version` is softgl's."""
    used = sorted({one.code for one in found.findings})
    driver = {
        "name": "softgl",
        "version": version,
        "rules": [_rule(code) for code in used],
    }
    results = [_result(one, used.index(one.code)) for one in found.findings]
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": results,
    }
    return json.dumps({"$schema": _SARIF, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"


def _rule(code: str) -> dict:
    entry = CODES[code]
    return {
        "id": code,
        "name": entry.name,
        "shortDescription": {"text": entry.summary.replace("`", "'")},
        "defaultConfiguration": {"enabled": entry.default, "level": entry.severity},
    }


def _result(one: Finding, rule: int) -> dict:
    expected = f"; expected {one.expected}" if one.expected else ""
    hint = f" ({one.hint})" if one.hint else ""
    place: dict = {"artifactLocation": {"uri": _uri(one.path)}}
    if one.line > 0:
        place["region"] = {
            "startLine": one.line,
            "startColumn": one.column,
            "endLine": one.end_line,
            "endColumn": one.end_column,
        }
    return {
        "ruleId": one.code,
        "ruleIndex": rule,
        "level": one.severity,
        "message": {"text": f"{one.message}{expected}{hint}"},
        "locations": [{"physicalLocation": place}],
    }


def _uri(path: str) -> str:
    return quote(path.replace(os.sep, "/"), safe="/:.-_~")


FORMATS: dict[str, Callable[[Found, str], str]] = {"json": as_json, "sarif": as_sarif}
"""Machine-readable report formats: name of `--format` -> function(found, version)."""
