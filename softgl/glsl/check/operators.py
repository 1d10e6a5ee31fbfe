"""The operators: types of operands and results, implicit conversions."""

from __future__ import annotations

from softgl.glsl import tree, typed, types
from softgl.glsl.check import expressions
from softgl.glsl.check.constants import is_constant
from softgl.glsl.check.conversions import (
    assignable,
    is_integer,
    is_scalar,
    kind,
    to_kind,
)
from softgl.glsl.check.folding import fold
from softgl.glsl.check.lvalues import check_lvalue
from softgl.glsl.types import BOOL, Array, Matrix, Sampler, Scalar, Vector

ARITHMETIC = ("+", "-", "*", "/")
RELATIONS = ("<", ">", "<=", ">=")
LOGIC = ("&&", "||", "^^")
BITS = ("&", "|", "^")
SHIFTS = ("<<", ">>")
INTEGER_OPERATORS = (130, 300, "EXT_gpu_shader4")
"""The versions and the extension that have %, ~, <<, >>, &, ^ and |."""


def unary(c, node: tree.Unary) -> typed.Expression:
    """Checks + - ! ~ ++ --."""
    if node.operator in ("++", "--"):
        return _step(c, node, before=True)
    operand = expressions.value(c, node.operand)
    type_, operator = operand.type, node.operator
    if type_ is types.ERROR:
        return operand
    if operator == "!":
        if type_ is not BOOL:
            return c.failed(node.at, f"the operand of '!' has the type '{type_}'", "'bool'")
    elif operator == "~":
        if not c.require(node.at, "the operator '~'", *INTEGER_OPERATORS):
            return expressions.silent(node.at)
        if not is_integer(type_):
            return c.failed(node.at, f"the operand of '~' has the type '{type_}'", "integers")
    elif kind(type_) in (None, Scalar.BOOL):
        return c.failed(node.at, f"the operand of '{operator}' has the type '{type_}'", "numbers")
    if operator == "+":
        # It is the operand's value and no l-value: a swizzle of all components is one too.
        return operand if is_constant(operand) else typed.Convert(node.at, type_, operand)
    return fold(typed.Unary(node.at, type_, operator, operand), operand)


def postfix(c, node: tree.Postfix) -> typed.Expression:
    """Checks `a++` and `a--`."""
    return _step(c, node, before=False)


def _step(c, node, before):
    operand = expressions.expression(c, node.operand)
    if operand.type is types.ERROR:
        return operand
    if kind(operand.type) in (None, Scalar.BOOL):
        text = f"the operand of '{node.operator}' has the type '{operand.type}'"
        return c.failed(node.at, text, "numbers")
    if not check_lvalue(c, node.at, operand, f"the operand of '{node.operator}'"):
        return expressions.silent(node.at)
    return typed.Step(node.at, operand.type, node.operator[0], operand, before)


def binary(c, node: tree.Binary) -> typed.Expression:
    """Checks a chain of operators that lean to the left, however long it is."""
    chain = [node]
    while type(chain[-1].left) is tree.Binary:
        chain.append(chain[-1].left)
    left = expressions.value(c, chain[-1].left)
    for one in reversed(chain):
        right = expressions.value(c, one.right)
        left = combine(c, one.at, one.operator, left, right)
    return left


def combine(c, at, operator, left, right) -> typed.Expression:
    """Returns the typed expression of `left operator right`."""
    if types.ERROR in (left.type, right.type):
        return expressions.silent(at)
    if operator in LOGIC:
        return _logic(c, at, operator, left, right)
    if operator in ("==", "!="):
        return _equality(c, at, operator, left, right)
    left, right, type_ = operands(c, at, operator, left, right)
    if type_ is types.ERROR:
        return expressions.silent(at)
    if operator in ("/", "%"):
        _warn_of_zero(c, at, right)
    return fold(typed.Binary(at, type_, operator, left, right), left, right, stage=c.stage)


def operands(c, at, operator, left, right):
    """Returns both operands converted and the type of the result, ERROR after a message."""
    if operator in ARITHMETIC:
        return _arithmetic(c, at, operator, left, right)
    if operator in RELATIONS:
        return _relation(c, at, operator, left, right)
    if not c.require(at, f"the operator '{operator}'", *INTEGER_OPERATORS):
        return left, right, types.ERROR
    for one in (left, right):
        if not is_integer(one.type):
            c.error(at, f"an operand of '{operator}' has the type '{one.type}'", "integers")
            return left, right, types.ERROR
    if operator in SHIFTS:
        type_ = _shift(left.type, right.type)
    else:
        type_ = _of_kind(left.type, right.type)
    if type_ is types.ERROR:
        _mismatch(c, at, operator, left, right)
    return left, right, type_


def _mismatch(c, at, operator, left, right):
    c.error(at, f"'{operator}' takes no operands of the types '{left.type}' and '{right.type}'")


def _of_kind(a, b):
    """Returns the type of a componentwise operation: equal sizes, or a scalar and a vector."""
    if kind(a) is not kind(b):
        return types.ERROR
    if a is b or is_scalar(b):
        return a
    return b if is_scalar(a) else types.ERROR


def _shift(a, b):
    # GLSL 1.30 5.9: "if the first operand is a scalar, the second operand has to be a scalar as
    # well. If the first operand is a vector, the second operand must be a scalar or a vector".
    return a if is_scalar(b) or (not is_scalar(a) and a.size == b.size) else types.ERROR


def same_kind(c, left, right):
    """Returns two operands with the kinds of their components made equal, where 1.20 does so."""
    kinds = kind(left.type), kind(right.type)
    if kinds[0] is not kinds[1] and c.language.since(120) and Scalar.BOOL not in kinds:
        if kinds[0] is Scalar.FLOAT:
            right = to_kind(right, Scalar.FLOAT)
        elif kinds[1] is Scalar.FLOAT:
            left = to_kind(left, Scalar.FLOAT)
    return left, right


def _arithmetic(c, at, operator, left, right):
    for one in (left, right):
        if kind(one.type) in (None, Scalar.BOOL):
            c.error(at, f"an operand of '{operator}' has the type '{one.type}'", "numbers")
            return left, right, types.ERROR
    left, right = same_kind(c, left, right)
    a, b = left.type, right.type
    if operator == "*" and (isinstance(a, Matrix) or isinstance(b, Matrix)):
        type_ = _product(a, b)
    else:
        type_ = _of_kind(a, b)
    if type_ is types.ERROR:
        _mismatch(c, at, operator, left, right)
    return left, right, type_


def _product(a, b):
    """Returns the type of a product with a matrix."""
    if kind(a) is not kind(b):
        return types.ERROR
    if is_scalar(a) or is_scalar(b):
        return b if is_scalar(a) else a
    if isinstance(a, Vector):
        return Vector(Scalar.FLOAT, b.columns) if a.size == b.rows else types.ERROR
    if isinstance(b, Vector):
        return a.column if a.columns == b.size else types.ERROR
    return Matrix(b.columns, a.rows) if a.columns == b.rows else types.ERROR


def _relation(c, at, operator, left, right):
    for one in (left, right):
        if not is_scalar(one.type) or one.type is BOOL:
            text = f"an operand of '{operator}' has the type '{one.type}'"
            c.error(at, text, "a scalar number")
            return left, right, types.ERROR
    left, right = same_kind(c, left, right)
    if left.type is not right.type:
        _mismatch(c, at, operator, left, right)
        return left, right, types.ERROR
    return left, right, BOOL


def _logic(c, at, operator, left, right):
    for one in (left, right):
        if one.type is not BOOL:
            return c.failed(at, f"an operand of '{operator}' has the type '{one.type}'", "'bool'")
    return fold(typed.Binary(at, BOOL, operator, left, right), left, right)


def _equality(c, at, operator, left, right):
    if left.type is types.VOID:
        return c.failed(at, f"an operand of '{operator}' has the type 'void'")
    if types.contains(left.type, Sampler) or types.contains(right.type, Sampler):
        return c.failed(at, "samplers cannot be compared")
    if isinstance(left.type, Vector) and isinstance(right.type, Vector):
        left, right = same_kind(c, left, right)
    if left.type != right.type:
        _mismatch(c, at, operator, left, right)
        return expressions.silent(at)
    if isinstance(left.type, Array):
        if not c.require(at, "a comparison of arrays", 120, 300):
            return expressions.silent(at)
        if left.type.count is None:
            return c.failed(at, "an array without a size cannot be compared")
    if not _takes_structure(c, at, "a comparison", left.type):
        return expressions.silent(at)
    return fold(typed.Binary(at, BOOL, operator, left, right), left, right)


def _takes_structure(c, at, text, type_):
    """True unless `type_` is a structure with arrays and the version does not take these.

    GLSL ES 1.00 5.7: "The assignment and equality operators are not defined for structures that
    contain arrays or sampler types."
    """
    if not (isinstance(type_, types.Struct) and type_.has_arrays):
        return True
    return c.require(at, f"{text} of structures that contain arrays", 110, 300)


def _warn_of_zero(c, at, divisor):
    if is_constant(divisor) and is_integer(divisor.type) and 0 in divisor.words:
        # GLSL 1.30 5.9: "it results in an undefined value" and does no harm.
        c.warn(at, "division by zero gives an undefined value")


def conditional(c, node: tree.Conditional) -> typed.Expression:
    """Checks `condition ? yes : no`."""
    condition = expressions.value(c, node.condition)
    yes, no = expressions.expression(c, node.yes), expressions.expression(c, node.no)
    if condition.type not in (BOOL, types.ERROR):
        c.error(condition.at, f"the condition has the type '{condition.type}'", "'bool'")
    if types.ERROR in (condition.type, yes.type, no.type):
        return expressions.silent(node.at)
    if isinstance(yes.type, Vector) and isinstance(no.type, Vector):
        yes, no = same_kind(c, yes, no)
    if yes.type != no.type:
        text = f"the operands of '?:' have the types '{yes.type}' and '{no.type}'"
        return c.failed(node.at, text, "one type")
    if types.contains(yes.type, Sampler):
        return c.failed(node.at, "samplers are no operands of '?:'")
    if isinstance(yes.type, Array) and not c.require(node.at, "'?:' of arrays", 120, 300):
        return expressions.silent(node.at)
    if is_constant(condition):
        chosen = yes if condition.words[0] else no
        if is_constant(chosen):
            return typed.Constant(node.at, chosen.type, chosen.words)
    return typed.Conditional(node.at, yes.type, condition, yes, no)


def comma(c, node: tree.Comma) -> typed.Expression:
    """Checks `left, right` of any length."""
    chain = [node]
    while type(chain[-1].left) is tree.Comma:
        chain.append(chain[-1].left)
    left = expressions.expression(c, chain[-1].left)
    for one in reversed(chain):
        right = expressions.expression(c, one.right)
        if types.contains(left.type, Sampler) or types.contains(right.type, Sampler):
            # GLSL 3.30 4.1.7: "Except for array indexing, structure field selection, and
            # parentheses, samplers are not allowed to be operands in expressions".
            return c.failed(one.at, "samplers are no operands of ','")
        # GLSL ES 3.00 4.3.3 does not include it in constant expressions; earlier ones do.
        if is_constant(left, right) and not c.language.since(None, 300):
            left = typed.Constant(one.at, right.type, right.words)
        else:
            left = typed.Comma(one.at, right.type, left, right)
    return left


def assignment(c, node: tree.Assignment) -> typed.Expression:
    """Checks `left = right` and its kin."""
    left = expressions.expression(c, node.left)
    right = expressions.value(c, node.right)
    operator = node.operator[:-1]
    if types.ERROR in (left.type, right.type):
        return expressions.silent(node.at)
    if not check_lvalue(c, node.at, left, "the left operand of the assignment"):
        return expressions.silent(node.at)
    if isinstance(left.type, Array):
        if not c.require(node.at, "an assignment of whole arrays", 120, 300):
            return expressions.silent(node.at)
        if left.type.count is None:
            return c.failed(node.at, "an array without a size cannot be assigned as a whole")
    if not _takes_structure(c, node.at, "an assignment", left.type):
        return expressions.silent(node.at)
    if operator:
        _, right, type_ = operands(c, node.at, operator, left, right)
        if operator in ("/", "%"):
            _warn_of_zero(c, node.at, right)
        if type_ is types.ERROR:
            return expressions.silent(node.at)
        if type_ != left.type or _.type != left.type:
            text = f"'{node.operator}' gives a '{type_}'"
            return c.failed(node.at, text, f"a value for the left operand, a '{left.type}'")
    else:
        right = assignable(c, node.at, right, left.type, "assigned")
        if right.type is types.ERROR:
            return right
    return typed.Assignment(node.at, left.type, operator, left, right)


expressions.CHECKS |= {
    tree.Unary: unary,
    tree.Postfix: postfix,
    tree.Binary: binary,
    tree.Conditional: conditional,
    tree.Comma: comma,
    tree.Assignment: assignment,
}
