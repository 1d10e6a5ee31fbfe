"""Reduces a glTF to meshes, colours and textures that trimesh decodes, and reads the rest."""

from __future__ import annotations

import json
from dataclasses import field

import numpy as np

from softgl.image import MAX_PIXELS, ImageError
from softgl.models.files.limits import MAX_CONVERTED, MAX_TRIANGLES, check_size
from softgl.models.files.textures import check_texture
from softgl.models.gltf.document import Document
from softgl.records import dataclass

COMPONENTS = {5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, 5126: 4}  # type -> bytes
UNSIGNED = {5121: "u1", 5123: "<u2", 5125: "<u4"}
WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4}
# Attributes that affect the picture, and their types (glTF 2.0, 3.7.2.1).
ATTRIBUTES = {
    "POSITION": ("VEC3",),
    "NORMAL": ("VEC3",),
    "TEXCOORD_0": ("VEC2",),
    "COLOR_0": ("VEC3", "VEC4"),
}
POINTS, LINES, LINE_LOOP, LINE_STRIP, TRIANGLES, STRIP, FAN = range(7)
# glTF 2.0, 5.26: the default sampler, and the legal values of its properties.
SAMPLER = {"wrapS": 10497, "wrapT": 10497, "minFilter": 9987, "magFilter": 9729}
SAMPLERS = {
    "wrapS": (10497, 33071, 33648),
    "wrapT": (10497, 33071, 33648),
    "minFilter": (9728, 9729, 9984, 9985, 9986, 9987),
    "magFilter": (9728, 9729),
}
ALPHA_MODES = ("OPAQUE", "MASK", "BLEND")
GLOSSINESS = "KHR_materials_pbrSpecularGlossiness"
DRACO = "KHR_draco_mesh_compression"
UNLIT, STRENGTH = "KHR_materials_unlit", "KHR_materials_emissive_strength"


@dataclass
class GltfMaterial:
    """The parts of a material that trimesh ignores.

    samplers : glTF's name of a texture of the material -> its sampler: names of parameters ->
        OpenGL's values.
    numbers : glTF's name of a further factor -> its value.
    """

    samplers: dict[str, dict[str, int]] = field(default_factory=dict)
    numbers: dict[str, float] = field(default_factory=dict)


@dataclass
class Reduced:
    """The result of `reduce`.

    text : the JSON of the reduced glTF. files : URI in it -> bytes.
    materials : one GltfMaterial for each; the name of a material is its index here.
    elements : mesh -> for each primitive None, or the vertices of its points or lines, (n, 1) or
        (n, 2) integers. The text declares those primitives as points.
    """

    text: bytes
    files: dict[str, bytes]
    materials: list[GltfMaterial]
    elements: dict[int, list[np.ndarray | None]]


def reduce(document: Document, copies: dict[int, int]) -> Reduced:
    """Reduces a glTF to some meshes.

    copies : mesh -> number of its placements. The name of a mesh in the text is its index and ":".

    Raises ModelError for errors in data that the meshes need; other data is not read.
    """
    return _Reduction(document, copies).result()


class _Reduction:
    def __init__(self, document, copies):
        self.document = document
        self.files = {}
        self.vertices = self.triangles = 0
        self.lists = {name: [] for name in ("accessors", "materials", "textures", "images")}
        self.views, self.materials = [], []
        self.known = {}  # (list, old index) -> new index
        self.elements = {mesh: [] for mesh in copies}
        self.meshes = [
            {"name": f"{mesh}:", "primitives": list(self._primitives(mesh, count))}
            for mesh, count in copies.items()
        ]

    def result(self):
        asset = self.document.object(self.document.header, "asset")
        buffers = [{"uri": view.pop("uri")} for view in self.views]
        header = {
            "asset": {"version": str(asset.get("version", "2.0"))},
            "buffers": buffers,
            "bufferViews": [{"buffer": index, **view} for index, view in enumerate(self.views)],
            "meshes": self.meshes,
            **self.lists,
        }
        return Reduced(json.dumps(header).encode(), self.files, self.materials, self.elements)

    def _added(self, kind, index, convert):
        """The new index of entry `index` of list `kind`; `convert` converts an old entry once."""
        old = self.document.item(kind, index)
        if (kind, index) not in self.known:
            entry = convert(old)
            self.known[kind, index] = None if entry is None else len(self.lists[kind])
            self.lists[kind] += [] if entry is None else [entry]
        return self.known[kind, index]

    def _primitives(self, mesh, copies):
        """Yields the visible primitives of a mesh, in the order of `elements`."""
        for primitive in self.document.objects(self.document.item("meshes", mesh), "primitives"):
            mode = primitive.get("mode", TRIANGLES)
            if mode not in range(FAN):
                continue
            if DRACO in self.document.object(primitive, "extensions"):
                raise self.document.error(
                    f"compressed with {DRACO}, which is not supported: save it without"
                )
            attributes = self.document.object(primitive, "attributes")
            found = {
                name: self._accessor(attributes[name], types)
                for name, types in ATTRIBUTES.items()
                if name in attributes
            }
            if "POSITION" not in found:
                continue
            count = self._count(found["POSITION"])
            if any(self._count(other) != count for other in found.values()):
                raise self.document.error(f"attributes of mesh {mesh} differ in their counts")
            reduced = {"mode": mode, "attributes": found}
            corners = count
            if "indices" in primitive:
                reduced["indices"] = self._accessor(primitive["indices"], ("SCALAR",))
                corners = self._count(reduced["indices"])
            if mode == TRIANGLES and corners % 3:
                raise self.document.error(f"mesh {mesh} ends within a triangle")
            shapes = corners // 3 if mode == TRIANGLES else max(0, corners - 2)
            elements = None
            if mode < TRIANGLES:
                elements = self._elements(mesh, mode, reduced.pop("indices", None), count)
                reduced["mode"], shapes = POINTS, len(elements)
            self.vertices += copies * count
            self.triangles += copies * shapes
            check_size(self.document.path, self.vertices, self.triangles)
            if "material" in primitive:
                reduced["material"] = self._added(
                    "materials", primitive["material"], self._material
                )
            if shapes > 0:
                self.elements[mesh].append(elements)
                yield reduced

    def _elements(self, mesh, mode, accessor, count):
        """The vertices of each point or line of a primitive: (n, 1) or (n, 2) integers."""
        order = np.arange(count)
        if accessor is not None:
            order = self._integers(accessor)
            if order.size and order.max() >= count:
                raise self.document.error(f"mesh {mesh} refers to a missing vertex")
        if mode == POINTS:
            return order[:, None]
        if mode == LINES:
            return order[: order.size & ~1].reshape(-1, 2)
        ends = np.roll(order, -1) if mode == LINE_LOOP else order[1:]
        return np.stack([order[: len(ends)], ends], axis=1)

    def _integers(self, index):
        """Reads an accessor of indices."""
        accessor = self.lists["accessors"][index]
        kind = UNSIGNED.get(accessor["componentType"])
        if kind is None:
            raise self.document.error("indices are not unsigned integers")
        if "bufferView" not in accessor:
            return np.zeros(accessor["count"], np.int64)
        view = self.views[accessor["bufferView"]]
        data = np.frombuffer(self.files[view["uri"]], np.uint8)
        size = np.dtype(kind).itemsize
        starts = np.arange(accessor["count"]) * view.get("byteStride", size)
        return data[starts[:, None] + np.arange(size)].view(kind)[:, 0].astype(np.int64)

    def _count(self, accessor):
        return self.lists["accessors"][accessor]["count"]

    def _accessor(self, index, types):
        new = self._added("accessors", index, self._dense_accessor)
        if self.lists["accessors"][new]["type"] not in types:
            raise self.document.error(f"accessor {index} is not of the type {' or '.join(types)}")
        return new

    def _dense_accessor(self, accessor):
        document = self.document
        component, kind = accessor.get("componentType"), accessor.get("type")
        if type(component) is not int or component not in COMPONENTS:
            raise document.error(f"{component!r} is not a component type")
        if not isinstance(kind, str) or kind not in WIDTHS:
            raise document.error(f"{kind!r} is not an attribute type")
        if "sparse" in accessor:
            raise document.error("sparse accessors are not supported")
        count = accessor.get("count")
        document.number(count, f"a count from 1 to {3 * MAX_TRIANGLES}", 3 * MAX_TRIANGLES, 1)
        copy = {"componentType": component, "type": kind, "count": count}
        if accessor.get("bufferView") is None:
            return copy  # glTF 2.0, 5.1.1: "initialized with zeros"
        data, stride = document.view(accessor["bufferView"])
        size = COMPONENTS[component] * WIDTHS[kind]
        start = document.number(accessor.get("byteOffset", 0), "an offset", len(data))
        end = start + (count - 1) * (stride or size) + size
        if end > len(data):
            raise document.error("an accessor exceeds its buffer view")
        view = {"uri": f"view {len(self.views)}", "byteLength": end - start}
        if stride is not None:
            view["byteStride"] = stride
        self.files[view["uri"]] = data[start:end]
        self.views.append(view)
        return {**copy, "bufferView": len(self.views) - 1}

    def _material(self, material):
        document = self.document
        reduced, physical = {"name": str(len(self.materials))}, GltfMaterial()
        self.materials.append(physical)
        if "alphaMode" in material:
            reduced["alphaMode"] = material["alphaMode"]
            if reduced["alphaMode"] not in ALPHA_MODES:
                raise document.error(f"'alphaMode' is none of {', '.join(ALPHA_MODES)}")
        if "alphaCutoff" in material:
            (reduced["alphaCutoff"],) = document.numbers(
                [material["alphaCutoff"]], "alphaCutoff", 1
            )
        if "doubleSided" in material:
            reduced["doubleSided"] = material["doubleSided"] is True
        factors = {"baseColorFactor": 4, "metallicFactor": None, "roughnessFactor": None}
        metallic = self.document.object(material, "pbrMetallicRoughness")
        names = ("baseColorTexture", "metallicRoughnessTexture")
        reduced["pbrMetallicRoughness"] = self._copied_values(
            physical, metallic, factors, names, MAX_PIXELS
        )
        names = ("normalTexture", "occlusionTexture", "emissiveTexture")
        reduced |= self._copied_values(physical, material, {"emissiveFactor": 3}, names, MAX_PIXELS)
        extensions = self.document.object(material, "extensions")
        physical.numbers["unlit"] = float(UNLIT in extensions)
        for holder, name in (
            (document.object(material, "normalTexture"), "scale"),
            (document.object(material, "occlusionTexture"), "strength"),
            (document.object(extensions, STRENGTH), "emissiveStrength"),
        ):
            if name in holder:
                (physical.numbers[name],) = document.numbers([holder[name]], name, 1)
        glossiness = extensions.get(GLOSSINESS)
        if isinstance(glossiness, dict):
            factors = {"diffuseFactor": 4, "specularFactor": 3, "glossinessFactor": None}
            names = ("diffuseTexture", "specularGlossinessTexture")
            found = self._copied_values(physical, glossiness, factors, names, MAX_CONVERTED)
            reduced["extensions"] = {GLOSSINESS: found}
        return reduced

    def _copied_values(self, physical, source, factors, textures, most):
        """Copies the `factors` and `textures` that `source` has; stores samplers in `physical`.

        factors : name -> number of components, None for a scalar. most : pixels of a texture.
        """
        found = {}
        for name, count in factors.items():
            if name in source and count is None:
                (found[name],) = self.document.numbers([source[name]], name, 1)
            elif name in source:
                found[name] = self.document.numbers(source[name], name, count)
        for name in textures:
            if name in source:
                texture = self.document.object(source, name).get("index")
                physical.samplers[name] = self._sampler(self.document.item("textures", texture))
                new = self._added("textures", texture, self._texture)
                if new is not None:
                    found[name] = {"index": new}
                    self._check_image(self.lists["textures"][new]["source"], most)
        return found

    def _sampler(self, texture):
        if "sampler" not in texture:
            return SAMPLER
        sampler = self.document.item("samplers", texture["sampler"])
        for name, values in SAMPLERS.items():
            if sampler.get(name, SAMPLER[name]) not in values:
                raise self.document.error(f"{name!r} of a sampler is {sampler[name]!r}")
        return {name: sampler.get(name, value) for name, value in SAMPLER.items()}

    def _texture(self, texture):
        webp = self.document.object(self.document.object(texture, "extensions"), "EXT_texture_webp")
        source = webp.get("source", texture.get("source"))
        image = None if source is None else self._added("images", source, self._image)
        return None if image is None else {"source": image}

    def _image(self, image):
        """Reads an image; returns its entry, or None if its file is missing."""
        document = self.document
        name = f"image {len(self.lists['images'])}"
        try:
            if "bufferView" in image:
                data = bytes(document.view(image["bufferView"])[0])
            else:
                data = document.resource(image.get("uri"))
        except FileNotFoundError:
            return None
        self.files[name] = data
        return {"uri": name}

    def _check_image(self, image, most):
        try:
            check_texture(self.files[self.lists["images"][image]["uri"]], most)
        except ImageError as error:
            raise self.document.error(f"an image cannot be read: {error}") from None
