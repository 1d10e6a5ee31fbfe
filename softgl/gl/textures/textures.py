"""Texture objects, units and parameters (OpenGL 2.1, 3.8.4, 3.8.12); see also `images`."""

from __future__ import annotations

from dataclasses import field, replace
from functools import cache

import numpy as np

from softgl.asm.text.limits import TEXTURE_IMAGE_UNITS
from softgl.formats.es_formats import UNSIZED_DEPTHS
from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_operation, invalid_value
from softgl.gl.api.command import command
from softgl.gl.api.groups import Consecutive, Counted, CountedDict, Group, make_switches
from softgl.gl.api.kinds import Kind
from softgl.gl.api.names import (
    all_of,
    check_generated,
    delete_names,
    first_names,
    only_count,
    reserve_names,
)
from softgl.gl.api.signature import EnumSet
from softgl.gl.api.tables import State
from softgl.gl.fixed.texture_environment import Environment, Generations, generations
from softgl.gl.textures.buffer_textures import BufferTexture
from softgl.gl.textures.multisample_textures import MultisampleTexture
from softgl.gl.textures.objects import Texture
from softgl.gl.textures.sampler_state import SamplerObject
from softgl.gl.textures.targets import (
    BOUND_TARGETS,
    PROXY_TARGETS,
    texture_target,
)
from softgl.gl.vertices.attributes import MAX_TEXTURE_COORDS
from softgl.glsl.limits import MAX_COMBINED_TEXTURE_UNITS as UNITS
from softgl.pipeline.images.pixel_kernels import Moves
from softgl.records import dataclass
from softgl.texture.anisotropy import MAX_ANISOTROPY
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


class TextureUnits(list):
    """The texture units. Those without texture coordinates are created when they are first read.

    Most contexts use a few of the 48, which took a third of the time of a new context.
    """

    def __init__(self, texturing: Texturing):
        super().__init__([None] * UNITS)
        self._texturing = texturing
        for number in range(MAX_TEXTURE_COORDS):
            self._create(number)

    def __getitem__(self, number):
        found = list.__getitem__(self, number)
        if found is None:
            return self._create(range(UNITS)[number])
        # Fixed function slices the units with texture coordinates, which are there.
        return [*self][number] if type(found) is list and None in found else found

    def __iter__(self):
        return map(self.__getitem__, range(UNITS))

    def _create(self, number: int) -> TextureUnit:
        """Creates a unit in its initial state, which is not a change of state."""
        generation = Generations() if number < MAX_TEXTURE_COORDS else None
        self[number] = unit = TextureUnit(CountedDict(), generation)
        # Not as groups that the unit might own.
        dict.update(unit.bound, self._texturing.defaults)
        self._texturing.own(unit)
        return unit

    def created(self) -> list[TextureUnit]:
        """Returns the units that may differ from their initial state."""
        return [unit for unit in super().__iter__() if unit is not None]

    def fingerprints(self) -> list:
        """Returns the fingerprint of each unit; creates none."""
        initial = _initial_fingerprint()
        return [initial if unit is None else unit.fingerprint for unit in super().__iter__()]


@cache
def _initial_fingerprint():
    """Returns the fingerprint of a new unit without texture coordinates."""
    return TextureUnit(CountedDict(), None).fingerprint


@dataclass
class Texturing(Consecutive, Group):
    """The texture and sampler objects by name (None: a reserved name), and the units.

    `defaults` are the objects named 0, `proxies` the proxy textures, one per target. `moves` is not
    state: it writes drawn pixels back into textures' images, or is None. Nor is `red_depths`: True
    in core contexts, which have no DEPTH_TEXTURE_MODE and sample depths as red components, and in
    OpenGL ES, where `es` is True and unsized formats of depths are sampled as luminance.

    The changes that it notes are those of glBindTexture and glActiveTexture.
    """

    __slots__ = ("__dict__", "es", "moves", "red_depths")

    objects: dict[int, AnyTexture | None] = field(default_factory=dict)
    samplers: dict[int, SamplerObject | None] = field(default_factory=dict)
    active: int = 0
    seamless: bool = False

    def __post_init__(self):
        self.moves: Moves | None = None
        vars(self)["_rebound"] = {}  # bindings by unit and target
        self.red_depths = self.es = False
        self.defaults = {name: new_texture(target) for name, target in BOUND.items()}
        # Assigned as a field, all units would be created.
        vars(self)["units"] = TextureUnits(self)
        self.proxies = {
            name: new_texture(target) for name, target in (TARGETS | MULTISAMPLED).items()
        }

    def compute_fingerprint(self):
        """Computes the fingerprint without textures and without the active unit."""
        return self.seamless, *self.units.fingerprints()

    def bind(self, texture: AnyTexture) -> None:
        """Binds a texture object to the active unit, and notes the change."""
        unit, before = self.units[self.active], self.revision
        unit.bind(texture)
        self.note_latest(before)
        self._rebound[self.active, texture.target.name] = unit.bound

    def bindings(self) -> tuple[AnyTexture, ...]:
        """Returns the textures that are bound where `bind` has changed a binding."""
        return tuple([bound[target] for (_, target), bound in self._rebound.items()])

    @property
    def current(self) -> TextureUnit:
        """The active unit: glActiveTexture."""
        return self.units[self.active]

    def sampled(self, unit: int, target: str):
        """Returns a unit's texture for kernels to sample; see `Texture.sampled`."""
        selected = self.units[unit]
        sampler = selected.sampler and selected.sampler.state
        texture = selected.bound[target]
        found = texture.sampled(selected.lod_bias, sampler, self.moves)
        if found is None or not (self.seamless or self.red_depths):
            return found
        key, arrays = found
        red = self.red_depths and key.depth_mode is not None
        # OES_depth_texture has depths as luminance; OpenGL ES 3.0, 3.9.2, expands them "to a color
        # (R, 0, 0, 1)". Drivers take the former for the unsized formats of that extension.
        if red and not (self.es and texture.base_image.format.name in UNSIZED_DEPTHS):
            key = replace(key, depth_mode="RED")
        return key.across_seams() if self.seamless else key, arrays

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
    texturing = ctx.texturing
    before, texturing.active = texturing.revision, texture - gl.GL_TEXTURE0
    texturing.note_latest(before)


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
        for unit in texturing.units.created():
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
    if not texture:
        texturing.bind(texturing.defaults[kind.name])
        return
    found = texturing.objects.get(texture)
    if found is None:
        check_generated(ctx, texturing.objects, texture, "glGenTextures")
        found = texturing.objects[texture] = new_texture(kind, texture)
    elif found.target is not kind:
        # OpenGL 2.1, 3.8.12: "an INVALID_OPERATION error is generated if an attempt is made to bind
        # a texture object of different dimensionality than the specified target".
        raise invalid_operation(f"texture {texture} is a {found.target.name} texture")
    texturing.bind(found)


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


@command("glTextureBarrier")
def texture_barrier(ctx):
    """Completes the draws that write texels; later draws read what they have written."""
    # ARB_texture_barrier, 9.3.1. Every command that does not keep the batch completes it, and
    # textures that were drawn to are read anew at the next draw.
