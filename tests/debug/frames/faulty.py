"""A small scene that is right, and eight faults of it: texts and their replacements."""

from __future__ import annotations

SCENE = '''"""A lit vase on a tiled floor, behind a pane of glass."""
import numpy as np
from softgl import hostmath
from softgl.gl import *
from softgl.studio import draw_surface, revolution

VASE = ((0.0, -0.8), (0.45, -0.8), (0.65, -0.3), (0.35, 0.2), (0.25, 0.5), (0.4, 0.7))
VERTEX = """!!ARBvp1.0
PARAM mvp[4] = { state.matrix.mvp };
DP4 result.position.x, mvp[0], vertex.position;
DP4 result.position.y, mvp[1], vertex.position;
DP4 result.position.z, mvp[2], vertex.position;
DP4 result.position.w, mvp[3], vertex.position;
MOV result.texcoord[0], vertex.normal;
MOV result.texcoord[1], vertex.texcoord[0];
END"""
LIT = """!!ARBfp1.0
PARAM light = program.local[0];
PARAM colour = program.local[1];
TEMP n, t;
DP3 t.w, fragment.texcoord[0], fragment.texcoord[0];
RSQ t.w, t.w;
MUL n.xyz, fragment.texcoord[0], t.w;
DP3 t.x, n, light;
MAD t.x, t.x, 0.45, 0.55;
MUL result.color.xyz, colour, t.x;
MOV result.color.w, 1.0;
END"""
TILED = """!!ARBfp1.0
TEMP tile;
TEX tile, fragment.texcoord[1], texture[0], 2D;
MUL result.color, tile, 0.9;
END"""


def program(target, text):
    name = glGenProgramsARB(1)
    glBindProgramARB(target, name)
    glProgramStringARB(target, GL_PROGRAM_FORMAT_ASCII_ARB, len(text), text)
    return name


def setup():
    global vertex, lit, tiled, surface
    vertex = program(GL_VERTEX_PROGRAM_ARB, VERTEX)
    lit, tiled = (program(GL_FRAGMENT_PROGRAM_ARB, text) for text in (LIT, TILED))
    positions, normals, triangles = revolution(VASE, 24)
    surface = positions, normals, triangles
    tiles = np.indices((16, 16)).sum(axis=0) % 2
    tiles = np.uint8([[200, 190, 170], [60, 70, 90]])[tiles]
    glBindTexture(GL_TEXTURE_2D, glGenTextures(1))
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR)
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB8, 16, 16, 0, GL_RGB, GL_UNSIGNED_BYTE, tiles)
    glGenerateMipmap(GL_TEXTURE_2D)


def draw(time, width, height):
    glClearColor(0.55, 0.6, 0.65, 1)
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT)
    glMatrixMode(GL_PROJECTION)
    glLoadTransposeMatrixd(hostmath.perspective(40, width / height, 1, 20))
    glMatrixMode(GL_MODELVIEW)
    glLoadTransposeMatrixd(hostmath.look_at((0, -4, 1.2), (0, 0, -0.1), (0, 0, 1)))
    glEnable(GL_DEPTH_TEST)
    glEnable(GL_VERTEX_PROGRAM_ARB)
    glEnable(GL_FRAGMENT_PROGRAM_ARB)
    glBindProgramARB(GL_FRAGMENT_PROGRAM_ARB, tiled)
    glBegin(GL_QUADS)
    for x, y in ((-3, -2), (3, -2), (3, 6), (-3, 6)):
        glTexCoord2f(x / 2, y / 2)
        glVertex3f(x, y, -0.8)
    glEnd()
    glBindProgramARB(GL_FRAGMENT_PROGRAM_ARB, lit)
    glProgramLocalParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, 0, -0.6, -0.64, 0.48, 0)
    glProgramLocalParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, 1, 0.8, 0.35, 0.2, 1)
    glEnable(GL_CULL_FACE)
    draw_surface(*surface)
    glDisable(GL_CULL_FACE)
    glDisable(GL_VERTEX_PROGRAM_ARB)
    glDisable(GL_FRAGMENT_PROGRAM_ARB)
    glEnable(GL_BLEND)
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA)
    glColor4f(0.3, 0.6, 0.5, 0.4)
    glRecti(0, -1, 1, 1)
    glDisable(GL_BLEND)
'''
FAULTS = {
    "swizzle": [("fragment.texcoord[0], t.w;", "fragment.texcoord[0].zyxw, t.w;")],
    "nan": [
        (
            "    surface = positions, normals, triangles\n",
            "    surface = positions, np.where(positions[:, 2:] > 0.3, 0, normals), triangles\n",
        )
    ],
    "depth mask": [
        ("draw_surface(*surface)\n", "glDepthMask(False)\n    draw_surface(*surface)\n")
    ],
    "texture unit": [("texture[0], 2D", "texture[1], 2D")],
    "uniform": [
        ("glProgramLocalParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, 1, 0.8, 0.35, 0.2, 1)", "")
    ],
    "cull": [("glEnable(GL_CULL_FACE)\n", "glEnable(GL_CULL_FACE)\n    glFrontFace(GL_CW)\n")],
    "kill": [("DP3 t.x, n, light;", "DP3 t.x, n, light;\nKIL t.x;")],
    "mip level": [
        (
            "    glGenerateMipmap(GL_TEXTURE_2D)\n",
            "    glGenerateMipmap(GL_TEXTURE_2D)\n"
            "    stale = np.full((4, 4, 3), (255, 0, 255), np.uint8)\n"
            "    glTexSubImage2D(GL_TEXTURE_2D, 2, 0, 0, 4, 4, GL_RGB, GL_UNSIGNED_BYTE, stale)\n",
        )
    ],
}
"""Name of a fault -> replacements of text that plant it."""


def scene(fault: str = "") -> str:
    """The text of the scene, with a fault."""
    text = SCENE
    for right, wrong in FAULTS.get(fault, ()):
        assert right in text, fault
        text = text.replace(right, wrong)
    return text
