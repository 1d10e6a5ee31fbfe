"""Structures free branches as blocks: IF, loops that BRK leaves, and calls of subroutines.

The instructions of a text become blocks with exits, and each subroutine the graph of its reachable
blocks. If every loop of the graph has one entry, the dominators give the nesting of blocks (Ramsey,
"Beyond Relooper"): a block where paths meet follows all that leads to it, and a branch to it leaves
the enclosing blocks. Any other graph is written as one loop with a SWITCH on the number of the next
block.
"""

from __future__ import annotations

from dataclasses import field
from functools import cached_property

from softgl.asm.tgsi.write_text import Code
from softgl.records import dataclass

Line = tuple[str, str, str | None]
Jump = tuple[str, int]  # "BRK" or "CONT", and the block that it leads to
_MAX_BLOCK_DEPTH = 60  # nested blocks; TGSI allows 64
_JUMPS = ("BRK", "CONT", "RET")
RETURN = ("RET", "RET", None)
END = ("END", "END", None)
"""The end of the program, also in a subroutine; `Subroutines` expands it."""


class TooDeep(Exception):
    """The blocks would nest deeper than TGSI allows."""


@dataclass(frozen=True)
class Exit:
    """The exit of a block: to `taken` where the mask `condition` is set, else to `otherwise`.

    Without a condition ("") always to `taken`. None is the end of the subroutine; `ends` is True if
    the program ends.
    """

    condition: str = ""
    taken: int | None = None
    otherwise: int | None = None
    ends: bool = False

    @property
    def successors(self) -> list[int]:
        """The blocks that may follow."""
        both = (self.taken, self.otherwise) if self.condition else (self.taken,)
        return [block for block in both if block is not None]


@dataclass
class Graph:
    """The blocks of one subroutine: number -> its instructions and its exit."""

    entry: int
    blocks: dict[int, tuple[list[Line], Exit]]

    @cached_property
    def order(self) -> dict[int, int]:
        """Block -> its place in reverse postorder."""
        after, seen = [], {self.entry}
        path = [(self.entry, iter(self.successors(self.entry)))]
        while path:
            block, ahead = path[-1]
            found = next((other for other in ahead if other not in seen), None)
            if found is None:
                after.append(block)
                path.pop()
            else:
                seen.add(found)
                path.append((found, iter(self.successors(found))))
        return {block: place for place, block in enumerate(reversed(after))}

    def successors(self, block: int) -> list[int]:
        return self.blocks[block][1].successors

    @cached_property
    def before(self) -> dict[int, list[int]]:
        """Block -> its predecessors."""
        found: dict[int, list[int]] = {block: [] for block in self.order}
        for block in self.order:
            for other in self.successors(block):
                found[other].append(block)
        return found

    @cached_property
    def dominators(self) -> dict[int, int]:
        """Block -> its immediate dominator; the entry -> itself."""
        order, found = self.order, {self.entry: self.entry}
        changed = True
        while changed:
            changed = False
            for block in list(order)[1:]:
                first, *others = [b for b in self.before[block] if b in found]
                for other in others:
                    while first != other:
                        if order[first] > order[other]:
                            first = found[first]
                        else:
                            other = found[other]
                changed |= found.get(block) != first
                found[block] = first
        return found

    def dominates(self, one: int, other: int) -> bool:
        """True if every path to the other leads through the one."""
        while other != one and other != self.entry:
            other = self.dominators[other]
        return other == one

    def leads_back(self, block: int, other: int) -> bool:
        """True if a branch from a block to another goes backward, or to itself."""
        return self.order[other] <= self.order[block]

    @cached_property
    def reducible(self) -> bool:
        """True if every loop has one entry."""
        return all(
            self.dominates(other, block)
            for block in self.order
            for other in self.successors(block)
            if self.leads_back(block, other)
        )

    def meets(self, block: int) -> bool:
        """True if several paths lead forward to a block."""
        return sum(not self.leads_back(other, block) for other in self.before[block]) > 1

    @cached_property
    def loops(self) -> dict[int, set[int]]:
        """The first block of each loop -> all its blocks, for a reducible graph."""
        found: dict[int, set[int]] = {}
        for first in self.order:
            new = [block for block in self.before[first] if self.leads_back(block, first)]
            loop = {first} if new else set()
            while new:
                block = new.pop()
                if block not in loop:
                    loop.add(block)
                    new += self.before[block]
            if loop:
                found[first] = loop
        return found


# Statements: a line; ("if", condition, statements, statements); ("loop" or "block", number of a
# block, statements), where a loop's statements begin with the block, and a block's precede it;
# ("jump", "BRK" or "CONT", number); ("return",) and ("end",).


def statements(graph: Graph) -> list[tuple]:
    """Returns the nested blocks of a reducible graph."""
    return _Nesting(graph).run(graph.entry)


class _Nesting:
    """Finds the statements of a graph.

    The blocks where paths from a block meet follow its own statements; the blocks after a loop
    follow the loop.
    """

    def __init__(self, graph: Graph):
        self._graph = graph
        self._inside: dict[int, list[int]] = {}
        self._behind: dict[int, list[int]] = {}
        self._placed: set[int] = set()
        for block in list(graph.order)[1:]:
            above = graph.dominators[block]
            left = [h for h, loop in graph.loops.items() if above in loop and block not in loop]
            if left:
                outermost = max(left, key=lambda header: len(graph.loops[header]))
                self._behind.setdefault(outermost, []).append(block)
            elif graph.meets(block):
                self._inside.setdefault(above, []).append(block)
            else:
                continue
            self._placed.add(block)

    def run(self, block: int, depth=0, behind=None, inside=False) -> list[tuple]:
        """Returns the statements from a block on, at a depth of nesting.

        behind : the blocks that follow it, None for all.
        inside : True within the loop that it begins.
        """
        found: list[tuple] = []
        while True:
            if depth > _MAX_BLOCK_DEPTH:
                raise TooDeep
            if behind is None:
                known = self._behind if block in self._graph.loops else self._inside
                behind = known.get(block, [])
            if behind:
                *others, last = behind
                found.append(("block", last, self.run(block, depth + 1, others, inside)))
                block, behind, inside = last, None, False
                continue
            if block in self._graph.loops and not inside:
                body = self.run(block, depth + 1, self._inside.get(block, []), True)
                return [*found, ("loop", block, body)]
            found += self._graph.blocks[block][0]
            exit_ = self._graph.blocks[block][1]
            if exit_.condition or exit_.taken is None or self._jumps(block, exit_.taken):
                return [*found, *self._leave(block, depth)]
            block, behind, inside = exit_.taken, None, False

    def _jumps(self, block: int, other: int) -> bool:
        """True if the successor of a block is placed elsewhere."""
        return other in self._placed or self._graph.leads_back(block, other)

    def _leave(self, block: int, depth: int) -> list[tuple]:
        exit_ = self._graph.blocks[block][1]
        if exit_.ends:
            return [("end",)]
        if not exit_.condition:
            return self._branch(block, exit_.taken, depth)
        both = (self._branch(block, b, depth + 1) for b in (exit_.taken, exit_.otherwise))
        return [("if", exit_.condition, *both)]

    def _branch(self, block: int, other: int | None, depth: int) -> list[tuple]:
        if other is None:
            return [("return",)]
        if not self._jumps(block, other):
            return self.run(other, depth)
        return [("jump", "CONT" if self._graph.leads_back(block, other) else "BRK", other)]


def _leaves_early(body: list[tuple], block: int, last: bool = True) -> bool:
    """True if a branch to a block is not at the end of the statements before it."""
    for number, one in enumerate(body, 1):
        at_end = last and number == len(body)
        if one[0] == "jump":
            found = one[1:] == ("BRK", block) and not at_end
        elif one[0] == "if":
            found = any(_leaves_early(part, block, at_end) for part in one[2:])
        elif one[0] == "loop":
            found = not at_end and _leaves_early(one[2], block, False)  # there BRK leads to it
        else:
            found = one[0] == "block" and _leaves_early(one[2], block, False)
        if found:
            return True
    return False


@dataclass
class _Loop:
    """A loop around the current statement: its targets of BRK and CONT, and further jumps out."""

    leaves: frozenset[Jump]
    continues: Jump | None
    further: list[Jump] = field(default_factory=list)


class Nested:
    """Writes statements; end : the lines that end the program, if a return is not enough."""

    def __init__(self, code: Code, end: list[Line]):
        self._code, self._end = code, end
        self._loops: list[_Loop] = []

    def write(self, body: list[tuple], after: frozenset = frozenset()) -> list[Line]:
        """Returns the lines; after : the jumps, or ("return",), that equal falling through."""
        lines: list[Line] = []
        for number, one in enumerate(body, 1):
            then = after if number == len(body) else frozenset()
            lines += self._statement(one, then)
        return lines

    def _statement(self, one: tuple, after: frozenset) -> list[Line]:
        match one[0]:
            case "if":
                return self._if(*one[1:], after)
            case "loop":
                jump = ("CONT", one[1])
                return self._loop(one[2], _Loop(after, jump), frozenset({jump}), [])
            case "block":
                jump = frozenset({("BRK", one[1])})
                if not _leaves_early(one[2], one[1]):
                    return self.write(one[2], jump)
                return self._loop(one[2], _Loop(jump, None), jump, [("BRK", "BRK", None)])
            case "jump":
                return self._jump(one[1:], after)
            case "return":
                return [] if ("return",) in after else [RETURN]
            case "end":
                return self._end if self._end else self._statement(("return",), after)
        return [one]

    def _if(self, condition: str, first, second, after: frozenset) -> list[Line]:
        then_lines, else_lines = self.write(first, after), self.write(second, after)
        opening, end = [], ("ENDIF", "ENDIF", None)
        if not then_lines:
            then_lines, else_lines = else_lines, []
            if not then_lines:
                return []
            opening = self._lines(("NOT", self._mask, condition))
            condition = self._mask
        opening += self._lines(("UIF", None, condition))
        if then_lines[-1][0] in _JUMPS or not else_lines:
            return [*opening, *then_lines, end, *else_lines]
        return [*opening, *then_lines, ("ELSE", "ELSE", None), *else_lines, end]

    def _loop(self, body, loop: _Loop, after: frozenset, closing: list[Line]) -> list[Line]:
        self._loops.append(loop)
        lines = [("BGNLOOP", "BGNLOOP", None), *self.write(body, after)]
        if lines[-1][0] not in _JUMPS:
            lines += closing
        lines.append(("ENDLOOP", "ENDLOOP", None))
        self._loops.pop()
        if loop.further:
            lines = [*self._set_next(-1), *lines]
        for jump in loop.further:
            number = self._code.word(_number(jump))
            lines += self._lines(
                ("USEQ", self._mask, self._next, number), ("UIF", None, self._mask)
            )
            lines += [*self._jump(jump, frozenset()), ("ENDIF", "ENDIF", None)]
        return lines

    def _jump(self, jump: Jump, after: frozenset) -> list[Line]:
        if jump in after:
            return []
        loop = self._loops[-1]
        if jump in loop.leaves:
            return [("BRK", "BRK", None)]
        if jump == loop.continues:
            return [("CONT", "CONT", None)]
        if jump not in loop.further:
            loop.further.append(jump)
        return [*self._set_next(_number(jump)), ("BRK", "BRK", None)]

    def _set_next(self, number: int) -> list[Line]:
        return self._lines(("MOV", self._next, self._code.word(number)))

    @cached_property
    def _next(self) -> str:
        """The number of the jump that leaves several loops."""
        return f"TEMP[{self._code.keep()}].x"

    @cached_property
    def _mask(self) -> str:
        return f"TEMP[{self._code.keep()}].x"

    def _lines(self, *instructions) -> list[Line]:
        return [self._code.line(*one) for one in instructions]


def _number(jump: Jump) -> int:
    """Returns the number of a jump in the temporary of the next block."""
    return 2 * jump[1] + (jump[0] == "CONT")


def dispatched(code: Code, graph: Graph, end: list[Line]) -> list[Line]:
    """Returns a graph of any shape as a loop with a SWITCH on the number of the next block."""
    following = f"TEMP[{code.keep()}].x"
    lines = [code.line("MOV", following, code.word(graph.entry)), ("BGNLOOP", "BGNLOOP", None)]
    lines.append(code.line("SWITCH", None, following))
    nowhere = 1 + max(graph.order)  # whose case returns
    for block in graph.order:
        own, exit_ = graph.blocks[block]
        lines += [code.line("CASE", None, code.word(block)), *own]
        if exit_.ends or not exit_.successors:
            lines += end if exit_.ends and end else [RETURN]
            continue
        both = exit_.taken, exit_.otherwise
        target, else_target = (code.word(nowhere if b is None else b) for b in both)
        if exit_.condition:
            lines.append(code.line("UCMP", following, exit_.condition, target, else_target))
        else:
            lines.append(code.line("MOV", following, target))
        lines.append(("BRK", "BRK", None))
    lines += [code.line("CASE", None, code.word(nowhere)), RETURN]
    return [*lines, ("ENDSWITCH", "ENDSWITCH", None), ("ENDLOOP", "ENDLOOP", None)]
