"""The disk cache of compiled kernels, which spares later processes their compilation.

A file is a checksum and the object file of one kernel. Its name is a digest of everything that the
kernel depends on: its key and the CPU (`lanes.naming`), and the source of softgl. The object files
are executed, so only the owner may have the right to write to the folder. SOFTGL_CACHE in the
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

STARTED = time.time()  # source files that changed later differ from the running code
MAX_CACHE_BYTES = 128 << 20  # bytes of all files together
CHECKSUM_BYTES = 32  # bytes of the checksum
NAME = re.compile(r"[0-9a-f]{64}\.o")
UNFINISHED = re.compile(rf"\.{NAME.pattern}\.[0-9a-f]+")  # temporary names of `files.write_file`
OURS = re.compile(f"{NAME.pattern}|{UNFINISHED.pattern}")
HOUR, DAY = 3600, 86400
# Packages that emit kernels: the imports of `softgl.pipeline` by tests/test_structure.py.
SOURCES = (
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

    A missing, full or refused folder is not an error: lookups then fail and stores do nothing.
    """

    def __init__(self, folder, largest: int = MAX_CACHE_BYTES):
        self.folder = Path(folder)
        self._largest = largest
        self._room = 0  # bytes that may be written before the next scan of the folder

    def get(self, name: str) -> bytes | None:
        """Reads the kernel of a name; None if it is missing or its checksum is wrong."""
        path = self._path(name)
        if path is None or self.refused():
            return None
        try:
            with files.open_file(path) as file:
                status = os.fstat(file.fileno())
                data = file.read(self._largest) if _is_private(status) else b""
            if time.time() - status.st_mtime > DAY:
                os.utime(path)  # for the least-recently-used order
        except (OSError, files.FileError):
            return None
        code = data[CHECKSUM_BYTES:]
        return code if code and data[:CHECKSUM_BYTES] == _check(path.name, code) else None

    def put(self, name: str, code: bytes) -> None:
        """Stores a kernel, and removes the least recently used ones if the cache is full."""
        path, size = self._path(name), CHECKSUM_BYTES + len(code)
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
        except (OSError, files.FileError):  # a full or read-only disk
            return

    def refused(self) -> str | None:
        """The reason that the folder is not used; None if it is usable or does not exist."""
        try:
            status = self.folder.stat()
        except FileNotFoundError:
            return None
        except OSError as error:
            return str(error)
        if not stat.S_ISDIR(status.st_mode):
            return "not a folder"
        return None if _is_private(status) else "not owned by you, or writable by others"

    def sizes(self) -> list[int]:
        """The sizes of the kernels' files in bytes."""
        found = []
        for entry in self._entries():
            with suppress(OSError):  # another process may have removed it
                found += [entry.stat().st_size] if NAME.fullmatch(entry.name) else []
        return found

    def clear(self) -> int:
        """Removes all kernels and no other files; returns the number of removed files."""
        self._room = 0
        return sum(map(_removed, self._entries()))

    def _entries(self):
        """Yields the files of this cache, including unfinished ones of active or killed writers."""
        try:
            with os.scandir(self.folder) as entries:
                return [entry for entry in entries if OURS.fullmatch(entry.name)]
        except OSError:
            return []

    def _trim(self, most: int) -> int:
        """Removes unfinished files of killed writers, and the least recently used kernels if there
        are more than `most` bytes, until a quarter is free; returns the bytes that remain."""
        found, now = [], time.time()
        for entry in self._entries():
            try:
                status = entry.stat()
            except OSError:  # removed by another process
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
        """The file of a kernel; None if the digest of softgl's source is unknown."""
        source = source_digest()
        made = f"{source} {name}".encode()
        return source and self.folder / f"{blake2b(made, digest_size=32).hexdigest()}.o"


def default_cache() -> KernelCache | None:
    """The cache that the environment selects; None if it is off."""
    wish = os.environ.get("SOFTGL_CACHE", "")
    if wish.lower() in ("off", "0"):
        return None
    folder = wish or user_folder()
    return folder and _opened(folder)


@cache
def _opened(folder):
    return KernelCache(folder)


def user_folder() -> str | None:
    """softgl's folder in the user's cache folder; None if the user has none."""
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
    """A digest of the source of softgl; None if it is unknown.

    It is unknown without source files, and if a file changed after the start of this process, which
    then runs older code.
    """
    root, digest = Path(__file__).parent, blake2b(digest_size=32)
    try:
        paths = [root / f"{source}.py" for source in SOURCES if (root / f"{source}.py").exists()]
        for source in SOURCES:
            for folder, folders, names in os.walk(root / source):
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
    """The checksum of the code and of the name of its file."""
    return blake2b(code, key=bytes.fromhex(file_name[:64]), digest_size=CHECKSUM_BYTES).digest()


def _is_private(status) -> bool:
    """True if a file or folder is owned by this user and writable by no other."""
    if not hasattr(os, "geteuid"):  # Windows: the folders of a user are private
        return True
    return status.st_uid == os.geteuid() and not status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def _removed(entry) -> bool:
    with suppress(OSError):  # removed or being read by another process
        os.unlink(entry)
        return True
    return False
