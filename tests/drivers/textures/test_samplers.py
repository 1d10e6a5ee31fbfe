"""Sampler objects, swizzles and seamless cube maps, beside llvmpipe's."""

from __future__ import annotations

import numpy as np
import pytest

from tests.drivers.drawing import clear, draw, draw_whole_view, make_texture, use_programs
from tests.drivers.textures.test_textures import (
    FLOOR,
    FLOOR_TEXCOORD,
    LINEAR_LOG2,
    mipmaps,
    noise,
    sample,
)

pytestmark = pytest.mark.driver

MIN_FILTERS = (
    "NEAREST", "LINEAR", "NEAREST_MIPMAP_NEAREST", "LINEAR_MIPMAP_NEAREST", "NEAREST_MIPMAP_LINEAR",
    "LINEAR_MIPMAP_LINEAR",
)  # fmt: skip
WRAPS = ("REPEAT", "CLAMP_TO_EDGE", "CLAMP_TO_BORDER", "MIRRORED_REPEAT")
SWIZZLES = ("RED", "GREEN", "BLUE", "ALPHA", "ZERO", "ONE")


@pytest.mark.parametrize("seed", range(8))
def test_sampler_objects(same_as_mesa, seed):
    """Random parameters in the place of a texture's own, with biases of unit and instruction."""
    rng = np.random.default_rng(seed)

    def chosen(names):
        return str(rng.choice(names))

    words = {
        "TEXTURE_MIN_FILTER": chosen(MIN_FILTERS),
        "TEXTURE_MAG_FILTER": chosen(("NEAREST", "LINEAR")),
        "TEXTURE_WRAP_S": chosen(WRAPS),
        "TEXTURE_WRAP_T": chosen(WRAPS),
    }
    numbers = {
        "TEXTURE_LOD_BIAS": float(rng.choice([-1.5, 0.0, 0.75])),
        "TEXTURE_MIN_LOD": float(rng.choice([-1000.0, 0.5, 1.25])),
        "TEXTURE_MAX_LOD": float(rng.choice([1000.0, 2.5])),
    }
    swizzle = [chosen(SWIZZLES) for _ in range(3)]
    border = rng.uniform(0, 1, 4).astype(np.float32)

    def picture(gl):
        clear(gl)
        make_texture(gl, mipmaps(64))
        name = gl.glGenSamplers(1)
        gl.glBindSampler(0, name)
        for pname, word in words.items():
            gl.glSamplerParameteri(name, getattr(gl, f"GL_{pname}"), getattr(gl, f"GL_{word}"))
        for pname, number in numbers.items():
            gl.glSamplerParameterf(name, getattr(gl, f"GL_{pname}"), number)
        gl.glSamplerParameterfv(name, gl.GL_TEXTURE_BORDER_COLOR, border)
        for letter, word in zip("RGB", swizzle, strict=True):
            pname = getattr(gl, f"GL_TEXTURE_SWIZZLE_{letter}")
            gl.glTexParameteri(gl.GL_TEXTURE_2D, pname, getattr(gl, f"GL_{word}"))
        gl.glTexParameterf(gl.GL_TEXTURE_2D, gl.GL_TEXTURE_LOD_BIAS, 5.0)  # does not count
        gl.glTexEnvf(gl.GL_TEXTURE_FILTER_CONTROL, gl.GL_TEXTURE_LOD_BIAS, 0.25)
        use_programs(gl, fragment=sample("TXB"))
        draw(gl, gl.GL_TRIANGLE_STRIP, FLOOR, None, [np.insert(FLOOR_TEXCOORD, 2, 0, 1)])

    # What llvmpipe takes as the level of detail chooses another one here and there.
    same_as_mesa(picture, tolerance=LINEAR_LOG2, share=0.99)


@pytest.mark.parametrize(("size", "seed"), [(1, 0), (2, 1), (5, 2)])
def test_seamless_cube_maps(same_as_mesa, size, seed):
    rng = np.random.default_rng(seed)
    directions = rng.uniform(-1, 1, (4, 3))

    def picture(gl):
        clear(gl)
        cube = gl.GL_TEXTURE_CUBE_MAP
        gl.glBindTexture(cube, gl.glGenTextures(1))
        for face in range(6):
            gl.glTexImage2D(
                gl.GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, 0, gl.GL_RGBA8, size, size, 0,
                gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, noise(size, size, face).tobytes(),
            )  # fmt: skip
        gl.glTexParameteri(cube, gl.GL_TEXTURE_MIN_FILTER, gl.GL_LINEAR)
        gl.glEnable(gl.GL_TEXTURE_CUBE_MAP_SEAMLESS)
        use_programs(gl, fragment=sample().replace("2D", "CUBE"))
        draw_whole_view(gl, [directions])

    same_as_mesa(picture)
