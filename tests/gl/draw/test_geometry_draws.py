"""Draws with geometry programs: pictures of the emitted vertices, and refused draws."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from softgl import Context
from softgl.gl import *
from tests.gl.attachments import code, use_program

GEOMETRY = GL_GEOMETRY_PROGRAM_NV
PASS = "!!NVvp4.0 MOV result.position, vertex.position; MOV result.color, vertex.color; END"
SHOW = "!!NVfp4.0 MOV result.color, fragment.color; END"
WHITE = "!!NVfp4.0 MOV result.color, 1; END"
ADJACENCY = {
    GL_LINES_ADJACENCY_EXT: GL_LINES,
    GL_LINE_STRIP_ADJACENCY_EXT: GL_LINES,
    GL_TRIANGLES_ADJACENCY_EXT: GL_TRIANGLES,
    GL_TRIANGLE_STRIP_ADJACENCY_EXT: GL_TRIANGLES,
}
MODES = {
    "POINTS": [GL_POINTS],
    "LINES": [GL_LINES, GL_LINE_STRIP, GL_LINE_LOOP],
    "LINES_ADJACENCY": [GL_LINES_ADJACENCY_EXT, GL_LINE_STRIP_ADJACENCY_EXT],
    "TRIANGLES": [
        GL_TRIANGLES, GL_TRIANGLE_STRIP, GL_TRIANGLE_FAN, GL_QUADS, GL_QUAD_STRIP, GL_POLYGON,
    ],
    "TRIANGLES_ADJACENCY": [GL_TRIANGLES_ADJACENCY_EXT, GL_TRIANGLE_STRIP_ADJACENCY_EXT],
}  # fmt: skip
"""Input primitives of programs, and the modes that draw them."""


def text(body, taken="POINTS", made="POINTS", limit=8):
    """A program; its variable p is the position of each vertex."""
    return (
        f"!!NVgp4.0 PRIMITIVE_IN {taken}; PRIMITIVE_OUT {made}; VERTICES_OUT {limit};"
        f" INT TEMP i; TEMP t; ATTRIB p = vertex.position; {body} END"
    )


def use(body, **declared):
    use_program(text(body, **declared), GEOMETRY)


def image(context):
    """All pixels, (height, width, 4) uint8, bottom row first."""
    size = context.framebuffer.width, context.framebuffer.height
    data = glReadPixels(0, 0, *size, GL_RGBA, GL_UNSIGNED_BYTE)
    return np.frombuffer(data, np.uint8).reshape(size[1], size[0], 4)


def draw(mode, vertices, colors=None):
    """glBegin ... glEnd."""
    glBegin(mode)
    for number, vertex in enumerate(vertices):
        if colors is not None:
            glColor4f(*colors[number])
        glVertex4f(*vertex, *(0, 0, 0, 1)[len(vertex) :])
    glEnd()


SQUARE = "".join(
    f"ADD result.position, p[0], {{{x}, {y}, 0, 0}}; MOV result.color, vertex[0].color; EMIT;"
    for x, y in ((-0.25, -0.25), (0.25, -0.25), (-0.25, 0.25), (0.25, 0.25))
)


def test_points_become_squares(either):
    """Points of fixed function become squares, in the order of submission."""
    use(SQUARE, made="TRIANGLE_STRIP")
    colors = (1, 0, 0, 1), (0, 1, 0, 1), (0, 0, 1, 1)
    draw(GL_POINTS, [(-0.5, -0.5), (0.5, 0.5), (0.5, 0.75)], colors)
    found = image(either)
    assert found[1:3, 1:3].tolist() == [[[255, 0, 0, 255]] * 2] * 2
    assert found[5, 5:7].tolist() == [[0, 255, 0, 255]] * 2
    assert found[6:8, 5:7].tolist() == [[[0, 0, 255, 255]] * 2] * 2
    assert found.any(axis=2).sum() == 10


COUNTS = {"POINTS": 1, "LINES": 2, "LINES_ADJACENCY": 2, "TRIANGLES": 3, "TRIANGLES_ADJACENCY": 3}
MADE = {1: "POINTS", 2: "LINE_STRIP", 3: "TRIANGLE_STRIP"}
RESULTS = (
    *("position", "color", "color.secondary", "color.back", "texcoord[1]", "fogcoord.x"),
    *("pointsize.x", "clip[0].x"),
)
VERTEX = """!!NVvp4.0
MOV result.position, vertex.position; MOV result.color, vertex.color;
MUL result.color.back, vertex.color, {0.5, 0.25, 1, 1};
MOV result.color.secondary, vertex.color.wzyx;
MOV result.texcoord[1], vertex.position.yxzw; MUL result.fogcoord.x, vertex.position.x, 3;
MAD result.pointsize.x, vertex.position.x, 3, 4;
ADD result.clip[0].x, vertex.position.y, 0.5; END"""
FRAGMENT = """!!NVfp4.0 OPTION ARB_fog_linear; TEMP t;
MAD t, fragment.color.secondary, 0.25, fragment.color; MAD result.color, fragment.texcoord[1].xyxy,
{0.125, 0, 0.125, 0}, t; END"""


def passing(taken):
    """A program that gives its primitives as they are."""
    step = 1 + ("ADJACENCY" in taken)
    first = int(taken == "LINES_ADJACENCY")
    places = range(first, first + 2) if first else range(0, COUNTS[taken] * step, step)
    body = "".join(
        "".join(f"MOV result.{name}, vertex[{place}].{name};" for name in RESULTS) + "EMIT;"
        for place in places
    )
    return text(body, taken, MADE[COUNTS[taken]])


def lines_only(mode):
    return mode in (*MODES["LINES"], *MODES["LINES_ADJACENCY"])


LOOKS = {
    "plain": lambda: None,
    "flat": lambda: glShadeModel(GL_FLAT),
    "culled": lambda: (glEnable(GL_CULL_FACE), glCullFace(GL_FRONT)),
    "two-sided": lambda: glEnable(GL_VERTEX_PROGRAM_TWO_SIDE),
    "sizes": lambda: (glEnable(GL_PROGRAM_POINT_SIZE_EXT), glLineWidth(3)),
    "clipped": lambda: glEnable(GL_CLIP_PLANE0),
    "stippled": lambda: (
        glEnable(GL_LINE_STIPPLE), glLineStipple(2, 0x5A5A), glEnable(GL_POLYGON_STIPPLE),
        glPolygonStipple(bytes(range(128))),
    ),
    "smooth": lambda: (
        glEnable(GL_LINE_SMOOTH), glEnable(GL_POINT_SMOOTH), glEnable(GL_POLYGON_SMOOTH),
        glEnable(GL_BLEND), glBlendFunc(GL_SRC_ALPHA, GL_ONE), glPointSize(5), glLineWidth(3),
    ),
    "lines": lambda: (
        glPolygonMode(GL_FRONT, GL_LINE), glPolygonMode(GL_BACK, GL_POINT), glPointSize(3),
        glEnable(GL_POLYGON_OFFSET_LINE), glPolygonOffset(1, 1), glEnable(GL_LINE_STIPPLE),
        glLineStipple(1, 0x3F37),
    ),
    "sprites": lambda: (
        glEnable(GL_POINT_SPRITE), glPointSize(6), glActiveTexture(GL_TEXTURE1),
        glTexEnvi(GL_POINT_SPRITE, GL_COORD_REPLACE, GL_TRUE),
    ),
}  # fmt: skip
INNER = {GL_QUADS, GL_QUAD_STRIP, GL_POLYGON}
ONE_BY_ONE = {GL_LINES, GL_LINES_ADJACENCY_EXT}


def same_without(mode, look):
    """True if a picture stays the same with independent primitives."""
    if lines_only(mode):
        # The counter of a strip goes on.
        return look not in ("stippled", "lines") or mode in ONE_BY_ONE
    # Only the second triangle of a quad has the vertex that provokes.
    return (look not in ("lines", "smooth") or mode not in INNER) and (look, mode) != (
        "flat",
        GL_QUADS,
    )


@pytest.mark.parametrize("machine", ["eager", "llvm"])
def test_primitives_that_pass_through(machine):
    """Emitted as they are, they are drawn as they are without a program, in every state."""
    context = Context(24, 24, machine=machine, threads=2)
    use_program(VERTEX, GL_VERTEX_PROGRAM_ARB)
    use_program(FRAGMENT)
    rng = np.random.default_rng(2)
    vertices = rng.uniform(-1.2, 1.2, (26, 4)).astype(np.float32)
    vertices[:, 3] = rng.uniform(0.7, 1.5, 26)
    colors = rng.uniform(-0.2, 1.2, (26, 4)).astype(np.float32)
    glVertexPointer(4, GL_FLOAT, 0, vertices)
    glColorPointer(4, GL_FLOAT, 0, colors)
    glEnableClientState(GL_VERTEX_ARRAY)
    glEnableClientState(GL_COLOR_ARRAY)
    glFogf(GL_FOG_START, 3)
    # Each mode in some of the looks, in turn in all of them.
    for number, (taken, look) in enumerate(product(MODES, LOOKS)):
        use_program(passing(taken), GEOMETRY)
        for mode in MODES[taken][number % 3 :: 3] if machine == "eager" or number % 4 == 0 else ():
            glPushAttrib(GL_ALL_ATTRIB_BITS)
            LOOKS[look]()
            pictures = []
            for enable in (glEnable, glDisable):
                enable(GEOMETRY)
                glClear(GL_COLOR_BUFFER_BIT)
                glDrawArrays(mode, 0, 26 if taken != "TRIANGLES" else 11)
                pictures.append(image(context))
            glPopAttrib()
            if same_without(mode, look):
                difference = np.abs(np.subtract(*pictures, dtype=np.int16)).max()
                # Corners that are turned are rounded otherwise.
                assert difference <= (mode in INNER), (look, mode)
                assert pictures[0].any()


def test_what_fixed_function_gives(context):
    """Colours that are not clamped before, and distances from enabled clip planes."""
    use(
        "ADD t, vertex[0].color, vertex[0].color.back.secondary;"
        "ADD t.x, vertex[0].color.back.y, vertex[0].clip[2].x;"
        "MUL result.color, t, {1, 0.5, 1, 1}; MOV result.position, p[0]; EMIT;"
    )
    use_program(SHOW)
    glEnable(GL_CLIP_PLANE2)
    glClipPlane(GL_CLIP_PLANE2, [0, 0, 0, -1.0])
    glPointSize(8)
    glSecondaryColor3f(1.5, 0, -2)
    glColor4f(0.5, 1.25, 2.25, 1)
    draw(GL_POINTS, [(0, 0)])
    # (1.25 - 1, 0.625, 0.25), though nothing writes the distance of the point: it is not clipped.
    assert image(context)[4, 4].tolist() == [64, 159, 64, 255]


def test_sizes_of_points(context):
    """Issue 20: of the program where that is enabled, without a vertex program too."""
    use("MOV result.position, p[0]; MOV result.pointsize.x, 4; EMIT;")
    glPointSize(2)
    glPointParameterfv(GL_POINT_DISTANCE_ATTENUATION, [4, 0, 0])
    glPointParameterf(GL_POINT_SIZE_MIN, 6)
    for enable, side in ((glDisable, 2), (glEnable, 4)):
        enable(GL_PROGRAM_POINT_SIZE_EXT)
        assert glIsEnabled(GL_VERTEX_PROGRAM_POINT_SIZE_ARB) == (enable is glEnable)
        glClear(GL_COLOR_BUFFER_BIT)
        draw(GL_POINTS, [(0, 0)])
        assert image(context).any(axis=2).sum() == side**2


def test_what_is_not_written(context):
    """Results that are not written have defaults, for fixed function and programs."""
    use(
        "ADD t, vertex[0].attrib[3], vertex[0].pointsize; MOV t.z, vertex[0].id.x;"
        "MUL result.color, t, {1, 1, 1, 0.5}; MOV result.position, p[0]; EMIT;"
    )
    use_program(SHOW)
    glPointSize(2)
    for cap in (GL_PROGRAM_POINT_SIZE_EXT, GL_CLIP_PLANE1):
        glEnable(cap)
    glClipPlane(GL_CLIP_PLANE1, [0, 0, 0, -1.0])
    draw(GL_POINTS, [(0, 0)])
    assert image(context)[3:5, 3:5].tolist() == [[[0, 0, 0, 255]] * 2] * 2
    assert image(context).any(axis=2).sum() == 4


def test_stipple_of_strips(context):
    """The counter goes on within a strip, and begins again with the next one."""
    points = [(-1, 0.9), (0.25, 0.9), (0.25, -0.6), (-1, -0.6)]
    strip = "".join(f"MOV result.position, {{{x}, {y}, 0, 1}}; EMIT;" for x, y in points)
    other = "".join(f"MOV result.position, {{{x}, 0.4, 0, 1}}; EMIT;" for x in (-1, 1))
    use(strip + "ENDPRIM;" + other, made="LINE_STRIP")
    use_program(WHITE)
    glEnable(GL_LINE_STIPPLE)
    glLineStipple(3, 0x00F3)
    draw(GL_POINTS, [(0, 0)] * 2)
    found = image(context)
    glDisable(GEOMETRY)
    glClear(GL_COLOR_BUFFER_BIT)
    draw(GL_LINE_STRIP, points)
    draw(GL_LINE_STRIP, [(-1, 0.4), (1, 0.4)])
    np.testing.assert_array_equal(found, image(context))
    assert 8 < found.any(axis=2).sum() < 24


def test_numbers_of_primitives(context):
    """Fragments see result.primid of the vertex that provokes; 0 where it is not written."""
    body = SQUARE.replace("EMIT", "ADD.S i.x, i.x, 9; MOV.S result.primid.x, i.x; EMIT")
    use_program(
        "!!NVfp4.0 TEMP t; I2F t, primitive.id.x; MUL result.color, t, 0.00392156862745098; END"
    )
    for program, convention, seen in (
        (body, GL_LAST_VERTEX_CONVENTION, {27, 36}),
        (body, GL_FIRST_VERTEX_CONVENTION, {9, 18}),
        (SQUARE, GL_LAST_VERTEX_CONVENTION, {0}),
    ):
        use(program, made="TRIANGLE_STRIP")
        glProvokingVertex(convention)
        glClearColor(1, 1, 1, 1)
        glClear(GL_COLOR_BUFFER_BIT)
        draw(GL_POINTS, [(0, 0)])
        assert set(image(context)[..., 0].ravel().tolist()) == {*seen, 255}


def test_two_sides(context):
    """Without a vertex program too; front colours where back ones are not written."""
    blue = SQUARE.replace("EMIT", "MOV result.color.back, {0, 0, 1, 1}; EMIT")
    glColor3f(1, 0, 0)
    for body, scale, two_side, color in (
        (blue, 1, glEnable, [255, 0, 0]),
        (blue, -1, glEnable, [0, 0, 255]),
        (blue, -1, glDisable, [255, 0, 0]),
        (SQUARE, -1, glEnable, [255, 0, 0]),
    ):
        if scale < 0:
            body = body.replace("{-0.25, ", "{+0.25, ").replace("{0.25, ", "{-0.25, ")
        use(body, made="TRIANGLE_STRIP")
        two_side(GL_VERTEX_PROGRAM_TWO_SIDE)
        glClear(GL_COLOR_BUFFER_BIT)
        draw(GL_POINTS, [(0, 0)])
        assert image(context)[4, 4, :3].tolist() == color


READING = """BUFFER4 shared[] = { program.buffer[1] };
TEX t, p[0], texture[2], 2D; MUL t, t, program.env[3]; ADD t, t, shared[1];
ADD t, t, program.local[7]; MOV result.color, t; MOV result.position, p[0]; EMIT;"""


def test_what_programs_read(either):
    """Textures, parameters and buffer objects of their own, as they are at each draw."""
    use(READING)
    use_program(SHOW)
    glPointSize(8)
    glActiveTexture(GL_TEXTURE2)
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST)
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_FLOAT, np.float32([1, 1, 0, 1]))
    target = GL_GEOMETRY_PROGRAM_PARAMETER_BUFFER_NV
    words = np.zeros(8, np.float32)
    words[5] = 0.2
    glBindBufferBaseNV(target, 1, glGenBuffers(1))
    glBufferData(target, words, GL_STREAM_DRAW)

    def shown():
        draw(GL_POINTS, [(0, 0)])
        return image(either)[4, 4].tolist()

    glProgramEnvParameter4fARB(GEOMETRY, 3, 0.4, 0.2, 1, 1)
    assert shown() == [102, 102, 0, 255]
    glProgramEnvParameter4fARB(GEOMETRY, 3, 0.6, 0.4, 1, 1)
    glProgramEnvParameter4fARB(GL_VERTEX_PROGRAM_ARB, 3, 1, 1, 1, 1)
    assert shown() == [153, 153, 0, 255]
    glProgramBufferParametersfvNV(target, 1, 6, 1, [0.6])
    assert shown() == [153, 153, 153, 255]
    glProgramLocalParameter4fARB(GEOMETRY, 7, 0, 0.2, 0, 0)
    assert shown() == [153, 204, 153, 255]
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_FLOAT, np.float32([0, 0, 0, 1]))
    assert shown() == [0, 102, 153, 255]


def test_limits_that_change(context):
    """glProgramVertexLimitNV between two draws; batched draws keep the limit before it."""
    use(SQUARE, made="TRIANGLE_STRIP")
    glDisable(GEOMETRY)
    glRectf(-1, -1, -0.5, 1)
    glEnable(GEOMETRY)
    for limit, pixels in ((4, 4), (3, 1), (2, 0)):
        glProgramVertexLimitNV(GEOMETRY, limit)
        draw(GL_POINTS, [(0.5, 0.5)])
        assert image(context)[:, 3:].any(axis=2).sum() == pixels
        glClear(GL_COLOR_BUFFER_BIT)


# -- what is refused -------------------------------------------------------------------------------


def begins():
    """The commands that begin a primitive of a mode, by name."""
    element = np.zeros(1, np.uint8)
    return {
        "glBegin": glBegin,
        "glDrawArrays": lambda mode: glDrawArrays(mode, 0, 1),
        "glDrawArraysInstancedARB": lambda mode: glDrawArraysInstancedARB(mode, 0, 1, 2),
        "glMultiDrawArrays": lambda mode: glMultiDrawArrays(mode, [0], [1], 1),
        "glDrawElements": lambda mode: glDrawElements(mode, 1, GL_UNSIGNED_BYTE, element),
        "glDrawRangeElements": lambda mode: glDrawRangeElements(
            mode, 0, 1, 1, GL_UNSIGNED_BYTE, element
        ),
        "glMultiDrawElements": lambda mode: glMultiDrawElements(
            mode, [1], GL_UNSIGNED_BYTE, [element], 1
        ),
    }


def test_modes_that_are_refused(context, snapshot):
    """Each mode by each command, for each thing that programs take."""
    glVertexPointer(2, GL_FLOAT, 0, np.zeros((4, 2), np.float32))
    glEnableClientState(GL_VERTEX_ARRAY)
    every = [mode for modes in MODES.values() for mode in modes]
    for taken, modes in MODES.items():
        use("MOV result.position, 1; EMIT;", taken=taken)
        before = snapshot(context)
        for mode, (name, begin) in product(set(every) - set(modes), begins().items()):
            assert code(begin, mode) == GL_INVALID_OPERATION, (taken, mode, name)
        assert snapshot(context) == before
        for mode, (name, begin) in product(modes, begins().items()):
            begin(mode)
            if name == "glBegin":
                glEnd()
        if taken != "TRIANGLES":
            assert code(glRectf, 0, 0, 1, 1) == GL_INVALID_OPERATION
        glMap2f(GL_MAP2_VERTEX_3, 0, 1, 0, 1, np.zeros((2, 2, 3)))
        glEnable(GL_MAP2_VERTEX_3)
        for mode, kind in ((GL_POINT, "POINTS"), (GL_LINE, "LINES"), (GL_FILL, "TRIANGLES")):
            if kind == taken:
                glEvalMesh2(mode, 0, 1, 0, 1)
            else:
                assert code(glEvalMesh2, mode, 0, 1, 0, 1) == GL_INVALID_OPERATION
    for command in begins().values():
        assert code(command, 14) == GL_INVALID_ENUM


def test_a_program_that_is_not_loaded(context):
    """Draws are refused, even of nothing; raster positions, images and bitmaps are not."""
    glEnable(GEOMETRY)
    glVertexPointer(2, GL_FLOAT, 0, np.zeros((4, 2), np.float32))
    glEnableClientState(GL_VERTEX_ARRAY)
    for begin in begins().values():
        assert code(begin, GL_POINTS) == GL_INVALID_OPERATION
    assert code(glRectf, 0, 0, 1, 1) == GL_INVALID_OPERATION
    glRasterPos2f(-1, -1)
    glDrawPixels(1, 1, GL_RGBA, GL_UNSIGNED_BYTE, np.full(4, 255, np.uint8))
    glBitmap(8, 1, 0, -1, 0, 0, b"\x80")
    assert image(context).any(axis=2).sum() == 2
    use(SQUARE, made="TRIANGLE_STRIP")
    glRasterPos2f(0.5, 0.5)
    glDrawPixels(1, 1, GL_RGBA, GL_UNSIGNED_BYTE, np.full(4, 255, np.uint8))
    assert image(context)[6, 6].all() and image(context).any(axis=2).sum() == 3


def test_feedback_goes_by_what_is_emitted(context):
    """NV_transform_feedback, table X.1: the output primitive, not the mode."""
    kinds = {"POINTS": GL_POINTS, "LINE_STRIP": GL_LINES, "TRIANGLE_STRIP": GL_TRIANGLES}
    glTransformFeedbackAttribsNV([GL_POSITION, 4, 0], GL_INTERLEAVED_ATTRIBS_NV)
    glBindBufferBaseNV(GL_TRANSFORM_FEEDBACK_BUFFER_NV, 0, 1)
    glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER_NV, 64, None, GL_STREAM_READ)
    for taken, made, recorded in product(("POINTS", "LINES_ADJACENCY"), kinds, kinds.values()):
        use("MOV result.position, 1; EMIT;", taken=taken, made=made)
        glBeginTransformFeedbackNV(recorded)
        mode = MODES[taken][0]
        if kinds[made] == recorded:
            draw(mode, [])
        else:
            assert code(glBegin, mode) == GL_INVALID_OPERATION
        glEndTransformFeedbackNV()
    glDisable(GEOMETRY)
    for mode in ADJACENCY:
        glBeginTransformFeedbackNV(ADJACENCY[mode])
        assert code(glBegin, mode) == GL_INVALID_OPERATION
        glEndTransformFeedbackNV()


def test_texture_targets_that_disagree(context):
    """NV_gpu_program4, "Program Texture Access": of any two programs, for glRasterPos too."""
    use("TEX t, p[0], texture[1], 2D; MOV result.position, t; EMIT;")
    use_program("!!NVfp4.0 TEX result.color, fragment.texcoord, texture[1], 3D; END")
    assert code(glBegin, GL_POINTS) == GL_INVALID_OPERATION
    assert code(glRasterPos2f, 0, 0) == GL_INVALID_OPERATION
    glDisable(GL_FRAGMENT_PROGRAM_ARB)
    glActiveTexture(GL_TEXTURE1)
    glEnable(GL_TEXTURE_3D)
    assert code(glBegin, GL_POINTS) == GL_INVALID_OPERATION
    glDisable(GEOMETRY)
    glRasterPos2f(0, 0)
