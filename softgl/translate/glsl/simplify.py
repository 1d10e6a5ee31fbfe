"""Simplifies expressions of readable texts, without changing their meaning for numbers.

For a NaN, `!(a < b)` and `a >= b` differ; here they count as equal. `exact` texts are not
simplified.
"""

from __future__ import annotations

import math
import operator
import re

from softgl.translate.glsl.expressions import Node, call, mapped, member

TRUE, FALSE = Node("name", "true"), Node("name", "false")
NEGATED = {"<": ">=", ">=": "<", ">": "<=", "<=": ">", "==": "!=", "!=": "=="}
_BOTH = {
    ("&&", "<", "!="): "<", ("&&", ">", "!="): ">", ("&&", ">=", "!="): ">",
    ("&&", "<=", "!="): "<", ("||", "<", "=="): "<=", ("||", ">", "=="): ">=",
    ("!=", "<", "=="): "<=", ("||", "<", "!="): "!=", ("||", ">", "!="): "!=",
}  # fmt: skip
"""Two comparisons of the same numbers -> their combination; `!=` is the exclusive or."""
_UNDONE = {
    ("uintBitsToFloat", "floatBitsToUint"), ("floatBitsToUint", "uintBitsToFloat"),
    ("packDouble2x32", "unpackDouble2x32"), ("unpackDouble2x32", "packDouble2x32"),
}  # fmt: skip
_OF_EACH = {"uintBitsToFloat", "floatBitsToUint"}
"""Functions that apply to each component of a vector."""
LETTERS = "xyzw"
VECTORS = {f"{prefix}vec{n}": n for prefix in ("", "i", "u", "b") for n in (2, 3, 4)}
"""The vector types, and their numbers of components."""


def simplified(tree: Node, width_of) -> Node:
    """Returns a tree simplified by these rules.

    width_of : tree -> its number of components, or None if unknown.
    """

    def change(node):
        rule = _RULES.get(node.kind)
        return rule(node, width_of) if rule else node

    return mapped(tree, change)


def is_component(tree: Node) -> bool:
    """True if a tree is one component of a vector."""
    return tree.kind == "member" and len(tree.text) == 1 and tree.text in LETTERS


def is_comparison(tree: Node) -> bool:
    """True if a tree compares two numbers."""
    return tree.kind == "binary" and tree.text in NEGATED


def swizzled(base: Node, letters: str, width_of) -> Node:
    """Returns components of a vector; the vector itself, for all of it in order."""
    whole = letters in (LETTERS, LETTERS[: width_of(base) or 0])
    return base if whole else member(base, letters)


def _unary(node, width_of):
    sign, (inner,) = node.text, node.parts
    if sign == inner.text and inner.kind == "unary" and sign != "~":
        return inner.parts[0]
    if sign == "!":
        if inner in (TRUE, FALSE):
            return FALSE if inner == TRUE else TRUE
        if is_comparison(inner):
            return inner._replace(text=NEGATED[inner.text])
    return node


def _negative(tree):
    """Returns the operand of a negation, or None."""
    return tree.parts[0] if tree.kind == "unary" and tree.text == "-" else None


def _binary(node, width_of):
    sign, (left, right) = node.text, node.parts
    if sign in ("&&", "||"):
        unit, end = (TRUE, FALSE) if sign == "&&" else (FALSE, TRUE)
        if end in node.parts:
            return end
        if unit in node.parts:
            return right if left == unit else left
        if left == right:
            return left
    if sign in ("==", "!=") and (left in (TRUE, FALSE) or right in (TRUE, FALSE)):
        truth, other = (left, right) if left in (TRUE, FALSE) else (right, left)
        same = (truth == TRUE) == (sign == "==")
        return other if same else _unary(Node("unary", "!", (other,)), width_of)
    if sign in _OF_WHOLE and all(_INTEGER.match(part.text) for part in node.parts):
        found = _OF_WHOLE[sign](*(int(part.text.rstrip("u")) for part in node.parts))
        if isinstance(found, bool):
            return TRUE if found else FALSE
        if found >= 1 << 31:
            return node
        return Node("number", f"{found}u" if left.text.endswith("u") else f"{found}")
    if is_comparison(left) and is_comparison(right) and left.parts == right.parts:
        for one, other in ((left, right), (right, left)):
            found = _BOTH.get((sign, one.text, other.text))
            if found:
                return left._replace(text=found)
    if sign in ("+", "-"):
        if _negative(right) is not None:
            return Node("binary", "-" if sign == "+" else "+", (left, _negative(right)))
        return _sum(node)
    if sign == "/" and left.text == "1.0" and right.kind == "call" and right.text == "sqrt":
        return call("inversesqrt", *right.parts)
    return node


def _sum(node):
    """Adds consecutive integers: `x + 3 - 1` becomes `x + 2`."""
    number, inner = 0, node
    while inner.kind == "binary" and inner.text in ("+", "-") and inner.parts[1].text.isdigit():
        number += int(f"{inner.text}{inner.parts[1].text}")
        inner = inner.parts[0]
    if inner in (node, node.parts[0]):
        return node
    sign = "-" if number < 0 else "+"
    return Node("binary", sign, (inner, Node("number", str(abs(number))))) if number else inner


def _choice(node, width_of):
    condition, one, other = node.parts
    if condition in (TRUE, FALSE):
        return one if condition == TRUE else other
    if one == other:
        return one
    if condition.kind == "unary" and condition.text == "!":
        return Node("choice", "", (condition.parts[0], other, one))
    if (one, other) == (TRUE, FALSE):
        return condition
    return node


def _member(node, width_of):
    (base,), letters = node.parts, node.text
    if _is_swizzle(node):
        if _is_swizzle(base):
            return member(base.parts[0], "".join(base.text[LETTERS.index(c)] for c in letters))
        if len(letters) == 1 and base.kind == "call" and len(base.parts) == VECTORS.get(base.text):
            return base.parts[LETTERS.index(letters)]
    return node


def _index(node, width_of):
    """Returns a word of a buffer with a known number as a component of its vector."""
    base, number = node.parts
    if base.kind == "index" and number.text in ("0", "1", "2", "3"):
        return member(base, LETTERS[int(number.text)])
    return node


def _call(node, width_of):
    if node.text in _WHOLE and _DECIMAL.match(node.parts[0].text):
        found = float(node.parts[0].text)
        if found < 1 << 24:
            return Node("number", f"{math.floor(found)}{_WHOLE[node.text]}")
    if node.parts and (node.text, node.parts[0].text) in _UNDONE and len(node.parts) == 1:
        return node.parts[0].parts[0]
    if node.text in ("min", "max") and all(part.text.isdigit() for part in node.parts):
        chosen = {"min": min, "max": max}[node.text]
        return Node("number", str(chosen(int(part.text) for part in node.parts)))
    if node.text == "clamp" and all(_DECIMAL.match(part.text) for part in node.parts):
        return sorted(node.parts, key=lambda part: float(part.text))[1]
    return _constructor(node, width_of) if node.text in VECTORS else node


def _constructor(node, width_of):
    """Joins adjacent components: `vec4(a.x, a.y, a.z, 1.0)` becomes `vec4(a.xyz, 1.0)`."""
    parts, count = [], VECTORS[node.text]
    if len(node.parts) == 1:
        return node
    for part in node.parts:
        joined = _joined(parts[-1], part) if parts else None
        if joined is None:
            parts.append(part)
        else:
            parts[-1] = joined
    parts = [_whole(part, width_of) for part in parts]
    if len(parts) == 1 and parts[0] != node.parts[0]:
        found = parts[0].parts[0] if parts[0].text in _OF_EACH else parts[0]
        width = len(found.text) if found.kind == "member" else width_of(found)
        if width == count:
            return parts[0]
    if len(node.parts) == count and len(set(parts)) == 1 and parts[0].kind in ("number", "name"):
        return node._replace(parts=(parts[0],))
    return node._replace(parts=tuple(parts))


def _joined(one, other):
    """Returns components and a following one as joined components, or None."""
    if one.kind == other.kind == "call" and one.text == other.text in _OF_EACH:
        inner = _joined(*one.parts, *other.parts)
        return inner and call(one.text, inner)
    if is_component(other) and one.kind == "member" and one.parts == other.parts:
        return member(one.parts[0], one.text + other.text) if _is_swizzle(one) else None
    return None


def _whole(tree, width_of):
    """Returns all components of a vector as that vector."""
    if tree.kind == "call" and tree.text in _OF_EACH:
        return call(tree.text, _whole(*tree.parts, width_of))
    if _is_swizzle(tree) and len(tree.text) > 1:
        return swizzled(tree.parts[0], tree.text, width_of)
    return tree


def _is_swizzle(tree):
    return tree.kind == "member" and set(tree.text) <= set(LETTERS)


_OF_WHOLE = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
    "==": operator.eq, "!=": operator.ne, "&": operator.and_, "|": operator.or_,
    "+": operator.add, "*": operator.mul, ">>": operator.rshift,
}  # fmt: skip
"""Operators on integers -> their functions."""
_INTEGER = re.compile(r"\d+u?$")
_DECIMAL = re.compile(r"\d+(\.\d+)?$")
_WHOLE = {"int": "", "floor": ".0"}
"""Functions to whole numbers, and the suffixes of their literals."""
_RULES = {
    "unary": _unary, "binary": _binary, "choice": _choice, "member": _member, "call": _call,
    "index": _index,
}  # fmt: skip
