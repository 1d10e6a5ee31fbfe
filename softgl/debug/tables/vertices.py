"""The vertices of a draw before and after its vertex program, as a table and as edges."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from softgl.debug.plain import plain
from softgl.ir.program import INTEGER_INPUTS, Binding
from softgl.lanes import eager_engine
from softgl.pipeline.draws.draw_call import DrawCall
from softgl.pipeline.keys.link import POSITION
from softgl.pipeline.primitives.assemble import assemble
from softgl.pipeline.vertices.elements import as_source
from softgl.pipeline.vertices.vertex import run_vertex_program
from softgl.pipeline.vertices.vertex_stream import VertexStream
from softgl.records import but

PLACES = Binding("vertex.position"), Binding("vertex.attrib", (0,))
MAX_SHAPE_PRIMITIVES = 20_000  # triangles, lines or points
KINDS = {1: "point", 2: "line", 3: "triangle"}


def table(calls: Sequence[DrawCall], first: int, count: int) -> dict:
    """A table of up to `count` vertices from `first` on, in drawing order, before and after.

    calls : the draws of one event. `index` of a row is the application's index of the vertex,
    `instance` its instance.
    """
    rows, names, start = [], {"before": [], "after": []}, 0
    for call in calls:
        length = call.stream.length * call.stream.instances
        low, high = max(first - start, 0), min(first + count - start, length)
        if low < high:
            columns = _columns(call, np.arange(low, high))
            names = {side: [str(binding) for binding in columns[side]] for side in names}
            rows += _rows(columns, start + low)
        start += length
    return {"count": start, "first": first, **names, "rows": rows}


def _columns(call, places) -> dict:
    """The index, attributes and results of vertices in drawing order, by binding."""
    stream = call.stream
    instances, inner = np.divmod(places, stream.length)
    numbers = inner if stream.indices is None else stream.indices[inner].astype(np.int64)
    found: dict = {"index": numbers + stream.first, "instance": instances + stream.instance}
    found |= {"before": {}, "after": {}}
    for instance in np.unique(instances).tolist():
        here = instances == instance
        known, back = np.unique(numbers[here], return_inverse=True)
        own = _chosen(stream, known, instance)
        for side, values in (("before", attributes(call, own)), ("after", results(call, own))):
            for binding, each in values.items():
                column = found[side].setdefault(binding, np.zeros((len(places), 4), each.dtype))
                column[here] = each[back]
    return found


def _rows(columns, start) -> list[dict]:
    sides = {side: list(columns[side].values()) for side in ("before", "after")}
    return [
        {
            "number": start + row,
            "index": int(index),
            "instance": int(instance),
            **{side: [plain(values[row]) for values in each] for side, each in sides.items()},
        }
        for row, (index, instance) in enumerate(
            zip(columns["index"], columns["instance"], strict=True)
        )
    ]


def _chosen(stream: VertexStream, numbers: np.ndarray, instance: int) -> VertexStream:
    """Selects vertices of an instance; numbers : in ascending order."""
    first, count = int(numbers[0]), len(numbers)
    whole = int(numbers[-1]) == first + count - 1

    def select(source):
        return source.part(first, count) if whole else source.at(numbers)

    own = {binding: values[instance] for binding, values in stream.per_instance.items()}
    return but(
        stream,
        count=count,
        attributes={b: select(as_source(values)) for b, values in stream.attributes.items()},
        constants={**stream.constants, **own},
        per_instance={},
        instances=1,
        indices=None,
        runs=(),
        first=stream.first + first,
    )


def attributes(call: DrawCall, stream: VertexStream) -> dict[Binding, np.ndarray]:
    """The inputs of the vertex program, (count, 4) float32, or int32 for integers."""
    found = {}
    for binding in call.vertex.program.attributes:
        elements = stream.elements(binding)
        if elements is None:
            rows = np.broadcast_to(stream.constant(binding), (stream.count, 4))
        else:
            rows = elements.rows(stream.count)
        integer = binding.name in INTEGER_INPUTS or (elements is not None and elements.integer)
        found[binding] = np.ascontiguousarray(rows).view(np.int32) if integer else rows
    return found


def results(call: DrawCall, stream: VertexStream) -> dict[Binding, np.ndarray]:
    """The results of the vertex program that the next stage reads, (count, 4) float32."""
    key, program = call.vertex, call.vertex.program
    written = [each for each in program.results if each not in key.outputs.results]
    outputs = replace(key.outputs, results=(*key.outputs.results, *written))
    varying, per_instance = stream.varying(program.attributes)
    key = replace(key, outputs=outputs, varying=varying, per_instance=per_instance)
    parts = ((stream.count, call.vertex_resources, call.clip_planes),)
    # Interpreted: the same bits without compilation.
    vertices = run_vertex_program(eager_engine(), key, stream, parts)
    rows = vertices.rows.reshape(len(outputs.results), 4, -1)[..., : stream.count]
    return {b: values.T.copy() for b, values in zip(outputs.results, rows, strict=True)}


# -- shapes ----------------------------------------------------------------------------------------


def shape(call: DrawCall) -> dict:
    """Points and edges of the primitives of a draw, before and after the program.

    numbers : the position of each point in drawing order. words : the number of primitives, of
    which at most MAX_SHAPE_PRIMITIVES are shown. Points after the program are in normalized device
    coordinates; None behind the eye.
    """
    stream = call.stream
    one = stream if stream.instances == 1 else but(stream, count=stream.each, instances=1)
    corners = assemble(eager_engine(), call.mode, one, provoking=False).vertex_indices
    kind = corners.shape[1]
    words = f"{len(corners):,} {KINDS[kind]}{'s' * (len(corners) != 1)}"
    if len(corners) > MAX_SHAPE_PRIMITIVES:
        words += f", the first {MAX_SHAPE_PRIMITIVES:,} of them shown"
    if stream.instances > 1:
        words += f", the first of {stream.instances:,} instances"
    if not len(corners):
        return {"numbers": [], "before": [], "after": [], "edges": [], "words": words}
    vertices, places = np.unique(corners[:MAX_SHAPE_PRIMITIVES], return_inverse=True)
    own = _chosen(stream, vertices.astype(np.int64), 0)
    values = attributes(call, own)
    before = next((values[each] for each in PLACES if each in values), None)
    after = results(call, own)[POSITION]
    return {
        "numbers": _first_places(stream, vertices).tolist(),
        "before": _flat(_projected(after) if before is None else before),
        "after": _flat(_projected(after)),
        "edges": _edges(places.reshape(-1, kind)).reshape(-1).tolist(),
        "words": words,
    }


def _edges(places) -> np.ndarray:
    """The distinct edges between vertices, (n, 2)."""
    corners = places.shape[1]
    sides = {1: [], 2: [(0, 1)], 3: [(0, 1), (1, 2), (2, 0)]}[corners]
    pairs = [places[:, list(side)] for side in sides]
    return np.unique(np.sort(np.concatenate(pairs), axis=1), axis=0) if pairs else places[:0]


def _projected(clip) -> np.ndarray:
    """Divides clip coordinates (n, 4) by w; NaN behind the eye."""
    with np.errstate(all="ignore"):
        return np.where(clip[:, 3:] > 0, clip / clip[:, 3:], np.float32(np.nan))


def _flat(values) -> list:
    """x, y, z of each point; None for non-finite points."""
    found = np.round(values[:, :3].astype(np.float64), 5).reshape(-1).tolist()
    return [each if np.isfinite(each) else None for each in found]


def _first_places(stream, vertices) -> np.ndarray:
    """The first position of each vertex in drawing order."""
    if stream.indices is None:
        return vertices
    known, places = np.unique(stream.indices, return_index=True)
    return places[np.searchsorted(known, vertices)]
