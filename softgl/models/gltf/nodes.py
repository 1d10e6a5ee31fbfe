"""The node hierarchy of a glTF scene: the drawing order and the world matrices of its nodes."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from softgl import hostmath
from softgl.models.files.limits import MAX_NODES
from softgl.models.gltf.document import Document

VISIBILITY = "KHR_node_visibility"
MAX_SINGLE = 4
"""Nodes of a level whose matrices are multiplied one by one, which is faster for few."""


class Transforms(NamedTuple):
    """The local transforms of n nodes.

    translation : (n, 3) float64. rotation : (n, 4) float64, quaternions x, y, z, w of any length.
    scale : (n, 3) float64.
    """

    translation: np.ndarray
    rotation: np.ndarray
    scale: np.ndarray


class Hierarchy:
    """The nodes of a glTF file, as trees.

    nodes : their JSON. order : the nodes of the scene in drawing order, without the invisible ones.
    rest : the transforms that the file states.

    Raises ModelError, also if a node has two parents or is its own ancestor (glTF 2.0, 3.5.2:
    "the node hierarchy MUST be a set of disjoint strict trees").
    """

    def __init__(self, document: Document):
        self.nodes = document.items("nodes")
        if len(self.nodes) > MAX_NODES:
            raise document.error(f"more than {MAX_NODES} nodes")
        self._parents = _parents(document, self.nodes)
        self.order = _order(document, self.nodes, self._parents)
        self._levels = _levels(self.nodes, self._parents)
        self.rest = Transforms(
            _numbers(document, self.nodes, "translation", (0.0, 0.0, 0.0)),
            _numbers(document, self.nodes, "rotation", (0.0, 0.0, 0.0, 1.0)),
            _numbers(document, self.nodes, "scale", (1.0, 1.0, 1.0)),
        )
        matrices = _numbers(document, self.nodes, "matrix", np.identity(4).reshape(-1))
        # glTF 2.0, 5.25: a matrix is in column-major order.
        self._matrices = matrices.reshape(-1, 4, 4).transpose(0, 2, 1)

    def world(self, transforms: Transforms | None = None) -> np.ndarray:
        """The world matrices of all nodes (n, 4, 4) float64.

        transforms : of the nodes; None for the transforms at rest.
        """
        world = local_matrices(*(transforms or self.rest), self._matrices)
        for level in self._levels[1:]:
            if len(level) <= MAX_SINGLE:
                for node in level:
                    world[node] = hostmath.multiply(world[self._parents[node]], world[node])
            else:
                world[level] = hostmath.multiply(world[self._parents[level]], world[level])
        return world


def _children(document, holder, name):
    found = holder.get(name, [])
    if not isinstance(found, list):
        raise document.error(f"{name!r} is not a list")
    last = len(document.items("nodes")) - 1
    return [document.number(child, "an index of 'nodes'", last) for child in found]


def _parents(document, nodes):
    """The parent of each node (n,); -1 for a node without one."""
    parents = np.full(len(nodes), -1)
    for index, node in enumerate(nodes):
        for child in _children(document, node, "children"):
            if parents[child] >= 0:
                cycle = child in _ancestors(index, parents) | _ancestors(child, parents)
                reason = "its nodes form a cycle" if cycle else "its nodes are not a tree"
                raise document.error(f"{reason}: node {child} has two parents")
            parents[child] = index
    return parents


def _order(document, nodes, parents):
    """The visible nodes of the scene in drawing order."""
    if document.items("scenes"):
        scene = document.item("scenes", document.header.get("scene", 0))
        roots = _children(document, scene, "nodes")
    else:  # glTF 2.0, 3.5.1: nothing needs to be drawn then; viewers draw all nodes
        roots = np.flatnonzero(parents < 0).tolist()
    if len(set(roots)) != len(roots):
        raise document.error("the scene lists a root twice")
    for root in roots:
        if parents[root] >= 0:
            cycle = root in _ancestors(root, parents)
            reason = "its nodes form a cycle" if cycle else "its nodes are not a tree"
            raise document.error(f"{reason}: root {root} is a child of node {parents[root]}")
    # A node has at most one parent and a root none, so no node is visited twice.
    order, stack = [], roots[::-1]
    while stack:  # a node, its descendants, its siblings: the order of the file
        node = stack.pop()
        # KHR_node_visibility: "visible" false hides a node and all its descendants.
        extensions = document.object(nodes[node], "extensions")
        if document.object(extensions, VISIBILITY).get("visible") is not False:
            order.append(node)
            stack.extend(reversed(nodes[node].get("children", ())))
    return order


def _levels(nodes, parents):
    """The nodes by levels of the hierarchy, roots first, without the nodes of a cycle."""
    levels, level = [], np.flatnonzero(parents < 0).tolist()
    while level:
        levels.append(level)
        level = [child for node in level for child in nodes[node].get("children", ())]
    return levels


def _ancestors(node, parents):
    found = set()
    while (node := int(parents[node])) >= 0 and node not in found:
        found.add(node)
    return found


def local_matrices(translation, rotation, scale, matrices=None) -> np.ndarray:
    """The local matrices of transforms (n, 4, 4), float64 rounded to float32.

    The arguments are those of `Transforms`; matrices : (n, 4, 4), applied last, or None.
    """
    count = len(translation)
    moved, scaled = np.tile(np.identity(4), (2, count, 1, 1))
    moved[:, :3, 3] = translation
    scaled[:, (0, 1, 2), (0, 1, 2)] = scale
    # glTF 2.0, 5.25: T * R * S.
    local = moved if matrices is None else hostmath.multiply(matrices, moved)
    for step in (_rotations(rotation), scaled):
        local = hostmath.multiply(local, step)
    with np.errstate(over="ignore"):
        return local.astype(np.float32).astype(np.float64)


def _rotations(quaternions):
    """Rotation matrices (n, 4, 4) of quaternions x, y, z, w (n, 4) of any length.

    A zero quaternion gives the identity.
    """
    x, y, z, w = quaternions.T
    with np.errstate(over="ignore"):
        square = w * w + x * x + y * y + z * z
    none = square < np.finfo(np.float64).eps * 4.0
    factor = np.sqrt(2.0 / np.where(none, 1.0, square))
    x, y, z, w = (np.where(none, 0.0, component * factor) for component in (x, y, z, w))
    rows = [
        [1.0 - y * y - z * z, x * y - z * w, x * z + y * w],
        [x * y + z * w, 1.0 - x * x - z * z, y * z - x * w],
        [x * z - y * w, y * z + x * w, 1.0 - x * x - y * y],
    ]
    result = np.tile(np.identity(4), (len(quaternions), 1, 1))
    for row, values in enumerate(rows):
        result[:, row, :3] = np.stack(values, axis=-1)
    return result


def _numbers(document, nodes, name, default):
    """The property `name` of each node: (n, len(default)) float64."""
    result = np.tile(np.array(default), (len(nodes), 1))
    for index, node in enumerate(nodes):
        if name in node:
            result[index] = document.numbers(node[name], name, len(default))
    return result
