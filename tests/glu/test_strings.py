"""The names of GLU, its strings, and its imports."""

import subprocess
import sys

import numpy as np
import pytest

from softgl import gl, glu


def test_every_constant_is_that_of_pyopengl():
    constants = pytest.importorskip("OpenGL.raw.GLU.constants")
    for name in constants.__all__:
        assert getattr(glu, name) == getattr(constants, name), name


def test_errors_in_words():
    assert glu.gluErrorString(gl.GL_NO_ERROR) == b"no error"
    assert glu.gluErrorString(gl.GL_INVALID_ENUM) == b"invalid enumerant"
    assert glu.gluErrorString(np.uint32(gl.GL_STACK_OVERFLOW)) == b"stack overflow"
    assert glu.gluErrorString(glu.GLU_INVALID_VALUE) == b"invalid value"
    for name in glu.__all__:
        if "ERROR" in name and name[-1].isdigit():
            assert glu.gluErrorString(getattr(glu, name)), name
    assert glu.gluErrorString(7) is None
    with pytest.raises(glu.GLUError, match="not a number"):
        glu.gluErrorString("x")


def test_version_and_extensions():
    assert glu.gluGetString(glu.GLU_VERSION).startswith(b"1.3")
    extensions = glu.gluGetString(glu.GLU_EXTENSIONS)
    assert glu.gluCheckExtension("GLU_EXT_nurbs_tessellator", extensions) == 1
    assert glu.gluCheckExtension(b"GLU_EXT_nurbs", extensions.decode()) == 0
    assert glu.gluCheckExtension("", "a b") == glu.gluCheckExtension("a b", "a b") == 0
    assert glu.gluGetString(1) is None


def test_nothing_of_pyopengl_is_imported():
    code = "import sys, softgl.glu; print([n for n in sys.modules if n.startswith('OpenGL')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
