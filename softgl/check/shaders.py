"""Shaders in GLSL: the messages of their compiler as findings, and programs of one shader."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from softgl.asm.tgsi import begins
from softgl.check.findings import Finding, finding
from softgl.errors import ProgramError, SoftGLError
from softgl.ir.program import Program, Stage

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
    shader = _compiled(text, stage)
    for message in shader.messages:
        code = _CODES[message.severity]
        if code not in codes:
            continue
        if message.at is None:
            yield Finding(code, message.text, expected=message.expected)
        else:
            yield finding(code, _error(shader, message))


def shader_program(text: str, stage: str) -> Program:
    """Returns the program of a shader that is linked alone.

    Raises ProgramError for the first error of the text, SoftGLError if it cannot be linked.
    """
    from softgl.glsl.link import link_program
    from softgl.glsl.linked import LinkRequest

    shader = _compiled(text, stage)
    for message in shader.messages:
        if message.severity == "error":
            raise _error(shader, message)
    result = link_program([shader], LinkRequest(separable=True))
    if result.program is None:
        raise SoftGLError(result.info_log.strip())
    return result.program.programs[shader.stage]


def _compiled(text: str, stage: str):
    from softgl.glsl.compiling import compile_shader  # which few texts need

    return compile_shader([text], Stage[stage.upper()])


def _error(shader, message) -> ProgramError:
    """Returns a message with a place as an error."""
    span = shader.source.span(message.at or 0, message.end)
    return ProgramError(message.text, shader.source.text, span, message.expected)
