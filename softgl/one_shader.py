"""Compiles and links one shader by itself, or two, for tools that take files."""

from __future__ import annotations

from softgl.errors import ProgramError, SoftGLError
from softgl.glsl.compiling import compile_shader
from softgl.glsl.link import link_program
from softgl.glsl.linked import LinkedProgram, LinkRequest
from softgl.glsl.text.source import Message
from softgl.glsl.typed import Shader
from softgl.ir.program import Stage


def compiled(text: str, stage: str) -> Shader:
    """Compiles a text; stage : "vertex", "geometry" or "fragment"."""
    return compile_shader([text], Stage[stage.upper()])


def program_error(shader: Shader, message: Message) -> ProgramError:
    """Returns a message with a place as an error of a program text."""
    span = shader.source.span(message.at or 0, message.end)
    return ProgramError(message.text, shader.source.text, span, message.expected)


def linked_alone(text: str, stage: str) -> LinkedProgram:
    """Returns the linked program of one shader.

    Raises ProgramError for the first error of the text, SoftGLError if it cannot be linked.
    """
    shader = compiled(text, stage)
    for message in shader.messages:
        if message.severity == "error":
            raise program_error(shader, message)
    result = link_program([shader], LinkRequest(separable=True))
    if result.program is None:
        raise SoftGLError(result.info_log.strip())
    return result.program


def link_messages(texts: dict[str, str]) -> list[str]:
    """Links shaders of several stages; returns the errors, without places of shaders.

    texts : stage -> text. No errors if one of the shaders has errors of its own.
    """
    shaders = [compiled(text, stage) for stage, text in texts.items()]
    if any(message.severity == "error" for shader in shaders for message in shader.messages):
        return []
    result = link_program(shaders, LinkRequest())
    if result.program is not None:
        return []
    return [line.removeprefix("error: ") for line in result.info_log.splitlines()]
