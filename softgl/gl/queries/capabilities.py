"""Capabilities: glEnable, glDisable, glIsEnabled (OpenGL 2.1, 2 to 5; 6.1.1)."""

from __future__ import annotations

from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_enum
from softgl.gl.api.command import command
from softgl.gl.api.tables import BEFORE_SWITCH, CAPABILITIES, CLIENT_SWITCHES, follow
from softgl.gl.vertices.older_arrays import POINTERS

SWITCHED_ARRAYS = frozenset(POINTERS)
"""The arrays that glEnable switches too: EXT_vertex_array."""


def _place(ctx, cap):
    """The group and the field of a capability's switch."""
    if cap not in CAPABILITIES:
        raise invalid_enum(f"cap: {gl.name_of(cap)} is no capability")
    path, _, field = CAPABILITIES[cap].rpartition(".")
    return follow(ctx, path), field


def switch(ctx, cap, on) -> None:
    """Switch a capability; GL_INVALID_ENUM for what is none."""
    if cap in SWITCHED_ARRAYS:
        setattr(*CLIENT_SWITCHES[cap](ctx), on)
        return
    place, field = _place(ctx, cap)
    if cap in BEFORE_SWITCH:
        BEFORE_SWITCH[cap](ctx)
    # EXT_draw_buffers2, issue 6: "BLEND [...] should enable or disable all per draw buffer blend
    # enables."
    switch = getattr(place, field)
    setattr(place, field, (on,) * len(switch) if isinstance(switch, tuple) else on)


@command("glEnable", waits=True)
def enable(ctx, cap):
    """Switch a capability on."""
    switch(ctx, cap, True)


@command("glDisable", waits=True)
def disable(ctx, cap):
    """Switch a capability off."""
    switch(ctx, cap, False)


@command("glIsEnabled", waits=True)
def is_enabled(ctx, cap):
    """Whether a capability, or a client array, is on: 1 or 0."""
    if cap in CLIENT_SWITCHES:
        return int(getattr(*CLIENT_SWITCHES[cap](ctx)))
    switch = getattr(*_place(ctx, cap))
    return int(switch[0] if isinstance(switch, tuple) else switch)
