"""Scripts that load OpenGL's libraries by ctypes: they get softgl's, and draw to its windows."""

from __future__ import annotations

import ctypes
import ctypes.util
import platform
import subprocess
import sys

import pytest

from softgl import clib
from softgl.errors import SoftGLError
from softgl.image import load_png
from softgl.running.c_libraries import c_libraries

PROGRAM = """
import ctypes, ctypes.util
import glfw

glfw.init()
window = glfw.create_window(8, 6, "title", None, None)
glfw.make_context_current(window)
address = glfw.get_proc_address("glClearColor")
ctypes.CFUNCTYPE(None, *4 * [ctypes.c_float])(address)(1, 0, 1, 1)
library = ctypes.cdll.LoadLibrary("libGL.so.1")
library.glClear(0x4000)
glfw.swap_buffers(window)
same = ctypes.CDLL(ctypes.util.find_library("GL"))
print(library.glGetError(), same._handle == library._handle, ctypes.util.find_library("m"))
"""


@pytest.mark.skipif(
    sys.platform != "linux" or platform.machine() not in ("x86_64", "aarch64"),
    reason="softgl's C libraries are for Linux on x86-64 and ARM64",
)
def test_functions_in_c_draw_to_windows(tmp_path):
    (tmp_path / "script.py").write_text(PROGRAM)
    command = [sys.executable, "-m", "softgl", "run", "script.py", "-o", "out.png"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("0 True ")
    assert load_png(tmp_path / "out.png")[0, 0].tolist() == [255, 0, 255, 255]


def test_other_libraries_and_systems_are_left_alone(monkeypatch):
    def load(*kinds):
        raise SoftGLError("there are none")

    monkeypatch.setattr(clib, "load", load)
    before = ctypes.CDLL.__init__, ctypes.util.find_library
    monkeypatch.setattr(ctypes.util, "find_library", lambda name: f"{name} of the system")
    found = ctypes.util.find_library
    with c_libraries():
        assert ctypes.util.find_library("GL") == "GL of the system"
        assert ctypes.util.find_library("png") == "png of the system"
        with pytest.raises(OSError):
            ctypes.CDLL("libOSMesa.so.999")
    assert (ctypes.CDLL.__init__, ctypes.util.find_library) == (before[0], found)
