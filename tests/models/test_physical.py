"""Materials of glTF: metal, roughness, normal maps, occlusion, emission, samplers."""

from __future__ import annotations

import io

import numpy as np
import pytest
from PIL import Image

from softgl import render
from softgl.models import Camera, ModelError, View, load, read
from tests.models.documents import data_uri, document, saved

CORNERS = np.array([[0, 0, 0], [2, 0, 0], [2, 2, 0], [0, 0, 0], [2, 2, 0], [0, 2, 0]], np.float32)
PLACES = np.array([[0, 1], [1, 1], [1, 0], [0, 1], [1, 0], [0, 0]], np.float32)  # v downwards
FACING = View(Camera(yaw=0, pitch=0), (0, 0, 0, 1))


def png(*rows):
    """A PNG of rows of colours, the upper one first."""
    buffer = io.BytesIO()
    Image.fromarray(np.array(rows, np.uint8)).save(buffer, "PNG")
    return "data:image/png;base64," + data_uri(buffer.getvalue()).partition(",")[2]


def square(material, images=(), places=PLACES, sampler=None, **entries):
    """A glTF of a square that faces the eye; its textures are `images`, in this order."""
    tree = document([{"mesh": 0}], corners=CORNERS, **entries)
    data = places.astype(np.float32).tobytes()
    tree["accessors"].append({"componentType": 5126, "type": "VEC2", "count": 6, "bufferView": 1})
    tree["bufferViews"].append({"buffer": 1, "byteLength": len(data)})
    tree["buffers"].append({"byteLength": len(data), "uri": data_uri(data)})
    shape = {"attributes": {"POSITION": 0, "TEXCOORD_0": 1}, "material": 0}
    tree["meshes"] = [{"primitives": [shape]}]
    tree["materials"] = [{"doubleSided": True, **material}]
    tree["images"] = [{"uri": uri} for uri in images]
    tree["textures"] = [{"source": n} for n in range(len(images))]
    if sampler is not None:
        tree["samplers"] = [sampler]
        tree["textures"] = [{**one, "sampler": 0} for one in tree["textures"]]
    return tree


def shown(tmp_path, tree):
    """The picture (32, 32, 3) of a model, seen from the front, before black."""
    show = load(saved(tmp_path / "a.gltf", tree), view=FACING)
    (picture,) = render.frames(show, 32, 32, machine="eager")
    return np.asarray(picture)[..., :3].astype(int)


def plain(**factors):
    return {"pbrMetallicRoughness": factors}


def test_metal_mirrors_in_its_colour_and_other_surfaces_scatter(tmp_path):
    red = [1.0, 0.0, 0.0, 1.0]
    scattering, metal = (
        shown(tmp_path, square(plain(baseColorFactor=red, metallicFactor=factor)))
        for factor in (0.0, 1.0)
    )
    middle = np.s_[12:20, 12:20]
    # The reflection of a dielectric surface is white.
    assert scattering[middle][..., 1].min() > 20 > metal[middle][..., 1].max()
    assert metal[middle][..., 0].min() > 40


def test_surfaces_by_texture(tmp_path):
    """Blue is metalness, green roughness; red is not looked at."""
    left, right = [255, 255, 0], [255, 255, 255]
    look = plain(metallicRoughnessTexture={"index": 0}, baseColorFactor=[1.0, 0.0, 0.0, 1.0])
    picture = shown(tmp_path, square(look, [png([left, right])]))
    assert picture[16, 10, 1] > 20 > picture[16, 22, 1]


def test_own_light_and_occlusion(tmp_path):
    black = plain(baseColorFactor=[0.0, 0.0, 0.0, 1.0], metallicFactor=1.0)
    glowing = shown(tmp_path, square({**black, "emissiveFactor": [0.0, 1.0, 0.0]}))
    assert glowing[16, 16].tolist() == [0, 255, 0]
    strength = {"KHR_materials_emissive_strength": {"emissiveStrength": 0.25}}
    weak = {**black, "emissiveFactor": [0.0, 1.0, 0.0], "extensions": strength}
    assert abs(shown(tmp_path, square(weak))[16, 16, 1] - 128) <= 1  # gamma 2
    mapped = {**black, "emissiveFactor": [1.0, 1.0, 1.0], "emissiveTexture": {"index": 0}}
    half = shown(tmp_path, square(mapped, [png([[255, 0, 0], [0, 0, 255]])]))
    assert half[16, 10].argmax() == 0 and half[16, 22].argmax() == 2
    white = plain(metallicFactor=0.0)
    dark = {**white, "occlusionTexture": {"index": 0}}
    nearest = {"magFilter": 9728, "minFilter": 9728}
    images = [png([[255, 0, 0], [0, 255, 255]])]
    covered = shown(tmp_path, square(dark, images, sampler=nearest))
    assert covered[16, 10].min() > 100 and covered[16, 22].max() == 0
    dark["occlusionTexture"] = {"index": 0, "strength": 0.0}
    assert shown(tmp_path, square(dark, [png([[0, 0, 0]])]))[16, 16].min() > 100


def test_unlit_colours_are_shown_as_they_are(tmp_path):
    unlit = {
        **plain(baseColorFactor=[0.25, 1.0, 0.0, 1.0]),
        "extensions": {"KHR_materials_unlit": {}},
    }
    assert shown(tmp_path, square(unlit))[16, 16].tolist() == [128, 255, 0]


def test_normal_maps_turn_what_is_lit(tmp_path):
    """The light comes from the upper left: normals towards it are brighter, and y is up."""
    flat, left, right = [128, 128, 255], [40, 128, 218], [216, 128, 218]
    down, up = [128, 40, 218], [128, 216, 218]
    grey = plain(metallicFactor=0.0, baseColorFactor=[0.4, 0.4, 0.4, 1.0])
    look = {**grey, "normalTexture": {"index": 0}}
    sides = shown(tmp_path, square(look, [png([left, right])]))
    assert sides[16, 10].sum() > sides[16, 22].sum() + 2
    rows = shown(tmp_path, square(look, [png([up], [down])]))
    assert rows[10, 16].sum() > rows[22, 16].sum() + 2
    level = shown(tmp_path, square(look, [png([flat])]))
    without = shown(tmp_path, square(grey))
    assert np.abs(level - without).max() <= 4
    look["normalTexture"] = {"index": 0, "scale": 0.0}
    assert np.abs(shown(tmp_path, square(look, [png([left, right])])) - without).max() <= 1


@pytest.mark.parametrize(
    ("wrap", "expected"),
    [(10497, "rgrg"), (33071, "rggg"), (33648, "rggr"), (None, "rgrg")],
)
def test_textures_are_wrapped_as_their_samplers_say(tmp_path, wrap, expected):
    unlit = {**plain(baseColorTexture={"index": 0}), "extensions": {"KHR_materials_unlit": {}}}
    sampler = {"magFilter": 9728, "minFilter": 9728}
    sampler |= {} if wrap is None else {"wrapS": wrap, "wrapT": wrap}
    tree = square(unlit, [png([[255, 0, 0], [0, 255, 0]])], PLACES * [2, 1], sampler)
    picture = shown(tmp_path, tree)
    covered = np.flatnonzero(picture[16].max(axis=-1))
    places = covered[0] + (np.arange(4) + 0.5) / 4 * (covered[-1] + 1 - covered[0])
    assert "".join("rgb"[picture[16, int(x)].argmax()] for x in places) == expected


def test_what_is_read_and_what_is_wrong(tmp_path):
    look = {**plain(), "normalTexture": {"index": 0, "scale": 2.0}}
    (mesh,) = read(saved(tmp_path / "a.gltf", square(look, [png([[0, 0, 0]])])))
    material = mesh.material
    assert (material.metallic, material.roughness, material.normal_scale) == (1.0, 1.0, 2.0)
    assert material.physical and material.normals.image.size == (1, 1)
    assert dict(material.normals.sampler)["wrapS"] == 10497
    for tree, reason in (
        (square(plain(metallicFactor="much")), "'metallicFactor' is"),
        (square({"emissiveFactor": [1, 2]}), "'emissiveFactor' is"),
        (square(plain(baseColorTexture={"index": 0}), [png([[0, 0, 0]])], sampler={"wrapS": 3}),
         "'wrapS' of a sampler is 3"),
    ):  # fmt: skip
        with pytest.raises(ModelError, match=reason):
            read(saved(tmp_path / "a.gltf", tree))
