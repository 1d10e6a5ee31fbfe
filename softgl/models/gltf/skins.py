"""Skins of glTF: vertices that follow joints (glTF 2.0, 3.7.3)."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from softgl import hostmath
from softgl.models.gltf.accessors import UNSIGNED, read_accessor
from softgl.models.gltf.document import Document
from softgl.models.parts.model import Part

MAX_SETS = 8
"""Sets of four joints of a vertex: JOINTS_0, JOINTS_1, ..."""
MAX_WEIGHT = 1e30
"""A weight before the scaling to a sum of 1."""
CHUNK = 1 << 15
"""Vertices whose matrices exist at once."""


class Influences(NamedTuple):
    """The joints of n vertices, and their weights, which add up to 1: (n, k) each."""

    joints: np.ndarray
    weights: np.ndarray


class Skin:
    """The skin `index` of a file. Raises ModelError."""

    def __init__(self, document: Document, index):
        skin = document.item("skins", index)
        joints, last = skin.get("joints"), len(document.items("nodes")) - 1
        if not isinstance(joints, list) or not joints:
            raise document.error(f"skin {index}: 'joints' is not a list of nodes")
        self.joints = [document.number(joint, "an index of 'nodes'", last) for joint in joints]
        # glTF 2.0, 5.28.1: "When undefined, each matrix is a 4x4 identity matrix".
        self._inverses = hostmath.IDENTITY[None]
        if "inverseBindMatrices" in skin:
            inverses = read_accessor(document, skin["inverseBindMatrices"], ("MAT4",))
            if len(inverses) < len(joints):
                raise document.error(
                    f"skin {index}: found {len(inverses)} inverse bind matrices, expected "
                    f"{len(joints)}"
                )
            self._inverses = inverses[: len(joints)].reshape(-1, 4, 4).transpose(0, 2, 1)

    def matrices(self, world: np.ndarray) -> np.ndarray:
        """The matrices from a mesh at rest to the world, of each joint: (j, 4, 4).

        world : the world matrices of all nodes.
        """
        return hostmath.multiply(world[self.joints], self._inverses)


def read_influences(document: Document, primitive: dict, count: int) -> Influences | None:
    """The joints and weights of a primitive's `count` vertices; None without. Raises ModelError."""
    attributes = document.object(primitive, "attributes")
    joints, weights = [], []
    for number in range(MAX_SETS):
        names = f"JOINTS_{number}", f"WEIGHTS_{number}"
        if any(name not in attributes for name in names):
            break
        joints.append(read_accessor(document, attributes[names[0]], ("VEC4",), UNSIGNED))
        weights.append(read_accessor(document, attributes[names[1]], ("VEC4",)))
        if len(joints[-1]) != count or len(weights[-1]) != count:
            raise document.error(
                f"found {len(joints[-1])} and {len(weights[-1])} values of {' and '.join(names)}, "
                f"expected {count}"
            )
    if not joints:
        return None
    weights = np.concatenate(weights, axis=1).astype(np.float64)
    weights = np.where(weights > 0.0, np.minimum(weights, MAX_WEIGHT), 0.0)
    total = weights[:, 0]
    for column in weights.T[1:]:
        total = total + column
    weights[:, 0] = np.where(total > 0.0, weights[:, 0], 1.0)
    weights = weights / np.where(total > 0.0, total, 1.0)[:, None]
    return Influences(np.concatenate(joints, axis=1).astype(np.int64), weights)


def check_influences(document: Document, influences: Influences, skin: Skin) -> None:
    """Raises ModelError if a vertex follows a joint that the skin lacks."""
    most = int(influences.joints.max(where=influences.weights > 0.0, initial=0))
    if most >= len(skin.joints):
        raise document.error(f"a vertex follows joint {most} of a skin of {len(skin.joints)}")


def skinned(part: Part, influences: Influences, matrices: np.ndarray) -> Part:
    """Moves a part to where its joints are; matrices : of `Skin.matrices`."""
    count = len(part.positions)
    positions = np.empty((count, 3))
    normals = None if part.normals is None else np.empty((count, 3))
    mirrored = 0
    rows = matrices[:, :3].reshape(-1, 12)
    with np.errstate(over="ignore", invalid="ignore"):
        for start in range(0, count, CHUNK):
            chunk = slice(start, start + CHUNK)
            m = _blended(influences, rows, chunk)
            x, y, z = np.asarray(part.positions[chunk], np.float64).T
            for row in range(3):
                positions[chunk, row] = m[row][0] * x + m[row][1] * y + m[row][2] * z + m[row][3]
            cofactors = hostmath.cofactors(m)
            first = cofactors[0]
            signs = m[0][0] * first[0] + m[0][1] * first[1] + m[0][2] * first[2]
            mirrored += np.count_nonzero(signs < 0.0)
            if normals is None:
                continue
            signs = np.where(signs < 0.0, -1.0, 1.0)
            x, y, z = np.asarray(part.normals[chunk], np.float64).T
            for row, (a, b, c) in enumerate(cofactors):
                normals[chunk, row] = (a * x + b * y + c * z) * signs
    # glTF 2.0, 3.7.4: a mirroring transform reverses the winding.
    elements = part.elements[:, ::-1] if 2 * mirrored > count else part.elements
    return replace(part, positions=positions, normals=normals, elements=elements)


def _blended(influences, rows, chunk):
    """The weighted sums of matrices of the vertices of a chunk, m[row][column] (n,)."""
    joints, weights = influences.joints[chunk], influences.weights[chunk]
    total = None
    for column in range(joints.shape[1]):
        share = weights[:, column]
        if total is not None and not share.any():
            continue
        joint = np.where(share > 0.0, joints[:, column], 0)
        term = rows[joint] * share[:, None]
        total = term if total is None else total + term
    return total.T.reshape(3, 4, -1)
