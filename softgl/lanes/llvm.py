"""The LLVM machine: lanes are vector values of emitted code."""

from __future__ import annotations

from contextlib import contextmanager
from functools import cached_property
from itertools import zip_longest

from llvmlite import ir

from softgl.lanes.lane import Consecutive, Lane
from softgl.lanes.llvm_memory import (
    I1,
    I32_,
    I64_,
    POINTER,
    VOID,
    LlvmMemory,
    LlvmPool,
    LlvmVariable,
    LlvmWaiting,
    is_vector,
)
from softgl.lanes.machine import MAX_LANES, Machine, as_number, type_of
from softgl.lanes.primitives import Splat, Undefined, element_type, splat
from softgl.lanes.target import Target
from softgl.lanes.types import BOOL, I32


class LlvmMachine(Machine):
    """Emits operations at the builder's place. Uniform lanes are scalars of the code."""

    def __init__(self, function, target: Target):
        self.width = target.width
        self.has_rounding = target.has_rounding
        self.module = function.module
        self._entry_block = function.append_basic_block("entry")
        self._slots = ir.IRBuilder(self._entry_block)
        self.builder = ir.IRBuilder(function.append_basic_block("body"))
        self._body = self.builder.block
        self._broadcasts: dict = {}

    def finish(self):
        """Close the function."""
        self.builder.ret_void()
        self._slots.branch(self._body)

    # -- values --------------------------------------------------------------------------------

    def vector(self, type_):
        return ir.VectorType(element_type(type_), self.width)

    def allocate(self, shape):
        """A stack slot, made once however often the code around it runs."""
        return self._slots.alloca(shape)

    def lane(self, value, type_):
        if isinstance(value, Lane):
            if value.type is not type_:
                raise TypeError(f"a lane of {type_} is needed here, not of {value.type}")
            return value
        number = as_number(value, type_)
        return Lane(self, type_, ir.Constant(element_type(type_), _literal(number, type_)))

    def lanes(self, values, type_) -> Lane:
        """One constant for each lane."""
        element = element_type(type_)
        constants = [ir.Constant(element, _literal(as_number(v, type_), type_)) for v in values]
        return Lane(self, type_, ir.Constant(self.vector(type_), constants))

    def broadcast(self, lane: Lane):
        """The LLVM vector of a lane: a uniform one repeated."""
        value = lane.value
        if is_vector(value):
            return value
        shape = self.vector(lane.type)
        if isinstance(value, ir.Constant):
            return Splat(shape, value)
        key = (id(value), self.builder.block)
        if key not in self._broadcasts:
            undefined = Undefined(shape)
            single = self.builder.insert_element(undefined, value, I32_(0))
            zeros = ir.Constant(ir.VectorType(I32_, self.width), None)
            # The value itself is kept, so that its id stays its own.
            self._broadcasts[key] = (self.builder.shuffle_vector(single, undefined, zeros), value)
        return self._broadcasts[key][0]

    def _together(self, lanes):
        """The values of lanes as all scalars or all vectors."""
        if any(is_vector(lane.value) for lane in lanes):
            return [self.broadcast(lane) for lane in lanes]
        return [lane.value for lane in lanes]

    def apply(self, name, *operands):
        type_ = operands[0].type
        primitive = self._entry(name, type_)
        values = self._together([self.lane(operand, type_) for operand in operands])
        return Lane(self, primitive.result, primitive.emit(self.builder, self._intrinsic, *values))

    def _intrinsic(self, name, *values):
        """A call of an intrinsic overloaded on the type of its operands."""
        shape = values[0].type
        callee = self._declare(f"llvm.{name}.{_suffix(shape)}", shape, [v.type for v in values])
        return self.builder.call(callee, values)

    def _declare(self, name, result, operands):
        function = self.module.globals.get(name)
        return function or ir.Function(self.module, ir.FunctionType(result, operands), name)

    def select(self, mask, a, b):
        type_ = type_of(a, b)
        values = self._together([mask, self.lane(a, type_), self.lane(b, type_)])
        value = self.builder.select(*values)
        if type_.kind == "f":
            # LLVM 22 takes `x > 0 ? x : 0` for x where x is such a choice itself that it knows not
            # to be below zero, forgetting that x may be NaN or -0. The fence is no code.
            value = self._intrinsic("arithmetic.fence", value)
        return Lane(self, type_, value)

    def any(self, mask):
        if self.live is not None:
            mask = mask & self.live
        if not is_vector(mask.value):
            return mask
        packed = self.builder.bitcast(mask.value, ir.IntType(self.width))
        return Lane(self, BOOL, self.builder.icmp_unsigned("!=", packed, packed.type(0)))

    def quad(self, value, pattern):
        if not is_vector(value.value):
            return value
        order = [group + lane for group in range(0, self.width, 4) for lane in pattern]
        return Lane(self, value.type, self._picked(value.value, order))

    # -- memory --------------------------------------------------------------------------------

    def _address(self, array, index, memory):
        """The address of an element, or the vector of addresses for a vector of indices."""
        address = self.builder.gep(array.address, [index], source_etype=memory)
        if is_vector(index):
            # llvmlite gives a GEP the type of its base; with a vector index it is a vector.
            address.type = ir.VectorType(POINTER, self.width)
        return address

    def _widened(self, value, element):
        if element.bits >= 32:
            return Lane(self, element, value)
        wide = ir.VectorType(I32_, self.width) if is_vector(value) else I32_
        extend = self.builder.sext if element.kind == "i" else self.builder.zext
        return Lane(self, element.widened, extend(value, wide))

    def _narrowed(self, value, element):
        if element.bits >= 32:
            return value
        small = element_type(element)
        shape = ir.VectorType(small, self.width) if is_vector(value) else small
        return self.builder.trunc(value, shape)

    def gather(self, array, index):
        index = self.min(self.max(index, 0), array.last)
        memory = element_type(array.element)
        address = self._address(array, index.value, memory)
        if not is_vector(index.value):
            value = self._load(address, memory, array)
        else:
            shape = ir.VectorType(memory, self.width)
            value = self.masked_gather(address, shape, array.element.bits // 8)
        return self._widened(value, array.element)

    def masked_gather(self, addresses, shape, align):
        """The vector of what lies at a vector of addresses."""
        mask = ir.VectorType(I1, self.width)
        callee = self._declare(
            f"llvm.masked.gather.{_suffix(shape)}.v{self.width}p0",
            shape,
            [addresses.type, I32_, mask, shape],
        )
        given = [addresses, I32_(align), splat(mask, True), Undefined(shape)]
        return self.builder.call(callee, given)

    def _load(self, address, shape, array):
        value = self.builder.load(address, align=array.element.bits // 8, typ=shape)
        if array.constant:
            value.set_metadata("invariant.load", self.module.add_metadata([]))
        return value

    def scatter(self, array, index, value):
        inside = (index >= 0) & (index <= array.last)
        if self.live is not None:
            inside = inside & self.live
        address = self._address(array, self.broadcast(index), element_type(array.element))
        narrow = self._narrowed(self.broadcast(value), array.element)
        align = array.element.bits // 8
        self.masked_scatter(narrow, address, align, self.broadcast(inside))

    def masked_scatter(self, values, addresses, align, mask):
        """Store a vector at a vector of addresses, where the mask is set."""
        callee = self._declare(
            f"llvm.masked.scatter.{_suffix(values.type)}.v{self.width}p0",
            VOID,
            [values.type, addresses.type, I32_, mask.type],
        )
        self.builder.call(callee, [values, addresses, I32_(align), mask])

    def consecutive(self, base: Lane) -> Consecutive:
        """The lanes from the uniform I32 `base` on."""
        return Consecutive(self, I32, (self.lane_number() + base).value, base)

    def further(self, index, offset):
        return self.consecutive(index.base + offset)

    def group_number(self, index):
        return index.base / MAX_LANES

    def load(self, array, index, offset=0):
        shape = ir.VectorType(element_type(array.element), self.width)
        first = index.base + offset
        address = self._address(array, first.value, element_type(array.element))
        return self._widened(self._load(address, shape, array), array.element)

    def store(self, array, index, value, offset=0):
        first = index.base + offset
        narrow = self._narrowed(self.broadcast(value), array.element)
        mask = None if self.live is None else self.broadcast(self.live)
        self._store(array, first, narrow, mask)

    def _store(self, array, first, values, mask):
        """Store a vector from an element on, where a mask (None: everywhere) is set."""
        address = self._address(array, first.value, element_type(array.element))
        align, shape = array.element.bits // 8, values.type
        if mask is None:
            self.builder.store(values, address, align=align)
            return
        callee = self._declare(
            f"llvm.masked.store.{_suffix(shape)}.p0", VOID, [shape, POINTER, I32_, mask.type]
        )
        self.builder.call(callee, [values, address, I32_(align), mask])

    def load_together(self, array, index, count, offset=0):
        element, lanes = element_type(array.element), count * self.width
        address = self._address(array, (index.base * count + offset).value, element)
        loaded = self._load(address, ir.VectorType(element, lanes), array)
        parts = [self._picked(loaded, range(i, lanes, count)) for i in range(count)]
        return [self._widened(part, array.element) for part in parts]

    def store_together(self, array, index, values, offset=0):
        first = index.base * len(values) + offset
        narrow = [self._narrowed(self.broadcast(value), array.element) for value in values]
        mask = None
        if self.live is not None:
            mask = self._in_turns([self.broadcast(self.live)] * len(values))
        self._store(array, first, self._in_turns(narrow), mask)

    def _picked(self, vector, places, more=None):
        """The elements of a vector, or of two of a type one after the other, at these places."""
        more = Undefined(vector.type) if more is None else more
        mask = ir.Constant(ir.VectorType(I32_, len(places)), [I32_(place) for place in places])
        return self.builder.shuffle_vector(vector, more, mask)

    def _in_turns(self, vectors):
        """One vector of the first elements of all vectors, then of the second ones, and so on."""
        turns = [i * self.width + lane for lane in range(self.width) for i in range(len(vectors))]
        while len(vectors) > 1:  # joined two by two
            places = range(2 * vectors[0].type.count)
            pairs = zip_longest(vectors[0::2], vectors[1::2])
            vectors = [self._picked(first, places, second) for first, second in pairs]
        return self._picked(vectors[0], turns)

    # -- control flow --------------------------------------------------------------------------

    def variable(self, type_, initial=0, kept=False, uniform=False):
        return LlvmVariable(self, type_, self.lane(initial, type_), uniform, kept)

    def array(self, count, initial):
        return LlvmMemory(self, count, initial)

    @cached_property
    def pool(self) -> LlvmPool:
        # The number of lanes, the last argument, has no sign.
        end = self._slots.function.args[-1]
        zero = self._slots.trunc(self._slots.lshr(end, I64_(63)), I32_)
        return LlvmPool(self._slots, self.vector(I32), zero)

    @contextmanager
    def where(self, mask, skip=False):
        outer = self.live
        self.live = mask if outer is None else outer & mask
        try:
            if skip:
                # `any` looks at live lanes only, which are those of the mask by now.
                with self.builder.if_then(self.any(self.live).value):
                    yield
            else:
                yield
        finally:
            self.live = outer

    @contextmanager
    def branch(self, condition):
        with self.builder.if_then(condition.value):
            yield

    @contextmanager
    def loop(self, start, stop, step=1):
        """`with m.loop(start, stop, step) as i:` runs its block for each uniform I32 `i`."""
        counter = self.allocate(I32_)
        builder = self.builder
        builder.store(self.i32(start).value, counter)
        head, body, done = (builder.append_basic_block(name) for name in ("head", "loop", "done"))
        builder.branch(head)
        builder.position_at_end(head)
        index = builder.load(counter, typ=I32_)
        builder.cbranch(builder.icmp_signed("<", index, self.i32(stop).value), body, done)
        builder.position_at_end(body)
        yield Lane(self, I32, index)
        builder.store(builder.add(index, self.i32(step).value), counter)
        builder.branch(head)
        builder.position_at_end(done)

    def while_any(self, condition, body):
        builder, outer = self.builder, self.live
        head, inside, done = (builder.append_basic_block(n) for n in ("while", "do", "done"))
        builder.branch(head)
        builder.position_at_end(head)
        holds = condition()
        builder.cbranch(self.any(holds).value, inside, done)
        builder.position_at_end(inside)
        self.live = holds if outer is None else outer & holds
        body()
        self.live = outer
        builder.branch(head)
        builder.position_at_end(done)

    def waiting(self, blocks):
        return LlvmWaiting(self, blocks)

    def blocks(self, waiting, bodies, backward, steps=None, limit=0, unseen=()):
        builder, outer = self.builder, (self.live, self.divergent)
        self.divergent = True
        checks = [builder.append_basic_block(f"check{i}") for i in range(len(bodies) + 1)]
        builder.branch(checks[0])
        for block, body in enumerate(bodies):
            builder.position_at_end(checks[block])
            self.live = None
            lanes = waiting.lanes(block)
            run = builder.append_basic_block(f"block{block}")
            builder.cbranch(self.any(lanes).value, run, checks[block + 1])
            builder.position_at_end(run)
            self.live = lanes
            waiting.begin(block)
            body()
            # Every earlier block is empty, so the first that this one fills comes next.
            self.live = None
            for target in sorted(backward[block]):
                otherwise = builder.append_basic_block("otherwise")
                builder.cbranch(self.any(waiting.lanes(target)).value, checks[target], otherwise)
                builder.position_at_end(otherwise)
            builder.branch(checks[block + 1])
        builder.position_at_end(checks[-1])
        self.live, self.divergent = outer

    def lane_number(self) -> Lane:
        """0 ... width-1."""
        return self.lanes(range(self.width), I32)


def _literal(number, type_):
    """What llvmlite takes for a constant: it wants doubles for floats, and no numpy types."""
    return float(number) if type_.kind == "f" else int(number)


def _suffix(shape):
    """LLVM's mangled name of a type."""
    if isinstance(shape, ir.VectorType):
        return f"v{shape.count}{_suffix(shape.element)}"
    return shape.intrinsic_name  # f32, f64, i8 ...
