"""glGet* in PyOpenGL's forms, with OpenGL's conversions; strings."""

import numpy as np
import pytest

from softgl import GLError
from softgl.gl import *
from softgl.gl.api.tables import CAPABILITIES, LIMITS, VALUES
from softgl.gl.queries.strings import EXTENSIONS

GETTERS = [
    (glGetIntegerv, np.int32),
    (glGetFloatv, np.float32),
    (glGetDoublev, np.float64),
    (glGetBooleanv, np.uint8),
]


NAMES = sorted({*VALUES, *LIMITS, *CAPABILITIES} - {GL_TIMESTAMP})


@pytest.mark.parametrize(("function", "dtype"), GETTERS)
def test_every_value_in_every_type(context, function, dtype):
    for pname in NAMES:
        found = function(pname)
        assert found.dtype == dtype, pname
        assert isinstance(found, np.ndarray) == (found.size != 1), pname
        out = np.zeros(found.size, dtype)
        assert function(pname, out) is out, pname
        assert out.tolist() == np.reshape(found, -1).tolist(), pname


def test_matrices_have_two_axes(context):
    assert glGetDoublev(GL_PROJECTION_MATRIX).shape == (4, 4)


@pytest.mark.parametrize(
    ("value", "expected"),
    [(1.0, 2**31 - 1), (0.0, 0), (-1.0, -(2**31)), (0.5, 2**30 - 1), (7.0, 2**31 - 1)],
)
def test_colours_as_integers(context, value, expected):
    # OpenGL 2.1, table 4.7: ((2^32 - 1) c - 1) / 2, rounded.
    glColor4f(value, 0, 0, 0)
    assert abs(int(glGetIntegerv(GL_CURRENT_COLOR)[0]) - expected) <= 1


def test_other_floats_are_rounded(context):
    glMultMatrixf(np.diag([0.5, 1.5, 2.6, -0.7]))
    assert np.diag(glGetIntegerv(GL_MODELVIEW_MATRIX)).tolist() == [1, 2, 3, -1]
    glFogCoordf(1e30)
    assert glGetIntegerv(GL_CURRENT_FOG_COORD) == 2**31 - 1
    glFogCoordf(float("nan"))
    assert glGetIntegerv(GL_CURRENT_FOG_COORD) == 0


def test_names_keep_their_bits(context):
    glBindTexture(GL_TEXTURE_2D, 2**32 - 2)
    assert glGetIntegerv(GL_TEXTURE_BINDING_2D) == -2
    glBindTexture(GL_TEXTURE_2D, -2)
    assert glGetDoublev(GL_TEXTURE_BINDING_2D) == 2**32 - 2


def test_booleans_are_whether_it_is_not_zero(context):
    glClearColor(0, 0.25, 0, 1)
    assert glGetBooleanv(GL_COLOR_CLEAR_VALUE).tolist() == [0, 1, 0, 1]


def test_current_values(context):
    assert glGetFloatv(GL_CURRENT_NORMAL).tolist() == [0, 0, 1]
    glSecondaryColor3f(1, 0.5, 0)
    assert glGetFloatv(GL_CURRENT_SECONDARY_COLOR).tolist() == [1, 0.5, 0, 1]
    glMultiTexCoord2f(GL_TEXTURE1, 3, 4)
    assert glGetFloatv(GL_CURRENT_TEXTURE_COORDS).tolist() == [0, 0, 0, 1]
    glActiveTexture(GL_TEXTURE1)
    assert glGetFloatv(GL_CURRENT_TEXTURE_COORDS).tolist() == [3, 4, 0, 1]


def test_what_cannot_be_queried(context):
    for function, _ in GETTERS:
        with pytest.raises(GLError) as caught:
            function(GL_FLAT)
        assert caught.value.code == GL_INVALID_ENUM
    for out in (np.zeros(3), b"1234", "text"):
        with pytest.raises(GLError) as caught:
            glGetIntegerv(GL_VIEWPORT, out)
        assert caught.value.code == GL_INVALID_VALUE


def test_strings(context):
    for name in (GL_VENDOR, GL_RENDERER, GL_VERSION, GL_EXTENSIONS):
        assert isinstance(glGetString(name), bytes)
    assert glGetString(GL_VERSION).split(b" ")[0] == b"3.3"
    assert b"eager" in glGetString(GL_RENDERER)
    assert glGetString(GL_EXTENSIONS).decode().split() == sorted(
        [*EXTENSIONS, "GL_ARB_compatibility"]
    )
    assert glGetString(GL_PROGRAM_ERROR_STRING_ARB) == b""
    assert glGetString(GL_SHADING_LANGUAGE_VERSION) == b"3.30"


def test_the_version_and_the_extensions_by_number(context):
    # OpenGL 3.3, 6.1.5: "which respectively return the same values as major number and minor number
    # in the VERSION string".
    numbers = [int(glGetIntegerv(name)) for name in (GL_MAJOR_VERSION, GL_MINOR_VERSION)]
    assert glGetString(GL_VERSION).decode().split()[0] == "{}.{}".format(*numbers)
    assert glGetIntegerv(GL_CONTEXT_PROFILE_MASK) == GL_CONTEXT_COMPATIBILITY_PROFILE_BIT
    count = int(glGetIntegerv(GL_NUM_EXTENSIONS))
    named = [glGetStringi(GL_EXTENSIONS, index) for index in range(count)]
    assert b" ".join(named) == glGetString(GL_EXTENSIONS)
    for name, index, code in (
        (GL_EXTENSIONS, count, GL_INVALID_VALUE),
        (GL_EXTENSIONS, 2**32 - 1, GL_INVALID_VALUE),
        (GL_VERSION, 0, GL_INVALID_ENUM),
    ):
        with pytest.raises(GLError) as caught:
            glGetStringi(name, index)
        assert caught.value.code == code
