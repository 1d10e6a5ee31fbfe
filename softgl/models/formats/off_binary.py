"""Reads binary OFF files: numbers of four bytes, the most significant one first."""

from __future__ import annotations

import struct

import numpy as np

from softgl.models.files.errors import byte_error
from softgl.models.files.limits import check_size
from softgl.models.formats.off_contents import (
    Contents,
    Kind,
    check_count,
    colours_of_faces,
    colours_of_vertices,
)

MAX_SIZE = 4
"""Numbers of a face's colour."""


def read_binary(folder, data: bytes, offset: int, kind: Kind) -> Contents:
    """Reads the data behind the line with the keyword, which ends at `offset`. Raises ModelError.

    Files whose numbers only make sense in the other byte order are read so.
    """
    path = folder.path
    end = data.find(b"\n", offset)
    start = len(data) if end < 0 else end + 1
    width = 3 + 3 * kind.normals + 4 * kind.colours + 2 * kind.texcoords
    if len(data) < start + 12:
        raise byte_error(path, len(data), "ends before its numbers of vertices, faces and edges")
    order = ">"
    for each in "><":
        vertices, faces = struct.unpack_from(each + "2i", data, start)
        if min(vertices, faces) >= 0 and start + 12 + vertices * width * 4 <= len(data):
            order = each
            break
    vertices, faces = (
        check_count(f"{path}, byte {start + 4 * index}", name, value)
        for index, (name, value) in enumerate(
            zip(("vertices", "faces"), struct.unpack_from(order + "2i", data, start), strict=True)
        )
    )
    check_size(path, vertices, faces)
    start += 12
    present = (len(data) - start) // (4 * width)
    if present < vertices:
        raise byte_error(path, len(data), f"ends after {present} of its {vertices} vertices")
    rows = np.frombuffer(data, order + "f4", vertices * width, start).reshape(vertices, width)
    start += rows.nbytes
    begins, counts, sizes, end = _scan_faces(path, data, start, faces, order)
    if data[end:].strip(b"\0\r\n\t "):
        folder.warn(f"{len(data) - end} bytes behind its last face are ignored")
    at = 3 + 3 * kind.normals
    colours = None
    if kind.colours:
        colours = colours_of_vertices(rows[:, at : at + 4].astype(np.float64), True)
    return Contents(
        rows[:, :3].astype(np.float32),
        rows[:, 3:6].astype(np.float64) if kind.normals else None,
        colours,
        _corners(path, data, order, begins, counts, vertices),
        counts,
        _face_colours(data, order, begins, counts, sizes),
    )


def _scan_faces(path, data, start, faces, order):
    """Finds faces: the offset of the first corner, corners, numbers of a colour; and the end."""
    unpack, length = struct.Struct(order + "i").unpack_from, len(data)
    found = np.zeros((faces if 8 * faces <= length else 0, 3), dtype=np.int64)
    view, at = memoryview(found), start
    for index in range(faces):
        try:
            (count,) = unpack(data, at)
            (size,) = unpack(data, at + 4 + 4 * max(count, 0))
        except struct.error:
            reason = f"ends after {index} of its {faces} faces"
            raise byte_error(path, length, reason) from None
        if count < 0 or not 0 <= size <= MAX_SIZE:
            reason = f"found a face of {count} corners and {size} numbers of a colour"
            raise byte_error(path, at, f"{reason}, expected at most {MAX_SIZE}")
        if len(found):
            view[index, 0], view[index, 1], view[index, 2] = at + 4, count, size
        at += 8 + 4 * (count + size)
        if at > length:
            raise byte_error(path, length, f"ends after {index} of its {faces} faces")
    return *found.T, at


def _gather(data, order, offsets, kind):
    codes = np.frombuffer(data, np.uint8)
    return codes[offsets[..., None] + np.arange(4)].view(order + kind)[..., 0]


def _corners(path, data, order, begins, counts, vertices):
    """The vertices of all faces, checked."""
    first = np.cumsum(counts) - counts
    offsets = np.repeat(begins - 4 * first, counts) + 4 * np.arange(int(counts.sum()))
    corners = _gather(data, order, offsets, "i4")
    wrong = (corners < 0) | (corners >= vertices)
    if wrong.any():
        at = int(np.flatnonzero(wrong)[0])
        reason = f"found vertex {corners[at]} in a face, expected 0 to {vertices - 1}"
        raise byte_error(path, int(offsets[at]), reason)
    return corners.astype(np.int64)


def _face_colours(data, order, begins, counts, sizes):
    """The linear colours (p, 4) of faces, floats in the file; None without."""
    own = np.flatnonzero(sizes >= 3)
    if not len(own):
        return None
    columns = np.minimum(np.arange(4), sizes[own, None] - 1)
    offsets = begins[own, None] + 4 * (counts[own, None] + 1 + columns)
    values = np.zeros((len(sizes), 4))
    values[own] = _gather(data, order, offsets, "f4")
    return colours_of_faces(values, sizes, np.ones(len(sizes), dtype=bool))
