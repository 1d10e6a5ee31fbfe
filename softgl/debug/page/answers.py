"""The requests that the server answers: name -> method of the session, and its parameters."""

from __future__ import annotations

import re
from collections.abc import Callable

from softgl.debug.page.edits import EDITED
from softgl.debug.page.images import CHANNELS
from softgl.debug.page.session import SHOWN, TRACED, Session
from softgl.debug.tables.formats import MAX_FORMAT
from softgl.errors import UsageError
from softgl.records import dataclass

PNG, JSON = "image/png", "application/json"
MAX_NUMBER = 1 << 20


@dataclass(frozen=True)
class Whole:
    """A parameter: a whole number from `least` to `most`, required without a default."""

    default: int | None = None
    least: int = 0
    most: int = MAX_NUMBER

    def read(self, name: str, text: str) -> int:
        """Parses the number. Raises UsageError."""
        if not re.fullmatch(r"-?[0-9]{1,9}", text) or not self.least <= int(text) <= self.most:
            limits = f"from {self.least} to {self.most}"
            raise UsageError(f"{name} {text!r} is not a whole number {limits}")
        return int(text)


@dataclass(frozen=True)
class Word:
    """A parameter: one of some words, by default the first."""

    words: tuple[str, ...]

    @property
    def default(self) -> str:
        """Returns the first word, the default."""
        return self.words[0]

    def read(self, name: str, text: str) -> str:
        """Checks the word. Raises UsageError."""
        if text not in self.words:
            raise UsageError(f"{name} {text!r} is not one of {', '.join(self.words)}")
        return text


@dataclass(frozen=True)
class Text:
    """A parameter: a text of up to `most` letters."""

    default: str | None = None
    most: int = 1000

    def read(self, name: str, text: str) -> str:
        """Checks the length. Raises UsageError."""
        if len(text) > self.most:
            raise UsageError(f"{name} has more than {self.most} letters")
        return text


@dataclass(frozen=True)
class Answer:
    """An answer. of : function (session, parameters by name) -> a PNG file or JSON-able values.

    posted : True for requests with a body, which is the parameter `body` of the function.
    """

    of: Callable
    kind: str = JSON
    parameters: dict[str, Whole | Word | Text] | None = None
    posted: bool = False

    def read(self, texts: dict[str, str]) -> dict:
        """Parses the parameters of a query. Raises UsageError for wrong, missing, unknown ones."""
        parameters = self.parameters or {}
        unknown = [name for name in texts if name not in parameters and name != "token"]
        if unknown:
            raise UsageError(f"unknown parameter {unknown[0]!r}")
        found = {}
        for name, parameter in parameters.items():
            found[name] = parameter.read(name, texts[name]) if name in texts else parameter.default
            if found[name] is None:
                raise UsageError(f"{name} is missing")
        return found


EVENT = {"event": Whole()}
PIXEL = {"x": Whole(), "y": Whole()}
IMAGE = {"name": Whole(least=-1000), "level": Whole(0, most=31), "layer": Whole(0)}

ANSWERS = {
    "summary": Answer(Session.summary),
    "times": Answer(Session.times),
    "compared": Answer(Session.compared),
    "pair": Answer(Session.pair, JSON, EVENT),
    "commands": Answer(Session.commands, JSON, EVENT),
    "explain": Answer(Session.explain, JSON, EVENT),
    "picture": Answer(
        Session.picture, PNG, EVENT | {"show": Word(SHOWN), "channels": Word(tuple(CHANNELS))}
    ),
    "state": Answer(Session.state, JSON, EVENT),
    "textures": Answer(Session.textures, JSON, EVENT),
    "texture": Answer(
        Session.texture,
        PNG,
        EVENT | IMAGE | {"channels": Word(tuple(CHANNELS)), "stretch": Whole(0, most=1)},
    ),
    "texel": Answer(Session.texel, JSON, EVENT | IMAGE | PIXEL),
    "buffers": Answer(Session.buffers, JSON, EVENT),
    "buffer": Answer(
        Session.buffer,
        JSON,
        EVENT
        | {"name": Whole(), "format": Text(most=MAX_FORMAT)}
        | {"offset": Whole(0, most=1 << 30), "stride": Whole(0, most=1 << 30)}
        | {"first": Whole(0, most=1 << 30), "count": Whole(100, 1, 1000)},
    ),
    "arrays": Answer(Session.arrays, JSON, EVENT),
    "vertices": Answer(
        Session.vertices, JSON, EVENT | {"first": Whole(0), "count": Whole(100, 1, 1000)}
    ),
    "shape": Answer(Session.shape, JSON, EVENT),
    "texts": Answer(Session.texts, JSON, EVENT),
    "edit": Answer(Session.edit, JSON, EVENT | {"alone": Whole(0, most=1)}, posted=True),
    "edited": Answer(
        Session.edited,
        PNG,
        EVENT
        | {"number": Whole(), "show": Word(EDITED), "differs": Whole(0, most=1)}
        | {"channels": Word(tuple(CHANNELS))},
    ),
    "history": Answer(Session.history, JSON, {"framebuffer": Whole(0, most=1 << 30)} | PIXEL),
    "trace": Answer(
        Session.trace,
        JSON,
        EVENT
        | {"what": Word(TRACED), "x": Whole(0), "y": Whole(0)}
        | {"number": Whole(0, most=1 << 30), "fragment": Whole(-1, -1, 1 << 30)},
    ),
}
"""Name after /api/ in the path -> answer."""
