"""Coverage, fill rule, interpolation and per-fragment operations, against exact references.

The references work pixel by pixel in Python integers, fractions or float64, and share nothing with
the pipeline.
"""

from __future__ import annotations

import numpy as np
import pytest

from softgl.asm import parse
from softgl.comparisons import COMPARISONS
from softgl.pipeline.fragments.per_fragment import EQUATIONS, FACTORS
from softgl.pipeline.keys.kernel_keys import BlendKey, DepthKey, SetupKey
from softgl.pipeline.planes.framebuffer import DEPTH_MAX, Framebuffer
from tests.pipeline.drawing import (
    ADD,
    ENGINES,
    covered_reference,
    every_engine,
    identify,
    image,
    render,
    to_clip,
)
from tests.reference import per_fragment as reference


@every_engine
def test_coverage_is_exact(engine):
    """Random triangles with corners on a 1/16 pixel grid, many through pixel centres."""
    seed = 7
    print("seed", seed)
    rng = np.random.default_rng(seed)
    size = (32, 16)
    for _ in range(30):
        grid = rng.choice([2, 16])
        corners = rng.integers(0, np.array(size) * grid + 1, (3, 2)) / grid
        got = image(render(engine, to_clip(corners, size), size=size))[..., 0] > 0
        assert (got == covered_reference(corners, size)).all(), corners.tolist()


@every_engine
def test_shared_edges_belong_to_one(engine):
    """A fan around a point: additive blending shows every pixel exactly once."""
    rng = np.random.default_rng(3)
    size = (48, 40)
    angles = np.sort(rng.random(30))
    x, y = (
        24 + 300 * (np.abs(4 * angles - 2) - 1),
        20 + 300 * (np.abs(4 * ((angles + 0.25) % 1) - 2) - 1),
    )
    rim = np.round(np.stack([x, y], 1).clip([0, 0], size) * 256) / 256
    corners = np.concatenate([[[21.5, 17.5]], rim, rim[:1]])
    got = image(
        render(engine, to_clip(corners, size), (1 / 255,) * 4, size, "triangle_fan", blend=ADD)
    )
    assert (got[1:-1, 1:-1] <= 1).all()
    assert got[17, 21, 0] == 1


@every_engine
def test_clipping_keeps_the_visible_part(engine):
    """A quad with corners far outside and behind the eye covers the whole screen, once."""
    far = [(-50, -60, 0, 1), (70, -80, 0.5, 1), (900, 800, -0.5, 1), (-90, 100, 0, 1)]
    got = image(render(engine, far, (1 / 255,) * 4, mode="quads", blend=ADD))
    assert (got == 1).all()
    # One corner is behind the eye: its edges go up past the screen, ever wider.
    behind = [(-1, -1, 0, 1), (1, -1, 0, 1), (0, 3, 0, -1)]
    assert (image(render(engine, behind, (1 / 255,) * 4, blend=ADD)) == 1).all()
    assert not image(render(engine, [(-1, -1, 0, -1), (1, -1, 0, -1), (0, 1, 0, -1)])).any()


@every_engine
@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf, 1e30, -1e30, 3.4e38, 1e-45])
def test_harmless_coordinates(engine, bad):
    """No coordinate crashes, hangs or draws outside the view volume."""
    for corner in range(4):
        position = np.array([(-1, -1, 0, 1), (1, -1, 0, 1), (0, 1, 0, 1)], np.float32)
        position[1, corner] = bad
        render(engine, position)
    zero_w = [(0, 0, 0, 0), (1, -1, 0, 1), (0, 1, 0, 1)]
    render(engine, zero_w)


@every_engine
def test_perspective_interpolation(engine):
    """Colours against the specification's equation 3.6 in float64."""
    size = (40, 32)
    clip = np.array([(-0.9, -0.8, 0.1, 1.0), (3.6, -2.0, 1.0, 4.0), (0.2, 1.4, -0.5, 2.0)])
    colors = np.array([(1, 0, 0, 1), (0, 1, 0, 1), (0, 0, 1, 0)], np.float64)
    got = image(render(engine, clip, colors, size)).astype(int)
    window = (clip[:, :2] / clip[:, 3:] + 1) * np.array(size) / 2
    window = np.round(window * 256) / 256
    inside = covered_reference([tuple(p) for p in window], size)
    assert (got.any(axis=2) == inside).all() and inside.sum() > 100
    a, b, c = window
    area = (b - a)[0] * (c - a)[1] - (c - a)[0] * (b - a)[1]
    for y, x in np.argwhere(inside):
        p = np.array([x, y]) + 0.5
        weights = []
        for one, two in ((b, c), (c, a), (a, b)):
            weights.append(((two - one)[0] * (p - one)[1] - (two - one)[1] * (p - one)[0]) / area)
        share = np.array(weights) / clip[:, 3]
        expected = (share[:, None] * colors).sum(0) / share.sum() * 255
        assert np.abs(got[y, x] - expected).max() <= 0.5 + 1e-3


@every_engine
def test_depth_is_linear_and_rounded(engine):
    size = (32, 32)
    positions = [(-1, -1, -1), (1, -1, 1), (-1, 1, -1), (1, 1, 1)]
    framebuffer = render(
        engine, positions, size=size, mode="triangle_strip", depth=DepthKey("always", True)
    )
    got = framebuffer.read_depth(0, 0, 32, 32)
    expected = np.rint((np.arange(32) + 0.5) / 32 * DEPTH_MAX)
    assert np.abs(got - expected).max() <= 1


@every_engine
@pytest.mark.parametrize("func", COMPARISONS)
def test_depth_functions(engine, func):
    """A plane at depth 1/2 against stored depths below, at and above it."""
    framebuffer = Framebuffer(8, 8)
    half = round(0.5 * DEPTH_MAX)
    stored = np.repeat(np.array([half - 5, half, half + 5], np.uint32), 22)[:64]
    framebuffer.depth[:] = stored
    render(
        engine, [(-1, -1), (3, -1), (-1, 3)], size=(8, 8), framebuffer=framebuffer,
        depth=DepthKey(func, True),
    )  # fmt: skip
    new = framebuffer.depth[framebuffer.color != 0]
    holds = {
        "never": stored < 0, "less": half < stored, "equal": stored == half,
        "lequal": half <= stored, "greater": half > stored, "notequal": stored != half,
        "gequal": half >= stored, "always": stored >= 0,
    }[func]  # fmt: skip
    assert ((framebuffer.color != 0) == holds).all()
    assert (new == half).all() and (framebuffer.depth[~holds] == stored[~holds]).all()


@every_engine
def test_order_of_submission(engine):
    """Overlapping triangles in one draw call: the last one wins, at every pixel."""
    rng = np.random.default_rng(11)
    corners = rng.uniform(-1, 1, (300, 2))
    colors = np.repeat(rng.integers(0, 256, (100, 4)) / 255, 3, axis=0)
    got = image(render(engine, corners, colors, threads=2))
    one_by_one = Framebuffer(48, 40)
    for i in range(0, 300, 3):
        render(ENGINES[-1], corners[i : i + 3], colors[i : i + 3], framebuffer=one_by_one)
    assert (got == image(one_by_one)).all()


@every_engine
@pytest.mark.parametrize("front_clockwise", [False, True])
def test_culling(engine, front_clockwise):
    counter_clockwise = [(-1, -1), (1, -1), (-1, 1)]
    for front, back in ((True, False), (False, True), (True, True)):
        setup = SetupKey(front, back, front_clockwise)
        for corners, is_front in (
            (counter_clockwise, not front_clockwise),
            (counter_clockwise[::-1], front_clockwise),
        ):
            drawn = image(render(engine, corners, setup=setup)).any()
            assert drawn == (not front if is_front else not back)


def blend_reference(key, source, stored, constant):
    """The bytes of a pixel that is drawn over, by the reference."""
    names = (key.source_rgb, key.destination_rgb, key.source_alpha, key.destination_alpha)
    state = reference.State(
        blend=(True,),
        factors=tuple(name.upper() for name in names),
        equations=(key.equation_rgb.upper(), key.equation_alpha.upper()),
        blend_color=constant,
    )
    pixel = reference.Pixel([list(stored)])
    reference.draw_fragment(state, pixel, 0, 0, reference.Fragment((source,), 0.0))
    return pixel.colors[0]


ONE_SOURCE = [name for name in FACTORS if "src1" not in name]
BLENDS = [
    BlendKey(f, "one_minus_src_alpha", "one", "zero", "func_add", "func_add") for f in ONE_SOURCE
]
BLENDS += [BlendKey("one", f, "zero", f, "func_add", "func_add") for f in ONE_SOURCE]
BLENDS += [BlendKey("src_alpha", "dst_color", "one", "one", e, "func_add") for e in EQUATIONS]
BLENDS += [BlendKey("one", "one", "dst_alpha", "src_alpha", "func_add", e) for e in EQUATIONS]


@pytest.mark.parametrize("engine", ENGINES[:1] + ENGINES[-1:], ids=identify)
@pytest.mark.parametrize("key", BLENDS, ids=lambda k: "-".join(vars(k).values()))
def test_blending(engine, key):
    source, stored, constant = (0.6, 0.3, 0.9, 0.4), (51, 204, 102, 153), (0.1, 0.7, 0.2, 0.8)
    framebuffer = Framebuffer(4, 4)
    framebuffer.clear(color=np.array(stored) / 255)
    render(
        engine, [(-1, -1), (3, -1), (-1, 3)], source, (4, 4), framebuffer=framebuffer, blend=key,
        blend_color=constant,
    )  # fmt: skip
    assert (image(framebuffer) == blend_reference(key, source, stored, constant)).all()


@every_engine
def test_color_mask(engine):
    framebuffer = Framebuffer(4, 4)
    framebuffer.clear(color=(0.2, 0.2, 0.2, 0.2))
    render(
        engine, [(-1, -1), (3, -1), (-1, 3)], size=(4, 4), framebuffer=framebuffer,
        color_mask=(True, False, False, True),
    )  # fmt: skip
    assert (image(framebuffer) == [255, 51, 51, 255]).all()


@every_engine
def test_kill_and_depth_result(engine):
    """A killed fragment changes neither colour nor depth; a written depth is tested."""
    program = parse(
        "!!ARBfp1.0\nTEMP t; SUB t, fragment.position.x, 24; KIL t.x;"
        "MOV result.depth.z, 0.25; MOV result.color, 1; END"
    )
    framebuffer = Framebuffer(48, 40)
    framebuffer.depth[:] = DEPTH_MAX // 2
    render(
        engine, [(-1, -1, 0.9), (3, -1, 0.9), (-1, 3, 0.9)], framebuffer=framebuffer,
        program=program, depth=DepthKey("less", True),
    )  # fmt: skip
    drawn = image(framebuffer)[..., 0] > 0
    assert (drawn == (np.arange(48) >= 24)).all()
    depth = framebuffer.read_depth(0, 0, 48, 40)
    assert (depth[drawn] == round(0.25 * DEPTH_MAX)).all()
    assert (depth[~drawn] == DEPTH_MAX // 2).all()


@every_engine
def test_empty_framebuffer_and_empty_draw(engine):
    render(engine, [(-1, -1), (3, -1), (-1, 3)], size=(0, 0))
    assert not image(render(engine, np.zeros((0, 2)))).any()
    assert not image(render(engine, np.zeros((30, 2)))).any()


def test_machines_agree_on_a_crowded_picture():
    """Everything at once, equal bytes on every machine and with two threads."""
    seed = 20261121
    print("seed", seed)
    rng = np.random.default_rng(seed)
    positions = rng.uniform(-1.4, 1.4, (360, 4))
    positions[:, 3] = rng.uniform(-0.3, 2.5, 360)
    colors = rng.uniform(-0.2, 1.2, (360, 4))
    blend = BlendKey("src_alpha", "one_minus_src_alpha", "one", "zero", "func_add", "func_add")
    size = (150, 131)
    pictures = set()
    for engine in ENGINES:
        for threads in (1, 2):
            framebuffer = render(
                engine, positions, colors, size, blend=blend, depth=DepthKey("less", True),
                threads=threads,
            )  # fmt: skip
            pictures.add(framebuffer.color.tobytes() + framebuffer.depth.tobytes())
    assert len(pictures) == 1
