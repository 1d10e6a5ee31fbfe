"""GLSL programs made by hand, instruction by instruction, and put to use without shaders."""

from __future__ import annotations

from softgl.gl.shading.objects import ProgramObject
from softgl.glsl.linked import LinkedProgram
from softgl.ir.builder import Builder
from softgl.ir.profile import Profile
from softgl.ir.program import Binding, Destination, File, Program, Source, Stage
from softgl.ir.validate import validate

LANGUAGES = {
    Stage.VERTEX: "GLSL VERT",
    Stage.GEOMETRY: "GLSL GEOM",
    Stage.FRAGMENT: "GLSL FRAG",
}


class Made(Builder):
    """A program under construction; attributes and results are created by name."""

    def __init__(self, stage: Stage):
        super().__init__()
        self.stage, self.attributes, self.results = stage, [], []

    def input(self, name: str, *indices: int) -> Source:
        return Source(File.ATTRIBUTE, _place(self.attributes, Binding(name, indices)))

    def output(self, name: str, *indices: int, mask=(True,) * 4) -> Destination:
        return Destination(File.RESULT, _place(self.results, Binding(name, indices)), mask)

    def uniform(self, row: int) -> Source:
        return self.parameter(Binding("uniform", (row,)))

    def program(self, **fields) -> Program:
        language = LANGUAGES[self.stage]
        lists = self.instructions, self.parameters, self.attributes, self.results
        instructions, *registers = map(tuple, lists)
        made = Program(
            language, self.stage, Profile.IEEE, instructions, self.temporaries, 0, *registers,
            source=f"{id(self)}", **fields,
        )  # fmt: skip
        return validate(made)


def _place(bindings, binding):
    if binding not in bindings:
        bindings.append(binding)
    return bindings.index(binding)


def vertex() -> Made:
    """A vertex program that has moved generic attribute 0 to the position."""
    made = Made(Stage.VERTEX)
    made.move(made.output("result.position"), made.input("vertex.attrib", 0))
    return made


def fragment() -> Made:
    return Made(Stage.FRAGMENT)


def use(context, *programs: Program, **fields) -> ProgramObject:
    """Puts programs to use as one program object; fields : of the LinkedProgram."""
    linked = LinkedProgram({program.stage: program for program in programs}, **fields)
    found = ProgramObject(1)
    found.install(linked)
    context.shaders.current = found
    return found
