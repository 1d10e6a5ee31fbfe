"""Texture objects, units and parameters (OpenGL 2.1, 3.8.4, 3.8.12); see also `texture_images`."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_enum, invalid_operation, invalid_value
from softgl.gl.api.command import command
from softgl.gl.api.groups import Group
from softgl.gl.api.memory import fill
from softgl.gl.api.names import delete_names, first_names, give_names, only_count
from softgl.gl.api.numbers import clamped, rounded
from softgl.gl.api.parameters import (
    DTYPES,
    Parameter,
    as_numbers,
    color,
    component,
    number,
    read_parameter,
    return_parameter,
    truth,
)
from softgl.gl.api.signature import EnumSet
from softgl.gl.api.tables import State
from softgl.gl.fixed.texture_environment import Environment, Generations, generations
from softgl.gl.fragments.clamping import as_clamped
from softgl.gl.pixels.pixels import enum_set, name_in
from softgl.gl.vertices.attributes import MAX_TEXTURE_COORDS
from softgl.lanes.comparisons import COMPARISONS
from softgl.texture.image import TARGETS
from softgl.texture.objects import MIPMAP_FILTERS, Texture
from softgl.texture.sampling import MAX_LOD_BIAS, WRAPS

UNITS = 16
"""MAX_TEXTURE_IMAGE_UNITS."""

TEXTURE_TARGETS = enum_set(f"TEXTURE_{name}" for name in TARGETS)
PROXY_TARGETS = enum_set(f"PROXY_TEXTURE_{name}" for name in TARGETS)
_NAMES = {
    getattr(gl, f"GL_{prefix}TEXTURE_{name}"): name for name in TARGETS for prefix in ("", "PROXY_")
}


def target_name(target: int) -> str:
    """The name that programs give a texture target, or its proxy: "2D" for GL_TEXTURE_2D."""
    return _NAMES[target]


@dataclass
class TextureUnit(Group):
    """A texture unit: the bound object of each target ("2D"), and the switches of glEnable.

    `generation` is None for a unit without texture coordinates.
    """

    bound: dict[str, Texture]
    generation: Generations | None
    texture_1d: bool = False
    texture_2d: bool = False
    texture_3d: bool = False
    lod_bias: float = 0.0
    environment: Environment = field(default_factory=Environment)

    @property
    def enabled(self) -> str | None:
        """The target that fixed-function texturing uses, None if it is off."""
        # OpenGL 2.1, 3.8.16: of several targets enabled, the one of most dimensions counts.
        if self.texture_3d:
            return "3D"
        if self.texture_2d:
            return "2D"
        return "1D" if self.texture_1d else None


def _units():
    defaults = {name: Texture(target) for name, target in TARGETS.items()}
    return [
        TextureUnit(dict(defaults), Generations() if number < MAX_TEXTURE_COORDS else None)
        for number in range(UNITS)
    ], defaults


@dataclass
class Texturing(Group):
    """The texture objects by name (None: the name is reserved only), and the units.

    `defaults` are the objects of the name 0, `proxies` the proxy textures, one for each target.
    """

    objects: dict[int, Texture | None] = field(default_factory=dict)
    active: int = 0

    def __post_init__(self):
        self.units, self.defaults = _units()
        self.proxies = {name: Texture(target) for name, target in TARGETS.items()}

    @property
    def current(self) -> TextureUnit:
        """The unit that glActiveTexture selected."""
        return self.units[self.active]

    @property
    def generations(self) -> Generations:
        """How the active unit's texture coordinates are generated."""
        return generations(self)

    @property
    def active_texture(self) -> int:
        return gl.GL_TEXTURE0 + self.active


STATE = State(
    values={
        gl.GL_ACTIVE_TEXTURE: "texturing.active_texture",
        **{
            getattr(gl, f"GL_TEXTURE_BINDING_{name}"): (
                lambda ctx, name=name: ctx.texturing.current.bound[name].name
            )
            for name in TARGETS
        },
    },
    limits={
        gl.GL_MAX_TEXTURE_UNITS: MAX_TEXTURE_COORDS,
        gl.GL_MAX_TEXTURE_IMAGE_UNITS: UNITS,
        gl.GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS: UNITS,
        gl.GL_MAX_VERTEX_TEXTURE_IMAGE_UNITS: UNITS,
        gl.GL_MAX_TEXTURE_LOD_BIAS: MAX_LOD_BIAS,
    },
    capabilities={
        getattr(gl, f"GL_TEXTURE_{name}"): f"texturing.current.texture_{name.lower()}"
        for name in TARGETS
    },
)


def bound(ctx, target: int) -> Texture:
    """The texture object bound to a target of the active unit, or the proxy texture."""
    if target in PROXY_TARGETS:
        return ctx.texturing.proxies[target_name(target)]
    return ctx.texturing.current.bound[target_name(target)]


@command(
    "glActiveTexture",
    texture=EnumSet.of(gl.GL_TEXTURE0 + unit for unit in range(UNITS)),
)
def active_texture(ctx, texture):
    """Select the texture unit that further commands change."""
    ctx.texturing.active = texture - gl.GL_TEXTURE0


@command("glGenTextures", "glGenTexturesEXT")
def gen_textures(ctx, n, textures):
    """Reserve n names: a number for n = 1, else an array."""
    return give_names(ctx.texturing.objects, n, textures)


@command("glDeleteTextures", "glDeleteTexturesEXT", forms=only_count)
def delete_textures(ctx, n, textures):
    """Delete texture objects; where they were bound, texture 0 takes their place."""
    texturing = ctx.texturing
    for texture in delete_names(texturing.objects, n, textures):
        name = texture.target.name
        ctx.framebuffers.detach(texture)
        for unit in texturing.units:
            if unit.bound[name] is texture:
                unit.bound[name] = texturing.defaults[name]


@command("glIsTexture", "glIsTextureEXT")
def is_texture(ctx, texture):
    """1 for the name of a texture object that has been bound, else 0."""
    return int(ctx.texturing.objects.get(texture) is not None)


@command("glBindTexture", target=TEXTURE_TARGETS)
def bind_texture(ctx, target, texture):
    """Bind a texture object to the active unit; it is created if the name is new."""
    name, objects = target_name(target), ctx.texturing.objects
    if not texture:
        ctx.texturing.current.bound[name] = ctx.texturing.defaults[name]
        return
    found = objects.get(texture)
    if found is None:
        found = objects[texture] = Texture(TARGETS[name], texture)
    elif found.target.name != name:
        # OpenGL 2.1, 3.8.12: "an INVALID_OPERATION error is generated if an attempt is made to bind
        # a texture object of different dimensionality than the specified target".
        raise invalid_operation(f"texture {texture} is a {found.target.name} texture")
    ctx.texturing.current.bound[name] = found


@command("glAreTexturesResident", "glAreTexturesResidentEXT")
def are_textures_resident(ctx, n, textures, residences):
    """Whether each texture is resident: all are, as an array; into `residences` nothing is written.

    OpenGL 2.1, 3.8.12: TRUE "if the implementation does not distinguish a working set".
    """
    for name in first_names(n, textures):
        if ctx.texturing.objects.get(name) is None:
            raise invalid_value(f"textures: there is no texture {name}")
    return np.ones(n, np.uint8) if residences is None else 1


def _priorities(values):
    return as_numbers(values, np.float64)


@command("glPrioritizeTextures", priorities=_priorities)
def prioritize_textures(ctx, n, textures, priorities):
    """Set the priorities of textures; names without a texture are ignored."""
    if len(priorities) < n:
        raise invalid_value(f"there are {len(priorities)} priorities, not {n}")
    for name, priority in zip(first_names(n, textures), priorities, strict=False):
        texture = ctx.texturing.objects.get(name)
        if texture is not None:
            texture.set_parameter("priority", _read_priority([priority], False))


# -- parameters ------------------------------------------------------------------------------------


def _words(name, legal):
    legal = enum_set(legal)

    def read(values, _):
        if values[0] in legal:
            return name_in(legal, int(values[0]))
        raise invalid_enum(f"param: {legal.describe(rounded(values[0]))}")

    return Parameter(name, read, lambda value, _: getattr(gl, f"GL_{value}"))


def _level(name):
    def read(values, _):
        level = rounded(values[0])
        if level < 0:
            raise invalid_value(f"param: the level {level} is negative")
        return level

    return Parameter(name, read)


def _read_priority(values, integers):
    # OpenGL 2.1, 3.8.4: "If the values for TEXTURE BORDER COLOR, or the value for TEXTURE PRIORITY
    # are specified as integers, the conversion for signed integers from table 2.9 is applied".
    return clamped(component(values[0], integers))


PARAMETERS = {
    gl.GL_TEXTURE_MIN_FILTER: _words("min_filter", MIPMAP_FILTERS),
    gl.GL_TEXTURE_MAG_FILTER: _words("mag_filter", ("NEAREST", "LINEAR")),
    gl.GL_TEXTURE_WRAP_S: _words("wrap_s", WRAPS),
    gl.GL_TEXTURE_WRAP_T: _words("wrap_t", WRAPS),
    gl.GL_TEXTURE_WRAP_R: _words("wrap_r", WRAPS),
    gl.GL_TEXTURE_BORDER_COLOR: color("border_color", shown=as_clamped),
    gl.GL_TEXTURE_PRIORITY: Parameter("priority", _read_priority),
    gl.GL_TEXTURE_MIN_LOD: number("min_lod"),
    gl.GL_TEXTURE_MAX_LOD: number("max_lod"),
    gl.GL_TEXTURE_BASE_LEVEL: _level("base_level"),
    gl.GL_TEXTURE_MAX_LEVEL: _level("max_level"),
    gl.GL_TEXTURE_LOD_BIAS: number("lod_bias"),
    gl.GL_GENERATE_MIPMAP: truth("generate_mipmap"),
    gl.GL_DEPTH_TEXTURE_MODE: _words("depth_texture_mode", ("LUMINANCE", "INTENSITY", "ALPHA")),
    gl.GL_TEXTURE_COMPARE_MODE: _words("compare_mode", ("NONE", "COMPARE_R_TO_TEXTURE")),
    gl.GL_TEXTURE_COMPARE_FUNC: _words("compare_func", map(str.upper, COMPARISONS)),
}
"""The texture parameters by pname: OpenGL 2.1, table 3.18."""
NAMES = EnumSet.of(PARAMETERS)


def _define_setter(kind, is_vector):
    @command(f"glTexParameter{kind}{'v' * is_vector}", target=TEXTURE_TARGETS, pname=NAMES)
    def tex_parameter(ctx, target, pname, given):
        """Set a parameter of the bound texture object."""
        parameter = PARAMETERS[pname]
        value = read_parameter(parameter, pname, given, kind, is_vector)
        bound(ctx, target).set_parameter(parameter.name, value)


def _define_getter(kind):
    names = NAMES | EnumSet("GL_TEXTURE_RESIDENT")

    @command(f"glGetTexParameter{kind}v", target=TEXTURE_TARGETS, pname=names)
    def get_tex_parameter(ctx, target, pname, params):
        """A parameter of the bound texture object: a number, or four."""
        if pname == gl.GL_TEXTURE_RESIDENT:
            return fill(params, DTYPES[kind](1))
        held = bound(ctx, target).parameters
        return return_parameter(ctx, PARAMETERS[pname], held, kind, params)


for _kind in "if":
    _define_setter(_kind, False)
    _define_setter(_kind, True)
    _define_getter(_kind)
