"""Multisample textures: images with several samples per texel (ARB_texture_multisample).

They can be drawn to, and copied by glBlitFramebuffer. Programs of GLSL fetch single samples; no
assembly language here has an instruction for it.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from softgl.formats.internal_formats import InternalFormat
from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import Refused, invalid_enum, invalid_operation, invalid_value
from softgl.gl.api.command import command
from softgl.gl.api.groups import Counted, Group, next_revision
from softgl.gl.api.tables import State
from softgl.gl.pixels.pixels import check_pixel_count
from softgl.gl.textures.drawable_formats import (
    FORMATS,
    check_samples,
    new_planes,
)
from softgl.gl.textures.objects import NO_VIEW, Parameters, View
from softgl.gl.textures.sampled import SWIZZLES, sampled_storage
from softgl.gl.textures.sampler_state import initial_sampler
from softgl.gl.textures.targets import PROXY_TARGETS, multisample_targets, texture_target
from softgl.pipeline.planes.planes import Plane
from softgl.pipeline.planes.samples import MAX_SAMPLES, supported
from softgl.records import dataclass
from softgl.texture.keys import SAMPLES, SIZE, TextureKey
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
    """An image for queries; has the interface of `texture.image.Image`.

    size : width, height and layers. samples : per texel. fixed : True if the same sample locations
        in all texels were requested, as they always are.
    """

    format: InternalFormat
    size: tuple[int, int, int]
    samples: int
    fixed: bool
    border = 0
    blocks = None

    @staticmethod
    def border_of(axis: int) -> int:
        """Returns the border along an axis: 0."""
        return 0


_NO_SETTINGS = np.zeros(1, np.uint32)


def _samples(planes: dict[str, Plane]):
    """Yields the words (height, width, words) of each plane for each sample."""
    for each in zip(*(plane.sample_planes for plane in planes.values()), strict=True):
        yield [np.moveaxis(one.read(0, 0, one.width, one.height), 0, -1) for one in each]


class MultisampleTexture(Counted):
    """A texture object with multisample images; has the interface of `Texture`.

    parameters : those of every texture object. sampler : its sampler state, never changed or read.
    immutable_levels : 1 for an immutable texture (ARB_texture_storage_multisample), else 0.
    view, store : see `Texture`.
    texels_revision : counts changes of the samples.
    specified : the image, or None.
    """

    def __init__(self, target: Target, name: int = 0):
        self.target = target
        self.name = name
        self.parameters = Parameters()
        self.sampler = initial_sampler(target)
        self.immutable_levels = 0
        self.view = NO_VIEW
        self.store = None
        self.specified: MultisampleImage | None = None
        self.texels_revision = next_revision()
        self._planes: dict[int, dict[str, Plane]] = {}
        self._flush: Callable[[], None] | None = None
        self._cache: tuple | None = None  # the revision, and the key and arrays made for it

    @property
    def saved(self) -> tuple[Group, ...]:
        """The groups of state that glPushAttrib saves."""
        return (self.parameters,)

    @property
    def sources(self) -> list[Counted]:
        """The objects on which samples depend."""
        return [self] if self.store is None else self.store.members

    @property
    def fixed(self) -> bool:
        """True if all texels have the same sample locations; True without an image."""
        return self.specified is None or self.specified.fixed

    @property
    def layers(self) -> int:
        """The number of layers; 0 without an image."""
        return 0 if self.specified is None else self.specified.size[2]

    def image(self, level: int, face: int = 0) -> MultisampleImage | None:
        """Returns the image of level 0, the only one; None without one."""
        return self.specified

    def specify(self, image: MultisampleImage | None, planes: dict[str, Plane] | None = None):
        """Replaces the image by zeros. planes : those of layer 0, if they exist already."""
        self._planes = {0: planes} if planes else {}
        self.specified = image
        self.count_drawing()

    def make_immutable(self) -> None:
        """Fixes the form of the image."""
        self.immutable_levels = 1
        self.view = View(0, 1, 0, self.layers, 1)

    def count_drawing(self) -> None:
        """Counts a change of the samples, or one that is about to happen."""
        if self.store is not None:
            self.store.change(self)
        self.texels_revision = next_revision()

    def flush_before_read(self, flush: Callable[[], None]) -> None:
        """Has `flush`, of the batch that draws to the samples, called before a program reads."""
        self._flush = flush

    def planes(self, layer: int) -> dict[str, Plane]:
        """Returns the planes of a layer, by "color", "depth" and "stencil"; {} for an empty one."""
        if self.store is not None:
            self.store.take(self)
        image = self.specified
        if image is None or layer >= self.layers or not all(image.size):
            return {}
        if layer not in self._planes:
            self._planes[layer] = new_planes(image.format, *image.size[:2], image.samples)
        return self._planes[layer]

    def sampled(self, unit_bias=0.0, sampler=None, moves=None):
        """Returns the key and arrays with which a kernel fetches samples; see `Texture.sampled`.

        None without samples: the texture is then incomplete.
        """
        if self._flush is not None:
            flush, self._flush = self._flush, None
            flush()
        if self.store is not None:
            self.store.take(self)
        revision = self.texels_revision, self.parameters.revision
        if self._cache is None or self._cache[0] != revision:
            self._cache = revision, self._sampled()
        return self._cache[1]

    def _sampled(self):
        image = self.specified
        if image is None or not all(image.size):
            return None
        depth_mode = None if image.format.has_color else self.parameters.depth_texture_mode
        storage = sampled_storage(image.format, self.parameters.depth_stencil_mode).name
        swizzle = "".join(SWIZZLES[word] for word in self.parameters.swizzle)
        key = TextureKey(
            self.target, storage, "NEAREST", "NONE", "NEAREST",
            ("CLAMP_TO_EDGE",) * 2, depth_mode=depth_mode, swizzle=swizzle,
        )  # fmt: skip
        texels = [
            image.format.sampled_texels(image.format.from_planes(words))
            for layer in range(self.layers)
            for words in _samples(self.planes(layer))
        ]
        levels = np.zeros(SAMPLES + 1, np.int32)
        levels[SIZE : SIZE + 3], levels[SAMPLES] = image.size, image.samples
        words = np.concatenate([each.reshape(-1) for each in texels]).astype(np.uint32, copy=False)
        return key, {"texels": words, "levels": levels, "settings": _NO_SETTINGS}

    @property
    def used_layers(self) -> tuple[int, ...]:
        """The layers that have been used; all others are as specified."""
        return tuple(sorted(self._planes))


def to_drawable_format(value) -> InternalFormat:
    """Converts internalformat to a color-, depth- or stencil-renderable format."""
    format_ = FORMATS.get(value)
    if format_ is None or not format_.storage.drawable:
        raise invalid_enum(f"{gl.name_of(int(value))} is not a renderable format")
    return format_


def _check_extent(target: Target, size, samples: int) -> None:
    check_samples("samples", samples)
    for name, length in zip(("width", "height", "depth"), size, strict=True):
        if length > target.largest:
            raise invalid_value(f"{name}: {length} texels are more than {target.largest}")
    check_pixel_count(*size[:2])


def specify(ctx, target, samples, format_, size, fixed) -> None:
    """Specifies the image of a bound texture, or of a proxy."""
    proxy = target in PROXY_TARGETS
    holder = ctx.texturing.proxies if proxy else ctx.texturing.current.bound
    texture = holder[texture_target(target).name]
    if texture.immutable_levels:
        raise invalid_operation(f"texture {texture.name} is immutable: its image is specified")
    if not samples:
        # OpenGL 3.3 is silent; later versions have INVALID_VALUE "if samples is zero".
        raise invalid_value("samples: 0 is less than 1")
    try:
        _check_extent(texture.target, size, samples)
    except Refused:
        if not proxy:
            raise
        texture.specify(None)
        return
    image, planes = MultisampleImage(format_, size, supported(samples), bool(fixed)), None
    if not proxy and all(size):
        planes = new_planes(format_, *size[:2], image.samples)  # an error if memory runs out
    texture.specify(image, planes)


@command(
    "glTexImage2DMultisample", target=multisample_targets(2), internalformat=to_drawable_format
)
def tex_image_2d(ctx, target, samples, internalformat, width, height, fixedsamplelocations):
    """Specifies a multisample image of zeros, with at least `samples` samples per texel."""
    size = width, height, 1
    specify(ctx, target, samples, internalformat, size, fixedsamplelocations)


@command(
    "glTexImage3DMultisample", target=multisample_targets(3), internalformat=to_drawable_format
)
def tex_image_3d(ctx, target, samples, internalformat, width, height, depth, fixedsamplelocations):
    """Specifies an array of `depth` multisample layers of zeros."""
    size = width, height, depth
    specify(ctx, target, samples, internalformat, size, fixedsamplelocations)
