"""EGL's entry points called as C calls them: with integers, and with addresses of memory."""

from __future__ import annotations

import ctypes

import softgl.capi.calls  # noqa: F401
from softgl.capi import egl_registry as egl
from softgl.capi.entry_points import ENTRY_POINTS

PBUFFER = {egl.EGL_SURFACE_TYPE: egl.EGL_PBUFFER_BIT, egl.EGL_RENDERABLE_TYPE: egl.EGL_OPENGL_BIT}
"""Attributes that programs request for a configuration that they draw to."""


def call(name, *arguments):
    """Calls the entry point `name` without "egl"; arrays stand for their addresses."""
    addresses = [
        ctypes.addressof(each) if isinstance(each, ctypes.Array) else each for each in arguments
    ]
    return ENTRY_POINTS[f"egl{name}"].function(*addresses)


def error():
    """The code of the last function."""
    return call("GetError")


def failure(name, *arguments):
    """The code of a function that must fail."""
    assert not call(name, *arguments), name
    code = error()
    assert code != egl.EGL_SUCCESS, name
    return code


def words(pairs, word=ctypes.c_int):
    """A list of attributes."""
    flat = [number for pair in dict(pairs).items() for number in pair]
    return (word * (len(flat) + 1))(*flat, egl.EGL_NONE)


def integer(name, *arguments, word=ctypes.c_int):
    """The integer that a function writes through its last argument."""
    value = (word * 1)(-77)
    assert call(name, *arguments, value), hex(error())
    return value[0]


def choose(display, wishes, size=64):
    """The handles of the configurations that match."""
    found, count = (ctypes.c_void_p * size)(), (ctypes.c_int * 1)()
    assert call("ChooseConfig", display, words(wishes), found, size, count), hex(error())
    return list(found[: count[0]])


def pbuffer(display, config, width=4, height=4, **more):
    """The handle of a new pbuffer."""
    attributes = {egl.EGL_WIDTH: width, egl.EGL_HEIGHT: height}
    attributes |= {getattr(egl, f"EGL_{name}"): value for name, value in more.items()}
    surface = call("CreatePbufferSurface", display, config, words(attributes))
    assert surface, hex(error())
    return surface


def context(display, config, share=0, **attributes):
    """The handle of a new context of OpenGL."""
    call("BindAPI", egl.EGL_OPENGL_API)
    named = {getattr(egl, f"EGL_CONTEXT_{name}"): value for name, value in attributes.items()}
    made = call("CreateContext", display, config, share, words(named))
    assert made, hex(error())
    return made
