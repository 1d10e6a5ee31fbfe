"""Lists of the covered pixels or quads of a tile, drawn a vector at a time; see `packing`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import replace
from functools import lru_cache, reduce
from operator import or_

from softgl.lanes import I32, Lane
from softgl.lanes.machine import MAX_VECTOR_LANES
from softgl.pipeline.fragments.fragment import draw_fragments
from softgl.pipeline.fragments.fragment_inputs import Fragments
from softgl.pipeline.fragments.interpolate import (
    Pixels,
    interpolate,
    interpolate_depths,
    linear_weights,
    load_depths,
    load_front,
    load_interpolants,
)
from softgl.pipeline.keys.kernel_keys import FragmentKey
from softgl.pipeline.planes.framebuffer import TILE, TILE_BITS, block_index
from softgl.pipeline.primitives.edges import (
    coverage_start,
    edge_bases,
    load_edges,
    part_of_tile,
)
from softgl.pipeline.tiles.blocks import covered_samples, walk_blocks
from softgl.records import dataclass
from softgl.tuning import limits

MIN_DRAWN_ENTRIES = 1024  # entries of a list that is drawn
MAX_LISTED_ENTRIES = MIN_DRAWN_ENTRIES + TILE * TILE  # the most entries of a list
ROW_ELEMENTS = MAX_LISTED_ENTRIES + 16
FIRST_PIXEL_ELEMENT = (
    2 * ROW_ELEMENTS
)  # a place for each pixel of a tile, after the two rows of a list of pixels
QUADS_ACROSS_TILE = TILE // 2  # quads of a tile


@lru_cache(maxsize=64)
def list_elements(key: FragmentKey) -> int:
    """Number of int32 in a list."""
    if by_pixels(key):
        return FIRST_PIXEL_ELEMENT + TILE * TILE
    # Of four lanes a word has the most samples, of sixteen the fewest.
    words = 0 if key.shape.samples == 1 else -(-key.shape.samples // (32 // MAX_VECTOR_LANES))
    return (2 + words) * ROW_ELEMENTS


def by_pixels(key: FragmentKey) -> bool:
    """True if single pixels are listed, False for quads."""
    shape = key.shape
    return shape.samples == 1 and not shape.stipple and not key.needs_quads


@dataclass(frozen=True)
class ListedVector:
    """Pixels of a list that fill a vector; lanes, or one value for each quad.

    count : uniform I32, the number of entries. shape : I32, their triangles. uniform : uniform
    BOOL, True if all are of one triangle. x, y : I32. index : of the planes. covered : BOOL.
    samples : as `Fragments.covered`.
    """

    count: Lane
    shape: Lane
    uniform: Lane
    x: Lane
    y: Lane
    index: Lane
    covered: Lane
    samples: list[Lane] | None = None


class Listed(ABC):
    """The listed pixels or quads of a tile's triangles; `count` : number of entries."""

    def __init__(self, m, a, key: FragmentKey, tile):
        self._context, self._tile = (m, key, a), tile
        self.count = m.variable(I32, 0, uniform=True)

    @abstractmethod
    def list(self, triangle, edges, starts, bounds) -> None:
        """Lists the pixels that a triangle covers; the list must have room for a whole tile.

        starts : of `coverage_start`. bounds : of `load_bounds`.
        """

    @abstractmethod
    def _take(self, first) -> ListedVector:
        """Takes the pixels from an entry on."""

    def draw(self) -> None:
        """Draws all entries."""
        m, key, a = self._context
        first = m.variable(I32, 0, uniform=True)

        def some():
            with m.only(None):
                vector = self._take(first.get())
                with m.where(vector.covered):
                    fragments = _Interpolation(m, key, a, self._tile, vector).fragments()
                    draw_fragments(m, key, a, vector.index, fragments)
                first.set(first.get() + vector.count)

        m.while_any(lambda: first.get() < self.count.get(), some)


class _Interpolation:
    """Interpolates the fragments of a vector in two steps: inputs of early tests, and the rest.

    Each step has two ways: one for pixels of one triangle, and one for pixels of several.
    """

    def __init__(self, m, key: FragmentKey, a, tile, vector: ListedVector):
        self._context, self._tile, self._vector = (m, key, a), tile, vector
        self._components = key.interpolated_components()

    def fragments(self) -> Fragments:
        """Returns the fragments with the inputs of tests; `begun` adds those of their program."""
        m, key, a = self._context
        front, *values = self._either(self._load_tests, self._of_tests)
        self._edge, (depth, *depths) = values[:3], values[3:]
        self._tested = Fragments(
            m, key, a, self._vector.x, self._vector.y, depth,
            inverse_w=None, front=front, primitive=None, interpolant=None,
            covered=self._vector.samples, depths=depths or [depth], begun=self._begun,
        )  # fmt: skip
        return self._tested

    def _begun(self):
        inverse_w, primitive, *values = self._either(self._load_program, self._of_program)
        known = dict(zip(self._components, values, strict=True))
        return replace(
            self._tested,
            inverse_w=inverse_w,
            primitive=primitive,
            interpolant=lambda *component: known[component],
            begun=None,
        )

    def _either(self, load, make):
        """Applies a function to the loaded constants of a triangle, uniform or per lane."""
        (m, *_), vector = self._context, self._vector
        one = m.first(vector.shape)
        return m.uniform_choice(
            vector.uniform,
            lambda: make(*load(one)),
            lambda: make(*m.per_lane(vector.shape, load)),
        )

    def _load_tests(self, shape):
        m, key, a = self._context
        depths, front = load_depths(m, key, a, shape), load_front(m, a, shape)
        return depths, front, *self._load_edges(shape)

    def _of_tests(self, of, front, *edges):
        (m, key, _), pixels = self._context, self._pixels(*edges)
        edge = pixels.edge_floats(m)
        linear = linear_weights(m, key, of.inverse_area, edge)
        return [front, *edge, *interpolate_depths(m, key, of, pixels, linear)]

    def _load_program(self, shape):
        return load_interpolants(*self._context, shape), *self._load_edges(shape)

    def _of_program(self, of, *edges):
        fragments = interpolate(*self._context, of, self._pixels(*edges, self._edge))
        values = (fragments.interpolant(*component) for component in self._components)
        return [fragments.inverse_w, fragments.primitive, *values]

    def _load_edges(self, shape):
        m, _, a = self._context
        edges = load_edges(m, a, shape, *self._tile)
        return edges, edge_bases(m, edges)

    def _pixels(self, edges, bases, known=None):
        (m, key, _), vector = self._context, self._vector
        x, y = vector.x - self._tile[0], vector.y - self._tile[1]
        steps = zip(edges.step_x, edges.step_y, strict=True)
        growth, centre = [across * x + up * y for across, up in steps], None
        if key.shape.samples > 1:
            signs = zip(coverage_start(m, edges), growth, strict=True)
            centre = reduce(or_, (start + more for start, more in signs)) >= 0
        return Pixels(vector.x, vector.y, edges, bases, growth, vector.samples, centre, known)


class ListedPixels(Listed):
    """Pixels: of each, two words, its number in the tile and the triangle."""

    def list(self, triangle, edges, starts, bounds):
        (m, _, a), (tile_x, tile_y) = self._context, self._tile
        (first_x, first_y), (last_x, last_y) = part_of_tile(m, self._tile, bounds)
        lane = m.lane_number()
        signs = [m.variable(I32) for _ in range(3)]
        for x in m.loop(first_x, last_x + 1, m.width):
            # Pixels of the next tile belong to another list.
            within = (m.i32(2) << m.min(last_x - x, m.width - 1)) - 1
            for i, sign in enumerate(signs):
                step_x, step_y = edges.step_x[i], edges.step_y[i]
                first = starts[i] + step_x * (x - tile_x) + step_y * (first_y - tile_y)
                sign.set(lane * step_x + first)
            for y in m.loop(first_y, last_y + 1):
                covered = reduce(or_, [sign.get() for sign in signs]) >= 0
                bits = m.mask_bits(covered) & m.as_u32(within)
                # A triangle is convex: its pixels of a row follow one another.
                number = (y - tile_y) * TILE + (x - tile_x) + m.as_i32(m.trailing_zeros(bits))
                place = self.count.get()
                m.store(a.listed, m.consecutive(place), lane + number)
                m.store(a.listed, m.consecutive(place), triangle, ROW_ELEMENTS)
                self.count.set(place + m.as_i32(m.count_bits(bits)))
                for i, sign in enumerate(signs):
                    sign.set(sign.get() + edges.step_y[i])

    def draw(self):
        m, _, a = self._context
        # Lanes behind the last entry have indices too.
        last = self.count.get()
        m.store(a.listed, m.consecutive(last), m.i32(0))
        m.store(
            a.listed,
            m.consecutive(last),
            m.load_unchecked(a.listed, m.max(last - 1, 0), ROW_ELEMENTS),
            ROW_ELEMENTS,
        )
        m.in_quads = False
        super().draw()
        m.in_quads = True

    def _take(self, first):
        m, _, a = self._context
        here, lane = m.consecutive(first), m.lane_number()
        number, shape = m.load(a.listed, here), m.load(a.listed, here, ROW_ELEMENTS)
        several = m.min(self.count.get() - first, m.width)
        # Entries of a triangle follow one another, and have no pixel in common.
        others = m.mask_bits(shape != m.first(shape)) | (1 << m.width)
        of_one = m.min(several, m.as_i32(m.trailing_zeros(others)))
        alike = of_one >= m.min(several, m.width * limits.MIN_UNIFORM_PIXELS // MAX_VECTOR_LANES)
        count = m.variable(I32, of_one, uniform=True)
        with m.branch(~alike):
            count.set(m.min(several, self._free_of_clashes(first, number)))
        x, y = self._tile[0] + (number & (TILE - 1)), self._tile[1] + (number >> TILE_BITS)
        index = m.apart(block_index(x, y, a.blocks_x))
        return ListedVector(count.get(), shape, alike, x, y, index, lane < count.get())

    def _free_of_clashes(self, first, number):
        """Number of distinct pixels from an entry on."""
        m, _, a = self._context
        # Each lane writes its number at the pixel, in reverse order: the first one stays.
        for lane in reversed(range(m.width)):
            m.store_uniform(
                a.listed,
                m.load_unchecked(a.listed, first + lane) + FIRST_PIXEL_ELEMENT,
                m.i32(lane),
            )
        clashing = m.mask_bits(
            m.load_unchecked(a.listed, number, FIRST_PIXEL_ELEMENT) != m.lane_number()
        )
        return m.as_i32(m.trailing_zeros(clashing | (1 << m.width)))


class ListedQuads(Listed):
    """Quads in which pixels are covered.

    Of each, two words: the quad's number in its tile times 16 and the pixels, a bit for each; and
    the triangle. Where pixels have several samples, there are words for these: see `_sample_words`.
    """

    def list(self, triangle, edges, starts, bounds):
        m, key, a = self._context
        for block in walk_blocks(m, self._tile, edges, starts, bounds):
            samples = covered_samples(m, a, key, triangle, edges, bounds, block)
            bits = m.as_i32(m.mask_bits(reduce(or_, samples)))
            words = _sample_words(m, samples)
            column, row = (
                (at - first) >> 1 for at, first in zip(block.corner, self._tile, strict=True)
            )
            for quad in range(m.width // 4):
                number = (row + quad // 2) * QUADS_ACROSS_TILE + column + quad % 2
                pixels = (bits >> (4 * quad)) & 15
                place = self.count.get()
                m.store_uniform(a.listed, place, number * 16 + pixels)
                m.store_uniform(a.listed, place + ROW_ELEMENTS, triangle)
                for more, word in enumerate(words, 2):
                    m.store_uniform(a.listed, place + ROW_ELEMENTS * more, word)
                self.count.set(place + m.select(pixels != 0, m.i32(1), 0))

    def _take(self, first):
        m, key, a = self._context
        count = self._free_of_clashes(first)
        number, lane = m.quad_number(), m.lane_number()
        place = first + m.min(number, count - 1)
        quad, shape = (
            m.load_unchecked(a.listed, place),
            m.load_unchecked(a.listed, place, ROW_ELEMENTS),
        )
        alike = m.first(shape) == m.load_unchecked(a.listed, first + count - 1, ROW_ELEMENTS)
        in_tile = quad >> 4
        left = (in_tile & (QUADS_ACROSS_TILE - 1)) * 2 + self._tile[0]
        low = m.as_i32(m.as_u32(in_tile) / QUADS_ACROSS_TILE) * 2 + self._tile[1]
        x, y = left + (lane & 1), low + ((lane >> 1) & 1)
        index = m.quads(block_index(left, low, a.blocks_x))
        covered = (((quad >> (lane & 3)) & 1) != 0) & (number < count)
        samples = _listed_samples(m, a, key, place, x, y) if key.shape.samples > 1 else None
        return ListedVector(count, shape, alike, x, y, index, covered, samples)

    def _free_of_clashes(self, first):
        """Number of quads from the first on without a common pixel, at most those of a vector."""
        m, _, a = self._context
        most, last = m.width // 4, self.count.get() - 1
        quads = [m.load_unchecked(a.listed, m.min(first + number, last)) for number in range(most)]
        count = m.i32(most)
        for number in reversed(range(1, most)):
            for other in range(number):
                same = (quads[number] ^ quads[other]) < 16
                clash = same & ((quads[number] & quads[other] & 15) != 0)
                count = m.select(clash, number, count)
        return m.min(count, self.count.get() - first)


def _sample_words(m, samples: list) -> list:
    """Covered samples of a block of pixels, packed into words, I32.

    None with one sample: coverage of pixels suffices.
    """
    if len(samples) == 1:
        return []
    bits, of_word = [m.as_i32(m.mask_bits(sample)) for sample in samples], 32 // m.width
    return [
        reduce(or_, (each << (n * m.width) for n, each in enumerate(bits[first : first + of_word])))
        for first in range(0, len(bits), of_word)
    ]


def _listed_samples(m, a, key, place, x, y):
    """Coverage of each sample; x, y : pixels."""
    samples, of_word = key.shape.samples, 32 // m.width
    in_block = ((x >> 1) & 1) * 4 + (y & 1) * 2 + (x & 1)
    if m.width > 8:
        in_block = in_block + ((y >> 1) & 1) * 8
    words = [
        m.load_unchecked(a.listed, place, ROW_ELEMENTS * (2 + first // of_word)) >> in_block
        for first in range(0, samples, of_word)
    ]
    return [(words[n // of_word] & (1 << (n % of_word * m.width))) != 0 for n in range(samples)]
