"""Materials of glTF as they are read: factors, defaults, conversions, images."""

from __future__ import annotations

import io

import numpy as np
import pytest
from PIL import Image

from softgl import Renderer
from softgl.models import Camera, ModelError, View, read
from softgl.models.gltf.glossiness import converted
from softgl.models.parts.materials import Map
from tests.models.documents import data_uri, saved
from tests.models.test_physical import plain, png, square

GLOSSINESS = "KHR_materials_pbrSpecularGlossiness"


def material(tmp_path, entry, images=(), **entries):
    tree = square(entry, images) | entries
    tree["materials"] = [entry]
    (mesh,) = read(saved(tmp_path / "a.gltf", tree))
    return mesh.material


def test_defaults(tmp_path):
    """glTF 2.0, 5.19."""
    found = material(tmp_path, {})
    assert found.colour == (1.0, 1.0, 1.0, 1.0) and (found.metallic, found.roughness) == (1.0, 1.0)
    assert (found.alpha_mode, found.alpha_cutoff, found.double_sided) == ("OPAQUE", 0.5, False)
    assert found.emission == (0.0, 0.0, 0.0) and found.physical and not found.unlit


def test_emission_times_strength(tmp_path):
    strength = {"KHR_materials_emissive_strength": {"emissiveStrength": 4.0}}
    found = material(tmp_path, {"emissiveFactor": [0.25, 0.5, 1], "extensions": strength})
    assert found.emission == (1.0, 2.0, 4.0)


@pytest.mark.parametrize("strength", [1e300, 1e9])
def test_huge_factors_are_white_and_not_black(tmp_path, strength):
    extension = {"KHR_materials_emissive_strength": {"emissiveStrength": strength}}
    entry = {"emissiveFactor": [0.5, 0.5, 0.5], "extensions": extension}
    path = saved(tmp_path / "a.gltf", square(entry) | {"materials": [entry]})
    front = View(Camera(yaw=0, pitch=0, parallel=True), (0, 0, 0, 1))
    frame = Renderer(path, 8, 8, threads=1, view=front).render()
    assert frame.color[4, 4].tolist() == [255] * 4


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        (
            {"pbrMetallicRoughness": {"metallicFactor": "x"}},
            "'metallicFactor' is \"x\", not a number",
        ),
        ({"alphaCutoff": [1]}, r"'alphaCutoff' is \[1\], not a number"),
        ({"emissiveFactor": 1}, "'emissiveFactor' is 1, not 3 numbers"),
    ],
)
def test_wrong_factors_are_named(tmp_path, entry, message):
    with pytest.raises(ModelError, match=message):
        material(tmp_path, entry)


@pytest.mark.parametrize(
    ("factors", "colour", "metallic", "roughness"),
    [
        # Specular colours below those of dielectrics: no metal; the rest is scattered.
        ({"diffuseFactor": [0.5, 0.25, 1, 0.5], "specularFactor": [0, 0, 0]},
         (0.5 / 0.96, 0.25 / 0.96, 1.0, 0.5), 0.0, 0.0),
        # No scattered light: a metal of the specular colour.
        ({"diffuseFactor": [0, 0, 0, 1], "specularFactor": [1, 0.5, 0.25],
          "glossinessFactor": 0.25}, (1.0, 0.5, 0.25, 1.0), 1.0, 0.75),
        ({"diffuseFactor": [0.2, 0.2, 0.2, 1], "specularFactor": [0.04, 0.04, 0.04]},
         (0.2, 0.2, 0.2, 1.0), 0.0, 0.0),
    ],
)  # fmt: skip
def test_glossiness_without_textures(tmp_path, factors, colour, metallic, roughness):
    found = material(tmp_path, {"extensions": {GLOSSINESS: factors}})
    assert found.colour == pytest.approx(colour, abs=1e-9)
    assert (found.metallic, found.roughness) == pytest.approx((metallic, roughness), abs=1e-9)


def test_glossiness_of_textures(tmp_path):
    """A metal and a scattering surface, side by side, as factors give them."""
    images = [png([[0, 0, 0], [200, 100, 50]])]
    surfaces = np.array([[[255, 255, 255, 64], [0, 0, 0, 255]]], np.uint8)
    buffer = io.BytesIO()
    Image.fromarray(surfaces).save(buffer, "PNG")
    images.append("data:image/png;base64," + data_uri(buffer.getvalue()).partition(",")[2])
    entry = {"diffuseTexture": {"index": 0}, "specularGlossinessTexture": {"index": 1}}
    found = material(tmp_path, {"extensions": {GLOSSINESS: entry}}, images)
    colours, surface = np.asarray(found.base.image), np.asarray(found.surface.image)
    assert colours[0, 0].tolist() == [255, 255, 255, 255]
    assert np.abs(colours[0, 1] - np.array([204, 102, 51, 255])).max() <= 1  # / sqrt(0.96)
    assert surface[0].tolist() == [[0, 191, 255], [0, 0, 0]]
    assert (found.metallic, found.roughness, found.colour) == (1.0, 1.0, (1.0, 1.0, 1.0, 1.0))


def test_glossiness_in_chunks(monkeypatch):
    chance = np.random.default_rng(0)
    image = Image.fromarray(chance.integers(0, 256, (7, 5, 4), dtype=np.uint8))
    factors = (1.0, 0.5, 0.25, 1.0), (1.0, 1.0, 0.5), 0.75
    whole = converted(factors, Map(image), Map(image.resize((3, 4))), ValueError)
    monkeypatch.setattr("softgl.models.gltf.glossiness.CHUNK", 4)
    parts = converted(factors, Map(image), Map(image.resize((3, 4))), ValueError)
    for name in ("base", "surface"):
        one, other = (np.asarray(found[name].image) for found in (whole, parts))
        assert one.shape[:2] == (7, 5) and np.array_equal(one, other)


def test_images_by_extension_and_in_buffers(tmp_path):
    """EXT_texture_webp: the WebP is preferred; a wrong `mimeType` does not matter."""
    buffer = io.BytesIO()
    Image.new("RGB", (2, 2), (0, 0, 255)).save(buffer, "WEBP", lossless=True)
    data = buffer.getvalue()
    look = plain(baseColorTexture={"index": 0})
    tree = square(look, [png([[255, 0, 0]])])
    tree["buffers"].append({"byteLength": len(data), "uri": data_uri(data)})
    tree["bufferViews"].append({"buffer": 2, "byteLength": len(data)})
    tree["images"].append({"bufferView": 2, "mimeType": "image/png"})
    tree["textures"][0]["extensions"] = {"EXT_texture_webp": {"source": 1}}
    tree["extensionsRequired"] = ["EXT_texture_webp"]
    (mesh,) = read(saved(tmp_path / "a.gltf", tree))
    assert mesh.material.image.convert("RGB").getpixel((0, 0)) == (0, 0, 255)
    del tree["textures"][0]["source"]
    assert read(saved(tmp_path / "a.gltf", tree))[0].material.image.size == (2, 2)


def test_a_texture_without_an_image_that_is_read(tmp_path):
    tree = square(plain(baseColorTexture={"index": 0}), [png([[0, 0, 0]])])
    tree["textures"] = [{"extensions": {"KHR_texture_basisu": {"source": 0}}}]
    with pytest.warns(match="texture 0 has no image that is read"):
        (mesh,) = read(saved(tmp_path / "a.gltf", tree))
    assert mesh.material.base is None


BAD = [
    ({"alphaMode": "GLASS"}, "'alphaMode' is none of OPAQUE, MASK, BLEND"),
    ({"alphaMode": []}, "'alphaMode' is none of"),
    (plain(baseColorFactor=[1, 1, 1]), "'baseColorFactor' is .*, not 4 numbers"),
    (plain(baseColorTexture={"index": 3}), "3 is not an index of 'textures'"),
    (plain(baseColorTexture={"index": 0, "texCoord": -1}), "-1 is not a set of texture coord"),
    (plain(baseColorTexture={"index": 0, "texCoord": 99}), "99 is not a set of texture coord"),
    ({"extensions": []}, "'extensions' is not an object"),
    ({"normalTexture": {"index": 0, "scale": "x"}}, "'scale' is"),
]


@pytest.mark.parametrize(("entry", "reason"), BAD, ids=[reason for _, reason in BAD])
def test_damaged_materials(tmp_path, entry, reason):
    with pytest.raises(ModelError, match=reason):
        material(tmp_path, entry, [png([[0, 0, 0]])])
