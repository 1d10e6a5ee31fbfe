"""Program files: where they are, their texts, and what is wrong with them."""

from __future__ import annotations

import glob
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial

from softgl.check.checking import check
from softgl.check.findings import Finding
from softgl.check.several import OneOf, programs
from softgl.errors import SoftGLError
from softgl.files import FileError, open_file
from softgl.records import dataclass

SUFFIXES = (".vp", ".gp", ".fp", ".prog", ".tgsi")
LARGEST = 1 << 24  # bytes; no program is longer
STDIN = "-"


class SourceError(SoftGLError):
    """A program file cannot be read; the message says why in one line."""


@dataclass(frozen=True)
class Found:
    """What is wrong with some programs: how many were looked at, and the findings of all."""

    programs: int
    findings: tuple[Finding, ...]

    def count(self, severity: str) -> int:
        """How many findings there are of a severity."""
        return sum(one.severity == severity for one in self.findings)


def check_files(paths: Iterable[str], advance: Callable | None = None, **wishes) -> Found:
    """What is wrong with every program in `paths`.

    paths : files, "-" for the standard input, patterns such as `shaders/**/*.fp`, or folders, in
    which `find_programs` looks.
    advance : is told the name of each file, and how many characters of it have been looked at.
    wishes : what `check` takes.
    """
    checked, found = 0, []
    for path in paths:
        files, problem = program_files(path)
        if problem:
            found.append(Finding("E001", problem, path=path))
        for file in files:
            count, wrong = _of_file(file, advance, wishes)
            checked += count
            found += wrong
    return Found(checked, tuple(found))


def program_files(path: str) -> tuple[list[str], str]:
    """The files that a path means, and what is wrong if it means none."""
    if os.path.isdir(path):
        found = list(find_programs(path))
        return found, "" if found else "there are no programs in this folder"
    if glob.has_magic(path) and not os.path.lexists(path):
        found = sorted(file for file in glob.glob(path, recursive=True) if os.path.isfile(file))
        return found, "" if found else "no file matches this pattern"
    return [path], ""


def _of_file(path: str, advance: Callable | None, wishes: dict) -> tuple[int, list[Finding]]:
    """Checks a file; returns the number of its programs, and the findings."""
    name, count = display_name(path), 1
    step = advance and partial(advance, name)
    try:
        text = read_program(path)
        count, found = len(programs(text)), check(text, advance=step, **wishes)
    except SourceError as error:
        found = [Finding("E001", str(error))]
    return count, [replace(one, path=name) for one in found]


def find_programs(folder: str) -> Iterator[str]:
    """The programs in a folder and those below it, by name.

    They are the files that end in one of `SUFFIXES`, and any other that begins with "!!". Hidden
    folders and files are left out.
    """
    for parent, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            path = os.path.join(parent, name)
            if not name.startswith(".") and os.path.isfile(path) and _is_program(path):
                yield path


def _is_program(path: str) -> bool:
    if path.lower().endswith(SUFFIXES):
        return True
    try:
        with open(path, "rb") as file:
            return file.read(2) == b"!!"
    except OSError:
        return False


def read_program(path: str) -> str:
    """The text of a program file, or of the standard input for "-". Raises SourceError."""
    try:
        if path == STDIN and sys.stdin is None:
            raise SourceError("it is closed")
        if path == STDIN:
            data = sys.stdin.buffer.read(LARGEST + 1)
        else:
            with open_file(path) as file:
                data = file.read(LARGEST + 1)
    except FileError as error:
        raise SourceError(error.reason) from None
    except OSError as error:
        raise SourceError(error.strerror or str(error)) from None
    if len(data) > LARGEST:
        raise SourceError(f"larger than {LARGEST >> 20} MiB, so no program")
    # Comments may hold any bytes.
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def read_programs(path: str) -> list[OneOf]:
    """All programs of such a file, one at least. Raises SourceError."""
    return programs(read_program(path))


def display_name(path: str) -> str:
    """The name under which messages speak of a file."""
    return "<stdin>" if path == STDIN else path
