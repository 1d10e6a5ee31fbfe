"""Conversion of pixels between forms, as a lane formula of the words that hold them.

A *form* is a storage and the meaning of its components: of texels, of the pixels of a plane, or of
client memory. `convert` computes on lanes what `host` and `pixels.conversion` compute on arrays, to
the last bit. Compiled, it is faster; the arrays serve a few pixels, and tests as a reference.
"""

from __future__ import annotations

from functools import cache

from softgl.formats.internal_formats import InternalFormat
from softgl.formats.numbers import FLOAT32, UNORM8, UNORM16, Depth, Number
from softgl.formats.storages import STORAGES, ColorFormat, Storage
from softgl.lanes import U8, U32, LaneType
from softgl.records import dataclass


@dataclass(frozen=True, eq=False)
class Form:
    """The layout of a pixel's words. Forms are compared by identity; `name` is unique.

    storage : the numbers in the words.
    element : the type of the words in memory.
    packed : for each component of the storage the component of a pixel that it packs: R, G, B, A, 0
        or 1; D for depths and S for stencil indices.
    unpacked : for R, G, B and A of a pixel the source component of the storage, or 0 or 1; or D,
        or S.
    carry : True if NaNs keep their bits.
    wide : True if fixed-point numbers are computed from F64.
    has_stencil_apart : True if the last word, a stencil index, is in memory of its own.
    """

    name: str
    storage: Storage
    packed: str
    unpacked: str
    element: LaneType = U32
    carry: bool = False
    wide: bool = False
    has_stencil_apart: bool = False

    @property
    def words(self) -> int:
        """Number of memory elements of a pixel."""
        return self.storage.words

    @property
    def sources(self) -> dict[str, str]:
        """The letters of a pixel -> their sources in the storage."""
        letters = "RGBA" if len(self.unpacked) == 4 else self.unpacked
        return dict(zip(letters, self.unpacked, strict=True))


@cache
def plane_form(format_: ColorFormat | str) -> Form:
    """Returns the form of the pixels of a plane, by its format."""
    if isinstance(format_, ColorFormat):
        name = f"plane {format_.storage} {format_.swizzle}"
        return Form(name, format_.lay, packed=format_.swizzle, unpacked="RGBA")
    letter = format_[0].upper()  # of depth or stencil
    element = U8 if letter == "S" else U32
    return Form(f"plane {format_}", STORAGES[format_], letter, letter, element)


@cache
def depth_stencil_form(depth: str) -> Form:
    """Returns the form of depth and stencil pixels in two planes, by the format of the depths.

    It is that of such texels, but for the separate planes.
    """
    storage = STORAGES[f"{depth}_stencil8"]
    return Form(f"planes {storage.name}", storage, "DS", "DS", has_stencil_apart=True)


def texel_form(format_: InternalFormat) -> Form | None:
    """Returns the form of an internal format's texels; None for those with a stencil index."""
    if format_.has_stencil:
        return None
    return _texel_form(format_.storage.name, *_patterns(format_))


def _patterns(format_):
    return ("D", "D") if format_.has_depth else (format_.base.sampled, format_.base.returned)


@cache
def _texel_form(storage, packed, unpacked):
    name = f"texel {storage} {packed} {unpacked}"
    return Form(name, STORAGES[storage], packed, unpacked, carry=True)


# -- the formula -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Component:
    """A component being converted: the code of a number, or without a number an F32 value."""

    number: Number | None
    lane: object

    def single(self, m):
        return self.lane if self.number is None else self.number.unpack(m, self.lane)

    def whole(self, m, type_):
        """Returns it as the nearest integer of a type, I32 or U32; without a number 0 or 1."""
        value = m.to_i32(self.lane) if self.number is None else self.number.unpack(m, self.lane)
        if value.type is type_:
            return value
        return m.as_u32(m.max(value, 0)) if type_ is U32 else m.as_i32(m.min(value, 2**31 - 1))

    def double(self, m, letter):
        """Returns it as F64. Depths and bytes divide the code itself, not its F32."""
        number = self.number
        if isinstance(number, Depth):
            return number.wide(m, self.lane)
        if number is UNORM8 or (letter == "D" and number is UNORM16):
            return m.to_f64(self.lane) / float(2**number.bits - 1)
        return m.to_f64(self.single(m))


def _is_lossless(number: Number) -> bool:
    """True if packing reproduces every code of a number from its value."""
    whole = number.kind in ("index", "integer")
    return whole or (number.kind == "fixed" and number.range[0] == 0)


def components(m, form: Form, words) -> dict[str, Component]:
    """Returns the components of a pixel of a form, by letters."""
    storage = form.storage
    if storage.shared:
        values = storage.unpack(m, words)
        found = dict(zip("RGBA", (Component(None, value) for value in values), strict=True))
    else:
        codes = storage.codes(m, words.__getitem__, storage.fields)
        found = {
            field.letter: Component(field.number, code)
            for field, code in zip(storage.fields, codes, strict=True)
        }
    found |= _constants(m)
    return {letter: found[source] for letter, source in form.sources.items()}


def _constants(m):
    return {number: Component(None, m.f32(float(number))) for number in "01"}


def pack_pixel(m, form: Form, pixel: dict[str, Component], clamped: bool = False) -> list:
    """Returns the words of a pixel in a form; clamped : True to clamp components to [0, 1]."""
    found = pixel | _constants(m)
    sources = [found[letter] for letter in form.packed]
    if form.storage.shared:
        values = [component.single(m) for component in sources]
        values = [m.saturate(value) for value in values] if clamped else values
        return form.storage.pack(m, values)
    codes = [
        _code(m, form, field.number, letter, component, clamped)
        for field, letter, component in zip(form.storage.fields, form.packed, sources, strict=True)
    ]
    return form.storage.join(m, codes)


def _code(m, form, number, letter, component, clamped):
    if component.number is number and _is_lossless(number):
        return component.lane
    if number.kind == "integer":
        return number.pack(m, component.whole(m, number.result))
    if letter == "D" or (form.wide and number.kind == "fixed"):
        value = component.double(m, letter)
        value = m.to_f32(value) if number is FLOAT32 else value
    else:
        value = component.single(m)
    value = m.saturate(value) if clamped else value
    return ((form.carry and number.carry) or number.pack)(m, value)


def convert(m, source: Form, target: Form, words, clamped: bool = False) -> list:
    """Returns the words of a pixel in another form; words : U32 lanes, one for each element."""
    if source is target and not clamped:
        return words
    return pack_pixel(m, target, components(m, source, words), clamped)


@cache
def are_copies(source: Form, target: Form) -> bool:
    """True if every pixel has the same words in both forms."""
    if source is target:
        return True
    ends = source.storage, target.storage
    if source.element is not target.element or ends[0].words != ends[1].words or ends[1].shared:
        return False
    fields = {field.letter: field for field in source.storage.fields}
    sources = source.sources
    for field, letter in zip(target.storage.fields, target.packed, strict=True):
        own, number = fields.get(sources.get(letter)), field.number
        lossless = _is_lossless(number) or (number is FLOAT32 and target.carry)
        if own is None or not lossless or number.bits == 0:
            return False
        if (own.number, own.word, own.shift) != (number, field.word, field.shift):
            return False
    return True
