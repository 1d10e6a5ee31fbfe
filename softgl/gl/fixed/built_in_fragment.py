"""The built-in fragment program, in the place of fixed-function fragment stages: its text."""

from __future__ import annotations

from softgl.ir.targets import PROGRAM_TARGETS

_START = """!!ARBfp1.0
TEMP color;
MOV color, fragment.color;
"""

# Only NV_fragment_program4 has all the targets, SHADOWCUBE too.
_TEXTURED = """!!NVfp4.0
TEMP color, texel;
{lookup} texel, fragment.texcoord[0], texture[0], {target};
MOV color, fragment.color;
MUL color.{changed}, texel, color;
"""
_END = """MOV result.color, color;
END"""

# NV_vertex_program, 3.9: the secondary color comes from the program, and "the alpha component of
# csec when program mode is enabled is always zero."
_SUM = """ADD result.color.xyz, color, fragment.color.secondary;
MOV result.color.w, color.w;
END"""


def built_in_fragment(target: str | None, changed: str, sums: bool) -> str:
    """The text: colour, one texture, and the sum of both colours.

    target : of texture unit 0, "SHADOW2D" and the like; None for no texture. changed : the
        components that the texture changes, "xyzw". sums : whether the secondary colour is added.
    """
    text = _START
    if target:
        # OpenGL 2.1, 3.8.6: for cube maps "the q coordinate can be ignored"; OpenGL 3.0, 3.9.14:
        # "For fixed-function, cubemap texture lookups, Dref is the interpolated q texture
        # coordinate", which TEX takes it from.
        lookup = "TEX" if PROGRAM_TARGETS[target].directed else "TXP"
        text = _TEXTURED.format(lookup=lookup, target=target, changed=changed)
    return text + (_SUM if sums else _END)
