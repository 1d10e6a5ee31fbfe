"""Hierarchical Z leaves out depth_bound triangles and changes no pixel."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from softgl.formats.storages import ColorFormat
from softgl.lanes import Target
from softgl.lanes.native_engine import LlvmEngine
from softgl.lanes.target import host_levels
from softgl.pipeline.keys.kernel_keys import DepthKey, FragmentKey
from softgl.pipeline.keys.link import LinkOptions, link
from softgl.pipeline.planes.framebuffer import Framebuffer
from softgl.pipeline.planes.planes import Plane
from softgl.pipeline.tiles import hierarchical_z
from tests.pipeline.drawing import ENGINES, PASS, SHOW, render

SIZE = (150, 140)  # two tiles across and two up are covered wholly


def layers(rng, count):
    """Triangles larger than the view, tilted, in perspective, some as deep as the one before."""
    found = []
    for number in range(count):
        corners = np.array([(-3.0, -2.0), (4.0, -2.5), (-0.5, 5.0)]) + rng.uniform(
            -0.9, 0.9, (3, 2)
        )
        depth = rng.uniform(-0.6, 0.6) + rng.choice([0, 1e-6, 1e-3, 0.4]) * rng.uniform(-1, 1, 3)
        w = rng.uniform(0.5, 2.0, (3, 1)) if number % 2 else np.ones((3, 1))
        shape = np.concatenate([corners, depth[:, None], np.ones((3, 1))], axis=1) * w
        found.append(found[-1] if found and number % 5 == 3 else shape)
    return np.concatenate(found)


def drawn(engine, positions, colors, func, format_="depth24"):
    """The words of colour and depth."""
    depth = Plane(*SIZE, format_)
    # In the middle between the nearest and the farthest: a part of what is drawn fails at once.
    depth.fill([0x3F000000 if format_ == "depth32f" else 1 << depth.bits("D") - 1], [0xFFFFFFFF])
    target = Framebuffer(*SIZE, (Plane(*SIZE, ColorFormat()),), depth)
    options = {"depth": DepthKey(func, True), "depth_format": format_, "framebuffer": target}
    render(engine, positions, colors, SIZE, **options)
    return target.color.copy(), target.depth.copy()


@pytest.mark.parametrize(
    ("format_", "func"),
    [
        ("depth24", "less"),
        ("depth24", "lequal"),
        ("depth16", "lequal"),
        ("depth32f", "less"),
        ("depth24", "greater"),
        ("depth16", "gequal"),
        ("depth32f", "gequal"),
    ],
)
def test_nothing_shows(format_, func):
    seed = 41
    print("seed", seed)
    rng = np.random.default_rng(seed)
    for _ in range(3):
        positions = layers(rng, 12)
        given = positions, rng.random((len(positions), 4)), func, format_
        (color, depth), *others = (drawn(engine, *given) for engine in ENGINES)
        assert len(np.unique(color)) > 100
        for other_color, other_depth in others:
            assert np.array_equal(color, other_color) and np.array_equal(depth, other_depth)


@pytest.mark.parametrize("func", ["less", "greater"])
def test_it_is_not_drawn(func, monkeypatch):
    """With bounds that are wrong, a nearer triangle is not drawn where one covers a tile."""
    positions = np.array([(-3, -3, -0.2), (5, -3, -0.2), (-3, 5, -0.2)] * 2, np.float32)
    positions[3:, 2] = -0.5
    if func == "greater":
        positions[:, 2] *= -1
    colors = np.repeat([(1, 0, 0, 1), (0, 1, 0, 1)], 3, axis=0)
    greens = []
    for _ in range(2):
        engine = LlvmEngine(Target(host_levels()[0], 4))
        color, _ = drawn(engine, positions, colors, func)
        greens.append(np.count_nonzero(color == 0xFF00FF00))
        monkeypatch.setattr(hierarchical_z, "quantise_depth", lambda m, key, a, depth: m.i32(5))
    lost = greens[0] - greens[1]
    assert greens[0] == SIZE[0] * SIZE[1] and lost > 0 and lost % (64 * 64) == 0


def test_what_may_leave_no_depth_hides_nothing():
    inputs = link((PASS, SHOW), LinkOptions()).inputs
    key = FragmentKey(SHOW, inputs, textures=(), depth=DepthKey("less", True))
    assert hierarchical_z.has_depth_bound(key)
    for other in (
        {"depth": DepthKey("less", False)},
        {"depth": DepthKey("equal", True)},
        {"depth": None},
        {"alpha_func": "greater"},
        {"shape": replace(key.shape, smooth=True)},
        {"depth_format": "depth32"},
    ):
        assert not hierarchical_z.has_depth_bound(replace(key, **other)), other
