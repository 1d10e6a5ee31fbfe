"""Compiles a shader: the strings of glShaderSource to a checked `typed.Shader`."""

from __future__ import annotations

from dataclasses import replace

from softgl.collector import uncollected
from softgl.glsl.check import check_unit
from softgl.glsl.syntax import parse
from softgl.glsl.text.preprocess import preprocess
from softgl.glsl.text.source import Message, Source
from softgl.glsl.typed import Shader
from softgl.ir.program import Stage
from softgl.records import dataclass, interned


@interned
@dataclass(frozen=True)
class CompileOptions:
    """The context that a shader is compiled for.

    core : True for a core profile, which refuses versions 110 to 130. extensions : the names that
    #extension may enable; None: all of the table. es : the latest version of GLSL ES of a context
    of OpenGL ES, which has no other languages; 0 for other contexts.
    """

    core: bool = False
    extensions: frozenset[str] | None = None
    es: int = 0


COMPATIBILITY = CompileOptions()


@uncollected()
def compile_shader(
    strings: list[str], stage: Stage, options: CompileOptions = COMPATIBILITY
) -> Shader:
    """Compiles a shader. Never raises for a bad text: the messages of the result say why.

    strings : the text, in pieces whose tokens may cross their ends.
    """
    source = Source(strings)
    read = preprocess(source, options.core, options.extensions, options.es)
    tree, messages = parse(read.tokens, read.pragmas, _has_errors(read.messages))
    messages = [*read.messages, *messages]
    complete = not _has_errors(messages)
    checked = check_unit(tree, source, read.language, stage, read.extensions, complete)
    messages += checked.messages
    messages.sort(key=lambda message: -1 if message.at is None else message.at)
    return replace(checked, messages=tuple(messages))


def _has_errors(messages: list[Message]) -> bool:
    return any(message.severity == "error" for message in messages)
