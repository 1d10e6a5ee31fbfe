"""Compiles formulas to kernels with llvmlite.

A kernel is one function `void kernel(ptr scalars, ptr arrays, i64 count)`: `scalars` is a packed
record of the uniform arguments, eight bytes each; `arrays` a table of (address, length) pairs.
"""

from __future__ import annotations

import ctypes
import struct
import sys
from collections import OrderedDict
from functools import cache, cached_property, partial
from weakref import ref

import llvmlite
import llvmlite.binding as llvm
import numpy as np

from softgl.collector import uncollected
from softgl.lanes import chain_functions, unlocked
from softgl.lanes.chain_functions import ChainFunctions
from softgl.lanes.chains import Chain, Layout
from softgl.lanes.kernel import (
    BUILDING,
    Ahead,
    Arguments,
    Bound,
    Calls,
    Capabilities,
    Engine,
    Kernel,
    as_emitted,
    entry,
)
from softgl.lanes.lane import Lane
from softgl.lanes.llvm import LlvmMachine
from softgl.lanes.llvm_memory import LlvmArray
from softgl.lanes.llvm_text import I1, I8, I32_, I64_, POINTER, Writer, constant
from softgl.lanes.machine import as_number
from softgl.lanes.naming import Unnamed, digest
from softgl.lanes.primitives import element_type
from softgl.lanes.ranges import ENDS, NativeFunctions, NativeRanges, native_text
from softgl.lanes.target import Target, plain_target
from softgl.lanes.types import BOOL, F32, F64, I32, I64, U32
from softgl.tuning import limits

llvm.initialize_native_target()
llvm.initialize_native_asmprinter()
llvm.initialize_native_asmparser()  # for modules that hold assembly

# A uniform argument in its eight bytes of the record.
SLOTS = {F32: "f4x", F64: "d", I32: "i4x", U32: "I4x", I64: "q", BOOL: "?7x"}
LIBRARIES = 64  # of a linker
NO_RANGE = dict.fromkeys(ENDS, 0)
KERNEL_CALL = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64)


def emit_kernel(signature, body, mapped, target) -> Writer:
    """The function `kernel`, not optimised yet."""
    writer = Writer(llvm.get_process_triple(), target, [POINTER, POINTER, I64_])
    writer.mapped = mapped
    machine = LlvmMachine(writer, target, partial(load_arguments, signature))
    arguments = load_arguments(signature, machine)
    if mapped:
        count = Lane(machine, I32, writer.convert("trunc", writer.parameters[2], I32_))
        for base in machine.loop(0, count, machine.width):
            index = machine.consecutive(base)
            with machine.where(index < count):
                body(machine, arguments, index)
    else:
        body(machine, arguments)
    return writer


def load_arguments(signature, machine: LlvmMachine) -> Arguments:
    """What a function gets by its first two parameters: the record and the table."""
    writer, arguments = machine.writer, Arguments()
    scalars, table = writer.parameters[:2]

    def field(base, number, type_):
        return writer.load(writer.address(base, constant(I64_, number), I64_), type_)

    for slot, (name, type_) in enumerate(signature.scalars):
        value = field(scalars, slot, element_type(type_) if type_ is not BOOL else I8)
        value = writer.convert("trunc", value, I1) if type_ is BOOL else value
        setattr(arguments, name, Lane(machine, type_, value))
    for slot, (name, element) in enumerate(signature.arrays):
        address, length = field(table, 2 * slot, POINTER), field(table, 2 * slot + 1, I64_)
        last = Lane(machine, I32, writer.convert("trunc", length, I32_)) - 1
        array = LlvmArray(address, last, element, name not in signature.written)
        setattr(arguments, name, array)
    return arguments


def target_machine(target: Target, large: bool = False):
    """LLVM's machine for a target; `large` : for kernels that are."""
    chosen = llvm.Target.from_triple(llvm.get_process_triple())
    reach = ("pic", "small") if target.near else ("static", "jitdefault")
    return chosen.create_target_machine(
        target.cpu, target.features, 0 if large else 2, *reach, jit=True
    )


def _new_linker(target: Target):
    """Makes a linker of object files for a target."""
    # LLVM's newer linker lays all of a library side by side, within reach.
    return llvm.create_lljit_compiler(target_machine(target), use_jit_link=target.near)


def is_large(emitted: Writer) -> bool:
    """Whether a kernel is compiled with less effort, in time that grows with its size only."""
    blocks, longest = emitted.blocks, limits.MAX_CAREFUL_BLOCK
    if emitted.target.many_registers:
        longest = limits.MAX_CAREFUL_INSTRUCTIONS
    return (
        sum(blocks) > limits.MAX_CAREFUL_INSTRUCTIONS
        or max(blocks) > longest
        or len(blocks) > limits.MAX_CAREFUL_BLOCKS
    )


def optimise(emitted: Writer, machine):
    """The module parsed, checked and optimised."""
    parsed = llvm.parse_assembly(emitted.text(), llvm.create_context())
    parsed.verify()
    passes = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=1))
    manager = _passes(emitted, passes)
    unlocked.run_passes(manager, parsed, passes)
    # llvmlite 0.50 never frees one, 0.4 MB of it and its analyses: close() finds ObjectRef's empty
    # `_dispose` before that of the passes.
    llvm.newpassmanagers.NewPassManager._dispose(manager)
    manager.detach()
    return parsed


def _passes(emitted, passes):
    """What is worth its time: the writer writes nothing twice, and little in a loop without need.

    Instructions are combined where there are loops within loops: tiles take a tenth less then. To
    mapped kernels it is worth a hundredth, or nothing, and a tenth of the time to compile them.
    Where programs loop it does not see what their registers keep: there, LLVM's own O1 takes ten
    times the time of these few, and kernels up to a fifth less. Elsewhere it gains nothing.
    """
    large = is_large(emitted)
    if emitted.loops_lanes and not large and len(emitted.blocks) <= limits.MAX_LOOPED_BLOCKS:
        return passes.getModulePassManager()
    manager = llvm.create_new_module_pass_manager()
    manager.add_sroa_pass()
    manager.add_simplify_cfg_pass()
    if not large:
        if not emitted.mapped:
            manager.add_instruction_combine_pass()
        # Rotated, a loop asks at its end whether it goes on, and LLVM moves what needs registers
        # into it again: 1.5 times as fast where there are few, in a hundredth of the time of O1.
        manager.add_loop_simplify_pass()
        manager.add_lcssa_pass()
        manager.add_loop_rotate_pass()
        manager.add_aggressive_dce_pass()  # variables that are only handed on from round to round
        manager.add_simplify_cfg_pass()
    return manager


def compile_kernel(signature, body, mapped, target) -> bytes:
    """The object file of a kernel."""
    # All that is emitted would be looked at again and again: a fifth of the time, and 0.1 seconds
    # at any moment in a large heap.
    with uncollected():
        emitted = emit_kernel(signature, body, mapped, target)
        machine = target_machine(target, is_large(emitted))
        return unlocked.emit_object(machine, optimise(emitted, machine))


class LlvmKernel(Kernel):
    """A compiled kernel. Running it releases Python's global lock.

    library : what LLVM made of its object file; the kernel lives as long as that. engine : whose
        it is.
    native : the function, of the addresses of a record and of a table, and of how many lanes.
    address : of that function.
    table : the form of a table, the addresses and sizes of the arrays.
    """

    def __init__(self, signature, library, engine: LlvmEngine):
        self.signature, self._library, self.engine = signature, library, engine
        self.address = library["kernel"]
        self.native = KERNEL_CALL(self.address)
        self.table = struct.Struct(f"={2 * len(signature.arrays)}Q")
        self._record = struct.Struct("=" + "".join(SLOTS[type_] for _, type_ in signature.scalars))

    def run(self, scalars, arrays, count=0):
        self.bound(arrays).run(scalars, count)

    def bound(self, arrays):
        table = []
        for name, place in self.signature.places.items():
            table += entry(name, arrays[name], place)
        return BoundLlvm(self, arrays, table)

    def call(self, scalars, table: bytes, count: int) -> None:
        """Run it with a table."""
        self.native(self.packed_scalars(scalars), table, max(0, count))

    def record_of_range(self, scalars: dict) -> tuple[bytes, int]:
        """A record without the ENDS of a range, and where these go; scalars : all others."""
        return self.packed_scalars(scalars | NO_RANGE), self.place_of_range

    @cached_property
    def place_of_range(self) -> int:
        """Where in a record the ENDS of a range go, in bytes."""
        names = [name for name, _ in self.signature.scalars]
        place = names.index(ENDS[0])
        if names[place : place + 2] != [*ENDS]:
            raise TypeError(f"{ENDS[1]} must follow {ENDS[0]}")
        return 8 * place

    def records(self, scalars: dict, count: int) -> np.ndarray:
        """A record for each of so many calls, (count, ...) uint64; scalars : as `Bound.calls`."""
        own = {name: given for name, given in scalars.items() if isinstance(given, np.ndarray)}
        shared = scalars | {name: given[0].item() for name, given in own.items()}
        records = np.tile(np.frombuffer(self.packed_scalars(shared), np.uint64), (count, 1))
        for slot, (name, type_) in enumerate(self.signature.scalars):
            if name in own:
                words = np.zeros((count, 8 // type_.dtype.itemsize), type_.dtype)
                words[:, 0] = own[name]
                records[:, slot] = words.view(np.uint64)[:, 0]
        return records

    def packed_scalars(self, scalars: dict) -> bytes:
        """The record of the scalars."""
        try:
            return self._record.pack(*[scalars[name] for name, _ in self.signature.scalars])
        except (struct.error, OverflowError):  # an integer that wraps, a float beyond binary32
            given = [as_number(scalars[name], type_) for name, type_ in self.signature.scalars]
            return self._record.pack(*given)


class BoundLlvm(Bound):
    """An LlvmKernel with its arrays; table : their addresses and sizes, in order."""

    def __init__(self, kernel, arrays, table):
        super().__init__(kernel, arrays)
        self._table, self._missing, self._gone = table, frozenset(), {}

    def run(self, scalars, count=0):
        self.kernel.call(scalars, self.packed(), count)

    def packed(self) -> bytes:
        """The table as the kernel reads it."""
        if self._missing:
            raise TypeError(f"{sorted(self._missing)} must be given")
        return self.kernel.table.pack(*self._table)

    def over(self, scalars, ranges):
        return NativeRanges(self, scalars, ranges, self.kernel.engine.range_functions)

    def but(self, arrays):
        if not self._missing <= arrays.keys():  # what the table has of them may be gone
            raise TypeError(f"{sorted(self._missing - arrays.keys())} must be given")
        table, before = self._table.copy(), self.arrays
        if self._gone:
            before = before | {name: gone() for name, gone in self._gone.items()}
        places = self.kernel.signature.places
        for name, data in arrays.items():
            if name in places and data is not before.get(name):
                first = 2 * places[name][0]
                table[first : first + 2] = entry(name, data, places[name])
        return BoundLlvm(self.kernel, self.arrays | arrays, table)

    def calls(self, scalars, own, which, counts=None):
        # A call costs 6 microseconds by `but` and `run`, and one here, after some 50 for all.
        if len(which) < limits.MIN_LISTED_CALLS:
            return super().calls(scalars, own, which, counts)
        records, kernel = self.kernel.records(scalars, len(which)), self.kernel
        tables = self._tables(own)
        sizes = [0] * len(which) if counts is None else counts
        places = np.asarray(which) * tables.strides[0] + tables.ctypes.data
        starts = np.arange(len(which)) * records.strides[0] + records.ctypes.data
        each = zip(starts.tolist(), places.tolist(), sizes, strict=True)
        kept = self, own, records, tables
        return Calls([(kernel.native, arguments) for arguments in each], kept)

    def _tables(self, own):
        """A row for each of some arrays: the table with these in it, (len(own), ...) uint64."""
        tables = np.tile(np.array(self.but(own[0])._table, np.uint64), (len(own), 1))
        places, first = self.kernel.signature.places, own[0]
        for name in places.keys() & first.keys():
            given = [some[name] for some in own]
            others = {id(data): data for data in given}
            if len(others) > 1:
                number = places[name][0]
                found = {key: entry(name, data, places[name]) for key, data in others.items()}
                tables[:, 2 * number : 2 * number + 2] = [found[id(data)] for data in given]
        return tables

    def without(self, names):
        made = super().without(names)
        made._missing = self.kernel.signature.places.keys() & set(names)
        # An array that has been there all the time is where it was.
        made._gone = {name: ref(self.arrays[name]) for name in made._missing & self.arrays.keys()}
        return made


class LlvmEngine(Engine):
    """Compiles kernels for one target.

    objects : None, or what keeps object files: `get(name)`, bytes or None, and `put(name, bytes)`.
    """

    name = "llvm"
    can = Capabilities(run_loops=True, run_natively=True, call_chains=True, elide_stores=True)

    def __init__(self, target: Target, objects=None):
        super().__init__()
        self.target, self.width = target, target.width
        self._objects = objects
        self._linked = 0
        self._expected: OrderedDict[object, Ahead] = OrderedDict()

    def describe(self):
        return f"{self.name} ({self.target.level}, {self.target.width} lanes)"

    def expect(self, key, describe, mapped=True):
        key, code = as_emitted(key), limits.code
        most = limits.MAX_EXPECTED_KERNELS
        if not most or key in self._kernels or key in self._expected:
            return

        def work():
            if limits.code != code:
                raise RuntimeError("limits that shape code have been changed")
            return self._compiled(*describe(), mapped)

        with BUILDING:
            if key in self._kernels:
                return  # it was being built
            self._expected[key] = Ahead(work)
            if len(self._expected) > most:
                self._expected.popitem(last=False)

    def _made(self, key, describe, mapped):
        ahead = self._expected.pop(key, None)
        if ahead is None:
            return super()._made(key, describe, mapped)
        if ahead.busy:
            # Meanwhile this thread builds what that one would build next.
            any(other.help() for other in [*self._expected.values()])
        return self._loaded(*ahead.result())

    def build(self, signature, body, mapped):
        return self._loaded(*self._compiled(signature, body, mapped))

    def _compiled(self, signature, body, mapped):
        """The signature and the object file of a kernel."""
        target = self.target.of_kernel(signature, mapped)
        name = None if self._objects is None else _name(signature, body, mapped, target)
        objects = self._objects if name else None
        return signature, _object(
            objects, name, lambda: compile_kernel(signature, body, mapped, target)
        )

    def _loaded(self, signature, code):
        """The kernel in an object file."""
        return LlvmKernel(signature, self._library(code, ["kernel"]), self)

    @cached_property
    def range_functions(self) -> NativeFunctions:
        """What `NativeRanges` calls."""
        with BUILDING:
            code = _module(native_text(llvm.get_process_triple()), self._objects)
            return NativeFunctions(self._library(code, NativeFunctions.NAMES))

    @cached_property
    def chain_functions(self) -> ChainFunctions:
        """What a `Chain` calls."""
        with BUILDING:
            code = _module(chain_functions.native_text(llvm.get_process_triple()), self._objects)
            library = self._library(code, ChainFunctions.NAMES)
            return ChainFunctions(library, self.range_functions)

    def chain(self, layout: Layout, parts: int) -> Chain:
        """A chain of its kernels, of so many parts."""
        return Chain(self.chain_functions, layout, parts)

    def _library(self, code, names):
        """What an object file defines by some names."""
        # A linker keeps 8 KB of each library that is dropped, and goes with the last of its own.
        if self._linked % LIBRARIES == 0:
            self._linker = _new_linker(self.target)
        self._linked += 1
        library = llvm.JITLibraryBuilder().add_object_img(code).add_current_process()
        for name, address in _stack_probes().items():
            library.import_symbol(name, address)
        for name in names:
            library.export_symbol(name)
        return library.link(self._linker, str(self._linked))


@cache
def _stack_probes() -> dict[str, int]:
    """The address, by its name, of the function that LLVM calls on Windows for large stack frames.

    It touches each page: Windows gives a thread its stack page by page, in order.
    """
    if sys.platform != "win32":
        return {}
    name = "__chkstk"
    return {name: ctypes.cast(getattr(ctypes.WinDLL("ntdll"), name), ctypes.c_void_p).value}


def _object(objects, name, make) -> bytes:
    """The object file of a name, one that is kept or is made; objects : None keeps none."""
    code = None if objects is None else objects.get(name)
    if code is None:
        code = make()
        if objects is not None:
            objects.put(name, code)
    return code


def _name(signature, body, mapped, target):
    """The name of a kernel among object files; None if its body has none."""
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


def load_module(text: str, given: dict[str, int], names: list[str], objects=None):
    """The addresses, by name, of what a module of LLVM's assembly language defines.

    given : the addresses of what it declares. objects : as an `LlvmEngine` has them.
    It lives as long as what is returned.
    """
    library = llvm.JITLibraryBuilder().add_object_img(_module(text, objects))
    for each, address in given.items():
        library.import_symbol(each, address)
    for each in names:
        library.export_symbol(each)
    return library.link(_new_linker(plain_target()), "module")


def _module(text, objects) -> bytes:
    """The object file of a module of LLVM's assembly language."""

    def make():
        parsed = llvm.parse_assembly(text, llvm.create_context())
        return unlocked.emit_object(target_machine(plain_target()), parsed)

    return _object(objects, digest(text, llvm.get_process_triple(), _llvm_versions()), make)


@cache
def engine(target: Target, objects=None) -> LlvmEngine:
    """The engine for a target and a store of object files (None: none), kept."""
    return LlvmEngine(target, objects)
