"""Vertex fetch: where the vertex kernel finds attributes, in client memory of any layout.

Arrays of 32-bit words are read by the kernel where they lie; those of other types are converted
first, as tightly packed floats. Long meshes read small integers where they lie, too.
"""

from __future__ import annotations

import sys
from dataclasses import field, replace

import numpy as np

from softgl.ir.program import Binding
from softgl.lanes import I32, U32
from softgl.pipeline.keys.vertex_formats import SmallIntegers
from softgl.pipeline.support.arena import from_arena
from softgl.records import but, dataclass
from softgl.tuning import limits

# The components that an array does not have.
DEFAULT = np.array([0, 0, 0, 1], np.float32)
DEFAULT_WORDS, DEFAULT_INTEGERS = DEFAULT.view(np.uint32), np.array([0, 0, 0, 1], np.uint32)
WORDS = {"i": np.dtype(np.int32), "u": np.dtype(np.uint32)}  # of integers that stay integers
FLOAT = np.dtype(np.float32)


@dataclass(eq=False)
class Elements:
    """The elements of an attribute: `size` components each, `step` words apart, from `start` on.

    words : uint32, contiguous, not empty: the bits of floats or, if `integer`, of integers.
    available : how many there are; all components of those beyond are 0. Components that the
        elements do not have are (0, 0, 0, 1).
    form : what the words have in them in the place of whole components, for `fetch` alone; or None.
    """

    words: np.ndarray
    start: int = 0
    step: int = 4
    size: int = 4
    available: int = 0
    integer: bool = False
    form: SmallIntegers | None = None

    @property
    def defaults(self) -> np.ndarray:
        """Values of absent components, (4,) uint32."""
        return DEFAULT_INTEGERS if self.integer else DEFAULT_WORDS

    @property
    def layout(self) -> tuple[int, int, int, int]:
        return self.start, self.step, self.size, self.available

    def part(self, start: int, count: int) -> Elements:
        """Elements `start` ... `start + count - 1`."""
        available = min(count, self.available - start)
        if available <= 0:
            return replace(self, available=0)
        return replace(self, start=self.start + start * self.step, available=available)

    def lying(self, count: int) -> Elements:
        """The first `count` elements, where they lie."""
        return self.part(0, count)

    def at(self, numbers) -> Elements:
        """The elements with these numbers, which are in ascending order."""
        within = numbers[: np.searchsorted(numbers, self.available)].astype(np.int64)
        places = self.start + within[:, None] * self.step + np.arange(self.size)
        if not len(within):
            return replace(self, available=0)
        words = self.words[places].reshape(-1)
        return replace(self, words=words, start=0, step=self.size, available=len(within))

    def rows(self, count: int) -> np.ndarray:
        """The first `count` elements, (count, 4) float32 or, if `integer`, floats of their bits."""
        size, within = self.size, max(0, min(count, self.available))
        result = np.empty((count, 4), np.uint32)
        if within:
            shape, strides = (within, size), (4 * self.step, 4)
            result[:within, :size] = np.ndarray(
                shape, np.uint32, self.words, 4 * self.start, strides
            )
        if within < count:
            result[within:, :size] = 0
        if size < 4:
            result[:, size:] = self.defaults[size:]
        return result.view(np.float32)


def as_elements(values) -> Elements:
    """Elements of (n, 4) float32; what is Elements already stays as it is."""
    if isinstance(values, Elements):
        return values
    words = np.ascontiguousarray(values).view(np.uint32).reshape(-1)
    return Elements(words if len(words) else np.zeros(4, np.uint32), available=len(values))


def as_source(values):
    """A source with the methods `part` and `at` of Elements; arrays as `as_elements` takes them."""
    return as_elements(values) if isinstance(values, np.ndarray) else values


def find_elements(
    memory, offset, stride, size, dtype, normalized, first, count, integer=False
) -> Elements:
    """Elements `first` ... `first + count - 1` of an array.

    memory : uint8, or anything with the buffer protocol. offset, stride : bytes.
    size : components of an element, 1 to 4. integer : True if integers stay integers.
    Elements that do not lie within the memory as a whole are not available.
    """
    dtype, memory = np.dtype(dtype), np.frombuffer(memory, np.uint8)
    start = offset + first * stride
    available = _available(memory, start, stride, size * dtype.itemsize, count)
    if available <= 0:
        return Elements(np.zeros(4, np.uint32), size=size, integer=integer)
    memory = memory[start : start + (available - 1) * stride + size * dtype.itemsize]
    direct = dtype == (WORDS[dtype.kind] if integer else FLOAT)
    if direct and not stride % 4 and len(memory) <= limits.MAX_FETCHED_BYTES:
        words = memory.view(np.uint32)
        if words.flags.aligned:
            return Elements(words, 0, stride // 4, size, available, integer)
    values = np.ndarray((available, size), dtype, memory, 0, (stride, dtype.itemsize))
    values = values.astype(WORDS[dtype.kind]) if integer else to_float(values, normalized)
    words = np.ascontiguousarray(values).view(np.uint32).reshape(-1)
    return Elements(words, 0, size, size, available, integer)


def _available(memory, start, stride, length, count) -> int:
    """Number of elements, at most `count`, wholly within memory; length : bytes of each."""
    room = len(memory) - start - length
    return min(count, room // stride + 1 if stride else count) if room >= 0 <= start else 0


def find_lying(
    memory, offset, stride, size, dtype, normalized, count, integer=False
) -> Elements | None:
    """The first `count` elements of an array where they lie, as `fetch` reads them.

    None where it cannot: for numbers of 8 bytes, halves, and what is not aligned. The parameters
    are those of `find_elements`.
    """
    form = None
    if dtype != (WORDS.get(dtype.kind) if integer else FLOAT):
        small = dtype.kind in WORDS and dtype.itemsize < 4 and sys.byteorder == "little"
        if integer or not small:
            return None
        form = SmallIntegers(dtype.itemsize, dtype.kind == "i", normalized)
    length = size * dtype.itemsize
    available = _available(memory, offset, stride, length, count)
    if available <= 0:
        return Elements(np.zeros(4, np.uint32), size=size, integer=integer, form=form)
    end = -(-(offset + (available - 1) * stride + length) // 4) * 4
    if offset % 4 or stride % 4 or end > len(memory) or end - offset > limits.MAX_FETCHED_BYTES:
        return None
    words = memory[offset:end].view(np.uint32)
    if not words.flags.aligned:
        return None
    return Elements(words, 0, stride // 4, size, available, integer, form)


def to_float(values, normalized) -> np.ndarray:
    """Numbers as float32; `normalized` integers by OpenGL 2.1, table 2.9.

    "c / (2^b - 1)" for unsigned ones and "(2c + 1) / (2^b - 1)" for signed ones.
    """
    dtype = values.dtype
    if dtype == np.float16:
        # Some processors make quiet NaNs of signalling halves, others do not.
        words = values.view(np.uint16)
        quiet = ((words & 0x7FFF) > 0x7C00) * np.uint16(0x200)
        values = (words | quiet).view(np.float16)
    if not normalized or dtype.kind == "f":
        with np.errstate(over="ignore"):
            return values.astype(np.float32)
    maximum = float(2 ** (8 * dtype.itemsize) - 1)
    wide = values.astype(np.float64)
    if dtype.kind == "i":
        wide = wide * 2.0 + 1.0
    return (wide / maximum).astype(np.float32)


def less(numbers: np.ndarray, base: int) -> np.ndarray:
    """Numbers of 32 bits that are so much less, as `from_arena`."""
    made = from_arena("indices", numbers.shape, np.uint32)
    np.subtract(numbers.view(np.uint32), np.uint32(base), out=made)
    return made.view(numbers.dtype)


@dataclass(eq=False)
class VertexStream:
    """The vertices of one draw call: those of the first instance, then of the second, and so on.

    count : the number of vertices, of all instances together.
    attributes : (each, 4) float32, Elements, or what makes these by methods `part` and `at`, for
        each attribute with a value per vertex; the same for all instances. Some have a method
        `lying` too, which gives the first ones where they lie, or None.
    per_instance : (instances, 4) float32 for each attribute with a value per instance.
    constants : (4,) float32 for each attribute that has a current value; not looked at for those
        with others.
    indices : uint32 vertex numbers below `each` in the order of drawing, or None for 0, 1, 2, ...
    base : how much more each of these is than the number of the vertex; see `settled`.
    first : the number of the first vertex, as programs see it. instance : that of the instance.
    runs : where the sequence is several, one after the other, as many vertices as each of them has.
    separate : True if each of these is a draw of its own for programs, which count its primitives.
    primitive : the number of the first primitive. ordinal : the same, but counted through where
        each of `runs` is `separate`. run : the number of the first of `runs`, or of the one
        sequence that this is a piece of.
    opens, closes : True if a polygon begins, and whether it ends here.

    Values may be the bits of integers: nothing here does arithmetic with them.
    """

    count: int
    attributes: dict
    constants: dict[Binding, np.ndarray] = field(default_factory=dict)
    indices: np.ndarray | None = None
    first: int = 0
    instance: int = 0
    runs: tuple[int, ...] = ()
    separate: bool = False
    primitive: int = 0
    ordinal: int = 0
    run: int = 0
    opens: bool = True
    closes: bool = True
    instances: int = 1
    base: int = 0
    per_instance: dict[Binding, np.ndarray] = field(default_factory=dict)

    @property
    def each(self) -> int:
        """The number of vertices of one instance."""
        return self.count // self.instances

    @property
    def length(self) -> int:
        """The number of vertices of one instance in the order of drawing."""
        return self.each if self.indices is None else len(self.indices)

    def settled(self) -> VertexStream:
        """The same with indices that are the numbers of vertices; other ones are `from_arena`."""
        return but(self, indices=less(self.indices, self.base), base=0) if self.base else self

    def part(self, start: int, count: int) -> VertexStream:
        """Vertices `start` ... `start + count - 1` of the only instance."""
        attributes = {b: as_source(v).part(start, count) for b, v in self.attributes.items()}
        return but(self, count=count, attributes=attributes, first=self.first + start)

    def has_array(self, binding) -> bool:
        """True if an attribute has values per vertex or per instance."""
        return binding in self.attributes or binding in self.per_instance

    def values(self, binding) -> np.ndarray | None:
        """An attribute of all vertices, (count, 4) float32; None if it has no value."""
        if binding in self.attributes:
            rows = as_elements(self.attributes[binding]).rows(self.each)
            return np.tile(rows, (self.instances, 1))
        if binding in self.per_instance:
            return np.repeat(self.per_instance[binding], self.each, axis=0)
        constant = self.constants.get(binding)
        return None if constant is None else np.broadcast_to(constant, (self.count, 4))

    def elements(self, binding) -> Elements | None:
        """The elements of an attribute in memory; None for one that is constant over the draw."""
        per_instance = self.per_instance if self.instances > 1 else {}
        values = self.attributes.get(binding, per_instance.get(binding))
        return None if values is None else as_elements(values)

    def constant(self, binding) -> np.ndarray:
        """An attribute that is the same for all vertices, (4,) float32."""
        if binding in self.per_instance:
            return self.per_instance[binding][0]
        return self.constants.get(binding, DEFAULT)

    def varying(self, bindings) -> tuple[tuple[bool, ...], tuple[bool, ...]]:
        """Fields of a VertexKey: the attributes with a value per vertex, and per instance."""
        varying = tuple([binding in self.attributes for binding in bindings])
        if self.instances == 1:
            return varying, ()
        return varying, tuple([binding in self.per_instance for binding in bindings])


def fetch_arrays(key) -> tuple:
    """The (name, type) of the arrays that `fetch` reads, for a VertexKey."""
    copies = (("copies", I32),) if key.per_instance else ()
    elements = ((f"attribute{register}", U32) for register in _registers(key))
    return (("constants", U32), ("layout", I32), *copies, *elements)


def _registers(key) -> list[int]:
    """The attribute registers of a VertexKey that have Elements."""
    per_instance = key.per_instance or (False,) * len(key.varying)
    pairs = zip(key.varying, per_instance, strict=True)
    return [register for register, either in enumerate(pairs) if any(either)]


def fetch(m, a, index, key, stride):
    """The attributes of vertex `index`: register, component -> uint32 bits.

    stride : of the rows of `copies`, in which lanes are vertices and instances.
    """
    vertex = m.load(a.copies, index) if key.per_instance else index
    instance = m.load(a.copies, index, stride) if key.per_instance else None
    found = {}
    for register in _registers(key):
        start, step, size, available = (
            m.load_unchecked(a.layout, m.i32(4 * register + number)) for number in range(4)
        )
        number = vertex if key.varying[register] else instance
        there = number < available
        place = start + m.select(there, number, 0) * step
        array, form = getattr(a, f"attribute{register}"), key.forms and key.forms[register]
        for component in range(4):
            if form:
                value = small_number(m, array, place, component, form)
            else:
                value = m.gather(array, place + component)
            absent = m.load_unchecked(a.constants, m.i32(4 * register + component))
            value = m.select(there, value, 0)
            found[register, component] = m.select(size > component, value, absent)

    def attribute(register, component):
        value = found.get((register, component))
        return (
            m.load_unchecked(a.constants, m.i32(4 * register + component))
            if value is None
            else value
        )

    return attribute


def small_number(m, array, place, component, form: SmallIntegers):
    """A component of an element that has small integers, as the bits of a float.

    OpenGL 2.1, table 2.9: c / (2^b - 1), and (2c + 1) / (2^b - 1) where c has a sign.
    """
    bits, at = 8 * form.size, 8 * form.size * component
    word = m.gather(array, place + at // 32)
    if form.signed:
        number = m.to_f32(m.as_i32(word << (32 - bits - at % 32)) >> (32 - bits))
    else:
        number = m.to_f32((word >> (at % 32)) & (2**bits - 1))
    if form.normalized:
        # Rounded once: as in float64 and then to float32, for all numbers of 8 and 16 bits.
        number = (number * 2.0 + 1.0 if form.signed else number) / float(2**bits - 1)
    return m.bits(number)


def fetch_arguments(stream: VertexStream, bindings, stride: int) -> dict:
    """The arrays that `fetch` reads with a stride, by their names.

    constants : four words for each attribute, the components that its elements do not have.
    layout : start, step, size and available of the elements of each attribute.
    copies : the vertex and the instance of each lane, where there are several instances.
    """
    constants = np.zeros((max(1, len(bindings)), 4), np.uint32)
    layout = np.zeros(constants.shape, np.int32)
    arrays = {"constants": constants.reshape(-1), "layout": layout.reshape(-1)}
    for register, binding in enumerate(bindings):
        elements = stream.elements(binding)
        if elements is None:
            constants[register] = stream.constant(binding).view(np.uint32)
        else:
            constants[register] = elements.defaults
            layout[register] = elements.layout
            arrays[f"attribute{register}"] = elements.words
    if stream.instances > 1:
        copies = np.zeros((2, stride), np.int32)
        lanes = copies[:, : stream.count].reshape(2, stream.instances, stream.each)
        lanes[0] = np.arange(stream.each)
        lanes[1] = np.arange(stream.instances)[:, None]
        arrays["copies"] = copies.reshape(-1)
    return arrays
