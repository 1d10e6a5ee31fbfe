"""Converts trimesh's materials and colours to glTF's material model."""

from __future__ import annotations

import hashlib
from dataclasses import replace

import numpy as np
from PIL import Image

from softgl.models.files.folder import TEXTURES, ModelError
from softgl.models.files.limits import MAX_TEXELS
from softgl.records import dataclass


@dataclass(frozen=True)
class Map:
    """A texture of a material: an image and its sampler.

    sampler : texture parameters, by glTF's names, with OpenGL's values.
    """

    image: Image.Image
    sampler: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True)
class Material:
    """A material in glTF's model.

    colour : linear RGBA factor, 0 to 1.
    base : the base colour texture (sRGB), or None.
    alpha_mode : "OPAQUE", "MASK" (discards below `alpha_cutoff`) or "BLEND".
    physical : True for a physically based material (glTF); else the following fields are unused.
    metallic, roughness : factors; surface : the texture with both, in blue and green.
    normals, normal_scale : the normal map and its strength.
    occlusion, occlusion_strength : the occlusion texture (red) and its strength.
    emission : linear RGB emissive factor; glow : the emissive texture (sRGB).
    unlit : True to show the colour without lighting.
    """

    colour: tuple[float, float, float, float] = (0.52, 0.49, 0.45, 1.0)
    base: Map | None = None
    alpha_mode: str = "OPAQUE"
    alpha_cutoff: float = 0.5
    double_sided: bool = True
    physical: bool = False
    metallic: float = 0.0
    roughness: float = 1.0
    surface: Map | None = None
    normals: Map | None = None
    normal_scale: float = 1.0
    occlusion: Map | None = None
    occlusion_strength: float = 1.0
    emission: tuple[float, float, float] = (0.0, 0.0, 0.0)
    glow: Map | None = None
    unlit: bool = False

    @property
    def image(self) -> Image.Image | None:
        """The image of the base colour texture."""
        return None if self.base is None else self.base.image


class Textures:
    """The textures of a model, each decoded once for all its materials."""

    def __init__(self, path):
        self.path, self.pixels = path, 0
        self._decoded: dict[bytes | int, Image.Image] = {}  # by digest of the file, and by id

    def decode(self, image: Image.Image) -> Image.Image:
        """Decodes an image; returns the same object for equal files. Raises ModelError."""
        if id(image) not in self._decoded:
            # An image that trimesh made itself comes from no file.
            file = getattr(image, "fp", None)
            name = id(image) if file is None else hashlib.sha1(file.getbuffer()).digest()
            if name not in self._decoded:
                self._decoded[name] = self._loaded(image, file is not None)
            self._decoded[id(image)] = self._decoded[name]
        return self._decoded[id(image)]

    def _loaded(self, image, from_file):
        if from_file and image.format not in (*TEXTURES, "MPO"):  # MPO: JPEG from a camera
            raise ModelError(f"{self.path} has a texture of an unsupported format: {image.format}")
        self.pixels += image.width * image.height
        if self.pixels > MAX_TEXELS:
            raise ModelError(f"{self.path}: its textures have more than {MAX_TEXELS} texels")
        try:
            image.load()  # decodes the pixels
        except Exception as error:  # Pillow raises many types for damaged files
            raise ModelError(f"{self.path} has a texture that cannot be read: {error}") from error
        return image


def read_colours(visual, count, linear):
    """The colours of `count` vertices, (count, 4) float64, linear; white without colours."""
    colours = None
    if visual.kind == "vertex":
        colours = visual.vertex_colors
    elif visual.kind == "texture":
        colours = visual.vertex_attributes.get("color")
    if colours is None or len(colours) != count:
        return np.ones((count, 4))
    return to_linear(colours, linear)


def to_linear(colours, linear):
    """Converts stored colours (n, 3 or 4), integers or floats, to (n, 4) linear float64."""
    colours = np.asarray(colours)
    scale = np.iinfo(colours.dtype).max if colours.dtype.kind in "iu" else 1
    values = np.ones((len(colours), 4))
    values[:, : colours.shape[1]] = colours.astype(np.float64) / scale
    if not linear:
        # The programs use gamma 2: the square of a display colour is its linear value.
        values[:, :3] = values[:, :3] * values[:, :3]
    return values


def read_material(visual, gltf_materials, textures):
    """Converts the material of a trimesh visual. Raises ModelError for its textures.

    gltf_materials : the parts of glTF materials that trimesh ignores; None for other formats.
    """
    linear = gltf_materials is not None
    material = getattr(visual, "material", None)
    if material is None:
        plain = Material(physical=linear)
        coloured = visual.kind in ("vertex", "face")
        return replace(plain, colour=(1.0, 1.0, 1.0, 1.0)) if coloured else plain
    simple = not hasattr(material, "baseColorFactor")
    if simple:
        material = material.to_pbr()
    factor, image = material.baseColorFactor, None
    shown = getattr(visual, "uv", None) is not None
    if shown and material.baseColorTexture is not None:
        image = textures.decode(material.baseColorTexture)
    if simple and image is not None:
        factor = None  # a texture replaces Kd, which trimesh invents if it is missing
    factor = np.array([[255, 255, 255, 255]], np.uint8) if factor is None else factor.reshape(1, -1)
    plain = Material(
        colour=tuple(to_linear(factor, linear)[0].tolist()),
        base=None if image is None else Map(image),
        alpha_mode=material.alphaMode or "OPAQUE",
        alpha_cutoff=0.5 if material.alphaCutoff is None else float(material.alphaCutoff),
        # Other formats have no such flag, and their windings are unreliable.
        double_sided=bool(material.doubleSided) if linear else True,
    )
    # trimesh gives primitives without a material one without a name.
    if not linear or not str(material.name or "").isdigit():
        return replace(plain, physical=linear)
    return _physical(plain, material, gltf_materials[int(material.name)], shown, textures)


def _physical(plain, material, gltf_material, shown, textures):
    """Completes a glTF material with its physically based part.

    shown : True if the mesh has texture coordinates.
    """

    def found(value, *names):
        if not shown or value is None:
            return None
        sampler = next(
            (gltf_material.samplers[name] for name in names if name in gltf_material.samplers), {}
        )
        return Map(textures.decode(value), tuple(sampler.items()))

    def number(value):
        return 1.0 if value is None else float(value)

    strength = gltf_material.numbers.get("emissiveStrength", 1.0)
    emission = (0.0, 0.0, 0.0) if material.emissiveFactor is None else material.emissiveFactor
    return replace(
        plain,
        physical=True,
        base=found(material.baseColorTexture, "baseColorTexture", "diffuseTexture"),
        metallic=number(material.metallicFactor),
        roughness=number(material.roughnessFactor),
        surface=found(material.metallicRoughnessTexture, "metallicRoughnessTexture"),
        normals=found(material.normalTexture, "normalTexture"),
        normal_scale=gltf_material.numbers.get("scale", 1.0),
        occlusion=found(material.occlusionTexture, "occlusionTexture"),
        occlusion_strength=gltf_material.numbers.get("strength", 1.0),
        emission=tuple(float(part) * strength for part in emission),
        glow=found(material.emissiveTexture, "emissiveTexture"),
        unlit=bool(gltf_material.numbers.get("unlit", 0.0)),
    )
