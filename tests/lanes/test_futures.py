"""Kernels that are precompiled: by the thread that comes first, once, and like any others."""

from __future__ import annotations

from functools import partial
from threading import Event, current_thread, main_thread

import numpy as np
import pytest

from softgl.lanes import (
    F32,
    I32,
    KernelRequest,
    Signature,
    choose_target,
    eager_engine,
    futures,
    llvm_engine,
    unlocked,
)
from softgl.lanes.compiler import compile_kernel
from softgl.lanes.futures import Future
from softgl.lanes.native_engine import LlvmEngine
from softgl.pipeline.support.threads import in_threads
from softgl.tuning import limits

SIGNATURE = Signature((("factor", I32),), (("data", F32),), frozenset({"data"}))


def scaled(m, a, index, more):
    value = m.load(a.data, index) * m.to_f32(a.factor) + float(more)
    m.store(a.data, index, m.select(value > 3.0, m.sqrt(value), value / 3.0))


def described(more, calls):
    calls.append(current_thread())
    return SIGNATURE, partial(scaled, more=more)


def ran(made):
    data = np.arange(16, dtype=np.float32)
    made.run({"factor": 3}, {"data": data}, 16)
    return data.tolist()


def wait_for_the_helper():
    """Until it has nothing more to do."""
    free = Event()
    futures._helper().submit(free.set)
    assert free.wait(60)


def test_the_helper_works_before_it_is_asked():
    done = Event()

    def work():
        done.set()
        return current_thread()

    future = Future(work)
    assert done.wait(60)
    assert future.result() is future.result() is not main_thread()


def test_who_asks_sooner_works_alone():
    """The helper, when it comes to it, leaves it at that."""
    calls = []
    with futures.PRECOMPILING:
        future = Future(lambda: calls.append(current_thread()))
        future.result()
    wait_for_the_helper()
    assert calls == [main_thread()]


def test_who_asks_sees_what_went_wrong():
    with pytest.raises(ZeroDivisionError):
        Future(lambda: 1 // 0).result()


@pytest.mark.parametrize("by_helper", [True, False])
def test_a_kernel_that_is_expected_is_built_once(by_helper):
    engine, calls = LlvmEngine(choose_target()), []
    describe = partial(described, 1, calls)
    if by_helper:
        engine.precompile(KernelRequest("scaled", describe))
        wait_for_the_helper()
    else:
        with futures.PRECOMPILING:
            engine.precompile(KernelRequest("scaled", describe))
            engine.precompile(KernelRequest("scaled", describe))
            made = engine.kernel(KernelRequest("scaled", describe))
    made = engine.kernel(KernelRequest("scaled", describe))
    engine.precompile(KernelRequest("scaled", describe))
    wait_for_the_helper()
    assert [thread is main_thread() for thread in calls] == [not by_helper]
    assert ran(made) == ran(eager_engine().build(*described(1, []), True))


def test_who_waits_for_the_helper_builds_the_next():
    """The helper leaves that out, and goes on to the one after it."""
    engine, began, helped = LlvmEngine(choose_target()), Event(), Event()
    calls = {"first": [], "second": [], "third": []}

    def first():
        began.set()
        assert helped.wait(60)  # the other thread does not wait, but builds the second
        return described(1, calls["first"])

    def second():
        helped.set()
        return described(2, calls["second"])

    engine.precompile(KernelRequest("first", first))
    engine.precompile(KernelRequest("second", second))
    engine.precompile(KernelRequest("third", partial(described, 3, calls["third"])))
    assert began.wait(60)
    assert ran(engine.kernel(KernelRequest("first", first))) == ran(
        engine.build(*described(1, []), True)
    )
    wait_for_the_helper()
    assert ran(engine.kernel(KernelRequest("second", second))) == ran(
        engine.build(*described(2, []), True)
    )
    assert engine.kernel(KernelRequest("third", partial(described, 3, [])))
    mine = {name: [thread is main_thread() for thread in of] for name, of in calls.items()}
    assert mine == {"first": [False], "second": [True], "third": [False]}


def test_what_goes_wrong_while_helping_is_seen_by_who_asks():
    began, leave = Event(), Event()

    def wait():
        began.set()
        assert leave.wait(60)

    busy, wrong = Future(wait), Future(lambda: 1 // 0)
    assert began.wait(60)
    assert busy.busy and not busy.help()
    assert wrong.help() and not wrong.busy
    with pytest.raises(ZeroDivisionError):
        wrong.result()
    leave.set()
    assert busy.result() is None and not busy.help()


def test_what_nobody_asks_for_goes():
    engine, calls = LlvmEngine(choose_target()), []
    for more in range(limits.MAX_EXPECTED_KERNELS + 1):
        engine.precompile(KernelRequest(more, partial(described, more, calls)))
    assert len(engine._futures) == limits.MAX_EXPECTED_KERNELS
    assert ran(engine.kernel(KernelRequest(0, partial(described, 0, calls))))  # built again
    wait_for_the_helper()
    assert len(calls) == limits.MAX_EXPECTED_KERNELS + 2


def test_the_eager_machine_expects_nothing():
    calls = []
    eager_engine().precompile(KernelRequest("scaled", partial(described, 1, calls)))
    assert not calls


def test_kernels_compiled_at_once_are_those_compiled_alone():
    target, made = llvm_engine().target, {}

    def compile_one(number, turn):
        body = partial(scaled, more=number)
        made[number, turn] = compile_kernel(SIGNATURE, body, True, target)

    in_threads(4, compile_one, [(number, 0) for number in range(12)])
    in_threads(1, compile_one, [(number, 1) for number in range(12)])
    assert len({made[number, 1] for number in range(12)}) == 12
    assert all(made[number, 0] == made[number, 1] for number in range(12))


def test_with_the_lock_of_llvmlite_kernels_are_the_same(monkeypatch):
    """llvmlite need not export its functions: kernels then compile under its lock, the same."""
    target = choose_target(width=4)
    plain = compile_kernel(SIGNATURE, partial(scaled, more=5), True, target)
    monkeypatch.setattr(unlocked.ctypes, "CDLL", lambda *_, **__: object())
    for function in ("_run", "_emit"):
        own = getattr(unlocked, function)
        declared = unlocked._unlocked(own.__name__)
        assert declared is not own
        monkeypatch.setattr(unlocked, function, declared)
    assert compile_kernel(SIGNATURE, partial(scaled, more=5), True, target) == plain
