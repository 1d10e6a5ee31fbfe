"""Texture instructions, and KIL, which ARB_fragment_program counts among them.

A formula gets `sample(coordinates, bias=None, lod=None)`, which samples the texture that the
instruction names at four float lanes and gives four lanes.
"""

from __future__ import annotations

from softgl.isa.table import ALL_BUT_ARB_VERTEX, FRAGMENT, NV4, Form, opcode


def _sampling(name, section, languages=ALL_BUT_ARB_VERTEX):
    return opcode(
        name, Form.TEXTURE, "V", section,
        types="FSU", operand="F", modifiers="CS", languages=languages,
    )  # fmt: skip


@_sampling("TEX", "TEX: Texture Sample")
def sample_texture(m, coordinate, sample):
    """The texture at the operand, its level of detail from the operand's derivatives."""
    return sample([coordinate[c] for c in range(4)])


@_sampling("TXP", "TXP: Texture Sample with Projection")
def sample_projected(m, coordinate, sample):
    """The texture at x/w, y/w and z/w of the operand."""
    q = coordinate[3]
    return sample([coordinate[0] / q, coordinate[1] / q, coordinate[2] / q, q])


@_sampling("TXB", "TXB: Texture Sample with Bias")
def sample_biased(m, coordinate, sample):
    """The texture at the operand, whose w is added to the level of detail."""
    return sample([coordinate[c] for c in range(4)], bias=coordinate[3])


@_sampling("TXL", "TXL: Texture Sample with LOD", languages=NV4)
def sample_at_level(m, coordinate, sample):
    """The texture at the operand, whose w is the level of detail."""
    return sample([coordinate[c] for c in range(4)], lod=coordinate[3])


@opcode(
    "KIL", Form.KILL, "V", "KIL: Kill Fragment",
    types="FSU", modifiers="H", languages=FRAGMENT, document="NV_fragment_program4",
)  # fmt: skip
def kill(m, a):
    """Discards the fragment if a component is below zero (or if a condition holds)."""
    return (a[0] < 0) | (a[1] < 0) | (a[2] < 0) | (a[3] < 0)
