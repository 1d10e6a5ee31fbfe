"""A sampler written a second time, for one fragment, in Python floats, straight from OpenGL 2.1.

It follows the specification's text (normalised wrap ranges, mod, weights) and not `sampling`'s
formulas, so that neither can hide the other's mistakes.
"""

from __future__ import annotations

import itertools
import math

import numpy as np

MIRRORED = {"MIRROR_CLAMP_EXT", "MIRROR_CLAMP_TO_EDGE_EXT", "MIRROR_CLAMP_TO_BORDER_EXT"}


def wrap(mode, f, n):
    """3.8.7, and EXT_texture_mirror_clamp: a coordinate wrapped, for an image of n texels."""
    edge = 1 / (2 * n)
    if mode == "REPEAT":
        return f - math.floor(f)
    if mode == "MIRRORED_REPEAT":
        whole = math.floor(f)
        f = f - whole if whole % 2 == 0 else 1 - (f - whole)
        return min(max(f, edge), 1 - edge)
    low, high = {
        "CLAMP": (0.0, 1.0),
        "CLAMP_TO_EDGE": (edge, 1 - edge),
        "CLAMP_TO_BORDER": (-edge, 1 + edge),
        "MIRROR_CLAMP_EXT": (edge, 1.0),
        "MIRROR_CLAMP_TO_EDGE_EXT": (edge, 1 - edge),
        "MIRROR_CLAMP_TO_BORDER_EXT": (edge, 1 + edge),
    }[mode]
    return min(max(abs(f) if mode in MIRRORED else f, low), high)


def texel(image, indices, border_color):
    """A texel by (i, j, k), or the border colour outside; image.components holds floats."""
    place = []
    for index, size, stored in zip(indices, image.size, image.stored, strict=True):
        if index < -image.border or index >= stored - image.border:
            return border_color
        assert -1 <= index <= size
        place.append(index + image.border)
    i, j, k = (*place, 0, 0)[:3]
    return [float(value) for value in image.components[k][j][i]]


def in_units(image):
    """The components (..., 4) of an image as floats."""
    values = image.format.values(image.texels)
    return values / np.float32(255) if values.dtype == np.uint8 else values


class Level:
    """An image of a texture as the reference wants it: decoded to floats."""

    def __init__(self, image):
        dimensions = image.target.axes
        self.border = image.border
        self.size = image.size[:dimensions]
        self.stored = [size + 2 * image.border for size in self.size]
        self.components = in_units(image)


def nearest(level, modes, point, border_color):
    """Equations 3.23 to 3.25."""
    indices = []
    for mode, f, n in zip(modes, point, level.size, strict=True):
        f = wrap(mode, f, n)
        indices.append(n - 1 if f == 1 else math.floor(f * n))
    return texel(level, indices, border_color)


def linear(level, modes, point, border_color):
    """Equation 3.26, for any number of dimensions."""
    pairs = []
    for mode, f, n in zip(modes, point, level.size, strict=True):
        u = wrap(mode, f, n) * n
        i = math.floor(u - 0.5)
        first, second = (i % n, (i % n + 1) % n) if mode == "REPEAT" else (i, i + 1)
        alpha = (u - 0.5) - i
        pairs.append(((first, 1 - alpha), (second, alpha)))
    total = [0.0] * 4
    for corner in itertools.product(*pairs):
        weight = math.prod(part for _, part in corner)
        if weight:
            color = texel(level, [index for index, _ in corner], border_color)
            total = [t + weight * c for t, c in zip(total, color, strict=True)]
    return total


FILTERS = {"NEAREST": nearest, "LINEAR": linear}


def base_detail(level, quad, lane):
    """Log2 of rho, equations 3.18 and 3.21, with differences within the lane's row and column."""
    row, column = lane // 2 * 2, lane % 2
    across = [(quad[row + 1][a] - quad[row][a]) * n for a, n in enumerate(level.size)]
    up = [(quad[column + 2][a] - quad[column][a]) * n for a, n in enumerate(level.size)]
    rho = max(math.hypot(*across), math.hypot(*up))
    return math.log2(rho) if rho > 0 else -math.inf


def sample(texture, point, detail, bias=0.0):
    """The colour of a texture at `point`, where the derivatives give the level `detail`."""
    parameters = texture.sampler
    first, last = texture.parameters.base_level, texture.parameters.max_level
    modes = [parameters.wrap_s, parameters.wrap_t, parameters.wrap_r][: texture.target.axes]
    base = Level(texture.image(first))
    border = texture.image(first).format.expanded(parameters.border_color)
    q = min(first + int(math.log2(max(base.size))), last)

    shift = min(max(parameters.lod_bias + bias, -16), 16)
    detail = min(max(detail + shift, parameters.min_lod), parameters.max_lod)
    within, _, between = parameters.min_filter.partition("_MIPMAP_")
    c = 0.5 if parameters.mag_filter == "LINEAR" and within == "NEAREST" and between else 0.0

    def at(filter_, level):
        return FILTERS[filter_](Level(texture.image(level)), modes, point, border)

    if detail <= c:
        return at(parameters.mag_filter, first)
    if not between:
        return at(within, first)
    if between == "NEAREST":
        if detail <= 0.5:
            return at(within, first)
        return at(within, q if first + detail > q + 0.5 else math.ceil(first + detail + 0.5) - 1)
    if first + detail >= q:
        return at(within, q)
    whole = math.floor(first + detail)
    part = detail - math.floor(detail)
    near, far = at(within, whole), at(within, whole + 1)
    return [(1 - part) * a + part * b for a, b in zip(near, far, strict=True)]
