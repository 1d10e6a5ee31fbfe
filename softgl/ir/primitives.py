"""The input and output primitives of geometry programs."""

from __future__ import annotations

from softgl.records import dataclass

PRIMITIVES_IN = {
    "POINTS": 1,
    "LINES": 2,
    "LINES_ADJACENCY": 4,
    "TRIANGLES": 3,
    "TRIANGLES_ADJACENCY": 6,
}
"""Input primitives of a program -> the number of vertices of each."""
PRIMITIVES_OUT = {"POINTS": 1, "LINE_STRIP": 2, "TRIANGLE_STRIP": 3}
"""Output primitives of a program -> the number of vertices of its points, lines or triangles."""
MAX_INPUT_VERTICES = max(PRIMITIVES_IN.values())


@dataclass(frozen=True)
class Primitives:
    """The primitives that a geometry program takes and emits.

    taken : a name in PRIMITIVES_IN.
    made : a name in PRIMITIVES_OUT.
    limit : the maximum number of vertices for each input primitive, unless set later.
    invocations : the number of runs for each input primitive.
    """

    taken: str
    made: str
    limit: int
    invocations: int = 1

    @property
    def vertices(self) -> int:
        """Number of vertices of an input primitive."""
        return PRIMITIVES_IN[self.taken]

    @property
    def corners(self) -> int:
        """Number of vertices of an emitted point, line or triangle."""
        return PRIMITIVES_OUT[self.made]
