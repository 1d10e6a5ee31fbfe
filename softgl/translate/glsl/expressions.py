"""Expressions of GLSL as trees: parsed from the texts that the writers make, and written again.

A tree is a `Node`: a kind, a text and the parts. The kinds are name, number, index, member, call,
unary, binary and choice (the conditional operator).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_TOKENS = re.compile(
    r"\s*(?:(?P<number>0x[0-9a-f]+u?|\d+\.?\d*(?:e[-+]?\d+)?(?:u|lf)?)|(?P<name>[A-Za-z_]\w*)"
    r"|(?P<sign><<|>>|<=|>=|==|!=|&&|\|\||[-+*/%<>!~&|^?:()\[\].,]))"
)
_LEVELS = ("||", "&&", "|", "^", "&", "== !=", "< <= > >=", "<< >>", "+ -", "* / %")
_BINDS = {sign: level for level, signs in enumerate(_LEVELS, 2) for sign in signs.split()}
_CHOICE, _UNARY, _WHOLE = 1, 12, 13


class Node(NamedTuple):
    """A tree: its kind, its name, number or operator, and its parts."""

    kind: str
    text: str
    parts: tuple[Node, ...] = ()


class Unreadable(ValueError):
    """A text is not a known expression."""


def name(text: str) -> Node:
    """Returns a variable."""
    return Node("name", text)


def number(text: str) -> Node:
    """Returns a literal."""
    return Node("number", text)


def call(function: str, *parts: Node) -> Node:
    """Returns a call, or a constructor."""
    return Node("call", function, parts)


def member(base: Node, text: str) -> Node:
    """Returns a member, or components, of a value."""
    return Node("member", text, (base,))


def read(text: str) -> Node:
    """Parses an expression; raises Unreadable."""
    tokens, place = [], 0
    while place < len(text):
        found = _TOKENS.match(text, place)
        if found is None:
            raise Unreadable(text)
        tokens.append((found.lastgroup, found[found.lastgroup]))
        place = found.end()
    reader = _Reader(tokens)
    tree = reader.choice()
    if reader.place != len(tokens):
        raise Unreadable(text)
    return tree


class _Reader:
    """Parses a tree from tokens, with GLSL's operator precedence."""

    def __init__(self, tokens):
        self.tokens, self.place = tokens, 0

    def _next(self):
        return self.tokens[self.place] if self.place < len(self.tokens) else ("end", "")

    def _take(self, text=None):
        kind, found = self._next()
        if text not in (None, found):
            raise Unreadable(f"{found!r} for {text!r}")
        self.place += 1
        return kind, found

    def choice(self):
        condition = self.binary(2)
        if self._next()[1] != "?":
            return condition
        self._take()
        one = self.choice()
        self._take(":")
        return Node("choice", "", (condition, one, self.choice()))

    def binary(self, level):
        left = self.unary()
        while _BINDS.get(self._next()[1], 0) >= level:
            _, sign = self._take()
            left = Node("binary", sign, (left, self.binary(_BINDS[sign] + 1)))
        return left

    def unary(self):
        kind, text = self._take()
        if text in ("-", "!", "~"):
            return Node("unary", text, (self.unary(),))
        if text == "(":
            tree = self.choice()
            self._take(")")
        elif kind in ("name", "number"):
            tree = Node(kind, text)
        else:
            raise Unreadable(text)
        while self._next()[1] in ("(", "[", "."):
            _, sign = self._take()
            if sign == ".":
                tree = member(tree, self._take()[1])
            elif sign == "[":
                tree = Node("index", "", (tree, self.choice()))
                self._take("]")
            else:
                tree = call(tree.text, *self._arguments())
        return tree

    def _arguments(self):
        found = []
        while self._next()[1] != ")":
            found.append(self.choice())
            if self._next()[1] != ")":
                self._take(",")
        self._take(")")
        return found


def written(tree: Node, level: int = 0) -> str:
    """Returns the text of a tree, in brackets if its precedence is below `level`."""
    own, text = _bare(tree)
    return f"({text})" if own < level else text


def _bare(tree):
    kind, text, parts = tree
    if kind in ("name", "number"):
        return _WHOLE, text
    if kind == "member":
        return _WHOLE, f"{written(parts[0], _WHOLE)}.{text}"
    if kind == "index":
        return _WHOLE, f"{written(parts[0], _WHOLE)}[{written(parts[1])}]"
    if kind == "call":
        return _WHOLE, f"{text}({', '.join(map(written, parts))})"
    if kind == "unary":
        return _UNARY, f"{text}{written(parts[0], _WHOLE)}"
    if kind == "choice":
        condition, one, other = parts
        shown = written(condition, 2), written(one, _CHOICE), written(other, _CHOICE)
        return _CHOICE, "{} ? {} : {}".format(*shown)
    own = _BINDS[text]
    left, right = written(parts[0], own), written(parts[1], own + 1)
    return own, f"{left} {text} ({right})" if right.startswith("-") else f"{left} {text} {right}"


def walk(tree: Node) -> Iterator[Node]:
    """Yields a tree and all of its parts."""
    yield tree
    for part in tree.parts:
        yield from walk(part)


def names(tree: Node) -> list[str]:
    """Returns the variables in a tree, each as often as it occurs."""
    return [each.text for each in walk(tree) if each.kind == "name"]


def mapped(tree: Node, change) -> Node:
    """Returns the tree with `change` applied to every part, from the leaves up."""
    if tree.parts:
        tree = tree._replace(parts=tuple([mapped(part, change) for part in tree.parts]))
    return change(tree)
