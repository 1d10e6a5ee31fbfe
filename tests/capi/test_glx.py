"""GLX answers that there is no display."""

from __future__ import annotations

from softgl.capi import glx
from softgl.capi.entry_points import ENTRY_POINTS


def test_there_is_no_display():
    for name in (*glx.NOTHING.split(), *glx.NULL.split(), *glx.FALSE.split()):
        assert not ENTRY_POINTS[name].function()
    assert ENTRY_POINTS["glXGetConfig"].function() == glx.NO_EXTENSION
    strings = [ENTRY_POINTS["glXGetClientString"].function(0, name) for name in range(5)]
    assert strings == [0, b"softgl", b"1.4", b"GLX_ARB_get_proc_address", 0]


def test_a_signature_says_what_is_returned():
    assert ENTRY_POINTS["glXSwapBuffers"].signature.returns == "void"
    assert ENTRY_POINTS["glXChooseVisual"].signature.returns == "out void"
    assert ENTRY_POINTS["glXQueryExtension"].signature.returns == "int"
