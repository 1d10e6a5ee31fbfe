"""Joins statements on components into statements on vectors: `t.x = a.x * s; t.y = a.y * s;`."""

from __future__ import annotations

from softgl.translate.glsl.expressions import Node, call
from softgl.translate.glsl.simplify import is_comparison, is_component, swizzled

COMPONENTWISE = {
    **dict.fromkeys(
        "abs sign floor ceil fract trunc roundEven exp2 log2 sqrt inversesqrt sin cos dFdx dFdy"
        .split(), 0,
    ),
    **dict.fromkeys(("min", "max", "mod"), 1), "clamp": 2, "mix": 2, "pow": 0,
}  # fmt: skip
"""Functions of vectors -> number of last arguments that may stay scalar together, 1 for `mix`."""
COMPARED = {
    "<": "lessThan", "<=": "lessThanEqual", ">": "greaterThan", ">=": "greaterThanEqual",
    "==": "equal", "!=": "notEqual",
}  # fmt: skip
LETTERS = "xyzw"


class Apart(ValueError):
    """Expressions are not components of one vector."""


def together(trees: list[Node], version: int, width_of) -> Node:
    """Returns the vector with these components; raises Apart if joining does not help.

    version : the version of GLSL.
    width_of : tree -> its number of components, or None.
    """
    return _Vector(len(trees), version, width_of).whole(trees)


class _Vector:
    def __init__(self, count, version, width_of):
        self.count, self.version, self.width_of = count, version, width_of
        self.constructor = f"vec{count}"
        self.collected = 0  # number of vectors constructed from unrelated scalars

    def whole(self, trees):
        """Returns the vector, with one constructed part at most."""
        found, wide = self.one(trees)
        if self.collected > 1:
            raise Apart
        return found if wide else self.wide(found)

    def wide(self, tree):
        """Returns a scalar as a vector."""
        return call(self.constructor, tree)

    def one(self, trees):
        """Returns the joined trees, and True if that is a vector, False for a scalar."""
        first = trees[0]
        if all(tree == first for tree in trees):
            return first, False
        if all(map(is_component, trees)) and len({tree.parts for tree in trees}) == 1:
            letters = "".join(tree.text for tree in trees)
            return swizzled(first.parts[0], letters, self.width_of), True
        if all(map(is_literal, trees)):
            return call(self.constructor, *trees), True
        if len({(tree.kind, tree.text, len(tree.parts)) for tree in trees}) > 1:
            return self.collect(trees)
        rule = getattr(self, f"_{first.kind}", None)
        return rule(trees) if rule else self.collect(trees)

    def collect(self, trees):
        """Constructs a vector of unrelated scalars."""
        if not all(map(is_plain, trees)):
            raise Apart
        self.collected += 1
        return call(self.constructor, *trees), True

    def _parts(self, trees):
        return [self.one(list(each)) for each in zip(*(tree.parts for tree in trees), strict=True)]

    def _binary(self, trees):
        if trees[0].text not in "+-*/":
            raise Apart
        parts = self._parts(trees)
        return trees[0]._replace(parts=tuple(part for part, _ in parts)), True

    def _unary(self, trees):
        if trees[0].text != "-":
            raise Apart
        ((inner, _),) = self._parts(trees)
        return trees[0]._replace(parts=(inner,)), True

    def _call(self, trees):
        loose = COMPONENTWISE.get(trees[0].text)
        if loose is None:
            raise Apart
        parts = self._parts(trees)
        wide_count = len(parts) - loose
        if trees[0].text == "mix":
            wide_count = 2
        last = parts[wide_count:]
        if any(wide for _, wide in last):  # all must then be vectors
            wide_count = len(parts)
        operands = [
            part if wide or position >= wide_count else self.wide(part)
            for position, (part, wide) in enumerate(parts)
        ]
        return trees[0]._replace(parts=tuple(operands)), True

    def _choice(self, trees):
        conditions = [tree.parts[0] for tree in trees]
        one, other = (self.one([tree.parts[which] for tree in trees]) for which in (1, 2))
        if all(condition == conditions[0] for condition in conditions):
            ways = [part if wide else self.wide(part) for part, wide in (one, other)]
            return Node("choice", "", (conditions[0], *ways)), True
        signs = {condition.text for condition in conditions}
        if not all(map(is_comparison, conditions)) or len(signs) > 1:
            raise Apart
        sides = [part if wide else self.wide(part) for part, wide in self._parts(conditions)]
        compared = call(COMPARED[conditions[0].text], *sides)
        if (one[0].text, other[0].text) == ("1.0", "0.0"):
            return call(self.constructor, compared), True
        if self.version < 130:
            raise Apart
        ways = [part if wide else self.wide(part) for part, wide in (other, one)]
        return call("mix", *ways, compared), True


def is_literal(tree: Node) -> bool:
    """True for a number, perhaps negated."""
    return tree.kind == "number" or (
        tree.kind == "unary" and tree.text == "-" and tree.parts[0].kind == "number"
    )


def is_plain(tree: Node) -> bool:
    """True for a variable, a component or a number."""
    return is_literal(tree) or tree.kind in ("name", "member", "index")


def shape(tree: Node) -> str:
    """Returns a tree's structure without variables and numbers; joinable ones have the same."""
    if is_plain(tree):
        return "@"
    return f"{tree.kind}{tree.text}({','.join(map(shape, tree.parts))})"
