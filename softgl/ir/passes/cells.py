"""The cells that instructions read and write: components of registers and of condition codes.

A cell is a number. The temporaries have those from 0 on, four for each register.
"""

from __future__ import annotations

from functools import cache

from softgl.ir.blocks import CONTROL
from softgl.ir.program import ONE, ZERO, File, Instruction, Source
from softgl.ir.reads import operand_components
from softgl.isa import OPCODES, Form

_ALL = frozenset(range(4))
_ACTING = (Form.KILL, Form.EMIT, Form.FLOW)
_PURE = frozenset(n for n, entry in OPCODES.items() if entry.form not in _ACTING) - CONTROL
_CHEAP = frozenset(
    n for n in _PURE if OPCODES[n].form is not Form.TEXTURE and not OPCODES[n].derivatives
)
BASES = {File.TEMPORARY: 0, File.ADDRESS: 1 << 40, File.RESULT: 1 << 41}
FLAGS = 1 << 42
"""The first cell of the condition codes."""


def cell_of(file: File, register: int, component: int) -> int:
    """Returns the cell of a component of a register that instructions can write."""
    return BASES[file] + 4 * register + component


def is_result(cell: int) -> bool:
    """True for a component of a result."""
    return BASES[File.RESULT] <= cell < FLAGS


def components(one: Instruction, position: int) -> frozenset[int]:
    """Returns the components of an operand, before its swizzle, that an instruction may read."""
    form = OPCODES[one.opcode].form
    if form is Form.TEXTURE and position > 0:
        return _ALL
    place = one.destination
    wanted = _mask(place.mask) if place is not None else _ALL
    return wanted if form is Form.COMPONENT else operand_components(one, position, wanted)


@cache
def _mask(mask) -> frozenset[int]:
    return frozenset(component for component in range(4) if mask[component])


def changed(one: Instruction, **changes) -> Instruction:
    """Returns an instruction with some fields changed, without its known cells."""
    copy = object.__new__(Instruction)
    values = vars(copy)
    values.update(vars(one))
    values.pop("_read", None)
    if "sources" not in changes or len(changes) > 1:
        values.pop("_written", None)
    values.update(changes)
    return copy


def read(one: Instruction) -> list[int]:
    """Returns the cells that an instruction may read; EMIT reads results too.

    An instruction knows them from then on: every pass asks, several times.
    """
    try:
        return one._read
    except AttributeError:
        found = vars(one)["_read"] = _read(one)
        return found


def _read(one: Instruction) -> list[int]:
    cells = []
    for position, source in enumerate(one.sources):
        if source.file in BASES:
            cells += operand_cells(source, components(one, position))
        if source.relative is None and source.vertex is None:
            continue
        for relative in source.indices:
            if relative.file in BASES:
                cells.append(cell_of(relative.file, relative.index, relative.component))
    place = one.destination
    if one.condition is None and (
        place is None or (place.condition is None and place.relative is None)
    ):
        return cells
    tests = one.condition, place and place.condition
    for test in tests:
        if test is not None:
            cells += (FLAGS + 4 * test.register + selector for selector in set(test.swizzle))
    for relative in place.indices if place is not None else ():
        cells.append(cell_of(relative.file, relative.index, relative.component))
    return cells


def operand_cells(source: Source, wanted: frozenset[int]) -> list[int]:
    """Returns the cells of the wanted components of an operand, for each element of an array."""
    first = BASES[source.file] + 4 * source.index
    selectors = _selectors(source.swizzle, wanted)
    if source.count == 1:
        return [first + selector for selector in selectors]
    return [
        first + 4 * element + selector for element in range(source.count) for selector in selectors
    ]


@cache
def _selectors(swizzle: tuple, wanted: frozenset[int]) -> tuple[int, ...]:
    """Returns the components of a register that a swizzle selects for the wanted components."""
    return tuple({swizzle[component] for component in wanted} - {ZERO, ONE})


def written(one: Instruction) -> list[int]:
    """Returns the cells that an instruction may write; it knows them from then on."""
    try:
        return one._written
    except AttributeError:
        found = vars(one)["_written"] = _written(one)
        return found


def _written(one: Instruction) -> list[int]:
    place = one.destination
    if place is None:
        return []
    cells = []
    chosen = _mask(place.mask)
    if place.file in BASES:
        first = BASES[place.file] + 4 * place.index
        if place.count == 1:
            cells = [first + c for c in chosen]
        else:
            cells = [first + 4 * e + c for e in range(place.count) for c in chosen]
    if one.update is not None:
        cells += (FLAGS + 4 * one.update + component for component in chosen)
    return cells


def always_writes(one: Instruction) -> bool:
    """True if an instruction writes all of `written`, in every live lane."""
    place = one.destination
    return place is not None and place.condition is None and place.relative is None


def is_pure(one: Instruction) -> bool:
    """True if an instruction does no more than to compute a result from its operands."""
    return one.opcode in _PURE


def is_cheap_anywhere(one: Instruction) -> bool:
    """True if a pure instruction gives the same whatever lanes are live, and samples nothing."""
    return one.opcode in _CHEAP
