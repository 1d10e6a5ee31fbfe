"""Single texels, sizes, texel offsets and given derivatives, for the NV4 instructions."""

from __future__ import annotations

import numpy as np
import pytest

from softgl.lanes import F32, I32, Signature, padded
from softgl.texture import sampling
from softgl.texture.keys import ARRAYS
from tests.texture.harness import (
    ENGINES,
    alike_at_all_widths,
    build_texture,
    mipmapped,
    random_pixels,
    sample,
    values,
)

MACHINES = pytest.mark.parametrize("machine", ENGINES)
POINT = {"min_filter": "NEAREST_MIPMAP_NEAREST", "mag_filter": "NEAREST"}


def run(machine, texture, formula, operands, results=4):
    """`results` values of formula(m, key, arrays, *operands) for operands of one length."""
    key, arrays = texture.sampled()
    types = [F32 if np.asarray(o).dtype.kind == "f" else I32 for o in operands]
    rows = [
        np.resize(np.asarray(o, t.dtype), padded(1)) for o, t in zip(operands, types, strict=True)
    ]
    out = [np.zeros(padded(1), np.float32) for _ in range(results)]

    def body(m, a, index):
        lanes = [m.load(getattr(a, f"in{i}"), index) for i in range(len(rows))]
        for i, value in enumerate(formula(m, key, a, *lanes)[:results]):
            m.store(getattr(a, f"out{i}"), index, m.to_f32(value))

    names = [f"out{i}" for i in range(results)]
    signature = Signature(
        (),
        ARRAYS
        + tuple((f"in{i}", t) for i, t in enumerate(types))
        + tuple((name, F32) for name in names),
        frozenset(names),
    )
    given = {f"in{i}": row for i, row in enumerate(rows)} | dict(zip(names, out, strict=True))
    ENGINES[machine]().build(signature, body, True).run({}, {**arrays, **given}, padded(1))
    return np.array(out)[:, 0]


def fetched(machine, texture, i, j, k, level, offset=(0, 0, 0)):
    """The four bytes of a texel."""

    def formula(m, key, a, *position):
        return sampling.fetch(m, key, a, list(position), offset=offset)

    return np.rint(run(machine, texture, formula, [[i], [j], [k], [level]]) * 255).astype(int)


@MACHINES
def test_texel_of_a_level(machine):
    texture = mipmapped(random_pixels(1, 5, 9), **POINT)
    for (level, _), image in texture.images.items():
        height, width = image.texels.shape[1:3]
        for i, j in {(0, 0), (width - 1, 0), (width // 2, height - 1)}:
            expected = values(image)[0, j, i]
            assert (fetched(machine, texture, i, j, 0, level) == expected).all()


@MACHINES
def test_texel_of_a_volume_and_offset(machine):
    pixels = random_pixels(2, 3, 4, 5)
    texture = build_texture(pixels, target="3D", min_filter="NEAREST")
    assert (fetched(machine, texture, 4, 2, 1, 0) == pixels[1, 2, 4]).all()
    assert (fetched(machine, texture, 4, 2, 1, 0, (-3, 1, 1)) == pixels[2, 3, 1]).all()


@MACHINES
def test_texels_are_swizzled(machine):
    texture = build_texture([[[1, 2, 3, 4]]], min_filter="NEAREST")
    texture.parameters.swizzle = "ALPHA", "BLUE", "ONE", "RED"
    assert fetched(machine, texture, 0, 0, 0, 0).tolist() == [4, 3, 255, 1]


@MACHINES
@pytest.mark.parametrize(
    "position, expected",
    [
        ((-1, 0, 0, 0), (0, 0)), ((9, 4, 0, 0), (8, 4)), ((2**31 - 1, -(2**31), 0, 0), (8, 0)),
        ((3, 2, 0, -7), (3, 2)),
    ],
)  # fmt: skip
def test_what_does_not_exist_is_the_nearest(machine, position, expected):
    pixels = random_pixels(3, 5, 9)
    texture = build_texture(pixels, min_filter="NEAREST")
    x, y = expected
    assert (fetched(machine, texture, *position) == pixels[y, x]).all()
    # The texture has no other level than the base level.
    assert (fetched(machine, texture, x, y, 0, 99) == pixels[y, x]).all()


@MACHINES
def test_sizes(machine):
    texture = mipmapped(random_pixels(4, 5, 9), **POINT)

    def formula(m, key, a, level):
        return sampling.size_of_level(m, key, a, level)

    for level, expected in (
        (0, [9, 5, 0, 0]),
        (1, [4, 2, 0, 0]),
        (3, [1, 1, 0, 0]),
        (50, [1, 1, 0, 0]),
    ):
        assert run(machine, texture, formula, [[level]]).tolist() == expected
    volume = build_texture(random_pixels(5, 2, 3, 4), target="3D", min_filter="NEAREST")
    assert run(machine, volume, formula, [[0]]).tolist() == [4, 3, 2, 0]


@MACHINES
@pytest.mark.parametrize("filter_", ["NEAREST", "LINEAR"])
@pytest.mark.parametrize("wrap", ["REPEAT", "CLAMP_TO_EDGE", "MIRRORED_REPEAT", "CLAMP_TO_BORDER"])
def test_offset_moves_by_whole_texels(machine, wrap, filter_):
    """An offset is the same as a coordinate that many texels farther, before wrapping."""
    texture = build_texture(
        random_pixels(6, 8, 16), min_filter=filter_, mag_filter=filter_, wrap_s=wrap, wrap_t=wrap
    )
    for s, t, offset in ((0.3, 0.55, (2, -3, 0)), (0.9, 0.1, (7, -8, 0)), (0.02, 0.98, (-8, 7, 0))):

        def formula(m, key, a, s, t, offset=offset):
            return sampling.sample(m, key, a, [s, t, s, s], offset=offset)

        got = run(machine, texture, formula, [np.float32([s]), np.float32([t])])
        moved = sample(machine, texture, [s + offset[0] / 16] * 4, t + offset[1] / 8)[0]
        assert np.abs(got - moved).max() < 1e-5


# Of texels 0 to n - 1 the one at a place beyond them; None: the border colour.
BEYOND = {
    "REPEAT": lambda i, n: i % n,
    "MIRRORED_REPEAT": lambda i, n: min(i % (2 * n), 2 * n - 1 - i % (2 * n)),
    "CLAMP_TO_EDGE": lambda i, n: min(max(i, 0), n - 1),
    "CLAMP_TO_BORDER": lambda i, n: i if 0 <= i < n else None,
    # "abs" turns the texel to the left of 0, whose centre is at -1/2, into texel 0.
    "MIRROR_CLAMP_TO_EDGE_EXT": lambda i, n: min(i if i >= 0 else -1 - i, n - 1),
}


@pytest.mark.parametrize("wrap", BEYOND)
@pytest.mark.parametrize("filter_", ["NEAREST", "LINEAR"])
def test_offsets_are_whole_texels(wrap, filter_):
    """At centres of texels, of images of any size, and much farther than the image is large."""
    for size in (1, 3, 7, 100):
        pixels = (np.arange(size) * 2 + 1).reshape(1, size, 1).repeat(4, axis=2)
        texture = build_texture(
            pixels, min_filter=filter_, mag_filter=filter_, wrap_s=wrap, wrap_t="CLAMP_TO_EDGE"
        )
        for offset in (-8, -3, 1, 7):
            s = (np.arange(-2 * size, 3 * size + (-5 * size) % 4) + 0.5) / size
            got = sample("eager", texture, s, 0.5, offset=(offset, 0, 0))[:, 0] * 255
            places = np.floor(s * size).astype(int) + offset
            found = [BEYOND[wrap](int(i), size) for i in places]
            expected = [0 if i is None else 2 * i + 1 for i in found]
            # A coordinate of 3 is off by 2^-23, here times 100 texels and steps of up to 200.
            assert np.allclose(got, expected, atol=1e-2), (size, offset)
    alike_at_all_widths(texture, s, np.roll(s, 3), offset=(5, -7, 0))


@MACHINES
def test_given_derivatives_choose_the_level(machine):
    """OpenGL 2.1, 3.8.8: rho is the longer of the two derivatives in texels."""
    levels = [np.full((8 >> n, 16 >> n, 4), 50 * n, np.uint8) for n in range(4)]
    levels.append(np.full((1, 1, 4), 200, np.uint8))
    texture = build_texture(*levels, **POINT)

    def formula(m, key, a, ds, dt):
        zero = m.f32(0.0)
        gradients = ([ds, zero], [zero, dt])
        return sampling.sample(m, key, a, [m.f32(0.5)] * 4, gradients=gradients)

    for ds, dt, level in (
        (1 / 16, 1 / 8, 0),
        (4 / 16, 1 / 8, 2),
        (1 / 16, 8 / 8, 3),
        (0.0, 0.0, 0),
    ):
        got = run(machine, texture, formula, [np.float32([ds]), np.float32([dt])])
        assert np.rint(got * 255).tolist() == [50 * level] * 4
