"""Threads that help: all is done, and on other CPUs than that of the thread that asks."""

from __future__ import annotations

import os
import subprocess
import sys
from queue import SimpleQueue
from threading import Barrier, Event, Thread, current_thread, get_native_id

import pytest

from softgl.lanes import helpers
from softgl.lanes.helpers import Helpers
from tests.tools import needs_fork

CPUS = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()
on_several = pytest.mark.skipif(len(CPUS) < 2, reason="there is one CPU, or threads choose none")


@pytest.fixture
def one():
    """One thread that helps, which has begun."""
    made = Helpers(1, "a test")
    called(made, get_native_id)
    yield made
    made.end()


def called(helpers, work):
    """The result of `work` in a helper thread."""
    results = SimpleQueue()
    helpers.submit(lambda: results.put(work()))
    return results.get(timeout=60)


def test_everything_is_done_in_order(one):
    done = []
    for number in range(5):
        one.submit(lambda number=number: done.append(number))
    called(one, get_native_id)
    assert done == list(range(5))


def test_several_at_once():
    """Several helper threads start, each with a name of its own."""
    both, made = Barrier(2), Helpers(2, "two tests")
    names = SimpleQueue()

    def work():
        both.wait(60)
        names.put(current_thread().name)

    made.submit(work)
    made.submit(work)
    assert {names.get(timeout=60), names.get(timeout=60)} == {"two tests_0", "two tests_1"}
    made.end()


def test_who_asks_at_the_same_time():
    """Threads that ask at the same time start one helper."""
    interval, asking = sys.getswitchinterval(), 8
    sys.setswitchinterval(1e-6)
    try:
        for _ in range(50):
            made, start, failed = Helpers(1, "a test"), Barrier(asking), []

            def ask(made=made, start=start, failed=failed):
                start.wait(60)
                try:
                    made.submit(int)
                except Exception as error:
                    failed.append(error)

            threads = [Thread(target=ask) for _ in range(asking)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join(60)
            made.end()
            assert not failed and len(made._threads) == 1
    finally:
        sys.setswitchinterval(interval)


def test_at_the_end_threads_finish_what_they_are_at():
    """Helpers finish their task at exit; later tasks are neither called nor waited for."""
    made, begun, leave, done = Helpers(1, "a test"), Event(), Event(), []

    def work():
        begun.set()
        assert leave.wait(60)
        done.append(1)

    made.submit(work)
    made.submit(lambda: done.append(2))
    assert begun.wait(60)
    ending = Thread(target=made.end)
    ending.start()
    leave.set()
    ending.join(60)
    made.submit(lambda: done.append(3))
    assert done == [1]


def test_where_no_thread_can_begin(monkeypatch):
    """The caller works alone, and the next task tries to start a helper again."""

    def refuse(thread):
        raise RuntimeError("can't start new thread")

    made, done = Helpers(1, "a test"), []
    with monkeypatch.context() as patch:
        patch.setattr(Thread, "start", refuse)
        made.submit(lambda: done.append(1))
    assert called(made, lambda: 2) == 2
    made.end()
    assert not done


def test_python_ends_after_what_helps():
    """A thread that is at something when the program ends: it is waited for."""
    code = """
import time
from threading import Event
from softgl.lanes.helpers import Helpers

begun = Event()

def work():
    begun.set()
    time.sleep(0.3)
    print("done", flush=True)

Helpers(1, "a test").submit(work)
begun.wait()
"""
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert (ran.stdout, ran.returncode) == ("done\n", 0), ran.stderr


@needs_fork
def test_a_forked_process_ends():
    """It has none of the threads, and does not wait for them."""
    code = """
import os, sys
from threading import Event
from softgl.lanes.helpers import Helpers

begun = Event()
Helpers(2, "a test").submit(begun.set)
begun.wait()
child = os.fork()
if child:
    print(os.waitpid(child, 0)[1])
sys.exit(0)
"""
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert (ran.stdout, ran.returncode) == ("0\n", 0), ran.stderr


@on_several
def test_the_cpu_of_who_asks_is_barred(one, monkeypatch):
    """Also when that one goes on on another CPU; its own CPUs stay the same."""
    for cpu in (min(CPUS), max(CPUS), min(CPUS)):
        monkeypatch.setattr(helpers, "current_cpu", lambda cpu=cpu: cpu)
        thread = called(one, get_native_id)
        assert os.sched_getaffinity(thread) == CPUS - {cpu}
        assert os.sched_getaffinity(0) == CPUS


@on_several
def test_where_nothing_is_to_be_gained_nothing_is_changed(one, monkeypatch):
    """For one CPU only, for one that is not known, or where the system refuses."""
    cpu, asked = min(CPUS), []
    monkeypatch.setattr(helpers, "current_cpu", lambda: cpu)

    def refuse(thread, cpus):
        asked.append(cpus)
        raise PermissionError

    monkeypatch.setattr(os, "sched_setaffinity", refuse)
    called(one, get_native_id)
    called(one, get_native_id)
    assert asked == [CPUS - {cpu}]  # and no second time
    monkeypatch.setattr(os, "sched_getaffinity", lambda thread: {cpu})
    other = Helpers(1, "another test")
    called(other, get_native_id)
    called(other, get_native_id)
    monkeypatch.setattr(helpers, "current_cpu", lambda: None)
    called(other, get_native_id)
    other.end()
    assert len(asked) == 1


@on_several
def test_the_current_cpu_is_one_of_those_allowed():
    before = os.sched_getaffinity(0)
    try:
        for cpu in (min(CPUS), max(CPUS)):
            os.sched_setaffinity(0, {cpu})
            assert helpers.current_cpu() == cpu
    finally:
        os.sched_setaffinity(0, before)
