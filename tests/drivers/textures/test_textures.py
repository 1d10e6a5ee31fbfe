"""2D textures through fragment programs: filters, levels of detail, wrapping, projection."""

from __future__ import annotations

import numpy as np
import pytest

from softgl.gl.api import enums
from tests.drivers.drawing import clear, draw, draw_whole_view, make_texture, use_programs

pytestmark = pytest.mark.driver

SAMPLE = """!!ARBfp1.0
TEMP t;
{instruction} t, {coordinate}, texture[0], 2D;
MOV result.color.xyz, t;
MOV result.color.w, 1;
END
"""

# llvmpipe takes log2 between powers of two as linear, which is wrong by up to 0.086: with levels
# that are 24 apart, 2/255, and one more for rounding.
LINEAR_LOG2 = 3

MIN_FILTERS = (
    "NEAREST", "LINEAR", "NEAREST_MIPMAP_NEAREST", "LINEAR_MIPMAP_NEAREST", "NEAREST_MIPMAP_LINEAR",
    "LINEAR_MIPMAP_LINEAR",
)  # fmt: skip


def sample(instruction="TEX", coordinate="fragment.texcoord[0]"):
    return SAMPLE.format(instruction=instruction, coordinate=coordinate)


def noise(width, height, seed=0):
    """A random RGBA8 image."""
    return np.random.default_rng(seed).integers(0, 256, (height, width, 4), dtype=np.uint8)


def smooth(width, height):
    """An image without sharp edges, so that the smallest shift of a coordinate does not show."""
    y, x = np.mgrid[0:height, 0:width]
    channels = [x * 255 // max(1, width - 1), y * 255 // max(1, height - 1), (x + y) * 5 % 200]
    return np.stack([*channels, x * 0 + 255], axis=2).astype(np.uint8)


def mipmaps(size):
    """Levels with a red that tells them apart, 24 from one to the next, over a soft pattern."""
    y, x = np.mgrid[0:size, 0:size]
    green = np.abs(x * 2 - size + 1) * 200 // size
    blue = np.abs(y * 2 - size + 1) * 200 // size
    levels = []
    while len(green):
        planes = [np.full(green.shape, 24 * len(levels)), green, blue, np.full(green.shape, 255)]
        levels.append(np.stack(planes, axis=2).astype(np.uint8))
        green, blue = halved(green), halved(blue)
    return levels


def halved(plane):
    """The mean of each block of 2x2; nothing of a plane of one texel."""
    side = len(plane) // 2
    return plane[: side * 2, : side * 2].reshape(side, 2, side, 2).sum(axis=(1, 3)) // 4


FLOOR = np.array([(-1, -0.6, 0, 1), (1, -0.6, 0, 1), (-4, 4, 0, 8), (4, 4, 0, 8)])
FLOOR_TEXCOORD = np.array([(0.1, 0.05), (2.1, 0.05), (0.1, 9.05), (2.1, 9.05)])


def draw_floor(gl):
    """A quad in perspective, with coordinates that repeat."""
    draw(gl, gl.GL_TRIANGLE_STRIP, FLOOR, None, [FLOOR_TEXCOORD])


@pytest.mark.parametrize("mag", ["NEAREST", "LINEAR"])
@pytest.mark.parametrize("size", [(16, 16), (13, 9), (1, 5)])
def test_magnified(same_as_mesa, size, mag):
    def picture(gl):
        clear(gl)
        make_texture(gl, [noise(*size)], mag_filter=getattr(gl, "GL_" + mag))
        use_programs(gl, fragment=sample())
        draw_whole_view(gl, [[(-0.213, 0.131), (1.471, -0.113), (1.617, 1.178), (0.032, 1.291)]])

    same_as_mesa(picture, (96, 96))


@pytest.mark.parametrize("wrap", ["REPEAT", "CLAMP_TO_EDGE", "MIRRORED_REPEAT"])
@pytest.mark.parametrize("mag", ["NEAREST", "LINEAR"])
def test_wrap(same_as_mesa, mag, wrap):
    def picture(gl):
        clear(gl)
        make_texture(
            gl,
            [noise(8, 4)],
            mag_filter=getattr(gl, "GL_" + mag),
            wrap=getattr(gl, "GL_" + wrap),
        )
        use_programs(gl, fragment=sample())
        draw_whole_view(gl, [[(-1.53, -1.71), (2.57, -1.71), (2.57, 2.29), (-1.53, 2.29)]])

    same_as_mesa(picture, (96, 96))


@pytest.mark.parametrize("min_filter", MIN_FILTERS)
def test_minified_in_perspective(same_as_mesa, min_filter):
    # OpenGL 2.1, 3.8.9: with LINEAR magnification NEAREST_MIPMAP_* switches at 0.5, which llvmpipe
    # does not do. So the same filter serves for both here.
    mag_filter = min_filter.split("_")[0]

    def picture(gl):
        clear(gl)
        make_texture(
            gl,
            mipmaps(32),
            min_filter=getattr(gl, "GL_" + min_filter),
            mag_filter=getattr(gl, "GL_" + mag_filter),
        )
        use_programs(gl, fragment=sample())
        draw_floor(gl)

    blends_levels = min_filter.endswith("MIPMAP_LINEAR")
    tolerance = LINEAR_LOG2 if blends_levels else 1
    # Where the level is about halfway between two, llvmpipe's coarse log2 may take the other.
    same_as_mesa(picture, (96, 96), tolerance=tolerance, share=0.999)


def trilinear(gl):
    make_texture(gl, mipmaps(32), min_filter=gl.GL_LINEAR_MIPMAP_LINEAR, mag_filter=gl.GL_LINEAR)


@pytest.mark.parametrize("scale", [0.7, 1.5, 2.9, 7.0, 40.0])
def test_level_of_detail(same_as_mesa, scale):
    texcoord = np.array([(0, 0), (1, 0), (1, 1), (0, 1)]) * scale * 2 + 0.013

    def picture(gl):
        clear(gl)
        trilinear(gl)
        use_programs(gl, fragment=sample())
        draw_whole_view(gl, [texcoord])

    same_as_mesa(picture, tolerance=LINEAR_LOG2)


@pytest.mark.parametrize("instruction", ["TEX", "TXP", "TXB"])
def test_projection_and_bias(same_as_mesa, instruction):
    corners = [(0, 0, 0, 1), (3, 0, 0, 2), (3, 4, 0, 3), (0, 3, 0, 1.5)]

    def picture(gl):
        clear(gl)
        trilinear(gl)
        use_programs(gl, fragment=sample(instruction))
        draw_whole_view(gl, [corners])

    same_as_mesa(picture, tolerance=LINEAR_LOG2)


def test_two_units_and_a_dependent_read(same_as_mesa):
    fragment = """!!ARBfp1.0
TEMP shift, t;
TEX shift, fragment.texcoord[0], texture[0], 2D;
MAD shift, shift, 0.25, fragment.texcoord[0];
TEX t, shift, texture[1], 2D;
MOV result.color, t;
END
"""

    def picture(gl):
        clear(gl)
        make_texture(gl, [smooth(16, 16)], unit=0, mag_filter=gl.GL_LINEAR)
        make_texture(gl, [smooth(8, 8)], unit=1, mag_filter=gl.GL_LINEAR)
        use_programs(gl, fragment=fragment)
        draw_whole_view(gl, [[(0.03, 0.03), (0.7, 0.03), (0.7, 0.7), (0.03, 0.7)]])

    same_as_mesa(picture)


def test_a_part_of_a_texture_replaced(same_as_mesa):
    def picture(gl):
        clear(gl)
        make_texture(gl, [noise(8, 8)])
        patch = noise(3, 2, seed=9).tobytes()
        gl.glTexSubImage2D(gl.GL_TEXTURE_2D, 0, 2, 5, 3, 2, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, patch)
        use_programs(gl, fragment=sample())
        draw_whole_view(gl, [[(0, 0), (1, 0), (1, 1), (0, 1)]])

    same_as_mesa(picture)


@pytest.mark.parametrize("form", ["RGB", "RGBA", "LUMINANCE", "LUMINANCE_ALPHA", "ALPHA"])
def test_formats(same_as_mesa, form):
    channels = {"RGB": 3, "RGBA": 4, "LUMINANCE": 1, "LUMINANCE_ALPHA": 2, "ALPHA": 1}[form]
    image = np.random.default_rng(4).integers(0, 256, (4, 4, channels), dtype=np.uint8)
    # Alpha formats have black colours: show alpha beside them.
    fragment = """!!ARBfp1.0
TEMP t;
TEX t, fragment.texcoord[0], texture[0], 2D;
MAD t, t.w, {0.5, 0, 0, 0}, t;
MOV result.color, t;
MOV result.color.w, 1;
END
"""

    def picture(gl):
        clear(gl)
        make_texture(gl, [noise(4, 4)])
        name = getattr(gl, "GL_" + form)
        gl.glTexImage2D(
            gl.GL_TEXTURE_2D, 0, name, 4, 4, 0, name, gl.GL_UNSIGNED_BYTE, image.tobytes()
        )
        use_programs(gl, fragment=fragment)
        draw_whole_view(gl, [[(0, 0), (1, 0), (1, 1), (0, 1)]])

    same_as_mesa(picture)


FORMATS = (
    "R8", "RG8", "R16", "RG16", "R16F", "RG16F", "R32F", "RG32F", "R8_SNORM", "RG8_SNORM",
    "RGB8_SNORM", "RGBA8_SNORM", "ALPHA8_SNORM", "LUMINANCE8_SNORM", "LUMINANCE8_ALPHA8_SNORM",
    "INTENSITY8_SNORM", "R16_SNORM", "RG16_SNORM", "RGB16_SNORM", "RGBA16_SNORM", "ALPHA16_SNORM",
    "LUMINANCE16_SNORM", "LUMINANCE16_ALPHA16_SNORM", "INTENSITY16_SNORM", "R11F_G11F_B10F",
    "RGB9_E5",
)  # fmt: skip
# Numbers of [-1, 1] as colours; the alpha goes below, so that it shows too.
SIGNED = """!!ARBfp1.0
TEMP t;
TEX t, fragment.texcoord[0], texture[0], 2D;
MAD t, t, { 0.4, 0.4, 0.4, 0.2 }, { 0.4, 0.4, 0.4, 0.5 };
MOV result.color, t;
END
"""


@pytest.mark.parametrize("mag", ["NEAREST", "LINEAR"])
def test_internal_formats(same_as_mesa, mag):
    """A column for each format: texels from floats, also negative ones and above 1; its border."""
    # Numbers that unsigned floats have: llvmpipe rounds what they do not have towards 0.
    texels = np.random.default_rng(5).integers(-20, 21, (4, 4, 4)).astype(np.float32) / 16

    def picture(gl):
        clear(gl)
        use_programs(gl, fragment=SIGNED)
        for column, name in enumerate(FORMATS):
            make_texture(gl, [], mag_filter=getattr(gl, f"GL_{mag}"), wrap=gl.GL_CLAMP_TO_BORDER)
            border = np.float32([-0.7, 0.3, -1.1, 0.6])
            gl.glTexParameterfv(gl.GL_TEXTURE_2D, gl.GL_TEXTURE_BORDER_COLOR, border)
            gl.glTexImage2D(
                gl.GL_TEXTURE_2D, 0, getattr(enums, f"GL_{name}"), 4, 4, 0, gl.GL_RGBA,
                gl.GL_FLOAT, texels,
            )  # fmt: skip
            gl.glViewport(8 * column, 0, 8, 24)
            draw_whole_view(gl, [[(-0.31, -0.62), (1.31, -0.62), (1.31, 1.31), (-0.31, 1.31)]])

    same_as_mesa(picture, (8 * len(FORMATS), 24))
