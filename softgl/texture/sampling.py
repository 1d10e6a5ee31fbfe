"""Sampling a texture, over a lane machine: OpenGL 2.1, 3.8.7 to 3.8.9.

Read `sample` first. Coordinates of any value are harmless: each is brought into the image's range,
NaN to its lower end, before it becomes an index.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from softgl.comparisons import COMPARISONS
from softgl.formats.internal_formats import BASE_FORMATS
from softgl.formats.storages import STORAGES
from softgl.lanes import F32, I32, U32
from softgl.lanes.lane_math import log2
from softgl.lanes.types import LaneType
from softgl.texture.targets import Target

ARRAYS = (("texels", U32), ("levels", I32), ("settings", U32))
"""The arrays that a kernel gets for each texture.

texels : the texels of every level, base level first; of the faces of a level, one after the other.
levels : number of the last level, then the base level's width, height and depth without border (or
    layers), then the index in `texels` where each level starts. Levels count from the base level.
settings : lod bias, min lod, max lod, then the border colour in units of the storage: the bits of
    floats, or of the border colour of integers.
"""

_LAST, _SIZE, _OFFSETS = 0, 1, 4
_BIAS, _MIN_LOD, _MAX_LOD, _BORDER = 0, 1, 2, 3

MAX_LOD_BIAS = 16.0
"""MAX_TEXTURE_LOD_BIAS."""


@dataclass(frozen=True)
class TextureKey:
    """Everything about a texture that shapes the code of a sample.

    min_filter, mag_filter : NEAREST or LINEAR, within a level.
    mip_filter : NONE, NEAREST or LINEAR, between levels.
    wraps : the wrap mode of each axis along which texels are filtered.
    border : 0 or 1 texels of border around each level.
    depth_mode : of a texture of depths, the base format that it is treated as.
    compare : the comparison whose results take the places of the depths; None: the depths count.
    """

    target: Target
    storage: str
    min_filter: str
    mip_filter: str
    mag_filter: str
    wraps: tuple[str, ...]
    border: int = 0
    depth_mode: str | None = None
    compare: str | None = None

    @property
    def result(self) -> LaneType:
        """The type of a sample's lanes: F32, or I32 or U32 of a texture of integers."""
        return STORAGES[self.storage].result

    @property
    def exact(self) -> bool:
        """Whether a sample is one texel, unchanged."""
        filters = {self.min_filter, self.mag_filter}
        return filters == {"NEAREST"} and self.mip_filter != "LINEAR"

    @property
    def detailed(self) -> bool:
        """Whether a sample depends on the level of detail."""
        return self.mip_filter != "NONE" or self.min_filter != self.mag_filter

    @property
    def magnification_limit(self) -> float:
        """c, the level of detail up to which the texture is magnified (OpenGL 2.1, 3.8.9)."""
        sharper = self.min_filter == "NEAREST" and self.mip_filter != "NONE"
        return 0.5 if self.mag_filter == "LINEAR" and sharper else 0.0


def sample(
    m,
    key,
    arrays,
    coordinates,
    *,
    bias=None,
    lod=None,
    gradients=None,
    offset=(0, 0, 0),
    missing=(0.0, 0.0, 0.0, 1.0),
):
    """The colour of a texture at some coordinates: four lanes of the key's type, R G B A.

    key : a TextureKey, or None for a texture that is not complete, whose color is `missing`.
    arrays : has the arrays of ARRAYS as attributes.
    coordinates : s, t, r, q as F32 lanes in quads; q is not used.
    bias : the instruction's level-of-detail bias. lod : a level of detail in place of the one that
        the derivatives give. Both F32 lanes. gradients : the derivatives in place of those of the
        coordinates, for x and for y a list of F32 lanes. offset : whole texels, for each axis.
    """
    if key is None:
        return [m.f32(value) for value in missing]
    sampler = _Sampler(m, key, arrays, offset)
    if not key.detailed:
        point, _ = sampler.select(coordinates, None)
        return sampler.finished(sampler.filtered(key.min_filter, point))
    if lod is None and gradients is None:
        gradients = quad_gradients(m, coordinates[:3])
    point, gradients = sampler.select(coordinates, gradients)
    if lod is None:
        lod = scale_factor(m, key, arrays, gradients)
    detail = level_of_detail(m, arrays, lod, bias)
    color = sampler.minified(point, detail)
    if key.min_filter != key.mag_filter:
        magnified = detail <= key.magnification_limit
        enlarged = sampler.filtered(key.mag_filter, point)
        color = [m.select(magnified, a, b) for a, b in zip(enlarged, color, strict=True)]
    # With one filter for both, a level of detail below 0 has chosen the base level already.
    return sampler.finished(color)


def quad_gradients(m, point):
    """The derivatives of coordinates within their quad: with respect to x and to y, by axis."""
    return [m.quad_dx(c) for c in point], [m.quad_dy(c) for c in point]


def scale_factor(m, key, arrays, gradients):
    """log2 rho of OpenGL 2.1, equations 3.18 and 3.20, from the derivatives of s, t and r."""
    squares = []
    for derivatives in gradients:
        square = m.f32(0.0)
        for axis, derivative in zip(key.target.filtered, derivatives, strict=True):
            length = derivative
            if key.target.normalized:
                size = m.gather(arrays.levels, m.i32(_SIZE + axis))
                length = derivative * m.to_f32(size)
            square = square + length * length
        squares.append(square)
    # log2 sqrt x is half of log2 x, with half of its error too.
    return log2(m, m.max(*squares)) * 0.5


def level_of_detail(m, arrays, lod, bias=None):
    """Lambda of OpenGL 2.1, equations 3.18 and 3.19: biased, and within [min lod, max lod].

    A NaN gives min lod.
    """
    shift, low, high = (
        m.from_bits(m.gather(arrays.settings, m.i32(place)))
        for place in (_BIAS, _MIN_LOD, _MAX_LOD)
    )
    if bias is not None:
        shift = shift + bias
    detail = lod + m.clamp(shift, -MAX_LOD_BIAS, MAX_LOD_BIAS)
    return m.clamp(detail, low, high)


def fetch(m, key, arrays, position, *, offset=(0, 0, 0)):
    """One texel, unfiltered: NV_gpu_program4, "Section 2.X.4.4, Program Texture Access".

    position : i, j, k and the level above the base level, I32 lanes. Undefined in the
    specification: a texel outside its image is the nearest one, a level that does not exist too.
    """
    if key is None:
        return [m.f32(0.0), m.f32(0.0), m.f32(0.0), m.f32(1.0)]
    return _Sampler(m, key, arrays, offset).fetched(position)


def size_of_level(m, key, arrays, level):
    """Width, height and depth or layers of a level above the base level, I32; 0 for absent axes."""
    if key is None:
        return [m.i32(0)] * 4
    sampler = _Sampler(m, key, arrays, (0, 0, 0))
    sizes = sampler.sizes_at(sampler.existing(level))
    if sampler.layers is not None:
        sizes.append(sampler.layers)
    return sizes + [m.i32(0)] * (4 - len(sizes))


# -- wrap modes ------------------------------------------------------------------------------------


def _repeat(m, s, size):
    return m.saturate(s - m.floor(s)) * size


def _mirrored_repeat(m, s, size):
    period = s - m.floor(s * 0.5) * 2.0  # [0, 2)
    return m.clamp(m.min(period, 2.0 - period) * size, 0.5, size - 0.5)


@dataclass(frozen=True)
class Wrap:
    """A wrap mode.

    place : (m, u, size) -> the coordinate, a number within [-1/2, size + 1/2] whatever u is:
        OpenGL 2.1, 3.8.7, with the clamps of a coordinate multiplied by the size. u counts texels,
        or images where the mode repeats.
    beyond : what is next to the image: itself again (REPEAT), its edge texels (EDGE), which a
        coordinate cannot leave, or the border (BORDER).
    repeats : whether the image is repeated; only normalized coordinates know such modes.
    """

    place: Callable
    beyond: str
    repeats: bool = False


WRAPS = {
    "REPEAT": Wrap(_repeat, "REPEAT", repeats=True),
    "CLAMP": Wrap(lambda m, u, size: m.clamp(u, 0.0, size), "BORDER"),
    "CLAMP_TO_EDGE": Wrap(lambda m, u, size: m.clamp(u, 0.5, size - 0.5), "EDGE"),
    "CLAMP_TO_BORDER": Wrap(lambda m, u, size: m.clamp(u, -0.5, size + 0.5), "BORDER"),
    "MIRRORED_REPEAT": Wrap(_mirrored_repeat, "EDGE", repeats=True),
    # EXT_texture_mirror_clamp: "mirrorClamp(f) = min(1, max(1/(2*N), abs(f)))" and so on.
    "MIRROR_CLAMP_EXT": Wrap(lambda m, u, size: m.clamp(abs(u), 0.5, size), "BORDER"),
    "MIRROR_CLAMP_TO_EDGE_EXT": Wrap(lambda m, u, size: m.clamp(abs(u), 0.5, size - 0.5), "EDGE"),
    "MIRROR_CLAMP_TO_BORDER_EXT": Wrap(
        lambda m, u, size: m.clamp(abs(u), 0.5, size + 0.5), "BORDER"
    ),
}
"""Every wrap mode by its name."""


# -- filters ---------------------------------------------------------------------------------------


def _mix(a, b, fraction):
    """a where the fraction is 0, towards b: a + (b - a) * fraction, so equal colours stay equal."""
    return [p + (q - p) * fraction for p, q in zip(a, b, strict=True)]


class _Sampler:
    """One sample in the making: the machine, the key and the arrays that all its parts share.

    reference : what depths are compared with, where the key says so.
    slice : the number of the layer or face that is sampled; None where there is one.
    """

    def __init__(self, m, key, arrays, offset):
        self.m = m
        self.reference = self.slice = self.layers = None
        self.offset = offset
        self.key = key
        self.arrays = arrays
        self.storage = STORAGES[key.storage]
        self.last = m.gather(arrays.levels, m.i32(_LAST))
        self.size = [self._length(axis) for axis in key.target.filtered]
        if key.target.layers is not None:
            self.layers = self._length(key.target.layers)

    def _length(self, axis):
        return self.m.gather(self.arrays.levels, self.m.i32(_SIZE + axis))

    def select(self, coordinates, gradients):
        """The point within an image that coordinates select, and its derivatives of theirs.

        The reference and the slice are taken from the coordinates too.
        """
        m, key = self.m, self.key
        if key.compare:
            self.reference = coordinates[key.target.reference]
            if self.storage.fixed:
                # NV_depth_buffer_float, 3.8.14: "If the texture's internal format indicates a
                # fixed-point depth texture, then D_t and R are clamped to [0, 1]".
                self.reference = m.saturate(self.reference)
        found = key.target.select(m, key.target, coordinates, gradients, self.layers)
        self.slice = found.slice
        return found.point, found.gradients

    def finished(self, color):
        """R, G, B and A of what has been mixed."""
        m = self.m
        color = self.storage.finish(m, color)
        if self.key.depth_mode is None:
            return color
        # ARB_texture_rg: "can be treated as RED, LUMINANCE, INTENSITY or ALPHA textures".
        values = {"R": color[0], "A": color[0], "0": m.f32(0.0), "1": m.f32(1.0)}
        return [values[letter] for letter in BASE_FORMATS[self.key.depth_mode].sampled]

    def minified(self, point, detail):
        """The minification filter at a level of detail: OpenGL 2.1, equations 3.27 to 3.29."""
        m, filter_ = self.m, self.key.min_filter
        if self.key.mip_filter == "NONE":
            return self.filtered(filter_, point)
        if self.key.mip_filter == "NEAREST":
            nearest = m.to_i32_within(m.ceil(detail + 0.5) - 1.0, 0, 31)
            return self.filtered(filter_, point, m.min(nearest, self.last))
        within = m.clamp(detail, 0.0, m.to_f32(self.last))
        whole = m.floor(within)
        level = m.to_i32_within(whole, 0, 31)
        near = self.filtered(filter_, point, level)
        fraction = within - whole
        between = fraction > 0.0
        color = [m.variable(F32, value) for value in near]
        # Where no lane lies between levels, as under magnification, one level is enough. Beyond the
        # last level there is no lane between levels, so what `far` is there does not matter.
        with m.branch(m.any(between)):
            far = self.filtered(filter_, point, level + 1)
            for variable, a, b in zip(color, near, _mix(near, far, fraction), strict=True):
                variable.set(m.select(between, b, a))
        return [variable.get() for variable in color]

    def existing(self, level):
        """The level nearest to an I32 lane that the texture has."""
        return self.m.clamp(level, 0, self.last)

    def sizes_at(self, level):
        """The size of each axis at an existing level."""
        return [self.m.max(size >> level, 1) for size in self.size]

    def fetched(self, position):
        """The texel at i, j, k and level, as I32 lanes."""
        m, target, border = self.m, self.key.target, self.key.border
        level = self.existing(position[3])
        number = None
        if self.layers is not None:
            number = m.clamp(position[target.layers], 0, self.layers - 1)
        axes = zip(target.filtered, self.offset, self.sizes_at(level), strict=False)
        for axis, offset, size in reversed(list(axes)):
            # Clamped before the sum, which could wrap.
            place = m.clamp(position[axis], -(2**24), 2**24) + offset
            index = m.clamp(place, -border, size + border - 1) + border
            number = index if number is None else number * (size + 2 * border) + index
        start = m.gather(self.arrays.levels, level + _OFFSETS)
        return self.finished(self._texel(start, number, None))

    def filtered(self, filter_, point, level=None):
        """One level, the base level or that of an I32 lane, sampled NEAREST or LINEAR."""
        m, key = self.m, self.key
        if level is None:
            sizes, start = self.size, m.gather(self.arrays.levels, m.i32(_OFFSETS))
        else:
            sizes = self.sizes_at(level)
            start = m.gather(self.arrays.levels, level + _OFFSETS)
        axes = [
            _Axis(m, key, WRAPS[wrap], filter_, coordinate, offset, size)
            for wrap, coordinate, offset, size in zip(
                key.wraps, point, self.offset, sizes, strict=False
            )
        ]
        return self._mixed(start, axes[::-1], self.slice, None)

    def _mixed(self, start, axes, number, outside):
        """The texels next to a point, mixed along x, then y, then z.

        axes : those left, x last. number : the texel's number from the slice and the axes before;
        None if there is none. outside : whether those axes have left the image; None where they
        cannot.
        """
        if not axes:
            return self._texel(start, number, outside)
        axis, *inner = axes
        colors = []
        for index, beyond in axis.texels:
            within = index if number is None else number * axis.stored + index
            out = beyond if outside is None else outside if beyond is None else outside | beyond
            colors.append(self._mixed(start, inner, within, out))
        return colors[0] if axis.fraction is None else _mix(*colors, axis.fraction)

    def _texel(self, start, number, outside):
        m = self.m
        first = start + number * self.storage.words
        texel = self.storage.load(m, lambda word: m.gather(self.arrays.texels, first + word))
        if outside is not None:
            words = [m.gather(self.arrays.settings, m.i32(_BORDER + i)) for i in range(len(texel))]
            border = [self.storage.of_word(m, word) for word in words]
            texel = [m.select(outside, b, value) for b, value in zip(border, texel, strict=True)]
        if self.key.compare is None:
            return texel
        # OpenGL 2.1, 3.8.14: with a linear filter "r should be [...] proportional to the number of
        # comparison passes or failures": comparisons are what is mixed.
        passed = COMPARISONS[self.key.compare](m, self.reference, texel[0])
        return [m.select(passed, m.f32(1.0), m.f32(0.0))]


class _Axis:
    """The one or two texels of an axis that a coordinate selects.

    texels : for each, its index within the stored row (I32), and whether it lies outside the image
        and its border (BOOL; None where it cannot).
    fraction : the weight of the second (F32); None if there is one.
    stored : the length of a stored row (I32).
    """

    def __init__(self, m, key, wrap, filter_, coordinate, offset, size):
        self.m, self.wrap, self.size, self.border = m, wrap, size, key.border
        self.stored = size + 2 * key.border
        length = m.to_f32(size)
        if offset:
            texels = float(offset)
            coordinate = coordinate + (texels / length if key.target.normalized else texels)
        if key.target.normalized and not wrap.repeats:
            coordinate = coordinate * length
        place = wrap.place(m, coordinate, length)
        self.fraction = None
        if filter_ == "NEAREST":
            # OpenGL 2.1, equation 3.23: "wt - 1, s = 1". Rounding can bring others there too.
            place = m.select(place == length, length - 1.0, place)
            self.texels = [self._texel(m.floor(place))]
            return
        lower = m.floor(place - 0.5)
        self.fraction = (place - 0.5) - lower
        self.texels = [self._texel(lower), self._texel(lower + 1.0)]

    def _texel(self, position):
        """A whole number of [-1, size + 1] as index and outside mask."""
        m, size, border = self.m, self.size, self.border
        index = m.apply("i32", position)
        if self.wrap.beyond == "REPEAT":
            index = m.select(index < 0, index + size, m.select(index >= size, index - size, index))
            return index + border, None
        if self.wrap.beyond == "EDGE":
            return m.clamp(index, 0, size - 1) + border, None
        # OpenGL 2.1, 3.8.8: a texel with "i < -bs" or "i >= ws - bs" takes the border colour.
        stored = index + border
        beyond = m.as_u32(stored) >= m.as_u32(self.stored)
        return m.clamp(stored, 0, self.stored - 1), beyond
