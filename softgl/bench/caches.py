"""Temporary cache folders for compiled code, so that benchmarks begin with empty caches."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory

# Variables beside XDG_CACHE_HOME that place or disable the caches of softgl and llvmpipe.
CACHE_VARIABLES = ("SOFTGL_CACHE", "MESA_SHADER_CACHE_DIR", "MESA_SHADER_CACHE_DISABLE")


def environment(folder: str) -> dict[str, str]:
    """The environment of a process in which softgl and llvmpipe cache code in `folder`."""
    others = {name: value for name, value in os.environ.items() if name not in CACHE_VARIABLES}
    # Mesa reads XDG_CACHE_HOME; softgl does on Linux only.
    return others | {"XDG_CACHE_HOME": folder, "SOFTGL_CACHE": os.path.join(folder, "softgl")}


@contextmanager
def empty_cache() -> Iterator[None]:
    """A context in which this process caches code in an empty folder, so first frames compile."""
    before = dict(os.environ)
    # A thread may still write a precompiled kernel while the folder is removed.
    with TemporaryDirectory(prefix="softgl-bench-", ignore_cleanup_errors=True) as folder:
        try:
            _set_environment(environment(folder))
            yield
        finally:
            _set_environment(before)


def _set_environment(names):
    for name in (*CACHE_VARIABLES, "XDG_CACHE_HOME"):
        if name in names:
            os.environ[name] = names[name]
        else:
            os.environ.pop(name, None)
