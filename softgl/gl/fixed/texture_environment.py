"""Texture environments and texture coordinate generation (OpenGL 2.1, 3.8.13, 2.11.4)."""

from __future__ import annotations

from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_enum, invalid_operation, invalid_value
from softgl.gl.api.groups import Group
from softgl.gl.api.parameters import (
    ObjectParameter,
    choice,
    color,
    define_family,
    number,
    numbers,
    truth,
)
from softgl.gl.api.signature import EnumSet
from softgl.gl.api.tables import State
from softgl.gl.fragments.clamping import as_clamped
from softgl.gl.primitives.clip_planes import eye_plane
from softgl.gl.vertices.attributes import MAX_TEXTURE_COORDS
from softgl.records import dataclass

Color = tuple[float, float, float, float]


@dataclass
class Environment(Group):
    """The texture environment of a unit; the combiners' sources and operands by number."""

    mode: int = gl.GL_MODULATE
    color: Color = (0.0, 0.0, 0.0, 0.0)
    combine_rgb: int = gl.GL_MODULATE
    combine_alpha: int = gl.GL_MODULATE
    src0_rgb: int = gl.GL_TEXTURE
    src1_rgb: int = gl.GL_PREVIOUS
    src2_rgb: int = gl.GL_CONSTANT
    src3_rgb: int = gl.GL_ZERO
    src0_alpha: int = gl.GL_TEXTURE
    src1_alpha: int = gl.GL_PREVIOUS
    src2_alpha: int = gl.GL_CONSTANT
    src3_alpha: int = gl.GL_ZERO
    operand0_rgb: int = gl.GL_SRC_COLOR
    operand1_rgb: int = gl.GL_SRC_COLOR
    operand2_rgb: int = gl.GL_SRC_ALPHA
    operand3_rgb: int = gl.GL_ONE_MINUS_SRC_COLOR
    operand0_alpha: int = gl.GL_SRC_ALPHA
    operand1_alpha: int = gl.GL_SRC_ALPHA
    operand2_alpha: int = gl.GL_SRC_ALPHA
    operand3_alpha: int = gl.GL_ONE_MINUS_SRC_ALPHA
    rgb_scale: float = 1.0
    alpha_scale: float = 1.0
    coord_replace: bool = False


@dataclass
class Generation(Group):
    """The generation of one texture coordinate; the eye plane is in eye coordinates."""

    eye_plane: Color
    object_plane: Color
    enabled: bool = False
    mode: int = gl.GL_EYE_LINEAR


class Generations(Group):
    """The generation of the four coordinates of a unit: `s`, `t`, `r` and `q`."""

    def __init__(self):
        # OpenGL 2.1, 2.11.4: "The initial values of pi for s are all 0 except p1 which is one; for
        # t all the pi are zero except p2, which is 1."
        none = (0.0, 0.0, 0.0, 0.0)
        self.set_fields(
            s=Generation((1.0, 0.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0)),
            t=Generation((0.0, 1.0, 0.0, 0.0), (0.0, 1.0, 0.0, 0.0)),
            r=Generation(none, none),
            q=Generation(none, none),
        )


# -- environments ----------------------------------------------------------------------------------

MODES = EnumSet("GL_REPLACE GL_MODULATE GL_DECAL GL_BLEND GL_ADD GL_COMBINE GL_COMBINE4_NV")
# OpenGL 2.1, table 3.23, and ATI_texture_env_combine3.
COMBINE_ALPHA = EnumSet(
    "GL_REPLACE GL_MODULATE GL_ADD GL_ADD_SIGNED GL_INTERPOLATE GL_SUBTRACT "
    "GL_MODULATE_ADD_ATI GL_MODULATE_SIGNED_ADD_ATI GL_MODULATE_SUBTRACT_ATI"
)
COMBINE_RGB = COMBINE_ALPHA | EnumSet("GL_DOT3_RGB GL_DOT3_RGBA GL_DOT3_RGB_EXT GL_DOT3_RGBA_EXT")
# OpenGL 2.1, table 3.24: "TEXTUREn" too; ZERO is of NV_texture_env_combine4, ONE of
# ATI_texture_env_combine3.
SOURCES = EnumSet("GL_TEXTURE GL_CONSTANT GL_PRIMARY_COLOR GL_PREVIOUS GL_ZERO GL_ONE") | EnumSet(
    " ".join(f"GL_TEXTURE{n}" for n in range(MAX_TEXTURE_COORDS))
)
OPERANDS_ALPHA = EnumSet("GL_SRC_ALPHA GL_ONE_MINUS_SRC_ALPHA")
OPERANDS_RGB = OPERANDS_ALPHA | EnumSet("GL_SRC_COLOR GL_ONE_MINUS_SRC_COLOR")


def _scale(name):
    plain = number(name)

    def read(values, integers):
        value = plain.read(values, integers)
        if value not in (1.0, 2.0, 4.0):
            raise invalid_value(f"params: the scale {value} is not 1, 2 or 4")
        return value

    return ObjectParameter(name, read)


def _combine_name(stem, n, part) -> int:
    """Returns the pname of a source or operand; the fourth are of NV_texture_env_combine4."""
    if n < 3:
        return getattr(gl, f"GL_{stem}{n}_{part.upper()}")
    return getattr(gl, f"GL_{stem.replace('SRC', 'SOURCE')}{n}_{part.upper()}_NV")


ENVIRONMENT: dict[int, ObjectParameter] = {
    gl.GL_TEXTURE_ENV_MODE: choice("mode", MODES),
    gl.GL_TEXTURE_ENV_COLOR: color("color", shown=as_clamped),
    gl.GL_COMBINE_RGB: choice("combine_rgb", COMBINE_RGB),
    gl.GL_COMBINE_ALPHA: choice("combine_alpha", COMBINE_ALPHA),
    **{
        _combine_name(stem, n, part): choice(f"{stem.lower()}{n}_{part}", legal)
        for n in range(4)
        for stem, part, legal in (
            ("SRC", "rgb", SOURCES),
            ("SRC", "alpha", SOURCES),
            ("OPERAND", "rgb", OPERANDS_RGB),
            ("OPERAND", "alpha", OPERANDS_ALPHA),
        )
    },
    gl.GL_RGB_SCALE: _scale("rgb_scale"),
    gl.GL_ALPHA_SCALE: _scale("alpha_scale"),
}
"""The parameters of GL_TEXTURE_ENV: OpenGL 2.1, 3.8.13."""


def _with_coordinates(texturing):
    """Returns the active unit, if it has texture coordinates; else GL_INVALID_OPERATION.

    OpenGL 2.1, 2.7: INVALID_OPERATION for commands of sprites and of generation where the active
    unit "is greater than or equal to the implementation-dependent constant MAX_TEXTURE_COORDS".
    """
    unit = texturing.current
    if unit.generation is None:
        raise invalid_operation(f"texture unit {texturing.active} has no texture coordinates")
    return unit


TARGETS = {
    gl.GL_TEXTURE_ENV: (ENVIRONMENT, lambda texturing: texturing.current.environment),
    gl.GL_POINT_SPRITE: (
        {gl.GL_COORD_REPLACE: truth("coord_replace")},
        lambda texturing: _with_coordinates(texturing).environment,
    ),
    gl.GL_TEXTURE_FILTER_CONTROL: (
        {gl.GL_TEXTURE_LOD_BIAS: number("lod_bias")},
        lambda texturing: texturing.current,
    ),
}
"""The targets of glTexEnv: their parameters, and the object in the active unit that holds them."""

define_family(
    "TexEnv",
    lambda target: TARGETS[target][0],
    lambda ctx, target: [TARGETS[target][1](ctx.texturing)],
    "this texture environment",
    keeps_batch=True,
    target=EnumSet("GL_TEXTURE_ENV GL_POINT_SPRITE GL_TEXTURE_FILTER_CONTROL"),
)


# -- generation ------------------------------------------------------------------------------------

COORDINATES = {gl.GL_S: "s", gl.GL_T: "t", gl.GL_R: "r", gl.GL_Q: "q"}
GENERATION_MODES = EnumSet(
    "GL_OBJECT_LINEAR GL_EYE_LINEAR GL_SPHERE_MAP GL_REFLECTION_MAP GL_NORMAL_MAP"
)
# OpenGL 2.1, 2.11.4: the coordinates for which a mode "generates the error INVALID_ENUM".
NOT_FOR = {
    gl.GL_SPHERE_MAP: (gl.GL_R, gl.GL_Q),
    gl.GL_REFLECTION_MAP: (gl.GL_Q,),
    gl.GL_NORMAL_MAP: (gl.GL_Q,),
}


def _check_mode(_, mode, coord):
    if coord in NOT_FOR.get(mode, ()):
        raise invalid_enum(f"param: {gl.name_of(mode)} cannot generate this coordinate")
    return mode


GENERATION: dict[int, ObjectParameter] = {
    gl.GL_TEXTURE_GEN_MODE: choice("mode", GENERATION_MODES, _check_mode),
    gl.GL_OBJECT_PLANE: numbers("object_plane", 4),
    gl.GL_EYE_PLANE: numbers("eye_plane", 4, eye_plane),
}


def generations(texturing) -> Generations:
    """Returns the generation of the active unit, which must have texture coordinates."""
    return _with_coordinates(texturing).generation


STATE = State(
    capabilities={
        getattr(gl, f"GL_TEXTURE_GEN_{name.upper()}"): f"texturing.generations.{name}.enabled"
        for name in COORDINATES.values()
    }
)

define_family(
    "TexGen",
    GENERATION,
    lambda ctx, coord: [getattr(ctx.texturing.generations, COORDINATES[coord])],
    "texture coordinate generation",
    keeps_batch=True,
    coord=EnumSet("GL_S GL_T GL_R GL_Q"),
)
