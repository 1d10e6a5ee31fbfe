"""Sync objects and images of EGL (1.5, 3.8.1 and 3.9): fences, which are signalled at once."""

from __future__ import annotations

import ctypes

from softgl.capi import egl_registry as egl
from softgl.capi.egl_contexts import find_context
from softgl.capi.egl_state import (
    Display,
    Failure,
    Resource,
    egl_function,
    give_attribute,
    initialized,
    this_thread,
)
from softgl.capi.entry_points import read_attributes, write_pointer
from softgl.records import dataclass


@dataclass(eq=False)
class Sync(Resource):
    """A fence: all commands before it are complete."""


ATTRIBUTES = {
    egl.EGL_SYNC_TYPE: egl.EGL_SYNC_FENCE,
    egl.EGL_SYNC_STATUS: egl.EGL_SIGNALED,
    egl.EGL_SYNC_CONDITION: egl.EGL_SYNC_PRIOR_COMMANDS_COMPLETE,
}
"""Table 3.9, of every fence."""


def _find(display: Display, handle: int) -> Sync:
    return display.find(handle, Sync, egl.EGL_BAD_PARAMETER)


def _create(dpy, kind, attributes, unknown: int) -> int:
    """Makes a fence. unknown : the error for other kinds of sync objects."""
    display = initialized(dpy)
    if kind != egl.EGL_SYNC_FENCE:
        raise Failure(unknown)
    if next(attributes, None) is not None:
        raise Failure(egl.EGL_BAD_ATTRIBUTE)
    binding = this_thread().binding
    if binding is None or binding.context.display is not display:
        raise Failure(egl.EGL_BAD_MATCH)
    return display.add(Sync(display))


@egl_function("eglCreateSync")
def create_sync(dpy, type, attrib_list):
    """Makes a fence of the current context."""
    attributes = read_attributes(attrib_list, egl.EGL_NONE, ctypes.c_ssize_t)
    return _create(dpy, type, attributes, egl.EGL_BAD_PARAMETER)


@egl_function("eglCreateSyncKHR")
def create_sync_khr(dpy, type, attrib_list):
    """eglCreateSync with attributes of the type EGLint, and another error for unknown types.

    EGL_KHR_fence_sync: "If <type> is not a supported type of sync object, [...]
    EGL_BAD_ATTRIBUTE".
    """
    attributes = read_attributes(attrib_list, egl.EGL_NONE)
    return _create(dpy, type, attributes, egl.EGL_BAD_ATTRIBUTE)


def _register(name: str, function) -> None:
    """Registers a function by its core name and its extension's name."""
    egl_function(name)(function)
    egl_function(f"{name}KHR")(function)


def destroy_sync(dpy, sync):
    """Makes a fence's handle invalid."""
    display = initialized(dpy)
    return display.remove(_find(display, sync))


def client_wait_sync(dpy, sync, flags, timeout):
    """Returns at once, as every fence is signalled."""
    _find(initialized(dpy), sync)
    return egl.EGL_CONDITION_SATISFIED


def wait_sync(dpy, sync, flags):
    """Does nothing: all commands are complete."""
    display = initialized(dpy)
    if this_thread().binding is None:
        raise Failure(egl.EGL_BAD_MATCH)
    _find(display, sync)
    if flags:
        raise Failure(egl.EGL_BAD_PARAMETER)
    return egl.EGL_TRUE


@egl_function("eglGetSyncAttrib")
def get_sync_attribute(dpy, sync, attribute, value):
    """Writes an attribute of a fence, an EGLAttrib."""
    _find(initialized(dpy), sync)
    return give_attribute(ATTRIBUTES, attribute, value, write_pointer)


@egl_function("eglGetSyncAttribKHR")
def get_sync_attribute_khr(dpy, sync, attribute, value):
    """Writes an attribute of a fence, an EGLint."""
    _find(initialized(dpy), sync)
    return give_attribute(ATTRIBUTES, attribute, value)


_register("eglDestroySync", destroy_sync)
_register("eglClientWaitSync", client_wait_sync)
_register("eglWaitSync", wait_sync)


# -- images ----------------------------------------------------------------------------------------


@egl_function("eglCreateImage")
def create_image(dpy, ctx, target, buffer, attrib_list):
    """Fails: no client API could use an image, so no target is supported."""
    display = initialized(dpy)
    if ctx:
        find_context(display, ctx)
    raise Failure(egl.EGL_BAD_PARAMETER)


@egl_function("eglDestroyImage")
def destroy_image(dpy, image):
    """Fails: images do not exist here."""
    initialized(dpy)
    raise Failure(egl.EGL_BAD_PARAMETER)
