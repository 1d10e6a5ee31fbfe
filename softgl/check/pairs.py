"""Vertex and fragment programs that belong together: what one reads and the other never writes."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace

from softgl import assets, files
from softgl.asm import parse
from softgl.check.codes import ERROR, selected
from softgl.check.findings import Finding, finding_at
from softgl.errors import ProgramError
from softgl.ir.program import Binding, File, Program, Stage
from softgl.pipeline.keys.unwritten import unwritten_attributes

CODE = "W109"
MAX_BYTES = 1 << 24  # of a file


def pair_findings(paths: list[str], options: dict) -> Iterator[Finding]:
    """Yields the attributes of fragment programs that no vertex program beside them writes.

    paths : of files with one program each; others are left out. options : of `check`.
    """
    if CODE not in selected(options.get("select", ()), options.get("ignore", ())):
        return
    for before, after in _pairs(list(dict.fromkeys(paths))):
        vertex, fragment = _program(before), _program(after)
        if vertex is None or fragment is None:
            continue
        if (vertex.stage, fragment.stage) == (Stage.FRAGMENT, Stage.VERTEX):
            vertex, fragment, after, before = fragment, vertex, before, after
        if (vertex.stage, fragment.stage) != (Stage.VERTEX, Stage.FRAGMENT):
            continue
        for attribute in unwritten_attributes(vertex, fragment):
            message = f"{attribute} is read, and {os.path.basename(before)} never writes it"
            found = finding_at(CODE, fragment.source, _place(fragment, attribute), message)
            errors = options.get("warnings_as_errors")
            yield replace(found, path=after, severity=ERROR if errors else found.severity)


def _pairs(paths: list[str]) -> list[tuple[str, str]]:
    if len(paths) == 2:
        return [(paths[0], paths[1])]
    known = set(paths)
    return [
        (path, other)
        for path in paths
        if path.endswith(".vp") and (other := path.removesuffix("vp") + "fp") in known
    ]


def _program(path: str) -> Program | None:
    """Returns the program of a file; None if it has errors or cannot be read."""
    try:
        return parse(files.read_file(assets.path_of(path), MAX_BYTES).decode("latin-1"))
    except (ProgramError, files.FileError):
        return None


def _place(program: Program, attribute: Binding):
    """Returns the span of the first instruction that reads an attribute."""
    number = program.attributes.index(attribute)
    for instruction in program.instructions:
        for source in instruction.sources:
            if getattr(source, "file", None) is File.ATTRIBUTE and source.index == number:
                return instruction.span
    return program.instructions[0].span
