"""Writes instructions that compute.

An instruction with the same formula in TGSI is written unchanged. `RENAMED` has those with a data
type, which TGSI has in the mnemonic; `EXPANDED` has operations of several instructions, and
`write_older.py` the formulas of older languages.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from softgl.asm.tgsi import meanings
from softgl.asm.tgsi.textures import WITHOUT_SAMPLER, has_view
from softgl.asm.tgsi.write_conditions import Conditions, sum_flags
from softgl.asm.tgsi.write_flushes import flush, makes_denormals
from softgl.asm.tgsi.write_older import OLDER, light, light_of_power
from softgl.asm.tgsi.write_precision import Roundings
from softgl.asm.tgsi.write_registers import Registers, move
from softgl.asm.tgsi.write_text import NAN, ONES, SIGN, Code, Operand, Unwritable, masked
from softgl.ir.program import Destination, Instruction, Program, Saturate, Stage, X
from softgl.ir.raw_bits import copies, raw_bits
from softgl.isa import OPCODES, Form, Opcode
from softgl.isa.arithmetic import BELOW_ONE
from softgl.isa.table import ARB_VERTEX, TGSI_FRAGMENT, TGSI_VERTEX
from softgl.isa.vocabulary import FLOAT, SIGNED, UNSIGNED

_TARGETS = {name: word for word, name in meanings.TARGETS.items()}
_ANY_INTEGER = frozenset({"AND", "OR", "XOR", "NOT", "SHL"})
RENAMED = {
    **{(name, t): f"U{name}" for name in ("ADD", "MUL", "MAD") for t in "SU"},
    **{(name, "S"): f"I{name}" for name in ("DIV", "MAX", "MIN", "SGE", "SLT", "ABS")},
    **{(name, "U"): f"U{name}" for name in ("DIV", "MAX", "MIN", "SGE", "SLT", "MOD")},
    **{(name, t): f"U{name}" for name in ("SEQ", "SNE") for t in "SU"},
    ("SHR", "S"): "ISHR",
    ("SHR", "U"): "USHR",
    ("MOD", "S"): "MOD",
    ("I2F", "S"): "I2F",
    ("I2F", "U"): "U2F",
    ("SAD", "S"): "SAD",
    ("MUL.HI", "S"): "IMUL_HI",
    ("MUL.HI", "U"): "UMUL_HI",
}
"""(instruction, data type) -> TGSI's name for it."""
SWAPPED = {
    ("SGT", "S"): "ISLT",
    ("SLE", "S"): "ISGE",
    ("SGT", "U"): "USLT",
    ("SLE", "U"): "USGE",
}
"""Such instructions with swapped operands."""


def write_operation(
    registers: Registers, conditions: Conditions, roundings: Roundings, one: Instruction
) -> None:
    """Writes an instruction."""
    _Operation(registers, conditions, roundings, one).write()


class _Operation:
    """Writes one instruction."""

    def __init__(self, registers, conditions, roundings, one):
        self.registers: Registers = registers
        self.conditions: Conditions = conditions
        self.roundings: Roundings = roundings
        self.one: Instruction = one
        self.program: Program = registers.program
        self.code: Code = registers.code
        self.entry: Opcode = OPCODES[one.opcode].of(self.program.instruction_set)
        self.language = TGSI_FRAGMENT if self.program.stage is Stage.FRAGMENT else TGSI_VERTEX
        self.mask = one.destination.mask

    # -- the whole instruction ---------------------------------------------------------------------

    def write(self) -> None:
        one, code = self.one, self.code
        written = one.destination
        updates = self.conditions.is_tested(one.update)
        if written.file is None and not updates:
            return
        operands = self._operands()
        if written.condition is None and not updates:
            name, component = self.registers.destination(written)
            if component is None:
                self._computed(name, operands)
                self.registers.results.bring_out(written)
                return
            if copies(one):
                self._store(written, *operands, None)
                return
        held = code.new()
        self._computed(held.name, operands)
        where = self._where(written)
        if updates:
            floats = self._gives_floats()
            self.conditions.update(one, held, floats, where, lambda: self._sum_flags(operands))
        if written.file is not None:
            self._store(written, held, where)

    def _operands(self) -> list[Operand]:
        one, flushes = self.one, raw_bits(self.program).flushes
        types = [self.entry.operand_type(n, one.type) for n, _ in enumerate(one.sources)]
        found = [
            self.registers.operand(source, type_, type_ is FLOAT and flushes(source, one))
            for source, type_ in zip(one.sources, types, strict=True)
        ]
        return self.roundings.operands(one, found)

    def _where(self, written: Destination) -> Operand | None:
        """Returns the masks of a conditional write, as they are before anything changes."""
        if written.condition is None:
            return None
        mask = self.conditions.test(written.condition)
        if not self.conditions.is_tested(self.one.update):
            return mask
        held = self.code.new()
        self.code.emit("MOV", held.name, mask)
        return held

    def _store(self, written: Destination, value: Operand, where: Operand | None) -> None:
        name, component = self.registers.destination(written)
        mask = self.mask
        if component is not None:
            # Such a result has no other components.
            if not mask[0]:
                return
            mask = [number == component for number in range(4)]
            value = value.component(0)
            where = where and where.component(0)
        if where is None:
            self.code.emit("MOV", masked(name, mask), value)
        else:
            self.code.emit("UCMP", masked(name, mask), where, value, Operand(name))
        self.registers.results.bring_out(written)

    def _gives_floats(self) -> bool:
        return self.entry.packed != "result" and self.entry.result_type(self.one.type) is FLOAT

    def _sum_flags(self, operands):
        plain = [self._plain(operand) for operand in operands]
        return sum_flags(self.code, self.one, self.one.type, plain)

    def _plain(self, operand: Operand) -> Operand:
        """Returns an operand whose sign the next instruction cannot misread."""
        if operand.bare:
            return operand
        held = self.code.new()
        self.code.emit(*move(held.name, operand, self.one.type))
        return held

    # -- the result --------------------------------------------------------------------------------

    def _computed(self, name: str, operands: list[Operand]) -> None:
        """Writes the result to a register; only the last instruction changes it."""
        steps = self._finishing()
        mnemonic = self._mnemonic()
        if mnemonic and steps == [self._clamped] and self.program.profile.clamps_nan:
            suffix = "_SAT" if self.one.saturate is Saturate.UNSIGNED else "_SATNV"
            self._direct(mnemonic + suffix, name, operands)
            return
        places = [*(self.code.new().name for _ in steps), name]
        if mnemonic:
            self._direct(mnemonic, places[0], operands)
        else:
            self._expanded(masked(places[0], self.mask), operands)
        for step, (before, after) in zip(steps, pairwise(places), strict=True):
            step(after, before)

    def _finishing(self) -> list[Callable]:
        """Returns the steps before a result is stored: (register, register before) -> None."""
        one, steps, floats = self.one, [], self._gives_floats()
        if one.texture is not None and self.mask[3] and not self.program.profile.missing_texel[3]:
            steps.append(self._sampled)
        if makes_denormals(self.program, self.entry):
            steps.append(self._flushed)
        if floats and self.roundings.rounds(one):
            steps.append(self._rounded)
        if one.saturate is not Saturate.NONE:
            steps.append(self._clamped)
        if floats and self.roundings.rounds_stored(one):
            steps.append(self._halved)
        return steps

    def _sampled(self, name: str, value: str) -> None:
        """Writes a sample with 0 for w if there is no texture."""
        texture = self.one.texture
        there = self.registers.present(texture.unit, _TARGETS[texture.target])
        self.code.emit("AND", masked(name, self.mask), Operand(value), there)

    def _flushed(self, name: str, value: str) -> None:
        flush(self.code, name, value, self.code.new().name, self.mask)

    def _rounded(self, name: str, value: str) -> None:
        rounded = self.roundings.result(self.one, Operand(value))
        self.code.emit("MOV", masked(name, self.mask), rounded)

    def _halved(self, name: str, value: str) -> None:
        rounded = self.roundings.stored(self.one, Operand(value))
        self.code.emit("MOV", masked(name, self.mask), rounded)

    def _clamped(self, name: str, held: str) -> None:
        destination, value = masked(name, self.mask), Operand(held)
        low = 0.0 if self.one.saturate is Saturate.UNSIGNED else -1.0
        if self.program.profile.clamps_nan:
            self.code.emit("MOV_SATNV" if low else "MOV_SAT", destination, value)
        else:
            self.code.emit("CLAMP", destination, value, self.code.float(low), self.code.float(1.0))

    def _mnemonic(self) -> str | None:
        """Returns the TGSI instruction with the same result, if any; MOV where only bits move."""
        one = self.one
        if one.opcode in ("MOV", "SWZ"):
            return None if one.type is not FLOAT else "MOV"
        if one.opcode == "DFRACEXP":
            return one.opcode  # in the program form an instruction for each result
        name = f"{one.opcode}.{one.modifier}" if one.modifier else one.opcode
        if one.type is not FLOAT and (name, one.type.letter) in RENAMED:
            return RENAMED[name, one.type.letter]
        entry, own = OPCODES[one.opcode], self.program.instruction_set
        if one.opcode == "ARL" and entry.formulas[own] is entry.formulas[ARB_VERTEX]:
            return "ARL"  # TGSI's takes a vector
        if one.modifier or entry.formulas.get(self.language) is not entry.formulas[own]:
            return None
        there = entry.of(self.language)
        same = one.type is there.types[0] or one.opcode in _ANY_INTEGER
        # Operands and results are the same for any name of the type.
        free = entry.form is Form.TEXTURE or entry.packed is not None
        free = free or (own in (TGSI_VERTEX, TGSI_FRAGMENT))
        return one.opcode if same or free else None

    def _direct(self, mnemonic: str, name: str, operands: list[Operand]) -> None:
        code, one = self.code, self.one
        destination = masked(name, self.mask)
        if one.opcode == "DFRACEXP":
            destination = f"NULL, {destination}" if one.modifier else f"{destination}, NULL"
        if self.entry.packed == "operand" and one.type is not FLOAT:
            operands = [self._plain(operand) for operand in operands]
        if one.texture is None:
            code.emit(mnemonic, destination, *operands)
            return
        code.emit(mnemonic, destination, *self.textured(operands))

    def textured(self, operands: list[Operand]) -> list:
        """Returns the operands of a texture instruction, with the texture among them."""
        texture = self.one.texture
        target = _TARGETS.get(texture.target)
        if target is None:
            raise Unwritable(f"TGSI has no {texture.target} textures")
        self._view(target)
        if has_view(OPCODES[self.one.opcode]):
            named = [f"SVIEW[{texture.unit}]"]
            if self.one.opcode not in WITHOUT_SAMPLER:
                named.append(f"SAMP[{texture.unit}]")
            return [*operands[:1], *named, *operands[1:]]
        self.registers.samplers.add(texture.unit)
        named = [f"SAMP[{texture.unit}]", target]
        if any(texture.offset):
            named.append(f"{self.code.vector([n & ONES for n in (*texture.offset, 0)])}.xyz")
        return [*operands, *named]

    def _view(self, target: str) -> None:
        """Records the sampler view of an instruction that needs one, with the type of texels."""
        one, entry, registers = self.one, OPCODES[self.one.opcode], self.registers
        if len(entry.types) > 1:
            registers.texel_types[one.texture.unit].add(one.type)
        if has_view(entry) or one.type in entry.types[1:]:
            registers.views[one.texture.unit] = target

    def _expanded(self, destination: str, operands: list[Operand]) -> None:
        one = self.one
        name = f"{one.opcode}.{one.modifier}" if one.modifier else one.opcode
        swapped = SWAPPED.get((name, one.type.letter))
        if swapped:
            self.code.emit(swapped, destination, *reversed(operands))
            return
        kind = "F" if one.type is FLOAT else "I"
        formula = OPCODES[one.opcode].formulas[self.program.instruction_set]
        expand = OLDER.get(formula) or EXPANDED.get((name, kind))
        if expand is None:
            family = self.program.instruction_set
            raise Unwritable(f"{name}: TGSI lacks the arithmetic of {family}")
        expand(self, destination, *operands)

    # -- expansions --------------------------------------------------------------------------------

    def emit(self, opcode: str, *operands, out: str = "") -> Operand:
        """Writes an instruction and returns its result: a temporary or the masked destination."""
        held = Operand(out) if out else self.code.new()
        self.code.emit(opcode, held.name, *operands)
        return held

    def bits(self, operand: Operand) -> Operand:
        """Returns the bits of a float, its signs applied."""
        bare = Operand(operand.name, operand.swizzle)
        if operand.bare:
            return bare
        if operand.absolute and not operand.negate:
            return self.emit("AND", bare, self.code.word(~SIGN))
        return self.emit("OR" if operand.absolute else "XOR", bare, self.code.word(SIGN))

    def _move(self, out: str, a: Operand) -> None:
        self.code.emit(*move(out, a, self.one.type))

    def _subtract(self, out: str, a: Operand, b: Operand) -> None:
        self.code.emit("UADD", out, a, b.negated())

    def _choose(self, out: str, a: Operand, b: Operand, c: Operand) -> None:
        """Writes CMP of integers."""
        if self.one.type is UNSIGNED:
            self._move(out, c)
        else:
            below = self.emit("ISLT", a, self.code.word(0))
            self.code.emit("UCMP", out, below, self._plain(b), self._plain(c))

    def _constant(word: int):
        def expand(self, out: str, *operands: Operand) -> None:
            self.code.emit("MOV", out, self.code.word(word))

        return expand

    def _whole(opcode: str):
        def expand(self, out: str, a: Operand) -> None:
            rounded = self.emit(opcode, a)
            self.code.emit("F2I" if self.one.type is SIGNED else "F2U", out, rounded)

        return expand

    def _shorter(shift: str):
        """Returns MUL of the low 24 bits."""

        def expand(self, out: str, *operands: Operand) -> None:
            eight = self.code.word(8)
            short = [self.emit(shift, self.emit("SHL", one, eight), eight) for one in operands]
            self.code.emit("UMUL", out, *short)

        return expand

    def _distance_sum(self, out: str, a: Operand, b: Operand, c: Operand) -> None:
        """Writes SAD of unsigned integers."""
        distance = self.emit("UADD", self.emit("UMAX", a, b), self.emit("UMIN", a, b).negated())
        self.code.emit("UADD", out, distance, c)

    def _minimum(self, out: str, a: Operand, b: Operand) -> None:
        self.code.emit("MIN", out, b, a)

    def _sign(self, out: str, a: Operand) -> None:
        """Writes SSG that propagates a NaN."""
        number = self.emit("FSEQ", a, a)
        self.code.emit("UCMP", out, number, self.emit("SSG", a), self.code.word(NAN))

    def _fraction(self, out: str, a: Operand) -> None:
        self.code.emit("MIN", out, self.code.float(BELOW_ONE), self.emit("FRC", a))

    def _root(self, out: str, a: Operand) -> None:
        """Writes RSQ that keeps the sign of a zero and gives NaN below."""
        code, root = self.code, self.emit("RSQ", a)
        value = self.emit("MOV", a)
        signed = self.emit("OR", root, self.emit("AND", value, code.word(SIGN)))
        code.emit("UCMP", out, self.emit("FSGE", value, code.word(0)), signed, code.word(NAN))

    def _exponential(self, out: str, a: Operand) -> None:
        parts = self.emit("EXP", a)
        below = self.code.float(BELOW_ONE)
        self.code.emit("MIN", masked(parts.name, (False, True, False, False)), below, parts)
        self.code.emit("MOV", out, parts)

    def _query(self, out: str, a: Operand) -> None:
        """Writes TXQ without the number of levels."""
        held = self.code.new()
        self.code.emit("TXQ", f"{held.name}.xyz", *self.textured([a.component(X)]))
        self.code.emit("MOV", f"{held.name}.w", self.code.word(0))
        self.code.emit("MOV", out, held)


EXPANDED = {
    ("MOV", "I"): _Operation._move,
    ("ABS", "I"): _Operation._move,  # of unsigned integers
    ("SUB", "I"): _Operation._subtract,
    ("CMP", "I"): _Operation._choose,
    ("SFL", "I"): _Operation._constant(0),
    ("STR", "I"): _Operation._constant(ONES),
    **{(name, "I"): _Operation._whole(name) for name in ("FLR", "CEIL", "ROUND", "TRUNC")},
    ("MUL.S24", "I"): _Operation._shorter("ISHR"),
    ("MUL.U24", "I"): _Operation._shorter("USHR"),
    ("SAD", "I"): _Operation._distance_sum,
    ("MIN", "F"): _Operation._minimum,
    ("SSG", "F"): _Operation._sign,
    ("FRC", "F"): _Operation._fraction,
    ("RSQ", "F"): _Operation._root,
    ("EXP", "F"): _Operation._exponential,
    ("LIT", "F"): light(light_of_power),
    ("TXQ", "I"): _Operation._query,
}
"""(instruction, F or I for integers) -> its expansion into several TGSI instructions."""
