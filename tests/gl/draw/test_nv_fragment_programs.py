"""Effects on fragments that only !!FP1.0 programs have, by probes."""

import numpy as np
import pytest

from softgl import Context, GLError
from softgl.gl import *

FRAGMENT = GL_FRAGMENT_PROGRAM_NV
SIZE = 8
SHOW_DEPTH = "!!FP1.0 MOV o[DEPR].z, f[WPOS].z; MOV o[COLR], 1; END"

either = pytest.mark.parametrize("machine", ["eager", "llvm"])


@pytest.fixture
def context(machine):
    return Context(SIZE, SIZE, machine=machine)


def use(text):
    glLoadProgramNV(FRAGMENT, 1, len(text), text)
    glBindProgramNV(FRAGMENT, 1)
    glEnable(FRAGMENT)


def slope(left, right):
    """A square over the window with a depth that goes from one value to another."""
    glBegin(GL_QUADS)
    for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        glVertex3f(x, y, left if x < 0 else right)
    glEnd()


def drawn(left, right):
    """Returns (True where a column is drawn, its depth) after a slope in an empty window."""
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT)
    slope(left, right)
    red = glReadPixels(0, 3, SIZE, 1, GL_RED, GL_FLOAT).ravel()
    depth = glReadPixels(0, 3, SIZE, 1, GL_DEPTH_COMPONENT, GL_FLOAT).ravel()
    # To sixteenths of a sixteenth: 24 bits hold none of the values below exactly.
    return red.astype(bool).tolist(), (np.rint(depth * 256) / 256).tolist()


@either
def test_incomplete_textures(context):
    """3.11.5.38 to .40: "Otherwise, the result of the instruction is the vector (0,0,0,0).\""""
    glClearColor(1, 1, 1, 1)
    for lookup in ("TEX {}, R0, TEX1, 2D", "TXP {}, R0, TEX0, 3D", "TXD {}, R0, R0, R0, TEX2, 1D"):
        glClear(GL_COLOR_BUFFER_BIT)
        use(f"!!FP1.0 {lookup.format('o[COLR]')}; END")
        slope(0, 0)
        assert not np.frombuffer(glReadPixels(2, 2, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE), "u1").any()


@either
def test_depths_beyond_the_range_are_discarded(context):
    """2.11 and 3.11.6: no clipping by the near and far planes, but fragments outside drop out."""
    glEnable(GL_DEPTH_TEST)
    glDepthFunc(GL_ALWAYS)
    use(SHOW_DEPTH)
    none, left = [False] * 8, [True] * 4 + [False] * 4
    assert drawn(-1, 3) == (left, [0.125, 0.375, 0.625, 0.875, 1, 1, 1, 1])
    assert drawn(-3, 1) == (left[::-1], [1, 1, 1, 1, 0.125, 0.375, 0.625, 0.875])
    assert drawn(5, 5)[0] == none
    # "the range [min(n,f), max(n,f)]"
    for ends in ((0.75, 0.25), (0.25, 0.75)):
        glDepthRange(*ends)
        assert drawn(-3, 1)[0] == left[::-1]
        assert drawn(-9, -9)[0] == none
    # A program may move into the range what the planes would have cut off, or out of it.
    use("!!FP1.0 MOV o[DEPR].z, 0.5; MOV o[COLR], 1; END")
    assert drawn(-9, 9) == ([True] * 8, [0.5] * 8)
    use("!!FP1.0 MOV o[DEPR], {0.5, 0.5, 0.8, 0.5}; MOV o[COLR], 1; END")
    assert drawn(0, 0)[0] == none
    # 0/0 lies in no range.
    use("!!FP1.0 RCP R0, R0.x; MUL o[DEPR].z, R0, 0; MOV o[COLR], 1; END")
    assert drawn(0, 0)[0] == none


@either
def test_depth_clamping_takes_its_place(context):
    """3.11.6: "If depth clamping is enabled, the depth value is clamped to the range"."""
    glEnable(GL_DEPTH_TEST)
    glEnable(GL_DEPTH_CLAMP)
    glDepthFunc(GL_ALWAYS)
    glDepthRange(0.25, 0.75)
    use(SHOW_DEPTH)
    assert drawn(-3, 1) == ([True] * 8, [0.25] * 4 + [0.3125, 0.4375, 0.5625, 0.6875])
    use("!!FP1.0 MOV o[DEPR].z, 7; MOV o[COLR], 1; END")
    assert drawn(0, 0) == ([True] * 8, [0.75] * 8)


@either
def test_other_programs_are_clipped(context):
    """Programs that leave the depth alone are clipped, and other languages; their depth clamps."""
    glEnable(GL_DEPTH_TEST)
    glDepthFunc(GL_ALWAYS)
    left = [True] * 4 + [False] * 4
    use("!!FP1.0 MOV o[COLR], 1; END")
    assert drawn(-1, 3)[0] == left
    text = "!!ARBfp1.0 MOV result.depth.z, 7; MOV result.color, {1}.x; END"
    glProgramStringARB(GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, len(text), text)
    assert drawn(-1, 3) == (left, [1.0] * 8)


@either
def test_dropped_fragments_change_no_stencil_and_are_not_counted(context):
    """Discarded before the per-fragment operations, as by KIL."""
    use(SHOW_DEPTH)
    glEnable(GL_STENCIL_TEST)
    glStencilFunc(GL_ALWAYS, 1, 255)
    glStencilOp(GL_INCR, GL_INCR, GL_INCR)
    glClear(GL_STENCIL_BUFFER_BIT)
    query = glGenQueries(1)
    glBeginQuery(GL_SAMPLES_PASSED, query)
    slope(-1, 3)
    glEndQuery(GL_SAMPLES_PASSED)
    assert glGetQueryObjectiv(query, GL_QUERY_RESULT) == SIZE * SIZE // 2
    row = np.frombuffer(glReadPixels(0, 3, SIZE, 1, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE), "u1")
    assert row.tolist() == [1] * 4 + [0] * 4


@either
def test_images_pass_the_program_too(context):
    use("!!FP1.0 MOV o[DEPR].z, f[TEX0]; MOV o[COLR], f[COL0]; END")
    for depth, shown in ((0.5, 255), (1.5, 0), (-0.1, 0)):
        glClear(GL_COLOR_BUFFER_BIT)
        glTexCoord3f(0, 0, depth)
        glWindowPos2i(0, 0)
        glDrawPixels(1, 1, GL_RED, GL_FLOAT, np.ones((1, 1), np.float32))
        assert glReadPixels(0, 0, 1, 1, GL_RED, GL_UNSIGNED_BYTE)[0] == shown


@either
def test_drawing_needs_a_valid_program(context):
    """5.7: "if the current fragment program is nonexistent or not valid"."""
    glEnable(FRAGMENT)
    glBindProgramNV(FRAGMENT, 77)
    for draw in (
        lambda: glRectf(0, 0, 1, 1),
        lambda: glDrawPixels(1, 1, GL_RED, GL_FLOAT, np.ones((1, 1), np.float32)),
        lambda: glBitmap(8, 1, 0, 0, 0, 0, b"\xff"),
        lambda: glCopyPixels(0, 0, 1, 1, GL_COLOR),
    ):
        with pytest.raises(GLError) as caught:
            draw()
        assert caught.value.code == GL_INVALID_OPERATION


# -- packed numbers in float buffers ---------------------------------------------------------------

TEMPORARIES = "TEMP R0, R1, R2; "
LANGUAGES = {
    "!!FP1.0 ": ("o[COLR]", "TEX R1, f[TEX0], TEX0, 2D; "),
    "!!ARBfp1.0 OPTION NV_fragment_program; " + TEMPORARIES: (
        "result.color",
        "TEX R1, fragment.texcoord, texture[0], 2D; ",
    ),
    "!!NVfp4.0 " + TEMPORARIES: ("result.color", "TEX R1, fragment.texcoord, texture, 2D; "),
}
PACKED = {
    # Bits that look like NaNs and like denormal numbers.
    "PK4UB R1.x, {0.5, 1, 1, 1}; ": ("UP4UB R2, R1.x; ", [128 / 255, 1, 1, 1], 0xFFFFFF80),
    "PK4B R1.y, {1, 1, 1, 1}; ": ("UP4B R2, R1.y; ", [1, 1, 1, 1], 0xFFFFFFFF),
    "PK2H R1.z, {0.5, 0, 0, 0}; ": ("UP2H R2, R1.z; ", [0.5, 0, 0.5, 0], 0x00003800),
    "PK2US R1.w, {1, 0, 0, 0}; ": ("UP2US R2, R1.w; ", [1, 0, 1, 0], 0x0000FFFF),
}


def use_any(text):
    glEnable(FRAGMENT)
    if text.startswith("!!FP1.0"):
        use(text)
    else:
        glBindProgramARB(GL_FRAGMENT_PROGRAM_ARB, 2)
        format_ = GL_PROGRAM_FORMAT_ASCII_ARB
        glProgramStringARB(GL_FRAGMENT_PROGRAM_ARB, format_, len(text), text)


def float_pixel():
    """A texture of one pixel of four floats, sampled as it is, that is drawn to."""
    texture, buffer = glGenTextures(1), glGenFramebuffersEXT(1)
    glBindTexture(GL_TEXTURE_2D, texture)
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32F_ARB, 1, 1, 0, GL_RGBA, GL_FLOAT, None)
    for name in (GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER):
        glTexParameteri(GL_TEXTURE_2D, name, GL_NEAREST)
    glBindFramebufferEXT(GL_FRAMEBUFFER_EXT, buffer)
    glFramebufferTexture2DEXT(
        GL_FRAMEBUFFER_EXT, GL_COLOR_ATTACHMENT0_EXT, GL_TEXTURE_2D, texture, 0
    )


@either
@pytest.mark.parametrize("head", LANGUAGES, ids=lambda head: head[2:8])
def test_float_buffers_keep_packed_numbers(context, head):
    """NV_fragment_program, Issues: "a 128-bit "RGBA" frame buffer could pack 16 8-bit quantities or
    8 16-bit quantities, all of which could be used in later rasterization passes."
    """
    result, fetch = LANGUAGES[head]
    float_pixel()
    use_any(f"{head}{''.join(PACKED)}MOV {result}, R1; END")
    slope(0, 0)
    bits = glReadPixels(0, 0, 1, 1, GL_RGBA, GL_FLOAT).ravel().view(np.uint32)
    assert [hex(word) for word in bits] == [hex(word) for *_, word in PACKED.values()]
    # A copy of the texture has the same bits.
    packed = glGetIntegerv(GL_TEXTURE_BINDING_2D)
    float_pixel()
    glBindTexture(GL_TEXTURE_2D, packed)
    use_any(f"{head}{fetch}MOV {result}, R1; END")
    slope(0, 0)
    assert (glReadPixels(0, 0, 1, 1, GL_RGBA, GL_FLOAT).ravel().view(np.uint32) == bits).all()
    glBindFramebufferEXT(GL_FRAMEBUFFER_EXT, 0)
    for unpack, numbers, _ in PACKED.values():
        use_any(f"{head}{fetch}{unpack}MOV {result}, R2; END")
        slope(0, 0)
        pixel = np.frombuffer(glReadPixels(1, 1, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE), "u1")
        assert pixel.tolist() == np.rint(np.multiply(numbers, 255)).tolist(), unpack


@either
def test_packed_bits_are_zero_as_a_denormal_operand(context):
    """3.11.4.1: a register with an exponent of 0 holds the number 0."""
    tiny = "PK2US R0.x, {0.5, 0, 0, 0}; "
    glClearColor(1, 0, 0, 0)
    for text, red in (
        (f"{tiny}SGT o[COLR], R0.x, 0;", 0),
        (f"{tiny}MOV R1, R0; MUL R1, R1, 1e30; MUL o[COLR], R1.x, 1e30;", 0),
        (f"{tiny}MOV R1, R0; UP2US o[COLR], R1.x;", 128),
    ):
        glClear(GL_COLOR_BUFFER_BIT)
        use(f"!!FP1.0 {text} END")
        slope(0, 0)
        assert glReadPixels(1, 1, 1, 1, GL_RED, GL_UNSIGNED_BYTE)[0] == red, text


# -- without a vertex program ----------------------------------------------------------------------


@either
def test_every_texture_coordinate_set_arrives(context):
    """Transformed by its texture matrix, as OpenGL 2.1, 2.11.2, has it."""
    for unit in range(8):
        use(f"!!FP1.0 MOV o[COLR], f[TEX{unit}]; END")
        glActiveTexture(GL_TEXTURE0 + unit)
        glMatrixMode(GL_TEXTURE)
        glScalef(1, 1, unit)
        glMultiTexCoord4f(GL_TEXTURE0 + unit, 0.2, 0.4, 0.1, 0.6)
        slope(0, 0)
        pixel = np.frombuffer(glReadPixels(3, 3, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE), "u1")
        assert pixel.tolist() == np.rint([51, 102, 25.5 * unit, 153]).tolist()


@either
def test_the_fog_coordinate_arrives(context):
    """Table X.1: f[FOGC] is (z,0,0,0), the "eye distance or fog coordinate"."""
    use("!!FP1.0 MOV o[COLR], f[FOGC]; END")
    glFogCoordf(0.4)
    for source, expected in ((GL_FRAGMENT_DEPTH, 51), (GL_FOG_COORD, 102)):
        glFogi(GL_FOG_COORD_SRC, source)
        slope(-0.2, -0.2)
        pixel = np.frombuffer(glReadPixels(3, 3, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE), "u1")
        assert pixel.tolist() == [expected, 0, 0, 0]
