"""The registers of one execution: cells of one component each.

A cell is named by a tuple, `(File, register, component)` or `("flags", register, component, name)`.
Without control flow the cells are plain lanes; with control flow they are variables of the machine,
which change in live lanes only. The elements of arrays that a program indexes at run time are in
memory, so that an access costs the same for any length.
"""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

from softgl.ir.block_cells import FLAG_NAMES
from softgl.ir.program import File, Program
from softgl.isa import OPCODES, Form
from softgl.lanes import BOOL, U32, Lane
from softgl.tuning import limits


class Element(NamedTuple):
    """A register that an instruction chooses at run time: `first` + I32, of `count` in `file`."""

    file: File
    first: int
    count: int
    index: Lane


class _Cells:
    """The arrays in memory that both kinds of registers share.

    first : cell name -> lane, the initial value of the cell.
    """

    def __init__(self, m, first, program: Program):
        self._m = m
        self._first = first
        self._program = program
        self._places: dict[tuple[File, int], tuple] = {}  # register -> its array and element
        many = indexed_words(program) > limits.MAX_REGISTER_CHOICES
        for file, start, count in indexed_arrays(program) if many else ():
            # Live or not, every lane has them, as it has the other cells.
            with m.only(None):
                array = self._array(file, start, count)
            for element in range(count):
                self._places[file, start + element] = (array, element)

    def _array(self, file, start, count):
        """Returns an array in memory with its initial contents."""
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
        """Changes a cell where `mask` is true."""
        if place := self._places.get(name[:2]):
            array, element = place
            with self._where(mask):
                array.set(element, name[2], value)
        else:
            self._write(name, value, mask)

    def read_element(self, element: Element, component) -> Lane:
        """Returns a cell of a register that is chosen at run time."""
        if place := self._places.get((element.file, element.first)):
            array, start = place
            return array.gather(element.index + start, component)
        value = self.read((element.file, element.first, component))
        for number in range(1, element.count):
            other = self.read((element.file, element.first + number, component))
            value = self._m.select(element.index == number, other, value)
        return value

    def write_element(self, element: Element, component, value: Lane, mask: Lane | None) -> None:
        """Changes such a cell where `mask` is true."""
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
    """The cells of a program without control flow; live or not, every lane has them."""

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
    """The cells of a program with control flow; every cell that may be written exists at once.

    in_memory : True if they stay in memory.
    within : the cells that live within single blocks, `block_cells.cells_within_blocks`.
    """

    def __init__(self, m, first, program: Program, in_memory: bool, within: frozenset):
        super().__init__(m, first, program)
        self._cells, self._within, self._lanes = {}, within, {}
        for name in written_cells(program):
            if name[:2] not in self._places and name not in within:
                type_ = BOOL if name[0] == "flags" else U32
                self._cells[name] = m.variable(type_, first(name), in_memory)

    def dead(self) -> list:
        """Returns the dead variables and arrays: they affect only each other."""
        live = live_registers(self._program)
        alone = [cell for name, cell in self._cells.items() if name[:2] not in live]
        firsts = {place: array for place, (array, element) in self._places.items() if not element}
        return alone + [array for place, array in firsts.items() if place not in live]

    def _where(self, mask):
        return self._m.where(self._m.true if mask is None else mask)

    def begin_block(self) -> None:
        """Forgets the cells that live within the block before."""
        self._lanes = {}

    def _read(self, name) -> Lane:
        if name in self._cells:
            return self._cells[name].get()
        return self._lanes[name] if name in self._lanes else self._first(name)

    def _write(self, name, value, mask) -> None:
        if name in self._within:
            self._lanes[name] = (
                value if mask is None else self._m.select(mask, value, self._read(name))
            )
        elif mask is None:
            self._cells[name].set(value)
        else:
            with self._m.where(mask):
                self._cells[name].set(value)


def indexed_arrays(program: Program) -> list[tuple[File, int, int]]:
    """Returns the ranges of registers that instructions index at run time: file, first, count.

    Overlapping ranges are merged. Parameters that no instruction writes are left out, and so are
    buffers.
    """
    used = {(place.file, place.index, place.count) for place in _indexed(program)}
    joined: list[tuple[File, int, int]] = []
    for file, start, count in sorted(used, key=lambda array: (array[0].value, array[1])):
        if joined and joined[-1][0] is file and start < sum(joined[-1][1:]):
            _, before, length = joined.pop()
            start, count = before, max(before + length, start + count) - before
        joined.append((file, start, count))
    return joined


def indexed_words(program: Program) -> int:
    """Returns the number of words that instructions choose from at run time, in total."""
    return sum(4 * place.count for place in _indexed(program))


def _indexed(program: Program):
    """Yields the operands and destinations that are elements of such arrays."""
    written = written_parameters(program)
    for instruction in program.instructions:
        for place in (*instruction.sources, instruction.destination):
            if place is None or place.relative is None or place.file is File.BUFFER:
                continue
            if getattr(place, "vertex", None) is not None:
                continue  # it is always in memory
            if place.file is not File.PARAMETER or written:
                yield place


def written_parameters(program: Program) -> set[int]:
    """Returns the parameters that a vertex state program may write, and then read."""
    destinations = (i.destination for i in program.instructions if i.destination)
    return {
        register
        for d in destinations
        if d.file is File.PARAMETER
        for register in range(d.index, d.index + d.count)
    }


def live_registers(program: Program) -> set[tuple]:
    """Returns the live registers: results and control flow depend on them.

    The others are dead: they affect only each other.
    """
    # The first register of an array that is indexed at run time represents the array.
    home = {
        (file, start + element): (file, start)
        for file, start, count in indexed_arrays(program)
        for element in range(count)
    }

    def registers(place):
        """Returns the register, and the address registers that choose it."""
        found = [(place.file, place.index)]
        found += [(relative.file, relative.index) for relative in place.indices]
        return [home.get(register, register) for register in found]

    affects = defaultdict(list)  # register -> the registers that it is computed from
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


def stays_in_memory(variables: int, blocks: int) -> bool:
    """True if the product of variables and blocks is too large for CPU registers."""
    return variables * blocks > limits.MAX_REGISTER_MEETINGS


def written_cells(program: Program) -> list[tuple]:
    """Returns the names of the cells that instructions may write."""
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
