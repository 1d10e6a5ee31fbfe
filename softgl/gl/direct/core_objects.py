"""Units, framebuffers and vertex arrays by name: ARB_direct_state_access's own commands."""

from __future__ import annotations

import numpy as np

from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_operation, invalid_value
from softgl.gl.api.command import command
from softgl.gl.api.memory import fill
from softgl.gl.api.signature import EnumSet
from softgl.gl.direct.existing import bound_framebuffer, existing, vertex_array
from softgl.gl.framebuffers.draw_buffers import draw_buffer
from softgl.gl.queries.values import answer, to_integers
from softgl.gl.textures.textures import TextureUnit
from softgl.gl.vertices.attribute_queries import ATTRIBUTE_PARAMETERS
from softgl.gl.vertices.attributes import ATTRIBS
from softgl.gl.vertices.families import to_attribute
from softgl.gl.vertices.vertex_bindings import PARAMETERS as BINDING_PARAMETERS
from softgl.gl.vertices.vertex_bindings import binding_value
from softgl.pipeline.planes.framebuffer import MAX_COLORS


def bind_to_unit(ctx, unit: TextureUnit, texture: int) -> None:
    """Binds a texture to its target in a unit; 0 binds the default texture of each target."""
    if texture:
        unit.bind(existing(ctx.texturing.objects, texture, "a texture"))
    else:
        for default in ctx.texturing.defaults.values():
            unit.bind(default)


@command("glBindTextureUnit", keeps_batch=True)
def bind_texture_unit(ctx, unit, texture):
    """Binds a texture to its target in a unit; 0 binds the default texture of each target."""
    units = ctx.texturing.units
    if unit >= len(units):
        raise invalid_value(f"unit: {unit} is not below the limit of {len(units)}")
    bind_to_unit(ctx, units[unit], texture)


@command("glNamedFramebufferDrawBuffer", listed=False)
def named_framebuffer_draw_buffer(ctx, framebuffer, buf):
    """Draws colour 0 of a framebuffer to a buffer, and no other colours."""
    with bound_framebuffer(ctx, framebuffer):
        if framebuffer and gl.GL_COLOR_ATTACHMENT0 + MAX_COLORS <= buf <= gl.GL_COLOR_ATTACHMENT31:
            # 17.4.1: INVALID_OPERATION "if a framebuffer object is affected and <buf> is [...]
            # COLOR_ATTACHMENT<m> and <m> is greater than or equal to [...] MAX_COLOR_ATTACHMENTS."
            raise invalid_operation(f"there are only {MAX_COLORS} colour attachments")
        draw_buffer(ctx, buf)


# -- vertex array objects --------------------------------------------------------------------------


@command("glVertexArrayElementBuffer", listed=False, keeps_batch=True)
def vertex_array_element_buffer(ctx, vaobj, buffer):
    """Binds a buffer object for indices to a vertex array object; 0 unbinds."""
    found = existing(ctx.buffers.objects, buffer, "a buffer object") if buffer else None
    with vertex_array(ctx, vaobj):
        if found is None:
            ctx.buffers.bound.pop(gl.GL_ELEMENT_ARRAY_BUFFER, None)
        else:
            ctx.buffers.bound[gl.GL_ELEMENT_ARRAY_BUFFER] = found


@command("glGetVertexArrayiv", listed=False, pname=EnumSet("GL_ELEMENT_ARRAY_BUFFER_BINDING"))
def get_vertex_array(ctx, vaobj, pname, param):
    """Returns the name of the buffer object for indices of a vertex array object."""
    with vertex_array(ctx, vaobj):
        return answer(to_integers, ctx.buffers.name(gl.GL_ELEMENT_ARRAY_BUFFER), False, param)


# 10.5 lists some of these, "Modified state tables" all.
OF_ATTRIBUTES = EnumSet.of((*ATTRIBUTE_PARAMETERS, *BINDING_PARAMETERS)) | EnumSet(
    "GL_VERTEX_ATTRIB_ARRAY_LONG"
)


@command("glGetVertexArrayIndexediv", listed=False, index=to_attribute, pname=OF_ATTRIBUTES)
def get_vertex_array_indexed(ctx, vaobj, index, pname, param):
    """Returns a parameter of a generic attribute, or of a binding, of a vertex array object."""
    with vertex_array(ctx, vaobj):
        if pname in BINDING_PARAMETERS:
            value = binding_value(ctx, pname, index)
        else:
            name = ATTRIBUTE_PARAMETERS.get(pname)  # doubles become floats: none is long
            value = getattr(ctx.vertex.arrays[ATTRIBS[index]], name) if name else 0
    return answer(to_integers, value, False, param)


@command(
    "glGetVertexArrayIndexed64iv",
    listed=False,
    index=to_attribute,
    pname=EnumSet("GL_VERTEX_BINDING_OFFSET"),
)
def get_vertex_array_indexed_64(ctx, vaobj, index, pname, param):
    """Returns the offset of a vertex buffer binding of a vertex array object, as int64."""
    with vertex_array(ctx, vaobj):
        return fill(param, np.int64(binding_value(ctx, pname, index)))
