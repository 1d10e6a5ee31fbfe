"""Data stores that several texture objects share: views of a texture (ARB_texture_view).

Each texture has texels of its own, in its own format; a store brings them into agreement when one
of them is used after another has changed. All changes go through the original texture.
"""

from __future__ import annotations

import weakref

from softgl.gl.textures.levels import SampledLevel, TextureLevel, converted
from softgl.gl.textures.multisample_textures import MultisampleTexture
from softgl.gl.textures.objects import Texture

AnyView = Texture | MultisampleTexture


def level_of(texture: AnyView, level: int) -> TextureLevel | SampledLevel:
    """Returns a level of a texture as a block of texels."""
    kind = SampledLevel if isinstance(texture, MultisampleTexture) else TextureLevel
    return kind(texture, level)


class Store:
    """The data store of a texture with views.

    original : the texture that glTexStorage made.
    """

    def __init__(self, original: AnyView):
        self.original = original
        self._views: list[weakref.ref] = []
        self._revision = 0  # of the original's texels
        self._seen: weakref.WeakKeyDictionary = weakref.WeakKeyDictionary()
        self._changed: AnyView | None = None  # a view with newer texels than the original
        self._busy = False

    def add(self, view: AnyView) -> None:
        """Adds a view, whose texels are taken from the original at its first use."""
        self._views.append(weakref.ref(view))
        view.store = self

    @property
    def members(self) -> list[AnyView]:
        """The textures that share the store and still exist."""
        views = (reference() for reference in self._views)
        return [self.original, *(view for view in views if view is not None)]

    def take(self, texture: AnyView) -> None:
        """Brings a texture's texels up to date, before they are read or changed."""
        if self._busy:
            return
        self._busy = True
        try:
            self._take(texture)
        finally:
            self._busy = False

    def _take(self, texture):
        newer = self._changed
        if newer is not None and newer is not texture:
            _copy(newer, self.original, newer.view, to_original=True)
            self._changed = None
            self._revision += 1
            self._seen[newer] = self._revision
        if texture in (self.original, self._changed):
            return
        if self._seen.get(texture) != self._revision:
            _copy(self.original, texture, texture.view, to_original=False)
            self._seen[texture] = self._revision

    def change(self, texture: AnyView) -> None:
        """Records that a texture's texels change, now or soon."""
        if self._busy:
            return
        self.take(texture)
        if texture is self.original:
            self._revision += 1
        else:
            self._changed = texture


def _copy(source, target, view, to_original):
    """Copies the levels and layers of a view to it, or from it to the original."""
    for number in range(view.num_levels):
        places = [(number, 0), (number + view.min_level, view.min_layer)]
        if to_original:
            levels = level_of(source, places[0][0]), level_of(target, places[1][0])
            size, slices = levels[0].whole, (0, view.min_layer)
        else:
            levels = level_of(source, places[1][0]), level_of(target, places[0][0])
            size, slices = levels[1].whole, (view.min_layer, 0)
        regions = [level.region((0, 0, z), size) for level, z in zip(levels, slices, strict=True)]
        block = converted(levels[0].format, levels[1].format, levels[0].read(regions[0]))
        levels[1].write(regions[1], block, None)
