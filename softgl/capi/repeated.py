"""Sequences of calls in the queue that a client repeats, as for each object of a scene.

The first sequence with certain values is executed, and its draw taken by the batch. If the same
values come again, in the same state, the batch takes the draws of all sequences in a row together
(`softgl.gl.draw.batch_repeats`), and the last ones alone are executed, for the state that they
leave. So a draw costs two microseconds in the place of fifteen.
"""

from __future__ import annotations

import numpy as np

from softgl.capi.repeated_layout import (
    COUNTED,
    DRAW,
    LOW,
    QUIET,
    Layout,
    Uniform,
    copied_bytes,
)
from softgl.gl.api import enums as gl
from softgl.gl.api.groups import clock
from softgl.gl.draw.batch_repeats import (
    Elements,
    RepeatedDraw,
    StageStates,
    Store,
    Write,
    append_repeated,
    is_repeatable,
    may_repeat,
)
from softgl.gl.draw.equality import same
from softgl.gl.shading.uniforms import written_rows
from softgl.lanes.native_setters import setters
from softgl.records import dataclass
from softgl.tuning import limits

MAX_FAILURES = 16
"""Sequences of a layout that may not be repeated, before no more are looked at."""

MIN_REST, MAX_REST = 1 << 6, 1 << 16
"""Draws that are executed without a look at their sequences, after others were not repeated."""


@dataclass(frozen=True)
class Known:
    """A sequence whose draw the batch has taken.

    writes : the rows of the default block, (first, number) for each of `Layout.uniforms`.
    stores : (buffer object, offset, size) for each of `Layout.stores`.
    """

    draw: RepeatedDraw
    writes: tuple
    stores: tuple


@dataclass(frozen=True)
class Region:
    """Consecutive sequences of one layout in the queue.

    start : of the first one. rows : their words. keys : of each, as `Layout.keys`.
    """

    start: int
    rows: np.ndarray
    keys: list[bytes]

    def has(self, word: int) -> bool:
        """True if a word of the queue lies in one of them."""
        return self.start <= word < self.start + self.rows.size

    def place(self, word: int) -> int:
        """Returns the number of the sequence with a word."""
        return (word - self.start) // self.rows.shape[1]


class RepeatedCalls:
    """Finds repeated sequences in the queue of a client, and executes them together.

    All known sequences have one layout, and have been executed since the rest of the state changed.
    start : the word behind the latest draw, or other call that no sequence has.
    """

    def __init__(self, client):
        self._client, self._words = client, np.frombuffer(client.words, np.uint64)
        self._names, self._layouts = client.functions.names, {}
        numbers = client.functions.numbers
        self._enable, self._disable = (numbers[n] | 2 << 16 for n in ("glEnable", "glDisable"))
        self._layout, self._region, self.start = None, None, 0
        self._known: dict[bytes, Known] = {}
        self._stages: dict[tuple, StageStates] = {}
        # The revisions at the start of the sequence, and after the latest known one; -1: none is.
        self._since = self._expected = -1
        self._refusals = self._failures = 0
        self._repetitions = self._rest = self._resting = 0

    def begin(self) -> None:
        """Begins a queue."""
        self.start, self._region, self._since = 0, None, clock.latest
        self._refusals = self._client.refusals

    def end(self, at: int) -> None:
        """Ends a queue, perhaps within a sequence."""
        self._keep(self.start, at)

    def forget(self) -> None:
        """Forgets the known sequences: other calls may have changed what they depend on."""
        if self._expected != -1:
            self._expected, self._region = -1, None
            self._forget_known()

    def _forget_known(self) -> None:
        """Forgets the known sequences; after many that were not repeated, rests for a while."""
        if len(self._known) > self._repetitions:
            self._rest = min(max(2 * self._rest, MIN_REST), MAX_REST)
            self._resting = self._rest
        elif self._known:
            self._rest = 0
        self._repetitions = 0
        self._known.clear()
        self._stages.clear()

    def after(self, role: int, at: int, size: int, end: int) -> int:
        """Goes on after a call with a role that is not PART; returns the word of the next call.

        at : the word behind the call. size : its words. end : of the queue.
        """
        start, self.start = self.start, at
        if role == DRAW:
            region = self._region
            if region is None or not region.has(start):
                region = self._region = self._found(start, at, size, end)
            if region is None:
                self._keep(start, at)
            else:
                at = self.start = self._repeated(region, region.place(start), at)
        elif role == QUIET:
            self._keep(start, at - size)
        elif role != COUNTED or clock.latest != self._since:
            self.forget()
        self._since, self._refusals = clock.latest, self._client.refusals
        return at

    def _keep(self, start: int, at: int) -> None:
        """Keeps what is known if the calls between two words set nothing else than sequences do."""
        if self._expected == -1:
            return
        holds = self._since == self._expected
        if holds and start < at:
            layout = self._layout_of(start, at)
            holds = layout is not None and layout.states <= self._layout.states
        if holds:
            self._expected = clock.latest
        else:
            self.forget()

    def _layout_of(self, start: int, at: int) -> Layout | None:
        """Returns the layout of the calls between two words; None if it is not known."""
        words, heads, place = self._client.words, [], start
        while place < at:
            head = words[place]
            heads.append(self._enable if head == self._disable else head)
            place += head >> 16
        layouts, own = self._layouts.setdefault(tuple(heads), []), self._words[start:at]
        for layout in layouts:
            if layout.fits(own):
                break
        else:
            if sum(map(len, self._layouts.values())) > limits.MAX_KNOWN_SEQUENCES:
                self._layouts = {}
            layout = Layout(own, self._names)
            layouts.append(layout)
        return layout if layout.is_known else None

    # -- regions -----------------------------------------------------------------------------------

    def _found(self, start: int, at: int, draw: int, end: int) -> Region | None:
        """Returns the region that begins with an executed sequence, if it is long enough.

        draw : the words of its draw.
        """
        if self._resting:
            self._resting -= 1
            return None
        size, words = at - start, self._client.words
        count = (end - start) // size
        if count < limits.MIN_REPEATED_SEQUENCES or words[at + size - draw] != words[at - draw]:
            return None
        layout = self._layout_of(start, at)
        # Listeners are told of each call.
        if layout is None or setters.are_paused or not may_repeat(self._client.context):
            return None
        rows = self._words[start : start + count * size].reshape(count, size)
        rows = rows[: layout.matching(rows, [self._enable, self._disable])]
        if len(rows) < limits.MIN_REPEATED_SEQUENCES:
            return None
        if layout is not self._layout or self._since != self._expected:
            self._layout, self._failures = layout, 0
            self._forget_known()
        return Region(start, rows, layout.keys(rows))

    def _repeated(self, region: Region, row: int, at: int) -> int:
        """Notes a sequence that was executed, and repeats the next ones as far as they are known.

        row : its place in the region. at : the word behind it. Returns the next word to execute.
        """
        key, noted = region.keys[row], None
        if key not in self._known and self._failures < MAX_FAILURES:
            noted = self._noted(region.rows[row])
            self._failures += noted is None
        if noted is not None:
            if len(self._known) >= limits.MAX_KNOWN_SEQUENCES:
                self._forget_known()
            self._known[key] = noted
        first = row + 1
        end = min(len(region.keys), first + limits.MAX_REPEATED_SEQUENCES)
        last = self._repeatable(region.keys, first, end)
        if last > first and self._repeat(region, first, last):
            at = region.start + last * region.rows.shape[1]
            self._repetitions += last - first
        elif last > first:
            self._region, self._resting = None, len(region.keys) - first
        self._expected = clock.latest
        return at

    def _repeatable(self, keys: list[bytes], first: int, end: int) -> int:
        """Prepares known sequences from number `first` on; returns the end of these, or `end`."""
        prepared, context = set(), self._client.context
        for number in range(first, end):
            key = keys[number]
            if key not in prepared:
                known = self._known.get(key)
                if known is None:
                    return number
                if not known.draw.prepare(context):
                    del self._known[key]
                    return number
                prepared.add(key)
        return end

    def _noted(self, words: np.ndarray) -> Known | None:
        """Returns the sequence that was executed last; None if it may not be repeated."""
        context, layout = self._client.context, self._layout
        program, taken = context.shaders.current, context.batch.taken()
        if taken is None or program is None or self._client.refusals != self._refusals:
            return None
        programs = {int(words[place] & LOW) for place in layout.programs}
        if len(programs) > 1 or not is_repeatable(context):
            return None
        elements = self._elements(words[layout.draw :].tolist())
        writes = tuple(self._rows(program, each, words) for each in layout.uniforms)
        if elements is None or None in writes:
            return None
        draw, stores = RepeatedDraw(context, taken, elements, self._stages), []
        for target, each in layout.stores:
            buffer, size = context.buffers.bound[target], int(words[each.size])
            if buffer.data.size > limits.MAX_REPEATED_STORE:
                return None
            stores.append((buffer, int(words[each.offset]), size))
        return Known(draw, writes, tuple(stores))

    def _elements(self, words: list[int]) -> Elements | None:
        """Returns the elements of a draw; None for several instances or none, or other indices."""
        name, arguments = self._names[words[0] & 0xFFFF], words[1:]
        if "Instanced" in name and arguments.pop() & 0xFFFFFFFF != 1:
            return None
        mode, *low = [each & 0xFFFFFFFF for each in arguments]
        if "Arrays" in name:
            return Elements(mode, *low) if low[0] < 1 << 31 else None
        buffer = self._client.context.buffers.bound.get(gl.GL_ELEMENT_ARRAY_BUFFER)
        return buffer and Elements(mode, 0, low[0], (buffer, low[1], arguments[3]))

    @staticmethod
    def _rows(program, uniform: Uniform, words: np.ndarray) -> tuple[int, int] | None:
        """Returns the rows of the default block that a call of glUniform* writes, or None."""
        location, count, transpose = (
            int(words[place] & LOW) if place else 0
            for place in (uniform.location, uniform.count, uniform.transpose)
        )
        if transpose & 0xFF:
            return None
        location -= location >> 31 << 32
        return written_rows(program, location, uniform.setter, count if uniform.count else 1)

    # -- many sequences ----------------------------------------------------------------------------

    def _repeat(self, region: Region, first: int, last: int) -> bool:
        """Executes known sequences of a region together; False if they depend on each other."""
        context, keys, rows = self._client.context, region.keys[first:last], region.rows[first:last]
        latest = {key: row for row, key in enumerate(keys)}
        known = {key: self._known[key] for key in sorted(latest, key=latest.__getitem__)}
        some = next(iter(known.values())).draw
        if len({each.draw.fields[0] for each in known.values()}) > 1:
            return False
        if not context.batch.takes_again(some.taken, some.fields[0]) or not _independent(known):
            return False
        try:
            vertex_states, fragment_states = self._states(keys, known, rows)
        except MemoryError:  # their words, of all of them at once
            return False
        append_repeated(
            context.batch, [known[key].draw for key in keys], vertex_states, fragment_states
        )
        for row in self._rows_that_last(known, latest):
            self._execute(region, first + row)
        if limits.CHECKS_PLANS:
            now = context.plan.updated()
            if not same(
                (now.vertex_state, now.fragment_state), (vertex_states[-1], fragment_states[-1])
            ):
                raise AssertionError("a repeated draw does not have the states of its calls")
        return True

    def _states(self, keys, known, rows) -> tuple[list, list]:
        """Returns the vertex states and the fragment states of sequences, in their order."""
        layout, draws = self._layout, [known[key].draw for key in keys]
        if not layout.uniforms and not layout.stores:
            return [each.vertex.state for each in draws], [each.fragment.state for each in draws]
        vertex = {key: (each.draw.vertex, each.writes, each.stores) for key, each in known.items()}
        fragment = {
            key: (each.draw.fragment, each.writes, each.stores) for key, each in known.items()
        }
        return self._stage_states(keys, vertex, rows), self._stage_states(keys, fragment, rows)

    def _stage_states(self, keys, stages: dict[bytes, tuple], rows) -> list:
        """Returns the states of a stage of sequences.

        stages : by key, its `StageStates`, and the writes and stores of a `Known`.
        """
        places: dict[tuple, list[int]] = {}
        for place, key in enumerate(keys):
            places.setdefault(stages[key], []).append(place)
        if len(places) == 1:
            return self._several(*next(iter(places)), rows)
        states: list = [None] * len(keys)
        for group, own in places.items():
            for place, state in zip(own, self._several(*group, rows[own]), strict=True):
                states[place] = state
        return states

    def _several(self, stage: StageStates, writes, stores, rows: np.ndarray) -> list:
        """Returns the states of a stage of sequences that differ in words alone."""
        layout = self._layout
        return stage.several(
            len(rows),
            [
                Write(first, layout.numbers(uniform, rows, number))
                for uniform, (first, number) in zip(layout.uniforms, writes, strict=True)
            ],
            [
                Store(buffer, offset, copied_bytes(rows, each.data, size))
                for (_, each), (buffer, offset, size) in zip(layout.stores, stores, strict=True)
            ],
        )

    def _rows_that_last(self, known, latest) -> list[int]:
        """Returns the last sequences that write into each object: they leave the same state."""
        if self._layout.stores:
            return [latest[key] for key in known]
        programs = {}
        for key, each in known.items():
            programs.pop(each.draw.program, None)
            programs[each.draw.program] = latest[key]
        rows = list(programs.values())
        return rows if self._layout.uniforms else rows[-1:]

    def _execute(self, region: Region, row: int) -> None:
        """Executes the calls of a sequence before its draw."""
        size = region.rows.shape[1]
        start = region.start + row * size
        self._client.execute_simply(start, start + self._layout.draw)


def _independent(known: dict[bytes, Known]) -> bool:
    """True if sequences read nothing that others alone write.

    All of one program write the same rows of uniforms. Readers of a buffer object write the same
    bytes of it, or no sequence writes into it.
    """
    rows, ranges = {}, {}
    for each in known.values():
        if rows.setdefault(each.draw.program, each.writes) != each.writes:
            return False
        for buffer, *stored in each.stores:
            if ranges.setdefault(buffer, stored) != stored:
                return False
    for each in known.values():
        own = {buffer for buffer, *_ in each.stores}
        for buffer in ranges:
            if each.draw.reads(buffer) or (buffer not in own and each.draw.samples(buffer)):
                return False
    return True
