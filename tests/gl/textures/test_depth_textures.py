"""Textures of depths: ARB_depth_texture, ARB_shadow, EXT_packed_depth_stencil."""

from __future__ import annotations

import numpy as np
import pytest

from softgl import Context
from softgl.gl import *
from tests.gl.attachments import (
    attach_texture,
    code,
    framebuffer,
    renderbuffer,
    status,
    use_program,
)

TEXTURE = GL_TEXTURE_2D
SIZES = {
    GL_DEPTH_COMPONENT: (24, 0),
    GL_DEPTH_COMPONENT16: (16, 0),
    GL_DEPTH_COMPONENT24: (24, 0),
    GL_DEPTH_COMPONENT32: (32, 0),
    GL_DEPTH_COMPONENT32F: (32, 0),
    GL_DEPTH_STENCIL: (24, 8),
    GL_DEPTH24_STENCIL8: (24, 8),
    GL_DEPTH32F_STENCIL8: (32, 8),
}
SHOW = "!!ARBfp1.0\nTEX result.color, fragment.texcoord[0], texture[0], {};\nEND\n"
SHADOW = SHOW.replace("\n", "\nOPTION ARB_fragment_program_shadow;\n", 1)


def depth_texture(values, format_=GL_DEPTH_COMPONENT24, filter_=GL_NEAREST):
    """A bound 2D texture of the depths (height, width)."""
    values = np.array(values, np.float32, ndmin=2)
    name = glGenTextures(1)
    glBindTexture(TEXTURE, name)
    for pname in (GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER):
        glTexParameteri(TEXTURE, pname, filter_)
    size = values.shape[::-1]
    glTexImage2D(TEXTURE, 0, format_, *size, 0, GL_DEPTH_COMPONENT, GL_FLOAT, values)
    return name


def packed(format_=GL_DEPTH24_STENCIL8):
    """A 2x1 texture of depths and stencil indices: 0 with 3, 1 with 255."""
    name = depth_texture([[0, 1]], format_)
    words = np.array([3, 0xFFFFFFFF], np.uint32)
    glTexSubImage2D(TEXTURE, 0, 0, 0, 2, 1, GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8, words)
    return name


def image(format_=GL_DEPTH_COMPONENT, type_=GL_FLOAT):
    return glGetTexImage(TEXTURE, 0, format_, type_).reshape(-1).tolist()


def shown(r=0.5, size=8):
    """The window's bottom row after the texture has been drawn over it."""
    glBegin(GL_QUADS)
    for x, y in ((0, 0), (1, 0), (1, 1), (0, 1)):
        glTexCoord3f(x, y, r)
        glVertex2f(2 * x - 1, 2 * y - 1)
    glEnd()
    row = glReadPixels(0, 0, size, 1, GL_RGBA, GL_UNSIGNED_BYTE)
    return np.frombuffer(row, np.uint8).reshape(size, 4).tolist()


@pytest.mark.parametrize("format_", SIZES)
def test_formats(context, format_):
    depth_texture([[0, 0.25, 1]], format_)

    def get(word):
        return glGetTexLevelParameteriv(TEXTURE, 0, globals()[f"GL_TEXTURE_{word}"])

    assert (get("DEPTH_SIZE"), get("STENCIL_SIZE")) == SIZES[format_]
    assert get("INTERNAL_FORMAT") == format_
    assert get("RED_SIZE") == get("LUMINANCE_SIZE") == 0
    assert image() == pytest.approx([0, 0.25, 1], abs=1 / 65535)


def test_thirty_two_bits_are_kept(context):
    glBindTexture(TEXTURE, glGenTextures(1))
    words = np.array([0, 1, 2**31 + 1, 2**32 - 2], np.uint32)
    given = (GL_DEPTH_COMPONENT, GL_UNSIGNED_INT)
    glTexImage2D(TEXTURE, 0, GL_DEPTH_COMPONENT32, 4, 1, 0, *given, words)
    assert image(*given) == words.tolist()


def test_depth_scale_and_bias(context):
    glPixelTransferf(GL_DEPTH_SCALE, 0.5)
    glPixelTransferf(GL_DEPTH_BIAS, 0.75)
    depth_texture([[0, 0.25, 1]], GL_DEPTH_COMPONENT32F)
    # Floats are not clamped: NV_depth_buffer_float, 3.8.1.
    assert image() == [0.75, 0.875, 1.25]
    depth_texture([[0, 0.25, 1]], GL_DEPTH_COMPONENT16)
    assert image()[2] == 1


def test_depths_and_stencil_indices(context):
    packed()
    both = (GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8)
    assert image(*both) == [3, 0xFFFFFFFF]
    floats = (GL_DEPTH_STENCIL, GL_FLOAT_32_UNSIGNED_INT_24_8_REV)
    assert image(*floats) == [0, 3, np.float32(1).view(np.uint32), 255]
    # EXT_packed_depth_stencil, issue 9: the stencil indices are preserved.
    half = np.array([0.5], np.float32)
    glTexSubImage2D(TEXTURE, 0, 0, 0, 1, 1, GL_DEPTH_COMPONENT, GL_FLOAT, half)
    assert image(*both) == [0x80000003, 0xFFFFFFFF]
    # Issue 8: for an image without stencil indices they are thrown away.
    depth_texture([[0]], GL_DEPTH_COMPONENT24)
    glTexSubImage2D(TEXTURE, 0, 0, 0, 1, 1, *both, np.array([0xFFFFFF07], np.uint32))
    assert image() == [1]
    assert code(image, *both) == GL_INVALID_OPERATION


def test_errors(context):
    arguments = (4, 4, 0, GL_DEPTH_COMPONENT, GL_FLOAT, None)
    depth = (TEXTURE, 0, GL_DEPTH_COMPONENT24)
    colors = (4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, None)
    assert code(glTexImage2D, *depth, *colors) == GL_INVALID_OPERATION
    assert code(glTexImage2D, TEXTURE, 0, GL_RGBA, *arguments) == GL_INVALID_OPERATION
    for format_ in SIZES:
        volume = (GL_TEXTURE_3D, 0, format_, 1, *arguments)
        assert code(glTexImage3D, *volume) == GL_INVALID_OPERATION
    wrong_type = (4, 4, 0, GL_DEPTH_STENCIL, GL_UNSIGNED_INT, None)
    assert code(glTexImage2D, TEXTURE, 0, GL_DEPTH_STENCIL, *wrong_type) == GL_INVALID_ENUM
    wrong_format = (4, 4, 0, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT_24_8, None)
    assert code(glTexImage2D, *depth, *wrong_format) == GL_INVALID_OPERATION
    depth_texture(np.zeros((4, 4)))
    part = (TEXTURE, 0, 0, 0, 1, 1)
    assert code(glTexSubImage2D, *part, GL_RED, GL_FLOAT, bytes(4)) == GL_INVALID_OPERATION
    assert code(image, GL_RED) == GL_INVALID_OPERATION
    glTexImage1D(GL_TEXTURE_1D, 0, GL_DEPTH_COMPONENT, *arguments[1:])
    setter = (glTexParameteri, TEXTURE)
    assert code(*setter, GL_DEPTH_TEXTURE_MODE, GL_RGB) == GL_INVALID_ENUM
    assert code(*setter, GL_TEXTURE_COMPARE_MODE, GL_LEQUAL) == GL_INVALID_ENUM
    assert code(*setter, GL_TEXTURE_COMPARE_FUNC, GL_NONE) == GL_INVALID_ENUM


MODES = {GL_LUMINANCE: (51, 51, 51, 255), GL_INTENSITY: (51,) * 4, GL_ALPHA: (0, 0, 0, 51)}


@pytest.mark.parametrize("machine", ["eager", "llvm"])
@pytest.mark.parametrize(("mode", "color"), MODES.items())
def test_depth_texture_mode(mode, color, machine):
    Context(8, 8, machine=machine)
    depth_texture([[0.2]], GL_DEPTH_COMPONENT16)
    glTexParameteri(TEXTURE, GL_DEPTH_TEXTURE_MODE, mode)
    # ARB_fragment_program, "Interactions with ARB_shadow": no comparison.
    glTexParameteri(TEXTURE, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_R_TO_TEXTURE)
    use_program(SHOW.format("2D"))
    assert shown()[0] == list(color)


# Whether r, 0.5, passes for depths below, at and above it.
PASSES = {
    GL_NEVER: (0, 0, 0),
    GL_LESS: (0, 0, 1),
    GL_EQUAL: (0, 1, 0),
    GL_LEQUAL: (0, 1, 1),
    GL_GREATER: (1, 0, 0),
    GL_NOTEQUAL: (1, 0, 1),
    GL_GEQUAL: (1, 1, 0),
    GL_ALWAYS: (1, 1, 1),
}


def compare(func=GL_LEQUAL):
    glTexParameteri(TEXTURE, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_R_TO_TEXTURE)
    glTexParameteri(TEXTURE, GL_TEXTURE_COMPARE_FUNC, func)


@pytest.mark.parametrize("machine", ["eager", "llvm"])
@pytest.mark.parametrize(("func", "passes"), PASSES.items())
def test_comparison(func, passes, machine):
    Context(3, 1, machine=machine)
    depth_texture([[0.25, 0.5, 0.75]], GL_DEPTH_COMPONENT32F)
    compare(func)
    use_program(SHADOW.format("SHADOW2D"))
    assert [pixel[0] for pixel in shown(size=3)] == [255 * one for one in passes]
    # Fixed-function texturing obeys the mode too.
    glDisable(GL_FRAGMENT_PROGRAM_ARB)
    glEnable(TEXTURE)
    assert [pixel[0] for pixel in shown(size=3)] == [255 * one for one in passes]


@pytest.mark.parametrize("machine", ["eager", "llvm"])
def test_comparison_clamps_r_for_fixed_point_only(machine):
    Context(2, 1, machine=machine)
    use_program(SHADOW.format("SHADOW2D"))
    for format_, passed in ((GL_DEPTH_COMPONENT24, 255), (GL_DEPTH_COMPONENT32F, 0)):
        depth_texture([[0, 1]], format_)
        compare(GL_LEQUAL)
        assert [pixel[0] for pixel in shown(1.5, 2)] == [0, passed]


@pytest.mark.parametrize("machine", ["eager", "llvm"])
def test_comparisons_are_what_a_linear_filter_mixes(machine):
    Context(4, 1, machine=machine)
    depth_texture([[0.25, 0.75]], filter_=GL_LINEAR)
    glTexParameteri(TEXTURE, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE)
    compare()
    use_program(SHADOW.format("SHADOW2D"))
    assert [pixel[0] for pixel in shown(size=4)] == [0, 64, 191, 255]


def test_one_dimension_compares_with_r(context):
    name = glGenTextures(1)
    glBindTexture(GL_TEXTURE_1D, name)
    for pname in (GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER):
        glTexParameteri(GL_TEXTURE_1D, pname, GL_NEAREST)
    glTexParameteri(GL_TEXTURE_1D, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_R_TO_TEXTURE)
    values = np.array([0.25, 0.75], np.float32)
    glTexImage1D(
        GL_TEXTURE_1D, 0, GL_DEPTH_COMPONENT, 2, 0, GL_DEPTH_COMPONENT, GL_FLOAT, values
    )  # fmt: skip
    use_program(SHADOW.format("SHADOW1D"))
    assert [pixel[0] for pixel in shown(0.5)] == [0] * 4 + [255] * 4


@pytest.mark.parametrize(("target", "compares"), [("2D", True), ("SHADOW2D", False)])
def test_targets_that_do_not_match(context, target, compares):
    depth_texture([[0.2]])
    if compares:
        compare()
    use_program(SHADOW.format(target))
    assert shown(0.1)[0] == [51, 51, 51, 255]
    glTexImage2D(TEXTURE, 0, GL_RGB, 1, 1, 0, GL_RGB, GL_UNSIGNED_BYTE, bytes([9, 8, 7, 0]))
    compare()
    assert shown(0.1)[0] == [9, 8, 7, 255]


def test_the_border_is_a_depth(context):
    depth_texture([[0.5]])
    glTexParameteri(TEXTURE, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_BORDER)
    glTexParameterfv(TEXTURE, GL_TEXTURE_BORDER_COLOR, [0.2, 1, 1, 1])
    glMatrixMode(GL_TEXTURE)
    glTranslatef(-1, 0, 0)
    glEnable(TEXTURE)
    assert shown()[0] == [51, 51, 51, 255]
    compare()
    assert shown(0.15)[0][0] == 255 and shown(0.25)[0][0] == 0


# -- attached --------------------------------------------------------------------------------------


def draw_depth(z):
    """Fills the left half of the framebuffer; z : in clip coordinates."""
    glEnable(GL_DEPTH_TEST)
    glDepthFunc(GL_ALWAYS)
    glBegin(GL_QUADS)
    for x, y in ((-1, -1), (0, -1), (0, 1), (-1, 1)):
        glVertex3f(x, y, z)
    glEnd()


@pytest.mark.parametrize("format_", SIZES)
@pytest.mark.parametrize("machine", ["eager", "llvm"])
def test_attached(machine, format_):
    Context(2, 1, machine=machine)
    name = depth_texture([[0, 0]], format_)
    framebuffer()
    attach_texture("depth", name)
    glDrawBuffer(GL_NONE)
    glReadBuffer(GL_NONE)
    assert status() == GL_FRAMEBUFFER_COMPLETE
    attach_texture("stencil", name)
    complete = status() == GL_FRAMEBUFFER_COMPLETE
    assert complete == bool(SIZES[format_][1])
    attach_texture("stencil", name if complete else 0)
    glClearStencil(9)
    glClear(GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT)
    draw_depth(-0.5)
    assert glGetIntegerv(GL_DEPTH_BITS) == SIZES[format_][0]
    assert image() == pytest.approx([0.25, 1], abs=1 / 65535)
    if complete:
        words = image(GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8)
        assert [word & 0xFF for word in words] == [9, 9]
    # It is not a colour attachment.
    attach_texture("color0", name)
    assert status() == GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT


def test_a_level_is_drawn_to(context):
    name = depth_texture(np.zeros((4, 4)))
    glGenerateMipmap(TEXTURE)
    framebuffer(color0=renderbuffer(GL_RGBA8, 2, 2))
    attach_texture("depth", name, 1)
    glClear(GL_DEPTH_BUFFER_BIT)
    levels = [glGetTexImage(TEXTURE, n, GL_DEPTH_COMPONENT, GL_FLOAT) for n in range(3)]
    assert [(level.shape, level.max()) for level in levels] == [
        ((4, 4), 0), ((2, 2), 1), ((1, 1), 0),
    ]  # fmt: skip


def test_mipmaps_are_averages(context):
    depth_texture([[0.25, 0.75], [0.5, 0.5]], GL_DEPTH_COMPONENT32F)
    glGenerateMipmap(TEXTURE)
    assert glGetTexImage(TEXTURE, 1, GL_DEPTH_COMPONENT, GL_FLOAT).item() == 0.5


def test_copies_of_the_framebuffer(context):
    glClearStencil(77)
    glClearDepth(0.25)
    glClear(GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT)
    glBindTexture(TEXTURE, glGenTextures(1))
    glCopyTexImage2D(TEXTURE, 0, GL_DEPTH24_STENCIL8, 0, 0, 2, 1, 0)
    both = (GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8)
    assert image(*both) == [0x4000004D] * 2
    glClearStencil(1)
    glClear(GL_STENCIL_BUFFER_BIT)
    glCopyTexSubImage2D(TEXTURE, 0, 1, 0, 0, 0, 1, 1)
    assert image(*both) == [0x4000004D, 0x40000001]
    glCopyTexImage2D(TEXTURE, 0, GL_DEPTH_COMPONENT16, 0, 0, 1, 1, 0)
    assert image() == pytest.approx([0.25], abs=1 / 65535)
    framebuffer(color0=renderbuffer(GL_RGBA8), depth=renderbuffer(GL_DEPTH_COMPONENT16))
    copy = (TEXTURE, 0, GL_DEPTH_STENCIL, 0, 0, 1, 1, 0)
    assert code(glCopyTexImage2D, *copy) == GL_INVALID_OPERATION
    framebuffer(color0=renderbuffer(GL_RGBA8))
    copy = (TEXTURE, 0, GL_DEPTH_COMPONENT, 0, 0, 1, 1, 0)
    assert code(glCopyTexImage2D, *copy) == GL_INVALID_OPERATION


def test_a_blit_to_a_texture_of_depths(context):
    name = packed()
    image(GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8)
    glClearDepth(0.5)
    glClearStencil(5)
    glClear(GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT)
    framebuffer()
    for point in ("depth", "stencil"):
        attach_texture(point, name)
    glDrawBuffer(GL_NONE)
    glReadBuffer(GL_NONE)
    glBindFramebuffer(GL_READ_FRAMEBUFFER, 0)
    both = GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT
    glBlitFramebuffer(0, 0, 1, 1, 0, 0, 1, 1, both, GL_NEAREST)
    assert image(GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8) == [0x80000005, 0xFFFFFFFF]


def test_stencil_indices_are_sampled(context):
    """ARB_stencil_texturing: as integers, which only NEAREST can filter."""
    target, pname = GL_TEXTURE_2D, GL_DEPTH_STENCIL_TEXTURE_MODE
    glBindTexture(target, 1)
    glTexImage2D(
        target, 0, GL_DEPTH24_STENCIL8, 2, 1, 0, GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8,
        np.uint32([0x80000007, 0xFF]),
    )  # fmt: skip
    glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_LINEAR)
    texture = context.texturing.objects[1]
    assert texture.sampled()[0].storage == "depth24_stencil8"
    glTexParameteri(target, pname, GL_STENCIL_INDEX)
    assert texture.sampled() is None
    glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_NEAREST)
    glTexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_NEAREST)
    glTexParameteri(target, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_R_TO_TEXTURE)
    key, arrays = texture.sampled()
    assert (key.storage, key.compare) == ("indices_beside_depth", None)
    assert arrays["texels"][1:4:2].tolist() == [7, 255]
    assert int(glGetTexParameteriv(target, pname)) == GL_STENCIL_INDEX
    # "The DEPTH_STENCIL_TEXTURE_MODE is ignored for non depth/stencil textures."
    glTexImage2D(target, 0, GL_DEPTH_COMPONENT24, 2, 1, 0, GL_DEPTH_COMPONENT, GL_FLOAT, None)
    assert texture.sampled()[0].compare == "lequal"
    assert code(glTexParameteri, target, pname, GL_RED) == GL_INVALID_ENUM
