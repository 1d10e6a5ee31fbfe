"""Kernels: a formula with named arguments, built once for each key and run many times."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable
from typing import NamedTuple

from softgl.lanes.kernel_call import KernelCall
from softgl.lanes.signature import Signature


class Arguments:
    """The arguments as a body sees them: an attribute for each scalar (a lane) and each array."""


class KernelRequest(NamedTuple):
    """A kernel that an engine builds when it is first needed.

    key : equal keys promise the same signature and the same effect of the body.
    describe : returns the Signature and the body; called only to build the kernel.
    mapped : True for a kernel that runs over lanes 0 ... count-1: its body takes
        (m, arguments, index), where `index` is the number of each lane, I32. Any other kernel runs
        once, on a `loops.LoopMachine` where the engine has one: its body takes (m, arguments).
    """

    key: Hashable
    describe: Callable[[], tuple[Signature, Callable]]
    mapped: bool = True


RUN, HAND_OVER = "run", "hand-over"
"""The phases of a kernel call: its code runs; its arguments are packed, and its code runs."""

KernelObserver = Callable[[str, float], None]
"""Called in any thread at the end of a phase, with its name and the seconds when it began."""


class Kernel(ABC):
    """A formula ready to run."""

    _observer: KernelObserver | None = None

    def observe(self, observer: KernelObserver | None) -> None:
        """Calls an observer at each later run; None: no longer."""
        self._observer = observer

    @abstractmethod
    def run(self, scalars: dict, arrays: dict, count: int = 0) -> None:
        """Runs over lanes 0 ... count-1 (a mapped kernel) or once (any other).

        scalars : name -> Python number. arrays : name -> numpy array, changed in place.
        """

    def call(self, arrays: dict) -> KernelCall:
        """Returns the kernel with its arrays."""
        return KernelCall(self, arrays)
