"""A stage as a whole: its entry, its subroutines, and the program that they become."""

from __future__ import annotations

from dataclasses import replace

from softgl.glsl import typed
from softgl.glsl.lower.calls import Frame, Subroutine
from softgl.glsl.lower.code import Code
from softgl.glsl.lower.facts import Facts
from softgl.glsl.lower.fold import LANGUAGES
from softgl.glsl.lower.placement import StageUnit
from softgl.glsl.lower.places import Place
from softgl.glsl.lower.statements import Statements
from softgl.glsl.lower.storage import Globals, result_rows
from softgl.glsl.typed import Storage
from softgl.ir.passes import optimize
from softgl.ir.primitives import Primitives
from softgl.ir.profile import Profile
from softgl.ir.program import (
    Destination,
    File,
    Instruction,
    IterationLimits,
    Program,
    Stage,
)
from softgl.records import but


def lower(unit: StageUnit) -> Program:
    """Returns the program of a stage; raises LowerError if it is beyond a limit."""
    return _Stage(unit).program()


class _Stage(Statements):
    """Emits a stage."""

    def __init__(self, unit: StageUnit):
        super().__init__(Code(), Facts(unit.functions))
        self.unit = unit
        self.globals = Globals(self.code, unit)

    def place_of(self, variable: typed.Variable) -> Place:
        if variable.storage is Storage.LOCAL or variable in self.locals:
            place = self.locals.get(variable)
            if place is None:  # only code that never runs declares it
                place = self.locals[variable] = self.globals.place(variable)
            return place
        if variable.storage is Storage.CONST and variable.builtin is None:
            return self._constant_variable(variable)
        return self.globals.place(variable)

    def _constant_variable(self, variable: typed.Variable) -> Place:
        return self.globals.place(variable)

    def start_of(self, function: typed.Function) -> int:
        return self.unit.starts.get(function.signature, 0)

    def before_call(self, node: typed.BuiltinCall) -> None:
        if node.function.name == "EmitVertex":
            self.code.instructions.append(None)

    def write_back(self) -> None:
        if self.unit.stage is not Stage.GEOMETRY:
            self.code.instructions.append(None)

    # -- the program ---------------------------------------------------------------------------

    def program(self) -> Program:
        """Emits everything and returns the program."""
        self._main()
        instructions, labels, results = self._written_back()
        unit, layout = self.unit, self.unit.layout
        program = Program(
            LANGUAGES[unit.stage], unit.stage, Profile.IEEE, tuple(instructions),
            self.code.temporaries, 0, tuple(self.code.parameters), tuple(self.code.attributes),
            tuple(results),
            flat=unit.flat, noperspective=unit.noperspective, centroid=unit.centroid,
            smooth=unit.smooth,
            buffers=unit.buffers, samplers=unit.samplers, labels=tuple(labels),
            origin_upper_left="origin_upper_left" in layout,
            pixel_center_integer="pixel_center_integer" in layout,
            call_depth=self.call_depth(), primitives=self._primitives(),
            iterations=IterationLimits(), names=tuple(self.code.names),
            source="\n".join(source.text for source in unit.sources),
        )  # fmt: skip
        return optimize(without_copies(program))

    def _primitives(self) -> Primitives | None:
        layout = self.unit.geometry
        if layout is None:
            return None
        taken, made = layout.taken or "points", layout.made or "points"
        return Primitives(taken.upper(), made.upper(), layout.max_vertices or 0, 1)

    def _main(self) -> None:
        for variable in self.unit.globals:
            if variable.storage is Storage.GLOBAL and variable.initializer is not None:
                value = self.value(variable.initializer)
                self.globals.place(variable).store(self.code, value)
        self.frames.append(Frame(True, 0, self.start_of(self.unit.main)))
        self.height = self.facts.size(self.unit.main.body)[0]
        self.statements(self.unit.main.body.statements)
        self.frames.pop()
        self.write_back()
        if self.waiting:
            self.code.return_()
        while self.waiting:
            self._subroutine(self.waiting.pop())

    def _subroutine(self, one: Subroutine) -> None:
        self.current = one.label
        self.code.label(one.label)
        for parameter, place in zip(one.function.parameters, one.parameters, strict=True):
            self.locals[parameter] = place
        self.frames.append(Frame(True, 0, self.start_of(one.function), one.result))
        self.height = self.facts.size(one.function.body)[0]
        self.statements(one.function.body.statements)
        self.height = 0
        self.frames.pop()
        self.code.return_()

    def _written_back(self):
        """Returns the instructions and the writes of results, the labels, and the results."""
        rows = result_rows(self.globals.outputs)
        results = [binding for binding, _, _ in rows]
        moves = [
            (Destination(File.RESULT, number, mask), source)
            for number, (_, source, mask) in enumerate(rows)
        ]
        instructions: list[Instruction] = []
        places, span = [], self.code.span
        for one in self.code.instructions:
            places.append(len(instructions))
            if one is not None:
                instructions.append(one)
                span = one.span
                continue
            instructions += [Instruction("MOV", span, to, (source,)) for to, source in moves]
        places.append(len(instructions))
        labels = [(name, places[number]) for name, number in self.code.labels]
        return instructions, labels, results


def without_copies(program: Program) -> Program:
    """Returns a program each of whose attributes is there once, and all are read."""
    firsts: dict = {}
    sources = [
        source
        for one in program.instructions
        for source in one.sources
        if source.file is File.ATTRIBUTE
    ]
    arrays = {
        register
        for source in sources
        if source.count > 1
        for register in range(source.index, source.index + source.count)
    }
    read = {source.index for source in sources}
    order = [*sorted(arrays), *sorted(read - arrays)]
    for register in order:
        firsts.setdefault(program.attributes[register], len(firsts))
    numbers = {register: firsts[program.attributes[register]] for register in order}
    if len(firsts) == len(program.attributes) and all(a == b for a, b in numbers.items()):
        return program

    def moved(source):
        if source.file is not File.ATTRIBUTE:
            return source
        return but(source, index=numbers[source.index])

    instructions = tuple(
        but(one, sources=tuple(map(moved, one.sources)))
        if any(source.file is File.ATTRIBUTE for source in one.sources)
        else one
        for one in program.instructions
    )
    return replace(program, instructions=instructions, attributes=tuple(firsts))
