"""The "set on" instructions: a comparison of components gives TRUE or FALSE."""

from __future__ import annotations

from softgl.isa.table import EVERY, NV4, opcode
from softgl.isa.vocabulary import ALL_TYPES, VECTOR, Form
from softgl.lanes.types import F32


def truth(m, mask, like):
    """Returns TRUE where `mask` is set, else FALSE, in the type of the lane `like`.

    NV_gpu_program4, "SEQ: Set on Equal": TRUE is 1.0 for floats, -1 for signed and all ones for
    unsigned integers; FALSE is zero.
    """
    true = m.f32(1.0) if like.type is F32 else m.lane(-1, like.type)
    return m.select(mask, true, 0)


def _set_on(name, section, languages=NV4):
    return opcode(name, Form.COMPONENT, VECTOR * 2, section, types=ALL_TYPES, languages=languages)


@_set_on("SEQ", "SEQ: Set on Equal")
def set_on_equal(m, a, b):
    """TRUE where the operands are equal."""
    return truth(m, a == b, a)


@_set_on("SNE", "SNE: Set on Not Equal")
def set_on_not_equal(m, a, b):
    """TRUE where the operands are not equal, also where one is NaN."""
    return truth(m, a != b, a)


@_set_on("SGE", "SGE: Set on Greater Than or Equal", languages=EVERY)
def set_on_greater_or_equal(m, a, b):
    """TRUE where the first operand is not below the second and neither is NaN."""
    return truth(m, a >= b, a)


@_set_on("SGT", "SGT: Set on Greater Than")
def set_on_greater(m, a, b):
    """TRUE where the first operand is above the second."""
    return truth(m, a > b, a)


@_set_on("SLE", "SLE: Set on Less Than or Equal")
def set_on_less_or_equal(m, a, b):
    """TRUE where the first operand is not above the second and neither is NaN."""
    return truth(m, a <= b, a)


@_set_on("SLT", "SLT: Set on Less Than", languages=EVERY)
def set_on_less(m, a, b):
    """TRUE where the first operand is below the second."""
    return truth(m, a < b, a)


@_set_on("SFL", "SFL: Set on False")
def set_on_false(m, a, b):
    """FALSE, whatever the operands."""
    return truth(m, m.false, a)


@_set_on("STR", "STR: Set on True")
def set_on_true(m, a, b):
    """TRUE, whatever the operands."""
    return truth(m, m.true, a)
