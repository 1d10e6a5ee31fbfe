"""Finds the registers of a program that may hold raw bits: bits that are not meant as a float.

The result is computed once per program; reading, storing and sampling use `raw_bits(program)`.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

from softgl.ir.program import File, Instruction, Program, Saturate, Source, Stage
from softgl.isa import OPCODES, DataType
from softgl.isa.table import GLSL, GLSL_LANGUAGES
from softgl.records import dataclass


@dataclass(frozen=True)
class RawBits:
    """The handling of raw bits in one program.

    seen : True if a NaN's payload is observable: an instruction reads or writes registers as
        integers, or all only copy texels. Results are then stored with the one quiet NaN.
    observed : the registers that integer instructions may read, themselves or copies of them. The
        floats in these have the one quiet NaN too. None: all of them.
    floats : the temporaries that hold floats alone: a move to a result gives the one quiet NaN.
    signed : True if the sign of a NaN is observable.
    copied : True if `seen` is true only because of results.
    denormal : the registers that may hold denormal numbers, or packed bits that look like them, in
        languages that flush denormal numbers.
    """

    seen: bool
    signed: bool
    copied: bool
    denormal: frozenset[tuple[File, int]]
    floats: frozenset[tuple[File, int]] = frozenset()
    observed: frozenset[tuple[File, int]] | None = None

    def _is_observed(self, file: File, register: int) -> bool:
        return self.seen and (self.observed is None or (file, register) in self.observed)

    def of_input(self, m, value, register: int):
        """Returns the bits of an attribute, an F32 lane."""
        if self._is_observed(File.ATTRIBUTE, register):
            return m.bits(value)
        return m.unseen_bits(value)

    def of_result(self, m, instruction: Instruction, value):
        """Returns the bits of a result, an F32 lane."""
        # A result that is not computed may be packed bits, which are the same everywhere.
        place = instruction.destination
        if stores_sample(instruction) or returns_operand(instruction):
            return m.bits(value) if self._moves_float(instruction) else m.unseen_bits(value)
        observed = self.seen if place.relative else self._is_observed(place.file, place.index)
        return m.bits(value) if observed or self.signed else m.unseen_bits(value)

    def _moves_float(self, one: Instruction) -> bool:
        """True for a move of a register of `floats` to a result."""
        if one.opcode != "MOV" or one.destination.file is not File.RESULT:
            return False
        (source,) = one.sources
        return source.relative is None and (source.file, source.index) in self.floats

    def of_sample(self, m, color, exact: bool):
        """Returns four F32 lanes of a sample; `exact` if it is an unfiltered texel.

        Such a texel may be packed bits.
        """
        if exact or not self.seen:
            return color
        return [m.from_bits(m.bits(value)) for value in color]

    def flushes(self, source: Source, instruction: Instruction) -> bool:
        """True if denormal numbers in an operand are flushed to zero."""
        if (source.file, source.index) not in self.denormal:
            return False
        return OPCODES[instruction.opcode].packed != "operand" and not copies_temporary(instruction)


def raw_bits(program: Program, shown: bool = True) -> RawBits:
    """Returns the raw bits of a program; computed once, since a program never changes.

    shown : True if the bits of its results matter, not only their values.
    """
    known = vars(program)
    if "raw_bits" not in known:
        denormal = _denormal_registers(program) if program.profile.flushes else frozenset()
        mixed = any(map(_sees_bits, program.instructions))
        copied = not mixed and bool(program.textures) and all(map(_copied, program.instructions))
        seen, signed = mixed or copied, program.profile.signed_nan
        written = program.stage is Stage.VERTEX_STATE  # parameters are results there
        observed, floats = None, frozenset()
        if mixed and not written:
            floats = _float_registers(program)
            observed = _observed_registers(program, floats)
        known["raw_bits"] = RawBits(seen, signed, copied, denormal, floats, observed)
    found = known["raw_bits"]
    return found if shown or not found.copied else replace(found, seen=False)


def _copied(instruction: Instruction) -> bool:
    """True if an instruction writes a texel or the copy of a register, or nothing."""
    return copies(instruction) or stores_sample(instruction) or instruction.destination is None


def _sees_bits(instruction: Instruction) -> bool:
    """True if an instruction reads or writes float registers as integers."""
    entry, destination = OPCODES[instruction.opcode], instruction.destination
    if destination and destination.file is File.ADDRESS:
        # ARL writes integers, but to address registers; UARL reads integers.
        return instruction.opcode == "UARL"
    return instruction.type is not DataType.FLOAT or bool(entry.packed)


_CHOICES = {"MOV": (0, 1), "CMP": (1, 3), "CND": (0, 2), "CND0": (0, 2)}
"""Instructions that return one of their operands -> the range of these operands."""
_CHOSEN = _CHOICES | {"UCMP": (1, 3)}
"""The same, with the choice between words."""


def returns_operand(instruction: Instruction) -> bool:
    """True if the result is an unmodified operand, which may be raw bits."""
    if instruction.opcode not in _CHOICES or instruction.saturate is not Saturate.NONE:
        return False
    chosen = instruction.sources[slice(*_CHOICES[instruction.opcode])]
    return not any(source.absolute or any(source.negate) for source in chosen)


def copies(instruction: Instruction) -> bool:
    """True for a plain copy of a register."""
    if instruction.opcode != "MOV" or instruction.saturate is not Saturate.NONE:
        return False
    source = instruction.sources[0]
    return not source.absolute and True not in source.negate


def stores_sample(instruction: Instruction) -> bool:
    """True for a texture instruction that stores the sample unmodified."""
    return instruction.texture is not None and instruction.saturate is Saturate.NONE


def copied_results(program: Program) -> frozenset[int]:
    """Returns the results of a GLSL program that hold only copies of inputs and constants.

    They may be integers, so that their bits stay as they are; all others are floats or belong to
    programs whose instructions see bits. Computed once.
    """
    known = vars(program)
    if "copied_results" not in known:
        known["copied_results"] = _copied_results(program)
    return known["copied_results"]


def _copied_results(program: Program) -> frozenset[int]:
    if program.instruction_set not in GLSL_LANGUAGES:
        return frozenset()
    inputs = (File.ATTRIBUTE, File.PARAMETER)
    computed, moved = set(), defaultdict(list)
    for instruction in program.instructions:
        place = instruction.destination
        if place is None or place.file is None:
            continue
        written = [(place.file, place.index + n) for n in range(place.count)]
        if not copies(instruction):
            computed.update(written)
            continue
        source = instruction.sources[0]
        if source.file not in inputs:
            for number in range(source.count):
                moved[source.file, source.index + number] += written
    stack = list(computed)
    while stack:
        for copy in moved.pop(stack.pop(), ()):
            if copy not in computed:
                computed.add(copy)
                stack.append(copy)
    results = range(len(program.results))
    return frozenset(n for n in results if (File.RESULT, n) not in computed)


def copies_temporary(instruction: Instruction) -> bool:
    """True for a plain copy of a temporary."""
    return copies(instruction) and instruction.sources[0].file is File.TEMPORARY


def _denormal_registers(program: Program) -> frozenset[tuple[File, int]]:
    found = {(File.ATTRIBUTE, n) for n, _ in enumerate(program.attributes)}
    found |= {(File.PARAMETER, n) for n, _ in enumerate(program.parameters)}
    new = list(found)
    moved = defaultdict(list)  # temporary -> the registers with a copy of it
    for instruction in program.instructions:
        written, sources = instruction.destination, instruction.sources
        if written is None:
            continue
        if OPCODES[instruction.opcode].packed == "result" or instruction.texture:
            new.append((written.file, written.index))
        elif copies_temporary(instruction):
            moved[File.TEMPORARY, sources[0].index].append((written.file, written.index))
    while new:
        register = new.pop()
        found.add(register)
        new += [copy for copy in moved[register] if copy not in found]
    return frozenset(found)


def _float_registers(program: Program) -> frozenset[tuple[File, int]]:
    """Returns the temporaries in which instructions compute floats, and none computes integers.

    A temporary of GLSL has one type. Those of other languages may hold anything.
    """
    if program.instruction_set not in GLSL:
        return frozenset()
    floats, integers = set(), set()
    for one in program.instructions:
        place = one.destination
        if place is None or place.file is not File.TEMPORARY or one.opcode in _CHOSEN:
            continue
        entry = OPCODES[one.opcode]
        real = entry.result_type(one.type) is DataType.FLOAT and entry.packed != "result"
        registers = range(place.index, place.index + place.count)
        if one.texture is None:
            (floats if real else integers).update((place.file, number) for number in registers)
    return frozenset(floats - integers)


def _observed_registers(program: Program, floats) -> frozenset[tuple[File, int]]:
    """Returns the registers whose bits results and integer instructions read, or copies of them.

    floats : registers whose moves to results do not count: these give the one quiet NaN.
    """
    new = [(File.RESULT, register) for register, _ in enumerate(program.results)]
    copied = defaultdict(list)  # register -> the registers that it has copies of
    for one in program.instructions:
        chosen = range(*_CHOSEN[one.opcode]) if one.opcode in _CHOSEN else ()
        place = one.destination
        for position, source in enumerate(one.sources):
            for relative in source.indices:
                new.append((relative.file, relative.index))
            registers = [(source.file, r) for r in range(source.index, source.index + source.count)]
            plain = one.type is DataType.FLOAT and one.opcode == "MOV" and returns_operand(one)
            result = place is not None and place.file is File.RESULT and source.relative is None
            if plain and result and registers[0] in floats and one.update is None:
                continue
            if position in chosen and place is not None and one.update is None:
                for written in range(place.index, place.index + place.count):
                    copied[place.file, written] += registers
            elif _reads_bits(one, position):
                new += registers
        for relative in place.indices if place is not None else ():
            new.append((relative.file, relative.index))
    found: set[tuple[File, int]] = set()
    while new:
        register = new.pop()
        if register not in found:
            found.add(register)
            new += copied[register]
    return frozenset(found)


def _reads_bits(one: Instruction, position: int) -> bool:
    """True if an instruction may tell one NaN in an operand from another."""
    entry = OPCODES[one.opcode]
    if one.opcode == "UCMP" and position == 0:
        return False  # it compares the word with 0, which no NaN is
    reads = entry.operand_type(position, one.type)
    return reads is not DataType.FLOAT or entry.packed == "operand"
