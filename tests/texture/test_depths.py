"""Depths in words, images of them, and samples: on every machine, by hand."""

from __future__ import annotations

import numpy as np
import pytest

from softgl.gl.textures.objects import Texture
from softgl.texture.depths import DEPTH_CODES
from softgl.texture.formats import INTERNAL_FORMATS
from softgl.texture.image import Image
from softgl.texture.targets import TARGETS
from softgl.texture.texels import WHOLE
from tests.texture.harness import ENGINES, sample, set_parameters


@pytest.mark.parametrize("bits", [16, 24, 32])
def test_fixed_point(bits):
    code = DEPTH_CODES[f"depth{bits}"]
    top = 2**bits - 1
    words = np.array([0, 1, top // 2, top - 1, top], np.uint32)
    assert code.encode(code.decode(words)).tolist() == words.tolist()
    beyond = np.array([-1.0, 2.0, np.nan, np.inf, -np.inf, 0.4 / top, 0.6 / top])
    assert code.encode(beyond).tolist() == [0, top, 0, top, 0, 0, 1]


def test_floats_keep_their_order_and_value():
    code = DEPTH_CODES["depth32f"]
    depths = np.array([-np.inf, -3.5, -1e-45, 0.0, 1e-45, 0.25, 1.0, 1e30, np.inf])
    words = code.encode(depths)
    assert (np.diff(words.view(np.int32).astype(np.int64)) > 0).all()
    assert code.decode(words).tolist() == depths.astype(np.float32).tolist()
    # What is cleared to zeros has depths of 0; -0 equals 0; NaN has no place in the order.
    assert code.encode(np.array([0.0, -0.0, np.nan])).tolist() == [0, 0, 0]
    assert code.encode(np.array([1.0])).tolist() == [0x3F800000]


def build(name, depths, stencil=None, border=0):
    """A 2D image of depths (height, width)."""
    format_ = INTERNAL_FORMATS[name]
    depths = np.array(depths, np.float64, ndmin=3)
    components = format_.blank(depths.shape[::-1])
    indices = None if stencil is None else np.array(stencil, np.int64, ndmin=3)
    given = format_.from_depths(depths, indices)
    components[..., : given.shape[-1]] = given
    return Image(TARGETS["2D"], format_, components, border)


def test_stencil_indices_are_masked_and_do_not_mix():
    image = build("DEPTH24_STENCIL8", [[0, 1], [0.5, 0.5]], [[1, 258], [-1, 4]])
    assert image.components[0, ..., 1].tolist() == [[1, 2], [255, 4]]
    reduced = image.reduced()
    assert reduced.components.tolist() == [[[[2**23, 0]]]]
    # Kernels get the depths as floats.
    words = image.words(WHOLE)
    assert words.view(np.float32).ravel().tolist()[:2] == [0.0, 1.0]
    assert words.shape == (1, 2, 2, 1)


def texture(image, **parameters):
    result = Texture(image.target)
    set_parameters(result, **({"min_filter": "NEAREST", "mag_filter": "NEAREST"} | parameters))
    result.set_image(0, image)
    return result


@pytest.mark.parametrize("machine", ENGINES)
def test_texels_of_a_border_are_depths(machine):
    """The stored border, not the border color, is next to the image."""
    rows = [[0, 0.25, 1], [0.5, 0.75, 0.125], [1, 0.625, 0]]
    bordered = texture(
        build("DEPTH_COMPONENT32F", rows, border=1), mag_filter="LINEAR", min_filter="LINEAR",
        wrap_s="CLAMP", wrap_t="CLAMP",
    )  # fmt: skip
    colors = sample(machine, bordered, np.array([0, 0.5, 1, 0.5]), np.array([0.5, 0, 0.5, 0.5]))
    assert colors[:, 0].tolist() == [0.625, 0.5, 0.4375, 0.75]
    assert (colors[:, 3] == 1).all()


@pytest.mark.parametrize("machine", ENGINES)
def test_unusual_references(machine):
    """NaN is clamped to 0 for fixed point; for floats it fails what asks for an order."""
    s, nan = np.full(4, 0.5, np.float32), np.array([np.nan, -0.0, np.inf, -np.inf])
    cases = {
        ("DEPTH_COMPONENT24", "LEQUAL"): [1, 1, 0, 1],
        ("DEPTH_COMPONENT32F", "LEQUAL"): [0, 1, 0, 1],
        ("DEPTH_COMPONENT32F", "NOTEQUAL"): [1, 0, 1, 1],
    }
    for (name, func), expected in cases.items():
        built = texture(
            build(name, [[0.0]]), compare_mode="COMPARE_R_TO_TEXTURE", compare_func=func,
            depth_texture_mode="INTENSITY",
        )  # fmt: skip
        colors = sample(machine, built, s, s, nan)
        assert colors.tolist() == [[value] * 4 for value in expected]
