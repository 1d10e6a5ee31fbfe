"""Meshes of glTF that are compressed with Draco."""

from __future__ import annotations

import random
import sys

import numpy as np
import pytest

from softgl.models import ModelError
from softgl.models.gltf import draco, read
from tests.models.documents import text_of
from tests.models.gltf.builder import Tree

DracoPy = pytest.importorskip("DracoPy")
DRACO = "KHR_draco_mesh_compression"
SIDE = 5
CORNERS = np.array([[x, y, x * y] for y in range(SIDE) for x in range(SIDE)], float)
TRIANGLES = np.array(
    [
        triangle
        for y in range(SIDE - 1)
        for x in range(SIDE - 1)
        for first in [y * SIDE + x]
        for triangle in (
            [first, first + 1, first + SIDE],
            [first + 1, first + SIDE + 1, first + SIDE],
        )
    ],
    np.uint32,
)


def compressed(data=None, **entries):
    """A tree of one compressed primitive, and its file."""
    data = encoded() if data is None else data
    tree = Tree(extensionsRequired=[DRACO], nodes=[{"mesh": 0}])
    tree.add(np.frombuffer(data, np.uint8), "B")
    for component, kind, count in (
        (5126, "VEC3", len(CORNERS)),
        (5126, "VEC2", len(CORNERS)),
        (5123, "SCALAR", TRIANGLES.size),
    ):
        entry = {"componentType": component, "type": kind, "count": count}
        tree.json["accessors"].append({**entry, **entries.get(kind, {})})
    extension = {"bufferView": 0, "attributes": {"POSITION": 1, "TEXCOORD_0": 0}}
    extension |= entries.get("extension", {})
    primitive = {
        "attributes": {"POSITION": 1, "TEXCOORD_0": 2},
        "indices": 3,
        "extensions": {DRACO: extension},
    }
    tree.json["meshes"] = [{"primitives": [primitive]}]
    return tree


def encoded():
    return DracoPy.encode(
        CORNERS, TRIANGLES, quantization_bits=16, tex_coord=CORNERS[:, :2].copy() / SIDE
    )


def parts(tree):
    found = read(tree.document().folder, text_of(tree.finished()))
    return [part for part, _ in found.placed]


def test_draco():
    (part,) = parts(compressed())
    assert part.positions.shape == (25, 3) and part.elements.shape == (32, 3)
    corners = part.positions[part.elements]
    assert np.allclose(corners[..., 2], corners[..., 0] * corners[..., 1], atol=1e-2)
    a, b, c = np.moveaxis(corners[..., :2].astype(float), 1, 0)
    areas = ((b - a)[:, 0] * (c - a)[:, 1] - (b - a)[:, 1] * (c - a)[:, 0]) / 2
    assert areas.sum() == pytest.approx(16.0, abs=1e-3) and (areas > 0.4).all()


BAD = [
    ({"data": b"DRACO" + bytes(40)}, "buffer view 0 holds damaged data of KHR_draco"),
    ({"VEC3": {"count": 26}}, "found 25x3 values of attribute POSITION, expected 26x3"),
    ({"VEC3": {"type": "VEC2"}}, "found 25x3 values of attribute POSITION, expected 25x2"),
    ({"SCALAR": {"count": 93}}, "found 96x1 values of triangles, expected 93x1"),
    ({"extension": {"attributes": {"POSITION": 9}}}, "found nothing of attribute POSITION"),
    ({"extension": {"bufferView": 5}}, "5 is not an index of 'bufferViews'"),
]


@pytest.mark.parametrize(("entries", "reason"), BAD, ids=[reason for _, reason in BAD])
def test_damaged_draco(entries, reason):
    with pytest.raises(ModelError, match=reason):
        parts(compressed(**entries))


def test_mutants_of_draco(monkeypatch):
    """All mutants of one file are decoded by one process."""
    chance, data = random.Random(1), encoded()
    tree = compressed()
    primitives = []
    for _ in range(200):
        mutant = bytearray(data)
        for _ in range(chance.choice([1, 2, 5])):
            mutant[chance.randrange(len(mutant))] = chance.randrange(256)
        tree.add(np.frombuffer(bytes(mutant), np.uint8), "B")
        view = len(tree.json["bufferViews"]) - 1
        primitive = tree.json["meshes"][0]["primitives"][0]
        extension = {**primitive["extensions"][DRACO], "bufferView": view}
        primitives.append({**primitive, "extensions": {DRACO: extension}})
    tree.json["meshes"][0]["primitives"] = primitives
    document = tree.document()
    decoder, outcomes = draco.Draco(document), []
    for primitive in primitives:
        try:
            outcomes.append(decoder.decode(primitive))
        except ModelError as error:
            outcomes.append(str(error))
    assert None in outcomes and any(isinstance(each, str) for each in outcomes)


def test_a_crash_of_the_decoder_is_an_error(monkeypatch):
    monkeypatch.setattr(draco, "LAUNCH", "import os; os.abort()")
    with pytest.raises(ModelError, match="damaged data of KHR_draco"):
        parts(compressed())
    monkeypatch.setattr(draco, "LAUNCH", "import time; time.sleep(60)")
    monkeypatch.setattr(draco, "MIN_SECONDS", 0.2)
    with pytest.raises(ModelError, match="took more than 0 s"):
        parts(compressed())
    monkeypatch.setattr(sys, "executable", "/nonexistent")
    with pytest.raises(ModelError, match="no process could be started"):
        parts(compressed())


def test_without_the_package(monkeypatch):
    monkeypatch.setattr(draco, "find_spec", lambda name: None)
    with pytest.raises(
        ModelError, match=r'needs the package DracoPy: pip install "softgl\[draco\]"'
    ):
        parts(compressed())
