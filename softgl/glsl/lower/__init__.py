"""From the typed tree to instructions of `softgl.ir`.

In: a `placement.StageUnit`, the merged shaders of a stage with the place of each variable. Out: an
`ir.Program`. `fold.evaluate` has the values of constant expressions.

A scalar, a vector and a column of a matrix have a register each; structures and arrays have those
of their parts, one after the other. `code` builds instructions, `operators` and `construct` those
of operators and constructors; `places` are variables and their parts; `expressions`, `calls` and
`statements` walk the tree, with `facts` about it; `storage` finds variables outside of functions.
"""

from softgl.glsl.lower.code import LowerError
from softgl.glsl.lower.stage import lower

__all__ = ["LowerError", "lower"]
