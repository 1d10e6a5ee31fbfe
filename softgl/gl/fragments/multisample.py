"""Multisampling, without effect: the framebuffer has one sample (OpenGL 2.1, 3.2.1 and 4.1.3)."""

from __future__ import annotations

from dataclasses import dataclass

from softgl.gl.api import enums as gl
from softgl.gl.api.command import command
from softgl.gl.api.groups import Group
from softgl.gl.api.numbers import clamped, single
from softgl.gl.api.tables import State


@dataclass
class Multisample(Group):
    """What is kept for queries."""

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
    limits={gl.GL_SAMPLE_BUFFERS: 0, gl.GL_SAMPLES: 0},
    capabilities={
        gl.GL_MULTISAMPLE: "multisample.enabled",
        gl.GL_SAMPLE_ALPHA_TO_COVERAGE: "multisample.alpha_to_coverage",
        gl.GL_SAMPLE_ALPHA_TO_ONE: "multisample.alpha_to_one",
        gl.GL_SAMPLE_COVERAGE: "multisample.coverage",
    },
)


@command("glSampleCoverage")
def sample_coverage(ctx, value, invert):
    """Set the coverage that samples are masked with; `value` is clamped to [0, 1]."""
    multisample = ctx.multisample
    multisample.coverage_value, multisample.coverage_invert = single(clamped(value)), invert
