"""Capabilities: glEnable, glDisable, glIsEnabled (OpenGL 2.1, 2 to 5; 6.1.1)."""

from __future__ import annotations

from collections.abc import Callable

from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_enum
from softgl.gl.api.command import command
from softgl.gl.api.tables import BEFORE_SWITCH, CAPABILITIES, CLIENT_SWITCHES, finder
from softgl.gl.vertices.older_arrays import POINTERS

SWITCHED_ARRAYS = frozenset(POINTERS)
"""The arrays that glEnable switches too: EXT_vertex_array."""


_SWITCHES: dict[int, tuple[Callable, str]] = {}
"""The results of `_switch` by capability, for those that are nothing but a switch."""


def _switch(cap) -> tuple[Callable, str]:
    """A finder of the group of a capability's switch in a context, and the field of the switch."""
    if cap not in CAPABILITIES:
        raise invalid_enum(f"cap: {gl.name_of(cap)} is no capability")
    path, _, field = CAPABILITIES[cap].rpartition(".")
    found = finder(path), field
    if cap not in BEFORE_SWITCH and cap not in SWITCHED_ARRAYS:
        _SWITCHES[cap] = found
    return found


def switch(ctx, cap, on) -> None:
    """Switch a capability; GL_INVALID_ENUM for what is none."""
    if cap in SWITCHED_ARRAYS:
        setattr(*CLIENT_SWITCHES[cap](ctx), on)
        return
    find, field = _switch(cap)
    if cap in BEFORE_SWITCH:
        BEFORE_SWITCH[cap](ctx)
    place = find(ctx)
    setattr(place, field, _all(getattr(place, field), on))


def _all(switch, on):
    # EXT_draw_buffers2, issue 6: "BLEND [...] should enable or disable all per draw buffer blend
    # enables."
    return (on,) * len(switch) if type(switch) is tuple else on


@command("glEnable", waits=True)
def enable(ctx, cap):
    """Switch a capability on."""
    found = _SWITCHES.get(cap)
    if found is None:
        switch(ctx, cap, True)
        return
    find, field = found
    place = find(ctx)
    old = getattr(place, field)
    if old is False:  # the usual cases, in half of the time
        setattr(place, field, True)
    elif old is not True:
        setattr(place, field, _all(old, True))


@command("glDisable", waits=True)
def disable(ctx, cap):
    """Switch a capability off."""
    found = _SWITCHES.get(cap)
    if found is None:
        switch(ctx, cap, False)
        return
    find, field = found
    place = find(ctx)
    old = getattr(place, field)
    if old is True:
        setattr(place, field, False)
    elif old is not False:
        setattr(place, field, _all(old, False))


@command("glIsEnabled", waits=True)
def is_enabled(ctx, cap):
    """Whether a capability, or a client array, is on: 1 or 0."""
    if cap in CLIENT_SWITCHES:
        return int(getattr(*CLIENT_SWITCHES[cap](ctx)))
    find, field = _SWITCHES.get(cap) or _switch(cap)
    switch = getattr(find(ctx), field)
    return int(switch[0] if isinstance(switch, tuple) else switch)
