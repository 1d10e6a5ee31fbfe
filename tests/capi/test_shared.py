"""Contexts of OSMesa share objects, driven from C in two threads at once."""

from __future__ import annotations

import ctypes
import threading

import numpy as np
import pytest

import softgl
from softgl.gl.api import enums as gl

SIZE, ROUNDS = 8, 40


@pytest.fixture(scope="module", autouse=True)
def _needs_native_code():
    try:
        softgl.get_proc_address("glClear")
    except softgl.SoftGLError as reason:
        pytest.skip(str(reason))


def function(name, result, *arguments):
    return ctypes.CFUNCTYPE(result, *arguments)(softgl.get_proc_address(name))


POINTER, UINT, INT, FLOAT = ctypes.c_void_p, ctypes.c_uint, ctypes.c_int, ctypes.c_float


def test_textures_and_lists_of_two_threads():
    create = function("OSMesaCreateContext", POINTER, UINT, POINTER)
    make_current = function("OSMesaMakeCurrent", ctypes.c_ubyte, POINTER, POINTER, UINT, INT, INT)
    first = create(gl.GL_RGBA, None)
    contexts = first, create(gl.GL_RGBA, first)
    assert all(contexts)
    turns = [threading.Semaphore(1), threading.Semaphore(0)]
    seen, failed = [], []

    def draw(number):
        picture = np.zeros((SIZE, SIZE, 4), np.uint8)
        assert make_current(contexts[number], picture.ctypes.data, gl.GL_UNSIGNED_BYTE, SIZE, SIZE)
        for turn in range(ROUNDS):
            turns[number].acquire()
            if number == 0:
                function("glNewList", None, UINT, UINT)(7, gl.GL_COMPILE)
                function("glClearColor", None, *[FLOAT] * 4)(turn / 255, 0, 0, 1)
                function("glClear", None, UINT)(gl.GL_COLOR_BUFFER_BIT)
                function("glEndList", None)()
                function("glFlush", None)()  # until then they may wait, as in any driver
            else:
                function("glCallList", None, UINT)(7)
                function("glFinish", None)()
                seen.append(int(picture[0, 0, 0]))
            turns[1 - number].release()
        make_current(None, None, 0, 0, 0)

    def run(number):
        try:
            draw(number)
        except BaseException as error:
            failed.append(error)
            turns[1 - number].release()

    threads = [threading.Thread(target=run, args=(number,)) for number in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not failed
    assert seen == list(range(ROUNDS))
