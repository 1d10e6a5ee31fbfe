"""A capture draws the same bytes again, for every command and call form."""

from __future__ import annotations

import ctypes
import io
import json
import random
import re
import subprocess
import sys
import zipfile
from array import array
from contextlib import suppress
from math import inf

import numpy as np
import pytest

import softgl
from softgl import Context, GLError, gl, scene
from softgl.debug.captures import file as capture_file
from softgl.debug.captures import minimise, replay, script
from softgl.debug.captures.capture import DRAWS, MAPS, NAMES, POINTERS, capture
from softgl.debug.captures.errors import CaptureError
from softgl.debug.frames import command, draws
from softgl.debug.state import difference, state
from softgl.gl.api.declarations import COMMANDS
from tests.gl.test_unchanged import SEED, arguments_of, commands

PROGRAM = b"!!ARBfp1.0\nMOV result.color, program.local[0];\nEND"
SIZE = 16


@pytest.fixture
def path(tmp_path):
    return tmp_path / "frame.softgl"


def pixels(context):
    return np.asarray(context.read_image())


def captured(path, calls, **options):
    """A context in which `calls()` have been made and captured."""
    context = Context(SIZE, SIZE, machine="eager", **options)
    with capture(path, context):
        calls()
    return context


def assert_same(context, path):
    """Replayed, a capture gives the same window and the same state."""
    other = replay.drawn(capture_file.load(path), machine="eager")
    assert np.array_equal(pixels(context), pixels(other))
    context.make_current()
    assert difference(state(context), state(other)) == {}
    return other


def draw(x=0.0, color=(1.0, 1.0, 1.0)):
    gl.glColor3f(*color)
    gl.glBegin(gl.GL_TRIANGLES)
    for corner in ((x, -1), (x + 1, -1), (x, 1)):
        gl.glVertex2f(*corner)
    gl.glEnd()


# -- the ways of calling ---------------------------------------------------------------------------


def arrays_that_change():
    places = np.array([-1, -1, 1, -1, 0, 1], np.float32)
    colors = bytearray(b"\xff\x00\x00\x00\xff\x00\x00\x00\xff")
    gl.glEnableClientState(gl.GL_VERTEX_ARRAY)
    gl.glEnableClientState(gl.GL_COLOR_ARRAY)
    gl.glVertexPointer(2, gl.GL_FLOAT, 0, places)
    gl.glColorPointer(3, gl.GL_UNSIGNED_BYTE, 0, colors)
    gl.glDrawArrays(gl.GL_TRIANGLES, 0, 3)
    places *= 0.5
    colors[0] = 10
    gl.glDrawElements(gl.GL_TRIANGLES, 3, gl.GL_UNSIGNED_BYTE, bytes([2, 1, 0]))
    places[0] = 0.25
    gl.glDrawElementsub(gl.GL_LINES, [0, 1])
    gl.glMultiDrawArrays(gl.GL_POINTS, [0, 1], np.array([1, 1]), 2)


def pointers_of_other_kinds():
    gl.glEnableClientState(gl.GL_VERTEX_ARRAY)
    triangle = [[-1, -1], [1, -1], [0, 1]]
    gl.glVertexPointerf(triangle)
    gl.glDrawArrays(gl.GL_TRIANGLES, 0, 3)
    gl.glColor3ub(9, 8, 200)
    gl.glVertexPointer(2, gl.GL_SHORT, 0, (ctypes.c_short * 6)(0, 0, 1, 0, 0, 1))
    gl.glDrawArrays(mode=gl.GL_TRIANGLES, first=0, count=3)
    record = np.zeros(3, [("color", "u1", 4), ("place", "f4", 3)])
    record["color"], record["place"][:, :2] = (1, 2, 3, 255), triangle
    gl.glInterleavedArrays(gl.GL_C4UB_V3F, 0, record)
    gl.glDrawArrays(gl.GL_LINE_LOOP, 0, 3)
    gl.glBegin(gl.GL_POINTS)
    gl.glArrayElement(1)
    gl.glEnd()
    gl.glInterleavedArrays(format=gl.GL_V2F, stride=0, pointer=memoryview(np.eye(2, dtype="f")))
    gl.glDrawArrays(gl.GL_LINES, 0, 2)


def pointers_to_known_memory():
    """Captures the memory that they point to, and matrices column by column."""
    triangle = (ctypes.c_float * 6)(-1, -1, 1, -1, 0, 1)
    gl.glEnableClientState(gl.GL_VERTEX_ARRAY)
    gl.glVertexPointer(2, gl.GL_FLOAT, 0, ctypes.byref(triangle))
    matrix = np.diag(np.array([0.5, 0.5, 1, 1], np.float32))
    matrix[3, 0] = 0.25
    gl.glLoadMatrixf(memoryview(matrix.T))
    color = (ctypes.c_float * 4)(1, 0.5, 0.25, 1)
    for pointer in (ctypes.pointer(color), ctypes.byref(color, 4), color):
        with suppress(GLError):
            gl.glColor4fv(pointer)
        color[1] += 0.25
        gl.glDrawArrays(gl.GL_TRIANGLES, 0, 3)
        triangle[0] += 0.25
    name, address = ctypes.c_uint(), ctypes.c_void_p()
    gl.glGenTextures(1, ctypes.byref(name))
    gl.glBindTexture(gl.GL_TEXTURE_2D, name.value)
    gl.glGetPointerv(gl.GL_VERTEX_ARRAY_POINTER, ctypes.byref(address))
    with suppress(GLError):
        gl.glColor4fv(ctypes.cast(color, ctypes.POINTER(ctypes.c_float)))


def memory_for_results():
    """It has as many elements in the replay; those beyond the results are the application's."""
    kinds = (ctypes.c_short, ctypes.c_uint, ctypes.c_longlong, ctypes.c_double, ctypes.c_byte)
    for kind in kinds:
        whole = (kind * 16)(*range(16))
        for out in (whole, memoryview(whole), (kind * 8 * 2)()):
            gl.glGetIntegerv(gl.GL_VIEWPORT, out)
            gl.glGenTextures(2, out)
    gl.glGetBooleanv(gl.GL_COLOR_WRITEMASK, (ctypes.c_bool * 4)())
    gl.glGetBooleanv(gl.GL_COLOR_WRITEMASK, memoryview(np.zeros(8, np.uint8))[::2])
    gl.glGetIntegerv(gl.GL_LIST_BASE, ctypes.byref(ctypes.c_short()))
    gl.glGetPointerv(gl.GL_VERTEX_ARRAY_POINTER, (ctypes.c_void_p * 1)())
    for out in (np.arange(9), np.arange(8).reshape(2, 4), np.arange(9)[::2], bytearray(range(20))):
        gl.glGenTextures(2, out)
        gl.glGenBuffers(n=0, buffers=out)
        gl.glGenSamplers(count=2, samplers=out)
    gl.glBindTexture(gl.GL_TEXTURE_2D, gl.glGenTextures(1))


def buffers_and_mappings():
    gl.glBindBuffer(gl.GL_ARRAY_BUFFER, gl.glGenBuffers(1))
    gl.glBufferData(gl.GL_ARRAY_BUFFER, array("f", [-1, -1, 1, -1, 0, 1]), gl.GL_STATIC_DRAW)
    gl.glEnableClientState(gl.GL_VERTEX_ARRAY)
    gl.glVertexPointer(2, gl.GL_FLOAT, 0, ctypes.c_void_p(0))
    gl.glDrawArrays(gl.GL_TRIANGLES, 0, 3)
    address = gl.glMapBuffer(gl.GL_ARRAY_BUFFER, gl.GL_READ_WRITE)
    (ctypes.c_float * 6).from_address(address)[:] = [0, 0, 1, 0, 1, 1]
    gl.glUnmapBuffer(gl.GL_ARRAY_BUFFER)
    gl.glColor3f(0, 1, 0)
    gl.glDrawArrays(gl.GL_TRIANGLES, 0, 3)
    bits = gl.GL_MAP_WRITE_BIT | gl.GL_MAP_FLUSH_EXPLICIT_BIT
    address = gl.glMapBufferRange(gl.GL_ARRAY_BUFFER, 8, 8, bits)
    (ctypes.c_float * 2).from_address(address)[:] = [-0.5, 0.5]
    gl.glFlushMappedBufferRange(gl.GL_ARRAY_BUFFER, 0, 8)
    gl.glUnmapBuffer(target=gl.GL_ARRAY_BUFFER)
    gl.glDrawArrays(gl.GL_LINE_LOOP, 0, 3)


def textures_and_programs():
    name = gl.glGenTextures(1)
    gl.glBindTexture(gl.GL_TEXTURE_2D, name)
    gl.glTexParameterfv(gl.GL_TEXTURE_2D, gl.GL_TEXTURE_BORDER_COLOR, np.float32([0, 1, 0.5, 1]))
    gl.glTexParameteri(gl.GL_TEXTURE_2D, gl.GL_TEXTURE_MIN_FILTER, gl.GL_LINEAR)
    texels = np.arange(4 * 4 * 4, dtype=np.uint8).reshape(4, 4, 4)[::-1, ::-1]
    form = gl.GL_RGBA, gl.GL_UNSIGNED_BYTE
    gl.glTexImage2D(gl.GL_TEXTURE_2D, 0, gl.GL_RGBA8, 4, 4, 0, *form, texels)
    gl.glBindBuffer(gl.GL_PIXEL_UNPACK_BUFFER, 3)
    gl.glBufferData(gl.GL_PIXEL_UNPACK_BUFFER, bytes(range(64)), gl.GL_STATIC_DRAW)
    gl.glTexSubImage2D(gl.GL_TEXTURE_2D, 0, 1, 1, 2, 2, *form, 8)
    gl.glBindBuffer(gl.GL_PIXEL_UNPACK_BUFFER, 0)
    gl.glEnable(gl.GL_TEXTURE_2D)
    gl.glBegin(gl.GL_QUADS)
    for place in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        gl.glTexCoord2fv(place)
        gl.glVertex2dv(np.array(place, np.float64))
    gl.glEnd()
    program = gl.glGenProgramsARB(1)
    target = gl.GL_FRAGMENT_PROGRAM_ARB
    gl.glBindProgramARB(target, program)
    gl.glProgramStringARB(target, gl.GL_PROGRAM_FORMAT_ASCII_ARB, len(PROGRAM), PROGRAM.decode())
    gl.glProgramLocalParameter4fvARB(target, 0, (ctypes.c_float * 4)(0.5, 0.25, float("inf"), 1))
    gl.glEnable(target)
    gl.glRectf(-0.5, -0.5, ctypes.c_float(0.5), np.float32(0.5))


def read_backs_syncs_and_queries():
    gl.glClear(gl.GL_COLOR_BUFFER_BIT)
    fence = gl.glFenceSync(gl.GL_SYNC_GPU_COMMANDS_COMPLETE, 0)
    gl.glClientWaitSync(fence, 0, 1)
    assert gl.glIsSync(fence) and not gl.glIsSync(object())
    gl.glDeleteSync(fence)
    query = gl.glGenQueries(1)
    gl.glBeginQuery(gl.GL_SAMPLES_PASSED, query)
    draw(0.0, (0.2, 0.9, 0.1))
    gl.glEndQuery(gl.GL_SAMPLES_PASSED)
    assert gl.glGetQueryObjectuiv(query, gl.GL_QUERY_RESULT) > 0
    out = np.zeros((SIZE, SIZE, 4), np.uint8)
    gl.glReadPixels(0, 0, SIZE, SIZE, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, out)
    out[:, :4] = 77
    gl.glReadPixels(0, 0, 1, 1, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, bytearray(4))
    gl.glWindowPos2i(0, 0)
    gl.glDrawPixels(SIZE, SIZE, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, out)
    gl.glBindBuffer(gl.GL_PIXEL_PACK_BUFFER, 1)
    gl.glBufferData(gl.GL_PIXEL_PACK_BUFFER, 16, None, gl.GL_STREAM_READ)
    gl.glReadPixels(0, 0, 2, 2, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, 0)
    gl.glGetIntegerv(gl.GL_VIEWPORT, np.zeros(4, np.int32))
    gl.glGetIntegerv(gl.GL_VIEWPORT, (ctypes.c_int * 4)())


def names_of_calls_that_are_refused():
    """EXT_direct_state_access, 2.5: "the name still becomes used"."""
    for call, *arguments in (
        (gl.glNamedRenderbufferStorageEXT, 5, object(), 2, 2),
        (gl.glNamedBufferSubDataEXT, 5, 0, 4, object()),
        (gl.glTextureParameteriEXT, 5, gl.GL_TEXTURE_2D, gl.GL_TEXTURE_MIN_FILTER, {}),
        (gl.glFramebufferDrawBufferEXT, 5, {}),
        (gl.glGetNamedBufferParameterivEXT, 6, gl.GL_BUFFER_SIZE, object()),
        (gl.glGetTextureImageEXT, 6, gl.GL_TEXTURE_1D, 0, gl.GL_RGBA, {}, object()),
    ):
        with pytest.raises(GLError):
            call(*arguments)
    with pytest.raises(GLError):
        gl.glNamedBufferSubDataEXT(7, offset=object(), size=4, data=bytes(4))
    with pytest.raises(GLError):
        gl.glNamedBufferSubDataEXT(object(), 0, 4, bytes(4))


def lists_with_calls_that_are_refused():
    """They end there, in the replay too, and later draws are missing."""
    gl.glNewList(1, gl.GL_COMPILE)
    gl.glTexImage2D(gl.GL_TEXTURE_2D, 0, gl.GL_RGBA, 1, 1, 0, gl.GL_RGBA, gl.GL_FLOAT, object())
    draw(color=(1, 0, 0))
    gl.glEndList()
    gl.glNewList(2, gl.GL_COMPILE_AND_EXECUTE)
    with pytest.raises(GLError):
        gl.glDrawPixels(1, 1, gl.GL_RGBA, gl.GL_FLOAT, object())
    draw(color=(0, 1, 0))
    gl.glEndList()
    gl.glClear(gl.GL_COLOR_BUFFER_BIT)
    gl.glNewList(3, gl.GL_COMPILE)
    for name in (1, 2):
        gl.glCallList(name)
    gl.glEndList()
    for name in (1, 2, 3):
        with pytest.raises(GLError):
            gl.glCallList(name)


def calls_that_are_refused():
    with pytest.raises(GLError):
        gl.glDepthFunc(3)
    with pytest.raises(GLError):
        gl.glVertexPointer(7, gl.GL_FLOAT, 0, np.zeros(4))
    with pytest.raises(TypeError):
        gl.glClearColor(object(), 1, 2, 3)
    gl.glVertexPointer(2, gl.GL_FLOAT, 0, np.eye(2))
    with pytest.raises(TypeError):
        gl.glVertexPointer(2, gl.GL_FLOAT, 0, "text")
    gl.glEnableClientState(gl.GL_VERTEX_ARRAY)
    gl.glDrawArrays(gl.GL_LINES, 0, 2)
    with pytest.raises(GLError):
        gl.glColor4fv(np.broadcast_to(np.float32(1), (2**40,)))  # for which unknown memory
    for count in (inf, 2**70, object()):
        with pytest.raises(GLError):
            gl.glDrawArrays(gl.GL_LINES, 0, count)
        with pytest.raises(GLError):
            gl.glDrawElements(gl.GL_LINES, count, gl.GL_UNSIGNED_INT, [0, 1])
        with pytest.raises(GLError):
            gl.glArrayElement(count)
    gl.glBegin(gl.GL_TRIANGLES)
    with pytest.raises(GLError):
        gl.glClear(gl.GL_COLOR_BUFFER_BIT)
    gl.glEnd()
    gl.glEdgeFlag(object())  # is taken: it is true
    gl.glEnable(gl.GL_VERTEX_PROGRAM_ARB)
    with pytest.raises(GLError):
        draw()
    gl.glDisable(gl.GL_VERTEX_PROGRAM_ARB)
    draw()


WAYS = (
    arrays_that_change, pointers_of_other_kinds, pointers_to_known_memory, memory_for_results,
    buffers_and_mappings,
    textures_and_programs, read_backs_syncs_and_queries, calls_that_are_refused,
    names_of_calls_that_are_refused, lists_with_calls_that_are_refused,
)  # fmt: skip


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_ways_of_calling(path, tmp_path, way):
    context = captured(path, way)
    other = assert_same(context, path)
    text = tmp_path / "drawn_again.py"
    script.write_script(text, capture_file.load(path))
    made = {"__name__": "drawn_again", "__file__": str(text)}
    exec(compile(text.read_text(), text, "exec"), made)
    assert np.array_equal(pixels(made["context"]), pixels(other))


def test_a_context_that_records_errors(path):
    def calls():
        gl.glDepthFunc(3)
        gl.glGenLists(-1)
        gl.glGenTextures(-1, np.zeros(2))
        gl.glEnd()
        gl.glEnableClientState(gl.GL_VERTEX_ARRAY)
        gl.glVertexPointer(2, gl.GL_FLOAT, 0, np.eye(2))
        gl.glVertexPointer(7, gl.GL_FLOAT, 0, np.zeros(2))
        gl.glDrawArrays(gl.GL_LINES, 0, 2)
        draw()
        assert gl.glGetError() == gl.GL_INVALID_ENUM

    context = captured(path, calls, errors="record", strict=True, samples=4)
    loaded = capture_file.load(path)
    header = loaded.header
    assert (header.errors, header.strict, header.samples) == ("record", True, 4)
    assert header.bits == softgl.BITS
    assert_same(context, path)
    # Where errors are raised they are let go.
    shown = replay.Show(loaded, "frame")
    with Context(SIZE, SIZE, machine="eager", samples=4) as other:
        shown.setup()
        shown.draw(0.0, SIZE, SIZE)
        assert np.array_equal(pixels(context), pixels(other))


# Random calls give odd arguments too; the others make what they go by.
def test_random_calls(path):
    print("seed", SEED)
    rng, names = random.Random(SEED), sorted(set(commands()) - {"glGetString"})
    for _ in range(40):
        chosen = [
            (name, arguments_of(name, rng)) for name in rng.choices(names, k=rng.randrange(7))
        ]
        print(chosen)

        def calls(chosen=chosen):
            draw()
            for name, arguments in chosen:
                with suppress(GLError):
                    COMMANDS[name](*arguments)

        context = captured(path, calls)
        if not context.inside_begin:
            assert_same(context, path)


def test_every_command_is_told_of_once(path):
    """Whatever a command takes: an odd call of each is written down, or has changed nothing."""
    context = Context(SIZE, SIZE, machine="eager")
    with capture(path, context) as recorder:
        for name in sorted(COMMANDS):
            with suppress(GLError):
                COMMANDS[name](*([0] * 3))
    told = {entry[0] for entry in recorder.entries}
    assert told >= set(COMMANDS) - {"@frame"}
    assert {"glDrawElements", "glArrayElement"} <= DRAWS
    assert {"glVertexPointer", "glVertexPointerf", "glVertexAttribPointer"} <= POINTERS
    assert not any(name.startswith("glGetPointer") for name in POINTERS)
    assert {"glGenTextures", "glFenceSync"} <= NAMES and "glMapBuffer" in MAPS


def test_functions_are_themselves_again(path):
    captured(path, lambda: draw())  # first captures and first calls add to globals
    before = {name: (f.__code__, set(f.__globals__)) for name, f in COMMANDS.items()}
    captured(path, lambda: draw())
    for name, function in COMMANDS.items():
        code, scope = before[name]
        assert set(function.__globals__) == scope, name
        assert function.__code__ is code or code.co_name == "uncompiled", name


def test_one_capture_at_a_time(path, tmp_path):
    with Context(SIZE, SIZE, machine="eager") as context, context.capture(path):
        draw()
        other = softgl.capture(tmp_path / "other.softgl")
        with pytest.raises(CaptureError, match="a capture is being made already"), other:
            pass
        with Context(SIZE, SIZE, machine="eager"):
            gl.glClearColor(9, 9, 9, 9)  # of another context
    assert "glClearColor" not in {call.name for call in capture_file.load(path).calls}


def test_a_context_made_within(path):
    with softgl.capture(path):
        context = Context(SIZE, SIZE, machine="eager")
        draw()
    assert_same(context, path)


# -- scenes ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["teapot", "fountain", "volume", "sketch"])
def test_scenes(tmp_path, name):
    """With client arrays, transform feedback, textures of three axes, several samples."""
    file, options = str(tmp_path / f"{name}.softgl"), {"machine": "llvm", "threads": 1}
    words = command.capture_scene(name, file, (24, 18), (0, 1), **options)
    assert words.startswith(f"{file}: 24x18 pixels, ")
    plain = scene.load(name)
    with Context(24, 18, samples=plain.samples, **options) as context:
        plain.setup()
        plain.draw(0.0, 24, 18)
        picture = pixels(context)
    with replay.drawn(capture_file.load(file), **options) as other:
        assert np.array_equal(picture, pixels(other))
    assert scene.load(file).size == (24, 18)


def test_a_capture_is_a_scene_of_its_size_and_of_one_frame(path):
    captured(path, draw)
    loaded = scene.load(path)
    assert loaded.sized() == loaded.sized((SIZE, SIZE)) == (SIZE, SIZE)
    with pytest.raises(scene.SceneError, match="is a capture of 16x16 pixels: it cannot have 4x4"):
        loaded.sized((4, 4))
    with Context(4, 4, machine="eager"), pytest.raises(CaptureError, match="not 4x4"):
        loaded.setup()
    with Context(SIZE, SIZE, machine="eager"):
        loaded.setup()
        loaded.draw(0.5, SIZE, SIZE)
        with pytest.raises(CaptureError, match="one frame"):
            loaded.draw(0.5, SIZE, SIZE)


def test_the_script_in_a_process_of_its_own(path, tmp_path):
    context = captured(path, arrays_that_change)
    text, picture = tmp_path / "again.py", tmp_path / "again.png"
    written = script.write_script(text, capture_file.load(path))
    assert written == [str(text)]
    subprocess.run([sys.executable, text, picture], check=True)
    context.save(tmp_path / "first.png")
    assert picture.read_bytes() == (tmp_path / "first.png").read_bytes()


# -- smaller ---------------------------------------------------------------------------------------


def layers():
    gl.glClearColor(0, 0, 0.5, 1)
    gl.glEnable(gl.GL_DEPTH_TEST)
    gl.glClear(gl.GL_COLOR_BUFFER_BIT)
    draw(-1.0, (1, 0, 0))
    draw(0.0, (0, 1, 0))
    gl.glDisable(gl.GL_DEPTH_TEST)
    draw(-1.0, (1, 1, 0))
    draw(0.0, (0, 1, 1))


def test_minimised(path, tmp_path):
    context = captured(path, layers)
    loaded, told = capture_file.load(path), []
    for pixel, wanted in (((1, SIZE - 2), (1, 1, 0)), ((9, SIZE - 2), (0, 1, 1))):
        small = minimise.minimised(loaded, pixel, told.append, machine="eager")
        drawn = replay.drawn(small, machine="eager")
        x, y = pixel
        assert np.array_equal(pixels(drawn)[y, x], pixels(context)[y, x])
        # The last draw there needs its colour, and what lies between its glBegin and glEnd.
        names = [call.name for call in small.calls]
        assert names == [
            "@frame", "glColor3f", "glBegin", "glVertex2f", "glVertex2f", "glVertex2f", "glEnd"
        ]  # fmt: skip
        assert small.calls[1].arguments == wanted
        capture_file.save_capture(tmp_path / "small.softgl", small)
        assert capture_file.load(tmp_path / "small.softgl").calls == small.calls
    assert re.fullmatch(r"\d+ trials, \d+ of \d+ calls left", told[-1])
    with pytest.raises(CaptureError, match="no pixel 16,0 in 16x16"):
        minimise.minimised(loaded, (16, 0))


def test_a_black_pixel_needs_the_draw_that_made_it_black(path):
    def black():
        gl.glClear(gl.GL_COLOR_BUFFER_BIT)
        draw(-1.0, (1, 0, 0))
        draw(-1.0, (0, 0, 0))
        draw(0.0, (0, 1, 1))

    captured(path, black)
    for pixel, wanted in (((1, SIZE - 2), [(0, 0, 0)]), ((SIZE - 1, 0), [])):
        small = minimise.minimised(capture_file.load(path), pixel, machine="eager")
        colours = [call.arguments for call in small.calls if call.name == "glColor3f"]
        assert colours == wanted


def test_arrays_that_a_smaller_capture_does_not_need_are_left_out(path, tmp_path):
    context = captured(path, textures_and_programs)
    small = minimise.minimised(capture_file.load(path), (0, 0), machine="eager")
    capture_file.save_capture(tmp_path / "small.softgl", small)
    again = capture_file.load(tmp_path / "small.softgl")
    assert len(again.arrays) < len(small.arrays)
    assert np.array_equal(pixels(replay.drawn(again, machine="eager"))[0, 0], pixels(context)[0, 0])


def test_until(path):
    captured(path, layers)
    loaded = capture_file.load(path)
    with replay.drawn(loaded, until=1, machine="eager") as context:
        assert pixels(context)[-2, 1].tolist() == [255, 0, 0, 255]
        assert pixels(context)[-2, 9].tolist() == [0, 0, 128, 255]
    with pytest.raises(CaptureError, match="no draw 5: the frame has 5, counted from 0"):
        replay.drawn(loaded, until=5, machine="eager")


# -- draws -----------------------------------------------------------------------------------------


def test_draws(path):
    captured(path, arrays_that_change)
    found = draws.draws(scene.load(path), SIZE, SIZE, machine="eager")
    assert [each.number for each in found] == [0, 1, 2, 3]
    assert found[0].call == "glDrawArrays(GL_TRIANGLES, 0, 3)"
    assert (found[1].mode, found[1].count) == ("GL_TRIANGLES", 3)
    assert found[3].count == 2
    changes = draws.changes_at_draw(scene.load(path), 1, SIZE, SIZE, machine="eager")
    assert changes == {}
    captured(path, layers)
    changes = draws.changes_at_draw(scene.load(path), 3, SIZE, SIZE, machine="eager")
    assert changes["depth.GL_DEPTH_TEST"] == [True, False]
    assert draws.changes_at_draw(scene.load(path), 0, SIZE, SIZE, machine="eager") == {}
    captured(path, arrays_that_change)
    with pytest.raises(CaptureError, match="no draw 4: the frame has 4"):
        draws.at_draw(scene.load(path), 4, state, SIZE, SIZE, machine="eager")


def test_draws_name_programs_and_textures(path):
    captured(path, textures_and_programs)
    quad, rectangle = draws.draws(scene.load(path), SIZE, SIZE, machine="eager")
    assert (quad.command, quad.mode, quad.count) == ("glEnd", "GL_QUADS", 4)
    assert quad.textures == {"GL_TEXTURE0": {"GL_TEXTURE_2D": 1}} and quad.programs == {}
    assert rectangle.programs == {"fragment": 1} and rectangle.mode == "GL_POLYGON"
    lines = command.draw_lines(str(path), False, machine="eager").splitlines()
    assert lines[0] == "    0  glBegin(GL_QUADS) ... glEnd(), 4 vertices, texture0 TEXTURE_2D 1"
    assert json.loads(command.draw_lines(str(path), True, machine="eager"))[1]["number"] == 1


# -- files that are none ---------------------------------------------------------------------------


def rewritten(path, **members):
    """A capture file with other members; None leaves one out."""
    memory = io.BytesIO()
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(memory, "w") as new:
        for name in {*old.namelist(), *members}:
            data = members.get(name, old.read(name) if name in old.namelist() else None)
            if data is not None:
                new.writestr(name, data)
    return memory.getvalue()


def npy(value, **options):
    memory = io.BytesIO()
    np.lib.format.write_array(memory, value, **options)
    return memory.getvalue()


HEADER = {"format": "softgl capture", "version": 1, "width": SIZE, "height": SIZE}
BAD = {
    "version": ({"capture.json": json.dumps({**HEADER, "version": 2})}, "its version is 2, not 1"),
    "foreign": ({"capture.json": "{}"}, "not a capture of softgl"),
    "no header": ({"capture.json": None}, "capture.json is missing"),
    "width": ({"capture.json": json.dumps({**HEADER, "width": "9"})}, "its width is '9'"),
    "no json": ({"calls.jsonl": "[1"}, "a line is not JSON"),
    "deep": ({"calls.jsonl": "[" * 100_000}, "not JSON|no call"),
    "bomb": ({"calls.jsonl": b"[]\n" * (1 << 23)}, "too many calls"),
    "a large header": ({"capture.json": b" " * ((1 << 23) + 1)}, "capture.json is too large"),
    "no call": ({"calls.jsonl": '{"a": 1}\n'}, "line 1 of calls.jsonl is not a call"),
    "nan": ({"calls.jsonl": '["glClearDepth", NaN]\n'}, "NaN"),
    "objects": ({"0.npy": npy(np.array([{}]), allow_pickle=True)}, "type object|cannot be read"),
    "short": ({"0.npy": npy(np.zeros(100))[:-1]}, "differs from its header"),
    "no array": ({"0.npy": b"nothing"}, "damaged|cannot be read"),
    "huge": (
        {"0.npy": npy(np.zeros(0)).replace(b"(0,)", b"(99999999999,)")[:128]},
        "cannot be read",
    ),
}


@pytest.mark.parametrize("case", BAD)
def test_files_that_are_damaged_or_foreign(path, case):
    captured(path, arrays_that_change)
    members, why = BAD[case]
    path.write_bytes(rewritten(path, **members))
    with pytest.raises(CaptureError, match=why) as caught:
        capture_file.load(path)
    assert "\n" not in str(caught.value) and len(str(caught.value)) < 400


def test_every_truncation_and_many_changes(path):
    captured(path, arrays_that_change)
    whole = path.read_bytes()
    generator = np.random.default_rng(14)
    for number in range(150):
        data = bytearray(whole[: len(whole) * number // 100] if number < 100 else whole)
        if number >= 100:
            data[generator.integers(len(data))] ^= 1 << generator.integers(8)
        path.write_bytes(data)
        try:
            replay.drawn(capture_file.load(path), machine="eager")
        except CaptureError as error:
            assert "\n" not in str(error)


CALLS = {
    '["os.system", "true"]': "unknown command",
    '["@other", 0, 0, {"bytes": ""}]': "unknown mark",
    '["@write", 7, 0, {"bytes": "a"}]': "unknown memory 7",
    '["@mapped", 34962, 0, {"bytes": "a"}]': "no buffer object is mapped",
    '["glDepthFunc", 3]': "GL_INVALID_ENUM",
    '["glDepthFunc", {"wat": 3}]': "unknown kind of value",
    '["glDepthFunc", {"array": 99}]': "unknown array 99",
    '["glDepthFunc", {"out": "O", "shape": [1]}]': "malformed value",
    '["glDepthFunc", {"out": "<f4", "shape": [99999999999]}]': "too large",
    '["glDepthFunc", {"ctypes": "py_object", "lengths": [], "data": 0}]': "malformed value",
    '["glVertexPointer", 2, 5126, 0, {"client": 0, "size": -1}]': "too large",
    '{"call": ["glGenTextures", 1], "result": [5]}': "the result is 1, but [5] was captured",
    '["glDepthFunc"]': "the arguments are",
    '["glVertexPointer", 2, 5126, 0, 12345678]': "softgl never follows",
}


@pytest.mark.parametrize("line", CALLS)
def test_calls_that_make_no_sense(path, line):
    captured(path, draw)
    path.write_bytes(rewritten(path, **{"calls.jsonl": line}))
    with pytest.raises(CaptureError, match=re.escape(CALLS[line])) as caught:
        replay.drawn(capture_file.load(path), machine="eager")
    assert str(caught.value).startswith("call 1, ") and "\n" not in str(caught.value)


def test_what_a_script_may_not_hold(path, tmp_path):
    captured(path, draw)
    for line in ('["os.system", 1]', '{"call": ["glClear", 1], "keywords": {"a=1)#": 2}}'):
        path.write_bytes(rewritten(path, **{"calls.jsonl": line}))
        with pytest.raises(CaptureError):
            script.write_script(tmp_path / "bad.py", capture_file.load(path))
        assert not (tmp_path / "bad.py").exists()


def test_where_nothing_can_be_written(tmp_path):
    refused = pytest.raises(CaptureError, match="cannot write")
    nowhere = softgl.capture(tmp_path / "none" / "frame.softgl")
    with Context(SIZE, SIZE, machine="eager"), refused, nowhere:
        draw()


def test_too_much_for_one_file(path, monkeypatch):
    monkeypatch.setattr(capture_file, "MAX_UNPACKED_BYTES", 2000)
    with pytest.raises(CaptureError, match="too large for one capture"):
        captured(path, textures_and_programs)
    assert not path.exists()
