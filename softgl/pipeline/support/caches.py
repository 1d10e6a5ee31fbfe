"""Sizes of this CPU's caches, which bound the memory of chunks."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

CPU_FOLDER = Path("/sys/devices/system/cpu/cpu0")
"""The folder in which Linux describes the first CPU."""
ASSUMED_CACHE_BYTES = 32 << 20
"""Bytes assumed for the last cache if the system reports none."""


def last_cache(cpu: Path = CPU_FOLDER) -> int:
    """The bytes of the last cache before memory, which CPUs share."""
    # `sysconf` counts the caches of a whole AMD package; a CPU reaches a twelfth of them.
    levels = {}
    for index in cpu.glob("cache/index*"):
        with suppress(OSError, ValueError):  # not there, or in other words
            size = (index / "size").read_text(encoding="ascii").strip()
            levels[int((index / "level").read_text(encoding="ascii"))] = (
                int(size.removesuffix("K")) << 10
            )
    return levels[max(levels)] if levels else ASSUMED_CACHE_BYTES
