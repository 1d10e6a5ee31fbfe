"""Two triangles with programs, one behind the other, drawn to a texture that a quad then shows."""

import numpy as np

from softgl.gl import *

SIDE = 16
POSITIONS = np.array(
    [
        [-1, -1, 0, 1],
        [1, -1, 0, 1],
        [-1, 1, 0, 1],
        [-1, -1, 0.5, 1],
        [1, -1, 0.5, 1],
        [1, 1, 0.5, 1],
    ],
    np.float32,
)
INDICES = np.array([3, 4, 5], np.uint16)
VERTEX = b"""!!ARBvp1.0
PARAM half = { 0.5, 0.5, 0.5, 0.5 };
TEMP moved;
MAD moved, vertex.position, half, half;
MOV result.position, vertex.position;
MOV result.texcoord[0], moved;
END"""
FRAGMENT = b"""!!ARBfp1.0
TEMP colour, scaled;
TEX colour, fragment.texcoord[0], texture[0], 2D;
MUL scaled, colour, { 0.5, 1.0, 1.0, 1.0 };
MOV result.color, scaled;
END"""
TEXELS = np.array([[[255, 0, 0, 255], [0, 255, 0, 128]], [[0, 0, 255, 64], [9, 9, 9, 9]]], np.uint8)


def setup():
    """Loads programs and a texture with two levels; makes another one to draw to."""
    global drawn, image, frame
    for target, text in ((GL_VERTEX_PROGRAM_ARB, VERTEX), (GL_FRAGMENT_PROGRAM_ARB, FRAGMENT)):
        glBindProgramARB(target, glGenProgramsARB(1))
        glProgramStringARB(target, GL_PROGRAM_FORMAT_ASCII_ARB, len(text), text)
    image, drawn = glGenTextures(2)
    glBindTexture(GL_TEXTURE_2D, drawn)
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, SIDE, SIDE, 0, GL_RGBA, GL_UNSIGNED_BYTE, None)
    glBindTexture(GL_TEXTURE_2D, image)
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST)
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST)
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 2, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, TEXELS)
    glTexImage2D(GL_TEXTURE_2D, 1, GL_RGBA8, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, TEXELS[:1, :1])
    frame = glGenFramebuffers(1)
    glBindFramebuffer(GL_FRAMEBUFFER, frame)
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, drawn, 0)
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, glGenBuffers(1))
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, INDICES.nbytes, INDICES, GL_STATIC_DRAW)


def draw(time, width, height):
    """Draws to the texture, shows it, and draws two triangles, one behind the other."""
    glBindFramebuffer(GL_FRAMEBUFFER, frame)
    glViewport(0, 0, SIDE, SIDE)
    glClearColor(0.0, 0.0, 1.0, 0.6)
    glClear(GL_COLOR_BUFFER_BIT)
    glBindFramebuffer(GL_FRAMEBUFFER, 0)
    glViewport(0, 0, width, height)
    glClearColor(0.2, 0.2, 0.2, 1.0)
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT)
    glVertexPointer(4, GL_FLOAT, 0, POSITIONS)
    glEnableClientState(GL_VERTEX_ARRAY)
    glEnable(GL_DEPTH_TEST)
    glEnable(GL_VERTEX_PROGRAM_ARB)
    glEnable(GL_FRAGMENT_PROGRAM_ARB)
    glDrawArrays(GL_TRIANGLES, 0, 3)
    glDrawElements(GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, None)
    glDisable(GL_VERTEX_PROGRAM_ARB)
    glDisable(GL_FRAGMENT_PROGRAM_ARB)
    glRectf(-0.25, -0.25, 0.25, 0.25)
