"""Client arrays: their format and memory (OpenGL 2.1, 2.8; ARB_vertex_program, 2.8)."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import field

import numpy as np

from softgl.gl.api import enums as gl
from softgl.gl.api.addresses import ENDLESS, Address
from softgl.gl.api.arguments import invalid_operation, invalid_value
from softgl.gl.api.command import command
from softgl.gl.api.exporters import in_memory_order
from softgl.gl.api.groups import Group
from softgl.gl.api.kinds import Kind
from softgl.gl.api.memory import DTYPES, as_offset, as_typed_memory, buffer_offset
from softgl.gl.api.profiles import check_array_object
from softgl.gl.api.signature import EnumSet
from softgl.gl.api.tables import State
from softgl.gl.buffers.buffer_objects import Buffer
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
from softgl.gl.vertices.attributes import (
    ALIASES,
    ATTRIBS,
    COLOR,
    EDGE_FLAG,
    FOG_COORD,
    INDEX,
    NORMAL,
    POSITION,
    SECONDARY_COLOR,
    TEXCOORDS,
    WEIGHT,
    initial_values,
)
from softgl.gl.vertices.client_array import ClientArray
from softgl.gl.vertices.families import to_attribute, to_texcoord
from softgl.ir.program import Binding
from softgl.records import dataclass

ARRAYS = {
    gl.GL_VERTEX_ARRAY: POSITION,
    gl.GL_NORMAL_ARRAY: NORMAL,
    gl.GL_COLOR_ARRAY: COLOR,
    gl.GL_SECONDARY_COLOR_ARRAY: SECONDARY_COLOR,
    gl.GL_FOG_COORD_ARRAY: FOG_COORD,
    gl.GL_EDGE_FLAG_ARRAY: EDGE_FLAG,
    gl.GL_INDEX_ARRAY: INDEX,
    gl.GL_WEIGHT_ARRAY_ARB: WEIGHT,
    gl.GL_TEXTURE_COORD_ARRAY: TEXCOORDS[0],
}
NV_ARRAYS = {gl.GL_VERTEX_ATTRIB_ARRAY0_NV + n: binding for n, binding in enumerate(ATTRIBS)}
CLIENT_STATES = EnumSet.of((*ARRAYS, *NV_ARRAYS, gl.GL_PRIMITIVE_RESTART_NV))
_INITIAL = {
    NORMAL: {"size": 3, "normalized": True},
    COLOR: {"normalized": True},
    SECONDARY_COLOR: {"size": 3, "normalized": True},
    FOG_COORD: {"size": 1},
    EDGE_FLAG: {"size": 1, "type": gl.GL_UNSIGNED_BYTE},
    INDEX: {"size": 1},
    WEIGHT: {"size": 0, "normalized": True},
}


def _initial_arrays():
    conventional = (POSITION, NORMAL, COLOR, SECONDARY_COLOR, FOG_COORD, EDGE_FLAG, INDEX, WEIGHT)
    arrays = {each: ClientArray(**_INITIAL.get(each, {})) for each in (*conventional, *TEXCOORDS)}
    return arrays | {each: ClientArray(number=n, binding=n) for n, each in enumerate(ATTRIBS)}


@dataclass
class VertexBinding(Group):
    """A vertex buffer binding (ARB_vertex_attrib_binding), by default of one generic attribute.

    offset : of the first element in the buffer object. stride : between elements. Both in bytes.
    divisor : as of a ClientArray.
    """

    buffer: Buffer | None = None
    offset: int = 0
    stride: int = 16
    divisor: int = 0

    @property
    def buffer_name(self) -> int:
        return self.buffer.name if self.buffer else 0


@dataclass(eq=False)
class VertexArray(Group):
    """A vertex array object: the arrays by binding.

    bindings : the vertex buffer bindings of generic attributes, as many as there are of these.
    elements : the buffer object bound to GL_ELEMENT_ARRAY_BUFFER, stored here while the object is
        not bound, and in ctx.buffers while it is.
    """

    name: int = 0
    arrays: dict[Binding, ClientArray] = field(default_factory=_initial_arrays)
    bindings: list[VertexBinding] = field(
        default_factory=lambda: [VertexBinding() for _ in ATTRIBS]
    )
    elements: Buffer | None = None
    _derived: tuple | None = field(default=None, repr=False, compare=False)

    def __post_init__(self):
        pairs = self.arrays.items()
        self._numbered = [pair for pair in pairs if pair[0] in ATTRIBS]
        self._conventional = [pair for pair in pairs if pair[0] not in ATTRIBS]

    def cached(self, derive: Callable, *arguments):
        """Returns derive(self, *arguments), cached for one function until the object changes."""
        state, known = (self.revision, derive, arguments), self._derived
        if known is None or known[0] != state:
            known = self._derived = state, derive(self, *arguments)
        return known[1]

    @property
    def numbered(self) -> list[ClientArray]:
        """The arrays of generic attributes, by number."""
        return [array for _, array in self._numbered]

    def follow(self, array: ClientArray) -> None:
        """Copies the state of its vertex buffer binding into the array of a generic attribute.

        Client memory stays where it is.
        """
        binding = self.bindings[array.binding]
        placed = {"buffer": None, "offset": 0, "spacing": None}
        if binding.buffer is not None:
            placed = {
                "buffer": binding.buffer,
                "offset": binding.offset + array.relative_offset,
                "spacing": binding.stride,
            }
        array.assign(divisor=binding.divisor, **placed)
        array.forget_reader()

    def follow_all(self, number: int, but: ClientArray | None = None) -> None:
        """Does the same for the arrays that use the vertex buffer binding `number`."""
        for _, array in self._numbered:
            if array.binding == number and array is not but:
                self.follow(array)

    def bind_pointer(self, array: ClientArray) -> None:
        """Makes the binding of an attribute that of its own number, with the array's memory.

        ARB_vertex_attrib_binding, 2.8: VertexAttribPointer is "equivalent to" VertexAttribFormat,
        VertexAttribBinding(index, index) and BindVertexBuffer.
        """
        binding = self.bindings[array.number]
        binding.assign(buffer=array.buffer, offset=array.offset, stride=array.step)
        array.assign(binding=array.number, relative_offset=0, divisor=binding.divisor)
        self.follow_all(array.number, but=array)

    def enabled(self, programmed: bool) -> dict[Binding, ClientArray]:
        """Returns the enabled arrays; programmed : True if a vertex program is enabled."""
        switch = "enabled_nv" if programmed else "enabled"
        numbered = {b: a for b, a in self._numbered if getattr(a, switch)}
        return {b: a for b, a in self._conventional if a.enabled} | numbered


FIXED_RESTART = 2**32 - 1
"""The index of glEnable(GL_PRIMITIVE_RESTART_FIXED_INDEX), among indices converted to 32 bits."""


@dataclass
class Vertex(Group):
    """The current values by binding, and the vertex array objects.

    objects : by name (None: a reserved name). bound : the one in use.
    restart : True if the vertex index `restart_index` starts another primitive.
    restart_fixed : True if the largest index of each type does so in its place.
    generic_later : True for a generic attribute set after its conventional alias.
    lock_first, lock_count : the elements locked by glLockArraysEXT; a count of 0: none.
    Draws compare the current values themselves, so `current` and `generic_later` need not count
    their changes.
    """

    current: dict[Binding, np.ndarray] = field(default_factory=initial_values)
    generic_later: dict[Binding, bool] = field(
        default_factory=lambda: dict.fromkeys(ALIASES, False)
    )
    objects: dict[int, VertexArray | None] = field(default_factory=dict)
    default: VertexArray = field(default_factory=VertexArray)
    bound: VertexArray = None
    client_active: int = 0
    restart: bool = False
    restart_index: int = 0
    restart_fixed: bool = False
    lock_first: int = 0
    lock_count: int = 0

    def __post_init__(self):
        self.bound = self.default

    @property
    def restart_element(self) -> int | None:
        """The index that restarts primitives in draws without indices; None for none."""
        # ARB_ES3_compatibility, 2.8: "If PRIMITIVE_RESTART_FIXED_INDEX is enabled, primitive
        # restart is not performed for array elements transferred by any drawing command not taking
        # a <type> parameter".
        return self.restart_index if self.restart and not self.restart_fixed else None

    @property
    def restart_number(self) -> int | None:
        """The index that does so in draws with indices, which `as_numbers` has converted."""
        if self.restart_fixed:
            return FIXED_RESTART
        return self.restart_index if self.restart else None

    @property
    def arrays(self) -> dict[Binding, ClientArray]:
        """The client arrays by binding."""
        return self.bound.arrays

    @property
    def client_active_texture(self) -> int:
        return gl.GL_TEXTURE0 + self.client_active

    def switch_of(self, array: int) -> tuple[object, str]:
        """Returns the switch of glEnableClientState(array): an object, and the field's name."""
        if array == gl.GL_PRIMITIVE_RESTART_NV:
            return self, "restart"
        if array in NV_ARRAYS:
            # ARB_vertex_program, "Interactions with NV_vertex_program": "enabling (or disabling)
            # the NV generic array enable changes only the NV generic array enable".
            return self.arrays[NV_ARRAYS[array]], "enabled_nv"
        return self.client_array(array), "enabled"

    def client_array(self, array: int) -> ClientArray:
        """Returns the array that glEnableClientState(array) enables."""
        binding = ARRAYS[array]
        return self.arrays[TEXCOORDS[self.client_active] if binding in TEXCOORDS else binding]

    def forget(self, buffer: Buffer) -> None:
        """Removes a deleted buffer object from the arrays."""
        for holder in (*self.arrays.values(), *self.bound.bindings):
            if holder.buffer is buffer:
                holder.buffer = None


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
    array.forget_reader()
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
    check_format(size, GENERIC_SIZES, type, normalized)
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
    check_array_object(ctx)
    # ARB_vertex_program, "Interactions with NV_vertex_program": "Enabling (or disabling) an ARB
    # generic array enables (or disables) BOTH the NV and ARB generic array booleans."
    array = ctx.vertex.arrays[ATTRIBS[index]]
    array.enabled = array.enabled_nv = on


@command("glVertexAttribDivisorARB", listed=False, keeps_batch=True, index=to_attribute)
def vertex_attrib_divisor(ctx, index, divisor):
    """Sets the number of instances that share an element of an array; 0: one per vertex."""
    check_array_object(ctx)
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
