"""Mesa's EGL chooses and sorts its configurations as softgl's rules do (EGL 1.5, 3.4.1)."""

from __future__ import annotations

import ctypes
import random
from types import SimpleNamespace

from softgl.bench import egl as mesa_egl
from softgl.capi import egl_configs
from softgl.capi import egl_registry as egl
from softgl.capi.egl_state import Failure

ASKED = [each for each in egl_configs.DEFAULTS if each != egl.EGL_MATCH_NATIVE_PIXMAP]
VALUES = {
    egl.EGL_CONFIG_CAVEAT: (egl.EGL_NONE, egl.EGL_SLOW_CONFIG),
    egl.EGL_COLOR_BUFFER_TYPE: (egl.EGL_RGB_BUFFER, egl.EGL_LUMINANCE_BUFFER),
    egl.EGL_CONFIG_ID: (1, 2, 7),
    egl.EGL_CONFORMANT: (0, egl.EGL_OPENGL_BIT, egl.EGL_OPENGL_ES2_BIT),
    egl.EGL_RENDERABLE_TYPE: (egl.EGL_OPENGL_BIT, egl.EGL_OPENGL_ES_BIT, egl.EGL_OPENVG_BIT),
    egl.EGL_SURFACE_TYPE: (0, egl.EGL_PBUFFER_BIT, egl.EGL_WINDOW_BIT),
    egl.EGL_TRANSPARENT_TYPE: (egl.EGL_NONE, egl.EGL_TRANSPARENT_RGB),
    egl.EGL_SAMPLE_BUFFERS: (0, 1, 2),
    egl.EGL_LEVEL: (0, 1, -1),
}
"""Requested values of attributes; for the others sizes, some of them refused."""
SIZES = (0, 1, 4, 5, 6, 8, 10, 16, 17, 24, 32, -1, -2)
COMPONENT_TYPE, FLOAT = 0x3339, 0x333B  # EGL_EXT_pixel_format_float
LIKELY = (egl.EGL_SURFACE_TYPE, egl.EGL_PBUFFER_BIT), (egl.EGL_RENDERABLE_TYPE, egl.EGL_OPENGL_BIT)


def configs_of_mesa():
    """Mesa's configurations, but those with floats, with their attributes."""
    library, (display, _) = mesa_egl._egl(), mesa_egl._display()
    handles, count = (ctypes.c_void_p * 1000)(), ctypes.c_int()
    library.eglGetConfigs(display, handles, 1000, ctypes.byref(count))
    assert count.value
    for handle in handles[: count.value]:
        attributes, value = {}, ctypes.c_int()
        for attribute in (*ASKED, COMPONENT_TYPE):
            library.eglGetConfigAttrib(
                display, ctypes.c_void_p(handle), attribute, ctypes.byref(value)
            )
            attributes[attribute] = value.value
        if attributes.pop(COMPONENT_TYPE) == FLOAT:
            continue  # which only programs that know the extension get
        yield SimpleNamespace(number=attributes[egl.EGL_CONFIG_ID], attributes=attributes)


def chosen_by_mesa(pairs):
    """The numbers of the configurations that Mesa chooses; None if it refuses."""
    library, (display, _) = mesa_egl._egl(), mesa_egl._display()
    flat = [number for pair in pairs for number in pair]
    words = (ctypes.c_int * (len(flat) + 1))(*flat, egl.EGL_NONE)
    handles, count = (ctypes.c_void_p * 1000)(), ctypes.c_int()
    if not library.eglChooseConfig(display, words, handles, 1000, ctypes.byref(count)):
        assert library.eglGetError() == egl.EGL_BAD_ATTRIBUTE
        return None
    numbers, value = [], ctypes.c_int()
    for handle in handles[: count.value]:
        number = egl.EGL_CONFIG_ID, ctypes.byref(value)
        library.eglGetConfigAttrib(display, ctypes.c_void_p(handle), *number)
        numbers.append(value.value)
    return numbers


def chosen(pairs, configs):
    """The same by softgl's rules."""
    try:
        return [each.number for each in egl_configs.choose(pairs, configs)]
    except Failure:
        return None


def test_the_same_are_chosen_in_the_same_order(mesa):
    configs, draw = list(configs_of_mesa()), random.Random(5)
    lengths = set()
    for _ in range(3000):
        pairs = list(LIKELY) if draw.random() < 0.9 else []
        for attribute in draw.sample(ASKED, draw.randint(0, 4)):
            if attribute != egl.EGL_CONFIG_ID or draw.random() < 0.2:
                pairs.append((attribute, draw.choice(VALUES.get(attribute, SIZES))))
        expected = chosen_by_mesa(pairs)
        assert chosen(pairs, configs) == expected, [(hex(a), v) for a, v in pairs]
        lengths.add(None if expected is None else len(expected))
    assert len(lengths) > 5
