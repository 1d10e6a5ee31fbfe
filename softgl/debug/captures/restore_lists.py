"""Makes the calls that restore display lists, with their draws from arrays.

Arrays are dereferenced when a list is compiled (OpenGL 2.1, 5.4), so a list holds elements and no
pointers: arrays with these elements are described and drawn in the same way. glBegin and glVertex
would draw the same picture, but would also set current values, which array draws do not.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from softgl.debug.captures.checks import MAX_MEMORY_BYTES, WRITE
from softgl.debug.captures.errors import CaptureError
from softgl.debug.captures.restore_attributes import attribute
from softgl.debug.captures.values import Special
from softgl.gl.api import enums as gl
from softgl.gl.draw.vertex_stream import VERTEX_ID
from softgl.gl.lists.entries import Draws
from softgl.gl.vertices import attributes
from softgl.gl.vertices.immediate import ROW
from softgl.ir.program import Binding
from softgl.pipeline.vertices.elements import as_elements

Calls = Iterator[tuple]

_SIZED = {
    attributes.POSITION: ("glVertexPointer", gl.GL_VERTEX_ARRAY, 4),
    attributes.COLOR: ("glColorPointer", gl.GL_COLOR_ARRAY, 4),
    attributes.SECONDARY_COLOR: ("glSecondaryColorPointer", gl.GL_SECONDARY_COLOR_ARRAY, 3),
    attributes.WEIGHT: ("glWeightPointerARB", gl.GL_WEIGHT_ARRAY_ARB, 4),
    **dict.fromkeys(
        attributes.TEXCOORDS, ("glTexCoordPointer", gl.GL_TEXTURE_COORD_ARRAY, 4)
    ),
}  # fmt: skip
_UNSIZED = {
    attributes.NORMAL: ("glNormalPointer", gl.GL_NORMAL_ARRAY),
    attributes.FOG_COORD: ("glFogCoordPointer", gl.GL_FOG_COORD_ARRAY),
    attributes.INDEX: ("glIndexPointer", gl.GL_INDEX_ARRAY),
}


def lists(ctx, recorder) -> Calls:
    """Yields the calls that compile the display lists; they execute no command."""
    for name, display_list in sorted(ctx.lists.objects.items()):
        yield "glNewList", (name, gl.GL_COMPILE)
        for entry in display_list.entries:
            if isinstance(entry, Draws):
                yield from _drawn(entry, recorder)
                continue
            for command, arguments, keywords in entry.calls():
                if command == "attribute":
                    yield attribute(*arguments)
                else:
                    arguments, named, _ = recorder.frozen_call(command, arguments, keywords)
                    yield command, arguments, 0, named
        yield "glEndList", ()


def _drawn(entry: Draws, recorder) -> Calls:
    """Yields the calls for a draw in a list; no array is described or enabled before."""
    for count, fetched, more in entry.parts:
        yield "glPushClientAttrib", (gl.GL_CLIENT_VERTEX_ARRAY_BIT,)
        sources = dict(fetched)
        numbers = _numbers(sources.pop(VERTEX_ID, None), more.get("first", 0), count)
        for binding, values in sources.items():
            yield from _array(binding, _rows(values, count), numbers, recorder)
        for binding, values in more.get("per_instance", {}).items():
            yield from _array(binding, _rows(values, 1), np.arange(1), recorder)
            yield "glVertexAttribDivisorARB", (binding.indices[0], 1)
        yield from _draw(entry.mode, numbers, more)
        yield "glPopClientAttrib", ()
    if not entry.parts:
        yield "glDrawArrays", (entry.mode, 0, 0)


def _numbers(numbers, first: int, count: int) -> np.ndarray:
    """The numbers of the elements that a draw reads; numbers : explicit ones, None: consecutive."""
    if numbers is None:
        return np.arange(first, first + count)
    return _rows(numbers, count).view(np.uint32)[:, 0].astype(np.int64)


def _rows(values, count: int) -> np.ndarray:
    """The elements up to the last nonzero one, (n, 4); elements beyond an array read as zeros."""
    elements = as_elements(values)
    # Missing components have their default values, also beyond the array.
    rows = elements.rows(min(count, elements.available) if elements.size == 4 else count)
    used = np.flatnonzero(rows.view(np.uint32).any(axis=1))
    return rows[: used[-1] + 1 if used.size else 0]


def _array(binding: Binding, rows: np.ndarray, numbers: np.ndarray, recorder) -> Calls:
    """Yields the calls that describe and enable an array with these elements at these numbers."""
    step = ROW
    if binding == attributes.EDGE_FLAG:
        rows, step = rows[:, :1].astype(np.uint8), 1
    numbers = numbers[: len(rows)]
    size = (int(numbers[-1]) + 1) * step if len(rows) else 0
    if size > MAX_MEMORY_BYTES:
        why = f"a display list draws from element {numbers[-1]} of arrays"
        raise CaptureError(f"cannot capture from here on: {why}")
    block = recorder.client_memory.new_block(size)
    pointer = Special("client", block)
    if binding in attributes.ATTRIBS:
        number = binding.indices[0]
        yield "glVertexAttribIPointerEXT", (number, 4, gl.GL_UNSIGNED_INT, step, pointer)
        yield "glEnableVertexAttribArray", (number,)
    elif binding == attributes.EDGE_FLAG:
        yield "glEdgeFlagPointer", (step, pointer)
        yield "glEnableClientState", (gl.GL_EDGE_FLAG_ARRAY,)
    elif binding in _UNSIZED:
        command, enum = _UNSIZED[binding]
        yield command, (gl.GL_FLOAT, step, pointer)
        yield "glEnableClientState", (enum,)
    else:
        if binding in attributes.TEXCOORDS:
            yield "glClientActiveTexture", (gl.GL_TEXTURE0 + binding.indices[0],)
        command, enum, size = _SIZED[binding]
        yield command, (size, gl.GL_FLOAT, step, pointer)
        yield "glEnableClientState", (enum,)
    for some in np.split(np.arange(len(rows)), np.flatnonzero(np.diff(numbers) != 1) + 1):
        if some.size:
            yield WRITE, (block.number, int(numbers[some[0]]) * step, rows[some].tobytes())


def _draw(mode, numbers, more) -> Calls:
    """Yields the draw itself, with its order and parts; numbers : of the elements."""
    indices, runs = more.get("indices"), more.get("runs") or ()
    if indices is None:
        yield "glDrawArrays", (mode, int(numbers[0]), len(numbers))
        return
    numbers = numbers[indices].astype(np.uint32)
    ends = np.cumsum([0, *runs]).tolist()
    parts = [numbers[start:end] for start, end in pairwise(ends)]
    if more.get("separate"):
        arguments = (mode, tuple(map(len, parts)), gl.GL_UNSIGNED_INT, tuple(parts), len(parts))
        yield "glMultiDrawElements", arguments
        return
    if parts:
        restart = int(np.setdiff1d(np.arange(numbers.size + 1, dtype=np.uint32), numbers)[0])
        numbers = np.concatenate([[*part, restart] for part in parts]).astype(np.uint32)
        yield "glEnableClientState", (gl.GL_PRIMITIVE_RESTART_NV,)
        yield "glPrimitiveRestartIndexNV", (restart,)
    yield "glDrawElements", (mode, numbers.size, gl.GL_UNSIGNED_INT, numbers)
