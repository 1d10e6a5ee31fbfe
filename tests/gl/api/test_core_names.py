"""Commands of extensions under their names of OpenGL 3.0 to 3.3, and under PyOpenGL's own names.

Their errors are in tests/gl/error_table.py.
"""

import numpy as np
import pytest

import softgl
from softgl.gl import *
from softgl.gl.api.declarations import declaration_of
from softgl.gl.api.signature import signature
from tests.tools import ROOT, load


def test_indexed_state(context):
    glColorMaski(1, 0, 1, 0, 1)
    glEnablei(GL_BLEND, 2)
    assert glGetBooleani_v(GL_COLOR_WRITEMASK, 1).tolist() == [0, 1, 0, 1]
    assert glGetIntegeri_v(GL_COLOR_WRITEMASK, 0).tolist() == [1, 1, 1, 1]
    assert [glIsEnabledi(GL_BLEND, number) for number in range(4)] == [0, 0, 1, 0]
    glDisablei(GL_BLEND, 2)
    assert not glIsEnabledi(GL_BLEND, 2)


def test_ranges_of_buffers(context):
    target = GL_TRANSFORM_FEEDBACK_BUFFER
    glBindBuffer(GL_ARRAY_BUFFER, 5)
    glBufferData(GL_ARRAY_BUFFER, bytes(16), GL_STATIC_DRAW)
    glBindBufferRange(target, 1, 5, 4, 12)
    names = GL_TRANSFORM_FEEDBACK_BUFFER_START, GL_TRANSFORM_FEEDBACK_BUFFER_SIZE
    assert [glGetIntegeri_v(name, 1) for name in names] == [4, 12]
    glBindBufferBase(target, 1, 5)
    assert [glGetIntegeri_v(name, 1) for name in names] == [0, 0]
    # NV_transform_feedback lets a range end behind the store.
    glBindBufferRangeNV(target, 1, 5, 4, 400)
    glBindBufferRange(target, 1, 0, 4, 400)
    assert glGetIntegeri_v(GL_TRANSFORM_FEEDBACK_BUFFER_BINDING, 1) == 0


def test_integers(context):
    glVertexAttribI4i(3, -5, 2**31 - 1, 0, -1)
    current = glGetVertexAttribIiv(3, GL_CURRENT_VERTEX_ATTRIB)
    assert current.tolist() == [-5, 2**31 - 1, 0, -1]
    glVertexAttribI1uiv(3, [2**32 - 1])
    current = glGetVertexAttribIuiv(3, GL_CURRENT_VERTEX_ATTRIB)
    assert current.tolist() == [2**32 - 1, 0, 0, 1]
    glTexParameterIiv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, [-7, 8, 2**30 + 1, -(2**31)])
    border = glGetTexParameterIiv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR)
    assert border.tolist() == [-7, 8, 2**30 + 1, -(2**31)]


def test_buffer_textures(context):
    glBindBuffer(GL_TEXTURE_BUFFER, 1)
    glBufferData(GL_TEXTURE_BUFFER, np.arange(8, dtype=np.uint8), GL_STATIC_DRAW)
    glBindTexture(GL_TEXTURE_BUFFER, 2)
    glTexBuffer(GL_TEXTURE_BUFFER, GL_RG8UI, 1)
    assert glGetIntegerv(GL_TEXTURE_BUFFER_FORMAT_ARB) == GL_RG8UI


def test_instances(context):
    glEnableClientState(GL_VERTEX_ARRAY)
    glVertexPointerf([[-1, -1], [1, -1], [1, 1]])
    glDrawArraysInstanced(GL_TRIANGLES, 0, 3, 2)
    first = glReadPixels(0, 0, 4, 4, GL_RGBA, GL_FLOAT)
    glClear(GL_COLOR_BUFFER_BIT)
    glDrawElementsInstanced(GL_TRIANGLES, 3, GL_UNSIGNED_INT, [0, 1, 2], 2)
    assert first.any() and (glReadPixels(0, 0, 4, 4, GL_RGBA, GL_FLOAT) == first).all()


@pytest.mark.parametrize("name", list(load(ROOT / "tools" / "generate_gl.py").PYOPENGL))
def test_names_of_pyopengl(name):
    original = load(ROOT / "tools" / "generate_gl.py").PYOPENGL[name]
    assert declaration_of(name).implementation is declaration_of(original).implementation
    assert signature(name) == signature(original)
    assert name in softgl.gl.__all__


def test_calls_by_names_of_pyopengl(context):
    glLight(GL_LIGHT1, GL_POSITION, [1, 2, 3, 0])
    assert glGetLightfv(GL_LIGHT1, GL_POSITION).tolist() == [1, 2, 3, 0]
    glMaterial(GL_FRONT, GL_SHININESS, 5)
    assert glGetMaterialfv(GL_FRONT, GL_SHININESS) == 5
    glTexParameter(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP)
    assert glGetInteger(GL_MAX_LIGHTS) == 8 and glGetBoolean(GL_DEPTH_WRITEMASK) == 1
    assert glGetFloat(GL_LINE_WIDTH) == 1.0 == glGetDouble(GL_LINE_WIDTH)
    with pytest.raises(GLError, match=r"glLight\(GL_LIGHT0, GL_AMBIENT, \[1\]"):
        glLight(GL_LIGHT0, GL_AMBIENT, [1])


def test_typed_images_of_three_axes(context):
    texels = np.arange(2 * 3 * 4 * 4, dtype=np.uint8).reshape(2, 3, 4, 4)
    glTexImage3Dub(GL_TEXTURE_3D, 0, GL_RGBA, 0, GL_RGBA, texels)
    sizes = [GL_TEXTURE_WIDTH, GL_TEXTURE_HEIGHT, GL_TEXTURE_DEPTH]
    assert [glGetTexLevelParameteriv(GL_TEXTURE_3D, 0, size) for size in sizes] == [2, 3, 4]
    glTexSubImage3Df(GL_TEXTURE_3D, 0, 1, 2, 3, GL_RGBA, np.ones((1, 1, 1, 4)))
    read = np.frombuffer(glGetTexImage(GL_TEXTURE_3D, 0, GL_RGBA, GL_UNSIGNED_BYTE), np.uint8)
    assert read.tolist() == [*texels.ravel()[:-4].tolist(), 255, 255, 255, 255]


@pytest.mark.parametrize("name", ["Vertex", "TexCoord", "Index"])
def test_pointers_of_bytes(context, name):
    """GL has no bytes there: they become integers, as PyOpenGL makes them for glVertexPointerb."""
    kept = getattr(softgl.gl, f"gl{name}Pointerb")(np.int8([[-128, 127], [0, 1]]))
    assert kept.dtype == np.int32 and kept.tolist() == [[-128, 127], [0, 1]]
