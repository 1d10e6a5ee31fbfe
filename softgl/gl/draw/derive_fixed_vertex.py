"""Derives the key of the fixed-function vertex program from the state."""

from __future__ import annotations

from collections.abc import Iterable

from softgl.gl.api import enums as gl
from softgl.gl.fixed.lighting import TRACKED
from softgl.gl.fixed.lit_colors import LightingKey, LightKey
from softgl.gl.fixed.vertex_program import VertexKey
from softgl.gl.vertices.attributes import COLOR, SECONDARY_COLOR, TEXCOORDS
from softgl.ir.program import Binding

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
"""The distances of fog (NV_fog_distance), as words of `vertex_program.FOG`."""


def derive_fixed_vertex(
    ctx, sets: Iterable[int], fog: str = "", attenuated=False, back=False
) -> VertexKey:
    """Derives the key for the results that the next stage reads.

    sets : the numbers of the texture coordinate sets. fog : the source of the fog coordinate, a
        word of `vertex_program.FOG`. attenuated : True if points have a size. back : True if back
        faces have colours.
    """
    lighting = ctx.lighting
    texcoords = tuple((number, _modes(ctx, number)) for number in sorted(sets))
    blend = ctx.vertex_blend
    planes = ctx.clip_planes.planes if blend.enabled else ()
    return VertexKey(
        lighting=_lighting(lighting, texcoords) if lighting.enabled else None,
        normals=(
            "normalize" if lighting.normalize else "rescale" if lighting.rescale_normal else ""
        ),
        texcoords=texcoords,
        fog=fog,
        attenuated=attenuated,
        back=back,
        units=blend.units if blend.enabled else 0,
        planes=tuple(number for number, plane in enumerate(planes) if plane.enabled),
    )


def fog_source(ctx) -> str:
    """Returns the source of fog coordinates, a word of `vertex_program.FOG`."""
    return "coordinate" if ctx.fog.coord_src == gl.GL_FOG_COORD else DISTANCES[ctx.fog.distance]


def _modes(ctx, number) -> tuple[str, ...]:
    generation = ctx.texturing.units[number].generation
    coordinates = (getattr(generation, name) for name in "strq")
    return tuple(GENERATED[one.mode] if one.enabled else "" for one in coordinates)


def material_attributes(lighting, texcoords) -> dict[tuple[str, str], Binding]:
    """Returns the attributes that hold materials per vertex, by face and property.

    texcoords : as in VertexKey. Materials that follow the current colour are in that. Materials
    that glMaterial changes within a primitive are in attributes that lit vertices do not read: sets
    of texture coordinates, and the secondary colour.
    """
    tracking = lighting.color_material
    faces = ("front", "back") if lighting.two_side else ("front",)
    followers = [face for face in faces if getattr(gl, f"GL_{face.upper()}") in _of(tracking.face)]
    names = TRACKED[tracking.mode] if tracking.enabled else ()
    own = {(face, name): COLOR for face in followers for name in names}
    used = {number for number, _ in texcoords}
    free = [set_ for number, set_ in enumerate(TEXCOORDS) if number not in used]
    varying = [each for each in lighting.varying if each[0] in faces and each not in own]
    return own | dict(zip(varying, [*reversed(free), SECONDARY_COLOR], strict=False))


def _of(face) -> tuple[int, ...]:
    return (gl.GL_FRONT, gl.GL_BACK) if face == gl.GL_FRONT_AND_BACK else (face,)


def _lighting(lighting, texcoords) -> LightingKey:
    attributes = material_attributes(lighting, texcoords)
    own = tuple(
        tuple((name, binding) for (of, name), binding in attributes.items() if of == face)
        for face in ("front", "back")
    )
    return LightingKey(
        lights=tuple(_light(n, light) for n, light in enumerate(lighting.lights) if light.enabled),
        local_viewer=lighting.local_viewer,
        two_side=lighting.two_side,
        separate=lighting.color_control == gl.GL_SEPARATE_SPECULAR_COLOR,
        own=own,
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
