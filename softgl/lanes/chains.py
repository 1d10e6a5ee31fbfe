"""Chains: kernels one after the other for each part of a work, with no Python between two.

Threads take parts, and make each ready in memory of their own, step by step. Then it is finished,
by ranges of a last kernel: part after part, in order. Whoever waits for that helps the one whose
turn it is. To come back to Python between two kernels takes 0.03 ms, and its lock lets only one
thread do so: a fifth of the time of a mesh of two million triangles that two threads share.

What a kernel is told lies in memory, where kernels before it may put it: how many lanes there are,
and the scalars of its record.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from threading import Lock

import numpy as np

from softgl.lanes.kernel import Kernel, entry
from softgl.lanes.ranges import pause_text
from softgl.records import dataclass

ROUNDS = 5_000  # that who waits for its turn stays awake, up to 0.3 ms
PAUSE = 5e-5  # seconds that it sleeps then
LINE, BYTES = 8, 8  # words of a line of the cache, and bytes of a word


@dataclass(frozen=True)
class Step:
    """A kernel that is called for each part, or for each range of one.

    named : of its arrays that a Layout has by other names.
    lanes : the array that says over how many lanes it runs; None for one that is not mapped.
    stop : the array that says afterwards, by what is not 0, that the part does not go on so.
    ends : whether the chain ends before this part, then; else Python is to say how it goes on.
    """

    kernel: Kernel
    named: dict[str, str]
    lanes: str | None = None
    stop: str | None = None
    ends: bool = False

    @property
    def arrays(self) -> dict[str, tuple]:
        """What there is to know of each array, as `Signature.places` has it, by Layout's names."""
        places = self.kernel.signature.places.items()
        return {self.named.get(name, name): place for name, place in places}


class Layout:
    """Where all that a thread has to make parts ready lies in a block of words.

    First comes what native code reads, the head, with the arrays that are short, of zeros at first,
    and then the others. So the head of another thread is the same but for the addresses in it.

    steps : the kernels in order, by name. last : those that finish parts, by their kinds; None for
        one that is not to be had.
    memory : of each array in the block how many elements it has, and their type. words : arrays of
        one I32 that lie in the record of a step: its name, and the scalar.
    alone : the names of those that who helps has for itself, too.
    places : how many threads there may be.

    Among the arrays are four of I32: `part`, where the number of a part goes; and `kind`, `ranges`
    and `range_count`, which say in what ranges it is finished, and how.
    steps : their names. size : of a block, in words.
    """

    def __init__(
        self,
        steps: dict[str, Step],
        last: Sequence[Step | None],
        memory: dict[str, tuple[int, type]],
        words: dict[str, tuple[str, str]],
        alone: Sequence[str],
        places: int,
    ):
        self.steps, self.places, self._alone, self.size = [*steps], places, alone, 0
        kinds = {kind: step for kind, step in enumerate(last) if step is not None}
        self._called, self._kinds = steps | kinds, list(kinds)
        place, at_steps, at_last = map(self._room, (PLACE, STEP * len(steps), LAST * len(last)))
        called = self._called.items()
        self._records = {key: self._room(len(_slots(step))) for key, step in called}
        self._widths = {key: 2 * len(step.arrays) for key, step in called}
        self._tables = {key: self._room(width) for key, width in self._widths.items()}
        # The tables by which others are helped, and where those of all are.
        self._others = {kind: self._room(places * self._widths[kind]) for kind in kinds}
        self._pointers = {kind: self._room(places) for kind in kinds}
        self._arrays = {
            name: (self._records[key] + _slots(self._called[key])[scalar], 1, np.int32)
            for name, (key, scalar) in words.items()
        }
        sizes = {
            name: -(-n * np.dtype(type_).itemsize // BYTES) for name, (n, type_) in memory.items()
        }
        small = [name for name, size in sizes.items() if size <= LINE]
        for name in small:
            self._arrays[name] = self._room(sizes[name]), *memory[name]
        self._head = self.size
        self._image, self._moves = np.zeros((2, self._head), np.int64)
        for name in [name for name in memory if name not in small]:
            self.size = -(-self.size // LINE) * LINE
            self._arrays[name] = self._room(sizes[name]), *memory[name]
        self._given: list[tuple[str, tuple]] = []
        self._given_at: list[int] = []
        for number, (name, step) in enumerate(steps.items()):
            at = at_steps + STEP * number
            self._describe(at, name, (self._tables[name], step.lanes, step.stop))
            self._image[at + 5] = step.ends
        for kind, step in kinds.items():
            range_at = self._records[kind] + step.kernel.place_of_range // BYTES
            self._describe(at_last + LAST * kind, kind, (range_at, self._pointers[kind]))
        self._point(place + 3, ["part", at_steps])
        self._image[place + 5] = len(steps)
        self._point(place + 6, ["kind", "ranges", "range_count", at_last])

    def _room(self, words: int) -> int:
        """Where so many more words are."""
        at, self.size = self.size, self.size + words
        return at

    def _point(self, at, targets) -> None:
        """Write addresses: of words by their numbers, or of arrays by name; None writes none."""
        for target in targets:
            if target is not None:
                place = self._arrays[target][0] if isinstance(target, str) else target
                self._image[at], self._moves[at] = BYTES * place, 1
            at += 1

    def _describe(self, at, key, targets):
        """Write a %Step or %Last, and its table as far as it is known."""
        step = self._called[key]
        self._image[at] = step.kernel.address
        self._point(at + 1, [self._records[key], *targets])
        for number, (name, place) in enumerate(step.arrays.items()):
            where = self._tables[key] + 2 * number
            if name in self._arrays:
                self._point(where, [name])
                self._image[where + 1] = self._arrays[name][1]
            else:
                self._given.append((name, place))
                self._given_at += where, where + 1

    def fill(
        self, block: np.ndarray, number: int, given: dict, scalars: dict[str | int, dict]
    ) -> None:
        """Write the head of the first thread.

        given : the other arrays, by name. scalars : of steps by their names, and of the last ones
            by their kinds; of those that are not there 0 is written.
        """
        head = block[: self._head]
        np.multiply(self._moves, _address(block), out=head)
        head += self._image
        entries = []
        for name, place in self._given:
            entries += entry(name, given[name], place)
        # Addresses are below 2^63.
        head[self._given_at] = entries
        for key, step in self._called.items():
            packed = step.kernel.packed_scalars(_zeros(step) | scalars.get(key, {}))
            at = self._records[key]
            head[at : at + len(packed) // BYTES] = np.frombuffer(packed, np.int64)
        self._number(block, number)

    def give(self, block: np.ndarray, given: dict) -> None:
        """Write where some of the given arrays are now."""
        for (name, place), at in zip(self._given, self._given_at[::2], strict=True):
            if name in given:
                block[at : at + 2] = entry(name, given[name], place)

    def head(self, block: np.ndarray) -> tuple[np.ndarray, int]:
        """A copy of a head, and the address of its block."""
        return block[: self._head].copy(), _address(block)

    def copy(self, block: np.ndarray, number: int, first: tuple[np.ndarray, int]) -> None:
        """Write the head of another thread; first : what `head` gives."""
        head, address = first
        np.multiply(self._moves, _address(block) - address, out=block[: self._head])
        block[: self._head] += head
        self._number(block, number)

    def array(self, block: np.ndarray, name: str) -> np.ndarray:
        """One of the arrays in a block."""
        at, count, dtype = self._arrays[name]
        return np.ndarray(count, dtype, block, BYTES * at)

    def _number(self, block, number):
        """Say which thread it is, and that no part is ready."""
        block[:3] = number, 0, 0
        for kind in self._kinds:
            block[self._pointers[kind] + number] = _address(block) + BYTES * self._tables[kind]

    def link(self, block: np.ndarray, owner: np.ndarray) -> None:
        """Let a thread help an owner, with the arrays of that one, but those of who is `alone`."""
        number = int(owner[0])
        for kind in self._kinds:
            width, table = self._widths[kind], self._tables[kind]
            at = self._others[kind] + number * width
            block[at : at + width] = owner[table : table + width]
            for slot, name in enumerate(self._called[kind].arrays):
                if name in self._alone:
                    block[at + 2 * slot] = _address(block) + BYTES * self._arrays[name][0]
            block[self._pointers[kind] + number] = _address(block) + BYTES * at


def _slots(step):
    """The number of each scalar in the record of a step."""
    return step.kernel.signature.scalar_slots


def _zeros(step):
    return dict.fromkeys(_slots(step), 0)


def _address(array: np.ndarray) -> int:
    return ctypes.addressof(
        ctypes.c_char.from_buffer(array)
    )  # a third of the time of `ctypes.data`


class Chain:
    """A work of so many parts.

    ended : how many parts are finished. limit : how many will be. To be looked at when all threads
        have come back.
    """

    def __init__(self, functions: ChainFunctions, layout: Layout, parts: int):
        self._functions, self._layout, self._parts = functions, layout, parts
        self._state = ctypes.create_string_buffer(STATE)
        self._word(LIMIT).value = parts
        self._blocks: dict[int, np.ndarray] = {}
        self._pointers = np.zeros(layout.places, np.int64)
        self._lock, self._first = Lock(), None
        self._kept: dict = {}  # of which native code has the addresses only
        self._own: dict[int, dict] = {}  # likewise, by the numbers of threads

    def _word(self, offset):
        return ctypes.c_int64.from_buffer(self._state, offset)

    @property
    def ended(self) -> int:
        return self._word(ENDED).value

    @property
    def limit(self) -> int:
        return self._word(LIMIT).value

    def is_ended(self) -> bool:
        """Whether all parts are finished, and no thread is at `work`, after a moment at most.

        Who comes to `work` later looks at nothing of its block.
        """
        return self.ended == self._parts and bool(self._functions.idle(self._state, ROUNDS))

    def begin(self, number: int, block: np.ndarray, given: dict, scalars: dict) -> None:
        """Say what the first thread has; the other parameters are those of `Layout.fill`."""
        self._layout.fill(block, number, given, scalars)
        self._kept = given
        self._first = self._layout.head(block)
        self._add(number, block)

    def join(self, number: int, block: np.ndarray) -> None:
        """Let another thread take part; after `begin`."""
        self._layout.copy(block, number, self._first)
        self._add(number, block)

    def _add(self, number, block):
        with self._lock:
            for other in self._blocks.values():
                self._layout.link(block, other)
                self._layout.link(other, block)
            self._blocks[number] = block
            self._pointers[number] = _address(block)

    def work(self, number: int, most: int) -> int:
        """Take parts, `most` of them at most, and help; releases Python's lock.

        To be called by the thread of this number again and again, until all is OVER. Else there is
        MORE to do; or it is long until there is, LATER; or a step has stopped, and who calls is to
        MAKE what it can of the part, and to say where to `go_on`, or to `give_up`.
        """
        given = self._state, self._pointers.ctypes.data, _address(self._blocks[number])
        return self._functions.work(*given, most, ROUNDS)

    def give_up(self, number: int) -> None:
        """Let the chain end before its part, after MAKE."""
        self._blocks[number][1] = 2

    def go_on(self, number: int, step: str) -> None:
        """Go on with its part at a step, after MAKE."""
        self._blocks[number][1] = 8 + self._layout.steps.index(step)

    def give(self, number: int, given: dict) -> None:
        """Let the steps of a thread have other arrays, until it gives others."""
        self._layout.give(self._blocks[number], given)
        self._own[number] = given

    def array(self, number: int, name: str) -> np.ndarray:
        """One of the arrays of a thread."""
        return self._layout.array(self._blocks[number], name)

    def stop(self) -> None:
        """Let nobody go on but with what it is at."""
        self._word(STOPPED).value = 1


# What threads share, on lines of the cache of their own: the next part, the part whose turn it is,
# how many there will be, the place of the one that can be helped, from 1 on, the next of its
# ranges, how many threads help, how many are in native code, and whether all is to stop.
NEXT, ENDED, LIMIT, OPEN, TAKEN, HELPING, INSIDE, STOPPED = range(0, 8 * 128, 128)
STATE = 8 * 128
# Words of what is described below.
PLACE, STEP, LAST = 10, 6, 4
OVER, MORE, LATER, MAKE = range(4)
"""What `Chain.work` returns."""
TEXT = """
{declared}

%Step = type {{ ptr, ptr, ptr, ptr, ptr, i64 }}  ; kernel, record, table, lanes, stop, ends
%Last = type {{ ptr, ptr, ptr, ptr }}  ; kernel, record, place of the range in it, tables by owner
; number, how far a part is and which, where its number goes, steps and how many, kind, ranges and
; how many, last kernels
; how far it is: 0 none is there, 1 ready, 2 the chain is to end before it, 8 and more: it goes on
; with a step
%Place = type {{ i64, i64, i64, ptr, ptr, i64, ptr, ptr, ptr, ptr }}

; Make a part ready, from a step on: 0 if it is, 1 if the chain is to end before it, 2 if Python is
; to go on.
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

; Finish ranges of what an owner has made ready, until there is none; whether there was one.
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
  %taken.at = getelementptr i8, ptr %state, i64 {taken}
  br label %next
next:
  %any = phi i1 [ false, %start ], [ true, %run ]
  %number = atomicrmw add ptr %taken.at, i64 1 seq_cst
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

; Wait for the turn of a part, or until all are ended, and help meanwhile:
; 0 if all are ended or stopped, 1 if it is its turn, 2 if neither is so after so many rounds.
define internal i64 @wait(ptr %state, ptr %places, ptr %mine, i64 %part, i64 %rounds) {{
start:
  %ended.at = getelementptr i8, ptr %state, i64 {ended}
  %limit.at = getelementptr i8, ptr %state, i64 {limit}
  %open.at = getelementptr i8, ptr %state, i64 {open}
  %helping.at = getelementptr i8, ptr %state, i64 {helping}
  %stopped.at = getelementptr i8, ptr %state, i64 {stopped}
  br label %look
look:
  %round = phi i64 [ 0, %start ], [ %following, %pause ]
  %stopped = load atomic i64, ptr %stopped.at seq_cst, align 8
  %stops = icmp ne i64 %stopped, 0
  br i1 %stops, label %over, label %turn
turn:
  %ended = load atomic i64, ptr %ended.at seq_cst, align 8
  %limit = load atomic i64, ptr %limit.at seq_cst, align 8
  %all = icmp sge i64 %ended, %limit
  br i1 %all, label %over, label %whose
whose:
  %is.mine = icmp eq i64 %ended, %part
  br i1 %is.mine, label %mine.now, label %others
others:
  %seen = load atomic i64, ptr %open.at seq_cst, align 8
  %is.open = icmp ne i64 %seen, 0
  br i1 %is.open, label %come, label %none
come:
  ; Who has come before it is closed is waited for.
  %before = atomicrmw add ptr %helping.at, i64 1 seq_cst
  %now = load atomic i64, ptr %open.at seq_cst, align 8
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

; What `work` does, but for who is there.
define internal i64 @take(ptr %state, ptr %places, ptr %mine, i64 %most, i64 %rounds) {{
start:
  %next.at = getelementptr i8, ptr %state, i64 {next}
  %ended.at = getelementptr i8, ptr %state, i64 {ended}
  %limit.at = getelementptr i8, ptr %state, i64 {limit}
  %open.at = getelementptr i8, ptr %state, i64 {open}
  %taken.at = getelementptr i8, ptr %state, i64 {taken}
  %helping.at = getelementptr i8, ptr %state, i64 {helping}
  %stopped.at = getelementptr i8, ptr %state, i64 {stopped}
  %far.at = getelementptr %Place, ptr %mine, i64 0, i32 1
  %part.at = getelementptr %Place, ptr %mine, i64 0, i32 2
  %number = load i64, ptr %mine
  %place = add i64 %number, 1
  br label %again
again:
  %done = phi i64 [ 0, %start ], [ %one.more, %ended ]
  %far = load i64, ptr %far.at
  %goes.on = icmp sge i64 %far, 8
  br i1 %goes.on, label %go.on, label %look
go.on:
  %begun = load i64, ptr %part.at
  %from = sub i64 %far, 8
  br label %make
look:
  switch i64 %far, label %wanted [ i64 1, label %resume i64 2, label %give.up ]
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
  %limit = load atomic i64, ptr %limit.at seq_cst, align 8
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
  %limit.before = atomicrmw min ptr %limit.at, i64 %not.this seq_cst
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
  store atomic i64 0, ptr %taken.at seq_cst, align 8
  store atomic i64 %place, ptr %open.at seq_cst, align 8
  %any = call i1 @finish(ptr %state, ptr %mine, ptr %mine)
  store atomic i64 0, ptr %open.at seq_cst, align 8
  br label %others
others:
  %helping = load atomic i64, ptr %helping.at seq_cst, align 8
  %alone = icmp eq i64 %helping, 0
  br i1 %alone, label %ended, label %pause
pause:
  {pause}
  br label %others
ended:
  store i64 0, ptr %far.at
  %one.more = add i64 %done, 1
  %next.turn = add i64 %part, 1
  store atomic i64 %next.turn, ptr %ended.at seq_cst, align 8
  br label %again
later:
  ret i64 1
over:
  ret i64 0
}}

; Take parts, so many at most, and help; returns OVER, MORE, LATER or MAKE.
define i64 @work(ptr %state, ptr %places, ptr %mine, i64 %most, i64 %rounds) {{
start:
  %inside.at = getelementptr i8, ptr %state, i64 {inside}
  %before = atomicrmw add ptr %inside.at, i64 1 seq_cst
  %ended.at = getelementptr i8, ptr %state, i64 {ended}
  %limit.at = getelementptr i8, ptr %state, i64 {limit}
  %ended = load atomic i64, ptr %ended.at seq_cst, align 8
  %limit = load atomic i64, ptr %limit.at seq_cst, align 8
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

; Whether no thread is at work, after so many rounds at most.
define i64 @idle(ptr %state, i64 %rounds) {{
start:
  %inside.at = getelementptr i8, ptr %state, i64 {inside}
  br label %look
look:
  %round = phi i64 [ 0, %start ], [ %next, %pause ]
  %inside = load atomic i64, ptr %inside.at seq_cst, align 8
  %none = icmp eq i64 %inside, 0
  br i1 %none, label %done, label %again
again:
  %next = add i64 %round, 1
  %patient = icmp slt i64 %next, %rounds
  br i1 %patient, label %pause, label %done
pause:
  {pause}
  br label %look
done:
  %result = zext i1 %none to i64
  ret i64 %result
}}
"""


def native_text(triple: str) -> str:
    """The module of LLVM's assembly language for a machine."""
    declared, pause = pause_text(triple)
    return TEXT.format(
        declared=declared, pause=pause, next=NEXT, ended=ENDED, limit=LIMIT, open=OPEN,
        taken=TAKEN, helping=HELPING, inside=INSIDE, stopped=STOPPED,
    )  # fmt: skip


class ChainFunctions:
    """The functions of `native_text`; library : the addresses by name."""

    NAMES = ("work", "idle")

    def __init__(self, library):
        pointer, number = ctypes.c_void_p, ctypes.c_int64
        arguments = [pointer, pointer, pointer, number, number]
        self.work = ctypes.CFUNCTYPE(number, *arguments)(library["work"])
        self.idle = ctypes.CFUNCTYPE(number, pointer, number)(library["idle"])
        self._library = library
