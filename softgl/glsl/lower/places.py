"""Places of variables: registers, parameters, attributes, buffers; their parts, loads and stores.

A place is a range of registers and the part of it that an expression names. Members and constant
indices change numbers; an index at run time adds a register to the place.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

from softgl.glsl.layouts import ROW, Layout
from softgl.glsl.lower.block_reads import BlockReads
from softgl.glsl.lower.code import (
    MASKS,
    SWIZZLES,
    Code,
    Value,
    component,
    register_types,
    reselected,
    selected,
)
from softgl.glsl.typed import Variable
from softgl.glsl.types import Array, Matrix, Sampler, Scalar, Struct, Type, Vector, registers
from softgl.ir.program import Destination, File, Relative, Source, VertexNumber
from softgl.isa.vocabulary import SIGNED
from softgl.records import but, compact, dataclass

MAX_NAMED_REGISTERS = 256
"""The number of registers of a variable that have names in traces."""


@compact
@dataclass(eq=False)
class Place:
    """A place, or a part of one.

    type : of the part. file, first : the registers of a variable, from `first` on; for `cells` of
    the builder, -1. cells : the meaning of each register of parameters and attributes. count : the
        registers of the whole. offset, relative : the part's first register; the second an integer
        at run time, or None; then start and count are those of the array that it chooses from.
    words : True if booleans in it are true as any word but 0, not all ones alone.
    slot, slots : of samplers: the first slot, and its part at run time. samplers : each slot of
        the whole, with the type in it.
    values : the value of a parameter that nothing writes; it is in no place of its own.
    stored : of outputs, the set of the registers that are written.
    layout, buffers, chosen : in buffers the layout of the part, whose offset is in words, the
        numbers of the buffers, and the one of them at run time.
    vertex : the vertex of a primitive; `vertices` is their number while it is not chosen yet.
    components, index : some components of a vector, or one at run time.
    column : the number of a column of a matrix that a buffer has by rows.
    """

    type: Type
    file: File = File.TEMPORARY
    first: int = -1
    cells: tuple = ()
    count: int = 0
    start: int = 0
    offset: int = 0
    relative: Source | None = None
    words: bool = False
    slot: int = -1
    slots: Source | None = None
    samplers: tuple[tuple[int, Sampler], ...] = ()
    values: Value | None = None
    stored: set[int] | None = None
    layout: Layout | None = None
    buffers: tuple[int, ...] = ()
    chosen: Source | None = None
    vertex: VertexNumber | None = None
    vertices: int = 0
    components: tuple[int, ...] | None = None
    index: Source | None = None
    column: int | None = None

    def part(self, type_: Type) -> Place:
        """Returns a copy with another type."""
        return but(self, type=type_)

    # -- parts ---------------------------------------------------------------------------------

    def member(self, number: int) -> Place:
        """Returns a member of a structure."""
        copy = self.part(self.type.members[number].type)
        if self.layout is not None:
            offset, copy.layout = self.layout.members[number]
            copy.offset += offset
            return copy
        registers, slots = member_offsets(self.type)[number]
        copy.offset += registers
        copy.slot += slots
        return copy

    def element(self, code: Code, index: int | Source) -> Place:
        """Returns an element of an array, a column, or a component; index : an integer."""
        type_ = self.type
        if self.vertices and self.vertex is None:
            return self._of_vertex(code, index)
        if isinstance(type_, Vector):
            return self._component(code, index)
        copy = self.part(type_.column if isinstance(type_, Matrix) else type_.element)
        if self.layout is not None and self.layout.element is None and isinstance(type_, Array):
            return self._of_block(copy, index)  # the layout is that of one block
        if self.layout is not None:
            stride = self.layout.stride
            if isinstance(type_, Matrix):
                copy.layout = self.layout
                if self.layout.row_major:
                    return self._row_major(code, copy, index)
            else:
                copy.layout = self.layout.element
        else:
            stride = len(register_types(copy.type))
        if isinstance(index, int):
            index = max(0, min(index, (type_.length or 1) - 1))
            copy.offset += index * stride
            copy.slot += index * len(sampler_types(copy.type))
            return copy
        if stride:
            rows = stride // ROW if self.layout is not None else stride
            if self.relative is None and self.layout is None:
                copy.start, copy.count = self.offset, type_.length * stride
            copy.relative = _sum(code, self.relative, index, rows)
        if each := len(sampler_types(copy.type)):
            copy.slots = _sum(code, self.slots, index, each)
        return copy

    def _of_vertex(self, code, index) -> Place:
        copy = self.part(self.type.element)
        if isinstance(index, int):
            copy.vertex = VertexNumber(max(0, min(index, self.vertices - 1)))
        else:
            copy.vertex = VertexNumber(0, code.address(index))
        return copy

    def _of_block(self, copy: Place, index) -> Place:
        copy.layout = self.layout
        if isinstance(index, int):
            number = max(0, min(index, len(self.buffers) - 1))
            copy.buffers = self.buffers[number : number + 1]
        else:
            copy.chosen = index
        return copy

    def _row_major(self, code: Code, copy: Place, index) -> Place:
        if isinstance(index, int):
            copy.column = index
            return copy
        columns = self.load(code)
        return held(code, self.type, columns).element(code, index)

    def _component(self, code: Code, index) -> Place:
        copy = self.part(Vector(self.type.scalar))
        size, order = self.type.size, self.components or (0, 1, 2, 3)
        if self.column is not None:
            return held(code, self.type, self.load(code)).element(code, index)
        if isinstance(index, int):
            copy.components = (order[max(0, min(index, size - 1))],)
        elif self.components is None:
            copy.index, copy.components = index, tuple(range(size))
        else:
            copy.index = index
        return copy

    def swizzle(self, code: Code, components) -> Place:
        """Returns some components of a vector."""
        if self.column is not None:
            return held(code, self.type, self.load(code)).swizzle(code, components)
        copy = self.part(Vector(self.type.scalar, len(components)))
        order = self.components or (0, 1, 2, 3)
        copy.components = tuple(order[c] for c in components)
        return copy

    # -- loads ---------------------------------------------------------------------------------

    def load(self, code: Code) -> Value:
        """Returns the value of the part, one operand for each register."""
        if self.vertices and self.vertex is None:
            vertices = range(self.type.count or self.vertices)
            return [one for v in vertices for one in self.element(code, v).load(code)]
        if self.chosen is not None:
            return self._load_chosen(code)
        types = register_types(self.type)
        if self.layout is not None:
            value = self._load_buffer(code)
        elif self.relative is not None:
            base, relative = self._base(code), code.address(self.relative)
            value = [
                self._indexed(code, base, relative, number, vector.size)
                for number, vector in enumerate(types)
            ]
        else:
            value = [self._register(code, n, vector.size) for n, vector in enumerate(types)]
        if self.components:
            value = [self.picked(code, one) for one in value]
        return self._truths(code, types, value) if self.words else value

    def _truths(self, code: Code, types, value: Value) -> Value:
        """Returns the value with booleans all ones or 0."""
        return [
            code.op("USNE", vector.size, one, code.bits(0)) if vector.scalar is Scalar.BOOL else one
            for vector, one in zip(types, value, strict=True)
        ]

    def _base(self, code: Code) -> int:
        """Returns the first register of the array that an index at run time chooses from."""
        some = slice(self.start, self.start + self.count)
        if self.values is not None:
            first = code.new(self.count).index
            for number, source in enumerate(self.values[some]):
                code.emit("MOV", Destination(File.TEMPORARY, first + number), source)
            return first
        return (
            self.first + self.start if self.first >= 0 else code.table(self.file, self.cells[some])
        )

    def _register(self, code: Code, number: int, size: int) -> Source:
        number += self.offset
        if self.values is not None:
            return self.values[number]
        swizzle = SWIZZLES[4 if self.components else size]
        if self.first >= 0:
            return Source(self.file, self.first + number, swizzle, vertex=self.vertex)
        register = code.register(self.file, self.cells[number])
        return Source(self.file, register, swizzle, vertex=self.vertex)

    def _indexed(self, code: Code, base: int, relative: Relative, number: int, size: int) -> Source:
        swizzle = SWIZZLES[4 if self.components else size]
        source = Source(
            self.file, base, swizzle, relative=relative, offset=self.offset - self.start + number,
            count=self.count, vertex=self.vertex,
        )  # fmt: skip
        return code.copy(4 if self.components else size, source)

    def picked(self, code: Code, source: Source) -> Source:
        """Returns the components of a vector that the part has."""
        if self.index is None:
            return reselected(source, [source.swizzle[c] for c in self.components])
        return chosen_component(code, reselected(source, list(self.components)), self.index,
                                len(self.components))  # fmt: skip

    def _load_chosen(self, code: Code) -> Value:
        """Returns the value of one block of an array of blocks, chosen at run time."""
        total: Value = []
        for number, buffer in enumerate(self.buffers):
            one = self.part(self.type)
            one.buffers, one.chosen = (buffer,), None
            value = one.load(code)
            if number == 0:
                total = value
                continue
            here = code.op("USEQ", 1, self.chosen, code.integer(number))
            sizes = [vector.size for vector in register_types(self.type)]
            total = [
                code.op("UCMP", size, here, new, old)
                for size, new, old in zip(sizes, value, total, strict=True)
            ]
        return total

    def _load_buffer(self, code: Code) -> Value:
        relative = code.address(self.relative) if self.relative is not None else None
        whole = self.components is not None
        reads = BlockReads(code, self.buffers[0], self.count, relative, self.column, whole)
        return reads.values(self.type, self.layout, self.offset)

    def reachable_slots(self) -> list[int]:
        """Returns the slots that a sampler chosen at run time may have."""
        found = [slot for slot, sampler in self.samplers if sampler == self.type]
        return [slot for slot in found if slot >= self.slot]

    # -- stores --------------------------------------------------------------------------------

    def store(self, code: Code, value: Value) -> None:
        """Stores a value in the part, which is in temporaries."""
        if self.index is not None:
            self._store_component(code, value[0])
            return
        types = register_types(self.type)
        if len(types) > 1:
            value = self._apart(code, types, value)
        relative = code.address(self.relative) if self.relative is not None else None
        if self.stored is not None:
            some = range(self.offset, self.offset + len(types))
            chosen = range(self.start, self.start + self.count)
            self.stored.update(some if relative is None else chosen)
        for number, (vector, source) in enumerate(zip(types, value, strict=True)):
            mask = MASKS[vector.size]
            if self.components:
                swizzle = [source.swizzle[0]] * 4
                for place, c in enumerate(self.components):
                    swizzle[c] = source.swizzle[place]
                mask = tuple(c in self.components for c in range(4))
                source = selected(source, tuple(swizzle))
            if relative is None:
                code.store(self.first + self.offset + number, mask, source)
                continue
            where = Destination(
                self.file, self.first + self.start, mask, None, relative,
                self.offset - self.start + number, self.count,
            )  # fmt: skip
            code.emit("MOV", where, source)

    def _apart(self, code: Code, types, value: Value) -> Value:
        """Returns the value with operands copied that earlier stores of it would change."""
        whole = range(self.first + self.start, self.first + self.start + self.count)
        apart = []
        for number, (vector, source) in enumerate(zip(types, value, strict=True)):
            same = self.relative is None and source.index == self.first + self.offset + number
            within = source.file is File.TEMPORARY and source.index in whole
            overlaps = within and not (same and source.relative is None)
            apart.append(code.copy(vector.size, source) if overlaps else source)
        return apart

    def _store_component(self, code: Code, source: Source) -> None:
        whole = self.part(Vector(self.type.scalar, len(self.components)))
        whole.index = None
        size = len(self.components)
        here = code.op("USEQ", size, self.index, code.bits(0, 1, 2, 3))
        new = code.op("UCMP", size, here, source, whole.load(code)[0])
        whole.store(code, [new])


def _sum(code: Code, before: Source | None, index: Source, stride: int) -> Source:
    """Returns an index times a stride, plus the index before."""
    if stride != 1:
        index = code.op("MUL", 1, index, code.integer(stride), type=SIGNED)
    if before is not None:
        index = code.op("ADD", 1, before, index, type=SIGNED)
    return index


def chosen_component(code: Code, source: Source, index: Source, size: int) -> Source:
    """Returns the component of a vector that an integer chooses; 0 beyond its end."""
    here = code.op("USEQ", size, index, code.bits(0, 1, 2, 3))
    each = code.op("AND", size, here, source)
    total = component(each, 0)
    for number in range(1, size):
        total = code.op("OR", 1, total, component(each, number))
    return total


def held(code: Code, type_: Type, value: Value) -> Place:
    """Returns a new variable with a value, whose elements can be chosen at run time."""
    place = allocated(code, type_)
    place.store(code, value)
    return place


def allocated(code: Code, type_: Type) -> Place:
    """Returns the place of a new variable in temporaries."""
    count = registers(type_)
    first = code.declare(count)
    return Place(type_, File.TEMPORARY, first, count=count)


def allocated_for(code: Code, variable: Variable) -> Place:
    """Returns the place of a variable in temporaries, whose names traces show."""
    place = allocated(code, variable.type)
    names = register_names(variable.type, variable.name)
    code.names += enumerate(islice(names, MAX_NAMED_REGISTERS), place.first)
    return place


def register_names(type_: Type, name: str) -> Iterator[str]:
    """Yields a name for each register of a value: "light.color", "turn[1]", "weights[3]"."""
    if isinstance(type_, Matrix):
        yield from (f"{name}[{column}]" for column in range(type_.columns))
    elif isinstance(type_, Array):
        for number in range(type_.count or 1):
            yield from register_names(type_.element, f"{name}[{number}]")
    elif isinstance(type_, Struct):
        for member in type_.members:
            yield from register_names(member.type, f"{name}.{member.name}")
    elif isinstance(type_, Vector):
        yield name


@lru_cache(maxsize=256)
def sampler_types(type_: Type) -> tuple[Sampler, ...]:
    """Returns the types of the samplers in a value of a type."""
    if isinstance(type_, Array):
        return (type_.count or 1) * sampler_types(type_.element)
    if isinstance(type_, Struct):
        return tuple(one for member in type_.members for one in sampler_types(member.type))
    return (type_,) if isinstance(type_, Sampler) else ()


@lru_cache(maxsize=256)
def member_offsets(type_: Struct) -> tuple[tuple[int, int], ...]:
    """Returns for each member the registers and the samplers before it."""
    offsets, registers, slots = [], 0, 0
    for member in type_.members:
        offsets.append((registers, slots))
        registers += len(register_types(member.type))
        slots += len(sampler_types(member.type))
    return tuple(offsets)
