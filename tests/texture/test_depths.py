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


def build(name, depths, stencil=None, border=0, target="2D"):
    """An image of depths (height, width), or (depth, height, width)."""
    format_ = INTERNAL_FORMATS[name]
    depths = np.array(depths, np.float64, ndmin=3)
    texels = format_.blank(depths.shape[::-1])
    indices = None if stencil is None else np.array(stencil, np.int64, ndmin=3)
    given = format_.from_depths(depths, indices)
    texels[..., : given.shape[-1]] = given
    return Image(TARGETS[target], format_, texels, border)


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
    """NaN is clamped to 0 for fixed point; for floats it fails comparisons of order."""
    s, nan = np.full(4, 0.5, np.float32), np.array([np.nan, -0.0, np.inf, -np.inf])
    cases = {
        ("DEPTH_COMPONENT24", "LEQUAL"): [1, 1, 0, 1],
        ("DEPTH_COMPONENT32F", "LEQUAL"): [0, 1, 0, 1],
        ("DEPTH_COMPONENT32F", "NOTEQUAL"): [1, 0, 1, 1],
    }
    # NV_texture_expand_normal: depths are unsigned, results of comparisons are not components.
    for compare, expected in (("NONE", [0.5, 0.5, 0.5, 1]), ("COMPARE_R_TO_TEXTURE", [1] * 4)):
        built = texture(
            build("DEPTH_COMPONENT32", [[0.75]]), unsigned_remap_mode="EXPAND_NORMAL_NV",
            compare_mode=compare,
        )  # fmt: skip
        assert np.allclose(sample(machine, built, s, s, s)[0], expected)
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


# Coordinates of the point in the middle of the two texels of a row, and the place of the reference.
ROWS = {
    "1D": ((0.5, 9.0, None, 9.0), [[0.25, 0.75]]),
    "2D": ((0.5, 0.5, None, 9.0), [[0.25, 0.75]]),
    "RECT": ((1.0, 0.5, None, 9.0), [[0.25, 0.75]]),
    "ARRAY1D": ((0.5, 1.0, None, 9.0), [[0.0, 0.0], [0.25, 0.75]]),
    "ARRAY2D": ((0.5, 0.5, 1.0, None), [[[0.0, 0.0]], [[0.25, 0.75]]]),
    # +Z, whose columns go along x.
    "CUBE": ((0.0, 0.0, 1.0, None), [[0.25, 0.75]] * 2),
}
PASSES = {
    "LEQUAL": lambda r, d: r <= d,
    "GEQUAL": lambda r, d: r >= d,
    "LESS": lambda r, d: r < d,
    "GREATER": lambda r, d: r > d,
    "EQUAL": lambda r, d: r == d,
    "NOTEQUAL": lambda r, d: r != d,
    "ALWAYS": lambda r, d: True,
    "NEVER": lambda r, d: False,
}


@pytest.mark.parametrize("machine", ENGINES)
@pytest.mark.parametrize("target", ROWS)
def test_comparisons_on_every_target(machine, target):
    """OpenGL 2.1, 3.8.14, with the references of NV_gpu_program4, table X.17; the mean of two."""
    point, depths = ROWS[target]
    built = Texture(TARGETS[target])
    for face in range(len(TARGETS[target].images)):
        built.set_image(0, build("DEPTH_COMPONENT32F", depths, target=target), face)
    set_parameters(
        built, min_filter="LINEAR", mag_filter="LINEAR", compare_mode="COMPARE_R_TO_TEXTURE",
        wrap_s="CLAMP_TO_EDGE", wrap_t="CLAMP_TO_EDGE", depth_texture_mode="INTENSITY",
    )  # fmt: skip
    references = np.float32([0.0, 0.25, 0.5, 0.75, 1.0, -1.0, 2.0, 0.3])
    given = [references if c is None else np.full(8, c, np.float32) for c in point]
    # Of the compiled ones, one function.
    for func in PASSES if machine == "eager" else ["GREATER"]:
        set_parameters(built, compare_func=func)
        expected = [np.mean([PASSES[func](r, depth) for depth in (0.25, 0.75)]) for r in references]
        assert sample(machine, built, *given)[:, 3].tolist() == expected, func
