"""Messages for programs in C: one line on standard error each, and each once."""

from __future__ import annotations

import contextlib
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from softgl.gl.api.errors import GLError

MAX_REPORT_LINES = 200  # distinct lines; so a failing program fills no disk
MAX_REASONS = 1000  # of refused commands, which are remembered without their arguments

_said: set[str] = set()
_reasons: set[tuple] = set()


def report(line: str) -> None:
    """Writes a line to standard error, unless it was written before."""
    if line in _said or len(_said) > MAX_REPORT_LINES:
        return
    _said.add(line)
    text = "further messages are left out" if len(_said) > MAX_REPORT_LINES else line
    with contextlib.suppress(Exception):  # there may be no standard error, or one that is closed
        print(f"softgl: {text}", file=sys.stderr, flush=True)


def report_error(error: GLError) -> None:
    """Writes the first line of an error, once for each function and reason."""
    reason = error.baseOperation, error.err, error.description
    if reason not in _reasons and len(_reasons) < MAX_REASONS:
        _reasons.add(reason)
        report(str(error).partition("\n")[0])
