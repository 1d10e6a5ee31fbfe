"""Compressed images: as blocks in and out, encoded, in parts, on every target that has them."""

import ctypes

import numpy as np
import pytest

from softgl.formats.internal_formats import INTERNAL_FORMATS
from softgl.gl import *
from tests.gl.attachments import framebuffer

FORMATS = [name for name, format_ in INTERNAL_FORMATS.items() if format_.codec]
DXT1, DXT5 = GL_COMPRESSED_RGB_S3TC_DXT1_EXT, GL_COMPRESSED_RGBA_S3TC_DXT5_EXT
RGBA = GL_RGBA, GL_UNSIGNED_BYTE
T2D = GL_TEXTURE_2D
RED_BLOCK = bytes([0x00, 0xF8, 0x1F, 0x00, 0, 0, 0, 0])
BLUE_BLOCK = bytes([0x00, 0xF8, 0x1F, 0x00, 0x55, 0x55, 0x55, 0x55])
RED, BLUE = [255, 0, 0, 255], [0, 0, 255, 255]


def random_blocks(*shape, seed=1):
    return np.random.default_rng(seed).integers(0, 256, shape, dtype=np.uint8)


def image(target=T2D, level=0):
    """The texels (depth, height, width, 4), bytes."""
    size = [parameter(name, target, level) for name in ("DEPTH", "HEIGHT", "WIDTH")]
    data = glGetTexImage(target, level, *RGBA)
    return np.frombuffer(data, np.uint8).reshape(*size, 4)


def parameter(name, target=T2D, level=0):
    return int(glGetTexLevelParameteriv(target, level, globals()[f"GL_TEXTURE_{name}"]))


def blocks(target=T2D, level=0):
    return glGetCompressedTexImage(target, level)


@pytest.mark.parametrize("name", FORMATS)
def test_blocks_are_returned_as_they_were_given(context, name):
    format_ = INTERNAL_FORMATS[name]
    enum = globals()[f"GL_{name}"]
    for width, height in ((8, 8), (7, 5), (1, 1), (2, 12)):
        data = random_blocks(*format_.codec.shape((width, height, 1)))
        glCompressedTexImage2D(T2D, 0, enum, width, height, 0, data.size, data)
        assert blocks().tobytes() == data.tobytes() and blocks().dtype == np.uint8
        assert parameter("COMPRESSED") == 1
        assert parameter("COMPRESSED_IMAGE_SIZE") == data.size
        assert parameter("INTERNAL_FORMAT") == enum
        assert [parameter("WIDTH"), parameter("HEIGHT"), parameter("BORDER")] == [width, height, 0]
    letters = {"RED": "R", "GREEN": "G", "BLUE": "B", "ALPHA": "A", "LUMINANCE": "L"}
    for component, letter in letters.items():
        bits = parameter(f"{component}_SIZE")
        assert bits == format_.bits(letter)
        signed = GL_SIGNED_NORMALIZED if "SIGNED" in name else GL_UNSIGNED_NORMALIZED
        assert parameter(f"{component}_TYPE_ARB") == (signed if bits else GL_NONE)


def test_call_forms(context):
    data = RED_BLOCK + BLUE_BLOCK
    array = np.frombuffer(data, np.uint8)
    tail = (
        (16, data), (data,), (16, bytearray(data)), (memoryview(data),), (16, array),
        (array.view(np.uint32),), (16, array.view(np.float32)), (16, list(data)), (list(data),),
        ((ctypes.c_uint8 * 16)(*data),),
    )  # fmt: skip
    for call in (glCompressedTexImage2D, glCompressedTexImage2DARB):
        for rest in tail:
            glCompressedTexImage2D(T2D, 0, DXT1, 8, 4, 0, None)
            assert not blocks().any()
            call(T2D, 0, DXT1, 8, 4, 0, *rest)
            assert blocks().tobytes() == data
    # Keywords too, with and without imageSize.
    names = {"width": 8, "height": 4, "border": 0, "data": data}
    glCompressedTexImage2D(T2D, 0, DXT1, **names)
    glCompressedTexImage2D(T2D, 0, DXT1, imageSize=16, **names)
    glCompressedTexSubImage2D(T2D, 0, 0, 0, 4, 4, DXT1, BLUE_BLOCK)
    glCompressedTexSubImage2DARB(T2D, 0, 4, 0, 4, 4, DXT1, 8, RED_BLOCK)
    assert blocks().tobytes() == BLUE_BLOCK + RED_BLOCK


def test_where_blocks_go(context):
    glCompressedTexImage2D(T2D, 0, DXT1, 8, 4, 0, RED_BLOCK + BLUE_BLOCK)
    # Pixel storage modes do not count.
    glPixelStorei(GL_PACK_SKIP_ROWS, 3)
    glPixelStorei(GL_PACK_SWAP_BYTES, 1)
    expected = RED_BLOCK + BLUE_BLOCK
    for out in (np.zeros(20, np.uint8), np.zeros(5, np.uint32), np.zeros((2, 10), np.uint8)):
        assert glGetCompressedTexImage(T2D, 0, out) is out
        assert out.tobytes() == expected + bytes(4)
    memory = bytearray(18)
    glGetCompressedTexImageARB(T2D, 0, memory)
    assert bytes(memory) == expected + bytes(2)
    held = (ctypes.c_uint8 * 16)()
    glGetCompressedTexImage(T2D, 0, held)
    assert bytes(held) == expected


def test_buffer_objects(record):
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 1)
    glBufferData(GL_PIXEL_UNPACK_BUFFER, 20, bytes(4) + RED_BLOCK + BLUE_BLOCK, GL_STATIC_DRAW)
    glCompressedTexImage2D(T2D, 0, DXT1, 8, 4, 0, 16, 4)
    glCompressedTexSubImage2D(T2D, 0, 0, 0, 4, 4, DXT1, 8, 12)
    glCompressedTexImage2D(T2D, 1, DXT1, 4, 2, 0, ctypes.c_void_p(12))
    assert glGetError() == 0
    for offset in (5, 20, 99, -1):  # "data + imageSize is greater than the size of the buffer"
        glCompressedTexImage2D(T2D, 0, DXT1, 8, 4, 0, 16, offset)
        assert glGetError() == (GL_INVALID_OPERATION if offset > 0 else GL_INVALID_VALUE)
    glCompressedTexImage2D(T2D, 0, DXT1, 8, 4, 0, 16, RED_BLOCK * 2)
    assert glGetError() == GL_INVALID_OPERATION
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0)
    assert blocks().tobytes() == BLUE_BLOCK * 2 and blocks(level=1).tobytes() == BLUE_BLOCK
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 2)
    glBufferData(GL_PIXEL_PACK_BUFFER, 24, None, GL_STATIC_READ)
    glGetCompressedTexImage(T2D, 0, 8)
    assert glGetError() == 0
    glGetCompressedTexImage(T2D, 0, 9)
    assert glGetError() == GL_INVALID_OPERATION
    packed = glGetBufferSubData(GL_PIXEL_PACK_BUFFER, 0, 24).tobytes()
    assert packed == bytes(8) + BLUE_BLOCK * 2


def test_images_are_encoded(context):
    pixels = np.zeros((5, 7, 4), np.uint8)
    pixels[...] = RED
    pixels[:, 4:] = BLUE
    for format_ in (DXT1, GL_COMPRESSED_RGBA_S3TC_DXT1_EXT, GL_COMPRESSED_RGBA_S3TC_DXT3_EXT, DXT5):
        glPixelStorei(GL_UNPACK_ALIGNMENT, 1)
        glTexImage2D(T2D, 0, format_, 7, 5, 0, *RGBA, pixels.tobytes())
        assert np.array_equal(image()[0], pixels)
        size = 4 * (8 if format_ <= GL_COMPRESSED_RGBA_S3TC_DXT1_EXT else 16)
        assert blocks().size == parameter("COMPRESSED_IMAGE_SIZE") == size
        glTexImage2D(T2D, 0, format_, 7, 5, 0, *RGBA, None)
        assert not image()[..., :3].any()
        assert (image()[..., 3] == (255 if format_ == DXT1 else 0)).all()
    # What is returned and given again is the same image.
    kept = blocks()
    glCompressedTexImage2D(T2D, 0, DXT5, 7, 5, 0, kept)
    assert np.array_equal(blocks(), kept)


def test_signed_numbers(context):
    values = np.float32([-1, -0.5, 0, 1]).repeat(4).reshape(4, 4)
    glTexImage2D(T2D, 0, GL_COMPRESSED_SIGNED_RED_RGTC1, 4, 4, 0, GL_RED, GL_FLOAT, values)
    back = glGetTexImage(T2D, 0, GL_RGBA, GL_FLOAT, outputType=None).reshape(4, 4, 4)
    assert np.abs(back[..., 0] - values).max() < 0.15 and back[0, 0, 0] < -0.99
    assert not back[..., 1:3].any() and (back[..., 3] == 1).all()
    block = np.frombuffer(bytes([0x80, 0x81]) + bytes(6), np.uint8)
    glCompressedTexImage2D(T2D, 0, GL_COMPRESSED_SIGNED_LUMINANCE_LATC1_EXT, 4, 4, 0, block)
    back = glGetTexImage(T2D, 0, GL_LUMINANCE, GL_FLOAT, outputType=None)
    assert (back == -1).all()


def test_parts_are_encoded_with_the_rest_of_their_blocks(context):
    data = random_blocks(3, 3, 16)
    glCompressedTexImage2D(T2D, 0, DXT5, 10, 9, 0, data)
    before = image()[0].copy()
    pixels = np.full((4, 6, 4), RED, np.uint8)
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1)
    # The edge cuts the last block of the row.
    glTexSubImage2D(T2D, 0, 4, 4, 6, 4, *RGBA, pixels.tobytes())
    after = image()[0]
    assert np.array_equal(after[4:8, 4:], pixels)
    outside = np.ones((9, 10), bool)
    outside[4:8, 4:] = False
    assert np.array_equal(after[outside], before[outside])
    changed = (blocks().reshape(3, 3, 16) != data).any(axis=2)
    assert not changed[[0, 0, 0, 1, 2, 2, 2], [0, 1, 2, 0, 0, 1, 2]].any() and changed[1, 1:].all()
    # At the corner any size goes: the rest of the block is encoded again with it.
    before = blocks()
    glTexSubImage2D(T2D, 0, 0, 0, 3, 2, *RGBA, pixels[:2, :3].tobytes())
    assert np.array_equal(blocks()[16:], before[16:])
    assert not np.array_equal(blocks()[:16], before[:16])
    assert np.abs(image()[0, :2, :3].astype(int) - RED).max() < 120


def test_parts_of_blocks(context):
    glCompressedTexImage2D(T2D, 0, DXT1, 10, 6, 0, RED_BLOCK * 6)
    glCompressedTexSubImage2D(T2D, 0, 4, 4, 6, 2, DXT1, 16, BLUE_BLOCK * 2)
    for nothing in (b"", None):
        glCompressedTexSubImage2D(T2D, 0, 4, 0, 0, 4, DXT1, 0, nothing)
    expected = np.full((6, 10, 4), RED, np.uint8)
    expected[4:, 4:] = BLUE
    assert np.array_equal(image()[0], expected)
    assert blocks().tobytes() == RED_BLOCK * 4 + BLUE_BLOCK * 2


def test_copied_from_the_framebuffer(context):
    glClearColor(1, 0, 0, 1)
    glClear(GL_COLOR_BUFFER_BIT)
    glEnable(GL_SCISSOR_TEST)
    glScissor(0, 0, 4, 8)
    glClearColor(0, 0, 1, 1)
    glClear(GL_COLOR_BUFFER_BIT)
    glCopyTexImage2D(T2D, 0, DXT5, 2, 0, 6, 6, 0)
    expected = np.full((6, 6, 4), RED, np.uint8)
    expected[:, :2] = BLUE
    assert np.array_equal(image()[0], expected) and parameter("COMPRESSED") == 1
    glCopyTexSubImage2D(T2D, 0, 4, 4, 0, 0, 2, 2)
    expected[4:, 4:] = BLUE
    assert np.array_equal(image()[0], expected)


def test_a_level_is_not_made_of_compressed_levels(context):
    """A block of four colours loses them; the level above is the mean of the colours, not of it."""
    colors = np.uint8([[[0, 0, 0], [0, 255, 0]], [[0, 0, 255], [0, 255, 255]]])
    pixels = np.dstack([colors, np.full((2, 2), 255)]).astype(np.uint8)
    pixels = pixels.repeat(8, axis=0).repeat(8, axis=1)
    glTexImage2D(T2D, 0, GL_COMPRESSED_RGB_S3TC_DXT1_EXT, 16, 16, 0, *RGBA, pixels.tobytes())
    glGenerateMipmap(T2D)
    assert np.abs(image(level=4)[0, 0].astype(int) - [0, 128, 128, 255]).max() <= 4


def test_mipmaps_are_compressed_too(context):
    pixels = np.full((8, 16, 4), RED, np.uint8)
    pixels[:, 8:] = BLUE
    glTexImage2D(T2D, 0, DXT5, 16, 8, 0, *RGBA, pixels.tobytes())
    glGenerateMipmap(T2D)
    for level in range(1, 5):
        assert parameter("INTERNAL_FORMAT", level=level) == DXT5
        assert blocks(level=level).size == (32, 16, 16, 16)[level - 1]
    assert np.array_equal(image(level=2)[0], pixels[::4, ::4])
    # They follow the base level, of whatever command.
    glTexParameteri(T2D, GL_GENERATE_MIPMAP, 1)
    red = bytes([255, 255, 0, 0, 0, 0, 0, 0]) + RED_BLOCK
    for call in (
        lambda: glCompressedTexSubImage2D(T2D, 0, 8, 0, 8, 8, DXT5, red * 4),
        lambda: glCompressedTexImage2D(T2D, 0, DXT5, 16, 8, 0, red * 8),
        lambda: glTexSubImage2D(T2D, 0, 0, 0, 16, 8, *RGBA, bytes(RED) * 128),
    ):
        call()
        assert (image(level=3)[0] == RED).all()
        glTexSubImage2D(T2D, 0, 8, 0, 8, 8, *RGBA, bytes(BLUE) * 64)
        assert image(level=3)[0].tolist() == [[RED, BLUE]]


def test_faces_and_layers(record):
    for face in range(6):
        target = GL_TEXTURE_CUBE_MAP_POSITIVE_X + face
        data = random_blocks(2, 2, 8, seed=face)
        glCompressedTexImage2D(target, 0, DXT1, 8, 8, 0, data)
        assert np.array_equal(glGetCompressedTexImage(target, 0), data.reshape(-1))
    glCompressedTexSubImage2D(target, 0, 4, 4, 4, 4, DXT1, RED_BLOCK)
    assert (image(target)[0, 4:, 4:] == RED).all()
    glCompressedTexImage2D(target, 0, DXT1, 8, 4, 0, 16, bytes(16))
    assert glGetError() == GL_INVALID_VALUE  # a face is square
    array = GL_TEXTURE_2D_ARRAY_EXT
    for name in FORMATS:
        enum, codec = globals()[f"GL_{name}"], INTERNAL_FORMATS[name].codec
        data = random_blocks(3, 2, 2, codec.size)
        glCompressedTexImage3D(array, 0, enum, 7, 5, 3, 0, data.size, data)
        assert glGetError() == 0
        assert np.array_equal(glGetCompressedTexImage(array, 0), data.reshape(-1))
        assert parameter("COMPRESSED_IMAGE_SIZE", array) == data.size
        # Layers lie one after the other, each an image of its own.
        glCompressedTexImage2D(T2D, 0, enum, 7, 5, 0, data[1])
        assert np.array_equal(image(array)[1], image()[0])
    glCompressedTexImage3D(array, 0, DXT1, 4, 4, 3, 0, RED_BLOCK * 3)
    glCompressedTexSubImage3D(array, 0, 0, 0, 1, 4, 4, 1, DXT1, 8, BLUE_BLOCK)
    assert [layer[0, 0].tolist() for layer in image(array)] == [RED, BLUE, RED]
    glTexSubImage3D(array, 0, 0, 0, 2, 4, 4, 1, *RGBA, bytes(BLUE) * 16)
    assert [layer[0, 0].tolist() for layer in image(array)] == [RED, BLUE, BLUE]
    glTexImage3D(array, 0, DXT5, 4, 4, 2, 0, *RGBA, bytes(RED) * 16 + bytes(BLUE) * 16)
    assert parameter("COMPRESSED_IMAGE_SIZE", array) == 32
    assert [layer[0, 0].tolist() for layer in image(array)] == [RED, BLUE]


def test_what_cannot_be_compressed_is_not(context):
    """OpenGL 2.1, 3.8.1: "replaced by the corresponding base internal format"."""
    for name in FORMATS:
        enum = globals()[f"GL_{name}"]
        base = globals()[f"GL_{INTERNAL_FORMATS[name].uncompressed.name}"]
        for target, call in (
            (GL_TEXTURE_1D, lambda t, e: glTexImage1D(t, 0, e, 4, 0, *RGBA, bytes(RED) * 4)),
            (GL_TEXTURE_3D, lambda t, e: glTexImage3D(t, 0, e, 4, 4, 1, 0, *RGBA, bytes(RED) * 16)),
            (T2D, lambda t, e: glTexImage2D(t, 0, e, 6, 6, 1, *RGBA, bytes(RED) * 36)),
            (GL_TEXTURE_RECTANGLE_ARB, lambda t, e: glTexImage2D(t, 0, e, 4, 4, 0, *RGBA, None)),
            (GL_TEXTURE_1D_ARRAY_EXT, lambda t, e: glTexImage2D(t, 0, e, 4, 4, 0, *RGBA, None)),
            (GL_PROXY_TEXTURE_1D, lambda t, e: glTexImage1D(t, 0, e, 4, 0, *RGBA, None)),
            (GL_TEXTURE_1D, lambda t, e: glCopyTexImage1D(t, 0, e, 0, 0, 4, 0)),
        ):
            call(target, enum)
            assert parameter("INTERNAL_FORMAT", target) == base
            assert parameter("COMPRESSED", target) == 0
    assert "COMPRESSED" not in INTERNAL_FORMATS[FORMATS[0]].uncompressed.name


def test_generic_formats_are_not_compressed(context):
    for name in ("RGB", "RGBA", "SRGB", "SRGB_ALPHA", "LUMINANCE", "LUMINANCE_ALPHA", "RED", "RG"):
        enum = globals()[f"GL_COMPRESSED_{name}"]
        glTexImage2D(T2D, 0, enum, 4, 4, 0, *RGBA, None)
        assert parameter("COMPRESSED") == 0
        assert parameter("INTERNAL_FORMAT") == globals()[f"GL_{name}"]


def test_proxies(context):
    for call, target, size, needed in (
        (glCompressedTexImage2D, GL_PROXY_TEXTURE_2D, (9, 6), 96),
        (glCompressedTexImage2D, GL_PROXY_TEXTURE_CUBE_MAP, (8, 8), 64),
        (glCompressedTexImage3D, GL_PROXY_TEXTURE_2D_ARRAY_EXT, (8, 4, 2), 64),
    ):
        call(target, 0, DXT5, *size, 0, needed, None)
        assert parameter("WIDTH", target) == size[0]
        assert parameter("INTERNAL_FORMAT", target) == DXT5 and parameter("COMPRESSED", target)
        assert parameter("ALPHA_SIZE", target) == 8
    large = 1 << 14
    glCompressedTexImage2D(GL_PROXY_TEXTURE_2D, 0, DXT5, large, large, 0, large * large, None)
    assert parameter("WIDTH", GL_PROXY_TEXTURE_2D) == 0
    glTexImage2D(GL_PROXY_TEXTURE_2D, 0, DXT1, 4, 4, 0, *RGBA, None)
    assert parameter("COMPRESSED", GL_PROXY_TEXTURE_2D) == 1


def test_they_cannot_be_drawn_to(record):
    framebuffer()
    name = glGenTextures(1)
    glBindTexture(T2D, name)
    glCompressedTexImage2D(T2D, 0, DXT1, 4, 4, 0, RED_BLOCK)
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, T2D, name, 0)
    assert glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT
    glClear(GL_COLOR_BUFFER_BIT)
    assert glGetError() == GL_INVALID_FRAMEBUFFER_OPERATION


def test_the_formats_that_are_listed(context):
    # EXT_texture_compression_latc, issue 16, and EXT_texture_sRGB, issue 22.
    assert glGetIntegerv(GL_NUM_COMPRESSED_TEXTURE_FORMATS) == 3
    assert glGetIntegerv(GL_COMPRESSED_TEXTURE_FORMATS).tolist() == [
        DXT1, GL_COMPRESSED_RGBA_S3TC_DXT3_EXT, DXT5,
    ]  # fmt: skip
    glHint(GL_TEXTURE_COMPRESSION_HINT, GL_NICEST)
    assert glGetIntegerv(GL_TEXTURE_COMPRESSION_HINT) == GL_NICEST


def test_the_hint_changes_nothing(context):
    pixels = random_blocks(8, 8, 4).tobytes()
    found = []
    for hint in (GL_FASTEST, GL_NICEST):
        glHint(GL_TEXTURE_COMPRESSION_HINT, hint)
        glTexImage2D(T2D, 0, DXT5, 8, 8, 0, *RGBA, pixels)
        found.append(blocks().tobytes())
    assert found[0] == found[1]


def drawn(filter_, coordinates="0.125, 0.125"):
    """A picture of 8x8 pixels of the 2D texture that is bound."""
    for name in (GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER):
        glTexParameteri(T2D, name, filter_)
    text = f"""!!NVfp4.0
    TEMP p;
    MUL p, fragment.position, {{{coordinates}, 0, 0}};
    TEX result.color, p, texture[0], 2D;
    END"""
    glProgramStringARB(
        GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, len(text), text.encode()
    )
    glEnable(GL_FRAGMENT_PROGRAM_ARB)
    glRectf(-1, -1, 1, 1)
    return np.frombuffer(glReadPixels(0, 0, 8, 8, *RGBA), np.uint8).reshape(8, 8, 4)


def test_drawn_after_every_change(either):
    glCompressedTexImage2D(T2D, 0, DXT1, 8, 8, 0, RED_BLOCK * 4)
    assert (drawn(GL_NEAREST) == RED).all()
    glCompressedTexSubImage2D(T2D, 0, 4, 0, 4, 4, DXT1, BLUE_BLOCK)
    picture = drawn(GL_NEAREST)
    assert (picture[:4, 4:] == BLUE).all() and (picture[4:] == RED).all()
    glTexSubImage2D(T2D, 0, 0, 4, 8, 4, *RGBA, bytes(BLUE) * 32)
    picture = drawn(GL_NEAREST)
    assert (picture[4:] == BLUE).all() and (picture[:4, :4] == RED).all()
    assert np.array_equal(picture, image()[0])
    glCompressedTexImage2D(T2D, 0, GL_COMPRESSED_RG_RGTC2, 8, 8, 0, random_blocks(4, 16))
    assert np.array_equal(drawn(GL_NEAREST), image()[0])
