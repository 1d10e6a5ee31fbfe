"""Makes parts of the statements of an OBJ file: one for each material and form of elements."""

from __future__ import annotations

import numpy as np

from softgl import hostmath
from softgl.models.formats.obj.lines import text
from softgl.models.formats.obj.mtl import tint
from softgl.models.formats.obj.table import FACE, LINE, NORMAL, POINT, TEXCOORD, VERTEX
from softgl.models.parts.materials import to_linear
from softgl.models.parts.model import Model, Part, Placed
from softgl.models.parts.polygons import triangulate

COLOUR = 3
"""The first column of the colour of a vertex, behind x, y and z."""
MAX_NAMED = 3
"""Missing materials whose names a warning has."""


def build(table, library) -> Model:
    """Builds the parts of a read file, those of faces first. Raises ModelError.

    library : the materials of the file. Without faces, lines and points in the file, each vertex
    becomes a point.
    """
    vertices = _Vertices(table)
    surfaces, starts = _surfaces(table, library)
    parts = [
        part
        for kind in (FACE, LINE, POINT)
        for part in _parts(vertices, table.elements(kind), kind, surfaces, starts)
    ]
    if not parts and len(vertices.positions):
        finite = np.flatnonzero(np.isfinite(vertices.positions).all(axis=1))
        indices = np.stack([finite, *[np.full(len(finite), -1)] * 2], axis=1)
        parts = [vertices.part(indices, _rows(finite))]
    return Model([Placed(part, hostmath.IDENTITY) for part in parts])


def _rows(found):
    return np.arange(len(found))[:, None]


def _surfaces(table, library):
    """The materials of the usemtl statements, and the numbers of their lines; None first.

    Warns of materials that no file has.
    """
    surfaces, missing = [None], {}
    for _, value in table.materials:
        name = text(value)
        surfaces.append(library.surface(name))
        if surfaces[-1] is None and name not in ("", "(null)"):
            missing[name] = True
    if missing:
        named = ", ".join(repr(name[:40]) for name in list(missing)[:MAX_NAMED])
        more = f" and {len(missing) - MAX_NAMED} more" if len(missing) > MAX_NAMED else ""
        table.folder.warn(f"no material file has {named}{more}; drawn in the default material")
    return surfaces, np.array([0, *(line for line, _ in table.materials)])


class _Vertices:
    """The vertices, texture coordinates and normals of a file."""

    def __init__(self, table):
        rows = table.rows(VERTEX, 7)
        self.positions = np.ascontiguousarray(rows[:, :3])
        self.colours, self.coloured = _colours(rows, table.paint)
        self.texcoords = table.rows(TEXCOORD, 2)
        self.texcoords[np.isnan(self.texcoords[:, 1]), 1] = 0.0
        self.normals = table.rows(NORMAL, 3)
        with np.errstate(invalid="ignore"):
            usable = (np.abs(self.normals) < np.inf).all(axis=1) & (self.normals != 0.0).any(axis=1)
        self.usable_normals = usable

    def part(self, indices, elements, surface=None) -> Part:
        """A part of elements (m, c), indices into the rows of `indices` (k, 3) of corners.

        Without texture coordinates or normals their column is -1 throughout.
        """
        textured, lit = (len(indices) > 0 and indices[0, column] >= 0 for column in (1, 2))
        chosen, places = _unique(indices, textured, lit, len(self.positions))
        positions, colours = self.positions, self.colours
        if chosen is not None:
            positions = positions[chosen[:, 0]]
            colours = None if colours is None else colours[chosen[:, 0]]
        if colours is not None and not self.coloured[indices[:, 0]].any():
            colours = None
        material = surface and (surface.material if textured else surface.bare)
        if material is not None and material.base is not None:
            colours = None  # scanners write the same colours twice: as texture and of vertices
        if material is not None and colours is not None:
            material = tint(material)
        return Part(
            positions,
            places[elements],
            normals=self.normals[chosen[:, 2]] if lit else None,
            colours=colours,
            texcoords=self._placed(chosen[:, 1], surface) if textured else None,
            material=material,
        )

    def _placed(self, chosen, surface):
        """Texture coordinates, scaled and moved as the material states."""
        texcoords = self.texcoords[chosen]
        if surface is None or (surface.scale, surface.offset) == ((1.0, 1.0), (0.0, 0.0)):
            return texcoords
        with np.errstate(over="ignore", invalid="ignore"):
            return texcoords * np.array(surface.scale) + np.array(surface.offset)


def _colours(rows, paint):
    """The linear colours of vertices (n, 4), and a mask of the coloured ones; or None twice.

    paint : ZBrush's colours of all vertices: mask, red, green and blue, in hexadecimal digits.
    """
    stored = rows[:, COLOUR:]
    coloured = np.isfinite(stored[:, :3]).all(axis=1)
    painted = _painted(paint, len(rows))
    if painted is not None:
        return to_linear(painted, False), np.ones(len(rows), dtype=bool)
    if not coloured.any():
        return None, None
    largest = stored[coloured, :3].max()
    stored = np.where(np.isfinite(stored), stored, np.inf if largest > 1.0 else 1.0)
    stored = np.clip(stored / (255.0 if largest > 1.0 else 1.0), 0.0, 1.0)
    stored[~coloured] = 1.0
    return to_linear(stored, False), coloured


def _painted(paint, count):
    try:
        data = bytes.fromhex(b"".join(paint).decode("ascii"))
    except ValueError:
        return None
    if not count or len(data) != 4 * count:
        return None
    return np.frombuffer(data, np.uint8).reshape(-1, 4)[:, 1:]


def _parts(vertices, elements, kind, surfaces, starts):
    """Gives the parts of faces, lines or points in the order of their first elements."""
    counts, lines, indices = elements
    if not len(counts):
        return
    triangles, owners = _split(vertices, elements, kind)
    forms = _forms(vertices, elements, kind)
    changes = np.searchsorted(starts, lines, "right") - 1
    # Equal surfaces have one number.
    numbers = {id(surface): number for number, surface in reversed(list(enumerate(surfaces)))}
    same = np.array([numbers[id(surface)] for surface in surfaces])
    keys = (same[changes] * 4 + forms)[owners]
    if (keys == keys[:1]).all():
        groups = [slice(None)] if len(keys) else []
    else:
        order = np.argsort(keys, kind="stable")
        breaks = np.flatnonzero(np.diff(keys[order])) + 1
        groups = sorted(np.split(order, breaks), key=lambda group: group[0])
    for group in groups:
        chosen = triangles[group]
        key = int(keys[group][0])
        corners = indices
        if not isinstance(group, slice):
            used = np.unique(chosen)
            corners, chosen = indices[used], np.searchsorted(used, chosen)
        if not key & 1 or not key & 2:
            corners = corners.copy()
            corners[:, 1] = corners[:, 1] if key & 1 else -1
            corners[:, 2] = corners[:, 2] if key & 2 else -1
        yield vertices.part(corners, chosen, surfaces[key // 4])


def _forms(vertices, elements, kind):
    """For each element: 1 with texture coordinates, plus 2 with a usable normal at each corner."""
    counts, _, indices = elements
    first = np.cumsum(counts) - counts
    if kind != FACE:
        return (np.minimum.reduceat(indices[:, 1], first) >= 0).astype(np.int64)
    lit = indices[:, 2] >= 0
    if lit.any() and not vertices.usable_normals.all():
        lit &= vertices.usable_normals[np.maximum(indices[:, 2], 0)]
    return (indices[first, 1] >= 0) + 2 * np.minimum.reduceat(lit, first)


def _split(vertices, elements, kind):
    """Splits elements into triangles, segments or points; returns them and their elements."""
    counts, _, indices = elements
    if kind == FACE:
        return triangulate(vertices.positions, indices[:, 0], counts)
    if kind == POINT:
        return _rows(indices), np.repeat(np.arange(len(counts)), counts)
    inner = np.ones(len(indices), dtype=bool)
    inner[np.cumsum(counts) - 1] = False
    ends = np.flatnonzero(inner)
    return np.stack([ends, ends + 1], axis=1), np.repeat(np.arange(len(counts)), counts - 1)


def _unique(indices, textured, lit, count):
    """The different rows (u, 3) of `indices` (k, 3), and the number of each row's equal (k,).

    textured, lit : False for a column that is ignored. count : of all vertices. Returns
    (None, vertices) for corners that may refer to all vertices.
    """
    vertex = indices[:, 0].astype(np.int64)
    if not textured and not lit and len(vertex) > count // 2:
        return None, vertex
    key = vertex
    for column, used in ((1, textured), (2, lit)):
        if used:
            span = int(indices[:, column].max()) + 1
            if int(key.max()) >= (1 << 62) // span:
                key = np.unique(key, return_inverse=True)[1].reshape(-1)
            key = key * span + indices[:, column]
    _, first, places = np.unique(key, return_index=True, return_inverse=True)
    return indices[first], places.reshape(-1)
