"""Translates programs of every language that softgl loads into other languages.

In: a text. Out: a `Translation`: the text in a target of `TARGETS`, and its `Interface`: the names
of the values that the application sets and binds. `softgl.translate(text, to="glsl330")` calls
`translate`, as the module itself is callable.

`Loader` does all of it for an application that draws with PyOpenGL or moderngl.

In `interfaces`, `targets.py` is the table of targets, `names.py` has the names of bindings in
GLSL, `describe.py` makes the `Interface` of a program, `gl_state.py` names the state that feeds it;
`glsl` and `assembly` write the texts, `sources.py` finds the values. A `TranslationError` names a
feature that the target lacks.
"""

from __future__ import annotations

import sys
from types import ModuleType

from softgl.errors import ProgramError, TranslationError
from softgl.translate.drivers import LoadError
from softgl.translate.interfaces.interface import Interface
from softgl.translate.interfaces.targets import TARGETS, Target
from softgl.translate.loader import Linked, Loader
from softgl.translate.translation import Translation, translate

__all__ = [
    "TARGETS",
    "Interface",
    "Linked",
    "LoadError",
    "Loader",
    "ProgramError",
    "Target",
    "Translation",
    "TranslationError",
    "translate",
]


class _Callable(ModuleType):
    """The module as the function of its name, so that `softgl.translate(text, to=...)` works."""

    def __call__(self, text: str, **options) -> Translation:
        return translate(text, **options)


sys.modules[__name__].__class__ = _Callable
