"""What of a glTF trimesh decodes: the triangles of some meshes, their colours and textures."""

from __future__ import annotations

import json

from softgl.image import MOST_PIXELS, ImageError
from softgl.models.folder import check_texture
from softgl.models.gltf.document import Document
from softgl.models.limits import MOST_CONVERTED, MOST_TRIANGLES, check_size

COMPONENTS = {5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, 5126: 4}  # type -> bytes
WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4}
# Each attribute that shows in the picture, and its types (glTF 2.0, 3.7.2.1).
ATTRIBUTES = {
    "POSITION": ("VEC3",),
    "NORMAL": ("VEC3",),
    "TEXCOORD_0": ("VEC2",),
    "COLOR_0": ("VEC3", "VEC4"),
}
TRIANGLES, STRIP = 4, 5
ALPHA_MODES = ("OPAQUE", "MASK", "BLEND")
GLOSSINESS = "KHR_materials_pbrSpecularGlossiness"
DRACO = "KHR_draco_mesh_compression"


def reduce(document: Document, copies: dict[int, int]) -> tuple[bytes, dict[str, bytes]]:
    """The JSON of a glTF of some meshes, and what its URIs name.

    copies : mesh -> how often it is placed. In the result it is called by its index and a colon.
    Raises ModelError for whatever is wrong in what the meshes need; the rest is not looked at.
    """
    return _Reduction(document, copies).result()


class _Reduction:
    def __init__(self, document, copies):
        self.document = document
        self.files = {}
        self.vertices = self.triangles = 0
        self.lists = {name: [] for name in ("accessors", "materials", "textures", "images")}
        self.views = []
        self.known = {}  # (list, old index) -> new index
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
        return json.dumps(header).encode(), self.files

    def _added(self, kind, index, made):
        """The new index of entry `index` of list `kind`; `made` makes it of the old entry."""
        old = self.document.item(kind, index)
        if (kind, index) not in self.known:
            entry = made(old)
            self.known[kind, index] = None if entry is None else len(self.lists[kind])
            self.lists[kind] += [] if entry is None else [entry]
        return self.known[kind, index]

    def _primitives(self, mesh, copies):
        """The primitives of a mesh that are triangles."""
        for primitive in self._objects(self.document.item("meshes", mesh), "primitives"):
            mode = primitive.get("mode", TRIANGLES)
            if mode not in (TRIANGLES, STRIP):
                continue
            if DRACO in self.document.object(primitive, "extensions"):
                raise self.document.error(f"{DRACO} is not supported")
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
            triangles = corners // 3 if mode == TRIANGLES else max(0, corners - 2)
            self.vertices += copies * count
            self.triangles += copies * triangles
            check_size(self.document.path, self.vertices, self.triangles)
            if "material" in primitive:
                reduced["material"] = self._added(
                    "materials", primitive["material"], self._material
                )
            if triangles > 0:
                yield reduced

    def _objects(self, holder, name):
        found = holder.get(name, [])
        if not isinstance(found, list) or not all(isinstance(item, dict) for item in found):
            raise self.document.error(f"{name!r} is not a list of objects")
        return found

    def _count(self, accessor):
        return self.lists["accessors"][accessor]["count"]

    def _accessor(self, index, types):
        new = self._added("accessors", index, self._made_accessor)
        if self.lists["accessors"][new]["type"] not in types:
            raise self.document.error(f"accessor {index} is not of the type {' or '.join(types)}")
        return new

    def _made_accessor(self, accessor):
        document = self.document
        component, kind = accessor.get("componentType"), accessor.get("type")
        if type(component) is not int or component not in COMPONENTS:
            raise document.error(f"{component!r} is no type of a component")
        if not isinstance(kind, str) or kind not in WIDTHS:
            raise document.error(f"{kind!r} is no type of an attribute")
        if "sparse" in accessor:
            raise document.error("sparse accessors are not supported")
        count = accessor.get("count")
        document.number(count, f"a count from 1 to {3 * MOST_TRIANGLES}", 3 * MOST_TRIANGLES, 1)
        made = {"componentType": component, "type": kind, "count": count}
        if accessor.get("bufferView") is None:
            return made  # glTF 2.0, 5.1.1: "initialized with zeros"
        data, stride = document.view(accessor["bufferView"])
        size = COMPONENTS[component] * WIDTHS[kind]
        start = document.number(accessor.get("byteOffset", 0), "an offset", len(data))
        end = start + (count - 1) * (stride or size) + size
        if end > len(data):
            raise document.error("an accessor goes beyond its buffer view")
        view = {"uri": f"view {len(self.views)}", "byteLength": end - start}
        if stride is not None:
            view["byteStride"] = stride
        self.files[view["uri"]] = data[start:end]
        self.views.append(view)
        return {**made, "bufferView": len(self.views) - 1}

    def _material(self, material):
        document = self.document
        made = {}
        if "alphaMode" in material:
            made["alphaMode"] = material["alphaMode"]
            if made["alphaMode"] not in ALPHA_MODES:
                raise document.error(f"'alphaMode' is none of {', '.join(ALPHA_MODES)}")
        if "alphaCutoff" in material:
            (made["alphaCutoff"],) = document.numbers([material["alphaCutoff"]], "alphaCutoff", 1)
        if "doubleSided" in material:
            made["doubleSided"] = material["doubleSided"] is True
        factors = {"baseColorFactor": 4}
        look = self.document.object(material, "pbrMetallicRoughness")
        names = ("baseColorTexture",)
        made["pbrMetallicRoughness"] = self._look(look, factors, names, MOST_PIXELS)
        glossiness = self.document.object(material, "extensions").get(GLOSSINESS)
        if isinstance(glossiness, dict):
            factors = {"diffuseFactor": 4, "specularFactor": 3, "glossinessFactor": None}
            names = ("diffuseTexture", "specularGlossinessTexture")
            found = self._look(glossiness, factors, names, MOST_CONVERTED)
            made["extensions"] = {GLOSSINESS: found}
        return made

    def _look(self, source, factors, textures, most):
        """Those of the `factors` (name -> how many numbers) and `textures` that `source` has.

        most : pixels of a texture.
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
                new = self._added("textures", texture, self._texture)
                if new is not None:
                    found[name] = {"index": new}
                    self._check_image(self.lists["textures"][new]["source"], most)
        return found

    def _texture(self, texture):
        webp = self.document.object(self.document.object(texture, "extensions"), "EXT_texture_webp")
        source = webp.get("source", texture.get("source"))
        image = None if source is None else self._added("images", source, self._image)
        return None if image is None else {"source": image}

    def _image(self, image):
        """An image of the model, or None if its file is not there."""
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
