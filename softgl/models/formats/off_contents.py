"""The records of OFF files, of texts and binary ones."""

from __future__ import annotations

import numpy as np

from softgl.models.files.errors import ModelError
from softgl.models.formats.faces import DEFAULT_COLOUR, display_colours
from softgl.models.formats.number_text import shown_number
from softgl.records import dataclass

MAX_FLOAT = 2.0
"""Colours with a decimal point up to here are on the scale of 1, greater ones on that of bytes."""


@dataclass(frozen=True)
class Kind:
    """Values that vertices have behind their positions, in this order, by a file's keyword."""

    normals: bool = False
    colours: bool = False
    texcoords: bool = False


@dataclass(frozen=True, eq=False)
class Contents:
    """The contents of an OFF file.

    positions : (n, 3). normals : (n, 3) or None. colours : of vertices, linear (n, 4), or None.
    corners, counts : the vertices of all faces, and the corners of each. face_colours : linear
    (p, 4), or None.
    """

    positions: np.ndarray
    normals: np.ndarray | None
    colours: np.ndarray | None
    corners: np.ndarray
    counts: np.ndarray
    face_colours: np.ndarray | None


def check_count(path, name: str, value: float) -> int:
    """Returns a count as an integer. Raises ModelError for another number."""
    if not 0 <= value < 1 << 53 or value != int(value):
        found = f"found {shown_number(value)} as the number of {name}"
        raise ModelError(f"{path}: {found}, expected an integer from 0")
    return int(value)


def colours_of_faces(values, sizes, decimal) -> np.ndarray | None:
    """The linear colours (p, 4) of faces; None if none has one.

    values : (p, 4). sizes : (p,) values that the file states: 3 or 4 are a colour, 1 is the number
    of an entry in a colour map, which the file lacks. decimal : True for values of 0 to 1, else
    they are 0 to 255.
    """
    own = sizes >= 3
    if not own.any():
        return None
    values = np.array(values, dtype=np.float64)
    with np.errstate(invalid="ignore", over="ignore"):
        decimal = decimal & ~(values[:, :3] > MAX_FLOAT).any(axis=1)
        full = np.where(decimal, 1.0, 255.0)[:, None]
        values = values / full
    values[sizes < 4, 3] = 1.0
    colours = display_colours(list(values[own].T), 1.0)
    found = np.tile(DEFAULT_COLOUR, (len(values), 1))
    found[own] = colours
    return found


def colours_of_vertices(values, decimal: bool) -> np.ndarray:
    """The linear colours (n, 4) of vertices; values : (n, 3 or 4), 0 to 1 or 0 to 255.

    decimal : True if a value has a decimal point.
    """
    with np.errstate(invalid="ignore"):
        highest = np.max(np.where(np.isfinite(values), values, 0.0), initial=0.0)
    full = 1.0 if highest <= (MAX_FLOAT if decimal else 1.0) else 255.0
    return display_colours(list(values.T), full)
