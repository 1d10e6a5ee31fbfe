"""The native core of the C interface: a stub for each function, and a queue for each thread.

A stub saves the registers that hold arguments and enters `softgl_enter` with its number. That finds
the queue of the thread and does what the function's shape says (`softgl.capi.shapes`): it appends
the call to the queue, or a row to the vertices there, and runs the queue where it has to, through
`softgl_run`, one call of Python for all that the queue holds.

The queue consists of words of eight bytes. A record is a head, the number of the function and above
16 bits the number of words, and the arguments. Rows, of attributes and vertices, are one record
with the number ROWS: three words each, place, number of vertices before it, and four floats.
"""

from __future__ import annotations

from collections.abc import Sequence

from softgl.capi.shapes import (
    ANSWER_DONE,
    ANSWER_ERROR,
    ATTRIBUTE,
    HEAD_BYTES,
    PROVOKING,
    SHAPE_BYTES,
)

ROWS = 0xFFFF  # stands for the number of a function
ROW_WORDS = 3
QUEUE_WORDS = 1 << 15  # after so many the queue is run
ROOM_WORDS = 1 << 12  # beyond these, for calls within a call that is being run
EXPORTS = ("softgl_entries", "softgl_run", "softgl_state")

# The words of a thread's state.
THREAD = (
    "base next first running queueing clear result rows vertices done interrupted ending"
).split()
PLACES = {name: number for number, name in enumerate(THREAD)}
# The words of `softgl_state`.
STATE = {
    name: number
    for number, name in enumerate(
        "gate key end_thread before_fork parent_forked child_forked functions"
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
AARCH64 = """
softgl_common:
  stp x29, x30, [sp, #-16]!
  mov x29, sp
  sub sp, sp, #128
  stp x0, x1, [sp]
  stp x2, x3, [sp, #16]
  stp x4, x5, [sp, #32]
  stp x6, x7, [sp, #48]
  stp d0, d1, [sp, #64]
  stp d2, d3, [sp, #80]
  stp d4, d5, [sp, #96]
  stp d6, d7, [sp, #112]
  mov w0, w16
  mov x1, sp
  bl softgl_enter
  add sp, sp, #128
  ldp x29, x30, [sp], #16
  ret
"""
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
    return _assembly(machine, len(shapes)) + CORE.format(
        table_bytes=len(shapes) * SHAPE_BYTES, shape_bytes=SHAPE_BYTES, head=HEAD_BYTES,
        table=table,
        rows=ROWS, row_words=ROW_WORDS, limit=QUEUE_WORDS, room=QUEUE_WORDS + ROOM_WORDS,
        queue_bytes=8 * (QUEUE_WORDS + ROOM_WORDS), state=8 * len(THREAD),
        words=len(STATE) - STATE["functions"] - 1,
        provoking0=provoking[0], provoking1=provoking[1], ended=ENDED, open=OPEN,
        attribute=ATTRIBUTE, done=ANSWER_DONE, error=ANSWER_ERROR,
        functions=len(shapes), rows_head=ROWS | 1 << 16, rows_more=ROW_WORDS << 16,
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


CORE = """
@softgl_run = global ptr null, align 8
@softgl_state = global {{ i64, i64, ptr, ptr, ptr, ptr, i64, [{words} x i64] }} {{
    i64 0, i64 0, ptr @softgl_end_thread, ptr @softgl_before_fork, ptr @softgl_parent_forked,
    ptr @softgl_child_forked, i64 {functions}, [{words} x i64] zeroinitializer }}, align 8
@softgl_shapes = internal constant [{table_bytes} x i8] c"{table}"
@firsts = internal constant [3 x i32] [i32 0, i32 33984, i32 0]
@sizes = internal constant [5 x i64] [i64 4, i64 8, i64 1, i64 2, i64 4]

declare ptr @pthread_getspecific(i32)
declare i32 @pthread_setspecific(i32, ptr)
declare ptr @calloc(i64, i64)
declare ptr @malloc(i64)
declare void @free(ptr)

; A word of the state of the library.
define internal i64 @state(i64 %number) {{
  %at = getelementptr i64, ptr @softgl_state, i64 %number
  %value = load atomic i64, ptr %at acquire, align 8
  ret i64 %value
}}

; The state of the calling thread, made if there is none; null if there is no memory.
define internal ptr @this_thread() {{
  %key.word = call i64 @state(i64 {of_key})
  %key = trunc i64 %key.word to i32
  %known = call ptr @pthread_getspecific(i32 %key)
  %is.known = icmp ne ptr %known, null
  br i1 %is.known, label %found, label %make
found:
  ret ptr %known
make:
  %made = call ptr @calloc(i64 1, i64 {state})
  %is.made = icmp ne ptr %made, null
  br i1 %is.made, label %queue, label %none
queue:
  %words = call ptr @malloc(i64 {queue_bytes})
  %is.queue = icmp ne ptr %words, null
  br i1 %is.queue, label %keep, label %drop
keep:
  store ptr %words, ptr %made
  %kept = call i32 @pthread_setspecific(i32 %key, ptr %made)
  ret ptr %made
drop:
  call void @free(ptr %made)
  ret ptr null
none:
  ret ptr null
}}

; Run the queue; what the last call in it returned. A signal that Python took for the program as the
; run began is given back to it afterwards.
define internal i64 @flush(ptr %thread) {{
  %done.at = getelementptr i64, ptr %thread, i64 {at_done}
  %interrupted.at = getelementptr i64, ptr %thread, i64 {at_interrupted}
  %result.at = getelementptr i64, ptr %thread, i64 {at_result}
  %rows.at = getelementptr i64, ptr %thread, i64 {at_rows}
  store i64 0, ptr %result.at
  store i64 0, ptr %rows.at
  br label %again
again:
  %times = phi i32 [ 0, %0 ], [ %more, %interrupted ]
  %gate = call i64 @state(i64 {of_gate})
  %is.open = icmp eq i64 %gate, {open}
  br i1 %is.open, label %call, label %ended
call:
  store i64 0, ptr %done.at
  %run = load ptr, ptr @softgl_run
  call void %run(ptr %thread)
  %done = load i64, ptr %done.at
  %is.done = icmp ne i64 %done, 0
  br i1 %is.done, label %signal, label %interrupted
interrupted:
  store i64 1, ptr %interrupted.at
  %more = add i32 %times, 1
  %too.often = icmp ugt i32 %more, 8
  br i1 %too.often, label %ended, label %again
signal:
  %stopped = load i64, ptr %interrupted.at
  %is.stopped = icmp ne i64 %stopped, 0
  br i1 %is.stopped, label %tell, label %return
tell:
  store i64 0, ptr %interrupted.at
  %set = call i64 @state(i64 {of_PyErr_SetInterrupt})
  %set.pointer = inttoptr i64 %set to ptr
  call void %set.pointer()
  br label %return
return:
  %result = load i64, ptr %result.at
  ret i64 %result
ended:
  %next.at = getelementptr i64, ptr %thread, i64 {at_next}
  %first.at = getelementptr i64, ptr %thread, i64 {at_first}
  %first = load i64, ptr %first.at
  store i64 %first, ptr %next.at
  ret i64 0
}}

; Append a call to the queue; false if there is no room.
define internal i1 @append(ptr %thread, i64 %id, ptr %shape, ptr %block) {{
  %count.at = getelementptr i8, ptr %shape, i64 1
  %count.byte = load i8, ptr %count.at
  %count = zext i8 %count.byte to i64
  %next.at = getelementptr i64, ptr %thread, i64 {at_next}
  %next = load i64, ptr %next.at
  %words = add i64 %count, 1
  %end = add i64 %next, %words
  %fits = icmp ule i64 %end, {room}
  br i1 %fits, label %write, label %refuse
write:
  %base = load ptr, ptr %thread
  %to = getelementptr i64, ptr %base, i64 %next
  %size = shl i64 %words, 16
  %head = or i64 %size, %id
  store i64 %head, ptr %to
  store i64 %end, ptr %next.at
  %rows.at = getelementptr i64, ptr %thread, i64 {at_rows}
  store i64 0, ptr %rows.at
  %places = getelementptr i8, ptr %shape, i64 {head}
  br label %loop
loop:
  %index = phi i64 [ 0, %write ], [ %after, %copy ]
  %more = icmp ult i64 %index, %count
  br i1 %more, label %copy, label %done
copy:
  %after = add i64 %index, 1
  %place.at = getelementptr i8, ptr %places, i64 %index
  %place.byte = load i8, ptr %place.at
  %place = zext i8 %place.byte to i64
  %from = getelementptr i64, ptr %block, i64 %place
  %word = load i64, ptr %from
  %argument = getelementptr i64, ptr %to, i64 %after
  store i64 %word, ptr %argument
  br label %loop
done:
  ret i1 true
refuse:
  ret i1 false
}}

; A component of an attribute, of a kind, as a float.
define internal float @component(ptr %from, i64 %kind) {{
  switch i64 %kind, label %float [ i64 1, label %double i64 2, label %unit
                                   i64 3, label %short i64 4, label %int ]
float:
  %f = load float, ptr %from, align 1
  ret float %f
double:
  %d = load double, ptr %from, align 1
  %d.single = fptrunc double %d to float
  ret float %d.single
unit:
  %u = load i8, ptr %from
  %u.double = uitofp i8 %u to double
  %u.ratio = fdiv double %u.double, 255.0
  %u.single = fptrunc double %u.ratio to float
  ret float %u.single
short:
  %s = load i16, ptr %from, align 1
  %s.single = sitofp i16 %s to float
  ret float %s.single
int:
  %i = load i32, ptr %from, align 1
  %i.single = sitofp i32 %i to float
  ret float %i.single
}}

; Where the rows go: the record that is open, or a new one.
define internal void @open_rows(ptr %thread) {{
  %rows.at = getelementptr i64, ptr %thread, i64 {at_rows}
  %rows = load i64, ptr %rows.at
  %is.open = icmp ne i64 %rows, 0
  br i1 %is.open, label %done, label %new
new:
  %next.at = getelementptr i64, ptr %thread, i64 {at_next}
  %next = load i64, ptr %next.at
  %base = load ptr, ptr %thread
  %head = getelementptr i64, ptr %base, i64 %next
  store i64 {rows_head}, ptr %head
  %after = add i64 %next, 1
  store i64 %after, ptr %next.at
  store i64 %after, ptr %rows.at
  %vertices.at = getelementptr i64, ptr %thread, i64 {at_vertices}
  store i64 0, ptr %vertices.at
  br label %done
done:
  ret void
}}

; Append the row of an attribute or a vertex; false for an index that there is not, or NULL.
define internal i1 @attribute(ptr %thread, ptr %shape, ptr %block) {{
  %head = load <8 x i8>, ptr %shape, align 1
  %place.byte = extractelement <8 x i8> %head, i64 2
  %size.byte = extractelement <8 x i8> %head, i64 3
  %kind.byte = extractelement <8 x i8> %head, i64 4
  %sequence.byte = extractelement <8 x i8> %head, i64 5
  %choose.byte = extractelement <8 x i8> %head, i64 6
  %choices.byte = extractelement <8 x i8> %head, i64 7
  %place.0 = zext i8 %place.byte to i32
  %size = zext i8 %size.byte to i64
  %kind = zext i8 %kind.byte to i64
  %is.sequence = icmp ne i8 %sequence.byte, 0
  %chooses = icmp ne i8 %choose.byte, 0
  %places = getelementptr i8, ptr %shape, i64 {head}
  br i1 %chooses, label %choose, label %given
choose:
  %choose.which = zext i8 %choose.byte to i64
  %least.at = getelementptr i32, ptr @firsts, i64 %choose.which
  %least = load i32, ptr %least.at
  %index.place = load i8, ptr %places
  %index.word = zext i8 %index.place to i64
  %index.at = getelementptr i64, ptr %block, i64 %index.word
  %index.given = load i32, ptr %index.at
  %index = sub i32 %index.given, %least
  %choices = zext i8 %choices.byte to i32
  %is.choice = icmp ult i32 %index, %choices
  br i1 %is.choice, label %chosen, label %refuse
chosen:
  %place.1 = add i32 %place.0, %index
  %is.first = icmp eq i32 %place.1, {provoking0}
  %is.second = icmp eq i32 %place.1, {provoking1}
  %provokes = or i1 %is.first, %is.second
  %place.2 = select i1 %provokes, i32 0, i32 %place.1
  br label %given
given:
  %place = phi i32 [ %place.0, %0 ], [ %place.2, %chosen ]
  %skipped = zext i1 %chooses to i64
  %numbers = getelementptr i8, ptr %places, i64 %skipped
  %first.place = load i8, ptr %numbers
  %first.word = zext i8 %first.place to i64
  %first.at = getelementptr i64, ptr %block, i64 %first.word
  %memory.0 = load ptr, ptr %first.at
  %memory = select i1 %is.sequence, ptr %memory.0, ptr %block
  %is.there = icmp ne ptr %memory, null
  br i1 %is.there, label %row, label %refuse
row:
  call void @open_rows(ptr %thread)
  %next.at = getelementptr i64, ptr %thread, i64 {at_next}
  %next = load i64, ptr %next.at
  %base = load ptr, ptr %thread
  %to = getelementptr i64, ptr %base, i64 %next
  store i32 %place, ptr %to
  %vertices.at = getelementptr i64, ptr %thread, i64 {at_vertices}
  %vertices = load i64, ptr %vertices.at
  %vertices.word = trunc i64 %vertices to i32
  %number.at = getelementptr i32, ptr %to, i64 1
  store i32 %vertices.word, ptr %number.at
  %is.vertex = icmp eq i32 %place, 0
  %one = zext i1 %is.vertex to i64
  %vertices.now = add i64 %vertices, %one
  store i64 %vertices.now, ptr %vertices.at
  %floats = getelementptr i64, ptr %to, i64 1
  store <4 x float> <float 0.0, float 0.0, float 0.0, float 1.0>, ptr %floats, align 4
  %stride.at = getelementptr i64, ptr @sizes, i64 %kind
  %stride = load i64, ptr %stride.at
  br label %loop
loop:
  %k = phi i64 [ 0, %row ], [ %after, %put ]
  %offset = mul i64 %k, %stride
  %element = getelementptr i8, ptr %memory, i64 %offset
  %word.place.at = getelementptr i8, ptr %numbers, i64 %k
  %word.place.byte = load i8, ptr %word.place.at
  %word.place = zext i8 %word.place.byte to i64
  %word = getelementptr i64, ptr %block, i64 %word.place
  %from = select i1 %is.sequence, ptr %element, ptr %word
  br label %put
put:
  %value = call float @component(ptr %from, i64 %kind)
  %component.at = getelementptr float, ptr %floats, i64 %k
  store float %value, ptr %component.at
  %after = add i64 %k, 1
  %more = icmp ult i64 %after, %size
  br i1 %more, label %loop, label %done
done:
  %next.now = add i64 %next, {row_words}
  store i64 %next.now, ptr %next.at
  %rows.at = getelementptr i64, ptr %thread, i64 {at_rows}
  %rows = load i64, ptr %rows.at
  %rows.head.0 = getelementptr i64, ptr %base, i64 %rows
  %rows.head = getelementptr i64, ptr %rows.head.0, i64 -1
  %head.before = load i64, ptr %rows.head
  %head.now = add i64 %head.before, {rows_more}
  store i64 %head.now, ptr %rows.head
  ret i1 true
refuse:
  ret i1 false
}}

; The answer to a call without Python, which has ended, or failed to start.
define internal i64 @answer(ptr %shape, i64 %failed) {{
  %mode = load i8, ptr %shape
  %is.attribute = icmp eq i8 %mode, {attribute}
  br i1 %is.attribute, label %nothing, label %look
look:
  %answer.at = getelementptr i8, ptr %shape, i64 2
  %answer = load i8, ptr %answer.at
  switch i8 %answer, label %nothing [ i8 {done}, label %done i8 {error}, label %error ]
done:
  %success = xor i64 %failed, 1
  ret i64 %success
error:
  %code = add i64 %failed, 12288
  ret i64 %code
nothing:
  ret i64 0
}}

; A call: `block` holds the registers, and the arguments on the stack behind them.
define hidden i64 @softgl_enter(i32 %number, ptr %block) {{
  %id = zext i32 %number to i64
  %gate = call i64 @state(i64 {of_gate})
  %shape = getelementptr [{shape_bytes} x i8], ptr @softgl_shapes, i64 %id
  switch i64 %gate, label %start [ i64 {open}, label %go i64 {ended}, label %ended ]
ended:
  %answer = call i64 @answer(ptr %shape, i64 0)
  ret i64 %answer
start:
  %started = call i32 @softgl_start()
  %gate.now = call i64 @state(i64 {of_gate})
  %is.started = icmp eq i64 %gate.now, {open}
  br i1 %is.started, label %go, label %failed
failed:
  %excuse = call i64 @answer(ptr %shape, i64 1)
  ret i64 %excuse
go:
  %thread = call ptr @this_thread()
  %is.thread = icmp ne ptr %thread, null
  br i1 %is.thread, label %which, label %nothing
which:
  %mode = load i8, ptr %shape
  %next.at = getelementptr i64, ptr %thread, i64 {at_next}
  switch i8 %mode, label %at.once [
      i8 0, label %queued i8 2, label %attributes i8 3, label %error ]
at.once:
  %is.appended = call i1 @append(ptr %thread, i64 %id, ptr %shape, ptr %block)
  br i1 %is.appended, label %flush, label %nothing
flush:
  %result = call i64 @flush(ptr %thread)
  ret i64 %result
error:
  %clear.at = getelementptr i64, ptr %thread, i64 {at_clear}
  %clear = load i64, ptr %clear.at
  %waiting = load i64, ptr %next.at
  %is.clear = icmp ne i64 %clear, 0
  %is.empty = icmp eq i64 %waiting, 0
  %is.known = and i1 %is.clear, %is.empty
  br i1 %is.known, label %nothing, label %at.once
attributes:
  %is.attribute = call i1 @attribute(ptr %thread, ptr %shape, ptr %block)
  br i1 %is.attribute, label %later, label %at.once
queued:
  %is.queued = call i1 @append(ptr %thread, i64 %id, ptr %shape, ptr %block)
  br i1 %is.queued, label %later, label %nothing
later:
  %queueing.at = getelementptr i64, ptr %thread, i64 {at_queueing}
  %queueing = load i64, ptr %queueing.at
  %is.queueing = icmp ne i64 %queueing, 0
  %next = load i64, ptr %next.at
  %is.room = icmp ult i64 %next, {limit}
  %waits = and i1 %is.queueing, %is.room
  br i1 %waits, label %nothing, label %flush
nothing:
  ret i64 0
}}

; The end of a thread: Python lets go of what it holds for it.
define hidden void @softgl_end_thread(ptr %thread) {{
  %gate = call i64 @state(i64 {of_gate})
  %is.open = icmp eq i64 %gate, {open}
  br i1 %is.open, label %tell, label %release
tell:
  %ending.at = getelementptr i64, ptr %thread, i64 {at_ending}
  store i64 1, ptr %ending.at
  %result = call i64 @flush(ptr %thread)
  br label %release
release:
  %base = load ptr, ptr %thread
  call void @free(ptr %base)
  call void @free(ptr %thread)
  ret void
}}

; fork(), of a thread that does not hold Python's lock: Python is told of it as of os.fork().
@forking = internal global i64 0
@lock = internal global i32 0
define hidden void @softgl_before_fork() {{
  %gate = call i64 @state(i64 {of_gate})
  %is.open = icmp eq i64 %gate, {open}
  br i1 %is.open, label %ask, label %not
ask:
  %check.word = call i64 @state(i64 {of_PyGILState_Check})
  %check = inttoptr i64 %check.word to ptr
  %held = call i32 %check()
  %is.held = icmp ne i32 %held, 0
  br i1 %is.held, label %not, label %take
take:
  %ensure.word = call i64 @state(i64 {of_PyGILState_Ensure})
  %ensure = inttoptr i64 %ensure.word to ptr
  %lock = call i32 %ensure()
  store i32 %lock, ptr @lock
  store i64 1, ptr @forking
  %before.word = call i64 @state(i64 {of_PyOS_BeforeFork})
  %before = inttoptr i64 %before.word to ptr
  call void %before()
  ret void
not:
  ret void
}}
define internal void @forked(i64 %number) {{
  %forking = load i64, ptr @forking
  %is.forking = icmp ne i64 %forking, 0
  br i1 %is.forking, label %tell, label %done
tell:
  store i64 0, ptr @forking
  %after.word = call i64 @state(i64 %number)
  %after = inttoptr i64 %after.word to ptr
  call void %after()
  %release.word = call i64 @state(i64 {of_PyGILState_Release})
  %release = inttoptr i64 %release.word to ptr
  %lock = load i32, ptr @lock
  call void %release(i32 %lock)
  br label %done
done:
  ret void
}}
define hidden void @softgl_parent_forked() {{
  call void @forked(i64 {of_PyOS_AfterFork_Parent})
  ret void
}}
define hidden void @softgl_child_forked() {{
  call void @forked(i64 {of_PyOS_AfterFork_Child})
  ret void
}}
"""
