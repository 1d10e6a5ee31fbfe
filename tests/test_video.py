"""Videos: frames arrive one by one, and a file is whole or not there."""

import sys

import numpy as np
import pytest

from softgl import cli, image

imageio_ffmpeg = pytest.importorskip("imageio_ffmpeg", reason="the extra `video` is missing")


def pictures(count, width=48, height=32):
    for number in range(count):
        yield np.full((height, width, 3), (255, 40 * number, 0), np.uint8)


def read(path):
    """(width and height, frames a second, frames) of a video."""
    reader = imageio_ffmpeg.read_frames(str(path))
    found = next(reader)
    width, height = found["size"]
    return found["size"], found["fps"], [
        np.frombuffer(frame, np.uint8).reshape(height, width, 3) for frame in reader
    ]  # fmt: skip


@pytest.mark.parametrize("suffix", [suffix.removeprefix(".") for suffix in image.VIDEOS])
def test_a_video_has_its_frames(tmp_path, suffix):
    path = tmp_path / f"a.{suffix}"
    assert image.save_frames(path, pictures(6), 6, 50.0) == [str(path)]
    size, rate, frames = read(path)
    assert size == (48, 32) and rate == pytest.approx(20) and len(frames) == 6
    for number, frame in enumerate(frames):
        assert np.abs(frame[16, 24].astype(int) - (255, 40 * number, 0)).max() < 24
    assert [each.name for each in tmp_path.iterdir()] == [f"a.{suffix}"]
    first = path.read_bytes()
    image.save_frames(path, pictures(6), 6, 50.0)
    assert path.read_bytes() == first or suffix == "mkv"


def test_odd_sizes_are_padded(tmp_path):
    image.save_frames(tmp_path / "a.mp4", pictures(2, 33, 17), 2)
    assert read(tmp_path / "a.mp4")[0] == (34, 18)


def test_a_failure_leaves_the_old_file(tmp_path):
    path = tmp_path / "a.mp4"
    path.write_bytes(b"old")

    def failing():
        yield from pictures(2)
        raise KeyError("no more")

    with pytest.raises(KeyError):
        image.save_frames(path, failing(), 3)
    with pytest.raises(image.ImageError, match="several sizes"):
        image.save_frames(path, [*pictures(1), *pictures(1, 64, 64)], 2)
    with pytest.raises(image.ImageError, match="no frames"):
        image.save_frames(path, [], 1)
    with pytest.raises(image.ImageError, match="no such folder"):
        image.save_frames(tmp_path / "none" / "a.mp4", pictures(1), 1)
    assert path.read_bytes() == b"old" and len(list(tmp_path.iterdir())) == 1


def test_a_missing_package_is_named(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "imageio_ffmpeg", None)
    message = r'imageio-ffmpeg: pip install "softgl\[video\]"'
    with pytest.raises(image.ImageError, match=message):
        image.check_output(tmp_path / "a.mp4", 3)


def test_the_command_line_writes_a_video(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "red.py").write_text(
        '"""Red."""\nfrom softgl.gl import *\n\ndef draw(time, width, height):\n'
        "    glClearColor(1, time, 0, 1)\n    glClear(GL_COLOR_BUFFER_BIT)\n"
    )
    arguments = ("red.py", "--size", "32x32", "--frames", "4", "--fps", "10", "-o", "a.mp4")
    assert cli.main(["render", *arguments]) == 0
    size, rate, frames = read("a.mp4")
    assert size == (32, 32) and rate == pytest.approx(10) and len(frames) == 4
