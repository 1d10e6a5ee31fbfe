"""Writes texts that keep every special case, as the formulas of the instructions.

`softgl.ir.execute` runs on lanes that are GLSL expressions, so that the same code gives statements.
Registers are 32-bit words, as on the other machines.
"""

from __future__ import annotations

from functools import cached_property

from softgl.ir.blocks import has_flow
from softgl.ir.execute import Environment, Run
from softgl.ir.flow import FlowRun
from softgl.ir.program import Binding, File, Program, Stage
from softgl.lanes import F32, I32, U32, Lane, lane_math
from softgl.pipeline.fragments.fog import apply_fog
from softgl.translate.glsl import textures
from softgl.translate.glsl.branches import Branches, Irreducible
from softgl.translate.glsl.indexed import PARAMETER, VERTEX, Parameters, vertex_function
from softgl.translate.glsl.machine import GlslMachine, Unsayable
from softgl.translate.glsl.naming import temporary_names
from softgl.translate.glsl.results import Results
from softgl.translate.glsl.structured import Structured, is_structured
from softgl.translate.glsl.text import Text
from softgl.translate.interfaces.interface import Interface
from softgl.translate.interfaces.names import plain_name

LETTERS = "xyzw"


class Exact:
    """Writes the statements of a program.

    text : the destination of the statements.
    interface : has the names.
    """

    exp2 = staticmethod(lane_math.exp2)
    counts_steps = True  # programs with branches stop at the step limit of the source language

    def __init__(self, program: Program, interface: Interface, target, text: Text):
        self.program, self.interface, self.target, self.text = program, interface, target, text
        self.m = GlslMachine(text)
        self.results = Results(interface, target.core, text)
        self.functions: list[str] = []

    @cached_property
    def indexed(self) -> Parameters:
        """The parameters that are chosen at run time."""
        return Parameters(self.m, self.program, self.interface)

    def write(self) -> None:
        """Writes all statements."""
        program, m = self.program, self.m
        environment = Environment(
            self._attribute, self._parameters, [self._buffer(b) for b in program.buffers],
            self._sampler, True, self._vertex_attribute,
            self._stream if program.stage is Stage.GEOMETRY else None,
        )  # fmt: skip
        run = _Commented(m, program, environment, self)
        if run.flow is None:
            for instruction in program.instructions:
                run.step(instruction)
        elif (nested := self._nested(run)) is not None:
            nested.write()
            self.functions += nested.functions
        else:
            FlowRun(m, program, run.flow, run.in_memory, *run.hooks()).run()
        if program.stage is Stage.GEOMETRY:
            return
        killed = run.killed()
        if killed is not None:
            self.text.line(f"if ({killed.value}) discard;")
        for register, binding in enumerate(program.results):
            self._write_result(binding, self._values(run, register))

    def _nested(self, run):
        """Returns the writer of GLSL's own control flow; None if that is not possible."""
        if is_structured(self.program):
            return Structured(self.m, self.program, run)
        if self.counts_steps or not Branches.are_all(self.program):
            return None
        try:
            return Branches(self.m, self.program, run)
        except Irreducible:
            return None

    def formula(self, instruction, opcode):
        """Returns the lane formula of an instruction."""
        return opcode.formula(self.program.instruction_set, instruction.type, instruction.modifier)

    def _values(self, run, register):
        """Returns the four components of a result, floats."""
        m = self.m
        return [m.from_bits(run.operands.read_cell(File.RESULT, register, c)) for c in range(4)]

    def _write_result(self, binding, values):
        program, m = self.program, self.m
        if program.fog and binding == Binding("result.color", (0,)):
            values = self._fogged(values)
        if self.results.is_clamped(binding):
            values = [m.saturate(value) for value in values]
        whole = self.results.is_whole(binding)
        if whole:
            values = [m.unseen_bits(value) for value in values]
            values = [m.as_i32(bits) if whole == "i" else bits for bits in values]
            self.results.write(binding, [m.whole(value.value) for value in values])
        else:
            self.results.write(binding, [value.value for value in values])

    def _fogged(self, color):
        """Applies the fog of the program's option to a colour."""
        m, state = self.m, self.interface.state.name
        params = [Lane(m, F32, f"{state}.fog_params.{c}") for c in LETTERS]
        fog_color = [Lane(m, F32, f"{state}.fog_color.{c}") for c in LETTERS]
        coordinate = Lane(m, F32, self.results.fog_coordinate())
        arguments = (color, coordinate, params, fog_color)
        return apply_fog(m, self.program.fog, *arguments, exp2=self.exp2)

    # -- inputs of programs --------------------------------------------------------------------

    def _attribute(self, register, component):
        one = self.interface.input(self.program.attributes[register])
        return self._component(one, one.value(), component)

    def _component(self, one, value, component):
        letter = LETTERS[component]
        if one.type in ("int", "ivec4"):
            return self.m.as_u32(Lane(self.m, I32, self.m.whole(f"{value}.{letter}")))
        if one.type == "uvec4":
            return Lane(self.m, U32, self.m.whole(f"{value}.{letter}"))
        return Lane(self.m, F32, f"{value}.{letter}")

    def _vertex_attribute(self, register, component, vertex):
        if not register.value.isdigit():
            place = f"{register.value}, {component}, {vertex.value}"
            return self.m.value_of(U32, f"{VERTEX}({place})")
        one = self.interface.input(self.program.attributes[int(register.value)])
        found = self._component(one, one.value(vertex.value), component)
        return found if found.type is U32 else self.m.unseen_bits(found)

    def _parameters(self, index: Lane) -> Lane:
        """Returns a word of the parameters."""
        m = self.m
        if index.value.isdigit():
            register, component = divmod(int(index.value), 4)
            bound = self.interface.parameter(self.program.parameters[register])
            return m.unseen_bits(Lane(m, F32, f"{bound}.{LETTERS[component]}"))
        return m.value_of(U32, f"{PARAMETER}({index.value})")

    def _buffer(self, binding):
        """Returns a function from word numbers to the words of a parameter buffer."""
        m, name = self.m, self.interface.buffer(binding.point).name

        def word(index):
            return m.value_of(U32, m.whole(f"{name}[{index.value} >> 2][{index.value} & 3]"))

        return word

    def _sampler(self, operand, type_):
        return _Sampler(self, operand, type_)

    def _stream(self, read):
        return _Stream(self, read)

    def helpers(self, code: str) -> list[str]:
        """Returns the functions that the text `code` calls."""
        found = self.indexed.functions(code)
        if f"{VERTEX}(" in code:
            found.append(vertex_function(self.m, self.program, self.interface))
        return found


class _Commented(Run):
    """A run that writes each instruction's source as a comment, and uses its names."""

    def __init__(self, m, program, environment, owner):
        self._owner, self._text = owner, owner.text
        self._names = temporary_names(program)
        # Values read first are available in every function.
        m.shared = has_flow(program)
        super().__init__(m, program, environment)
        m.shared = False

    def comment(self, instruction):
        """Writes an instruction of the source with its line number."""
        source, span = self.program.source, instruction.span
        line = source.count("\n", 0, span.start) + 1
        self._text.line(f"// {line}: {' '.join(source[span.start : span.end].split())}")

    def step(self, instruction):
        """Executes an instruction; its results are named after their register."""
        self.comment(instruction)
        place = instruction.destination
        if place is not None and place.file in (File.TEMPORARY, File.RESULT):
            self._text.stem = self._name_of(place.file, place.index)
        try:
            super().step(instruction)
        except Unsayable as error:
            error.instruction = error.instruction or instruction
            raise
        self._text.stem = "t"

    def formula(self, instruction, opcode):
        """Returns the formula of the writer."""
        return self._owner.formula(instruction, opcode)

    def operand_of(self, instruction, component):
        """Returns a component of the operand of a control flow instruction."""
        return self._control_operand(instruction, component, instruction.type)

    def _first(self, name):
        """Returns the initial value of a cell; the next variable is named after the cell."""
        file, register, component = name[:3]
        self.m.stem = "v"
        if file in (File.TEMPORARY, File.RESULT):
            self.m.stem = f"{self._name_of(file, register)}_{LETTERS[component]}"
        elif file == "flags":
            self.m.stem = f"{name[3]}{register or ''}_{LETTERS[component]}"
        elif file is File.ADDRESS:
            self.m.stem = f"A{register}_{LETTERS[component]}"
        return super()._first(name)

    def _name_of(self, file, register):
        """Returns the name of a register."""
        if file is File.TEMPORARY:
            return self._names[register]
        return plain_name(self.program.results[register]).removesuffix("_0")


class _Sampler:
    """The sampler that the formulas of texture instructions call."""

    def __init__(self, owner: Exact, operand, type_):
        self._owner, self._m, self.operand, self._type = owner, owner.m, operand, type_
        result = {F32: "float", I32: "int", U32: "uint"}[type_]
        self._name = owner.interface.sampler(operand.unit, operand.target, result).name
        self.directed = operand.texture == "CUBE"
        self.reference = 3 if operand.target in ("SHADOWCUBE", "SHADOWARRAY2D") else 2

    def __call__(self, coordinates, bias=None, lod=None, gradients=None):
        if lod is None and gradients is None and self._owner.program.stage is not Stage.FRAGMENT:
            # NV_gpu_program4, 2.X.4.4: "For vertex and geometry programs, these functions always
            # return (0,0,0,0)." Their level is the smallest one for any bias; GLSL 1.20
            # samples level 0 by itself.
            zeros = [[self._m.f32(0.0)] * 3] * 2
            bias, gradients = None, zeros if self._owner.target.version >= 130 else None

        def shown(value):
            return None if value is None else value.value

        point = [each.value for each in coordinates]
        steps = None if gradients is None else [[d.value for d in each] for each in gradients]
        version = self._owner.target.version
        levels = {"bias": shown(bias), "lod": shown(lod), "gradients": steps}
        found = textures.sample(version, self._name, self.operand, point, **levels)
        m = self._m
        if found.single:
            value = m.value_of(F32, found.call)
            return [self._typed(each) for each in (value, value, value, m.f32(1.0))]
        return self._lanes(found.call)

    def _typed(self, value):
        """Returns a float in the type of the instruction, by its bits."""
        m, bits = self._m, self._m.unseen_bits
        return {F32: value, I32: m.as_i32(bits(value)), U32: bits(value)}[self._type]

    def _lanes(self, call):
        m, prefix = self._m, {F32: "", I32: "i", U32: "u"}[self._type]
        name = m.text.new_name(m.text.stem)
        m.text.line(f"{prefix}vec4 {name} = {call};")
        return [Lane(m, self._type, f"{name}.{c}") for c in LETTERS]

    def fetch(self, coordinates):
        """Returns one texel."""
        point, version = [c.value for c in coordinates], self._owner.target.version
        return self._lanes(textures.fetch(version, self._name, self.operand, point))

    def size(self, level):
        """Returns width, height and depth or layers."""
        found = textures.size(self._name, self.operand, level.value)
        return [*(self._m.value_of(I32, f"int({each})") for each in found), self._m.i32(0)]

    def levels(self):
        """Returns the number of levels."""
        found = textures.levels(self._owner.target.version, self._name, self.operand)
        return self._m.value_of(I32, found)

    def holds(self, position):
        """Returns a condition that is true where there is such a texel."""
        m = self._m
        count = textures.FETCHED[self.operand.target]
        level = m.clamp(position[3], 0, m.max(self.levels() - 1, 0))
        found = position[3] == level
        sizes, shifts = self.size(level), (*self.operand.offset, 0)
        for place, size, shift in list(zip(position, sizes, shifts, strict=True))[:count]:
            found = found & (m.as_u32(place + shift) < m.as_u32(size))
        return found

    def gather(self, coordinates, component):
        """Returns four texels."""
        point, version = [c.value for c in coordinates], self._owner.target.version
        chosen = component.value
        return self._lanes(textures.gather(version, self._name, self.operand, point, chosen))

    def detail(self, coordinates):
        """Returns the level of detail that a sample accesses, and lambda'."""
        m, point = self._m, [c.value for c in coordinates]
        name = m.text.new_name("s")
        call = textures.detail(self._owner.target.version, self._name, self.operand, point)
        m.text.line(f"vec2 {name} = {call};")
        return [Lane(m, F32, f"{name}.{c}") for c in "xy"]


class _Stream:
    """The stream of vertices of a geometry program, for EMIT and ENDPRIM."""

    def __init__(self, owner: Exact, read):
        self._owner, self._read = owner, read

    def vertex(self):
        """Emits the current results."""
        owner, m = self._owner, self._owner.m
        for binding in owner.program.results:
            owner._write_result(binding, [m.from_bits(bits) for bits in self._read(binding)])
        owner.text.line("EmitVertex();")

    def full(self):
        """Returns false: GLSL limits the vertices itself."""
        return self._owner.m.false

    def end(self):
        """Ends the primitive."""
        self._owner.text.line("EndPrimitive();")
