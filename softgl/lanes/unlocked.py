"""The two long calls of LLVM without llvmlite's lock, so that kernels are compiled at once.

llvmlite lets one thread into LLVM at a time. LLVM asks for less: "multiple threads" may compile
modules of different contexts (LLVM Programmer's Manual, Threads and LLVM).
"""

from __future__ import annotations

import ctypes

from llvmlite.binding import ffi


def _unlocked(name):
    """A function of llvmlite's library as llvmlite declares it; with its lock where that is hidden.

    These are no part of what llvmlite promises.
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


def run_passes(manager, module, passes) -> None:
    """`manager.run(module, passes)`, of a module that has its context for itself."""
    _run(manager, module, passes)


def emit_object(machine, module) -> bytes:
    """`machine.emit_object(module)`, of a machine and a module that no other thread uses."""
    with ffi.OutputString() as error:
        buffer = _emit(machine, module, 1, error)
        if not buffer:
            raise RuntimeError(str(error))
    start, size = ffi.lib.LLVMPY_GetBufferStart(buffer), ffi.lib.LLVMPY_GetBufferSize(buffer)
    try:
        return ctypes.string_at(start, size)
    finally:
        ffi.lib.LLVMPY_DisposeMemoryBuffer(buffer)
