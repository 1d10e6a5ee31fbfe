"""Texture objects, units and parameters (OpenGL 2.1, 3.8.4, 3.8.12); see also `images`."""

from __future__ import annotations

from dataclasses import field

import numpy as np

from softgl.asm.text.limits import TEXTURE_IMAGE_UNITS
from softgl.comparisons import COMPARISONS
from softgl.counts import counted
from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_enum, invalid_operation, invalid_value
from softgl.gl.api.command import command
from softgl.gl.api.groups import Counted, CountedDict, Group, make_switches
from softgl.gl.api.kinds import Kind
from softgl.gl.api.memory import fill
from softgl.gl.api.names import (
    all_of,
    check_generated,
    delete_names,
    first_names,
    only_count,
    reserve_names,
)
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
from softgl.gl.api.profiles import is_core, refused_enums, refused_value
from softgl.gl.api.signature import EnumSet
from softgl.gl.api.tables import State
from softgl.gl.fixed.texture_environment import Environment, Generations, generations
from softgl.gl.fragments.clamping import as_clamped
from softgl.gl.pixels.pixels import enum_set, name_in
from softgl.gl.textures.buffer_textures import BufferTexture
from softgl.gl.textures.multisample_textures import MultisampleTexture
from softgl.gl.textures.objects import SWIZZLES, Texture
from softgl.gl.textures.sampler_state import MIPMAP_FILTERS, SamplerObject, refusal
from softgl.gl.textures.targets import (
    BOUND_TARGETS,
    PARAMETER_TARGETS,
    PROXY_TARGETS,
    texture_target,
)
from softgl.gl.vertices.attributes import MAX_TEXTURE_COORDS
from softgl.glsl.limits import MAX_COMBINED_TEXTURE_UNITS as UNITS
from softgl.pipeline.images.pixel_kernels import Moves
from softgl.records import dataclass
from softgl.texture.anisotropy import MAX_ANISOTROPY
from softgl.texture.axes import WRAPS
from softgl.texture.detail import MAX_LOD_BIAS
from softgl.texture.targets import BOUND, BUFFER, MULTISAMPLED, TARGETS, Target

AnyTexture = Texture | BufferTexture | MultisampleTexture

# EXT_texture_array: layers are for programs only.
_SWITCHED = {name: t.enum.lower() for name, t in TARGETS.items() if t.layers is None}
Switches = make_switches(_SWITCHED.values())
"""The switches of the targets for fixed-function texturing."""
_BY_PRECEDENCE = tuple(_SWITCHED.items())[::-1]


@dataclass
class TextureUnit(Group):
    """A texture unit: the bound object of each target ("2D"), and the switches of glEnable.

    `generation` is None for a unit without texture coordinates, `sampler` if textures are sampled
    with their own state.
    """

    bound: dict[str, AnyTexture]
    generation: Generations | None
    switches: Switches = field(default_factory=Switches)
    lod_bias: float = 0.0
    sampler: SamplerObject | None = None
    environment: Environment = field(default_factory=Environment)

    def compute_fingerprint(self):
        """Computes the fingerprint without the bindings: their readers read their state too."""
        generation = 0 if self.generation is None else self.generation.revision
        own = self.switches.fingerprint, self.environment.fingerprint, generation
        return self.lod_bias.hex(), *own

    @property
    def enabled(self) -> str | None:
        """The target that fixed-function texturing uses; None if it is off."""
        switches = vars(self.switches)
        if True not in switches.values():
            return None
        return next(name for name, switch in _BY_PRECEDENCE if switches[switch])

    def sources(self, target: str) -> list[Counted]:
        """Returns the objects on which samples of a target depend."""
        samplers = [] if self.sampler is None else [self.sampler]
        return [*self.bound[target].sources, *samplers]

    def bind(self, texture: AnyTexture) -> None:
        """Binds a texture object to its target."""
        name = texture.target.name
        if self.bound[name] is not texture:
            self.bound[name] = texture  # counts as a change of this unit


def new_texture(target: Target, name: int = 0) -> AnyTexture:
    """Returns a texture object in its initial state."""
    if target.name in MULTISAMPLED:
        return MultisampleTexture(target, name)
    return BufferTexture(name) if target is BUFFER else Texture(target, name)


def _units():
    defaults = {name: new_texture(target) for name, target in BOUND.items()}
    return [
        TextureUnit(CountedDict(defaults), Generations() if number < MAX_TEXTURE_COORDS else None)
        for number in range(UNITS)
    ], defaults


@dataclass
class Texturing(Group):
    """The texture and sampler objects by name (None: a reserved name), and the units.

    `defaults` are the objects named 0, `proxies` the proxy textures, one per target. `moves` is not
    state: it writes drawn pixels back into textures' images, or is None.
    """

    __slots__ = ("__dict__", "moves")

    objects: dict[int, AnyTexture | None] = field(default_factory=dict)
    samplers: dict[int, SamplerObject | None] = field(default_factory=dict)
    active: int = 0
    seamless: bool = False

    def __post_init__(self):
        self.moves: Moves | None = None
        self.units, self.defaults = _units()
        self.proxies = {
            name: new_texture(target) for name, target in (TARGETS | MULTISAMPLED).items()
        }

    def compute_fingerprint(self):
        """Computes the fingerprint without textures and without the active unit."""
        return self.seamless, *[unit.fingerprint for unit in self.units]

    @property
    def current(self) -> TextureUnit:
        """The active unit: glActiveTexture."""
        return self.units[self.active]

    def sampled(self, unit: int, target: str):
        """Returns a unit's texture for kernels to sample; see `Texture.sampled`."""
        selected = self.units[unit]
        sampler = selected.sampler and selected.sampler.state
        found = selected.bound[target].sampled(selected.lod_bias, sampler, self.moves)
        if found is None or not self.seamless:
            return found
        key, arrays = found
        return key.across_seams(), arrays

    @property
    def generations(self) -> Generations:
        """The generation of the active unit's texture coordinates."""
        return generations(self)

    def used(self, number: int) -> str | None:
        """Returns a unit's target for fixed function; None if texturing is off there.

        OpenGL 2.1, 3.8.16: units "beyond those specified by MAX_TEXTURE_UNITS are always treated as
        disabled."
        """
        return self.units[number].enabled if number < MAX_TEXTURE_COORDS else None

    @property
    def active_texture(self) -> int:
        return gl.GL_TEXTURE0 + self.active


TEXTURE_BINDINGS = {
    getattr(gl, f"GL_{target.enum.replace('TEXTURE', 'TEXTURE_BINDING', 1)}"): (
        lambda ctx, name=name: ctx.texturing.current.bound[name].name
    )
    for name, target in BOUND.items()
}
"""The queries of the bound textures of the active unit."""
STATE = State(
    values={gl.GL_ACTIVE_TEXTURE: "texturing.active_texture", **TEXTURE_BINDINGS},
    limits={
        gl.GL_MAX_TEXTURE_UNITS: MAX_TEXTURE_COORDS,
        gl.GL_MAX_TEXTURE_IMAGE_UNITS: TEXTURE_IMAGE_UNITS,
        gl.GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS: UNITS,
        gl.GL_MAX_VERTEX_TEXTURE_IMAGE_UNITS: TEXTURE_IMAGE_UNITS,
        gl.GL_MAX_GEOMETRY_TEXTURE_IMAGE_UNITS_EXT: TEXTURE_IMAGE_UNITS,
        gl.GL_MAX_TEXTURE_LOD_BIAS: MAX_LOD_BIAS,
        gl.GL_MAX_TEXTURE_MAX_ANISOTROPY_EXT: MAX_ANISOTROPY,
    },
    capabilities={
        getattr(gl, f"GL_{switch.upper()}"): f"texturing.current.switches.{switch}"
        for switch in _SWITCHED.values()
    }
    | {gl.GL_TEXTURE_CUBE_MAP_SEAMLESS: "texturing.seamless"},
)


def bound(ctx, target: int) -> AnyTexture:
    """Returns the texture object bound to a target of the active unit, or the proxy texture.

    target : of textures, of one of their images, or of a proxy.
    """
    holder = ctx.texturing.proxies if target in PROXY_TARGETS else ctx.texturing.current.bound
    return holder[texture_target(target).name]


@command(
    "glActiveTexture",
    keeps_batch=True,
    texture=EnumSet.of(gl.GL_TEXTURE0 + unit for unit in range(UNITS)),
)
def active_texture(ctx, texture):
    """Selects the texture unit for further commands."""
    ctx.texturing.active = texture - gl.GL_TEXTURE0


@command("glGenTextures", "glGenTexturesEXT", listed=False, kind=Kind.NAMES)
def gen_textures(ctx, n, textures):
    """Reserves n names; returns a number for n = 1, else an array."""
    return reserve_names(ctx.texturing.objects, n, textures)


@command("glDeleteTextures", "glDeleteTexturesEXT", listed=False, forms=only_count)
def delete_textures(ctx, n, textures):
    """Deletes texture objects; bindings to them fall back to texture 0."""
    texturing = ctx.texturing
    for texture in delete_names(texturing.objects, n, textures):
        name = texture.target.name
        ctx.framebuffers.detach(texture)
        for unit in texturing.units:
            if unit.bound[name] is texture:
                unit.bind(texturing.defaults[name])


@command("glIsTexture", "glIsTextureEXT", listed=False)
def is_texture(ctx, texture):
    """Returns 1 for the name of a texture object that has been bound, else 0."""
    return int(ctx.texturing.objects.get(texture) is not None)


@command("glBindTexture", keeps_batch=True, target=BOUND_TARGETS)
def bind_texture(ctx, target, texture):
    """Binds a texture object to the active unit; it is created if the name is new."""
    kind, texturing = texture_target(target), ctx.texturing
    unit = texturing.units[texturing.active]
    if not texture:
        unit.bind(texturing.defaults[kind.name])
        return
    found = texturing.objects.get(texture)
    if found is None:
        check_generated(ctx, texturing.objects, texture, "glGenTextures")
        found = texturing.objects[texture] = new_texture(kind, texture)
    elif found.target is not kind:
        # OpenGL 2.1, 3.8.12: "an INVALID_OPERATION error is generated if an attempt is made to bind
        # a texture object of different dimensionality than the specified target".
        raise invalid_operation(f"texture {texture} is a {found.target.name} texture")
    unit.bind(found)


@command(
    "glAreTexturesResident",
    "glAreTexturesResidentEXT",
    listed=False,
    forms={1: lambda textures: (*all_of(textures), None)},
)
def are_textures_resident(ctx, n, textures, residences):
    """Returns an array of 1: every texture is resident. `residences` is not written.

    OpenGL 2.1, 3.8.12: TRUE "if the implementation does not distinguish a working set".
    """
    for name in first_names(n, textures):
        if ctx.texturing.objects.get(name) is None:
            raise invalid_value(f"textures: {name} is not a texture")
    return np.ones(n, np.uint8) if residences is None else 1


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


# -- parameters ------------------------------------------------------------------------------------


DEPTH_MODES = ("LUMINANCE", "INTENSITY", "ALPHA", "RED")
"""The base formats in which depths are sampled: OpenGL 2.1, table 3.18, and ARB_texture_rg."""


def _words(name, legal):
    legal = enum_set(legal)

    def read(values, _):
        if values[0] not in legal:
            raise invalid_enum(f"param: {legal.describe(rounded(values[0]))}")
        value = int(values[0])
        if value in refused_enums() and is_core():  # GL_CLAMP
            raise refused_value(value, "enum")
        return name_in(legal, value)

    return ObjectParameter(name, read, lambda value, _: getattr(gl, f"GL_{value}"))


def _swizzle(name, size=1):
    legal = enum_set(SWIZZLES)

    def read(values, _):
        for value in values:
            if value not in legal:
                # EXT_texture_swizzle, Errors: INVALID_OPERATION, not INVALID_ENUM.
                raise invalid_operation(f"param: {legal.describe(rounded(value))}")
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
    gl.GL_TEXTURE_IMMUTABLE_LEVELS: lambda texture: texture.immutable_levels,
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
