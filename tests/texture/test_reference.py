"""Sampling against a second sampler, on every target, with random state."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from softgl.formats.internal_formats import INTERNAL_FORMATS
from softgl.gl.textures.objects import Texture
from softgl.texture.axes import WRAPS
from softgl.texture.image import Image
from softgl.texture.targets import TARGETS
from tests.texture import reference
from tests.texture.harness import sample, set_parameters

TEXTURES, QUADS = 12, 8
# Arrays of cube maps have five coordinates: see tests/drivers/shaders/test_lookups.py.
SECOND = [name for name in TARGETS if name != "CUBEARRAY"]
FILTERS = ("NEAREST", "LINEAR")
FUNCS = tuple(reference.COMPARISONS)


def random_texture(rng, target):
    """A texture with levels made by reduction, and sampler state of all kinds."""

    def pick(values):
        return values[rng.integers(len(values))]

    size = [int(length) for length in rng.choice([1, 3, 4, 7, 8, 11], target.axes)]
    if target.faces:
        size = size[:1] * 2
    size += [1] * (3 - len(size))
    border = int(target.bordered and rng.random() < 0.3)
    stored = [n + 2 * border * (axis in target.filtered) for axis, n in enumerate(size)]
    depths = target.depths and rng.random() < 0.4
    name = pick(["DEPTH_COMPONENT24", "DEPTH_COMPONENT32F"]) if depths else "RGBA8"
    format_ = INTERNAL_FORMATS[name]
    texture = Texture(target)
    for face in range(len(target.images)):
        if depths:
            texels = format_.from_depths(rng.integers(0, 65, stored[::-1]) / 64)
        else:
            pixels = rng.integers(0, 256, (*stored[::-1], 4)).astype(np.uint8)
            texels = format_.from_pixels(pixels)
        texture.set_image(0, Image(target, format_, texels, border), face)
    filters = FILTERS
    if target.mipmapped:
        texture.generate_mipmap()
        filters = *FILTERS, *(f"{a}_MIPMAP_{b}" for a in FILTERS for b in FILTERS)
        set_parameters(
            texture, base_level=int(rng.integers(2)), max_level=int(pick([1, 2, 1000])),
            min_lod=float(pick([-1000, 0.5])), max_lod=float(pick([1000, 1.5])),
        )  # fmt: skip
        if texture.sampled() is None:  # that base level does not exist
            set_parameters(texture, base_level=0)
    wraps = target.wraps or tuple(WRAPS)
    set_parameters(
        texture, min_filter=pick(filters), mag_filter=pick(FILTERS), wrap_s=pick(wraps),
        wrap_t=pick(wraps), wrap_r=pick(wraps), border_color=(0.9, 0.1, 0.5, 0.25),
        lod_bias=float(pick([0, -1, 0.7])),
    )  # fmt: skip
    if depths and rng.random() < 0.8:
        set_parameters(texture, compare_mode="COMPARE_R_TO_TEXTURE", compare_func=pick(FUNCS))
    return texture


def random_quads(rng, texture):
    """s, t, r and q (QUADS, 4 lanes, 4) float32; steps from far below a texel to several."""
    target = texture.target
    corner = rng.uniform(-2, 3, (QUADS, 1, 4))
    step = rng.uniform(-1, 1, (QUADS, 2, 4)) * 2.0 ** rng.uniform(-6, 1, (QUADS, 1, 1))
    lanes = corner + np.array([[0, 0], [1, 0], [0, 1], [1, 1]]) @ step
    if target.faces:
        # On the plane of a face, within it: the derivatives of the quotients are the differences.
        lanes = lanes % 0.9 * 0.5 + 0.25 + (lanes - corner) % 0.2
        faces = list(reference.FACES.items())
        for quad in lanes:
            (major, sign), axes = faces[rng.integers(6)]
            place = quad[:, :2].copy()
            quad[:, major] = sign
            for (axis, direction), f in zip(axes, place.T, strict=True):
                quad[:, axis] = direction * (2 * f - 1)
            quad[:, :3] *= rng.choice([0.25, 1, 8])
    elif not target.normalized:
        lanes *= 8
    if target.layers is not None:
        lanes[..., target.layers] = rng.uniform(-1, 12, (QUADS, 4))
    if texture.sampler.compare_mode != "NONE":
        lanes[..., target.reference] = rng.integers(-5, 70, (QUADS, 4)) / 64 + 1 / 300
    return lanes.astype(np.float32)


@pytest.mark.parametrize("name", SECOND)
def test_random_state(name):
    target = TARGETS[name]
    for number in range(TEXTURES):
        rng = np.random.default_rng([number, target.axes, target.faces != (), target.normalized])
        texture, points = random_texture(rng, target), None
        points = random_quads(rng, texture)
        bias = rng.uniform(-1, 1, (QUADS, 4)).astype(np.float32)
        offset = tuple(int(o) for o in rng.integers(-8, 8, 3)) if rng.random() < 0.3 else (0, 0, 0)
        if target.faces:
            offset = (0, 0, 0)
        colors = sample(
            "eager", texture, *points.reshape(-1, 4).T, bias=bias.reshape(-1), offset=offset
        ).reshape(QUADS, 4, 4)
        for quad, lane in itertools.product(range(QUADS), range(4)):
            corners = [[float(v) for v in points[quad, i]] for i in range(4)]
            detail = reference.base_detail(texture, corners, lane)
            expected = reference.sample(
                texture, corners[lane], detail, float(bias[quad, lane]), offset
            )
            if texture.image(0).format.has_depth:
                expected[3] = 1.0  # DEPTH_TEXTURE_MODE is LUMINANCE
            assert np.allclose(colors[quad, lane], expected, atol=3e-5), (
                number, quad, lane, texture.sampler, corners[lane]
            )  # fmt: skip


@pytest.mark.parametrize("name", SECOND)
def test_any_coordinate_gives_a_colour(name):
    """Every bit random, NaN and infinities among them: only texels and the border are mixed."""
    target = TARGETS[name]
    for number in range(TEXTURES):
        rng = np.random.default_rng(number)
        texture = random_texture(rng, target)
        bits = rng.integers(0, 2**32, (4, 64), dtype=np.uint64).astype(np.uint32)
        points = bits.view(np.float32).copy()
        special = rng.random(points.shape) < 0.3
        odd = [np.nan, np.inf, -np.inf, 0.0, -0.0, 3e38, -3e38, 1e-45]
        points[special] = rng.choice(odd, np.count_nonzero(special))
        for arguments in ({}, {"bias": points[3]}, {"lod": points[3]}):
            colors = sample("eager", texture, *points, **arguments)
            assert (colors >= 0).all() and (colors <= 1).all(), (number, texture.sampler)
