"""A capture that begins between draws has the state and objects before it, bit for bit."""

from __future__ import annotations

import ctypes

import numpy as np
import pytest

from softgl import Context, GLError, gl, scene
from softgl.debug.captures import file as capture_file
from softgl.debug.captures import replay
from softgl.debug.captures.capture import capture
from softgl.debug.captures.errors import CaptureError
from softgl.debug.state import difference, state
from softgl.formats.internal_formats import INTERNAL_FORMATS
from softgl.gl.api import enums
from softgl.gl.api.declarations import COMMANDS
from tests.debug.captures.test_capture import SIZE, draw, pixels

SEED = 1421


@pytest.fixture
def context():
    with Context(SIZE, SIZE, machine="eager") as made:
        yield made


def restored(context, path, calls=lambda: None, but=()):
    """A new context in the state of a context, in which `calls()` were captured.

    but : parts of the names of state that may differ.
    """
    context.make_current()
    with capture(path, context):
        calls()
    before = state(context)
    other = replay.drawn(capture_file.load(path), machine="eager")
    found = difference(before, state(other))
    but = ("MESSAGE", *but)  # the log
    found = {name: pair for name, pair in found.items() if not any(each in name for each in but)}
    assert found == {}, found
    assert np.array_equal(pixels(context), pixels(other))
    assert repr(vars(context.raster)) == repr(vars(other.raster))
    for name, value in context.vertex.current.items():
        assert value.tobytes() == other.vertex.current[name].tobytes(), name
    return other


def test_objects_that_are_created_and_changed_by_name(context, tmp_path):
    """ARB_direct_state_access, ARB_multi_bind, ARB_framebuffer_no_attachments."""
    buffers = gl.glCreateBuffers(2)
    gl.glNamedBufferStorage(buffers[0], 64, bytes(range(64)), gl.GL_DYNAMIC_STORAGE_BIT)
    textures = gl.glCreateTextures(gl.GL_TEXTURE_2D, 2)
    gl.glTextureStorage2D(textures[0], 2, gl.GL_RGBA8, 4, 4)
    gl.glCreateTextures(gl.GL_TEXTURE_2D_MULTISAMPLE, 1)
    gl.glBindTextures(0, 2, textures)
    gl.glTextureBufferRange(gl.glCreateTextures(gl.GL_TEXTURE_BUFFER, 1), gl.GL_R8, 1, 16, 8)
    framebuffers = gl.glCreateFramebuffers(2)
    gl.glNamedFramebufferTexture(framebuffers[0], gl.GL_COLOR_ATTACHMENT0, textures[0], 1)
    gl.glNamedFramebufferParameteri(framebuffers[1], gl.GL_FRAMEBUFFER_DEFAULT_WIDTH, 5)
    gl.glNamedRenderbufferStorage(gl.glCreateRenderbuffers(1), gl.GL_RGBA8, 4, 4)
    gl.glBindSamplers(1, 2, gl.glCreateSamplers(2))
    arrays = gl.glCreateVertexArrays(2)
    gl.glVertexArrayVertexBuffer(arrays[0], 2, buffers[0], 4, 8)
    gl.glVertexArrayAttribBinding(arrays[0], 3, 2)
    gl.glEnableVertexArrayAttrib(arrays[0], 3)
    gl.glVertexArrayElementBuffer(arrays[1], buffers[1])
    for target in (gl.GL_SAMPLES_PASSED, gl.GL_TIMESTAMP):
        gl.glCreateQueries(target, 1)
    gl.glCreateProgramPipelines(2)
    gl.glPolygonOffsetClamp(1, 2, 3)
    gl.glBindBuffersRange(gl.GL_UNIFORM_BUFFER, 2, 1, buffers[:1], [0], [32])
    gl.glBindBuffer(gl.GL_QUERY_BUFFER, buffers[1])
    restored(context, tmp_path / "named.zip")


def test_state_of_every_kind(context, tmp_path):
    rng = np.random.default_rng(SEED)
    print("seed", SEED)
    gl.glClearColor(0.25, 0.5, 0.75, 1)
    gl.glClear(gl.GL_COLOR_BUFFER_BIT)
    gl.glClearAccum(0.25, -0.5, 1, -1)
    gl.glScissor(2, 3, 4, 5)
    gl.glDepthRange(0.2, 0.7)
    gl.glViewportIndexedf(3, 1.5, 2, 3, 4)
    gl.glScissorIndexed(2, 1, 1, 3, 3)
    gl.glDepthRangeIndexed(15, 0.5, 0.25)
    gl.glDepthRangeIndexeddNV(7, -0.5, 2)
    gl.glEnablei(gl.GL_SCISSOR_TEST, 4)
    gl.glClipControl(gl.GL_UPPER_LEFT, gl.GL_ZERO_TO_ONE)
    gl.glColorMask(True, False, True, True)
    gl.glEnableIndexedEXT(gl.GL_BLEND, 2)
    gl.glStencilOp(gl.GL_INCR, gl.GL_INVERT, gl.GL_ZERO)
    gl.glActiveStencilFaceEXT(gl.GL_BACK)
    gl.glStencilFunc(gl.GL_LEQUAL, 7, 0xF0)
    gl.glPolygonStipple(rng.integers(0, 256, 128, np.uint8))
    gl.glPixelStorei(gl.GL_UNPACK_ALIGNMENT, 2)
    gl.glPixelTransferf(gl.GL_RED_SCALE, 0.5)
    gl.glPixelMapfv(gl.GL_PIXEL_MAP_R_TO_R, 4, [0.0, 0.5, 0.25, 1.0])
    gl.glMatrixMode(gl.GL_PROJECTION)
    gl.glRotatef(30, 1, 2, 3)
    gl.glPushMatrix()
    gl.glTranslatef(1, 2, 3)
    gl.glActiveTexture(gl.GL_TEXTURE3)
    gl.glMatrixMode(gl.GL_TEXTURE)
    gl.glScalef(2, 3, 4)
    gl.glTexGenfv(gl.GL_S, gl.GL_EYE_PLANE, [1, 2, 3, 4])
    gl.glEnable(gl.GL_TEXTURE_GEN_S)
    gl.glTexEnvi(gl.GL_TEXTURE_ENV, gl.GL_TEXTURE_ENV_MODE, gl.GL_COMBINE)
    gl.glMatrixMode(gl.GL_MODELVIEW2_ARB)
    gl.glTranslatef(0.5, 0, 7)
    gl.glVertexBlendARB(3)
    gl.glEnable(gl.GL_WEIGHT_SUM_UNITY_ARB)
    gl.glWeightfvARB(3, [0.5, 0.25, 0.5])
    gl.glEnableClientState(gl.GL_WEIGHT_ARRAY_ARB)
    gl.glWeightPointerARB(2, gl.GL_FLOAT, 0, np.arange(6, dtype=np.float32))
    gl.glMatrixMode(gl.GL_MODELVIEW)
    gl.glTranslatef(0.5, 0, 0)
    gl.glClipPlane(gl.GL_CLIP_PLANE2, (1, 2, 3, 4))
    gl.glEnable(gl.GL_CLIP_PLANE2)
    gl.glLightfv(gl.GL_LIGHT3, gl.GL_POSITION, (1, 2, 3, 1))
    gl.glEnable(gl.GL_LIGHT3)
    gl.glMaterialfv(gl.GL_BACK, gl.GL_EMISSION, (0.1, 0.2, 0.3, 1))
    gl.glColor4f(0.1, 0.2, 0.3, 0.4)
    gl.glVertexAttribI4iEXT(5, -1, 2, 3, 4)
    gl.glVertexAttrib4f(3, 9, 8, 7, 6)
    gl.glTransformFeedbackAttribsNV([gl.GL_POSITION, 4, 0], gl.GL_INTERLEAVED_ATTRIBS)
    gl.glProgramEnvParameter4fARB(gl.GL_VERTEX_PROGRAM_ARB, 3, 1, np.nan, np.inf, -0.0)
    gl.glTrackMatrixNV(gl.GL_VERTEX_PROGRAM_ARB, 8, gl.GL_MODELVIEW, gl.GL_INVERSE_NV)
    gl.glWindowPos2f(3, 4)
    gl.glEdgeFlag(False)
    restored(context, tmp_path / "frame.softgl", lambda: gl.glMultTransposeMatrixf(np.eye(4)))


BITMAP = 8, 4, 0, 0, 1, 1, bytes([255] * 16)


@pytest.mark.parametrize("colour", [(-0.5, -0.1, -1.0), (0.5, 0.1, 0.9), (2.0, 3.0, 0.5)])
def test_the_raster_position_keeps_its_own_colour(context, tmp_path, colour):
    gl.glWindowPos2i(1, 10)
    gl.glColor3f(*colour)
    restored(context, tmp_path / "frame.softgl", lambda: gl.glCopyPixels(10, 0, 1, 2, gl.GL_DEPTH))
    assert pixels(context)[5, 1].tolist() == [255] * 4


def test_all_that_is_kept_with_the_raster_position(context, tmp_path):
    """Colours that are not clamped, coordinates of all units, the distance, clip w, and depth."""
    gl.glClampColorARB(gl.GL_CLAMP_VERTEX_COLOR_ARB, False)
    gl.glColor4f(2, 3, -1, 0.5)
    gl.glSecondaryColor3f(-2, 0.25, 7)
    gl.glMultiTexCoord4f(gl.GL_TEXTURE3, 1, 2, 3, 4)
    gl.glFogi(gl.GL_FOG_COORD_SRC, gl.GL_FOG_COORD)
    gl.glFogCoordf(-3)
    gl.glDepthRange(0.25, 0.7)
    gl.glRasterPos4f(0.1, 0.2, 0.3, 1.7)
    gl.glBitmap(0, 0, 0, 0, 0.1, -0.3, None)
    gl.glClampColorARB(gl.GL_CLAMP_VERTEX_COLOR_ARB, True)
    gl.glColor4f(0, 1, 0, 1)
    restored(context, tmp_path / "frame.softgl", lambda: gl.glBitmap(*BITMAP))
    assert context.raster.color == (2.0, 3.0, -1.0, 0.5) and context.raster.position[3] != 1


def test_a_raster_position_that_is_not_valid(context, tmp_path):
    gl.glRasterPos2f(0.5, 0.5)
    gl.glRasterPos2f(5, 5)
    restored(context, tmp_path / "frame.softgl", lambda: gl.glBitmap(*BITMAP))
    assert not context.raster.valid and not pixels(context).any()


def select():
    gl.glSelectBuffer(64)
    gl.glRenderMode(gl.GL_SELECT)
    gl.glInitNames()
    gl.glPushName(7)
    gl.glPushName(9)


def feed_back():
    gl.glFeedbackBuffer(64, gl.GL_3D_COLOR)
    gl.glRenderMode(gl.GL_FEEDBACK)


@pytest.mark.parametrize("mode", [select, feed_back])
def test_render_modes(context, tmp_path, mode):
    """Nothing is drawn in them."""
    mode()
    other = restored(context, tmp_path / "frame.softgl", draw)
    given = []
    for each in (context, other):
        each.make_current()
        given.append(repr(gl.glRenderMode(gl.GL_RENDER)))
    assert given[0] == given[1] != "[]" and not pixels(context).any()


def test_depths_beyond_0_and_1(context, tmp_path):
    gl.glDepthRangedNV(-0.25, 1.5)
    gl.glClearDepthdNV(2.5)
    gl.glDepthBoundsdNV(-1, 0.1)
    restored(context, tmp_path / "frame.softgl", draw)
    assert (context.viewport.near, context.viewport.far) == (-0.25, 1.5)


def test_all_components_of_attributes(context, tmp_path):
    """Only the commands of NV_vertex_program set some, now and in lists."""
    for name in (None, 1):
        if name:
            gl.glNewList(name, gl.GL_COMPILE)
        for number in (2, 3, 4, 5, 8):
            gl.glVertexAttrib4fNV(number, 0.1, 0.2, 0.3, 0.4 + (name or 0))
        gl.glVertexAttrib4f(4, 1, 2, 3, 4)
        if name:
            gl.glEndList()
    restored(context, tmp_path / "frame.softgl")
    restored(context, tmp_path / "frame.softgl", lambda: gl.glCallList(1))
    assert gl.glGetVertexAttribfv(2, gl.GL_CURRENT_VERTEX_ATTRIB_ARB)[3] == np.float32(1.4)


def test_weights_from_before_they_were_to_be_1_together(context, tmp_path):
    gl.glWeightfvARB(2, [0.2, 0.3])
    gl.glEnable(gl.GL_WEIGHT_SUM_UNITY_ARB)
    restored(context, tmp_path / "frame.softgl")
    assert gl.glGetFloatv(gl.GL_CURRENT_WEIGHT_ARB).tolist()[2:] == [0, 0]


@pytest.mark.parametrize("text", [b"no program", b"!!ARBfp1.0\nMOV bad", b"!!ARBfp1.0\nTEMP t;"])
def test_where_a_text_was_refused(context, tmp_path, text):
    form = gl.GL_PROGRAM_FORMAT_ASCII_ARB
    with pytest.raises(GLError):
        gl.glProgramStringARB(gl.GL_FRAGMENT_PROGRAM_ARB, form, len(text), text)
    other = restored(context, tmp_path / "frame.softgl", draw)
    assert other.programs.error_position == context.programs.error_position >= 0


def test_counts_of_the_oldest_arrays(context, tmp_path):
    data = np.zeros(12, np.float32)
    gl.glNormalPointerEXT(gl.GL_FLOAT, 0, 2, data)
    gl.glTexCoordPointerEXT(2, gl.GL_FLOAT, 0, 3, data)
    gl.glEdgeFlagPointerEXT(0, 4, bytes(4))
    restored(context, tmp_path / "frame.softgl")


def test_labels_and_errors(tmp_path):
    context = Context(SIZE, SIZE, machine="eager", errors="record")
    gl.glBindTexture(gl.GL_TEXTURE_2D, 3)
    gl.glObjectLabel(gl.GL_TEXTURE, 3, 4, b"wood")
    fence = gl.glFenceSync(gl.GL_SYNC_GPU_COMMANDS_COMPLETE, 0)
    gl.glObjectPtrLabel(fence, 4, b"gate")
    for wrong in (gl.glEnd, lambda: gl.glDepthFunc(1), lambda: gl.glLineWidth(-1), gl.glPopAttrib):
        context.make_current()
        wrong()
        other = restored(context, tmp_path / "frame.softgl", draw)
        assert other.error == context.error != 0
        assert sorted(other.labels.of_objects.values()) == [b"gate", b"wood"]
        context.error = 0


@pytest.mark.parametrize("named", [False, True])
def test_what_is_written_to_a_mapping(context, tmp_path, named):
    """Writes to the buffer object at a target, or to one by its name, while a list is made too."""
    place = (5,) if named else (gl.GL_ARRAY_BUFFER,)
    word = "Named" * named
    functions = [f"glMap{word}Buffer", f"glUnmap{word}Buffer", f"glFlushMapped{word}BufferRange"]
    functions[:2] = [name + "EXT" * named for name in functions[:2]]
    map_buffer, unmap_buffer = (COMMANDS[name] for name in functions[:2])

    def calls():
        gl.glBindBuffer(gl.GL_ARRAY_BUFFER, 5)
        gl.glBufferData(gl.GL_ARRAY_BUFFER, bytes(8), gl.GL_STATIC_DRAW)
        for number in range(2):
            if number:
                gl.glNewList(1, gl.GL_COMPILE)
            address = map_buffer(*place, gl.GL_WRITE_ONLY)
            (ctypes.c_uint8 * 2).from_address(address + 3 * number)[:] = [7, 8]
            unmap_buffer(*place)
        gl.glEndList()

    other = restored(context, tmp_path / "frame.softgl", calls)
    assert other.buffers.objects[5].data.tolist() == [7, 8, 0, 7, 8, 0, 0, 0]


def test_what_is_written_to_a_persistent_mapping(context, tmp_path):
    """One made before the capture, and one made in it: both are mapped in the end."""
    flags = gl.GL_MAP_WRITE_BIT | gl.GL_MAP_PERSISTENT_BIT
    memory = []

    def mapped(name):
        gl.glBindBuffer(gl.GL_ARRAY_BUFFER, name)
        gl.glBufferStorage(gl.GL_ARRAY_BUFFER, bytes(4), flags)
        address = gl.glMapBufferRange(gl.GL_ARRAY_BUFFER, 1, 3, flags)
        memory.append((ctypes.c_uint8 * 3).from_address(address))

    mapped(1)

    def calls():
        mapped(2)
        for each in memory:
            each[1] = 9
        gl.glFlush()

    other = restored(context, tmp_path / "frame.softgl", calls)
    for name in (1, 2):
        buffer = other.buffers.objects[name]
        assert buffer.data.tolist() == [0, 0, 9, 0]
        assert buffer.immutable and buffer.mapping.persistent and buffer.storage_flags == flags


def test_vertex_buffer_bindings(context, tmp_path):
    gl.glGenVertexArrays(1)
    gl.glBindVertexArray(1)
    gl.glBindVertexBuffer(5, 3, 4, 12)
    gl.glVertexAttribFormat(2, 3, gl.GL_SHORT, True, 6)
    gl.glVertexAttribBinding(2, 5)
    gl.glVertexBindingDivisor(5, 2)
    gl.glVertexAttribIFormat(7, 1, gl.GL_BYTE, 0)
    gl.glBindBuffer(gl.GL_ARRAY_BUFFER, 3)
    gl.glVertexAttribPointer(6, 3, gl.GL_FLOAT, False, 24, 8)
    other = restored(context, tmp_path / "frame.softgl")
    found, expected = (each.vertex.objects[1] for each in (other, context))
    for one, two in zip(found.numbered, expected.numbered, strict=True):
        assert (one.kind, one.step, one.offset) == (two.kind, two.step, two.offset)
    for one, two in zip(found.bindings, expected.bindings, strict=True):
        assert (one.buffer_name, one.offset) == (two.buffer_name, two.offset)
        assert (one.stride, one.divisor) == (two.stride, two.divisor)


def test_transform_feedback_objects(context, tmp_path):
    """Their bindings and attributes, and the number of vertices that they have recorded."""
    target, binding = gl.GL_TRANSFORM_FEEDBACK_BUFFER, gl.GL_TRANSFORM_FEEDBACK
    gl.glGenTransformFeedbacks(3)
    for name in (1, 3):
        gl.glBindTransformFeedback(binding, name)
        gl.glBindBuffer(target, name)
        gl.glBufferData(target, 64, None, gl.GL_STATIC_DRAW)
        gl.glBindBufferRange(target, 0, name, 4, 32)
        gl.glTransformFeedbackAttribsNV(1, [gl.GL_POSITION, 2, 0], gl.GL_INTERLEAVED_ATTRIBS)
        gl.glBeginTransformFeedback(gl.GL_POINTS)
        gl.glDrawArrays(gl.GL_POINTS, 0, name)
        gl.glEndTransformFeedback()
    other = restored(context, tmp_path / "frame.softgl")
    assert other.feedback.bound.name == 3
    assert [each and each.count for each in other.feedback.objects.values()] == [1, None, 3]
    assert other.feedback.objects[1].records == context.feedback.objects[1].records
    assert other.feedback.objects[1].points[0].offset == 4
    assert other.feedback.objects[1].general.name == 1


def test_pointer_commands_with_numbers_of_numpy(context, tmp_path):
    """Only the last argument is memory."""

    def calls():
        gl.glVertexPointer(np.array(2), np.array(gl.GL_FLOAT), np.array(8), np.eye(3, dtype="f4"))

    restored(context, tmp_path / "frame.softgl", calls)


def test_objects(context, tmp_path):
    names = gl.glGenTextures(7)
    gl.glDeleteTextures(1, [3])
    gl.glBindTexture(gl.GL_TEXTURE_2D, names[1])
    form = gl.GL_RGBA, gl.GL_UNSIGNED_BYTE
    gl.glTexImage2D(gl.GL_TEXTURE_2D, 0, gl.GL_RGBA8, 6, 6, 1, *form, bytes(range(144)))
    gl.glBindTexture(gl.GL_TEXTURE_CUBE_MAP, 0)
    face = gl.GL_TEXTURE_CUBE_MAP_NEGATIVE_Y
    gl.glTexImage2D(face, 0, gl.GL_RGB5, 2, 2, 0, *form, bytes(range(16)))
    gl.glSamplerParameteri(gl.glGenSamplers(1), gl.GL_TEXTURE_WRAP_S, gl.GL_CLAMP)
    gl.glBindSampler(4, 1)
    gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, gl.glGenFramebuffers(1))
    gl.glFramebufferTexture2D(
        gl.GL_FRAMEBUFFER, gl.GL_COLOR_ATTACHMENT0, gl.GL_TEXTURE_2D, names[1], 0
    )
    gl.glBindRenderbuffer(gl.GL_RENDERBUFFER, gl.glGenRenderbuffers(1))
    gl.glRenderbufferStorage(gl.GL_RENDERBUFFER, gl.GL_DEPTH24_STENCIL8, 4, 4)
    gl.glFramebufferRenderbuffer(gl.GL_FRAMEBUFFER, gl.GL_DEPTH_ATTACHMENT, gl.GL_RENDERBUFFER, 1)
    gl.glBindBuffer(gl.GL_ARRAY_BUFFER, 9)
    gl.glBufferData(gl.GL_ARRAY_BUFFER, np.arange(12, dtype=np.float32), gl.GL_STREAM_DRAW)
    gl.glVertexAttribPointer(3, 2, gl.GL_FLOAT, False, 8, 4)
    gl.glEnableVertexAttribArray(3)
    gl.glVertexAttribDivisorARB(3, 2)
    gl.glVertexAttribPointer(4, gl.GL_BGRA, gl.GL_INT_2_10_10_10_REV, True, 0, 8)
    gl.glBindBuffer(gl.GL_ARRAY_BUFFER, 0)
    gl.glBeginQuery(gl.GL_ANY_SAMPLES_PASSED, 3)
    gl.glRectf(-1, -1, 1, 1)
    gl.glEndQuery(gl.GL_ANY_SAMPLES_PASSED)
    places = np.array([[-1, -1], [1, -1], [0, 1]], np.float32)
    gl.glEnableClientState(gl.GL_VERTEX_ARRAY)
    gl.glVertexPointer(2, gl.GL_FLOAT, 0, places)
    gl.glBindBufferRangeNV(gl.GL_TRANSFORM_FEEDBACK_BUFFER_NV, 1, 9, 4, 8)
    for target, text in (
        (gl.GL_VERTEX_PROGRAM_ARB, b"!!ARBvp1.0\nMOV result.position, vertex.position;\nEND"),
        (gl.GL_FRAGMENT_PROGRAM_NV, b"!!FP1.0\nDECLARE shade = {1, 2, 3, 4};\n"
         b"MOV o[COLR], shade;\nEND"),
    ):  # fmt: skip
        gl.glLoadProgramNV(target, gl.glGenProgramsARB(1), len(text), text)
    gl.glProgramNamedParameter4fNV(2, 5, b"shade", 0.5, 0.25, 1, 1)
    gl.glBindProgramARB(gl.GL_VERTEX_PROGRAM_ARB, 1)
    gl.glProgramLocalParameter4fARB(gl.GL_VERTEX_PROGRAM_ARB, 5, 1, 2, 3, 4)
    fence = gl.glFenceSync(gl.GL_SYNC_GPU_COMMANDS_COMPLETE, 0)

    def calls():
        assert gl.glGenTextures(1) == 8 and gl.glGenBuffers(1) == 10
        assert gl.glGetQueryObjectiv(3, gl.GL_QUERY_RESULT) == 1
        gl.glClientWaitSync(fence, 0, 0)
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, 0)
        gl.glDisableVertexAttribArray(3)
        gl.glDrawArrays(gl.GL_TRIANGLES, 0, 3)
        places[2] = 0.5
        gl.glColor3f(1, 0, 0)
        gl.glDrawArrays(gl.GL_TRIANGLES, 0, 3)

    other = restored(context, tmp_path / "frame.softgl", calls)
    assert_same_texels(context, other)


def assert_same_texels(context, other):
    for name, texture in context.texturing.objects.items():
        twin = other.texturing.objects[name]
        if texture is None:
            assert twin is None
            continue
        assert texture.images.keys() == twin.images.keys()
        for place, image in texture.images.items():
            assert np.array_equal(image.texels, twin.images[place].texels), image.format.name


def test_textures_of_every_format(context, tmp_path):
    rng = np.random.default_rng(SEED)
    print("seed", SEED)
    for number, (name, format_) in enumerate(INTERNAL_FORMATS.items(), 1):
        gl.glBindTexture(gl.GL_TEXTURE_2D, number)
        internal = getattr(enums, f"GL_{name}")
        words = gl.GL_RGBA, gl.GL_UNSIGNED_BYTE
        if format_.has_depth:
            words = gl.GL_DEPTH_COMPONENT, gl.GL_UNSIGNED_INT
        elif format_.has_stencil:
            words = gl.GL_STENCIL_INDEX, gl.GL_UNSIGNED_BYTE
        elif format_.storage.integer:
            words = gl.GL_RGBA_INTEGER, gl.GL_UNSIGNED_INT
        data = rng.integers(0, 256, 16 * 16, np.uint8)
        gl.glTexImage2D(gl.GL_TEXTURE_2D, 0, internal, 4, 4, 0, *words, data.tobytes())
        image = context.texturing.objects[number].image(0)
        if image.blocks is None and format_.storage.fixed and not format_.has_depth:
            # Every bit of the words, and not only what is uploaded from bytes.
            bits = rng.integers(0, 2**32, image.texels.shape, np.uint32)
            image.texels[:] = format_.from_pixels(format_.pixels(bits & mask_of(image)))
    other = restored(context, tmp_path / "frame.softgl")
    assert_same_texels(context, other)


def test_immutable_textures(context, tmp_path):
    texels = np.arange(64, dtype=np.uint8)
    words = gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, texels
    gl.glTextureStorage2DEXT(1, gl.GL_TEXTURE_2D, 2, gl.GL_RGBA8, 4, 4)
    gl.glTextureSubImage2DEXT(1, gl.GL_TEXTURE_2D, 0, 0, 0, 4, 4, *words)
    gl.glTextureStorage2DEXT(2, gl.GL_TEXTURE_CUBE_MAP, 3, gl.GL_RGB5, 4, 4)
    dxt5 = gl.GL_COMPRESSED_RGBA_S3TC_DXT5_EXT
    gl.glTextureStorage3DEXT(3, gl.GL_TEXTURE_2D_ARRAY, 1, dxt5, 4, 4, 2)
    gl.glTextureSubImage3DEXT(3, gl.GL_TEXTURE_2D_ARRAY, 0, 0, 0, 1, 4, 4, 1, *words)
    flat = gl.GL_TEXTURE_2D_MULTISAMPLE
    gl.glTextureStorage2DMultisampleEXT(4, flat, 4, gl.GL_RGBA8, 4, 4, True)
    gl.glTextureParameteriEXT(4, flat, gl.GL_TEXTURE_SWIZZLE_R, gl.GL_ONE)
    view = gl.glGenTextures(1)
    gl.glTextureView(view, gl.GL_TEXTURE_2D_ARRAY, 1, gl.GL_R32UI, 1, 1, 0, 1)
    other = restored(context, tmp_path / "frame.softgl")
    assert other.texturing.objects[view].store is other.texturing.objects[1].store
    for name, texture in context.texturing.objects.items():
        twin = other.texturing.objects[name]
        assert twin.immutable_levels == texture.immutable_levels > 0
        assert twin.view == texture.view
        assert twin.parameters.swizzle == texture.parameters.swizzle
        if name != 4:
            for place, image in texture.images.items():
                assert np.array_equal(image.texels, twin.images[place].texels)


def mask_of(image):
    """The bits that texels of a format may have: those of white."""
    white = np.ones((*image.texels.shape[:3], 4), np.float32)
    if image.format.storage.integer:
        return np.uint32(0xFFFFFFFF)
    return image.format.from_pixels(white)


@pytest.mark.parametrize("format_", [gl.GL_LUMINANCE8, gl.GL_RGBA8, gl.GL_RG8UI])
def test_buffer_textures_of_every_version(context, tmp_path, format_):
    gl.glBindBuffer(gl.GL_TEXTURE_BUFFER, 1)
    gl.glBufferData(gl.GL_TEXTURE_BUFFER, np.arange(8, dtype=np.uint8), gl.GL_STATIC_DRAW)
    gl.glBindTexture(gl.GL_TEXTURE_BUFFER, 2)
    if format_ == gl.GL_LUMINANCE8:
        gl.glTexBufferEXT(gl.GL_TEXTURE_BUFFER, format_, 1)
    else:
        gl.glTexBuffer(gl.GL_TEXTURE_BUFFER, format_, 1)
    assert not difference(state(context), state(restored(context, tmp_path / "frame")))


def test_what_was_drawn(context, tmp_path):
    gl.glEnable(gl.GL_DEPTH_TEST)
    gl.glEnable(gl.GL_STENCIL_TEST)
    gl.glStencilOp(gl.GL_KEEP, gl.GL_KEEP, gl.GL_INCR)
    gl.glClearDepth(0.7)
    gl.glClear(gl.GL_COLOR_BUFFER_BIT | gl.GL_DEPTH_BUFFER_BIT)
    draw(0.0, (0.2, 0.4, 0.6))

    def calls():
        gl.glStencilFunc(gl.GL_EQUAL, 1, 1)
        draw(-0.5, (1, 0, 0))

    other = restored(context, tmp_path / "frame.softgl", calls)
    words = gl.GL_DEPTH_COMPONENT, gl.GL_UNSIGNED_INT
    depths = []
    for each in (context, other):
        each.make_current()
        depths.append(gl.glReadPixels(0, 0, SIZE, SIZE, *words, outputType=np.ndarray))
    assert np.array_equal(*depths) and len(np.unique(depths[0])) > 1


def test_a_new_context_needs_no_calls(context, tmp_path):
    with capture(tmp_path / "frame.softgl", context):
        gl.glClear(0)
    names = [call.name for call in capture_file.load(tmp_path / "frame.softgl").calls]
    assert names == ["@frame", "glClear"]


@pytest.mark.parametrize(
    ("call", "why"),
    [
        (lambda: gl.glBegin(gl.GL_POINTS), "between glBegin and glEnd"),
        (lambda: gl.glPushAttrib(gl.GL_FOG_BIT), "between glPushAttrib and glPopAttrib"),
        (lambda: gl.glBeginQuery(gl.GL_SAMPLES_PASSED, gl.glGenQueries(1)), "a query is active"),
        (
            lambda: (
                gl.glBindBuffer(gl.GL_ARRAY_BUFFER, 1),
                gl.glMapBuffer(gl.GL_ARRAY_BUFFER, gl.GL_READ_ONLY),
            ),
            r"buffer objects are mapped: \[1\]",
        ),
    ],
)
def test_where_no_capture_can_begin(context, tmp_path, call, why):
    call()
    with pytest.raises(CaptureError, match=why), capture(tmp_path / "frame.softgl", context):
        pass
    assert not (tmp_path / "frame.softgl").exists()


def test_every_capability(context, tmp_path):
    rng = np.random.default_rng(SEED)
    for enum in {value for value in vars(enums).values() if type(value) is int and value > 255}:
        if rng.integers(2):
            context.errors = "record"
            COMMANDS["glEnable"](enum)
            COMMANDS["glEnableClientState"](enum)
    context.errors, context.error = "raise", 0
    restored(context, tmp_path / "frame.softgl")


def test_a_later_frame_of_scenes(tmp_path):
    for name in ("fountain", "languages"):
        shown, path = scene.load(name), tmp_path / f"{name}.softgl"
        with Context(24, 18, machine="llvm", threads=1) as context:
            shown.setup()
            shown.draw(0.2, 24, 18)
            with context.capture(path):
                shown.draw(0.5, 24, 18)
            with replay.drawn(capture_file.load(path), machine="llvm", threads=1) as other:
                assert np.array_equal(pixels(context), pixels(other))
