"""The records that readers of model files return: parts, their placements, and a whole model."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from typing import NamedTuple

import numpy as np

from softgl.models.parts.materials import Material
from softgl.records import dataclass


@dataclass(frozen=True, eq=False)
class Part:
    """Triangles, lines or points of one material, in the coordinates of the file.

    positions : (n, 3) floats.
    elements : integers 0 to n - 1: (m, 3) the vertices of triangles, counter-clockwise seen from
        outside; (m, 2) the ends of lines; or (m, 1) points.
    normals : (n, 3) floats of any length above 0, or None.
    colours : of vertices, (n, 4) float64, linear, 0 to 1, or None (see `materials.to_linear`).
    element_colours : of triangles, lines or points, (m, 4) float64, linear, 0 to 1, or None.
    texcoords : (n, 2) floats, the origin at the lower left of the image, or None.
    material : None for the default material, which is white if the part has colours.
    """

    positions: np.ndarray
    elements: np.ndarray
    normals: np.ndarray | None = None
    colours: np.ndarray | None = None
    element_colours: np.ndarray | None = None
    texcoords: np.ndarray | None = None
    material: Material | None = None


class Placed(NamedTuple):
    """A part and its world matrix (4, 4), float64."""

    part: Part
    matrix: np.ndarray


@dataclass(eq=False)
class Model:
    """A model file, read.

    placed : the parts in drawing order; a part may be placed several times.
    pose : for an animated model, a function of time (0 to 1) that returns `placed` at that time.
    """

    placed: list[Placed]
    pose: Callable[[float], list[Placed]] | None = field(default=None)
