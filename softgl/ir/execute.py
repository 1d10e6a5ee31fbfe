"""Runs a program over lanes: the one meaning of `Program`, on both machines.

Registers hold bits (U32 lanes). An instruction reads them as its type says, applies the operand
modifiers, calls the formula of its opcode, and stores the result under its masks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from softgl.ir.blocks import build_flow, has_flow
from softgl.ir.conditions import (
    CONDITIONS,
    Flags,
    initial_flags,
    result_flags,
)
from softgl.ir.flow import FlowRun
from softgl.ir.precision import Precisions
from softgl.ir.program import (
    ONE,
    ZERO,
    Binding,
    ConditionTest,
    Constant,
    DataType,
    File,
    Instruction,
    Program,
    Saturate,
    Source,
)
from softgl.ir.raw_bits import copies, denormal_registers, mixes_types, moves
from softgl.ir.registers import FLAG_NAMES, Registers, VariableRegisters
from softgl.isa import OPCODES, Form
from softgl.lanes import BOOL, F32, I32, U32, Lane
from softgl.lanes.half import to_fixed, to_half

LANE_TYPES = {DataType.F: F32, DataType.S: I32, DataType.U: U32}
# What a component holds before anything wrote it: programs read registers so, and results may stay
# unwritten. The specifications leave both undefined; docs/undefined.md has our choice.
UNWRITTEN_RESULT = (0.0, 0.0, 0.0, 1.0)
LEAST_NORMAL = 2.0**-126


@dataclass(frozen=True)
class Environment:
    """What a program sees of the world.

    attribute : (register, component) -> an input: an F32 lane, or the bits of one that is an
        integer (U32).
    parameters : U32 array of four words for each register of `Program.parameters`.
    buffers : a U32 array for each of `Program.buffers`.
    sampler : texture operand -> its sampler, as `softgl.isa.texture` describes it.
    """

    attribute: Callable
    parameters: object
    buffers: Sequence = ()
    sampler: Callable | None = None


@dataclass(frozen=True)
class Outcome:
    """What a program leaves behind: four F32 lanes for each result, and the killed lanes.

    The parameters that a vertex state program may have written are results too.
    """

    results: dict[Binding, list[Lane]]
    killed: Lane | None


def execute(m, program: Program, environment: Environment) -> Outcome:
    """Run `program` once in every live lane."""
    run = _Run(m, program, environment)
    if run.flow is None:
        for instruction in program.instructions:
            run.step(instruction)
    else:
        FlowRun(m, program, run.flow, *run.hooks()).run()
    results = {
        binding: [m.from_bits(run.read_cell(File.RESULT, register, c)) for c in range(4)]
        for register, binding in enumerate(program.results)
    }
    for register in sorted(run.written_parameters):
        cells = [run.read_cell(File.PARAMETER, register, c) for c in range(4)]
        results[program.parameters[register]] = [m.from_bits(cell) for cell in cells]
    return Outcome(results, run.killed())


class _Run:
    """One execution: what instructions do to the registers."""

    def __init__(self, m, program, environment):
        self.m = m
        self.program = program
        self.environment = environment
        self.flow = build_flow(program) if has_flow(program) else None
        self._flushes = program.profile.flushes
        self._precisions = Precisions(program)
        self._denormal = denormal_registers(program) if self._flushes else frozenset()
        mixed = mixes_types(program)
        self._store_input = m.bits if mixed else m.carry
        self._store_float = m.bits if mixed or program.profile.signed_nan else m.carry
        # Of a vertex state program, which reads what it wrote.
        destinations = [i.destination for i in program.instructions if i.destination]
        self.written_parameters = {d.index for d in destinations if d.file is File.PARAMETER}
        self._inputs: dict[tuple[File, int, int], Lane] = {}
        self._kills = any(OPCODES[i.opcode].form is Form.KILL for i in program.instructions)
        if self.flow is None:
            self.registers = Registers(m, self._first)
            self._killed = None
        else:
            self.registers = VariableRegisters(m, self._first, program)
            self._killed = m.variable(BOOL, False) if self._kills else None
            # Interpolated here, an input is there in every block.
            for register, component in program.attribute_components():
                self.read_cell(File.ATTRIBUTE, register, component)

    # -- registers -----------------------------------------------------------------------------

    def _first(self, name) -> Lane:
        """What a cell holds before anything wrote it."""
        m = self.m
        if name[0] == "flags":
            return getattr(initial_flags(m), name[3])
        file, register, component = name
        if file is File.PARAMETER:
            return m.gather(self.environment.parameters, m.i32(4 * register + component))
        return m.carry(m.f32(UNWRITTEN_RESULT[component])) if file is File.RESULT else m.u32(0)

    def read_cell(self, file, register, component) -> Lane:
        """The bits of one component of a register."""
        if file not in (File.ATTRIBUTE, File.PARAMETER) or register in self._written(file):
            return self.registers.read((file, register, component))
        name = (file, register, component)
        if name in self._inputs:
            return self._inputs[name]
        m = self.m
        if file is File.ATTRIBUTE:
            value = self.environment.attribute(register, component)
            if value.type is F32:
                value = self._store_input(value)
        elif isinstance(constant := self.program.parameters[register], Constant):
            return m.u32(constant.words[component])
        else:
            value = m.gather(self.environment.parameters, m.i32(4 * register + component))
        if self.flow is None or file is File.ATTRIBUTE:
            # A parameter loaded in one block is not there in another.
            self._inputs[name] = value
        return value

    def _written(self, file) -> set[int]:
        return self.written_parameters if file is File.PARAMETER else set()

    def _element(self, place) -> Lane:
        """The number of the register, from the array's first on, that a relative access means."""
        relative = place.relative
        bits = self.read_cell(relative.file, relative.index, relative.component)
        # NV_gpu_program4 2.X.4.2: an access beyond the array "may not lead to program or GL
        # termination"; it reads the nearest element. Clamped before the sum, which could wrap.
        last = place.count - 1
        return self.m.clamp(self.m.as_i32(bits), -place.offset, last - place.offset) + place.offset

    def _load(self, source: Source, component) -> Lane:
        if source.file is File.BUFFER:
            return self._load_buffer(source, component)
        if source.relative is None:
            return self.read_cell(source.file, source.index, component)
        m, element = self.m, self._element(source)
        if source.file is File.PARAMETER and not self.written_parameters:
            index = (element + source.index) * 4 + component
            return self._within(source, m.gather(self.environment.parameters, index))
        value = self.read_cell(source.file, source.index, component)
        for number in range(1, source.count):
            other = self.read_cell(source.file, source.index + number, component)
            value = m.select(element == number, other, value)
        return self._within(source, value) if source.file is File.PARAMETER else value

    def _within(self, source: Source, value: Lane) -> Lane:
        """An element of an array of parameters, or 0 where the profile has that beyond its end."""
        if not self.program.profile.zero_beyond:
            return value
        m, relative = self.m, source.relative
        bits = self.read_cell(relative.file, relative.index, relative.component)
        # An address register is far from an overflow of this sum.
        element = m.as_i32(bits) + source.offset
        return m.select((element >= 0) & (element < source.count), value, 0)

    def _load_buffer(self, source: Source, component) -> Lane:
        """A word of a parameter buffer; beyond its end, the last one."""
        m = self.m
        element = m.i32(source.index)
        if source.relative is not None:
            element = element + self._element(source)
        if self.program.buffers[source.buffer].vector:
            element = element * 4 + component
        return m.gather(self.environment.buffers[source.buffer], element)

    def _typed(self, bits, type_) -> Lane:
        m = self.m
        return {F32: m.from_bits, I32: m.as_i32, U32: m.as_u32}[type_](bits)

    def typed_operand(self, source: Source, component, type_: DataType) -> Lane:
        return self.operand(source, component, LANE_TYPES[type_])

    def operand(self, source: Source, component, type_, raw=False) -> Lane:
        """One component of an operand, with its swizzle, absolute value and negation.

        `raw` : whether it may be packed bits, which only look like a denormal number.
        """
        selector = source.swizzle[component]
        if selector in (ZERO, ONE):
            value = self.m.lane(int(selector == ONE), type_)
        else:
            value = self._typed(self._load(source, selector), type_)
            if (source.file, source.index) in self._denormal and not raw:
                value = self._flushed(value)
        if source.absolute:
            value = abs(value)
        return -value if source.negate[component] else value

    def _flushed(self, value: Lane) -> Lane:
        """A lane with zeros, of the same sign, in the place of denormal floats."""
        m = self.m
        if value.type is not F32:
            return value
        zero = m.from_bits(m.carry(value) & 0x80000000)
        return m.select(abs(value) < LEAST_NORMAL, zero, value)

    # -- conditions ----------------------------------------------------------------------------

    def flags(self, register, component) -> Flags:
        names = (("flags", register, component, flag) for flag in FLAG_NAMES)
        return Flags(*map(self.registers.read, names))

    def test(self, condition: ConditionTest, component) -> Lane:
        """The test of one component, swizzled."""
        _, rule = CONDITIONS[condition.rule]
        return rule(self.flags(condition.register, condition.swizzle[component]))

    def test_any(self, condition: ConditionTest) -> Lane:
        """Whether the test holds for any component, as control flow and KIL ask."""
        x, y, z, w = (self.test(condition, component) for component in range(4))
        return x | y | z | w

    def hooks(self):
        """What control flow needs of the rest; see `FlowRun`."""
        return self.step, self.test_any, self.typed_operand, self.write_address

    def write_address(self, destination, values) -> None:
        """Store four integers in an address register."""
        for component, value in enumerate(values):
            name = (File.ADDRESS, destination.index, component)
            self.registers.write(name, self.m.as_u32(value), None)

    # -- instructions --------------------------------------------------------------------------

    def step(self, instruction: Instruction):
        """Execute one instruction."""
        opcode = OPCODES[instruction.opcode].of(self.program.instruction_set)
        letter = instruction.type.name
        formula = opcode.formula(self.program.instruction_set, letter, instruction.modifier)
        raw = opcode.packed == "operand" or moves(instruction)
        vectors = []
        for position, source in enumerate(instruction.sources):
            type_ = LANE_TYPES[DataType[opcode.operand_type(position, letter)]]
            exact = self._precisions.fits(source, instruction.precision)
            precision = "" if exact else instruction.precision
            vectors.append(_Vector(self, source, type_, precision, raw))
        if opcode.form is Form.KILL:
            self._kill(instruction, formula, vectors)
            return
        written = [c for c in range(4) if instruction.destination.mask[c]]
        results = self._results(instruction, opcode.form, formula, vectors, written)
        # A texel is no computational result: it may be packed bits, which look like a denormal.
        if self._flushes and opcode.form is not Form.TEXTURE and instruction.opcode != "MOV":
            results = {c: self._flushed(value) for c, value in results.items()}
        if instruction.precision and not self._precisions.result_fits(instruction):
            results = {
                c: self.rounded(value, instruction.precision) for c, value in results.items()
            }
        if instruction.saturate is not Saturate.NONE:
            results = {
                c: self._clamped(value, instruction.saturate) for c, value in results.items()
            }
        if instruction.destination.half and not self._precisions.stored_fits(instruction):
            results = {c: self.rounded(value, "H") for c, value in results.items()}
        self._write(instruction, vectors, results)

    def _clamped(self, value: Lane, saturate: Saturate) -> Lane:
        m, low = self.m, 0.0 if saturate is Saturate.UNSIGNED else -1.0
        if self.program.profile.clamps_nan:
            return m.clamp(value, low, 1.0)
        return m.select(value < low, low, m.select(value > 1.0, 1.0, value))

    def rounded(self, value: Lane, precision: str) -> Lane:
        """A float at a precision of `Instruction.precision`."""
        if value.type is not F32:
            return value
        return (to_half if precision == "H" else to_fixed)(self.m, value)

    def _results(self, instruction, form, formula, vectors, written):
        """The result of each written component, before saturation."""
        m = self.m
        if form is Form.COMPONENT:
            return {c: formula(m, *(vector[c] for vector in vectors)) for c in written}
        if form is Form.VECTOR:
            values = formula(m, *vectors)
        elif form is Form.TEXTURE:
            values = formula(m, *vectors, self.environment.sampler(instruction.texture))
        else:
            single = formula(m, *(v[0] if form is Form.SCALAR else v for v in vectors))
            values = [single] * 4
        return {c: values[c] for c in written}

    def _kill(self, instruction, formula, vectors):
        if instruction.condition is not None:
            mask = self.test_any(instruction.condition)
        else:
            mask = formula(self.m, *vectors)
        if self.flow is not None:
            self._killed.set(self._killed.get() | mask)
        else:
            self._killed = mask if self._killed is None else self._killed | mask

    def killed(self) -> Lane | None:
        """The lanes that were killed; None if none can be."""
        return self._killed.get() if self._kills and self.flow is not None else self._killed

    def _write(self, instruction, vectors, results):
        """Store the results where the condition holds, and update the flags."""
        destination = instruction.destination
        # Every test, index and flag is taken before anything changes: the instruction may write
        # what they read.
        conditions = {
            c: destination.condition and self.test(destination.condition, c) for c in results
        }
        element = destination.relative and self._element(destination)
        updates = {}
        if instruction.update is not None:
            updates = {c: self._new_flags(instruction, vectors, c, v) for c, v in results.items()}
        for component, flags in updates.items():
            for flag in FLAG_NAMES:
                name = ("flags", instruction.update, component, flag)
                self.registers.write(name, getattr(flags, flag), conditions[component])
        if destination.file is None:
            return
        for component, value in results.items():
            condition, bits = conditions[component], self._stored(instruction, value)
            if element is None:
                self._assign(destination.file, destination.index, component, bits, condition)
                continue
            for number in range(destination.count):
                here = element == number
                here = here if condition is None else here & condition
                self._assign(destination.file, destination.index + number, component, bits, here)

    def _new_flags(self, instruction, vectors, component, value) -> Flags:
        """The flags that a result gives its component of the condition code."""
        m, sums = self.m, OPCODES[instruction.opcode].flags
        if sums is None or instruction.type is DataType.F:
            return result_flags(m, value, m.false, m.false)
        operands = [vector[component] for vector in vectors]
        negated = tuple(source.negate[component] for source in instruction.sources)
        return result_flags(m, value, *sums(m, operands, negated))

    def _stored(self, instruction, value):
        """The bits of a result."""
        if value.type is not F32:
            return self.m.as_u32(value)
        # What is not computed may be packed bits, which are the same everywhere.
        unchanged = instruction.texture is not None and instruction.saturate is Saturate.NONE
        if unchanged or copies(instruction):
            return self.m.carry(value)
        return self._store_float(value)

    def _assign(self, file, register, component, bits, mask):
        self.registers.write((file, register, component), bits, mask)


class _Vector:
    """An operand as formulas see it: `vector[c]` loads component c, once."""

    def __init__(self, run, source, type_, precision="", raw=False):
        self._run = run
        self._source = source
        self._type = type_
        self._precision = precision
        self._raw = raw
        self._loaded = {}

    def __getitem__(self, component):
        if component not in self._loaded:
            value = self._run.operand(self._source, component, self._type, self._raw)
            if self._precision:
                value = self._run.rounded(value, self._precision)
            self._loaded[component] = value
        return self._loaded[component]

    def __len__(self):
        return 4

    def __iter__(self):
        return (self[component] for component in range(4))
