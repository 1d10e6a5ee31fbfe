"""One request is answered at a time, and earlier answers are remembered, within bounds."""

import threading

import pytest

from softgl.debug.page.worker import Remembered, Worker


def test_one_after_the_other_in_one_thread():
    worker, done = Worker(), []
    futures = [worker.submit(lambda n=n: done.append((n, threading.get_ident()))) for n in range(5)]
    for future in futures:
        future.result(30)
    numbers, threads = zip(*done, strict=True)
    assert numbers == (0, 1, 2, 3, 4)
    assert len(set(threads)) == 1 and threads[0] != threading.get_ident()


def test_errors_belong_to_who_waits_and_what_nobody_waits_for_is_not_done():
    worker, gate, done = Worker(), threading.Event(), []
    first = worker.submit(lambda: gate.wait(30))
    failing = worker.submit(lambda: 1 // 0)
    dropped = worker.submit(lambda: done.append("dropped"))
    assert dropped.cancel()
    gate.set()
    with pytest.raises(ZeroDivisionError):
        failing.result(30)
    assert first.result(30) and worker.submit(lambda: done).result(30) == []


def test_the_answers_unused_for_longest_go():
    kept = Remembered(largest=10)
    for name in "abc":
        kept.keep(name, b"1234")
        kept.get("a")
    assert [kept.get(name) for name in "abc"] == [b"1234", None, b"1234"]
    kept.keep("d", bytes(11))
    assert kept.get("d") is None and kept.get("a")
