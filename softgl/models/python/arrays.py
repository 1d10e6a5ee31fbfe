"""Makes parts of arrays, and checks them."""

from __future__ import annotations

import warnings

import numpy as np
from PIL import Image

from softgl.errors import UsageError
from softgl.image import ImageError, as_image
from softgl.models.files.errors import ModelWarning
from softgl.models.parts.checks import (
    checked_colour,
    checked_flag,
    checked_instance,
    checked_number,
)
from softgl.models.parts.materials import MAPS, Map, Material, to_linear
from softgl.models.parts.model import Part
from softgl.models.parts.polygons import triangulate

WHITE = (1.0, 1.0, 1.0, 1.0)
ALPHA_MODES = ("OPAQUE", "MASK", "BLEND")
MAX_FACTOR = 1e6
"""The limit of the numbers of a material that a program makes."""


def make_part(
    vertices,
    faces=None,
    *,
    normals=None,
    colors=None,
    texcoords=None,
    image=None,
    material: Material | None = None,
) -> Part:
    """Makes a part of a model of arrays. Raises UsageError, which names the argument.

    vertices : (n, 3) numbers.
    faces : integers from 0: (m, 3) triangles, counter-clockwise seen from outside; (m, 4 or more)
        polygons; a list of polygons of any lengths above 2; (m, 2) lines; (m, 1) points; None: a
        point for each vertex.
    normals : (n, 3) numbers of any length above 0, or None.
    colors : display colours, RGB or RGBA: uint8, uint16 (65535 is 1) or floats from 0 to 1; one
        for each vertex (n, 3 or 4), one for each face (m, 3 or 4), or one for all (3 or 4,).
    texcoords : (n, 2) numbers, the origin at the lower left of the image.
    image : a PIL image or an array of uint8 shaped (h, w[, 1, 3 or 4]), the top row first; the
        base colour texture, which needs `texcoords`.
    material : instead of `image`; None: white with colours or an image, else a grey.
    """
    positions = _numbers("vertices", vertices, 3)
    elements, owners = _points(positions) if faces is None else None, None
    if faces is not None:
        elements, owners = _faces(faces, positions)
    count, given = len(positions), len(elements) if owners is None else len(faces)
    per_vertex, per_element = _colours(colors, count, given)
    if per_element is not None and owners is not None:
        per_element = per_element[owners]
    if image is not None:
        if material is not None or texcoords is None:
            raise UsageError("image needs texcoords, and excludes material")
        material = Material(colour=WHITE, base=Map(_image(image)))
    return Part(
        positions,
        elements,
        None if normals is None else _numbers("normals", normals, 3, count),
        per_vertex,
        per_element,
        None if texcoords is None else _numbers("texcoords", texcoords, 2, count),
        material,
    )


def _points(positions):
    """A point for each vertex; warns of those left out, whose coordinates are not finite."""
    finite = np.flatnonzero(np.isfinite(positions).all(axis=1))
    missing = len(positions) - len(finite)
    if missing:
        words = f"{missing} of {len(positions)} points are not finite numbers, and left out"
        warnings.warn(words, ModelWarning, stacklevel=4)
    return finite[:, None]


def checked_part(part: Part) -> Part:
    """Returns a part that a program made. Raises UsageError for arrays of wrong shapes."""
    positions = _numbers("positions", part.positions, 3)
    elements, count = _elements(part.elements, positions, "elements", 3), len(positions)
    for name, width, length in (
        ("normals", 3, count),
        ("colours", 4, count),
        ("element_colours", 4, len(elements)),
        ("texcoords", 2, count),
    ):
        values = getattr(part, name)
        if values is not None:
            _numbers(name, values, width, length)
    if not isinstance(part.material, Material | None):
        raise UsageError(f"material is {_shown(part.material)}, not a softgl.models.Material")
    if part.material is not None:
        _check_material(part.material)
    return part


def _check_material(material):
    """Raises UsageError for a field of a wrong type or value."""
    checked_colour("colour", material.colour, (4,))
    if material.alpha_mode not in ALPHA_MODES:
        known = ", ".join(ALPHA_MODES)
        raise UsageError(f"alpha_mode {material.alpha_mode!r} is not one of {known}")
    for name in ("alpha_cutoff", "metallic", "roughness", "normal_scale", "occlusion_strength"):
        checked_number(name, getattr(material, name), -MAX_FACTOR, MAX_FACTOR)
    emission = np.shape(material.emission)
    if emission != (3,):
        raise UsageError(f"emission is shaped {emission}, not 3 numbers")
    for number in material.emission:
        checked_number("emission", number, 0.0, MAX_FACTOR)
    for name in ("double_sided", "physical", "unlit"):
        checked_flag(name, getattr(material, name))
    for name in MAPS:
        found = getattr(material, name)
        if found is not None:
            checked_instance(
                f"image of {name}", checked_instance(name, found, Map).image, Image.Image
            )


def _numbers(name, values, width, count=None):
    """Returns an array of numbers (count, width). Raises UsageError."""
    found = numeric_array(name, values)
    lengths = "n" if count is None else count
    if found.ndim != 2 or found.shape[1] != width or count not in (None, len(found)):
        raise UsageError(f"{name} is an array shaped {found.shape}, not ({lengths}, {width})")
    if found.dtype.kind not in "iuf":
        raise UsageError(f"{name} holds {found.dtype}, not numbers")
    return found if found.dtype.kind == "f" else found.astype(np.float64)


def numeric_array(name: str, values) -> np.ndarray:
    """Returns an array of any type. Raises UsageError for rows of unequal lengths."""
    try:
        return np.asarray(values)
    except Exception:  # rows of unequal lengths, and objects of other libraries raise many types
        raise UsageError(f"{name} is not an array of numbers: {_shown(values)}") from None


def _shown(value):
    return f"an object of {type(value).__module__}.{type(value).__qualname__}"


def _faces(faces, positions):
    """Returns elements (m, 1 to 3), and the polygon of each, or None. Raises UsageError."""
    counts = _lengths(faces)
    if counts.size and counts.min() < counts.max():
        if counts.min() < 3:
            raise UsageError("faces of several lengths are polygons: each has at least 3 vertices")
        corners = _elements([[corner] for face in faces for corner in face], positions)[:, 0]
    else:
        elements = _elements(faces, positions)
        if elements.shape[1] <= 3:
            return elements, None
        corners, counts = elements.reshape(-1), np.full(*elements.shape)
    triangles, owners = triangulate(positions, corners, counts)
    return corners[triangles], owners


def _lengths(faces):
    """The lengths of the rows of a list; empty for arrays, and for a list with numbers."""
    if not isinstance(faces, list | tuple) or not all(hasattr(face, "__len__") for face in faces):
        return np.zeros(0, np.int64)
    return np.array([len(face) for face in faces], np.int64)


def _elements(faces, positions, name="faces", widest=None):
    """Returns faces as integers (m, 1 to `widest`). Raises UsageError."""
    elements = numeric_array(name, faces)
    if elements.size == 0:
        return np.zeros((0, 3), np.int64)
    if elements.ndim != 2 or (widest is not None and elements.shape[1] > widest):
        expected = "(m, 1 or more)" if widest is None else f"(m, 1 to {widest})"
        raise UsageError(f"{name} is an array shaped {elements.shape}, not {expected}")
    if elements.dtype.kind not in "iu":
        raise UsageError(f"{name} holds {elements.dtype}, not integers, the indices of vertices")
    low, high = int(elements.min()), int(elements.max())
    if low < 0 or high >= len(positions):
        wrong = low if low < 0 else high
        raise UsageError(f"{name} refers to vertex {wrong}: there are {len(positions)}, from 0")
    return elements.astype(np.int64)


def _colours(colors, count, given):
    """Returns linear colours (k, 4) of the vertices, and of the faces; None for missing ones."""
    if colors is None:
        return None, None
    found = numeric_array("colors", colors)
    if found.ndim == 1:
        found = np.broadcast_to(found, (count, *found.shape))
    if found.ndim != 2 or found.shape[1] not in (3, 4) or len(found) not in (count, given):
        raise UsageError(
            f"colors is an array shaped {found.shape}, not (3 or 4) or ({count} vertices or "
            f"{given} faces, 3 or 4)"
        )
    values = to_linear(_display("colors", found), False)
    return (values, None) if len(found) == count else (None, values)


def _display(name, found):
    """Returns colours as uint8, uint16 or floats from 0 to 1. Raises UsageError."""
    if found.dtype.kind not in "iuf":
        raise UsageError(f"{name} holds {found.dtype}, not uint8, uint16 or floats")
    if found.dtype in (np.uint8, np.uint16) or not found.size:
        return found
    low, high = found.min(), found.max()
    whole = found.dtype.kind in "iu"
    if not (low >= 0 and high <= (255 if whole else 1)):
        unit = "integers are from 0 to 255" if whole else "floats are from 0 to 1"
        raise UsageError(f"{name} has values from {low:g} to {high:g}: {unit}")
    return found.astype(np.uint8) if whole else found


def _image(image):
    try:
        return as_image(image)
    except ImageError as error:
        raise UsageError(str(error)) from None
