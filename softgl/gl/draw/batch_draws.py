"""The draws of a batch: copies of their vertices, their states, and the stream that joins them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np

from softgl.gl.api import enums as gl
from softgl.gl.draw.batch_uniforms import LateState, complete_states
from softgl.gl.draw.enabled_arrays import ArrayElements, elements_of_kind
from softgl.pipeline.draws.draw_call import FragmentState
from softgl.pipeline.primitives.assemble import list_vertex_indices
from softgl.pipeline.primitives.modes import LIST_MODES, MODES
from softgl.pipeline.vertices.elements import as_elements
from softgl.pipeline.vertices.vertex_stream import VertexStream

MODE, KINDS, COUNT, INDICES, LOW = range(5)
FIELDS = LOW + 1
"""The fields of each draw, before its values; see `BatchedDraws`."""
CONSTANT, FLOATS = "constant", (4, gl.GL_FLOAT, False, False, False)
"""Kinds of values: four float32 for all vertices; four float32 for each vertex."""


class BatchedDraws:
    """The draws of a batch, in order.

    Python's garbage collector visits every container: with a record for each draw, that took a
    third of a frame of ten thousand draws. So one list holds the `fields` of all, draw by draw:

    mode : of a DrawCall.
    kinds : for each attribute that the program reads the kind of its value: CONSTANT, or one that
        `enabled_arrays.elements_of_kind` takes, as FLOATS.
    count : the number of vertices; their numbers begin at `low`. indices : a copy, uint32, in the
        order of drawing, or None for consecutive vertices.
    values : the bytes of each attribute, a field for each.

    width : the number of fields of a draw.
    """

    __slots__ = (
        "_fragment_states", "_latest_fragment_state", "_latest_vertex_state", "_vertex_states",
        "fields", "width",
    )  # fmt: skip

    def __init__(self, attributes: int):
        self.fields, self.width = [], FIELDS + attributes
        self._latest_vertex_state = self._latest_fragment_state = None
        self._vertex_states, self._fragment_states = _Runs(), _Runs()

    # No `__len__`: every command tests `Batch.draws`, and would call it.
    @property
    def number(self) -> int:
        """The number of draws."""
        return len(self.fields) // self.width

    def add(
        self, fields: tuple, vertex_state: tuple | LateState, fragment_state: FragmentState
    ) -> None:
        """Adds a draw with the fields (mode, kinds, count, indices, low, *values).

        vertex_state : the resources of its vertex program, and the clip planes, as in
            `DrawCall.parts`; or a late one, until `complete`.
        """
        # A state that was derived again is another object: identity is enough.
        if vertex_state is not self._latest_vertex_state:
            self._vertex_states.add(len(self.fields) // self.width, vertex_state)
            self._latest_vertex_state = vertex_state
        if fragment_state is not self._latest_fragment_state:
            self._fragment_states.add(len(self.fields) // self.width, fragment_state)
            self._latest_fragment_state = fragment_state
        self.fields += fields

    def complete(self) -> None:
        """Derives the vertex states that are late."""
        values = self._vertex_states.values
        if LateState in map(type, values):
            self._vertex_states.values = complete_states(values)

    def add_several(
        self, fields: list[tuple], vertex_states: list[tuple], fragment_states: list[FragmentState]
    ) -> None:
        """Adds draws, each as `add` does."""
        self._vertex_states.add_several(self.number, vertex_states)
        self._fragment_states.add_several(self.number, fragment_states)
        self._latest_vertex_state = vertex_states[-1]
        self._latest_fragment_state = fragment_states[-1]
        self.fields += chain.from_iterable(fields)

    def has_states(self, vertex_state: tuple, fragment_state: FragmentState) -> bool:
        """True if these are the states of the latest draw."""
        return (
            vertex_state is self._latest_vertex_state
            and fragment_state is self._latest_fragment_state
        )

    def each(self, field: int) -> list:
        """Returns a field of each draw."""
        return self.fields[field :: self.width]

    @property
    def lengths(self) -> list[int]:
        """The number of vertices of each draw, in the order of drawing."""
        fields, width = self.fields, self.width
        both = zip(fields[COUNT::width], fields[INDICES::width], strict=True)
        return [count if numbers is None else len(numbers) for count, numbers in both]

    @property
    def first(self) -> tuple[tuple, FragmentState]:
        """The vertex state and the fragment state of the first draw."""
        return self._vertex_states.values[0], self._fragment_states.values[0]

    def states(self) -> tuple[tuple, tuple]:
        """Returns the `parts` and `fragment_states` of a DrawCall, each empty if all are equal."""
        if len(self._vertex_states.values) == len(self._fragment_states.values) == 1:
            return (), ()
        counts = self.each(COUNT)
        vertex_states = tuple((count, *own) for count, own in self._vertex_states.lengths(counts))
        return vertex_states, tuple(self._fragment_states.lengths(counts))

    def become_lists(self) -> None:
        """Turns each draw into a list of points, lines or triangles, by indices."""
        drawn, lists = zip(*map(self.each, (MODE, INDICES, LOW)), self.lengths, strict=True), []
        for mode, own, low, length in drawn:
            corners = list_vertex_indices(mode, length).reshape(-1)
            lists.append(corners.view(np.uint32) + np.uint32(low) if own is None else own[corners])
        self.fields[MODE :: self.width] = map(list_of, self.each(MODE))
        self.fields[INDICES :: self.width] = lists

    def joined(self, bindings) -> VertexStream:
        """Returns one stream of all, with a run for each draw.

        bindings : of the attributes that the program reads.
        """
        attributes, constants, fields, width = {}, {}, self.fields, self.width
        every_kind, counts, lengths = fields[KINDS::width], fields[COUNT::width], self.lengths
        kinds_of = map(set, zip(*dict.fromkeys(every_kind), strict=True))
        for place, (binding, kinds) in enumerate(zip(bindings, kinds_of, strict=True)):
            values = fields[FIELDS + place :: width]
            if kinds == {CONSTANT} and len(set(values)) == 1:
                constants[binding] = np.frombuffer(values[0], np.float32)
            elif len(kinds) == 1:
                attributes[binding] = _joined_values(*kinds, values, counts)
            else:
                attributes[binding] = np.concatenate([
                    as_elements(_joined_values(kinds[place], [value], [count])).rows(count)
                    for kinds, value, count in zip(every_kind, values, counts, strict=True)
                ])  # fmt: skip
        several = len(counts) > 1
        return VertexStream(
            sum(counts), attributes, constants, self._joined_indices(counts, lengths),
            runs=tuple(lengths) if several else (), separate=several,
        )  # fmt: skip

    def _joined_indices(self, counts, lengths):
        """Returns the indices into the vertices of all, uint32; None if no draw has indices."""
        indices, lows = self.fields[INDICES :: self.width], self.fields[LOW :: self.width]
        if not [numbers for numbers in indices if numbers is not None]:
            return None
        starts = np.cumsum(counts) - counts
        if len({id(own) for own in indices}) == 1:  # of one draw that is repeated
            numbers = np.tile(indices[0], len(indices))
        else:
            numbers = np.concatenate([
                np.arange(low, low + count) if own is None else own
                for own, low, count in zip(indices, lows, counts, strict=True)
            ])  # fmt: skip
        return (numbers + np.repeat(starts - lows, lengths)).astype(np.uint32)


class Taken(NamedTuple):
    """The state of a draw that took the short path into the batch; see `Batch.append_elements`.

    revision : of the draw plan. by_ids : `reads_ids` of its fragment state. copiers : the functions
        (first, count) -> bytes of each attribute. memories : each array, and its memory.
    available : the number of elements. restarts : the number that restarts primitives, without
        indices and with them.
    """

    revision: int
    vertex_state: tuple
    fragment_state: FragmentState
    by_ids: bool
    kinds: tuple
    copiers: Sequence[Callable[..., bytes]]
    memories: Sequence[tuple]
    available: int
    restarts: tuple[int, int]


class _Runs:
    """Values that consecutive draws share; `starts` has the first draw of each."""

    __slots__ = ("starts", "values")

    def __init__(self):
        self.starts, self.values = [], []

    def add(self, draw: int, value) -> None:
        """Adds a value from a draw on; it may be the latest one."""
        if not self.values or value is not self.values[-1]:
            self.starts.append(draw)
            self.values.append(value)

    def add_several(self, first: int, values: list) -> None:
        """Adds the value of each draw from a first one on."""
        starts, own, latest = self.starts, self.values, self.values[-1] if self.values else None
        for draw, value in enumerate(values, first):
            if value is not latest:
                starts.append(draw)
                own.append(value)
                latest = value

    def lengths(self, counts: list[int]) -> list[tuple]:
        """Returns (vertices, value) of each value, and none if there is one; counts : of draws."""
        if len(self.values) == 1:
            return []
        sizes = np.add.reduceat(counts, self.starts).tolist()
        return list(zip(sizes, self.values, strict=True))


def list_of(mode: str) -> str:
    """Returns the mode of lists of the primitives of a mode: points, lines or triangles."""
    return LIST_MODES[MODES[mode].corners - 1]


def copied(stream: VertexStream, binding) -> tuple[tuple | str, bytes]:
    """Returns the kind of an attribute of a stream, and a copy of its value."""
    values, count = stream.attributes.get(binding), stream.count
    if values is None:
        return CONSTANT, stream.constant(binding).tobytes()
    found = values.copied(count) if isinstance(values, ArrayElements) else None
    if found is not None:
        return found
    # Arrays of numbers belong to the draw.
    rows = values if isinstance(values, np.ndarray) else values.part(0, count).rows(count)
    return FLOATS, rows.tobytes()


def _joined_values(kind, values, counts):
    """Returns an attribute of draws, all of one kind: Elements or (n, 4) float32."""
    if kind is CONSTANT:
        constants = np.frombuffer(b"".join(values), np.float32).reshape(-1, 4)
        return np.repeat(constants, counts, axis=0)
    # The address of memory that may be written is sooner known.
    return elements_of_kind(kind, bytearray().join(values))
