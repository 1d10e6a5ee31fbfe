"""Draws that the batch takes again, many at once, each with uniforms and stores of its own.

A client in C repeats a few calls for each of its objects: a program, a texture, a uniform, a draw.
Once the batch has taken such a draw, a `RepeatedDraw` has all that later ones need besides the
words that differ, without a command, a revision or a part of the draw plan for each.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import is_not
from typing import NamedTuple

import numpy as np

from softgl.gl.api.arguments import Refused
from softgl.gl.buffers.buffer_objects import Buffer
from softgl.gl.draw.batch import Batch
from softgl.gl.draw.batch_draws import Taken
from softgl.gl.draw.batch_uniforms import with_words
from softgl.gl.draw.batchable import is_observed
from softgl.gl.draw.draw_indices import as_numbers, extremes, indices_in
from softgl.gl.draw.draw_state import PRIMITIVES
from softgl.gl.draw.plan_parts import drawn_objects
from softgl.gl.draw.plan_resources import texture_objects_of
from softgl.gl.programs.slots import uniform_block_ranges
from softgl.gl.shading.objects import Block
from softgl.ir.program import Program
from softgl.pipeline.draws.draw_call import FragmentState
from softgl.pipeline.keys.resources import Resources
from softgl.records import but, dataclass
from softgl.tuning import limits


class Write(NamedTuple):
    """Rows of the default block that several draws write: from `row` on, (draws, rows, n) words."""

    row: int
    words: np.ndarray


class Store(NamedTuple):
    """Bytes that several draws write into a buffer object: from `offset` on, (draws, n) uint8."""

    buffer: Buffer
    offset: int
    data: np.ndarray


@dataclass(frozen=True)
class Elements:
    """The elements of a draw: consecutive ones from `first` on, or those of indices.

    indices : (buffer object, type, offset in bytes) of the indices, or None.
    """

    mode: int
    first: int
    count: int
    indices: tuple[Buffer, int, int] | None = None


def may_repeat(ctx) -> bool:
    """True if no observer looks at each draw, and no query decides whether it draws."""
    if is_observed(ctx) or ctx.queries.discards or ctx.lighting.color_material.enabled:
        return False
    return limits.BATCHES_STATES and limits.APPENDS_AGAIN


def is_repeatable(ctx) -> bool:
    """True if the state of the latest draw depends on nothing that earlier draws draw."""
    now = ctx.plan.now
    programs = now.vertex_program, now.fragment_program
    drawn = [id(each) for each in drawn_objects(ctx, now)]
    return (
        now.geometry is None
        and all(program.of_shader for program in programs)
        and not any(id(each) in drawn for p in programs for each in texture_objects_of(ctx, p))
    )


class RepeatedDraw:
    """A draw that the batch has taken from arrays, as `Batch.taken` describes it.

    program : the program object in use. taken : the state of the batch.
    vertex, fragment : of the stages, shared with other draws. After `prepare`:
    fields : of `BatchedDraws.add`. size : the number of vertices that it counts as.
    length : the number of vertices in the order of drawing.
    """

    __slots__ = ("_elements", "fields", "fragment", "length", "program", "size", "taken", "vertex")

    def __init__(self, ctx, taken: Taken, elements: Elements, stages: dict[tuple, StageStates]):
        """Describes the latest draw; stages : those of others, by `_names` of their states."""
        self.program, self.taken, self._elements = ctx.shaders.current, taken, elements
        self.fields, self.size, self.length = (), 0, 0
        now, vertex, fragment = ctx.plan.now, taken.vertex_state, taken.fragment_state
        name = self.program, id(vertex[1]), *_names(vertex[0])
        self.vertex = stages.get(name)
        if self.vertex is None:
            self.vertex = stages[name] = VertexStates(ctx, now.vertex_program, vertex, vertex[0])
        resources = fragment.fragment_resources
        others = fragment.fragment, fragment.blend_color, fragment.fog, fragment.tests
        name = self.program, *map(id, others), *_names(resources)
        self.fragment = stages.get(name)
        if self.fragment is None:
            self.fragment = stages[name] = FragmentStates(
                ctx, now.fragment_program, fragment, resources
            )

    def reads(self, buffer: Buffer) -> bool:
        """True if a buffer object has some of its elements or indices."""
        arrays = (array.buffer for array, _ in self.taken.memories)
        indices = self._elements.indices
        return buffer in arrays or (indices is not None and indices[0] is buffer)

    def samples(self, buffer: Buffer) -> bool:
        """True if one of its programs reads a buffer object."""
        return buffer in self.vertex.buffers or buffer in self.fragment.buffers

    def prepare(self, ctx) -> bool:
        """Reads its elements and the words of its resources; False if it must not be repeated."""
        taken = self.taken
        if taken.revision != ctx.plan.revision:
            return False
        try:
            for array, memory in taken.memories:
                if array.memory() is not memory:
                    return False
            low, count, numbers = self._range(ctx)
            self.vertex.update(self.program.block)
            self.fragment.update(self.program.block)
        except Refused:
            return False
        restart = taken.restarts[numbers is not None]
        if low > taken.available - count or low <= restart < low + count:
            return False
        self.length = count if numbers is None else len(numbers)
        self.size = max(count, self.length, limits.MIN_COUNTED_VERTICES)
        values = [copy(low, count) for copy in taken.copiers]
        self.fields = PRIMITIVES[self._elements.mode], taken.kinds, count, numbers, low, *values
        return self.size <= limits.MAX_BATCHED_VERTICES

    def _range(self, ctx) -> tuple[int, int, np.ndarray | None]:
        """Returns the first element, the number of elements, and the indices, uint32, or None."""
        elements = self._elements
        if elements.indices is None:
            return elements.first, elements.count, None
        buffer, type_, offset = elements.indices
        found = indices_in(ctx, buffer, elements.count, type_, offset)
        numbers = as_numbers(ctx, elements.count, found)
        low, high = extremes(numbers)
        return low, high - low + 1, numbers


def _names(resources: Resources) -> list[int]:
    """Returns the ids of all arrays of resources but the parameters."""
    textures = [id(array) for each in resources.textures for array in each.values()]
    return [*map(id, resources.buffers), *textures]


class StageStates:
    """The states of one stage in several draws: its resources differ in words alone.

    state : the present one. buffers : the buffer objects that its program reads.
    """

    def __init__(self, ctx, program: Program, state, resources: Resources):
        self.state, self._program, self._resources = state, program, resources
        self._first = state  # the ids of its arrays are a key, and must not be those of others
        self._ranges = uniform_block_ranges(ctx, program)
        self.buffers = [each.buffer for each in self._ranges if each is not None]
        self._seen = -1

    def with_resources(self, resources: Resources):
        """Returns the state with other resources."""
        raise NotImplementedError

    def update(self, block: Block) -> None:
        """Reads the present words of the default block and of buffer objects."""
        latest = self._resources
        if block.revision != self._seen:
            latest = with_words(self._program, latest, block.words)
            self._seen = block.revision
        if self._ranges:
            pairs = zip(self._ranges, latest.buffers, strict=True)
            present = [
                each.words if each is not None and each.words.size else own for each, own in pairs
            ]
            if any(map(is_not, present, latest.buffers)):
                latest = Resources(latest.parameters, present, latest.textures)
        if latest is not self._resources:
            self._resources, self.state = latest, self.with_resources(latest)

    def several(self, number: int, writes: Sequence[Write], stores: Sequence[Store]) -> list:
        """Returns the states of several draws; consecutive equal ones are one object."""
        latest = self._resources
        parameters = self._written_parameters(number, writes)
        buffers = [self._stored(number, place, stores) for place in range(len(self._ranges))]
        changing = [each for each in (parameters, *buffers) if each is not None]
        if not changing:
            return [self.state] * number
        changes = np.ones(number, bool)
        changes[1:] = np.any([(each[1:] != each[:-1]).any(1) for each in changing], 0)
        words = [latest.parameters] * number if parameters is None else list(parameters)
        read = [latest.buffers] * number
        if any(each is not None for each in buffers):
            pairs = zip(buffers, latest.buffers, strict=True)
            columns = [[own] * number if each is None else list(each) for each, own in pairs]
            read = list(map(list, zip(*columns, strict=True)))
        made, state = [], None
        for is_new, *own in zip(changes.tolist(), words, read, strict=True):
            if is_new:
                state = self.with_resources(Resources(*own, latest.textures))
            made.append(state)
        return made

    def _written_parameters(self, number, writes):
        """Returns the parameters of draws, (number, words); None if they read no written rows."""
        made = None
        for write in writes:
            _, count, size = write.words.shape
            for own, rows in self._program.uniform_rows:
                first, last = max(rows.start, write.row), min(rows.stop, write.row + count)
                if first >= last:
                    continue
                if made is None:
                    made = np.repeat(self._resources.parameters.reshape(1, -1, 4), number, 0)
                register = own.start + first - rows.start
                part = write.words[:, first - write.row : last - write.row]
                made[:, register : register + last - first, :size] = part
        return None if made is None else made.reshape(number, -1)

    def _stored(self, number, place, stores):
        """Returns the words of a buffer for each draw; None if none of them is stored into."""
        found, made = self._ranges[place], None
        for store in stores:
            if found is None or store.buffer is not found.buffer:
                continue
            size, start = found.words.size * 4, store.offset - found.offset
            first, last = max(start, 0), min(start + store.data.shape[1], size)
            if first >= last:
                continue
            if made is None:
                made = np.repeat(self._resources.buffers[place].reshape(1, -1), number, 0)
            made.view(np.uint8)[:, first:last] = store.data[:, first - start : last - start]
        return made


class VertexStates(StageStates):
    """The vertex states of draws: resources of the vertex program, and clip planes."""

    def with_resources(self, resources: Resources) -> tuple:
        return resources, self.state[1]


class FragmentStates(StageStates):
    """The `FragmentState`s of draws."""

    def with_resources(self, resources: Resources) -> FragmentState:
        return but(self.state, fragment_resources=resources)


def append_repeated(
    batch: Batch, draws: Sequence[RepeatedDraw], vertex_states: list, fragment_states: list
) -> None:
    """Appends prepared draws of one mode to the batch, with the states of each."""
    fields, sizes = [draw.fields for draw in draws], [draw.size for draw in draws]
    by_ids = any(draw.taken.by_ids for draw in set(draws))
    length = max(draw.length for draw in set(draws))
    start, count = 0, len(draws)
    while start < count:
        end = start + batch.fitting(sizes[start:] if start else sizes)
        if end == start:
            batch.flush()
            continue
        part = slice(start, end)
        batch.append_several(
            fields[part], sum(sizes[part]), length,
            vertex_states[part], fragment_states[part], by_ids,
        )  # fmt: skip
        start = end
