"""Writes branches to labels as GLSL's control flow: if, loops with early exits, and functions.

`softgl.asm.tgsi` finds the nesting of blocks for its texts, and this module writes it.
"""

from __future__ import annotations

from contextlib import ExitStack

from softgl.asm.tgsi.write_branches import RETURN
from softgl.asm.tgsi.write_subroutines import Subroutines
from softgl.asm.tgsi.write_text import ONES
from softgl.ir.execute import Run
from softgl.ir.program import Instruction, Program
from softgl.isa import OPCODES, Form
from softgl.translate.glsl.functions import START, in_order, is_recursive, sub_name
from softgl.translate.glsl.machine import GlslMachine

KNOWN = frozenset({"BRA", "CAL", "RET", "END"})
_JUMPS = {"BRK": "break;", "CONT": "continue;", "RET": "return;"}


class Irreducible(Exception):
    """The branches of a program do not nest, or its subroutines are recursive."""


class _Code:
    """The interface of nesting to a writer: new variables, numbers, and instructions on them."""

    def __init__(self):
        self._count = 0

    def keep(self) -> int:
        """Returns the number of a new variable."""
        self._count += 1
        return self._count - 1

    def word(self, number: int) -> int:
        """Returns a number."""
        return number

    def line(self, opcode, destination=None, *operands) -> tuple:
        """Returns an instruction; a test has its operand in place of a destination."""
        return opcode, operands[0] if destination is None else (destination, *operands), None


class Branches:
    """Writes a program with branches function by function.

    Raises Irreducible for a program that cannot be written so. Steps are not counted.
    """

    def __init__(self, m: GlslMachine, program: Program, run: Run):
        self.m, self.program, self._run = m, program, run
        self.functions: list[str] = []
        self._conditions: dict[str, object] = {}  # mask -> its condition
        self._variables: dict[str, str] = {}
        self._open: list[ExitStack] = []
        self._parts = self._sections()
        self._called = {
            name: [target for opcode, _, target in lines if opcode == "CAL"]
            for name, lines in self._parts.items()
        }
        if is_recursive(self._called):
            raise Irreducible

    @staticmethod
    def are_all(program: Program) -> bool:
        """True if a program has no other control flow."""
        forms = ((one.opcode, OPCODES[one.opcode].form) for one in program.instructions)
        return all(opcode in KNOWN for opcode, form in forms if form is Form.FLOW)

    def _sections(self) -> dict[str, list[tuple]]:
        """Returns the nested lines of each subroutine by its label, "" for the start."""
        body, at, labels = [], {}, {}
        for name, place in self.program.labels:
            labels.setdefault(place, []).append(name)
        for number, instruction in enumerate(self.program.instructions):
            at |= dict.fromkeys(labels.get(number, ()), len(body))
            body += _lines(instruction)
        at |= dict.fromkeys(labels.get(len(self.program.instructions), ()), len(body))
        found = Subroutines(self.program, _Code(), body, at)
        found.write()
        if any(opcode in ("SWITCH", "BRA") for opcode, _, _ in found.lines):
            raise Irreducible
        starts = sorted(found.places.items(), key=lambda item: item[1])
        ends = [place for _, place in starts[1:]] + [len(found.lines)]
        return {name: found.lines[a:b] for (name, a), b in zip(starts, ends, strict=True)}

    def write(self) -> None:
        """Writes the start of the text, and every function that it needs."""
        for name in in_order(self._called, "", []):
            lines = list(self._parts[name])
            while lines and lines[-1] == RETURN:
                lines.pop()
            if not name and RETURN not in lines:
                self._write(lines)
                return
            with self.m.text.function(sub_name(name) if name else START) as text, self.m.fresh():
                self._write(lines)
            self.functions += text
        self.m.text.line(f"{START}();")

    def _write(self, lines):
        for opcode, operand, target in lines:
            if opcode in _JUMPS:
                self.m.text.line(_JUMPS[opcode])
            elif opcode == "CAL":
                self.m.text.line(f"{sub_name(target)}();")
            else:
                getattr(self, f"_{opcode.lower()}")(operand)

    def _step(self, instruction):
        self._run.step(instruction)

    def _comment(self, instruction):
        self._run.comment(instruction)

    def _enter(self, head):
        stack = ExitStack()
        stack.enter_context(self.m.block(head))
        self._open.append(stack)

    def _uif(self, condition):
        self._enter(f"if ({self._test(condition)})")

    def _else(self, _):
        self._open.pop().close()
        self._enter("else")

    def _endif(self, _):
        self._open.pop().close()

    _endloop = _endif

    def _bgnloop(self, _):
        self._enter("for (;;)")

    def _test(self, condition) -> str:
        if not isinstance(condition, str):
            return self._run.test_any(condition).value
        if condition in self._conditions:
            return self._conditions[condition]
        return self._variable(condition, "bool", "false")

    def _not(self, operands):
        mask, condition = operands
        self._conditions[mask] = f"!({self._test(condition)})"

    def _useq(self, operands):
        mask, variable, number = operands
        self._conditions[mask] = f"{self._variable(variable, 'int', '-1')} == {number}"

    def _mov(self, operands):
        name, value = operands
        if value == ONES:
            self.m.text.line(f"{self._variable(name, 'bool', 'false')} = true;")
        else:
            self.m.text.line(f"{self._variable(name, 'int', '-1')} = {value};")

    def _variable(self, name: str, type_: str, first: str) -> str:
        """Returns a variable of the nesting in the text."""
        if name not in self._variables:
            self._variables[name] = self.m.text.new_name("leaving" if type_ == "int" else "ended")
            self.m.text.globals.append(f"{type_} {self._variables[name]} = {first};")
        return self._variables[name]


def _lines(instruction: Instruction) -> list[tuple]:
    """Returns the lines of an instruction for `Subroutines`, with its condition or itself."""
    opcode, condition = instruction.opcode, instruction.condition
    if OPCODES[opcode].form is not Form.FLOW:
        return [("STEP", instruction, None)]
    comment = ("COMMENT", instruction, None)
    if opcode == "BRA":
        return [comment, ("BRA", condition or "", instruction.target)]
    own = {"CAL": [("CAL", "", instruction.target)], "RET": [RETURN], "END": []}[opcode]
    if condition is not None:
        own = [("UIF", condition, None), *own, ("ENDIF", None, None)]
    return [comment, *own]
