"""Indexed state: EXT_draw_buffers2, EXT_direct_state_access and others, OpenGL 3.0."""

from __future__ import annotations

from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_enum
from softgl.gl.api.command import command
from softgl.gl.api.core_names import with_core_errors
from softgl.gl.api.signature import EnumSet
from softgl.gl.api.tables import INDEXED, INDEXED_SWITCHES
from softgl.gl.queries.values import CONVERSIONS, answer


def _define(extension, core, **traits):
    """Registers a command under its extension's name and its core name, if it has them."""

    def register(implementation):
        if extension:
            command(extension, **traits)(implementation)
        if core:
            command(core, **traits)(with_core_errors(implementation))
        return implementation

    return register


_OF_ES = EnumSet(
    "GL_TRANSFORM_FEEDBACK_BUFFER_BINDING GL_TRANSFORM_FEEDBACK_BUFFER_START "
    "GL_TRANSFORM_FEEDBACK_BUFFER_SIZE GL_UNIFORM_BUFFER_BINDING GL_UNIFORM_BUFFER_START "
    "GL_UNIFORM_BUFFER_SIZE"
)
"""The indexed state of OpenGL ES 3.0 (2.10.1.1, 6.1.1), where blending and others have no index."""


def _define_get(kind, core=None):
    convert = CONVERSIONS[f"glGet{kind}v"]
    extension = None if kind == "Integer64" else f"glGet{kind}IndexedvEXT"

    @_define(extension, core, listed=False)
    def get_indexed(ctx, target, index, data):
        """Returns a value of indexed state: a NumPy scalar or an array."""
        if target not in INDEXED or (ctx.es and target not in _OF_ES):
            raise invalid_enum(f"target: {gl.name_of(target)} has no indexed values")
        # OpenGL 3.3, 6.1.2: depths are mapped to all integers "If GetIntegerv or GetInteger64v are
        # called". It does not name the indexed queries; drivers round.
        return answer(convert, INDEXED[target](ctx, target, index), False, data)


_define_get("Boolean", "glGetBooleani_v")
_define_get("Integer", "glGetIntegeri_v")
_define_get("Integer64", "glGetInteger64i_v")
_define_get("Float", "glGetFloati_v")
_define_get("Double", "glGetDoublei_v")


def _switch(ctx, target, index, on):
    if target not in INDEXED_SWITCHES:
        raise invalid_enum(f"target: {gl.name_of(target)} is not an indexed capability")
    INDEXED_SWITCHES[target](ctx, index, on)


@_define("glEnableIndexedEXT", "glEnablei", keeps_batch=True)
def enable_indexed(ctx, target, index):
    """Switches a capability on, for one draw buffer, viewport or texture unit."""
    _switch(ctx, target, index, True)


@_define("glDisableIndexedEXT", "glDisablei", keeps_batch=True)
def disable_indexed(ctx, target, index):
    """Switches a capability off, for one draw buffer, viewport or texture unit."""
    _switch(ctx, target, index, False)


@_define("glIsEnabledIndexedEXT", "glIsEnabledi", listed=False)
def is_enabled_indexed(ctx, target, index):
    """Returns 1 if a capability is on for one draw buffer, viewport or texture unit, else 0."""
    # EXT_direct_state_access, 6.1.1, has the array of texture coordinates too.
    if target not in INDEXED_SWITCHES and target != gl.GL_TEXTURE_COORD_ARRAY:
        raise invalid_enum(f"target: {gl.name_of(target)} is not an indexed capability")
    return int(INDEXED[target](ctx, target, index))
