"""The level of detail of a sample: OpenGL 2.1, 3.8.8."""

from __future__ import annotations

from softgl.lanes.lane_math import log2
from softgl.texture.keys import BIAS, MAX_LOD, MIN_LOD, SIZE

MAX_LOD_BIAS = 16.0
"""MAX_TEXTURE_LOD_BIAS."""


def quad_gradients(m, point):
    """Returns the derivatives of coordinates within their quad, for x and for y, by axis."""
    return [m.quad_dx(c) for c in point], [m.quad_dy(c) for c in point]


def in_texels(m, key, arrays, gradients):
    """Returns derivatives of a point in an image, for x and y, in texels of the base level."""
    if not key.target.normalized:
        return gradients
    sizes = [
        m.to_f32(m.load_unchecked(arrays.levels, m.i32(SIZE + axis)))
        for axis in key.target.filtered
    ]
    return [
        [derivative * size for derivative, size in zip(derivatives, sizes, strict=True)]
        for derivatives in gradients
    ]


def scale_factor(m, key, arrays, gradients):
    """Returns log2 rho of OpenGL 2.1, equations 3.18 and 3.20, from derivatives of s, t and r."""
    squares = [m.dot(each, each) for each in in_texels(m, key, arrays, gradients)]
    # log2 sqrt x is half of log2 x, with half the error.
    return log2(m, m.max(*squares)) * 0.5


def level_of_detail(m, arrays, lod, bias=None):
    """Returns lambda of OpenGL 2.1, equations 3.18 and 3.19: biased, within [min lod, max lod].

    A NaN gives min lod.
    """
    low, high = (_setting(m, arrays, place) for place in (MIN_LOD, MAX_LOD))
    return m.clamp(biased(m, arrays, lod, bias), low, high)


def biased(m, arrays, lod, bias=None):
    """Returns lambda' of OpenGL 2.1, equation 3.18: a level of detail plus the limited biases."""
    shift = _setting(m, arrays, BIAS)
    if bias is not None:
        shift = shift + bias
    return lod + m.clamp(shift, -MAX_LOD_BIAS, MAX_LOD_BIAS)


def _setting(m, arrays, place):
    return m.from_bits(m.load_unchecked(arrays.settings, m.i32(place)))
