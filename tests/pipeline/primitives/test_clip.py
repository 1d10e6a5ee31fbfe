"""Clipping: nothing is lost at any w, nothing is there that no specification puts there."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from softgl.asm import parse
from softgl.lanes import padded
from softgl.pipeline.keys.kernel_keys import SetupKey
from softgl.pipeline.keys.styles import LineStyle, PointStyle, PolygonStyle, PrimitiveStyle
from softgl.pipeline.primitives.assemble import Assembled
from softgl.pipeline.primitives.clip import clip
from softgl.pipeline.primitives.clip_formulas import CLIP_KERNELS, ClipKey
from softgl.pipeline.vertices.clip_volume import EYE_BIT, VIEW_VOLUME, PlaneHalfSpace
from softgl.pipeline.vertices.vertex import Vertices
from tests.pipeline.drawing import ENGINES, every_engine, image, render, spans_of, to_clip

SIZE = (32, 32)
WHITE = parse("!!ARBfp1.0\nPARAM c = { 1, 1, 1, 1 }; MOV result.color, c; END")
TRIANGLE = np.array([(-0.8, -0.8, 0, 1), (0.8, -0.8, 0, 1), (0, 0.8, 0, 1)], np.float32)


def covered(engine, positions, mode="triangles", **options):
    """The pixels that anything is drawn to, whatever its inputs are."""
    positions = np.asarray(positions, np.float32)
    drawn = render(engine, positions, size=SIZE, mode=mode, program=WHITE, **options)
    return image(drawn)[..., 3] > 0


@every_engine
@pytest.mark.parametrize("far", [1e3, 1e6, 1e15, 1e30, 3e38])
def test_triangles_however_large(engine, far):
    """All of a half plane, and of the whole."""
    around = [(-far, -far, 0, 1), (far, -far, 0, 1), (0, far, 0, 1)]
    assert covered(engine, around).all()
    right = covered(engine, [(0, far, 0, 1), (0, -far, 0, 1), (far, 0, 0, 1)])
    assert right[:, 16:].all() and not right[:, :16].any()
    # From (0, 1) and (0, -1) the edges go off level to the right.
    band = covered(engine, [(0, 0.5, 0, 1), (0, -0.5, 0, 1), (far, 0, 0, 1)])
    expected = np.zeros_like(band)
    expected[8:24, 16:] = True
    assert (band == expected).all() or far < 1e4


@every_engine
@pytest.mark.parametrize("factor", [1e-40, 2.0**-126, 1e-30, 1e-6, 1e6, 1e30])
@pytest.mark.parametrize("mode", ["points", "line_loop", "triangles"])
def test_positions_of_any_scale(engine, factor, mode):
    """(x, y, z, w) and a multiple of it are the same place; the colours between are the same."""
    colors = [(1, 0, 0, 1), (0, 1, 0, 1), (0, 0, 1, 1)]
    given = TRIANGLE * np.float64(factor)
    got = image(render(engine, given, colors, SIZE, mode)).astype(int)
    expected = image(render(engine, TRIANGLE, colors, SIZE, mode)).astype(int)
    assert expected.any() and np.abs(got - expected).max() <= 1


@every_engine
def test_triangles_through_the_plane_of_the_eye(engine):
    """A corner at infinity or behind the eye: edges go on beyond the horizon."""
    upward = [(-0.5, 0, 0, 1), (0.5, 0, 0, 1), (0, 1, 0, 0)]
    expected = np.zeros((32, 32), bool)
    expected[16:, 8:24] = True
    assert (covered(engine, upward) == expected).all()
    # Behind the eye, (0, -2, 0, -1) is at (0, 2): the sides lean outwards from there.
    wedge = covered(engine, [(-0.5, 0, 0, 1), (0.5, 0, 0, 1), (0, 2, 0, -1)])
    for y in range(32):
        half = 0.5 * (1 + (y + 0.5 - 16) / 32)
        x = (np.arange(32) + 0.5) / 16 - 1
        assert (wedge[y] == ((np.abs(x) < half) & (y >= 16))).all(), y


BAD = [np.nan, np.inf, -np.inf]


@every_engine
@pytest.mark.parametrize("bad", BAD)
def test_no_pixel_of_what_is_not_finite(engine, bad):
    """But an infinite w is the middle of the view."""
    for component in range(4):
        given = TRIANGLE.copy()
        given[1, component] = bad
        alone = covered(engine, given[[2, 0]], "lines")
        if (bad, component) == (np.inf, 3):
            continue
        assert not covered(engine, given).any()
        assert (covered(engine, given, "line_loop") == alone).all()
        assert not covered(engine, given[1:2], "points").any()


@every_engine
@pytest.mark.parametrize("clamp", [False, True])
def test_the_eye_itself_has_no_place(engine, clamp):
    for z in (0.0, -0.0, 1.0) if clamp else (0.0, -0.0):
        given = TRIANGLE.copy()
        given[1] = 0, 0, z, 0
        for mode in ("triangles", "lines", "points"):
            part = (
                given if mode == "triangles" else given[[1, 0]] if mode == "lines" else given[1:2]
            )
            assert not covered(engine, part, mode, depth_clamp=clamp).any(), (mode, z)


@every_engine
def test_triangles_in_a_plane_with_the_eye_have_no_pixels(engine):
    """The second and third corner weigh out the first: all lie in a line of the window."""
    given = [(-2, -3, -2, 1), (1, 2, 2, 2), (1, 1, 0, -3)]
    assert not covered(engine, given).any()
    rng = np.random.default_rng(4)
    for _ in range(20):
        one, two = rng.integers(-3, 4, (2, 4))
        a, b = rng.integers(-3, 4, 2)
        assert not covered(engine, [one, two, a * one + b * two]).any()


MODES = ("triangles", "points", "lines", "triangle_strip", "polygon", "line_loop")


def test_random_positions_crash_nothing_and_machines_agree():
    """Infinities, zeros of both signs, denormal and huge numbers in every place."""
    rng = np.random.default_rng(17)
    special = np.array(
        [0, -0.0, 1, -1, 0.5, -0.3, 1e-45, -1e-40, 1e30, -1e30, 3e38, np.inf, -np.inf, np.nan],
        np.float32,
    )
    for number in range(24):
        given = rng.uniform(-1, 1, (24, 4)).astype(np.float32)
        chosen = rng.random(given.shape) < 0.3
        given[chosen] = rng.choice(special, chosen.sum())
        colors = rng.choice(special, (24, 4)) if number % 2 else rng.uniform(0, 1, (24, 4))
        mode = ("triangles", "points", "lines", "triangle_strip", "polygon", "line_loop")[
            number % 6
        ]
        modes = ("line", "fill") if number % 4 == 0 else ("fill", "fill")
        style = PrimitiveStyle(PointStyle(5.0), LineStyle(4.0), PolygonStyle(modes))
        plane = (0, (1.0, 0.5, np.inf if number % 5 == 0 else 0.0, 0.25))
        planes = [plane] * (number % 2)
        pictures = [
            image(render(e, given, colors, SIZE, mode, style=style, clip_planes=planes,
                         depth_clamp=number % 3 == 0))
            for e in ENGINES
        ]  # fmt: skip
        assert all((picture == pictures[0]).all() for picture in pictures), number


@every_engine
@pytest.mark.parametrize("culled", ["front", "back"])
def test_polygons_have_one_facing(engine, culled):
    """OpenGL 2.1, 3.5.1: the sign of the area of the whole, though some corners be in a line."""
    corners = [(4.5, 4.5), (16.5, 4.5), (28.5, 4.5), (28.5, 28.5), (4.5, 28.5)]
    drawn = covered(
        engine, to_clip(corners, SIZE), "polygon",
        style=PrimitiveStyle(polygons=PolygonStyle(("line", "line"))),
        setup=SetupKey(cull_front=culled == "front", cull_back=culled == "back"),
    )  # fmt: skip
    expected = np.zeros((32, 32), bool)
    if culled == "back":
        expected[[4, 28], 4:29] = expected[4:29, [4, 28]] = True
    assert (drawn == expected).all()


CORNERS = {"points": 1, "lines": 2, "triangles": 3}


def clipped(engine, rows, kind, edges):
    """The shapes of consecutive vertices (n, 8), clipped by the view volume and row 4.

    Each with its number, the positions and colours of its corners, and its edges, as bytes.
    """
    count, volume = len(rows), (*VIEW_VOLUME, PlaneHalfSpace(4, 1 << 6))
    vertices = np.zeros((8, padded(count)), np.float32)
    vertices[:, :count] = rows.T
    codes = np.array([code_of(row, volume) for row in vertices.T], np.uint32)
    corners = np.arange(count - count % CORNERS[kind], dtype=np.int32).reshape(-1, CORNERS[kind])
    number = np.arange(len(corners), dtype=np.int32)
    shapes = Assembled(corners, np.stack([number + 7, number], axis=1))
    if edges:
        shapes.edges, shapes.groups = number % 8, number // 3
    else:
        shapes = replace(shapes, vertex_indices=corners + 9, base=9)
    given = Vertices(vertices, codes, count)
    made, left = clip(engine, given, shapes, volume, (6,), threads=2)
    assert (left.provoking[:, 0] == left.provoking[:, 1] + 7).all()
    assert not edges or (left.groups == left.provoking[:, 1] // 3).all()
    parts = left.provoking[:, 1].tolist(), left.edges.tolist() if edges else [0] * len(left)
    return [
        (*part, made.rows[:, numbers].tobytes())
        for *part, numbers in zip(*parts, left.vertex_indices, strict=True)
    ]


def code_of(row, volume):
    """The clip code of a vertex."""
    outside = sum(half.bit for half in volume if not half.distance(row) >= 0)
    return outside | (0 if row[3] > 0 else EYE_BIT)


@pytest.mark.parametrize(
    "kind, edges", [("points", 0), ("lines", 0), ("triangles", 0), ("triangles", 1)]
)
def test_what_is_left(kind, edges, tuned):
    """By every machine and in spans of any size the same, in order; and inside the volume."""
    seed = 18
    print("seed", seed)
    rng = np.random.default_rng(seed)
    rows = rng.uniform(-1.5, 1.5, (150, 8)).astype(np.float32)
    rows[:, 3] = rng.uniform(-0.2, 2, 150)
    rows[::17, :4] = 0
    found = []
    for engine in ENGINES:
        for span in (1, 7, 1 << 14):
            spans_of(span, tuned)
            found.append(clipped(engine, rows, kind, edges))
    assert all(other == found[0] for other in found[1:])
    numbers = [number for number, *_ in found[0]]
    assert numbers == sorted(numbers) and len(numbers) > 10
    assert kind != "triangles" or len(set(numbers)) < len(numbers) < 1000
    left = np.array([np.frombuffer(part, np.float32) for *_, part in found[0]])
    left = left.reshape(-1, 8, CORNERS[kind])
    # Of what ends at the eye a shape without extent stays.
    extended = (left != left[..., :1]).any(axis=(1, 2)) | (kind == "points")
    x, y, z, w, plane, *_ = left[extended].transpose(1, 0, 2)
    assert (w > 0).all() and (plane >= -1e-5).all() and extended.sum() > 0.5 * len(left)
    assert (np.abs([x, y, z]) <= w * (1 + 1e-5)).all()


NOPERSPECTIVE = parse(
    "!!NVfp4.0\nNOPERSPECTIVE ATTRIB c = fragment.color; MOV result.color, c; END"
)


@every_engine
@pytest.mark.parametrize("program", [None, NOPERSPECTIVE], ids=["perspective", "linear"])
def test_colors_of_triangles_that_are_cut_far_away(engine, program):
    """A colour that changes over 10^9 times the view has one value within it."""
    far = 1e9
    given = [(-1, -1, 0, 1), (far, -1, 0, 1), (-1, far, 0, 1)]
    colors = [(0.25, 0.5, 1, 1), (1, 0, 1, 1), (0.25, 1, 0, 1)]
    options = {} if program is None else {"program": program}
    got = image(render(engine, given, colors, SIZE, **options)).astype(int)
    assert np.abs(got - (64, 128, 255, 255)).max() <= 1


def test_what_cuts_polygons_is_the_same_whatever_their_vertices_have():
    """Only the kernels that copy or make vertices are compiled for each number of rows."""
    keys = [ClipKey(3, rows, 6, linear, ("edges",)) for rows, linear in ((8, ()), (12, (8, 9)))]
    kernels = {name: {key.of_kernel(name) for key in keys} for name in CLIP_KERNELS}
    assert {name for name, made in kernels.items() if len(made) > 1} == {"begin", "cross"}
    lines = ClipKey(2, 8, 6, (), ("edges",))
    assert all(
        lines.of_kernel(name) not in made for name, made in kernels.items() if name != "cross"
    )
