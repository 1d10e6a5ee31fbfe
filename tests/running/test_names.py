"""The modules of PyOpenGL that scripts import, and their names."""

from __future__ import annotations

import importlib
import sys
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

import softgl
from softgl import gl
from softgl.arrays import vbo
from softgl.gl import shaders
from softgl.running.hook import standing_in
from softgl.running.names import contents
from softgl.running.stand_ins.modules import NotCovered

PYOPENGL = Path(find_spec("OpenGL").origin).parent


def test_names_are_those_of_softgl():
    with standing_in():
        from OpenGL import GL
        from OpenGL.arrays.vbo import VBO
        from OpenGL.GL.ARB import vertex_program

        names = {}
        exec("from OpenGL.GL import *\nfrom OpenGL.GL.ARB.vertex_program import *", names)
        assert GL.glClear is gl.glClear and names["GL_LIGHT0"] == gl.GL_LIGHT0
        assert GL.glGetFloat is gl.glGetFloat and GL.GLfloat_4()._length_ == 4
        assert VBO is vbo.VBO
        assert vertex_program.glInitVertexProgramARB() is True
        assert names["glInitVertexProgramARB"]()
        assert names["GLError"] is softgl.GLError
    assert "OpenGL" not in sys.modules or sys.modules["OpenGL"].__spec__.origin != "softgl"


def test_what_is_missing_is_false_and_says_so_when_it_is_called():
    with standing_in():
        from OpenGL.error import NullFunctionError
        from OpenGL.GL import glVertexWeighthNV
        from OpenGL.GL.ARB import gpu_shader_fp64
        from OpenGL.GL.ARB.shader_objects import glUniform3fvARB
        from OpenGL.GL.NV.gpu_shader5 import glInitGpuShader5NV, glUniform1i64NV
        from OpenGL.GL.shaders import compileShader, glCreateShader

        assert not glVertexWeighthNV and not glUniform1i64NV and not glInitGpuShader5NV()
        assert not gpu_shader_fp64.glInitGpuShaderFp64ARB()
        assert compileShader is shaders.compileShader and glCreateShader is gl.glCreateShader
        assert glUniform3fvARB is gl.glUniform3fvARB
        with pytest.raises(NullFunctionError, match="softgl has no glVertexWeighthNV"):
            glVertexWeighthNV(1, 2, 3)
        with pytest.raises(AttributeError):
            gpu_shader_fp64.GL_NOTHING  # noqa: B018


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("OpenGL.nothing", "No module named"),
        ("OpenGL.GL.NOBODY.nothing", "No module named"),
    ],
)
def test_modules_that_are_not_there(name, words):
    with standing_in(), pytest.raises(ImportError, match=words):
        importlib.import_module(name)


def test_toolkits_with_windows_of_their_own_are_not_covered():
    with standing_in(), pytest.raises(NotCovered, match=r"wx is not covered.*softgl.Context"):
        importlib.import_module("wx.glcanvas")


def test_init_functions_have_the_names_of_pyopengl():
    """Init functions of every extension of softgl that has a module in PyOpenGL have its names."""
    from softgl.gl.queries.strings import EXTENSIONS

    checked = 0
    for extension in EXTENSIONS:
        _, vendor, name = extension.split("_", 2)
        path = PYOPENGL / "GL" / vendor / f"{name}.py"
        if path.exists():
            names = contents(f"OpenGL.GL.{vendor}.{name}").keys() - {"glInitNames"}
            (found,) = [each for each in names if each.startswith("glInit")]
            assert f"def {found}()" in path.read_text(), extension
            checked += 1
    assert checked > 90


def test_further_modules():
    with standing_in():
        names = {}
        exec(
            "import OpenGL\nOpenGL.ERROR_CHECKING = False\n"
            "from OpenGL.constants import GLfloat, GL_TRUE\nfrom OpenGL.raw.GL import glClear\n"
            "from OpenGL.extensions import hasGLExtension, alternate\n"
            "from OpenGL._bytes import as_8_bit\nfrom OpenGL.platform import GetCurrentContext\n"
            "from OpenGL.arrays import ArrayDatatype, GLfloatArray\n"
            "from OpenGL.GL.VERSION.GL_1_1 import glBegin\nfrom OpenGL.GL import images",
            names,
        )
        assert names["as_8_bit"]("é") == "é".encode()
        assert names["hasGLExtension"]("GL_ARB_vertex_program")
        assert not names["hasGLExtension"](b"GL_ARB_gpu_shader_fp64")
        with softgl.Context(2, 2, machine="eager", version=(3, 2), profile="core"):
            assert names["hasGLExtension"]("GL_VERSION_GL_3_2")
            assert not names["hasGLExtension"]("GL_VERSION_GL_3_3")
            assert not names["hasGLExtension"]("GL_ARB_vertex_program")
        assert names["glBegin"] is gl.glBegin is names["images"].glBegin
        assert names["ArrayDatatype"].arrayByteCount(np.zeros((3, 2), np.float32)) == 24
        assert names["GLfloatArray"].zeros((2,)).dtype == np.float32
        assert names["alternate"]("x", names["images"].glVertexWeighthNV, gl.glClear) is gl.glClear
