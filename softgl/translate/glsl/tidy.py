"""Texts that are to be read, put in order once all their statements are there.

The writers make a statement of each operation on one component. Here values that are used once go
to where they are used, registers that control flow keeps apart become vectors again, and what is
done to components becomes operations on vectors. One instruction stays one statement, under its
comment, where it can be one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from softgl.translate.glsl.expressions import (
    Node,
    mapped,
    member,
    name,
    names,
    walk,
    written,
)
from softgl.translate.glsl.lines import WORD, Line, is_constant, is_place, name_of, parsed
from softgl.translate.glsl.simplify import (
    VECTORS,
    is_component,
    simplified,
    swizzled,
)
from softgl.translate.glsl.vectors import Apart, is_literal, shape, together
from softgl.translate.names import Scope

LETTERS = "xyzw"
LARGEST = 24  # parts of an expression that others are put into
_PLAIN = re.compile(r"(\w+) (\w+);$")
_COMPONENT = re.compile(r"(\w+)_([xyzw])_(\d+)$")
_STAYS = re.compile(r"(texture|texelFetch|shadow|dFd)")
"""Functions that look at neighbours: they are called where they were."""


def tidy(
    code: list[str], declared: list[str], types: dict[str, str], version: int
) -> tuple[list[str], list[str]]:
    """Lines of functions, and the declarations of their variables: both anew.

    types : of what the text declares besides, by name; of arrays that of an element.
    version : of GLSL.
    """
    return _Tidy(code, declared, types, version).run()


class _Tidy:
    def __init__(self, code, declared, types, version):
        self.lines = [parsed(line) for line in code]
        self.types, self.version = dict(types), version
        others = (line.used() for line in self.lines if line.kind == "other")
        self.scope = Scope({*types, *(each for line in others for each in line)})
        self.kept = [line for line in declared if not _PLAIN.match(line)]
        plain = (_PLAIN.match(line) for line in declared)
        self.variables = {found[2]: found[1] for found in plain if found}

    def run(self):
        """Everything, in order."""
        self._settle()
        self._retype()
        self._keep_known()
        self._drop_unread()
        self._join_registers()
        self._settle()
        self._vectorise()
        self._settle(to_registers=True)
        self._rename()
        declared = [f"{type_} {each};" for each, type_ in self.variables.items()]
        return [line.written() for line in self.lines], [*self.kept, *declared]

    def width_of(self, tree) -> int | None:
        """How many components a tree has, where that is known."""
        if tree.kind == "index" and tree.parts[0].kind == "name":
            tree = tree.parts[0]
        if tree.kind == "call":
            return VECTORS.get(tree.text)
        if tree.kind != "name":
            return None
        return VECTORS.get(self.types.get(tree.text) or self.variables.get(tree.text, ""))

    # -- values to where they are used -------------------------------------------------------------

    def _settle(self, to_registers=False):
        """Simplify, and put values where they are used, until nothing changes.

        to_registers : whether also to the end of the way, into registers: what is there is no
            value of its own any more, which would go with others.
        """
        for _ in range(12):
            self._simplify()
            if not self._inline(to_registers):
                break
        self._simplify()

    def _simplify(self):
        for line in self.lines:
            if line.kind == "declared":
                self.types[line.name] = line.type
        for line in self.lines:
            if line.tree is not None:
                line.tree = simplified(line.tree, self.width_of)

    def _mutable(self):
        found = set(self.variables)
        for line in self.lines:
            if line.kind == "assigned":
                found.add(line.changed())
            elif line.kind == "other" and line.text.startswith(("for", "int ")):
                found |= set(WORD.findall(line.text))
        return found

    def _inline(self, to_registers) -> bool:
        """Put values where they are used; whether there were any."""
        uses: dict[str, list[int]] = {}
        for place, line in enumerate(self.lines):
            for each in line.used():
                uses.setdefault(each, []).append(place)
        mutable, changed, gone = self._mutable(), {}, set()
        parts = self._parts()
        for place, line in enumerate(self.lines):
            if line.kind != "declared":
                continue
            if line.name not in uses:
                gone.add(place)
                continue
            # A value that others were just put into waits for the next round.
            if not changed.keys().isdisjoint(names(line.tree)):
                continue
            last = self.lines[uses[line.name][-1]]
            held = last.tree is not None and not to_registers and _is_end(last, line.target)
            if held and not is_place(line.tree) and not is_literal(line.tree):
                continue
            if self._goes(place, uses[line.name], mutable, parts):
                changed[line.name] = line.tree
                gone.add(place)
        if changed:
            for line in self.lines:
                if line.tree is not None:
                    line.tree = mapped(
                        line.tree,
                        lambda node: changed.get(node.text, node) if node.kind == "name" else node,
                    )
        self.lines = [line for place, line in enumerate(self.lines) if place not in gone]
        return bool(gone)

    def _parts(self):
        """The number of the instruction that each line is of: how many comments are before it."""
        numbers, count = [], 0
        for line in self.lines:
            count += line.kind == "comment"
            numbers.append(count)
        return numbers

    def _goes(self, place, uses, mutable, parts) -> bool:
        line, last = self.lines[place], uses[-1]
        if any(self.lines[use].kind == "other" for use in uses):
            return False
        tree, between = line.tree, self.lines[place + 1 : last]
        inside = {each.text for each in walk(tree) if each.kind == "name"} & mutable
        if inside and any(
            each.kind in ("other", "tested")
            or (each.kind == "assigned" and each.changed() in inside)
            for each in between
        ):
            return False
        if is_literal(tree) or is_place(tree):
            return True
        if len(uses) > 1 or any(
            each.kind == "call" and _STAYS.match(each.text) for each in walk(tree)
        ):
            return False
        if any(each.kind == "other" and each.text.startswith("for") for each in between) or any(
            each.kind == "tested" and each.type == "while" for each in between
        ):
            return False
        if line.type != "bool" and parts[place] != parts[last]:
            return False
        return sum(1 for _ in walk(tree)) + sum(1 for _ in walk(self.lines[last].tree)) < LARGEST

    # -- registers -----------------------------------------------------------------------------

    def _retype(self):
        """Make floats of the variables that hold the bits of floats."""
        given: dict[str, list[Node]] = {}
        wrapped, bare = Counter(), Counter()
        for line in self.lines:
            if line.kind == "assigned" and line.target.kind == "name":
                given.setdefault(line.target.text, []).append(line.tree)
            if line.tree is not None:
                for each in walk(line.tree):
                    if each.kind == "call" and each.text == "uintBitsToFloat":
                        wrapped.update(p.text for p in each.parts if p.kind == "name")
                    if each.kind == "name":
                        bare[each.text] += 1
            elif line.kind == "other":
                bare.update(2 * WORD.findall(line.text))
        chosen = {
            each
            for each, type_ in self.variables.items()
            if type_ == "uint" and 2 * wrapped[each] >= bare[each]
            and all(_as_float(tree) is not None for tree in given.get(each, ()))
        }  # fmt: skip

        def change(node):
            if node.kind == "call" and node.text == "uintBitsToFloat":
                (part,) = node.parts
                if part.kind == "call" and part.text == "floatBitsToUint":
                    return part.parts[0]
            if node.kind == "name" and node.text in chosen:
                return Node("call", "floatBitsToUint", (node,))
            return node

        for line in self.lines:
            if line.tree is None:
                continue
            if line.kind == "assigned" and line.target.text in chosen:
                line.tree = _as_float(line.tree)
            line.tree = mapped(line.tree, change)
        self.variables |= dict.fromkeys(chosen, "float")

    def _drop_unread(self):
        """Leave out variables that nothing reads."""
        while True:
            read_ = {each for line in self.lines for each in line.used()}
            unread = self.variables.keys() - read_
            if not unread:
                return
            self.lines = [
                line for line in self.lines
                if line.kind != "assigned" or line.changed() not in unread
            ]  # fmt: skip
            self.variables = {k: v for k, v in self.variables.items() if k not in unread}

    def _keep_known(self):
        """Put what is known of truth values where they are read, until control flow joins."""
        given: dict[str, set[Node]] = {}
        for line in self.lines:
            if line.kind == "assigned":
                given.setdefault(line.changed(), set()).add(line.tree)
        always = {
            each: trees.pop()
            for each, trees in given.items()
            if each in self.variables and len(trees) == 1 and is_constant(next(iter(trees)))
        }
        mutable, now = self._mutable(), dict(always)

        def change(node):
            return now.get(node.text, node) if node.kind == "name" else node

        before = None
        for line in self.lines:
            if line.kind == "other" and not (
                line.text == "{" and before.kind == "tested" and before.type != "while"
            ):
                now = dict(always)
            if line.tree is not None and not (line.kind == "tested" and line.type == "while"):
                line.tree = mapped(line.tree, change)
            if line.kind == "assigned":
                each = line.changed()
                if each not in always:
                    now.pop(each, None)
                    if self.variables.get(each) == "bool" and mutable.isdisjoint(names(line.tree)):
                        now[each] = line.tree
            before = line if line.kind != "comment" else before

    def _join_registers(self):
        """Make vectors of the variables that are components of one register."""
        registers: dict[tuple, dict[str, str]] = {}
        for each, type_ in self.variables.items():
            found = _COMPONENT.match(each)
            if found and type_ in ("float", "int", "uint"):
                registers.setdefault((found[1], found[3], type_), {})[found[2]] = each
        places = {}
        for (stem, _, type_), components in registers.items():
            width = max(map(LETTERS.index, components)) + 1
            if len(components) == 1:
                ((letter, each),) = components.items()
                whole = f"{stem if letter == 'x' else f'{stem}_{letter}'}_v_{len(places)}_0"
                places[each] = name(whole)
                self.variables[whole] = self.variables.pop(each)
                continue
            whole = f"{stem}_v_{len(places)}_0"
            prefix = {"float": "", "int": "i", "uint": "u"}[type_]
            for letter, each in components.items():
                places[each] = member(name(whole), letter)
                del self.variables[each]
            self.variables[whole] = f"{prefix}vec{width}"

        self._replace(places)

    # -- vectors -----------------------------------------------------------------------------------

    def _vectorise(self):
        """Make statements on vectors, within each instruction."""
        made, places = [], {}
        for stretch in self._stretches():
            gives = stretch[0].kind in ("declared", "assigned")
            made += self._of_stretch(stretch, places) if gives else stretch
        self.lines = made
        self._replace(places)

    def _stretches(self) -> Iterator[list[Line]]:
        """Consecutive lines that give values, of one instruction; or one other line."""
        stretch: list[Line] = []
        for line in self.lines:
            if line.kind in ("declared", "assigned"):
                stretch.append(line)
                continue
            if stretch:
                yield stretch
            yield [line]
            stretch = []
        if stretch:
            yield stretch

    def _of_stretch(self, lines, places):
        lines, number = list(lines), 0
        while number < len(lines):
            group = self._alike(lines, number)
            for count in range(len(group), 1, -1):
                found = self._joined([lines[each] for each in group[:count]], places)
                if found is not None:
                    last = group[count - 1]
                    lines[last] = found
                    for each in group[: count - 1]:
                        lines[each] = None
                    lines = [line for line in lines if line is not None]
                    number -= 1
                    break
            number += 1
        return lines

    def _alike(self, lines, number):
        """The numbers of up to four lines that may be one, the first one's among them."""
        first, group = lines[number], [number]
        form = shape(first.tree)
        stores = first.kind == "assigned"
        if first.kind == "declared" and (first.type != "float" or form == "@"):
            return group
        if stores and not self._is_of_floats(first.target):
            return group
        taken = {first.name} if not stores else {written(first.target)}
        for other in range(number + 1, len(lines)):
            line = lines[other]
            shown = {written(each) for each in walk(line.tree)} | set(line.used())
            if stores and name_of(first.target) in {
                each.text for each in walk(line.tree)
                if each.kind == "name" and not self._in_component(line.tree, each)
            }:  # fmt: skip
                break
            if line.kind != first.kind or taken & shown:
                break
            if stores:
                if not is_component(line.target) or line.target.parts != first.target.parts:
                    break
                taken.add(written(line.target))
            else:
                if line.type != first.type or shape(line.tree) != form:
                    break
                taken.add(line.name)
            group.append(other)
            if len(group) == 4:
                break
        return group

    def _is_of_floats(self, tree) -> bool:
        """Whether a place is a component of a vector of floats."""
        if not is_component(tree) or tree.parts[0].kind != "name":
            return False
        whole = tree.parts[0].text
        return (self.variables.get(whole) or self.types.get(whole, "")).startswith("vec")

    @staticmethod
    def _in_component(tree, inner):
        return any(is_component(each) and inner in each.parts for each in walk(tree))

    def _joined(self, lines, places):
        """One line in the place of several, or None."""
        trees = [line.tree for line in lines]
        first = lines[0]
        try:
            tree = together(trees, self.version, self.width_of)
        except Apart:
            if first.kind == "declared":
                return None
            if not all(shape(each) == "@" for each in trees):
                return None
            tree = Node("call", f"vec{len(trees)}", tuple(trees))
        tree = simplified(tree, self.width_of)
        if first.kind == "assigned":
            letters = "".join(line.target.text for line in lines)
            if len(set(letters)) < len(letters):
                return None
            target = swizzled(first.target.parts[0], letters, self.width_of)
            return Line("assigned", first.indent, target=target, tree=tree)
        whole = name(f"{_stem(first.name)}_v_{len(places)}_1")
        for letter, line in zip(LETTERS, lines, strict=False):
            places[line.name] = member(whole, letter)
        self.types[whole.text] = f"vec{len(lines)}"
        return Line("declared", first.indent, type=f"vec{len(lines)}", target=whole, tree=tree)

    # -- names -----------------------------------------------------------------------------------

    def _rename(self):
        """Number the values of a register as they come, without gaps."""
        found = {each: self.scope.new(_stem(each)) for each in self.variables}
        self.variables = {found[each]: type_ for each, type_ in self.variables.items()}
        for line in self.lines:
            if line.kind == "declared":
                found[line.name] = self.scope.new(_stem(line.name))

        self._replace({old: name(new) for old, new in found.items()})

    def _replace(self, places: dict[str, Node]) -> None:
        """Put trees in the place of variables, everywhere."""

        def change(node):
            return places.get(node.text, node) if node.kind == "name" else node

        def shown(found):
            return written(places[found[0]]) if found[0] in places else found[0]

        for line in self.lines:
            if line.tree is not None:
                line.tree = mapped(line.tree, change)
            if line.target is not None:
                line.target = mapped(line.target, change)
            if line.kind == "other":
                line.text = WORD.sub(shown, line.text)


def _stem(name_: str) -> str:
    """What a value is called after: its name without its number."""
    return re.sub(r"(_v_\d+)?(_\d+)?$", "", name_)


def _is_end(line: Line, value: Node) -> bool:
    """Whether all that a line does with a value is to store it, or to put it into a vector."""
    tree = line.tree
    inner = tree.parts[0] if tree.kind == "call" and len(tree.parts) == 1 else tree
    return (line.kind == "assigned" and inner == value) or any(
        each.kind == "call" and each.text in VECTORS and value in each.parts for each in walk(tree)
    )


def _as_float(tree):
    """The float whose bits a tree is, or None."""
    if tree.kind == "call" and tree.text == "floatBitsToUint":
        return tree.parts[0]
    if tree.kind == "number" and tree.text == "0u":
        return Node("number", "0.0")
    if tree.kind == "call" and tree.text == "uintBitsToFloat":
        return None
    if tree.kind == "name":
        return Node("call", "uintBitsToFloat", (tree,))
    return None
