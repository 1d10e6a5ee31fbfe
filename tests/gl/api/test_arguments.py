"""Numbers that are none: complex ones, NaN and infinities where integers are needed."""

import numpy as np
import pytest

from softgl.errors import GLError
from softgl.gl import *


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (glLoadMatrixf, (np.ones(16, complex),)),
        (glVertex3fv, (np.ones(3, complex),)),
        (glVertex3f, (1j, 0, 0)),
        (glFogf, (GL_FOG_DENSITY, np.complex128(1))),
        (glLightfv, (GL_LIGHT0, GL_AMBIENT, np.ones(4, complex))),
        (glCallLists, (np.array([1j]),)),
    ],
)
def test_complex_numbers_are_refused(context, snapshot, function, arguments):
    before = snapshot(context)
    with pytest.raises(GLError) as caught:
        function(*arguments)
    assert caught.value.code == GL_INVALID_VALUE
    assert snapshot(context) == before


@pytest.mark.filterwarnings("error")
def test_a_nan_is_any_integer(context):
    """OpenGL 2.1, 2.1.1: unspecified, "but must not lead to GL interruption or termination"."""
    glCallLists(np.array([np.nan, np.inf]))
    glBegin(GL_POINTS)
    glVertex3iv(np.array([np.nan, 0, -np.inf]))
    glEnd()
