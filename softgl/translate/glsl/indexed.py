"""Functions of a text that read registers whose number is known only at run time."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from softgl.ir.program import Constant, File, Program
from softgl.lanes import U32
from softgl.translate.glsl.machine import GlslMachine
from softgl.translate.interface import Interface

PARAMETER, VERTEX = "parameter_word", "vertex_word"
"""Their names: a word of a parameter, a word of an attribute of a vertex."""
OWN = frozenset({"index", "place", "component", "vertex"})
"""What their parameters and variables are called."""
_CONSTANTS = "constants_{}"  # an array, after the first of its registers
_ELEMENT = re.compile(r"(.*)\[(\d+)\]")


@dataclass(frozen=True)
class _Run:
    """Registers one behind the other that are elements of one array, or one that is in none.

    first, end : of the registers. array : its name, or the variable. start : the element that the
        first one is; None in no array. words : whether the array holds words.
    """

    first: int
    end: int
    array: str
    start: int | None = None
    words: bool = False

    def read(self, place: str) -> str:
        """The vector of a register, whose number is an expression."""
        if self.start is None:
            return self.array
        shift = self.start - self.first
        sign = "-" if shift < 0 else "+"
        return f"{self.array}[{place} {sign} {abs(shift)}]" if shift else f"{self.array}[{place}]"


def parameter_function(m: GlslMachine, program: Program, interface: Interface) -> list[str]:
    """The function that gives the word of the parameters at an index, and the arrays it reads.

    Parameters that stand in one array, and constants in a row, are read by their number in it.
    """
    chosen = _chosen(program, File.PARAMETER, vertices=False)
    runs = _joined([_parameter(program, interface, register) for register in chosen])
    cases = [(run.end, run.read("place"), run.words) for run in runs]
    arrays = [_array(m, program, run) for run in runs if run.words]
    head = [f"{PARAMETER}(int index)", "int place = index / 4;"]
    return [*arrays, _function(m, head, "place", cases, "index - place * 4")]


def vertex_function(m: GlslMachine, program: Program, interface: Interface) -> str:
    """The function that gives a word of an attribute, by its register, of a vertex."""
    cases = [
        (register + 1, interface.input(program.attributes[register]).value("vertex"), False)
        for register in _chosen(program, File.ATTRIBUTE, vertices=True)
    ]
    head = [f"{VERTEX}(int place, int component, int vertex)"]
    return _function(m, head, "place", cases, "component")


def _chosen(program: Program, file: File, vertices: bool) -> list[int]:
    """The registers of a file that a register may choose, in order."""
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
    """The same with those joined that are neighbours in their array."""
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
    """An array of constants."""
    vector = _vector(m)
    words = [program.parameters[register].words for register in range(run.first, run.end)]
    values = [f"    {vector}({', '.join(m.u32(int(w)).value for w in each)})" for each in words]
    kind = f"{vector}[{len(values)}]"
    return f"const {vector} {run.array}[{len(values)}] = {kind}(\n" + ",\n".join(values) + "\n);\n"


def _vector(m: GlslMachine) -> str:
    return {"uint": "uvec4", "float": "vec4"}[m.types[U32]]


def _function(m, head: list[str], chosen: str, cases, component: str) -> str:
    """A function that returns a component of the vector of the case that a number is of.

    cases : (the number that it is below, the vector, whether that holds words), in order.
    """
    whole, lines = m.types[U32] == "uint", []
    for number, (end, vector, words) in enumerate(cases):
        test = f"if ({chosen} < {end}) " if number < len(cases) - 1 else ""
        value = f"{vector}[{component}]"
        value = f"floatBitsToUint({value})" if whole and not words else value
        lines.append(f"{test}return {value};")
    body = [f"    {line}" for line in (*head[1:], *lines)]
    return "\n".join([f"{m.types[U32]} {head[0]}", "{", *body, "}", ""])
