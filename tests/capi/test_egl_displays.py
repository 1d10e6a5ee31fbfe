"""Displays, devices and strings of EGL: EGL 1.5, 3.2 and 3.3, and the extensions of platforms."""

from __future__ import annotations

import ctypes

from softgl.capi import egl_displays
from softgl.capi import egl_registry as egl
from softgl.capi.entry_points import ENTRY_POINTS
from tests.capi.egl_calls import call, context, error, failure, integer, pbuffer, words


def test_every_function_of_the_registry_is_there():
    assert {name for name in ENTRY_POINTS if name.startswith("egl")} == set(egl.COMMANDS)


def test_the_same_arguments_give_the_same_display():
    default = call("GetDisplay", egl.EGL_DEFAULT_DISPLAY)
    device, count = (ctypes.c_void_p * 1)(), (ctypes.c_int * 1)()
    assert call("QueryDevicesEXT", 1, device, count) and count[0] == 1
    for suffix, word in (("", ctypes.c_ssize_t), ("EXT", ctypes.c_int)):
        name, empty = f"GetPlatformDisplay{suffix}", words({}, word)
        for attributes in (0, empty):
            assert call(name, egl.EGL_PLATFORM_SURFACELESS_MESA, 0, attributes) == default
            other = call(name, egl.EGL_PLATFORM_DEVICE_EXT, device[0], attributes)
            assert other not in (0, default)
            assert call(name, egl.EGL_PLATFORM_DEVICE_EXT, device[0], attributes) == other
        for platform in ("X11_EXT", "WAYLAND_EXT", "GBM_KHR", "X11_SCREEN_EXT"):
            number = getattr(egl, f"EGL_PLATFORM_{platform}")
            assert failure(name, number, 0, 0) == egl.EGL_BAD_PARAMETER
        assert failure(name, egl.EGL_PLATFORM_DEVICE_EXT, 0, 0) == egl.EGL_BAD_PARAMETER
        assert failure(name, egl.EGL_PLATFORM_SURFACELESS_MESA, 8, 0) == egl.EGL_BAD_PARAMETER
        wrong = words({egl.EGL_WIDTH: 4}, word)
        code = failure(name, egl.EGL_PLATFORM_SURFACELESS_MESA, 0, wrong)
        assert code == egl.EGL_BAD_ATTRIBUTE
    # "If no display matching display_id is available, EGL_NO_DISPLAY is returned; no error".
    assert call("GetDisplay", 1234) == egl.EGL_NO_DISPLAY
    assert error() == egl.EGL_SUCCESS


def test_a_display_is_initialized_and_terminated():
    display = call("GetPlatformDisplay", egl.EGL_PLATFORM_DEVICE_EXT, egl_displays.DEVICE, 0)
    assert failure("GetConfigs", display, 0, 0, 0) == egl.EGL_NOT_INITIALIZED
    assert failure("QueryString", display, egl.EGL_VERSION) == egl.EGL_NOT_INITIALIZED
    assert failure("Initialize", 0, 0, 0) == egl.EGL_BAD_DISPLAY
    assert failure("Terminate", 5) == egl.EGL_BAD_DISPLAY
    assert call("Terminate", display)
    major, minor = (ctypes.c_int * 1)(), (ctypes.c_int * 1)()
    for _ in range(2):
        assert call("Initialize", display, major, minor)
        assert (major[0], minor[0]) == (1, 5)
    surface = pbuffer(display, 1)
    made = context(display, 1)
    assert call("MakeCurrent", display, surface, surface, made)
    assert call("Terminate", display)
    # 3.2: handles are invalid, and what is current is not destroyed before it is released.
    assert call("GetCurrentContext") == made
    assert failure("DestroySurface", display, surface) == egl.EGL_NOT_INITIALIZED
    assert failure("MakeCurrent", display, surface, surface, made) == egl.EGL_NOT_INITIALIZED
    assert call("Initialize", display, 0, 0)
    assert failure("DestroySurface", display, surface) == egl.EGL_BAD_SURFACE
    assert failure("DestroyContext", display, made) == egl.EGL_BAD_CONTEXT
    assert failure("MakeCurrent", display, 0, 0, made) == egl.EGL_BAD_CONTEXT
    assert call("MakeCurrent", display, 0, 0, 0)
    assert call("GetCurrentContext") == 0
    assert call("Terminate", display)
    call("ReleaseThread")


def test_strings(display):
    def query(shown, name):
        return call("QueryString", shown, name).decode()

    client, of_display = query(0, egl.EGL_EXTENSIONS), query(display, egl.EGL_EXTENSIONS)
    assert not set(client.split()) & set(of_display.split())
    assert "EGL_EXT_client_extensions" in client and "EGL_KHR_create_context" in of_display
    for shown in (0, display):
        assert query(shown, egl.EGL_VERSION).startswith("1.5 ")
    assert query(display, egl.EGL_CLIENT_APIS) == "OpenGL OpenGL_ES"
    assert query(display, egl.EGL_VENDOR) == "softgl"
    assert failure("QueryString", 0, egl.EGL_VENDOR) == egl.EGL_BAD_DISPLAY
    assert failure("QueryString", 3, egl.EGL_EXTENSIONS) == egl.EGL_BAD_DISPLAY
    assert failure("QueryString", display, egl.EGL_WIDTH) == egl.EGL_BAD_PARAMETER


def test_the_device(display):
    count = (ctypes.c_int * 1)()
    assert integer("QueryDevicesEXT", 0, 0) == 1
    device = integer("QueryDisplayAttribEXT", display, egl.EGL_DEVICE_EXT, word=ctypes.c_void_p)
    for arguments in ((1, 0, 0), (0, (ctypes.c_void_p * 1)(), count)):
        assert failure("QueryDevicesEXT", *arguments) == egl.EGL_BAD_PARAMETER
    text = call("QueryDeviceStringEXT", device, egl.EGL_EXTENSIONS)
    assert text == b"EGL_MESA_device_software"
    assert failure("QueryDeviceStringEXT", device, egl.EGL_VENDOR) == egl.EGL_BAD_PARAMETER
    assert failure("QueryDeviceStringEXT", 1, egl.EGL_EXTENSIONS) == egl.EGL_BAD_DEVICE_EXT
    assert failure("QueryDeviceAttribEXT", 1, egl.EGL_WIDTH, count) == egl.EGL_BAD_DEVICE_EXT
    assert failure("QueryDeviceAttribEXT", device, egl.EGL_WIDTH, count) == egl.EGL_BAD_ATTRIBUTE
    assert failure("QueryDisplayAttribEXT", display, egl.EGL_WIDTH, count) == egl.EGL_BAD_ATTRIBUTE
    assert failure("QueryDisplayAttribEXT", 1, egl.EGL_DEVICE_EXT, count) == egl.EGL_BAD_DISPLAY


def test_errors_are_those_of_the_last_function(display):
    failure("QueryString", display, 0)
    assert error() == egl.EGL_SUCCESS
    call("QueryString", display, 0)
    call("QueryString", display, egl.EGL_VENDOR)
    assert error() == egl.EGL_SUCCESS
