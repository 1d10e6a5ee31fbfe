"""Moves declarations of variables into the block of all their uses, to the first value.

The writers declare registers for the whole text and initialize them in main. A variable that only
one block needs moves into it: to its first value if every path through the block begins with one,
else with the initial value before its first use. Other declarations get the initial value. A result
that is only copied to an output becomes that output.
"""

from __future__ import annotations

from itertools import takewhile

from softgl.translate.glsl.expressions import Node, mapped, name, names
from softgl.translate.glsl.lines import Line
from softgl.translate.glsl.simplify import FALSE, TRUE, is_component
from softgl.translate.glsl.text import INDENT

MAIN = "void main()"
RUN_ONCE = (MAIN, "void program()")
"""The functions that run once."""


def scoped(
    lines: list[Line], variables: dict[str, str], types: dict[str, str]
) -> tuple[list[Line], dict[str, str], dict[str, Node]]:
    """Returns lines with declarations, the variables of the whole text, and their initial values.

    variables : name -> type, the registers.
    types : name -> type, the other declarations of the text.
    """
    scopes = _Scopes(_as_outputs(lines, variables, types))
    left = {each: type_ for each, type_ in variables.items() if each in scopes.uses}
    shared = {each: type_ for each, type_ in left.items() if not scopes.declare(each, type_)}
    for each in sorted(types.keys() & scopes.uses.keys() | shared.keys()):
        scopes.drop_unread_value(each)
    values = {each: value for each in shared if (value := scopes.take_value(each)) is not None}
    return scopes.finished(), shared, values


def first_values(lines: list[Line]) -> list[int]:
    """Returns the numbers of the lines that initialize variables, or components, with numbers."""
    begin = next(number for number, line in enumerate(lines) if line.text == MAIN) + 2
    found = []
    for number in range(begin, len(lines)):
        line = lines[number]
        if line.kind not in ("assigned", "looped") and line.text not in ("{", "}"):
            break
        plain = line.kind == "assigned" and line.indent == INDENT
        place = line.target.parts[0] if plain and is_component(line.target) else line.target
        if plain and place.kind == "name" and _is_number(line.tree):
            found.append(number)
    return found


def _is_number(tree: Node) -> bool:
    """True if a tree has no variables."""
    return all(name(each) in (TRUE, FALSE) for each in names(tree))


def _is_whole(line: Line, variable: str) -> bool:
    """True if a line overwrites all of a variable."""
    if line.kind != "assigned" or line.target != name(variable):
        return False
    return variable not in names(line.tree)


def _mentions(line: Line) -> set[str]:
    return {*line.used(), line.changed()} if line.kind == "assigned" else set(line.used())


def _as_outputs(lines, variables, types):
    """Replaces results that are only copied to outputs by these outputs."""
    uses: dict[str, list[Line]] = {}
    for line in lines:
        for each in _mentions(line):
            uses.setdefault(each, []).append(line)
    places, function = {}, ""
    for line in lines:
        function = line.text if line.text.startswith("void ") else function
        ends = function == MAIN and line.kind == "assigned" and line.indent == INDENT
        if not ends or line.target.kind != "name":
            continue
        output, result = line.target.text, line.tree.text
        if line.tree.kind != "name" or output in variables or result in places:
            continue
        same = result in variables and types.get(output) == variables[result]
        if same and uses[output] == [line] and uses[result][-1] is line:
            places[result] = name(output)
    return [found for line in lines if (found := _moved(line, places)) is not None]


def _moved(line: Line, places) -> Line | None:
    """Returns a line with other variables; None if it would copy one to itself."""

    def change(node):
        return places.get(node.text, node) if node.kind == "name" else node

    if line.tree is not None:
        line.tree = mapped(line.tree, change)
    if line.kind == "assigned":
        line.target = mapped(line.target, change)
        if line.target == line.tree:
            return None
    return line


class _Scopes:
    """Lines, their blocks, and the lines that mention each variable."""

    def __init__(self, lines: list[Line]):
        self.lines = lines
        self.uses: dict[str, list[int]] = {}
        self._paths: list[tuple[int, ...]] = []  # for each line: the starts of its blocks
        self._opened: dict[int, int] = {}  # end of a block -> its start
        self._gone: set[int] = set()
        self._before: dict[int, list[Line]] = {}  # declarations, by the following line
        path: tuple[int, ...] = ()
        for place, line in enumerate(lines):
            if line.text == "}":
                self._opened[place] = path[-1]
                path = path[:-1]
            self._paths.append(path)
            if line.text == "{":
                path = (*path, place)
            for each in _mentions(line):
                self.uses.setdefault(each, []).append(place)
        self._first = set(first_values(lines))

    def declare(self, variable: str, type_: str) -> bool:
        """Declares a variable at its first use, and returns True if that is possible."""
        initial, uses = self._initial(variable)
        if not uses:
            return False
        paths = [self._paths[use] for use in uses]
        block = tuple(
            same[0]
            for same in takewhile(lambda each: len(set(each)) == 1, zip(*paths, strict=False))
        )
        first = self.lines[uses[0]]
        if block and paths[0] == block and _is_whole(first, variable):
            first.kind, first.type = "declared", type_
        elif block and initial is not None and self.lines[block[0] - 1].text in RUN_ONCE:
            block = self._outside_loops(block)
            value = self.lines[initial].tree
            self._before.setdefault(self._statement(uses[0], block), []).append(
                Line("declared", INDENT * len(block), type=type_, target=name(variable), tree=value)
            )
        else:
            return False
        self._gone |= {initial} - {None}
        return True

    def drop_unread_value(self, variable: str) -> None:
        """Removes the initial value of a variable that is overwritten before it is read."""
        initial, uses = self._initial(variable)
        later = [use for use in uses if initial is not None and use > initial]
        if not later or self._paths[initial] != self._paths[later[0]]:
            return
        between = self.lines[initial + 1 : later[0]]
        alone = all(self._paths[use][:1] == self._paths[initial] for use in uses)
        called = any(line.kind == "other" and line.text.endswith("();") for line in between)
        if (alone or not called) and _is_whole(self.lines[later[0]], variable):
            self._gone.add(initial)

    def take_value(self, variable: str) -> Node | None:
        """Removes and returns the initial value of a variable; None if it is removed already."""
        initial, _ = self._initial(variable)
        if initial is None or initial in self._gone:
            return None
        self._gone.add(initial)
        return self.lines[initial].tree

    def finished(self) -> list[Line]:
        """Returns the lines."""
        found = []
        for place, line in enumerate(self.lines):
            found += self._before.get(place, [])
            if place not in self._gone:
                found.append(line)
        return found

    def _initial(self, variable):
        """Returns the line of main that initializes a variable, or None, and the other uses."""
        uses = self.uses.get(variable, [])
        for use in uses:
            if use in self._first:
                whole = _is_whole(self.lines[use], variable)
                return (use, [each for each in uses if each != use]) if whole else (None, uses)
        return None, uses

    def _outside_loops(self, block):
        for depth, opened in enumerate(block):
            if self.lines[opened - 1].is_loop():
                return block[:depth]
        return block

    def _statement(self, use, block):
        """Returns the first line of the statement in a block that has a line, or of its comment."""
        path = self._paths[use]
        place = use if len(path) == len(block) else path[len(block)] - 1
        while self.lines[place].type.startswith("else") or self.lines[place].text == "else":
            place -= 1
            while place not in self._opened:
                place -= 1
            place = self._opened[place] - 1
        while self.lines[place - 1].kind == "comment":
            place -= 1
        return place
