"""All state of a context as JSON-able values, and the difference of two states.

Values of glGet are in sections named after the modules of `softgl.gl` (`softgl.gl.modules`), under
GL's names. Objects have sections of their own (`softgl.debug.objects`); a module's section of the
same name gets the suffix "_state".
"""

from __future__ import annotations

from softgl.debug import objects
from softgl.debug.plain import FACTORS, TRUTHS, enum_name, plain, pname_name
from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import Refused
from softgl.gl.api.tables import Normalized, follow
from softgl.gl.modules import MODULES

_ENUMS = """
MATRIX_MODE ACTIVE_TEXTURE CLIENT_ACTIVE_TEXTURE ALPHA_TEST_FUNC LOGIC_OP_MODE DEPTH_FUNC
ACTIVE_STENCIL_FACE_EXT STENCIL_FUNC STENCIL_BACK_FUNC BLEND_EQUATION BLEND_EQUATION_ALPHA
POINT_SPRITE_COORD_ORIGIN CULL_FACE_MODE FRONT_FACE POLYGON_MODE FOG_MODE FOG_COORDINATE_SOURCE
SHADE_MODEL PROVOKING_VERTEX LIGHT_MODEL_COLOR_CONTROL COLOR_MATERIAL_FACE COLOR_MATERIAL_PARAMETER
PERSPECTIVE_CORRECTION_HINT POINT_SMOOTH_HINT LINE_SMOOTH_HINT POLYGON_SMOOTH_HINT FOG_HINT
GENERATE_MIPMAP_HINT TEXTURE_COMPRESSION_HINT CLIP_VOLUME_CLIPPING_HINT_EXT
MULTISAMPLE_FILTER_HINT_NV TRANSFORM_HINT_APPLE TEXTURE_MULTI_BUFFER_HINT_SGIX
TEXTURE_BUFFER_FORMAT_ARB READ_BUFFER DRAW_BUFFER
TRANSFORM_FEEDBACK_BUFFER_MODE CLIP_ORIGIN CLIP_DEPTH_MODE
"""
_SMALL = {
    FACTORS: "BLEND_SRC BLEND_DST BLEND_SRC_RGB BLEND_DST_RGB BLEND_SRC_ALPHA BLEND_DST_ALPHA "
    "STENCIL_FAIL STENCIL_BACK_FAIL STENCIL_PASS_DEPTH_FAIL STENCIL_BACK_PASS_DEPTH_FAIL "
    "STENCIL_PASS_DEPTH_PASS STENCIL_BACK_PASS_DEPTH_PASS",
    TRUTHS: "CLAMP_VERTEX_COLOR CLAMP_FRAGMENT_COLOR CLAMP_READ_COLOR",
    ("GL_NONE",): " ".join([_ENUMS, *(f"DRAW_BUFFER{n}" for n in range(8))]),
}
ENUMS = {
    getattr(gl, f"GL_{name}"): small for small, names in _SMALL.items() for name in names.split()
}
"""Names of enum-valued state -> names of the enums from 0 on."""
# Listed with the objects: current values and arrays; texture coordinate generation.
_ELSEWHERE = ("attribute_queries", "texture_environment")
# A query of the occlusion test's result begins another test; the time is not state.
_SKIPPED = ("GL_TRANSPOSE_", "GL_CURRENT_MATRIX_ARB", "GL_OCCLUSION_TEST_RESULT_HP", "GL_TIMESTAMP")


def state(ctx) -> dict[str, dict]:
    """All state of a context: section -> name -> JSON-able value.

    Enums are given by name; other than finite numbers are "nan", "inf" and "-inf". Flushes the
    batch of draws; nothing else of the context changes.
    """
    ctx.batch.flush()
    found = plain(objects.objects(ctx))
    sections = {}
    for module in MODULES:
        name = module.__name__.rpartition(".")[2]
        values = _of_module(ctx, module)
        if values:
            sections[f"{name}_state" if name in found else name] = values
    return sections | found


def _of_module(ctx, module) -> dict:
    """The values and capabilities in the tables of a module."""
    described = getattr(module, "STATE", None)
    if described is None or module.__name__.endswith(_ELSEWHERE):
        return {}
    places = {**described.values, **described.capabilities}
    named = {pname: (pname_name(pname), place) for pname, place in places.items()}
    return {
        name: _value(ctx, pname, place)
        for pname, (name, place) in named.items()
        if not name.startswith(_SKIPPED)
    }


def _value(ctx, pname, place):
    """A value of the state; None if it is undefined now."""
    path = place.path if isinstance(place, Normalized) else place
    try:
        value = follow(ctx, path) if isinstance(path, str) else path(ctx)
    except Refused:  # a texture unit without coordinates, or an incomplete framebuffer
        return None
    if pname not in ENUMS:
        return plain(value)
    if isinstance(value, tuple):
        return [enum_name(each, ENUMS[pname]) for each in value]
    return enum_name(value, ENUMS[pname])


def difference(before: dict, after: dict) -> dict[str, list]:
    """The difference of two states: dotted path -> [before, after].

    A value that only one of them has is None in the other. Equal states give an empty dictionary.
    """
    found = {}
    for name in {**before, **after}:
        old, new = before.get(name), after.get(name)
        if isinstance(old, dict) and isinstance(new, dict):
            inner = difference(old, new)
            found |= {f"{name}.{rest}": pair for rest, pair in inner.items()}
        elif old != new or type(old) is not type(new):
            found[str(name)] = [old, new]
    return found


def flat(found: dict) -> dict[str, object]:
    """Flattens a state: dotted path, as in `difference` -> value."""
    values = {}
    for name, value in found.items():
        if isinstance(value, dict):
            values |= {f"{name}.{rest}": each for rest, each in flat(value).items()}
        else:
            values[str(name)] = value
    return values
