"""Accessors of glTF: component types, strides, sparse ones, and errors."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from softgl.models import ModelError
from softgl.models.files.folder import Folder
from softgl.models.gltf.accessors import read_accessor, read_indices
from softgl.models.gltf.document import Document
from tests.models.documents import data_uri, text_of


def opened(data: bytes, *accessors, views=None) -> Document:
    """A document of accessors of one buffer; its first view is the whole buffer."""
    views = views or [{"byteLength": len(data)}]
    tree = {
        "asset": {"version": "2.0"},
        "buffers": [{"byteLength": len(data), "uri": data_uri(data)}],
        "bufferViews": [{"buffer": 0, **view} for view in views],
        "accessors": list(accessors),
    }
    return Document(Folder(Path("a.gltf")), text_of(tree))


def accessor(component, kind, count, **entries):
    return {"componentType": component, "type": kind, "count": count, "bufferView": 0, **entries}


@pytest.mark.parametrize(
    ("component", "dtype", "stored", "expected"),
    [
        (5120, np.int8, [-128, -127, 0, 127], [-1.0, -1.0, 0.0, 1.0]),
        (5121, np.uint8, [0, 51, 102, 255], [0.0, 0.2, 0.4, 1.0]),
        (5122, np.int16, [-32768, -32767, 0, 32767], [-1.0, -1.0, 0.0, 1.0]),
        (5123, np.uint16, [0, 13107, 26214, 65535], [0.0, 0.2, 0.4, 1.0]),
        (5126, np.float32, [-2.5, 0.0, 1.0, 7.0], [-2.5, 0.0, 1.0, 7.0]),
    ],
)
def test_component_types_plain_and_normalised(component, dtype, stored, expected):
    data = np.array(stored, dtype).tobytes()
    plain = accessor(component, "VEC2", 2)
    document = opened(data, plain, {**plain, "normalized": True}, {**plain, "normalized": False})
    assert read_accessor(document, 0).tolist() == np.reshape(stored, (2, 2)).tolist()
    found = read_accessor(document, 1)
    assert found.dtype == np.float64 and found.tolist() == np.reshape(expected, (2, 2)).tolist()
    assert np.array_equal(read_accessor(document, 2), read_accessor(document, 0))


def test_interleaved_and_offset_views():
    rows = np.zeros(3, [("a", "<f4", 3), ("b", "<u2", 2), ("c", "u1", 4)])
    rows["a"], rows["b"] = np.arange(9).reshape(3, 3), [[1, 2], [3, 4], [5, 6]]
    view = {"byteOffset": 4, "byteLength": rows.nbytes, "byteStride": rows.itemsize}
    document = opened(
        b"----" + rows.tobytes() + b"----",
        accessor(5126, "VEC3", 3),
        accessor(5123, "VEC2", 2, byteOffset=12 + rows.itemsize),
        views=[view],
    )
    assert read_accessor(document, 0).tolist() == rows["a"].tolist()
    assert read_accessor(document, 1).tolist() == [[3, 4], [5, 6]]


@pytest.mark.parametrize(("component", "dtype"), [(5121, "u1"), (5123, "<u2"), (5125, "<u4")])
@pytest.mark.parametrize("based", [False, True])
def test_sparse_accessors(component, dtype, based):
    base = np.arange(12, dtype=np.float32).reshape(4, 3)
    places, values = np.array([1, 3], dtype), np.array([[9, 8, 7], [6, 5, 4]], np.float32)
    data = base.tobytes() + values.tobytes() + places.tobytes()
    views = [
        {"byteLength": 48},
        {"byteOffset": 48, "byteLength": 24},
        {"byteOffset": 72, "byteLength": places.nbytes},
    ]
    sparse = {
        "count": 2,
        "indices": {"bufferView": 2, "componentType": component},
        "values": {"bufferView": 1},
    }
    entry = accessor(5126, "VEC3", 4, sparse=sparse)
    if not based:
        del entry["bufferView"]
    expected = base if based else np.zeros((4, 3))
    expected = np.array(expected)
    expected[[1, 3]] = values
    assert read_accessor(opened(data, entry, views=views), 0).tolist() == expected.tolist()


def test_matrices_and_indices():
    data = np.arange(32, dtype=np.float32).tobytes()
    document = opened(data, accessor(5126, "MAT4", 2), accessor(5121, "SCALAR", 4))
    assert read_accessor(document, 0, ("MAT4",)).shape == (2, 16)
    indices = read_indices(document, 1)
    assert indices.dtype == np.int64 and indices.tolist() == [0, 0, 0, 0]


SPARSE = {"count": 1, "indices": {"bufferView": 0, "componentType": 5121}, "values": {}}
BAD = [
    (accessor(5126, "VEC3", 2), "accessor 0 exceeds its buffer view: found 12 bytes, expected 24"),
    (accessor(5126, "VEC3", 1, byteOffset=1), "exceeds its buffer view"),
    (accessor(5126, "VEC3", 0), "0 is not a count"),
    (accessor(5126, "VEC3", None), "null is not a count"),
    (accessor(5124, "VEC3", 1), "5124 is not a component type"),
    (accessor(5126, "VEC5", 1), '"VEC5" is not a type of an accessor'),
    (accessor(5121, "MAT2", 1), "matrices of integers"),
    (accessor(5126, "VEC3", 1, bufferView=7), "7 is not an index of 'bufferViews'"),
    (accessor(5126, "VEC3", 1 << 23, bufferView=None), "and no buffer view"),
    (accessor(5126, "VEC3", 1, sparse={}), "null is not a count from 1 to 1"),
    (accessor(5126, "VEC3", 1, sparse={"count": 2}), "2 is not a count from 1 to 1"),
    (accessor(5126, "VEC3", 1, sparse={"count": 1}), "null is not a component type of sparse"),
    (accessor(5126, "VEC3", 1, sparse=SPARSE), "null is not an index of 'bufferViews'"),
    (accessor(5126, "VEC3", 1, sparse=[]), "'sparse' is not an object"),
]


@pytest.mark.parametrize(("entry", "reason"), BAD, ids=[reason for _, reason in BAD])
def test_damaged_accessors(entry, reason):
    with pytest.raises(ModelError, match=reason):
        read_accessor(opened(bytes(12), entry), 0)


def test_sparse_indices_grow():
    views = [{"byteLength": 2}, {"byteOffset": 4, "byteLength": 24}]
    for places in (b"\1\1", b"\1\0", b"\0\4"):
        data = places + bytes(26)
        sparse = {**SPARSE, "count": 2, "values": {"bufferView": 1}}
        entry = {**accessor(5126, "VEC3", 4, sparse=sparse), "bufferView": None}
        with pytest.raises(ModelError, match="do not grow from 0 to 3"):
            read_accessor(opened(data, entry, views=views), 0)


def test_what_is_not_allowed():
    document = opened(bytes(12), accessor(5121, "VEC3", 4), accessor(5126, "SCALAR", 3))
    with pytest.raises(ModelError, match="accessor 0 is not of the type VEC2 or VEC4"):
        read_accessor(document, 0, ("VEC2", "VEC4"))
    with pytest.raises(ModelError, match="accessor 0 holds uint8, not float32"):
        read_accessor(document, 0, components={5126})
    with pytest.raises(ModelError, match="accessor 1 holds float32, not uint8 or uint16 or uint32"):
        read_indices(document, 1)
