"""Reads STL files: binary ones with the colours of VisCAM and Magics, and texts of solids."""

from __future__ import annotations

import re
import struct

import numpy as np

from softgl import hostmath
from softgl.models.files.errors import ModelError, byte_error, text_error
from softgl.models.files.limits import MAX_TRIANGLES, check_size
from softgl.models.formats.faces import DEFAULT_COLOUR, display_colours, flattened, polygon_parts
from softgl.models.formats.number_text import line_at, shown
from softgl.models.formats.stl_text import read_solids
from softgl.models.parts.model import Model, Part, Placed

HEADER = 84
"""Bytes before the triangles: 80 of any content, and their number."""
TRIANGLE = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])
FLAG, LEVELS = 0x8000, 31
"""The flag of an attribute, and the largest value of each of its three colours of 5 bits."""
TEXT = re.compile(rb"(?i)\s*(solid|facet)\b")


def read(folder, data: bytes) -> Model:
    """Reads an STL file. Raises ModelError."""
    parts = read_solids(folder, data) if _is_text(data) else _read_binary(folder, data)
    return Model([Placed(part, hostmath.IDENTITY) for part in parts])


def _is_text(data):
    """True for a text: binary files may begin with "solid" as well."""
    if len(data) >= HEADER:
        (count,) = struct.unpack_from("<I", data, HEADER - 4)
        if len(data) == HEADER + count * TRIANGLE.itemsize:
            return False
    start = data[:65536]
    if start.startswith((b"\xff\xfe", b"\xfe\xff")):
        start = start.decode("utf-16", "replace").encode()
    start = start.removeprefix(b"\xef\xbb\xbf")
    if b"\0" in start[:4096] or not TEXT.match(start):
        return False
    return len(data) < HEADER or re.search(rb"(?i)\b(facet|end ?solid)\b", start) is not None


def _read_binary(folder, data):
    if len(data) < HEADER:
        reason = f"not an STL file: found its end, expected {HEADER} bytes"
        raise _text_error(folder.path, data) or byte_error(folder.path, len(data), reason)
    parts, offset = [], 0
    while True:
        count, offset = _triangles_at(folder, data, offset)
        triangles = np.frombuffer(data, TRIANGLE, count, offset)
        header = data[offset - HEADER : offset - 4]
        offset += triangles.nbytes
        parts += _solid(folder, triangles, header) if count else []
        if not _has_solid(data, offset):
            break
    check_size(folder.path, 0, sum(len(part.elements) for part in parts))
    if not parts:
        raise ModelError(f"{folder.path} cannot be read as a model: holds no triangles")
    rest = data[offset:]
    if rest.strip(b"\0\r\n\t "):
        folder.warn(f"{len(rest)} bytes behind its triangles are ignored")
    return parts


def _text_error(path, data):
    """The error of a text that does not begin as an STL file; None for other data."""
    start = data[:256]
    if any(byte < 9 or byte > 126 for byte in start) or not start.strip():
        return None
    word = start.split(None, 1)[0]
    line = line_at(data, data.index(word))
    return text_error(path, line, f"found {shown(word)}, expected 'solid'")


def _triangles_at(folder, data, offset):
    """The number of triangles after the header at `offset`, and their offset."""
    (stated,) = struct.unpack_from("<I", data, offset + HEADER - 4)
    size = len(data) - offset - HEADER
    present, rest = divmod(size, TRIANGLE.itemsize)
    if stated == 0 and present and not rest and offset == 0:
        folder.warn(f"its header states no triangles; drawn with {present} that follow")
        stated = present
    if stated > present:
        if stated > max(MAX_TRIANGLES, 1 << 28):
            reason = f"not an STL file: found {stated} triangles, expected {present}"
            raise _text_error(folder.path, data) or byte_error(folder.path, HEADER - 4, reason)
        raise byte_error(
            folder.path,
            len(data),
            f"ends after {present} of its {stated} triangles, expected "
            f"{offset + HEADER + stated * TRIANGLE.itemsize} bytes",
        )
    check_size(folder.path, 0, stated)
    return stated, offset + HEADER


def _has_solid(data, offset):
    """True if the rest of a file is a sequence of whole solids, without a byte behind them."""
    if offset >= len(data):
        return False
    while len(data) - offset > HEADER:
        (count,) = struct.unpack_from("<I", data, offset + HEADER - 4)
        if not count:
            return False
        offset += HEADER + count * TRIANGLE.itemsize
    return offset == len(data)


def _solid(folder, triangles, header):
    """The parts of one solid of a binary file."""
    positions = flattened(triangles["corners"].reshape(-1, 9)).reshape(-1, 3)
    part = Part(
        positions,
        np.zeros((0, 3), np.int64),
        element_colours=_colours(triangles["attribute"], header),
    )
    corners = np.arange(len(positions), dtype=np.int32)
    return polygon_parts(folder, part, corners, np.broadcast_to(3, len(triangles)))


def _colours(attributes, header):
    """The linear colours (m, 4) of triangles; None without colours.

    VisCAM and SolidView set the flag of triangles with a colour, whose lowest bits are blue. In
    files of Magics, the header has the colour of the whole, as RGBA of 8 bits after "COLOR=";
    triangles without the flag have their own, whose lowest bits are red.
    """
    found = re.search(rb"COLOR=(....)", header, re.DOTALL)
    whole = DEFAULT_COLOUR
    if found is not None:
        whole = display_colours([np.array([level]) for level in found.group(1)], 255)[0]
    if not attributes.any():  # Magics: no triangle has a colour of its own
        return None if found is None else np.broadcast_to(whole, (len(attributes), 4))
    own = (attributes & FLAG != 0) == (found is None)
    if not own.any():
        return None if found is None else np.broadcast_to(whole, (len(attributes), 4))
    levels = [attributes >> shift & LEVELS for shift in (0, 5, 10)]
    colours = display_colours(levels if found is not None else levels[::-1], LEVELS)
    return np.where(own[:, None], colours, whole)
