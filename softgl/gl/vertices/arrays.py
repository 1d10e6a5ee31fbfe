"""Client arrays: their format and memory (OpenGL 2.1, 2.8; ARB_vertex_program, 2.8)."""

from __future__ import annotations

import re
from collections.abc import Callable

import numpy as np

from softgl.gl.api import enums as gl
from softgl.gl.api.addresses import ENDLESS, Address
from softgl.gl.api.arguments import invalid_operation, invalid_value
from softgl.gl.api.command import command
from softgl.gl.api.exporters import in_memory_order
from softgl.gl.api.kinds import Kind
from softgl.gl.api.memory import DTYPES, as_offset, as_typed_memory, buffer_offset
from softgl.gl.api.profiles import check_array_object
from softgl.gl.api.signature import EnumSet
from softgl.gl.api.tables import State
from softgl.gl.vertices.array_formats import (
    ALL_TYPES,
    COLOR_INDEX_TYPES,
    FOG_TYPES,
    GENERIC_SIZES,
    GENERIC_TYPES,
    INTEGER_TYPES,
    NORMAL_TYPES,
    POSITION_TYPES,
    SIZES,
    check_format,
    check_size,
)
from softgl.gl.vertices.array_objects import ARRAYS, CLIENT_STATES
from softgl.gl.vertices.attributes import (
    ATTRIBS,
    COLOR,
    EDGE_FLAG,
    FOG_COORD,
    INDEX,
    NORMAL,
    POSITION,
    SECONDARY_COLOR,
    TEXCOORDS,
)
from softgl.gl.vertices.client_array import ClientArray
from softgl.gl.vertices.families import to_attribute, to_texcoord
from softgl.pipeline.keys.vertex_formats import CLAMPED

STATE = State(
    values={
        gl.GL_CLIENT_ACTIVE_TEXTURE: "vertex.client_active_texture",
        gl.GL_VERTEX_ARRAY_BINDING: "vertex.bound.name",
        gl.GL_PRIMITIVE_RESTART_INDEX_NV: "vertex.restart_index",
        gl.GL_PRIMITIVE_RESTART_INDEX: "vertex.restart_index",
    },
    # NV_primitive_restart has the same as a client state.
    capabilities={
        gl.GL_PRIMITIVE_RESTART: "vertex.restart",
        gl.GL_PRIMITIVE_RESTART_FIXED_INDEX: "vertex.restart_fixed",
    },
    client_switches={
        array: lambda ctx, array=array: ctx.vertex.switch_of(array) for array in CLIENT_STATES
    },
)


def _check_memory(ctx, pointer):
    """Raises for a pointer that is not data while no buffer object is bound."""
    # ARB_vertex_array_object: an error if "a non-zero vertex array object is bound, zero is bound
    # to the ARRAY_BUFFER buffer object, and the pointer is not NULL".
    bound, address = ctx.vertex.bound, as_offset(pointer)
    if bound.name and address != 0:
        raise invalid_operation(f"vertex array object {bound.name} is bound: bind a buffer object")
    if address:
        raise invalid_value("pointer is an address, which softgl never follows; pass an array")


def _client_memory(pointer, type):
    """Returns the memory of an array, uint8, and the object that owns it."""
    if isinstance(pointer, Address):  # a draw reads no further than its elements
        return pointer.elements(np.uint8, ENDLESS), pointer
    # Numbers of an application that are not memory yet are those words.
    dtype = DTYPES[type]
    if dtype.names is not None:
        dtype = np.dtype(np.int32 if type == gl.GL_FIXED else np.uint32)
    return as_typed_memory(pointer, dtype)


def set_pointer(ctx, array: ClientArray, size, type, stride, pointer, normalized, integer=False):
    """Sets the format and memory of an array; returns the object stored, as PyOpenGL does."""
    check_array_object(ctx)
    buffer = ctx.buffers.bound.get(gl.GL_ARRAY_BUFFER)
    data = stored = None
    offset = 0
    if buffer is not None:
        stored = offset = buffer_offset(pointer, buffer)
    else:
        _check_memory(ctx, pointer)
        if as_offset(pointer) is None:
            data, stored = _client_memory(pointer, type)
    bgra = size == gl.GL_BGRA
    array.assign(
        size=4 if bgra else size, type=type, stride=stride, normalized=normalized,
        integer=integer, bgra=bgra, buffer=buffer, offset=offset, data=data, pointer=stored,
        spacing=None,
    )  # fmt: skip
    if ctx.explainer is not None:
        ctx.explainer.points(array, pointer)
    array.forget_reader()
    ctx.vertex.bound.keep_copiers(None)  # they keep the old memory alive, too
    if array.number is not None:
        ctx.vertex.bound.bind_pointer(array)
    return stored


def _define_sized(name, binding_of, sizes, normalized=False):
    """Registers a pointer command with the parameters (size, type, stride, pointer)."""

    def sized_pointer(ctx, size, type, stride, pointer):
        """Sets the array of an attribute: components, type, bytes between elements, memory."""
        check_format(size, sizes, type)
        array = ctx.vertex.arrays[binding_of(ctx)]
        return set_pointer(ctx, array, size, type, stride, pointer, normalized)

    types = ALL_TYPES if normalized else POSITION_TYPES
    command(name, listed=False, kind=Kind.POINTER, keeps_batch=True, type=types)(sized_pointer)
    return sized_pointer


def _texcoord(ctx):
    return TEXCOORDS[ctx.vertex.client_active]


vertex_pointer = _define_sized("glVertexPointer", lambda ctx: POSITION, (2, 3, 4))
color_pointer = _define_sized("glColorPointer", lambda ctx: COLOR, (3, 4, gl.GL_BGRA), True)
texcoord_pointer = _define_sized("glTexCoordPointer", _texcoord, SIZES)
_define_sized("glSecondaryColorPointer", lambda ctx: SECONDARY_COLOR, (3, gl.GL_BGRA), True)


@command("glNormalPointer", listed=False, kind=Kind.POINTER, keeps_batch=True, type=NORMAL_TYPES)
def normal_pointer(ctx, type, stride, pointer):
    """Sets the array of normals."""
    return set_pointer(ctx, ctx.vertex.arrays[NORMAL], 3, type, stride, pointer, True)


@command("glFogCoordPointer", listed=False, kind=Kind.POINTER, keeps_batch=True, type=FOG_TYPES)
def fog_coord_pointer(ctx, type, stride, pointer):
    """Sets the array of fog coordinates."""
    return set_pointer(ctx, ctx.vertex.arrays[FOG_COORD], 1, type, stride, pointer, False)


@command("glEdgeFlagPointer", listed=False, kind=Kind.POINTER, keeps_batch=True)
def edge_flag_pointer(ctx, stride, pointer):
    """Sets the array of edge flags, a byte each."""
    array = ctx.vertex.arrays[EDGE_FLAG]
    return set_pointer(ctx, array, 1, gl.GL_UNSIGNED_BYTE, stride, pointer, False)


@command(
    "glEdgeFlagPointerb",
    listed=False,
    kind=Kind.POINTER,
    keeps_batch=True,
    signature_text="out void|pointer:in void",
)
def edge_flag_pointer_of_bytes(ctx, pointer):
    """Sets the array of edge flags: PyOpenGL's form, which takes everything from the array."""
    return edge_flag_pointer(ctx, 0, as_typed_memory(pointer, DTYPES[gl.GL_UNSIGNED_BYTE])[1])


@command(
    "glIndexPointer", listed=False, kind=Kind.POINTER, keeps_batch=True, type=COLOR_INDEX_TYPES
)
def index_pointer(ctx, type, stride, pointer):
    """Sets the array of colour indices."""
    return set_pointer(ctx, ctx.vertex.arrays[INDEX], 1, type, stride, pointer, False)


@command(
    "glVertexAttribPointer",
    listed=False,
    kind=Kind.POINTER,
    keeps_batch=True,
    index=to_attribute,
    type=GENERIC_TYPES,
)
def vertex_attrib_pointer(ctx, index, size, type, normalized, stride, pointer):
    """Sets the array of a generic attribute."""
    check_format(size, SIZES if ctx.es else GENERIC_SIZES, type, normalized)
    if normalized and ctx.es and ctx.api.version >= (3, 0):
        normalized = CLAMPED
    array = ctx.vertex.arrays[ATTRIBS[index]]
    set_pointer(ctx, array, size, type, stride, pointer, normalized)


@command(
    "glVertexAttribIPointerEXT",
    listed=False,
    kind=Kind.POINTER,
    keeps_batch=True,
    index=to_attribute,
    type=INTEGER_TYPES,
)
def vertex_attrib_integer_pointer(ctx, index, size, type, stride, pointer):
    """Sets the array of a generic attribute whose integers stay integers."""
    check_size(size, SIZES)
    array = ctx.vertex.arrays[ATTRIBS[index]]
    set_pointer(ctx, array, size, type, stride, pointer, normalized=False, integer=True)


_SUFFIXES = {
    "b": gl.GL_BYTE, "ub": gl.GL_UNSIGNED_BYTE, "s": gl.GL_SHORT, "us": gl.GL_UNSIGNED_SHORT,
    "i": gl.GL_INT, "ui": gl.GL_UNSIGNED_INT, "f": gl.GL_FLOAT, "d": gl.GL_DOUBLE,
}  # fmt: skip


def _define_typed(name, suffix, point, sized):
    """Registers PyOpenGL's form, which takes everything from the array."""
    type = _SUFFIXES[suffix]
    if suffix == "b" and point in (vertex_pointer, texcoord_pointer, index_pointer):
        type = gl.GL_INT  # as in PyOpenGL: GL itself has no bytes here

    def typed_pointer(ctx, pointer):
        """Sets the array of an attribute to an array of this type."""
        # A VBO object stands for an offset, and has the shape of its array.
        array, shape = pointer, as_offset(pointer) is not None and getattr(pointer, "shape", ())
        if not shape:
            _, array = as_typed_memory(pointer, DTYPES[type])
            shape = np.shape(in_memory_order(array))
        size = (shape[-1] if len(shape) > 1 else 0,) if sized else ()
        return point(ctx, *size, type, 0, array)

    command(
        name + suffix, listed=False, kind=Kind.POINTER, keeps_batch=True,
        signature_text="out void|pointer:in void",
    )(typed_pointer)  # fmt: skip


for _name, _point, _suffixes in (
    ("glVertexPointer", vertex_pointer, "b s i f d"),
    ("glColorPointer", color_pointer, "b ub s us i ui f d"),
    ("glTexCoordPointer", texcoord_pointer, "b s i f d"),
    ("glNormalPointer", normal_pointer, "b s i f d"),
    ("glIndexPointer", index_pointer, "b ub s i f d"),
):
    for _suffix in _suffixes.split():
        _define_typed(_name, _suffix, _point, _point not in (normal_pointer, index_pointer))


@command("glClientActiveTexture", listed=False, keeps_batch=True, texture=to_texcoord)
def client_active_texture(ctx, texture):
    """Selects the texture coordinate array for the client commands."""
    ctx.vertex.client_active = texture - gl.GL_TEXTURE0


@command("glEnableClientState", listed=False, keeps_batch=True, array=CLIENT_STATES)
def enable_client_state(ctx, array):
    """Enables an array, or primitive restart."""
    setattr(*ctx.vertex.switch_of(array), True)


@command("glDisableClientState", listed=False, keeps_batch=True, array=CLIENT_STATES)
def disable_client_state(ctx, array):
    """Disables an array, or primitive restart."""
    setattr(*ctx.vertex.switch_of(array), False)


@command("glEnableVertexAttribArray", listed=False, keeps_batch=True, index=to_attribute)
def enable_vertex_attrib_array(ctx, index):
    """Enables the array of a generic attribute."""
    _switch_attribute(ctx, index, True)


@command("glDisableVertexAttribArray", listed=False, keeps_batch=True, index=to_attribute)
def disable_vertex_attrib_array(ctx, index):
    """Disables the array of a generic attribute."""
    _switch_attribute(ctx, index, False)


def _switch_attribute(ctx, index, on):
    # OpenGL 3.3, E.2.2 refuses VertexAttribPointer and draws without a vertex array object, and not
    # this switch and divisors. ARB_vertex_attrib_binding does, which programs of 3.1 do not know.
    # ARB_vertex_program, "Interactions with NV_vertex_program": "Enabling (or disabling) an ARB
    # generic array enables (or disables) BOTH the NV and ARB generic array booleans."
    array = ctx.vertex.arrays[ATTRIBS[index]]
    array.enabled = array.enabled_nv = on


@command("glVertexAttribDivisorARB", listed=False, keeps_batch=True, index=to_attribute)
def vertex_attrib_divisor(ctx, index, divisor):
    """Sets the number of instances that share an element of an array; 0: one per vertex."""
    bound = ctx.vertex.bound
    bound.bindings[index].divisor = divisor
    bound.arrays[ATTRIBS[index]].binding = index
    bound.follow_all(index)


# -- interleaved arrays ----------------------------------------------------------------------------

_PART = re.compile(r"([TCNV])([234])(F|UB)")
_POINTERS = {
    "T": (gl.GL_TEXTURE_COORD_ARRAY, texcoord_pointer),
    "C": (gl.GL_COLOR_ARRAY, color_pointer),
    "N": (gl.GL_NORMAL_ARRAY, normal_pointer),
    "V": (gl.GL_VERTEX_ARRAY, vertex_pointer),
}
FORMATS = EnumSet(
    "GL_V2F GL_V3F GL_C4UB_V2F GL_C4UB_V3F GL_C3F_V3F GL_N3F_V3F GL_C4F_N3F_V3F GL_T2F_V3F "
    "GL_T4F_V4F GL_T2F_C4UB_V3F GL_T2F_C3F_V3F GL_T2F_N3F_V3F GL_T2F_C4F_N3F_V3F "
    "GL_T4F_C4F_N3F_V4F"
)


def _parts(ctx, pointer) -> Callable:
    """Returns a function from the offset of a part, in bytes, to its pointer."""
    buffer = ctx.buffers.bound.get(gl.GL_ARRAY_BUFFER)
    if buffer is not None:
        start = buffer_offset(pointer, buffer)
        return lambda offset: start + offset
    _check_memory(ctx, pointer)
    if isinstance(pointer, Address):
        return lambda offset: Address(pointer.value + offset)
    if as_offset(pointer) is None:
        data, _ = as_typed_memory(pointer, DTYPES[gl.GL_FLOAT])
        return lambda offset: memoryview(data)[offset:]
    return lambda offset: None


@command("glInterleavedArrays", listed=False, kind=Kind.POINTER, keeps_batch=True, format=FORMATS)
def interleaved_arrays(ctx, format, stride, pointer):
    """Sets and enables the arrays in `format`, and disables all others.

    The formats of OpenGL 2.1, table 2.5, follow from their names: "T2F_C4UB_V3F" has two floats,
    four bytes and three floats. Generic attributes stay unchanged.
    """
    part_at = _parts(ctx, pointer)
    parts, size = {}, 0
    for letter, count, type in _PART.findall(FORMATS.names[format]):
        parts[letter] = int(count), gl.GL_FLOAT if type == "F" else gl.GL_UNSIGNED_BYTE, size
        size += int(count) * (4 if type == "F" else 1)
    for array in ARRAYS:
        disable_client_state(ctx, array)
    for letter, (count, type, offset) in parts.items():
        array, point = _POINTERS[letter]
        sized = () if letter == "N" else (count,)
        point(ctx, *sized, type, stride or size, part_at(offset))
        enable_client_state(ctx, array)
