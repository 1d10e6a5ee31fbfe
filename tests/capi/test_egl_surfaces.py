"""Surfaces of EGL: pbuffers, their attributes and errors (EGL 1.5, 3.5, 3.6, 3.10)."""

from __future__ import annotations

import ctypes

import pytest

from softgl import gl
from softgl.capi import egl_registry as egl
from softgl.capi import egl_surfaces
from tests.capi.egl_calls import (
    PBUFFER,
    call,
    choose,
    context,
    error,
    failure,
    integer,
    pbuffer,
    words,
)


def attribute(display, surface, name):
    return integer("QuerySurface", display, surface, getattr(egl, f"EGL_{name}"))


def test_attributes_of_a_pbuffer(display):
    surface = pbuffer(display, 7, 5, 3, GL_COLORSPACE=egl.EGL_GL_COLORSPACE_SRGB)
    expected = {
        "CONFIG_ID": 7, "WIDTH": 5, "HEIGHT": 3, "LARGEST_PBUFFER": egl.EGL_FALSE,
        "GL_COLORSPACE": egl.EGL_GL_COLORSPACE_SRGB, "VG_COLORSPACE": egl.EGL_VG_COLORSPACE_sRGB,
        "VG_ALPHA_FORMAT": egl.EGL_VG_ALPHA_FORMAT_NONPRE, "TEXTURE_FORMAT": egl.EGL_NO_TEXTURE,
        "TEXTURE_TARGET": egl.EGL_NO_TEXTURE, "MIPMAP_TEXTURE": egl.EGL_FALSE, "MIPMAP_LEVEL": 0,
        "HORIZONTAL_RESOLUTION": egl.EGL_UNKNOWN, "VERTICAL_RESOLUTION": egl.EGL_UNKNOWN,
        "PIXEL_ASPECT_RATIO": egl.EGL_UNKNOWN, "RENDER_BUFFER": egl.EGL_BACK_BUFFER,
        "MULTISAMPLE_RESOLVE": egl.EGL_MULTISAMPLE_RESOLVE_DEFAULT,
        "SWAP_BEHAVIOR": egl.EGL_BUFFER_PRESERVED,
    }  # fmt: skip
    assert {name: attribute(display, surface, name) for name in expected} == expected
    empty = call("CreatePbufferSurface", display, 7, 0)
    assert [attribute(display, empty, name) for name in ("WIDTH", "HEIGHT")] == [0, 0]
    value = (ctypes.c_int * 1)(-77)
    query = "QuerySurface", display
    assert failure(*query, surface, egl.EGL_RED_SIZE, value) == egl.EGL_BAD_ATTRIBUTE
    assert failure(*query, 1, egl.EGL_WIDTH, value) == egl.EGL_BAD_SURFACE
    assert failure(*query, surface, egl.EGL_WIDTH, 0) == egl.EGL_BAD_PARAMETER
    assert value[0] == -77
    for name, number, code in (
        ("MULTISAMPLE_RESOLVE", egl.EGL_MULTISAMPLE_RESOLVE_BOX, None),
        ("SWAP_BEHAVIOR", egl.EGL_BUFFER_DESTROYED, None),
        ("MULTISAMPLE_RESOLVE", egl.EGL_BUFFER_DESTROYED, egl.EGL_BAD_PARAMETER),
        ("SWAP_BEHAVIOR", 0, egl.EGL_BAD_PARAMETER),
        ("MIPMAP_LEVEL", 1, None),
        ("MIPMAP_LEVEL", -1, None),
        ("WIDTH", 3, egl.EGL_BAD_ATTRIBUTE),
    ):
        change = "SurfaceAttrib", display, surface, getattr(egl, f"EGL_{name}"), number
        if code:
            assert failure(*change) == code, name
        else:
            assert call(*change) and attribute(display, surface, name) == number


def test_pbuffers_that_are_refused(display):
    cases = [
        ({egl.EGL_WIDTH: -1}, egl.EGL_BAD_PARAMETER),
        ({egl.EGL_HEIGHT: -5}, egl.EGL_BAD_PARAMETER),
        ({egl.EGL_WIDTH: 8193, egl.EGL_HEIGHT: 1}, egl.EGL_BAD_ALLOC),
        ({egl.EGL_LARGEST_PBUFFER: 2}, egl.EGL_BAD_ATTRIBUTE),
        ({egl.EGL_TEXTURE_FORMAT: egl.EGL_TEXTURE_RGB}, egl.EGL_BAD_MATCH),
        ({egl.EGL_TEXTURE_TARGET: egl.EGL_TEXTURE_2D}, egl.EGL_BAD_MATCH),
        ({egl.EGL_TEXTURE_TARGET: egl.EGL_TEXTURE_2D, egl.EGL_WIDTH: -1}, egl.EGL_BAD_PARAMETER),
        ({egl.EGL_TEXTURE_FORMAT: egl.EGL_TEXTURE_2D}, egl.EGL_BAD_ATTRIBUTE),
        ({egl.EGL_TEXTURE_TARGET: 0}, egl.EGL_BAD_ATTRIBUTE),
        ({egl.EGL_MIPMAP_TEXTURE: 2}, egl.EGL_BAD_ATTRIBUTE),
        ({egl.EGL_MIPMAP_LEVEL: 0}, egl.EGL_BAD_ATTRIBUTE),
        ({egl.EGL_RENDER_BUFFER: egl.EGL_BACK_BUFFER}, egl.EGL_BAD_ATTRIBUTE),
        ({egl.EGL_GL_COLORSPACE: 0}, egl.EGL_BAD_ATTRIBUTE),
        ({egl.EGL_VG_COLORSPACE: egl.EGL_VG_COLORSPACE_LINEAR}, egl.EGL_BAD_MATCH),
        ({egl.EGL_VG_ALPHA_FORMAT: egl.EGL_VG_ALPHA_FORMAT_PRE}, egl.EGL_BAD_MATCH),
    ]
    for wishes, code in cases:
        assert failure("CreatePbufferSurface", display, 1, words(wishes)) == code, wishes
    assert failure("CreatePbufferSurface", display, 0, 0) == egl.EGL_BAD_CONFIG
    assert failure("CreatePbufferSurface", 3, 1, 0) == egl.EGL_BAD_DISPLAY
    bound = "CreatePbufferFromClientBuffer", display
    assert failure(*bound, egl.EGL_OPENVG_IMAGE, 1, 1, 0) == egl.EGL_BAD_PARAMETER
    assert failure(*bound, egl.EGL_OPENVG_IMAGE, 1, 0, 0) == egl.EGL_BAD_CONFIG
    assert failure(*bound, egl.EGL_TEXTURE_2D, 1, 1, 0) == egl.EGL_BAD_PARAMETER


def test_the_largest_pbuffer(display, monkeypatch):
    surface = pbuffer(display, 1, 10**6, 2, LARGEST_PBUFFER=egl.EGL_TRUE)
    assert (attribute(display, surface, "WIDTH"), attribute(display, surface, "HEIGHT")) == (
        8192,
        2,
    )
    assert attribute(display, surface, "LARGEST_PBUFFER") == egl.EGL_TRUE
    sizes = []

    def make(width, height):
        sizes.append((width, height))
        if width * height > 20:
            raise MemoryError
        return "window"

    assert egl_surfaces._allocate(make, 30, 10, egl.EGL_TRUE) == "window"
    assert sizes == [(30, 10), (15, 10), (7, 10), (7, 5), (3, 5)]
    sizes.clear()
    assert egl_surfaces._allocate(make, 8192 * 16, 8192 * 4, egl.EGL_TRUE, ratio=True) == "window"
    assert sizes[0] == (8192, 2048) and sizes[-1] == (8, 2)
    with pytest.raises(MemoryError):
        egl_surfaces._allocate(make, 30, 10, egl.EGL_FALSE)
    monkeypatch.setattr(egl_surfaces, "_allocate", lambda *_: make(30, 10))
    assert failure("CreatePbufferSurface", display, 1, 0) == egl.EGL_BAD_ALLOC


def test_there_are_no_native_windows(display):
    for name in ("", "Platform"):
        for suffix in ("", "EXT") if name else ("",):
            for kind in ("Window", "Pixmap"):
                create = f"Create{name}{kind}Surface{suffix}", display
                code = getattr(egl, f"EGL_BAD_NATIVE_{kind.upper()}")
                assert failure(*create, 1, 1234, 0) == code
                # EGL_MESA_platform_surfaceless: an "unconditional failure"
                without = code if name else egl.EGL_BAD_CONFIG
                assert failure(*create, 0, 1234, 0) == without


def test_pbuffers_for_textures(display):
    """A pbuffer has the attributes of a texture of OpenGL ES, to which none can be bound."""
    named = {"TEXTURE_FORMAT": egl.EGL_NO_TEXTURE, "TEXTURE_TARGET": egl.EGL_NO_TEXTURE}
    textured = {"TEXTURE_FORMAT": egl.EGL_TEXTURE_RGBA, "TEXTURE_TARGET": egl.EGL_TEXTURE_2D}
    for wishes, mismatch in ((named, True), (textured, False)):
        for mipmap in (egl.EGL_FALSE, egl.EGL_TRUE):
            asked = wishes | {"MIPMAP_TEXTURE": mipmap}
            surface = pbuffer(display, 1, **asked)
            assert {name: attribute(display, surface, name) for name in asked} == asked
        for name in ("BindTexImage", "ReleaseTexImage"):
            for buffer, code in (
                (egl.EGL_BACK_BUFFER, egl.EGL_BAD_SURFACE),
                (egl.EGL_SINGLE_BUFFER, egl.EGL_BAD_PARAMETER),
            ):
                expected = egl.EGL_BAD_MATCH if mismatch else code
                assert failure(name, display, surface, buffer) == expected
    assert failure("BindTexImage", display, 0, egl.EGL_BACK_BUFFER) == egl.EGL_BAD_SURFACE


def test_posting(display):
    surface, other = pbuffer(display, 1), pbuffer(display, 1)
    assert failure("SwapInterval", display, 1) == egl.EGL_BAD_CONTEXT
    assert failure("SwapBuffers", display, surface) == egl.EGL_BAD_SURFACE
    made = context(display, 1)
    call("MakeCurrent", display, 0, 0, made)
    assert failure("SwapInterval", display, 1) == egl.EGL_BAD_SURFACE
    call("MakeCurrent", display, surface, other, made)
    assert call("SwapInterval", display, 1)
    gl.glClearColor(1, 0, 0, 1)
    gl.glClear(gl.GL_COLOR_BUFFER_BIT)
    gl.glViewport(0, 0, 4, 4)  # as none was current with the context first
    gl.glRectf(-1, -1, 0, 1)
    assert call("SwapBuffers", display, surface) and error() == egl.EGL_SUCCESS
    assert failure("SwapBuffers", display, other) == egl.EGL_BAD_SURFACE
    assert failure("SwapBuffers", display, 8) == egl.EGL_BAD_SURFACE
    assert failure("CopyBuffers", display, other, 1) == egl.EGL_BAD_SURFACE
    assert failure("CopyBuffers", display, surface, 1) == egl.EGL_BAD_NATIVE_PIXMAP
    call("MakeCurrent", display, surface, surface, made)
    pixels = gl.glReadPixels(1, 1, 2, 1, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE)
    assert list(pixels) == [255, 255, 255, 255, 255, 0, 0, 255]  # posting has kept it
    for name in ("WaitClient", "WaitGL"):
        assert call(name)
    assert call("WaitNative", egl.EGL_CORE_NATIVE_ENGINE)
    assert failure("WaitNative", 5) == egl.EGL_BAD_PARAMETER


def test_srgb(display):
    """The encoding of a pbuffer's colours."""
    for config in (
        choose(display, PBUFFER)[0],
        choose(display, PBUFFER | {egl.EGL_ALPHA_SIZE: 8})[0],
    ):
        made = context(display, config)
        for space, encoding, red in (("SRGB", gl.GL_SRGB, 188), ("LINEAR", gl.GL_LINEAR, 128)):
            number = getattr(egl, f"EGL_GL_COLORSPACE_{space}")
            surface = pbuffer(display, config, GL_COLORSPACE=number)
            call("MakeCurrent", display, surface, surface, made)
            asked = gl.GL_FRAMEBUFFER_ATTACHMENT_COLOR_ENCODING
            kind = gl.GL_FRAMEBUFFER, gl.GL_BACK_LEFT, asked
            assert gl.glGetFramebufferAttachmentParameteriv(*kind) == encoding
            gl.glEnable(gl.GL_FRAMEBUFFER_SRGB)
            gl.glClearColor(0.5, 0, 0, 1)
            gl.glClear(gl.GL_COLOR_BUFFER_BIT)
            assert gl.glReadPixels(0, 0, 1, 1, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE)[0] == red
