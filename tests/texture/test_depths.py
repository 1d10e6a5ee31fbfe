"""Images of depths, and samples of them: on every machine, by hand."""

from __future__ import annotations

import numpy as np
import pytest

from softgl.formats.internal_formats import INTERNAL_FORMATS
from softgl.gl.textures.objects import Texture
from softgl.texture.image import Image
from softgl.texture.targets import TARGETS
from softgl.texture.texels import WHOLE
from tests.texture.harness import ENGINES, sample, set_parameters


def build(name, depths, stencil=None, border=0):
    """A 2D image of depths (height, width)."""
    format_ = INTERNAL_FORMATS[name]
    depths = np.array(depths, np.float64, ndmin=3)
    texels = format_.blank(depths.shape[::-1])
    indices = None if stencil is None else np.array(stencil, np.int64, ndmin=3)
    given = format_.from_depths(depths, indices)
    texels[..., : given.shape[-1]] = given
    return Image(TARGETS["2D"], format_, texels, border)


def test_stencil_indices_are_masked_and_do_not_mix():
    image = build("DEPTH24_STENCIL8", [[0, 1], [0.5, 0.5]], [[1, 258], [-1, 4]])
    assert image.texels[0, ..., 1].tolist() == [[1, 2], [255, 4]]
    reduced = image.reduced()
    assert reduced.texels.tolist() == [[[[2**23, 0]]]]
    # Kernels read the same words.
    assert image.words(WHOLE).ravel().tolist() == [0, 1, 2**24 - 1, 2, 2**23, 255, 2**23, 4]


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
    # EXT_texture_swizzle, issue 4: the swizzle comes after the depth texture mode.
    built = texture(
        build("DEPTH_COMPONENT24", [[1.0]]), compare_mode="COMPARE_R_TO_TEXTURE",
        swizzle=("ALPHA", "RED", "ZERO", "GREEN"), depth_texture_mode="ALPHA",
    )  # fmt: skip
    assert sample(machine, built, s, s, s)[0].tolist() == [1, 0, 0, 0]
    for (name, func), expected in cases.items():
        built = texture(
            build(name, [[0.0]]), compare_mode="COMPARE_R_TO_TEXTURE", compare_func=func,
            depth_texture_mode="INTENSITY",
        )  # fmt: skip
        colors = sample(machine, built, s, s, nan)
        assert colors.tolist() == [[value] * 4 for value in expected]
