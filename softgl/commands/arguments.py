"""What several commands take, and how it is read. Each function raises UsageError."""

from __future__ import annotations

import math
import re

from softgl.errors import UsageError

OUTPUT = {"metavar": "FILE", "help": "where to write; the standard output if not given"}
THREADS = {"metavar": "N", "help": "how many threads draw; one per CPU if not given"}
SIZE = {
    "metavar": "WxH",
    "help": "in pixels; if not given 640x480, or what a capture was made in",
}


def whole_number(option: str, text: str | None, largest: int, smallest: int = 1) -> int | None:
    """The number that an option was given, None for none."""
    if text is None:
        return None
    if not re.fullmatch(r"[0-9]{1,9}", text) or not smallest <= int(text) <= largest:
        raise UsageError(f"{option} {text!r} is not a whole number from {smallest} to {largest}")
    return int(text)


def number(option: str, text: str | None, smallest: float, largest: float) -> float | None:
    """The number that an option was given, None for none."""
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
    """The width and height in pixels that --size was given, None for none; see `Scene.sized`."""
    if text is None:
        return None
    match = re.fullmatch(r"([0-9]{1,6})[xX]([0-9]{1,6})", text)
    if not match:
        raise UsageError(f"--size {text!r} is not of the form WIDTHxHEIGHT, e.g. 640x480")
    from softgl.pipeline.planes.framebuffer import MAX_SIZE

    width, height = int(match[1]), int(match[2])
    if not all(1 <= side <= MAX_SIZE for side in (width, height)):
        raise UsageError(f"--size {text}: each side must be from 1 to {MAX_SIZE} pixels")
    return width, height
