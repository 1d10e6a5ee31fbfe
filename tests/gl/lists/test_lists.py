"""Display lists: their contents, the time it is read, and calls of lists."""

import ctypes
import inspect
import random
import sys

import numpy as np
import pytest

import softgl
from softgl import GLError
from softgl.debug.captures.file import load
from softgl.debug.captures.replay import drawn, event_places
from softgl.gl import *
from softgl.gl.lists import compiling, lists
from softgl.gl.lists.entries import Draws, Primitive
from tests.tools import traced_memory


def pixels(context):
    return np.asarray(context.read_image()).tolist()


def listed(make, mode=GL_COMPILE):
    """Returns a list of the calls of `make`."""
    name = glGenLists(1)
    glNewList(name, mode)
    make()
    glEndList()
    return name


def square(size=1.0):
    glBegin(GL_QUADS)
    for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        glTexCoord2f(x, y)
        glVertex2f(x * size, y * size)
    glEnd()


# -- names -----------------------------------------------------------------------------------------


def test_names(context):
    assert [glGenLists(3), glGenLists(1), glGenLists(0)] == [1, 4, 0]
    assert [glIsList(n) for n in range(6)] == [0, 1, 1, 1, 1, 0]
    glDeleteLists(2, 2)
    glDeleteLists(2, 0)
    assert [glIsList(n) for n in range(6)] == [0, 1, 0, 0, 1, 0]
    assert glGenLists(2) == 2 and glGenLists(2) == 5
    assert glGenLists(2**31 - 1) == 0
    glDeleteLists(0, 2**31 - 1)
    assert not any(glIsList(n) for n in range(9))
    glListBase(7)
    with pytest.raises(GLError):
        glDeleteLists(1, -1)
    glPushAttrib(GL_LIST_BIT)
    glListBase(9)
    glPopAttrib()
    assert glGetIntegerv(GL_LIST_BASE) == 7 and glGetIntegerv(GL_MAX_LIST_NESTING) == 64


def test_a_list_is_what_it_was_until_it_ends(context):
    glNewList(3, GL_COMPILE)
    glColor3f(1, 0, 0)
    assert (glGetIntegerv(GL_LIST_INDEX), glGetIntegerv(GL_LIST_MODE)) == (3, GL_COMPILE)
    assert glGetFloatv(GL_CURRENT_COLOR).tolist() == [1, 1, 1, 1] and not glIsList(3)
    glEndList()
    assert (glGetIntegerv(GL_LIST_INDEX), glGetIntegerv(GL_LIST_MODE)) == (0, 0)
    glNewList(3, GL_COMPILE_AND_EXECUTE)
    glCallList(3)  # the old one
    assert glGetFloatv(GL_CURRENT_COLOR).tolist() == [1, 0, 0, 1]
    glColor3f(0, 1, 0)
    assert glGetFloatv(GL_CURRENT_COLOR).tolist() == [0, 1, 0, 1]
    glEndList()
    glColor3f(0, 0, 1)
    glCallList(3)  # which calls itself
    assert glGetFloatv(GL_CURRENT_COLOR).tolist() == [0, 1, 0, 1]


@pytest.mark.parametrize(
    ("call", "code"),
    [
        (lambda: glNewList(0, GL_COMPILE), GL_INVALID_VALUE),
        (lambda: glNewList(1, GL_POINTS), GL_INVALID_ENUM),
        (lambda: glEndList(), GL_INVALID_OPERATION),
        (lambda: glCallList(0), GL_INVALID_VALUE),
        (lambda: glCallLists(-1, GL_BYTE, b""), GL_INVALID_VALUE),
        (lambda: glCallLists(1, GL_DOUBLE, b"12345678"), GL_INVALID_ENUM),
        (lambda: glCallLists(3, GL_SHORT, b"12345"), GL_INVALID_VALUE),
        (lambda: glCallLists([1, 2**63]), GL_INVALID_VALUE),
        (lambda: glCallLists([[1, 2], [3]]), GL_INVALID_VALUE),
        (lambda: glGenLists(-1), GL_INVALID_VALUE),
    ],
)
def test_errors(context, snapshot, call, code):
    before = snapshot(context)
    with pytest.raises(GLError) as caught:
        call()
    assert caught.value.code == code and snapshot(context) == before


def test_errors_while_a_list_is_made(context):
    glNewList(1, GL_COMPILE)
    with pytest.raises(GLError, match="being compiled already"):
        glNewList(2, GL_COMPILE)
    with pytest.raises(GLError, match="while a list is compiled"):
        glDrawArraysInstancedARB(GL_POINTS, 0, 1, 1)
    glDepthFunc(7)  # comes when it is called
    glBegin(99)
    glEndList()
    for _ in range(2):
        with pytest.raises(GLError) as caught:
            glCallList(1)
        assert caught.value.baseOperation == "glDepthFunc"
    context.errors = "record"
    glCallList(1)
    assert glGetError() == GL_INVALID_ENUM
    context.errors = "raise"
    glNewList(1, GL_COMPILE)
    glEnable(GL_BLEND, 1)
    glEndList()
    with pytest.raises(GLError, match="too many arguments"):
        glCallList(1)


@pytest.mark.parametrize("call", [glCallList, lambda name: glCallLists([name, name])])
def test_the_commands_after_a_refused_one_are_executed(context, call):
    def refused_begin():
        glBegin(99)
        glColor3f(0, 0, 1)
        glVertex2f(0, 0)
        glEnd()

    inner, outer = listed(refused_begin), glGenLists(1)
    glNewList(outer, GL_COMPILE)
    glBegin(GL_POINTS)
    glColor3bv(np.zeros(4, np.int8))
    glClear(0)
    glVertex2f(0, 0)
    glEnd()
    glCallList(inner)
    glDepthFunc(GL_ALWAYS)
    glEndList()
    with pytest.raises(GLError) as caught:
        call(outer)
    assert caught.value.baseOperation == "glColor3bv"
    glEnable(GL_BLEND)  # no primitive is open
    assert glGetIntegerv(GL_DEPTH_FUNC) == GL_ALWAYS
    assert glGetFloatv(GL_CURRENT_COLOR).tolist() == [0, 0, 1, 1]


def test_another_context_has_no_part_in_it(context):
    glNewList(1, GL_COMPILE)
    with softgl.Context(2, 2, machine="eager"):
        glColor3f(0, 1, 0)
        assert glGetFloatv(GL_CURRENT_COLOR).tolist() == [0, 1, 0, 1]
    assert softgl.current_context() is context
    glColor3f(1, 0, 0)
    glEndList()
    assert glGetFloatv(GL_CURRENT_COLOR).tolist() == [1, 1, 1, 1]
    glCallList(1)
    assert glGetFloatv(GL_CURRENT_COLOR).tolist() == [1, 0, 0, 1]


# -- what is called --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("type_", "data"),
    [
        (GL_BYTE, np.int8([-1, 2])),
        (GL_UNSIGNED_BYTE, b"\x09\x02"),
        (GL_SHORT, np.int16([-1, 2])),
        (GL_UNSIGNED_SHORT, np.uint16([9, 2])),
        (GL_INT, np.int32([-1, 2])),
        (GL_UNSIGNED_INT, np.uint32([2**32 - 1, 2])),
        (GL_FLOAT, np.float32([-1.9, 2.9])),
        (GL_2_BYTES, b"\x00\x09\x00\x02"),
        (GL_3_BYTES, b"\x00\x00\x09\x00\x00\x02"),
        (GL_4_BYTES, b"\xff\xff\xff\xff\x00\x00\x00\x02"),
    ],
)
def test_types_of_names(context, type_, data):
    glListBase(10)
    for name, axis in ((9, (1, 0, 0)), (19, (1, 0, 0)), (12, (0, 1, 0))):
        glNewList(name, GL_COMPILE)
        glTranslatef(*axis)
        glEndList()
    glCallLists(2, type_, data)
    assert glGetFloatv(GL_MODELVIEW_MATRIX)[3].tolist() == [1, 1, 0, 1]


def test_nesting_ends_at_64(context):
    for name in range(1, 101):
        glNewList(name, GL_COMPILE)
        glTranslatef(1, 0, 0)
        glCallList(name + 1)
        glEndList()
    glCallList(1)
    assert glGetFloatv(GL_MODELVIEW_MATRIX)[3, 0] == 64
    glNewList(1, GL_COMPILE)
    glTranslatef(1, 0, 0)
    glCallList(1)
    glEndList()
    glCallList(1)
    assert glGetFloatv(GL_MODELVIEW_MATRIX)[3, 0] == 128


def test_nesting_is_what_it_was_after_an_interrupt(context):
    """Ctrl-C may come before each line of a call but the last, which clears up."""
    name = listed(lambda: glColor3f(1, 0, 0))
    lines, begins = inspect.getsourcelines(lists.execute)
    last = begins + len(lines) - 1
    place = 0

    def trace(frame, event, _):
        if event == "line" and frame.f_code is lists.execute.__code__ and frame.f_lineno == place:
            raise KeyboardInterrupt
        return trace

    interrupted = 0
    for place in range(begins, last):
        before = sys.gettrace()
        sys.settrace(trace)
        try:
            glCallList(name)
        except KeyboardInterrupt:
            interrupted += 1
        finally:
            sys.settrace(before)
        assert context.lists.nesting == 0, lines[place - begins]
    assert interrupted >= 5


def test_a_list_that_deletes_itself_goes_on(context):
    glNewList(1, GL_COMPILE)
    glDeleteLists(1, 1)  # at once
    glEndList()
    glNewList(2, GL_COMPILE)
    glCallList(1)
    glTranslatef(1, 0, 0)
    glEndList()
    entries = context.lists.objects[2].entries
    glDeleteLists(2, 1)
    for entry in entries:
        entry.execute(context)
    assert glGetFloatv(GL_MODELVIEW_MATRIX)[3, 0] == 1


# -- primitives ------------------------------------------------------------------------------------


def test_primitives_are_draws(context):
    expected = []
    glColor3f(0, 1, 0)
    square(0.5)
    expected = pixels(context)
    name = listed(lambda: square(0.5))
    assert [type(entry) for entry in context.lists.objects[name].entries] == [Primitive]
    glClear(GL_COLOR_BUFFER_BIT)
    glTexCoord2f(5, 5)
    glCallList(name)
    assert pixels(context) == expected
    assert glGetFloatv(GL_CURRENT_TEXTURE_COORDS).tolist()[:2] == [-1, 1]


def test_attributes_before_the_first_that_a_list_sets_are_current(context):
    def make():
        glBegin(GL_LINES)
        glVertex2f(-1, 0)
        glColor3f(1, 0, 0)
        glVertex2f(1, 0)
        glEnd()

    name = listed(make)
    glShadeModel(GL_FLAT)
    glProvokingVertex(GL_FIRST_VERTEX_CONVENTION)
    for color in ((0, 1, 0), (0, 0, 1)):
        glColor3f(*color)
        glClear(GL_COLOR_BUFFER_BIT)
        glCallList(name)
        drawn = np.array(pixels(context)).max(axis=(0, 1))[:3]
        assert drawn.tolist() == [255 * c for c in color]
        assert glGetFloatv(GL_CURRENT_COLOR).tolist() == [1, 0, 0, 1]


def test_parts_of_primitives(context):
    corners = listed(lambda: [glVertex2f(x, y) for x, y in ((-1, -1), (1, -1), (1, 1))])
    begin, end = listed(lambda: glBegin(GL_TRIANGLES)), listed(glEnd)
    both = listed(lambda: glCallLists([begin, corners, end]))
    for calls in ([begin, corners, end], [both]):
        glClear(GL_COLOR_BUFFER_BIT)
        glCallLists(calls)
        assert pixels(context)[6][6] == [255] * 4 and pixels(context)[1][1] == [0] * 4
    glClear(GL_COLOR_BUFFER_BIT)
    glBegin(GL_TRIANGLES)
    glColor3f(1, 0, 0)
    glCallList(corners)
    glEnd()
    assert pixels(context)[6][6] == [255, 0, 0, 255]
    glCallList(corners)  # outside: nothing
    with pytest.raises(GLError):
        glCallList(end)


# -- what is read when a list is made --------------------------------------------------------------


def test_a_primitive_whose_begin_is_refused():
    """Its commands are executed one by one, and each is refused or not by itself."""
    with softgl.Context(8, 8, errors="record") as context:

        def green_square():
            glColor3f(0, 1, 0)
            square()

        whole = listed(green_square)
        glColor3f(1, 0, 0)
        glBegin(GL_QUADS)
        glCallList(whole)  # its glEnd ends what is there
        assert glGetError() == GL_INVALID_OPERATION
        assert glGetError() == GL_NO_ERROR and pixels(context)[4][4][:3] == [0, 255, 0]
        glClear(GL_COLOR_BUFFER_BIT)

        def wrong():
            glBegin(10000)
            glColor3f(0, 0, 1)
            glVertex2f(0, 0)
            glEnd()

        name = listed(wrong)
        assert glGetError() == GL_NO_ERROR
        glCallList(name)
        assert glGetError() == GL_INVALID_ENUM
        assert glGetFloatv(GL_CURRENT_COLOR).tolist() == [0, 0, 1, 1]
        assert pixels(context)[4][4] == [0, 0, 0, 0]


def test_arrays_are_read_at_once(context):
    places = np.float32([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    glVertexPointer(2, GL_FLOAT, 0, places)
    glEnableClientState(GL_VERTEX_ARRAY)
    lists = [
        listed(lambda: glDrawArrays(GL_QUADS, 0, 4)),
        listed(lambda: glDrawElements(GL_QUADS, 4, GL_UNSIGNED_BYTE, bytes(range(4)))),
        listed(lambda: glDrawRangeElements(GL_QUADS, 0, 3, 4, GL_UNSIGNED_BYTE, bytes(range(4)))),
        listed(lambda: glMultiDrawArrays(GL_QUADS, [0, 0], [4, 0], 2)),
    ]
    for name in lists:
        assert [type(entry) for entry in context.lists.objects[name].entries] == [Draws]

    def elements():
        glBegin(GL_QUADS)
        for number in range(4):
            glArrayElement(number)
        glEnd()

    lists.append(listed(elements))
    places[:] = 0
    glDisableClientState(GL_VERTEX_ARRAY)
    for name in lists:
        glClear(GL_COLOR_BUFFER_BIT)
        glCallList(name)
        assert pixels(context)[4][4] == [255] * 4


FAR = np.uint32([1, 2**32 - 1, 0, 2**24, 1, 2**31])
READS = {
    "glDrawElements": lambda: glDrawElements(GL_POINTS, 6, GL_UNSIGNED_INT, FAR),
    "glDrawRangeElements": lambda: glDrawRangeElements(
        GL_POINTS, 0, 2**32 - 1, 6, GL_UNSIGNED_INT, FAR
    ),
    "glMultiDrawElements": lambda: glMultiDrawElements(
        GL_POINTS, [4, 2], GL_UNSIGNED_INT, [FAR, FAR[4:]], 2
    ),
    "glDrawArrays": lambda: (
        glDrawArrays(GL_POINTS, 1, 1),
        glDrawArrays(GL_POINTS, 2**31 - 1, 3),
        glDrawArrays(GL_POINTS, 0, 2**18),
    ),
}


@pytest.mark.parametrize("draws", READS.values(), ids=READS)
def test_only_elements_that_are_named_are_copied(context, draws):
    """However large indices are, and however many vertices lie beyond the arrays."""
    given = np.float32([[0.25, 0.5, 0.75], [1, 2, 3]])
    places = given.copy()
    glVertexPointer(3, GL_FLOAT, 0, places)
    glEnableClientState(GL_VERTEX_ARRAY)
    with traced_memory() as peak:
        name = listed(draws)
    assert peak[0] < 2**20
    text = "!!NVvp4.0 MOV result.position, vertex.position; MOV.S result.id, vertex.id; END"
    glProgramStringARB(GL_VERTEX_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, len(text), text)
    glEnable(GL_VERTEX_PROGRAM_ARB)
    glEnable(GL_RASTERIZER_DISCARD_NV)
    glTransformFeedbackAttribsNV(
        [GL_POSITION, 3, 0, GL_VERTEX_ID_NV, 1, 0], GL_INTERLEAVED_ATTRIBS_NV
    )
    glBindBufferBaseNV(GL_TRANSFORM_FEEDBACK_BUFFER_NV, 0, 1)
    found = []
    for draw in (draws, lambda: glCallList(name)):
        glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER_NV, 96, np.full(96, 7, np.uint8), GL_STREAM_READ)
        glBeginTransformFeedbackNV(GL_POINTS)
        draw()
        glEndTransformFeedbackNV()
        found.append(glGetBufferSubData(GL_TRANSFORM_FEEDBACK_BUFFER_NV, 0, 96).view(np.uint32))
        places[:] = 0  # the list has read them
    assert np.array_equal(*found)
    if draws is not READS["glDrawArrays"]:
        rows = found[0].reshape(6, 4)
        assert rows[:, 3].tolist() == FAR.tolist()
        expected = np.where((FAR < 2)[:, None], given[np.minimum(FAR, 1)], 0)
        assert np.array_equal(rows[:, :3].copy().view(np.float32), expected)


@pytest.mark.parametrize("mode", [GL_COMPILE, GL_COMPILE_AND_EXECUTE])
def test_elements_for_which_there_is_no_memory(context, monkeypatch, mode):
    """The command is refused at once; the list goes on without it."""

    def without_memory(*_):
        raise MemoryError

    glVertexPointer(2, GL_FLOAT, 0, np.float32([[-1, -1], [1, -1], [1, 1], [-1, 1]]))
    glEnableClientState(GL_VERTEX_ARRAY)
    glNewList(1, mode)
    with monkeypatch.context() as patch:
        patch.setattr(compiling, "compact", without_memory)
        with pytest.raises(GLError) as caught:
            glDrawElements(GL_QUADS, 4, GL_UNSIGNED_BYTE, bytes(range(4)))
        assert caught.value.code == GL_OUT_OF_MEMORY
        assert "glDrawElements" in str(caught.value)
    glDrawArrays(GL_QUADS, 0, 4)
    glEndList()
    glClear(GL_COLOR_BUFFER_BIT)
    glCallList(1)
    assert pixels(context)[4][4] == [255] * 4
    assert [type(entry) for entry in context.lists.objects[1].entries] == [Draws]


@pytest.mark.parametrize("mode", [GL_COMPILE, GL_COMPILE_AND_EXECUTE])
def test_primitives_restart_where_the_index_was_one_then(context, mode):
    """Two triangles with a gap, which a strip without a restart would fill."""
    places = np.float32([[-1, -1], [-0.5, -1], [-1, 1], [1, 1], [0.5, 1], [1, -1]])
    glVertexPointer(2, GL_FLOAT, 0, places)
    glEnableClientState(GL_VERTEX_ARRAY)
    numbers = bytes([0, 1, 2, 9, 3, 4, 5])

    def elements():
        glBegin(GL_TRIANGLE_STRIP)
        for number in numbers:
            glArrayElement(number)
        glEnd()

    # NV_primitive_restart, 5.4: the index "is not compiled into display lists, but is executed
    # immediately", like all that is state of the client.
    glEnableClientState(GL_PRIMITIVE_RESTART_NV)
    glPrimitiveRestartIndexNV(9)
    glDrawElements(GL_TRIANGLE_STRIP, 7, GL_UNSIGNED_BYTE, numbers)
    expected = pixels(context)
    lists = [listed(elements, mode)]
    glNewList(glGenLists(1), mode)
    glPrimitiveRestartIndexNV(7)
    glEndList()
    assert glGetIntegerv(GL_PRIMITIVE_RESTART_INDEX_NV) == 7
    glPrimitiveRestartIndexNV(9)
    lists += [listed(lambda: glDrawElements(GL_TRIANGLE_STRIP, 7, GL_UNSIGNED_BYTE, numbers), mode)]
    glPrimitiveRestartIndexNV(0)
    glDisableClientState(GL_PRIMITIVE_RESTART_NV)
    for name in lists:
        glClear(GL_COLOR_BUFFER_BIT)
        glCallList(name)
        assert pixels(context) == expected


def test_pixels_are_read_as_they_lie_then(context):
    image = np.arange(48, dtype=np.uint8).reshape(4, 4, 3)

    def make():
        glPixelStorei(GL_UNPACK_ALIGNMENT, 1)
        glPixelStorei(GL_UNPACK_ROW_LENGTH, 4)
        glPixelStorei(GL_UNPACK_SKIP_PIXELS, 1)
        glRasterPos2f(-1, -1)
        glDrawPixels(3, 4, GL_RGB, GL_UNSIGNED_BYTE, image)

    name = listed(make)
    for mode, value in ((GL_UNPACK_ROW_LENGTH, 0), (GL_UNPACK_SKIP_PIXELS, 0)):
        glPixelStorei(mode, value)
    kept, image[:] = image.copy(), 0
    glCallList(name)
    assert glGetIntegerv(GL_UNPACK_ROW_LENGTH) == 0
    drawn = np.array(pixels(context))[::-1][:4, :3, :3]
    assert drawn.tolist() == kept[:, 1:].tolist()
    buffer = glGenBuffers(1)
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, buffer)
    glBufferData(GL_PIXEL_UNPACK_BUFFER, bytes([7] * 64), GL_STATIC_DRAW)
    name = listed(lambda: glDrawPixels(2, 2, GL_RGBA, GL_UNSIGNED_BYTE, 0))
    glBufferData(GL_PIXEL_UNPACK_BUFFER, bytes(64), GL_STATIC_DRAW)
    glCallList(name)
    assert pixels(context)[-1][0] == [7] * 4
    assert glGetIntegerv(GL_PIXEL_UNPACK_BUFFER_BINDING) == buffer


def test_what_is_done_at_once(context):
    """Client state, queries, buffer objects and proxies are in no list."""

    def make():
        glEnableClientState(GL_NORMAL_ARRAY)
        glPixelStorei(GL_PACK_ALIGNMENT, 1)
        glBindBuffer(GL_ARRAY_BUFFER, glGenBuffers(1))
        glBufferData(GL_ARRAY_BUFFER, bytes(4), GL_STATIC_DRAW)
        glBindFramebuffer(GL_FRAMEBUFFER, 0)
        glTexImage2D(GL_PROXY_TEXTURE_2D, 0, GL_RGBA, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, None)
        glFlush()
        assert glIsEnabled(GL_NORMAL_ARRAY)

    name = listed(make)
    assert context.lists.objects[name].entries == ()
    assert glGetTexLevelParameteriv(GL_PROXY_TEXTURE_2D, 0, GL_TEXTURE_WIDTH) == 4


# -- random calls ----------------------------------------------------------------------------------


def random_calls(rng):
    """Calls that draw and change state, as (name, arguments)."""
    calls = []
    for _ in range(rng.randrange(3, 9)):
        kind = rng.randrange(6)
        if kind == 0:
            calls.append(("glColor4f", [rng.random() for _ in range(4)]))
        elif kind == 1:
            calls.append(("glTranslatef", [rng.uniform(-0.3, 0.3) for _ in range(3)]))
        elif kind == 2:
            calls.append(("glRotatef", [rng.uniform(-90, 90), 0.0, 0.0, 1.0]))
        elif kind == 3:
            calls.append(("glShadeModel", [rng.choice([GL_FLAT, GL_SMOOTH])]))
        else:
            modes = (GL_TRIANGLES, GL_QUADS, GL_TRIANGLE_FAN, GL_POLYGON)
            calls.append(("glBegin", [rng.choice(modes)]))
            for _ in range(rng.randrange(3, 9)):
                if rng.random() < 0.5:
                    calls.append(("glColor3f", [rng.random() for _ in range(3)]))
                calls.append(("glVertex2f", [rng.uniform(-1, 1) for _ in range(2)]))
            calls.append(("glEnd", []))
    return calls


def picture(seed, cut=True):
    """Random calls, in lists that begin and end anywhere."""
    rng = random.Random(seed)
    calls, made = random_calls(rng), []
    while calls and cut:
        part = [calls.pop(0) for _ in range(min(len(calls), rng.randrange(1, 12)))]
        made.append(listed(lambda part=part: perform(part)))
    for name in made:
        glCallList(name)
    perform(calls)


def perform(calls):
    for command, arguments in calls:
        globals()[command](*arguments)


@pytest.mark.parametrize("machine", ["eager", "llvm"])
def test_random_lists(machine):
    """Lists draw the pixels of their calls, byte for byte."""
    for seed in range(40):
        images = []
        for cut in (True, False):
            context = softgl.Context(32, 32, machine=machine)
            picture(seed, cut)
            images.append(pixels(context))
        assert images[0] == images[1], seed


def test_captures_have_lists(context, tmp_path):
    """Captures hold lists made before the frame and in it."""
    places = np.float32([[-1, -1], [0, -1], [-1, 0]])
    glVertexPointer(2, GL_FLOAT, 0, places)
    glEnableClientState(GL_VERTEX_ARRAY)
    image = np.full((2, 3, 3), 200, np.uint8)

    def make():
        glColor3f(1, 0.5, 0)
        square(0.5)
        glRasterPos2f(0, 0)
        glPixelStorei(GL_UNPACK_ALIGNMENT, 1)
        glDrawPixels(3, 2, GL_RGB, GL_UNSIGNED_BYTE, image)
        glDrawArrays(GL_TRIANGLES, 0, 3)

    name = listed(make)
    with context.capture(tmp_path / "frame.softgl"):
        glCallLists([name])
        glCallList(listed(lambda: glRectf(0, 0, 0.5, 0.5)))
    kept = load(tmp_path / "frame.softgl")
    assert [kept.calls[place].name for place in event_places(kept)] == ["glCallLists", "glCallList"]
    again = drawn(kept, machine="eager")
    assert pixels(again) == pixels(context)


def test_memory_is_read_when_a_list_is_made(context):
    """A list keeps memory behind pointers, views of numbers, and matrices column by column."""
    color = (ctypes.c_float * 4)(0.25, 0.5, 0.75, 1)
    floats = np.array(color, np.float32)
    matrix = np.arange(16, dtype=np.float32).reshape(4, 4)
    for given in (ctypes.pointer(color), ctypes.byref(color), memoryview(floats), color):
        color[0] = floats[0] = 0.25
        name = listed(lambda: glLightfv(GL_LIGHT0, GL_DIFFUSE, given))  # noqa: B023
        color[0] = floats[0] = 9
        glLightfv(GL_LIGHT0, GL_DIFFUSE, [0] * 4)
        glCallList(name)
        assert glGetLightfv(GL_LIGHT0, GL_DIFFUSE).tolist() == [0.25, 0.5, 0.75, 1]
    name = listed(lambda: glLoadMatrixf(memoryview(matrix.T)))
    matrix[0, 0] = 9
    glCallList(name)
    assert np.array_equal(glGetFloatv(GL_MODELVIEW_MATRIX).reshape(-1), range(16))
    name = listed(lambda: glLoadMatrixf(ctypes.c_void_p(4096)))
    with pytest.raises(GLError, match="is not followed"):
        glCallList(name)
