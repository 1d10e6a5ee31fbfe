"""The viewport transformation, from clip coordinates to the window."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from softgl.lanes import F32, I32, I64, evaluate
from softgl.pipeline.planes.samples import SUBPIXELS
from softgl.pipeline.support.arena import from_arena
from softgl.records import dataclass

MAX_COORDINATE = 2**23  # in subpixels; beyond the largest viewport
MAX_INVERSE_W = 2.0**120


@dataclass(frozen=True)
class Viewport:
    """The viewport transformation. x, y, width, height : pixels. near, far : depth range.

    window_height : of a window, whose y are rounded as distances from its top, as window systems
        count rows; None for images that are none.
    upper_left : True if y points down in clip coordinates. zero_to_one : True if the near plane is
        where z is 0, and not where it is -w (ARB_clip_control, 13.6).
    """

    x: float
    y: float
    width: float
    height: float
    near: float = 0.0
    far: float = 1.0
    window_height: int | None = None
    upper_left: bool = False
    zero_to_one: bool = False

    @cached_property
    def scalars(self) -> dict:
        """The scalars of PLACE_SCALARS. OpenGL 2.1, 2.11.1: window = ndc * scale + offset.

        ARB_clip_control, 13.6.1: of z "s is (f-n)/2 and b is (n+f)/2 when the clip control depth
        mode is NEGATIVE_ONE_TO_ONE; or s is (f-n) and b is n when the mode is ZERO_TO_ONE."
        """
        half = np.float32(0.5)
        near, far = np.float32(self.near), np.float32(self.far)
        with np.errstate(all="ignore"):
            if self.zero_to_one:
                scale_z, offset_z = far - near, near
            else:
                scale_z, offset_z = (far - near) * half, (far + near) * half
        scale_y = np.float32(self.height) * half
        return {
            "scale_x": np.float32(self.width) * half,
            "scale_y": -scale_y if self.upper_left else scale_y,
            "scale_z": scale_z,
            "offset_x": np.float32(self.x) + np.float32(self.width) * half,
            "offset_y": np.float32(self.y) + np.float32(self.height) * half,
            "offset_z": offset_z,
            "window_height": -1 if self.window_height is None else self.window_height,
        }

    @cached_property
    def sides(self) -> tuple[int, int, int, int]:
        """Left, low, right and high side, in subpixels."""
        ends = self.x, self.y, self.x + self.width, self.y + self.height
        return tuple(int(np.rint(np.float64(end) * SUBPIXELS)) for end in ends)

    @cached_property
    def depth_range(self) -> np.ndarray:
        """The least and the greatest depth, (2,) float32."""
        return np.array(sorted((self.near, self.far)), np.float32)


@dataclass(frozen=True)
class Views:
    """The viewports among which a geometry program chooses, by number.

    boxes : the scissor boxes within the framebuffer: left, low, right, high, without right and
        high; all of it where the test is off.
    """

    viewports: tuple[Viewport, ...]
    boxes: tuple[tuple[int, int, int, int], ...]


@dataclass(frozen=True, eq=False)
class ViewVertices:
    """The viewport of each vertex in the window, and the number that it had before; int32."""

    numbers: np.ndarray
    sources: np.ndarray


PLACE_SCALARS = (
    ("window_height", I32),
    *((f"{part}_{axis}", F32) for part in ("scale", "offset") for axis in "xyz"),
)
"""The scalars of kernels that place vertices in the window, with `stride`."""
PLACE_ARRAYS = (("fixed", I64), ("depth", F32))
"""The arrays that they write, `WindowVertices.arrays`."""


def place_vertex(m, a, position_clip, is_unclipped=None) -> list[tuple]:
    """Transforms clip space to window space: x and y in subpixels, z and 1/w, for `store_all`.

    is_unclipped : BOOL, True for vertices that no clipping has made; None: all.
    """
    (x, y, z), inverse_w = divided(m, position_clip)
    column = _subpixels(m, x, a.scale_x, a.offset_x, is_unclipped)
    # In a window rows are rounded from its top on.
    flipped = a.window_height >= 0
    scale = m.select(flipped, -a.scale_y, a.scale_y)
    offset = m.select(flipped, m.to_f32(a.window_height) - a.offset_y, a.offset_y)
    row = _subpixels(m, y, scale, offset, is_unclipped)
    row = m.select(flipped, a.window_height * SUBPIXELS - row, row)
    depth = window_coordinate(z, a.scale_z, a.offset_z)
    fixed = m.from_words(column, row)
    return [(a.fixed, fixed, 0), (a.depth, depth, 0), (a.depth, inverse_w, a.stride)]


def divided(m, position_clip):
    """(normalised device coordinates, 1/w), F32; position_clip : coordinates, and then w."""
    # 1/w of a w as small as this may be infinite: all are scaled, which is exact.
    tiny = position_clip[-1] < 2.0**-96
    *position, w = (m.select(tiny, value * 2.0**64, value) for value in position_clip)
    inverse_w = 1.0 / w
    position = [coordinate * inverse_w for coordinate in position]
    return position, m.select(tiny, m.min(inverse_w * 2.0**64, MAX_INVERSE_W), inverse_w)


def window_coordinate(coordinate, scale, offset):
    """A normalised device coordinate in the window: OpenGL 2.1, 2.11.1."""
    return coordinate * scale + offset


def _subpixels(m, coordinate, scale, offset, is_unclipped):
    """A window coordinate in subpixels, I32.

    As in Mesa, it is rounded once for original vertices, and twice for vertices made by
    clipping.
    """
    rounded = m.fma(coordinate, scale, offset)
    if is_unclipped is not None:
        rounded = m.select(is_unclipped, rounded, window_coordinate(coordinate, scale, offset))
    return m.nearest_within(rounded * float(SUBPIXELS), -MAX_COORDINATE, MAX_COORDINATE)


@dataclass(frozen=True)
class WindowVertices:
    """Vertices in the window.

    fixed : (stride, 2) int32, x and y in subpixels. depth : (2, stride) float32, z and 1/w.
    rows : their outputs, as in `Vertices`. unclipped : number of vertices before clipping; these
        come first.
    views : of draws to several viewports.
    """

    fixed: np.ndarray
    depth: np.ndarray
    rows: np.ndarray
    unclipped: int
    views: ViewVertices | None = None

    @classmethod
    def new(cls, rows: np.ndarray, unclipped: int, name: str = "placed") -> WindowVertices:
        """Returns memory for vertices with some outputs; large arrays lie in the arena."""
        stride = rows.shape[1]
        fixed = from_arena(f"{name} fixed", (stride, 2), np.int32)
        return cls(fixed, from_arena(f"{name} depth", (2, stride), np.float32), rows, unclipped)

    def grow(self, rows: np.ndarray) -> WindowVertices:
        """Returns the vertices with memory for more, which are among `rows` already."""
        result = WindowVertices.new(rows, self.unclipped, "grown")
        result.fixed[: self.unclipped] = self.fixed[: self.unclipped]
        result.depth[:, : self.unclipped] = self.depth[:, : self.unclipped]
        return result

    @property
    def stride(self) -> int:
        return len(self.fixed)

    @property
    def arrays(self) -> dict:
        """PLACE_ARRAYS."""
        return {"fixed": window_places(self.fixed), "depth": self.depth.reshape(-1)}


def window_places(fixed: np.ndarray) -> np.ndarray:
    """The array `fixed` of kernels: x and y of each vertex in one word of 64 bits."""
    return fixed.view(np.int64).reshape(-1)


def window_place(m, a, vertex):
    """Window position of a vertex: x and y in subpixels, I32."""
    both = m.load_unchecked(a.fixed, vertex)
    return m.low_half(both), m.low_half(both >> 32)


def window_position(viewport: Viewport, position_clip: np.ndarray) -> np.ndarray:
    """x, y and z in the window, not snapped to subpixels, (3,) float32, of (4,) float32."""
    scalars = viewport.scalars
    scale, offset = (
        np.array([scalars[f"{part}_{axis}"] for axis in "xyz"], np.float32)
        for part in ("scale", "offset")
    )

    def formula(m, coordinate, w, scale, offset):
        (coordinate,), _ = divided(m, (coordinate, w))
        return window_coordinate(coordinate, scale, offset)

    # The lanes are the axes.
    return evaluate(formula, position_clip[:3], np.repeat(position_clip[3], 3), scale, offset)
