"""Targets with layers, faces and coordinates that count texels; textures of integers.

They are sampled beside textures of one and two dimensions that have the same texels.
"""

from __future__ import annotations

import numpy as np
import pytest

from softgl.formats.internal_formats import INTERNAL_FORMATS
from softgl.gl.textures.objects import Texture
from softgl.texture import sampling
from softgl.texture.image import Image
from softgl.texture.targets import TARGETS
from tests.texture.harness import (
    ENGINES,
    build_image,
    mipmapped,
    random_pixels,
    sample,
    set_parameters,
    values,
)
from tests.texture.test_fetch import run

CUBE, RECT = TARGETS["CUBE"], TARGETS["RECT"]
MACHINES = pytest.mark.parametrize("machine", ENGINES)
MIPMAP = {"min_filter": "LINEAR_MIPMAP_LINEAR", "mag_filter": "LINEAR"}


def points(count, low=-1.5, high=2.5):
    """Random s and t of `count` quads, close enough within each for several levels of detail."""
    rng = np.random.default_rng(4)
    corner = rng.uniform(low, high, (2, count, 1))
    step = rng.uniform(0.0, 0.4, (2, count, 2))
    lanes = np.array([[0, 0], [1, 0], [0, 1], [1, 1]], np.float64)
    spread = step[..., None, 0] * lanes[:, 0] + step[..., None, 1] * lanes[:, 1]
    return (corner + spread).astype(np.float32).reshape(2, -1)


@MACHINES
@pytest.mark.parametrize("border", [0, 1])
def test_layers(machine, border):
    """A layer is a texture of its own: it is not filtered with others, nor are there fewer."""
    s, t = points(24)
    wrap = {"wrap_s": "CLAMP", "wrap_t": "MIRRORED_REPEAT", "border_color": (1.0, 0.5, 0.0, 1.0)}
    pixels = random_pixels(1, 3, 4 + 2 * border, 8 + 2 * border)
    solid = mipmapped(pixels, target="ARRAY2D", border=border, **MIPMAP, **wrap)
    rows = mipmapped(pixels[:, 0], target="ARRAY1D", border=border, **MIPMAP, **wrap)
    assert [image.size for image in solid.images.values()] == [
        (8, 4, 3), (4, 2, 3), (2, 1, 3), (1, 1, 3),
    ]  # fmt: skip
    assert rows.image(3).size == (1, 3, 1)
    for layer, wanted in ((0, 0.0), (1, 1.4), (2, 1.5), (2, 9.0), (0, -np.inf), (2, np.inf)):
        flat = mipmapped(pixels[layer], border=border, **MIPMAP, **wrap)
        assert np.array_equal(sample(machine, solid, s, t, wanted), sample(machine, flat, s, t))
        line = mipmapped(pixels[layer, 0], target="1D", border=border, **MIPMAP, **wrap)
        assert np.array_equal(sample(machine, rows, s, wanted), sample(machine, line, s))


@MACHINES
def test_texels_and_sizes_of_layers(machine):
    pixels = random_pixels(2, 3, 4, 8)
    solid = mipmapped(pixels, target="ARRAY2D", **MIPMAP)
    rows = mipmapped(pixels[0], target="ARRAY1D", **MIPMAP)

    def fetched(texture, *position):
        def formula(m, key, a, *lanes):
            return sampling.fetch(m, key, a, list(lanes), offset=(1, 0, 0))

        color = run(machine, texture, formula, [[number] for number in position])
        return np.rint(color * 255).astype(int).tolist()

    assert fetched(solid, 4, 2, 1, 0) == pixels[1, 2, 5].tolist()
    assert fetched(solid, -9, 2, 7, 0) == pixels[2, 2, 0].tolist()
    assert fetched(solid, 1, 1, 2, 1) == values(solid.image(1))[2, 1, 2].tolist()
    assert fetched(rows, 2, 3, 99, 0) == pixels[0, 3, 3].tolist()
    assert fetched(rows, 0, -1, 0, 2) == values(rows.image(2))[0, 0, 1].tolist()

    def size(m, key, a, level):
        return sampling.size_of_level(m, key, a, level)

    assert run(machine, solid, size, [[1]]).tolist() == [4, 2, 3, 0]
    assert run(machine, rows, size, [[2]]).tolist() == [2, 4, 0, 0]


# OpenGL 2.1, table 3.19, solved for the direction: of each face its axis, and what goes from -1
# to 1 across and up the image, as multiples of x, y and z.
FACES = (
    ((1, 0, 0), (0, 0, -1), (0, -1, 0)),
    ((-1, 0, 0), (0, 0, 1), (0, -1, 0)),
    ((0, 1, 0), (1, 0, 0), (0, 0, 1)),
    ((0, -1, 0), (1, 0, 0), (0, 0, -1)),
    ((0, 0, 1), (1, 0, 0), (0, -1, 0)),
    ((0, 0, -1), (-1, 0, 0), (0, -1, 0)),
)


def directions(face, s, t, length=1.0):
    """The directions (3, n) that meet a face at s and t of [0, 1]."""
    axis, across, up = np.array(FACES[face], np.float32)[:, :, None]
    return ((axis + across * (2 * s - 1) + up * (2 * t - 1)) * length).astype(np.float32)


def on_a_face(count):
    """s and t of quads within a face, multiples of 1/64, so that directions are exact."""
    s, t = points(count, 0.1, 0.5)
    return (np.rint(np.clip(v, 0.02, 0.98) * 64) / 64 for v in (s, t))


@MACHINES
def test_faces(machine):
    """The images of a level are keyed by their faces, and all are needed."""
    s, t = on_a_face(24)
    pixels = random_pixels(3, 6, 8, 8)
    texture = Texture(CUBE)
    edges = {"wrap_s": "CLAMP_TO_EDGE", "wrap_t": "CLAMP_TO_EDGE"}
    set_parameters(texture, **MIPMAP, **edges)
    for face in range(6):
        assert texture.sampled() is None
        texture.set_image(0, build_image(pixels[face], CUBE), face)
    assert texture.sampled() is None
    texture.generate_mipmap()

    def check(face, length=1.0):
        flat = mipmapped(pixels[face], **MIPMAP, **edges)
        cube = sample(machine, texture, *directions(face, s, t, length))
        assert np.allclose(cube, sample(machine, flat, s, t), atol=2e-6), face

    for face in range(6):
        check(face, 4.0 if face % 2 else 0.5)
    # A part of one face, and its mipmaps.
    set_parameters(texture, generate_mipmap=True)
    part = random_pixels(4, 1, 2, 3)
    texture.update_image(0, (1, 2, 0), texture.image(0).format.from_pixels(part), 3)
    pixels[3, 2:4, 1:4] = part
    check(2)
    check(3)
    texture.set_image(1, build_image(pixels[0], CUBE), 4)
    assert texture.sampled() is None


@MACHINES
def test_the_face_of_a_direction(machine):
    """The axis of the largest magnitude; of equal ones z before y before x; none of them is NaN."""
    texture = Texture(CUBE)
    set_parameters(texture, min_filter="NEAREST", mag_filter="NEAREST")
    for face in range(6):
        texture.set_image(0, build_image(np.full((1, 1, 4), face), CUBE), face)
    inf, nan, least = np.inf, np.nan, 1e-45
    cases = [
        ((2, 1, -1), 0), ((-2, 1, 1.9), 1), ((0, least, 0), 2), ((1e38, -3e38, 0), 3),
        ((0, 0, 5), 4), ((1, -1, -1), 5), ((1, 1, 0), 2), ((-1, 0, 1), 4), ((1, -1, 0.5), 3),
        ((inf, 1, 1), 0), ((0, -inf, 2), 3),
    ]  # fmt: skip
    given = np.array([d for d, _ in cases] + [(0, 0, 0)] * (-len(cases) % 4), np.float32)
    found = np.rint(sample(machine, texture, *given.T)[:, 0] * 255)
    assert found[: len(cases)].tolist() == [face for _, face in cases]
    odd = np.array([(0, 0, 0), (nan, 0, 0), (0, nan, nan), (-0.0, -0.0, -0.0)], np.float32)
    assert set(np.rint(sample(machine, texture, *odd.T)[:, 0] * 255)) <= set(range(6))


@MACHINES
@pytest.mark.parametrize(
    ("wrap", "filters"),
    [
        ("CLAMP", {"mag_filter": "NEAREST"}),
        ("CLAMP_TO_EDGE", {"mag_filter": "NEAREST", "min_filter": "NEAREST"}),
        ("CLAMP_TO_BORDER", {}),
    ],
)
def test_coordinates_that_count_texels(machine, wrap, filters):
    pixels = random_pixels(5, 4, 8)
    s, t = points(32)
    given = {"wrap_s": wrap, "wrap_t": wrap, "border_color": (1.0, 0.0, 0.5, 1.0), **filters}
    flat = mipmapped(pixels, **{"min_filter": "LINEAR", **given})
    texture = Texture(RECT)
    assert (texture.sampler.min_filter, texture.sampler.wrap_s) == ("LINEAR", RECT.wraps[0])
    set_parameters(texture, **given)
    texture.set_image(0, build_image(pixels, RECT))
    assert texture.sampled()[1]["texels"].size == 32 + 8 + 1  # texels are read by twos, and rows
    got = sample(machine, texture, s * np.float32(8), t * np.float32(4))
    assert np.array_equal(got, sample(machine, flat, s, t))


INTEGERS = {"RGBA32I": np.int32, "RGBA32UI": np.uint32}


@MACHINES
@pytest.mark.parametrize("name", INTEGERS)
def test_integers(machine, name):
    """Samples have the type of the format's components, every bit of them."""
    dtype, format_ = INTEGERS[name], INTERNAL_FORMATS[name]
    bits = np.random.default_rng(6).integers(0, 2**32, (1, 4, 8, 4), dtype=np.uint64)
    bits[0, 0, 0] = 0x7F800001, 0xFFFFFFFF, 0x80000000, 1  # of floats, NaNs and a denormal
    texels = bits.astype(np.uint32)
    texture = Texture(TARGETS["2D"])
    point = {"min_filter": "NEAREST", "mag_filter": "NEAREST"}
    set_parameters(texture, wrap_s="CLAMP_TO_BORDER", border_color=(7, 3.0e9, -5, 2.0**33), **point)
    texture.set_image(0, Image(TARGETS["2D"], format_, texels))
    assert texture.sampled()[0].result is format_.storage.result
    s, t = (grid.ravel().astype(np.float32) for grid in np.meshgrid(range(-1, 9), range(4)))
    colors = sample(machine, texture, (s + 0.5) / 8, (t + 0.5) / 4).reshape(4, 10, 4)
    assert colors.dtype == dtype
    assert np.array_equal(colors[:, 1:9], texels[0].view(dtype))
    ends = np.iinfo(dtype)
    outside = np.array([7, 3_000_000_000, -5, 2**33]).clip(ends.min, ends.max)
    assert (colors[:, [0, 9]] == outside).all()
    # "float or int depending on texture component type": EXT_texture_swizzle.
    set_parameters(texture, swizzle=("ONE", "RED", "ZERO", "ONE"))
    ones = sample(machine, texture, np.full(4, 0.1), 0.1)
    assert ones[0].tolist() == [1, texels[0].view(dtype)[0, 0, 0], 0, 1]
    # EXT_texture_integer, 3.8.10: they are not filtered.
    set_parameters(texture, min_filter="NEAREST_MIPMAP_NEAREST", max_level=0)
    assert texture.sampled() is not None
    for filters in ({"min_filter": "NEAREST_MIPMAP_LINEAR"}, {"mag_filter": "LINEAR"}):
        set_parameters(texture, **{**point, **filters})
        assert texture.sampled() is None
