"""The one table of how texels and pixels lie in 32-bit words; see `STORAGES`."""

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
    SIGNED_35THS,
    SNORM8,
    SNORM16,
    SRGB8,
    UFLOAT10,
    UFLOAT11,
    UINT8,
    UINT16,
    UINT32,
    UNORM8,
    UNORM16,
    UNSIGNED_35THS,
    Depth,
    Number,
    same_place,
)
from softgl.lanes import F32, I32, U32, LaneType
from softgl.records import dataclass

# A mantissa under a shared exponent: only the whole of the components makes a code.
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
        """The bits that it has of its word."""
        return 2**self.number.bits - 1 << self.shift


@dataclass(frozen=True)
class Storage:
    """How the components of a texel or pixel lie in words.

    A storage whose components do not lie apart (`SharedExponent`) is a class of its own, with
    other `pack`, `carry`, `load` and `finish`; all that makes or reads texels and pixels goes
    through these.

    fields : of colours four, R, G, B and A; one that is not kept has a number of no bits.
    shared : the bits that components share. drawable : whether fragments can be written in it.
    """

    name: str
    fields: tuple[Field, ...]
    shared: ClassVar[int] = 0
    drawable: ClassVar[bool] = True

    @cached_property
    def words(self) -> int:
        """How many 32-bit words there are."""
        return 1 + max(field.word for field in self.fields)

    @cached_property
    def masks(self) -> list[tuple[int, int]]:
        """For each component its word and its bits in it."""
        return [(field.word, field.mask) for field in self.fields]

    @cached_property
    def filtered(self) -> tuple[Field, ...]:
        """The components that samples have: not stencil indices."""
        return tuple(field for field in self.fields if field.letter != "S")

    @cached_property
    def fixed(self) -> bool:
        """Whether colours or depths are fixed-point numbers, which keep to their `range`."""
        return self.filtered != () and all(f.number.kind == "fixed" for f in self.filtered)

    @cached_property
    def integer(self) -> bool:
        """Whether colours are integers, which are neither mixed nor brought to [0, 1]."""
        return self.fields[0].number.kind == "integer"

    @property
    def range(self) -> tuple[float, float]:
        """The least and the largest number that a component can be."""
        return self.fields[0].number.range

    @property
    def signed(self) -> bool:
        """Whether there are negative numbers."""
        return self.range[0] < 0

    @property
    def signed_fixed(self) -> bool:
        """Whether components are signed fixed-point numbers: EXT_texture_snorm."""
        return self.fixed and self.signed

    @cached_property
    def number(self) -> Number | None:
        """The number that every component is; None if they differ."""
        numbers = {field.number for field in self.fields}
        return self.fields[0].number if len(numbers) == 1 else None

    @property
    def result(self) -> LaneType:
        """The lane type of what is filtered. Integers are not: a sample is one texel."""
        return self.fields[0].number.result

    def of_word(self, m, word):
        """The lane of the result's type that has the bits of a U32 lane."""
        return _OF_WORD[self.result](m, word)

    @property
    def unit(self) -> int:
        """How many units `load` gives for 1.0."""
        return self.fields[0].number.unit

    @property
    def depth(self) -> Depth:
        """The number of the depth, of a storage of depths."""
        return self.fields[0].number

    @cached_property
    def element(self) -> np.dtype | None:
        """The type of an array of all codes, one after the other; None if they lie otherwise."""
        bits = self.fields[0].number.bits
        apart = [(f.number.bits, 32 * f.word + f.shift) for f in self.fields]
        dense = apart == [(bits, place) for place in range(0, 32 * self.words, bits)]
        return np.dtype(f"<u{bits // 8}") if dense and bits in (8, 16, 32) else None

    def bits(self, letter: str) -> int:
        """The resolution of a component; 0 of one that is not there."""
        return next((field.number.bits for field in self.fields if field.letter == letter), 0)

    # -- formulas ------------------------------------------------------------------------------

    def join(self, m, codes) -> list:
        """The words that hold the codes of all components."""
        words = [None] * self.words
        for field, code in zip(self.fields, codes, strict=True):
            placed = code << field.shift if field.shift else code
            before = words[field.word]
            words[field.word] = placed if before is None else before | placed
        return words

    def pack(self, m, values) -> list:
        """The words of components."""
        return self.join(m, [f.number.pack(m, v) for f, v in zip(self.fields, values, strict=True)])

    def pack_within(self, m, values) -> list:
        """The words of components that are within `range`."""
        numbers = [field.number for field in self.fields]
        return self.join(
            m, [(n.pack_within or n.pack)(m, v) for n, v in zip(numbers, values, strict=True)]
        )

    def carry(self, m, values) -> list:
        """The words of components, with the bits of NaNs where there can be any."""
        numbers = [field.number for field in self.fields]
        return self.join(
            m, [(n.carry or n.pack)(m, v) for n, v in zip(numbers, values, strict=True)]
        )

    def load(self, m, word) -> list:
        """The components that are filtered, in units; word : number of a word -> U32."""
        codes = self.codes(m, word, self.filtered)
        return [f.number.load(m, code) for f, code in zip(self.filtered, codes, strict=True)]

    def codes(self, m, word, fields) -> list:
        """The codes of some components; word : number of a word -> U32."""
        found = {number: word(number) for number in {field.word: None for field in fields}}
        codes = []
        for field in fields:
            code = found[field.word] >> field.shift if field.shift else found[field.word]
            if field.shift + field.number.bits < 32:
                code = code & 2**field.number.bits - 1
            codes.append(code)
        return codes

    def finish(self, m, values) -> list:
        """What so many units are of each component that is filtered."""
        return [f.number.finish(m, v) for f, v in zip(self.filtered, values, strict=True)]

    def unpack(self, m, words) -> list:
        """The components that are filtered of a texel's or pixel's words."""
        return self.finish(m, self.load(m, words.__getitem__))


class SharedExponent(Storage):
    """Red, green and blue of 9 bits, and one exponent of 5: EXT_texture_shared_exponent."""

    shared = 5
    drawable = False

    def pack(self, m, values):
        """The word of components; no alpha."""
        low, high = self.range
        colors = [m.clamp(value, low, high) for value in values[:3]]  # NaN gives 0
        largest = m.max(m.max(*colors[:2]), colors[2])
        # 3.8.1: "exp_shared_p = max(-B-1, floor(log2(max_c))) + 1 + B", by the bits of the float.
        exponent = m.max(m.bits(largest) >> 23, 127 - 16) - (127 - 16)
        # "exp_shared_p+1, max_s == 2^N".
        exponent = exponent + (self._mantissa(m, largest, exponent) >> 9)
        return self.join(m, [*(self._mantissa(m, c, exponent) for c in colors), exponent << 27])

    def _mantissa(self, m, value, exponent):
        """floor(value / 2^(exponent - B - N) + 0.5), up to 512, U32."""
        units = value * m.from_bits(127 + 15 + 9 - exponent << 23)
        whole = m.to_i32_within(units, 0, 512)
        # The sum could round up to 1 what is just below it.
        return m.as_u32(m.select(units - m.to_f32(whole) >= 0.5, whole + 1, whole))

    carry = pack

    def load(self, m, word):
        """Red, green and blue, and 1."""
        word = word(0)
        # 3.6.4: "red = p_red * 2^(p_exp - B - N)"; 3.8.x forgets N, the appendix has it.
        scale = m.from_bits((word >> 27) + (127 - 15 - 9) << 23)
        codes = [word >> field.shift & 0x1FF for field in self.fields[:3]]
        return [*(m.to_f32(m.as_i32(code)) * scale for code in codes), m.f32(1.0)]


def _color(name, number, alpha=None):
    """Red first, in the lowest bits. alpha : the number of alpha, where it is another."""
    numbers = (number, number, number, alpha or number)
    apart = 32 // number.bits
    places = [(i // apart, i % apart * number.bits) for i in range(4)]
    return Storage(name, tuple(map(Field, "RGBA", numbers, *zip(*places, strict=True))))


def _halves(name, number, layout):
    """One word of two numbers of a compressed format.

    layout : for red, green, blue and alpha the half that has the component, L or H, or 0 or 1.
    """
    constants = {"0": NO_COLOR, "1": NO_ALPHA}
    fields = []
    for place, (letter, half) in enumerate(zip("RGBA", layout, strict=True)):
        own = number if half not in layout[:place] else same_place(number)
        fields.append(Field(letter, constants.get(half, own), 0, 16 * (half == "H")))
    return Storage(name, tuple(fields))


def _packed(name, *numbers, make=Storage):
    """Red in the lowest bits, then green and blue, which fill a word; no alpha."""
    fields, shift = [], 0
    for letter, number in zip("RGB", numbers, strict=True):
        fields.append(Field(letter, number, 0, shift))
        shift += number.bits
    return make(name, (*fields, Field("A", NO_ALPHA, 0)))


def _depth(name, number, stencil=False):
    index = (Field("S", INDEX8, 1),) if stencil else ()
    return Storage(name, (Field("D", number, 0), *index))


STORAGES = {
    storage.name: storage
    for storage in (
        _color("unorm8", UNORM8),
        # What the bytes of sRGB formats stand for where they are filtered or blended.
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
        _packed("ufloat11_11_10", UFLOAT11, UFLOAT11, UFLOAT10),
        _packed("ufloat9_9_9_e5", NINE, NINE, NINE, make=SharedExponent),
        _depth("depth16", DEPTH16),
        _depth("depth24", DEPTH24),
        _depth("depth32", DEPTH32),
        _depth("depth32f", DEPTH32F),
        _depth("depth24_stencil8", DEPTH24, stencil=True),
        _depth("depth32f_stencil8", DEPTH32F, stencil=True),
        Storage("stencil8", (Field("S", INDEX8, 0),)),
    )
}
"""Every way of keeping texels and pixels, by the name that keys have for it."""

BYTES = STORAGES["unorm8"]
"""The storage of which bytes are the components."""


@dataclass(frozen=True)
class ColorFormat:
    """The format of a colour plane.

    storage : a name of `STORAGES`.
    kept : for red, green, blue and alpha what a pixel keeps of a colour: the letter of the
        component of the colour, 0 or 1. An RGB buffer has the alpha 1, for blending too.
    srgb : whether red, green and blue are encoded where GL converts: see `linear`.
    """

    storage: str = "unorm8"
    kept: str = "RGBA"
    srgb: bool = False

    @property
    def lay(self) -> Storage:
        """How components lie, as they are stored."""
        return STORAGES[self.storage]

    @property
    def linear(self) -> Storage:
        """The same with components as numbers to blend: those of sRGB are encoded."""
        return STORAGES["srgb8"] if self.srgb else self.lay

    def kept_color(self, color, zero, one):
        """Of four components those that are kept; `zero` and `one` take the others' places."""
        given = dict(zip("RGBA01", (*color, zero, one), strict=True))
        return [given[letter] for letter in self.kept]
