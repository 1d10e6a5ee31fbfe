"""The registers of one execution: cells that hold one component each.

A cell is named by a tuple, `(File, register, component)` or `("flags", register, component, name)`.
A program without control flow keeps its cells as plain lanes; one with control flow as variables of
the machine, which change in live lanes only. The elements of arrays that a program indexes at run
time lie in memory, so that an access costs the same however long the array is.
"""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

from softgl.ir.order import Flow
from softgl.ir.program import File, Program
from softgl.isa import OPCODES, Form
from softgl.lanes import BOOL, U32, Lane

FLAG_NAMES = ("sign", "zero", "overflow", "carry")
# How many variables times blocks LLVM may keep in registers: where ways meet, each of them does,
# and the time that this takes grows with their product.
MEETINGS = 1 << 16


class Element(NamedTuple):
    """One of `count` registers of `file` that an instruction chooses at run time: `first` + I32."""

    file: File
    first: int
    count: int
    index: Lane


class _Cells:
    """What both kinds of registers share: arrays in memory.

    first : name of a cell -> lane, its value before anything wrote it.
    """

    def __init__(self, m, first, program: Program):
        self._m = m
        self._first = first
        self._program = program
        self._places: dict[tuple[File, int], tuple] = {}  # register -> its array, its element
        many = choices(program) > m.most_choices
        for file, start, count in indexed_arrays(program) if many else ():
            # Every lane has them, live or not: they are as the other cells.
            with m.only(None):
                array = self._array(file, start, count)
            for element in range(count):
                self._places[file, start + element] = (array, element)

    def _array(self, file, start, count):
        """An array in memory, as it is before anything wrote it."""
        m = self._m
        names = [(file, start, component) for component in range(4)]
        if file in (File.TEMPORARY, File.RESULT, File.ADDRESS):
            return m.array(count, [self._first(name) for name in names])
        array = m.array(count, [m.u32(0)] * 4)
        for element in range(count):
            for component in range(4):
                array.set(element, component, self._first((file, start + element, component)))
        return array

    def read(self, name) -> Lane:
        if place := self._places.get(name[:2]):
            array, element = place
            return array.get(element, name[2])
        return self._read(name)

    def write(self, name, value: Lane, mask: Lane | None) -> None:
        """Change a cell, where `mask` is true."""
        if place := self._places.get(name[:2]):
            array, element = place
            with self._where(mask):
                array.set(element, name[2], value)
        else:
            self._write(name, value, mask)

    def read_element(self, element: Element, component) -> Lane:
        """A cell of a register that is chosen at run time."""
        if place := self._places.get((element.file, element.first)):
            array, start = place
            return array.gather(element.index + start, component)
        value = self.read((element.file, element.first, component))
        for number in range(1, element.count):
            other = self.read((element.file, element.first + number, component))
            value = self._m.select(element.index == number, other, value)
        return value

    def write_element(self, element: Element, component, value: Lane, mask: Lane | None) -> None:
        """Change such a cell, where `mask` is true."""
        if place := self._places.get((element.file, element.first)):
            array, start = place
            with self._where(mask):
                array.scatter(element.index + start, component, value)
            return
        for number in range(element.count):
            here = element.index == number
            here = here if mask is None else here & mask
            self.write((element.file, element.first + number, component), value, here)


class Registers(_Cells):
    """The cells of a program without control flow; all lanes have them, live or not."""

    def __init__(self, m, first, program: Program):
        super().__init__(m, first, program)
        self._cells: dict[tuple, Lane] = {}

    def _where(self, mask):
        return self._m.only(mask)

    def _read(self, name) -> Lane:
        return self._cells[name] if name in self._cells else self._first(name)

    def _write(self, name, value, mask) -> None:
        self._cells[name] = value if mask is None else self._m.select(mask, value, self.read(name))


class VariableRegisters(_Cells):
    """The same for programs with control flow; every cell that can be written exists at once.

    kept : whether they stay in memory.
    """

    def __init__(self, m, first, program: Program, kept: bool):
        super().__init__(m, first, program)
        self._cells = {}
        for name in written_cells(program):
            if name[:2] not in self._places:
                type_ = BOOL if name[0] == "flags" else U32
                self._cells[name] = m.variable(type_, first(name), kept)

    def unseen(self) -> list:
        """The variables and arrays that matter to nothing but each other."""
        seen = seen_registers(self._program)
        alone = [cell for name, cell in self._cells.items() if name[:2] not in seen]
        firsts = {place: array for place, (array, element) in self._places.items() if not element}
        return alone + [array for place, array in firsts.items() if place not in seen]

    def _where(self, mask):
        return self._m.where(self._m.true if mask is None else mask)

    def _read(self, name) -> Lane:
        return self._cells[name].get() if name in self._cells else self._first(name)

    def _write(self, name, value, mask) -> None:
        if mask is None:
            self._cells[name].set(value)
        else:
            with self._m.where(mask):
                self._cells[name].set(value)


def indexed_arrays(program: Program) -> list[tuple[File, int, int]]:
    """The stretches of registers that instructions index at run time: file, first, count.

    Those that overlap are one. Parameters that nothing writes are not among them, nor buffers.
    """
    used = {(place.file, place.index, place.count) for place in _indexed(program)}
    joined: list[tuple[File, int, int]] = []
    for file, start, count in sorted(used, key=lambda array: (array[0].value, array[1])):
        if joined and joined[-1][0] is file and start < sum(joined[-1][1:]):
            _, before, length = joined.pop()
            start, count = before, max(before + length, start + count) - before
        joined.append((file, start, count))
    return joined


def choices(program: Program) -> int:
    """From how many words instructions choose at run time, all of them together."""
    return sum(4 * place.count for place in _indexed(program))


def _indexed(program: Program):
    """The operands and destinations that are elements of such arrays."""
    written = written_parameters(program)
    for instruction in program.instructions:
        for place in (*instruction.sources, instruction.destination):
            if place is None or place.relative is None or place.file is File.BUFFER:
                continue
            if getattr(place, "vertex", None) is not None:
                continue  # it lies in memory, whatever the vertex
            if place.file is not File.PARAMETER or written:
                yield place


def written_parameters(program: Program) -> set[int]:
    """The parameters that a vertex state program may write; it reads what it wrote."""
    destinations = (i.destination for i in program.instructions if i.destination)
    return {
        register
        for d in destinations
        if d.file is File.PARAMETER
        for register in range(d.index, d.index + d.count)
    }


def seen_registers(program: Program) -> set[tuple]:
    """The registers, (file, number) or ("flags", number), that results or control flow depend on.

    The others may change each other for ever, and nothing shows it.
    """
    # The first register of an array that is indexed at run time stands for all of it.
    home = {
        (file, start + element): (file, start)
        for file, start, count in indexed_arrays(program)
        for element in range(count)
    }

    def registers(place):
        """The register, and those that choose it."""
        found = [(place.file, place.index)]
        found += [(relative.file, relative.index) for relative in place.indices]
        return [home.get(register, register) for register in found]

    affects = defaultdict(list)  # register -> those that it is computed from
    seen: set[tuple] = set()
    new: list[tuple] = []
    for instruction in program.instructions:
        destination = instruction.destination
        reads = [r for source in instruction.sources for r in registers(source)]
        tests = [instruction.condition, destination and destination.condition]
        reads += [("flags", test.register) for test in tests if test]
        if destination is None or OPCODES[instruction.opcode].form is Form.FLOW:
            new += reads
            continue
        written, *index = registers(destination)
        affects[written] += [*reads, *index]
        if instruction.update is not None:
            affects["flags", instruction.update] += reads
        if destination.file in (File.RESULT, File.PARAMETER):
            new.append(written)
    while new:
        register = new.pop()
        if register not in seen:
            seen.add(register)
            new += affects[register]
    return seen | {register for register, first in home.items() if first in seen}


def stays_in_memory(program: Program, flow: Flow) -> bool:
    """Whether there are so many blocks and variables that these are better kept in memory."""
    variables = len(written_cells(program)) + flow.counters
    return variables * len(flow.blocks) > MEETINGS


def written_cells(program: Program) -> list[tuple]:
    """The names of the cells that some instruction may write."""
    names = {}
    for instruction in program.instructions:
        destination = instruction.destination
        if destination is None:
            continue
        components = [c for c in range(4) if destination.mask[c]]
        if instruction.update is not None:
            for component in components:
                for flag in FLAG_NAMES:
                    names["flags", instruction.update, component, flag] = None
        if destination.file in (File.TEMPORARY, File.RESULT, File.ADDRESS):
            for register in range(destination.index, destination.index + destination.count):
                names |= {(destination.file, register, c): None for c in components}
    return list(names)
