"""glTF: checks before anything is decoded, and many copies of a mesh."""

import numpy as np
import pytest

from softgl.models import ModelError, load, normals, read
from tests.models.documents import CUBE, SHAPE, TRIANGLE, document, saved

TURNED = {"rotation": [0.3, 0.5, -0.1, 0.8], "scale": [1, 2, 0.5]}
MIRRORED = {"matrix": [-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 3, 0, 0, 1]}


def corners(meshes):
    """The positions and normals of all drawn corners, in order."""
    return [
        np.concatenate([getattr(mesh, name)[mesh.elements].reshape(-1, 3) for mesh in meshes])
        for name in ("positions", "normals")
    ]


def test_copies_of_a_mesh_are_one_mesh_with_the_same_bits(tmp_path):
    places = [TURNED, MIRRORED, {"translation": [0, 1, 0]}, {"translation": [0, 1, 1]}]
    nodes = [{"mesh": 0, **places[i % 4]} for i in range(12)]
    shared = read(saved(tmp_path / "a.glb", document(nodes, corners=CUBE)))
    nodes = [{**node, "mesh": i} for i, node in enumerate(nodes)]
    meshes = [{"primitives": [SHAPE]} for _ in nodes]
    apart = read(saved(tmp_path / "b.glb", document(nodes, corners=CUBE, meshes=meshes)))
    assert (len(shared), len(apart)) == (1, 12)
    for one, other in zip(corners(shared), corners(apart), strict=True):
        assert np.array_equal(one, other)


def test_twenty_thousand_nodes_are_placed_at_once(tmp_path, monkeypatch):
    calls = []
    monkeypatch.setattr(
        "softgl.models.meshes.smooth_normals",
        lambda *arguments: calls.append(arguments) or normals.smooth_normals(*arguments),
    )
    nodes = [{"mesh": 0, "translation": [i % 100, i // 100, 0]} for i in range(20_000)]
    (mesh,) = read(saved(tmp_path / "a.gltf", document(nodes)))
    assert len(mesh.elements) == 20_000 and len(calls) == 1


def test_a_chain_of_nodes_is_followed_to_its_end(tmp_path):
    count = 3_000  # more than Python's recursion allows
    nodes = [{"mesh": 0, "translation": [0, 0, 1], "children": [i + 1]} for i in range(count)]
    (mesh,) = read(saved(tmp_path / "a.gltf", document([*nodes, {"mesh": 0}], [0])))
    depths = mesh.positions[mesh.elements[:, 0], 2]
    steps = (depths - depths.min()) / (depths.max() - depths.min()) * (count - 1)
    assert np.allclose(np.sort(steps)[:-1], np.arange(count), atol=1e-6)


def test_children_of_a_camera_and_of_an_empty_mesh_are_placed(tmp_path):
    empty = {"primitives": [{"attributes": {}}]}
    nodes = [
        {"camera": 0, "translation": [4, 0, 0], "children": [1]},
        {"mesh": 1, "translation": [4, 0, 0], "children": [2]},
        {"mesh": 0},
        {"mesh": 0},
    ]
    meshes = [{"primitives": [SHAPE]}, empty]
    (mesh,) = read(saved(tmp_path / "a.gltf", document(nodes, [0, 3], meshes=meshes)))
    first, second = mesh.positions[mesh.elements[:, 0], 0]
    assert abs(first - second) / np.ptp(mesh.positions[:, 0]) == pytest.approx(8 / 9)


def test_blended_copies_keep_their_place_among_others(tmp_path):
    glass = {"primitives": [{**SHAPE, "material": 0}]}
    meshes = [glass, {"primitives": [{**SHAPE, "material": 1}]}]
    materials = [{"alphaMode": "BLEND"}, {"alphaMode": "BLEND", "doubleSided": True}]
    nodes = [{"mesh": mesh} for mesh in (1, 0, 0, 1)]
    tree = document(nodes, meshes=meshes, materials=materials)
    found = read(saved(tmp_path / "a.gltf", tree))
    assert [mesh.material.double_sided for mesh in found] == [True, False, True]
    assert [len(mesh.elements) for mesh in found] == [1, 2, 1]


def test_meshes_that_look_alike_are_one_draw(tmp_path):
    from softgl import render

    meshes = [{"primitives": [SHAPE, SHAPE]}, {"primitives": [SHAPE]}]
    show = load(saved(tmp_path / "a.gltf", document([{"mesh": 0}, {"mesh": 1}], meshes=meshes)))
    assert len(show.meshes) == 3
    next(render.frames(show, 8, 8, machine="eager"))
    assert [part.count for part in show.parts] == [9]


NODE = [{"mesh": 0}]
ACCESSOR = {"componentType": 5126, "type": "VEC3", "count": 3, "bufferView": 0}
BAD = [
    (document([{"children": [0], "mesh": 0}], [0]), "form a cycle"),
    (document([{"children": [1]}, {"children": [0]}], [0]), "form a cycle"),
    (document([{"children": [1]}, {"children": [2]}, {"children": [1]}], [0]), "form a cycle"),
    (document([{"children": [2]}, {"children": [2]}, {"mesh": 0}], [0, 1]), "not a tree"),
    (document([{"children": [1]}, {"mesh": 0}]), "root 1 is a child of node 0"),
    (document(NODE, [0, 0]), "a root twice"),
    (document(NODE, [7]), "7 is not an index of 'nodes'"),
    (document([{"mesh": 1}]), "1 is not an index of 'meshes'"),
    (document([{"mesh": [0]}]), r"\[0\] is not an index of 'meshes'"),
    (document([{"mesh": 0, "scale": [1, 1]}]), r"'scale' is \[1, 1\], not 3 numbers"),
    (document([{"mesh": 0, "scale": [1, 1, 1e999]}]), "not finite"),
    (document([{"mesh": 0, "scale": [1, 1, 10**400]}]), "not finite"),
    (document([{"mesh": 0, "translation": [1e300, 0, 0]}]), "too far"),
    ({**document(NODE), "nodes": {}}, "'nodes' is not a list"),
    (document(NODE, accessors=[{**ACCESSOR, "count": 10**9}]), "1000000000 is not a count"),
    (document(NODE, accessors=[{**ACCESSOR, "count": 6}]), "exceeds its buffer view"),
    (document(NODE, accessors=[{**ACCESSOR, "count": -3}]), "-3 is not a count"),
    (document(NODE, accessors=[{**ACCESSOR, "count": 3.5}]), "3.5 is not a count"),
    (document(NODE, accessors=[{**ACCESSOR, "sparse": {}}]), "null is not a count from 1 to 3"),
    (document(NODE, accessors=[{**ACCESSOR, "type": "VEC2"}]), "not of the type VEC3"),
    (document(NODE, accessors=[{**ACCESSOR, "componentType": 1}]), "is not a component type"),
    (document(NODE, bufferViews=[{"buffer": 0, "byteLength": 37}]), "not a length within"),
    (document(NODE, bufferViews=[{"buffer": 1, "byteLength": 3}]), "not an index of 'buffers'"),
    (document(NODE, buffers=[{"byteLength": 36}]), "buffer 0 has no data"),
    (
        document(NODE, bufferViews=[{"buffer": 0, "extensions": {"EXT_meshopt_compression": {}}}]),
        "null is not an index of .buffers",
    ),
    (document(NODE, uri="data:,abc"), "not a length within its buffer"),
    (document(NODE, uri="data:;base64,a"), "a data URI is damaged"),
    (document(NODE, uri="none.bin"), "none.bin. not found next to the model"),
    (document(NODE, corners=TRIANGLE[:2]), "ends within a triangle"),
    (document(NODE, asset={"version": "1.0"}), 'found version "1.0" of glTF, expected 2.0'),
    (
        document(
            NODE,
            meshes=[{"primitives": [{**SHAPE, "extensions": {"KHR_draco_mesh_compression": {}}}]}],
        ),
        "null is not an index of .bufferViews",
    ),
]


@pytest.mark.parametrize(("tree", "reason"), BAD, ids=[reason for _, reason in BAD])
def test_what_is_wrong_is_said_in_one_line(tmp_path, tree, reason):
    with pytest.raises(ModelError, match=reason) as caught:
        read(saved(tmp_path / "a.gltf", tree))
    assert "a.gltf" in str(caught.value) and "\n" not in str(caught.value)


def test_what_the_scene_does_not_place_is_not_looked_at(tmp_path):
    huge = {**ACCESSOR, "count": 10**9}
    del huge["bufferView"]
    tree = document(
        [{"mesh": 0}, {"mesh": 1, "children": [2]}, {"children": [1]}],
        [0],
        meshes=[{"primitives": [SHAPE]}, {"primitives": [{"attributes": {"POSITION": 1}}]}],
        accessors=[ACCESSOR, huge],
        images=[{"uri": "none.png"}],
    )
    assert len(read(saved(tmp_path / "a.gltf", tree))) == 1


def test_models_have_limits(tmp_path, monkeypatch):
    monkeypatch.setattr("softgl.models.files.limits.MAX_TRIANGLES", 12)
    monkeypatch.setattr("softgl.models.meshes.MAX_MESHES", 1)
    monkeypatch.setattr("softgl.models.gltf.nodes.MAX_NODES", 13)
    assert len(read(saved(tmp_path / "a.gltf", document([{"mesh": 0}] * 12)))) == 1
    cases = [
        (document([{"mesh": 0}] * 13), "more than 16777216 vertices or 12 triangles"),
        (document(NODE, meshes=[{"primitives": [SHAPE] * 2}]), "more than 1 parts"),
        (document([{"mesh": 0}] * 14), "more than 13 nodes"),
    ]
    for tree, reason in cases:
        with pytest.raises(ModelError, match=reason):
            read(saved(tmp_path / "a.gltf", tree))


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("a.obj", b" " * 100, "larger than 0 MiB"),
    ],
)
def test_texts_have_limits(tmp_path, monkeypatch, name, text, reason):
    monkeypatch.setattr("softgl.models.files.limits.MAX_TEXT_BYTES", 99)
    (tmp_path / name).write_bytes(text)
    with pytest.raises(ModelError, match=reason):
        read(tmp_path / name)
