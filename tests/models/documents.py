"""glTF files for tests: a triangle or a box, placed by nodes."""

from __future__ import annotations

import base64
import json
import struct
import zlib

import numpy as np

TRIANGLE = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0]], np.float32)
# The corners of a cube, three for each of its twelve triangles.
CUBE = np.array(
    [
        [[*corner[:axis], side, *corner[axis:]] for corner in corners[:: 1 if side else -1]]
        for axis in range(3)
        for side in (0, 1)
        for corners in ([(0, 0), (1, 0), (1, 1)], [(0, 0), (1, 1), (0, 1)])
    ],
    np.float32,
).reshape(-1, 3)
SHAPE = {"attributes": {"POSITION": 0}}


def data_uri(data: bytes) -> str:
    return f"data:application/octet-stream;base64,{base64.b64encode(data).decode()}"


def document(nodes, roots=None, corners=TRIANGLE, uri=None, **entries) -> dict:
    """A glTF with triangles as mesh 0; `entries` replace its own, or are added."""
    data = corners.tobytes()
    accessor = {"componentType": 5126, "type": "VEC3", "count": len(corners), "bufferView": 0}
    return {
        "asset": {"version": "2.0"},
        "scenes": [{"nodes": list(range(len(nodes))) if roots is None else roots}],
        "nodes": nodes,
        "meshes": [{"primitives": [SHAPE]}],
        "accessors": [accessor],
        "bufferViews": [{"buffer": 0, "byteLength": len(data)}],
        "buffers": [{"byteLength": len(data), "uri": data_uri(data) if uri is None else uri}],
        **entries,
    }


def text_of(tree: dict) -> bytes:
    """The JSON of a glTF."""
    return json.dumps(tree).encode()


def saved(path, tree: dict):
    """`tree` as a .gltf or .glb file at `path`; returns the path."""
    text = text_of(tree)
    if path.suffix == ".glb":
        text += b" " * (-len(text) % 4)
        text = struct.pack("<4s4I", b"glTF", 2, 20 + len(text), len(text), 0x4E4F534A) + text
    path.write_bytes(text)
    return path


def png_header(width: int, height: int) -> bytes:
    """The beginning of a PNG of that size, and the end; no pixel between them."""

    def chunk(kind, data):
        check = zlib.crc32(kind + data)
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", check)

    header = chunk(b"IHDR", struct.pack(">2I5B", width, height, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + header + chunk(b"IDAT", b"") + chunk(b"IEND", b"")
