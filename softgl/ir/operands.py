"""Reads operands: registers, inputs and parameters, through the operand modifiers."""

from __future__ import annotations

from softgl.ir.program import ONE, ZERO, Constant, File, Program, Source
from softgl.ir.raw_bits import raw_bits
from softgl.ir.registers import Element, written_parameters
from softgl.isa.vocabulary import FLOAT, SIGNED, UNSIGNED, DataType
from softgl.lanes import F32, I32, U32, Lane
from softgl.lanes.half import to_half

LANE_TYPES = {FLOAT: F32, SIGNED: I32, UNSIGNED: U32}
MIN_NORMAL = 2.0**-126


def flushed(m, value: Lane) -> Lane:
    """Returns the lane with denormal floats flushed to zeros of the same sign."""
    if value.type is not F32:
        return value
    zero = m.from_bits(m.unseen_bits(value) & 0x80000000)
    return m.select(abs(value) < MIN_NORMAL, zero, value)


def rounded(m, value: Lane, precision: str) -> Lane:
    """Returns a float rounded to a precision of `Instruction.precision`."""
    if value.type is not F32:
        return value
    return (to_half if precision == "H" else to_fixed)(m, value)


def to_fixed(m, x):
    """Returns the multiple of 1/1024 nearest to `x` (F32), in [-2, 2 - 1/1024]; NaN gives +0."""
    # NV_fragment_program, 3.11.4.2: "When converting to fx12 format [...] NaN becomes 0." The
    # result is never -0: an integer has no negative zero.
    count = m.nearest_within(x * 1024.0, -2048, 2047)
    count = m.select(m.is_nan(x), m.i32(0), count)
    return m.to_f32(count) * 2.0**-10


class Inputs:
    """The initial contents of attributes and parameters, as bits.

    environment : see `softgl.ir.execute.Environment`.
    straight : True without control flow: a lane loaded once is then available everywhere.
    """

    def __init__(self, m, program: Program, environment, straight):
        self._m, self._program, self._environment = m, program, environment
        self._straight, self._raw = straight, raw_bits(program, environment.shown)
        self._loaded: dict[tuple[File, int, int], Lane] = {}

    def read(self, file, register, component) -> Lane:
        """Returns one component of a register."""
        name = (file, register, component)
        if name in self._loaded:
            return self._loaded[name]
        m = self._m
        if file is File.ATTRIBUTE:
            value = self._environment.attribute(register, component)
            if value.type is F32:
                value = self._raw.of_input(m, value, register)
        elif isinstance(constant := self._program.parameters[register], Constant):
            return m.u32(constant.words[component])
        else:
            value = m.load_unchecked(self._environment.parameters, m.i32(4 * register + component))
        if self._straight or file is File.ATTRIBUTE:
            # A parameter loaded in one block is not available in another.
            self._loaded[name] = value
        return value

    def of_vertex(self, vertex: int, register, component) -> Lane:
        """Returns one component of an attribute of one vertex of a primitive."""
        m, name = self._m, (vertex, register, component)
        if name not in self._loaded:
            place = m.i32(register), component, m.i32(vertex)
            self._loaded[name] = self._environment.vertex_attribute(*place)
        return self._loaded[name]


class Operands:
    """Reads the operands of the instructions of one execution.

    environment : see `softgl.ir.execute.Environment`.
    registers : the cells of registers that instructions write.
    """

    def __init__(self, m, program: Program, environment, registers, inputs: Inputs):
        self.m = m
        self.program = program
        self.environment = environment
        self._registers = registers
        self._inputs = inputs
        self.written_parameters = written_parameters(program)

    def read_cell(self, file, register, component) -> Lane:
        """Returns the bits of one component of a register."""
        if file is File.ATTRIBUTE or (
            file is File.PARAMETER and register not in self.written_parameters
        ):
            return self._inputs.read(file, register, component)
        return self._registers.read((file, register, component))

    def element(self, place) -> Lane:
        """Returns the element that a relative access selects, counted from the array's first."""
        return self._chosen(place.relative, place.offset, place.count)

    def _chosen(self, relative, offset, count) -> Lane:
        """Returns the contents of an address register plus an offset, clamped to [0, count - 1]."""
        bits = self.read_cell(relative.file, relative.index, relative.component)
        # NV_gpu_program4 2.X.4.2: an access beyond the array "may not lead to program or GL
        # termination"; it reads the nearest element. Clamped before the sum, which could wrap.
        return self.m.clamp(self.m.as_i32(bits), -offset, count - 1 - offset) + offset

    def _load(self, source: Source, component) -> Lane:
        if source.file is File.BUFFER:
            return self._load_buffer(source, component)
        if source.vertex is not None:
            return self._load_of_vertex(source, component)
        if source.relative is None:
            return self.read_cell(source.file, source.index, component)
        m, element = self.m, self.element(source)
        if source.file is File.PARAMETER and not self.written_parameters:
            index = (element + source.index) * 4 + component
            return self._within(source, m.load_unchecked(self.environment.parameters, index))
        place = Element(source.file, source.index, source.count, element)
        value = self._registers.read_element(place, component)
        return self._within(source, value) if source.file is File.PARAMETER else value

    def _load_of_vertex(self, source: Source, component) -> Lane:
        """Returns a component of an attribute of a vertex of the primitive."""
        m, vertex = self.m, source.vertex
        if not source.indices:
            return self._inputs.of_vertex(vertex.number, source.index, component)
        register, number = m.i32(source.index), m.i32(vertex.number)
        if source.relative:
            register = register + self.element(source)
        if vertex.relative:
            count = self.program.primitives.vertices
            number = self._chosen(vertex.relative, vertex.number, count)
        return self.environment.vertex_attribute(register, component, number)

    def _within(self, source: Source, value: Lane) -> Lane:
        """Returns an element of a parameter array; 0 beyond its end, if the profile says so."""
        if not self.program.profile.zero_beyond:
            return value
        m, relative = self.m, source.relative
        bits = self.read_cell(relative.file, relative.index, relative.component)
        # Address registers are too small for this sum to overflow.
        element = m.as_i32(bits) + source.offset
        return m.select((element >= 0) & (element < source.count), value, 0)

    def _load_buffer(self, source: Source, component) -> Lane:
        """Returns a word of a parameter buffer; beyond its end, the last one."""
        m = self.m
        element = m.i32(source.index)
        if source.relative is not None:
            element = element + self.element(source)
        if self.program.buffers[source.buffer].vector:
            element = element * 4 + component
        return m.gather(self.environment.buffers[source.buffer], element)

    def operand(self, source: Source, component, type_: DataType, flushes=False) -> Lane:
        """Returns one component of an operand, with its swizzle, absolute value and negation.

        flushes : True to flush a denormal number to zero.
        """
        selector = source.swizzle[component]
        if selector in (ZERO, ONE):
            value = self.m.lane(int(selector == ONE), LANE_TYPES[type_])
        else:
            m = self.m
            view = {FLOAT: m.from_bits, SIGNED: m.as_i32, UNSIGNED: m.as_u32}[type_]
            value = view(self._load(source, selector))
            if flushes:
                value = flushed(self.m, value)
        if source.absolute:
            value = abs(value)
        return -value if source.negate[component] else value


class Vector:
    """An operand as formulas see it: `vector[c]` loads component c, once.

    precision : the precision that each component is rounded to, "" for none.
    """

    def __init__(self, operands, source, type_, precision, flushes):
        self._operands = operands
        self._source = source
        self._type = type_
        self._precision = precision
        self._flushes = flushes
        self._loaded = {}

    def __getitem__(self, component):
        if component not in self._loaded:
            value = self._operands.operand(self._source, component, self._type, self._flushes)
            precision = self._precision[component]
            if precision:
                value = rounded(self._operands.m, value, precision)
            self._loaded[component] = value
        return self._loaded[component]

    def __len__(self):
        return 4

    def __iter__(self):
        return (self[component] for component in range(4))
