"""Builds the model of a glTF scene: its meshes, cameras and lights, at rest and animated."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import numpy as np

from softgl import hostmath
from softgl.models.files.limits import MAX_NODES, check_size
from softgl.models.gltf.animation import Animation, Pose
from softgl.models.gltf.cameras import read_cameras, rigid
from softgl.models.gltf.document import Document
from softgl.models.gltf.instances import read_instances
from softgl.models.gltf.lights import read_lights
from softgl.models.gltf.morphs import has_targets, morph
from softgl.models.gltf.nodes import Hierarchy
from softgl.models.gltf.skins import Skin, check_influences, read_influences, skinned
from softgl.models.parts.model import Model, Part, Placed

MAX_DEFORMED = 1 << 22
"""Vertices of skinned meshes and of meshes with morph targets, which are computed for each time."""


class Primitive(NamedTuple):
    """A primitive of a mesh: its JSON, and its Part with one vertex for each of its attributes."""

    source: dict
    part: Part


class Body(NamedTuple):
    """A node that places a mesh.

    instances : (k, 4, 4) matrices of its instances below the node, or None. skin : or None.
    """

    node: int
    mesh: int
    instances: np.ndarray | None
    skin: Skin | None


def build_model(document: Document, read_mesh: Callable[[int], list]) -> Model:
    """Builds the model of the file's scene.

    read_mesh : takes the index of a mesh and returns its drawn primitives, as pairs of `Primitive`;
        called once for each mesh that the scene places.

    Raises ModelError. An error of an animation is raised when it is played.
    """
    return _Builder(document, read_mesh).model()


class _Builder:
    def __init__(self, document, read_mesh):
        self.document = document
        self.hierarchy = Hierarchy(document)
        nodes = self.hierarchy.nodes
        skins = {}
        self.bodies = [
            self._body(node, nodes[node], skins)
            for node in self.hierarchy.order
            if "mesh" in nodes[node]
        ]
        copies = Counter()
        for body in self.bodies:
            copies[body.mesh] += 1 if body.instances is None else len(body.instances)
        if sum(copies.values()) > MAX_NODES:
            raise document.error(f"more than {MAX_NODES} placed meshes")
        self.meshes = {
            mesh: [Primitive(*pair) for pair in read_mesh(mesh)] for mesh in sorted(copies)
        }
        self.influences = {}
        self.deformed = {}  # of the last pose: key -> Part
        self._check_sizes(copies)
        self.cameras = read_cameras(document, self.hierarchy.order)
        self.lights = read_lights(document, self.hierarchy.order)

    def _body(self, index, node, skins):
        document = self.document
        last = len(document.items("meshes")) - 1
        mesh = document.number(node["mesh"], "an index of 'meshes'", last)
        skin = None
        if "skin" in node:
            last = len(document.items("skins")) - 1
            number = document.number(node["skin"], "an index of 'skins'", last)
            if number not in skins:
                skins[number] = Skin(document, number)
            skin = skins[number]
        return Body(index, mesh, read_instances(document, node), skin)

    def _check_sizes(self, copies):
        vertices = triangles = deformed = 0
        for mesh, count in copies.items():
            for _, part in self.meshes[mesh]:
                vertices += count * len(part.positions)
                triangles += count * len(part.elements)
        check_size(self.document.path, vertices, triangles)
        for body in self.bodies:
            for source, part in self.meshes[body.mesh]:
                if body.skin is not None or has_targets(source):
                    deformed += len(part.positions)
        if deformed > MAX_DEFORMED:
            raise self.document.error(
                f"more than {MAX_DEFORMED} vertices of skins and morph targets"
            )

    def model(self):
        """The model at rest, with its animations."""
        model = self.at(Pose(self.hierarchy.rest, {}))
        for index, animation in enumerate(self.document.items("animations")):
            name = animation.get("name")
            name = (name if isinstance(name, str) else "") or str(index)
            name = f"{name} {index}" if name in model.animations else name
            model.animations[name] = partial(_Player(self, index).at)
        return model

    def at(self, pose):
        """The model in a pose."""
        world = self.hierarchy.world(pose.transforms)
        deformed = {}
        placed = [
            each for body in self.bodies for each in self._placed(body, pose, world, deformed)
        ]
        self.deformed = deformed
        cameras = {
            name: replace(camera, pose=place)
            for name, (node, camera) in self.cameras.items()
            for place in [rigid(world[node])]
            if place is not None
        }
        lights = [replace(light, matrix=world[node]) for node, light in self.lights]
        return Model(placed, cameras, lights)

    def _placed(self, body, pose, world, deformed):
        """Yields the placed parts of a body; stores the parts that it deforms in `deformed`."""
        weights = self._weights(body, pose)
        matrices = None if body.skin is None else body.skin.matrices(world)
        places = world[body.node][None]
        if body.instances is not None:
            places = hostmath.multiply(world[body.node], body.instances)
        for number, primitive in enumerate(self.meshes[body.mesh]):
            key = body.mesh, number
            part = self._morphed(deformed, key, primitive, weights)
            influences = None if matrices is None else self._followed(body, key, primitive)
            if influences is None:
                yield from (Placed(part, place) for place in places)
                continue
            # glTF 2.0, 3.7.3.3: the node's own transform is ignored.
            key = (*key, body.node, tuple(weights), matrices.tobytes())
            part = self._kept(deformed, key, partial(skinned, part, influences, matrices))
            yield Placed(part, hostmath.IDENTITY)

    def _weights(self, body, pose):
        """The weights of a body's morph targets, as numbers."""
        if body.node in pose.weights:
            return pose.weights[body.node]
        holder = self.hierarchy.nodes[body.node]
        if "weights" not in holder:
            holder = self.document.items("meshes")[body.mesh]
        found = holder.get("weights", [])
        return self.document.numbers(found, "weights", len(found) if type(found) is list else 0)

    def _kept(self, deformed, key, make):
        """The Part of a key: that of the last pose if it has one."""
        if key not in deformed:
            found = self.deformed.get(key)
            deformed[key] = make() if found is None else found
        return deformed[key]

    def _morphed(self, deformed, key, primitive, weights):
        if not has_targets(primitive.source) or not any(weights):
            return primitive.part
        make = partial(morph, self.document, *primitive, weights)
        return self._kept(deformed, (*key, tuple(weights)), make)

    def _followed(self, body, key, primitive):
        """The influences of a primitive's vertices; None without."""
        if key not in self.influences:
            count = len(primitive.part.positions)
            self.influences[key] = read_influences(self.document, primitive.source, count)
        if self.influences[key] is not None:
            check_influences(self.document, self.influences[key], body.skin)
        return self.influences[key]


class _Player:
    """Plays one animation; reads it when it is first played."""

    def __init__(self, builder, index):
        self.builder, self.index, self.animation = builder, index, None

    def at(self, time):
        if self.animation is None:
            self.animation = Animation(self.builder.document, self.index)
        return self.builder.at(self.animation.at(time, self.builder.hierarchy))
