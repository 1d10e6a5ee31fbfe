"""Executes a program over lanes, on either machine.

Registers hold bits (U32 lanes). An instruction reads them by its type, applies the operand
modifiers, calls the formula of its opcode, and stores the result under its masks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from operator import or_

from softgl.ir.block_cells import FLAG_NAMES, cells_within_blocks
from softgl.ir.blocks import build_flow, has_flow
from softgl.ir.conditions import (
    CONDITIONS,
    Flags,
    initial_flags,
    result_flags,
)
from softgl.ir.flow import FlowRun
from softgl.ir.operands import LANE_TYPES, Inputs, Operands, Vector, flushed, rounded
from softgl.ir.precision import Precisions
from softgl.ir.program import (
    Binding,
    ConditionTest,
    File,
    Instruction,
    Program,
    Saturate,
    Stage,
)
from softgl.ir.raw_bits import copied_results, raw_bits
from softgl.ir.registers import (
    Element,
    Registers,
    VariableRegisters,
    stays_in_memory,
    written_cells,
)
from softgl.isa import OPCODES, DataType, Form
from softgl.lanes import BOOL, F32, Lane
from softgl.lanes.rounded_once import RoundedOnce
from softgl.lanes.zero_wins import ZeroWins
from softgl.records import dataclass

# The initial value of a result register. Programs may leave results unwritten; the specifications
# leave their value undefined, docs/undefined.md decides it.
UNWRITTEN_RESULT = (0.0, 0.0, 0.0, 1.0)


@dataclass(frozen=True)
class Environment:
    """The inputs of a program.

    attribute : (register, component) -> an input: an F32 lane, or the bits of an integer (U32).
    parameters : U32 array of four words for each register of `Program.parameters`.
    buffers : a U32 array for each of `Program.buffers`.
    sampler : (texture operand, type of lanes) -> its sampler, as in `softgl.isa.texture`; its
        colours are lanes of that type.
    shown : True if the bits of results matter, not only their values: NaNs are then canonical.
    vertex_attribute : (register, component, vertex) -> the bits of an attribute of one vertex of a
        primitive, U32; register and vertex are I32 lanes.
    stream : creates the stream of vertices of a geometry program, as in `softgl.isa.geometry`:
        (result -> its four current components, U32) -> the stream.
    counts_steps : True to count executed instructions.
    notes_limits : True to note the limits at which lanes end.
    """

    attribute: Callable
    parameters: object
    buffers: Sequence = ()
    sampler: Callable | None = None
    shown: bool = True
    vertex_attribute: Callable | None = None
    stream: Callable | None = None
    counts_steps: bool = False
    notes_limits: bool = False


@dataclass(frozen=True)
class Outcome:
    """The outputs of a program: four F32 lanes for each result, and the killed lanes.

    The parameters that a vertex state program may write are results too.
    steps : U32, the number of executed instructions, if the environment counts steps.
    ended : I32, the limit that ended a lane, if the environment notes limits: 1 more than the
        number of a loop, among the program's REP and LOOP instructions; `STEP_LIMIT`; 0 of none.
    """

    results: dict[Binding, list[Lane]]
    killed: Lane | None
    steps: Lane | None = None
    ended: Lane | None = None


def execute(m, program: Program, environment: Environment) -> Outcome:
    """Runs `program` once in every live lane."""
    run = (m.observer.run if m.observer else Run)(m, program, environment)
    counts, notes = environment.counts_steps, environment.notes_limits
    steps, ended = m.i32(len(program.instructions)), m.i32(0)
    if run.flow is None:
        for instruction in program.instructions:
            run.step(instruction)
    else:
        flow = run.flow_run(
            m, program, run.flow, run.in_memory, *run.hooks(), counts=counts, notes=notes
        )
        flow.run()
        steps, ended = flow.steps.get(), flow.ended() if notes else None
    read_cell = run.operands.read_cell
    results = {
        binding: [m.from_bits(read_cell(File.RESULT, register, c)) for c in range(4)]
        for register, binding in enumerate(program.results)
    }
    for register in sorted(run.operands.written_parameters):
        cells = [read_cell(File.PARAMETER, register, c) for c in range(4)]
        results[program.parameters[register]] = [m.from_bits(cell) for cell in cells]
    counted = m.as_u32(steps) if counts else None
    return Outcome(results, run.killed(), counted, ended if notes else None)


def arithmetic(m, program: Program):
    """Returns the machine that the formulas of a program's instructions use.

    Only fragment programs fuse products and sums: coverage depends on vertex positions, and should
    equal that of other drivers.
    """
    if program.profile.zero_wins:
        m = ZeroWins(m)
    return RoundedOnce(m) if program.stage is Stage.FRAGMENT else m


class Run:
    """Executes a program: applies its instructions to its registers.

    Observers of an execution (`Machine.observer`) derive from this class; `flow_run` is then the
    observer of control flow.
    """

    flow_run = FlowRun

    def __init__(self, m, program, environment):
        self.m = m
        self._arithmetic = arithmetic(m, program)
        self.program = program
        self.environment = environment
        self.flow = build_flow(program) if has_flow(program) else None
        self._raw = raw_bits(program, environment.shown)
        self._kills = any(OPCODES[i.opcode].form is Form.KILL for i in program.instructions)
        straight = self.flow is None
        self._precisions = Precisions(program, straight)
        self._killed = m.variable(BOOL, False) if self._kills and not straight else None
        self._inputs = Inputs(m, program, environment, straight)
        if straight:
            self.registers = Registers(m, self._first, program)
        else:
            # Interpolated before the first block, inputs are available in every block.
            for place in program.attribute_components():
                self._inputs.read(File.ATTRIBUTE, *place)
            for place in program.vertex_components():
                self._inputs.of_vertex(*place)
            # Where steps are limited, each instruction may stand under a `where` of its own.
            apart = m.opens_scopes and self.flow.endless and program.ends_by_steps
            within = frozenset() if apart else cells_within_blocks(program, self.flow)
            variables = len(set(written_cells(program)) - within) + self.flow.counters
            self.in_memory = stays_in_memory(variables, len(self.flow.blocks))
            self.registers = VariableRegisters(m, self._first, program, self.in_memory, within)
        self.operands = Operands(m, program, environment, self.registers, self._inputs)
        self._stream = environment.stream and environment.stream(self._result_bits)

    # -- registers -----------------------------------------------------------------------------

    def _first(self, name) -> Lane:
        """Returns the initial value of a cell."""
        m = self.m
        if name[0] == "flags":
            return getattr(initial_flags(m), name[3])
        file, _, component = name
        if file in (File.ATTRIBUTE, File.PARAMETER):
            return self._inputs.read(*name)
        if file is File.RESULT:
            return m.unseen_bits(m.f32(UNWRITTEN_RESULT[component]))
        return m.u32(0)

    def _result_bits(self, binding: Binding) -> list[Lane]:
        """Returns the current bits of a result, U32, with NaNs of floats made canonical."""
        m = self.m
        if binding not in self.program.results:
            return [m.unseen_bits(m.f32(value)) for value in UNWRITTEN_RESULT]
        register = self.program.results.index(binding)
        cells = [self.operands.read_cell(File.RESULT, register, c) for c in range(4)]
        if self._raw.seen or register in copied_results(self.program):
            return cells
        return [m.bits(m.from_bits(cell)) for cell in cells]

    # -- conditions ----------------------------------------------------------------------------

    def flags(self, register, component) -> Flags:
        names = (("flags", register, component, flag) for flag in FLAG_NAMES)
        return Flags(*map(self.registers.read, names))

    def test(self, condition: ConditionTest, component) -> Lane:
        """Returns the test of one component, swizzled."""
        _, rule = CONDITIONS[condition.rule]
        holds = rule(self.flags(condition.register, condition.swizzle[component]))
        return ~holds if condition.negated else holds

    def test_any(self, condition: ConditionTest) -> Lane:
        """Returns the test as control flow and KIL use it: true if any component passes."""
        different = dict(zip(condition.swizzle, range(4), strict=True)).values()
        return reduce(or_, (self.test(condition, component) for component in different))

    def hooks(self):
        """Returns the callbacks for control flow; see `FlowRun`."""
        dead = self.registers.dead()
        full = self._stream and self._stream.full
        operand, write = self._control_operand, self.write_address
        return self.registers.begin_block, self.step, self.test_any, operand, write, dead, full

    def _control_operand(self, instruction, component, type_):
        """Returns the operand of a control flow instruction."""
        (source,) = instruction.sources
        flushes = self._raw.flushes(source, instruction)
        return self.operands.operand(source, component, type_, flushes)

    def write_address(self, destination, values) -> None:
        """Stores four integers in an address register."""
        for component, value in enumerate(values):
            name = (File.ADDRESS, destination.index, component)
            self.registers.write(name, self.m.as_u32(value), None)

    # -- instructions --------------------------------------------------------------------------

    def step(self, instruction: Instruction):
        """Executes one instruction."""
        opcode = OPCODES[instruction.opcode].of(self.program.instruction_set)
        formula = self.formula(instruction, opcode)
        vectors = []
        for position, source in enumerate(instruction.sources):
            type_ = opcode.operand_type(position, instruction.type)
            precision = self._precisions.needed(source, instruction.precision)
            flushes = self._raw.flushes(source, instruction)
            vectors.append(Vector(self.operands, source, type_, precision, flushes))
        if opcode.form is Form.EMIT:
            formula(self.m, self._stream)
            return
        if opcode.form is Form.KILL:
            self._kill(instruction, formula, vectors)
            return
        written = [c for c in range(4) if instruction.destination.mask[c]]
        results = self._results(instruction, opcode.form, formula, vectors, written)
        results = {c: self._finished(instruction, value) for c, value in results.items()}
        self._write(instruction, vectors, results)
        self._precisions.wrote(instruction)

    def formula(self, instruction: Instruction, opcode) -> Callable | None:
        """Returns the lane formula of an instruction."""
        return opcode.formula(self.program.instruction_set, instruction.type, instruction.modifier)

    def _finished(self, instruction, value: Lane) -> Lane:
        """Applies an instruction's modifiers and its destination's precision to a result."""
        # Texels and copies are not computed: packed bits in them may look like a denormal number.
        computed = instruction.texture is None and instruction.opcode != "MOV"
        if instruction.precision and not self._precisions.result_fits(instruction):
            value = rounded(self.m, value, instruction.precision)  # denormal numbers to zero
        elif self.program.profile.flushes and computed:
            value = flushed(self.m, value)
        if instruction.saturate is not Saturate.NONE:
            value = self._clamped(value, instruction.saturate)
        if instruction.destination.half and not self._precisions.stored_fits(instruction):
            value = rounded(self.m, value, "H")
        return value

    def _clamped(self, value: Lane, saturate: Saturate) -> Lane:
        m, low = self.m, 0.0 if saturate is Saturate.UNSIGNED else -1.0
        if self.program.profile.clamps_nan:
            return m.clamp(value, low, 1.0)
        return m.select(value < low, low, m.select(value > 1.0, m.f32(1.0), value))

    def _results(self, instruction, form, formula, vectors, written):
        """Returns the result of each written component, before saturation."""
        m = self._arithmetic
        if form is Form.COMPONENT:
            return {c: formula(m, *(vector[c] for vector in vectors)) for c in written}
        if form is Form.VECTOR:
            values = formula(m, *vectors)
        elif form is Form.TEXTURE:
            sampler = self.environment.sampler(instruction.texture, LANE_TYPES[instruction.type])
            values = formula(m, *vectors, sampler)
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
        """Returns the mask of killed lanes; None if no instruction kills."""
        return self._killed.get() if self._kills and self.flow is not None else self._killed

    def _write(self, instruction, vectors, results):
        """Stores the results where the condition holds, and updates the flags."""
        destination = instruction.destination
        # Evaluates every test, index and flag before any write: the instruction may write the
        # registers that they read.
        conditions = {
            c: destination.condition and self.test(destination.condition, c) for c in results
        }
        element = destination.relative and self.operands.element(destination)
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
                name = (destination.file, destination.index, component)
                self.registers.write(name, bits, condition)
                continue
            place = Element(destination.file, destination.index, destination.count, element)
            self.registers.write_element(place, component, bits, condition)

    def _new_flags(self, instruction, vectors, component, value) -> Flags:
        """Returns the condition code flags for the result of one component."""
        m, sums = self.m, OPCODES[instruction.opcode].flags
        if sums is None or instruction.type is DataType.FLOAT:
            return result_flags(m, value, m.false, m.false)
        operands = [vector[component] for vector in vectors]
        negated = tuple(source.negate[component] for source in instruction.sources)
        return result_flags(m, value, *sums(m, operands, negated))

    def _stored(self, instruction, value):
        """Returns the bits of a result."""
        if value.type is not F32:
            return self.m.as_u32(value)
        return self._raw.of_result(self.m, instruction, value)
