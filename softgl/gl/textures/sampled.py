"""The keys and arrays with which kernels sample a texture object: see `softgl.texture.keys`."""

from __future__ import annotations

import numpy as np

from softgl.formats import host
from softgl.formats.internal_formats import BASE_FORMATS, InternalFormat
from softgl.formats.storages import Storage
from softgl.gl.textures.sampler_state import MIPMAP_FILTERS, UNFILTERED, SamplerState, refusal
from softgl.texture.anisotropy import MAX_ANISOTROPY
from softgl.texture.image import Image
from softgl.texture.keys import TextureKey
from softgl.texture.texels import level_starts

SWIZZLES = {"RED": "R", "GREEN": "G", "BLUE": "B", "ALPHA": "A", "ZERO": "0", "ONE": "1"}
"""The component or constant that EXT_texture_swizzle selects, as a letter of keys."""


def sampled_storage(format_: InternalFormat, depth_stencil_mode: str) -> Storage:
    """Returns the storage that kernels read of texels; of depths and stencil indices by a mode."""
    # ARB_texture_stencil8, issue 1: of a format of indices alone the mode "is ignored".
    stencil = format_.has_stencil and depth_stencil_mode == "STENCIL_INDEX"
    return format_.indices if stencil else format_.sampled


def complete_key(texture, sampler: SamplerState) -> TextureKey | None:
    """Returns the key of a texture; None if it is incomplete."""
    last, target = texture.last_level(sampler), texture.target
    # ARB_sampler_objects, 3.9.2: with state "that would have been rejected by a call to
    # TexParameter for the texture [...] the behavior of the implementation is as if the texture
    # were incomplete."
    if last is None or any(refusal(target, *each) for each in vars(sampler).items()):
        return None
    image = texture.base_image
    storage = sampled_storage(image.format, texture.parameters.depth_stencil_mode)
    min_filter, mip_filter = MIPMAP_FILTERS[sampler.min_filter]
    if last == texture.base_level and min_filter == sampler.mag_filter:
        mip_filter = "NONE"
    wraps = (sampler.wrap_s, sampler.wrap_t, sampler.wrap_r)
    depth_mode = compare = None
    if not image.format.has_color:
        depth_mode = texture.parameters.depth_texture_mode
        if sampler.compare_mode != "NONE" and not storage.integer:
            compare = sampler.compare_func.lower()
    key = TextureKey(
        target=target,
        storage=storage.name,
        min_filter=min_filter,
        mip_filter=mip_filter,
        mag_filter=sampler.mag_filter,
        wraps=wraps[: len(target.filtered)],
        border=image.border,
        depth_mode=depth_mode,
        compare=compare,
        expanded="" if depth_mode and storage.integer else _expanded(texture),
        anisotropic=sampler.max_anisotropy > 1.0 and min_filter == "LINEAR",
        swizzle="".join(SWIZZLES[word] for word in texture.parameters.swizzle),
    )
    if sampler.seamless:
        key = key.across_seams()
    # EXT_texture_integer, 3.8.10: such a texture is complete only if "TEXTURE_MAG_FILTER must be
    # NEAREST and TEXTURE_MIN_FILTER must be NEAREST or NEAREST_MIPMAP_NEAREST".
    filters = {sampler.min_filter, sampler.mag_filter}
    return key if not storage.integer or filters <= UNFILTERED else None


def _expanded(texture) -> str:
    """Returns the components that NV_texture_expand_normal expands: unsigned ones in the format."""
    storage = texture.base_image.format.storage
    unsigned = storage.fixed and not storage.signed
    if texture.parameters.unsigned_remap_mode == "NONE" or not unsigned:
        return ""
    sources = zip("RGBA", BASE_FORMATS[texture.base_format].sampled, strict=True)
    return "".join(letter for letter, source in sources if source not in "01")


def levels_table(first: Image, last: int) -> np.ndarray:
    """Returns the table of levels for the base level; last : counted from that level."""
    return np.array([last, *first.size, *level_starts(first)[: last + 1]], np.int32)


def settings_of(sampler: SamplerState, unit_bias: float, texture) -> np.ndarray:
    """Returns the settings of a sampler state for a unit's bias and a texture."""
    format_ = texture.base_image.format
    sampled = sampled_storage(format_, texture.parameters.depth_stencil_mode)
    if sampled is format_.indices:
        border = host.components(sampled, sampler.border_color)
    else:
        border = format_.expanded(sampler.border_color)
    with np.errstate(over="ignore"):
        bias = sampler.lod_bias + unit_bias
        anisotropy = min(sampler.max_anisotropy, MAX_ANISOTROPY)
        numbers = np.array([bias, sampler.min_lod, sampler.max_lod, anisotropy], np.float32)
    if not sampled.integer:
        border = border * np.float32(sampled.unit)
    return np.concatenate([numbers.view(np.uint32), border.view(np.uint32)])
