"""Helpers of tests in several packages: files as modules, the memory that a call takes."""

from __future__ import annotations

import faulthandler
import importlib.util
import os
import sys
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
needs_fork = pytest.mark.skipif(
    not hasattr(os, "fork"), reason="this platform does not fork processes"
)
needs_posix = pytest.mark.skipif(
    os.name != "posix", reason="this platform has no named pipes, devices or signals of POSIX"
)
needs_full_device = pytest.mark.skipif(
    not os.path.exists("/dev/full"), reason="this platform has no /dev/full"
)


def load(path: Path):
    """The Python file at `path` as a module."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def load_docs_generator():
    """tools/generate_docs.py as a module, which imports what is beside it."""
    tools = ROOT / "tools"
    sys.path.insert(0, str(tools))
    try:
        return load(tools / "generate_docs.py")
    finally:
        sys.path.remove(str(tools))


@contextmanager
def traced_memory() -> Iterator[list[int]]:
    """Within it allocations are counted; then the list holds the most bytes there were at once."""
    # CPython 3.11 crashes where tracing starts while a thread of C does: the watchdog, which may
    # just have been set. It is set again within half a minute.
    faulthandler.cancel_dump_traceback_later()
    peak = []
    tracemalloc.start()
    try:
        yield peak
        peak.append(tracemalloc.get_traced_memory()[1])
    finally:
        tracemalloc.stop()
