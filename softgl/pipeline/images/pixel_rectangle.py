"""Rectangles of pixels as fragments, for glDrawPixels, glCopyPixels and glBitmap.

Each pixel of the framebuffer belongs to one pixel of the image at most, so a rectangle is drawn
many blocks at a time, a lane for each of their pixels. From the fragment program on, the formulas
are those of triangles. The samples of a pixel may belong to several pixels of the image: a
rectangle is drawn for the samples with the same ones, and again for others.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np

from softgl.formats import host
from softgl.formats.numbers import UNORM8
from softgl.lanes import F32, I32, U8, U32, Engine, KernelRequest, Signature
from softgl.pipeline.fragments.coverage import clamped_depth
from softgl.pipeline.fragments.fragment import shade, shading_signature
from softgl.pipeline.fragments.fragment_inputs import Fragments
from softgl.pipeline.fragments.per_fragment import FragmentTests, write_fragment
from softgl.pipeline.keys.kernel_keys import FragmentKey
from softgl.pipeline.keys.link import PRIMARY, RASTER_POSITION
from softgl.pipeline.keys.resources import Resources
from softgl.pipeline.planes.framebuffer import BLOCK, Framebuffer
from softgl.pipeline.planes.samples import SAMPLE_POSITIONS, SAMPLE_UNITS_PER_PIXEL
from softgl.pipeline.support.threads import in_threads
from softgl.pipeline.tiles.fragment_arrays import fragment_arrays
from softgl.records import dataclass
from softgl.tuning import limits

IMAGE_COLOR = RASTER_POSITION.row(PRIMARY)  # what the colours of an image take the place of


@dataclass(frozen=True)
class RectanglePlace:
    """The pixel of an image that each pixel of the framebuffer shows.

    columns, rows : for each column and row of the framebuffer from (x, y) on, that of the image.
    samples : a bit for each sample that shows it, the lowest for the first.
    """

    x: int
    y: int
    columns: np.ndarray
    rows: np.ndarray
    samples: int = 1

    def within(self, left, low, right, high) -> RectanglePlace:
        """The part within a box, without right and high."""
        x, y = max(self.x, left), max(self.y, low)
        columns = self.columns[x - self.x : max(right - self.x, x - self.x)]
        rows = self.rows[y - self.y : max(high - self.y, y - self.y)]
        return RectanglePlace(x, y, columns, rows, self.samples)


def place_image(size, corner, zoom, limits, samples: int = 1) -> list[RectanglePlace]:
    """Places an image, for all samples of pixels; samples with the same pixels share a place.

    size : columns and rows. corner : window x, y. zoom : of x and y. limits : width and height of
    the framebuffer. samples : of each pixel; of one it is the pixel's centre. OpenGL 2.1, 3.6.4 and
    3.6.6: fragments where these are "inside, or on the bottom or left boundary" of an image's
    pixel.
    """
    places = {}
    for number, position in enumerate(SAMPLE_POSITIONS[samples]):
        within = [0.5 + at / SAMPLE_UNITS_PER_PIXEL for at in position]
        axes = map(_place_axis, size, corner, zoom, limits, within)
        first, indices = zip(*axes, strict=True)
        shown = (*first, *(index.tobytes() for index in indices))
        before = places[shown].samples if shown in places else 0
        places[shown] = RectanglePlace(*first, *indices, before | 1 << number)
    return list(places.values())


def _place_axis(count, start, zoom, limit, within):
    """The first pixel of an axis that shows the image, and the index of each pixel from it on.

    within : where in a pixel it is looked at.
    """
    start, zoom = float(start), float(zoom)
    nothing = 0, np.zeros(0, np.intp)
    ends = (start, start + zoom * count)
    if not zoom or not count or not all(map(np.isfinite, ends)):
        return nothing
    low = int(np.ceil(min(max(min(ends) - within, 0.0), float(limit))))
    high = int(np.ceil(min(max(max(ends) - within, 0.0), float(limit))))
    if low >= high:
        return nothing
    centers = np.arange(low, high) + within
    # A pixel owns the lower end of its range: floor upwards, and the number before downwards.
    along = (centers - start) / zoom
    indices = np.floor(along) if zoom > 0 else np.ceil(along) - 1
    return low, np.clip(indices, 0, count - 1).astype(np.intp)


@dataclass(frozen=True)
class RectangleKey:
    """Shapes the kernel. source : what the image has, a key of `SOURCE_TYPES`."""

    fragment: FragmentKey
    source: str


@dataclass
class RectangleCall:
    """Everything that drawing a rectangle depends on.

    image : 1-D, row after row, what the source says.
    size : columns and rows of the image. places : of `place_image`.
    raster : float32, the data of the raster position, by the rows of `link.RASTER_POSITION`; of its
        window position only z and 1/w count.
    depth_range : the least and the greatest depth, where depths are clamped to them.
    Everything else is as in a DrawCall.
    """

    key: RectangleKey
    image: np.ndarray
    size: tuple[int, int]
    places: list[RectanglePlace]
    raster: np.ndarray
    fragment_resources: Resources
    blend_color: np.ndarray
    fog: np.ndarray
    tests: FragmentTests
    depth_range: tuple[float, float]

    @property
    def fragment(self) -> FragmentKey:
        return self.key.fragment


SOURCE_TYPES = {"color": F32, "bytes": U32, "integers": U32, "depth": F32, "bitmap": U8}
"""Contents of images, and their type in memory.

Four floats for each pixel, which are clamped as fragments are; or a word of four bytes, 255 for
1.0; four integers; a float depth, clamped as those of fragments are; or a bit, 0 or 1.
"""
COLOR_SOURCES = frozenset({"color", "bytes", "integers"})


def rectangle_fragments(m, key: RectangleKey, a, pixel, x, y) -> Fragments:
    """The fragments of a rectangle; pixel : their numbers in the image. x, y : their pixels."""

    def raster(element):
        return m.load_unchecked(a.raster, m.i32(element))

    def color(component):
        if key.source == "bytes":
            return UNORM8.unpack(m, m.gather(a.image, pixel) >> 8 * component & 0xFF)
        value = m.gather(a.image, pixel * 4 + component)
        if key.source == "integers":
            return value
        # ARB_color_buffer_float issue 6: "The fragment color clamp control."
        return m.saturate(value) if key.fragment.clamped else value

    covered, samples = None, key.fragment.shape.samples
    if samples > 1:
        covered = [(a.samples & (1 << number)) != 0 for number in range(samples)]

    def interpolant(source, component):
        if key.source in COLOR_SOURCES and source.front == IMAGE_COLOR:
            return color(component)
        return raster(source.front + component)

    depth = m.gather(a.image, pixel) if key.source == "depth" else raster(2)
    # ARB_depth_clamp, "Issues": a fragment's depth is clamped to the range that is current when the
    # bitmap or image is drawn, whatever it was for the raster position.
    depth = clamped_depth(m, key.fragment, depth)
    fragments = Fragments(
        m, key.fragment, a, x, y,
        depth=depth,
        inverse_w=raster(3),
        front=m.true,
        primitive=m.i32(0),
        interpolant=interpolant,
        covered=covered,
        depths=[depth],
    )  # fmt: skip
    if not key.fragment.per_sample or samples == 1:
        return fragments
    return replace(fragments, at_sample=fragments.only_sample)


# The image's columns; the first pixel and how many; the first block, and how many are in a row; the
# samples that are drawn.
RECTANGLE_SCALARS = tuple(
    (name, I32)
    for name in "image_columns x y width height block_x block_y blocks_across samples".split()
)


def draw_pixels(m, a, index, key: RectangleKey):
    """Draws blocks; index : their elements, block after block."""
    number = m.group_number(index)
    up = number / a.blocks_across
    block_x, block_y = a.block_x + number - up * a.blocks_across, a.block_y + up
    x = block_x * BLOCK + ((index >> 2) & 1) * 2 + (index & 1)
    y = block_y * BLOCK + ((index >> 3) & 1) * 2 + ((index >> 1) & 1)
    pixel, shown = shown_pixels(m, a, key, x, y)
    with m.where(shown, skip=True):
        fragments = rectangle_fragments(m, key, a, pixel, x, y)
        place = block_y * a.blocks_x + block_x
        target = m.further(index, (place - number) * (BLOCK * BLOCK))
        for one in fragments.invocations():
            shaded = shade(m, key.fragment, a, one)
            write_fragment(m, key.fragment, a, target, shaded, tested=False)


def shown_pixels(m, a, key: RectangleKey, x, y):
    """Returns the image's pixel for (x, y), I32, and True where there is one, BOOL."""
    column, row = x - a.x, y - a.y
    shown = (column >= 0) & (column < a.width) & (row >= 0) & (row < a.height)
    pixel = m.gather(a.rows, row) * a.image_columns + m.gather(a.columns, column)
    if key.source == "bitmap":
        shown = shown & (m.gather(a.image, pixel) != 0)
    return pixel, shown


def draw_rectangle(engine: Engine, framebuffer: Framebuffer, call: RectangleCall, threads: int):
    """Draws a rectangle of pixels into the framebuffer."""
    with framebuffer.aligned() as aligned:
        for place in call.places:
            _draw(engine, aligned, call, place, threads)


def _draw(engine, framebuffer, call, place, threads):
    place = visible(place, framebuffer, call.tests.box)
    width, height = place.columns.size, place.rows.size
    if not width or not height:
        return
    kernel = engine.kernel(kernel_of_rectangles(call.key))
    columns, rows = place.columns.astype(np.int32), place.rows.astype(np.int32)
    arrays = fragment_arrays(framebuffer, call) | {
        "raster": call.raster, "image": call.image, "columns": columns, "rows": rows,
    }  # fmt: skip
    if not call.fragment.clips_depths:
        arrays["depth_range"] = np.array(call.depth_range, np.float32)
    left, right = place.x // BLOCK, -(-(place.x + width) // BLOCK)
    low, high = place.y // BLOCK, -(-(place.y + height) // BLOCK)
    scalars = {
        "blocks_x": framebuffer.blocks_x, "plane_elements": framebuffer.elements,
        "image_columns": call.size[0], "x": place.x, "y": place.y,
        "width": width, "height": height, "block_x": left, "blocks_across": right - left,
        "samples": place.samples,
    }  # fmt: skip

    def run(first, last):
        count = (last - first) * (right - left) * BLOCK * BLOCK
        kernel.run({**scalars, "block_y": first}, arrays, count)

    # A call costs 30 microseconds besides its pixels, so blocks of several rows go together.
    step = max(1, limits.RECTANGLE_CHUNK_BLOCKS // (right - left))
    spans = [(first, min(first + step, high)) for first in range(low, high, step)]
    in_threads(threads if engine.can.run_natively else 1, run, spans)


def rectangle_signature(key: RectangleKey, scalars) -> Signature:
    """The arguments of a kernel that shades the fragments of a rectangle."""
    arrays = ("image", SOURCE_TYPES[key.source]), ("raster", F32), ("columns", I32), ("rows", I32)
    return shading_signature(key.fragment, scalars, arrays)


def kernel_of_rectangles(key: RectangleKey) -> KernelRequest:
    """The kernel that draws rectangles."""
    return KernelRequest(("rectangle", key), partial(_rectangle_kernel, key))


def _rectangle_kernel(key):
    return rectangle_signature(key, RECTANGLE_SCALARS), partial(draw_pixels, key=key)


def visible(place: RectanglePlace, framebuffer: Framebuffer, box=None) -> RectanglePlace:
    """The part of a place within the framebuffer, and within a box: left, low, right, high."""
    place = place.within(0, 0, framebuffer.width, framebuffer.height)
    return place.within(*box) if box else place


# -- what goes to depth and stencil planes directly ------------------------------------------------


def write_stencil(framebuffer: Framebuffer, place: RectanglePlace, indices, mask: int) -> None:
    """Writes stencil indices (rows, columns), integers, at `visible` places.

    mask : the bits that are written.
    """
    mask &= 0xFF
    values = (indices[np.ix_(place.rows, place.columns)] & mask).astype(np.uint8)
    for plane in framebuffer.stencil_plane.sample_planes:
        stored = plane.read(place.x, place.y, place.columns.size, place.rows.size)[0]
        plane.write(place.x, place.y, (stored & np.uint8(~mask & 0xFF) | values)[np.newaxis])


def write_depth(framebuffer: Framebuffer, place: RectanglePlace, depths) -> None:
    """Writes depths (rows, columns), clamped to the plane's range, at `visible` places."""
    with np.errstate(all="ignore"):
        values = np.asarray(depths[np.ix_(place.rows, place.columns)], np.float32)
    words = host.encoded(framebuffer.depth_storage.depth, values)
    for plane in framebuffer.depth_plane.sample_planes:
        plane.write(place.x, place.y, words[np.newaxis])
