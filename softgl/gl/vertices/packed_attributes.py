"""Attributes whose components are packed into one integer (OpenGL 3.3, 2.7): glVertexP2ui etc.

A row of FAMILIES describes a family as `softgl.gl.vertices.families` does.
"""

from __future__ import annotations

import re
from functools import lru_cache

import numpy as np

from softgl.gl.api.arguments import vector
from softgl.gl.api.command import command
from softgl.gl.api.kinds import Kind
from softgl.gl.api.memory import DTYPES
from softgl.gl.api.signature import EnumSet, commands_like, signature
from softgl.gl.vertices.array_formats import PACKED_TYPES
from softgl.gl.vertices.attributes import DEFAULT
from softgl.gl.vertices.families import Family, put, to_attribute, to_texcoord
from softgl.gl.vertices.immediate import pack
from softgl.pipeline.vertices.packed import unpacked

FAMILIES = (
    Family(r"glVertexP(?P<size>[234])ui(?P<v>v?)", "vertices"),
    Family(r"glTexCoordP(?P<size>[1234])ui(?P<v>v?)", "texcoord0"),
    Family(r"glMultiTexCoordP(?P<size>[1234])ui(?P<v>v?)", "texcoords", select=to_texcoord),
    Family(r"glNormalP(?P<size>3)ui(?P<v>v?)", "normal", True),
    Family(r"glColorP(?P<size>[34])ui(?P<v>v?)", "color", True),
    Family(r"glSecondaryColorP(?P<size>3)ui(?P<v>v?)", "secondary_color", True),
    Family(r"glVertexAttribP(?P<size>[1234])ui(?P<v>v?)", "attribs", select=to_attribute),
)
# ARB_vertex_type_10f_11f_11f_rev: "calling VertexAttribP4ui and VertexAttribP4uiv results in an
# INVALID_ENUM error being generated because there are only 3 components present."
GENERIC_TYPES = PACKED_TYPES | EnumSet("GL_UNSIGNED_INT_10F_11F_11F_REV")


@lru_cache(maxsize=4096)
def _packed_row(word: int, type_: int, normalized: bool, size: int) -> bytes:
    """Returns the packed row of the first `size` components of a word."""
    (values,) = unpacked(np.array([word], np.uint32), DTYPES[type_], normalized)
    return pack(*values[:size].tolist(), *DEFAULT[size:])


def _define(name: str, family: Family, match: re.Match) -> None:
    """Registers the command `name` of a family."""
    size, is_vector = int(match["size"]), bool(match["v"])
    parameters = [each.name for each in signature(name).parameters]
    generic = family.select is to_attribute

    def write(ctx, *arguments):
        arguments = dict(zip(parameters, arguments, strict=True))
        word = arguments[parameters[-1]]
        word = int(word[0]) if is_vector else word
        normalized = arguments.get("normalized", family.normalized)
        value = _packed_row(word, arguments["type"], normalized, size)
        log = getattr(ctx.immediate, family.log)
        put(ctx.immediate, log[arguments[parameters[0]]] if family.select else log, value)

    write.__doc__ = f"Sets {family.log.replace('_', ' ')}: {size} components of a packed integer."
    checks = {"type": GENERIC_TYPES if generic and size < 4 else PACKED_TYPES}
    if family.select:
        checks[parameters[0]] = family.select
    if is_vector:
        checks[parameters[-1]] = lambda values: vector(values, 1, np.uint32)
    command(name, between=True, kind=Kind.ATTRIBUTE, **checks)(write)


for _family in FAMILIES:
    for _match in commands_like(_family.pattern):
        _define(_match[0], _family, _match)
