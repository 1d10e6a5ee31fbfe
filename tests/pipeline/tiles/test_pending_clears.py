"""Tiles that a kernel sets before it draws to them: on every machine as if all were set before."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from softgl.formats.storages import ColorFormat
from softgl.pipeline.fragments.per_fragment import FragmentTests
from softgl.pipeline.keys.kernel_keys import DepthKey, StencilFace, StencilKey
from softgl.pipeline.keys.styles import PrimitiveStyle
from softgl.pipeline.planes.framebuffer import DEPTH_MAX, TILE, Framebuffer
from softgl.pipeline.planes.planes import Plane
from tests.pipeline.drawing import ENGINES, render, to_clip

COUNT = StencilKey(StencilFace("always", "keep", "incr_wrap", "incr_wrap"))
FORMATS = ColorFormat(), None, ColorFormat("float32"), ColorFormat("unorm16", "RG01")
COLORS = {0, 2, 3}
CASES = {
    "colours": (COLORS, {}),
    "one colour": ({0}, {"targets": FORMATS[:1]}),
    "masked": (set(), {"color_mask": (False,) * 4}),
    "depth": (COLORS | {4}, {"depth": DepthKey("less", True)}),
    "bounds": (
        COLORS | {4},
        {"depth_bounds": True, "tests": FragmentTests(bounds=(0, DEPTH_MAX))},
    ),
    "stencil": (COLORS | {5}, {"stencil": COUNT}),
}
"""The numbers of the planes that fragments look at, and what makes them."""


def triangles(size, tiles):
    """A triangle of less than a pixel in the upper right block of each of some tiles."""
    places = np.array(tiles)[:, None]
    ends = np.concatenate(np.divmod(places, -(-size[0] // TILE))[::-1], axis=1) * TILE + TILE
    corners = np.minimum(ends, size)[:, None] - np.array([(1.9, 1.9), (1.1, 1.9), (1.9, 1.1)])
    return to_clip(corners.reshape(-1, 2), size)


@pytest.mark.parametrize("samples", [1, 4])
@pytest.mark.parametrize(("planes", "options"), CASES.values(), ids=CASES)
def test_tiles_are_set_as_they_are_drawn_to(planes, options, samples):
    """A draw sets the tiles that its primitives may touch, in the planes that it uses."""
    for size in ((131, 140), (150, 75), (64, 64)):
        tiles = [tile for tile in range(-(-size[0] // TILE) * -(-size[1] // TILE)) if tile % 4 < 2]
        expected = None
        for engine, threads in itertools.product(ENGINES, (1, 2)):
            frame = cleared(size, samples)
            render(
                engine, triangles(size, tiles), size=size, framebuffer=frame, samples=samples,
                style=PrimitiveStyle(samples=samples), threads=threads,
                **{"targets": FORMATS, **options},
            )  # fmt: skip
            for number, plane in enumerate(frame.planes):
                if plane and engine.name == "llvm":
                    pending = np.ones(len(plane.pending), bool)
                    pending[tiles] = number not in planes
                    assert plane.pending.tolist() == pending.tolist(), number
            words = [plane.data.tobytes() for plane in frame.planes if plane]
            expected = expected or words
            assert words == expected, engine.describe()


def cleared(size, samples):
    colors = [format_ and Plane(*size, format_, samples=samples) for format_ in FORMATS]
    depth, stencil = (Plane(*size, name, samples=samples) for name in ("depth24", "stencil8"))
    frame = Framebuffer(*size, colors, depth, stencil, samples)
    frame.clear(color=(0.2, 0.4, 0.6, 0.8), depth=0.75, stencil=255, threads=2)
    return frame
