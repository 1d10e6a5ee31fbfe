"""The GL state behind `state` bindings, in the words of GL's queries."""

from __future__ import annotations

from softgl.ir.program import Binding

_COLORS = ("ambient", "diffuse", "specular")
_FACES = ("front", "back")
_GENERATED = {"s": "S", "t": "T", "r": "R", "q": "Q"}

STATE: dict[str, str] = {
    **{
        f"state.material.{face}.{name}": f"glGetMaterialfv(GL_{face.upper()}, GL_{name.upper()})"
        for face in _FACES
        for name in (*_COLORS, "emission", "shininess")
    },
    **{
        f"state.light.{name}": f"glGetLightfv(GL_LIGHT{{0}}, GL_{name.upper()})"
        for name in (*_COLORS, "position")
    },
    "state.light.attenuation": "glGetLightfv(GL_LIGHT{0}, GL_CONSTANT_ATTENUATION, "
    "GL_LINEAR_ATTENUATION, GL_QUADRATIC_ATTENUATION, GL_SPOT_EXPONENT)",
    "state.light.spot.direction": "glGetLightfv(GL_LIGHT{0}, GL_SPOT_DIRECTION), "
    "the cosine of GL_SPOT_CUTOFF",
    "state.light.half": "the half-angle of glGetLightfv(GL_LIGHT{0}, GL_POSITION) and (0, 0, 1)",
    "state.lightmodel.ambient": "glGetFloatv(GL_LIGHT_MODEL_AMBIENT)",
    **{
        f"state.lightmodel.{face}.scenecolor": "glGetFloatv(GL_LIGHT_MODEL_AMBIENT) * "
        f"glGetMaterialfv(GL_{face.upper()}, GL_AMBIENT) + GL_EMISSION; alpha of GL_DIFFUSE"
        for face in _FACES
    },
    **{
        f"state.lightprod.{face}.{name}": f"glGetLightfv(GL_LIGHT{{0}}, GL_{name.upper()}) * "
        f"glGetMaterialfv(GL_{face.upper()}, GL_{name.upper()}); alpha of the material"
        for face in _FACES
        for name in _COLORS
    },
    **{
        f"state.texgen.{plane}.{coordinate}": "unit {0}: "
        f"glGetTexGenfv(GL_{_GENERATED[coordinate]}, GL_{plane.upper()}_PLANE)"
        for plane in ("eye", "object")
        for coordinate in "strq"
    },
    "state.texenv.color": "unit {0}: glGetTexEnvfv(GL_TEXTURE_ENV, GL_TEXTURE_ENV_COLOR)",
    "state.fog.color": "glGetFloatv(GL_FOG_COLOR)",
    "state.fog.params": "glGetFloatv(GL_FOG_DENSITY, GL_FOG_START, GL_FOG_END), 1 / (end - start)",
    "state.clip.plane": "glGetClipPlane(GL_CLIP_PLANE{0})",
    "state.point.size": "glGetFloatv(GL_POINT_SIZE, GL_POINT_SIZE_MIN, GL_POINT_SIZE_MAX, "
    "GL_POINT_FADE_THRESHOLD_SIZE)",
    "state.point.attenuation": "glGetFloatv(GL_POINT_DISTANCE_ATTENUATION), 1",
    "state.depth.range": "glGetFloatv(GL_DEPTH_RANGE), far - near, 1",
}
"""What feeds each binding that is no matrix; {0} is its index."""

_MATRIX_STATE = {
    "modelview": "GL_MODELVIEW_MATRIX",
    "projection": "GL_PROJECTION_MATRIX",
    "mvp": "GL_PROJECTION_MATRIX * GL_MODELVIEW_MATRIX",
    "texture": "GL_TEXTURE_MATRIX of unit {0}",
    "program": "GL_MATRIX{0}_ARB",
}
_FORMS = {
    "": "rows of",
    "inverse": "rows of the inverse of",
    "transpose": "columns of",
    "invtrans": "columns of the inverse of",
}


def state_words(binding: Binding) -> str:
    """The GL state that feeds a binding."""
    if not binding.is_matrix:
        return STATE[binding.name].format(*binding.indices)
    name, *form = binding.name.removesuffix(".row").split(".")[2:]
    words = _MATRIX_STATE[name].format(binding.indices[0])
    return f"{_FORMS[form[0] if form else '']} {words}"
