"""`softgl diff`: compares two PNG files; reports in words, as JSON, as an image and as a page."""

from __future__ import annotations

import json
from pathlib import Path

from softgl.image import save_image
from softgl.records import dataclass
from softgl.testing.comparison import Difference, Tolerance, read_picture, size
from softgl.testing.golden import Verdict
from softgl.testing.masks import on_one_canvas
from softgl.testing.report import entry, write_report

SAME, DIFFERENT, TROUBLE = 0, 1, 2
"""Exit statuses, as of diff(1)."""


@dataclass(frozen=True)
class Settings:
    """The tolerances and the outputs of a comparison.

    fuzzy : (maximum difference of a channel, maximum number of differing pixels, or a part of all
        pixels between 0 and 1). ignore : regions (x, y, width, height) that do not count.
    rms, flip : maximum root mean square and mean FLIP error; see `Tolerance`.
    output, report : the file of the difference image and the folder of the page; None for none.
    """

    fuzzy: tuple[int, float] | None = None
    rms: float | None = None
    flip: float | None = None
    output: str | None = None
    report: str | None = None
    ignore: tuple[tuple[int, int, int, int], ...] = ()

    @property
    def tolerance(self) -> Tolerance:
        """The tolerances, with the command line as their reason."""
        reason = ("the command line says so",)
        return Tolerance(
            self.fuzzy and self.fuzzy + reason,
            None if self.rms is None else (self.rms, *reason),
            None if self.flip is None else (self.flip, *reason),
            (*self.ignore, *reason) if self.ignore else None,
        )


def diff(actual_path, expected_path, settings: Settings, as_json: bool = False) -> tuple[int, str]:
    """Compares two PNG files; returns the exit status and the text to print, which may be "".

    Raises SoftGLError for files that cannot be read or written.
    """
    actual, expected = read_picture(actual_path), read_picture(expected_path)
    facts = {"sizes": [size(actual), size(expected)]}
    pictures = {"actual": actual, "expected": expected}
    if actual.shape != expected.shape:
        refused = f"is {size(actual)}, {expected_path} is {size(expected)}"
        words = f"{actual_path} {refused}"
        picture = Difference(*on_one_canvas(actual, expected)).image
    else:
        found = settings.tolerance.difference(actual, expected)
        picture = found.image
        refused = settings.tolerance.refuses(found)
        facts |= {"pixels": found.pixels, "largest": found.largest, "rms": found.rms}
        if settings.flip is not None:
            facts["flip"] = found.flip if found.pixels else 0.0
        words = f"{actual_path} {refused}; compared with {expected_path}" if refused else ""
    pictures["difference"] = picture
    if settings.output:
        save_image(settings.output, picture)
    if settings.report:
        verdict = Verdict(
            str(actual_path),
            Path(expected_path),
            "failed" if refused else "passed",
            words,
            pictures,
        )
        write_report(settings.report, [entry(verdict, f"{actual_path}, {expected_path}")])
    if as_json:
        words = json.dumps({"same": not refused, **facts})
    return DIFFERENT if refused else SAME, f"{words}\n" if words else ""
