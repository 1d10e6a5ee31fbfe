"""Parses instructions: a mnemonic, a destination, sources."""

from __future__ import annotations

from softgl.asm.flow import parse_flow
from softgl.asm.mnemonics import Modifiers, find_opcode, parse_modifiers
from softgl.asm.operands import (
    parse_address,
    parse_destination,
    parse_source,
)
from softgl.asm.state import ParserState
from softgl.asm.suffixes import is_condition, parse_condition
from softgl.asm.text.lexer import Token
from softgl.asm.texture_operands import parse_texture
from softgl.errors import ErrorKind, Span
from softgl.ir.program import Instruction, Source
from softgl.isa import Form, Opcode
from softgl.isa.vocabulary import EXTENDED


def parse_instruction(p: ParserState) -> None:
    """Parses an instruction without its semicolon."""
    token = p.tokens.peek()
    opcode, suffixes = find_opcode(p, token)
    p.tokens.take()
    _count(p, token, opcode)
    modifiers = parse_modifiers(p, token, opcode, suffixes)
    if opcode.form is Form.FLOW:
        parts = parse_flow(p, token, opcode, modifiers)
    elif opcode.form is Form.KILL:
        parts = _parse_kill(p, opcode, modifiers)
    elif opcode.form is Form.EMIT:
        parts = {}
    else:
        parts = _parse_operation(p, opcode, modifiers)
    instruction = Instruction(
        # SWZ is a MOV with an operand that also selects 0 and 1 and negates single components.
        "MOV" if opcode.sources == EXTENDED else opcode.name,
        Span(token.span.start, p.tokens.last_end),
        type=modifiers.data_type,
        saturate=modifiers.saturate,
        update=modifiers.update,
        modifier=modifiers.special,
        precision=modifiers.precision if modifiers.precision in ("H", "X") else "",
        **parts,
    )
    if p.dialect.complete is not None:
        instruction = p.dialect.complete(p, instruction, modifiers.precision)
    for check in p.dialect.checks:
        check(p, token, instruction)
    p.instructions.append(instruction)


def _count(p: ParserState, where: Token, opcode: Opcode) -> None:
    # ARB_fragment_program, "Fragment Program Resource Limits": "A program that exceeds any of these
    # resource limits will fail to load."
    limits = p.dialect.limits
    texture = opcode.form in (Form.TEXTURE, Form.KILL)
    p.texture_instructions += texture
    counts = {
        "instructions": (len(p.instructions) + 1, limits.instructions),
        "texture instructions": (p.texture_instructions, limits.texture_instructions),
        "ALU instructions": (
            len(p.instructions) + 1 - p.texture_instructions,
            limits.alu_instructions,
        ),
    }
    for kind, (count, limit) in counts.items():
        if count > limit:
            p.tokens.fail(where, f"more than {limit} {kind}", kind=ErrorKind.LIMIT)


def _parse_kill(p: ParserState, opcode: Opcode, modifiers: Modifiers) -> dict:
    # NV_fragment_program4, "KIL: Kill Fragment": "either a floating-point or integer vector operand
    # or a condition code test". A variable may have the name of a condition; it comes first.
    token = p.tokens.peek()
    if not opcode.sources:
        return {"condition": parse_condition(p)}
    if p.dialect.conditions and is_condition(p, token) and p.names.find(token) is None:
        return {"condition": parse_condition(p)}
    return {"sources": _parse_sources(p, opcode, modifiers)}


def _parse_operation(p: ParserState, opcode: Opcode, modifiers: Modifiers) -> dict:
    if opcode.addresses:
        destination = parse_address(p)
    else:
        destination = parse_destination(
            p,
            opcode,
            opcode.result_type(modifiers.data_type),
            checked=modifiers.checked,
            update=modifiers.update is not None,
        )
    p.tokens.expect(",", "after the destination")
    parts = {"destination": destination, "sources": _parse_sources(p, opcode, modifiers)}
    if opcode.form is Form.TEXTURE:
        p.tokens.expect(",", "after the texture coordinates")
        parts["texture"] = parse_texture(p, opcode.name)
    return parts


def _parse_sources(p: ParserState, opcode: Opcode, modifiers: Modifiers) -> tuple[Source, ...]:
    sources = []
    for position, kind in enumerate(opcode.sources):
        if position:
            p.tokens.expect(",", f"and operand {position + 1} of {opcode.name}")
        type_ = opcode.operand_type(position, modifiers.data_type)
        packed = opcode.packed == "operand"
        source = parse_source(p, type_, kind, checked=modifiers.checked, packed=packed)
        sources.append(source)
    return tuple(sources)
