"""The GL state behind `state` bindings: queries, or other bindings that it derives from."""

from __future__ import annotations

from collections.abc import Callable

from softgl import state_formulas
from softgl.ir.program import Binding
from softgl.records import dataclass

_COLORS = ("ambient", "diffuse", "specular")
_FACES = ("front", "back")

Call = tuple[str, ...]
"""A query: the name of the function, and its enums; {0} in an enum is the index of the binding."""


@dataclass(frozen=True)
class Selection:
    """State to select before queries.

    function : the function that selects it.
    first : the first of the enums that select it.
    query : the query of the current selection.
    words : the selection in words.
    """

    function: str
    first: str
    query: str
    words: str


_UNIT = Selection("glActiveTexture", "GL_TEXTURE0", "GL_ACTIVE_TEXTURE", "unit {0}: ")
_PROGRAM_MATRIX = Selection(
    "glMatrixMode", "GL_MATRIX0_ARB", "GL_MATRIX_MODE", "GL_MATRIX{0}_ARB: "
)


@dataclass(frozen=True)
class Entry:
    """The derivation of a binding's value.

    calls : the queries, whose numbers are concatenated.
    of : the state that the index selects first.
    after : the bindings that it derives from instead; without an index, those have none.
    formula : the conversion of the calls' numbers, one after the other, or of the bindings, one
        list for each, to four numbers; None if no conversion is needed.
    words : a description of steps beyond the queries.
    """

    calls: tuple[Call, ...] = ()
    of: Selection | None = None
    after: tuple[str, ...] = ()
    formula: Callable | None = None
    words: str = ""

    def describe(self, *indices: int) -> str:
        """Returns the description of the state in words of queries, for an index."""
        calls = ", ".join(f"{name}({', '.join(enums)})" for name, *enums in self.calls)
        before = self.of.words if self.of else ""
        return (before + (calls or ", ".join(self.after)) + self.words).format(*indices)


def _state(*enums: str, **more) -> Entry:
    return Entry(tuple(("glGetFloatv", enum) for enum in enums), **more)


def _light(*enums: str, **more) -> Entry:
    return Entry(tuple(("glGetLightfv", "GL_LIGHT{0}", enum) for enum in enums), **more)


def _material(face: str, enum: str, **more) -> Entry:
    return Entry((("glGetMaterialfv", f"GL_{face.upper()}", f"GL_{enum.upper()}"),), **more)


def _light_product(face: str, name: str) -> Entry:
    return Entry(
        after=(f"state.light[{{0}}].{name}", f"state.material.{face}.{name}"),
        formula=state_formulas.light_product,
        words=": their product, the alpha of the material",
    )


def _scene_color(face: str) -> Entry:
    material = (f"state.material.{face}.{name}" for name in ("ambient", "emission", "diffuse"))
    return Entry(
        after=("state.lightmodel.ambient", *material),
        formula=state_formulas.scene_color,
        words=": the product of the first two, and the third; the alpha of the last",
    )


STATE: dict[str, Entry] = {
    **{
        f"state.material.{face}.{name}": _material(face, name)
        for face in _FACES
        for name in (*_COLORS, "emission")
    },
    **{
        f"state.material.{face}.shininess": _material(
            face, "shininess", formula=lambda shininess: (shininess, 0.0, 0.0, 1.0)
        )
        for face in _FACES
    },
    **{f"state.light.{name}": _light(f"GL_{name.upper()}") for name in (*_COLORS, "position")},
    "state.light.attenuation": _light(
        *(f"GL_{degree}_ATTENUATION" for degree in ("CONSTANT", "LINEAR", "QUADRATIC")),
        "GL_SPOT_EXPONENT",
    ),
    "state.light.spot.direction": _light(
        "GL_SPOT_DIRECTION",
        "GL_SPOT_CUTOFF",
        formula=lambda x, y, z, cutoff: state_formulas.spot_direction((x, y, z), cutoff),
        words=": the cosine of the angle",
    ),
    "state.light.half": Entry(
        after=("state.light[{0}].position",),
        formula=state_formulas.half_angle,
        words=": the direction half way to (0, 0, 1)",
    ),
    "state.lightmodel.ambient": _state("GL_LIGHT_MODEL_AMBIENT"),
    **{f"state.lightmodel.{face}.scenecolor": _scene_color(face) for face in _FACES},
    **{
        f"state.lightprod.{face}.{name}": _light_product(face, name)
        for face in _FACES
        for name in _COLORS
    },
    **{
        f"state.texgen.{plane}.{coordinate}": Entry(
            (("glGetTexGenfv", f"GL_{coordinate.upper()}", f"GL_{plane.upper()}_PLANE"),), of=_UNIT
        )
        for plane in ("eye", "object")
        for coordinate in "strq"
    },
    "state.texenv.color": Entry(
        (("glGetTexEnvfv", "GL_TEXTURE_ENV", "GL_TEXTURE_ENV_COLOR"),), of=_UNIT
    ),
    "state.fog.color": _state("GL_FOG_COLOR"),
    "state.fog.params": _state(
        *("GL_FOG_DENSITY", "GL_FOG_START", "GL_FOG_END"),
        formula=state_formulas.fog_params,
        words=", 1 / (end - start)",
    ),
    "state.clip.plane": Entry((("glGetClipPlane", "GL_CLIP_DISTANCE{0}"),)),
    "state.point.size": _state(
        *("GL_POINT_SIZE", "GL_POINT_SIZE_MIN", "GL_POINT_SIZE_MAX"),
        "GL_POINT_FADE_THRESHOLD_SIZE",
    ),
    "state.point.attenuation": _state(
        "GL_POINT_DISTANCE_ATTENUATION", formula=lambda a, b, c: (a, b, c, 1.0), words=", 1"
    ),
    "state.depth.range": _state(
        "GL_DEPTH_RANGE", formula=state_formulas.depth_range, words=", far - near, 1"
    ),
}
"""Every binding except matrices."""

MATRICES: dict[str, Entry] = {
    "modelview": _state("GL_MODELVIEW_MATRIX"),
    "projection": _state("GL_PROJECTION_MATRIX"),
    "texture": _state("GL_TEXTURE_MATRIX", of=_UNIT),
    "program": _state("GL_CURRENT_MATRIX_ARB", of=_PROGRAM_MATRIX),
    "mvp": Entry(after=("state.matrix.projection", "state.matrix.modelview[0]"), words=": their "
                 "product"),
}  # fmt: skip
"""The matrices by their words; the queries give columns."""

_FORMS = {"": "", "inverse": ", inverted", "transpose": ", transposed"}
_FORMS["invtrans"] = _FORMS["inverse"] + _FORMS["transpose"]


def matrix_words(binding: Binding) -> tuple[str, str]:
    """Returns the name of a binding's matrix and its form, "" for none."""
    name, *form = binding.name.removesuffix(".row").split(".")[2:]
    return name, form[0] if form else ""


def state_words(binding: Binding) -> str:
    """Returns the description of the GL state that feeds a binding."""
    if not binding.is_matrix:
        return STATE[binding.name].describe(*binding.indices)
    name, form = matrix_words(binding)
    return MATRICES[name].describe(binding.indices[0]) + _FORMS[form]
