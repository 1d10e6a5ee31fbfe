"""Internal formats: the components of a texture, and the storage of its texels.

A colour texel stores the four values of a sample (R, G, B, A of its base format in OpenGL 2.1,
table 3.23), so that sampling does not depend on the base format. A depth texel stores the word of
its depth, and that of its stencil index if it has one; a stencil texel only that of its index.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from softgl.formats import host
from softgl.formats.blocks import CODECS, Codec
from softgl.formats.storages import BYTES, STORAGES, ColorFormat, Storage
from softgl.records import dataclass


@dataclass(frozen=True)
class BaseFormat:
    """The components of a family of internal formats.

    sampled : for R, G, B, A of a sample, the source component of the pixel, or 0 or 1 (OpenGL 2.1,
        tables 3.15 and 3.23).
    returned : the same for GetTexImage, from the sampled components (table 6.1).
    components : the letters of its components, as queries name them.
    """

    name: str
    sampled: str
    returned: str
    components: str


BASE_FORMATS = {
    base.name: base
    for base in (
        BaseFormat("ALPHA", "000A", "000A", "A"),
        BaseFormat("LUMINANCE", "RRR1", "R001", "L"),
        BaseFormat("LUMINANCE_ALPHA", "RRRA", "R00A", "LA"),
        BaseFormat("INTENSITY", "RRRR", "R001", "I"),
        # ARB_texture_rg, issue 5: "the default values for unspecified components are (r,0,0,1)".
        BaseFormat("RED", "R001", "R001", "R"),
        BaseFormat("RG", "RG01", "RG01", "RG"),
        BaseFormat("RGB", "RGB1", "RGB1", "RGB"),
        BaseFormat("RGBA", "RGBA", "RGBA", "RGBA"),
        # ARB_depth_texture, issue 2: the border value of depths is "the first component".
        BaseFormat("DEPTH_COMPONENT", "RRRR", "", "D"),
        BaseFormat("DEPTH_STENCIL", "RRRR", "", "DS"),
        BaseFormat("STENCIL_INDEX", "RRRR", "", "S"),
    )
}


@dataclass(frozen=True)
class InternalFormat:
    """A value of TexImage's `internalformat`.

    Texels are uint32 arrays (..., words). Pixels are RGBA (..., 4): float32, or for storages of
        bytes uint8 with 255 for 1.0; integers of any type for integer formats.
    storage : the storage of texels.
    srgb : True if red, green and blue are encoded; see `linear`.
    codec : the codec of a compressed format; images keep its blocks beside their texels.
    uncompressed : the format in place of a compressed one for images that cannot be compressed.
    """

    name: str
    base: BaseFormat
    storage: Storage
    srgb: bool = False
    codec: Codec | None = None
    uncompressed: InternalFormat | None = None

    @property
    def has_depth(self) -> bool:
        """True if texels have a depth."""
        return "D" in self.base.components

    @property
    def has_color(self) -> bool:
        """True if texels are colours: neither depths nor stencil indices."""
        return not (self.has_depth or self.has_stencil)

    @property
    def has_stencil(self) -> bool:
        """True if texels have a stencil index."""
        return "S" in self.base.components

    @property
    def plane_formats(self) -> dict[str, ColorFormat | str]:
        """The formats of the planes of a render target, by "color", "depth" and "stencil".

        There are none of a compressed format.
        """
        if self.codec:
            return {}
        if self.has_color:
            return {"color": ColorFormat(self.storage.name, self.base.returned, self.srgb)}
        if not self.has_depth:
            return {"stencil": self.storage.name}
        name, *stencil = self.storage.name.split("_")
        return {"depth": name} | ({"stencil": "stencil8"} if stencil else {})

    def bits(self, component: str) -> int:
        """Returns the bits of a component (R, G, B, A, L, I, D or S); 0 if the format lacks it."""
        if component not in self.base.components:
            return 0
        if self.codec:
            return self.codec.bits[component]
        return self.storage.bits("R" if component in "LI" else component)

    def expanded(self, color) -> np.ndarray:
        """Returns a border colour (R, G, B, A) as the components (4,) of a sample of it."""
        values = host.swizzled(host.components(self.storage, color), self.base.sampled, 1)
        return self.storage.within_range(values)

    # -- pixels of commands to texels, and back ------------------------------------------------

    def blank(self, size: tuple[int, int, int]) -> np.ndarray:
        """Returns the texels of an image without contents: zeros, and constant ones."""
        shape = size[::-1]
        if not self.has_color or "1" not in self.base.sampled:
            return np.zeros((*shape, self.storage.words), np.uint32)
        texel = self.from_pixels(np.zeros((1, 4), np.uint8))
        return np.broadcast_to(texel[0], (*shape, self.storage.words)).copy()

    def from_pixels(self, pixels: np.ndarray) -> np.ndarray:
        """Returns pixels as texels, which may share the memory of the pixels."""
        if self.storage.integer:
            # EXT_texture_integer, 3.8.1: "the components are clamped to the representable range of
            # the internal format".
            pixels = host.whole(self.storage, pixels)
        elif pixels.dtype == np.uint8:
            pixels = host.swizzled(pixels, self.base.sampled, 255)
            return host.pack_bytes(self.storage, pixels)
        return host.pack(self.storage, host.swizzled(pixels, self.base.sampled, 1), carry=True)

    def pixels(self, texels: np.ndarray) -> np.ndarray:
        """Returns the pixels of texels, as GetTexImage does."""
        if self.storage is BYTES:
            return host.swizzled(host.as_codes(BYTES, texels), self.base.returned, 255)
        return host.swizzled(host.unpack(self.storage, texels), self.base.returned, 1)

    def from_depths(self, depths: np.ndarray, stencil: np.ndarray | None = None) -> np.ndarray:
        """Returns depths (...), float64, and stencil indices (...) as texels (..., 1 or 2).

        A format without stencil drops the stencil indices.
        """
        words = [host.encoded(self.storage.depth, depths)]
        if stencil is not None and self.has_stencil:
            words.append((stencil & 0xFF).astype(np.uint32))
        return np.stack(words, axis=-1).astype(np.uint32, copy=False)

    def depths(self, texels: np.ndarray) -> np.ndarray:
        """Returns the depths (...) of texels, float64."""
        return host.depths(self.storage, texels[..., 0])

    def from_stencil(self, stencil: np.ndarray) -> np.ndarray:
        """Returns stencil indices (...) as texels (..., 1) of a format of indices alone."""
        return (stencil & 0xFF).astype(np.uint32)[..., np.newaxis]

    def stencil(self, texels: np.ndarray) -> np.ndarray:
        """Returns the stencil indices (...) of texels."""
        return texels[..., -1]

    # -- texels as they are sampled and filtered -----------------------------------------------

    @property
    def linear(self) -> Storage:
        """The storage with linear components, for filters; sRGB decodes to them."""
        return STORAGES["srgb8"] if self.srgb else self.storage

    @property
    def sampled(self) -> Storage:
        """The storage that kernels read; sRGB colours are decoded once, to floats."""
        if not (self.has_color or self.has_depth):
            return STORAGES["indices"]
        return STORAGES["float32"] if self.srgb else self.storage

    @property
    def indices(self) -> Storage | None:
        """The storage in which kernels read the stencil indices; None without any."""
        if self.has_stencil and self.has_depth:
            return STORAGES["indices_beside_depth"]
        return self.sampled if self.has_stencil else None

    def sampled_texels(self, texels: np.ndarray) -> np.ndarray:
        """Returns texels in the storage that kernels read."""
        return host.pack(self.sampled, self.values(texels), carry=True) if self.srgb else texels

    def values(self, texels: np.ndarray) -> np.ndarray:
        """Returns the values of texels (..., n) for averaging: bytes, or linear float32."""
        if self.linear is BYTES:
            return host.as_codes(BYTES, texels)
        return host.unpack(self.linear, texels)

    def from_values(self, values: np.ndarray) -> np.ndarray:
        """Returns the texels of such values; stencil indices are 0.

        EXT_packed_depth_stencil, issue 12, leaves stencil indices undefined.
        """
        if values.dtype == np.uint8:
            return host.from_codes(BYTES, values)
        if self.has_depth:
            texels = self.from_depths(values[..., 0].astype(np.float64))
            missing = self.storage.words - texels.shape[-1]
            return np.concatenate([texels, *[np.zeros_like(texels)] * missing], axis=-1)
        return host.pack(self.linear, values)

    # -- texels as they are drawn to -----------------------------------------------------------

    def to_planes(self, texels: np.ndarray) -> list[np.ndarray]:
        """Returns texels as the words (..., words) of the planes of `plane_formats`, in its order.

        A NaN becomes the quiet NaN of planes.
        """
        if not self.has_color:
            return [texels[..., :1], texels[..., 1:]][: self.storage.words]
        if self._same_in_planes and all(f.number.carry is None for f in self.storage.fields):
            return [texels]
        pixels = self.pixels(texels)
        if pixels.dtype == np.uint8:
            return [host.from_codes(BYTES, pixels)]
        return [host.pack(self.storage, pixels)]

    def from_planes(self, words: list[np.ndarray]) -> np.ndarray:
        """Returns the texels of the words of planes."""
        if not self.has_color:
            return np.concatenate([part.astype(np.uint32) for part in words], axis=-1)
        if self._same_in_planes:
            return words[0]
        if self.storage is BYTES:
            return self.from_pixels(host.as_codes(BYTES, words[0]))
        return self.from_pixels(host.unpack(self.storage, words[0]))

    @property
    def is_one_plane(self) -> bool:
        """True if a texel has the very words of a pixel in the only plane."""
        return (
            self.storage.words == 1 if self.has_depth else self.has_color and self._same_in_planes
        )

    @property
    def _same_in_planes(self):
        return self.base.sampled == self.base.returned


def _integers(bits, unsigned):
    """Returns the integer formats of EXT_texture_integer and ARB_texture_rg, by base format."""
    names = {"RED": "R", "RG": "RG", "RGB": "RGB", "RGBA": "RGBA"}
    suffix = f"{bits}{'U' * unsigned}I"
    return {
        base: names[base] + suffix if base in names else f"{base}{suffix}_EXT"
        for base in BASE_FORMATS
        if base not in ("DEPTH_COMPONENT", "DEPTH_STENCIL", "STENCIL_INDEX")
    }


# OpenGL 2.1, 3.8.1: "The definition of closely is left up to the implementation": components of up
# to 8 bits get 8, those of 10 to 16 bits 16. Of a generic compressed format: "If no specific
# compressed format is available, internalformat is instead replaced by the corresponding base
# internal format."
_FORMATS = {
    "unorm8": {
        "ALPHA": "ALPHA ALPHA4 ALPHA8 COMPRESSED_ALPHA",
        "LUMINANCE": "LUMINANCE LUMINANCE4 LUMINANCE8 COMPRESSED_LUMINANCE",
        "LUMINANCE_ALPHA": "LUMINANCE_ALPHA LUMINANCE4_ALPHA4 LUMINANCE6_ALPHA2 LUMINANCE8_ALPHA8 "
        "COMPRESSED_LUMINANCE_ALPHA",
        "INTENSITY": "INTENSITY INTENSITY4 INTENSITY8 COMPRESSED_INTENSITY",
        "RGB": "RGB R3_G3_B2 RGB4 RGB5 RGB8 COMPRESSED_RGB",
        "RGBA": "RGBA RGBA2 RGBA4 RGB5_A1 RGBA8 COMPRESSED_RGBA",
        "RED": "RED R8 COMPRESSED_RED",
        "RG": "RG RG8 COMPRESSED_RG",
    },
    "srgb8": {
        "LUMINANCE": "SLUMINANCE SLUMINANCE8 COMPRESSED_SLUMINANCE",
        "LUMINANCE_ALPHA": "SLUMINANCE_ALPHA SLUMINANCE8_ALPHA8 COMPRESSED_SLUMINANCE_ALPHA",
        "RGB": "SRGB SRGB8 COMPRESSED_SRGB",
        "RGBA": "SRGB_ALPHA SRGB8_ALPHA8 COMPRESSED_SRGB_ALPHA",
    },
    "unorm16": {
        "ALPHA": "ALPHA12 ALPHA16",
        "LUMINANCE": "LUMINANCE12 LUMINANCE16",
        "LUMINANCE_ALPHA": "LUMINANCE12_ALPHA4 LUMINANCE12_ALPHA12 LUMINANCE16_ALPHA16",
        "INTENSITY": "INTENSITY12 INTENSITY16",
        "RGB": "RGB10 RGB12 RGB16",
        "RGBA": "RGBA12 RGBA16",
        "RED": "R16",
        "RG": "RG16",
    },
    "snorm8": {
        "ALPHA": "ALPHA_SNORM ALPHA8_SNORM",
        "LUMINANCE": "LUMINANCE_SNORM LUMINANCE8_SNORM",
        "LUMINANCE_ALPHA": "LUMINANCE_ALPHA_SNORM LUMINANCE8_ALPHA8_SNORM",
        "INTENSITY": "INTENSITY_SNORM INTENSITY8_SNORM",
        "RED": "RED_SNORM R8_SNORM",
        "RG": "RG_SNORM RG8_SNORM",
        "RGB": "RGB_SNORM RGB8_SNORM",
        "RGBA": "RGBA_SNORM RGBA8_SNORM",
    },
    "snorm16": {
        "ALPHA": "ALPHA16_SNORM",
        "LUMINANCE": "LUMINANCE16_SNORM",
        "LUMINANCE_ALPHA": "LUMINANCE16_ALPHA16_SNORM",
        "INTENSITY": "INTENSITY16_SNORM",
        "RED": "R16_SNORM",
        "RG": "RG16_SNORM",
        "RGB": "RGB16_SNORM",
        "RGBA": "RGBA16_SNORM",
    },
    "float16": {
        "ALPHA": "ALPHA16F_ARB",
        "LUMINANCE": "LUMINANCE16F_ARB",
        "LUMINANCE_ALPHA": "LUMINANCE_ALPHA16F_ARB",
        "INTENSITY": "INTENSITY16F_ARB",
        "RGB": "RGB16F_ARB",
        "RGBA": "RGBA16F_ARB",
        "RED": "R16F",
        "RG": "RG16F",
    },
    "float32": {
        "ALPHA": "ALPHA32F_ARB",
        "LUMINANCE": "LUMINANCE32F_ARB",
        "LUMINANCE_ALPHA": "LUMINANCE_ALPHA32F_ARB",
        "INTENSITY": "INTENSITY32F_ARB",
        "RGB": "RGB32F_ARB",
        "RGBA": "RGBA32F_ARB",
        "RED": "R32F",
        "RG": "RG32F",
    },
    **{
        f"{'u' * unsigned}int{bits}": _integers(bits, unsigned)
        for bits in (8, 16, 32)
        for unsigned in (False, True)
    },
    # OpenGL 3.3, 3.9.3: required formats have "exactly the internal component sizes and types". By
    # ARB_ES2_compatibility RGB565 is one.
    "unorm5_6_5": {"RGB": "RGB565"},
    "unorm10_10_10_2": {"RGBA": "RGB10_A2"},
    "uint10_10_10_2": {"RGBA": "RGB10_A2UI"},
    "ufloat11_11_10": {"RGB": "R11F_G11F_B10F"},
    "ufloat9_9_9_e5": {"RGB": "RGB9_E5"},
    "depth16": {"DEPTH_COMPONENT": "DEPTH_COMPONENT16"},
    "depth24": {"DEPTH_COMPONENT": "DEPTH_COMPONENT DEPTH_COMPONENT24"},
    "depth32": {"DEPTH_COMPONENT": "DEPTH_COMPONENT32"},
    "depth32f": {
        "DEPTH_COMPONENT": "DEPTH_COMPONENT32F DEPTH_COMPONENT32F_NV",
    },
    "depth24_stencil8": {"DEPTH_STENCIL": "DEPTH_STENCIL DEPTH24_STENCIL8"},
    "depth32f_stencil8": {
        "DEPTH_STENCIL": "DEPTH32F_STENCIL8 DEPTH32F_STENCIL8_NV",
    },
    # ARB_texture_stencil8, issue 3: "Only accept STENCIL_INDEX8, which is universally supported."
    "stencil8": {"STENCIL_INDEX": "STENCIL_INDEX8"},
}

INTERNAL_FORMATS = {
    name: InternalFormat(
        name.removeprefix("COMPRESSED_"),
        BASE_FORMATS[base],
        BYTES if storage == "srgb8" else STORAGES[storage],
        srgb=storage == "srgb8",
    )
    for storage, families in _FORMATS.items()
    for base, names in families.items()
    for name in names.split()
}

# Codec -> its formats, by the format of images that cannot be compressed.
# OpenGL 2.1, 3.8.1: "internalformat is replaced by the corresponding base internal format and the
# texture image will not be compressed by the GL."
_COMPRESSED = {
    "dxt1": {
        "RGB": "COMPRESSED_RGB_S3TC_DXT1_EXT",
        "SRGB": "COMPRESSED_SRGB_S3TC_DXT1_EXT",
    },
    "dxt1_alpha": {
        "RGBA": "COMPRESSED_RGBA_S3TC_DXT1_EXT",
        "SRGB_ALPHA": "COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT",
    },
    "dxt3": {
        "RGBA": "COMPRESSED_RGBA_S3TC_DXT3_EXT",
        "SRGB_ALPHA": "COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT",
    },
    "dxt5": {
        "RGBA": "COMPRESSED_RGBA_S3TC_DXT5_EXT",
        "SRGB_ALPHA": "COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT",
    },
    "rgtc1": {"RED": "COMPRESSED_RED_RGTC1"},
    "signed_rgtc1": {"RED_SNORM": "COMPRESSED_SIGNED_RED_RGTC1"},
    "rgtc2": {"RG": "COMPRESSED_RG_RGTC2"},
    "signed_rgtc2": {"RG_SNORM": "COMPRESSED_SIGNED_RG_RGTC2"},
    "latc1": {"LUMINANCE": "COMPRESSED_LUMINANCE_LATC1_EXT"},
    "signed_latc1": {"LUMINANCE_SNORM": "COMPRESSED_SIGNED_LUMINANCE_LATC1_EXT"},
    "latc2": {"LUMINANCE_ALPHA": "COMPRESSED_LUMINANCE_ALPHA_LATC2_EXT"},
    "signed_latc2": {"LUMINANCE_ALPHA_SNORM": "COMPRESSED_SIGNED_LUMINANCE_ALPHA_LATC2_EXT"},
    # Base formats as in OpenGL ES 3.0, table 3.19; table 3.20 of ARB_ES3_compatibility has
    # RGBA for SRGB8_ETC2, and RGB for the formats with one bit of alpha.
    "etc2": {"RGB": "COMPRESSED_RGB8_ETC2", "SRGB": "COMPRESSED_SRGB8_ETC2"},
    "etc2_punch": {
        "RGBA": "COMPRESSED_RGB8_PUNCHTHROUGH_ALPHA1_ETC2",
        "SRGB_ALPHA": "COMPRESSED_SRGB8_PUNCHTHROUGH_ALPHA1_ETC2",
    },
    "etc2_alpha": {
        "RGBA": "COMPRESSED_RGBA8_ETC2_EAC",
        "SRGB_ALPHA": "COMPRESSED_SRGB8_ALPHA8_ETC2_EAC",
    },
    "eac": {"RED": "COMPRESSED_R11_EAC"},
    "signed_eac": {"RED_SNORM": "COMPRESSED_SIGNED_R11_EAC"},
    "eac_rg": {"RG": "COMPRESSED_RG11_EAC"},
    "signed_eac_rg": {"RG_SNORM": "COMPRESSED_SIGNED_RG11_EAC"},
}

INTERNAL_FORMATS |= {
    name: replace(
        INTERNAL_FORMATS[uncompressed],
        name=name,
        storage=STORAGES[CODECS[kind].storage],
        codec=CODECS[kind],
        uncompressed=INTERNAL_FORMATS[uncompressed],
    )
    for kind, names in _COMPRESSED.items()
    for uncompressed, name in names.items()
}
"""Internal formats by their names in the specification, without GL_."""
