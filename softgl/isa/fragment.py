"""The fragment-only instructions: derivatives and KIL."""

from __future__ import annotations

from softgl.isa.table import FRAGMENT, NV4_FRAGMENT, opcode
from softgl.isa.vocabulary import ALL_TYPES, HALF, TYPE, VECTOR, Form


def _derivative(name, section):
    return opcode(
        name, Form.COMPONENT, VECTOR, section,
        languages={NV4_FRAGMENT}, document="NV_fragment_program4",
        derivatives=True,
    )  # fmt: skip


@_derivative("DDX", "DDX: Partial Derivative Relative to X")
def derivative_x(m, a):
    """The operand's difference between the right and the left pixel of a row of a 2x2 quad."""
    return m.quad_dx(a)


@_derivative("DDY", "DDY: Partial Derivative Relative to Y")
def derivative_y(m, a):
    """The operand's difference between the upper and the lower pixel of a column of a 2x2 quad."""
    return m.quad_dy(a)


@opcode(
    "KIL", Form.KILL, VECTOR, "KIL: Kill Fragment",
    types=ALL_TYPES, modifiers=TYPE | HALF, languages=FRAGMENT, document="NV_fragment_program4",
)  # fmt: skip
def kill(m, a):
    """Discards the fragment if a component is below zero (or if a condition passes)."""
    return (a[0] < 0) | (a[1] < 0) | (a[2] < 0) | (a[3] < 0)
