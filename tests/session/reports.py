"""One report of a test that passes goes to xdist's first process, of the usual five messages.

Each message takes both processes a fifth of a millisecond, and there are 18,000 tests.
"""

from __future__ import annotations

from collections.abc import Callable


class OneReport:
    """Takes the place of `send`, which sends messages to xdist's first process.

    The report of a call that has passed is sent at the end of its test, with the time of all three
    phases: the sum is what --junitxml writes. Reports of other phases that passed are left out if
    they hold neither golden images nor properties, and so is what announces a test.
    """

    def __init__(self, send: Callable[..., None]):
        self._send = send
        self._call: dict = {}
        self._time_before = 0.0

    def __call__(self, name: str, **message) -> None:
        """Sends a message, holds it back or leaves it out."""
        if name == "testreport":
            self._report(message)
        elif name not in ("logstart", "logfinish"):
            self._send(name, **message)

    def _report(self, message):
        report = message["data"]
        passed = report["outcome"] == "passed"
        silent = passed and not report.get("golden") and not report["user_properties"]
        if report["when"] == "setup" and silent:
            self._time_before = report["duration"]
            return
        if report["when"] == "call":
            report["duration"] += self._time_before
            self._time_before = 0.0
            if passed:
                self._call = message
                return
        call, self._call = self._call, {}
        if call and silent:
            call["data"]["duration"] += report["duration"]
        if call:
            self._send("testreport", **call)
        if not (call and silent):
            self._send("testreport", **message)
