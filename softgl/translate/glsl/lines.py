"""The lines of a text as statements with expressions."""

from __future__ import annotations

import re

from softgl.records import dataclass
from softgl.translate.glsl.expressions import Node, Unreadable, name, names, read, walk, written
from softgl.translate.glsl.simplify import FALSE, TRUE
from softgl.translate.glsl.vectors import is_literal

WORD = re.compile(r"[A-Za-z_]\w*")
_DECLARED = re.compile(r"(bool|int|uint|float|double|[iu]?vec[234]) (\w+) = (.*);$")
_ASSIGNED = re.compile(r"([A-Za-z_][\w\[\].]*) = (.*);$")
_FOR = re.compile(r"(for \(int \w+ = )(.*?)(; .*)$")
_IF = re.compile(r"((?:else )?if|while) \((.*)\)( discard;)?$")


@dataclass(eq=False)
class Line:
    """A line: its kind, and its expression.

    kind : comment, declared, assigned, tested, looped, or other.
    type, target : of declarations and assignments. In tests and loops `type` and `text` are the
        texts before and after the expression, which a loop evaluates once, before it. Other lines
        are `text` alone.
    """

    kind: str
    indent: str
    text: str = ""
    type: str = ""
    target: Node | None = None
    tree: Node | None = None

    @property
    def name(self) -> str:
        """The declared variable."""
        return self.target.text

    def used(self) -> list[str]:
        """Returns the variables that it reads, each as often as it occurs."""
        found = names(self.tree) if self.tree is not None else []
        if self.kind == "assigned":
            found += [each.text for part in self.target.parts for each in walk(part)
                      if each.kind == "name"][1:]  # fmt: skip
        return found + self.words()

    def words(self) -> list[str]:
        """Returns the words outside the expression."""
        if self.kind == "looped":
            return WORD.findall(self.type + self.text)
        return WORD.findall(self.text) if self.kind == "other" else []

    def is_loop(self) -> bool:
        """True for the head of a loop."""
        return self.kind == "looped" or self.type == "while" or self.text == "for (;;)"

    def steps(self, variable: str) -> bool:
        """True for the head of a loop that changes a variable."""
        return re.search(rf"\b{variable}( \+=|--|\+\+)", self.text) is not None

    def changed(self) -> str:
        """Returns the variable that an assignment changes."""
        return next(each.text for each in walk(self.target) if each.kind == "name")

    def written(self) -> str:
        """Returns the text of the line."""
        if self.kind == "declared":
            return f"{self.indent}{self.type} {self.name} = {written(self.tree)};"
        if self.kind == "assigned":
            return f"{self.indent}{written(self.target)} = {written(self.tree)};"
        if self.kind == "looped":
            return f"{self.indent}{self.type}{written(self.tree)}{self.text}"
        if self.kind == "tested":
            return f"{self.indent}{self.type} ({written(self.tree)}){self.text}"
        return f"{self.indent}{self.text}" if self.text else ""


def name_of(tree: Node) -> str:
    """Returns the variable that a place is in."""
    return next(each.text for each in walk(tree) if each.kind == "name")


def is_constant(tree: Node) -> bool:
    """True if a tree is a number or a truth value."""
    return is_literal(tree) or tree in (TRUE, FALSE)


def parsed(text: str) -> Line:
    """Returns the statement of a line; several lines become one of kind other."""
    if "\n" in text:
        return Line("other", "", text)
    bare = text.strip()
    indent = text[: len(text) - len(text.lstrip())]
    if bare.startswith("//"):
        return Line("comment", indent, bare)
    try:
        found = _DECLARED.match(bare)
        if found:
            return Line(
                "declared", indent, type=found[1], target=name(found[2]), tree=read(found[3])
            )
        found = _ASSIGNED.match(bare)
        if found and indent:
            return Line("assigned", indent, target=read(found[1]), tree=read(found[2]))
        found = _FOR.match(bare)
        if found:
            return Line("looped", indent, found[3], found[1], tree=read(found[2]))
        found = _IF.match(bare)
        if found:
            return Line("tested", indent, found[3] or "", found[1], tree=read(found[2]))
    except Unreadable:
        pass
    return Line("other", indent, bare)


def is_place(tree) -> bool:
    """True for a variable, a part of one or its negative, read without computing."""
    if tree.kind == "name":
        return True
    if tree.kind == "member" or (tree.kind, tree.text) == ("unary", "-"):
        return is_place(tree.parts[0])
    return tree.kind == "index" and is_place(tree.parts[0]) and tree.parts[1].kind == "number"
