"""The state of the TGSI parser."""

from __future__ import annotations

from dataclasses import field
from typing import NamedTuple, NoReturn

from softgl.asm.text.lexer import Token
from softgl.asm.text.limits import Limits
from softgl.asm.tgsi.lexer import TgsiTokens
from softgl.errors import ErrorKind, Span
from softgl.ir.program import (
    ALL,
    BufferBinding,
    Constant,
    Destination,
    File,
    Instruction,
    Source,
    Stage,
    X,
)
from softgl.isa.vocabulary import FLOAT, DataType
from softgl.records import dataclass

# The parser's own temporaries, and those in place of results and inputs, are numbered from here on
# until `finish` moves them after the declared ones.
HIDDEN, OUT_SHADOW, IN_SHADOW = 1 << 20, 1 << 21, 1 << 22
SYSTEM_VALUE = 1 << 16  # attributes from here on are those of the file SV


class Declared(NamedTuple):
    """A declared register: its semantic, if any, its interpolation and its location."""

    semantic: str = ""
    index: int = 0
    interpolation: str = ""
    mask: tuple[bool, bool, bool, bool] = ALL
    location: str = ""


class View(NamedTuple):
    """A declared sampler view: its target, by TGSI's name, and the type of its texels."""

    target: str
    type: DataType = FLOAT


@dataclass
class Block:
    """An open IF, loop or SWITCH.

    start : its first token.
    part : IF, ELSE, LOOP, REP, FOR or SWITCH.
    state : for SWITCH, a temporary with the value, and masks: a CASE has been reached; some CASE
        has the value (for a DEFAULT: `matched`); CONT left the SWITCH (if there is one:
        `continued`).
    cases : the instructions that compare with each CASE after DEFAULT, so far.
    begins : the number of instructions at its beginning.
    section : True while an IF for a CASE is open.
    counter : for FOR, its loop register.
    """

    start: Token
    part: str
    state: int = 0
    matched: bool = False
    continued: bool = False
    cases: list[list[Instruction]] = field(default_factory=list)
    begins: int = 0
    section: bool = False
    counter: Source | None = None


@dataclass
class TgsiState:
    """The text ahead, and everything established so far.

    registers : file -> number -> its declaration.
    extents : file -> the smallest and the largest number.
    views : the sampler views by number.
    arrays : (file, array id) -> first and last register.
    buffers : `Program.buffers`.
    buffer_ranges : (block of constants, first register, last register) of each buffer.
    immediates : the words of IMM.
    properties : name -> value.
    parameters : the bindings and constants of the file PARAMETER, for `finish`.
    instructions : the program form so far.
    at : for each instruction of the text, the number of its first one in the program form.
    numbers : a label of the text -> the number of its instruction in the text.
    repeated : the labels of several instructions, which jumps must not name.
    places : the parser's own labels and the next instructions in the program form.
    jumps : the labels named by CAL and BRA -> the token.
    blocks : the open IF, loop and SWITCH blocks, the innermost last.
    shadowed_inputs : the inputs whose components are separate attributes.
    shadowed_outputs : the outputs that are read.
    written_outputs : the outputs that may be written.
    own_temporaries : the temporary of each predicate and loop register.
    texture_instructions : the number of texture instructions so far.
    texture_choices : the number of further textures that run-time choices sample.
    hidden : the number of the parser's own temporaries.
    saved : the temporaries that save the states of SWITCH over calls, by nesting.
    called : the temporary that counts these calls.
    span : the span of the current instruction.
    ended : True after END.
    left : True if more text follows END.
    """

    tokens: TgsiTokens
    stage: Stage
    language: str
    limits: Limits
    registers: dict[str, dict[int, Declared]] = field(default_factory=dict)
    extents: dict[str, tuple[int, int]] = field(default_factory=dict)
    views: dict[int, View] = field(default_factory=dict)
    arrays: dict[tuple[str, int], tuple[int, int]] = field(default_factory=dict)
    buffers: list[BufferBinding] = field(default_factory=list)
    buffer_ranges: list[tuple[int, int, int]] = field(default_factory=list)
    immediates: dict[int, tuple[int, int, int, int]] = field(default_factory=dict)
    properties: dict[str, str | int] = field(default_factory=dict)
    parameters: list = field(default_factory=list)
    parameter_places: dict = field(default_factory=dict)
    instructions: list[Instruction] = field(default_factory=list)
    depths: list[int] = field(default_factory=list)
    at: list[int] = field(default_factory=list)
    numbers: dict[int, int] = field(default_factory=dict)
    repeated: set[int] = field(default_factory=set)
    places: list[tuple[str, int]] = field(default_factory=list)
    jumps: dict[int, Token] = field(default_factory=dict)
    blocks: list[Block] = field(default_factory=list)
    targets: dict[int, str] = field(default_factory=dict)
    texture_instructions: int = 0
    texture_choices: int = 0
    shadowed_inputs: set[int] = field(default_factory=set)
    shadowed_outputs: set[int] = field(default_factory=set)
    written_outputs: set[int] = field(default_factory=set)
    own_temporaries: dict[tuple[str, int], int] = field(default_factory=dict)
    hidden: int = 0
    saved: list[int] = field(default_factory=list)
    called: int | None = None
    subroutine: Token | None = None
    span: Span = field(default_factory=lambda: Span(0, 0))
    ended: bool = False
    left: bool = False

    def declared(self, file: str) -> dict[int, Declared]:
        """Returns the declared registers of a file."""
        return self.registers.setdefault(file, {})

    def fail_undeclared(
        self, where: Token, name: str, file: str, wanted: str = "DCL before", more: str = ""
    ) -> NoReturn:
        """Raises the error of an undeclared register of a file; more : the end of the message."""
        message, kind = f"{name} is not declared{more}", ErrorKind.TGSI_DECLARATION
        self.tokens.fail(where, message, wanted, kind, file)

    def declare(self, file: str, number: int, declared: Declared) -> None:
        """Enters a register of a file."""
        self.declared(file)[number] = declared
        first, last = self.extents.get(file, (number, number))
        self.extents[file] = min(first, number), max(last, number)

    def new_temporary(self) -> int:
        """Allocates a temporary of the parser's own."""
        self.hidden += 1
        return HIDDEN + self.hidden - 1

    def new_scalar(self) -> Source:
        """Returns the x of a new temporary of the parser's own."""
        return Source(File.TEMPORARY, self.new_temporary(), (X, X, X, X))

    def constant(self, word: int) -> Source:
        """Returns a constant with these 32 bits in all components."""
        key = Constant((word & 0xFFFFFFFF,) * 4)
        return Source(File.PARAMETER, self.parameter(key), (X, X, X, X))

    def parameter(self, key) -> int:
        """Returns the register of the file PARAMETER for a binding or a constant."""
        if key not in self.parameter_places:
            self.parameter_places[key] = len(self.parameters)
            self.parameters.append(key)
        return self.parameter_places[key]

    def parameter_array(self, file: str, first: int, last: int, element) -> int:
        """Allocates consecutive registers in the file PARAMETER for a range of a file.

        element : number -> the binding or constant of such a register.

        Returns the first one.
        """
        name = file, first, last
        if name not in self.parameter_places:
            self.parameter_places[name] = len(self.parameters)
            self.parameters.extend(map(element, range(first, last + 1)))
        return self.parameter_places[name]

    def emit(
        self,
        opcode: str,
        destination: Destination | None = None,
        *sources: Source,
        type_: DataType = FLOAT,
        **parts,
    ) -> None:
        """Appends an instruction to the program."""
        self.instructions.append(
            Instruction(opcode, self.span, destination, sources, type_, **parts)
        )

    def move(self, register: int, source: Source, mask=ALL, type_: DataType = FLOAT) -> None:
        """Copies an operand to a temporary."""
        self.emit("MOV", Destination(File.TEMPORARY, register, mask), source, type_=type_)
