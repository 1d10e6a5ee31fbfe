"""The overflow and carry flags of integer sums: ADD, SUB, MAD and SAD (`Opcode.flags`).

Each function takes (m, operands, negated) and returns (overflow, carry), BOOL lanes, for one
component of an S or U instruction:

operands : the lanes that the formula gets, operand modifiers applied.
negated : a bool for each operand, True if the instruction negates this component: `-x` and `-|x|`
    (`ir.Source.negate`), not `x` and `|x|`.
"""

from __future__ import annotations


def sum_flags(m, operands, negated):
    """Returns the flags of the sum of two operands.

    NV_gpu_program4 2.X.4.3: "The overflow flag (OF) is set by interpreting the two operands as
    signed integers and performing a signed add or subtract. If the result is representable as a
    signed integer (i.e., doesn't overflow), the overflow flag is cleared; otherwise, it is set."
    Carry likewise for unsigned integers, but "If the result of a subtract is greater than or equal
    to zero, the carry flag is set; otherwise, it is cleared." And: "negation modifiers turn add
    operations into subtracts and vice versa. If the operation is equivalent to an add with both
    operands negated (-A-B), the carry and overflow flags are both undefined"; we clear both.
    """
    a, b = map(m.as_u32, operands)
    total = a + b
    if negated == (True, True):
        return m.false, m.false
    if negated == (False, False):
        return m.as_i32((a ^ total) & (b ^ total)) < 0, total < a
    # Undoes the negation of the operand, which loses nothing.
    minuend, subtrahend = (a, -b) if negated[1] else (b, -a)
    overflow = m.as_i32((minuend ^ subtrahend) & (minuend ^ total)) < 0
    return overflow, minuend >= subtrahend


def difference_flags(m, operands, negated):
    """Returns the flags of the first operand minus the second: a sum with a negated operand."""
    a, b = operands
    return sum_flags(m, (a, -b), (negated[0], not negated[1]))


def product_sum_flags(m, operands, negated):
    """Returns the flags of a * b + c, where the product is its low 32 bits."""
    a, b, c = operands
    return sum_flags(m, (a * b, c), (negated[0] != negated[1], negated[2]))


def distance_sum_flags(m, operands, negated):
    """Returns the flags of |a - b| + c; the distance is never negated."""
    a, b, c = operands
    return sum_flags(m, (distance(m, a, b), c), (False, negated[2]))


def distance(m, a, b):
    """Returns |a - b| as U32, where it always fits."""
    # The difference of two signed integers may need 33 bits; its magnitude fits 32.
    return m.as_u32(m.select(a < b, b - a, a - b))
