"""Files as softgl reads and writes them: whole, of bounded size, regular files only."""

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

LARGEST = 1 << 30  # bytes


class FileError(SoftGLError):
    """A file cannot be read or written; the message says which and why in one line.

    reason : why, without the name of the file.
    """

    def __init__(self, message: str, reason: str):
        super().__init__(message)
        self.reason = reason


def read_file(path, largest: int = LARGEST) -> bytes:
    """The bytes of the regular file at `path`. Raises FileError, also beyond `largest` bytes."""
    with open_file(path) as file:
        try:
            data = file.read(largest + 1)
        except OSError as error:
            raise _unreadable(path, _reason(error)) from None
    if len(data) > largest:
        raise _unreadable(path, f"larger than {largest >> 20} MiB")
    return data


def open_file(path) -> BinaryIO:
    """The regular file at `path`, to read. Raises FileError.

    Others are refused before they are opened: a pipe without a writer would block for ever, and a
    device need not end.
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
    """Write `data` beside `path`, then put it in its place in one step. Raises FileError.

    private : whether only the user may read and write it.

    A reader never sees half of it, and a failure leaves what was there. A device or a pipe, such
    as /dev/stdout, is written to, if somebody reads it.
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
    """Write text to a file, or to the standard output if there is no path. Raises FileError."""
    if path is not None:
        write_file(path, text.encode(errors="surrogateescape"))  # bytes of names of files
        return
    with _standard_output():
        print(text, end="", flush=True)


def write_bytes(data: bytes) -> None:
    """Write bytes to the standard output. Raises FileError."""
    with _standard_output():
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()


@contextmanager
def _standard_output():
    """What fails in the block becomes a FileError, unless whoever reads has seen enough."""
    try:
        yield
    except OSError as error:
        # Python's own flush at the end must not fail too.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not _has_no_reader(error):
            reason = _reason(error)
            raise FileError(f"cannot write to the standard output: {reason}", reason) from None


def _has_no_reader(error: OSError, platform: str = sys.platform) -> bool:
    """True if the other end of the standard output has been closed."""
    windows = platform == "win32" and error.errno == errno.EINVAL
    return isinstance(error, BrokenPipeError) or windows


def _open_now(path, flags):
    """A descriptor for a pipe or a device; an error for a pipe that nobody reads."""
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
    """Make a folder, and those above it, if there is none. Raises FileError."""
    try:
        os.makedirs(path, exist_ok=True)
    except (OSError, ValueError) as error:
        reason = _reason(error)
        raise FileError(f"cannot make the folder {path}: {reason}", reason) from None


def unwritable(path) -> str | None:
    """Why no file can be written at `path`, or None; nothing is written."""
    parent = os.path.dirname(os.fspath(path)) or os.curdir
    if os.path.isdir(path):
        return "it is a folder"
    if not os.path.isdir(parent):
        return f"there is no folder {parent}"
    try:
        os.stat(path)
    except FileNotFoundError:
        pass
    except (OSError, ValueError) as error:  # too long, or with a zero
        return _reason(error)
    return None if os.access(parent, os.W_OK) else f"no permission to write in {parent}"


def _reason(error) -> str:
    """What an OSError says, or the ValueError of a name that holds a zero."""
    return getattr(error, "strerror", None) or str(error)
