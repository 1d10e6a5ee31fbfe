"""The generated families: every member sets the state of its name, to the right value."""

import re
import sys
import threading
from decimal import Decimal
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from softgl import Context, GLError
from softgl.gl import *
from softgl.gl.api.declarations import COMMANDS
from softgl.gl.vertices.attributes import (
    ATTRIBS,
    COLOR,
    EDGE_FLAG,
    FOG_COORD,
    INDEX,
    NORMAL,
    POSITION,
    SECONDARY_COLOR,
    TEXCOORDS,
)
from softgl.gl.vertices.families import EXPORTED, FAMILIES
from softgl.lanes.native_setters import AVAILABLE, setters
from softgl.tuning import limits

MEMBERS = sorted(
    name
    for name in COMMANDS
    # Those of integers that stay integers are in test_integer_attributes.
    if any(re.fullmatch(family.pattern, name) for family in FAMILIES if not family.words)
)


native_only = pytest.mark.skipif(
    not AVAILABLE, reason="this Python has not all of CPython's stable interface"
)


@pytest.fixture(scope="module", autouse=True)
def native():
    """Have the functions of native code: programs have them after many vertices."""
    setters.count(limits.MIN_NATIVE_VALUES, lambda: None)


def forms_of(name):
    """The function of Python, and the one that programs call if that is another."""
    return {COMMANDS[name], EXPORTED.get(name, COMMANDS[name])}


def current(context, binding):
    context.immediate.commit()
    return context.vertex.current[binding].tolist()


def test_the_families_are_whole():
    # OpenGL 2.1, 2.7, and the ARB and EXT forms of the extensions.
    assert {name for name in MEMBERS if name.startswith("glVertex3")} == {
        *(f"glVertex3{t}{v}" for t in "sifd" for v in ("", "v")),
        *("glVertex3hNV", "glVertex3hvNV"),
    }
    halves = [name for name in MEMBERS if re.search("hv?NV$", name)]
    assert len(halves) == 2 * (3 + 1 + 2 + 1 + 1 + 4 + 4 + 4)
    assert sum(name.startswith("glColor") for name in MEMBERS) == 2 * 8 * 2 + 4
    assert sum(name.startswith("glSecondaryColor") for name in MEMBERS) == 8 * 2 * 2 + 2
    assert sum(name.startswith("glNormal") for name in MEMBERS) == 5 * 2 + 2
    assert sum(name.startswith("glTexCoord") for name in MEMBERS) == 4 * 4 * 2 + 8
    assert sum(name.startswith("glMultiTexCoord") for name in MEMBERS) == 4 * 4 * 2 * 2 + 8
    assert sum(name.startswith("glFogCoord") for name in MEMBERS) == 2 * 2 * 2 + 2
    assert sum(name.startswith("glIndex") for name in MEMBERS) == 5 * 2
    generic = [name for name in MEMBERS if name.startswith("glVertexAttrib")]
    # {1234}{sfd}[v], 4{b,i,ub,us,ui}v, 4N{b,s,i,ub,us,ui}v, 4Nub; each with ARB.
    nv = [name for name in generic if name.endswith("NV") and name not in halves]
    assert len(generic) - len(nv) == 2 * (4 * 3 * 2 + 5 + 6 + 1) + 8
    # {1234}{sfd}[v], 4ub[v].
    assert len(nv) == 4 * 3 * 2 + 2


SMALL = {"normal": NORMAL, "color": COLOR, "secondary_color": SECONDARY_COLOR}
SMALL |= {"fog_coord": FOG_COORD, "texcoord0": TEXCOORDS[0], "index": INDEX}
MAXIMUM = {"b": 127, "ub": 255, "s": 32767, "us": 65535, "i": 2**31 - 1, "ui": 2**32 - 1}
FILL = [0.0, 0.0, 0.0, 1.0]


FLOATS = [family for family in FAMILIES if not family.words]


@pytest.mark.parametrize("family", FLOATS, ids=lambda family: family.pattern)
def test_members(context, draws, family):
    members = [name for name in MEMBERS if re.fullmatch(family.pattern, name)]
    assert members
    for name in members:
        check_member(context, draws, family, name)


def check_member(context, draws, family, name):
    match = re.fullmatch(family.pattern, name).groupdict()
    size, kind = int(match.get("size") or 1), match["type"]
    normalized = family.normalized or match.get("normalized")
    if kind in "fd":
        values, expected = [0.25, -3.0, 8.0, 0.5][:size], [0.25, -3.0, 8.0, 0.5][:size]
    elif kind == "h":
        values, expected = [0x3400, 0xC200, 0x4800, 0x3800][:size], [0.25, -3.0, 8.0, 0.5][:size]
    elif normalized:
        values, expected = [MAXIMUM[kind]] * size, [1.0] * size
    else:
        values = expected = [3, 100, 7, 9][:size]
    expected = list(expected) + FILL[size:]
    select, binding = {
        "texcoords": ([GL_TEXTURE2], TEXCOORDS[2]),
        "attribs": ([5], ATTRIBS[5]),
        "aliased_attribs": ([5], ATTRIBS[5]),
    }.get(family.log, ([], SMALL.get(family.log)))
    forms = [[values]] if match["v"] else [values]
    if match["v"]:
        forms += [[tuple(values)], [np.array(values)], [[values]]]
    for function, arguments in product(forms_of(name), forms):
        if binding is None:
            glBegin(GL_POINTS)
            function(*select, *arguments)
            glEnd()
            [(_, stream)] = draws
            draws.clear()
            found = next(iter(stream.attributes.values()))[0].tolist()
        else:
            context.vertex.current[binding] = np.full(4, 77, np.float32)
            function(*select, *arguments)
            found = current(context, binding)
        assert found == expected, name


def test_edge_flags(context, draws):
    glBegin(GL_TRIANGLES)
    for flag in (True, GL_FALSE, 7):
        glEdgeFlag(flag)
        glVertex2f(0, 0)
    glEnd()
    [(_, stream)] = draws
    assert stream.attributes[EDGE_FLAG][:, 0].tolist() == [1, 0, 1]
    glEdgeFlagv([0])
    assert not glGetBooleanv(GL_EDGE_FLAG)
    glEdgeFlagv(np.array([2], np.uint8))
    assert glGetBooleanv(GL_EDGE_FLAG) == GL_TRUE


@pytest.mark.parametrize(
    ("function", "arguments", "expected"),
    [
        # OpenGL 2.1, table 2.9: ubyte c / (2^8 - 1), byte (2c + 1) / (2^8 - 1), and so on.
        (glColor3ub, (0, 51, 255), (0, 0.2, 1, 1)),
        (glColor4ubv, ([0, 51, 102, 153],), (0, 0.2, 0.4, 0.6)),
        (glColor3b, (-128, 0, 127), (-1, 1 / 255, 1, 1)),
        (glColor3us, (0, 65535, 13107), (0, 1, 0.2, 1)),
        (glColor3s, (-32768, 32767, 0), (-1, 1, 1 / 65535, 1)),
        (glColor3i, (-(2**31), 2**31 - 1, 0), (-1, 1, 1 / (2**32 - 1), 1)),
        (glColor4ui, (0, 2**32 - 1, 0, 0), (0, 1, 0, 0)),
        (glColor4f, (-1, 2, 0.5, 3), (-1, 2, 0.5, 3)),
    ],
)
def test_integer_colours(context, function, arguments, expected):
    function(*arguments)
    assert current(context, COLOR) == [np.float32(x) for x in expected]


@pytest.mark.parametrize(
    ("function", "arguments", "code"),
    [
        (glColor3ub, (256, 0, 0), GL_INVALID_VALUE),
        (glColor3ub, (-1, 0, 0), GL_INVALID_VALUE),
        (glVertex2s, (40000, 0), GL_INVALID_VALUE),
        (glVertex3fv, ((1, 2),), GL_INVALID_VALUE),
        (glVertex3fv, ((1, 2, 3, 4),), GL_INVALID_VALUE),
        (glMultiTexCoord2f, (GL_TEXTURE0 + 8, 0, 0), GL_INVALID_ENUM),
        (glMultiTexCoord2f, (GL_TEXTURE0 - 1, 0, 0), GL_INVALID_ENUM),
        (glMultiTexCoord2iv, (7, (0, 0)), GL_INVALID_ENUM),
        (glVertexAttrib4f, (16, 0, 0, 0, 0), GL_INVALID_VALUE),
        (glVertexAttrib4fvARB, (-1, (0, 0, 0, 0)), GL_INVALID_VALUE),
        (glVertexAttrib4Nub, (3, 1, 2, 3, 256), GL_INVALID_VALUE),
    ],
)
def test_errors_change_nothing(context, snapshot, function, arguments, code):
    before = snapshot(context)
    with pytest.raises(GLError) as caught:
        function(*arguments)
    assert caught.value.code == code
    assert caught.value.baseOperation == function.__name__
    assert snapshot(context) == before
    context.errors = "record"
    function(*arguments)
    assert glGetError() == code


def test_too_large_for_a_float_is_infinite(context):
    glColor4d(1e300, -1e300, float("nan"), 1)
    red, green, blue, _ = current(context, COLOR)
    assert (red, green) == (np.inf, -np.inf)
    assert blue != blue


def test_rectangles(context, draws):
    glColor3f(1, 0, 0)
    glRectf(1, 2, 3, 4)
    glRectiv([1, 2], (3, 4))
    glRectd(1.0, 2.0, 3.0, 4.0)
    glRectsv(np.array([1, 2]), [3, 4])
    assert len(draws) == 4
    for mode, stream in draws:
        assert mode == GL_POLYGON
        corners = [[1, 2, 0, 1], [3, 2, 0, 1], [3, 4, 0, 1], [1, 4, 0, 1]]
        assert next(iter(stream.attributes.values())).tolist() == corners
        assert stream.constants[COLOR].tolist() == [1, 0, 0, 1]
    with pytest.raises(GLError):
        glRectfv([1], [2, 3])


def test_the_commands_of_half_floats(context):
    """NV_half_float, "New Procedures and Functions"; VertexWeighthNV goes with vertex weighting."""
    sizes = {"Vertex": "234", "Normal": "3", "Color": "34", "TexCoord": "1234", "FogCoord": [""]}
    sizes |= {"MultiTexCoord": "1234", "VertexAttrib": "1234", "SecondaryColor": "3"}
    names = {f"gl{stem}{n}h{v}NV" for stem, of in sizes.items() for n in of for v in ("", "v")}
    names |= {f"glVertexAttribs{n}hvNV" for n in "1234"}
    assert {name for name in COMMANDS if re.search("hv?NV$", name)} == names
    # They set the conventional attributes too, as those of the other types do.
    glVertexAttrib4hvNV(3, np.float16([0.5, -0.25, 65504, np.inf]))
    assert context.immediate.latest_aliased(ATTRIBS[3]).tolist() == [0.5, -0.25, 65504, np.inf]
    assert current(context, COLOR) == [0.5, -0.25, 65504, np.inf]
    glVertexAttribs2hvNV(3, 2, [[0x3800, 0x3C00], [0x4000, 0x4200]])
    glNormal3hNV(np.float16(0.5), 0x8001, 0x7C00)
    assert current(context, COLOR) == [0.5, 1, 0, 1]
    assert current(context, SECONDARY_COLOR) == [2, 3, 0, 1]
    assert current(context, NORMAL) == [0.5, -(2.0**-24), np.inf, 1]
    glVertexAttribPointerNV(3, 3, GL_HALF_FLOAT, 0, np.float16([1, 2, 3]))
    with pytest.raises(GLError):
        glNormal3hNV(0.5, 0, 0)
    with pytest.raises(GLError):
        glVertexAttribs4hvNV(13, 4, [0] * 16)


def test_pyopengls_forms_without_a_size(context, draws):
    glColor([0.25, 0.5, 1])
    assert current(context, COLOR) == [0.25, 0.5, 1, 1]
    glColor(0, 0, 1, 0.5)
    glTexCoord(3, 4)
    glNormal((0, 1, 0))
    assert current(context, COLOR) == [0, 0, 1, 0.5]
    assert current(context, TEXCOORDS[0]) == [3, 4, 0, 1]
    assert current(context, NORMAL) == [0, 1, 0, 1]
    glBegin(GL_POINTS)
    glVertex(1, 2)
    glVertex(np.float32([1, 2, 3]))
    glVertex(1, 2, 3, 4)
    glEnd()
    [(_, stream)] = draws
    assert stream.attributes[POSITION].tolist() == [[1, 2, 0, 1], [1, 2, 3, 1], [1, 2, 3, 4]]
    glTranslate(1, 2, 3)
    glScale(2, 2, 2)
    glRotate(0, 1, 0, 0)
    assert glGetFloatv(GL_MODELVIEW_MATRIX)[3].tolist() == [1, 2, 3, 1]
    glLoadIdentity()
    glRasterPos(0.5, 0.5)
    assert glGetFloatv(GL_CURRENT_RASTER_POSITION).tolist() == [6, 6, 0.5, 1]
    for function, arguments in ((glVertex, (1,)), (glColor, ([1, 2],)), (glNormal, (1, 2, 3, 4))):
        with pytest.raises(GLError):
            function(*arguments)


@native_only
def test_what_programs_call_most_is_native(context):
    assert {"glVertex3f", "glVertex2iv", "glColor4ub", "glMultiTexCoord2fARB"} < set(EXPORTED)
    calls = []
    sys.setprofile(lambda frame, event, _: calls.append(frame.f_code.co_name))
    try:
        glBegin(GL_POINTS)
        calls.clear()
        glColor3f(1, 0, 0)
        glNormal3fv((0, 0, 1))
        glTexCoord2d(0.5, 0.5)
        glMultiTexCoord2f(GL_TEXTURE1, 0.5, 0.5)
        glVertexAttrib4f(3, 1, 2, 3, 4)
        glVertex3f(1, 2, 3)
        glVertexAttrib2s(0, 1, 2)
        assert "member" not in calls
        COMMANDS["glVertex3f"](1, 2, 3)
        assert "member" in calls
    finally:
        sys.setprofile(None)
    assert context.immediate.count == 3
    glEnd()


ODD = (None, "1", b"1", [1], (), Fraction(1, 3), Decimal("0.1"), 2**70, -(2**70), 1e300, {1: 2})
ODD += (np.float32(0.1), np.int8(-3), np.uint64(2**63), np.array(2), np.array([0.5]), np.bool_(1))
NUMBERS = st.one_of(
    st.floats(), st.integers(-2, 300), st.integers(), st.booleans(), st.sampled_from(ODD)
)
PLAIN = st.one_of(st.floats(width=32), st.integers(0, 255))


@st.composite
def calls(draw):
    """A command that has a native function, and arguments: mostly such as it takes."""
    name = draw(st.sampled_from(sorted(EXPORTED)))
    family = next(f for f in FAMILIES if re.fullmatch(f.pattern, name))
    match = re.fullmatch(family.pattern, name).groupdict()
    size = int(match.get("size") or 1)
    numbers = draw(st.sampled_from((PLAIN, NUMBERS)))
    if match["type"] not in "fd" and numbers is PLAIN:
        numbers = st.integers(0, 255)
    count = draw(st.sampled_from((size, size, size, size, size - 1, size + 1)))
    arguments = draw(st.lists(numbers, min_size=count, max_size=count))
    if match["v"]:
        arguments = [draw(st.sampled_from((list, tuple, as_array)))(arguments)]
    if family.select:
        first = GL_TEXTURE0 if family.log == "texcoords" else 0
        chosen = st.one_of(st.integers(first, first + 7), st.integers(first - 1, first + 16))
        arguments = [draw(st.one_of(chosen, chosen, NUMBERS)), *arguments]
    return name, arguments


def as_array(values):
    """As numpy has them, if it does."""
    try:
        return np.array(values)
    except (ValueError, OverflowError):
        return values


@native_only
@settings(max_examples=100)
@given(st.lists(calls(), min_size=1, max_size=8), st.booleans())
def test_native_functions_are_as_those_of_python(steps, within):
    """Each of several calls, in a primitive or not, sets, makes and refuses the same."""

    def outcome(functions):
        with Context(4, 4) as context:
            found = []
            if within:
                glBegin(GL_POINTS)
            for name, arguments in steps:
                try:
                    found.append(functions[name](*arguments))
                except GLError as error:
                    found.append((error.code, str(error)))
            immediate = context.immediate
            found.append(bytes(immediate.vertices))
            found += [(key, list(log.items())) for key, log in immediate.logs.items()]
            immediate.commit()
            found += [value.tobytes() for value in context.vertex.current.values()]
            immediate.vertices = bytearray()  # what would be drawn is not asked here
            if within:
                glEnd()
            return found

    assert outcome(EXPORTED) == outcome(COMMANDS)


@native_only
def test_several_threads_within_primitives():
    """Each thread's vertices go to its own context, in any order of glBegin."""
    turn, failed = threading.Barrier(3), []

    def work(number):
        try:
            with Context(4, 4) as context:
                for _ in range(5):
                    turn.wait(10)
                    glBegin(GL_POINTS)
                    for vertex in range(50):
                        glColor3f(number, 0, 0)
                        glVertex2f(vertex, number)
                        if vertex % 20 == 0:
                            turn.wait(10)
                    found = np.frombuffer(context.immediate.vertices, np.float32).reshape(-1, 4)
                    assert found.tolist() == [[vertex, number, 0, 1] for vertex in range(50)]
                    del found
                    glEnd()
                    assert glGetFloatv(GL_CURRENT_COLOR).tolist() == [number, 0, 0, 1]
        except BaseException as error:
            turn.abort()
            failed.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed


@native_only
def test_display_lists_of_native_calls(context, draws):
    for functions in (COMMANDS, EXPORTED):
        glNewList(1, GL_COMPILE)
        functions["glColor3f"](1, 0.5, 0.25)
        glBegin(GL_POINTS)
        functions["glNormal3f"](0, 1, 0)
        functions["glVertex2i"](3, 4)
        functions["glNormal3f"](1, 0, 0)
        functions["glVertex3fv"]([5, 6, 7])
        glEnd()
        functions["glColor3ub"](255, 0, 51)
        glEndList()
        glColor3f(0, 0, 0)
        glCallList(1)
        assert current(context, COLOR) == [1, 0, np.float32(0.2), 1]
    first, second = (
        {key: value.tolist() for key, value in stream.attributes.items()} for _, stream in draws
    )
    assert first == second
    assert first[POSITION] == [[3, 4, 0, 1], [5, 6, 7, 1]]
    assert first[NORMAL] == [[0, 1, 0, 1], [1, 0, 0, 1]]
