"""VBO: an array in a buffer object, in PyOpenGL's ways."""

import numpy as np
import pytest

from softgl import Context
from softgl.arrays import vbo
from softgl.gl import *

POINTS = np.float32([[-1, -1, 0, 1, 0, 0], [1, -1, 0, 1, 0, 0], [-1, 1, 0, 1, 0, 0]])


@pytest.fixture
def context():
    with Context(8, 8, machine="eager") as made:
        yield made


def draw(array):
    glClear(GL_COLOR_BUFFER_BIT)
    with array:
        glEnableClientState(GL_VERTEX_ARRAY)
        glEnableClientState(GL_COLOR_ARRAY)
        glVertexPointer(3, GL_FLOAT, 24, array)
        glColorPointer(3, GL_FLOAT, 24, array + 4 + 8)
        glDrawArrays(GL_TRIANGLES, 0, len(array))


def test_it_is_drawn_from(context):
    array = vbo.VBO(POINTS.copy(), usage=GL_STATIC_DRAW)
    draw(array)
    assert context.read_image().getpixel((0, 7)) == (255, 0, 0, 255)
    assert glGetIntegerv(GL_ARRAY_BUFFER_BINDING) == 0
    array[:, 3:] = 0, 0, 1
    draw(array)
    assert context.read_image().getpixel((0, 7)) == (0, 0, 255, 255)
    assert array[0].tolist() == [-1, -1, 0, 0, 0, 1]


def test_the_forms_that_take_all_from_an_array(context):
    array = vbo.VBO(np.float32([[-1, -1], [3, -1], [-1, 3]]))
    colors = vbo.VBO(np.uint8([[0, 255, 0]] * 3))
    glEnableClientState(GL_VERTEX_ARRAY)
    glEnableClientState(GL_COLOR_ARRAY)
    with array:
        glVertexPointerf(array)
    with colors:
        glColorPointerub(colors)
    glDrawArrays(GL_TRIANGLES, 0, 3)
    assert context.read_image().getpixel((4, 4)) == (0, 255, 0, 255)
    assert glGetIntegerv(GL_VERTEX_ARRAY_SIZE) == 2 and glGetIntegerv(GL_COLOR_ARRAY_SIZE) == 3


def test_indices(context):
    array, indices = vbo.VBO(POINTS), vbo.VBO(np.uint8([0, 1, 2]), target="GL_ELEMENT_ARRAY_BUFFER")
    array.bind()
    glEnableClientState(GL_VERTEX_ARRAY)
    glVertexPointer(3, GL_FLOAT, 24, array)
    with indices:
        glDrawElements(GL_TRIANGLES, 3, GL_UNSIGNED_BYTE, indices)
    assert context.read_image().getpixel((0, 7)) == (255, 255, 255, 255)


def test_its_buffer_object(context):
    array = vbo.VBO([[1, 2], [3, 4]], size=8)
    assert (array.shape, array.size, array.buffers, array.copied) == ((2, 2), 8, [], False)
    array.bind()
    (name,) = array.buffers
    assert glIsBuffer(name) and glGetBufferParameteriv(GL_ARRAY_BUFFER, GL_BUFFER_SIZE) == 8
    array.unbind()
    array.set_array(np.zeros(3, np.float32))
    array.bind()
    assert (array.buffers, glGetBufferParameteriv(GL_ARRAY_BUFFER, GL_BUFFER_SIZE)) == ([name], 12)
    array.delete()
    array.delete()
    assert not glIsBuffer(name)
    array.bind()
    assert array.copied


def test_what_is_refused(context):
    with pytest.raises(GLError, match="'GL_NOTHING' is not an enum"):
        vbo.VBO(POINTS, usage="GL_NOTHING")
    with pytest.raises(GLError, match="'glClear' is not an enum"):
        vbo.VBO(POINTS, target=b"glClear")
    with pytest.raises(AttributeError):
        vbo.VBO(POINTS).nothing  # noqa: B018
    with pytest.raises(GLError, match="pointer is an address"):
        glVertexPointer(3, GL_FLOAT, 0, vbo.VBO(POINTS) + 12)


def test_types_of_ctypes(context):
    assert glGetFloatv(GL_CURRENT_COLOR).tolist() == [1, 1, 1, 1]
    glColor3fv((GLfloat * 3)(0.5, 0.25, 1))
    assert glGetFloatv(GL_CURRENT_COLOR).tolist() == [0.5, 0.25, 1, 1]
    glColor3f(GLfloat(0.25), GLdouble(0.5), GLint(1))
    assert glGetFloatv(GL_CURRENT_COLOR).tolist() == [0.25, 0.5, 1, 1]
    name = GLuint()
    glGenTextures(1, name)
    glBindTexture(GLenum(GL_TEXTURE_2D), name)
    assert glGetIntegerv(GL_TEXTURE_BINDING_2D) == name.value > 0
    glDeleteTextures(1, name)
    assert not glIsTexture(name)
    for text in (GLchar(b"1"), "1", b"1", bytearray(b"1")):
        with pytest.raises(GLError, match="is not a number"):
            glColor3f(text, 0, 0)
