"""The state of multisampling (OpenGL 2.1, 3.2.1 and 4.1.3; ARB_texture_multisample)."""

from __future__ import annotations

from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_value
from softgl.gl.api.command import command
from softgl.gl.api.core_names import IndexRefused
from softgl.gl.api.groups import Group
from softgl.gl.api.numbers import clamped, single
from softgl.gl.api.tables import State
from softgl.ir.program import Binding, Program
from softgl.pipeline.planes.samples import coverage_mask
from softgl.records import dataclass


@dataclass
class Multisample(Group):
    """Multisample rasterization, and the switches that change a fragment's coverage."""

    enabled: bool = True
    alpha_to_coverage: bool = False
    alpha_to_one: bool = False
    coverage: bool = False
    coverage_value: float = 1.0
    coverage_invert: bool = False
    mask: bool = False
    mask_value: int = 2**32 - 1
    shading: bool = False
    min_shading: float = 0.0


def _mask_value(ctx, pname, index):
    if index >= 1:
        raise IndexRefused(f"index: {index} is not below GL_MAX_SAMPLE_MASK_WORDS, 1")
    return ctx.multisample.mask_value


OF_SAMPLES = Binding("fragment.sampleid"), Binding("fragment.sampleposition")
"""The inputs of programs that run for each sample."""
STATE = State(
    values={
        gl.GL_SAMPLE_COVERAGE_VALUE: "multisample.coverage_value",
        gl.GL_SAMPLE_COVERAGE_INVERT: "multisample.coverage_invert",
        gl.GL_MIN_SAMPLE_SHADING_VALUE: "multisample.min_shading",
    },
    capabilities={
        gl.GL_MULTISAMPLE: "multisample.enabled",
        gl.GL_SAMPLE_ALPHA_TO_COVERAGE: "multisample.alpha_to_coverage",
        gl.GL_SAMPLE_ALPHA_TO_ONE: "multisample.alpha_to_one",
        gl.GL_SAMPLE_COVERAGE: "multisample.coverage",
        gl.GL_SAMPLE_MASK: "multisample.mask",
        gl.GL_SAMPLE_SHADING: "multisample.shading",
    },
    limits={gl.GL_MAX_SAMPLE_MASK_WORDS: 1},
    indexed={gl.GL_SAMPLE_MASK_VALUE: _mask_value},
)


def rasterised_samples(ctx, samples: int) -> int:
    """Returns the number of samples to rasterize; samples : those of the drawn framebuffer.

    OpenGL 2.1, 3.2.1: "If MULTISAMPLE is disabled, multisample rasterization of all primitives is
    equivalent to single-sample (fragment-center) rasterization".
    """
    return samples if ctx.multisample.enabled else 1


@command("glSampleCoverage")
def sample_coverage(ctx, value, invert):
    """Sets the sample coverage value, clamped to [0, 1], and its inversion."""
    multisample = ctx.multisample
    multisample.coverage_value, multisample.coverage_invert = single(clamped(value)), invert


@command("glMinSampleShadingARB", keeps_batch=True)
def min_sample_shading(ctx, value):
    """Sets the share of samples with colours of their own, clamped to [0, 1]."""
    ctx.multisample.min_shading = single(clamped(value))


def shades_samples(ctx, program: Program, samples: int) -> bool:
    """True if fragment programs run for each of several samples that are rasterized."""
    if samples == 1:
        return False
    # ARB_sample_shading: "Using this variable in a fragment shader causes the entire shader to be
    # evaluated per-sample."
    if not program.inputs.isdisjoint(OF_SAMPLES):
        return True
    # "an implementation must provide a minimum of max(ceil(MIN_SAMPLE_SHADING_VALUE_ARB*SAMPLES),1)
    # unique color values": more than one are one for each sample.
    return ctx.multisample.shading and ctx.multisample.min_shading * samples > 1


@command("glSampleMaski")
def sample_mask(ctx, mask_number, mask):
    """Sets the sample mask, a bit for each sample, applied while GL_SAMPLE_MASK is enabled."""
    if mask_number >= 1:
        raise invalid_value(f"maskNumber: {mask_number} is not below GL_MAX_SAMPLE_MASK_WORDS, 1")
    ctx.multisample.mask_value = mask


def covered_samples(multisample: Multisample, samples: int) -> int:
    """Returns the samples that glSampleCoverage and glSampleMaski leave, a bit for each."""
    mask = (1 << samples) - 1
    if multisample.coverage:
        mask &= coverage_mask(samples, multisample.coverage_value, multisample.coverage_invert)
    # ARB_texture_multisample, 4.1.3: "Finally, if SAMPLE_MASK is enabled, the fragment coverage is
    # ANDed with the coverage value SAMPLE_MASK_VALUE."
    return mask & multisample.mask_value if multisample.mask else mask
