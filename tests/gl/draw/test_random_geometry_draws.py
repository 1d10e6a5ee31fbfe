"""Random geometry programs in draws, beside an interpreter of their own, bit for bit.

A failure prints the seed; `random_geometry(seed)` writes the text again.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from softgl import Context
from softgl.gl import *
from tests.gl.attachments import use_program
from tests.gl.draw.test_geometry_feedback import feedback, primitives
from tests.pipeline.primitives.test_random_geometry import NAMES, POOL, STEPS, agrees, random_inputs
from tests.reference.geometry import UNWRITTEN, GeometryLane, parse_geometry
from tests.reference.geometry_programs import random_geometry

MODES = {
    "POINTS": [GL_POINTS],
    "LINES": [GL_LINES, GL_LINE_STRIP, GL_LINE_LOOP],
    "TRIANGLES": [GL_TRIANGLES, GL_TRIANGLE_STRIP, GL_TRIANGLE_FAN, GL_QUAD_STRIP, GL_POLYGON],
    "LINES_ADJACENCY": [GL_LINES_ADJACENCY_EXT, GL_LINE_STRIP_ADJACENCY_EXT],
    "TRIANGLES_ADJACENCY": [GL_TRIANGLES_ADJACENCY_EXT, GL_TRIANGLE_STRIP_ADJACENCY_EXT],
}
RECORDED = {"POINTS": GL_POINTS, "LINE_STRIP": GL_LINES, "TRIANGLE_STRIP": GL_TRIANGLES}
RESULTS = ["result.position", *(f"result.attrib[{n}]" for n in range(11))]
WORDS = 1 << 13
# The attributes of vertices become results as they are, bit for bit.
VERTEX = "!!NVvp4.0 {} END".format(
    "".join(
        f"MOV.S {name.replace('vertex', 'result')}, vertex.attrib[{n}];"
        for n, name in enumerate(NAMES)
    )
)


def draw(mode, attributes, parameters, order):
    """Draws the vertices of the pool in an order, uint32."""
    for number, name in enumerate(NAMES):
        words = np.ascontiguousarray(attributes[name].T).view(np.int32)
        glVertexAttribIPointerEXT(number, 4, GL_INT, 0, words)
        glEnableVertexAttribArrayARB(number)
    for name, words in parameters.items():
        kind, number = name.removeprefix("program.").rstrip("]").split("[")
        set_one = glProgramLocalParameterI4uiNV if kind == "local" else glProgramEnvParameterI4uiNV
        set_one(GL_GEOMETRY_PROGRAM_NV, int(number), *map(int, words))
    glDrawElements(mode, len(order), GL_UNSIGNED_INT, order)


def expected(text, mode, attributes, parameters, order):
    """The vertices of the shapes that the interpreter emits, and their records."""
    parsed, declared = parse_geometry(text)
    words = {name: [int(word) for word in row] for name, row in parameters.items()}
    found = []
    for corners, number in zip(*primitives(mode, len(order)), strict=True):
        lane = GeometryLane(parsed, {"primitive.id": [number, 0, 0, 0]}, words, STEPS)
        lane.vertices = [
            {
                name: [int(word) for word in row[:, order[corner]]]
                for name, row in attributes.items()
            }
            for corner in corners
        ]
        lane.limit = int(declared["VERTICES_OUT"])
        lane.run()
        for shape in lane.shapes(declared["PRIMITIVE_OUT"]):
            found += [lane.emitted[vertex] for vertex in shape]
    return found, RECORDED[declared["PRIMITIVE_OUT"]]


def check(seed, machine, lanes=None):
    """One program in a draw of 17 vertices."""
    text = random_geometry(seed)
    taken = parse_geometry(text)[1]["PRIMITIVE_IN"]
    mode = MODES[taken][seed % len(MODES[taken])]
    attributes, _, parameters, _ = random_inputs(seed, 1)
    order = np.random.default_rng(seed).integers(0, POOL, 17).astype(np.uint32)
    wanted, kind = expected(text, mode, attributes, parameters, order)
    context = Context(8, 8, machine=machine, lanes=lanes, threads=1 + seed % 2)
    use_program(VERTEX, GL_VERTEX_PROGRAM_ARB)
    use_program(text, GL_GEOMETRY_PROGRAM_NV)
    bound = context.programs.geometry.bound
    bound.program = replace(bound.program, step_limit=STEPS)
    listed = [GL_POSITION, 4, 0]
    for number in range(11):
        listed += [GL_GENERIC_ATTRIB_NV, 4, number]
    given = mode, attributes, parameters, order
    words, counts = feedback(kind, listed, WORDS * 6, lambda: draw(*given))
    shapes = len(wanted) // {GL_POINTS: 1, GL_LINES: 2, GL_TRIANGLES: 3}[kind]
    assert counts == [shapes, shapes], (seed, text)
    rows = words[: 48 * len(wanted)].reshape(-1, 12, 4)
    written = {str(result) for result in bound.program.results}
    for vertex, row in zip(wanted, rows, strict=True):
        for name, four in zip(RESULTS, row, strict=True):
            for want, got in zip(vertex.get(name, UNWRITTEN), four, strict=True):
                assert agrees(want, got) or name not in written, (seed, name, text)
    return words.tobytes(), bool(shapes)


def test_against_the_interpreter(tuned):
    """Each in pieces of another size."""
    drawn = 0
    for seed in range(500, 518):
        print("seed", seed)
        tuned(
            CHUNK_INDICES=(6, 14, 1 << 17)[seed % 3],
            GEOMETRY_CHUNK_WORDS=(64, 1 << 12, 1 << 23)[seed // 3 % 3],
        )
        drawn += check(seed, "eager")[1]
    assert drawn > 9


@pytest.mark.parametrize("lanes", [4, 8, 16])
def test_machines_agree(lanes):
    seed = 500 + lanes
    assert check(seed, "llvm", lanes) == check(seed, "eager")
