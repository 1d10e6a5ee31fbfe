"""The errors of commands, chapter by chapter, as the specifications have them.

A row is calls with "; " between them, the last one refused, and the code after "->".
Names are those of GL without their prefix. BAD is not an enum; DATA, INTS, DOUBLES, BYTES are
arrays, null is None. A list of GLintptr ends in L. SETUPS has the calls that {words} stand for.
"""

from __future__ import annotations

import numpy as np

from softgl.gl.api import enums

TABLE = {
    # A symbolic constant that is not allowable; a negative sizei; End without Begin.
    "OpenGL 2.1, 2.5, 2.6": """
        Begin BAD -> ENUM
        Begin 99 -> ENUM
        End -> OPERATION
        Begin POINTS; Begin POINTS -> OPERATION
        Begin POINTS; Clear 16384 -> OPERATION
        Begin POINTS; Accum LOAD 1. -> OPERATION
        Begin POINTS; ClearAccum 1. 1. 1. 1. -> OPERATION
        Begin POINTS; GetError -> OPERATION
        Begin POINTS; IsEnabled BLEND -> OPERATION
        Begin POINTS; GetIntegerv VIEWPORT DATA -> OPERATION
        Begin POINTS; Flush -> OPERATION
        Begin POINTS; Finish -> OPERATION
        Begin POINTS; DrawArrays POINTS 0 1 -> OPERATION
        Begin POINTS; Rectf 0. 0. 1. 1. -> OPERATION
        Begin POINTS; GenTextures 1 DATA -> OPERATION
        Begin POINTS; BindBuffer ARRAY_BUFFER 0 -> OPERATION
        Begin POINTS; LoadIdentity -> OPERATION
        Begin POINTS; ColorMaterial FRONT AMBIENT -> OPERATION
        Begin POINTS; Lightf LIGHT0 SPOT_CUTOFF 1. -> OPERATION
        Begin POINTS; ShadeModel FLAT -> OPERATION
        Begin POINTS; Enable BLEND -> OPERATION
        Begin POINTS; PushAttrib 0 -> OPERATION
        Begin POINTS; RasterPos2f 0. 0. -> OPERATION
        Begin POINTS; Bitmap 0 0 0. 0. 0. 0. null -> OPERATION
        Begin POINTS; Materialf FRONT AMBIENT 1. -> ENUM
        Begin POINTS; Materialf BAD SHININESS 1. -> ENUM
        Begin POINTS; VertexAttrib4f 16 1. 2. 3. 4. -> VALUE
    """,
    "OpenGL 2.1, 2.7, 2.8: vertex arrays": """
        ActiveTexture BAD -> ENUM
        ClientActiveTexture BAD -> ENUM
        ClientActiveTexture TEXTURE8 -> ENUM
        VertexAttrib1f 16 0. -> VALUE
        VertexPointer 1 FLOAT 0 DATA -> VALUE
        VertexPointer 5 FLOAT 0 DATA -> VALUE
        VertexPointer 2 UNSIGNED_BYTE 0 DATA -> ENUM
        VertexPointer 2 FLOAT -1 DATA -> VALUE
        NormalPointer UNSIGNED_BYTE 0 DATA -> ENUM
        NormalPointer FLOAT -4 DATA -> VALUE
        ColorPointer 2 FLOAT 0 DATA -> VALUE
        ColorPointer 3 BAD 0 DATA -> ENUM
        SecondaryColorPointer 2 FLOAT 0 DATA -> VALUE
        SecondaryColorPointer 3 BAD 0 DATA -> ENUM
        IndexPointer UNSIGNED_SHORT 0 DATA -> ENUM
        IndexPointer FLOAT -1 DATA -> VALUE
        FogCoordPointer INT 0 DATA -> ENUM
        FogCoordPointer FLOAT -1 DATA -> VALUE
        TexCoordPointer 0 FLOAT 0 DATA -> VALUE
        TexCoordPointer 5 FLOAT 0 DATA -> VALUE
        TexCoordPointer 2 UNSIGNED_INT 0 DATA -> ENUM
        EdgeFlagPointer -1 DATA -> VALUE
        VertexAttribPointer 16 4 FLOAT 0 0 DATA -> VALUE
        VertexAttribPointer 1 0 FLOAT 0 0 DATA -> VALUE
        VertexAttribPointer 1 5 FLOAT 0 0 DATA -> VALUE
        VertexAttribPointer 1 4 BAD 0 0 DATA -> ENUM
        VertexAttribPointer 1 4 FLOAT 0 -1 DATA -> VALUE
        InterleavedArrays BAD 0 DATA -> ENUM
        InterleavedArrays V2F -1 DATA -> VALUE
        EnableClientState BLEND -> ENUM
        DisableClientState BAD -> ENUM
        EnableVertexAttribArray 16 -> VALUE
        DisableVertexAttribArray 4000000000 -> VALUE
        DrawArrays BAD 0 3 -> ENUM
        DrawArrays TRIANGLES 0 -3 -> VALUE
        DrawElements BAD 1 UNSIGNED_INT DATA -> ENUM
        DrawElements TRIANGLES -1 UNSIGNED_INT DATA -> VALUE
        DrawElements TRIANGLES 1 INT DATA -> ENUM
        DrawRangeElements TRIANGLES 2 1 1 UNSIGNED_INT DATA -> VALUE
        DrawRangeElements TRIANGLES 0 1 -1 UNSIGNED_INT DATA -> VALUE
        DrawRangeElements TRIANGLES 0 1 1 FLOAT DATA -> ENUM
        MultiDrawArrays BAD INTS INTS 1 -> ENUM
        MultiDrawArrays TRIANGLES INTS INTS -1 -> VALUE
    """,
    "OpenGL 2.1, 2.9: buffer objects": """
        BindBuffer BAD 1 -> ENUM
        GenBuffers -1 DATA -> VALUE
        DeleteBuffers -1 INTS -> VALUE
        BufferData BAD 4 DATA STATIC_DRAW -> ENUM
        BufferData ARRAY_BUFFER 4 DATA STATIC_DRAW -> OPERATION
        BindBuffer ARRAY_BUFFER 1; BufferData ARRAY_BUFFER 4 DATA BAD -> ENUM
        BindBuffer ARRAY_BUFFER 1; BufferData ARRAY_BUFFER -4 DATA STATIC_DRAW -> VALUE
        BufferSubData ARRAY_BUFFER 0 4 DATA -> OPERATION
        BindBuffer ARRAY_BUFFER 1; BufferSubData ARRAY_BUFFER 0 4 DATA -> VALUE
        BindBuffer ARRAY_BUFFER 1; BufferSubData ARRAY_BUFFER -1 0 DATA -> VALUE
        BindBuffer ARRAY_BUFFER 1; BufferSubData ARRAY_BUFFER 0 -1 DATA -> VALUE
        {buffer}; MapBuffer ARRAY_BUFFER READ_ONLY; BufferSubData ARRAY_BUFFER 0 4 DATA -> OPERATION
        {buffer}; BufferSubData ARRAY_BUFFER 8 12 DATA -> VALUE
        {buffer}; GetBufferSubData ARRAY_BUFFER 8 12 DATA -> VALUE
        {buffer}; GetBufferSubData ARRAY_BUFFER -1 4 DATA -> VALUE
        GetBufferSubData ARRAY_BUFFER 0 4 DATA -> OPERATION
        MapBuffer BAD READ_ONLY -> ENUM
        MapBuffer ARRAY_BUFFER READ_ONLY -> OPERATION
        {buffer}; MapBuffer ARRAY_BUFFER BAD -> ENUM
        {buffer}; MapBuffer ARRAY_BUFFER READ_ONLY; MapBuffer ARRAY_BUFFER READ_ONLY -> OPERATION
        UnmapBuffer BAD -> ENUM
        UnmapBuffer ARRAY_BUFFER -> OPERATION
        {buffer}; UnmapBuffer ARRAY_BUFFER -> OPERATION
        GetBufferParameteriv ARRAY_BUFFER BUFFER_SIZE DATA -> OPERATION
        {buffer}; GetBufferParameteriv ARRAY_BUFFER BAD DATA -> ENUM
        {buffer}; GetBufferPointerv ARRAY_BUFFER BAD DATA -> ENUM
    """,
    "OpenGL 2.1, 2.11: transformations": """
        Viewport 0 0 -1 1 -> VALUE
        Viewport 0 0 1 -1 -> VALUE
        MatrixMode BAD -> ENUM
        Frustum 1. 1. 0. 1. 1. 2. -> VALUE
        Frustum 0. 1. 2. 2. 1. 2. -> VALUE
        Frustum 0. 1. 0. 1. 0. 2. -> VALUE
        Frustum 0. 1. 0. 1. 1. -2. -> VALUE
        Frustum 0. 1. 0. 1. 2. 2. -> VALUE
        Ortho 1. 1. 0. 1. 1. 2. -> VALUE
        Ortho 0. 1. 2. 2. 1. 2. -> VALUE
        Ortho 0. 1. 0. 1. 2. 2. -> VALUE
        PopMatrix -> UNDERFLOW
        MatrixMode TEXTURE; PopMatrix -> UNDERFLOW
        TexGeni BAD TEXTURE_GEN_MODE EYE_LINEAR -> ENUM
        TexGeni S BAD EYE_LINEAR -> ENUM
        TexGeni S TEXTURE_GEN_MODE BAD -> ENUM
        TexGeni R TEXTURE_GEN_MODE SPHERE_MAP -> ENUM
        TexGeni Q TEXTURE_GEN_MODE SPHERE_MAP -> ENUM
        TexGeni Q TEXTURE_GEN_MODE REFLECTION_MAP -> ENUM
        TexGenf Q TEXTURE_GEN_MODE 34065. -> ENUM
        ActiveTexture TEXTURE8; TexGeni S TEXTURE_GEN_MODE EYE_LINEAR -> OPERATION
        ActiveTexture TEXTURE8; GetTexGeniv S TEXTURE_GEN_MODE DATA -> OPERATION
        ActiveTexture TEXTURE8; Enable TEXTURE_GEN_S -> OPERATION
        ActiveTexture TEXTURE8; MatrixMode TEXTURE; LoadIdentity -> OPERATION
        ActiveTexture TEXTURE8; MatrixMode TEXTURE; PushMatrix -> OPERATION
        ActiveTexture TEXTURE8; GetFloatv TEXTURE_MATRIX DATA -> OPERATION
        ActiveTexture TEXTURE8; GetFloatv TEXTURE_STACK_DEPTH DATA -> OPERATION
        ActiveTexture TEXTURE8; GetFloatv CURRENT_TEXTURE_COORDS DATA -> OPERATION
        ActiveTexture TEXTURE8; GetFloatv CURRENT_RASTER_TEXTURE_COORDS DATA -> OPERATION
        ClipPlane BAD DOUBLES -> ENUM
        GetClipPlane BAD DOUBLES -> ENUM
    """,
    "OpenGL 2.1, 2.14: lighting": """
        FrontFace BAD -> ENUM
        Lightf BAD SPOT_CUTOFF 1. -> ENUM
        Lightf LIGHT0 BAD 1. -> ENUM
        Lightf LIGHT0 AMBIENT 1. -> ENUM
        Lightf LIGHT0 SPOT_CUTOFF 90.5 -> VALUE
        Lightf LIGHT0 SPOT_CUTOFF -1. -> VALUE
        Lightf LIGHT0 SPOT_EXPONENT 128.5 -> VALUE
        Lightf LIGHT0 SPOT_EXPONENT -1. -> VALUE
        Lightf LIGHT0 CONSTANT_ATTENUATION -1. -> VALUE
        Lighti LIGHT0 LINEAR_ATTENUATION -1 -> VALUE
        Lightfv LIGHT0 QUADRATIC_ATTENUATION [-1.,0.,0.,0.] -> VALUE
        LightModeli BAD 1 -> ENUM
        LightModeli LIGHT_MODEL_AMBIENT 1 -> ENUM
        LightModeli LIGHT_MODEL_COLOR_CONTROL BAD -> ENUM
        Materialf BAD SHININESS 1. -> ENUM
        Materialf FRONT BAD 1. -> ENUM
        Materialf FRONT DIFFUSE 1. -> ENUM
        Materialf FRONT SHININESS 128.5 -> VALUE
        Materialf FRONT SHININESS -1. -> VALUE
        ColorMaterial BAD AMBIENT -> ENUM
        ColorMaterial FRONT SHININESS -> ENUM
        ShadeModel BAD -> ENUM
        GetLightfv BAD AMBIENT DATA -> ENUM
        GetLightfv LIGHT0 BAD DATA -> ENUM
        GetMaterialfv FRONT_AND_BACK AMBIENT DATA -> ENUM
        GetMaterialfv FRONT AMBIENT_AND_DIFFUSE DATA -> ENUM
    """,
    "OpenGL 2.1, 3.3 to 3.5: points, lines, polygons": """
        PointSize 0. -> VALUE
        PointSize -1. -> VALUE
        PointParameterf BAD 1. -> ENUM
        PointParameterf POINT_DISTANCE_ATTENUATION 1. -> ENUM
        PointParameterf POINT_SIZE_MIN -1. -> VALUE
        PointParameterf POINT_SIZE_MAX -1. -> VALUE
        PointParameteri POINT_FADE_THRESHOLD_SIZE -1 -> VALUE
        PointParameteri POINT_SPRITE_COORD_ORIGIN BAD -> ENUM
        LineWidth 0. -> VALUE
        LineWidth -1. -> VALUE
        CullFace LEFT -> ENUM
        PolygonMode FRONT BAD -> ENUM
        PolygonMode LEFT LINE -> ENUM
    """,
    "OpenGL 2.1, 3.6: pixels": """
        PixelStorei BAD 1 -> ENUM
        PixelStorei PACK_ALIGNMENT 3 -> VALUE
        PixelStorei UNPACK_ALIGNMENT 0 -> VALUE
        PixelStorei UNPACK_ROW_LENGTH -1 -> VALUE
        PixelStorei PACK_SKIP_PIXELS -1 -> VALUE
        PixelStoref UNPACK_SKIP_IMAGES -1. -> VALUE
        PixelTransferf BAD 1. -> ENUM
        PixelTransferi UNPACK_ALIGNMENT 1 -> ENUM
        PixelMapfv BAD 1 DATA -> ENUM
        PixelMapfv PIXEL_MAP_R_TO_R 0 DATA -> VALUE
        PixelMapfv PIXEL_MAP_R_TO_R -1 DATA -> VALUE
        PixelMapfv PIXEL_MAP_I_TO_R 3 DATA -> VALUE
        PixelMapfv PIXEL_MAP_S_TO_S 3 DATA -> VALUE
        GetPixelMapfv BAD DATA -> ENUM
        DrawPixels -1 1 RGBA FLOAT DATA -> VALUE
        DrawPixels 1 -1 RGBA FLOAT DATA -> VALUE
        DrawPixels 1 1 BAD FLOAT DATA -> ENUM
        DrawPixels 1 1 RGBA BAD DATA -> ENUM
        DrawPixels 1 1 RGBA BITMAP DATA -> ENUM
        DrawPixels 1 1 RGBA UNSIGNED_BYTE_3_3_2 DATA -> OPERATION
        DrawPixels 1 1 RGB UNSIGNED_SHORT_4_4_4_4 DATA -> OPERATION
        Bitmap -1 1 0. 0. 0. 0. DATA -> VALUE
        Bitmap 1 -1 0. 0. 0. 0. DATA -> VALUE
        ReadPixels 0 0 -1 1 RGBA FLOAT DATA -> VALUE
        ReadPixels 0 0 1 1 BAD FLOAT DATA -> ENUM
        ReadPixels 0 0 1 1 RGBA BAD DATA -> ENUM
        ReadPixels 0 0 1 1 RGBA UNSIGNED_SHORT_5_6_5 DATA -> OPERATION
        ReadPixels 0 0 1 1 COLOR_INDEX UNSIGNED_BYTE DATA -> OPERATION
        CopyPixels 0 0 -1 1 COLOR -> VALUE
        CopyPixels 0 0 1 -1 COLOR -> VALUE
        CopyPixels 0 0 1 1 BAD -> ENUM
        ReadBuffer BAD -> ENUM
        ReadBuffer AUX0 -> OPERATION
    """,
    "OpenGL 2.1, 3.8.3, EXT_texture_compression_s3tc, EXT_texture_compression_rgtc": """
        CompressedTexImage1D TEXTURE_1D 0 {dxt1} 4 0 8 BYTES -> ENUM
        CompressedTexImage1D TEXTURE_1D 0 COMPRESSED_RED_RGTC1 4 0 8 BYTES -> ENUM
        CompressedTexImage1D TEXTURE_1D 0 COMPRESSED_RGB 4 0 8 BYTES -> ENUM
        CompressedTexImage2D BAD 0 {dxt1} 4 4 0 8 BYTES -> ENUM
        CompressedTexImage2D TEXTURE_CUBE_MAP 0 {dxt1} 4 4 0 8 BYTES -> ENUM
        CompressedTexImage2D TEXTURE_RECTANGLE_ARB 0 {dxt1} 4 4 0 8 BYTES -> ENUM
        CompressedTexImage2D TEXTURE_1D_ARRAY_EXT 0 {dxt1} 4 4 0 8 BYTES -> OPERATION
        CompressedTexImage2D TEXTURE_2D 0 COMPRESSED_RGB 4 4 0 8 BYTES -> ENUM
        CompressedTexImage2D TEXTURE_2D 0 COMPRESSED_SRGB_ALPHA 4 4 0 8 BYTES -> ENUM
        CompressedTexImage2D TEXTURE_2D 0 RGBA8 2 1 0 8 BYTES -> ENUM
        CompressedTexImage2D TEXTURE_2D 0 4 2 1 0 8 BYTES -> ENUM
        CompressedTexImage2D TEXTURE_2D 0 BAD 4 4 0 8 BYTES -> ENUM
        CompressedTexImage2D TEXTURE_2D -1 {dxt1} 4 4 0 8 BYTES -> VALUE
        CompressedTexImage2D TEXTURE_2D 99 {dxt1} 4 4 0 8 BYTES -> VALUE
        CompressedTexImage2D TEXTURE_2D 0 {dxt1} -4 4 0 8 BYTES -> VALUE
        CompressedTexImage2D TEXTURE_2D 0 {dxt1} 4 99999 0 8 BYTES -> VALUE
        CompressedTexImage2D TEXTURE_2D 0 {dxt1} 6 6 1 32 BYTES -> OPERATION
        CompressedTexImage2D TEXTURE_2D 0 COMPRESSED_SIGNED_RED_RGTC1 6 6 1 32 BYTES -> OPERATION
        CompressedTexImage2D TEXTURE_2D 0 {dxt1} 6 6 2 32 BYTES -> VALUE
        CompressedTexImage2D TEXTURE_2D 0 {dxt1} 4 4 0 7 BYTES -> VALUE
        CompressedTexImage2D TEXTURE_2D 0 {dxt1} 4 4 0 16 BYTES -> VALUE
        CompressedTexImage2D TEXTURE_2D 0 {dxt1} 4 4 0 -8 BYTES -> VALUE
        CompressedTexImage2D TEXTURE_2D 0 {dxt5} 5 4 0 16 BYTES -> VALUE
        CompressedTexImage2D TEXTURE_2D 0 COMPRESSED_RG_RGTC2 4 4 0 8 BYTES -> VALUE
        CompressedTexImage2D TEXTURE_2D 0 COMPRESSED_LUMINANCE_LATC1_EXT 4 4 0 16 BYTES -> VALUE
        CompressedTexImage2D PROXY_TEXTURE_2D 0 {dxt1} 4 4 0 7 BYTES -> VALUE
        CompressedTexImage3D TEXTURE_3D 0 {dxt1} 4 4 1 0 8 BYTES -> ENUM
        CompressedTexImage3D TEXTURE_3D 0 COMPRESSED_RED_RGTC1 4 4 1 0 8 BYTES -> ENUM
        CompressedTexImage3D TEXTURE_2D 0 {dxt1} 4 4 1 0 8 BYTES -> ENUM
        CompressedTexImage3D TEXTURE_2D_ARRAY_EXT 0 {dxt1} 4 4 3 0 8 BYTES -> VALUE
        {blocks}; CompressedTexSubImage1D TEXTURE_1D 0 0 4 {dxt5} 16 BYTES -> ENUM
        {blocks}; CompressedTexSubImage2D PROXY_TEXTURE_2D 0 0 0 4 4 {dxt5} 16 BYTES -> ENUM
        {blocks}; CompressedTexSubImage2D TEXTURE_2D 0 0 0 4 4 COMPRESSED_RGBA 16 BYTES -> ENUM
        {blocks}; CompressedTexSubImage2D TEXTURE_2D 0 0 0 4 4 BAD 16 BYTES -> ENUM
        {blocks}; CompressedTexSubImage2D TEXTURE_2D 0 0 0 4 4 {dxt3} 16 BYTES -> OPERATION
        {blocks}; CompressedTexSubImage2D TEXTURE_2D 1 0 0 4 4 {dxt5} 16 BYTES -> OPERATION
        {image}; CompressedTexSubImage2D TEXTURE_2D 0 0 0 4 4 {dxt5} 16 BYTES -> OPERATION
        {blocks}; CompressedTexSubImage2D TEXTURE_2D -1 0 0 4 4 {dxt5} 16 BYTES -> VALUE
        {blocks}; CompressedTexSubImage2D TEXTURE_2D 0 8 0 4 4 {dxt5} 16 BYTES -> VALUE
        {blocks}; CompressedTexSubImage2D TEXTURE_2D 0 -4 0 4 4 {dxt5} 16 BYTES -> VALUE
        {blocks}; CompressedTexSubImage2D TEXTURE_2D 0 4 4 4 4 {dxt5} 16 BYTES -> VALUE
        {blocks}; CompressedTexSubImage2D TEXTURE_2D 0 2 0 4 4 {dxt5} 16 BYTES -> OPERATION
        {blocks}; CompressedTexSubImage2D TEXTURE_2D 0 0 2 4 4 {dxt5} 16 BYTES -> OPERATION
        {blocks}; CompressedTexSubImage2D TEXTURE_2D 0 0 0 3 4 {dxt5} 16 BYTES -> OPERATION
        {blocks}; CompressedTexSubImage2D TEXTURE_2D 0 0 0 4 2 {dxt5} 16 BYTES -> OPERATION
        {blocks}; CompressedTexSubImage2D TEXTURE_2D 0 0 0 8 4 {dxt5} 16 BYTES -> VALUE
        {blocks}; CompressedTexSubImage2D TEXTURE_2D 0 0 0 4 4 {dxt5} 15 BYTES -> VALUE
        CompressedTexSubImage3D TEXTURE_3D 0 0 0 0 4 4 1 {dxt5} 16 BYTES -> ENUM
        {blocks}; TexSubImage2D TEXTURE_2D 0 2 0 4 4 RGBA FLOAT DATA -> OPERATION
        {blocks}; TexSubImage2D TEXTURE_2D 0 4 0 3 4 RGBA FLOAT DATA -> OPERATION
        {blocks}; TexSubImage2D TEXTURE_2D 0 0 4 3 2 RGBA FLOAT DATA -> OPERATION
        {blocks}; TexSubImage2D TEXTURE_2D 0 0 4 4 1 RGBA FLOAT DATA -> OPERATION
        {blocks}; CopyTexSubImage2D TEXTURE_2D 0 4 0 0 0 2 4 -> OPERATION
        {blocks}; CopyTexSubImage2D TEXTURE_2D 0 0 2 0 0 4 4 -> OPERATION
        {image}; GetCompressedTexImage TEXTURE_2D 0 BYTES -> OPERATION
        GetCompressedTexImage TEXTURE_2D 0 BYTES -> OPERATION
        {blocks}; GetCompressedTexImage TEXTURE_2D -1 BYTES -> VALUE
        {blocks}; GetCompressedTexImage TEXTURE_2D 99 BYTES -> VALUE
        GetCompressedTexImage PROXY_TEXTURE_2D 0 BYTES -> ENUM
        GetCompressedTexImage BAD 0 BYTES -> ENUM
        GetTexLevelParameteriv PROXY_TEXTURE_2D 0 TEXTURE_COMPRESSED_IMAGE_SIZE INTS -> OPERATION
        GetTexLevelParameteriv TEXTURE_2D 0 TEXTURE_COMPRESSED_IMAGE_SIZE INTS -> OPERATION
    """,
    # The same under its name of OpenGL 3.1, whose formats are others.
    "OpenGL 3.3, 3.9.7": """
        TexBuffer TEXTURE_1D R8 0 -> ENUM
        TexBuffer TEXTURE_BUFFER_EXT RGB8 0 -> ENUM
        TexBuffer TEXTURE_BUFFER_EXT R8 7 -> OPERATION
        TexBufferEXT TEXTURE_BUFFER_EXT R8 0 -> ENUM
        MultiTexBufferEXT TEXTURE0 TEXTURE_BUFFER_EXT R8 0 -> ENUM
    """,
    # Where extensions have INVALID_OPERATION for an index that is too large.
    "OpenGL 3.3, 2.9.1, 4.1.8, 4.2.2, 6.1.1": """
        ColorMaski 8 1 1 1 1 -> VALUE
        Enablei BLEND 8 -> VALUE
        Disablei BLEND 8 -> VALUE
        IsEnabledi BLEND 8 -> VALUE
        GetBooleani_v COLOR_WRITEMASK 8 INTS -> VALUE
        GetIntegeri_v BLEND 8 INTS -> VALUE
        GetIntegeri_v TRANSFORM_FEEDBACK_BUFFER_BINDING 4 INTS -> VALUE
        Enablei DITHER 0 -> ENUM
        Disablei DITHER 8 -> ENUM
        IsEnabledi COLOR_WRITEMASK 0 -> ENUM
        GetBooleani_v DEPTH_TEST 0 INTS -> ENUM
        BindBufferBase ARRAY_BUFFER 0 1 -> ENUM
        BindBufferBase TRANSFORM_FEEDBACK_BUFFER 4 1 -> VALUE
        BindBufferBaseEXT TRANSFORM_FEEDBACK_BUFFER 4 1 -> VALUE
        BindBufferBaseNV TRANSFORM_FEEDBACK_BUFFER 4 1 -> OPERATION
        BindBufferOffsetEXT TRANSFORM_FEEDBACK_BUFFER 4 1 0 -> VALUE
        BindBufferRangeEXT TRANSFORM_FEEDBACK_BUFFER 4 1 0 4 -> VALUE
        BindBufferRangeNV TRANSFORM_FEEDBACK_BUFFER 4 1 0 4 -> OPERATION
        {range} 4 1 0 4 -> VALUE
        {range} 0 1 0 0 -> VALUE
        {range} 0 1 0 -4 -> VALUE
        {range} 0 1 2 4 -> VALUE
        {range} 0 1 0 6 -> VALUE
        {range} 0 1 -4 4 -> VALUE
        {range} 0 1 0 20 -> VALUE
        {range} 0 1 12 8 -> VALUE
        {range} 0 2 0 4 -> VALUE
    """,
    # Errors that are the same in OpenGL and in the extension.
    "OpenGL 3.3, 2.7, 2.8, 2.18, 2.19, 3.9.8, 4.4.2, 6.1": """
        BeginConditionalRender 1 QUERY_WAIT -> VALUE
        BeginConditionalRender 1 BAD -> ENUM
        EndConditionalRender -> OPERATION
        BeginTransformFeedback POINTS -> OPERATION
        BeginTransformFeedback QUADS -> ENUM
        EndTransformFeedback -> OPERATION
        ClampColor BAD TRUE -> ENUM
        ClampColor CLAMP_READ_COLOR 2 -> ENUM
        VertexAttribI4i 16 0 0 0 0 -> VALUE
        VertexAttribI4ubv 16 INTS -> VALUE
        VertexAttribIPointer 16 4 INT 0 null -> VALUE
        VertexAttribIPointer 0 4 INT -1 null -> VALUE
        VertexAttribIPointer 0 5 INT 0 null -> VALUE
        VertexAttribIPointer 0 4 FLOAT 0 null -> ENUM
        VertexAttribDivisor 16 1 -> VALUE
        GetVertexAttribIiv 16 VERTEX_ATTRIB_ARRAY_SIZE INTS -> VALUE
        GetVertexAttribIuiv 1 BAD INTS -> ENUM
        GetVertexAttribIiv 0 CURRENT_VERTEX_ATTRIB INTS -> OPERATION
        TexParameterIiv TEXTURE_2D BAD INTS -> ENUM
        TexParameterIuiv BAD TEXTURE_BORDER_COLOR INTS -> ENUM
        GetTexParameterIiv TEXTURE_2D BAD INTS -> ENUM
        GetTexParameterIuiv BAD TEXTURE_BORDER_COLOR INTS -> ENUM
        DrawArraysInstanced BAD 0 1 1 -> ENUM
        DrawArraysInstanced POINTS -1 1 1 -> VALUE
        DrawArraysInstanced POINTS 0 1 -1 -> VALUE
        DrawElementsInstanced POINTS 1 FLOAT INTS 1 -> ENUM
        DrawElementsInstanced POINTS -1 UNSIGNED_INT INTS 1 -> VALUE
        NewList 1 COMPILE; DrawArraysInstanced POINTS 0 1 1 -> OPERATION
        FramebufferTexture FRAMEBUFFER COLOR_ATTACHMENT0 0 0 -> OPERATION
        {flat}; FramebufferTexture FRAMEBUFFER COLOR_ATTACHMENT0 9 0 -> VALUE
        {flat}; FramebufferTexture FRAMEBUFFER COLOR_ATTACHMENT0 1 -1 -> VALUE
        {flat}; FramebufferTexture FRAMEBUFFER BAD 1 0 -> ENUM
        {flat}; FramebufferTexture BAD COLOR_ATTACHMENT0 1 0 -> ENUM
        {texels}; FramebufferTexture FRAMEBUFFER COLOR_ATTACHMENT0 1 0 -> OPERATION
        GetQueryObjecti64v 1 QUERY_RESULT INTS -> OPERATION
        BeginQuery SAMPLES_PASSED 1; GetQueryObjectui64v 1 QUERY_RESULT INTS -> OPERATION
        Begin POINTS; Enablei BLEND 0 -> OPERATION
    """,
    "EXT_texture_buffer_object": """
        TexBufferEXT BAD RGBA8 0 -> ENUM
        TexBufferEXT TEXTURE_1D RGBA8 0 -> ENUM
        TexBufferEXT TEXTURE_BUFFER_EXT BAD 0 -> ENUM
        TexBufferEXT TEXTURE_BUFFER_EXT RGB8 0 -> ENUM
        TexBufferEXT TEXTURE_BUFFER_EXT RGBA 0 -> ENUM
        TexBufferEXT TEXTURE_BUFFER_EXT RGBA8 7 -> OPERATION
        BindTexture TEXTURE_BUFFER_EXT 1; BindTexture TEXTURE_1D 1 -> OPERATION
        BindTexture TEXTURE_1D 1; BindTexture TEXTURE_BUFFER_EXT 1 -> OPERATION
        TexParameteri TEXTURE_BUFFER_EXT TEXTURE_WRAP_S CLAMP -> ENUM
        Begin POINTS; TexBufferEXT TEXTURE_BUFFER_EXT RGBA8 0 -> OPERATION
    """,
    "EXT_texture_integer, ARB_texture_rg": """
        TexImage1D TEXTURE_1D 0 RGBA8I_EXT 1 0 RGBA BYTE BYTES -> OPERATION
        TexImage2D TEXTURE_2D 0 RGBA8I_EXT 1 1 0 RGBA BYTE BYTES -> OPERATION
        TexImage2D TEXTURE_2D 0 RGBA8I_EXT 1 1 0 RGBA FLOAT DATA -> OPERATION
        TexImage2D TEXTURE_2D 0 R32UI 1 1 0 COLOR_INDEX BYTE BYTES -> OPERATION
        TexImage2D TEXTURE_2D 0 R32UI 1 1 0 DEPTH_COMPONENT FLOAT DATA -> OPERATION
        TexImage2D TEXTURE_2D 0 RGBA8 1 1 0 RGBA_INTEGER_EXT BYTE BYTES -> OPERATION
        TexImage2D TEXTURE_2D 0 RGBA32F_ARB 1 1 0 RG_INTEGER INT INTS -> OPERATION
        TexImage2D TEXTURE_2D 0 DEPTH_COMPONENT 1 1 0 RED_INTEGER_EXT INT INTS -> OPERATION
        TexImage2D TEXTURE_2D 0 RGBA8I_EXT 1 1 0 RGBA_INTEGER_EXT FLOAT DATA -> ENUM
        TexImage2D TEXTURE_2D 0 RGBA8I_EXT 1 1 0 RGBA_INTEGER_EXT HALF_FLOAT_ARB DATA -> ENUM
        TexImage2D TEXTURE_2D 0 RGBA8 1 1 0 RGBA_INTEGER_EXT FLOAT DATA -> ENUM
        TexImage2D TEXTURE_2D 0 RGBA8I_EXT 1 1 0 RGBA_INTEGER_EXT BITMAP BYTES -> ENUM
        TexImage2D TEXTURE_2D 0 RGBA8I_EXT 1 1 0 RGBA_INTEGER_EXT UNSIGNED_BYTE_3_3_2 INTS -> \
OPERATION
        TexImage2D TEXTURE_2D 0 RGB10_A2UI 1 1 0 RGBA UNSIGNED_INT_2_10_10_10_REV INTS -> OPERATION
        TexImage3D TEXTURE_3D 0 ALPHA16I_EXT 1 1 1 0 ALPHA BYTE BYTES -> OPERATION
        TexImage2D PROXY_TEXTURE_2D 0 RGBA8I_EXT 1 1 0 RGBA BYTE null -> OPERATION
        {integers}; TexSubImage2D TEXTURE_2D 0 0 0 1 1 RGBA BYTE BYTES -> OPERATION
        {integers}; TexSubImage2D TEXTURE_2D 0 0 0 1 1 RGBA_INTEGER_EXT FLOAT DATA -> ENUM
        {image}; TexSubImage2D TEXTURE_2D 0 0 0 1 1 RGBA_INTEGER_EXT BYTE BYTES -> OPERATION
        {integers}; GetTexImage TEXTURE_2D 0 RGBA BYTE BYTES -> OPERATION
        {integers}; GetTexImage TEXTURE_2D 0 RGBA_INTEGER_EXT FLOAT DATA -> ENUM
        {image}; GetTexImage TEXTURE_2D 0 RGBA_INTEGER_EXT BYTE BYTES -> OPERATION
        GetTexImage TEXTURE_2D 0 RG_INTEGER BYTE BYTES -> OPERATION
        CopyTexImage1D TEXTURE_1D 0 R8I 0 0 1 0 -> OPERATION
        CopyTexImage2D TEXTURE_2D 0 RGBA32UI_EXT 0 0 1 1 0 -> OPERATION
        {integers}; CopyTexSubImage2D TEXTURE_2D 0 0 0 0 0 1 1 -> OPERATION
        ReadPixels 0 0 1 1 RGBA_INTEGER_EXT BYTE BYTES -> OPERATION
        ReadPixels 0 0 1 1 LUMINANCE_INTEGER_EXT FLOAT DATA -> ENUM
        DrawPixels 1 1 RGBA_INTEGER_EXT FLOAT DATA -> OPERATION
        DrawPixels 1 1 RGBA_INTEGER INT INTS -> OPERATION
        DrawPixels 1 1 RG_INTEGER BYTE BYTES -> OPERATION
        TexParameterIivEXT BAD TEXTURE_WRAP_S INTS -> ENUM
        TexParameterIivEXT TEXTURE_2D BAD INTS -> ENUM
        TexParameterIuivEXT TEXTURE_2D TEXTURE_RESIDENT INTS -> ENUM
        TexParameterIuivEXT PROXY_TEXTURE_2D TEXTURE_BORDER_COLOR INTS -> ENUM
        GetTexParameterIivEXT BAD TEXTURE_BORDER_COLOR INTS -> ENUM
        GetTexParameterIivEXT TEXTURE_2D BAD INTS -> ENUM
        GetTexParameterIuivEXT PROXY_TEXTURE_2D TEXTURE_BORDER_COLOR INTS -> ENUM
        Begin POINTS; ClearColorIiEXT 0 0 0 0 -> OPERATION
        Begin POINTS; ClearColorIuiEXT 0 0 0 0 -> OPERATION
        Begin POINTS; TexParameterIivEXT TEXTURE_2D TEXTURE_WRAP_S INTS -> OPERATION
        Begin POINTS; GetTexParameterIuivEXT TEXTURE_2D TEXTURE_WRAP_S INTS -> OPERATION
    """,
    "OpenGL 2.1, 3.8: textures": """
        GenTextures -1 DATA -> VALUE
        DeleteTextures -1 INTS -> VALUE
        BindTexture BAD 1 -> ENUM
        BindTexture TEXTURE_1D 1; BindTexture TEXTURE_2D 1 -> OPERATION
        TexParameteri BAD TEXTURE_WRAP_S CLAMP -> ENUM
        TexParameteri TEXTURE_2D BAD CLAMP -> ENUM
        TexParameteri TEXTURE_2D TEXTURE_WRAP_S BAD -> ENUM
        TexParameteri TEXTURE_2D TEXTURE_MAG_FILTER LINEAR_MIPMAP_LINEAR -> ENUM
        TexParameteri TEXTURE_2D TEXTURE_MIN_FILTER BAD -> ENUM
        TexParameteri TEXTURE_2D TEXTURE_BORDER_COLOR 1 -> ENUM
        TexParameteri TEXTURE_2D TEXTURE_RESIDENT 1 -> ENUM
        TexParameteri TEXTURE_2D TEXTURE_BASE_LEVEL -1 -> VALUE
        TexParameteri TEXTURE_2D TEXTURE_MAX_LEVEL -1 -> VALUE
        TexParameterf PROXY_TEXTURE_2D TEXTURE_MIN_LOD 1. -> ENUM
        TexParameteri TEXTURE_CUBE_MAP_POSITIVE_X TEXTURE_WRAP_S CLAMP -> ENUM
        GetTexParameterfv BAD TEXTURE_WRAP_S DATA -> ENUM
        GetTexParameterfv TEXTURE_2D BAD DATA -> ENUM
        GetTexParameterfv PROXY_TEXTURE_2D TEXTURE_WRAP_S DATA -> ENUM
        GetTexLevelParameterfv BAD 0 TEXTURE_WIDTH DATA -> ENUM
        GetTexLevelParameterfv TEXTURE_2D -1 TEXTURE_WIDTH DATA -> VALUE
        GetTexLevelParameterfv TEXTURE_2D 99 TEXTURE_WIDTH DATA -> VALUE
        GetTexLevelParameterfv TEXTURE_2D 0 BAD DATA -> ENUM
        {image}; GetTexLevelParameterfv TEXTURE_2D 0 TEXTURE_COMPRESSED_IMAGE_SIZE DATA -> OPERATION
        TexImage1D BAD 0 RGBA 1 0 RGBA FLOAT DATA -> ENUM
        TexImage2D TEXTURE_1D 0 RGBA 1 1 0 RGBA FLOAT DATA -> ENUM
        TexImage2D TEXTURE_2D -1 RGBA 1 1 0 RGBA FLOAT DATA -> VALUE
        TexImage2D TEXTURE_2D 99 RGBA 1 1 0 RGBA FLOAT DATA -> VALUE
        TexImage2D TEXTURE_2D 0 BAD 1 1 0 RGBA FLOAT DATA -> VALUE
        TexImage2D TEXTURE_2D 0 5 1 1 0 RGBA FLOAT DATA -> VALUE
        TexImage2D TEXTURE_2D 0 RGBA -1 1 0 RGBA FLOAT DATA -> VALUE
        TexImage2D TEXTURE_2D 0 RGBA 1 100000 0 RGBA FLOAT DATA -> VALUE
        TexImage2D TEXTURE_2D 0 RGBA 1 1 2 RGBA FLOAT DATA -> VALUE
        TexImage2D TEXTURE_2D 0 RGBA 1 1 0 BAD FLOAT DATA -> ENUM
        TexImage2D TEXTURE_2D 0 RGBA 1 1 0 RGBA BAD DATA -> ENUM
        TexImage2D TEXTURE_2D 0 RGBA 1 1 0 RGBA UNSIGNED_BYTE_3_3_2 DATA -> OPERATION
        TexImage2D TEXTURE_2D 0 RGBA 1 1 0 DEPTH_COMPONENT FLOAT DATA -> OPERATION
        TexSubImage2D TEXTURE_2D 0 0 0 1 1 RGBA FLOAT DATA -> OPERATION
        TexSubImage2D PROXY_TEXTURE_2D 0 0 0 1 1 RGBA FLOAT DATA -> ENUM
        {image}; TexSubImage2D TEXTURE_2D 0 3 0 2 1 RGBA FLOAT DATA -> VALUE
        {image}; TexSubImage2D TEXTURE_2D 0 -1 0 2 1 RGBA FLOAT DATA -> VALUE
        {image}; TexSubImage2D TEXTURE_2D 0 0 0 -1 1 RGBA FLOAT DATA -> VALUE
        {image}; TexSubImage2D TEXTURE_2D 0 0 0 1 1 RGBA BAD DATA -> ENUM
        {image}; TexSubImage2D TEXTURE_2D 1 0 0 1 1 RGBA FLOAT DATA -> OPERATION
        {image}; CopyTexSubImage2D TEXTURE_2D 0 3 0 0 0 2 1 -> VALUE
        CopyTexSubImage2D TEXTURE_2D 0 0 0 0 0 1 1 -> OPERATION
        CopyTexImage2D TEXTURE_2D 0 3 0 0 1 1 0 -> ENUM
        CopyTexImage2D TEXTURE_2D 0 BAD 0 0 1 1 0 -> ENUM
        CopyTexImage2D TEXTURE_2D 0 RGBA 0 0 -1 1 0 -> VALUE
        CopyTexImage2D TEXTURE_2D 0 RGBA 0 0 1 1 3 -> VALUE
        CopyTexImage2D PROXY_TEXTURE_2D 0 RGBA 0 0 1 1 0 -> ENUM
        GetTexImage PROXY_TEXTURE_2D 0 RGBA FLOAT DATA -> ENUM
        {image}; GetTexImage TEXTURE_2D -1 RGBA FLOAT DATA -> VALUE
        {image}; GetTexImage TEXTURE_2D 0 BAD FLOAT DATA -> ENUM
        {image}; GetTexImage TEXTURE_2D 0 RGBA BAD DATA -> ENUM
        {image}; GetTexImage TEXTURE_2D 0 RGBA UNSIGNED_SHORT_5_6_5 DATA -> OPERATION
        {image}; GetTexImage TEXTURE_2D 0 DEPTH_COMPONENT FLOAT DATA -> OPERATION
        AreTexturesResident -1 INTS BYTES -> VALUE
        AreTexturesResident 1 INTS BYTES -> VALUE
        PrioritizeTextures -1 INTS DATA -> VALUE
        TexEnvi BAD TEXTURE_ENV_MODE ADD -> ENUM
        TexEnvi TEXTURE_ENV BAD ADD -> ENUM
        TexEnvi TEXTURE_ENV TEXTURE_ENV_MODE BAD -> ENUM
        TexEnvi TEXTURE_ENV TEXTURE_ENV_COLOR 1 -> ENUM
        TexEnvi TEXTURE_ENV COMBINE_RGB DECAL -> ENUM
        TexEnvi TEXTURE_ENV COMBINE_ALPHA DOT3_RGB -> ENUM
        TexEnvi TEXTURE_ENV SRC0_RGB SRC_COLOR -> ENUM
        TexEnvi TEXTURE_ENV SRC1_ALPHA TEXTURE_2D -> ENUM
        TexEnvi TEXTURE_ENV OPERAND0_RGB ONE -> ENUM
        TexEnvi TEXTURE_ENV OPERAND0_ALPHA SRC_COLOR -> ENUM
        TexEnvf TEXTURE_ENV RGB_SCALE 3. -> VALUE
        TexEnvf TEXTURE_ENV ALPHA_SCALE 0. -> VALUE
        TexEnvi POINT_SPRITE TEXTURE_ENV_MODE 1 -> ENUM
        TexEnvi TEXTURE_FILTER_CONTROL COORD_REPLACE 1 -> ENUM
        ActiveTexture TEXTURE8; TexEnvi POINT_SPRITE COORD_REPLACE 1 -> OPERATION
        ActiveTexture TEXTURE8; GetTexEnviv POINT_SPRITE COORD_REPLACE DATA -> OPERATION
        GetTexEnviv TEXTURE_ENV COORD_REPLACE DATA -> ENUM
        GetTexGenfv S BAD DATA -> ENUM
    """,
    "OpenGL 2.1, 3.8: cube maps, depths": """
        BindTexture TEXTURE_CUBE_MAP_POSITIVE_X 1 -> ENUM
        BindTexture TEXTURE_CUBE_MAP 1; BindTexture TEXTURE_2D 1 -> OPERATION
        GetTexParameteriv TEXTURE_CUBE_MAP_NEGATIVE_Z TEXTURE_WRAP_S INTS -> ENUM
        GetTexLevelParameteriv TEXTURE_CUBE_MAP 0 TEXTURE_WIDTH INTS -> ENUM
        GetTexLevelParameteriv PROXY_TEXTURE_CUBE_MAP -1 TEXTURE_WIDTH INTS -> VALUE
        GetTexImage TEXTURE_CUBE_MAP 0 RGBA FLOAT DATA -> ENUM
        GetTexImage PROXY_TEXTURE_CUBE_MAP 0 RGBA FLOAT DATA -> ENUM
        TexImage1D TEXTURE_CUBE_MAP_POSITIVE_X 0 RGBA 1 0 RGBA FLOAT DATA -> ENUM
        TexImage2D TEXTURE_CUBE_MAP 0 RGBA 1 1 0 RGBA FLOAT DATA -> ENUM
        TexImage2D TEXTURE_CUBE_MAP_POSITIVE_X 0 RGBA 2 1 0 RGBA FLOAT DATA -> VALUE
        TexImage2D TEXTURE_CUBE_MAP_NEGATIVE_X 0 RGBA 100000 100000 0 RGBA FLOAT DATA -> VALUE
        TexImage2D TEXTURE_CUBE_MAP_NEGATIVE_Y 99 RGBA 1 1 0 RGBA FLOAT DATA -> VALUE
        TexImage2D TEXTURE_CUBE_MAP_NEGATIVE_Y 0 RGBA 1 1 2 RGBA FLOAT DATA -> VALUE
        TexImage2D PROXY_TEXTURE_CUBE_MAP 99 RGBA 1 1 0 RGBA FLOAT null -> VALUE
        TexSubImage2D TEXTURE_CUBE_MAP 0 0 0 1 1 RGBA FLOAT DATA -> ENUM
        {face}; TexSubImage2D TEXTURE_CUBE_MAP_POSITIVE_Y 0 0 0 1 1 RGBA FLOAT DATA -> OPERATION
        {face}; TexSubImage2D TEXTURE_CUBE_MAP_POSITIVE_X 0 1 0 2 1 RGBA FLOAT DATA -> VALUE
        {face}; CopyTexSubImage2D TEXTURE_CUBE_MAP_POSITIVE_X 0 0 1 0 0 1 2 -> VALUE
        {face}; CopyTexSubImage2D TEXTURE_CUBE_MAP 0 0 0 0 0 1 1 -> ENUM
        CopyTexImage2D TEXTURE_CUBE_MAP 0 RGBA 0 0 1 1 0 -> ENUM
        CopyTexImage2D TEXTURE_CUBE_MAP_POSITIVE_X 0 RGBA 0 0 2 1 0 -> VALUE
        CopyTexImage2D PROXY_TEXTURE_CUBE_MAP 0 RGBA 0 0 1 1 0 -> ENUM
        TexImage3D TEXTURE_3D 0 DEPTH_COMPONENT 1 1 1 0 DEPTH_COMPONENT FLOAT DATA -> OPERATION
        TexImage3D PROXY_TEXTURE_3D 0 DEPTH_COMPONENT 1 1 1 0 DEPTH_COMPONENT INT null -> OPERATION
        TexImage3D TEXTURE_2D 0 RGBA 1 1 1 0 RGBA FLOAT DATA -> ENUM
        TexImage3D TEXTURE_3D 0 RGBA 1 1 100000 0 RGBA FLOAT DATA -> VALUE
        TexImage3D TEXTURE_3D 0 RGBA 1 1 1 2 RGBA FLOAT DATA -> VALUE
        TexSubImage3D TEXTURE_3D 0 0 0 0 1 1 1 RGBA FLOAT DATA -> OPERATION
        CopyTexSubImage3D TEXTURE_3D 0 0 0 0 0 0 1 1 -> OPERATION
        CopyTexSubImage3D TEXTURE_2D 0 0 0 0 0 0 1 1 -> ENUM
        GenerateMipmapEXT BAD -> ENUM
        GenerateMipmapEXT TEXTURE_CUBE_MAP_POSITIVE_X -> ENUM
        GenerateMipmapEXT PROXY_TEXTURE_2D -> ENUM
        GenerateMipmapEXT TEXTURE_CUBE_MAP -> OPERATION
        {face}; GenerateMipmapEXT TEXTURE_CUBE_MAP -> OPERATION
    """,
    "ARB_texture_rectangle": """
        TexImage2D TEXTURE_RECTANGLE_ARB 0 RGBA 1 1 1 RGBA FLOAT DATA -> VALUE
        TexImage2D TEXTURE_RECTANGLE_ARB 1 RGBA 1 1 0 RGBA FLOAT DATA -> VALUE
        TexImage2D TEXTURE_RECTANGLE_ARB 0 RGBA -1 1 0 RGBA FLOAT DATA -> VALUE
        TexImage2D TEXTURE_RECTANGLE_ARB 0 RGBA 1 100000 0 RGBA FLOAT DATA -> VALUE
        TexImage2D PROXY_TEXTURE_RECTANGLE_ARB 1 RGBA 1 1 0 RGBA FLOAT null -> VALUE
        TexImage3D TEXTURE_RECTANGLE_ARB 0 RGBA 1 1 1 0 RGBA FLOAT DATA -> ENUM
        CopyTexImage2D TEXTURE_RECTANGLE_ARB 1 RGBA 0 0 1 1 0 -> VALUE
        CopyTexImage2D TEXTURE_RECTANGLE_ARB 0 RGBA 0 0 1 1 1 -> VALUE
        TexSubImage2D TEXTURE_RECTANGLE_ARB 0 0 0 1 1 RGBA FLOAT DATA -> OPERATION
        {rectangle}; TexSubImage2D TEXTURE_RECTANGLE_ARB 1 0 0 1 1 RGBA FLOAT DATA -> VALUE
        {rectangle}; TexSubImage2D TEXTURE_RECTANGLE_ARB 0 -1 0 1 1 RGBA FLOAT DATA -> VALUE
        {rectangle}; CopyTexSubImage2D TEXTURE_RECTANGLE_ARB 1 0 0 0 0 1 1 -> VALUE
        {rectangle}; CopyTexSubImage2D TEXTURE_RECTANGLE_ARB 0 3 0 0 0 1 1 -> VALUE
        {rectangle}; GetTexImage TEXTURE_RECTANGLE_ARB 1 RGBA FLOAT DATA -> VALUE
        GetTexLevelParameteriv TEXTURE_RECTANGLE_ARB 1 TEXTURE_WIDTH INTS -> VALUE
        TexParameteri TEXTURE_RECTANGLE_ARB TEXTURE_WRAP_S REPEAT -> ENUM
        TexParameteri TEXTURE_RECTANGLE_ARB TEXTURE_WRAP_T MIRRORED_REPEAT -> ENUM
        TexParameteri TEXTURE_RECTANGLE_ARB TEXTURE_WRAP_R MIRROR_CLAMP_EXT -> ENUM
        TexParameteri TEXTURE_RECTANGLE_ARB TEXTURE_WRAP_S MIRROR_CLAMP_TO_EDGE_EXT -> ENUM
        TexParameteri TEXTURE_RECTANGLE_ARB TEXTURE_MIN_FILTER NEAREST_MIPMAP_NEAREST -> ENUM
        TexParameteri TEXTURE_RECTANGLE_ARB TEXTURE_BASE_LEVEL 1 -> OPERATION
        GenerateMipmapEXT TEXTURE_RECTANGLE_ARB -> ENUM
    """,
    "EXT_texture_array": """
        Enable TEXTURE_1D_ARRAY_EXT -> ENUM
        IsEnabled TEXTURE_2D_ARRAY_EXT -> ENUM
        TexImage1D TEXTURE_1D_ARRAY_EXT 0 RGBA 1 0 RGBA FLOAT DATA -> ENUM
        TexImage2D TEXTURE_2D_ARRAY_EXT 0 RGBA 1 1 0 RGBA FLOAT DATA -> ENUM
        TexImage2D TEXTURE_1D_ARRAY_EXT 0 RGBA 1 100000 0 RGBA FLOAT DATA -> VALUE
        TexImage2D TEXTURE_1D_ARRAY_EXT 0 RGBA 1 -1 0 RGBA FLOAT DATA -> VALUE
        TexImage2D TEXTURE_1D_ARRAY_EXT 0 RGBA 3 1 2 RGBA FLOAT DATA -> VALUE
        TexImage3D TEXTURE_2D_ARRAY_EXT 0 RGBA 1 1 100000 0 RGBA FLOAT DATA -> VALUE
        TexImage3D TEXTURE_2D_ARRAY_EXT 99 RGBA 1 1 1 0 RGBA FLOAT DATA -> VALUE
        TexSubImage3D TEXTURE_2D_ARRAY_EXT 0 0 0 0 1 1 1 RGBA FLOAT DATA -> OPERATION
        {array}; TexSubImage3D TEXTURE_2D_ARRAY_EXT 0 0 0 1 1 1 2 RGBA FLOAT DATA -> VALUE
        {array}; TexSubImage3D TEXTURE_2D_ARRAY_EXT 0 0 0 -1 1 1 1 RGBA FLOAT DATA -> VALUE
        {array}; CopyTexSubImage3D TEXTURE_2D_ARRAY_EXT 0 0 0 2 0 0 1 1 -> VALUE
        {lines}; TexSubImage2D TEXTURE_1D_ARRAY_EXT 0 0 -1 1 1 RGBA FLOAT DATA -> VALUE
        {lines}; CopyTexSubImage2D TEXTURE_1D_ARRAY_EXT 0 0 2 0 0 1 1 -> VALUE
        CopyTexImage2D TEXTURE_2D_ARRAY_EXT 0 RGBA 0 0 1 1 0 -> ENUM
        BindTexture TEXTURE_1D_ARRAY_EXT 1; BindTexture TEXTURE_2D_ARRAY_EXT 1 -> OPERATION
        GetTexLevelParameteriv TEXTURE_2D_ARRAY_EXT -1 TEXTURE_WIDTH INTS -> VALUE
        {layers}; FramebufferTextureLayer FRAMEBUFFER COLOR_ATTACHMENT0 1 0 -1 -> VALUE
        {layers}; FramebufferTextureLayer FRAMEBUFFER COLOR_ATTACHMENT0 1 -1 0 -> VALUE
        {layers}; FramebufferTextureLayer FRAMEBUFFER COLOR_ATTACHMENT0 9 0 0 -> OPERATION
        {flat}; FramebufferTextureLayer FRAMEBUFFER COLOR_ATTACHMENT0 1 0 0 -> OPERATION
        {layers}; FramebufferTexture2D FRAMEBUFFER DEPTH_ATTACHMENT TEXTURE_2D 1 0 -> OPERATION
        {flat}; FramebufferTexture2D FRAMEBUFFER DEPTH_ATTACHMENT TEXTURE_CUBE_MAP 1 0 -> OPERATION
    """,
    "OpenGL 2.1, 3.10: fog": """
        Fogf BAD 1. -> ENUM
        Fogf FOG_COLOR 1. -> ENUM
        Fogf FOG_DENSITY -1. -> VALUE
        Fogi FOG_MODE BAD -> ENUM
        Fogi FOG_COORD_SRC FOG -> ENUM
        Fogiv FOG_MODE [1,0,0,0] -> ENUM
    """,
    "OpenGL 2.1, 4.1: per-fragment operations": """
        Scissor 0 0 -1 1 -> VALUE
        Scissor 0 0 1 -1 -> VALUE
        AlphaFunc BAD 0.5 -> ENUM
        StencilFunc BAD 0 0 -> ENUM
        StencilFuncSeparate BAD LESS 0 0 -> ENUM
        StencilFuncSeparate FRONT BAD 0 0 -> ENUM
        StencilOp KEEP BAD KEEP -> ENUM
        StencilOpSeparate LEFT KEEP KEEP KEEP -> ENUM
        StencilOpSeparate FRONT KEEP KEEP BAD -> ENUM
        StencilMaskSeparate LEFT 0 -> ENUM
        DepthFunc BAD -> ENUM
        BeginQuery BAD 1 -> ENUM
        BeginQuery SAMPLES_PASSED 0 -> OPERATION
        {query}; BeginQuery SAMPLES_PASSED 2 -> OPERATION
        EndQuery SAMPLES_PASSED -> OPERATION
        EndQuery BAD -> ENUM
        GenQueries -1 DATA -> VALUE
        {query}; BeginQuery ANY_SAMPLES_PASSED 2 -> OPERATION
        {ended}; BeginQuery ANY_SAMPLES_PASSED 1 -> OPERATION
        {query}; GetQueryObjectuiv 1 QUERY_RESULT DATA -> OPERATION
        GetQueryObjectuiv 77 QUERY_RESULT DATA -> OPERATION
        {query}; EndQuery SAMPLES_PASSED; GetQueryObjectiv 1 BAD DATA -> ENUM
        GetQueryiv BAD CURRENT_QUERY DATA -> ENUM
        GetQueryiv SAMPLES_PASSED BAD DATA -> ENUM
        BlendEquation BAD -> ENUM
        BlendEquationSeparate MIN BAD -> ENUM
        BlendFunc BAD ONE -> ENUM
        BlendFunc ONE BAD -> ENUM
        BlendFuncSeparate ONE ONE BAD ONE -> ENUM
        BlendFuncSeparate ONE ONE ONE BAD -> ENUM
        LogicOp BAD -> ENUM
    """,
    "OpenGL 2.1, 4.2: the framebuffer": """
        DrawBuffer BAD -> ENUM
        DrawBuffer AUX0 -> OPERATION
        DrawBuffer RIGHT -> OPERATION
        DrawBuffers -1 INTS -> VALUE
        DrawBuffers 99 INTS -> VALUE
        DrawBuffers 1 [BAD] -> ENUM
        DrawBuffers 1 [FRONT] -> ENUM
        DrawBuffers 2 [FRONT_LEFT,FRONT_LEFT] -> OPERATION
        Clear 16 -> VALUE
        Clear 2147483648 -> VALUE
        Accum BAD 1. -> ENUM
        ReadBuffer NONE; Accum LOAD 1. -> OPERATION
        ReadBuffer NONE; Accum ACCUM 1. -> OPERATION
    """,
    "OpenGL 2.1, 5 and 6": """
        Hint BAD NICEST -> ENUM
        Hint FOG_HINT BAD -> ENUM
        Enable BAD -> ENUM
        Disable VIEWPORT -> ENUM
        IsEnabled BAD -> ENUM
        GetIntegerv BAD DATA -> ENUM
        GetFloatv BAD DATA -> ENUM
        GetDoublev BAD DOUBLES -> ENUM
        GetBooleanv BAD BYTES -> ENUM
        GetString BAD -> ENUM
        GetPointerv BAD DATA -> ENUM
        PopAttrib -> UNDERFLOW
        PopClientAttrib -> UNDERFLOW
        GetVertexAttribfv 16 CURRENT_VERTEX_ATTRIB DATA -> VALUE
        GetVertexAttribfv 1 BAD DATA -> ENUM
    """,
    "ARB_vertex_program, ARB_fragment_program": """
        BindProgramARB BAD 1 -> ENUM
        BindProgramARB VERTEX_PROGRAM_ARB 1; BindProgramARB FRAGMENT_PROGRAM_ARB 1 -> OPERATION
        GenProgramsARB -1 DATA -> VALUE
        DeleteProgramsARB -1 INTS -> VALUE
        ProgramStringARB BAD PROGRAM_FORMAT_ASCII_ARB 14 '!!ARBvp1.0\\nEND' -> ENUM
        ProgramStringARB VERTEX_PROGRAM_ARB BAD 14 '!!ARBvp1.0\\nEND' -> ENUM
        ProgramStringARB VERTEX_PROGRAM_ARB PROGRAM_FORMAT_ASCII_ARB 5 '!!xyz' -> OPERATION
        ProgramStringARB FRAGMENT_PROGRAM_ARB 34933 14 '!!ARBvp1.0\\nEND' -> OPERATION
        ProgramEnvParameter4fARB BAD 0 0. 0. 0. 0. -> ENUM
        ProgramEnvParameter4fARB VERTEX_PROGRAM_ARB 9999 0. 0. 0. 0. -> VALUE
        ProgramLocalParameter4fARB FRAGMENT_PROGRAM_ARB 9999 0. 0. 0. 0. -> VALUE
        GetProgramEnvParameterfvARB VERTEX_PROGRAM_ARB 9999 DATA -> VALUE
        GetProgramLocalParameterfvARB BAD 0 DATA -> ENUM
        GetProgramivARB BAD PROGRAM_LENGTH_ARB DATA -> ENUM
        GetProgramivARB VERTEX_PROGRAM_ARB BAD DATA -> ENUM
        GetProgramivARB VERTEX_PROGRAM_ARB PROGRAM_STRING_ARB DATA -> ENUM
        GetProgramStringARB VERTEX_PROGRAM_ARB BAD BYTES -> ENUM
        {program}; Enable VERTEX_PROGRAM_ARB; Begin POINTS -> OPERATION
        {program}; Enable VERTEX_PROGRAM_ARB; RasterPos2f 0. 0. -> OPERATION
        {program}; Enable VERTEX_PROGRAM_ARB; DrawArrays POINTS 0 1 -> OPERATION
        {program}; Enable VERTEX_PROGRAM_ARB; Rectf 0. 0. 1. 1. -> OPERATION
    """,
    "NV_geometry_program4": """
        GetProgramivARB VERTEX_PROGRAM_ARB MAX_PROGRAM_OUTPUT_VERTICES_NV DATA -> ENUM
        GetProgramivARB VERTEX_PROGRAM_ARB MAX_PROGRAM_TOTAL_OUTPUT_COMPONENTS_NV DATA -> ENUM
        GetProgramivARB FRAGMENT_PROGRAM_ARB GEOMETRY_VERTICES_OUT_EXT DATA -> ENUM
        ProgramVertexLimitNV GEOMETRY_PROGRAM_NV 1 -> OPERATION
        {geometry}; ProgramVertexLimitNV VERTEX_PROGRAM_ARB 1 -> ENUM
        {geometry}; ProgramVertexLimitNV GEOMETRY_PROGRAM_NV 0 -> VALUE
        {geometry}; ProgramVertexLimitNV GEOMETRY_PROGRAM_NV -1 -> VALUE
        {geometry}; ProgramVertexLimitNV GEOMETRY_PROGRAM_NV 1024 -> VALUE
        FramebufferTextureEXT FRAMEBUFFER COLOR_ATTACHMENT0 0 0 -> OPERATION
        FramebufferTextureFaceEXT FRAMEBUFFER COLOR_ATTACHMENT0 0 0 0 -> OPERATION
        {layers}; FramebufferTextureEXT BAD COLOR_ATTACHMENT0 1 0 -> ENUM
        {layers}; FramebufferTextureEXT FRAMEBUFFER BAD 1 0 -> ENUM
        {layers}; FramebufferTextureEXT FRAMEBUFFER COLOR_ATTACHMENT0 9 0 -> VALUE
        {framebuffer}; GenTextures 1 INTS; FramebufferTextureEXT FRAMEBUFFER {color} 1 0 -> VALUE
        {layers}; FramebufferTextureEXT FRAMEBUFFER COLOR_ATTACHMENT0 1 -1 -> VALUE
        {layers}; FramebufferTextureEXT FRAMEBUFFER COLOR_ATTACHMENT0 1 14 -> VALUE
        {texels}; FramebufferTextureEXT FRAMEBUFFER COLOR_ATTACHMENT0 1 0 -> OPERATION
        {plain}; FramebufferTextureEXT FRAMEBUFFER COLOR_ATTACHMENT0 1 1 -> VALUE
        {layers}; FramebufferTextureLayerEXT FRAMEBUFFER COLOR_ATTACHMENT0 1 0 -1 -> VALUE
        {layers}; FramebufferTextureLayerEXT FRAMEBUFFER COLOR_ATTACHMENT0 1 99 0 -> VALUE
        {layers}; FramebufferTextureLayerEXT FRAMEBUFFER COLOR_ATTACHMENT0 9 0 0 -> VALUE
        {flat}; FramebufferTextureLayerEXT FRAMEBUFFER COLOR_ATTACHMENT0 1 0 0 -> OPERATION
        {cube}; FramebufferTextureLayerEXT FRAMEBUFFER COLOR_ATTACHMENT0 1 0 0 -> OPERATION
        {texels}; FramebufferTextureLayerEXT FRAMEBUFFER COLOR_ATTACHMENT0 1 0 0 -> OPERATION
        {cube}; FramebufferTextureFaceEXT BAD COLOR_ATTACHMENT0 1 0 {front} -> ENUM
        {cube}; FramebufferTextureFaceEXT FRAMEBUFFER COLOR_ATTACHMENT0 9 0 {front} -> VALUE
        {cube}; FramebufferTextureFaceEXT FRAMEBUFFER COLOR_ATTACHMENT0 1 -1 {front} -> VALUE
        {cube}; FramebufferTextureFaceEXT FRAMEBUFFER COLOR_ATTACHMENT0 1 0 TEXTURE_2D -> ENUM
        {layers}; FramebufferTextureFaceEXT FRAMEBUFFER COLOR_ATTACHMENT0 1 0 {front} -> OPERATION
        {attached}; {get} COLOR_ATTACHMENT0 FRAMEBUFFER_ATTACHMENT_LAYERED_EXT INTS -> OPERATION
        {held}; {get} COLOR_ATTACHMENT0 FRAMEBUFFER_ATTACHMENT_LAYERED_EXT INTS -> ENUM
        {get} DEPTH FRAMEBUFFER_ATTACHMENT_LAYERED_EXT INTS -> ENUM
    """,
    "EXT_framebuffer_object": """
        BindFramebufferEXT BAD 1 -> ENUM
        BindRenderbufferEXT BAD 1 -> ENUM
        RenderbufferStorageEXT RENDERBUFFER_EXT RGBA8 1 1 -> OPERATION
        {renderbuffer}; RenderbufferStorageEXT RENDERBUFFER_EXT BAD 1 1 -> ENUM
        {renderbuffer}; RenderbufferStorageEXT RENDERBUFFER_EXT RGBA8 -1 1 -> VALUE
        {renderbuffer}; RenderbufferStorageEXT RENDERBUFFER_EXT RGBA8 1 100000 -> VALUE
        {renderbuffer}; GetRenderbufferParameterivEXT RENDERBUFFER_EXT BAD DATA -> ENUM
        CheckFramebufferStatusEXT BAD -> ENUM
        {framebuffer}; FramebufferTexture2DEXT FRAMEBUFFER_EXT BAD TEXTURE_2D 0 0 -> ENUM
        {framebuffer}; FramebufferRenderbufferEXT FRAMEBUFFER_EXT BAD RENDERBUFFER_EXT 0 -> ENUM
        {attached}; FramebufferRenderbufferEXT FRAMEBUFFER_EXT COLOR_ATTACHMENT0 BAD 1 -> ENUM
        {framebuffer}; Begin POINTS -> FRAMEBUFFER
        {framebuffer}; RasterPos2f 0. 0. -> FRAMEBUFFER
        {framebuffer}; Clear 16384 -> FRAMEBUFFER
        {framebuffer}; Accum RETURN 1. -> OPERATION
        {framebuffer}; DrawArrays POINTS 0 1 -> FRAMEBUFFER
        {framebuffer}; Rectf 0. 0. 1. 1. -> FRAMEBUFFER
        {framebuffer}; ReadPixels 0 0 1 1 RGBA FLOAT DATA -> FRAMEBUFFER
        {framebuffer}; DrawPixels 1 1 RGBA FLOAT DATA -> FRAMEBUFFER
        {framebuffer}; CopyTexImage2D TEXTURE_2D 0 RGBA 0 0 1 1 0 -> FRAMEBUFFER
        GenerateMipmapEXT BAD -> ENUM
    """,
    "NV_occlusion_query": """
        GenOcclusionQueriesNV -1 DATA -> VALUE
        DeleteOcclusionQueriesNV -1 DATA -> VALUE
        {counting}; GenOcclusionQueriesNV 1 DATA -> OPERATION
        {counting}; DeleteOcclusionQueriesNV 1 DATA -> OPERATION
        {counting}; BeginOcclusionQueryNV 2 -> OPERATION
        {counting}; BeginQuery SAMPLES_PASSED 2 -> OPERATION
        BeginOcclusionQueryNV 0 -> OPERATION
        EndOcclusionQueryNV -> OPERATION
        GetOcclusionQueryivNV 4 PIXEL_COUNT_NV DATA -> OPERATION
        {counting}; GetOcclusionQueryuivNV 1 PIXEL_COUNT_AVAILABLE_NV DATA -> OPERATION
        {counting}; EndOcclusionQueryNV; GetOcclusionQueryivNV 1 CURRENT_QUERY DATA -> ENUM
        Begin POINTS; BeginOcclusionQueryNV 1 -> OPERATION
        Begin POINTS; IsOcclusionQueryNV 1 -> OPERATION
    """,
    "ARB_vertex_blend": """
        WeightfvARB 5 DATA -> VALUE
        Enable WEIGHT_SUM_UNITY_ARB; WeightfvARB 4 DATA -> VALUE
        WeightPointerARB 5 FLOAT 0 DATA -> VALUE
        WeightPointerARB 1 HALF_FLOAT 0 DATA -> ENUM
        Enable WEIGHT_SUM_UNITY_ARB; WeightPointerARB 4 FLOAT 0 DATA -> VALUE
        VertexBlendARB 0 -> VALUE
        VertexBlendARB 5 -> VALUE
        MatrixMode MODELVIEW4_ARB -> ENUM
        MatrixMode MODELVIEW1_ARB; PopMatrix -> UNDERFLOW
        Begin POINTS; VertexBlendARB 1 -> OPERATION
        Begin POINTS; WeightPointerARB 1 FLOAT 0 DATA -> OPERATION
    """,
    "EXT_compiled_vertex_array, EXT_vertex_array": """
        LockArraysEXT -1 1 -> VALUE
        LockArraysEXT 0 0 -> VALUE
        LockArraysEXT 0 -1 -> VALUE
        LockArraysEXT 0 1; LockArraysEXT 0 1 -> OPERATION
        UnlockArraysEXT -> OPERATION
        Begin POINTS; LockArraysEXT 0 1 -> OPERATION
        LockArraysEXT 0 1; Begin POINTS; UnlockArraysEXT -> OPERATION
        VertexPointerEXT 2 FLOAT 0 -1 DATA -> VALUE
        VertexPointerEXT 1 FLOAT 0 4 DATA -> VALUE
        NormalPointerEXT BAD 0 4 DATA -> ENUM
        EdgeFlagPointerEXT -1 4 BYTES -> VALUE
    """,
    "ARB_direct_state_access": """
        CreateBuffers -1 DATA -> VALUE
        CreateTextures BAD 1 DATA -> ENUM
        CreateTextures TEXTURE_CUBE_MAP_POSITIVE_X 1 DATA -> ENUM
        CreateTextures TEXTURE_2D -1 DATA -> VALUE
        CreateQueries BAD 1 DATA -> ENUM
        CreateQueries SAMPLES_PASSED -1 DATA -> VALUE
        NamedBufferData 5 4 DATA STATIC_DRAW -> OPERATION
        NamedBufferData 0 4 DATA STATIC_DRAW -> OPERATION
        GenBuffers 1 INTS; NamedBufferData 1 4 DATA STATIC_DRAW -> OPERATION
        {buffer}; NamedBufferData 1 -4 DATA STATIC_DRAW -> VALUE
        {buffer}; NamedBufferSubData 1 8 16 DATA -> VALUE
        {buffer}; CopyNamedBufferSubData 1 2 0 0 4 -> OPERATION
        {buffer}; CopyNamedBufferSubData 2 1 0 0 4 -> OPERATION
        {buffer}; UnmapNamedBuffer 1 -> OPERATION
        {buffer}; GetNamedBufferParameteriv 1 BAD DATA -> ENUM
        GetNamedBufferSubData 3 0 4 DATA -> OPERATION
        BindTextureUnit 1 5 -> OPERATION
        GenTextures 1 INTS; BindTextureUnit 1 1 -> OPERATION
        BindTextureUnit 4000 0 -> VALUE
        TextureParameteri 1 TEXTURE_WRAP_S CLAMP -> OPERATION
        TextureParameteri 0 TEXTURE_WRAP_S CLAMP -> OPERATION
        BindTexture TEXTURE_2D 1; TextureParameteri 1 TEXTURE_WRAP_S BAD -> ENUM
        BindTexture TEXTURE_2D 1; TextureParameteri 1 BAD CLAMP -> ENUM
        BindTexture TEXTURE_BUFFER_EXT 1; TextureParameteri 1 TEXTURE_WRAP_S CLAMP -> OPERATION
        BindTexture TEXTURE_BUFFER_EXT 1; GenerateTextureMipmap 1 -> OPERATION
        BindTexture TEXTURE_CUBE_MAP 1; GenerateTextureMipmap 1 -> OPERATION
        BindTexture TEXTURE_3D 1; TextureSubImage2D 1 0 0 0 1 1 RGBA FLOAT DATA -> OPERATION
        BindTexture TEXTURE_CUBE_MAP 1; \
TextureSubImage2D 1 0 0 0 1 1 RGBA FLOAT DATA -> OPERATION
        BindTexture TEXTURE_2D 1; {image}; TextureSubImage2D 1 0 4 0 1 1 RGBA FLOAT DATA -> VALUE
        BindTexture TEXTURE_2D 1; {image}; \
TextureSubImage3D 1 0 0 0 0 1 1 1 RGBA FLOAT DATA -> OPERATION
        BindTexture TEXTURE_2D 1; {image}; GetTextureImage 1 0 RGBA FLOAT 255 DATA -> OPERATION
        BindTexture TEXTURE_2D 1; {image}; GetTextureImage 1 0 RGBA FLOAT -1 DATA -> VALUE
        BindTexture TEXTURE_BUFFER_EXT 1; GetTextureImage 1 0 RGBA FLOAT 255 DATA -> OPERATION
        BindTexture TEXTURE_2D 1; {image}; GetCompressedTextureImage 1 0 255 DATA -> OPERATION
        BindTexture TEXTURE_2D 1; {blocks}; GetCompressedTextureImage 1 0 63 BYTES -> OPERATION
        BindTexture TEXTURE_2D 1; {blocks}; GetCompressedTextureImage 1 -1 64 BYTES -> VALUE
        BindTexture TEXTURE_2D 1; TextureBuffer 1 RGBA8 0 -> OPERATION
        BindTexture TEXTURE_BUFFER_EXT 1; TextureBuffer 1 RGBA8 5 -> OPERATION
        BindTexture TEXTURE_BUFFER_EXT 1; TextureBuffer 1 BAD 0 -> ENUM
        BindTexture TEXTURE_2D_MULTISAMPLE 1; \
TextureStorage2DMultisample 1 1 RGBA 4 4 1 -> ENUM
        BindTexture TEXTURE_2D 1; TextureStorage2DMultisample 1 1 RGBA8 4 4 1 -> OPERATION
        BindTexture TEXTURE_2D 1; TextureStorage1D 1 1 RGBA8 4 -> OPERATION
        BindTexture TEXTURE_CUBE_MAP 1; TextureStorage2D 1 1 RGBA8 4 3 -> VALUE
        NamedRenderbufferStorage 1 RGBA8 1 1 -> OPERATION
        {renderbuffer}; NamedRenderbufferStorage 1 BAD 1 1 -> ENUM
        {renderbuffer}; NamedRenderbufferStorageMultisample 1 -1 RGBA8 1 1 -> VALUE
        GetNamedRenderbufferParameteriv 1 RENDERBUFFER_WIDTH DATA -> OPERATION
        NamedFramebufferRenderbuffer 0 COLOR_ATTACHMENT0 RENDERBUFFER 0 -> OPERATION
        NamedFramebufferTexture 3 COLOR_ATTACHMENT0 0 0 -> OPERATION
        {framebuffer}; NamedFramebufferTexture 1 BAD 0 0 -> ENUM
        {framebuffer}; NamedFramebufferTextureLayer 1 COLOR_ATTACHMENT0 9 0 0 -> OPERATION
        NamedFramebufferDrawBuffer 2 NONE -> OPERATION
        NamedFramebufferDrawBuffer 0 COLOR_ATTACHMENT0 -> OPERATION
        {framebuffer}; NamedFramebufferDrawBuffer 1 BACK -> OPERATION
        {framebuffer}; NamedFramebufferDrawBuffer 1 COLOR_ATTACHMENT8 -> OPERATION
        {framebuffer}; NamedFramebufferDrawBuffer 1 BAD -> ENUM
        {framebuffer}; NamedFramebufferDrawBuffers 1 1 [1029] -> ENUM
        {framebuffer}; NamedFramebufferReadBuffer 1 BACK -> OPERATION
        NamedFramebufferReadBuffer 0 COLOR_ATTACHMENT0 -> OPERATION
        BlitNamedFramebuffer 0 3 0 0 1 1 0 0 1 1 COLOR_BUFFER_BIT NEAREST -> OPERATION
        CheckNamedFramebufferStatus 3 FRAMEBUFFER -> OPERATION
        CheckNamedFramebufferStatus 0 BAD -> ENUM
        GetNamedFramebufferAttachmentParameteriv 3 COLOR_ATTACHMENT0 \
FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE DATA -> OPERATION
        CreateTransformFeedbacks -1 DATA -> VALUE
        TransformFeedbackBufferBase 5 0 0 -> OPERATION
        TransformFeedbackBufferBase 0 0 5 -> VALUE
        {buffer}; TransformFeedbackBufferBase 0 4 1 -> VALUE
        {buffer}; TransformFeedbackBufferRange 0 0 1 -4 4 -> VALUE
        {buffer}; TransformFeedbackBufferRange 0 0 1 0 0 -> VALUE
        {buffer}; TransformFeedbackBufferRange 0 0 1 2 4 -> VALUE
        {buffer}; TransformFeedbackBufferRange 0 0 1 0 6 -> VALUE
        GetTransformFeedbackiv 5 TRANSFORM_FEEDBACK_ACTIVE DATA -> OPERATION
        GetTransformFeedbackiv 0 TRANSFORM_FEEDBACK_BUFFER_BINDING DATA -> ENUM
        GetTransformFeedbacki_v 5 TRANSFORM_FEEDBACK_BUFFER_BINDING 0 DATA -> OPERATION
        GetTransformFeedbacki_v 0 TRANSFORM_FEEDBACK_BUFFER_BINDING 4 DATA -> VALUE
        GetTransformFeedbacki_v 0 TRANSFORM_FEEDBACK_BUFFER_SIZE 0 DATA -> ENUM
        GetTransformFeedbacki64_v 0 TRANSFORM_FEEDBACK_BUFFER_SIZE 4 DATA -> VALUE
        GetTransformFeedbacki64_v 0 TRANSFORM_FEEDBACK_BUFFER_BINDING 0 DATA -> ENUM
        EnableVertexArrayAttrib 5 0 -> OPERATION
        {generated}; EnableVertexArrayAttrib 1 16 -> VALUE
        VertexArrayElementBuffer 5 0 -> OPERATION
        {generated}; VertexArrayElementBuffer 1 5 -> OPERATION
        GetVertexArrayiv 5 ELEMENT_ARRAY_BUFFER_BINDING DATA -> OPERATION
        {generated}; GetVertexArrayiv 1 BAD DATA -> ENUM
        {generated}; GetVertexArrayIndexediv 1 16 VERTEX_ATTRIB_ARRAY_SIZE DATA -> VALUE
        {generated}; GetVertexArrayIndexediv 1 1 ELEMENT_ARRAY_BUFFER_BINDING DATA -> ENUM
        {generated}; GetVertexArrayIndexed64iv 1 16 VERTEX_BINDING_OFFSET DATA -> VALUE
        {generated}; GetVertexArrayIndexed64iv 1 1 VERTEX_BINDING_STRIDE DATA -> ENUM
        GetVertexArrayIndexed64iv 5 1 VERTEX_BINDING_OFFSET DATA -> OPERATION
        VertexArrayVertexBuffer 5 0 0 0 0 -> OPERATION
        {generated}; VertexArrayVertexBuffer 1 16 0 0 0 -> VALUE
        {generated}; VertexArrayVertexBuffer 1 0 0 -4 0 -> VALUE
        {generated}; VertexArrayVertexBuffer 1 0 0 0 -4 -> VALUE
        VertexArrayAttribFormat 5 0 4 FLOAT 0 0 -> OPERATION
        {generated}; VertexArrayAttribFormat 1 16 4 FLOAT 0 0 -> VALUE
        {generated}; VertexArrayAttribFormat 1 0 4 FLOAT 0 4000 -> VALUE
        {generated}; VertexArrayAttribIFormat 1 0 4 FLOAT 0 -> ENUM
        {generated}; VertexArrayAttribLFormat 1 0 4 FLOAT 0 -> ENUM
        {generated}; VertexArrayAttribBinding 1 0 16 -> VALUE
        VertexArrayBindingDivisor 5 0 1 -> OPERATION
        GetIntegeri_v TEXTURE_BINDING_2D 4000 DATA -> VALUE
    """,
    "ARB_framebuffer_no_attachments": """
        FramebufferParameteri BAD FRAMEBUFFER_DEFAULT_WIDTH 1 -> ENUM
        FramebufferParameteri FRAMEBUFFER FRAMEBUFFER_DEFAULT_WIDTH 1 -> OPERATION
        {framebuffer}; FramebufferParameteri FRAMEBUFFER BAD 1 -> ENUM
        {framebuffer}; FramebufferParameteri FRAMEBUFFER FRAMEBUFFER_DEFAULT_WIDTH -1 -> VALUE
        {framebuffer}; FramebufferParameteri FRAMEBUFFER FRAMEBUFFER_DEFAULT_SAMPLES 99 -> VALUE
        GetFramebufferParameteriv FRAMEBUFFER FRAMEBUFFER_DEFAULT_WIDTH DATA -> OPERATION
        {framebuffer}; GetFramebufferParameteriv FRAMEBUFFER BAD DATA -> ENUM
        NamedFramebufferParameteriEXT 5 FRAMEBUFFER_DEFAULT_WIDTH 1 -> VALUE
        GetNamedFramebufferParameterivEXT 5 FRAMEBUFFER_DEFAULT_WIDTH DATA -> VALUE
        NamedFramebufferParameteri 5 FRAMEBUFFER_DEFAULT_WIDTH 1 -> OPERATION
        NamedFramebufferParameteri 0 FRAMEBUFFER_DEFAULT_WIDTH 1 -> OPERATION
        GetNamedFramebufferParameteriv 0 FRAMEBUFFER_DEFAULT_WIDTH DATA -> OPERATION
        GetNamedFramebufferParameteriv 5 FRAMEBUFFER_DEFAULT_WIDTH DATA -> OPERATION
    """,
    "ARB_query_buffer_object": """
        {ended}; {buffer}; BindBuffer QUERY_BUFFER 1; \
GetQueryObjectiv 1 QUERY_RESULT 13 -> OPERATION
        {ended}; {buffer}; BindBuffer QUERY_BUFFER 1; GetQueryObjectuiv 1 BAD 0 -> ENUM
        {ended}; {buffer}; GetQueryBufferObjectui64v 1 1 QUERY_RESULT 9 -> OPERATION
        {ended}; {buffer}; GetQueryBufferObjectiv 1 1 QUERY_RESULT -4 -> VALUE
        {ended}; {buffer}; GetQueryBufferObjectiv 1 2 QUERY_RESULT 0 -> OPERATION
        {ended}; {buffer}; GetQueryBufferObjectiv 9 1 QUERY_RESULT 0 -> OPERATION
        {ended}; {buffer}; GetQueryBufferObjectiv 1 1 BAD 0 -> ENUM
        {query}; {buffer}; GetQueryBufferObjectiv 1 1 QUERY_RESULT 0 -> OPERATION
        {ended}; {buffer}; MapNamedBuffer 1 READ_ONLY; \
GetQueryBufferObjectiv 1 1 QUERY_RESULT 0 -> OPERATION
    """,
    "ARB_multi_bind": """
        BindBuffersBase ARRAY_BUFFER 0 1 null -> ENUM
        BindBuffersBase UNIFORM_BUFFER 80 80 null -> OPERATION
        BindBuffersBase UNIFORM_BUFFER 200 0 null -> OPERATION
        BindBuffersBase UNIFORM_BUFFER 0 -1 null -> VALUE
        BindBuffersBase UNIFORM_BUFFER 0 1 [5] -> OPERATION
        BindBuffersRange BAD 0 1 null null null -> ENUM
        BindBuffersRange TRANSFORM_FEEDBACK_BUFFER 3 2 null null null -> OPERATION
        {buffer}; BindBuffersRange UNIFORM_BUFFER 0 1 [1] [-256]L [4]L -> VALUE
        {buffer}; BindBuffersRange UNIFORM_BUFFER 0 1 [1] [0]L [0]L -> VALUE
        {buffer}; BindBuffersRange UNIFORM_BUFFER 0 1 [1] [3]L [4]L -> VALUE
        {buffer}; BindBuffersRange UNIFORM_BUFFER 0 1 [2] [0]L [4]L -> OPERATION
        BindTextures 4000 1 null -> OPERATION
        BindTextures 0 1 [5] -> OPERATION
        BindSamplers 0 4000 null -> OPERATION
        BindSamplers 0 1 [5] -> OPERATION
        BindImageTextures 0 1 null -> OPERATION
        BindVertexBuffers 15 2 null null null -> OPERATION
        BindVertexBuffers 0 -1 null null null -> VALUE
        BindVertexBuffers 0 1 [5] [0]L [4] -> OPERATION
        BindVertexBuffers 0 1 [0] [-4]L [4] -> VALUE
        BindVertexBuffers 0 1 [0] [0]L [-4] -> VALUE
    """,
    "EXT_direct_state_access": """
        MatrixLoadIdentityEXT BAD -> ENUM
        MatrixLoadIdentityEXT TEXTURE12 -> OPERATION
        MatrixPopEXT PROJECTION -> UNDERFLOW
        MatrixFrustumEXT PROJECTION -1. 1. -1. 1. 0. 9. -> VALUE
        Begin POINTS; MatrixLoadIdentityEXT PROJECTION -> OPERATION
        BindMultiTextureEXT BAD TEXTURE_2D 0 -> ENUM
        BindMultiTextureEXT TEXTURE1 BAD 0 -> ENUM
        MultiTexGeniEXT TEXTURE12 S TEXTURE_GEN_MODE OBJECT_LINEAR -> OPERATION
        MultiTexCoordPointerEXT TEXTURE12 2 FLOAT 0 DATA -> ENUM
        TextureParameteriEXT 0 BAD TEXTURE_WRAP_S CLAMP -> ENUM
        TextureParameteriEXT 0 TEXTURE_2D TEXTURE_WRAP_S BAD -> ENUM
        BindTexture TEXTURE_3D 1; GetTextureParameterivEXT 1 TEXTURE_2D BAD DATA -> OPERATION
        BindTexture TEXTURE_3D 1; GenerateTextureMipmapEXT 1 TEXTURE_2D -> OPERATION
        TextureImage2DEXT 5 PROXY_TEXTURE_2D 0 RGBA 1 1 0 RGBA FLOAT null -> OPERATION
        TextureImage2DEXT 0 TEXTURE_2D -1 RGBA 1 1 0 RGBA FLOAT null -> VALUE
        NamedBufferDataEXT 0 4 DATA STATIC_DRAW -> OPERATION
        MapNamedBufferEXT 0 READ_ONLY -> OPERATION
        GetNamedBufferParameterivEXT 0 BUFFER_SIZE DATA -> OPERATION
        NamedCopyBufferSubDataEXT 0 1 0 0 0 -> OPERATION
        {buffer}; NamedBufferSubDataEXT 1 8 16 DATA -> VALUE
        {buffer}; NamedBufferDataEXT 1 -4 DATA STATIC_DRAW -> VALUE
        {buffer}; UnmapNamedBufferEXT 1 -> OPERATION
        NamedProgramStringEXT 0 BAD {arbvp} -> ENUM
        NamedProgramLocalParameter4fEXT 0 VERTEX_PROGRAM_ARB 5000 0. 0. 0. 0. -> VALUE
        {loaded}; NamedProgramStringEXT 1 FRAGMENT_PROGRAM_ARB {arbvp} -> OPERATION
        NamedRenderbufferStorageEXT 0 RGBA8 1 1 -> OPERATION
        NamedFramebufferTexture2DEXT 0 COLOR_ATTACHMENT0 TEXTURE_2D 0 0 -> OPERATION
        FramebufferDrawBufferEXT 0 COLOR_ATTACHMENT0 -> OPERATION
        {framebuffer}; FramebufferReadBufferEXT 1 BACK -> OPERATION
        GetFramebufferParameterivEXT 0 BAD DATA -> ENUM
        CheckNamedFramebufferStatusEXT 0 BAD -> ENUM
        VertexArrayVertexOffsetEXT 0 0 2 FLOAT 0 0 -> OPERATION
        VertexArrayVertexOffsetEXT 5 0 2 FLOAT 0 0 -> OPERATION
        {generated}; VertexArrayVertexOffsetEXT 1 1 5 FLOAT 0 0 -> VALUE
        {generated}; VertexArrayVertexOffsetEXT 1 1 2 FLOAT 0 -4 -> VALUE
        {generated}; EnableVertexArrayEXT 1 BAD -> ENUM
        {generated}; EnableVertexArrayEXT 1 PRIMITIVE_RESTART_NV -> ENUM
        {generated}; EnableVertexArrayAttribEXT 1 16 -> VALUE
        {generated}; GetVertexArrayIntegervEXT 1 VERTEX_ATTRIB_ARRAY_SIZE DATA -> ENUM
        {generated}; GetVertexArrayIntegeri_vEXT 1 16 VERTEX_ATTRIB_ARRAY_SIZE DATA -> VALUE
        {generated}; GetVertexArrayIntegeri_vEXT 1 0 VERTEX_ARRAY DATA -> ENUM
        {generated}; GetVertexArrayPointervEXT 1 VERTEX_ARRAY DATA -> ENUM
        {generated}; GetVertexArrayPointeri_vEXT 1 8 TEXTURE_COORD_ARRAY_POINTER DATA -> VALUE
        EnableClientStateIndexedEXT VERTEX_ARRAY 0 -> ENUM
        EnableClientStateiEXT TEXTURE_COORD_ARRAY 8 -> VALUE
        EnableIndexedEXT TEXTURE_2D 99 -> VALUE
        EnableIndexedEXT LIGHTING 0 -> ENUM
        IsEnabledIndexedEXT COLOR_WRITEMASK 0 -> ENUM
        GetFloatIndexedvEXT TEXTURE_MATRIX 99 DATA -> VALUE
        GetFloatIndexedvEXT PROGRAM_MATRIX_EXT 8 DATA -> VALUE
        GetPointerIndexedvEXT VERTEX_ARRAY_POINTER 0 DATA -> ENUM
    """,
    "EXT_framebuffer_multisample": """
        RenderbufferStorageMultisampleEXT RENDERBUFFER_EXT 4 RGBA8 1 1 -> OPERATION
        {renderbuffer}; RenderbufferStorageMultisampleEXT BAD 4 RGBA8 1 1 -> ENUM
        {renderbuffer}; RenderbufferStorageMultisampleEXT RENDERBUFFER_EXT 4 BAD 1 1 -> ENUM
        {renderbuffer}; RenderbufferStorageMultisampleEXT RENDERBUFFER_EXT 17 RGBA8 1 1 -> OPERATION
        {renderbuffer}; RenderbufferStorageMultisampleEXT RENDERBUFFER_EXT -1 RGBA8 1 1 -> VALUE
        {renderbuffer}; RenderbufferStorageMultisampleEXT RENDERBUFFER_EXT 4 RGBA8 9000 1 -> VALUE
        {renderbuffer}; RenderbufferStorageMultisampleEXT RENDERBUFFER_EXT 4 RGBA8 1 -1 -> VALUE
        {samples}; ReadPixels 0 0 1 1 RGBA FLOAT DATA -> OPERATION
        {samples}; CopyPixels 0 0 1 1 COLOR -> OPERATION
        {samples}; CopyTexImage2D TEXTURE_2D 0 RGBA 0 0 1 1 0 -> OPERATION
        {samples}; {window}; BlitFramebufferEXT 0 0 4 4 0 0 4 8 16384 NEAREST -> OPERATION
    """,
    "ARB_texture_multisample": """
        TexImage2DMultisample TEXTURE_2D 4 RGBA8 1 1 1 -> ENUM
        TexImage3DMultisample TEXTURE_2D_MULTISAMPLE 4 RGBA8 1 1 1 1 -> ENUM
        TexImage2DMultisample TEXTURE_2D_MULTISAMPLE 4 BAD 1 1 1 -> ENUM
        TexImage2DMultisample TEXTURE_2D_MULTISAMPLE 0 RGBA8 1 1 1 -> VALUE
        TexImage2DMultisample TEXTURE_2D_MULTISAMPLE -1 RGBA8 1 1 1 -> VALUE
        TexImage2DMultisample TEXTURE_2D_MULTISAMPLE 4 RGBA8 -1 1 1 -> VALUE
        TexImage3DMultisample TEXTURE_2D_MULTISAMPLE_ARRAY 4 RGBA8 1 1 -1 1 -> VALUE
        TexImage2D TEXTURE_2D_MULTISAMPLE 0 RGBA8 1 1 0 RGBA FLOAT null -> ENUM
        TexSubImage2D TEXTURE_2D_MULTISAMPLE 0 0 0 1 1 RGBA FLOAT DATA -> ENUM
        GetTexImage TEXTURE_2D_MULTISAMPLE 0 RGBA FLOAT DATA -> ENUM
        GenerateMipmap TEXTURE_2D_MULTISAMPLE -> ENUM
        TexParameteri TEXTURE_2D_MULTISAMPLE TEXTURE_MIN_FILTER NEAREST -> OPERATION
        GetTexLevelParameteriv TEXTURE_2D_MULTISAMPLE 1 TEXTURE_SAMPLES INTS -> VALUE
        BindTexture TEXTURE_2D_MULTISAMPLE 1; BindTexture TEXTURE_2D 1 -> OPERATION
        {many}; {onto} TEXTURE_2D_MULTISAMPLE 1 1 -> VALUE
        {many}; {onto} TEXTURE_2D 1 0 -> OPERATION
        {many}; {onto} TEXTURE_2D_MULTISAMPLE 1 0; ReadPixels 0 0 1 1 RGBA FLOAT DATA -> OPERATION
        {many}; FramebufferTextureLayer FRAMEBUFFER COLOR_ATTACHMENT0 1 0 0 -> OPERATION
        GetMultisamplefv BAD 0 DATA -> ENUM
        GetMultisamplefv SAMPLE_POSITION 99 DATA -> VALUE
        SampleMaski 1 1 -> VALUE
        GetIntegeri_v SAMPLE_MASK_VALUE 1 INTS -> VALUE
    """,
    "ARB_clip_control": """
        ClipControl BAD ZERO_TO_ONE -> ENUM
        ClipControl UPPER_LEFT LOWER_LEFT -> ENUM
        Begin POINTS; ClipControl UPPER_LEFT ZERO_TO_ONE -> OPERATION
    """,
    "OpenGL 3.3, 2.7, 2.8, 2.8.2, 2.17, 4.2.3, 5.4": """
        ClearBufferfv BAD 0 DATA -> ENUM
        ClearBufferfv FRONT 0 DATA -> ENUM
        ClearBufferfv COLOR 8 DATA -> VALUE
        ClearBufferiv COLOR -1 INTS -> VALUE
        ClearBufferfv DEPTH 1 DATA -> VALUE
        ClearBufferiv STENCIL 1 INTS -> VALUE
        ClearBufferuiv DEPTH_STENCIL 0 INTS -> ENUM
        ClearBufferfi DEPTH 0 1. 0 -> ENUM
        ClearBufferfi DEPTH_STENCIL 1 1. 0 -> VALUE
        {framebuffer}; ClearBufferfv COLOR 0 DATA -> FRAMEBUFFER
        QueryCounter 0 TIMESTAMP -> OPERATION
        QueryCounter 1 TIME_ELAPSED -> ENUM
        {query}; QueryCounter 1 TIMESTAMP -> OPERATION
        {ended}; QueryCounter 1 TIMESTAMP -> OPERATION
        BeginQuery TIMESTAMP 1 -> ENUM
        GetQueryiv TIMESTAMP BAD DATA -> ENUM
        {query}; BeginConditionalRender 1 QUERY_WAIT -> OPERATION
        {ended}; BeginConditionalRender 1 BAD -> ENUM
        BeginConditionalRender 77 QUERY_WAIT -> VALUE
        EndConditionalRender -> OPERATION
        DrawElementsBaseVertex BAD 3 UNSIGNED_INT INTS 0 -> ENUM
        DrawElementsBaseVertex TRIANGLES -1 UNSIGNED_INT INTS 0 -> VALUE
        DrawElementsBaseVertex TRIANGLES 3 FLOAT INTS 0 -> ENUM
        DrawRangeElementsBaseVertex TRIANGLES 5 3 3 UNSIGNED_INT INTS 0 -> VALUE
        DrawElementsInstancedBaseVertex TRIANGLES 3 UNSIGNED_INT INTS -1 0 -> VALUE
        MultiDrawElementsBaseVertex BAD INTS UNSIGNED_INT null 0 null -> ENUM
        MultiDrawElementsBaseVertex TRIANGLES INTS FLOAT null 0 null -> ENUM
        MultiDrawElementsBaseVertex TRIANGLES INTS UNSIGNED_INT null -1 null -> VALUE
        VertexP2ui UNSIGNED_INT 0 -> ENUM
        TexCoordP4ui BAD 0 -> ENUM
        ColorP3ui INT 0 -> ENUM
        NormalP3ui UNSIGNED_INT_10F_11F_11F_REV 0 -> ENUM
        SecondaryColorP3ui BYTE 0 -> ENUM
        VertexAttribP1ui 16 INT_2_10_10_10_REV 0 0 -> VALUE
        VertexAttribP2ui 1 INT 0 0 -> ENUM
        VertexAttribP4ui 1 UNSIGNED_INT_10F_11F_11F_REV 0 0 -> ENUM
        ColorPointer BGRA FLOAT 0 DATA -> OPERATION
        ColorPointer 3 INT_2_10_10_10_REV 0 INTS -> OPERATION
        VertexPointer BGRA INT 0 INTS -> VALUE
        VertexPointer 3 UNSIGNED_INT_2_10_10_10_REV 0 INTS -> OPERATION
        TexCoordPointer 4 UNSIGNED_INT_10F_11F_11F_REV 0 INTS -> ENUM
        FogCoordPointer INT_2_10_10_10_REV 0 INTS -> ENUM
        SecondaryColorPointer 3 INT_2_10_10_10_REV 0 INTS -> OPERATION
        VertexAttribPointer 1 BGRA SHORT 1 0 INTS -> OPERATION
        VertexAttribPointer 1 BGRA UNSIGNED_BYTE 0 0 INTS -> OPERATION
        VertexAttribPointer 1 2 INT_2_10_10_10_REV 1 0 INTS -> OPERATION
        VertexAttribPointer 1 4 UNSIGNED_INT_10F_11F_11F_REV 1 0 INTS -> OPERATION
        VertexAttribIPointer 1 4 INT_2_10_10_10_REV 0 INTS -> ENUM
        GetInteger64i_v UNIFORM_BUFFER_START 4000 DATA -> VALUE
        GetInteger64i_v DEPTH_FUNC 0 DATA -> ENUM
        GetBufferParameteri64v ARRAY_BUFFER BUFFER_SIZE DATA -> OPERATION
        {buffer}; GetBufferParameteri64v ARRAY_BUFFER BAD DATA -> ENUM
        TexParameteri TEXTURE_2D TEXTURE_SWIZZLE_R BAD -> ENUM
        GetTexLevelParameteriv TEXTURE_BUFFER 1 TEXTURE_WIDTH INTS -> VALUE
    """,
    "OpenGL 3.3, 6.1.5": """
        GetStringi VERSION 0 -> ENUM
        GetStringi EXTENSIONS 99999 -> VALUE
    """,
    "NV_framebuffer_multisample_coverage": """
        RenderbufferStorageMultisampleCoverageNV RENDERBUFFER_EXT 4 4 RGBA8 1 1 -> OPERATION
        {renderbuffer}; RenderbufferStorageMultisampleCoverageNV BAD 4 4 RGBA8 1 1 -> ENUM
        {renderbuffer}; {covered} 17 4 RGBA8 1 1 -> VALUE
        {renderbuffer}; {covered} 16 17 RGBA8 1 1 -> VALUE
        {renderbuffer}; {covered} 4 8 RGBA8 1 1 -> VALUE
        {renderbuffer}; {covered} 4 4 BAD 1 1 -> ENUM
    """,
    "ARB_sampler_objects": """
        GenSamplers -1 DATA -> VALUE
        DeleteSamplers -1 INTS -> VALUE
        BindSampler 0 77 -> OPERATION
        BindSampler 9999 0 -> VALUE
        {sampler}; DeleteSamplers 1 [1]; BindSampler 0 1 -> OPERATION
        SamplerParameteri 77 TEXTURE_WRAP_S CLAMP -> OPERATION
        {sampler}; SamplerParameteri 1 BAD CLAMP -> ENUM
        {sampler}; SamplerParameteri 1 TEXTURE_WRAP_S BAD -> ENUM
        {sampler}; SamplerParameteri 1 TEXTURE_MAG_FILTER LINEAR_MIPMAP_LINEAR -> ENUM
        {sampler}; SamplerParameteri 1 TEXTURE_BASE_LEVEL 0 -> ENUM
        {sampler}; SamplerParameteri 1 TEXTURE_MAX_LEVEL 0 -> ENUM
        {sampler}; SamplerParameteri 1 TEXTURE_SWIZZLE_R RED -> ENUM
        {sampler}; SamplerParameteri 1 DEPTH_TEXTURE_MODE ALPHA -> ENUM
        {sampler}; SamplerParameteri 1 TEXTURE_UNSIGNED_REMAP_MODE_NV NONE -> ENUM
        {sampler}; SamplerParameterf 1 TEXTURE_BORDER_COLOR 1. -> ENUM
        {sampler}; SamplerParameterf 1 TEXTURE_MAX_ANISOTROPY_EXT 0.5 -> VALUE
        {sampler}; SamplerParameterIiv 1 TEXTURE_PRIORITY INTS -> ENUM
        GetSamplerParameterfv 77 TEXTURE_WRAP_S DATA -> OPERATION
        {sampler}; GetSamplerParameterIuiv 1 TEXTURE_BASE_LEVEL DATA -> ENUM
    """,
    "other extensions": """
        ClampColorARB BAD TRUE -> ENUM
        ClampColorARB CLAMP_READ_COLOR_ARB BAD -> ENUM
        ProvokingVertexEXT BAD -> ENUM
        VertexAttribDivisorARB 16 1 -> VALUE
        DrawArraysInstancedARB BAD 0 3 1 -> ENUM
        DrawArraysInstancedARB POINTS 0 -3 1 -> VALUE
        DrawArraysInstancedARB POINTS 0 3 -1 -> VALUE
        DrawElementsInstancedARB POINTS 1 FLOAT DATA 1 -> ENUM
        DrawElementsInstancedARB POINTS 1 UNSIGNED_INT DATA -1 -> VALUE
        ProgramEnvParameters4fvEXT VERTEX_PROGRAM_ARB 0 -1 DATA -> VALUE
        ProgramEnvParameters4fvEXT VERTEX_PROGRAM_ARB 0 9999 DATA -> VALUE
        ProgramLocalParameters4fvEXT VERTEX_PROGRAM_ARB 9999 1 DATA -> VALUE
        ActiveStencilFaceEXT FRONT_AND_BACK -> ENUM
        BlitFramebufferEXT 0 0 1 1 0 0 1 1 1 NEAREST -> VALUE
        BlitFramebufferEXT 0 0 1 1 0 0 1 1 16384 BAD -> ENUM
        BlitFramebufferEXT 0 0 1 1 0 0 1 1 256 LINEAR -> OPERATION
        BeginConditionalRenderNV 77 QUERY_WAIT_NV -> VALUE
        {query}; BeginConditionalRenderNV 1 QUERY_WAIT_NV -> OPERATION
        {ended}; BeginConditionalRenderNV 1 BAD -> ENUM
        {condition}; BeginConditionalRenderNV 1 QUERY_WAIT_NV -> OPERATION
        {condition}; BeginQuery SAMPLES_PASSED 1 -> OPERATION
        EndConditionalRenderNV -> OPERATION
        PrimitiveRestartNV -> OPERATION
        Begin POINTS; PrimitiveRestartIndexNV 1 -> OPERATION
        EnableClientState PRIMITIVE_RESTART_INDEX_NV -> ENUM
    """,
}  # fmt: skip

TABLE_NV = {
    "NV_vertex_program, NV_fragment_program": """
        VertexAttrib4fNV 16 0. 0. 0. 0. -> VALUE
        VertexAttribs2fvNV 15 2 [0.,0.,0.,0.] -> VALUE
        VertexAttribs2fvNV 0 -1 DATA -> VALUE
        ProgramParameter4fNV BAD 0 0. 0. 0. 0. -> ENUM
        ProgramParameter4fNV VERTEX_PROGRAM_NV 256 0. 0. 0. 0. -> VALUE
        ProgramParameters4fvNV VERTEX_PROGRAM_NV 0 -1 DATA -> VALUE
        GetProgramParameterfvNV BAD 0 PROGRAM_PARAMETER_NV DATA -> ENUM
        GetProgramParameterfvNV VERTEX_PROGRAM_NV 0 BAD DATA -> ENUM
        GetProgramParameterfvNV VERTEX_PROGRAM_NV 256 PROGRAM_PARAMETER_NV DATA -> VALUE
        VertexAttribPointerNV 16 4 FLOAT 0 DATA -> VALUE
        VertexAttribPointerNV 1 5 FLOAT 0 DATA -> VALUE
        VertexAttribPointerNV 1 4 FLOAT -1 DATA -> VALUE
        VertexAttribPointerNV 1 3 UNSIGNED_BYTE 0 DATA -> OPERATION
        VertexAttribPointerNV 1 4 INT 0 DATA -> ENUM
        GetVertexAttribfvNV 16 ATTRIB_ARRAY_SIZE_NV DATA -> VALUE
        GetVertexAttribfvNV 0 CURRENT_ATTRIB_NV DATA -> VALUE
        GetVertexAttribfvNV 1 BAD DATA -> ENUM
        GetVertexAttribPointervNV 16 ATTRIB_ARRAY_POINTER_NV DATA -> VALUE
        GetVertexAttribPointervNV 1 BAD DATA -> ENUM
        LoadProgramNV BAD 1 10 '!!VP1.0END' -> ENUM
        LoadProgramNV VERTEX_PROGRAM_NV 0 10 '!!VP1.0END' -> VALUE
        LoadProgramNV VERTEX_PROGRAM_NV 1 -1 '!!VP1.0END' -> VALUE
        LoadProgramNV VERTEX_PROGRAM_NV 1 10 '!!VP1.0END' -> OPERATION
        LoadProgramNV VERTEX_STATE_PROGRAM_NV 1 24 '!!VSP1.0\\nMOV\\tR0,v[0];END' -> OPERATION
        {state}; LoadProgramNV VERTEX_PROGRAM_NV 1 {vp} -> OPERATION
        {state}; BindProgramNV VERTEX_PROGRAM_NV 1 -> OPERATION
        BindProgramNV BAD 1 -> ENUM
        BindProgramNV VERTEX_STATE_PROGRAM_NV 1 -> ENUM
        GenProgramsNV -1 DATA -> VALUE
        DeleteProgramsNV -1 INTS -> VALUE
        AreProgramsResidentNV -1 INTS BYTES -> VALUE
        AreProgramsResidentNV 1 INTS BYTES -> VALUE
        RequestResidentProgramsNV -1 INTS -> VALUE
        ExecuteProgramNV BAD 1 [0.,0.,0.,0.] -> ENUM
        ExecuteProgramNV VERTEX_STATE_PROGRAM_NV 9 [0.,0.,0.,0.] -> OPERATION
        {vertex}; ExecuteProgramNV VERTEX_STATE_PROGRAM_NV 2 [0.,0.,0.,0.] -> OPERATION
        {state}; {track}; ExecuteProgramNV VERTEX_STATE_PROGRAM_NV 1 [0.,0.,0.,0.] -> OPERATION
        TrackMatrixNV BAD 0 MODELVIEW IDENTITY_NV -> ENUM
        TrackMatrixNV VERTEX_PROGRAM_NV 2 MODELVIEW IDENTITY_NV -> VALUE
        TrackMatrixNV VERTEX_PROGRAM_NV 256 MODELVIEW IDENTITY_NV -> VALUE
        TrackMatrixNV VERTEX_PROGRAM_NV 0 BAD IDENTITY_NV -> ENUM
        TrackMatrixNV VERTEX_PROGRAM_NV 0 MODELVIEW BAD -> ENUM
        GetTrackMatrixivNV BAD 0 TRACK_MATRIX_NV DATA -> ENUM
        GetTrackMatrixivNV VERTEX_PROGRAM_NV 2 TRACK_MATRIX_NV DATA -> VALUE
        GetTrackMatrixivNV VERTEX_PROGRAM_NV 256 TRACK_MATRIX_NV DATA -> VALUE
        GetTrackMatrixivNV VERTEX_PROGRAM_NV 0 BAD DATA -> ENUM
        {track}; ProgramParameter4fNV VERTEX_PROGRAM_NV 3 0. 0. 0. 0. -> OPERATION
        GetProgramivNV 77 PROGRAM_LENGTH_NV DATA -> OPERATION
        {vertex}; GetProgramivNV 2 BAD DATA -> ENUM
        GetProgramStringNV 77 PROGRAM_STRING_NV BYTES -> OPERATION
        {vertex}; GetProgramStringNV 2 BAD BYTES -> ENUM
        ProgramNamedParameter4fNV 77 1 'a' 0. 0. 0. 0. -> OPERATION
        {fragment}; ProgramNamedParameter4fNV 3 0 'a' 0. 0. 0. 0. -> VALUE
        {fragment}; ProgramNamedParameter4fNV 3 1 'b' 0. 0. 0. 0. -> VALUE
        {fragment}; GetProgramNamedParameterfvNV 3 1 'b' DATA -> VALUE
        Begin POINTS; BindProgramNV VERTEX_PROGRAM_NV 0 -> OPERATION
        Begin POINTS; LoadProgramNV VERTEX_PROGRAM_NV 1 10 '!!VP1.0END' -> OPERATION
    """,
    "NV_parameter_buffer_object, NV_gpu_program4": """
        BindBufferBaseNV BAD 0 0 -> ENUM
        BindBufferBaseNV VERTEX_PROGRAM_PARAMETER_BUFFER_NV 9999 0 -> VALUE
        BindBufferRangeNV VERTEX_PROGRAM_PARAMETER_BUFFER_NV 0 1 0 -4 -> VALUE
        BindBufferRangeNV VERTEX_PROGRAM_PARAMETER_BUFFER_NV 0 1 0 2 -> VALUE
        BindBufferOffsetNV VERTEX_PROGRAM_PARAMETER_BUFFER_NV 0 1 4 -> VALUE
        ProgramBufferParametersfvNV BAD 0 0 1 DATA -> ENUM
        ProgramBufferParametersfvNV VERTEX_PROGRAM_PARAMETER_BUFFER_NV 0 0 1 DATA -> OPERATION
        {words}; ProgramBufferParametersfvNV VERTEX_PROGRAM_PARAMETER_BUFFER_NV 0 3 2 DATA -> VALUE
        {words}; ProgramBufferParametersfvNV VERTEX_PROGRAM_PARAMETER_BUFFER_NV 0 0 -1 DATA -> VALUE
        GetIntegerIndexedvEXT VERTEX_PROGRAM_PARAMETER_BUFFER_NV 9999 DATA -> VALUE
        GetIntegerIndexedvEXT BAD 0 DATA -> ENUM
        ProgramLocalParameterI4iNV BAD 0 0 0 0 0 -> ENUM
        ProgramEnvParameterI4uiNV VERTEX_PROGRAM_ARB 9999 0 0 0 0 -> VALUE
        VertexAttribI4iEXT 16 0 0 0 0 -> VALUE
        VertexAttribIPointerEXT 1 4 FLOAT 0 DATA -> ENUM
        VertexAttribIPointerEXT 1 5 INT 0 DATA -> VALUE
        GetVertexAttribIivEXT 16 CURRENT_VERTEX_ATTRIB DATA -> VALUE
    """,
}  # fmt: skip
"""Extensions that few drivers have."""

SETUPS = {
    "range": "{buffer}; BindBufferRange TRANSFORM_FEEDBACK_BUFFER",
    "buffer": "BindBuffer ARRAY_BUFFER 1; BufferData ARRAY_BUFFER 16 DATA STATIC_DRAW",
    "integers": "TexImage2D TEXTURE_2D 0 RGBA8I_EXT 4 4 0 RGBA_INTEGER_EXT BYTE null",
    "image": "TexImage2D TEXTURE_2D 0 RGBA 4 4 0 RGBA FLOAT null",
    "face": "TexImage2D TEXTURE_CUBE_MAP_POSITIVE_X 0 RGBA 2 2 0 RGBA FLOAT null",
    "rectangle": "TexImage2D TEXTURE_RECTANGLE_ARB 0 RGBA 3 2 0 RGBA FLOAT null",
    "array": "TexImage3D TEXTURE_2D_ARRAY_EXT 0 RGBA 1 1 2 0 RGBA FLOAT null",
    "lines": "TexImage2D TEXTURE_1D_ARRAY_EXT 0 RGBA 3 2 1 RGBA FLOAT null",
    "layers": "{framebuffer}; BindTexture TEXTURE_2D_ARRAY_EXT 1",
    "flat": "{framebuffer}; BindTexture TEXTURE_2D 1",
    "cube": "{framebuffer}; BindTexture TEXTURE_CUBE_MAP 1",
    "plain": "{framebuffer}; BindTexture TEXTURE_RECTANGLE_ARB 1",
    "texels": "{framebuffer}; BindTexture TEXTURE_BUFFER_EXT 1",
    "front": "TEXTURE_CUBE_MAP_POSITIVE_X",
    "color": "COLOR_ATTACHMENT0",
    "get": "GetFramebufferAttachmentParameteriv FRAMEBUFFER",
    "held": "{renderbuffer}; {framebuffer}; "
    "FramebufferRenderbuffer FRAMEBUFFER COLOR_ATTACHMENT0 RENDERBUFFER 1",
    "dxt1": "COMPRESSED_RGB_S3TC_DXT1_EXT",
    "dxt3": "COMPRESSED_RGBA_S3TC_DXT3_EXT",
    "dxt5": "COMPRESSED_RGBA_S3TC_DXT5_EXT",
    "blocks": "CompressedTexImage2D TEXTURE_2D 0 {dxt5} 8 6 0 64 BYTES",
    "sampler": "GenSamplers 1 INTS",
    "generated": "GenVertexArrays 1 INTS; {buffer}; BindVertexArray 1",
    "loaded": "BindProgramARB VERTEX_PROGRAM_ARB 1",
    "counting": "GenOcclusionQueriesNV 1 DATA; BeginOcclusionQueryNV 1",
    "query": "GenQueries 4 DATA; BeginQuery SAMPLES_PASSED 1",
    "ended": "GenQueries 4 DATA; BeginQuery SAMPLES_PASSED 1; EndQuery SAMPLES_PASSED",
    "condition": "GenQueries 4 DATA; BeginQuery SAMPLES_PASSED 1; EndQuery SAMPLES_PASSED; "
    "BeginConditionalRenderNV 1 QUERY_WAIT_NV",
    "geometry": "ProgramStringARB GEOMETRY_PROGRAM_NV PROGRAM_FORMAT_ASCII_ARB 74 "
    "'!!NVgp4.0\\nPRIMITIVE_IN\\tPOINTS;PRIMITIVE_OUT\\tPOINTS;VERTICES_OUT\\t1;EMIT;END'",
    "arbvp": "PROGRAM_FORMAT_ASCII_ARB 50 '!!ARBvp1.0\\nMOV\\tresult.position,vertex.position;END'",
    "vp": "31 '!!VP1.0\\nMOV\\to[HPOS],v[OPOS];END'",
    "vertex": "LoadProgramNV VERTEX_PROGRAM_NV 2 31 '!!VP1.0\\nMOV\\to[HPOS],v[OPOS];END'",
    "state": "LoadProgramNV VERTEX_STATE_PROGRAM_NV 1 26 '!!VSP1.0\\nMOV\\tc[0],v[0];END'",
    "fragment": "LoadProgramNV FRAGMENT_PROGRAM_NV 3 "
    "35 '!!FP1.0\\nDECLARE\\ta;MOV\\to[COLR],a;END'",
    "track": "TrackMatrixNV VERTEX_PROGRAM_NV 0 MODELVIEW IDENTITY_NV",
    "words": "{buffer}; BindBufferBaseNV VERTEX_PROGRAM_PARAMETER_BUFFER_NV 0 1",
    "program": "BindProgramARB VERTEX_PROGRAM_ARB 5",
    "renderbuffer": "BindRenderbufferEXT RENDERBUFFER_EXT 1",
    "attached": "{renderbuffer}; {framebuffer}",
    "framebuffer": "BindFramebufferEXT FRAMEBUFFER_EXT 1",
    "covered": "RenderbufferStorageMultisampleCoverageNV RENDERBUFFER_EXT",
    "samples": "{renderbuffer}; RenderbufferStorageMultisampleEXT RENDERBUFFER_EXT 4 RGBA8 8 8; "
    "{framebuffer}; "
    "FramebufferRenderbufferEXT FRAMEBUFFER_EXT COLOR_ATTACHMENT0 RENDERBUFFER_EXT 1",
    "window": "BindFramebufferEXT DRAW_FRAMEBUFFER 0",
    "many": "BindTexture TEXTURE_2D_MULTISAMPLE 1; "
    "TexImage2DMultisample TEXTURE_2D_MULTISAMPLE 4 RGBA8 4 4 1; {framebuffer}",
    "onto": "FramebufferTexture2D FRAMEBUFFER COLOR_ATTACHMENT0",
}
CODES = {
    "ENUM": enums.GL_INVALID_ENUM,
    "VALUE": enums.GL_INVALID_VALUE,
    "OPERATION": enums.GL_INVALID_OPERATION,
    "UNDERFLOW": enums.GL_STACK_UNDERFLOW,
    "FRAMEBUFFER": enums.GL_INVALID_FRAMEBUFFER_OPERATION,
}
DTYPES = {"DATA": np.float32, "INTS": np.int32, "DOUBLES": np.float64, "BYTES": np.uint8}


def value_of(word: str):
    """The argument that a word of a row stands for."""
    if word in ("BAD", "null"):
        return {"BAD": 0x0BAD}.get(word)
    if word in DTYPES:
        return np.zeros({"INTS": 4, "DOUBLES": 16}.get(word, 64), DTYPES[word])
    if word[0] == "[":
        kind = np.float32 if "." in word else np.intp if word.endswith("L") else np.int32
        return np.array([value_of(part) for part in word.rstrip("L")[1:-1].split(",")], kind)
    if word[0] == "'":
        return word[1:-1].replace("\\n", "\n").replace("\\t", "\t").encode()
    if word[0].isalpha():
        return getattr(enums, f"GL_{word}")
    return float(word) if "." in word else int(word)


def calls_of(text: str) -> list[tuple[str, list]]:
    """The calls of a row, before its arrow: (name, arguments)."""
    calls = [part.split() for part in text.format(**SETUPS).format(**SETUPS).split("; ")]
    return [(f"gl{name}", [value_of(word) for word in words]) for name, *words in calls]


def rows(table=TABLE) -> list[tuple[str, str, int]]:
    """(chapter, the calls, the code) of every row."""
    found = []
    for chapter, text in table.items():
        for line in text.strip().splitlines():
            calls, _, code = line.strip().partition(" -> ")
            found.append((chapter, calls, CODES[code]))
    return found
