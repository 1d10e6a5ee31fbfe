"""Which CPU to emit code for, and how many lanes a vector has.

The environment can choose both: SOFTGL_LANES=4|8|16 and SOFTGL_CPU=baseline|avx2|avx512|generic.
Neither changes a bit of any result.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import lru_cache

import llvmlite.binding as llvm

WIDTHS = (4, 8, 16)


@dataclass(frozen=True)
class Target:
    """A CPU level and a vector width."""

    level: str
    width: int

    @property
    def cpu(self) -> str:
        """LLVM's name for the level."""
        return _LEVELS[self.level][0]

    @property
    def features(self) -> str:
        return _LEVELS[self.level][1]

    @property
    def has_rounding(self) -> bool:
        """Whether floor, ceil, trunc and round are instructions (not so before SSE4.1)."""
        return _LEVELS[self.level][2]


# level: LLVM's CPU, features on top, rounding instructions, natural width. Named levels and not the
# very CPU, so that what runs here is what was tested there.
_LEVELS = {
    "baseline": ("x86-64", "", False, 4),
    "avx2": ("x86-64-v3", "", True, 8),
    "avx512": ("x86-64-v4", "-prefer-256-bit", True, 16),
    "generic": ("", "", True, 4),
}
X86_LEVELS = ("baseline", "avx2", "avx512")


def is_x86() -> bool:
    """Whether this process runs on 64-bit x86."""
    return llvm.get_process_triple().startswith("x86_64")


@lru_cache(maxsize=1)
def host_levels() -> tuple[str, ...]:
    """The levels that this CPU can run, weakest first."""
    if not is_x86():
        return ("generic",)
    features = llvm.get_host_cpu_features()
    levels = ["baseline"]
    if all(features.get(name) for name in ("avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe")):
        levels.append("avx2")
        if all(features.get(f"avx512{part}") for part in ("f", "bw", "cd", "dq", "vl")):
            levels.append("avx512")
    return tuple(levels)


def choose_target(level: str | None = None, width: int | None = None) -> Target:
    """The target for these wishes, the environment's, or else the best of this CPU.

    Raises ValueError for a level that this CPU lacks or a width other than 4, 8 and 16.
    """
    level = level or os.environ.get("SOFTGL_CPU") or host_levels()[-1]
    if level not in host_levels():
        raise ValueError(f"SOFTGL_CPU={level}: this CPU has {', '.join(host_levels())}")
    wish = width or os.environ.get("SOFTGL_LANES") or _LEVELS[level][3]
    if str(wish) not in map(str, WIDTHS):
        raise ValueError(f"SOFTGL_LANES={wish}: a vector has 4, 8 or 16 lanes")
    return Target(level, int(wish))
