"""Every interleaving of small codes, whose faults are known."""

from __future__ import annotations

from random import Random

import pytest

from softgl.lanes.threads.eager import Memory, Race, Stuck, Threads, explore, walk
from softgl.lanes.threads.machine import code_of, function


@function
def count_apart(m, counter):
    """Adds one in two steps, between which another thread may come."""
    m.atomic_store(counter, m.atomic_load(counter) + 1)


@function
def count(m, counter):
    m.atomic_add(counter, 1)


@function
def wait_for(m, flag, other):
    """Waits for one flag, then raises the other."""
    with m.forever():
        with m.when(m.atomic_load(flag) != 0):
            m.leave()
        m.pause()
    m.atomic_store(other, 1)


@function
def send(m, flag, value):
    m.store(value, 5)
    m.atomic_store(flag, 1)


@function
def receive(m, flag, value):
    with m.forever():
        with m.when(m.atomic_load(flag) != 0):
            m.leave()
        m.pause()
    m.give(m.load(value))


@function
def receive_early(m, flag, value):
    m.give(m.load(value) + m.atomic_load(flag))


def threads_of(*codes, plain=False):
    """Threads with two words, at 0 and 8, each with its order of these."""
    threads = Threads(Memory(dict.fromkeys(range(0, 16, 4), 0)), None, lambda *_: None, plain)
    for body, *arguments in codes:
        threads.add(code_of(body, len(arguments)), arguments)
    return threads


def check_total(threads):
    if not threads.running():
        assert threads.memory.load(0) == len(threads.threads)


def test_each_interleaving_is_seen():
    assert explore(threads_of((count, 0), (count, 0), (count, 0)), check_total, 99) == 8
    with pytest.raises(AssertionError, match="1 == 2"):
        explore(threads_of((count_apart, 0), (count_apart, 0)), check_total, 99)


def test_a_limit_of_states():
    with pytest.raises(AssertionError, match="more than 5 states"):
        explore(threads_of((count, 0), (count, 0), (count, 0)), check_total, 5)


def test_threads_that_wait_for_one_another():
    with pytest.raises(Stuck, match="threads never end"):
        explore(threads_of((wait_for, 0, 8), (wait_for, 8, 0)), lambda _: None, 99)
    with pytest.raises(Stuck, match="have not ended"):
        walk(threads_of((wait_for, 0, 8), (wait_for, 8, 0)), Random(3), lambda _: None, 99)
    assert explore(threads_of((wait_for, 0, 8), (count, 0)), lambda _: None, 99)


def test_races():
    """A plain access needs an order that atomic operations make."""
    assert explore(threads_of((send, 8, 0), (receive, 8, 0), plain=True), Threads.check_races, 99)
    with pytest.raises(Race, match="address 0x0"):
        explore(
            threads_of((send, 8, 0), (receive_early, 8, 0), plain=True), Threads.check_races, 99
        )


def test_memory_has_ends():
    with pytest.raises(KeyError):
        walk(threads_of((count, 16)), Random(0), lambda _: None, 9)
