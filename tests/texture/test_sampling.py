"""Sampling against hand-worked colours, on both machines."""

import itertools
import math

import numpy as np
import pytest

from softgl.gl.textures.sampler_state import SamplerState
from softgl.texture import sampling
from softgl.texture.axes import WRAPS
from tests.texture import reference
from tests.texture.harness import (
    ENGINES,
    alike_at_all_widths,
    build_image,
    build_texture,
    in_quads,
    mipmapped,
    random_pixels,
    sample,
    set_parameters,
)

MACHINES = pytest.mark.parametrize("machine", ENGINES)
MIN_FILTERS = (
    "NEAREST", "LINEAR", "NEAREST_MIPMAP_NEAREST", "LINEAR_MIPMAP_NEAREST",
    "NEAREST_MIPMAP_LINEAR", "LINEAR_MIPMAP_LINEAR",
)  # fmt: skip
POINT = {"min_filter": "NEAREST", "mag_filter": "NEAREST"}
SMOOTH = {"min_filter": "LINEAR", "mag_filter": "LINEAR"}
GREY = np.arange(256, dtype=np.uint8).reshape(1, 256, 1).repeat(4, axis=2)


def row(*reds):
    """A row of texels with these values in all four components."""
    return np.array([[[red] * 4 for red in reds]], np.uint8)


def red(machine, texture, *s, **arguments):
    """The red values at some s, with t at the middle."""
    padded = list(s) + [s[0]] * (-len(s) % 4)
    return sample(machine, texture, padded, 0.5, **arguments)[: len(s), 0].tolist()


def texels(machine, texture, *s):
    """The same as whole numbers of 1/255."""
    return [round(value * 255, 3) for value in red(machine, texture, *s)]


@MACHINES
def test_every_byte_is_its_quotient(machine):
    texture = build_texture(GREY, **POINT)
    s = (np.arange(256, dtype=np.float32) + np.float32(0.5)) / np.float32(256)
    colors = sample(machine, texture, s, 0.5)
    expected = np.arange(256, dtype=np.float32) / np.float32(255)
    assert np.array_equal(colors, np.repeat(expected[:, None], 4, axis=1))


@MACHINES
@pytest.mark.parametrize(
    ("wrap", "expected"),
    [
        # At s = -1.4, -0.3, 0, 0.3, 1 and 1.4; texels 10 20 30 40, border 0.
        ("REPEAT", [30, 30, 10, 20, 10, 20]),
        ("CLAMP", [10, 10, 10, 20, 40, 40]),
        ("CLAMP_TO_EDGE", [10, 10, 10, 20, 40, 40]),
        ("CLAMP_TO_BORDER", [0, 0, 10, 20, 0, 0]),
        ("MIRRORED_REPEAT", [30, 20, 10, 20, 40, 30]),
        ("MIRROR_CLAMP_EXT", [40, 20, 10, 20, 40, 40]),
        ("MIRROR_CLAMP_TO_EDGE_EXT", [40, 20, 10, 20, 40, 40]),
        ("MIRROR_CLAMP_TO_BORDER_EXT", [0, 20, 10, 20, 0, 0]),
    ],
)
def test_nearest_wrap(machine, wrap, expected):
    texture = build_texture(row(10, 20, 30, 40), wrap_s=wrap, **POINT)
    assert texels(machine, texture, -1.4, -0.3, 0.0, 0.3, 1.0, 1.4) == expected


@MACHINES
@pytest.mark.parametrize(
    ("wrap", "expected"),
    [
        # At s = -1, 0, 1/16, 1/4, 1 and 1.5; texels 10 20 30 40, border 100.
        ("REPEAT", [25, 25, 17.5, 15, 25, 25]),
        ("CLAMP", [55, 55, 32.5, 15, 70, 70]),
        ("CLAMP_TO_EDGE", [10, 10, 10, 15, 40, 40]),
        ("CLAMP_TO_BORDER", [100, 55, 32.5, 15, 70, 100]),
        ("MIRRORED_REPEAT", [40, 10, 10, 15, 40, 25]),
        ("MIRROR_CLAMP_EXT", [70, 10, 10, 15, 70, 70]),
        ("MIRROR_CLAMP_TO_EDGE_EXT", [40, 10, 10, 15, 40, 40]),
        ("MIRROR_CLAMP_TO_BORDER_EXT", [70, 10, 10, 15, 70, 100]),
    ],
)
def test_linear_wrap(machine, wrap, expected):
    color = (100 / 255,) * 4
    texture = build_texture(row(10, 20, 30, 40), wrap_s=wrap, border_color=color, **SMOOTH)
    assert texels(machine, texture, -1.0, 0.0, 1 / 16, 1 / 4, 1.0, 1.5) == expected


@MACHINES
def test_bilinear_weights(machine):
    texture = build_texture(
        [[[0] * 4, [100] * 4], [[200] * 4, [240] * 4]], wrap_s="CLAMP_TO_EDGE",
        wrap_t="CLAMP_TO_EDGE", **SMOOTH,
    )  # fmt: skip
    # alpha 0.25 and beta 0.75: (25 * 0.25 + 210 * 0.75).
    color = sample(machine, texture, [0.375] * 4, 0.625)
    assert np.allclose(color * 255, 163.75, atol=1e-4)


@MACHINES
@pytest.mark.parametrize("wrap", WRAPS)
@pytest.mark.parametrize("filters", [POINT, SMOOTH])
def test_any_coordinate_is_harmless(machine, wrap, filters):
    bad = [math.nan, math.inf, -math.inf, 3e38, -3e38, 1e-40, -1e-40, 2.0**31]
    s, t = (np.array(axis, np.float32) for axis in zip(*itertools.product(bad, bad), strict=True))
    texture = mipmapped(random_pixels(1, 5, 3), wrap_s=wrap, wrap_t=wrap, **filters)
    colors = sample(machine, texture, s, t)
    assert (colors >= 0).all() and (colors <= 1).all()
    set_parameters(texture, min_filter="LINEAR_MIPMAP_LINEAR")
    colors = sample(machine, texture, s, t, bias=s)
    assert (colors >= 0).all() and (colors <= 1).all()


@MACHINES
def test_nan_samples_the_low_end(machine):
    texture = build_texture(row(10, 20, 30, 40), **POINT)
    assert texels(machine, texture, math.nan, math.inf, -math.inf) == [10, 10, 10]
    set_parameters(texture, wrap_s="CLAMP_TO_EDGE")
    assert texels(machine, texture, math.nan, math.inf, -math.inf) == [10, 40, 10]


@MACHINES
@pytest.mark.parametrize(
    ("filter_", "expected"),
    [
        # Level of detail -> colour; levels 0 to 3 are 0, 100, 200 and 250 all over.
        ("NEAREST", {-5: 0, 0.5: 0, 0.51: 100, 1.5: 100, 1.51: 200, 2.6: 250, 3.6: 250, 99: 250}),
        ("LINEAR", {-5: 0, 0.25: 25, 0.75: 75, 1.5: 150, 2: 200, 2.5: 225, 3: 250, 99: 250}),
    ],
)
@pytest.mark.parametrize("within", ["NEAREST", "LINEAR"])
def test_levels(machine, filter_, within, expected):
    levels = [np.full((8 >> n, 8 >> n, 4), value) for n, value in enumerate((0, 100, 200, 250))]
    # The same filter within a level for both, so that magnification begins at 0.
    texture = build_texture(
        *levels, min_filter=f"{within}_MIPMAP_{filter_}", mag_filter=within, wrap_s="CLAMP_TO_EDGE"
    )
    colors = sample(machine, texture, [0.5] * 8, 0.5, lod=list(expected))
    assert np.allclose(colors[:, 0] * 255, list(expected.values()))


@MACHINES
def test_the_derivatives_choose_the_level(machine):
    levels = [np.full((size, size, 4), size, np.uint8) for size in (16, 8, 4, 2, 1)]
    texture = build_texture(*levels, min_filter="LINEAR_MIPMAP_NEAREST")
    y, x = np.mgrid[0:2, 0:8]
    for per_pixel, size in ((1, 16), (2, 8), (4, 4), (8, 2), (16, 1)):
        s, t = in_quads(x * per_pixel / 16, y / 16)
        assert set(sample(machine, texture, s, t)[:, 0] * np.float32(255)) == {size}
        # The longer of the two columns counts, here the vertical one.
        s, t = in_quads(x / 16, y * per_pixel / 16)
        assert set(sample(machine, texture, s, t)[:, 0] * np.float32(255)) == {size}


@MACHINES
def test_bias_and_lod_limits(machine):
    levels = [np.full((size, size, 4), size, np.uint8) for size in (16, 8, 4, 2, 1)]
    texture = build_texture(*levels, min_filter="LINEAR_MIPMAP_NEAREST")

    def size(**arguments):
        return round(float(sample(machine, texture, [0.5] * 4, 0.5, **arguments)[0, 0]) * 255)

    assert size(lod=1.0, bias=1.0) == 4
    set_parameters(texture, lod_bias=2.0)
    assert size(lod=1.0) == 2
    assert size(lod=1.0, bias=-2.0) == 8
    # The sum of the biases is limited to MAX_TEXTURE_LOD_BIAS, 16.
    assert size(lod=-17.0, bias=30.0) == 16
    # It is the sum that is limited, once.
    set_parameters(texture, lod_bias=20.0)
    assert size(lod=-9.0, bias=-10.0) == 8
    set_parameters(texture, lod_bias=2.0)
    set_parameters(texture, max_lod=1.0)
    assert size(lod=1.0) == 8
    set_parameters(texture, min_lod=1.0)
    assert size(lod=-100.0) == 8
    assert texture.sampled(0.0)[1]["settings"].view(np.float32)[0] == 2.0
    assert texture.sampled(-1.5)[1]["settings"].view(np.float32)[0] == 0.5
    # The bias of a sampler object takes the place of the texture's.
    settings = texture.sampled(-1.5, SamplerState(lod_bias=3.0))[1]["settings"]
    assert settings.view(np.float32)[0] == 1.5


@MACHINES
def test_magnification_limit(machine):
    # OpenGL 2.1, 3.8.9: with MAG LINEAR and MIN NEAREST_MIPMAP_* the switch is at 0.5.
    texture = mipmapped(row(0, 200, 0, 200), wrap_s="CLAMP_TO_EDGE", mag_filter="LINEAR")
    lods = [0.0, 0.4, 0.5, 0.51]
    for filter_, expected in (
        ("NEAREST_MIPMAP_NEAREST", [100, 100, 100, 100]),
        ("NEAREST_MIPMAP_LINEAR", [100, 100, 100, 51]),
        ("NEAREST", [100, 0, 0, 0]),
        ("LINEAR", [100, 100, 100, 100]),
    ):
        set_parameters(texture, min_filter=filter_)
        values = sample(machine, texture, [0.5, 0.5, 0.5, 0.5], 0.5, lod=lods)[:, 0] * 255
        assert np.allclose(values, expected, atol=1e-3), filter_


def test_magnified_and_minified_side_by_side():
    """Vectors hold magnified lanes, minified ones, and both."""
    texture = mipmapped(
        random_pixels(3, 8, 8), min_filter="LINEAR_MIPMAP_LINEAR", mag_filter="NEAREST"
    )
    s, t = np.random.default_rng(3).uniform(-1, 2, (2, 96)).astype(np.float32)
    lod = np.repeat(np.float32([-1.0, 1.3, 0.0]), 32)
    lod[64:] += np.where(np.arange(32) % 3, 2.5, -0.5)
    alike_at_all_widths(texture, s, t, lod=lod)
    colors = sample("eager", texture, s, t, lod=lod)
    magnified = lod <= 0
    set_parameters(texture, min_filter="NEAREST")
    assert np.array_equal(sample("eager", texture, s, t)[magnified], colors[magnified])
    set_parameters(texture, min_filter="LINEAR_MIPMAP_LINEAR", mag_filter="LINEAR")
    assert np.array_equal(sample("eager", texture, s, t, lod=lod)[~magnified], colors[~magnified])


@MACHINES
@pytest.mark.parametrize("target", ["1D", "2D", "3D"])
def test_targets_have_their_axes(machine, target):
    shape = {"1D": (1, 1, 4), "2D": (1, 2, 4), "3D": (3, 2, 4)}[target]
    pixels = random_pixels(3, *shape)
    texture = build_texture(pixels, target=target, **POINT)
    depth, height, width = shape
    for k, j in itertools.product(range(depth), range(height)):
        s = (np.arange(4) + 0.5) / width
        colors = sample(machine, texture, s, (j + 0.5) / height, (k + 0.5) / depth)
        assert np.array_equal(np.rint(colors * 255), pixels[k, j])


@MACHINES
def test_float_texels_are_exact(machine):
    values = np.array([[[1.5, -2.0, 1e-30, 3e38], [0.1, 7.0, -0.0, 12345.678]]], np.float32)
    texture = build_texture(values, internal_format="RGBA32F_ARB", **POINT)
    colors = sample(machine, texture, [0.25, 0.75, 0.25, 0.75], 0.5)
    assert np.array_equal(colors[:2], values[0])


@pytest.mark.parametrize("name", ["RGBA8", "RGBA16F_ARB", "RGBA32F_ARB", "LUMINANCE32F_ARB"])
def test_what_follows_a_row_is_not_seen(name):
    """A texel is read with the one after it, of the next row or of none, be that infinite."""
    values = np.full((3, 4, 4), 0.25, np.float32)
    values[:, 0] = np.inf
    values[2, 3] = 0.5
    texture = build_texture(values, internal_format=name, wrap_t="CLAMP_TO_EDGE", **SMOOTH)
    s, t = np.repeat(np.float32([0.875, 1.0, 7.0, -0.1]), 4), np.tile(np.float32([0, 0.5, 1, 3]), 4)
    for wrap in ("CLAMP_TO_EDGE", "MIRRORED_REPEAT", "MIRROR_CLAMP_TO_EDGE_EXT", "CLAMP", "REPEAT"):
        set_parameters(texture, wrap_s=wrap, border_color=(0.75,) * 4)
        alike_at_all_widths(texture, s, t)
        inside = sample("eager", texture, s, t)[:4, 0]
        if wrap != "REPEAT":  # where it is mixed with the row's first one, infinite times 0
            assert np.allclose(inside, [0.25, 0.25, 0.5, 0.5], atol=1 / 255), wrap


@MACHINES
def test_a_whole_level_is_not_touched_by_the_next(machine):
    levels = [np.full((size, size, 4), value, np.float32) for size, value in ((2, 3), (1, np.inf))]
    texture = build_texture(
        *levels, internal_format="RGBA32F_ARB", min_filter="NEAREST_MIPMAP_LINEAR",
        mag_filter="NEAREST",
    )  # fmt: skip
    colors = sample(machine, texture, [0.5] * 8, 0.5, lod=[0.0, -1.0, 0.0, 0.5] + [0.0] * 4)
    assert colors[:, 0].tolist() == [3, 3, 3, np.inf, 3, 3, 3, 3]


@MACHINES
def test_border_texels(machine):
    pixels = row(1, 10, 20, 30, 2).repeat(3, axis=0)
    texture = build_texture(pixels, border=1, wrap_s="CLAMP", wrap_t="CLAMP", **SMOOTH)
    # Half of the border texel at 0 and 1; CLAMP_TO_BORDER reaches it whole.
    assert texels(machine, texture, 0.0, 0.5, 1.0) == [5.5, 20, 16]
    set_parameters(texture, wrap_s="CLAMP_TO_BORDER")
    assert texels(machine, texture, -9.0, 9.0) == [1, 2]
    set_parameters(texture, wrap_s="REPEAT")
    assert texels(machine, texture, 0.0, 1.0) == [20, 20]


@MACHINES
@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("ALPHA", (0, 0, 0, 0.5)),
        ("LUMINANCE", (0.25, 0.25, 0.25, 1)),
        ("LUMINANCE_ALPHA", (0.25, 0.25, 0.25, 0.5)),
        ("INTENSITY", (0.25, 0.25, 0.25, 0.25)),
        ("RGB", (0.25, 0.75, 1, 1)),
        ("RGBA", (0.25, 0.75, 1, 0.5)),
    ],
)
def test_base_formats(machine, name, expected):
    color = (0.25, 0.75, 1.0, 0.5)
    pixels = np.array([[color]], np.float32)
    texture = build_texture(
        pixels, internal_format=name, border_color=color, wrap_s="CLAMP_TO_BORDER", **POINT
    )
    colors = sample(machine, texture, [0.5, 9.0, 0.5, 9.0], 0.5)
    assert np.allclose(colors[0], expected, atol=0.002)
    assert np.allclose(colors[1], expected, atol=1e-7)


@MACHINES
def test_swizzle(machine):
    """It comes after the base format, and the border colour has it too: EXT_texture_swizzle."""
    texture = build_texture(
        [[[51, 102, 153, 204]]], border_color=(0.25, 0.5, 0.75, 1.0), wrap_s="CLAMP_TO_BORDER",
        **POINT, swizzle=("BLUE", "ONE", "ALPHA", "ZERO"),
    )  # fmt: skip
    colors = sample(machine, texture, [0.5, 9.0, 0.5, 9.0], 0.5)
    assert np.allclose(colors[:2], [(0.6, 1, 0.8, 0), (0.75, 1, 1, 0)])
    texture.set_image(0, build_image([[[51, 102, 153, 204]]], internal_format="LUMINANCE"))
    set_parameters(texture, swizzle=("ALPHA", "GREEN", "BLUE", "RED"))
    assert np.allclose(sample(machine, texture, [0.5] * 4, 0.5)[0], (1, 0.2, 0.2, 0.2))


@MACHINES
@pytest.mark.parametrize(
    ("name", "expected"),
    [
        # Of (0, 51, 255, 102) / 255, and of the border colour (1, 0.5, 0, 0.25).
        ("RGBA8", [(-1, -0.6, 1, -0.2), (1, 0, -1, -0.5)]),
        ("RGB8", [(-1, -0.6, 1, 1), (1, 0, -1, 1)]),
        ("ALPHA8", [(0, 0, 0, -0.2), (0, 0, 0, -0.5)]),
        ("LUMINANCE8_ALPHA8", [(-1, -1, -1, -0.2), (1, 1, 1, -0.5)]),
        ("RGBA32F_ARB", [(0, 0.2, 1, 0.4), (1, 0.5, 0, 0.25)]),
        ("RGBA16_SNORM", [(0, 0.2, 1, 0.4), (1, 0.5, 0, 0.25)]),
    ],
)
def test_expanded_normals(machine, name, expected):
    """NV_texture_expand_normal: components of [0, 1] that are there, and those of the border."""
    pixels = np.float32([[[0, 51, 255, 102]]]) / 255
    texture = build_texture(
        pixels, internal_format=name, wrap_s="CLAMP_TO_BORDER", border_color=(1.0, 0.5, 0.0, 0.25),
        unsigned_remap_mode="EXPAND_NORMAL_NV", **POINT,
    )  # fmt: skip
    assert np.allclose(sample(machine, texture, [0.5, 9.0] * 2, 0.5)[:2], expected, atol=2e-5)
    set_parameters(texture, swizzle=("ALPHA", "ZERO", "ONE", "RED"))
    for color, (red_, _, _, alpha) in zip(
        sample(machine, texture, [0.5, 9.0] * 2, 0.5)[:2], expected, strict=True
    ):
        assert np.allclose(color, (alpha, 0, 1, red_), atol=2e-5)
    assert texture.sampled()[0].exact == (name in ("RGBA32F_ARB", "RGBA16_SNORM"))


@MACHINES
def test_a_plain_colour_stays_as_it_is(machine):
    pixels = np.full((8, 8, 4), 137, np.uint8)
    texture = mipmapped(pixels, min_filter="LINEAR_MIPMAP_LINEAR")
    points = np.random.default_rng(5).uniform(-3, 3, (2, 64)).astype(np.float32)
    colors = sample(machine, texture, *points)
    assert (colors == np.float32(137) / np.float32(255)).all()


def test_an_incomplete_texture_is_black():
    from softgl.lanes.eager import EagerMachine

    color = sampling.sample(EagerMachine(), None, None, [])
    assert [float(lane.value) for lane in color] == [0, 0, 0, 1]


@pytest.mark.parametrize("filter_", ["NEAREST", "LINEAR"])
@pytest.mark.parametrize("target", ["1D", "2D", "3D", "ARRAY2D"])
def test_borders_of_texels_under_every_wrap_mode(target, filter_):
    """A border of texels takes the place of the border colour: OpenGL 2.1, 3.8.8."""
    axes = {"1D": 1, "3D": 3}.get(target, 2)
    size = (5, 3, 2)[:axes][::-1]
    pixels = random_pixels(axes, *[length + 2 for length in size])
    points = np.random.default_rng(axes).uniform(-1.7, 2.7, (3, 24)).astype(np.float32)
    layered = np.stack([pixels + 1, pixels]) if target == "ARRAY2D" else pixels
    texture = build_texture(
        layered, target=target, border=1, border_color=(1.0, 0.0, 1.0, 0.0),
        min_filter=filter_, mag_filter=filter_,
    )  # fmt: skip
    for wrap in WRAPS:
        set_parameters(texture, wrap_s=wrap, wrap_t="REPEAT", wrap_r=wrap)
        given = points if target != "ARRAY2D" else (*points[:2], 1.0)
        colors = sample("eager", texture, *given)
        for color, point in zip(colors, np.array(np.broadcast_arrays(*given)).T, strict=True):
            expected = reference.sample(texture, point.tolist(), -1.0)
            assert np.allclose(color, expected, atol=3e-5), (wrap, point)


@pytest.mark.parametrize(
    ("parameters", "last"),
    [
        # Levels 0 to 3 have images; TEXTURE_BASE_LEVEL, TEXTURE_MAX_LEVEL -> the last level used.
        ({}, 3),
        ({"base_level": 1}, 3),
        ({"max_level": 2}, 2),
        ({"base_level": 2, "max_level": 2}, 2),
        ({"max_level": 0}, 0),
        ({"base_level": 3, "max_level": 1000}, 3),
        ({"base_level": 2, "max_level": 1}, None),
        ({"base_level": 4}, None),
        ({"base_level": 1000, "max_level": 1000}, None),
    ],
)
def test_base_and_max_level(parameters, last):
    """Without mipmaps the base level alone counts, whatever the last one is: 3.8.10."""
    levels = [np.full((8 >> n, 8 >> n, 4), 50 * n, np.uint8) for n in range(4)]
    base = parameters.get("base_level", 0)
    for min_filter, mipmaps in (("LINEAR_MIPMAP_LINEAR", True), ("LINEAR", False)):
        texture = build_texture(*levels, min_filter=min_filter, **parameters)
        if (mipmaps and last is None) or base > 3:
            assert texture.sampled() is None
            continue
        colors = sample("eager", texture, [0.5] * 4, 0.5, lod=[-9, 0, 0.5, 99])[:, 0] * 255
        end = last if mipmaps else base
        expected = [base, base, min(base + 0.5, end), end]
        assert np.allclose(colors, [50 * level for level in expected], atol=1e-3)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("RGBA8", (1.0, 0.0, 0.5, 0.25)),
        ("RGBA16", (1.0, 0.0, 0.5, 0.25)),
        ("SRGB8_ALPHA8", (1.0, 0.0, 0.5, 0.25)),
        ("RGBA16F_ARB", (3.0, -1.0, 0.5, 0.25)),
        ("LUMINANCE_ALPHA32F_ARB", (3.0, 3.0, 3.0, 0.25)),
        ("RGB32F_ARB", (3.0, -1.0, 0.5, 1.0)),
    ],
)
def test_border_colours_are_clamped_as_the_format_is(name, expected):
    texture = build_texture(
        np.zeros((1, 1, 4), np.float32), internal_format=name, wrap_s="CLAMP_TO_BORDER",
        border_color=(3.0, -1.0, 0.5, 0.25), **POINT,
    )  # fmt: skip
    assert np.allclose(sample("eager", texture, [9.0] * 4, 0.5)[0], expected, atol=1e-7)


CASES = [
    # target, size, mag, min, wraps, border
    ("2D", (8, 4), "LINEAR", "LINEAR_MIPMAP_LINEAR", "REPEAT MIRRORED_REPEAT", 0),
    ("2D", (7, 5), "NEAREST", "LINEAR_MIPMAP_LINEAR", "CLAMP CLAMP_TO_BORDER", 0),
    ("2D", (5, 9), "LINEAR", "NEAREST_MIPMAP_LINEAR", "CLAMP_TO_EDGE REPEAT", 0),
    ("2D", (6, 3), "LINEAR", "LINEAR_MIPMAP_NEAREST", "MIRROR_CLAMP_EXT CLAMP", 0),
    ("2D", (9, 9), "LINEAR", "NEAREST", "MIRROR_CLAMP_TO_BORDER_EXT REPEAT", 0),
    ("2D", (4, 4), "LINEAR", "LINEAR_MIPMAP_LINEAR", "CLAMP CLAMP_TO_BORDER", 1),
    ("1D", (11,), "LINEAR", "LINEAR_MIPMAP_LINEAR", "REPEAT", 0),
    ("3D", (4, 6, 5), "LINEAR", "LINEAR_MIPMAP_LINEAR", "CLAMP REPEAT CLAMP_TO_EDGE", 0),
    ("3D", (4, 6, 5), "NEAREST", "NEAREST_MIPMAP_NEAREST", "REPEAT REPEAT CLAMP_TO_BORDER", 0),
]  # fmt: skip


@pytest.mark.parametrize("case", range(len(CASES)))
def test_machines_agree_bit_for_bit(case):
    target, size, mag_filter, min_filter, wraps, border = CASES[case]
    stored = [length + 2 * border for length in size][::-1]
    wrap_modes = dict(zip(("wrap_s", "wrap_t", "wrap_r"), wraps.split(), strict=False))
    texture = mipmapped(
        random_pixels(case, *[1] * (3 - len(stored)), *stored), target=target, border=border,
        mag_filter=mag_filter, min_filter=min_filter, **wrap_modes,
    )  # fmt: skip
    bits = np.random.default_rng(case).integers(0, 2**32, (3, 4096), dtype=np.uint64)
    points = bits.astype(np.uint32).view(np.float32)
    points[:, ::2] = np.random.default_rng(case).uniform(-4, 4, (3, 2048))
    eager, llvm = (sample(machine, texture, *points) for machine in ("eager", "llvm"))
    assert np.array_equal(eager.view(np.uint32), llvm.view(np.uint32))
