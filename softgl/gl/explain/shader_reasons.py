"""Mistakes with GLSL programs: uniforms and attributes that nothing has set."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from softgl.gl.api.stages import program_object, shader, used_programs
from softgl.gl.shading.interfaces import Interface, is_matrix, is_sampler, rows_of
from softgl.gl.vertices.attributes import ATTRIBS
from softgl.ir.program import Stage

INITIAL = np.array([0, 0, 0, 1], np.float32)
"""The initial value of generic attributes."""


def unset_uniforms(ctx) -> Iterator[str]:
    """Yields the uniforms of the programs in use that glUniform* has not set since the link."""
    for current in used_programs(ctx):
        for uniform in current.linked.uniforms:
            if uniform.row is None or uniform.initial is not None:
                continue
            rows = range(uniform.row, uniform.row + uniform.size * rows_of(uniform.type))
            if not (current.block.written.intersection(rows) or current.block.words[rows].any()):
                yield f"uniform {uniform.name}"


def sampler_names(ctx, unit: int, target: str) -> list[str]:
    """Returns the samplers of the programs in use that sample a target of a unit."""
    found: list[str] = []
    for current in used_programs(ctx):
        found += _samplers_of(current, unit, target)
    return found


def _samplers_of(current, unit: int, target: str) -> list[str]:
    found = []
    for uniform in current.linked.uniforms:
        if is_sampler(uniform.type) and uniform.type.target == target:
            units = current.units.values[uniform.slot : uniform.slot + uniform.size]
            name = uniform.name.removesuffix("[0]")
            for number, of_element in enumerate(units):
                if of_element == unit:
                    found.append(f"{name}[{number}]" if uniform.array else uniform.name)
    return found


def without_array(facts) -> Iterator[str]:
    """Yields attributes of the vertex shader in use that neither arrays nor commands have set."""
    ctx = facts.ctx
    program = shader(ctx, Stage.VERTEX)
    if program is None:
        return
    for attribute in Interface(program_object(ctx, Stage.VERTEX).linked).attributes:
        if attribute.location < 0:
            continue
        binding = ATTRIBS[attribute.location]
        if binding not in program.inputs or binding in facts.call.stream.attributes:
            continue
        if attribute.location == 0 and not ctx.vertex.bound.enabled(False):
            continue  # glVertex provides attribute 0
        if np.array_equal(ctx.vertex.current[binding], INITIAL):
            yield (
                f"attribute {attribute.name} has no array: attribute {attribute.location} is"
                " (0, 0, 0, 1) for all vertices; see glEnableVertexAttribArray"
            )


def uniform_matrices(ctx) -> Iterator[tuple[str, np.ndarray]]:
    """Yields (name, matrix by rows) for each 4x4 matrix among the uniforms of programs in use."""
    for current in used_programs(ctx):
        for uniform in current.linked.uniforms:
            kind = uniform.type
            if uniform.row is None or not is_matrix(kind) or (kind.columns, kind.rows) != (4, 4):
                continue
            columns = current.block.words[uniform.row : uniform.row + 4].view(np.float32)
            yield f"uniform {uniform.name}", columns.T
