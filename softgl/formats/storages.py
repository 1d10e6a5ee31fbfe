"""The layout of texels and pixels in 32-bit words: the table `STORAGES`."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

import numpy as np

from softgl.formats.numbers import (
    DEPTH16,
    DEPTH24,
    DEPTH32,
    DEPTH32F,
    FLOAT16,
    FLOAT32,
    INDEX8,
    INT8,
    INT16,
    INT32,
    NO_ALPHA,
    NO_COLOR,
    SIGNED11,
    SIGNED_35THS,
    SNORM8,
    SNORM16,
    SRGB8,
    UFLOAT10,
    UFLOAT11,
    UINT2,
    UINT8,
    UINT10,
    UINT16,
    UINT32,
    UNORM2,
    UNORM5,
    UNORM6,
    UNORM8,
    UNORM10,
    UNORM16,
    UNSIGNED11,
    UNSIGNED_35THS,
    Depth,
    Number,
    same_place,
)
from softgl.lanes import F32, I32, U32, LaneType
from softgl.records import dataclass

# A mantissa with a shared exponent: only all components together have a code.
NINE = Number(9, "float", None, None, range=(0.0, 65408.0))
_OF_WORD = {
    F32: lambda m, word: m.from_bits(word),
    I32: lambda m, word: m.as_i32(word),
    U32: lambda m, word: word,
}


@dataclass(frozen=True)
class Field:
    """A component: its letter (R, G, B, A, D for depth, S for stencil), its number, its place."""

    letter: str
    number: Number
    word: int
    shift: int = 0

    @property
    def mask(self) -> int:
        """Its bits within its word."""
        return 2**self.number.bits - 1 << self.shift


@dataclass(frozen=True)
class Storage:
    """The layout of a texel's or pixel's components in words.

    A storage whose components share bits (`SharedExponent`) is a class of its own, with other
    `pack`, `carry`, `load` and `finish`; all code that packs or unpacks uses these.

    fields : four for colours, R, G, B and A; a missing one has a number of no bits.
    shared : the bits that components share.
    drawable : True if fragments can be written in it.
    """

    name: str
    fields: tuple[Field, ...]
    shared: ClassVar[int] = 0
    drawable: ClassVar[bool] = True

    @cached_property
    def words(self) -> int:
        """Number of 32-bit words."""
        return 1 + max(field.word for field in self.fields)

    @cached_property
    def masks(self) -> list[tuple[int, int]]:
        """For each component its word and its mask."""
        return [(field.word, field.mask) for field in self.fields]

    @cached_property
    def filtered(self) -> tuple[Field, ...]:
        """The components of samples: all but stencil indices."""
        return tuple(field for field in self.fields if field.letter != "S")

    @cached_property
    def fixed(self) -> bool:
        """True if colours or depths are fixed-point numbers, which are clamped to `range`."""
        return self.filtered != () and all(f.number.kind == "fixed" for f in self.filtered)

    @cached_property
    def integer(self) -> bool:
        """True if colours are integers, which are neither filtered nor clamped to [0, 1]."""
        return self.fields[0].number.kind == "integer"

    @property
    def range(self) -> tuple[float, float]:
        """The least and the largest number of a component."""
        return self.fields[0].number.range

    def within_range(self, values: np.ndarray) -> np.ndarray:
        """Returns values (..., 4) clamped to the ranges of the components; NaN stays NaN."""
        low, high = zip(*(field.number.range for field in self.fields), strict=True)
        if not self.integer:  # a missing component has another range than the others
            low, high = low[:1], high[:1]
        low, high = (np.array(each, values.dtype) for each in (low, high))
        return np.where(values < low, low, np.where(values > high, high, values))

    @property
    def signed(self) -> bool:
        """True if it has negative numbers."""
        return self.range[0] < 0

    @property
    def signed_fixed(self) -> bool:
        """True if components are signed fixed-point numbers: EXT_texture_snorm."""
        return self.fixed and self.signed

    @cached_property
    def number(self) -> Number | None:
        """The number of every component; None if they differ."""
        numbers = {field.number for field in self.fields}
        return self.fields[0].number if len(numbers) == 1 else None

    @property
    def result(self) -> LaneType:
        """The lane type of filtered components; integers are sampled, not filtered."""
        return self.fields[0].number.result

    def of_word(self, m, word):
        """Returns a U32 lane's bits as a lane of the result's type."""
        return _OF_WORD[self.result](m, word)

    @property
    def unit(self) -> int:
        """Number of units that `load` returns for 1.0."""
        return self.fields[0].number.unit

    @property
    def depth(self) -> Depth:
        """The number of the depth, in a storage of depths."""
        return self.fields[0].number

    @cached_property
    def element(self) -> np.dtype | None:
        """The dtype of a dense array of all codes; None if they are not dense."""
        bits = self.fields[0].number.bits
        apart = [(f.number.bits, 32 * f.word + f.shift) for f in self.fields]
        dense = apart == [(bits, place) for place in range(0, 32 * self.words, bits)]
        return np.dtype(f"<u{bits // 8}") if dense and bits in (8, 16, 32) else None

    def bits(self, letter: str) -> int:
        """Returns the resolution of a component; 0 if it is missing."""
        return next((field.number.bits for field in self.fields if field.letter == letter), 0)

    # -- formulas ------------------------------------------------------------------------------

    def join(self, m, codes) -> list:
        """Returns the words that hold the codes of all components."""
        words = [None] * self.words
        for field, code in zip(self.fields, codes, strict=True):
            placed = code << field.shift if field.shift else code
            before = words[field.word]
            words[field.word] = placed if before is None else before | placed
        return words

    def pack(self, m, values) -> list:
        """Returns the words of components."""
        return self.join(m, [f.number.pack(m, v) for f, v in zip(self.fields, values, strict=True)])

    def pack_within(self, m, values) -> list:
        """Returns the words of components that are within `range`."""
        numbers = [field.number for field in self.fields]
        return self.join(
            m, [(n.pack_within or n.pack)(m, v) for n, v in zip(numbers, values, strict=True)]
        )

    def carry(self, m, values) -> list:
        """Returns the words of components; floats keep the bits of NaNs."""
        numbers = [field.number for field in self.fields]
        return self.join(
            m, [(n.carry or n.pack)(m, v) for n, v in zip(numbers, values, strict=True)]
        )

    def load(self, m, word) -> list:
        """Returns the filtered components in units; word : number of a word -> U32."""
        codes = self.codes(m, word, self.filtered)
        return [f.number.load(m, code) for f, code in zip(self.filtered, codes, strict=True)]

    def codes(self, m, word, fields) -> list:
        """Returns the codes of some components; word : number of a word -> U32."""
        found = {number: word(number) for number in {field.word: None for field in fields}}
        codes = []
        for field in fields:
            code = found[field.word] >> field.shift if field.shift else found[field.word]
            if field.shift + field.number.bits < 32:
                code = code & 2**field.number.bits - 1
            codes.append(code)
        return codes

    def finish(self, m, values) -> list:
        """Converts the filtered components from units to numbers."""
        return [f.number.finish(m, v) for f, v in zip(self.filtered, values, strict=True)]

    def unpack(self, m, words) -> list:
        """Returns the filtered components of a texel's or pixel's words."""
        return self.finish(m, self.load(m, words.__getitem__))


class SharedExponent(Storage):
    """Red, green and blue of 9 bits with one exponent of 5: EXT_texture_shared_exponent."""

    shared = 5
    drawable = False

    def pack(self, m, values):
        """Returns the word of components, without alpha."""
        low, high = self.range
        colors = [m.clamp(value, low, high) for value in values[:3]]  # NaN gives 0
        largest = m.max(m.max(*colors[:2]), colors[2])
        # 3.8.1: "exp_shared_p = max(-B-1, floor(log2(max_c))) + 1 + B", by the bits of the float.
        exponent = m.max(m.bits(largest) >> 23, 127 - 16) - (127 - 16)
        # "exp_shared_p+1, max_s == 2^N".
        exponent = exponent + (self._mantissa(m, largest, exponent) >> 9)
        return self.join(m, [*(self._mantissa(m, c, exponent) for c in colors), exponent << 27])

    def _mantissa(self, m, value, exponent):
        """Returns floor(value / 2^(exponent - B - N) + 0.5), up to 512, U32."""
        units = value * m.from_bits(127 + 15 + 9 - exponent << 23)
        whole = m.to_i32_within(units, 0, 512)
        # Adding 0.5 to a number just below 0.5 could round up to 1.
        return m.as_u32(m.select(units - m.to_f32(whole) >= 0.5, whole + 1, whole))

    carry = pack

    def load(self, m, word):
        """Returns red, green and blue in units, and 1."""
        word = word(0)
        # 3.6.4: "red = p_red * 2^(p_exp - B - N)"; 3.8.x forgets N, the appendix has it.
        scale = m.from_bits((word >> 27) + (127 - 15 - 9) << 23)
        codes = [word >> field.shift & 0x1FF for field in self.fields[:3]]
        return [*(m.to_f32(m.as_i32(code)) * scale for code in codes), m.f32(1.0)]


def _color(name, number, alpha=None):
    """Returns a storage of colours, red in the lowest bits; alpha : its number, if it differs."""
    numbers = (number, number, number, alpha or number)
    apart = 32 // number.bits
    places = [(i // apart, i % apart * number.bits) for i in range(4)]
    return Storage(name, tuple(map(Field, "RGBA", numbers, *zip(*places, strict=True))))


def _halves(name, number, layout):
    """Returns a storage of one word with two numbers, for compressed formats.

    layout : for red, green, blue and alpha the half of the word, L or H, or 0 or 1.
    """
    constants = {"0": NO_COLOR, "1": NO_ALPHA}
    fields = []
    for place, (letter, half) in enumerate(zip("RGBA", layout, strict=True)):
        own = number if half not in layout[:place] else same_place(number)
        fields.append(Field(letter, constants.get(half, own), 0, 16 * (half == "H")))
    return Storage(name, tuple(fields))


def _packed(name, *numbers, make=Storage):
    """Returns a storage of one word: red, in the lowest bits, green, blue, and alpha if given."""
    fields, shift = [], 0
    for letter, number in zip("RGBA", numbers, strict=False):
        fields.append(Field(letter, number, 0, shift))
        shift += number.bits
    alpha = () if len(fields) == 4 else (Field("A", NO_ALPHA, 0),)
    return make(name, (*fields, *alpha))


def _depth(name, number, stencil=False):
    index = (Field("S", INDEX8, 1),) if stencil else ()
    return Storage(name, (Field("D", number, 0), *index))


STORAGES = {
    storage.name: storage
    for storage in (
        _color("unorm8", UNORM8),
        # The bytes of sRGB formats, for filters and blending.
        _color("srgb8", SRGB8, alpha=UNORM8),
        _color("unorm16", UNORM16),
        _color("snorm8", SNORM8),
        _color("snorm16", SNORM16),
        _color("float16", FLOAT16),
        _color("float32", FLOAT32),
        _color("int8", INT8),
        _color("int16", INT16),
        _color("int32", INT32),
        _color("uint8", UINT8),
        _color("uint16", UINT16),
        _color("uint32", UINT32),
        _halves("r_35ths", UNSIGNED_35THS, "L001"),
        _halves("rg_35ths", UNSIGNED_35THS, "LH01"),
        _halves("l_35ths", UNSIGNED_35THS, "LLL1"),
        _halves("la_35ths", UNSIGNED_35THS, "LLLH"),
        _halves("signed_r_35ths", SIGNED_35THS, "L001"),
        _halves("signed_rg_35ths", SIGNED_35THS, "LH01"),
        _halves("signed_l_35ths", SIGNED_35THS, "LLL1"),
        _halves("signed_la_35ths", SIGNED_35THS, "LLLH"),
        _halves("r_2047ths", UNSIGNED11, "L001"),
        _halves("rg_2047ths", UNSIGNED11, "LH01"),
        _halves("signed_r_1023rds", SIGNED11, "L001"),
        _halves("signed_rg_1023rds", SIGNED11, "LH01"),
        _packed("unorm5_6_5", UNORM5, UNORM6, UNORM5),
        _packed("unorm10_10_10_2", UNORM10, UNORM10, UNORM10, UNORM2),
        _packed("uint10_10_10_2", UINT10, UINT10, UINT10, UINT2),
        _packed("ufloat11_11_10", UFLOAT11, UFLOAT11, UFLOAT10),
        _packed("ufloat9_9_9_e5", NINE, NINE, NINE, make=SharedExponent),
        _depth("depth16", DEPTH16),
        _depth("depth24", DEPTH24),
        _depth("depth32", DEPTH32),
        _depth("depth32f", DEPTH32F),
        _depth("depth24_stencil8", DEPTH24, stencil=True),
        _depth("depth32f_stencil8", DEPTH32F, stencil=True),
        Storage("stencil8", (Field("S", INDEX8, 0),)),
        # Stencil indices as integers, alone and in texels of depths (ARB_texture_stencil8,
        # ARB_stencil_texturing).
        Storage("indices", (Field("R", UINT8, 0),)),
        Storage("indices_beside_depth", (Field("R", UINT8, 1),)),
    )
}
"""Storages of texels and pixels, by name; keys have these names."""

BYTES = STORAGES["unorm8"]
"""The storage whose components are bytes."""


@dataclass(frozen=True)
class ColorFormat:
    """The format of a colour plane.

    storage : a name of `STORAGES`.
    swizzle : for red, green, blue and alpha of a pixel the component of the colour that it stores,
        0 or 1. An RGB buffer has the alpha 1, for blending too.
    srgb : True if red, green and blue are encoded where GL converts; see `linear`.
    """

    storage: str = "unorm8"
    swizzle: str = "RGBA"
    srgb: bool = False

    @property
    def lay(self) -> Storage:
        """The storage of components as stored."""
        return STORAGES[self.storage]

    @property
    def linear(self) -> Storage:
        """The storage with linear components, for blending; sRGB decodes to them."""
        return STORAGES["srgb8"] if self.srgb else self.lay

    def swizzled(self, color, zero, one):
        """Returns the components that a pixel stores, with `zero` and `one` for constants."""
        components = dict(zip("RGBA01", (*color, zero, one), strict=True))
        return [components[letter] for letter in self.swizzle]
