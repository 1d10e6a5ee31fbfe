"""The entries of display lists: each can be executed, and yields the calls that it stands for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property
from itertools import pairwise

import numpy as np

from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import Refused
from softgl.gl.api.declarations import PreparedCall
from softgl.gl.api.errors import GLError
from softgl.gl.api.refusal import refuse
from softgl.gl.draw.checks import check_drawing
from softgl.gl.draw.vertex_stream import VERTEX_ID
from softgl.gl.vertices.attributes import POSITION
from softgl.gl.vertices.immediate import unpack, unpacked
from softgl.ir.program import Binding
from softgl.pipeline.vertices.elements import as_elements
from softgl.pixels.layouts import PixelStore
from softgl.records import dataclass

Calls = Iterator[tuple[str, tuple]]


class Call(PreparedCall):
    """A command and copies of its arguments."""

    def calls(self) -> Calls:
        """Yields the command itself."""
        yield self.name, self.arguments, self.keywords


def execute_all(entries, ctx) -> None:
    """Executes entries one after the other; raises the first GLError after the last entry.

    OpenGL 2.1, 2.5: "the command generating the error is ignored", the ones after it are not.
    """
    first = None
    for entry in entries:
        try:
            entry.execute(ctx)
        except GLError as error:
            first = first or error
    if first is not None:
        raise first


@dataclass(frozen=True)
class PixelCall:
    """A command with pixels from client memory, and their storage modes.

    OpenGL 2.1, 5.4: "the client state in effect at that time applies to the command." Pixels from a
    buffer object have been read: none is bound to unpack from when the command is executed.
    """

    call: Call
    store: PixelStore

    def execute(self, ctx):
        """Executes the command."""
        with _unpacking(ctx, self.store):
            return self.call.execute(ctx)

    def calls(self) -> Calls:
        """Yields the command between its storage modes and the initial ones."""
        fresh = PixelStore()
        for before, store in ((True, self.store), (False, fresh)):
            if not before:
                yield from self.call.calls()
            for mode, value in vars(store).items():
                name = getattr(gl, f"GL_UNPACK_{mode.upper()}", None)
                if name is not None and vars(self.store)[mode] != vars(fresh)[mode]:
                    yield "glPixelStorei", (name, int(value)), {}


@contextmanager
def _unpacking(ctx, store):
    """Sets the storage modes of client memory in the `with` block."""
    bound, before = ctx.buffers.bound, ctx.pixels.unpack
    buffer = bound.pop(gl.GL_PIXEL_UNPACK_BUFFER, None)
    ctx.pixels.unpack = replace(store)
    try:
        yield
    finally:
        ctx.pixels.unpack = before
        if buffer is not None:
            bound[gl.GL_PIXEL_UNPACK_BUFFER] = buffer


@dataclass(frozen=True)
class Vertices:
    """Attributes and vertices in the form of `Immediate`.

    vertices : packed consecutive positions. logs : for each attribute, in the order of the last
    assignments, its packed values by the number of preceding vertices.
    """

    vertices: bytes
    logs: dict[Binding, dict[int, bytes]]

    def execute(self, ctx) -> None:
        """Sets the attributes, and makes the vertices, which have no effect outside a primitive."""
        immediate = ctx.immediate
        before = immediate.count
        for binding, log in self.logs.items():
            own = immediate.logs[binding]
            if ctx.inside_begin:
                for number, value in log.items():
                    own[before + number] = value
            else:
                own[0] = log[next(reversed(log))]
        immediate.vertices.extend(self.vertices)

    def calls(self) -> Calls:
        """Yields the commands for attributes and vertices, one by one."""
        positions = self.positions.tolist()
        for number in range(len(positions) + 1):
            for binding, log in self.logs.items():
                if number in log:
                    yield "attribute", (binding, log[number]), {}
            if number < len(positions):
                yield "glVertex4fv", (positions[number],), {}

    @cached_property
    def spread(self) -> dict[Binding, tuple[int, np.ndarray]]:
        """For each attribute the number of vertices with its current value, and the other values.

        An attribute that is only set after the last vertex is left out.
        """
        count = len(self.positions)
        found = {}
        for binding, log in self.logs.items():
            starts = [number for number in log if number < count]
            if starts:
                values = unpack([log[number] for number in starts])
                repeats = np.diff(starts, append=count)
                found[binding] = starts[0], np.repeat(values, repeats, axis=0)
        return found

    @cached_property
    def positions(self) -> np.ndarray:
        """(n, 4) float32."""
        return unpacked(self.vertices)


@dataclass(frozen=True)
class Primitive:
    """A primitive between glBegin and glEnd: a draw from memory of its own."""

    mode: int
    vertices: Vertices

    def execute(self, ctx) -> None:
        """Draws the primitive; call by call if glBegin is refused."""
        if ctx.inside_begin or not self._begins(ctx):
            begin, end = Call("glBegin", (self.mode,), {}), Call("glEnd", (), {})
            execute_all((begin, self.vertices, end), ctx)
            return
        ctx.immediate.commit()
        current, attributes = ctx.vertex.current, {POSITION: self.vertices.positions}
        for binding, (before, values) in self.vertices.spread.items():
            if before:
                own = np.repeat(current[binding][None], before, axis=0)
                values = np.concatenate([own, values])
            attributes[binding] = values
        try:
            ctx.draw(self.mode, len(self.vertices.positions), attributes)
        except Refused as refused:
            refuse(refused, "glEnd", ())
        finally:  # The last values stay current, even after a refused draw.
            Vertices(b"", self.vertices.logs).execute(ctx)

    def _begins(self, ctx) -> bool:
        try:
            check_drawing(ctx, self.mode)
        except Refused:
            return False
        return True

    def calls(self) -> Calls:
        """Yields glBegin, the attributes and vertices, and glEnd."""
        yield "glBegin", (self.mode,), {}
        yield from self.vertices.calls()
        yield "glEnd", (), {}


@dataclass(frozen=True)
class Draws:
    """A draw from arrays, with copies of the elements.

    "Vertex array pointers are dereferenced when the commands ArrayElement, DrawArrays,
    DrawElements, or DrawRangeElements are accumulated into a display list."
    mode, parts : the arguments of `ContextState.draw` for each draw.
    """

    call: Call
    mode: int
    parts: tuple[tuple[int, dict, dict], ...]

    def execute(self, ctx) -> None:
        """Draws all parts."""
        try:
            if ctx.inside_begin:
                self.call.execute(ctx)  # which refuses it
                return
            check_drawing(ctx, self.mode)
            ctx.immediate.commit()
            for count, attributes, more in self.parts:
                ctx.draw(self.mode, count, dict(attributes), **more)
        except Refused as refused:
            refuse(refused, self.call.name, self.call.arguments)

    def calls(self) -> Calls:
        """Yields the vertices one by one, in primitives."""
        for count, attributes, more in self.parts:
            rows = {b: as_elements(v).rows(count) for b, v in attributes.items() if b != VERTEX_ID}
            order = more.get("indices")
            order = range(count) if order is None else order.tolist()
            starts = np.cumsum([0, *(more.get("runs") or (len(order),))]).tolist()
            for start, end in pairwise(starts):
                yield "glBegin", (self.mode,), {}
                for number in order[start:end]:
                    for binding, values in rows.items():
                        if binding != POSITION:
                            yield "attribute", (binding, values[number].tobytes()), {}
                    if POSITION in rows:
                        yield "glVertex4fv", (rows[POSITION][number].tolist(),), {}
                yield "glEnd", (), {}
