"""The calls that draw again what has been drawn to the window.

Its colours, depths and stencil indices are drawn as pixels, and before them, as sums of such
pictures, what the accumulation buffer holds.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from softgl.gl.api import enums as gl
from softgl.gl.pixels.image_moves import moved_from_framebuffer
from softgl.gl.pixels.read_pixels import read_color, read_depths, read_stencil
from softgl.pixels.conversion import pack_values
from softgl.pixels.layouts import Layout, PixelStore, layout
from softgl.pixels.types import PIXEL_TYPES

Calls = Iterator[tuple]

_PLANES = {
    ("DEPTH_COMPONENT", "UNSIGNED_INT"): (2**32 - 1,
        (("glEnable", (gl.GL_DEPTH_TEST,)), ("glDepthFunc", (gl.GL_ALWAYS,)),
         ("glColorMask", (False,) * 4)),
        (("glDisable", (gl.GL_DEPTH_TEST,)), ("glDepthFunc", (gl.GL_LESS,)),
         ("glColorMask", (True,) * 4)),
    ),
    ("STENCIL_INDEX", "UNSIGNED_BYTE"): (0, (), ()),
    ("RGBA", "UNSIGNED_BYTE"): (0, (), ()),
}  # fmt: skip
"""The planes of the window as glDrawPixels takes them.

Of each what a new one is filled with, and what is called before and after.
"""
_COLORS = "RGBA", "UNSIGNED_BYTE"
_WHOLE = 2**15 - 1  # 1 in the accumulation buffer


def window(ctx) -> Calls:
    """What has been drawn to the window; nothing where it is as it was made.

    The context of these calls is in its initial state, and is so again after them.
    """
    if not (ctx.width and ctx.height):
        return
    yield from _accumulated(ctx)
    framebuffers, size = ctx.framebuffers, (ctx.width, ctx.height)
    bound_before, framebuffers.read = framebuffers.read, framebuffers.window
    buffer_before, framebuffers.window.read_buffer = framebuffers.window.read_buffer, gl.GL_BACK
    try:
        pictures = {words: _pixels(ctx, size, words) for words in _PLANES}
    finally:
        framebuffers.window.read_buffer = buffer_before
        framebuffers.read = bound_before
    for words, (initial, before, after) in _PLANES.items():
        if (pictures[words] != initial).any():
            yield from before
            yield from _drawn(words, pictures[words])
            yield from after


def _drawn(words, pixels) -> Calls:
    """What draws a picture of the whole window: (height, width, n)."""
    height, width = pixels.shape[:2]
    yield "glPixelStorei", (gl.GL_UNPACK_ALIGNMENT, 1)
    yield "glWindowPos2i", (0, 0)
    yield "glDrawPixels", (width, height, *(getattr(gl, f"GL_{word}") for word in words), pixels)
    yield "glPixelStorei", (gl.GL_UNPACK_ALIGNMENT, 4)
    yield "glWindowPos3f", (0.0, 0.0, 0.0)


def _accumulated(ctx) -> Calls:
    """What the accumulation buffer holds: from -1 on, twice a byte is added, which is exact."""
    plane = ctx.framebuffers.accumulated
    if plane is None:
        return
    values = plane.read_color(0, 0, ctx.width, ctx.height)
    counts = np.rint(values * _WHOLE).astype(np.int32) + _WHOLE
    if (counts == _WHOLE).all():
        return
    yield "glClearAccum", (-1.0,) * 4
    yield "glClear", (gl.GL_ACCUM_BUFFER_BIT,)
    yield "glClearAccum", (0.0,) * 4
    for step in (1, 256):
        yield from _drawn(_COLORS, (counts // step % 256).astype(np.uint8))
        yield "glAccum", (gl.GL_ACCUM, 255 * step / _WHOLE)
    yield "glClear", (gl.GL_COLOR_BUFFER_BIT,)


def room(size, words) -> tuple[np.ndarray, Layout]:
    """An array for an image of (width, height, depth) in a pixel format and type."""
    plan = layout(PixelStore(alignment=1), *words, size, 3)
    return np.empty(plan.shape, PIXEL_TYPES[words[1]].dtype), plan


def _pixels(ctx, size, words) -> np.ndarray:
    """What is read of the bound framebuffer, whatever pixel transfer would make of it."""
    place = 0, 0, *size
    pixels, plan = room((*size, 1), words)
    if words[0] == "STENCIL_INDEX":
        pixels[0, ..., 0] = read_stencil(ctx, *place)
    elif not moved_from_framebuffer(ctx, place, pixels.reshape(-1), plan, words, swap=False):
        if words[0] == "DEPTH_COMPONENT":
            depths = read_depths(ctx, *place)[np.newaxis, ..., np.newaxis]
            pixels[...] = pack_values(depths, PIXEL_TYPES[words[1]])
        else:
            pixels[...] = read_color(ctx, *place)
    return pixels[0]
