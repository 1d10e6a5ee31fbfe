"""Runs geometry programs on their own, over primitives with vertices of words by name."""

from __future__ import annotations

import numpy as np

from softgl.ir.program import Binding, Constant, Program
from softgl.lanes import padded
from softgl.pipeline.keys.kernel_keys import GeometryKey
from softgl.pipeline.keys.link import Clipping, Outputs
from softgl.pipeline.keys.resources import Resources
from softgl.pipeline.primitives.geometry import Primitives, run_geometry_program
from softgl.pipeline.vertices.vertex import Vertices


def outputs_of(attributes) -> Outputs:
    """The results of a vertex stage behind attributes with these names."""
    results = []
    for name in attributes:
        stem, _, index = name.replace("vertex", "result", 1).partition("[")
        results.append(Binding(stem, (int(index[:-1]),) if index else ()))
    return Outputs(tuple(results))


def run_geometry(
    engine, program: Program, attributes: dict, corners, parameters=None, numbers=None, **options
):
    """Runs a geometry program: (words of results by name, (4, n) uint32; codes; shapes; provoking).

    attributes : (4, vertices) uint32 by name. corners : vertices of each primitive.
    parameters : four words by name.
    """
    corners = np.array(corners, np.int32)
    given = outputs_of(attributes)
    count = next(iter(attributes.values())).shape[1]
    rows = np.zeros((given.row_count, padded(count)), np.float32)
    for place, words in enumerate(attributes.values()):
        rows[4 * place : 4 * place + 4, :count] = words.view(np.float32)
    vertices = Vertices(rows, np.zeros(rows.shape[1], np.uint32), count)
    numbers = np.arange(len(corners)) if numbers is None else numbers
    primitives = Primitives(vertices, given, corners, np.array(numbers, np.int32))
    results = dict.fromkeys((Binding("result.position"), *program.results))
    key = GeometryKey(program, Outputs(tuple(results), (), Clipping()), clamped=False)
    words = np.zeros((max(1, len(program.parameters)), 4), np.uint32)
    for register, parameter in enumerate(program.parameters):
        constant = isinstance(parameter, Constant)
        words[register] = parameter.words if constant else parameters[str(parameter)]
    parts, before = [], 0
    resources = Resources(words.reshape(-1))
    options["provoking"] = True
    for made, shapes in run_geometry_program(engine, key, primitives, resources, **options):
        provoking = shapes.provoking + np.array([before, 0], np.int32)
        rows = made.rows[:, : made.count].view(np.uint32)
        parts.append(
            (rows.copy(), made.codes[: made.count], shapes.vertex_indices + before, provoking)
        )
        before += made.count
    rows, codes, shapes, provoking = (
        np.concatenate(each, axis=int(place == 0))
        for place, each in enumerate(zip(*parts, strict=True))
    )
    named = {str(b): rows[4 * n : 4 * n + 4] for n, b in enumerate(key.outputs.results)}
    return named, codes, shapes, provoking
