"""Writes the instructions of one language in those of another: `Lowering`.

An instruction with the same formula in the target is written unchanged; `respell` replaces others.
Condition codes are temporaries with the results that set them, tests are 1 or 0 in each component,
and conditional writes are selections (`select`).
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

from softgl.asm.options import POSITION_INVARIANT
from softgl.asm.parser import DIALECTS
from softgl.asm.spelling import is_extended
from softgl.ir.builder import masked, negated, swizzled, written
from softgl.ir.precision import Precisions
from softgl.ir.program import (
    ALL,
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
from softgl.ir.raw_bits import copies, raw_bits
from softgl.ir.targets import PROGRAM_TARGETS
from softgl.isa import OPCODES, Form
from softgl.isa.table import ARB_VERTEX
from softgl.isa.vocabulary import FLOAT, SIGNED, Operand
from softgl.translate.assembly.choices import Choices
from softgl.translate.assembly.respell import CAREFUL, LIKE, LOOSE, PRODUCTS, SPELLINGS
from softgl.translate.interfaces.errors import refuse

_OFFSETS = range(-64, 64)
_VECTORS = ("result.position", "result.color", "result.texcoord", "result.attrib")
"""Prefixes of results with all four components, since the next stage may read them."""


class Lowering(Choices):
    """A program of floats, written in the instructions of `language`.

    target : the name of the target, for errors.
    exact : True to keep all special cases.
    shadows : the results that are temporaries up to the end, since they are written conditionally.
    chosen : the results that must be in `shadows`, known once everything is written.
    """

    def __init__(self, program: Program, target: str, language: str, exact: bool, shadows=()):
        super().__init__(program, language, exact)
        self.program, self.target = program, target
        self.dialect = DIALECTS[f"!!{language}"]
        self.fused = program.stage is Stage.FRAGMENT
        self.chosen: set[int] = set()
        self.current: Instruction | None = None
        self.static: dict[int, int] = {}  # address register -> its contents, where known
        self._raw, self._precisions = raw_bits(program), Precisions(program, False)
        self._loaded: tuple | None = None  # the contents of A0
        self._squares: set[tuple[File, int, int]] = set()
        self._shadows = {register: self.new() for register in sorted(shadows)}
        self.addresses = self._address_registers()

    def refuse(self, feature: str):
        """Raises the TranslationError of the current instruction."""
        refuse(self.target, feature, self.program, self.current)

    # -- registers ---------------------------------------------------------------------------------

    def _address_registers(self) -> dict[int, Source]:
        """Returns the temporaries that replace address registers; none if ARL can stay."""
        used, writers, components = set(), set(), set()
        for one in self.program.instructions:
            places = [place for place in (*one.sources, one.destination) if place]
            if one.opcode == "LOOP":
                continue
            used |= {place.index for place in places if place.file is File.ADDRESS}
            used |= {
                relative.index
                for place in places
                for relative in place.indices
                if relative.file is File.ADDRESS and not self.fused
            }
            components |= {relative.component for place in places for relative in place.indices}
            if one.destination and one.destination.file is File.ADDRESS:
                writers.add(self._formula(one) if one.opcode == "ARL" else None)
        alike = writers <= {OPCODES["ARL"].formulas[ARB_VERTEX]} and components <= {X}
        if alike and self.language == ARB_VERTEX:
            return {}
        return {register: self.new() for register in sorted(used)}

    def begin(self) -> None:
        """Writes the initial values of registers, before the first instruction."""
        unwritten = self.constant(0.0, 0.0, 0.0, 1.0)
        for register, (_, missing) in self._results().items():
            if register in self._shadows:
                self.emit("MOV", written(self._shadows[register]), unwritten)
            elif missing:
                place = Destination(File.RESULT, register, masked(*missing))
                self.emit("MOV", place, unwritten)
        for address in self.addresses.values():
            self.emit("MOV", written(address), self.constant(0.0))
        registers = {one.update for one in self.program.instructions} - {None}
        for register in sorted(registers):
            self.codes[register] = self.make("MOV", self.constant(0.0))

    def end(self) -> None:
        """Writes the results that were temporaries, after the last instruction."""
        results = self._results()
        for register, shadow in self._shadows.items():
            place = Destination(File.RESULT, register, masked(*results[register][0]))
            self.emit("MOV", place, shadow)

    def _results(self) -> dict[int, tuple[set[int], set[int]]]:
        """Returns for each result its components, and its unwritten components."""
        found = defaultdict(set)
        for register, component in result_components(self.program.instructions):
            found[register].add(component)
        results = {}
        for register, own in sorted(found.items()):
            vector = self.program.results[register].name.startswith(_VECTORS)
            components = {0, 1, 2, 3} if vector else own
            results[register] = components, components - own
        return results

    # -- instructions ------------------------------------------------------------------------------

    @property
    def directed(self) -> bool:
        """True if the texture of the current instruction is a cube map."""
        return PROGRAM_TARGETS[self.current.texture.target].directed

    def sample(self, opcode: str, place: Source) -> Source:
        """Samples the texture of the current instruction with another opcode."""
        if self.language not in OPCODES[opcode].languages:
            self.refuse(self.current.opcode)
        return self.make(opcode, place, texture=self.current.texture)

    def step(self, one: Instruction, running: Source | bool = True) -> None:
        """Writes an instruction that computes, or KIL; running : the mask of live lanes."""
        self.current, self.span = one, one.span
        if copies(one) and one.update is None:
            one = replace(one, type=FLOAT)  # it copies bits
        self._check(one)
        writes_address = one.destination and one.destination.file is File.ADDRESS
        # TGSI allows every instruction to write an address.
        if writes_address and not OPCODES[one.opcode].addresses:
            self.refuse(f"the bits of a float in an address register ({one.opcode})")
        if OPCODES[one.opcode].form is Form.KILL:
            self._kill(one, running)
            return
        if self.transforms(one):
            self.transform(one)
            return
        place = one.destination
        tests = [] if running is True else [running]
        if place.condition:
            test = self.truth(place.condition, place.mask)
            if test is False:
                return
            tests += [] if test is True else [test]
        if not self._direct(one, tests):
            self._store(one, self._value(one), tests)
        self._note(one, not tests)

    def _check(self, one: Instruction) -> None:
        if one.type is not FLOAT and not OPCODES[one.opcode].addresses:
            self.refuse(f"integers ({one.opcode}.{one.type.letter})")
        if OPCODES[one.opcode].packed:
            self.refuse(f"{one.opcode}: a register holds packed bits, which are not a number")
        if one.texture:
            if not self.dialect.targets:
                self.refuse(f"{one.opcode} in a {self.program.stage.value} program")
            if one.texture.target not in self._targets():
                self.refuse(f"the texture target {one.texture.target}")
            if any(one.texture.offset):
                self.refuse("texel offsets")
        if one.destination and one.destination.relative:
            self.refuse("an indexed destination")

    def _targets(self):
        return (*self.dialect.targets, "SHADOW1D", "SHADOW2D", "SHADOWRECT")

    def _formula(self, one: Instruction):
        return OPCODES[one.opcode].formulas[self.program.instruction_set]

    def _same(self, one: Instruction) -> bool:
        """True if the target has the instruction, with the same formula."""
        formulas = OPCODES[one.opcode].formulas
        same = formulas.get(self.language) is self._formula(one)
        return same and not (one.opcode == "ARL" and self.addresses)

    def _plain(self, one: Instruction) -> bool:
        """True if a result needs no modifier but a clamp that the target has."""
        profile, place = self.program.profile, one.destination
        clamps = one.saturate is Saturate.NONE or (
            self.fused
            and one.saturate is Saturate.UNSIGNED
            and (profile.clamps_nan or not self.exact)
        )
        packed = OPCODES[one.opcode].packed == "result" or place.file is File.ADDRESS
        flushed = self.exact and profile.flushes and not packed
        return clamps and not (one.precision or place.half or flushed)

    def _direct(self, one: Instruction, tests) -> bool:
        """Writes an instruction unchanged, if the target has all of it."""
        place = one.destination
        stays = place.file in (File.TEMPORARY, File.ADDRESS) or (
            place.file is File.RESULT and place.index not in self._shadows
        )
        if not (stays and self._same(one) and self._plain(one)) or self._wins(one):
            return False
        if tests or one.update is not None:
            return False
        sources = self._operands(one)
        place = Destination(place.file, place.index, place.mask)
        fields = {"saturate": one.saturate, "texture": one.texture, "type": one.type}
        self.emit(one.opcode, place, *sources, **fields)
        return True

    def transforms(self, one: Instruction) -> bool:
        """True for an instruction of the position transform, which an option adds."""
        place, options = one.destination, self.program.options
        return bool(
            POSITION_INVARIANT & options
            and place
            and place.file is File.RESULT
            and self.program.results[place.index].name == "result.position"
        )

    def transform(self, one: Instruction) -> None:
        """Keeps such an instruction, which the target's own option adds."""
        profile = self.program.profile
        if self.exact and (profile.zero_wins or profile.flushes):
            self.refuse(f"an invariant position in the arithmetic of {self.program.language}")
        self.instructions.append(one)

    def _wins(self, one: Instruction) -> bool:
        """True if 0 times anything must be 0 in an instruction."""
        return self.exact and self.program.profile.zero_wins and one.opcode in PRODUCTS

    def _value(self, one: Instruction) -> Source:
        """Returns the result of an instruction, before clamps."""
        sources, mask = self._operands(one), one.destination.mask
        if self._wins(one):
            return PRODUCTS[one.opcode](self, mask, *sources)
        if self._same(one):
            return self.make(one.opcode, *sources, mask=mask, texture=one.texture)
        spell = SPELLINGS.get(self._formula(one))
        if spell is None and self.exact:
            spell = CAREFUL.get(self._formula(one))
        if spell is None and not self.exact:
            spell = SPELLINGS.get(LIKE.get(one.opcode))
            if spell is None and self.language in OPCODES[one.opcode].languages:
                return self.make(one.opcode, *sources, mask=mask, texture=one.texture)
        if spell is None or (self.exact and one.opcode in LOOSE and not self._root(one)):
            special = self.language in OPCODES[one.opcode].languages or one.opcode in (
                *LIKE,
                *LOOSE,
            )
            cases = f" with the special cases of {self.program.language}" if special else ""
            self.refuse(f"{one.opcode}{cases}")
        return spell(self, mask, *sources)

    def _root(self, one: Instruction) -> bool:
        """True for a reciprocal root of a magnitude, which keeps all special cases."""
        return self._formula(one) is OPCODES["RSQ"].formulas[ARB_VERTEX]

    def squared(self, source: Source) -> bool:
        """True if a scalar is known to be at least 0."""
        return (source.file, source.index, source.swizzle[X]) in self._squares

    def _note(self, one: Instruction, always: bool) -> None:
        """Records the components with sums of squares."""
        place = one.destination
        cells = {(place.file, place.index, c) for c in range(4) if place.mask[c]}
        self._squares -= cells
        a, *others = one.sources or (None,)
        twice = one.opcode in _SQUARES and others == [a]
        if always and twice and not one.precision and place.file is File.TEMPORARY:
            self._squares |= cells

    # -- operands ----------------------------------------------------------------------------------

    def _operands(self, one: Instruction) -> list[Source]:
        entry = OPCODES[one.opcode].of(self.program.instruction_set)
        return [
            self._operand(one, source, kind)
            for source, kind in zip(one.sources, entry.sources, strict=False)
        ]

    def _operand(self, one: Instruction, source: Source, kind: Operand) -> Source:
        """Returns an operand without the modifiers that the target lacks."""
        precisions = self._precisions.needed(source, one.precision)
        flushes = self.exact and self._raw.flushes(source, one)
        source = self._place(source)
        if source.absolute:
            inner = replace(source, absolute=False, negate=(False,) * 4)
            inner = self.unextended(inner)
            size = self.make("ABS", inner)
            source = replace(size, negate=source.negate)
        if one.opcode not in ("SWZ", "MOV") or precisions != ("",) * 4 or flushes:
            source = self.unextended(source)
        if flushes:
            source = self.flushed(source, ALL)
        if any(precisions):
            source = self.rounded(source, one.precision, ALL)
        if kind is Operand.SCALAR:
            return swizzled(source, X)
        return source

    def _place(self, source: Source) -> Source:
        """Returns the register of an operand."""
        if source.file is File.BUFFER:
            self.refuse("parameter buffers")
        if source.file is File.ADDRESS:
            address = self.addresses[source.index]
            return replace(address, swizzle=source.swizzle, negate=source.negate)
        if not source.relative:
            return source
        relative = source.relative
        if relative.file is not File.ADDRESS:
            self.refuse("an index that is an integer in a temporary")
        if relative.index in self.static:
            element = min(max(self.static[relative.index] + source.offset, 0), source.count - 1)
            return replace(source, index=source.index + element, relative=None, offset=0, count=1)
        if source.file is not File.PARAMETER:
            self.refuse(f"an indexed array of {source.file.value}s")
        if not self.dialect.index:
            self.refuse("an indexed array of parameters")
        if self.exact and self.program.profile.zero_beyond:
            self.refuse("parameters that read as 0 beyond the last one")
        return self._indexed(source)

    def _indexed(self, source: Source) -> Source:
        """Returns an array of parameters indexed by the only address register."""
        relative, offset = source.relative, source.offset
        if relative.index not in self.addresses:
            return source
        integers = self.dialect.index is File.TEMPORARY
        far = 0 if offset in (range(source.count) if integers else _OFFSETS) else offset
        address = swizzled(self.addresses[relative.index], relative.component)
        if integers:
            address = self.make("ADD", address, self.constant(float(far)), mask=masked(X))
            index = self.make("TRUNC", address, mask=masked(X), type=SIGNED)
            relative = replace(relative, file=File.TEMPORARY, index=index.index, component=X)
            return replace(source, relative=relative, offset=offset - far)
        wanted = (relative.index, relative.component, far)
        if self._loaded != wanted:
            if far:
                address = self.make("ADD", address, self.constant(float(far)), mask=masked(X))
            self.emit("ARL", Destination(File.ADDRESS, 0, masked(X)), swizzled(address, X),
                      type=OPCODES["ARL"].types[0])  # fmt: skip
            self._loaded = wanted
        return replace(
            source, relative=replace(relative, index=0, component=X), offset=offset - far
        )

    # -- results -----------------------------------------------------------------------------------

    def _finished(self, one: Instruction, value: Source) -> Source:
        """Applies an instruction's modifiers and its destination's precision to a result."""
        mask, profile = one.destination.mask, self.program.profile
        if one.precision and not self._precisions.result_fits(one):
            value = self.rounded(value, one.precision, mask)
        elif self.exact and profile.flushes and one.texture is None and one.opcode != "MOV":
            value = self.flushed(value, mask)
        if (
            one.saturate is Saturate.UNSIGNED
            and self.fused
            and (profile.clamps_nan or not self.exact)
        ):
            value = self.make("MOV", self.unextended(value), mask=mask, saturate=one.saturate)
        elif one.saturate is not Saturate.NONE:
            low = self.constant(0.0 if one.saturate is Saturate.UNSIGNED else -1.0)
            order = (value, low) if profile.clamps_nan else (low, value)
            value = self.make("MAX", *order, mask=mask)
            value = self.make("MIN", value, self.constant(1.0), mask=mask)
        if one.destination.half and not self._precisions.stored_fits(one):
            value = self.rounded(value, "H", mask)
        return value

    def _store(self, one: Instruction, value: Source, tests: list[Source]) -> None:
        """Writes a result, and the condition code, where all tests are 1."""
        value, place = self._finished(one, value), one.destination
        test = tests[0] if tests else None
        if len(tests) == 2:
            test = self.make("MUL", *tests, mask=place.mask)
        if one.update is not None:
            code = self.codes[one.update]
            self._choose(written(code, place.mask), test, value, code)
        if place.file is None:
            return
        register = Source(place.file, place.index)
        if place.file is File.ADDRESS:
            register, self._loaded = self.addresses[place.index], None
        elif place.file is File.RESULT:
            register = self._shadows.get(place.index)
            if register is None:
                if test is not None:
                    self.chosen.add(place.index)
                self.move(Destination(place.file, place.index, place.mask), value)
                return
        self._choose(written(register, place.mask), test, value, register, one.update is None)

    def _choose(self, place, test: Source | None, value, otherwise, last: bool = False) -> None:
        """Writes a value, or by the test the old one; last : True if it has no other use."""
        if test is not None:
            value, last = self.select(test, value, otherwise, place.mask), True
        if last:
            self.move(place, value)
        else:
            self.emit("SWZ" if is_extended(value) else "MOV", place, value)

    def _kill(self, one: Instruction, running) -> None:
        if one.condition is None:
            (source,) = self._operands(one)
            if running is True:
                self.emit("KIL", None, source)
                return
            test = self.make("SLT", source, self.constant(0.0))
        else:
            test = self.truth(one.condition, ALL)
            if test is False:
                return
            if test is True:
                test = self.constant(1.0)
        if running is not True:
            test = self.make("MUL", test, running)
        self.emit("KIL", None, negated(test))


_SQUARES = frozenset({"DP2", "DP3", "DP4", "MUL"})
"""Instructions that give at least 0 if both operands are the same."""
