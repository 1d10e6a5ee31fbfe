"""Vertex programs, clip codes, and where vertices are in the window; a lane is a vertex."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from softgl.ir.execute import UNWRITTEN_RESULT, execute
from softgl.ir.passes.straighten import as_executed
from softgl.ir.program import Binding
from softgl.ir.raw_bits import copied_results, raw_bits
from softgl.lanes import F32, I32, U32, Engine, KernelRequest, Signature, padded
from softgl.lanes.machine import MAX_VECTOR_LANES
from softgl.pipeline.keys.kernel_keys import VertexKey
from softgl.pipeline.keys.link import COLOR_RESULTS, Outputs, clip_distance
from softgl.pipeline.keys.resources import (
    Resources,
    arguments_of,
    environment,
    resource_arrays,
)
from softgl.pipeline.support.arena import from_arena
from softgl.pipeline.support.threads import run_parts, run_spans
from softgl.pipeline.vertices.clip_volume import clip_code, clip_volume, culling
from softgl.pipeline.vertices.fetch import fetch, fetch_arguments, fetch_arrays
from softgl.pipeline.vertices.vertex_stream import VertexStream
from softgl.pipeline.vertices.viewport import (
    PLACE_ARRAYS,
    PLACE_SCALARS,
    Viewport,
    WindowVertices,
    place_vertex,
)
from softgl.records import dataclass
from softgl.tuning import limits

CODE_ARRAYS = ("codes", U32), ("outside", U32)
"""The arrays that `store_vertex` writes besides the outputs: see Vertices."""
VERTEX_POSITION = Binding("vertex.position")


@dataclass
class Vertices:
    """Vertices after the vertex program.

    rows : (row_count, stride) float32: position_clip, then the other `Outputs` of the key.
    codes : (stride,) uint32 clip codes. count : vertices in use.
    outside : (1,) uint32, not 0 if any clip code is not 0; None if unknown.
    window : the window positions of the first `window.unclipped` vertices; None before that.
    emitted : of a geometry program, how many of them each input primitive has emitted, int32.
    """

    rows: np.ndarray
    codes: np.ndarray
    count: int
    window: WindowVertices | None = None
    outside: np.ndarray | None = None
    emitted: np.ndarray | None = None

    @property
    def are_inside(self) -> bool:
        """True if all vertices are inside of all half-spaces."""
        if self.outside is None:
            return not self.codes[: self.count].max(initial=0)
        return not self.outside[0]


def vertex_signature(key: VertexKey, places: bool = False) -> Signature:
    """The arguments of the vertex kernel; places : True if it places vertices in the window."""
    clip_planes = plane_arrays(key.outputs)
    resources = resource_arrays(key.program, key.textures)
    written = (("out", F32), *CODE_ARRAYS, *PLACE_ARRAYS * places)
    return Signature(
        (("stride", I32), ("first", I32), *PLACE_SCALARS * places),
        (*fetch_arrays(key), *clip_planes, *written, *resources),
        frozenset(name for name, _ in written),
    )


def shade_vertices(m, a, index, key: VertexKey, places: bool = False):
    """Runs the vertex program; stores its results, row by row, with clip codes and places."""
    index = m.further(index, a.first)
    attribute, outputs = fetch(m, a, index, key, a.stride), key.outputs
    world = environment(m, a, key.program, key.textures, attribute, derivatives=False)
    results = execute(m, as_executed(m, key.program, world), world).results
    unwritten = [m.f32(value) for value in UNWRITTEN_RESULT]
    if outputs.computed:
        cut = results.get(outputs.clip_source) or _position(m, key, attribute)
        results |= plane_distances(m, a, outputs, cut)
    rows, unseen = [], _unseen_floats(key)
    for binding in outputs.results:
        values = results.get(binding, unwritten)
        if key.clamped and binding in COLOR_RESULTS:
            # OpenGL 2.1, 2.14.6: colors "are clamped to the range [0, 1]" before clipping.
            values = [m.saturate(value) for value in values]
        if binding in unseen:
            values = [m.from_bits(m.bits(value)) for value in values]
        rows += values
    placed = place_vertex(m, a, rows[:4]) if places else ()
    store_vertex(m, a, index, outputs, rows, placed)


def _note_limits(m, a, index, key: VertexKey):
    """Runs the vertex program; stores the limits that end it as clip codes."""
    index = m.further(index, a.first)
    attribute, resources = fetch(m, a, index, key, a.stride), (key.program, key.textures)
    world = environment(m, a, *resources, attribute, derivatives=False, notes_limits=True)
    m.store(a.codes, index, m.as_u32(execute(m, key.program, world).ended))


def _unseen_floats(key: VertexKey) -> frozenset[Binding]:
    """Returns the results whose NaNs are not canonical yet, and whose bits the next stage sees."""
    if not key.outputs.seen or raw_bits(key.program).seen:
        return frozenset()
    copied = copied_results(key.program)
    known = {one: number for number, one in enumerate(key.program.results)}
    return frozenset(one for one in key.outputs.results if known.get(one) not in copied)


def store_vertex(m, a, index, outputs: Outputs, rows, more=()) -> None:
    """Stores the rows of a vertex, its clip code if it is clipped, and more."""
    stores = [*((a.out, value, a.stride * row) for row, value in enumerate(rows)), *more]
    if outputs.clipping is not None:
        half_spaces = *clip_volume(outputs.clipping), *culling(outputs.clipping)
        code = clip_code(m, rows, half_spaces)
        stores.append((a.codes, code, 0))
        with m.branch(m.any(code != 0)):
            m.store_uniform(a.outside, m.i32(0), m.u32(1))
    m.store_all(index, stores)


def _position(m, key: VertexKey, attribute) -> list:
    """The position of a vertex in object coordinates, four F32."""
    register = key.program.attributes.index(VERTEX_POSITION)
    return [m.from_bits(attribute(register, axis)) for axis in range(4)]


def plane_arrays(outputs: Outputs) -> tuple:
    """The (name, type) of the array that `plane_distances` reads."""
    return (("clip_planes", F32),) if outputs.computed else ()


def plane_distances(m, a, outputs: Outputs, position) -> dict[Binding, list]:
    """The distances of a position, four F32, from the clip planes of `Outputs.computed`.

    OpenGL 2.1, 2.12: (p1' p2' p3' p4') (xe ye ze we). Both are in the same coordinates.
    """
    results = {}
    for slot, number in enumerate(outputs.computed):
        distance = m.f32(0.0)
        for axis in range(4):
            coefficient = m.load_unchecked(a.clip_planes, m.i32(4 * slot + axis))
            distance = distance + position[axis] * coefficient
        results[clip_distance(number)] = [distance, *map(m.f32, UNWRITTEN_RESULT[1:])]
    return results


def run_vertex_program(
    engine: Engine,
    key: VertexKey,
    stream: VertexStream,
    parts: Sequence[tuple[int, Resources, np.ndarray | None]],
    threads: int = 1,
    viewport: Viewport | None = None,
    limits_only: bool = False,
) -> Vertices:
    """All vertices of a stream through the program of `key`.

    parts : of the stream, one or more: how many vertices, what the program reads, and flat float32,
        the four coefficients of each of `Outputs.computed`, in the coordinates of the position that
        they cut; these are not looked at if there are none.
    viewport : None where vertices are not to be placed in the window, or only later.
    limits_only : True to return only `Vertices.codes`: the bits of the limit that ended the program
        of each vertex, as in `softgl.ir.execute.Outcome`.
    """
    stride = padded(stream.count + stream.count // limits.SPARE_VERTICES)
    out = from_arena("vertices", (key.outputs.row_count, stride), np.float32)
    codes, outside = from_arena("codes", (stride,), np.uint32), np.zeros(1, np.uint32)
    if key.outputs.clipping is None:  # else each is stored
        codes.fill(0)
    arrays = fetch_arguments(stream, key.program.attributes, stride)
    arrays |= {"out": out.reshape(-1), "codes": codes, "outside": outside}
    scalars, window = {"stride": stride}, None
    if viewport is not None:
        window = WindowVertices.new(out, stream.count)
        arrays, scalars = arrays | window.arrays, scalars | viewport.scalars
    request = limits_kernel(key) if limits_only else vertex_kernel(key, viewport is not None)
    kernel = engine.kernel(request)
    counts, resources, planes = zip(*parts, strict=True)
    own = arguments_of(resources)
    if len({id(equations) for equations in planes}) > 1:
        own = [
            arguments | {"clip_planes": equations}
            for arguments, equations in zip(own, planes, strict=True)
        ]
    arrays |= resources[0].arguments | {"clip_planes": planes[0]}
    call = kernel.call(arrays | own[0])
    run_parts(call, scalars, counts, own, threads)
    return Vertices(out, codes, stream.count, window, outside)


def is_built(engine: Engine, key: VertexKey, places: bool) -> bool:
    """True if the kernel is built; places : True if it computes window coordinates."""
    return engine.has(vertex_kernel(key, places))


def vertex_kernel(key: VertexKey, places: bool) -> KernelRequest:
    """The kernel that runs a vertex program; places : as `vertex_signature` takes it."""
    body = partial(shade_vertices, key=key, places=places)
    return KernelRequest(("vertex", key, places), lambda: (vertex_signature(key, places), body))


def limits_kernel(key: VertexKey) -> KernelRequest:
    """The kernel that notes limits; see `run_vertex_program`."""
    body = partial(_note_limits, key=key)
    return KernelRequest(("vertex limits", key), lambda: (vertex_signature(key), body))


def grow(vertices: Vertices, added: int) -> Vertices:
    """Returns the vertices with memory for `added` more, which are counted already.

    Those have no codes.
    """
    count = vertices.count + added
    if count <= vertices.rows.shape[1]:
        return Vertices(vertices.rows, vertices.codes, count, vertices.window)
    rows = from_arena("grown vertices", (len(vertices.rows), padded(count)), np.float32)
    rows[:, : vertices.count] = vertices.rows[:, : vertices.count]
    window = vertices.window and vertices.window.grow(rows)
    return Vertices(rows, vertices.codes, count, window)


# -- where vertices are in the window --------------------------------------------------------------


def run_projection(
    engine: Engine, vertices: Vertices, viewport: Viewport, unclipped: int, threads: int = 1
) -> WindowVertices:
    """Applies the viewport transformation to vertices; unclipped : as in WindowVertices."""
    window, first = vertices.window, 0
    if window is None:
        window = WindowVertices.new(vertices.rows, unclipped)
    elif window.unclipped == vertices.count:
        return window
    else:
        # Whole vectors are loaded.
        first = window.unclipped // MAX_VECTOR_LANES * MAX_VECTOR_LANES
    project(engine, window, viewport, first, vertices.count - first, threads)
    return window


def project(
    engine: Engine, window: WindowVertices, viewport: Viewport, first: int, count: int, threads: int
) -> None:
    """Places `count` vertices in the window, from `first` on, which begins a vector."""
    arrays = {"clip": window.rows[:4].reshape(-1)} | window.arrays
    scalars = viewport.scalars | {"stride": window.stride, "unclipped": window.unclipped}
    run_spans(engine.kernel(PROJECT_KERNEL).call(arrays), scalars, first, count, threads)


def project_vertices(m, a, index):
    """Writes the window positions of stored vertices."""
    index = m.further(index, a.first)
    position = [m.load(a.clip, index, a.stride * row) for row in range(4)]
    m.store_all(index, place_vertex(m, a, position, index < a.unclipped))


def _project_kernel():
    scalars = (("stride", I32), ("first", I32), ("unclipped", I32), *PLACE_SCALARS)
    written = frozenset(name for name, _ in PLACE_ARRAYS)
    return Signature(scalars, (("clip", F32), *PLACE_ARRAYS), written), project_vertices


PROJECT_KERNEL = KernelRequest("project", _project_kernel)
