"""Buffers of integers (EXT_texture_integer): draws, clears, copies, blits, and errors."""

import itertools
import random

import numpy as np
import pytest

from softgl import Context
from softgl.gl import *
from softgl.lanes import WIDTHS
from tests.gl.attachments import attach, code, framebuffer, pixel, renderbuffer, status, use_program

SEED = 20261123
WIDTH, HEIGHT = 13, 9
KINDS = {
    GL_RGBA8I: (8, True), GL_RGBA16I: (16, True), GL_RGBA32I: (32, True),
    GL_RGBA8UI: (8, False), GL_RGBA16UI: (16, False), GL_RGBA32UI: (32, False),
}  # fmt: skip
SHAPES = {  # the stored components of red, green, blue and alpha
    GL_RG16I: (16, True, "RG01"), GL_R8UI: (8, False, "R001"), GL_RGB32I: (32, True, "RGB1"),
    GL_ALPHA8I_EXT: (8, True, "000A"), GL_LUMINANCE16UI_EXT: (16, False, "R001"),
}  # fmt: skip
COPY = "!!NVfp4.0\nMOV.S result.color, fragment.color; END"


def read(signed=True, width=WIDTH, height=HEIGHT):
    type_ = GL_INT if signed else GL_UNSIGNED_INT
    return glReadPixels(0, 0, width, height, GL_RGBA_INTEGER, type_).reshape(height, width, 4)


# -- random states, beside a model of them in numpy ------------------------------------------------

LOGIC = {
    GL_CLEAR: lambda s, d: 0 * s, GL_AND: lambda s, d: s & d, GL_AND_REVERSE: lambda s, d: s & ~d,
    GL_COPY: lambda s, d: s, GL_AND_INVERTED: lambda s, d: ~s & d, GL_NOOP: lambda s, d: d,
    GL_XOR: lambda s, d: s ^ d, GL_OR: lambda s, d: s | d, GL_NOR: lambda s, d: ~(s | d),
    GL_EQUIV: lambda s, d: ~(s ^ d), GL_INVERT: lambda s, d: ~d,
    GL_OR_REVERSE: lambda s, d: s | ~d, GL_COPY_INVERTED: lambda s, d: ~s,
    GL_OR_INVERTED: lambda s, d: ~s | d, GL_NAND: lambda s, d: ~(s & d),
    GL_SET: lambda s, d: 0 * s - 1,
}  # fmt: skip
# Integers from a texture, and from the position, to two buffers each; floats to the other ones.
PROGRAM = """!!NVfp4.0
OPTION ARB_draw_buffers;
TEMP f, t, u;
FLR f, fragment.position;
TRUNC.S f, f;
MOV.S f.zw, 0;
TXF.S t, f, texture, 2D;
ADD.U u, t, f.xyxy;
MOV.S result.color[0], t;
MOV.U result.color[1], u;
MOV.S result.color[2], -f.xyyx;
MOV.F result.color[3], { 0.2, 0.4, 0.6, 0.8 };
END"""


def narrowed(values, bits, signed):
    """Integers of 32 bits as fragments have them, clamped to a range; int64."""
    values = values.astype(np.int64) & 2**32 - 1
    values = np.where(signed & (values >= 2**31), values - 2**32, values)
    low, high = (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1) if signed else (0, 2**bits - 1)
    return values.clip(low, high)


def within(values, bits, signed):
    """The low bits of integers, as the numbers that they are."""
    values = values & 2**bits - 1
    return np.where(signed & (values >= 2 ** (bits - 1)), values - 2**bits, values)


class Model:
    """A buffer of integers: its pixels, int64 (HEIGHT, WIDTH, 4)."""

    def __init__(self, bits, signed, kept="RGBA"):
        self.bits, self.signed, self.kept = bits, signed, kept
        self.pixels = np.zeros((HEIGHT, WIDTH, 4), np.int64)
        self.pixels[..., 3] = kept[3] == "1"

    def write(self, values, mask, box, operation=None):
        """Integers of 32 bits where the mask and the box let them through."""
        values = narrowed(values, self.bits, self.signed)
        if operation:
            values = within(LOGIC[operation](values, self.pixels), self.bits, self.signed)
        left, low, right, high = box
        for component, letter in enumerate(self.kept):
            if mask[component] and letter not in "01":
                part = self.pixels[low:high, left:right, component]
                part[...] = np.broadcast_to(values, self.pixels.shape)[
                    low:high, left:right, component
                ]


def random_state(rng, models, source):
    """Clears and draws with random state, in GL and in the models."""
    masks = [[rng.random() < 0.75 for _ in range(4)] for _ in range(4)]
    for number, mask in enumerate(masks):
        glColorMaskIndexedEXT(number, *mask)
    box = rng.randrange(3), rng.randrange(3), rng.randrange(5, WIDTH + 4), rng.randrange(4, HEIGHT)
    glScissor(box[0], box[1], box[2] - box[0], box[3] - box[1])
    glEnable(GL_SCISSOR_TEST)
    if rng.random() < 0.5:
        color = [rng.choice([-(2**31), -200, -1, 0, 1, 100, 2**31 - 1]) for _ in range(4)]
        if rng.random() < 0.5:
            glClearColorIiEXT(*color)
        else:
            glClearColorIuiEXT(*(each & 2**32 - 1 for each in color))
        glClear(GL_COLOR_BUFFER_BIT)
        for model, mask in zip(models, masks, strict=False):
            model.write(np.array(color), mask, box)
    operation = rng.choice([None, *LOGIC])
    (glEnable if operation else glDisable)(GL_COLOR_LOGIC_OP)
    if operation:
        glLogicOp(operation)
    for capability in (GL_BLEND, GL_ALPHA_TEST, GL_DITHER, GL_FRAMEBUFFER_SRGB_EXT, GL_FOG):
        (glEnable if rng.random() < 0.5 else glDisable)(capability)
    glBlendFunc(rng.choice([GL_ZERO, GL_ONE, GL_SRC_ALPHA]), GL_DST_ALPHA)
    glAlphaFunc(rng.choice([GL_NEVER, GL_LESS, GL_GREATER]), 0.5)
    glClampColorARB(GL_CLAMP_FRAGMENT_COLOR_ARB, rng.choice([GL_TRUE, GL_FALSE]))
    glClampColorARB(GL_CLAMP_READ_COLOR_ARB, rng.choice([GL_TRUE, GL_FALSE]))
    glRectf(-1, -1, 1, 1)
    at = np.indices((HEIGHT, WIDTH)).transpose(1, 2, 0)[..., ::-1].astype(np.int64)
    for model, values in zip(
        models, (source, source + at[..., [0, 1, 0, 1]], -at[..., [0, 1, 1, 0]]), strict=True
    ):
        model.write(values, masks[models.index(model)], box, operation)


def random_buffers(seed, **machine):
    """Three buffers of integers and one of bytes, drawn to with random states, and looked at."""
    Context(WIDTH, HEIGHT, **machine)
    rng = random.Random(seed)
    source = np.random.default_rng(seed).integers(-(2**31), 2**31, (HEIGHT, WIDTH, 4))
    source = source.astype(np.int64) >> np.random.default_rng(seed).integers(0, 31, source.shape)
    source[0, 0] = 0x7F800001, 0x7FFFFFFF, -1, -(2**31)  # of floats NaNs and a zero
    glTexImage2D(
        GL_TEXTURE_2D, 0, GL_RGBA32I, WIDTH, HEIGHT, 0, GL_RGBA_INTEGER, GL_INT,
        source.astype(np.int32),
    )  # fmt: skip
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST)
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST)
    formats = rng.choices([*KINDS, *SHAPES], k=3)
    models = [Model(*(KINDS | SHAPES)[format_]) for format_ in formats]
    framebuffer(**{
        f"color{number}": renderbuffer(format_, WIDTH, HEIGHT)
        for number, format_ in enumerate((*formats, GL_RGBA8))
    })  # fmt: skip
    points = [GL_COLOR_ATTACHMENT0 + number for number in range(4)]
    glDrawBuffers(4, points)
    use_program(PROGRAM)
    for _ in range(3):
        random_state(rng, models, source)
    for point, model in zip(points, models, strict=False):
        glReadBuffer(point)
        assert np.array_equal(read(model.signed), model.pixels), (seed, formats, point)
    glReadBuffer(points[3])
    return glReadPixels(0, 0, WIDTH, HEIGHT, GL_RGBA, GL_UNSIGNED_BYTE)


@pytest.mark.parametrize("seed", range(SEED, SEED + 24))
def test_random_states(seed):
    random_buffers(seed, machine="eager")


@pytest.mark.parametrize("lanes", WIDTHS)
def test_random_states_compiled(lanes):
    seed = SEED + 100 + lanes
    bytes_ = random_buffers(seed, machine="llvm", lanes=lanes)
    assert bytes_ == random_buffers(seed, machine="eager")


# -- what programs write ---------------------------------------------------------------------------


@pytest.fixture
def canvas(context):
    """A framebuffer of RGBA32I, all zeros, in a context of the eager machine."""
    framebuffer(color0=renderbuffer(GL_RGBA32I))
    glViewport(0, 0, 8, 8)
    return context


def one(signed=True):
    return read(signed, 1, 1).ravel().tolist()


def drawn(text, signed=True):
    use_program(text)
    glRectf(-1, -1, 1, 1)
    return one(signed)


def test_floats_are_written_by_their_bits(canvas):
    """ "Fragment shaders that write floating-point color components": undefined."""
    glColor4f(1.0, 0.5, 0.0, 2.0)
    bits = [0x3F800000, 0x3F000000, 0, 0x40000000]
    for clamp in (GL_TRUE, GL_FALSE):  # colours are not clamped
        glClampColorARB(GL_CLAMP_FRAGMENT_COLOR_ARB, clamp)
        glClampColorARB(GL_CLAMP_VERTEX_COLOR_ARB, GL_FALSE)
        assert drawn("!!ARBfp1.0\nMOV result.color, fragment.color; END") == bits
    nan = "!!NVfp4.0\nTEMP t; MOV.U t, 0x7F800001; MUL.F result.color, t.x, -1.0; END"
    assert drawn(nan) == [0x7FC00000] * 4
    assert drawn("!!NVfp4.0\nMOV.U result.color, 0x7F800001; END") == [0x7F800001] * 4
    assert drawn("!!NVfp4.0\nTEMP t; MOV.F t, 1; END") == [0, 0, 0, 0x3F800000]  # unwritten
    # Fog is of floats: half of its colour, 0, and half of 1.
    glFogf(GL_FOG_END, 2.0)
    glFogf(GL_FOG_START, 0.0)
    glFogi(GL_FOG_COORD_SRC, GL_FOG_COORD)
    glFogCoordf(1.0)
    fogged = drawn("!!ARBfp1.0\nOPTION ARB_fog_linear; MOV result.color, 1.0; END")
    assert fogged == [0x3F000000] * 3 + [0x3F800000]


def test_integers_in_other_buffers(canvas):
    """ "Integer color components to a color buffer with floating point": undefined; their bits."""
    framebuffer(color0=renderbuffer(GL_RGBA32F_ARB))
    use_program("!!NVfp4.0\nMOV.U result.color, { 0x3F000000, 7, 0x7F800001, 0 }; END")
    glRectf(-1, -1, 1, 1)
    found = glReadPixels(0, 0, 1, 1, GL_RGBA, GL_FLOAT).view(np.uint32).ravel().tolist()
    assert found == [0x3F000000, 7, 0x7F800001, 0]
    framebuffer(color0=renderbuffer(GL_RGBA8))
    glRectf(-1, -1, 1, 1)
    assert pixel() == pytest.approx([128 / 255, 0, 0, 0])


def test_one_colour_to_several_buffers(context):
    """Each buffer takes the colour in its own way; smooth shapes leave integers alone."""
    names = [renderbuffer(each) for each in (GL_RGBA8, GL_RGBA8I, GL_RGBA32F_ARB, GL_RGBA32UI)]
    framebuffer(**{f"color{number}": name for number, name in enumerate(names)})
    points = [GL_COLOR_ATTACHMENT0 + number for number in range(4)]
    glDrawBuffers(4, points)
    use_program("!!NVfp4.0\nMOV.F result.color, { 2.0, 0.5, 0.0, 1.0 }; END")
    glEnable(GL_POINT_SMOOTH)
    glPointSize(4)
    glBegin(GL_POINTS)
    glVertex2f(0, 0)
    glEnd()
    found = []
    for point, kind in zip(points, (GL_FLOAT, GL_INT, GL_FLOAT, GL_UNSIGNED_INT), strict=True):
        glReadBuffer(point)
        form = GL_RGBA if kind == GL_FLOAT else GL_RGBA_INTEGER
        found.append(glReadPixels(2, 2, 1, 1, form, kind).ravel().tolist())
    covered = found[2][3]
    assert 0 < covered < 1
    assert found[0] == pytest.approx([1, 128 / 255, 0, covered], abs=1 / 255)
    assert found[2] == [2.0, 0.5, 0.0, covered]
    bits = [0x40000000, 0x3F000000, 0, 0x3F800000]
    assert found[1] == [127, 127, 0, 127] and found[3] == bits
    # The alpha test is about colour 0 where its buffer has no integers.
    glClear(GL_COLOR_BUFFER_BIT)
    glEnable(GL_ALPHA_TEST)
    glAlphaFunc(GL_NEVER, 0)
    for draws, passes in ((points[:1], False), ([points[1], points[0]], True)):
        glDrawBuffers(len(draws), draws)
        glReadBuffer(points[0])
        glBegin(GL_POINTS)
        glVertex2f(0, 0)
        glEnd()
        assert (pixel(4, 4) != [0] * 4) == passes
    glDisable(GL_ALPHA_TEST)


def test_modes(context):
    """RGBA_INTEGER_MODE_EXT and the modes beside it."""
    assert not glGetBooleanv(GL_RGBA_INTEGER_MODE_EXT)
    for format_, type_, signed in (
        (GL_RGBA16I, GL_INT, True), (GL_R32UI, GL_UNSIGNED_INT, False),
    ):  # fmt: skip
        framebuffer(color0=renderbuffer(format_), color1=renderbuffer(GL_RGBA8))
        assert status() == GL_FRAMEBUFFER_COMPLETE
        for name in ("Booleanv", "Integerv", "Floatv", "Doublev"):
            assert globals()[f"glGet{name}"](GL_RGBA_INTEGER_MODE_EXT) == 1
        assert not glGetBooleanv(GL_RGBA_FLOAT_MODE_ARB)
        assert glGetBooleanv(GL_RGBA_SIGNED_COMPONENTS_EXT).tolist() == [signed] * 4
        found = glGetFramebufferAttachmentParameteriv(
            GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE
        )
        assert found == type_
        assert glGetIntegerv(GL_RED_BITS) == (16 if signed else 32)
        assert glGetIntegerv(GL_GREEN_BITS) == (16 if signed else 0)
        assert glGetRenderbufferParameteriv(GL_RENDERBUFFER, GL_RENDERBUFFER_RED_SIZE) == 8
        glDrawBuffer(GL_COLOR_ATTACHMENT1)
        assert not glGetBooleanv(GL_RGBA_INTEGER_MODE_EXT)
        glDrawBuffers(2, [GL_COLOR_ATTACHMENT1, GL_COLOR_ATTACHMENT0])
        assert glGetBooleanv(GL_RGBA_INTEGER_MODE_EXT)
    attach("color0", 0)  # no longer complete
    assert not glGetBooleanv(GL_RGBA_INTEGER_MODE_EXT)


# -- clears ----------------------------------------------------------------------------------------


def test_clears(context):
    """4.2.3; of another type a colour is the same numbers, rounded or clamped."""
    colors = {
        GL_RGBA32I: (lambda: glClearColorIiEXT(-5, 2**31 - 1, -(2**31), 0), [-5, 2**31 - 1]),
        GL_RGBA32UI: (lambda: glClearColorIuiEXT(2**32 - 1, 1, 0, 0), [2**32 - 1, 1]),
        GL_RGBA8I: (lambda: glClearColorIiEXT(-300, 300, 0, 0), [-128, 127]),
        GL_RGBA16UI: (lambda: glClearColor(1.5, -2.0, 0.25, 1e9), [2, 0]),
        GL_RGBA8UI: (lambda: glClearColorIiEXT(-1, 7, 0, 0), [255, 7]),
    }
    for format_, (set_color, expected) in colors.items():
        framebuffer(color0=renderbuffer(format_))
        set_color()
        glClear(GL_COLOR_BUFFER_BIT)
        assert one(KINDS[format_][1])[:2] == expected
    glBindFramebuffer(GL_FRAMEBUFFER, 0)
    glClearColorIiEXT(0, 1, 255, -1)
    glClear(GL_COLOR_BUFFER_BIT)
    assert pixel() == [0, 1, 1, 0]
    assert glGetIntegerv(GL_COLOR_CLEAR_VALUE).tolist() == [0, 1, 255, -1]
    assert glGetFloatv(GL_COLOR_CLEAR_VALUE).tolist() == [0, 1, 255, -1]
    glPushAttrib(GL_COLOR_BUFFER_BIT)
    glClearColor(0.5, 0, 0, 0)
    assert glGetFloatv(GL_COLOR_CLEAR_VALUE).tolist() == [0.5, 0, 0, 0]
    glPopAttrib()
    assert glGetIntegerv(GL_COLOR_CLEAR_VALUE).tolist() == [0, 1, 255, -1]


# -- without a program -----------------------------------------------------------------------------


def test_fixed_function_is_refused(canvas):
    """ "Errors": no fragment shader is active."""
    byte = np.zeros(4, np.uint8)
    glVertexPointer(2, GL_FLOAT, 0, np.zeros((3, 2), np.float32))
    glEnableClientState(GL_VERTEX_ARRAY)
    calls = [
        (glBegin, GL_POINTS), (glRectf, -1, -1, 1, 1), (glDrawArrays, GL_POINTS, 0, 1),
        (glDrawElements, GL_POINTS, 1, GL_UNSIGNED_BYTE, byte),
        (glDrawPixels, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, byte),
        (glDrawPixels, 0, 0, GL_DEPTH_COMPONENT, GL_FLOAT, None),
        (glBitmap, 1, 1, 0, 0, 0, 0, byte), (glBitmap, 0, 0, 0, 0, 1, 1, None),
        (glCopyPixels, 0, 0, 1, 1, GL_DEPTH), (glCopyPixels, 0, 0, 1, 1, GL_COLOR),
    ]  # fmt: skip
    for call in calls:
        assert code(*call) == GL_INVALID_OPERATION, call
    glRasterPos2f(0, 0)  # which draws nothing
    glClear(GL_COLOR_BUFFER_BIT)
    glDrawBuffer(GL_NONE)
    for function, *arguments in calls[1:3]:
        function(*arguments)
    glDrawBuffer(GL_COLOR_ATTACHMENT0)
    use_program(COPY)
    for function, *arguments in calls[1:5]:
        function(*arguments)
    glDisable(GL_FRAGMENT_PROGRAM_ARB)
    assert code(glRectf, -1, -1, 1, 1) == GL_INVALID_OPERATION
    glBindRenderbuffer(GL_RENDERBUFFER, 1)
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, 8, 8)  # other numbers in the same place
    glRectf(-1, -1, 1, 1)
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8UI, 8, 8)
    assert code(glRectf, -1, -1, 1, 1) == GL_INVALID_OPERATION


# -- pixels ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("machine", ["eager", "llvm"])
def test_draw_pixels(machine):
    """Integers become the colours of fragments as they are; glDrawPixels refuses GL_RG_INTEGER."""
    Context(8, 8, version=(2, 1), machine=machine)  # OpenGL 3.0 refuses them all
    framebuffer(color0=renderbuffer(GL_RGBA32I))
    use_program(COPY)
    glPixelTransferf(GL_RED_SCALE, 2.0)  # does not apply
    glWindowPos2i(1, 2)
    data = np.array([[[0x7F800001, -1, 2**31 - 1, -(2**31)], [5, 6, 7, 8]]], np.int32)
    glDrawPixels(2, 1, GL_RGBA_INTEGER, GL_INT, data)
    assert read(True, 8, 8)[2, 1:3].tolist() == data[0].tolist()
    glDrawPixels(1, 1, GL_BGR_INTEGER, GL_UNSIGNED_BYTE, np.uint8([255, 2, 1]))
    assert read(True, 8, 8)[2, 1].tolist() == [1, 2, 255, 1]
    glDrawPixels(1, 1, GL_LUMINANCE_ALPHA_INTEGER_EXT, GL_SHORT, np.int16([-7, 9]))
    assert read(True, 8, 8)[2, 1].tolist() == [-7, -7, -7, 9]
    for format_, type_, error in (
        (GL_RG_INTEGER, GL_INT, GL_INVALID_ENUM), (GL_RGBA_INTEGER, GL_FLOAT, GL_INVALID_ENUM),
        (GL_RGBA_INTEGER, GL_HALF_FLOAT_ARB, GL_INVALID_ENUM),
        (GL_RGBA_INTEGER, GL_BITMAP, GL_INVALID_ENUM),
        (GL_RGBA_INTEGER, GL_UNSIGNED_BYTE_3_3_2, GL_INVALID_OPERATION),
    ):  # fmt: skip
        assert code(glDrawPixels, 1, 1, format_, type_, data) == error
    # ReadPixels of RGBA would be refused, and so is what "is as if the format were RGBA".
    assert code(glCopyPixels, 0, 0, 1, 1, GL_COLOR) == GL_INVALID_OPERATION
    # To buffers of other numbers they go by their bits.
    glBindFramebuffer(GL_FRAMEBUFFER, 0)
    glWindowPos2i(0, 0)
    glDrawPixels(1, 1, GL_RGBA_INTEGER, GL_INT, np.float32([0, 1, 0.5, 1]).view(np.int32))
    assert pixel() == pytest.approx([0, 1, 128 / 255, 1])
    glDisable(GL_FRAGMENT_PROGRAM_ARB)
    glDrawPixels(1, 1, GL_RGBA_INTEGER, GL_INT, np.int32([1, 2, 3, 4]))
    assert pixel() == [0, 0, 0, 0]


def test_read_pixels(canvas):
    """4.3.2: integers are clamped to the type; L = R; nothing else may be read."""
    glClearColorIiEXT(-5, 300, 70000, 2**31 - 1)
    glClear(GL_COLOR_BUFFER_BIT)
    glClampColorARB(GL_CLAMP_READ_COLOR_ARB, GL_TRUE)
    glPixelTransferf(GL_RED_BIAS, 1.0)
    expected = {
        GL_BYTE: [-5, 127, 127, 127], GL_UNSIGNED_BYTE: [0, 255, 255, 255],
        GL_SHORT: [-5, 300, 32767, 32767], GL_UNSIGNED_SHORT: [0, 300, 65535, 65535],
        GL_INT: [-5, 300, 70000, 2**31 - 1], GL_UNSIGNED_INT: [0, 300, 70000, 2**31 - 1],
    }  # fmt: skip
    for type_, values in expected.items():
        for format_, places in (
            (GL_RGBA_INTEGER, [0, 1, 2, 3]), (GL_BGRA_INTEGER, [2, 1, 0, 3]),
            (GL_RGB_INTEGER, [0, 1, 2]), (GL_BGR_INTEGER, [2, 1, 0]), (GL_RG_INTEGER, [0, 1]),
            (GL_RED_INTEGER, [0]), (GL_GREEN_INTEGER, [1]), (GL_BLUE_INTEGER, [2]),
            (GL_ALPHA_INTEGER, [3]), (GL_LUMINANCE_INTEGER_EXT, [0]),
            (GL_LUMINANCE_ALPHA_INTEGER_EXT, [0, 3]),
        ):  # fmt: skip
            found = glReadPixels(0, 0, 1, 1, format_, type_, outputType=int)
            assert np.ravel(found).tolist() == [values[place] for place in places]
    assert code(glReadPixels, 0, 0, 1, 1, GL_RGBA, GL_INT) == GL_INVALID_OPERATION
    glReadPixels(-5, 0, 1, 1, GL_RGBA_INTEGER, GL_INT)


def test_copies_to_textures(canvas):
    """CopyTexImage between integers of any size and sign, clamped; not to other formats."""
    glClearColorIiEXT(-300, 300, 70000, 2**31 - 1)
    glClear(GL_COLOR_BUFFER_BIT)
    image = GL_TEXTURE_2D, 0
    for format_, expected in (
        (GL_RGBA32I, [-300, 300, 70000, 2**31 - 1]), (GL_RGBA32UI, [0, 300, 70000, 2**31 - 1]),
        (GL_RGBA8I, [-128, 127, 127, 127]), (GL_RG16UI, [0, 300, 0, 1]),
        (GL_INTENSITY16I_EXT, [-300, 0, 0, 1]),
    ):  # fmt: skip
        glCopyTexImage2D(*image, format_, 0, 0, 4, 4, 0)
        assert glGetTexImage(*image, GL_RGBA_INTEGER, GL_INT)[0, 0].tolist() == expected
        glCopyTexSubImage2D(*image, 1, 1, 0, 0, 2, 2)
    assert code(glCopyTexImage2D, *image, GL_RGBA8, 0, 0, 4, 4, 0) == GL_INVALID_OPERATION
    glBindFramebuffer(GL_FRAMEBUFFER, 0)
    assert code(glCopyTexImage2D, *image, GL_RGBA8I, 0, 0, 4, 4, 0) == GL_INVALID_OPERATION
    assert code(glCopyTexSubImage2D, *image, 0, 0, 0, 0, 2, 2) == GL_INVALID_OPERATION
    glTexImage2D(*image, GL_RGBA8, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, None)
    glCopyTexSubImage2D(*image, 0, 0, 0, 0, 2, 2)
    glBindFramebuffer(GL_FRAMEBUFFER, 1)
    assert code(glCopyTexSubImage2D, *image, 0, 0, 0, 0, 2, 2) == GL_INVALID_OPERATION


@pytest.mark.parametrize("machine", ["eager", "llvm"])
def test_blits(machine, tuned):
    """Between integers of one kind, clamped to the size of the other; never mixed."""
    tuned(MIN_KERNEL_CONVERTED=1)
    Context(8, 8, machine=machine)
    objects = {}
    for format_ in (*KINDS, GL_RGBA8, GL_RGBA32F_ARB):
        objects[format_] = framebuffer(color0=renderbuffer(format_))
    kinds = {format_: KINDS.get(format_, (None,))[-1] for format_ in objects}
    whole = 0, 0, 8, 8
    for source, target in itertools.product(objects, objects):
        glBindFramebuffer(GL_READ_FRAMEBUFFER, objects[source])
        glBindFramebuffer(GL_DRAW_FRAMEBUFFER, objects[target])
        blit = *whole, *whole, GL_COLOR_BUFFER_BIT
        if kinds[source] != kinds[target]:
            assert code(glBlitFramebuffer, *blit, GL_NEAREST) == GL_INVALID_OPERATION
            continue
        if source not in KINDS or source == target:
            continue
        assert code(glBlitFramebuffer, *blit, GL_LINEAR) == GL_INVALID_OPERATION
        glBindFramebuffer(GL_FRAMEBUFFER, objects[source])
        glClearColorIiEXT(-40000, 100, 40000, 300)
        glClear(GL_COLOR_BUFFER_BIT)
        glBindFramebuffer(GL_DRAW_FRAMEBUFFER, objects[target])
        glClearColorIiEXT(0, 0, 0, 0)
        glClear(GL_COLOR_BUFFER_BIT)
        glBlitFramebuffer(0, 0, 8, 8, 0, 0, 4, 8, GL_COLOR_BUFFER_BIT, GL_NEAREST)
        glBindFramebuffer(GL_FRAMEBUFFER, objects[target])
        values = np.array([-40000, 100, 40000, 300])
        values = narrowed(narrowed(values, *KINDS[source]), *KINDS[target])
        expected = np.zeros((8, 8, 4), np.int64)
        expected[:, :4] = values
        assert np.array_equal(read(kinds[target], 8, 8), expected), (source, target)


def test_renderbuffers_and_textures_are_drawn_to(context):
    """A texture of every base format is a target, and sampled at once."""
    use_program("!!NVfp4.0\nMOV.S result.color, { -7, 8, 9, 10 }; END")
    kept = {
        GL_R32I: [-7, 0, 0, 1], GL_RG32I: [-7, 8, 0, 1], GL_RGB32I: [-7, 8, 9, 1],
        GL_RGBA32I: [-7, 8, 9, 10], GL_ALPHA32I_EXT: [0, 0, 0, 10],
        GL_LUMINANCE32I_EXT: [-7, 0, 0, 1], GL_LUMINANCE_ALPHA32I_EXT: [-7, 0, 0, 10],
        GL_INTENSITY32I_EXT: [-7, 0, 0, 1],
    }  # fmt: skip
    for format_, expected in kept.items():
        glBindTexture(GL_TEXTURE_3D, glGenTextures(1))
        glTexImage3D(
            GL_TEXTURE_3D, 0, format_, 8, 8, 2, 0, GL_RGBA_INTEGER, GL_BYTE, None
        )  # fmt: skip
        framebuffer()
        name = glGetIntegerv(GL_TEXTURE_BINDING_3D)
        glFramebufferTexture3D(
            GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_3D, name, 0, 1
        )  # fmt: skip
        assert status() == GL_FRAMEBUFFER_COMPLETE
        glRectf(-1, -1, 1, 1)
        assert one() == expected
        image = glGetTexImage(GL_TEXTURE_3D, 0, GL_RGBA_INTEGER, GL_INT).reshape(2, 8, 8, 4)
        assert image[1, 0, 0].tolist() == expected
        blank = [0, 0, 0, int(expected[3] == 1)]
        assert image[0, 0, 0].tolist() == blank


def test_samples(context):
    """Alpha covers nothing of integers and is not made one; a blit takes a sample as it is."""
    name = glGenRenderbuffers(1)
    glBindRenderbuffer(GL_RENDERBUFFER, name)
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, 4, GL_RGBA32I, 8, 8)
    several, plain = framebuffer(color0=name), framebuffer(color0=renderbuffer(GL_RGBA32I))
    glBindFramebuffer(GL_FRAMEBUFFER, several)
    assert status() == GL_FRAMEBUFFER_COMPLETE
    glClearColorIiEXT(9, 9, 9, 9)
    glClear(GL_COLOR_BUFFER_BIT)
    glEnable(GL_SAMPLE_ALPHA_TO_COVERAGE)
    glEnable(GL_SAMPLE_ALPHA_TO_ONE)
    use_program("!!NVfp4.0\nMOV.S result.color, { -7, 2147483647, 2139095041, 0 }; END")
    glRectf(-1, -1, 0, 1)
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, plain)
    whole = 0, 0, 8, 8
    glBlitFramebuffer(*whole, *whole, GL_COLOR_BUFFER_BIT, GL_NEAREST)
    glBindFramebuffer(GL_FRAMEBUFFER, plain)
    found = read(True, 8, 8)
    assert (found[:, :4] == (-7, 2147483647, 2139095041, 0)).all() and (found[:, 4:] == 9).all()


# -- ARB_texture_rgb10_a2ui ------------------------------------------------------------------------


@pytest.mark.parametrize("machine", ["eager", "llvm"])
def test_integers_of_ten_and_two_bits(machine):
    """Pixels, clears, draws, logic operations and masks of RGB10_A2UI; packed integer types."""
    Context(8, 8, machine=machine, threads=1)
    words = np.arange(64, dtype=np.uint32) * 0x5A5A5A7 + 3
    parts = np.stack([words & 1023, words >> 10 & 1023, words >> 20 & 1023, words >> 30], axis=-1)
    name = glGenTextures(1)
    glBindTexture(GL_TEXTURE_2D, name)
    form = GL_RGBA_INTEGER, GL_UNSIGNED_INT_2_10_10_10_REV
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB10_A2UI, 8, 8, 0, *form, words)
    sizes = GL_TEXTURE_RED_SIZE, GL_TEXTURE_ALPHA_SIZE, GL_TEXTURE_BLUE_TYPE
    found = [glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, size) for size in sizes]
    assert found == [10, 2, GL_UNSIGNED_INT]
    framebuffer()
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, name, 0)
    assert status() == GL_FRAMEBUFFER_COMPLETE
    assert np.ravel(glReadPixels(0, 0, 8, 8, *form)).tolist() == words.tolist()
    assert np.array_equal(read(False, 8, 8).reshape(-1, 4), parts)
    small = np.ravel(glReadPixels(0, 0, 8, 8, GL_BGRA_INTEGER, GL_UNSIGNED_SHORT_4_4_4_4))
    red, green, blue, alpha = np.minimum(parts, 15).T
    assert small.tolist() == (blue << 12 | green << 8 | red << 4 | alpha).tolist()
    glClearBufferuiv(GL_COLOR, 0, [5, 2000, 7, 9])
    assert read(False, 1, 1).ravel().tolist() == [5, 1023, 7, 3]
    use_program("!!NVfp4.0\nMOV.U result.color, {6, 3000, 1, 2}; END")
    glEnable(GL_COLOR_LOGIC_OP)
    glLogicOp(GL_XOR)
    glColorMask(True, True, False, True)
    glRectf(-1, -1, 1, 1)
    assert (read(False, 8, 8) == [3, 0, 7, 1]).all()
    # Components are clamped to the range of the format, those of a packed type too.
    glTexImage2D(
        GL_TEXTURE_2D, 0, GL_RGB10_A2UI, 1, 1, 0, GL_RGBA_INTEGER, GL_UNSIGNED_INT_8_8_8_8,
        np.uint32([0xFF102030]),
    )  # fmt: skip
    out = glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA_INTEGER, GL_UNSIGNED_INT)
    assert np.ravel(out).tolist() == [255, 16, 32, 3]
    glTexParameterIuiv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, [1, 2, 3, 4])
    wrong = glTexImage2D, GL_TEXTURE_2D, 0, GL_RGB10_A2UI, 1, 1, 0
    assert code(*wrong, GL_RGBA, GL_UNSIGNED_INT_2_10_10_10_REV, None) == GL_INVALID_OPERATION
    assert code(*wrong, GL_RGB_INTEGER, GL_UNSIGNED_INT_5_9_9_9_REV, None) == GL_INVALID_OPERATION
