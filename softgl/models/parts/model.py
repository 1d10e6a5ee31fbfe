"""The records that readers of model files return: parts, their placements, and a whole model."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from typing import NamedTuple

import numpy as np

from softgl.models.parts.materials import Material
from softgl.records import dataclass

FIELDS_OF_VIEW = (1e-6, 179.9999)
"""The least and the largest vertical angle of a camera, in degrees."""
HALF_HEIGHTS = (1e-150, 1e150)
"""The least and the largest half height of an orthographic picture, in the file's units."""


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
    map_texcoords : (n, len(materials.MAPS), 2) floats, of each map of a physical material, or None
        if all have `texcoords`.
    """

    positions: np.ndarray
    elements: np.ndarray
    normals: np.ndarray | None = None
    colours: np.ndarray | None = None
    element_colours: np.ndarray | None = None
    texcoords: np.ndarray | None = None
    material: Material | None = None
    map_texcoords: np.ndarray | None = None


class Placed(NamedTuple):
    """A part and its world matrix (4, 4), float64."""

    part: Part
    matrix: np.ndarray


@dataclass(frozen=True, eq=False)
class FileCamera:
    """A camera of a model file.

    name : of the camera, which may differ from the name in `Model.cameras`; "" without.
    pose : (4, 4) float64, the rotation and translation from the camera, which looks along its -z
        with its y up, to the world.
    field_of_view : of a perspective camera, the whole vertical angle in degrees; else None.
    half_height : of an orthographic camera, in the file's units; else None.
    """

    name: str
    pose: np.ndarray
    field_of_view: float | None = None
    half_height: float | None = None


@dataclass(frozen=True, eq=False)
class Light:
    """A light of a model file.

    kind : "directional", "point" or "spot"; directional and spot lights shine along their -z.
    colour : linear (r, g, b) times the intensity in lux (directional) or candela.
    matrix : (4, 4) float64, from the light to the world.
    reach : the distance at which the light ends, in the file's units; None: nowhere.
    cone : of a spot, the cosines of the angles from its axis at which it begins to fade and ends.
    """

    kind: str
    colour: tuple[float, float, float]
    matrix: np.ndarray
    reach: float | None = None
    cone: tuple[float, float] | None = None


@dataclass(eq=False)
class Model:
    """A model file, read.

    placed : the parts in drawing order; a part may be placed several times.
    cameras : the cameras of the file by name, and lights, in the world of the placed parts.
    animations : name -> a function of time (0 to 1) that returns the model at that time, which has
        no animations. Parts that do not change are the same objects at all times.
    """

    placed: list[Placed]
    cameras: dict[str, FileCamera] = field(default_factory=dict)
    lights: list[Light] = field(default_factory=list)
    animations: dict[str, Callable[[float], Model]] = field(default_factory=dict)
