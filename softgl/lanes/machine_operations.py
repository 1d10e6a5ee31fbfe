"""The operations that each lane machine has in its own way; `machine` makes all others of them."""

from __future__ import annotations

from abc import ABC, abstractmethod

from softgl.lanes.lane import Lane
from softgl.lanes.types import LaneType


class MachineOperations(ABC):
    """The operations on lanes, memory and control flow that a machine implements.

    observer : None, or the observer of an eager machine: it has `run`, which replaces
        `softgl.ir.execute.Run`, and `sampler`, which replaces `softgl.texture.filters.Sampler`.
        Values are the same with it and without.
    """

    observer = None

    # -- values --------------------------------------------------------------------------------

    @abstractmethod
    def lane(self, value, type_: LaneType) -> Lane:
        """Returns a Python number as a uniform lane of `type_`; a lane of that type as it is."""

    @abstractmethod
    def apply(self, name: str, *operands) -> Lane:
        """Applies a primitive of `primitives.PRIMITIVES`; later operands may be numbers."""

    @abstractmethod
    def select(self, mask: Lane, a, b) -> Lane:
        """Returns `a` where `mask` is true, else `b`. One of them may be a number."""

    @abstractmethod
    def any(self, mask: Lane) -> Lane:
        """True if `mask` is true in any live lane, as a uniform BOOL."""

    @abstractmethod
    def first(self, value: Lane) -> Lane:
        """Returns the value of the first lane, uniform."""

    @abstractmethod
    def quad(self, value: Lane, pattern: tuple[int, int, int, int]) -> Lane:
        """Shuffles lanes within each quad: lane i gets the value of lane pattern[i]."""

    @abstractmethod
    def per_lane(self, values: Lane, make):
        """Collects the results of `make` for each lane of `values`.

        `make` gets one lane at a time, or all of them where gathers are fast. It returns lanes in
        lists, tuples, dictionaries or dataclasses, and so does this.
        """

    # -- memory --------------------------------------------------------------------------------

    @abstractmethod
    def gather(self, array, index: Lane) -> Lane:
        """Loads `array[index]` for each lane (I32), the index clamped; widened to 32 bits.

        A uniform index gives a uniform value.
        """

    @abstractmethod
    def load_unchecked(self, array, index: Lane, offset=0) -> Lane:
        """Loads as `gather` does, without clamping: only for indices that softgl's kernels make.

        offset : uniform I32, not negative, added to the index, which is not negative either. So
            rows of an array at one index load faster.
        In lanes that are not live the index is valid, too; the eager machine raises IndexError.
        """

    @abstractmethod
    def load_unchecked_group(self, array, index: Lane, count: int, offsets=(0,)):
        """Loads `array[index + i]` for each i below `count`: 1, 2 or 4 in one access, or 3.

        offsets : as that of `load_unchecked`, whose index is unchecked too; the result has a list
            of lanes for each.
        """

    @abstractmethod
    def scatter(self, array, index: Lane, value: Lane) -> None:
        """Stores `array[index] = value` in live lanes whose index (I32) is within the array."""

    @abstractmethod
    def store_uniform(self, array, index, value) -> None:
        """Stores `array[index] = value`, all uniform, whatever lanes are live; unchecked."""

    @abstractmethod
    def store_unchecked(self, array, index: Lane, value: Lane) -> None:
        """Stores `array[index] = value` for each lane, live or not; the index is unchecked.

        Of lanes with one index any may be the last.
        """

    @abstractmethod
    def further(self, index, offset) -> Lane:
        """Returns the index of a mapped kernel moved by I32 `offset`, for `load` and `store`.

        Only for counts and offsets that are multiples of `MAX_VECTOR_LANES`; the offset is uniform,
        or made of `group_number`.
        """

    def apart(self, index: Lane) -> Lane:
        """Returns any lanes of I32 as the index of `load` and `store`: see `lane.Apart`."""
        return index

    @abstractmethod
    def group_number(self, index) -> Lane:
        """The index of a mapped kernel / `MAX_VECTOR_LANES`; uniform where lanes are vectors."""

    @abstractmethod
    def load(self, array, index, offset=0) -> Lane:
        """Loads `array[index + offset]` for the index of a mapped kernel or consecutive lanes.

        It is not clamped: the array reaches to the end of the last vector, so its rows are padded
        (`padded`). `offset` is a number or uniform I32. A vector of more than MAX_VECTOR_LANES
        reads only live lanes: others may be beyond the array.
        """

    @abstractmethod
    def store_all(self, index, stores: list[tuple]) -> None:
        """Stores `array[index + offset] = value` in live lanes, for each (array, value, offset)."""

    def store(self, array, index, value, offset=0) -> None:
        """Stores `array[index + offset] = value` in live lanes; the counterpart of `load`."""
        self.store_all(index, [(array, value, offset)])

    @abstractmethod
    def append(self, array, count, value, times=None) -> None:
        """Appends the values of live lanes to `array` in the order of lanes: stream compaction.

        count : an array with one I32, the number of elements, which grows. `array` has one element
            more than there will be, whose value is undefined.
        times : None, or I32, the number of elements that each lane appends: its value, and then one
            more each time.
        """

    def load_together(self, array, index, count: int, offset=0) -> list[Lane]:
        """Loads `array[count * index + offset + i]` for each i below `count`: elements of records.

        As `load`, in one access of memory.
        """
        return self.load_groups(array, index, [(i,) for i in range(count)], offset)

    @abstractmethod
    def load_groups(self, array, index, parts, offset=0) -> list[Lane]:
        """Loads parts of groups of elements, a lane for each part: several rows out of blocks.

        parts : for each the places of its n elements within a group. The elements of a group are
            those of all its parts.
        As `load_together`; in a part, lanes from a multiple of n on have the elements of one group.
        """

    @abstractmethod
    def store_together(self, array, index, values: list, offset=0) -> None:
        """Stores `array[len(values) * index + offset + i] = values[i]` in live lanes."""

    @abstractmethod
    def variable(self, type_: LaneType, initial=0, in_memory: bool = False, uniform: bool = False):
        """Returns a variable that keeps its value across control flow.

        It has `get()`, and `set(value)`, which changes live lanes only.

        uniform : True if all lanes that look at it set it together, to one value. A machine may
            keep one for all.
        in_memory : True for a variable in memory; a register takes compile time at each merge of
            control flow.
        """

    @abstractmethod
    def array(self, count: int, initial: list):
        """Returns memory of each lane's own: `count` elements of words like the lanes `initial`.

        Words are of one type of 32 bits. With an element's number, `get(element, word)` and
        `set(element, word, value)`; with an index, I32 lanes from 0 to count - 1,
        `gather(index, word)` and `scatter(index, word, value)`. Only live lanes change.
        """

    # -- control flow --------------------------------------------------------------------------

    @abstractmethod
    def where(self, mask: Lane, skip: bool = False):
        """`with m.where(mask):` in it only lanes of `mask` are live.

        skip : True to jump over the code when none is.
        """

    @abstractmethod
    def branch(self, condition: Lane):
        """`with m.branch(scalar):` in it lanes are live if the uniform BOOL is true."""

    @abstractmethod
    def uniform_choice(self, condition: Lane, one, other) -> list[Lane]:
        """Returns the lanes of `one()` if the uniform BOOL is true, else those of `other()`.

        Only that one runs; neither has another effect.
        """

    @abstractmethod
    def while_any(self, condition, body) -> None:
        """While `condition()` (a BOOL) is true in a live lane: `body()` with those lanes live."""

    @abstractmethod
    def pending_blocks(self, blocks: int):
        """Returns the next of `blocks` for each lane, none at first. See `blocks`, `join`."""

    @abstractmethod
    def blocks(self, pending, bodies, backward, counts=(), unseen=()) -> None:
        """Runs blocks of code that lanes reach, leave and reach again, each written once.

        pending : the result of `pending_blocks(len(bodies))`; a lane without a pending block has
            ended.
        bodies : a function for each block; in it, the block's lanes are live and have no pending
            block. It moves them on with `join`, or ends them by doing nothing.
        backward : for each block, the blocks up to and including itself that it may move lanes to.
        counts : pairs of an I32 variable and its limit. Bodies only add to such a variable or set
            it to 0, and look at it only to end lanes at the limit. If all but these and the
            variables and arrays of `unseen` is as it was before, a machine may add at once what
            many rounds would.

        The next block is always the first that is pending in a lane. Within bodies a difference
        within a quad (`quad_dx`, `quad_dy`) is 0 where one of its two lanes is not live.
        """
