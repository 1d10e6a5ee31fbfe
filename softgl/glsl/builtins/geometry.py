"""Geometry shader functions: GLSL 3.30, 8.10."""

from __future__ import annotations

from softgl.glsl.builtins.table import GEOMETRY, builtin

_WHERE = {
    "constant": False,
    "since": 150,
    "extensions": ("GL_ARB_geometry_shader4",),
    "stages": GEOMETRY,
}


@builtin("void EmitVertex()", **_WHERE)
def emit_vertex(b):
    """Emits a vertex with the current values of the outputs."""
    b.builder.emit("EMIT", None)


@builtin("void EndPrimitive()", **_WHERE)
def end_primitive(b):
    """Ends the current strip and begins a new one."""
    b.builder.emit("ENDPRIM", None)
