"""Queries of the interface of a linked program: attributes, uniforms, blocks, outputs, varyings.

OpenGL 3.3 compatibility, 2.14.3, 2.14.4, 2.14.6 and 3.12.2; ARB_uniform_buffer_object. After a
failed link nothing is active.
"""

from __future__ import annotations

import numpy as np

from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import integers, invalid_value
from softgl.gl.api.command import command
from softgl.gl.api.memory import fill
from softgl.gl.api.signature import EnumSet
from softgl.gl.api.tables import LIMITS
from softgl.gl.shading.interfaces import enum_of
from softgl.gl.shading.objects import check_linked, find_program
from softgl.gl.shading.shaders import size_of
from softgl.gl.shading.texts import clipped, name_of, return_text, texts_of
from softgl.ir.program import Stage


def _at(program, kind: str, index: int, parameter: str = "index"):
    """Returns the active thing of a kind at an index; GL_INVALID_VALUE beyond the last one."""
    found = getattr(program.interface, kind)
    if index >= len(found):
        raise invalid_value(
            f"{parameter}: {index} is not below {len(found)}, the number of active {kind}"
        )
    return found[index]


# -- names, sizes and types ------------------------------------------------------------------------


def _described(program, index):
    return program, index, None, None, None, None, None


def _described_in(program, index, size):
    return program, index, size, None, None, None, None


def _define_active(name: str, kind: str, word: str) -> None:
    """Registers a query of name, size and type by index."""

    def get_active(ctx, program, index, buf_size, length, size, type, text):
        found = _at(find_program(ctx, program), kind, index)
        whole, of = found.name.encode("latin-1"), 0 if found.type is None else enum_of(found.type)
        if all(out is None for out in (length, size, type, text)):
            return clipped(whole, buf_size), found.size, of
        more = (size, np.int32([found.size])), (type, np.uint32([of]))
        return return_text(whole, buf_size, length, text, *more)

    get_active.__doc__ = f"Returns (name, size, type) of {word}; with outputs, fills these."
    forms = {2: _described, 3: _described_in}
    command(name, listed=False, keeps_batch=True, forms=forms, bufSize=size_of)(get_active)


_define_active("glGetActiveAttrib", "attributes", "an active attribute")
_define_active("glGetActiveUniform", "uniforms", "an active uniform")


@command(
    "glGetTransformFeedbackVarying",
    listed=False,
    keeps_batch=True,
    forms={2: _described, 3: _described_in},
    bufSize=size_of,
)
def get_transform_feedback_varying(ctx, program, index, buf_size, length, size, type, name):
    """Returns (name, size, type) of an output that transform feedback records."""
    found = _at(check_linked(ctx, program), "varyings", index)
    whole = found.name.encode("latin-1")
    count, of = found.size, gl.GL_NONE if found.type is None else enum_of(found.type)
    if all(out is None for out in (length, size, type, name)):
        return clipped(whole, buf_size), count, of
    more = (size, np.int32([count])), (type, np.uint32([of]))
    return return_text(whole, buf_size, length, name, *more)


# -- locations -------------------------------------------------------------------------------------


@command("glGetAttribLocation", listed=False, keeps_batch=True, name=name_of)
def get_attrib_location(ctx, program, name):
    """Returns the generic attribute of a variable; -1 if there is none of the name."""
    return check_linked(ctx, program).interface.attribute_location(name)


@command("glGetUniformLocation", listed=False, keeps_batch=True, name=name_of)
def get_uniform_location(ctx, program, name):
    """Returns the location of a uniform of the default block, or of an element: "lights[2].color".

    -1 for other names.
    """
    return check_linked(ctx, program).interface.location(name)


def _output(ctx, program, name):
    return check_linked(ctx, program).interface.output(name)


@command("glGetFragDataLocation", listed=False, keeps_batch=True, name=name_of)
def get_frag_data_location(ctx, program, name):
    """Returns the draw buffer of an output of the fragment shader; -1 for other names."""
    found = _output(ctx, program, name)
    return -1 if found is None else found[0].location + found[1]


@command("glGetFragDataIndex", listed=False, keeps_batch=True, name=name_of)
def get_frag_data_index(ctx, program, name):
    """Returns the source of blending of an output, 0 or 1; -1 for other names."""
    found = _output(ctx, program, name)
    return -1 if found is None else found[0].index


# -- properties of several uniforms ----------------------------------------------------------------


def _all_names(program, names):
    texts = texts_of(names)
    return program, len(texts), texts, None


@command("glGetUniformIndices", listed=False, keeps_batch=True, forms={2: _all_names})
def get_uniform_indices(ctx, program, count, names, indices):
    """Returns the indices of uniforms by name, (n,) uint32; GL_INVALID_INDEX for other names."""
    numbers = find_program(ctx, program).interface.uniform_numbers
    texts = [text.decode("latin-1") for text in texts_of(names, count)]
    found = [numbers.get(text, gl.GL_INVALID_INDEX) for text in texts]
    return fill(indices, np.array(found, np.uint32))


UNIFORM_PROPERTIES = {
    gl.GL_UNIFORM_TYPE: lambda uniform: enum_of(uniform.type),
    gl.GL_UNIFORM_SIZE: lambda uniform: uniform.size,
    gl.GL_UNIFORM_NAME_LENGTH: lambda uniform: len(uniform.name) + 1,
    gl.GL_UNIFORM_BLOCK_INDEX: lambda uniform: uniform.block,
    gl.GL_UNIFORM_OFFSET: lambda uniform: uniform.offset,
    gl.GL_UNIFORM_ARRAY_STRIDE: lambda uniform: uniform.array_stride,
    gl.GL_UNIFORM_MATRIX_STRIDE: lambda uniform: uniform.matrix_stride,
    gl.GL_UNIFORM_IS_ROW_MAJOR: lambda uniform: int(uniform.row_major),
}


def _all_indices(program, indices, pname):
    listed = integers(indices, np.uint32)
    return program, len(listed), listed, pname, None


@command(
    "glGetActiveUniformsiv",
    listed=False,
    keeps_batch=True,
    forms={3: _all_indices},
    pname=EnumSet.of(UNIFORM_PROPERTIES),
)
def get_active_uniforms(ctx, program, count, indices, pname, params):
    """Returns a property of each of several uniforms by index, (n,) int32."""
    found = find_program(ctx, program)
    listed = integers(indices, np.uint32, count)
    if len(listed) < count:
        raise invalid_value(f"uniformIndices: {count} indices needed, not {len(listed)}")
    uniforms = [_at(found, "uniforms", index, "uniformIndices") for index in listed[:count]]
    return fill(params, np.array([UNIFORM_PROPERTIES[pname](each) for each in uniforms], np.int32))


def _whole_name(program, index):
    return program, index, None, None, None


@command(
    "glGetActiveUniformName",
    listed=False,
    keeps_batch=True,
    forms={2: _whole_name},
    bufSize=size_of,
)
def get_active_uniform_name(ctx, program, index, buf_size, length, name):
    """Returns the name of an active uniform as bytes; with `uniformName`, writes it there."""
    found = _at(find_program(ctx, program), "uniforms", index, "uniformIndex")
    return return_text(found.name.encode("latin-1"), buf_size, length, name)


# -- blocks ----------------------------------------------------------------------------------------


@command("glGetUniformBlockIndex", listed=False, keeps_batch=True, uniformBlockName=name_of)
def get_uniform_block_index(ctx, program, name):
    """Returns the index of an active uniform block; GL_INVALID_INDEX for other names."""
    blocks = find_program(ctx, program).interface.blocks
    names = [block.name for block in blocks]
    if name not in names:
        name = f"{name}[0]"
    return names.index(name) if name in names else gl.GL_INVALID_INDEX


@command(
    "glGetActiveUniformBlockName",
    listed=False,
    keeps_batch=True,
    forms={2: _whole_name},
    bufSize=size_of,
)
def get_active_uniform_block_name(ctx, program, index, buf_size, length, name):
    """Returns the name of an active uniform block as bytes; with `uniformBlockName`, fills it."""
    found = _at(find_program(ctx, program), "blocks", index, "uniformBlockIndex")
    return return_text(found.name.encode("latin-1"), buf_size, length, name)


def _referenced(stage):
    return lambda block: stage in block.stages


BLOCK_PROPERTIES = {
    gl.GL_UNIFORM_BLOCK_DATA_SIZE: lambda block: block.size,
    gl.GL_UNIFORM_BLOCK_NAME_LENGTH: lambda block: len(block.name) + 1,
    gl.GL_UNIFORM_BLOCK_ACTIVE_UNIFORMS: lambda block: len(block.uniforms),
    gl.GL_UNIFORM_BLOCK_ACTIVE_UNIFORM_INDICES: lambda block: block.uniforms,
    gl.GL_UNIFORM_BLOCK_REFERENCED_BY_VERTEX_SHADER: _referenced(Stage.VERTEX),
    gl.GL_UNIFORM_BLOCK_REFERENCED_BY_GEOMETRY_SHADER: _referenced(Stage.GEOMETRY),
    gl.GL_UNIFORM_BLOCK_REFERENCED_BY_FRAGMENT_SHADER: _referenced(Stage.FRAGMENT),
}
BLOCK_BINDING = EnumSet("GL_UNIFORM_BLOCK_BINDING")


@command(
    "glGetActiveUniformBlockiv",
    listed=False,
    keeps_batch=True,
    pname=EnumSet.of(BLOCK_PROPERTIES) | BLOCK_BINDING,
)
def get_active_uniform_block(ctx, program, index, pname, params):
    """Returns a property of an active uniform block: an int32, or its uniforms' indices."""
    found = find_program(ctx, program)
    block = _at(found, "blocks", index, "uniformBlockIndex")
    if pname in BLOCK_BINDING:
        return fill(params, np.int32(found.block_points.values[index]))
    return fill(params, np.array(BLOCK_PROPERTIES[pname](block), np.int32)[()])


@command("glUniformBlockBinding", keeps_batch=True)
def uniform_block_binding(ctx, program, index, point):
    """Chooses the binding point of GL_UNIFORM_BUFFER that a block of a program reads."""
    found = find_program(ctx, program)
    _at(found, "blocks", index, "uniformBlockIndex")
    limit = LIMITS[gl.GL_MAX_UNIFORM_BUFFER_BINDINGS]
    if point >= limit:
        raise invalid_value(
            f"uniformBlockBinding: {point} is not below GL_MAX_UNIFORM_BUFFER_BINDINGS, {limit}"
        )
    found.block_points.put(index, [point])
