"""Compiles a shader: the strings of glShaderSource to a checked `typed.Shader`."""

from __future__ import annotations

from softgl.glsl.typed import Shader
from softgl.ir.program import Stage
from softgl.records import dataclass, interned


@interned
@dataclass(frozen=True)
class CompileOptions:
    """The context that a shader is compiled for.

    core : True for a core profile, which refuses versions 110 to 130. extensions : the names that
    #extension may enable; None: all of the table.
    """

    core: bool = False
    extensions: frozenset[str] | None = None


COMPATIBILITY = CompileOptions()


def compile_shader(
    strings: list[str], stage: Stage, options: CompileOptions = COMPATIBILITY
) -> Shader:
    """Compiles a shader. Never raises for a bad text: the messages of the result say why.

    strings : the text, in pieces whose tokens may cross their ends.
    """
    raise NotImplementedError
