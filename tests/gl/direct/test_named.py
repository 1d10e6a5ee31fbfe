"""EXT_direct_state_access: commands that name an object equal those with selectors."""

from __future__ import annotations

import numpy as np
import pytest

from softgl import GLError
from softgl.debug.state import difference, state
from softgl.gl import *
from softgl.gl.api import registry
from softgl.gl.api.declarations import COMMANDS
from softgl.gl.api.signature import signature
from tests.gl.direct.alike import called, check_alike, check_answers
from tests.gl.error_table import calls_of

MATRIX = "[1.,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16]"
IMAGE = "RGBA UNSIGNED_BYTE BYTES"
# What a library would do, with and without the extension. What both begin with is first.
ALIKE = {
    "matrices": ("ActiveTexture TEXTURE1", f"""
        MatrixLoadfEXT PROJECTION {MATRIX} = MatrixMode PROJECTION; LoadMatrixf {MATRIX}
        MatrixMultTransposedEXT PROJECTION {MATRIX} = MultTransposeMatrixd {MATRIX}
        MatrixLoadTransposefEXT MODELVIEW {MATRIX} = MatrixMode MODELVIEW; \
LoadTransposeMatrixf {MATRIX}
        MatrixPushEXT MODELVIEW = PushMatrix
        MatrixLoadIdentityEXT MODELVIEW = LoadIdentity
        MatrixMultfEXT MODELVIEW {MATRIX} = MultMatrixf {MATRIX}
        MatrixFrustumEXT MATRIX3_ARB -1. 1. -1. 1. 1. 9. = MatrixMode MATRIX3_ARB; \
Frustum -1. 1. -1. 1. 1. 9.
        MatrixScaledEXT TEXTURE 1. 2. 3. = MatrixMode TEXTURE; Scaled 1. 2. 3.
        MatrixRotatefEXT TEXTURE2 30. 1. 2. 3. = ActiveTexture TEXTURE2; Rotatef 30. 1. 2. 3.
        MatrixPushEXT TEXTURE2 = PushMatrix
        MatrixTranslatefEXT TEXTURE2 1. 2. 3. = Translatef 1. 2. 3.
        MatrixPushEXT TEXTURE2 = PushMatrix
        MatrixPopEXT TEXTURE2 = PopMatrix
        MatrixOrthoEXT MATRIX0_ARB -1. 2. -3. 4. 5. 6. = MatrixMode MATRIX0_ARB; \
Ortho -1. 2. -3. 4. 5. 6.; MatrixMode MODELVIEW; ActiveTexture TEXTURE1
    """),
    "textures": ("{buffer}; BindTexture TEXTURE_2D 9", f"""
        TextureParameteriEXT 1 TEXTURE_2D TEXTURE_WRAP_S CLAMP = \
BindTexture TEXTURE_2D 1; TexParameteri TEXTURE_2D TEXTURE_WRAP_S CLAMP
        TextureParameterfvEXT 1 TEXTURE_2D TEXTURE_BORDER_COLOR [.5,1,0,1] = \
TexParameterfv TEXTURE_2D TEXTURE_BORDER_COLOR [.5,1,0,1]
        TextureParameterIivEXT 1 TEXTURE_2D TEXTURE_MIN_FILTER [9729] = \
TexParameterIivEXT TEXTURE_2D TEXTURE_MIN_FILTER [9729]
        TextureImage2DEXT 1 TEXTURE_2D 0 RGBA8 4 4 0 {IMAGE} = \
TexImage2D TEXTURE_2D 0 RGBA8 4 4 0 {IMAGE}
        TextureSubImage2DEXT 1 TEXTURE_2D 0 1 1 2 2 RGBA FLOAT DATA = \
TexSubImage2D TEXTURE_2D 0 1 1 2 2 RGBA FLOAT DATA
        GenerateTextureMipmapEXT 1 TEXTURE_2D = GenerateMipmap TEXTURE_2D
        TextureImage3DEXT 2 TEXTURE_3D 0 RGB 2 2 2 0 RGB FLOAT DATA = \
BindTexture TEXTURE_3D 2; TexImage3D TEXTURE_3D 0 RGB 2 2 2 0 RGB FLOAT DATA
        CopyTextureSubImage3DEXT 2 TEXTURE_3D 0 0 0 1 0 0 2 2 = \
CopyTexSubImage3D TEXTURE_3D 0 0 0 1 0 0 2 2
        TextureSubImage3DEXT 2 TEXTURE_3D 0 0 0 0 1 1 1 RGBA FLOAT DATA = \
TexSubImage3D TEXTURE_3D 0 0 0 0 1 1 1 RGBA FLOAT DATA
        TextureImage2DEXT 3 TEXTURE_CUBE_MAP_POSITIVE_Y 0 RGBA 1 1 0 {IMAGE} = \
BindTexture TEXTURE_CUBE_MAP 3; TexImage2D TEXTURE_CUBE_MAP_POSITIVE_Y 0 RGBA 1 1 0 {IMAGE}
        CopyTextureImage2DEXT 4 TEXTURE_2D 0 RGB 0 0 4 4 0 = \
BindTexture TEXTURE_2D 4; CopyTexImage2D TEXTURE_2D 0 RGB 0 0 4 4 0
        CopyTextureSubImage2DEXT 4 TEXTURE_2D 0 0 0 1 1 2 2 = \
CopyTexSubImage2D TEXTURE_2D 0 0 0 1 1 2 2
        CopyTextureImage1DEXT 5 TEXTURE_1D 0 RGB 0 0 4 0 = \
BindTexture TEXTURE_1D 5; CopyTexImage1D TEXTURE_1D 0 RGB 0 0 4 0
        CopyTextureSubImage1DEXT 5 TEXTURE_1D 0 1 1 1 2 = CopyTexSubImage1D TEXTURE_1D 0 1 1 1 2
        CompressedTextureImage2DEXT 6 TEXTURE_2D 0 {{dxt5}} 4 4 0 16 BYTES = \
BindTexture TEXTURE_2D 6; CompressedTexImage2D TEXTURE_2D 0 {{dxt5}} 4 4 0 16 BYTES
        CompressedTextureSubImage2DEXT 6 TEXTURE_2D 0 0 0 4 4 {{dxt5}} 16 BYTES = \
CompressedTexSubImage2D TEXTURE_2D 0 0 0 4 4 {{dxt5}} 16 BYTES
        TextureBufferEXT 7 TEXTURE_BUFFER_EXT RGBA8 1 = \
BindTexture TEXTURE_BUFFER_EXT 7; TexBufferEXT TEXTURE_BUFFER_EXT RGBA8 1; \
BindTexture TEXTURE_BUFFER_EXT 0
        TextureImage1DEXT 0 TEXTURE_1D 0 RGBA 2 0 {IMAGE} = \
BindTexture TEXTURE_1D 0; TexImage1D TEXTURE_1D 0 RGBA 2 0 {IMAGE}
        TextureSubImage1DEXT 0 TEXTURE_1D 0 0 1 {IMAGE} = TexSubImage1D TEXTURE_1D 0 0 1 {IMAGE}
        TextureImage2DEXT 0 PROXY_TEXTURE_2D 0 RGBA 2 2 0 {IMAGE} = \
TexImage2D PROXY_TEXTURE_2D 0 RGBA 2 2 0 {IMAGE}; BindTexture TEXTURE_2D 9; \
BindTexture TEXTURE_3D 0; BindTexture TEXTURE_CUBE_MAP 0
    """),
    "units": ("BindTexture TEXTURE_2D 9; BindBuffer ARRAY_BUFFER 1", f"""
        BindMultiTextureEXT TEXTURE3 TEXTURE_2D 4 = \
ActiveTexture TEXTURE3; BindTexture TEXTURE_2D 4
        MultiTexEnviEXT TEXTURE3 TEXTURE_ENV TEXTURE_ENV_MODE ADD = \
TexEnvi TEXTURE_ENV TEXTURE_ENV_MODE ADD
        MultiTexEnvfvEXT TEXTURE3 TEXTURE_ENV TEXTURE_ENV_COLOR [.5,0,0,1] = \
TexEnvfv TEXTURE_ENV TEXTURE_ENV_COLOR [.5,0,0,1]
        MultiTexGenfvEXT TEXTURE3 S OBJECT_PLANE [1.,2,3,4] = TexGenfv S OBJECT_PLANE [1.,2,3,4]
        MultiTexGeniEXT TEXTURE3 T TEXTURE_GEN_MODE SPHERE_MAP = \
TexGeni T TEXTURE_GEN_MODE SPHERE_MAP
        MultiTexParameteriEXT TEXTURE3 TEXTURE_2D TEXTURE_MAG_FILTER NEAREST = \
TexParameteri TEXTURE_2D TEXTURE_MAG_FILTER NEAREST
        MultiTexImage2DEXT TEXTURE3 TEXTURE_2D 0 RGBA 4 4 0 {IMAGE} = \
TexImage2D TEXTURE_2D 0 RGBA 4 4 0 {IMAGE}
        MultiTexSubImage2DEXT TEXTURE3 TEXTURE_2D 0 0 0 1 1 RGBA FLOAT DATA = \
TexSubImage2D TEXTURE_2D 0 0 0 1 1 RGBA FLOAT DATA
        CopyMultiTexSubImage2DEXT TEXTURE3 TEXTURE_2D 0 0 0 0 0 2 2 = \
CopyTexSubImage2D TEXTURE_2D 0 0 0 0 0 2 2
        GenerateMultiTexMipmapEXT TEXTURE3 TEXTURE_2D = GenerateMipmap TEXTURE_2D
        EnableIndexedEXT TEXTURE_2D 3 = Enable TEXTURE_2D
        EnableIndexedEXT TEXTURE_GEN_S 3 = Enable TEXTURE_GEN_S
        EnableIndexedEXT TEXTURE_1D 3 = Enable TEXTURE_1D
        DisableIndexedEXT TEXTURE_1D 3 = Disable TEXTURE_1D; ActiveTexture TEXTURE0
        MultiTexCoordPointerEXT TEXTURE2 3 SHORT 8 16 = \
ClientActiveTexture TEXTURE2; TexCoordPointer 3 SHORT 8 16
        EnableClientStateIndexedEXT TEXTURE_COORD_ARRAY 2 = EnableClientState TEXTURE_COORD_ARRAY
        EnableClientStateiEXT TEXTURE_COORD_ARRAY 1 = \
ClientActiveTexture TEXTURE1; EnableClientState TEXTURE_COORD_ARRAY
        DisableClientStateiEXT TEXTURE_COORD_ARRAY 1 = \
DisableClientState TEXTURE_COORD_ARRAY; ClientActiveTexture TEXTURE0
    """),
    "buffers": ("BindBuffer COPY_WRITE_BUFFER 9; BindBuffer COPY_READ_BUFFER 8", """
        NamedBufferDataEXT 1 16 DATA STATIC_DRAW = \
BindBuffer ARRAY_BUFFER 1; BufferData ARRAY_BUFFER 16 DATA STATIC_DRAW
        NamedBufferSubDataEXT 1 4 4 BYTES = BufferSubData ARRAY_BUFFER 4 4 BYTES
        NamedBufferDataEXT 2 32 null STREAM_READ = \
BindBuffer ARRAY_BUFFER 2; BufferData ARRAY_BUFFER 32 null STREAM_READ
        MapNamedBufferEXT 2 WRITE_ONLY = MapBuffer ARRAY_BUFFER WRITE_ONLY
        UnmapNamedBufferEXT 2 = UnmapBuffer ARRAY_BUFFER
        MapNamedBufferRangeEXT 2 4 8 18 = MapBufferRange ARRAY_BUFFER 4 8 18
        FlushMappedNamedBufferRangeEXT 2 0 4 = FlushMappedBufferRange ARRAY_BUFFER 0 4
        UnmapNamedBufferEXT 2 = UnmapBuffer ARRAY_BUFFER; BindBuffer ARRAY_BUFFER 0
        NamedCopyBufferSubDataEXT 1 2 0 8 4 = BindBuffer COPY_READ_BUFFER 1; \
BindBuffer COPY_WRITE_BUFFER 2; CopyBufferSubData COPY_READ_BUFFER COPY_WRITE_BUFFER 0 8 4; \
BindBuffer COPY_WRITE_BUFFER 9; BindBuffer COPY_READ_BUFFER 8
    """),
    "programs": ("BindProgramARB VERTEX_PROGRAM_ARB 9", """
        NamedProgramStringEXT 1 VERTEX_PROGRAM_ARB {arbvp} = \
BindProgramARB VERTEX_PROGRAM_ARB 1; ProgramStringARB VERTEX_PROGRAM_ARB {arbvp}
        NamedProgramLocalParameter4fEXT 1 VERTEX_PROGRAM_ARB 3 1. 2. 3. 4. = \
ProgramLocalParameter4fARB VERTEX_PROGRAM_ARB 3 1. 2. 3. 4.
        NamedProgramLocalParameter4dvEXT 1 VERTEX_PROGRAM_ARB 4 [1.,2,3,5] = \
ProgramLocalParameter4dvARB VERTEX_PROGRAM_ARB 4 [1.,2,3,5]
        NamedProgramLocalParameters4fvEXT 1 VERTEX_PROGRAM_ARB 5 2 DATA = \
ProgramLocalParameters4fvEXT VERTEX_PROGRAM_ARB 5 2 DATA
        NamedProgramLocalParameterI4iEXT 1 VERTEX_PROGRAM_ARB 7 1 2 3 4 = \
ProgramLocalParameterI4iNV VERTEX_PROGRAM_ARB 7 1 2 3 4
        NamedProgramLocalParametersI4uivEXT 1 VERTEX_PROGRAM_ARB 8 1 [1,2,3,4] = \
ProgramLocalParametersI4uivNV VERTEX_PROGRAM_ARB 8 1 [1,2,3,4]
        NamedProgramLocalParameter4fEXT 2 FRAGMENT_PROGRAM_ARB 0 1. 2. 3. 4. = \
BindProgramARB FRAGMENT_PROGRAM_ARB 2; \
ProgramLocalParameter4fARB FRAGMENT_PROGRAM_ARB 0 1. 2. 3. 4.; BindProgramARB FRAGMENT_PROGRAM_ARB 0
        NamedProgramLocalParameter4fEXT 0 VERTEX_PROGRAM_ARB 3 1. 2. 3. 4. = \
BindProgramARB VERTEX_PROGRAM_ARB 0; ProgramLocalParameter4fARB VERTEX_PROGRAM_ARB 3 1. 2. 3. 4.; \
BindProgramARB VERTEX_PROGRAM_ARB 9
    """),
    "framebuffers": ("BindTexture TEXTURE_2D 1; {image};"
    " BindTexture TEXTURE_3D 2; TexImage3D TEXTURE_3D 0 RGBA8 4 4 2 0 RGBA FLOAT null;"
    " BindFramebufferEXT READ_FRAMEBUFFER 9", """
        NamedRenderbufferStorageEXT 1 DEPTH_COMPONENT24 4 4 = \
BindRenderbufferEXT RENDERBUFFER 1; RenderbufferStorage RENDERBUFFER DEPTH_COMPONENT24 4 4
        NamedRenderbufferStorageMultisampleEXT 2 4 RGBA8 4 4 = BindRenderbufferEXT RENDERBUFFER 2; \
RenderbufferStorageMultisample RENDERBUFFER 4 RGBA8 4 4
        NamedRenderbufferStorageMultisampleCoverageEXT 3 4 4 RGBA8 4 4 = \
BindRenderbufferEXT RENDERBUFFER 3; \
RenderbufferStorageMultisampleCoverageNV RENDERBUFFER 4 4 RGBA8 4 4; \
BindRenderbufferEXT RENDERBUFFER 0
        NamedFramebufferTexture2DEXT 1 COLOR_ATTACHMENT0 TEXTURE_2D 1 0 = \
BindFramebufferEXT DRAW_FRAMEBUFFER 1; \
FramebufferTexture2D DRAW_FRAMEBUFFER COLOR_ATTACHMENT0 TEXTURE_2D 1 0
        NamedFramebufferTexture3DEXT 1 COLOR_ATTACHMENT1 TEXTURE_3D 2 0 1 = \
FramebufferTexture3D DRAW_FRAMEBUFFER COLOR_ATTACHMENT1 TEXTURE_3D 2 0 1
        NamedFramebufferTextureLayerEXT 1 COLOR_ATTACHMENT2 2 0 1 = \
FramebufferTextureLayerEXT DRAW_FRAMEBUFFER COLOR_ATTACHMENT2 2 0 1
        NamedFramebufferTextureEXT 1 COLOR_ATTACHMENT3 2 0 = \
FramebufferTextureEXT DRAW_FRAMEBUFFER COLOR_ATTACHMENT3 2 0
        NamedFramebufferTextureEXT 1 COLOR_ATTACHMENT3 0 0 = \
FramebufferTextureEXT DRAW_FRAMEBUFFER COLOR_ATTACHMENT3 0 0
        NamedFramebufferRenderbufferEXT 1 DEPTH_ATTACHMENT RENDERBUFFER 1 = \
FramebufferRenderbuffer DRAW_FRAMEBUFFER DEPTH_ATTACHMENT RENDERBUFFER 1
        FramebufferDrawBuffersEXT 1 2 [36065,36064] = DrawBuffers 2 [36065,36064]
        FramebufferReadBufferEXT 1 COLOR_ATTACHMENT2 = BindFramebufferEXT FRAMEBUFFER 1; \
ReadBuffer COLOR_ATTACHMENT2; BindFramebufferEXT FRAMEBUFFER 0
        FramebufferDrawBufferEXT 0 NONE = DrawBuffer NONE
        FramebufferReadBufferEXT 0 FRONT = ReadBuffer FRONT; BindFramebufferEXT READ_FRAMEBUFFER 9
    """),
    "vertex arrays": ("GenVertexArrays 2 INTS; BindVertexArray 2; BindBuffer ARRAY_BUFFER 9;"
    " BindBuffer ELEMENT_ARRAY_BUFFER 9; ClientActiveTexture TEXTURE1", """
        VertexArrayVertexOffsetEXT 1 3 2 FLOAT 0 4 = \
BindVertexArray 1; BindBuffer ARRAY_BUFFER 3; VertexPointer 2 FLOAT 0 4
        VertexArrayColorOffsetEXT 1 3 4 UNSIGNED_BYTE 4 8 = ColorPointer 4 UNSIGNED_BYTE 4 8
        VertexArrayEdgeFlagOffsetEXT 1 3 1 8 = EdgeFlagPointer 1 8
        VertexArrayIndexOffsetEXT 1 3 SHORT 0 8 = IndexPointer SHORT 0 8
        VertexArrayNormalOffsetEXT 1 3 BYTE 0 8 = NormalPointer BYTE 0 8
        VertexArrayTexCoordOffsetEXT 1 3 2 FLOAT 0 4 = TexCoordPointer 2 FLOAT 0 4
        VertexArrayFogCoordOffsetEXT 1 3 FLOAT 0 4 = FogCoordPointer FLOAT 0 4
        VertexArraySecondaryColorOffsetEXT 1 3 3 FLOAT 0 4 = SecondaryColorPointer 3 FLOAT 0 4
        VertexArrayVertexAttribOffsetEXT 1 3 5 2 BYTE 1 0 4 = VertexAttribPointer 5 2 BYTE 1 0 4
        VertexArrayVertexAttribIOffsetEXT 1 4 6 2 BYTE 0 4 = \
BindBuffer ARRAY_BUFFER 4; VertexAttribIPointerEXT 6 2 BYTE 0 4
        VertexArrayVertexAttribDivisorEXT 1 6 3 = VertexAttribDivisorARB 6 3
        EnableVertexArrayEXT 1 VERTEX_ARRAY = EnableClientState VERTEX_ARRAY
        EnableVertexArrayEXT 1 NORMAL_ARRAY = EnableClientState NORMAL_ARRAY
        DisableVertexArrayEXT 1 NORMAL_ARRAY = DisableClientState NORMAL_ARRAY
        EnableVertexArrayEXT 1 TEXTURE_COORD_ARRAY = EnableClientState TEXTURE_COORD_ARRAY
        EnableVertexArrayAttribEXT 1 5 = EnableVertexAttribArray 5
        EnableVertexArrayAttribEXT 1 6 = EnableVertexAttribArray 6
        DisableVertexArrayAttribEXT 1 6 = DisableVertexAttribArray 6
        EnableVertexArrayEXT 1 TEXTURE3 = ClientActiveTexture TEXTURE3; \
EnableClientState TEXTURE_COORD_ARRAY
        VertexArrayMultiTexCoordOffsetEXT 1 3 TEXTURE3 2 FLOAT 0 4 = BindBuffer ARRAY_BUFFER 3; \
TexCoordPointer 2 FLOAT 0 4; BindVertexArray 2; BindBuffer ARRAY_BUFFER 9; \
ClientActiveTexture TEXTURE1
    """),
}  # fmt: skip


@pytest.mark.parametrize("group", ALIKE)
def test_they_are_alike(group):
    check_alike(*ALIKE[group])


ANSWERS = {
    "textures": ("BindTexture TEXTURE_2D 9; TexImage2D TEXTURE_2D 0 RGBA8 4 4 0 RGBA FLOAT DATA; "
    "BindTexture TEXTURE_2D 6; {blocks}; ActiveTexture TEXTURE3", "BindTexture TEXTURE_2D 9", f"""
        GetTextureImageEXT 9 TEXTURE_2D 0 {IMAGE} = GetTexImage TEXTURE_2D 0 {IMAGE}
        GetTextureParameterfvEXT 9 TEXTURE_2D TEXTURE_WRAP_S = \
GetTexParameterfv TEXTURE_2D TEXTURE_WRAP_S
        GetTextureParameterIuivEXT 9 TEXTURE_2D TEXTURE_BORDER_COLOR = \
GetTexParameterIuivEXT TEXTURE_2D TEXTURE_BORDER_COLOR
        GetTextureLevelParameterivEXT 9 TEXTURE_2D 0 TEXTURE_WIDTH = \
GetTexLevelParameteriv TEXTURE_2D 0 TEXTURE_WIDTH
        GetCompressedTextureImageEXT 6 TEXTURE_2D 0 = \
BindTexture TEXTURE_2D 6; GetCompressedTexImage TEXTURE_2D 0
        GetTextureLevelParameterfvEXT 0 PROXY_TEXTURE_1D 0 TEXTURE_WIDTH = \
GetTexLevelParameterfv PROXY_TEXTURE_1D 0 TEXTURE_WIDTH
    """),
    "units": ("ActiveTexture TEXTURE2; BindTexture TEXTURE_2D 7; {blocks}; TexCoord2f 3. 4.; "
    "MultiTexCoord2f TEXTURE2 5. 6.; Enable TEXTURE_GEN_T; Enable TEXTURE_3D; MatrixMode TEXTURE; "
    "Scalef 2. 2. 2.; MatrixMode MATRIX3_ARB; PushMatrix; Scalef 3. 3. 3.; MatrixMode MODELVIEW; "
    "{buffer}; ClientActiveTexture TEXTURE2; TexCoordPointer 3 SHORT 8 4; ActiveTexture TEXTURE0; "
    "EnableClientState TEXTURE_COORD_ARRAY; ClientActiveTexture TEXTURE0; EnableIndexedEXT BLEND 3",
    "ActiveTexture TEXTURE2; ClientActiveTexture TEXTURE2; MatrixMode MATRIX3_ARB", """
        GetMultiTexEnvivEXT TEXTURE2 TEXTURE_ENV TEXTURE_ENV_MODE = \
GetTexEnviv TEXTURE_ENV TEXTURE_ENV_MODE
        GetMultiTexGendvEXT TEXTURE2 S EYE_PLANE = GetTexGendv S EYE_PLANE
        GetMultiTexParameterivEXT TEXTURE2 TEXTURE_2D TEXTURE_WRAP_S = \
GetTexParameteriv TEXTURE_2D TEXTURE_WRAP_S
        GetMultiTexLevelParameterivEXT TEXTURE2 TEXTURE_2D 0 TEXTURE_WIDTH = \
GetTexLevelParameteriv TEXTURE_2D 0 TEXTURE_WIDTH
        GetCompressedMultiTexImageEXT TEXTURE2 TEXTURE_2D 0 = GetCompressedTexImage TEXTURE_2D 0
        GetFloatIndexedvEXT CURRENT_TEXTURE_COORDS 2 = GetFloatv CURRENT_TEXTURE_COORDS
        GetDoubleIndexedvEXT TEXTURE_MATRIX 2 = GetDoublev TEXTURE_MATRIX
        GetFloati_vEXT TRANSPOSE_TEXTURE_MATRIX 2 = GetFloatv TRANSPOSE_TEXTURE_MATRIX
        GetIntegerIndexedvEXT TEXTURE_BINDING_2D 2 = GetIntegerv TEXTURE_BINDING_2D
        GetIntegerIndexedvEXT TEXTURE_STACK_DEPTH 2 = GetIntegerv TEXTURE_STACK_DEPTH
        GetBooleanIndexedvEXT TEXTURE_GEN_T 2 = GetBooleanv TEXTURE_GEN_T
        IsEnabledIndexedEXT TEXTURE_GEN_T 2 = IsEnabled TEXTURE_GEN_T
        IsEnabledIndexedEXT TEXTURE_3D 2 = IsEnabled TEXTURE_3D
        IsEnabledIndexedEXT TEXTURE_2D 2 = IsEnabled TEXTURE_2D
        IsEnabledIndexedEXT TEXTURE_COORD_ARRAY 2 = IsEnabled TEXTURE_COORD_ARRAY
        GetIntegerIndexedvEXT TEXTURE_COORD_ARRAY_STRIDE 2 = GetIntegerv TEXTURE_COORD_ARRAY_STRIDE
        GetPointerIndexedvEXT TEXTURE_COORD_ARRAY_POINTER 2 = \
GetPointerv TEXTURE_COORD_ARRAY_POINTER
        GetPointeri_vEXT TEXTURE_COORD_ARRAY_POINTER 2 = GetPointerv TEXTURE_COORD_ARRAY_POINTER
        GetFloatIndexedvEXT PROGRAM_MATRIX_EXT 3 = GetFloatv CURRENT_MATRIX_ARB
        GetFloatIndexedvEXT TRANSPOSE_PROGRAM_MATRIX_EXT 3 = GetFloatv TRANSPOSE_CURRENT_MATRIX_ARB
        GetIntegerIndexedvEXT PROGRAM_MATRIX_STACK_DEPTH_EXT 3 = \
GetIntegerv CURRENT_MATRIX_STACK_DEPTH_ARB
    """),
    "objects": ("{buffer}; BindBuffer ARRAY_BUFFER 0; BindFramebufferEXT FRAMEBUFFER 1; "
    "BindRenderbufferEXT RENDERBUFFER 1; RenderbufferStorage RENDERBUFFER RGBA8 4 4; "
    "FramebufferRenderbuffer FRAMEBUFFER COLOR_ATTACHMENT0 RENDERBUFFER 1; "
    "ReadBuffer NONE; BindFramebufferEXT FRAMEBUFFER 0; BindRenderbufferEXT RENDERBUFFER 0; "
    "NamedProgramStringEXT 2 VERTEX_PROGRAM_ARB {arbvp}; "
    "NamedProgramLocalParameter4fEXT 2 VERTEX_PROGRAM_ARB 1 1. 2. 3. 4.",
    "BindBuffer ARRAY_BUFFER 1; BindFramebufferEXT FRAMEBUFFER 1; BindRenderbufferEXT RENDERBUFFER "
    "1; BindProgramARB VERTEX_PROGRAM_ARB 2", """
        GetNamedBufferParameterivEXT 1 BUFFER_SIZE = GetBufferParameteriv ARRAY_BUFFER BUFFER_SIZE
        GetNamedBufferPointervEXT 1 BUFFER_MAP_POINTER = \
GetBufferPointerv ARRAY_BUFFER BUFFER_MAP_POINTER
        GetNamedBufferSubDataEXT 1 4 8 null = GetBufferSubData ARRAY_BUFFER 4 8 null
        GetNamedRenderbufferParameterivEXT 1 RENDERBUFFER_WIDTH = \
GetRenderbufferParameteriv RENDERBUFFER RENDERBUFFER_WIDTH
        CheckNamedFramebufferStatusEXT 1 DRAW_FRAMEBUFFER = CheckFramebufferStatus DRAW_FRAMEBUFFER
        GetFramebufferParameterivEXT 1 READ_BUFFER = GetIntegerv READ_BUFFER
        GetFramebufferParameterivEXT 1 DRAW_BUFFER0 = GetIntegerv DRAW_BUFFER0
        GetNamedFramebufferAttachmentParameterivEXT 1 COLOR_ATTACHMENT0 \
FRAMEBUFFER_ATTACHMENT_OBJECT_NAME = GetFramebufferAttachmentParameteriv FRAMEBUFFER \
COLOR_ATTACHMENT0 FRAMEBUFFER_ATTACHMENT_OBJECT_NAME
        GetNamedProgramivEXT 2 VERTEX_PROGRAM_ARB PROGRAM_LENGTH_ARB = \
GetProgramivARB VERTEX_PROGRAM_ARB PROGRAM_LENGTH_ARB
        GetNamedProgramStringEXT 2 VERTEX_PROGRAM_ARB PROGRAM_STRING_ARB = \
GetProgramStringARB VERTEX_PROGRAM_ARB PROGRAM_STRING_ARB
        GetNamedProgramLocalParameterfvEXT 2 VERTEX_PROGRAM_ARB 1 = \
GetProgramLocalParameterfvARB VERTEX_PROGRAM_ARB 1
        GetNamedProgramLocalParameterIivEXT 2 VERTEX_PROGRAM_ARB 1 = \
GetProgramLocalParameterIivNV VERTEX_PROGRAM_ARB 1
    """),
    "vertex arrays": ("GenVertexArrays 2 INTS; BindVertexArray 1; {buffer}; "
    "VertexPointer 2 SHORT 8 4; VertexAttribPointer 5 2 BYTE 1 0 8; EnableVertexAttribArray 5; "
    "ClientActiveTexture TEXTURE3; TexCoordPointer 1 SHORT 2 6; "
    "EnableClientState TEXTURE_COORD_ARRAY; "
    "ClientActiveTexture TEXTURE0; BindVertexArray 2", "BindVertexArray 1", """
        GetVertexArrayIntegervEXT 1 VERTEX_ARRAY_TYPE = GetIntegerv VERTEX_ARRAY_TYPE
        GetVertexArrayIntegervEXT 1 VERTEX_ARRAY = IsEnabled VERTEX_ARRAY
        GetVertexArrayIntegervEXT 1 VERTEX_ARRAY_POINTER = GetPointerv VERTEX_ARRAY_POINTER
        GetVertexArrayPointervEXT 1 VERTEX_ARRAY_POINTER = GetPointerv VERTEX_ARRAY_POINTER
        GetVertexArrayIntegeri_vEXT 1 5 VERTEX_ATTRIB_ARRAY_SIZE = \
GetVertexAttribiv 5 VERTEX_ATTRIB_ARRAY_SIZE
        GetVertexArrayIntegeri_vEXT 1 5 VERTEX_ATTRIB_ARRAY_POINTER = \
GetVertexAttribPointerv 5 VERTEX_ATTRIB_ARRAY_POINTER
        GetVertexArrayPointeri_vEXT 1 5 VERTEX_ATTRIB_ARRAY_POINTER = \
GetVertexAttribPointerv 5 VERTEX_ATTRIB_ARRAY_POINTER
        GetVertexArrayIntegeri_vEXT 1 3 TEXTURE_COORD_ARRAY = ClientActiveTexture TEXTURE3; \
IsEnabled TEXTURE_COORD_ARRAY
        GetVertexArrayIntegeri_vEXT 1 3 TEXTURE_COORD_ARRAY_SIZE = \
GetIntegerv TEXTURE_COORD_ARRAY_SIZE
        GetVertexArrayIntegeri_vEXT 1 3 TEXTURE_COORD_ARRAY_POINTER = \
GetPointerv TEXTURE_COORD_ARRAY_POINTER
        GetVertexArrayPointeri_vEXT 1 3 TEXTURE_COORD_ARRAY_POINTER = \
GetPointerv TEXTURE_COORD_ARRAY_POINTER
    """),
}  # fmt: skip
"""Calls of the set-up, calls that bind for the ordinary queries, and queries of both kinds."""


@pytest.mark.parametrize("group", ANSWERS)
def test_they_answer_alike(context, group):
    check_answers(context, *ANSWERS[group])


def test_every_command_stands_for_one_with_the_same_parameters():
    """Parameters after the selecting ones have the kinds of those after the target, if any."""
    seen = set()
    for name in registry.EXTENSIONS["GL_EXT_direct_state_access"].split():
        words = (COMMANDS[name].__doc__ if name in COMMANDS else "").split()
        other = words[0] if words else ""  # "glRotatef on the objects that ..."
        if other in COMMANDS and other != "glCopyBufferSubData" and "Offset" not in name:
            own, others = (
                # gl.xml has a sizeiptr for the offset of glClearNamedBufferSubDataEXT.
                [parameter.kind.replace("sizeiptr", "intptr") for parameter in parameters]
                for parameters in (signature(each).parameters for each in (name, other))
            )
            rest = others[1:] if others[:1] == ["enum"] else others
            assert len(own) >= len(rest), name
            assert not rest or own[-len(rest) :] == rest, name
            seen.add(name)
    assert len(seen) > 120


def test_names_that_are_new_become_used(context):
    """2.5: the name becomes used and the object is made "prior to any further error checking"."""
    for text, is_one in (
        ("TextureParameteriEXT 3 TEXTURE_3D TEXTURE_WRAP_S BAD", glIsTexture),
        ("GetTextureParameterivEXT 4 TEXTURE_2D BAD", glIsTexture),
        ("NamedBufferSubDataEXT 3 0 8 BYTES", glIsBuffer),
        ("NamedRenderbufferStorageEXT 3 BAD 1 1", glIsRenderbuffer),
        ("NamedFramebufferTexture2DEXT 3 BAD TEXTURE_2D 0 0", glIsFramebuffer),
        ("NamedProgramLocalParameter4fEXT 3 VERTEX_PROGRAM_ARB 100000 1. 2. 3. 4.", glIsProgramARB),
    ):
        ((name, arguments),) = calls_of(text)
        before = state(context)
        with pytest.raises(GLError) as caught:
            COMMANDS[name](*arguments)
        assert caught.value.baseOperation == name
        assert is_one(arguments[0])
        changed = {path.split(".")[0] for path in difference(before, state(context))}
        assert len(changed) == 1, (text, changed)
    for target in (GL_TEXTURE_3D, GL_PROXY_TEXTURE_2D):
        with pytest.raises(GLError) as caught:
            glTextureParameteriEXT(4, target, GL_TEXTURE_WRAP_S, GL_CLAMP)
        assert caught.value.err == GL_INVALID_OPERATION


def test_the_binding_is_state_of_a_target(context):
    """EXT_direct_state_access, issue 19: queries of a named program answer it as it is."""
    target = GL_FRAGMENT_PROGRAM_ARB
    glBindProgramARB(target, 4)
    text = b"!!ARBfp1.0\nEND"
    glNamedProgramStringEXT(7, target, GL_PROGRAM_FORMAT_ASCII_ARB, len(text), text)
    assert int(glGetNamedProgramivEXT(7, target, GL_PROGRAM_BINDING_ARB)) == 4
    assert int(glGetNamedProgramivEXT(7, target, GL_PROGRAM_LENGTH_ARB)) == len(text)
    assert int(glGetProgramivARB(target, GL_PROGRAM_BINDING_ARB)) == 4


def test_initial_client_state(context):
    fresh = state(context)
    called("GenVertexArrays 1 INTS; BindVertexArray 1; {buffer}; BindBuffer PIXEL_PACK_BUFFER 1")
    called("VertexPointer 2 SHORT 8 4; EnableClientState VERTEX_ARRAY; BindVertexArray 0")
    called("VertexPointer 3 INT 16 4; EnableClientState VERTEX_ARRAY; EnableVertexAttribArray 3")
    called("ClientActiveTexture TEXTURE2; BindVertexArray 1; PixelStorei PACK_ROW_LENGTH 7")
    used = state(context)
    glPushClientAttribDefaultEXT(GL_CLIENT_PIXEL_STORE_BIT)
    assert glGetIntegerv(GL_PACK_ROW_LENGTH) == glGetIntegerv(GL_PIXEL_PACK_BUFFER_BINDING) == 0
    assert glGetIntegerv(GL_VERTEX_ARRAY_BINDING) == 1
    glPushClientAttribDefaultEXT(0xFFFFFFFF)
    # All but the objects is as it was at first.
    left = {path.split(".")[0] for path in difference(fresh, state(context))}
    assert left <= {"buffers", "vertex_arrays", "attribute_stacks"}
    assert glGetIntegerv(GL_VERTEX_ARRAY_BINDING) == 0
    assert glGetIntegerv(GL_VERTEX_ARRAY_SIZE) == 4
    glPopClientAttrib()
    glPopClientAttrib()
    assert difference(used, state(context)) == {}


def test_what_display_lists_take_of_it(context):
    """The overview: they "can be compiled into display lists"; chapter 5 lists the exceptions."""
    pixels = np.full((2, 2, 4), 7, np.uint8)
    glNewList(1, GL_COMPILE)
    glMatrixTranslatefEXT(GL_PROJECTION, 1, 2, 3)
    glTextureParameteriEXT(5, GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP)
    glTextureImage2DEXT(5, GL_TEXTURE_2D, 0, GL_RGBA8, 2, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels)
    glAccum(GL_ADD, 0.5)
    glNamedBufferDataEXT(3, 4, None, GL_STATIC_DRAW)
    glNamedRenderbufferStorageEXT(3, GL_RGBA8, 1, 1)
    glClientAttribDefaultEXT(0)
    glEndList()
    assert glIsBuffer(3)
    assert glIsRenderbuffer(3)
    assert not glIsTexture(5)
    assert context.framebuffers.accumulated is None
    pixels[:] = 9
    glCallList(1)
    assert glGetFloatv(GL_PROJECTION_MATRIX)[3].tolist() == [1, 2, 3, 1]
    assert glGetTextureParameterivEXT(5, GL_TEXTURE_2D, GL_TEXTURE_WRAP_S) == GL_CLAMP
    found = np.zeros(16, np.uint8)
    glGetTextureImageEXT(5, GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, found)
    assert (found == 7).all()
    assert context.framebuffers.accumulated.data.any()
