"""Edited programs on the page: their texts, their errors, and pictures of the frame with them."""

from __future__ import annotations

import json
from itertools import count

import numpy as np

from softgl.debug.edits.draws import Edit, EditedDraws
from softgl.debug.edits.swaps import EditError, swapped
from softgl.debug.edits.texts import texts
from softgl.debug.page import programs
from softgl.debug.page.images import as_picture, changes, png
from softgl.debug.page.stops import Stop, Stops, depths, target
from softgl.debug.page.textures import NotThere
from softgl.errors import UsageError

EDITED = ("target", "depth", "window")
"""The pictures of an edited frame."""
MAX_EDITS = 32  # of the session, whose pictures can still be requested


class Edits:
    """The edits of a session.

    stops : the frame; requests read it stopped right after an event.
    """

    def __init__(self, stops: Stops):
        self._stops, self._numbers = stops, count()
        self._edits: dict[int, Edit] = {}
        self._drawn: tuple | None = None  # the last edit and event, and their pictures

    def texts(self, stop: Stop) -> dict:
        """The texts of the programs of an event: key, title, words, text.

        The key of a program made of fixed-function state, which cannot be edited, is None.
        """
        if not stop.calls:
            return {"texts": []}
        found = [
            {"key": each.key, "title": each.title, "words": each.language, "text": each.text}
            for each in texts(stop.context)
        ]
        for each in programs.described(stop.context, stop.programs):
            if each["words"] == programs.GENERATED:
                made = {name: each[name] for name in ("title", "words")}
                found.append({"key": None, **made, "text": "\n".join(each["source"])})
        return {"texts": found}

    def edit(self, stop: Stop, event: int, alone: bool, body: bytes) -> dict:
        """Compiles edited texts at an event; number : of the edit, None with problems.

        alone : True to edit only that event. body : JSON, the texts by key. problems : key, line,
        column, words of each error.
        """
        edit = Edit(_edits(body), event if alone else None)
        try:
            with swapped(stop.context, edit.edits):
                pass
        except EditError as error:
            return {"number": None, "problems": [vars(each) for each in error.problems]}
        number = next(self._numbers)
        self._edits[number] = edit
        self._edits.pop(number - MAX_EDITS, None)
        return {"number": number, "problems": []}

    def picture(self, stop: Stop, number: int, show: str, differs: bool, channels: str) -> bytes:
        """The framebuffer after an event of an edited frame as PNG.

        differs : True for its differences from the frame as it is. channels : of colours, a word
            of `images.CHANNELS`. Raises EditError.
        """
        if number not in self._edits:
            raise NotThere(f"no edit {number}: edit the program again")
        original = _pictures(stop.context, channels) if differs else None
        wanted = number, stop.event.number, channels
        if self._drawn is None or self._drawn[:3] != wanted:
            self._drawn = *wanted, self._draw(*wanted)
        image = self._drawn[3][show]
        if image is None:
            raise NotThere("no depth buffer" if show == "depth" else "no framebuffer to draw to")
        return png(image if original is None else changes(original[show], image))

    def _draw(self, number: int, event: int, channels: str) -> dict:
        found: dict = {}
        watcher = EditedDraws(
            self._edits[number],
            event,
            lambda context: found.update(_pictures(context, channels)),
        )
        self._stops.show(watcher)
        if watcher.error is not None:
            raise watcher.error
        return found


def _pictures(ctx, channels: str) -> dict:
    """The pictures of a context, by the words of EDITED."""
    window = as_picture(np.asarray(ctx.read_image())[::-1], channels)
    return {"target": target(ctx, channels), "depth": depths(ctx), "window": window}


def _edits(body: bytes) -> dict[str, str]:
    """Parses the texts by key. Raises UsageError."""
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict) or not all(isinstance(text, str) for text in found.values()):
        raise UsageError("the texts are not a JSON object of texts")
    return found
