"""What is simpler and means the same: rewriting of expressions that are to be read.

Numbers are taken to be numbers: of a NaN, `!(a < b)` and `a >= b` are not the same, and here they
are. `exact` texts are not rewritten.
"""

from __future__ import annotations

import math
import operator

from softgl.translate.glsl.expressions import Node, call, mapped, member

TRUE, FALSE = Node("name", "true"), Node("name", "false")
NEGATED = {"<": ">=", ">=": "<", ">": "<=", "<=": ">", "==": "!=", "!=": "=="}
_BOTH = {
    ("&&", "<", "!="): "<", ("&&", ">", "!="): ">", ("&&", ">=", "!="): ">",
    ("&&", "<=", "!="): "<", ("||", "<", "=="): "<=", ("||", ">", "=="): ">=",
    ("!=", "<", "=="): "<=", ("||", "<", "!="): "!=", ("||", ">", "!="): "!=",
}  # fmt: skip
"""Two comparisons of the same numbers -> the one that they come to; `!=` is the exclusive or."""
_UNDONE = {("uintBitsToFloat", "floatBitsToUint"), ("floatBitsToUint", "uintBitsToFloat")}
LETTERS = "xyzw"
VECTORS = {f"{prefix}vec{n}": n for prefix in ("", "i", "u", "b") for n in (2, 3, 4)}
"""The vector types, and how many components they have."""


def simplified(tree: Node, width_of) -> Node:
    """A tree as simple as these rules make it.

    width_of : from a tree to how many components it has, or None if that is not known.
    """

    def change(node):
        rule = _RULES.get(node.kind)
        return rule(node, width_of) if rule else node

    return mapped(tree, change)


def is_component(tree: Node) -> bool:
    """Whether a tree is one component of a vector."""
    return tree.kind == "member" and len(tree.text) == 1 and tree.text in LETTERS


def is_comparison(tree: Node) -> bool:
    """Whether a tree compares two numbers."""
    return tree.kind == "binary" and tree.text in NEGATED


def swizzled(base: Node, letters: str, width_of) -> Node:
    """Components of a vector; the vector, where these are all of it in their order."""
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
    """What a tree is the negative of, or None."""
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
        kept = (truth == TRUE) == (sign == "==")
        return other if kept else _unary(Node("unary", "!", (other,)), width_of)
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
    """Whole numbers that are added one after the other, as one: `x + 3 - 1` is `x + 2`."""
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
    if is_comparison(condition) and all(part.text.isdigit() for part in condition.parts):
        left, right = (int(part.text) for part in condition.parts)
        condition = TRUE if _COMPARED[condition.text](left, right) else FALSE
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
    if set(letters) <= set(LETTERS):
        if base.kind == "member" and set(base.text) <= set(LETTERS):
            return member(base.parts[0], "".join(base.text[LETTERS.index(c)] for c in letters))
        if len(letters) == 1 and base.kind == "call" and len(base.parts) == VECTORS.get(base.text):
            return base.parts[LETTERS.index(letters)]
    return node


def _call(node, width_of):
    if node.text in _WHOLE and node.parts[0].kind == "number":
        found = float(node.parts[0].text.rstrip("u"))
        if abs(found) < 1 << 24:
            return Node("number", f"{math.floor(found)}{_WHOLE[node.text]}")
    if node.parts and (node.text, node.parts[0].text) in _UNDONE and len(node.parts) == 1:
        return node.parts[0].parts[0]
    if node.text in ("min", "max") and all(part.text.isdigit() for part in node.parts):
        chosen = {"min": min, "max": max}[node.text]
        return Node("number", str(chosen(int(part.text) for part in node.parts)))
    return _constructor(node, width_of) if node.text in VECTORS else node


def _constructor(node, width_of):
    """Components that belong together, together: `vec4(a.x, a.y, a.z, 1.0)` is vec4(a.xyz, 1.0)."""
    parts, count = [], VECTORS[node.text]
    if len(node.parts) == 1:
        return node
    for part in node.parts:
        last = parts[-1] if parts else None
        run = is_component(part) and last is not None and last.kind == "member"
        if run and last.parts == part.parts and set(last.text) <= set(LETTERS):
            parts[-1] = member(last.parts[0], last.text + part.text)
        else:
            parts.append(part)
    parts = [
        swizzled(part.parts[0], part.text, width_of)
        if part.kind == "member" and set(part.text) <= set(LETTERS) and len(part.text) > 1
        else part
        for part in parts
    ]
    if len(parts) == 1 and parts[0] != node.parts[0]:
        found = parts[0]
        width = len(found.text) if found.kind == "member" else width_of(found)
        if width == count:
            return found
    if len(node.parts) == count and len(set(parts)) == 1 and parts[0].kind in ("number", "name"):
        return node._replace(parts=(parts[0],))
    return node._replace(parts=tuple(parts))


_COMPARED = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
    "==": operator.eq, "!=": operator.ne,
}  # fmt: skip
_WHOLE = {"int": "", "floor": ".0"}
"""Functions of numbers that are whole, and what is written behind these."""
_RULES = {
    "unary": _unary, "binary": _binary, "choice": _choice, "member": _member, "call": _call,
}  # fmt: skip
