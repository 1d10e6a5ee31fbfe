"""Makes parts of the polygons, lines and points of a file, with their colours."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from softgl.models.files.errors import ModelError
from softgl.models.files.limits import check_size
from softgl.models.parts.materials import Material
from softgl.models.parts.model import Part
from softgl.models.parts.polygons import triangulate

WHITE = (1.0, 1.0, 1.0, 1.0)
DEFAULT_COLOUR = np.array(Material().colour)
"""Linear RGBA of elements without a colour in a part that has colours."""


def display_colours(columns: list[np.ndarray], largest: float) -> np.ndarray:
    """Converts display light to linear colours (n, 4), float64.

    columns : red, green, blue and optionally alpha, each (n,); `largest` is the value of full
        light. Values outside the range are clamped.
    """
    colours = np.ones((len(columns[0]), 4))
    for index, column in enumerate(columns):
        with np.errstate(invalid="ignore", over="ignore"):
            value = np.nan_to_num(np.asarray(column, np.float64) / largest, nan=0.0)
        colours[:, index] = np.clip(value, 0.0, 1.0)
    # The programs use gamma 2: the square of a display colour is its linear value.
    colours[:, :3] *= colours[:, :3]
    if not colours[:, 3].any():
        colours[:, 3] = 1.0  # written by tools that have no alpha
    return colours


def flattened(rows: np.ndarray) -> np.ndarray:
    """Copies rows (m, n), whose numbers are contiguous in a file, to one array (m * n,)."""
    if rows.size == 0 or rows.strides[1] != rows.itemsize:
        return rows.reshape(-1)
    # Copying whole rows is several times as fast as copying their numbers.
    whole = rows.view(f"V{rows.shape[1] * rows.itemsize}")
    return np.ascontiguousarray(whole).view(rows.dtype).reshape(-1)


def polygon_parts(folder, part: Part, corners, counts, corner_texcoords=None) -> list[Part]:
    """Makes parts of polygons; one of two corners is a line, one of one corner a point.

    part : the vertices and the material; its element colours, if any, are those of the polygons.
    corners : (k,) vertices of all polygons, one after the other; counts : (p,) corners of each.
    corner_texcoords : (k, 2) texture coordinates of the corners, or None for those of vertices.
    Polygons with a corner that is not finite are left out, with a warning. Raises ModelError.
    """
    corners, counts = np.asarray(corners), np.asarray(counts)
    usable = _finite_polygons(folder, part, corners, counts)
    if usable is not None:
        kept = np.repeat(usable, counts)
        corners, counts, part = corners[kept], counts[usable], _elements_of(part, usable)
        corner_texcoords = None if corner_texcoords is None else corner_texcoords[kept]
    triangles = max(len(corners) - 2 * len(counts), len(counts))
    check_size(folder.path, len(part.positions), triangles)
    if not len(counts):
        return []
    # A broadcast array, of equal counts, has a stride of 0.
    equal = counts.strides == (0,) or counts.min() == counts.max()
    if equal and counts[0] == 3 and corner_texcoords is None:
        return [with_alpha(replace(part, elements=corners.reshape(-1, 3)))]
    parts = []
    starts = np.cumsum(counts) - counts
    for width in (3, 2, 1):
        chosen = counts >= 3 if width == 3 else counts == width
        if not chosen.any():
            continue
        if width == 3:
            elements, polygons = triangulate(part.positions, corners, counts)
        else:
            polygons = np.flatnonzero(chosen)
            elements = starts[polygons, None] + np.arange(width)
        made = _elements_of(part, polygons)
        if corner_texcoords is None:
            made = replace(made, elements=corners[elements])
        else:
            made = _of_corners(replace(made, elements=elements), corners, corner_texcoords)
        parts.append(with_alpha(made))
    return parts


def _finite_polygons(folder, part, corners, counts):
    """True for polygons whose corners are finite; None if all are. Warns of others."""
    finite = np.isfinite(part.positions)
    if finite.all():
        return None
    finite = finite.all(axis=1)
    if finite[corners].all():
        return None
    bad = np.bincount(np.repeat(np.arange(len(counts)), counts)[~finite[corners]]) > 0
    usable = np.ones(len(counts), dtype=bool)
    usable[: len(bad)] = ~bad
    count = int(np.count_nonzero(~usable))
    folder.warn(f"{count} of {len(counts)} faces have a coordinate that is not a finite number")
    return usable


def _elements_of(part, chosen):
    if part.element_colours is None:
        return part
    return replace(part, element_colours=part.element_colours[chosen])


def _of_corners(part, corners, texcoords):
    """A part with a vertex for each corner, since these have texture coordinates of their own."""
    values = {
        name: getattr(part, name)[corners]
        for name in ("positions", "normals", "colours")
        if getattr(part, name) is not None
    }
    return replace(part, texcoords=texcoords, **values)


def point_part(folder, part: Part) -> Part:
    """Makes a part that draws each vertex of `part` as a point.

    Vertices that are not finite are left out, with a warning. Raises ModelError if none is left.
    """
    finite = np.isfinite(part.positions).all(axis=1)
    elements = np.arange(len(part.positions))[:, None]
    if not finite.all():
        elements = elements[finite]
        count = len(finite) - len(elements)
        folder.warn(f"{count} of {len(finite)} points are not finite numbers, and left out")
    if not len(elements):
        raise ModelError(f"{folder.path} holds nothing to draw: no point is a finite number")
    return with_alpha(replace(part, elements=elements, element_colours=None))


def with_face_colours(part: Part, colours) -> Part:
    """Returns the part with colours of its faces, (p, 4), unless it has colours of vertices.

    Equal colours of all vertices give way: tools write white ones.
    """
    if colours is None:
        return part
    if part.colours is not None and (part.colours != part.colours[:1]).any():
        return part
    return replace(part, colours=None, element_colours=colours)


def with_alpha(part: Part) -> Part:
    """Returns the part with a material that blends if a colour is transparent."""
    colours = part.colours if part.element_colours is None else part.element_colours
    textured = part.material is not None and part.material.base is not None
    if colours is None or textured:
        return part
    blended = bool((colours[:, 3] < 1.0).any())
    return replace(part, material=Material(WHITE, alpha_mode="BLEND" if blended else "OPAQUE"))
