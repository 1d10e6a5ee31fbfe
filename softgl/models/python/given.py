"""Turns an object of a Python program into a model: `as_model`."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Mapping
from numbers import Real
from uuid import uuid4

import numpy as np

from softgl.errors import UsageError
from softgl.models.parts.checks import MAX_SKEW, checked_instance
from softgl.models.parts.model import Model, Part, Placed
from softgl.models.python import duck
from softgl.models.python.arrays import checked_part, make_part, numeric_array

IDENTITY = np.eye(4)
ALIASES = {"triangles": "faces", "colours": "colors", "uv": "texcoords", "points": "vertices"}
"""Other names of `make_part`'s arguments in a mapping."""


class Given:
    """A model of a Python program, with a name by which other processes tell it from others."""

    def __init__(self, model: Model):
        self.model, self.name = model, uuid4().hex

    def __eq__(self, other):
        return isinstance(other, Given) and other.name == self.name

    def __hash__(self):
        return hash(self.name)


def as_model(what) -> Model:
    """Returns the model of an object. Raises UsageError for objects that are not one.

    what : a Mesh, Scene, PointCloud or Path3D of trimesh, or an object with their attributes
        (`vertices` or `points`, `faces` or `triangles`); a pair (vertices, faces); an array of
        points (n, 3); a mapping with the arguments of `make_part`; a `Part`, a `Placed`, a list of
        them, or a `Model`.
    """
    if isinstance(what, Given):
        return what.model
    placed = what.placed if isinstance(what, Model) else list(_placed(what))
    for part, matrix in placed:
        checked_part(checked_instance("part", part, Part))
        _check_matrix(matrix)
    if not any(len(part.elements) for part, _ in placed):
        raise UsageError("the mesh has nothing to draw: no triangles, lines or points")
    return what if isinstance(what, Model) else Model(placed)


def _placed(what) -> Iterable[Placed]:
    """Yields the placed parts of an object. Raises UsageError."""
    if isinstance(what, Placed):
        yield what
    elif isinstance(what, Part):
        yield Placed(what, IDENTITY)
    elif isinstance(what, Mapping):
        yield Placed(make_part(**_arguments(what)), IDENTITY)
    elif isinstance(what, np.ndarray):
        yield Placed(make_part(what), IDENTITY)
    elif isinstance(what, list | tuple):
        yield from _placed_sequence(what)
    elif duck.is_scene(what):
        for part, matrix in duck.scene_parts(what):
            yield Placed(part, matrix)
    elif duck.is_mesh(what):
        yield Placed(duck.mesh_part(what), IDENTITY)
    else:
        kind = f"{type(what).__module__}.{type(what).__qualname__}".removeprefix("builtins.")
        raise UsageError(
            f"cannot draw an object of {kind}: a model is a path, a mesh with vertices and faces, "
            "a pair (vertices, faces), or parts"
        )


def _placed_sequence(what):
    """Yields the placed parts of a list: (vertices, faces), or several models."""
    models = Part, Placed, Model, Mapping
    if any(isinstance(each, models) or duck.is_scene(each) or duck.is_mesh(each) for each in what):
        for each in what:
            yield from each.placed if isinstance(each, Model) else _placed(each)
    elif len(what) and all(_is_point(row) for row in what):
        yield Placed(make_part(what), IDENTITY)
    elif len(what) == 2:
        yield Placed(make_part(*what), IDENTITY)
    else:
        raise UsageError(
            f"a {type(what).__name__} of {len(what)} is not a model: a pair is (vertices, faces), "
            "with vertices shaped (n, 3) and faces (m, 3)"
        )


def _is_point(row):
    """True for three numbers."""
    is_row = isinstance(row, list | tuple) or (isinstance(row, np.ndarray) and row.ndim)
    return bool(is_row) and len(row) == 3 and all(isinstance(number, Real) for number in row)


def _arguments(mapping):
    """The arguments of `make_part` in a mapping. Raises UsageError for others."""
    known = inspect.signature(make_part).parameters
    arguments = {ALIASES.get(name, name): value for name, value in mapping.items()}
    wrong = [repr(name) for name in arguments if name not in known]
    if wrong or len(arguments) < len(mapping):
        raise UsageError(f"unknown argument {', '.join(wrong)}; known are {', '.join(known)}")
    if "vertices" not in arguments:
        raise UsageError("the argument vertices is missing")
    return arguments


def _check_matrix(matrix):
    """Raises UsageError unless `matrix` is an affine transform."""
    found = numeric_array("the matrix of a part", matrix)
    if found.shape != (4, 4) or found.dtype.kind not in "iuf" or not np.isfinite(found).all():
        raise UsageError(
            f"the matrix of a part is shaped {found.shape} of {found.dtype}, not 4 x 4 finite "
            "numbers"
        )
    if np.abs(found[3] - (0.0, 0.0, 0.0, 1.0)).max() > MAX_SKEW:
        last = " ".join(f"{number:g}" for number in found[3])
        raise UsageError(
            f"the matrix of a part has the last row {last}, not 0 0 0 1: is it transposed?"
        )
