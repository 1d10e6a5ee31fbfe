"""Internal formats: which components a texture has, and how its texels are stored.

A texel of colours is stored as the four values that a sample of it gives (R, G, B, A as OpenGL 2.1,
table 3.23 has them for its base format), so that sampling does not depend on the base format. One
of depth is stored as the word of its depth, and its stencil index where the format has one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np

from softgl.formats.srgb import encoded_colors, from_srgb
from softgl.lanes import evaluate
from softgl.texture.depths import DEPTH_CODES, STENCIL_BITS, DepthCode, saturated


def _to_unorm8(values):
    return np.rint(saturated(values) * np.float32(255)).astype(np.uint8)


def _from_unorm8(components):
    return components.astype(np.float32) / np.float32(255)


def _to_unorm16(values):
    return np.rint(saturated(values) * np.float32(65535)) / np.float32(65535)


def quiet(values: np.ndarray) -> np.ndarray:
    """Floats of any size with one quiet NaN for all, so that nothing depends on its bits."""
    return np.where(np.isnan(values), values.dtype.type(np.nan), values)


def _to_float16(values):
    with np.errstate(over="ignore"):
        return quiet(values).astype(np.float16).astype(np.float32)


def _linear(encoded):
    """Bytes (..., 4) of sRGB as the float32 values that are filtered; alpha is not encoded."""
    result = encoded.astype(np.float32) / np.float32(255)
    curve = evaluate(from_srgb, np.arange(256, dtype=np.float32) / np.float32(255))
    result[..., :3] = curve[encoded[..., :3]]
    return result


def _encoded(linear):
    """The reverse, to the nearest byte."""
    return _to_unorm8(encoded_colors(linear))


def _unchanged(values):
    return values


def _depths(code, components):
    """The float32 depths (..., 1) of texels, to be filtered; their stencil indices are not."""
    return code.decode(components[..., :1]).astype(np.float32)


def _depth_texels(code, stencil, depths):
    """The reverse. EXT_packed_depth_stencil, issue 12, leaves the stencil indices undefined: 0."""
    words = code.encode(depths)
    return np.concatenate([words, np.zeros_like(words)], axis=-1) if stencil else words


@dataclass(frozen=True)
class Storage:
    """How the components of a texel lie in memory.

    name : the word that a TextureKey carries; `fetch.FETCH` has the lane code for it.
    dtype : the numpy type of one component in an image's array.
    one : the component value that stands for 1.0.
    bits : the resolution of a component, as queries report it.
    clamped : whether values are clamped to [0, 1] when they are stored.
    encode : float32 array -> array of `dtype`.
    decode : array of `dtype` -> float32 array.
    linear : of encoded components (sRGB, depths), from their array to what is filtered, float32
        with 1 for 1.0; None: they are filtered as they are stored. encoded : the reverse.
    depth : how depths lie in their words; None: of a storage of colours.
    channels : the components of a texel: four of colours, else a depth and perhaps a stencil index.
    """

    name: str
    dtype: np.dtype
    one: int
    bits: int
    clamped: bool
    encode: Callable
    decode: Callable
    linear: Callable | None = None
    encoded: Callable | None = None
    depth: DepthCode | None = None
    channels: int = 4

    @property
    def unit(self) -> int:
        """What stands for 1.0 in the words that kernels read."""
        return 1 if self.linear else self.one


_BYTE, _FLOAT = np.dtype(np.uint8), np.dtype(np.float32)

UNORM8 = Storage("unorm8", _BYTE, 255, 8, True, _to_unorm8, _from_unorm8)
SRGB8 = Storage("float32", _BYTE, 255, 8, True, _to_unorm8, _from_unorm8, _linear, _encoded)
UNORM16 = Storage("float32", _FLOAT, 1, 16, True, _to_unorm16, _unchanged)
FLOAT16 = Storage("float32", _FLOAT, 1, 16, False, _to_float16, _unchanged)
FLOAT32 = Storage("float32", _FLOAT, 1, 32, False, _unchanged, _unchanged)


def _depth_storage(name, stencil=False):
    code = DEPTH_CODES[name]
    return Storage(
        "depth_float" if code.float else "depth", np.dtype(np.uint32), 1, code.bits, not code.float,
        code.encode, code.decode, partial(_depths, code), partial(_depth_texels, code, stencil),
        code, 2 if stencil else 1,
    )  # fmt: skip


@dataclass(frozen=True)
class BaseFormat:
    """The components of a family of internal formats.

    sampled : for R, G, B, A of a sample, the pixel component that each is taken from, or 0 or 1
        (OpenGL 2.1, tables 3.15 and 3.23).
    returned : the same for GetTexImage, from the sampled components (table 6.1).
    components : the letters of the components that it has, as queries name them.
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
        BaseFormat("RGB", "RGB1", "RGB1", "RGB"),
        BaseFormat("RGBA", "RGBA", "RGBA", "RGBA"),
        # ARB_depth_texture, issue 2: the border value of depths is "the first component".
        BaseFormat("DEPTH_COMPONENT", "RRRR", "", "D"),
        BaseFormat("DEPTH_STENCIL", "RRRR", "", "DS"),
    )
}


@dataclass(frozen=True)
class InternalFormat:
    """One value of TexImage's `internalformat`."""

    name: str
    base: BaseFormat
    storage: Storage

    @property
    def has_depth(self) -> bool:
        """Whether texels are depths, not colours."""
        return self.storage.depth is not None

    @property
    def has_stencil(self) -> bool:
        """Whether texels have a stencil index."""
        return "S" in self.base.components

    def blank(self, size: tuple[int, int, int]) -> np.ndarray:
        """The components of an image without contents: zeros, and ones that a format implies."""
        shape = (*size[::-1], self.storage.channels)
        if self.has_depth:
            return np.zeros(shape, self.storage.dtype)
        return self.from_pixels(np.zeros(shape, np.uint8))

    def from_depths(self, depths: np.ndarray, stencil: np.ndarray | None = None) -> np.ndarray:
        """Float depths (...) and stencil indices (...) as the components (..., 1 or 2) they give.

        Stencil indices that the format does not keep are dropped.
        """
        words = [self.storage.depth.encode(depths)]
        if stencil is not None and self.has_stencil:
            words.append((stencil & 2**STENCIL_BITS - 1).astype(np.uint32))
        return np.stack(words, axis=-1)

    def from_pixels(self, pixels: np.ndarray) -> np.ndarray:
        """Pixels (..., 4), float32 or uint8 (255 is 1.0), as this format's components (..., 4).

        The result may be the same array.
        """
        storage = self.storage
        if pixels.dtype != np.uint8:
            pixels = storage.encode(pixels)
        elif storage.dtype != np.uint8:
            pixels = storage.encode(_from_unorm8(pixels))
        return swizzled(pixels, self.base.sampled, storage.one)

    def drawn_pixels(self, pixels: np.ndarray) -> np.ndarray:
        """Pixels (..., 4) of a framebuffer, in the storage's type and range, as components."""
        return swizzled(pixels, self.base.sampled, self.storage.one)

    def returned_pixels(self, components: np.ndarray) -> np.ndarray:
        """Components (..., 4) as GetTexImage returns them: same shape and type."""
        return swizzled(components, self.base.returned, self.storage.one)

    def expanded(self, color) -> tuple[float, ...]:
        """A border colour (R, G, B, A) as the components that a sample of it gives."""
        values = dict(zip("RGBA01", (*color, 0.0, 1.0), strict=True))
        picked = [values[letter] for letter in self.base.sampled]
        if not self.storage.clamped:
            return tuple(picked)
        return tuple(min(max(value, 0.0), 1.0) for value in picked)

    def bits(self, component: str) -> int:
        """The resolution of a component (R, G, B, A, L, I, D or S); 0 if the format lacks it."""
        if component not in self.base.components:
            return 0
        return STENCIL_BITS if component == "S" else self.storage.bits


def swizzled(values: np.ndarray, pattern: str, one) -> np.ndarray:
    """(..., 4) values rearranged: `pattern` has a component's letter, 0 or 1 for each place."""
    if pattern == "RGBA":
        return values
    result = np.zeros_like(values)
    for position, letter in enumerate(pattern):
        if letter == "1":
            result[..., position] = one
        elif letter != "0":
            result[..., position] = values[..., "RGBA".index(letter)]
    return result


# OpenGL 2.1, 3.8.1: "The definition of closely is left up to the implementation": components of up
# to 8 bits get 8, those of 10 to 16 bits 16. Of a generic compressed format: "If no specific
# compressed format is available, internalformat is instead replaced by the corresponding base
# internal format."
_FORMATS = {
    UNORM8: {
        "ALPHA": "ALPHA ALPHA4 ALPHA8 COMPRESSED_ALPHA",
        "LUMINANCE": "LUMINANCE LUMINANCE4 LUMINANCE8 COMPRESSED_LUMINANCE",
        "LUMINANCE_ALPHA": "LUMINANCE_ALPHA LUMINANCE4_ALPHA4 LUMINANCE6_ALPHA2 LUMINANCE8_ALPHA8 "
        "COMPRESSED_LUMINANCE_ALPHA",
        "INTENSITY": "INTENSITY INTENSITY4 INTENSITY8 COMPRESSED_INTENSITY",
        "RGB": "RGB R3_G3_B2 RGB4 RGB5 RGB8 COMPRESSED_RGB",
        "RGBA": "RGBA RGBA2 RGBA4 RGB5_A1 RGBA8 COMPRESSED_RGBA",
    },
    SRGB8: {
        "LUMINANCE": "SLUMINANCE SLUMINANCE8 COMPRESSED_SLUMINANCE",
        "LUMINANCE_ALPHA": "SLUMINANCE_ALPHA SLUMINANCE8_ALPHA8 COMPRESSED_SLUMINANCE_ALPHA",
        "RGB": "SRGB SRGB8 COMPRESSED_SRGB",
        "RGBA": "SRGB_ALPHA SRGB8_ALPHA8 COMPRESSED_SRGB_ALPHA",
    },
    UNORM16: {
        "ALPHA": "ALPHA12 ALPHA16",
        "LUMINANCE": "LUMINANCE12 LUMINANCE16",
        "LUMINANCE_ALPHA": "LUMINANCE12_ALPHA4 LUMINANCE12_ALPHA12 LUMINANCE16_ALPHA16",
        "INTENSITY": "INTENSITY12 INTENSITY16",
        "RGB": "RGB10 RGB12 RGB16",
        "RGBA": "RGB10_A2 RGBA12 RGBA16",
    },
    FLOAT16: {
        "ALPHA": "ALPHA16F_ARB",
        "LUMINANCE": "LUMINANCE16F_ARB",
        "LUMINANCE_ALPHA": "LUMINANCE_ALPHA16F_ARB",
        "INTENSITY": "INTENSITY16F_ARB",
        "RGB": "RGB16F_ARB",
        "RGBA": "RGBA16F_ARB",
    },
    FLOAT32: {
        "ALPHA": "ALPHA32F_ARB",
        "LUMINANCE": "LUMINANCE32F_ARB",
        "LUMINANCE_ALPHA": "LUMINANCE_ALPHA32F_ARB",
        "INTENSITY": "INTENSITY32F_ARB",
        "RGB": "RGB32F_ARB",
        "RGBA": "RGBA32F_ARB",
    },
    _depth_storage("depth16"): {"DEPTH_COMPONENT": "DEPTH_COMPONENT16"},
    _depth_storage("depth24"): {"DEPTH_COMPONENT": "DEPTH_COMPONENT DEPTH_COMPONENT24"},
    _depth_storage("depth32"): {"DEPTH_COMPONENT": "DEPTH_COMPONENT32"},
    _depth_storage("depth32f"): {
        "DEPTH_COMPONENT": "DEPTH_COMPONENT32F DEPTH_COMPONENT32F_NV",
    },
    _depth_storage("depth24", stencil=True): {"DEPTH_STENCIL": "DEPTH_STENCIL DEPTH24_STENCIL8"},
    _depth_storage("depth32f", stencil=True): {
        "DEPTH_STENCIL": "DEPTH32F_STENCIL8 DEPTH32F_STENCIL8_NV",
    },
}

INTERNAL_FORMATS = {
    name: InternalFormat(name.removeprefix("COMPRESSED_"), BASE_FORMATS[base], storage)
    for storage, families in _FORMATS.items()
    for base, names in families.items()
    for name in names.split()
}
"""Every internal format by its name in the specification, without GL_."""
