"""Messages for programs in C come once, and not without end."""

from __future__ import annotations

from softgl.capi import report


def test_each_line_comes_once(monkeypatch, capsys):
    monkeypatch.setattr(report, "_said", set())
    monkeypatch.setattr(report, "MOST", 2)
    for line in ("one", "two", "one", "three", "four"):
        report.report(line)
    lines = capsys.readouterr().err.splitlines()
    assert lines == ["softgl: one", "softgl: two", "softgl: further messages are left out"]


def test_a_closed_stream_is_no_error(monkeypatch):
    monkeypatch.setattr(report, "_said", set())
    monkeypatch.setattr(report.sys, "stderr", None)
    report.report("into the void")
