"""The overflow and carry flags of integer sums: ADD, SUB, MAD and SAD (`Opcode.flags`).

Each function here takes (m, operands, negated) and gives (overflow, carry), lanes of BOOL, for one
component of an S or U instruction:

operands : the lanes that the formula gets, operand modifiers applied.
negated : for each operand, whether the instruction negates this component: Python's True for `-x`
    and `-|x|` (`ir.Source.negate`), False for `x` and `|x|`.
"""

from __future__ import annotations


def sum_flags(m, operands, negated):
    """The flags of the sum of two operands.

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
    # The operand as it was before its negation, which is undone without a loss.
    minuend, subtrahend = (a, -b) if negated[1] else (b, -a)
    overflow = m.as_i32((minuend ^ subtrahend) & (minuend ^ total)) < 0
    return overflow, minuend >= subtrahend


def difference_flags(m, operands, negated):
    """The flags of the first operand minus the second, which is a sum with a negated operand."""
    a, b = operands
    return sum_flags(m, (a, -b), (negated[0], not negated[1]))


def product_sum_flags(m, operands, negated):
    """The flags of the sum of a product, of which the low 32 bits count, and the third operand."""
    a, b, c = operands
    return sum_flags(m, (a * b, c), (negated[0] != negated[1], negated[2]))


def distance_sum_flags(m, operands, negated):
    """The flags of the sum of the distance of two operands, which is never negated, and a third."""
    a, b, c = operands
    return sum_flags(m, (distance(m, a, b), c), (False, negated[2]))


def distance(m, a, b):
    """The absolute value of a - b as U32, where it always fits."""
    # The difference of two signed integers may need 33 bits; its magnitude fits 32.
    return m.as_u32(m.select(a < b, b - a, a - b))
