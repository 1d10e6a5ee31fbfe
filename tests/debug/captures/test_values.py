"""Arguments of every kind: a command takes the captured argument as it took the first one."""

from __future__ import annotations

import array
import ctypes
import json
import zipfile
from contextlib import suppress
from decimal import Decimal

import numpy as np
import pytest

from softgl import Context, GLError, gl
from softgl.debug.captures import file as capture_file
from softgl.debug.captures import replay, script
from softgl.debug.captures.capture import capture
from tests.debug.captures.test_capture import assert_same, pixels

# Complex numbers, which are memory of bytes here.
pytestmark = pytest.mark.filterwarnings("ignore:Casting complex values")


class Pair(ctypes.Structure):
    _fields_ = [("x", ctypes.c_float), ("y", ctypes.c_float)]


class Sequence:
    """Acts like a list, and is none."""

    def __len__(self):
        return 4

    def __getitem__(self, number):
        return [1, 0, 2, 1][number]


def kinds():
    """Four numbers or bytes as anything that PyOpenGL's applications pass."""
    numbers = [1, 0, 2, 1]
    yield from (numbers, tuple(numbers), bytearray(numbers), bytes(numbers), Sequence())
    yield from (array.array(letter, numbers) for letter in "bBhHiIlLqQfd")
    for kind in "b1 i1 u1 i2 u2 i4 u4 i8 u8 f2 f4 f8 >i2 >f4 >u8".split():
        yield np.array(numbers, kind)
        yield memoryview(np.array(numbers, kind)) if kind[0] != ">" else np.array(numbers, kind)
    yield from (np.array(numbers, np.longdouble), np.array(numbers, object), np.array(list("1021")))
    yield from (np.array(numbers, complex), np.array(numbers, "S3"), np.array(numbers, "M8[s]"))
    yield np.array([(1, 0), (2, 1)], [("x", "i2"), ("y", ">f4", 2)])
    yield from (
        np.array(numbers).reshape(2, 2),
        np.arange(8)[::2],
        np.array([numbers, numbers]).T[0],
    )
    for c_type in (
        ctypes.c_long, ctypes.c_ulong, ctypes.c_longlong, ctypes.c_int, ctypes.c_short,
        ctypes.c_byte, ctypes.c_ubyte, ctypes.c_float, ctypes.c_double, ctypes.c_bool,
        ctypes.c_char, ctypes.c_int.__ctype_be__, ctypes.c_float.__ctype_be__,
    ):  # fmt: skip
        yield (c_type * 4)(
            *(map(bytes, ([n] for n in numbers)) if c_type is ctypes.c_char else numbers)
        )
    yield from ((Pair * 2)((1, 0), (2, 1)), Pair(1, 2), memoryview(bytes(numbers)).cast("c"))
    yield from ([Decimal(1), np.float32(0), ctypes.c_int(2).value, True], ["1", "0", "2", "1"])


CALLS = (
    lambda given: gl.glMaterialfv(gl.GL_FRONT, gl.GL_AMBIENT, given),
    lambda given: gl.glLightfv(gl.GL_LIGHT0, gl.GL_DIFFUSE, given),
    lambda given: gl.glFogfv(gl.GL_FOG_COLOR, given),
    lambda given: gl.glTexParameterfv(gl.GL_TEXTURE_2D, gl.GL_TEXTURE_BORDER_COLOR, given),
    lambda given: gl.glColor4fv(given),
    lambda given: gl.glDeleteTextures(given),
    lambda given: gl.glDeleteTextures(2, given),
    lambda given: gl.glCallLists(given),
    lambda given: gl.glLoadMatrixf(given),
    lambda given: gl.glPixelMapfv(gl.GL_PIXEL_MAP_R_TO_R, 1, given),
    lambda given: gl.glBufferData(gl.GL_ARRAY_BUFFER, given, gl.GL_STATIC_DRAW),
    lambda given: gl.glDrawPixels(1, 1, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, given),
    lambda given: gl.glProgramLocalParameter4fvARB(gl.GL_VERTEX_PROGRAM_ARB, 0, given),
    lambda given: gl.glVertexAttribI4uivEXT(3, given),
    lambda given: gl.glRectfv(given, given),
)


def test_every_kind_of_argument(tmp_path):
    """Whatever is taken is taken again, by a replay and by a script, with the same effect."""
    path, text = tmp_path / "frame.softgl", tmp_path / "again.py"
    context, taken = Context(16, 16, machine="eager"), 0
    with capture(path, context):
        gl.glBindBuffer(gl.GL_ARRAY_BUFFER, 1)
        for given in kinds():
            for call in CALLS:
                try:
                    call(given)
                    taken += 1
                except GLError:
                    pass
    assert taken > 300
    other = assert_same(context, path)
    script.write_script(text, capture_file.load(path))
    made = {"__name__": "again", "__file__": str(text)}
    exec(compile(text.read_text(), text, "exec"), made)
    assert np.array_equal(pixels(made["context"]), pixels(other))
    for each in (other, made["context"]):
        for name, program in (("vertex", context.programs), ("buffer", None)):
            if program is not None:
                kept = [c.programs.vertex.default.local.words for c in (context, each)]
            else:
                kept = [c.buffers.objects[1].data for c in (context, each)]
            assert np.array_equal(*kept), name


@pytest.mark.parametrize("given", list(kinds()), ids=lambda given: type(given).__name__)
def test_each_kind_by_itself(tmp_path, given):
    """Each leaves its own state in the replay: no later one hides it."""
    path, context = tmp_path / "frame.softgl", Context(2, 2, machine="eager")
    with capture(path, context):
        for call in CALLS[:9]:
            with suppress(GLError):
                call(given)
    assert_same(context, path)


def test_types_are_named_by_size_and_byte_order(tmp_path):
    """No name means another type on another platform."""
    path = tmp_path / "frame.softgl"
    with capture(path, Context(2, 2, machine="eager")):
        for kind in (ctypes.c_long, ctypes.c_ulong, ctypes.c_longlong, ctypes.c_int):
            gl.glColor4iv((kind * 4)(1, 2, 3, 4))
        gl.glColor4iv(np.array([1, 2, 3, 4], np.int_))
        gl.glColor4iv(array.array("l", [1, 2, 3, 4]))
        gl.glGetIntegerv(gl.GL_VIEWPORT, np.zeros(4, np.int_))
    with zipfile.ZipFile(path) as archive:
        calls = [json.loads(line) for line in archive.read("calls.jsonl").splitlines()]
    names = [
        value[key]
        for call in calls
        for value in call
        if isinstance(value, dict)
        for key in ("ctypes", "dtype", "out")
        if key in value
    ]
    size = ctypes.sizeof(ctypes.c_long)
    assert names[:4] == [f"<i{size}", f"<u{size}", "<i8", "<i4"]
    assert set(names[4:]) == {f"<i{np.dtype(np.int_).itemsize}", f"<i{size}"}


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("c_long", np.int32), ("c_long", np.int64), ("c_ulong", np.uint32), ("c_int", np.int32),
        ("c_byte", np.int8), ("c_longlong", np.int64), ("c_double", np.float64),
    ],
)  # fmt: skip
def test_older_names_are_read(tmp_path, name, kind):
    """The bytes tell the size of c_long, which a file had from any platform."""
    path, context = tmp_path / "frame.softgl", Context(2, 2, machine="eager")
    with capture(path, context):
        gl.glFogfv(gl.GL_FOG_COLOR, (np.ctypeslib.as_ctypes_type(kind) * 4)(1, 0, 1, 0))
    with zipfile.ZipFile(path) as archive:
        members = {each: archive.read(each) for each in archive.namelist()}
    spelled = json.dumps(np.dtype(kind).str).encode()
    assert spelled in members["calls.jsonl"]
    members["calls.jsonl"] = members["calls.jsonl"].replace(spelled, json.dumps(name).encode())
    with zipfile.ZipFile(path, "w") as archive:
        for each, data in members.items():
            archive.writestr(each, data)
    other = replay.drawn(capture_file.load(path), machine="eager")
    assert other.fog.color == context.fog.color == (1.0, 0.0, 1.0, 0.0)


def test_numbers_of_no_end(tmp_path):
    """An integer that JSON would not take is as much too large as before."""
    path = tmp_path / "frame.softgl"
    with capture(path, Context(2, 2, machine="eager")):
        for number in (10**6000, -(10**6000)):
            gl.glEdgeFlag(number)
            with pytest.raises(GLError):
                gl.glColor3f(number, 0, 0)
    assert len(capture_file.load(path).calls) == 5
    replay.drawn(capture_file.load(path), machine="eager")


def test_what_is_refused_and_no_data_is_left_out(tmp_path):
    path, nested = tmp_path / "frame.softgl", []
    for _ in range(5000):
        nested = [nested]
    with capture(path, Context(2, 2, machine="eager")):
        unknown = ctypes.cast(ctypes.pointer(Pair(1, 2)), ctypes.POINTER(ctypes.c_float))
        for given in (nested, {"a": 1}, unknown, 1j):
            with pytest.raises(GLError):
                gl.glMaterialfv(gl.GL_FRONT, gl.GL_AMBIENT, given)
        with pytest.raises(GLError):
            gl.glClear(**{"mask = 0)  #": 1})
        with pytest.raises(GLError):
            gl.glSelectBuffer(1, memoryview(bytes(4)))
    assert [call.name for call in capture_file.load(path).calls] == ["@frame"]
