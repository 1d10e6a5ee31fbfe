"""The families of vertex commands, made from the registry: glVertex{234}{sifd}[v] and so on.

OpenGL 2.1, 2.7. A row of FAMILIES gives the names of a family, and the log of
`softgl.gl.vertices.immediate` that they write. The members that programs call for each vertex
(floats, integer coordinates, ubyte colours) are compiled from a template into the cheapest possible
function, behind one in native code; the others go through `command` like all other commands.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from struct import Struct

import numpy as np

from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import (
    CONVERTERS,
    BadArgument,
    invalid_enum,
    invalid_value,
    numbers,
    to_enum,
    vector,
)
from softgl.gl.api.command import command
from softgl.gl.api.compiled import attempted, compiled
from softgl.gl.api.current import fastest
from softgl.gl.api.declarations import COMMANDS
from softgl.gl.api.kinds import Kind
from softgl.gl.api.signature import commands_like, signature
from softgl.gl.vertices.attributes import DEFAULT, MAX_TEXTURE_COORDS, MAX_VERTEX_ATTRIBS
from softgl.gl.vertices.immediate import PLACES, ROW, pack, pack_words
from softgl.lanes.native_setters import SetterKind, setters
from softgl.records import dataclass

EXPORTED: dict[str, Callable] = {}
"""The functions in native code that programs call in place of some COMMANDS."""
EXPORTED_ARGUMENTS: dict[str, SetterKind] = {}
"""The arguments of these native functions."""
DTYPES = {
    "b": np.int8, "ub": np.uint8, "s": np.int16, "us": np.uint16, "i": np.int32, "ui": np.uint32,
    "f": np.float64, "d": np.float64, "h": np.uint16,
}  # fmt: skip
MEMORY_DTYPES = DTYPES | {"f": np.float32}
"""The types of numbers in the memory of C programs."""
KINDS = {"b": "byte", "ub": "ubyte", "s": "short", "us": "ushort", "i": "int", "ui": "uint"}


def to_texcoord(value) -> int:
    """Converts a texture coordinate set, GL_TEXTURE0 and up."""
    value = to_enum(value)
    if 0 <= value - gl.GL_TEXTURE0 < MAX_TEXTURE_COORDS:
        return value
    raise invalid_enum(f"{gl.name_of(value)} is not one of the {MAX_TEXTURE_COORDS} texture sets")


def to_attribute(value) -> int:
    """Converts the number of a generic vertex attribute."""
    value = CONVERTERS["uint"](value)
    if value < MAX_VERTEX_ATTRIBS:
        return value
    raise invalid_value(f"{value} is not below GL_MAX_VERTEX_ATTRIBS, {MAX_VERTEX_ATTRIBS}")


@dataclass(frozen=True)
class Family:
    """A family of commands.

    pattern : the names; groups `size` (default 1) and `type`, `normalized` and `v` if present.
    log : the attribute of `Immediate` to write; with `select`, a dictionary of logs, whose key is
        the first argument.
    normalized : True if integers are always normalized. words : True if they keep their bits.
    """

    pattern: str
    log: str
    normalized: bool = False
    select: Callable | None = None
    words: bool = False


FAMILIES = (
    Family(r"glVertex(?P<size>[234])(?P<type>[sifd])(?P<v>v?)", "vertices"),
    Family(r"glColor(?P<size>[34])(?P<type>u?[bsi]|[fd])(?P<v>v?)", "color", True),
    Family(
        r"glSecondaryColor(?P<size>3)(?P<type>u?[bsi]|[fd])(?P<v>v?)(EXT)?", "secondary_color", True
    ),
    Family(r"glNormal(?P<size>3)(?P<type>[bsifd])(?P<v>v?)", "normal", True),
    Family(r"glFogCoord(?P<type>[fd])(?P<v>v?)(EXT)?", "fog_coord"),
    Family(r"glIndex(?P<type>ub|[sifd])(?P<v>v?)", "index"),
    Family(r"glTexCoord(?P<size>[1234])(?P<type>[sifd])(?P<v>v?)", "texcoord0"),
    Family(
        r"glMultiTexCoord(?P<size>[1234])(?P<type>[sifd])(?P<v>v?)(ARB)?",
        "texcoords",
        select=to_texcoord,
    ),
    Family(
        r"glVertexAttrib(?P<size>[1234])(?P<normalized>N?)(?P<type>u?[bsi]|[fd])(?P<v>v?)(ARB)?",
        "attribs",
        select=to_attribute,
    ),
    # NV_vertex_program, 2.14.1.1: "No conversions are applied to the vertex attributes specified as
    # type short, float, or double.  However, vertex attributes specified as type ubyte are
    # converted".
    Family(
        r"glVertexAttrib(?P<size>[1234])(?P<type>[sfd])(?P<v>v?)NV",
        "aliased_attribs",
        select=to_attribute,
    ),
    Family(
        r"glVertexAttrib(?P<size>4)(?P<type>ub)(?P<v>v?)NV",
        "aliased_attribs",
        True,
        select=to_attribute,
    ),
    # NV_vertex_program4, 2.7: "not converted to floating-point values, but instead are represented
    # as signed or unsigned integer values."
    Family(
        r"glVertexAttribI(?P<size>[1234])(?P<type>u?[bsi])(?P<v>v?)(EXT)?",
        "attribs",
        select=to_attribute,
        words=True,
    ),
    # NV_half_float: 16-bit numbers, passed as the integers with their bits.
    *(
        Family(rf"gl{stem}(?P<type>h)(?P<v>v?)NV", log, select=select)
        for stem, log, select in (
            ("Vertex(?P<size>[234])", "vertices", None),
            ("Normal(?P<size>3)", "normal", None),
            ("Color(?P<size>[34])", "color", None),
            ("SecondaryColor(?P<size>3)", "secondary_color", None),
            ("FogCoord", "fog_coord", None),
            ("TexCoord(?P<size>[1234])", "texcoord0", None),
            ("MultiTexCoord(?P<size>[1234])", "texcoords", to_texcoord),
            ("VertexAttrib(?P<size>[1234])", "aliased_attribs", to_attribute),
        )
    ),
)

# Every ubyte as a colour component; a dictionary, since an index of -1 would pass.
UNIT = {value: value / 255 for value in range(256)}

# `check` unpacks a sequence after asking for its length: a ctypes pointer has neither length nor
# end. It also refuses anything but integers of the type. `fill` is the omitted components.
# Python would refuse a wrong number of arguments by a TypeError: here any number is accepted, and
# refused like all other errors.
TEMPLATE = """
def member({parameters}, /, *more, **keywords):
    try:
        () = more
        if keywords:
            raise TypeError
        {check}
        immediate = fastest.immediate
        immediate.{log}{key}[len(immediate.vertices) // {row}] = pack({components}{fill})
    except Exception:
        arguments = [value for value in ({parameters},) if value is not ...]
        refused = attempted(checked, (*arguments, *more), keywords)
        if refused is not None:
            raise refused.without_own_frames()
"""
VERTEX_TEMPLATE = """
def member({parameters}, /, *more, **keywords):
    try:
        () = more
        if keywords:
            raise TypeError
        {check}
        fastest.vertex(pack({components}{fill}))
    except Exception:
        arguments = [value for value in ({parameters},) if value is not ...]
        refused = attempted(checked, (*arguments, *more), keywords)
        if refused is not None:
            raise refused.without_own_frames()
"""


def normalize(value: int, kind: str) -> float:
    """Converts an integer by OpenGL 2.1, table 2.9.

    "c / (2^b - 1)" for unsigned types, "(2c + 1) / (2^b - 1)" for signed ones.
    """
    maximum = 2 ** (8 * np.dtype(DTYPES[kind]).itemsize) - 1
    return value / maximum if kind.startswith("u") else (2 * value + 1) / maximum


def components(values, count: int, kind: str) -> np.ndarray:
    """Returns `count` numbers of a kind from a sequence; halves as integers with their bits."""
    if kind == "h" and getattr(values, "dtype", None) == np.float16:
        values = values.view(np.uint16)
    return vector(values, count, DTYPES[kind], source=MEMORY_DTYPES[kind])


def from_halves(words) -> list[float]:
    """Converts the bits of half floats to numbers."""
    return np.array(words, np.uint16).view(np.float16).tolist()


def put(immediate, log, value: bytes) -> None:
    """Appends a vertex, if the log is that of vertices, or sets an attribute."""
    if log is immediate.vertices:
        log.extend(value)
    else:
        log[immediate.count] = value


def _define(name: str, family: Family, match: re.Match) -> None:
    """Registers the command `name` of a family."""
    groups = match.groupdict()
    size, kind = int(groups.get("size") or 1), groups["type"]
    normalized = kind in KINDS and (family.normalized or bool(groups.get("normalized")))
    parameters = signature(name).parameters
    fill = DEFAULT[size:]
    words = (0, 0, 0, 1)[size:]

    def write(ctx, *arguments):
        values = arguments[1:] if family.select else arguments
        values = list(values[0]) if groups["v"] else list(values)
        if normalized:
            values = [normalize(int(value), kind) for value in values]
        elif kind == "h":
            values = from_halves(values)
        immediate = ctx.immediate
        if family.words:
            value = pack_words(*(int(value) & 0xFFFFFFFF for value in values), *words)
        else:
            value = pack(*values, *fill)
        log = getattr(immediate, family.log)
        put(immediate, log[arguments[0]] if family.select else log, value)

    write.__doc__ = f"Sets {family.log.replace('_', ' ')}: {size} of type {kind}."
    checks = {}
    if family.select:
        checks[parameters[0].name] = family.select
    if groups["v"]:
        checks[parameters[-1].name] = lambda values: components(values, size, kind)
    command(name, between=True, kind=Kind.ATTRIBUTE, **checks)(write)
    if kind in (("f", "d", "ub") if normalized else ("f", "d", "i", "s")) and not family.words:
        log = family.log
        if log == "attribs" and (kind != "f" or name.endswith("ARB")):
            log = "desktop_attribs"
        COMMANDS[name] = _compiled(name, family, log, groups, fill)
        names = [parameter.name for parameter in parameters]
        EXPORTED_ARGUMENTS[name] = taken = _argument_kinds(family, log, groups)
        EXPORTED[name] = setters.function(taken, COMMANDS[name], names)


def _argument_kinds(family, log, groups) -> SetterKind:
    """Returns the description of a member's arguments for native code, which writes to `log`."""
    kind, first, choices = groups["type"], 0, 0
    if family.select is to_texcoord:
        first, choices = gl.GL_TEXTURE0, MAX_TEXTURE_COORDS
    elif family.select is to_attribute:
        first, choices = 0, MAX_VERTEX_ATTRIBS
    integers = None
    if kind in KINDS:
        bounds = np.iinfo(DTYPES[kind])
        integers = int(bounds.min), int(bounds.max), 255 if kind == "ub" else 1
    size = int(groups.get("size") or 1)
    return SetterKind(PLACES[log], size, bool(groups["v"]), integers, first, choices)


def _compiled(name, family, log, groups, fill):
    """Returns the fast form of a member; it leaves every error to the checked form."""
    checked = COMMANDS[name]

    def source():
        integers = Struct(f"{4 - len(fill)}{'h' if groups['type'] == 's' else 'i'}")
        return _member_text(name, family, log, groups, fill), {
            "fastest": fastest, "pack": pack, "unit": UNIT, "checked": checked,
            "attempted": attempted, "check": integers.pack,
        }  # fmt: skip

    function = compiled(source)
    function.__name__ = function.__qualname__ = name
    function.__doc__, function.__module__ = checked.__doc__, checked.__module__
    function.__wrapped__ = checked.__wrapped__
    return function


def _member_text(name, family, log, groups, fill) -> str:
    """Returns the text of the fast form of a member."""
    names = [parameter.name for parameter in signature(name).parameters]
    values = names[1:] if family.select else names
    lines = []
    if groups["v"]:
        sequence, values = values[0], [f"component{n}" for n in range(4 - len(fill))]
        lines = [f"len({sequence})", f"{', '.join(values)}, = {sequence}"]
    if groups["type"] in "is":
        lines.append(f"check({', '.join(values)})")
    each = "unit[{}]" if groups["type"] == "ub" else "{}"
    components = ", ".join(each.format(value) for value in values)
    return (VERTEX_TEMPLATE if log == "vertices" else TEMPLATE).format(
        parameters=", ".join(names),
        check="\n        ".join(lines),
        log=log,
        row=ROW,
        key=f"[{names[0]}]" if family.select else "",
        components=components,
        fill="".join(f", {component}" for component in fill),
    )


def any_size(sizes) -> dict:
    """Returns the arguments of `command` for PyOpenGL's forms with any number of coordinates.

    They take that many numbers, or one sequence of them: glVertex(1, 2), glColor([1, 0, 0]).
    """

    def convert(values):
        coordinates = numbers(values, np.float64)
        if coordinates.size not in sizes:
            raise BadArgument(f"the number of coordinates, {coordinates.size}, is not in {sizes}")
        return coordinates.tolist()

    forms = {size: lambda *values: (values,) for size in sizes if size > 1}
    return {"forms": forms, "signature_text": "void|v:in double", "v": convert}


def _define_any_size(name: str, sizes: tuple[int, ...], log: str) -> None:
    """Registers PyOpenGL's form of a family, which takes doubles and goes by their number."""

    def write(ctx, values):
        value = pack(*values, *DEFAULT[len(values) :])
        put(ctx.immediate, getattr(ctx.immediate, log), value)

    write.__doc__ = f"Sets {log.replace('_', ' ')}: one of {sizes} numbers."
    command(name, between=True, kind=Kind.ATTRIBUTE, **any_size(sizes))(write)


for _name, _sizes, _log in (
    ("glVertex", (2, 3, 4), "vertices"),
    ("glColor", (3, 4), "color"),
    ("glNormal", (3,), "normal"),
    ("glTexCoord", (1, 2, 3, 4), "texcoord0"),
):
    _define_any_size(_name, _sizes, _log)


@command("glEdgeFlag", kind=Kind.ATTRIBUTE, between=True)
def edge_flag(ctx, flag):
    """Sets the edge flag: true if the edge from the next vertex on is a boundary edge."""
    ctx.immediate.edge_flag[ctx.immediate.count] = pack(float(flag), 0.0, 0.0, 1.0)


def _flag(flags):
    return vector(flags, 1, np.bool_, source=np.uint8)


@command("glEdgeFlagv", kind=Kind.ATTRIBUTE, between=True, flag=_flag)
def edge_flag_v(ctx, flags):
    """Sets the edge flag: true if the edge from the next vertex on is a boundary edge."""
    edge_flag(ctx, flags[0])


for _family in FAMILIES:
    for _match in commands_like(_family.pattern):
        _define(_match[0], _family, _match)
