"""Instructions: a mnemonic, a destination, sources, a texture."""

from __future__ import annotations

from softgl.asm.bindings import parse_index, parse_integer, parse_sign
from softgl.asm.lexer import Token, choice
from softgl.asm.mnemonics import Modifiers, find_opcode, parse_modifiers
from softgl.asm.operands import (
    parse_address,
    parse_destination,
    parse_source,
)
from softgl.asm.state import ParserState
from softgl.asm.suffixes import CONDITION_RULES, parse_condition
from softgl.errors import Span
from softgl.ir.program import DataType, Instruction, Source, TextureOperand
from softgl.isa import Form, Opcode

# How many components of a texel offset may differ from 0, NV_gpu_program4, "Program Texture
# Access"; "texel offsets are not supported for cube map or buffer textures".
_OFFSET_SIZES = {
    "1D": 1,
    "ARRAY1D": 1,
    "SHADOW1D": 1,
    "SHADOWARRAY1D": 1,
    "2D": 2,
    "RECT": 2,
    "ARRAY2D": 2,
    "SHADOW2D": 2,
    "SHADOWRECT": 2,
    "SHADOWARRAY2D": 2,
    "3D": 3,
    "CUBE": 0,
    "SHADOWCUBE": 0,
}
# "The single source vector in the TXB instruction does not have enough coordinates to specify a
# lookup into a two-dimensional array texture or cube map texture with both an LOD bias and an
# explicit reference value for depth comparison.  A program will fail to load [...]"
_NOT_WITH = dict.fromkeys(("TXB", "TXL", "TXP"), ("SHADOWCUBE", "SHADOWARRAY2D"))


def parse_instruction(p: ParserState) -> None:
    """An instruction without its semicolon."""
    token = p.tokens.peek()
    opcode, suffixes = find_opcode(p, token)
    p.tokens.take()
    if len(p.instructions) >= p.instruction_limit():
        p.tokens.fail(token, f"more than {p.instruction_limit()} instructions")
    modifiers = parse_modifiers(p, token, opcode, suffixes)
    if opcode.form is Form.KILL:
        parts = _parse_kill(p, opcode, modifiers)
    else:
        parts = _parse_operation(p, opcode, modifiers)
    p.instructions.append(
        Instruction(
            # SWZ is a MOV whose operand selects also 0 and 1 and negates each component by itself.
            "MOV" if opcode.sources == "E" else opcode.name,
            Span(token.span.start, p.tokens.last_end),
            type=DataType[modifiers.letter],
            saturate=modifiers.saturate,
            update=modifiers.update,
            **parts,
        )
    )


def _parse_kill(p: ParserState, opcode: Opcode, modifiers: Modifiers) -> dict:
    # NV_fragment_program4, "KIL: Kill Fragment": "either a floating-point or integer vector operand
    # or a condition code test". A variable may have the name of a condition; it comes first.
    token = p.tokens.peek()
    if p.dialect.conditions and token.text in CONDITION_RULES and p.names.find(token) is None:
        return {"condition": parse_condition(p)}
    return {"sources": _parse_sources(p, opcode, modifiers)}


def _parse_operation(p: ParserState, opcode: Opcode, modifiers: Modifiers) -> dict:
    if opcode.name == "ARL":
        destination = parse_address(p)
    else:
        destination = parse_destination(
            p,
            opcode.result_type(modifiers.letter),
            checked=modifiers.checked,
            update=modifiers.update is not None,
        )
    p.tokens.expect(",", "after the destination")
    parts = {"destination": destination, "sources": _parse_sources(p, opcode, modifiers)}
    if opcode.form is Form.TEXTURE:
        p.tokens.expect(",", "after the texture coordinates")
        parts["texture"] = _parse_texture(p, opcode.name)
    return parts


def _parse_sources(p: ParserState, opcode: Opcode, modifiers: Modifiers) -> tuple[Source, ...]:
    sources = []
    for position, kind in enumerate(opcode.sources):
        if position:
            p.tokens.expect(",", f"and operand {position + 1} of {opcode.name}")
        letter = opcode.operand_type(position, modifiers.letter)
        sources.append(parse_source(p, letter, kind, checked=modifiers.checked))
    return tuple(sources)


def _parse_texture(p: ParserState, name: str) -> TextureOperand:
    p.tokens.expect("texture", "and its unit")
    # An omitted unit is 0, as in `TEX t, c, texture, 2D;`.
    unit = parse_index(p.tokens, p.dialect.limits.texture_image_units) if p.tokens.at("[") else 0
    p.tokens.expect(",", "and a texture target")
    token = p.tokens.peek()
    wanted = choice(p.dialect.targets)
    if token.text not in p.dialect.targets:
        p.tokens.fail(token, f"{token} is no texture target here", wanted)
    if token.text in _NOT_WITH.get(name, ()):
        p.tokens.fail(token, f"{name} has too few coordinates for {token}", wanted)
    # ARB_fragment_program, "Fragment Program Texture Instruction Set": "A fragment program will
    # fail to load if it attempts to sample from multiple texture targets on the same texture image
    # unit."
    if p.targets.setdefault(unit, token.text) != token.text:
        p.tokens.fail(
            token, f"texture unit {unit} is sampled as {token} and as '{p.targets[unit]}'"
        )
    p.tokens.take()
    offset = (0, 0, 0)
    if p.dialect.texel_offsets and p.tokens.accept(","):
        offset = _parse_texel_offset(p, token)
    return TextureOperand(unit, token.text, offset)


def _parse_texel_offset(p: ParserState, target: Token) -> tuple[int, int, int]:
    low, high = p.dialect.limits.texel_offset
    p.tokens.expect("(", "before a texel offset")
    offset: list[int] = []
    while not offset or (len(offset) < 3 and p.tokens.accept(",")):
        start = p.tokens.peek()
        negative = parse_sign(p.tokens)
        size = parse_integer(p.tokens, 0, -low if negative else high)
        if size and len(offset) >= _OFFSET_SIZES[target.text]:
            p.tokens.fail(start, f"{target} has no texel offset in component {len(offset) + 1}")
        offset.append(-size if negative else size)
    p.tokens.expect(")", "after a texel offset")
    return tuple(offset + [0] * (3 - len(offset)))
