"""ARB_direct_state_access: commands that name an existing object equal those with selectors."""

from __future__ import annotations

import numpy as np
import pytest

from softgl import Context, GLError
from softgl.debug.state import difference, state
from softgl.gl import *
from softgl.gl.api import registry
from softgl.gl.api.declarations import COMMANDS
from softgl.gl.api.signature import signature
from softgl.gl.textures.targets import BOUND_TARGETS
from tests.gl.direct.alike import called, check_alike, check_answers
from tests.gl.error_table import calls_of

IMAGE = "RGBA UNSIGNED_BYTE BYTES"
TEXTURES = (
    "BindTexture TEXTURE_2D 1; {image}; BindTexture TEXTURE_3D 2; "
    "TexImage3D TEXTURE_3D 0 RGBA8 4 4 2 0 RGBA FLOAT null; BindTexture TEXTURE_1D 3; "
    "TexImage1D TEXTURE_1D 0 RGBA8 4 0 RGBA FLOAT null; BindTexture TEXTURE_2D 4; {blocks}; "
    "BindTexture TEXTURE_BUFFER_EXT 5; BindTexture TEXTURE_2D 9; BindTexture TEXTURE_3D 0"
)
ALIKE = {
    "textures": (f"{TEXTURES}; {{buffer}}", f"""
        TextureParameteri 1 TEXTURE_WRAP_S CLAMP = \
BindTexture TEXTURE_2D 1; TexParameteri TEXTURE_2D TEXTURE_WRAP_S CLAMP
        TextureParameterf 1 TEXTURE_MIN_LOD 2. = TexParameterf TEXTURE_2D TEXTURE_MIN_LOD 2.
        TextureParameterfv 1 TEXTURE_BORDER_COLOR [.5,1,0,1] = \
TexParameterfv TEXTURE_2D TEXTURE_BORDER_COLOR [.5,1,0,1]
        TextureParameterIiv 1 TEXTURE_MIN_FILTER [9729] = \
TexParameterIivEXT TEXTURE_2D TEXTURE_MIN_FILTER [9729]
        TextureSubImage2D 1 0 1 1 2 2 RGBA FLOAT DATA = \
TexSubImage2D TEXTURE_2D 0 1 1 2 2 RGBA FLOAT DATA
        CopyTextureSubImage2D 1 0 0 0 1 1 2 2 = CopyTexSubImage2D TEXTURE_2D 0 0 0 1 1 2 2
        GenerateTextureMipmap 1 = GenerateMipmap TEXTURE_2D
        TextureSubImage3D 2 0 0 0 0 1 1 1 RGBA FLOAT DATA = \
BindTexture TEXTURE_3D 2; TexSubImage3D TEXTURE_3D 0 0 0 0 1 1 1 RGBA FLOAT DATA
        CopyTextureSubImage3D 2 0 0 0 1 0 0 2 2 = CopyTexSubImage3D TEXTURE_3D 0 0 0 1 0 0 2 2
        TextureSubImage1D 3 0 0 1 {IMAGE} = TexSubImage1D TEXTURE_1D 0 0 1 {IMAGE}
        CopyTextureSubImage1D 3 0 1 1 1 2 = CopyTexSubImage1D TEXTURE_1D 0 1 1 1 2
        CompressedTextureSubImage2D 4 0 0 0 4 4 {{dxt5}} 16 BYTES = \
BindTexture TEXTURE_2D 4; CompressedTexSubImage2D TEXTURE_2D 0 0 0 4 4 {{dxt5}} 16 BYTES
        TextureBuffer 5 RGBA8 1 = BindTexture TEXTURE_BUFFER_EXT 5; \
TexBuffer TEXTURE_BUFFER_EXT RGBA8 1
        BindTextureUnit 3 4 = ActiveTexture TEXTURE3; BindTexture TEXTURE_2D 4
        BindTextureUnit 3 2 = BindTexture TEXTURE_3D 2; ActiveTexture TEXTURE0; \
BindTexture TEXTURE_2D 9; BindTexture TEXTURE_3D 0
    """),
    "buffers": ("{buffer}; BindBuffer ARRAY_BUFFER 2; BindBuffer ARRAY_BUFFER 0; "
    "BindBuffer COPY_WRITE_BUFFER 9", """
        NamedBufferSubData 1 4 4 BYTES = \
BindBuffer ARRAY_BUFFER 1; BufferSubData ARRAY_BUFFER 4 4 BYTES
        NamedBufferData 2 32 null STREAM_READ = \
BindBuffer ARRAY_BUFFER 2; BufferData ARRAY_BUFFER 32 null STREAM_READ
        MapNamedBuffer 2 WRITE_ONLY = MapBuffer ARRAY_BUFFER WRITE_ONLY
        UnmapNamedBuffer 2 = UnmapBuffer ARRAY_BUFFER
        MapNamedBufferRange 2 4 8 18 = MapBufferRange ARRAY_BUFFER 4 8 18
        FlushMappedNamedBufferRange 2 0 4 = FlushMappedBufferRange ARRAY_BUFFER 0 4
        UnmapNamedBuffer 2 = UnmapBuffer ARRAY_BUFFER; BindBuffer ARRAY_BUFFER 0
        CopyNamedBufferSubData 1 2 0 8 4 = BindBuffer COPY_READ_BUFFER 1; \
BindBuffer COPY_WRITE_BUFFER 2; CopyBufferSubData COPY_READ_BUFFER COPY_WRITE_BUFFER 0 8 4; \
BindBuffer COPY_READ_BUFFER 0; BindBuffer COPY_WRITE_BUFFER 9
    """),
    "framebuffers": ("{held}; BindFramebuffer FRAMEBUFFER 0; BindRenderbuffer RENDERBUFFER 0; "
    f"{TEXTURES}; BindRenderbufferEXT RENDERBUFFER 2; BindFramebufferEXT READ_FRAMEBUFFER 9", """
        NamedRenderbufferStorage 1 DEPTH_COMPONENT24 4 4 = \
BindRenderbufferEXT RENDERBUFFER 1; RenderbufferStorage RENDERBUFFER DEPTH_COMPONENT24 4 4
        NamedRenderbufferStorageMultisample 2 4 RGBA8 4 4 = BindRenderbufferEXT RENDERBUFFER 2; \
RenderbufferStorageMultisample RENDERBUFFER 4 RGBA8 4 4
        NamedFramebufferTextureLayer 1 COLOR_ATTACHMENT2 2 0 1 = \
BindFramebufferEXT DRAW_FRAMEBUFFER 1; \
FramebufferTextureLayer DRAW_FRAMEBUFFER COLOR_ATTACHMENT2 2 0 1
        NamedFramebufferTexture 1 COLOR_ATTACHMENT0 1 0 = \
FramebufferTexture DRAW_FRAMEBUFFER COLOR_ATTACHMENT0 1 0
        NamedFramebufferRenderbuffer 1 DEPTH_ATTACHMENT RENDERBUFFER 1 = \
FramebufferRenderbuffer DRAW_FRAMEBUFFER DEPTH_ATTACHMENT RENDERBUFFER 1
        NamedFramebufferDrawBuffers 1 2 [36065,36064] = DrawBuffers 2 [36065,36064]
        NamedFramebufferDrawBuffer 1 COLOR_ATTACHMENT0 = DrawBuffer COLOR_ATTACHMENT0
        NamedFramebufferReadBuffer 1 COLOR_ATTACHMENT2 = BindFramebufferEXT FRAMEBUFFER 1; \
ReadBuffer COLOR_ATTACHMENT2; BindFramebufferEXT FRAMEBUFFER 0
        NamedFramebufferDrawBuffer 0 NONE = DrawBuffer NONE
        NamedFramebufferReadBuffer 0 FRONT = ReadBuffer FRONT
        BlitNamedFramebuffer 1 1 0 0 2 2 2 2 4 4 COLOR_BUFFER_BIT NEAREST = \
BindFramebufferEXT FRAMEBUFFER 1; BlitFramebuffer 0 0 2 2 2 2 4 4 COLOR_BUFFER_BIT NEAREST; \
BindFramebufferEXT DRAW_FRAMEBUFFER 0; BindFramebufferEXT READ_FRAMEBUFFER 9
    """),
    "vertex arrays": ("GenVertexArrays 2 INTS; BindVertexArray 1; BindVertexArray 2; {buffer};"
    " BindBuffer ELEMENT_ARRAY_BUFFER 9", """
        EnableVertexArrayAttrib 1 5 = BindVertexArray 1; EnableVertexAttribArray 5
        EnableVertexArrayAttrib 1 6 = EnableVertexAttribArray 6
        DisableVertexArrayAttrib 1 6 = DisableVertexAttribArray 6
        VertexArrayElementBuffer 1 1 = BindBuffer ELEMENT_ARRAY_BUFFER 1
        EnableVertexArrayAttrib 0 7 = BindVertexArray 0; EnableVertexAttribArray 7
        VertexArrayElementBuffer 0 1 = BindBuffer ELEMENT_ARRAY_BUFFER 1; BindVertexArray 2
        VertexArrayElementBuffer 2 0 = BindBuffer ELEMENT_ARRAY_BUFFER 0
        VertexArrayVertexBuffer 1 3 1 4 8 = BindVertexArray 1; BindVertexBuffer 3 1 4 8
        VertexArrayVertexBuffers 1 4 2 [1,0] [0,8] [4,12] = BindVertexBuffer 4 1 0 4; \
BindVertexBuffer 5 0 8 12
        VertexArrayAttribFormat 1 2 3 BYTE 1 4 = VertexAttribFormat 2 3 BYTE 1 4
        VertexArrayAttribIFormat 1 3 2 BYTE 0 = VertexAttribIFormat 3 2 BYTE 0
        VertexArrayAttribLFormat 1 4 2 DOUBLE 0 = VertexAttribLFormat 4 2 DOUBLE 0
        VertexArrayAttribBinding 1 2 4 = VertexAttribBinding 2 4
        VertexArrayBindingDivisor 1 4 2 = VertexBindingDivisor 4 2; BindVertexArray 2
    """),
    "transform feedback": ("{buffer}; GenTransformFeedbacks 2 INTS; "
    "BindTransformFeedback TRANSFORM_FEEDBACK 1; BindTransformFeedback TRANSFORM_FEEDBACK 2; "
    "BindBufferBase TRANSFORM_FEEDBACK_BUFFER 1 1", """
        TransformFeedbackBufferBase 1 2 1 = BindTransformFeedback TRANSFORM_FEEDBACK 1; \
BindBufferBase TRANSFORM_FEEDBACK_BUFFER 2 1
        TransformFeedbackBufferRange 1 3 1 4 8 = BindBufferRange TRANSFORM_FEEDBACK_BUFFER 3 1 4 8
        TransformFeedbackBufferBase 1 2 0 = BindBufferBase TRANSFORM_FEEDBACK_BUFFER 2 0; \
BindBuffer TRANSFORM_FEEDBACK_BUFFER 0; BindTransformFeedback TRANSFORM_FEEDBACK 0
        TransformFeedbackBufferRange 0 0 1 0 12 = \
BindBufferRange TRANSFORM_FEEDBACK_BUFFER 0 1 0 12; BindBuffer TRANSFORM_FEEDBACK_BUFFER 0; \
BindTransformFeedback TRANSFORM_FEEDBACK 2
        TransformFeedbackBufferRange 2 1 1 4 4 = \
BindBufferRange TRANSFORM_FEEDBACK_BUFFER 1 1 4 4
    """),
    "several bindings": (f"{TEXTURES}; {{buffer}}; GenSamplers 2 INTS; BindSampler 3 1", """
        BindTextures 2 2 [1,2] = ActiveTexture TEXTURE2; BindTexture TEXTURE_2D 1; \
ActiveTexture TEXTURE3; BindTexture TEXTURE_3D 2
        BindTextures 3 2 [3,4] = BindTexture TEXTURE_1D 3; ActiveTexture TEXTURE4; \
BindTexture TEXTURE_2D 4
        BindTextures 2 1 null = ActiveTexture TEXTURE2; BindTexture TEXTURE_2D 0; \
ActiveTexture TEXTURE0
        BindSamplers 0 2 [1,2] = BindSampler 0 1; BindSampler 1 2
        BindSamplers 1 3 null = BindSampler 1 0; BindSampler 3 0
        BindBuffersBase UNIFORM_BUFFER 2 2 [1,0] = BindBufferBase UNIFORM_BUFFER 2 1; \
BindBuffer UNIFORM_BUFFER 0
        BindBuffersRange TRANSFORM_FEEDBACK_BUFFER 0 2 [1,1] [0,4] [4,8] = \
BindBufferRange TRANSFORM_FEEDBACK_BUFFER 0 1 0 4; \
BindBufferRange TRANSFORM_FEEDBACK_BUFFER 1 1 4 8; BindBuffer TRANSFORM_FEEDBACK_BUFFER 0
        BindBuffersRange TRANSFORM_FEEDBACK_BUFFER 0 1 null null null = \
BindBufferBase TRANSFORM_FEEDBACK_BUFFER 0 0
        BindVertexBuffers 2 2 [1,1] [0,4] [8,16] = BindVertexBuffer 2 1 0 8; \
BindVertexBuffer 3 1 4 16
        BindVertexBuffers 2 1 null null null = BindVertexBuffer 2 0 0 16
        BindBuffersBase UNIFORM_BUFFER 0 0 null = Flush
        BindImageTextures 0 0 null = Flush
    """),
}  # fmt: skip
"""The calls that both sides begin with, and rows of direct calls and calls with selectors."""


@pytest.mark.parametrize("group", ALIKE)
def test_they_are_alike(group):
    check_alike(*ALIKE[group])


BIND_ALL = (
    "BindTexture TEXTURE_2D 1; BindBuffer ARRAY_BUFFER 1; BindFramebuffer FRAMEBUFFER 1; "
    "BindRenderbuffer RENDERBUFFER 1; BindVertexArray 1"
)
ANSWERS = f"""
    GetTextureImage 1 0 RGBA UNSIGNED_BYTE 64 BYTES = GetTexImage TEXTURE_2D 0 {IMAGE}
    GetTextureParameterfv 1 TEXTURE_WRAP_S = GetTexParameterfv TEXTURE_2D TEXTURE_WRAP_S
    GetTextureParameterIuiv 1 TEXTURE_BORDER_COLOR = \
GetTexParameterIuivEXT TEXTURE_2D TEXTURE_BORDER_COLOR
    GetTextureParameteriv 1 TEXTURE_TARGET = GetTexParameteriv TEXTURE_2D TEXTURE_TARGET
    GetTextureLevelParameteriv 1 0 TEXTURE_WIDTH = GetTexLevelParameteriv TEXTURE_2D 0 TEXTURE_WIDTH
    GetTextureLevelParameterfv 1 0 TEXTURE_DEPTH = GetTexLevelParameterfv TEXTURE_2D 0 TEXTURE_DEPTH
    GetCompressedTextureImage 4 0 64 = BindTexture TEXTURE_2D 4; GetCompressedTexImage TEXTURE_2D 0
    GetIntegeri_v TEXTURE_BINDING_3D 3 = ActiveTexture TEXTURE3; GetIntegerv TEXTURE_BINDING_3D
    GetIntegeri_v TEXTURE_BINDING_2D_MULTISAMPLE 3 = GetIntegerv TEXTURE_BINDING_2D_MULTISAMPLE
    GetIntegeri_v SAMPLER_BINDING 3 = GetIntegerv SAMPLER_BINDING
    GetNamedBufferParameteriv 1 BUFFER_SIZE = GetBufferParameteriv ARRAY_BUFFER BUFFER_SIZE
    GetNamedBufferPointerv 1 BUFFER_MAP_POINTER = GetBufferPointerv ARRAY_BUFFER BUFFER_MAP_POINTER
    GetNamedBufferSubData 1 4 8 null = GetBufferSubData ARRAY_BUFFER 4 8 null
    GetNamedRenderbufferParameteriv 1 RENDERBUFFER_WIDTH = \
GetRenderbufferParameteriv RENDERBUFFER RENDERBUFFER_WIDTH
    CheckNamedFramebufferStatus 1 DRAW_FRAMEBUFFER = CheckFramebufferStatus DRAW_FRAMEBUFFER
    GetNamedFramebufferAttachmentParameteriv 1 COLOR_ATTACHMENT0 \
FRAMEBUFFER_ATTACHMENT_OBJECT_NAME = GetFramebufferAttachmentParameteriv FRAMEBUFFER \
COLOR_ATTACHMENT0 FRAMEBUFFER_ATTACHMENT_OBJECT_NAME
    GetNamedFramebufferAttachmentParameteriv 0 BACK_LEFT FRAMEBUFFER_ATTACHMENT_RED_SIZE = \
BindFramebuffer FRAMEBUFFER 0; GetFramebufferAttachmentParameteriv FRAMEBUFFER BACK_LEFT \
FRAMEBUFFER_ATTACHMENT_RED_SIZE
    GetTransformFeedbackiv 1 TRANSFORM_FEEDBACK_ACTIVE = \
BindTransformFeedback TRANSFORM_FEEDBACK 1; GetIntegerv TRANSFORM_FEEDBACK_BUFFER_ACTIVE
    GetTransformFeedbackiv 1 TRANSFORM_FEEDBACK_PAUSED = \
GetIntegerv TRANSFORM_FEEDBACK_BUFFER_PAUSED
    GetTransformFeedbacki_v 1 TRANSFORM_FEEDBACK_BUFFER_BINDING 1 = \
GetIntegeri_v TRANSFORM_FEEDBACK_BUFFER_BINDING 1
    GetTransformFeedbacki64_v 1 TRANSFORM_FEEDBACK_BUFFER_START 1 = \
GetInteger64i_v TRANSFORM_FEEDBACK_BUFFER_START 1
    GetTransformFeedbacki64_v 1 TRANSFORM_FEEDBACK_BUFFER_SIZE 1 = \
GetInteger64i_v TRANSFORM_FEEDBACK_BUFFER_SIZE 1
    GetVertexArrayiv 1 ELEMENT_ARRAY_BUFFER_BINDING = GetIntegerv ELEMENT_ARRAY_BUFFER_BINDING
    GetVertexArrayIndexediv 1 5 VERTEX_ATTRIB_ARRAY_SIZE = \
GetVertexAttribiv 5 VERTEX_ATTRIB_ARRAY_SIZE
    GetVertexArrayIndexediv 1 5 VERTEX_BINDING_STRIDE = GetIntegeri_v VERTEX_BINDING_STRIDE 5
    GetVertexArrayIndexed64iv 1 5 VERTEX_BINDING_OFFSET = GetInteger64i_v VERTEX_BINDING_OFFSET 5
"""


def test_they_answer_alike(context):
    before = (
        f"{TEXTURES}; {{held}}; {{generated}}; GenTransformFeedbacks 1 INTS; "
        "BindTransformFeedback TRANSFORM_FEEDBACK 1; "
        "BindBufferRange TRANSFORM_FEEDBACK_BUFFER 1 1 4 8; "
        "BindTransformFeedback TRANSFORM_FEEDBACK 0; BindBuffer ELEMENT_ARRAY_BUFFER 1; "
        "VertexAttribPointer 5 2 BYTE 1 0 8; BindVertexArray 0; BindFramebuffer FRAMEBUFFER 0; "
        "BindRenderbuffer RENDERBUFFER 0; BindBuffer ARRAY_BUFFER 0; ActiveTexture TEXTURE3; "
        "BindTexture TEXTURE_3D 2; ActiveTexture TEXTURE0; {sampler}; BindSampler 3 1"
    )
    check_answers(context, before, BIND_ALL, ANSWERS)


def test_created_objects_exist_and_are_initial(context):
    kinds = {
        "Buffer": "ARRAY_BUFFER", "Framebuffer": "FRAMEBUFFER", "Renderbuffer": "RENDERBUFFER",
        "VertexArray": "", "Texture": "TEXTURE_3D", "Query": "SAMPLES_PASSED", "Sampler": "",
        "ProgramPipeline": "", "TransformFeedback": "TRANSFORM_FEEDBACK",
    }  # fmt: skip
    for kind, target in kinds.items():
        plural = kind.replace("Query", "Querie") + "s"
        selected = [target] if kind in ("Texture", "Query") else []
        ((name, arguments),) = calls_of(" ".join([f"Create{plural}", *selected, "2"]))
        names = COMMANDS[name](*arguments)
        assert [COMMANDS[f"glIs{kind}"](each) for each in names] == [1, 1]
        assert COMMANDS[name](*arguments[:-1], 1) not in names
        created = state(context)
        if kind not in ("Query", "Sampler"):
            # As if it had been bound; nothing else has changed.
            called(" ".join([f"Bind{kind}", target, str(names[0])]))
            called(" ".join([f"Bind{kind}", target, "0"]))
            assert difference(created, state(context)) == {}
        out = np.zeros(1, np.uint32)
        assert COMMANDS[name](*arguments[:-1], 1, out) is None or out[0]
    query = glCreateQueries(GL_PRIMITIVES_GENERATED, 1)
    assert glGetQueryObjectiv(query, GL_QUERY_TARGET) == GL_PRIMITIVES_GENERATED
    assert glGetQueryObjectiv(query, GL_QUERY_RESULT_AVAILABLE) == 1
    assert glGetQueryObjectiv(query, GL_QUERY_RESULT) == 0


def test_created_textures_are_initial(context):
    for target in BOUND_TARGETS - {GL_TEXTURE_BUFFER}:
        name = glCreateTextures(target, 1)
        pnames = GL_TEXTURE_TARGET, GL_TEXTURE_MIN_FILTER, GL_TEXTURE_WRAP_S
        wanted = GL_NEAREST_MIPMAP_LINEAR, GL_REPEAT
        if target == GL_TEXTURE_RECTANGLE:
            wanted = GL_LINEAR, GL_CLAMP_TO_EDGE
        found = tuple(glGetTextureParameteriv(name, pname) for pname in pnames)
        assert found == (target, *wanted)


def test_a_binding_of_several_goes_on_after_an_error(context):
    called("{buffer}; BindTexture TEXTURE_2D 1; BindTexture TEXTURE_2D 0")
    for text, query in (
        ("BindTextures 0 3 [1,7,1]", (GL_TEXTURE_BINDING_2D, 2)),
        ("BindBuffersBase UNIFORM_BUFFER 0 3 [1,7,1]", (GL_UNIFORM_BUFFER_BINDING, 2)),
        (
            "BindBuffersRange TRANSFORM_FEEDBACK_BUFFER 0 4 [1,1,1,1] [0,-4,0,4] [4,4,0,4]",
            (GL_TRANSFORM_FEEDBACK_BUFFER_BINDING, 3),
        ),
    ):
        ((name, arguments),) = calls_of(text)
        with pytest.raises(GLError, match="binding 1"):
            COMMANDS[name](*arguments)
        assert glGetIntegeri_v(*query) == 1
        assert glGetIntegeri_v(query[0], 1) == 0


def faces(size=2):
    """Makes a cube map of zeros; returns its name."""
    name = glCreateTextures(GL_TEXTURE_CUBE_MAP, 1)
    for face in range(6):
        glTextureImage2DEXT(
            name, GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, 0, GL_RGBA8, size, size, 0, GL_RGBA,
            GL_UNSIGNED_BYTE, None,
        )  # fmt: skip
    return name


def test_a_cube_map_has_six_layers(context):
    name = faces()
    texels = np.arange(2 * 16, dtype=np.uint8).reshape(2, 2, 2, 4)
    form = GL_RGBA, GL_UNSIGNED_BYTE
    glTextureSubImage3D(name, 0, 0, 0, 2, 2, 2, 2, *form, texels)
    found = np.zeros((6, 2, 2, 4), np.uint8)
    glGetTextureImage(name, 0, *form, found.nbytes, found)
    assert (found[2:4] == texels).all()
    assert not found[[0, 1, 4, 5]].any()
    glClearColor(1, 1, 1, 1)
    glClear(GL_COLOR_BUFFER_BIT)
    glCopyTextureSubImage3D(name, 0, 1, 0, 5, 0, 0, 1, 1)
    glGetTextureImage(name, 0, *form, found.nbytes, found)
    assert found[5].ravel().tolist() == [0] * 4 + [255] * 4 + [0] * 8
    assert glGetTextureLevelParameteriv(name, 0, GL_TEXTURE_WIDTH) == 2
    for call in (
        lambda: glTextureSubImage3D(name, 0, 0, 0, 5, 1, 1, 2, *form, texels),
        lambda: glCopyTextureSubImage3D(name, 0, 0, 0, 6, 0, 0, 1, 1),
        lambda: glTextureSubImage3D(name, 0, 2, 0, 0, 1, 1, 1, *form, texels),
    ):
        with pytest.raises(GLError) as caught:
            call()
        assert caught.value.err == GL_INVALID_VALUE
    glTextureImage2DEXT(
        name, GL_TEXTURE_CUBE_MAP_NEGATIVE_Z, 0, GL_RGB8, 2, 2, 0, *form, None
    )  # the faces differ now
    for call in (
        lambda: glGetTextureImage(name, 0, *form, 1000, found),
        lambda: glTextureSubImage3D(name, 0, 0, 0, 0, 1, 1, 1, *form, texels),
        lambda: glGetTextureImage(name, 1, *form, 1000, found),
    ):
        with pytest.raises(GLError) as caught:
            call()
        assert caught.value.err == GL_INVALID_OPERATION


def test_blocks_of_a_cube_map(context):
    name = glCreateTextures(GL_TEXTURE_CUBE_MAP, 1)
    form, blocks = GL_COMPRESSED_RGBA_S3TC_DXT5_EXT, np.arange(96, dtype=np.uint8)
    for face in range(6):
        place = GL_TEXTURE_CUBE_MAP_POSITIVE_X + face
        glCompressedTextureImage2DEXT(name, place, 0, form, 4, 4, 0, 16, blocks[:16])
    glCompressedTextureSubImage3D(name, 0, 0, 0, 0, 4, 4, 6, form, 96, blocks)
    assert glGetCompressedTextureImage(name, 0, 96).tolist() == blocks.tolist()
    with pytest.raises(GLError, match="bufSize: the result has 96 bytes, not 95"):
        glGetCompressedTextureImage(name, 0, 95)


def test_every_command_stands_for_one_with_the_same_parameters():
    """Parameters after the selecting ones have the kinds of those after the target, if any."""
    seen = set()
    for name in registry.EXTENSIONS["GL_ARB_direct_state_access"].split():
        words = (COMMANDS[name].__doc__ if name in COMMANDS else "").split()
        other = words[0] if words else ""  # "glBufferData on the objects that ..."
        if other in COMMANDS and other != "glCopyBufferSubData":
            own, others = (
                [parameter.kind for parameter in signature(each).parameters]
                for each in (name, other)
            )
            rest = others[1:] if others[:1] == ["enum"] else others
            assert not rest or own[-len(rest) :] == rest, name
            seen.add(name)
    assert len(seen) > 40


def test_the_core_profile_has_no_default_vertex_array():
    """Issue 40: the name zero is accepted "in the compatibility profile only"."""
    with Context(8, 8, machine="eager", profile="core"):
        name = glCreateVertexArrays(1)
        glEnableVertexArrayAttrib(name, 1)
        glVertexArrayElementBuffer(name, glCreateBuffers(1))
        assert glGetVertexArrayIndexediv(name, 1, GL_VERTEX_ATTRIB_ARRAY_ENABLED) == 1
        for call in (
            lambda: glEnableVertexArrayAttrib(0, 1),
            lambda: glVertexArrayElementBuffer(0, 0),
            lambda: glVertexArrayVertexBuffer(0, 0, 0, 0, 4),
            lambda: glGetVertexArrayiv(0, GL_ELEMENT_ARRAY_BUFFER_BINDING),
        ):
            with pytest.raises(GLError) as caught:
                call()
            assert caught.value.err == GL_INVALID_OPERATION
