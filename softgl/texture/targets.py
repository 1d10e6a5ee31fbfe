"""Texture targets: the axes of their images, and the selection of texels by coordinates.

A further target is an entry in TARGETS, perhaps with a coordinate formula of its own. Commands,
limits, switches, completeness and sampling read this table. Only buffer textures and multisample
textures have targets elsewhere: `BUFFER` and `MULTISAMPLED`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import NamedTuple

from softgl.records import dataclass

FACES = 6
"""The faces of a cube."""


class Selection(NamedTuple):
    """The point that coordinates select.

    point : the coordinate along each filtered axis, F32 lanes.
    slice : the number of the layer or face, an I32 lane; None if there is only one.
    gradients : the derivatives of the point, for x and for y; None if not requested.
    """

    point: list
    slice: object = None
    gradients: list | None = None


def along_axes(m, target, coordinates, gradients, layers):
    """Returns the coordinates s, t and r unchanged, one for each axis."""
    count = len(target.filtered)
    if gradients is not None:
        gradients = [derivatives[:count] for derivatives in gradients]
    return Selection(coordinates[:count], None, gradients)


def by_layer(m, target, coordinates, gradients, layers):
    """Returns the coordinates without the one that selects the layer, and the layer.

    EXT_texture_array, 3.8.8: "l = clamp(floor(t + 0.5), 0, h_t-1), for one-dimensional array
    textures, clamp(floor(r + 0.5), 0, d_t-1), for two-dimensional array textures."
    """
    found = along_axes(m, target, coordinates, gradients, layers)
    layer = m.to_i32(m.floor(coordinates[target.layers] + 0.5))
    return found._replace(slice=m.clamp(layer, 0, layers - 1))


def by_direction(m, target, coordinates, gradients, layers):
    """Returns the face that a direction meets, and the point on it: OpenGL 2.1, 3.8.6, table 3.19.

    Of axes with equal magnitudes the later one is the major axis. The direction (0, 0, 0) meets no
    face: its point is NaN.
    """
    x, y, z = coordinates[:3]
    along_z = abs(z) >= m.max(abs(x), abs(y))
    along_y = abs(y) >= abs(x)

    def by_axis(of_x, of_y, of_z):
        return m.select(along_z, of_z, m.select(along_y, of_y, of_x))

    zero = m.f32(0.0)
    positive = by_axis(x, y, z) >= zero
    face = by_axis(m.i32(0), m.i32(2), m.i32(4)) + m.select(positive, m.i32(0), m.i32(1))

    def turned(x, y, z):
        """Returns sc, tc and ma of the table, for the direction or for a derivative of it."""
        major = by_axis(x, y, z)
        across = by_axis(m.select(positive, -z, z), x, m.select(positive, x, -x))
        up = by_axis(-y, m.select(positive, z, -z), -y)
        return across, up, m.select(positive, major, -major)

    sc, tc, ma = turned(x, y, z)
    # "s = 1/2 (sc / |ma| + 1)"
    point = [(sc / ma + 1.0) * 0.5, (tc / ma + 1.0) * 0.5]
    if gradients is None:
        return Selection(point, face)
    # The derivatives of these quotients on the plane of this one face; other lanes of the quad may
    # point to another face.
    found = []
    for derivatives in gradients:
        across, up, out = turned(*derivatives[:3])
        found.append([(d * ma - c * out) / (ma * ma) * 0.5 for d, c in ((across, sc), (up, tc))])
    return Selection(point, face, found)


def by_cube(m, target, coordinates, gradients, layers):
    """Returns what `by_direction` does, with the layer-face of the cube that q selects.

    ARB_texture_cube_map_array, 3.9.1: "layer = floor(k/6), [...] face = k mod 6".
    """
    found = by_direction(m, target, coordinates, gradients, layers)
    cube = m.to_i32_within(m.floor(coordinates[3] + 0.5), 0, target.most_layers)
    first = m.min(cube * FACES, layers - FACES)
    return found._replace(slice=first + found.slice)


@dataclass(frozen=True, eq=False)
class Target:
    """A kind of texture; each is one object.

    name : its name in programs.
    enum : GL's name, without GL_; PROXY_ and this is the name of the proxy.
    axes : the number of axes of an image; glTexImage`axes`D and the like specify it.
    largest : the maximum number of texels along a filtered axis.
    limit : the name of that limit.
    layers : the axis that counts layers, the last one, which is not filtered, not reduced and has
        no border; None for a target without layers.
    most_layers : the maximum number of layers.
    faces : GL's names of the square images of a level, if there are several; () for one image,
        named `enum`.
    normalized : True if coordinates from 0 to 1 span an image, False if they count texels.
    mipmapped : True if there are levels beyond 0.
    bordered : True if images may have a border.
    depths : True if textures may have depths.
    compressed : True if images may be compressed.
    wraps : the legal wrap modes, the initial one first; None: all, and REPEAT.
    reference : the number of the coordinate that depths are compared with.
    directed : True if the coordinates s, t and r are a direction: cube maps, and arrays of them.
    multisampled : True if texels have several samples, which programs fetch one by one.
    select : (m, target, s t r q, gradients, number of layers) -> `Selection`: its formula.
        gradients : the derivatives of s, t and r, for x and for y, or None.
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
    bordered: bool = True
    depths: bool = True
    compressed: bool = False
    wraps: tuple[str, ...] | None = None
    reference: int = 2
    multisampled: bool = False
    directed: bool = False
    select: Callable = along_axes

    def __repr__(self):
        return self.name

    @cached_property
    def filtered(self) -> tuple[int, ...]:
        """The filtered axes: 0 is x."""
        return tuple(axis for axis in range(self.axes) if axis != self.layers)

    @property
    def placed_by(self) -> tuple[int, ...]:
        """The coordinates that determine the place of a sample within the images."""
        return (0, 1, 2) if self.directed else self.filtered

    @property
    def layered_by(self) -> int | None:
        """The coordinate that selects a layer; None without layers."""
        return 3 if self.directed and self.layers is not None else self.layers

    @property
    def limits(self) -> dict[str, int]:
        """The limits of sizes, by GL's names."""
        layers = {} if self.layers is None else {"MAX_ARRAY_TEXTURE_LAYERS_EXT": self.most_layers}
        return {self.limit: self.largest} | layers

    @property
    def images(self) -> tuple[str, ...]:
        """GL's names of the images of a level."""
        return self.faces or (self.enum,)

    @property
    def sliced(self) -> int | None:
        """The axis of slices that are separate render targets; None if an image is one."""
        return 2 if self.axes == 3 else self.layers

    @property
    def most_slices(self) -> int:
        """Maximum number of slices."""
        return self.most_layers if self.layers is not None else self.largest

    @property
    def last_level(self) -> int:
        """The largest number of a level."""
        return self.largest.bit_length() - 1 if self.mipmapped else 0


_SIDES = ("POSITIVE", "NEGATIVE")

TARGETS = {
    target.name: target
    for target in (
        Target("1D", "TEXTURE_1D", 1, 8192, "MAX_TEXTURE_SIZE"),
        Target("2D", "TEXTURE_2D", 2, 8192, "MAX_TEXTURE_SIZE", compressed=True),
        Target(
            "RECT", "TEXTURE_RECTANGLE_ARB", 2, 8192, "MAX_RECTANGLE_TEXTURE_SIZE_ARB",
            normalized=False, mipmapped=False, bordered=False,
            # ARB_texture_rectangle, 3.8.11: "s, t, and r [wrap] modes are all set to REPEAT, except
            # for rectangular textures where the initial value is CLAMP_TO_EDGE."
            wraps=("CLAMP_TO_EDGE", "CLAMP", "CLAMP_TO_BORDER"),
        ),
        # OpenGL 2.1, 3.8.1: depths are supported "only if target is TEXTURE_1D, TEXTURE_2D [...]
        # any other target will result in an INVALID_OPERATION error." Extensions add the others,
        # NV_gpu_program4 (SHADOWCUBE) cube maps.
        Target("3D", "TEXTURE_3D", 3, 2048, "MAX_3D_TEXTURE_SIZE", depths=False),
        Target(
            "CUBE", "TEXTURE_CUBE_MAP", 2, 8192, "MAX_CUBE_MAP_TEXTURE_SIZE",
            faces=tuple(f"TEXTURE_CUBE_MAP_{side}_{axis}" for axis in "XYZ" for side in _SIDES),
            compressed=True, reference=3, directed=True, select=by_direction,
        ),
        Target(
            "ARRAY1D", "TEXTURE_1D_ARRAY_EXT", 2, 8192, "MAX_TEXTURE_SIZE",
            layers=1, most_layers=2048, select=by_layer,
        ),
        Target(
            "ARRAY2D", "TEXTURE_2D_ARRAY_EXT", 3, 8192, "MAX_TEXTURE_SIZE",
            layers=2, most_layers=2048, compressed=True, reference=3, select=by_layer,
        ),
        # Its layers are layer-faces, six for each cube.
        Target(
            "CUBEARRAY", "TEXTURE_CUBE_MAP_ARRAY", 3, 8192, "MAX_CUBE_MAP_TEXTURE_SIZE",
            layers=2, most_layers=2048, compressed=True, reference=4, directed=True,
            select=by_cube,
        ),
    )
}  # fmt: skip
"""The texture targets by the names in programs.

OpenGL 2.1, 3.8.16, and ARB_texture_rectangle: of several enabled targets, fixed-function texturing
uses the last one here that has no layers.
"""
BUFFER = Target(
    "BUFFER", "TEXTURE_BUFFER_EXT", 1, 2**27, "MAX_TEXTURE_BUFFER_SIZE_EXT",
    normalized=False, mipmapped=False, bordered=False, depths=False,
)  # fmt: skip
"""The target of buffer textures, which have no images: texels are in a buffer object."""
MULTISAMPLED = {
    target.name: target
    for target in (
        Target(
            "2DMS", "TEXTURE_2D_MULTISAMPLE", 2, 8192, "MAX_TEXTURE_SIZE",
            mipmapped=False, bordered=False, multisampled=True,
        ),
        # ARB_texture_multisample, "Errors": INVALID_VALUE if "<width>, <height>, or <depth> is
        # greater than the value of MAX_3D_TEXTURE_SIZE".
        Target(
            "ARRAY2DMS", "TEXTURE_2D_MULTISAMPLE_ARRAY", 3, 2048, "MAX_3D_TEXTURE_SIZE",
            layers=2, most_layers=2048, mipmapped=False, bordered=False, multisampled=True,
        ),
    )
}  # fmt: skip
"""The targets of multisample textures: programs fetch their samples, without filters."""
BOUND = TARGETS | {BUFFER.name: BUFFER} | MULTISAMPLED
"""All targets for binding, by these names."""
