"""The materials of a glTF file, and the texture coordinates of their maps."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from softgl import hostmath
from softgl.image import MAX_PIXELS
from softgl.models.files.limits import MAX_CONVERTED
from softgl.models.gltf.document import Document
from softgl.models.gltf.extensions import GLOSSINESS, STRENGTH, TRANSFORM, UNLIT
from softgl.models.gltf.glossiness import converted
from softgl.models.gltf.images import Images
from softgl.models.parts.materials import MAPS, Map, Material

MAX_FACTOR = 1e6
"""The limit of a material's factors: larger ones look the same, until they exceed float32."""
ALPHA_MODES = ("OPAQUE", "MASK", "BLEND")
MAX_SET = 31
"""The number of the last set of texture coordinates."""


class Coordinates(NamedTuple):
    """The texture coordinates of a map: the set TEXCOORD_`index`, transformed.

    rows : of the matrix (2, 3) that is applied to (u, v, 1), both from the upper left.
    """

    index: int = 0
    rows: tuple[tuple[float, float, float], ...] = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0))

    def apply(self, stored: np.ndarray) -> np.ndarray:
        """Transforms coordinates of the file (n, 2): (n, 2) float64 from the lower left."""
        u, v = np.asarray(stored, np.float64).T
        if self.rows != Coordinates().rows:
            with np.errstate(over="ignore", invalid="ignore"):
                u, v = (a * u + b * v + c for a, b, c in self.rows)
        return np.stack([u, 1.0 - v], axis=-1)


class GltfMaterial(NamedTuple):
    """A material, and for each of its maps the texture coordinates."""

    material: Material
    coordinates: dict[str, Coordinates]

    def with_sets(self, sets) -> GltfMaterial:
        """Leaves out the maps of a primitive that has only these sets of coordinates."""
        missing = [name for name, found in self.coordinates.items() if found.index not in sets]
        if not missing:
            return self
        kept = {name: found for name, found in self.coordinates.items() if name not in missing}
        return GltfMaterial(replace(self.material, **dict.fromkeys(missing)), kept)


class Materials:
    """The materials of a document, each read once."""

    def __init__(self, document: Document):
        self._document, self._images = document, Images(document)
        self._read: dict[int, GltfMaterial] = {}

    def __getitem__(self, index) -> GltfMaterial:
        """Material `index`. Raises ModelError."""
        material = self._document.item("materials", index)
        if index not in self._read:
            self._read[index] = self._material(material)
        return self._read[index]

    def _material(self, entry):
        document = self._document
        reading = _Reading(document, self._images)
        metallic = document.object(entry, "pbrMetallicRoughness")
        glossiness = document.extension(entry, GLOSSINESS)
        if glossiness is not None:
            looks = self._glossy(reading, glossiness)
        else:
            looks = {
                "colour": reading.numbers(metallic, "baseColorFactor", (1.0, 1.0, 1.0, 1.0)),
                "base": reading.map("base", metallic, "baseColorTexture"),
                "metallic": reading.number(metallic, "metallicFactor", 1.0),
                "roughness": reading.number(metallic, "roughnessFactor", 1.0),
                "surface": reading.map("surface", metallic, "metallicRoughnessTexture"),
            }
        emission = reading.numbers(entry, "emissiveFactor", (0.0, 0.0, 0.0))
        strength = document.extension(entry, STRENGTH) or {}
        strength = reading.number(strength, "emissiveStrength", 1.0)
        mode = entry.get("alphaMode", "OPAQUE")
        if mode not in ALPHA_MODES:
            raise document.error(f"'alphaMode' is none of {', '.join(ALPHA_MODES)}")
        material = Material(
            **looks,
            physical=True,
            alpha_mode=mode,
            alpha_cutoff=reading.number(entry, "alphaCutoff", 0.5),
            double_sided=entry.get("doubleSided") is True,
            normals=reading.map("normals", entry, "normalTexture"),
            normal_scale=reading.number(document.object(entry, "normalTexture"), "scale", 1.0),
            occlusion=reading.map("occlusion", entry, "occlusionTexture"),
            occlusion_strength=reading.number(
                document.object(entry, "occlusionTexture"), "strength", 1.0
            ),
            emission=tuple(_limited(part * strength) for part in emission),
            glow=reading.map("glow", entry, "emissiveTexture"),
            unlit=document.extension(entry, UNLIT) is not None,
        )
        return GltfMaterial(material, reading.coordinates)

    def _glossy(self, reading, entry):
        """The fields of a material of specular colours and glossiness, converted."""
        factors = (
            reading.numbers(entry, "diffuseFactor", (1.0, 1.0, 1.0, 1.0)),
            reading.numbers(entry, "specularFactor", (1.0, 1.0, 1.0)),
            reading.number(entry, "glossinessFactor", 1.0),
        )
        base = reading.map("base", entry, "diffuseTexture", MAX_CONVERTED)
        surface = reading.map("surface", entry, "specularGlossinessTexture", MAX_CONVERTED)
        # Both textures are converted as one, with the coordinates of the first that is present.
        for missing, present in (("base", "surface"), ("surface", "base")):
            if missing not in reading.coordinates and present in reading.coordinates:
                reading.coordinates[missing] = reading.coordinates[present]
        return converted(factors, base, surface, self._document.error)


def _limited(factor):
    """The factor within `MAX_FACTOR`."""
    return min(max(factor, -MAX_FACTOR), MAX_FACTOR)


class _Reading:
    """Reads the properties of one material."""

    def __init__(self, document, images):
        self.document, self._images = document, images
        self.coordinates: dict[str, Coordinates] = {}

    def number(self, holder, name, default):
        if name not in holder:
            return default
        return _limited(self.document.real(holder[name], name))

    def numbers(self, holder, name, default):
        if name not in holder:
            return default
        return tuple(map(_limited, self.document.numbers(holder[name], name, len(default))))

    def map(self, field, holder, name, most=MAX_PIXELS):
        """The texture `name` of `holder` as the map `field` of a Material, or None."""
        if name not in holder:
            return None
        info = self.document.object(holder, name)
        sampler = self._images.sampler(info.get("index"))
        image = self._images.texture(info["index"], most)
        if image is None:
            return None
        self.coordinates[field] = self._coordinates(info)
        return Map(image, tuple(sampler.items()))

    def _coordinates(self, info):
        document = self.document
        transform = document.extension(info, TRANSFORM) or {}
        index = transform.get("texCoord", info.get("texCoord", 0))
        index = document.number(index, "a set of texture coordinates", MAX_SET)
        right, down = self.numbers(transform, "offset", (0.0, 0.0))
        wide, high = self.numbers(transform, "scale", (1.0, 1.0))
        # KHR_texture_transform: scaled, then turned counter-clockwise as v grows downwards, moved.
        sine, cosine = hostmath.sin_cos(self.number(transform, "rotation", 0.0))
        rows = (
            (cosine * wide, sine * high, right),
            (-sine * wide, cosine * high, down),
        )
        return Coordinates(index, rows)


def map_coordinates(material: GltfMaterial, stored) -> tuple[np.ndarray, np.ndarray | None]:
    """The texture coordinates of a part: of its base colour, and of each map if they differ.

    stored : function from the number of a set to its coordinates (n, 2) as in the file.

    Returns (n, 2) and (n, len(MAPS), 2), or None for the latter.
    """
    found = material.coordinates
    first = found.get("base") or next(found[name] for name in MAPS if name in found)
    shared = first.apply(stored(first.index))
    if all(other == first for other in found.values()):
        return shared, None
    made = {first: shared}
    for other in found.values():
        if other not in made:
            made[other] = other.apply(stored(other.index))
    return shared, np.stack([made[found.get(name, first)] for name in MAPS], axis=1)
