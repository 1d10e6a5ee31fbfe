"""Divides the faces of PLY files by their textures, as MeshLab and photogrammetry write them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from softgl.models.files.errors import ModelError
from softgl.models.formats.faces import WHITE, polygon_parts
from softgl.models.parts.materials import Map, Material
from softgl.models.parts.model import Part

TEXCOORDS = ("texcoord", "texcoords", "texture_coordinates", "uv")
"""Names of the list with two numbers for each corner of a face."""
NUMBERS = ("texnumber", "tex_number", "texture_number", "texture")
"""Names of a face's texture number."""
MAX_TEXTURES = 1 << 10


def textured_parts(folder, part: Part, faces, corners, counts, names) -> list[Part]:
    """The parts of faces: one for each texture in use, and those without.

    names : of the images. Textures take the place of colours. Raises ModelError.
    """
    if len(names) > MAX_TEXTURES:
        raise ModelError(f"{folder.path} has more than {MAX_TEXTURES} textures")
    texcoords, covered = _corner_texcoords(faces, counts)
    if not names or (texcoords is None and part.texcoords is None):
        return polygon_parts(folder, replace(part, texcoords=None), corners, counts)
    number = np.where(covered, _numbers(faces), -1)
    rest, parts = np.ones(len(counts), dtype=bool), []
    for index, name in enumerate(names):
        chosen = number == index
        image = folder.image(name) if chosen.any() else None
        if image is None:
            continue
        rest &= ~chosen
        kept = np.repeat(chosen, counts)
        plain = replace(
            part, colours=None, element_colours=None, material=Material(WHITE, base=Map(image))
        )
        own = None if texcoords is None else texcoords[kept]
        parts += polygon_parts(folder, plain, corners[kept], counts[chosen], own)
    if rest.any():
        kept = np.repeat(rest, counts)
        plain = replace(part, texcoords=None)
        if part.element_colours is not None:
            plain = replace(plain, element_colours=part.element_colours[rest])
        parts += polygon_parts(folder, plain, corners[kept], counts[rest])
    return parts


def _corner_texcoords(faces, counts):
    """The texture coordinates (k, 2) of all corners, or None; and True for faces that have them.

    Those of faces without, or with a list of another length, are 0.
    """
    name = next((name for name in TEXCOORDS if faces.list(name) is not None), None)
    if name is None:
        return None, np.ones(len(counts), dtype=bool)
    values, lengths = faces.list(name)
    covered = (lengths == 2 * counts) & (counts > 0)
    if not covered.any():
        return None, covered
    texcoords = np.zeros((int(counts.sum()), 2))
    texcoords[np.repeat(covered, counts)] = values[np.repeat(covered, lengths)].reshape(-1, 2)
    return texcoords, covered


def _numbers(faces):
    found = next((faces.scalar(name) for name in NUMBERS if faces.scalar(name) is not None), None)
    if found is None:
        return np.zeros(faces.count, dtype=np.int64)
    with np.errstate(invalid="ignore"):
        return np.where(np.isfinite(found), found, -1)
