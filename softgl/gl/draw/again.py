"""Draws that are like the one before: the short path to `batch`.

The next one most often differs from it in its elements or vertices, in current values of attributes
and perhaps in what each has its own of (`plan.OF_EACH`): there is little to look at, and nothing if
it joins others that wait and no state has changed at all.
"""

from __future__ import annotations

from collections.abc import Callable

from softgl.gl.api.groups import clock
from softgl.gl.draw.batch import PRIMITIVES, Drawing, is_told, says_corners
from softgl.gl.draw.batch_draws import CONSTANT, FLOATS
from softgl.gl.draw.enabled_arrays import enabled_arrays
from softgl.gl.vertices.attributes import ATTRIBS, POSITION
from softgl.tuning import limits

OTHER_NAMES = {POSITION: ATTRIBS[0], ATTRIBS[0]: POSITION}


class Again:
    """How a draw joins the draws of a context that wait, or waits as those before.

    describe : from a mode to the Drawing of the state of the moment.
    """

    __slots__ = (
        "_arrays", "_available", "_bindings", "_constants", "_corners", "_ctx", "_describe",
        "_kinds", "_latest", "_look", "_memories", "_revision", "_takers", "_uniforms", "_vertex",
    )  # fmt: skip

    def __init__(self, ctx, describe: Callable[[str], Drawing]):
        self._ctx, self._revision = ctx, ctx.plan.revision
        self._describe, self._constants = describe, {}
        self.forget()

    def forget(self) -> None:
        """Look at everything before the next draw: where none waits, anything may change."""
        self._latest = self._arrays = self._vertex = -1
        self._takers, self._memories, self._uniforms, self._look = (), (), None, None

    @property
    def is_current(self) -> bool:
        """Whether it is for draws with the state of now."""
        return self._revision == self._ctx.plan.revision

    def joins(self) -> bool:
        """Whether a draw with the state of now does; raises `Refused` for one that cannot draw."""
        if not self._ctx.batch.draws:
            self.forget()
        return self._latest == clock.latest or self._refresh()

    def joins_from_arrays(self) -> bool:
        """The same of a draw from arrays."""
        if self._arrays == clock.latest and self._ctx.batch.draws:  # the usual case
            return True
        return self.joins() and self._refresh_arrays()

    def add_vertices(self, mode: int, count: int, attributes: dict) -> bool:
        """Let a primitive wait too; whether that was possible.

        To be called where it joins. attributes : (count, 4) float32 of each that varies.
        """
        if count > limits.MAX_BATCHED_VERTICES:
            return False
        self._ctx.plan.confirm("drawable")
        values, kinds = [], []
        for binding in self._bindings:
            rows = attributes.get(binding)
            if rows is None:
                rows = attributes.get(OTHER_NAMES.get(binding))
            kinds.append(CONSTANT if rows is None else FLOATS)
            values.append(self._constant(binding)() if rows is None else rows.tobytes())
        return self._waits(mode, tuple(kinds), values, count, count)

    def add(self, mode: int, first: int, count: int, indices=None) -> bool:
        """Let elements `first` ... `first + count - 1` wait too; whether that was possible.

        To be called where a draw from arrays joins. indices : uint32 numbers of elements, in memory
        of their own, or None for one after the other.
        """
        if first > self._available - count or count > limits.MAX_BATCHED_VERTICES:
            return False
        self._ctx.plan.confirm("drawable", "arrays")
        values = [take(first, count) for take in self._takers]
        length = count if indices is None else len(indices)
        return self._waits(mode, self._kinds, values, count, length, indices, first)

    def _waits(self, mode, kinds, values, count, length, indices=None, first=0):
        """Let a draw wait, if there is room; but for its length as `Draws.add` has it."""
        batch, mode = self._ctx.batch, PRIMITIVES[mode]
        if not batch.draws:
            batch.begin(self._revision, self._describe(mode))
        fields = mode, kinds, count, indices, first, *values
        return batch.joins(fields, length, self._uniforms, self._look, self._corners)

    def _refresh(self) -> bool:
        """Look at what has changed."""
        ctx, plan = self._ctx, self._ctx.plan
        if is_told(ctx) or ctx.queries.discards or ctx.lighting.color_material.enabled:
            return False
        plan.get("drawable")
        now = plan.updated()
        if plan.revision != self._revision:
            return False
        self._uniforms, self._look, self._latest = now.uniforms, now.look, clock.latest
        self._corners = says_corners(now.look)
        self._bindings = now.vertex_program.attributes
        return True

    def _refresh_arrays(self) -> bool:
        """The same of arrays."""
        arrays, vertex = enabled_arrays(self._ctx), self._ctx.vertex
        if arrays.instances or vertex.restart:
            return False
        moved = any(array.memory() is not memory for array, memory in self._memories)
        if moved or self._vertex != vertex.revision:
            self._make_takers(arrays.vertices)
            self._vertex = vertex.revision
        self._latest = self._arrays = clock.latest
        return True

    def _make_takers(self, arrays):
        """Find the functions that give the value of each attribute, as Draws have it."""
        self._available, self._takers, self._memories, kinds = 1 << 62, [], [], []
        for binding in self._bindings:
            array = arrays.get(binding) or arrays.get(OTHER_NAMES.get(binding))
            if array is None:
                kinds.append(CONSTANT)
                self._takers.append(self._constant(binding))
            else:
                reader = array.reader()
                self._memories.append((array, reader.memory))
                kinds.append(reader.kind)
                self._takers.append(reader.take)
                self._available = min(self._available, reader.available)
        self._kinds = tuple(kinds)

    def _constant(self, binding):
        """What gives the value of an attribute without an array."""
        take = self._constants.get(binding)
        if take is None:
            take = self._constants[binding] = self._ctx.immediate.taker(binding)
        return take
