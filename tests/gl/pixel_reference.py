"""Pixels in memory, a second time: plain Python after OpenGL 2.1, 3.6.4 and 4.3.2, byte by byte.

It shares nothing with softgl. Components are exact fractions; formats, types and pixel storage
modes go by their names in the specification; memory is a bytearray.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from fractions import Fraction

# Table 3.6.
FORMATS = {
    "COLOR_INDEX": ["index"],
    "STENCIL_INDEX": ["index"],
    "DEPTH_COMPONENT": ["depth"],
    "RED": ["R"],
    "GREEN": ["G"],
    "BLUE": ["B"],
    "ALPHA": ["A"],
    "RGB": ["R", "G", "B"],
    "RGBA": ["R", "G", "B", "A"],
    "BGR": ["B", "G", "R"],
    "BGRA": ["B", "G", "R", "A"],
    "ABGR_EXT": ["A", "B", "G", "R"],
    "LUMINANCE": ["L"],
    "LUMINANCE_ALPHA": ["L", "A"],
    "DEPTH_STENCIL_EXT": ["depth", "index"],
}
COLORS = [name for name, order in FORMATS.items() if not {*order} & {"index", "depth"}]

# Table 3.5, and ARB_half_float_pixel: the letter that Python's struct has for the GL data type.
PLAIN = {
    "UNSIGNED_BYTE": "B",
    "BYTE": "b",
    "UNSIGNED_SHORT": "H",
    "SHORT": "h",
    "UNSIGNED_INT": "I",
    "INT": "i",
    "HALF_FLOAT": "e",
    "FLOAT": "f",
}

# Tables 3.9 to 3.11, and EXT_packed_depth_stencil: the highest and the lowest bit of the first
# component, of the second, and so on.
PACKED = {
    "UNSIGNED_BYTE_3_3_2": ("B", [(7, 5), (4, 2), (1, 0)]),
    "UNSIGNED_BYTE_2_3_3_REV": ("B", [(2, 0), (5, 3), (7, 6)]),
    "UNSIGNED_SHORT_5_6_5": ("H", [(15, 11), (10, 5), (4, 0)]),
    "UNSIGNED_SHORT_5_6_5_REV": ("H", [(4, 0), (10, 5), (15, 11)]),
    "UNSIGNED_SHORT_4_4_4_4": ("H", [(15, 12), (11, 8), (7, 4), (3, 0)]),
    "UNSIGNED_SHORT_4_4_4_4_REV": ("H", [(3, 0), (7, 4), (11, 8), (15, 12)]),
    "UNSIGNED_SHORT_5_5_5_1": ("H", [(15, 11), (10, 6), (5, 1), (0, 0)]),
    "UNSIGNED_SHORT_1_5_5_5_REV": ("H", [(4, 0), (9, 5), (14, 10), (15, 15)]),
    "UNSIGNED_INT_8_8_8_8": ("I", [(31, 24), (23, 16), (15, 8), (7, 0)]),
    "UNSIGNED_INT_8_8_8_8_REV": ("I", [(7, 0), (15, 8), (23, 16), (31, 24)]),
    "UNSIGNED_INT_10_10_10_2": ("I", [(31, 22), (21, 12), (11, 2), (1, 0)]),
    "UNSIGNED_INT_2_10_10_10_REV": ("I", [(9, 0), (19, 10), (29, 20), (31, 30)]),
    "UNSIGNED_INT_24_8_EXT": ("I", [(31, 8), (7, 0)]),
}

# NV_depth_buffer_float: a float, and a word whose lower eight bits are a stencil index.
PAIR = "FLOAT_32_UNSIGNED_INT_24_8_REV"
FLOATS = ("HALF_FLOAT", "FLOAT", PAIR)


def formats_of(type_):
    """The formats that go with a type: table 3.8."""
    if type_ in PLAIN:
        return [name for name in FORMATS if name != "DEPTH_STENCIL_EXT"]
    if type_ == "BITMAP":
        return ["COLOR_INDEX", "STENCIL_INDEX"]
    if type_ == PAIR:
        return ["DEPTH_STENCIL_EXT"]
    count = len(PACKED[type_][1])
    return {2: ["DEPTH_STENCIL_EXT"], 3: ["RGB"], 4: ["RGBA", "BGRA"]}[count]


@dataclass
class Modes:
    """Tables 3.1 and 4.5."""

    swap_bytes: bool = False
    lsb_first: bool = False
    row_length: int = 0
    skip_rows: int = 0
    skip_pixels: int = 0
    alignment: int = 4
    image_height: int = 0
    skip_images: int = 0


def group_code(format_, type_):
    """The struct format of a group, and its number of elements."""
    if type_ in PACKED:
        return PACKED[type_][0], 1
    if type_ == PAIR:
        return "fI", 2
    count = len(FORMATS[format_])
    return PLAIN[type_] * count, count


def places(modes, format_, type_, size, three):
    """The begin of each group: (column, row, image) -> a byte, or a bit of a bitmap.

    three : True for commands of images of three dimensions.
    """
    width, height, depth = size
    groups = modes.row_length if modes.row_length > 0 else width
    if type_ == "BITMAP":
        k = modes.alignment * -(-groups // (8 * modes.alignment))  # equation 3.14
        row = 8 * k
        start = modes.skip_rows * row + modes.skip_pixels
        return {(i, j, 0): start + j * row + i for j in range(height) for i in range(width)}
    code, n = group_code(format_, type_)
    s = struct.calcsize("=" + code) // n
    a = modes.alignment
    k = n * groups if s >= a else a // s * -(-s * n * groups // a)  # equation 3.13
    rows = modes.image_height if three and modes.image_height > 0 else height
    start = modes.skip_pixels * n + modes.skip_rows * k
    if three:
        start += modes.skip_images * rows * k
    return {
        (i, j, m): s * (start + m * rows * k + j * k + i * n)
        for m in range(depth) for j in range(height) for i in range(width)
    }  # fmt: skip


def bytes_needed(modes, format_, type_, size, three):
    """The bytes of memory that an image reaches into."""
    last = max(places(modes, format_, type_, size, three).values(), default=None)
    if last is None:
        return 0
    if type_ == "BITMAP":
        return last // 8 + 1
    return last + struct.calcsize("=" + group_code(format_, type_)[0])


def _mark(modes):
    """The order of bytes: table 3.7 reverses that of a little-endian client."""
    return ">" if modes.swap_bytes else "<"


def _bit(memory, modes, place):
    byte, bit = divmod(place, 8)
    return byte, bit if modes.lsb_first else 7 - bit


def elements(memory, modes, format_, type_, place):
    """The numbers of the group at a place, as they are; a packed word as its bit fields."""
    if type_ == "BITMAP":
        byte, bit = _bit(memory, modes, place)
        return [memory[byte] >> bit & 1]
    code = _mark(modes) + group_code(format_, type_)[0]
    numbers = list(struct.unpack_from(code, memory, place))
    if type_ == PAIR:
        return [numbers[0], numbers[1] & 0xFF]
    if type_ in PLAIN:
        return numbers
    fields = PACKED[type_][1]
    return [numbers[0] >> low & (1 << high - low + 1) - 1 for high, low in fields]


def _bits(type_, position):
    """The number of bits of the component at a position."""
    if type_ in PLAIN:
        return 8 * struct.calcsize("=" + PLAIN[type_])
    high, low = PACKED[type_][1][position]
    return high - low + 1


def to_component(number, type_, position):
    """Table 2.9, and c / (2^N - 1) for bit fields."""
    if type_ in FLOATS:
        return Fraction(number)
    top = 2 ** _bits(type_, position) - 1
    signed = type_ in ("BYTE", "SHORT", "INT")
    return Fraction(2 * number + 1 if signed else number, top)


def unpack(memory, modes, format_, type_, size, three=False):
    """The pixels of an image: (column, row, image) -> (R, G, B, A), or its depth, index or both."""
    result = {}
    for key, place in places(modes, format_, type_, size, three).items():
        numbers = elements(memory, modes, format_, type_, place)
        group = {
            name: number if name == "index" else to_component(number, type_, position)
            for position, (name, number) in enumerate(zip(FORMATS[format_], numbers, strict=True))
        }
        if format_ in COLORS:
            # Conversion to RGB, and final expansion to RGBA.
            missing = {name: group.get("L", Fraction(0)) for name in "RGB"} | {"A": Fraction(1)}
            result[key] = tuple((missing | group)[name] for name in "RGBA")
        else:
            result[key] = tuple(group.values())
    return result


# Table 4.6.
INDEX_MASKS = {
    "UNSIGNED_BYTE": 2**8 - 1,
    "BITMAP": 1,
    "BYTE": 2**7 - 1,
    "UNSIGNED_SHORT": 2**16 - 1,
    "SHORT": 2**15 - 1,
    "UNSIGNED_INT": 2**32 - 1,
    "INT": 2**31 - 1,
    "UNSIGNED_INT_24_8_EXT": 2**8 - 1,
    PAIR: 2**8 - 1,
}


def clamp(value):
    return min(max(value, Fraction(0)), Fraction(1))


def from_component(value, type_, position):
    """Table 4.7, to the nearest, of two the even one."""
    if type_ in FLOATS:
        return float(value)
    top = 2 ** _bits(type_, position) - 1
    scaled = clamp(value) * top
    return round((scaled - 1) / 2 if type_ in ("BYTE", "SHORT", "INT") else scaled)


def pack(memory, modes, format_, type_, size, pixels, clamped, three=False):
    """Writes pixels (as `unpack` gives them) that have been through pixel transfer.

    clamped : True if colours that become floats are clamped to [0, 1].
    """
    for key, place in places(modes, format_, type_, size, three).items():
        if format_ in COLORS:
            group = dict(zip("RGBA", pixels[key], strict=True))
            group["L"] = group["R"] + group["G"] + group["B"]  # Conversion to L
            if clamped:
                group = {name: clamp(value) for name, value in group.items()}
        else:
            group = dict(zip(FORMATS[format_], pixels[key], strict=True))
        numbers = []
        for position, name in enumerate(FORMATS[format_]):
            if name == "index":
                mask = INDEX_MASKS.get(type_)
                numbers.append(group[name] if mask is None else group[name] & mask)
            else:
                numbers.append(from_component(group[name], type_, position))
        _write(memory, modes, format_, type_, place, numbers)


def _write(memory, modes, format_, type_, place, numbers):
    if type_ == "BITMAP":
        byte, bit = _bit(memory, modes, place)
        memory[byte] = memory[byte] & ~(1 << bit) | numbers[0] << bit
        return
    if type_ in PACKED:
        fields = PACKED[type_][1]
        numbers = [sum(number << low for number, (_, low) in zip(numbers, fields, strict=True))]
    struct.pack_into(_mark(modes) + group_code(format_, type_)[0], memory, place, *numbers)
