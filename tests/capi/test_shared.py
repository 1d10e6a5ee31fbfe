"""Contexts that share objects, driven from C: in two threads at once, and beside Python."""

from __future__ import annotations

import ctypes
import threading

import numpy as np
import pytest

import softgl
from softgl.gl import *
from softgl.gl.api import enums as gl
from tests.capi.c_functions import C

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


def test_a_method_of_another_context_comes_after_the_calls_that_wait():
    first = softgl.Context(4, 4)
    other = softgl.Context(4, 4, share=first)
    first.make_current()
    name = int(glGenTextures(1))
    glBindTexture(GL_TEXTURE_2D, name)
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 2, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, None)
    glBindFramebufferEXT(GL_FRAMEBUFFER, 1)
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, name, 0)
    # The second time the other context has had the last command of the group.
    for red in (0.2, 0.4):
        C().glClearColor(red, 0, 0, 1)
        C().glClear(GL_COLOR_BUFFER_BIT)
        assert other.read_image(texture=name).getpixel((0, 0)) == (round(255 * red), 0, 0, 255)
    assert softgl.current_context() is first
