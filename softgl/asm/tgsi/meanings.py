"""What the registers of TGSI stand for: semantics and how they meet the names of the GL languages.

Outputs and inputs meet by semantic name and index, and by the bindings here also those of programs
in other languages: GENERIC[2] of a VERT text is `fragment.texcoord[2]` of an ARB program.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from softgl.asm.limits import LIMITS
from softgl.ir.program import Binding, Stage

COORDINATES = LIMITS["NVfp4.0"].texture_coordinates
DRAW_BUFFERS = LIMITS["NVfp4.0"].draw_buffers
CLIP_REGISTERS = 2  # of four distances each
LARGEST_INDEX = 255


@dataclass(frozen=True)
class Semantic:
    """What a semantic of inputs or outputs stands for.

    binding : the index -> its binding; None where nothing sees the register.
    count : how many indices there are.
    split : whether each component is a binding of its own, four for each index.
    planes : whether the register is what the clip planes of the GL's state clip.
    """

    binding: Callable[[int], Binding] | None = None
    count: int = 1
    split: bool = False
    planes: bool = False


def _one(name: str, *indices: int) -> Semantic:
    return Semantic(lambda index: Binding(name, indices))


def _many(name: str, count: int) -> Semantic:
    return Semantic(lambda index: Binding(name, (index,)), count)


def _colors(start: str) -> Semantic:
    words = ("primary", "secondary")
    return Semantic(lambda index: Binding(f"{start}.{words[index]}"), len(words))


def _varyings(prefix: str) -> dict[str, Semantic]:
    """GENERIC and TEXCOORD: the texture coordinates, and beyond them generic ones."""

    def generic(index):
        word = "texcoord" if index < COORDINATES else "attrib"
        return Binding(f"{prefix}.{word}", (index,))

    return {
        "GENERIC": Semantic(generic, LARGEST_INDEX + 1),
        "TEXCOORD": _many(f"{prefix}.texcoord", COORDINATES),
    }


def _clip(prefix: str) -> Semantic:
    return Semantic(lambda index: Binding(f"{prefix}.clip", (index,)), CLIP_REGISTERS, split=True)


_VERTEX_RESULTS = {
    "POSITION": _one("result.position"),
    "COLOR": _colors("result.color.front"),
    "BCOLOR": _colors("result.color.back"),
    "FOG": _one("result.fogcoord"),
    "PSIZE": _one("result.pointsize"),
    "CLIPDIST": _clip("result"),
    "CLIPVERTEX": Semantic(planes=True),
    # Edge flags are those of the vertices, and there are no layers to choose from.
    "EDGEFLAG": Semantic(),
    "LAYER": Semantic(),
    **_varyings("result"),
}
_FRAGMENT_VALUES = {
    "POSITION": _one("fragment.position"),
    "FACE": _one("fragment.facing"),
    "PRIMID": _one("primitive.id"),
}
_VERTEX_VALUES = {"VERTEXID": _one("vertex.id"), "INSTANCEID": _one("vertex.instance")}


def _of_vertices(name: str) -> Semantic:
    """An input of geometry programs; its first index is the number of the vertex."""
    return Semantic(lambda index: Binding(f"vertex.{name}", (index,)), LARGEST_INDEX + 1)


_GEOMETRY_INPUTS = {
    name: _of_vertices(name.lower())
    for name in ("POSITION", "COLOR", "BCOLOR", "FOG", "PSIZE", "CLIPDIST", "GENERIC", "TEXCOORD")
}
SEMANTICS: dict[tuple[Stage, str], dict[str, Semantic]] = {
    (Stage.VERTEX, "IN"): _VERTEX_VALUES,
    (Stage.VERTEX, "SV"): _VERTEX_VALUES,
    (Stage.VERTEX, "OUT"): _VERTEX_RESULTS,
    (Stage.FRAGMENT, "IN"): {
        **_FRAGMENT_VALUES,
        "COLOR": _colors("fragment.color"),
        "FOG": _one("fragment.fogcoord"),
        "CLIPDIST": _clip("fragment"),
        **_varyings("fragment"),
    },
    (Stage.FRAGMENT, "SV"): _FRAGMENT_VALUES,
    (Stage.FRAGMENT, "OUT"): {
        "COLOR": _many("result.color", DRAW_BUFFERS),
        "POSITION": _one("result.depth"),
    },
    (Stage.GEOMETRY, "IN"): {**_GEOMETRY_INPUTS, "PRIMID": _one("primitive.id")},
    (Stage.GEOMETRY, "SV"): {
        "PRIMID": _one("primitive.id"),
        "INVOCATIONID": _one("primitive.invocation"),
    },
    (Stage.GEOMETRY, "OUT"): {
        **_VERTEX_RESULTS,
        "PRIMID": Semantic(),
        "VIEWPORT_INDEX": Semantic(),
    },
}
"""What each semantic stands for that a stage can declare for a file."""

# Semantics that are refused -> why.
_SAMPLES = "there is no multisampling"
_COMPUTE, _TESSELLATION = "there are no compute programs", "there is no tessellation"
MISSING: dict[str, str] = {
    "PCOORD": "there is no point coordinate but in texture coordinates",
    "CULLDIST": "there are no cull distances",
    "VIEWPORT_INDEX": "there is one viewport",
    "VIEWPORT_MASK": "there is one viewport",
    "STENCIL": "fragments have no stencil reference of their own",
    **dict.fromkeys(("SAMPLEID", "SAMPLEPOS", "SAMPLEMASK", "HELPER_INVOCATION"), _SAMPLES),
    **dict.fromkeys(
        ("VERTEXID_NOBASE", "BASEVERTEX", "BASEINSTANCE", "DRAWID"),
        "draw commands give no such value",
    ),
    **dict.fromkeys(("GRID_SIZE", "BLOCK_ID", "BLOCK_SIZE", "THREAD_ID", "WORK_DIM"), _COMPUTE),
    **dict.fromkeys(("PATCH", "TESSCOORD", "TESSOUTER", "TESSINNER", "VERTICESIN"), _TESSELLATION),
    **dict.fromkeys(
        (
            *("SUBGROUP_SIZE", "SUBGROUP_INVOCATION", "SUBGROUP_EQ_MASK", "SUBGROUP_GE_MASK"),
            *("SUBGROUP_GT_MASK", "SUBGROUP_LE_MASK", "SUBGROUP_LT_MASK"),
        ),
        "programs cannot see what runs beside them",
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
"""Semantics of inputs of VERT texts that are no generic attributes."""

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
}
"""The texture targets -> their names in `ir.targets`."""
TARGET_ALIASES = {
    "1DARRAY": "1D_ARRAY",
    "2DARRAY": "2D_ARRAY",
    "CUBEARRAY": "CUBE_ARRAY",
    "SHADOWCUBEARRAY": "SHADOWCUBE_ARRAY",
}
"""As the reference spells the targets of sampler views, and dumps those of arrays of cube maps."""
MISSING_TARGETS = {
    "BUFFER": "there are no buffer textures",
    **dict.fromkeys(("2D_MSAA", "2D_ARRAY_MSAA"), _SAMPLES),
    **dict.fromkeys(("CUBE_ARRAY", "SHADOWCUBE_ARRAY"), "there are no arrays of cube maps"),
    "UNKNOWN": "it names no texture",
}
RETURN_TYPES = frozenset({"UNORM", "SNORM", "SINT", "UINT", "FLOAT"})
INTEGER_TYPES = frozenset({"SINT", "UINT"})

# Properties -> their values: words, or the largest number.
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
"""What a PROPERTY may be set to."""
MISSING_PROPERTIES = {
    "FS_EARLY_DEPTH_STENCIL": "tests before the program cannot be asked for",
    "FS_POST_DEPTH_COVERAGE": _SAMPLES,
    "FS_BLEND_EQUATION_ADVANCED": "there are no advanced equations of blending",
    "VS_BLIT_SGPRS_AMD": "there are no rectangles but those of vertices",
    "VS_WINDOW_SPACE_POSITION": "positions are in clip coordinates",
    "NUM_CULLDIST_ENABLED": MISSING["CULLDIST"],
    "MUL_ZERO_WINS": "0 times infinity is NaN here",
    "LEGACY_MATH_RULES": "0 times infinity is NaN here",
    "LAYER_VIEWPORT_RELATIVE": MISSING["VIEWPORT_INDEX"],
}
"""Properties that may be 0 only -> why."""
