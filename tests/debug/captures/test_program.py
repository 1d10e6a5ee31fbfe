"""A frame of a program as a capture, as `softgl with --capture` has it."""

from __future__ import annotations

import argparse

import pytest

import softgl
from softgl import cli
from softgl.commands import with_
from softgl.debug.captures.file import load
from softgl.debug.captures.program import FrameRecorder, capture_program
from softgl.debug.captures.replay import drawn, event_places
from softgl.errors import UsageError
from softgl.gl import *
from softgl.gl.api.interception import SWAP, note_mark


@pytest.fixture
def frames(tmp_path):
    """Records a frame of two kinds of programs: (number, True for swaps) -> its capture."""

    def record(number, swaps, drawn_frames=3):
        recorder = FrameRecorder(number, str(tmp_path / "f.softgl"))
        with softgl.Context(4, 2, machine="eager"):
            recorder.start()
            for green in range(drawn_frames):
                glClearColor(0, green / 2, 1, 1)
                if swaps and green:
                    glReadPixels(0, 0, 1, 1, GL_RGB, GL_UNSIGNED_BYTE)
                glClear(GL_COLOR_BUFFER_BIT)
                if swaps:
                    note_mark(SWAP)
                else:
                    glReadPixels(0, 0, 1, 1, GL_RGB, GL_UNSIGNED_BYTE)
                    glReadPixels(0, 0, 1, 1, GL_RGB, GL_UNSIGNED_BYTE)
            recorder.end()
        return load(tmp_path / "f.softgl")

    return record


@pytest.mark.parametrize("swaps", [True, False])
@pytest.mark.parametrize("number", [0, 2])
def test_frames_of_programs_with_and_without_windows(frames, number, swaps, capsys):
    found = frames(number, swaps)
    assert len(event_places(found)) == 1
    with drawn(found, machine="eager") as context:
        assert context.read_image().getpixel((3, 1))[1] == (0, 128, 255)[number]
    assert capsys.readouterr().err.endswith(f"f.softgl: frame {number}\n")


def test_programs_that_end_before(frames, capsys, tmp_path):
    with pytest.raises(softgl.SoftGLError, match="no such file"):
        frames(5, True)
    assert capsys.readouterr().err == "softgl: no capture: the program has ended before frame 5\n"
    assert event_places(frames(0, True, 0 + 1))


def test_the_environment(monkeypatch, tmp_path):
    started = []
    monkeypatch.setattr(FrameRecorder, "start", lambda self: started.append(self))
    capture_program()
    path = str(tmp_path / "f.softgl")
    options = argparse.Namespace(capture=path, frame="7")
    for name, value in with_._captured(options).items():
        monkeypatch.setenv(name, value)
    capture_program()
    capture_program()  # a process that it starts is not captured
    assert [(each.number, each.path) for each in started] == [(7, path)]
    with pytest.raises(UsageError, match=r"must end in \.softgl"):
        with_._captured(argparse.Namespace(capture="f.png", frame=None))
    assert cli.main(["with", "--frame", "1", "--", "true"]) == 2
