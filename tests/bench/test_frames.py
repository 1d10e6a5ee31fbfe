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
# The mean difference of bytes: of mipmaps, where llvmpipe's level of detail is an approximation,
# of its anisotropic filter, which is another one, and of what is rounded 64 times.
APART = {
    "trilinear": 5,
    "mipmapped": 5,
    "s3tc": 5,
    "half-floats": 5,
    "anisotropic": 20,
    "blended": 5,
}


def test_programs_have_as_many_instructions_as_they_say():
    for amount in (16, 64, 4000):
        assert len(parse(arithmetic_program(amount)).instructions) == amount


@pytest.mark.driver
def test_pictures(mesa):
    for frame in FRAMES:
        frame = replace(frame, side=SIDE, amount=min(frame.amount, 64))
        pictures = []
        for side in (softgl_side(2), llvmpipe_side()):
            with side.open(SIDE) as (gl, _):
                frame.start(gl)()
                assert not gl.glGetError(), frame.name
                pixels = np.zeros((SIDE, SIDE, 4), np.uint8)
                gl.glReadPixels(0, 0, SIDE, SIDE, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, pixels)
                pictures.append(pixels.astype(int))
        most = max((apart for word, apart in APART.items() if word in frame.name), default=0.5)
        assert np.abs(pictures[0] - pictures[1]).mean() <= most, frame.name
