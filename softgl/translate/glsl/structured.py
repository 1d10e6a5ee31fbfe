"""Control flow in GLSL: if, for and functions, restored from IF, REP, LOOP and CAL.

Subroutines become functions, before their callers. The first section is main, unless it returns
early. Programs that jump (BRA), push address registers or are recursive have a loop over blocks
instead: see `machine.GlslMachine.blocks`.
"""

from __future__ import annotations

from contextlib import ExitStack

from softgl.ir.execute import Run
from softgl.ir.program import Program
from softgl.isa import OPCODES, DataType, Form
from softgl.lanes import I32, Lane
from softgl.translate.glsl.functions import START, in_order, is_recursive, sub_name
from softgl.translate.glsl.machine import GlslMachine

KNOWN = frozenset({
    *("IF", "ELSE", "ENDIF", "REP", "ENDREP", "LOOP", "ENDLOOP", "BRK", "CONT", "CAL", "RET"),
    "END",
})  # fmt: skip
MAX_INDEX = 2**22


def is_structured(program: Program) -> bool:
    """True if GLSL can express all control flow of a program."""
    flow = {i.opcode for i in program.instructions if OPCODES[i.opcode].form is Form.FLOW}
    return flow <= KNOWN and _are_apart(program) and not is_recursive(_called(program))


def _are_apart(program: Program) -> bool:
    """True if no section falls through to the next."""
    ends = [program.instructions[first - 1] for _, first in program.labels if first]
    return program.subroutines or all(
        one.opcode in ("RET", "END") and one.condition is None for one in ends
    )


def _sections(program: Program) -> dict[str, tuple[int, int]]:
    """Returns the ranges of instructions of sections, by their labels; "" for the first."""
    starts = [("", 0), *program.labels]
    ends = [number for _, number in starts[1:]] + [len(program.instructions)]
    return {name: (first, end) for (name, first), end in zip(starts, ends, strict=True)}


def _called(program: Program) -> dict[str, list[str]]:
    """Returns the sections that each section calls."""
    return {
        name: [i.target for i in program.instructions[first:end] if i.opcode == "CAL"]
        for name, (first, end) in _sections(program).items()
    }


class Structured:
    """Writes a program function by function."""

    def __init__(self, m: GlslMachine, program: Program, run: Run):
        self.m, self.program, self._run = m, program, run
        self.functions: list[str] = []
        self._names: dict[str, str] = {}  # section -> its function
        self._open: list[ExitStack] = []

    def write(self) -> None:
        """Writes the first section, and every function that it needs."""
        sections = _sections(self.program)
        begun = "main" if "main" in sections else ""
        for name in in_order(_called(self.program), begun, []):
            body = list(self.program.instructions[slice(*sections[name])])
            while body and body[-1].opcode == "END":
                body.pop()
            if name == begun and all(one.opcode != "RET" for one in body[:-1]):
                self._section(body)
                return
            called = START if name == begun else sub_name(name)
            self._names[name] = called
            with self.m.text.function(called) as lines, self.m.fresh():
                self._section(body)
            self.functions += lines
        self.m.text.line(f"{START}();")

    def _section(self, body):
        for instruction in body:
            if OPCODES[instruction.opcode].form is not Form.FLOW:
                self._run.step(instruction)
                continue
            self._run.comment(instruction)
            if instruction.opcode != "RET" or instruction is not body[-1]:
                getattr(self, f"_{instruction.opcode.lower()}")(instruction)

    def _condition(self, instruction):
        condition = instruction.condition
        if condition is not None:
            return self._run.test_any(condition)
        if instruction.sources and instruction.opcode == "IF":
            return self._run.operand_of(instruction, 0) != 0
        return self.m.true

    def _enter(self, head):
        stack = ExitStack()
        stack.enter_context(self.m.block(head))
        self._open.append(stack)
        return stack

    def _if(self, instruction):
        self._enter(f"if ({self._condition(instruction).value})")

    def _else(self, instruction):
        self._open.pop().close()
        self._enter("else")

    def _endif(self, instruction):
        self._open.pop().close()

    _endrep = _endloop = _endif

    def _rep(self, instruction):
        if not instruction.sources:
            self._enter("for (;;)")
            return
        count, left = self._count(instruction), self.m.text.new_name("left")
        self._enter(f"for (int {left} = {count.value}; {left} > 0; {left}--)")

    def _loop(self, instruction):
        m, run = self.m, self._run
        count = self._count(instruction)
        first, step = (
            m.to_i32_within(m.floor(run.operand_of(instruction, component)), -MAX_INDEX, MAX_INDEX)
            for component in (1, 2)
        )
        left, index = m.text.new_name("left"), m.text.new_name("index")
        m.text.line(f"int {index} = {first.value};")
        rest = f"{left} > 0; {left}--, {index} += {step.value}"
        stack = self._enter(f"for (int {left} = {count.value}; {rest})")
        shown = Lane(m, I32, index)
        run.write_address(instruction.destination, [m.max(shown, 0)])
        # The register follows the index, also after the loop.
        after = ExitStack()
        after.callback(lambda: run.write_address(instruction.destination, [m.max(shown, 0)]))
        self._open[-1] = after
        after.push(stack.pop_all())

    def _count(self, instruction):
        m = self.m
        count = self._run.operand_of(instruction, 0)
        if instruction.type is DataType.FLOAT:
            count = m.to_i32(m.floor(count))
        elif instruction.type is DataType.UNSIGNED:
            count = m.as_i32(m.min(count, 2**31 - 1))
        if self.program.loop_count is not None:
            count = m.min(count, self.program.loop_count)
        return count

    def _jump(self, instruction, word):
        with self.m.where(self._condition(instruction)):
            self.m.text.line(word)

    def _brk(self, instruction):
        self._jump(instruction, "break;")

    def _cont(self, instruction):
        self._jump(instruction, "continue;")

    def _ret(self, instruction):
        self._jump(instruction, "return;")

    def _cal(self, instruction):
        self._jump(instruction, f"{self._names[instruction.target]}();")
