"""The stages of a draw, from top to bottom, as each of its chunks goes through them.

fetch -> vertex program -> assemble -> geometry program -> record -> clip -> project -> set up ->
rasterise, where
rasterising a tile is: cover, test early, interpolate, fragment program, test, blend, write.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, islice

from softgl.lanes import Engine
from softgl.pipeline.draws.collect import collected
from softgl.pipeline.draws.draw_call import DrawCall, FragmentState
from softgl.pipeline.draws.fragment_states import EmittedStates, rasterise_fragment_states
from softgl.pipeline.draws.layers import layers_of, rasterise_layers
from softgl.pipeline.draws.setup_primitives import (
    PrimitiveBatch,
    StippleCounter,
    assembled,
    filled_key,
    precompile_filled,
    primitive_batches,
)
from softgl.pipeline.draws.views import depth_runs, placed_in_window, rasterise_runs
from softgl.pipeline.planes.framebuffer import Framebuffer
from softgl.pipeline.primitives.assemble import Assembled, lists_consecutive
from softgl.pipeline.primitives.clip import clip
from softgl.pipeline.primitives.geometry import Primitives, run_geometry_program
from softgl.pipeline.tiles.bins import precompile_bins
from softgl.pipeline.tiles.fragment_arrays import fragment_arrays, plane_arrays, state_arrays
from softgl.pipeline.tiles.quad_raster import rasterise_quads
from softgl.pipeline.tiles.raster_call import RasterCall
from softgl.pipeline.tiles.tile_draws import tile_draws
from softgl.pipeline.tiles.tile_kernels import precompile_tiles
from softgl.pipeline.vertices.clip_volume import clip_volume
from softgl.pipeline.vertices.feedback import record
from softgl.pipeline.vertices.vertex import Vertices, is_built, run_vertex_program
from softgl.pipeline.vertices.viewport import WindowVertices
from softgl.records import dataclass


@dataclass(frozen=True)
class PlacedBatch:
    """A primitive batch, and the vertices of its primitives in the window.

    states : of the vertices, as the `fragment_states` of a DrawCall.
    """

    batch: PrimitiveBatch
    vertices: WindowVertices
    states: Sequence[tuple[int, FragmentState]]


def chunk_steps(
    engine: Engine,
    framebuffer: Framebuffer,
    call: DrawCall,
    arrays: dict,
    threads: int,
    counter: StippleCounter,
    chunks: float,
) -> Iterable[Callable[[int], None]]:
    """Returns functions of a number of threads that draw a chunk, in order; the first is ready.

    arrays : as `raster_steps` takes them. threads : number for the stages before the rasteriser.
        counter : of the whole draw. chunks : as `placed_batches` takes it.
    """
    steps = chain.from_iterable(
        raster_steps(engine, framebuffer, call, arrays, placed, threads)
        for placed in placed_batches(engine, framebuffer, call, threads, counter, chunks)
    )
    return chain(list(islice(steps, 1)), steps)


def placed_batches(
    engine: Engine,
    framebuffer: Framebuffer,
    call: DrawCall,
    threads: int,
    counter: StippleCounter,
    chunks: float,
) -> Iterator[PlacedBatch]:
    """Yields the primitive batches of a chunk: all stages before the rasteriser.

    chunks : about how many chunks as long as this one the draw has, for which kernels of later
        stages are precompiled; 0: none are.
    """
    invisible = call.discarded or not framebuffer.width or not framebuffer.height
    invisible = invisible and call.collector is None
    if not call.stream.count or (invisible and call.recording is None):
        return
    primitives = assembled(engine, call, threads)
    if not len(primitives):
        return
    if chunks and not invisible:
        _precompile(engine, framebuffer, call, primitives, chunks)
    # Invisible primitives are recorded only.
    for vertices, left, states in _run_programs(engine, call, primitives, threads, not invisible):
        if call.recording is not None:
            arguments = call.last.program, call.outputs, vertices.rows, left.vertex_indices
            consecutive = call.geometry is None and lists_consecutive(call.mode, call.stream)
            record(engine, call.recording, *arguments, consecutive, threads)
        if call.geometry is not None:
            counter.reset()
        if not invisible and len(left):
            placed = clipped(engine, call, vertices, left, threads)
            yield from _set_up(engine, framebuffer, call, *placed, states, counter, threads)


def _precompile(engine, framebuffer, call, primitives, chunks):
    """Precompiles the kernels of filled triangles that this program's vertices will need."""
    # Where vertices have gone through the program before, most often all kernels are built.
    if call.features.filled and not is_built(engine, call.vertex, call.geometry is None):
        precompile_tiles(engine, filled_key(call), chunks * len(primitives), framebuffer)
        precompile_filled(engine, call, primitives)
        precompile_bins(engine, len(primitives))


def _run_programs(
    engine, call, primitives, threads, visible
) -> Iterator[tuple[Vertices, Assembled, Sequence[tuple[int, FragmentState]]]]:
    """Yields the vertices and primitives that the programs of vertices and of geometry make.

    The third is the `fragment_states` of these vertices. primitives : as assembled. visible : True
    if they will be rasterised. Each part that a geometry program makes replaces the one before.
    """
    stream, stage = call.stream, call.geometry
    parts = call.parts or ((stream.count, call.vertex_resources, call.clip_planes),)
    # Unclipped vertices have their final places in the window.
    viewport = call.viewport if visible and stage is None else None
    vertices = run_vertex_program(engine, call.vertex, stream, parts, threads, viewport)
    if stage is None:
        yield vertices, primitives, call.fragment_states
        return
    emitted = EmittedStates(call.fragment_states, primitives.provoking[:, 0])
    inputs = Primitives(
        vertices, call.vertex.outputs, primitives.vertex_indices, primitives.provoking[:, 1]
    )
    parts = run_geometry_program(
        engine, stage.key, inputs, stage.resources, stage.limit, threads, stage.clip_planes,
        **call.required_parts,
    )  # fmt: skip
    for vertices, left in parts:
        yield vertices, left, emitted.of_part(vertices.emitted)


def clipped(
    engine: Engine, call: DrawCall, vertices: Vertices, primitives: Assembled, threads: int
) -> tuple[WindowVertices, Assembled]:
    """Clips primitives; returns the vertices in the window and the primitives that are left."""
    clipping, count = call.outputs.clipping, vertices.count
    linear = call.fragment.inputs.linear_rows
    volume = clip_volume(clipping)
    vertices, primitives = clip(engine, vertices, primitives, volume, linear, threads)
    return placed_in_window(engine, call, vertices, primitives, count, threads)


def _set_up(
    engine, framebuffer, call, vertices, primitives, states, counter, threads
) -> Iterator[PlacedBatch]:
    """Sets clipped primitives up, batch by batch; or hands them to the collector."""
    if call.collector is not None:
        for part in collected(engine, call, vertices, primitives, threads):
            call.collector(part)
        return
    whole = (0, 0, framebuffer.width, framebuffer.height)
    box = (not call.fragment_states and call.tests.box) or whole
    batches = primitive_batches(engine, call, vertices, primitives, box, counter, threads)
    for batch in batches:
        yield PlacedBatch(batch, vertices, states)


def raster_steps(
    engine: Engine,
    framebuffer: Framebuffer,
    call: DrawCall,
    own: dict,
    placed: PlacedBatch,
    threads: int,
) -> Iterator[Callable[[int], None]]:
    """Yields functions of a number of threads that rasterise a batch; each runs before the next.

    own : the `fragment_arrays` of a call with one fragment state.
    """
    batch, vertices = placed.batch, placed.vertices
    primitives, states = batch.primitives, placed.states
    arrays = batch.arrays | {
        "depth": vertices.depth.reshape(-1),
        "vertices": vertices.rows.reshape(-1),
    }
    if states:  # the arrays of the planes, once for all states
        arrays |= plane_arrays(framebuffer, not engine.can.elide_stores)
    runs = None
    if not call.outputs.clipping.depths:
        arrays["depth_range"] = call.viewport.depth_range
        if call.views is not None:
            runs = depth_runs(call.views, vertices, primitives)
            if len(runs.ranges) == 1:
                arrays["depth_range"], runs = runs.ranges[0], None
    scalars = {
        "vertex_stride": vertices.stride,
        "triangle_stride": primitives.stride,
        "blocks_x": framebuffer.blocks_x,
        "plane_elements": framebuffer.elements,
    }

    def raster_call(state, state_own):
        key = state.fragment.of_shape(batch.shape)
        return RasterCall(key, primitives, framebuffer, scalars, arrays, state_own)

    def in_state(state):
        return raster_call(state, state_arrays(framebuffer, state))

    def in_layer(layer):
        return raster_call(call, own_arrays(engine, layer, call))

    layers = layers_of(framebuffer, call, vertices.rows, primitives)
    if states:
        yield partial(rasterise_fragment_states, engine, primitives, states, framebuffer, in_state)
    elif runs is not None:
        whole = engine, primitives, layers, runs, framebuffer
        yield partial(rasterise_runs, *whole, in_layer)
    elif layers is not None:
        yield partial(rasterise_layers, engine, primitives, layers, framebuffer, in_layer)
    elif engine.can.run_loops:
        for tiles in tile_draws(engine, raster_call(call, own), threads):
            yield tiles.draw
    else:
        yield partial(rasterise_quads, engine, raster_call(call, own))


def own_arrays(engine: Engine, framebuffer: Framebuffer, call: DrawCall) -> dict:
    """Returns the `fragment_arrays` of a call, with pending clears where an engine keeps them."""
    return fragment_arrays(framebuffer, call, not engine.can.elide_stores)
