"""Native code of chains: threads take parts, prepare them, and finish them in order.

`chains` writes the blocks that it reads.
"""

from __future__ import annotations

import ctypes

from softgl.lanes.ranges import BUSY, NativeFunctions, pause_text

# The words that threads share, each on a line of the cache of its own: the number of the next part;
# of threads in native code, at the offset that `ranges` gives it; of finished parts; of all parts;
# of the thread whose part is open to helpers, from 1 on, or 0; of its next range; of helpers; and
# 1 after `Chain.stop`.
NEXT, INSIDE, ENDED, PART_COUNT, OPEN_OWNER, NEXT_RANGE, HELPING, STOPPED = range(0, 8 * BUSY, BUSY)
STATE = 8 * BUSY
SHARED_WORDS = {
    "next": NEXT, "inside": INSIDE, "ended": ENDED, "part.count": PART_COUNT,
    "open.owner": OPEN_OWNER, "next.range": NEXT_RANGE, "helping": HELPING, "stopped": STOPPED,
}  # fmt: skip
# The sizes of %Place, %Step and %Last in TEXT.
PLACE_WORDS, STEP_WORDS, LAST_WORDS = 10, 6, 4
OVER, MORE, LATER, MAKE = range(4)
"""Results of `Chain.work`."""
PROGRESS, CANCELLED, RESUMED = 1, 2, 8
"""The word of a %Place with the progress of its part; the numbers that Python writes there after
MAKE: the chain ends before the part, or it resumes at step `number - RESUMED`."""
TEXT = """
{declared}

%Step = type {{ ptr, ptr, ptr, ptr, ptr, i64 }}  ; kernel, record, table, lanes, stop, ends
%Last = type {{ ptr, ptr, ptr, ptr }}  ; kernel, record, place of the range in it, tables by owner
; thread, progress, part, address of the array `part`, steps, number of steps, addresses of the
; arrays `kind`, `ranges` and `range_count`, last kernels
; progress: 0 no part, 1 ready, {given_up} the chain ends before the part, 3 finished except for
; helpers, {goes_on} + n: resumes at step n
%Place = type {{ i64, i64, i64, ptr, ptr, i64, ptr, ptr, ptr, ptr }}

; Prepares a part from a step on. Returns 0 if it is ready, 1 if the chain ends before it, 2 if a
; step has stopped for Python.
define internal i64 @ready(ptr %place, i64 %part, i64 %from) {{
start:
  %part.at.at = getelementptr %Place, ptr %place, i64 0, i32 3
  %part.at = load ptr, ptr %part.at.at
  %part.word = trunc i64 %part to i32
  store i32 %part.word, ptr %part.at
  %steps.at = getelementptr %Place, ptr %place, i64 0, i32 4
  %steps = load ptr, ptr %steps.at
  %count.at = getelementptr %Place, ptr %place, i64 0, i32 5
  %count = load i64, ptr %count.at
  br label %next
next:
  %number = phi i64 [ %from, %start ], [ %following, %go.on ]
  %left = icmp slt i64 %number, %count
  br i1 %left, label %step, label %made
step:
  %step.at = getelementptr %Step, ptr %steps, i64 %number
  %kernel = load ptr, ptr %step.at
  %record.at = getelementptr %Step, ptr %step.at, i64 0, i32 1
  %record = load ptr, ptr %record.at
  %table.at = getelementptr %Step, ptr %step.at, i64 0, i32 2
  %table = load ptr, ptr %table.at
  %lanes.at.at = getelementptr %Step, ptr %step.at, i64 0, i32 3
  %lanes.at = load ptr, ptr %lanes.at.at
  %mapped = icmp ne ptr %lanes.at, null
  br i1 %mapped, label %count.lanes, label %run
count.lanes:
  %lanes.word = load i32, ptr %lanes.at
  %lanes.some = sext i32 %lanes.word to i64
  br label %run
run:
  %lanes = phi i64 [ 0, %step ], [ %lanes.some, %count.lanes ]
  call void %kernel(ptr %record, ptr %table, i64 %lanes)
  %stop.at.at = getelementptr %Step, ptr %step.at, i64 0, i32 4
  %stop.at = load ptr, ptr %stop.at.at
  %asks = icmp ne ptr %stop.at, null
  br i1 %asks, label %ask, label %go.on
ask:
  %stop = load i32, ptr %stop.at
  %stops = icmp ne i32 %stop, 0
  br i1 %stops, label %not.made, label %go.on
go.on:
  %following = add i64 %number, 1
  br label %next
made:
  ret i64 0
not.made:
  %ends.at = getelementptr %Step, ptr %step.at, i64 0, i32 5
  %ends = load i64, ptr %ends.at
  %how = sub i64 2, %ends
  ret i64 %how
}}

; Runs ranges of an owner's part until none is left; true if it ran one.
define internal i1 @finish(ptr %state, ptr %owner, ptr %mine) {{
start:
  %kind.at.at = getelementptr %Place, ptr %owner, i64 0, i32 6
  %kind.at = load ptr, ptr %kind.at.at
  %kind = load i32, ptr %kind.at
  %ranges.at = getelementptr %Place, ptr %owner, i64 0, i32 7
  %ranges = load ptr, ptr %ranges.at
  %count.at.at = getelementptr %Place, ptr %owner, i64 0, i32 8
  %count.at = load ptr, ptr %count.at.at
  %count.word = load i32, ptr %count.at
  %count = sext i32 %count.word to i64
  %owner.number = load i64, ptr %owner
  %last.at.at = getelementptr %Place, ptr %mine, i64 0, i32 9
  %lasts = load ptr, ptr %last.at.at
  %last = getelementptr %Last, ptr %lasts, i32 %kind
  %kernel = load ptr, ptr %last
  %record.at = getelementptr %Last, ptr %last, i64 0, i32 1
  %record = load ptr, ptr %record.at
  %range.at.at = getelementptr %Last, ptr %last, i64 0, i32 2
  %range.at = load ptr, ptr %range.at.at
  %range.end.at = getelementptr i64, ptr %range.at, i64 1
  %tables.at = getelementptr %Last, ptr %last, i64 0, i32 3
  %tables = load ptr, ptr %tables.at
  %table.at = getelementptr ptr, ptr %tables, i64 %owner.number
  %table = load ptr, ptr %table.at
  {addresses}
  br label %next
next:
  %any = phi i1 [ false, %start ], [ true, %run ]
  %number = atomicrmw add ptr %next.range.at, i64 1 seq_cst
  %there = icmp slt i64 %number, %count
  br i1 %there, label %run, label %done
run:
  %range = getelementptr [2 x i32], ptr %ranges, i64 %number
  %end.at = getelementptr i32, ptr %range, i64 1
  %first = load i32, ptr %range
  %end = load i32, ptr %end.at
  store i32 %first, ptr %range.at
  store i32 %end, ptr %range.end.at
  call void %kernel(ptr %record, ptr %table, i64 0)
  br label %next
done:
  ret i1 %any
}}

; Waits for the turn of a part, or for the end of all, and helps meanwhile. Returns 0 if all parts
; are ended or stopped, 1 if it is the turn of the part, 2 after a number of rounds without either.
define internal i64 @wait(ptr %state, ptr %places, ptr %mine, i64 %part, i64 %rounds) {{
start:
  {addresses}
  br label %look
look:
  %round = phi i64 [ 0, %start ], [ %following, %pause ]
  %stopped = load atomic i64, ptr %stopped.at seq_cst, align 8
  %stops = icmp ne i64 %stopped, 0
  br i1 %stops, label %over, label %turn
turn:
  %ended = load atomic i64, ptr %ended.at seq_cst, align 8
  %limit = load atomic i64, ptr %part.count.at seq_cst, align 8
  %all = icmp sge i64 %ended, %limit
  br i1 %all, label %over, label %whose
whose:
  %is.mine = icmp eq i64 %ended, %part
  br i1 %is.mine, label %mine.now, label %others
others:
  %seen = load atomic i64, ptr %open.owner.at seq_cst, align 8
  %is.open = icmp ne i64 %seen, 0
  br i1 %is.open, label %come, label %none
come:
  ; The owner waits for every helper that is counted before it closes the part.
  %before = atomicrmw add ptr %helping.at, i64 1 seq_cst
  %now = load atomic i64, ptr %open.owner.at seq_cst, align 8
  %still = icmp ne i64 %now, 0
  br i1 %still, label %finish, label %leave
finish:
  %owner.number = sub i64 %now, 1
  %owner.at = getelementptr ptr, ptr %places, i64 %owner.number
  %owner = load ptr, ptr %owner.at
  %any = call i1 @finish(ptr %state, ptr %owner, ptr %mine)
  br label %leave
leave:
  %came = phi i1 [ false, %come ], [ %any, %finish ]
  %after = atomicrmw sub ptr %helping.at, i64 1 seq_cst
  br label %none
none:
  %helped = phi i1 [ false, %others ], [ %came, %leave ]
  %waited = add i64 %round, 1
  %following = select i1 %helped, i64 0, i64 %waited
  %patient = icmp slt i64 %following, %rounds
  br i1 %patient, label %pause, label %long
pause:
  {pause}
  br label %look
over:
  ret i64 0
mine.now:
  ret i64 1
long:
  ret i64 2
}}

; Does the work of `work`, which counts the threads.
define internal i64 @take(ptr %state, ptr %places, ptr %mine, i64 %most, i64 %rounds) {{
start:
  {addresses}
  %far.at = getelementptr %Place, ptr %mine, i64 0, i32 1
  %part.at = getelementptr %Place, ptr %mine, i64 0, i32 2
  %number = load i64, ptr %mine
  %place = add i64 %number, 1
  br label %again
again:
  %done = phi i64 [ 0, %start ], [ %one.more, %ended ]
  %far = load i64, ptr %far.at
  %goes.on = icmp sge i64 %far, {goes_on}
  br i1 %goes.on, label %go.on, label %look
go.on:
  %begun = load i64, ptr %part.at
  %from = sub i64 %far, {goes_on}
  br label %make
look:
  switch i64 %far, label %wanted [ i64 1, label %resume i64 {given_up}, label %give.up
                                     i64 3, label %others ]
give.up:
  store i64 0, ptr %far.at
  %given.up = load i64, ptr %part.at
  br label %end
wanted:
  %more = icmp slt i64 %done, %most
  br i1 %more, label %take, label %later
take:
  %stopped = load atomic i64, ptr %stopped.at seq_cst, align 8
  %stops = icmp ne i64 %stopped, 0
  br i1 %stops, label %over, label %choose
choose:
  %chosen = atomicrmw add ptr %next.at, i64 1 seq_cst
  %limit = load atomic i64, ptr %part.count.at seq_cst, align 8
  %there = icmp slt i64 %chosen, %limit
  br i1 %there, label %make, label %drain
make:
  %new = phi i64 [ %chosen, %choose ], [ %begun, %go.on ]
  %step = phi i64 [ 0, %choose ], [ %from, %go.on ]
  %made = call i64 @ready(ptr %mine, i64 %new, i64 %step)
  %cannot = icmp eq i64 %made, 1
  br i1 %cannot, label %end, label %keep
end:
  %not.this = phi i64 [ %given.up, %give.up ], [ %new, %make ]
  %limit.before = atomicrmw min ptr %part.count.at, i64 %not.this seq_cst
  br label %drain
drain:
  %all = call i64 @wait(ptr %state, ptr %places, ptr %mine, i64 -1, i64 %rounds)
  ret i64 %all
keep:
  store i64 %new, ptr %part.at
  %is.ready = icmp eq i64 %made, 0
  %how.far = select i1 %is.ready, i64 1, i64 0
  store i64 %how.far, ptr %far.at
  br i1 %is.ready, label %resume, label %ask
ask:
  ret i64 3
resume:
  %part = load i64, ptr %part.at
  %turn = call i64 @wait(ptr %state, ptr %places, ptr %mine, i64 %part, i64 %rounds)
  %is.mine = icmp eq i64 %turn, 1
  br i1 %is.mine, label %finish, label %not.now
not.now:
  ret i64 %turn
finish:
  store atomic i64 0, ptr %next.range.at seq_cst, align 8
  store atomic i64 %place, ptr %open.owner.at seq_cst, align 8
  %any = call i1 @finish(ptr %state, ptr %mine, ptr %mine)
  store atomic i64 0, ptr %open.owner.at seq_cst, align 8
  br label %others
others:
  %round = phi i64 [ 0, %look ], [ 0, %finish ], [ %following, %pause ]
  %helping = load atomic i64, ptr %helping.at seq_cst, align 8
  %alone = icmp eq i64 %helping, 0
  br i1 %alone, label %ended, label %wait
wait:
  ; A helper may not be on a CPU now.
  %following = add i64 %round, 1
  %patient = icmp slt i64 %following, %rounds
  br i1 %patient, label %pause, label %long
long:
  store i64 3, ptr %far.at
  ret i64 2
pause:
  {pause}
  br label %others
ended:
  %part.ended = load i64, ptr %part.at
  store i64 0, ptr %far.at
  %one.more = add i64 %done, 1
  %next.turn = add i64 %part.ended, 1
  store atomic i64 %next.turn, ptr %ended.at seq_cst, align 8
  br label %again
later:
  ret i64 1
over:
  ret i64 0
}}

; Prepares and finishes up to %most parts, and helps; returns OVER, MORE, LATER or MAKE.
define i64 @work(ptr %state, ptr %places, ptr %mine, i64 %most, i64 %rounds) {{
start:
  {addresses}
  %before = atomicrmw add ptr %inside.at, i64 1 seq_cst
  %ended = load atomic i64, ptr %ended.at seq_cst, align 8
  %limit = load atomic i64, ptr %part.count.at seq_cst, align 8
  %all = icmp sge i64 %ended, %limit
  br i1 %all, label %out, label %in
in:
  %what = call i64 @take(ptr %state, ptr %places, ptr %mine, i64 %most, i64 %rounds)
  br label %out
out:
  %result = phi i64 [ 0, %start ], [ %what, %in ]
  %after = atomicrmw sub ptr %inside.at, i64 1 seq_cst
  ret i64 %result
}}
"""


def native_text(triple: str) -> str:
    """Returns the module of LLVM's assembly language for a machine."""
    declared, pause = pause_text(triple)
    addresses = "\n  ".join(
        f"%{name}.at = getelementptr i8, ptr %state, i64 {at}" for name, at in SHARED_WORDS.items()
    )
    return TEXT.format(
        declared=declared, pause=pause, addresses=addresses, given_up=CANCELLED, goes_on=RESUMED
    )


class ChainFunctions:
    """The compiled functions of `native_text`.

    library : addresses by name. ranges : the functions of `ranges`, for `wait`.
    """

    NAMES = ("work",)

    def __init__(self, library, ranges: NativeFunctions):
        pointer, number = ctypes.c_void_p, ctypes.c_int64
        arguments = [pointer, pointer, pointer, number, number]
        self.work = ctypes.CFUNCTYPE(number, *arguments)(library["work"])
        self.wait = ranges.wait
        self._library = library
