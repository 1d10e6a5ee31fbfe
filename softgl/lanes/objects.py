"""Compiles modules of LLVM's assembly language to relocatable object files, for a library on disk.

A library runs on any CPU of this kind, at any address: the code is that of the plain target, and
independent of its position.
"""

from __future__ import annotations

import llvmlite
import llvmlite.binding as llvm

from softgl.lanes import unlocked
from softgl.lanes.target import is_x86, plain_target

llvm.initialize_native_target()
llvm.initialize_native_asmprinter()
llvm.initialize_native_asmparser()  # for modules with assembly of the machine in them


def compile_object(text: str, triple: str | None = None) -> bytes:
    """The object file of a module; `triple` : another platform than this process's."""
    cpu, features = "", ""
    if triple is None:
        triple, target = llvm.get_process_triple(), plain_target()
        cpu, features = (target.cpu, target.features) if is_x86() else ("", "")
    else:
        llvm.initialize_all_targets()
        llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(triple).create_target_machine(
        cpu, features, 2, "pic", "small"
    )
    parsed = llvm.parse_assembly(text, llvm.create_context())
    parsed.triple = triple
    parsed.verify()
    passes = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=2))
    passes.getModulePassManager().run(parsed, passes)
    return unlocked.emit_object(machine, parsed)


def compiler_versions() -> tuple:
    """The versions that an object file depends on, besides its text."""
    return llvmlite.__version__, *llvm.llvm_version_info
