"""Programs with NVIDIA's options as plain ARB programs, which Mesa draws as softgl the source."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from softgl.translate import translate
from tests.drivers.drawing import clear, draw_whole_view, use_programs

pytestmark = pytest.mark.driver

OPTION = "!!ARBfp1.0 OPTION NV_fragment_program2; TEMP t, u; "
HEAD = "MOV t, fragment.texcoord[0]; MOV u, 0;"
TAIL = "MAD result.color, u, 0.13, 0.4; MOV result.color.w, 1; END"
FRAGMENTS = {
    "branches": f"{OPTION}{HEAD} MOVC t, t; IF GT.x; ADDC u, t, -0.3; IF LT.y; MUL u, u, t.wzyx;"
    f" ENDIF; ELSE; SGT u, t, -0.4; KIL fragment.texcoord[1].x; ENDIF; {TAIL}",
    "loops": f"{OPTION}PARAM n = {{ 4 }}; {HEAD} REP n; ADD u, u, 0.5; SLTC t.x, u, t; BRK (EQ.x);"
    f" MAD u, u, t.y, 0.1; ENDREP; {TAIL}",
    "precisions": f"{OPTION}{HEAD} MADH u, t, 0.7, 0.3; MULX_SAT u.yz, t, 1.3; NRMH t, u;"
    f" ADD u, u, t; {TAIL}",
    "fixed point": f"{OPTION}MUL t, fragment.position.xyxy, {{ 0.137, 0.171, 0.01, -0.01 }};"
    f" MOVX u, t; SUB u, t, u; MUL u, u, 4000; {TAIL}",
    "small halves": f"{OPTION}SHORT TEMP h; MUL t, fragment.position.xyxy,"
    f" {{ 1e-6, 2e-6, 0, -1e-6 }}; MOVH h, t; SUB u, t, h; MUL u, u, 4e7; {TAIL}",
    "whole numbers": "!!NVfp4.0 TEMP t, u; MAD t, fragment.position.xyxy,"
    f" {{ 0.25, 0.171, 0.5, 0.25 }}, -1.5; ROUND u, t; {TAIL}",
    "unwritten": f"{OPTION}MOVC t.x, fragment.texcoord[0]; MOV t.yz (LT.x), 2; ADD u.xy, u, t;"
    f" MAD u, u, 0.5, t.yzxw; {TAIL}",
    "subroutines": f"{OPTION}{HEAD} MOVC u, t; CAL s (GT.y); CAL s; {TAIL[:-4]} RET;"
    " s: MAD u, u, 0.5, 0.2; MOVC t.x, u; RET (LT.x); DIV u, u, t.w; RET; END",
}
VERTEX = (
    "!!ARBvp1.0 OPTION NV_vertex_program2; TEMP t; MOV result.position, vertex.position;"
    " MOVC t, vertex.texcoord[0]; BRA a (LT.x); MAD t, t, 0.3, 0.5; BRA b; a: SGT t, t.yzxw, -0.5;"
    " b: MOV result.texcoord[0], t; MOV result.texcoord[1], vertex.texcoord[1]; END"
)
PARTS = (
    "!!VP2.0 MOV o[HPOS], v[0]; MOVC R0.x, v[0].y; MOV o[TEX0].x, v[0]; MOV o[TEX1].yz, v[0];"
    " MOV o[TEX1].y (GT.x), v[0].x; END"
)
SHOWN = "!!ARBfp1.0 MAD result.color, fragment.texcoord[0], 0.4, 0.3; END"
GENERIC = (
    "VERT\nDCL IN[0]\nDCL OUT[0], POSITION\nDCL OUT[1], GENERIC[3]\nMOV OUT[0], IN[0]\n"
    "MOV OUT[1], IN[0].yxzw\nEND\n",
    "FRAG\nDCL IN[0], GENERIC[3], PERSPECTIVE\nDCL OUT[0], COLOR\nMOV OUT[0], IN[0]\nEND\n",
)
CORNERS = [
    [[-1.55, 0.9, 0.4, 1.0], [1.3, -0.7, 1.1, 1.0], [1.7, 1.25, -0.6, 1.0], [-1.15, 2.85, -1.3, 1]],
    [[0.5, 0.2, 0.1, 1.0], [1.5, 0.2, 0.1, 1.0], [-0.5, 0.2, 0.1, 1.0], [-1.5, 0.2, 0.1, 1.0]],
]


def said(gl, text):
    """A text for softgl, and its translation for Mesa, with functions in a namespace."""
    return translate(text, to="arb").text if isinstance(gl, SimpleNamespace) else text


@pytest.mark.parametrize("name", [*FRAGMENTS, "vertex", "parts of results", "generic"])
def test_translation(same_as_mesa, name):
    def picture(gl):
        clear(gl)
        if name == "vertex":
            use_programs(gl, vertex=said(gl, VERTEX), fragment=SHOWN)
        elif name == "parts of results":
            both = "!!ARBfp1.0 ADD result.color, fragment.texcoord[0], fragment.texcoord[1]; END"
            use_programs(gl, vertex=said(gl, PARTS), fragment=both)
        elif name == "generic":
            use_programs(gl, *(said(gl, text) for text in GENERIC))
        else:
            use_programs(gl, fragment=said(gl, FRAGMENTS[name]))
        draw_whole_view(gl, CORNERS)

    same_as_mesa(picture)
