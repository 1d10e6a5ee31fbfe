"""Mutants of an animated glTF file: each ends in poses, or in an error of one line."""

from __future__ import annotations

import base64
import json
import random

import numpy as np

from softgl.models import ModelError
from softgl.models.camera import Sphere
from softgl.models.lamps import expose, lamp_parameters
from softgl.models.meshes import read_model
from softgl.models.playing import Playing, camera_of
from softgl.models.show import Camera
from tests.models.gltf.builder import Tree
from tests.models.gltf.test_skins import strip
from tests.models.test_fuzz import with_json_changed

ROUNDS = 150


def original() -> Tree:
    """A skin with a target, instances, cameras, lights and animations of each kind."""
    tree = strip({"weights": [0.5]}, NORMAL=[[0, 0, 1]] * 9)
    target = {"POSITION": tree.add([[0, 0, 5]] * 9)}
    tree.json["meshes"][0]["primitives"][0]["targets"] = [target]
    attributes = {"TRANSLATION": tree.add([[0, 0, 0], [3, 0, 0]]),
                  "ROTATION": tree.add([[0, 0, 90, 90]] * 2, "b", normalized=True)}  # fmt: skip
    tree.json["nodes"] += [
        {"mesh": 0, "extensions": {"EXT_mesh_gpu_instancing": {"attributes": attributes}}},
        {"camera": 0, "children": [5]},
        {"camera": 1, "extensions": {"KHR_lights_punctual": {"light": 0}}},
    ]
    tree.json["scenes"] = [{"nodes": [0, 1, 3, 4]}]
    tree.json["cameras"] = [
        {"type": "perspective", "perspective": {"yfov": 1.0, "znear": 0.1}},
        {"type": "orthographic", "orthographic": {"xmag": 2, "ymag": 1.5, "znear": 0, "zfar": 9}},
    ]
    spot = {"type": "spot", "range": 9, "spot": {"innerConeAngle": 0.2, "outerConeAngle": 0.5}}
    tree.json["extensions"] = {"KHR_lights_punctual": {"lights": [spot]}}
    for path, kind, keys in (
        ("translation", "LINEAR", [[0, 1, 0], [0, 2, 0]]),
        ("rotation", "LINEAR", [[0, 0, 0, 1], [0, 1, 0, 0]]),
        ("scale", "CUBICSPLINE", [[0, 0, 0], [1, 1, 1], [1, 0, 0]] * 2),
        ("rotation", "STEP", [[0, 0, 0, 1], [0, 1, 0, 0]]),
    ):
        tree.animate(2, path, [0, 1], keys, kind, name="all")
    tree.animate(0, "weights", [0, 1], [0, 1], name="all")
    return tree


def mutant(chance, tree) -> bytes:
    """The JSON with some entries changed, or with bytes of the buffer changed."""
    tree = json.loads(json.dumps(tree))
    if chance.random() < 0.3:
        buffer = tree["buffers"][0]
        head, _, text = buffer["uri"].partition(",")
        data = bytearray(base64.b64decode(text))
        for _ in range(chance.randint(1, 8)):
            data[chance.randrange(len(data))] = chance.choice([0, 127, 128, 255, 200])
        buffer["uri"] = f"{head},{base64.b64encode(data).decode()}"
        return json.dumps(tree).encode()
    return with_json_changed(chance, json.dumps(tree))


def play(path):
    """Builds all that a picture needs at a few times."""
    model = read_model(path)
    playing = Playing(path, model)
    matrices = Camera().matrices(4, 3, Sphere())
    for time in (0.0, 0.3, 1.0):
        posed = playing.model(time)
        meshes = playing.meshes(posed)
        assert all(np.isfinite(mesh.normals).all() for mesh in meshes)
        for name in model.cameras:
            camera_of(path, posed, name, Camera()).matrices(4, 3, playing.sphere)
        exposure = expose(posed.lights, playing.sphere, meshes)
        for index in exposure.chosen:
            lamp_parameters(posed.lights[index], exposure.factor, playing.sphere, matrices)


def test_mutants_end_in_poses_or_in_errors_of_one_line(tmp_path, recwarn, rounds=ROUNDS, seed=48):
    chance, tree, outcomes = random.Random(seed), original().finished(), []
    path = tmp_path / "a.gltf"
    path.write_bytes(json.dumps(tree).encode())
    play(path)
    for _ in range(rounds):
        path.write_bytes(mutant(chance, tree))
        try:
            play(path)
            outcomes.append(True)
        except ModelError as error:
            assert "\n" not in str(error) and len(str(error)) < 500
            outcomes.append(False)
    assert {*outcomes} == {True, False}
    assert [str(warning) for warning in recwarn if warning.category is RuntimeWarning] == []
