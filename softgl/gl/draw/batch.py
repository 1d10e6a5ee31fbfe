"""The batch: small draws of a context are collected here, and drawn by the pipeline as one.

A draw costs 0.4 ms besides its vertices and pixels, so a thousand draws of a triangle would take
many times as long as a draw of a thousand triangles. Layers that are blended over each other gain
too: they are drawn tile by tile.

- A draw is *batchable* by the state (`batchable.is_batchable`) and by its size (`is_small`).
- It is *appended* if nothing has changed since the batch was opened but the parts of the plan that
  each draw has of its own (`plan.PER_DRAW_PARTS`): arrays, which the batch copies, current
  attributes, the vertex state and the fragment state. The mode may change too, if no fragment reads
  primitive ids: the batch then holds lists of points, lines or triangles.
- The batch is *flushed* when it is full, when a draw does not fit it, and before each command that
  could see a difference: all but those with `keeps_batch` (`softgl.gl.api.command`).

Most draws differ from the draw before in nothing but elements and current attributes. These take a
short path: `accepts` checks what has changed, which is nothing while the clock of the state stands
still, and `append_elements` or `append_vertices` copies the vertices.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from softgl.gl.api.groups import clock
from softgl.gl.draw.batch_bitmaps import Bitmap, BitmapBatch
from softgl.gl.draw.batch_draws import (
    CONSTANT,
    COUNT,
    FIELDS,
    FLOATS,
    MODE,
    BatchedDraws,
    Taken,
    copied,
    list_of,
)
from softgl.gl.draw.batch_uniforms import (
    bindings,
    changed_alone,
    complete_states,
    present_textures,
    vertex_matrices,
    with_changes,
)
from softgl.gl.draw.batchable import is_observed
from softgl.gl.draw.draw_state import PRIMITIVES, draw_state
from softgl.gl.draw.enabled_arrays import enabled_arrays
from softgl.gl.vertices.attributes import ATTRIBS, POSITION
from softgl.pipeline.draws.draw_call import FragmentState
from softgl.pipeline.vertices.vertex_stream import VertexStream
from softgl.records import but
from softgl.tuning import limits

OTHER_NAMES = {POSITION: ATTRIBS[0], ATTRIBS[0]: POSITION}
"""The position is generic attribute 0."""
UNKNOWN = object()  # the matrices of a state that no draw has changed yet


def reads_ids(state: FragmentState) -> bool:
    """True if fragments read provoking vertices or primitive ids, which the mode decides."""
    return state.fragment.reads_provoking


class Batch:
    """The batch of a context.

    draws : the draws in it, or bitmaps; None if it is empty. left : the number of vertices, or of
        pixels of bitmaps, that it has space for.
    """

    __slots__ = (
        "_arrays_at",
        "_available",
        "_bindings",
        "_constants",
        "_copiers",
        "_ctx",
        "_flush",
        "_fragment_state",
        "_key",
        "_kinds",
        "_known",
        "_lists",
        "_matrices",
        "_memories",
        "_mode",
        "_reads_ids",
        "_restarts",
        "_seen_at",
        "_short_path",
        "_state",
        "_vertex_at",
        "_vertex_state",
        "draws",
        "left",
    )  # fmt: skip

    def __init__(self, ctx):
        self.draws: BatchedDraws | list[Bitmap] | None = None
        self.left = limits.MAX_BATCH_VERTICES
        self._ctx, self._short_path = ctx, None
        self._forget()

    # -- draws -------------------------------------------------------------------------------------

    def append(self, mode: str, stream: VertexStream, now) -> None:
        """Appends a small draw; flushes the batch first if the draw does not fit it.

        now : the parts of the draw plan.
        """
        revision = self._ctx.plan.revision
        if self.draws and revision != self._key:
            self.flush()
        if not self.draws:
            self._open(mode)
        copies = [copied(stream, binding) for binding in self._state.program.attributes]
        kinds, values = tuple([kind for kind, _ in copies]), [value for _, value in copies]
        fields = mode, kinds, stream.count, stream.indices, 0, *values
        states = now.vertex_state, now.fragment_state, reads_ids(now.fragment_state)
        if not self._add(fields, stream.length, *states):
            self.flush()
            self._open(mode)
            self._add(fields, stream.length, *states)
        if not (now.short_path and limits.APPENDS_AGAIN):
            self._short_path = None
        elif self._short_path != revision:
            self._short_path, self._constants = revision, {}
            self._forget()

    def _open(self, mode: str) -> None:
        """Opens the batch with the state of the context."""
        ctx = self._ctx
        ctx.framebuffers.flush_before_read(self.flush)
        self._key, self._flush = ctx.plan.revision, self._draw_primitives
        self._state = state = draw_state(ctx, mode, ctx.plan.now)
        # The layer of a primitive is that of its provoking vertex. Geometry programs see primitives
        # as their mode has them.
        self._lists = not state.frame.layers and state.call.geometry is None

    def _add(self, fields, length, vertex_state, fragment_state, by_ids: bool) -> bool:
        """Adds a draw to the open batch; returns False, and adds nothing, if it does not fit.

        fields, vertex_state, fragment_state : as `BatchedDraws.add` takes them. length : the number
        of its vertices in the order of drawing. by_ids : `reads_ids` of its fragment state.
        """
        size = max(fields[COUNT], length, limits.MIN_COUNTED_VERTICES)
        if size > self.left:
            return False
        mode, draws = fields[MODE], self.draws
        lists = self._lists and not by_ids and length <= limits.MAX_MIXED_MODE_VERTICES
        if not draws:
            draws = self.draws = BatchedDraws(len(fields) - FIELDS)
            self._mode = mode
        elif not (limits.BATCHES_STATES or draws.has_states(vertex_state, fragment_state)):
            return False
        elif mode != self._mode:
            if not lists or list_of(mode) != list_of(draws.fields[MODE]):
                return False
            self._mode = None  # lists only
        self._lists = lists
        self.left -= size
        draws.add(fields, vertex_state, fragment_state)
        return True

    # -- the short path ----------------------------------------------------------------------------

    def accepts(self) -> bool:
        """True if a draw with the present state may take the short path.

        Raises `Refused` for a state that cannot draw.
        """
        if self._short_path is None:
            return False
        if not self.draws:
            self._forget()
        if self._seen_at == clock.latest:
            return True
        return self._update() or self._refresh()

    def follows(self) -> bool:
        """True if the state can draw: little has changed since the latest draw of the batch."""
        if not self.draws or self._short_path is None:
            return False
        return self._seen_at == clock.latest or self._update()

    def accepts_elements(self) -> bool:
        """True if `accepts`, and the enabled arrays may be read on the short path."""
        if self._arrays_at == clock.latest and self.draws:  # the usual case
            return True
        return self.accepts() and (self._arrays_at == clock.latest or self._refresh_arrays())

    def append_vertices(self, mode: int, count: int, attributes: dict) -> bool:
        """Appends a primitive of immediate mode after `accepts`; returns False if it does not fit.

        attributes : (count, 4) float32 of each that varies.
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
        return self._add_short((PRIMITIVES[mode], tuple(kinds), count, None, 0, *values), count)

    def append_elements(self, mode: int, first: int, count: int, indices=None) -> bool:
        """Appends elements `first` ... `first + count - 1` of the arrays after `accepts_elements`.

        indices : uint32 numbers of elements, in memory of their own, or None for consecutive
        elements. Returns False if the draw does not fit.
        """
        if first > self._available - count or count > limits.MAX_BATCHED_VERTICES:
            return False
        if first <= self._restarts[indices is not None] < first + count:  # an element may be one
            return False
        self._ctx.plan.confirm("drawable", "arrays")
        values = [copy(first, count) for copy in self._copiers]
        fields = PRIMITIVES[mode], self._kinds, count, indices, first, *values
        return self._add_short(fields, count if indices is None else len(indices))

    def _add_short(self, fields: tuple, length: int) -> bool:
        """Adds a draw with the states of the short path."""
        if not self.draws:
            self._open(fields[MODE])
        return self._add(fields, length, self._vertex_state, self._fragment_state, self._reads_ids)

    def _update(self) -> bool:
        """Updates the states of the short path if `changed_alone`; else returns False."""
        ctx, seen, matrices = self._ctx, self._seen_at, None
        if not changed_alone(ctx, seen) or ctx.plan.now.geometry is not None:
            self._known = {}
            return False
        if ctx.transform.revision > seen:
            if self._matrices is UNKNOWN:
                self._matrices = vertex_matrices(ctx)
            matrices = self._matrices
            if matrices is None:
                self._known = {}  # fragments may depend on matrices
                return False
        fragment_state, key, textures = self._fragment_state, None, None
        if ctx.texturing.revision > seen:
            key = bindings(ctx)
            if key is None:
                return False
            known = self._known.get(key)
            textures = present_textures(ctx) if known is None else None
            if known is textures is None:
                return False
            fragment_state = known or fragment_state
        rebound = ctx.vertex.revision > seen
        self._vertex_state, self._fragment_state = with_changes(
            ctx, seen, self._vertex_state, fragment_state, matrices, textures
        )
        self._reads_ids = reads_ids(self._fragment_state)
        self._keep(key)
        self._seen_at = clock.latest
        if self._arrays_at >= seen and not rebound:
            self._arrays_at = clock.latest
        return True

    def _refresh(self) -> bool:
        """Updates the states of the short path; returns False if the draw must not take it."""
        ctx, plan = self._ctx, self._ctx.plan
        if is_observed(ctx) or ctx.queries.discards or ctx.lighting.color_material.enabled:
            return False
        plan.get("drawable")
        now = plan.updated()
        if plan.revision != self._short_path:
            return False
        self._vertex_state, self._fragment_state = now.vertex_state, now.fragment_state
        self._matrices = UNKNOWN
        self._reads_ids, self._bindings = (
            reads_ids(now.fragment_state),
            now.vertex_program.attributes,
        )
        self._seen_at = clock.latest
        self._keep(bindings(ctx))
        return True

    def _keep(self, key: tuple | None) -> None:
        """Keeps the fragment state for draws with the same `bindings`, if there is space."""
        if key is not None and len(self._known) < limits.MAX_KNOWN_BINDINGS:
            self._known[key] = self._fragment_state

    def _refresh_arrays(self) -> bool:
        """Updates the functions that copy elements; returns False as `_refresh` does."""
        ctx, vertex = self._ctx, self._ctx.vertex
        if self._vertex_at == vertex.revision or not self._restored():
            arrays = enabled_arrays(ctx)
            if arrays.instances:
                return False
            moved = any(array.memory() is not memory for array, memory in self._memories)
            if moved or self._vertex_at != vertex.revision:
                self._find_copiers(arrays.vertices)
                found = self._available, self._copiers, self._memories, self._kinds
                others = tuple(arrays.vertices.values())
                sources = self._sources()
                vertex.bound.keep_copiers(sources and (sources, others, found))
        if self._vertex_at != vertex.revision:
            self._vertex_at = vertex.revision
            element, number = vertex.restart_element, vertex.restart_number
            self._restarts = -1 if element is None else element, -1 if number is None else number
        self._seen_at = self._arrays_at = clock.latest
        return True

    def _sources(self) -> tuple | None:
        """The state that decides the functions of the vertex array object in use, besides memory.

        None without a program of GLSL, where more decides.
        """
        ctx, target = self._ctx, self._ctx.programs.vertex
        current = ctx.shaders.current
        if current is None:
            return None
        groups = ctx.vertex.bound, ctx.shaders, current, target, target.bound
        return *[each.revision for each in groups], self._bindings

    def _restored(self) -> bool:
        """Restores the functions of the vertex array object in use; False if there are none.

        Raises `Refused` if the memory of an array is not accessible.
        """
        found = self._ctx.vertex.bound.copiers
        if found is None or found[0] != self._sources() or limits.CHECKS_PLANS:
            return False
        arrays, (available, copiers, memories, kinds) = found[1:]
        for array in arrays:
            array.memory()
        if any(array.memory() is not memory for array, memory in memories):
            return False
        self._available, self._copiers = available, copiers
        self._memories, self._kinds = memories, kinds
        return True

    def _find_copiers(self, arrays) -> None:
        """Finds a function (first, count) -> bytes for each attribute, as BatchedDraws have it."""
        self._available, self._copiers, self._memories, kinds = 1 << 62, [], [], []
        for binding in self._bindings:
            array = arrays.get(binding) or arrays.get(OTHER_NAMES.get(binding))
            if array is None:
                kinds.append(CONSTANT)
                self._copiers.append(self._constant(binding))
            else:
                reader = array.reader()
                self._memories.append((array, reader.memory))
                kinds.append(reader.kind)
                self._copiers.append(reader.take)
                self._available = min(self._available, reader.available)
        self._kinds = tuple(kinds)

    def _constant(self, binding) -> Callable[..., bytes]:
        """Returns the function that copies the current value of an attribute."""
        copy = self._constants.get(binding)
        if copy is None:
            copy = self._constants[binding] = self._ctx.immediate.taker(binding)
        return copy

    def _forget(self) -> None:
        """Makes the next draw check everything: with an empty batch, anything may have changed."""
        self._seen_at = self._arrays_at = self._vertex_at = -1
        self._copiers, self._memories, self._restarts = (), (), (-1, -1)
        self._vertex_state = self._fragment_state = None
        self._known = {}  # fragment states by their `bindings`
        self._matrices = UNKNOWN

    # -- repeated draws ----------------------------------------------------------------------------

    def taken(self) -> Taken | None:
        """Returns the state of the latest draw, if it took the short path and none has changed."""
        seen, revision = clock.latest, self._ctx.plan.revision
        is_latest = self._seen_at == seen == self._arrays_at and self._short_path == revision
        if not (self.draws and is_latest):
            return None
        (vertex_state,) = complete_states([self._vertex_state])
        return Taken(
            revision, vertex_state, self._fragment_state, self._reads_ids, self._kinds,
            self._copiers, self._memories, self._available, self._restarts,
        )  # fmt: skip

    def takes_again(self, taken: Taken, mode: str) -> bool:
        """True if draws that are taken again, in a mode, fit the batch."""
        return self._short_path == taken.revision and (not self.draws or self._mode == mode)

    def fitting(self, sizes: list[int]) -> int:
        """Returns the number of first draws with these sizes that fit the batch."""
        if sum(sizes) <= self.left:
            return len(sizes)
        return int(np.searchsorted(np.cumsum(sizes), self.left, side="right"))

    def append_several(
        self, fields: list[tuple], size: int, length: int,
        vertex_states: list, fragment_states: list, by_ids: bool,
    ) -> None:  # fmt: skip
        """Appends draws that `takes_again` and `fitting` allow; size : of all that they count as.

        fields, vertex_states, fragment_states : of each draw, as `BatchedDraws.add` takes them.
        length : the greatest number of vertices of one. by_ids : True if one `reads_ids`.
        """
        if not self.draws:
            self._mode = fields[0][MODE]
            self._open(self._mode)
            self.draws = BatchedDraws(len(fields[0]) - FIELDS)
        few = length <= limits.MAX_MIXED_MODE_VERTICES
        self._lists = self._lists and not by_ids and few
        self.left -= size
        self.draws.add_several(fields, vertex_states, fragment_states)

    # -- bitmaps -----------------------------------------------------------------------------------

    def append_bitmap(self, key, describe: Callable[[], BitmapBatch], bitmap: Bitmap) -> None:
        """Appends a bitmap; flushes the batch first if the bitmap does not fit it.

        key : equal for bitmaps that differ only in pixels and place. describe : returns the
        BitmapBatch that draws them.
        """
        size = max(bitmap.bits.size, limits.MIN_COUNTED_VERTICES)
        if self.draws and (key != self._key or size > self.left):
            self.flush()
        if not self.draws:
            # No draw of primitives fits this batch.
            self._flush, self._key, self._short_path = describe().draw, key, None
            self.draws = []
        self.left -= size
        self.draws.append(bitmap)

    # -- the end of a batch ------------------------------------------------------------------------

    def flush(self) -> None:
        """Draws the batch, which is empty then."""
        draws, self.draws, self.left = self.draws, None, limits.MAX_BATCH_VERTICES
        self._forget()
        if draws:
            self._flush(draws)

    def _draw_primitives(self, draws: BatchedDraws) -> None:
        state = self._state
        if self._mode is None:
            draws.become_lists()
            state = but(state, call=but(state.call, mode=draws.fields[MODE]))
        draws.complete()
        vertex_state, fragment_state = draws.first
        vertex_states, fragment_states = draws.states()

        stream = draws.joined(state.program.attributes)
        state.draw(
            state.call_of(
                stream, vertex_state, fragment_state,
                parts=vertex_states, fragment_states=fragment_states,
            )
        )  # fmt: skip


class ClosedBatch:
    """Stands for a batch where draws go elsewhere: it is empty, and accepts none."""

    draws = None

    def accepts(self) -> bool:
        """False: draws take the long path, to `ctx.draw`."""
        return False

    follows = accepts_elements = accepts
