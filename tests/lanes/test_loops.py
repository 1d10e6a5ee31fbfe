"""The operations of the loop machine, on LLVM's machine and on the eager one."""

from __future__ import annotations

import numpy as np
import pytest

from softgl.lanes import BOOL, F32, I32, U32, WIDTHS, Signature, Target, llvm_engine
from softgl.lanes.eager_loops import EagerLoopEngine, eager_loop_engine
from softgl.lanes.loops import LoopMachine
from softgl.lanes.machine import MAX_VECTOR_LANES
from softgl.lanes.target import host_levels

SIGNATURE = Signature(
    (("count", I32), ("x", F32)),
    (("table", I32), ("out", I32), ("words", U32), ("number", I32)),
    frozenset({"out", "words", "number"}),
    max_lanes=2 * MAX_VECTOR_LANES,
)


def run(engine, body, count=3):
    """The arrays after a kernel that is not mapped."""
    arrays = {
        "table": np.arange(100, 164, dtype=np.int32),
        "out": np.zeros(160, np.int32),
        "words": np.zeros(64, np.uint32),
        "number": np.zeros(1, np.int32),
    }
    engine.build(SIGNATURE, body, False).run({"count": count, "x": 0.5}, arrays)
    return arrays


def check(body, count=3):
    """Both machines leave the same, at each width; returns that of four lanes."""
    found = []
    for width in WIDTHS:
        expected = run(llvm_engine(Target(host_levels()[-1], width)), body, count)
        found.append(run(eager_loop_engine(width), body, count))
        for name, data in found[-1].items():
            assert np.array_equal(data, expected[name]), (width, name)
    return found[0]


def test_loops():
    def body(m, a):
        total = m.variable(I32, 0, uniform=True)
        for i in m.loop(1, a.count):
            for j in m.loop(i, i + 7, a.count):
                total.set(total.get() + i * j)
                m.store_uniform(a.out, i * 8 + j, total.get())
        for i in m.loop(5, 5):
            m.store_uniform(a.out, i, total.get())

    assert check(body)["out"][:19].tolist() == [0] * 9 + [1, 0, 0, 5, 0, 0, 12, 0, 0, 16]


def test_branches():
    """A branch that is not taken has no effect, whatever is in it."""

    def body(m, a):
        lane = m.lane_number()
        lanes, one = m.variable(I32, 1), m.variable(I32, 1, uniform=True)
        for limit in (2, 5):
            with m.branch(a.count > limit):
                m.store_uniform(a.out, m.i32(limit), m.i32(7))
                m.store_unchecked(a.out, lane + 20 * limit, lane)
                m.store(a.out, m.consecutive(m.i32(60)), m.i32(limit))
                m.append(a.words, a.number, m.as_u32(lane))
                lanes.set(limit)
                with m.only(None):
                    one.set(one.get() + limit)
                    lanes.set(lanes.get() + 10)
                    m.store_uniform(
                        a.out, m.i32(80), m.load_unchecked(a.table, a.count * 10_000 * (limit - 2))
                    )
                for i in m.loop(0, 2):
                    m.store_uniform(a.out, i + 50, m.i32(9))
        m.store(a.out, m.consecutive(m.i32(120)), lanes.get() + one.get())

    out = check(body)["out"]
    assert out[[2, 5, 50, 60, 80]].tolist() == [7, 0, 9, 2, 100]
    assert out[120:124].tolist() == [15] * 4


def test_lanes_and_masks():
    def body(m, a):
        lane = m.lane_number()
        odd = (lane & 1) == 1
        m.store_uniform(a.words, m.i32(0), m.mask_bits(odd))
        m.store_uniform(a.words, m.i32(1), m.mask_bits(m.lane(True, BOOL)))
        m.store_uniform(a.number, m.i32(0), m.last(a.table) - 40)
        quads = m.quads(m.quad_number() * 8 + 4)
        m.store(a.out, quads, m.load(a.table, quads))
        with m.where(odd):
            m.store(a.out, m.consecutive(a.count + 40), lane)
            m.append(a.words, a.number, m.as_u32(lane))
        with m.where(lane > 100, skip=True):
            m.store_uniform(a.out, m.i32(150), m.i32(1))
            m.store(a.out, m.consecutive(m.i32(60)), lane)
        m.store(a.out, m.consecutive(m.i32(80)), m.select(m.any(odd), lane, 0))

    arrays = check(body)
    assert arrays["words"][:2].tolist() == [0b1010, 0b1111]
    assert arrays["out"][4:8].tolist() == [104, 105, 106, 107]
    assert arrays["out"][43:47].tolist() == [0, 1, 0, 3]


def test_uniform_variables_change_whatever_lanes_are_live():
    def body(m, a):
        one, lanes = m.variable(I32, 1, uniform=True), m.variable(I32, 1)

        def more():
            one.set(one.get() * 2)
            lanes.set(lanes.get() * 2)

        with m.where(m.lane_number() > 1):
            m.while_any(lambda: one.get() < 8, more)
        m.store(a.out, m.consecutive(m.i32(0)), lanes.get())
        m.store_uniform(a.out, m.i32(50), one.get())

    out = check(body)["out"]
    assert out[:4].tolist() == [1, 1, 8, 8]
    assert out[50] == 8


def test_what_comes_first_has_vectors_of_one_register():
    widths = []

    def first(m, a):
        widths.append(m.width)
        m.store_uniform(a.out, m.i32(0), a.count)

    def body(m, a):
        m.before(first)
        m.store_uniform(a.out, m.i32(1), m.load_unchecked(a.out, m.i32(0)) + 1)

    assert check(body)["out"][:2].tolist() == [3, 4]
    run(eager_loop_engine(2 * MAX_VECTOR_LANES), body)
    assert widths[-1] == MAX_VECTOR_LANES


def test_lanes_beyond_an_array_are_not_read_in_long_vectors():
    def body(m, a):
        lane = m.lane_number()
        with m.where(lane < 4):
            m.store(a.out, m.consecutive(m.i32(0)), m.load(a.table, m.consecutive(m.i32(60))))

    assert run(eager_loop_engine(2 * MAX_VECTOR_LANES), body)["out"][:5].tolist() == [
        160,
        161,
        162,
        163,
        0,
    ]
    with pytest.raises(IndexError):
        run(eager_loop_engine(8), body)


def test_mapped_kernels_run_over_all_lanes_at_once():
    counts = []

    def body(m, a, index):
        assert not isinstance(m, LoopMachine)
        counts.append(len(index.value))

    arrays = {"table": np.zeros(1, np.int32), "out": np.zeros(1, np.int32)}
    arrays |= {"words": np.zeros(1, np.uint32), "number": np.zeros(1, np.int32)}
    kernel = EagerLoopEngine(4).build(SIGNATURE, body, True)
    kernel.run({"count": 0, "x": 0.0}, arrays, 37)
    assert counts == [37]
