"""Texture objects: images, parameters, and the data that kernels sample.

Three parts are separate, since they change separately. The *key* shapes the code of a sample, the
*settings* are the numbers that it reads (levels of detail, border colour), the *texels* those of
the images. Sampler state is separate, as in ARB_sampler_objects, so that a texture may be sampled
with that of another object.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from softgl.gl.api.groups import Counted, Group, next_revision
from softgl.gl.textures.sampled import complete_key, levels_table, settings_of
from softgl.gl.textures.sampler_state import SamplerState, initial_sampler
from softgl.records import dataclass
from softgl.texture.image import Image, Part
from softgl.texture.keys import TextureKey
from softgl.texture.targets import Target
from softgl.texture.texels import (
    WHOLE,
    Place,
    Texels,
    last_consistent_level,
    last_level,
    smallest_level,
)

MAX_CACHED_VALUES = 64  # derived values of one texture
_ABSENT = object()


@dataclass
class Parameters(Group):
    """The parameters of a texture other than its sampler state."""

    priority: float = 1.0
    base_level: int = 0
    max_level: int = 1000
    generate_mipmap: bool = False
    depth_texture_mode: str = "LUMINANCE"
    depth_stencil_mode: str = "DEPTH_COMPONENT"
    unsigned_remap_mode: str = "NONE"
    swizzle_r: str = "RED"
    swizzle_g: str = "GREEN"
    swizzle_b: str = "BLUE"
    swizzle_a: str = "ALPHA"

    @property
    def swizzle(self) -> tuple[str, str, str, str]:
        """The source of each component, words of `SWIZZLES`."""
        return self.swizzle_r, self.swizzle_g, self.swizzle_b, self.swizzle_a

    @swizzle.setter
    def swizzle(self, words):
        self.swizzle_r, self.swizzle_g, self.swizzle_b, self.swizzle_a = words


@dataclass(frozen=True)
class View:
    """The part of a data store that a texture has (ARB_texture_view): levels, and layers or faces.

    levels : the number of levels of the store, 0 for a texture that is not immutable.
    """

    min_level: int = 0
    num_levels: int = 0
    min_layer: int = 0
    num_layers: int = 0
    levels: int = 0


NO_VIEW = View()


class Texture(Counted):
    """A texture object. Change its images only through its methods, which count the changes.

    sampler : its own sampler state. parameters : its other parameters. Both have a revision.
    forms_revision : counts changes of the set of images, their formats and sizes.
    texels_revision : counts changes of the images' contents.
    immutable_levels : the number of levels of an immutable texture (ARB_texture_storage), else 0.
    view : the part of the data store of an immutable texture. store : shared with other textures;
        None if it is not.
    """

    def __init__(self, target: Target, name: int = 0):
        revision = next_revision()
        self.set_fields(
            target=target,
            name=name,
            sampler=initial_sampler(target),
            parameters=Parameters(),
            immutable_levels=0,
            view=NO_VIEW,
            store=None,
            forms_revision=revision,
            texels_revision=revision,
        )
        self._images: dict[Place, Image] = {}
        self._surfaces: dict[tuple[int, int, int], object] = {}
        self._drawn: set[tuple[int, int, int]] = set()
        self._flush: Callable[[], None] | None = None
        self._texels = Texels()
        self._cache: dict[tuple, object] = {}

    @property
    def saved(self) -> tuple[Group, ...]:
        """The groups of state that glPushAttrib saves."""
        return self.sampler, self.parameters

    @property
    def sources(self) -> list[Counted]:
        """The objects on which samples depend."""
        return [self] if self.store is None else self.store.members

    def synchronize(self) -> None:
        """Takes over changes of the texels by other textures that share the data store."""
        if self.store is not None:
            self.store.take(self)

    # -- images ------------------------------------------------------------------------------------

    @property
    def images(self) -> dict[Place, Image]:
        """The images by level and face, with everything that has been drawn to them."""
        self.synchronize()
        self.write_back()
        return self._images

    def write_back(self, moves=None) -> None:
        """Writes drawn pixels back into the images; moves : a Moves, faster than the host."""
        if self._flush is not None:
            flush, self._flush = self._flush, None
            flush()
        for level, face, layer in self._drawn:
            image = self._images[level, face]
            part = image.slice(layer)
            self._surfaces[level, face, layer].store(image.texels[part][0], moves)
            self._texels.change((level, face), part)
        self._drawn.clear()

    def image(self, level: int, face: int = 0) -> Image | None:
        """Returns the image of a level, or of a face of one; None without one."""
        return self.images.get((level, face))

    def stale_image(self, level: int, face: int = 0) -> Image | None:
        """Returns the image of a level without writing back: its texels may be out of date."""
        return self._images.get((level, face))

    def surface(self, level: int, face: int, layer: int, make: Callable, drawn: bool):
        """Returns the surface to draw to for a slice of an image, until the image is used.

        make : (image, layer) -> the surface, whose `store(texels, moves)` converts it to texels
            (height, width, words), those of the slice's interior; called if there is none yet.
        drawn : True if it is about to change.
        """
        place = level, face, layer
        self.synchronize()
        if place not in self._surfaces:
            # Nothing is drawn to this slice yet. Others stay, as a draw in progress may sample
            # them.
            self._surfaces[place] = make(self._images[level, face], layer)
        if drawn:
            self._drawn.add(place)
            if self.store is not None:
                self.store.change(self)
            self.texels_revision = next_revision()
        return self._surfaces[place]

    def flush_before_read(self, flush: Callable[[], None]) -> None:
        """Has `flush`, of the batch that draws to the images, called before any use of them."""
        self._flush = flush

    def make_immutable(self, images: dict[Place, Image], levels: int) -> None:
        """Replaces all images, and fixes the number of levels, their formats and sizes."""
        for place in self.images.keys() | images.keys():
            self._count(place, WHOLE, True)
        self._images = dict(images)
        self.immutable_levels = levels
        layers = len(self.target.images)
        if self.target.layers is not None:
            layers = images[0, 0].size[self.target.layers]
        self.view = View(0, levels, 0, layers, levels)

    # Changes of the base level may generate mipmaps: reduce : (Image) -> the next smaller image.

    def set_image(self, level: int, image: Image, face: int = 0, reduce=Image.reduced) -> None:
        """Replaces the image of a level, or of a face of one."""
        self._replace(level, face, image)
        self._follow(level, face, reduce)

    def remove_image(self, level: int) -> None:
        """Removes the image of a level."""
        if self._images.pop((level, 0), None) is not None:
            self._count((level, 0), WHOLE, True)

    def update_image(self, level: int, offset, texels, face=0, reduce=Image.reduced) -> None:
        """Replaces a part of an image, which must contain it; see `Image.update`."""
        self._updated(level, face, self.images[level, face].update(offset, texels), reduce)

    def update_blocks(self, level: int, offset, size, blocks, face=0) -> None:
        """Replaces whole blocks of a compressed image; see `Image.update_blocks`."""
        part = self.images[level, face].update_blocks(offset, size, blocks)
        self._updated(level, face, part, Image.reduced)

    def _updated(self, level, face, part, reduce):
        self._count((level, face), part)
        self._follow(level, face, reduce)

    def generate_mipmap(self, reduce=Image.reduced) -> None:
        """Computes the levels above the base level, up to the smallest or `max_level`."""
        # EXT_framebuffer_object, GenerateMipmapEXT: "from TEXTURE_BASE_LEVEL+1 through q".
        self._reduce(range(len(self.target.images)), reduce, self.max_level)

    def _follow(self, level, face, reduce):
        """Generates mipmaps if the base level has changed and GENERATE_MIPMAP is on."""
        if self.parameters.generate_mipmap and level == self.base_level:
            # OpenGL 2.1, 3.8.8: "Array levels levelbase + 1 through p are replaced".
            self._reduce((face,), reduce, (self.immutable_levels or 32) - 1)

    def _reduce(self, faces, reduce, last):
        """Reduces the base level of some faces, down to a last level, at most to the smallest.

        The images are replaced at the end, so that an interruption changes nothing.
        """
        base, reduced = self.base_level, {}
        for face in faces:
            image = self.images.get((base, face))
            smallest = base - 1 if image is None else smallest_level(base, image)
            for level in range(base + 1, min(smallest, last) + 1):
                # OpenGL 3.3, 3.9.11: "computed by repeated, filtered reduction of the levelbase
                # array": a level is not made of what the compression of another one has left.
                image = reduce(image)
                reduced[level, face] = image.compressed()
        for (level, face), image in reduced.items():
            self._replace(level, face, image)

    def _replace(self, level, face, image):
        images, place = self.images, (level, face)
        other = place not in images or images[place].form != image.form
        images[place] = image
        self._count(place, WHOLE, other)

    def _count(self, place, part: Part, form_changed=False):
        """Counts a change of a part of an image."""
        if self.store is not None:
            self.store.change(self)
        self._texels.change(place, part)
        for surface in [found for found in self._surfaces if found[:2] == place]:
            del self._surfaces[surface]
        self.texels_revision = next_revision()
        if form_changed:
            self.forms_revision = self.texels_revision

    # -- sampling ----------------------------------------------------------------------------------

    @property
    def base_level(self) -> int:
        """The base level: TEXTURE_BASE_LEVEL, in immutable textures clamped to their levels."""
        # ARB_texture_storage, 3.8.6: "level_base is clamped to the range [0, <levels> - 1] and
        # level_max is then clamped to the range [level_base, <levels> - 1]".
        base, levels = self.parameters.base_level, self.immutable_levels
        return min(base, levels - 1) if levels else base

    @property
    def max_level(self) -> int:
        """The maximum level: TEXTURE_MAX_LEVEL, clamped likewise."""
        last, levels = self.parameters.max_level, self.immutable_levels
        return max(self.base_level, min(last, levels - 1)) if levels else last

    @property
    def base_image(self) -> Image | None:
        """The image of the base level, without writing back; None without one."""
        return self._images.get((self.base_level, 0))

    @property
    def base_complete(self) -> bool:
        """True if the base level alone is complete; for a cube map, if it is cube complete.

        OpenGL 2.1, 3.8.10.
        """
        base = self.base_level
        return last_level(self._images, base, base, False) is not None

    @property
    def base_format(self) -> str | None:
        """The base format in which the base level is sampled; None without an image."""
        image = self.base_image
        if image is None:
            return None
        return (
            image.format.base.name if image.format.has_color else self.parameters.depth_texture_mode
        )

    def may_be_attached(self, level: int) -> bool:
        """True if a level is one that framebuffers of OpenGL ES 3.0 take.

        4.4.4.1: of textures that are not immutable it is "in the range [level_base, q]"; "if [...]
        not level_base, then the texture must be mipmap complete, and if [it] names a cubemap
        texture, the texture must also be cube complete".
        """
        if self.immutable_levels or level == self.base_level:
            return True
        last = last_level(self._images, self.base_level, self.max_level, True)
        return last is not None and self.base_level <= level <= last

    def last_level(self, sampler: SamplerState) -> int | None:
        """Returns the last level that a sampler state uses; None if the texture is incomplete."""
        parameters, mipmapped = self.parameters, sampler.mipmapped
        return self._cached(
            ("last", mipmapped, parameters.revision, self.forms_revision),
            lambda: last_level(self._images, self.base_level, self.max_level, mipmapped),
        )

    def key(self, sampler: SamplerState) -> TextureKey | None:
        """Returns the key, which shapes the code of a sample; None if the texture is incomplete."""
        return self._cached(
            ("key", sampler.revision, self.parameters.revision, self.forms_revision),
            lambda: complete_key(self, sampler),
        )

    def settings(self, sampler: SamplerState, unit_bias: float) -> np.ndarray:
        """Returns the settings of a complete texture; see `keys.ARRAYS`.

        unit_bias : the texture unit's own level-of-detail bias.
        """
        revisions = sampler.revision, self.parameters.revision, self.forms_revision
        return self._cached(
            ("settings", unit_bias, *revisions),
            lambda: settings_of(sampler, unit_bias, self),
        )

    @property
    def last_fetched_level(self) -> int:
        """The last level of a complete texture that fetches reach, whatever its filters."""
        # A level beyond TEXTURE_MAX_LEVEL is the base level's here: only sampling needs it.
        return self._cached(
            ("fetched", self.parameters.revision, self.forms_revision),
            lambda: last_consistent_level(
                self._images, self.base_level, max(self.base_level, self.max_level)
            ),
        )

    def levels(self) -> np.ndarray:
        """Returns the table of levels of a complete texture."""
        last, base = self.last_fetched_level, self.base_level
        return self._cached(
            ("levels", last, base, self.forms_revision),
            lambda: levels_table(self.base_image, last - base),
        )

    def texels(self, moves=None) -> np.ndarray:
        """Returns the texels of a complete texture, with everything that has been drawn to it.

        moves : see `write_back`.
        """
        last, base = self.last_fetched_level, self.base_level
        wanted = last, base, self.texels_revision
        if self._texels.packed_for != wanted:
            self.write_back(moves)
            self._texels.update(self._images, base, last)
            self._texels.packed_for = wanted  # not a change of the texture
        return self._texels.words

    def sampled(self, unit_bias: float = 0.0, sampler: SamplerState | None = None, moves=None):
        """Returns a kernel's key and arrays to sample this texture; None if it is incomplete.

        sampler : sampler state instead of the texture's own. moves : see `write_back`.
        The result is (key, arrays by the names of `keys.ARRAYS`); the key and each array are the
        same objects until something that they depend on changes.
        """
        self.synchronize()
        sampler = self.sampler if sampler is None else sampler
        # A change of the images' forms is one of their texels too.
        revisions = sampler.revision, self.parameters.revision, self.texels_revision
        return self._cached(
            ("sampled", unit_bias, *revisions), lambda: self._sampled(unit_bias, sampler, moves)
        )

    def _sampled(self, unit_bias, sampler, moves):
        key = self.key(sampler)
        if key is None:
            return None
        return key, {
            "texels": self.texels(moves),
            "levels": self.levels(),
            "settings": self.settings(sampler, unit_bias),
        }

    def _cached(self, source: tuple, make: Callable):
        """Returns make(), cached by the revisions in `source`, which no other state can have."""
        found = self._cache.get(source, _ABSENT)
        if found is _ABSENT:
            if len(self._cache) >= MAX_CACHED_VALUES:
                self._cache.clear()
            found = self._cache[source] = make()
        return found
