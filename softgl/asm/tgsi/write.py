"""Programs of every language as TGSI texts: `write`, the first back end over the program form.

What TGSI lacks is expanded into what it has: `write_operations.py` the instructions,
`write_conditions.py` the condition codes; `write_registers.py` says which registers of TGSI stand
for those of the program, `write_declarations.py` declares them. What cannot be written is refused
by name, never written wrongly.
"""

from __future__ import annotations

from softgl.asm.limits import LIMITS
from softgl.asm.tgsi.parser import LANGUAGES
from softgl.asm.tgsi.write_calls import END, Calls
from softgl.asm.tgsi.write_conditions import Conditions
from softgl.asm.tgsi.write_declarations import declarations
from softgl.asm.tgsi.write_operations import write_operation
from softgl.asm.tgsi.write_pipeline import write_first, write_last
from softgl.asm.tgsi.write_registers import Registers
from softgl.asm.tgsi.write_text import Code, Unwritable
from softgl.ir.program import Binding, ConditionTest, Instruction, Program, Source, Stage, Z
from softgl.isa import OPCODES, Form
from softgl.isa.vocabulary import FLOAT, SIGNED, UNSIGNED

_TEXTURED = frozenset(
    ["KILL_IF", *(o.name for o in OPCODES.values() if o.form in (Form.TEXTURE, Form.KILL))]
)
_POSITION = Binding("fragment.position")
__all__ = ["Unwritable", "constants", "write"]


def write(program: Program) -> str:
    """A TGSI text that `parse` makes a program of that gives the same results.

    Parameters that TGSI has no name for are constants behind the local parameters, as `constants`
    numbers them; the text says which. Raises Unwritable for what TGSI cannot say.
    """
    return _Writer(program).text()


def constants(program: Program) -> dict[int, str]:
    """What each CONST of the text of a program holds, by number: `program.local[n]` or another."""
    return {n: str(binding) for n, binding in sorted(Registers(program, Code()).constants.items())}


def _check(program: Program) -> None:
    """Refuse what holds for a program as a whole."""
    if program.stage is Stage.VERTEX_STATE:
        raise Unwritable("a vertex state program writes parameters, which no TGSI text can")
    if program.stage not in (Stage.VERTEX, Stage.FRAGMENT):
        raise Unwritable(f"TGSI texts of {program.stage.value} programs are not written yet")
    read = program.attribute_components() if program.drops_depths else []
    if any((program.attributes[n], component) == (_POSITION, Z) for n, component in read):
        raise Unwritable("f[WPOS].z beside o[DEPR]: TGSI has no depth that is not clipped")
    if program.fog:
        raise Unwritable(f"TGSI has no fog of its own, as ARB_fog_{program.fog} applies it")
    for one in program.instructions:
        half = one.destination is not None and one.destination.half
        if half or one.precision:
            raise Unwritable(f"{one.opcode}: TGSI has no arithmetic of 16 or 12 bits")


class _Writer:
    """One program."""

    def __init__(self, program: Program):
        _check(program)
        self.program = program
        self.code = Code()
        self.code.next_temporary = program.temporaries
        self.registers = Registers(program, self.code)
        self.conditions = Conditions(program, self.code)
        self._loops: list[str] = []  # the ends of those that are open
        self._calls = Calls(program, self.code)

    def text(self) -> str:
        """The whole text."""
        program, code = self.program, self.code
        labels = dict(program.labels)
        places: dict[int, int] = {}
        begins = set(labels.values()) if program.subroutines else set()
        for number, instruction in enumerate(program.instructions):
            code.release()
            if number in begins and number and not code.ends_with("RET"):
                # Execution that reaches a label returns.
                code.emit("RET")
            places[number] = len(code.lines)
            self._instruction(instruction)
        if begins:  # the last of these returns at its end, too
            code.emit("RET")
        code.release()
        write_last(program, code, self.registers)
        places[len(program.instructions)] = len(code.lines)
        if len(program.instructions) in begins:
            code.emit("RET")
        body, code.lines = code.lines, []
        self.registers.preamble()
        write_first(program, code, self.registers)
        if labels.get("main"):
            code.emit("BRA", target="main")
        start = len(code.lines)
        lines = [*code.lines, *body]
        at = {name: start + places[place] for name, place in labels.items()} | {END: len(lines)}
        header = next(word for word, (stage, _) in LANGUAGES.items() if stage is program.stage)
        declared = [*declarations(self.registers), *code.immediate_lines()]
        self._check_limits(lines, declared)
        return "\n".join([header, *declared, *_numbered(lines, at)]) + "\n"

    def _check_limits(self, lines, declared) -> None:
        limits = LIMITS[next(lang for s, lang in LANGUAGES.values() if s is self.program.stage)]
        textured = sum(opcode in _TEXTURED for opcode, _, _ in lines)
        for what, count, limit in (
            ("instructions", len(lines), limits.instructions - 1),
            ("texture instructions", textured, limits.texture_instructions),
            ("temporaries", self.code.next_temporary, limits.temporaries),
            ("immediates", len(self.code.immediates), limits.parameters),
            ("constants", max(self.registers.constants, default=-1) + 1, limits.local_parameters),
        ):
            if count > limit:
                raise Unwritable(f"its TGSI text has {count} {what}, and the limit is {limit}")

    def _instruction(self, one: Instruction) -> None:
        form = OPCODES[one.opcode].form
        if form is Form.KILL:
            self._kill(one)
        elif form is Form.FLOW:
            if one.opcode not in _FLOW:
                raise Unwritable(f"{one.opcode}: TGSI has no such control flow")
            _FLOW[one.opcode](self, one)
        else:
            write_operation(self.program, self.code, self.registers, self.conditions, one)

    # -- control flow ------------------------------------------------------------------------------

    def _any(self, condition: ConditionTest):
        return self.conditions.any(condition)

    def _kill(self, one: Instruction) -> None:
        code, condition = self.code, one.condition
        if condition is not None:
            mask = self.conditions.test(condition)
        elif one.type is FLOAT:
            code.emit("KILL_IF", None, self.registers.operand(one.sources[0], FLOAT))
            return
        elif one.type is UNSIGNED:
            return  # no unsigned number is below 0
        else:
            mask = code.new()
            operand = self.registers.operand(one.sources[0], SIGNED)
            code.emit("ISLT", mask.name, operand, code.word(0))
        # -1.0 where the mask is set: one that is below zero discards.
        below = code.new()
        code.emit("AND", below.name, mask, code.word(0xBF800000))
        code.emit("KILL_IF", None, below)

    def _if(self, one: Instruction) -> None:
        self.code.emit("UIF", None, self._any(one.condition))

    def _plain(self, one: Instruction) -> None:
        self.code.emit(one.opcode)

    def _when(self, one: Instruction) -> None:
        """BRK, CONT, RET and BRA, perhaps under a condition."""
        code = self.code
        if one.condition is None:
            code.emit(one.opcode, target=one.target)
        elif one.opcode == "BRK":
            code.emit("BREAKC", None, self._any(one.condition))
        else:
            code.emit("UIF", None, self._any(one.condition))
            code.emit(one.opcode, target=one.target)
            code.emit("ENDIF")

    def _call(self, one: Instruction) -> None:
        self._calls.call(one.target, one.condition and self._any(one.condition))

    def _repeat(self, one: Instruction) -> None:
        code = self.code
        if not one.sources:
            code.emit("BGNLOOP")
            self._loops.append("ENDLOOP")
            return
        self._loops.append("ENDREP")
        count = self.registers.operand(one.sources[0], one.type)
        if one.type is not FLOAT:
            # No program has the steps for more repeats than a float counts.
            floats = code.new()
            code.emit("I2F" if one.type is SIGNED else "U2F", floats.name, count)
            count = floats
        if self.program.loop_count is not None:
            least = code.new()
            code.emit("MIN", least.name, code.float(float(self.program.loop_count)), count)
            count = least
        code.emit("REP", None, count)

    def _end_repeat(self, one: Instruction) -> None:
        self.code.emit(self._loops.pop())

    def _stack(self, one: Instruction) -> None:
        """PUSHA and POPA."""
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
    "BRK": _Writer._when,
    "CONT": _Writer._when,
    "RET": _Writer._when,
    "BRA": _Writer._when,
    "CAL": _Writer._call,
    "PUSHA": _Writer._stack,
    "POPA": _Writer._stack,
}
_CLOSING = ("ELSE", "ENDIF", "ENDLOOP", "ENDREP")
_OPENING = ("UIF", "ELSE", "BGNLOOP", "REP")


def _numbered(lines, at: dict[str, int]) -> list[str]:
    """The instructions with their numbers, indented by their blocks, and END."""
    found, depth = [], 0
    width = len(str(len(lines)))
    for number, (opcode, text, target) in enumerate([*lines, ("END", "END", None)]):
        depth -= opcode in _CLOSING
        label = "" if target is None else f" :{at[target]}"
        found.append(f"{number:{width + 2}}: {'  ' * depth}{text}{label}")
        depth += opcode in _OPENING
    return found
