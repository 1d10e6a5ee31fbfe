"""Mutants of glTF and GLB files end in meshes or in a ModelError of one line."""

from __future__ import annotations

import json
import random
import struct
import warnings

import numpy as np

from softgl.models import ModelError, ModelWarning, read
from tests.models.gltf.builder import Tree
from tests.models.test_fuzz import with_bytes_changed, with_json_changed
from tests.models.test_physical import png

COUNT = 300
"""Mutants of each file."""


def rich() -> Tree:
    """A document with most of what is read."""
    picture = png([[255, 0, 0], [0, 255, 0]])
    info = {"index": 0, "texCoord": 1}
    moved = {"KHR_texture_transform": {"offset": [0.5, 0], "rotation": 1, "scale": [2, 2]}}
    tree = Tree(
        extensionsUsed=["KHR_texture_transform", "KHR_lights_punctual"],
        images=[{"uri": picture}],
        samplers=[{"wrapS": 33071}],
        textures=[{"source": 0, "sampler": 0}],
        materials=[
            {
                "pbrMetallicRoughness": {
                    "baseColorTexture": {**info, "extensions": moved},
                    "metallicRoughnessTexture": {"index": 0},
                    "baseColorFactor": [1, 1, 1, 0.5],
                },
                "normalTexture": {"index": 0, "scale": 0.5},
                "occlusionTexture": info,
                "alphaMode": "MASK",
            },
            {
                "extensions": {
                    "KHR_materials_pbrSpecularGlossiness": {
                        "diffuseTexture": {"index": 0},
                        "specularGlossinessTexture": {"index": 0},
                    },
                    "KHR_materials_unlit": {},
                }
            },
        ],
        extensions={"KHR_lights_punctual": {"lights": [{"type": "spot", "spot": {}}]}},
        cameras=[{"type": "perspective", "perspective": {"yfov": 1, "znear": 0.1}}],
    )
    square = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]], np.float32)
    position = tree.add(square)
    tree.add([1], "B")
    sparse = {
        "count": 1,
        "indices": {"bufferView": 1, "componentType": 5121},
        "values": {"bufferView": 0},
    }
    other = tree.add(square, sparse=sparse)
    texcoord = tree.add(square[:, :2] * 255, "B", normalized=True)
    attributes = {"POSITION": position, "TEXCOORD_0": texcoord, "TEXCOORD_1": texcoord}
    skinned = {
        "POSITION": other,
        "NORMAL": other,
        "COLOR_0": tree.add(square * 65535, "H", normalized=True),
        "JOINTS_0": tree.add(np.zeros((4, 4)), "B"),
        "WEIGHTS_0": tree.add(np.ones((4, 4))),
    }
    indices = tree.add([0, 1, 2, 3], "H")
    tree.json["meshes"] = [
        {
            "primitives": [
                {"attributes": attributes, "indices": indices, "mode": 5, "material": 0},
                {"attributes": attributes, "mode": 6, "material": 1},
                {"attributes": attributes, "mode": 2},
            ]
        },
        {
            "primitives": [
                {"attributes": skinned, "mode": 5, "targets": [{"POSITION": position}]},
            ],
            "weights": [0.5],
        },
    ]
    tree.json["nodes"] = [
        {"mesh": 0, "children": [1, 2], "scale": [1, 2, 1]},
        {"mesh": 1, "skin": 0},
        {"camera": 0, "rotation": [0, 0, 0, 1]},
    ]
    inverse = tree.add([np.identity(4).reshape(-1)])
    tree.json["skins"] = [{"joints": [2], "inverseBindMatrices": inverse}]
    tree.animate(2, "translation", [0, 1], [[0, 0, 0], [1, 0, 0]])
    return tree


def as_glb(tree: dict, data: bytes) -> bytes:
    """A GLB with its buffer in the binary chunk."""
    text = json.dumps({**tree, "buffers": [{"byteLength": len(data)}]}).encode()
    text += b" " * (-len(text) % 4)
    chunks = struct.pack("<I4s", len(text), b"JSON") + text
    chunks += struct.pack("<I4s", 4, b"XTRA") + b"more"
    chunks += struct.pack("<I4s", len(data), b"BIN\0") + data
    return struct.pack("<4s2I", b"glTF", 2, 12 + len(chunks)) + chunks


def test_mutants(tmp_path):
    chance = random.Random(48)
    tree = rich()
    text, binary = json.dumps(tree.finished()).encode(), as_glb(tree.json, tree.data)
    drawn = 0
    for name, data, changed in (
        ("a.gltf", text, with_json_changed),
        ("b.gltf", text, with_bytes_changed),
        ("c.glb", binary, with_bytes_changed),
    ):
        path = tmp_path / name
        path.write_bytes(data)
        assert len(read(path)) == 4
        for _ in range(COUNT):
            path.write_bytes(changed(chance, data))
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                warnings.simplefilter("ignore", ModelWarning)
                try:
                    drawn += bool(read(path))
                except ModelError as error:
                    assert "\n" not in str(error) and len(str(error)) < 500
    assert drawn > COUNT // 10
