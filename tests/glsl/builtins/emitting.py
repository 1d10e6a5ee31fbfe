"""Programs of built-in functions: each signature with attributes as its arguments."""

from __future__ import annotations

from softgl.glsl.builtins.table import BuiltinFunction
from softgl.glsl.types import VOID, Matrix, Sampler, Scalar
from softgl.ir.builder import Builder, swizzled, written
from softgl.ir.primitives import Primitives
from softgl.ir.profile import Profile
from softgl.ir.program import (
    Binding,
    File,
    Program,
    SamplerSlot,
    Source,
    Stage,
    TextureOperand,
    VertexNumber,
    X,
)
from softgl.ir.validate import validate
from softgl.isa.table import GLSL_FRAGMENT, GLSL_GEOMETRY, GLSL_VERTEX
from softgl.isa.vocabulary import UNSIGNED

LANGUAGES = {
    Stage.VERTEX: GLSL_VERTEX,
    Stage.GEOMETRY: GLSL_GEOMETRY,
    Stage.FRAGMENT: GLSL_FRAGMENT,
}
ATTRIBUTES = 12
"""Arguments of integers have their low halves as floats, and the high ones six attributes on."""
RESULT = "result.attrib"


class Emitted:
    """A program under construction: calls, each with results."""

    def __init__(self, stage: Stage = Stage.VERTEX):
        self.stage, self.builder = stage, Builder()
        self.count = 0
        self.samplers: dict[str, TextureOperand] = {}

    def call(self, function: BuiltinFunction) -> None:
        """Emits a call; its result and the values of `out` parameters become results."""
        arguments, first = [], 0
        for number, type_ in enumerate(function.parameters):
            if number in function.literals:
                arguments.append((1, -2, 3)[: type_.size])
            elif isinstance(type_, Sampler):
                arguments.append(self.sampler(type_))
            elif function.directions[number] != "out":
                value, first = self.argument(type_, first)
                arguments.append(value)
            else:
                arguments.append(None)
        if function.implied:
            value, first = self.argument(Matrix(4, 4), first)
            arguments += [value, self.attribute(first)]
        value = function.emit(self.builder, *arguments)
        if function.type is not VOID:
            several = value if isinstance(value, list | tuple) else [value]
            kind = getattr(function.type, "scalar", Scalar.FLOAT)
            for each in several:
                self.store(each, kind is Scalar.FLOAT)

    def store(self, value: Source, plain: bool) -> None:
        """Makes a value a result; the halves of integers are two, as floats, for NaNs are one."""
        if plain:
            self.builder.move(written(Source(File.RESULT, self.count)), value)
            self.count += 1
            return
        for opcode, bits in (("AND", 0xFFFF), ("USHR", 16)):
            half = self.builder.make(opcode, value, self.builder.bits(bits), type=UNSIGNED)
            place = written(Source(File.RESULT, self.count))
            self.builder.emit("U2F", place, half, type=UNSIGNED)
            self.count += 1

    def argument(self, type_, first):
        """Returns an argument made of attributes, and the number of the next one."""
        if isinstance(type_, Matrix):
            columns = range(first, first + type_.columns)
            return [self.attribute(n) for n in columns], first + type_.columns
        value = self.attribute(first)
        if type_.scalar is not Scalar.FLOAT:
            low, high = (
                self.builder.make("F2U", one, type=UNSIGNED)
                for one in (value, self.attribute(first + ATTRIBUTES // 2))
            )
            high = self.builder.make("SHL", high, self.builder.bits(16), type=UNSIGNED)
            value = self.builder.make("OR", low, high, type=UNSIGNED)
        return (swizzled(value, X) if type_.size == 1 else value), first + 1

    def attribute(self, number: int) -> Source:
        """Returns an attribute, of the first vertex in geometry programs."""
        vertex = VertexNumber(0) if self.stage is Stage.GEOMETRY else None
        return Source(File.ATTRIBUTE, number, vertex=vertex)

    def sampler(self, type_: Sampler) -> TextureOperand:
        """Returns the operand of a sampler, with a slot of its own for each type."""
        target = ("SHADOW" if type_.shadow else "") + type_.target
        return self.samplers.setdefault(type_.name, TextureOperand(len(self.samplers), target))

    def program(self) -> Program:
        """Returns the validated program."""
        stage, fragment = self.stage, self.stage is Stage.FRAGMENT
        name = "fragment.attrib" if fragment else "vertex.attrib"
        primitives = Primitives("POINTS", "POINTS", 1) if stage is Stage.GEOMETRY else None
        slots = [
            SamplerSlot(name, one.target, None, n)
            for n, (name, one) in enumerate(self.samplers.items())
        ]
        return validate(
            Program(
                *(LANGUAGES[stage], stage, Profile.IEEE, tuple(self.builder.instructions)),
                *(self.builder.temporaries, 0, tuple(self.builder.parameters)),
                tuple(Binding(name, (n,)) for n in range(ATTRIBUTES)),
                tuple(Binding(RESULT, (n,)) for n in range(self.count)),
                samplers=tuple(slots), primitives=primitives,
            )
        )  # fmt: skip
