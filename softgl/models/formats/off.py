"""Reads OFF files of Geomview, as texts or binary, with normals and colours."""

from __future__ import annotations

import re

import numpy as np

from softgl import hostmath
from softgl.models.files.errors import ModelError, text_error
from softgl.models.formats.faces import point_part, polygon_parts, with_face_colours
from softgl.models.formats.number_text import decode, line_at, shown
from softgl.models.formats.off_binary import read_binary
from softgl.models.formats.off_contents import Kind
from softgl.models.formats.off_text import read_text
from softgl.models.parts.model import Model, Part, Placed

KEYWORD = re.compile(rb"(?i)\s*(ST)?(C)?(N)?(4)?(n)?OFF(?![^\s\d])(?:[ \t]+(BINARY)(?!\S))?")
"""Prefixes: texture coordinates, colours and normals of vertices; four and n coordinates.

The counts may follow without a blank, as in the files of ModelNet40."""
N_PREFIX = re.compile(rb"\s*(ST)?C?N?4?nOFF(?![^\s\d])")
"""The prefixes of normals and of n coordinates differ in their case."""


def read(folder, data: bytes) -> Model:
    """Reads an OFF file. Raises ModelError."""
    path = folder.path
    found = KEYWORD.match(data[:256])
    if found and found.group(6):
        _check_coordinates(path, data, found)
        contents = read_binary(folder, data, found.end(), _kind(found))
    else:
        text = re.sub(rb"#[^\n]*", b"", decode(path, data))
        found = KEYWORD.match(text)
        kind = Kind()
        if not found and re.match(rb"\s*[^\s\d+-.]", text):
            word = text.split(None, 1)[0]
            line = line_at(text, text.index(word))
            raise text_error(path, line, f"found {shown(word)}, expected 'OFF' or a number")
        if found:
            _check_coordinates(path, text, found)
            kind = _kind(found)
            text = b"\n" * text.count(b"\n", 0, found.end()) + text[found.end() :]
        contents = read_text(folder, text, kind)
    if not len(contents.positions):
        raise ModelError(f"{path} holds nothing to draw: it has no vertices")
    part = Part(
        contents.positions,
        np.zeros((0, 3), np.int64),
        normals=_usable(contents.normals),
        colours=contents.colours,
    )
    part = with_face_colours(part, contents.face_colours)
    if len(contents.counts):
        parts = polygon_parts(folder, part, contents.corners, contents.counts)
    else:
        parts = [point_part(folder, part)]
    return Model([Placed(each, hostmath.IDENTITY) for each in parts])


def _kind(found):
    texcoords, colours, normals = (bool(found.group(index)) for index in (1, 2, 3))
    return Kind(normals, colours, texcoords)


def _check_coordinates(path, data, found):
    """Raises ModelError for a file of four or n coordinates."""
    many = N_PREFIX.match(data[: found.end()]) or found.group(5)
    if many or found.group(4):
        what = "vertices of any number of coordinates" if many else "four coordinates"
        name = found.group().split()[0].decode()
        line = line_at(data, found.end())
        raise text_error(path, line, f"found '{name}', {what}, expected three ('OFF')")


def _usable(normals):
    """Normals that all have a direction, else None."""
    if normals is None or not np.isfinite(normals).all() or not normals.any(axis=1).all():
        return None
    return normals
