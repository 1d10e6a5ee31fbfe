"""Texture coordinates of glTF: transforms, further sets, and maps that differ in them."""

from __future__ import annotations

import math

import numpy as np
import pytest

from softgl.models import read
from softgl.models.gltf.materials import Coordinates
from softgl.models.parts.materials import MAPS
from tests.models.documents import data_uri, saved
from tests.models.test_physical import PLACES, plain, png, shown, square

RED, GREEN, BLUE, BLACK = [255, 0, 0], [0, 255, 0], [0, 0, 255], [0, 0, 0]
NEAREST = {"magFilter": 9728, "minFilter": 9728}
UNLIT = {"extensions": {"KHR_materials_unlit": {}}}
QUARTERS = png([RED, GREEN], [BLUE, BLACK])  # the upper row first


def texture(index=0, set_number=None, **transform):
    found = {"index": index}
    if set_number is not None:
        found["texCoord"] = set_number
    return {**found, **({"extensions": {"KHR_texture_transform": transform}} if transform else {})}


def with_second_set(tree, places):
    """Adds TEXCOORD_1 to the square of a tree."""
    data = places.astype(np.float32).tobytes()
    tree["bufferViews"].append({"buffer": 2, "byteLength": len(data)})
    tree["buffers"].append({"byteLength": len(data), "uri": data_uri(data)})
    tree["accessors"].append({"componentType": 5126, "type": "VEC2", "count": 6, "bufferView": 2})
    tree["meshes"][0]["primitives"][0]["attributes"]["TEXCOORD_1"] = 2
    return tree


def quarters(picture):
    """The colours of the quarters of a picture: upper left, right, lower left, right."""
    points = [picture[y, x] for y in (10, 21) for x in (10, 21)]
    return "".join("rgb"[point.argmax()] if point.max() > 99 else "-" for point in points)


@pytest.mark.parametrize(
    ("transform", "expected"),
    [
        ({}, "rgb-"),
        ({"offset": [0.5, 0.0]}, "gr-b"),
        ({"offset": [0.0, 0.5]}, "b-rg"),
        ({"scale": [-1.0, 1.0]}, "gr-b"),
        ({"scale": [0.5, 0.5]}, "rrrr"),
        ({"scale": [0.5, 0.5], "offset": [0.5, 0.5]}, "----"),
        # Coordinates turn counter-clockwise about the upper left, so the image turns clockwise.
        ({"rotation": math.pi / 2}, "br-g"),
        ({"rotation": math.pi}, "-bgr"),
        ({"rotation": math.pi / 2, "offset": [0.0, 0.5]}, "rbg-"),
        ({"texCoord": 1}, "gr-b"),
    ],
)
def test_texture_transforms(tmp_path, transform, expected):
    look = {**plain(baseColorTexture=texture(**transform)), **UNLIT}
    tree = with_second_set(square(look, [QUARTERS], sampler=NEAREST), PLACES + (0.5, 0.0))
    assert quarters(shown(tmp_path, tree)) == expected


def test_transforms_scale_then_turn_then_move():
    """KHR_texture_transform: translation * rotation * scale."""
    sine, cosine = 0.6, 0.8
    rows = ((cosine * 2.0, sine * 3.0, 0.25), (-sine * 2.0, cosine * 3.0, 0.5))
    u, v = 0.5, 0.125
    x, y = u * 2.0, v * 3.0
    turned = cosine * x + sine * y + 0.25, -sine * x + cosine * y + 0.5
    (found,) = Coordinates(0, rows).apply(np.array([[u, v]])).tolist()
    assert found == pytest.approx([turned[0], 1.0 - turned[1]])


def test_a_light_map_in_the_second_set(tmp_path):
    """Base colours with a transform in set 0, occlusion in set 1 without it."""
    look = {
        **plain(baseColorTexture=texture(offset=[0.5, 0.0]), metallicFactor=0.0),
        "occlusionTexture": texture(1, 1),
    }
    images = [QUARTERS, png([[255, 255, 255]], [[0, 0, 0]])]
    tree = with_second_set(square(look, images, sampler=NEAREST), PLACES[:, ::-1])
    picture = shown(tmp_path, tree)
    # Set 1 exchanges u and v: the right half is covered.
    assert quarters(picture)[::2] == "g-" and picture[10, 21].max() == 0
    (mesh,) = read(tmp_path / "a.gltf")
    assert mesh.map_texcoords.shape == (len(mesh.positions), len(MAPS), 2)
    base, occlusion = (mesh.map_texcoords[:, MAPS.index(name)] for name in ("base", "occlusion"))
    assert np.array_equal(base, mesh.texcoords) and not np.array_equal(base, occlusion)


@pytest.mark.parametrize("name", MAPS)
def test_each_map_has_its_own_coordinates(tmp_path, name):
    """A map in set 1 is drawn as it is in set 0, if set 1 has the places of set 0."""
    keys = {
        "base": "baseColorTexture",
        "surface": "metallicRoughnessTexture",
        "normals": "normalTexture",
        "glow": "emissiveTexture",
        "occlusion": "occlusionTexture",
    }
    images = [png([[200, 60, 30], [90, 240, 250]], [[40, 110, 220], [150, 90, 60]])]

    def looks(moved):
        info = {key: texture(0, int(each == moved)) for each, key in keys.items()}
        metallic = {key: info.pop(key) for key in (keys["base"], keys["surface"])}
        return {**plain(**metallic), **info, "emissiveFactor": [0.2, 0.2, 0.2]}

    def drawn(moved, first, second):
        tree = square(looks(moved), images, first, NEAREST)
        return shown(tmp_path, with_second_set(tree, second))

    other = PLACES[:, ::-1] * (2.0, 1.0)
    expected = drawn(None, PLACES, other)
    assert np.array_equal(drawn(name, PLACES, PLACES), expected)
    assert not np.array_equal(drawn(name, PLACES, other), expected)


def test_equal_coordinates_of_all_maps_are_stored_once(tmp_path):
    look = {
        **plain(baseColorTexture=texture(scale=[2.0, 2.0])),
        "normalTexture": texture(0, scale=[2.0, 2.0]),
    }
    (mesh,) = read(saved(tmp_path / "a.gltf", square(look, [QUARTERS])))
    assert mesh.map_texcoords is None
    assert mesh.texcoords.tolist() == (PLACES * 2.0 * (1, -1) + (0, 1)).tolist()


def test_maps_without_their_set_are_left_out(tmp_path):
    look = {**plain(baseColorTexture=texture(0, 3)), "normalTexture": texture(0)}
    (mesh,) = read(saved(tmp_path / "a.gltf", square(look, [QUARTERS])))
    assert mesh.material.base is None and mesh.material.normals is not None


@pytest.mark.parametrize(("dtype", "component"), [(np.uint8, 5121), (np.uint16, 5123)])
def test_texture_coordinates_of_integers(tmp_path, dtype, component):
    look = {**plain(baseColorTexture=texture()), **UNLIT}
    tree = square(look, [QUARTERS], sampler=NEAREST)
    data = (PLACES * np.iinfo(dtype).max).astype(dtype).tobytes()
    tree["buffers"][1] = {"byteLength": len(data), "uri": data_uri(data)}
    tree["bufferViews"][1] = {"buffer": 1, "byteLength": len(data)}
    tree["accessors"][1] |= {"componentType": component, "normalized": True}
    assert quarters(shown(tmp_path, tree)) == "rgb-"
