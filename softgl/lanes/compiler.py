"""Compiles formulas to object files with llvmlite; `llvm_kernel` says how they are called."""

from __future__ import annotations

from functools import partial

import llvmlite.binding as llvm

from softgl.collector import uncollected
from softgl.lanes import unlocked
from softgl.lanes.kernel import Arguments
from softgl.lanes.lane import Lane
from softgl.lanes.llvm import LlvmMachine
from softgl.lanes.llvm_memory import LlvmArray
from softgl.lanes.llvm_text import I1, I8, I32_, I64_, POINTER, Writer, constant
from softgl.lanes.primitives import element_type
from softgl.lanes.target import Target
from softgl.lanes.types import BOOL, I32
from softgl.tuning import limits

llvm.initialize_native_target()
llvm.initialize_native_asmprinter()
llvm.initialize_native_asmparser()  # for modules that hold assembly


def emit_kernel(signature, body, mapped, target) -> Writer:
    """Returns the function `kernel`, not optimised yet."""
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
    """Loads the arguments of a function from its first two parameters: record and table."""
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
    """Returns LLVM's machine for a target; `large` : for kernels that are (`is_large`)."""
    chosen = llvm.Target.from_triple(llvm.get_process_triple())
    reach = ("pic", "small") if target.near else ("static", "jitdefault")
    return chosen.create_target_machine(
        target.cpu, target.features, 0 if large else 2, *reach, jit=True
    )


def is_large(emitted: Writer) -> bool:
    """True for a kernel compiled with less effort, in time linear in its size."""
    blocks, longest = emitted.blocks, limits.MAX_CAREFUL_BLOCK
    if emitted.target.many_registers:
        longest = limits.MAX_CAREFUL_INSTRUCTIONS
    return (
        sum(blocks) > limits.MAX_CAREFUL_INSTRUCTIONS
        or max(blocks) > longest
        or len(blocks) > limits.MAX_CAREFUL_BLOCKS
    )


def optimise(emitted: Writer, machine):
    """Returns the module parsed, checked and optimised."""
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
    """Returns the passes worth their time: the writer already removes repetitions and hoists.

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
    """Returns the object file of a kernel."""
    # All that is emitted would be looked at again and again: a fifth of the time, and 0.1 seconds
    # at any moment in a large heap.
    with uncollected():
        emitted = emit_kernel(signature, body, mapped, target)
        machine = target_machine(target, is_large(emitted))
        return unlocked.emit_object(machine, optimise(emitted, machine))
