"""gluScaleImage and gluBuild...Mipmaps (GLU 1.3, chapter 3)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

from softgl import gl
from softgl.glu.functions import function, integer
from softgl.glu.resampling import Pixels, Refused, elements, pixel_store, read, resized, write

UPLOADS = {1: gl.glTexImage1D, 2: gl.glTexImage2D, 3: gl.glTexImage3D}
MAX_SIZES = {1: gl.GL_MAX_TEXTURE_SIZE, 2: gl.GL_MAX_TEXTURE_SIZE, 3: gl.GL_MAX_3D_TEXTURE_SIZE}


@function("gluScaleImage")
def scale_image(format, wIn, hIn, typeIn, dataIn, wOut, hOut, typeOut, dataOut):
    """Scales an image, and perhaps changes its type; returns 0, or an error number."""
    width, height, *size = (integer(x) for x in (wIn, hIn, wOut, hOut))
    try:
        _check(width, height, *size)
        source, wanted = (Pixels.of(integer(format), integer(type_)) for type_ in (typeIn, typeOut))
    except Refused as refused:
        return refused.code
    values = read(dataIn, source, (width, height, 1), pixel_store("UNPACK"), 2)
    values = resized(values, (*size, 1), linear=True) / source.limits * wanted.limits
    write(dataOut, values, wanted, pixel_store("PACK"))
    return 0


def _check(*sizes):
    """Raises Refused for an image without pixels."""
    if min(sizes) < 1:
        raise Refused("INVALID_VALUE")


def nearest_power(size: int) -> int:
    """Returns the power of two nearest to a size; the greater one of two."""
    low = 1 << size.bit_length() - 1
    return low if 2 * size < 3 * low else 2 * low


_PLAIN = {
    gl.GL_UNPACK_SWAP_BYTES: 0, gl.GL_UNPACK_LSB_FIRST: 0, gl.GL_UNPACK_ROW_LENGTH: 0,
    gl.GL_UNPACK_SKIP_ROWS: 0, gl.GL_UNPACK_SKIP_PIXELS: 0, gl.GL_UNPACK_IMAGE_HEIGHT: 0,
    gl.GL_UNPACK_SKIP_IMAGES: 0, gl.GL_UNPACK_ALIGNMENT: 1,
}  # fmt: skip
"""The pixel storage modes of images without gaps."""


@contextmanager
def _plain_memory() -> Iterator[None]:
    """Sets plain pixel storage modes within the block, and restores the program's afterwards."""
    # Core contexts have no glPushClientAttrib.
    buffer = int(gl.glGetIntegerv(gl.GL_PIXEL_UNPACK_BUFFER_BINDING))
    before = {mode: int(gl.glGetIntegerv(mode)) for mode in _PLAIN}
    try:
        gl.glBindBuffer(gl.GL_PIXEL_UNPACK_BUFFER, 0)
        for mode, value in _PLAIN.items():
            gl.glPixelStorei(mode, value)
        yield
    finally:
        gl.glBindBuffer(gl.GL_PIXEL_UNPACK_BUFFER, buffer)
        for mode, value in before.items():
            gl.glPixelStorei(mode, value)


def _upload(target, level, internal_format, values, format_, type_, pixels):
    """Specifies a level of a texture; a bitmap is passed as unsigned bytes."""
    dimensions = _dimensions(target)
    *size, _ = values.shape
    if pixels.type == "BITMAP":
        type_, pixels = gl.GL_UNSIGNED_BYTE, Pixels(pixels.format, "UNSIGNED_BYTE")
    data = np.ascontiguousarray(elements(values, pixels))
    lengths = size[::-1][:dimensions]
    UPLOADS[dimensions](target, level, internal_format, *lengths, 0, format_, type_, data)


def _dimensions(target) -> int:
    return {gl.GL_TEXTURE_1D: 1, gl.GL_PROXY_TEXTURE_1D: 1,
            gl.GL_TEXTURE_3D: 3, gl.GL_PROXY_TEXTURE_3D: 3}.get(target, 2)  # fmt: skip


def _build(dimensions, target, internal_format, size, format_, type_, data, levels=None) -> int:
    """Specifies the levels of a texture, each half as large as the one before.

    levels : the level of the data, and the first and last level to specify; the size must then be
        powers of two. Without it, the image is scaled to the nearest powers of two.
    """
    target, format_, type_ = integer(target), integer(format_), integer(type_)
    size = [integer(x) for x in size]
    try:
        _check(*size)
        pixels = Pixels.of(format_, type_)
        own, first, last = _levels(size, levels)
    except Refused as refused:
        return refused.code
    store = pixel_store("UNPACK")
    values = read(data, pixels, (size + [1, 1])[:3], store, dimensions)
    if levels is None:
        most = int(gl.glGetIntegerv(MAX_SIZES[dimensions]))
        size = [min(nearest_power(length), most) for length in size]
        last = max(size).bit_length() - 1
        values = _stored(resized(values, (size + [1, 1])[:3]), pixels)
    with _plain_memory():
        for level in range(own, last + 1):
            if level > own:
                size = [max(1, length // 2) for length in size]
                values = _stored(resized(values, (size + [1, 1])[:3]), pixels)
            if level >= first:
                _upload(target, level, internal_format, values, format_, type_, pixels)
    return 0


def _levels(size, levels):
    if levels is None:
        return 0, 0, 0
    own, first, last = (integer(level) for level in levels)
    whole = all(length & (length - 1) == 0 for length in size)
    if not whole or not 0 <= own <= first <= last <= own + max(size).bit_length() - 1:
        raise Refused("INVALID_VALUE")
    return own, first, last


def _stored(values, pixels):
    """Rounds components as in a stored image: each level derives from the one above."""
    return values if pixels.kind.real else np.floor(values + 0.5)


@function("gluBuild1DMipmaps")
def build_1d(target, internalFormat, width, format, type, data):
    """Specifies all levels of a texture from an image of any width; returns 0 or an error."""
    return _build(1, target, internalFormat, (width,), format, type, data)


@function("gluBuild2DMipmaps")
def build_2d(target, internalFormat, width, height, format, type, data):
    """Specifies all levels of a texture from an image of any size; returns 0 or an error."""
    return _build(2, target, internalFormat, (width, height), format, type, data)


@function("gluBuild3DMipmaps")
def build_3d(target, internalFormat, width, height, depth, format, type, data):
    """Specifies all levels of a texture from an image of any size; returns 0 or an error."""
    return _build(3, target, internalFormat, (width, height, depth), format, type, data)


@function("gluBuild1DMipmapLevels")
def build_1d_levels(target, internalFormat, width, format, type, level, base, max, data):
    """Specifies levels `base` to `max` of a texture from the image of `level`."""
    levels = level, base, max
    return _build(1, target, internalFormat, (width,), format, type, data, levels)


@function("gluBuild2DMipmapLevels")
def build_2d_levels(target, internalFormat, width, height, format, type, level, base, max, data):
    """Specifies levels `base` to `max` of a texture from the image of `level`."""
    size, levels = (width, height), (level, base, max)
    return _build(2, target, internalFormat, size, format, type, data, levels)


@function("gluBuild3DMipmapLevels")
def build_3d_levels(
    target, internalFormat, width, height, depth, format, type, level, base, max, data
):  # fmt: skip
    """Specifies levels `base` to `max` of a texture from the image of `level`."""
    size, levels = (width, height, depth), (level, base, max)
    return _build(3, target, internalFormat, size, format, type, data, levels)
