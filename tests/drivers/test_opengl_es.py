"""The errors of calls in contexts of OpenGL ES, by its specification and by Mesa."""

from __future__ import annotations

import pytest

from tests.drivers.mesa import mesa_context
from tests.es_calls import codes_of, differences

NORM16 = {
    "glTexImage2D(GL_TEXTURE_2D,0,GL_RGBA16,4,4,0,GL_RGBA,GL_UNSIGNED_BYTE,None)",
    "glRenderbufferStorage(GL_RENDERBUFFER,GL_RGBA16,4,4)",
}
"""Calls of EXT_texture_norm16, which Mesa has."""


@pytest.mark.usefixtures("mesa")
def test_errors():
    from OpenGL.error import GLError

    with mesa_context(8, 8, es=3) as gl:
        found = differences(gl, GLError, codes_of(gl))
    assert found.keys() == NORM16
