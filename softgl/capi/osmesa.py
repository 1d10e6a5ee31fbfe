"""OSMesa: contexts that draw into memory of the program (Mesa's GL/osmesa.h, version 11.2).

The program's image is written by glFlush and glFinish, and when the context stops being current, as
Mesa's Gallium drivers do it.
"""

from __future__ import annotations

import itertools
from weakref import WeakKeyDictionary

import numpy as np

from softgl.capi.contexts import granted_version, new_context, refusal
from softgl.capi.entry_points import (
    entry_point,
    read_attributes,
    write_int,
    write_pointer,
)
from softgl.capi.report import report
from softgl.context import Context
from softgl.gl.api import enums as gl
from softgl.gl.api.addresses import Address
from softgl.gl.api.errors import GLError
from softgl.gl.context import _make_current, current_context
from softgl.gl.framebuffers.windows import DEPTHS, Window, make_window
from softgl.pipeline.planes.framebuffer import MAX_FRAMEBUFFER_SIZE, Framebuffer
from softgl.pixels.conversion import pack
from softgl.records import dataclass

BGRA, ARGB, BGR, RGB_565 = 0x1, 0x2, 0x4, 0x5
ROW_LENGTH, Y_UP = 0x10, 0x11
WIDTH, HEIGHT, FORMAT, TYPE, MAX_WIDTH, MAX_HEIGHT = range(0x20, 0x26)
DEPTH_BITS, STENCIL_BITS, ACCUM_BITS, PROFILE, CORE_PROFILE, COMPAT_PROFILE = range(0x30, 0x36)
MAJOR_VERSION, MINOR_VERSION = 0x36, 0x37

COMPONENTS = "UNSIGNED_BYTE", "UNSIGNED_SHORT", "FLOAT"
"""Types of images with separate components."""
# (format, type of OSMesaMakeCurrent) -> (format, type) of GL with the same memory layout. The alpha
# of ARGB comes first in memory, as the low byte of a word.
LAYOUTS = {
    **{
        (format_, getattr(gl, f"GL_{type_}")): (name, type_)
        for format_, name in (
            (gl.GL_RGBA, "RGBA"), (BGRA, "BGRA"), (gl.GL_RGB, "RGB"), (BGR, "BGR"),
        )
        for type_ in COMPONENTS
    },
    (ARGB, gl.GL_UNSIGNED_BYTE): ("BGRA", "UNSIGNED_INT_8_8_8_8"),
    (RGB_565, gl.GL_UNSIGNED_SHORT_5_6_5): ("RGB", "UNSIGNED_SHORT_5_6_5"),
}  # fmt: skip
FORMATS = frozenset(format_ for format_, _ in LAYOUTS)
DEFAULTS = {
    FORMAT: gl.GL_RGBA, DEPTH_BITS: 0, STENCIL_BITS: 0, ACCUM_BITS: 0, PROFILE: COMPAT_PROFILE,
    MAJOR_VERSION: 1, MINOR_VERSION: 0,
}  # fmt: skip
"""Default attributes of contexts, from osmesa.h."""


@dataclass
class OffScreen:
    """A context and the image that it draws into.

    attributes : values by enum; the enums are the keys of DEFAULTS.
    buffer : the address of the image, or 0. type : the enum of its components.
    row_length : pixels of a row of memory; 0 for the window's width. y_up : False for the top row
        first.
    depths : the result of the last OSMesaGetDepthBuffer, which must live until the next one.
    """

    context: Context
    attributes: dict[int, int]
    buffer: int = 0
    type: int = gl.GL_UNSIGNED_BYTE
    row_length: int = 0
    y_up: bool = True
    depths: np.ndarray | None = None

    @property
    def layout(self) -> tuple[str, str]:
        """Returns the names of the GL pixel format and type of the image."""
        return LAYOUTS[self.attributes[FORMAT], self.type]

    def drawn_window(self) -> Framebuffer:
        """Runs pending draws and returns the planes of the window."""
        with self.context.share_group.lock:
            self.context.batch.flush()
        return self.context.framebuffers.planes

    def write_image(self) -> None:
        """Writes the window's colours into the program's image."""
        if not self.buffer:
            return
        window = self.drawn_window()
        pixels = window.read_color(0, 0, window.width, window.height)
        elements = np.ascontiguousarray(pack(pixels, *self.layout))
        width = (self.row_length or window.width) * elements.shape[-1]
        rows = elements.reshape(window.height, -1)[:, :width]
        memory = Address(self.buffer)
        if not self.y_up:
            rows = rows[::-1]
        for number, row in enumerate(rows):
            place = Address(memory.value + number * width * row.itemsize)
            place.elements(row.dtype, row.size)[:] = row

    def new_window(self, width: int, height: int) -> Window:
        """Returns a new window with depth and stencil of the attributes. Raises MemoryError."""
        depth_bits = self.attributes[DEPTH_BITS]
        depth = min((bits for bits in DEPTHS if bits >= depth_bits), default=max(DEPTHS))
        stencil = 8 if self.attributes[STENCIL_BITS] else 0
        return make_window(width, height, depth=depth, stencil=stencil)


_contexts: dict[int, OffScreen] = {}
_handles: WeakKeyDictionary[Context, int] = WeakKeyDictionary()
_numbers = itertools.count(0x10, 0x10)


def _current() -> OffScreen | None:
    """The OffScreen of this thread's current context, or None."""
    context = current_context()
    return None if context is None else _contexts.get(_handles.get(context, 0))


def _release_current() -> None:
    """Writes the program's image, and leaves this thread without a context."""
    current = _current()
    if current is not None:
        current.write_image()
    _make_current(None)


def _create_checked(requested: dict[int, int], sharelist: int) -> int:
    """Makes a context; returns its handle, 0 for attributes that softgl lacks."""
    attributes = DEFAULTS | requested
    version = attributes[MAJOR_VERSION], attributes[MINOR_VERSION]
    format_, profile = attributes[FORMAT], attributes[PROFILE]
    why = None
    if unknown := requested.keys() - DEFAULTS.keys():
        why = f"{min(unknown):#x} is not an attribute of OSMesa"
    elif format_ not in FORMATS:
        why = f"softgl has no images of format {format_:#x}"
    elif (
        profile not in (CORE_PROFILE, COMPAT_PROFILE)
        or min(attributes[bits] for bits in (DEPTH_BITS, STENCIL_BITS, ACCUM_BITS)) < 0
    ):
        why = "an attribute has an illegal value"
    elif granted_version(version) is None:
        why = refusal("OpenGL", version)
    elif sharelist and sharelist not in _contexts:
        why = "the context to share with does not exist"
    if why:
        report(f"OSMesaCreateContext: {why}")
        return 0
    return _create(attributes, sharelist)


def _create(attributes, sharelist) -> int:
    """Makes a context with these attributes; returns its handle. The current context stays."""
    share = _contexts[sharelist].context if sharelist else None
    # The version is that of the latest context which is compatible with the requested one.
    profile = "core" if attributes[PROFILE] == CORE_PROFILE else "compatibility"
    try:
        off_screen = OffScreen(new_context(share, profile=profile), attributes)
    except GLError as error:
        report(f"OSMesaCreateContext: {error.description}")
        return 0
    off_screen.context.flushed = off_screen.write_image
    handle = next(_numbers)
    _contexts[handle] = off_screen
    _handles[off_screen.context] = handle
    return handle


# -- the functions of osmesa.h ---------------------------------------------------------------------


@entry_point("OSMesaCreateContext", "out void|format:enum|sharelist:in void")
def create_context(format_, sharelist):
    """Creates a context with 24 bits of depth and 8 of stencil, as Mesa does."""
    return _create_checked({FORMAT: format_, DEPTH_BITS: 24, STENCIL_BITS: 8}, sharelist)


@entry_point(
    "OSMesaCreateContextExt",
    "out void|format:enum|depthBits:int|stencilBits:int|accumBits:int|sharelist:in void",
)
def create_context_ext(format_, depth, stencil, accum, sharelist):
    """Creates a context with buffers of at least these bits."""
    requested = {FORMAT: format_, DEPTH_BITS: depth, STENCIL_BITS: stencil, ACCUM_BITS: accum}
    return _create_checked(requested, sharelist)


@entry_point("OSMesaCreateContextAttribs", "out void|attribList:in int|sharelist:in void")
def create_context_attribs(attributes, sharelist):
    """Creates a context from a list of attributes that ends with 0."""
    return _create_checked(dict(read_attributes(attributes, 0)), sharelist)


@entry_point("OSMesaDestroyContext", "void|ctx:in void")
def destroy_context(handle):
    """Destroys a context; a current one is released."""
    known = _contexts.get(handle)
    if known is not None and known is _current():
        _release_current()
    if _contexts.pop(handle, None) is not None:
        known.context.flushed = None


@entry_point(
    "OSMesaMakeCurrent",
    "boolean|ctx:in void|buffer:out void|type:enum|width:sizei|height:sizei",
)
def make_current(handle, buffer, type_, width, height):
    """Binds a context to an image of the program; 0 and 0 release the thread's context."""
    if not handle and not buffer:
        _release_current()
        return 1
    known = _contexts.get(handle)
    if known is None or not buffer:
        return 0
    if not (1 <= width <= MAX_FRAMEBUFFER_SIZE and 1 <= height <= MAX_FRAMEBUFFER_SIZE):
        return 0
    if (known.attributes[FORMAT], type_) not in LAYOUTS:
        report(
            f"OSMesaMakeCurrent: no image of format {known.attributes[FORMAT]:#x} has {type_:#x}"
        )
        return 0
    context, first, window = known.context, not known.buffer, None
    if first or (context.width, context.height) != (width, height):
        try:
            window = known.new_window(width, height)
        except MemoryError:
            return 0
    if known is not _current():
        _release_current()
    if window is not None:
        context.use_window(window, fit=first)
    known.buffer, known.type = buffer, type_
    context.make_current()
    return 1


@entry_point("OSMesaGetCurrentContext", "out void")
def get_current_context():
    """Returns the handle of the context that is current in this thread, or NULL."""
    context = current_context()
    return 0 if context is None else _handles.get(context, 0)


@entry_point("OSMesaPixelStore", "void|pname:int|value:int")
def pixel_store(pname, value):
    """Sets the memory layout of the current context's image."""
    known = _current()
    if known is None:
        return
    if pname == ROW_LENGTH and value >= 0:
        known.row_length = value
    elif pname == Y_UP:
        known.y_up = bool(value)
    else:
        report(f"OSMesaPixelStore: {pname:#x} cannot be {value}")


PARAMETERS = {
    WIDTH: lambda known: known.context.width,
    HEIGHT: lambda known: known.context.height,
    FORMAT: lambda known: known.attributes[FORMAT],
    TYPE: lambda known: known.type,
    ROW_LENGTH: lambda known: known.row_length,
    Y_UP: lambda known: int(known.y_up),
    MAX_WIDTH: lambda known: MAX_FRAMEBUFFER_SIZE,
    MAX_HEIGHT: lambda known: MAX_FRAMEBUFFER_SIZE,
}
"""The values of OSMesaGetIntegerv, of the current context; the largest sizes need none."""


@entry_point("OSMesaGetIntegerv", "void|pname:int|value:out int")
def get_integer(pname, value):
    """Writes a parameter of the current context."""
    known = _current()
    if pname not in PARAMETERS:
        report(f"OSMesaGetIntegerv: {pname:#x} is not a parameter")
    elif known is not None or pname in (MAX_WIDTH, MAX_HEIGHT):
        write_int(value, PARAMETERS[pname](known))


@entry_point(
    "OSMesaGetColorBuffer",
    "boolean|c:in void|width:out int|height:out int|format:out int|buffer:out void",
)
def get_color_buffer(handle, width, height, format_, buffer):
    """Writes the size, format and address of a context's image, after updating the image."""
    known = _contexts.get(handle)
    found = known is not None and bool(known.buffer)
    if found:
        known.write_image()
    sizes = (known.context.width, known.context.height) if found else (0, 0)
    for place, value in zip((width, height), sizes, strict=True):
        write_int(place, value)
    write_int(format_, known.attributes[FORMAT] if found else 0)
    write_pointer(buffer, known.buffer if found else 0)
    return int(found)


@entry_point(
    "OSMesaGetDepthBuffer",
    "boolean|c:in void|width:out int|height:out int|bytesPerValue:out int|buffer:out void",
)
def get_depth_buffer(handle, width, height, size, buffer):
    """Writes the size and the address of a copy of the depth buffer, bottom row first.

    Its values are integers of 16 or 32 bits, at most 2^bits - 1.
    """
    known = _contexts.get(handle)
    window = known and known.buffer and known.context.framebuffers.planes
    found = bool(window) and window.depth_plane is not None
    if found:
        words = known.drawn_window().read_depth(0, 0, window.width, window.height)
        dtype = np.uint16 if window.depth_format == "depth16" else np.uint32
        known.depths = np.ascontiguousarray(words, dtype)
    for place, value in zip(
        (width, height, size),
        (window.width, window.height, known.depths.itemsize) if found else (0, 0, 0),
        strict=True,
    ):
        write_int(place, value)
    write_pointer(buffer, known.depths.ctypes.data if found else 0)
    return int(found)


@entry_point("OSMesaColorClamp", "void|enable:boolean")
def color_clamp(enable):
    """Does nothing: the window's colours are bytes, which are clamped to [0, 1] anyway."""


@entry_point("OSMesaPostprocess", "void|osmesa:in void|filter:in char|enable_value:uint")
def postprocess(handle, name, value):
    """Does nothing: softgl has no filters, and Mesa ignores unknown ones."""
