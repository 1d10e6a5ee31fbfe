"""The native core of the C interface: a stub for each function, and a queue for each thread.

A stub saves the registers that hold arguments and enters `softgl_enter` with its number. That finds
the queue of the thread and does what the function's shape says (`softgl.capi.shapes`): it appends
the call to the queue, or a row to the vertices there, and runs the queue where it has to, through
`softgl_run`, one call of Python for all that the queue holds.

The queue consists of words of eight bytes. A record is a head, the number of the function and above
16 bits the number of words, and the arguments. Rows, of attributes and vertices, are one record
with the number ROWS_MARK: three words each, place, number of vertices before it, and four floats.
"""

from __future__ import annotations

from collections.abc import Sequence

from softgl.capi.native_queue import QUEUE
from softgl.capi.native_rows import ROW_FUNCTIONS
from softgl.capi.native_threads import ENTER, THREADS
from softgl.capi.shapes import (
    ANSWER_DONE,
    ANSWER_ERROR,
    ARRAYS,
    AT_ONCE,
    GENERIC_0,
    HEAD_BYTES,
    PROVOKING,
    SHAPE_BYTES,
)
from softgl.capi.vectors import BY_PARAMETER, BY_PNAME, BY_SIZE, MAX_COPIED_BYTES, SIZES

ROWS_MARK = 0xFFFF  # stands for the number of a function
ROW_WORDS = 3
QUEUE_WORDS = 1 << 15  # after these the queue is run
NESTED_WORDS = 1 << 12  # beyond these, for calls within a call that is being run
EXPORTS = ("softgl_entries", "softgl_run", "softgl_state")

# The words of a thread's state.
THREAD = (
    "base next first running queueing clear result rows vertices done interrupted buffered".split()
)
PLACES = {name: number for number, name in enumerate(THREAD)}
# The words of `softgl_state`.
STATE = {
    name: number
    for number, name in enumerate(
        "gate key end_thread before_fork parent_forked child_forked exit functions"
        " PyGILState_Check PyGILState_Ensure PyGILState_Release PyOS_BeforeFork"
        " PyOS_AfterFork_Parent PyOS_AfterFork_Child PyErr_SetInterrupt".split()
    )
}
STARTING, OPEN, ENDED = range(3)
"""The gate: Python has not started yet, takes calls, or takes none any more."""

X86_64 = (
    """
softgl_common:
  subq $120, %rsp
  movq %rdi, (%rsp)
  movq %rsi, 8(%rsp)
  movq %rdx, 16(%rsp)
  movq %rcx, 24(%rsp)
  movq %r8, 32(%rsp)
  movq %r9, 40(%rsp)
"""
    + "".join(f"  movq %xmm{n}, {48 + 8 * n}(%rsp)\n" for n in range(8))
    + """
  movl %eax, %edi
  movq %rsp, %rsi
  call softgl_enter
  addq $120, %rsp
  ret
"""
)
AARCH64 = (
    """
softgl_common:
  stp x29, x30, [sp, #-144]!
  mov x29, sp
"""
    + "".join(f"  stp x{n}, x{n + 1}, [sp, #{16 + 8 * n}]\n" for n in range(0, 8, 2))
    + "".join(f"  stp d{n}, d{n + 1}, [sp, #{80 + 8 * n}]\n" for n in range(0, 8, 2))
    + """
  mov w0, w16
  add x1, sp, #16
  bl softgl_enter
  ldp x29, x30, [sp], #144
  ret
"""
)
COMMON = {"x86_64": X86_64, "aarch64": AARCH64}
STUBS = {
    "x86_64": "movl ${0}, %eax\\0A  jmp softgl_common",
    "aarch64": "movz w16, #{0}\\0A  b softgl_common",
}


def core_text(machine: str, shapes: Sequence[bytes], start: str = "") -> str:
    """The module of LLVM's assembly language.

    machine : a processor of `shapes.ARCHITECTURES`. shapes : of the functions, by number. start :
    the definition of `i32 softgl_start()`, which sets `softgl_run` in programs without Python; it
    returns 0 if it cannot.
    """
    table = "".join(f"\\{byte:02x}" for byte in b"".join(shapes))
    provoking = sorted(PROVOKING)
    labels = {1: "one", 3: "three", 4: "four"}
    sizes = " ".join(f"i32 {pname}, label %{labels[size]}" for pname, size in SIZES.items())
    return _assembly(machine, len(shapes)) + (QUEUE + ROW_FUNCTIONS + ENTER + THREADS).format(
        table_bytes=len(shapes) * SHAPE_BYTES, shape_bytes=SHAPE_BYTES, head=HEAD_BYTES,
        table=table,
        rows=ROWS_MARK, row_words=ROW_WORDS, limit=QUEUE_WORDS, room=QUEUE_WORDS + NESTED_WORDS,
        queue_bytes=8 * (QUEUE_WORDS + NESTED_WORDS), state=8 * len(THREAD),
        words=len(STATE) - STATE["functions"] - 1,
        sizes=sizes, by_pname=BY_PNAME, by_parameter=BY_PARAMETER, by_size=BY_SIZE,
        max_bytes=MAX_COPIED_BYTES,
        generic0=GENERIC_0, **{f"provoking{n}": place for n, place in enumerate(provoking)},
        ended=ENDED, open=OPEN,
        at_once=AT_ONCE, arrays=ARRAYS, done=ANSWER_DONE, error=ANSWER_ERROR,
        functions=len(shapes), rows_head=ROWS_MARK | 1 << 16, rows_more=ROW_WORDS << 16,
        **{f"at_{name}": number for name, number in PLACES.items()},
        **{f"of_{name}": number for name, number in STATE.items()},
    ) + (start or "define internal i32 @softgl_start() {\n  ret i32 0\n}\n")  # fmt: skip


def _assembly(machine: str, count: int) -> str:
    """The stubs, and the table of their addresses, as assembly within a module."""
    lines = [".text", *COMMON[machine].split("\n")]
    for number in range(count):
        lines += [".p2align 3", f".Lsoftgl_stub{number}:", STUBS[machine].format(number)]
    lines += [".data", ".p2align 3", ".globl softgl_entries", "softgl_entries:"]
    lines += [f".quad .Lsoftgl_stub{number}" for number in range(count)]
    lines += [".text"]
    return "".join(f'module asm "{line}"\n' for line in lines if line)
