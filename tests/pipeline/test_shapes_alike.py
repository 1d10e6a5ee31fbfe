"""All machines and widths draw the same bits, whatever is drawn and however."""

from __future__ import annotations

import numpy as np
import pytest

from softgl.pipeline.keys import BlendKey, DepthKey, SetupKey
from softgl.pipeline.primitives import PrimitiveState
from tests.pipeline.drawing import ENGINES, identify, image, render

BLEND = BlendKey(*("src_alpha", "one_minus_src_alpha") * 2, "func_add", "func_add")
PATTERN = np.random.default_rng(9).integers(0, 2**32, 32).astype(np.uint32)
STATES = {
    "plain": {},
    "wide": {"line_width": 4.0, "point_size": 7.0},
    "smooth": {
        "line_smooth": True, "point_smooth": True, "polygon_smooth": True,
        "line_width": 2.5, "point_size": 5.5,
    },
    "stippled": {"line_stipple": (0x5A3C, 3), "polygon_stipple": PATTERN},
    "smooth and stippled": {"line_smooth": True, "line_stipple": (0x0F0F, 2), "line_width": 3.0},
    "sprites": {"sprites": (0,), "point_size": 9.5},
    "outlines": {"polygon_modes": ("line", "point"), "point_size": 3.0},
    "filled in front": {"polygon_modes": ("fill", "line"), "polygon_stipple": PATTERN},
    "moved": {"offset_modes": frozenset({"fill", "line", "point"}), "offset": (1.5, 7.0)},
    "outlines moved": {
        "polygon_modes": ("point", "line"), "offset_modes": frozenset({"line"}),
        "offset": (1.5, 7.0),
    },
    "clipped": {"clip_planes": ((0, (1.0, 0.5, 0.0, 0.25)), (4, (0.0, -1.0, 0.3, 0.5)))},
    "clamped": {},
}  # fmt: skip
MODES = ("points", "lines", "line_loop", "triangles", "quads", "polygon")


def picture(engine, mode, state):
    rng = np.random.default_rng(21)
    positions = rng.uniform((-1.5, -1.5, -1.5, 0.8), (1.5, 1.5, 1.5, 1.5), (24, 4))
    colors = rng.uniform(0, 1, (24, 4))
    framebuffer = render(
        engine, positions, colors, (70, 66), mode, blend=BLEND, depth=DepthKey("less", True),
        setup=SetupKey(front_clockwise=True), primitives=PrimitiveState(**STATES[state]),
        depth_clamp=state == "clamped",
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
