"""Formats of the elements of a buffer, as a user writes them: `float3 position, ubyte4n color`.

    float3 position         three components, named; tight after the field before
    ubyte4n color           normalised: 255 is 1
    vec3, ivec4, mat4       names of GLSL; float4x4 is four columns of four, too
    3f4, u2                 codes of numpy, with the number of components before them
    xuint4 word             shown in hexadecimal
    half2 uv[2]             an array; pad[8] skips eight bytes
    uint10_10_10_2n         the packed types of GL, and int10_10_10_2, float11_11_10

A comma, a semicolon or the end of a line separates fields.
"""

from __future__ import annotations

import difflib
import re
import reprlib

import numpy as np

from softgl.debug.plain import plain
from softgl.errors import Span, TextError, UsageError
from softgl.pipeline.keys.vertex_formats import (
    FIXED_DTYPE,
    FLOATS_DTYPE,
    PACKED_DTYPES,
    SIGNED_DTYPE,
    UNSIGNED_DTYPE,
)
from softgl.pipeline.vertices.elements import to_float
from softgl.pipeline.vertices.packed import unpacked
from softgl.records import dataclass

SCALARS = {
    "byte": np.dtype("i1"), "ubyte": np.dtype("u1"), "short": np.dtype("i2"),
    "ushort": np.dtype("u2"), "int": np.dtype("i4"), "uint": np.dtype("u4"),
    "long": np.dtype("i8"), "ulong": np.dtype("u8"), "half": np.dtype("f2"),
    "float": np.dtype("f4"), "double": np.dtype("f8"), "fixed": FIXED_DTYPE,
}  # fmt: skip
PACKED = {
    "int10_10_10_2": (SIGNED_DTYPE, 4),
    "uint10_10_10_2": (UNSIGNED_DTYPE, 4),
    "float11_11_10": (FLOATS_DTYPE, 3),
}
"""Word -> (dtype, components) of types with all components in one word."""
GLSL = {"vec": "float", "dvec": "double", "ivec": "int", "uvec": "uint"}
MATRICES = {"mat": "float", "dmat": "double"}
PAD = "pad"
MAX_FIELDS, MAX_FORMAT, MAX_ELEMENT_BYTES = 64, 1000, 4096
MAX_JSON_INTEGER = 2**53 - 1
MAX_VALUES = 256  # of an element: columns of a table

_WORD = re.compile(r"[A-Za-z0-9_]+")
_NAME = re.compile(r"[A-Za-z_][\w.]*")
_COUNT = re.compile(r"\[\s*([0-9]{1,4})\s*\]")
_TYPES = (
    re.compile(rf"(?P<hex>x?)(?P<scalar>{'|'.join(SCALARS)})(?P<count>[1-9]?)(?P<normal>n?)"),
    re.compile(rf"(?P<scalar>{'|'.join(SCALARS)})(?P<columns>[2-4])x(?P=columns)"),
    re.compile(rf"(?P<glsl>{'|'.join(GLSL)})(?P<count>[2-4])"),
    re.compile(rf"(?P<matrix>{'|'.join(MATRICES)})(?P<columns>[2-4])(x(?P<count>[2-4]))?"),
    re.compile(r"(?P<count>[1-9]?)(?P<code>[iu][1248]|f[248])(?P<normal>n?)"),
    re.compile(rf"(?P<packed>{'|'.join(PACKED)})(?P<normal>n?)"),
)


class FormatError(TextError, UsageError):
    """A malformed format; its text shows the place."""

    def __str__(self):
        return "\n".join([f"format: {self.message}", *self.excerpt])


@dataclass(frozen=True)
class Field:
    """A field of an element.

    dtype : of its components, or of the word that holds all of them. count : of components.
    copies : of an array. offset : bytes from the start of the element.
    """

    name: str
    dtype: np.dtype
    count: int
    offset: int
    normalized: bool = False
    hexadecimal: bool = False
    copies: int = 1

    @property
    def size(self) -> int:
        """The bytes of all copies."""
        words = 1 if self.dtype in PACKED_DTYPES else self.count
        return self.dtype.itemsize * words * self.copies

    @property
    def values(self) -> int:
        """The number of values, those of all copies."""
        return self.count * self.copies

    def read(self, rows: np.ndarray) -> list[list]:
        """Converts elements, (n, bytes) uint8, to the values of the field in each."""
        raw = np.ascontiguousarray(rows[:, self.offset : self.offset + self.size])
        if self.dtype in PACKED_DTYPES:
            words = raw.view(np.uint32).reshape(-1)
            values = unpacked(words, self.dtype, self.normalized)[:, : self.count]
        else:
            values = raw.view(self.dtype)
            if self.normalized or self.dtype in (FIXED_DTYPE, np.float16):
                values = to_float(values, self.normalized)
        values = values.reshape(len(rows), self.values)
        if self.hexadecimal:
            digits = 2 * self.dtype.itemsize
            return [[f"0x{value:0{digits}x}" for value in row] for row in values.tolist()]
        if values.dtype.kind in "iu" and values.dtype.itemsize == 8:
            return [[_number(value) for value in row] for row in values.tolist()]
        return plain(values)


@dataclass(frozen=True)
class Format:
    """The fields of an element, and its size in bytes with all padding."""

    fields: tuple[Field, ...]
    size: int

    def read(self, data: np.ndarray, offset: int, stride: int, first: int, count: int) -> list:
        """The values of elements `first` ... `first + count - 1`: a list for each field of each.

        data : uint8. offset : of element 0. stride : between elements; both in bytes. Elements
        that do not lie within the data as a whole are left out.
        """
        count = max(0, min(count, self.available(data.size, offset, stride) - first))
        start = offset + first * stride
        rows = np.ndarray((count, self.size), np.uint8, data, start, (stride, 1)) if count else None
        columns = [] if rows is None else [field.read(rows) for field in self.fields]
        return [list(row) for row in zip(*columns, strict=True)] if columns else [[]] * count

    def available(self, size: int, offset: int, stride: int) -> int:
        """The number of elements within `size` bytes."""
        last = size - offset - self.size
        return last // stride + 1 if last >= 0 else 0


def parse(text: str) -> Format:
    """Parses a format. Raises FormatError."""
    if not isinstance(text, str) or len(text) > MAX_FORMAT:
        raise UsageError(
            f"format: {reprlib.repr(text)} is not a text of up to {MAX_FORMAT} letters"
        )
    return _Parser(text).run()


class _Parser:
    """Parses the format `text` from left to right."""

    def __init__(self, text):
        self._text, self._at, self._size = text, 0, 0
        self._fields: list[Field] = []

    def run(self) -> Format:
        """Parses all fields."""
        while self._skip(r"[\s,;]*") < len(self._text):
            self._field()
            self._skip(r"[^\S\n]*")
            if self._at < len(self._text) and self._text[self._at] not in ",;\n":
                raise self._wrong("a comma is missing between two fields", self._at, self._at + 1)
        if not self._fields:
            raise self._wrong("no field; for example: float3 position, ubyte4n color", 0, 1)
        return Format(tuple(self._fields), self._size)

    def _skip(self, pattern) -> int:
        self._at = re.compile(pattern).match(self._text, self._at).end()
        return self._at

    def _wrong(self, message, start, end):
        return FormatError(message, self._text, Span(start, max(end, start + 1)))

    def _taken(self, pattern):
        match = pattern.match(self._text, self._skip(r"[^\S\n]*"))
        if match:
            self._at = match.end()
        return match

    def _field(self):
        start = self._at
        word = self._taken(_WORD)
        if word is None:
            raise self._wrong("not a type", start, start + 1)
        pads = word[0] == PAD
        kind = (np.dtype("u1"), 1, 1) if pads else self._type(word)
        name = None if pads else self._taken(_NAME)
        copies = self._taken(_COUNT)
        if pads and not copies:
            raise self._wrong("pad needs a number of bytes, as in pad[4]", start, word.end())
        times = int(copies[1]) if copies else 1
        if times < 1:
            raise self._wrong("an array of no elements", copies.start(1), copies.end(1))
        dtype, count, columns = kind[:3]
        field = Field(
            name[0] if name else f"{word[0]} at {self._size}",
            dtype, count, self._size, *kind[3:], copies=columns * times,
        )  # fmt: skip
        self._size += field.size
        if not pads:
            self._fields.append(field)
        self._check_limits(start)

    def _check_limits(self, start):
        values = sum(field.values for field in self._fields)
        for limit, found, what in (
            (MAX_FIELDS, len(self._fields), "fields"),
            (MAX_VALUES, values, "values in an element"),
            (MAX_ELEMENT_BYTES, self._size, "bytes in an element"),
        ):
            if found > limit:
                raise self._wrong(f"more than {limit} {what}", start, self._at)

    def _type(self, word) -> tuple:
        """(dtype, components, columns, normalised, hexadecimal) of the word of a type."""
        match = next(filter(None, (each.fullmatch(word[0]) for each in _TYPES)), None)
        if match is None:
            raise self._wrong(self._unknown(word[0]), *word.span())
        parts = match.groupdict()
        normal, hexadecimal = bool(parts.get("normal")), bool(parts.get("hex"))
        if packed := parts.get("packed"):
            dtype, count = PACKED[packed]
        else:
            dtype = _dtype(parts)
            count = int(parts.get("count") or parts.get("columns") or 1)
        if (normal and dtype.kind not in "iu" and dtype not in (SIGNED_DTYPE, UNSIGNED_DTYPE)) or (
            normal and dtype.itemsize > 4
        ):
            raise self._wrong("only integers of up to 32 bits can be normalised", *word.span())
        if hexadecimal and (normal or dtype.kind not in "iu"):
            raise self._wrong("only integers have hexadecimal digits", *word.span())
        return dtype, count, int(parts.get("columns") or 1), normal, hexadecimal

    def _unknown(self, word) -> str:
        known = [*SCALARS, *PACKED, *(f"{name}4" for name in SCALARS), "vec4", "mat4"]
        near = difflib.get_close_matches(word, known, n=1, cutoff=0.7)
        return f"no type {word!r}; " + (f"did you mean {near[0]!r}?" if near else _KNOWN)


_KNOWN = f"the types are {', '.join(SCALARS)}, with 2 to 4 for vectors and n for fractions"


def _number(value: int) -> int | str:
    """An integer, as text where JSON's readers would round it (RFC 8259, 6)."""
    return value if abs(value) <= MAX_JSON_INTEGER else str(value)


def _dtype(parts) -> np.dtype:
    if parts.get("code"):
        return np.dtype(parts["code"])
    scalar = parts.get("scalar")
    if scalar is None:
        scalar = MATRICES[parts["matrix"]] if parts.get("matrix") else GLSL[parts["glsl"]]
    return SCALARS[scalar]
