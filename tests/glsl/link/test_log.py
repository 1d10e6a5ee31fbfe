"""The info log of a link."""

from __future__ import annotations

from softgl.glsl.link.log import MAX_MESSAGES, Log


def test_an_error_behind_many_warnings_counts():
    log = Log()
    for number in range(2 * MAX_MESSAGES):
        log.warning(f"warning {number}")
    assert not log.failed
    log.error("one")
    log.error("one")
    assert log.failed
    assert str(log).count("\n") == MAX_MESSAGES + 1
    assert str(log).endswith("error: one\n")
