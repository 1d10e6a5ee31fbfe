"""Vertex and fragment programs, or shaders, that belong together, checked together."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace

from softgl import assets, files
from softgl.asm import parse
from softgl.check import shaders
from softgl.check.codes import ERROR, selected
from softgl.check.findings import Finding, finding_at
from softgl.errors import ProgramError
from softgl.ir.program import Binding, File, Program, Stage
from softgl.pipeline.keys.unwritten import unwritten_attributes

ENDS = {".vp": ".fp", ".vert": ".frag", ".vs": ".fs"}
"""The ends of names of files that belong together."""
MAX_BYTES = 1 << 24  # of a file


def pair_findings(paths: list[str], options: dict) -> Iterator[Finding]:
    """Yields what is wrong between the programs, or the shaders, of two files.

    paths : of files with one program each; others are left out. options : of `check`.
    """
    codes = selected(options.get("select", ()), options.get("ignore", ()))
    for before, after in _pairs(list(dict.fromkeys(paths))):
        for found in (*_unwritten(before, after), *_unlinked(before, after)):
            if found.code in codes:
                errors = options.get("warnings_as_errors")
                yield replace(found, severity=ERROR if errors else found.severity)


def _unwritten(before: str, after: str) -> Iterator[Finding]:
    """Yields the attributes of a fragment program that the vertex program never writes."""
    vertex, fragment = _program(before), _program(after)
    if vertex is None or fragment is None:
        return
    if (vertex.stage, fragment.stage) == (Stage.FRAGMENT, Stage.VERTEX):
        vertex, fragment, after, before = fragment, vertex, before, after
    if (vertex.stage, fragment.stage) != (Stage.VERTEX, Stage.FRAGMENT):
        return
    for attribute in unwritten_attributes(vertex, fragment):
        message = f"{attribute} is read, and {os.path.basename(before)} never writes it"
        place = _place(fragment, attribute)
        yield replace(finding_at("W109", fragment.source, place, message), path=after)


def _unlinked(before: str, after: str) -> Iterator[Finding]:
    """Yields the errors of linking a vertex and a fragment shader."""
    stages = {shaders.stage_of(path): path for path in (before, after)}
    if stages.keys() != {"vertex", "fragment"}:
        return
    texts = {stage: _text(path) for stage, path in stages.items()}
    if not all(text and shaders.is_shader(text, stage) for stage, text in texts.items()):
        return
    from softgl.one_shader import link_messages  # which few texts need

    for message in link_messages(texts):
        name = os.path.basename(stages["vertex"])
        yield Finding("W402", f"does not link with {name}: {message}", path=stages["fragment"])


def _pairs(paths: list[str]) -> list[tuple[str, str]]:
    if len(paths) == 2:
        return [(paths[0], paths[1])]
    known = set(paths)
    return [
        (path, other)
        for path in paths
        for vertex, fragment in ENDS.items()
        if path.endswith(vertex) and (other := path.removesuffix(vertex) + fragment) in known
    ]


def _text(path: str) -> str:
    """Returns the text of a file; "" if it cannot be read."""
    try:
        return files.read_file(assets.path_of(path), MAX_BYTES).decode("latin-1")
    except files.FileError:
        return ""


def _program(path: str) -> Program | None:
    """Returns the program of a file; None if it has errors or cannot be read."""
    try:
        return parse(_text(path))
    except ProgramError:
        return None


def _place(program: Program, attribute: Binding):
    """Returns the span of the first instruction that reads an attribute."""
    number = program.attributes.index(attribute)
    for instruction in program.instructions:
        for source in instruction.sources:
            if getattr(source, "file", None) is File.ATTRIBUTE and source.index == number:
                return instruction.span
    return program.instructions[0].span
