"""The target of emitted code: a level of CPU, and the lanes of a vector.

The environment can choose both: SOFTGL_LANES=4|8|16 and SOFTGL_CPU=baseline|avx2|avx512|generic.
Neither changes a bit of any result.
"""

from __future__ import annotations

import os
import sys
from functools import cache, lru_cache
from typing import NamedTuple

from softgl.records import dataclass
from softgl.tuning import limits

WIDTHS = (4, 8, 16)


@dataclass(frozen=True)
class Target:
    """A CPU level and a vector width.

    wide : the width of latency-bound kernels, which gain by vectors of several registers.
    gathers : True to gather by one instruction, where that is fastest.
    mapped_gathers : the same for mapped kernels. Their lanes walk through memory and wait for it,
        so the shortest code is as fast as any.
    paired : True to extract two indices at a time from a vector where lanes load one by one: frames
        of textures take a twentieth less. In mapped kernels, which wait for memory, one index at a
        time compiles in three quarters of the time.
    rows : True to load four neighbours in memory at once for each lane, even with fast gathers.
    """

    level: str
    width: int
    wide: int | None = None
    gathers: bool = False
    mapped_gathers: bool = False
    paired: bool = True
    rows: bool = False

    def of_kernel(self, signature, mapped: bool) -> Target:
        """The target of one kernel, with one width and one way to gather.

        signature : its `kernel.Signature`.
        """
        width = self.width
        wide = limits.WIDE_VECTORS and signature.latency_bound and self.wide
        if wide and (self.many_registers or not signature.is_long):
            width = min(wide, signature.max_lanes)
        gathers = self.gathers or (mapped and self.mapped_gathers)
        rows = self.rows and not mapped
        return Target(self.level, width, None, gathers, paired=not mapped, rows=rows)

    @property
    def cpu(self) -> str:
        """LLVM's name for the level."""
        return _LEVELS[self.level].cpu

    @property
    def features(self) -> str:
        return _LEVELS[self.level].features

    @property
    def many_registers(self) -> bool:
        """True with 32 vector registers, False with 16."""
        return self.level == "avx512"

    @property
    def near(self) -> bool:
        """True if instructions reach constants directly; else registers hold their addresses.

        Special functions and trilinear filters take a tenth less with AVX-512. With AVX2, LLVM then
        does half a vector after the other: programs of 256 instructions take a third more. ARM64
        reaches far addresses by tables, which must be near; on macOS constants too.
        """
        if self.is_x86:
            return self.many_registers and sys.platform == "linux"
        return sys.platform != "win32"  # whose format LLVM's newer linker does not read there

    @property
    def is_x86(self) -> bool:
        """True for the levels of 64-bit x86."""
        return self.level in X86_LEVELS

    @property
    def has_rounding(self) -> bool:
        """True if floor, ceil, trunc and round are instructions (from SSE4.1 on)."""
        return _LEVELS[self.level].has_rounding

    @property
    def has_halves(self) -> bool:
        """True if half floats are converted by instructions."""
        return _LEVELS[self.level].has_halves

    @property
    def has_gathers(self) -> bool:
        """True if LLVM makes one instruction of a gather, fast or not."""
        return _LEVELS[self.level].gathers

    @property
    def masked_stores(self) -> bool:
        """True if storing some lanes of a vector is as fast as storing all.

        AVX2's instruction for it is 18 to 42 steps of AMD's CPUs; older ones jump for each lane.
        """
        return self.level == "avx512"

    @property
    def has_fma(self) -> bool:
        """True if a product and a sum are one instruction (on x86 with AVX2, and on ARM64)."""
        return _LEVELS[self.level].has_fma


class _Level(NamedTuple):
    """A level of CPU; cpu, features : in LLVM's words.

    gathers : True if LLVM makes one instruction of gathers. For AVX2 it does not, and loads lanes
        singly, from addresses that it has made of all of them: meshes take a twelfth more time.
    """

    cpu: str
    features: str
    has_rounding: bool
    has_fma: bool
    width: int
    wide: int
    has_halves: bool = False
    gathers: bool = False


# Named levels and not the very CPU, so that what runs here is what was tested there. With AVX2, 16
# lanes take 0.65 to 0.85 times 8 lanes' time where programs sample textures or call special
# functions, as two chains of instructions wait for one another less, 0.65 to 0.9 times in other
# programs without control flow, and 1.1 times where triangles are small or lanes part. With AVX-512
# 32 lanes take 0.65 to 0.85 times 16 lanes' time in programs of some length without control flow.
_LEVELS = {
    "baseline": _Level("x86-64", "", has_rounding=False, has_fma=False, width=4, wide=4),
    "avx2": _Level("x86-64-v3", "", True, True, 8, 16, has_halves=True),
    "avx512": _Level("x86-64-v4", "-prefer-256-bit", True, True, 16, 32, True, gathers=True),
    "generic": _Level("", "", has_rounding=True, has_fma=True, width=4, wide=4),
}
X86_LEVELS = ("baseline", "avx2", "avx512")


@cache
def _llvm():
    """LLVM's bindings, which take as long to load as all of softgl."""
    import llvmlite.binding

    return llvmlite.binding


def is_x86() -> bool:
    """True if this process runs on 64-bit x86."""
    return _llvm().get_process_triple().startswith("x86_64")


@lru_cache(maxsize=1)
def host_levels() -> tuple[str, ...]:
    """The levels that this CPU can run, weakest first."""
    if not is_x86():
        return ("generic",)
    features = _llvm().get_host_cpu_features()
    levels = ["baseline"]
    if all(features.get(name) for name in ("avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe")):
        levels.append("avx2")
        if all(features.get(f"avx512{part}") for part in ("f", "bw", "cd", "dq", "vl")):
            levels.append("avx512")
    return tuple(levels)


@cache
def _gathers() -> tuple[bool, bool]:
    """True if this CPU's gathers pay: (of elements or pairs, of four neighbours).

    On AMD's Zen 4 frames that sample textures take 0.70 to 0.90 times as long where lanes load
    singly. On Zen 5 it is 0.93 to 0.96, which is not worth that they compile in twice the time; but
    with half floats, whose texels are four neighbours of a row, it is 0.78.
    """
    name = _llvm().get_host_cpu_name()
    return name not in ("znver1", "znver2", "znver3", "znver4"), not name.startswith("znver")


def plain_target() -> Target:
    """The target of native code besides kernels: any CPU of this kind runs it."""
    return Target(host_levels()[0], WIDTHS[0])


def choose_target(level: str | None = None, width: int | None = None) -> Target:
    """The target for these wishes, the environment's, or else the best of this CPU.

    Raises ValueError for a level that this CPU lacks or a width other than 4, 8 and 16.
    """
    level = level or os.environ.get("SOFTGL_CPU") or host_levels()[-1]
    if level not in host_levels():
        raise ValueError(f"SOFTGL_CPU={level}: this CPU has {', '.join(host_levels())}")
    known, wish = _LEVELS[level], width or os.environ.get("SOFTGL_LANES")
    fast, fours = _gathers()
    gathers = known.gathers and fast, known.gathers
    if not wish:
        return Target(level, known.width, known.wide, *gathers, rows=not fours)
    if str(wish) not in map(str, WIDTHS):
        raise ValueError(f"SOFTGL_LANES={wish}: a vector has 4, 8 or 16 lanes")
    return Target(level, int(wish), None, *gathers, rows=not fours)
