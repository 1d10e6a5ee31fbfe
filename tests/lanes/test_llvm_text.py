"""Operations that the writer leaves out or hoists out of loops."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest

from softgl.lanes import (
    F32,
    I32,
    WIDTHS,
    KernelRequest,
    Signature,
    Target,
    compiler,
    llvm_engine,
)
from softgl.lanes.target import host_levels

TARGET = Target(host_levels()[0], 4)
SIGNATURE = Signature(
    (("count", I32), ("x", F32)), (("table", F32), ("out", F32)), frozenset({"out"})
)


def lines(body):
    """The instructions of each block, by the block's kind."""
    text = compiler.emit_kernel(SIGNATURE, body, False, TARGET).text()
    parts = re.split(r"^([a-z]+)\d+:$", text, flags=re.M)[1:]
    found = {}
    for kind, block in zip(parts[::2], parts[1::2], strict=True):
        found.setdefault(kind, []).append(block)
    return {kind: "\n".join(blocks) for kind, blocks in found.items()}


def test_an_operation_is_written_once():
    def body(m, a):
        for _ in range(5):
            x = a.x * a.x + m.gather(a.table, a.count)
            m.scatter(a.out, m.lane_number(), x * 2.0)

    written = lines(body)["body"]
    assert written.count("fmul float %v") == 2 and written.count("invariant.load") == 1
    assert written.count("masked.scatter") == 5


def test_what_changes_is_read_again():
    def body(m, a):
        variable = m.variable(F32, 0.0)
        for _ in range(3):
            variable.set(variable.get() + 1.0)
            m.scatter(a.out, m.i32(0) + m.lane_number(), m.gather(a.out, a.count))

    written = lines(body)["body"]
    assert written.count("load <4 x float>") == 3 and written.count("fadd") == 3
    assert len(re.findall(r"load float, ptr %v\d+, align 4$", written, re.M)) == 3


@pytest.mark.parametrize("hoisted", [500, 0])
def test_what_does_not_change_in_a_loop_is_written_before_it(hoisted, tuned):
    tuned(MAX_HOISTED=hoisted)

    def body(m, a):
        for i in m.loop(0, a.count):
            for j in m.loop(0, i):
                once = m.gather(a.table, a.count + 1) * a.x
                value = once + m.gather(a.table, i)
                lanes = m.to_f32(m.lane_number()) - a.x
                m.scatter(a.out, m.lane_number() + j, value + m.gather(a.table, j) + lanes)

    blocks = lines(body)
    before, loops = blocks["body"], blocks["loop"].split("br i1")[-1]
    # What is the same everywhere always is; of vectors there is a limit.
    assert "fmul" in before and "fmul" not in loops
    assert before.count("invariant.load") == 1
    assert ("fsub" in before, "fsub" in loops) == (hoisted > 0, hoisted == 0)
    assert "masked.scatter" not in before


def test_what_one_way_computes_is_not_read_on_another():
    """Two branches repeat an operation of their own, and share one from before them."""

    def body(m, a):
        known = a.x + 1.0
        for number in range(2):
            with m.branch(a.count == number):
                product = (known * a.x) + (a.x + 1.0)
                m.scatter(a.out, m.lane_number() + number * 4, product)

    blocks = lines(body)
    assert blocks["then"].count("fmul") == 2
    assert sum(block.count("fadd float %v4, 0x3FF") for block in blocks.values()) == 1
    for count in range(3):
        out = np.zeros(16, np.float32)
        kernel = llvm_engine(TARGET).kernel(
            KernelRequest("test_one_way", lambda: (SIGNATURE, body), False)
        )
        kernel.run({"count": count, "x": 3.0}, {"table": np.ones(4, np.float32), "out": out})
        expected = [16.0 if count == number else 0.0 for number in (0, 1, 2, 2)]
        assert out.reshape(4, 4).tolist() == [[value] * 4 for value in expected[:2] + [0.0] * 2]


def test_loops_within_branches_and_after_them():
    """An operation hoisted out of a loop stays in the branch around it."""

    def body(m, a):
        with m.branch(a.count > 2):
            for i in m.loop(0, a.count):
                m.scatter(a.out, m.lane_number() + i, m.gather(a.table, a.count) * 7.0)
        for i in m.loop(0, 2):
            m.scatter(a.out, m.lane_number() + i + 8, m.gather(a.table, a.count) * 7.0)

    engine = llvm_engine(TARGET)
    kernel = engine.build(SIGNATURE, body, False)
    table = np.arange(5, dtype=np.float32)
    for count in (1, 3):
        out = np.zeros(16, np.float32)
        kernel.run({"count": count, "x": 0.0}, {"table": table, "out": out})
        first = [7.0 * count] * 6 + [0.0] * 2 if count > 2 else [0.0] * 8
        assert out.tolist() == first + [7.0 * count] * 5 + [0.0] * 3


def test_what_comes_first_is_a_function_of_its_own():
    """It is called before all else; where vectors are of several registers, with shorter ones."""
    widths = []

    def first(m, a):
        widths.append(m.width)
        for number in m.loop(0, 8):
            m.store_uniform(a.out, number, a.x)

    def body(m, a):
        m.before(first)
        m.store_uniform(
            a.out, a.count, m.load_unchecked(a.out, a.count) + m.load_unchecked(a.table, m.i32(0))
        )

    text = compiler.emit_kernel(SIGNATURE, body, False, TARGET).text()
    assert text.count("define") == 2 and "define internal void @kernel.0(" in text
    assert text.index("call void @kernel.0(ptr %p0, ptr %p1, i64 %p2)") < text.rindex("load ptr")
    widths.clear()
    targets = [Target(host_levels()[-1], width, wide) for width in WIDTHS for wide in (None, 32)]
    for engine in map(llvm_engine, targets):
        out = np.zeros(8, np.float32)
        arrays = {"out": out, "table": np.ones(1, np.float32)}
        kernel = engine.build(replace(SIGNATURE, latency_bound=True), body, False)
        kernel.run({"count": 5, "x": 2.5}, arrays)
        assert out.tolist() == [2.5] * 5 + [3.5] + [2.5] * 2
    assert widths == [min(16, wide or width) for width in WIDTHS for wide in (None, 16)]
