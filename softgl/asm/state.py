"""What a parser knows while it goes through a text."""

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
    """An IF or REP whose end has not come yet.

    start : the token that began it. part : IF, ELSE, REP or LOOP. counted : True if a REP has a
    count.
    left : True if a BRK at its own level or a RET at any level leaves it. index : of a LOOP.
    """

    start: Token
    part: str
    counted: bool = False
    left: bool = False
    index: Variable | None = None


@dataclass
class ParserState:
    """The text ahead, and everything established so far.

    dialect : the language as the options leave it.
    options : the OPTION names in force -> where they stand.
    interpolation : attribute -> the interpolation modifiers of its explicit declarations.
    targets : texture image unit -> the target with which the program samples it.
    texture_instructions : how many of the instructions are.
    labels : name -> the number of the instruction after it; label_places : name -> where it stands.
    blocks : the IF and REP that are open, the innermost last.
    calls : the labels that CAL named.
    buffers : the declared BUFFER variables.
    loops : how many LOOP instructions there are.
    named : the parameters that are declared by name.
    storage : the temporaries and results of fixed names in use -> their size in 16-bit registers.
    sourced : what the instruction at hand has read so far of a file of which it may read one
        register only.
    primitives : what a geometry program has declared that it takes and makes: PRIMITIVE_IN,
        PRIMITIVE_OUT and VERTICES_OUT -> what stands behind them. begun : True if anything else
        has come.
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
        """The state before the first statement."""
        registers = Registers(tokens, dialect)
        return cls(tokens, dialect, options, Names(tokens, dialect), registers)
