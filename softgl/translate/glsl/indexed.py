"""Functions of a text that read registers with run-time numbers.

In readable texts, parameters in one array are read from it, and others as vectors.
"""

from __future__ import annotations

import re
from dataclasses import replace

from softgl.ir.program import Constant, File, Program
from softgl.lanes import U32
from softgl.records import dataclass
from softgl.translate.glsl.expressions import Node, call, mapped, member, name, read, written
from softgl.translate.glsl.machine import GlslMachine
from softgl.translate.interfaces.interface import Interface

PARAMETER, VERTEX, PARAMETERS = "parameter_word", "vertex_word", "parameter"
"""Names: a word of a parameter, a word of an attribute of a vertex, a whole parameter."""
OWN = frozenset({"index", "place", "component", "vertex"})
"""The names of their parameters and variables."""
_CONSTANTS = "constants_{}"  # an array, named after its first register
PLACE = name("place")
_ELEMENT = re.compile(r"(.*)\[(\d+)\]")


@dataclass(frozen=True)
class _Run:
    """Consecutive registers that are elements of one array, or one register outside arrays.

    first, end : the range of registers.
    array : the name of the array, or the variable.
    start : the element of the first register; None outside arrays.
    words : True if the array holds words.
    """

    first: int
    end: int
    array: str
    start: int | None = None
    words: bool = False

    def read(self, place: str) -> str:
        """Returns the vector of a register, whose number is an expression."""
        if self.start is None:
            return self.array
        shift = self.start - self.first
        sign = "-" if shift < 0 else "+"
        return f"{self.array}[{place} {sign} {abs(shift)}]" if shift else f"{self.array}[{place}]"

    def element(self, place: Node) -> Node:
        """Returns the vector of a register, whose number is a tree."""
        return mapped(read(self.read("place")), lambda node: place if node == PLACE else node)


class Parameters:
    """The parameters that a register may choose.

    Parameters in one array, and consecutive constants, are read by their number in it.
    """

    def __init__(self, m: GlslMachine, program: Program, interface: Interface):
        self._m, self._program = m, program
        chosen = _chosen(program, File.PARAMETER, vertices=False)
        self._runs = _joined([_parameter(program, interface, register) for register in chosen])
        self._word = m.types[U32]
        self._whole = self._word == "uint"

    def types(self) -> dict[str, str]:
        """Returns the types of the elements of its arrays, by their names."""
        return {run.array: _vector(self._m) for run in self._runs if run.words}

    def functions(self, code: str) -> list[str]:
        """Returns the functions and arrays that the text `code` uses."""
        cases = [(run.end, run.read("place"), run.words) for run in self._runs]
        found = []
        if f"{PARAMETER}(" in code:
            head = [f"{self._word} {PARAMETER}(int index)", "int place = index / 4;"]
            found.append(_function(self._m, head, "place", cases, "index - place * 4"))
        if f"{PARAMETERS}(" in code:
            head = [f"vec4 {PARAMETERS}(int place)"]
            found.append(_function(self._m, head, "place", cases, ""))
        arrays = [
            _array(self._m, self._program, run)
            for run in self._runs
            if run.words and f"{run.array}[" in code + "".join(found)
        ]
        return [*arrays, *found]

    def vector(self, node: Node, values: dict[str, Node]) -> Node:
        """Returns a call for a word as the component of a vector.

        values : name -> the value of a variable that never changes.
        """
        if (node.kind, node.text) != ("call", PARAMETER):
            return node
        index, component = _without_number(values.get(node.parts[0].text, node.parts[0]))
        index = values.get(index.text, index)
        if index.kind != "binary" or index.text != "*" or index.parts[1].text != "4":
            return node
        place = index.parts[0]
        least, most = _range(place, values)
        for run in self._runs:
            if least is not None and run.first <= least and most < run.end:
                return self._component(run.element(place), component, run.words)
        if self._whole and any(run.words for run in self._runs):
            return node
        return self._component(call(PARAMETERS, place), component, False)

    def _component(self, vector, component, words):
        found = member(vector, "xyzw"[component])
        return call("floatBitsToUint", found) if self._whole and not words else found


def _without_number(tree: Node) -> tuple[Node, int]:
    """Splits off an added number: `x + 3`, `x - 3` or `x` alone."""
    if tree.kind == "binary" and tree.text in "+-" and tree.parts[1].kind == "number":
        return tree.parts[0], int(f"{tree.text}{tree.parts[1].text}")
    return tree, 0


def _range(place: Node, values) -> tuple[int | None, int | None]:
    """Returns the range of an expression `clamp(x, least, most) + number`, or (None, None)."""
    place = values.get(place.text, place)
    inner, shift = _without_number(place)
    if shift:
        least, most = _range(inner, values)
        return (None, None) if least is None else (least + shift, most + shift)
    if place.kind == "call" and place.text == "int" and len(place.parts) == 1:
        place = values.get(place.parts[0].text, place.parts[0])
    if place.kind == "call" and place.text == "clamp":
        ends = [written(end).strip("()") for end in place.parts[1:]]
        return tuple(int(float(end)) for end in ends)
    return None, None


def vertex_function(m: GlslMachine, program: Program, interface: Interface) -> str:
    """Returns the function that reads a word of a vertex' attribute, by its register."""
    cases = [
        (register + 1, interface.input(program.attributes[register]).value("vertex"), False)
        for register in _chosen(program, File.ATTRIBUTE, vertices=True)
    ]
    head = [f"{m.types[U32]} {VERTEX}(int place, int component, int vertex)"]
    return _function(m, head, "place", cases, "component")


def _chosen(program: Program, file: File, vertices: bool) -> list[int]:
    """Returns the registers of a file that a register may choose, in order."""
    found = set()
    for instruction in program.instructions:
        for source in instruction.sources:
            if source.file is file and source.relative and (source.vertex is not None) == vertices:
                found |= set(range(source.index, source.index + source.count))
    return sorted(found)


def _parameter(program: Program, interface: Interface, register: int) -> _Run:
    parameter = program.parameters[register]
    if isinstance(parameter, Constant):
        return _Run(register, register + 1, "", register, words=True)
    bound = interface.parameter(parameter)
    element = _ELEMENT.fullmatch(bound)
    if element is None:
        return _Run(register, register + 1, bound)
    return _Run(register, register + 1, element[1], int(element[2]))


def _joined(runs: list[_Run]) -> list[_Run]:
    """Joins registers that are neighbours in their array."""
    found: list[_Run] = []
    for run in runs:
        last = found[-1] if found else None
        follows = last and last.end == run.first and last.array == run.array
        if follows and run.start is not None and run.start - last.start == run.first - last.first:
            found[-1] = replace(last, end=run.end)
        else:
            found.append(run)
    return [
        replace(run, array=_CONSTANTS.format(run.first), start=0) if run.words else run
        for run in found
    ]


def _array(m: GlslMachine, program: Program, run: _Run) -> str:
    """Returns the declaration of an array of constants."""
    vector = _vector(m)
    words = [program.parameters[register].words for register in range(run.first, run.end)]
    values = [f"    {vector}({', '.join(m.u32(int(w)).value for w in each)})" for each in words]
    kind = f"{vector}[{len(values)}]"
    return f"const {vector} {run.array}[{len(values)}] = {kind}(\n" + ",\n".join(values) + "\n);\n"


def _vector(m: GlslMachine) -> str:
    return {"uint": "uvec4", "float": "vec4"}[m.types[U32]]


def _function(m, head: list[str], chosen: str, cases, component: str) -> str:
    """Returns a function that selects a vector by a number and returns one of its components.

    component : "" for the whole vector.
    cases : (the number's upper bound, the vector, True if it holds words), in order.
    """
    whole = m.types[U32] == "uint"
    lines = []
    for place, (end, vector, words) in enumerate(cases):
        test = f"if ({chosen} < {end}) " if place < len(cases) - 1 else ""
        value = f"{vector}[{component}]" if component else vector
        value = f"floatBitsToUint({value})" if whole and component and not words else value
        lines.append(f"{test}return {value};")
    body = [f"    {line}" for line in (*head[1:], *lines)]
    return "\n".join([head[0], "{", *body, "}", ""])
