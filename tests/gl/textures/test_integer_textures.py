"""Textures of integers (EXT_texture_integer, ARB_texture_rg): images, parameters, samples."""

import itertools

import numpy as np
import pytest

from softgl import Context
from softgl.asm import parse
from softgl.asm.tgsi.write import write
from softgl.formats.internal_formats import INTERNAL_FORMATS
from softgl.gl import *
from softgl.pixels.types import INTEGER_FORMATS, PIXEL_FORMATS
from softgl.texture.targets import TARGETS
from tests.gl.attachments import code, framebuffer, renderbuffer, use_program

SEED = 20261123
# RGB10_A2UI, whose components differ, is in test_integer_buffers.
FORMATS = {
    name: f for name, f in INTERNAL_FORMATS.items() if f.storage.integer and f.storage.number
}
TYPES = {
    "BYTE": np.int8, "UNSIGNED_BYTE": np.uint8, "SHORT": np.int16, "UNSIGNED_SHORT": np.uint16,
    "INT": np.int32, "UNSIGNED_INT": np.uint32,
}  # fmt: skip
NEAREST = {"MIN_FILTER": GL_NEAREST, "MAG_FILTER": GL_NEAREST}


def enum(name):
    return globals()[f"GL_{name}"]


def set_parameters(target=GL_TEXTURE_2D, **values):
    for name, value in values.items():
        glTexParameteri(target, enum(f"TEXTURE_{name}"), value)


def ends(name):
    """The least and the largest integer of a format: of its name."""
    bits = int("".join(letter for letter in name if letter.isdigit()))
    unsigned = name.removesuffix("_EXT").endswith("UI")
    return (0, 2**bits - 1) if unsigned else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)


def random_integers(rng, shape, dtype):
    """Any integers of a type, the ends and small ones among them."""
    low, high = np.iinfo(dtype).min, np.iinfo(dtype).max
    found = rng.integers(low, high, shape, np.int64, endpoint=True)
    found = np.where(rng.random(shape) < 0.3, found % 5, found)
    return np.where(rng.random(shape) < 0.2, rng.choice([low, high], shape), found).astype(dtype)


# -- images ----------------------------------------------------------------------------------------

# By base format: the components R, G, B and A of a group that texels keep; what
# glGetTexImage gives (OpenGL 2.1, table 6.1, ARB_texture_rg).
RETURNED = {
    "ALPHA": "000A", "LUMINANCE": "R001", "LUMINANCE_ALPHA": "R00A", "INTENSITY": "R001",
    "R": "R001", "RG": "RG01", "RGB": "RGB1", "RGBA": "RGBA",
}  # fmt: skip


def base_of(name):
    return name.removesuffix("_EXT").rstrip("UI").rstrip("0123456789")


def expanded(values, format_):
    """Groups (..., n) of a client format as R, G, B, A: EXT_texture_integer, 3.6.4; int64."""
    order = format_.removesuffix("_EXT").removesuffix("_INTEGER")
    letters = {"RED": "R", "GREEN": "G", "BLUE": "B", "ALPHA": "A", "LUMINANCE": "L"}.get(order)
    letters = letters or {"LUMINANCE_ALPHA": "LA"}.get(order, order)
    found = {"R": 0, "G": 0, "B": 0, "A": 1}
    for position, letter in enumerate(letters):
        for each in "RGB" if letter == "L" else letter:
            found[each] = values[..., position].astype(np.int64)
    return np.stack(np.broadcast_arrays(*found.values(), values[..., 0])[:4], axis=-1)


def swizzled(values, pattern):
    constant = {"0": np.zeros_like(values[..., 0]), "1": np.ones_like(values[..., 0])}
    return np.stack([
        constant[letter] if letter in "01" else values[..., "RGBA".index(letter)]
        for letter in pattern
    ], axis=-1)  # fmt: skip


@pytest.mark.parametrize("machine", ["eager", "llvm"])
def test_images(machine, tuned):
    """Into every format by every client format and type and back, clamped to the ranges of both."""
    if machine == "llvm":
        tuned(MIN_KERNEL_IMAGE=1, MIN_KERNEL_CONVERTED=1)
    Context(8, 8, machine=machine)
    rng = np.random.default_rng(SEED)
    print("seed", SEED)
    pairs = list(itertools.product(sorted(INTEGER_FORMATS), TYPES))
    # Pixel transfer does not apply.
    glPixelTransferf(GL_RED_SCALE, 3.0)
    if machine == "llvm":
        glPixelTransferf(GL_RED_SCALE, 1.0)  # which kernels leave to the host
    for name in FORMATS if machine == "eager" else sorted(FORMATS)[::9]:
        low, high = ends(name)
        for _ in range(3):
            (given, type_), (wanted, other) = (pairs[rng.integers(len(pairs))] for _ in range(2))
            values = random_integers(rng, (5, 21, len(PIXEL_FORMATS[given])), TYPES[type_])
            glPixelStorei(GL_UNPACK_ALIGNMENT, 1)
            glTexImage2D(
                GL_TEXTURE_2D, 0, enum(name), 21, 5, 0, enum(given), enum(type_), values
            )  # fmt: skip
            part = random_integers(rng, (2, 18, 4), np.int32)
            glTexSubImage2D(GL_TEXTURE_2D, 0, 1, 2, 18, 2, GL_BGRA_INTEGER, GL_INT, part)
            pixels = expanded(values, given)
            pixels[2:4, 1:19] = expanded(part, "BGRA_INTEGER")
            pixels = swizzled(pixels.clip(low, high), RETURNED[base_of(name)])
            found = glGetTexImage(GL_TEXTURE_2D, 0, enum(wanted), enum(other), outputType=int)
            order = PIXEL_FORMATS[wanted].replace("L", "R")
            ends_of = np.iinfo(TYPES[other])
            expected = swizzled(pixels, order).clip(ends_of.min, ends_of.max)
            assert np.array_equal(found.reshape(expected.shape), expected), (
                name, given, type_, wanted, other,
            )  # fmt: skip


def test_queries(context):
    """EXT_texture_integer, 6.1.3 and table 3.16."""
    for name in FORMATS:
        glTexImage2D(GL_TEXTURE_2D, 0, enum(name), 4, 4, 0, GL_RGBA_INTEGER, GL_BYTE, None)
        (low, high), base = ends(name), base_of(name)
        letters = {"ALPHA": "A", "LUMINANCE": "L", "LUMINANCE_ALPHA": "LA", "INTENSITY": "I"}
        has = letters.get(base, base)
        type_ = GL_INT if low else GL_UNSIGNED_INT
        for word in ("RED", "GREEN", "BLUE", "ALPHA", "LUMINANCE", "INTENSITY", "DEPTH"):
            there = word[0] in has
            size = glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, enum(f"TEXTURE_{word}_SIZE"))
            assert size == there * (high - low).bit_length()
            found = glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, enum(f"TEXTURE_{word}_TYPE_ARB"))
            assert found == (type_ if there else GL_NONE)
        assert glGetTexLevelParameteriv(
            GL_TEXTURE_2D, 0, GL_TEXTURE_INTERNAL_FORMAT
        ) == enum(name)  # fmt: skip
        # An image without data: zeros, and what the format implies.
        image = glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA_INTEGER, GL_INT)
        assert (image == swizzled(np.array([[[0, 0, 0, 0]]]), RETURNED[base])).all()
        glTexImage2D(
            GL_PROXY_TEXTURE_2D, 0, enum(name), 4, 4, 0, GL_RGBA_INTEGER, GL_BYTE, None
        )  # fmt: skip
        assert glGetTexLevelParameteriv(GL_PROXY_TEXTURE_2D, 0, GL_TEXTURE_WIDTH) == 4
    assert b"GL_EXT_texture_integer" in glGetString(GL_EXTENSIONS).split()


def test_every_target(context):
    """Images of every target, with borders, are copied and reduced: integers are never mixed."""
    for target in TARGETS.values():
        if target.name == "BUFFER":
            continue
        layers = 6 if target.directed and target.axes == 3 else 4
        bind, size = enum(target.enum), (4, 4, layers)[: target.axes]
        command = globals()[f"glTexImage{target.axes}D"]
        data = random_integers(np.random.default_rng(SEED), (*size[::-1], 4), np.int16)
        for image in target.images:
            command(enum(image), 0, GL_RGBA16I, *size, 0, GL_RGBA_INTEGER, GL_SHORT, data)
        assert np.array_equal(
            glGetTexImage(enum(target.images[0]), 0, GL_RGBA_INTEGER, GL_SHORT).ravel(),
            data.ravel(),
        )
        if not target.mipmapped:
            continue
        glGenerateMipmap(bind)
        # Each texel is the first one that it covers; layers are not reduced.
        filtered = [target.axes - 1 - axis for axis in target.filtered]
        for axis in filtered:
            data = data.take([0, 2], axis)
        found = glGetTexImage(enum(target.images[0]), 1, GL_RGBA_INTEGER, GL_SHORT)
        assert np.array_equal(found.ravel(), data.ravel()), target.name


def test_mipmaps_follow_an_odd_image_with_a_border(context):
    """GENERATE_MIPMAP: the border's texels stay its texels."""
    glTexParameteri(GL_TEXTURE_2D, GL_GENERATE_MIPMAP, 1)
    data = np.arange(7 * 9, dtype=np.uint32).reshape(7, 9)
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R32UI, 9, 7, 1, GL_RED_INTEGER, GL_UNSIGNED_INT, data)
    found = glGetTexImage(GL_TEXTURE_2D, 1, GL_RED_INTEGER, GL_UNSIGNED_INT).reshape(4, 5)
    assert np.array_equal(found, data[np.ix_([0, 1, 3, 6], [0, 1, 3, 5, 8])])


# -- parameters ------------------------------------------------------------------------------------


def border(suffix):
    return globals()[f"glGetTexParameter{suffix}"](GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR).tolist()


def test_parameters(context):
    """EXT_texture_integer, 3.8.4: border colours are kept as integers; others as ever."""
    color = GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR
    assert border("IivEXT") == border("IuivEXT") == [0] * 4
    glTexParameterIivEXT(*color, [-5, 2**31 - 1, -(2**31), 7])
    assert border("IivEXT") == [-5, 2**31 - 1, -(2**31), 7]
    assert border("IuivEXT") == [2**32 - 5, 2**31 - 1, 2**31, 7]
    glTexParameterIuivEXT(*color, [2**32 - 1, 0, 1, 9])
    assert border("IuivEXT") == [2**32 - 1, 0, 1, 9]
    assert border("IivEXT") == [-1, 0, 1, 9]
    glTexParameteriv(*color, [2**31 - 1, 0, -(2**31), 0])
    assert border("fv") == [1.0, 2**-32, 0.0, 2**-32]  # table 2.9, clamped as in every window
    for setter, getter in (
        (glTexParameterIivEXT, glGetTexParameterIivEXT),
        (glTexParameterIuivEXT, glGetTexParameterIuivEXT),
    ):
        setter(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, [GL_NEAREST])
        assert getter(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER) == GL_NEAREST
        setter(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 3)
        assert getter(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL) == 3
        setter(GL_TEXTURE_2D, GL_TEXTURE_MIN_LOD, [2])
        assert getter(GL_TEXTURE_2D, GL_TEXTURE_MIN_LOD) == 2
        setter(GL_TEXTURE_2D, GL_TEXTURE_PRIORITY, 2**31 - 1)
        assert glGetTexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_PRIORITY) == 1.0
        assert getter(GL_TEXTURE_2D, GL_TEXTURE_RESIDENT) == 1
        assert code(setter, GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, [GL_NEVER]) == GL_INVALID_ENUM
        assert code(setter, GL_TEXTURE_2D, GL_TEXTURE_WIDTH, [1]) == GL_INVALID_ENUM
        assert code(setter, GL_TEXTURE_CUBE_MAP_POSITIVE_X, *color[1:], [1] * 4) == GL_INVALID_ENUM
        assert code(setter, *color, [1, 2, 3]) == GL_INVALID_VALUE
        assert code(setter, GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, [-1]) == GL_INVALID_VALUE
        assert code(getter, GL_TEXTURE_2D, GL_TEXTURE_WIDTH) == GL_INVALID_ENUM
        assert code(getter, GL_PROXY_TEXTURE_2D, *color[1:]) == GL_INVALID_ENUM
    glPushAttrib(GL_TEXTURE_BIT)
    glTexParameterIivEXT(*color, [1, 2, 3, 4])
    glPopAttrib()
    assert border("fv") == [1.0, 2**-32, 0.0, 2**-32]


# -- samples ---------------------------------------------------------------------------------------

SIDE = 8
AT = """!!NVfp4.0
TEMP at, f, t;
MUL at, fragment.position, {{ 0.125, 0.125, 0, 0 }};
FLR f, fragment.position;
TRUNC.S f, f;
MOV.S f.zw, 0;
{body}
MOV.{type} result.color, t;
END"""


def canvas(format_=GL_RGBA32I):
    framebuffer(color0=renderbuffer(format_, SIDE, SIDE))
    glViewport(0, 0, SIDE, SIDE)


def drawn(body, type_="S"):
    """The picture of a program that computes t, (SIDE, SIDE, 4) int32 or uint32."""
    use_program(AT.format(body=body, type=type_))
    glRectf(-1, -1, 1, 1)
    read = GL_INT if type_ == "S" else GL_UNSIGNED_INT
    return glReadPixels(0, 0, SIDE, SIDE, GL_RGBA_INTEGER, read).reshape(SIDE, SIDE, 4)


def texture_of(data, format_=GL_RGBA32I, type_=GL_INT):
    glTexImage2D(GL_TEXTURE_2D, 0, format_, SIDE, SIDE, 0, GL_RGBA_INTEGER, type_, data)
    set_parameters(**NEAREST)


LOOKUPS = {
    "TEX": "TEX.{} t, at, texture, 2D;",
    "TXP": "MOV at.w, 1; TXP.{} t, at, texture, 2D;",
    "TXB": "TXB.{} t, at, texture, 2D;",
    "TXL": "TXL.{} t, at, texture, 2D;",
    "TXD": "TXD.{} t, at, 0, 0, texture, 2D;",
    "TXF": "TXF.{} t, f, texture, 2D;",
}


@pytest.mark.parametrize("machine", ["eager", "llvm"])
def test_lookups(machine):
    """Every texture instruction gives every bit; those of another type get the same bits."""
    Context(SIDE, SIDE, machine=machine)
    data = random_integers(np.random.default_rng(SEED), (SIDE, SIDE, 4), np.int32)
    data[0, 0] = 0x7F800001, -1, -(2**31), 1  # of floats a signalling NaN, a NaN and denormals
    for format_, type_, own in ((GL_RGBA32I, GL_INT, "S"), (GL_RGBA32UI, GL_UNSIGNED_INT, "U")):
        canvas(format_)
        texture_of(data.view(np.uint32) if own == "U" else data, format_, type_)
        names = LOOKUPS if machine == "eager" else ("TEX", "TXF")
        for name, letter in itertools.product(names, "SUF" if machine == "eager" else own):
            found = drawn(LOOKUPS[name].format(letter), own).view(np.int32)
            assert np.array_equal(found, data), (name, letter)
    texture_of(data)
    canvas()
    assert (drawn("TXQ t, 0, texture, 2D;") == (SIDE, SIDE, 0, 0)).all()
    # ARBfp1.0 has floats only, which are written by their bits: of NaNs there is one.
    use_program(
        "!!ARBfp1.0\nTEMP t; MUL t, fragment.position, 0.125;TEX result.color, t, texture, 2D; END"
    )
    glRectf(-1, -1, 1, 1)
    found = glReadPixels(0, 0, SIDE, SIDE, GL_RGBA_INTEGER, GL_INT)
    expected = np.where(np.isnan(data.view(np.float32)), 0x7FC00000, data)
    assert np.array_equal(found.reshape(data.shape), expected)


def test_types_of_samples(context):
    """Narrow components are extended; condition codes are those of integers."""
    canvas()
    data = np.full((SIDE, SIDE, 4), (-3, 0, 127, -128), np.int8)
    texture_of(data, GL_RGBA8I, GL_BYTE)
    assert drawn(LOOKUPS["TEX"].format("S"))[0, 0].tolist() == [-3, 0, 127, -128]
    found = drawn("MOV.S t, 5; TEX.S.CC f, at, texture, 2D; MOV.S t(LT), 9; MOV.S t(EQ), 2;")
    assert found[0, 0].tolist() == [9, 2, 5, 9]
    set_parameters(SWIZZLE_R=GL_ONE, SWIZZLE_G=GL_ALPHA, SWIZZLE_B=GL_ZERO)
    assert drawn(LOOKUPS["TEX"].format("S"))[0, 0].tolist() == [1, -128, 0, -128]
    # No comparison: there are no depths.
    set_parameters(COMPARE_MODE=GL_COMPARE_R_TO_TEXTURE)
    found = drawn("TEX.S t, at, texture, SHADOW2D;")
    assert found[0, 0].tolist() == [1, -128, 0, -128]
    data = np.full((SIDE, SIDE, 4), (3, 0, 255, 200), np.uint8)
    set_parameters(SWIZZLE_R=GL_RED, SWIZZLE_G=GL_GREEN, SWIZZLE_B=GL_BLUE)
    texture_of(data, GL_LUMINANCE_ALPHA8UI_EXT, GL_UNSIGNED_BYTE)
    canvas(GL_RGBA32UI)
    assert drawn(LOOKUPS["TEX"].format("U"), "U")[0, 0].tolist() == [3, 3, 3, 200]


def test_what_is_not_complete(context):
    """3.8.10: filters that mix. Then samples are (0, 0, 0, 1), in the type of the instruction."""
    canvas()
    glTexImage2D(GL_TEXTURE_2D, 1, GL_RGBA32I, 4, 4, 0, GL_RGBA_INTEGER, GL_INT, None)
    data = np.full((SIDE, SIDE, 4), (1, 2, 3, 4), np.int32)
    texture_of(data)
    set_parameters(MAX_LEVEL=1)
    complete = {
        (GL_NEAREST, GL_NEAREST), (GL_NEAREST_MIPMAP_NEAREST, GL_NEAREST),
    }  # fmt: skip
    minified = (
        GL_NEAREST, GL_LINEAR, GL_NEAREST_MIPMAP_NEAREST, GL_LINEAR_MIPMAP_NEAREST,
        GL_NEAREST_MIPMAP_LINEAR, GL_LINEAR_MIPMAP_LINEAR,
    )  # fmt: skip
    for filters in itertools.product(minified, (GL_NEAREST, GL_LINEAR)):
        set_parameters(MIN_FILTER=filters[0], MAG_FILTER=filters[1])
        expected = [1, 2, 3, 4] if filters in complete else [0, 0, 0, 1]
        for name in ("TEX", "TXF"):
            found = drawn(LOOKUPS[name].format("S"))[0, 0].tolist()
            assert found == expected, (name, filters)
    # A sampler object decides for its unit.
    sampler = glGenSamplers(1)
    for name in ("MIN_FILTER", "MAG_FILTER"):
        glSamplerParameteri(sampler, enum(f"TEXTURE_{name}"), GL_NEAREST)
    glBindSampler(0, sampler)
    assert drawn(LOOKUPS["TEX"].format("S"))[0, 0].tolist() == [1, 2, 3, 4]


def test_levels_and_borders(context):
    """NEAREST_MIPMAP_NEAREST; border colours within the range of the format."""
    canvas()
    data = random_integers(np.random.default_rng(SEED), (SIDE, SIDE, 4), np.int32)
    texture_of(data)
    glGenerateMipmap(GL_TEXTURE_2D)
    set_parameters(MIN_FILTER=GL_NEAREST_MIPMAP_NEAREST)
    found = drawn("MOV at.w, 1; TXL.S t, at, texture, 2D;")
    assert np.array_equal(found, data[::2, ::2].repeat(2, 0).repeat(2, 1))
    set_parameters(MIN_FILTER=GL_NEAREST, WRAP_S=GL_CLAMP_TO_BORDER)
    glTexParameterIivEXT(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, [-300, 300, -1, 2**31 - 1])
    outside = "ADD at.x, at, 1; TEX.S t, at, texture, 2D;"
    assert drawn(outside)[0, 0].tolist() == [-300, 300, -1, 2**31 - 1]
    texture_of(data, GL_RGBA8I)
    assert drawn(outside)[0, 0].tolist() == [-128, 127, -1, 127]
    texture_of(data, GL_LUMINANCE16I_EXT)
    assert drawn(outside)[0, 0].tolist() == [-300, -300, -300, 1]
    # Set as another type: the same bits, and floats are rounded and clamped.
    texture_of(data, GL_RGBA32UI)
    assert drawn(outside)[0, 0].tolist() == [-300, 300, -1, 2**31 - 1]
    glTexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, [1.5, 2.4, -0.6, 1e20])
    texture_of(data)
    assert drawn(outside)[0, 0].tolist() == [2, 2, -1, 2**31 - 1]
    texture_of(data, GL_RGBA8UI)
    assert drawn(outside)[0, 0].tolist() == [2, 2, 0, 255]


def test_fixed_function(context):
    """ "The result of using fixed functionality with integer textures is undefined": their bits."""
    texture_of(np.full((SIDE, SIDE, 4), 0x3F000000, np.int32))  # the bits of 0.5
    glEnable(GL_TEXTURE_2D)
    glRectf(-1, -1, 1, 1)
    assert glReadPixels(0, 0, 1, 1, GL_RGBA, GL_FLOAT).ravel() == pytest.approx([128 / 255] * 4)


TGSI = """FRAG
PROPERTY FS_COORD_ORIGIN LOWER_LEFT
DCL IN[0], POSITION
DCL OUT[0], COLOR
DCL SAMP[0]
DCL SVIEW[0], 2D, {type}
DCL TEMP[0..1]
IMM[0] FLT32 {{ 0.125, 0.0, 0.0, 1.0 }}
IMM[1] UINT32 {{ 3, 0, 0, 0 }}
MUL TEMP[0], IN[0], IMM[0].xxyy
{lookup}
UADD OUT[0], TEMP[1], IMM[1].xxxx
END"""


@pytest.mark.parametrize("kind", ["SINT", "UINT"])
def test_tgsi(context, kind):
    """Sampler views of integers, by SAMP and by SVIEW, with a swizzle; and their text again."""
    own = {"SINT": (GL_RGBA32I, GL_INT), "UINT": (GL_RGBA32UI, GL_UNSIGNED_INT)}[kind]
    canvas(own[0])
    dtype = {"SINT": np.int32, "UINT": np.uint32}[kind]
    data = random_integers(np.random.default_rng(SEED), (SIDE, SIDE, 4), dtype)
    texture_of(data, *own)
    lookups = {
        "TEX TEMP[1], TEMP[0], SAMP[0], 2D": "RGBA",
        "SAMPLE TEMP[1], TEMP[0], SVIEW[0], SAMP[0]": "RGBA",
        "SAMPLE TEMP[1], TEMP[0], SVIEW[0].wxzz, SAMP[0]": "ARBB",
        "F2I TEMP[0], IN[0]\nMOV TEMP[0].zw, IMM[1].yyyy\nSAMPLE_I TEMP[1], TEMP[0], SVIEW[0]": (
            "RGBA"
        ),
    }
    for lookup, letters in lookups.items():
        text = TGSI.format(type=kind, lookup=lookup)
        again = write(parse(text))
        assert f"DCL SVIEW[0], 2D, {kind}" in again
        for each in (text, again):
            use_program(each)
            glRectf(-1, -1, 1, 1)
            found = glReadPixels(0, 0, SIDE, SIDE, GL_RGBA_INTEGER, own[1])
            expected = swizzled(data, letters) + dtype(3)
            assert np.array_equal(found.reshape(data.shape), expected), each
    # Of a texture that is not complete w is an integer.
    set_parameters(MAG_FILTER=GL_LINEAR)
    use_program(TGSI.format(type=kind, lookup="TEX TEMP[1], TEMP[0], SAMP[0], 2D"))
    glRectf(-1, -1, 1, 1)
    assert glReadPixels(0, 0, 1, 1, GL_RGBA_INTEGER, own[1]).ravel().tolist() == [3, 3, 3, 4]
