"""Formats and types of pixels in OpenGL ES, and the combinations that glReadPixels takes.

OpenGL ES 3.0, 3.7 and 4.3.2. The functions take contexts of OpenGL ES only.
"""

from __future__ import annotations

from softgl.formats.es_formats import COMBINATIONS
from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_enum, invalid_operation
from softgl.pipeline.planes.planes import Plane

_PIXEL_NAMES = {getattr(gl, f"GL_{name}"): name for pair in COMBINATIONS[3] for name in pair}


def pair_of(ctx, pixel_format: int, pixel_type: int) -> tuple[str, str]:
    """Returns the names of a format and a type; GL_INVALID_ENUM for others than those of images."""
    pairs = COMBINATIONS[ctx.api.version[0]]
    found = _PIXEL_NAMES.get(pixel_format, ""), _PIXEL_NAMES.get(pixel_type, "")
    for number, (title, value) in enumerate((("format", pixel_format), ("type", pixel_type))):
        if not any(found[number] == pair[number] for pair in pairs):
            raise invalid_enum(f"{title}: {gl.name_of(value)} is not one of images")
    return found


def kind_of(storage) -> str:
    """Returns the kind of numbers of colours; copies do not convert between them."""
    if storage.integer:
        return "int" if storage.signed else "uint"
    if storage.signed_fixed:
        return "snorm"
    return "unorm" if storage.fixed else "float"


_BY_KIND = {
    "unorm": ("RGBA", "UNSIGNED_BYTE"),
    "snorm": ("RGBA", "UNSIGNED_BYTE"),
    "float": ("RGBA", "FLOAT"),
    "int": ("RGBA_INTEGER", "INT"),
    "uint": ("RGBA_INTEGER", "UNSIGNED_INT"),
}
"""4.3.2: the combination that glReadPixels always takes, by the kind of the read buffer."""


def _chosen(plane: Plane) -> tuple[str, str]:
    """Returns the format and the type that hold the read buffer as it is."""
    present = "".join(each for each in "RGBA" if plane.bits(each))
    formats = {"R": "RED", "RG": "RG", "RGB": "RGB", "RGBA": "RGBA"}
    name, kind = formats.get(present, "RGBA"), kind_of(plane.storage)
    bits = tuple(plane.bits(each) for each in present)
    packed = {
        (5, 6, 5): "UNSIGNED_SHORT_5_6_5", (4, 4, 4, 4): "UNSIGNED_SHORT_4_4_4_4",
        (5, 5, 5, 1): "UNSIGNED_SHORT_5_5_5_1", (10, 10, 10, 2): "UNSIGNED_INT_2_10_10_10_REV",
        (11, 11, 10): "UNSIGNED_INT_10F_11F_11F_REV",
    }.get(bits)  # fmt: skip
    if packed:
        return name + "_INTEGER" * (kind in ("int", "uint")), packed
    if kind in ("int", "uint"):
        word = {8: "BYTE", 16: "SHORT", 32: "INT"}[bits[0]]
        return f"{name}_INTEGER", word if kind == "int" else f"UNSIGNED_{word}"
    if kind == "float":
        return name, "HALF_FLOAT" if bits[0] == 16 else "FLOAT"
    return name, "UNSIGNED_BYTE"


def _read_plane(ctx) -> Plane:
    """Returns the read buffer, which may have several samples."""
    plane = ctx.framebuffers.reading().colors[0]
    if plane is None:
        raise invalid_operation("there is no read buffer")
    return plane


def chosen_format(ctx) -> int:
    """Returns GL_IMPLEMENTATION_COLOR_READ_FORMAT of the read buffer."""
    return getattr(gl, f"GL_{_chosen(_read_plane(ctx))[0]}")


def chosen_type(ctx) -> int:
    """Returns GL_IMPLEMENTATION_COLOR_READ_TYPE of the read buffer."""
    return getattr(gl, f"GL_{_chosen(_read_plane(ctx))[1]}")


def check_read(ctx, pixel_format: int, pixel_type: int) -> None:
    """Raises for a format and a type in which glReadPixels does not return the read buffer."""
    pair = pair_of(ctx, pixel_format, pixel_type)
    plane = _read_plane(ctx)
    taken = {_BY_KIND[kind_of(plane.storage)], _chosen(plane)}
    if kind_of(plane.storage) == "unorm":
        taken.add(("BGRA", "UNSIGNED_BYTE"))  # EXT_read_format_bgra
        if plane.bits("G") == 10:
            taken.add(("RGBA", "UNSIGNED_INT_2_10_10_10_REV"))
    # 4.3.2: "ReadPixels generates an INVALID_OPERATION error if the combination of format and type
    # is unsupported."
    if pair not in taken:
        words = f"GL_{pair[0]}, GL_{pair[1]}"
        raise invalid_operation(f"{words} is none of the combinations that the read buffer takes")
