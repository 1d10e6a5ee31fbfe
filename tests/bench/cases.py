"""What is timed: functions that set a case up and return the function that draws one frame.

`gl` is a module with the names of OpenGL.GL and of the ARB program functions; `scale` divides the
sizes, 1 for the real thing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from tests.drivers.drawing import clear, draw_whole_view, make_texture, set_arrays, use_programs
from tests.drivers.meshes import (
    LIT_FRAGMENT,
    LIT_VERTEX,
    draw_mesh,
    look_at_torus,
    set_mesh,
    torus,
)


@dataclass(frozen=True)
class Case:
    """One thing to time: `prepare(gl, scale)` returns the function that draws a frame."""

    name: str
    size: tuple[int, int]
    prepare: Callable


def long_program(gl, scale):
    """A fragment program of 256 instructions over the whole view."""
    lines = []
    for number in range(64 // scale):
        lines += [
            "MUL r0, r0, r1;",
            "MAD r1, r0.yzwx, c, r1;",
            "ADD r0, r0, -r1.wzyx;",
            f"MAD r1, r1, {0.25 + number / 256}, fragment.texcoord[0];",
        ]
    body = "\n".join(lines)
    fragment = f"""!!ARBfp1.0
PARAM c = {{ 0.5, -0.25, 0.125, 0.75 }};
TEMP r0, r1;
MOV r0, fragment.texcoord[0];
MOV r1, c;
{body}
MOV result.color, r0;
END
"""
    use_programs(gl, fragment=fragment)
    corners = [(0, 0, 0.1, 1), (1, 0, 0.2, 0.9), (1, 1, 0.3, 0.8), (0, 1, 0.4, 0.7)]
    return lambda: draw_whole_view(gl, [corners])


def trilinear_texture(gl, scale):
    """A texture of 256x256 with all levels, minified about twice, over the whole view."""
    rng = np.random.default_rng(0)
    sides = [256 >> level for level in range(9)]
    levels = [rng.integers(0, 256, (side, side, 4), dtype=np.uint8) for side in sides]
    trilinear = gl.GL_LINEAR_MIPMAP_LINEAR
    make_texture(gl, levels, min_filter=trilinear, mag_filter=gl.GL_LINEAR)
    fragment = "!!ARBfp1.0\nTEX result.color, fragment.texcoord[0], texture[0], 2D;\nEND\n"
    use_programs(gl, fragment=fragment)
    corners = [(0, 0), (9, 1), (8, 10), (-1, 9)]
    return lambda: draw_whole_view(gl, [corners])


def small_triangles(gl, scale):
    """200,000 triangles of about five pixels each, in one call on client arrays."""
    cells = 316 // scale
    line = np.linspace(-1, 1, cells + 1)
    points = np.stack(np.meshgrid(line, line), axis=-1)
    a, b, c, d = points[:-1, :-1], points[:-1, 1:], points[1:, 1:], points[1:, :-1]
    position = np.stack([a, b, c, a, c, d], axis=2).reshape(-1, 2)
    color = np.random.default_rng(1).uniform(0, 1, (len(position), 4))
    use_programs(gl)
    kept = set_arrays(gl, position, color)
    return lambda: gl.glDrawArrays(gl.GL_TRIANGLES, 0, len(kept[0]))


def lit_mesh(gl, scale):
    """A textured torus of 70,000 triangles, lit for each fragment, with depth test and culling."""
    vertices, indices = torus(264 // scale, 132 // scale)
    texels = np.random.default_rng(2).integers(0, 256, (64, 64, 4), dtype=np.uint8)
    make_texture(gl, [texels], min_filter=gl.GL_LINEAR, mag_filter=gl.GL_LINEAR)
    use_programs(gl, LIT_VERTEX, LIT_FRAGMENT)
    look_at_torus(gl, 4 / 3)
    gl.glEnable(gl.GL_DEPTH_TEST)
    gl.glEnable(gl.GL_CULL_FACE)
    set_mesh(gl, vertices, indices)

    def frame():
        clear(gl)
        draw_mesh(gl, indices)

    return frame


CASES = (
    Case("256-instruction program", (1024, 1024), long_program),
    Case("trilinear texture", (1024, 1024), trilinear_texture),
    Case("200,000 small triangles", (1024, 1024), small_triangles),
    Case("lit mesh, 70,000 triangles", (640, 480), lit_mesh),
)
