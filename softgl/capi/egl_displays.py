"""Displays and devices of EGL: the surfaceless platform, and one device, which is this software.

EGL 1.5, 3.2 and 3.3; EGL_EXT_platform_base, EGL_MESA_platform_surfaceless, EGL_EXT_device_base,
EGL_EXT_platform_device. X11, GBM and Wayland are not supported.
"""

from __future__ import annotations

import ctypes

from softgl.capi import egl_registry as egl
from softgl.capi.egl_state import (
    DISPLAYS,
    Display,
    Failure,
    egl_function,
    find_display,
    give_attribute,
    initialized,
    new_handle,
)
from softgl.capi.entry_points import read_attributes, write_int, write_pointer

VERSION = 1, 5
DEVICE = new_handle()
"""The only device."""

CLIENT_EXTENSIONS = (
    "EGL_EXT_client_extensions",
    "EGL_EXT_device_base",
    "EGL_EXT_device_enumeration",
    "EGL_EXT_device_query",
    "EGL_EXT_platform_base",
    "EGL_EXT_platform_device",
    "EGL_KHR_client_get_all_proc_addresses",
    "EGL_MESA_platform_surfaceless",
)
DISPLAY_EXTENSIONS = (
    "EGL_KHR_create_context",
    "EGL_KHR_create_context_no_error",
    "EGL_KHR_fence_sync",
    "EGL_KHR_get_all_proc_addresses",
    "EGL_KHR_gl_colorspace",
    "EGL_KHR_no_config_context",
    "EGL_KHR_surfaceless_context",
    "EGL_KHR_wait_sync",
    "EGL_MESA_configless_context",
)
DEVICE_EXTENSIONS = ("EGL_MESA_device_software",)

NATIVES = {
    egl.EGL_PLATFORM_SURFACELESS_MESA: egl.EGL_DEFAULT_DISPLAY,
    egl.EGL_PLATFORM_DEVICE_EXT: DEVICE,
}
"""The platforms, and the native display that each has."""


def _display(platform: int) -> int:
    """The handle of a platform's display: "the same parameters will return the same"."""
    for display in DISPLAYS.values():
        if display.platform == platform:
            return display.handle
    display = Display(platform, NATIVES[platform])
    DISPLAYS[display.handle] = display
    return display.handle


@egl_function("eglGetDisplay")
def get_display(display_id):
    """The default display, a surfaceless one; other displays do not exist, without an error."""
    default = display_id == egl.EGL_DEFAULT_DISPLAY
    return _display(egl.EGL_PLATFORM_SURFACELESS_MESA) if default else egl.EGL_NO_DISPLAY


def _platform_display(platform, native, attributes) -> int:
    if NATIVES.get(platform) != native:
        raise Failure(egl.EGL_BAD_PARAMETER)
    if next(attributes, None) is not None:
        raise Failure(egl.EGL_BAD_ATTRIBUTE)
    return _display(platform)


@egl_function("eglGetPlatformDisplay")
def get_platform_display(platform, native_display, attrib_list):
    """The display of a platform with its only native display; takes no attributes."""
    words = read_attributes(attrib_list, egl.EGL_NONE, ctypes.c_ssize_t)
    return _platform_display(platform, native_display, words)


@egl_function("eglGetPlatformDisplayEXT")
def get_platform_display_ext(platform, native_display, attrib_list):
    """eglGetPlatformDisplay with attributes of the type EGLint."""
    return _platform_display(platform, native_display, read_attributes(attrib_list, egl.EGL_NONE))


@egl_function("eglInitialize")
def initialize(dpy, major, minor):
    """Initializes a display, perhaps again, and writes the version."""
    display = find_display(dpy)
    display.initialized = True
    write_int(major, VERSION[0])
    write_int(minor, VERSION[1])
    return egl.EGL_TRUE


@egl_function("eglTerminate")
def terminate(dpy):
    """Invalidates all handles of a display's resources; current ones live until their release."""
    display = find_display(dpy)
    display.initialized = False
    display.resources.clear()
    return egl.EGL_TRUE


# -- strings ---------------------------------------------------------------------------------------

_VERSION = b"%d.%d softgl" % VERSION


def _listed(names) -> bytes:
    return " ".join(names).encode()


@egl_function("eglQueryString")
def query_string(dpy, name):
    """A string that describes a display; without a display, the client."""
    if dpy == egl.EGL_NO_DISPLAY and name in (egl.EGL_EXTENSIONS, egl.EGL_VERSION):
        return _VERSION if name == egl.EGL_VERSION else _listed(CLIENT_EXTENSIONS)
    initialized(dpy)
    strings = {
        egl.EGL_CLIENT_APIS: b"OpenGL OpenGL_ES",
        egl.EGL_EXTENSIONS: _listed(DISPLAY_EXTENSIONS),
        egl.EGL_VENDOR: b"softgl",
        egl.EGL_VERSION: _VERSION,
    }
    if name not in strings:
        raise Failure(egl.EGL_BAD_PARAMETER)
    return strings[name]


# -- devices ---------------------------------------------------------------------------------------


def _check_device(device) -> None:
    if device != DEVICE:
        raise Failure(egl.EGL_BAD_DEVICE_EXT)


@egl_function("eglQueryDevicesEXT")
def query_devices(max_devices, devices, num_devices):
    """Writes the devices and their number, 1; without an array only the number."""
    if not num_devices or (devices and max_devices <= 0):
        raise Failure(egl.EGL_BAD_PARAMETER)
    write_pointer(devices, DEVICE)
    write_int(num_devices, 1)
    return egl.EGL_TRUE


@egl_function("eglQueryDeviceStringEXT")
def query_device_string(device, name):
    """The extensions of a device."""
    _check_device(device)
    if name != egl.EGL_EXTENSIONS:
        raise Failure(egl.EGL_BAD_PARAMETER)
    return _listed(DEVICE_EXTENSIONS)


@egl_function("eglQueryDeviceAttribEXT")
def query_device_attribute(device, attribute, value):
    """An attribute of a device; no extension of softgl's defines any."""
    _check_device(device)
    raise Failure(egl.EGL_BAD_ATTRIBUTE)


@egl_function("eglQueryDisplayAttribEXT")
def query_display_attribute(dpy, attribute, value):
    """The device of a display, which is the same for all."""
    initialized(dpy)
    return give_attribute({egl.EGL_DEVICE_EXT: DEVICE}, attribute, value, write_pointer)
