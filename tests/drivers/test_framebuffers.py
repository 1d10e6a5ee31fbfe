"""Framebuffer objects: formats, several targets, textures drawn to, blits, completeness."""

from __future__ import annotations

import numpy as np
import pytest

from tests.drivers.drawing import (
    attach_renderbuffer,
    bind_new,
    clear,
    draw,
    draw_whole_view,
    make_texture,
    use_programs,
)
from tests.drivers.mesa import mesa_context

pytestmark = pytest.mark.driver

SIZE = 32
TRIANGLE = [(-0.9, -0.8, 0.3, 1), (0.95, -0.5, -0.6, 1), (0.1, 0.9, 0.2, 1)]
OTHER = [(-0.9, 0.7, -0.9, 1), (0.9, 0.8, 0.5, 1), (-0.3, -0.9, 0.4, 1)]
COLORS = [(1, 0.2, 0, 1), (0, 1, 0.3, 1), (0.4, 0, 1, 1)]
SHOW = """!!ARBfp1.0
TEMP t;
TEX t, fragment.texcoord[0], texture[0], 2D;
MUL t.xyz, t, { 0.5, 0.5, 0.5, 1 };
MOV result.color.xyz, t;
MOV result.color.w, 1;
END
"""
SHOW_SIGNED = SHOW.replace("MUL t.xyz, t, { 0.5, 0.5, 0.5, 1 }", "MAD t, t, 0.5, 0.5")
CORNERS = [(0, 0, 0, 1), (1, 0, 0, 1), (1, 1, 0, 1), (0, 1, 0, 1)]


def new_texture(gl, format_, size=SIZE, levels=1):
    """A 2D texture of zeros, bound."""
    name = gl.glGenTextures(1)
    gl.glBindTexture(gl.GL_TEXTURE_2D, name)
    filter_ = gl.GL_NEAREST_MIPMAP_NEAREST if levels > 1 else gl.GL_NEAREST
    gl.glTexParameteri(gl.GL_TEXTURE_2D, gl.GL_TEXTURE_MIN_FILTER, filter_)
    gl.glTexParameteri(gl.GL_TEXTURE_2D, gl.GL_TEXTURE_MAG_FILTER, gl.GL_NEAREST)
    for level in range(levels):
        gl.glTexImage2D(
            gl.GL_TEXTURE_2D, level, getattr(gl, f"GL_{format_}"), size >> level, size >> level, 0,
            gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, None,
        )  # fmt: skip
    return name


def attach_texture(gl, name, level=0, point=0):
    point = gl.GL_COLOR_ATTACHMENT0 + point
    gl.glFramebufferTexture2D(gl.GL_FRAMEBUFFER, point, gl.GL_TEXTURE_2D, name, level)


def draw_triangles(gl, size=SIZE):
    gl.glViewport(0, 0, size, size)
    draw(gl, gl.GL_TRIANGLES, [*TRIANGLE, *OTHER], [*COLORS, *COLORS[::-1]])


def show(gl, name, size=SIZE, fragment=SHOW):
    """The texture over the whole window."""
    gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, 0)
    gl.glViewport(0, 0, size, size)
    gl.glDisable(gl.GL_BLEND)
    gl.glDisable(gl.GL_DEPTH_TEST)
    clear(gl)
    gl.glBindTexture(gl.GL_TEXTURE_2D, name)
    use_programs(gl, fragment=fragment)
    draw_whole_view(gl, [CORNERS])


COLOR_FORMATS = (
    "RGBA8", "RGB8", "RGBA16", "RGB16F", "RGBA16F", "RGBA32F", "LUMINANCE8",
    "INTENSITY8", "R8", "RG16F", "R11F_G11F_B10F", "RGBA8_SNORM",
)  # fmt: skip


@pytest.mark.parametrize("blend", [False, True])
@pytest.mark.parametrize("format_", COLOR_FORMATS)
def test_drawn_textures(same_as_mesa, format_, blend):
    def picture(gl):
        name = new_texture(gl, format_)
        bind_new(gl)
        attach_texture(gl, name)
        gl.glClearColor(0.2, 0.3, 0.4, 0.5)
        gl.glClear(gl.GL_COLOR_BUFFER_BIT)
        use_programs(gl)
        if blend:
            gl.glEnable(gl.GL_BLEND)
            gl.glBlendFunc(gl.GL_DST_ALPHA, gl.GL_ONE)
        draw_triangles(gl)
        show(gl, name)

    # llvmpipe rounds unsigned floats towards 0, of 5 bits of mantissa twice with blending.
    tolerance = 8 if format_ == "R11F_G11F_B10F" else 1
    same_as_mesa(picture, (SIZE, SIZE), tolerance=tolerance)


def test_values_beyond_one_survive_in_floats(same_as_mesa):
    def picture(gl):
        name = new_texture(gl, "RGBA16F")
        bind_new(gl)
        attach_texture(gl, name)
        gl.glClearColor(0, 0, 0, 0)
        gl.glClear(gl.GL_COLOR_BUFFER_BIT)
        gl.glEnable(gl.GL_BLEND)
        gl.glBlendFunc(gl.GL_ONE, gl.GL_ONE)
        use_programs(
            gl,
            fragment="!!ARBfp1.0\nMAD result.color, fragment.color, 1.5, -0.1;\nEND\n",
        )
        draw_triangles(gl)
        show(gl, name)

    same_as_mesa(picture, (SIZE, SIZE))


@pytest.mark.parametrize("format_", ["RG8_SNORM", "RGBA16_SNORM"])
def test_signed_buffers(same_as_mesa, format_):
    """Negative numbers are drawn, blended and cleared, within [-1, 1]."""

    def picture(gl):
        name = new_texture(gl, format_)
        bind_new(gl)
        attach_texture(gl, name)
        gl.glClampColorARB(gl.GL_CLAMP_FRAGMENT_COLOR_ARB, gl.GL_FALSE)
        gl.glClearColor(-0.5, 0.3, -2, 0.5)
        gl.glClear(gl.GL_COLOR_BUFFER_BIT)
        gl.glEnable(gl.GL_BLEND)
        gl.glBlendColor(-0.5, 0.5, -1, 1)
        gl.glBlendFunc(gl.GL_ONE, gl.GL_CONSTANT_COLOR)
        use_programs(gl, fragment="!!ARBfp1.0\nMAD result.color, fragment.color, 2.5, -1.5;\nEND\n")
        draw_triangles(gl)
        gl.glClampColorARB(gl.GL_CLAMP_FRAGMENT_COLOR_ARB, gl.GL_FIXED_ONLY_ARB)
        show(gl, name, fragment=SHOW_SIGNED)

    # llvmpipe blends 8 bits in steps of 1/127.
    same_as_mesa(picture, (SIZE, SIZE), tolerance=3 if "8" in format_ else 1)


def test_levels(same_as_mesa):
    """Minification samples the level that was drawn to."""

    def picture(gl):
        name = new_texture(gl, "RGBA8", levels=6)
        bind_new(gl)
        use_programs(gl)
        for level in range(6):
            attach_texture(gl, name, level)
            gl.glClearColor(level / 6, 0.5, 0, 1)
            gl.glClear(gl.GL_COLOR_BUFFER_BIT)
            draw_triangles(gl, SIZE >> level)
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, 0)
        clear(gl)
        use_programs(gl, fragment=SHOW)
        for level in range(6):
            gl.glViewport(0, 0, SIZE >> level, SIZE >> level)
            draw_whole_view(gl, [CORNERS])

    same_as_mesa(picture, (SIZE, SIZE))


def test_mipmaps_of_what_was_drawn(same_as_mesa):
    def picture(gl):
        name = new_texture(gl, "RGBA8")
        bind_new(gl)
        attach_texture(gl, name)
        use_programs(gl)
        gl.glClearColor(0, 0, 0, 1)
        gl.glClear(gl.GL_COLOR_BUFFER_BIT)
        draw_triangles(gl)
        gl.glGenerateMipmap(gl.GL_TEXTURE_2D)
        gl.glTexParameteri(gl.GL_TEXTURE_2D, gl.GL_TEXTURE_MIN_FILTER, gl.GL_NEAREST_MIPMAP_NEAREST)
        show(gl, name, SIZE // 2)

    same_as_mesa(picture, (SIZE, SIZE))


def blit_to_window(gl, source, number):
    """A quarter of the window from an attachment."""
    gl.glBindFramebuffer(gl.GL_READ_FRAMEBUFFER, source)
    gl.glBindFramebuffer(gl.GL_DRAW_FRAMEBUFFER, 0)
    gl.glReadBuffer(gl.GL_COLOR_ATTACHMENT0 + number)
    x, y = number % 2 * SIZE, number // 2 * SIZE
    gl.glBlitFramebuffer(
        0, 0, SIZE, SIZE, x, y, x + SIZE, y + SIZE, gl.GL_COLOR_BUFFER_BIT, gl.GL_NEAREST
    )
    gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, 0)


SEVERAL = """!!ARBfp1.0
OPTION ARB_draw_buffers;
MOV result.color[0], fragment.color;
MOV result.color[1], fragment.color.yzxw;
MUL result.color[2], fragment.color, { 0.5, 0.25, 0.75, 1 };
MOV result.color[3], fragment.color.zzxx;
END
"""


@pytest.mark.parametrize("order", [(0, 1, 2, 3), (3, None, 1), (2,)])
@pytest.mark.parametrize("fragment", [None, SEVERAL])
def test_several_targets(same_as_mesa, fragment, order):
    def picture(gl):
        gl.glClearColor(0.1, 0.2, 0.3, 1)
        gl.glClear(gl.GL_COLOR_BUFFER_BIT)
        source = bind_new(gl)
        formats = ("RGBA8", "RGB8", "RGBA16", "RGBA8")
        for number, format_ in enumerate(formats):
            attach_renderbuffer(gl, number, format_)
        every = [gl.GL_COLOR_ATTACHMENT0 + number for number in range(4)]
        gl.glDrawBuffers(4, np.array(every, np.uint32))
        gl.glClear(gl.GL_COLOR_BUFFER_BIT)
        buffers = [gl.GL_NONE if n is None else gl.GL_COLOR_ATTACHMENT0 + n for n in order]
        gl.glDrawBuffers(len(buffers), np.array(buffers, np.uint32))
        use_programs(gl, **({"fragment": fragment} if fragment else {}))
        draw_triangles(gl)
        for number in range(4):
            blit_to_window(gl, source, number)

    same_as_mesa(picture, (2 * SIZE, 2 * SIZE))


DEPTH_FORMATS = (
    "DEPTH_COMPONENT16", "DEPTH_COMPONENT24", "DEPTH_COMPONENT32", "DEPTH_COMPONENT32F",
    "DEPTH24_STENCIL8", "DEPTH32F_STENCIL8",
)  # fmt: skip


@pytest.mark.parametrize("format_", DEPTH_FORMATS)
def test_depth_formats(same_as_mesa, format_):
    def picture(gl):
        source = bind_new(gl)
        attach_renderbuffer(gl, 0, "RGBA8")
        both = "DEPTH_STENCIL_ATTACHMENT" if "STENCIL" in format_ else "DEPTH_ATTACHMENT"
        attach_renderbuffer(gl, both, format_)
        clear(gl)
        gl.glEnable(gl.GL_DEPTH_TEST)
        if "STENCIL" in format_:
            gl.glEnable(gl.GL_STENCIL_TEST)
            gl.glClearStencil(1)
            gl.glClear(gl.GL_STENCIL_BUFFER_BIT)
            gl.glStencilFunc(gl.GL_GREATER, 3, 0xFF)
            gl.glStencilOp(gl.GL_KEEP, gl.GL_KEEP, gl.GL_INCR)
        use_programs(gl)
        for _ in range(3):
            draw_triangles(gl)
        gl.glDepthFunc(gl.GL_EQUAL)
        gl.glColorMask(True, False, False, True)
        draw(gl, gl.GL_TRIANGLES, TRIANGLE, [(0, 1, 1, 1)] * 3)
        blit_to_window(gl, source, 0)

    same_as_mesa(picture, (SIZE, SIZE))


# No centre falls between two pixels, where rounding would decide.
BLITS = (
    ((0, 0, 20, 12), (3, 4, 23, 16)),
    ((0, 0, 20, 12), (30, 31, 2, 3)),
    ((2, 3, 9, 11), (0, 0, 32, 32)),
    ((0, 0, 20, 12), (4, 4, 11, 11)),
    ((20, 0, 0, 12), (1, 0, 33, 30)),
    ((-5, -3, 25, 15), (0, 0, 30, 18)),
)


@pytest.mark.parametrize("filter_", ["NEAREST", "LINEAR"])
@pytest.mark.parametrize(("source", "target"), BLITS)
def test_blits(same_as_mesa, source, target, filter_):
    pixels = np.random.default_rng(9).integers(0, 256, (12, 20, 4)).astype(np.uint8)
    pixels[..., 3] = 255

    def picture(gl):
        clear(gl)
        make_texture(gl, [pixels])
        name = gl.glGetIntegerv(gl.GL_TEXTURE_BINDING_2D)
        bind_new(gl)
        attach_texture(gl, name)
        gl.glBindFramebuffer(gl.GL_DRAW_FRAMEBUFFER, 0)
        gl.glEnable(gl.GL_SCISSOR_TEST)
        gl.glScissor(1, 2, 29, 40)
        gl.glBlitFramebuffer(*source, *target, gl.GL_COLOR_BUFFER_BIT, getattr(gl, f"GL_{filter_}"))
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, 0)

    # llvmpipe mixes with weights of 8 bits.
    same_as_mesa(picture, (32, 32), tolerance=2 if filter_ == "LINEAR" else 0)


def statuses(gl):
    """Statuses of many framebuffers by glCheckFramebufferStatus."""
    found = []

    def note():
        found.append(gl.glCheckFramebufferStatus(gl.GL_FRAMEBUFFER))

    note()
    bind_new(gl)
    note()
    gl.glDrawBuffer(gl.GL_NONE)
    gl.glReadBuffer(gl.GL_NONE)
    note()
    for point in ("DEPTH_ATTACHMENT", "STENCIL_ATTACHMENT", "COLOR_ATTACHMENT2"):
        for format_ in ("RGBA8", "RGB16F", "DEPTH_COMPONENT24", "DEPTH24_STENCIL8"):
            bind_new(gl)
            attach_renderbuffer(gl, point, format_)
            note()  # ARB_ES2_compatibility: buffers without an attachment do not affect it
            gl.glDrawBuffer(gl.GL_NONE)
            gl.glReadBuffer(gl.GL_NONE)
            note()
    attach_renderbuffer(gl, 2, "RGBA8", 0, 5)
    note()
    attach_renderbuffer(gl, 2, "RGBA8", 5, 5)
    gl.glDrawBuffer(gl.GL_COLOR_ATTACHMENT0 + 2)
    note()
    attach_texture(gl, new_texture(gl, "RGBA8", 8), 0, 1)
    note()
    attach_texture(gl, new_texture(gl, "RGBA8", 8), 1, 1)
    note()
    gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, 0)
    return found


def test_completeness(mesa):
    import softgl
    import softgl.gl

    with mesa_context(8, 8) as gl:
        expected = statuses(gl)
    softgl.Context(8, 8)
    assert statuses(softgl.gl) == expected


def encoded_texture(gl, format_, **filters):
    """A texture of every byte in R, G and B, and in A from 128 on."""
    y, x = np.mgrid[0:16, 0:16].astype(np.uint8)
    pixels = np.stack([16 * y + x, 16 * x + y, 255 - 16 * y - x, 128 + 8 * y], axis=-1)
    make_texture(gl, [pixels], **filters)
    level = getattr(gl, f"GL_{format_}")
    gl.glTexImage2D(
        gl.GL_TEXTURE_2D, 0, level, 16, 16, 0, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, pixels.tobytes()
    )
    return gl.glGetIntegerv(gl.GL_TEXTURE_BINDING_2D)


SRGB_FORMATS = ("SRGB8", "SRGB8_ALPHA8", "SLUMINANCE8", "SLUMINANCE8_ALPHA8")


@pytest.mark.parametrize("mag", ["NEAREST", "LINEAR"])
@pytest.mark.parametrize("format_", SRGB_FORMATS)
def test_srgb_textures(same_as_mesa, format_, mag):
    """Texels are made linear before they are mixed."""

    def picture(gl):
        clear(gl)
        encoded_texture(gl, format_, mag_filter=getattr(gl, f"GL_{mag}"))
        use_programs(
            gl,
            fragment="!!ARBfp1.0\nTEX result.color, fragment.texcoord[0], texture[0], 2D;\nEND\n",
        )
        draw_whole_view(gl, [CORNERS])

    same_as_mesa(picture, (SIZE, SIZE))


@pytest.mark.parametrize("blend", [False, True])
@pytest.mark.parametrize("switch", [False, True])
def test_srgb_targets(same_as_mesa, switch, blend):
    """Colours drawn to an sRGB texture are encoded if FRAMEBUFFER_SRGB is on."""

    def picture(gl):
        name = encoded_texture(gl, "SRGB8_ALPHA8")
        bind_new(gl)
        attach_texture(gl, name)
        if switch:
            gl.glEnable(gl.GL_FRAMEBUFFER_SRGB)
        if blend:
            gl.glEnable(gl.GL_BLEND)
            gl.glBlendFunc(gl.GL_SRC_ALPHA, gl.GL_ONE_MINUS_SRC_ALPHA)
        use_programs(gl, fragment="!!ARBfp1.0\nMUL result.color, fragment.color, 0.6;\nEND\n")
        gl.glViewport(0, 0, 16, 16)
        draw(gl, gl.GL_TRIANGLES, TRIANGLE, COLORS)
        gl.glDisable(gl.GL_FRAMEBUFFER_SRGB)
        gl.glDisable(gl.GL_BLEND)
        # The bytes as they are in the texture.
        data = gl.glReadPixels(0, 0, 16, 16, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE)
        make_texture(gl, [np.frombuffer(data, np.uint8).reshape(16, 16, 4)])
        copy = gl.glGetIntegerv(gl.GL_TEXTURE_BINDING_2D)
        show(gl, copy)

    same_as_mesa(picture, (SIZE, SIZE))
