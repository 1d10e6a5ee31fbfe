"""Allocates the temporaries of straight programs, and finds uninitialized ones."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace

from softgl.ir.program import ONE, ZERO, File, Instruction
from softgl.ir.reads import operand_components


def read_unwritten(instructions: Iterable[Instruction], count: int) -> dict[int, set[int]]:
    """Returns the components of the first `count` temporaries that are read before written."""
    written, found = defaultdict(set), {}
    for one in instructions:
        place = one.destination
        wanted = {c for c in range(4) if place is None or place.mask[c]}
        for register, components in _reads(one, wanted):
            missing = components - written[register]
            if register < count and missing:
                found.setdefault(register, set()).update(missing)
        if place and place.file is File.TEMPORARY and place.condition is None:
            written[place.index] |= wanted
    return found


def _reads(one: Instruction, wanted: set[int]) -> Iterator[tuple[int, set[int]]]:
    """Yields the temporaries in an instruction's operands, with the components that it reads."""
    for position, source in enumerate(one.sources):
        if source.file is File.TEMPORARY:
            read = {source.swizzle[c] for c in operand_components(one, position, wanted)}
            yield source.index, read - {ZERO, ONE}
        for index in source.indices:
            if index.file is File.TEMPORARY:
                yield index.index, {index.component}


def packed(instructions: Iterable[Instruction], first: int) -> tuple[list[Instruction], int]:
    """Returns the instructions with temporaries from `first` on renumbered, and their number.

    The renumbered temporaries are written before they are read, and not in loops. A number is free
    again after the last instruction that reads its temporary.
    """
    instructions = list(instructions)
    last = {}
    for at, one in enumerate(instructions):
        for register in _registers(one):
            last[register] = at
    free, numbers, count, found = [], {}, first, []
    for at, one in enumerate(instructions):
        read = set(_read(one))
        ending = [register for register in read if register >= first and last[register] == at]
        sources = tuple(_renamed(source, numbers) for source in one.sources)
        free += sorted((numbers[register] for register in ending), reverse=True)
        place = one.destination
        if place and place.file is File.TEMPORARY and place.index >= first:
            if place.index not in numbers or place.index in ending:
                if not free:
                    free.append(count)
                    count += 1
                numbers[place.index] = free.pop()
            if last[place.index] == at and place.index not in ending:
                free.append(numbers[place.index])  # nothing reads it
        place = place and _renamed(place, numbers)
        found.append(replace(one, sources=sources, destination=place))
    return found, count


def _read(one: Instruction) -> Iterable[int]:
    for source in one.sources:
        for place in (source, *source.indices):
            if place.file is File.TEMPORARY:
                yield place.index


def _registers(one: Instruction) -> Iterable[int]:
    yield from _read(one)
    if one.destination and one.destination.file is File.TEMPORARY:
        yield one.destination.index


def _renamed(place, numbers: dict[int, int]):
    """Returns a place with new register numbers, the index register's included."""
    if place.relative:
        place = replace(place, relative=_numbered(place.relative, numbers))
    return _numbered(place, numbers)


def _numbered(register, numbers: dict[int, int]):
    if register.file is not File.TEMPORARY or register.index not in numbers:
        return register
    return replace(register, index=numbers[register.index])
