"""The CPU time of each draw: medians of replays after a first one."""

from __future__ import annotations

import json
from itertools import accumulate
from types import SimpleNamespace

import pytest

from softgl.debug.captures.errors import CaptureError
from softgl.debug.frames import times
from softgl.scene import load

SCENE = """\"Clears, and draws a rectangle.\"
from softgl.gl import *


def draw(time, width, height):
    glClear(GL_COLOR_BUFFER_BIT)
    glRectf(-1, -1, 0, 0)
"""


@pytest.fixture
def scene(tmp_path, monkeypatch):
    """The path of the scene, in the current folder."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "two.py"
    path.write_text(SCENE)
    return str(path)


def test_medians_without_the_first_replay(scene, monkeypatch):
    events = [(100, 100), (1, 5), (9, 6), (2, 7)]
    taken = [each for replay in events for each in replay] + [50, 3, 5, 4]
    readings = accumulate(step for each in taken for step in (1000, each))
    clock = SimpleNamespace(process_time=lambda: next(readings) / 1000)
    monkeypatch.setattr(times, "time", clock)
    found = times.measure(lambda: load(scene), 8, 8, replays=3, machine="eager")
    assert found.draws == pytest.approx([2, 6]) and found.frame == pytest.approx(4)
    assert next(readings, None) is None


def test_a_frame_that_is_another_one_each_time(scene):
    loads = iter(["glRectf", "glRectf(0, 0, 1, 1), glRectf"])

    def changing():
        with open(scene, "w") as file:
            file.write(SCENE.replace("glRectf", next(loads)))
        return load(scene)

    with pytest.raises(CaptureError, match="cannot be measured: the frame has others each time"):
        times.measure(changing, 8, 8, machine="eager")


def test_the_command(scene, command):
    status, out, _ = command("draws two.py --size 8x8 --machine eager --time --stack")
    first, second, total = (line for line in out.splitlines() if " at " not in line)
    assert status == 0 and "two.py:6 draw" in out
    for number, line, call in ((0, first, "glClear("), (1, second, "glRectf(")):
        at, milliseconds, unit, rest = line.split(maxsplit=3)
        assert (int(at), unit) == (number, "ms") and float(milliseconds) > 0
        assert rest.startswith(call)
    assert " ms  all draws; " in total and " ms for the frame as usual, with batches" in total
    listed = json.loads(command("draws two.py --size 8x8 --machine eager --time --json")[1])
    assert [each["command"] for each in listed] == ["glClear", "glRectf"]
    assert all(each["milliseconds"] > 0 for each in listed)
