"""TGSI texture instructions beyond NV_gpu_program4; `texture` describes a sampler.

The SAMPLE instructions name a sampler view beside the sampler; here both are one texture.
"""

from __future__ import annotations

from softgl.isa.table import NV4_FRAGMENT, TGSI, TGSI_FRAGMENT, opcode, share, variant
from softgl.isa.vocabulary import (
    ALL_TYPES,
    CLAMP,
    FLOAT,
    NOTHING,
    PLAIN,
    SCALAR,
    SIGNED,
    VECTOR,
    Form,
)

# TXB: "bias = src.z" is a slip of the reference, which has the coordinate there.
share(TGSI, NV4_FRAGMENT, "TEX TXB TXD TXF TXL TXP", modifiers=CLAMP)


def _texture(name, title, sources=VECTOR, *, languages=TGSI, document="TGSI", **more):
    # Instructions name no type: it is that of the sampler view.
    more = {"modifiers": CLAMP, "types": ALL_TYPES, "reads": FLOAT, **more}
    return opcode(
        name, Form.TEXTURE, sources, f"{name}: {title}",
        languages=languages, document=document, **more,
    )  # fmt: skip


def _point(coordinate):
    return [coordinate[c] for c in range(4)]


def _with_reference(coordinate, reference, sampler):
    """Returns the coordinates with the reference in the component that depths are compared to."""
    point = _point(coordinate)
    point[sampler.reference : sampler.reference + 1] = [reference[0]]
    return point


@variant("TXQ", TGSI, sources=SCALAR)
def query_size(m, level, sampler):
    """Width, height, depth (or layers) of the level x above the base level; level count in w."""
    return [*sampler.size(level[0])[:3], sampler.levels()]


@_texture("TXB2", "Texture Lookup With Bias", VECTOR + SCALAR, document="later TGSI")
def sample_biased_beside(m, coordinate, bias, sampler):
    """The texture at the first operand; the second is added to the level of detail."""
    return sampler(_point(coordinate), bias=bias[0])


@_texture("TXL2", "Texture Lookup With LOD", VECTOR + SCALAR, document="later TGSI")
def sample_at_level_beside(m, coordinate, level, sampler):
    """The texture at the first operand; the second is the level of detail."""
    return sampler(_point(coordinate), lod=level[0])


@_texture("TEX_LZ", "Texture Lookup at Level Zero", document="later TGSI")
def sample_at_level_zero(m, coordinate, sampler):
    """The texture at the operand, level of detail 0."""
    return sampler(_point(coordinate), lod=m.f32(0.0))


@_texture("TXF_LZ", "Texel Fetch at Level Zero", reads=SIGNED, document="later TGSI")
def fetch_at_level_zero(m, position, sampler):
    """The single texel at x, y and z of level 0, unfiltered."""
    return sampler.fetch([*_point(position)[:3], m.i32(0)])


@_texture("TG4", "Texture Gather", VECTOR + SCALAR, reads=(FLOAT, SIGNED))
def gather(m, coordinate, component, sampler):
    """The component numbered 0 to 3 of the four texels that LINEAR filters at the base level."""
    return sampler.gather(_point(coordinate), component[0])


@_texture(
    "LODQ", "level of detail query", languages={TGSI_FRAGMENT}, types=(FLOAT,), derivatives=True
)
def query_detail(m, coordinate, sampler):
    """x: the level of detail that TEX would access; y: the level of detail before clamps."""
    return [*sampler.detail(_point(coordinate)), m.f32(0.0), m.f32(0.0)]


# -- with sampler views ----------------------------------------------------------------------------


@_texture(
    "LOD", "Level of Detail", languages={TGSI_FRAGMENT}, types=(FLOAT,), document="later TGSI",
    derivatives=True,
)  # fmt: skip
def view_detail(m, coordinate, sampler):
    """x: the level of detail that SAMPLE would access; y: the level of detail before clamps."""
    return query_detail(m, coordinate, sampler)


@_texture("SAMPLE", "Sample")
def sample(m, coordinate, sampler):
    """The texture at the operand, its level of detail from the operand's derivatives."""
    return sampler(_point(coordinate))


@_texture("SAMPLE_B", "Sample with Bias", VECTOR + SCALAR)
def sample_biased(m, coordinate, bias, sampler):
    """The texture at the first operand; the second is added to the level of detail."""
    return sampler(_point(coordinate), bias=bias[0])


@_texture("SAMPLE_C", "Sample with Comparison", VECTOR + SCALAR)
def sample_compared(m, coordinate, reference, sampler):
    """The texture at the first operand, its depths compared with the second."""
    return sampler(_with_reference(coordinate, reference, sampler))


@_texture("SAMPLE_C_LZ", "Sample with Comparison at Level Zero", VECTOR + SCALAR)
def sample_compared_at_level_zero(m, coordinate, reference, sampler):
    """The texture at the first operand, level of detail 0, its depths compared with the second."""
    return sampler(_with_reference(coordinate, reference, sampler), lod=m.f32(0.0))


@_texture("SAMPLE_D", "Sample with Derivatives", VECTOR * 3)
def sample_with_derivatives(m, coordinate, dx, dy, sampler):
    """The texture at the first operand, its level of detail from the other two, d/dx and d/dy."""
    gradients = [[partials[c] for c in range(3)] for partials in (dx, dy)]
    return sampler(_point(coordinate), gradients=gradients)


@_texture("SAMPLE_L", "Sample with LOD", VECTOR + SCALAR)
def sample_at_level(m, coordinate, level, sampler):
    """The texture at the first operand; the second is the level of detail."""
    return sampler(_point(coordinate), lod=level[0])


@_texture("GATHER4", "Gather")
def gather_first(m, coordinate, sampler):
    """The first component of the four texels that LINEAR filters at the base level."""
    return sampler.gather(_point(coordinate), m.i32(0))


def _fetched(m, position, sampler):
    # "If the 'address' is out of range [0...(# texels - 1)] the result of the fetch is always 0 in
    # all components."
    inside = sampler.holds(_point(position))
    return [m.select(inside, value, 0) for value in sampler.fetch(_point(position))]


@_texture("SAMPLE_I", "Sample by Integers", reads=SIGNED)
def fetch(m, position, sampler):
    """The single texel at x, y and z of level w, unfiltered; 0 outside the texture."""
    return _fetched(m, position, sampler)


@_texture("SAMPLE_I_MS", "Sample by Integers, Multisampled", VECTOR + SCALAR, reads=SIGNED)
def fetch_sample(m, position, number, sampler):
    """The texel of SAMPLE_I: sampled textures have one sample."""
    return _fetched(m, position, sampler)


def _query(name, title, sources):
    return _texture(name, title, sources, types=(SIGNED,), reads=SIGNED, modifiers=PLAIN)


@_query("SVIEWINFO", "Query the Sampler View", SCALAR)
def query_view(m, level, sampler):
    """Width, height and depth (or layers) of a level, 0 if there is none; in w the level count."""
    levels = sampler.levels()
    exists = m.as_u32(level[0]) < m.as_u32(levels)
    return [*(m.select(exists, size, 0) for size in sampler.size(level[0])[:3]), levels]


# "If the resource is not a multi-sample resource and not a render target, the result is 0."
@_texture("SAMPLE_POS", "Query the Position of a Sample", SCALAR, types=(FLOAT,), reads=SIGNED)
def sample_position(m, number, sampler):
    """0: sampled textures have one sample."""
    return [m.f32(0.0)] * 4


@_query("SAMPLE_INFO", "Query the Number of Samples", NOTHING)
def sample_count(m, sampler):
    """0: sampled textures have one sample."""
    return [m.i32(0)] * 4
