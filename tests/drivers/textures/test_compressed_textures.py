"""Compressed textures beside llvmpipe: the same blocks sampled, queried and decoded."""

from __future__ import annotations

import numpy as np
import pytest

from softgl.formats.internal_formats import INTERNAL_FORMATS
from softgl.gl.api import enums
from tests.drivers.drawing import clear, draw_whole_view, use_programs
from tests.drivers.mesa import mesa_context
from tests.formats.test_encoding import IMAGES

pytestmark = pytest.mark.driver

FORMATS = [name for name, format_ in INTERNAL_FORMATS.items() if format_.codec]
SIZE = 30, 22  # no multiples of 4
# Negative numbers show too.
SHOW = """!!ARBfp1.0
TEMP t;
TEX t, fragment.texcoord[0], texture[0], 2D;
MAD t, t, {scale}, {bias};
MUL t, t, {{1, 1, 1, 0.5}};
ADD result.color, t, {{0, 0, 0, 0.5}};
END
"""


def tolerance(name):
    """The largest difference of numbers, in 255ths.

    llvmpipe truncates or approximates values between two ends: colours and unsigned numbers are
    below ours by a little more than 1 at most, signed ones, with steps twice as large, by 3. A
    bright step of sRGB is up to 2.3 linear ones.
    """
    if "SIGNED" in name or "SRGB" in name:
        return 3
    return 1 if "DXT1" in name or "DXT3" in name else 2


def blocks_of(name, width, height):
    """Random blocks of every mode; in many the two ends are neighbours."""
    codec = INTERNAL_FORMATS[name].codec
    random = np.random.default_rng(len(name))
    blocks = random.integers(0, 256, codec.shape((width, height, 1)), dtype=np.uint8)
    blocks[:, 1::3, ::2, 1] = blocks[:, 1::3, ::2, 0]
    blocks[:, :, 2::3, -7] = blocks[:, :, 2::3, -8]
    # EXT_texture_compression_rgtc, appendix: -127 and -128 compare as a decoder likes.
    blocks[blocks == 0x80] = 0x7F
    return blocks.tobytes()


def bind_blocks(gl, name, filter_):
    gl.glBindTexture(gl.GL_TEXTURE_2D, gl.glGenTextures(1))
    for pname in (gl.GL_TEXTURE_MIN_FILTER, gl.GL_TEXTURE_MAG_FILTER):
        gl.glTexParameteri(gl.GL_TEXTURE_2D, pname, getattr(gl, f"GL_{filter_}"))
    enum = getattr(enums, f"GL_{name}")
    gl.glCompressedTexImage2D(gl.GL_TEXTURE_2D, 0, enum, *SIZE, 0, blocks_of(name, *SIZE))


@pytest.mark.parametrize("filter_", ["NEAREST", "LINEAR"])
@pytest.mark.parametrize("name", FORMATS)
def test_sampled(same_as_mesa, name, filter_):
    scale, bias = (0.5, 0.5) if "SIGNED" in name else (1.0, 0.0)

    def picture(gl):
        clear(gl)
        bind_blocks(gl, name, filter_)
        use_programs(gl, fragment=SHOW.format(scale=scale, bias=bias))
        low, high = (0, 1) if filter_ == "NEAREST" else (-0.1, 1.2)
        draw_whole_view(gl, [[(low, low), (high, low), (high, high), (low, high)]])

    size = SIZE if filter_ == "NEAREST" else (90, 66)
    same_as_mesa(picture, size, tolerance=tolerance(name))


def queried(gl, name):
    """Answers about an image: its blocks, its texels, its kind."""
    bind_blocks(gl, name, "NEAREST")
    target = gl.GL_TEXTURE_2D
    size = gl.glGetTexLevelParameteriv(target, 0, gl.GL_TEXTURE_COMPRESSED_IMAGE_SIZE)
    blocks = np.zeros(int(size), np.uint8)
    gl.glGetCompressedTexImage(target, 0, blocks)
    compressed = int(gl.glGetTexLevelParameteriv(target, 0, gl.GL_TEXTURE_COMPRESSED))
    texels = gl.glGetTexImage(target, 0, gl.GL_RGBA, gl.GL_FLOAT)
    return compressed, blocks.tobytes(), np.asarray(texels)


@pytest.mark.parametrize("name", FORMATS)
def test_returned(mesa, name):
    from softgl import Context
    from softgl import gl as ours

    with mesa_context(8, 8) as gl:
        expected = queried(gl, name)
    Context(8, 8, machine="eager").make_current()
    actual = queried(ours, name)
    assert actual[:2] == expected[:2] == (1, blocks_of(name, *SIZE))
    most = 2 if "SRGB" in name else tolerance(name)  # GetTexImage returns what is encoded
    assert 0 < np.abs(actual[2] - expected[2]).max() <= (most + 0.01) / 255


def errors(gl, name):
    """The mean square error of each image that glTexImage2D compresses."""
    side = IMAGES["noise"].shape[1]
    letters = INTERNAL_FORMATS[name].base.components.replace("L", "R")
    kept = ["RGBA".index(letter) for letter in letters]
    found = []
    for pixels in IMAGES.values():
        gl.glBindTexture(gl.GL_TEXTURE_2D, gl.glGenTextures(1))
        gl.glTexImage2D(
            gl.GL_TEXTURE_2D, 0, getattr(enums, f"GL_{name}"), side, side, 0, gl.GL_RGBA,
            gl.GL_UNSIGNED_BYTE, pixels.tobytes(),
        )  # fmt: skip
        texels = gl.glGetTexImage(gl.GL_TEXTURE_2D, 0, gl.GL_RGBA, gl.GL_FLOAT)
        distance = np.asarray(texels).reshape(side, side, 4) - pixels[0] / 255
        found.append(np.square(distance[..., kept]).mean())
    return found


def test_encoded_no_worse_than_by_mesa(mesa):
    from softgl import Context
    from softgl import gl as ours

    with mesa_context(8, 8) as gl:
        # Mesa compresses no image into blocks of ETC2 and EAC.
        names = [name for name in FORMATS if not name.endswith(("ETC2", "EAC"))]
        expected = {name: errors(gl, name) for name in names}
    Context(8, 8, machine="eager").make_current()
    for name, others in expected.items():
        assert np.all(np.array(errors(ours, name)) < 1.01 * np.array(others)), name
