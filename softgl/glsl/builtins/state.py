"""Built-in uniform state: GLSL 3.30, 7.5, as `state.*` bindings."""

from __future__ import annotations

from collections.abc import Iterator

from softgl.glsl import limits
from softgl.glsl.builtins.table import FRAGMENT
from softgl.glsl.builtins.variables import variable
from softgl.glsl.typed import Storage
from softgl.glsl.types import FLOAT, INT, MATRICES, VECTORS, Array, Member, Struct, Type
from softgl.ir.program import Binding

_VEC3, _VEC4 = VECTORS["vec3"], VECTORS["vec4"]
_COMPATIBLE = {"since": 110, "compatibility": True}


def _state(name: str, type_: Type, bindings, **more) -> None:
    more = more or _COMPATIBLE
    variable(f"gl_{name}", type_, Storage.BUILTIN_UNIFORM, bindings, **more)


# -- matrices --------------------------------------------------------------------------------------

# The columns of a matrix are the rows of its transpose.
_COLUMNS = {
    "": ".transpose",
    "Inverse": ".invtrans",
    "Transpose": "",
    "InverseTranspose": ".inverse",
}


def _rows(matrix: str, number: int = 0, count: int = 4) -> list[Binding]:
    return [Binding(f"state.matrix.{matrix}.row", (number, row)) for row in range(count)]


for _suffix, _form in _COLUMNS.items():
    for _name, _word in (
        ("ModelView", "modelview"),
        ("Projection", "projection"),
        ("ModelViewProjection", "mvp"),
    ):
        _state(f"{_name}Matrix{_suffix}", MATRICES["mat4"], _rows(_word + _form))
    _state(
        f"TextureMatrix{_suffix}",
        Array(MATRICES["mat4"], limits.MAX_TEXTURE_COORDS),
        lambda form=_form: [
            row for n in range(limits.MAX_TEXTURE_COORDS) for row in _rows("texture" + form, n)
        ],
    )
# The transpose of the inverse: its columns are the rows of the inverse.
_state("NormalMatrix", MATRICES["mat3"], _rows("modelview.inverse", count=3))

# -- structures ------------------------------------------------------------------------------------


def _struct(name: str, members: str, types: dict[str, Type]) -> Struct:
    """Returns a structure of vec4, but for the members that `types` names."""
    found = (Member(word, types.get(word, _VEC4)) for word in members.split())
    return Struct(f"gl_{name}", tuple(found))


def _floats(name: str, members: str) -> Struct:
    return _struct(name, members, dict.fromkeys(members.split(), FLOAT))


def _letters(name: str, letters: str, indices=()) -> Iterator[Binding]:
    """Yields the numbers of a vector one by one."""
    return (Binding(f"{name}.{letter}", indices) for letter in letters)


_DEPTH_RANGE = "near far diff"
_state(
    "DepthRange", _floats("DepthRangeParameters", _DEPTH_RANGE),
    lambda: _letters("state.depth.range", "xyz"), since=110, es=100, precision="highp",
)  # fmt: skip
_state(
    "NumSamples", INT, (Binding("state.samples"),), stages=FRAGMENT, since=400,
    extensions=("GL_ARB_sample_shading",),
)  # fmt: skip
_state("NormalScale", FLOAT, (Binding("state.normal.scale"),))
_state(
    "ClipPlane", Array(_VEC4, limits.MAX_CLIP_PLANES),
    [Binding("state.clip.plane", (n,)) for n in range(limits.MAX_CLIP_PLANES)],
)  # fmt: skip
_state(
    "Point",
    _floats(
        "PointParameters",
        "size sizeMin sizeMax fadeThresholdSize distanceConstantAttenuation"
        " distanceLinearAttenuation distanceQuadraticAttenuation",
    ),
    lambda: [*_letters("state.point.size", "xyzw"), *_letters("state.point.attenuation", "xyz")],
)

_MATERIAL = "emission ambient diffuse specular shininess"
_LIGHT = _struct(
    "LightSourceParameters",
    "ambient diffuse specular position halfVector spotDirection spotExponent spotCutoff"
    " spotCosCutoff constantAttenuation linearAttenuation quadraticAttenuation",
    {"spotDirection": _VEC3}
    | dict.fromkeys(
        "spotExponent spotCutoff spotCosCutoff constantAttenuation linearAttenuation"
        " quadraticAttenuation".split(),
        FLOAT,
    ),
)


def _light(n: int) -> list[Binding]:
    words = ("ambient", "diffuse", "specular", "position", "half", "spot.direction")
    return [
        *(Binding(f"state.light.{word}", (n,)) for word in words),
        Binding("state.light.attenuation.w", (n,)),
        Binding("state.light.spot.cutoff", (n,)),
        Binding("state.light.spot.direction.w", (n,)),
        *_letters("state.light.attenuation", "xyz", (n,)),
    ]


def _each_light(bindings) -> list[Binding]:
    return [binding for n in range(limits.MAX_LIGHTS) for binding in bindings(n)]


_state("LightSource", Array(_LIGHT, limits.MAX_LIGHTS), lambda: _each_light(_light))
_state(
    "LightModel", _struct("LightModelParameters", "ambient", {}),
    (Binding("state.lightmodel.ambient"),),
)  # fmt: skip
_PRODUCTS = ("ambient", "diffuse", "specular")
for _face in ("Front", "Back"):
    _side = _face.lower()
    _state(
        f"{_face}Material",
        _struct("MaterialParameters", _MATERIAL, {"shininess": FLOAT}),
        [Binding(f"state.material.{_side}.{word}") for word in _MATERIAL.split()],
    )
    _state(
        f"{_face}LightModelProduct",
        _struct("LightModelProducts", "sceneColor", {}),
        (Binding(f"state.lightmodel.{_side}.scenecolor"),),
    )
    _state(
        f"{_face}LightProduct",
        Array(_struct("LightProducts", " ".join(_PRODUCTS), {}), limits.MAX_LIGHTS),
        lambda side=_side: _each_light(
            lambda n: [Binding(f"state.lightprod.{side}.{word}", (n,)) for word in _PRODUCTS]
        ),
    )

# -- textures and fog ------------------------------------------------------------------------------

_state(
    "TextureEnvColor", Array(_VEC4, limits.MAX_TEXTURE_UNITS),
    [Binding("state.texenv.color", (n,)) for n in range(limits.MAX_TEXTURE_UNITS)],
)  # fmt: skip
for _plane in ("Eye", "Object"):
    for _letter in "STRQ":
        _word = f"state.texgen.{_plane.lower()}.{_letter.lower()}"
        _state(
            f"{_plane}Plane{_letter}", Array(_VEC4, limits.MAX_TEXTURE_COORDS),
            [Binding(_word, (n,)) for n in range(limits.MAX_TEXTURE_COORDS)],
        )  # fmt: skip
_state(
    "Fog",
    _struct(
        "FogParameters", "color density start end scale",
        dict.fromkeys(("density", "start", "end", "scale"), FLOAT),
    ),
    lambda: [Binding("state.fog.color"), *_letters("state.fog.params", "xyzw")],
)  # fmt: skip
