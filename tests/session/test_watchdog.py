"""The watchdog of a test that hangs."""

from __future__ import annotations

import faulthandler

from tests.session import watchdog
from tests.session.watchdog import Watchdog


def test_it_is_set_twice_a_minute(monkeypatch):
    calls, times = [], iter((1000.0, 1029.0, 1030.0))
    monkeypatch.setattr(watchdog.time, "monotonic", lambda: next(times))
    monkeypatch.setattr(faulthandler, "dump_traceback_later", lambda *a, **k: calls.append((a, k)))
    dog = Watchdog()
    for number in (1, 1, 2):
        dog.begins()
        assert len(calls) == number
    assert calls[0] == ((300,), {"file": watchdog.standard_error()})


def test_a_test_that_hangs_is_shown(tmp_path, monkeypatch):
    with open(tmp_path / "shown", "w+") as file:
        monkeypatch.setattr(watchdog, "SECONDS", 0.05)
        monkeypatch.setattr(watchdog, "standard_error", file.fileno)
        Watchdog().begins()
        watchdog.time.sleep(0.2)
        monkeypatch.undo()
        assert "test_a_test_that_hangs_is_shown" in (tmp_path / "shown").read_text()
