"""Writes the subroutines of a text with nested blocks; the main program comes first."""

from __future__ import annotations

from softgl.asm.tgsi.write_branches import (
    END,
    RETURN,
    Exit,
    Graph,
    Line,
    Nested,
    TooDeep,
    dispatched,
    statements,
)
from softgl.asm.tgsi.write_text import ONES, Code
from softgl.ir.program import Program

OPENING = ("IF", "UIF", "ELSE", "BGNLOOP", "REP", "SWITCH")
CLOSING = ("ELSE", "ENDIF", "ENDLOOP", "ENDREP", "ENDSWITCH")
_CALLS = ("CAL", "CALLNZ")


class Subroutines:
    """The subroutines of one program.

    body : its lines; BRA has its condition in place of the text.
    at : label -> the number of the next line.
    """

    def __init__(self, program: Program, code: Code, body: list[Line], at: dict[str, int]):
        self._program, self._code, self._body, self._at = program, code, body, at
        branches = {number + 1 for number, line in enumerate(body) if line[0] == "BRA"}
        self._starts = sorted({0, len(body), *at.values(), *branches})
        self._last = {place: name for name, place in at.items()}  # the last label of each place
        self.lines: list[Line] = []
        self.places: dict[str, int] = {}

    def write(self) -> None:
        """Computes `lines`, and `places`: subroutine -> its first line."""
        if _jumps_from_blocks(self._body):
            self.lines = [("BRA", "BRA", t) if o == "BRA" else (o, s, t) for o, s, t in self._body]
            self.places = self._at
            return
        main = self._graph(self._at.get("main", 0), True)
        graphs = {"": main}
        new = [main]
        while new:
            called = {target for own, _ in new.pop().blocks.values() for target in _called(own)}
            for name in sorted(called - graphs.keys()):
                graphs[name] = self._called_graph(name)
                new.append(graphs[name])
        ends = any(_ends(graph) for graph in graphs.values() if graph is not main)
        self._ended = f"TEMP[{self._code.keep()}].x" if ends else None
        for name, graph in sorted(graphs.items(), key=lambda item: (item[0] != "", item[1].entry)):
            self.places[name] = len(self.lines)
            self.lines += self._nested(graph, name)
            if len(graphs) > 1:
                self.lines.append(RETURN)

    def _called_graph(self, name: str) -> Graph:
        place = self._at[name]
        if self._program.subroutines and self._last[place] != name:
            # A label that another follows at once is an empty subroutine.
            return Graph(place, {place: ([], Exit())})
        return self._graph(place, False)

    def _graph(self, entry: int, at_top: bool) -> Graph:
        """Returns the graph reachable from a line; at_top : True to fall through labels."""
        followers = dict(zip(self._starts, [*self._starts[1:], None], strict=True))
        labels = set() if at_top or not self._program.subroutines else set(self._at.values())
        blocks: dict[int, tuple[list[Line], Exit]] = {}
        new = [entry]
        while new:
            start = new.pop()
            if start not in blocks:
                end = followers[start]
                blocks[start] = self._block(start, end, end in labels)
                new += blocks[start][1].successors
        if not at_top and not self._program.subroutines and len(self._body) in blocks:
            blocks[len(self._body)] = [], Exit(ends=True)
        return Graph(entry, blocks)

    def _block(self, start: int, end: int | None, returns: bool) -> tuple[list[Line], Exit]:
        own = self._body[start:end]
        if not own:
            return own, Exit()
        opcode, condition, target = own[-1]
        on = None if returns else end
        if opcode == "BRA":
            return own[:-1], Exit(condition, self._at[target], on if condition else None)
        return (own[:-1], Exit()) if own[-1] == RETURN else (own, Exit(taken=on))

    def _nested(self, graph: Graph, name: str) -> list[Line]:
        code, end = self._code, []
        if self._ended and name:
            end = [code.line("MOV", self._ended, code.word(ONES)), RETURN]
        blocks = {n: (self._ending(own, end), exit_) for n, (own, exit_) in graph.blocks.items()}
        graph = Graph(graph.entry, blocks)
        if graph.reducible:
            try:
                return Nested(code, end).write(statements(graph), frozenset({("return",)}))
            except TooDeep:
                pass
        return dispatched(code, graph, end)

    def _ending(self, own: list[Line], end: list[Line]) -> list[Line]:
        """Returns the lines, with a return after each call that may have ended the program.

        end : the lines that end the program, if a return is not enough.
        """
        lines, test = [], []
        if self._ended:
            test = [self._code.line("UIF", None, self._ended), RETURN, ("ENDIF", "ENDIF", None)]
        for line in own:
            lines += (end or [RETURN]) if line == END else [line]
            lines += test if line[0] in _CALLS else []
        return lines


def _ends(graph: Graph) -> bool:
    """True if the program may end in a subroutine."""
    return any(exit_.ends or END in own for own, exit_ in graph.blocks.values())


def _called(lines: list[Line]) -> set[str]:
    return {target for opcode, _, target in lines if opcode in _CALLS}


def _jumps_from_blocks(lines: list[Line]) -> bool:
    """True if a branch leads out of an IF or a loop, as only TGSI's own can."""
    depth = 0
    for opcode, _, _ in lines:
        depth += (opcode in OPENING) - (opcode in CLOSING)
        if opcode == "BRA" and depth:
            return True
    return False
