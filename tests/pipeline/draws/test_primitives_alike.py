"""All machines and widths draw the same bits, whatever is drawn and however."""

from __future__ import annotations

import numpy as np
import pytest

from softgl.pipeline.keys.kernel_keys import BlendKey, DepthKey, SetupKey
from softgl.pipeline.keys.styles import LineStyle, PointStyle, PolygonStyle, PrimitiveStyle
from tests.pipeline.drawing import ENGINES, identify, image, render

BLEND = BlendKey(*("src_alpha", "one_minus_src_alpha") * 2, "func_add", "func_add")
PATTERN = np.random.default_rng(9).integers(0, 2**32, 32).astype(np.uint32)
ALL_MOVED = frozenset({"fill", "line", "point"})
STATES = {
    "plain": {},
    "wide": {"lines": LineStyle(4.0), "points": PointStyle(7.0)},
    "smooth": {
        "lines": LineStyle(2.5, True), "points": PointStyle(5.5, smooth=True),
        "polygons": PolygonStyle(smooth=True),
    },
    "stippled": {
        "lines": LineStyle(stipple=(0x5A3C, 3)), "polygons": PolygonStyle(stipple=PATTERN)
    },
    "smooth and stippled": {"lines": LineStyle(3.0, True, (0x0F0F, 2))},
    "sprites": {"points": PointStyle(9.5, sprites=(0,))},
    "outlines": {"polygons": PolygonStyle(("line", "point")), "points": PointStyle(3.0)},
    "filled in front": {"polygons": PolygonStyle(("fill", "line"), stipple=PATTERN)},
    "moved": {"polygons": PolygonStyle(offset_modes=ALL_MOVED, offset=(1.5, 7.0, 0.0))},
    "outlines moved": {
        "polygons": PolygonStyle(
            ("point", "line"), offset_modes=frozenset({"line"}), offset=(1.5, 7.0, 0.0)
        )
    },
    "clipped": {},
    "clamped": {},
}  # fmt: skip
CLIP_PLANES = ((0, (1.0, 0.5, 0.0, 0.25)), (4, (0.0, -1.0, 0.3, 0.5)))
MODES = ("points", "lines", "line_loop", "triangles", "quads", "polygon")


def picture(engine, mode, state):
    rng = np.random.default_rng(21)
    positions = rng.uniform((-1.5, -1.5, -1.5, 0.8), (1.5, 1.5, 1.5, 1.5), (24, 4))
    colors = rng.uniform(0, 1, (24, 4))
    framebuffer = render(
        engine, positions, colors, (70, 66), mode, blend=BLEND, depth=DepthKey("less", True),
        setup=SetupKey(front_clockwise=True), style=PrimitiveStyle(**STATES[state]),
        depth_clamp=state == "clamped", clip_planes=CLIP_PLANES * (state == "clipped"),
    )  # fmt: skip
    return image(framebuffer), framebuffer.read_depth(0, 0, 70, 66)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("state", STATES)
def test_all_machines_agree(mode, state):
    color, depth = picture(ENGINES[0], mode, state)
    assert color.any()
    for engine in ENGINES[1:]:
        other_color, other_depth = picture(engine, mode, state)
        assert (other_color == color).all(), identify(engine)
        assert (other_depth == depth).all(), identify(engine)
