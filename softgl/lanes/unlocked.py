"""The two long calls of LLVM without llvmlite's lock, so that kernels are compiled at once; `close`
ends that before a process ends.

llvmlite lets one thread into LLVM at a time. LLVM asks for less: "multiple threads" may compile
modules of different contexts (LLVM Programmer's Manual, Threads and LLVM).
"""

from __future__ import annotations

import ctypes
import os
import threading
from collections.abc import Callable

import llvmlite.binding as llvm
from llvmlite.binding import ffi


def _unlocked(name):
    """A function of llvmlite's library as llvmlite declares it; with its lock if that is hidden.

    These functions are not part of llvmlite's documented interface.
    """
    declared = getattr(ffi.lib, name)
    try:
        function = getattr(ctypes.CDLL(ffi.lib._name, handle=ffi.lib._handle), name)
        function.argtypes, function.restype = declared.argtypes, declared.restype
    except AttributeError:
        return declared
    return function


_run = _unlocked("LLVMPY_RunNewModulePassManager")
_emit = _unlocked("LLVMPY_TargetMachineEmitToMemory")

_changed = threading.Condition()
_within: set[int] = set()  # the threads within a call
_closed = False


def _call(function, *arguments):
    """Calls a function of LLVM; blocks forever after `close`."""
    thread = threading.get_ident()
    with _changed:
        _changed.wait_for(lambda: not _closed)
        _within.add(thread)
    try:
        return function(*arguments)
    finally:
        with _changed:
            _within.discard(thread)
            _changed.notify_all()


def close(seconds: float) -> None:
    """Bars all other threads from LLVM, and waits until they have left it.

    At exit() of a process LLVM's own data is destroyed, whether or not threads are compiling. It
    waits for a number of seconds at most.
    """
    global _closed
    with _changed:
        _closed = True
        _changed.wait_for(lambda: not _within - {threading.get_ident()}, seconds)
    lock = getattr(getattr(ffi.lib, "_lock", None), "_lock", None)
    if lock is not None:
        lock.acquire(timeout=seconds)


def _forget_threads() -> None:
    """Forgets the other threads in a child of fork(), which has a single thread."""
    global _changed, _beginning
    _changed, _beginning = threading.Condition(), threading.RLock()
    _within.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_threads)


# The first object file leaves lists of types behind, which exit() destroys before all that has been
# registered until then. So one that is nothing is made first.
NOTHING = "define <4 x i32> @nothing(<4 x i32> %a) {\n  ret <4 x i32> %a\n}\n"
_beginning = threading.RLock()
_begun = False
_when_begun: list[Callable[[], object]] = []


def when_begun(function: Callable[[], object]) -> None:
    """Calls a function that registers with exit(), after LLVM's first compilation."""
    with _beginning:
        _when_begun.append(function)
        if _begun:
            function()


def _begin(machine) -> None:
    """Makes LLVM create its permanent data, then calls the functions that wait for it."""
    global _begun
    with _beginning:
        if not _begun:
            _emitted(machine, llvm.parse_assembly(NOTHING, llvm.create_context()))
            for function in _when_begun:
                function()
            _begun = True


def run_passes(manager, module, passes) -> None:
    """`manager.run(module, passes)`, of a module that has its context for itself."""
    _call(_run, manager, module, passes)


def emit_object(machine, module) -> bytes:
    """`machine.emit_object(module)`, of a machine and a module that no other thread uses."""
    if not _begun:
        _begin(machine)
    return _emitted(machine, module)


def _emitted(machine, module) -> bytes:
    """The object file of a module."""
    with ffi.OutputString() as error:
        buffer = _call(_emit, machine, module, 1, error)
        if not buffer:
            raise RuntimeError(str(error))
    start, size = ffi.lib.LLVMPY_GetBufferStart(buffer), ffi.lib.LLVMPY_GetBufferSize(buffer)
    try:
        return ctypes.string_at(start, size)
    finally:
        ffi.lib.LLVMPY_DisposeMemoryBuffer(buffer)
