"""Geometry programs as geometry shaders on llvmpipe, beside softgl's pictures of the programs."""

from __future__ import annotations

from functools import partial

import moderngl
import numpy as np
import pytest

import softgl
import softgl.gl
from softgl.translate import Loader
from tests.drivers.compare import compare
from tests.drivers.conftest import draw_on_mesa, read_pixels
from tests.drivers.drawing import clear
from tests.drivers.glsl import glsl_context
from tests.drivers.programs.test_geometry_twins import (
    COUNT,
    FRAGMENT,
    MADE,
    TAKEN,
    VERTEX,
    geometry_program,
)
from tests.gl.attachments import use_program

pytestmark = pytest.mark.driver

HEAD = "!!NVgp4.0 PRIMITIVE_IN {taken}; PRIMITIVE_OUT {made}; VERTICES_OUT 24; {body} END"
LOOPS = """
ATTRIB place = vertex.position; ATTRIB shade[] = {{ vertex.attrib[0..2] }};
INT TEMP i, j; TEMP t, moved;
main: MOV.S i.x, 0; MOV moved, 0;
REP.S {vertices}; MOV.S i.y, 0; MOV t, place[i.x]; CAL emit; ADD.S.CC i.x, i.x, 1; ENDREP;
ENDPRIM; MOV moved, {{ 0.125, 0.25, 0, 0 }};
REP.S 24; SUB.S.CC i.x, i.x, 1; BRK (LT.x); MOV.S i.y, i.x; MOV t, place[i.x]; CAL emit;
IF EQ.x; MOV.S i.y, 3; ADD t, place[0], moved.yyzz; CAL emit; ENDIF; ENDREP; RET;
emit: ADD result.position, t, moved; MOV result.attrib[1], shade[i.x][i.y].wzyx;
MOV result.attrib[2], shade[i.x][0]; MOV.S result.primid.x, primitive.id; EMIT; RET;
"""
"""Vertices and attributes that are chosen at run time, beyond the last one too."""


@pytest.fixture(scope="module")
def vertices():
    """Positions and outputs, (COUNT, 4) float32 each."""
    rng = np.random.default_rng(20261124)
    # Away from where the bounds of points are rounded.
    positions = (rng.integers(4, 59, (COUNT, 4)) + 0.3) / 32 - 1
    positions[:, 3] = 1
    return positions.astype(np.float32), rng.uniform(0, 1, (COUNT, 4)).astype(np.float32)


def texts(taken, made, loops):
    """The three programs of a picture."""
    geometry = geometry_program(taken, made)
    if loops:
        body = LOOPS.format(vertices=TAKEN[taken][0])
        geometry = HEAD.format(taken=taken, made=made, body=body)
    vertex = VERTEX.replace("END", "ADD result.attrib[1], vertex.attrib[1], 0.25;"
                            "ADD result.attrib[2], vertex.attrib[1].yxwz, -0.125; END")  # fmt: skip
    return {"vertex": vertex, "geometry": geometry, "fragment": FRAGMENT}


def picture(vertices, mode, use):
    """Returns a function that draws with the programs of `use(gl)`."""

    def draw(gl):
        use(gl)
        clear(gl)
        gl.glVertexPointer(4, gl.GL_FLOAT, 0, vertices[0])
        gl.glVertexAttribPointer(1, 4, gl.GL_FLOAT, False, 0, vertices[1])
        gl.glEnableClientState(gl.GL_VERTEX_ARRAY)
        gl.glEnableVertexAttribArray(1)
        gl.glPointSize(3)
        gl.glDrawArrays(getattr(gl, f"GL_{mode}"), 0, COUNT)

    return draw


# What programs take, the mode, what they make, and whether vertices are chosen.
CASES = [
    (taken, modes[-1], list(MADE)[number % 3], True)
    for number, (taken, (_, _, modes)) in enumerate(TAKEN.items())
] + [("TRIANGLES", "TRIANGLE_STRIP", "TRIANGLE_STRIP", False)]


def test_pictures(mesa, vertices):
    """Stages that are translated each by itself meet; vertices and attributes are chosen."""
    for taken, mode, made, loops in CASES:
        programs = texts(taken, made, loops)
        softgl.Context(64, 64, machine="eager").make_current()
        picture(vertices, mode, partial(use, programs=programs))(softgl.gl)
        wanted = read_pixels(softgl.gl, (64, 64))
        assert wanted.any()
        for to, exact in (("glsl330", False), ("glsl410core", True)):
            wishes = {"to": to, "exact": exact, "programs": programs}
            translated = picture(vertices, mode, partial(use_translations, **wishes))
            found = draw_on_mesa(translated, (64, 64))
            difference = compare(wanted, found, tolerance=1)
            # What a driver's lines cover along seams of strips is its own.
            worst = 255 if made == "LINE_STRIP" else 2
            assert difference.share > 0.995 and difference.worst <= worst, (taken, to, difference)


def use(gl, programs):
    """Have softgl use programs, by stage."""
    for stage, text in programs.items():
        vendor = "NV" if stage == "geometry" else "ARB"
        use_program(text, getattr(gl, f"GL_{stage.upper()}_PROGRAM_{vendor}"))


def use_translations(gl, programs, to, exact):
    """Have a driver use their translations."""
    Loader(gl, to=to, exact=exact).program(**programs).use()


def test_feedback(mesa, vertices):
    """The same primitives in the same order, to the last bit; names for the driver."""
    recorded = ("result.position", "result.attrib[1]", "result.attrib[2]")
    room = 1 << 14
    for taken, mode, made, loops in CASES[::2]:
        programs = texts(taken, made, loops)
        del programs["fragment"]
        with glsl_context((8, 8)) as glsl:
            linked = Loader(glsl.context, exact=True).program(**programs, feedback=recorded)
            linked.use()
            given = [glsl.context.buffer(values) for values in vertices]
            names = ("vertex_position", "vertex_attrib_1")
            parts = [(each, "4f", name) for each, name in zip(given, names, strict=True)]
            array = glsl.context.vertex_array(linked.program, parts)
            buffer = glsl.context.buffer(bytes(room))
            array.transform(buffer, getattr(moderngl, mode), vertices=COUNT)
            found = np.frombuffer(buffer.read(), np.uint32)
        wanted = recorded_by_softgl(vertices, programs, mode, made, room)
        assert wanted.any()
        np.testing.assert_array_equal(found, wanted, f"{taken} {mode} {made}")


def recorded_by_softgl(vertices, programs, mode, made, room):
    """Words that transform feedback stores in softgl."""
    gl = softgl.gl
    softgl.Context(8, 8, machine="eager").make_current()
    use(gl, programs)
    listed = [gl.GL_POSITION, 4, 0]
    for number in (1, 2):
        listed += [gl.GL_GENERIC_ATTRIB_NV, 4, number]
    gl.glTransformFeedbackAttribsNV(listed, gl.GL_INTERLEAVED_ATTRIBS_NV)
    target = gl.GL_TRANSFORM_FEEDBACK_BUFFER_NV
    gl.glBindBufferBaseNV(target, 0, 1)
    gl.glBufferData(target, bytes(room), gl.GL_STREAM_READ)
    gl.glBeginTransformFeedbackNV(MADE[made])
    picture(vertices, mode, lambda _: None)(gl)
    gl.glEndTransformFeedbackNV()
    return gl.glGetBufferSubData(target, 0, room).view(np.uint32)
