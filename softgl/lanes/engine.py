"""Engines: what builds kernels for a machine and keeps them, and what stages may ask of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager

from softgl.lanes.kernel import Kernel, KernelObserver, KernelRequest
from softgl.lanes.locks import BUILDING
from softgl.lanes.signature import Signature
from softgl.records import dataclass
from softgl.tuning import limits


@dataclass(frozen=True)
class Capabilities:
    """Abilities of an engine; a stage asks for these, not for an engine's name.

    run_loops : its kernels that are not mapped run on a `loops.LoopMachine`.
    run_natively : its kernels are native code without Python's global lock, so that threads share
        their spans, and a kernel of its own is worth it for work that numpy can do.
    call_chains : native code calls its kernels one after the other (`chains`).
    elide_stores : nothing reads its arrays but its kernels, so that these clear planes when they
        first draw to them.
    """

    run_loops: bool = False
    run_natively: bool = False
    call_chains: bool = False
    elide_stores: bool = False


def emitted_key(request: KernelRequest) -> Hashable:
    """The key of a kernel together with the limits that shape its code, if they are not usual."""
    return (limits.code, request.key) if limits.code else request.key


def first_word(emitted: Hashable) -> str:
    """The first word of the request's key in an `emitted_key`."""
    while not isinstance(emitted, str):
        emitted = emitted[1] if isinstance(emitted[0], int) else emitted[0]
    return emitted


class Engine(ABC):
    """Builds kernels for one machine and keeps them by key.

    can : its abilities. width : the number of lanes of its vectors; 0 where there is no one number.
    observed : True if an observer reads the arrays before its kernels have run.
    """

    name: str
    can = Capabilities()
    width = 0
    observed = False
    capacity = 512  # kernels kept; the least recently used goes first

    def __init__(self):
        self._kernels: OrderedDict[Hashable, Kernel] = OrderedDict()

    @property
    def unobserved(self) -> Engine:
        """The engine that runs the same kernels unobserved."""
        return self

    def describe(self) -> str:
        """Returns the engine's name and target, for people."""
        return self.name

    def kernel(self, request: KernelRequest) -> Kernel:
        """Returns the kernel of a request, built if this is the first with its key."""
        with BUILDING:
            key = emitted_key(request)
            kernel = self._kernels.get(key)
            if kernel is None:
                kernel = self._kernels[key] = self._new(request)
                if len(self._kernels) > self.capacity:
                    self._kernels.popitem(last=False)
            else:
                self._kernels.move_to_end(key)
            return kernel

    def has(self, request: KernelRequest) -> bool:
        """True if the kernel of a request is built and kept."""
        return emitted_key(request) in self._kernels

    def precompile(self, request: KernelRequest) -> None:  # noqa: B027
        """Begins to build, in another thread, a kernel that `kernel` will soon be asked for.

        If it never is, nothing is lost but time. An engine that compiles nothing ignores this.
        """

    @contextmanager
    def observing(self, observer_of: Callable[[str], KernelObserver]) -> Iterator[None]:
        """Observes the kernels that are kept now, in the block.

        observer_of : returns the observer of kernels from the first word of their keys.
        """
        kept = [*self._kernels.items()]
        for key, kernel in kept:
            kernel.observe(observer_of(first_word(key)))
        try:
            yield
        finally:
            for _, kernel in kept:
                kernel.observe(None)

    def _new(self, request: KernelRequest) -> Kernel:
        return self.build(*request.describe(), request.mapped)

    @abstractmethod
    def build(self, signature: Signature, body: Callable, mapped: bool) -> Kernel:
        """Returns a new kernel, not kept."""
