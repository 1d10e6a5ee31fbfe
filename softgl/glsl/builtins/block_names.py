"""The members of built-in blocks, in any profile."""

from __future__ import annotations

PER_VERTEX = (
    "gl_Position",
    "gl_PointSize",
    "gl_ClipDistance",
    "gl_ClipVertex",
    "gl_FrontColor",
    "gl_BackColor",
    "gl_FrontSecondaryColor",
    "gl_BackSecondaryColor",
    "gl_TexCoord",
    "gl_FogFragCoord",
)
"""The outputs of vertex and geometry shaders in gl_PerVertex."""
PER_FRAGMENT = ("gl_Color", "gl_SecondaryColor", "gl_TexCoord", "gl_FogFragCoord")
"""The inputs of fragment shaders in gl_PerFragment (ARB_separate_shader_objects)."""
