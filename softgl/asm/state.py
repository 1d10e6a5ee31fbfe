"""The state of a parser."""

from __future__ import annotations

from dataclasses import field

from softgl.asm.dialect import Dialect
from softgl.asm.names import Names, Variable
from softgl.asm.registers import Registers
from softgl.asm.text.lexer import Token, Tokens
from softgl.errors import Span
from softgl.ir.program import Binding, BufferBinding, File, Instruction, NamedParameter
from softgl.records import dataclass


@dataclass
class OpenBlock:
    """An open IF, REP or LOOP.

    start : its first token.
    part : IF, ELSE, REP or LOOP.
    counted : True for a REP with a count.
    left : True if a BRK at its own level or a RET at any level leaves it.
    index : the index of a LOOP.
    """

    start: Token
    part: str
    counted: bool = False
    left: bool = False
    index: Variable | None = None


@dataclass
class ParserState:
    """The text ahead, and everything established so far.

    dialect : the language after the options.
    options : the OPTION names in force -> their spans.
    interpolation : attribute -> the interpolation modifiers of its explicit declarations.
    targets : texture image unit -> the target with which the program samples it.
    texture_instructions : the number of texture instructions.
    labels : name -> the number of the next instruction.
    label_places : name -> its span.
    blocks : the open IF and REP blocks, the innermost last.
    calls : the labels named by CAL.
    buffers : the declared BUFFER variables.
    loops : the number of LOOP instructions.
    named : the parameters that are declared by name.
    storage : the temporaries and results of fixed names in use -> their size in 16-bit registers.
    sourced : the registers that the current instruction has read, of files that allow one register
        only.
    primitives : the declarations of a geometry program, PRIMITIVE_IN, PRIMITIVE_OUT and
        VERTICES_OUT -> their values.
    begun : True after any other statement.
    """

    tokens: Tokens
    dialect: Dialect
    options: dict[str, Span]
    names: Names
    registers: Registers
    interpolation: dict[Binding, frozenset[str]] = field(default_factory=dict)
    targets: dict[int, str] = field(default_factory=dict)
    texture_instructions: int = 0
    instructions: list[Instruction] = field(default_factory=list)
    labels: dict[str, int] = field(default_factory=dict)
    label_places: dict[str, Span] = field(default_factory=dict)
    blocks: list[OpenBlock] = field(default_factory=list)
    calls: list[Token] = field(default_factory=list)
    buffers: list[BufferBinding] = field(default_factory=list)
    sourced: dict[File, tuple] = field(default_factory=dict)
    loops: int = 0
    named: list[NamedParameter] = field(default_factory=list)
    storage: dict[str, int] = field(default_factory=dict)
    primitives: dict[str, Token] = field(default_factory=dict)
    begun: bool = False

    @classmethod
    def begin(cls, tokens: Tokens, dialect: Dialect, options) -> ParserState:
        """Returns the state before the first statement."""
        registers = Registers(tokens, dialect)
        return cls(tokens, dialect, options, Names(tokens, dialect), registers)
