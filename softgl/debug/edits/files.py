"""Replaces programs of a frame by files: `FileEdits`."""

from __future__ import annotations

import re

from softgl.check.shaders import is_shader, stage_of
from softgl.debug.edits.texts import ProgramText
from softgl.debug.watching import Event
from softgl.errors import UsageError
from softgl.files import read_file

_MAIN = re.compile(r"\bmain\s*\(")


class FileEdits:
    """The edits of `EditedDraws` that replace texts of programs by files.

    files : (name of the program object, path). A shader in GLSL replaces that of its stage, which
    the end of the path tells; other files replace assembly programs. seen : program objects of the
    draws. unused : files that have replaced no text, as NAME=FILE. Raises FileError, and UsageError
    for two files in one place.
    """

    def __init__(self, files: list[tuple[int, str]]):
        self.seen: set[int] = set()
        self._texts: dict[tuple[int, str], str] = {}
        self._words: dict[tuple[int, str], str] = {}
        for name, path in files:
            text = read_file(path).decode("utf-8", "replace")
            stage = stage_of(path) if is_shader(text, stage_of(path)) else ""
            if (name, stage) in self._texts:
                words = f"{stage} shader" if stage else "text"
                raise UsageError(f"--program {name}={path}: program {name} has a {words} already")
            self._texts[name, stage] = text
            self._words[name, stage] = f"{name}={path}"

    @property
    def unused(self) -> list[str]:
        return list(self._words.values())

    def of(self, event: Event, present: list[ProgramText]) -> dict[str, str]:
        """Returns the edits of an event; present : the texts of its programs."""
        found = {}
        for text in present:
            self.seen.add(text.program)
            stage = "" if text.place is None else text.stage.value
            edited = self._texts.get((text.program, stage))
            # Of several shaders of a stage one has the main function.
            if edited is not None and (text.count == 1 or _MAIN.search(text.text)):
                found[text.key] = edited
                self._words.pop((text.program, stage), None)
        return found
