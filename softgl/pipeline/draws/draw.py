"""One draw call: its chunks, in order or beside each other, through the stages of `stages`."""

from __future__ import annotations

from functools import partial
from itertools import chain

from softgl.lanes import Engine
from softgl.pipeline.draws.chunks import chunks_of, compact, from_position
from softgl.pipeline.draws.draw_call import DrawCall
from softgl.pipeline.draws.few_primitives import draw_few, may_be_few
from softgl.pipeline.draws.meshes import draw_mesh
from softgl.pipeline.draws.setup_primitives import StippleCounter
from softgl.pipeline.draws.stages import Chunk, chunk_steps, clipped, own_arrays
from softgl.pipeline.planes.framebuffer import Framebuffer
from softgl.pipeline.support.arena import arenas, using_arena
from softgl.pipeline.support.ordered_tasks import OrderedTasks
from softgl.pipeline.support.progress import tell
from softgl.records import but
from softgl.tuning import limits


def draw(engine: Engine, framebuffer: Framebuffer, call: DrawCall, threads: int = 1) -> None:
    """Draws into the framebuffer."""
    with framebuffer.aligned() as aligned:
        # Here, as no two threads may begin the counts of a query.
        arrays = {} if call.fragment_states else own_arrays(engine, aligned, call)
        given = engine, aligned, call, arrays, threads, partial(clipped, engine, call)
        if may_be_few(engine, call) and draw_few(*given):
            return
        done = draw_mesh(*given)
        if done < call.stream.total:
            _ChunkedDraw(engine, aligned, call, arrays, threads, done).run()


class _ChunkedDraw:
    """A draw from a position on, chunk by chunk.

    arrays : as a `stages.Chunk` has them. done : the number of vertices that are drawn.
    """

    def __init__(self, engine, framebuffer, call, arrays, threads, done):
        self._given = engine, framebuffer
        self._call, self._arrays, self._threads, self._done = call, arrays, threads, done
        self._features, self._counter = call.features, StippleCounter()

    def run(self) -> None:
        call, features = self._call, self._features
        stream = _rest(call, self._done) if self._done else call.stream
        chunks = iter(((call.mode, stream),))
        if features.single_state:
            chunks = iter(chunks_of(call.mode, stream, fixed=features.ordered))
        first = next(chunks)
        together = 1
        engine, _ = self._given
        if first[1].total < stream.total and not features.ordered and engine.can.run_natively:
            together = min(self._threads, limits.MAX_PARALLEL_CHUNKS)
        self._own, self._arenas = max(1, self._threads // together), arenas(together)
        if together > 1:
            OrderedTasks(chain([first], chunks), self._begin, self._end).run(
                self._threads, together
            )
            return
        for number, chunk in enumerate(chain([first], chunks)):
            self._end(self._begin(number, chunk, 0), 0)

    def _begin(self, number, chunk, place):
        """Returns a chunk's length and the steps that draw it; `place` : of the arena."""
        (mode, stream), features = chunk, self._features
        length, chunks = stream.total, 0.0
        with using_arena(self._arenas[place]):
            if features.single_state:
                stream = compact(stream, without_base=not features.filled)
            if self._threads > 1 and not number:
                chunks = self._call.stream.total / max(1, length)
            call = but(self._call, mode=mode, stream=stream)
            arguments = call, self._own, self._arrays, self._counter, chunks
            return length, chunk_steps(Chunk(*self._given, *arguments))

    def _end(self, begun, place):
        """Draws a chunk that `_begin` gave; chunks end in order, one at a time."""
        (length, steps), total = begun, self._call.stream.total
        with using_arena(self._arenas[place]):
            for step in steps:
                step(self._threads)
        self._done += length
        if total > limits.CHUNK_VERTICES:
            tell(min(self._done, total), total, "vertices")


def _rest(call, done):
    """The stream of a call after some vertices; of several instances, after whole ones."""
    stream = call.stream
    if stream.instances == 1:
        return from_position(call.mode, stream, done)
    return stream.some_instances(done // stream.length, stream.instances)
