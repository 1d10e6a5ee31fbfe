"""Samples a texture, over a lane machine: OpenGL 2.1, 3.8.7 to 3.8.9.

Read `sample` first. Coordinates of any value are harmless: each is clamped to the image's range,
NaN to its lower end, before it becomes an index.
"""

from __future__ import annotations

from softgl.texture import buffers
from softgl.texture.anisotropy import averaged, footprint
from softgl.texture.detail import level_of_detail, quad_gradients, scale_factor
from softgl.texture.filters import Sampler
from softgl.texture.targets import BUFFER, FACES


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
    missing=None,
):
    """Returns the colour of a texture at some coordinates: four lanes of the key's type, R G B A.

    key : a TextureKey, or None for an incomplete texture.
    missing : the colour of an incomplete texture, four lanes; None: 0, 0, 0, 1.
    arrays : has the arrays of ARRAYS as attributes.
    coordinates : s, t, r, q as F32 lanes in quads; q is the reference of some targets.
    bias : the instruction's level-of-detail bias, F32.
    lod : a level of detail that replaces the one from the derivatives, F32.
    gradients : derivatives that replace those of the coordinates, for x and for y a list of F32
        lanes.
    offset : an offset in texels, for each axis.
    """
    if key is None:
        return missing or missing_color(m)
    sampler = observed_sampler(m)(m, key, arrays, offset)
    # NV_gpu_program4, 2.X.4.4: it is the derivatives that "may be used to derive footprint shapes".
    anisotropic = key.anisotropic and lod is None
    if not key.detailed and not anisotropic:
        _tell_level(m, key, sampler, m.f32(0.0))
        point, _ = sampler.select(coordinates, None)
        return sampler.finished(sampler.filtered(key.min_filter, point))
    if lod is None and gradients is None:
        gradients = quad_gradients(m, coordinates[:3])
    point, of_point = sampler.select(coordinates, gradients)
    if not anisotropic:
        if lod is None:
            lod = scale_factor(m, key, arrays, of_point)
        detail = level_of_detail(m, arrays, lod, bias)
        _tell_level(m, key, sampler, detail)
        return sampler.finished(sampler.at(point, detail))
    shape = footprint(m, key, arrays, of_point, gradients)
    detail = level_of_detail(m, arrays, shape.lod, bias)
    _tell_level(m, key, sampler, detail)

    def probe(moved):
        return sampler.at(sampler.select(moved, None)[0], detail)

    color = averaged(m, shape, coordinates, sampler.components, probe)
    return sampler.finished(color)


def observed_sampler(m) -> type[Sampler]:
    """Returns the class of samplers, or its replacement by the machine's observer."""
    return m.observer.sampler if m.observer else Sampler


def _tell_level(m, key, sampler, detail):
    """Reports the level above the base level to `arrays.level` (`resources.environment`)."""
    told = getattr(sampler.arrays, "level", None)
    if told is None:
        return
    if key.mip_filter == "NONE":
        told(m.f32(0.0))
    elif key.mip_filter == "NEAREST":
        told(m.to_f32(m.select(detail <= 0.0, m.i32(0), sampler.nearest_level(detail))))
    else:
        told(m.clamp(detail, 0.0, m.to_f32(sampler.last)))


def missing_color(m):
    """Returns the colour of an incomplete texture, F32."""
    return [m.f32(value) for value in (0.0, 0.0, 0.0, 1.0)]


def fetch(m, key, arrays, position, *, offset=(0, 0, 0), missing=None):
    """Returns one texel, unfiltered: NV_gpu_program4, "Section 2.X.4.4, Program Texture Access".

    position : i, j, k and the level above the base level, or the number of a sample, I32 lanes. The
        specification leaves texels outside the image and missing levels undefined; they are clamped
        to the nearest.
    """
    if key is None:
        return missing or missing_color(m)
    if key.target is BUFFER:
        return buffers.fetch(m, key, arrays, position)
    return observed_sampler(m)(m, key, arrays, offset).fetched(position)


def size_of_level(m, key, arrays, level):
    """Returns a level's width, height and depth or layers, I32; 0 for absent axes.

    level : counted from the base level.
    """
    if key is None:
        return [m.i32(0)] * 4
    if key.target is BUFFER:
        return [buffers.size(m, arrays), *[m.i32(0)] * 3]
    sampler = Sampler(m, key, arrays, (0, 0, 0))
    sizes = sampler.sizes_at(sampler.existing(level))
    if sampler.layers is not None and key.target.directed:
        # ARB_texture_cube_map_array, issue 12: the number of cubes, not of their faces.
        cubes = (m.to_f32(sampler.layers) + 0.5) * (1 / FACES)
        sizes.append(m.to_i32_within(m.floor(cubes), 0, key.target.most_layers))
    elif sampler.layers is not None:
        sizes.append(sampler.layers)
    return sizes + [m.i32(0)] * (4 - len(sizes))
