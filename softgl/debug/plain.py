"""Converts state to JSON-able values: enums to names, arrays to lists, keys to text."""

from __future__ import annotations

import math
import operator

import numpy as np

from softgl.gl.api import enums, registry

FACTORS = ("GL_ZERO", "GL_ONE")
TRUTHS = ("GL_FALSE", "GL_TRUE")
MODES = ("GL_POINTS", "GL_LINES", "GL_LINE_LOOP", "GL_LINE_STRIP", "GL_TRIANGLES",
         "GL_TRIANGLE_STRIP", "GL_TRIANGLE_FAN", "GL_QUADS", "GL_QUAD_STRIP", "GL_POLYGON",
         "GL_LINES_ADJACENCY_EXT", "GL_LINE_STRIP_ADJACENCY_EXT", "GL_TRIANGLES_ADJACENCY_EXT",
         "GL_TRIANGLE_STRIP_ADJACENCY_EXT")  # fmt: skip
"""Names of enums below 256, which depend on the parameter."""


def enum_name(value: int, small=("GL_NONE",)) -> str:
    """The name of an enum; `small` : the names of the enums from 0 on."""
    value = operator.index(value)
    return small[value] if 0 <= value < len(small) else enums.name_of(value)


def pname_name(value: int) -> str:
    """The name of an enum for glGet or glEnable; other enums share these numbers."""
    if len(_pnames) == 1:
        for group in ("GetPName", "EnableCap"):
            for name in registry.GROUPS.get(group, "").split():
                _pnames.setdefault(getattr(enums, name), name)
    return _pnames.get(value) or enums.name_of(value)


# Shares its number with GL_PROGRAM_BINDING_ARB.
_pnames: dict[int, str] = {enums.GL_MAP2_VERTEX_ATTRIB7_4_NV: "GL_MAP2_VERTEX_ATTRIB7_4_NV"}


def plain(value):
    """Converts a value to JSON: arrays to lists, other than finite numbers to "nan", "inf", "-inf".

    float32 numbers get their shortest spelling: 0.1, not 0.10000000149.
    """
    if isinstance(value, dict):
        return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, np.ndarray):
        return plain(value.tolist())
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, bytes):
        return value.decode("latin-1")
    if not isinstance(value, float):
        return value
    if not math.isfinite(value):
        return str(value)
    single = np.float32(value) if abs(value) < 1e38 else np.float32(0)
    return float(str(single)) if float(single) == value else value
