"""Long draws store only the components of vertices that are read, and look the same."""

from __future__ import annotations

import numpy as np
import pytest

from softgl import Context
from softgl.gl import *
from softgl.pipeline.vertices import vertex

SIZE = 48
VERTEX = """!!NVvp4.0
MOV result.position, vertex.position;
MUL result.color.front.primary, vertex.color, {0.9, 0.8, 0.7, 1};
MOV result.color.back.primary, vertex.color.wzyx;
MOV result.texcoord[0], vertex.color.yzwx;
ADD result.texcoord[1], vertex.color, vertex.position;
MOV result.fogcoord.x, vertex.color.x;
MUL result.pointsize.x, vertex.color.y, 9;
ADD result.clip[0].x, vertex.position.x, 0.4;
END"""
FRAGMENTS = {
    "two": "!!ARBfp1.0\nMOV result.color, fragment.texcoord[0].xyxy;\nEND",
    "dot": "!!ARBfp1.0\nDP3 result.color, fragment.texcoord[1], fragment.texcoord[0].w;\nEND",
    "color": "!!ARBfp1.0\nMOV result.color, fragment.color.zyxx;\nEND",
    "fog": "!!ARBfp1.0\nOPTION ARB_fog_linear;\nMOV result.color, fragment.texcoord[1].z;\nEND",
    "nothing": "!!ARBfp1.0\nMOV result.color, {0.5, 0.25, 1, 1};\nEND",
    "flat": """!!NVfp4.0
        FLAT ATTRIB a = fragment.texcoord[0];
        NOPERSPECTIVE ATTRIB b = fragment.texcoord[1];
        ADD result.color, a.w, b.xyxy;
        END""",
    "branches": """!!NVfp4.0
        TEMP t;
        SGTC t, fragment.texcoord[0], 0.5;
        IF GT.x;
        MOV result.color, fragment.texcoord[1].y;
        ELSE;
        MOV result.color, fragment.texcoord[0].zzxx;
        ENDIF;
        END""",
}


def picture(fragment, mode):
    """Triangles, some of them cut, or points; with all that vertices are asked for besides."""
    context, rng = Context(SIZE, SIZE, threads=2), np.random.default_rng(6)
    for target, text in (
        (GL_VERTEX_PROGRAM_ARB, VERTEX), (GL_FRAGMENT_PROGRAM_ARB, FRAGMENTS[fragment])
    ):  # fmt: skip
        glProgramStringARB(target, GL_PROGRAM_FORMAT_ASCII_ARB, len(text), text.encode())
        glEnable(target)
    for capability in (GL_CLIP_PLANE0, GL_VERTEX_PROGRAM_TWO_SIDE, GL_VERTEX_PROGRAM_POINT_SIZE):
        glEnable(capability)
    glEnable(GL_BLEND)
    glBlendFunc(GL_ONE, GL_ONE_MINUS_DST_ALPHA)
    corners = rng.uniform(-1.4, 1.4, (120, 4)).astype(np.float32)
    corners[:, 3] = rng.uniform(0.5, 2, 120)
    colors = rng.random((120, 4), np.float32)
    glVertexPointer(4, GL_FLOAT, 0, corners)
    glColorPointer(4, GL_FLOAT, 0, colors)
    glEnableClientState(GL_VERTEX_ARRAY)
    glEnableClientState(GL_COLOR_ARRAY)
    glDrawArrays(mode, 0, 120)
    return np.asarray(context.read_image())


@pytest.mark.parametrize("mode", [GL_TRIANGLES, GL_POINTS, GL_LINES])
@pytest.mark.parametrize("fragment", FRAGMENTS)
def test_what_is_not_stored_is_not_seen(fragment, mode, monkeypatch, tuned):
    """Whatever the memory holds, here numbers that would be seen."""
    kept, made = vertex.scratch, []

    def filled(name, shape, dtype):
        array = kept(name, shape, dtype)
        if name == "vertices":
            array[:] = np.float32(np.nan)
            made.append(array)
        return array

    tuned(MAX_BATCHED_VERTICES=-1)
    expected = picture(fragment, mode)
    monkeypatch.setattr(vertex, "scratch", filled)
    tuned(MIN_UNREAD_VERTICES=0)
    assert (picture(fragment, mode) == expected).all()
    assert len(np.unique(expected.reshape(-1, 4), axis=0)) > 1
    # The last of these is of vertices; no reader needs all components of any.
    assert made and np.isnan(made[-1]).all(axis=1).sum() >= 3
