"""The limits of shaders, programs and uniform buffers, and the binding points of the latter.

OpenGL 3.3 compatibility, 2.14.4 (Uniform Buffer Object Bindings), tables 6.50 to 6.54.
"""

from __future__ import annotations

import numpy as np

from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_enum, invalid_value
from softgl.gl.api.tables import State
from softgl.gl.buffers.indexed_bindings import INDEXED_TARGETS, IndexedTarget, name_at
from softgl.glsl import limits

MAX_UNIFORM_BUFFER_BINDINGS = limits.MAX_UNIFORM_BUFFER_BINDINGS
UNIFORM_BUFFER_OFFSET_ALIGNMENT = 4  # bytes
TARGET = gl.GL_UNIFORM_BUFFER
_ALL_UNIFORMS = (
    limits.MAX_UNIFORM_COMPONENTS
    + limits.MAX_STAGE_UNIFORM_BLOCKS * limits.MAX_UNIFORM_BLOCK_SIZE // 4
)


def _check_point(ctx, index):
    if index >= MAX_UNIFORM_BUFFER_BINDINGS:
        raise invalid_value(
            f"index: {index} is not below GL_MAX_UNIFORM_BUFFER_BINDINGS,"
            f" {MAX_UNIFORM_BUFFER_BINDINGS}"
        )


def _check_start(offset):
    if offset < 0 or offset % UNIFORM_BUFFER_OFFSET_ALIGNMENT:
        raise invalid_value(
            f"offset: {offset} is not a multiple of GL_UNIFORM_BUFFER_OFFSET_ALIGNMENT,"
            f" {UNIFORM_BUFFER_OFFSET_ALIGNMENT}"
        )


INDEXED_TARGETS[TARGET] = IndexedTarget(_check_point, _check_start, whole_words=False, read=True)


def _at_point(part):
    """Returns the query of a part of a binding: 0 if it is not set."""

    def query(ctx, pname, index):
        _check_point(ctx, index)
        bound = ctx.buffers.indexed.get((TARGET, index))
        return (getattr(bound, part) or 0) if bound else 0

    return query


def _name_at(ctx, pname, index):
    _check_point(ctx, index)
    return name_at(ctx, TARGET, index)


def _varying_components(ctx):
    # OpenGL 3.3, E.2.1: "Global component limit query" is among the features that "are removed in a
    # forward-compatible context". Geometry shaders of 3.2 brought the limits of single stages that
    # take its place: before, it is the only limit of varyings.
    if ctx.api.forward_compatible and ctx.api.version >= (3, 2):
        raise invalid_enum("pname: GL_MAX_VARYING_COMPONENTS is not forward-compatible")
    return limits.MAX_VARYING_COMPONENTS


STATE = State(
    values={
        gl.GL_UNIFORM_BUFFER_BINDING: lambda ctx: ctx.buffers.name(TARGET),
        gl.GL_MAX_VARYING_COMPONENTS: _varying_components,
    },
    indexed={
        gl.GL_UNIFORM_BUFFER_BINDING: _name_at,
        gl.GL_UNIFORM_BUFFER_START: _at_point("offset"),
        gl.GL_UNIFORM_BUFFER_SIZE: _at_point("size"),
    },
    limits={
        gl.GL_MAX_VERTEX_UNIFORM_COMPONENTS: limits.MAX_UNIFORM_COMPONENTS,
        gl.GL_MAX_GEOMETRY_UNIFORM_COMPONENTS: limits.MAX_UNIFORM_COMPONENTS,
        gl.GL_MAX_FRAGMENT_UNIFORM_COMPONENTS: limits.MAX_UNIFORM_COMPONENTS,
        gl.GL_MAX_VERTEX_UNIFORM_VECTORS: limits.MAX_UNIFORM_COMPONENTS // 4,
        gl.GL_MAX_FRAGMENT_UNIFORM_VECTORS: limits.MAX_UNIFORM_COMPONENTS // 4,
        gl.GL_MAX_VARYING_VECTORS: limits.MAX_VARYING_COMPONENTS // 4,
        gl.GL_MAX_VERTEX_OUTPUT_COMPONENTS: limits.MAX_VERTEX_OUTPUT_COMPONENTS,
        gl.GL_MAX_FRAGMENT_INPUT_COMPONENTS: limits.MAX_FRAGMENT_INPUT_COMPONENTS,
        gl.GL_MAX_GEOMETRY_INPUT_COMPONENTS: limits.MAX_GEOMETRY_INPUT_COMPONENTS,
        gl.GL_MAX_GEOMETRY_OUTPUT_COMPONENTS: limits.MAX_GEOMETRY_OUTPUT_COMPONENTS,
        gl.GL_MAX_GEOMETRY_OUTPUT_VERTICES: limits.MAX_GEOMETRY_OUTPUT_VERTICES,
        gl.GL_MAX_GEOMETRY_TOTAL_OUTPUT_COMPONENTS: limits.MAX_GEOMETRY_TOTAL_OUTPUT_COMPONENTS,
        gl.GL_MAX_VERTEX_VARYING_COMPONENTS_ARB: limits.MAX_VERTEX_OUTPUT_COMPONENTS,
        gl.GL_MAX_GEOMETRY_VARYING_COMPONENTS_ARB: limits.MAX_VARYING_COMPONENTS,
        gl.GL_MAX_VERTEX_UNIFORM_BLOCKS: limits.MAX_STAGE_UNIFORM_BLOCKS,
        gl.GL_MAX_GEOMETRY_UNIFORM_BLOCKS: limits.MAX_STAGE_UNIFORM_BLOCKS,
        gl.GL_MAX_FRAGMENT_UNIFORM_BLOCKS: limits.MAX_STAGE_UNIFORM_BLOCKS,
        gl.GL_MAX_COMBINED_UNIFORM_BLOCKS: limits.MAX_COMBINED_UNIFORM_BLOCKS,
        gl.GL_MAX_COMBINED_VERTEX_UNIFORM_COMPONENTS: _ALL_UNIFORMS,
        gl.GL_MAX_COMBINED_GEOMETRY_UNIFORM_COMPONENTS: _ALL_UNIFORMS,
        gl.GL_MAX_COMBINED_FRAGMENT_UNIFORM_COMPONENTS: _ALL_UNIFORMS,
        gl.GL_MAX_UNIFORM_BLOCK_SIZE: limits.MAX_UNIFORM_BLOCK_SIZE,
        gl.GL_MAX_UNIFORM_BUFFER_BINDINGS: MAX_UNIFORM_BUFFER_BINDINGS,
        gl.GL_UNIFORM_BUFFER_OFFSET_ALIGNMENT: UNIFORM_BUFFER_OFFSET_ALIGNMENT,
        gl.GL_MAX_UNIFORM_LOCATIONS: limits.MAX_UNIFORM_LOCATIONS,
        # ARB_texture_gather: "If the value is four, all internal formats are supported."
        gl.GL_MAX_PROGRAM_TEXTURE_GATHER_COMPONENTS_ARB: 4,
        gl.GL_MIN_PROGRAM_TEXTURE_GATHER_OFFSET_ARB: limits.MIN_TEXEL_OFFSET,
        gl.GL_MAX_PROGRAM_TEXTURE_GATHER_OFFSET_ARB: limits.MAX_TEXEL_OFFSET,
        gl.GL_SHADER_COMPILER: True,
        gl.GL_NUM_SHADER_BINARY_FORMATS: 0,
        gl.GL_SHADER_BINARY_FORMATS: np.zeros(0, np.int32),
    },
)
