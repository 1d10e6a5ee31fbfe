"""Texture targets that there are not yet, for tests: entries of the table, with their formulas."""

from __future__ import annotations

from dataclasses import replace

from softgl.texture.targets import Target, along_axes

SIDES = ("POSITIVE", "NEGATIVE")


def by_layer(m, target, coordinates, gradients, layers):
    """EXT_texture_array: "layer = max (0, min(d - 1, floor (coord.t + 0.5))"."""
    found = along_axes(m, target, coordinates, gradients, layers)
    layer = m.to_i32(m.floor(coordinates[target.layers] + 0.5))
    return found._replace(slice=m.clamp(layer, 0, layers - 1))


def by_number(m, target, coordinates, gradients, layers):
    """The face that the third coordinate counts: no cube, but as many images."""
    found = along_axes(m, target, coordinates, gradients, layers)
    return found._replace(slice=m.to_i32_within(coordinates[2], 0, 5))


ARRAY1D = Target(
    "ARRAY1D", "TEXTURE_1D_ARRAY_EXT", 2, 64, "MAX_TEXTURE_SIZE", layers=1, most_layers=16,
    select=by_layer,
)  # fmt: skip
ARRAY2D = replace(ARRAY1D, name="ARRAY2D", enum="TEXTURE_2D_ARRAY_EXT", axes=3, layers=2)
CUBE = Target(
    "CUBE", "TEXTURE_CUBE_MAP", 2, 64, "MAX_CUBE_MAP_TEXTURE_SIZE", select=by_number,
    faces=tuple(f"TEXTURE_CUBE_MAP_{side}_{axis}" for axis in "XYZ" for side in SIDES),
)  # fmt: skip
RECT = Target(
    "RECT", "TEXTURE_RECTANGLE_ARB", 2, 64, "MAX_RECTANGLE_TEXTURE_SIZE_ARB", normalized=False,
    mipmapped=False, wraps=("CLAMP_TO_EDGE", "CLAMP", "CLAMP_TO_BORDER"),
)  # fmt: skip
