"""Seamless cube maps beside a second sampler, which folds texels over the cube's edges in space."""

from __future__ import annotations

import math

import numpy as np
import pytest

from softgl.gl.textures.objects import Texture
from softgl.texture.targets import TARGETS
from tests.texture.harness import (
    ENGINES,
    alike_at_all_widths,
    build_image,
    random_pixels,
    sample,
    set_parameters,
)
from tests.texture.test_targets import FACES, directions

CUBE = TARGETS["CUBE"]
LINEAR = {"min_filter": "LINEAR", "mag_filter": "LINEAR"}


def cube(pixels, border=0, **parameters):
    """A cube map of pixels (6, n, n, 4), border included."""
    texture = Texture(CUBE)
    set_parameters(texture, **parameters)
    for face in range(6):
        texture.set_image(0, build_image(pixels[face], CUBE, border=border), face)
    return texture


def over_the_edge(face, i, j, size):
    """The face, column and row of a texel that is one step beyond one side of a face."""
    axis, across, up = np.array(FACES[face], float)
    a, b = ((2 * index + 1) / size - 1 for index in (i, j))
    # The step beyond the side is as long as the one down the neighbour.
    down = 1 - 1 / size
    place = axis * (down if max(abs(a), abs(b)) > 1 else 1)
    place = place + across * np.clip(a, -1, 1) + up * np.clip(b, -1, 1)
    major = int(np.argmax(np.abs(place)))
    faces = np.array(FACES, float)
    other = next(n for n in range(6) if faces[n, 0, major] == np.sign(place[major]))
    column, row = (math.floor((place @ way + 1) / 2 * size) for way in faces[other, 1:])
    return other, column, row


def expected(texels, face, s, t):
    """The colour of texels (6, n, n, 4) at a point of a face."""
    size = texels.shape[1]
    low = [math.floor(c * size - 0.5) for c in (s, t)]
    alpha, beta = (c * size - 0.5 - k for c, k in zip((s, t), low, strict=True))
    colors = {}
    for i, j in ((low[0] + di, low[1] + dj) for dj in (0, 1) for di in (0, 1)):
        inside = [0 <= index < size for index in (i, j)]
        if all(inside):
            colors[i, j] = texels[face, j, i]
        elif any(inside):
            other, column, row = over_the_edge(face, i, j, size)
            colors[i, j] = texels[other, row, column]
        else:
            colors[i, j] = None
    mean = sum(color for color in colors.values() if color is not None) / 3
    corners = [mean if color is None else color for color in colors.values()]
    rows = [corners[k] * (1 - alpha) + corners[k + 1] * alpha for k in (0, 2)]
    return rows[0] * (1 - beta) + rows[1] * beta


@pytest.mark.parametrize("machine", ENGINES)
@pytest.mark.parametrize(("size", "border"), [(1, 0), (2, 1), (5, 0)])
def test_every_edge_and_corner(machine, size, border):
    stored = size + 2 * border
    pixels = random_pixels(size, 6, stored, stored)
    # Wrap modes and borders do not count.
    texture = cube(pixels, border, wrap_s="REPEAT", wrap_t="CLAMP", **LINEAR)
    texels = pixels[:, border : stored - border, border : stored - border].astype(float)
    near = np.float32([0.01, 0.3 / size, 0.4, 1 - 0.2 / size, 0.99])
    s, t = (grid.ravel() for grid in np.meshgrid(near, near))
    s, t = (np.append(values, [0.5] * 3) for values in (s, t))  # whole quads
    for face in range(6):
        colors = sample(machine, texture, *directions(face, s, t), seamless=True) * 255
        for color, point in zip(colors, zip(s, t, strict=True), strict=True):
            assert np.allclose(color, expected(texels, face, *point), atol=1e-3), (face, point)


@pytest.mark.parametrize("machine", ENGINES)
def test_where_it_changes_nothing(machine):
    rng = np.random.default_rng(1)
    texture = cube(random_pixels(9, 6, 8, 8), wrap_s="CLAMP_TO_EDGE", wrap_t="CLAMP_TO_EDGE")
    anywhere = rng.uniform(-1, 1, (3, 512)).astype(np.float32)
    inside = directions(3, *rng.uniform(0.0626, 0.937, (2, 64)))
    for filters, points in (("LINEAR", inside), ("NEAREST", anywhere)):
        set_parameters(texture, min_filter=filters, mag_filter=filters)
        plain, seamless = (sample(machine, texture, *points, seamless=on) for on in (0, 1))
        assert np.array_equal(plain, seamless)
    set_parameters(texture, wrap_s="REPEAT", wrap_t="CLAMP_TO_BORDER", border_color=(1, 1, 1, 1))
    assert np.array_equal(sample(machine, texture, *points, seamless=True), plain)
    # A texture of one colour keeps it, in the corners and with NaN coordinates too.
    texture = cube(np.full((6, 4, 4, 4), 77), **LINEAR)
    odd = np.array(np.meshgrid(*[[np.nan, np.inf, 0.0, 1.0, -1.0, 3e38]] * 3), np.float32)
    for given in (anywhere, odd.reshape(3, -1)):
        assert (sample(machine, texture, *given, seamless=True) == np.float32(77 / 255)).all()


def test_machines_agree_bit_for_bit():
    texture = cube(random_pixels(2, 6, 8, 8), min_filter="LINEAR_MIPMAP_LINEAR")
    texture.generate_mipmap()
    points = np.random.default_rng(3).uniform(-1, 1, (3, 2048)).astype(np.float32)
    alike_at_all_widths(texture, *points, seamless=True)


def test_the_key():
    plain = cube(random_pixels(2, 6, 2, 2), mag_filter="NEAREST", min_filter="NEAREST").sampled()[0]
    assert plain.across_seams().seamless  # for gathers, which read what LINEAR would
    assert plain.across_seams().wraps == ("CLAMP_TO_EDGE",) * 2
    flat = Texture(TARGETS["2D"])
    flat.set_image(0, build_image(random_pixels(3, 4, 4)))
    set_parameters(flat, **LINEAR)
    assert flat.sampled()[0].across_seams() is flat.sampled()[0]
