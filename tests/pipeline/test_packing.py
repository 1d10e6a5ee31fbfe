"""Small triangles whose quads go together: nothing shows that they do."""

from __future__ import annotations

import numpy as np
import pytest

from softgl.asm import parse
from softgl.lanes import eager_engine
from softgl.pipeline import packing
from softgl.pipeline.keys import BlendKey, DepthKey
from softgl.pipeline.packing import LISTED
from softgl.pipeline.styles import PolygonStyle, PrimitiveStyle
from tests.pipeline.drawing import ENGINES, identify, image, render

SIZE = (80, 70)  # four tiles
# What differs from pixel to pixel of a quad, and kills some.
DERIVATIVES = parse(
    "!!ARBfp1.0\nOPTION NV_fragment_program; TEMP a, b; DDX a, fragment.color;"
    "DDY b, fragment.color; MAD a, a, 9.0, fragment.color; MAD a, b, 7.0, a;"
    "SUB b.x, fragment.color.x, 0.125; KIL b.x; MOV result.color, a; END"
)
ALPHA = ("src_alpha", "one_minus_src_alpha") * 2
PATTERN = np.full(32, 0x5A3C5A3C, np.uint32)
CASES = {
    "killed": {"program": DERIVATIVES, "depth": DepthKey("lequal", True), "cut": True},
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


@pytest.mark.parametrize("case", sorted(CASES))
def test_pictures_are_those_of_the_eager_machine(case, monkeypatch):
    seed = 14
    print("seed", seed)
    positions, colors = scene(np.random.default_rng(seed))
    given = positions, colors, SIZE
    expected = image(render(eager_engine(), *given, **CASES[case]))
    assert len(np.unique(expected.reshape(-1, 4), axis=0)) > 100
    for name, value in (("MANY", 1), ("DENSE", 1), ("SPREAD", 99)):
        monkeypatch.setattr(packing, name, value)
    for engine in ENGINES[1:]:
        got = image(render(engine, *given, threads=2, **CASES[case]))
        assert (got == expected).all(), identify(engine)


def test_which_go_together():
    """Many small ones: not a few on a tile, nor those that cover many tiles."""
    assert packing.are_many(20_000, 256, 30_000) and not packing.are_many(2_000, 16, 3_000)
    assert not packing.are_many(20_000, 4096, 30_000) and not packing.are_many(128, 256, 2**15)


def test_more_quads_than_a_list_has(monkeypatch):
    """Each of many triangles in one tile covers at least a quad of its own, and adds to it."""
    monkeypatch.setattr(packing, "MANY", 1)
    monkeypatch.setattr(packing, "DENSE", 1)
    number = np.arange(3 * LISTED)
    x, y = number % 30 * 2.0, number // 30 % 30 * 2.0
    corners = np.stack([x, y, x + 3.5, y, x, y + 3.5], axis=1).reshape(-1, 2)
    add = BlendKey("one", "one", "one", "one", "func_add", "func_add")
    given = corners / 32 - 1, (1 / 255,) * 4, (64, 64)
    alone, *packed = (image(render(engine, *given, blend=add)) for engine in ENGINES[1:])
    assert alone[2:58, 2:58].min() >= 3
    assert all((got == alone).all() for got in packed)
