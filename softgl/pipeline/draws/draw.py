"""One draw call, from vertices to pixels: the stages in order.

fetch -> vertex program -> assemble -> geometry program -> record -> clip -> project -> set up ->
rasterise, where
rasterising a tile is: cover, test early, interpolate, fragment program, test, blend, write.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import field, replace
from functools import lru_cache, partial
from itertools import chain, islice

from softgl.lanes import Engine
from softgl.pipeline.draws.chunks import compact, from_position, pieces
from softgl.pipeline.draws.collect import collected
from softgl.pipeline.draws.draw_call import DrawCall
from softgl.pipeline.draws.fragment_states import rasterise_looks
from softgl.pipeline.draws.layers import layers_of, rasterise_layers
from softgl.pipeline.draws.meshes import draw_mesh
from softgl.pipeline.draws.setup_primitives import (
    Run,
    StippleCounter,
    asked_for,
    assembled,
    expect_filled,
    filled_key,
    shape_runs,
)
from softgl.pipeline.keys.kernel_keys import FragmentKey, VertexKey
from softgl.pipeline.keys.link import without_unread
from softgl.pipeline.planes.framebuffer import Framebuffer
from softgl.pipeline.primitives.assemble import Assembled
from softgl.pipeline.primitives.clip import clip
from softgl.pipeline.primitives.geometry import Primitives, run_geometry_program
from softgl.pipeline.support.arena import rooms, using
from softgl.pipeline.support.progress import tell
from softgl.pipeline.support.threads import Turns
from softgl.pipeline.tiles.bins import expect_bins
from softgl.pipeline.tiles.fragment_arrays import fragment_arrays, look_arrays, plane_arrays
from softgl.pipeline.tiles.raster import (
    RasterCall,
    ReadyTiles,
    expect_tiles,
    rasterise_quads,
    ready_tiles,
)
from softgl.pipeline.vertices.clip_volume import clip_volume
from softgl.pipeline.vertices.feedback import record
from softgl.pipeline.vertices.vertex import Vertices, is_built, run_projection, run_vertex_program
from softgl.pipeline.vertices.viewport import WindowVertices
from softgl.records import but, dataclass
from softgl.tuning import limits


@dataclass(frozen=True)
class PlacedRun:
    """A run of shapes, and the vertices that they are made of.

    ready : of one that is kept, what draws it as the latest time: (FragmentKey, ReadyTiles).
    """

    run: Run
    vertices: WindowVertices
    ready: list[tuple[FragmentKey, ReadyTiles]] = field(default_factory=list)


def draw(engine: Engine, framebuffer: Framebuffer, call: DrawCall, threads: int = 1) -> None:
    """Draw into the framebuffer."""
    with framebuffer.aligned() as aligned:
        counter = StippleCounter()
        call = _as_it_is_read(engine, call)
        whole = ((call.mode, call.stream),)
        joined = bool(call.parts or call.looks)
        overtakes = _may_overtake(call)
        # Here, as no two threads are to begin the counts of a query.
        arrays = {} if call.looks else _arrays(engine, aligned, call)
        done, total = _draw_mesh(engine, aligned, call, arrays, threads), call.stream.length
        if done == total:
            return
        stream = from_position(call.mode, call.stream, done) if done else call.stream
        several = iter(whole if joined else pieces(call.mode, stream, seen=not overtakes))
        first = next(several)
        beside = first[1].length < stream.length and overtakes and engine.can.run_natively
        together = min(threads, limits.MAX_PARALLEL_CHUNKS) if beside else 1
        own, places = max(1, threads // together), rooms(together)

        def begin(number, given, place):
            mode, piece = given
            with using(places[place]):
                stream = piece if joined else compact(piece, settled=not _is_filled(call))
                part = but(call, mode=mode, stream=stream)
                like = total / max(1, piece.length) if threads > 1 and not number else 0
                return piece, _prepared(engine, aligned, part, arrays, own, counter, like)

        def end(made, place):
            nonlocal done
            piece, steps = made
            with using(places[place]):
                for step in steps:
                    step(threads)
            done += piece.length
            if total > limits.CHUNK_VERTICES:
                tell(min(done, total), total, "vertices")

        if together > 1:
            Turns(chain([first], several), begin, end).take(threads, together)
            return
        for number, given in enumerate(chain([first], several)):
            end(begin(number, given, 0), 0)


def _draw_mesh(engine, framebuffer, call, arrays, threads) -> int:
    """Draw what `meshes` draws of a call; returns how many vertices in their order these are."""
    return draw_mesh(
        engine, framebuffer, call, arrays, threads,
        lambda vertices, shapes: _clipped(engine, call, vertices, shapes, 1),
    )  # fmt: skip


def prepare(
    engine: Engine, framebuffer: Framebuffer, call: DrawCall, threads: int = 1
) -> list[PlacedRun]:
    """All that comes before the rasteriser of a short draw, in memory of its own."""
    with using({}):
        return list(_placed(engine, framebuffer, call, threads, StippleCounter(), int(threads > 1)))


def draw_prepared(
    engine: Engine,
    framebuffer: Framebuffer,
    call: DrawCall,
    runs: list[PlacedRun],
    threads: int = 1,
) -> None:
    """Draw what `prepare` has made of a call that differs from this one in its fragments only."""
    with framebuffer.aligned() as aligned:
        arrays = {} if call.looks else _arrays(engine, aligned, call)
        for placed in runs:
            if placed.ready and placed.ready[0][0] is call.fragment:
                for _, tiles in placed.ready:
                    tiles.but(arrays).draw(threads)
            else:
                for step in _steps(engine, aligned, call, arrays, placed, threads, keep=True):
                    step(threads)


def _as_it_is_read(engine, call) -> DrawCall:
    """The call whose vertices are stored without what nobody reads of them, if these are many.

    Of four components of texture coordinates fragments most often read two or three. Where two
    threads share a mesh of two million triangles, and wait for memory, it takes 0.96 of the time;
    a kernel of its own is not worth it to short draws.
    """
    plain = not (call.geometry or call.parts or call.looks or call.recording or call.collector)
    many = call.stream.count >= limits.MIN_UNREAD_VERTICES
    if not (plain and many) or not engine.can.elide_stores:
        return call
    return but(call, vertex=_as_read(call.vertex, call.fragment))


@lru_cache(maxsize=64)  # to find it and to hash it again would take 0.04 ms
def _as_read(vertex: VertexKey, fragment: FragmentKey) -> VertexKey:
    """A key whose vertices are stored without what these fragments do not read."""
    outputs = without_unread(vertex.outputs, fragment.program, fragment.inputs)
    return replace(vertex, outputs=outputs)


def _may_overtake(call) -> bool:
    """Whether pieces of a draw may go through the stages before the rasteriser in any order."""
    stippled = call.style.lines.stipple is not None and call.corners > 1 and not _is_filled(call)
    return not stippled and call.recording is None and call.collector is None


def _is_filled(call) -> bool:
    """Whether what is drawn are triangles that are filled."""
    return call.corners == 3 and not call.style.polygons.outlines


def _prepared(
    engine, framebuffer, call, arrays, threads, counter, like
) -> Iterable[Callable[[int], None]]:
    """What draws a piece, step by step: functions of how many threads. The first is ready.

    arrays : as `_steps` has them. threads : of those that make steps ready.
    """
    steps = chain.from_iterable(
        _steps(engine, framebuffer, call, arrays, placed, threads)
        for placed in _placed(engine, framebuffer, call, threads, counter, like)
    )
    return chain(list(islice(steps, 1)), steps)


def _placed(engine, framebuffer, call, threads, counter, like) -> Iterator[PlacedRun]:
    """The PlacedRuns of a piece.

    like : how many pieces like this one are to come with it, for which kernels of later stages may
        be built ahead; 0: these are not to be.
    """
    invisible = call.discarded or not framebuffer.width or not framebuffer.height
    invisible = invisible and call.collector is None
    if not call.stream.count or (invisible and call.recording is None):
        return
    shapes = assembled(engine, call, threads)
    if not len(shapes):
        return
    # Where vertices have gone through this program before, all kernels are there most often.
    new = like and not is_built(engine, call.vertex, call.geometry is None)
    if new and _is_filled(call) and not invisible:
        expect_tiles(engine, filled_key(call), like * len(shapes), framebuffer)
        expect_filled(engine, call, shapes)
        expect_bins(engine, len(shapes))
    # What is invisible is only recorded.
    for vertices, drawn in _processed(engine, call, shapes, threads, not invisible):
        if call.recording is not None:
            given = call.last.program, call.outputs, vertices.rows, drawn.corners
            record(engine, call.recording, *given, threads)
        if call.geometry is not None:
            counter.reset()
        if not invisible and len(drawn):
            left = _clipped(engine, call, vertices, drawn, threads)
            yield from _runs(engine, framebuffer, call, *left, counter, threads)


def _processed(engine, call, shapes, threads, visible) -> Iterator[tuple[Vertices, Assembled]]:
    """What the programs of vertices and of geometry make of shapes, in parts that replace another.

    shapes : what is assembled. visible : True if it will be rasterised.
    """
    stream, stage = call.stream, call.geometry
    parts = call.parts or ((stream.count, call.vertex_resources, call.clip_planes),)
    # What is not clipped has its place in the window for good.
    viewport = call.viewport if visible and stage is None else None
    vertices = run_vertex_program(engine, call.vertex, stream, parts, threads, viewport)
    if stage is None:
        yield vertices, shapes
        return
    given = Primitives(vertices, call.vertex.outputs, shapes.corners, shapes.origins[:, 1])
    yield from run_geometry_program(
        engine, stage.key, given, stage.resources, stage.limit, threads, **asked_for(call)
    )


def _clipped(engine, call, vertices, shapes, threads) -> tuple[WindowVertices, Assembled]:
    """What is left of shapes, and the vertices in the window."""
    clipping, given = call.outputs.clipping, vertices.count
    linear = call.fragment.inputs.linear_rows
    vertices, shapes = clip(engine, vertices, shapes, clip_volume(clipping), linear, threads)
    return run_projection(engine, vertices, call.viewport, given, threads), shapes


def _runs(engine, framebuffer, call, placed, shapes, counter, threads) -> Iterator[PlacedRun]:
    """The runs of shapes that are clipped."""
    if call.collector is not None:
        for part in collected(engine, call, placed, shapes, threads):
            call.collector(part)
        return
    box = (not call.looks and call.tests.box) or (0, 0, framebuffer.width, framebuffer.height)
    for run in shape_runs(engine, call, placed, shapes, box, counter, threads):
        yield PlacedRun(run, placed)


def _steps(
    engine, framebuffer, call, own, placed: PlacedRun, threads, keep=False
) -> Iterator[Callable[[int], None]]:
    """What rasterises a run, step by step; each is taken before the next is asked for.

    own : the `fragment_arrays` of a call without looks. keep : True if it will be drawn again.
    """
    run, vertices = placed.run, placed.vertices
    arrays = run.arrays | {
        "depth": vertices.depth.reshape(-1),
        "vertices": vertices.rows.reshape(-1),
    }
    if call.looks:  # the arrays of which are found once for all
        arrays |= plane_arrays(framebuffer, not engine.can.elide_stores)
    if not call.outputs.clipping.depths:
        arrays["depth_range"] = call.viewport.depth_range
    scalars = {
        "vertex_stride": vertices.stride,
        "triangle_stride": run.shapes.stride,
        "blocks_x": framebuffer.blocks_x,
        "plane_elements": framebuffer.elements,
    }

    def described(look, of_look):
        key = look.fragment.of_shape(run.shape)
        return RasterCall(key, run.shapes, framebuffer, scalars, arrays, of_look)

    def in_look(look):
        return described(look, look_arrays(framebuffer, look))

    def in_layer(layer):
        return described(call, _arrays(engine, layer, call))

    layers = layers_of(framebuffer, call, vertices.rows, run.shapes)
    if call.looks:
        yield partial(rasterise_looks, engine, run.shapes, call.looks, framebuffer, in_look)
    elif layers is not None:
        yield partial(rasterise_layers, engine, run.shapes, layers, framebuffer, in_layer)
    elif engine.can.run_loops:
        kept = []
        for tiles in ready_tiles(engine, described(call, own), threads):
            yield tiles.draw
            if keep:
                kept.append((call.fragment, tiles.without(own)))
        placed.ready[:] = kept
    else:
        yield partial(rasterise_quads, engine, described(call, own))


def _arrays(engine, framebuffer, call):
    """Those for an engine."""
    return fragment_arrays(framebuffer, call, not engine.can.elide_stores)
