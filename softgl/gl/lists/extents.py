"""The extents of the arrays that calls read at addresses: copies for display lists and captures.

A command that is executed at once reads its addresses itself. A command that is recorded for later
gets copies in place of addresses (`with_arrays`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from softgl.gl.api import enums as gl
from softgl.gl.api.addresses import Address
from softgl.gl.api.arguments import Refused, invalid_value
from softgl.gl.api.declarations import declaration_of
from softgl.gl.api.kinds import Kind
from softgl.gl.api.memory import DTYPES
from softgl.gl.api.signature import Parameter
from softgl.gl.draw.indirect import ARRAYS_FIELDS, ELEMENTS_FIELDS, extent_of
from softgl.gl.fixed import fog, lighting, texture_environment
from softgl.gl.pixels.pixels import TIGHT, check_pixel_count, pixel_words
from softgl.gl.pixels.transfer import MAX_PIXEL_MAP
from softgl.gl.primitives import points
from softgl.gl.programs.nv_programs import NAMED_PARAMETERS
from softgl.gl.textures import parameters
from softgl.gl.textures.targets import PROXY_TARGETS
from softgl.gl.vertices import evaluators
from softgl.glsl.limits import MAX_VIEWPORTS
from softgl.pixels.layouts import bitmap_layout, layout
from softgl.pixels.types import PIXEL_TYPES

ELEMENTS = {
    "void": np.uint8, "char": np.uint8, "ubyte": np.uint8, "boolean": np.uint8, "byte": np.int8,
    "short": np.int16, "ushort": np.uint16, "halfnv": np.uint16, "int": np.int32,
    "sizei": np.int32, "enum": np.uint32, "uint": np.uint32, "float": np.float32,
    "double": np.float64, "intptr": np.intp, "sizeiptr": np.intp,
}  # fmt: skip
"""The elements of an array, by the kind of the parameter."""
BYTES = {gl.GL_2_BYTES: 2, gl.GL_3_BYTES: 3, gl.GL_4_BYTES: 4}
"""The number of bytes of the name of a list."""
SIZES = {
    pname: parameter.size
    for table in (
        fog.PARAMETERS, lighting.LIGHT_PARAMETERS, lighting.MODEL_PARAMETERS,
        lighting.MATERIAL_PARAMETERS, texture_environment.ENVIRONMENT,
        texture_environment.GENERATION, points.PARAMETERS, parameters.PARAMETERS,
    )
    for pname, parameter in table.items()
}  # fmt: skip
"""The number of values of an object's parameter; of all others it is 1."""
OFFSETS = {
    "indices": gl.GL_ELEMENT_ARRAY_BUFFER, "pointer": gl.GL_ARRAY_BUFFER,
    "indirect": gl.GL_DRAW_INDIRECT_BUFFER,
}  # fmt: skip
QUERY_RESULTS = "glGetQueryObject", "glGetOcclusionQuery"
"""The beginnings of the names of commands whose results may go into a buffer object."""
MAX_FACTORS = {"mapsize": MAX_PIXEL_MAP, "count*4": 1 << 14}
"""The largest factor of a length, at least, for which a command is not refused."""
OF_SEVERAL_ARRAYS = frozenset({"glMultiDrawElements", "glMultiDrawElementsBaseVertex"})
"""The commands whose `indices` are the addresses of several arrays."""
TEXT_COUNTS = "count", "uniformCount"
"""The parameters that count the texts of an array."""
Extent = tuple[type, int]


def with_arrays(ctx, name: str, arguments: tuple) -> tuple:
    """Replaces each `Address` in the arguments of a call by a copy of the memory that it reads.

    With a bound buffer object an address is an offset, also for results. An unknown extent gives an
    empty array, since the command is refused then for another argument. Addresses of results, of
    vertex arrays and of user data stay.
    """
    if Address not in map(type, arguments):
        return arguments
    parameters = declaration_of(name).parameters
    values = {each.name: value for each, value in zip(parameters, arguments, strict=False)}
    return tuple(
        _array(ctx, name, parameter, values) if type(value) is Address else value
        for parameter, value in zip(parameters, arguments, strict=False)
    )


def _array(ctx, name: str, parameter: Parameter, values: dict):
    address = values[parameter.name]
    if _offset_target(name, parameter) in ctx.buffers.bound:
        return address.value
    if parameter.pointer != "in" or parameter.name in ("pointer", "userParam", "ptr"):
        return address
    if parameter.kind == "texts":
        return _texts(address, values)
    if parameter.kind == "char":
        return address.text(values.get("length", -1))
    try:
        dtype, count = _extent(ctx, name, parameter, values)
        if declaration_of(name).name in OF_SEVERAL_ARRAYS and parameter.name == "indices":
            return _listed(address, values)
        return address.elements(dtype, count).copy()
    except (Refused, KeyError, ValueError, TypeError, OverflowError):
        return np.empty(0, ELEMENTS[parameter.kind])


def _offset_target(name, parameter) -> int | None:
    """Returns the target whose buffer object makes a pointer an offset, or None."""
    if parameter.name in OFFSETS:
        return OFFSETS[parameter.name]
    if parameter.pointer == "out" and name.startswith(QUERY_RESULTS):
        return gl.GL_QUERY_BUFFER
    kind = declaration_of(name).kind
    if kind & Kind.UNPACK:
        return gl.GL_PIXEL_UNPACK_BUFFER
    return gl.GL_PIXEL_PACK_BUFFER if kind & Kind.PACK else None


def _extent(ctx, name, parameter, values) -> Extent:
    """Returns the type and number of the elements that a command reads at an address."""
    extent = own_extent(name, parameter.name)
    if extent is not None:
        return extent(ctx, values)
    dtype, length = ELEMENTS[parameter.kind], parameter.length
    if length.startswith("COMPSIZE("):
        length = length[len("COMPSIZE(") : -1]
    if length == "pname":
        return dtype, SIZES.get(values["pname"], 1)
    factors = [int(each) if each.isdigit() else values[each] for each in length.split("*")]
    if max(factors) > MAX_FACTORS.get(length, max(factors)):
        raise invalid_value("there are not as many")
    return dtype, int(np.prod(factors))


def _texts(address: Address, values: dict) -> list[bytes]:
    """Returns the texts of an array of strings; `length` may have the length of each."""
    count = max(0, next((values[each] for each in TEXT_COUNTS if each in values), 0))
    lengths = values.get("length")
    if isinstance(lengths, Address):
        lengths = lengths.elements(np.int32, count)
    sizes = [-1] * count if lengths is None else [int(each) for each in lengths]
    places = address.elements(np.uintp, count).tolist()
    return [
        Address(place).text(size) if place else b""
        for place, size in zip(places, sizes, strict=False)
    ]


def _listed(address: Address, values: dict) -> list:
    """Returns the arrays of indices of several draws."""
    counts, number = values["count"], values["drawcount"]
    if isinstance(counts, Address):
        counts = counts.elements(np.int32, number)
    places = address.elements(np.uintp, number).tolist()
    dtype = DTYPES[values["type"]]
    return [
        Address(place).elements(dtype, int(max(0, count))).copy() if place else None
        for place, count in zip(places, counts, strict=False)
    ]


# -- by commands -----------------------------------------------------------------------------------


def _names(ctx, values) -> Extent:
    type_ = values["type"]
    size = BYTES.get(type_, 0)
    return np.uint8 if size else DTYPES[type_], values["n"] * (size or 1)


def _points(ctx, values, axes: tuple, dtype: type) -> Extent:
    """Returns the extent of a map's control points, from the first one to the last."""
    _, name = evaluators.TARGETS[values["target"]]
    extent = len(evaluators.INITIAL[name])
    for axis in axes:
        if values[f"{axis}order"] > evaluators.MAX_MAP_ORDER:
            raise invalid_value(f"{axis}order: it is refused")
        extent += (values[f"{axis}order"] - 1) * values[f"{axis}stride"]
    return dtype, extent


def _indices(ctx, values) -> Extent:
    count = values["count"]
    return DTYPES[values["type"]], count if isinstance(count, int) else 0


def _image(ctx, values) -> Extent:
    if values.get("target") in PROXY_TARGETS:
        return np.uint8, 0
    format_, type_ = pixel_words(values["format"], values["type"])
    axes = ("width", "height", "depth")
    size = tuple(values.get(axis, 1) for axis in axes)
    dtype, store = PIXEL_TYPES[type_].dtype, ctx.pixels.unpack
    check_pixel_count(*size)
    if type_ == "BITMAP":
        return np.uint8, bitmap_layout(store, *size[:2]).end
    dimensions = sum(axis in values for axis in axes)
    return dtype, layout(store, format_, type_, size, dimensions).end


def _pixel(ctx, values) -> Extent:
    words = pixel_words(values["format"], values["type"])
    return PIXEL_TYPES[words[1]].dtype, layout(TIGHT, *words, (1, 1, 1), 1).end


def _bitmap(ctx, values) -> Extent:
    size = values.get("width", 32), values.get("height", 32)
    check_pixel_count(*size)
    return np.uint8, bitmap_layout(ctx.pixels.unpack, *size).end


def _records(ctx, values) -> Extent:
    return np.int32, 3 * values["count"]


def _cleared(ctx, values, dtype: type) -> Extent:
    return dtype, 4 if values["buffer"] == gl.GL_COLOR else 1


def _halves(ctx, values, size: int) -> Extent:
    return np.uint16, size * values["n"]


def _commands(ctx, values) -> Extent:
    fields = ELEMENTS_FIELDS if "type" in values else ARRAYS_FIELDS
    return np.uint8, extent_of(fields, values.get("drawcount", 1), values.get("stride", 0))


def _of_viewports(ctx, values, size: int, dtype: type) -> Extent:
    return dtype, size * values["count"] if values["count"] <= MAX_VIEWPORTS else 0


def _name(ctx, values) -> Extent:
    return np.uint8, values["len"]


EXTENTS: dict[tuple[str, str], Callable] = {
    ("glCallLists", "lists"): _names,
    ("glMap1f", "points"): partial(_points, axes=("",), dtype=np.float32),
    ("glMap1d", "points"): partial(_points, axes=("",), dtype=np.float64),
    ("glMap2f", "points"): partial(_points, axes=("u", "v"), dtype=np.float32),
    ("glMap2d", "points"): partial(_points, axes=("u", "v"), dtype=np.float64),
    ("glTransformFeedbackAttribsNV", "attribs"): _records,
    ("glClearBufferfv", "value"): partial(_cleared, dtype=np.float32),
    ("glClearBufferiv", "value"): partial(_cleared, dtype=np.int32),
    ("glClearBufferuiv", "value"): partial(_cleared, dtype=np.uint32),
    **{
        (f"glClear{named}", "data"): _pixel
        for named in (
            "BufferData",
            "BufferSubData",
            "NamedBufferDataEXT",
            "NamedBufferSubDataEXT",
            "TexImage",
            "TexSubImage",
        )
    },
    **{(f"glVertexAttribs{size}hvNV", "v"): partial(_halves, size=size) for size in (1, 2, 3, 4)},
    **{
        (f"gl{several}Draw{kind}Indirect", "indirect"): _commands
        for several in ("", "Multi")
        for kind in ("Arrays", "Elements")
    },
    ("glViewportArrayv", "v"): partial(_of_viewports, size=4, dtype=np.float32),
    ("glScissorArrayv", "v"): partial(_of_viewports, size=4, dtype=np.int32),
    ("glDepthRangeArrayv", "v"): partial(_of_viewports, size=2, dtype=np.float64),
    ("glDepthRangeArraydvNV", "v"): partial(_of_viewports, size=2, dtype=np.float64),
    **{(name, "name"): _name for name in NAMED_PARAMETERS},
}
"""Extents for which the registry has no formula, or a wrong one: by command and parameter,
(context, arguments by name) -> the extent."""
EXTENTS_OF_KINDS = (
    (Kind.UNPACK, "pixels", _image),
    (Kind.UNPACK, "bitmap", _bitmap),
    (Kind.UNPACK, "mask", _bitmap),
    (Kind.ARRAYS, "indices", _indices),
)
"""The same by the kind of the command and the parameter."""


def own_extent(name: str, parameter: str) -> Callable | None:
    """Returns the function for the extent of a parameter, or None if the registry has a formula."""
    declaration = declaration_of(name)
    for kind, pname, extent in EXTENTS_OF_KINDS:
        if declaration.kind & kind and pname == parameter:
            return extent
    return EXTENTS.get((declaration.name, parameter))
