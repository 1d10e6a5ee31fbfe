"""Progress reports of long draws."""

import numpy as np
import pytest

from softgl import Context, gl
from softgl.pipeline.support.progress import listening


@pytest.mark.parametrize("machine", ["llvm", "eager"])
@pytest.mark.parametrize("threads", [1, 2])
def test_what_is_told(machine, threads, tuned):
    """Every unit grows to its total, and the picture is that of a draw without a listener."""
    tuned(MAX_FEW_TRIANGLES=-1, CHUNK_VERTICES=6)
    places = np.float32([[-1, -1], [1, -1], [-1, 1]] * 5 + [[1, 1], [1, -1], [-1, 1]])
    pictures, told = [], []
    for listens in (False, True):
        ctx = Context(256, 256, machine=machine, threads=threads)
        gl.glVertexPointer(2, gl.GL_FLOAT, 0, places)
        gl.glEnableClientState(gl.GL_VERTEX_ARRAY)
        if listens:
            with listening(lambda *given: told.append(given)):
                gl.glDrawArrays(gl.GL_TRIANGLES, 0, len(places))
                gl.glFinish()
        else:
            gl.glDrawArrays(gl.GL_TRIANGLES, 0, len(places))
        pictures.append(ctx.read_image().tobytes())
    assert pictures[0] == pictures[1]
    vertices = [(done, total) for done, total, unit in told if unit == "vertices"]
    assert vertices == sorted(vertices) and vertices[-1] == (18, 18) and len(vertices) > 1
    fine = [(done, total) for done, total, unit in told if unit != "vertices"]
    assert (16, 16) in fine if machine == "llvm" else fine
    assert all(0 < done <= total for done, total in fine)


def test_nobody_is_told_later():
    """A listener hears nothing after it has stopped listening."""
    told = []
    with listening(lambda *given: told.append(given)):
        pass
    Context(64, 64, machine="eager")
    gl.glBegin(gl.GL_TRIANGLES)
    for _ in range(3):
        gl.glVertex2f(0.0, 0.0)
    gl.glEnd()
    gl.glFinish()
    assert not told
