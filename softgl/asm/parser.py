"""The frame of a program: header, options, statements, END."""

from __future__ import annotations

from softgl.asm import arb, nv4
from softgl.asm.declarations import parse_declaration
from softgl.asm.dialect import Dialect
from softgl.asm.instructions import parse_instruction
from softgl.asm.lexer import choice
from softgl.asm.state import ParserState
from softgl.errors import ProgramError, Span
from softgl.ir.program import (
    Binding,
    Destination,
    File,
    Instruction,
    Program,
    Source,
    Stage,
)

DIALECTS: dict[str, Dialect] = {
    f"!!{dialect.language}": dialect
    for dialect in (arb.VERTEX, arb.FRAGMENT, nv4.VERTEX, nv4.FRAGMENT)
}
_EXCLUSIVE_OPTIONS = (arb.PRECISION_HINTS,)
_POSITION_INVARIANT = "ARB_position_invariant"


def parse(source: str, *, stage: Stage | None = None) -> Program:
    """The program that a text describes.

    `stage` refuses programs of other stages. Raises ProgramError for every text that the language
    of its header does not allow; its position is the offset of the offending token.
    """
    header = next((header for header in DIALECTS if source.startswith(header)), None)
    if header is None:
        end = len(source.split(maxsplit=1)[0]) if source[:1].strip() else 0
        raise ProgramError(
            "the text does not begin with a known header",
            source,
            Span(0, end),
            choice(DIALECTS),
        )
    dialect = DIALECTS[header]
    if stage is not None and stage is not dialect.stage:
        raise ProgramError(
            f"a {dialect.stage.value} program stands where a {stage.value} program is needed",
            source,
            Span(0, len(header)),
            choice(name for name, other in DIALECTS.items() if other.stage is stage),
        )
    p = ParserState.begin(source, len(header), dialect)
    while p.tokens.at("OPTION"):
        _parse_option(p)
    while not p.tokens.accept("END"):
        _parse_statement(p)
    return _finish(p)


def _parse_option(p: ParserState) -> None:
    p.tokens.take()
    token = p.tokens.expect_name("the name of an option")
    known = p.dialect.options
    if token.text not in known:
        p.tokens.fail(
            token,
            f"the option {token} is not available in {p.dialect.language} programs",
            choice(sorted(known)) or "no option",
        )
    p.options[token.text] = token.span
    # ARB_fragment_program, "Precision Hint Options": "Only one precision control option may be
    # specified by any given fragment program."
    for group in _EXCLUSIVE_OPTIONS:
        if len(group & p.options.keys()) > 1:
            p.tokens.fail(token, f"{token} excludes the option before it")
    if token.text == _POSITION_INVARIANT:
        # "The <resultBinding> rule is modified to remove "result.position"".
        reason = f"the option {_POSITION_INVARIANT} computes the position"
        p.results = p.results.without("position", reason)
    p.tokens.expect(";", "after an option")


def _parse_statement(p: ParserState) -> None:
    token = p.tokens.peek()
    if token.kind != "name":
        p.tokens.fail(token, f"unexpected {token}", "an instruction, a declaration or END")
    if token.text == "OPTION":
        p.tokens.fail(token, "options stand before all other statements")
    if token.text in p.dialect.declarations | p.dialect.modifiers:
        parse_declaration(p)
        p.tokens.expect(";", "after a declaration")
    else:
        parse_instruction(p)
        p.tokens.expect(";", "after an instruction")


def _finish(p: ParserState) -> Program:
    instructions = p.instructions
    if _POSITION_INVARIANT in p.options:
        instructions = [*_transform(p), *instructions]
    instructions, bindings = p.registers.finish(instructions)
    return Program(
        language=p.dialect.language,
        stage=p.dialect.stage,
        profile=p.dialect.profile,
        instructions=instructions,
        temporaries=p.registers.temporaries,
        addresses=p.registers.addresses,
        parameters=bindings[File.PARAMETER],
        attributes=bindings[File.ATTRIBUTE],
        results=bindings[File.RESULT],
        options=frozenset(p.options),
        flat=_declared(p, "FLAT"),
        noperspective=_declared(p, "NOPERSPECTIVE"),
        source=p.tokens.source,
    )


def _declared(p: ParserState, modifier: str) -> frozenset[Binding]:
    return frozenset(binding for binding, words in p.interpolation.items() if modifier in words)


def _transform(p: ParserState) -> list[Instruction]:
    """The clip coordinates of a position-invariant program."""
    # "vertex.attrib[0]" and "vertex.position" are equivalent: take the one that is bound.
    attribute = Binding("vertex.attrib", (0,))
    if not p.registers.is_bound(attribute):
        attribute = Binding("vertex.position")
    position = Source(File.ATTRIBUTE, p.registers.register(File.ATTRIBUTE, attribute))
    result = p.registers.register(File.RESULT, Binding("result.position"))
    rows = [Binding("state.matrix.mvp.row", (0, row)) for row in range(4)]
    return [
        Instruction(
            "DP4",
            p.options[_POSITION_INVARIANT],
            Destination(File.RESULT, result, tuple(row == n for n in range(4))),
            (Source(File.PARAMETER, p.registers.register(File.PARAMETER, rows[row])), position),
        )
        for row in range(4)
    ]
