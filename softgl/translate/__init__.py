"""Programs of every language that softgl loads as texts in other languages.

In: a text. Out: a `Translation`: the text in a target of `TARGETS`, and its `Interface`, which says
what the application sets and binds by which names. `softgl.translate(text, to="glsl330")` calls
`translate`, as the module can be called itself.

`targets.py` is the table of targets, each with the writer that is imported for it; `names.py` says
what bindings are called in GLSL, `describe.py` makes the `Interface` of a program, `gl_state.py`
says what state feeds it. What a target cannot say is refused with a `TranslationError`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from importlib import import_module
from types import ModuleType

from softgl.asm import parse
from softgl.errors import ProgramError, TranslationError, UsageError
from softgl.translate.describe import describe
from softgl.translate.interface import Interface
from softgl.translate.targets import TARGETS, Target

__all__ = ["TARGETS", "Interface", "ProgramError", "Target", "Translation", "TranslationError",
           "translate"]  # fmt: skip


@dataclass(frozen=True)
class Translation:
    """A program in another language.

    text : the whole of it. interface : what the application has to do with it.
    stage : "vertex", "geometry" or "fragment". target : one of `TARGETS`, by name.
    """

    text: str
    interface: Interface
    stage: str
    target: str


def translate(
    text: str,
    *,
    to: str,
    exact: bool = False,
    reader: Translation | Interface | None = None,
    feedback: Iterable[str] | None = None,
) -> Translation:
    """A program text in the language `to`, one of `TARGETS`.

    exact : keep every special case of the source language (0 times infinity, NaN, denormal numbers,
        precisions), where the target can; else GLSL's own functions, so that it reads well.
    reader : the translation of the stage that reads its results, where there is one: what that
        interpolates flat is flat here too, as GLSL before 4.30 asks.
    feedback : the results that transform feedback records, `result.texcoord[0]`; all if None.

    Raises ProgramError for a text that is wrong, TranslationError for what the target cannot say,
    UsageError for a target that there is not.
    """
    if to not in TARGETS:
        raise UsageError(f"there is no target {to!r}; known are {', '.join(TARGETS)}")
    target = TARGETS[to]
    program = parse(text)
    read_by = reader.interface if isinstance(reader, Translation) else reader
    interface = describe(program, target, read_by, feedback)
    writer = import_module(target.writer)
    written, interface = writer.write(program, target, interface, exact)
    return Translation(written, interface, interface.stage, target.name)


class _Callable(ModuleType):
    """The module as the function of its name, so that `softgl.translate(text, to=...)` works."""

    def __call__(self, text: str, **options) -> Translation:
        return translate(text, **options)


sys.modules[__name__].__class__ = _Callable
