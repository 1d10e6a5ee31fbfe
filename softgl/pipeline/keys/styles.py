"""Styles of points, lines and polygons: records that do not shape kernels."""

from __future__ import annotations

import numpy as np

from softgl.records import dataclass

POLYGON_MODES = ("point", "line", "fill")


@dataclass(frozen=True)
class PointStyle:
    """Points, and polygons drawn as points.

    size : pixels, for vertices without a size of their own. limits : the least and the greatest.
    sprites : the texture coordinate sets that are replaced on points; None: points without sprites.
    sprite_upper : True if their t grows downwards.
    """

    size: float = 1.0
    limits: tuple[float, float] = (1.0, 2048.0)
    smooth: bool = False
    sprites: tuple[int, ...] | None = None
    sprite_upper: bool = True


@dataclass(frozen=True)
class LineStyle:
    """Lines, and polygons drawn as lines; width : pixels. stipple : (pattern, factor), or None."""

    width: float = 1.0
    smooth: bool = False
    stipple: tuple[int, int] | None = None


@dataclass(frozen=True, eq=False)
class PolygonStyle:
    """Polygons.

    modes : of POLYGON_MODES, for front and back faces.
    stipple : 32 uint32, bit x of word y for pixel (x, y), or None.
    offset_modes : the modes whose depth is moved. offset : factor, units and clamp.
    """

    modes: tuple[str, str] = ("fill", "fill")
    smooth: bool = False
    stipple: np.ndarray | None = None
    offset_modes: frozenset[str] = frozenset()
    offset: tuple[float, float, float] = (0.0, 0.0, 0.0)

    @property
    def outlines(self) -> bool:
        """True if edge flags matter: polygons drawn as lines or points."""
        return self.modes != ("fill", "fill")


@dataclass(frozen=True)
class PrimitiveStyle:
    """All kinds.

    first_vertex : True if the first vertex of a primitive gives flat values. samples : of a pixel
    that are covered or not, each by itself; where there are several, no primitive is smooth.
    sides_clip : False if the sides of the view volume clip neither points nor lines.
    """

    points: PointStyle = PointStyle()
    lines: LineStyle = LineStyle()
    polygons: PolygonStyle = PolygonStyle()
    first_vertex: bool = False
    samples: int = 1
    sides_clip: bool = True
