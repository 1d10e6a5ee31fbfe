"""The positions of the samples of a pixel: glGetMultisamplefv (ARB_texture_multisample, 3.3.1)."""

from __future__ import annotations

import numpy as np

from softgl.gl.api.arguments import invalid_value
from softgl.gl.api.command import command
from softgl.gl.api.memory import fill
from softgl.gl.api.signature import EnumSet
from softgl.gl.framebuffers.framebuffer_objects import drawn_samples
from softgl.pipeline.planes.samples import SAMPLE_POSITIONS, SAMPLE_UNITS_PER_PIXEL


@command("glGetMultisamplefv", listed=False, pname=EnumSet("GL_SAMPLE_POSITION"))
def get_multisample(ctx, pname, index, val):
    """Returns x and y of a sample from the pixel's lower left corner, float32 within [0, 1]."""
    samples = drawn_samples(ctx)
    if index >= samples:
        raise invalid_value(f"index: {index} is not below GL_SAMPLES, {samples}")
    position = np.array(SAMPLE_POSITIONS[samples][index], np.float32) / np.float32(
        SAMPLE_UNITS_PER_PIXEL
    )
    return fill(val, position + np.float32(0.5))
