"""Writes programs of every language as TGSI texts: `write`.

Features that TGSI lacks are expanded: `write_operations.py` for instructions, `write_conditions.py`
for condition codes. `write_registers.py` allocates TGSI's registers for those of the program,
`write_declarations.py` declares them. Programs that cannot be written exactly are refused by name.
"""

from __future__ import annotations

from softgl.asm.text.limits import LIMITS
from softgl.asm.tgsi.parser import LANGUAGES
from softgl.asm.tgsi.write_calls import Calls
from softgl.asm.tgsi.write_conditions import Conditions
from softgl.asm.tgsi.write_declarations import declarations
from softgl.asm.tgsi.write_operations import write_operation
from softgl.asm.tgsi.write_pipeline import write_first, write_last
from softgl.asm.tgsi.write_precision import Roundings
from softgl.asm.tgsi.write_registers import Registers
from softgl.asm.tgsi.write_subroutines import CLOSING, OPENING, Subroutines
from softgl.asm.tgsi.write_text import Code, Operand, Unwritable
from softgl.ir.blocks import build_flow
from softgl.ir.flow import MAX_LOOP_INDEX
from softgl.ir.program import (
    Binding,
    ConditionTest,
    Instruction,
    Program,
    Source,
    Stage,
    X,
    Y,
    Z,
)
from softgl.isa import OPCODES, Form
from softgl.isa.table import TGSI
from softgl.isa.vocabulary import FLOAT, SIGNED, UNSIGNED

_TEXTURED = frozenset(
    ["KILL_IF", *(o.name for o in OPCODES.values() if o.form in (Form.TEXTURE, Form.KILL))]
)
_POSITION = Binding("fragment.position")
__all__ = ["Unwritable", "constants", "write"]


def write(program: Program) -> str:
    """Returns a TGSI text that `parse` makes a program of with the same results.

    Parameters that TGSI has no name for are constants after the local parameters, as `constants`
    numbers them; comments in the text name them. Raises Unwritable for features that TGSI lacks.
    """
    return _Writer(program).text()


def constants(program: Program) -> dict[int, str]:
    """Returns number -> binding of each CONST in a program's text: `program.local[n]` or other."""
    return {n: str(binding) for n, binding in sorted(Registers(program, Code()).constants.items())}


def _check(program: Program) -> None:
    """Refuses unsupported features of a program as a whole."""
    if program.stage is Stage.VERTEX_STATE:
        raise Unwritable("a vertex state program writes parameters, which TGSI cannot")
    read = program.attribute_components() if program.drops_depths else []
    if any((program.attributes[n], component) == (_POSITION, Z) for n, component in read):
        raise Unwritable("f[WPOS].z beside o[DEPR]: TGSI has no unclipped depth")


def _recurring_loops(program: Program) -> bool:
    """True if a LOOP may be open more than once, in a recursive subroutine."""
    return any(i.opcode == "LOOP" for i in program.instructions) and build_flow(program).recursive


class _Writer:
    """Writes one program."""

    def __init__(self, program: Program):
        _check(program)
        self.program = program
        self.code = Code()
        self.code.next_temporary = program.temporaries
        self.registers = Registers(program, self.code)
        self.conditions = Conditions(program, self.code)
        self.roundings = Roundings(program, self.code)
        self._tested: Instruction | None = None  # by the current instruction
        self._loops: list[str] = []  # the ends of open loops
        self._indices: list[tuple[Instruction, Operand]] = []  # open loops with an index
        self._recurring = _recurring_loops(program)
        self._calls = Calls(program, self.code, self._recurring)

    def text(self) -> str:
        """Returns the whole text."""
        program, code = self.program, self.code
        places: dict[int, int] = {}
        for number, instruction in enumerate(program.instructions):
            code.release()
            places[number] = len(code.lines)
            if program.instruction_set in TGSI and number + 1 in self.conditions.operands:
                continue  # only the next instruction uses the condition code
            try:
                self._instruction(number, instruction)
            except Unwritable as error:
                error.where = instruction
                raise
        code.release()
        write_last(program, code, self.registers)
        places[len(program.instructions)] = len(code.lines)
        at = {name: places[place] for name, place in program.labels}
        subroutines = Subroutines(program, code, code.lines, at)
        subroutines.write()
        code.lines = []
        self.registers.flushes.preamble()
        write_first(program, code, self.registers)
        self.registers.preamble()
        at = {name: len(code.lines) + place for name, place in subroutines.places.items()}
        lines = [*code.lines, *subroutines.lines]
        header = next(word for word, (stage, _) in LANGUAGES.items() if stage is program.stage)
        declared = [*declarations(self.registers), *code.immediate_lines()]
        self._check_limits(lines, declared)
        return "\n".join([header, *declared, *_numbered(lines, at)]) + "\n"

    def _check_limits(self, lines, declared) -> None:
        limits = LIMITS[next(lang for s, lang in LANGUAGES.values() if s is self.program.stage)]
        textured = sum(opcode in _TEXTURED for opcode, _, _ in lines)
        for resource, count, limit in (
            ("instructions", len(lines), limits.instructions - 1),
            ("texture instructions", textured, limits.texture_instructions),
            ("temporaries", self.code.next_temporary, limits.temporaries),
            ("immediates", len(self.code.immediates), limits.parameters),
            ("constants", max(self.registers.constants, default=-1) + 1, limits.local_parameters),
        ):
            if count > limit:
                raise Unwritable(f"its TGSI text has {count} {resource}, and the limit is {limit}")

    def _instruction(self, number: int, one: Instruction) -> None:
        self._tested = self.conditions.operands.get(number)
        form = OPCODES[one.opcode].form
        if form is Form.KILL:
            self._kill(one)
        elif form is Form.EMIT:
            self._plain(one)
        elif form is Form.FLOW:
            _FLOW[one.opcode](self, one)
        else:
            write_operation(self.registers, self.conditions, self.roundings, one)

    # -- control flow ------------------------------------------------------------------------------

    def _any(self, condition: ConditionTest) -> Operand:
        """Returns an operand with a bit set where control flow branches."""
        if self._tested is None:
            return self.conditions.any(condition)
        (source,) = self._tested.sources
        operand = self.registers.operand(source, self._tested.type)
        return operand.component(condition.swizzle[0])

    def _kill(self, one: Instruction) -> None:
        code, condition = self.code, one.condition
        if condition is not None:
            mask = self.conditions.test(condition)
        elif one.type is FLOAT:
            code.emit("KILL_IF", None, self.registers.operand(one.sources[0], FLOAT))
            return
        elif one.type is UNSIGNED:
            return  # unsigned numbers are never below 0
        else:
            mask = code.new()
            operand = self.registers.operand(one.sources[0], SIGNED)
            code.emit("ISLT", mask.name, operand, code.word(0))
        # -1.0 where the mask is set: a negative component discards.
        below = code.new()
        code.emit("AND", below.name, mask, code.word(0xBF800000))
        code.emit("KILL_IF", None, below)

    def _if(self, one: Instruction) -> None:
        floats = self._tested is not None and self._tested.type is FLOAT
        self.code.emit("IF" if floats else "UIF", None, self._any(one.condition))

    def _plain(self, one: Instruction) -> None:
        self.code.emit(one.opcode)

    def _when(self, one: Instruction) -> None:
        """Writes BRK, CONT or RET, perhaps under a condition."""
        code = self.code
        if one.condition is None:
            code.emit(one.opcode)
        elif one.opcode == "BRK":
            code.emit("BREAKC", None, self._any(one.condition))
        else:
            code.emit("UIF", None, self._any(one.condition))
            code.emit(one.opcode)
            code.emit("ENDIF")

    def _branch(self, one: Instruction) -> None:
        """Writes BRA, whose condition `Subroutines` reads."""
        condition = "" if one.condition is None else str(self._any(one.condition))
        self.code.lines.append(("BRA", condition, one.target))

    def _call(self, one: Instruction) -> None:
        self._calls.call(one.target, one.condition and self._any(one.condition))
        if self._recurring:
            for loop, index in self._indices:
                self._show(loop, index)

    def _repeat(self, one: Instruction) -> None:
        code = self.code
        if not one.sources:
            code.emit("BGNLOOP")
            self._loops.append("ENDLOOP")
            return
        self._loops.append("ENDREP")
        count = self.registers.operand(one.sources[0], one.type)
        if one.type is not FLOAT:
            # The step limit is below the integers that a float holds.
            floats = code.new()
            code.emit("I2F" if one.type is SIGNED else "U2F", floats.name, count)
            count = floats
        if self.program.loop_count is not None:
            least = code.new()
            code.emit("MIN", least.name, code.float(float(self.program.loop_count)), count)
            count = least
        code.emit("REP", None, count.component(X))

    def _end_repeat(self, one: Instruction) -> None:
        self.code.emit(self._loops.pop())

    def _loop(self, one: Instruction) -> None:
        """Writes LOOP: a temporary has its index, the address register its visible value."""
        if not self._recurring:
            name = f"TEMP[{self.code.keep()}]"
        else:  # each open call has an index of its own
            name = self.registers.by_depth(self._calls.count, self.program.call_depth + 1)
        index = Operand(name).component(X)
        self.code.emit("MOV", f"{index.name}.x", self._whole(one, Y))
        self._show(one, index)
        self._repeat(one)
        self._indices.append((one, index))

    def _end_loop(self, one: Instruction) -> None:
        loop, index = self._indices.pop()
        self.code.emit("UADD", f"{index.name}.x", index, self._whole(loop, Z))
        self._show(loop, index)
        self._end_repeat(one)

    def _whole(self, loop: Instruction, component: int) -> Operand:
        """Returns the floor of a component of LOOP's operand, within limits; the lower for NaN."""
        code, held = self.code, self.code.new()
        value = self.registers.operand(loop.sources[0], FLOAT).component(component)
        code.emit("FLR", f"{held.name}.x", value)
        code.emit("MAX", f"{held.name}.x", held, code.float(-MAX_LOOP_INDEX))
        code.emit("MIN", f"{held.name}.x", held, code.float(MAX_LOOP_INDEX))
        code.emit("F2I", f"{held.name}.x", held)
        return held.component(X)

    def _show(self, loop: Instruction, index: Operand) -> None:
        # NV_fragment_program2, 3.11.3.Y: "The value of A0.x is clamped to be greater than or equal
        # to 0."
        code, held = self.code, self.code.new()
        code.emit("IMAX", f"{held.name}.x", index, code.word(0))
        code.emit("UARL", f"ADDR[{loop.destination.index}].x", held)

    def _stack(self, one: Instruction) -> None:
        """Writes PUSHA and POPA."""
        place = one.destination or one.sources[0]
        register = self.registers.operand(Source(place.file, place.index), SIGNED)
        if one.opcode == "PUSHA":
            self._calls.opens()
        self.code.emit(one.opcode, None, register)
        if one.opcode == "POPA":
            self._calls.closed()


_FLOW = {
    "IF": _Writer._if,
    "ELSE": _Writer._plain,
    "ENDIF": _Writer._plain,
    "REP": _Writer._repeat,
    "ENDREP": _Writer._end_repeat,
    "LOOP": _Writer._loop,
    "ENDLOOP": _Writer._end_loop,
    "BRK": _Writer._when,
    "CONT": _Writer._when,
    "RET": _Writer._when,
    "BRA": _Writer._branch,
    "CAL": _Writer._call,
    "PUSHA": _Writer._stack,
    "POPA": _Writer._stack,
}


def _numbered(lines, at: dict[str, int]) -> list[str]:
    """Returns the numbered instructions, indented by their blocks, and END."""
    found, depth = [], 0
    width = len(str(len(lines)))
    for number, (opcode, text, target) in enumerate([*lines, ("END", "END", None)]):
        depth -= opcode in CLOSING
        label = "" if target is None else f" :{at[target]}"
        found.append(f"{number:{width + 2}}: {'  ' * depth}{text}{label}")
        depth += opcode in OPENING
    return found
