"""The buffer objects of a context: a list, with a format for each, and their contents."""

from __future__ import annotations

import re

import numpy as np

from softgl.debug.tables.formats import MAX_ELEMENT_BYTES, PACKED, SCALARS, Format, parse
from softgl.errors import SoftGLError
from softgl.gl.api import enums as gl
from softgl.gl.api.memory import DTYPES
from softgl.gl.buffers.buffer_objects import Buffer
from softgl.gl.vertices.array_objects import VertexArray
from softgl.gl.vertices.client_array import ClientArray

INDEX_TYPES = {
    gl.GL_UNSIGNED_BYTE: "ubyte", gl.GL_UNSIGNED_SHORT: "ushort", gl.GL_UNSIGNED_INT: "uint",
}  # fmt: skip
_WORDS = {dtype: word for word, dtype in SCALARS.items()} | {
    dtype: word for word, (dtype, _) in PACKED.items()
}


class NoBuffer(SoftGLError):
    """A buffer object that does not exist; the message lists the others."""


def described(ctx, index_type: int | None = None) -> list[dict]:
    """Lists the buffer objects.

    index_type : a GL enum, that of the indices of the draw. A buffer has name, label, size, usage,
    uses (the arrays and targets that it is bound to), and the format, offset and stride that its
    uses suggest.
    """
    return [
        {
            "name": name,
            "label": ctx.labels.get(buffer).decode("utf-8", "replace"),
            "size": buffer.data.size,
            "usage": gl.name_of(buffer.usage),
            "uses": _uses(ctx, buffer),
            **_suggested(ctx, buffer, index_type),
        }
        for name, buffer in _buffers(ctx).items()
    ]


def _buffers(ctx) -> dict[int, Buffer]:
    return {name: each for name, each in sorted(ctx.buffers.objects.items()) if each is not None}


def _uses(ctx, buffer) -> list[str]:
    indexed = [key for key, part in ctx.buffers.indexed.items() if part.buffer is buffer]
    points = {target for target, _ in indexed}
    others = [each for each in _vertex_arrays(ctx)[1:] if _reads(each, buffer)]
    return [
        *(str(binding) for binding, _ in _arrays(ctx.vertex.bound, buffer)),
        *(f"vertex array {each.name}" for each in others),
        *(f"{gl.name_of(target)}[{index}]" for target, index in sorted(indexed)),
        *(
            gl.name_of(target)
            for target, bound in sorted(ctx.buffers.bound.items())
            if bound is buffer and target not in points
        ),
    ]


def _vertex_arrays(ctx) -> list[VertexArray]:
    """The vertex array objects, the bound one first."""
    objects = [ctx.vertex.default, *ctx.vertex.objects.values()]
    others = [each for each in objects if each is not None and each is not ctx.vertex.bound]
    return [ctx.vertex.bound, *others]


def _arrays(vertex_array, buffer) -> list[tuple]:
    """The (binding, array) pairs of the enabled arrays that lie in a buffer object."""
    return [
        (binding, array)
        for binding, array in vertex_array.arrays.items()
        if array.buffer is buffer and (array.enabled or array.enabled_nv)
    ]


def _reads(vertex_array, buffer) -> bool:
    return vertex_array.elements is buffer or bool(_arrays(vertex_array, buffer))


def field_of(array: ClientArray) -> str:
    """The type of an array's elements in the words of `formats`."""
    word = _WORDS[DTYPES[array.type]]
    fraction = "n" if array.normalized and DTYPES[array.type].kind != "f" else ""
    if word == "fixed":
        fraction = ""
    count = "" if word in PACKED or array.size == 1 else f"{array.size}"
    return f"{word}{count}{fraction}"


def _suggested(ctx, buffer, index_type) -> dict:
    """The format, offset and stride that the uses of a buffer object suggest."""
    known = _vertex_arrays(ctx)
    found = next(filter(None, (_interleaved(_arrays(each, buffer)) for each in known)), None)
    if found is not None:
        return found
    text = "xuint4 word"
    bound = ctx.buffers.bound.get(gl.GL_ELEMENT_ARRAY_BUFFER) is buffer
    if bound or any(each.elements is buffer for each in known[1:]):
        text = f"{INDEX_TYPES.get(index_type, 'uint')} index"
    elif any(part.buffer is buffer for part in ctx.buffers.indexed.values()):
        text = "float4 value"
    return {"format": text, "offset": 0, "stride": parse(text).size}


def _interleaved(arrays) -> dict | None:
    """The format of the arrays with the stride and the place of the first one; None without any."""
    if not arrays:
        return None
    arrays = sorted(arrays, key=lambda pair: pair[1].offset)
    first = arrays[0][1]
    stride, words, end = first.step, [], first.offset
    for binding, array in arrays:
        if array.step != stride or array.offset < end:
            continue
        length = array.offset + array.element_size - first.offset
        if length > min(stride or MAX_ELEMENT_BYTES, MAX_ELEMENT_BYTES):
            continue
        if array.offset > end:
            words.append(f"pad[{array.offset - end}]")
        words.append(f"{field_of(array)} {_plain_name(binding)}")
        end = array.offset + array.element_size
    text = ", ".join(words)
    return {"format": text, "offset": first.offset, "stride": stride or parse(text).size}


def _plain_name(binding) -> str:
    """`vertex.attrib[3]` as the name of a field: attrib3."""
    return re.sub(r"[\[\]]", "", str(binding).removeprefix("vertex."))


def contents(
    ctx, name: int, text: str, offset: int, stride: int | None, first: int, count: int,
    index_type: int | None = None,
) -> dict:  # fmt: skip
    """A table of elements of a buffer object.

    text : the format, "" for the suggested one, with its offset and stride where these are 0 and
    None. index_type : see `described`.

    Returns name, format, offset, stride, first, size, available; fields : name, and number of
    values; rows : number, offset and values of each element. Raises NoBuffer, FormatError.
    """
    buffers = _buffers(ctx)
    buffer = buffers.get(name)
    if buffer is None:
        names = ", ".join(map(str, buffers)) or "none"
        raise NoBuffer(f"no buffer {name}; the names are {names}")
    if not text:
        suggested = _suggested(ctx, buffer, index_type)
        text, offset = suggested["format"], offset or suggested["offset"]
        stride = stride or suggested["stride"]
    parsed = parse(text)
    stride = stride or parsed.size
    return {
        "name": name,
        "format": text,
        "offset": offset,
        "stride": stride,
        "first": first,
        "size": buffer.data.size,
        "available": parsed.available(buffer.data.size, offset, stride),
        "fields": [{"name": field.name, "values": field.values} for field in parsed.fields],
        "rows": _rows(parsed, buffer.data, offset, stride, first, count),
    }


def _rows(parsed: Format, data: np.ndarray, offset, stride, first, count) -> list[dict]:
    return [
        {"number": first + row, "offset": offset + (first + row) * stride, "values": values}
        for row, values in enumerate(parsed.read(data, offset, stride, first, count))
    ]
