"""PyOpenGL's modules of window systems and other libraries: their names and functions."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from softgl.image import load_png
from softgl.running import window_systems
from softgl.running.hook import standing_in
from softgl.running.missing import NullFunctionError
from tests.running.programs import run

RAW = Path(find_spec("OpenGL").origin).parent / "raw"
MODULES = """GLX WGL AGL EGL GLE osmesa Tk GLES1 GLES2 GLES3 GLX.ARB.multisample EGL.KHR.fence_sync
    WGL.ARB.pixel_format GLES2.OES.depth24 raw.GLX""".split()


def test_names_are_imported_and_fail_when_they_are_called():
    with standing_in():
        names = {name: {} for name in MODULES}
        for name, found in names.items():
            exec(f"from OpenGL.{name} import *", found)
        calls = {
            "GLX": ("glXSwapBuffers", "has no X display"),
            "WGL": ("wglMakeCurrent", "has no WGL"),
            "GLE": ("gleHelicoid", "no library of tubes"),
            "Tk": ("Opengl", "no Tk widget"),
            "GLES1": ("glOrthof", "not OpenGL ES"),
            "GLES2": ("glClear", "not OpenGL ES"),
        }
        for name, (function, words) in calls.items():
            assert not names[name][function]
            with pytest.raises(NullFunctionError, match=f"softgl has no {function}: .*{words}"):
                names[name][function](1, 2)
        assert names["GLX.ARB.multisample"]["glXInitMultisampleARB"]() is False
        from OpenGL import EGL, GLX

        assert not GLX.glXNothingEXT and not EGL.eglNothingKHR
        with pytest.raises(AttributeError):
            GLX.nothing  # noqa: B018


def test_numbers_and_functions_are_those_of_pyopengl():
    numbers, functions = {}, set()
    for path in [*RAW.glob("*/VERSION/*.py"), *RAW.glob("osmesa/*.py")]:
        text = path.read_text(encoding="utf-8")
        found = re.findall(r"^(\w+) ?= ?_C\('\w+',\s*(\w+)\)", text, re.M)
        numbers |= {name: int(value, 0) for name, value in found}
        functions |= set(re.findall(r"^def ((?:glX|wgl|egl|OSMesa)\w+)\(", text, re.M))
    ours = {name: window_systems.contents(f"OpenGL.{name}", {}) for name in window_systems.WHY}
    known = {name: value for found in ours.values() for name, value in found.items()}
    wrong = {name for name, value in numbers.items() if known.get(name, value) != value}
    # Its numbers without a sign, and its name of OSMesa's last one.
    assert wrong <= {"EGL_FOREVER", "EGL_DONT_CARE", "EGL_UNKNOWN"}
    assert len(functions) > 100 and not functions - known.keys()


PROGRAM = """
import ctypes, numpy
from OpenGL import EGL, osmesa
from OpenGL.GL import *

context = osmesa.OSMesaCreateContextExt(osmesa.OSMESA_RGBA, 24, 8, 0, None)
image = numpy.zeros((6, 8, 4), numpy.uint8)
assert osmesa.OSMesaMakeCurrent(context, image, GL_UNSIGNED_BYTE, 8, 6)
glClearColor(1, 0, 0, 1)
glClear(GL_COLOR_BUFFER_BIT)
glFinish()
print(image[0, 0], osmesa.OSMesaGetIntegerv(osmesa.OSMESA_WIDTH))
print(osmesa.OSMesaGetColorBuffer(context)[:2], osmesa.OSMesaGetDepthBuffer(context)[:3])

display = EGL.eglGetDisplay(EGL.EGL_DEFAULT_DISPLAY)
major, minor, count = EGL.EGLint(), EGL.EGLint(), EGL.EGLint()
assert EGL.eglInitialize(display, ctypes.byref(major), ctypes.byref(minor))
configs = (EGL.EGLConfig * 1)()
wishes = [EGL.EGL_SURFACE_TYPE, EGL.EGL_PBUFFER_BIT, EGL.EGL_RENDERABLE_TYPE, EGL.EGL_OPENGL_BIT,
          EGL.EGL_NONE]
assert EGL.eglChooseConfig(display, wishes, configs, 1, ctypes.byref(count))
assert EGL.eglBindAPI(EGL.EGL_OPENGL_API) and count.value
context = EGL.eglCreateContext(display, configs[0], EGL.EGL_NO_CONTEXT, None)
size = [EGL.EGL_WIDTH, 8, EGL.EGL_HEIGHT, 6, EGL.EGL_NONE]
surface = EGL.eglCreatePbufferSurface(display, configs[0], size)
assert EGL.eglMakeCurrent(display, surface, surface, context)
glClearColor(0, 1, 0, 1)
glClear(GL_COLOR_BUFFER_BIT)
pixel = glReadPixels(0, 0, 1, 1, GL_RGB, GL_UNSIGNED_BYTE)
print(EGL.eglQueryString(display, EGL.EGL_VENDOR), pixel)
"""
PRINTED = "[255   0   0 255] 8\n(8, 6) (8, 6, 4)\nb'softgl' b'\\x00\\xff\\x00'\n"


def test_egl_and_osmesa_work_for_scripts(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert run(tmp_path, PROGRAM) == 0
    assert capsys.readouterr().out == PRINTED
    assert load_png("out.png")[0, 0].tolist() == [0, 255, 0, 255]
    wrong = "from OpenGL import EGL\nEGL.eglInitialize(1)\n"
    assert run(tmp_path, wrong) == 1
    assert "eglInitialize(dpy, major, minor): got 1 argument" in capsys.readouterr().err


@pytest.mark.skipif(sys.platform != "linux", reason="softgl's C libraries are for Linux")
def test_egl_and_osmesa_work_for_pyopengl(tmp_path):
    """And its other modules can be imported, with softgl as its platform."""
    imports = "".join(
        f"from OpenGL.{name} import *\n" for name in MODULES if name not in ("Tk", "raw.GLX")
    )
    tail = """
from OpenGL.error import NullFunctionError
try:
    glXSwapBuffers(None, 1)
except NullFunctionError as error:
    print("refused")
"""
    script = tmp_path / "script.py"
    script.write_text(f"import softgl.pyopengl\n{PROGRAM}{imports}{tail}")
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout) == (0, PRINTED + "refused\n"), done.stderr
