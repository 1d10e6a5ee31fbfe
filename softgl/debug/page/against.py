"""The answers of the page about a second frame, which the first one is compared with."""

from __future__ import annotations

import numpy as np

from softgl.debug.comparison.compared import Comparison, differences, differing
from softgl.debug.page.images import as_picture, changes, png
from softgl.debug.page.textures import NotThere

NONE = "no second frame: start softgl inspect with --against"


def rows(found: Comparison | None) -> dict:
    """The draws of both frames side by side. first : the index of the first row that differs."""
    if found is None:
        raise NotThere(NONE)
    listed = [
        {"one": row.one, "other": row.other, "call": found.call(row), "differs": [*row.differs]}
        for row in found.rows
    ]
    first = None if found.first is None else found.rows.index(found.first)
    return {"rows": listed, "first": first}


def pair(found: Comparison | None, event: int) -> dict:
    """The differences of an event from its counterpart; other : its number, or None."""
    one, other, row = _wholes(found, event)
    if other is None:
        return {"other": None}
    return {"other": row.other, **differences(one, other)}


def picture(found: Comparison | None, event: int, show: str, channels: str) -> bytes:
    """The framebuffer after the counterpart of an event, or its pixels that differ, as PNG."""
    one, other, _ = _wholes(found, event)
    if other is None:
        raise NotThere(f"the second frame has no event like event {event}")
    shown = _picture(other, channels if show == "other" else "rgba")
    if show == "other":
        return png(shown)
    first = _picture(one, "rgba")
    if first.shape != shown.shape:
        raise NotThere("the framebuffers have other sizes or formats")
    return png(changes(first, shown, _bits(one, other)))


def _wholes(found, event):
    if found is None:
        raise NotThere(NONE)
    row = found.row_of(event)
    return *found.whole(row), row


def _picture(whole, channels) -> np.ndarray:
    values = next(iter(whole.pixels.items()), None)
    if values is None:
        raise NotThere("no framebuffer to draw to")
    name, pixels = values
    return as_picture(pixels, channels, stretch=name == "depth")


def _bits(one, other) -> np.ndarray:
    """True for each pixel whose bits differ, the top row first."""
    name = next(iter(one.pixels))
    return differing(one.pixels[name], other.pixels[name])[::-1]
