"""The sources of the attributes of a draw: arrays in buffer objects or client memory, or values."""

from __future__ import annotations

from softgl.debug.plain import plain
from softgl.debug.tables.buffers import field_of
from softgl.debug.watching import Event
from softgl.gl.api.declarations import declaration_of
from softgl.gl.api.stages import programmed
from softgl.gl.vertices.attributes import ALIASES, ATTRIBS, POSITION
from softgl.ir.program import Binding, Stage
from softgl.pipeline.draws.draw_call import DrawCall

SAME = {**ALIASES, ATTRIBS[0]: POSITION}
"""The conventional attribute that a generic one may stand for."""


def sources(event: Event, call: DrawCall) -> list[dict]:
    """The source of each attribute: of enabled arrays first, then of others that are read.

    attribute : its name. read : True if the vertex program reads it. memory : in words. buffer :
    its name, 0 for none. format : of an element, in the words of `formats`. offset, stride,
    divisor : of the array; None for one value. value : (4,), of an attribute without an array.
    """
    ctx, read = event.context, call.vertex.program.attributes
    arrays = {} if _is_immediate(event) else ctx.vertex.bound.enabled(programmed(ctx, Stage.VERTEX))
    found = [_of_array(binding, array, _names(binding, read)) for binding, array in arrays.items()]
    known = {name for binding in arrays for name in _names(binding, read)}
    return found + [_of_value(event, binding, call) for binding in read if binding not in known]


def index_type(event: Event) -> int | None:
    """The type of the indices of a draw, a GL enum; None without indices."""
    names = [parameter.name for parameter in declaration_of(event.command).parameters]
    types = [value for name, value in zip(names, event.arguments, strict=False) if name == "type"]
    return types[0] if types and isinstance(types[0], int) else None


def _is_immediate(event) -> bool:
    return event.command == "glEnd" or event.command.startswith("glRect")


def _names(binding, read) -> list[Binding]:
    """The attributes that the program reads by the array of one, under either name."""
    same = {binding, SAME.get(binding)} | {each for each, other in SAME.items() if other == binding}
    return [each for each in read if each in same]


def _of_array(binding, array, read) -> dict:
    memory = f"buffer {array.buffer_name}" if array.buffer else "client memory"
    return {
        "attribute": str(read[0] if read else binding),
        "read": bool(read),
        "memory": memory,
        "buffer": array.buffer_name,
        "format": field_of(array) + (" as BGRA" if array.bgra else ""),
        "offset": array.offset,
        "stride": array.step,
        "divisor": array.divisor,
        "value": None,
    }


def _of_value(event, binding, call) -> dict:
    one = {"attribute": str(binding), "read": True, "buffer": 0, "format": "float4"}
    one |= dict.fromkeys(("offset", "stride", "divisor"))
    stream = call.stream
    if binding in stream.attributes or binding in stream.per_instance:
        memory = "given vertex by vertex" if _is_immediate(event) else "made by the draw"
        value = None
    else:
        memory, value = "current value", plain(stream.constant(binding))
    return {**one, "memory": memory, "value": value}
