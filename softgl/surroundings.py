"""An environment map for reflections: a photographer's studio, drawn once into a cube map.

The cube map holds the light from each direction, z up: linear, in half precision, brighter than
white at lamps. Its mipmap levels are the studio out of focus.
"""

from __future__ import annotations

from softgl import gl, hostmath
from softgl.studio import WINDOW, cover_window, load_program

SIDE = 256  # texels of a face
# OpenGL 2.1, table 3.19 read backwards: for each face the direction of its centre, and the vectors
# from the centre to its edges along s and t.
FACES = (
    ((1, 0, 0), (0, 0, -1), (0, -1, 0)),
    ((-1, 0, 0), (0, 0, 1), (0, -1, 0)),
    ((0, 1, 0), (1, 0, 0), (0, 0, 1)),
    ((0, -1, 0), (1, 0, 0), (0, 0, -1)),
    ((0, 0, 1), (1, 0, 0), (0, -1, 0)),
    ((0, 0, -1), (-1, 0, 0), (0, -1, 0)),
)


def make_surroundings(light: str = "nvfp4/soft_boxes.fp") -> int:
    """Makes the cube map and binds it to the active texture unit; returns its name.

    light : the fragment program that computes the light from a direction.

    Changes the state of `studio.cover_window`; enables fragment programs and seamless cube maps.
    """
    gl.glEnable(gl.GL_TEXTURE_CUBE_MAP_SEAMLESS)  # filters coarse levels across edges of faces
    cube = gl.GL_TEXTURE_CUBE_MAP
    texture, framebuffer = gl.glGenTextures(1), gl.glGenFramebuffers(1)
    gl.glBindTexture(cube, texture)
    gl.glTexParameteri(cube, gl.GL_TEXTURE_MIN_FILTER, gl.GL_LINEAR_MIPMAP_LINEAR)
    gl.glTexParameteri(cube, gl.GL_TEXTURE_WRAP_S, gl.GL_CLAMP_TO_EDGE)
    gl.glTexParameteri(cube, gl.GL_TEXTURE_WRAP_T, gl.GL_CLAMP_TO_EDGE)
    for face, _ in enumerate(FACES, gl.GL_TEXTURE_CUBE_MAP_POSITIVE_X):
        gl.glTexImage2D(face, 0, gl.GL_RGBA16F, SIDE, SIDE, 0, gl.GL_RGBA, gl.GL_FLOAT, None)
    viewport = gl.glGetIntegerv(gl.GL_VIEWPORT)
    gl.glViewport(0, 0, SIDE, SIDE)
    gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, framebuffer)
    load_program(gl.GL_FRAGMENT_PROGRAM_ARB, light)
    gl.glEnable(gl.GL_FRAGMENT_PROGRAM_ARB)
    for face, (middle, s, t) in enumerate(FACES, gl.GL_TEXTURE_CUBE_MAP_POSITIVE_X):
        gl.glFramebufferTexture2D(gl.GL_FRAMEBUFFER, gl.GL_COLOR_ATTACHMENT0, face, texture, 0)
        corners = [
            [m + x * ds + y * dt for m, ds, dt in zip(middle, s, t, strict=True)] for x, y in WINDOW
        ]
        cover_window(gl.glTexCoord3f, corners)
    gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, 0)
    gl.glDeleteFramebuffers(1, [framebuffer])
    gl.glViewport(*viewport)
    gl.glGenerateMipmap(cube)
    return texture


def place_surroundings(view) -> None:
    """Loads program matrix 0, the rotation from eye space to the cube map."""
    gl.glMatrixMode(gl.GL_MATRIX0_ARB)
    gl.glLoadTransposeMatrixd(hostmath.inverse(view))


def draw_surroundings(projection) -> None:
    """Fills the window with the bound fragment program.

    Its texture coordinate 0 is the direction in eye space. Changes the state of
    `studio.cover_window`.
    """
    width, height = 1.0 / projection[0][0], 1.0 / projection[1][1]
    cover_window(gl.glTexCoord3f, [(x * width, y * height, -1.0) for x, y in WINDOW])
