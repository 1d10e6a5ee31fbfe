"""Kernels on disk: found again, never wrong, whatever happens to the folder."""

from __future__ import annotations

import errno
import ntpath
import os
import posixpath
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import softgl
from softgl import cli, files, kernel_cache
from softgl.kernel_cache import KernelCache
from softgl.lanes import U32, WIDTHS, KernelRequest, Signature, Target, eager_engine, native_engine
from softgl.lanes.native_engine import LlvmEngine
from softgl.lanes.target import host_levels
from tests.drivers.drawing import use_programs
from tests.pipeline.drawing import image, render
from tests.tools import needs_fork, needs_posix

TARGET = Target(host_levels()[-1], 4)
KERNELS = 4  # of one draw: vertices, setup, bins, tiles
FILES = KERNELS + 2  # with the functions of chains and of ranges


def picture(engine):
    positions = [(-0.9, -0.8, 0.0, 1.0), (0.7, -0.5, 0.3, 1.0), (-0.2, 0.9, -0.4, 1.5)]
    colors = [(1, 0, 0, 1), (0, 1, 0.5, 1), (0.2, 0, 1, 1)]
    return image(render(engine, positions, colors, size=(33, 21))).tobytes()


EXPECTED = picture(eager_engine())


def drawn(folder, target=TARGET):
    """A picture by an engine that has no kernel yet, and the kernels of the folder."""
    return picture(LlvmEngine(target, KernelCache(folder)))


@pytest.fixture
def compiled(monkeypatch):
    """Grows by one for each kernel that is compiled."""
    real, found = native_engine.compile_kernel, []

    def count(*arguments):
        found.append(arguments)
        return real(*arguments)

    monkeypatch.setattr(native_engine, "compile_kernel", count)
    return found


@pytest.mark.parametrize("width", WIDTHS)
def test_a_kernel_is_compiled_once(tmp_path, compiled, width):
    target = Target(host_levels()[-1], width)
    assert drawn(tmp_path, target) == EXPECTED
    assert (len(compiled), len(list(tmp_path.iterdir()))) == (KERNELS, FILES)
    assert drawn(tmp_path, target) == EXPECTED
    assert len(compiled) == KERNELS


def test_targets_do_not_share_kernels(tmp_path, compiled):
    targets = [Target(level, width) for level in host_levels() for width in (4, 8)]
    for number, target in enumerate(targets):
        assert drawn(tmp_path, target) == EXPECTED
        assert len(compiled) == KERNELS * (number + 1)


def flipped(data, place):
    changed = bytearray(data)
    changed[place] ^= 1 << place % 8
    return bytes(changed)


@pytest.mark.parametrize(
    "damage",
    [
        *(lambda data, p=place: flipped(data, int(p * (len(data) - 1))) for place in (0, 0.3, 1)),
        lambda data: flipped(data, kernel_cache.CHECKSUM_BYTES),
        lambda data: data[:-1],
        lambda data: data + b"\0",
        lambda data: data[: kernel_cache.CHECKSUM_BYTES],
        lambda data: b"",
    ],
)
def test_a_damaged_file_is_not_used(tmp_path, compiled, damage):
    drawn(tmp_path)
    whole = {path: path.read_bytes() for path in tmp_path.iterdir()}
    for path, data in whole.items():
        path.write_bytes(damage(data))
    assert drawn(tmp_path) == EXPECTED
    assert len(compiled) == 2 * KERNELS
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == whole


def test_every_flipped_byte_is_noticed(tmp_path):
    cache = KernelCache(tmp_path)
    cache.put("a kernel", bytes(range(64)))
    (path,) = tmp_path.iterdir()
    data = path.read_bytes()
    for place in range(len(data)):
        path.write_bytes(flipped(data, place))
        assert cache.get("a kernel") is None, place
    path.write_bytes(data)
    assert cache.get("a kernel") == bytes(range(64))


def test_a_kernel_in_the_place_of_another_is_not_used(tmp_path, compiled):
    drawn(tmp_path)
    paths = list(tmp_path.iterdir())
    contents = [path.read_bytes() for path in paths]
    for path, data in zip(paths, contents[1:] + contents[:1], strict=True):
        path.write_bytes(data)
    assert drawn(tmp_path) == EXPECTED
    assert len(compiled) == 2 * KERNELS


KILLED = """
import os, signal, sys
from softgl.kernel_cache import KernelCache

class Killed:
    def __call__(self, *arguments):
        os.kill(os.getpid(), signal.SIGKILL)

{}
KernelCache(sys.argv[1]).put("a kernel", bytes(100_000))
"""


@needs_posix
@pytest.mark.parametrize(
    "moment",
    [
        "os.replace = Killed()",  # written, and not in its place
        "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000))\n"
        "signal.signal(signal.SIGXFSZ, lambda *_: Killed()())",  # half of it
    ],
)
def test_a_killed_writer_leaves_nothing_that_is_used(tmp_path, moment):
    child = subprocess.run([sys.executable, "-c", KILLED.format(moment), tmp_path], check=False)
    assert child.returncode < 0
    (left,) = tmp_path.iterdir()
    cache = KernelCache(tmp_path)
    assert cache.get("a kernel") is None and cache.sizes() == []
    cache.put("a kernel", b"code")
    assert cache.get("a kernel") == b"code"
    assert left.exists()  # its writer may be at it
    os.utime(left, (time.time() - 2 * kernel_cache.HOUR,) * 2)
    KernelCache(tmp_path).put("another", b"code")
    assert not left.exists()


@pytest.mark.parametrize("error", [errno.ENOSPC, errno.EROFS, errno.EDQUOT, errno.EIO])
@pytest.mark.parametrize(("owner", "step"), [(os, "open"), (os, "replace"), (Path, "mkdir")])
def test_a_disk_that_cannot_be_written(tmp_path, monkeypatch, owner, step, error):
    def fails(*arguments, **settings):
        raise OSError(error, os.strerror(error))

    monkeypatch.setattr(owner, step, fails)
    cache = KernelCache(tmp_path / "folder")
    cache.put("a kernel", b"code")
    assert cache.get("a kernel") is None
    assert not any(path.is_file() for path in tmp_path.rglob("*"))


@needs_posix
@pytest.mark.parametrize("folder", ["/proc/softgl", "/dev/null", "/dev/null/a", "x" * 300])
def test_no_folder_there(folder):
    assert picture(LlvmEngine(TARGET, KernelCache(folder))) == EXPECTED


@needs_posix
def test_what_others_can_write_is_not_run(tmp_path, compiled, monkeypatch, capsys):
    folder = tmp_path / "cache"
    drawn(folder)
    assert folder.stat().st_mode & 0o777 == 0o700
    for mode in (0o777, 0o770, 0o702, 0o1777):
        folder.chmod(mode)
        before = {path: path.stat().st_mtime_ns for path in folder.iterdir()}
        compiled.clear()
        assert drawn(folder) == EXPECTED
        assert len(compiled) == KERNELS
        assert {path: path.stat().st_mtime_ns for path in folder.iterdir()} == before
    monkeypatch.setenv("SOFTGL_CACHE", str(folder))
    assert cli.main(["cache", "--clear"]) == 1
    assert "writable by others" in capsys.readouterr().err
    folder.chmod(0o755)
    for path in folder.iterdir():
        assert path.stat().st_mode & 0o777 == 0o600
        path.chmod(0o666)
    compiled.clear()
    drawn(folder)
    assert len(compiled) == KERNELS  # and written anew
    monkeypatch.setattr(os, "geteuid", lambda: folder.stat().st_uid + 1)
    drawn(folder)
    assert len(compiled) == 2 * KERNELS


@needs_fork
def test_ten_processes_at_once(tmp_path):
    """Forked, as that takes less time than to load softgl ten times; each has its own engine."""
    script = f"""
import os
from tests.test_kernel_cache import EXPECTED, drawn

children = []
for _ in range(10):
    child = os.fork()
    if not child:
        os._exit(0 if all(drawn({str(tmp_path)!r}) == EXPECTED for _ in range(2)) else 1)
    children.append(child)
statuses = [os.waitpid(child, 0)[1] for child in children]
assert not any(statuses), statuses
"""
    subprocess.run([sys.executable, "-c", script], check=True)
    assert len(list(tmp_path.iterdir())) == FILES


def test_the_folder_is_bounded(tmp_path):
    cache, code = KernelCache(tmp_path, largest=20_000), bytes(1000)
    (tmp_path / "mine.txt").write_bytes(code)
    for number in range(60):
        cache.put(str(number), code)
        for path in tmp_path.glob("*.o"):  # files are older than they are
            status = path.stat()
            os.utime(path, (status.st_mtime - 3 * kernel_cache.DAY,) * 2)
        assert cache.get("0") == code  # in use
        assert sum(cache.sizes()) <= 20_000
    assert len(cache.sizes()) > 10
    assert cache.get("59") == code and cache.get("1") is None
    cache.put("large", bytes(10_000))
    assert cache.get("large") is None
    assert KernelCache(tmp_path).clear() > 10
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_kernels_of_another_source(tmp_path, monkeypatch):
    cache = KernelCache(tmp_path / "cache")
    cache.put("a kernel", b"code")
    package = tmp_path / "softgl"
    (package / "isa").mkdir(parents=True)
    monkeypatch.setattr(kernel_cache, "__file__", str(package / "kernel_cache.py"))
    monkeypatch.setattr(kernel_cache, "STARTED", time.time() + 60)
    digests = []
    source = package / "isa" / "vector.py"
    for text in ("x = 1", "x = 2", None):
        if text is None:
            source.rename(package / "isa" / "other.py")
        else:
            source.write_text(text)
        kernel_cache.source_digest.cache_clear()
        digests.append(kernel_cache.source_digest())
        assert cache.get("a kernel") is None
    assert None not in digests and len(set(digests)) == 3
    # Changed since this process began, so it is not what runs; then gone.
    for started, gone in ((time.time() - 60, False), (time.time() + 60, True)):
        monkeypatch.setattr(kernel_cache, "STARTED", started)
        if gone:
            (package / "isa" / "other.py").unlink()
        kernel_cache.source_digest.cache_clear()
        assert kernel_cache.source_digest() is None
        cache.put("b kernel", b"code")
        assert cache.get("b kernel") is None
    monkeypatch.undo()
    kernel_cache.source_digest.cache_clear()
    assert cache.get("a kernel") == b"code"


def test_formulas_that_are_not_of_softgl_are_not_kept(tmp_path):
    engine = LlvmEngine(TARGET, KernelCache(tmp_path))
    signature = Signature((), (("out", U32),), frozenset({"out"}))
    for number in range(2):
        out = np.zeros(16, np.uint32)
        body = lambda m, a, index, number=number: m.store(a.out, index, m.u32(number))  # noqa: E731
        engine.kernel(KernelRequest(("same key", number), lambda body=body: (signature, body))).run(
            {}, {"out": out}, 16
        )
        assert set(out) == {number}
    assert list(tmp_path.iterdir()) == []


def test_the_environment_names_the_folder(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("SOFTGL_CACHE", str(tmp_path / "here"))
    softgl.Context(8, 8)
    use_programs(softgl.gl, fragment="!!ARBfp1.0\nMOV result.color, 1; END")
    softgl.gl.glRectf(-1, -1, 1, 1)
    softgl.gl.glFinish()
    kernels = len(list((tmp_path / "here").iterdir()))
    assert kernels >= 3
    assert cli.main(["cache"]) == 0
    assert f"here: {kernels} kernels, 0.0 of 128 MiB" in capsys.readouterr().out
    assert cli.main(["cache", "--clear"]) == 0
    assert f"{kernels} kernels removed" in capsys.readouterr().out
    assert list((tmp_path / "here").iterdir()) == []
    monkeypatch.setenv("SOFTGL_CACHE", "off")
    assert kernel_cache.default_cache() is None
    assert cli.main(["cache"]) == 0
    assert "the cache is off" in capsys.readouterr().out
    monkeypatch.delenv("SOFTGL_CACHE")
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert kernel_cache.default_cache().folder == tmp_path / "softgl"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    monkeypatch.setenv("HOME", "/home/someone")
    assert kernel_cache.user_folder() == "/home/someone/.cache/softgl"


@pytest.mark.parametrize(
    ("platform", "flavour", "names", "expected"),
    [
        ("win32", ntpath, {"LOCALAPPDATA": r"C:\U\AppData"}, r"C:\U\AppData\softgl"),
        ("win32", ntpath, {}, None),
        ("win32", ntpath, {"LOCALAPPDATA": "relative"}, None),
        ("darwin", posixpath, {"HOME": "/Users/u"}, "/Users/u/Library/Caches/softgl"),
        ("linux", posixpath, {"HOME": "/home/u"}, "/home/u/.cache/softgl"),
    ],
)
def test_the_folder_of_each_platform(monkeypatch, platform, flavour, names, expected):
    for name in ("LOCALAPPDATA", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in names.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(kernel_cache, "sys", SimpleNamespace(platform=platform))
    monkeypatch.setattr(kernel_cache, "os", SimpleNamespace(path=flavour, environ=os.environ))
    assert kernel_cache.user_folder() == expected


def test_where_no_user_owns_files(tmp_path, monkeypatch):
    """Windows has neither users' numbers nor bits of permissions in what `stat` gives."""
    monkeypatch.delattr(os, "geteuid", raising=False)
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache").chmod(0o777)
    cache = KernelCache(tmp_path / "cache")
    cache.put("a kernel", b"code")
    assert cache.get("a kernel") == b"code" and cache.refused() is None


def test_a_private_file(tmp_path):
    for private, mode in ((True, 0o600), (False, 0o666 & ~_umask())):
        files.write_file(tmp_path / "a", b"data", private)
        assert (tmp_path / "a").stat().st_mode & 0o777 == mode


def _umask():
    mask = os.umask(0)
    os.umask(mask)
    return mask
