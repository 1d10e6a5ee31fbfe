"""Small draws that wait for the next ones, to be one draw of the pipeline with them.

What a draw costs besides its vertices and pixels is about 0.2 ms: a thousand triangles in so many
draws would take many times as long as in one. So a draw of few vertices waits, with copies of what
it reads of arrays, and the next one joins it if only current attributes and arrays have changed
between the two. Layers that are blended one over the other gain too: they are drawn tile by tile.

Nobody sees it: what waits is drawn before any command that could tell, or changes what is read;
see `waits` of `softgl.gl.api.command.command`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from softgl import pipeline
from softgl.gl.api import enums as gl
from softgl.gl.draw.vertex_stream import VERTEX_ID
from softgl.ir.program import Program
from softgl.lanes import Engine
from softgl.pipeline.draw_call import DrawCall
from softgl.pipeline.fetch import VertexStream, as_source
from softgl.pipeline.framebuffer import Framebuffer
from softgl.pipeline.records import but

FEW = 1 << 10  # vertices of a draw that waits, at most
TOGETHER = 1 << 16  # vertices that wait, at most


@dataclass(frozen=True)
class Drawing:
    """What a draw depends on but its vertices. call : without a stream, and without its VertexKey.

    key : from a stream to the VertexKey.
    """

    engine: Engine
    threads: int
    frame: Framebuffer
    call: DrawCall
    key: object

    @property
    def program(self) -> Program:
        """The vertex program."""
        return self.key.key.program

    def draw(self, stream: VertexStream) -> None:
        """Draw vertices so."""
        call = but(self.call, vertex=self.key.of(stream), stream=stream)
        pipeline.draw.draw(self.engine, self.frame, call, self.threads)


class Waiting:
    """The draws of one context that wait.

    streams : their vertices, in order; none if nothing waits.
    """

    __slots__ = ("_drawing", "_kind", "_left", "streams")

    def __init__(self):
        self.streams: list[VertexStream] = []

    def add(self, kind, describe, stream: VertexStream) -> None:
        """Let a draw wait.

        kind : equal for draws that differ in nothing but their vertices. describe : gives the
        Drawing of the first one.
        """
        if self.streams and (kind != self._kind or self._left < stream.count):
            self.draw()
        if not self.streams:
            self._drawing, self._kind, self._left = describe(), kind, TOGETHER
        self.streams.append(_copied(stream, self._drawing.program))
        self._left -= stream.count

    def draw(self) -> None:
        """Draw what waits."""
        streams, self.streams = self.streams, []
        if streams:
            only = len(streams) == 1
            drawing = self._drawing
            drawing.draw(streams[0] if only else joined(streams, drawing.program.attributes))


def can_wait(ctx, program: Program, stream: VertexStream) -> bool:
    """Whether a draw may wait: it is small, and nothing shows how many draws there are."""
    return (
        stream.count <= FEW
        and stream.length <= FEW
        and stream.instances == 1
        and not stream.runs
        # What is drawn to is no texture, which the next draw might sample.
        and ctx.framebuffers.draw is ctx.framebuffers.window
        and VERTEX_ID not in program.attributes
        and not draws_count(ctx)
    )


def draws_count(ctx) -> bool:
    """Whether it matters what is a draw of its own, and not only where each primitive ends.

    The numbers of primitives, which are 0 in each draw again, tell where a stipple pattern begins
    and what belongs to a polygon that is not filled.
    """
    polygon = ctx.polygon
    return ctx.lines.stipple or not polygon.front_mode == polygon.back_mode == gl.GL_FILL


def _copied(stream: VertexStream, program: Program) -> VertexStream:
    """The stream with copies of what a program reads of arrays: (each, 4) float32."""
    count, given = stream.count, stream.attributes
    rows = {b: as_source(given[b]).part(0, count) for b in program.attributes if b in given}
    return but(stream, attributes={b: elements.rows(count) for b, elements in rows.items()})


def joined(streams: list[VertexStream], bindings) -> VertexStream:
    """One stream of several: a run for each. bindings : of the attributes that are read."""
    counts = [stream.count for stream in streams]
    attributes = {}
    for binding in bindings:
        if any(binding in stream.attributes for stream in streams):
            attributes[binding] = np.concatenate([s.values(binding) for s in streams])
        else:
            constants = np.array([stream.constant(binding) for stream in streams])
            if (constants.view(np.uint32) != constants[0].view(np.uint32)).any():
                attributes[binding] = np.repeat(constants, counts, axis=0)
    indices = None
    if any(stream.indices is not None for stream in streams):
        starts = np.cumsum(counts) - counts
        indices = np.concatenate([
            (np.arange(s.count) if s.indices is None else s.indices) + start
            for s, start in zip(streams, starts, strict=True)
        ]).astype(np.uint32)  # fmt: skip
    lengths = [stream.length for stream in streams]
    return but(
        streams[0], count=sum(counts), attributes=attributes, indices=indices, first=0,
        runs=tuple(lengths), separate=True,
    )  # fmt: skip
