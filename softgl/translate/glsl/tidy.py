"""Tidies readable texts once all their statements are written.

The writers make a statement of each operation on one component. This module inlines values that are
used once, joins registers that control flow keeps apart into vectors, and turns operations on
components into operations on vectors. One instruction remains one statement, under its comment,
where possible.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from softgl.translate.glsl.expressions import (
    Node,
    call,
    mapped,
    member,
    name,
    names,
    read,
    walk,
    written,
)
from softgl.translate.glsl.lines import WORD, Line, is_constant, is_place, name_of, parsed
from softgl.translate.glsl.readings import PREFIXES, WORDS, Reading
from softgl.translate.glsl.scopes import first_values, scoped
from softgl.translate.glsl.simplify import (
    VECTORS,
    is_component,
    simplified,
    swizzled,
)
from softgl.translate.glsl.text import INDENT
from softgl.translate.glsl.vectors import Apart, is_literal, shape, together
from softgl.translate.interfaces.names import Scope

LETTERS = "xyzw"
MAX_INLINED_PARTS = 24  # maximum parts of an expression after inlining
_PLAIN = re.compile(r"([\w\[\]]+) (\w+);$")
_COMPONENT = re.compile(r"(\w+)_([xyzw])_(\d+)$")
_STAYS = re.compile(r"(texture|texelFetch|shadow|dFd)")
"""Functions that use neighbouring fragments: they are not moved."""


def tidy(
    code: list[str],
    declared: list[str],
    types: dict[str, str],
    version: int,
    called: dict[str, str] | None = None,
    rewrite: Callable[[Node, dict], Node] = lambda tree, values: tree,
    readings: Iterable[Reading] = WORDS,
) -> tuple[list[str], list[str]]:
    """Returns new lines of functions, and new declarations of their variables.

    types : name -> type, of the text's other declarations; for arrays that of an element.
    version : the version of GLSL.
    called : expression -> a name for it; names in use are defined before the variables.
    rewrite : (part of an expression, values of variables that never change) -> its replacement.
    readings : the types that registers may be read as.
    """
    return _Tidy(code, declared, types, version, called or {}, rewrite, readings).run()


class _Tidy:
    def __init__(self, code, declared, types, version, called, rewrite, readings):
        self.rewrite, self.readings = rewrite, readings
        self.called = {read(text): name_ for text, name_ in called.items()}
        self.lines = [parsed(line) for line in code]
        self.types, self.version = dict(types), version
        others = (line.used() for line in self.lines if line.kind == "other")
        self.scope = Scope({*types, *(each for line in others for each in line)})
        self.others = [line for line in declared if not _PLAIN.match(line)]
        plain = (_PLAIN.match(line) for line in declared)
        self.variables = {found[2]: found[1] for found in plain if found}

    def run(self):
        """Runs all steps in order."""
        values = {line.name: line.tree for line in self.lines if line.kind == "declared"}
        for line in self.lines:
            if line.tree is not None:
                line.tree = mapped(line.tree, lambda node: self.rewrite(node, values))
                line.tree = mapped(line.tree, self._as_called)
        self._settle()
        self._drop_unread()
        for reading in self.readings:
            while self._retype(reading):
                pass
        self._keep_known()
        self._drop_unread()
        self._join_registers()
        self._settle()
        self._vectorise()
        self._settle(to_registers=True)
        self.lines, self.variables, values = scoped(self.lines, self.variables, self.types)
        found = self._rename()
        first = {found[each]: f" = {written(value)}" for each, value in values.items()}
        used = {each for line in self.lines for each in line.used()}
        defined = [
            f"#define {name_} {written(tree)}"
            for tree, name_ in self.called.items()
            if name_ in used
        ]
        declared = [
            f"{_as_declared(type_, each)}{first.get(each, '')};"
            for each, type_ in self.variables.items()
        ]
        gap = [""] if defined and (declared or self.others) else []
        code = [line.written() for line in self.lines]
        return code, [*defined, *gap, *self.others, *declared]

    def _as_called(self, tree):
        return name(self.called[tree]) if tree in self.called else tree

    def width_of(self, tree) -> int | None:
        """Returns the number of components of a tree, if known."""
        if tree.kind == "index":
            tree = tree.parts[0]
        if tree.kind == "call":
            return VECTORS.get(tree.text)
        if tree.kind not in ("name", "member"):
            return None
        shown = written(tree)
        return VECTORS.get(
            (self.types.get(shown) or self.variables.get(shown, "")).partition("[")[0]
        )

    # -- inlining ----------------------------------------------------------------------------------

    def _settle(self, to_registers=False):
        """Simplifies and inlines values until nothing changes.

        to_registers : True to inline into assignments of registers too; such a value can then not
            be joined with others.
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
            elif line.kind == "looped" or line.text.startswith("int "):
                found |= set(line.words())
        return found

    def _inline(self, to_registers) -> bool:
        """Inlines values, and returns True if there were any."""
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
            # A value that has just received others is inlined in the next round.
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
                    _replace_in(line, changed)
        self.lines = [line for place, line in enumerate(self.lines) if place not in gone]
        return bool(gone)

    def _parts(self):
        """Returns the number of each line's instruction: of the comments before it."""
        numbers, count = [], 0
        for line in self.lines:
            count += line.kind == "comment"
            numbers.append(count)
        return numbers

    def _goes(self, place, uses, mutable, parts) -> bool:
        line, last = self.lines[place], uses[-1]
        named = [self.lines[use] for use in uses if line.name in self.lines[use].words()]
        fixed = is_literal(line.tree) and not any(each.steps(line.name) for each in named)
        if named and not (fixed and all(each.kind == "looped" for each in named)):
            return False
        tree, between = line.tree, self.lines[place + 1 : last]
        inside = {each.text for each in walk(tree) if each.kind == "name"} & mutable
        if inside and any(
            each.kind in ("other", "tested", "looped")
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
        if any(each.is_loop() for each in between):
            return False
        if line.type != "bool" and parts[place] != parts[last]:
            return False
        return (
            sum(1 for _ in walk(tree)) + sum(1 for _ in walk(self.lines[last].tree))
            < MAX_INLINED_PARTS
        )

    # -- registers -----------------------------------------------------------------------------

    def _retype(self, reading: Reading) -> bool:
        """Gives variables and values the type that they are read as; True if any changed."""
        assigned: dict[str, list[Node]] = {}
        wrapped, uses = Counter(), Counter()
        for line in self.lines:
            if line.kind in ("assigned", "declared"):
                assigned.setdefault(name_of(line.target), []).append(line.tree)
            if line.tree is not None:
                for each in walk(line.tree):
                    if each.kind == "call" and each.text == reading.call:
                        wrapped.update(filter(None, map(self._variable, each.parts)))
                    if each.kind == "name":
                        uses[each.text] += 1
            uses.update(2 * line.words())
        chosen = {
            each
            for each in self._of_type(reading.old)
            if reading.is_usual(wrapped[each], uses[each])
            and all(reading.of(tree) is not None for tree in assigned.get(each, ()))
        }

        def change(node):
            inner = node.parts[0] if node.parts else node
            if inner.kind == "call" and inner.text == reading.back:
                if (node.kind, node.text) == ("call", reading.call):
                    return inner.parts[0]
                if node.kind == "member":
                    return call(reading.back, member(inner.parts[0], node.text))
            if node.kind != "member" and self._variable(node) in chosen:
                return call(reading.back, node)
            return node

        for line in self.lines:
            if line.tree is None:
                continue
            if line.target is not None and name_of(line.target) in chosen:
                line.tree = reading.of(line.tree)
                line.type = line.type and reading.new
            line.tree = mapped(line.tree, change)
        for each in chosen & self.variables.keys():
            self.variables[each] = reading.of_type(self.variables[each])
        return bool(chosen)

    def _of_type(self, type_: str) -> set[str]:
        """Returns the variables, values and arrays of vectors of numbers of a type."""
        held = {each for each, held_type in self.variables.items() if held_type == type_}
        vectors = f"{PREFIXES.get(type_)}vec"
        held |= {each for each, held_type in self.variables.items()
                 if "[" in held_type and held_type.startswith(vectors)}  # fmt: skip
        return held | {line.name for line in self.lines
                       if line.kind == "declared" and line.type == type_}  # fmt: skip

    def _variable(self, tree: Node) -> str | None:
        """Returns the variable of a tree, or the array that it is an element of, or None."""
        element = tree.parts[0] if tree.kind == "member" else tree
        if element.kind == "index":
            whole = name_of(element)
            return whole if "[" in self.variables.get(whole, "") else None
        plain = tree.kind == "name" and "[" not in self.variables.get(tree.text, "")
        return tree.text if plain else None

    def _drop_unread(self):
        """Removes variables that nothing reads."""
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
        """Replaces truth values by their known values, until control flow joins."""
        assigned: dict[str, set[Node]] = {}
        for line in self.lines:
            if line.kind == "assigned":
                assigned.setdefault(line.changed(), set()).add(line.tree)
        always = {
            each: trees.pop()
            for each, trees in assigned.items()
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
        """Joins variables that are components of one register into vectors."""
        registers: dict[tuple, dict[str, str]] = {}
        for each, type_ in self.variables.items():
            found = _COMPONENT.match(each)
            if found and type_ in PREFIXES:
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
            for letter, each in components.items():
                places[each] = member(name(whole), letter)
                del self.variables[each]
            self.variables[whole] = f"{PREFIXES[type_]}vec{width}"

        self._replace(places)
        self._join_first_values()

    def _join_first_values(self):
        """Initializes vectors at once, whose components were initialized one by one."""
        values: dict[Node, dict[str, Node]] = {}
        gone = [
            number
            for number in first_values(self.lines)
            if is_component(self.lines[number].target)
            and name_of(self.lines[number].target) in self.variables
        ]
        for line in (self.lines[number] for number in gone):
            values.setdefault(line.target.parts[0], {})[line.target.text] = line.tree
        joined = []
        for whole, components in values.items():
            type_ = self.variables[whole.text]
            rest = next(iter(components.values()))
            letters = LETTERS[: VECTORS[type_]]
            tree = Node("call", type_, tuple(components.get(letter, rest) for letter in letters))
            joined.append(Line("assigned", INDENT, target=whole, tree=tree))
        remaining = [line for number, line in enumerate(self.lines) if number not in set(gone)]
        begin = gone[0] if gone else 0
        self.lines = [*remaining[:begin], *joined, *remaining[begin:]]

    # -- vectors -----------------------------------------------------------------------------------

    def _vectorise(self):
        """Joins statements on components into statements on vectors, within each instruction."""
        lines, places = [], {}
        for stretch in self._stretches():
            for line in stretch:  # operands may have become vectors
                _replace_in(line, places)
            gives = stretch[0].kind in ("declared", "assigned")
            lines += self._of_stretch(stretch, places) if gives else stretch
        self.lines = lines
        self._replace(places)

    def _stretches(self) -> Iterator[list[Line]]:
        """Yields the consecutive lines with values of one instruction, or one other line."""
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
        """Returns the numbers of up to four lines that may be joined, from the first on."""
        first, group = lines[number], [number]
        form = shape(first.tree)
        stores = first.kind == "assigned"
        if first.kind == "declared" and (first.type != "float" or is_constant(first.tree)):
            return group
        if first.kind == "declared" and is_place(first.tree):
            return group
        if stores and not self._is_of_floats(first.target):
            return group
        targets = {first.name} if not stores else {written(first.target)}
        for other in range(number + 1, len(lines)):
            line = lines[other]
            shown = {written(each) for each in walk(line.tree)} | set(line.used())
            if stores and name_of(first.target) in {
                each.text for each in walk(line.tree)
                if each.kind == "name" and not self._in_component(line.tree, each)
            }:  # fmt: skip
                break
            if line.kind != first.kind or targets & shown:
                break
            if stores:
                if not is_component(line.target) or line.target.parts != first.target.parts:
                    break
                targets.add(written(line.target))
            else:
                if line.type != first.type or shape(line.tree) != form:
                    break
                targets.add(line.name)
            group.append(other)
            if len(group) == 4:
                break
        return group

    def _is_of_floats(self, tree) -> bool:
        """True if a place is a component of a vector of floats."""
        if not is_component(tree) or tree.parts[0].kind not in ("name", "index"):
            return False
        whole = name_of(tree)
        return (self.variables.get(whole) or self.types.get(whole, "")).startswith("vec")

    @staticmethod
    def _in_component(tree, inner):
        return any(is_component(each) and inner in each.parts for each in walk(tree))

    def _joined(self, lines, places):
        """Returns one line that replaces several, or None."""
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

    def _rename(self) -> dict[str, str]:
        """Renumbers the values of a register without gaps; returns old names -> new names."""
        found = {each: self.scope.new(_stem(each)) for each in self.variables}
        self.variables = {found[each]: type_ for each, type_ in self.variables.items()}
        for line in self.lines:
            if line.kind == "declared":
                found[line.name] = self.scope.new(_stem(line.name))

        self._replace({old: name(new) for old, new in found.items()})
        return found

    def _replace(self, places: dict[str, Node]) -> None:
        """Replaces variables by trees, everywhere."""

        for line in self.lines:
            _replace_in(line, places)


def _replace_in(line: Line, places: dict[str, Node]) -> None:
    """Replaces variables by trees in a line."""

    def change(node):
        return places.get(node.text, node) if node.kind == "name" else node

    def shown(found):
        return written(places[found[0]]) if found[0] in places else found[0]

    if line.tree is not None:
        line.tree = mapped(line.tree, change)
    if line.target is not None:
        line.target = mapped(line.target, change)
    if line.kind in ("other", "looped"):
        line.type, line.text = (WORD.sub(shown, text) for text in (line.type, line.text))


def _stem(name_: str) -> str:
    """Returns the name of a value without its number."""
    return re.sub(r"(_v_\d+)?(_\d+)?$", "", name_)


def _is_end(line: Line, value: Node) -> bool:
    """True if a line only stores a value, or puts it into a vector."""
    tree = line.tree
    inner = tree.parts[0] if tree.kind == "call" and len(tree.parts) == 1 else tree
    return (line.kind == "assigned" and inner == value) or any(
        each.kind == "call" and each.text in VECTORS and value in each.parts for each in walk(tree)
    )


def _as_declared(type_: str, name_: str) -> str:
    """Returns a declaration: `vec4[3]` and `a` are `vec4 a[3]`."""
    element, bracket, count = type_.partition("[")
    return f"{element} {name_}{bracket}{count}"
