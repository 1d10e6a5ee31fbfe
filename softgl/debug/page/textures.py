"""The textures of a context: a list, pictures and texels."""

from __future__ import annotations

import numpy as np

from softgl.debug.page.images import as_picture
from softgl.debug.plain import plain
from softgl.errors import SoftGLError
from softgl.gl.programs.slots import unit_of
from softgl.texture.image import Image


class NotThere(SoftGLError):
    """A requested object does not exist; the message names it."""


def described(ctx, programs) -> list[dict]:
    """Lists textures with images: their levels, layers and bindings.

    programs : the programs of the draw, which sample some of the textures.
    """
    sampled = {place for program in programs for place in _sampled(ctx, program)}
    bound: dict[int, list[str]] = {}
    for number, unit in enumerate(ctx.texturing.units):
        for target, texture in _bindings(unit):
            if texture.name or (number, target) in sampled:
                word = "sampled, unit" if (number, target) in sampled else "unit"
                bound.setdefault(id(texture), []).append(f"{word} {number}")
    return [
        {"name": name, **_described(texture), "used": sorted(bound.get(id(texture), ()))}
        for name, texture in _textures(ctx).items()
        if texture.images
    ]


def _sampled(ctx, program):
    """The (unit, target) of each texture that a program samples."""
    return ((unit_of(ctx, program, each.unit), each.texture) for each in program.textures)


def _bindings(unit):
    return ((texture.target.name, texture) for texture in unit.bound.values())


def _textures(ctx) -> dict[int, object]:
    """Name -> texture; the default textures of targets have negative numbers."""
    found = {name: each for name, each in sorted(ctx.texturing.objects.items()) if each is not None}
    nameless = {
        id(each): each
        for unit in ctx.texturing.units
        for _, each in _bindings(unit)
        if not each.name
    }
    found |= {-number: each for number, each in enumerate(nameless.values(), 1)}
    return {name: each for name, each in found.items() if hasattr(each, "images")}


def _described(texture) -> dict:
    target = texture.target
    levels = sorted({level for level, _ in texture.images})
    faces = [gl_name.removeprefix("TEXTURE_CUBE_MAP_") for gl_name in target.faces]
    images = [texture.image(level, _first_face(texture, level)) for level in levels]
    return {
        "target": f"GL_{target.enum}",
        "title": f"texture {texture.name}" if texture.name else f"default {target.name}",
        "depth": not images[0].format.has_color,
        "layers": faces,
        "layered": "face" if faces else "slice" if target.layers is None else "layer",
        "levels": [
            {
                "level": level,
                "size": list(image.size[: target.axes]),
                "layers": len(faces) or image.slices,
                "format": f"GL_{image.format.name}",
            }
            for level, image in zip(levels, images, strict=True)
        ],
    }


def _first_face(texture, level):
    return min(face for at, face in texture.images if at == level)


def numbers(ctx, name: int, level: int, layer: int) -> np.ndarray:
    """The texels of a slice, bottom row first: colours (height, width, 4), else (height, width).

    These are depths, or the stencil indices of a format without depths.
    Raises NotThere.
    """
    image, number = _image(ctx, name, level, layer)
    texels = image.texels[image.slice(number)]
    format_ = image.format
    if format_.has_color:
        values = format_.pixels(texels)
    else:
        values = format_.depths(texels) if format_.has_depth else format_.stencil(texels)
    return values.reshape(-1, *values.shape[2:])


def _image(ctx, name, level, layer) -> tuple[Image, int]:
    """An image and the number of one of its slices."""
    texture = _textures(ctx).get(name)
    if texture is None:
        raise NotThere(f"no texture {name} at this event")
    faces = len(texture.target.faces)
    if faces and layer >= faces:
        raise NotThere(f"a cube map has no face {layer}, only {faces}")
    image = texture.image(level, layer if faces else 0)
    if image is None:
        raise NotThere(f"texture {name} has no image of level {level}")
    number = 0 if faces else layer
    if number >= image.slices:
        raise NotThere(f"layer {layer} is not below {image.slices}")
    return image, number


def texel(ctx, name: int, level: int, layer: int, x: int, y: int) -> dict:
    """Component letter -> number of a texel."""
    values = numbers(ctx, name, level, layer)
    if y >= values.shape[0] or x >= values.shape[1]:
        raise NotThere(f"no texel {x}, {y}: the slice has {values.shape[1]}x{values.shape[0]}")
    own = values[y, x]
    if own.ndim:
        return plain(dict(zip("RGBA", own, strict=True)))
    return plain({"depth" if own.dtype.kind == "f" else "stencil": own})


def picture(ctx, name: int, level: int, layer: int, channels: str, stretch: bool) -> np.ndarray:
    """A slice as a picture, see `images.as_picture`."""
    return as_picture(numbers(ctx, name, level, layer), channels, stretch)
