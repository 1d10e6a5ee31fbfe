"""Vertices and attributes of calls from C: rows of a place, a number and four floats."""

from __future__ import annotations

from struct import Struct

import numpy as np

from softgl.capi.report import report
from softgl.capi.shapes import GENERIC_0
from softgl.gl.api import enums as gl
from softgl.gl.api.current import current
from softgl.gl.api.declarations import COMMANDS
from softgl.gl.vertices.immediate import PLACES
from softgl.lanes.native_setters import setters
from softgl.tuning import limits

NO_CONTEXT = "no context is current in this thread: calls do nothing"
_ROW = Struct("=ii16s")
_FLOATS = Struct("=4f")
_TABLE = np.dtype([("place", np.int32), ("number", np.int32), ("values", "V16")])


def put_current_rows(rows) -> None:
    """Makes vertices and attributes of rows, as `put_rows`, for the current context."""
    context = current.called
    if context is None:
        report(NO_CONTEXT)
    else:
        put_rows(context, rows)


def put_rows(context, rows) -> None:
    """Makes vertices and attributes of rows, for a context or the display list that it makes.

    rows : bytes; the numbers of vertices count from the first row. Outside glBegin and glEnd, where
    vertices are dropped, that number is always 0.
    """
    # Calls are told to a listener one by one; core contexts and OpenGL ES refuse some.
    if setters.are_paused or context.lacks:
        for place, number, values in _ROW.iter_unpack(rows):
            if context.lacks and place == 0 and number == GENERIC_0:
                place = PLACES["attribs"]
            _call(place, _FLOATS.unpack(values))
        return
    compiling = context.lists.compiling
    immediate = context.immediate if compiling is None else compiling.immediate
    vertices, objects = immediate.vertices, immediate.table.objects
    first, keeps = immediate.count, type(vertices) is bytearray
    if keeps and len(rows) >= limits.MIN_NUMPY_ROWS * _ROW.size and _put_many(immediate, rows):
        return
    for place, number, values in _ROW.iter_unpack(rows):
        if place == 0:
            vertices.extend(values)
        else:
            objects[place][first + number if keeps else 0] = values


def _put_many(immediate, rows) -> bool:
    """`put_rows` for many rows; False if logs must record each one separately."""
    table, objects = np.frombuffer(rows, _TABLE), immediate.table.objects
    places, first = table["place"], immediate.count
    used = np.flatnonzero(np.bincount(places))
    if any(place and type(objects[place]) is not dict for place in used):
        return False
    for place in used.tolist():
        chosen = table[places == place]
        if place:
            numbers = (chosen["number"] + first).tolist()
            objects[place].update(zip(numbers, chosen["values"].tolist(), strict=True))
        else:
            immediate.vertices.extend(chosen["values"].tobytes())
    return True


def _call(place: int, values: tuple) -> None:
    """Calls the command that has the effect of a row."""
    for start, count, first, name, size in _COMMANDS:
        if start <= place < start + count:
            chosen = () if first is None else (first + place - start,)
            COMMANDS[name](*chosen, *values[:size])


_COMMANDS = [
    (PLACES[log], *rest)
    for log, *rest in (
        ("vertices", 1, None, "glVertex4f", 4),
        ("color", 1, None, "glColor4f", 4),
        ("normal", 1, None, "glNormal3f", 3),
        ("secondary_color", 1, None, "glSecondaryColor3f", 3),
        ("fog_coord", 1, None, "glFogCoordf", 1),
        ("index", 1, None, "glIndexf", 1),
        ("texcoords", 8, gl.GL_TEXTURE0, "glMultiTexCoord4f", 4),
        ("attribs", 16, 0, "glVertexAttrib4f", 4),
        ("desktop_attribs", 16, 0, "glVertexAttrib4d", 4),
        ("aliased_attribs", 16, 0, "glVertexAttrib4fNV", 4),
    )
]
"""(first place, number of places, first choice, command, numbers that it takes)."""
