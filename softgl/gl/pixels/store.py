"""Pixel storage modes: glPixelStore (OpenGL 2.1, 3.6.1)."""

from __future__ import annotations

from dataclasses import fields

from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_value
from softgl.gl.api.command import command
from softgl.gl.api.signature import EnumSet
from softgl.gl.api.tables import State
from softgl.gl.pixels.transfer import whole
from softgl.pixels.layouts import PixelStore

MODES = {
    getattr(gl, f"GL_{side.upper()}_{mode.name.upper()}"): (side, mode.name)
    for side in ("pack", "unpack")
    for mode in fields(PixelStore)
    if mode.name != "client_storage"
} | {gl.GL_UNPACK_CLIENT_STORAGE_APPLE: ("unpack", "client_storage")}
"""The side and the mode of each pname of glPixelStore."""
STATE = State(values={pname: f"pixels.{side}.{mode}" for pname, (side, mode) in MODES.items()})
MODE_NAMES = EnumSet.of(MODES)
SWITCHES = ("swap_bytes", "lsb_first", "client_storage")


@command("glPixelStorei", listed=False, keeps_batch=True, pname=MODE_NAMES)
def pixel_store(ctx, pname, param):
    """Sets one of the modes of OpenGL 2.1, tables 3.1 and 4.5."""
    side, mode = MODES[pname]
    if mode in SWITCHES:
        param = bool(param)
    elif mode == "alignment" and param not in (1, 2, 4, 8):
        raise invalid_value(f"param: an alignment is 1, 2, 4 or 8, not {param}")
    elif param < 0:
        raise invalid_value(f"param: {param} is negative")
    setattr(getattr(ctx.pixels, side), mode, param)


@command("glPixelStoref", listed=False, keeps_batch=True, pname=MODE_NAMES)
def pixel_store_f(ctx, pname, param):
    """Sets a mode: "if the parameter is an integer, [it] is rounded to the nearest"."""
    pixel_store(ctx, pname, bool(param) if MODES[pname][1] in SWITCHES else whole(param))
