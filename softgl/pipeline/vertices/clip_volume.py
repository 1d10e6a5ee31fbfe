"""The clip volume: the half-spaces that clip primitives (OpenGL 2.1, 2.12)."""

from __future__ import annotations

from softgl.pipeline.keys.link import Clipping
from softgl.records import dataclass


@dataclass(frozen=True)
class ViewHalfSpace:
    """One of the view volume: inside where `w - sign * coordinate >= 0`, clip coordinates.

    bit : the bit of a clip code that is set outside.
    """

    axis: int
    sign: float
    bit: int

    @property
    def row(self) -> int:
        """The row of the vertices that decides, beside w."""
        return self.axis

    def distance(self, rows):
        """Signed distance of vertices, positive inside; rows : lanes or arrays, position first."""
        coordinate, w = rows[self.axis], rows[3]
        return w - coordinate if self.sign > 0 else w + coordinate


# Right, left, top, bottom, near, far: the order in which triangles are cut.
VIEW_VOLUME = tuple(
    ViewHalfSpace(axis, sign, 1 << bit)
    for bit, (axis, sign) in enumerate(
        ((0, 1.0), (0, -1.0), (1, 1.0), (1, -1.0), (2, -1.0), (2, 1.0))
    )
)
SIDE_HALF_SPACES = VIEW_VOLUME[:4]
NEAR, FAR = VIEW_VOLUME[4:]


@dataclass(frozen=True)
class PlaneHalfSpace:
    """A half-space whose distances are a row of the vertices: of a clip plane, or z >= 0."""

    row: int
    bit: int
    sign = 0.0

    def distance(self, rows):
        return rows[self.row]


HalfSpace = ViewHalfSpace | PlaneHalfSpace
NEAR_AT_ZERO = PlaneHalfSpace(NEAR.row, NEAR.bit)
"""The near plane where z is 0 (ARB_clip_control, 13.5: "zero when the mode is ZERO_TO_ONE")."""


def clip_volume(clipping: Clipping) -> tuple[HalfSpace, ...]:
    """The half-spaces whose intersection is the clip volume."""
    depths = (NEAR_AT_ZERO if clipping.zero_to_one else NEAR, FAR) if clipping.depths else ()
    own = (PlaneHalfSpace(row, 1 << (len(VIEW_VOLUME) + n)) for n, row in clipping.clip_planes)
    return *SIDE_HALF_SPACES, *depths, *own


def culling(clipping: Clipping) -> tuple[HalfSpace, ...]:
    """The half-spaces that shapes wholly outside of are dropped, though none is cut by them."""
    return tuple(PlaneHalfSpace(row, 1 << (31 - n)) for n, row in enumerate(clipping.culled))


EYE_BIT = 1 << 20
"""The bit of a clip code that is set of vertices without a positive w.

Inside the clip volume that is (0, 0, z, 0): the eye itself, from where a shape has no extent in the
window.
"""


def clip_code(m, rows, volume):
    """The half-spaces that vertices are outside of, U32; a NaN is outside of all that it meets."""
    code = m.select(rows[3] > 0.0, m.u32(0), EYE_BIT)
    for half_space in volume:
        code = code | m.select(half_space.distance(rows) >= 0.0, m.u32(0), half_space.bit)
    return code
