"""Code for other processors and systems, emitted here and read, not run."""

from __future__ import annotations

import ctypes
import re
from types import SimpleNamespace

import llvmlite.binding as llvm
import pytest

from softgl.lanes import (
    BOOL,
    F32,
    F64,
    I32,
    I64,
    U32,
    Signature,
    Target,
    chain_functions,
    compiler,
    native_setters_text,
    object_files,
    ranges,
    target,
)
from softgl.lanes.native_setters import SetterKind
from softgl.lanes.target import X86_LEVELS, plain_target
from softgl.lanes.threads.native import native_text
from tests.lanes.test_machines import OPERATIONS

WIDTHS = {"baseline": 4, "generic": 4, "avx2": 8, "avx512": 16}
# Systems, as LLVM names them and as Python does.
LINUX, MACOS = ("unknown-linux-gnu", "linux"), ("apple-darwin", "darwin")
WINDOWS = ("pc-windows-msvc", "win32")
ARM64 = [("aarch64", *LINUX), ("arm64", *MACOS), ("aarch64", *WINDOWS)]
X86 = [("x86_64", *LINUX), ("x86_64", *MACOS), ("x86_64", *WINDOWS)]
KERNELS = [
    *((X86[0], level) for level in X86_LEVELS),
    *((platform, "avx2") for platform in X86[1:]),
    *((platform, "generic") for platform in ARM64),
]
SIGNATURE = Signature(
    (), (("f", F32), ("d", F64), ("i", I32), ("w", I64), ("out", U32)), frozenset({"out"})
)
# Instructions that leave a function; labels within one begin with L or .L.
CALLS = re.compile(r"^\s+(?:call.*|jmp\s+[^.L\s].*|blr?\s.*|b\s+[^.L\s].*)", re.M)
# Windows wants this call before more than a page of the stack is used.
PROBE = re.compile(r"bl\s+__chkstk|movabsq\s+\$__chkstk, (%\w+)\n\s+callq\s+\*\1")


@pytest.fixture
def emit_for(monkeypatch):
    """`emit_for(platform)`: LLVM emits code for a processor and system as if it ran there."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()

    def choose(platform):
        cpu, system, name = platform
        monkeypatch.setattr(llvm, "get_process_triple", lambda: f"{cpu}-{system}")
        monkeypatch.setattr(target, "sys", SimpleNamespace(platform=name))
        target.host_levels.cache_clear()

    yield choose
    target.host_levels.cache_clear()


def kernel_assembly(body, level):
    """A kernel that reads f, d, i and w and writes out, as assembly."""
    chosen = Target(level, WIDTHS[level])
    machine = compiler.target_machine(chosen)
    emitted = compiler.emit_kernel(SIGNATURE, body, True, chosen)
    return machine.emit_assembly(compiler.optimise(emitted, machine))


def every_operation(m, a, index):
    lanes = {F32: m.load(a.f, index), I32: m.load(a.i, index), I64: m.load(a.w, index)}
    lanes |= {F64: m.load(a.d, index), U32: m.as_u32(lanes[I32]), BOOL: lanes[F32] < 1.0}
    for row, (formula, types, result) in enumerate(OPERATIONS.values()):
        value = formula(m, *(lanes[t] for t in types))
        if result.kind == "f":
            value = m.bits(value)
        elif result is BOOL:
            value = m.select(value, m.u32(1), 0)
        low, high = m.words(value) if value.type is I64 else (m.as_u32(value), 0)
        m.store(a.out, index, low ^ high, 16 * row)
    # Thousands of zeros must not become a call of memset, nor a copy one of memcpy.
    memory = m.array(1000, [m.u32(0)] * 4)
    memory.scatter(lanes[I32] & 511, 1, lanes[U32])
    m.store(a.out, index, memory.gather(lanes[I32] & 255, 1))


@pytest.mark.parametrize(("platform", "level"), KERNELS)
def test_kernels(emit_for, platform, level, capfd):
    """No operation becomes a call of a library, or an instruction that means something else."""
    emit_for(platform)
    assembly = kernel_assembly(every_operation, level)
    if platform[1:] == WINDOWS:
        assembly, probes = PROBE.subn("", assembly)
        assert probes == 1
    assert not CALLS.findall(assembly)
    assert not re.findall(r".*\bf(?:max|min)nm.*", assembly)  # they look through signalling NaNs
    assert capfd.readouterr() == ("", "")


def test_a_library_would_be_seen(emit_for):
    """The machine emits no such operation where it has no instruction."""
    emit_for(X86[0])
    for name in "fd":

        def body(m, a, index, name=name):
            m.store(a.out, index, m.to_u32(m.apply("floor", m.load(getattr(a, name), index))))

        assert CALLS.findall(kernel_assembly(body, "baseline"))
        assert not CALLS.findall(kernel_assembly(body, "avx2"))


def native_texts():
    """The modules of native code besides kernels, for the triple of the process."""
    triple = llvm.get_process_triple()
    kinds = [
        SetterKind(0, 3),
        SetterKind(1, 4, True),
        SetterKind(2, 3, integers=(0, 255, 255), choices=8),
    ]
    yield native_setters_text.native_text(
        {kind: f"take{number}" for number, kind in enumerate(kinds)}
    )
    for functions in (ranges, chain_functions):
        yield native_text(functions.codes(), triple)


@pytest.mark.parametrize("platform", [*X86, *ARM64])
def test_native_code(emit_for, platform, capfd):
    """It calls declared functions only, at any address, and pauses in busy waits."""
    emit_for(platform)
    pauses = 0
    for text in native_texts():
        module = llvm.parse_assembly(text, llvm.create_context())
        assembly = compiler.target_machine(plain_target()).emit_assembly(module)
        # A far function has its address in a register.
        called = re.findall(r"^\s+bl?\s+_?([^.L\s]\S*)", assembly, re.M)
        called += re.findall(r"movabsq\s+\$(?!LCPI)_?([a-zA-Z]\w+),", assembly)
        assert set(called) <= set(re.findall(r"@([\w.]+)", text))
        # A table of addresses is near what it is for only where all of a library lies together.
        assert plain_target().near or not re.findall(r".*(?::got|@GOT).*", assembly)
        pauses += len(re.findall(r"^\s+(?:pause|yield)$", assembly, re.M))
    assert pauses == 3
    assert capfd.readouterr() == ("", "")


CALLS_A_PROBE = """
declare void @__chkstk()
define void @kernel() {
  call void @__chkstk()
  ret void
}
"""


def test_windows_has_the_probe_of_large_frames(monkeypatch):
    """Kernels are linked with the function of the system that LLVM calls for these."""
    calls = []
    system = SimpleNamespace(__chkstk=ctypes.CFUNCTYPE(None)(lambda: calls.append("probe")))
    monkeypatch.setattr(ctypes, "WinDLL", {"ntdll": system}.get, raising=False)
    monkeypatch.setattr(object_files, "sys", SimpleNamespace(platform="win32"))
    object_files.stack_probes.cache_clear()
    try:
        code = object_files.compile_module(CALLS_A_PROBE, None)
        library = object_files.Linker(plain_target()).link(code, ["kernel"])
        ctypes.CFUNCTYPE(None)(library["kernel"])()
    finally:
        object_files.stack_probes.cache_clear()
    assert calls == ["probe"]
