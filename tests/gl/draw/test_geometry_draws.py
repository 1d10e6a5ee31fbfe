"""Draws with geometry programs: what is drawn of what they emit, and what is refused."""

from __future__ import annotations

import numpy as np

from softgl.gl import *
from tests.gl.attachments import use_program

GEOMETRY = GL_GEOMETRY_PROGRAM_NV


def text(body, taken="POINTS", made="POINTS", limit=8):
    """A program; its variable p is the position of each vertex."""
    return (
        f"!!NVgp4.0 PRIMITIVE_IN {taken}; PRIMITIVE_OUT {made}; VERTICES_OUT {limit};"
        f" INT TEMP i; TEMP t; ATTRIB p = vertex.position; {body} END"
    )


def use(body, **declared):
    use_program(text(body, **declared), GEOMETRY)


def image(context):
    """All pixels, (height, width, 4) uint8, bottom row first."""
    size = context.framebuffer.width, context.framebuffer.height
    data = glReadPixels(0, 0, *size, GL_RGBA, GL_UNSIGNED_BYTE)
    return np.frombuffer(data, np.uint8).reshape(size[1], size[0], 4)


def draw(mode, vertices, colors=None):
    """glBegin ... glEnd."""
    glBegin(mode)
    for number, vertex in enumerate(vertices):
        if colors is not None:
            glColor4f(*colors[number])
        glVertex4f(*vertex, *(0, 0, 0, 1)[len(vertex) :])
    glEnd()


SQUARE = "".join(
    f"ADD result.position, p[0], {{{x}, {y}, 0, 0}}; MOV result.color, vertex[0].color; EMIT;"
    for x, y in ((-0.25, -0.25), (0.25, -0.25), (-0.25, 0.25), (0.25, 0.25))
)


def test_points_become_squares(either):
    """Of fixed-function vertices and fragments, in the order of submission."""
    use(SQUARE, made="TRIANGLE_STRIP")
    colors = (1, 0, 0, 1), (0, 1, 0, 1), (0, 0, 1, 1)
    draw(GL_POINTS, [(-0.5, -0.5), (0.5, 0.5), (0.5, 0.75)], colors)
    found = image(either)
    assert found[1:3, 1:3].tolist() == [[[255, 0, 0, 255]] * 2] * 2
    assert found[5, 5:7].tolist() == [[0, 255, 0, 255]] * 2
    assert found[6:8, 5:7].tolist() == [[[0, 0, 255, 255]] * 2] * 2
    assert found.any(axis=2).sum() == 10
