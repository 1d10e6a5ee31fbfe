"""Multisample textures: images of several samples in each texel (ARB_texture_multisample).

They are drawn to and copied by glBlitFramebuffer. No program samples them: no assembly language
that is there has an instruction for it.
"""

from __future__ import annotations

from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import Refused, invalid_enum, invalid_value
from softgl.gl.api.command import command
from softgl.gl.api.groups import Counted, Group
from softgl.gl.api.tables import State
from softgl.gl.pixels.pixels import check_room
from softgl.gl.textures.drawable_formats import FORMATS, DrawableFormat, check_samples, new_planes
from softgl.gl.textures.objects import Parameters
from softgl.gl.textures.targets import PROXY_TARGETS, multisample_targets, texture_target
from softgl.pipeline.planes.planes import Plane
from softgl.pipeline.planes.samples import MAX_SAMPLES, supported
from softgl.records import dataclass
from softgl.texture.targets import Target

STATE = State(
    limits={
        gl.GL_MAX_COLOR_TEXTURE_SAMPLES: MAX_SAMPLES,
        gl.GL_MAX_DEPTH_TEXTURE_SAMPLES: MAX_SAMPLES,
        gl.GL_MAX_INTEGER_SAMPLES: MAX_SAMPLES,
    }
)


@dataclass(frozen=True)
class MultisampleImage:
    """An image as queries see it, in the place of a `texture.image.Image`.

    size : width, height and layers. samples : of each texel. fixed : whether it has been asked for
        sample locations that are the same in all texels, as they always are.
    """

    format: DrawableFormat
    size: tuple[int, int, int]
    samples: int
    fixed: bool
    border = 0

    @staticmethod
    def border_of(axis: int) -> int:
        """As of any image; there is none."""
        return 0


class MultisampleTexture(Counted):
    """A texture object of several samples, in the place of a `Texture`.

    parameters : those of every texture object, of which only the priority can be set.
    specified : the image, or None.
    """

    def __init__(self, target: Target, name: int = 0):
        self.target = target
        self.name = name
        self.parameters = Parameters()
        self.specified: MultisampleImage | None = None
        self._planes: dict[int, dict[str, Plane]] = {}

    @property
    def saved(self) -> tuple[Group, ...]:
        """The state that glPushAttrib saves of it."""
        return (self.parameters,)

    @property
    def sources(self) -> list[Counted]:
        """The objects that samples depend on."""
        return [self]

    @property
    def fixed(self) -> bool:
        """True if all texels have the same sample locations, and without an image."""
        return self.specified is None or self.specified.fixed

    @property
    def layers(self) -> int:
        """The number of layers; 0 without an image."""
        return 0 if self.specified is None else self.specified.size[2]

    def image(self, level: int, face: int = 0) -> MultisampleImage | None:
        """The image of level 0, the only one; None without."""
        return self.specified

    def specify(self, image: MultisampleImage | None, planes: dict[str, Plane] | None = None):
        """Replace the image; its contents are zeros. planes : those of layer 0, if there are."""
        self._planes = {0: planes} if planes else {}
        self.specified = image
        self.touch()

    def planes(self, layer: int) -> dict[str, Plane]:
        """The planes of a layer, by "color", "depth" and "stencil"; none where it is empty."""
        image = self.specified
        if image is None or layer >= self.layers or not all(image.size):
            return {}
        if layer not in self._planes:
            self._planes[layer] = new_planes(image.format, *image.size[:2], image.samples)
        return self._planes[layer]

    @property
    def used_layers(self) -> tuple[int, ...]:
        """The layers that something has looked at; all others are as they were specified."""
        return tuple(sorted(self._planes))


def to_drawable_format(value) -> DrawableFormat:
    """The converter of internalformat: one that is color-, depth- or stencil-renderable."""
    format_ = FORMATS.get(value)
    if format_ is None or not format_.storage.drawable:
        raise invalid_enum(f"{gl.name_of(int(value))} is no format to draw to")
    return format_


def _check_extent(target: Target, size, samples: int) -> None:
    check_samples("samples", samples)
    for name, length in zip(("width", "height", "depth"), size, strict=True):
        if length > target.largest:
            raise invalid_value(f"{name}: {length} texels are more than {target.largest}")
    check_room(*size[:2])


def _specify(ctx, target, samples, format_, size, fixed):
    """Give a bound texture, or a proxy, an image."""
    proxy = target in PROXY_TARGETS
    holder = ctx.texturing.proxies if proxy else ctx.texturing.current.bound
    texture = holder[texture_target(target).name]
    if not samples:
        # OpenGL 3.3 is silent; later versions have INVALID_VALUE "if samples is zero".
        raise invalid_value("samples: there are none")
    try:
        _check_extent(texture.target, size, samples)
    except Refused:
        if not proxy:
            raise
        texture.specify(None)
        return
    image, planes = MultisampleImage(format_, size, supported(samples), bool(fixed)), None
    if not proxy and all(size):
        planes = new_planes(format_, *size[:2], image.samples)  # where there is no room, an error
    texture.specify(image, planes)


@command(
    "glTexImage2DMultisample", target=multisample_targets(2), internalformat=to_drawable_format
)
def tex_image_2d(ctx, target, samples, internalformat, width, height, fixedsamplelocations):
    """Give a multisample texture an image of zeros, with at least so many samples in a texel."""
    size = width, height, 1
    _specify(ctx, target, samples, internalformat, size, fixedsamplelocations)


@command(
    "glTexImage3DMultisample", target=multisample_targets(3), internalformat=to_drawable_format
)
def tex_image_3d(ctx, target, samples, internalformat, width, height, depth, fixedsamplelocations):
    """Give an array of multisample textures `depth` layers of zeros."""
    size = width, height, depth
    _specify(ctx, target, samples, internalformat, size, fixedsamplelocations)
