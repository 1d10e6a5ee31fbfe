"""Parses texture operands: an image unit, a target and a texel offset."""

from __future__ import annotations

from softgl.asm.bindings import parse_index, parse_integer, parse_sign
from softgl.asm.state import ParserState
from softgl.asm.text.lexer import choice
from softgl.ir.program import TextureOperand
from softgl.ir.targets import PROGRAM_TARGETS, ProgramTarget


def parse_texture(p: ParserState, name: str) -> TextureOperand:
    """Parses `texture[n]`, a target and perhaps a texel offset, for the instruction `name`."""
    unit = (p.dialect.texture_unit or _parse_unit)(p)
    p.tokens.expect(",", "and a texture target")
    token = p.tokens.peek()
    targets = {target: PROGRAM_TARGETS[target] for target in p.dialect.targets}
    wanted = choice(target for target, entry in targets.items() if not entry.refuses(name))
    if token.text not in targets:
        p.tokens.fail(token, f"{token} is not a texture target here", wanted)
    reason = targets[token.text].refuses(name)
    if reason:
        p.tokens.fail(token, f"{name} {reason} {token}", wanted)
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
        offset = _parse_texel_offset(p, targets[token.text])
    return TextureOperand(unit, token.text, offset)


def _parse_unit(p: ParserState) -> int:
    p.tokens.expect("texture", "and its unit")
    # An omitted unit is 0, as in `TEX t, c, texture, 2D;`.
    return parse_index(p.tokens, p.dialect.limits.texture_image_units) if p.tokens.at("[") else 0


def _parse_texel_offset(p: ParserState, target: ProgramTarget) -> tuple[int, int, int]:
    low, high = p.dialect.limits.texel_offset
    p.tokens.expect("(", "before a texel offset")
    offset: list[int] = []
    while not offset or (len(offset) < 3 and p.tokens.accept(",")):
        start = p.tokens.peek()
        negative = parse_sign(p.tokens)
        size = parse_integer(p.tokens, 0, -low if negative else high)
        if size and len(offset) >= target.offsets:
            p.tokens.fail(
                start, f"'{target.name}' has no texel offset in component {len(offset) + 1}"
            )
        offset.append(-size if negative else size)
    p.tokens.expect(")", "after a texel offset")
    return tuple(offset + [0] * (3 - len(offset)))
