"""Built-in constants: GLSL 3.30, 7.4, and GLSL ES 3.00, 7.3."""

from __future__ import annotations

from softgl.glsl import limits
from softgl.glsl.builtins.variables import variable
from softgl.glsl.typed import Storage
from softgl.glsl.types import INT

_DESKTOP = {"since": 110}
_EVERY = {"since": 110, "es": 100}
# ARB_ES2_compatibility, 7.3: "Add the following constants".
_ES = {"es": 100, "extensions": ("GL_ARB_ES2_compatibility",)}
_FIXED = {"since": 110, "compatibility": True}
_SINCE_130 = {"since": 130}
_SINCE_150 = {"since": 150}
_VIEWPORTS = {"since": 410, "extensions": ("GL_ARB_viewport_array",)}
# GLSL 4.20 has them too.
_OFFSETS = {"es": 300, "extensions": ("GL_ARB_shading_language_420pack",)}

for _name, _value, _where in (
    ("MaxLights", limits.MAX_LIGHTS, _FIXED),
    ("MaxClipPlanes", limits.MAX_CLIP_PLANES, _FIXED),
    ("MaxTextureUnits", limits.MAX_TEXTURE_UNITS, _FIXED),
    ("MaxTextureCoords", limits.MAX_TEXTURE_COORDS, _FIXED),
    ("MaxVertexAttribs", limits.MAX_VERTEX_ATTRIBS, _EVERY),
    ("MaxVertexTextureImageUnits", limits.MAX_STAGE_TEXTURE_UNITS, _EVERY),
    ("MaxCombinedTextureImageUnits", limits.MAX_COMBINED_TEXTURE_UNITS, _EVERY),
    ("MaxTextureImageUnits", limits.MAX_STAGE_TEXTURE_UNITS, _EVERY),
    ("MaxDrawBuffers", limits.MAX_DRAW_BUFFERS, _EVERY),
    ("MaxVertexUniformComponents", limits.MAX_UNIFORM_COMPONENTS, _DESKTOP),
    ("MaxFragmentUniformComponents", limits.MAX_UNIFORM_COMPONENTS, _DESKTOP),
    ("MaxVaryingFloats", limits.MAX_VARYING_COMPONENTS, _DESKTOP),
    ("MaxVaryingComponents", limits.MAX_VARYING_COMPONENTS, _SINCE_130),
    ("MaxClipDistances", limits.MAX_CLIP_DISTANCES, _SINCE_130),
    ("MaxVertexOutputComponents", limits.MAX_VERTEX_OUTPUT_COMPONENTS, _SINCE_150),
    ("MaxGeometryInputComponents", limits.MAX_GEOMETRY_INPUT_COMPONENTS, _SINCE_150),
    ("MaxGeometryOutputComponents", limits.MAX_GEOMETRY_OUTPUT_COMPONENTS, _SINCE_150),
    ("MaxFragmentInputComponents", limits.MAX_FRAGMENT_INPUT_COMPONENTS, _SINCE_150),
    ("MaxGeometryTextureImageUnits", limits.MAX_STAGE_TEXTURE_UNITS, _SINCE_150),
    ("MaxGeometryOutputVertices", limits.MAX_GEOMETRY_OUTPUT_VERTICES, _SINCE_150),
    ("MaxGeometryTotalOutputComponents", limits.MAX_GEOMETRY_TOTAL_OUTPUT_COMPONENTS, _SINCE_150),
    ("MaxGeometryUniformComponents", limits.MAX_UNIFORM_COMPONENTS, _SINCE_150),
    ("MaxGeometryVaryingComponents", limits.MAX_VARYING_COMPONENTS, _SINCE_150),
    ("MaxViewports", limits.MAX_VIEWPORTS, _VIEWPORTS),
    ("MaxVertexUniformVectors", limits.MAX_UNIFORM_COMPONENTS // 4, _ES),
    ("MaxFragmentUniformVectors", limits.MAX_UNIFORM_COMPONENTS // 4, _ES),
    ("MaxVaryingVectors", limits.MAX_VARYING_COMPONENTS // 4, _ES | {"es_until": 300}),
    ("MaxVertexOutputVectors", limits.MAX_VERTEX_OUTPUT_COMPONENTS // 4, {"es": 300}),
    ("MaxFragmentInputVectors", limits.MAX_FRAGMENT_INPUT_COMPONENTS // 4, {"es": 300}),
    ("MinProgramTexelOffset", limits.MIN_TEXEL_OFFSET, _OFFSETS),
    ("MaxProgramTexelOffset", limits.MAX_TEXEL_OFFSET, _OFFSETS),
):
    variable(
        f"gl_{_name}",
        INT,
        Storage.CONST,
        constant=(_value & 0xFFFFFFFF,),
        precision="mediump",
        **_where,
    )
