"""Geometry programs that emit very much: memory is bounded, and pictures are right."""

from __future__ import annotations

import numpy as np
import pytest

from softgl import Context
from softgl.gl import *
from tests.gl.attachments import use_program
from tests.tools import traced_memory

HEAD = """!!NVgp4.0 PRIMITIVE_IN POINTS; PRIMITIVE_OUT {made}; VERTICES_OUT 256; TEMP t;
ATTRIB p = vertex.position; """
PATHOLOGICAL = {
    # As many vertices as there may be, in one strip.
    "at the limit": (
        "TRIANGLE_STRIP",
        "REP.S 256; ADD result.position, p[0], {0, 0, 2, 0}; EMIT; ENDREP;",
        254,
    ),
    # Nothing but the limit ends it.
    "an endless loop": (
        "LINE_STRIP",
        "REP; MOV result.position, p[0]; EMIT; EMIT; SGE.CC t.x, p[0].x, 100; BRK (NE.x); ENDPRIM;"
        "ENDREP;",
        128,
    ),
}


@pytest.mark.parametrize("name", PATHOLOGICAL)
def test_memory_is_bounded(name):
    """A draw of 4 million vertices holds some thousands in memory at once."""
    Context(16, 16, machine="llvm", threads=2)
    made, body, each = PATHOLOGICAL[name]
    use_program(f"{HEAD.format(made=made)}{body} END", GL_GEOMETRY_PROGRAM_NV)
    count = 1 << 14
    glVertexPointer(2, GL_FLOAT, 0, np.linspace(-1, 1, 2 * count, dtype=np.float32))
    glEnableClientState(GL_VERTEX_ARRAY)
    glBeginQuery(GL_PRIMITIVES_GENERATED_NV, 1)
    with traced_memory() as peak:
        glDrawArrays(GL_POINTS, 0, count)
    glEndQuery(GL_PRIMITIVES_GENERATED_NV)
    assert glGetQueryObjectuiv(1, GL_QUERY_RESULT) == count * each
    assert peak[0] < 40e6
