"""`softgl diff`: how two PNG files differ, in words, in JSON, in a picture and on a page."""

from __future__ import annotations

import json
from pathlib import Path

from softgl.image import save_image
from softgl.records import dataclass
from softgl.testing.comparison import Difference, Tolerance, read_picture, size
from softgl.testing.golden import Verdict
from softgl.testing.report import entry, write_report

SAME, DIFFERENT, TROUBLE = 0, 1, 2
"""Exit statuses, as diff(1) has them."""


@dataclass(frozen=True)
class Wishes:
    """What is asked for.

    fuzzy : (largest difference of a channel, pixels) that is let pass; rms, flip : limits.
    output, report : where the difference picture and the page go; None for nowhere.
    """

    fuzzy: tuple[int, int] | None = None
    rms: float | None = None
    flip: float | None = None
    output: str | None = None
    report: str | None = None

    @property
    def tolerance(self) -> Tolerance:
        """What is let pass; the reason is that somebody asked for it."""
        why = ("the command line says so",)
        return Tolerance(
            self.fuzzy and self.fuzzy + why,
            None if self.rms is None else (self.rms, *why),
            None if self.flip is None else (self.flip, *why),
        )


def diff(actual_path, expected_path, wishes: Wishes, as_json: bool = False) -> tuple[int, str]:
    """Compare two PNG files: the exit status, and what to say, empty if there is nothing to.

    Raises SoftGLError for files that cannot be read or written.
    """
    actual, expected = read_picture(actual_path), read_picture(expected_path)
    facts = {"sizes": [size(actual), size(expected)]}
    pictures = {"actual": actual, "expected": expected}
    if actual.shape != expected.shape:
        refused = f"is {size(actual)}, {expected_path} is {size(expected)}"
        words = f"{actual_path} {refused}"
        if wishes.output:
            words += "; there is no picture of the difference"
    else:
        found = Difference(actual, expected)
        refused = wishes.tolerance.refuses(found)
        facts |= {"pixels": found.pixels, "largest": found.largest, "rms": found.rms}
        if wishes.flip is not None:
            facts["flip"] = found.flip if found.pixels else 0.0
        pictures["difference"] = found.image
        words = f"{actual_path} {refused}; compared with {expected_path}" if refused else ""
        if wishes.output:
            save_image(wishes.output, found.image)
    if wishes.report:
        verdict = Verdict(
            str(actual_path),
            Path(expected_path),
            "failed" if refused else "passed",
            words,
            pictures,
        )
        write_report(wishes.report, [entry(verdict, f"{actual_path}, {expected_path}")])
    if as_json:
        words = json.dumps({"same": not refused, **facts})
    return DIFFERENT if refused else SAME, f"{words}\n" if words else ""
