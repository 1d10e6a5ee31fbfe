"""The formats of images in OpenGL ES: the combinations that its commands take, and renderability.

OpenGL ES 3.0, tables 3.2, 3.3, 3.13 and 3.14; OpenGL ES 2.0, table 3.4 and 4.4.5. Names are those
of the specifications, without GL_.
"""

from __future__ import annotations

_BY_COMPONENTS = """
RGBA UNSIGNED_BYTE RGBA8 RGB5_A1 RGBA4 SRGB8_ALPHA8
RGBA BYTE RGBA8_SNORM
RGBA UNSIGNED_SHORT_4_4_4_4 RGBA4
RGBA UNSIGNED_SHORT_5_5_5_1 RGB5_A1
RGBA UNSIGNED_INT_2_10_10_10_REV RGB10_A2 RGB5_A1
RGBA HALF_FLOAT RGBA16F
RGBA FLOAT RGBA32F RGBA16F
RGBA_INTEGER UNSIGNED_BYTE RGBA8UI
RGBA_INTEGER BYTE RGBA8I
RGBA_INTEGER UNSIGNED_SHORT RGBA16UI
RGBA_INTEGER SHORT RGBA16I
RGBA_INTEGER UNSIGNED_INT RGBA32UI
RGBA_INTEGER INT RGBA32I
RGBA_INTEGER UNSIGNED_INT_2_10_10_10_REV RGB10_A2UI
RGB UNSIGNED_BYTE RGB8 RGB565 SRGB8
RGB BYTE RGB8_SNORM
RGB UNSIGNED_SHORT_5_6_5 RGB565
RGB UNSIGNED_INT_10F_11F_11F_REV R11F_G11F_B10F
RGB UNSIGNED_INT_5_9_9_9_REV RGB9_E5
RGB HALF_FLOAT RGB16F R11F_G11F_B10F RGB9_E5
RGB FLOAT RGB32F RGB16F R11F_G11F_B10F RGB9_E5
RGB_INTEGER UNSIGNED_BYTE RGB8UI
RGB_INTEGER BYTE RGB8I
RGB_INTEGER UNSIGNED_SHORT RGB16UI
RGB_INTEGER SHORT RGB16I
RGB_INTEGER UNSIGNED_INT RGB32UI
RGB_INTEGER INT RGB32I
RG UNSIGNED_BYTE RG8
RG BYTE RG8_SNORM
RG HALF_FLOAT RG16F
RG FLOAT RG32F RG16F
RG_INTEGER UNSIGNED_BYTE RG8UI
RG_INTEGER BYTE RG8I
RG_INTEGER UNSIGNED_SHORT RG16UI
RG_INTEGER SHORT RG16I
RG_INTEGER UNSIGNED_INT RG32UI
RG_INTEGER INT RG32I
RED UNSIGNED_BYTE R8
RED BYTE R8_SNORM
RED HALF_FLOAT R16F
RED FLOAT R32F R16F
RED_INTEGER UNSIGNED_BYTE R8UI
RED_INTEGER BYTE R8I
RED_INTEGER UNSIGNED_SHORT R16UI
RED_INTEGER SHORT R16I
RED_INTEGER UNSIGNED_INT R32UI
RED_INTEGER INT R32I
DEPTH_COMPONENT UNSIGNED_SHORT DEPTH_COMPONENT16
DEPTH_COMPONENT UNSIGNED_INT DEPTH_COMPONENT24 DEPTH_COMPONENT16
DEPTH_COMPONENT FLOAT DEPTH_COMPONENT32F
DEPTH_STENCIL UNSIGNED_INT_24_8 DEPTH24_STENCIL8
DEPTH_STENCIL FLOAT_32_UNSIGNED_INT_24_8_REV DEPTH32F_STENCIL8
"""
# The last ones are of EXT_texture_format_BGRA8888, OES_depth_texture and OES_packed_depth_stencil.
_UNSIZED = """
RGBA UNSIGNED_BYTE RGBA
RGBA UNSIGNED_SHORT_4_4_4_4 RGBA
RGBA UNSIGNED_SHORT_5_5_5_1 RGBA
RGB UNSIGNED_BYTE RGB
RGB UNSIGNED_SHORT_5_6_5 RGB
LUMINANCE_ALPHA UNSIGNED_BYTE LUMINANCE_ALPHA
LUMINANCE UNSIGNED_BYTE LUMINANCE
ALPHA UNSIGNED_BYTE ALPHA
BGRA UNSIGNED_BYTE BGRA
DEPTH_COMPONENT UNSIGNED_SHORT DEPTH_COMPONENT
DEPTH_COMPONENT UNSIGNED_INT DEPTH_COMPONENT
DEPTH_STENCIL UNSIGNED_INT_24_8 DEPTH_STENCIL
"""


def _table(text: str) -> dict[tuple[str, str], tuple[str, ...]]:
    """Returns the internal formats by format and type."""
    rows = (line.split() for line in text.strip().splitlines())
    return {(format_, type_): tuple(internal) for format_, type_, *internal in rows}


SIZED = _table(_BY_COMPONENTS)
UNSIZED = _table(_UNSIZED)
UNSIZED_NAMES = frozenset(name for names in UNSIZED.values() for name in names)
SIZED_NAMES = frozenset(name for names in SIZED.values() for name in names)
FLOATS = {"FLOAT": "32F", "HALF_FLOAT_OES": "16F"}
"""OES_texture_float: by the type of pixels, the sizes of images of unsized formats."""
OF_FLOATS = frozenset(("RGBA", "RGB", "LUMINANCE_ALPHA", "LUMINANCE", "ALPHA"))
"""The unsized formats that may be of floats."""
_OF_FLOATS = {
    (name, type_): (name, f"{name}{size}") for name in OF_FLOATS for type_, size in FLOATS.items()
}
COMBINATIONS = {
    2: UNSIZED | _OF_FLOATS,
    3: {
        pair: (*SIZED.get(pair, ()), *UNSIZED.get(pair, ()), *_OF_FLOATS.get(pair, ()))
        for pair in {**SIZED, **UNSIZED, **_OF_FLOATS}
    },
}
"""The internal formats by format and type, by the major version."""
EXACT = {internal[0]: pair for pair, internal in reversed(SIZED.items())}
"""The format and the type that hold a sized internal format as it is."""
EXACT |= {
    "RGBA4": ("RGBA", "UNSIGNED_SHORT_4_4_4_4"),
    "RGB5_A1": ("RGBA", "UNSIGNED_SHORT_5_5_5_1"),
    "RGB565": ("RGB", "UNSIGNED_SHORT_5_6_5"),
    "SRGB8_ALPHA8": ("RGBA", "UNSIGNED_BYTE"),
    "SRGB8": ("RGB", "UNSIGNED_BYTE"),
}

SMALL = {
    "RGB565": {"R": 5, "G": 6, "B": 5, "A": 0},
    "RGBA4": dict.fromkeys("RGBA", 4),
    "RGB5_A1": {"R": 5, "G": 5, "B": 5, "A": 1},
}
"""The sizes of components in formats that may be stored in more bits."""

# Table 3.13, with EXT_color_buffer_float.
COLOR_RENDERABLE = frozenset(
    """
    R8 RG8 RGB8 RGB565 RGBA4 RGB5_A1 RGBA8 RGB10_A2 RGB10_A2UI SRGB8_ALPHA8
    R8I R8UI R16I R16UI R32I R32UI RG8I RG8UI RG16I RG16UI RG32I RG32UI
    RGBA8I RGBA8UI RGBA16I RGBA16UI RGBA32I RGBA32UI
    R16F RG16F RGBA16F R32F RG32F RGBA32F R11F_G11F_B10F
""".split()
)
UNSIZED_RENDERABLE = frozenset(("RGB", "RGBA", "BGRA"))
DEPTH_RENDERABLE = frozenset(
    """
    DEPTH_COMPONENT16 DEPTH_COMPONENT24 DEPTH_COMPONENT32F DEPTH24_STENCIL8 DEPTH32F_STENCIL8
""".split()
)
STENCIL_RENDERABLE = frozenset(("STENCIL_INDEX8", "DEPTH24_STENCIL8", "DEPTH32F_STENCIL8"))
UNSIZED_DEPTHS = frozenset(("DEPTH_COMPONENT", "DEPTH_STENCIL"))
# OpenGL ES 2.0, table 4.5, with OES_rgb8_rgba8, OES_depth24 and OES_packed_depth_stencil.
RENDERBUFFERS = {
    2: frozenset("""
        RGBA4 RGB5_A1 RGB565 RGB8 RGBA8 DEPTH_COMPONENT16 DEPTH_COMPONENT24 STENCIL_INDEX8
        DEPTH24_STENCIL8
    """.split()),
    3: COLOR_RENDERABLE | DEPTH_RENDERABLE | STENCIL_RENDERABLE,
}  # fmt: skip
"""The formats of renderbuffers by the major version."""


def is_filterable(name: str) -> bool:
    """True for a texture-filterable format of colours (table 3.13, OES_texture_float_linear)."""
    return not name.endswith("I") and name not in UNSIZED_DEPTHS | DEPTH_RENDERABLE


def makes_mipmaps(name: str) -> bool:
    """True if glGenerateMipmap takes textures of a format.

    OpenGL ES 3.0, 3.8.10.5: INVALID_OPERATION "if the level base array was not specified with an
    unsized internal format from table 3.3 or a sized internal format that is both color-renderable
    and texture-filterable according to table 3.13".
    """
    if name in UNSIZED_NAMES or name.removesuffix("32F").removesuffix("16F") in OF_FLOATS:
        return name not in UNSIZED_DEPTHS
    return name in COLOR_RENDERABLE and is_filterable(name)
