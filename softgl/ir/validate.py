"""The checks of every program, from any language, front end or generator.

`validate` checks each instruction once: opcode and type, operands and destination, their registers
and arrays, the inputs and outputs of the stage, condition codes, textures, and the nesting and
targets of control flow. Execution relies on it. Checks of the text stay in the front ends: names,
declarations, limits of a language, suffixes.
"""

from __future__ import annotations

from typing import NoReturn

from softgl.errors import ProgramError, Span
from softgl.ir.conditions import CONDITIONS
from softgl.ir.primitives import PRIMITIVES_IN, PRIMITIVES_OUT
from softgl.ir.program import (
    ONE,
    Binding,
    ConditionTest,
    Constant,
    Destination,
    File,
    Instruction,
    Program,
    Relative,
    Source,
    Stage,
    W,
)
from softgl.ir.targets import PROGRAM_TARGETS, SHADOW
from softgl.isa import OPCODES, Form, Opcode
from softgl.isa.table import GLSL, NV4, TGSI
from softgl.isa.vocabulary import Operand

CONDITION_REGISTERS = 2
MAX_CALL_DEPTH = 64  # each open call takes memory in every lane
# The prefix of the attributes of each stage.
_STAGES = {
    Stage.VERTEX: "vertex",
    Stage.VERTEX_STATE: "vertex",
    Stage.FRAGMENT: "fragment",
    Stage.GEOMETRY: "vertex",
}
_OPENS = {"IF": "IF", "REP": "REP", "LOOP": "LOOP"}
_CLOSES = {"ENDIF": ("IF", "ELSE"), "ELSE": ("IF",), "ENDREP": ("REP",), "ENDLOOP": ("LOOP",)}
_CONDITIONS = frozenset({Operand.CONDITION, Operand.OPTIONAL_CONDITION})
_BESIDE = _CONDITIONS | {Operand.LABEL, Operand.WRITTEN_ADDRESS}  # not in `Instruction.sources`


def validate(program: Program) -> Program:
    """Returns the program if it is valid; raises ProgramError at the offending instruction."""
    check = _Checker(program)
    check.whole()
    for instruction in program.instructions:
        check.instruction(instruction)
    check.control()
    return program


class _Checker:
    """The checks of one program; `at` is the current instruction."""

    def __init__(self, program: Program):
        self.program = program
        self.at: Instruction | None = None
        self.labels = dict(program.labels)
        self.units: dict[int, str] = {}
        # In TGSI and GLSL any register is an address.
        self.addressable = program.instruction_set in TGSI | GLSL
        self.sizes = {
            File.TEMPORARY: program.temporaries,
            File.ADDRESS: program.addresses,
            File.ATTRIBUTE: len(program.attributes),
            File.PARAMETER: len(program.parameters),
            File.RESULT: len(program.results),
        }

    def fail(self, message: str) -> NoReturn:
        span = Span(0, 0) if self.at is None else self.at.span
        name = "" if self.at is None else f"{self.at.opcode}: "
        raise ProgramError(name + message, self.program.source, span)

    def need(self, holds: bool, message: str) -> None:
        if not holds:
            self.fail(message)

    # -- the program ---------------------------------------------------------------------------

    def whole(self) -> None:
        """Checks the parts that do not belong to one instruction."""
        program = self.program
        self.need(
            0 <= program.call_depth <= MAX_CALL_DEPTH, f"at most {MAX_CALL_DEPTH} calls may be open"
        )
        self.need(0 < program.step_limit < 2**30, "the number of steps is not limited")
        self.primitives()
        stage = _STAGES[program.stage]
        for binding in (*program.attributes, *program.results):
            self.need(isinstance(binding, Binding), f"{binding} is not a binding")
        for binding in program.attributes:
            own = binding.name.startswith((f"{stage}.", "primitive."))
            self.need(own, f"a {stage} program has no attribute {binding}")
        for binding in program.results:
            self.need(binding.name.startswith("result."), f"{binding} is not a result")
        for parameter in program.parameters:
            if isinstance(parameter, Constant):
                inside = len(parameter.words) == 4 and all(0 <= w < 2**32 for w in parameter.words)
                self.need(inside, f"{parameter} is not four 32-bit words")

    def primitives(self) -> None:
        """Checks the primitives of a geometry program."""
        found, geometry = self.program.primitives, self.program.stage is Stage.GEOMETRY
        self.need(geometry == (found is not None), "only geometry programs take primitives")
        if found is not None:
            known = found.taken in PRIMITIVES_IN and found.made in PRIMITIVES_OUT
            self.need(known, f"unknown primitives: {found.taken}, {found.made}")
            self.need(found.limit >= 0, "the limit of vertices is negative")
            self.need(found.invocations > 0, "it has no invocations")

    # -- an instruction ------------------------------------------------------------------------

    def instruction(self, one: Instruction) -> None:
        self.at = one
        program = self.program
        entry = OPCODES.get(one.opcode)
        if entry is None or program.instruction_set not in entry.languages:
            self.fail(f"{program.instruction_set} has no such instruction")
        # The control flow of TGSI is expanded into that of the plain entries.
        expanded = entry.form is Form.FLOW and program.instruction_set in TGSI
        opcode = entry if expanded else entry.of(program.instruction_set)
        if one.modifier:
            self.need(one.modifier in opcode.specials, f"there is no modifier {one.modifier}")
            types = opcode.specials[one.modifier].types
        else:
            # Languages without data type modifiers have the default.
            typed = program.instruction_set in NV4 | TGSI | GLSL
            types = opcode.types if typed else opcode.types[:1]
        self.need(one.type in types, f"it has no type {one.type.letter}")
        self.need(one.precision in ("", "H", "X"), f"unknown precision {one.precision!r}")
        for source in one.sources:
            self.source(opcode, source)
        self.operands(opcode)
        self.result(opcode)
        if one.condition is not None:
            self.condition(one.condition)
        self.need((one.texture is not None) == (opcode.form is Form.TEXTURE), "a texture or none")
        if one.texture is not None:
            self.texture()

    def operands(self, opcode: Opcode) -> None:
        """Checks the number of operands, the condition and the label."""
        one, kinds = self.at, opcode.sources
        values = [kind for kind in kinds if kind not in _BESIDE]
        least = sum(kind is not Operand.OPTIONAL_VECTOR for kind in values)
        conditional = bool(_CONDITIONS & set(kinds)) or opcode.form is Form.KILL
        if opcode.form is Form.KILL and one.condition is not None:
            least, values = 0, []
        self.need(least <= len(one.sources) <= len(values), "wrong number of operands")
        self.need(conditional or one.condition is None, "it takes no condition")
        tested = Operand.CONDITION not in kinds or one.condition is not None
        self.need(tested, "it needs a condition")
        self.need((Operand.LABEL in kinds) == (one.target is not None), "a label to go to or none")
        for kind, source in zip(values, one.sources, strict=False):
            fits = (source.file is File.ADDRESS) == (kind is Operand.ADDRESS)
            self.need(fits or self.addressable, "wrong kind of operand: address register or vector")

    def source(self, opcode: Opcode, source: Source) -> None:
        self.need(source.file is not File.RESULT, "a result cannot be read")
        self.selectors(source.swizzle, ONE)
        self.need(len(source.negate) == 4, "a sign for each of four components")
        if source.file is File.BUFFER:
            buffers = self.program.buffers
            known = source.buffer is not None and 0 <= source.buffer < len(buffers)
            self.need(known, "there is no such buffer")
            # The index counts the elements of the buffer object.
            self.registers(source, buffers[source.buffer].first + buffers[source.buffer].count)
        else:
            self.need(source.buffer is None, "only BUFFER operands name a buffer")
            self.registers(source, self.sizes[source.file])
        self.vertex(source)

    def vertex(self, source: Source) -> None:
        """Checks the vertex of an attribute of a geometry program."""
        wanted = {False}
        if self.program.stage is Stage.GEOMETRY and source.file is File.ATTRIBUTE:
            bindings = self.program.attributes[source.index : source.index + source.count]
            wanted = {binding.name.startswith("vertex.") for binding in bindings}
        self.need(wanted == {source.vertex is not None}, "an attribute of a vertex or none")
        if source.vertex is None:
            return
        if source.vertex.relative is None:
            inside = 0 <= source.vertex.number < self.program.primitives.vertices
            self.need(inside, f"its primitives have no vertex {source.vertex.number}")
        else:
            self.index(source.vertex.relative)
            self.need(abs(source.vertex.number) < 2**16, "the number of a vertex is out of reach")

    def result(self, opcode: Opcode) -> None:
        """Checks the destination, and the condition code register that is updated."""
        one = self.at
        update = one.update
        self.need(update is None or 0 <= update < CONDITION_REGISTERS, f"there is no CC{update}")
        has = opcode.form not in (Form.KILL, Form.EMIT, Form.FLOW)
        has |= Operand.WRITTEN_ADDRESS in opcode.sources
        has |= one.opcode == "LOOP"
        destination = one.destination
        self.need(has == (destination is not None), "a destination or none")
        if destination is None:
            self.need(update is None, "there is no result")
            return
        self.need(len(destination.mask) == 4, "a write mask for four components")
        if opcode.unwritten:
            index = "xyzw".index(opcode.unwritten)
            self.need(not destination.mask[index], f"its {opcode.unwritten} cannot be written")
        if destination.condition is not None:
            self.condition(destination.condition)
        self.writable(opcode, destination)

    def writable(self, opcode: Opcode, destination: Destination) -> None:
        """Checks the file of a destination and its registers."""
        file = destination.file
        addresses = opcode.addresses or opcode.form is Form.FLOW
        if file is None:
            self.need(not addresses and destination.relative is None, "it needs a register")
            return
        fits = (file is File.ADDRESS) == addresses or self.addressable
        self.need(fits, f"it cannot write such registers: {file.value}")
        state = self.program.stage is Stage.VERTEX_STATE
        allowed = {File.ADDRESS, File.TEMPORARY, File.PARAMETER if state else File.RESULT}
        self.need(file in allowed, f"a {self.program.stage.value} program cannot write there")
        self.registers(destination, self.sizes[file])

    # -- parts of operands ---------------------------------------------------------------------

    def registers(self, place: Source | Destination, size: int) -> None:
        """Checks that an operand stays within the registers of its file."""
        first, count, relative = place.index, place.count, place.relative
        inside = first >= 0 and count >= 1 and first + count <= size
        self.need(inside, f"{place.file.value} {first} to {first + count - 1} of {size}")
        if relative is None:
            self.need(count == 1 and place.offset == 0, "an array without an index")
        else:
            self.index(relative)
            self.need(abs(place.offset) < 2**16, "the offset of an index is out of reach")

    def index(self, relative: Relative) -> None:
        """Checks a register that chooses an element at run time."""
        file = relative.file
        self.need(file in (File.ADDRESS, File.TEMPORARY), f"a {file.value} cannot be an index")
        self.need(0 <= relative.index < self.sizes[file], f"unknown {file.value} as an index")
        self.need(0 <= relative.component <= W, "the component of an index is not one of four")

    def selectors(self, swizzle, largest: int) -> None:
        inside = len(swizzle) == 4 and all(0 <= selector <= largest for selector in swizzle)
        self.need(inside, f"{swizzle} does not select four components")

    def condition(self, test: ConditionTest) -> None:
        self.need(test.rule in CONDITIONS, f"there is no condition {test.rule}")
        self.need(0 <= test.register < CONDITION_REGISTERS, f"there is no CC{test.register}")
        self.selectors(test.swizzle, W)

    def texture(self) -> None:
        unit, target, offset = self.at.texture.unit, self.at.texture.target, self.at.texture.offset
        known = PROGRAM_TARGETS.get(target)
        if unit < 0 or known is None:
            self.fail(f"there is no texture {unit} of {target}")
        reason = known.refuses(self.at.opcode)
        self.need(not reason, f"it {reason} {target}")
        within = len(offset) == 3 and not any(offset[known.offsets :])
        self.need(within, f"{target} has no texel offset {offset}")
        # ARB_fragment_program, "Fragment Program Texture Instruction Set": "A fragment program will
        # fail to load if it attempts to sample from multiple texture targets on the same texture
        # image unit." TGSI may compare depths and sample them by one unit.
        before, own = self.units.setdefault(unit, target), target
        if self.program.language in TGSI | GLSL:
            before, own = before.removeprefix(SHADOW), own.removeprefix(SHADOW)
        self.need(before == own, f"texture unit {unit} is sampled as {target} and as {before}")

    # -- control flow --------------------------------------------------------------------------

    def control(self) -> None:
        """Checks the nesting of blocks, and labels: outside of blocks, defined where used."""
        instructions = self.program.instructions
        open_: list[str] = []
        loops = 0
        places = set(self.labels.values())
        for number, one in enumerate(instructions):
            self.at = one
            self.need(not open_ or number not in places, "a label is inside a block")
            name = one.opcode
            if name in _CLOSES:
                begun = open_.pop() if open_ else "nothing"
                self.need(begun in _CLOSES[name], f"no matching block: {begun} is open")
                loops -= begun in ("REP", "LOOP")
            if name in _OPENS or name == "ELSE":
                open_.append(name)
                loops += name in ("REP", "LOOP")
            if name in ("BRK", "CONT"):
                self.need(loops > 0, "it is outside any loop")
            if one.target is not None:
                self.need(one.target in self.labels, f"there is no label {one.target}")
        self.at = instructions[-1] if instructions else None
        self.need(not open_, "a block is open at the end")
        inside = all(0 <= place <= len(instructions) for place in places)
        self.need(
            inside and len(self.labels) == len(self.program.labels),
            "a label has no place in the program",
        )
