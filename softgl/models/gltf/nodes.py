"""The node hierarchy of a glTF scene: world matrices of its meshes."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from softgl import hostmath
from softgl.models.files.limits import MAX_NODES
from softgl.models.gltf.document import Document


class Placement(NamedTuple):
    """The index of a mesh, and its (4, 4) float64 world matrix."""

    mesh: int
    matrix: np.ndarray


def placements(document: Document) -> list[Placement]:
    """Lists the meshes that the scene places, in drawing order.

    Raises ModelError, also if a node has two parents or is its own ancestor (glTF 2.0, 3.5.2:
    "the node hierarchy MUST be a set of disjoint strict trees").
    """
    nodes = document.items("nodes")
    if len(nodes) > MAX_NODES:
        raise document.error(f"more than {MAX_NODES} nodes")
    parents = _parents(document, nodes)
    order, levels = _visited(document, nodes, parents)
    world = _local_matrices(document, nodes)
    for level in levels[1:]:
        world[level] = hostmath.multiply(world[parents[level]], world[level])
    last = len(document.items("meshes")) - 1
    return [
        Placement(document.number(nodes[n]["mesh"], "an index of 'meshes'", last), world[n])
        for n in order
        if "mesh" in nodes[n]
    ]


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


def _visited(document, nodes, parents):
    """The nodes of the scene in drawing order, and by levels of the hierarchy."""
    scenes = document.items("scenes")
    if not scenes:
        return [], []
    roots = _children(document, document.item("scenes", document.header.get("scene", 0)), "nodes")
    if len(set(roots)) != len(roots):
        raise document.error("the scene lists a root twice")
    for root in roots:
        if parents[root] >= 0:
            cycle = root in _ancestors(root, parents)
            reason = "its nodes form a cycle" if cycle else "its nodes are not a tree"
            raise document.error(f"{reason}: root {root} is a child of node {parents[root]}")
    # A node has at most one parent and a root none, so no node is visited twice.
    order, levels, level = [], [], roots
    while level:
        levels.append(level)
        level = [child for node in level for child in nodes[node].get("children", ())]
    stack = list(roots)
    while stack:  # the last child first, its descendants before its siblings
        order.append(stack.pop())
        stack.extend(nodes[order[-1]].get("children", ()))
    return order, levels


def _ancestors(node, parents):
    found = set()
    while (node := int(parents[node])) >= 0 and node not in found:
        found.add(node)
    return found


def _local_matrices(document, nodes):
    """The local matrices of the nodes (n, 4, 4), float64 rounded to float32."""
    count = len(nodes)
    matrix = _numbers(document, nodes, "matrix", np.identity(4).reshape(-1))
    moved, scaled = np.tile(np.identity(4), (2, count, 1, 1))
    moved[:, :3, 3] = _numbers(document, nodes, "translation", (0.0, 0.0, 0.0))
    scale = _numbers(document, nodes, "scale", (1.0, 1.0, 1.0))
    scaled[:, (0, 1, 2), (0, 1, 2)] = scale
    turned = _rotations(_numbers(document, nodes, "rotation", (0.0, 0.0, 0.0, 1.0)))
    # glTF 2.0, 5.25: a matrix is in column-major order; T * R * S.
    local = matrix.reshape(count, 4, 4).transpose(0, 2, 1)
    for step in (moved, turned, scaled):
        local = hostmath.multiply(local, step)
    with np.errstate(over="ignore"):
        return local.astype(np.float32).astype(np.float64)


def _rotations(quaternions):
    """Rotation matrices (n, 4, 4) of quaternions x, y, z, w (n, 4) of any length.

    A zero quaternion gives the identity.
    """
    x, y, z, w = quaternions.T
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
