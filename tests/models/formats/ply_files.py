"""Makes PLY files of one description, as a text and in both byte orders."""

import struct

import numpy as np

FORMATS = ("ascii", "binary_little_endian", "binary_big_endian")
CODES = {"char": "b", "uchar": "B", "short": "h", "ushort": "H", "int": "i", "uint": "I",
         "float": "f", "double": "d", "int8": "b", "uint8": "B", "int16": "h", "uint16": "H",
         "int32": "i", "uint32": "I", "float32": "f", "float64": "d"}  # fmt: skip
XYZ = ["float x", "float y", "float z"]
SQUARE = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)]
LIST = "list uchar int vertex_indices"
TRIANGLES = [([0, 1, 2],), ([0, 2, 3],)]


def ply(kind, *elements, comments=()):
    """A PLY file.

    kind : of FORMATS. elements : (name, properties without the word "property", rows of numbers
    and, for a property with a list, of lists).
    """
    header, data = [f"ply\nformat {kind} 1.0"], []
    header += [f"comment {text}" for text in comments]
    order = ">" if kind == "binary_big_endian" else "<"
    for name, properties, rows in elements:
        header.append(f"element {name} {len(rows)}")
        header += [f"property {each}" for each in properties]
        for row in rows:
            words = []
            for each, value in zip(properties, row, strict=True):
                types = each.split()
                if types[0] == "list":
                    words.append((types[1], len(value)))
                    words += [(types[2], item) for item in value]
                else:
                    words.append((types[0], value))
            if kind == "ascii":
                data.append(" ".join(str(value) for _, value in words).encode() + b"\n")
            else:
                data += [struct.pack(order + CODES[code], value) for code, value in words]
    return "\n".join([*header, "end_header\n"]).encode() + b"".join(data)


def square(*elements, kind="ascii", **settings):
    """A file of the corners of a square, and further elements."""
    return ply(kind, ("vertex", XYZ, SQUARE), *elements, **settings)


def area(part):
    """The area of a part's triangles."""
    a, b, c = np.moveaxis(np.asarray(part.positions, float)[part.elements], 1, 0)
    return float(np.linalg.norm(np.cross(b - a, c - a), axis=1).sum() / 2)
