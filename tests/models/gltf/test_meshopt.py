"""Buffer views of glTF compressed with meshoptimizer.

The compressed bytes are written by hand, from the description of the format.
"""

from __future__ import annotations

import random

import numpy as np
import pytest

from softgl.models import ModelError
from softgl.models.gltf import meshopt, read
from softgl.models.gltf.meshopt_filters import FILTERS
from softgl.models.gltf.meshopt_triangles import decode_indices, decode_triangles
from tests.models.documents import text_of
from tests.models.gltf.builder import Tree

EXTENSION = "EXT_meshopt_compression"
# Positions of shorts (0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0) and two bytes each.
CORNERS = np.array([[0, 0, 0, 0], [1, 0, 0, 0], [0, 1, 0, 0], [1, 1, 0, 0]], np.int16)


def zigzag(delta):
    return (delta << 1 if delta >= 0 else ~(delta << 1)) & 255


def compressed_corners():
    """`CORNERS` in mode ATTRIBUTES: byte by byte one group of 16 deltas."""
    rows = CORNERS.view(np.uint8).reshape(4, 8).astype(int)
    data = bytearray(b"\xa0")
    for column in rows.T:
        deltas = [zigzag(int(b) - int(a)) for a, b in zip([0, *column], column, strict=False)]
        deltas += [0] * (16 - len(deltas))
        if not any(deltas):
            data += b"\0"
        elif max(deltas) < 3:  # two bits each, the first in the upper ones
            data += b"\1" + bytes(
                deltas[i] << 6 | deltas[i + 1] << 4 | deltas[i + 2] << 2 | deltas[i + 3]
                for i in range(0, 16, 4)
            )
        else:
            data += b"\3" + bytes(deltas)
    return bytes(data) + bytes(32)  # the tail: the values before the first


# One new triangle (codes 0xf0: table entry 0 is a, b, c new), then one on edge 0 with a new vertex.
TRIANGLES = b"\xe1\xf0\x00" + bytes(16)
# 0, 1, 2, 2, 1, 3 as differences from the last of base 0.
INDICES = (
    b"\xd1"
    + bytes(zigzag(b - a) << 1 for a, b in zip([0, 0, 1, 2, 2, 1], [0, 1, 2, 2, 1, 3], strict=True))
    + bytes(4)
)


def square(*, data=None, mode="TRIANGLES", indices=TRIANGLES, extension=EXTENSION, **entries):
    """A square of two triangles: compressed positions, and compressed indices."""
    data = compressed_corners() if data is None else data
    tree = Tree(extensionsRequired=[EXTENSION, "KHR_mesh_quantization"], nodes=[{"mesh": 0}])
    tree.add(np.frombuffer(data, np.uint8), "B")
    tree.add(np.frombuffer(indices, np.uint8), "B")
    views = [
        {"byteStride": 8, "count": 4, "mode": "ATTRIBUTES", **entries},
        {"byteStride": 2, "count": 6, "mode": mode},
    ]
    for view, more in zip(tree.json["bufferViews"], views, strict=True):
        view["extensions"] = {extension: {**view, **more}}
        view |= {"buffer": 1, "byteOffset": 0, "byteLength": more["byteStride"] * more["count"]}
    tree.json["accessors"] = [
        {"bufferView": 0, "componentType": 5122, "type": "VEC3", "count": 4},
        {"bufferView": 1, "componentType": 5123, "type": "SCALAR", "count": 6},
    ]
    tree.json["meshes"] = [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}]
    finished = tree.finished()
    fallback = {"byteLength": 1000, "extensions": {extension: {"fallback": True}}}
    finished["buffers"].append(fallback)
    return [part for part, _ in read(tree.document().folder, text_of(finished)).placed]


@pytest.mark.parametrize(
    "entries",
    [
        {},
        {"mode": "INDICES", "indices": INDICES},
        {"extension": "KHR_meshopt_compression"},
    ],
)
def test_attributes_and_indices(entries):
    (part,) = square(**entries)
    assert np.asarray(part.positions).tolist() == CORNERS[:, :3].tolist()
    corners = part.positions[part.elements][..., :2]
    a, b, c = np.moveaxis(np.asarray(corners, float), 1, 0)
    areas = np.abs((b - a)[:, 0] * (c - a)[:, 1] - (b - a)[:, 1] * (c - a)[:, 0]) / 2
    assert areas.tolist() == [0.5, 0.5]


def test_codes_of_triangles():
    """A new triangle 0 1 2; on its last edge (0, 2) a new vertex; free vertices."""
    assert decode_triangles(TRIANGLES, 6).tolist() == [0, 1, 2, 0, 2, 3]
    # 0xff: all free, 5 then +1 then -3; 0xfe: the first one new.
    free = b"\xe1\xff\xfe" + b"\xff" + bytes([10, 2, 5]) + b"\xf0" + bytes([6]) + bytes(16)
    assert decode_triangles(free, 6).tolist() == [5, 6, 3, 0, 6, 1]
    # On an edge, with a vertex next to the last free one: 14 is +1, 13 is -1.
    near = b"\xe1\xff\x0e\x0d" + b"\xff" + bytes([10, 2, 2]) + bytes(16)
    assert decode_triangles(near, 9).tolist() == [5, 6, 7, 5, 7, 8, 5, 8, 7]
    assert decode_indices(INDICES, 6).tolist() == [0, 1, 2, 2, 1, 3]


def test_deltas_of_four_bits_and_whole_bytes():
    """Sentinels in groups of 2 and 4 bits are followed by their bytes."""
    two = b"\1" + bytes([0b11_01_00_00, 0, 0, 0]) + bytes([9])
    four = b"\2" + bytes([0xF1, 0, 0, 0, 0, 0, 0, 0]) + bytes([200])
    whole = b"\3" + bytes(range(16))
    data = b"\xa0" + two + four + whole + b"\0" + bytes(28) + bytes([1, 2, 3, 4])
    found = meshopt._decode_attributes(data, 2, 4)
    # Deltas: 9 is -5, 1 is -1, 200 is 100, 0 is 0.
    assert found.tolist() == [[252, 102, 3, 4], [251, 101, 2, 4]]


def test_filters():
    octahedral = np.array([[127, 0, 127, 5], [0, 0, 127, 0], [-127, 0, 127, 0]], np.int8)
    found = FILTERS["OCTAHEDRAL"](octahedral.view(np.uint8))
    assert found.tolist() == [[127, 0, 0, 5], [0, 0, 127, 0], [-127, 0, 0, 0]]
    below = np.array([[32767, 32767, 32767, 1]], np.int16).view(np.uint8)
    assert FILTERS["OCTAHEDRAL"](below).tolist() == [[0, 0, -32767, 1]]
    for largest in range(4):
        stored = np.array([[0, 0, 0, 2044 | largest]], np.int16).view(np.uint8)
        expected = [0] * 4
        expected[largest] = 32767
        assert FILTERS["QUATERNION"](stored).tolist() == [expected]
    stored = np.array([[3 | 1 << 24, 0xFFFFFF | 0xFE << 24]], np.uint32).view(np.uint8)
    assert FILTERS["EXPONENTIAL"](stored).tolist() == [[6.0, -0.25]]


BAD = [
    ({"data": compressed_corners()[:30]}, "buffer view 0 holds damaged data"),
    ({"data": b"\xa1" + compressed_corners()[1:]}, "version 1 of compressed attributes is not"),
    ({"data": b"\xa2" + compressed_corners()[1:]}, "buffer view 0 holds damaged data"),
    ({"indices": TRIANGLES[1:]}, "buffer view 1 holds damaged data"),
    ({"indices": b"\xe1\xff\xff" + bytes(16)}, "buffer view 1 holds damaged data"),
    ({"mode": "LINES"}, 'found mode "LINES", expected ATTRIBUTES, TRIANGLES, INDICES'),
    ({"filter": "COLOR"}, 'the filter "COLOR" is not supported'),
    ({"byteStride": 6}, "buffer view 0 holds damaged data"),
    ({"byteStride": 1000}, "1000 is not a stride"),
    ({"count": 1 << 25}, "hold more than 67108864 bytes of attributes"),
    ({"count": 0}, "0 is not a count"),
]


@pytest.mark.parametrize(("entries", "reason"), BAD, ids=[reason for _, reason in BAD])
def test_damaged_views(entries, reason):
    with pytest.raises(ModelError, match=reason):
        square(**entries)


def test_mutants():
    chance, drawn = random.Random(48), 0
    for _ in range(300):
        data, indices = bytearray(compressed_corners()), bytearray(TRIANGLES)
        for each in (data, indices):
            for _ in range(chance.randrange(3)):
                each[chance.randrange(len(each))] = chance.randrange(256)
        try:
            drawn += bool(square(data=bytes(data), indices=bytes(indices)))
        except ModelError as error:
            assert "\n" not in str(error)
    assert drawn > 30
