"""Folders of libraries in softgl's cache: their names, and the removal of old ones."""

from __future__ import annotations

import os
import re
import shutil
import time
from contextlib import suppress
from pathlib import Path

COMPLETE = "complete"
"""The file that is written last; its time is that of the last use."""
MONTH = 30 * 86400  # seconds
_NAME = re.compile(r"libraries-[0-9a-f]{32}")


def place(parent: Path, fingerprint: str) -> Path:
    """The folder of libraries with a fingerprint, of 32 hexadecimal digits."""
    return parent / f"libraries-{fingerprint}"


def folders(parent: Path) -> list[Path]:
    """The folders of libraries in a cache, complete or not."""
    try:
        return [each for each in parent.iterdir() if _NAME.fullmatch(each.name)]
    except OSError:
        return []


def trim(parent: Path) -> None:
    """Removes the folders that nothing has used for a month."""
    for folder in folders(parent):
        complete = folder / COMPLETE
        with suppress(OSError):  # another process removes it
            used = (complete if complete.exists() else folder).stat().st_mtime
            if time.time() - used > MONTH:
                shutil.rmtree(folder)


def clear(parent: Path) -> int:
    """Removes all folders; returns their number. Loaded libraries stay usable."""
    removed = 0
    for folder in folders(parent):
        with suppress(OSError):
            shutil.rmtree(folder)
            removed += 1
    return removed


def size(parent: Path) -> int:
    """The bytes of the files in all folders."""
    total = 0
    for folder in folders(parent):
        for path, _, names in os.walk(folder):
            for name in names:
                with suppress(OSError):
                    total += os.lstat(os.path.join(path, name)).st_size
    return total
