"""Shaders in GLSL: the messages of their compiler as findings, and programs of one shader."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from softgl.asm.tgsi import begins
from softgl.check.findings import Finding, finding
from softgl.ir.program import Program

STAGES = ("vertex", "geometry", "fragment")
SUFFIXES = {
    ".vert": "vertex",
    ".vs": "vertex",
    ".geom": "geometry",
    ".gs": "geometry",
    ".frag": "fragment",
    ".fs": "fragment",
}
"""The end of a file's name -> the stage of the shader in it."""
_SHADER = re.compile(rb"#version|\bvoid\s+main\b|\bgl_|\b(?:uniform|varying|attribute|layout)\b")
_CODES = {"error": "E003", "warning": "W401"}


def stage_of(path: str) -> str:
    """Returns the stage that the name of a file tells, or ""."""
    return SUFFIXES.get(os.path.splitext(path)[1].lower(), "")


def looks_like_shader(data: bytes) -> bool:
    """True if the begin of a file may be GLSL, since .fs and .vs have other uses too."""
    return bool(_SHADER.search(data))


def is_shader(text: str, stage: str) -> bool:
    """True if a text with a known stage is GLSL: without the header of an assembly language."""
    return bool(stage) and not text.lstrip().startswith("!!") and not begins(text)


def findings(text: str, stage: str, codes: frozenset[str]) -> Iterator[Finding]:
    """Yields the errors and warnings of a shader.

    stage : one of STAGES. codes : the codes to report. Lines count from the begin of the text,
    whatever `#line` says.
    """
    from softgl.one_shader import compiled, program_error  # which few texts need

    shader = compiled(text, stage)
    for message in shader.messages:
        code = _CODES[message.severity]
        if code not in codes:
            continue
        if message.at is None:
            yield Finding(code, message.text, expected=message.expected)
        else:
            yield finding(code, program_error(shader, message))


def shader_program(text: str, stage: str) -> Program:
    """Returns the program of a shader that is linked alone.

    Raises ProgramError for the first error of the text, SoftGLError if it cannot be linked.
    """
    from softgl.one_shader import linked_alone  # which few texts need

    (program,) = linked_alone(text, stage).programs.values()
    return program
