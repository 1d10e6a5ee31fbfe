"""Texture operands: an image unit, a target and a texel offset."""

from __future__ import annotations

from softgl.asm.bindings import parse_index, parse_integer, parse_sign
from softgl.asm.lexer import Token, choice
from softgl.asm.state import ParserState
from softgl.ir.program import TextureOperand

# How many components of a texel offset may differ from 0, NV_gpu_program4, "Program Texture
# Access"; "texel offsets are not supported for cube map or buffer textures".
_OFFSET_SIZES = {
    **dict.fromkeys(("1D", "ARRAY1D", "SHADOW1D", "SHADOWARRAY1D"), 1),
    **dict.fromkeys(("2D", "RECT", "ARRAY2D", "SHADOW2D", "SHADOWRECT", "SHADOWARRAY2D"), 2),
    "3D": 3,
    **dict.fromkeys(("CUBE", "SHADOWCUBE", "BUFFER"), 0),
}
_SHADOW = (
    *("SHADOW1D", "SHADOW2D", "SHADOWRECT"),
    *("SHADOWCUBE", "SHADOWARRAY1D", "SHADOWARRAY2D"),
)
# Instructions and the targets that they do not take.
# "The single source vector in the TXB instruction does not have enough coordinates to specify a
# lookup into a two-dimensional array texture or cube map texture with both an LOD bias and an
# explicit reference value for depth comparison.  A program will fail to load [...]"
_TOO_FEW_COORDINATES = ("SHADOWCUBE", "SHADOWARRAY2D")
# Table X.17: "Buffer textures are not supported by normal texture lookup functions, but are
# supported by TXF and TXQ".
_NOT_WITH = {
    "TEX": ("BUFFER",),
    "TXB": ("BUFFER", *_TOO_FEW_COORDINATES),
    "TXL": ("BUFFER", *_TOO_FEW_COORDINATES),
    "TXP": ("BUFFER", *_TOO_FEW_COORDINATES),
    "TXD": ("BUFFER",),
    # "If a program contains a TXF instruction specifying one of the "SHADOW" or "CUBE" targets, it
    # will fail to load."
    "TXF": ("CUBE", *_SHADOW),
    "TXQ": (),
}


def parse_texture(p: ParserState, name: str) -> TextureOperand:
    """`texture[n]`, a target and perhaps a texel offset, of the instruction `name`."""
    unit = (p.dialect.texture_unit or _parse_unit)(p)
    p.tokens.expect(",", "and a texture target")
    token = p.tokens.peek()
    wanted = choice(target for target in p.dialect.targets if target not in _NOT_WITH[name])
    if token.text not in p.dialect.targets:
        p.tokens.fail(token, f"{token} is no texture target here", wanted)
    if token.text in _NOT_WITH[name]:
        few = token.text in _TOO_FEW_COORDINATES and name != "TXF"
        reason = "has too few coordinates for" if few else "does not sample the target"
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
        offset = _parse_texel_offset(p, token)
    return TextureOperand(unit, token.text, offset)


def _parse_unit(p: ParserState) -> int:
    p.tokens.expect("texture", "and its unit")
    # An omitted unit is 0, as in `TEX t, c, texture, 2D;`.
    return parse_index(p.tokens, p.dialect.limits.texture_image_units) if p.tokens.at("[") else 0


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
