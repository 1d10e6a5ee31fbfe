"""Program files: finds, reads and checks them."""

from __future__ import annotations

import glob
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial

from softgl import assets
from softgl.check import shaders
from softgl.check.checking import check
from softgl.check.findings import Finding
from softgl.check.pairs import pair_findings
from softgl.check.several import OneOf, programs
from softgl.errors import SoftGLError
from softgl.files import FileError, open_file
from softgl.records import dataclass

SUFFIXES = (".vp", ".gp", ".fp", ".prog", ".tgsi")
MAX_PROGRAM_BYTES = 1 << 24  # bytes of a program file
STDIN = "-"


class SourceError(SoftGLError):
    """A program file cannot be read; the message is the reason, in one line."""


@dataclass(frozen=True)
class Found:
    """The number of programs that were checked, and the findings of all."""

    programs: int
    findings: tuple[Finding, ...]

    def count(self, severity: str) -> int:
        """The number of findings of a severity."""
        return sum(one.severity == severity for one in self.findings)


def check_files(paths: Iterable[str], advance: Callable | None = None, **options) -> Found:
    """Checks every program in `paths`.

    paths : files, "-" for the standard input, patterns such as `shaders/**/*.fp`, or folders,
        which `find_programs` searches. A vertex and a fragment program of one name, or the only two
        files, are also checked together: `pairs`.
    advance : called with the name of a file and the number of its characters that were read.
    options : passed to `check`.
    """
    checked, found, read = 0, [], []
    for path in paths:
        files, problem = program_files(path, with_shaders=True)
        if problem:
            found.append(Finding("E001", problem, path=path))
        for file in files:
            count, findings = _check_file(file, advance, options)
            checked += count
            found += findings
        read += files
    found += pair_findings(read, options)
    return Found(checked, tuple(found))


def program_files(path: str, with_shaders: bool = False) -> tuple[list[str], str]:
    """Expands a folder or pattern; returns its files, and a message if there are none.

    path : also one of a file, a folder or a pattern that softgl has: `softgl.assets.path_of`.
    with_shaders : as for `find_programs`.
    """
    place = assets.path_of(path)
    if os.path.isdir(place):
        found = list(find_programs(place, with_shaders))
        return found, "" if found else "no programs in this folder"
    if glob.has_magic(place) and not os.path.lexists(place):
        found = sorted(file for file in glob.glob(place, recursive=True) if os.path.isfile(file))
        return found, "" if found else "no file matches this pattern"
    return [path], ""


def _check_file(path: str, advance: Callable | None, options: dict) -> tuple[int, list[Finding]]:
    """Checks a file; returns the number of its programs, and the findings."""
    name, count = display_name(path), 1
    step = advance and partial(advance, name)
    options = {**options, "stage": options.get("stage") or shaders.stage_of(path)}
    try:
        text = read_program(path)
        count, found = len(programs(text)), check(text, advance=step, **options)
    except SourceError as error:
        found = [Finding("E001", str(error))]
    return count, [replace(one, path=name) for one in found]


def find_programs(folder: str, with_shaders: bool = False) -> Iterator[str]:
    """Yields the program files in a folder and its subfolders, sorted by name.

    A program file ends in one of `SUFFIXES` or begins with "!!". Hidden files and folders are
    skipped.
    with_shaders : True if files that end in one of `shaders.SUFFIXES` and look like GLSL count too.
    """
    for parent, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            path = os.path.join(parent, name)
            if name.startswith(".") or not os.path.isfile(path):
                continue
            if _is_program(path, with_shaders and bool(shaders.stage_of(name))):
                yield path


def _is_program(path: str, perhaps_shader: bool) -> bool:
    if path.lower().endswith(SUFFIXES):
        return True
    try:
        with open(path, "rb") as file:
            begin = file.read(4096 if perhaps_shader else 2)
    except OSError:
        return False
    return begin.startswith(b"!!") or (perhaps_shader and shaders.looks_like_shader(begin))


def read_program(path: str) -> str:
    """Reads a program file, or the standard input for "-". Raises SourceError.

    path : also one that softgl has, "shaders/nvfp4/ceramic.fp" or "nvfp4/ceramic.fp".
    """
    try:
        if path == STDIN and sys.stdin is None:
            raise SourceError("closed")
        if path == STDIN:
            data = sys.stdin.buffer.read(MAX_PROGRAM_BYTES + 1)
        else:
            with open_file(assets.path_of(path)) as file:
                data = file.read(MAX_PROGRAM_BYTES + 1)
    except FileError as error:
        raise SourceError(error.reason) from None
    except OSError as error:
        raise SourceError(error.strerror or str(error)) from None
    if len(data) > MAX_PROGRAM_BYTES:
        raise SourceError(f"larger than {MAX_PROGRAM_BYTES >> 20} MiB, not a program")
    # Comments may hold any bytes.
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def read_programs(path: str) -> list[OneOf]:
    """Reads a file, or the standard input for "-", as one program or more. Raises SourceError."""
    return programs(read_program(path))


def display_name(path: str) -> str:
    """The name of a file in messages: "<stdin>" for "-"."""
    return "<stdin>" if path == STDIN else path
