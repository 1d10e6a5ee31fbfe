"""Pure path operations by the rules of a platform, without access to a file system.

`flavour` is `os.path`; tests pass `ntpath` or `posixpath`.
"""

from __future__ import annotations

import ntpath
import os
import re
import sys

RESERVED = re.compile(
    r"(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[\d\xb9\xb2\xb3])(\..*)?", re.IGNORECASE
)
"""Names of Windows devices, which exist in every folder and with any extension."""


def is_device(path: str, flavour=os.path) -> bool:
    """True if any component of a path is the name of a device on this platform."""
    if flavour is not ntpath:
        return False
    parts = re.split(r"[/\\]", flavour.splitdrive(path)[1])
    return any(RESERVED.fullmatch(part.rstrip(" .")) for part in parts)


def is_on_drive_of(folder: str, name: str, flavour=os.path) -> bool:
    r"""True if `name`, relative to `folder`, lies on the drive of the folder.

    On Windows \\server\share is a drive, and an access to a file there contacts the server.
    """
    one, other = (flavour.splitdrive(each)[0] for each in (folder, flavour.join(folder, name)))
    return flavour.normcase(one) == flavour.normcase(other)


def relative(path: str, start: str, flavour=os.path) -> str:
    """The path relative to the folder `start`; the whole path if it is on another drive."""
    try:
        return flavour.relpath(path, start)
    except ValueError:
        return path


def below(folders: list[str], flavour=os.path) -> list[str]:
    """Makes absolute folders relative to their lowest common folder.

    For folders on several drives, the first component names the drive: "C", "server_share".
    """
    try:
        root = flavour.commonpath(folders) if folders else ""
        return [flavour.relpath(folder, root) for folder in folders]
    except ValueError:
        split = [flavour.splitdrive(folder) for folder in folders]
        words = [re.sub(r"\W+", "_", drive).strip("_") for drive, _ in split]
        return [
            flavour.normpath(flavour.join(word, rest.lstrip("/\\")))
            for word, (_, rest) in zip(words, split, strict=True)
        ]


def key(path: str, platform: str = sys.platform) -> str:
    """A text that is equal for all paths of a file, also on systems that ignore case."""
    path = os.path.normpath(path)
    return path.casefold() if platform in ("win32", "darwin") else path
