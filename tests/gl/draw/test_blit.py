"""glBlitFramebuffer: places of pixels, and refused blits."""

from __future__ import annotations

import numpy as np
import pytest

from softgl import Context
from softgl.gl import *
from tests.gl.attachments import attach_texture, code, framebuffer, renderbuffer, texture


def checkered(width=8, height=8):
    """A framebuffer object with a pixel of its own colour everywhere; its pixels, bottom first."""
    pixels = np.random.default_rng(3).integers(0, 256, (height, width, 4)).astype(np.uint8)
    name = texture(width=width, height=height)
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1)
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, pixels)
    bound = framebuffer()
    attach_texture("color0", name)
    return bound, pixels


def blitted(source, rectangle, target, filter_=GL_NEAREST):
    """The window after a blit."""
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0)
    glBindFramebuffer(GL_READ_FRAMEBUFFER, source)
    glBlitFramebuffer(*rectangle, *target, GL_COLOR_BUFFER_BIT, filter_)
    glBindFramebuffer(GL_READ_FRAMEBUFFER, 0)
    rows = glReadPixels(0, 0, 8, 8, GL_RGBA, GL_UNSIGNED_BYTE)
    return np.frombuffer(rows, np.uint8).reshape(8, 8, 4)


@pytest.mark.parametrize("filter_", [GL_NEAREST, GL_LINEAR])
def test_blit_the_same_size(context, filter_):
    source, pixels = checkered()
    assert np.array_equal(blitted(source, (0, 0, 8, 8), (0, 0, 8, 8), filter_), pixels)
    assert np.array_equal(blitted(source, (0, 0, 8, 8), (8, 0, 0, 8), filter_), pixels[:, ::-1])
    assert np.array_equal(blitted(source, (0, 8, 8, 0), (0, 0, 8, 8), filter_), pixels[::-1])
    assert np.array_equal(blitted(source, (8, 8, 0, 0), (8, 8, 0, 0), filter_), pixels)


def test_blit_stretched(context):
    source, pixels = checkered()
    twice = pixels[:4, 2:6].repeat(2, axis=0).repeat(2, axis=1)
    assert np.array_equal(blitted(source, (2, 0, 6, 4), (0, 0, 8, 8)), twice)
    # Centres fall between two pixels.
    assert np.array_equal(blitted(source, (0, 0, 8, 8), (0, 0, 4, 4))[:4, :4], pixels[1::2, 1::2])
    mixed = blitted(source, (0, 0, 8, 1), (0, 0, 4, 1), GL_LINEAR)[0, :4].astype(int)
    expected = (pixels[0, 0::2].astype(float) + pixels[0, 1::2]) / 2
    assert np.abs(mixed - expected).max() <= 0.5


def test_blit_stays_inside(context):
    source, pixels = checkered(4, 4)
    window = blitted(source, (-2, -2, 6, 6), (0, 0, 8, 8))
    assert np.array_equal(window[2:6, 2:6], pixels)
    assert np.count_nonzero(window.any(axis=2)) <= 16
    glEnable(GL_SCISSOR_TEST)
    glScissor(0, 0, 1, 8)
    window = blitted(source, (0, 0, 4, 4), (-1, 0, 3, 4))
    assert np.array_equal(window[:4, 0], pixels[:, 1])


def test_blit_depth_and_stencil(context):
    framebuffer(color0=renderbuffer(GL_RGBA8), depth_stencil=renderbuffer(GL_DEPTH24_STENCIL8))
    glClearDepth(0.25)
    glClearStencil(7)
    both = GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT
    glClear(both)
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0)
    rectangle = (0, 0, 8, 8, 0, 0, 4, 8)
    assert code(glBlitFramebuffer, *rectangle, both, GL_LINEAR) == GL_INVALID_OPERATION
    glBlitFramebuffer(*rectangle, both, GL_NEAREST)
    glBindFramebuffer(GL_FRAMEBUFFER, 0)
    depth = glReadPixels(0, 0, 8, 1, GL_DEPTH_COMPONENT, GL_FLOAT).reshape(-1)
    assert np.allclose(depth, [0.25] * 4 + [1] * 4)
    stencil = glReadPixels(0, 0, 8, 1, GL_STENCIL_INDEX, GL_UNSIGNED_INT).reshape(-1)
    assert stencil.tolist() == [7] * 4 + [0] * 4


def test_blit_errors(context):
    whole = (0, 0, 8, 8, 0, 0, 8, 8)
    framebuffer(color0=renderbuffer(GL_RGBA32I), depth=renderbuffer(GL_DEPTH_COMPONENT16))
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0)
    assert code(glBlitFramebuffer, *whole, 1, GL_NEAREST) == GL_INVALID_VALUE
    assert code(glBlitFramebuffer, *whole, GL_COLOR_BUFFER_BIT, GL_RED) == GL_INVALID_ENUM
    for mask in (GL_DEPTH_BUFFER_BIT, GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT):
        assert code(glBlitFramebuffer, *whole, mask, GL_NEAREST) == GL_INVALID_OPERATION
    glBlitFramebuffer(*whole, GL_STENCIL_BUFFER_BIT, GL_NEAREST)


def test_blit_stencil_of_other_depths(context):
    """OpenGL 3.3, 4.3.3: depth and stencil formats must match, if both images have both."""
    blit = glBlitFramebuffer, 0, 0, 8, 8, 0, 0, 8, 8, GL_STENCIL_BUFFER_BIT, GL_NEAREST
    framebuffer(depth_stencil=renderbuffer(GL_DEPTH32F_STENCIL8))
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0)
    assert code(*blit) == GL_INVALID_OPERATION
    framebuffer(stencil=renderbuffer(GL_STENCIL_INDEX8))
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0)
    blit[0](*blit[1:])


@pytest.mark.parametrize("filter_", [GL_NEAREST, GL_LINEAR])
def test_blits_between_floats_and_fixed_point(filter_, tuned):
    """OpenGL 3.3, 4.3.3: they are converted; kernels and the host do the same to the last bit."""
    tuned(MIN_KERNEL_CONVERTED=1)
    rng, found = np.random.default_rng(5), {}
    floats = rng.uniform(-0.5, 1.5, (8, 8, 4)).astype(np.float32)
    floats[0, :4, 0] = np.inf, -np.inf, np.nan, 0.5
    targets = GL_RGBA8, GL_RGBA16, GL_RGB10_A2, GL_RGBA8_SNORM, GL_RGBA16F_ARB, GL_RGBA32F_ARB
    for machine in ("eager", "llvm"):
        Context(8, 8, machine=machine)
        glClampColorARB(GL_CLAMP_FRAGMENT_COLOR_ARB, GL_FALSE)
        glClampColorARB(GL_CLAMP_READ_COLOR_ARB, GL_FALSE)
        objects = {format_: framebuffer(color0=renderbuffer(format_)) for format_ in targets}
        glBindFramebuffer(GL_FRAMEBUFFER, objects[GL_RGBA32F_ARB])
        glWindowPos2i(0, 0)
        glDrawPixels(8, 8, GL_RGBA, GL_FLOAT, floats)
        for target in targets[:-1]:
            ends = (0, 0, 8, 8) if filter_ == GL_NEAREST else (0, 0, 4, 8)
            for source, drawn in ((GL_RGBA32F_ARB, target), (target, GL_RGBA16F_ARB)):
                glBindFramebuffer(GL_READ_FRAMEBUFFER, objects[source])
                glBindFramebuffer(GL_DRAW_FRAMEBUFFER, objects[drawn])
                glBlitFramebuffer(0, 0, 8, 8, *ends, GL_COLOR_BUFFER_BIT, filter_)
                glBindFramebuffer(GL_READ_FRAMEBUFFER, objects[drawn])
                shown = glReadPixels(0, 0, 8, 8, GL_RGBA, GL_FLOAT).tobytes()
                found.setdefault((source, drawn), []).append(shown)
    for (source, drawn), (eager, llvm) in found.items():
        assert eager == llvm, (source, drawn)
        shown = np.frombuffer(eager, np.float32).reshape(8, 8, 4)
        if source == GL_RGBA32F_ARB and drawn == GL_RGBA8 and filter_ == GL_NEAREST:
            expected = np.clip(np.nan_to_num(floats, nan=0.0), 0, 1)
            assert np.allclose(shown, expected, atol=0.5 / 255 + 1e-6)


# Codes of sRGB -> the light that they encode, where 255 is all of it.
LINEAR_OF_SRGB = {0: 0, 10: 1, 64: 13, 128: 55, 188: 128, 255: 255}


def colour_target(format_, row):
    """A framebuffer of 6x1 pixels that are grey as `row` says, with half that alpha."""
    name = texture(format_, width=6, height=1)
    pixels = np.uint8([[value] * 3 + [value // 2] for value in row])
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 6, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixels)
    bound = framebuffer()
    attach_texture("color0", name)
    return bound


def converted(source, target, rectangle=(0, 0, 6, 1), filter_=GL_NEAREST):
    """The grey and the alpha of the pixels after a blit from `source` to `target`."""
    glBindFramebuffer(GL_READ_FRAMEBUFFER, source)
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, target)
    glBlitFramebuffer(*rectangle, 0, 0, 6, 1, GL_COLOR_BUFFER_BIT, filter_)
    glBindFramebuffer(GL_READ_FRAMEBUFFER, target)
    rows = glReadPixels(0, 0, 6, 1, GL_RGBA, GL_UNSIGNED_BYTE)
    return np.frombuffer(rows, np.uint8).reshape(6, 4)[:, [0, 3]].T.tolist()


def test_blits_convert_srgb_where_it_is_enabled(context):
    codes, light = list(LINEAR_OF_SRGB), list(LINEAR_OF_SRGB.values())
    alphas = [value // 2 for value in codes]
    encoded = colour_target(GL_SRGB8_ALPHA8, codes)
    bytes_ = colour_target(GL_RGBA8, codes)
    drawn = colour_target(GL_SRGB8_ALPHA8, [0] * 6)
    plain = colour_target(GL_RGBA8, [0] * 6)
    assert converted(encoded, plain) == converted(bytes_, drawn) == [codes, alphas]
    glEnable(GL_FRAMEBUFFER_SRGB)
    assert converted(encoded, plain) == [light, alphas]
    assert converted(plain, drawn)[0][2:] == codes[2:]  # the dark codes lie closer than light's
    assert converted(encoded, drawn) == [codes, alphas]
    # A third between black and white, as codes of light and as bytes.
    for format_, target, third in ((GL_SRGB8_ALPHA8, drawn, 156), (GL_RGBA8, plain, 85)):
        ramp = colour_target(format_, [0, 255] * 3)
        assert converted(ramp, target, (0, 0, 2, 1), GL_LINEAR)[0][2] == third
