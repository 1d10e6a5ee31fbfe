"""Pictures of a context: the window, buffers of framebuffer objects, textures.

Everything comes as bytes for an image file: colours clamped to [0, 1], depths as greys, top row
first. (`glReadPixels` and `glGetTexImage` give numbers.)
"""

from __future__ import annotations

import operator

import numpy as np

from softgl.formats.host import saturated
from softgl.gl.api.arguments import Refused, invalid_operation, invalid_value
from softgl.gl.api.errors import GLError
from softgl.gl.pixels.read_pixels import read_color, read_depths
from softgl.gl.textures.buffer_textures import BufferTexture
from softgl.gl.textures.multisample_textures import MultisampleTexture
from softgl.gl.textures.texels import packed_texels
from softgl.pipeline.planes.framebuffer import Framebuffer
from softgl.pixels.conversion import pack

FRAMEBUFFER = "framebuffer"
DEPTH = "depth"


def picture(ctx, source, texture, level: int, layer: int) -> np.ndarray:
    """Returns pixels (height, width[, 4]) uint8, top row first; see `Context.read_image`.

    Raises GLError for a missing buffer or texture.
    """
    arguments = source, texture, level, layer
    ctx.batch.flush()
    if ctx.explainer is not None:
        ctx.explainer.reads(ctx)
    try:
        rows = _buffer(ctx, source) if texture is None else _slice(ctx, texture, level, layer)
    except Refused as refused:
        why = refused.description
        raise GLError(refused.code, why, "Context.read_image", arguments) from refused.__cause__
    return rows[::-1].copy()


def _buffer(ctx, source) -> np.ndarray:
    """Returns the window's colours, or a buffer of the read framebuffer."""
    if source is None:
        window = ctx.framebuffers.planes.resolved(ctx.moves)
        return window.read_color(0, 0, ctx.width, ctx.height)
    if not isinstance(source, str) or source not in (FRAMEBUFFER, DEPTH):
        raise invalid_value(f"source is {source!r}, not one of None, 'framebuffer' and 'depth'")
    frame = ctx.read_framebuffer
    place = 0, 0, frame.width, frame.height
    if source == DEPTH:
        return _bytes(read_depths(ctx, *place))
    pixels = read_color(ctx, *place)
    return pixels if pixels.dtype == np.uint8 else pack(pixels, "RGBA", "UNSIGNED_BYTE")


def _bytes(values) -> np.ndarray:
    return np.rint(saturated(values) * 255.0).astype(np.uint8)


def _slice(ctx, *place) -> np.ndarray:
    """Returns a slice of a texture's image; the faces of a cube map are layers 0 to 5."""
    try:
        name, level, layer = map(operator.index, place)
    except TypeError:
        raise invalid_value("texture, level and layer must be integers") from None
    texture = ctx.texturing.objects.get(name)
    if texture is None:
        raise invalid_operation(f"{name} is not a texture")
    if isinstance(texture, BufferTexture):
        raise invalid_operation(f"texture {name} is a buffer texture, which has no images")
    if isinstance(texture, MultisampleTexture):
        return _resolved(ctx, texture, level, layer)
    faces = len(texture.target.images)
    image = texture.image(level, layer if faces > 1 else 0)
    if image is None:
        raise invalid_operation(f"texture {name} has no image of level {level}")
    number = 0 if faces > 1 else layer
    if not 0 <= number < image.slices:
        raise invalid_value(f"layer: {layer} is outside [0, {image.slices - 1}]")
    texels = image.texels[image.slice(number)]
    if image.format.has_depth:
        return packed_texels(image.format, texels, ("DEPTH_COMPONENT", "UNSIGNED_BYTE"))[0, ..., 0]
    if not image.format.has_color:
        return packed_texels(image.format, texels, ("STENCIL_INDEX", "UNSIGNED_BYTE"))[0, ..., 0]
    return packed_texels(image.format, texels, ("RGBA", "UNSIGNED_BYTE"))[0]


def _resolved(ctx, texture: MultisampleTexture, level: int, layer: int) -> np.ndarray:
    """Returns a layer of a multisample texture, resolved."""
    planes = texture.planes(layer) if level == 0 <= layer else {}
    if not planes:
        raise invalid_operation(f"texture {texture.name} has no layer {layer} of level {level}")
    plane = next(iter(planes.values()))
    depth, color = (planes.get(kind) for kind in ("depth", "color"))
    frame = Framebuffer(plane.width, plane.height, [color], depth, None, plane.samples)
    frame, place = frame.resolved(ctx.moves), (0, 0, plane.width, plane.height)
    if color is None:
        return _bytes(frame.read_depth_values(*place))
    pixels = frame.read_color(*place)
    return pixels if pixels.dtype == np.uint8 else pack(pixels, "RGBA", "UNSIGNED_BYTE")
