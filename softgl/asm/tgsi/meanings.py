"""The meaning of TGSI's registers: semantics, and their bindings in the GL languages.

Outputs and inputs match by semantic name and index, and by these bindings also those of programs in
other languages: TEXCOORD[2] of a VERT text is `fragment.texcoord[2]` of an ARB program. The
substitute for GENERIC[2] is found in `pipeline.keys.link`.
"""

from __future__ import annotations

from collections.abc import Callable

from softgl.asm.text.limits import LIMITS
from softgl.ir.program import Binding, Stage
from softgl.isa.vocabulary import FLOAT, SIGNED, UNSIGNED
from softgl.records import dataclass

COORDINATES = LIMITS["NVfp4.0"].texture_coordinates
DRAW_BUFFERS = LIMITS["NVfp4.0"].draw_buffers
CLIP_REGISTERS = 2  # of four distances each
MAX_SEMANTIC_INDEX = 255
_HALF = 0x3F000000


@dataclass(frozen=True)
class Semantic:
    """The meaning of a semantic of inputs or outputs.

    binding : index -> binding; None if nothing sees the register, or it has `words`.
    words : the constant value of an input.
    count : the number of indices.
    split : True if each component is a binding of its own, four for each index.
    planes : True if the GL's clip planes clip the register.
    """

    binding: Callable[[int], Binding] | None = None
    count: int = 1
    split: bool = False
    planes: bool = False
    words: tuple[int, int, int, int] | None = None


def _one(name: str, *indices: int) -> Semantic:
    return Semantic(lambda index: Binding(name, indices))


def _many(name: str, count: int) -> Semantic:
    return Semantic(lambda index: Binding(name, (index,)), count)


def _always(*words: int) -> Semantic:
    return Semantic(words=(*words, *(0,) * (4 - len(words))))


def _colors(start: str) -> Semantic:
    words = ("primary", "secondary")
    return Semantic(lambda index: Binding(f"{start}.{words[index]}"), len(words))


def _varyings(prefix: str) -> dict[str, Semantic]:
    return {
        "GENERIC": _many(f"{prefix}.generic", MAX_SEMANTIC_INDEX + 1),
        "TEXCOORD": _many(f"{prefix}.texcoord", COORDINATES),
    }


def _distances(prefix: str) -> dict[str, Semantic]:
    """Returns the meanings of CLIPDIST and CULLDIST."""

    def each(word):
        return Semantic(lambda i: Binding(f"{prefix}.{word}", (i,)), CLIP_REGISTERS, split=True)

    return {"CLIPDIST": each("clip"), "CULLDIST": each("cull")}


_VERTEX_RESULTS = {
    "POSITION": _one("result.position"),
    "COLOR": _colors("result.color.front"),
    "BCOLOR": _colors("result.color.back"),
    "FOG": _one("result.fogcoord"),
    "PSIZE": _one("result.pointsize"),
    **_distances("result"),
    "CLIPVERTEX": Semantic(planes=True),
    # Edge flags come from the vertices; geometry programs alone choose layers and viewports.
    "EDGEFLAG": Semantic(),
    "LAYER": Semantic(),
    "VIEWPORT_INDEX": Semantic(),
    **_varyings("result"),
}
_FRAGMENT_VALUES = {
    "POSITION": _one("fragment.position"),
    "FACE": _one("fragment.facing"),
    "PRIMID": _one("primitive.id"),
    "PCOORD": _one("fragment.pointcoord"),
    "LAYER": _one("fragment.layer"),
    "VIEWPORT_INDEX": _one("fragment.viewport"),
    # Programs run once for all samples of a pixel.
    "SAMPLEID": _always(0),
    "SAMPLEPOS": _always(_HALF, _HALF),
    "SAMPLEMASK": _one("fragment.samplemask"),
}
_VERTEX_VALUES = {
    "VERTEXID": _one("vertex.id"),
    "INSTANCEID": _one("vertex.instance"),
    # No draw command has a base, and multiple draws are executed one by one.
    "VERTEXID_NOBASE": _one("vertex.id"),
    "BASEVERTEX": _always(0),
    "BASEINSTANCE": _always(0),
    "DRAWID": _always(0),
}


GEOMETRY_INPUTS = {
    "POSITION": _one("vertex.position"),
    "COLOR": _colors("vertex.color.front"),
    "BCOLOR": _colors("vertex.color.back"),
    "FOG": _one("vertex.fogcoord"),
    "PSIZE": _one("vertex.pointsize"),
    # Their components are separate results, for any vertex.
    "CLIPDIST": _many("vertex.clipdist", CLIP_REGISTERS),
    "CULLDIST": _many("vertex.culldist", CLIP_REGISTERS),
    **_varyings("vertex"),
}
"""The inputs that every vertex of a primitive has."""
SEMANTICS: dict[tuple[Stage, str], dict[str, Semantic]] = {
    (Stage.VERTEX, "IN"): _VERTEX_VALUES,
    (Stage.VERTEX, "SV"): _VERTEX_VALUES,
    (Stage.VERTEX, "OUT"): _VERTEX_RESULTS,
    (Stage.FRAGMENT, "IN"): {
        **_FRAGMENT_VALUES,
        "COLOR": _colors("fragment.color"),
        "FOG": _one("fragment.fogcoord"),
        **_distances("fragment"),
        **_varyings("fragment"),
    },
    (Stage.FRAGMENT, "SV"): _FRAGMENT_VALUES,
    (Stage.FRAGMENT, "OUT"): {
        "COLOR": _many("result.color", DRAW_BUFFERS),
        "POSITION": _one("result.depth"),
        "STENCIL": _one("result.stencil"),
        "SAMPLEMASK": _one("result.samplemask"),
    },
    (Stage.GEOMETRY, "IN"): {**GEOMETRY_INPUTS, "PRIMID": _one("primitive.id")},
    (Stage.GEOMETRY, "SV"): {
        "PRIMID": _one("primitive.id"),
        "INVOCATIONID": _one("primitive.invocation"),
    },
    (Stage.GEOMETRY, "OUT"): {
        **_VERTEX_RESULTS,
        "LAYER": _one("result.layer"),
        "VIEWPORT_INDEX": _one("result.viewport"),
        "PRIMID": _one("result.primid"),
    },
}
"""Stage and file -> the semantics of its declarations."""

# Refused semantics -> the reasons.
_SAMPLES = "sampled textures have one sample"
_COMPUTE, _TESSELLATION = "there are no compute programs", "there is no tessellation"
MISSING: dict[str, str] = {
    "VIEWPORT_MASK": "primitives have one viewport each",
    "HELPER_INVOCATION": "programs cannot see whether their fragment is drawn",
    **dict.fromkeys(("GRID_SIZE", "BLOCK_ID", "BLOCK_SIZE", "THREAD_ID", "WORK_DIM"), _COMPUTE),
    **dict.fromkeys(("PATCH", "TESSCOORD", "TESSOUTER", "TESSINNER", "VERTICESIN"), _TESSELLATION),
    **dict.fromkeys(
        (
            *("SUBGROUP_SIZE", "SUBGROUP_INVOCATION", "SUBGROUP_EQ_MASK", "SUBGROUP_GE_MASK"),
            *("SUBGROUP_GT_MASK", "SUBGROUP_LE_MASK", "SUBGROUP_LT_MASK"),
        ),
        "programs cannot see other invocations",
    ),
    "CS_USER_DATA_AMD": _COMPUTE,
}
SEMANTIC_ALIASES = {"PRIM_ID": "PRIMID"}
"""Other names of semantics, in dumps."""
NAMES = frozenset(
    {name for table in SEMANTICS.values() for name in table}
    | {"NORMAL", *MISSING, *SEMANTIC_ALIASES}
)
"""Every semantic."""
SYSTEM_VALUES = frozenset(_VERTEX_VALUES)
"""Semantics of inputs of VERT texts that are not generic attributes."""

INTERPOLATIONS = frozenset({"CONSTANT", "LINEAR", "PERSPECTIVE", "COLOR"})
LOCATIONS = frozenset({"CENTER", "CENTROID", "SAMPLE"})

TARGETS = {
    "1D": "1D",
    "2D": "2D",
    "3D": "3D",
    "CUBE": "CUBE",
    "RECT": "RECT",
    "1D_ARRAY": "ARRAY1D",
    "2D_ARRAY": "ARRAY2D",
    "SHADOW1D": "SHADOW1D",
    "SHADOW2D": "SHADOW2D",
    "SHADOWRECT": "SHADOWRECT",
    "SHADOWCUBE": "SHADOWCUBE",
    "SHADOW1D_ARRAY": "SHADOWARRAY1D",
    "SHADOW2D_ARRAY": "SHADOWARRAY2D",
    "BUFFER": "BUFFER",
}
"""The texture targets -> their names in `ir.targets`."""
TARGET_ALIASES = {
    "1DARRAY": "1D_ARRAY",
    "2DARRAY": "2D_ARRAY",
    "CUBEARRAY": "CUBE_ARRAY",
    "SHADOWCUBEARRAY": "SHADOWCUBE_ARRAY",
}
"""Spellings of targets in sampler views of the reference, and of arrays of cube maps in dumps."""
MISSING_TARGETS = {
    **dict.fromkeys(("2D_MSAA", "2D_ARRAY_MSAA"), _SAMPLES),
    **dict.fromkeys(("CUBE_ARRAY", "SHADOWCUBE_ARRAY"), "there are no arrays of cube maps"),
    "UNKNOWN": "it is not a texture",
}
RETURN_TYPES = {
    "UNORM": FLOAT, "SNORM": FLOAT, "FLOAT": FLOAT, "SINT": SIGNED, "UINT": UNSIGNED,
}  # fmt: skip
"""Return types of sampler views."""

# Properties -> their legal values: words, or the largest number.
_PRIMITIVES = ("POINTS", "LINES", "LINE_STRIP", "TRIANGLES", "TRIANGLE_STRIP")
_ADJACENT = ("LINES_ADJACENCY", "TRIANGLES_ADJACENCY")
_STAGES = ("VERT", "FRAG", "GEOM", "TESS_CTRL", "TESS_EVAL", "COMP")
PROPERTIES: dict[str, tuple[str, ...] | int] = {
    "FS_COORD_ORIGIN": ("UPPER_LEFT", "LOWER_LEFT"),
    "FS_COORD_PIXEL_CENTER": ("HALF_INTEGER", "INTEGER"),
    "FS_COLOR0_WRITES_ALL_CBUFS": 1,
    "FS_DEPTH_LAYOUT": ("NONE", "ANY", "GREATER", "LESS", "UNCHANGED"),
    "FS_EARLY_DEPTH_STENCIL": 1,
    "FS_POST_DEPTH_COVERAGE": 1,
    "FS_BLEND_EQUATION_ADVANCED": 2**31,
    "VS_PROHIBIT_UCPS": 1,
    "VS_WINDOW_SPACE_POSITION": 1,
    "VS_BLIT_SGPRS_AMD": 2**31,
    "GS_INPUT_PRIMITIVE": (*_PRIMITIVES, *_ADJACENT),
    "GS_INPUT_PRIM": (*_PRIMITIVES, *_ADJACENT),
    "GS_OUTPUT_PRIMITIVE": ("POINTS", "LINE_STRIP", "TRIANGLE_STRIP"),
    "GS_OUTPUT_PRIM": ("POINTS", "LINE_STRIP", "TRIANGLE_STRIP"),
    "GS_MAX_OUTPUT_VERTICES": 1024,
    "GS_MAX_VERTICES": 1024,
    "GS_INVOCATIONS": 127,
    "NEXT_SHADER": _STAGES,
    "NUM_CLIPDIST_ENABLED": 8,
    "NUM_CULLDIST_ENABLED": 8,
    "MUL_ZERO_WINS": 1,
    "LEGACY_MATH_RULES": 1,
    "LAYER_VIEWPORT_RELATIVE": 1,
    "SEPARABLE_PROGRAM": 1,
}
"""The legal values of a PROPERTY."""
MISSING_PROPERTIES = {
    "FS_EARLY_DEPTH_STENCIL": "early tests cannot be requested",
    "FS_POST_DEPTH_COVERAGE": "programs see the coverage before all tests",
    "FS_BLEND_EQUATION_ADVANCED": "there are no advanced blend equations",
    "VS_BLIT_SGPRS_AMD": "rectangles are drawn from vertices only",
    "VS_WINDOW_SPACE_POSITION": "positions are in clip coordinates",
    "LAYER_VIEWPORT_RELATIVE": MISSING["VIEWPORT_MASK"],
}
"""Properties that must be 0 -> the reasons."""
