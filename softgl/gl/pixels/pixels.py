"""Pixels in client memory: unpacking and packing (OpenGL 2.1, 3.6.4 and 4.3.2)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from functools import lru_cache
from math import prod

import numpy as np

from softgl.counts import counted
from softgl.formats.internal_formats import INTERNAL_FORMATS
from softgl.formats.storages import Storage
from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import (
    CONVERTERS,
    BadArgument,
    bad_argument,
    invalid_enum,
    invalid_operation,
    invalid_value,
    out_of_memory,
)
from softgl.gl.api.casts import cast
from softgl.gl.api.exporters import in_memory_order
from softgl.gl.api.groups import Group
from softgl.gl.api.memory import new_bytes
from softgl.gl.api.signature import EnumSet
from softgl.gl.pixels.image_moves import may_move, moved_to_texels
from softgl.gl.pixels.memory import check_packed, is_missing, makes_array, source, target
from softgl.gl.pixels.transfer import (
    PixelMaps,
    PixelTransfer,
    transfer_colors,
    transfer_depths,
    transfer_indices,
    transfer_stencil,
)
from softgl.pixels.conversion import unpack, unpack_depth_stencil, unpack_depths, unpack_values
from softgl.pixels.layouts import ALL, BitmapLayout, PixelStore, bitmap_layout, layout
from softgl.pixels.types import COLOR_FORMATS, INTEGER_FORMATS, PIXEL_FORMATS, PIXEL_TYPES
from softgl.records import dataclass
from softgl.tuning import limits


@dataclass
class Pixels(Group):
    """The pixel storage modes of both directions, pixel transfer, and zoom.

    zoom : x and y.
    """

    pack: PixelStore = field(default_factory=PixelStore)
    unpack: PixelStore = field(default_factory=PixelStore)
    transfer: PixelTransfer = field(default_factory=PixelTransfer)
    maps: PixelMaps = field(default_factory=PixelMaps)
    zoom: tuple[float, float] = (1.0, 1.0)


def enum_set(names) -> EnumSet:
    """Returns the set of enums with the given names of the specification, without GL_."""
    return EnumSet(" ".join(f"GL_{name}" for name in names))


def name_in(legal: EnumSet, value: int) -> str:
    """Returns an enum's name in the specification, without GL_."""
    return legal.names[value][len("GL_") :]


def component_type(storage: Storage) -> int:
    """Returns the enum by which queries name the component type of a storage."""
    if storage.signed_fixed:
        return gl.GL_SIGNED_NORMALIZED
    if storage.fixed:
        return gl.GL_UNSIGNED_NORMALIZED
    if storage.integer:
        return gl.GL_INT if storage.signed else gl.GL_UNSIGNED_INT
    return gl.GL_FLOAT if storage.filtered else gl.GL_INDEX


READ_FORMATS = enum_set(PIXEL_FORMATS)
RETURNED_FORMATS = enum_set(
    [*sorted(COLOR_FORMATS), "DEPTH_COMPONENT", "DEPTH_STENCIL_EXT", "STENCIL_INDEX"]
)
IMAGE_FORMATS = RETURNED_FORMATS | EnumSet("GL_COLOR_INDEX")
TYPES = enum_set(PIXEL_TYPES)


def to_rounded(kind: str) -> Callable:
    """Returns a GL type's converter that also rounds floats, as PyOpenGL does for positions."""
    convert = CONVERTERS[kind]

    def rounded(value):
        if not isinstance(value, (float, np.floating)):
            return convert(value)
        if not np.isfinite(value):
            raise invalid_value(f"{value} is not an integer")
        return convert(round(float(value)))

    return rounded


to_int, to_size = to_rounded("int"), to_rounded("sizei")
RECTANGLE = {"x": to_int, "y": to_int, "width": to_size, "height": to_size}
"""Converters of the parameters of a rectangle of pixels."""

MAX_PIXELS = 2**27
"""The largest number of pixels in one image; more are GL_OUT_OF_MEMORY."""


def check_pixel_count(*size: int) -> None:
    """Raises GL_OUT_OF_MEMORY for an image of more than MAX_PIXELS."""
    if prod(size) > MAX_PIXELS:
        raise out_of_memory(f"an image of {size} pixels is too large")


def pixel_words(format_: int, type_: int) -> tuple[str, str]:
    """Returns the names of a pixel format and a type; raises if they do not go together."""
    format_name, type_name = name_in(READ_FORMATS, format_), name_in(TYPES, type_)
    kind = PIXEL_TYPES[type_name]
    if format_name in INTEGER_FORMATS and kind.real:
        # EXT_texture_integer, "Errors": INVALID_ENUM "if <format> is one of the integer component
        # formats [...] and <type> is FLOAT".
        raise invalid_enum(f"GL_{format_name} has no components of GL_{type_name}")
    if type_name == "BITMAP" and format_name not in kind.formats:
        # OpenGL 2.1, 3.6.4: "If type is BITMAP and format is not COLOR_INDEX or STENCIL_INDEX then
        # the error INVALID_ENUM occurs."
        raise invalid_enum(f"GL_BITMAP goes with indices, not with GL_{format_name}")
    if format_name == "DEPTH_STENCIL_EXT" and format_name not in kind.formats:
        # EXT_packed_depth_stencil, "Errors".
        raise invalid_enum(f"GL_DEPTH_STENCIL_EXT goes with packed types, not with GL_{type_name}")
    if format_name not in kind.formats:
        # OpenGL 2.1, 3.6.4: "The error INVALID_OPERATION is generated if a mismatch occurs."
        legal = ", ".join(f"GL_{name}" for name in sorted(kind.formats))
        raise invalid_operation(f"GL_{type_name} goes with {legal}, not with GL_{format_name}")
    return format_name, type_name


def unpacked(ctx, data, format_, type_, size, dimensions: int, snorm=False) -> np.ndarray | None:
    """Returns the pixels (depth, height, width, 4) of a client image; None for no data.

    Pixel transfer is applied, which leaves integers unchanged. format_, type_ : their names.
    size : width, height, depth. snorm : True if they go to a signed normalized format.
    """
    if format_ == "COLOR_INDEX":
        indices = unpacked_values(ctx, data, format_, type_, size, dimensions)
        return None if indices is None else transfer_indices(ctx, indices)
    found = elements_of(ctx, data, format_, type_, size, dimensions)
    if found is None:
        return None
    integer = format_ in INTEGER_FORMATS
    if not snorm and not integer and may_move(ctx, prod(size), depths=False):
        plain = INTERNAL_FORMATS["RGBA8" if type_ == "UNSIGNED_BYTE" else "RGBA32F_ARB"]
        texels = np.empty((*size[::-1], plain.storage.words), np.uint32)
        if moved_to_texels(ctx, *found, (format_, type_), plain, texels):
            return plain.pixels(texels)
    pixels = unpack(*found, format_, type_, ctx.pixels.unpack.swap_bytes, snorm)
    return pixels if integer else transfer_colors(ctx, pixels)


def unpacked_values(ctx, data, format_: str, type_: str, size, dimensions: int):
    """Returns the indices, depths or words (depth, height, width) of a client image, untransferred.

    None for no data. size : width, height, depth.
    """
    if type_ == "BITMAP":
        bits = unpacked_bitmap(ctx, data, *size[:2])
        return None if bits is None else bits[np.newaxis]
    found = elements_of(ctx, data, format_, type_, size, dimensions)
    return None if found is None else unpack_values(*found, ctx.pixels.unpack.swap_bytes)


def unpacked_depths(ctx, data, type_: str, size, dimensions: int) -> np.ndarray | None:
    """Returns the depths of a client image as float64, after pixel transfer, unclamped."""
    values = unpacked_values(ctx, data, "DEPTH_COMPONENT", type_, size, dimensions)
    return None if values is None else transfer_depths(ctx, unpack_depths(values))


def unpacked_stencil(ctx, data, type_: str, size, dimensions: int) -> np.ndarray | None:
    """Returns the stencil indices of a client image, int64, after pixel transfer, unmasked."""
    values = unpacked_values(ctx, data, "STENCIL_INDEX", type_, size, dimensions)
    return None if values is None else transfer_stencil(ctx, values)


def unpacked_depth_stencil(ctx, data, type_: str, size, dimensions: int):
    """Returns the depths and stencil indices of a client's packed image, after pixel transfer.

    Two arrays (depth, height, width): float64, unclamped, and int64, unmasked; None for no data.
    """
    found = elements_of(ctx, data, "DEPTH_STENCIL_EXT", type_, size, dimensions)
    if found is None:
        return None
    depths, stencil = unpack_depth_stencil(*found, ctx.pixels.unpack.swap_bytes)
    return transfer_depths(ctx, depths), transfer_stencil(ctx, stencil)


def unpacked_bitmap(ctx, data, width: int, height: int) -> np.ndarray | None:
    """Returns the bits (height, width), uint8 of 0 and 1, of a client bitmap; None for no data."""
    if is_missing(ctx, data):
        return None
    plan = bitmap_layout(ctx.pixels.unpack, width, height)
    memory = source(ctx, data, np.uint8, plan.end, _rows("UNPACK", ctx.pixels.unpack))
    if plan.end > limits.MAX_CACHED_BITMAP_BYTES:
        return plan.unpack(memory)
    return _unpacked_bitmap(plan, memory[: plan.end].tobytes())


@lru_cache(maxsize=512)
def _unpacked_bitmap(plan: BitmapLayout, memory: bytes) -> np.ndarray:
    """Unpacks a small bitmap, cached: characters repeat."""
    bits = plan.unpack(np.frombuffer(memory, np.uint8))
    bits.flags.writeable = False
    return bits


def _rows(side, store):
    """Returns the reminder that rows are aligned, for errors about an image's size."""
    return f"; rows begin at multiples of GL_{side}_ALIGNMENT, {store.alignment}"


def elements_of(ctx, data, format_, type_, size, dimensions):
    """Returns the elements of an image in client memory and their layout; None for no data."""
    if is_missing(ctx, data):
        return None
    if ctx.explainer is not None:
        ctx.explainer.unpacks(ctx, data, format_, type_, size)
    store = ctx.pixels.unpack
    plan = layout(store, format_, type_, size, dimensions)
    dtype = PIXEL_TYPES[type_].dtype
    return source(ctx, data, dtype, plan.end, _rows("UNPACK", store)), plan


def array_and_size(pixels, count: int, type_: str):
    """Returns the array and the size of an image for PyOpenGL's typed call forms.

    The array has the shape (width[, height][, n]). The size is width, height and depth, and
    `count` of these come from the shape.
    """
    try:
        array = cast(in_memory_order(pixels), PIXEL_TYPES[type_].dtype)
    except Exception as error:
        raise bad_argument("pixels: an array is needed", error) from None
    if array.ndim < count:
        raise BadArgument(
            f"pixels: {counted(count, 'axis', 'axes')} needed for the size of the image"
        )
    return array, (*array.shape[:count], 1, 1)[:3]


TIGHT = PixelStore(alignment=1)


def deliver(ctx, size, format_: str, type_: str, array, output_type, write, part=None, limit=None):
    """Returns the pixels of an image to the application, in PyOpenGL's forms.

    They go into `array`, by GL's packing modes, or into the bound buffer object; without either,
    tightly into a new array of the shape (width[, height[, depth]][, n]), for UNSIGNED_BYTE into
    bytes unless output_type says otherwise.
    size : of the image, one number per axis. write : (elements of memory, their layout, True to
        swap bytes). part : the rows and columns that it writes, as slices; None: all. A new array
        has zeros elsewhere. limit : of bytes; see `check_packed`.
    """
    store, kind = ctx.pixels.pack, PIXEL_TYPES[type_]
    whole_size = (*size, 1, 1)[:3]
    if not makes_array(ctx, array):
        plan = layout(store, format_, type_, whole_size, len(size))
        check_packed(ctx, plan.end * kind.dtype.itemsize, limit)
        hint, written = _rows("PACK", store), plan if part is None else plan.part(*part)
        memory, write_back = target(ctx, array, kind.dtype, plan.end, hint, written.places)
        write(memory, plan, store.swap_bytes)
        write_back()
        return array
    plan = layout(TIGHT, format_, type_, whole_size, len(size))
    check_packed(ctx, plan.end * kind.dtype.itemsize, limit)
    count, as_bytes = prod(plan.shape), type_ == "UNSIGNED_BYTE" and output_type is bytes
    if as_bytes and count:
        result, elements = new_bytes(count)
    else:
        result, elements = b"", np.empty(count, kind.dtype)
    if part is not None:
        elements.fill(0)
    write(elements, plan, False)
    _set_tight(store)
    if as_bytes:
        return result
    group = plan.shape[3]
    return elements.reshape([*size, *([group] if group > 1 else [])])


def _set_tight(store):
    """Sets the packing modes that PyOpenGL sets for a new array."""
    store.swap_bytes = store.lsb_first = False
    store.alignment, store.skip_images, store.image_height = 1, 0, 0


def deliver_bitmap(ctx, bits, array, part=ALL, limit=None):
    """Returns bits (height, width), 0 or 1, as `deliver` does pixels; a new bitmap is bytes."""
    if not makes_array(ctx, array):
        return write_bitmap(ctx, bits, array, part, limit)
    found = np.packbits(bits, axis=-1).tobytes()
    check_packed(ctx, len(found), limit)
    _set_tight(ctx.pixels.pack)
    return found


def write_bitmap(ctx, bits, array, part=ALL, limit=None):
    """Writes bits (height, width) of 0 and 1 as a bitmap into `array`; see `deliver`.

    part : the rows and columns to write, as slices.
    """
    store = ctx.pixels.pack
    plan = bitmap_layout(store, *bits.shape[::-1])
    check_packed(ctx, plan.end, limit)
    memory, write_back = target(ctx, array, np.uint8, plan.end, _rows("PACK", store))
    plan.write(memory, bits, part)
    write_back()
    return array


TYPED = {
    "b": gl.GL_BYTE,
    "f": gl.GL_FLOAT,
    "i": gl.GL_INT,
    "s": gl.GL_SHORT,
    "ub": gl.GL_UNSIGNED_BYTE,
    "ui": gl.GL_UNSIGNED_INT,
    "us": gl.GL_UNSIGNED_SHORT,
}
"""The suffixes of PyOpenGL's image functions with a fixed type."""
