"""Parses the frame of a program: header, options, statements, END."""

from __future__ import annotations

from typing import NoReturn

from softgl.asm import arb, nv4, nv_fragment, nv_vertex, tgsi
from softgl.asm.declarations import parse_declaration
from softgl.asm.dialect import Dialect
from softgl.asm.flow import check_flow, parse_label
from softgl.asm.geometry import primitives
from softgl.asm.instructions import parse_instruction
from softgl.asm.options import (
    PIXEL_CENTER_INTEGER,
    POSITION_INVARIANT,
    UPPER_LEFT,
    fog_mode,
    parse_options,
)
from softgl.asm.state import ParserState
from softgl.asm.text.lexer import BLANK, Leniency, Tokens, choice
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
from softgl.ir.validate import validate

DIALECTS: dict[str, Dialect] = {
    f"!!{dialect.language}": dialect
    for dialect in (
        *(arb.VERTEX, arb.FRAGMENT, nv4.VERTEX, nv4.GEOMETRY, nv4.FRAGMENT),
        *nv_vertex.DIALECTS,
        *nv_fragment.DIALECTS,
    )
}
# NVIDIA's compilers and drivers have languages that no specification describes: their programs omit
# results, and have suffixes of instructions (`MULH_m2`) of unknown meaning.
UNDOCUMENTED = {"!!FP1.1": "!!FP1.0", "!!FP2.0": "!!FP1.0"}


def parse(source: str, *, stage: Stage | None = None, strict: bool = False) -> Program:
    """Parses a program text.

    stage : the only accepted stage; None: all.
    strict : True to refuse programs with `leniencies`.

    Raises ProgramError for every text that the language of its header does not allow; its position
    is the offset of the offending token.
    """
    program, found = _read(source, stage)
    if strict and found:
        raise ProgramError(f"{found[0].message} (accepted if not strict)", source, found[0].span)
    return program


def leniencies(source: str) -> list[Leniency]:
    """Returns the places of a text, in order, that a strict reading of its language refuses.

    Raises ProgramError where `parse` does.
    """
    return _read(source)[1]


def _read(source: str, stage: Stage | None = None) -> tuple[Program, list[Leniency]]:
    """Returns the program of a text and its leniencies."""
    if tgsi.begins(source):
        p = tgsi.parse_text(source, stage)
        program, found = tgsi.finish(p), tgsi.leniencies(p)
    else:
        p = parse_text(source, stage)
        program = finish(p)
        note_rest(p)
        found = p.tokens.leniencies
    return program, sorted(found, key=lambda leniency: leniency.span.start)


def note_rest(p: ParserState) -> None:
    """Notes a leniency if anything but comments follows END, which is not parsed."""
    p.tokens.take()
    end = p.tokens.last_end
    rest = BLANK.match(p.tokens.source, end).end()
    if rest < len(p.tokens.source):
        p.tokens.lenient(Span(rest, len(p.tokens.source)), "text after END is ignored")


def begin_text(source: str, stage: Stage | None = None) -> tuple[Tokens, Dialect]:
    """Returns the tokens after the header of a text that is not TGSI, and its language."""
    header = next((header for header in DIALECTS if source.startswith(header)), None)
    if header is None:
        _fail_header(source)
    dialect = DIALECTS[header]
    if stage is not None and stage is not dialect.stage:
        raise ProgramError(
            f"a {dialect.stage.value} program where a {stage.value} program is required",
            source,
            Span(0, len(header)),
            choice(_headers(stage)),
        )
    return Tokens(source, len(header), hexadecimal=dialect.hexadecimal), dialect


def parse_text(source: str, stage: Stage | None = None) -> ParserState:
    """Parses a text that is not TGSI up to END, which is the next token then."""
    tokens, dialect = begin_text(source, stage)
    p = ParserState.begin(tokens, *parse_options(tokens, dialect))
    while not p.tokens.at("END"):
        parse_statement(p)
    check_flow(p)
    for check in dialect.final_checks:
        check(p)
    return p


def _headers(stage: Stage) -> list[str]:
    """Returns the headers of the programs of a stage."""
    return [header for header, dialect in DIALECTS.items() if dialect.stage is stage]


def _fail_header(source: str) -> NoReturn:
    first = source.split(maxsplit=1)[0] if source[:1].strip() else ""
    message = "the text does not begin with a known header"
    expected = choice([*DIALECTS, *tgsi.LANGUAGES])
    blank = len(source) - len(source.lstrip())
    if blank and (header := next((h for h in DIALECTS if source.startswith(h, blank)), "")):
        leading = "blank lines" if source[0] in "\r\n" else "blanks"
        message += f": {leading} before {header}, which must come first"
        expected = header
    for header, documented in UNDOCUMENTED.items():
        if first.startswith(header):
            first, expected = header, f"'{documented}', the documented language nearest to it"
            message = f"no specification describes the language '{header}'"
    raise ProgramError(message, source, Span(0, len(first)), expected)


def parse_statement(p: ParserState) -> None:
    """Parses a declaration, a label or an instruction, with its terminator."""
    token = p.tokens.peek()
    if token.kind != "name":
        p.tokens.fail(token, f"unexpected {token}", p.dialect.statements)
    if token.text == "OPTION":
        late = "options must precede all other statements"
        none = f"{p.dialect.language} has no options"
        p.tokens.fail(token, late if p.dialect.options else none)
    if p.dialect.statement is not None and p.dialect.statement(p):
        return
    if p.dialect.labels and p.tokens.peek(1).text == ":":
        parse_label(p)
    elif token.text in p.dialect.declarations | p.dialect.modifiers:
        parse_declaration(p)
        p.tokens.expect(";", "after a declaration")
    else:
        parse_instruction(p)
        p.tokens.expect(";", "after an instruction")


def finish(p: ParserState) -> Program:
    """Returns the validated program of a text that is parsed up to END."""
    instructions, labels = p.instructions, list(p.labels.items())
    if POSITION_INVARIANT & p.options.keys():
        transform = _transform(p)
        start = p.labels.get("main", 0)
        instructions = [*instructions[:start], *transform, *instructions[start:]]
        labels = [(name, at + len(transform) * (at > start)) for name, at in labels]
    instructions, bindings = p.registers.finish(instructions)
    limits = p.dialect.limits
    program = Program(
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
        centroid=_declared(p, "CENTROID"),
        buffers=tuple(p.buffers),
        fog=fog_mode(p.options),
        origin_upper_left=UPPER_LEFT in p.options,
        pixel_center_integer=PIXEL_CENTER_INTEGER in p.options,
        labels=tuple(labels),
        subroutines=p.dialect.subroutines,
        call_depth=limits.call_depth,
        step_limit=limits.steps,
        if_depth=limits.if_depth if limits.loop_count is not None else None,
        loop_depth=limits.loop_depth if limits.loop_count is not None else None,
        loop_count=limits.loop_count,
        named=tuple(p.named),
        primitives=primitives(p),
        source=p.tokens.source,
        instruction_set=p.dialect.instruction_set,
    )
    return validate(program)


def _declared(p: ParserState, modifier: str) -> frozenset[Binding]:
    return frozenset(binding for binding, words in p.interpolation.items() if modifier in words)


def _transform(p: ParserState) -> list[Instruction]:
    """Returns the instructions for the clip coordinates of a position-invariant program."""
    # "vertex.attrib[0]" and "vertex.position" are equivalent: take the one that is bound.
    attribute, position = Binding("vertex.attrib", (0,)), Binding("vertex.position")
    if position in p.dialect.attributes.order and not p.registers.is_bound(attribute):
        attribute = position
    (option,) = POSITION_INVARIANT & p.options.keys()
    position = Source(File.ATTRIBUTE, p.registers.register(File.ATTRIBUTE, attribute))
    result = p.registers.register(File.RESULT, Binding("result.position"))
    rows = [Binding("state.matrix.mvp.row", (0, row)) for row in range(4)]
    return [
        Instruction(
            "DP4",
            p.options[option],
            Destination(File.RESULT, result, tuple(row == n for n in range(4))),
            (Source(File.PARAMETER, p.registers.register(File.PARAMETER, rows[row])), position),
        )
        for row in range(4)
    ]
