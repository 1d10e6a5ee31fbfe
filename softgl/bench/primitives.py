"""Frames of many primitives: strips, fans, quads, lines, points, outlines, clipped ones."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from softgl.bench.drawing import set_arrays, use_programs
from softgl.bench.meshes import set_mesh, torus_of
from softgl.records import dataclass

# Mode -> (vertices of each primitive, further vertices at the start of the draw).
VERTICES = {
    "POINTS": (1, 0),
    "LINES": (2, 0),
    "LINE_STRIP": (1, 1),
    "TRIANGLES": (3, 0),
    "TRIANGLE_STRIP": (1, 2),
    "TRIANGLE_FAN": (1, 2),
    "QUADS": (4, 0),
}
CORNERS = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) / 2
PRIMITIVE_SIZE = 0.01  # in clip space, where the view has size 2


@dataclass(frozen=True)
class Primitives:
    """`amount` small primitives of a mode all over the view, in many colours.

    set_state : takes gl and sets further state. clipped : True if each crosses a clip plane.
    """

    mode: str
    set_state: Callable = lambda gl: None
    clipped: bool = False

    def __call__(self, gl, amount):
        use_programs(gl)
        self.set_state(gl)
        each, more = VERTICES[self.mode]
        count = each * amount + more
        if self.clipped:
            position = _at_the_sides(count, each)
        elif more:
            position = _to_and_fro(count)
        else:
            position = _scattered(count, each)
        draw = set_arrays(gl, position, np.random.default_rng(1).uniform(0, 1, (count, 4)))
        mode = getattr(gl, f"GL_{self.mode}")

        def frame():
            gl.glClear(gl.GL_COLOR_BUFFER_BIT)
            draw(mode)

        return frame


def _scattered(count, each):
    """Vertices of primitives of `each` vertices that lie close together, (count, 2)."""
    center = np.random.default_rng(4).uniform(-1, 1, (-(-count // each), 1, 2))
    return (center + CORNERS[:each] * PRIMITIVE_SIZE).reshape(-1, 2)[:count]


def _to_and_fro(count):
    """Zigzag vertices of strips, row by row between a row and the one above, (count, 2)."""
    columns = round(2 / PRIMITIVE_SIZE)
    number, rows = np.arange(count), -(-count // columns)
    height = number // columns + number % 2
    return np.stack([number % columns / columns, height / rows], axis=1) * 2 - 1


def _at_the_sides(count, each):
    """Primitives as from `_scattered`, each centred on a side of the view volume, (count, 4)."""
    rng = np.random.default_rng(5)
    shapes = -(-count // each)
    center = rng.uniform(-0.9, 0.9, (shapes, 3))
    center[np.arange(shapes), rng.integers(0, 3, shapes)] = rng.choice([-1.0, 1.0], shapes)
    result = np.ones((shapes, each, 4))
    result[..., :3] = center[:, None] + rng.uniform(
        -PRIMITIVE_SIZE, PRIMITIVE_SIZE, (shapes, each, 3)
    )
    return (result * rng.uniform(0.5, 2.0, (shapes, each, 1))).reshape(-1, 4)[:count]


def wide_lines(gl):
    """Lines three pixels wide."""
    gl.glLineWidth(3.0)


def stippled_lines(gl):
    """Lines with a stipple pattern."""
    gl.glLineStipple(2, 0xF0E1)
    gl.glEnable(gl.GL_LINE_STIPPLE)


def sized_points(gl):
    """Points three pixels wide."""
    gl.glPointSize(3.0)


def outlines(gl):
    """Polygons as outlines, by glPolygonMode."""
    gl.glPolygonMode(gl.GL_FRONT_AND_BACK, gl.GL_LINE)


def inside_mesh(gl, amount):
    """A torus of about `amount` triangles in one colour, seen from its inside: many are clipped."""
    vertices, indices = torus_of(amount)
    use_programs(gl, vertex=POSITION_INVARIANT)
    gl.glMatrixMode(gl.GL_PROJECTION)
    gl.glLoadIdentity()
    gl.glFrustum(-0.1, 0.1, -0.1, 0.1, 0.1, 10.0)
    gl.glMatrixMode(gl.GL_MODELVIEW)
    gl.glLoadIdentity()
    gl.glRotatef(90.0, 1.0, 0.2, 0.1)
    gl.glTranslatef(-1.0, 0.0, -0.1)
    draw = set_mesh(gl, vertices, indices)

    def frame():
        gl.glClear(gl.GL_COLOR_BUFFER_BIT)
        draw()

    return frame


POSITION_INVARIANT = """!!ARBvp1.0
OPTION ARB_position_invariant;
MOV result.color, vertex.normal;
END
"""
