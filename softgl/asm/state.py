"""What a parser knows while it goes through a text."""

from __future__ import annotations

from dataclasses import dataclass, field

from softgl.asm.dialect import BindingTable, Dialect
from softgl.asm.lexer import Tokens
from softgl.asm.names import Names
from softgl.asm.registers import Registers
from softgl.errors import Span
from softgl.ir.program import Binding, Instruction


@dataclass
class ParserState:
    """The text ahead, and everything established so far.

    results : the result bindings that the options leave.
    options : the OPTION names in force -> where they stand.
    interpolation : attribute -> the interpolation modifiers of its explicit declarations.
    targets : texture image unit -> the target with which the program samples it.
    """

    tokens: Tokens
    dialect: Dialect
    names: Names
    registers: Registers
    results: BindingTable
    options: dict[str, Span] = field(default_factory=dict)
    interpolation: dict[Binding, frozenset[str]] = field(default_factory=dict)
    targets: dict[int, str] = field(default_factory=dict)
    instructions: list[Instruction] = field(default_factory=list)

    @classmethod
    def begin(cls, source: str, start: int, dialect: Dialect) -> ParserState:
        """The state before the first token, which stands at or after the offset `start`."""
        tokens = Tokens(source, start)
        return cls(
            tokens, dialect, Names(tokens, dialect), Registers(tokens, dialect), dialect.results
        )

    def instruction_limit(self) -> int:
        """How many instructions of its own the program may have."""
        # ARB_vertex_program, "Position-Invariant Vertex Program Option": "a vertex program will
        # fail to load if the number of instructions it contains exceeds the
        # implementation-dependent limit minus four."
        return self.dialect.limits.instructions - 4 * ("ARB_position_invariant" in self.options)
