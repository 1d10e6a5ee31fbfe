"""Paths by the rules of Windows and of POSIX, whatever this platform is."""

import ntpath
import posixpath

import pytest

from softgl import paths

HOME = r"C:\models\car"
SHARE = r"\\host\share\car"


@pytest.mark.parametrize(
    ("folder", "name", "stays"),
    [
        (HOME, "wood.png", True),
        (HOME, r"below\wood.png", True),
        (HOME, r"..\..\wood.png", True),
        (HOME, r"\models\car\wood.png", True),
        (HOME, r"c:\models\car\wood.png", True),
        (HOME, "C:wood.png", True),
        (HOME, r"D:\wood.png", False),
        (HOME, "D:wood.png", False),
        (HOME, r"\\server\share\wood.png", False),
        (HOME, "//server/share/wood.png", False),
        (HOME, r"/\server/share\wood.png", False),
        (HOME, r"\\server", False),
        (HOME, r"\\.\pipe\wood", False),
        (HOME, r"\\?\UNC\server\share\wood.png", False),
        (HOME, r"\\?\C:\models\car\wood.png", False),
        (SHARE, "wood.png", True),
        (SHARE, r"\\HOST\share\other\wood.png", True),
        (SHARE, r"\\host\other\wood.png", False),
        (SHARE, r"\\server\share\wood.png", False),
        (SHARE, r"C:\wood.png", False),
    ],
)
def test_drives_and_servers(folder, name, stays):
    assert paths.is_on_drive_of(folder, name, ntpath) == stays
    assert paths.is_on_drive_of("/models/car", name, posixpath)  # where all are names of files


@pytest.mark.parametrize(
    "name",
    ["nul", "CON.png", r"below\aux.obj", "com1", "lpt9.tar.gz", "nul .", "COM\xb9.png", "conin$"],
)
def test_names_of_devices(name):
    assert paths.is_device(name, ntpath) and not paths.is_device(name, posixpath)
    assert paths.is_device(rf"C:\{name}\wood.png", ntpath)
    for other in ("console.png", "com.png", "com10", "annul", "wood.con", "xnul.png", r"\\nul\con"):
        assert not paths.is_device(other, ntpath)


def test_from_a_folder_to_a_file():
    assert paths.relative(r"C:\a\b.png", r"C:\a\c", ntpath) == r"..\b.png"
    assert paths.relative(r"D:\a\b.png", r"C:\a", ntpath) == r"D:\a\b.png"
    assert paths.relative(r"\\host\a\b.png", r"C:\a", ntpath) == r"\\host\a\b.png"
    assert paths.relative("/a/b.png", "/a/c", posixpath) == "../b.png"


def test_below_what_folders_share():
    assert paths.below([], posixpath) == []
    assert paths.below(["/a/b", "/a/b/c", "/a/d"], posixpath) == ["b", "b/c", "d"]
    assert paths.below([r"C:\a\b", r"c:\a\d"], ntpath) == ["b", "d"]
    several = [r"C:\a\b", r"D:\a\b", r"\\host\share\b", "E:\\"]
    found = paths.below(several, ntpath)
    assert found == [r"C\a\b", r"D\a\b", r"host_share\b", "E"]
    assert len(set(found)) == len(several) and not any(map(ntpath.isabs, found))


def test_names_that_differ_in_capitals():
    for platform, same in (("linux", False), ("win32", True), ("darwin", True)):
        assert (paths.key("out/A.vert", platform) == paths.key("out/a.vert", platform)) == same
        assert paths.key("out/./a.vert", platform) == paths.key("out/a.vert", platform)
