"""The table of likely mistakes in a draw, which the modules of reasons fill."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from softgl.gl.api import enums as gl
from softgl.gl.explain.facts import Facts
from softgl.records import dataclass

HIGH, MEDIUM = gl.GL_DEBUG_SEVERITY_HIGH, gl.GL_DEBUG_SEVERITY_MEDIUM
LOW = gl.GL_DEBUG_SEVERITY_LOW
UNDEFINED, OTHER = gl.GL_DEBUG_TYPE_UNDEFINED_BEHAVIOR, gl.GL_DEBUG_TYPE_OTHER


@dataclass(frozen=True)
class Reason:
    """A kind of mistake.

    code : its id as a message. find : facts -> a sentence for each mistake found.
    """

    code: int
    type: int
    severity: int
    find: Callable[[Facts], Iterator[str]]


REASONS: list[Reason] = []


def reason(code: int, type: int, severity: int):
    """Registers a function that finds one kind of mistake."""

    def register(find):
        REASONS.append(Reason(code, type, severity, find))
        return find

    return register
