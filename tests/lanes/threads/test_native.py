"""Code of threads as emitted, beside the same code run step by step."""

from __future__ import annotations

import ctypes

import numpy as np
import pytest

from softgl.lanes.threads.eager import Memory, Threads
from softgl.lanes.threads.machine import OPERATIONS, ThreadMachine, code_of, function
from softgl.lanes.threads.native import native_text
from tests.lanes.machines import engines

KERNEL_TYPE = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64)


@function
def halve_or_triple(m, number):
    """The number of steps of a well-known sequence to 1, from a small number on, 99 at most."""
    count, now = m.variable(0), m.variable(number)
    with m.forever():
        with m.when(now.get() < 2):
            m.leave()
        with m.when(count.get() >= 99):
            m.give(-1)
        half = m.variable(0)
        with m.forever():
            with m.when(half.get() * 2 >= now.get()):
                m.leave()
            half.set(half.get() + 1)
        even = half.get() * 2 == now.get()
        now.set(m.select(even, half.get(), now.get() * 3 + 1))
        count.set(count.get() + 1)
    m.give(count.get())


@function
def all_operations(m, words, ints, kernel, record, table):
    """Every operation on words and on pairs of ints; the kernel writes both."""
    before = m.atomic_add(words, 5)
    m.atomic_min(words + 8, m.load(words + 16))
    m.atomic_store(words + 24, m.atomic_load(words + 8) - before)
    m.store(words + 32, m.select(before != 0, 7, 8))
    m.store_int(ints, m.load(words + 40))  # the lower half
    m.store(words + 48, m.load_int(ints + 4) * m.load_int(ints))
    m.pause()
    with m.when(m.load(words + 8) == -3):
        m.call_kernel(kernel, record, table, 4)
    m.give(halve_or_triple(m, m.load(words + 56)))


WORDS = [-7, 100, -3, 0, 0, 0x1_2345_6789, 0, 27]
INTS = [0, -5, 0, 0]


def native(code, *arguments):
    engine = engines()[-1]
    library = engine._library({"checked": code})
    kinds = [ctypes.c_int64] * code.parameters
    return ctypes.CFUNCTYPE(ctypes.c_int64, *kinds)(library["checked"])(*arguments)


def run_natively():
    words, ints = np.array(WORDS, np.int64), np.array(INTS, np.int32)

    def kernel(record, table, lanes):
        np.ctypeslib.as_array((ctypes.c_int32 * 1).from_address(record))[0] = lanes
        np.ctypeslib.as_array((ctypes.c_int32 * 1).from_address(table))[0] = -lanes

    called = KERNEL_TYPE(kernel)
    at = words.ctypes.data, ints.ctypes.data
    address = ctypes.cast(called, ctypes.c_void_p).value
    result = native(code_of(all_operations, 5), *at, address, at[1] + 8, at[1] + 12)
    return result, words.tolist(), ints.tolist()


def run_eagerly():
    words, ints = 1000, 2000
    memory = Memory(dict.fromkeys((*range(1000, 1064, 4), *range(2000, 2016, 4)), 0))
    for number, value in enumerate(WORDS):
        memory.store(words + 8 * number, value)
    for number, value in enumerate(INTS):
        memory.store(ints + 4 * number, value, 32)
    results, calls = [], []

    def kernel(thread, memory, addresses, lanes, begins):
        calls.append((addresses, begins))
        memory.store(addresses[1], lanes, 32)
        memory.store(addresses[2], -lanes, 32)

    threads = Threads(memory, kernel, lambda thread, memory, result: results.append(result))
    threads.add(code_of(all_operations, 5), [words, ints, 555, ints + 8, ints + 12])
    while threads.running():
        threads.step(0)
    assert calls == [([555, ints + 8, ints + 12], begins) for begins in (True, False)]
    return (
        results[0],
        [memory.load(words + 8 * number) for number in range(8)],
        [memory.load(ints + 4 * number, 32) for number in range(4)],
    )


def test_all_operations_on_both_executors():
    code = code_of(all_operations, 5)
    used = {one.operation for block in code.blocks for one in block.instructions}
    assert used == OPERATIONS
    low = 0x2345_6789
    expected = [-2, -3, -3, 4, 7, 0x1_2345_6789, -5 * low, 27], [low, -5, 4, -4]
    assert run_natively() == run_eagerly() == (-1, *expected)


@pytest.mark.parametrize(("number", "steps"), [(0, 0), (1, 0), (6, 8), (7, 16), (25, 23)])
def test_loops_and_results(number, steps):
    assert native(code_of(halve_or_triple, 1), number) == steps


def test_words_have_no_value_yet():
    machine = ThreadMachine(1)
    with pytest.raises(TypeError, match="use `when`"):
        if machine.variable(3).get() == 3:
            pass


@pytest.mark.parametrize(
    ("triple", "pause"),
    [
        ("x86_64-unknown-linux-gnu", "@llvm.x86.sse2.pause()"),
        ("aarch64-apple-darwin", "@llvm.aarch64.hint(i32 1)"),
        ("riscv64-unknown-linux-gnu", None),
    ],
)
def test_how_machines_wait(triple, pause):
    text = native_text({"f": code_of(function(lambda m: m.pause()), 0)}, triple)
    calls = [line for line in text.splitlines() if "call void @llvm" in line]
    assert calls == ([] if pause is None else [f"  call void {pause}"])
