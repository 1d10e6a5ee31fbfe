"""The registers of one execution: cells that hold one component each.

A cell is named by a tuple, `(File, register, component)` or `("flags", register, component, name)`.
A program without control flow keeps its cells as plain lanes; one with control flow as variables of
the machine, which change in live lanes only.
"""

from __future__ import annotations

from softgl.ir.program import File, Program
from softgl.lanes import BOOL, U32, Lane

FLAG_NAMES = ("sign", "zero", "overflow", "carry")


class Registers:
    """The cells that a program can write, and what they hold at first.

    first : name of a cell -> lane, its value before anything wrote it.
    """

    def __init__(self, m, first):
        self._m = m
        self._first = first
        self._cells: dict[tuple, Lane] = {}

    def read(self, name) -> Lane:
        return self._cells[name] if name in self._cells else self._first(name)

    def write(self, name, value: Lane, mask: Lane | None) -> None:
        """Change a cell, where `mask` is true."""
        self._cells[name] = value if mask is None else self._m.select(mask, value, self.read(name))


class VariableRegisters:
    """The same for programs with control flow; every cell that can be written exists at once."""

    def __init__(self, m, first, program: Program):
        self._m = m
        self._first = first
        self._cells = {}
        for name in written_cells(program):
            type_ = BOOL if name[0] == "flags" else U32
            self._cells[name] = m.variable(type_, first(name))

    def read(self, name) -> Lane:
        return self._cells[name].get() if name in self._cells else self._first(name)

    def write(self, name, value: Lane, mask: Lane | None) -> None:
        if mask is None:
            self._cells[name].set(value)
        else:
            with self._m.where(mask):
                self._cells[name].set(value)


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
