"""The temporaries of straight programs, numbered again so that as few as can be are needed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from softgl.ir.program import File, Instruction


def packed(instructions: Iterable[Instruction], kept: int) -> tuple[list[Instruction], int]:
    """The instructions with other numbers for temporaries from `kept` on, and how many there are.

    None of these is read before it is written, and none in a loop. A number is free again behind
    the last instruction that reads what it was given to.
    """
    instructions = list(instructions)
    last = {}
    for at, one in enumerate(instructions):
        for register in _registers(one):
            last[register] = at
    free, numbers, count, found = [], {}, kept, []
    for at, one in enumerate(instructions):
        read = set(_read(one))
        ending = [register for register in read if register >= kept and last[register] == at]
        sources = tuple(_renamed(source, numbers) for source in one.sources)
        free += sorted((numbers[register] for register in ending), reverse=True)
        place = one.destination
        if place and place.file is File.TEMPORARY and place.index >= kept:
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
    """A place under its new number, and by the new number of what chooses it."""
    if place.relative:
        place = replace(place, relative=_numbered(place.relative, numbers))
    return _numbered(place, numbers)


def _numbered(register, numbers: dict[int, int]):
    if register.file is not File.TEMPORARY or register.index not in numbers:
        return register
    return replace(register, index=numbers[register.index])
