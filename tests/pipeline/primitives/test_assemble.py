"""Primitive assembly: OpenGL 2.1, 2.6.1 and table 2.12."""

import numpy as np
import pytest

from softgl.pipeline.primitives.assemble import EDGE_FLAG, assemble
from softgl.pipeline.primitives.modes import MODES
from softgl.pipeline.vertices.vertex_stream import VertexStream
from tests.pipeline.drawing import ENGINES, identify, spans_of


def assembled(mode, count, engine=ENGINES[0], *, asked=(), first_vertex=False, **fields):
    """The shapes of a stream of `count` vertices with other fields; asked : besides provoking."""
    stream = VertexStream(count, fields.pop("attributes", {}), **fields)
    options = dict.fromkeys(("groups", "edges"), False) | dict.fromkeys(asked, True)
    return assemble(engine, mode, stream, 2, first_vertex=first_vertex, **options)


CASES = {
    # mode: (vertices, shapes, provoking vertices, numbers of the primitives)
    "points": (2, [(0,), (1,)], [0, 1], [0, 1]),
    "lines": (5, [(0, 1), (2, 3)], [1, 3], [0, 1]),
    "line_strip": (3, [(0, 1), (1, 2)], [1, 2], [0, 1]),
    "line_loop": (3, [(0, 1), (1, 2), (2, 0)], [1, 2, 0], [0, 1, 2]),
    "triangles": (7, [(0, 1, 2), (3, 4, 5)], [2, 5], [0, 1]),
    "triangle_strip": (5, [(0, 1, 2), (2, 1, 3), (2, 3, 4)], [2, 3, 4], [0, 1, 2]),
    "triangle_fan": (5, [(0, 1, 2), (0, 2, 3), (0, 3, 4)], [2, 3, 4], [0, 1, 2]),
    "quads": (9, [(0, 1, 2), (0, 2, 3), (4, 5, 6), (4, 6, 7)], [3, 3, 7, 7], [0, 0, 1, 1]),
    "quad_strip": (7, [(0, 1, 3), (0, 3, 2), (2, 3, 5), (2, 5, 4)], [3, 3, 5, 5], [0, 0, 1, 1]),
    "polygon": (5, [(0, 1, 2), (0, 2, 3), (0, 3, 4)], [0, 0, 0], [0, 0, 0]),
    "lines_adjacency": (11, [(1, 2), (5, 6)], [2, 6], [0, 1]),
    "line_strip_adjacency": (5, [(1, 2), (2, 3)], [2, 3], [0, 1]),
    "triangles_adjacency": (17, [(0, 2, 4), (6, 8, 10)], [4, 10], [0, 1]),
    "triangle_strip_adjacency": (11, [(0, 2, 4), (4, 2, 6), (4, 6, 8)], [4, 6, 8], [0, 1, 2]),
}


@pytest.mark.parametrize("mode", MODES)
def test_modes(mode):
    """Winding, provoking vertex and number of every mode; vertices too many are dropped."""
    count, triangles, provoking, numbers = CASES[mode]
    found = assembled(mode, count)
    assert [tuple(t) for t in found.vertex_indices.tolist()] == triangles
    assert found.provoking.T.tolist() == [provoking, numbers]


@pytest.mark.parametrize("mode", MODES)
def test_indices(mode):
    count, triangles, provoking, numbers = CASES[mode]
    indices = np.arange(100, 100 + count, dtype=np.uint32)[::-1]
    found = assembled(mode, 1000, indices=indices)
    assert (99 + count - found.vertex_indices).tolist() == [list(t) for t in triangles]
    assert (99 + count - found.provoking[:, 0]).tolist() == provoking
    assert found.provoking[:, 1].tolist() == numbers


# EXT_provoking_vertex, table 2.12, "First vertex convention", with quads that follow it.
FIRST = {
    "points": [0, 1],
    "lines": [0, 2],
    "line_strip": [0, 1],
    "line_loop": [0, 1, 2],
    "triangles": [0, 3],
    "triangle_strip": [0, 1, 2],
    "triangle_fan": [1, 2, 3],
    "quads": [0, 0, 4, 4],
    "quad_strip": [0, 0, 2, 2],
    "polygon": [0, 0, 0],
    "lines_adjacency": [1, 5],
    "line_strip_adjacency": [1, 2],
    "triangles_adjacency": [0, 6],
    "triangle_strip_adjacency": [0, 2, 4],
}


@pytest.mark.parametrize("mode", MODES)
def test_first_vertex_convention(mode):
    count, shapes, _, _ = CASES[mode]
    found = assembled(mode, count, first_vertex=True)
    assert [tuple(s) for s in found.vertex_indices.tolist()] == shapes
    assert found.provoking[:, 0].tolist() == FIRST[mode]


# NV_geometry_program4, 2.6.1: what is adjacent, by the number of vertices that are there; table X.1
# for strips, i and n as there, and vertices from 1 on.
TABLE = {
    "only": lambda i: ((1, 3, 5), (2, 6, 4)),
    "first": lambda i: ((1, 3, 5), (2, 7, 4)),
    "middle, odd": lambda i: (
        (2 * i + 3, 2 * i + 1, 2 * i + 5), (2 * i - 1, 2 * i + 4, 2 * i + 7)
    ),
    "middle, even": lambda i: (
        (2 * i + 1, 2 * i + 3, 2 * i + 5), (2 * i - 1, 2 * i + 7, 2 * i + 4)
    ),
    "last, odd": lambda i: (
        (2 * i + 3, 2 * i + 1, 2 * i + 5), (2 * i - 1, 2 * i + 4, 2 * i + 6)
    ),
    "last, even": lambda i: (
        (2 * i + 1, 2 * i + 3, 2 * i + 5), (2 * i - 1, 2 * i + 6, 2 * i + 4)
    ),
}  # fmt: skip


def strip_with_adjacency(vertices):
    """The vertices of each triangle as a geometry program has them."""
    n = max(0, vertices - 4) // 2
    found = []
    for i in range(n):
        row = "only" if n == 1 else "first" if i == 0 else "last" if i == n - 1 else "middle"
        if row in ("last", "middle"):
            row += ", odd" if i % 2 else ", even"
        (a, b, c), (ab, bc, ca) = TABLE[row](i)
        found.append(tuple(number - 1 for number in (a, ab, b, bc, c, ca)))
    return found


def quad_strip(n):
    """Issue 17."""
    firsts = range(0, n - 3, 2)
    return [t for a in firsts for t in ((a, a + 1, a + 3), (a + 2, a, a + 3))]


TAKEN = {
    "quads": lambda n: [
        t for a in range(0, n - 3, 4) for t in ((a, a + 1, a + 2), (a, a + 2, a + 3))
    ],
    "quad_strip": quad_strip,
    "polygon": lambda n: [(i, i + 1, 0) for i in range(1, n - 1)],
    "lines": lambda n: [(i, i + 1) for i in range(0, n - 1, 2)],
    "lines_adjacency": lambda n: [(i, i + 1, i + 2, i + 3) for i in range(0, n - 3, 4)],
    "line_strip_adjacency": lambda n: [(i, i + 1, i + 2, i + 3) for i in range(n - 3)],
    "triangles_adjacency": lambda n: [tuple(range(i, i + 6)) for i in range(0, n - 5, 6)],
    "triangle_strip_adjacency": strip_with_adjacency,
}


@pytest.mark.parametrize("mode", TAKEN)
def test_what_geometry_programs_take(mode):
    """Geometry programs take few vertices and many, with parts of a batch and without."""
    for count in (*range(17), 24, 25, 70, 71):
        wanted = TAKEN[mode](count)
        for engine in (ENGINES[0], ENGINES[-1])[: 1 + (count > 23)]:
            for provoking in (False, True):
                found = assemble(
                    engine, mode, VertexStream(count, {}), 2, provoking=provoking, for_geometry=True
                )
                assert [tuple(shape) for shape in found.vertex_indices.tolist()] == wanted
                if provoking and mode not in ("quads", "quad_strip", "polygon"):
                    assert found.provoking[:, 1].tolist() == [*range(len(wanted))]
            assert len(assembled(mode, count, engine)) == len(wanted)


OUTLINES = {
    "triangles": [(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3)],
    "quads": [(0, 1), (1, 2), (2, 3), (3, 0), (4, 5), (5, 6), (6, 7), (7, 4)],
    "quad_strip": [(0, 1), (1, 3), (3, 2), (2, 0), (2, 3), (3, 5), (5, 4), (4, 2)],
    "polygon": [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)],
    "triangles_adjacency": [(0, 2), (2, 4), (4, 0), (6, 8), (8, 10), (10, 6)],
}


def outline(shapes):
    """The edges that are the polygons' own, in order."""
    return [
        (corners[i], corners[(i + 1) % 3])
        for corners, edges in zip(
            shapes.vertex_indices.tolist(), shapes.edges.tolist(), strict=True
        )
        for i in range(3)
        if edges >> i & 1
    ]


@pytest.mark.parametrize("mode", OUTLINES)
def test_outer_edges(mode):
    """The edges of a polygon and no others, in order."""
    assert outline(assembled(mode, CASES[mode][0], asked=["edges"])) == OUTLINES[mode]


def test_outer_edges_of_several_polygons():
    edges = [(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 6), (6, 3)]
    for separate in (False, True):
        found = assembled("polygon", 7, asked=["edges"], runs=(3, 4), separate=separate)
        assert outline(found) == edges


def test_edge_flags():
    """OpenGL 2.1, 2.6.2: of the vertices that edges begin with, in some of the modes."""
    flags = np.zeros((8, 4), np.float32)
    flags[[1, 2, 4], 0] = 1
    given = {"asked": ["edges"], "attributes": {EDGE_FLAG: flags}}
    assert outline(assembled("triangles", 6, **given)) == [(1, 2), (2, 0), (4, 5)]
    assert outline(assembled("quads", 8, **given)) == [(1, 2), (2, 3), (4, 5)]
    assert len(outline(assembled("quad_strip", 8, **given))) == 12
    # NV_geometry_program4, issue 15.
    assert outline(assembled("triangles_adjacency", 6, **given)) == [(2, 4), (4, 0)]
    assert len(outline(assembled("triangle_strip_adjacency", 8, **given))) == 6


@pytest.mark.parametrize("separate", [False, True])
def test_groups(separate):
    """Polygons, and lines through which the stipple counter runs on; also where numbers repeat."""
    given = {"asked": ["groups"], "runs": (4, 1, 4), "separate": separate}
    found = {mode: assembled(mode, 9, **given).groups.tolist() for mode in MODES}
    assert found["line_strip"] == [0, 0, 0, 2, 2, 2]
    assert found["line_loop"] == [0, 0, 0, 0, 2, 2, 2, 2]
    assert found["lines"] == [0, 1, 2, 3]
    assert found["line_strip_adjacency"] == [0, 2]
    assert found["lines_adjacency"] == [0, 1]
    assert found["triangles"] == found["quad_strip"][::2] == found["quads"][::2] == [0, 1]
    assert found["triangle_strip"] == [0, 1, 2, 3]
    assert found["polygon"] == [0, 0, 1, 1]


@pytest.mark.parametrize("mode", MODES)
def test_runs_instances_and_spans(mode, tuned):
    """Several sequences and instances, by every machine in spans of any size, are each of them."""
    indices = np.arange(100, 123, dtype=np.uint32)[::-1].copy()
    runs, start, alone, counted = (7, 1, 4, 8, 3), 0, [], 0
    how = MODES[mode]
    asked = ["groups", "edges"] if how.corners == 3 else ["groups"]
    for length in runs:
        part = assembled(mode, 23, indices=indices[start : start + length].copy(), asked=asked)
        part.provoking[:, 1] += counted
        counted += len(set(part.provoking[:, 1].tolist())) if how.pieces else 0
        start += length
        alone.append(part)
    expected = {
        name: np.concatenate([getattr(part, name) for part in alone]) for name in alone[0].parts
    }
    total = len(expected["vertex_indices"])
    for engine in ENGINES:
        for lanes in (16, 1 << 14):
            spans_of(lanes, tuned)
            given = {"indices": indices, "runs": runs, "instances": 3, "asked": asked}
            found = assembled(mode, 3 * 200, engine, **given)
            assert len(found) == 3 * total
            for copy in range(3):
                part = found[copy * total : (copy + 1) * total]
                assert (part.vertex_indices == expected["vertex_indices"] + 200 * copy).all(), (
                    identify(engine)
                )
                assert (part.provoking == expected["provoking"] + [200 * copy, 0]).all()
                if how.corners == 3:
                    assert (part.edges == expected["edges"]).all()
            groups = found.groups.tolist()
            assert len(set(groups)) == 3 * len(set(groups[:total])) and groups == sorted(groups)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("missing", [1, 2, 3, 4])
def test_too_few_vertices(mode, missing):
    how = MODES[mode]
    found = assembled(mode, max(how.fewest - missing, 0))
    assert found.vertex_indices.shape == (0, how.corners) and found.provoking.shape == (0, 2)


def test_every_strip_triangle_winds_alike():
    """Odd triangles of a strip are turned, so that a flat strip has one facing."""
    x = np.arange(10)
    points = np.stack([x // 2, x % 2], axis=1)
    a, b, c = (points[assembled("triangle_strip", 10).vertex_indices[:, i]] for i in range(3))
    area = (b - a)[:, 0] * (c - a)[:, 1] - (c - a)[:, 0] * (b - a)[:, 1]
    assert (area < 0).all()
