"""Buffer textures: texels in the data store of a buffer object (EXT_texture_buffer_object)."""

from __future__ import annotations

import numpy as np

from softgl.formats.internal_formats import INTERNAL_FORMATS, InternalFormat
from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import CONVERTERS, invalid_enum, invalid_operation, invalid_value
from softgl.gl.api.command import command
from softgl.gl.api.groups import Counted, Group
from softgl.gl.api.profiles import lacks
from softgl.gl.api.signature import EnumSet
from softgl.gl.api.tables import State
from softgl.gl.api.versions import CORE
from softgl.gl.buffers.buffer_objects import Buffer, check_range, unmapped
from softgl.gl.pixels.pixels import enum_set, name_in
from softgl.gl.textures.objects import Parameters
from softgl.records import dataclass
from softgl.texture import buffers
from softgl.texture.buffers import BUFFER_FORMATS, texel_count
from softgl.texture.keys import OFFSETS, SIZE
from softgl.texture.targets import BUFFER

FORMATS = enum_set(BUFFER_FORMATS)
CORE_FORMATS = enum_set(buffers.CORE_FORMATS)
EXTENSION_FORMATS = enum_set(buffers.EXTENSION_FORMATS)
_TARGET = EnumSet(f"GL_{BUFFER.enum}")
OFFSET_ALIGNMENT = 16  # bytes: the groups of four words in which stores are allocated
_NOTHING = np.zeros(4, np.uint32)


@dataclass
class Attachment(Group):
    """The buffer object that holds the texels, and their format.

    format : GL's enum. offset, size : the part of the buffer object, in bytes; a size of None is
        all after the offset.
    """

    buffer: Buffer | None = None
    format: int = gl.GL_LUMINANCE8
    offset: int = 0
    size: int | None = None

    @property
    def bytes(self) -> int:
        """The number of bytes of texels that are there."""
        if self.buffer is None:
            return 0
        left = max(self.buffer.data.size - self.offset, 0)
        return left if self.size is None else min(self.size, left)


@dataclass(frozen=True)
class BufferImage:
    """The parameters of a buffer texture's image, those of `Image`. buffer : the name of the store.

    size : width, height, depth; the width is the number of texels. offset, bytes : the part of the
        store.
    """

    format: InternalFormat
    size: tuple[int, int, int]
    buffer: int
    offset: int
    bytes: int
    border: int = 0
    samples: int = 0
    fixed: bool = True

    def border_of(self, axis: int) -> int:
        """Returns the border of an axis."""
        return 0


class BufferTexture(Counted):
    """A texture object of the target BUFFER; has the interface of `Texture`.

    parameters : those of every texture object; only the priority can be set.
    """

    def __init__(self, name: int = 0):
        self.target = BUFFER
        self.name = name
        self.parameters = Parameters()
        self.attachment = Attachment()
        self._cache: tuple | None = None  # the form, the memory, and the arrays made for them

    @property
    def saved(self) -> tuple[Group, ...]:
        """The groups of state that glPushAttrib saves."""
        return self.parameters, self.attachment

    def image(self, level: int, face: int = 0) -> BufferImage:
        """Returns the only image, as queries of its parameters describe it."""
        at = self.attachment
        name, buffer = name_in(FORMATS, shown_format(at)), at.buffer.name if at.buffer else 0
        size = texel_count(BUFFER_FORMATS[name], at.bytes), 1, 1
        return BufferImage(INTERNAL_FORMATS[name], size, buffer, at.offset, at.bytes)

    @property
    def sources(self) -> list[Counted]:
        """The objects on which fetched texels depend."""
        buffer = self.attachment.buffer
        return [self] if buffer is None else [self, buffer]

    def sampled(self, unit_bias, sampler, moves=None):
        """Returns the key and arrays with which a kernel fetches texels; see `Texture.sampled`.

        The memory is that of the buffer object, refused while it is mapped. Without a buffer object
        there are no texels.
        """
        attached = self.attachment
        words = _NOTHING if attached.buffer is None else unmapped(attached.buffer).words
        form = attached.format, attached.offset, attached.size
        if self._cache is None or self._cache[0] != form or self._cache[1] is not words:
            self._cache = form, words, _sampled(attached, words)
        return self._cache[-1]


def _sampled(attached, words):
    format_, size = BUFFER_FORMATS[name_in(FORMATS, attached.format)], attached.bytes
    # An offset is whole groups of four words, as memory is.
    words = words[attached.offset // words.itemsize :] if size else _NOTHING
    levels = np.zeros(OFFSETS + 1, np.int32)
    levels[SIZE] = texel_count(format_, size)
    return format_.key, {"texels": words, "levels": levels, "settings": _NOTHING}


def shown_format(attachment: Attachment) -> int:
    """Returns the format that queries give: initially R8 in contexts of the core profile."""
    # OpenGL 3.3, table 6.25: "1 or R8"; EXT_texture_buffer_object, "New State": LUMINANCE8.
    initial = attachment.format == gl.GL_LUMINANCE8
    return gl.GL_R8 if initial and lacks() & CORE else attachment.format


def _current(ctx) -> BufferTexture:
    return ctx.texturing.current.bound[BUFFER.name]


def _attached_name(ctx):
    buffer = _current(ctx).attachment.buffer
    return buffer.name if buffer else 0


STATE = State(
    values={
        gl.GL_TEXTURE_BUFFER_DATA_STORE_BINDING_EXT: _attached_name,
        gl.GL_TEXTURE_BUFFER_FORMAT_EXT: lambda ctx: shown_format(_current(ctx).attachment),
    },
    limits={
        gl.GL_TEXTURE_BUFFER_OFFSET_ALIGNMENT: OFFSET_ALIGNMENT,
        **{getattr(gl, f"GL_{name}"): value for name, value in BUFFER.limits.items()},
    },
)


def to_format(value) -> int:
    """Converts internalformat of glTexBuffer, of ARB_texture_buffer_object and OpenGL 3.3, 3.9.7.

    Both have the same command, and other formats: core contexts take those of the latter.
    """
    legal = CORE_FORMATS if lacks() & CORE else FORMATS
    if value not in legal:
        raise invalid_enum(f"internalformat: {legal.describe(value)}")
    return value


@command("glTexBuffer", "glTexBufferARB", listed=False, target=_TARGET, internalformat=to_format)
@command("glTexBufferEXT", listed=False, target=_TARGET, internalformat=EXTENSION_FORMATS)
def tex_buffer(ctx, target, internalformat, buffer):
    """Attaches a buffer object to the bound buffer texture, with the format of texels; 0: none."""
    _attach(ctx, internalformat, _found(ctx, buffer))


# "If <buffer> is zero, [...] the values <offset> and <size> are ignored": a negative size too.
@command(
    "glTexBufferRange",
    listed=False,
    target=_TARGET,
    internalformat=CORE_FORMATS,
    size=CONVERTERS["intptr"],
)
def tex_buffer_range(ctx, target, internalformat, buffer, offset, size):
    """Attaches `size` bytes of a buffer object from `offset` on; 0 attaches none.

    OpenGL 4.3, 8.9: INVALID_VALUE "if <offset> is negative, if <size> is less than or equal to
    zero, or if <offset> + <size> is greater than the value of BUFFER_SIZE", and "if <offset> is not
    an integer multiple of the value of TEXTURE_BUFFER_OFFSET_ALIGNMENT."
    """
    found = _found(ctx, buffer)
    if found is None:
        _attach(ctx, internalformat, None)
        return
    if size <= 0:
        raise invalid_value(f"size: {size} is no size of a range")
    check_range(found, offset, size)
    if offset % OFFSET_ALIGNMENT:
        raise invalid_value(f"offset: {offset} is not a multiple of {OFFSET_ALIGNMENT} bytes")
    _attach(ctx, internalformat, found, offset, size)


def _found(ctx, name: int) -> Buffer | None:
    found = ctx.buffers.objects.get(name)
    if name and found is None:
        raise invalid_operation(f"buffer: {name} is not a buffer object")
    return found


def _attach(ctx, format_, buffer, offset=0, size=None):
    if buffer is not None:
        buffer.let_programs_read()
    _current(ctx).attachment.assign(buffer=buffer, format=format_, offset=offset, size=size)
