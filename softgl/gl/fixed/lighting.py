"""Lights, materials and the light model (OpenGL 2.1, 2.14): programs bind them as `state.*`."""

from __future__ import annotations

from dataclasses import field

from softgl import hostmath
from softgl.gl.api import enums as gl
from softgl.gl.api.command import command
from softgl.gl.api.groups import Group
from softgl.gl.api.numbers import single, singles
from softgl.gl.api.parameters import (
    ObjectParameter,
    choice,
    color,
    define_family,
    number,
    numbers,
    truth,
)
from softgl.gl.api.signature import EnumSet, group
from softgl.gl.api.tables import Normalized, State
from softgl.gl.vertices.attributes import COLOR
from softgl.records import dataclass

MAX_LIGHTS = 8
BLACK, WHITE = (0.0, 0.0, 0.0, 1.0), (1.0, 1.0, 1.0, 1.0)


@dataclass
class Light(Group):
    """A light source; position and spot direction are in eye coordinates."""

    enabled: bool = False
    ambient: tuple[float, float, float, float] = BLACK
    diffuse: tuple[float, float, float, float] = BLACK
    specular: tuple[float, float, float, float] = BLACK
    position: tuple[float, float, float, float] = (0.0, 0.0, 1.0, 0.0)
    spot_direction: tuple[float, float, float] = (0.0, 0.0, -1.0)
    spot_exponent: float = 0.0
    spot_cutoff: float = 180.0
    constant_attenuation: float = 1.0
    linear_attenuation: float = 0.0
    quadratic_attenuation: float = 0.0


@dataclass
class Material(Group):
    """The material of a face."""

    ambient: tuple[float, float, float, float] = (single(0.2), single(0.2), single(0.2), 1.0)
    diffuse: tuple[float, float, float, float] = (single(0.8), single(0.8), single(0.8), 1.0)
    specular: tuple[float, float, float, float] = BLACK
    emission: tuple[float, float, float, float] = BLACK
    shininess: float = 0.0
    color_indexes: tuple[float, float, float] = (0.0, 1.0, 1.0)


@dataclass
class Materials(Group):
    """The materials of both faces; separate from `Lighting`, since they shape no program."""

    front: Material = field(default_factory=Material)
    back: Material = field(default_factory=Material)

    def faces(self, face: int) -> list[Material]:
        """Returns the materials that GL_FRONT, GL_BACK or GL_FRONT_AND_BACK selects."""
        return [
            material
            for material, legal in ((self.front, gl.GL_FRONT), (self.back, gl.GL_BACK))
            if face in (legal, gl.GL_FRONT_AND_BACK)
        ]


@dataclass
class ColorMaterial(Group):
    """The material properties that follow the current colour while enabled."""

    enabled: bool = False
    face: int = gl.GL_FRONT_AND_BACK
    mode: int = gl.GL_AMBIENT_AND_DIFFUSE
    _followed: tuple = ()  # the packed colour and the revisions at the last `track_color`


def _lights():
    # OpenGL 2.1, table 2.10: only light 0 has colours initially.
    return [Light(diffuse=WHITE, specular=WHITE), *(Light() for _ in range(1, MAX_LIGHTS))]


@dataclass
class Lighting(Group):
    """The lights, the light model, and the shading of colours.

    `ambient`, `local_viewer`, `two_side` and `color_control` are the light model. `varying` : the
    material properties, as ("front", "diffuse"), that differ within the current primitive.
    """

    enabled: bool = False
    normalize: bool = False
    rescale_normal: bool = False
    shade_model: int = gl.GL_SMOOTH
    provoking_vertex: int = gl.GL_LAST_VERTEX_CONVENTION
    ambient: tuple[float, float, float, float] = (single(0.2), single(0.2), single(0.2), 1.0)
    local_viewer: bool = False
    two_side: bool = False
    color_control: int = gl.GL_SINGLE_COLOR
    lights: list[Light] = field(default_factory=_lights)
    color_material: ColorMaterial = field(default_factory=ColorMaterial)
    varying: tuple[tuple[str, str], ...] = ()


# -- lights ----------------------------------------------------------------------------------------


def _eye_position(ctx, position, *_):
    # OpenGL 2.1, 2.14.2: "The current model-view matrix is applied to the position parameter
    # indicated with Light for a particular light source when that position is specified."
    return _eye(ctx, position)


def _eye_direction(ctx, direction, *_):
    # OpenGL 2.1, 2.14.2: "using only the upper leftmost 3x3 portion of the model-view matrix".
    return _eye(ctx, (*direction, 0.0))[:3]


def _eye(ctx, vector):
    return singles(hostmath.transformed(ctx.transform.modelview.top.tolist(), vector))


UNLIMITED = float("inf")
LIGHT_PARAMETERS: dict[int, ObjectParameter] = {
    gl.GL_AMBIENT: color("ambient"),
    gl.GL_DIFFUSE: color("diffuse"),
    gl.GL_SPECULAR: color("specular"),
    gl.GL_POSITION: numbers("position", 4, _eye_position),
    gl.GL_SPOT_DIRECTION: numbers("spot_direction", 3, _eye_direction),
    gl.GL_SPOT_EXPONENT: number("spot_exponent", 0.0, 128.0),
    gl.GL_SPOT_CUTOFF: number("spot_cutoff", 0.0, 90.0, (180.0,)),
    gl.GL_CONSTANT_ATTENUATION: number("constant_attenuation", 0.0, UNLIMITED),
    gl.GL_LINEAR_ATTENUATION: number("linear_attenuation", 0.0, UNLIMITED),
    gl.GL_QUADRATIC_ATTENUATION: number("quadratic_attenuation", 0.0, UNLIMITED),
}
"""OpenGL 2.1, tables 2.10 and 2.11."""

define_family(
    "Light",
    LIGHT_PARAMETERS,
    lambda ctx, light: [ctx.lighting.lights[light - gl.GL_LIGHT0]],
    "a light",
    light=EnumSet(" ".join(f"GL_LIGHT{n}" for n in range(MAX_LIGHTS))),
)


# -- the light model -------------------------------------------------------------------------------

MODEL_PARAMETERS: dict[int, ObjectParameter] = {
    gl.GL_LIGHT_MODEL_AMBIENT: color("ambient"),
    gl.GL_LIGHT_MODEL_LOCAL_VIEWER: truth("local_viewer"),
    gl.GL_LIGHT_MODEL_TWO_SIDE: truth("two_side"),
    gl.GL_LIGHT_MODEL_COLOR_CONTROL: choice(
        "color_control", EnumSet("GL_SINGLE_COLOR GL_SEPARATE_SPECULAR_COLOR")
    ),
}

define_family("LightModel", MODEL_PARAMETERS, lambda ctx: [ctx.lighting], "the light model")


# -- materials -------------------------------------------------------------------------------------

MATERIAL_PARAMETERS: dict[int, ObjectParameter] = {
    gl.GL_AMBIENT: color("ambient"),
    gl.GL_DIFFUSE: color("diffuse"),
    gl.GL_AMBIENT_AND_DIFFUSE: color("ambient", also="diffuse"),
    gl.GL_SPECULAR: color("specular"),
    gl.GL_EMISSION: color("emission"),
    gl.GL_SHININESS: number("shininess", 0.0, 128.0),
    gl.GL_COLOR_INDEXES: numbers("color_indexes", 3),
}
FACES = EnumSet("GL_FRONT GL_BACK GL_FRONT_AND_BACK")
TRACKED = {
    gl.GL_AMBIENT: ("ambient",),
    gl.GL_DIFFUSE: ("diffuse",),
    gl.GL_SPECULAR: ("specular",),
    gl.GL_EMISSION: ("emission",),
    gl.GL_AMBIENT_AND_DIFFUSE: ("ambient", "diffuse"),
}


def track_color(ctx) -> None:
    """Updates the material properties that follow the current colour.

    OpenGL 2.1, 2.14.3: "The replacements made to material properties are permanent". So an update
    is enough before they are read, and before other properties begin to follow.
    """
    tracking = ctx.lighting.color_material
    if not tracking.enabled:
        return
    materials, color = ctx.materials, ctx.immediate.latest(COLOR)
    packed = color.tobytes()
    if tracking._followed == (packed, materials.revision, tracking.revision):
        return
    value = tuple(color.tolist())
    for material in materials.faces(tracking.face):
        for name in TRACKED[tracking.mode]:
            setattr(material, name, value)
    tracking._followed = packed, materials.revision, tracking.revision


STATE = State(
    values={
        gl.GL_SHADE_MODEL: "lighting.shade_model",
        gl.GL_PROVOKING_VERTEX: "lighting.provoking_vertex",
        gl.GL_LIGHT_MODEL_AMBIENT: Normalized("lighting.ambient"),
        gl.GL_LIGHT_MODEL_LOCAL_VIEWER: "lighting.local_viewer",
        gl.GL_LIGHT_MODEL_TWO_SIDE: "lighting.two_side",
        gl.GL_LIGHT_MODEL_COLOR_CONTROL: "lighting.color_control",
        gl.GL_COLOR_MATERIAL_FACE: "lighting.color_material.face",
        gl.GL_COLOR_MATERIAL_PARAMETER: "lighting.color_material.mode",
    },
    limits={
        gl.GL_MAX_LIGHTS: MAX_LIGHTS,
        gl.GL_QUADS_FOLLOW_PROVOKING_VERTEX_CONVENTION: True,
        gl.GL_MAX_SHININESS_NV: 128,
        gl.GL_MAX_SPOT_EXPONENT_NV: 128,
    },
    capabilities={
        gl.GL_LIGHTING: "lighting.enabled",
        gl.GL_NORMALIZE: "lighting.normalize",
        gl.GL_RESCALE_NORMAL: "lighting.rescale_normal",
        gl.GL_COLOR_MATERIAL: "lighting.color_material.enabled",
        **{gl.GL_LIGHT0 + n: f"lighting.lights.{n}.enabled" for n in range(MAX_LIGHTS)},
    },
    before_switch={gl.GL_COLOR_MATERIAL: track_color},
)


PROPERTIES = ("ambient", "diffuse", "specular", "emission", "shininess")


def material_values(materials: Materials) -> dict[tuple[str, str], tuple]:
    """Returns the material properties, four numbers each, by face and name."""
    found = {}
    for face in ("front", "back"):
        for name in PROPERTIES:
            value = getattr(getattr(materials, face), name)
            found[face, name] = value if isinstance(value, tuple) else (value, 0.0, 0.0, 1.0)
    return found


def set_material_values(materials: Materials, values: dict[tuple[str, str], tuple]) -> None:
    """Sets the material properties of `material_values`."""
    for (face, name), value in values.items():
        setattr(getattr(materials, face), name, value[0] if name == "shininess" else value)


def _materials(ctx, face):
    track_color(ctx)
    if ctx.inside_begin:
        before = material_values(ctx.materials)
        ctx.immediate.materials.append((ctx.immediate.count, before))
    return ctx.materials.faces(face)


define_family(
    "Material",
    MATERIAL_PARAMETERS,
    _materials,
    "a material",
    between=True,
    face=FACES,
    get_checks={"face": EnumSet("GL_FRONT GL_BACK")},
)


@command("glColorMaterial", face=FACES, mode=group("ColorMaterialParameter"))
def color_material(ctx, face, mode):
    """Selects the material properties that follow the current colour."""
    track_color(ctx)
    ctx.lighting.color_material.face, ctx.lighting.color_material.mode = face, mode


# -- flat shading ----------------------------------------------------------------------------------


@command("glShadeModel", keeps_batch=True, mode=group("ShadingModel"))
def shade_model(ctx, mode):
    """Selects interpolated colours, or those of the provoking vertex."""
    ctx.lighting.shade_model = mode


@command(
    "glProvokingVertex",
    mode=EnumSet("GL_FIRST_VERTEX_CONVENTION GL_LAST_VERTEX_CONVENTION"),
)
def provoking_vertex(ctx, mode):
    """Selects the vertex of a primitive that gives flat-shaded values."""
    ctx.lighting.provoking_vertex = mode
