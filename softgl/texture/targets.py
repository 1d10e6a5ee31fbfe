"""Texture targets: the axes of their images, and how coordinates select from them.

A further target (RECT, CUBE, arrays) is an entry in TARGETS, perhaps with a coordinate formula of
its own. Everything else reads this table: commands, limits, switches, completeness and sampling.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple


class Selection(NamedTuple):
    """What coordinates select.

    point : the coordinate along each filtered axis, F32 lanes.
    slice : the number of the layer or face, an I32 lane; None where there is one.
    gradients : the derivatives of the point that were given, for x and for y; None: those of the
        point within its quad.
    """

    point: list
    slice: object = None
    gradients: list | None = None


def along_axes(m, target, coordinates, gradients, layers):
    """The coordinates s, t and r as they are, one for each axis."""
    count = len(target.filtered)
    if gradients is not None:
        gradients = [derivatives[:count] for derivatives in gradients]
    return Selection(coordinates[:count], None, gradients)


@dataclass(frozen=True, eq=False)
class Target:
    """A kind of texture; each is one object.

    name : the one that programs give it. enum : GL's name, without GL_; that of the proxy is
        PROXY_ and this.
    axes : how many axes an image has; glTexImage`axes`D and its kin specify it.
    largest : the texels that a filtered axis may have. limit : the name of that limit.
    layers : the axis that counts layers, the last one, which is not filtered, not reduced and has
        no border; None for a target without layers. most_layers : what it may count.
    faces : GL's names of the images of a level, where they are several; else it is `enum`.
    normalized : whether coordinates from 0 to 1 span an image; else they count texels.
    mipmapped : whether there are levels beyond 0.
    depths : whether there are textures of depths.
    wraps : the legal wrap modes, the initial one first; None: all, and REPEAT.
    reference : which coordinate depths are compared with.
    select : (m, target, s t r q, gradients, number of layers) -> `Selection`: its formula.
    """

    name: str
    enum: str
    axes: int
    largest: int
    limit: str
    layers: int | None = None
    most_layers: int = 1
    faces: tuple[str, ...] = ()
    normalized: bool = True
    mipmapped: bool = True
    depths: bool = True
    wraps: tuple[str, ...] | None = None
    reference: int = 2
    select: Callable = along_axes

    def __repr__(self):
        return self.name

    @cached_property
    def filtered(self) -> tuple[int, ...]:
        """The axes along which texels are filtered: 0 is x."""
        return tuple(axis for axis in range(self.axes) if axis != self.layers)

    @property
    def limits(self) -> dict[str, int]:
        """What sizes are limited to, by GL's names."""
        layers = {} if self.layers is None else {"MAX_ARRAY_TEXTURE_LAYERS_EXT": self.most_layers}
        return {self.limit: self.largest} | layers

    @property
    def images(self) -> tuple[str, ...]:
        """GL's names of the images of a level."""
        return self.faces or (self.enum,)

    @property
    def sliced(self) -> int | None:
        """The axis of which one slice at a time can be drawn to; None where an image is one."""
        return 2 if self.axes == 3 else self.layers

    @property
    def most_slices(self) -> int:
        """How many slices there may be."""
        return self.most_layers if self.layers is not None else self.largest

    @property
    def last_level(self) -> int:
        """The largest number of a level."""
        return self.largest.bit_length() - 1 if self.mipmapped else 0


TARGETS = {
    target.name: target
    for target in (
        Target("1D", "TEXTURE_1D", 1, 8192, "MAX_TEXTURE_SIZE"),
        Target("2D", "TEXTURE_2D", 2, 8192, "MAX_TEXTURE_SIZE"),
        # OpenGL 2.1, 3.8.1: depths are supported "only if target is TEXTURE_1D, TEXTURE_2D [...]
        # any other target will result in an INVALID_OPERATION error."
        Target("3D", "TEXTURE_3D", 3, 2048, "MAX_3D_TEXTURE_SIZE", depths=False),
    )
}
"""The texture targets by the name that programs give them.

OpenGL 2.1, 3.8.16: of several that are enabled, fixed-function texturing uses the last one here.
"""
