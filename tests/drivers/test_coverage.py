"""Pixels that triangles cover: additive blending counts the hits."""

from __future__ import annotations

import numpy as np
import pytest

from tests.drivers.drawing import clear, draw, draw_to_renderbuffer, use_programs

pytestmark = pytest.mark.driver

HIT = (8 / 255, 8 / 255, 8 / 255, 1.0)  # 31 hits until the red channel is full


def count_hits(gl, triangles):
    """Draws (n, 3, 2) positions in the [-1, 1] of the viewport; each hit of a pixel adds 8."""
    clear(gl)
    use_programs(gl)
    gl.glEnable(gl.GL_BLEND)
    gl.glBlendFunc(gl.GL_ONE, gl.GL_ONE)
    position = np.reshape(triangles, (-1, 2))
    draw(gl, gl.GL_TRIANGLES, position, [HIT] * len(position))


def window(points, size):
    """Window coordinates as normalised device coordinates."""
    return np.asarray(points, np.float64) / np.asarray(size) * 2 - 1


def random_triangles(rng, count, spread):
    centre = rng.uniform(-1, 1, (count, 1, 2))
    return centre + rng.normal(0, spread, (count, 3, 2))


def jittered_mesh(rng, cells):
    """A grid of `cells` squared cells with random inner vertices and diagonals."""
    line = np.linspace(-0.9, 0.9, cells + 1)
    points = np.stack(np.meshgrid(line, line), axis=-1)
    points[1:-1, 1:-1] += rng.uniform(-0.6, 0.6, (cells - 1, cells - 1, 2)) / cells
    triangles = []
    for row in range(cells):
        for column in range(cells):
            a, b = points[row, column], points[row, column + 1]
            c, d = points[row + 1, column + 1], points[row + 1, column]
            triangles += [(a, b, c), (a, c, d)] if rng.random() < 0.5 else [(a, b, d), (b, c, d)]
    return np.array(triangles)


@pytest.mark.parametrize("size", [(64, 64), (101, 75)])
@pytest.mark.parametrize("spread", [0.02, 0.1, 0.5])
@pytest.mark.parametrize("seed", range(3))
def test_random_triangles(same_as_mesa, seed, spread, size):
    triangles = random_triangles(np.random.default_rng(seed), 40, spread)
    same_as_mesa(lambda gl: count_hits(gl, triangles), size, tolerance=0)


@pytest.mark.parametrize("cells", [4, 11, 40])
def test_shared_edges_are_hit_once(same_as_mesa, cells):
    triangles = jittered_mesh(np.random.default_rng(cells), cells)
    same_as_mesa(lambda gl: count_hits(gl, triangles), (96, 96), tolerance=0)


@pytest.mark.parametrize("seed", range(3))
def test_slivers(same_as_mesa, seed):
    rng = np.random.default_rng(seed)
    ends = rng.uniform(-1, 1, (60, 2, 2))
    middle = ends.mean(axis=1, keepdims=True) + rng.normal(0, 0.004, (60, 1, 2))
    triangles = np.concatenate([ends, middle], axis=1)
    same_as_mesa(lambda gl: count_hits(gl, triangles), tolerance=0)


@pytest.mark.parametrize("seed", range(3))
def test_vertices_and_edges_on_pixel_centres(same_as_mesa, seed):
    # Every edge of such a triangle may run through centres: the rule for ties decides.
    rng = np.random.default_rng(seed)
    triangles = window(rng.integers(0, 32, (20, 3, 2)) + 0.5, (32, 32))
    same_as_mesa(lambda gl: count_hits(gl, triangles), (32, 32), tolerance=0)


def test_edges_of_a_rectangle_on_pixel_centres(same_as_mesa):
    a, b, c, d = window([(4.5, 6.5), (20.5, 6.5), (20.5, 25.5), (4.5, 25.5)], (32, 32))
    same_as_mesa(lambda gl: count_hits(gl, [(a, b, c), (a, c, d)]), (32, 32), tolerance=0)


@pytest.mark.parametrize("steps", [1 / 256, 1 / 512, 1 / 1024])
def test_snapping_to_the_subpixel_grid(same_as_mesa, steps):
    rng = np.random.default_rng(5)
    points = rng.integers(0, int(32 / steps), (40, 3, 2)) * steps
    triangles = window(points, (32, 32))
    same_as_mesa(lambda gl: count_hits(gl, triangles), (32, 32), tolerance=0)


def test_a_fan_of_thin_triangles_has_no_gaps(same_as_mesa):
    turn = np.arange(90) / 90 * 2 * np.pi
    rim = 0.95 * np.stack([np.cos(turn), np.sin(turn)], axis=1)
    centre = np.full((90, 2), 0.013)
    triangles = np.stack([centre, rim, np.roll(rim, -1, axis=0)], axis=1)
    same_as_mesa(lambda gl: count_hits(gl, triangles), (80, 80), tolerance=0)


@pytest.mark.parametrize("reach", [1.5, 6.0, 60.0])
def test_triangles_that_leave_the_view(same_as_mesa, reach):
    rng = np.random.default_rng(11)
    triangles = rng.uniform(-reach, reach, (20, 3, 2))
    same_as_mesa(lambda gl: count_hits(gl, triangles), tolerance=0)


def test_triangles_without_area_touch_nothing(same_as_mesa):
    flat = [[(-0.5, -0.5), (0.5, 0.5), (0.25, 0.25)], [(0, 0), (0, 0), (0.5, 0)]]
    square = [[(-0.9, -0.9), (-0.6, -0.9), (-0.6, -0.6)]]
    same_as_mesa(lambda gl: count_hits(gl, flat + square), tolerance=0)


def test_a_viewport_inside_the_window(same_as_mesa):
    triangles = random_triangles(np.random.default_rng(3), 30, 0.7)

    def picture(gl):
        gl.glViewport(9, 14, 40, 33)
        count_hits(gl, triangles)

    same_as_mesa(picture, tolerance=0)


@pytest.mark.parametrize("renderbuffer", [False, True])
@pytest.mark.parametrize("behind", [0.0, 0.1])
@pytest.mark.parametrize("reach", [1.0, 1.3, 4.0])
def test_window_coordinates_are_rounded_alike(same_as_mesa, reach, behind, renderbuffer):
    """Thousands of corners at any w round alike, in a viewport of odd sizes."""
    rng = np.random.default_rng(23)
    place = rng.uniform(-0.9, 0.9, (2000, 1, 2)) + rng.uniform(-0.08, 0.08, (2000, 3, 2))
    place = place.reshape(-1, 2) * rng.choice([1.0, reach], (6000, 1))
    w = rng.uniform(0.3, 3.0, 6000) * rng.choice([1, -1], 6000, p=[1 - behind, behind])
    position = np.column_stack([place * w[:, None], rng.uniform(-1.1, 1.1, 6000) * w, w])

    def picture(gl):
        if renderbuffer:
            # Its rows are counted from below, those of Mesa's window from above.
            draw_to_renderbuffer(gl, "RGBA8", (250, 230))
        gl.glViewport(3, 1, 241, 227)
        clear(gl)
        use_programs(gl)
        gl.glEnable(gl.GL_BLEND)
        gl.glBlendFunc(gl.GL_ONE, gl.GL_ONE)
        draw(gl, gl.GL_TRIANGLES, position, [HIT] * len(position))

    same_as_mesa(picture, (250, 230), tolerance=0)
