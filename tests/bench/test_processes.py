"""Processes of their own: their arguments, and the message about one that fails."""

import errno
import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from softgl import kernel_cache
from softgl.bench.caches import empty_cache
from softgl.bench.processes import run
from softgl.bench.timing import BenchError


def test_a_process_has_a_cache_folder_of_its_own(tmp_path, monkeypatch):
    monkeypatch.setenv("SOFTGL_CACHE", "off")
    words = "os.environ['XDG_CACHE_HOME'], '{folder}', os.environ.get('SOFTGL_CACHE')"
    took, printed = run(str(tmp_path), ("-c", f"import os; print('more'); print({words})"))
    assert took > 0 and printed == f"{tmp_path} {tmp_path} {tmp_path / 'softgl'}"
    assert run(str(tmp_path), ("-c", ""))[1] == ""


def test_a_child_ends_with_the_process_that_started_it():
    child = [sys.executable, "-m", "softgl.bench.child", "long_program", "[4000, 1, 16]"]
    with subprocess.Popen(child, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as started:
        printed, _ = started.communicate(timeout=60)  # closes its standard input
    assert started.returncode == 1 and not printed


def test_a_kernel_may_come_late(monkeypatch):
    """Threads build what is expected: one that writes as the folder is removed fails nothing."""
    remove, late_paths = os.rmdir, []

    def late(path, **options):
        if late_paths:
            return remove(path, **options)
        late_paths.append(path)  # as if a writer had come between
        raise OSError(errno.ENOTEMPTY, "Directory not empty", path)

    with empty_cache():
        folder = Path(os.environ["XDG_CACHE_HOME"])
        (folder / "softgl").mkdir()
        monkeypatch.setattr(os, "rmdir", late)
    shutil.rmtree(folder, ignore_errors=True)


def test_an_empty_cache_is_for_a_while(monkeypatch):
    monkeypatch.setenv("SOFTGL_CACHE", "off")
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    before = dict(os.environ)
    with pytest.raises(KeyError), empty_cache():
        folder = os.environ["XDG_CACHE_HOME"]
        assert not os.listdir(folder)
        for platform in ("linux", "win32", "darwin"):  # which have places of their own for caches
            monkeypatch.setattr(kernel_cache, "sys", SimpleNamespace(platform=platform))
            assert kernel_cache.default_cache().folder == Path(folder, "softgl")
        raise KeyError
    assert dict(os.environ) == before


def test_a_process_that_fails(tmp_path):
    with pytest.raises(
        BenchError, match=r"^python -c 1/0 failed with status 1: ZeroDivisionError: "
    ):
        run(str(tmp_path), ("-c", "1/0"))
