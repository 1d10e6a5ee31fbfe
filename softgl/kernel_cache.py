"""Compiled kernels on disk, so that the next process need not compile them.

A file is a check sum and the object file of one kernel. Its name says all that the kernel depends
on: what is compiled for which CPU (`lanes.naming`) and the source of softgl that compiles it. What
is in a file is run, so the folder must be one that only its owner can write to. SOFTGL_CACHE in the
environment names another folder, or is `off`.
"""

from __future__ import annotations

import os
import re
import stat
import sys
import time
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path

from softgl import files

STARTED = time.time()  # source files changed later are not those that run
LARGEST = 128 << 20  # bytes, of all files together
CHECK = 32  # bytes of the check sum
NAME = re.compile(r"[0-9a-f]{64}\.o")
UNFINISHED = re.compile(rf"\.{NAME.pattern}\.[0-9a-f]+")  # as `files.write_file` names them
OURS = re.compile(f"{NAME.pattern}|{UNFINISHED.pattern}")
HOUR, DAY = 3600, 86400
# What kernels are emitted by: what `softgl.pipeline` may import, as tests/test_structure.py has it.
ROOMS = (
    "collector",
    "comparisons",
    "errors",
    "formats",
    "ir",
    "isa",
    "lanes",
    "pipeline",
    "records",
    "texture",
    "tuning",
)


class KernelCache:
    """A folder of compiled kernels.

    Nothing that is wrong with it is an error: then nothing is found in it, or kept.
    """

    def __init__(self, folder, largest: int = LARGEST):
        self.folder = Path(folder)
        self._largest = largest
        self._room = 0  # bytes that may be written before the folder is looked through again

    def get(self, name: str) -> bytes | None:
        """The kernel of this name, if it is there and whole."""
        path = self._path(name)
        if path is None or self.refused():
            return None
        try:
            with files.open_file(path) as file:
                status = os.fstat(file.fileno())
                data = file.read(self._largest) if _is_private(status) else b""
            if time.time() - status.st_mtime > DAY:
                os.utime(path)  # what is used stays
        except (OSError, files.FileError):
            return None
        code = data[CHECK:]
        return code if code and data[:CHECK] == _check(path.name, code) else None

    def put(self, name: str, code: bytes) -> None:
        """Keep a kernel, and no longer those that there is no more room for."""
        path, size = self._path(name), CHECK + len(code)
        if path is None or size > self._largest // 4:
            return
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if self.refused():
                return
            if size > self._room:
                self._room = self._largest - self._trim(self._largest - size)
            self._room -= size
            files.write_file(path, _check(path.name, code) + code, private=True)
        except (OSError, files.FileError):  # a full disk, one that is only read
            return

    def refused(self) -> str | None:
        """Why nothing is read from the folder, or written to it; None if it is, or is not there."""
        try:
            status = self.folder.stat()
        except FileNotFoundError:
            return None
        except OSError as error:
            return str(error)
        if not stat.S_ISDIR(status.st_mode):
            return "not a folder"
        return None if _is_private(status) else "it is not yours, or others can write to it"

    def sizes(self) -> list[int]:
        """The bytes of each kernel's file."""
        found = []
        for entry in self._entries():
            with suppress(OSError):  # another process removes files too
                found += [entry.stat().st_size] if NAME.fullmatch(entry.name) else []
        return found

    def clear(self) -> int:
        """Remove all kernels, and no other file; returns how many files that were."""
        self._room = 0
        return sum(map(_removed, self._entries()))

    def _entries(self):
        """The files of this cache, those of a writer included that is at it or was killed."""
        try:
            with os.scandir(self.folder) as entries:
                return [entry for entry in entries if OURS.fullmatch(entry.name)]
        except OSError:
            return []

    def _trim(self, most: int) -> int:
        """Remove the files longest unused until a quarter is free, if there are more than `most`
        bytes, and what killed writers left; returns how many bytes there are then."""
        found, now = [], time.time()
        for entry in self._entries():
            try:
                status = entry.stat()
            except OSError:  # another process removed it
                continue
            if UNFINISHED.fullmatch(entry.name) and now - status.st_mtime > HOUR:
                _removed(entry)
            else:
                found.append((status.st_mtime, status.st_size, entry))
        total = sum(size for _, size, _ in found)
        if total > most:
            for _, size, entry in sorted(found, key=lambda one: one[:2]):
                if total <= most * 3 // 4:
                    break
                total -= size if _removed(entry) else 0
        return total

    def _path(self, name) -> Path | None:
        """The file of a kernel; None if it cannot be told what source it is compiled by."""
        source = source_digest()
        made = f"{source} {name}".encode()
        return source and self.folder / f"{blake2b(made, digest_size=32).hexdigest()}.o"


def default_cache() -> KernelCache | None:
    """The cache that the environment asks for; None for none."""
    wish = os.environ.get("SOFTGL_CACHE", "")
    if wish.lower() in ("off", "0"):
        return None
    folder = wish or user_folder()
    return folder and _opened(folder)


@cache
def _opened(folder):
    return KernelCache(folder)


def user_folder() -> str | None:
    """Where caches of this user lie, and softgl's there; None if there is no such place."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA", "")
    elif sys.platform == "darwin":
        base = os.path.expanduser("~/Library/Caches")
    else:
        # XDG Base Directory Specification: a relative path "should be considered invalid".
        base = os.environ.get("XDG_CACHE_HOME", "")
        base = base if os.path.isabs(base) else os.path.expanduser("~/.cache")
    return os.path.join(base, "softgl") if os.path.isabs(base) else None


@cache
def source_digest() -> str | None:
    """What tells the source of this softgl from any other; None if it cannot be known.

    That is where there are no source files, or one that was changed since this process began: what
    runs is then not what is there.
    """
    root, digest = Path(__file__).parent, blake2b(digest_size=32)
    try:
        paths = [root / f"{room}.py" for room in ROOMS if (root / f"{room}.py").exists()]
        for room in ROOMS:
            for folder, folders, names in os.walk(root / room):
                folders.sort()
                paths += [Path(folder, name) for name in sorted(names) if name.endswith(".py")]
        if not paths or max(path.stat().st_mtime for path in paths) > STARTED:
            return None
        for path in paths:
            text = path.read_bytes()
            digest.update(f"{path.relative_to(root).as_posix()} {len(text)} ".encode() + text)
    except OSError:
        return None
    return digest.hexdigest()


def _check(file_name, code):
    """The check sum: of the code, and of whose it is."""
    return blake2b(code, key=bytes.fromhex(file_name[:64]), digest_size=CHECK).digest()


def _is_private(status) -> bool:
    """Whether a file or folder is this user's and no one else can write to it."""
    if not hasattr(os, "geteuid"):  # Windows, where a user's own folders are
        return True
    return status.st_uid == os.geteuid() and not status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def _removed(entry) -> bool:
    with suppress(OSError):  # another process did, or reads it
        os.unlink(entry)
        return True
    return False
