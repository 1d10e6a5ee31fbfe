"""Built-in inputs and outputs of the stages: GLSL 3.30, 7.1 to 7.3 and 7.6."""

from __future__ import annotations

from softgl.glsl import limits
from softgl.glsl.builtins.table import FRAGMENT, GEOMETRY, VERTEX
from softgl.glsl.builtins.variables import variable
from softgl.glsl.typed import Storage
from softgl.glsl.types import BOOL, FLOAT, INT, VECTORS, Array, Member, Struct
from softgl.ir.program import Binding

_VEC2, _VEC3, _VEC4 = VECTORS["vec2"], VECTORS["vec3"], VECTORS["vec4"]
_IN, _OUT = Storage.BUILTIN_IN, Storage.BUILTIN_OUT
_EVERY = {"since": 110, "es": 100}
_COMPATIBLE = {"since": 110, "compatibility": True}
_ARB_GEOMETRY = ("GL_ARB_geometry_shader4",)
_BOTH = VERTEX | GEOMETRY


def _several(name: str, count: int) -> tuple[Binding, ...]:
    return tuple(Binding(name, (number,)) for number in range(count))


# -- inputs of vertex shaders ----------------------------------------------------------------------

for _name, _type, _binding in (
    ("Vertex", _VEC4, Binding("vertex.position")),
    ("Normal", _VEC3, Binding("vertex.normal")),
    ("Color", _VEC4, Binding("vertex.color.primary")),
    ("SecondaryColor", _VEC4, Binding("vertex.color.secondary")),
    ("FogCoord", FLOAT, Binding("vertex.fogcoord")),
    *((f"MultiTexCoord{n}", _VEC4, Binding("vertex.texcoord", (n,))) for n in range(8)),
):
    variable(f"gl_{_name}", _type, _IN, (_binding,), stages=VERTEX, **_COMPATIBLE)

variable(
    "gl_VertexID", INT, _IN, (Binding("vertex.id"),), stages=VERTEX,
    since=130, es=300, extensions=("GL_EXT_gpu_shader4",), precision="highp",
)  # fmt: skip
variable(
    "gl_InstanceID", INT, _IN, (Binding("vertex.instance"),), stages=VERTEX,
    since=140, es=300, precision="highp",
    # Its specification has gl_InstanceIDARB alone; drivers and programs know both.
    extensions=("GL_EXT_gpu_shader4", "GL_ARB_draw_instanced"),
)  # fmt: skip
variable(
    "gl_InstanceIDARB", INT, _IN, (Binding("vertex.instance"),), stages=VERTEX,
    extensions=("GL_ARB_draw_instanced",),
)  # fmt: skip

# -- outputs of vertex and geometry shaders, and inputs of geometry shaders ------------------------

_TEX_COORD = Array(_VEC4, None)
_CLIP_DISTANCE = Array(FLOAT, None)
_POSITION = ("gl_Position", _VEC4, "position")
_POINT_SIZE = ("gl_PointSize", FLOAT, "pointsize")
_CLIP_VERTEX = ("gl_ClipVertex", _VEC4, "clipvertex")
_COLORS = (
    ("gl_FrontColor", _VEC4, "color.front.primary"),
    ("gl_BackColor", _VEC4, "color.back.primary"),
    ("gl_FrontSecondaryColor", _VEC4, "color.front.secondary"),
    ("gl_BackSecondaryColor", _VEC4, "color.back.secondary"),
)
_FOG = ("gl_FogFragCoord", FLOAT, "fogcoord")


def _result(entry, storage=_OUT, *, stages=_BOTH, **more):
    name, type_, word = entry
    variable(name, type_, storage, (Binding(f"result.{word}"),), stages=stages, **more)


for _entry, _precision in ((_POSITION, "highp"), (_POINT_SIZE, "mediump")):
    _result(_entry, stages=VERTEX, precision=_precision, **_EVERY)
    _result(_entry, stages=GEOMETRY, since=150, extensions=_ARB_GEOMETRY)
for _entry in (_CLIP_VERTEX, *_COLORS, _FOG):
    _result(_entry, stages=VERTEX, **_COMPATIBLE)
    _result(_entry, stages=GEOMETRY, since=150, compatibility=True, extensions=_ARB_GEOMETRY)
for _stages, _since, _extensions in ((VERTEX, 110, ()), (GEOMETRY, 150, _ARB_GEOMETRY)):
    variable(
        "gl_TexCoord", _TEX_COORD, _OUT, _several("result.texcoord", limits.MAX_TEXTURE_COORDS),
        stages=_stages, since=_since, compatibility=True, extensions=_extensions,
    )  # fmt: skip
variable(
    "gl_ClipDistance", _CLIP_DISTANCE, _OUT, _several("result.clip", limits.MAX_CLIP_DISTANCES),
    split=True, since=130, stages=VERTEX,
)  # fmt: skip
variable(
    "gl_ClipDistance", _CLIP_DISTANCE, _OUT, _several("result.clip", limits.MAX_CLIP_DISTANCES),
    split=True, since=150, stages=GEOMETRY,
)  # fmt: skip
variable(
    "gl_PrimitiveID", INT, _OUT, (Binding("result.primid"),), stages=GEOMETRY, since=150,
    extensions=_ARB_GEOMETRY,
)  # fmt: skip
variable(
    "gl_Layer", INT, _OUT, (Binding("result.layer"),), stages=GEOMETRY, since=150,
    extensions=_ARB_GEOMETRY,
)  # fmt: skip
variable(
    "gl_ViewportIndex", INT, _OUT, (Binding("result.viewport"),), stages=GEOMETRY, since=410,
    extensions=("GL_ARB_viewport_array",),
)  # fmt: skip
variable(
    "gl_PrimitiveIDIn", INT, _IN, (Binding("primitive.id"),), stages=GEOMETRY, since=150,
    extensions=_ARB_GEOMETRY,
)  # fmt: skip


def _per_vertex(members) -> tuple[Struct, tuple[Binding, ...]]:
    """Returns the block gl_PerVertex of a vertex of the primitive, and its bindings."""
    bindings = []
    for name, _type, word in members:
        if name == "gl_ClipDistance":
            bindings += _several("vertex.clip", limits.MAX_CLIP_DISTANCES)
        elif name == "gl_TexCoord":
            bindings += _several("vertex.texcoord", limits.MAX_TEXTURE_COORDS)
        else:
            bindings.append(Binding(f"vertex.{word}"))
    sized = {
        "gl_ClipDistance": Array(FLOAT, limits.MAX_CLIP_DISTANCES),
        "gl_TexCoord": Array(_VEC4, limits.MAX_TEXTURE_COORDS),
    }
    block = Struct("gl_PerVertex", tuple(Member(n, sized.get(n, t)) for n, t, _ in members))
    return block, tuple(bindings)


_CORE_MEMBERS = (_POSITION, _POINT_SIZE, ("gl_ClipDistance", _CLIP_DISTANCE, ""))
_MEMBERS = (*_CORE_MEMBERS, _CLIP_VERTEX, *_COLORS, ("gl_TexCoord", _TEX_COORD, ""), _FOG)
# The compatibility profile's first: of two entries that are available the first counts.
for _members, _compatible in ((_MEMBERS, True), (_CORE_MEMBERS, False)):
    _block, _bindings = _per_vertex(_members)
    variable(
        "gl_in", Array(_block, None), _IN, _bindings, split=True,
        stages=GEOMETRY, since=150, compatibility=_compatible,
    )  # fmt: skip

# ARB_geometry_shader4: gl_VerticesIn is "set at link time"; it has no register.
variable("gl_VerticesIn", INT, _IN, (), stages=GEOMETRY, extensions=_ARB_GEOMETRY)
for _name, _type, _word in (_POSITION, _POINT_SIZE, _CLIP_VERTEX, *_COLORS, _FOG):
    variable(
        f"{_name}In", Array(_type, None), _IN, (Binding(f"vertex.{_word}"),),
        stages=GEOMETRY, extensions=_ARB_GEOMETRY,
    )  # fmt: skip
variable(
    "gl_TexCoordIn", Array(Array(_VEC4, limits.MAX_TEXTURE_COORDS), None), _IN,
    _several("vertex.texcoord", limits.MAX_TEXTURE_COORDS),
    stages=GEOMETRY, extensions=_ARB_GEOMETRY,
)  # fmt: skip

# -- inputs and outputs of fragment shaders --------------------------------------------------------

for _name, _type, _word, _where in (
    ("FragCoord", _VEC4, "fragment.position", _EVERY | {"precision": "mediump"}),
    ("FrontFacing", BOOL, "fragment.front", _EVERY),
    ("PointCoord", _VEC2, "fragment.pointcoord", _EVERY | {"since": 120, "precision": "mediump"}),
    ("Color", _VEC4, "fragment.color.primary", _COMPATIBLE),
    ("SecondaryColor", _VEC4, "fragment.color.secondary", _COMPATIBLE),
    ("FogFragCoord", FLOAT, "fragment.fogcoord", _COMPATIBLE),
    (
        *("PrimitiveID", INT, "primitive.id"),
        {"since": 150, "extensions": ("GL_EXT_gpu_shader4", *_ARB_GEOMETRY)},
    ),
):
    variable(f"gl_{_name}", _type, _IN, (Binding(_word),), stages=FRAGMENT, **_where)
for _name, _word in (("gl_Layer", "layer"), ("gl_ViewportIndex", "viewport")):
    variable(
        _name, INT, _IN, (Binding(f"fragment.{_word}"),), stages=FRAGMENT, since=430,
        extensions=("GL_ARB_fragment_layer_viewport",),
    )  # fmt: skip
variable(
    "gl_TexCoord", _TEX_COORD, _IN, _several("fragment.texcoord", limits.MAX_TEXTURE_COORDS),
    stages=FRAGMENT, **_COMPATIBLE,
)  # fmt: skip
variable(
    "gl_ClipDistance", _CLIP_DISTANCE, _IN, _several("fragment.clip", limits.MAX_CLIP_DISTANCES),
    split=True, since=130, stages=FRAGMENT,
)  # fmt: skip

_SAMPLE_SHADING = {"stages": FRAGMENT, "since": 400, "extensions": ("GL_ARB_sample_shading",)}
variable("gl_SampleID", INT, _IN, (Binding("fragment.sampleid"),), **_SAMPLE_SHADING)
variable("gl_SamplePosition", _VEC2, _IN, (Binding("fragment.sampleposition"),), **_SAMPLE_SHADING)
# "the same size as the implementation dependent maximum sample mask words": one for 16 samples.
variable(
    "gl_SampleMask", Array(INT, None), _OUT, (Binding("result.samplemask"),), **_SAMPLE_SHADING
)

_UNTIL_ES_300 = {"since": 110, "es": 100, "es_until": 300}
# Without an index: the colour of all draw buffers.
variable(
    "gl_FragColor", _VEC4, _OUT, (Binding("result.color"),), stages=FRAGMENT,
    precision="mediump", **_UNTIL_ES_300,
)  # fmt: skip
variable(
    "gl_FragData", Array(_VEC4, limits.MAX_DRAW_BUFFERS), _OUT,
    _several("result.color", limits.MAX_DRAW_BUFFERS), stages=FRAGMENT,
    precision="mediump", **_UNTIL_ES_300,
)  # fmt: skip
variable(
    "gl_FragDepth", FLOAT, _OUT, (Binding("result.depth"),), stages=FRAGMENT,
    since=110, es=300, precision="highp",
)  # fmt: skip
variable(
    "gl_FragStencilRefARB", INT, _OUT, (Binding("result.stencil"),), stages=FRAGMENT,
    extensions=("GL_ARB_shader_stencil_export",),
)  # fmt: skip
