"""The LLVM machine: lanes are vector values of emitted code.

A lane may be the same for all elements, a scalar; or for the four of each quad, a vector with one
element for each quad. Operations on these have as few elements.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property, partial

from softgl.lanes.lane import Lane
from softgl.lanes.llvm_access import LlvmAccess
from softgl.lanes.llvm_memory import LlvmMemory, LlvmPool, LlvmVariable, LlvmWaiting
from softgl.lanes.llvm_text import (
    I32_,
    Writer,
    constant,
    constants,
    integer,
    vector,
)
from softgl.lanes.machine import MAX_VECTOR_LANES, as_number, mapped, type_of
from softgl.lanes.primitives import PRIMITIVES, element_type
from softgl.lanes.target import Target
from softgl.lanes.types import BOOL, I32, U32


class LlvmMachine(LlvmAccess):
    """Emits operations at the writer's place. Uniform lanes are scalars of the code.

    load_arguments : from a machine to the Arguments of the kernel, as its writer has them.
    """

    def __init__(self, writer: Writer, target: Target, load_arguments: Callable):
        self._target, self._load_arguments = target, load_arguments
        self.width = target.width
        self.has_rounding, self.has_halves = target.has_rounding, target.has_halves
        self.has_fma = target.has_fma
        self.gathers, self.rows, self.paired = target.gathers, target.rows, target.paired
        self.has_gathers, self.masked_stores = target.has_gathers, target.masked_stores
        self.writer = writer
        self._constants: dict[tuple, Lane] = {}

    # -- values --------------------------------------------------------------------------------

    def vector(self, type_):
        return vector(element_type(type_), self.width)

    def lane(self, value, type_):
        if isinstance(value, Lane):
            if value.type is not type_:
                raise TypeError(f"a lane of {type_} is needed here, not of {value.type}")
            return value
        key = value.__class__, value, type_
        lane = self._constants.get(key) if value else None  # 0.0 and -0.0 are equal
        if lane is None:
            lane = Lane(self, type_, constant(element_type(type_), as_number(value, type_)))
            self._constants[key] = lane
        return lane

    def lanes(self, values, type_) -> Lane:
        """One constant for each lane."""
        numbers = [as_number(value, type_) for value in values]
        return Lane(self, type_, constants(element_type(type_), numbers))

    def broadcast(self, lane: Lane):
        """The LLVM vector of a lane: a uniform one repeated."""
        return self._repeated(lane.value, self.width)

    def _repeated(self, value, count):
        """Repeats a value as a vector of `lanes` lanes."""
        type_ = value.type
        if type_.count == count:
            return value
        if type_.count:
            return self.writer.shuffle(value, [lane // 4 for lane in range(count)])
        return self.writer.spread(value, vector(type_, count))

    def _together(self, values):
        """Values as all scalars or all vectors of as many lanes."""
        count = values[0].type.count
        for value in values:
            if value.type.count != count:
                most = max([value.type.count for value in values])
                return [self._repeated(one, most) for one in values]
        return values

    def apply(self, name, *operands):
        type_ = operands[0].type
        primitive = PRIMITIVES.get((name, type_)) or self._entry(name, type_)
        values = self._together([self.lane(operand, type_).value for operand in operands])
        return Lane(self, primitive.result, primitive.emit(self.writer, *values))

    def select(self, mask, a, b):
        type_ = type_of(a, b)
        one, other = self.lane(a, type_).value, self.lane(b, type_).value
        if type_.kind == "f" and not self._target.is_x86:
            # LLVM makes ARM64's fmaxnm of `x > 1 ? x : 1`, which gives NaN for a signalling NaN.
            # The fence keeps it from seeing that the operand of the comparison is chosen.
            if one.scalar is None:
                one = self._fenced(one)
            else:
                other = self._fenced(other)
        value = self.writer.select(*self._together([mask.value, one, other]))
        if type_.kind == "f":
            # LLVM 22 takes `x > 0 ? x : 0` for x where x is such a choice itself that it knows not
            # to be below zero, forgetting that x may be NaN or -0.
            value = self._fenced(value)
        return Lane(self, type_, value)

    def _fenced(self, value):
        """Wraps a float in a fence across which LLVM does not optimise; it costs no instruction."""
        return self.writer.intrinsic("arithmetic.fence", value)

    def _extreme(self, name, comparison, a, b):
        if isinstance(b, float) and b == 0.0 and a.value.type.count == self.width:
            # LLVM makes two instructions of `x > 0 ? x : 0` in vectors of several registers, a mask
            # for the 0 that it knows. Fenced, it is one.
            b = self.lane(b, a.type)
            b = Lane(self, a.type, self._fenced(self.broadcast(b)))
        return super()._extreme(name, comparison, a, b)

    def any(self, mask):
        if self.live is not None:
            mask = mask & self.live
        if not mask.value.type.count:
            return mask
        packed = self.writer.cast("bitcast", mask.value, integer(mask.value.type.count))
        return Lane(self, BOOL, self.writer.compare("icmp ne", packed, constant(packed.type, 0)))

    def first(self, value):
        if not value.value.type.count:
            return value
        return Lane(self, value.type, self.writer.extract(value.value, 0))

    def mask_bits(self, mask):
        packed = self.writer.cast("bitcast", self.broadcast(mask), integer(self.width))
        if self.width < 32:
            packed = self.writer.convert("zext", packed, I32_)
        return Lane(self, U32, packed)

    def quad(self, value, pattern):
        if not self.in_quads:
            raise TypeError("these lanes are not those of quads")
        if value.value.type.count < self.width:
            return value
        order = [group + lane for group in range(0, self.width, 4) for lane in pattern]
        return Lane(self, value.type, self.writer.shuffle(value.value, order))

    # -- control flow --------------------------------------------------------------------------

    def variable(self, type_, initial=0, in_memory=False, uniform=False):
        return LlvmVariable(self, type_, self.lane(initial, type_), uniform, in_memory)

    def array(self, count, initial):
        return LlvmMemory(self, count, initial)

    @cached_property
    def pool(self) -> LlvmPool:
        return LlvmPool(self.writer, self.vector(I32))

    @contextmanager
    def where(self, mask, skip=False):
        outer = self.live
        self.live = mask if outer is None else outer & mask
        try:
            if skip:
                # `any` looks at live lanes only, which are those of the mask by now.
                with self.writer.when(self.any(self.live).value):
                    yield
            else:
                yield
        finally:
            self.live = outer

    @contextmanager
    def branch(self, condition):
        with self.writer.when(condition.value):
            yield

    def before(self, body):
        # A function of its own, with vectors of MAX_VECTOR_LANES at most: registers are allocated
        # for a whole function, and with more loops in that of tiles, though they do not run, small
        # triangles take 1.12 times as long.
        target = replace(self._target, width=min(self.width, MAX_VECTOR_LANES))
        machine = LlvmMachine(self.writer.call_first(), target, self._load_arguments)
        body(machine, self._load_arguments(machine))

    def uniform_choice(self, condition, one, other):
        writer = self.writer
        ways = [writer.new_block(name) for name in ("one", "other")]
        writer.choose(condition.value, *ways)
        after, branches, ends = writer.new_block("after"), [], []
        for block, make in zip(ways, (one, other), strict=True):
            writer.block = block
            with writer.scope():
                branches.append(make())
            ends.append(writer.block)
        types = [lane.type for lane in branches[0]]
        counts = [
            max(lane.value.type.count for lane in both) for both in zip(*branches, strict=True)
        ]
        values = []
        for block, lanes in zip(ends, branches, strict=True):
            writer.block = block
            with writer.scope():
                pairs = zip(lanes, counts, strict=True)
                values.append([self._repeated(lane.value, count) for lane, count in pairs])
            writer.jump(after)
        writer.block = after
        met = (writer.meet(both, ends) for both in zip(*values, strict=True))
        return [Lane(self, type_, value) for type_, value in zip(types, met, strict=True)]

    def per_lane(self, values, make):
        if self.gathers:
            # Of small triangles 0.75 times the time, as loops are not waited for.
            return make(values)
        writer, count = self.writer, values.value.type.count
        of_lane, places = self._by_number(values), []

        def keep(lane, one):
            places.append(writer.allocate(vector(self._in_memory(one).value.type, count)))
            value = self._in_memory(one).value
            writer.store(value, writer.address(places[-1], lane.value, value.type))
            return one

        with self.only(None):
            for lane in self.loop(0, count):
                results = mapped(make(of_lane(lane)), partial(keep, lane))
        places = iter(places)

        def collect(one):
            word = U32 if one.type is BOOL else one.type
            value = writer.load(next(places), vector(element_type(word), count))
            return Lane(self, word, value) != 0 if one.type is BOOL else Lane(self, word, value)

        return mapped(results, collect)

    def _in_memory(self, value):
        """A lane as a number: truth values are bits without addresses."""
        return self.select(value, self.u32(1), 0) if value.type is BOOL else value

    def loop(self, start, stop, step=1):
        writer, start, stop = self.writer, self.i32(start), self.i32(stop)
        counter = writer.allocate(I32_)
        writer.store(start.value, counter)
        head, body, done = map(writer.new_block, ("head", "loop", "done"))
        writer.jump(head)
        with writer.repeated_scope():
            writer.block = head
            index = Lane(self, I32, writer.load(counter, I32_))
            writer.choose((index < stop).value, body, done)
            writer.block = body
            yield index
            writer.store((index + step).value, counter)
            writer.jump(head)
        writer.block = done

    def while_any(self, condition, body):
        writer, outer = self.writer, self.live
        head, inside, done = map(writer.new_block, ("while", "do", "done"))
        writer.jump(head)
        with writer.repeated_scope():
            writer.block = head
            holds = condition()
            writer.loops_lanes |= holds.value.type.count > 0
            writer.choose(self.any(holds).value, inside, done)
            writer.block = inside
            self.live = holds if outer is None else outer & holds
            body()
            self.live = outer
            writer.jump(head)
        writer.block = done

    def pending_blocks(self, blocks):
        return LlvmWaiting(self, blocks)

    def blocks(self, pending, bodies, backward, counts=(), unseen=()):
        writer, outer = self.writer, (self.live, self.divergent)
        self.divergent = True
        writer.loops_lanes |= any(backward)
        checks = [writer.new_block("check") for _ in range(len(bodies) + 1)]
        writer.jump(checks[0])
        with writer.repeated_scope():
            for block, body in enumerate(bodies):
                with writer.scope():
                    self._block(pending, block, body, checks, backward[block])
        writer.block = checks[-1]
        self.live, self.divergent = outer

    def _block(self, pending, block, body, checks, backward):
        """One of `blocks`, at its check."""
        writer, self.live = self.writer, None
        writer.block = checks[block]
        lanes, run = pending.lanes(block), writer.new_block("run")
        writer.choose(self.any(lanes).value, run, checks[block + 1])
        writer.block = run
        self.live = lanes
        pending.begin(block)
        body()
        # Every earlier block is empty, so the first that this one fills comes next.
        self.live = None
        for target in sorted(backward):
            otherwise = writer.new_block("otherwise")
            writer.choose(self.any(pending.lanes(target)).value, checks[target], otherwise)
            writer.block = otherwise
        writer.jump(checks[block + 1])

    def lane_number(self):
        return self.lanes(range(self.width), I32)

    def quad_number(self):
        return self.lanes(range(self.width // 4), I32)
