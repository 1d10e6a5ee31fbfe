"""The primitives that geometry programs take and make."""

from __future__ import annotations

from softgl.records import dataclass

PRIMITIVES_IN = {
    "POINTS": 1,
    "LINES": 2,
    "LINES_ADJACENCY": 4,
    "TRIANGLES": 3,
    "TRIANGLES_ADJACENCY": 6,
}
"""The primitives that a program may take -> how many vertices each has."""
PRIMITIVES_OUT = {"POINTS": 1, "LINE_STRIP": 2, "TRIANGLE_STRIP": 3}
"""What a program may emit -> how many vertices its points, lines or triangles have."""
MOST_VERTICES = max(PRIMITIVES_IN.values())


@dataclass(frozen=True)
class Primitives:
    """What a geometry program takes and makes.

    taken : of PRIMITIVES_IN. made : of PRIMITIVES_OUT. limit : how many vertices it may emit for
    each primitive, if no other number is set later. invocations : how often it runs for each.
    """

    taken: str
    made: str
    limit: int
    invocations: int = 1

    @property
    def vertices(self) -> int:
        """How many vertices the primitives have that it takes."""
        return PRIMITIVES_IN[self.taken]

    @property
    def corners(self) -> int:
        """How many vertices the points, lines or triangles have that it makes."""
        return PRIMITIVES_OUT[self.made]
