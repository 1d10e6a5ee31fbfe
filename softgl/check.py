"""`softgl check`: what is wrong with program files, said as a compiler says it."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator

from softgl.asm import leniencies, parse
from softgl.errors import ProgramError, SoftGLError
from softgl.files import FileError, open_file

SUFFIXES = (".vp", ".gp", ".fp", ".prog", ".tgsi")
LARGEST = 1 << 24  # bytes; no program is longer
STDIN = "-"


class SourceError(SoftGLError):
    """A program file cannot be read; the message says why in one line."""


def check(paths: Iterable[str], strict: bool = False, write: Callable | None = None) -> int:
    """Parse every program in `paths` and write what is wrong; returns how many errors there are.

    paths : files, "-" for the standard input, or folders, in which `find_programs` looks.
    strict : whether what is accepted though the language does not allow it is an error too.
    write : takes each message; they go to the standard error if it is None.
    """
    write = write or (lambda message: print(message, file=sys.stderr))
    checked = errors = 0
    for path in paths:
        found = list(find_programs(path)) if os.path.isdir(path) else [path]
        if not found:
            write(f"{path}: error: there are no programs in this folder")
            errors += 1
        for file in found:
            checked += 1
            for message in _errors(file, strict):
                write(message)
                errors += 1
    write(f"{_count(checked, 'program')} checked, {_count(errors, 'error')}")
    return errors


def _count(number: int, what: str) -> str:
    return f"{number or 'no'} {what}{'s' * (number != 1)}"


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


def display_name(path: str) -> str:
    """The name under which messages speak of a file."""
    return "<stdin>" if path == STDIN else path


def _errors(path: str, strict: bool) -> Iterator[str]:
    name = display_name(path)
    try:
        source = read_program(path)
        if not strict:
            parse(source)
            return
        for span, message in leniencies(source):
            error = ProgramError(f"{message} (accepted without --strict)", source, span)
            yield diagnostic(name, error)
    except SourceError as error:
        yield f"{name}: error: {error}"
    except ProgramError as error:
        yield diagnostic(name, error)


def diagnostic(name: str, error: ProgramError) -> str:
    """`name:line:column: error: message`, then the line, a caret, and what was expected."""
    where = f"{name}:{error.line}:{error.column}"
    lines = [f"{where}: error: {error.message}", *error.excerpt]
    if error.expected:
        lines.append(f"  expected {error.expected}")
    return "\n".join(lines)
