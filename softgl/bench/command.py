"""What `softgl bench` prints, line by line, and writes as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator

from softgl import files
from softgl.bench.caches import empty_cache
from softgl.bench.egl import choose_llvmpipe, description
from softgl.bench.machine_info import machine_info
from softgl.bench.report import table
from softgl.bench.run import find_frame, measured
from softgl.bench.stages import stage_rows, stage_table
from softgl.bench.timing import BenchError
from softgl.bench.wishes import Wishes


def machine_lines(threads: int) -> Iterator[str]:
    """What figures depend on, a line for each."""
    choose_llvmpipe(threads)
    for name, value in machine_info(threads).items():
        words = " ".join(map(str, value)) if isinstance(value, list) else value
        yield f"{name:10}{'none' if words is None else words}"


def bench_lines(wishes: Wishes, path: str | None = None) -> Iterator[str]:
    """The lines of the table of what is wished for.

    path : where all figures are written as JSON, when the table has ended.
    """
    check_path(path)
    choose_llvmpipe(wishes.threads)
    found, rows = measured(wishes), []

    def kept():
        for row in found:
            rows.append(row.as_json())
            yield row

    with empty_cache():
        info = machine_info(wishes.threads)
        if wishes.beside and description() is None:
            raise BenchError("llvmpipe is not here (libEGL of Mesa); --alone times without it")
        yield from table(kept())
    write(path, {"machine": info, "small": wishes.small, "rows": rows})


def stage_lines(name: str, wishes: Wishes, path: str | None = None) -> Iterator[str]:
    """The lines of the table of the stages of a frame; path : as for `bench_lines`."""
    check_path(path)
    rows = stage_rows(wishes.sized(find_frame(name)), wishes.repeats, wishes.threads)
    yield from stage_table(rows)
    info = machine_info(wishes.threads)
    write(path, {"machine": info, "small": wishes.small, "frame": name, "stages": rows})


def check_path(path: str | None) -> None:
    """Raise FileError before anything is measured if no JSON can be written there."""
    reason = path and files.unwritable(path)
    if reason:
        raise files.FileError(f"cannot write {path}: {reason}", reason)


def write(path: str | None, document: dict) -> None:
    """Write a document as JSON, if there is a path."""
    if path:
        files.write_file(path, (json.dumps(document, indent=1) + "\n").encode())
