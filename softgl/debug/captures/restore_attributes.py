"""Makes the calls that restore current attributes exactly."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from softgl.gl.api import enums as gl
from softgl.gl.vertices.attributes import (
    ALIASES,
    ATTRIBS,
    COLOR,
    DEFAULT,
    EDGE_FLAG,
    FOG_COORD,
    INDEX,
    NORMAL,
    SECONDARY_COLOR,
    TEXCOORDS,
    WEIGHT,
)

Calls = Iterator[tuple]


def current(ctx) -> Calls:
    """Yields the calls that set the current attributes.

    Of a generic attribute and its alias, the one set first comes first. The calls precede those of
    capabilities, which change their effect.
    """
    values, later = ctx.vertex.current, ctx.vertex.generic_later
    if ATTRIBS[0] in values:  # in core contexts
        yield "glVertexAttribI4uiEXT", (0, *values[ATTRIBS[0]].view(np.uint32).tolist())
    for number, generic in enumerate(ATTRIBS[1:], 1):
        words = tuple(values[generic].view(np.uint32).tolist())
        calls = [("glVertexAttribI4uiEXT", (number, *words))]
        alias = ALIASES.get(generic)
        if alias is not None:
            calls.insert(0 if later[generic] else 1, _conventional(alias, values[alias].tolist()))
        yield None, *calls
    for binding in (EDGE_FLAG, INDEX, WEIGHT):
        yield _conventional(binding, values[binding].tolist())


_CONVENTIONAL = {
    COLOR: ("glColor4f", 4),
    NORMAL: ("glNormal3f", 3),
    SECONDARY_COLOR: ("glSecondaryColor3f", 3),
    FOG_COORD: ("glFogCoordf", 1),
    EDGE_FLAG: ("glEdgeFlag", 1),
    INDEX: ("glIndexf", 1),
}
_NUMBERS = {alias: generic.indices[0] for generic, alias in ALIASES.items()}


def _conventional(binding, values):
    if binding in TEXCOORDS:
        return "glMultiTexCoord4f", (gl.GL_TEXTURE0 + TEXCOORDS.index(binding), *values)
    if binding == WEIGHT:
        return "glWeightfvARB", (4, tuple(values))
    command, size = _CONVENTIONAL[binding]
    components = values[:size]
    if binding in _NUMBERS and tuple(values[size:]) != DEFAULT[size:]:
        # Only a command for the generic attribute sets the other components.
        return "glVertexAttrib4fNV", (_NUMBERS[binding], *values)
    return command, tuple(map(int, components)) if binding == EDGE_FLAG else tuple(components)


def attribute(binding, packed):
    """The call that sets an attribute to a packed value."""
    if binding in ATTRIBS:
        words = tuple(np.frombuffer(packed, np.uint32).tolist())
        return "glVertexAttribI4uiEXT", (ATTRIBS.index(binding), *words)
    return _conventional(binding, np.frombuffer(packed, np.float32).tolist())
