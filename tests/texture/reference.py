"""A sampler written a second time, for one fragment, in Python floats, straight from the text.

The text is that of section 3.8.8 as NV_gpu_program4 has it, and of OpenGL 2.1, EXT_texture_array
and ARB_texture_rectangle around it: texel numbers are wrapped, by its table X.19, where `sampling`
brings coordinates into range. So neither can hide the other's mistakes.
"""

from __future__ import annotations

import itertools
import math
import operator

import numpy as np


def limited(mode, u, n):
    """NV_gpu_program4, 3.8.8: u', which is clamped by two of the modes."""
    low, high = {"CLAMP": (0, n), "MIRROR_CLAMP_EXT": (-n, n)}.get(mode, (-math.inf, math.inf))
    return min(max(u, low), high)


def apply_wrap(mode, coord, size, filter_):
    """NV_gpu_program4, table X.19: the number of a texel after the wrap mode."""

    def clamp(low, high, number=coord):
        return min(max(number, low), high)

    def mirror(number):
        return number if number >= 0 else -(1 + number)

    beyond = 1 if filter_ == "LINEAR" else 0
    return {
        "CLAMP_TO_EDGE": lambda: clamp(0, size - 1),
        "CLAMP_TO_BORDER": lambda: clamp(-1, size),
        "CLAMP": lambda: clamp(-beyond, size - 1 + beyond),
        "REPEAT": lambda: coord % size,
        "MIRROR_CLAMP_TO_EDGE_EXT": lambda: clamp(0, size - 1, mirror(coord)),
        "MIRROR_CLAMP_TO_BORDER_EXT": lambda: clamp(0, size, mirror(coord)),
        "MIRROR_CLAMP_EXT": lambda: clamp(0, size - 1 + beyond, mirror(coord)),
        "MIRRORED_REPEAT": lambda: (size - 1) - mirror(coord % (2 * size) - size),
    }[mode]()


# OpenGL 2.1, table 3.19: by the major axis and its sign sc, tc, each an axis and a sign; faces are
# in the order of their enums.
FACES = {
    (0, 1): ((2, -1), (1, -1)), (0, -1): ((2, 1), (1, -1)),
    (1, 1): ((0, 1), (2, 1)), (1, -1): ((0, 1), (2, -1)),
    (2, 1): ((0, 1), (1, -1)), (2, -1): ((0, -1), (1, -1)),
}  # fmt: skip


def face_of(direction):
    """The key of FACES that a direction meets; no two of its magnitudes may be equal."""
    major = max(range(3), key=lambda axis: abs(direction[axis]))
    return major, 1 if direction[major] > 0 else -1


def on_face(direction, face):
    """The point (s, t) where a direction meets the plane of a face."""
    away = abs(direction[face[0]])
    return [(sign * direction[axis] / away + 1) / 2 for axis, sign in FACES[face]]


def located(texture, coordinates, like=None):
    """u, v and w in images of the base level, and the number of the layer or face.

    like : the coordinates of the fragment, where these are those of another one of its quad.
    """
    target, like = texture.target, coordinates if like is None else like
    if target.faces:
        face = face_of(like)
        return on_face(coordinates, face), list(FACES).index(face)
    point, layer = [coordinates[axis] for axis in target.filtered], 0
    size = texture.image(texture.parameters.base_level).size
    if target.layers is not None:
        layer = min(max(math.floor(like[target.layers] + 0.5), 0), size[target.layers] - 1)
    if not target.normalized:
        point = [f / size[axis] for f, axis in zip(point, target.filtered, strict=True)]
    return point, layer


class Level:
    """The image of a level of a texture that a fragment samples, in floats.

    number : of the layer or face.
    """

    def __init__(self, texture, level, number=0):
        target = texture.target
        image = texture.image(level, number if target.faces else 0)
        values = image.format.values(image.texels)
        values = values / np.float32(255) if values.dtype == np.uint8 else values
        if image.format.has_depth:
            values = np.repeat(image.format.depths(image.texels)[..., None], 4, axis=-1)
        if target.layers is not None:
            values = np.take(values, [number], axis=2 - target.layers)
            values = np.moveaxis(values, 2 - target.layers, 0)[0]
        self.texels = values.reshape(-1, values.shape[-1])
        self.border = image.border
        self.size = [image.size[axis] for axis in target.filtered]

    def texel(self, indices, outside):
        """The texel (i, j, k), or the border outside."""
        place, stride = 0, 1
        for index, size in zip(indices, self.size, strict=True):
            if index < -self.border or index >= size + self.border:
                return outside
            place += (index + self.border) * stride
            stride *= size + 2 * self.border
        return [float(value) for value in self.texels[place]]


class Fragment:
    """One fragment's sample: coordinates and state."""

    def __init__(self, texture, coordinates, offset):
        state, target = texture.sampler, texture.target
        self.texture, self.offset = texture, offset
        self.point, self.number = located(texture, coordinates)
        self.modes = [state.wrap_s, state.wrap_t, state.wrap_r][: len(target.filtered)]
        format_ = texture.image(texture.parameters.base_level).format
        self.border = format_.expanded(state.border_color)
        self.compare = None
        if format_.has_depth:
            self.border = [state.border_color[0]] * 4
            if state.compare_mode != "NONE":
                reference = coordinates[target.reference]
                if format_.storage.fixed:  # NV_depth_buffer_float, 3.8.14
                    reference = min(max(reference, 0.0), 1.0)
                self.compare = COMPARISONS[state.compare_func], reference

    def at(self, filter_, level):
        """The colour of a level under a filter, NEAREST or LINEAR."""
        level = Level(self.texture, level, self.number)
        pairs = []
        for mode, f, n, offset in zip(
            self.modes, self.point, level.size, self.offset, strict=False
        ):
            u = limited(mode, f * n + offset, n)
            if filter_ == "NEAREST":
                pairs.append(((apply_wrap(mode, math.floor(u), n, filter_), 1.0),))
                continue
            first, alpha = math.floor(u - 0.5), (u - 0.5) % 1.0
            ends = [apply_wrap(mode, number, n, filter_) for number in (first, first + 1)]
            pairs.append(tuple(zip(ends, (1 - alpha, alpha), strict=True)))
        total = [0.0] * 4
        for corner in itertools.product(*pairs):
            weight = math.prod(part for _, part in corner)
            color = self.seen(level.texel([index for index, _ in corner], self.border))
            total = [t + weight * c if weight else t for t, c in zip(total, color, strict=True)]
        return total

    def seen(self, texel):
        """A texel, or of a depth the result of its comparison."""
        if self.compare is None:
            return texel
        func, reference = self.compare
        return [1.0 if func(reference, texel[0]) else 0.0] * 4


# OpenGL 2.1, table 3.23, R before D_t.
COMPARISONS = {
    "NEVER": lambda r, d: False, "LESS": operator.lt, "EQUAL": operator.eq, "LEQUAL": operator.le,
    "GREATER": operator.gt, "NOTEQUAL": operator.ne, "GEQUAL": operator.ge,
    "ALWAYS": lambda r, d: True,
}  # fmt: skip


def base_detail(texture, quad, lane):
    """Log2 of rho, equations 3.18 and 3.21, with differences within the lane's row and column."""
    size = Level(texture, texture.parameters.base_level).size
    points = [located(texture, corner, quad[lane])[0] for corner in quad]
    row, column = lane // 2 * 2, lane % 2
    across = [(points[row + 1][a] - points[row][a]) * n for a, n in enumerate(size)]
    up = [(points[column + 2][a] - points[column][a]) * n for a, n in enumerate(size)]
    rho = max(math.hypot(*across), math.hypot(*up))
    return math.log2(rho) if rho > 0 else -math.inf


def sample(texture, coordinates, detail, bias=0.0, offset=(0, 0, 0)):
    """The colour of a texture at s, t, r (and q), where the derivatives give the level `detail`."""
    parameters, fragment = texture.sampler, Fragment(texture, coordinates, offset)
    first, last = texture.parameters.base_level, texture.parameters.max_level
    largest = max(Level(texture, first).size) if texture.target.mipmapped else 1
    q = min(first + int(math.log2(largest)), last)

    shift = min(max(parameters.lod_bias + bias, -16), 16)
    detail = min(max(detail + shift, parameters.min_lod), parameters.max_lod)
    within, _, between = parameters.min_filter.partition("_MIPMAP_")
    c = 0.5 if parameters.mag_filter == "LINEAR" and within == "NEAREST" and between else 0.0

    if detail <= c:
        return fragment.at(parameters.mag_filter, first)
    if not between:
        return fragment.at(within, first)
    if between == "NEAREST":
        if detail <= 0.5:
            return fragment.at(within, first)
        nearest = q if first + detail > q + 0.5 else math.ceil(first + detail + 0.5) - 1
        return fragment.at(within, nearest)
    if first + detail >= q:
        return fragment.at(within, q)
    whole = math.floor(first + detail)
    part = detail - math.floor(detail)
    near, far = fragment.at(within, whole), fragment.at(within, whole + 1)
    return [(1 - part) * a + part * b for a, b in zip(near, far, strict=True)]
