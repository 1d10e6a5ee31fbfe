"""The vertex attributes: their bindings, and their current values (OpenGL 2.1, 2.7)."""

from __future__ import annotations

import numpy as np

from softgl.gl.api.arguments import invalid_operation
from softgl.ir.program import Binding

MAX_TEXTURE_COORDS = 8
MAX_VERTEX_ATTRIBS = 16
MAX_VERTEX_UNITS = 4

POSITION = Binding("vertex.position")
NORMAL = Binding("vertex.normal")
COLOR = Binding("vertex.color.primary")
SECONDARY_COLOR = Binding("vertex.color.secondary")
FOG_COORD = Binding("vertex.fogcoord")
EDGE_FLAG = Binding("vertex.edgeflag")  # true: the first component is not 0
WEIGHT = Binding("vertex.weight", (0,))  # all weights of vertex blending in one attribute
INDEX = Binding("vertex.index")  # stored without effect: there are no colour index buffers
TEXCOORDS = tuple(Binding("vertex.texcoord", (n,)) for n in range(MAX_TEXTURE_COORDS))
ATTRIBS = tuple(Binding("vertex.attrib", (n,)) for n in range(MAX_VERTEX_ATTRIBS))

# NV_vertex_program, table X.2: "Aliasing of vertex attributes with conventional per-vertex
# parameters." Attribute 0 is the position; attribute 1 is the one weight of EXT_vertex_weighting,
# which is not that of ARB_vertex_blend.
ALIASES = {
    ATTRIBS[2]: NORMAL,
    ATTRIBS[3]: COLOR,
    ATTRIBS[4]: SECONDARY_COLOR,
    ATTRIBS[5]: FOG_COORD,
    **{ATTRIBS[8 + n]: texcoord for n, texcoord in enumerate(TEXCOORDS)},
}
"""The conventional attribute of the same number in the NV languages, by generic attribute."""

DEFAULT = (0.0, 0.0, 0.0, 1.0)
"""The components that a command or an array omits (OpenGL 2.1, 2.7)."""

# OpenGL 2.1, 2.7: "There are no current values for vertex attribute zero."
_INITIAL = {
    NORMAL: (0.0, 0.0, 1.0, 1.0),
    COLOR: (1.0, 1.0, 1.0, 1.0),
    SECONDARY_COLOR: DEFAULT,
    FOG_COORD: DEFAULT,
    EDGE_FLAG: (1.0, 0.0, 0.0, 1.0),
    INDEX: (1.0, 0.0, 0.0, 1.0),
    WEIGHT: (1.0, 0.0, 0.0, 0.0),
    **dict.fromkeys(TEXCOORDS + ATTRIBS[1:], DEFAULT),
}


def initial_values(core: bool = False) -> dict[Binding, np.ndarray]:
    """Returns the initial current value of every attribute with one: (4,) float32 each.

    core : True for a context of the core profile, where attribute 0 is one like the others.
    """
    values = _INITIAL | {ATTRIBS[0]: DEFAULT} if core else _INITIAL
    return {binding: np.array(value, np.float32) for binding, value in values.items()}


def texture_coordinate_set(ctx) -> int:
    """Returns the active texture unit; GL_INVALID_OPERATION if it has no texture coordinates."""
    unit = ctx.texturing.active
    if unit >= MAX_TEXTURE_COORDS:
        raise invalid_operation(f"texture unit {unit} is beyond GL_MAX_TEXTURE_COORDS")
    return unit
