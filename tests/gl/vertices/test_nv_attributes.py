"""The vertex attribute commands of NV_vertex_program, and aliasing with conventional attributes."""

import numpy as np
import pytest

from softgl import GLError
from softgl.gl import *
from softgl.gl.vertices.attributes import ATTRIBS, COLOR, NORMAL

VERTEX = GL_VERTEX_PROGRAM_NV
ALIASES = {
    2: ("glNormal3f", (1, 2, 3), [1, 2, 3, 1]),
    3: ("glColor4f", (0.25, 0.5, 0, 1), [0.25, 0.5, 0, 1]),
    4: ("glSecondaryColor3f", (0.25, 0.5, 0), [0.25, 0.5, 0, 1]),
    5: ("glFogCoordf", (7,), [7, 0, 0, 1]),
    8: ("glTexCoord2f", (3, 4), [3, 4, 0, 1]),
}
CORNERS = [(-1, -1), (1, -1), (1, 1), (-1, 1)]


def current(index):
    return glGetVertexAttribfvNV(index, GL_CURRENT_ATTRIB_NV).tolist()


def refused(code, function, *arguments):
    with pytest.raises(GLError) as caught:
        function(*arguments)
    assert caught.value.code == code


@pytest.mark.parametrize("index", ALIASES)
def test_conventional_commands_set_aliases(context, index):
    name, values, expected = ALIASES[index]
    globals()[name](*values)
    assert current(index) == expected
    glVertexAttrib4fNV(index, 9, 8, 7, 6)
    assert current(index) == [9, 8, 7, 6]
    context.immediate.commit()
    assert current(index) == [9, 8, 7, 6]
    globals()[name](*values)
    assert current(index) == expected


def test_attributes_set_conventional_values(context):
    glVertexAttrib3fNV(3, 0.25, 0.5, 0.75)
    assert glGetFloatv(GL_CURRENT_COLOR).tolist() == [0.25, 0.5, 0.75, 1]
    glVertexAttrib3sNV(2, 0, 1, 0)
    assert glGetFloatv(GL_CURRENT_NORMAL).tolist() == [0, 1, 0]
    glActiveTexture(GL_TEXTURE7)
    glVertexAttrib1dNV(15, 4)
    assert glGetFloatv(GL_CURRENT_TEXTURE_COORDS).tolist() == [4, 0, 0, 1]
    # They are the generic attributes of ARB_vertex_program too.
    assert glGetVertexAttribfv(15, GL_CURRENT_VERTEX_ATTRIB).tolist() == [4, 0, 0, 1]
    glVertexAttrib4f(15, 1, 2, 3, 4)
    assert current(15) == [1, 2, 3, 4]


def test_initial_values(context):
    # "the initial state is the initial state of the respective aliased conventional vertex
    # parameter."
    assert current(1) == current(6) == current(8) == [0, 0, 0, 1]
    assert current(2) == [0, 0, 1, 1]
    assert current(3) == [1, 1, 1, 1]


def test_conversions(context):
    glVertexAttrib4ubNV(6, 0, 51, 102, 255)
    assert current(6) == [np.float32(x) for x in (0, 0.2, 0.4, 1)]
    glVertexAttrib4ubvNV(6, [255, 0, 0, 0])
    assert current(6) == [1, 0, 0, 0]
    glVertexAttrib2svNV(6, [-300, 20])
    assert current(6) == [-300, 20, 0, 1]
    assert glGetVertexAttribivNV(6, GL_CURRENT_ATTRIB_NV).tolist() == [-300, 20, 0, 1]
    assert glGetVertexAttribdvNV(6, GL_CURRENT_ATTRIB_NV).dtype == np.float64


def test_many_at_once(context, draws):
    glBegin(GL_TRIANGLES)
    for x in range(3):
        glVertexAttribs2fvNV(0, 4, [x, 5, 1, 1, 0, x, 1, 2])
    glEnd()
    [(_, stream)] = draws
    # "issued in reverse order so that vertex program execution is provoked [...] only after all
    # the other vertex attributes have first been specified."
    assert stream.attributes[ATTRIBS[0]][:, 0].tolist() == [0, 1, 2]
    assert stream.attributes[NORMAL][:, 1].tolist() == [0, 1, 2]
    assert current(3) == [1, 2, 0, 1]
    glVertexAttribs4ubvNV(14, 2, [0, 255, 0, 0, 255, 0, 0, 0])
    assert current(14) == [0, 1, 0, 0]
    assert current(15) == [1, 0, 0, 0]
    glVertexAttribs1svNV(9, 1, [4])
    glVertexAttribs3dvNV(10, 1, [[4, 5, 6]])
    assert current(9) == [4, 0, 0, 1]
    assert current(10) == [4, 5, 6, 1]


@pytest.mark.parametrize(
    ("code", "function", "arguments"),
    [
        (GL_INVALID_VALUE, glVertexAttrib1fNV, (16, 0)),
        (GL_INVALID_VALUE, glVertexAttrib4ubvNV, (16, [0, 0, 0, 0])),
        (GL_INVALID_VALUE, glVertexAttribs1fvNV, (16, 0, [])),
        (GL_INVALID_VALUE, glVertexAttribs1fvNV, (15, 2, [1, 2])),
        (GL_INVALID_VALUE, glVertexAttribs1fvNV, (0, -1, [])),
        (GL_INVALID_VALUE, glVertexAttribs4svNV, (3, 2, [1, 2, 3, 4])),
        (GL_INVALID_VALUE, glVertexAttribPointerNV, (16, 4, GL_FLOAT, 0, None)),
        (GL_INVALID_VALUE, glVertexAttribPointerNV, (1, 5, GL_FLOAT, 0, None)),
        (GL_INVALID_VALUE, glVertexAttribPointerNV, (1, 0, GL_FLOAT, 0, None)),
        (GL_INVALID_VALUE, glVertexAttribPointerNV, (1, 4, GL_FLOAT, -4, None)),
        (GL_INVALID_OPERATION, glVertexAttribPointerNV, (1, 3, GL_UNSIGNED_BYTE, 0, None)),
        (GL_INVALID_ENUM, glVertexAttribPointerNV, (1, 3, GL_INT, 0, None)),
        (GL_INVALID_VALUE, glGetVertexAttribfvNV, (16, GL_CURRENT_ATTRIB_NV)),
        (GL_INVALID_VALUE, glGetVertexAttribdvNV, (0, GL_CURRENT_ATTRIB_NV)),
        (GL_INVALID_ENUM, glGetVertexAttribivNV, (1, GL_VERTEX_ATTRIB_ARRAY_ENABLED)),
        (GL_INVALID_VALUE, glGetVertexAttribPointervNV, (16, GL_ATTRIB_ARRAY_POINTER_NV)),
        (GL_INVALID_ENUM, glGetVertexAttribPointervNV, (1, GL_CURRENT_ATTRIB_NV)),
    ],
)
def test_errors(context, snapshot, code, function, arguments):
    before = snapshot(context)
    refused(code, function, *arguments)
    assert snapshot(context) == before


def test_array_queries(context):
    data = np.zeros((3, 4), np.uint8)
    glVertexAttribPointerNV(3, 4, GL_UNSIGNED_BYTE, 8, data)
    pnames = (GL_ATTRIB_ARRAY_SIZE_NV, GL_ATTRIB_ARRAY_STRIDE_NV, GL_ATTRIB_ARRAY_TYPE_NV)
    assert [glGetVertexAttribivNV(3, p) for p in pnames] == [4, 8, GL_UNSIGNED_BYTE]
    assert [glGetVertexAttribfvNV(4, p) for p in pnames] == [4, 0, GL_FLOAT]
    assert glGetVertexAttribPointervNV(3, GL_ATTRIB_ARRAY_POINTER_NV) is data
    assert glGetVertexAttribiv(3, GL_VERTEX_ATTRIB_ARRAY_NORMALIZED) == 1
    one = np.zeros(1, np.float32)
    glVertexAttrib2fNV(3, 6, 7)
    assert glGetVertexAttribfvNV(3, GL_CURRENT_ATTRIB_NV, one) is one
    assert one.tolist() == [6]


def test_two_switches(context):
    nv = GL_VERTEX_ATTRIB_ARRAY4_NV
    assert glIsEnabled(nv) == 0
    # Enabling the ARB array enables both; the NV switch leaves the ARB one as it is.
    glEnableVertexAttribArray(4)
    assert glIsEnabled(nv) == glGetVertexAttribiv(4, GL_VERTEX_ATTRIB_ARRAY_ENABLED) == 1
    glDisableClientState(nv)
    assert glIsEnabled(nv) == glGetIntegerv(nv) == 0
    assert glGetVertexAttribiv(4, GL_VERTEX_ATTRIB_ARRAY_ENABLED) == 1
    glEnableClientState(nv)
    glDisableVertexAttribArray(4)
    assert glIsEnabled(nv) == 0


# -- pictures --------------------------------------------------------------------------------------

NV_PROGRAM = """!!VP1.0
MOV o[HPOS], v[OPOS];
MOV o[COL0], v[COL0];
END"""
ARB_PROGRAM = """!!ARBvp1.0
MOV result.position, vertex.position;
MOV result.color, vertex.color;
END"""
GREEN, RED = [0, 255, 0, 255], [255, 0, 0, 255]


@pytest.fixture
def program(context):
    """A VP1.0 program that passes position and colour on, enabled."""
    glLoadProgramNV(VERTEX, 1, len(NV_PROGRAM), NV_PROGRAM)
    glBindProgramNV(VERTEX, 1)
    glEnable(VERTEX)


def pixels(context):
    return np.asarray(context.read_image()).copy()


def quad(each):
    glBegin(GL_QUADS)
    for number, corner in enumerate(CORNERS):
        each(number)
        glVertex2f(*corner)
    glEnd()


COLORS = [(1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 1)]
WAYS = {
    "glColor": lambda n: glColor3f(*COLORS[n]),
    "glVertexAttribNV": lambda n: glVertexAttrib3fNV(3, *COLORS[n]),
    "glVertexAttribARB": lambda n: glVertexAttrib3fARB(3, *COLORS[n]),
    "by turns": lambda n: (glColor3f, lambda *c: glVertexAttrib3fNV(3, *c))[n % 2](*COLORS[n]),
}


@pytest.mark.parametrize("way", WAYS)
def test_a_picture_equals_that_of_the_arb_twin(context, program, way):
    quad(WAYS[way])
    found = pixels(context)
    glClear(GL_COLOR_BUFFER_BIT)
    glBindProgramARB(VERTEX, 9)
    glProgramStringARB(VERTEX, GL_PROGRAM_FORMAT_ASCII_ARB, len(ARB_PROGRAM), ARB_PROGRAM)
    quad(WAYS["glColor"])
    assert np.array_equal(found, pixels(context))
    assert len(np.unique(found.reshape(-1, 4), axis=0)) > 8


def test_constant_attributes(context, program):
    glColor3f(0, 1, 0)
    quad(lambda n: None)
    assert pixels(context)[3, 3].tolist() == GREEN
    glVertexAttrib3fNV(3, 1, 0, 0)
    quad(lambda n: None)
    assert pixels(context)[3, 3].tolist() == RED
    glVertexAttrib4fARB(3, 0, 1, 0, 1)
    quad(lambda n: None)
    assert pixels(context)[3, 3].tolist() == GREEN


@pytest.mark.parametrize("draw", [lambda: glDrawArrays(GL_QUADS, 0, 4), "elements", "element"])
def test_arrays(context, program, draw):
    def run():
        if draw == "element":
            glBegin(GL_QUADS)
            for number in range(4):
                glArrayElement(number)
            glEnd()
        elif draw == "elements":
            glDrawElements(GL_QUADS, 4, GL_UNSIGNED_BYTE, [0, 1, 2, 3])
        else:
            draw()
        return pixels(context)[3, 3].tolist()

    glVertexAttribPointerNV(0, 2, GL_SHORT, 0, np.int16(CORNERS))
    glEnableClientState(GL_VERTEX_ATTRIB_ARRAY0_NV)
    green = np.uint8([[0, 255, 0, 255]] * 4)
    glVertexAttribPointerNV(3, 4, GL_UNSIGNED_BYTE, 0, green)
    glColorPointer(3, GL_FLOAT, 0, np.float32([[1, 0, 0]] * 4))
    glEnableClientState(GL_COLOR_ARRAY)
    # "if a given vertex attribute array is disabled, but its corresponding aliased conventional
    # [...] array is enabled", that is used.
    assert run() == RED
    glEnableClientState(GL_VERTEX_ATTRIB_ARRAY3_NV)
    assert run() == GREEN
    glDisableClientState(GL_COLOR_ARRAY)
    assert run() == GREEN


def test_nv_arrays_are_ignored_without_programs(context, program):
    glVertexPointer(2, GL_FLOAT, 0, np.float32(CORNERS))
    glEnableClientState(GL_VERTEX_ARRAY)
    glVertexAttribPointerNV(0, 2, GL_SHORT, 0, np.int16(CORNERS) * 0)
    glEnableClientState(GL_VERTEX_ATTRIB_ARRAY0_NV)
    glDrawArrays(GL_QUADS, 0, 4)
    assert not pixels(context).any()
    glDisable(VERTEX)
    glDrawArrays(GL_QUADS, 0, 4)
    assert pixels(context).all()


@pytest.mark.parametrize("machine", ["eager", "llvm"])
def test_tracked_matrices_draw(context, machine):
    context = type(context)(8, 8, machine=machine)
    rows = "xyzw"
    text = "!!VP1.1\n" + "".join(f"DP4 o[HPOS].{r}, c[{n}], v[0];" for n, r in enumerate(rows))
    text += "MOV o[COL0], v[3]; END"
    glLoadProgramNV(VERTEX, 4, len(text), text)
    glTrackMatrixNV(VERTEX, 0, GL_MODELVIEW_PROJECTION_NV, GL_IDENTITY_NV)
    glTranslatef(0.25, 0, 0)
    glRotatef(30, 0, 0, 1)
    glScalef(0.5, 0.5, 1)
    quad(WAYS["glColor"])
    fixed = pixels(context)
    glClear(GL_COLOR_BUFFER_BIT)
    glBindProgramNV(VERTEX, 4)
    glEnable(VERTEX)
    quad(WAYS["glColor"])
    assert fixed.any()
    assert np.array_equal(pixels(context), fixed)


def test_the_secondary_color_is_added(context):
    # "The components of these two colors are summed", whatever GL_COLOR_SUM says.
    text = "!!VP1.0 MOV o[HPOS], v[0]; MOV o[COL0], v[3]; MOV o[COL1], v[4]; END"
    glLoadProgramNV(VERTEX, 4, len(text), text)
    glBindProgramNV(VERTEX, 4)
    glEnable(VERTEX)
    glColor4f(1, 0, 0, 0)
    glSecondaryColor3f(0, 1, 0)
    for switch in (glDisable, glEnable):
        switch(GL_COLOR_SUM)
        glClear(GL_COLOR_BUFFER_BIT)
        quad(lambda n: None)
        assert pixels(context)[3, 3].tolist() == [255, 255, 0, 0]


INVARIANT = "!!VP1.1 OPTION NV_position_invariant; MOV o[COL0], v[COL0]; END"


@pytest.mark.parametrize("text", [NV_PROGRAM, INVARIANT])
def test_clip_planes_are_ignored(context, program, text):
    glLoadProgramNV(VERTEX, 1, len(text), text)
    glEnable(GL_CLIP_PLANE0)
    glClipPlane(GL_CLIP_PLANE0, [0, 0, 0, -1])
    quad(WAYS["glColor"])
    assert pixels(context)[..., 3].all()


def test_clip_distances(context, program):
    """NV_vertex_program2: o[CLP0].x is the distance from the plane; x < 0 is clipped away."""
    text = "!!VP2.0 MOV o[HPOS], v[0]; MOV o[COL0], v[3]; MOV o[CLP0].x, v[0].x; END"
    glLoadProgramNV(VERTEX, 1, len(text), text)
    glColor4f(1, 1, 1, 1)
    quad(lambda n: None)
    assert pixels(context)[..., 3].all()
    glClear(GL_COLOR_BUFFER_BIT)
    glEnable(GL_CLIP_PLANE0)
    quad(lambda n: None)
    drawn = pixels(context)[..., 3] > 0
    half = drawn.shape[1] // 2
    assert drawn[:, half:].all() and not drawn[:, :half].any()


def test_switches(context):
    for cap in (GL_VERTEX_PROGRAM_TWO_SIDE_NV, GL_VERTEX_PROGRAM_POINT_SIZE_NV, VERTEX):
        assert glIsEnabled(cap) == 0
        glEnable(cap)
        assert glIsEnabled(cap) == glGetIntegerv(cap) == 1
        glDisable(cap)
    assert not context.programs.vertex.enabled


def test_arb_programs_have_no_aliases(context):
    glVertexAttrib4f(3, 0, 0, 1, 1)
    glColor3f(1, 0, 0)
    assert context.immediate.latest(ATTRIBS[3]).tolist() == [0, 0, 1, 1]
    assert context.immediate.latest(COLOR).tolist() == [1, 0, 0, 1]


def test_a_raster_position_reads_aliases(context, program):
    text = "!!VP1.0 MOV o[HPOS], v[0]; MOV o[COL0], v[3]; MOV o[TEX0], v[8]; END"
    glLoadProgramNV(VERTEX, 1, len(text), text)
    glColor4f(0.25, 0.5, 0.75, 1)
    glTexCoord2f(3, 4)
    glRasterPos2f(0, 0)
    assert glGetFloatv(GL_CURRENT_RASTER_COLOR).tolist() == [0.25, 0.5, 0.75, 1]
    assert glGetFloatv(GL_CURRENT_RASTER_TEXTURE_COORDS).tolist() == [3, 4, 0, 1]
    glVertexAttrib4fARB(3, 0, 1, 0, 1)
    glRasterPos2f(0, 0)
    assert glGetFloatv(GL_CURRENT_RASTER_COLOR).tolist() == [0, 1, 0, 1]


def test_pushed_values_come_back_as_they_were(context):
    """GL_CURRENT_BIT saves the latest of two aliases."""
    glVertexAttrib4fARB(3, 0, 1, 0, 1)
    glColor4f(0.25, 0.5, 0.75, 1)
    glPushAttrib(GL_CURRENT_BIT)
    glVertexAttrib4fARB(3, 0, 0, 1, 1)
    assert current(3) == [0, 0, 1, 1]
    glPopAttrib()
    assert current(3) == [0.25, 0.5, 0.75, 1]


@pytest.mark.parametrize("written", ["COL0", "BFC0"])
def test_colors_that_are_not_written_are_0001(context, program, written):
    """Both facings: "Each register value is initialized to (0,0,0,1)"."""
    text = f"!!VP1.0 MOV o[HPOS], v[0]; MOV o[{written}], v[3]; END"
    glLoadProgramNV(VERTEX, 1, len(text), text)
    glEnable(GL_VERTEX_PROGRAM_TWO_SIDE_NV)
    glColor4f(1, 0, 0, 0)
    for face, color in ((GL_CCW, "COL0"), (GL_CW, "BFC0")):
        glFrontFace(face)
        quad(lambda n: None)
        expected = [255, 0, 0, 0] if written == color else [0, 0, 0, 255]
        assert pixels(context)[3, 3].tolist() == expected


def test_the_last_one_counts_between_two_draws(context, program):
    """Whatever was drawn, or asked for, in between."""
    for values in ((0.25, 0, 0, 1), (0.5, 0, 0, 1)):
        glVertexAttrib4fARB(3, 9, 9, 9, 9)
        glColor4f(*values)
        assert current(3) == list(values)
        glVertexAttrib4fARB(3, *values[::-1])
        assert current(3) == list(values[::-1])
        quad(lambda n: None)
        assert current(3) == list(values[::-1])
