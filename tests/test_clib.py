"""The C libraries, in this process and for others: clib, `softgl lib` and `softgl with`."""

import os
import platform
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from softgl import cli
from softgl.commands.with_ import client_environment

needs_linux = pytest.mark.skipif(
    sys.platform != "linux" or platform.machine() not in ("x86_64", "aarch64"),
    reason="libraries of Linux on x86-64 and ARM64",
)
ROOT = Path(__file__).parents[1]
FILES = "libEGL.so.1 libGL.so.1 libGLX.so.0 libOSMesa.so.8 libOpenGL.so.0 libsoftgl.so".split()


@pytest.fixture
def environment(tmp_path):
    """An environment with a cache of its own."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in ("LD_LIBRARY_PATH", "PYOPENGL_PLATFORM", "MUJOCO_GL", "SOFTGL_PYTHON")
    }
    return kept | {"PYTHONPATH": str(ROOT), "SOFTGL_CACHE": str(tmp_path / "cache")}


def python(program, environment, *before):
    """Runs a program, by a command that is given before it."""
    command = [*before, sys.executable, "-c", textwrap.dedent(program)]
    return subprocess.run(command, capture_output=True, text=True, env=environment, timeout=100)


@needs_linux
def test_libraries_in_this_process(environment):
    program = """
        import ctypes, ctypes.util
        from softgl import Context, clib
        from softgl.errors import UsageError
        loaded = clib.load()
        assert len(loaded) == 6 and clib.folder().name.startswith("libraries-")
        Context(4, 4)
        found = ctypes.util.find_library("GL")
        for name in ("libGL.so.1", "libOSMesa.so", "libOpenGL.so.0", found):
            function = ctypes.CDLL(name).glGetString
            function.restype = ctypes.c_char_p
            print(name, function(0x1F00).decode())
        try:
            clib.load("vulkan")
        except UsageError as error:
            print(error)
    """
    done = python(program, environment)
    *names, refused = done.stdout.splitlines()
    assert [name.split()[0] for name in names] == (
        ["libGL.so.1", "libOSMesa.so", "libOpenGL.so.0", "libGL.so.1"]
    ), done
    assert len({name.split(maxsplit=1)[1] for name in names}) == 1
    assert "unknown kind of library 'vulkan'" in refused and not done.stderr


@needs_linux
def test_with(environment, tmp_path, monkeypatch, capsys):
    program = """
        import ctypes, os, sys
        ctypes.CDLL("libOSMesa.so").glGetError()
        print(os.environ["MUJOCO_GL"], os.environ["PYOPENGL_PLATFORM"])
        print(os.environ["LD_LIBRARY_PATH"], os.environ["GLCONTEXT_LINUX_LIBEGL"])
        sys.exit(7)
    """
    softgl = [sys.executable, "-m", "softgl", "with", "--"]
    done = python(program, environment | {"MUJOCO_GL": "egl"}, *softgl)
    assert done.returncode == 7, done
    lines = done.stdout.splitlines()
    assert lines[0] == "egl egl" and lines[1].startswith(str(tmp_path / "cache" / "libraries-"))
    assert lines[1].endswith("/libEGL.so.1")
    for cache, command, status, line in (
        (
            "cache",
            [],
            2,
            "usage: softgl with [options] -- WORDS ...\nsoftgl: a command is missing after --",
        ),
        ("cache", ["/nowhere/demo"], 1, "softgl: cannot run /nowhere/demo: No such file"),
        ("off", ["true"], 1, "softgl: softgl's cache is off"),
    ):
        monkeypatch.setenv("SOFTGL_CACHE", str(tmp_path / cache) if cache != "off" else cache)
        assert cli.main(["with", "--", *command]) == status
        assert capsys.readouterr().err.startswith(line)


def test_client_environment():
    folder = Path("/a/b")
    for known, expected in (
        ({}, ("osmesa", "osmesa")),
        ({"PYOPENGL_PLATFORM": "egl"}, ("egl", "egl")),
        ({"MUJOCO_GL": "egl", "PYOPENGL_PLATFORM": ""}, ("egl", "egl")),
        ({"MUJOCO_GL": "glfw"}, ("osmesa", "glfw")),
        ({"MUJOCO_GL": "egl", "PYOPENGL_PLATFORM": "osmesa"}, ("osmesa", "egl")),
    ):
        found = client_environment(folder, known)
        assert (found["PYOPENGL_PLATFORM"], found["MUJOCO_GL"]) == expected, known
    found = client_environment(folder, {"LD_LIBRARY_PATH": "/c", "HOME": "/d"})
    assert found["LD_LIBRARY_PATH"].split(os.pathsep) == [str(folder), "/c"]
    assert found["HOME"] == "/d"
    assert found["VTK_DEFAULT_OPENGL_WINDOW"] == "vtkOSOpenGLRenderWindow"
    assert found["SOFTGL_VERSION_OVERRIDE"] == "4.1"


@needs_linux
def test_lib(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert cli.main(["lib", "new/gl"]) == 0
    told = capsys.readouterr().out
    assert all(name in told for name in FILES) and "gcc demo.c -Lnew/gl -lOSMesa" in told
    assert {*FILES} < set(os.listdir("new/gl"))
    monkeypatch.setenv("SOFTGL_CACHE", str(tmp_path / "cache"))
    assert cli.main(["lib", "--print"]) == 0
    printed = Path(capsys.readouterr().out.strip())
    assert printed.parent == tmp_path / "cache" and {*FILES} < set(os.listdir(printed))
    assert cli.main(["lib"]) == 2 and "needs a folder" in capsys.readouterr().err
    (tmp_path / "file").touch()
    assert cli.main(["lib", "file"]) == 1
    assert "cannot make the folder" in capsys.readouterr().err
