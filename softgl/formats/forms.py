"""Pixels on the way from one form to another, as a formula of the words that hold them.

A *form* is a storage and what its components are for: of texels, of the pixels of a plane, or of
client memory. `convert` is what `host` and `pixels.conversion` do with arrays, to the last bit, as
lanes. That is quicker once it is compiled; those stay what a few pixels take, and what is tested
against.
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
    """What the words of a pixel are. One object for each: `name` tells them apart.

    storage : the numbers in the words. element : the type of these in memory.
    taken : for each of its components what it takes of a pixel: R, G, B, A, 0 or 1; D of depths and
        S of stencil indices.
    given : for R, G, B and A of a pixel which of the storage's it is, or 0 or 1; or D, or S.
    carry : whether NaNs keep their bits. wide : whether fixed-point numbers are made of F64.
    has_stencil_apart : whether the last word, a stencil index, lies in memory of its own.
    """

    name: str
    storage: Storage
    taken: str
    given: str
    element: LaneType = U32
    carry: bool = False
    wide: bool = False
    has_stencil_apart: bool = False

    @property
    def words(self) -> int:
        """How many elements of memory a pixel has."""
        return self.storage.words

    @property
    def sources(self) -> dict[str, str]:
        """For each letter of a pixel what `given` has."""
        letters = "RGBA" if len(self.given) == 4 else self.given
        return dict(zip(letters, self.given, strict=True))


@cache
def plane_form(format_: ColorFormat | str) -> Form:
    """The form of the pixels of a plane, by its format."""
    if isinstance(format_, ColorFormat):
        name = f"plane {format_.storage} {format_.kept}"
        return Form(name, format_.lay, taken=format_.kept, given="RGBA")
    letter = format_[0].upper()  # of depth or stencil
    element = U8 if letter == "S" else U32
    return Form(f"plane {format_}", STORAGES[format_], letter, letter, element)


@cache
def depth_stencil_form(depth: str) -> Form:
    """The form of the pixels of a plane of depths, by its format, and one of stencil indices.

    Texels of both lie alike, but for being together.
    """
    storage = STORAGES[f"{depth}_stencil8"]
    return Form(f"planes {storage.name}", storage, "DS", "DS", has_stencil_apart=True)


def texel_form(format_: InternalFormat) -> Form | None:
    """The form of the texels of an internal format; None if they have a stencil index too."""
    return _texel_form(format_.storage.name, format_.has_depth, *_patterns(format_))


def _patterns(format_):
    return ("D", "D") if format_.has_depth else (format_.base.sampled, format_.base.returned)


@cache
def _texel_form(storage, depths, taken, given):
    if depths and STORAGES[storage].words > 1:
        return None
    name = f"texel {storage} {taken} {given}"
    return Form(name, STORAGES[storage], taken, given, carry=True)


# -- the formula -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Component:
    """A component on its way: the code of a number, or without one an F32 value."""

    number: Number | None
    lane: object

    def single(self, m):
        return self.lane if self.number is None else self.number.unpack(m, self.lane)

    def whole(self, m, type_):
        """As the nearest integer of a type, I32 or U32; without a number it is 0 or 1."""
        value = m.to_i32(self.lane) if self.number is None else self.number.unpack(m, self.lane)
        if value.type is type_:
            return value
        return m.as_u32(m.max(value, 0)) if type_ is U32 else m.as_i32(m.min(value, 2**31 - 1))

    def double(self, m, letter):
        """As F64. Of depths and bytes it is the quotient of the code itself, not of its F32."""
        number = self.number
        if isinstance(number, Depth):
            return number.wide(m, self.lane)
        if number is UNORM8 or (letter == "D" and number is UNORM16):
            return m.to_f64(self.lane) / float(2**number.bits - 1)
        return m.to_f64(self.single(m))


def _is_kept(number: Number) -> bool:
    """Whether every code of a number comes back when what it stands for is packed again."""
    whole = number.kind in ("index", "integer")
    return whole or (number.kind == "fixed" and number.range[0] == 0)


def components(m, form: Form, words) -> dict[str, Component]:
    """What a pixel of a form gives, by letters."""
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


def made(m, form: Form, pixel: dict[str, Component], clamped: bool = False) -> list:
    """The words of a pixel in a form; clamped : whether components are brought to [0, 1]."""
    found = pixel | _constants(m)
    given = [found[letter] for letter in form.taken]
    if form.storage.shared:
        values = [component.single(m) for component in given]
        values = [m.saturate(value) for value in values] if clamped else values
        return form.storage.pack(m, values)
    codes = [
        _code(m, form, field.number, letter, component, clamped)
        for field, letter, component in zip(form.storage.fields, form.taken, given, strict=True)
    ]
    return form.storage.join(m, codes)


def _code(m, form, number, letter, component, clamped):
    if component.number is number and _is_kept(number):
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
    """The words of a pixel in another form: U32 lanes of `words`, one for each element."""
    if source is target and not clamped:
        return words
    return made(m, target, components(m, source, words), clamped)


@cache
def are_copies(source: Form, target: Form) -> bool:
    """Whether all pixels have the same words in another form as in their own."""
    if source is target:
        return True
    ends = source.storage, target.storage
    if source.element is not target.element or ends[0].words != ends[1].words or ends[1].shared:
        return False
    fields = {field.letter: field for field in source.storage.fields}
    given = source.sources
    for field, letter in zip(target.storage.fields, target.taken, strict=True):
        own, number = fields.get(given.get(letter)), field.number
        kept = _is_kept(number) or (number is FLOAT32 and target.carry)
        if own is None or not kept or number.bits == 0:
            return False
        if (own.number, own.word, own.shift) != (number, field.word, field.shift):
            return False
    return True
