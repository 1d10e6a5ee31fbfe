"""Files that softgl reads and writes: regular, of bounded size, whole or not at all."""

import errno
import ntpath
import os

import pytest
from PIL import Image

from softgl import cli, files, paths
from softgl.check import SourceError, read_program
from softgl.files import FileError, open_file, read_file, write_file, write_text
from softgl.image import ImageError, check_output, load_png, save_png
from softgl.models import ModelError, read
from softgl.scene import SceneError, load
from tests.tools import needs_posix


def strange_paths(folder, suffix):
    """Paths with `suffix` at which there is no file to read, by what is wrong with them."""
    (folder / f"folder{suffix}").mkdir()
    os.mkfifo(folder / f"pipe{suffix}")
    os.symlink("/dev/zero", folder / f"device{suffix}")
    os.symlink(f"loop{suffix}", folder / f"loop{suffix}")
    return {
        "Is a directory": folder / f"folder{suffix}",
        "not a regular file": folder / f"pipe{suffix}",
        "regular": folder / f"device{suffix}",
        "symbolic links": folder / f"loop{suffix}",
        "null byte": f"{folder}/a\0b{suffix}",
        "too long": folder / ("a" * 300 + suffix),
        "[Nn]o such file": folder / f"none{suffix}",
        "Not a directory": f"/dev/null/a{suffix}",
    }


@needs_posix
@pytest.mark.parametrize(
    ("reader", "error", "suffix"),
    [
        (read_file, FileError, ""),
        (open_file, FileError, ""),
        (load_png, ImageError, ".png"),
        (read, ModelError, ".obj"),
        (load, ModelError, ".glb"),
        (load, SceneError, ".py"),
        (lambda path: read_program(str(path)), SourceError, ".fp"),
    ],
)
def test_only_regular_files_are_read(tmp_path, reader, error, suffix):
    for reason, path in strange_paths(tmp_path, suffix).items():
        with pytest.raises(error, match=reason) as caught:
            reader(path)
        assert "\n" not in str(caught.value)


def test_the_empty_path_is_no_file():
    readers = ((read_file, FileError), (load_png, ImageError), (read_program, SourceError))
    for reader, error in readers:
        with pytest.raises(error, match=r"[Nn]o such file"):
            reader("")
    with pytest.raises(SceneError, match="unknown scene ''"):
        load("")
    with pytest.raises(ImageError, match="must end in"):
        check_output("")


def test_a_file_that_is_too_large_is_refused(tmp_path):
    (tmp_path / "a").write_bytes(bytes(9))
    assert read_file(tmp_path / "a", 9) == bytes(9)
    with pytest.raises(FileError, match=r"cannot read .*a: larger than 0 MiB"):
        read_file(tmp_path / "a", 8)


def test_strange_paths_are_not_written(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.png").mkdir()
    (tmp_path / "f").touch()
    for path in ("folder.png", "none/a.png", "f/a.png", "a\0b.png", "a" * 300 + ".png"):
        with pytest.raises(FileError, match=r"^cannot write [^\n]*$"):
            write_file(path, b"data")
        for write in (lambda path: save_png(path, Image.new("L", (1, 1))), check_output):
            with pytest.raises(ImageError, match=r"^cannot write [^\n]*$"):
                write(path)
    with pytest.raises(FileError, match=r"^cannot write "):
        write_file("", b"data")
    assert sorted(os.listdir()) == ["f", "folder.png"] and os.listdir("folder.png") == []


@needs_posix
def test_a_device_is_written_to_and_stays_one(tmp_path):
    os.symlink("/dev/null", tmp_path / "null")
    write_file(tmp_path / "null", b"data")
    assert os.path.samefile(tmp_path / "null", "/dev/null")
    assert os.listdir(tmp_path) == ["null"]


@needs_posix
def test_a_link_stays_and_what_it_leads_to_is_replaced(tmp_path):
    (tmp_path / "file").write_bytes(b"old")
    os.symlink("file", tmp_path / "link")
    write_file(tmp_path / "link", b"new")
    assert os.path.islink(tmp_path / "link") and (tmp_path / "file").read_bytes() == b"new"


def test_a_dump_is_written_whole_or_not_at_all(tmp_path, monkeypatch, capsys):
    (tmp_path / "a.fp").write_text("!!ARBfp1.0 MOV result.color, fragment.color; END")
    (tmp_path / "out").write_text("old")
    monkeypatch.setattr(os, "replace", lambda *_: (_ for _ in ()).throw(OSError(28, "disk full")))
    assert cli.main(["dump", str(tmp_path / "a.fp"), "-o", str(tmp_path / "out")]) == 1
    assert capsys.readouterr().err == f"softgl: cannot write {tmp_path / 'out'}: disk full\n"
    assert (tmp_path / "out").read_text() == "old"
    assert sorted(os.listdir(tmp_path)) == ["a.fp", "out"]


def test_a_name_of_a_device_is_refused(tmp_path, monkeypatch):
    """Windows has such names in every folder, but `nul` itself may be meant."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(paths.is_device, "__defaults__", (ntpath,))
    for name in ("con.png", "below/AUX.txt", "nul.tar.gz"):
        with pytest.raises(FileError, match=r"cannot write .* is the name of a device"):
            write_file(name, b"data")
    write_file("console.png", b"data")
    assert os.listdir() == ["console.png"]


def test_a_device_where_no_descriptor_waits(tmp_path, monkeypatch):
    """Windows has no O_NONBLOCK, and sets no descriptor of a device to wait."""
    monkeypatch.delattr(os, "O_NONBLOCK", raising=False)
    monkeypatch.delattr(os, "set_blocking", raising=False)
    write_file(os.devnull, b"data")


def test_a_closed_standard_output(monkeypatch):
    """Windows says EINVAL of a pipe without a reader."""
    error = OSError(errno.EINVAL, "Invalid argument")
    assert files._has_no_reader(error, "win32") and not files._has_no_reader(error, "linux")
    assert files._has_no_reader(BrokenPipeError(errno.EPIPE, "Broken pipe"), "linux")


def test_names_of_files_that_are_no_text(tmp_path):
    """Reports name files, whose names POSIX takes for bytes."""
    write_text("one \udcff\xe9\n", tmp_path / "report")
    assert (tmp_path / "report").read_bytes() == b"one \xff\xc3\xa9\n"
