"""The start of Python by native code, with a stand-in of softgl that prints its calls."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from softgl.capi import interpreter, starting
from softgl.capi.elf import link
from softgl.capi.starting import DECLARED, MODULE, start_text
from softgl.lanes.objects import compile_object

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="loads a library of Linux")
EXPORTS = ("softgl_start",)
PROGRAM = r"""
#include <pthread.h>
#include <stdio.h>
int softgl_start(void);
static void *start(void *unused) { printf("%d ", softgl_start()); return 0; }
int main(void)
{
    pthread_t threads[3];
    for (int i = 0; i < 3; i++) pthread_create(threads + i, 0, start, 0);
    for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
    printf("%d %d\n", softgl_start(), softgl_start());
    return 0;
}
"""
IN_PYTHON = """
import ctypes, threading
library = ctypes.CDLL("{library}")
results = []
start = lambda: results.append(library.softgl_start())
threads = [threading.Thread(target=start) for _ in range(3)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
print(*results, library.softgl_start(), sep="\\n")
"""
WORKS = "import os\ndef core():\n    os.write(2, b'core ')\n"
FAILS = "import os\nos.write(2, b'import ')\nraise OSError('broken\\nin two lines')\n"
LACKS = "from nowhere import thing\n"


def library(path, description=None):
    """A library that starts softgl, at a path."""
    text = start_text(description)
    needed = ["libc.so.6", "libdl.so.2"]
    path.write_bytes(link(compile_object(text), "libstart.so", EXPORTS, needed))


def stand_in(folder, text):
    """Makes a package softgl with this `calls`; returns an environment that has it."""
    package = folder / "softgl" / "capi"
    package.mkdir(parents=True, exist_ok=True)
    for each in (package.parent, package):
        (each / "__init__.py").write_text("")
    (package / "calls.py").write_text(text)
    kept = {name: value for name, value in os.environ.items() if name != "SOFTGL_PYTHON"}
    return kept | {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}


def ran(command, environment, **changes):
    """The words on the standard output of a program, and the text of its standard error."""
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        timeout=60,
        env=environment | changes,
        cwd=environment["PYTHONPATH"],
    )
    assert done.returncode == 0, done
    return done.stdout.split(), done.stderr


def test_within_python(tmp_path):
    library(tmp_path / "libstart.so")
    command = [sys.executable, "-c", IN_PYTHON.format(library=tmp_path / "libstart.so")]
    said = ran(command, stand_in(tmp_path, WORKS))
    assert said == (["0"] * 4, "core " * 4)
    numbers, said = ran(command, stand_in(tmp_path, FAILS))
    assert numbers == ["-1"] * 4
    assert said.count("cannot start") == said.count("import ") <= 3  # threads that began together
    assert "OSError: broken\n" in said and "two lines" not in said
    call = "import ctypes; library = ctypes.CDLL({!r}); print(library.softgl_start(), 1)"
    once = [sys.executable, "-c", call.format(str(tmp_path / "libstart.so"))]
    said = ran(once, stand_in(tmp_path, LACKS))
    assert said[0] == ["-1", "1"] and said[1].endswith("No module named 'nowhere'\n")


def test_modules_of_the_interpreter_that_wrote_the_library(tmp_path):
    """Another interpreter of the same kind, without softgl, takes it from where it lies."""
    stand_in(tmp_path / "ours", WORKS)
    environment = stand_in(tmp_path / "theirs", LACKS)
    (tmp_path / "ours" / "nowhere.py").write_text("thing = 1\n")
    environment["PYTHONPATH"] = str(tmp_path / "theirs")
    tag = sys.implementation.cache_tag
    for lines, result in (((tag, tmp_path / "ours"), "0"), (("other", tmp_path / "ours"), "-1")):
        text = b"\0".join((b"", b"", "\n".join(map(str, lines)).encode()))
        library(tmp_path / "libstart.so", text)
        call = "import ctypes; print(ctypes.CDLL({!r}).softgl_start())"
        command = [sys.executable, "-c", call.format(str(tmp_path / "libstart.so"))]
        (tmp_path / "theirs/softgl/capi/calls.py").write_text(
            "from nowhere import thing\ndef core():\n    pass\n"
        )
        assert ran(command, environment)[0] == [result]


@pytest.mark.skipif(not shutil.which("gcc"), reason="needs gcc")
def test_in_a_program_without_python(tmp_path, monkeypatch):
    """Threads, another interpreter, ones that are not there or do not answer, and no libpython."""
    if not os.path.isabs(interpreter.library_of_python()):
        pytest.skip("this interpreter has no libpython")
    library(tmp_path / "libstart.so")
    (tmp_path / "a.c").write_text(PROGRAM)
    command = "gcc a.c -o a -L. -lstart -lpthread -Wl,-rpath,$ORIGIN"
    subprocess.run(command.split(), cwd=tmp_path, check=True)
    program = [tmp_path / "a"]
    environment = stand_in(tmp_path, WORKS)
    assert ran(program, environment) == (["0"] * 5, "core " * 5)
    assert ran(program, environment, SOFTGL_PYTHON=sys.executable) == (["0"] * 5, "core " * 5)
    numbers, said = ran(program, environment, SOFTGL_PYTHON="/nowhere/python")
    assert numbers == ["-1"] * 5
    assert said == "softgl: SOFTGL_PYTHON=/nowhere/python does not answer; nothing is drawn.\n"
    sleeps = tmp_path / "sleeps"
    sleeps.write_text("#!/bin/sh\nexec sleep 30 2>&-\n")
    sleeps.chmod(0o700)
    monkeypatch.setattr(starting, "ANSWER_MILLISECONDS", 50)
    library(tmp_path / "libstart.so")
    numbers, said = ran(program, environment, SOFTGL_PYTHON=str(sleeps))
    assert numbers == ["-1"] * 5 and said.endswith("/sleeps does not answer; nothing is drawn.\n")
    library(tmp_path / "libstart.so", b"/nowhere/libpython.so\0/nowhere/python\0none\0")
    numbers, said = ran(program, environment)
    assert numbers == ["-1"] * 5
    assert said.startswith("softgl: /nowhere/libpython.so: ") and said.count("\n") == 1
    assert "SOFTGL_PYTHON" in said


def test_functions_of_c_that_are_declared():
    assert sorted(re.findall(r"^declare \w+ @(\w+)", MODULE, re.M)) == DECLARED


def test_the_description_of_an_interpreter():
    library_path, executable, lines = interpreter.description().split(b"\0")[:3]
    assert b"libpython3" in library_path and os.fsdecode(executable) == sys.executable
    tag, *folders = os.fsdecode(lines).split("\n")
    assert tag == sys.implementation.cache_tag
    assert str(Path(__file__).parents[2]) in folders
    # Asked as another interpreter is, this one says the same.
    command = [sys.executable, "-c", Path(interpreter.__file__).read_text(encoding="utf-8")]
    asked = subprocess.run(command, capture_output=True, check=True).stdout
    assert asked.split(b"\0")[:2] == [library_path, executable]
