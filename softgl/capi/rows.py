"""Vertices and attributes of calls from C: rows of a place, a number and four floats."""

from __future__ import annotations

from struct import Struct

from softgl.gl.api import enums as gl
from softgl.gl.api.command import COMMANDS
from softgl.gl.vertices.immediate import PLACES
from softgl.lanes.takers import takers

_ROW = Struct("=ii16s")
_FLOATS = Struct("=4f")


def put_rows(context, rows) -> None:
    """Makes vertices and attributes of rows, for a context or the display list that it makes.

    rows : bytes; the numbers of vertices count from the first row. Outside glBegin and glEnd, where
    vertices are dropped, that number is always 0.
    """
    if takers.are_paused:  # calls are told to a listener, one by one
        for place, _, values in _ROW.iter_unpack(rows):
            _call(place, _FLOATS.unpack(values))
        return
    compiling = context.lists.compiling
    immediate = context.immediate if compiling is None else compiling.immediate
    vertices, objects = immediate.vertices, immediate.table.objects
    first, keeps = immediate.count, type(vertices) is bytearray
    for place, number, values in _ROW.iter_unpack(rows):
        if place == 0:
            vertices.extend(values)
        else:
            objects[place][first + number if keeps else 0] = values


def _call(place: int, values: tuple) -> None:
    """The call of a command that does what a row does."""
    for name, (start, count, first, stem, size) in _COMMANDS.items():
        if start <= place < start + count:
            chosen = () if first is None else (first + place - start,)
            COMMANDS[stem](*chosen, *values[:size])
            return
        del name


_COMMANDS = {
    log: (PLACES[log], *rest)
    for log, *rest in (
        ("vertices", 1, None, "glVertex4f", 4),
        ("color", 1, None, "glColor4f", 4),
        ("normal", 1, None, "glNormal3f", 3),
        ("secondary_color", 1, None, "glSecondaryColor3f", 3),
        ("fog_coord", 1, None, "glFogCoordf", 1),
        ("index", 1, None, "glIndexf", 1),
        ("texcoords", 8, gl.GL_TEXTURE0, "glMultiTexCoord4f", 4),
        ("attribs", 16, 0, "glVertexAttrib4f", 4),
        ("aliased_attribs", 16, 0, "glVertexAttrib4fNV", 4),
    )
}
"""By the name of a log: its place, how many there are, the first choice, a command, its numbers."""
