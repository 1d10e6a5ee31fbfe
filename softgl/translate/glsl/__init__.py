"""Writes texts in GLSL, for the versions of `translate.TARGETS`.

In: a `Program` and its `Interface`. Out: a text. `declarations` writes the declarations before
main; `exact` writes statements that keep every special case, as the formulas do; `readable` writes
them with GLSL's own functions. Both write to a `text.Text`.
"""

from softgl.translate.glsl.write import write

__all__ = ["write"]
