"""The errors of calls in OpenGL ES 3.0; tests/drivers has the same for Mesa."""

from __future__ import annotations

import softgl.gl
from softgl import GLError
from tests.es_calls import codes_of, differences


def test_errors(es3):
    assert not differences(softgl.gl, GLError, codes_of(softgl.gl))
