"""Morph targets of a glTF primitive (glTF 2.0, 3.7.2.2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from softgl.models.gltf.accessors import read_accessor
from softgl.models.gltf.document import Document
from softgl.models.parts.model import Part

FIELDS = {
    "POSITION": "positions",
    "NORMAL": "normals",
    "COLOR_0": "colours",
    "TEXCOORD_0": "texcoords",
}
"""Attributes of targets -> the fields of a Part that they change. TANGENT is not drawn."""
TYPES = {"COLOR_0": ("VEC3", "VEC4"), "TEXCOORD_0": ("VEC2",)}


def has_targets(primitive: dict) -> bool:
    """True if a primitive has morph targets."""
    return bool(primitive.get("targets"))


def morph(document: Document, primitive: dict, part: Part, weights: Sequence[float]) -> Part:
    """Adds the targets of a primitive to its Part, each multiplied by its weight.

    Weights without a target are ignored. Raises ModelError.
    """
    targets = document.objects(primitive, "targets")
    changed = {}
    for target, weight in zip(targets, weights, strict=False):
        if not weight:
            continue
        for name, field in FIELDS.items():
            values = getattr(part, field)
            if name not in target or values is None:
                continue
            delta = read_accessor(document, target[name], TYPES.get(name, ("VEC3",)))
            if len(delta) != len(values):
                raise document.error(
                    f"a morph target has {len(delta)} values of {name}, expected {len(values)}"
                )
            with np.errstate(over="ignore", invalid="ignore"):
                if field not in changed:
                    changed[field] = np.array(values, np.float64)
                _add(changed[field], delta * float(weight), name)
    if "colours" in changed:
        changed["colours"] = np.clip(changed["colours"], 0.0, 1.0)
    return replace(part, **changed) if changed else part


def _add(values, delta, name):
    if name == "TEXCOORD_0":
        delta = delta * (1.0, -1.0)  # v counts from the lower edge in a Part
    values[:, : delta.shape[1]] += delta
