"""Check: from the syntax tree to the typed tree, with all rules of the versions.

`check_unit` takes a `tree.TranslationUnit` and returns a `typed.Shader`; every fault of the text is
a message of it. Expressions with an error have the type `types.ERROR`, which needs no second
message, so that one fault is told once.
"""

from __future__ import annotations

from softgl.glsl.check.shaders import check_unit

__all__ = ["check_unit"]
