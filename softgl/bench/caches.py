"""Where compiled code is kept while something is timed: in a folder of its own, empty at first."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory

# What else says where softgl and llvmpipe keep code, or that they do not.
OTHERS = ("SOFTGL_CACHE", "MESA_SHADER_CACHE_DIR", "MESA_SHADER_CACHE_DISABLE")


def environment(folder: str) -> dict[str, str]:
    """The environment of a process that keeps its code in a folder, and llvmpipe's code too."""
    kept = {name: value for name, value in os.environ.items() if name not in OTHERS}
    # Other platforms than Linux have other places than XDG's, which Mesa's code is kept at.
    return kept | {"XDG_CACHE_HOME": folder, "SOFTGL_CACHE": os.path.join(folder, "softgl")}


@contextmanager
def empty_cache() -> Iterator[None]:
    """Within it, this process keeps code in an empty folder, and so first frames compile."""
    before = dict(os.environ)
    # A thread may still keep a kernel that was expected, while the folder is removed.
    with TemporaryDirectory(prefix="softgl-bench-", ignore_cleanup_errors=True) as folder:
        try:
            _become(environment(folder))
            yield
        finally:
            _become(before)


def _become(names):
    for name in (*OTHERS, "XDG_CACHE_HOME"):
        if name in names:
            os.environ[name] = names[name]
        else:
            os.environ.pop(name, None)
