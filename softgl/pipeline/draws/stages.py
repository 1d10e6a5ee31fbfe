"""The stages of a draw, as data: each chunk of a draw goes through `STAGES`, from top to bottom.

assemble -> vertex program -> geometry program -> record -> clip -> collect or set up -> bin ->
tiles, where drawing a tile is: cover, test early, interpolate, fragment program, test, blend,
write. `run_stages` runs the list, or a part of it, on any engine; `native_stages` has the stages
that native code runs without returning to Python.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import field
from functools import partial
from itertools import chain, islice
from typing import NamedTuple

from softgl.lanes import Engine
from softgl.pipeline.draws.collect import collected
from softgl.pipeline.draws.draw_call import DrawCall, FragmentState
from softgl.pipeline.draws.fragment_states import EmittedStates, rasterise_fragment_states
from softgl.pipeline.draws.layers import layers_of, rasterise_layers
from softgl.pipeline.draws.setup_primitives import (
    PrimitiveBatch,
    StippleCounter,
    assembled,
    precompile_filled,
    primitive_batches,
    usual_key,
)
from softgl.pipeline.draws.views import depth_runs, placed_in_window, rasterise_runs
from softgl.pipeline.planes.framebuffer import Framebuffer
from softgl.pipeline.primitives.assemble import Assembled, lists_consecutive
from softgl.pipeline.primitives.clip import clip, ignore_sides
from softgl.pipeline.primitives.geometry import Primitives, run_geometry_program
from softgl.pipeline.tiles.bins import BIN_KERNEL
from softgl.pipeline.tiles.fragment_arrays import fragment_arrays, plane_arrays, state_arrays
from softgl.pipeline.tiles.quad_raster import rasterise_quads
from softgl.pipeline.tiles.raster_call import RasterCall
from softgl.pipeline.tiles.tile_draws import tile_draws
from softgl.pipeline.tiles.tile_kernels import precompile_tiles
from softgl.pipeline.vertices.clip_volume import HalfSpace, clip_volume
from softgl.pipeline.vertices.feedback import record
from softgl.pipeline.vertices.vertex import Vertices, is_built, run_vertex_program
from softgl.pipeline.vertices.viewport import WindowVertices
from softgl.records import dataclass


@dataclass(frozen=True, eq=False)
class Chunk:
    """A chunk of a draw, and what all of its stages know.

    call : with the stream of the chunk. arrays : the `fragment_arrays` of the whole draw, if it has
        one fragment state. threads : number for the stages before the tiles.
    counter : of the whole draw.
    chunks : about how many chunks as long as this one the draw has, for which kernels of later
        stages are precompiled; 0: none are.
    provoking : True if primitives have provoking vertices, whether the draw needs them or not.
    volume : the half-spaces that clip; None for all of the draw. box : left, low, right, high of
        what may be drawn; None for the scissor box.
    """

    engine: Engine
    framebuffer: Framebuffer
    call: DrawCall
    threads: int = 1
    arrays: dict = field(default_factory=dict)
    counter: StippleCounter = field(default_factory=StippleCounter)
    chunks: float = 0.0
    provoking: bool = False
    volume: tuple[HalfSpace, ...] | None = None
    box: tuple[int, int, int, int] | None = None

    @property
    def visible(self) -> bool:
        """True if primitives are rasterised or collected; others are recorded only."""
        call, frame = self.call, self.framebuffer
        shown = not call.discarded and frame.width > 0 and frame.height > 0
        return shown or call.collector is not None


class Part(NamedTuple):
    """Some primitives of a chunk, between two stages.

    vertices : None before the vertex program; in the window after clipping.
    states : of the vertices, as the `fragment_states` of a DrawCall. batch : the setup primitives.
    """

    primitives: Assembled
    vertices: Vertices | WindowVertices | None = None
    states: Sequence[tuple[int, FragmentState]] = ()
    batch: PrimitiveBatch | None = None


class Stage(NamedTuple):
    """A stage of all draws, or of some.

    run : (Chunk, Part) -> the parts that it makes of one part, in order. A part is valid until the
        next one is made. None for the tiles: chunks draw them in order (`chunk_steps`).
    kernels : the first words of the keys of its kernels, here and in `native_stages`.
    when : True for a chunk that goes through it; None for all.
    """

    name: str
    run: Callable[[Chunk, Part], Iterable] | None
    kernels: tuple[str, ...] = ()
    when: Callable[[Chunk], bool] | None = None


def run_stages(stages: Sequence[Stage], of: Chunk, part: Part | None = None) -> Iterator:
    """Runs a part of a chunk through stages; yields what the last stage makes.

    What a stage makes goes through all later stages before the stage makes more. part : None for
    the first stage of all.
    """
    parts: Iterator = iter((part,))
    for stage in stages:
        if stage.when is None or stage.when(of):
            parts = chain.from_iterable(map(partial(stage.run, of), parts))
    return parts


def chunk_steps(of: Chunk) -> Iterable[Callable[[int], None]]:
    """Returns functions of a number of threads that draw a chunk, in order; the first is ready."""
    if not of.visible and of.call.recording is None:
        return ()
    steps = run_stages(STAGES[:-1], of)
    return chain(list(islice(steps, 1)), steps)


# -- the stages ------------------------------------------------------------------------------------


def _assemble(of, _):
    if of.call.stream.count:
        primitives = assembled(of.engine, of.call, of.threads, of.provoking)
        if len(primitives):
            yield Part(primitives)


def _expects_kernels(of):
    call = of.call
    if not of.chunks or not of.visible or not call.features.filled:
        return False
    # Where vertices have gone through the program before, most often all kernels are built.
    return not is_built(of.engine, call.vertex, call.geometry is None)


def _precompile(of, part):
    """Precompiles the kernels of filled triangles that this program's vertices will need."""
    count = len(part.primitives)
    precompile_tiles(of.engine, usual_key(of.call), of.chunks * count, of.framebuffer)
    precompile_filled(of.engine, of.call, part.primitives)
    of.engine.precompile(BIN_KERNEL)
    yield part


def _shade_vertices(of, part):
    call, stream = of.call, of.call.stream
    parts = call.parts or ((stream.count, call.vertex_resources, call.clip_planes),)
    # Unclipped vertices have their final places in the window.
    viewport = call.viewport if of.visible and call.geometry is None else None
    vertices = run_vertex_program(of.engine, call.vertex, stream, parts, of.threads, viewport)
    yield part._replace(vertices=vertices, states=call.fragment_states)


def geometry_arguments(of: Chunk, part: Part) -> tuple:
    """Returns the arguments of the functions that run geometry programs, without clip planes."""
    stage, primitives = of.call.geometry, part.primitives
    inputs = Primitives(
        part.vertices, of.call.vertex.outputs, primitives.vertex_indices, primitives.provoking[:, 1]
    )
    return of.engine, stage.key, inputs, stage.resources, stage.limit, of.threads


def _emit_vertices(of, part):
    required = of.call.required_parts
    required["provoking"] |= of.provoking
    emitted = EmittedStates(part.states, part.primitives.provoking[:, 0])
    planes = of.call.geometry.clip_planes
    for made in run_geometry_program(*geometry_arguments(of, part), planes, **required):
        vertices, primitives = made
        of.counter.reset()
        yield Part(primitives, vertices, emitted.of_part(vertices.emitted))


def _record(of, part):
    call = of.call
    arguments = call.last.program, call.outputs, part.vertices.rows, part.primitives.vertex_indices
    consecutive = call.geometry is None and lists_consecutive(call.mode, call.stream)
    record(of.engine, call.recording, *arguments, consecutive, of.threads)
    yield part


def _clip(of, part):
    if of.visible and len(part.primitives):
        arguments = part.vertices, part.primitives, of.threads, of.volume
        vertices, primitives = clipped(of.engine, of.call, *arguments)
        yield part._replace(primitives=primitives, vertices=vertices)


def clipped(
    engine: Engine,
    call: DrawCall,
    vertices: Vertices,
    primitives: Assembled,
    threads: int,
    volume: tuple[HalfSpace, ...] | None = None,
) -> tuple[WindowVertices, Assembled]:
    """Clips primitives; returns the vertices in the window and the primitives that are left.

    volume : the half-spaces that clip; None for all of the draw.
    """
    volume, count = volume or clip_volume(call.outputs.clipping), vertices.count
    linear = call.fragment.inputs.linear_rows
    if call.corners < 3 and not call.style.sides_clip and not vertices.are_inside:
        vertices = ignore_sides(vertices)
    vertices, primitives = clip(engine, vertices, primitives, volume, linear, threads)
    return placed_in_window(engine, call, vertices, primitives, count, threads)


def _collect(of, part):
    """Hands primitives to the collector, in the place of the later stages."""
    arguments = of.engine, of.call, part.vertices, part.primitives, of.threads
    for collected_part in collected(*arguments):
        of.call.collector(collected_part)
    return ()


def _set_up(of, part):
    call, whole = of.call, (0, 0, of.framebuffer.width, of.framebuffer.height)
    box = of.box or (not call.fragment_states and call.tests.box) or whole
    arguments = of.engine, call, part.vertices, part.primitives, box, of.counter, of.threads
    for batch in primitive_batches(*arguments):
        yield part._replace(batch=batch)


def _bin(of, part):
    """Yields functions of a number of threads that draw tiles; each runs before the next."""
    engine, framebuffer, call = of.engine, of.framebuffer, of.call
    primitives = part.batch.primitives
    arrays, scalars, runs = _tile_arguments(of, part)

    def raster_call(state, own):
        key = state.fragment.of_shape(part.batch.shape)
        return RasterCall(key, primitives, framebuffer, scalars, arrays, own)

    def in_state(state):
        return raster_call(state, state_arrays(framebuffer, state))

    def in_layer(layer):
        return raster_call(call, own_arrays(engine, layer, call))

    layers = layers_of(framebuffer, call, part.vertices.rows, primitives)
    if part.states:
        whole = engine, primitives, part.states, framebuffer
        yield partial(rasterise_fragment_states, *whole, in_state)
    elif runs is not None:
        yield partial(rasterise_runs, engine, primitives, layers, runs, framebuffer, in_layer)
    elif layers is not None:
        yield partial(rasterise_layers, engine, primitives, layers, framebuffer, in_layer)
    elif engine.can.run_loops:
        for tiles in tile_draws(engine, raster_call(call, of.arrays), of.threads):
            yield tiles.draw
    else:
        yield partial(rasterise_quads, engine, raster_call(call, of.arrays))


def _tile_arguments(of, part):
    """Returns the arrays and scalars of kernels of tiles, and the DepthRuns if there are several.

    Fragment states, layers and runs have further arrays of their own.
    """
    call, framebuffer, vertices = of.call, of.framebuffer, part.vertices
    primitives, runs = part.batch.primitives, None
    arrays = part.batch.arrays | {
        "depth": vertices.depth.reshape(-1),
        "vertices": vertices.rows.reshape(-1),
    }
    if part.states:  # the arrays of the planes, once for all states
        arrays |= plane_arrays(framebuffer, not of.engine.can.elide_stores)
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
    return arrays, scalars, runs


def own_arrays(engine: Engine, framebuffer: Framebuffer, call: DrawCall) -> dict:
    """Returns the `fragment_arrays` of a call, with pending clears where an engine keeps them."""
    return fragment_arrays(framebuffer, call, not engine.can.elide_stores)


# -- the list --------------------------------------------------------------------------------------

ASSEMBLE = Stage("assemble", _assemble, ("assemble", "begin part"))
PRECOMPILE = Stage("precompile", _precompile, when=_expects_kernels)
VERTEX = Stage("vertex", _shade_vertices, ("vertex", "vertex state"))
GEOMETRY = Stage(
    "geometry",
    _emit_vertices,
    ("geometry", "collect"),
    when=lambda of: of.call.geometry is not None,
)
RECORD = Stage("record", _record, ("record",), when=lambda of: of.call.recording is not None)
CLIP = Stage("clip", _clip, ("clip", "project"))
COLLECT = Stage("collect", _collect, when=lambda of: of.call.collector is not None)
SETUP = Stage(
    "setup",
    _set_up,
    (
        "keep", "setup", "offsets", "setup lines", "setup points",
        "begin polygons", "faces", "keep edges", "outlines",
    ),
)  # fmt: skip
BIN = Stage("bin", _bin, ("bin", "share bins"))
TILES = Stage("tiles", None, ("tiles", "quads"))
STAGES = (
    ASSEMBLE, PRECOMPILE, VERTEX, GEOMETRY, RECORD, CLIP, COLLECT, SETUP, BIN, TILES,
)  # fmt: skip
PROGRAMS = ASSEMBLE, VERTEX, GEOMETRY
"""The stages that make the primitives of a draw, before these are clipped."""
PLACING = CLIP, SETUP
"""The stages from these to setup primitives."""
