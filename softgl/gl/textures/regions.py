"""Regions of a level of a texture as one block of slices: faces of cube maps are slices too.

ARB_clear_texture, 8.x: "For texture types that do not have certain dimensions, this command treats
those dimensions as having a size of 1"; "Cube map textures are treated as an array of six slices in
the z-dimension".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from softgl.gl.api.arguments import invalid_operation
from softgl.gl.textures.buffer_textures import BufferTexture


def named_texture(ctx, name: int, refuse: Callable):
    """Returns the texture object of a name; refuse : makes the error for 0 and unused names."""
    found = ctx.texturing.objects.get(name) if name else None
    if found is None:
        raise refuse(f"texture: {name} is not a texture object")
    return found


def images_of(texture, level: int, refuse: Callable = invalid_operation) -> list:
    """Returns the images of a level, one for each face; raises if any is missing."""
    if isinstance(texture, BufferTexture):
        raise refuse("buffer textures have no images")
    faces = range(len(texture.target.images))
    has_level = level == 0 or not texture.target.multisampled
    found = [texture.image(level, face) if has_level else None for face in faces]
    if None in found:
        raise refuse(f"level {level} has no image")
    return found


def bounds(images: list) -> list[tuple[int, int]]:
    """Returns the first texel, and the one after the last, along x, y and z."""
    first = images[0]
    found = [(-first.border_of(axis), first.size[axis] + first.border_of(axis)) for axis in (0, 1)]
    if len(images) > 1:
        return [*found, (0, len(images))]
    return [*found, (-first.border_of(2), first.size[2] + first.border_of(2))]


def check_region(images: list, offset, size, refuse: Callable) -> None:
    """Raises for a region outside the images; offset, size : x, y, z."""
    for axis, (low, high) in enumerate(bounds(images)):
        if offset[axis] < low or offset[axis] + size[axis] > high:
            raise refuse(
                f"{'xyz'[axis]} from {offset[axis]} to {offset[axis] + size[axis]} is outside "
                f"[{low}, {high}]"
            )


def whole(images: list) -> tuple[list[int], list[int]]:
    """Returns the offset and the size of the region of all texels."""
    found = bounds(images)
    return [low for low, _ in found], [high - low for low, high in found]


def parts(images: list, offset, size) -> Iterator[tuple[int, tuple, tuple]]:
    """Yields the face, the offset and the size of each image's part of a region."""
    if len(images) == 1:
        yield 0, tuple(offset), tuple(size)
        return
    for face in range(offset[2], offset[2] + size[2]):
        yield face, (*offset[:2], 0), (*size[:2], 1)
