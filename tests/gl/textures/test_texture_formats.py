"""Red and green, signed, packed and shared-exponent formats: texels, queries, pixels, planes.

ARB_texture_rg, EXT_texture_snorm, EXT_packed_float, EXT_texture_shared_exponent.
"""

import numpy as np
import pytest

from softgl import GLError
from softgl.gl import *
from tests.gl.attachments import (
    attach,
    attach_texture,
    code,
    framebuffer,
    pixel,
    renderbuffer,
    status,
    texture,
    use_program,
)

TEXTURE = GL_TEXTURE_2D
ONE_BY_ONE = (1, 1, 0, GL_RGBA, GL_FLOAT)
COLOR = (-0.5, 0.25, 2.0, -3.0)
NAMES = ("RED", "GREEN", "BLUE", "ALPHA", "LUMINANCE", "INTENSITY")

# The components of formats, and these.
COMPONENTS = {
    "R": "R8 RED R16 R16F R32F COMPRESSED_RED RED_SNORM R8_SNORM R16_SNORM",
    "RG": "RG8 RG RG16 RG16F RG32F COMPRESSED_RG RG_SNORM RG8_SNORM RG16_SNORM",
    "RGB": "RGB_SNORM RGB8_SNORM RGB16_SNORM R11F_G11F_B10F RGB9_E5",
    "RGBA": "RGBA_SNORM RGBA8_SNORM RGBA16_SNORM",
    "A": "ALPHA_SNORM ALPHA8_SNORM ALPHA16_SNORM",
    "L": "LUMINANCE_SNORM LUMINANCE8_SNORM LUMINANCE16_SNORM",
    "LA": "LUMINANCE_ALPHA_SNORM LUMINANCE8_ALPHA8_SNORM LUMINANCE16_ALPHA16_SNORM",
    "I": "INTENSITY_SNORM INTENSITY8_SNORM INTENSITY16_SNORM",
}
FORMATS = {name: parts for parts, names in COMPONENTS.items() for name in names.split()}


def kind_of(name):
    """The type of components, their bits and the range of their numbers."""
    if "SNORM" in name:
        return GL_SIGNED_NORMALIZED, 16 if "16" in name else 8, (-1, 1)
    if name == "R11F_G11F_B10F":
        return GL_FLOAT, 11, (0, np.inf)
    if name == "RGB9_E5":
        return GL_FLOAT, 9, (0, 65408)
    if name.endswith("F"):
        return GL_FLOAT, int(name.strip("RGF")), (-np.inf, np.inf)
    return GL_UNSIGNED_NORMALIZED, 16 if "16" in name else 8, (0, 1)


def expected(parts, color, limits):
    """The colour that a query of such an image, or a read of such a buffer, gives."""
    given = dict(zip("RGBA", np.clip(color, *limits), strict=True))
    given["L"] = given["I"] = given["R"]
    places = [("R", "L", "I"), ("G",), ("B",), ("A",)]
    found = [next((given[p] for p in place if p in parts), 0) for place in places]
    return [*found[:3], found[3] if "A" in parts else 1]


def define(name, color=COLOR):
    """A texture of one texel."""
    texels = np.float32([[color]])
    glTexImage2D(TEXTURE, 0, globals()[f"GL_{name}"], *ONE_BY_ONE, texels)


def image(format_=GL_RGBA, type_=GL_FLOAT):
    return glGetTexImage(TEXTURE, 0, format_, type_, outputType=None).reshape(-1).tolist()


def level(name):
    return glGetTexLevelParameteriv(TEXTURE, 0, globals()[f"GL_TEXTURE_{name}"])


def test_every_format(context):
    """Sizes, types, stored texels, and the images of a level drawn to."""
    for name, parts in FORMATS.items():
        type_, bits, limits = kind_of(name)
        define(name)
        last = {"R11F_G11F_B10F": 10}.get(name, bits)
        sizes = [(last if n == "BLUE" else bits) if n[0] in parts else 0 for n in NAMES]
        assert [level(f"{n}_SIZE") for n in NAMES] == sizes, name
        assert level("SHARED_SIZE") == (5 if name == "RGB9_E5" else 0)
        types = [type_ if n[0] in parts else GL_NONE for n in NAMES]
        assert [level(f"{n}_TYPE_ARB") for n in NAMES] == types, name
        internal = globals()[f"GL_{name.removeprefix('COMPRESSED_')}"]
        assert level("INTERNAL_FORMAT") == internal
        atol = {8: 1 / 250, 16: 1 / 32000}.get(bits, 0) if type_ != GL_FLOAT else 0
        assert np.allclose(image(), expected(parts, COLOR, limits), rtol=0, atol=atol), name
        # The reduction of texels that are equal is such a texel.
        glTexImage2D(TEXTURE, 0, internal, 2, 2, 0, GL_RGBA, GL_FLOAT, np.float32([COLOR] * 4))
        glGenerateMipmap(TEXTURE)
        assert image() == glGetTexImage(TEXTURE, 1, GL_RGBA, GL_FLOAT).reshape(-1).tolist() * 4
    glTexImage2D(TEXTURE, 0, GL_RG8, 1, 1, 0, GL_RG, GL_UNSIGNED_BYTE, np.uint8([1, 2, 0, 0]))
    assert image(GL_RG, GL_UNSIGNED_BYTE) == [1, 2]
    assert image(GL_RED, GL_UNSIGNED_BYTE) == [1]
    assert image(GL_RGBA, GL_UNSIGNED_BYTE) == [1, 2, 0, 255]


def test_signed_bytes_and_shorts(context):
    """All codes as client pixels come back, but the least, which is the next one."""
    for type_, internal in ((np.int8, GL_RG8_SNORM), (np.int16, GL_RG16_SNORM)):
        limits = np.iinfo(type_)
        codes = np.arange(limits.min, limits.max + 1).astype(type_)
        enum = {1: GL_BYTE, 2: GL_SHORT}[codes.itemsize]
        size = (128, len(codes) // 256)
        glTexImage2D(TEXTURE, 0, internal, *size, 0, GL_RG, enum, codes)
        back = np.array(image(GL_RG, enum))
        assert back.tolist() == np.maximum(codes, -limits.max).tolist()
        shares = np.array(image(GL_RG), np.float32)
        wide = codes.astype(np.float32) / np.float32(limits.max)
        assert shares.tolist() == np.maximum(wide, -1).tolist()
    # Unsigned types stay shares of [0, 1]; other formats have the old formula: (2c + 1) / 255.
    glTexImage2D(TEXTURE, 0, GL_R8_SNORM, 1, 1, 0, GL_RED, GL_UNSIGNED_BYTE, bytes([255] * 4))
    assert image(GL_RED) == [1]
    glTexImage2D(TEXTURE, 0, GL_R8_SNORM, 1, 1, 0, GL_RED, GL_BYTE, np.int8([-1] * 4))
    assert image(GL_RED) == [float(np.float32(-1 / 127))]
    assert image(GL_RED, GL_UNSIGNED_BYTE) == [0]
    glTexImage2D(TEXTURE, 0, GL_R32F, 1, 1, 0, GL_RED, GL_BYTE, np.int8([-1] * 4))
    assert image(GL_RED) == [float(np.float32(-1 / 255))]


FLOATS = (1 << 22 | 0x3C0 << 11 | 0x7BF, (65024.0, 1.0, 2.0**-19))
SHARED = (256 | 128 << 9 | 1 << 18 | 16 << 27, (1.0, 0.5, 2.0**-8))
PACKED = {
    GL_UNSIGNED_INT_10F_11F_11F_REV: (GL_R11F_G11F_B10F, *FLOATS),
    GL_UNSIGNED_INT_5_9_9_9_REV: (GL_RGB9_E5, *SHARED),
}


@pytest.mark.parametrize("type_", PACKED)
def test_packed_pixels(context, snapshot, type_):
    """Words to texels and back, drawn and read; only with RGB."""
    internal, word, color = PACKED[type_]
    words = np.uint32([word])
    for format_ in (internal, GL_RGB32F_ARB):
        glTexImage2D(TEXTURE, 0, format_, 1, 1, 0, GL_RGB, type_, words)
        assert image(GL_RGB) == list(color)
        assert image(GL_RGB, type_) == [word]
        glTexSubImage2D(TEXTURE, 0, 0, 0, 1, 1, GL_RGB, type_, np.uint32([0]))
        assert image() == [0, 0, 0, 1]
    glTexImage2D(TEXTURE, 0, internal, *ONE_BY_ONE, np.float32([*color, 0]))
    assert image(GL_RGB, type_) == [word]
    # Not clamped: buffers of floats.
    framebuffer(color0=renderbuffer(GL_RGBA32F_ARB))
    glClampColorARB(GL_CLAMP_FRAGMENT_COLOR_ARB, GL_FALSE)
    glClampColorARB(GL_CLAMP_VERTEX_COLOR_ARB, GL_FALSE)
    glRasterPos2f(-1, -1)
    glDrawPixels(1, 1, GL_RGB, type_, words)
    assert pixel() == [*color, 1]
    assert glReadPixels(0, 0, 1, 1, GL_RGB, type_).tolist() == [[word]]
    glClampColorARB(GL_CLAMP_READ_COLOR_ARB, GL_TRUE)
    read = glReadPixels(0, 0, 1, 1, GL_RGB, type_)
    glTexImage2D(TEXTURE, 0, internal, 1, 1, 0, GL_RGB, type_, read)
    assert image(GL_RGB) == [min(value, 1) for value in color]
    glPixelStorei(GL_UNPACK_SWAP_BYTES, 1)
    glTexImage2D(TEXTURE, 0, internal, 1, 1, 0, GL_RGB, type_, words.byteswap())
    assert image(GL_RGB) == list(color)
    before = snapshot(context)
    for call, *arguments in (
        (glTexImage2D, TEXTURE, 0, internal, 1, 1, 0, GL_RGBA, type_, words),
        (glTexSubImage2D, TEXTURE, 0, 0, 0, 1, 1, GL_BGR, type_, words),
        (glGetTexImage, TEXTURE, 0, GL_RG, type_),
        (glReadPixels, 0, 0, 1, 1, GL_LUMINANCE, type_),
        (glDrawPixels, 1, 1, GL_RGBA, type_, words),
    ):
        assert code(call, *arguments) == GL_INVALID_OPERATION
    assert snapshot(context) == before


# -- sampling --------------------------------------------------------------------------------------

SHOW = """!!ARBfp1.0
TEMP t;
TEX t, { 0.375, 0.5, 0, 1 }, texture[0], 2D;
MOV result.color, t;
END
"""


def test_samples(either):
    """A sample between two texels, and the border colour, as floats; on both machines."""
    for name, parts in (
        ("R8", "R"), ("RG16F", "RG"), ("RGBA8_SNORM", "RGBA"), ("LUMINANCE16_SNORM", "L"),
        ("INTENSITY8_SNORM", "I"), ("R11F_G11F_B10F", "RGB"), ("RGB9_E5", "RGB"),
    ):  # fmt: skip
        limits = kind_of(name)[2]
        target = texture(GL_RGBA32F_ARB, 1, 1)
        sampled = texture(GL_RGBA8, 1, 1)
        glTexParameteri(TEXTURE, GL_TEXTURE_MAG_FILTER, GL_LINEAR)
        glTexParameteri(TEXTURE, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_BORDER)
        glTexParameterfv(TEXTURE, GL_TEXTURE_BORDER_COLOR, (-2, 3, 70000, -0.25))
        texels = np.float32([[-1, 0, 0.5, 1], [0, 1, 8, -1]])
        glTexImage2D(TEXTURE, 0, globals()[f"GL_{name}"], 2, 1, 0, GL_RGBA, GL_FLOAT, texels)
        framebuffer()
        attach_texture("color0", target)
        glBindTexture(TEXTURE, sampled)
        glEnable(TEXTURE)
        use_program(SHOW)
        glClampColorARB(GL_CLAMP_FRAGMENT_COLOR_ARB, GL_FALSE)
        mixed = 0.75 * np.clip(texels[0], *limits) + 0.25 * np.clip(texels[1], *limits)
        glRectf(-1, -1, 1, 1)
        shown = expected(parts, mixed, (-np.inf, np.inf))
        if parts in ("L", "I"):
            shown = [mixed[0]] * 3 + [mixed[0] if parts == "I" else 1]
        assert np.allclose(pixel(), shown, rtol=0.01, atol=0), name
        use_program(SHOW.replace("0.375", "-2.0"))
        glRectf(-1, -1, 1, 1)
        border = np.clip((-2, 3, 70000, -0.25), *limits)
        shown = expected(parts, border, (-np.inf, np.inf))
        if parts in ("L", "I"):
            shown = [border[0]] * 3 + [border[0] if parts == "I" else 1]
        assert pixel() == shown, name


def test_depths_as_red(either):
    """ARB_texture_rg: DEPTH_TEXTURE_MODE of RED."""
    depths = np.float32([0.25])
    glTexImage2D(TEXTURE, 0, GL_DEPTH_COMPONENT16, 1, 1, 0, GL_DEPTH_COMPONENT, GL_FLOAT, depths)
    glTexParameteri(TEXTURE, GL_TEXTURE_MIN_FILTER, GL_NEAREST)
    glTexParameteri(TEXTURE, GL_DEPTH_TEXTURE_MODE, GL_RED)
    assert glGetTexParameteriv(TEXTURE, GL_DEPTH_TEXTURE_MODE) == GL_RED
    use_program(SHOW)
    glRectf(-1, -1, 1, 1)
    assert np.allclose(pixel(), (0.25, 0, 0, 1), atol=1 / 250)


# -- planes ----------------------------------------------------------------------------------------


CONSTANT = """!!ARBfp1.0
MOV result.color, { -0.5, 0.25, 2, -3 };
END
"""


def drawn_formats():
    for name, parts in FORMATS.items():
        if "COMPRESSED" not in name and name != "RGB9_E5":
            yield name, parts


def test_every_format_is_drawn_to(context):
    """Cleared, drawn to, blended and read, as texture and as renderbuffer."""
    for name, parts in drawn_formats():
        type_, bits, limits = kind_of(name)
        atol = 1 / 250 if bits == 8 else 1 / 32000 if type_ != GL_FLOAT else 0
        internal = globals()[f"GL_{name}"]
        for kind in ("renderbuffer", "texture"):
            framebuffer()
            if kind == "texture":
                attach_texture("color0", texture(internal))
            else:
                attach("color0", renderbuffer(internal))
            assert status() == GL_FRAMEBUFFER_COMPLETE, name
            glClampColorARB(GL_CLAMP_READ_COLOR_ARB, GL_FALSE)
            glClampColorARB(GL_CLAMP_FRAGMENT_COLOR_ARB, GL_FALSE)
            glClearColor(*COLOR)
            glClear(GL_COLOR_BUFFER_BIT)
            cleared = pixel(7, 7)
            assert np.allclose(cleared, expected(parts, COLOR, limits), rtol=0, atol=atol), name
            use_program(CONSTANT)
            glDisable(GL_BLEND)
            glRectf(-1, -1, 1, 1)
            assert pixel() == cleared
            # EXT_packed_float, issue 14: "evaluated with signed floating-point math".
            glEnable(GL_BLEND)
            glBlendFunc(GL_ONE, GL_ONE)
            glRectf(-1, -1, 1, 1)
            kept = COLOR if type_ == GL_FLOAT else np.clip(COLOR, *limits)
            total = np.add(kept, np.clip(COLOR, *limits))
            total = expected(parts, total, limits)
            assert np.allclose(pixel(), total, rtol=0, atol=2 * atol), name
            point = (GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0)
            query = GL_FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE
            assert glGetFramebufferAttachmentParameteriv(*point, query) == type_
            signed = [limits[0] < 0 and bool({*p} & {*parts}) for p in ("RLI", "G", "B", "A")]
            assert glGetBooleanv(GL_RGBA_SIGNED_COMPONENTS_EXT).tolist() == signed, name
            if kind == "texture":
                read = pixel()
                copied = glGetTexImage(TEXTURE, 0, GL_RGBA, GL_FLOAT).reshape(-1, 4)[0]
                assert copied.tolist() == read
            # ARB_color_buffer_float: FIXED_ONLY clamps what fixed-point buffers have.
            glClampColorARB(GL_CLAMP_READ_COLOR_ARB, GL_FIXED_ONLY_ARB)
            clamped = np.clip(pixel(), 0, 1) if type_ != GL_FLOAT else pixel()
            assert pixel() == list(clamped)


def test_signed_buffers_clamp_fragments_by_default(context):
    """FIXED_ONLY: fixed-point buffers are signed ones too."""
    framebuffer(color0=renderbuffer(GL_RGBA8_SNORM))
    glClampColorARB(GL_CLAMP_READ_COLOR_ARB, GL_FALSE)
    use_program(CONSTANT)
    glRectf(-1, -1, 1, 1)
    assert np.allclose(pixel(), (0, 0.25, 1, 0), atol=1 / 250)
    assert np.frombuffer(glReadPixels(0, 0, 1, 1, GL_RGBA, GL_BYTE), np.int8).tolist() == [
        0, 32, 127, 0,
    ]  # fmt: skip
    glClampColorARB(GL_CLAMP_FRAGMENT_COLOR_ARB, GL_FALSE)
    glRectf(-1, -1, 1, 1)
    assert np.frombuffer(glReadPixels(0, 0, 1, 1, GL_RGBA, GL_BYTE), np.int8).tolist() == [
        -64, 32, 127, -127,
    ]  # fmt: skip
    # Logic operations work on the bits.
    glEnable(GL_COLOR_LOGIC_OP)
    glLogicOp(GL_CLEAR)
    glRectf(-1, -1, 1, 1)
    assert pixel() == [0, 0, 0, 0]
    glDisable(GL_COLOR_LOGIC_OP)
    glColorMask(1, 0, 0, 1)
    glRectf(-1, -1, 1, 1)
    assert np.allclose(pixel(), (-0.5, 0, 0, -1), atol=1 / 250)
    # Blend factors keep the range of the buffer.
    glEnable(GL_BLEND)
    glBlendColor(-2, -2, -2, -2)
    glBlendFunc(GL_CONSTANT_COLOR, GL_ZERO)
    glRectf(-1, -1, 1, 1)
    assert np.allclose(pixel(), (0.5, 0, 0, 1), atol=1 / 250)


def test_what_cannot_be_drawn_to(context):
    """EXT_texture_shared_exponent, issue 8: "GL_FRAMEBUFFER_UNSUPPORTED_EXT"."""
    framebuffer(color0=renderbuffer(GL_RGB9_E5))
    sizes = (GL_RENDERBUFFER_RED_SIZE, GL_RENDERBUFFER_BLUE_SIZE, GL_RENDERBUFFER_ALPHA_SIZE)
    assert [glGetRenderbufferParameteriv(GL_RENDERBUFFER, size) for size in sizes] == [9, 9, 0]
    assert status() == GL_FRAMEBUFFER_UNSUPPORTED
    for call, *arguments in (
        (glClear, GL_COLOR_BUFFER_BIT),
        (glRectf, -1, -1, 1, 1),
        (glReadPixels, 0, 0, 1, 1, GL_RGBA, GL_FLOAT),
    ):
        assert code(call, *arguments) == GL_INVALID_FRAMEBUFFER_OPERATION
    assert glGetBooleanv(GL_RGBA_SIGNED_COMPONENTS_EXT).tolist() == [0] * 4
    attach_texture("color0", texture(GL_RGB9_E5))
    assert status() == GL_FRAMEBUFFER_UNSUPPORTED
    attach("color0", renderbuffer(GL_R8))
    assert status() == GL_FRAMEBUFFER_COMPLETE
    with pytest.raises(GLError):
        glRenderbufferStorage(GL_RENDERBUFFER, GL_COMPRESSED_RED, 1, 1)


def test_copies_and_blits(context):
    """From buffers to textures of these formats, and between buffers."""
    source = framebuffer(color0=renderbuffer(GL_RGBA8_SNORM))
    glClearColor(*COLOR)
    glClear(GL_COLOR_BUFFER_BIT)
    glClampColorARB(GL_CLAMP_READ_COLOR_ARB, GL_FALSE)
    kept = pixel()
    assert np.allclose(kept, (-0.5, 0.25, 1, -1), atol=1 / 250)
    for name in ("RG8", "R16_SNORM", "RGBA8_SNORM", "RGB9_E5", "R11F_G11F_B10F"):
        glCopyTexImage2D(TEXTURE, 0, globals()[f"GL_{name}"], 0, 0, 2, 2, 0)
        limits = kind_of(name)[2]
        assert np.allclose(image()[:4], expected(FORMATS[name], kept, limits), atol=1 / 100)
    target = framebuffer(color0=renderbuffer(GL_RG16_SNORM))
    glBindFramebuffer(GL_READ_FRAMEBUFFER, source)
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, target)
    glBlitFramebuffer(0, 0, 8, 8, 0, 0, 8, 8, GL_COLOR_BUFFER_BIT, GL_NEAREST)
    glBindFramebuffer(GL_FRAMEBUFFER, target)
    assert np.allclose(pixel(), (*kept[:2], 0, 1), atol=1 / 32000)
