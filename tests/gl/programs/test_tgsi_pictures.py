"""Pictures of TGSI texts, one for each instruction and habit, beside what numpy says of each pixel.

They are of the kind that Gallium's own graphical tests draw: a triangle whose corners have colours,
or a mesh of points, under one short text after the other.
"""

from __future__ import annotations

import re

import numpy as np
import pytest

from softgl import Context
from softgl.gl import *
from tests.gl.attachments import framebuffer, renderbuffer, use_program
from tests.gl.programs.tgsi_operations import BUFFER, CONSTANTS, DECLARED, IMM, OPERATIONS

VERTEX, FRAGMENT = GL_VERTEX_PROGRAM_ARB, GL_FRAGMENT_PROGRAM_ARB
SIDE = 16
CLEARED = (0.125, 0.25, 0.5, 0.0)


def at(x, y, z=0.0, w=1.0):
    """A place in the window, in clip space; multiples of 1/256 of a pixel are exact."""
    return ((x * 2 / SIDE - 1) * w, (y * 2 / SIDE - 1) * w, z * w, w)


# A corner is a position, a colour and coordinates.
TRIANGLE = (
    (at(15.3125, 15.4375, w=2.0), (0.1, 0.2, 0.9, 1.0), (1.0, 1.0, 0.25, 1.0)),
    (at(0.8125, 8.5625), (0.2, 1.0, 0.1, 0.6), (-1.0, 0.5, 0.75, 2.0)),
    (at(15.0625, 0.6875, w=0.5), (0.8, 0.1, 0.3, 0.3), (1.0, -1.0, 1.5, 1.5)),
)
PASS = """VERT
DCL IN[0]
DCL IN[1]
DCL IN[2]
DCL OUT[0], POSITION
DCL OUT[1], COLOR
DCL OUT[2], GENERIC[0]
MOV OUT[0], IN[0]
MOV OUT[1], IN[1]
MOV OUT[2], IN[2]
END"""
SHOW = "FRAG\nDCL IN[0], GENERIC[0], CONSTANT\nDCL OUT[0], COLOR\nMOV OUT[0], IN[0]\nEND"


@pytest.fixture(scope="module")
def window():
    """A 16x16 window of floats, in which CONST has its values."""
    context = Context(SIDE, SIDE, machine="eager")
    glBindFramebuffer(
        GL_FRAMEBUFFER,
        framebuffer(
            color0=renderbuffer(GL_RGBA32F_ARB, SIDE, SIDE),
            depth=renderbuffer(GL_DEPTH_COMPONENT24, SIDE, SIDE),
        ),
    )
    for target in (
        GL_VERTEX_PROGRAM_PARAMETER_BUFFER_NV,
        GL_FRAGMENT_PROGRAM_PARAMETER_BUFFER_NV,
    ):
        glBindBufferBaseNV(target, 0, glGenBuffers(1))
        glBufferData(target, BUFFER.nbytes, BUFFER, GL_STATIC_DRAW)
    return context


@pytest.fixture(autouse=True)
def cleared(window):
    """The window as each picture begins."""
    window.make_current()
    for capability in (GL_DEPTH_TEST, GL_VERTEX_PROGRAM_POINT_SIZE):
        glDisable(capability)
    clear()


def clear():
    glClearColor(*CLEARED)
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT)


def use(vertex, fragment):
    """Loads both programs, with the constants in each."""
    for target, text in ((VERTEX, vertex), (FRAGMENT, fragment)):
        use_program(text, target)
        for number, row in enumerate(CONSTANTS):
            glProgramLocalParameter4fvARB(target, number, row)


def draw(mode, *vertices, instances=1):
    """Draws from rows of vectors, one for each generic attribute: 0, 1, ..."""
    arrays = [np.array(rows, np.float32) for rows in zip(*vertices, strict=True)]
    for number, array in enumerate(arrays):
        glVertexAttribPointer(number, 4, GL_FLOAT, False, 0, array)
        glEnableVertexAttribArray(number)
    glDrawArraysInstancedARB(mode, 0, len(vertices), instances)
    for number in range(len(arrays)):
        glDisableVertexAttribArray(number)


def picture():
    return glReadPixels(0, 0, SIDE, SIDE, GL_RGBA, GL_FLOAT, outputType=None)


PLACES = (np.arange(SIDE) + 0.5) * 2 / SIDE - 1
CENTRES = np.stack([*np.meshgrid(PLACES, PLACES), np.ones((SIDE, SIDE))], axis=-1)
"""The centres of the pixels in clip space: x, y and 1."""


def seen(corners):
    """The pixels with a centre in a triangle, and its attributes there.

    Each row of an attribute is interpolated as the values at its corners, divided by w.
    """
    positions = np.array([corner[0] for corner in corners])
    plane = np.concatenate([positions[:, :2] / positions[:, 3:], np.ones((3, 1))], axis=1)
    shares = CENTRES @ np.linalg.inv(plane)
    covered = (shares > 0).all(axis=-1)
    assert abs(shares).min() > 1e-4, "an edge goes through a pixel's centre"
    linear = shares[covered]
    perspective = linear / positions[:, 3]
    perspective /= perspective.sum(axis=1, keepdims=True)
    return covered, [
        (linear @ np.array(rows), perspective @ np.array(rows))
        for rows in list(zip(*corners, strict=True))[1:]
    ]


def program(head, operation, last="", **names):
    """A text of an operation: OUT, C and G are the registers that `names` says."""
    body = re.sub(r"\b(OUT|C|G)\b", lambda word: names[word[1]], operation)
    return f"{head}{DECLARED}{body}{last}\nEND"


def same(found, wanted, what=None):
    np.testing.assert_allclose(found, wanted, rtol=3e-5, atol=3e-6, err_msg=str(what))


def check(covered, wanted, what=None):
    """Checks that the picture is `wanted` where covered, and the cleared colour elsewhere."""
    found = picture()
    same(found[covered], wanted, what)
    same(found[~covered], np.broadcast_to(CLEARED, found[~covered].shape), what)


@pytest.mark.parametrize("name", OPERATIONS)
def test_triangles(name):
    """A fragment text over a triangle between three colours."""
    operation, formula = OPERATIONS[name]
    head = "FRAG\nDCL IN[0], COLOR, LINEAR\nDCL IN[1], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR"
    use(PASS, program(head, operation, OUT="OUT[0]", C="IN[0]", G="IN[1]"))
    draw(GL_TRIANGLES, *TRIANGLE)
    covered, ((color, _), (_, coordinates)) = seen(TRIANGLE)
    check(covered, formula(color, coordinates))


@pytest.mark.parametrize("name", OPERATIONS)
def test_points(name):
    """A vertex text over a mesh of points, one for each pixel."""
    operation, formula = OPERATIONS[name]
    head = "VERT\nDCL IN[0]\nDCL IN[1]\nDCL IN[2]\nDCL OUT[0], POSITION\nDCL OUT[1], GENERIC[0]"
    names = {"OUT": "OUT[1]", "C": "IN[1]", "G": "IN[2]"}
    x, y, one = CENTRES.reshape(-1, 3).T
    position = np.stack([x, y, 0 * x, one], axis=1)
    color = np.stack([0.5 + 0.47 * x, 0.5 + 0.43 * y, 0.5 - 0.31 * x, 0.6 + 0.3 * y], axis=1)
    coordinates = np.stack([x + 0.1, y, 0.7 + 0.4 * x * y, 1.5 + y], axis=1)
    use(program(head, operation, last="\nMOV OUT[0], IN[0]", **names), SHOW)
    draw(GL_POINTS, *zip(position, color, coordinates, strict=True))
    same(picture().reshape(-1, 4), formula(color, coordinates))


def solid(color, first, last, z=0.0):
    """The corners of a rectangle of one colour, counter-clockwise, between places in the window."""
    (left, bottom), (right, top) = first, last
    places = ((left, bottom), (right, bottom), (right, top), (left, top))
    return [(at(*place, z), color) for place in places]


RED, GREEN, BLUE = (1.0, 0.0, 0.0, 1.0), (0.0, 1.0, 0.0, 0.5), (0.0, 0.0, 1.0, 0.25)
PAINT = "FRAG\nDCL IN[0], COLOR, LINEAR\nDCL OUT[0], COLOR\n{}\nMOV OUT[0], {}\nEND"


def test_faces():
    """Counter-clockwise triangles are red, clockwise ones green, by FACE of either file."""
    for declaration, face in (("DCL SV[0], FACE", "SV[0]"), ("DCL IN[1], FACE, CONSTANT", "IN[1]")):
        clear()
        use(
            PASS,
            f"""FRAG
            {declaration}
            DCL OUT[0], COLOR
            DCL TEMP[0]
            IMM FLT32 {{ 1.0, 0.0, 0.0, 1.0 }}
            IMM FLT32 {{ 0.0, 1.0, 0.0, 0.5 }}
            SGT TEMP[0].x, {face}.xxxx, IMM[0].yyyy
            IF TEMP[0].xxxx :3
            MOV OUT[0], IMM[0]
            ELSE :5
            MOV OUT[0], IMM[1]
            ENDIF
            END""",
        )
        draw(GL_QUADS, *solid(BLUE, (1, 1), (7, 14)), *solid(BLUE, (9, 2), (15, 13))[::-1])
        wanted = np.broadcast_to(CLEARED, (SIDE, SIDE, 4)).copy()
        wanted[1:14, 1:7], wanted[2:13, 9:15] = RED, GREEN
        same(picture(), wanted, declaration)


def test_depths_that_are_written():
    """Red is in front of blue wherever both are, though as they are drawn they cut each other."""
    glEnable(GL_DEPTH_TEST)
    fragment = """FRAG
    DCL IN[0], COLOR, CONSTANT
    DCL OUT[0], COLOR
    DCL OUT[1], POSITION
    IMM FLT32 { 0.5, 0.4, 0.0, 0.0 }
    MOV OUT[0], IN[0]
    IF IN[0].xxxx :3
    MOV OUT[1].z, IMM[0].yyyy
    ELSE :5
    MOV OUT[1].z, IMM[0].xxxx
    ENDIF
    END"""
    use(PASS, fragment)
    red, blue = solid(RED, (1, 1), (11, 15), 0.5), solid(BLUE, (5, 3), (15, 13))
    for first, second in ((red, blue), (blue, red)):
        clear()
        draw(GL_QUADS, *first, *second)
        wanted = np.broadcast_to(CLEARED, (SIDE, SIDE, 4)).copy()
        wanted[3:13, 5:15], wanted[1:15, 1:11] = BLUE, RED
        same(picture(), wanted)
    depths = glReadPixels(0, 0, SIDE, SIDE, GL_DEPTH_COMPONENT, GL_FLOAT, outputType=None)
    same(depths, np.select([wanted[..., 0] == 1, wanted[..., 2] == 1], [0.4, 0.5], 1.0))


def test_fragments_that_are_killed():
    """They leave no colour, and an occlusion query counts the others."""
    for line, killed in (
        (
            "MAD TEMP[0], IMM[0], IMM[1].xxxx, IN[0]\nKILL_IF TEMP[0]",
            lambda c: (c + IMM[0] / 2 < 0).any(axis=1),
        ),
        ("SLT TEMP[0], IN[0], IMM[1]\nKIL -TEMP[0].yyyy", lambda c: c[:, 1] < IMM[1][1]),
        ("SGT TEMP[0].x, IN[0], IMM[1]\nIF TEMP[0].xxxx\nKILL\nENDIF", lambda c: c[:, 0] > 0.5),
    ):
        clear()
        use(PASS, PAINT.format(f"{DECLARED}{line}", "IN[0]"))
        query = glGenQueries(1)
        glBeginQuery(GL_SAMPLES_PASSED, query)
        draw(GL_TRIANGLES, *TRIANGLE)
        glEndQuery(GL_SAMPLES_PASSED)
        covered, ((color, _), _) = seen(TRIANGLE)
        left = ~killed(color)
        assert 0 < left.sum() < len(color)
        assert glGetQueryObjectiv(query, GL_QUERY_RESULT) == left.sum()
        covered[covered] = left
        check(covered, color[left], line)


def test_textured_quads():
    """Each texel fills four by four pixels, by each instruction that samples."""
    texels = np.random.default_rng(11).integers(0, 256, (4, 4, 4), np.uint8)
    glBindTexture(GL_TEXTURE_2D, glGenTextures(1))
    for name in (GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER):
        glTexParameteri(GL_TEXTURE_2D, name, GL_NEAREST)
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels)
    wanted = texels.repeat(4, axis=0).repeat(4, axis=1) / 255
    places = ((0, 0), (SIDE, 0), (SIDE, SIDE), (0, SIDE))
    for line, w in (
        ("TEX OUT[0], IN[0], SAMP[0], 2D", 0.0),
        ("TXP OUT[0], IN[0], SAMP[0], 2D", 2.0),
        ("TXL OUT[0], IN[0], SAMP[0], 2D", 0.0),
        ("SAMPLE OUT[0], IN[0], SVIEW[0], SAMP[0]", 0.0),
    ):
        clear()
        use(
            PASS,
            "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\nDCL SAMP[0]\n"
            f"DCL SVIEW[0], 2D, FLOAT\n{line}\nEND",
        )
        scale = (w or 1.0) / SIDE
        draw(GL_QUADS, *((at(x, y), RED, (x * scale, y * scale, 0, w)) for x, y in places))
        same(picture(), wanted, line)


def test_instances():
    """Each triangle is moved by its number, and has a colour by it."""
    use(
        """VERT
        DCL IN[0]
        DCL IN[1]
        DCL SV[0], INSTANCEID
        DCL OUT[0], POSITION
        DCL OUT[1], COLOR
        DCL TEMP[0]
        IMM FLT32 { 0.5, 0.25, 1.0, 0.0 }
        U2F TEMP[0].x, SV[0].xxxx
        MUL TEMP[0].y, TEMP[0].xxxx, IMM[0].yyyy
        MUL TEMP[0].x, TEMP[0].xxxx, IMM[0].xxxx
        MOV OUT[0], IN[0]
        ADD OUT[0].xy, IN[0], TEMP[0].xyyy
        MUL OUT[1], IN[1], TEMP[0].xxxx
        END""",
        PAINT.format("", "IN[0]"),
    )
    corners = [(at(x, y), GREEN) for x, y in ((0.375, 0.25), (5.25, 1.625), (2.125, 7.875))]
    draw(GL_TRIANGLES, *corners, instances=3)
    wanted = np.broadcast_to(CLEARED, (SIDE, SIDE, 4)).copy()
    for number in range(3):
        moved = [
            (np.add(position, (number / 2, number / 4, 0, 0)), color) for position, color in corners
        ]
        covered, _ = seen(moved)
        wanted[covered] = np.multiply(GREEN, number / 2)
    same(picture(), wanted)


def test_points_of_several_sizes():
    """PSIZE is how many pixels a point is wide."""
    glEnable(GL_VERTEX_PROGRAM_POINT_SIZE)
    vertex = PASS.replace("MOV OUT[0]", "DCL OUT[3], PSIZE\nMOV OUT[3].x, IN[1].wwww\nMOV OUT[0]")
    use(vertex, PAINT.format("", "IN[0]"))
    wanted = np.broadcast_to(CLEARED, (SIDE, SIDE, 4)).copy()
    points = []
    for x, y, size in ((3, 4, 6), (10.5, 8.5, 3), (14.5, 14.5, 1)):
        color = (0.25, x / SIDE, y / SIDE, size)
        points.append((at(x, y), color))
        first, last = (np.array([(x, y), (x, y)]) + [[-size / 2], [size / 2]]).astype(int)
        wanted[first[1] : last[1], first[0] : last[0]] = (*color[:3], 1)
    draw(GL_POINTS, *points)
    found = picture()
    same(found[..., :3], wanted[..., :3])


def test_lines():
    """The colour goes evenly from one end to the other; the last pixel is left out."""
    use(PASS, PAINT.format("", "IN[0]"))
    draw(GL_LINES, (at(2.5, 5.5), RED), (at(12.5, 5.5), GREEN))
    wanted = np.broadcast_to(CLEARED, (SIDE, SIDE, 4)).copy()
    share = np.arange(10)[:, None] / 10
    wanted[5, 2:12] = (1 - share) * RED + share * GREEN
    same(picture(), wanted)
