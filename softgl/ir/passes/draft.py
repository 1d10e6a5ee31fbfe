"""A program that passes change: a list of instructions, in which labels are instructions too."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

from softgl.errors import Span
from softgl.ir.passes.folding import Folder
from softgl.ir.program import Constant, File, Instruction, Program, Source
from softgl.isa.table import GLSL, NV4, TGSI
from softgl.isa.vocabulary import FLOAT, UNSIGNED

LABEL = "LABEL"
"""The opcode that marks a label in a draft; `target` is its name."""


class Draft:
    """A program under change.

    instructions : those of the program, with a LABEL at the place of each label.
    parameters, temporaries : as in a `Program`, growing.
    folder : evaluates instructions on constants.
    word_type : the type of moves of words.
    """

    def __init__(self, program: Program):
        self.program = program
        self.folder = Folder(program)
        self.parameters = list(program.parameters)
        self.temporaries = program.temporaries
        # The type of moves of constants: other languages have no types, and a move changes no bit.
        typed = program.instruction_set in NV4 | TGSI | GLSL
        self.word_type = UNSIGNED if typed else FLOAT
        self._numbers: dict[tuple, int] = {}  # the words of a constant -> its parameter
        for number, parameter in enumerate(self.parameters):
            if isinstance(parameter, Constant):
                self._numbers.setdefault(parameter.words, number)
        self.instructions = _with_labels(program)

    def opcodes(self) -> set[str]:
        """Returns the opcodes of the instructions."""
        return {one.opcode for one in self.instructions}

    def new(self) -> int:
        """Returns the number of a new temporary."""
        self.temporaries += 1
        return self.temporaries - 1

    def constant(self, words: tuple[int, int, int, int]) -> Source:
        """Returns the parameter that holds four words."""
        return Source(File.PARAMETER, self.number(words))

    def number(self, words: tuple[int, int, int, int]) -> int:
        """Returns the number of the parameter that holds four words."""
        number = self._numbers.get(words)
        if number is None:
            number = self._numbers[words] = len(self.parameters)
            self.parameters.append(Constant(words))
        return number

    def finish(self) -> Program:
        """Returns the changed program."""
        instructions, labels = [], []
        for one in self.instructions:
            if one.opcode == LABEL:
                labels.append((one.target, len(instructions)))
            else:
                instructions.append(one)
        return replace(
            self.program,
            instructions=tuple(instructions),
            labels=tuple(labels),
            parameters=tuple(self.parameters),
            temporaries=self.temporaries,
        )


def _with_labels(program: Program) -> list[Instruction]:
    at = defaultdict(list)
    for name, place in program.labels:
        at[place].append(Instruction(LABEL, Span(0, 0), target=name))
    found = []
    for number, one in enumerate(program.instructions):
        found += at[number]
        found.append(one)
    return found + at[len(program.instructions)]
