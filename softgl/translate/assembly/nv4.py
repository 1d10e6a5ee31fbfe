"""Writes programs as NVvp4.0, NVgp4.0 and NVfp4.0, with control flow and condition codes."""

from __future__ import annotations

from dataclasses import replace

from softgl.asm.disassemble import disassemble
from softgl.asm.parser import DIALECTS
from softgl.ir.builder import masked, written
from softgl.ir.program import (
    Destination,
    File,
    Instruction,
    Program,
    Saturate,
    Source,
    Stage,
    X,
    result_components,
)
from softgl.isa import OPCODES, Form
from softgl.isa.table import NV4_FRAGMENT, NV4_GEOMETRY, NV4_VERTEX
from softgl.isa.vocabulary import SIGNED
from softgl.translate.assembly.arb import check_whole, fitting, flat, noted, without_names
from softgl.translate.assembly.lower import Lowering
from softgl.translate.assembly.registers import packed
from softgl.translate.assembly.source_names import source_names
from softgl.translate.interfaces.errors import refuse

LANGUAGES = {
    Stage.VERTEX: NV4_VERTEX,
    Stage.GEOMETRY: NV4_GEOMETRY,
    Stage.FRAGMENT: NV4_FRAGMENT,
}
_FLAT = frozenset({"BRA", "LOOP", "ENDLOOP"})
"""Instructions that NV_gpu_program4 lacks: programs with these are flattened."""


def write_nv4(program: Program, target: str, exact: bool) -> str:
    """Returns the text; raises TranslationError for features that the target lacks."""
    if program.stage not in LANGUAGES:
        refuse(target, f"a {program.stage.value} program", program, None)
    language = LANGUAGES[program.stage]
    if program.instruction_set == language:
        return disassemble(program, source_names(program))
    check_whole(program, target, language, exact)
    if program.primitives:
        _check_primitives(program, target)
    names = source_names(program)
    if any(one.opcode in _FLAT for one in program.instructions) or _falls(program):
        return noted(disassemble(flat(program, target, language, exact), names), program)
    source, program = program, without_names(program)[0]
    code = Native(program, target, language, exact)
    code.write()
    first = program.temporaries + len(code.addresses)
    instructions, temporaries = packed(code.instructions, first)
    written = fitting(program, code, instructions, temporaries, code.labels)
    return noted(disassemble(written, names), source)


def _check_primitives(program: Program, target: str) -> None:
    primitives, each = program.primitives, len(result_components(program.instructions))
    if primitives.invocations > 1:
        refuse(target, f"{primitives.invocations} invocations for a primitive", program, None)
    most = DIALECTS[f"!!{NV4_GEOMETRY}"].limits.total_output_components
    if primitives.limit * each > most:
        words = f"{primitives.limit} vertices of {each} components, of which {most} are allowed"
        refuse(target, words, program, None)


def _falls(program: Program) -> bool:
    """True if execution falls through a label, which in NV_gpu_program4 returns."""
    ends = {at for _, at in program.labels if at} if not program.subroutines else set()
    before = [program.instructions[at - 1] for at in ends]
    return any(one.opcode != "RET" or one.condition for one in before)


class Native(Lowering):
    """A program with the control flow and the condition codes of NV_gpu_program4."""

    def write(self) -> None:
        """Writes the program."""
        program, places = self.program, {}
        main = dict(program.labels).get("main", 0)
        for number, one in enumerate(program.instructions):
            places[number] = len(self.instructions)
            if number == main:
                self.begin()
            self.step(one)
        places[len(program.instructions)] = len(self.instructions)
        self.labels = [(name, places[at]) for name, at in program.labels]

    def begin(self) -> None:
        """Does nothing: registers are initially 0, address registers too."""

    def step(self, one: Instruction, running=True) -> None:
        self.current, self.span = one, one.span
        form = OPCODES[one.opcode].form
        if form is Form.FLOW and one.opcode in ("PUSHA", "POPA"):
            self.refuse(one.opcode)
        if form in (Form.FLOW, Form.KILL, Form.EMIT):
            sources = tuple(self._operands(one))
            self.instructions.append(replace(one, sources=sources, precision=""))
            return
        if self.transforms(one):
            self.transform(one)
            return
        self._check(one)
        one = replace(one, destination=self._destination(one.destination))
        place = one.destination
        if place.file is None and one.update is None:
            return  # without effect
        native = self._same(one) and self._plain(one) and not self._wins(one)
        if place.file is not File.ADDRESS and native:
            sources = tuple(self._operands(one))
            place = replace(place, half=False)
            self.instructions.append(replace(one, sources=sources, destination=place, precision=""))
            return
        value = self._clamped(one, self._finished(replace(one, saturate=Saturate.NONE),
                                                  self._value(one)))  # fmt: skip
        self._move(one, value)

    def _clamped(self, one: Instruction, value: Source) -> Source:
        if one.saturate is Saturate.NONE or self.program.profile.clamps_nan:
            return value
        low = self.constant(0.0 if one.saturate is Saturate.UNSIGNED else -1.0)
        mask = one.destination.mask
        value = self.make("MAX", low, value, mask=mask)
        value = self.make("MIN", value, self.constant(1.0), mask=mask)
        return self.rounded(value, "H", mask) if one.destination.half else value

    def _move(self, one: Instruction, value: Source) -> None:
        """Moves a result to the destination of its instruction."""
        place = replace(one.destination, half=False)
        fields = {} if one.update is None else {"update": one.update}
        if place.file is File.ADDRESS:
            place = replace(place, file=File.TEMPORARY, index=self.addresses[place.index].index)
            if OPCODES[one.opcode].addresses:
                self.emit("TRUNC", place, value, type=SIGNED, **fields)
                return
        if self.program.profile.clamps_nan and one.saturate is not Saturate.NONE:
            fields["saturate"] = one.saturate
        self.move(place, value, **fields)

    def _check(self, one: Instruction) -> None:
        if not self._same(one):
            place = one.destination
            super()._check(replace(one, destination=place and replace(place, relative=None)))

    def _destination(self, place: Destination) -> Destination:
        """Returns a destination indexed by an integer in a temporary."""
        return self._chosen(place) if place.relative else place

    def _targets(self):
        return self.dialect.targets

    def _operand(self, one: Instruction, source: Source, kind) -> Source:
        if source.absolute and not one.precision and not self.exact:
            inner = super()._operand(
                one, replace(source, absolute=False, negate=(False,) * 4), kind
            )
            return replace(inner, absolute=True, negate=source.negate)
        return super()._operand(one, source, kind)

    def _place(self, source: Source) -> Source:
        if source.file is File.BUFFER:
            return source
        if source.file is File.ADDRESS:
            address = replace(self.addresses[source.index], swizzle=source.swizzle)
            return self.make("I2F", address, type=SIGNED)
        if source.relative and source.relative.file is File.ADDRESS:
            if self.exact and self.program.profile.zero_beyond:
                self.refuse("parameters that are 0 beyond the last one")
            return self._chosen(source)
        return source

    def _chosen(self, place):
        """Returns an operand or destination indexed by the temporary of an address register."""
        relative, offset = place.relative, place.offset
        if relative.file is not File.ADDRESS:
            return place
        address = self.addresses[relative.index]
        if offset not in range(place.count):
            far = self.bits(offset & 0xFFFFFFFF)
            address = self.make("ADD", address, far, type=SIGNED)
            offset = 0
        relative = replace(relative, file=File.TEMPORARY, index=address.index)
        return replace(place, relative=relative, offset=offset)

    def _half(self, value: Source, mask) -> Source:
        """Rounds to 16 bits by packing and unpacking."""
        register = self.new()
        for first in (0, 2):
            components = [c for c in (first, first + 1) if mask[c]]
            if components:
                pair = replace(value, swizzle=tuple(value.swizzle[c] for c in
                                                    (first, first + 1, first, first + 1)),
                               negate=tuple(value.negate[c] for c in
                                            (first, first + 1, first, first + 1)))  # fmt: skip
                bits = self.make("PK2H", pair, mask=masked(X))
                self.emit("UP2H", written(register, masked(*components)),
                          replace(bits, swizzle=(X,) * 4))  # fmt: skip
        return register
