"""Helpers that draw the pictures: the same calls for OpenGL.GL and softgl.gl.

`gl` is a module or namespace with the names of OpenGL.GL.
"""

from __future__ import annotations

import numpy as np

# Position and everything that a fragment may want go through untouched.
PASS_VERTEX = """!!ARBvp1.0
MOV result.position, vertex.position;
MOV result.color, vertex.color;
MOV result.texcoord[0], vertex.texcoord[0];
MOV result.texcoord[1], vertex.texcoord[1];
MOV result.texcoord[2], vertex.texcoord[2];
END
"""
PASS_FRAGMENT = """!!ARBfp1.0
MOV result.color, fragment.color;
END
"""


def target_of(gl, text):
    """The target of a program, which follows from its header."""
    vertex = text.startswith(("!!ARBvp", "!!NVvp", "!!VP", "VERT"))
    return gl.GL_VERTEX_PROGRAM_ARB if vertex else gl.GL_FRAGMENT_PROGRAM_ARB


def use_program(gl, text):
    """Make, load, bind and enable a program."""
    target = target_of(gl, text)
    gl.glBindProgramARB(target, gl.glGenProgramsARB(1))
    code = text.encode()
    gl.glProgramStringARB(target, gl.GL_PROGRAM_FORMAT_ASCII_ARB, len(code), code)
    gl.glEnable(target)


def use_programs(gl, vertex=PASS_VERTEX, fragment=PASS_FRAGMENT):
    """A vertex and a fragment program, ready to draw with."""
    use_program(gl, vertex)
    use_program(gl, fragment)


def clear(gl):
    """All channels to 0, so that alpha tells which pixels are touched; depth to 1."""
    gl.glClearColor(0.0, 0.0, 0.0, 0.0)
    gl.glClear(gl.GL_COLOR_BUFFER_BIT | gl.GL_DEPTH_BUFFER_BIT)


def set_arrays(gl, position, color=None, texcoords=()):
    """Client arrays: position, color (n, 2 ... 4) and texture coordinates of units 0, 1, ...

    Returns the arrays, to be kept until they are drawn: PyOpenGL keeps one of a kind, whatever
    the unit.
    """
    arrays = [floats(values) for values in (position, *texcoords)]
    gl.glEnableClientState(gl.GL_VERTEX_ARRAY)
    gl.glVertexPointer(arrays[0].shape[1], gl.GL_FLOAT, 0, arrays[0])
    for unit, array in enumerate(arrays[1:]):
        gl.glClientActiveTexture(gl.GL_TEXTURE0 + unit)
        gl.glEnableClientState(gl.GL_TEXTURE_COORD_ARRAY)
        gl.glTexCoordPointer(array.shape[1], gl.GL_FLOAT, 0, array)
    gl.glClientActiveTexture(gl.GL_TEXTURE0)
    if color is not None:
        arrays.append(floats(color))
        gl.glEnableClientState(gl.GL_COLOR_ARRAY)
        gl.glColorPointer(arrays[-1].shape[1], gl.GL_FLOAT, 0, arrays[-1])
    return arrays


def floats(values):
    """A contiguous float32 array."""
    return np.ascontiguousarray(values, np.float32)


def draw(gl, mode, position, color=None, texcoords=()):
    """Draws all vertices of client arrays."""
    kept = set_arrays(gl, position, color, texcoords)
    gl.glDrawArrays(mode, 0, len(kept[0]))


WHOLE_VIEW = ((-1, -1), (1, -1), (1, 1), (-1, 1))


def draw_whole_view(gl, texcoords=(), color=None):
    """Two triangles over the whole viewport, with four texture coordinates for each unit."""
    order = (0, 1, 2, 0, 2, 3)

    def corners(values):
        return [values[i] for i in order]

    colors = None if color is None else [color] * 6
    draw(gl, gl.GL_TRIANGLES, corners(WHOLE_VIEW), colors, [corners(t) for t in texcoords])


def make_texture(gl, levels, *, unit=0, min_filter=None, mag_filter=None, wrap=None):
    """A 2D texture from RGBA8 images (h, w, 4), bottom row first, bound to `unit`."""
    gl.glActiveTexture(gl.GL_TEXTURE0 + unit)
    gl.glBindTexture(gl.GL_TEXTURE_2D, gl.glGenTextures(1))
    for level, image in enumerate(levels):
        height, width, _ = image.shape
        pixels = np.ascontiguousarray(image, np.uint8).tobytes()
        gl.glTexImage2D(
            gl.GL_TEXTURE_2D, level, gl.GL_RGBA8, width, height, 0,
            gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, pixels,
        )  # fmt: skip
    for name, value in (
        (gl.GL_TEXTURE_MIN_FILTER, min_filter or gl.GL_NEAREST),
        (gl.GL_TEXTURE_MAG_FILTER, mag_filter or gl.GL_NEAREST),
        (gl.GL_TEXTURE_WRAP_S, wrap or gl.GL_REPEAT),
        (gl.GL_TEXTURE_WRAP_T, wrap or gl.GL_REPEAT),
    ):
        gl.glTexParameteri(gl.GL_TEXTURE_2D, name, value)


def bind_new(gl):
    """A new framebuffer object, bound."""
    name = gl.glGenFramebuffers(1)
    gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, name)
    return name


def new_renderbuffer(gl, format_, width=32, height=32):
    """A renderbuffer of an internal format, "RGBA8", bound."""
    name = gl.glGenRenderbuffers(1)
    gl.glBindRenderbuffer(gl.GL_RENDERBUFFER, name)
    gl.glRenderbufferStorage(gl.GL_RENDERBUFFER, getattr(gl, f"GL_{format_}"), width, height)
    return name


def attach_renderbuffer(gl, point, format_, width=32, height=32):
    """A new renderbuffer at an attachment point of the bound framebuffer object."""
    name = new_renderbuffer(gl, format_, width, height)
    enum = getattr(gl, f"GL_{point}") if isinstance(point, str) else gl.GL_COLOR_ATTACHMENT0 + point
    gl.glFramebufferRenderbuffer(gl.GL_FRAMEBUFFER, enum, gl.GL_RENDERBUFFER, name)


def draw_to_renderbuffer(gl, format_, size):
    """Draws to one colour buffer of an internal format, "RGBA8"; size : (w, h)."""
    bind_new(gl)
    attach_renderbuffer(gl, 0, format_, *size)
