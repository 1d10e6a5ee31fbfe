"""Classes of internal formats whose texels have the same bits: copies and views reinterpret them.

ARB_texture_view, table 3.X.2, and the rows for compressed formats of ARB_copy_image, table 4.X.1.
"""

from __future__ import annotations

import numpy as np

from softgl.formats import host
from softgl.formats.internal_formats import INTERNAL_FORMATS, InternalFormat

_CLASSES = {
    "128": "RGBA32F_ARB RGBA32UI RGBA32I",
    "96": "RGB32F_ARB RGB32UI RGB32I",
    "64": "RGBA16F_ARB RG32F RGBA16UI RG32UI RGBA16I RG32I RGBA16 RGBA16_SNORM",
    "48": "RGB16 RGB16_SNORM RGB16F_ARB RGB16UI RGB16I",
    "32": "RG16F R11F_G11F_B10F R32F RGB10_A2UI RGBA8UI RG16UI R32UI RGBA8I RG16I R32I RGB10_A2 "
    "RGBA8 RG16 RGBA8_SNORM RG16_SNORM SRGB8_ALPHA8 RGB9_E5",
    "24": "RGB8 RGB8_SNORM SRGB8 RGB8UI RGB8I",
    "16": "R16F RG8UI R16UI RG8I R16I RG8 R16 RG8_SNORM R16_SNORM",
    "8": "R8UI R8I R8 R8_SNORM",
    "rgtc1": "COMPRESSED_RED_RGTC1 COMPRESSED_SIGNED_RED_RGTC1",
    "rgtc2": "COMPRESSED_RG_RGTC2 COMPRESSED_SIGNED_RG_RGTC2",
    "dxt1": "COMPRESSED_RGB_S3TC_DXT1_EXT COMPRESSED_SRGB_S3TC_DXT1_EXT",
    "dxt1_alpha": "COMPRESSED_RGBA_S3TC_DXT1_EXT COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT",
    "dxt3": "COMPRESSED_RGBA_S3TC_DXT3_EXT COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT",
    "dxt5": "COMPRESSED_RGBA_S3TC_DXT5_EXT COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT",
    "eac": "COMPRESSED_R11_EAC COMPRESSED_SIGNED_R11_EAC",
    "eac_rg": "COMPRESSED_RG11_EAC COMPRESSED_SIGNED_RG11_EAC",
    "etc2": "COMPRESSED_RGB8_ETC2 COMPRESSED_SRGB8_ETC2",
    "etc2_punch": "COMPRESSED_RGB8_PUNCHTHROUGH_ALPHA1_ETC2 "
    "COMPRESSED_SRGB8_PUNCHTHROUGH_ALPHA1_ETC2",
    "etc2_alpha": "COMPRESSED_RGBA8_ETC2_EAC COMPRESSED_SRGB8_ALPHA8_ETC2_EAC",
}
VIEW_CLASSES = {
    INTERNAL_FORMATS[name]: class_
    for class_, names in _CLASSES.items()
    for name in names.split()
    if name in INTERNAL_FORMATS
}
"""The class of each format that has one; the uncompressed ones are numbers of bits."""
_COPIED_BLOCKS = {
    "64": ("dxt1", "dxt1_alpha", "rgtc1"), "128": ("dxt3", "dxt5", "rgtc2")
}  # fmt: skip


def may_be_viewed(one, other) -> bool:
    """True if a texture of a format may be viewed in another."""
    class_ = VIEW_CLASSES.get(one)
    return one is other or (class_ is not None and class_ == VIEW_CLASSES.get(other))


def may_be_copied(one, other) -> bool:
    """True if images of two formats may be copied, blocks as texels of the same size too."""
    classes = VIEW_CLASSES.get(one), VIEW_CLASSES.get(other)
    pairs = classes, classes[::-1]
    return may_be_viewed(one, other) or any(b in _COPIED_BLOCKS.get(a, ()) for a, b in pairs)


def raw(format_: InternalFormat, texels: np.ndarray) -> np.ndarray:
    """Returns texels (..., words) as the bytes (..., n) of a format of `VIEW_CLASSES`."""
    storage = format_.storage
    if storage.element is None:
        return _as_bytes(texels)
    count = len(format_.base.components)
    return _as_bytes(host.as_codes(storage, texels)[..., :count])


def from_raw(format_: InternalFormat, values: np.ndarray) -> np.ndarray:
    """Returns the texels (..., words) of such bytes."""
    storage = format_.storage
    if storage.element is None:
        return np.ascontiguousarray(values).view("<u4").astype(np.uint32, copy=False)
    present = np.ascontiguousarray(values).view(storage.element)
    one = format_.from_pixels(np.ones((1, 4), np.float32)) if not storage.integer else None
    codes = np.zeros((*present.shape[:-1], 4), storage.element)
    # The constant alpha is 1.
    codes[..., 3] = 1 if one is None else host.as_codes(storage, one)[0, 3]
    codes[..., : present.shape[-1]] = present
    return host.from_codes(storage, codes)


def _as_bytes(values):
    return np.ascontiguousarray(values).view(np.uint8)
