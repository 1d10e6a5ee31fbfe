"""The built-in fragment program, in the place of fixed-function fragment stages: its text."""

from __future__ import annotations

_START = """!!ARBfp1.0
TEMP color;
MOV color, fragment.color;
"""

_TEXTURED = """!!ARBfp1.0
OPTION ARB_fragment_program_shadow;
TEMP color, texel;
TXP texel, fragment.texcoord[0], texture[0], {target};
MOV color, fragment.color;
MUL color{changed}, texel, color;
"""
_END = """MOV result.color, color;
END"""

# NV_vertex_program, 3.9: the secondary color comes from the program, and "the alpha component of
# csec when program mode is enabled is always zero."
_SUM = """ADD result.color.xyz, color, fragment.color.secondary;
MOV result.color.w, color.w;
END"""


def built_in_fragment(target: str | None, only_alpha: bool, sums: bool) -> str:
    """The text: colour, one texture, and the sum of both colours.

    target : of texture unit 0, "SHADOW2D" and the like; None for no texture. only_alpha : whether
        the texture leaves red, green and blue. sums : whether the secondary colour is added.
    """
    text = _START
    if target:
        text = _TEXTURED.format(target=target, changed=".w" if only_alpha else "")
    return text + (_SUM if sums else _END)
