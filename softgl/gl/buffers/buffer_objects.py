"""Buffer objects (OpenGL 2.1, 2.9)."""

from __future__ import annotations

from dataclasses import field

import numpy as np

from softgl.counts import counted
from softgl.gl.api import enums as gl
from softgl.gl.api.addresses import Address
from softgl.gl.api.arguments import invalid_enum, invalid_operation, invalid_value, out_of_memory
from softgl.gl.api.command import command
from softgl.gl.api.groups import Consecutive, Counted, CountedDict, Group
from softgl.gl.api.kinds import Kind
from softgl.gl.api.memory import as_bytes, as_offset, fill, shared_bytes
from softgl.gl.api.names import check_generated, delete_names, only_count, reserve_names
from softgl.gl.api.signature import EnumSet, group
from softgl.gl.api.tables import State
from softgl.records import dataclass
from softgl.tuning import limits

PARAMETER_TARGETS = EnumSet(
    "GL_VERTEX_PROGRAM_PARAMETER_BUFFER_NV GL_GEOMETRY_PROGRAM_PARAMETER_BUFFER_NV "
    "GL_FRAGMENT_PROGRAM_PARAMETER_BUFFER_NV"
)
INDEXED = PARAMETER_TARGETS | EnumSet("GL_TRANSFORM_FEEDBACK_BUFFER GL_UNIFORM_BUFFER")
"""The targets with many binding points."""
TARGETS = INDEXED | EnumSet(
    "GL_ARRAY_BUFFER GL_ELEMENT_ARRAY_BUFFER GL_PIXEL_UNPACK_BUFFER GL_PIXEL_PACK_BUFFER "
    "GL_COPY_READ_BUFFER GL_COPY_WRITE_BUFFER GL_TEXTURE_BUFFER_EXT GL_DRAW_INDIRECT_BUFFER "
    "GL_QUERY_BUFFER"
)
USAGES = group("BufferUsageARB")
MAX_BUFFER_BYTES = 2**31 - 1  # of a data store
MAX_CACHED_PARTS = 4096  # of a buffer object, whose views are cached
# ARB_buffer_storage, table 6.3: BUFFER_STORAGE_FLAGS after BufferData.
MUTABLE = gl.GL_MAP_READ_BIT | gl.GL_MAP_WRITE_BIT | gl.GL_DYNAMIC_STORAGE_BIT


@dataclass(frozen=True)
class Mapping:
    """The mapped range of a data store, in bytes, and the GL_MAP_* bits of its access."""

    offset: int
    length: int
    flags: int

    @property
    def persistent(self) -> bool:
        """True if commands may read and write the data store meanwhile."""
        return bool(self.flags & gl.GL_MAP_PERSISTENT_BIT)


def _memory(size: int) -> np.ndarray:
    """Allocates zeros for `size` bytes: uint32, whole groups of four words, at least one."""
    return np.zeros(4 * max(1, -(-size // 16)), np.uint32)


@dataclass(eq=False)
class Buffer(Counted):
    """A buffer object; `mapping` is None while it is not mapped.

    words : its memory, as `_memory` gives it. data : the data store, (size,) uint8, in that memory.
    immutable : True for a store of glBufferStorage. storage_flags : its uses, GL_MAP_READ_BIT and
        the like.
    """

    name: int
    words: np.ndarray = field(default_factory=lambda: _memory(0))
    data: np.ndarray = field(default_factory=lambda: np.zeros(0, np.uint8))
    usage: int = gl.GL_STATIC_DRAW
    access: int = gl.GL_READ_WRITE
    mapping: Mapping | None = None
    immutable: bool = False
    storage_flags: int = 0
    _is_for_programs: bool = field(default=False, repr=False, compare=False)
    _parts: dict = field(default_factory=dict, repr=False, compare=False)

    @property
    def is_for_programs(self) -> bool:
        """True if programs may read it: draws in the batch have no copies of such buffers."""
        return self._is_for_programs

    def let_programs_read(self) -> None:
        """Notes that programs may read it from now on."""
        self._is_for_programs = True

    def put(self, words: np.ndarray, size: int) -> None:
        """Makes the first `size` bytes of other words the data store."""
        self.words, self.data = words, words.view(np.uint8)[:size]
        self._parts = {}

    def move(self) -> None:
        """Copies the data store to other memory; draws in the batch read it where it was."""
        self.put(self.words.copy(), self.data.size)

    def part(self, offset: int, size: int | None) -> np.ndarray:
        """Returns the whole words of a range of bytes, uint32: one array for one range.

        size : None for all after `offset`.
        """
        known = self._parts.get((offset, size))
        if known is None:
            if len(self._parts) >= MAX_CACHED_PARTS:
                self._parts = {}
            data = self.data[offset : None if size is None else offset + size]
            known = self._parts[offset, size] = data[: data.size // 4 * 4].view(np.uint32)
        return known


@dataclass(frozen=True)
class Range:
    """The part of a buffer object at a binding point: `size` bytes, None for all after `offset`."""

    buffer: Buffer
    offset: int = 0
    size: int | None = None

    @property
    def data(self) -> np.ndarray:
        """The bytes, perhaps fewer than `size`; GL_INVALID_OPERATION if the buffer is mapped."""
        end = None if self.size is None else self.offset + self.size
        return unmapped(self.buffer).data[self.offset : end]

    @property
    def words(self) -> np.ndarray:
        """The whole words of `data`, uint32; the same array while the data store is the same."""
        return unmapped(self.buffer).part(self.offset, self.size)


@dataclass
class Buffers(Consecutive, Group):
    """The buffer objects by name (None for a reserved name), and the bindings by target.

    indexed : the ranges at the binding points of indexed targets, by target and index.

    The changes that it notes are bindings of ranges that programs read.
    """

    __slots__ = ("__dict__",)

    objects: dict[int, Buffer | None] = field(default_factory=dict)
    bound: dict[int, Buffer] = field(default_factory=CountedDict)
    indexed: dict[tuple[int, int], Range] = field(default_factory=CountedDict)

    def name(self, target: int) -> int:
        """Returns the name of the buffer bound to `target`, 0 if there is none."""
        buffer = self.bound.get(target)
        return buffer.name if buffer else 0

    def forget(self, buffer: Buffer) -> None:
        """Removes a deleted buffer object from all bindings."""
        self.bound = CountedDict({t: b for t, b in self.bound.items() if b is not buffer})
        remaining = {k: part for k, part in self.indexed.items() if part.buffer is not buffer}
        self.indexed = CountedDict(remaining)


BINDINGS = {
    gl.GL_ARRAY_BUFFER_BINDING: gl.GL_ARRAY_BUFFER,
    gl.GL_ELEMENT_ARRAY_BUFFER_BINDING: gl.GL_ELEMENT_ARRAY_BUFFER,
    gl.GL_COPY_READ_BUFFER_BINDING: gl.GL_COPY_READ_BUFFER,
    gl.GL_COPY_WRITE_BUFFER_BINDING: gl.GL_COPY_WRITE_BUFFER,
    gl.GL_QUERY_BUFFER_BINDING: gl.GL_QUERY_BUFFER,
    gl.GL_TRANSFORM_FEEDBACK_BUFFER_BINDING: gl.GL_TRANSFORM_FEEDBACK_BUFFER,
    gl.GL_DRAW_INDIRECT_BUFFER_BINDING: gl.GL_DRAW_INDIRECT_BUFFER,
    # EXT_texture_buffer_object, "New State": the query has the name of the target.
    gl.GL_TEXTURE_BUFFER_EXT: gl.GL_TEXTURE_BUFFER_EXT,
}


def _name_bound_to(target):
    return lambda ctx: ctx.buffers.name(target)


STATE = State(values={pname: _name_bound_to(target) for pname, target in BINDINGS.items()})


def bound_to(ctx, target) -> Buffer:
    """Returns the buffer object bound to a target; GL_INVALID_OPERATION if there is none."""
    buffer = ctx.buffers.bound.get(target)
    if buffer is None:
        # OpenGL 2.1, 2.9: "client attempts to modify or query buffer object state for a target
        # bound to zero generate an INVALID_OPERATION error."
        raise invalid_operation(f"no buffer object is bound to {gl.name_of(target)}")
    return buffer


def unmapped(buffer: Buffer) -> Buffer:
    """Returns a buffer object that commands may read and write; else GL_INVALID_OPERATION.

    ARB_buffer_storage, "Errors": INVALID_OPERATION "if the buffer is currently mapped by
    MapBuffer{Range} unless it was mapped with the MAP_PERSISTENT_BIT included in <access>."
    """
    if buffer.mapping and not buffer.mapping.persistent:
        raise invalid_operation(f"buffer object {buffer.name} is mapped")
    return buffer


@command("glGenBuffers", listed=False, kind=Kind.NAMES)
def gen_buffers(ctx, n, buffers):
    """Reserves n names; returns a number for n = 1, else an array."""
    return reserve_names(ctx.buffers.objects, n, buffers)


@command("glDeleteBuffers", listed=False, forms=only_count)
def delete_buffers(ctx, n, buffers):
    """Deletes buffer objects; every binding to them becomes 0."""
    for buffer in delete_names(ctx.buffers.objects, n, buffers):
        ctx.buffers.forget(buffer)
        ctx.vertex.forget(buffer)


@command("glIsBuffer", listed=False)
def is_buffer(ctx, buffer):
    """Returns 1 for the name of a buffer object that has been bound, else 0."""
    return int(ctx.buffers.objects.get(buffer) is not None)


@command("glBindBuffer", listed=False, keeps_batch=True, target=TARGETS)
def bind_buffer(ctx, target, buffer):
    """Binds a buffer object, which is created if the name is new; 0 unbinds."""
    if not buffer:
        ctx.buffers.bound.pop(target, None)
        return
    if ctx.buffers.objects.get(buffer) is None:
        check_generated(ctx, ctx.buffers.objects, buffer, "glGenBuffers")
        ctx.buffers.objects[buffer] = Buffer(buffer)
    ctx.buffers.bound[target] = ctx.buffers.objects[buffer]


def _sized(target, data, usage):
    """Adds the size of the data: PyOpenGL's call form without a size."""
    return target, as_bytes(data).size, data, usage


@command(
    "glBufferData", listed=False, keeps_batch=True, forms={3: _sized}, target=TARGETS, usage=USAGES
)
def buffer_data(ctx, target, size, data, usage):
    """Replaces the data store by `size` bytes, copied from `data`; zeros if that is None."""
    set_store(ctx, bound_to(ctx, target), size, data, usage, MUTABLE)


def set_store(ctx, buffer: Buffer, size: int, data, usage: int, flags: int) -> None:
    """Gives a buffer object a new data store; GL_INVALID_OPERATION if its store is immutable.

    data : `size` bytes or more; None for zeros. flags : those of glBufferStorage.
    """
    # ARB_buffer_storage, "Errors": INVALID_OPERATION "by BufferStorage, NamedBufferStorageEXT and
    # BufferData if the buffer object already owns an immutable data store."
    if buffer.immutable:
        raise invalid_operation(f"the data store of buffer object {buffer.name} is immutable")
    if size > MAX_BUFFER_BYTES:
        raise out_of_memory(f"{size} bytes are more than the limit of {MAX_BUFFER_BYTES}")
    words = _memory(size)
    store = words.view(np.uint8)[:size]
    if as_offset(data) is None:
        store[:] = _exactly(data, size)
    elif as_offset(data):
        raise invalid_value("data is an address, which softgl never follows")
    if ctx.explainer is not None:
        ctx.explainer.uploaded(buffer, data)
    buffer.put(words, size)
    buffer.usage = usage
    buffer.access, buffer.mapping, buffer.storage_flags = gl.GL_READ_WRITE, None, flags


def _exactly(data, size):
    """Returns the first `size` bytes of data; GL_INVALID_VALUE if there are fewer."""
    if data is None and not size:
        return np.zeros(0, np.uint8)
    memory = as_bytes(data, size)
    if memory.size < size:
        raise invalid_value(f"data holds {counted(memory.size, 'byte')}, not {size}")
    return memory[:size]


def check_range(buffer: Buffer, offset: int, size: int) -> None:
    """Raises GL_INVALID_VALUE for a range of bytes that exceeds the data store."""
    if offset < 0 or offset + size > buffer.data.size:
        raise invalid_value(
            f"bytes {offset} to {offset + size} lie outside the data store of {buffer.data.size}"
        )


def check_unmapped_range(buffer: Buffer, offset: int, size: int) -> None:
    """Raises GL_INVALID_OPERATION if a part of the range is mapped, unless persistently."""
    mapping = buffer.mapping
    if mapping is None or mapping.persistent or not size:
        return
    if offset < mapping.offset + mapping.length and mapping.offset < offset + size:
        raise invalid_operation(f"a part of this range of buffer object {buffer.name} is mapped")


def _part_sized(target, offset, data):
    return target, offset, as_bytes(data).size, data


@command("glBufferSubData", listed=False, keeps_batch=True, forms={3: _part_sized}, target=TARGETS)
def buffer_sub_data(ctx, target, offset, size, data):
    """Replaces `size` bytes of the data store from `offset` on."""
    buffer = bound_to(ctx, target)
    if buffer.immutable and not buffer.storage_flags & gl.GL_DYNAMIC_STORAGE_BIT:
        raise invalid_operation(
            f"the store of buffer object {buffer.name} is without GL_DYNAMIC_STORAGE_BIT"
        )
    check_range(buffer, offset, size)
    # OpenGL 3.3, 2.9.2: INVALID_OPERATION "if any part of the specified buffer range is mapped".
    check_unmapped_range(buffer, offset, size)
    if buffer.is_for_programs and ctx.batch.draws:
        if buffer.data.size <= limits.MAX_COPIED_BUFFER and buffer.mapping is None:
            buffer.move()
        else:
            ctx.batch.flush()
    buffer.data[offset : offset + size] = _exactly(data, size)


@command("glGetBufferSubData", listed=False, target=TARGETS)
def get_buffer_sub_data(ctx, target, offset, size, data):
    """Returns a copy of `size` bytes of the data store from `offset` on, as uint8.

    A NumPy array in `data` gets a number for each byte, other memory the bytes.
    """
    buffer = unmapped(bound_to(ctx, target))
    check_range(buffer, offset, size)
    found = buffer.data[offset : offset + size]
    if data is None:
        return found.copy()
    fill(data if isinstance(data, (np.ndarray, Address)) else shared_bytes(data), found)
    return data


@command("glCopyBufferSubData", listed=False, readTarget=TARGETS, writeTarget=TARGETS)
def copy_buffer_sub_data(ctx, read_target, write_target, read_offset, write_offset, size):
    """Copies `size` bytes between two data stores, or between two ranges of one."""
    source, target = bound_to(ctx, read_target), bound_to(ctx, write_target)
    check_range(source, read_offset, size)
    check_range(target, write_offset, size)
    if source is target and abs(read_offset - write_offset) < size:
        raise invalid_value(f"the source and target ranges of {counted(size, 'byte')} overlap")
    read = unmapped(source).data[read_offset : read_offset + size]
    unmapped(target).data[write_offset : write_offset + size] = read


PARAMETERS = {
    gl.GL_BUFFER_SIZE: lambda buffer: buffer.data.size,
    gl.GL_BUFFER_USAGE: lambda buffer: buffer.usage,
    gl.GL_BUFFER_ACCESS: lambda buffer: buffer.access,
    gl.GL_BUFFER_MAPPED: lambda buffer: buffer.mapping is not None,
    gl.GL_BUFFER_ACCESS_FLAGS: lambda buffer: buffer.mapping.flags if buffer.mapping else 0,
    gl.GL_BUFFER_MAP_OFFSET: lambda buffer: buffer.mapping.offset if buffer.mapping else 0,
    gl.GL_BUFFER_MAP_LENGTH: lambda buffer: buffer.mapping.length if buffer.mapping else 0,
    gl.GL_BUFFER_IMMUTABLE_STORAGE: lambda buffer: buffer.immutable,
    gl.GL_BUFFER_STORAGE_FLAGS: lambda buffer: buffer.storage_flags,
}


def _define_get_parameter(name, dtype):
    @command(name, listed=False, target=TARGETS)
    def get_buffer_parameter(ctx, target, pname, params):
        """Returns a parameter of the bound buffer object: a NumPy scalar."""
        if pname not in PARAMETERS:
            raise invalid_enum(f"pname: {gl.name_of(pname)} is not a parameter of a buffer object")
        value = int(PARAMETERS[pname](bound_to(ctx, target)))
        if ctx.es and pname == gl.GL_BUFFER_ACCESS:
            value = gl.GL_WRITE_ONLY  # the initial value, and the only access of glMapBufferOES
        return fill(params, dtype(min(value, np.iinfo(dtype).max)))


_define_get_parameter("glGetBufferParameteriv", np.int32)
_define_get_parameter("glGetBufferParameteri64v", np.int64)
