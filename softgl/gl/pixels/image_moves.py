"""Images moved by kernels between client memory, textures and the framebuffer.

Each function returns True if it has moved the image. If not, the host must: for pixel transfer,
swapped bytes, a rare type, or too few pixels.
"""

from __future__ import annotations

import numpy as np

from softgl.formats.forms import Form, are_copies, texel_form
from softgl.formats.internal_formats import InternalFormat
from softgl.gl.fragments.clamping import clamps
from softgl.gl.pixels.transfer import changes_colors, changes_depths
from softgl.pipeline.images.pixel_kernels import Rectangle, Rows
from softgl.pipeline.planes.planes import Plane
from softgl.pipeline.support.threads import copy_in_threads
from softgl.pixels.forms import client_form
from softgl.pixels.layouts import Layout
from softgl.pixels.types import LUMINANCE_FORMATS, PIXEL_TYPES
from softgl.records import dataclass
from softgl.tuning import limits


@dataclass(frozen=True, eq=False)
class Placed:
    """An image in an array. elements : 1-D, of the form's type. plan : their layout."""

    form: Form
    elements: np.ndarray
    plan: Layout

    def rows(self, slice_: int) -> Rows:
        """Returns the rows of a slice."""
        first = self.plan.start + slice_ * self.plan.strides[0]
        return Rows(self.form, self.elements[first:], self.plan.strides[1])


def _texels(format_: InternalFormat, texels: np.ndarray) -> Placed | None:
    """Returns texels (depth, height, width, words) as an image; texels of a row are contiguous."""
    form = texel_form(format_)
    if form is None or not texels.size:
        return None
    plan = Layout(texels.shape, tuple(stride // texels.itemsize for stride in texels.strides), 0)
    if texels.flags.c_contiguous:
        return Placed(form, texels.reshape(-1), plan)
    elements = np.lib.stride_tricks.as_strided(texels, (plan.end,), (texels.itemsize,))
    return Placed(form, elements, plan)


def clamps_reads(ctx) -> bool:
    """True if colours are clamped to [0, 1] when they are read; integers never are."""
    planes = ctx.read_framebuffer.colors[:1]
    integer = any(plane is not None and plane.storage.integer for plane in planes)
    return not integer and clamps(ctx, "read", planes)


def _client(elements, plan: Layout, words, swap, snorm) -> Placed | None:
    """Returns an image in client memory; words : the names of format and type."""
    form = client_form(*words, snorm)
    own = PIXEL_TYPES[words[1]].dtype.itemsize
    if form is None or (swap and own > 1):
        return None
    size = form.element.dtype.itemsize
    bytes_ = [own * count for count in (*plan.strides[:2], plan.start)]
    if elements.ctypes.data % size or any(count % size for count in bytes_):
        return None
    raw = elements.view(np.uint8)
    depth_stride, row, start = (count // size for count in bytes_)
    shape = (*plan.shape[:3], form.words)
    placed = Layout(shape, (depth_stride, row, form.words, 1), start)
    return Placed(form, raw[: raw.size // size * size].view(form.element.dtype), placed)


def _lie_alike(words, format_, snorm, plan: Layout, texels) -> bool:
    """True if an image in client memory equals the texels byte for byte, without gaps."""
    if not plan.is_tight or not texels.flags.c_contiguous:
        return False
    source, target = client_form(*words, snorm), texel_form(format_)
    return source is not None and target is not None and are_copies(source, target)


def _moved(ctx, source: Placed | None, target: Placed | None) -> bool:
    if source is None or target is None:
        return False
    depth, height, width, _ = source.plan.shape
    strides = source.plan.strides, target.plan.strides
    if all(each[0] == height * each[1] for each in strides):  # all slices form one image
        depth, height = 1, depth * height
    if not depth * height * width:
        return True
    ends = ((source.rows(number), target.rows(number)) for number in range(depth))
    return all(ctx.moves.to_rows(*both, (width, height)) for both in ends)


def may_move(ctx, pixels: int, depths: bool) -> bool:
    """True if kernels may move an image: enough pixels, and no pixel transfer."""
    if pixels < limits.MIN_KERNEL_IMAGE:
        return False
    return not (changes_depths(ctx) if depths else changes_colors(ctx))


def moved_to_texels(ctx, elements, plan: Layout, words, format_, texels) -> bool:
    """Moves an image in client memory to texels (depth, height, width, words); see `may_move`."""
    swap, snorm = ctx.pixels.unpack.swap_bytes, format_.storage.signed_fixed
    if not swap and _lie_alike(words, format_, snorm, plan, texels):
        target = texels.reshape(-1).view(elements.dtype)
        copy_in_threads(ctx.threads, target, elements[plan.start : plan.end])
        return True
    return _moved(ctx, _client(elements, plan, words, swap, snorm), _texels(format_, texels))


def moved_from_texels(ctx, format_, texels, elements, plan: Layout, words, swap) -> bool:
    """Moves texels to client memory, for glGetTexImage, which does no pixel transfer."""
    if texels.size < limits.MIN_KERNEL_IMAGE:
        return False
    snorm = format_.storage.signed_fixed
    return _moved(ctx, _texels(format_, texels), _client(elements, plan, words, swap, snorm))


def moved_from_framebuffer(ctx, place, elements, plan, words, swap) -> bool:
    """Moves a rectangle inside the read framebuffer to client memory."""
    depths = words[0] == "DEPTH_COMPONENT"
    if not may_move(ctx, place[2] * place[3], depths) or words[0] in LUMINANCE_FORMATS:
        return False
    plane = _plane(ctx, depths)
    if plane is None:
        return False
    target = _client(elements, plan, words, swap, plane.storage.signed_fixed)
    clamped = not depths and clamps_reads(ctx)
    return target is not None and _read(ctx, plane, place, target, clamped)


def _plane(ctx, depths) -> Plane | None:
    frame = ctx.read_framebuffer
    return frame.depth_plane if depths else frame.colors[0]


def moved_to_texture(ctx, place, format_, texels) -> bool:
    """Moves a rectangle of the read framebuffer to texels (height, width, words): CopyTexImage."""
    x, y, width, height = place
    if not may_move(ctx, width * height, format_.has_depth):
        return False
    plane, target = _plane(ctx, format_.has_depth), _texels(format_, texels[np.newaxis])
    if plane is None or target is None or min(x, y) < 0:
        return False
    within = x + width <= plane.width and y + height <= plane.height
    return within and _read(ctx, plane, place, target, False)


def _read(ctx, plane, place, target, clamped):
    x, y, *size = place
    return ctx.moves.to_rows(Rectangle(plane, x, y), target.rows(0), size, clamped)
