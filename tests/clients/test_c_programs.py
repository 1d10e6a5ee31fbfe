"""Programs in C draw with softgl: compiled ones, and C's calls through ctypes."""

from __future__ import annotations

import ctypes
import shutil
import subprocess

import numpy as np
import pytest

from softgl import clib
from tests.clients.running import PROGRAMS, check_reference, needs_libraries, run_on_softgl

needs_compiler = pytest.mark.skipif(not shutil.which("cc"), reason="there is no C compiler here")
pytestmark = needs_libraries
HEIGHT, WIDTH, THREADS = 48, 64, 3


@pytest.fixture(scope="module")
def osmesa_scene(tmp_path_factory):
    """The program, linked against softgl's library."""
    program = tmp_path_factory.mktemp("c") / "osmesa_scene"
    libraries = clib.folder()
    subprocess.run(
        [
            *("cc", "-Wall", "-O1", "-o", program, PROGRAMS / "osmesa_scene.c"),
            *(f"-L{libraries}", "-lOSMesa", "-lpthread"),
        ],
        check=True,
    )
    return program


@needs_compiler
def test_threads_of_a_compiled_program(osmesa_scene, tmp_path):
    pixels = np.frombuffer(run_on_softgl(osmesa_scene, SOFTGL_ONLY="1"), np.uint8)
    pictures = pixels.reshape(THREADS, HEIGHT, WIDTH, 4)[:, ::-1, :, :3]
    check_reference("osmesa_scene", np.hstack(list(pictures)), tmp_path)


def test_calls_through_ctypes(tmp_path):
    library = clib.load("osmesa")[0]
    library.OSMesaCreateContext.restype = ctypes.c_void_p
    context = ctypes.c_void_p(library.OSMesaCreateContext(0x1908, None))
    picture = np.zeros((HEIGHT, WIDTH, 4), np.uint8)
    place = picture.ctypes.data_as(ctypes.c_void_p)
    assert library.OSMesaMakeCurrent(context, place, 0x1401, WIDTH, HEIGHT) == 1

    def call(name, *numbers):
        getattr(library, name)(*map(ctypes.c_float, numbers))

    call("glClearColor", 0.1, 0.2, 0.3, 1.0)
    library.glClear(0x4100)
    library.glEnable(0x0B71)
    library.glShadeModel(0x1D01)
    library.glRotatef(*map(ctypes.c_float, (20, 0, 0, 1)))
    library.glBegin(5)
    for number in range(14):
        library.glColor3ub(18 * number, 255 - 18 * number, 128)
        call("glVertex3f", number / 8 - 0.8, (-1) ** number * 0.5, number / 14)
    library.glEnd()
    corners = (ctypes.c_float * 9)(-0.9, -0.9, 0.2, 0.9, -0.7, 0.2, 0.2, 0.9, 0.2)
    library.glEnableClientState(0x8074)
    library.glVertexPointer(3, 0x1406, 0, corners)
    library.glDrawArrays(2, 0, 3)
    library.glFinish()
    assert library.glGetError() == 0
    assert library.OSMesaMakeCurrent(None, None, 0, 0, 0) == 1
    library.OSMesaDestroyContext(context)
    check_reference("ctypes_scene", picture[::-1, :, :3], tmp_path)
