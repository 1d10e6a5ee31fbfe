"""Semantics of TGSI that no other language has, and how GENERIC meets texture coordinates."""

from __future__ import annotations

import numpy as np

from softgl.gl import *
from tests.gl.attachments import framebuffer, renderbuffer, use_program

VERTEX = GL_VERTEX_PROGRAM_ARB
NONE = [0, 0, 0, 1]  # of what no one gives


def float_target(*more):
    """A colour buffer of floats to draw to, with more attachments."""
    images = {"color0": renderbuffer(GL_RGBA32F_ARB)} | dict(more)
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer(**images))


def colors():
    return glReadPixels(0, 0, 8, 8, GL_RGBA, GL_FLOAT, outputType=None)


def fragments(body, declarations=""):
    """Uses a fragment program; IMM[0] is (0, 0.25, 1, 2), IMM[1] the integers 0 to 3."""
    use_program(
        f"FRAG DCL OUT[0], COLOR {declarations} IMM FLT32 {{ 0, 0.25, 1, 2 }}"
        f" IMM UINT32 {{ 0, 1, 2, 3 }} {body} END"
    )


def vertices(body="", declarations=""):
    use_program(
        f"VERT DCL IN[0] DCL IN[3] DCL OUT[0], POSITION {declarations}"
        f" IMM FLT32 {{ 0, 0.25, 1, 2 }} MOV OUT[0], IN[0] {body} END",
        VERTEX,
    )


def test_fixed_function_and_generic(context):
    """Fixed-function vertices and raster positions have their texture coordinates in GENERIC."""
    float_target()
    fragments("MOV OUT[0], IN[0]", "DCL IN[0], GENERIC[1], PERSPECTIVE DCL IN[1], GENERIC[99]")
    glMultiTexCoord4f(GL_TEXTURE1, 0.5, 2, 3, 4)
    glRectf(-1, -1, 1, 1)
    assert colors()[3, 3].tolist() == [0.5, 2, 3, 4]
    glWindowPos2i(0, 0)
    glDrawPixels(1, 1, GL_RGBA, GL_UNSIGNED_BYTE, np.zeros(4, np.uint8))
    assert colors()[0, 0].tolist() == [0.5, 2, 3, 4]
    vertices("MOV OUT[1], IMM[0]", "DCL OUT[1], GENERIC[1]")
    glRasterPos2f(0, 0)
    glActiveTexture(GL_TEXTURE1)
    assert glGetFloatv(GL_CURRENT_RASTER_TEXTURE_COORDS).tolist() == [0, 0.25, 1, 2]


def test_point_coordinates(either):
    """PCOORD is that of every sprite; GENERIC without TEXCOORD follows COORD_REPLACE.

    PCOORD is (0, 0, 0, 1) for primitives that are not sprites.
    """
    float_target()
    vertices("MOV OUT[1], IMM[0]", "DCL OUT[1], GENERIC[0]")
    glPointSize(4)

    def drawn(mode, *enabled):
        for capability in enabled:
            glEnable(capability)
        glClear(GL_COLOR_BUFFER_BIT)
        glBegin(mode)
        for x, y in ((0, 0), (1, 0), (0, 1))[: 1 if mode == GL_POINTS else 3]:
            glVertexAttrib2f(0, x, y)
        glEnd()
        for capability in enabled:
            glDisable(capability)
        return colors()

    def lowest(*enabled):
        """The lowest row of a point's pixels."""
        return drawn(GL_POINTS, *enabled)[2, 2:6].tolist()

    across = [0.125, 0.375, 0.625, 0.875]
    given = [0, 0.25, 1, 2]
    for file, more in (("IN", ", LINEAR"), ("SV", "")):
        fragments(f"MOV OUT[0], {file}[0]", f"DCL {file}[0], PCOORD{more}")
        for origin, t in ((GL_UPPER_LEFT, 0.875), (GL_LOWER_LEFT, 0.125)):
            glPointParameteri(GL_POINT_SPRITE_COORD_ORIGIN, origin)
            found = lowest(GL_POINT_SPRITE)
            assert found == [[s, t, 0, 1] for s in across]
        assert lowest() == [NONE] * 4
        for mode in (GL_TRIANGLES, GL_LINES):
            found = drawn(mode, GL_POINT_SPRITE).reshape(-1, 4).tolist()
            assert {*map(tuple, found)} == {(0, 0, 0, 0), tuple(NONE)}
    glPolygonMode(GL_FRONT_AND_BACK, GL_POINT)
    assert drawn(GL_TRIANGLES, GL_POINT_SPRITE)[2, 2:6].tolist() == [
        [s, 0.125, 0, 1] for s in across
    ]
    glPolygonMode(GL_FRONT_AND_BACK, GL_FILL)
    glTexEnvi(GL_POINT_SPRITE, GL_COORD_REPLACE, GL_TRUE)
    beside, replaced = "DCL IN[1], TEXCOORD[1]", [[s, 0.125, 0, 1] for s in across]
    for semantic, wanted in (
        ("GENERIC[0]", replaced),
        ("TEXCOORD[0]", replaced),
        (f"GENERIC[0] {beside}", [given] * 4),
        ("GENERIC[1]", [NONE] * 4),
    ):
        fragments("MOV OUT[0], IN[0]", f"DCL IN[0], {semantic}")
        assert lowest(GL_POINT_SPRITE) == wanted, semantic


def test_values_that_are_always_the_same(context):
    """There is one sample, no geometry program chose a layer, and no draw command has a base."""
    float_target()
    words = {"SAMPLEID": 0, "LAYER": 0, "VIEWPORT_INDEX": 0, "SAMPLEMASK": 1}
    vertices()
    for file in ("IN", "SV"):
        for semantic, word in words.items():
            fragments("U2F OUT[0], IN[0].xyyx".replace("IN", file), f"DCL {file}[0], {semantic}")
            glRectf(-1, -1, 1, 1)
            assert colors()[2, 2].tolist() == [word, 0, 0, word], semantic
    fragments("MOV OUT[0], SV[0]", "DCL SV[0], SAMPLEPOS")
    glRectf(-1, -1, 1, 1)
    assert colors()[2, 2].tolist() == [0.5, 0.5, 0, 0]
    fragments("MOV OUT[0], IN[0]", "DCL IN[0], GENERIC[0], CONSTANT")
    values = ("VERTEXID_NOBASE", "BASEVERTEX", "BASEINSTANCE", "DRAWID")
    declared = " ".join(f"DCL SV[{n}], {name}" for n, name in enumerate(values))
    body = " ".join(f"U2F OUT[1].{'xyzw'[n]}, SV[{n}].xxxx" for n in range(4))
    vertices(
        f"{body} MOV OUT[2], IMM[0]",
        f"DCL OUT[1], GENERIC[0] DCL OUT[2], VIEWPORT_INDEX {declared}",
    )
    corners = np.array([[9, 9], [9, 9], [-1, -1], [3, -1], [-1, 3]], "f4")
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, corners)
    glEnableVertexAttribArray(0)
    glMultiDrawArrays(GL_TRIANGLES, [0, 2], [0, 3], 2)
    assert colors()[2, 2].tolist() == [4, 0, 0, 0]


def test_stencil_references(either):
    """STENCIL.y takes the place of both references; the state of the test stays."""
    float_target(("depth", image := renderbuffer(GL_DEPTH24_STENCIL8)), ("stencil", image))
    vertices("MOV OUT[1], IMM[0]", "DCL OUT[1], GENERIC[0]")
    declarations = "DCL IN[0], POSITION DCL OUT[1], STENCIL DCL OUT[2], SAMPLEMASK DCL TEMP[0]"
    body = (
        "F2U TEMP[0].x, IN[0].xxxx UADD OUT[1].y, TEMP[0].xxxx, IMM[1].yyyy MOV OUT[0], IMM[0].zzzz"
    )
    glEnable(GL_STENCIL_TEST)
    glClearStencil(3)
    glStencilFuncSeparate(GL_FRONT, GL_LEQUAL, 0, 0xFF)
    glStencilFuncSeparate(GL_BACK, GL_ALWAYS, 0, 0xFF)
    glStencilOp(GL_INVERT, GL_KEEP, GL_REPLACE)

    def stencil():
        found = glReadPixels(0, 0, 8, 1, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, outputType=None)
        return found.ravel().tolist()

    for masks, dropped in (("", ()), ("MOV OUT[2].x, TEMP[0].xxxx", (0, 2, 4, 6))):
        for corners, passing in (((-1, -1, 1, 1), (0, 1, 2)), ((1, -1, -1, 1), range(8))):
            fragments(f"{body} {masks}", declarations)
            glClear(GL_COLOR_BUFFER_BIT | GL_STENCIL_BUFFER_BIT)
            glRectf(*corners)
            wanted = [
                3 if x in dropped else (x + 1 if x in passing else 0xFF ^ 3) for x in range(8)
            ]
            assert stencil() == wanted, (masks, corners)
            shown = [float(x in passing and x not in dropped) for x in range(8)]
            assert colors()[0, :, 0].tolist() == shown
    # What is beyond 8 bits does not count.
    fragments("UMAD OUT[1], IMM[1].wwww, IMM[0].zzzz, IMM[1].zzzz", declarations)
    glStencilFunc(GL_ALWAYS, 7, 0xFF)
    glRectf(-1, -1, 1, 1)
    assert stencil() == [2] * 8
    # Where nothing writes them, the reference is 0, and the mask discards.
    for semantic, wanted in (("STENCIL", 0), ("SAMPLEMASK", 2)):
        body = f"{body.partition(' UADD')[0]} UIF TEMP[0] MOV OUT[1].xy, IMM[1].yyyy ENDIF"
        fragments(body, f"DCL IN[0], POSITION DCL OUT[1], {semantic} DCL TEMP[0]")
        glClearStencil(2)
        glClear(GL_STENCIL_BUFFER_BIT)
        glRectf(-1, -1, 1, 1)
        passed = 7 if semantic == "SAMPLEMASK" else 1
        assert stencil() == [wanted, *[passed] * 7]


def test_cull_distances(either):
    """A primitive is discarded "if the plane distance for all of the vertices [...] are < 0".

    A NaN "counts as "out" (as if its < 0)", and nothing is cut.
    """
    vertices("MOV OUT[1].xw, IN[3]", "DCL OUT[1], CULLDIST[1]")
    fragments("MOV OUT[0], IMM[0].zzzz")
    corners = ((-0.99, -0.99), (3, -0.99), (-0.99, 3))

    def count(mode, *distances):
        glClear(GL_COLOR_BUFFER_BIT)
        glBegin(mode)
        for (x, y), (first, second) in zip(corners, distances, strict=False):
            glVertexAttrib4f(3, first, 9, 9, second)
            glVertexAttrib2f(0, x, y)
        glEnd()
        found = glReadPixels(0, 0, 8, 8, GL_RED, GL_UNSIGNED_BYTE, outputType=None)
        return np.count_nonzero(found)

    inside, out, nan = (1, 1), (-1, 1), (np.nan, 1)
    assert count(GL_TRIANGLES, inside, inside, inside) == 64
    assert count(GL_TRIANGLES, out, out, (-0.0, 1)) == 64
    assert count(GL_TRIANGLES, out, (1, -1), (1, -1)) == 64
    assert count(GL_TRIANGLES, out, out, nan) == 0
    assert count(GL_TRIANGLES, (1, -1), (2, -1e-30), (-1, -1)) == 0
    assert count(GL_LINES, out, inside) > 0 == count(GL_LINES, out, nan)
    assert count(GL_POINTS, inside) > 0 == count(GL_POINTS, out)
    # Of a quad each of its two triangles counts.
    corners = (*corners[:2], (3, 3), corners[2])
    assert count(GL_QUADS, inside, inside, inside, inside) == 64
    assert count(GL_QUADS, out, out, out, inside) in range(20, 44)
    # Fragments can read what was written.
    float_target()
    fragments("MOV OUT[0], IN[0]", "DCL IN[0], CULLDIST[1], CONSTANT")
    count(GL_TRIANGLES, inside, (0, 2), (0.5, 0.25))
    assert colors()[4, 4].tolist() == [0.5, 0, 0, 0.25]
