"""Four texels, levels of detail and the number of levels, by hand and alike on all machines."""

from __future__ import annotations

import numpy as np
import pytest

from softgl.lanes import F32, I32, Signature, eager_engine
from softgl.texture import queries
from softgl.texture.keys import ARRAYS
from tests.texture.harness import WIDE, build_texture, mipmapped, random_pixels
from tests.texture.test_depths import build, texture
from tests.texture.test_seams import cube, over_the_edge
from tests.texture.test_targets import directions

LANES = 16
LINEAR = {"min_filter": "LINEAR", "mag_filter": "LINEAR"}
NEAREST = {"min_filter": "NEAREST", "mag_filter": "NEAREST"}
BORDER = (51 / 255, 102 / 255, 153 / 255, 1.0)


def ask(formula, sampled, operands, results, seamless=False):
    """(rows, results) of formula(m, key, arrays, *operands), the same bits on every machine.

    operands : arrays of one length, or numbers. They are repeated up to whole vectors.
    """
    key, arrays = sampled.sampled() if sampled else (None, {})
    if seamless:
        key = key.across_seams()
    rows = np.broadcast_arrays(*(np.asarray(o) for o in operands))
    count = rows[0].size
    total = -(-count // LANES) * LANES
    types = [F32 if np.asarray(o).dtype.kind == "f" else I32 for o in operands]
    given = {
        f"in{n}": np.resize(row.astype(type_.dtype), total)
        for n, (row, type_) in enumerate(zip(rows, types, strict=True))
    }
    names = [f"out{n}" for n in range(results)]

    def body(m, a, index):
        lanes = [m.load(getattr(a, name), index) for name in given]
        for name, value in zip(names, formula(m, key, a, *lanes), strict=True):
            m.store(getattr(a, name), index, m.to_f32(value))

    arguments = [*(ARRAYS if sampled else ()), *zip(given, types, strict=True)]
    arguments += [(name, F32) for name in names]
    signature = Signature((), tuple(arguments), frozenset(names))
    found = []
    for engine in (eager_engine(), *WIDE):
        out = {name: np.zeros(total, np.float32) for name in names}
        engine.build(signature, body, True).run({}, {**arrays, **given, **out}, total)
        found.append(np.stack([out[name] for name in names], 1)[:count])
        assert np.array_equal(found[0].view(np.uint32), found[-1].view(np.uint32)), engine
    return found[0]


def gathered(sampled, s, t, r=0.0, q=0.0, component=0, offset=(0, 0, 0), seamless=False):
    def formula(m, key, a, s, t, r, q, component):
        return queries.gather(m, key, a, [s, t, r, q], component, offset=offset)

    points = [np.asarray(c, np.float32) for c in (s, t, r, q)]
    return ask(formula, sampled, [*points, np.asarray(component, np.int32)], 4, seamless)


# The texel of 4 that stands at place i of a row, or None.
PLACES = {
    "REPEAT": lambda i: i % 4,
    "CLAMP_TO_EDGE": lambda i: min(max(i, 0), 3),
    "CLAMP_TO_BORDER": lambda i: i if 0 <= i < 4 else None,
    "MIRRORED_REPEAT": lambda i: min(i % 8, 7 - i % 8),
    "MIRROR_CLAMP_TO_EDGE_EXT": lambda i: min(i if i >= 0 else -1 - i, 3),
}


@pytest.mark.parametrize("wrap", PLACES)
def test_four_texels(wrap):
    """TGSI, TG4: "(-, +), (+, +), (+, -), (-, -), [...] half a texel", whatever the filters are."""
    pixels = random_pixels(1, 4, 4)
    image = mipmapped(pixels, wrap_s=wrap, wrap_t=wrap, border_color=BORDER)
    image.sampler.min_filter = "NEAREST_MIPMAP_NEAREST"
    grid = np.meshgrid([-7.2, 0.0, 0.13, 0.6, 0.99, 1.4], [-0.3, 0.4, 3.9])
    s, t = (axis.ravel() for axis in grid)
    component = np.arange(s.size) % 4
    found = gathered(image, s, t, component=component) * 255
    for x, y, c, colors in zip(s, t, component, found, strict=True):
        i, j = (int(np.floor(p * 4 - 0.5)) for p in (x, y))
        for (di, dj), value in zip(((0, 1), (1, 1), (1, 0), (0, 0)), colors, strict=True):
            column, row = (PLACES[wrap](p) for p in (i + di, j + dj))
            outside = column is None or row is None
            expected = BORDER[c] * 255 if outside else pixels[row, column, c]
            assert abs(value - expected) < 1e-4, (x, y, c)


def test_texels_of_layers_and_with_an_offset():
    pixels = random_pixels(2, 3, 4, 4)
    layers = build_texture(pixels, target="ARRAY2D", **NEAREST)
    found = gathered(layers, 0.5, 0.5, [0.0, 1.2, 7.0]) * 255
    expected = [[layer[2, 1], layer[2, 2], layer[1, 2], layer[1, 1]] for layer in pixels]
    np.testing.assert_allclose(found, np.array(expected)[..., 0], atol=1e-4)
    plain = build_texture(pixels[0], **NEAREST)
    moved = gathered(plain, [0.5], 0.5, component=9, offset=(1, -1, 0)) * 255
    texels = [pixels[0][1, 2], pixels[0][1, 3], pixels[0][0, 3], pixels[0][0, 2]]
    np.testing.assert_allclose(moved[0], np.array(texels)[:, 3], atol=1e-4)


def test_texels_across_the_edges_of_a_cube_map():
    size = 4
    pixels = random_pixels(3, 6, size, size)
    image = cube(pixels, **LINEAR)
    # Points whose left, or lower, texels lie beyond the face; none in a corner.
    s, t = np.array([0.05, 0.5]), np.array([0.5, 0.05])
    for face in range(6):
        found = gathered(image, *directions(face, s, t), seamless=True) * 255
        for (i, j), colors in zip(((-1, 1), (1, -1)), found, strict=True):
            for (di, dj), value in zip(((0, 1), (1, 1), (1, 0), (0, 0)), colors, strict=True):
                column, row, there = i + di, j + dj, face
                if min(column, row) < 0:
                    there, column, row = over_the_edge(face, column, row, size)
                assert abs(value - pixels[there, row, column, 0]) < 1e-4, (face, i, j)


def test_depths_are_compared_before():
    """A texel passes or fails; the depths themselves are not seen."""
    depths = [[0.25, 0.5], [0.75, 1.0]]
    image = texture(
        build("DEPTH_COMPONENT32F", depths), compare_mode="COMPARE_R_TO_TEXTURE",
        compare_func="LEQUAL", wrap_s="CLAMP_TO_EDGE", wrap_t="CLAMP_TO_EDGE",
    )  # fmt: skip
    found = gathered(image, [0.5] * 3, 0.5, [0.6, 0.25, 2.0])
    assert found.tolist() == [[1, 1, 0, 0], [1, 1, 1, 1], [0, 0, 0, 0]]


def test_an_incomplete_texture():
    assert gathered(None, [0.5], 0.5, component=3).tolist() == [[1.0] * 4]
    assert gathered(None, [0.5], 0.5).tolist() == [[0.0] * 4]

    def formula(m, key, a, s):
        held = queries.holds(m, key, a, [m.i32(0)] * 4)
        number = m.select(held, m.i32(1), 0)
        return [queries.levels(m, key, a), number, *queries.detail(m, key, a, [s] * 4)]

    assert ask(formula, None, [np.float32([0.5])], 4).tolist() == [[0.0] * 4]


def test_which_texels_there_are():
    """SAMPLE_I: a texel "out of range [0...(# texels - 1)]", or of no level, does not exist."""
    image = mipmapped(random_pixels(4, 3, 4, 8), target="ARRAY2D", **NEAREST)
    image.sampler.min_filter = "NEAREST_MIPMAP_NEAREST"
    rows = [
        *((0, 0, 0, 0, 1), (7, 3, 2, 0, 1), (8, 0, 0, 0, 0), (0, 4, 0, 0, 0), (0, 0, 3, 0, 0)),
        *((-1, 0, 0, 0, 0), (0, -1, 0, 0, 0), (0, 0, -1, 0, 0), (0, 0, 0, -1, 0)),
        *((3, 1, 2, 1, 1), (4, 1, 2, 1, 0), (0, 0, 0, 3, 1), (1, 0, 0, 3, 0), (0, 0, 0, 4, 0)),
        *((-(2**31), 0, 0, 0, 0), (2**31 - 1, 0, 0, 0, 0)),
    ]

    def formula(m, key, a, *position, offset=(0, 0, 0)):
        held = queries.holds(m, key, a, list(position), offset=offset)
        return [m.select(held, m.i32(1), 0), queries.levels(m, key, a)]

    *position, expected = np.int32(rows).T
    assert ask(formula, image, position, 2).tolist() == [[held, 4] for held in expected]

    def moved(m, key, a, *position):
        return formula(m, key, a, *position, offset=(1, -1, 0))

    position = np.int32([(-1, 1, 0, 0), (7, 1, 0, 0), (0, 0, 0, 0), (6, 4, 0, 0)]).T
    assert ask(moved, image, position, 2)[:, 0].tolist() == [1, 0, 0, 1]


def test_the_level_of_detail():
    """x: the accessed level, within the levels and limits; y: lambda', with the bias alone."""
    step = np.float32([0.0, 1.0, 0.0, 1.0])

    def formula(m, key, a, s):
        return queries.detail(m, key, a, [s, m.f32(0.5), m.f32(0.0), m.f32(1.0)])

    def detail(texels, **parameters):
        image = mipmapped(random_pixels(5, 16, 16), wrap_s="REPEAT", **parameters)
        (found,) = {tuple(row) for row in ask(formula, image, [step * (texels / 16)], 2).tolist()}
        return found

    linear = {"min_filter": "LINEAR_MIPMAP_LINEAR"}
    assert detail(4.0, **linear) == (2.0, 2.0)
    assert detail(0.5, **linear) == (0.0, -1.0)
    assert detail(64.0, **linear) == (4.0, 6.0)
    assert detail(0.0, **linear) == (0.0, -np.inf)
    x, y = detail(2.0**1.25, **linear)
    assert x == y and abs(x - 1.25) < 1e-5
    assert detail(4.0, lod_bias=0.5, max_lod=1.5, **linear) == (1.5, 2.5)
    assert detail(1.0, min_lod=2.0, **linear) == (2.0, 0.0)
    nearest = {"min_filter": "LINEAR_MIPMAP_NEAREST"}
    assert detail(4.0, **nearest) == (2.0, 2.0)
    assert detail(4.0, lod_bias=0.5, **nearest) == (2.0, 2.5)
    assert detail(4.0, lod_bias=0.75, **nearest) == (3.0, 2.75)
    assert detail(4.0, **LINEAR) == (0.0, 2.0)
    # Stretched 8 to 1, with up to 4 probes: each is 1/4 as wide as the ellipse is long.
    assert detail(8.0, max_anisotropy=4.0, **linear) == (1.0, 1.0)
