"""The LLVM engine: compiles kernels for one target, ahead of need where it can, and links them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from functools import cache, cached_property

import llvmlite.binding as llvm

from softgl.lanes import chain_functions, ranges
from softgl.lanes.chain_functions import ChainFunctions
from softgl.lanes.chains import Chain, Layout, SingleChain
from softgl.lanes.compiler import compile_kernel
from softgl.lanes.engine import Capabilities, Engine, emitted_key
from softgl.lanes.futures import Future
from softgl.lanes.llvm_kernel import LlvmKernel
from softgl.lanes.locks import BUILDING
from softgl.lanes.object_files import Linker, compile_module, kernel_name, stored_object
from softgl.lanes.ranges import NativeFunctions
from softgl.lanes.target import Target
from softgl.lanes.threads.machine import Code
from softgl.lanes.threads.native import native_text
from softgl.tuning import limits


class LlvmEngine(Engine):
    """Compiles kernels for one target.

    objects : a store of object files (`object_files`), or None.
    """

    name = "llvm"
    can = Capabilities(run_loops=True, run_natively=True, call_chains=True, elide_stores=True)

    def __init__(self, target: Target, objects=None):
        super().__init__()
        self.target, self.width = target, target.width
        self._objects, self._linker = objects, Linker(target)
        self._futures: OrderedDict[Hashable, Future] = OrderedDict()

    def describe(self):
        return f"{self.name} ({self.target.level}, {self.target.width} lanes)"

    def precompile(self, request):
        _, describe, mapped = request
        key, code = emitted_key(request), limits.code
        most = limits.MAX_EXPECTED_KERNELS
        if not most or key in self._kernels or key in self._futures:
            return

        def work():
            if limits.code != code:
                raise RuntimeError("limits that shape code have changed")
            return self._compiled(*describe(), mapped)

        with BUILDING:
            if key in self._kernels:
                return  # it was being built
            self._futures[key] = Future(work)
            if len(self._futures) > most:
                self._futures.popitem(last=False)

    def _new(self, request):
        future = self._futures.pop(emitted_key(request), None)
        if future is None:
            return super()._new(request)
        if future.busy:
            # Meanwhile this thread compiles what the helper would compile next.
            any(other.help() for other in [*self._futures.values()])
        return self._loaded(*future.result())

    def build(self, signature, body, mapped):
        return self._loaded(*self._compiled(signature, body, mapped))

    def _compiled(self, signature, body, mapped):
        """Returns the signature and the object file of a kernel."""
        target = self.target.of_kernel(signature, mapped)
        name = None if self._objects is None else kernel_name(signature, body, mapped, target)
        return signature, stored_object(
            self._objects, name, lambda: compile_kernel(signature, body, mapped, target)
        )

    def _loaded(self, signature, code):
        """Returns the kernel in an object file."""
        library = self._linker.link(code, ["kernel"])
        return LlvmKernel(signature, library, lambda: self.range_functions)

    @cached_property
    def range_functions(self) -> NativeFunctions:
        """The functions that `NativeRanges` calls."""
        return NativeFunctions(self._library(ranges.codes()))

    @cached_property
    def chain_functions(self) -> ChainFunctions:
        """The functions that a `Chain` calls."""
        return ChainFunctions(self._library(chain_functions.codes()), self.range_functions)

    def _library(self, codes: dict[str, Code]):
        """Compiles functions of threads."""
        with BUILDING:
            text = native_text(codes, llvm.get_process_triple())
            return self._linker.link(compile_module(text, self._objects), [*codes])

    def chain(self, layout: Layout, parts: int) -> Chain:
        """Returns a chain of the engine's kernels over `parts` parts."""
        return Chain(self.chain_functions, layout, parts)

    def single_chain(self, *given) -> SingleChain:
        """Returns a chain of one part; given : the other parameters of SingleChain."""
        return SingleChain(self.chain_functions, *given)


@cache
def engine(target: Target, objects=None) -> LlvmEngine:
    """Returns the engine for a target and a store of object files (None: no store), interned."""
    return LlvmEngine(target, objects)
