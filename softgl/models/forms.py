"""Checks and parts of model files that trimesh ignores: wrong formats, damage, points and lines."""

from __future__ import annotations

import re
import struct
from itertools import pairwise

import numpy as np

from softgl.models.files.errors import ModelError
from softgl.models.files.limits import check_size

# First bytes of a file -> its format; the name of a model's format is also its suffix.
BEGINNINGS = (
    (b"ply\n", "PLY"), (b"ply\r", "PLY"), (b"glTF", "GLB"), (b"OFF", "OFF"), (b"COFF", "OFF"),
    (b"\x89PNG", "PNG"), (b"\xff\xd8\xff", "JPEG"), (b"GIF8", "GIF"), (b"%PDF", "PDF"),
    (b"PK\x03\x04", "ZIP"), (b"\x1f\x8b", "gzip"), (b"Kaydara FBX", "FBX"), (b"BLENDER", "Blender"),
    (b"<?xml", "XML"), (b"<!DOCTYPE", "HTML"), (b"<html", "HTML"), (b"version https://git-lfs",
    "Git LFS pointer"),
)  # fmt: skip
READ = ("PLY", "GLB", "OFF")
# Bytes of a binary STL file: of its header, and of each triangle.
STL_HEADER, STL_TRIANGLE = 84, 50
# The new name of the edges of a PLY file, for which trimesh would need further packages.
HIDDEN = b"softgl_edges"


def check_form(path, data: bytes) -> None:
    """Raises ModelError if the file at `path` has another format, or is truncated."""
    suffix = path.suffix.lower()
    kind = next((name for start, name in BEGINNINGS if data.startswith(start)), None)
    if kind is not None and suffix in (f".{kind.lower()}", ".gltf" if kind == "GLB" else None):
        kind = None
    if kind in READ:
        known = f"its name must end in .{kind.lower()}"
        raise ModelError(f"{path} cannot be read as a model: a {kind} file, {known}")
    if kind is not None:
        raise ModelError(f"{path} cannot be read as a model: a {kind} file")
    if suffix == ".stl":
        _check_stl(path, data)


def _check_stl(path, data):
    """Raises ModelError if an STL file, a text of solids or binary, is truncated."""
    if data.lstrip()[:5].lower() == b"solid" and b"facet" in data[:4096].lower():
        if b"endsolid" not in data[-4096:].lower():
            raise ModelError(f"{path} cannot be read as a model: ends within a solid")
        return
    if len(data) < STL_HEADER:
        empty_solid = re.match(rb"(?i)\s*solid\b.*\bendsolid", data, re.DOTALL)
        reason = "holds no triangles" if empty_solid else "not an STL file"
        raise ModelError(f"{path} cannot be read as a model: {reason}")
    (stated,) = struct.unpack_from("<I", data, STL_HEADER - 4)
    present = (len(data) - STL_HEADER) // STL_TRIANGLE
    if present < stated:
        reason = f"ends after {present} of its {stated} triangles"
        if stated > 1 << 28:
            reason = "not an STL file"
        raise ModelError(f"{path} cannot be read as a model: {reason}")


def check_obj(path, data: bytes) -> None:
    """Raises ModelError for the first damaged line of an OBJ file.

    Damaged are a vertex of fewer than three numbers, a face of fewer than three corners, and a
    reference to a missing vertex.
    """
    vertices = len(re.findall(rb"(?m)^[ \t]*v[ \t]", data))
    before = 0
    for number, line in enumerate(data.splitlines(), 1):
        words = line.split()
        if not words or words[0] not in (b"v", b"f"):
            continue
        before += words[0] == b"v"
        problem = (
            _vertex_problem(words) if words[0] == b"v" else _face_problem(words, vertices, before)
        )
        if problem:
            raise ModelError(f"{path} cannot be read as a model: line {number}: {problem}")


def _vertex_problem(words):
    numbers = words[1:]
    if len(numbers) < 3:
        return f"a vertex has three coordinates, not {len(numbers)}"
    for word in numbers[:3]:
        try:
            float(word)
        except ValueError:
            return f"{_shown(word)} is not a number"
    return None


def _face_problem(words, vertices, before):
    corners = words[1:]
    if len(corners) < 3:
        return f"a face has at least three corners, not {len(corners)}"
    for corner in corners:
        try:
            index = int(corner.partition(b"/")[0])
        except ValueError:
            return f"{_shown(corner)} is not a corner of a face"
        # A negative index counts back from the last vertex before the line.
        if not (1 <= index <= vertices or -before <= index < 0):
            return f"vertex {index} does not exist: the file has {vertices}"
    return None


def _shown(word):
    return repr(word[:20].decode("ascii", "replace"))


def obj_wires(path, data: bytes) -> tuple[np.ndarray, list[np.ndarray]] | None:
    """Reads the lines and points of an OBJ file, which trimesh ignores; None if it has none.

    Returns the file's vertices (n, 3), and elements: lines (m, 2) and points (m, 1). Raises
    ModelError.
    """
    statements = re.findall(rb"(?m)^[ \t]*([lp])[ \t]+([^\r\n]*)", data)
    if not statements:
        return None
    texts = re.findall(rb"(?m)^[ \t]*v[ \t]+(\S+)[ \t]+(\S+)[ \t]+(\S+)", data)
    try:
        vertices = np.array(texts, dtype=np.float64).reshape(-1, 3)
        chains = [
            (kind, [int(word.partition(b"/")[0]) for word in text.partition(b"#")[0].split()])
            for kind, text in statements
        ]
    except ValueError as error:
        raise ModelError(f"{path} cannot be read as a model: {error}") from None
    check_size(path, len(vertices), sum(len(chain) for _, chain in chains))
    lines = [pair for kind, chain in chains if kind == b"l" for pair in pairwise(chain)]
    points = [[index] for kind, chain in chains if kind == b"p" for index in chain]
    found = []
    for corners, width in ((lines, 2), (points, 1)):
        elements = np.array(corners, dtype=np.int64).reshape(-1, width)
        elements = np.where(elements < 0, elements + len(vertices), elements - 1)
        if elements.size and not 0 <= elements.min() <= elements.max() < len(vertices):
            raise ModelError(f"{path} is damaged: a line refers to a missing vertex")
        found += [elements] if elements.size else []
    return vertices, found


def hide_edges(data: bytes) -> bytes:
    """Renames the edges of a PLY file, so that trimesh reads them as an unknown element."""
    end = data.find(b"end_header")
    header = re.sub(rb"(?m)^element[ \t]+edge\b", b"element " + HIDDEN, data[: max(end, 0)])
    return header + data[max(end, 0) :]


def ply_edges(path, geometry) -> np.ndarray:
    """The edges (n, 2) of a PLY file after `hide_edges`; empty if it has none."""
    raw = geometry.metadata.get("_ply_raw", {}).get(HIDDEN.decode(), {}).get("data")
    try:
        ends = np.stack([np.asarray(raw[name]).reshape(-1) for name in ("vertex1", "vertex2")], 1)
    except (TypeError, KeyError, IndexError, ValueError):
        return np.zeros((0, 2), np.int64)
    if ends.size and not 0 <= ends.min() <= ends.max() < len(geometry.vertices):
        raise ModelError(f"{path} is damaged: an edge refers to a missing vertex")
    return ends.astype(np.int64)
