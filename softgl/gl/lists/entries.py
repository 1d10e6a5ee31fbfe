"""What display lists hold: each entry is executed, and tells which calls it stands for."""

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
    """A command and its arguments, which nothing changes any more."""

    def calls(self) -> Calls:
        """The command itself."""
        yield self.name, self.arguments, self.keywords


@dataclass(frozen=True)
class PixelCall:
    """A command with pixels from client memory, and how they lie there.

    OpenGL 2.1, 5.4: "the client state in effect at that time applies to the command." Pixels from a
    buffer object have been read: none is bound to unpack from when the command is executed.
    """

    call: Call
    store: PixelStore

    def execute(self, ctx):
        """Give the command."""
        with _unpacking(ctx, self.store):
            return self.call.execute(ctx)

    def calls(self) -> Calls:
        """The command, with its storage modes before it, and those of a new context after it."""
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
    """While this lasts, pixels lie in client memory as `store` has it."""
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
    """Attributes that were set, and vertices between; as `Immediate` has them.

    vertices : packed positions, one after the other. logs : of each attribute that was set, in the
    order of the last time, by the number of vertices before it, its packed value.
    """

    vertices: bytes
    logs: dict[Binding, dict[int, bytes]]

    def execute(self, ctx) -> None:
        """Set the attributes and make the vertices: in a primitive, or for nothing."""
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
        """The commands for attributes and vertices, one by one."""
        positions = self.positions.tolist()
        for number in range(len(positions) + 1):
            for binding, log in self.logs.items():
                if number in log:
                    yield "attribute", (binding, log[number]), {}
            if number < len(positions):
                yield "glVertex4fv", (positions[number],), {}

    @cached_property
    def spread(self) -> dict[Binding, tuple[int, np.ndarray]]:
        """Of each attribute how many vertices have its current value, and what the others have.

        An attribute that is set after the last vertex only is not there.
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
    """What stands between glBegin and glEnd: one draw, from memory that is kept."""

    mode: int
    vertices: Vertices

    def execute(self, ctx) -> None:
        """Draw it; where glBegin would be refused, or somebody looks on, call by call."""
        if ctx.inside_begin or not self._begins(ctx):
            Call("glBegin", (self.mode,), {}).execute(ctx)
            self.vertices.execute(ctx)
            Call("glEnd", (), {}).execute(ctx)
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
        # What was set last stays, whether anything was drawn or not.
        Vertices(b"", self.vertices.logs).execute(ctx)

    def _begins(self, ctx) -> bool:
        try:
            check_drawing(ctx, self.mode)
        except Refused:
            return False
        return True

    def calls(self) -> Calls:
        """glBegin, the attributes and vertices, and glEnd."""
        yield "glBegin", (self.mode,), {}
        yield from self.vertices.calls()
        yield "glEnd", (), {}


@dataclass(frozen=True)
class Draws:
    """What a command has drawn from arrays, with the elements that were there then.

    "Vertex array pointers are dereferenced when the commands ArrayElement, DrawArrays,
    DrawElements, or DrawRangeElements are accumulated into a display list."
    mode, parts : as `ContextState.draw` takes each draw: count, attributes, and the rest.
    """

    call: Call
    mode: int
    parts: tuple[tuple[int, dict, dict], ...]

    def execute(self, ctx) -> None:
        """Draw all parts."""
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
        """The vertices one by one, in primitives."""
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
