"""The client memory of vertex arrays: blocks, and the elements that a draw reads."""

import numpy as np
import pytest

import softgl
from softgl.debug.captures.client_memory import ClientMemory
from softgl.gl import *


@pytest.fixture
def context():
    with softgl.Context(16, 16) as context:
        yield context


def test_elements_are_written_when_they_change(context):
    memory = ClientMemory()
    positions = np.arange(12, dtype=np.float32)
    glEnableClientState(GL_VERTEX_ARRAY)
    glVertexPointer(2, GL_FLOAT, 0, positions)
    assert memory.described(context).value.number == 0
    assert memory.described(context) is None
    draw = context, "glDrawArrays", (GL_TRIANGLES, 1, 3)
    assert list(memory.writes(*draw)) == [(0, 8, positions[2:8].tobytes())]
    assert not list(memory.writes(*draw))
    positions[3] = 7
    assert list(memory.writes(*draw)) == [(0, 8, positions[2:8].tobytes())]
    glDisableClientState(GL_VERTEX_ARRAY)
    positions[3] = 8
    assert not list(memory.writes(*draw))


def test_interleaved_arrays_share_a_block(context):
    memory = ClientMemory()
    glInterleavedArrays(GL_C4UB_V2F, 0, np.zeros(36, np.uint8))
    arrays = [array for array in context.vertex.arrays.values() if array.data is not None]
    assert len(arrays) == 2
    block = memory.block(arrays)
    assert block is memory.block(arrays)
    assert memory.new_block(5).number == 1
