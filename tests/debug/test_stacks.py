"""The stacks of programs: of events, in captures, and after calls were left out."""

from __future__ import annotations

import json
import zipfile

import pytest

import softgl
from softgl import scene
from softgl.debug import stacks
from softgl.debug.captures import file
from softgl.debug.captures.errors import CaptureError
from softgl.debug.frames import draws
from softgl.gl import *

HERE = "tests/debug/test_stacks.py"


def paint(color):
    glColor3f(*color)
    glRectf(-1, -1, 1, 1)


@pytest.fixture
def path(tmp_path):
    """The capture of a clear and of two rectangles, the first of them before the frame."""
    with softgl.Context(4, 2, machine="eager") as context:
        paint((1, 0, 0))
        with softgl.capture(tmp_path / "f.softgl", context):
            glClear(GL_COLOR_BUFFER_BIT)
            paint((0, 1, 0))
            paint((0, 0, 1))
    return tmp_path / "f.softgl"


def functions(found):
    return [[frame.split()[1] for frame in each[:2]] for each in found]


def test_a_capture_has_the_frames_of_its_program(path):
    found = file.load(path)
    assert functions(found.stacks.values())[0][0] == "path"
    assert functions(found.stacks.values())[1:] == [["paint", "path"]] * 2
    assert len(found.header.stacks) == 3 and not any("softgl/" in one[0] for one in
                                                     found.header.stacks)  # fmt: skip
    shown = draws.draws(scene.load(path), 4, 2, machine="eager")
    assert [each.stack for each in shown] == list(found.stacks.values())
    # The stacks stay with their calls.
    fewer = found.with_calls(call for call in found.calls if call.name != "glClear")
    assert functions(fewer.stacks.values()) == [["paint", "path"]] * 2
    assert [fewer.calls[number].name for number in fewer.stacks] == ["glRectf"] * 2


def test_stacks_of_programs_that_run():
    found = []

    class Watcher:
        def before(self, event):
            found.append(event.stack)

        def after(self, event):
            pass

    with softgl.Context(4, 2, machine="eager"), softgl.debug.watching.watching(Watcher()):
        paint((1, 1, 1))
    assert found[0][0].partition(":")[0] == HERE
    assert functions(found) == [["paint", "test_stacks_of_programs_that_run"]]


def test_paths_hide_the_folders_of_others(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    assert stacks._short(str(tmp_path / "a" / "b.py")) == "a/b.py"
    assert stacks._short("/home/me/lib/site-packages/client/draw.py") == "client/draw.py"
    assert stacks._short("/home/me/work/app.py") == "work/app.py"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("stacks", ["x"]),
        ("stacks", [["a.py:1 f"] * 9]),
        ("stacks", [["x" * 301]]),
        ("stack_of", {"1": 0.0}),
        ("stack_of", {"x": 0}),
        ("stack_of", {"0": 3}),
        ("stack_of", []),
    ],
)
def test_malformed_stacks_are_refused(path, tmp_path, field, value):
    changed = tmp_path / "changed.softgl"
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(changed, "w") as new:
        for name in old.namelist():
            data = old.read(name)
            if name == file.HEADER:
                data = json.dumps(json.loads(data) | {field: value})
            new.writestr(name, data)
    with pytest.raises(CaptureError, match="stack"):
        file.load(changed)
