"""The LLVM machine: lanes are vector values of emitted code.

A lane may be the same for all elements, a scalar; or for the four of each quad, a vector with one
element for each quad. Operations on these have as few elements.
"""

from __future__ import annotations

from contextlib import contextmanager
from functools import cached_property

from llvmlite import ir

from softgl.lanes.lane import Consecutive, Lane, Quads
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
    count_of,
    is_vector,
)
from softgl.lanes.machine import MAX_LANES, Machine, as_number, type_of
from softgl.lanes.primitives import Splat, Undefined, element_type, same_shape, splat
from softgl.lanes.target import Target
from softgl.lanes.types import BOOL, I32, U32


class LlvmMachine(Machine):
    """Emits operations at the builder's place. Uniform lanes are scalars of the code."""

    def __init__(self, function, target: Target):
        self.width = target.width
        self.has_rounding = target.has_rounding
        self.gathers = target.gathers
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
        shape = ir.VectorType(element, len(constants))
        return Lane(self, type_, ir.Constant(shape, constants))

    def broadcast(self, lane: Lane, count: int | None = None):
        """The LLVM vector of a lane, `count` elements (None: all): a uniform one repeated."""
        count, value = count or self.width, lane.value
        if count_of(value) == count:
            return value
        shape = ir.VectorType(element_type(lane.type), count)
        if isinstance(value, ir.Constant) and not is_vector(value):
            return Splat(shape, value)
        key = (id(value), count, self.builder.block)
        if key not in self._broadcasts:
            # The value itself is kept, so that its id stays its own.
            self._broadcasts[key] = (self._repeated(value, shape), value)
        return self._broadcasts[key][0]

    def _repeated(self, value, shape):
        """The vector of a scalar, or of a vector with an element for each quad."""
        if is_vector(value):
            return self._shuffled(value, [lane // 4 for lane in range(shape.count)])
        undefined = Undefined(shape)
        single = self.builder.insert_element(undefined, value, I32_(0))
        zeros = ir.Constant(ir.VectorType(I32_, shape.count), None)
        return self.builder.shuffle_vector(single, undefined, zeros)

    def _shuffled(self, value, order, other=None):
        """The elements of a vector, and of another one after them, with these numbers."""
        numbers = ir.Constant(ir.VectorType(I32_, len(order)), [I32_(n) for n in order])
        return self.builder.shuffle_vector(value, other or Undefined(value.type), numbers)

    def _together(self, lanes):
        """The values of lanes as all scalars or all vectors of as many elements."""
        count = max(count_of(lane.value) for lane in lanes)
        if count == 1:
            return [lane.value for lane in lanes]
        return [self.broadcast(lane, count) for lane in lanes]

    def apply(self, name, *operands):
        type_ = operands[0].type
        primitive = self._entry(name, type_)
        values = self._together([self.lane(operand, type_) for operand in operands])
        return Lane(self, primitive.result, primitive.emit(self.builder, self._intrinsic, *values))

    def _intrinsic(self, name, *values, result=None):
        """A call of an intrinsic overloaded on the type of its operands, and of another result."""
        given = values[0].type
        shape = given if result is None else same_shape(values[0], result)
        suffixes = dict.fromkeys((_suffix(shape), _suffix(given)))
        callee = self._declare(f"llvm.{name}.{'.'.join(suffixes)}", shape, [v.type for v in values])
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
        packed = self.builder.bitcast(mask.value, ir.IntType(count_of(mask.value)))
        return Lane(self, BOOL, self.builder.icmp_unsigned("!=", packed, packed.type(0)))

    def mask_bits(self, mask: Lane) -> Lane:
        """A mask as a uniform U32: the bit of the first lane is the lowest."""
        packed = self.builder.bitcast(self.broadcast(mask), ir.IntType(self.width))
        return Lane(self, U32, self.builder.zext(packed, I32_))

    def quad(self, value, pattern):
        if count_of(value.value) < self.width:
            return value
        order = [group + lane for group in range(0, self.width, 4) for lane in pattern]
        return Lane(self, value.type, self._shuffled(value.value, order))

    # -- memory --------------------------------------------------------------------------------

    def _address(self, array, index, memory):
        """The address of an element, or the vector of addresses for a vector of indices."""
        address = self.builder.gep(array.address, [index], source_etype=memory)
        if is_vector(index):
            # llvmlite gives a GEP the type of its base; with a vector index it is a vector.
            address.type = ir.VectorType(POINTER, count_of(index))
        return address

    def _widened(self, value, element):
        if element.bits >= 32:
            return Lane(self, element, value)
        wide = ir.VectorType(I32_, value.type.count) if is_vector(value) else I32_
        extend = self.builder.sext if element.kind == "i" else self.builder.zext
        return Lane(self, element.widened, extend(value, wide))

    def _narrowed(self, value, element):
        if element.bits >= 32:
            return value
        small = element_type(element)
        shape = ir.VectorType(small, value.type.count) if is_vector(value) else small
        return self.builder.trunc(value, shape)

    def gather(self, array, index):
        return self.at(array, self.min(self.max(index, 0), array.last))

    def at(self, array, index):
        memory = element_type(array.element)
        if not is_vector(index.value):
            value = self._load(self._address(array, index.value, memory), memory, array)
        elif self.gathers and count_of(index.value) == self.width:
            shape = ir.VectorType(memory, self.width)
            address = self._address(array, index.value, memory)
            value = self.masked_gather(address, shape, array.element.bits // 8)
        else:
            value = self._gather_singly(array, index.value, memory)
        return self._widened(value, array.element)

    def _gather_singly(self, array, index, memory):
        """A gather by loads of elements, of CPUs whose own is no faster."""
        builder, count = self.builder, count_of(index)
        # Indices leave the vector two at a time: what LLVM makes of a gather, extending all to
        # addresses before, takes a fifth more instructions.
        pairs = builder.bitcast(index, ir.VectorType(I64_, count // 2))
        value = Undefined(ir.VectorType(memory, count))
        for lane in range(count):
            if lane % 2 == 0:
                pair = builder.extract_element(pairs, I32_(lane // 2))
            number = (
                builder.lshr(pair, I64_(32)) if lane % 2 else builder.and_(pair, I64_(2**32 - 1))
            )
            element = self._load(self._address(array, number, memory), memory, array)
            value = builder.insert_element(value, element, I32_(lane))
        return value

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

    def quads(self, first: Lane) -> Quads:
        """The index of quads whose elements lie from `first`, a lane for each quad, on."""
        return Quads(self, I32, self.broadcast(first, self.width // 4))

    def _quad_places(self, array, index, offset):
        """For each quad its address in an array and the numbers of its lanes."""
        first = (index + offset).value
        for quad in range(self.width // 4):
            number = self.builder.extract_element(first, I32_(quad))
            place = self._address(array, number, element_type(array.element))
            yield place, range(4 * quad, 4 * quad + 4)

    def _load_quads(self, array, index, offset):
        shape = ir.VectorType(element_type(array.element), 4)
        places = self._quad_places(array, index, offset)
        parts = [self._load(address, shape, array) for address, _ in places]
        while len(parts) > 1:
            order = range(2 * parts[0].type.count)
            pairs = zip(parts[::2], parts[1::2], strict=True)
            parts = [self._shuffled(one, order, two) for one, two in pairs]
        return parts[0]

    def load(self, array, index, offset=0):
        if isinstance(index, Quads):
            return self._widened(self._load_quads(array, index, offset), array.element)
        shape = ir.VectorType(element_type(array.element), self.width)
        first = index.base + offset
        address = self._address(array, first.value, element_type(array.element))
        return self._widened(self._load(address, shape, array), array.element)

    def store(self, array, index, value, offset=0):
        narrow = self._narrowed(self.broadcast(value), array.element)
        mask = None if self.live is None else self.broadcast(self.live)
        if isinstance(index, Quads):
            for address, lanes in self._quad_places(array, index, offset):
                part = None if mask is None else self._shuffled(mask, lanes)
                self._store(address, self._shuffled(narrow, lanes), array, part)
            return
        first = index.base + offset
        address = self._address(array, first.value, element_type(array.element))
        self._store(address, narrow, array, mask)

    def _store(self, address, values, array, mask):
        """Store a vector, where the mask is set if there is one."""
        align = array.element.bits // 8
        if mask is None:
            self.builder.store(values, address, align=align)
            return
        name = f"llvm.masked.store.{_suffix(values.type)}.p0"
        callee = self._declare(name, VOID, [values.type, POINTER, I32_, mask.type])
        self.builder.call(callee, [values, address, I32_(align), mask])

    def append(self, array, count, value):
        builder, first = self.builder, self.i32(0)
        values, number = self.broadcast(value), self.at(count, first).value
        live = self.broadcast(self.true if self.live is None else self.live)
        bits = builder.zext(builder.bitcast(live, ir.IntType(self.width)), I32_)
        # Each lane writes, and one that is not live is written over by the next.
        for lane in range(self.width):
            element = Lane(self, value.type, builder.extract_element(values, I32_(lane)))
            self.put(array, Lane(self, I32, number), element)
            taken = builder.and_(builder.lshr(bits, I32_(lane)), I32_(1))
            number = builder.add(number, taken)
        self.put(count, first, Lane(self, I32, number))

    def put(self, array, index, value):
        address = self._address(array, index.value, element_type(array.element))
        narrow = self._narrowed(value.value, array.element)
        self.builder.store(narrow, address, align=array.element.bits // 8)

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

    def quad_number(self) -> Lane:
        """0 ... width/4-1, a lane for each quad."""
        return self.lanes(range(self.width // 4), I32)


def _literal(number, type_):
    """What llvmlite takes for a constant: it wants doubles for floats, and no numpy types."""
    return float(number) if type_.kind == "f" else int(number)


def _suffix(shape):
    """LLVM's mangled name of a type."""
    if isinstance(shape, ir.VectorType):
        return f"v{shape.count}{_suffix(shape.element)}"
    return shape.intrinsic_name  # f32, f64, i8 ...
