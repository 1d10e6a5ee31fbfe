"""Configurations of EGL: attributes, and how they are chosen and sorted (EGL 1.5, 3.4)."""

from __future__ import annotations

import ctypes
from types import SimpleNamespace

import pytest

from softgl import gl
from softgl.capi import egl_configs
from softgl.capi import egl_registry as egl
from tests.capi.egl_calls import PBUFFER, call, choose, context, failure, integer, pbuffer, words

SIZES = (egl.EGL_ALPHA_SIZE, egl.EGL_SAMPLES, egl.EGL_DEPTH_SIZE, egl.EGL_STENCIL_SIZE)


def sizes(display, config):
    """(alpha, samples, depth, stencil) of a configuration."""
    return tuple(integer("GetConfigAttrib", display, config, each) for each in SIZES)


def test_all_configurations(display):
    total = integer("GetConfigs", display, 0, 0)
    found, count = (ctypes.c_void_p * 100)(), (ctypes.c_int * 1)()
    assert call("GetConfigs", display, found, 100, count) and count[0] == total
    handles = found[:total]
    numbers = [integer("GetConfigAttrib", display, each, egl.EGL_CONFIG_ID) for each in handles]
    assert numbers == list(range(1, total + 1))  # "in the range [1, N]"
    assert call("GetConfigs", display, found, 2, count) and count[0] == 2
    assert failure("GetConfigs", display, found, 2, 0) == egl.EGL_BAD_PARAMETER
    attribute = "GetConfigAttrib", display
    value = (ctypes.c_int * 1)()
    assert failure(*attribute, 99, egl.EGL_RED_SIZE, value) == egl.EGL_BAD_CONFIG
    assert failure(*attribute, 1, egl.EGL_MATCH_NATIVE_PIXMAP, value) == egl.EGL_BAD_ATTRIBUTE
    assert failure(*attribute, 1, egl.EGL_TEXTURE_TARGET, value) == egl.EGL_BAD_ATTRIBUTE
    assert failure(*attribute, 1, egl.EGL_RED_SIZE, 0) == egl.EGL_BAD_PARAMETER
    for attribute in egl_configs.DEFAULTS:
        if attribute != egl.EGL_MATCH_NATIVE_PIXMAP:
            integer("GetConfigAttrib", display, 1, attribute)


def test_the_buffers_are_as_described(display):
    bits = (gl.GL_ALPHA_BITS, gl.GL_SAMPLES, gl.GL_DEPTH_BITS, gl.GL_STENCIL_BITS)
    made = context(display, egl.EGL_NO_CONFIG_KHR)
    for config in egl_configs.CONFIGS:
        surface = pbuffer(display, config)
        assert call("MakeCurrent", display, surface, surface, made)
        assert tuple(int(gl.glGetIntegerv(each)) for each in bits) == sizes(display, config)
        assert int(gl.glGetIntegerv(gl.GL_RED_BITS)) == 8
        attributes = egl_configs.CONFIGS[config].attributes
        assert int(gl.glGetIntegerv(gl.GL_SAMPLE_BUFFERS)) == attributes[egl.EGL_SAMPLE_BUFFERS]
        assert attributes[egl.EGL_BUFFER_SIZE] == 24 + attributes[egl.EGL_ALPHA_SIZE]


def test_what_is_chosen(display):
    """Rules 3 to 8 of 3.4.1.2 by hand."""
    cases = [
        # Without colours asked for, the smaller buffer comes first; then samples and depth.
        ({}, (0, 0, 0, 0)),
        ({"DEPTH_SIZE": 1}, (0, 0, 16, 0)),
        ({"DEPTH_SIZE": 17}, (0, 0, 24, 0)),
        ({"STENCIL_SIZE": 1}, (0, 0, 24, 8)),
        ({"SAMPLES": 1}, (0, 2, 0, 0)),
        ({"SAMPLES": 5, "DEPTH_SIZE": 24}, (0, 8, 24, 0)),
        ({"SAMPLE_BUFFERS": 1, "STENCIL_SIZE": 8}, (0, 2, 24, 8)),
        # "by larger total number of color bits", of the components that are asked for.
        ({"RED_SIZE": 1}, (0, 0, 0, 0)),
        ({"RED_SIZE": 1, "ALPHA_SIZE": 1}, (8, 0, 0, 0)),
        ({"RED_SIZE": 8, "ALPHA_SIZE": -1}, (0, 0, 0, 0)),
        ({"BUFFER_SIZE": 25, "DEPTH_SIZE": 24, "STENCIL_SIZE": 8}, (8, 0, 24, 8)),
    ]
    for wishes, expected in cases:
        named = PBUFFER | {getattr(egl, f"EGL_{name}"): size for name, size in wishes.items()}
        assert sizes(display, choose(display, named)[0]) == expected, wishes
    found = [sizes(display, each) for each in choose(display, PBUFFER)]
    order = [(alpha, samples, depth, stencil) for alpha, samples, depth, stencil in found]
    assert order == sorted(order) and len(order) == len(egl_configs.CONFIGS)


def test_what_matches(display):
    total = len(egl_configs.CONFIGS)
    counts = {
        total: ({}, {"LEVEL": 0}, {"CONFORMANT": 0}, {"CONFIG_CAVEAT": egl.EGL_NONE},
                {"TRANSPARENT_RED_VALUE": 9}, {"MAX_PBUFFER_WIDTH": 10**6},
                {"NATIVE_VISUAL_ID": 7}, {"NATIVE_VISUAL_TYPE": 7}, {"COLOR_BUFFER_TYPE": -1},
                {"MATCH_NATIVE_PIXMAP": egl.EGL_NONE}, {"RED_SIZE": 8},
                {"SURFACE_TYPE": -1, "RENDERABLE_TYPE": -1}, {"SURFACE_TYPE": 0}),
        0: ({"LEVEL": 1}, {"RED_SIZE": 9}, {"CONFORMANT": egl.EGL_OPENVG_BIT}, {"DEPTH_SIZE": 25},
            {"COLOR_BUFFER_TYPE": egl.EGL_LUMINANCE_BUFFER}, {"LUMINANCE_SIZE": 1},
            {"SURFACE_TYPE": egl.EGL_PBUFFER_BIT | egl.EGL_PIXMAP_BIT}, {"ALPHA_MASK_SIZE": 1},
            {"RENDERABLE_TYPE": egl.EGL_OPENVG_BIT}, {"NATIVE_RENDERABLE": egl.EGL_TRUE},
            {"TRANSPARENT_TYPE": egl.EGL_TRANSPARENT_RGB}, {"CONFIG_ID": 1000}, {"CONFIG_ID": 0},
            {"BIND_TO_TEXTURE_RGB": egl.EGL_TRUE}, {"MIN_SWAP_INTERVAL": 1}),
        1: ({"CONFIG_ID": 3}, {"CONFIG_ID": 3, "RED_SIZE": 100, "SURFACE_TYPE": 4}),
    }  # fmt: skip
    for number, several in counts.items():
        for wishes in several:
            named = PBUFFER | {getattr(egl, f"EGL_{name}"): size for name, size in wishes.items()}
            assert len(choose(display, named)) == number, wishes
    # By default a window is asked for, and OpenGL ES.
    assert choose(display, {}) == []
    assert choose(display, {egl.EGL_SURFACE_TYPE: egl.EGL_PBUFFER_BIT}) == []
    number = (ctypes.c_int * 1)()
    assert call("ChooseConfig", display, 0, 0, 0, number) and number[0] == 0
    assert call("ChooseConfig", display, words(PBUFFER), 0, 0, number) and number[0] == total
    found = (ctypes.c_void_p * 2)()
    assert call("ChooseConfig", display, words(PBUFFER), found, 2, number) and number[0] == 2
    assert call("ChooseConfig", display, words(PBUFFER), found, 0, number) and number[0] == 0


def test_what_cannot_be_asked_for(display):
    number = (ctypes.c_int * 1)()
    wrong = [
        {egl.EGL_WIDTH: 4}, {egl.EGL_TEXTURE_TARGET: 0}, {0x1234: 0},
        {egl.EGL_RED_SIZE: -2}, {egl.EGL_SAMPLE_BUFFERS: 2}, {egl.EGL_SURFACE_TYPE: 1 << 20},
        {egl.EGL_RENDERABLE_TYPE: 0x100}, {egl.EGL_CONFORMANT: -2}, {egl.EGL_LEVEL: -1},
        {egl.EGL_MATCH_NATIVE_PIXMAP: -1}, {egl.EGL_MATCH_NATIVE_PIXMAP: 5},
        {egl.EGL_CONFIG_CAVEAT: 0}, {egl.EGL_COLOR_BUFFER_TYPE: 0},
        {egl.EGL_NATIVE_RENDERABLE: 2}, {egl.EGL_TRANSPARENT_TYPE: 1}, {egl.EGL_CONFIG_ID: -3},
    ]  # fmt: skip
    for wishes in wrong:
        code = failure("ChooseConfig", display, words(wishes), 0, 0, number)
        assert code == egl.EGL_BAD_ATTRIBUTE, wishes
    assert failure("ChooseConfig", display, 0, 0, 0, 0) == egl.EGL_BAD_PARAMETER
    assert failure("ChooseConfig", 1, 0, 0, 0, number) == egl.EGL_BAD_DISPLAY


@pytest.mark.parametrize("wished", [0, 1])
def test_caveats_come_before_colours(wished):
    def config(number, red, caveat):
        attributes = egl_configs.CONFIGS[1].attributes | {
            egl.EGL_CONFIG_ID: number, egl.EGL_RED_SIZE: red, egl.EGL_CONFIG_CAVEAT: caveat,
            egl.EGL_BUFFER_SIZE: red + 24,
        }  # fmt: skip
        return SimpleNamespace(number=number, attributes=attributes)

    configs = [
        config(1, 16, egl.EGL_NON_CONFORMANT_CONFIG), config(2, 16, egl.EGL_SLOW_CONFIG),
        config(3, 5, egl.EGL_NONE), config(4, 8, egl.EGL_NONE),
    ]  # fmt: skip
    found = egl_configs.choose([*PBUFFER.items(), (egl.EGL_RED_SIZE, wished)], configs)
    # Note 8: "configs with deeper color buffers first", but for 0, when smaller ones come first.
    assert [each.number for each in found] == ([4, 3, 2, 1] if wished else [3, 4, 2, 1])
