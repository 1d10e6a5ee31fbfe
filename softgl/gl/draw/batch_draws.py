"""Draws that wait for one another: what is kept of each, and the one stream that they become."""

from __future__ import annotations

import numpy as np

from softgl.gl.api import enums as gl
from softgl.gl.draw.enabled_arrays import ArrayElements, elements_of_kind
from softgl.pipeline.draws.draw_call import FragmentState
from softgl.pipeline.primitives.assemble import list_corners
from softgl.pipeline.primitives.modes import LISTS, MODES
from softgl.pipeline.vertices.fetch import VertexStream, as_elements

MODE, KINDS, COUNT, INDICES, LOW = range(5)
FIELDS = LOW + 1
"""The fields of each draw, before its values; see `Draws`."""
CONSTANT, FLOATS = "constant", (4, gl.GL_FLOAT, False, False)
"""Kinds of values: one float32 of four for all vertices; such a one for each."""


class Draws:
    """Some draws, in order.

    A record of each would be an object with others in it, and Python's collector of circles looks
    at all of those when there are many: in a frame of ten thousand draws for a third of its time.
    So there is one list of the `fields` of all, draw by draw:

    mode : as a DrawCall has it.
    kinds : of each attribute that the program reads, what its value has the bytes of: CONSTANT or
        elements of a kind, as `enabled_arrays.elements_of_kind` takes them, of which FLOATS is one.
    count : its vertices, whose numbers are `low` and up. indices : uint32, in the order of drawing,
        a copy; or None for one after the other.
    values : bytes of each attribute, so that there are as many fields more as attributes.

    width : how many fields a draw has.
    """

    __slots__ = ("_latest_look", "_latest_uniforms", "_looks", "_uniforms", "fields", "width")

    def __init__(self, attributes: int):
        self.fields, self.width = [], FIELDS + attributes
        self._latest_uniforms = self._latest_look = None
        self._uniforms, self._looks = _Runs(), _Runs()

    # No `__len__`: who asks whether any draws wait, as all commands do, would call it.
    @property
    def number(self) -> int:
        """How many there are."""
        return len(self.fields) // self.width

    def add(self, fields: tuple, uniforms: tuple, look: FragmentState) -> None:
        """Add one: (mode, kinds, count, indices, low, *values).

        uniforms : what its vertex program reads, and the clip planes, as in `DrawCall.parts`.
        look : how its fragments look.
        """
        # What is derived again is another object, so that identity tells.
        if uniforms is not self._latest_uniforms or look is not self._latest_look:
            self._uniforms.add(self.number, uniforms)
            self._looks.add(self.number, look)
            self._latest_uniforms, self._latest_look = uniforms, look
        self.fields += fields

    def goes_on(self, uniforms: tuple, look: FragmentState) -> bool:
        """True if a draw with these has the uniforms and the fragment state of the latest."""
        return uniforms is self._latest_uniforms and look is self._latest_look

    def each(self, field: int) -> list:
        """A field of each."""
        return self.fields[field :: self.width]

    @property
    def lengths(self) -> list[int]:
        """Of each the number of its vertices in the order of drawing."""
        both = zip(self.each(COUNT), self.each(INDICES), strict=True)
        return [count if numbers is None else len(numbers) for count, numbers in both]

    @property
    def first(self) -> tuple[tuple, FragmentState]:
        """The uniforms and the look of the first."""
        return self._uniforms.values[0], self._looks.values[0]

    def parts(self) -> tuple[tuple, tuple]:
        """The `parts` and `looks` of a DrawCall: none where all draws have the same."""
        counts = self.each(COUNT)
        parts, looks = self._uniforms.lengths(counts), self._looks.lengths(counts)
        return tuple((count, *own) for count, own in parts), tuple(looks)

    def become_lists(self) -> None:
        """Make of each a list of its shapes, by indices."""
        drawn, lists = zip(*map(self.each, (MODE, INDICES, LOW)), self.lengths, strict=True), []
        for mode, own, low, length in drawn:
            corners = list_corners(mode, length).reshape(-1)
            lists.append(corners.view(np.uint32) + np.uint32(low) if own is None else own[corners])
        self.fields[MODE :: self.width] = map(list_of, self.each(MODE))
        self.fields[INDICES :: self.width] = lists

    def joined(self, bindings) -> VertexStream:
        """One stream of all: a run for each. bindings : of the attributes that are read."""
        attributes, constants = {}, {}
        every_kind, counts, lengths = self.each(KINDS), self.each(COUNT), self.lengths
        kinds_of = map(set, zip(*dict.fromkeys(every_kind), strict=True))
        for place, (binding, kinds) in enumerate(zip(bindings, kinds_of, strict=True)):
            values = self.each(FIELDS + place)
            if kinds == {CONSTANT} and len(set(values)) == 1:
                constants[binding] = np.frombuffer(values[0], np.float32)
            elif len(kinds) == 1:
                attributes[binding] = _joined_values(*kinds, values, counts)
            else:
                attributes[binding] = np.concatenate([
                    as_elements(_joined_values(kinds[place], [value], [count])).rows(count)
                    for kinds, value, count in zip(every_kind, values, counts, strict=True)
                ])  # fmt: skip
        several = self.number > 1
        return VertexStream(
            sum(counts), attributes, constants, self._joined_indices(counts, lengths),
            runs=tuple(lengths) if several else (), separate=several,
        )  # fmt: skip

    def _joined_indices(self, counts, lengths):
        """The indices as numbers of the vertices of all, uint32; None if no draw has any."""
        indices, lows = self.each(INDICES), self.each(LOW)
        if all(numbers is None for numbers in indices):
            return None
        starts = np.cumsum(counts) - counts
        numbers = np.concatenate([
            np.arange(low, low + count) if own is None else own
            for own, low, count in zip(indices, lows, counts, strict=True)
        ])  # fmt: skip
        return (numbers + np.repeat(starts - lows, lengths)).astype(np.uint32)


class _Runs:
    """What consecutive draws have in common: the values, and at which draw each begins."""

    __slots__ = ("starts", "values")

    def __init__(self):
        self.starts, self.values = [], []

    def add(self, draw: int, value) -> None:
        """A value from a draw on, perhaps the same as before."""
        if not self.values or value is not self.values[-1]:
            self.starts.append(draw)
            self.values.append(value)

    def lengths(self, counts: list[int]) -> list[tuple]:
        """Of each value the number of vertices, with it; none if it is one. counts : of draws."""
        if len(self.values) == 1:
            return []
        sizes = np.add.reduceat(counts, self.starts).tolist()
        return list(zip(sizes, self.values, strict=True))


def list_of(mode: str) -> str:
    """The mode of lists of what a mode draws: points, lines or triangles."""
    return LISTS[MODES[mode].corners - 1]


def taken(stream: VertexStream, binding) -> tuple:
    """What Draws have of an attribute of a stream, its kind and its value, as it is now."""
    values, count = stream.attributes.get(binding), stream.count
    if values is None:
        return CONSTANT, stream.constant(binding).tobytes()
    found = values.taken(count) if isinstance(values, ArrayElements) else None
    if found is not None:
        return found
    # Arrays of numbers were made for the draw.
    rows = values if isinstance(values, np.ndarray) else values.part(0, count).rows(count)
    return FLOATS, rows.tobytes()


def _joined_values(kind, values, counts):
    """An attribute of draws that have it in one kind: Elements or (n, 4) float32."""
    if kind is CONSTANT:
        constants = np.frombuffer(b"".join(values), np.float32).reshape(-1, 4)
        return np.repeat(constants, counts, axis=0)
    return elements_of_kind(kind, b"".join(values))
