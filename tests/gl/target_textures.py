"""A texture of each target, and a point of it with a known texel."""

from __future__ import annotations

import numpy as np

from softgl.gl import *

FACES = range(GL_TEXTURE_CUBE_MAP_POSITIVE_X, GL_TEXTURE_CUBE_MAP_POSITIVE_X + 6)
# Of each target the texture's, the command for 4x4x4 texels, and the axis of layers.
ENUMS = {
    "1D": (GL_TEXTURE_1D, glTexImage1D, None),
    "2D": (GL_TEXTURE_2D, glTexImage2D, None),
    "3D": (GL_TEXTURE_3D, glTexImage3D, None),
    "RECT": (GL_TEXTURE_RECTANGLE_ARB, glTexImage2D, None),
    "CUBE": (GL_TEXTURE_CUBE_MAP, glTexImage2D, None),
    "ARRAY1D": (GL_TEXTURE_1D_ARRAY_EXT, glTexImage2D, 1),
    "ARRAY2D": (GL_TEXTURE_2D_ARRAY_EXT, glTexImage3D, 2),
}
AXES = {glTexImage1D: 1, glTexImage2D: 2, glTexImage3D: 3}
# Of each target the coordinates of the texel in column 1, row 2 and slice 3, its place as
# (slice, row, column), and the size that TXQ gives. What is not read is 9.
POINTS = {
    "1D": ((0.375, 9, 9), (0, 0, 1), (4, 0, 0)),
    "2D": ((0.375, 0.625, 9), (0, 2, 1), (4, 4, 0)),
    "3D": ((0.375, 0.625, 0.875), (3, 2, 1), (4, 4, 4)),
    "RECT": ((1.5, 2.5, 9), (0, 2, 1), (4, 4, 0)),
    # OpenGL 2.1, table 3.19: of +ry, the third face, sc is rx and tc is rz.
    "CUBE": ((-0.25, 1.0, 0.25), (2, 2, 1), (4, 4, 0)),
    # Layers are rounded.
    "ARRAY1D": ((0.375, 2.75, 9), (0, 3, 1), (4, 4, 0)),
    "ARRAY2D": ((0.375, 0.625, 3.25), (3, 2, 1), (4, 4, 4)),
}
ABOVE = 7  # every component of level 1
TEXELS = np.random.default_rng(2).integers(20, 230, (6, 4, 4, 4), np.uint8)


def specify(name, format_, texels):
    """Binds a texture of a target with these texels, (slices, rows, columns, components)."""
    target, command, layers = ENUMS[name]
    glBindTexture(target, glGenTextures(1))
    mipmapped = name != "RECT"
    filter_ = GL_NEAREST_MIPMAP_NEAREST if mipmapped else GL_NEAREST
    glTexParameteri(target, GL_TEXTURE_MIN_FILTER, filter_)
    glTexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_NEAREST)
    glTexParameteri(target, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_R_TO_TEXTURE)
    glTexParameteri(target, GL_TEXTURE_MAX_LEVEL, int(mipmapped))
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1)
    for number, image in enumerate(FACES if name == "CUBE" else [target]):
        for level in range(1 + mipmapped):
            size = [4 if axis == layers else 4 >> level for axis in range(AXES[command])]
            given = bytes([ABOVE]) * 256 if level else texels[number:].tobytes()
            command(image, level, format_, *size, 0, format_, GL_UNSIGNED_BYTE, given)
