"""Explains why a texture is incomplete (OpenGL 2.1, 3.8.10)."""

from __future__ import annotations

from softgl.gl.textures.objects import Texture
from softgl.gl.textures.sampler_state import UNFILTERED, SamplerState
from softgl.texture.texels import reduced_size, smallest_level


def why_incomplete(texture: Texture, sampler: SamplerState | None) -> str | None:
    """Returns why a texture is incomplete for a sampler state; None if it is complete.

    sampler : None for a multisample texture.
    """
    if sampler is None:
        return None if texture.sampled() else "it has no samples of colours or depths"
    if texture.key(sampler) is not None:
        return None
    base, target = texture.base_level, texture.target
    first = texture.stale_image(base)
    if first is None:
        return f"level {base} has no image"
    if not all(first.size):
        return f"the image of level {base} is empty"
    last = base
    if sampler.mipmapped:
        last = min(smallest_level(base, first), texture.max_level)
    if last < base:
        return f"GL_TEXTURE_MAX_LEVEL is {last}, below GL_TEXTURE_BASE_LEVEL, {base}"
    for level in range(base, last + 1):
        expected = reduced_size(first, level - base)
        for face, name in enumerate(target.images):
            image = texture.stale_image(level, face)
            of_face = f" of GL_{name}" if len(target.images) > 1 else ""
            wrong = _wrong(image, first, expected)
            if wrong and level > base:
                requirement = f"GL_TEXTURE_MIN_FILTER is GL_{sampler.min_filter}, and "
                mend = "; glGenerateMipmap, or GL_LINEAR as the filter, would mend it"
                return f"{requirement}level {level}{of_face} {wrong}{mend}"
            if wrong:
                return f"level {level}{of_face} {wrong}"
    filters = {sampler.min_filter, sampler.mag_filter}
    if first.format.sampled.integer and not filters <= UNFILTERED:
        return "it holds integers, which only GL_NEAREST can sample"
    return f"GL_{target.enum} does not allow its sampler state"


def _wrong(image, first, size):
    """Returns why an image of a level is wrong for the expected size; None if it is right."""
    if image is None:
        return "has no image"
    if image.size != size:
        axes = image.form[0].axes
        found, wanted = ("x".join(map(str, each[:axes])) for each in (image.size, size))
        return f"is {found}, not {wanted}"
    if image.form[1:3] != first.form[1:3]:
        return "has another format than the base level"
    return None


def bound_texture(ctx, unit: int, target: str) -> tuple[Texture, SamplerState | None]:
    """Returns the texture of a unit that programs sample, and its sampler state, if any."""
    of_unit = ctx.texturing.units[unit]
    texture = of_unit.bound[target]
    if texture.target.multisampled:
        return texture, None
    return texture, of_unit.sampler.state if of_unit.sampler else texture.sampler


def texture_words(texture: Texture) -> str:
    """Returns a texture object's name for messages."""
    return f"texture {texture.name} (GL_{texture.target.enum})"
