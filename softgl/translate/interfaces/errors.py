"""The refusal of features that a target lacks."""

from __future__ import annotations

from typing import NoReturn

from softgl.errors import Span, TranslationError
from softgl.ir.program import Instruction, Program

__all__ = ["TranslationError", "refuse"]


def refuse(
    target: str, feature: str, program: Program, where: Instruction | Span | None
) -> NoReturn:
    """Raises the TranslationError of a target that lacks a feature.

    feature : its description, the message of the error.
    where : the instruction or the span of the text with the feature; None: the header, for the
        program as a whole.
    """
    span = where.span if isinstance(where, Instruction) else where
    if span is None:
        span = Span(0, len(program.source.split(maxsplit=1)[0]) if program.source.strip() else 0)
    raise TranslationError(feature, program.source, span, target)
