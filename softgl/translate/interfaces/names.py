"""The names of inputs, results and parameters in GLSL texts.

A name depends only on the binding, the stage, and core or compatibility contexts, so that
separately translated texts link, and applications know the names. With fixed function (not `core`)
conventional bindings are GLSL's built-in variables. Others, and generic ones, are the words of the
binding joined by `_`, at the locations of `ATTRIBUTE_LOCATIONS` and `varying`.
"""

from __future__ import annotations

import re

from softgl.asm.spelling import binding_text
from softgl.asm.text.attributes import ALIASED_ATTRIBUTES
from softgl.ir.program import Binding, Stage
from softgl.records import dataclass

STATE_PREFIX = "state."


@dataclass(frozen=True)
class Variable:
    """A built-in variable of GLSL.

    name : with {0} for the index of the binding; `[]` stands for the number of a vertex.
    component : the component of the result's register, if the variable is a scalar.
    """

    name: str
    type: str = "vec4"
    component: str = ""


def _float(name: str, component: str = "x") -> Variable:
    return Variable(name, "float", component)


_ALWAYS_INPUTS: dict[Stage, dict[str, Variable]] = {
    Stage.VERTEX: {
        "vertex.id": Variable("gl_VertexID", "int"),
        "vertex.instance": Variable("gl_InstanceID", "int"),
    },
    Stage.GEOMETRY: {
        "vertex.position": Variable("gl_in[].gl_Position"),
        "vertex.pointsize": _float("gl_in[].gl_PointSize"),
        "vertex.clip": _float("gl_in[].gl_ClipDistance[{0}]"),
        "primitive.id": Variable("gl_PrimitiveIDIn", "int"),
        "primitive.invocation": Variable("gl_InvocationID", "int"),
    },
    Stage.FRAGMENT: {
        "fragment.position": Variable("gl_FragCoord"),
        "fragment.facing": Variable("gl_FrontFacing", "bool"),
        "fragment.pointcoord": Variable("gl_PointCoord", "vec2"),
        "fragment.clip": _float("gl_ClipDistance[{0}]"),
        "fragment.samplemask": Variable("gl_SampleMaskIn[0]", "int"),
        "fragment.sampleid": Variable("gl_SampleID", "int"),
        "fragment.sampleposition": Variable("gl_SamplePosition", "vec2"),
        "fragment.layer": Variable("gl_Layer", "int"),
        "fragment.viewport": Variable("gl_ViewportIndex", "int"),
        "primitive.id": Variable("gl_PrimitiveID", "int"),
    },
}
_CONVENTIONAL_INPUTS: dict[Stage, dict[str, Variable]] = {
    Stage.VERTEX: {
        "vertex.position": Variable("gl_Vertex"),
        "vertex.normal": Variable("gl_Normal", "vec3"),
        "vertex.color.primary": Variable("gl_Color"),
        "vertex.color.secondary": Variable("gl_SecondaryColor"),
        "vertex.fogcoord": _float("gl_FogCoord"),
        "vertex.texcoord": Variable("gl_MultiTexCoord{0}"),
    },
    Stage.FRAGMENT: {
        "fragment.color.primary": Variable("gl_Color"),
        "fragment.color.secondary": Variable("gl_SecondaryColor"),
        "fragment.fogcoord": _float("gl_FogFragCoord"),
        "fragment.texcoord": Variable("gl_TexCoord[{0}]"),
    },
}
_LAST_RESULTS = {
    "result.position": Variable("gl_Position"),
    "result.pointsize": _float("gl_PointSize"),
    "result.clip": _float("gl_ClipDistance[{0}]"),
}
_ALWAYS_RESULTS: dict[Stage, dict[str, Variable]] = {
    Stage.VERTEX: _LAST_RESULTS,
    Stage.GEOMETRY: {
        **_LAST_RESULTS,
        "result.layer": Variable("gl_Layer", "int", "x"),
        "result.viewport": Variable("gl_ViewportIndex", "int", "x"),
        "result.primid": Variable("gl_PrimitiveID", "int", "x"),
    },
    Stage.FRAGMENT: {
        "result.depth": _float("gl_FragDepth", "z"),
        "result.samplemask": Variable("gl_SampleMask[0]", "int", "x"),
        "result.stencil": Variable("gl_FragStencilRefARB", "int", "y"),
    },
}
_CONVENTIONAL_RESULTS: dict[Stage, dict[str, Variable]] = {
    Stage.VERTEX: {
        "result.color.front.primary": Variable("gl_FrontColor"),
        "result.color.front.secondary": Variable("gl_FrontSecondaryColor"),
        "result.color.back.primary": Variable("gl_BackColor"),
        "result.color.back.secondary": Variable("gl_BackSecondaryColor"),
        "result.fogcoord": _float("gl_FogFragCoord"),
        "result.texcoord": Variable("gl_TexCoord[{0}]"),
    },
    Stage.FRAGMENT: {"result.color": Variable("gl_FragData[{0}]")},
}


def input_variable(stage: Stage, binding: Binding, core: bool) -> Variable | None:
    """Returns the built-in variable of an attribute of a stage; None if the text declares one."""
    return _own(_ALWAYS_INPUTS, _CONVENTIONAL_INPUTS, stage, binding, core)


def result_variable(stage: Stage, binding: Binding, core: bool) -> Variable | None:
    """Returns the built-in variable of a result of a stage; None if the text declares one."""
    return _own(_ALWAYS_RESULTS, _CONVENTIONAL_RESULTS, stage, binding, core)


def _own(always, conventional, stage, binding, core) -> Variable | None:
    binding = specific(binding)
    tables = [always, *([] if core else [conventional])]
    found = next((t[stage][binding.name] for t in tables if binding.name in t.get(stage, {})), None)
    if found is None:
        return None
    return Variable(found.name.format(*binding.indices), found.type, found.component)


def specific(binding: Binding) -> Binding:
    """Returns the binding that GENERIC[n] of TGSI is named after; other bindings unchanged.

    It is texture coordinates n, beyond the last of these generic attribute n.
    """
    stage, _, word = binding.name.partition(".")
    if word != "generic":
        return binding
    word = "texcoord" if binding.indices[0] < _COORDINATE_SETS else "attrib"
    return Binding(f"{stage}.{word}", binding.indices)


# -- locations -------------------------------------------------------------------------------------

ATTRIBUTE_LOCATIONS: dict[Binding, int] = dict(ALIASED_ATTRIBUTES)
"""Attributes of vertices -> locations: the generic aliases in ARB_vertex_program, table X.2.1."""

CONVENTIONAL = {
    Binding("vertex.attrib", (number,)): binding
    for binding, number in ALIASED_ATTRIBUTES.items()
    if binding.name != "vertex.weight"
}
"""Generic attributes -> the conventional ones of the same number."""

# Varyings between stages, by the words after `result.` -> the first location.
_VARYINGS = {
    "color.front.primary": 0,
    "color.front.secondary": 1,
    "color.back.primary": 2,
    "color.back.secondary": 3,
    "fogcoord": 4,
    "id": 5,
    "texcoord": 8,
    "attrib": 16,
}
_COORDINATE_SETS = 8
_LAST_LOCATION = 31


def varying(binding: Binding) -> tuple[str, int | None]:
    """Returns the name and location of a varying, from either stage's binding.

    `fragment.color.primary` is `result.color.front.primary`. The location is None beyond the
    drivers' limits: stages then link by name.
    """
    binding = specific(binding)
    path = binding.name.partition(".")[2]
    if binding.name.startswith("fragment.color."):
        path = path.replace("color.", "color.front.")
    name = _joined(path.replace("color.front.", "color."), binding.indices)
    location = None
    if path in _VARYINGS:
        location = _VARYINGS[path] + sum(binding.indices)
    return name, location if location is not None and location <= _LAST_LOCATION else None


def _joined(path: str, indices: tuple[int, ...]) -> str:
    return "_".join((*path.split("."), *map(str, indices)))


def plain_name(binding: Binding) -> str:
    """Returns the words of a binding joined by `_`: `vertex_attrib_3`."""
    return _joined(binding.name, binding.indices)


def member_name(binding: Binding) -> str:
    """Returns the member of the struct of state for a binding or its matrix: `light_0_diffuse`."""
    text = binding_text(binding).removeprefix(STATE_PREFIX)
    if binding.is_matrix:
        text = text.rpartition(".row")[0]
    return re.sub(r"[.\[\]]+", "_", text).strip("_")


# -- names of programs -----------------------------------------------------------------------------

KEYWORDS = frozenset(
    """active asm attribute atomic_uint bool break buffer bvec2 bvec3 bvec4 case cast centroid class
    coherent common const continue default discard dmat2 dmat2x2 dmat2x3 dmat2x4 dmat3 dmat3x2
    dmat3x3 dmat3x4 dmat4 dmat4x2 dmat4x3 dmat4x4 do double dvec2 dvec3 dvec4 else enum extern
    external false filter fixed flat float for fvec2 fvec3 fvec4 goto half highp hvec2 hvec3 hvec4
    if iimage1D iimage1DArray iimage2D iimage2DArray iimage2DRect iimage3D iimageBuffer iimageCube
    image1D image1DArray image2D image2DArray image2DRect image3D imageBuffer imageCube in inline
    inout input int interface invariant isampler1D isampler1DArray isampler2D isampler2DArray
    isampler2DMS isampler2DMSArray isampler2DRect isampler3D isamplerBuffer isamplerCube
    isamplerCubeArray ivec2 ivec3 ivec4 layout long lowp main mat2 mat2x2 mat2x3 mat2x4 mat3 mat3x2
    mat3x3 mat3x4 mat4 mat4x2 mat4x3 mat4x4 mediump namespace noinline noperspective out output
    packed partition patch precise precision public readonly resource restrict return row_major
    sample sampler1D sampler1DArray sampler1DArrayShadow sampler1DShadow sampler2D sampler2DArray
    sampler2DArrayShadow sampler2DMS sampler2DMSArray sampler2DRect sampler2DRectShadow
    sampler2DShadow sampler3D sampler3DRect samplerBuffer samplerCube samplerCubeArray
    samplerCubeArrayShadow samplerCubeShadow shared short sizeof smooth static struct subroutine
    superp switch template texture this true typedef uimage1D uimage1DArray uimage2D uimage2DArray
    uimage2DRect uimage3D uimageBuffer uimageCube uint uniform union unsigned usampler1D
    usampler1DArray usampler2D usampler2DArray usampler2DMS usampler2DMSArray usampler2DRect
    usampler3D usamplerBuffer usamplerCube usamplerCubeArray using uvec2 uvec3 uvec4 varying vec2
    vec3 vec4 void volatile while writeonly""".split()
)
"""The keywords of every version of GLSL, reserved ones too."""
FUNCTIONS = frozenset(
    """abs acos acosh all any asin asinh atan atanh ceil clamp cos cosh cross dFdx dFdy degrees
    determinant distance dot equal exp exp2 faceforward floatBitsToInt floatBitsToUint floor fma
    fract frexp ftransform fwidth greaterThan greaterThanEqual intBitsToFloat inverse inversesqrt
    isinf isnan ldexp length lessThan lessThanEqual log log2 matrixCompMult max min mix mod modf
    noise1 noise2 noise3 noise4 normalize not notEqual outerProduct pow radians reflect refract
    round roundEven sign sin sinh smoothstep sqrt step tan tanh texelFetch textureLod textureSize
    transpose trunc uintBitsToFloat""".split()
)
"""Functions of GLSL that texts may call; variables must not hide them."""


_SAMPLING = re.compile(r"(texture|shadow)(Proj|Lod|Grad|Gather|Query|Size|Offset|Cube|[123]D)")


def mangled(name: str) -> str:
    """Returns a GLSL name for a name of a program: no keyword, no `gl_`, no double underscore."""
    name = re.sub(r"[^A-Za-z0-9_]", lambda match: f"_x{ord(match[0]):02x}_", name)
    name = re.sub(r"__+", lambda match: "_" + "u_" * (len(match[0]) - 1), name)
    if name[:1].isdigit() or name.startswith("gl_"):
        name = f"p_{name}"
    used = name in KEYWORDS | FUNCTIONS or _SAMPLING.match(name)
    return f"{name}_" if used else name


class Scope:
    """The names of one text, each used once."""

    def __init__(self, used=()):
        self._used = set(used)

    def __contains__(self, name: str) -> bool:
        return name in self._used

    def new(self, name: str) -> str:
        """Returns a GLSL name for a name of a program, numbered if it is in use."""
        first = found = mangled(name)
        number = 2
        while found in self._used:
            found = f"{first.rstrip('_')}_{number}"
            number += 1
        self._used.add(found)
        return found
