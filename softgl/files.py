"""Files as softgl reads and writes them: whole, of bounded size, regular files only.

In: a path. Out: bytes, or a file that appears whole or not at all. What goes wrong is a FileError
whose text is the reason alone; who calls says which file, in an error of its own.
"""

from __future__ import annotations

import os
import secrets
import stat

from softgl.errors import SoftGLError

LARGEST = 1 << 30  # bytes


class FileError(SoftGLError):
    """A file cannot be read or written; the message is the reason, without the file's name."""


def read_file(path, largest: int = LARGEST) -> bytes:
    """The bytes of the regular file at `path`. Raises FileError, also beyond `largest` bytes.

    Others are refused before they are opened: a pipe without a writer would block for ever, and a
    device need not end.
    """
    try:
        mode = os.stat(path).st_mode
        if stat.S_ISDIR(mode):
            raise FileError("it is a folder")
        if not stat.S_ISREG(mode):
            raise FileError("not a regular file")
        with open(path, "rb") as file:
            data = file.read(largest + 1)
    except FileNotFoundError:
        raise FileError("no such file") from None
    except (OSError, ValueError) as error:
        raise FileError(_reason(error)) from None
    if len(data) > largest:
        raise FileError(f"larger than {largest >> 20} MiB")
    return data


def write_file(path, data: bytes) -> None:
    """Write `data` beside `path`, then put it in its place in one step. Raises FileError.

    A reader never sees half of it, and a failure leaves what was there. A device or a pipe, such
    as /dev/stdout, is written to.
    """
    try:
        if os.path.exists(path) and not (os.path.isfile(path) or os.path.isdir(path)):
            with open(path, "wb") as file:
                file.write(data)
            return
        folder, name = os.path.split(os.path.realpath(path))
        temporary = os.path.join(folder, f".{name[:200]}.{secrets.token_hex(4)}")
        try:
            with open(temporary, "xb") as file:
                file.write(data)
            os.replace(temporary, os.path.join(folder, name))
        except BaseException:
            if os.path.exists(temporary):
                os.unlink(temporary)
            raise
    except (OSError, ValueError) as error:
        raise FileError(_reason(error)) from None


def _reason(error) -> str:
    """What an OSError says, or the ValueError of a name that holds a zero."""
    return getattr(error, "strerror", None) or str(error)
