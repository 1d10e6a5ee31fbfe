"""A program that draws with PyOpenGL on softgl; `test_platform.py` runs it by itself."""

import softgl.pyopengl  # isort: skip
import ctypes

import numpy as np
import OpenGL
import pytest
from OpenGL import error
from OpenGL.arrays import vbo
from OpenGL.GL import *
from OpenGL.GL.ARB.vertex_program import *
from OpenGL.platform import PLATFORM

from softgl import gl, glut

VERTEX = (
    b"!!ARBvp1.0\nMOV result.position, vertex.position;\nMOV result.color, program.local[0];\nEND"
)
SHADER_OF_VERTICES = """layout(location = 1) in vec3 corner;
void main() { gl_Position = vec4(corner, 1); }"""
SHADER_OF_FRAGMENTS = """#version 330
uniform vec4 tint;
out vec4 color;
void main() { color = tint; }"""
CORNERS = np.array([(-1, -1, 0), (3, -1, 0), (-1, 3, 0)], np.float32)
RED, GREEN, BLUE = np.eye(3, dtype=int) * 255


def color():
    """The colour of all pixels."""
    pixels = np.frombuffer(glReadPixels(0, 0, 8, 4, GL_RGB, GL_UNSIGNED_BYTE), np.uint8)
    assert (pixels.reshape(-1, 3) == pixels[:3]).all()
    return pixels[:3].tolist()


def drawn(draw, *arguments):
    """The colour that a draw has made of black."""
    glClear(GL_COLOR_BUFFER_BIT)
    draw(*arguments)
    return color()


def queries():
    assert type(PLATFORM).__module__ == "softgl.pyopengl.platform"
    assert glGetString(GL_VENDOR) == b"softgl"
    assert glGetIntegerv(GL_VIEWPORT).tolist() == [0, 0, 8, 4]
    assert glGetFloatv(GL_MODELVIEW_MATRIX).shape == (4, 4)
    assert isinstance(glGenTextures(1), np.uint32) and glGenTextures(3).shape == (3,)
    assert glInitVertexProgramARB()
    assert glCreateShader and not glDispatchCompute and glGetError() == GL_NO_ERROR
    glDeleteTextures(2)
    glDeleteTextures([3])


def arrays():
    """Client memory, buffer objects, and generic attributes, whose address alone is handed on."""
    glColor3fv([1, 0, 0])
    glEnableClientState(GL_VERTEX_ARRAY)
    glVertexPointerf(CORNERS.tolist())
    assert drawn(glDrawArrays, GL_TRIANGLES, 0, 3) == RED.tolist()
    assert drawn(glDrawElementsui, GL_TRIANGLES, [0, 1, 2]) == RED.tolist()
    buffer = vbo.VBO(np.concatenate([np.zeros((2, 3), np.float32), CORNERS]))
    with buffer:
        glVertexPointer(3, GL_FLOAT, 0, buffer + 24)
    assert drawn(glDrawArrays, GL_TRIANGLES, 0, 3) == RED.tolist()
    glDisableClientState(GL_VERTEX_ARRAY)
    glEnableVertexAttribArray(0)
    for given in (CORNERS, CORNERS.tolist()):
        glVertexAttribPointer(0, 3, GL_FLOAT, False, 0, given)
        assert drawn(glDrawArrays, GL_TRIANGLES, 0, 3) == RED.tolist()
    glDisableVertexAttribArray(0)


def pointers():
    """Pointers to numbers are followed as far as the command says; the names of lists too."""
    color = ctypes.cast((ctypes.c_float * 4)(0.25, 0.5, 0.75, 1), ctypes.POINTER(ctypes.c_float))
    glLightfv(GL_LIGHT0, GL_AMBIENT, color)
    assert glGetLightfv(GL_LIGHT0, GL_AMBIENT).tolist() == [0.25, 0.5, 0.75, 1]
    found = (ctypes.c_float * 5)(*[7] * 5)
    glGetLightfv(GL_LIGHT0, GL_AMBIENT, ctypes.cast(found, ctypes.POINTER(ctypes.c_float)))
    assert list(found) == [0.25, 0.5, 0.75, 1, 7]
    first = glGenLists(2)
    for number in range(2):
        glNewList(first + number, GL_COMPILE)
        glPointSize(2.0 + number)
        glEndList()
    glCallLists(np.array([first + 1, first], np.uint16))
    assert glGetFloatv(GL_POINT_SIZE) == 2
    glPointSize(1)


def programs():
    name = glGenProgramsARB(1)
    glBindProgramARB(GL_VERTEX_PROGRAM_ARB, name)
    glProgramStringARB(GL_VERTEX_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, len(VERTEX), VERTEX)
    glProgramLocalParameter4fvARB(GL_VERTEX_PROGRAM_ARB, 0, [0, 0, 1, 1])
    glEnable(GL_VERTEX_PROGRAM_ARB)
    assert drawn(immediate) == BLUE.tolist()
    glDisable(GL_VERTEX_PROGRAM_ARB)


def immediate():
    glBegin(GL_TRIANGLES)
    for corner in CORNERS.tolist():
        glVertex3fv(corner)
    glEnd()


def errors():
    for kind in (error.GLError, softgl.GLError):
        with pytest.raises(kind, match="GL_INVALID_ENUM") as caught:
            glEnable(12345)
        assert caught.value.err == GL_INVALID_ENUM
    with pytest.raises(ctypes.ArgumentError):
        glEnable("words")
    with pytest.raises(error.NullFunctionError):
        glDispatchCompute(1, 2, 3)


def images():
    texels = np.arange(48, dtype=np.uint8).reshape(4, 4, 3)
    glBindTexture(GL_TEXTURE_2D, 1)
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB8, 4, 4, 0, GL_RGB, GL_UNSIGNED_BYTE, texels)
    assert glGetTexImage(GL_TEXTURE_2D, 0, GL_RGB, GL_UNSIGNED_BYTE) == texels.tobytes()
    assert glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, GL_TEXTURE_WIDTH) == 4
    assert glReadPixels(0, 0, 2, 3, GL_RGB, GL_FLOAT).shape == (2, 3, 3)


def images_into_arrays():
    """Arrays given last: they are filled, or refused and left alone."""
    texels = np.arange(16, dtype=np.uint8)
    glBindTexture(GL_TEXTURE_2D, 1)
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 2, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels)
    glClearColor(1, 0, 1, 0)
    glClear(GL_COLOR_BUFFER_BIT)
    room = (2, 2, GL_RGBA, GL_UNSIGNED_BYTE)
    for make in (
        lambda: np.zeros((2, 2, 4), np.uint8),
        lambda: np.zeros((2, 2, 4), np.float64),
        lambda: np.zeros((2, 2, 8), np.int32)[..., ::2],
        lambda: bytearray(16),
        lambda: (ctypes.c_ubyte * 16)(),
    ):
        array = make()
        assert glReadPixels(0, 0, *room, array) is array
        assert np.array(array).reshape(-1).tolist() == [255, 0, 255, 0] * 4
        found = glGetTexImage(GL_TEXTURE_2D, 0, *room[2:], array=array)
        assert np.array_equal(np.array(array).reshape(-1), texels)
        assert found == array.tobytes() if hasattr(array, "tobytes") else found is array
    floats = np.zeros(16, np.float32)
    assert glReadPixelsf(0, 0, 2, 2, GL_RGBA, array=floats) is floats
    assert floats.tolist() == [1, 0, 1, 0] * 4
    glGetTexImageub(GL_TEXTURE_2D, 0, GL_RGBA, array=(bytes_ := np.zeros(16, np.uint8)))
    assert np.array_equal(bytes_, texels)
    room = (ctypes.c_ubyte * 17)()
    glReadPixels(0, 0, 2, 2, GL_RGBA, GL_UNSIGNED_BYTE, ctypes.byref(room, 1))
    assert list(room) == [0] + [255, 0, 255, 0] * 4
    small = np.full(15, 7, np.uint8)
    for given in (small, bytes(16), [0] * 16, ctypes.cast(room, ctypes.POINTER(ctypes.c_ubyte))):
        with pytest.raises((GLError, ctypes.ArgumentError)):
            glReadPixels(0, 0, 2, 2, GL_RGBA, GL_UNSIGNED_BYTE, given)
        with pytest.raises((GLError, ctypes.ArgumentError)):
            glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, given)
    assert (small == 7).all()
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 9)
    glBufferData(GL_PIXEL_PACK_BUFFER, bytes(20), GL_STATIC_DRAW)
    glReadPixels(0, 0, 2, 2, GL_RGBA, GL_UNSIGNED_BYTE, 4)
    assert bytes(glGetBufferSubData(GL_PIXEL_PACK_BUFFER, 0, 20)[4:]) == bytes([255, 0, 255, 0] * 4)
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0)


def shading():
    from OpenGL.GL import shaders

    made = shaders.compileProgram(
        shaders.compileShader(["#version 330\n", SHADER_OF_VERTICES], GL_VERTEX_SHADER),
        shaders.compileShader(SHADER_OF_FRAGMENTS, GL_FRAGMENT_SHADER),
    )
    assert glGetActiveUniform(made, 0)[0] == b"tint" and glGetAttribLocation(made, "corner") == 1
    assert glGetShaderSource(int(glGetAttachedShaders(made)[1])) == SHADER_OF_FRAGMENTS.encode()
    glEnableVertexAttribArray(1)
    glVertexAttribPointer(1, 3, GL_FLOAT, False, 0, CORNERS)
    with made:
        glUniform4fv(glGetUniformLocation(made, "tint"), 1, [0, 0, 1, 1])
        assert drawn(glDrawArrays, GL_TRIANGLES, 0, 3) == BLUE.tolist()
        found = np.zeros(4, np.float32)
        glGetUniformfv(made, 0, found)
        assert found.tolist() == [0, 0, 1, 1]
        with pytest.raises(error.GLError, match="GL_INVALID_OPERATION"):
            glUniform1f(0, 1)
    glDisableVertexAttribArray(1)
    with pytest.raises(shaders.ShaderCompilationError):
        shaders.compileShader("wrong", GL_VERTEX_SHADER)


def toolkit():
    from OpenGL import GLUT

    assert GLUT.glutSolidCube is glut.glutSolidCube
    with glut.shown(frames=2, machine="eager") as pictures:
        GLUT.glutInit(["program"])
        GLUT.glutCreateWindow(b"title")
        GLUT.glutDisplayFunc(lambda: drawn_in_glut())
        GLUT.glutMainLoop()
    assert pictures[1][0, 0].tolist() == [0, 255, 0]


def drawn_in_glut():
    glClearColor(0, 1, 0, 1)
    glClear(GL_COLOR_BUFFER_BIT)


context = softgl.Context(8, 4, machine="eager")
assert OpenGL.USE_ACCELERATE is False and glClear.__name__ == gl.glClear.__name__
for part in (
    queries,
    arrays,
    pointers,
    programs,
    shading,
    errors,
    images,
    images_into_arrays,
    toolkit,
):
    context.make_current()
    part()
print("all is well")
