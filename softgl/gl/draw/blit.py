"""glBlitFramebuffer: rectangles from the read framebuffer to the draw framebuffer.

ARB_framebuffer_object, 4.3.3. The centre of each destination pixel falls into a source pixel, which
is copied; LINEAR mixes the four pixels around it, within the source buffer.
"""

from __future__ import annotations

from copy import copy
from dataclasses import replace

import numpy as np

from softgl.formats import host
from softgl.formats.storages import ColorFormat
from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_enum, invalid_operation, invalid_value
from softgl.gl.api.command import command
from softgl.gl.api.kinds import Kind
from softgl.gl.api.signature import EnumSet
from softgl.gl.textures.es_images import component_sizes
from softgl.pipeline.images.pixel_kernels import Rectangle, SampledPixels
from softgl.pipeline.planes.framebuffer import Framebuffer
from softgl.pipeline.planes.resolve import resolved
from softgl.records import dataclass

BITS = gl.GL_COLOR_BUFFER_BIT | gl.GL_DEPTH_BUFFER_BIT | gl.GL_STENCIL_BUFFER_BIT
FILTERS = EnumSet("GL_NEAREST GL_LINEAR")


@dataclass(frozen=True)
class Axis:
    """The written pixels of one axis of the destination, from `first` to `last`.

    centres : the source coordinate of each pixel's centre, float64, in pixels.
    """

    first: int
    centres: np.ndarray

    @property
    def count(self) -> int:
        return len(self.centres)

    def part(self, mask) -> Axis:
        """Returns the pixels that a mask selects; they are consecutive."""
        number = np.flatnonzero(mask)
        start = int(number[0]) if len(number) else 0
        return Axis(self.first + start, self.centres[mask])


def axis(source0, source1, target0, target1, size, limits) -> Axis:
    """Returns an axis of a blit, clipped to source and destination; its ends may be reversed.

    size : pixels of the source. limits : first and end of the writable pixels.
    """
    low, high = min(target0, target1), max(target0, target1)
    low, high = max(low, limits[0]), min(high, limits[1])
    if source0 == source1 or low >= high:
        return Axis(0, np.zeros(0))
    pixels = np.arange(low, high, dtype=np.float64) + 0.5
    centres = source0 + (pixels - target0) * (source1 - source0) / (target1 - target0)
    return Axis(low, centres).part((centres >= 0) & (centres < size))


def _window(plane, columns, rows):
    """Returns the words of a plane that contain columns and rows, and both relative to these."""
    left, low = int(columns.min()), int(rows.min())
    size = int(columns.max()) + 1 - left, int(rows.max()) + 1 - low
    return plane.read(left, low, *size), columns - left, rows - low


def _under(a: Axis) -> np.ndarray:
    """Returns the source pixels that contain centres."""
    return np.floor(a.centres).astype(np.int32)


def _around(a: Axis, size):
    """Finds the pixels (2, n) before and after centres, and the weights of the latter: float32."""
    whole = np.floor(a.centres - 0.5)
    places = np.stack([whole, whole + 1]).clip(0, size - 1).astype(np.int32)
    return places, (a.centres - 0.5 - whole).astype(np.float32)


def _nearest(plane, x: Axis, y: Axis):
    """Returns the words of a plane (words, rows, columns) at the centres."""
    words, columns, rows = _window(plane, _under(x), _under(y))
    return words[:, rows][:, :, columns]


def _linear(plane, x: Axis, y: Axis):
    """Returns the colours of a plane (rows, columns, 4), mixed of four around each centre."""
    (columns, across), (rows, up) = _around(x, plane.width), _around(y, plane.height)
    words, (left, right), (low, high) = _window(plane, columns, rows)
    colors = host.unpack(plane.storage, np.moveaxis(words, 0, -1))
    with np.errstate(all="ignore"):
        across, up = across[None, :, None], up[:, None, None]
        mixed = [
            colors[row][:, left] * (1 - across) + colors[row][:, right] * across
            for row in (low, high)
        ]
        return mixed[0] * (1 - up) + mixed[1] * up


def _sampled_pixels(plane, x: Axis, y: Axis, linear) -> SampledPixels:
    """Returns the arguments of a kernel that does the same from the plane."""
    if not linear:
        return SampledPixels(plane, (_under(x),), (_under(y),))
    (columns, across), (rows, up) = _around(x, plane.width), _around(y, plane.height)
    return SampledPixels(plane, tuple(columns), tuple(rows), (across, up))


def _kind(storage):
    """Returns the kind of numbers: signed or unsigned integers; None for all others.

    OpenGL 3.3, 4.3.3, refuses nothing between fixed-point and floating-point values, which
    ARB_framebuffer_object does.
    """
    return storage.result if storage.integer else None


def _colors(read: Framebuffer, frame: Framebuffer, filter_):
    """Returns the (source, target) pairs of colour planes; refuses other kinds of numbers."""
    source = read.colors[0]
    targets = [plane for plane in frame.colors if plane is not None and source is not None]
    for target in targets:
        if _kind(target.storage) != _kind(source.storage):
            raise invalid_operation("the colour formats are of different kinds of numbers")
        if source.storage.integer and filter_ != gl.GL_NEAREST:
            raise invalid_operation("filter: integers are never mixed, use GL_NEAREST")
    return [(source, target) for target in targets]


def _depths_and_indices(framebuffers, mask, read: Framebuffer, frame: Framebuffer, filter_):
    """Returns the (source, target) pairs of depth and stencil planes; refuses other formats."""
    pairs, beside = [], (None, None)
    if mask & gl.GL_DEPTH_BUFFER_BIT:
        pairs.append((read.depth_plane, frame.depth_plane))
    if mask & gl.GL_STENCIL_BUFFER_BIT:
        pairs.append((read.stencil_plane, frame.stencil_plane))
        # OpenGL 3.3, 4.3.3: INVALID_OPERATION if "the source and destination depth and stencil
        # buffer formats do not match", so of two images with both, also the depths.
        if None not in pairs[-1]:
            beside = framebuffers.depths_beside_stencil()
    if pairs and filter_ != gl.GL_NEAREST:
        raise invalid_operation("filter: depth and stencil are never mixed, use GL_NEAREST")
    # "If a buffer is specified in <mask> and does not exist in both [...] framebuffers, the
    # corresponding bit is silently ignored."
    pairs = [pair for pair in pairs if None not in pair]
    compared = pairs if None in beside else [*pairs, beside]
    if any(source.format != target.format for source, target in compared):
        raise invalid_operation("the depth formats differ")
    return pairs


def _check_samples(read: Framebuffer, frame: Framebuffer, same_size: bool) -> None:
    """Refuses scaling and conversion with samples; same_size : of the two rectangles."""
    if read.samples == frame.samples == 1:
        return
    if 1 < read.samples != frame.samples > 1:
        raise invalid_operation(
            f"pixels are read that have {read.samples} samples, and written with {frame.samples}"
        )
    # ARB_framebuffer_object, 4.3.3: "if the dimensions of the source and destination rectangles
    # provided to BlitFramebuffer are not identical". It has the same of formats, which OpenGL 4.4
    # took back: programs resolve floats into bytes, and drivers let them.
    if not same_size:
        raise invalid_operation("pixels of several samples are not stretched")


def _check_es(framebuffers, mask, read: Framebuffer, frame, pairs, same_place: bool) -> None:
    """Refuses what OpenGL ES does (3.0, 4.3.3); same_place : True for two equal rectangles."""
    if any(source is target for source, target in pairs):
        # "If the source and destination buffers are identical, an INVALID_OPERATION error".
        raise invalid_operation("the source and the destination are one buffer")
    if frame.samples > 1:
        # "If the value of SAMPLE_BUFFERS for the draw framebuffer is greater than zero".
        raise invalid_operation("the draw framebuffer has several samples")
    if read.samples > 1 and not same_place:
        raise invalid_operation("pixels of several samples are copied to the same place only")
    sizes = _component_sizes(framebuffers, read, frame) if mask & gl.GL_COLOR_BUFFER_BIT else ()
    if read.samples > 1 and (
        any(source.format != target.format for source, target in pairs)
        or any(of_one != sizes[0] for of_one in sizes)
    ):
        raise invalid_operation("pixels of several samples are not converted")


def _component_sizes(framebuffers, read: Framebuffer, frame: Framebuffer) -> list[dict[str, int]]:
    """Returns the sizes of components that the formats of the colour buffers name."""
    buffers = [(framebuffers.read, framebuffers.read.read_buffer, read.colors[0])]
    drawn = framebuffers.draw
    buffers += [(drawn, *each) for each in zip(drawn.draw_buffers, frame.colors, strict=True)]
    return [component_sizes(*each) for each in buffers if each[2] is not None]


def _of_samples(ctx, source, target):
    """Returns the (source, target) pairs of planes with one sample that make two planes."""
    if source.samples == target.samples:
        return list(zip(source.sample_planes, target.sample_planes, strict=True))
    # "the value of the source sample is replicated in each of the destination samples."
    return [(resolved(source, ctx.moves), each) for each in target.sample_planes]


def _linear_view(plane):
    """Returns a plane of the same memory that decodes sRGB when read, and encodes when written."""
    if not isinstance(plane.format, ColorFormat) or not plane.format.srgb:
        return plane
    plane.data  # noqa: B018 (a pending clear belongs to one plane)
    view = copy(plane)
    view.format = replace(plane.format, storage=plane.format.linear.name, srgb=False)
    return view


def _converted(pairs, linear):
    """Returns pairs of planes as FRAMEBUFFER_SRGB has them: linear between reading and writing.

    OpenGL 3.3, 4.3.3, lets values be "written to each of the draw buffers [...] just as with
    CopyPixels", and nothing but the scissor test affect them. OpenGL 4.4 settled it: an enabled
    FRAMEBUFFER_SRGB converts on both sides. Equal formats need no conversion without a mixture.
    """
    views = {plane: _linear_view(plane) for pair in pairs for plane in pair}
    return [
        (source, target)
        if source.format == target.format and not linear
        else (views[source], views[target])
        for source, target in pairs
    ]


def _size(planes) -> tuple[int, int]:
    """Returns the width and height that planes have in common."""
    return min(plane.width for plane in planes), min(plane.height for plane in planes)


def _copy(ctx, pairs, x, y, linear):
    """Copies between (source, target) planes. linear : only colour planes, filtered."""
    sources, targets = ({pair[side] for pair in pairs} for side in (0, 1))
    # Where planes are the same, all is read before anything is written.
    left = [
        (source, target)
        for source, target in pairs
        if sources & targets
        or not ctx.moves.to_plane(
            _sampled_pixels(source, x, y, linear), Rectangle(target, x.first, y.first)
        )
    ]
    take = _linear if linear else _nearest
    copies = {source: take(source, x, y) for source in dict.fromkeys(source for source, _ in left)}
    for source, target in left:
        part = copies[source]
        if not linear and source.format != target.format:
            part = host.unpack(source.storage, np.moveaxis(part, 0, -1))
        if linear or source.format != target.format:
            part = np.moveaxis(host.pack_colors(target.format, part), -1, 0)
        target.write(x.first, y.first, part)


@command("glBlitFramebuffer", listed=False, kind=Kind.BLIT)
def blit_framebuffer(ctx, x0, y0, x1, y1, to_x0, to_y0, to_x1, to_y1, mask, filter_):
    """Copies a rectangle, scaled and mirrored by its corners; only the scissor test applies."""
    if mask & ~BITS:
        raise invalid_value(f"mask: {mask:#x} has bits that name no buffer")
    if filter_ not in FILTERS:
        raise invalid_enum(f"filter: {FILTERS.describe(filter_)}")
    ctx.batch.flush()
    read, frame = ctx.framebuffers.reading(), ctx.framebuffers.planned()
    pairs = _depths_and_indices(ctx.framebuffers, mask, read, frame, filter_)
    if mask & gl.GL_COLOR_BUFFER_BIT:
        pairs += _colors(read, frame, filter_)
    same_size = abs(x1 - x0) == abs(to_x1 - to_x0) and abs(y1 - y0) == abs(to_y1 - to_y0)
    _check_samples(read, frame, same_size)
    if ctx.es:
        same_place = (x0, y0, x1, y1) == (to_x0, to_y0, to_x1, to_y1)
        _check_es(ctx.framebuffers, mask, read, frame, pairs, same_place)
    if not pairs or ctx.queries.discards or ctx.selection.active:
        return
    # "limited to the intersection of the source buffers being transferred", and so on: whatever
    # else is attached.
    width, height = _size([source for source, _ in pairs])
    left, low, right, high = ctx.scissor.within(*_size([target for _, target in pairs]))
    x = axis(x0, x1, to_x0, to_x1, width, (left, right))
    y = axis(y0, y1, to_y0, to_y1, height, (low, high))
    if not x.count or not y.count:
        return
    ctx.framebuffers.drawing()
    pairs = [each for pair in pairs for each in _of_samples(ctx, *pair)]
    linear = not same_size and filter_ == gl.GL_LINEAR
    if ctx.color.srgb:
        pairs = _converted(pairs, linear)
    _copy(ctx, pairs, x, y, linear)
