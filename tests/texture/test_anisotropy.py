"""Anisotropic filtering: footprints worked out by hand, on every target, and the same bits."""

from __future__ import annotations

import math

import numpy as np
import pytest

from softgl.gl.textures.objects import Texture
from softgl.texture import sampling
from softgl.texture.targets import TARGETS
from tests.texture.harness import (
    ENGINES,
    alike_at_all_widths,
    build_image,
    build_texture,
    mipmapped,
    random_pixels,
    sample,
    set_parameters,
)
from tests.texture.test_depths import build as depth_image
from tests.texture.test_depths import texture as depth_texture
from tests.texture.test_fetch import run
from tests.texture.test_targets import directions, points

MACHINES = pytest.mark.parametrize("machine", ENGINES)
MIPMAP = {"min_filter": "LINEAR_MIPMAP_LINEAR", "mag_filter": "LINEAR"}


def quad(point, dx, dy):
    """The coordinates (axes, 4) of a quad with these differences; its first lane is the point."""
    point, dx, dy = (np.array(v, np.float32) for v in (point, dx, dy))
    return np.stack([point, point + dx, point + dy, point + dx + dy], axis=1)


def first(machine, texture, *quad_, **given):
    """The red value of the first lane of a quad, times 255."""
    return float(sample(machine, texture, *quad_, **given)[0, 0]) * 255


def levels_of(size, values):
    """Pixels of levels, each of one of the values."""
    return [np.full((size >> n, size >> n, 4), value) for n, value in enumerate(values)]


@MACHINES
def test_probes_cover_the_major_axis(machine):
    """4 texels by 1: four probes, each between two texels, half a texel and three from the point.

    So of five texels the inner ones count twice as much, whichever way the pixel lies.
    """
    weights = {-3: 0, -2: 1 / 8, -1: 1 / 4, 0: 1 / 4, 1: 1 / 4, 2: 1 / 8, 3: 0}
    for axis, (dx, dy) in (
        (0, ((4, 0), (0, 1))),
        (0, ((0, 1), (-4, 0))),
        (1, ((0, 4), (1, 0))),
        (1, ((-1, 0), (0, -4))),
    ):
        pixels = np.zeros((16, 16, 4), np.uint8)
        pixels[(8, slice(None)) if axis else (slice(None), 8)] = 200
        texture = mipmapped(pixels, max_anisotropy=16.0, **MIPMAP)
        for offset, weight in weights.items():
            point = [8.5, 8.5]
            point[axis] += offset
            at = quad(point, dx, dy) / np.float32(16)
            assert math.isclose(first(machine, texture, *at), 200 * weight, abs_tol=1e-3)


@MACHINES
def test_the_level_is_that_of_the_minor_axis(machine):
    """8 texels by 1, and the maximum: the width of a probe is at least 8 / maximum."""
    texture = build_texture(*levels_of(16, (0, 40, 80, 120, 160)), **MIPMAP)
    given = quad((0.5, 0.5), (8 / 16, 0), (0, 1 / 16))
    expected = {1: 3.0, 2: 2.0, 4: 1.0, 5: math.log2(8 / 5), 8: 0.0, 16: 0.0, 1000: 0.0}
    for most, level in expected.items():
        set_parameters(texture, max_anisotropy=float(most))
        assert math.isclose(first(machine, texture, *given), 40 * level, abs_tol=1e-2), most
    # A pixel of 4 by 2 texels, turned by 45 degrees: x and y are 10^(1/2) texels each.
    a, b = np.array((4, 4)) / math.sqrt(2) / 16, np.array((2, -2)) / math.sqrt(2) / 16
    turned = quad((0.5, 0.5), (a + b) / math.sqrt(2), (a - b) / math.sqrt(2))
    assert math.isclose(first(machine, texture, *turned), 40, abs_tol=1e-2)
    # Biases and limits come after that.
    set_parameters(texture, max_anisotropy=4.0)
    for name, value, level in (("lod_bias", 1.5, 2.5), ("max_lod", 0.75, 0.75), ("min_lod", 3, 3)):
        set_parameters(texture, lod_bias=0.0, min_lod=-1000.0, max_lod=1000.0)
        set_parameters(texture, **{name: float(value)})
        assert math.isclose(first(machine, texture, *given), 40 * level, abs_tol=1e-2), name
    # NV_gpu_program4, 2.X.4.4: what an instruction gives as level of detail counts alone.
    set_parameters(texture, min_lod=-1000.0)
    assert math.isclose(first(machine, texture, *given, lod=2.0), 80, abs_tol=1e-3)


@MACHINES
def test_given_derivatives(machine):
    texture = build_texture(*levels_of(16, (0, 40, 80, 120, 160)), max_anisotropy=4.0, **MIPMAP)

    def formula(m, key, a, ds, dt):
        zero = m.f32(0.0)
        gradients = ([ds, zero, zero], [zero, dt, zero])
        return sampling.sample(m, key, a, [m.f32(0.5)] * 4, gradients=gradients)

    for ds, dt, level in ((8, 2, 1), (1, 4, 0), (16, 1, 2), (0, 0, 0), (0, 2, -1)):
        got = run(machine, texture, formula, [np.float32([ds / 16]), np.float32([dt / 16])])
        assert np.allclose(got * 255, 40 * max(level, 0), atol=1e-2), (ds, dt)


@MACHINES
def test_round_pixels_and_enlarged_ones_have_one_probe(machine):
    texture = mipmapped(random_pixels(1, 16, 16), **MIPMAP)
    s, t = np.concatenate(
        [
            quad((0.2, 0.7), (size / 16, size / 32), (-size / 32, size / 16))
            for size in (0.01, 0.5, 1, 3, 9)
        ]
        + [quad((0.3, 0.1), (0.9 / 16, 0), (0, 0.1 / 16)), quad((0.3, 0.1), (0, 0), (0, 0))],
        axis=1,
    )
    plain = sample(machine, texture, s, t)
    set_parameters(texture, max_anisotropy=16.0)
    assert np.allclose(sample(machine, texture, s, t), plain, atol=1e-6)


@MACHINES
def test_targets(machine):
    """Each is sampled as a 2D texture is, along its own coordinates."""
    s, t = points(16)
    wrap = {"wrap_s": "CLAMP_TO_EDGE", "wrap_t": "CLAMP_TO_EDGE", "max_anisotropy": 8.0}
    pixels = random_pixels(2, 8, 16)
    flat = mipmapped(pixels, **MIPMAP, **wrap)
    expected = sample(machine, flat, s, t)
    layers = mipmapped(np.stack([pixels, pixels + 9]), target="ARRAY2D", **MIPMAP, **wrap)
    assert np.array_equal(sample(machine, layers, s, t, 0.0), expected)
    # A volume and a row that are the same along the axes that the others lack.
    deep = mipmapped(np.stack([pixels] * 4), target="3D", **MIPMAP, **wrap)
    assert np.allclose(sample(machine, deep, s, t, 0.5), expected, atol=1e-6)
    row = mipmapped(pixels[:1], target="1D", **MIPMAP, **wrap)
    rows = mipmapped(pixels[:2], target="ARRAY1D", **MIPMAP, **wrap)
    assert np.array_equal(sample(machine, rows, s, 0.2), sample(machine, row, s))
    rectangle = Texture(TARGETS["RECT"])
    set_parameters(rectangle, min_filter="LINEAR", mag_filter="LINEAR", max_anisotropy=8.0)
    rectangle.set_image(0, build_image(pixels, "RECT"))
    set_parameters(flat, min_filter="LINEAR")
    scaled = sample(machine, rectangle, s * np.float32(16), t * np.float32(8))
    assert np.allclose(scaled, sample(machine, flat, s, t), atol=1e-6)


def faces(pixels, **parameters):
    texture = Texture(TARGETS["CUBE"])
    set_parameters(texture, **parameters)
    for face in range(6):
        texture.set_image(0, build_image(pixels[face], "CUBE"), face)
    texture.generate_mipmap()
    return texture


@MACHINES
def test_cube_maps(machine):
    """Within a face the footprint is that of the plane; over an edge probes find the other face."""
    pixels = random_pixels(3, 6, 16, 16)
    wrap = {"wrap_s": "CLAMP_TO_EDGE", "wrap_t": "CLAMP_TO_EDGE", "max_anisotropy": 4.0}
    cube = faces(pixels, **MIPMAP, **wrap)
    s, t = np.concatenate(
        [quad((0.4, 0.5), (3 / 16, 1 / 16), (0, 1 / 16)), quad((0.6, 0.4), (0, 0.25), (0.1, 0))],
        axis=1,
    )
    for face in range(6):
        flat = mipmapped(pixels[face], **MIPMAP, **wrap)
        got = sample(machine, cube, *directions(face, s, t))
        assert np.allclose(got, sample(machine, flat, s, t), atol=1e-5), face
    # A pixel of 4 texels around a point of +Z close to its left edge: half of it is in -X.
    halves = np.zeros((6, 16, 16, 4), np.uint8)
    halves[4] = 200
    cube = faces(halves, min_filter="LINEAR", mag_filter="LINEAR", **wrap)
    across = quad((0.25 / 16, 0.5), (4 / 16, 0), (0, 1 / 16))
    assert math.isclose(first(machine, cube, *directions(4, *across)), 100, abs_tol=1e-3)
    cube = faces(np.full((6, 8, 8, 4), 131), **MIPMAP, **wrap)
    anywhere = np.random.default_rng(4).uniform(-1, 1, (3, 256)).astype(np.float32)
    for seamless in (False, True):
        assert (sample(machine, cube, *anywhere, seamless=seamless) == np.float32(131 / 255)).all()


@MACHINES
def test_comparisons_are_averaged(machine):
    """Two of the four probes lie where the depth is less than the reference."""
    texture = depth_texture(
        depth_image("DEPTH_COMPONENT24", [[0.0] * 8 + [1.0] * 8]), min_filter="LINEAR",
        mag_filter="LINEAR", max_anisotropy=4.0, compare_mode="COMPARE_R_TO_TEXTURE",
        compare_func="GREATER",
    )  # fmt: skip
    for s, passed in ((8.0, 0.5), (9.0, 0.25), (6.0, 1.0), (12.0, 0.0)):
        at = quad((s / 16, 0.5), (4 / 16, 0), (0, 1.0))
        got = sample(machine, texture, *at, 0.5)[0, 0]
        assert math.isclose(got, passed, abs_tol=1e-6), s


@MACHINES
def test_any_coordinate_is_harmless(machine):
    odd = [math.nan, math.inf, -math.inf, 3e38, -3e38, 1e-40, 2.0**31, 0.3]
    s, t = (grid.ravel().astype(np.float32) for grid in np.meshgrid(odd, odd))
    texture = mipmapped(random_pixels(5, 4, 8), max_anisotropy=16.0, **MIPMAP)
    colors = sample(machine, texture, s, t, bias=s)
    assert (colors >= 0).all() and (colors <= 1).all()


def test_the_same_bits():
    rng = np.random.default_rng(6)
    corner = rng.uniform(-1, 2, (3, 256, 1))
    step = rng.uniform(-1, 1, (3, 256, 2)) * 2.0 ** rng.uniform(-7, 0, (1, 256, 2))
    lanes = np.array([[0, 0], [1, 0], [0, 1], [1, 1]]).T
    given = (corner + step @ lanes).reshape(3, -1).astype(np.float32)
    flat = mipmapped(random_pixels(7, 9, 16), max_anisotropy=7.5, **MIPMAP)
    alike_at_all_widths(flat, *given[:2])
    set_parameters(flat, mag_filter="NEAREST")
    alike_at_all_widths(flat, *given[:2], bias=given[2])
    cube = faces(random_pixels(8, 6, 8, 8), max_anisotropy=16.0, **MIPMAP)
    alike_at_all_widths(cube, *given, seamless=True)


def test_the_key():
    """The key has one bit of anisotropy, not its maximum; fetches of texels have none."""
    texture = mipmapped(random_pixels(9, 4, 4), **MIPMAP)
    plain = texture.sampled()[0]
    set_parameters(texture, max_anisotropy=2.0)
    two = texture.sampled()
    set_parameters(texture, max_anisotropy=1000.0)
    most = texture.sampled()
    assert (plain.anisotropic, two[0].anisotropic) == (False, True)
    assert two[0] == most[0]
    assert [each[1]["settings"].view(np.float32)[3] for each in (two, most)] == [2.0, 16.0]
    set_parameters(texture, min_filter="NEAREST_MIPMAP_NEAREST")
    assert not texture.sampled()[0].anisotropic
