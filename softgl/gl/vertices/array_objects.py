"""Vertex array objects: arrays, vertex buffer bindings, current values (OpenGL 3.3, 2.10)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field

import numpy as np

from softgl.gl.api import enums as gl
from softgl.gl.api.groups import Consecutive, Group
from softgl.gl.api.signature import EnumSet
from softgl.gl.buffers.buffer_objects import Buffer
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
    _copiers: tuple | None = field(default=None, repr=False, compare=False)

    @property
    def copiers(self) -> tuple | None:
        """The argument of the latest `keep_copiers`; None before."""
        return self._copiers

    def keep_copiers(self, found: tuple | None) -> None:
        """Keeps the functions that the batch has found for the object, and their state."""
        self._copiers = found

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
        self._copiers = None

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
class Vertex(Consecutive, Group):
    """The current values by binding, and the vertex array objects.

    The changes that it notes are bindings of vertex array objects.

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
