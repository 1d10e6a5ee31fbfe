"""Anisotropic filtering: the footprint of a pixel in a texture, and the mean of samples along it.

EXT_texture_filter_anisotropic leaves the scheme open; docs/undefined.md describes this one.
"""

from __future__ import annotations

from typing import NamedTuple

from softgl.lanes import F32
from softgl.lanes.lane_math import log2
from softgl.texture.detail import in_texels
from softgl.texture.keys import ANISOTROPY

MAX_ANISOTROPY = 16.0
"""MAX_TEXTURE_MAX_ANISOTROPY_EXT."""
_PROBE_ROUNDING = 1 - 2.0**-16  # rounding must not add a probe


class Footprint(NamedTuple):
    """The footprint of a pixel in a texture, an ellipse; F32 lanes.

    lod : log2 of the width of a probe, in texels.
    probes : the number of probes, an integer.
    spread : for each coordinate that places a sample, the distance from the first probe to the
        last.
    """

    lod: object
    probes: object
    spread: list


def footprint(m, key, arrays, of_point, of_coordinates) -> Footprint:
    """Returns the ellipse of a circle around a pixel, from derivatives with respect to x and y.

    of_point : the derivatives of the point within an image.
    of_coordinates : the derivatives of the coordinates.
    """
    of_x, of_y = in_texels(m, key, arrays, of_point)
    xx, yy, xy = m.dot(of_x, of_x), m.dot(of_y, of_y), m.dot(of_x, of_y)
    # The squares of the axes are the eigenvalues of the matrix [xx xy; xy yy].
    difference, twice = xx - yy, xy + xy
    root = m.sqrt(difference * difference + twice * twice)
    major = (xx + yy + root) * 0.5
    minor = m.max((xx * yy - xy * xy) / major, 0.0)
    most = m.from_bits(m.load_unchecked(arrays.settings, m.i32(ANISOTROPY)))
    width = m.max(minor, major / (most * most))
    # A magnified axis needs one probe for each texel at most.
    ratio = m.sqrt(major / m.max(width, 1.0))
    probes = m.clamp(m.ceil(ratio * _PROBE_ROUNDING), 1.0, MAX_ANISOTROPY)
    # The window direction of the major axis: an eigenvector, computed without cancellation.
    along_x = difference >= 0.0
    larger = root + abs(difference)
    u, v = m.select(along_x, larger, twice), m.select(along_x, twice, larger)
    # The probes together are as long as the major axis.
    scale = (1.0 - 1.0 / ratio) / m.sqrt(u * u + v * v)
    several = probes > 1.0
    u, v = (m.select(several, each * scale, 0.0) for each in (u, v))
    pairs = list(zip(*of_coordinates, strict=True))
    spread = [pairs[axis][0] * u + pairs[axis][1] * v for axis in key.target.placed_by]
    return Footprint(log2(m, width) * 0.5, probes, spread)


def averaged(m, shape: Footprint, coordinates, components: int, sample) -> list:
    """Returns the mean of samples, equally spaced along a footprint.

    sample : coordinates -> `components` components.
    """
    number, *totals = (m.variable(F32) for _ in range(1 + components))
    step = 1.0 / m.max(shape.probes - 1.0, 1.0)

    def probe():
        along = m.select(shape.probes > 1.0, number.get() * step - 0.5, 0.0)
        moved = list(coordinates)
        for axis, length in enumerate(shape.spread):
            moved[axis] = m.select(shape.probes > 1.0, moved[axis] + length * along, moved[axis])
        for total, value in zip(totals, sample(moved), strict=True):
            total.set(total.get() + value)
        number.set(number.get() + 1.0)

    m.while_any(lambda: number.get() < shape.probes, probe)
    return [total.get() / shape.probes for total in totals]
