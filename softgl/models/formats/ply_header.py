"""Parses the header of PLY files: elements with their properties."""

from __future__ import annotations

import re
from dataclasses import field

from softgl.models.files.errors import ModelError, text_error
from softgl.models.formats.number_text import shown
from softgl.records import dataclass

TYPES = {
    "char": "i1", "int8": "i1", "uchar": "u1", "uint8": "u1", "byte": "i1", "ubyte": "u1",
    "short": "i2", "int16": "i2", "ushort": "u2", "uint16": "u2",
    "int": "i4", "int32": "i4", "uint": "u4", "uint32": "u4",
    "long": "i8", "int64": "i8", "ulong": "u8", "uint64": "u8",
    "half": "f2", "float16": "f2", "float": "f4", "float32": "f4",
    "double": "f8", "float64": "f8",
}  # fmt: skip
"""Name of a type -> dtype without byte order."""
FORMATS = {"ascii": "", "binary_little_endian": "<", "binary_big_endian": ">"}
"""Format -> byte order of its numbers."""
MAX_HEADER = 1 << 20
"""Bytes of a header."""
MAX_PROPERTIES = 1 << 12
"""Elements and properties of a header together."""
END = re.compile(rb"(?i)[\r\n][ \t]*end_header[ \t]*(?=[\r\n]|$)")


@dataclass(frozen=True)
class Property:
    """A property of an element. type : dtype; count : dtype of a list's length, or None."""

    name: str
    type: str
    count: str | None = None


@dataclass(frozen=True, eq=False)
class Element:
    """An element: `count` rows of its properties. line : where the header states it."""

    name: str
    count: int
    line: int
    properties: list[Property] = field(default_factory=list)

    @property
    def has_lists(self) -> bool:
        """True if a row has no size that the header states."""
        return any(each.count for each in self.properties)


@dataclass(frozen=True, eq=False)
class Header:
    """A header.

    order : byte order of the data, "<" or ">"; "" for a text. start : offset of the data. lines :
    of the header. textures : names of images.
    """

    order: str
    start: int
    lines: int
    elements: list[Element]
    textures: list[str]


def parse_header(path, data: bytes) -> Header:
    """Parses the header of a PLY file with LF, CR LF or CR as line ends. Raises ModelError."""
    found = END.search(data, 0, MAX_HEADER)
    if data[:3].lower() != b"ply" or data[3:4] not in (b"", b" ", b"\t", b"\r", b"\n"):
        first = data[:64].splitlines()[0] if data else b""
        raise text_error(path, 1, f"found {shown(first)}, expected 'ply'")
    if found is None:
        lines = len(data[:MAX_HEADER].splitlines())
        raise text_error(path, lines, "the header ends here, expected 'end_header'")
    lines = data[: found.end()].splitlines()
    start = found.end()
    # A header of CR lines ends with one: the line feed behind it, if any, is data.
    for end in (b"\r\n", b"\n", b"\r") if b"\n" in data[: found.end()] else (b"\r",):
        if data.startswith(end, start):
            start += len(end)
            break
    elements, textures, order = [], [], None
    for number, line in enumerate(lines[1:-1], 2):
        words = line.decode("utf-8", "replace").split()
        keyword = words[0].lower() if words else ""
        if keyword == "format":
            order = _order(path, number, words)
        elif keyword == "comment":
            if len(words) > 2 and words[1].lower() == "texturefile":
                text = line.decode("utf-8", "replace").strip()
                textures.append(text.split(None, 2)[2].strip("\"'"))
        elif keyword == "element":
            elements.append(_element(path, number, words))
        elif keyword == "property":
            if not elements:
                raise text_error(path, number, "found 'property', expected 'element' before it")
            elements[-1].properties.append(_property(path, number, words))
        elif keyword not in ("", "obj_info"):
            expected = "'element', 'property', 'comment' or 'end_header'"
            raise text_error(path, number, f"found {_quoted(words[0])}, expected {expected}")
    if sum(1 + len(element.properties) for element in elements) > MAX_PROPERTIES:
        raise ModelError(f"{path} has more than {MAX_PROPERTIES} elements and properties")
    if order is None:
        raise text_error(path, 2, "the header has no line 'format'")
    return Header(order, start, len(lines), elements, textures)


def _quoted(word):
    return shown(word.encode("utf-8", "replace"))


def _order(path, number, words):
    if len(words) < 2 or words[1].lower() not in FORMATS:
        found = _quoted(words[1]) if len(words) > 1 else "nothing"
        raise text_error(path, number, f"found {found}, expected {', '.join(FORMATS)}")
    return FORMATS[words[1].lower()]


def _element(path, number, words):
    if len(words) < 3 or not re.fullmatch(r"\+?[0-9]{1,18}", words[2]):
        found = _quoted(" ".join(words[1:])) if len(words) > 1 else "nothing"
        raise text_error(path, number, f"found {found}, expected the name and number of an element")
    return Element(words[1].lower(), int(words[2]), number)


def _property(path, number, words):
    is_list = len(words) > 1 and words[1].lower() == "list"
    types = [word.lower() for word in (words[2:4] if is_list else words[1:2])]
    for word in types:
        if word not in TYPES:
            raise text_error(path, number, f"found {_quoted(word)}, expected a type such as float")
    if len(words) < (5 if is_list else 3):
        raise text_error(
            path, number, "found a property without a name, expected its type and name"
        )
    name = words[4 if is_list else 2].lower()
    if not is_list:
        return Property(name, TYPES[types[0]])
    if TYPES[types[0]].startswith("f"):
        raise text_error(path, number, f"found {types[0]}, expected an integer type for a length")
    return Property(name, TYPES[types[1]], TYPES[types[0]])
