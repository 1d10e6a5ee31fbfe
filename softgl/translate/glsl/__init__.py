"""Texts in GLSL: of every language that softgl loads, for the versions of `translate.TARGETS`.

In: a `Program` and its `Interface`. Out: a text. `declarations` writes what stands before main;
`exact` writes the statements so that every special case is kept, as the formulas have it;
`readable` writes them with GLSL's own functions. Both write to a `text.Text`.
"""

from softgl.translate.glsl.write import write

__all__ = ["write"]
