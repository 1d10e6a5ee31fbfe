"""Every format and type under every pixel storage mode, against a second implementation."""

import random
from fractions import Fraction

import numpy as np
import pytest

from softgl.gl import *
from tests.gl import pixel_reference as reference
from tests.gl.pixel_reference import COLORS, FLOATS, PACKED, PAIR, PLAIN, Modes, formats_of

TYPES = [*PLAIN, *PACKED, PAIR, "BITMAP"]
ROUNDS = 6


def enum(name):
    return globals()["GL_" + name]


def any_modes(rng, width, height):
    """Modes that keep rows and images apart, so that no byte is written twice."""
    return Modes(
        swap_bytes=rng.random() < 0.5,
        lsb_first=rng.random() < 0.5,
        row_length=rng.choice([0, width, width + rng.randrange(5)]),
        skip_rows=rng.randrange(3),
        skip_pixels=rng.randrange(12),
        alignment=rng.choice([1, 2, 4, 8]),
        image_height=rng.choice([0, height, height + rng.randrange(3)]),
        skip_images=rng.randrange(3),
    )


def set_modes(side, modes):
    for name, value in vars(modes).items():
        glPixelStorei(enum(f"{side}_{name.upper()}"), int(value))


def any_memory(rng, size, type_, swapped):
    """Bytes; as floats they are numbers of all sizes with finite half floats."""
    if type_ not in FLOATS:
        return bytearray(rng.randbytes(size))
    dtype = np.dtype(">f2" if type_ == "HALF_FLOAT" else ">f4")
    numbers = [rng.choice([0, 1, -0.5, 3]) * rng.random() * 1000 for _ in range(size)]
    return bytearray(np.array(numbers, dtype if swapped else dtype.newbyteorder("<")).tobytes())


COLOR_TYPES = [name for name in TYPES if {*formats_of(name)} & {*COLORS}]


@pytest.mark.parametrize("type_", COLOR_TYPES)
@pytest.mark.parametrize("three", [False, True], ids=["2D", "3D"])
def test_unpacked(context, type_, three):
    """Images in memory become textures of floats."""
    rng = random.Random(f"{type_} {three}")
    target = GL_TEXTURE_3D if three else GL_TEXTURE_2D
    for format_ in [name for name in formats_of(type_) if name in COLORS] * ROUNDS:
        size = (rng.randrange(1, 6), rng.randrange(1, 5), rng.randrange(1, 4) if three else 1)
        modes = any_modes(rng, *size[:2])
        place = (modes, format_, type_, size, three)
        memory = any_memory(rng, reference.bytes_needed(*place), type_, modes.swap_bytes)
        set_modes("UNPACK", modes)
        specify = glTexImage3D if three else glTexImage2D
        lengths = size if three else size[:2]
        specify(target, 0, GL_RGBA32F_ARB, *lengths, 0, enum(format_), enum(type_), memory)
        found = np.zeros((*size[::-1], 4), np.float32)
        set_modes("PACK", Modes())
        glGetTexImage(target, 0, GL_RGBA, GL_FLOAT, found)
        for (i, j, m), pixel in reference.unpack(memory, *place).items():
            assert found[m, j, i].tolist() == [np.float32(float(c)) for c in pixel], place


@pytest.mark.parametrize("type_", [*PLAIN, "UNSIGNED_INT_24_8_EXT", PAIR, "BITMAP"])
def test_drawn_indices_and_depths(context, type_):
    """Stencil indices and depths in memory go to the buffers."""
    rng = random.Random(type_)
    glEnable(GL_DEPTH_TEST)
    glDepthFunc(GL_ALWAYS)
    formats = {"STENCIL_INDEX", "DEPTH_COMPONENT", "DEPTH_STENCIL_EXT"} & {*formats_of(type_)}
    for format_ in sorted(formats) * ROUNDS:
        size = (rng.randrange(1, 8), rng.randrange(1, 6), 1)
        modes = any_modes(rng, *size[:2])
        place = (modes, format_, type_, size, False)
        memory = any_memory(rng, reference.bytes_needed(*place), type_, modes.swap_bytes)
        set_modes("UNPACK", modes)
        glDrawPixels(*size[:2], enum(format_), enum(type_), memory)
        depths = glReadPixels(0, 0, 8, 8, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT).reshape(8, 8)
        stencil = glReadPixels(0, 0, 8, 8, GL_STENCIL_INDEX, GL_UNSIGNED_INT).reshape(8, 8)
        for (i, j, _), group in reference.unpack(memory, *place).items():
            if format_ != "STENCIL_INDEX":
                # 24 bits are kept, and fragments have floats.
                expected = reference.clamp(group[0]) * (2**32 - 1)
                assert abs(int(depths[j, i]) - expected) <= 2**8, place
            if format_ != "DEPTH_COMPONENT":
                assert stencil[j, i] == int(np.floor(group[-1])) & 0xFF, place


def float_framebuffer():
    """An 8x8 framebuffer of floats; the numbers in it."""
    colors = np.random.default_rng(3).choice([0, 1, 0.25, 3, -2], (8, 8, 4)).astype(np.float32)
    colors *= np.random.default_rng(4).random((8, 8, 4)).astype(np.float32)
    glBindFramebufferEXT(GL_FRAMEBUFFER, 1)
    set_modes("UNPACK", Modes())
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32F_ARB, 8, 8, 0, GL_RGBA, GL_FLOAT, colors)
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, 1, 0)
    return colors


def window():
    """The window's colours, depths and stencil indices, as whole numbers."""
    rng = np.random.default_rng(5)
    colors = rng.integers(0, 256, (8, 8, 4)).astype(np.uint8)
    words = rng.integers(0, 2**32, (8, 8)).astype(np.uint32)
    words.flat[:3] = [0, 0xFFFFFFFF, 0xFFFFFF00]
    glDrawPixels(8, 8, GL_RGBA, GL_UNSIGNED_BYTE, colors)
    glDrawPixels(8, 8, GL_DEPTH_STENCIL_EXT, GL_UNSIGNED_INT_24_8_EXT, words)
    return colors, words >> 8, words & 0xFF


def check_read(rng, format_, type_, groups, clamped):
    """Compare all bytes of a read; groups : (column, row) -> a pixel of the framebuffer."""
    width, height = rng.randrange(1, 7), rng.randrange(1, 6)
    x, y = rng.randrange(9 - width), rng.randrange(9 - height)
    modes = any_modes(rng, width, height)
    place = (modes, format_, type_, (width, height, 1))
    memory = bytearray(rng.randbytes(reference.bytes_needed(*place, False) + 3))
    expected = bytearray(memory)
    pixels = {(i, j, 0): groups(x + i, y + j) for i in range(width) for j in range(height)}
    reference.pack(expected, *place, pixels, clamped)
    set_modes("PACK", modes)
    assert glReadPixels(x, y, width, height, enum(format_), enum(type_), memory) is memory
    assert memory == expected, place


@pytest.mark.parametrize("type_", TYPES)
def test_read_from_the_window(context, type_):
    colors, depths, stencil = window()
    rng = random.Random(type_)

    def groups(format_):
        def color(i, j):
            return [Fraction(int(c), 255) for c in colors[j, i]]

        def depth(i, j):
            return Fraction(int(depths[j, i]), 2**24 - 1)

        def index(i, j):
            return int(stencil[j, i])

        return {
            "STENCIL_INDEX": lambda i, j: (index(i, j),),
            "DEPTH_COMPONENT": lambda i, j: (depth(i, j),),
            "DEPTH_STENCIL_EXT": lambda i, j: (depth(i, j), index(i, j)),
        }.get(format_, color)

    for format_ in [name for name in formats_of(type_) if name != "COLOR_INDEX"] * ROUNDS:
        check_read(rng, format_, type_, groups(format_), clamped=True)


@pytest.mark.parametrize("type_", COLOR_TYPES)
@pytest.mark.parametrize("clamp", [GL_FALSE, GL_TRUE, GL_FIXED_ONLY_ARB])
def test_read_from_floats(context, type_, clamp):
    """ARB_color_buffer_float: CLAMP_READ_COLOR clamps floats beyond [0, 1]."""
    glBindTexture(GL_TEXTURE_2D, 1)
    colors = float_framebuffer()
    glClampColorARB(GL_CLAMP_READ_COLOR_ARB, clamp)
    rng = random.Random(f"{type_} {clamp}")

    def color(i, j):
        return [Fraction(float(c)) for c in colors[j, i]]

    for format_ in [name for name in formats_of(type_) if name in COLORS] * ROUNDS:
        check_read(rng, format_, type_, color, clamp == GL_TRUE)


@pytest.mark.parametrize("type_", COLOR_TYPES)
def test_images_of_three_dimensions_are_packed(context, type_):
    texels = np.random.default_rng(6).random((3, 4, 5, 4)).astype(np.float32)
    glTexImage3D(GL_TEXTURE_3D, 0, GL_RGBA32F_ARB, 5, 4, 3, 0, GL_RGBA, GL_FLOAT, texels)
    pixels = {
        (i, j, m): [Fraction(float(c)) for c in texels[m, j, i]]
        for m in range(3) for j in range(4) for i in range(5)
    }  # fmt: skip
    rng = random.Random(type_)
    # Luminance is the sum for glReadPixels only.
    for format_ in sorted({*formats_of(type_)} & {*COLORS} - {"LUMINANCE", "LUMINANCE_ALPHA"}):
        modes = any_modes(rng, 5, 4)
        place = (modes, format_, type_, (5, 4, 3))
        memory = bytearray(rng.randbytes(reference.bytes_needed(*place, True) + 3))
        expected = bytearray(memory)
        reference.pack(expected, *place, pixels, clamped=False, three=True)
        set_modes("PACK", modes)
        glGetTexImage(GL_TEXTURE_3D, 0, enum(format_), enum(type_), memory)
        assert memory == expected, place


def test_an_empty_image_needs_no_memory(context):
    """Whatever the modes are, even where the strides between its rows have more than 64 bits."""
    for side in ("PACK", "UNPACK"):
        set_modes(side, Modes(row_length=2**31 - 1, image_height=2**31 - 1, skip_images=2**31 - 1))
    glTexImage3D(GL_TEXTURE_3D, 0, GL_RGBA8, 2, 2, 0, 0, GL_RGBA, GL_FLOAT, b"")
    glGetTexImage(GL_TEXTURE_3D, 0, GL_RGBA, GL_FLOAT, bytearray())
    glDrawPixels(0, 2, GL_RGBA, GL_FLOAT, b"")
    glReadPixels(0, 0, 2, 0, GL_RGBA, GL_FLOAT, bytearray())
    glReadPixels(0, 0, 0, 1, GL_STENCIL_INDEX, GL_BITMAP, bytearray())
