"""Object files of kernels and of modules in LLVM's assembly language: names, a store, linking.

A store of object files has `get(name)`, bytes or None, and `put(name, bytes)`.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from functools import cache

import llvmlite
import llvmlite.binding as llvm
import numpy as np

from softgl.lanes import unlocked
from softgl.lanes.compiler import target_machine
from softgl.lanes.naming import Unnamed, digest
from softgl.lanes.target import Target, plain_target
from softgl.tuning import limits

MAX_LINKER_LIBRARIES = 64  # of a linker


def stored_object(store, name: str | None, make: Callable[[], bytes]) -> bytes:
    """Returns the object file of a name from a store, or makes it and stores it.

    store, name : None where nothing is stored.
    """
    store = store if name else None
    code = None if store is None else store.get(name)
    if code is None:
        code = make()
        if store is not None:
            store.put(name, code)
    return code


def kernel_name(signature, body, mapped, target) -> str | None:
    """Returns the name of a kernel among object files; None if its body has none."""
    versions = (*_llvm_versions(), np.__version__, sys.version)
    try:
        return digest(
            *(signature, body, mapped, target, limits.code_values()),
            *(target.cpu, target.features, llvm.get_process_triple(), versions),
        )
    except Unnamed:
        return None


def _llvm_versions():
    return llvmlite.__version__, *llvm.llvm_version_info


def compile_module(text: str, store) -> bytes:
    """Returns the object file of a module of LLVM's assembly language."""

    def make():
        parsed = llvm.parse_assembly(text, llvm.create_context())
        return unlocked.emit_object(target_machine(plain_target()), parsed)

    return stored_object(store, digest(text, llvm.get_process_triple(), _llvm_versions()), make)


class Linker:
    """Links object files for a target; a library lives as long as what `link` returns."""

    def __init__(self, target: Target):
        self._target, self._count = target, 0

    def link(self, code: bytes, names: list[str], imports: dict[str, int] | None = None):
        """Returns the addresses, by name, of some definitions of an object file.

        imports : addresses of what it declares.
        """
        # A linker keeps 8 KB of each library that is dropped, and goes with the last of its own.
        if self._count % MAX_LINKER_LIBRARIES == 0:
            self._linker = _new_linker(self._target)
        self._count += 1
        library = llvm.JITLibraryBuilder().add_object_img(code)
        if imports is None:
            library, imports = library.add_current_process(), stack_probes()
        for name, address in imports.items():
            library.import_symbol(name, address)
        for name in names:
            library.export_symbol(name)
        return library.link(self._linker, str(self._count))


def _new_linker(target: Target):
    # LLVM's newer linker lays all of a library side by side, within reach.
    return llvm.create_lljit_compiler(target_machine(target), use_jit_link=target.near)


@cache
def stack_probes() -> dict[str, int]:
    """The address, by its name, of the function that LLVM calls on Windows for large stack frames.

    It touches each page: Windows gives a thread its stack page by page, in order.
    """
    if sys.platform != "win32":
        return {}
    name = "__chkstk"
    return {name: ctypes.cast(getattr(ctypes.WinDLL("ntdll"), name), ctypes.c_void_p).value}


def load_module(text: str, imports: dict[str, int], names: list[str], store=None):
    """Returns the addresses, by name, of the definitions of a module of LLVM's assembly language.

    imports : the addresses of what it declares. The module lives as long as what is returned.
    """
    return Linker(plain_target()).link(compile_module(text, store), names, imports)
