"""`softgl bench --machine-info`: the properties of the machine that figures depend on."""

from __future__ import annotations

import os
import platform
from importlib.metadata import version
from pathlib import Path

import softgl
from softgl.bench.egl import description
from softgl.lanes import choose_target
from softgl.lanes.helpers import usable_cpus
from softgl.lanes.target import host_levels


def machine_info(threads: int | None = None) -> dict:
    """Properties of this machine and versions of the installed software, as JSON values."""
    target = choose_target()
    return {
        "cpu": _cpu(),
        "cpus": usable_cpus(),
        "load": _load(),
        "system": platform.platform(),
        "python": platform.python_version(),
        "softgl": softgl.__version__,
        "numpy": version("numpy"),
        "llvmlite": version("llvmlite"),
        "levels": list(host_levels()),
        "level": target.level,
        "lanes": target.width,
        "threads": threads or usable_cpus(),
        "llvmpipe": description(),
    }


def _load() -> list[float] | None:
    """The load averages over 1, 5 and 15 minutes; None if the platform has none."""
    try:
        return [round(load, 2) for load in os.getloadavg()]
    except (AttributeError, OSError):  # Windows; a system without the figure
        return None


def _cpu():
    """The name of the CPU."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()
