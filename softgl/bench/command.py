"""The output of `softgl bench`: lines of text, and JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator

from softgl import files
from softgl.bench.caches import empty_cache
from softgl.bench.egl import choose_llvmpipe, description
from softgl.bench.machine_info import machine_info
from softgl.bench.options import BenchOptions
from softgl.bench.report import table
from softgl.bench.run import find_frame, measured
from softgl.bench.stages import stage_rows, stage_table
from softgl.bench.timing import BenchError


def machine_lines(threads: int) -> Iterator[str]:
    """Yields the properties of the machine, one a line."""
    choose_llvmpipe(threads)
    for name, value in machine_info(threads).items():
        words = " ".join(map(str, value)) if isinstance(value, list) else value
        yield f"{name:10}{'none' if words is None else words}"


def bench_lines(options: BenchOptions, path: str | None = None) -> Iterator[str]:
    """Runs the selected benchmarks; yields the lines of the table as they are measured.

    path : the file for all figures as JSON, written after the last line; None for none.
    """
    check_path(path)
    choose_llvmpipe(options.threads)
    found, rows = measured(options), []

    def recorded():
        for row in found:
            rows.append(row.as_json())
            yield row

    with empty_cache():
        info = machine_info(options.threads)
        if options.beside and description() is None:
            raise BenchError("llvmpipe not found (Mesa's libEGL); --alone runs without it")
        yield from table(recorded())
    write(path, {"machine": info, "small": options.small, "rows": rows})


def stage_lines(name: str, options: BenchOptions, path: str | None = None) -> Iterator[str]:
    """Yields the lines of the table of a frame's stages; path : as for `bench_lines`."""
    check_path(path)
    rows = stage_rows(options.sized(find_frame(name)), options.repeats, options.threads)
    yield from stage_table(rows)
    info = machine_info(options.threads)
    write(path, {"machine": info, "small": options.small, "frame": name, "stages": rows})


def check_path(path: str | None) -> None:
    """Raises FileError, before any measurement, if `path` cannot be written."""
    reason = path and files.unwritable(path)
    if reason:
        raise files.FileError(f"cannot write {path}: {reason}", reason)


def write(path: str | None, document: dict) -> None:
    """Writes a document as JSON, unless `path` is None."""
    if path:
        files.write_file(path, (json.dumps(document, indent=1) + "\n").encode())
