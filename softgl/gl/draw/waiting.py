"""Small draws that wait for the next ones, to be one draw of the pipeline with them.

What a draw costs besides its vertices and pixels is about 0.2 ms: a thousand triangles in so many
draws would take many times as long as in one. So a draw of few vertices waits, with copies of what
it reads of arrays, and the next one joins it if only current attributes, arrays and what the vertex
program reads have changed between the two. Layers that are blended one over the other gain too:
they are drawn tile by tile.

Nobody sees it: what waits is drawn before any command that could tell, or changes what is read;
see `waits` of `softgl.gl.api.command.command`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from softgl import pipeline
from softgl.gl.api import enums as gl
from softgl.gl.draw.enabled_arrays import ArrayElements, Taken
from softgl.gl.draw.vertex_stream import VERTEX_ID
from softgl.ir.program import Program
from softgl.lanes import Engine
from softgl.pipeline.draw_call import DrawCall
from softgl.pipeline.fetch import VertexStream
from softgl.pipeline.framebuffer import Framebuffer
from softgl.pipeline.records import but

FEW = 1 << 10  # vertices of a draw that waits, at most
TOGETHER = 1 << 16  # vertices that wait, at most


@dataclass(frozen=True)
class Drawing:
    """What a draw depends on but its vertices. call : without what is of these.

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

    def draw(self, stream: VertexStream, uniforms: tuple, parts=()) -> None:
        """Draw vertices so.

        uniforms : the vertex_resources and clip_planes of a DrawCall, which those of `parts` take
        the place of.
        """
        resources, planes = uniforms
        call = but(
            self.call, vertex=self.key.of(stream), stream=stream, parts=parts,
            vertex_resources=resources, clip_planes=planes,
        )  # fmt: skip
        pipeline.draw.draw(self.engine, self.frame, call, self.threads)


class Waiting:
    """The draws of one context that wait.

    streams : their vertices, in order; none if nothing waits.
    """

    __slots__ = ("_drawing", "_kind", "_left", "_uniforms", "streams")

    def __init__(self):
        self.streams: list[VertexStream] = []
        self._uniforms: list[tuple] = []

    def add(self, kind, describe, stream: VertexStream, uniforms: tuple) -> None:
        """Let a draw wait.

        kind : equal for draws that differ in nothing but their vertices. describe : gives the
        Drawing of the first one. uniforms : as `Drawing.draw` has them.
        """
        size = max(stream.count, stream.length)
        if self.streams and (kind != self._kind or self._left < size):
            self.draw()
        if not self.streams:
            self._drawing, self._kind, self._left = describe(), kind, TOGETHER
        self.streams.append(_copied(stream, self._drawing.program))
        self._uniforms.append(uniforms)
        self._left -= size

    def draw(self) -> None:
        """Draw what waits."""
        streams, self.streams = self.streams, []
        uniforms, self._uniforms = self._uniforms, []
        if len(streams) == 1:
            [stream] = streams
            attributes = {b: joined_values([v]) for b, v in stream.attributes.items()}
            self._drawing.draw(but(stream, attributes=attributes), uniforms[0])
        elif streams:
            stream = joined(streams, self._drawing.program.attributes)
            self._drawing.draw(stream, uniforms[0], _parts(streams, uniforms))


def may_wait(ctx, program: Program) -> bool:
    """Whether small draws may wait: nothing shows how many draws there are."""
    return (
        # What is drawn to is no texture, which the next draw might sample.
        ctx.framebuffers.draw is ctx.framebuffers.window
        and VERTEX_ID not in program.inputs
        and not draws_count(ctx)
    )


def is_small(stream: VertexStream) -> bool:
    """Whether a draw has so few vertices that it may wait."""
    few = stream.count <= FEW and stream.length <= FEW
    return few and stream.instances == 1 and not stream.runs


def draws_count(ctx) -> bool:
    """Whether it matters what is a draw of its own, and not only where each primitive ends.

    The numbers of primitives, which are 0 in each draw again, tell where a stipple pattern begins
    and what belongs to a polygon that is not filled.
    """
    polygon = ctx.polygon
    return ctx.lines.stipple or not polygon.front_mode == polygon.back_mode == gl.GL_FILL


def _copied(stream: VertexStream, program: Program) -> VertexStream:
    """The stream with what a program reads of arrays, as `joined_values` takes it."""
    count, given = stream.count, stream.attributes
    taken = {b: _taken(given[b], count) for b in program.attributes if b in given}
    return but(stream, attributes=taken)


def _taken(values, count):
    """The elements of an attribute as they are now; arrays of numbers were made for the draw."""
    if isinstance(values, ArrayElements):
        return values.taken(count)
    return values if isinstance(values, np.ndarray) else values.part(0, count).rows(count)


def joined_values(several: list):
    """Values of an attribute, Taken or (n, 4) float32, as one: Elements or (n, 4) float32."""
    kinds = {values.kind if isinstance(values, Taken) else None for values in several}
    if len(kinds) == 1 and None not in kinds:
        return Taken(*kinds, b"".join([values.data for values in several])).elements
    return np.concatenate([
        values.rows() if isinstance(values, Taken) else values
        for values in several
    ])  # fmt: skip


def _parts(streams, uniforms) -> tuple:
    """The parts of a DrawCall, without those that differ in nothing; () if there is only one."""
    counts, kinds = [], []
    for stream, own in zip(streams, uniforms, strict=True):
        if kinds and own[0] is kinds[-1][0] and own[1] is kinds[-1][1]:
            counts[-1] += stream.count
        else:
            counts.append(stream.count)
            kinds.append(own)
    parts = zip(counts, kinds, strict=True)
    return tuple((count, *own) for count, own in parts) if len(kinds) > 1 else ()


def joined(streams: list[VertexStream], bindings) -> VertexStream:
    """One stream of several: a run for each. bindings : of the attributes that are read."""
    counts = [stream.count for stream in streams]
    attributes = {}
    for binding in bindings:
        if any(binding in stream.attributes for stream in streams):
            attributes[binding] = joined_values([
                stream.attributes[binding] if binding in stream.attributes
                else np.broadcast_to(stream.constant(binding), (stream.count, 4))
                for stream in streams
            ])  # fmt: skip
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
