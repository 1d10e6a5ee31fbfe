"""Texture queries of programs besides samples: levels, gathers, the level of detail.

The arguments are those of `sampling.sample`.
"""

from __future__ import annotations

from softgl.texture import buffers
from softgl.texture.anisotropy import footprint
from softgl.texture.axes import WRAPS, Axis
from softgl.texture.detail import biased, level_of_detail, quad_gradients, scale_factor
from softgl.texture.filters import Sampler
from softgl.texture.keys import LAST, OFFSETS
from softgl.texture.sampling import missing_color, observed_sampler
from softgl.texture.targets import BUFFER


def levels(m, key, arrays):
    """Returns the number of levels from the base level on, I32; 0 for an incomplete texture."""
    return m.i32(0) if key is None else m.load_unchecked(arrays.levels, m.i32(LAST)) + 1


def holds(m, key, arrays, position, *, offset=(0, 0, 0)):
    """Returns a mask, set where i, j, k and level, I32 lanes, are a texel inside the border."""
    if key is None:
        return m.false
    if key.target is BUFFER:
        return buffers.holds(m, arrays, position)
    sampler, target = Sampler(m, key, arrays, offset), key.target
    found = m.as_u32(position[3]) <= m.as_u32(sampler.last)
    if sampler.layers is not None:
        found = found & (m.as_u32(position[target.layers]) < m.as_u32(sampler.layers))
    sizes = sampler.sizes_at(sampler.existing(position[3]))
    for axis, shift, size in zip(target.filtered, offset, sizes, strict=False):
        place = m.clamp(position[axis], -(2**24), 2**24) + shift
        found = found & (m.as_u32(place) < m.as_u32(size))
    return found


def gather(m, key, arrays, coordinates, component, *, offset=(0, 0, 0), missing=None):
    """Returns one component of the four texels around a point of the base level, for two axes.

    component : I32 lanes, clamped to 0 to 3. The texels are in TGSI's order: those at "(-, +), (+,
        +), (+, -), (-, -), where the magnitude of the deltas are half a texel".
    """
    if key is None:
        return [_picked(m, missing or missing_color(m), component)] * 4
    sampler = observed_sampler(m)(m, key, arrays, offset)
    point, _ = sampler.select(coordinates, None)
    start = m.load_unchecked(arrays.levels, m.i32(OFFSETS))
    with sampler.gathering(point):
        if key.seamless:
            texels = sampler.around(point, sampler.size[0], start).colors
        else:
            x, y = (_pair(sampler, axis, coordinate) for axis, coordinate in enumerate(point))
            texels = [_texel(sampler, start, column, row) for row in y for column in x]
    lower_left, lower_right, upper_left, upper_right = texels
    ordered = (upper_left, upper_right, lower_right, lower_left)
    return [_picked(m, sampler.finished(texel), component) for texel in ordered]


def _pair(sampler, axis, coordinate):
    """Returns the two texels of an axis around a coordinate, as `Axis.texels`.

    A linear filter may read another texel where a mode clamps or mirrors the coordinate: its weight
    is then 0, or the other texel comes first.
    """
    key = sampler.key
    wrap, offset, size = WRAPS[key.wraps[axis]], sampler.offset[axis], sampler.size[axis]
    arguments = sampler.m, key, wrap
    if wrap.beyond == "BORDER" and not wrap.leaves:
        # CLAMP: at the end of the image half of the colour is the border's.
        return Axis(*arguments, "LINEAR", coordinate, offset, size).texels
    halves = (offset - 0.5, offset + 0.5)
    return [Axis(*arguments, "NEAREST", coordinate, half, size).texels[0] for half in halves]


def _texel(sampler, start, in_row, in_column):
    """Returns the texel at two of `Axis.texels`."""
    (column, out_x), (row, out_y) = in_row, in_column
    width, height = (size + 2 * sampler.key.border for size in sampler.size)
    number = row if sampler.slice is None else sampler.slice * height + row
    outside = out_y if out_x is None else out_x if out_y is None else out_x | out_y
    return sampler.texel(start, number * width + column, outside)


def _picked(m, color, component):
    value = color[0]
    for number, other in enumerate(color[1:], 1):
        value = m.select(component >= number, other, value)
    return value


def detail(m, key, arrays, coordinates):
    """Returns the level of detail that a sample accesses, and lambda', which is not limited; F32.

    ARB_texture_query_lod calls the first "the mipmap array(s) that would be accessed": an integer
    where the filter takes the nearest level, 0 where it takes the base level.
    """
    if key is None:
        return [m.f32(0.0)] * 2
    sampler = Sampler(m, key, arrays, (0, 0, 0))
    gradients = quad_gradients(m, coordinates[:3])
    _, of_point = sampler.select(coordinates, gradients)
    if key.anisotropic:
        lod = footprint(m, key, arrays, of_point, gradients).lod
    else:
        lod = scale_factor(m, key, arrays, of_point)
    limited = level_of_detail(m, arrays, lod)
    accessed = {
        "NONE": lambda: m.f32(0.0),
        "NEAREST": lambda: m.to_f32(sampler.nearest_level(limited)),
        "LINEAR": lambda: m.clamp(limited, 0.0, m.to_f32(sampler.last)),
    }[key.mip_filter]()
    return [accessed, biased(m, arrays, lod)]
