"""Threads that help: all is done, and on other CPUs than that of the thread that asks."""

from __future__ import annotations

import os
from threading import get_native_id

import pytest

from softgl.lanes import helpers
from softgl.lanes.helpers import Helpers

CPUS = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()
on_several = pytest.mark.skipif(len(CPUS) < 2, reason="there is one CPU, or threads choose none")


@pytest.fixture
def one():
    """One thread that helps, which has begun."""
    made = Helpers(1, "a test")
    made.submit(get_native_id).result()
    yield made
    made._pool.shutdown()


def test_everything_is_done_in_order(one):
    done = []
    for number in range(5):
        last = one.submit(lambda number=number: done.append(number))
    last.result()
    assert done == list(range(5))


@on_several
def test_the_cpu_of_who_asks_is_barred(one, monkeypatch):
    """Also when that one goes on on another CPU; its own CPUs stay what they are."""
    for cpu in (min(CPUS), max(CPUS), min(CPUS)):
        monkeypatch.setattr(helpers, "current_cpu", lambda cpu=cpu: cpu)
        thread = one.submit(get_native_id).result()
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
    one.submit(get_native_id).result()
    one.submit(get_native_id).result()
    assert asked == [CPUS - {cpu}]  # and no second time
    monkeypatch.setattr(os, "sched_getaffinity", lambda thread: {cpu})
    other = Helpers(1, "another test")
    other.submit(get_native_id).result()
    other.submit(get_native_id).result()
    monkeypatch.setattr(helpers, "current_cpu", lambda: None)
    other.submit(get_native_id).result()
    other._pool.shutdown()
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
