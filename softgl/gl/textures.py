"""Texture objects, units and parameters (OpenGL 2.1, 3.8.4, 3.8.12); see also `texture_images`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from softgl.gl import enums as gl
from softgl.gl.arguments import BadArgument, invalid_enum, invalid_operation, invalid_value
from softgl.gl.attributes import MAX_TEXTURE_COORDS
from softgl.gl.command import command
from softgl.gl.memory import fill
from softgl.gl.names import delete_names, give_names, only_count
from softgl.gl.pixels import enum_set, name_in
from softgl.gl.queries import LIMITS, VALUES
from softgl.gl.raster_state import CAPABILITIES
from softgl.gl.signature import EnumSet
from softgl.texture.image import TARGETS
from softgl.texture.objects import MIPMAP_FILTERS, Texture
from softgl.texture.sampling import MAX_LOD_BIAS, WRAPS

UNITS = 16
"""MAX_TEXTURE_IMAGE_UNITS."""

TEXTURE_TARGETS = enum_set(f"TEXTURE_{name}" for name in TARGETS)


def target_name(target: int) -> str:
    """The name that programs give a texture target: "2D" for GL_TEXTURE_2D."""
    return TEXTURE_TARGETS.names[target][len("GL_TEXTURE_") :]


@dataclass(eq=False)
class TextureUnit:
    """A texture unit: the bound object of each target ("2D"), and the switches of glEnable."""

    bound: dict[str, Texture]
    texture_1d: bool = False
    texture_2d: bool = False
    texture_3d: bool = False
    lod_bias: float = 0.0

    @property
    def enabled(self) -> str | None:
        """The target that fixed-function texturing uses, None if it is off."""
        # OpenGL 2.1, 3.8.16: of several targets enabled, the one of most dimensions counts.
        switches = (("3D", self.texture_3d), ("2D", self.texture_2d), ("1D", self.texture_1d))
        return next((target for target, on in switches if on), None)


def _units():
    defaults = {name: Texture(target) for name, target in TARGETS.items()}
    return [TextureUnit(dict(defaults)) for _ in range(UNITS)], defaults


@dataclass
class Texturing:
    """The texture objects by name (None: the name is reserved only), and the units.

    `defaults` are the objects of the name 0, one for each target.
    """

    objects: dict[int, Texture | None] = field(default_factory=dict)
    active: int = 0

    def __post_init__(self):
        self.units, self.defaults = _units()

    @property
    def current(self) -> TextureUnit:
        """The unit that glActiveTexture selected."""
        return self.units[self.active]

    @property
    def active_texture(self) -> int:
        return gl.GL_TEXTURE0 + self.active


CAPABILITIES.update(
    {
        getattr(gl, f"GL_TEXTURE_{name}"): f"texturing.current.texture_{name.lower()}"
        for name in TARGETS
    }
)
VALUES[gl.GL_ACTIVE_TEXTURE] = "texturing.active_texture"
VALUES.update(
    {
        getattr(gl, f"GL_TEXTURE_BINDING_{name}"): (
            lambda ctx, name=name: ctx.texturing.current.bound[name].name
        )
        for name in TARGETS
    }
)
LIMITS.update(
    {
        gl.GL_MAX_TEXTURE_UNITS: MAX_TEXTURE_COORDS,
        gl.GL_MAX_TEXTURE_IMAGE_UNITS: UNITS,
        gl.GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS: UNITS,
        gl.GL_MAX_TEXTURE_LOD_BIAS: MAX_LOD_BIAS,
    }
)


def bound(ctx, target: int) -> Texture:
    """The texture object bound to a target of the active unit."""
    return ctx.texturing.current.bound[target_name(target)]


@command(
    "glActiveTexture",
    "glActiveTextureARB",
    texture=EnumSet(" ".join(f"GL_TEXTURE{unit}" for unit in range(UNITS))),
)
def active_texture(ctx, texture):
    """Select the texture unit that further commands change."""
    ctx.texturing.active = texture - gl.GL_TEXTURE0


@command("glGenTextures")
def gen_textures(ctx, n, textures):
    """Reserve n names: a number for n = 1, else an array."""
    return give_names(ctx.texturing.objects, n, textures)


@command("glDeleteTextures", forms=only_count)
def delete_textures(ctx, n, textures):
    """Delete texture objects; where they were bound, texture 0 takes their place."""
    texturing = ctx.texturing
    for texture in delete_names(texturing.objects, n, textures):
        name = texture.target.name
        for unit in texturing.units:
            if unit.bound[name] is texture:
                unit.bound[name] = texturing.defaults[name]


@command("glIsTexture")
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


# -- parameters ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Parameter:
    """A texture parameter: its field in `Parameters`, and how it is set and returned.

    read : (values, integers) -> the field's value; `integers`: given by an `i` command.
    write : (value, integers) -> the numbers that a query returns.
    """

    name: str
    read: Callable
    write: Callable = lambda value, integers: _rounded(value) if integers else value
    size: int = 1


def _rounded(value):
    """OpenGL 2.1, 6.1.2: "a floating-point value is rounded to the nearest integer"."""
    return int(np.clip(np.rint(np.nan_to_num(np.float64(value))), -(2**31), 2**31 - 1))


def _words(name, legal):
    legal = enum_set(legal)

    def read(values, _):
        if values[0] in legal:
            return name_in(legal, int(values[0]))
        raise invalid_enum(f"param: {legal.describe(_rounded(values[0]))}")

    return Parameter(name, read, lambda value, _: getattr(gl, f"GL_{value}"))


def _level(name):
    def read(values, _):
        level = _rounded(values[0])
        if level < 0:
            raise invalid_value(f"param: the level {level} is negative")
        return level

    return Parameter(name, read)


def _number(name):
    return Parameter(name, lambda values, _: float(values[0]))


def _read_color(values, integers):
    # OpenGL 2.1, table 2.9, signed integers: "(2c + 1) / (2^32 - 1)".
    return tuple((2 * v + 1) / (2**32 - 1) if integers else float(v) for v in values)


def _write_color(color, integers):
    if not integers:
        return color
    # OpenGL 2.1, 6.1.2: colours are converted "by the inverse of table 2.9", as in table 4.7.
    return [_rounded(((2**32 - 1) * value - 1) / 2) for value in color]


PARAMETERS = {
    gl.GL_TEXTURE_MIN_FILTER: _words("min_filter", MIPMAP_FILTERS),
    gl.GL_TEXTURE_MAG_FILTER: _words("mag_filter", ("NEAREST", "LINEAR")),
    gl.GL_TEXTURE_WRAP_S: _words("wrap_s", WRAPS),
    gl.GL_TEXTURE_WRAP_T: _words("wrap_t", WRAPS),
    gl.GL_TEXTURE_WRAP_R: _words("wrap_r", WRAPS),
    gl.GL_TEXTURE_BORDER_COLOR: Parameter("border_color", _read_color, _write_color, 4),
    gl.GL_TEXTURE_PRIORITY: Parameter(
        "priority", lambda values, _: min(max(float(values[0]), 0.0), 1.0)
    ),
    gl.GL_TEXTURE_MIN_LOD: _number("min_lod"),
    gl.GL_TEXTURE_MAX_LOD: _number("max_lod"),
    gl.GL_TEXTURE_BASE_LEVEL: _level("base_level"),
    gl.GL_TEXTURE_MAX_LEVEL: _level("max_level"),
    gl.GL_TEXTURE_LOD_BIAS: _number("lod_bias"),
    gl.GL_GENERATE_MIPMAP: Parameter("generate_mipmap", lambda values, _: bool(values[0])),
}
"""The texture parameters by pname: OpenGL 2.1, table 3.18, without those of depth textures."""
NAMES = EnumSet(
    "GL_TEXTURE_MIN_FILTER GL_TEXTURE_MAG_FILTER GL_TEXTURE_WRAP_S GL_TEXTURE_WRAP_T "
    "GL_TEXTURE_WRAP_R GL_TEXTURE_BORDER_COLOR GL_TEXTURE_PRIORITY GL_TEXTURE_MIN_LOD "
    "GL_TEXTURE_MAX_LOD GL_TEXTURE_BASE_LEVEL GL_TEXTURE_MAX_LEVEL GL_TEXTURE_LOD_BIAS "
    "GL_GENERATE_MIPMAP"
)


def _set(ctx, target, pname, values, integers):
    parameter = PARAMETERS[pname]
    if len(values) < parameter.size:
        raise invalid_value(f"params: {parameter.size} numbers are needed, not {len(values)}")
    texture = bound(ctx, target)
    texture.set_parameter(parameter.name, parameter.read(values[: parameter.size], integers))


def _one(ctx, target, pname, value, integers):
    if PARAMETERS[pname].size > 1:
        raise invalid_enum(f"pname: {gl.name_of(pname)} needs the form with an array")
    _set(ctx, target, pname, [value], integers)


def _values(params, dtype):
    try:
        return np.atleast_1d(np.asarray(params, dtype)).reshape(-1).tolist()
    except (TypeError, ValueError, OverflowError) as error:
        raise BadArgument(f"params: numbers are needed: {error}") from None


@command("glTexParameterf", target=TEXTURE_TARGETS, pname=NAMES)
def tex_parameter_f(ctx, target, pname, param):
    """Set a parameter of the bound texture object."""
    _one(ctx, target, pname, param, False)


@command("glTexParameteri", target=TEXTURE_TARGETS, pname=NAMES)
def tex_parameter_i(ctx, target, pname, param):
    """Set a parameter of the bound texture object."""
    _one(ctx, target, pname, param, True)


@command("glTexParameterfv", target=TEXTURE_TARGETS, pname=NAMES)
def tex_parameter_fv(ctx, target, pname, params):
    """Set a parameter of the bound texture object from a sequence, or from one number."""
    _set(ctx, target, pname, _values(params, np.float64), False)


@command("glTexParameteriv", target=TEXTURE_TARGETS, pname=NAMES)
def tex_parameter_iv(ctx, target, pname, params):
    """The same with integers: colours count from -2^31 for -1 to 2^31 - 1 for 1."""
    _set(ctx, target, pname, _values(params, np.int64), True)


def _get(ctx, target, pname, params, dtype):
    integers = dtype is np.int32
    if pname == gl.GL_TEXTURE_RESIDENT:
        return fill(params, dtype(1))
    parameter = PARAMETERS[pname]
    value = parameter.write(getattr(bound(ctx, target).parameters, parameter.name), integers)
    return fill(params, np.array(value, dtype) if parameter.size > 1 else dtype(value))


@command(
    "glGetTexParameterfv", target=TEXTURE_TARGETS, pname=NAMES | EnumSet("GL_TEXTURE_RESIDENT")
)
def get_tex_parameter_fv(ctx, target, pname, params):
    """A parameter of the bound texture object: a float32, or four."""
    return _get(ctx, target, pname, params, np.float32)


@command(
    "glGetTexParameteriv", target=TEXTURE_TARGETS, pname=NAMES | EnumSet("GL_TEXTURE_RESIDENT")
)
def get_tex_parameter_iv(ctx, target, pname, params):
    """A parameter of the bound texture object: an int32, or four."""
    return _get(ctx, target, pname, params, np.int32)


# -- the unit's level-of-detail bias ---------------------------------------------------------------

FILTER_CONTROL = EnumSet("GL_TEXTURE_FILTER_CONTROL")
LOD_BIAS = EnumSet("GL_TEXTURE_LOD_BIAS")


@command("glTexEnvf", "glTexEnvi", target=FILTER_CONTROL, pname=LOD_BIAS)
def tex_env(ctx, target, pname, param):
    """Set the level-of-detail bias of the active unit."""
    ctx.texturing.current.lod_bias = float(param)


@command("glTexEnvfv", "glTexEnviv", target=FILTER_CONTROL, pname=LOD_BIAS)
def tex_env_v(ctx, target, pname, params):
    """Set the level-of-detail bias of the active unit from a sequence of one."""
    values = _values(params, np.float64)
    if not values:
        raise invalid_value("params: a number is needed")
    ctx.texturing.current.lod_bias = values[0]


@command("glGetTexEnvfv", target=FILTER_CONTROL, pname=LOD_BIAS)
def get_tex_env_fv(ctx, target, pname, params):
    """The level-of-detail bias of the active unit."""
    return fill(params, np.float32(ctx.texturing.current.lod_bias))


@command("glGetTexEnviv", target=FILTER_CONTROL, pname=LOD_BIAS)
def get_tex_env_iv(ctx, target, pname, params):
    """The level-of-detail bias of the active unit, rounded."""
    return fill(params, np.int32(_rounded(ctx.texturing.current.lod_bias)))
