"""Both sides draw the same, so that it is the same work that is timed."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from softgl.asm import parse
from softgl.bench.frames import FRAMES
from softgl.bench.shading import arithmetic_program
from softgl.bench.timing import llvmpipe_side, softgl_side

SIDE = 64
SIDES = softgl_side(2), llvmpipe_side()
OF_TEXTURES = "upload-", "copy-", "mipmaps-"
# The mean difference of bytes: of mipmaps, where llvmpipe's level of detail is an approximation,
# of its anisotropic filter, which is another one, of what is rounded 64 times, and of small floats,
# to which softgl rounds and llvmpipe cuts off.
APART = {
    "trilinear": 5,
    "mipmapped": 5,
    "s3tc": 5,
    "half-floats": 5,
    "anisotropic": 20,
    "blended": 5,
    "r11f": 1,
}


def test_programs_have_as_many_instructions_as_they_say():
    for amount in (16, 64, 4000):
        assert len(parse(arithmetic_program(amount)).instructions) == amount


@pytest.mark.driver
def test_pictures(mesa):
    for frame in FRAMES:
        frame = replace(frame, side=SIDE, amount=min(frame.amount, 64))
        pictures, memories = zip(*(_drawn(frame, side) for side in SIDES), strict=True)
        most = max((apart for word, apart in APART.items() if word in frame.name), default=0.5)
        assert np.abs(pictures[0] - pictures[1]).mean() <= most, frame.name
        if memories[0] is not None:
            scale = 1 if memories[0].dtype == np.float32 else np.iinfo(memories[0].dtype).max
            own, other = (memory.astype(float) / scale for memory in memories)
            assert np.abs(own - other).max() <= 1.01 / 255, frame.name
            assert own.std() > 0.1, frame.name


def _drawn(frame, side):
    """The final picture of a side, (SIDE, SIDE, 4) int, and the memory that the frame filled."""
    with side.open(SIDE) as (gl, _):
        draw = frame.start(gl)
        memory = draw()
        if frame.name.startswith(OF_TEXTURES):
            gl.glViewport(0, 0, SIDE, SIDE)  # of one pixel until now
            draw()
        assert not gl.glGetError(), frame.name
        pixels = np.zeros((SIDE, SIDE, 4), np.uint8)
        gl.glReadPixels(0, 0, SIDE, SIDE, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, pixels)
        return pixels.astype(int), memory
