"""Fragment processing functions: GLSL 3.30, 8.8."""

from __future__ import annotations

from dataclasses import replace

from softgl.glsl.builtins.table import FRAGMENT, builtin, opcode_builtin
from softgl.ir.program import NONE

_WHERE = {
    "since": 110,
    "es": 300,
    "extensions": ("GL_OES_standard_derivatives",),
    "stages": FRAGMENT,
}
opcode_builtin("genType dFdx(genType p)", "DDX", "The derivative of p in window x.", **_WHERE)
opcode_builtin("genType dFdy(genType p)", "DDY", "The derivative of p in window y.", **_WHERE)


@builtin("genType fwidth(genType p)", **_WHERE)
def width(b, p):
    """abs(dFdx(p)) + abs(dFdy(p))."""
    across, up = (
        replace(b.make(opcode, p), absolute=True, negate=NONE) for opcode in ("DDX", "DDY")
    )
    return b.make("ADD", across, up)
