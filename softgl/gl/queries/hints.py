"""Hints, which have no effect (OpenGL 2.1, 5.6)."""

from __future__ import annotations

from softgl.gl.api import enums as gl
from softgl.gl.api.command import command
from softgl.gl.api.groups import Group
from softgl.gl.api.signature import EnumSet, group
from softgl.gl.api.tables import State
from softgl.records import dataclass


@dataclass
class Hints(Group):
    """Hints, stored for queries only: softgl has one, exact, way of doing each thing."""

    perspective_correction: int = gl.GL_DONT_CARE
    point_smooth: int = gl.GL_DONT_CARE
    line_smooth: int = gl.GL_DONT_CARE
    polygon_smooth: int = gl.GL_DONT_CARE
    fog: int = gl.GL_DONT_CARE
    generate_mipmap: int = gl.GL_DONT_CARE
    texture_compression: int = gl.GL_DONT_CARE
    fragment_shader_derivative: int = gl.GL_DONT_CARE
    clip_volume_clipping: int = gl.GL_DONT_CARE
    multisample_filter: int = gl.GL_DONT_CARE
    transform: int = gl.GL_DONT_CARE
    texture_multi_buffer: int = gl.GL_DONT_CARE


HINTS = {
    gl.GL_PERSPECTIVE_CORRECTION_HINT: "perspective_correction",
    gl.GL_POINT_SMOOTH_HINT: "point_smooth",
    gl.GL_LINE_SMOOTH_HINT: "line_smooth",
    gl.GL_POLYGON_SMOOTH_HINT: "polygon_smooth",
    gl.GL_FOG_HINT: "fog",
    gl.GL_GENERATE_MIPMAP_HINT: "generate_mipmap",
    gl.GL_TEXTURE_COMPRESSION_HINT: "texture_compression",
    gl.GL_FRAGMENT_SHADER_DERIVATIVE_HINT: "fragment_shader_derivative",
    gl.GL_CLIP_VOLUME_CLIPPING_HINT_EXT: "clip_volume_clipping",
    gl.GL_MULTISAMPLE_FILTER_HINT_NV: "multisample_filter",
    gl.GL_TRANSFORM_HINT_APPLE: "transform",
    gl.GL_TEXTURE_MULTI_BUFFER_HINT_SGIX: "texture_multi_buffer",
}

STATE = State(values={enum: f"hints.{name}" for enum, name in HINTS.items()})


@command("glHint", target=EnumSet.of(HINTS), mode=group("HintMode"))
def hint(ctx, target, mode):
    """Sets a hint, for queries only."""
    setattr(ctx.hints, HINTS[target], mode)
