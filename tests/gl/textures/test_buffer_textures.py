"""Buffer textures: state, errors, and fetches of programs."""

import ctypes

import numpy as np
import pytest

from softgl import Context, GLError
from softgl.asm import parse
from softgl.asm.tgsi.write import write
from softgl.gl import *
from tests.gl.attachments import code, framebuffer, renderbuffer, use_program

BUFFER = GL_TEXTURE_BUFFER_EXT
FEEDBACK = GL_TRANSFORM_FEEDBACK_BUFFER_NV
FETCH = """!!NVfp4.0
TEMP at; INT TEMP t;
FLR at, fragment.position;
TRUNC.S t, at;
{opcode} {result}, t, texture[{unit}], BUFFER;{more}
END"""
PLAIN = FETCH.format(opcode="TXF", result="result.color", unit=0, more="")


def store(name, data, target=BUFFER):
    glBindBuffer(target, name)
    glBufferData(target, data, GL_STATIC_DRAW)


def attached(name, data, format_=GL_RGBA32F_ARB, texture=0):
    """A buffer object with data, attached to a texture, which is bound."""
    store(name, data)
    glBindTexture(BUFFER, texture)
    glTexBufferEXT(BUFFER, format_, name)


def canvas(width):
    """A floating-point framebuffer of one row."""
    framebuffer(color0=renderbuffer(GL_RGBA32F_ARB, width, 1))
    glViewport(0, 0, width, 1)


def drawn(width):
    glRectf(-1, -1, 1, 1)
    return glReadPixels(0, 0, width, 1, GL_RGBA, GL_FLOAT).reshape(width, 4).tolist()


def numbers(count, first=0.0):
    return np.arange(first, first + count, dtype=np.float32)


# -- state -----------------------------------------------------------------------------------------


def attachment():
    names = GL_TEXTURE_BUFFER_DATA_STORE_BINDING_EXT, GL_TEXTURE_BUFFER_FORMAT_EXT
    return tuple(int(glGetIntegerv(name)) for name in names)


def test_state(context):
    assert attachment() == (0, GL_LUMINANCE8)
    assert glGetIntegerv(BUFFER) == glGetIntegerv(GL_TEXTURE_BINDING_BUFFER_EXT) == 0
    assert glGetIntegerv(GL_MAX_TEXTURE_BUFFER_SIZE_EXT) == 2**27
    glBindBuffer(BUFFER, 4)
    assert glGetIntegerv(BUFFER) == 4
    glBindTexture(BUFFER, 3)
    assert glIsTexture(3) and glGetIntegerv(GL_TEXTURE_BINDING_BUFFER_EXT) == 3
    glTexBufferEXT(BUFFER, GL_ALPHA16, 4)
    assert attachment() == (4, GL_ALPHA16)
    # Of the texture that is bound to the active unit.
    glActiveTexture(GL_TEXTURE3)
    assert attachment() == (0, GL_LUMINANCE8)
    glTexBufferEXT(BUFFER, GL_RGBA8, 4)  # to the texture 0
    glActiveTexture(GL_TEXTURE0)
    glBindTexture(BUFFER, 0)
    assert attachment() == (4, GL_RGBA8)
    glTexBufferEXT(BUFFER, GL_INTENSITY8, 0)
    assert attachment() == (0, GL_INTENSITY8)
    glBindTexture(BUFFER, 3)
    glDeleteTextures(1, [3])
    assert glGetIntegerv(GL_TEXTURE_BINDING_BUFFER_EXT) == 0 == glIsTexture(3)
    # The buffer's own binding is another matter.
    assert glGetIntegerv(BUFFER) == 4


def test_it_is_and_remains_a_buffer_texture(context):
    glBindTexture(BUFFER, 3)
    assert code(glBindTexture, GL_TEXTURE_1D, 3) == GL_INVALID_OPERATION
    glBindTexture(GL_TEXTURE_2D, 5)
    assert code(glBindTexture, BUFFER, 5) == GL_INVALID_OPERATION
    glPrioritizeTextures(1, [3], [0.5])
    assert glAreTexturesResident([3]).tolist() == [1]
    framebuffer()
    point = GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0
    assert code(glFramebufferTexture2D, *point, GL_TEXTURE_2D, 3, 0) == GL_INVALID_OPERATION
    assert code(glFramebufferTextureLayer, *point, 3, 0, 0) == GL_INVALID_OPERATION
    assert code(glFramebufferTextureEXT, *point, 3, 0) == GL_INVALID_OPERATION


def test_the_initial_format_of_core_contexts():
    Context(8, 8, machine="eager", profile="core")
    assert glGetIntegerv(GL_TEXTURE_BUFFER_FORMAT_ARB) == GL_R8
    assert glGetTexLevelParameteriv(BUFFER, 0, GL_TEXTURE_INTERNAL_FORMAT) == GL_R8


def test_parameters_of_its_image(context):
    """OpenGL 3.3, 6.1.3: GetTexLevelParameter of TEXTURE_BUFFER, whose only level is 0."""
    names = "WIDTH HEIGHT INTERNAL_FORMAT RED_SIZE ALPHA_SIZE RED_TYPE BUFFER_DATA_STORE_BINDING"
    pnames = [globals()[f"GL_TEXTURE_{name}"] for name in names.split()]

    def found():
        return [glGetTexLevelParameteriv(BUFFER, 0, pname) for pname in pnames]

    assert found() == [0, 1, GL_LUMINANCE8, 0, 0, GL_NONE, 0]
    attached(5, bytes(40), GL_RGBA32F_ARB, 3)
    assert found() == [2, 1, GL_RGBA32F, 32, 32, GL_FLOAT, 5]
    assert glGetTexLevelParameterfv(BUFFER, 0, GL_TEXTURE_COMPRESSED) == 0
    assert glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, GL_TEXTURE_BUFFER_DATA_STORE_BINDING) == 0
    assert code(glGetTexLevelParameteriv, BUFFER, 1, GL_TEXTURE_WIDTH) == GL_INVALID_VALUE
    compressed = GL_TEXTURE_COMPRESSED_IMAGE_SIZE
    assert code(glGetTexLevelParameteriv, BUFFER, 0, compressed) == GL_INVALID_OPERATION
    assert code(glGetTexLevelParameteriv, BUFFER, 0, GL_TEXTURE_WRAP_S) == GL_INVALID_ENUM


def test_only_buffer_objects_that_are_there_in_formats_of_the_table(context):
    reserved = glGenBuffers(1)
    for buffer in (77, int(reserved)):
        assert code(glTexBufferEXT, BUFFER, GL_RGBA8, buffer) == GL_INVALID_OPERATION
    glBindBuffer(BUFFER, 1)
    for word in "RGB8 RGBA RGBA4 ALPHA12 LUMINANCE12_ALPHA4 RGB32F_ARB RGBA8_SNORM R8 1".split():
        format_ = 1 if word == "1" else globals()[f"GL_{word}"]
        assert code(glTexBufferEXT, BUFFER, format_, 1) == GL_INVALID_ENUM, word
    assert code(glTexBufferEXT, GL_TEXTURE_1D, GL_RGBA8, 1) == GL_INVALID_ENUM
    assert attachment() == (0, GL_LUMINANCE8)


def test_no_other_command_knows_the_target(context):
    """Issue 7: "an INVALID_ENUM error should be generated"."""
    image = np.zeros(64, np.uint8)
    rgba = GL_RGBA, GL_UNSIGNED_BYTE
    calls = {
        glTexParameteri: (GL_TEXTURE_MIN_FILTER, GL_NEAREST),
        glTexParameterfv: (GL_TEXTURE_BORDER_COLOR, [0] * 4),
        glGetTexParameteriv: (GL_TEXTURE_MIN_FILTER,),
        glGetTexImage: (0, *rgba),
        glGetCompressedTexImage: (0, None),
        glTexImage1D: (0, GL_RGBA8, 4, 0, *rgba, image),
        glTexImage2D: (0, GL_RGBA8, 4, 1, 0, *rgba, image),
        glTexSubImage1D: (0, 0, 4, *rgba, image),
        glCopyTexImage1D: (0, GL_RGBA8, 0, 0, 4, 0),
        glCopyTexSubImage1D: (0, 0, 0, 0, 4),
        glCompressedTexImage1D: (0, GL_COMPRESSED_RGBA_S3TC_DXT1_EXT, 4, 0, 8, image),
        glGenerateMipmap: (),
    }
    for call, arguments in calls.items():
        assert code(call, BUFFER, *arguments) == GL_INVALID_ENUM, call
    for call in (glEnable, glDisable, glIsEnabled):
        assert code(call, BUFFER) == GL_INVALID_ENUM
    glBindTexture(BUFFER, 3)
    framebuffer()
    point = GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0
    assert code(glFramebufferTexture1D, *point, BUFFER, 3, 0) == GL_INVALID_ENUM


def test_buffer_commands_know_it(context):
    """As a target of buffer objects it is one among others."""
    store(1, bytes(range(8)))
    glBufferSubData(BUFFER, 2, b"ab")
    assert bytes(glGetBufferSubData(BUFFER, 0, 8)) == b"\0\1ab\4\5\6\7"
    address = glMapBuffer(BUFFER, GL_READ_WRITE)
    assert glGetBufferPointerv(BUFFER, GL_BUFFER_MAP_POINTER) == address
    glUnmapBuffer(BUFFER)
    assert glGetBufferParameteriv(BUFFER, GL_BUFFER_SIZE) == 8


def test_attribute_stack(context):
    """ "New State": the bindings, the attachment and its format are in the group "texture"."""
    for name in (1, 2):
        store(name, bytes(16))
    glBindTexture(BUFFER, 3)
    glTexBufferEXT(BUFFER, GL_RGBA8, 1)
    glPushAttrib(GL_TEXTURE_BIT)
    glTexBufferEXT(BUFFER, GL_ALPHA8, 2)
    glBindTexture(BUFFER, 4)
    glBindBuffer(BUFFER, 0)
    glPopAttrib()
    assert glGetIntegerv(GL_TEXTURE_BINDING_BUFFER_EXT) == 3 and glGetIntegerv(BUFFER) == 2
    assert attachment() == (1, GL_RGBA8)


# -- what programs read ----------------------------------------------------------------------------


@pytest.mark.parametrize("machine", ["eager", "llvm"])
def test_updates_are_seen_by_the_next_draw(machine):
    Context(4, 1, machine=machine)
    canvas(4)
    attached(1, numbers(12))
    use_program(PLAIN)
    rows = numbers(12).reshape(3, 4).tolist()
    assert drawn(4) == [*rows, [0] * 4]
    glBufferSubData(BUFFER, 16, np.float32([50, 51]))
    rows[1][:2] = 50, 51
    assert drawn(4) == [*rows, [0] * 4]
    # Memory that is mapped is not read.
    address = glMapBufferRange(BUFFER, 0, 4, GL_MAP_WRITE_BIT)
    assert code(glRectf, -1, -1, 1, 1) == GL_INVALID_OPERATION
    ctypes.memmove(address, np.float32([99]).tobytes(), 4)
    glUnmapBuffer(BUFFER)
    rows[0][0] = 99
    assert drawn(4) == [*rows, [0] * 4]
    # Another size, larger or smaller.
    glBufferData(BUFFER, numbers(100, 7), GL_STATIC_DRAW)
    assert drawn(4) == numbers(16, 7).reshape(4, 4).tolist()
    glBufferData(BUFFER, numbers(7), GL_STATIC_DRAW)
    assert drawn(4) == [[0, 1, 2, 3], *[[0] * 4] * 3]
    # Another format, of the same bytes.
    glTexBufferEXT(BUFFER, GL_LUMINANCE32F_ARB, 1)
    assert drawn(4) == [[n, n, n, 1] for n in range(4)]
    # A copy, and parameters of programs.
    store(2, numbers(2, 30), GL_COPY_READ_BUFFER)
    glCopyBufferSubData(GL_COPY_READ_BUFFER, BUFFER, 0, 4, 8)
    glBindBufferBaseNV(GL_VERTEX_PROGRAM_PARAMETER_BUFFER_NV, 0, 1)
    glProgramBufferParametersfvNV(GL_VERTEX_PROGRAM_PARAMETER_BUFFER_NV, 0, 3, 1, [-4])
    assert [row[0] for row in drawn(4)] == [0, 30, 31, -4]
    # No buffer object, and one without bytes.
    glTexBufferEXT(BUFFER, GL_LUMINANCE32F_ARB, 0)
    assert drawn(4) == [[0] * 4] * 4
    store(3, b"")
    glTexBufferEXT(BUFFER, GL_RGBA8, 3)
    assert drawn(4) == [[0] * 4] * 4


@pytest.mark.parametrize("machine", ["eager", "llvm"])
def test_integers(machine):
    """The type of an instruction is that of the format; the bits are those in memory."""
    Context(4, 1, machine=machine)
    canvas(4)
    words = np.array([-1, 2**31 - 1, -(2**31), 5], np.int32)
    attached(1, words, GL_LUMINANCE_ALPHA32I_EXT)
    # Instruction -> what shows its result, the format, the words as of its type.
    cases = {
        "TXF.S": ("I2F", GL_LUMINANCE_ALPHA32I_EXT, words),
        "TXF.U": ("I2F.U", GL_LUMINANCE_ALPHA32UI_EXT, words.view(np.uint32)),
        "TXF.F": ("MOV", GL_LUMINANCE_ALPHA32F_ARB, words.view(np.float32)),
    }
    for opcode, (shows, format_, typed) in cases.items():
        glTexBufferEXT(BUFFER, format_, 1)
        text = FETCH.format(opcode=opcode, result="at", unit=0, more=f"{shows} result.color, at;")
        use_program(text)
        wanted = [[np.float32(n) for n in (a, a, a, b)] for a, b in typed.reshape(2, 2)]
        assert np.array_equal(drawn(4), [*wanted, [0] * 4, [0] * 4], equal_nan=True), opcode


@pytest.mark.parametrize("machine", ["eager", "llvm"])
def test_three_components(machine):
    """ARB_texture_buffer_object_rgb32: three words, and alpha 1."""
    Context(8, 8, machine=machine)
    canvas(4)
    glBindTexture(BUFFER, 1)
    store(1, numbers(11))
    use_program(PLAIN)
    for function in (glTexBuffer, glTexBufferARB):
        function(BUFFER, GL_RGB32F, 1)
        assert drawn(4) == [[0, 1, 2, 1], [3, 4, 5, 1], [6, 7, 8, 1], [0, 0, 0, 0]]
        function(BUFFER, GL_RGB32UI, 1)
        function(BUFFER, GL_LUMINANCE32F_ARB, 1)
        assert drawn(4)[1] == [1, 1, 1, 1]
    assert code(glTexBuffer, BUFFER, GL_RGBA, 1) == GL_INVALID_ENUM
    Context(1, 1, machine=machine, version=(3, 3), profile="core")
    glBindTexture(BUFFER, glGenTextures(1))
    glTexBuffer(BUFFER, GL_RGB32F, 0)
    assert code(glTexBuffer, BUFFER, GL_ALPHA32F_ARB, 0) == GL_INVALID_ENUM


@pytest.mark.parametrize("machine", ["eager", "llvm"])
def test_a_range_of_a_buffer(machine):
    """ARB_texture_buffer_range: texels from an offset on, and no more than its size."""
    Context(8, 8, machine=machine)
    canvas(4)
    glBindTexture(BUFFER, 1)
    store(1, numbers(16))
    use_program(PLAIN)
    alignment = int(glGetIntegerv(GL_TEXTURE_BUFFER_OFFSET_ALIGNMENT))
    glTexBufferRange(BUFFER, GL_RGBA32F, 1, alignment, 39)
    wanted = [numbers(4, 4).tolist(), numbers(4, 8).tolist(), [0] * 4, [0] * 4]
    assert drawn(4) == wanted
    glBindTexture(BUFFER, 0)
    glTextureBufferRange(1, GL_RGBA32F, 1, 2 * alignment, 32)
    glBindTexture(BUFFER, 1)
    assert drawn(4)[:2] == [numbers(4, 8).tolist(), numbers(4, 12).tolist()]
    glTextureBufferRangeEXT(1, BUFFER, GL_RGBA32F, 1, 0, 16)
    assert drawn(4)[:2] == [numbers(4).tolist(), [0] * 4]
    glTexBufferRange(BUFFER, GL_RGBA32F, 1, 48, 16)
    parts = GL_TEXTURE_BUFFER_OFFSET, GL_TEXTURE_BUFFER_SIZE, GL_TEXTURE_WIDTH
    assert [glGetTexLevelParameteriv(BUFFER, 0, pname) for pname in parts] == [48, 16, 1]
    assert [glGetTextureLevelParameteriv(1, 0, pname) for pname in parts] == [48, 16, 1]
    store(1, numbers(4))  # smaller than the range
    assert drawn(4) == [[0] * 4] * 4
    for offset, size in ((-16, 16), (0, 0), (0, -4), (0, 17), (16, 16), (4, 4)):
        assert code(glTexBufferRange, BUFFER, GL_RGBA32F, 1, offset, size) == GL_INVALID_VALUE
    assert code(glTexBufferRange, BUFFER, GL_RGBA32F, 7, 0, 4) == GL_INVALID_OPERATION
    assert code(glTexBufferRange, BUFFER, GL_LUMINANCE8, 1, 0, 4) == GL_INVALID_ENUM
    glTexBuffer(BUFFER, GL_RGBA32F, 1)
    assert [glGetTexLevelParameteriv(BUFFER, 0, pname) for pname in parts] == [0, 16, 1]
    glTexBufferRange(BUFFER, GL_RGBA32F, 0, -5, -5)
    assert [glGetTexLevelParameteriv(BUFFER, 0, pname) for pname in parts] == [0, 0, 0]
    assert drawn(4) == [[0] * 4] * 4


def test_a_deleted_buffer_lives_on_in_textures(context):
    """Issue 5: it "is removed from the names array, but remains as long as it is bound"."""
    canvas(2)
    attached(1, numbers(8))
    use_program(PLAIN)
    glDeleteBuffers(1, [1])
    assert glGetIntegerv(BUFFER) == 0 and not glIsBuffer(1)
    assert attachment() == (1, GL_RGBA32F_ARB)
    store(1, numbers(8, 100))  # another one of its name
    assert drawn(2) == numbers(8).reshape(2, 4).tolist()
    glTexBufferEXT(BUFFER, GL_RGBA32F_ARB, 1)
    assert drawn(2) == numbers(8, 100).reshape(2, 4).tolist()


def test_small_draws_that_wait_have_each_their_own(context):
    canvas(2)
    for name in (1, 2):
        attached(name, numbers(8, 100 * name), texture=name)
    use_program(PLAIN)
    glEnable(GL_SCISSOR_TEST)
    for name in (1, 2):
        glScissor(name - 1, 0, 1, 1)
        glBindTexture(BUFFER, name)
        glRectf(-1, -1, 1, 1)
    found = glReadPixels(0, 0, 2, 1, GL_RGBA, GL_FLOAT).reshape(2, 4).tolist()
    assert found == [numbers(4, 100).tolist(), numbers(4, 204).tolist()]


def test_vertex_programs_and_sizes(context):
    """A vertex takes its place from one texture and its colour from another; TXQ."""
    canvas(4)
    places = np.zeros((4, 4), np.float32)
    places[:, 0], places[:, 3] = [0.75, -0.25, 0.25, -0.75], 1
    attached(1, places)
    glActiveTexture(GL_TEXTURE1)
    attached(2, np.uint8([51, 102, 153, 255]), GL_LUMINANCE8, texture=2)
    use_program(
        "!!NVvp4.0 INT TEMP i; TEMP t; MOV.S i, vertex.id;"
        "TXF result.position, i, texture[0], BUFFER; TXF t, i, texture[1], BUFFER;"
        "MOV result.color, t; TXQ i, 0, texture[0], BUFFER;"
        "I2F t.w, i.x; MUL result.color.w, t.w, 0.125; END",
        GL_VERTEX_PROGRAM_ARB,
    )
    use_program("!!NVfp4.0 MOV result.color, fragment.color; END")
    glEnableClientState(GL_VERTEX_ARRAY)
    store(9, bytes(64), GL_ARRAY_BUFFER)
    glVertexPointer(4, GL_FLOAT, 0, ctypes.c_void_p(0))
    glDrawArrays(GL_POINTS, 0, 4)
    found = glReadPixels(0, 0, 4, 1, GL_RGBA, GL_FLOAT).reshape(4, 4)
    assert np.allclose(found[:, 0] * 5, [5, 2, 3, 1])
    assert found[:, 3].tolist() == [0.5] * 4


def test_geometry_programs(context):
    """One point becomes as many as the texture has texels, which say where, and how bright."""
    canvas(4)
    attached(1, np.float32([0.75, 0.25, -0.25, 0.5]), GL_LUMINANCE_ALPHA32F_ARB)
    use_program(
        "!!NVgp4.0 PRIMITIVE_IN POINTS; PRIMITIVE_OUT POINTS; VERTICES_OUT 8; TEMP t; INT TEMP i;"
        "TXQ i, 0, texture, BUFFER; MOV.S i.y, 0; REP.S i.x; TXF t, i.y, texture, BUFFER;"
        "MOV result.position.xw, { 0, 0, 0, 1 }; MOV result.position.x, t; MOV result.color, t.w;"
        "MOV result.position.yz, 0; EMIT; ADD.S i.y, i, 1; ENDREP; END",
        GL_GEOMETRY_PROGRAM_NV,
    )
    glBegin(GL_POINTS)
    glVertex2f(0, 0)
    glEnd()
    found = glReadPixels(0, 0, 4, 1, GL_RGBA, GL_FLOAT).reshape(4, 4)
    assert found[:, 0].tolist() == [0, 0.5, 0, 0.25]


@pytest.mark.parametrize("opcode", ["TEX", "TXB", "TXL", "TXP"])
def test_lookups_do_not_load(context, opcode):
    with pytest.raises(GLError, match=f"{opcode} does not sample the target 'BUFFER'"):
        use_program(f"!!NVfp4.0 {opcode} result.color, fragment.texcoord, texture, BUFFER; END")


def test_units_and_offsets(context):
    with pytest.raises(GLError, match="no texel offset"):
        use_program("!!NVfp4.0 TXF result.color, {1}, texture, BUFFER, (1); END")
    with pytest.raises(GLError, match="is sampled as"):
        use_program("!!NVfp4.0 TEMP t; TXF t, {1}, texture, BUFFER; TEX t, t, texture, 2D; END")


@pytest.mark.parametrize("machine", ["eager", "llvm"])
def test_feedback_into_what_is_read(machine):
    """A draw reads the texels from before it; the next one its records."""
    Context(4, 1, machine=machine, threads=2)
    canvas(4)
    attached(1, numbers(16))
    use_program(
        "!!NVvp4.0 INT TEMP i; TEMP t; MOV.S i.x, vertex.id.x; SUB.S i.x, 3, i.x;"
        "TXF t, i, texture, BUFFER; ADD result.texcoord[0], t, 0.5;"
        "MOV result.position, vertex.position; END",
        GL_VERTEX_PROGRAM_ARB,
    )
    glTransformFeedbackAttribsNV([GL_TEXTURE_COORD_NV, 4, 0], GL_INTERLEAVED_ATTRIBS_NV)
    glBindBufferBaseNV(FEEDBACK, 0, 1)
    glEnable(GL_RASTERIZER_DISCARD_NV)
    store(9, bytes(64), GL_ARRAY_BUFFER)
    glVertexPointer(4, GL_FLOAT, 0, ctypes.c_void_p(0))
    glEnableClientState(GL_VERTEX_ARRAY)
    wanted = numbers(16).reshape(4, 4)
    for _ in range(2):
        glBeginTransformFeedbackNV(GL_POINTS)
        glDrawArrays(GL_POINTS, 0, 4)
        glEndTransformFeedbackNV()
        wanted = wanted[::-1] + 0.5
    found = glGetBufferSubData(BUFFER, 0, 64).view(np.float32).reshape(4, 4)
    assert np.array_equal(found, wanted)


@pytest.mark.parametrize("machine", ["eager", "llvm"])
def test_fragments_see_what_is_recorded(machine):
    Context(4, 1, machine=machine, threads=2)
    canvas(4)
    attached(1, numbers(12))
    use_program(PLAIN)
    glTransformFeedbackAttribsNV([GL_POSITION, 4, 0], GL_INTERLEAVED_ATTRIBS_NV)
    glBindBufferBaseNV(FEEDBACK, 0, 1)
    corners = [[-1, -1, 0, 1], [3, -1, 0, 1], [-1, 3, 0, 1]]
    glBeginTransformFeedbackNV(GL_TRIANGLES)
    glBegin(GL_TRIANGLES)
    for corner in corners:
        glVertex4f(*corner)
    glEnd()
    glEndTransformFeedbackNV()
    found = glReadPixels(0, 0, 4, 1, GL_RGBA, GL_FLOAT).reshape(4, 4).tolist()
    assert found == [*corners, [0] * 4]


# -- TGSI ------------------------------------------------------------------------------------------

FRAG = """FRAG
DCL IN[0], POSITION
DCL OUT[0], COLOR
DCL SAMP[0]
DCL SVIEW[0], BUFFER, FLOAT
DCL TEMP[0..1]
IMM[0] INT32 {{0, 1, -1, 4}}
F2I TEMP[0], IN[0]
{}
END"""


@pytest.mark.parametrize(
    ("code_", "wanted"),
    [
        ("TXF OUT[0], TEMP[0], SAMP[0], BUFFER", "texels"),
        ("MOV TEMP[0].w, IMM[0].wwww\nSAMPLE_I OUT[0], TEMP[0], SVIEW[0]", "texels"),
        ("TXF_LZ OUT[0], TEMP[0], SAMP[0], BUFFER", "texels"),
        ("UADD TEMP[0], TEMP[0], IMM[0].zzzz\nSAMPLE_I OUT[0], TEMP[0], SVIEW[0].yxzw", "moved"),
        ("TXQ TEMP[0], IMM[0].xxxx, SAMP[0], BUFFER\nI2F OUT[0], TEMP[0]", [[3, 0, 0, 1]] * 4),
        ("SVIEWINFO TEMP[0], IMM[0].xxxx, SVIEW[0]\nI2F OUT[0], TEMP[0]", [[3, 0, 0, 1]] * 4),
    ],
)
def test_tgsi(context, code_, wanted):
    canvas(4)
    attached(1, numbers(12))
    use_program(FRAG.format(code_))
    texels = [*numbers(12).reshape(3, 4).tolist(), [0] * 4]
    if wanted == "moved":
        wanted = [[0] * 4, *[[row[1], row[0], *row[2:]] for row in texels[:3]]]
    assert drawn(4) == (texels if wanted == "texels" else wanted)


def test_programs_as_tgsi(context):
    """A program of NV_gpu_program4 and its TGSI by the writer draw the same."""
    canvas(4)
    attached(1, numbers(12))
    more = " TXQ t, 0, texture[0], BUFFER; I2F at, t; MAD result.color, u, 2, at;"
    text = FETCH.format(opcode="TXF", result="u", unit=0, more=more).replace(
        "TEMP at", "TEMP at, u"
    )
    use_program(text)
    wanted = drawn(4)
    assert wanted[1] == [11, 10, 12, 14]
    written = write(parse(text))
    assert "BUFFER" in written
    use_program(written)
    assert drawn(4) == wanted


@pytest.mark.parametrize("opcode", ["TEX", "TXL", "TXP"])
def test_tgsi_refuses_lookups(context, opcode):
    with pytest.raises(GLError, match="does not sample"):
        use_program(FRAG.format(f"{opcode} OUT[0], TEMP[0], SAMP[0], BUFFER"))


def test_a_buffer_texture_has_no_picture(context):
    attached(1, np.zeros(4, np.float32), texture=2)
    with pytest.raises(GLError) as caught:
        context.read_image(texture=2)
    assert caught.value.code == GL_INVALID_OPERATION and "buffer texture" in str(caught.value)
