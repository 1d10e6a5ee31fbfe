"""Texture lookup functions that are named alike for all samplers: GLSL 3.30, 8.7.

Their names have the parts texture, Proj, Lod or Grad, Offset in this order; `lookup` makes the
instructions of each. Functions with names of their own for each sampler are in `texture_names`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from softgl.glsl.builtins.emitter import DATA_TYPES, component
from softgl.glsl.builtins.table import EVERY_STAGE, FRAGMENT, builtin
from softgl.ir.program import ONE, ZERO, Constant, File, Source, TextureOperand
from softgl.isa.vocabulary import FLOAT, SIGNED
from softgl.records import dataclass


@dataclass(frozen=True)
class Shape:
    """The parameters of lookups in one kind of sampler.

    sampler : the name after "sampler". point : the type of the coordinates; projected : those with
    a divisor. gradient, offset : of derivatives and of texel offsets; no offset for cube maps.
    biased, level : True if lookups take a bias, a level of detail.
    plain_offset : True if `textureOffset` has it in all languages.
    """

    sampler: str
    point: str
    projected: tuple[str, ...]
    gradient: str
    offset: str = ""
    biased: bool = True
    level: bool = True
    plain_offset: bool = True

    @property
    def shadow(self) -> bool:
        """True if depths are compared."""
        return self.sampler.endswith("Shadow")

    @property
    def word(self) -> str:
        """The name of the texture's target."""
        return self.sampler.removesuffix("Shadow")


SHAPES = (
    Shape("1D", "float", ("vec2", "vec4"), "float", "int"),
    Shape("2D", "vec2", ("vec3", "vec4"), "vec2", "ivec2"),
    Shape("3D", "vec3", ("vec4",), "vec3", "ivec3"),
    Shape("Cube", "vec3", (), "vec3"),
    Shape("2DRect", "vec2", ("vec3", "vec4"), "vec2", "ivec2", biased=False, level=False),
    Shape("1DArray", "vec2", (), "float", "int"),
    Shape("2DArray", "vec3", (), "vec2", "ivec2"),
    Shape("1DShadow", "vec3", ("vec4",), "float", "int"),
    Shape("2DShadow", "vec3", ("vec4",), "vec2", "ivec2"),
    Shape("CubeShadow", "vec4", (), "vec3", level=False),
    Shape("2DRectShadow", "vec3", ("vec4",), "vec2", "ivec2", biased=False, level=False),
    Shape("1DArrayShadow", "vec3", (), "float", "int"),
    Shape(
        *("2DArrayShadow", "vec4", (), "vec2", "ivec2"),
        biased=False,
        level=False,
        plain_offset=False,
    ),
)
CUBE_ARRAYS = Shape("CubeArray", "vec4", (), "vec3")


@dataclass(frozen=True)
class Lookup:
    """The parts of a lookup: Proj, Lod or Grad or none, Offset, and a bias."""

    projected: bool
    detail: str
    offset: bool
    biased: bool = False

    @property
    def words(self) -> str:
        """The parts as they stand in a name."""
        return "Proj" * self.projected + self.detail + "Offset" * self.offset


def lookups(shape: Shape) -> Iterator[tuple[Lookup, str]]:
    """Yields the lookups in a sampler, and their parameters after the sampler."""
    for projected in (False, True) if shape.projected else (False,):
        for detail in ("", "Lod", "Grad"):
            if detail == "Lod" and not shape.level:
                continue
            for offset in (False, True) if shape.offset else (False,):
                if offset and not projected and not detail and not shape.plain_offset:
                    continue
                for point in shape.projected if projected else (shape.point,):
                    yield from _with_bias(shape, Lookup(projected, detail, offset), point)


def _with_bias(shape, lookup, point):
    text = f"{point} P"
    if lookup.detail == "Lod":
        text += ", float lod"
    if lookup.detail == "Grad":
        text += f", {shape.gradient} dPdx, {shape.gradient} dPdy"
    if lookup.offset:
        text += f", const {shape.offset} offset"
    yield lookup, text
    if shape.biased and not lookup.detail:
        yield replace(lookup, biased=True), f"{text}, float bias"


def _shifted(sampler: TextureOperand, offset: tuple[int, ...]) -> TextureOperand:
    return replace(sampler, offset=(*offset, 0, 0)[:3])


def sampled(b, kind: Lookup, sampler, point, *rest: Source):
    """Emits a lookup; the arguments are those of the function. Returns four components."""
    rest = list(rest)
    bias = rest.pop() if kind.biased else None
    if kind.offset:
        sampler = _shifted(sampler, rest.pop())
    more = {"texture": sampler, "type": DATA_TYPES[b.parameters[0].scalar], "size": 4}
    if kind.projected:
        divisor = component(point, b.width(1) - 1)
        point = b.make("DIV", point, divisor, size=3)
    if kind.detail == "Grad":
        return b.make("TXD", point, *rest, **more)
    if kind.detail == "Lod":
        return b.make("TXL2", point, *rest, **more)
    if bias is not None:
        return b.make("TXB2", point, bias, **more)
    return b.make("TEX", point, **more)


def enter(name: str, result: str, sampler: str, kind: Lookup, parameters: str, **available) -> None:
    """Enters a lookup in the table; those with a bias are for fragment shaders only."""
    stages = available.pop("stages", EVERY_STAGE)
    if kind.biased:
        stages &= FRAGMENT

    def function(b, *values):
        found = sampled(b, kind, *values)
        return component(found, 0) if result == "float" else found

    function.__doc__ = _summary(kind)
    signature = f"{result} {name}({sampler} sampler, {parameters})"
    builtin(signature, constant=False, stages=stages, **available)(function)


@cache
def _summary(kind: Lookup) -> str:
    detail = {
        "Lod": ", at the level of detail lod",
        "Grad": ", its level of detail from the derivatives dPdx and dPdy",
    }.get(kind.detail, "")
    point = "P divided by its last component" if kind.projected else "P"
    offset = ", moved by offset in texels" if kind.offset else ""
    bias = ", with bias added to the level of detail" if kind.biased else ""
    return f"The texture at {point}{offset}{detail}{bias}."


_SINCE_130 = {"since": 130, "es": 300}
_OF_CUBES = {"extensions": ("GL_ARB_texture_cube_map_array",)}
for _shape in (*SHAPES, CUBE_ARRAYS):
    _available = _OF_CUBES if _shape is CUBE_ARRAYS else _SINCE_130
    _result = "float" if _shape.shadow else "gvec4"
    _sampler = f"{'' if _shape.shadow else 'g'}sampler{_shape.sampler}"
    for _kind, _parameters in lookups(_shape):
        enter(f"texture{_kind.words}", _result, _sampler, _kind, _parameters, **_available)

LAYERED = next(shape for shape in SHAPES if shape.sampler == "2DArrayShadow")
MOVED, MOVED_PARAMETERS = Lookup(False, "", offset=True), "vec4 P, const ivec2 offset"
"""The offset that 1.30 forgot: EXT_gpu_shader4 and 4.30 have it, drivers from 1.30 on."""
enter("textureOffset", "float", "sampler2DArrayShadow", MOVED, MOVED_PARAMETERS, since=130)


@builtin(
    "float texture(samplerCubeArrayShadow sampler, vec4 P, float compare)",
    constant=False,
    **_OF_CUBES,
)
def compared_in_cubes(b, sampler, point, reference):
    """The part of the texels at P whose comparison with the reference passes."""
    found = b.make("SAMPLE_C", point, reference, texture=sampler, type=FLOAT, size=4)
    return component(found, 0)


for _sampler in ("gsamplerCubeArray", "samplerCubeArrayShadow"):

    @builtin(f"ivec3 textureSize({_sampler} sampler, int lod)", constant=False, **_OF_CUBES)
    def size_of_cubes(b, *values):
        """Width and height of level lod, and the number of cubes."""
        return sizes(b, *values)


# -- texel fetches and sizes -----------------------------------------------------------------------


def _is_zero(b, value: Source) -> bool:
    """True if a scalar is the constant 0."""
    if value.file is not File.PARAMETER or value.relative is not None:
        return False
    parameter, selector = b.builder.parameters[value.index], value.swizzle[0]
    if selector in (ZERO, ONE):
        return selector == ZERO
    return isinstance(parameter, Constant) and parameter.words[selector] == 0


def fetched(b, sampler, point, *rest):
    """Emits a fetch at integers; `rest` is a level, an offset, both or none."""
    rest = list(rest)
    if rest and isinstance(rest[-1], tuple):
        sampler = _shifted(sampler, rest.pop())
    if not rest or _is_zero(b, rest[0]):
        kind = DATA_TYPES[b.parameters[0].scalar]
        return b.make("TXF_LZ", point, texture=sampler, type=kind, size=4)
    return _fetched_at(b, sampler, point, rest[0])


def _fetched_at(b, sampler, point, last):
    """Emits a fetch with a level or the number of a sample in w."""
    place = b.builder.new()
    b.fill(place, point, range(b.width(1)), type=SIGNED)
    b.fill(place, last, (3,), type=SIGNED)
    return b.make("TXF", place, texture=sampler, type=DATA_TYPES[b.parameters[0].scalar], size=4)


def sizes(b, sampler, *level):
    """Emits a query of the size of a level, or of a texture without levels."""
    level = level[0] if level else b.bits(0)
    return b.make("TXQ", level, texture=sampler)


FETCHES = (
    ("1D", "int", True, "int"),
    ("2D", "ivec2", True, "ivec2"),
    ("3D", "ivec3", True, "ivec3"),
    ("2DRect", "ivec2", False, "ivec2"),
    ("1DArray", "ivec2", True, "int"),
    ("2DArray", "ivec3", True, "ivec2"),
    ("Buffer", "int", False, ""),
)
"""Sampler, type of the coordinates, True if there is a level, type of the offset."""
SIZES = (
    ("1D", "int", True),
    ("2D", "ivec2", True),
    ("3D", "ivec3", True),
    ("Cube", "ivec2", True),
    ("2DRect", "ivec2", False),
    ("1DArray", "ivec2", True),
    ("2DArray", "ivec3", True),
    ("Buffer", "int", False),
)
"""Sampler, type of the size, True if there is a level."""


def enter_fetches(name: str, suffix: bool, **available) -> None:
    """Enters texelFetch and texelFetchOffset, or with the name of the sampler in their names."""
    for sampler, point, level, offset in FETCHES:
        own = name + (sampler if suffix else "")
        parameters = f"gsampler{sampler} sampler, {point} P" + ", int lod" * level

        @builtin(f"gvec4 {own}({parameters})", constant=False, **available)
        def fetch(b, *values):
            """The texel at P of level lod, unfiltered."""
            return fetched(b, *values)

        if offset:
            signature = f"gvec4 {own}Offset({parameters}, const {offset} offset)"

            @builtin(signature, constant=False, **available)
            def fetch_moved(b, *values):
                """The texel at P + offset of level lod, unfiltered."""
                return fetched(b, *values)


def enter_sizes(name: str, suffix: bool, **available) -> None:
    """Enters textureSize, or a function with the name of the sampler in its name."""
    for sampler, result, level in SIZES:
        own = name + (sampler if suffix else "")
        given = [f"gsampler{sampler} sampler" + ", int lod" * level]
        if any(shape.sampler == f"{sampler}Shadow" for shape in SHAPES) and not suffix:
            given.append(f"sampler{sampler}Shadow sampler" + ", int lod" * level)
        if suffix and sampler == "2DRect":
            # EXT_gpu_shader4: "ivec2 textureSize2DRect(sampler2DRect sampler, int lod)", a slip.
            given.append("gsampler2DRect sampler, int lod")
        for parameters in given:

            @builtin(f"{result} {own}({parameters})", constant=False, **available)
            def size(b, *values):
                """Width, height and depth, or the number of layers, of level lod."""
                return sizes(b, *values)


enter_fetches("texelFetch", False, **_SINCE_130)
enter_sizes("textureSize", False, **_SINCE_130)

_LEVELLED = [f"{'' if s.shadow else 'g'}sampler{s.sampler}" for s in SHAPES if "Rect" not in s.word]
for _sampler in (*_LEVELLED, "gsamplerCubeArray", "samplerCubeArrayShadow"):

    @builtin(
        f"int textureQueryLevels({_sampler} sampler)",
        constant=False,
        extensions=("GL_ARB_texture_query_levels",),
    )
    def count_levels(b, sampler):
        """The number of levels, from the base level on; 0 for an incomplete texture."""
        # Incomplete textures have no level 0.
        return component(b.make("SVIEWINFO", b.bits(0), texture=sampler, size=4), 3)


_MULTISAMPLE = {"since": 150, "extensions": ("GL_ARB_texture_multisample",), "constant": False}
for _sampler, _point, _size in (("2DMS", "ivec2", "ivec2"), ("2DMSArray", "ivec3", "ivec3")):

    @builtin(
        f"gvec4 texelFetch(gsampler{_sampler} sampler, {_point} P, int sample)", **_MULTISAMPLE
    )
    def fetch_sample(b, sampler, point, sample):
        """A sample of the texel at P."""
        return _fetched_at(b, sampler, point, sample)

    @builtin(f"{_size} textureSize(gsampler{_sampler} sampler)", **_MULTISAMPLE)
    def size_of_samples(b, sampler):
        """Width, height and the number of layers."""
        return sizes(b, sampler)


# -- gathers and levels of detail ------------------------------------------------------------------

for _sampler, _point, _offset in (
    ("2D", "vec2", "ivec2"),
    ("2DArray", "vec3", "ivec2"),
    ("Cube", "vec3", ""),
    ("CubeArray", "vec4", ""),
):
    _GATHER = {"constant": False, "extensions": ("GL_ARB_texture_gather",)}

    @builtin(f"gvec4 textureGather(gsampler{_sampler} sampler, {_point} P)", **_GATHER)
    def gather(b, sampler, point, offset=(0, 0, 0)):
        """The first components of the four texels that LINEAR filters at P."""
        kind = DATA_TYPES[b.parameters[0].scalar]
        return b.make("TG4", point, b.bits(0), texture=_shifted(sampler, offset), type=kind)

    if _offset:
        builtin(
            f"gvec4 textureGatherOffset(gsampler{_sampler} sampler, {_point} P,"
            f" const {_offset} offset)",
            **_GATHER,
        )(gather)

for _sampler, _point in (
    *(("gsampler1D", "float"), ("gsampler2D", "vec2"), ("gsampler3D", "vec3")),
    *(("gsamplerCube", "vec3"), ("gsampler1DArray", "float"), ("gsampler2DArray", "vec2")),
    *(("sampler1DShadow", "float"), ("sampler2DShadow", "vec2"), ("samplerCubeShadow", "vec3")),
    *(("sampler1DArrayShadow", "float"), ("sampler2DArrayShadow", "vec2")),
    *(("gsamplerCubeArray", "vec3"), ("samplerCubeArrayShadow", "vec3")),
):

    @builtin(
        f"vec2 textureQueryLOD({_sampler} sampler, {_point} P)",
        constant=False,
        stages=FRAGMENT,
        extensions=("GL_ARB_texture_query_lod",),
    )
    def query_detail(b, sampler, point):
        """The level of detail that a lookup at P would access, and the one before clamps."""
        return b.make("LODQ", point, texture=sampler)
