"""Sampler state: a texture's own, or that of a sampler object."""

from __future__ import annotations

from softgl.gl.api.groups import Counted, Group
from softgl.records import dataclass
from softgl.texture.targets import Target

MIPMAP_FILTERS = {
    "NEAREST": ("NEAREST", "NONE"),
    "LINEAR": ("LINEAR", "NONE"),
    "NEAREST_MIPMAP_NEAREST": ("NEAREST", "NEAREST"),
    "LINEAR_MIPMAP_NEAREST": ("LINEAR", "NEAREST"),
    "NEAREST_MIPMAP_LINEAR": ("NEAREST", "LINEAR"),
    "LINEAR_MIPMAP_LINEAR": ("LINEAR", "LINEAR"),
}
"""The filter within a level and the one between levels of each TEXTURE_MIN_FILTER."""
UNFILTERED = frozenset({"NEAREST", "NEAREST_MIPMAP_NEAREST"})
"""The filters that return a single texel."""


@dataclass
class SamplerState(Group):
    """The sampling of images: the parameters that a sampler object has in ARB_sampler_objects.

    OpenGL 2.1, table 3.18, with the initial values of table 6.17.
    """

    min_filter: str = "NEAREST_MIPMAP_LINEAR"
    mag_filter: str = "LINEAR"
    wrap_s: str = "REPEAT"
    wrap_t: str = "REPEAT"
    wrap_r: str = "REPEAT"
    border_color: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    min_lod: float = -1000.0
    max_lod: float = 1000.0
    lod_bias: float = 0.0
    compare_mode: str = "NONE"
    compare_func: str = "LEQUAL"
    max_anisotropy: float = 1.0
    seamless: bool = False

    @property
    def mipmapped(self) -> bool:
        """True if levels beyond the base level are sampled."""
        return MIPMAP_FILTERS[self.min_filter][1] != "NONE"


class SamplerObject(Counted):
    """A sampler object: its name and state, whose changes are changes of the object."""

    def __init__(self, name: int):
        self.name = name
        self.state = SamplerState()


def initial_sampler(target: Target) -> SamplerState:
    """Returns the sampler state of a new texture."""
    fields = {}
    # OpenGL 3.3, 3.9.15: "the value assigned to TEXTURE_MIN_FILTER is NEAREST_MIPMAP_LINEAR (except
    # for rectangular textures, where the initial value is LINEAR)".
    if not target.mipmapped and not target.multisampled:
        fields["min_filter"] = "LINEAR"
    if target.wraps:
        fields |= dict.fromkeys(("wrap_s", "wrap_t", "wrap_r"), target.wraps[0])
    return SamplerState(**fields)


def refusal(target: Target, name: str, value) -> str:
    """Returns why textures of a target cannot have a parameter's value; "" if they can.

    ARB_texture_rectangle, 3.8.4: neither wrap modes that repeat, nor filters with mipmaps, nor base
    levels but 0.
    """
    if name.startswith("wrap") and target.wraps and value not in target.wraps:
        return f"{target.name} textures cannot have the wrap mode GL_{value}"
    filters = name == "min_filter" and MIPMAP_FILTERS[value][1] != "NONE"
    if not target.mipmapped and (filters or (name == "base_level" and value)):
        return f"{target.name} textures have no mipmaps"
    return ""
