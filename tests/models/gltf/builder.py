"""Builds glTF documents of arrays, for tests, and reads their models."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from softgl.models.files.folder import Folder
from softgl.models.gltf.accessors import read_accessor, read_indices
from softgl.models.gltf.document import Document
from softgl.models.gltf.scenes import build_model
from softgl.models.parts.materials import to_linear
from softgl.models.parts.model import Model, Part
from tests.models.documents import data_uri, text_of

COMPONENTS = {"b": 5120, "B": 5121, "h": 5122, "H": 5123, "I": 5125, "f": 5126}
KINDS = {1: "SCALAR", 2: "VEC2", 3: "VEC3", 4: "VEC4", 16: "MAT4"}


class Tree:
    """A glTF document; `entries` are lists of its JSON, such as nodes and meshes."""

    def __init__(self, **entries):
        self.json = {"asset": {"version": "2.0"}, **entries}
        self.json.setdefault("scenes", [{"nodes": [0]}])
        self.data = b""
        for name in ("accessors", "bufferViews"):
            self.json[name] = []

    def add(self, values, dtype="f", **entries) -> int:
        """Adds an accessor of `values` (n,) or (n, width); returns its index."""
        values = np.array(values, np.dtype(dtype).newbyteorder("<"))
        view = {"buffer": 0, "byteOffset": len(self.data), "byteLength": values.nbytes}
        self.data += values.tobytes() + bytes(-values.nbytes % 4)
        self.json["bufferViews"].append(view)
        accessor = {
            "bufferView": len(self.json["bufferViews"]) - 1,
            "componentType": COMPONENTS[dtype],
            "type": KINDS[1 if values.ndim == 1 else values.shape[1]],
            "count": len(values),
        }
        self.json["accessors"].append({**accessor, **entries})
        return len(self.json["accessors"]) - 1

    def animate(self, node, path, times, values, interpolation=None, name=None, **accessor):
        """Adds an animation of one channel, or a channel to the animation of that name."""
        animations = self.json.setdefault("animations", [])
        animation = next((one for one in animations if name and one.get("name") == name), None)
        if animation is None:
            animation = {"samplers": [], "channels": []}
            animations.append({**animation, **({"name": name} if name else {})})
            animation = animations[-1]
        sampler = {"input": self.add(times), "output": self.add(values, **accessor)}
        if interpolation is not None:
            sampler["interpolation"] = interpolation
        animation["samplers"].append(sampler)
        target = {"node": node, "path": path}
        animation["channels"].append({"sampler": len(animation["samplers"]) - 1, "target": target})

    def finished(self) -> dict:
        """The JSON with its buffer."""
        buffer = {"byteLength": len(self.data), "uri": data_uri(self.data)}
        return {**self.json, "buffers": [buffer]} if self.data else self.json

    def document(self) -> Document:
        return Document(Folder(Path("a.gltf")), text_of(self.finished()))

    def model(self) -> Model:
        """The model, with plain parts of triangles."""
        document = self.document()

        def read_mesh(index):
            return [
                (primitive, plain_part(document, primitive))
                for primitive in document.item("meshes", index)["primitives"]
            ]

        return build_model(document, read_mesh)


def plain_part(document, primitive) -> Part:
    attributes = primitive["attributes"]
    found = {
        name: read_accessor(document, attributes[name]) if name in attributes else None
        for name in ("POSITION", "NORMAL", "COLOR_0", "TEXCOORD_0")
    }
    positions = found["POSITION"]
    elements = np.arange(len(positions))
    if "indices" in primitive:
        elements = read_indices(document, primitive["indices"])
    colours, texcoords = found["COLOR_0"], found["TEXCOORD_0"]
    return Part(
        positions,
        elements.reshape(-1, 3),
        found["NORMAL"],
        None if colours is None else to_linear(colours, True),
        None,
        None if texcoords is None else texcoords * (1.0, -1.0) + (0.0, 1.0),
    )


def drawn(model: Model) -> np.ndarray:
    """The world positions of all corners of a model (n, 3), in order."""
    corners = []
    for part, matrix in model.placed:
        positions = np.asarray(part.positions)[np.asarray(part.elements).reshape(-1)]
        corners.append(positions @ matrix[:3, :3].T + matrix[:3, 3])
    return np.concatenate(corners)
