"""From tokens to the syntax tree."""

from softgl.glsl.syntax.statements import parse

__all__ = ["parse"]
