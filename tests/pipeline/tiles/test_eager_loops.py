"""Tile kernels on the eager loop machine: the very kernels that LLVM compiles, run with numpy."""

from __future__ import annotations

import numpy as np
import pytest

from softgl.asm import parse
from softgl.lanes import llvm_engine
from softgl.lanes.eager_loops import EagerLoopEngine, eager_loop_engine
from softgl.pipeline.fragments.per_fragment import FragmentTests
from softgl.pipeline.keys.kernel_keys import BlendKey, DepthKey, StencilFace, StencilKey
from softgl.pipeline.keys.styles import LineStyle, PointStyle, PolygonStyle, PrimitiveStyle
from softgl.pipeline.planes.framebuffer import Framebuffer
from softgl.pipeline.tiles import tiles
from softgl.pipeline.tiles.bins import BIN_KERNEL
from tests.pipeline.drawing import ALWAYS_PACKED, render

SIZE = (40, 22)  # two tiles side by side, the second one narrow
OVER = BlendKey(*("src_alpha", "one_minus_src_alpha") * 2, "func_add", "func_subtract")
DERIVATIVES = parse(
    "!!ARBfp1.0\nOPTION NV_fragment_program; TEMP a, b; DDX a, fragment.color;"
    "DDY b, fragment.color; MAD a, a, 9.0, fragment.color; MAD result.color, b, 7.0, a; END"
)
KILLS = parse(
    "!!ARBfp1.0\nTEMP a; MUL a, fragment.position, 0.37; FRC a, a; SUB a.w, a.x, 0.4; KIL a.w;"
    "MAD result.color, a.xyzx, 0.25, fragment.color; END"
)
LOOPS = parse(
    "!!NVfp4.0\nTEMP a, i; MOV a, 0; MUL i.x, fragment.color.x, 6; FLR i.x, i.x;"
    "REP; SUB.CC i.x, i.x, 1; BRK (LT.x); MAD a, fragment.color, 0.3, a; ENDREP;"
    "MOV result.color, a; END"
)
PATTERN = np.full(32, 0x5A3C5A3C, np.uint32)
CASES = {
    "triangles": {},
    "blended": {
        "blend": OVER,
        "flat_colors": True,
        "tests": FragmentTests(box=(3, 5, 31, 19)),
        "cut": True,
    },
    "depth": {"depth": DepthKey("lequal", True)},
    "depth and stencil": {
        "depth": DepthKey("less", True),
        "stencil": StencilKey(
            StencilFace("lequal", "invert", "keep", "incr"),
            StencilFace("greater", "incr_wrap", "keep", "zero"),
        ),
        "tests": FragmentTests(stencil=(3, 0xFF, 0xFF, 5, 0x7F, 0x3F)),
    },
    "derivatives": {"program": DERIVATIVES},
    "discarded": {"program": KILLS, "depth": DepthKey("lequal", True)},
    "loops of a program": {"program": LOOPS},
    "several samples": {
        "samples": 2,
        "style": PrimitiveStyle(samples=2),
        "depth": DepthKey("lequal", True),
        "blend": OVER,
    },
    "stippled": {"style": PrimitiveStyle(polygons=PolygonStyle(stipple=PATTERN))},
    "smooth": {"style": PrimitiveStyle(polygons=PolygonStyle(smooth=True)), "blend": OVER},
    "outlines": {"style": PrimitiveStyle(polygons=PolygonStyle(modes=("line", "point")))},
    "lines": {"mode": "lines", "style": PrimitiveStyle(lines=LineStyle(2.5, False, (0x0F3F, 2)))},
    "smooth lines": {
        "mode": "line_strip",
        "style": PrimitiveStyle(lines=LineStyle(3.0, True)),
        "blend": OVER,
    },
    "points": {"mode": "points", "style": PrimitiveStyle(points=PointStyle(6.0))},
    "smooth points": {
        "mode": "points",
        "style": PrimitiveStyle(points=PointStyle(7.0, smooth=True)),
        "blend": OVER,
    },
}


def scene(rng, count):
    """Triangles: one hides most of the view, and one is clipped."""
    positions = rng.uniform(-1.1, 1.1, (count, 3, 3))
    positions[1] = (-3, -3, 0), (5, -3, 0.1), (-3, 5, -0.1)
    positions[2, 0, 2] = 1.8
    return positions.reshape(-1, 3), rng.random((3 * count, 4))


def planes(engine, given, case):
    """The words of all planes after a draw over a cleared framebuffer."""
    options = CASES[case].copy()
    frame = Framebuffer(*SIZE, samples=options.get("samples", 1))
    frame.clear(color=(0.2, 0.3, 0.4, 0.5), depth=0.9, stencil=3)
    render(engine, *given, SIZE, framebuffer=frame, **options)
    frame.settle()
    return [plane.data.copy() for plane in frame.every_plane]


def check(case, given, widths):
    expected = planes(llvm_engine(), given, case)
    assert len(np.unique(expected[0])) > 4
    for width in widths:
        for one, other in zip(planes(eager_loop_engine(width), given, case), expected, strict=True):
            assert np.array_equal(one, other), width


@pytest.mark.parametrize("case", CASES)
def test_pictures_are_those_of_llvm(case):
    """With blocks of 2x2 pixels, and for some cases with those of larger vectors."""
    seed = 29
    print("seed", seed)
    widths = {"depth": (4, 8, 16, 32), "several samples": (4, 16)}.get(case, (4,))
    check(case, scene(np.random.default_rng(seed), 4), widths)


@pytest.mark.parametrize("case", ["triangles", "discarded", "derivatives", "several samples"])
def test_packed_triangles(case, monkeypatch, tuned):
    """Many small triangles: pixels or quads of several share a vector."""
    seed = 31
    print("seed", seed)
    rng = np.random.default_rng(seed)
    centers = rng.uniform(-1, 1, (40, 1, 3))
    positions = centers + rng.uniform(-1, 1, (40, 3, 3)) * rng.choice([0.05, 0.2], (40, 1, 1))
    tuned(**ALWAYS_PACKED)
    packed, drawn = tiles.draw_packed, []
    monkeypatch.setattr(tiles, "draw_packed", lambda *given: drawn.append(1) or packed(*given))
    check(case, (positions.reshape(-1, 3), rng.random((120, 4))), (8, 16))
    assert len(drawn) >= 2


def test_bins(monkeypatch, tuned):
    """The kernel that bins has loops over uniform values only."""
    tuned(MAX_HOST_PRIMITIVES=0)
    made = []
    original = EagerLoopEngine.kernel

    def kernel(self, request):
        made.append(request)
        return original(self, request)

    monkeypatch.setattr(EagerLoopEngine, "kernel", kernel)
    check("triangles", scene(np.random.default_rng(33), 6), (4,))
    assert BIN_KERNEL in made
