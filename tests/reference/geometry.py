"""Geometry programs again: the vertices and shapes that one primitive becomes, as lists."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise

from tests.reference.arithmetic import wrap
from tests.reference.interpreter import Lane
from tests.reference.text import NUMBER, Instruction, Parser

VERTICES = {"POINTS": 1, "LINES": 2, "LINES_ADJACENCY": 4, "TRIANGLES": 3}
VERTICES["TRIANGLES_ADJACENCY"] = 6
EACH = "each"
UNWRITTEN = [0, 0, 0, 0x3F800000]


class GeometryParser(Parser):
    """The text of a geometry program; it trusts its input, as the other one.

    An attribute's variable, or else its operand, has a `vertex`: a number, EACH, or (number,
    register, component) of one that is chosen.
    """

    def __init__(self, source):
        super().__init__(source)
        self.declared = {}
        self.vertex = None

    def statement(self):
        word = self.peek()
        if word in ("PRIMITIVE_IN", "PRIMITIVE_OUT", "VERTICES_OUT"):
            self.take()
            self.declared[word] = self.take()
            self.take(";")
        elif word in ("EMIT", "ENDPRIM") and self.tokens[self.at + 1] == ";":
            self.instructions.append(Instruction(self.take()))
            self.take(";")
        else:
            super().statement()

    def declaration(self, type_):
        word, name = self.peek(), self.tokens[self.at + 1]
        super().declaration(type_)
        if word == "ATTRIB":
            self.variables[name].vertex = self.vertex

    def binding(self):
        self.vertex = None
        if self.peek() == "vertex":
            self.vertex = EACH
            if self.tokens[self.at + 1] == "[":
                self.vertex = int(self.tokens[self.at + 2])
                del self.tokens[self.at + 1 : self.at + 4]
        return super().binding()

    def place(self, type_="F"):
        variable = self.variables.get(self.peek())
        vertex = getattr(variable, "vertex", None)
        if vertex == EACH:
            name = self.take()
            self.take("[")
            vertex = self.index()
            self.take("]")
            self.at -= 1
            self.tokens[self.at] = name
        self.vertex = vertex
        operand = super().place(type_)
        operand.vertex = vertex if variable else self.vertex
        return operand

    def index(self):
        """The number of a vertex, or (addend, register, component)."""
        if NUMBER.match(self.peek()):
            return int(self.take())
        register = self.place()
        component = self.selectors()[0]
        return (int(self.take() + self.take()) if self.peek() in "+-" else 0), register, component


@dataclass
class GeometryLane(Lane):
    """A geometry program and one primitive.

    vertices : the four words of each attribute by name, of each vertex. limit : how many may be
    emitted. emitted : the results of each vertex by name. strips : the numbers of the vertices of
    each strip.
    """

    vertices: list = field(default_factory=list)
    limit: int = 0
    emitted: list = field(default_factory=list)
    strips: list = field(default_factory=lambda: [[]])

    def register(self, operand):
        vertex = getattr(operand, "vertex", None)
        if vertex is None:
            return super().register(operand)
        if isinstance(vertex, tuple):
            number, place, component = vertex
            vertex = wrap(self.register(place)[component], "S") + number
        vertex = self.vertices[min(max(vertex, 0), len(self.vertices) - 1)]
        return vertex[operand.variable.cells[self.element(operand)]]

    def do_emit(self, one, here):
        if len(self.emitted) < self.limit:
            self.strips[-1].append(len(self.emitted))
            self.emitted.append({name: list(words) for name, words in self.results.items()})

    def do_endprim(self, one, here):
        self.strips.append([])

    def shapes(self, made) -> list:
        """The points, lines or triangles, as numbers of emitted vertices."""
        found = []
        for strip in self.strips:
            if made == "POINTS":
                found += [(vertex,) for vertex in strip]
            elif made == "LINE_STRIP":
                found += pairwise(strip)
            else:
                for i, (a, b, c) in enumerate(zip(strip, strip[1:], strip[2:], strict=False)):
                    found.append((b, a, c) if i % 2 else (a, b, c))
        return found


def parse_geometry(source: str) -> tuple:
    """The statements of a program, and its declarations by keyword."""
    parser = GeometryParser(source)
    return parser.parse(), parser.declared
