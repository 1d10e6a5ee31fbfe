"""Texture lookup functions with the sampler in their names: of GLSL 1.10 and ES 1.00, still there
later, and of extensions."""

from __future__ import annotations

from softgl.glsl.builtins.table import FRAGMENT, GEOMETRY, VERTEX
from softgl.glsl.builtins.textures import (
    LAYERED,
    MOVED,
    MOVED_PARAMETERS,
    SHAPES,
    Lookup,
    Shape,
    enter,
    enter_fetches,
    enter_sizes,
    lookups,
)

_LOD = ("GL_ARB_shader_texture_lod",)
_GPU_SHADER4 = ("GL_EXT_gpu_shader4",)
_ARRAYS = ("GL_EXT_texture_array", *_GPU_SHADER4)
_RECTANGLES = ("GL_ARB_texture_rectangle",)


def _named(shape: Shape, kind: Lookup, parameters: str, *, suffix="", generic=False, **available):
    """Enters a lookup under the name of its sampler."""
    prefix = "shadow" if shape.shadow else "texture"
    integers = generic and not shape.shadow
    result, sampler = ("gvec4", "gsampler") if integers else ("vec4", "sampler")
    name = f"{prefix}{shape.word}{kind.words}{suffix}"
    enter(name, result, f"{sampler}{shape.sampler}", kind, parameters, **available)


def _of_versions(shape: Shape, kind: Lookup, parameters: str) -> None:
    """Enters a lookup of GLSL 1.10."""
    # ES 1.00 has no others.
    es = {"es": 100, "es_until": 300} if shape.sampler in ("2D", "Cube") else {}
    if kind.detail == "Lod":
        # GLSL 1.20, 8.7: "The built-ins suffixed with "Lod" are allowed only in a vertex shader."
        early = {**es, "since": 110, "until": 130, "stages": VERTEX | GEOMETRY}
        _named(shape, kind, parameters, **early)
        _named(shape, kind, parameters, since=130, extensions=(*_LOD, *_GPU_SHADER4))
    else:
        _named(shape, kind, parameters, since=110, **es)


def _of_extensions(shape: Shape, kind: Lookup, parameters: str) -> None:
    """Enters a lookup with derivatives, or another one of extensions for GLSL 1.10."""
    gradient = kind.detail == "Grad"
    if gradient and not kind.offset and "Array" not in shape.sampler:
        _named(shape, kind, parameters, suffix="ARB", extensions=_LOD)
    if shape.sampler in ("2D", "Cube") and kind.detail and not kind.offset:
        stages = FRAGMENT | VERTEX if gradient else FRAGMENT
        es = {"extensions": ("GL_EXT_shader_texture_lod",), "stages": stages}
        _named(shape, kind, parameters, suffix="EXT", **es)
    _named(shape, kind, parameters, generic=True, extensions=_GPU_SHADER4)


for _shape in SHAPES:
    for _kind, _parameters in lookups(_shape):
        if _shape.sampler == "CubeShadow":
            if not _kind.biased:
                _named(_shape, _kind, _parameters, extensions=_GPU_SHADER4)
            continue
        if not _kind.offset and _kind.detail != "Grad":
            if "Array" in _shape.sampler:
                _named(_shape, _kind, _parameters, extensions=_ARRAYS)
            elif "Rect" in _shape.sampler:
                _named(_shape, _kind, _parameters, extensions=_RECTANGLES)
            else:
                _of_versions(_shape, _kind, _parameters)
        _of_extensions(_shape, _kind, _parameters)

_named(LAYERED, MOVED, MOVED_PARAMETERS, extensions=_GPU_SHADER4)
enter_fetches("texelFetch", True, extensions=_GPU_SHADER4)
enter_sizes("textureSize", True, extensions=_GPU_SHADER4)
