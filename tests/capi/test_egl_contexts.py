"""Contexts of EGL: versions, flags and shared objects (EGL 1.5, 3.7.1 and 3.7.2)."""

from __future__ import annotations

import ctypes
import threading

import numpy as np

from softgl import gl
from softgl.capi import egl_registry as egl
from softgl.capi import report
from softgl.capi.egl_state import DISPLAYS
from softgl.gl.api.current import current
from softgl.gl.api.versions import VERSIONS
from softgl.gl.queries.strings import EXTENSIONS
from tests.capi.c_functions import C, needs_native_code
from tests.capi.egl_calls import call, context, error, failure, integer, pbuffer, words
from tests.gl.guarded_memory import Guarded

ROBUST = None if "GL_ARB_robustness" in EXTENSIONS else egl.EGL_BAD_MATCH


def create(display, config=1, share=0, **attributes):
    named = {getattr(egl, f"EGL_CONTEXT_{name}"): value for name, value in attributes.items()}
    return "CreateContext", display, config, share, words(named)


def test_the_rendering_api():
    call("ReleaseThread")
    assert call("QueryAPI") == egl.EGL_OPENGL_ES_API
    for api in (egl.EGL_OPENVG_API, egl.EGL_NONE):
        assert failure("BindAPI", api) == egl.EGL_BAD_PARAMETER
    assert call("QueryAPI") == egl.EGL_OPENGL_ES_API
    assert call("BindAPI", egl.EGL_OPENGL_API)
    assert call("QueryAPI") == egl.EGL_OPENGL_API
    seen = []
    thread = threading.Thread(target=lambda: seen.append(call("QueryAPI")))
    thread.start()
    thread.join()
    assert seen == [egl.EGL_OPENGL_ES_API]
    assert call("ReleaseThread") and call("QueryAPI") == egl.EGL_OPENGL_ES_API


def test_versions(display, monkeypatch, capfd):
    """Each version up to 3.3, and none above it or between; glGetString names that of the context.

    1.5, 3.7.1.1: for 3.0 and less it may be "the compatibility profile of version 3.2 or greater".
    """
    monkeypatch.setattr(report, "_said", set())
    monkeypatch.delenv("SOFTGL_VERSION_OVERRIDE", raising=False)
    call("BindAPI", egl.EGL_OPENGL_API)
    for version in (*VERSIONS, (4, 0), (4, 6)):
        asked = create(display, MAJOR_VERSION=version[0], MINOR_VERSION=version[1])
        if version <= (3, 3):
            made = call(*asked)
            assert made, version
            call("MakeCurrent", display, 0, 0, made)
            named, profile = ((3, 1) if version == (3, 1) else (3, 3)), version >= (3, 2)
            text = gl.glGetString(gl.GL_VERSION).decode()
            assert text.startswith("{}.{} ".format(*named)) and ("Core" in text) == profile
        else:
            assert failure(*asked) == egl.EGL_BAD_MATCH, version
    for version in ((0, 9), (1, 6), (1, -1), (2, 2), (-1, 0), (3, 4), (5, 0)):
        asked = create(display, MAJOR_VERSION=version[0], MINOR_VERSION=version[1])
        assert failure(*asked) == egl.EGL_BAD_MATCH, version
    said = capfd.readouterr().err
    line = "eglCreateContext: softgl has no OpenGL 4.6; SOFTGL_VERSION_OVERRIDE=4.6 gives 3.3\n"
    assert said.count(line) == 1 and "9" not in said


def test_version_override(display, monkeypatch, capfd):
    """Requests of versions up to the override get 3.3, which says so; later ones are refused."""
    monkeypatch.setattr(report, "_said", set())
    call("BindAPI", egl.EGL_OPENGL_API)
    for text, granted in (("4.1", 1), ("4.6", 1), ("10.0", 1), ("4.0", 0), ("4", 0), ("x.1", 0)):
        monkeypatch.setenv("SOFTGL_VERSION_OVERRIDE", text)
        asked = create(display, MAJOR_VERSION=4, MINOR_VERSION=1)
        if granted:
            call("MakeCurrent", display, 0, 0, call(*asked))
            assert gl.glGetString(gl.GL_VERSION).startswith(b"3.3 (Core"), text
        else:
            assert failure(*asked) == egl.EGL_BAD_MATCH, text
    assert "has no OpenGL 4.1; SOFTGL_VERSION_OVERRIDE=4.1 gives 3.3\n" in capfd.readouterr().err
    for major, minor in ((4, 7), (3, 4), (5, 0)):
        monkeypatch.setenv("SOFTGL_VERSION_OVERRIDE", "9.9")
        asked = create(display, MAJOR_VERSION=major, MINOR_VERSION=minor)
        assert failure(*asked) == egl.EGL_BAD_MATCH
    call("BindAPI", egl.EGL_OPENGL_ES_API)
    assert failure(*create(display, MAJOR_VERSION=3, MINOR_VERSION=2)) == egl.EGL_BAD_MATCH


def test_opengl_es(display):
    """OpenGL ES 2.0 and 3.0, without the attributes of OpenGL alone."""
    call("BindAPI", egl.EGL_OPENGL_ES_API)
    made = {}
    for version in ((2, 0), (3, 0)):
        made[version] = call(*create(display, MAJOR_VERSION=version[0]))
        assert call("MakeCurrent", display, 0, 0, made[version])
        text = "OpenGL ES {}.{} ".format(*version)
        assert gl.glGetString(gl.GL_VERSION).decode().startswith(text)
        # 3.7: OpenGL and OpenGL ES "are interchangeable for all purposes except eglCreateContext".
        call("BindAPI", egl.EGL_OPENGL_API)
        assert call("GetCurrentContext") == made[version]
        kind = integer("QueryContext", display, made[version], egl.EGL_CONTEXT_CLIENT_TYPE)
        assert kind == egl.EGL_OPENGL_ES_API
        assert call(*create(display, share=made[version]))
        call("BindAPI", egl.EGL_OPENGL_ES_API)
    assert call(*create(display, share=made[2, 0], MAJOR_VERSION=3))
    for version in ((1, 0), (1, 1), (2, 1), (3, 1), (3, 2), (4, 0)):
        asked = create(display, MAJOR_VERSION=version[0], MINOR_VERSION=version[1])
        assert failure(*asked) == egl.EGL_BAD_MATCH, version
    for attributes, code in (
        ({"OPENGL_PROFILE_MASK": 1}, egl.EGL_BAD_ATTRIBUTE),
        ({"OPENGL_FORWARD_COMPATIBLE": 1}, egl.EGL_BAD_ATTRIBUTE),
        ({"OPENGL_ROBUST_ACCESS": 1}, egl.EGL_BAD_MATCH),
        ({"FLAGS_KHR": 2}, egl.EGL_BAD_ATTRIBUTE),  # KHR_create_context: for OpenGL alone
        ({"FLAGS_KHR": 4}, egl.EGL_BAD_ATTRIBUTE),
    ):
        assert failure(*create(display, MAJOR_VERSION=2, **attributes)) == code
    assert call(*create(display, MAJOR_VERSION=2, OPENGL_FORWARD_COMPATIBLE=0, FLAGS_KHR=1))


def test_attributes(display):
    call("BindAPI", egl.EGL_OPENGL_API)
    cases = [
        ({"OPENGL_PROFILE_MASK": 2}, None),
        ({"OPENGL_PROFILE_MASK": 0}, None),  # ignored below 3.2
        ({"OPENGL_DEBUG": 1}, None),
        ({"FLAGS_KHR": 1}, None),
        ({"OPENGL_RESET_NOTIFICATION_STRATEGY": egl.EGL_LOSE_CONTEXT_ON_RESET}, None),
        ({"OPENGL_FORWARD_COMPATIBLE": 1}, egl.EGL_BAD_MATCH),
        ({"FLAGS_KHR": 2}, egl.EGL_BAD_MATCH),
        ({"OPENGL_ROBUST_ACCESS": 1}, ROBUST),
        ({"FLAGS_KHR": 4}, ROBUST),
        ({"MAJOR_VERSION": 3, "FLAGS_KHR": 2}, None),
        ({"MAJOR_VERSION": 3, "MINOR_VERSION": 3, "OPENGL_PROFILE_MASK": 2}, None),
        ({"MAJOR_VERSION": 3, "MINOR_VERSION": 2, "OPENGL_PROFILE_MASK": 0}, egl.EGL_BAD_MATCH),
        ({"MAJOR_VERSION": 3, "MINOR_VERSION": 2, "OPENGL_PROFILE_MASK": 3}, egl.EGL_BAD_MATCH),
        ({"FLAGS_KHR": 8}, egl.EGL_BAD_ATTRIBUTE),
        ({"FLAGS_KHR": -1}, egl.EGL_BAD_ATTRIBUTE),
        ({"OPENGL_DEBUG": 2}, egl.EGL_BAD_ATTRIBUTE),
        ({"OPENGL_RESET_NOTIFICATION_STRATEGY": 0}, egl.EGL_BAD_ATTRIBUTE),
        ({"CLIENT_TYPE": egl.EGL_OPENGL_API}, egl.EGL_BAD_ATTRIBUTE),
        ({"OPENGL_NO_ERROR_KHR": 1}, None),
        ({"OPENGL_NO_ERROR_KHR": 0, "OPENGL_DEBUG": 1}, None),
        ({"OPENGL_NO_ERROR_KHR": 2}, egl.EGL_BAD_ATTRIBUTE),
        ({"OPENGL_NO_ERROR_KHR": 1, "OPENGL_DEBUG": 1}, egl.EGL_BAD_MATCH),
        ({"OPENGL_NO_ERROR_KHR": 1, "FLAGS_KHR": 1}, egl.EGL_BAD_MATCH),
        ({"OPENGL_NO_ERROR_KHR": 1, "OPENGL_ROBUST_ACCESS": 1}, egl.EGL_BAD_MATCH),
    ]
    for attributes, code in cases:
        asked = create(display, **attributes)
        if code:
            assert failure(*asked) == code, attributes
        else:
            assert call(*asked), attributes
    # The list ends with a refused attribute: nothing after it is read.
    last = Guarded(np.int32([egl.EGL_SAMPLE_BUFFERS, egl.EGL_NONE])).address.value
    assert failure("CreateContext", display, 1, 0, last) == egl.EGL_BAD_ATTRIBUTE
    # Of an attribute that comes twice the last value counts.
    twice = (egl.EGL_CONTEXT_OPENGL_DEBUG, 1, egl.EGL_CONTEXT_OPENGL_DEBUG, 0, egl.EGL_NONE)
    made = call("CreateContext", display, 1, 0, (ctypes.c_int * 5)(*twice))
    assert call("MakeCurrent", display, 0, 0, made)
    assert not gl.glIsEnabled(gl.GL_DEBUG_OUTPUT)
    assert failure(*create(display, 99)) == egl.EGL_BAD_CONFIG
    assert failure(*create(display, share=99)) == egl.EGL_BAD_CONTEXT
    assert failure(*create(display, share=pbuffer(display, 1))) == egl.EGL_BAD_CONTEXT
    for debugs in ({"OPENGL_DEBUG": 1}, {"FLAGS_KHR": 1}, {}):
        call("MakeCurrent", display, 0, 0, context(display, 0, **debugs))
        assert gl.glIsEnabled(gl.GL_DEBUG_OUTPUT) == bool(debugs)


def test_creation_leaves_what_is_current(display):
    first = context(display, 1)
    call("MakeCurrent", display, 0, 0, first)
    before = current.called
    context(display, 1)
    assert current.called is before and call("GetCurrentContext") == first
    gl.glEnable(gl.GL_BLEND)
    assert gl.glIsEnabled(gl.GL_BLEND)


def test_share_contexts(display):
    """The context of GL shares objects with that of the context to share with, and no other."""
    first = context(display, 1)
    handles = context(display, 0, first), context(display, 1)
    resources = DISPLAYS[display].resources
    groups = [resources[each].gl_context.share_group for each in (first, *handles)]
    assert groups[0] is groups[1] and groups[0] is not groups[2]
    lost = {"OPENGL_RESET_NOTIFICATION_STRATEGY": egl.EGL_LOSE_CONTEXT_ON_RESET}
    assert failure(*create(display, share=first, **lost)) == egl.EGL_BAD_MATCH
    assert failure(*create(display, share=first, OPENGL_NO_ERROR_KHR=1)) == egl.EGL_BAD_MATCH
    for attributes, strategy in (
        ({}, gl.GL_NO_RESET_NOTIFICATION),
        (lost, gl.GL_LOSE_CONTEXT_ON_RESET),
    ):
        call("MakeCurrent", display, 0, 0, context(display, 1, **attributes))
        assert gl.glGetIntegerv(gl.GL_RESET_NOTIFICATION_STRATEGY) == strategy
    without = context(display, 1, OPENGL_NO_ERROR_KHR=1)
    assert failure(*create(display, share=without)) == egl.EGL_BAD_MATCH
    assert call(*create(display, share=without, OPENGL_NO_ERROR_KHR=1))


def test_a_context_without_errors(display):
    """It has the flag, and glGetError tells of GL_OUT_OF_MEMORY alone (KHR_no_error)."""
    call("MakeCurrent", display, 0, 0, context(display, 1, OPENGL_NO_ERROR_KHR=1))
    assert gl.glGetIntegerv(gl.GL_CONTEXT_FLAGS) & gl.GL_CONTEXT_FLAG_NO_ERROR_BIT
    gl.glEnable(gl.GL_RGBA)
    assert gl.glGetError() == gl.GL_NO_ERROR
    current.called.error = gl.GL_OUT_OF_MEMORY
    assert gl.glGetError() == gl.GL_OUT_OF_MEMORY
    assert gl.glGetError() == gl.GL_NO_ERROR


def test_queries(display):
    surface, made, free = pbuffer(display, 5), context(display, 5), context(display, 0)
    assert integer("QueryContext", display, made, egl.EGL_CONFIG_ID) == 5
    assert integer("QueryContext", display, free, egl.EGL_CONFIG_ID) == 0
    kind = integer("QueryContext", display, made, egl.EGL_CONTEXT_CLIENT_TYPE)
    assert kind == egl.EGL_OPENGL_API
    integer("QueryContext", display, made, egl.EGL_CONTEXT_CLIENT_VERSION)
    buffer = "QueryContext", display, made, egl.EGL_RENDER_BUFFER
    assert integer(*buffer) == egl.EGL_NONE
    call("MakeCurrent", display, surface, surface, made)
    assert integer(*buffer) == egl.EGL_BACK_BUFFER
    call("MakeCurrent", display, 0, 0, made)
    assert integer(*buffer) == egl.EGL_NONE
    value = (ctypes.c_int * 1)(-77)
    query = "QueryContext", display
    assert failure(*query, made, egl.EGL_WIDTH, value) == egl.EGL_BAD_ATTRIBUTE
    assert failure(*query, surface, egl.EGL_CONFIG_ID, value) == egl.EGL_BAD_CONTEXT
    assert failure(*query, made, egl.EGL_CONFIG_ID, 0) == egl.EGL_BAD_PARAMETER
    assert value[0] == -77
    assert failure("DestroyContext", display, surface) == egl.EGL_BAD_CONTEXT
    assert call("DestroyContext", display, free)
    assert failure("DestroyContext", display, free) == egl.EGL_BAD_CONTEXT


def test_addresses_of_functions(monkeypatch):
    addresses = {"glClear": 77}
    monkeypatch.setattr("softgl.capi.core.address", lambda name: addresses.get(name, 0))
    for name, address in ((b"glClear", 77), (b"nothing", 0)):
        assert call("GetProcAddress", ctypes.create_string_buffer(name)) == address
        assert error() == egl.EGL_SUCCESS


@needs_native_code
def test_a_core_context_in_c(display):
    """C's calls are refused too; attribute 0 has a current value, and makes no vertex."""
    made = context(display, 1, MAJOR_VERSION=3, MINOR_VERSION=3)
    call("MakeCurrent", display, 0, 0, made)
    c, values = C(), (ctypes.c_float * 4)()
    c.glVertexAttrib2f(0, 0.5, 0.25)
    c.glVertexAttrib4f(3, 1, 2, 3, 4)
    for index, expected in ((0, [0.5, 0.25, 0, 1]), (3, [1, 2, 3, 4])):
        c.glGetVertexAttribfv(index, gl.GL_CURRENT_VERTEX_ATTRIB, values)
        assert [*values] == expected
    assert c.glGetError() == gl.GL_NO_ERROR
    for refused in (
        lambda: c.glVertex2f(1, 1),
        lambda: c.glColor3f(1, 1, 1),
        lambda: c.glBegin(gl.GL_TRIANGLES),
        lambda: c.glMatrixMode(gl.GL_PROJECTION),
        lambda: c.glVertex3fv(values),
    ):
        refused()
        assert c.glGetError() == gl.GL_INVALID_OPERATION
    c.glEnable(gl.GL_LIGHTING)
    assert c.glGetError() == gl.GL_INVALID_ENUM
    c.glEnable(gl.GL_DEPTH_TEST)
    assert c.glIsEnabled(gl.GL_DEPTH_TEST) and c.glGetError() == gl.GL_NO_ERROR
