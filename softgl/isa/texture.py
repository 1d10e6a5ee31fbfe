"""The texture instructions.

A formula gets a sampler, which knows the texture, the target and the texel offset of the
instruction, and gives four lanes:

sampler(coordinates, bias=None, lod=None, gradients=None) : a filtered sample at four float lanes;
    four lanes of the instruction's type, as are those of `fetch` and `gather`. The level of detail
    comes from the coordinates' own derivatives, plus the lane `bias`; or is the lane `lod`; or
    comes from `gradients`, the derivatives of s, t and r with respect to x and to y, each a list
    of three lanes.
sampler.fetch(coordinates) : one texel, unfiltered, at the signed integer lanes i, j, k and level.
sampler.directed : True if the coordinates are a direction: the texture is a cube map.
sampler.size(level) : width, height and depth or layers (signed integers) of a level, counted from
    the base level.
sampler.levels() : the number of levels from the base level on (signed integer).
sampler.holds(position) : a mask, set where there is a texel at the signed integer lanes i, j, k and
    level.
sampler.reference : the number of the coordinate that depths are compared with, 0 to 3.
sampler.gather(coordinates, component) : the component (a signed integer lane, 0 to 3) of the four
    texels that a linear filter mixes at the base level: upper left, upper right, lower right, lower
    left.
sampler.detail(coordinates) : the level of detail, a float, that a sample accesses, and lambda'.
"""

from __future__ import annotations

from softgl.isa.table import ALL_BUT_ARB_VERTEX, NV4, opcode
from softgl.isa.vocabulary import ALL_TYPES, CLAMP, FLOAT, PLAIN, SIGNED, TYPE, UPDATE, VECTOR, Form


def _texture(name, section, *, sources=VECTOR, reads=FLOAT, languages=NV4):
    return opcode(
        name, Form.TEXTURE, sources, section,
        types=ALL_TYPES, reads=reads, modifiers=TYPE | UPDATE | CLAMP, languages=languages,
    )  # fmt: skip


def divided(coordinate):
    """Returns x/w, y/w, z/w and w."""
    q = coordinate[3]
    return [*(coordinate[c] / q for c in range(3)), q]


def divided_unless_directed(coordinate, sampler):
    """Returns x/w, y/w and z/w, for a cube map x, y and z; and w."""
    return [coordinate[c] for c in range(4)] if sampler.directed else divided(coordinate)


@_texture("TEX", "TEX: Texture Sample", languages=ALL_BUT_ARB_VERTEX)
def sample_texture(m, coordinate, sampler):
    """The texture at the operand, its level of detail from the operand's derivatives."""
    return sampler([coordinate[c] for c in range(4)])


@_texture("TXP", "TXP: Texture Sample with Projection", languages=ALL_BUT_ARB_VERTEX)
def sample_projected(m, coordinate, sampler):
    """The texture at x/w, y/w and z/w of the operand."""
    return sampler(divided(coordinate))


@_texture("TXB", "TXB: Texture Sample with Bias", languages=ALL_BUT_ARB_VERTEX)
def sample_biased(m, coordinate, sampler):
    """The texture at the operand, whose w is added to the level of detail."""
    return sampler([coordinate[c] for c in range(4)], bias=coordinate[3])


@_texture("TXL", "TXL: Texture Sample with LOD")
def sample_at_level(m, coordinate, sampler):
    """The texture at the operand, whose w is the level of detail."""
    return sampler([coordinate[c] for c in range(4)], lod=coordinate[3])


@_texture("TXD", "TXD: Texture Sample with Partials", sources=VECTOR * 3)
def sample_with_partials(m, coordinate, dx, dy, sampler):
    """The texture at the first operand, its level of detail from the other two, d/dx and d/dy."""
    gradients = [[partials[c] for c in range(3)] for partials in (dx, dy)]
    return sampler([coordinate[c] for c in range(4)], gradients=gradients)


@_texture("TXF", "TXF: Texel Fetch", reads=SIGNED)
def fetch_texel(m, coordinate, sampler):
    """The single texel at x, y and z of level w, unfiltered."""
    return sampler.fetch([coordinate[c] for c in range(4)])


@opcode(
    "TXQ", Form.TEXTURE, VECTOR, "TXQ: Texture Size Query",
    types=(SIGNED,), modifiers=PLAIN, languages=NV4,
)  # fmt: skip
def query_size(m, level, sampler):
    """Width, height and depth (or layers) of the level x above the base level."""
    return sampler.size(level[0])
