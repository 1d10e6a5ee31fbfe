"""Parameters of texture objects, and their priorities (OpenGL 2.1, 3.8.4 and 3.8.12)."""

from __future__ import annotations

import numpy as np

from softgl.comparisons import COMPARISONS
from softgl.counts import counted
from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_enum, invalid_operation, invalid_value
from softgl.gl.api.command import command
from softgl.gl.api.memory import fill
from softgl.gl.api.names import first_names
from softgl.gl.api.numbers import clamped, rounded
from softgl.gl.api.parameters import (
    DTYPES,
    ObjectParameter,
    as_numbers,
    color,
    components,
    number,
    read_parameter,
    return_parameter,
    truth,
    whole_numbers,
)
from softgl.gl.api.profiles import check_value
from softgl.gl.api.signature import EnumSet
from softgl.gl.fragments.clamping import as_clamped
from softgl.gl.pixels.pixels import enum_set, name_in
from softgl.gl.textures.sampled import SWIZZLES
from softgl.gl.textures.sampler_state import MIPMAP_FILTERS, refusal
from softgl.gl.textures.targets import PARAMETER_TARGETS
from softgl.gl.textures.textures import bound
from softgl.texture.axes import WRAPS

DEPTH_MODES = ("LUMINANCE", "INTENSITY", "ALPHA", "RED")
"""The base formats in which depths are sampled: OpenGL 2.1, table 3.18, and ARB_texture_rg."""


def _words(name, legal):
    legal = enum_set(legal)

    def read(values, _):
        if values[0] not in legal:
            raise invalid_enum(f"param: {legal.describe(rounded(values[0]))}")
        value = int(values[0])
        check_value(value, "enum")  # GL_CLAMP
        return name_in(legal, value)

    return ObjectParameter(name, read, lambda value, _: getattr(gl, f"GL_{value}"))


def _swizzle(name, size=1):
    legal = enum_set(SWIZZLES)

    def read(values, _):
        for value in values:
            if value not in legal:
                # OpenGL 3.3, 3.9.8: INVALID_ENUM "if the type of the parameter specified by pname
                # is enum, and the value(s) [...] are not among the legal values"; the extension's
                # text has INVALID_OPERATION.
                raise invalid_enum(f"param: {legal.describe(rounded(value))}")
        words = tuple(name_in(legal, int(value)) for value in values)
        return words if size > 1 else words[0]

    def write(value, _):
        numbers = [getattr(gl, f"GL_{word}") for word in (value if size > 1 else (value,))]
        return numbers if size > 1 else numbers[0]

    return ObjectParameter(name, read, write, size)


def _level(name):
    def read(values, _):
        level = rounded(values[0])
        if level < 0:
            raise invalid_value(f"param: the level {level} is negative")
        return level

    return ObjectParameter(name, read)


def _read_priority(values, integers):
    # OpenGL 2.1, 3.8.4: "If the values for TEXTURE BORDER COLOR, or the value for TEXTURE PRIORITY
    # are specified as integers, the conversion for signed integers from table 2.9 is applied".
    return clamped(*components(values[:1], integers))


SAMPLER_PARAMETERS = {
    gl.GL_TEXTURE_MIN_FILTER: _words("min_filter", MIPMAP_FILTERS),
    gl.GL_TEXTURE_MAG_FILTER: _words("mag_filter", ("NEAREST", "LINEAR")),
    gl.GL_TEXTURE_WRAP_S: _words("wrap_s", WRAPS),
    gl.GL_TEXTURE_WRAP_T: _words("wrap_t", WRAPS),
    gl.GL_TEXTURE_WRAP_R: _words("wrap_r", WRAPS),
    gl.GL_TEXTURE_BORDER_COLOR: color("border_color", shown=as_clamped),
    gl.GL_TEXTURE_MIN_LOD: number("min_lod"),
    gl.GL_TEXTURE_MAX_LOD: number("max_lod"),
    gl.GL_TEXTURE_LOD_BIAS: number("lod_bias"),
    gl.GL_TEXTURE_MAX_ANISOTROPY_EXT: number("max_anisotropy", low=1.0),
    gl.GL_TEXTURE_CUBE_MAP_SEAMLESS: truth("seamless"),
    gl.GL_TEXTURE_COMPARE_MODE: _words("compare_mode", ("NONE", "COMPARE_R_TO_TEXTURE")),
    gl.GL_TEXTURE_COMPARE_FUNC: _words("compare_func", map(str.upper, COMPARISONS)),
}
"""The parameters in `SamplerState` by pname: OpenGL 2.1, table 3.18."""
AS_INTEGERS = {gl.GL_TEXTURE_BORDER_COLOR: whole_numbers("border_color", 4)}
"""The parameters that commands with I set "with an internal data type of integer"."""
PARAMETERS = {
    **SAMPLER_PARAMETERS,
    gl.GL_TEXTURE_PRIORITY: ObjectParameter("priority", _read_priority),
    gl.GL_TEXTURE_BASE_LEVEL: _level("base_level"),
    gl.GL_TEXTURE_MAX_LEVEL: _level("max_level"),
    gl.GL_GENERATE_MIPMAP: truth("generate_mipmap"),
    gl.GL_DEPTH_TEXTURE_MODE: _words("depth_texture_mode", DEPTH_MODES),
    # ARB_stencil_texturing, table 3.22.
    gl.GL_DEPTH_STENCIL_TEXTURE_MODE: _words(
        "depth_stencil_mode", ("DEPTH_COMPONENT", "STENCIL_INDEX")
    ),
    gl.GL_TEXTURE_UNSIGNED_REMAP_MODE_NV: _words(
        "unsigned_remap_mode", ("NONE", "EXPAND_NORMAL_NV")
    ),
    **{
        getattr(gl, f"GL_TEXTURE_SWIZZLE_{letter}"): _swizzle(f"swizzle_{letter.lower()}")
        for letter in "RGBA"
    },
    gl.GL_TEXTURE_SWIZZLE_RGBA: _swizzle("swizzle", 4),
}
"""All texture parameters by pname."""
NAMES = EnumSet.of(PARAMETERS)
READ_ONLY = {
    gl.GL_TEXTURE_RESIDENT: lambda texture: 1,
    gl.GL_TEXTURE_IMMUTABLE_FORMAT: lambda texture: texture.immutable_levels > 0,
    gl.GL_TEXTURE_TARGET: lambda texture: getattr(gl, f"GL_{texture.target.enum}"),
    # ARB_ES3_compatibility, "New State": "storage number of levels".
    gl.GL_TEXTURE_IMMUTABLE_LEVELS: lambda texture: texture.view.levels,
    gl.GL_TEXTURE_VIEW_MIN_LEVEL: lambda texture: texture.view.min_level,
    gl.GL_TEXTURE_VIEW_NUM_LEVELS: lambda texture: texture.view.num_levels,
    gl.GL_TEXTURE_VIEW_MIN_LAYER: lambda texture: texture.view.min_layer,
    gl.GL_TEXTURE_VIEW_NUM_LAYERS: lambda texture: texture.view.num_layers,
}
"""The parameters of a texture object that only queries have, by pname."""


def parameter_of(table, pname: int, kind: str) -> ObjectParameter:
    """Returns a parameter as commands of a kind, such as "f" or "Iui", set and return it."""
    return (AS_INTEGERS if kind.startswith("I") else {}).get(pname) or table[pname]


def _holder(texture, pname):
    """Returns the part of a texture object with a parameter."""
    return texture.sampler if pname in SAMPLER_PARAMETERS else texture.parameters


def _define_setter(kind, is_vector, suffix=""):
    name = f"glTexParameter{kind}{'v' * is_vector}{suffix}"

    @command(name, target=PARAMETER_TARGETS, pname=NAMES)
    def tex_parameter(ctx, target, pname, params):
        """Sets a parameter of the bound texture object."""
        parameter, texture = parameter_of(PARAMETERS, pname, kind), bound(ctx, target)
        if texture.target.multisampled and pname in SAMPLER_PARAMETERS:
            # ARB_texture_storage_multisample, "Errors": "INVALID_OPERATION is generated by
            # TexParameter* if <target> is either TEXTURE_2D_MULTISAMPLE or
            # TEXTURE_2D_MULTISAMPLE_ARRAY and <pname> is sampler state value".
            raise invalid_operation(f"pname: {texture.target.name} textures are not filtered")
        value = read_parameter(parameter, pname, params, kind, is_vector)
        if reason := refusal(texture.target, parameter.name, value):
            # The same text has INVALID_OPERATION for a base level.
            of_level = parameter.name == "base_level"
            raise (invalid_operation if of_level else invalid_enum)(f"param: {reason}")
        setattr(_holder(texture, pname), parameter.name, value)


def _define_getter(kind, suffix=""):
    names = NAMES | EnumSet.of(READ_ONLY)

    @command(
        f"glGetTexParameter{kind}v{suffix}", listed=False, target=PARAMETER_TARGETS, pname=names
    )
    def get_tex_parameter(ctx, target, pname, params):
        """Returns a parameter of the bound texture object: a number, or four."""
        texture = bound(ctx, target)
        if pname in READ_ONLY:
            return fill(params, DTYPES[kind](READ_ONLY[pname](texture)))
        holder = _holder(texture, pname)
        parameter = parameter_of(PARAMETERS, pname, kind)
        return return_parameter(ctx, parameter, holder, kind, params)


for _kind in "if":
    _define_setter(_kind, False)
    _define_setter(_kind, True)
    _define_getter(_kind)
for _kind in ("Ii", "Iui"):
    _define_setter(_kind, True, "EXT")
    _define_getter(_kind, "EXT")


@command("glPrioritizeTextures")
def prioritize_textures(ctx, n, textures, priorities):
    """Sets the priorities of textures; names without a texture are ignored."""
    priorities = as_numbers(priorities, np.float64, n, np.float32)
    if len(priorities) < n:
        raise invalid_value(f"{counted(n, 'priority', 'priorities')} needed, not {len(priorities)}")
    for name, priority in zip(first_names(n, textures), priorities, strict=False):
        texture = ctx.texturing.objects.get(name)
        if texture is not None:
            texture.parameters.priority = _read_priority([priority], False)
