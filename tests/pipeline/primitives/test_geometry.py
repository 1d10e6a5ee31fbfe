"""Geometry programs on their own: vertices in order, strips, limits, undefined results."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from softgl.asm import parse
from softgl.ir import blocks
from softgl.ir.program import Binding
from softgl.lanes import Target, eager_engine, llvm_engine
from softgl.lanes.eager import EagerEngine
from softgl.lanes.naming import digest
from softgl.lanes.target import host_levels
from softgl.pipeline.keys.kernel_keys import GeometryKey
from softgl.pipeline.keys.link import LAYER, Clipping, LinkOptions, Outputs, input_rows, link
from softgl.pipeline.keys.resources import Resources
from softgl.pipeline.primitives import geometry
from softgl.pipeline.primitives.geometry import Primitives
from softgl.pipeline.vertices.clip_volume import VIEW_VOLUME
from softgl.pipeline.vertices.vertex import Vertices
from tests.pipeline.emitting import run_geometry

ONE = 0x3F800000
POSITION = "result.position"


def text(body, taken="POINTS", made="POINTS", limit=16):
    head = f"!!NVgp4.0 PRIMITIVE_IN {taken}; PRIMITIVE_OUT {made}; VERTICES_OUT {limit};"
    return f"{head} INT TEMP i, n; TEMP t; {body} END"


def points(count):
    """Vertices at the positions (their number, 0.5, 0, 1)."""
    words = np.zeros((4, count), np.float32)
    words[0], words[1], words[3] = np.arange(count), 0.5, 1
    return {"vertex.position": words.view(np.uint32)}


def run(body, corners=((0,), (1,), (2,)), vertices=8, engine=None, attributes=None, **options):
    """(the words of each result; codes; shapes; provoking) of a program."""
    names = {name: options.pop(name) for name in ("taken", "made", "limit") if name in options}
    program = parse(body if body.startswith(("GEOM", "!!")) else text(body, **names))
    given = points(vertices) | (attributes or {})
    if "most" in options:
        options["limit"] = options.pop("most")
    return run_geometry(engine or eager_engine(), program, given, corners, **options)


def floats(rows, component=0):
    return rows[component].view(np.float32).tolist()


def test_strips():
    """Turned triangles, ENDPRIM, primitives that are not complete, in order."""
    body = "MOV result.position, vertex[0].position;" + "EMIT;" * 5 + "ENDPRIM;ENDPRIM;EMIT;EMIT;"
    _, _, shapes, provoking = run(body + "ENDPRIM; EMIT; EMIT; EMIT;", made="TRIANGLE_STRIP")
    first = [(0, 1, 2), (2, 1, 3), (2, 3, 4), (7, 8, 9)]
    each = [tuple(10 * n + corner for corner in shape) for n in range(3) for shape in first]
    assert list(map(tuple, shapes.tolist())) == each
    assert provoking[:, 0].tolist() == [max(shape) for shape in each]
    _, _, shapes, provoking = run(body, made="LINE_STRIP", first_vertex=True)
    assert shapes[:5].tolist() == [[0, 1], [1, 2], [2, 3], [3, 4], [5, 6]]
    assert provoking[:5, 0].tolist() == [0, 1, 2, 3, 5]
    # 2.14.6.3: "ENDPRIM has no effect if the geometry program's output primitive type is POINTS."
    assert run(body, made="POINTS")[2].ravel().tolist() == [*range(21)]
    assert not len(run("EMIT; ENDPRIM; EMIT;", made="LINE_STRIP")[2])
    nothing = run("MOV result.position, 1;")
    assert nothing[0][POSITION].shape == (4, 0) and not len(nothing[2])


def test_results_stay_after_emit():
    results, *_ = run(
        "MOV result.position, vertex[0].position; EMIT; MOV result.attrib[2].y, 3; EMIT; EMIT;"
    )
    assert floats(results[POSITION]) == [0, 0, 0, 1, 1, 1, 2, 2, 2]
    assert floats(results["result.attrib[2]"], 1) == [0, 3, 3] * 3
    assert floats(results["result.attrib[2]"], 3) == [1] * 9


ENDLESS = """MOV.S n.x, primitive.id; REP; MOV result.position, vertex[0].position;
ADD.S i.x, i.x, 1; I2F result.attrib[0], i.x; EMIT; ENDPRIM; SLE.S.CC CC.x, n.x, 0; BRK (NE.x);
ENDREP;"""


def test_the_limit():
    """Vertices beyond the limit are dropped; `limit` overrides the program's own number."""
    body = "MOV result.position, vertex[0].position; EMIT; EMIT; MOV result.attrib[0], 2; EMIT;"
    for most, count in ((1, 1), (2, 2), (3, 3), (9, 3), (0, 0)):
        results, *_ = run(body, most=most)
        assert floats(results[POSITION]) == np.repeat([0, 1, 2], count).tolist()
    program = replace(parse(text(ENDLESS, limit=5)), step_limit=3000)
    engines = eager_engine(), llvm_engine(Target(host_levels()[-1], 8))
    for engine in engines:
        results, *_ = run_geometry(engine, program, points(8), [[0], [1], [2]], numbers=[0, 1, -1])
        assert floats(results[POSITION]) == [0, *([1] * 5), 2]
        assert floats(results["result.attrib[0]"]) == [1, 1, 2, 3, 4, 5, 1]


def test_vertices_and_numbers():
    """Adjacent vertices are read too; an index out of range reads the nearest vertex."""
    corners = [[5, 4, 3, 2, 1, 0], [7, 7, 6, 6, 0, 1]]
    body = """ATTRIB p = vertex.position; MOV.S i, {-7, 2, 9, 4};
    MOV result.position.x, p[i.x]; MOV result.position.y, p[i.y + 3].x;
    MOV result.position.z, p[i.z].x; MOV result.position.w, vertex[1].position.x;
    MOV.S result.attrib[0], primitive.id; MOV result.attrib[1], vertex[2].attrib[4]; EMIT;"""
    results, *_ = run(body, corners, taken="TRIANGLES_ADJACENCY", numbers=[70, -2])
    assert results[POSITION].view(np.float32).T.tolist() == [[5, 0, 0, 4], [7, 1, 1, 7]]
    assert results["result.attrib[0]"].view(np.int32).T.tolist() == [[70, 0, 0, 0], [-2, 0, 0, 0]]
    assert results["result.attrib[1]"].T.tolist() == [[0, 0, 0, ONE]] * 2
    given = {f"vertex.attrib[{n}]": np.full((4, 8), n, np.uint32) for n in range(3)}
    body = """ATTRIB a[] = { vertex.attrib[0..2] }; MOV.S i, {-1, 1, 5, 0};
    MOV.S result.attrib[0].x, a[1][i.x]; MOV.S result.attrib[0].y, a[i.z][i.y];
    MOV.S result.attrib[0].z, a[0][i.z]; MOV.S result.attrib[0].w, a[0][i.y + 1]; EMIT;"""
    results, *_ = run(body, [[0, 1]], taken="LINES", attributes=given)
    assert results["result.attrib[0]"].T.tolist() == [[0, 1, 2, 2]]
    fours = {name: np.full((4, 8), 9, np.uint32) for name in ("vertex.clip[2]", "vertex.id")}
    body = """MOV result.attrib[0], vertex[1].clip[2]; MOV result.attrib[1], vertex[0].id;
    EMIT;"""
    results, *_ = run(body, [[0, 1]], taken="LINES", attributes=fours)
    for number in range(2):
        assert results[f"result.attrib[{number}]"].T.tolist() == [[9, 0, 0, ONE]]


def test_clip_codes_and_numbers_of_primitives():
    """The numbers that fragments see are those of the provoking vertices."""
    body = """MOV result.position, {0, 0, 0, 1}; MOV.S result.primid.x, 8; EMIT;
    MOV result.position.x, 2; MOV.S result.primid.x, primitive.id.x; EMIT; EMIT;"""
    _, codes, _, provoking = run(body, made="LINE_STRIP", numbers=[5, 6, -1])
    right = VIEW_VOLUME[0].bit
    assert codes.tolist() == [0, right, right] * 3
    assert provoking[:, 1].tolist() == [5, 5, 6, 6, -1, -1]
    _, _, _, provoking = run(body, made="LINE_STRIP", numbers=[5, 6, -1], first_vertex=True)
    assert provoking[:, 1].tolist() == [8, 5, 8, 6, 8, -1]
    assert not run("EMIT;", numbers=[5, 6, 7])[3][:, 1].any()


def test_layers():
    """Primitives have the layer of their provoking vertex."""
    body = """MOV.S result.layer.x, primitive.id; EMIT; ADD.S result.layer.x, primitive.id, 10;
    EMIT; EMIT;"""
    program = parse(text(body, made="LINE_STRIP"))
    vertices = Vertices(np.zeros((4, 16), np.float32), np.zeros(16, np.uint32), 1)
    given = Primitives(vertices, Outputs(), np.zeros((2, 1), np.int32), np.int32([3, -4]))
    outputs = Outputs((Binding(POSITION), LAYER), (), Clipping())
    for first_vertex, layers in ((False, [13, 13, 6, 6]), (True, [3, 13, -4, 6])):
        key, resources = GeometryKey(program, outputs), Resources(np.zeros(4, np.uint32))
        [(made, shapes)] = geometry.run_geometry_program(
            eager_engine(), key, given, resources, first_vertex=first_vertex, provoking=True
        )
        found = made.rows[outputs.row(LAYER)].view(np.int32)[shapes.provoking[:, 0]]
        assert found.tolist() == layers


def test_parts(monkeypatch, tuned):
    """The emitted vertices are the same for any number of primitives run at a time."""
    body = ENDLESS.replace("n.x, 0", "n.x, i.x")
    corners = [[n % 8] for n in range(100)]
    numbers = [n * 7 % 5 for n in range(100)]
    whole = run(body, corners, numbers=numbers, limit=4)
    parts = []
    kept = geometry._emit
    tuned(GEOMETRY_CHUNK_WORDS=16)
    monkeypatch.setattr(geometry, "_emit", lambda *a: parts.append(a[3]) or kept(*a))
    again = run(body, corners, numbers=numbers, limit=4)
    assert parts == [16] * 6 + [4]
    assert all(np.array_equal(one, other) for one, other in zip(whole[1:], again[1:], strict=True))
    assert all(np.array_equal(whole[0][name], again[0][name]) for name in whole[0])


def test_threads():
    """Spans of primitives go to threads; the kernels have names on disk."""
    program = parse(text(ENDLESS, made="LINE_STRIP", limit=3))
    engine = llvm_engine(Target(host_levels()[-1], 8))
    corners = np.arange(40000)[:, None] % 8
    numbers = np.arange(40000) % 3 - 1
    one, two = (
        run_geometry(engine, program, points(8), corners, numbers=numbers, threads=threads)
        for threads in (1, 2)
    )
    assert floats(one[0][POSITION])[:8] == [0, 1, 2, 2, 2, 3, 4, 5]
    assert all(np.array_equal(one[0][name], two[0][name]) for name in one[0])
    assert all(np.array_equal(a, b) for a, b in zip(one[1:], two[1:], strict=True))
    key = GeometryKey(program, Outputs())
    assert digest(partial(geometry.emit_vertices, key=key)) != digest(
        partial(geometry.emit_vertices, key=replace(key, clamped=False))
    )


CALLS = """MOV.S n.x, primitive.id; CAL f; EMIT; RET;
f: ADD.S.CC n.x, n.x, -1; I2F result.position.x, n.x; EMIT; CAL f (GT.x); REP.S 2; EMIT; IF GT.x;
BRK; ENDIF; ENDREP; EMIT; ADD result.attrib[1], result_1, vertex[0].position; ENDPRIM;"""


def test_emit_as_a_call(tuned):
    """Many EMIT that call one block emit the same vertices, also where calls overflow."""
    body = CALLS.replace("result_1", "{1, 2}") + "EMIT;"
    numbers = [1, 2, 5, 31, 32, 33, 34, 90]
    corners = [[n] for n in range(8)]
    program = parse(text(body, made="LINE_STRIP", limit=60))
    outcomes = []
    for many in (1 << 20, 0):
        tuned(MAX_INLINE_EMITS=many)
        assert blocks.build_flow(program).emits == (not many)
        for steps in (400, 75):
            once = replace(program, step_limit=steps)
            outcomes.append(run_geometry(EagerEngine(), once, points(8), corners, numbers=numbers))
    for one, other in zip(outcomes[:2], outcomes[2:], strict=True):
        assert np.array_equal(one[0][POSITION], other[0][POSITION])
        assert all(np.array_equal(a, b) for a, b in zip(one[1:], other[1:], strict=True))
    assert outcomes[0][0][POSITION].shape[1] > outcomes[1][0][POSITION].shape[1] > 100


TGSI = """GEOM
PROPERTY GS_INPUT_PRIMITIVE LINES
PROPERTY GS_OUTPUT_PRIMITIVE LINE_STRIP
PROPERTY GS_MAX_OUTPUT_VERTICES 8
PROPERTY GS_INVOCATIONS 2
DCL IN[][0], POSITION
DCL IN[][1], CLIPDIST
DCL SV[0], INVOCATIONID
DCL SV[1], PRIMID
DCL OUT[0], POSITION
DCL OUT[1], GENERIC[3]
DCL OUT[2], PRIMID
DCL ADDR[0]
DCL TEMP[0]
IMM[0] INT32 {1, 2, 0, 0}
  0: UARL ADDR[0].x, SV[0].xxxx
  1: MOV OUT[0], IN[ADDR[0].x][0]
  2: MOV OUT[1], IN[1][1]
  3: MOV OUT[2].x, SV[1].xxxx
  4: EMIT IMM[0].zzzz
  5: UADD TEMP[0].x, SV[0].xxxx, IMM[0].xxxx
  6: MOV OUT[1].x, TEMP[0].xxxx
  7: UIF SV[0].xxxx
  8:   EMIT
  9: ENDIF
 10: EMIT
 11: ENDPRIM
 12: END
"""


@pytest.mark.parametrize("engine", [eager_engine(), llvm_engine(Target(host_levels()[-1], 16))])
def test_tgsi(engine):
    """Invocations one after the other, vertices chosen by registers, distances in fours."""
    distances = {f"vertex.clip[{n}]": np.full((4, 8), 10 + n, np.uint32) for n in (0, 1, 3)}
    results, _, shapes, provoking = run(
        TGSI, [[3, 4], [6, 5]], engine=engine, attributes=distances, numbers=[50, 60]
    )
    assert floats(results[POSITION]) == [3, 3, 4, 4, 4, 6, 6, 5, 5, 5]
    generic = results["result.generic[3]"]
    assert generic[0].tolist() == [10, 1, 10, 2, 2] * 2
    assert generic[1:, 0].tolist() == [11, 0, 13]
    assert shapes.tolist() == [[0, 1], [2, 3], [3, 4], [5, 6], [7, 8], [8, 9]]
    assert provoking[:, 1].tolist() == [50] * 3 + [60] * 3


def test_links():
    """Rows link a vertex program, a geometry program and the rasteriser."""
    vertex = parse(
        "!!NVvp4.0 MOV result.position, vertex.position; MOV result.texcoord[1], 1; MOV"
        " result.attrib[2], 2; MOV.S result.id.x, vertex.id; MOV result.clip[1].x, 1; END"
    )
    body = """MOV.S i.x, vertex[0].id; ADD t, vertex[0].attrib[2], vertex[0].texcoord[1];
    MOV result.position, t; MOV result.color, vertex[0].color; MOV result.clip[1].x, 1;
    MOV.S result.primid.x, primitive.id; EMIT;"""
    program = parse(text(body))
    fragment = parse(
        "!!NVfp4.0 TEMP t; I2F t, primitive.id; ADD result.color, t, fragment.color; END"
    )
    found = link((vertex, program, fragment), LinkOptions(clip_planes=(1,)))
    first, last = found.outputs
    assert (first.clipping, first.seen) == (None, True)
    assert set(map(str, first.results)) == {
        *("result.position", "result.attrib[2]", "result.texcoord[1]", "result.id")
    }
    assert set(map(str, last.results)) == {
        *("result.position", "result.color.front.primary", "result.clip[1]", "result.primid")
    }
    assert last.clipping.clip_planes == ((1, last.row(Binding("result.clip", (1,)))),)
    rows = dict(zip(map(str, program.attributes), zip(*[iter(input_rows(program, first))] * 4,
                                                      strict=True), strict=True))  # fmt: skip
    start = first.row(Binding("result.attrib", (2,)))
    assert rows["vertex.attrib[2]"] == (start, start + 1, start + 2, start + 3)
    assert rows["vertex.color.front.primary"] == rows["primitive.id"] == (-1,) * 4
    plain = parse(text("MOV result.position, vertex[0].position; EMIT;"))
    assert not link((vertex, plain)).outputs[0].seen
