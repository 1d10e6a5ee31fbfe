"""Emits loads and stores of a kernel's arrays: rows, gathers, records, under masks."""

from __future__ import annotations

from functools import partial
from itertools import chain, islice, zip_longest

from softgl.lanes.lane import Apart, Consecutive, Lane, Quads
from softgl.lanes.llvm_text import F64_, I32_, I64_, constant, undefined, vector
from softgl.lanes.loops import LoopMachine
from softgl.lanes.machine import MAX_VECTOR_LANES
from softgl.lanes.primitives import element_type
from softgl.lanes.types import BOOL, I32
from softgl.tuning import limits


class LlvmAccess(LoopMachine):
    """The operations of an LlvmMachine on arrays.

    gathers, has_gathers, rows, paired, masked_stores : of its target. writer : as it has it.
    """

    def _widened(self, value, element):
        if element.bits >= 32:
            return Lane(self, element, value)
        extend = "sext" if element.kind == "i" else "zext"
        return Lane(self, element.widened, self.writer.convert(extend, value, I32_))

    def _narrowed(self, value, element):
        return (
            value
            if element.bits >= 32
            else self.writer.convert("trunc", value, element_type(element))
        )

    def gather(self, array, index):
        return self.load_unchecked(array, self.min(self.max(index, 0), array.last))

    def load_unchecked(self, array, index, offset=0):
        return self._gathered(self._starting(array, offset), index.value, self.gathers)

    def load_unchecked_rarely(self, array, index):
        return self._gathered(array, index.value, self.has_gathers)

    def _starting(self, array, offset):
        """The array from an offset on, a lane or a number."""
        if not isinstance(offset, Lane) and not offset:
            return array
        start = offset.value if isinstance(offset, Lane) else constant(I32_, offset)
        memory = element_type(array.element)
        return array.starting_at(self.writer.address(array.address, start, memory))

    def _gathered(self, array, index, at_once):
        """The elements at indices; at_once : True to gather by one instruction."""
        memory = element_type(array.element)
        if not index.type.count:
            value = self._element(array, index, memory)
        elif at_once and index.type.count == self.width:
            address = self.writer.address(array.address, index, memory)
            value = self.writer.gather(address, memory, array.element.bits // 8, array.constant)
        else:
            value = self._gather_singly(array, index, memory)
        return self._widened(value, array.element)

    def load_unchecked_group(self, array, index, count, offsets=(0,)):
        arrays = [self._starting(array, offset) for offset in offsets]
        several = index.value.type.count == self.width and array.element.bits == 32
        if count % 2 or not several:
            return [[self.load_unchecked(a, index + i) for i in range(count)] for a in arrays]
        if self.gathers and (count == 2 or not self.rows):
            found = []
            for each in arrays:
                pairs = [self._gather_pair(each, (index + i).value) for i in range(0, count, 2)]
                found.append(list(chain.from_iterable(pairs)))
        else:
            found = self._gather_rows(arrays, index.value, count)
        return [[Lane(self, array.element, value) for value in rows] for rows in found]

    def _element(self, array, index, memory, of=None):
        """The element at a scalar index; or what lies there as a vector `of` several."""
        address = self.writer.address(array.address, index, memory)
        align = array.element.bits // 8
        if array.constant:
            return self.writer.load_constant(address, of or memory, align, hoisted=True)
        return self.writer.load(address, of or memory, align)

    def _gather_singly(self, array, index, memory):
        """A gather by loads of elements, for CPUs whose gathers are no faster."""
        value = undefined(vector(memory, index.type.count))
        for lane, number in enumerate(self._numbers(index)):
            value = self.writer.insert(value, self._element(array, number, memory), lane)
        return value

    def _numbers(self, index):
        """The lanes of a vector of indices as scalars, 64 bits wide."""
        # What LLVM makes of a gather, extending all to addresses before, takes a fifth more
        # instructions.
        writer = self.writer
        if not self.paired:
            for lane in range(index.type.count):
                yield writer.convert("zext", writer.extract(index, lane), I64_)
            return
        pairs = writer.cast("bitcast", index, vector(I64_, index.type.count // 2))
        for lane in range(0, index.type.count, 2):
            pair = writer.extract(pairs, lane // 2)
            yield writer.binary("and", pair, constant(I64_, 0xFFFFFFFF))
            yield writer.binary("lshr", pair, constant(I64_, 32))

    def _gather_pair(self, array, index):
        """Two neighbouring elements by gathers of both, which take half the time of two."""
        writer, memory, both = self.writer, element_type(array.element), []
        for first in range(0, self.width, 8):  # as many as a register has pairs
            some = writer.shuffle(index, range(first, min(first + 8, self.width)))
            address = writer.address(array.address, some, memory)
            pairs = writer.gather(address, I64_, array.element.bits // 8, array.constant)
            both.append(writer.cast("bitcast", pairs, vector(memory, 2 * some.type.count)))
        whole = self._joined(both)
        return [writer.shuffle(whole, range(part, 2 * self.width, 2)) for part in (0, 1)]

    def _gather_rows(self, arrays, index, count):
        """Two or four neighbouring elements of each array by a load for each lane."""
        memory = element_type(arrays[0].element)
        # Two by two, as numbers of 64 bits, they are put where they belong by the loads themselves.
        row = F64_ if count == 2 else vector(memory, count)
        numbers, parts = self._numbers(index), [[] for _ in arrays]
        # Registers have eight lanes at most, and are shuffled within four.
        while some := list(islice(numbers, 8)):
            rows = [
                [self._element(array, number, memory, row) for array in arrays] for number in some
            ]
            for each, of_array in zip(parts, zip(*rows, strict=True), strict=True):
                each.append(self._transposed(of_array, count, memory))
        return [[self._joined(list(v)) for v in zip(*each, strict=True)] for each in parts]

    def _transposed(self, rows, count, memory):
        """A vector of the first elements of four or eight rows, one of the second, and so on."""
        halves = range(0, len(rows), 4)
        if count == 2:
            a, b = (
                self._paired([rows[half + i] for half in halves for i in both], memory)
                for both in ((0, 1), (2, 3))
            )
            return [self._by_fours(a, b, (i, i + 2, i + 4, i + 6)) for i in (0, 1)]
        a, b, c, d = (self._joined([rows[half + i] for half in halves]) for i in range(4))
        ends = [
            [self._by_fours(*two, places) for two in ((a, b), (c, d))]
            for places in ((0, 4, 1, 5), (2, 6, 3, 7))
        ]
        return [
            self._by_fours(*two, places) for two in ends for places in ((0, 1, 4, 5), (2, 3, 6, 7))
        ]

    def _paired(self, rows, memory):
        """Numbers of 64 bits as one vector of elements half as wide."""
        value = undefined(vector(F64_, len(rows)))
        for place, row in enumerate(rows):
            value = self.writer.insert(value, row, place)
        return self.writer.cast("bitcast", value, vector(memory, 2 * len(rows)))

    def _by_fours(self, a, b, places):
        """Shuffles two vectors by groups of four lanes; places 0 to 3 are of `a`, 4 to 7 of `b`."""
        count = a.type.count
        chosen = [
            first + (place if place < 4 else count + place - 4)
            for first in range(0, count, 4)
            for place in places
        ]
        return self.writer.shuffle(a, chosen, b)

    def scatter(self, array, index, value):
        inside = (index >= 0) & (index <= array.last)
        if self.live is not None:
            inside = inside & self.live
        memory = element_type(array.element)
        address = self.writer.address(array.address, self.broadcast(index), memory)
        narrow = self._narrowed(self.broadcast(value), array.element)
        align = array.element.bits // 8
        self.writer.masked_store(narrow, address, align, self.broadcast(inside))

    def last(self, array):
        return array.last

    def consecutive(self, base: Lane) -> Consecutive:
        return Consecutive(self, I32, (self.lane_number() + base).value, base)

    def further(self, index, offset):
        return self.consecutive(index.base + offset)

    def group_number(self, index):
        return index.base / MAX_VECTOR_LANES

    def _row(self, array, first):
        """The address and alignment of consecutive elements from an I32 on."""
        address = self.writer.address(array.address, first.value, element_type(array.element))
        return address, array.element.bits // 8

    def _load_row(self, array, first, lanes, mask=None):
        address, align = self._row(array, first)
        type_ = vector(element_type(array.element), lanes)
        if mask is not None:
            return self.writer.masked_load(address, type_, align, mask)
        if array.constant:
            return self.writer.load_constant(address, type_, align, hoisted=False)
        return self.writer.load(address, type_, align)

    def quads(self, first: Lane) -> Quads:
        return Quads(self, I32, self._repeated(first.value, self.width // 4))

    def _rows(self, index, offset):
        """The first element of each quad, I32."""
        first = (index + offset).value
        return [
            Lane(self, I32, self.writer.extract(first, quad)) for quad in range(self.width // 4)
        ]

    def apart(self, index):
        return Apart(self, I32, self.broadcast(index))

    def load(self, array, index, offset=0):
        if isinstance(index, Apart):
            return self.load_unchecked(array, index, offset)
        if isinstance(index, Quads):
            parts = [self._load_row(array, first, 4) for first in self._rows(index, offset)]
            return self._widened(self._joined(parts), array.element)
        whole = self.live is None or self.width <= MAX_VECTOR_LANES
        mask = None if whole else self.broadcast(self.live)
        loaded = self._load_row(array, index.base + offset, self.width, mask)
        return self._widened(loaded, array.element)

    def store_unchecked(self, array, index, value):
        narrow = self._narrowed(self.broadcast(value), array.element)
        self._store_apart(array, self.broadcast(index), narrow, None)

    def store_all(self, index, stores):
        ways = [put for each in stores for put in self._stores(index, *each)]

        def put_all(mask):
            for put in ways:
                put(mask)

        # Where gathers are slow, so are scatters.
        self._put_live(put_all, self.gathers if isinstance(index, Apart) else self.masked_stores)

    def _put_live(self, put, masks_are_fast):
        """Stores by a function under the mask of live lanes, a vector; None: all are live."""
        if self.live is None:
            put(None)
            return
        writer, mask = self.writer, self.broadcast(self.live)
        if masks_are_fast or not limits.STORES_WHOLE:
            put(mask)
            return
        with self.only(None):
            whole = self.all(Lane(self, BOOL, mask)).value
        *blocks, after = map(writer.new_block, ("whole", "part", "stored"))
        writer.choose(whole, *blocks)
        for block, own_mask in zip(blocks, (None, mask), strict=True):
            writer.block = block
            with writer.scope():
                put(own_mask)
            writer.jump(after)
        writer.block = after

    def _stores(self, index, array, value, offset=0):
        """Functions that store parts of a vector, under a mask of all its lanes or everywhere."""
        narrow = self._narrowed(self.broadcast(value), array.element)
        if isinstance(index, Apart):
            return [partial(self._store_apart, array, (index + offset).value, narrow)]
        if not isinstance(index, Quads):
            return [partial(self._store_row, *self._row(array, index.base + offset), narrow, None)]
        lanes = [range(first, first + 4) for first in range(0, self.width, 4)]
        return [
            partial(self._store_row, *self._row(array, first), self.writer.shuffle(narrow, of), of)
            for first, of in zip(self._rows(index, offset), lanes, strict=True)
        ]

    def _store_row(self, address, align, values, lanes, mask):
        """Stores consecutive elements; lanes : the mask of lanes to store; None: all."""
        if mask is None:
            self.writer.store(values, address, align)
            return
        mask = mask if lanes is None else self.writer.shuffle(mask, lanes)
        self.writer.masked_store(values, address, align, mask)

    def _store_apart(self, array, index, values, mask):
        """Stores a vector, each lane at its index."""
        writer, memory = self.writer, element_type(array.element)
        align = array.element.bits // 8
        if mask is not None:
            address = writer.address(array.address, index, memory)
            writer.masked_store(values, address, align, mask)
            return
        for lane, number in enumerate(self._numbers(index)):
            address = writer.address(array.address, number, memory)
            writer.store(writer.extract(values, lane), address, align)

    def load_groups(self, array, index, parts, offset=0):
        count, of_part = len(parts), len(parts[0])
        loaded = self._load_row(array, index.base * count + offset, count * self.width)
        starts = range(0, count * self.width, count * of_part)
        places = [[start + place for start in starts for place in part] for part in parts]
        lanes = [self.writer.shuffle(loaded, each) for each in places]
        return [self._widened(lane, array.element) for lane in lanes]

    def store_together(self, array, index, values, offset=0):
        narrow = [self._narrowed(self.broadcast(value), array.element) for value in values]
        row = self._row(array, index.base * len(values) + offset)
        turns = self._in_turns(narrow)

        def put(mask):
            mask = mask and self._in_turns([mask] * len(values))
            self._store_row(*row, turns, None, mask)

        self._put_live(put, self.masked_stores)

    def _in_turns(self, vectors):
        """One vector of the first elements of all vectors, then of the second ones, and so on."""
        turns = [i * self.width + lane for lane in range(self.width) for i in range(len(vectors))]
        return self.writer.shuffle(self._joined(vectors), turns)

    def _joined(self, vectors):
        """One vector of all elements of the first vector, then of the second one, and so on."""
        while len(vectors) > 1:  # joined two by two
            places = range(2 * vectors[0].type.count)
            pairs = zip_longest(vectors[0::2], vectors[1::2])
            vectors = [self.writer.shuffle(first, places, second) for first, second in pairs]
        return vectors[0]

    def append(self, array, count, value, times=None):
        writer, first, values = self.writer, self.i32(0), self.broadcast(value)
        live = self.true if self.live is None else self.live
        if times is not None:
            # A loop of its own for each lane would take four times as long to compile.
            both = value, self.select(live, times, 0)
            of_value, of_times = (
                self._by_number(Lane(self, one.type, self.broadcast(one))) for one in both
            )
            for lane in self.loop(0, self.width):
                one, several, number = (
                    of_value(lane),
                    of_times(lane),
                    self.load_unchecked(count, first),
                )
                for more in self.loop(0, several):
                    self.store_uniform(array, number + more, one + more)
                self.store_uniform(count, first, number + several)
            return
        number, bits = self.load_unchecked(count, first), self.as_i32(self.mask_bits(live))
        # Each lane writes, and one that is not live is written over by the next.
        for lane in range(self.width):
            self.store_uniform(array, number, Lane(self, value.type, writer.extract(values, lane)))
            number = number + ((bits >> lane) & 1)
        self.store_uniform(count, first, number)

    def _by_number(self, value):
        """Returns a function: uniform number of a lane of a vector -> the element of that lane."""
        writer, element = self.writer, element_type(value.type)
        place = writer.allocate(value.value.type)
        writer.store(value.value, place)

        def of_lane(number):
            return Lane(
                self, value.type, writer.load(writer.address(place, number.value, element), element)
            )

        return of_lane

    def store_uniform(self, array, index, value):
        address, align = self._row(array, index)
        self.writer.store(self._narrowed(value.value, array.element), address, align)
