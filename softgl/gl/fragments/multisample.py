"""The state of multisampling (OpenGL 2.1, 3.2.1 and 4.1.3)."""

from __future__ import annotations

from softgl.gl.api import enums as gl
from softgl.gl.api.command import command
from softgl.gl.api.groups import Group
from softgl.gl.api.numbers import clamped, single
from softgl.gl.api.tables import State
from softgl.records import dataclass


@dataclass
class Multisample(Group):
    """Whether pixels are sampled several times, and what changes the samples that are covered."""

    enabled: bool = True
    alpha_to_coverage: bool = False
    alpha_to_one: bool = False
    coverage: bool = False
    coverage_value: float = 1.0
    coverage_invert: bool = False


STATE = State(
    values={
        gl.GL_SAMPLE_COVERAGE_VALUE: "multisample.coverage_value",
        gl.GL_SAMPLE_COVERAGE_INVERT: "multisample.coverage_invert",
    },
    capabilities={
        gl.GL_MULTISAMPLE: "multisample.enabled",
        gl.GL_SAMPLE_ALPHA_TO_COVERAGE: "multisample.alpha_to_coverage",
        gl.GL_SAMPLE_ALPHA_TO_ONE: "multisample.alpha_to_one",
        gl.GL_SAMPLE_COVERAGE: "multisample.coverage",
    },
)


def rasterised_samples(ctx, samples: int) -> int:
    """The samples of a pixel that shapes cover or not; samples : those of what is drawn to.

    OpenGL 2.1, 3.2.1: "If MULTISAMPLE is disabled, multisample rasterization of all primitives is
    equivalent to single-sample (fragment-center) rasterization".
    """
    return samples if ctx.multisample.enabled else 1


@command("glSampleCoverage")
def sample_coverage(ctx, value, invert):
    """Set the coverage that samples are masked with; `value` is clamped to [0, 1]."""
    multisample = ctx.multisample
    multisample.coverage_value, multisample.coverage_invert = single(clamped(value)), invert
