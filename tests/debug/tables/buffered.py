"""Two instances of two triangles, with indices, from an interleaved buffer object."""

import numpy as np

from softgl.gl import *

VERTICES = np.zeros(
    5, [("position", "f4", 3), ("color", "u1", 4), ("coordinate", "f2", 2), ("none", "u4")]
)
VERTICES["position"] = [[-1, -1, 0], [1, -1, 0.25], [1, 1, 0.5], [-1, 1, 0], [9, 9, 9]]
VERTICES["color"] = [[255, 0, 0, 255], [0, 255, 0, 128], [0, 0, 255, 0], [1, 2, 3, 4], [5] * 4]
VERTICES["coordinate"] = [[0, 0], [1, 0], [1, 1], [0, 0.5], [np.nan, np.inf]]
INDICES = np.array([9, 9, 0, 1, 2, 0, 2, 3], np.uint16)
SHIFTS = np.array([[0, 0], [0.5, -1]], np.float32)
VERTEX = b"""!!ARBvp1.0
ATTRIB shift = vertex.attrib[5];
ADD result.position, vertex.position, shift.xyxz;
MOV result.color, vertex.color;
MOV result.texcoord[0], vertex.attrib[7];
END"""


def setup():
    """Makes the buffer objects, the last one under a name of its own."""
    global names
    names = [int(name) for name in glGenBuffers(4)]
    for name, data in zip(names, (VERTICES, INDICES, SHIFTS), strict=False):
        glBindBuffer(GL_ARRAY_BUFFER, name)
        glBufferData(GL_ARRAY_BUFFER, data.nbytes, data, GL_STATIC_DRAW)
    glBindProgramARB(GL_VERTEX_PROGRAM_ARB, 1)
    glProgramStringARB(GL_VERTEX_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, len(VERTEX), VERTEX)


def draw(time, width, height):
    """Clears, and draws with the arrays."""
    vertices, indices, shifts = names[:3]
    glClear(GL_COLOR_BUFFER_BIT)
    glBindBuffer(GL_ARRAY_BUFFER, vertices)
    glVertexPointer(3, GL_FLOAT, 24, None)
    glColorPointer(4, GL_UNSIGNED_BYTE, 24, 12)
    glTexCoordPointer(2, GL_HALF_FLOAT, 24, 16)
    glBindBuffer(GL_ARRAY_BUFFER, shifts)
    glVertexAttribPointer(5, 2, GL_FLOAT, False, 8, None)
    glVertexAttribDivisor(5, 1)
    glEnableVertexAttribArray(5)
    for array in (GL_VERTEX_ARRAY, GL_COLOR_ARRAY, GL_TEXTURE_COORD_ARRAY):
        glEnableClientState(array)
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices)
    glEnable(GL_VERTEX_PROGRAM_ARB)
    glDrawElementsInstanced(GL_TRIANGLES, 6, GL_UNSIGNED_SHORT, 4, 2)
