"""Makes the calls that restore the contents of the window and of multisampled images.

Colours, depths and stencil indices are drawn by glDrawPixels. If the samples of pixels differ, the
picture of the last sample is drawn to all samples, that of the one before to all but the last, and
so on, by glSampleCoverage. The context is in its initial state before and after these calls.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from softgl.formats import host
from softgl.formats.storages import BYTES
from softgl.gl.api import enums as gl
from softgl.pipeline.planes.framebuffer import word_of_depth
from softgl.pipeline.planes.planes import Plane
from softgl.pixels.conversion import pack_values
from softgl.pixels.types import PIXEL_TYPES
from softgl.records import dataclass

Calls = Iterator[tuple]

_BYTES = "RGBA", "UNSIGNED_BYTE"
_ACCUM_ONE = 2**15 - 1  # 1 in the accumulation buffer
_COPY = b"!!NVfp4.0\nMOV.S result.color, fragment.color;\nEND"
"""Integer colours can be drawn by fragment programs only."""
_ATTACHMENTS = {"depth": gl.GL_DEPTH_ATTACHMENT, "stencil": gl.GL_STENCIL_ATTACHMENT}
_NO_COLORS = ("glColorMask", (False,) * 4), ("glColorMask", (True,) * 4)


def window(ctx) -> Calls:
    """Yields the calls that draw the window's contents; none for initial contents."""
    if not (ctx.width and ctx.height):
        return
    yield from _accumulated(ctx)
    planes = ctx.framebuffers.planes
    if planes.depth_plane is not None:
        yield from _depths(planes.depth_plane, word_of_depth(planes.depth_format, 1.0))
    if planes.stencil_plane is not None:
        yield from _stencil(planes.stencil_plane)
    yield from _colors(planes.colors[0])


@dataclass(frozen=True)
class Attached:
    """An image with contents: a renderbuffer, or a layer of a multisample texture.

    command : the command that attaches it. attach, detach : its arguments after the attachment
        point, to attach and to detach it. planes : "color", "depth" or "stencil" -> plane.
    """

    command: str
    attach: tuple
    detach: tuple
    planes: dict[str, Plane]


def drawn_again(ctx, images: Sequence[Attached]) -> Calls:
    """Yields the calls that draw the contents of images, through a temporary framebuffer object."""
    drawn = []
    for image in images:
        for kind, draw in (("color", _colors), ("depth", _depths), ("stencil", _stencil)):
            plane = image.planes.get(kind)
            calls = [] if plane is None else list(draw(plane))
            if calls and kind == "color" and plane.storage.integer:
                calls = _by_program(ctx, calls)
            if calls:
                drawn.append((image, kind, calls))
    if not drawn:
        return
    framebuffer = max(ctx.framebuffers.objects, default=0) + 1
    yield "glGenFramebuffers", (1,), 0, {}, (framebuffer,)
    yield "glBindFramebuffer", (gl.GL_FRAMEBUFFER, framebuffer)
    for image, kind, calls in drawn:
        at = gl.GL_COLOR_ATTACHMENT0 if kind == "color" else _ATTACHMENTS[kind]
        yield "glDrawBuffer", (at if kind == "color" else gl.GL_NONE,)
        yield "glReadBuffer", (gl.GL_NONE,)
        yield image.command, (gl.GL_FRAMEBUFFER, at, *image.attach)
        yield from calls
        yield image.command, (gl.GL_FRAMEBUFFER, at, *image.detach)
    yield "glDeleteFramebuffers", (1, (framebuffer,))


def _by_program(ctx, calls) -> list[tuple]:
    """Wraps calls in a temporary fragment program."""
    target, name = gl.GL_FRAGMENT_PROGRAM_ARB, max(ctx.programs.objects, default=0) + 1
    form = gl.GL_PROGRAM_FORMAT_ASCII_ARB
    return [
        ("glBindProgramARB", (target, name)),
        ("glProgramStringARB", (target, form, len(_COPY), _COPY)),
        ("glEnable", (target,)),
        *calls,
        ("glDisable", (target,)),
        ("glDeleteProgramsARB", (1, (name,))),
    ]


# -- planes ----------------------------------------------------------------------------------------


def _colors(plane: Plane) -> Calls:
    storage, words = plane.storage, ("RGBA", "FLOAT")
    if storage is BYTES:
        words = _BYTES
    elif storage.integer:
        words = "RGBA_INTEGER", "INT" if storage.signed else "UNSIGNED_INT"
    calls = list(_samples(plane, lambda each: _read_colors(each, words), words))
    if calls and words[1] == "FLOAT":
        clamped = gl.GL_CLAMP_FRAGMENT_COLOR_ARB
        yield "glClampColorARB", (clamped, gl.GL_FALSE)
        yield from calls
        yield "glClampColorARB", (clamped, gl.GL_FIXED_ONLY_ARB)
    else:
        yield from calls


def _read_colors(plane: Plane, words) -> np.ndarray:
    colors = plane.read_color(0, 0, plane.width, plane.height)
    return np.ascontiguousarray(colors, PIXEL_TYPES[words[1]].dtype)


def _depths(plane: Plane, initial: int = 0) -> Calls:
    """Yields the calls that draw depths; initial : the words of a new plane."""
    words = "DEPTH_COMPONENT", "FLOAT" if plane.format == "depth32f" else "UNSIGNED_INT"

    def read(each):
        stored = each.read(0, 0, each.width, each.height)[0]
        depths = host.depths(each.storage, stored)[..., np.newaxis]
        return pack_values(depths, PIXEL_TYPES[words[1]])

    calls = list(_samples(plane, read, words, initial))
    if calls:
        yield "glEnable", (gl.GL_DEPTH_TEST,)
        yield "glDepthFunc", (gl.GL_ALWAYS,)
        yield _NO_COLORS[0]
        yield from calls
        yield "glDisable", (gl.GL_DEPTH_TEST,)
        yield "glDepthFunc", (gl.GL_LESS,)
        yield _NO_COLORS[1]


def _samples(plane: Plane, read: Callable, words, initial: int = 0) -> Calls:
    """Yields the calls that draw all samples of a plane; none for initial contents.

    initial : the words of a new plane.
    """
    if (plane.data == initial).all():
        return
    pictures = [read(each) for each in plane.sample_planes]
    if all(np.array_equal(picture, pictures[0]) for picture in pictures):
        yield from _drawn(words, pictures[0])
        return
    yield from _covering(pictures, lambda picture: _drawn(words, picture))


def _covering(pictures, drawn: Callable) -> Calls:
    """Draws the picture of each sample to it and to earlier samples, the last sample first."""
    yield "glEnable", (gl.GL_SAMPLE_COVERAGE,)
    for number in reversed(range(len(pictures))):
        yield "glSampleCoverage", ((number + 1) / len(pictures), False)
        yield from drawn(pictures[number])
    yield "glSampleCoverage", (1.0, False)
    yield "glDisable", (gl.GL_SAMPLE_COVERAGE,)


def _stencil(plane: Plane) -> Calls:
    if not plane.data.any():
        return
    pictures = [each.read(0, 0, each.width, each.height)[0] for each in plane.sample_planes]
    if all(np.array_equal(picture, pictures[0]) for picture in pictures):
        yield from _drawn(("STENCIL_INDEX", "UNSIGNED_BYTE"), pictures[0][..., np.newaxis])
        return
    # glDrawPixels writes stencil indices to all samples; drawn bit by bit, to some samples.
    yield _NO_COLORS[0]
    yield "glEnable", (gl.GL_STENCIL_TEST,)
    yield "glStencilOp", (gl.GL_REPLACE,) * 3
    yield from _covering(pictures, _stencil_bits)
    yield "glStencilOp", (gl.GL_KEEP,) * 3
    yield "glStencilFunc", (gl.GL_ALWAYS, 0, 2**32 - 1)
    yield "glStencilMask", (2**32 - 1,)
    yield "glDisable", (gl.GL_STENCIL_TEST,)
    yield _NO_COLORS[1]


def _stencil_bits(picture) -> Calls:
    for bits, reference in ((255, 0), *((1 << bit, 255) for bit in range(8))):
        places = np.ones(picture.shape, bool) if reference == 0 else picture & bits != 0
        if places.any():
            yield "glStencilFunc", (gl.GL_ALWAYS, reference, 255)
            yield "glStencilMask", (bits,)
            rows = np.packbits(places, axis=1).tobytes()
            height, width = picture.shape
            yield from _at_the_corner("glBitmap", (width, height, 0.0, 0.0, 0.0, 0.0, rows))


def _drawn(words, pixels) -> Calls:
    """Yields the calls that draw a picture of a whole plane, (height, width, n)."""
    height, width = pixels.shape[:2]
    enums = (getattr(gl, f"GL_{word}") for word in words)
    yield from _at_the_corner("glDrawPixels", (width, height, *enums, pixels))


def _at_the_corner(command, arguments) -> Calls:
    """Wraps a pixel draw: at the lower left corner, without padding."""
    yield "glPixelStorei", (gl.GL_UNPACK_ALIGNMENT, 1)
    yield "glWindowPos2i", (0, 0)
    yield command, arguments
    yield "glPixelStorei", (gl.GL_UNPACK_ALIGNMENT, 4)
    yield "glWindowPos3f", (0.0, 0.0, 0.0)


def counted_samples(ctx, count: int) -> Calls:
    """Yields draws of `count` samples for a query, without colours; at most 64 full windows."""
    samples = ctx.framebuffers.planes.samples
    yield _NO_COLORS[0]
    for width, height in _rectangles(max(1, count // samples), ctx.width, ctx.height):
        yield from _drawn(_BYTES, np.zeros((height, width, 4), np.uint8))
    yield _NO_COLORS[1]


def _rectangles(count, width, height):
    """Sizes of rectangles of together `count` pixels, at most 64 times the whole area."""
    whole, left = divmod(count, width * height)
    sizes = [(width, height)] * min(whole, 64)
    rows, rest = divmod(left, width)
    return [*sizes, *([(width, rows)] if rows else []), *([(rest, 1)] if rest else [])]


def _accumulated(ctx) -> Calls:
    """Yields the calls that fill the accumulation buffer: from -1 on, two exact sums of bytes."""
    plane = ctx.framebuffers.accumulated
    if plane is None:
        return
    values = plane.read_color(0, 0, ctx.width, ctx.height)
    counts = np.rint(values * _ACCUM_ONE).astype(np.int32) + _ACCUM_ONE
    if (counts == _ACCUM_ONE).all():
        return
    yield "glClearAccum", (-1.0,) * 4
    yield "glClear", (gl.GL_ACCUM_BUFFER_BIT,)
    yield "glClearAccum", (0.0,) * 4
    for step in (1, 256):
        yield from _drawn(_BYTES, (counts // step % 256).astype(np.uint8))
        yield "glAccum", (gl.GL_ACCUM, 255 * step / _ACCUM_ONE)
    yield "glClear", (gl.GL_COLOR_BUFFER_BIT,)
