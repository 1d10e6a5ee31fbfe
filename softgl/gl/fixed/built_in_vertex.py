"""The built-in vertex program, in the place of fixed-function transformation: its text."""

from __future__ import annotations

from functools import cache

HEADER = """!!ARBvp1.0
OPTION ARB_position_invariant;
MOV result.color, vertex.color;
MOV result.color.secondary, vertex.color.secondary;
"""

TEXCOORD = """PARAM texture{n}[4] = {{ state.matrix.texture[{n}] }};
DP4 result.texcoord[{n}].x, vertex.texcoord[{n}], texture{n}[0];
DP4 result.texcoord[{n}].y, vertex.texcoord[{n}], texture{n}[1];
DP4 result.texcoord[{n}].z, vertex.texcoord[{n}], texture{n}[2];
DP4 result.texcoord[{n}].w, vertex.texcoord[{n}], texture{n}[3];
"""

EYE = """PARAM modelview[4] = { state.matrix.modelview };
TEMP eye;
DP4 eye.x, vertex.position, modelview[0];
DP4 eye.y, vertex.position, modelview[1];
DP4 eye.z, vertex.position, modelview[2];
"""

FOG = {
    "": "",
    "coordinate": "MOV result.fogcoord.x, vertex.fogcoord.x;\n",
    # OpenGL 2.1, 3.10: "An implementation may choose to approximate the eye-coordinate distance
    # from the eye to each fragment center by |ze|."
    "depth": "ABS result.fogcoord.x, eye.z;\n",
    "distance": "DP3 eye.w, eye, eye;\nRSQ eye.w, eye.w;\nRCP result.fogcoord.x, eye.w;\n",
}
"""Where a fog coordinate may come from."""

# OpenGL 2.1, 3.3: "size * sqrt(1 / (a + b * d + c * d^2))", d the distance from the eye.
ATTENUATED = """PARAM size = state.point.size;
PARAM attenuation = state.point.attenuation;
TEMP d;
DP3 d.z, eye, eye;
MAX d.w, d.z, 1e-30;
RSQ d.y, d.w;
MUL d.y, d.y, d.w;
MOV d.x, 1.0;
DP3 d.w, d, attenuation;
RSQ d.w, d.w;
MUL result.pointsize.x, size.x, d.w;
"""


# OpenGL 2.1, 2.14.1: without lighting the current colour is that of both sides.
BACK = """MOV result.color.back, vertex.color;
MOV result.color.back.secondary, vertex.color.secondary;
"""


@cache
def built_in_vertex(
    texcoords: tuple[int, ...] | range = (), fog: str = "", attenuated=False, back=False
) -> str:
    """A vertex program that passes colours on, and what is asked for.

    texcoords : the texture coordinate sets, transformed by their matrices. fog : one of FOG.
    attenuated : whether it computes the size of points. back : whether it gives back colours.
    """
    text = HEADER + (BACK if back else "")
    text += "".join(TEXCOORD.format(n=number) for number in texcoords)
    if attenuated or fog in ("depth", "distance"):
        text += EYE
    return text + FOG[fog] + (ATTENUATED if attenuated else "") + "END"
