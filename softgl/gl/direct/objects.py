"""Queries and switches of framebuffer and vertex array objects by name: EXT_direct_state_access."""

from __future__ import annotations

import numpy as np

from softgl.gl.api import enums as gl
from softgl.gl.api.command import command
from softgl.gl.api.signature import EnumSet
from softgl.gl.direct import selections, units
from softgl.gl.queries.values import answer, lookup, to_integers
from softgl.gl.vertices.array_objects import ARRAYS, CLIENT_STATES
from softgl.gl.vertices.attribute_queries import ATTRIBUTE_PARAMETERS, POINTERS, get_pointer_of
from softgl.gl.vertices.attributes import ATTRIBS, MAX_TEXTURE_COORDS, TEXCOORDS
from softgl.gl.vertices.families import to_attribute
from softgl.gl.vertices.vertex_bindings import PARAMETERS as BINDING_PARAMETERS
from softgl.gl.vertices.vertex_bindings import binding_value

# -- framebuffer objects ---------------------------------------------------------------------------

BUFFERS = EnumSet(
    "GL_DRAW_BUFFER GL_READ_BUFFER " + " ".join(f"GL_DRAW_BUFFER{n}" for n in range(16))
)


@command("glGetFramebufferParameterivEXT", listed=False, pname=BUFFERS)
def get_framebuffer_parameter(ctx, framebuffer, pname, params):
    """Returns a draw buffer, or the read buffer, of a framebuffer object; 0 is the window."""
    with selections.bound_framebuffer(ctx, framebuffer):
        return answer(to_integers, *lookup(ctx, pname), params)


# -- vertex array objects --------------------------------------------------------------------------

SETS = {gl.GL_TEXTURE0 + number: binding for number, binding in enumerate(TEXCOORDS)}
SWITCHED = EnumSet.of((CLIENT_STATES - {gl.GL_PRIMITIVE_RESTART_NV}) | SETS.keys())
_SUFFIXES = ("SIZE", "TYPE", "STRIDE", "COUNT_EXT", "BUFFER_BINDING")
OF_ARRAYS = EnumSet.of(
    {
        getattr(gl, f"{gl.name_of(array)}_{suffix}", array)
        for array in ARRAYS
        for suffix in _SUFFIXES
    }
    | {*ARRAYS, gl.GL_CLIENT_ACTIVE_TEXTURE}
    | {gl.GL_ARRAY_BUFFER_BINDING, gl.GL_ELEMENT_ARRAY_BUFFER_BINDING}
)
"""The values of tables 6.6 to 6.9 except pointers, and those of generic attributes."""


def _coordinates(ctx, index):
    """Returns the array of a set of texture coordinates."""
    units.check(index, MAX_TEXTURE_COORDS)
    return ctx.vertex.arrays[TEXCOORDS[index]]


def _attribute(ctx, index):
    """Returns the array of a generic attribute."""
    return ctx.vertex.arrays[ATTRIBS[to_attribute(index)]]


NUMBERED_POINTERS = {
    gl.GL_VERTEX_ATTRIB_ARRAY_POINTER: _attribute,
    gl.GL_TEXTURE_COORD_ARRAY_POINTER: _coordinates,
}


def _define_switch(word, on):
    def switch_array(ctx, vaobj, array):
        with selections.vertex_array(ctx, vaobj):
            if array in SETS:
                ctx.vertex.arrays[SETS[array]].enabled = on
            else:
                setattr(*ctx.vertex.switch_of(array), on)

    switch_array.__doc__ = f"{word}s an array of a vertex array object."
    command(f"gl{word}VertexArrayEXT", listed=False, keeps_batch=True, array=SWITCHED)(switch_array)


_define_switch("Enable", True)
_define_switch("Disable", False)


def _address(array) -> int:
    """Returns the low 32 bits of an array's pointer."""
    word = np.zeros(1, np.uint64)
    get_pointer_of(array, word)
    return int(word[0]) & 0xFFFFFFFF


@command("glGetVertexArrayIntegervEXT", listed=False, pname=OF_ARRAYS | EnumSet.of(POINTERS))
def get_vertex_array_integer(ctx, vaobj, pname, param):
    """Returns a value of the arrays of a vertex array object."""
    with selections.vertex_array(ctx, vaobj):
        if pname in POINTERS:
            value = _address(ctx.vertex.client_array(POINTERS[pname]))
        else:
            value, _ = lookup(ctx, pname)
        return answer(to_integers, value, False, param)


@command(
    "glGetVertexArrayIntegeri_vEXT",
    listed=False,
    pname=units.OF_COORDINATES
    | EnumSet.of((*ATTRIBUTE_PARAMETERS, *NUMBERED_POINTERS, *BINDING_PARAMETERS)),
)
def get_vertex_array_integer_indexed(ctx, vaobj, index, pname, param):
    """Returns a value of the array of a generic attribute, or of a set of texture coordinates."""
    with selections.vertex_array(ctx, vaobj):
        if pname in units.OF_COORDINATES:
            value = units.of_coordinates(ctx, pname, index)
        elif pname in BINDING_PARAMETERS:
            value = binding_value(ctx, pname, index)
        elif pname in NUMBERED_POINTERS:
            value = _address(NUMBERED_POINTERS[pname](ctx, index))
        else:
            value = getattr(_attribute(ctx, index), ATTRIBUTE_PARAMETERS[pname])
        return answer(to_integers, value, False, param)


@command("glGetVertexArrayPointervEXT", listed=False, pname=EnumSet.of(POINTERS))
def get_vertex_array_pointer(ctx, vaobj, pname, param):
    """Returns the client array, or the offset, of a vertex array object's array; None for none."""
    with selections.vertex_array(ctx, vaobj):
        return get_pointer_of(ctx.vertex.client_array(POINTERS[pname]), param)


@command("glGetVertexArrayPointeri_vEXT", listed=False, pname=EnumSet.of(NUMBERED_POINTERS))
def get_vertex_array_pointer_indexed(ctx, vaobj, index, pname, param):
    """Returns the array or offset of a generic attribute, or of a set of texture coordinates."""
    with selections.vertex_array(ctx, vaobj):
        return get_pointer_of(NUMBERED_POINTERS[pname](ctx, index), param)
