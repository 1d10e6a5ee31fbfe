"""The eager machine: lanes are numpy arrays and every operation happens at once.

It is the interpreter and the oracle: slow, simple, and open to inspection at every step.
"""

from __future__ import annotations

from functools import lru_cache
from time import perf_counter
from weakref import WeakSet

import numpy as np

from softgl.lanes.eager_memory import (
    EagerArray,
    EagerMemory,
    EagerVariable,
    EagerWaiting,
    Rounds,
)
from softgl.lanes.engine import Engine
from softgl.lanes.kernel import RUN, Arguments, Kernel
from softgl.lanes.lane import Lane
from softgl.lanes.machine import MAX_VECTOR_LANES, Machine, as_number, type_of
from softgl.lanes.primitives import PRIMITIVES
from softgl.lanes.types import BOOL, FLOATS, I32, INTEGERS

TYPES_OF_DTYPES = {type_.dtype: type_ for type_ in (*FLOATS, *INTEGERS)}


class EagerMachine(Machine):
    """Lanes as numpy arrays of shape (n,), uniform ones as numpy scalars."""

    def lane(self, value, type_):
        if isinstance(value, Lane):
            if value.type is not type_:
                raise TypeError(f"a lane of {type_} is needed here, not of {value.type}")
            return value
        return Lane(self, type_, as_number(value, type_))

    def lanes(self, array, type_) -> Lane:
        """A numpy array as a lane value."""
        return Lane(self, type_, np.asarray(array, type_.dtype))

    def apply(self, name, first, *others):
        type_ = first.type
        primitive = PRIMITIVES.get((name, type_)) or self._entry(name, type_)
        # One or two operands nearly always: a list would take a fifth of the time.
        if not others:
            return Lane(self, primitive.result, primitive.eager(first.value))
        if len(others) == 1:
            (other,) = others
            if other.__class__ is not Lane or other.type is not type_:
                other = self.lane(other, type_)
            return Lane(self, primitive.result, primitive.eager(first.value, other.value))
        values = [self.lane(other, type_).value for other in others]
        return Lane(self, primitive.result, primitive.eager(first.value, *values))

    def select(self, mask, a, b):
        type_ = type_of(a, b)
        value = np.where(mask.value, self.lane(a, type_).value, self.lane(b, type_).value)
        return Lane(self, type_, value)

    def any(self, mask):
        live = mask if self.live is None else mask & self.live
        return Lane(self, BOOL, live.value.any())

    def first(self, value):
        return Lane(self, value.type, np.ravel(value.value)[0])

    def quad(self, value, pattern):
        groups = value.value.reshape(-1, 4)[:, list(pattern)] if np.ndim(value.value) else None
        return value if groups is None else Lane(self, value.type, groups.reshape(-1))

    def gather(self, array, index):
        widened = array.element.widened
        values = array.data.take(index.value, mode="clip")
        return Lane(self, widened, values.astype(widened.dtype, copy=False))

    def load_unchecked(self, array, index, offset=0):
        numbers, widened = index.value, array.element.widened
        if isinstance(offset, Lane) or offset:
            if numbers.size and numbers.min() < 0:
                raise IndexError(f"index {numbers.min()} of an array of {len(array.data)}")
            numbers = (index + offset).value
        numbers = _from_the_start(numbers)
        # `take` needs half the time of an index in brackets.
        return Lane(self, widened, array.data.take(numbers).astype(widened.dtype, copy=False))

    def load_unchecked_group(self, array, index, count, offsets=(0,)):
        return [[self.load_unchecked(array, index + i, o) for i in range(count)] for o in offsets]

    def further(self, index, offset):
        return index + offset

    def group_number(self, index):
        return index / MAX_VECTOR_LANES

    def load(self, array, index, offset=0):
        numbers, widened = index.value, array.element.widened
        if isinstance(offset, Lane) or offset:
            numbers = numbers + self.lane(offset, I32).value
        data = array.data.take(numbers).astype(widened.dtype, copy=False)
        return Lane(self, widened, data)

    def store_all(self, index, stores):
        for array, value, offset in stores:
            self.scatter(array, index + offset, value)

    def append(self, array, count, value, times=None):
        live = self.true if self.live is None else self.live
        shape = np.broadcast_shapes(np.shape(live.value), np.shape(value.value))
        live = np.broadcast_to(live.value, shape)
        values = np.broadcast_to(value.value, shape)[live]
        if times is not None:
            times = np.broadcast_to(times.value, shape)[live]
            before = np.cumsum(times) - times
            values = np.repeat(values - before, times) + np.arange(times.sum())
        first = int(count.data[0])
        array.data[first : first + len(values)] = values
        count.data[0] += len(values)

    def store_uniform(self, array, index, value):
        array.data[int(index.value)] = value.value

    def store_unchecked(self, array, index, value):
        array.data[_from_the_start(index.value)] = value.value

    def load_groups(self, array, index, parts, offset=0):
        group, lane = np.divmod(index.value, len(parts[0]))
        starts = group * (len(parts) * len(parts[0]))
        places = [self.lanes(starts + np.asarray(part)[lane], I32) for part in parts]
        return [self.load(array, place, offset) for place in places]

    def store_together(self, array, index, values, offset=0):
        for i, value in enumerate(values):
            self.store(array, index * len(values), value, offset + i)

    def scatter(self, array, index, value):
        inside = (index.value >= 0) & (index.value < len(array.data))
        if self.live is not None:
            inside = inside & self.live.value
        numbers, values = index.value, value.value
        # To broadcast takes three times as long as all else.
        if not (np.shape(inside) == np.shape(numbers) == np.shape(values) != ()):
            inside, numbers, values = np.broadcast_arrays(inside, numbers, values)
        array.data[numbers[inside]] = values[inside].astype(array.data.dtype, copy=False)

    def __init__(self):
        self._memories: WeakSet[EagerVariable | EagerMemory] = WeakSet()

    def variable(self, type_, initial=0, in_memory=False, uniform=False):
        variable = EagerVariable(self, self.lane(initial, type_))
        self._memories.add(variable)
        return variable

    def array(self, count, initial):
        memory = EagerMemory(self, count, initial)
        self._memories.add(memory)
        return memory

    def where(self, mask, skip=False):
        return _Where(self, mask)

    def branch(self, condition):
        return self.where(condition)

    def uniform_choice(self, condition, one, other):
        return one() if condition.value else other()

    def per_lane(self, values, make):
        return make(values)

    def while_any(self, condition, body):
        outer = self.live
        try:
            while True:
                holds = condition()
                self.live = holds if outer is None else outer & holds
                if not self.live.value.any():
                    break
                body()
        finally:
            self.live = outer

    def pending_blocks(self, blocks):
        return EagerWaiting(self, blocks)

    def blocks(self, pending, bodies, backward, counts=(), unseen=()):
        outer = self.live, self.divergent
        self.divergent = True
        rounds = Rounds(self._memories, counts, unseen) if counts else None
        try:
            while (block := pending.first()) is not None:
                if rounds is not None:
                    rounds.look()
                self.live = pending.begin(block)
                bodies[block]()
        finally:
            self.live, self.divergent = outer


class _Where:
    """The context of `where`; a generator would take twice the time."""

    __slots__ = ("_machine", "_mask", "_outer")

    def __init__(self, machine, mask):
        self._machine, self._mask = machine, mask

    def __enter__(self):
        self._outer = outer = self._machine.live
        self._machine.live = self._mask if outer is None else outer & self._mask

    def __exit__(self, *_):
        self._machine.live = self._outer


def _from_the_start(numbers):
    """Returns indices of type I32 such that negative ones raise IndexError.

    numpy would count them from the end; unsigned, they are beyond it.
    """
    return numbers.view(np.uint32)


def evaluate(formula, *operands) -> np.ndarray:
    """Evaluates `formula(m, *lanes)` on arrays of the host, at once.

    operands : arrays of one shape; the lane types are those of their dtypes.
    """
    machine = EagerMachine()
    with np.errstate(all="ignore"):
        lanes = [machine.lanes(array, TYPES_OF_DTYPES[array.dtype]) for array in operands]
        return formula(machine, *lanes).value


class EagerKernel(Kernel):
    """Calls the body itself; nothing is compiled."""

    def __init__(self, signature, body, mapped):
        self._signature = signature
        self._body = body
        self._mapped = mapped

    def run(self, scalars, arrays, count=0):
        if self._mapped and count <= 0:
            return
        machine = EagerMachine()
        index = machine.lanes(np.arange(count, dtype=np.int32), I32) if self._mapped else None
        self.run_on(machine, scalars, arrays, index)

    def run_on(self, machine, scalars, arrays, index=None, arguments=None):
        """Runs on the caller's machine; a mapped kernel runs over the lanes `index`.

        arguments : filled with what the body gets, where the caller's machine needs it too.
        """
        arguments = arguments or Arguments()
        for name, type_ in self._signature.scalars:
            setattr(arguments, name, machine.lane(scalars[name], type_))
        begin = self._observer and perf_counter()
        checked = self._signature.checked(arrays)
        for (name, element), data in zip(self._signature.arrays, checked, strict=True):
            setattr(arguments, name, EagerArray(data, element))
        with np.errstate(all="ignore"):
            if self._mapped:
                self._body(machine, arguments, index)
            else:
                self._body(machine, arguments)
        if begin:
            self._observer(RUN, begin)


class EagerEngine(Engine):
    """Runs kernels with numpy."""

    name = "eager"

    def build(self, signature, body, mapped):
        return EagerKernel(signature, body, mapped)


@lru_cache(maxsize=1)
def eager_engine() -> EagerEngine:
    """The one eager engine."""
    return EagerEngine()
