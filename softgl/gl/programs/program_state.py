"""What `state.*` parameters of programs stand for: four numbers each, from the context.

ARB_vertex_program, tables X.3.2 to X.3.8; ARB_fragment_program, tables X.2.2 to X.2.7;
NV_gpu_program4, 2.X.3.3. Where a formula is given, doubles are rounded once, at the end.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np

from softgl import hostmath
from softgl.gl.fixed.lighting import track_color
from softgl.gl.fragments.clamping import as_clamped
from softgl.ir.program import Binding

COLORS = ("ambient", "diffuse", "specular")
FACES = ("front", "back")


def _material(ctx, face):
    track_color(ctx)
    return getattr(ctx.lighting, face)


def _material_color(face, name):
    return lambda ctx: getattr(_material(ctx, face), name)


def _shininess(face):
    return lambda ctx: (_material(ctx, face).shininess, 0.0, 0.0, 1.0)


def _light(name):
    return lambda ctx, n: getattr(ctx.lighting.lights[n], name)


def _attenuation(ctx, n):
    light = ctx.lighting.lights[n]
    constants = (light.constant_attenuation, light.linear_attenuation, light.quadratic_attenuation)
    return (*constants, light.spot_exponent)


def _spot_direction(ctx, n):
    light = ctx.lighting.lights[n]
    return (*light.spot_direction, hostmath.sin_cos_degrees(light.spot_cutoff)[1])


def _half(ctx, n):
    """ "the normalized infinite half-angle vector h_inf = || P + (0, 0, 1) ||", P the direction.

    The direction to a position at infinity is its x, y, z; to another one, that divided by w
    (OpenGL 2.1, 2.14.1). The opposite of (0, 0, 1) has no half-angle: the vector is 0 then.
    """
    x, y, z, w = ctx.lighting.lights[n].position
    toward = hostmath.normalize([c / w for c in (x, y, z)] if w else (x, y, z))
    return (*hostmath.normalize([toward[0], toward[1], toward[2] + 1.0]), 1.0)


def _scene_color(face):
    """ "c_scene = a_cs * a_cm + e_cm", with the alpha of the diffuse material color."""

    def scene_color(ctx):
        material, scene = _material(ctx, face), ctx.lighting.ambient
        terms = zip(scene, material.ambient, material.emission, strict=True)
        return (*[s * a + e for s, a, e in terms][:3], material.diffuse[3])

    return scene_color


def _light_product(face, name):
    """The product of light and material colours; the alpha is that of the material."""

    def light_product(ctx, n):
        material = getattr(_material(ctx, face), name)
        light = getattr(ctx.lighting.lights[n], name)
        return (*[a * b for a, b in zip(light, material, strict=True)][:3], material[3])

    return light_product


def _generation_plane(plane, coordinate):
    def generation_plane(ctx, n):
        return getattr(getattr(ctx.texturing.units[n].generation, coordinate), f"{plane}_plane")

    return generation_plane


def _fog_params(ctx):
    fog = ctx.fog
    # OpenGL 2.1, 3.10: the factor is undefined for end = start; the quotient is infinite.
    span = fog.end - fog.start
    return (fog.density, fog.start, fog.end, 1.0 / span if span else float("inf"))


def _point_size(ctx):
    points = ctx.points
    return (points.size, points.size_min, points.size_max, points.fade_threshold_size)


def _depth_range(ctx):
    near, far = ctx.viewport.near, ctx.viewport.far
    return (near, far, far - near, 1.0)


VECTORS: dict[str, Callable] = {
    **{
        f"state.material.{face}.{name}": _material_color(face, name)
        for face in FACES
        for name in (*COLORS, "emission")
    },
    **{f"state.material.{face}.shininess": _shininess(face) for face in FACES},
    **{f"state.light.{name}": _light(name) for name in (*COLORS, "position")},
    "state.light.attenuation": _attenuation,
    "state.light.spot.direction": _spot_direction,
    "state.light.half": _half,
    "state.lightmodel.ambient": lambda ctx: ctx.lighting.ambient,
    **{f"state.lightmodel.{face}.scenecolor": _scene_color(face) for face in FACES},
    **{
        f"state.lightprod.{face}.{name}": _light_product(face, name)
        for face in FACES
        for name in COLORS
    },
    **{
        f"state.texgen.{plane}.{coordinate}": _generation_plane(plane, coordinate)
        for plane in ("eye", "object")
        for coordinate in "strq"
    },
    # ARB_color_buffer_float, 3.8.13 and 3.10: clamped where fragments are, not when specified.
    "state.texenv.color": lambda ctx, n: as_clamped(ctx, ctx.texturing.units[n].environment.color),
    "state.fog.color": lambda ctx: as_clamped(ctx, ctx.fog.color),
    "state.fog.params": _fog_params,
    "state.clip.plane": lambda ctx, n: ctx.clip_planes.planes[n].equation,
    "state.point.size": _point_size,
    "state.point.attenuation": lambda ctx: (*ctx.points.distance_attenuation, 1.0),
    "state.depth.range": _depth_range,
}
"""Four numbers for each binding but those of matrices: a function of the context and the index."""

MATRIX_FORMS: dict[str, Callable] = {
    "inverse": hostmath.inverse,
    "transpose": hostmath.transpose,
    "invtrans": lambda matrix: hostmath.transpose(hostmath.inverse(matrix)),
}


@cache
def _words(rows: str) -> list[str]:
    """The name and perhaps the form of a matrix whose rows are called so."""
    return rows.split(".")[2:-1]


class ProgramState:
    """The state parameters of one context, as they are now; a matrix is made once."""

    def __init__(self, ctx):
        self._ctx = ctx
        self._matrices: dict[tuple, np.ndarray] = {}

    def vector(self, binding: Binding) -> np.ndarray:
        """The four float32 that a `state.*` binding stands for."""
        if binding.is_matrix:
            number, row = binding.indices
            return self.matrix(binding.name, number)[row]
        with np.errstate(over="ignore"):
            return np.array(VECTORS[binding.name](self._ctx, *binding.indices), np.float32)

    def matrix(self, rows: str, number: int) -> np.ndarray:
        """The matrix, (4, 4) float32, whose rows are called state.matrix.<name>[.<form>].row."""
        key = (rows, number)
        if key not in self._matrices:
            name, *form = _words(rows)
            matrix = self._ctx.transform.matrix(name, number)
            if form:
                with np.errstate(over="ignore"):
                    matrix = MATRIX_FORMS[form[0]](matrix).astype(np.float32)
            self._matrices[key] = np.ascontiguousarray(matrix)
        return self._matrices[key]
