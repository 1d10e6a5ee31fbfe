"""Reads PLY files: meshes, triangle strips, edges and point clouds, as texts or binary."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from softgl import hostmath
from softgl.models.files.errors import ModelError
from softgl.models.files.limits import check_size
from softgl.models.formats.faces import point_part, polygon_parts, with_face_colours
from softgl.models.formats.number_text import decode, shown_number
from softgl.models.formats.ply_columns import (
    read_colours,
    read_normals,
    read_positions,
    read_texcoords,
)
from softgl.models.formats.ply_header import parse_header
from softgl.models.formats.ply_rows import BinarySource, Rows, read_rows
from softgl.models.formats.ply_text import read_text_rows
from softgl.models.formats.ply_textures import textured_parts
from softgl.models.parts.model import Model, Part, Placed

VERTICES = ("vertex", "vertices", "point", "points")
FACES, STRIPS, EDGES = ("face", "faces", "polygon"), ("tristrips", "tristrip"), ("edge", "edges")
INDICES = ("vertex_indices", "vertex_index", "vertex_indexes", "vertices", "indices", "index")
"""Names of the list with the vertices of a face or a strip."""


def read(folder, data: bytes) -> Model:
    """Reads a PLY file. Raises ModelError."""
    path = folder.path
    if data.startswith((b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf")):  # a text
        data = decode(path, data)
    header = parse_header(path, data)
    stated = next((each for each in header.elements if each.name in VERTICES), None)
    if stated is None:
        raise ModelError(f"{path} holds nothing to draw: its header has no element 'vertex'")
    check_size(path, stated.count, 0)
    if header.order:
        rows, end = read_rows(BinarySource(path, data, header.order), header.elements, header.start)
        rest = data[end:]
        if rest.strip(b"\0\r\n\t "):
            folder.warn(f"{len(rest)} bytes behind its last element are ignored")
    else:
        rows = read_text_rows(folder, decode(path, data[header.start :]), header)
    parts = _parts(folder, rows, header.textures)
    return Model([Placed(part, hostmath.IDENTITY) for part in parts])


def _first(rows, names) -> Rows | None:
    return next((rows[name] for name in names if name in rows and rows[name].count), None)


def _parts(folder, rows, textures):
    """The parts of all elements; points if there is no other."""
    vertices = _first(rows, VERTICES)
    if vertices is None:
        raise ModelError(f"{folder.path} holds nothing to draw: it has no vertices")
    part = Part(
        read_positions(folder.path, vertices),
        np.zeros((0, 3), np.int64),
        colours=read_colours(vertices),
        texcoords=read_texcoords(vertices),
    )
    faces, strips, edges = (_first(rows, names) for names in (FACES, STRIPS, EDGES))
    found = [each for each in (faces, strips, edges) if each is not None]
    if not found:
        return [point_part(folder, part)]
    parts = []
    if faces is not None or strips is not None:
        solid = replace(part, normals=read_normals(vertices))
        if faces is not None:
            parts += _face_parts(folder, solid, faces, _first(rows, ("material",)), textures)
        if strips is not None:
            triangles = _strip_triangles(strips, len(part.positions))
            counts = np.full(len(triangles), 3)
            parts += polygon_parts(folder, solid, triangles.reshape(-1), counts)
    if edges is not None:
        parts += _edge_parts(folder, part, edges)
    return parts


def _face_parts(folder, part, faces, materials, textures):
    """The parts of faces, by their textures."""
    corners, counts = _indices(faces, len(part.positions), least=0)
    colours = read_colours(faces)
    if colours is None and materials is not None:
        colours = _material_colours(faces, materials)
    part = with_face_colours(part, colours)
    return textured_parts(folder, part, faces, corners, counts, textures)


def _material_colours(faces, materials):
    """The colours of faces that name one of the materials by its number; None without."""
    numbers, colours = faces.scalar("material_index"), read_colours(materials)
    if numbers is None or colours is None:
        return None
    with np.errstate(invalid="ignore"):
        usable = (numbers >= 0) & (numbers < len(colours))
    if not usable.all():
        return None
    return colours[numbers.astype(np.int64)]


def _indices(rows, count, least):
    """The vertices (k,) of the lists of faces or strips, and their lengths; checked.

    count : of the vertices. least : the smallest index, -1 for strips.
    """
    lists = [each.name for each in rows.lists]
    integers = [each.name for each in rows.lists if each.type[0] != "f"]
    name = next((name for name in INDICES if name in lists), None)
    if name is None and len(integers) != 1:
        raise ModelError(
            f"{rows.source.path}, line {rows.element.line}: element '{rows.element.name}' has no "
            "list 'vertex_indices'"
        )
    indices, lengths = rows.list(name or integers[0])
    indices = _checked(indices, count, least, lambda at: _row_of(lengths, at), rows)
    return indices, lengths


def _row_of(lengths, item):
    return int(np.searchsorted(np.cumsum(lengths), item, side="right"))


def _checked(indices, count, least, row_of, rows):
    """Indices as native integers. Raises ModelError for one that is not `least` to count - 1."""
    if not len(indices):
        return indices.astype(np.int64)
    native = indices.astype(indices.dtype.newbyteorder("="), copy=False)
    if native.dtype.kind != "f" and least <= native.min() and native.max() < count:
        return native
    with np.errstate(invalid="ignore"):
        wrong = ~((native >= least) & (native < count))
        if native.dtype.kind == "f":
            wrong |= native != np.floor(native)
    if wrong.any():
        at = int(np.flatnonzero(wrong)[0])
        reason = f"found vertex {shown_number(native[at])} in '{rows.element.name}'"
        raise rows.error(row_of(at), f"{reason}, expected an integer from {least} to {count - 1}")
    return native.astype(np.int64)


def _strip_triangles(strips, count):
    """The triangles (m, 3) of strips; -1 begins a new one."""
    indices, lengths = _indices(strips, count, least=-1)
    ends = np.cumsum(lengths)
    flat = np.insert(indices.astype(np.int64), ends, -1)
    cut = flat < 0
    places = np.arange(len(flat))
    starts = np.maximum.accumulate(np.where(cut, places + 1, 0))
    if len(flat) < 3:
        return np.zeros((0, 3), np.int64)
    triangles = np.stack([flat[:-2], flat[1:-1], flat[2:]], axis=1)
    odd = ((places - starts)[:-2] & 1).astype(bool)
    triangles[odd] = triangles[odd][:, [1, 0, 2]]
    a, b, c = triangles.T
    whole = ~(cut[:-2] | cut[1:-1] | cut[2:])
    return triangles[whole & (a != b) & (b != c) & (c != a)]


def _edge_parts(folder, part, edges):
    """The lines of an element of edges, each with its own colour if there is one."""
    columns = [edges.scalar(name) for name in ("vertex1", "vertex2")]
    if columns[0] is None or columns[1] is None:
        folder.warn("its edges have no vertex1 and vertex2; drawn without them")
        return []
    count = len(part.positions)
    ends = np.stack(
        [_checked(column, count, 0, lambda at: at, edges) for column in columns], axis=1
    )
    colours = read_colours(edges)
    if colours is not None:
        part = replace(part, colours=None, element_colours=colours)
    return polygon_parts(folder, part, ends.reshape(-1), np.full(len(ends), 2))
