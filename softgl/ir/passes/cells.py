"""The cells that instructions read and write: components of registers and of condition codes.

A cell is a number. The temporaries have those from 0 on, four for each register.
"""

from __future__ import annotations

from functools import cache, lru_cache

from softgl.errors import Span
from softgl.ir.blocks import CONTROL
from softgl.ir.program import (
    ALL,
    ONE,
    ZERO,
    ConditionTest,
    Destination,
    File,
    Instruction,
    Source,
    TextureOperand,
)
from softgl.ir.reads import operand_components
from softgl.isa import OPCODES, Form
from softgl.records import but

_ALL = frozenset(range(4))
_NOWHERE = Span(0, 0)
_ACTING = (Form.KILL, Form.EMIT, Form.FLOW)
PURE = frozenset(n for n, entry in OPCODES.items() if entry.form not in _ACTING) - CONTROL
"""The instructions that do no more than to compute a result from their operands."""
_CHEAP = frozenset(
    n for n in PURE if OPCODES[n].form is not Form.TEXTURE and not OPCODES[n].derivatives
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
    place, texture = one.destination, one.texture
    mask = ALL if place is None else place.mask
    return _components(one.opcode, position, mask, None if texture is None else texture.target)


@lru_cache(4096)
def _components(opcode: str, position: int, mask: tuple, target: str | None) -> frozenset[int]:
    form = OPCODES[opcode].form
    if form is Form.TEXTURE and position > 0:
        return _ALL
    wanted = _mask(mask)
    if form is Form.COMPONENT:
        return wanted
    texture = None if target is None else TextureOperand(0, target)
    one = Instruction(opcode, _NOWHERE, texture=texture)
    return operand_components(one, position, wanted)


@lru_cache(4096)
def _selectors(opcode, position, mask, target, swizzle) -> tuple[int, ...]:
    """Returns the components of a register that an instruction may read through a swizzle."""
    wanted = _components(opcode, position, mask, target)
    return tuple({swizzle[component] for component in wanted} - {ZERO, ONE})


@cache
def _mask(mask) -> frozenset[int]:
    return frozenset(component for component in range(4) if mask[component])


def changed(one: Instruction, **changes) -> Instruction:
    """Returns an instruction with some fields changed, without its known cells."""
    return but(one, reads=None, writes=None, **changes)


def with_sources(one: Instruction, sources: tuple[Source, ...]) -> Instruction:
    """Returns an instruction with other operands."""
    copy = Instruction(
        one.opcode, one.span, one.destination, sources, one.type, one.saturate, one.update,
        one.condition, one.texture, one.target, one.modifier, one.precision,
    )  # fmt: skip
    copy.writes = written(one)
    return copy


# Every pass asks for the cells of each instruction, several times: an instruction knows them from
# the first time on.


def read(one: Instruction) -> list[int]:
    """Returns the cells that an instruction may read; EMIT reads results too."""
    found = one.reads
    if found is None:
        found = one.reads = _read(one)
    return found


def _read(one: Instruction) -> list[int]:
    cells: list[int] = []
    append = cells.append
    place, opcode, texture = one.destination, one.opcode, one.texture
    mask = ALL if place is None else place.mask
    target = None if texture is None else texture.target
    for position, source in enumerate(one.sources):
        base = BASES.get(source.file)
        if base is not None:
            selectors = _selectors(opcode, position, mask, target, source.swizzle)
            first = base + 4 * source.index
            for selector in selectors:
                append(first + selector)
            if source.count > 1:
                for element in range(first + 4, first + 4 * source.count, 4):
                    cells += [element + selector for selector in selectors]
        if source.relative is not None or source.vertex is not None:
            cells += _index_cells(source)
    if one.condition is not None:
        cells += _tested(one.condition)
    if place is not None and place.condition is not None:
        cells += _tested(place.condition)
    if place is not None and place.relative is not None:
        cells += _index_cells(place)
    return cells


def _index_cells(place: Source | Destination) -> list[int]:
    """Returns the cells that choose an operand or a destination at run time."""
    return [
        cell_of(relative.file, relative.index, relative.component)
        for relative in place.indices
        if relative.file in BASES
    ]


def _tested(test: ConditionTest) -> list[int]:
    return [FLAGS + 4 * test.register + selector for selector in set(test.swizzle)]


def written(one: Instruction) -> list[int]:
    """Returns the cells that an instruction may write."""
    found = one.writes
    if found is None:
        found = one.writes = _written(one)
    return found


def _written(one: Instruction) -> list[int]:
    place = one.destination
    if place is None:
        return []
    cells: list[int] = []
    append, chosen = cells.append, _mask(place.mask)
    base = BASES.get(place.file)
    if base is not None:
        first = base + 4 * place.index
        for component in chosen:
            append(first + component)
        if place.count > 1:
            for element in range(first + 4, first + 4 * place.count, 4):
                cells += [element + component for component in chosen]
    if one.update is not None:
        cells += [FLAGS + 4 * one.update + component for component in chosen]
    return cells


def always_writes(one: Instruction) -> bool:
    """True if an instruction writes all of `written`, in every live lane."""
    place = one.destination
    return place is not None and place.condition is None and place.relative is None


def is_cheap_anywhere(one: Instruction) -> bool:
    """True if a pure instruction gives the same whatever lanes are live, and samples nothing."""
    return one.opcode in _CHEAP
