"""Packed small triangles: packing changes no picture."""

from __future__ import annotations

import numpy as np
import pytest

from softgl.asm import parse
from softgl.lanes import eager_engine
from softgl.pipeline.fragments.per_fragment import FragmentTests
from softgl.pipeline.keys.kernel_keys import (
    BlendKey,
    DepthKey,
    FragmentKey,
    ShapeKey,
    StencilFace,
    StencilKey,
)
from softgl.pipeline.keys.link import LinkOptions, link
from softgl.pipeline.keys.styles import PolygonStyle, PrimitiveStyle
from softgl.pipeline.tiles import packed_lists, packing
from softgl.pipeline.tiles.packed_lists import MAX_LISTED_ENTRIES
from softgl.texture.keys import TextureKey
from softgl.texture.targets import TARGETS
from tests.pipeline.drawing import ALWAYS_PACKED, ENGINES, PASS, identify, image, render

SIZE = (80, 70)  # four tiles
# What differs from pixel to pixel of a quad, and kills some.
DERIVATIVES = parse(
    "!!ARBfp1.0\nOPTION NV_fragment_program; TEMP a, b; DDX a, fragment.color;"
    "DDY b, fragment.color; MAD a, a, 9.0, fragment.color; MAD a, b, 7.0, a;"
    "SUB b.x, fragment.color.x, 0.125; KIL b.x; MOV result.color, a; END"
)
# Each pixel for itself.
PIXELS = parse(
    "!!ARBfp1.0\nTEMP a; MUL a, fragment.position, 0.37; FRC a, a;"
    "SUB a.w, fragment.color.x, 0.125; KIL a.w; MAD result.color, a.xyzx, 0.25, fragment.color; END"
)
# Pixels that part: some leave a loop sooner, some take derivatives where others do not.
FLOW = (
    "!!ARBfp1.0\nOPTION NV_fragment_program2; TEMP a, b; MUL a, fragment.position, 0.37;"
    "FRC a, a; MULC b.x, a.x, 5.0; REP 4; ADDC b.x, b.x, -1.0; BRK (LT.x); ADD a, a, 0.1; ENDREP;"
    "SUBC b.x, a.y, 0.5; IF GT.x; %s ELSE; ADD a, a, fragment.color; ENDIF;"
    "MUL result.color, a, 0.4; END"
)
PIXELS_OF_FLOW = parse(FLOW % "MUL a, a, fragment.color;")
QUADS_OF_FLOW = parse(FLOW % "DDX b, fragment.color; MAD a, b, 9.0, a;")
ALPHA = ("src_alpha", "one_minus_src_alpha") * 2
PATTERN = np.full(32, 0x5A3C5A3C, np.uint32)
CASES = {
    "killed": {"program": DERIVATIVES, "depth": DepthKey("lequal", True), "cut": True},
    "flow": {"program": PIXELS_OF_FLOW, "depth": DepthKey("lequal", True)},
    "flow and derivatives": {"program": QUADS_OF_FLOW, "depth": DepthKey("lequal", True)},
    "pixels": {"program": PIXELS, "depth": DepthKey("lequal", True)},
    "pixels blended": {
        "program": PIXELS,
        "cut": True,
        "tests": FragmentTests(box=(3, 5, 71, 66)),
        "blend": BlendKey(*ALPHA, "func_reverse_subtract", "func_add"),
    },
    "pixels of two colours": {
        "program": PIXELS,
        "stencil": StencilKey(
            StencilFace("lequal", "invert", "keep", "incr"),
            StencilFace("greater", "incr_wrap", "keep", "zero"),
        ),
        "tests": FragmentTests(stencil=(3, 0xFF, 0xFF, 5, 0x7F, 0x3F)),
        "flat_colors": True,
    },
    "blended": {
        "style": PrimitiveStyle(polygons=PolygonStyle(stipple=PATTERN)),
        "flat_colors": True,
        "blend": BlendKey(*ALPHA, "func_reverse_subtract", "func_add"),
    },
}


def scene(rng, count=400):
    """Triangles one over another: most are small, some in one another's pixels, a few large."""
    center = rng.uniform(-1, 1, (count, 1, 3))
    reach = rng.choice([0.01, 0.03, 0.1, 0.15, 1.5], (count, 1, 1), p=[0.2, 0.3, 0.3, 0.17, 0.03])
    center[::9] = 0.1
    positions = center + rng.uniform(-1, 1, (count, 3, 3)) * reach
    return positions.reshape(-1, 3), rng.random((3 * count, 4))


def key_of(program, textures=(), **shape):
    inputs = link((PASS, program), LinkOptions()).inputs
    return FragmentKey(program, inputs, textures, None, shape=ShapeKey(**shape))


def test_what_is_listed():
    """Pixels, but quads where derivatives are taken, of stippled ones and of several samples."""
    assert packed_lists.by_pixels(key_of(PIXELS))
    assert not packed_lists.by_pixels(key_of(DERIVATIVES))
    assert not packed_lists.by_pixels(key_of(PIXELS, stipple=True))
    assert not packed_lists.by_pixels(key_of(PIXELS, samples=16))
    assert packed_lists.list_elements(key_of(PIXELS, samples=16)) == 10 * packed_lists.ROW_ELEMENTS


@pytest.mark.parametrize(
    "change, alone",
    [
        ({}, True),
        ({"min_filter": "NEAREST"}, False),
        ({"mip_filter": "NEAREST"}, False),
        ({"anisotropic": True}, False),
    ],
)
def test_textures_whose_level_counts_ask_for_quads(change, alone):
    given = {"min_filter": "LINEAR", "mip_filter": "NONE", "mag_filter": "LINEAR"} | change
    texture = TextureKey(TARGETS["2D"], "rgba8", wraps=("REPEAT", "REPEAT"), **given)
    assert packed_lists.by_pixels(key_of(PIXELS, ((0, "2D", texture), (1, "2D", None)))) == alone


@pytest.mark.parametrize("case", sorted(CASES))
def test_pictures_are_those_of_the_eager_machine(case, tuned):
    seed = 14
    print("seed", seed)
    positions, colors = scene(np.random.default_rng(seed))
    given = positions, colors, SIZE
    expected = image(render(eager_engine(), *given, **CASES[case]))
    assert len(np.unique(expected.reshape(-1, 4), axis=0)) > 100
    tuned(**ALWAYS_PACKED)
    for engine in ENGINES[1:]:
        got = image(render(engine, *given, threads=2, **CASES[case]))
        assert (got == expected).all(), identify(engine)


@pytest.mark.parametrize(
    "lanes, slow, work, shapes, tiles, entries, packed",
    [
        (8, True, 100, 20_000, 256, 30_000, True),
        (16, False, 100, 20_000, 256, 30_000, True),
        (8, True, 100, 2_000, 16, 3_000, False),
        (8, True, 100, 20_000, 4096, 30_000, False),  # few on a tile
        (8, True, 100, 128, 256, 2**15, False),  # on many tiles
        (8, True, 19, 20_000, 256, 21_800, True),  # of three pixels
        (8, True, 19, 20_000, 256, 22_800, False),  # of four
        (8, True, 40, 20_000, 256, 26_000, True),
        (8, True, 40, 20_000, 256, 28_000, False),  # of twelve
        (8, False, 12, 20_000, 256, 25_000, True),  # of eight
        (8, False, 100, 20_000, 256, 26_000, False),  # of nine
        (16, False, 12, 20_000, 256, 20_800, True),  # of one
        (16, False, 12, 20_000, 256, 21_400, False),  # of two
        (16, True, 40, 20_000, 256, 31_000, True),
        (16, True, 40, 20_000, 256, 32_000, False),  # of seventeen
        (16, True, 1000, 20_000, 256, 79_000, True),
        (16, True, 1000, 20_000, 256, 81_000, False),
    ],
)
def test_which_go_together(lanes, slow, work, shapes, tiles, entries, packed, monkeypatch):
    """Many small ones: how small depends on lanes and on the length of the program."""
    monkeypatch.setattr(packing, "work_of_fragment", lambda key: work)
    monkeypatch.setattr(packing, "has_slow_instructions", lambda key: slow)
    assert packing.are_many(None, lanes, shapes, tiles, entries) == packed


def test_more_quads_than_a_list_has(tuned):
    """Each of many triangles in one tile covers at least a quad of its own, and adds to it."""
    tuned(MIN_PACKED_ENTRIES=1, MIN_PACKED_TILE_ENTRIES=1)
    number = np.arange(3 * MAX_LISTED_ENTRIES)
    x, y = number % 30 * 2.0, number // 30 % 30 * 2.0
    corners = np.stack([x, y, x + 3.5, y, x, y + 3.5], axis=1).reshape(-1, 2)
    add = BlendKey("one", "one", "one", "one", "func_add", "func_add")
    given = corners / 32 - 1, (1 / 255,) * 4, (64, 64)
    alone, *packed = (image(render(engine, *given, blend=add)) for engine in ENGINES[1:])
    assert alone[2:58, 2:58].min() >= 3
    assert all((got == alone).all() for got in packed)
