"""What the frames are drawn with: the same calls for softgl.gl and for a driver.

`gl` is a module or an object with the names of OpenGL.GL, whose commands take what those of C do.
"""

from __future__ import annotations

import numpy as np

# Position and everything that a fragment may want go through untouched.
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
    """A name from a command such as glGenTextures."""
    names = np.zeros(1, np.uint32)
    generate(1, names)
    return int(names[0])


def use_programs(gl, vertex=PASS_VERTEX, fragment=COLOR_FRAGMENT) -> None:
    """Make, load, bind and enable a vertex and a fragment program."""
    for target, text in (
        (gl.GL_VERTEX_PROGRAM_ARB, vertex),
        (gl.GL_FRAGMENT_PROGRAM_ARB, fragment),
    ):
        gl.glBindProgramARB(target, new_name(gl.glGenProgramsARB))
        code = text.encode()
        gl.glProgramStringARB(target, gl.GL_PROGRAM_FORMAT_ASCII_ARB, len(code), code)
        gl.glEnable(target)


def set_arrays(gl, position, color=None, texcoord=None):
    """Client arrays (n, 2 ... 4) float32: position, color and texture coordinate of unit 0.

    Returns the function that draws so many vertices of them, which keeps the arrays alive.
    """
    given = (
        (position, gl.GL_VERTEX_ARRAY, gl.glVertexPointer),
        (color, gl.GL_COLOR_ARRAY, gl.glColorPointer),
        (texcoord, gl.GL_TEXTURE_COORD_ARRAY, gl.glTexCoordPointer),
    )
    kept = []
    for values, enable, set_pointer in given:
        if values is not None:
            kept.append(np.ascontiguousarray(values, np.float32))
            gl.glEnableClientState(enable)
            set_pointer(kept[-1].shape[1], gl.GL_FLOAT, 0, kept[-1])

    def draw(mode):
        gl.glDrawArrays(mode, 0, len(kept[0]))

    return draw


def whole_view(gl, texcoord=None, color=None):
    """The function that draws two triangles over the whole viewport.

    texcoord : the texture coordinates of its corners, from the lower left one to the left. color :
        one for all of it.
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
