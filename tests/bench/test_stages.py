"""Time of a frame by stages."""

import numpy as np
import pytest

from softgl import gl
from softgl.bench.stages import split, timed_kernels
from softgl.gl import Context
from softgl.lanes import I32, U32, KernelRequest, Signature, eager_engine, llvm_engine
from softgl.lanes.ranges import ranges_between


def test_every_moment_has_one_stage():
    noted = [
        # A kernel, handed over for 4 and running for 2 of them; another one at the same time.
        (1.0, 5.0, "hand-over"), (2.0, 4.0, "vertex"), (3.0, 5.5, "hand-over"),
        # Two threads of tiles.
        (6.0, 8.0, "tiles"), (7.0, 9.0, "tiles"),
    ]  # fmt: skip
    expected = {"host": 1 + 0.5 + 1, "hand-over": 1 + 1 + 0.5, "vertex": 2, "tiles": 3}
    assert split(noted, 0.0, 10.0) == pytest.approx(expected)


@pytest.mark.parametrize("engine", [eager_engine, llvm_engine])
def test_kernels_are_as_they_were(engine):
    engine, out = engine(), np.zeros(8, np.uint32)

    def body(m, a, index):
        m.store(a.out, index, m.u32(7))

    signature = Signature((), (("out", U32),), frozenset(["out"]))
    kernel = engine.kernel(KernelRequest(("bench test",), lambda: (signature, body)))
    before = kernel.run, getattr(kernel, "native", None), getattr(kernel, "address", None)
    with pytest.raises(TypeError), timed_kernels(engine) as noted:
        kernel.run({}, {"out": out}, 8)
        kernel.run({}, {"out": out.astype(np.int8)}, 8)
    after = kernel.run, getattr(kernel, "native", None), getattr(kernel, "address", None)
    assert after == before and (out == 7).all()
    stages = [what for _, _, what in noted]
    assert stages.count("bench test") == 1
    assert ("hand-over" in stages) == engine.can.run_natively
    kernel.run({}, {"out": out}, 8)
    assert len(noted) == len(stages)


def test_ranges():
    """Each is noted, though native code goes from one to the next."""

    def body(m, a):
        for number in m.loop(a.first, a.last):
            m.store_uniform(a.out, number, m.u32(7))

    signature = Signature((("first", I32), ("last", I32)), (("out", U32),), frozenset(["out"]))
    engine, out = llvm_engine(), np.zeros(8, np.uint32)
    bound = engine.kernel(KernelRequest(("ranges test",), lambda: (signature, body), False)).call(
        {"out": out}
    )
    edges = ranges_between(np.array([0, 3, 5, 8], np.int32))
    with timed_kernels(engine) as noted:
        assert bound.over({}, edges).taker({})(8) == 3
    assert (out == 7).all()
    assert [what for _, _, what in noted].count("ranges test") == 3


def test_chains(tuned):
    """The kernels of a long mesh, too, which native code calls by their addresses."""
    tuned(MESH_PART_TRIANGLES=6, MAX_BATCHED_VERTICES=-1, MAX_FEW_TRIANGLES=-1)
    context = Context(32, 32, machine="llvm", threads=2)
    corners = np.float32([[-1, -1], [1, -1], [0, 1]] * 20)
    gl.glVertexPointer(2, gl.GL_FLOAT, 0, corners)
    gl.glEnableClientState(gl.GL_VERTEX_ARRAY)
    for _ in range(2):  # the first one builds kernels
        gl.glDrawArrays(gl.GL_TRIANGLES, 0, 60)
    stages = []
    for _ in range(2):
        with timed_kernels(context.engine) as noted:
            gl.glDrawArrays(gl.GL_TRIANGLES, 0, 60)
        stages.append([what for _, _, what in noted])
        gl.glDrawArrays(gl.GL_TRIANGLES, 0, 60)
        assert len(noted) == len(stages[-1])
    for each in stages:
        assert [each.count(what) for what in ("vertex", "geometry")] == [4, 20]
        assert each.count("tiles") >= 4 and "hand-over" not in each
