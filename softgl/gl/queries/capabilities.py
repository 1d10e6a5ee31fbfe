"""Capabilities: glEnable, glDisable, glIsEnabled (OpenGL 2.1, 2 to 5; 6.1.1)."""

from __future__ import annotations

from collections.abc import Callable

from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_enum
from softgl.gl.api.command import command
from softgl.gl.api.tables import BEFORE_SWITCH, CAPABILITIES, CLIENT_SWITCHES, finder
from softgl.gl.vertices.older_arrays import POINTERS

SWITCHED_ARRAYS = frozenset(POINTERS)
"""The client arrays that glEnable switches too: EXT_vertex_array."""


_SWITCHES: dict[int, tuple[Callable, str]] = {}
"""The results of `_switch` by capability, for capabilities that need nothing else."""


def _switch(cap) -> tuple[Callable, str]:
    """Returns a finder of the group with a capability's switch, and the switch's field."""
    if cap not in CAPABILITIES:
        raise invalid_enum(f"cap: {gl.name_of(cap)} is not a capability")
    path, _, field = CAPABILITIES[cap].rpartition(".")
    found = finder(path), field
    if cap not in BEFORE_SWITCH and cap not in SWITCHED_ARRAYS:
        _SWITCHES[cap] = found
    return found


def switch(ctx, cap, on: bool) -> None:
    """Switches a capability; GL_INVALID_ENUM for any other enum."""
    found = _SWITCHES.get(cap)
    if found is None:
        if cap in SWITCHED_ARRAYS:
            setattr(*CLIENT_SWITCHES[cap](ctx), on)
            return
        found = _switch(cap)
        if cap in BEFORE_SWITCH:
            BEFORE_SWITCH[cap](ctx)
    find, field = found
    place = find(ctx)
    old = getattr(place, field)
    if old is not on:
        # EXT_draw_buffers2, issue 6: "BLEND [...] should enable or disable all per draw buffer
        # blend enables."
        setattr(place, field, (on,) * len(old) if type(old) is tuple else on)


@command("glEnable", keeps_batch=True)
def enable(ctx, cap):
    """Switches a capability on."""
    switch(ctx, cap, True)


@command("glDisable", keeps_batch=True)
def disable(ctx, cap):
    """Switches a capability off."""
    switch(ctx, cap, False)


@command("glIsEnabled", listed=False, keeps_batch=True)
def is_enabled(ctx, cap):
    """Returns 1 if a capability, or a client array, is on, else 0."""
    if cap in CLIENT_SWITCHES:
        return int(getattr(*CLIENT_SWITCHES[cap](ctx)))
    find, field = _SWITCHES.get(cap) or _switch(cap)
    switch = getattr(find(ctx), field)
    return int(switch[0] if isinstance(switch, tuple) else switch)
