"""Draws from arrays that are like the one before: the short path to `waiting`.

The next one most often differs from it in its elements, in current values of attributes and perhaps
in what each has its own of (`plan.OF_EACH`): there is little to look at, and nothing if it joins
others that wait and no state has changed at all.
"""

from __future__ import annotations

from collections.abc import Callable

from softgl.gl.api.groups import clock
from softgl.gl.draw.enabled_arrays import enabled_arrays
from softgl.gl.draw.waiting import CONSTANT, FEW, LEAST, Draw, Drawing, is_told
from softgl.gl.vertices.attributes import ATTRIBS, POSITION

OTHER_NAMES = {POSITION: ATTRIBS[0], ATTRIBS[0]: POSITION}


class Again:
    """How a draw from arrays joins the draws of a context that wait, or waits as those before.

    describe : as `Waiting.add` takes it, of the state of the moment.
    """

    __slots__ = (
        "_available", "_constants", "_ctx", "_describe", "_kinds", "_latest", "_look", "_mode",
        "_revision", "_takers", "_uniforms", "_vertex",
    )  # fmt: skip

    def __init__(self, ctx, mode: int, describe: Callable[[], Drawing]):
        self._ctx, self._mode, self._revision = ctx, mode, ctx.plan.revision
        self._describe, self._constants = describe, {}
        self.forget()

    def forget(self) -> None:
        """Look at everything before the next draw: where none waits, anything may change."""
        self._latest = self._vertex = -1
        self._takers, self._uniforms, self._look = (), None, None

    def is_of(self, mode: int) -> bool:
        """Whether it is for draws of a mode with the state of now."""
        return mode == self._mode and self._revision == self._ctx.plan.revision

    def joins(self, mode: int) -> bool:
        """Whether a draw with the state of now does; raises `Refused` for one that cannot draw."""
        if not self._ctx.waiting.draws:
            self.forget()
        return mode == self._mode and (self._latest == clock.latest or self._refresh())

    def add(self, first: int, count: int, indices=None) -> bool:
        """Let elements `first` ... `first + count - 1` wait too; whether that was possible.

        To be called where a draw joins. indices : uint32 numbers of elements, or None for one
        after the other.
        """
        waiting = self._ctx.waiting
        size = max(count, LEAST, 0 if indices is None else len(indices))
        if first > self._available - count or size > waiting.left or size > FEW:
            return False
        self._ctx.plan.confirm("drawable", "arrays")
        if not waiting.draws:
            waiting.begin((self._mode, self._revision), self._describe)
        values = [take(first, count) for take in self._takers]
        waiting.left -= size
        waiting.draws.append(
            Draw(self._kinds, values, count, indices, first, self._uniforms, self._look)
        )
        return True

    def _refresh(self) -> bool:
        """Look at what has changed."""
        ctx, plan = self._ctx, self._ctx.plan
        if is_told(ctx) or ctx.queries.discards:
            return False
        plan.get("drawable")
        arrays, now = enabled_arrays(ctx), plan.updated()
        vertex = ctx.vertex
        if (
            *(plan.revision, arrays.instances, vertex.restart),
            ctx.lighting.color_material.enabled,
        ) != (self._revision, {}, False, False):
            return False
        if self._vertex != vertex.revision:
            self._make_takers(now.vertex_program, arrays.vertices)
            self._vertex = vertex.revision
        self._uniforms, self._look, self._latest = now.uniforms, now.look, clock.latest
        return True

    def _make_takers(self, program, arrays):
        """Find the functions that give the value of each attribute, as a Draw has it."""
        self._available, self._takers, kinds = 1 << 62, [], []
        for binding in program.attributes:
            array = arrays.get(binding) or arrays.get(OTHER_NAMES.get(binding))
            if array is None:
                kinds.append(CONSTANT)
                self._takers.append(self._constant(binding))
            else:
                reader = array.reader()
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
