"""Arguments shared by several commands, and their parsers. Each function raises UsageError."""

from __future__ import annotations

import math
import re

from softgl.errors import UsageError

OUTPUT = {"metavar": "FILE", "help": "the file to write; default: the standard output"}
THREADS = {"metavar": "N", "help": "number of drawing threads; default: one per CPU"}
SIZE = {
    "metavar": "WxH",
    "help": "size in pixels; default: 640x480, or the size of a capture",
}


def whole_number(option: str, text: str | None, largest: int, smallest: int = 1) -> int | None:
    """Parses the whole number of an option; None if the option is missing."""
    if text is None:
        return None
    if not re.fullmatch(r"[0-9]{1,9}", text) or not smallest <= int(text) <= largest:
        raise UsageError(f"{option} {text!r} is not a whole number from {smallest} to {largest}")
    return int(text)


def number(option: str, text: str | None, smallest: float, largest: float) -> float | None:
    """Parses the number of an option; None if the option is missing."""
    if text is None:
        return None
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not smallest <= value <= largest:
        raise UsageError(f"{option} {text!r} is not a number from {smallest:g} to {largest:g}")
    return value


def size(text: str | None) -> tuple[int, int] | None:
    """Parses --size to (width, height) in pixels; None if it is missing. See `Scene.sized`."""
    if text is None:
        return None
    match = re.fullmatch(r"([0-9]{1,6})[xX]([0-9]{1,6})", text)
    if not match:
        raise UsageError(f"--size {text!r} is not of the form WIDTHxHEIGHT, e.g. 640x480")
    from softgl.pipeline.planes.framebuffer import MAX_FRAMEBUFFER_SIZE

    width, height = int(match[1]), int(match[2])
    if not all(1 <= side <= MAX_FRAMEBUFFER_SIZE for side in (width, height)):
        raise UsageError(
            f"--size {text}: each side must be from 1 to {MAX_FRAMEBUFFER_SIZE} pixels"
        )
    return width, height
