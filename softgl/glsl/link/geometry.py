"""The layout of a program's geometry shaders."""

from __future__ import annotations

from softgl.glsl.link.log import Log
from softgl.glsl.linked import LinkRequest
from softgl.glsl.typed import GeometryLayout, Shader
from softgl.ir.primitives import PRIMITIVES_IN

_WORDS = {"taken": "input primitives", "made": "output primitives", "max_vertices": "max_vertices"}


def merge_layouts(shaders: list[Shader], request: LinkRequest, log: Log) -> GeometryLayout:
    """Returns the layout of geometry shaders; glProgramParameteri says what no shader does.

    GLSL 3.30, 4.3.8.1: "At least one geometry shader (compilation unit) in a program must declare
    an input layout, and all geometry shader input layout declarations in a program must declare the
    same layout." ARB_geometry_shader4 has the layout in the program object.
    """
    found: dict[str, object] = {}
    for shader in shaders:
        for word, meaning in _WORDS.items():
            value = getattr(shader.geometry, word, None)
            if value is None:
                continue
            if found.setdefault(word, value) != value:
                log.error(f"geometry shaders have different {meaning}: {found[word]} and {value}")
    # A program of ARB_geometry_shader4 has all three, with defaults; layouts of 1.50 come first.
    outside = dict(zip(_WORDS, request.geometry or (), strict=False))
    old = all(shader.language.number < 150 for shader in shaders)
    for word, meaning in _WORDS.items():
        if word not in found:
            if old and outside.get(word) is not None:
                found[word] = outside[word]
            else:
                log.error(f"no geometry shader declares its {meaning}")
    return GeometryLayout(**found)


def vertices_of(layout: GeometryLayout) -> int:
    """Returns the number of vertices of an input primitive, 0 if the layout says none."""
    return PRIMITIVES_IN.get((layout.taken or "").upper(), 0)
