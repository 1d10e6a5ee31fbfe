"""The vertex program in the place of fixed-function transformation."""

from __future__ import annotations

from functools import cache

from softgl.ir.program import Program
from softgl.pipeline.interpolate import FOG_COORDINATE, source_of

_BEGIN = """!!ARBvp1.0
OPTION ARB_position_invariant;
MOV result.color, vertex.color;
MOV result.color.secondary, vertex.color.secondary;
"""

_TEXTURE = """PARAM texture{unit}[4] = {{ state.matrix.texture[{unit}] }};
DP4 result.texcoord[{unit}].x, vertex.texcoord[{unit}], texture{unit}[0];
DP4 result.texcoord[{unit}].y, vertex.texcoord[{unit}], texture{unit}[1];
DP4 result.texcoord[{unit}].z, vertex.texcoord[{unit}], texture{unit}[2];
DP4 result.texcoord[{unit}].w, vertex.texcoord[{unit}], texture{unit}[3];
"""

_FOG_COORDINATE = """MOV result.fogcoord.x, vertex.fogcoord;
"""

# OpenGL 2.1, 3.10: the distance from the eye "may be approximated by |z_e|", as Mesa does.
_FOG_DEPTH = """TEMP depth;
DP4 depth.x, state.matrix.modelview.row[2], vertex.position;
ABS result.fogcoord.x, depth.x;
"""

# OpenGL 2.1, 3.3: "size * sqrt(1 / (a + b * d + c * d^2))", d the distance from the eye.
_ATTENUATED = """PARAM modelview[4] = { state.matrix.modelview };
PARAM size = state.point.size;
PARAM attenuation = state.point.attenuation;
TEMP eye, d;
DP4 eye.x, modelview[0], vertex.position;
DP4 eye.y, modelview[1], vertex.position;
DP4 eye.z, modelview[2], vertex.position;
DP3 d.z, eye, eye;
MAX d.w, d.z, 1e-30;
RSQ d.y, d.w;
MUL d.y, d.y, d.w;
MOV d.x, 1.0;
DP3 d.w, d, attenuation;
RSQ d.w, d.w;
MUL result.pointsize.x, size.x, d.w;
"""


def built_in_vertex(fragment: Program, *, attenuated: bool, fog_coordinate: bool) -> str:
    """The text of a program that gives a fragment program what it reads.

    attenuated : whether points get smaller with their distance. fog_coordinate : whether fog looks
    at the coordinate of the vertex, else at its depth.
    """
    sources = {source_of(attribute) for attribute in fragment.attributes} - {None}
    units = {0, *(source.indices[0] for source in sources if source.name == "result.texcoord")}
    fog = fragment.fog is not None or FOG_COORDINATE in sources
    return _text(tuple(sorted(units)), fog, fog_coordinate, attenuated)


@cache
def _text(units, fog, fog_coordinate, attenuated) -> str:
    parts = [_BEGIN, *(_TEXTURE.format(unit=unit) for unit in units)]
    if fog:
        parts.append(_FOG_COORDINATE if fog_coordinate else _FOG_DEPTH)
    if attenuated:
        parts.append(_ATTENUATED)
    return "".join(parts) + "END"
