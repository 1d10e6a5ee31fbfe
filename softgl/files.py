"""Reads and writes regular files: whole, of bounded size, replaced in one step."""

from __future__ import annotations

import errno
import os
import secrets
import stat
import sys
from contextlib import contextmanager
from typing import BinaryIO

from softgl import paths
from softgl.errors import SoftGLError

MAX_FILE_BYTES = 1 << 30  # bytes of a file that is read


class FileError(SoftGLError):
    """A file cannot be read or written; the message names it and the reason, in one line.

    reason : the reason without the name of the file.
    """

    def __init__(self, message: str, reason: str):
        super().__init__(message)
        self.reason = reason


def read_file(path, largest: int = MAX_FILE_BYTES) -> bytes:
    """Reads a regular file. Raises FileError, also for a file of more than `largest` bytes."""
    with open_file(path) as file:
        try:
            # A buffer of the file's size: one of the limit is memory that is new each time.
            size = os.fstat(file.fileno()).st_size
            data = file.read(min(size, largest) + 1)
            if size < len(data) <= largest:  # it grows, or does not state its size
                data += file.read(largest + 1 - len(data))
        except OSError as error:
            raise _unreadable(path, _reason(error)) from None
    if len(data) > largest:
        raise _unreadable(path, f"larger than {largest >> 20} MiB")
    return data


def open_file(path) -> BinaryIO:
    """Opens a regular file for reading. Raises FileError.

    Other files are refused before they are opened: a pipe without a writer would block forever,
    and a device may be endless.
    """
    path = os.fspath(path)  # a number would be a descriptor
    try:
        mode = os.stat(path).st_mode
        if stat.S_ISREG(mode):
            return open(path, "rb")
    except FileNotFoundError as error:
        raise FileError(f"no such file: {path}", _reason(error)) from None
    except (OSError, ValueError) as error:
        raise _unreadable(path, _reason(error)) from None
    folder = stat.S_ISDIR(mode)
    raise _unreadable(path, os.strerror(errno.EISDIR) if folder else "not a regular file")


def _unreadable(path, reason):
    return FileError(f"cannot read {path}: {reason}", reason)


def write_file(path, data: bytes, private: bool = False) -> None:
    """Writes a file next to `path`, then renames it to `path`. Raises FileError.

    private : True for a file that only its owner may read and write.

    Readers never see a partial file, and a failure leaves the old file. An existing device or pipe,
    such as /dev/stdout, is written directly; a pipe without a reader is an error.
    """
    path = os.fspath(path)
    if paths.is_device(path) and "." in os.path.basename(path):
        reason = f"{os.path.basename(path)} is the name of a device"
        raise FileError(f"cannot write {path}: {reason}", reason)
    try:
        if os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path):
            with open(path, "wb", opener=_open_now) as file:
                file.write(data)
        else:
            _replace(os.path.realpath(path) if path else path, data, 0o600 if private else 0o666)
    except (OSError, ValueError) as error:
        reason = _reason(error)
        raise FileError(f"cannot write {path}: {reason}", reason) from None


def write_text(text: str, path=None) -> None:
    """Writes text to a file, or to the standard output if `path` is None. Raises FileError."""
    if path is not None:
        write_file(path, text.encode(errors="surrogateescape"))  # bytes of names of files
        return
    with _standard_output():
        print(text, end="", flush=True)


def write_bytes(data: bytes) -> None:
    """Writes bytes to the standard output. Raises FileError."""
    with _standard_output():
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()


@contextmanager
def _standard_output():
    """Converts an OSError of the block to FileError; ignores a reader that has closed the pipe."""
    try:
        yield
    except OSError as error:
        # Python's own flush at exit must not fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not _has_no_reader(error):
            reason = _reason(error)
            raise FileError(f"cannot write to the standard output: {reason}", reason) from None


def _has_no_reader(error: OSError, platform: str = sys.platform) -> bool:
    """True if the other end of the standard output has been closed."""
    windows = platform == "win32" and error.errno == errno.EINVAL
    return isinstance(error, BrokenPipeError) or windows


def _open_now(path, flags):
    """Opens a pipe or a device; fails at once for a pipe without a reader."""
    if not hasattr(os, "O_NONBLOCK"):  # Windows, where pipes have no paths
        return os.open(path, flags)
    descriptor = os.open(path, flags | os.O_NONBLOCK)
    os.set_blocking(descriptor, True)
    return descriptor


def _replace(target, data, mode):
    folder, name = os.path.split(target)
    temporary = os.path.join(folder, f".{name[:100]}.{secrets.token_hex(4)}")
    try:
        with open(temporary, "xb", opener=lambda path, flags: os.open(path, flags, mode)) as file:
            file.write(data)
        os.replace(temporary, target)
    except BaseException:
        if os.path.exists(temporary):
            os.unlink(temporary)
        raise


def make_folder(path) -> None:
    """Makes a folder and its parents if they are missing. Raises FileError."""
    try:
        os.makedirs(path, exist_ok=True)
    except (OSError, ValueError) as error:
        reason = _reason(error)
        raise FileError(f"cannot make the folder {path}: {reason}", reason) from None


def unwritable(path) -> str | None:
    """The reason that no file can be written at `path`, or None; writes nothing."""
    parent = os.path.dirname(os.fspath(path)) or os.curdir
    if os.path.isdir(path):
        return "is a folder"
    if not os.path.isdir(parent):
        return f"no such folder: {parent}"
    try:
        os.stat(path)
    except FileNotFoundError:
        pass
    except (OSError, ValueError) as error:  # a name that is too long, or has a zero byte
        return _reason(error)
    return None if os.access(parent, os.W_OK) else f"no permission to write in {parent}"


def _reason(error) -> str:
    """The message of an OSError, or of the ValueError for a name with a zero byte.

    Python 3.13 words the latter otherwise: "stat: embedded null character in path".
    """
    if isinstance(error, ValueError) and "embedded null" in str(error):
        return "embedded null byte"
    return getattr(error, "strerror", None) or str(error)
