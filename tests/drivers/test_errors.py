"""The error of each refused call by the specifications, and by Mesa."""

from __future__ import annotations

from softgl.bench.llvmpipe import driver_command
from tests.drivers.mesa import mesa_context
from tests.gl.error_table import CODES, calls_of, rows

# Where Mesa 22.3 has another opinion: the row, and its code (None: it takes the call).
MESA = {
    # One number for a colour: Mesa reads it, and zeros or what lies behind it.
    "Begin POINTS; Materialf FRONT AMBIENT 1.": None,
    "Lightf LIGHT0 AMBIENT 1.": None,
    "LightModeli LIGHT_MODEL_AMBIENT 1": None,
    "Materialf FRONT DIFFUSE 1.": None,
    "PointParameterf POINT_DISTANCE_ATTENUATION 1.": None,
    "TexEnvi TEXTURE_ENV TEXTURE_ENV_COLOR 1": None,
    "Fogf FOG_COLOR 1.": None,
    # OpenGL 2.1, 2.5: an enumerant that is not allowable is INVALID_ENUM.
    "PointParameteri POINT_SPRITE_COORD_ORIGIN BAD": "VALUE",
    # ARB_texture_compression, "Errors": "if <border> is not zero or one"; Mesa: if it is not 0.
    "CompressedTexImage2D TEXTURE_2D 0 {dxt1} 6 6 2 32 BYTES": "OPERATION",
    # OpenGL 2.1, 3.8.3: restrictions of formats are INVALID_OPERATION.
    "CompressedTexImage2D TEXTURE_1D_ARRAY_EXT 0 {dxt1} 4 4 0 8 BYTES": "ENUM",
    # EXT_texture_compression_s3tc, "Errors": INVALID_ENUM. Mesa looks at the image first.
    "CompressedTexSubImage3D TEXTURE_3D 0 0 0 0 4 4 1 {dxt5} 16 BYTES": "OPERATION",
    "{blocks}; CompressedTexSubImage2D TEXTURE_2D 0 0 0 4 4 BAD 16 BYTES": "OPERATION",
    # OpenGL 2.1, 6.1.4: "an image stored with an uncompressed internal format", initially 1.
    "GetCompressedTexImage TEXTURE_2D 0 BYTES": "VALUE",
    # NV_conditional_render, issue 5: "An INVALID_OPERATION error is generated."
    "{condition}; BeginQuery SAMPLES_PASSED 1": None,
    # OpenGL 2.1, 2.11.2: from MAX_TEXTURE_COORDS on "the error INVALID_OPERATION is generated".
    "ActiveTexture TEXTURE8; MatrixMode TEXTURE; LoadIdentity": None,
    "ActiveTexture TEXTURE8; MatrixMode TEXTURE; PushMatrix": None,
    # ARB_texture_rectangle, 3.8.4: "The error INVALID_ENUM is generated"; later versions differ.
    "TexParameteri TEXTURE_RECTANGLE_ARB TEXTURE_BASE_LEVEL 1": "OPERATION",
    # ARB_vertex_program, "Errors", and EXT_framebuffer_object, 4.4.4.3, name RasterPos.
    "{program}; Enable VERTEX_PROGRAM_ARB; RasterPos2f 0. 0.": None,
    "{framebuffer}; RasterPos2f 0. 0.": None,
    "{framebuffer}; DrawPixels 1 1 RGBA FLOAT DATA": "OPERATION",
    # ARB_texture_rg, 6.1.4: what is not there has the internal format 1.
    "GetTexImage TEXTURE_2D 0 RG_INTEGER BYTE BYTES": None,
    # Mesa has no geometry programs: the target is not an enum, and the command does nothing.
    "ProgramVertexLimitNV GEOMETRY_PROGRAM_NV 1": None,
    "{geometry}; ProgramVertexLimitNV GEOMETRY_PROGRAM_NV 0": "ENUM",
    "{geometry}; ProgramVertexLimitNV GEOMETRY_PROGRAM_NV -1": "ENUM",
    "{geometry}; ProgramVertexLimitNV GEOMETRY_PROGRAM_NV 1024": "ENUM",
    # NV_geometry_program4, 4.4.2.3; later versions differ.
    "{layers}; FramebufferTextureEXT FRAMEBUFFER COLOR_ATTACHMENT0 1 14": None,
    "{layers}; FramebufferTextureLayerEXT FRAMEBUFFER COLOR_ATTACHMENT0 9 0 0": "OPERATION",
    "{cube}; FramebufferTextureLayerEXT FRAMEBUFFER COLOR_ATTACHMENT0 1 0 0": None,
    # Mesa's renderbuffers are larger.
    "{renderbuffer}; RenderbufferStorageMultisampleEXT RENDERBUFFER_EXT 4 RGBA8 9000 1": None,
    # Mesa blends no vertices: it has one stack of model-view matrices.
    "MatrixMode MODELVIEW1_ARB; PopMatrix": "ENUM",
    # Its compatibility contexts have the formats of OpenGL 3.1 by the extension's name, too.
    "TexBufferEXT TEXTURE_BUFFER_EXT R8 0": None,
    # OpenGL 3.3, 2.9.1: "if offset + size is greater than the value of BUFFER_SIZE". Later
    # versions do not ask.
    "{range} 0 1 0 20": None,
    "{range} 0 1 12 8": None,
    "{range} 0 2 0 4": None,
    # It looks at the query, and for a program, before it looks at the mode.
    "BeginConditionalRender 1 BAD": "VALUE",
    "BeginTransformFeedback QUADS": "OPERATION",
    # EXT_vertex_array, "Errors": a <count> that is negative. Mesa drops the count.
    "VertexPointerEXT 2 FLOAT 0 -1 DATA": None,
    # EXT_direct_state_access: as the commands that it stands for, OpenGL 2.1, 2.11.2.
    "MatrixLoadIdentityEXT TEXTURE12": "ENUM",
    # ActiveTexture and ClientActiveTexture of invalid units.
    "MultiTexCoordPointerEXT TEXTURE12 2 FLOAT 0 DATA": None,
    # Section 2.9: "There is no buffer corresponding to the name zero, these commands generate the
    # INVALID_OPERATION error".
    "NamedCopyBufferSubDataEXT 0 1 0 0 0": None,
    # Likewise no renderbuffer and no framebuffer has the name zero.
    "NamedRenderbufferStorageEXT 0 RGBA8 1 1": None,
    "NamedFramebufferTexture2DEXT 0 COLOR_ATTACHMENT0 TEXTURE_2D 0 0": "ENUM",
    # PRIMITIVE_RESTART_NV is in no table of section 2.10.
    "{generated}; EnableVertexArrayEXT 1 PRIMITIVE_RESTART_NV": None,
    # "INVALID_VALUE [...] if index is outside the valid range for the indexed state target".
    "{generated}; GetVertexArrayPointeri_vEXT 1 8 TEXTURE_COORD_ARRAY_POINTER DATA": None,
    "EnableIndexedEXT TEXTURE_2D 99": None,
    # ARB_texture_storage_multisample, "Errors": INVALID_OPERATION for "sampler state".
    "TexParameteri TEXTURE_2D_MULTISAMPLE TEXTURE_MIN_FILTER NEAREST": "ENUM",
    # ARB_direct_state_access, 8.14.4: INVALID_OPERATION for another effective target.
    "BindTexture TEXTURE_BUFFER_EXT 1; GenerateTextureMipmap 1": "ENUM",
    # OpenGL 3.3, 2.5: a negative sizei is INVALID_VALUE.
    "BindTexture TEXTURE_2D 1; {image}; GetTextureImage 1 0 RGBA FLOAT -1 DATA": None,
    "BindBuffersBase UNIFORM_BUFFER 0 -1 null": "OPERATION",
    "BindVertexBuffers 0 -1 null null null": "OPERATION",
    # OpenGL 3.3, 2.9.3: commands that would modify a mapped data store.
    "{ended}; {buffer}; MapNamedBuffer 1 READ_ONLY; "
    "GetQueryBufferObjectiv 1 1 QUERY_RESULT 0": None,
    # It has image units.
    "BindImageTextures 0 1 null": None,
    "GetFloatIndexedvEXT TEXTURE_MATRIX 99 DATA": "ENUM",
    "GetFloatIndexedvEXT PROGRAM_MATRIX_EXT 8 DATA": "ENUM",
}
# Commands that Mesa lacks: its functions of these names do nothing, or say INVALID_OPERATION.
LACKING = {
    "glFramebufferTextureFaceEXT",
    "glRenderbufferStorageMultisampleCoverageNV",
    "glVertexBlendARB",
    "glWeightPointerARB",
    "glWeightfvARB",
    *(f"gl{verb}OcclusionQuer{end}NV" for verb, end in (
        ("Gen", "ies"), ("Delete", "ies"), ("Is", "y"), ("Begin", "y"), ("End", "y"),
        ("Get", "yiv"), ("Get", "yuiv"),
    )),
}  # fmt: skip


def rows_of_mesa():
    """Returns (calls, code) of the rows that end in a command of Mesa."""
    for _, calls, code in rows():
        if calls_of(calls)[-1][0] not in LACKING:
            yield calls, code


def codes_of_mesa() -> dict[str, int]:
    """The error that Mesa has for the last call of each row."""
    found = {}
    for calls, _ in rows_of_mesa():
        with mesa_context(8, 8):
            for name, arguments in calls_of(calls):
                driver_command(name)(*arguments)
            if any(name == "glBegin" for name, _ in calls_of(calls)):
                driver_command("glEnd")()
            found[calls] = driver_command("glGetError")()
    return found


def test_errors(mesa):
    found, wrong = codes_of_mesa(), []
    for calls, code in rows_of_mesa():
        expected = CODES.get(MESA[calls], 0) if calls in MESA else code
        if found[calls] != expected:
            wrong.append(f"{calls}: expected {expected:#x}, found {found[calls]:#x}")
    assert not wrong, "\n".join(wrong)
