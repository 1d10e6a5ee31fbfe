"""Libraries on disk: names, numbers, files, the cache, and calls through them."""

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from softgl import cli, kernel_cache
from softgl.capi import libraries
from softgl.capi.elf import link
from softgl.capi.libraries import CORE, DISPLAY, LIBRARIES, Source, write_libraries
from softgl.errors import SoftGLError, UsageError
from softgl.lanes.objects import compile_object

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="libraries of Linux")
NAMES = sorted(
    """glBegin glXWaitGL glXGetProcAddress glZ OSMesaColorClamp eglGetError eglInitialize __egl_Main
    glGetString""".split()
)
FILES = {
    *("libOSMesa.so.8", "libEGL.so.1", "libGL.so.1", "libGLESv2.so.2", "libOpenGL.so.0"),
    *("libGLX.so.0", CORE, DISPLAY.soname),
}
TOY = """
@softgl_run = global ptr null
@softgl_state = global i64 0
define i64 @sum(i64 %a, i64 %b, i64 %c, i64 %d, i64 %e, i64 %f, i64 %g, double %h) {{
  %1 = add i64 %a, %b
  %2 = add i64 %1, %c
  %3 = add i64 %2, %d
  %4 = add i64 %3, %e
  %5 = add i64 %4, %f
  %6 = add i64 %5, %g
  %7 = fptosi double %h to i64
  %8 = add i64 %6, %7
  ret i64 %8
}}
{functions}
@softgl_entries = global [{count} x ptr] [{entries}]
"""


def toy_core(start):
    """A core of functions that return their numbers, but for the last, which adds its arguments."""
    last = len(NAMES) - 1
    functions = (f"define i64 @f{n}() {{\n  ret i64 {n}\n}}" for n in range(last))
    entries = [f"ptr @f{n}" for n in range(last)] + ["ptr @sum"]
    text = TOY.format(functions="\n".join(functions), count=len(NAMES), entries=", ".join(entries))
    return text + start


SOURCE = Source(NAMES, toy_core)


@pytest.fixture
def kept(tmp_path, monkeypatch):
    """A cache of our own."""
    cache = kernel_cache.KernelCache(tmp_path / "cache")
    monkeypatch.setattr(kernel_cache, "default_cache", lambda: cache)
    return cache


def test_the_functions_of_each_library():
    found = {kind: sorted(each.exported(NAMES)) for kind, each in LIBRARIES.items()}
    commands = ["glBegin", "glGetString", "glZ"]
    glx = ["glXGetProcAddress", "glXWaitGL"]
    assert found == {
        "osmesa": ["OSMesaColorClamp", *commands],
        "egl": ["__egl_Main", "eglGetError", "eglInitialize"],
        "gl": sorted(commands + glx),
        "gles": ["glGetString"],
        "opengl": commands,
        "glx": glx,
    }
    assert LIBRARIES["gl"].exported(NAMES)["glZ"] == NAMES.index("glZ")
    assert LIBRARIES["osmesa"].link_name == "libOSMesa.so"


def test_calls_go_through_the_libraries(tmp_path):
    written = write_libraries(tmp_path / "new" / "folder", SOURCE)
    folder = tmp_path / "new" / "folder"
    assert {path.name for path in written} == FILES
    links = {path.name: os.readlink(path) for path in folder.iterdir() if path.is_symlink()}
    assert links["libEGL.so"] == "libEGL.so.1" and len(links) == 6
    # In another process, which sees them by their names then.
    program = f"""
        import ctypes, os
        ctypes.CDLL({str(folder / "libOSMesa.so.8")!r}, mode=ctypes.RTLD_GLOBAL)
        print(ctypes.CDLL("libOSMesa.so.8").OSMesaColorClamp())
        print(ctypes.CDLL(None).glBegin())
        gl = ctypes.CDLL({str(folder / "libGL.so")!r})
        core = ctypes.CDLL({CORE!r})
        print(gl.glXWaitGL(), hasattr(core, "softgl_start") + 2 * hasattr(core, "sum"))
        print(gl.glZ(*map(ctypes.c_int64, range(1, 8)), ctypes.c_double(100)))
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True
    )
    numbers = [NAMES.index(name) for name in ("OSMesaColorClamp", "glBegin", "glXWaitGL")]
    assert done.stdout.split() == [*map(str, numbers), "1", "128"], done
    # Written again, as another process may at the same time.
    assert write_libraries(folder, SOURCE) == written
    assert not [path for path in folder.iterdir() if path.name.startswith(".")]


def test_the_cache(kept, tmp_path, monkeypatch):
    folder = libraries.folder(SOURCE)
    assert folder.parent == kept.folder and {path.name for path in folder.iterdir()} > FILES
    monkeypatch.setattr(libraries, "write_libraries", None)  # is not called again
    assert libraries.folder(SOURCE) == folder
    monkeypatch.undo()
    other = Source([*NAMES, "glZZ"], toy_core)
    assert libraries.fingerprint(other) != libraries.fingerprint(SOURCE)
    monkeypatch.setattr(kernel_cache, "default_cache", lambda: None)
    libraries._own_folder.cache_clear()
    temporary = libraries.folder(SOURCE)
    assert temporary.stat().st_mode & 0o777 == 0o700
    assert libraries.folder(SOURCE) == temporary != folder
    assert (temporary / "libEGL.so.1").read_bytes() == (folder / "libEGL.so.1").read_bytes()
    for process in (os.getppid(), os.getpid()):  # a child of fork() leaves it there
        assert temporary.exists()
        libraries._remove_own(temporary, process)
    assert not temporary.exists()
    libraries._own_folder.cache_clear()


def test_libraries_that_are_not_used_go(kept, capsys):
    old = kept.folder / f"libraries-{'0' * 32}"
    new = kept.folder / f"libraries-{'1' * 32}"
    other = kept.folder / "libraries-of-mine"
    for each in (old, new, other):
        each.mkdir(parents=True)
        (each / "complete").touch()
    os.utime(old / "complete", (0, 0))
    os.utime(other / "complete", (0, 0))
    libraries.folder(SOURCE)
    assert (old.exists(), new.exists(), other.exists()) == (False, True, True)
    assert cli.main(["cache"]) == 0
    assert ": 2 folders of libraries, " in capsys.readouterr().out
    assert cli.main(["cache", "--clear"]) == 0
    assert ": 2 folders of libraries removed" in capsys.readouterr().out
    assert list(kept.folder.iterdir()) == [other]
    assert cli.main(["cache"]) == 0 and "of libraries" not in capsys.readouterr().out


def test_other_libraries_in_the_process_are_refused(kept, tmp_path):
    code = compile_object("define i32 @glXWaitGL() {\n  ret i32 -1\n}\n")
    (tmp_path / "libGLX.so.0").write_bytes(link(code, "libGLX.so.0", ["glXWaitGL"]))
    program = f"""
        import ctypes, sys
        sys.path[:0] = [{str(Path(__file__).parents[2])!r}]
        from softgl import cli, kernel_cache
        from softgl.errors import SoftGLError
        from tests.capi.test_libraries import SOURCE, Source, libraries, toy_core

        def refused(function, *arguments):
            try:
                function(*arguments)
            except SoftGLError as error:
                print(error)

        kernel_cache.default_cache = lambda: kernel_cache.KernelCache({str(kept.folder)!r})
        one = libraries.load_core(SOURCE)
        assert libraries.load_core(SOURCE)._handle == one._handle
        loaded = libraries.load_libraries(["egl", "gl"], SOURCE)
        print(len(loaded), loaded[0].eglGetError(), ctypes.CDLL("libEGL.so").eglGetError())
        refused(libraries.load_core, Source([*SOURCE.names, "glZZ"], toy_core))
        # The system has one of the others.
        libraries.load({str(tmp_path / "libGLX.so.0")!r})
        refused(libraries.load_libraries, ["osmesa", "glx"], SOURCE)
        assert libraries._loaded_already("libOSMesa.so.8") is None
        assert len(libraries.load_libraries(["osmesa", "egl"], SOURCE)) == 2
    """
    command = [sys.executable, "-c", textwrap.dedent(program)]
    done = subprocess.run(command, capture_output=True, text=True)
    first, second, third = done.stdout.splitlines()
    number = NAMES.index("eglGetError")
    assert first == f"2 {number} {number}", done
    assert "another softgl" in second
    assert third.startswith("libGLX.so.0 of the system is loaded already")


def test_what_is_refused(kept, tmp_path, monkeypatch):
    with pytest.raises(SoftGLError, match="cannot load"):
        libraries.load(tmp_path / "libnone.so")
    (tmp_path / "file").touch()
    with pytest.raises(SoftGLError, match="cannot make the folder"):
        write_libraries(tmp_path / "file" / "folder", SOURCE)
    (tmp_path / "a" / "libEGL.so").mkdir(parents=True)
    with pytest.raises(SoftGLError, match="cannot write"):
        write_libraries(tmp_path / "a", SOURCE)
    for system, processor in (("win32", "AMD64"), ("linux", "riscv64")):
        monkeypatch.setattr(sys, "platform", system)
        monkeypatch.setattr(libraries.platform, "machine", lambda known=processor: known)
        with pytest.raises(UsageError, match="need Linux"):
            libraries.load_core(SOURCE)
        monkeypatch.undo()
