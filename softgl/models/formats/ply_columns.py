"""Reads the properties of PLY elements by the names that tools give them."""

from __future__ import annotations

import numpy as np

from softgl.models.files.errors import ModelError
from softgl.models.formats.faces import display_colours, flattened
from softgl.models.formats.ply_rows import Rows

COLOURS = (
    ("red", "green", "blue", "alpha"),
    ("r", "g", "b", "a"),
    ("diffuse_red", "diffuse_green", "diffuse_blue", "diffuse_alpha"),
    ("ambient_red", "ambient_green", "ambient_blue", "ambient_alpha"),
)
HARMONICS, BASE = ("f_dc_0", "f_dc_1", "f_dc_2"), 0.28209479177387814
"""The first spherical harmonics of a Gaussian splat: 1 / (2 sqrt(pi)) is their base function."""
NORMALS = (("nx", "ny", "nz"), ("normal_x", "normal_y", "normal_z"))
TEXCOORDS = (
    ("s", "t"), ("u", "v"), ("texture_u", "texture_v"), ("texture_s", "texture_t"), ("tx", "ty"),
    ("s0", "t0"), ("u0", "v0"), ("texcoord_u", "texcoord_v"), ("tex_u", "tex_v"),
)  # fmt: skip
MAX_FLOAT = 2.0
"""Float colours up to here are on the scale of 1, greater ones on that of bytes."""


def read_positions(path, vertices: Rows) -> np.ndarray:
    """The positions (n, 3), float32 or float64. Raises ModelError."""
    columns = [vertices.scalar(name) for name in "xyz"]
    for name, column in zip("xy", columns, strict=False):
        if column is None:
            element = vertices.element
            raise ModelError(
                f"{path}, line {element.line}: element '{element.name}' has no property '{name}'"
            )
    together = _together(columns)
    if together is not None:
        return flattened(together).reshape(-1, 3)
    single = all(column is None or column.dtype.str[1:] == "f4" for column in columns)
    positions = np.zeros((vertices.count, 3), np.float32 if single else np.float64)
    for index, column in enumerate(columns):
        if column is not None:
            positions[:, index] = column
    return positions


def _together(columns):
    """Views float32 columns (n,) that lie side by side in each row as (n, 3); None for others."""
    first = columns[0]
    for index, column in enumerate(columns):
        if column is None or column.dtype != np.dtype("=f4") or not len(column):
            return None
        distance = column.ctypes.data - first.ctypes.data
        if column.strides != first.strides or distance != index * column.itemsize:
            return None
    shape, strides = (len(first), len(columns)), (*first.strides, first.itemsize)
    return np.lib.stride_tricks.as_strided(first, shape, strides, writeable=False)


def _named(rows, tables):
    """The columns of the first names that all are properties; further names are optional."""
    for names in tables:
        columns = [rows.scalar(name) for name in names]
        needed = min(len(columns), 3)
        if all(column is not None for column in columns[:needed]):
            return names, [column for column in columns if column is not None]
    return None


def read_colours(rows: Rows) -> np.ndarray | None:
    """The colours of an element, linear (n, 4) float64; None without."""
    found = _named(rows, COLOURS)
    if found is not None:
        names, columns = found
        largest = _largest(rows.kind(names[0]), columns[:3])
        if len(columns) > 3:
            columns[3] = columns[3] * (largest / _largest(rows.kind(names[3]), columns[3:]))
        return display_colours(columns, largest)
    found = _named(rows, [HARMONICS])
    if found is None:
        return None
    return display_colours([0.5 + BASE * np.asarray(each, np.float64) for each in found[1]], 1.0)


def _largest(kind, columns):
    """The value of full light for a type: of its range, but small integers are bytes."""
    if kind == "u1" or not len(columns[0]):
        return 255.0
    if kind == "u2":
        return 65535.0
    with np.errstate(invalid="ignore"):
        highest = max(float(np.nanmax(np.where(np.isfinite(each), each, 0))) for each in columns)
    if kind.startswith("f"):
        return 1.0 if highest <= MAX_FLOAT else 255.0
    if highest <= 255 or kind == "i1":
        return 127.0 if kind == "i1" else 255.0
    return 65535.0 if highest <= 65535 and kind != "i2" else float(np.iinfo(kind).max)


def read_normals(rows: Rows) -> np.ndarray | None:
    """The normals (n, 3), float64; None without, or if one has no direction.

    Unsigned integers stand for -1 to 1.
    """
    found = _named(rows, NORMALS)
    if found is None:
        return None
    normals = np.stack([np.asarray(column, np.float64) for column in found[1]], axis=1)
    kind = rows.kind(found[0][0])
    if kind.startswith("u"):
        normals = normals / np.iinfo(kind).max * 2.0 - 1.0
    usable = np.isfinite(normals).all() and normals.any(axis=1).all()
    return normals if usable else None


def read_texcoords(rows: Rows) -> np.ndarray | None:
    """The texture coordinates (n, 2), float64; None without."""
    found = _named(rows, TEXCOORDS)
    if found is None:
        return None
    return np.stack([np.asarray(column, np.float64) for column in found[1]], axis=1)
