"""State to what shapes fixed-function vertex processing: the key of its program."""

from __future__ import annotations

from collections.abc import Iterable

from softgl.gl.api import enums as gl
from softgl.gl.fixed.lighting import TRACKED
from softgl.gl.fixed.vertex_program import LightingKey, LightKey, VertexKey

GENERATED = {
    gl.GL_OBJECT_LINEAR: "object",
    gl.GL_EYE_LINEAR: "eye",
    gl.GL_SPHERE_MAP: "sphere",
    gl.GL_REFLECTION_MAP: "reflection",
    gl.GL_NORMAL_MAP: "normal",
}
"""The words of `vertex_program` for the modes of texture coordinate generation."""

DISTANCES = {
    gl.GL_EYE_PLANE_ABSOLUTE_NV: "depth",
    gl.GL_EYE_PLANE: "plane",
    gl.GL_EYE_RADIAL_NV: "distance",
}
"""The words for what fog takes for the distance (NV_fog_distance)."""


def derive_fixed_vertex(
    ctx, sets: Iterable[int], fog: str = "", attenuated=False, back=False
) -> VertexKey:
    """The key, for what is asked of the vertices.

    sets : the numbers of the texture coordinate sets. fog : where the fog coordinate comes from, a
        word of `vertex_program.FOG`. attenuated : whether points have a size. back : whether back
        faces have colours.
    """
    lighting = ctx.lighting
    texcoords = tuple((number, _modes(ctx, number)) for number in sorted(sets))
    return VertexKey(
        lighting=_lighting(lighting) if lighting.enabled else None,
        normals=(
            "normalize" if lighting.normalize else "rescale" if lighting.rescale_normal else ""
        ),
        texcoords=texcoords,
        fog=fog,
        attenuated=attenuated,
        back=back,
    )


def fog_source(ctx) -> str:
    """Where fog coordinates of vertices come from."""
    return "coordinate" if ctx.fog.coord_src == gl.GL_FOG_COORD else DISTANCES[ctx.fog.distance]


def _modes(ctx, number) -> tuple[str, ...]:
    generation = ctx.texturing.units[number].generation
    coordinates = (getattr(generation, name) for name in "strq")
    return tuple(GENERATED[one.mode] if one.enabled else "" for one in coordinates)


def _lighting(lighting) -> LightingKey:
    tracking, tracked = lighting.color_material, []
    for material in (lighting.front, lighting.back):
        follows = tracking.enabled and any(
            material is each for each in lighting.faces(tracking.face)
        )
        tracked.append(frozenset(TRACKED[tracking.mode] if follows else ()))
    if not lighting.two_side:
        tracked[1] = frozenset()
    return LightingKey(
        lights=tuple(_light(n, light) for n, light in enumerate(lighting.lights) if light.enabled),
        local_viewer=lighting.local_viewer,
        two_side=lighting.two_side,
        separate=lighting.color_control == gl.GL_SEPARATE_SPECULAR_COLOR,
        tracked=tuple(tracked),
    )


def _light(number, light) -> LightKey:
    constants = (light.constant_attenuation, light.linear_attenuation, light.quadratic_attenuation)
    positional = light.position[3] != 0.0
    return LightKey(
        number,
        positional,
        spot=light.spot_cutoff != 180.0,
        attenuated=positional and constants != (1.0, 0.0, 0.0),
    )
