"""Drawing helpers for frames: the same calls for softgl.gl and for a driver.

`gl` is a module or an object with the names of OpenGL.GL; its commands take C's arguments.
"""

from __future__ import annotations

import numpy as np

# Passes position, color and texture coordinate through.
PASS_VERTEX = """!!ARBvp1.0
MOV result.position, vertex.position;
MOV result.color, vertex.color;
MOV result.texcoord[0], vertex.texcoord[0];
END
"""
COLOR_FRAGMENT = """!!ARBfp1.0
MOV result.color, fragment.color;
END
"""


def new_name(generate) -> int:
    """Returns a new name from a command such as glGenTextures."""
    names = np.zeros(1, np.uint32)
    generate(1, names)
    return int(names[0])


def use_programs(gl, vertex=PASS_VERTEX, fragment=COLOR_FRAGMENT) -> None:
    """Makes, loads, binds and enables a vertex and a fragment program."""
    for target, text in (
        (gl.GL_VERTEX_PROGRAM_ARB, vertex),
        (gl.GL_FRAGMENT_PROGRAM_ARB, fragment),
    ):
        gl.glBindProgramARB(target, new_name(gl.glGenProgramsARB))
        code = text.encode()
        gl.glProgramStringARB(target, gl.GL_PROGRAM_FORMAT_ASCII_ARB, len(code), code)
        gl.glEnable(target)


def set_arrays(gl, position, color=None, texcoord=None):
    """Sets client arrays, (n, 2 to 4) float32: position, color and texture coordinate of unit 0.

    Returns draw(mode), which draws all n vertices and keeps the arrays alive.
    """
    pointers = (
        (position, gl.GL_VERTEX_ARRAY, gl.glVertexPointer),
        (color, gl.GL_COLOR_ARRAY, gl.glColorPointer),
        (texcoord, gl.GL_TEXTURE_COORD_ARRAY, gl.glTexCoordPointer),
    )
    arrays = []
    for values, enable, set_pointer in pointers:
        if values is not None:
            arrays.append(np.ascontiguousarray(values, np.float32))
            gl.glEnableClientState(enable)
            set_pointer(arrays[-1].shape[1], gl.GL_FLOAT, 0, arrays[-1])

    def draw(mode):
        gl.glDrawArrays(mode, 0, len(arrays[0]))

    return draw


def whole_view(gl, texcoord=None, color=None):
    """Returns a function that draws two triangles over the whole viewport.

    texcoord : texture coordinates of the four corners, counterclockwise from the lower left.
    color : one color for all vertices.
    """
    order = (0, 1, 2, 0, 2, 3)
    corners = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    draw = set_arrays(
        gl,
        [corners[i] for i in order],
        None if color is None else [color] * len(order),
        None if texcoord is None else [texcoord[i] for i in order],
    )
    return lambda: draw(gl.GL_TRIANGLES)
