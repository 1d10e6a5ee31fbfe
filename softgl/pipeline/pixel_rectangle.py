"""Rectangles of pixels as fragments: what glDrawPixels, glCopyPixels and glBitmap rasterise.

Each pixel of the framebuffer belongs to one pixel of the image at most, so a rectangle is drawn
many blocks at a time, a lane for each of their pixels. From the fragment program on, the formulas
are those of triangles.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np

from softgl.formats import host
from softgl.lanes import F32, I32, U32, Engine
from softgl.pipeline.coverage import clamped_depth
from softgl.pipeline.draw import fragment_arrays
from softgl.pipeline.fragment import shade, shading_signature
from softgl.pipeline.fragment_inputs import Fragments
from softgl.pipeline.framebuffer import BLOCK, Framebuffer
from softgl.pipeline.keys import FragmentKey
from softgl.pipeline.link import PRIMARY, RASTER_POSITION
from softgl.pipeline.per_fragment import FragmentTests, write_fragment
from softgl.pipeline.resources import Resources

IMAGE_COLOR = RASTER_POSITION.row(PRIMARY)  # what the colours of an image take the place of
BLOCKS_AT_ONCE = 1 << 12  # bounds the memory of a call


@dataclass(frozen=True)
class RectanglePlace:
    """Which pixel of an image each pixel of the framebuffer shows.

    columns, rows : for each column and row of the framebuffer from (x, y) on, that of the image.
    """

    x: int
    y: int
    columns: np.ndarray
    rows: np.ndarray

    def within(self, left, low, right, high) -> RectanglePlace:
        """The part within a box, without right and high."""
        x, y = max(self.x, left), max(self.y, low)
        columns = self.columns[x - self.x : max(right - self.x, x - self.x)]
        rows = self.rows[y - self.y : max(high - self.y, y - self.y)]
        return RectanglePlace(x, y, columns, rows)


def place_image(size, corner, zoom, limits) -> RectanglePlace:
    """Where an image lies; size : columns and rows. corner : window x, y. zoom : of x and y.

    limits : width and height of the framebuffer. OpenGL 2.1, 3.6.4: a fragment for each pixel whose
    centre is "inside, or on the bottom or left boundary" of an image's pixel.
    """
    first, indices = zip(*map(_place_axis, size, corner, zoom, limits), strict=True)
    return RectanglePlace(*first, *indices)


def _place_axis(count, start, zoom, limit):
    """The first pixel of an axis that shows the image, and the index of each pixel from it on."""
    start, zoom = float(start), float(zoom)
    nothing = 0, np.zeros(0, np.intp)
    ends = (start, start + zoom * count)
    if not zoom or not count or not all(map(np.isfinite, ends)):
        return nothing
    low = int(np.ceil(min(max(min(ends) - 0.5, 0.0), float(limit))))
    high = int(np.ceil(min(max(max(ends) - 0.5, 0.0), float(limit))))
    if low >= high:
        return nothing
    centers = np.arange(low, high) + 0.5
    # A pixel owns the lower end of its range: floor upwards, and the number before downwards.
    along = (centers - start) / zoom
    indices = np.floor(along) if zoom > 0 else np.ceil(along) - 1
    return low, np.clip(indices, 0, count - 1).astype(np.intp)


@dataclass(frozen=True)
class RectangleKey:
    """Shapes the kernel. source : what the image has, "color" or "depth", or "bitmap"."""

    fragment: FragmentKey
    source: str


@dataclass
class RectangleCall:
    """Everything that drawing a rectangle depends on.

    image : (rows, columns, 4) colours, float32 or uint8 with 255 for 1.0, or (rows, columns) float
        depths, which are clamped as fragments are, or (rows, columns) bits, as the source says.
    raster : float32, the data of the raster position, by the rows of `link.RASTER_POSITION`; of its
        window position only z and 1/w count.
    depth_range : the least and the greatest depth, where depths are clamped to them.
    Everything else is as in a DrawCall.
    """

    key: RectangleKey
    image: np.ndarray
    place: RectanglePlace
    raster: np.ndarray
    fragment_resources: Resources
    blend_color: np.ndarray
    fog: np.ndarray
    tests: FragmentTests
    depth_range: tuple[float, float]

    @property
    def fragment(self) -> FragmentKey:
        return self.key.fragment


def rectangle_fragments(m, key: RectangleKey, a, index, x, y) -> Fragments:
    """The fragments of a rectangle; index : their elements of the image. x, y : their pixels."""

    def raster(element):
        return m.at(a.raster, m.i32(element))

    def interpolant(source, component):
        if key.source == "color" and source.front == IMAGE_COLOR:
            return m.load(a.image, index, a.image_stride * component)
        return raster(source.front + component)

    depth = m.load(a.image, index) if key.source == "depth" else raster(2)
    return Fragments(
        m, key.fragment, a, x, y,
        # ARB_depth_clamp, "Issues": a fragment's depth is clamped to the range that is current when
        # the bitmap or image is drawn, whatever it was for the raster position.
        depth=clamped_depth(m, key.fragment, a, depth),
        inverse_w=raster(3),
        front=m.true,
        primitive=m.i32(0),
        interpolant=interpolant,
    )  # fmt: skip


SCALARS = (("image_stride", I32),)
ARRAYS = (("image", F32), ("shown", U32), ("raster", F32), ("blocks", I32))


def draw_pixels(m, a, index, key: RectangleKey):
    """Draw blocks; index : their elements, one block after the other."""
    block = m.group_number(index)
    left, low, offset = (m.at(a.blocks, block * 3 + i) for i in range(3))
    x = left + ((index >> 2) & 1) * 2 + (index & 1)
    y = low + ((index >> 3) & 1) * 2 + ((index >> 1) & 1)
    with m.where(m.load(a.shown, index) != 0, skip=True):
        fragments = rectangle_fragments(m, key, a, index, x, y)
        shaded = shade(m, key.fragment, a, fragments)
        target = m.further(index, offset)
        write_fragment(m, key.fragment, a, target, shaded, tested=False)


def draw_rectangle(engine: Engine, framebuffer: Framebuffer, call: RectangleCall) -> None:
    """Draw a rectangle of pixels into the framebuffer."""
    with framebuffer.aligned() as aligned:
        _draw(engine, aligned, call)


def _draw(engine, framebuffer, call):
    place = visible(call.place, framebuffer, call.tests.box)
    if not place.columns.size or not place.rows.size:
        return
    kernel = engine.kernel(("rectangle", call.key), partial(_rectangle_kernel, call.key))
    shared = fragment_arrays(framebuffer, call) | {"raster": call.raster}
    if not call.fragment.clips_depths:
        shared["depth_range"] = np.array(call.depth_range, np.float32)
    # A call costs 30 microseconds besides its pixels, so blocks of several rows go together.
    across, upward = _blocks(place.x, place.columns.size), _blocks(place.y, place.rows.size)
    columns, inside = _taken(place.columns, across[:, None] * BLOCK + ELEMENT_X - place.x)
    step = max(1, BLOCKS_AT_ONCE // across.size)
    for rows_of_blocks in (upward[first : first + step] for first in range(0, upward.size, step)):
        y = rows_of_blocks[:, None]
        rows, within = _taken(place.rows, y * BLOCK + ELEMENT_Y - place.y)
        image, shown = _image_part(call, rows[:, None], columns, inside & within[:, None])
        scalars = {
            "blocks_x": framebuffer.blocks_x,
            "plane_elements": framebuffer.elements,
            "image_stride": shown.size,
        }
        blocks = _block_records(framebuffer, across, y)
        kernel.run(scalars, shared | {"image": image, "shown": shown, "blocks": blocks}, shown.size)


def _rectangle_kernel(key):
    signature = shading_signature(key.fragment, SCALARS, ARRAYS)
    return signature, partial(draw_pixels, key=key)


def visible(place: RectanglePlace, framebuffer: Framebuffer, box=None) -> RectanglePlace:
    """The part of a place within the framebuffer, and within a box: left, low, right, high."""
    place = place.within(0, 0, framebuffer.width, framebuffer.height)
    return place.within(*box) if box else place


# The column and the row of each element of a block.
_ELEMENT = np.arange(BLOCK * BLOCK)
ELEMENT_X = ((_ELEMENT >> 2) & 1) * 2 + (_ELEMENT & 1)
ELEMENT_Y = ((_ELEMENT >> 3) & 1) * 2 + ((_ELEMENT >> 1) & 1)


def _blocks(first, count):
    """The numbers of the blocks along an axis that have pixels `first` ... `first + count - 1`."""
    return np.arange(first // BLOCK, -(-(first + count) // BLOCK))


def _block_records(framebuffer, x, y):
    """The array `blocks` for blocks x, of rows y (n, 1).

    For each block its lowest x and y in pixels, and how much further its elements are in the planes
    of the framebuffer than in the arrays of the image.
    """
    place = y * framebuffer.blocks_x + x
    records = np.empty((*place.shape, 3), np.int32)
    records[..., 0], records[..., 1] = x * BLOCK, y * BLOCK
    own = np.arange(place.size).reshape(place.shape)
    records[..., 2] = (place - own) * (BLOCK * BLOCK)
    return records.reshape(-1)


def _taken(indices, places):
    """indices[places], and which places are within it; others give any index."""
    inside = (places >= 0) & (places < indices.size)
    return indices[np.clip(places, 0, indices.size - 1)], inside


def _image_part(call, rows, columns, inside):
    """The arrays `image` and `shown` for the elements of blocks, each (rows, columns, 16)."""
    values, inside = call.image[rows, columns], inside.reshape(-1)
    if call.key.source == "bitmap":
        return np.zeros(1, np.float32), (values.reshape(-1) & inside).astype(np.uint32)
    if values.dtype == np.uint8:
        values = host.from_bytes(values)
    components = values.reshape(inside.size, -1).T
    return np.ascontiguousarray(components, np.float32).reshape(-1), inside.astype(np.uint32)


# -- what goes to depth and stencil planes directly ------------------------------------------------


def write_stencil(framebuffer: Framebuffer, place: RectanglePlace, indices, mask: int) -> None:
    """Write stencil indices (rows, columns), integers, where a `visible` place shows them.

    mask : the bits that are written.
    """
    plane = framebuffer.stencil_plane
    mask &= 0xFF
    values = (indices[np.ix_(place.rows, place.columns)] & mask).astype(np.uint8)
    stored = plane.read(place.x, place.y, place.columns.size, place.rows.size)[0]
    plane.write(place.x, place.y, (stored & np.uint8(~mask & 0xFF) | values)[np.newaxis])


def write_depth(framebuffer: Framebuffer, place: RectanglePlace, depths) -> None:
    """Write depths (rows, columns), as far as the plane holds them, where a `visible` place is."""
    with np.errstate(all="ignore"):
        values = np.asarray(depths[np.ix_(place.rows, place.columns)], np.float32)
    words = host.encoded(framebuffer.depth_storage.depth, values)
    framebuffer.depth_plane.write(place.x, place.y, words[np.newaxis])
