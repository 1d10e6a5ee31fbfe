"""State that has an index: EXT_draw_buffers2, EXT_direct_state_access and others."""

from __future__ import annotations

from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_enum
from softgl.gl.api.command import command
from softgl.gl.api.tables import INDEXED, INDEXED_SWITCHES
from softgl.gl.queries.values import CONVERSIONS, answer


def _define_get(name, convert):
    @command(name)
    def get_indexed(ctx, target, index, data):
        """A value of the state that has an index: a NumPy scalar or an array."""
        if target not in INDEXED:
            raise invalid_enum(f"target: {gl.name_of(target)} has no values by index")
        return answer(convert, INDEXED[target](ctx, target, index), False, data)


for _kind in ("Boolean", "Integer", "Float", "Double"):
    _define_get(f"glGet{_kind}IndexedvEXT", CONVERSIONS[f"glGet{_kind}v"])


def _switch(ctx, target, index, on):
    if target not in INDEXED_SWITCHES:
        raise invalid_enum(f"target: {gl.name_of(target)} is no capability with an index")
    INDEXED_SWITCHES[target](ctx, index, on)


@command("glEnableIndexedEXT", waits=True)
def enable_indexed(ctx, target, index):
    """Switch a capability on, for one draw buffer or texture unit."""
    _switch(ctx, target, index, True)


@command("glDisableIndexedEXT", waits=True)
def disable_indexed(ctx, target, index):
    """Switch a capability off, for one draw buffer or texture unit."""
    _switch(ctx, target, index, False)


@command("glIsEnabledIndexedEXT")
def is_enabled_indexed(ctx, target, index):
    """Whether a capability is on for one draw buffer or texture unit: 1 or 0."""
    # EXT_direct_state_access, 6.1.1, has the array of texture coordinates too.
    if target not in INDEXED_SWITCHES and target != gl.GL_TEXTURE_COORD_ARRAY:
        raise invalid_enum(f"target: {gl.name_of(target)} is no capability with an index")
    return int(INDEXED[target](ctx, target, index))
