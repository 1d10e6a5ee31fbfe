"""Questions of the bench to the platform: memory, and its load."""

import os
import sys
from types import SimpleNamespace

import pytest

from softgl.bench import machine_info, timing
from softgl.bench.timing import BenchError, peak_memory


@pytest.mark.parametrize(("platform", "bytes_"), [("darwin", 5000), ("freebsd14", 5000 * 1024)])
def test_the_unit_of_the_peak_is_the_platforms(monkeypatch, platform, bytes_):
    usage = SimpleNamespace(ru_maxrss=5000)
    module = SimpleNamespace(getrusage=lambda who: usage, RUSAGE_SELF=0)
    monkeypatch.setitem(sys.modules, "resource", module)
    monkeypatch.setattr(timing.os.path, "exists", lambda path: False)
    monkeypatch.setattr(timing, "sys", SimpleNamespace(platform=platform))
    assert peak_memory() == bytes_


def test_where_nobody_knows_the_peak(monkeypatch):
    monkeypatch.setitem(sys.modules, "resource", None)
    monkeypatch.setattr(timing.os.path, "exists", lambda path: False)
    with pytest.raises(BenchError, match="does not report the peak memory"):
        peak_memory()


def test_where_nobody_knows_the_load(monkeypatch):
    monkeypatch.delattr(os, "getloadavg", raising=False)
    assert machine_info.machine_info()["load"] is None
