"""Messages for programs in C come once, and not without end."""

from __future__ import annotations

from softgl import GLError
from softgl.capi import report
from softgl.gl.api.enums import GL_INVALID_ENUM


def test_each_line_comes_once(monkeypatch, capsys):
    monkeypatch.setattr(report, "_said", set())
    monkeypatch.setattr(report, "MAX_REPORT_LINES", 2)
    for line in ("one", "two", "one", "three", "four"):
        report.report(line)
    lines = capsys.readouterr().err.splitlines()
    assert lines == ["softgl: one", "softgl: two", "softgl: further messages are left out"]


def test_a_closed_stream_is_no_error(monkeypatch):
    monkeypatch.setattr(report, "_said", set())
    monkeypatch.setattr(report.sys, "stderr", None)
    report.report("into the void")


def test_an_error_comes_once_for_each_function_and_reason(monkeypatch, capsys):
    monkeypatch.setattr(report, "_said", set())
    monkeypatch.setattr(report, "_reasons", set())
    monkeypatch.setattr(report, "MAX_REASONS", 2)
    for name, argument in (("glEnable", 1), ("glEnable", 2), ("glDisable", 1), ("glIsEnabled", 1)):
        report.report_error(GLError(GL_INVALID_ENUM, "cap: no capability", name, (argument,)))
    lines = capsys.readouterr().err.splitlines()
    assert [line.partition("(")[0] for line in lines] == ["softgl: glEnable", "softgl: glDisable"]
