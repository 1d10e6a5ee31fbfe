"""Queries of state that has an index: EXT_draw_buffers2, NV_parameter_buffer_object."""

from __future__ import annotations

from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_enum
from softgl.gl.api.command import command
from softgl.gl.api.tables import INDEXED
from softgl.gl.queries.values import CONVERSIONS, answer


def _define_get(name, convert):
    @command(name)
    def get_indexed(ctx, target, index, data):
        """A value of the state that has an index: a NumPy scalar or an array."""
        if target not in INDEXED:
            raise invalid_enum(f"target: {gl.name_of(target)} has no values by index")
        return answer(convert, INDEXED[target](ctx, target, index), False, data)


_define_get("glGetBooleanIndexedvEXT", CONVERSIONS["glGetBooleanv"])
_define_get("glGetIntegerIndexedvEXT", CONVERSIONS["glGetIntegerv"])
