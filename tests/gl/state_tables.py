"""OpenGL 2.1, 6.2: the rows of the state tables that softgl has, in a new window of 8x8 pixels.

A row is a name, a letter for its type, and its initial values. Types: B boolean, Z integer or
enum, M mask, whose bits glGetIntegerv keeps, R real, C a real that integer queries map linearly
(6.1.2: colours, normals, depth ranges and depth clear values), E a boolean with the "Get Command"
IsEnabled.
"""

from __future__ import annotations

import re

from softgl.gl.api import enums
from tests.gl.error_table import calls_of

SIMPLE = {
    "6.5": """
        CURRENT_COLOR C 1 1 1 1
        CURRENT_SECONDARY_COLOR C 0 0 0 1
        CURRENT_INDEX R 1
        CURRENT_TEXTURE_COORDS R 0 0 0 1
        CURRENT_NORMAL C 0 0 1
        CURRENT_FOG_COORD R 0
        CURRENT_RASTER_POSITION R 0 0 0 1
        CURRENT_RASTER_DISTANCE R 0
        CURRENT_RASTER_COLOR C 1 1 1 1
        CURRENT_RASTER_SECONDARY_COLOR C 0 0 0 1
        CURRENT_RASTER_INDEX R 1
        CURRENT_RASTER_TEXTURE_COORDS R 0 0 0 1
        CURRENT_RASTER_POSITION_VALID B 1
        EDGE_FLAG B 1
    """,
    "6.6": """
        CLIENT_ACTIVE_TEXTURE Z TEXTURE0
        VERTEX_ARRAY E 0
        VERTEX_ARRAY_SIZE Z 4
        VERTEX_ARRAY_TYPE Z FLOAT
        VERTEX_ARRAY_STRIDE Z 0
        NORMAL_ARRAY E 0
        NORMAL_ARRAY_TYPE Z FLOAT
        NORMAL_ARRAY_STRIDE Z 0
        FOG_COORD_ARRAY E 0
        FOG_COORD_ARRAY_TYPE Z FLOAT
        FOG_COORD_ARRAY_STRIDE Z 0
        COLOR_ARRAY E 0
        COLOR_ARRAY_SIZE Z 4
        COLOR_ARRAY_TYPE Z FLOAT
        COLOR_ARRAY_STRIDE Z 0
        SECONDARY_COLOR_ARRAY E 0
        SECONDARY_COLOR_ARRAY_SIZE Z 3
        SECONDARY_COLOR_ARRAY_TYPE Z FLOAT
        SECONDARY_COLOR_ARRAY_STRIDE Z 0
        INDEX_ARRAY E 0
        INDEX_ARRAY_TYPE Z FLOAT
        INDEX_ARRAY_STRIDE Z 0
    """,
    "6.7": """
        TEXTURE_COORD_ARRAY E 0
        TEXTURE_COORD_ARRAY_SIZE Z 4
        TEXTURE_COORD_ARRAY_TYPE Z FLOAT
        TEXTURE_COORD_ARRAY_STRIDE Z 0
        EDGE_FLAG_ARRAY E 0
        EDGE_FLAG_ARRAY_STRIDE Z 0
    """,
    "6.8": """
        ARRAY_BUFFER_BINDING Z 0
        VERTEX_ARRAY_BUFFER_BINDING Z 0
        NORMAL_ARRAY_BUFFER_BINDING Z 0
        COLOR_ARRAY_BUFFER_BINDING Z 0
        INDEX_ARRAY_BUFFER_BINDING Z 0
        TEXTURE_COORD_ARRAY_BUFFER_BINDING Z 0
        EDGE_FLAG_ARRAY_BUFFER_BINDING Z 0
        SECONDARY_COLOR_ARRAY_BUFFER_BINDING Z 0
        FOG_COORD_ARRAY_BUFFER_BINDING Z 0
        ELEMENT_ARRAY_BUFFER_BINDING Z 0
    """,
    "6.10": """
        MODELVIEW_MATRIX R 1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1
        TRANSPOSE_MODELVIEW_MATRIX R 1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1
        PROJECTION_MATRIX R 1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1
        TRANSPOSE_PROJECTION_MATRIX R 1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1
        TEXTURE_MATRIX R 1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1
        TRANSPOSE_TEXTURE_MATRIX R 1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1
        VIEWPORT Z 0 0 8 8
        DEPTH_RANGE C 0 1
        MODELVIEW_STACK_DEPTH Z 1
        PROJECTION_STACK_DEPTH Z 1
        TEXTURE_STACK_DEPTH Z 1
        MATRIX_MODE Z MODELVIEW
        NORMALIZE E 0
        RESCALE_NORMAL E 0
        CLIP_PLANE0 E 0
        CLIP_PLANE1 E 0
        CLIP_PLANE2 E 0
        CLIP_PLANE3 E 0
        CLIP_PLANE4 E 0
        CLIP_PLANE5 E 0
    """,
    "6.11": """
        FOG_COLOR C 0 0 0 0
        FOG_INDEX R 0
        FOG_DENSITY R 1
        FOG_START R 0
        FOG_END R 1
        FOG_MODE Z EXP
        FOG E 0
        FOG_COORD_SRC Z FRAGMENT_DEPTH
        COLOR_SUM E 0
        SHADE_MODEL Z SMOOTH
    """,
    "6.12": """
        LIGHTING E 0
        COLOR_MATERIAL E 0
        COLOR_MATERIAL_PARAMETER Z AMBIENT_AND_DIFFUSE
        COLOR_MATERIAL_FACE Z FRONT_AND_BACK
        LIGHT_MODEL_AMBIENT C 0.2 0.2 0.2 1
        LIGHT_MODEL_LOCAL_VIEWER B 0
        LIGHT_MODEL_TWO_SIDE B 0
        LIGHT_MODEL_COLOR_CONTROL Z SINGLE_COLOR
    """,
    "6.13": """
        LIGHT0 E 0
        LIGHT1 E 0
        LIGHT2 E 0
        LIGHT3 E 0
        LIGHT4 E 0
        LIGHT5 E 0
        LIGHT6 E 0
        LIGHT7 E 0
    """,
    "6.14": """
        POINT_SIZE R 1
        POINT_SMOOTH E 0
        POINT_SPRITE E 0
        POINT_SIZE_MIN R 0
        POINT_FADE_THRESHOLD_SIZE R 1
        POINT_DISTANCE_ATTENUATION R 1 0 0
        POINT_SPRITE_COORD_ORIGIN Z UPPER_LEFT
        LINE_WIDTH R 1
        LINE_SMOOTH E 0
        LINE_STIPPLE_PATTERN Z 65535
        LINE_STIPPLE_REPEAT Z 1
        LINE_STIPPLE E 0
        CULL_FACE E 0
        CULL_FACE_MODE Z BACK
        FRONT_FACE Z CCW
        POLYGON_SMOOTH E 0
        POLYGON_MODE Z FILL FILL
        POLYGON_OFFSET_FACTOR R 0
        POLYGON_OFFSET_UNITS R 0
        POLYGON_OFFSET_CLAMP R 0
        POLYGON_OFFSET_POINT E 0
        POLYGON_OFFSET_LINE E 0
        POLYGON_OFFSET_FILL E 0
        POLYGON_STIPPLE E 0
    """,
    "6.15": """
        MULTISAMPLE E 1
        SAMPLE_ALPHA_TO_COVERAGE E 0
        SAMPLE_ALPHA_TO_ONE E 0
        SAMPLE_COVERAGE E 0
        SAMPLE_COVERAGE_VALUE R 1
        SAMPLE_COVERAGE_INVERT B 0
    """,
    "6.16": """
        TEXTURE_1D E 0
        TEXTURE_2D E 0
        TEXTURE_3D E 0
        TEXTURE_CUBE_MAP E 0
        TEXTURE_BINDING_1D Z 0
        TEXTURE_BINDING_2D Z 0
        TEXTURE_BINDING_3D Z 0
        TEXTURE_BINDING_CUBE_MAP Z 0
    """,
    "6.19": """
        ACTIVE_TEXTURE Z TEXTURE0
        TEXTURE_GEN_S E 0
        TEXTURE_GEN_T E 0
        TEXTURE_GEN_R E 0
        TEXTURE_GEN_Q E 0
    """,
    "6.20": """
        SCISSOR_TEST E 0
        SCISSOR_BOX Z 0 0 8 8
        ALPHA_TEST E 0
        ALPHA_TEST_FUNC Z ALWAYS
        ALPHA_TEST_REF C 0
        STENCIL_TEST E 0
        STENCIL_FUNC Z ALWAYS
        STENCIL_VALUE_MASK M 4294967295
        STENCIL_REF Z 0
        STENCIL_FAIL Z KEEP
        STENCIL_PASS_DEPTH_FAIL Z KEEP
        STENCIL_PASS_DEPTH_PASS Z KEEP
        STENCIL_BACK_FUNC Z ALWAYS
        STENCIL_BACK_VALUE_MASK M 4294967295
        STENCIL_BACK_REF Z 0
        STENCIL_BACK_FAIL Z KEEP
        STENCIL_BACK_PASS_DEPTH_FAIL Z KEEP
        STENCIL_BACK_PASS_DEPTH_PASS Z KEEP
        DEPTH_TEST E 0
        DEPTH_FUNC Z LESS
    """,
    "6.21": """
        BLEND E 0
        BLEND_SRC_RGB Z ONE
        BLEND_SRC Z ONE
        BLEND_SRC_ALPHA Z ONE
        BLEND_DST_RGB Z ZERO
        BLEND_DST Z ZERO
        BLEND_DST_ALPHA Z ZERO
        BLEND_EQUATION_RGB Z FUNC_ADD
        BLEND_EQUATION Z FUNC_ADD
        BLEND_EQUATION_ALPHA Z FUNC_ADD
        BLEND_COLOR C 0 0 0 0
        DITHER E 1
        INDEX_LOGIC_OP E 0
        LOGIC_OP E 0
        COLOR_LOGIC_OP E 0
        LOGIC_OP_MODE Z COPY
    """,
    "6.22": """
        DRAW_BUFFER Z BACK
        DRAW_BUFFER0 Z BACK
        INDEX_WRITEMASK Z -1
        COLOR_WRITEMASK B 1 1 1 1
        DEPTH_WRITEMASK B 1
        STENCIL_WRITEMASK M 4294967295
        STENCIL_BACK_WRITEMASK M 4294967295
        COLOR_CLEAR_VALUE C 0 0 0 0
        INDEX_CLEAR_VALUE R 0
        DEPTH_CLEAR_VALUE C 1
        STENCIL_CLEAR_VALUE Z 0
        ACCUM_CLEAR_VALUE C 0 0 0 0
    """,
    "6.23": """
        UNPACK_SWAP_BYTES B 0
        UNPACK_LSB_FIRST B 0
        UNPACK_IMAGE_HEIGHT Z 0
        UNPACK_SKIP_IMAGES Z 0
        UNPACK_ROW_LENGTH Z 0
        UNPACK_SKIP_ROWS Z 0
        UNPACK_SKIP_PIXELS Z 0
        UNPACK_ALIGNMENT Z 4
        PACK_SWAP_BYTES B 0
        PACK_LSB_FIRST B 0
        PACK_IMAGE_HEIGHT Z 0
        PACK_SKIP_IMAGES Z 0
        PACK_ROW_LENGTH Z 0
        PACK_SKIP_ROWS Z 0
        PACK_SKIP_PIXELS Z 0
        PACK_ALIGNMENT Z 4
        MAP_COLOR B 0
        MAP_STENCIL B 0
        INDEX_SHIFT Z 0
        INDEX_OFFSET Z 0
        RED_SCALE R 1
        GREEN_SCALE R 1
        BLUE_SCALE R 1
        ALPHA_SCALE R 1
        DEPTH_SCALE R 1
        RED_BIAS R 0
        GREEN_BIAS R 0
        BLUE_BIAS R 0
        ALPHA_BIAS R 0
        DEPTH_BIAS R 0
        PIXEL_PACK_BUFFER_BINDING Z 0
        PIXEL_UNPACK_BUFFER_BINDING Z 0
    """,
    "6.27": """
        ZOOM_X R 1
        ZOOM_Y R 1
        PIXEL_MAP_I_TO_I_SIZE Z 1
        PIXEL_MAP_S_TO_S_SIZE Z 1
        PIXEL_MAP_I_TO_R_SIZE Z 1
        PIXEL_MAP_I_TO_G_SIZE Z 1
        PIXEL_MAP_I_TO_B_SIZE Z 1
        PIXEL_MAP_I_TO_A_SIZE Z 1
        PIXEL_MAP_R_TO_R_SIZE Z 1
        PIXEL_MAP_G_TO_G_SIZE Z 1
        PIXEL_MAP_B_TO_B_SIZE Z 1
        PIXEL_MAP_A_TO_A_SIZE Z 1
        READ_BUFFER Z BACK
    """,
    "6.28": """
        MAP1_COLOR_4 E 0
        MAP1_INDEX E 0
        MAP1_NORMAL E 0
        MAP1_TEXTURE_COORD_1 E 0
        MAP1_TEXTURE_COORD_2 E 0
        MAP1_TEXTURE_COORD_3 E 0
        MAP1_TEXTURE_COORD_4 E 0
        MAP1_VERTEX_3 E 0
        MAP1_VERTEX_4 E 0
        MAP2_COLOR_4 E 0
        MAP2_INDEX E 0
        MAP2_NORMAL E 0
        MAP2_TEXTURE_COORD_1 E 0
        MAP2_TEXTURE_COORD_2 E 0
        MAP2_TEXTURE_COORD_3 E 0
        MAP2_TEXTURE_COORD_4 E 0
        MAP2_VERTEX_3 E 0
        MAP2_VERTEX_4 E 0
        MAP1_GRID_DOMAIN R 0 1
        MAP2_GRID_DOMAIN R 0 1 0 1
        MAP1_GRID_SEGMENTS Z 1
        MAP2_GRID_SEGMENTS Z 1 1
        AUTO_NORMAL E 0
    """,
    "6.31": """
        VERTEX_PROGRAM_TWO_SIDE E 0
        VERTEX_PROGRAM_POINT_SIZE E 0
    """,
    "6.32": """
        PERSPECTIVE_CORRECTION_HINT Z DONT_CARE
        POINT_SMOOTH_HINT Z DONT_CARE
        LINE_SMOOTH_HINT Z DONT_CARE
        POLYGON_SMOOTH_HINT Z DONT_CARE
        FOG_HINT Z DONT_CARE
        GENERATE_MIPMAP_HINT Z DONT_CARE
        TEXTURE_COMPRESSION_HINT Z DONT_CARE
        FRAGMENT_SHADER_DERIVATIVE_HINT Z DONT_CARE
    """,
    "6.34": """
        AUX_BUFFERS Z 0
        RGBA_MODE B 1
        INDEX_MODE B 0
        DOUBLEBUFFER B 1
        STEREO B 0
    """,
    "6.35": """
        SAMPLE_BUFFERS Z 0
        SAMPLES Z 0
    """,
    "6.37": """
        RED_BITS Z 8
        GREEN_BITS Z 8
        BLUE_BITS Z 8
        ALPHA_BITS Z 8
        INDEX_BITS Z 0
        DEPTH_BITS Z 24
        STENCIL_BITS Z 8
        ACCUM_RED_BITS Z 16
        ACCUM_GREEN_BITS Z 16
        ACCUM_BLUE_BITS Z 16
        ACCUM_ALPHA_BITS Z 16
    """,
    "6.38": """
        ATTRIB_STACK_DEPTH Z 0
        CLIENT_ATTRIB_STACK_DEPTH Z 0
        RENDER_MODE Z RENDER
        LIST_BASE Z 0
        LIST_INDEX Z 0
        LIST_MODE Z 0
        NAME_STACK_DEPTH Z 0
        SELECTION_BUFFER_SIZE Z 0
        FEEDBACK_BUFFER_SIZE Z 0
        FEEDBACK_BUFFER_TYPE Z 1536
    """,
    "ARB_vertex_program, NV_vertex_program": """
        VERTEX_PROGRAM_ARB E 0
        VERTEX_PROGRAM_POINT_SIZE_ARB E 0
        VERTEX_PROGRAM_TWO_SIDE_ARB E 0
        PROGRAM_ERROR_POSITION_ARB Z -1
        CURRENT_MATRIX_ARB R 1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1
        TRANSPOSE_CURRENT_MATRIX_ARB R 1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1
        CURRENT_MATRIX_STACK_DEPTH_ARB Z 1
        VERTEX_PROGRAM_BINDING_NV Z 0
        VERTEX_ATTRIB_ARRAY0_NV E 0
        VERTEX_ATTRIB_ARRAY15_NV E 0
    """,
    "ARB_fragment_program, NV_fragment_program": """
        FRAGMENT_PROGRAM_ARB E 0
        FRAGMENT_PROGRAM_NV E 0
        FRAGMENT_PROGRAM_BINDING_NV Z 0
    """,
    "ARB_texture_rectangle, EXT_texture_array": """
        TEXTURE_RECTANGLE_ARB E 0
        TEXTURE_BINDING_RECTANGLE_ARB Z 0
        TEXTURE_BINDING_1D_ARRAY_EXT Z 0
        TEXTURE_BINDING_2D_ARRAY_EXT Z 0
    """,
    "EXT_texture_buffer_object": """
        TEXTURE_BUFFER_EXT Z 0
        TEXTURE_BINDING_BUFFER_EXT Z 0
        TEXTURE_BUFFER_DATA_STORE_BINDING_EXT Z 0
        TEXTURE_BUFFER_FORMAT_EXT Z LUMINANCE8
    """,
    "ARB_color_buffer_float": """
        CLAMP_VERTEX_COLOR_ARB Z 1
        CLAMP_FRAGMENT_COLOR_ARB Z FIXED_ONLY_ARB
        CLAMP_READ_COLOR_ARB Z FIXED_ONLY_ARB
        RGBA_FLOAT_MODE_ARB B 0
    """,
    "EXT_texture_integer": """
        RGBA_INTEGER_MODE_EXT B 0
    """,
    "EXT_framebuffer_object, EXT_framebuffer_blit, EXT_framebuffer_sRGB": """
        FRAMEBUFFER_BINDING_EXT Z 0
        DRAW_FRAMEBUFFER_BINDING_EXT Z 0
        READ_FRAMEBUFFER_BINDING_EXT Z 0
        RENDERBUFFER_BINDING_EXT Z 0
        FRAMEBUFFER_SRGB_EXT E 0
        FRAMEBUFFER_SRGB_CAPABLE_EXT B 0
    """,
    "other extensions": """
        STENCIL_TEST_TWO_SIDE_EXT E 0
        ACTIVE_STENCIL_FACE_EXT Z FRONT
        DEPTH_CLAMP E 0
        PRIMITIVE_RESTART_NV E 0
        PRIMITIVE_RESTART_INDEX_NV Z 0
        PRIMITIVE_RESTART E 0
        PRIMITIVE_RESTART_INDEX Z 0
        PROVOKING_VERTEX_EXT Z LAST_VERTEX_CONVENTION_EXT
        DRAW_BUFFER7_ARB Z NONE
        OCCLUSION_TEST_HP E 0
        OCCLUSION_TEST_RESULT_HP B 0
        CURRENT_OCCLUSION_QUERY_ID_NV Z 0
        ARRAY_ELEMENT_LOCK_FIRST_EXT Z 0
        ARRAY_ELEMENT_LOCK_COUNT_EXT Z 0
        VERTEX_ARRAY_COUNT_EXT Z 0
        TEXTURE_COORD_ARRAY_COUNT_EXT Z 0
        EDGE_FLAG_ARRAY_COUNT_EXT Z 0
        COLOR_FLOAT_APPLE B 0
        UNPACK_CLIENT_STORAGE_APPLE B 0
        CLIP_VOLUME_CLIPPING_HINT_EXT Z DONT_CARE
        MULTISAMPLE_FILTER_HINT_NV Z DONT_CARE
        TRANSFORM_HINT_APPLE Z DONT_CARE
        TEXTURE_MULTI_BUFFER_HINT_SGIX Z DONT_CARE
    """,
}

LEAST = {
    "6.33": """
        MAX_LIGHTS 8
        MAX_EVAL_ORDER 8
        MAX_LIST_NESTING 64
        MAX_NAME_STACK_DEPTH 64
        MAX_CLIP_PLANES 8
        MAX_MODELVIEW_STACK_DEPTH 32
        MAX_PROJECTION_STACK_DEPTH 2
        MAX_TEXTURE_STACK_DEPTH 2
        SUBPIXEL_BITS 4
        MAX_3D_TEXTURE_SIZE 16
        MAX_CUBE_MAP_TEXTURE_SIZE 16
        MAX_TEXTURE_SIZE 64
        MAX_TEXTURE_LOD_BIAS 2
        MAX_PIXEL_MAP_TABLE 32
        MAX_VIEWPORT_DIMS 8 8
    """,
    "6.34": """
        MAX_ATTRIB_STACK_DEPTH 16
        MAX_CLIENT_ATTRIB_STACK_DEPTH 16
        ALIASED_POINT_SIZE_RANGE 1 1
        SMOOTH_POINT_SIZE_RANGE 1 1
        POINT_SIZE_RANGE 1 1
        SMOOTH_POINT_SIZE_GRANULARITY 0
        POINT_SIZE_GRANULARITY 0
        ALIASED_LINE_WIDTH_RANGE 1 1
        SMOOTH_LINE_WIDTH_RANGE 1 1
        LINE_WIDTH_RANGE 1 1
        SMOOTH_LINE_WIDTH_GRANULARITY 0
        LINE_WIDTH_GRANULARITY 0
        POINT_SIZE_MAX 1
    """,
    "6.35": """
        MAX_ELEMENTS_INDICES 0
        NUM_COMPRESSED_TEXTURE_FORMATS 0
        MAX_ELEMENTS_VERTICES 0
    """,
    "6.36": """
        MAX_TEXTURE_UNITS 2
        MAX_VERTEX_ATTRIBS 16
        MAX_COMBINED_TEXTURE_IMAGE_UNITS 2
        MAX_VERTEX_TEXTURE_IMAGE_UNITS 0
        MAX_TEXTURE_IMAGE_UNITS 2
        MAX_TEXTURE_COORDS 2
        MAX_DRAW_BUFFERS 1
        MAX_VERTEX_UNIFORM_COMPONENTS 1024
        MAX_FRAGMENT_UNIFORM_COMPONENTS 1024
        MAX_VARYING_COMPONENTS 60
    """,
    "extensions": """
        MAX_PROGRAM_MATRICES_ARB 8
        MAX_PROGRAM_MATRIX_STACK_DEPTH_ARB 1
        MAX_FRAGMENT_PROGRAM_LOCAL_PARAMETERS_NV 64
        MAX_COLOR_ATTACHMENTS_EXT 1
        MAX_RENDERBUFFER_SIZE_EXT 1
        MAX_TEXTURE_LOD_BIAS_EXT 2
        MAX_RECTANGLE_TEXTURE_SIZE_ARB 64
        MAX_ARRAY_TEXTURE_LAYERS_EXT 64
        MAX_TEXTURE_BUFFER_SIZE_EXT 65536
        MAX_GEOMETRY_TEXTURE_IMAGE_UNITS_EXT 16
        MAX_PROGRAM_TEXEL_OFFSET_NV 7
        MIN_PROGRAM_TEXEL_OFFSET_NV -8
        PIXEL_COUNTER_BITS_NV 24
        MAX_SHININESS_NV 128
        MAX_SPOT_EXPONENT_NV 128
    """,
}
"""Implementation-dependent values: the least that each may be."""

OBJECTS = {
    "6.7": ("glGetVertexAttrib{}", "fdi", "1", """
        VERTEX_ATTRIB_ARRAY_ENABLED 0
        VERTEX_ATTRIB_ARRAY_SIZE 4
        VERTEX_ATTRIB_ARRAY_STRIDE 0
        VERTEX_ATTRIB_ARRAY_TYPE FLOAT
        VERTEX_ATTRIB_ARRAY_NORMALIZED 0
        VERTEX_ATTRIB_ARRAY_BUFFER_BINDING 0
        CURRENT_VERTEX_ATTRIB 0 0 0 1
        VERTEX_ATTRIB_ARRAY_DIVISOR_ARB 0
        VERTEX_ATTRIB_ARRAY_INTEGER_EXT 0
    """),
    "6.9": ("glGetBufferParameter{}", "i", "ARRAY_BUFFER", """
        BUFFER_SIZE 0
        BUFFER_USAGE STATIC_DRAW
        BUFFER_ACCESS READ_WRITE
        BUFFER_MAPPED 0
    """),
    "6.12": ("glGetMaterial{}", "f", "BACK", """
        AMBIENT 0.2 0.2 0.2 1
        DIFFUSE 0.8 0.8 0.8 1
        SPECULAR 0 0 0 1
        EMISSION 0 0 0 1
        SHININESS 0
        COLOR_INDEXES 0 1 1
    """),
    "6.13, light 0": ("glGetLight{}", "f", "LIGHT0", """
        AMBIENT 0 0 0 1
        DIFFUSE 1 1 1 1
        SPECULAR 1 1 1 1
    """),
    "6.13": ("glGetLight{}", "f", "LIGHT7", """
        AMBIENT 0 0 0 1
        DIFFUSE 0 0 0 1
        SPECULAR 0 0 0 1
        POSITION 0 0 1 0
        CONSTANT_ATTENUATION 1
        LINEAR_ATTENUATION 0
        QUADRATIC_ATTENUATION 0
        SPOT_DIRECTION 0 0 -1
        SPOT_EXPONENT 0
        SPOT_CUTOFF 180
    """),
    "6.17": ("glGetTexParameter{}", "fi", "TEXTURE_3D", """
        TEXTURE_BORDER_COLOR 0 0 0 0
        TEXTURE_MIN_FILTER NEAREST_MIPMAP_LINEAR
        TEXTURE_MAG_FILTER LINEAR
        TEXTURE_WRAP_S REPEAT
        TEXTURE_WRAP_T REPEAT
        TEXTURE_WRAP_R REPEAT
        TEXTURE_RESIDENT 1
        TEXTURE_MIN_LOD -1000
        TEXTURE_MAX_LOD 1000
        TEXTURE_BASE_LEVEL 0
        TEXTURE_MAX_LEVEL 1000
        TEXTURE_LOD_BIAS 0
        DEPTH_TEXTURE_MODE LUMINANCE
        TEXTURE_COMPARE_MODE NONE
        TEXTURE_COMPARE_FUNC LEQUAL
        GENERATE_MIPMAP 0
    """),
    "6.17, priority": ("glGetTexParameter{}", "f", "TEXTURE_1D", "TEXTURE_PRIORITY 1"),
    "6.18": ("glGetTexLevelParameter{}", "fi", "TEXTURE_2D 1", """
        TEXTURE_WIDTH 0
        TEXTURE_HEIGHT 0
        TEXTURE_DEPTH 0
        TEXTURE_BORDER 0
        TEXTURE_INTERNAL_FORMAT 1
        TEXTURE_COMPONENTS 1
        TEXTURE_RED_SIZE 0
        TEXTURE_GREEN_SIZE 0
        TEXTURE_BLUE_SIZE 0
        TEXTURE_ALPHA_SIZE 0
        TEXTURE_LUMINANCE_SIZE 0
        TEXTURE_INTENSITY_SIZE 0
        TEXTURE_DEPTH_SIZE 0
        TEXTURE_COMPRESSED 0
    """),
    "6.19, sprites": ("glGetTexEnv{}", "fi", "POINT_SPRITE", "COORD_REPLACE 0"),
    "6.19, bias": ("glGetTexEnv{}", "fi", "TEXTURE_FILTER_CONTROL", "TEXTURE_LOD_BIAS 0"),
    "6.19": ("glGetTexEnv{}", "fi", "TEXTURE_ENV", """
        TEXTURE_ENV_MODE MODULATE
        TEXTURE_ENV_COLOR 0 0 0 0
        COMBINE_RGB MODULATE
        COMBINE_ALPHA MODULATE
        SRC0_RGB TEXTURE
        SRC1_RGB PREVIOUS
        SRC2_RGB CONSTANT
        SRC0_ALPHA TEXTURE
        SRC1_ALPHA PREVIOUS
        SRC2_ALPHA CONSTANT
        OPERAND0_RGB SRC_COLOR
        OPERAND1_RGB SRC_COLOR
        OPERAND2_RGB SRC_ALPHA
        OPERAND0_ALPHA SRC_ALPHA
        OPERAND1_ALPHA SRC_ALPHA
        OPERAND2_ALPHA SRC_ALPHA
        RGB_SCALE 1
        ALPHA_SCALE 1
    """),
    "6.19, s": ("glGetTexGen{}", "fid", "S", """
        EYE_PLANE 1 0 0 0
        OBJECT_PLANE 1 0 0 0
        TEXTURE_GEN_MODE EYE_LINEAR
    """),
    "6.19, t": ("glGetTexGen{}", "fid", "T", "EYE_PLANE 0 1 0 0\nOBJECT_PLANE 0 1 0 0"),
    "6.19, q": ("glGetTexGen{}", "fid", "Q", "EYE_PLANE 0 0 0 0\nOBJECT_PLANE 0 0 0 0"),
    "6.28": ("glGetMap{}", "fdi", "MAP1_COLOR_4", "ORDER 1\nDOMAIN 0 1\nCOEFF 1 1 1 1"),
    "6.28, two": ("glGetMap{}", "fdi", "MAP2_NORMAL", "ORDER 1 1\nDOMAIN 0 1 0 1\nCOEFF 0 0 1"),
    "6.35": ("glGetQuery{}", "i", "SAMPLES_PASSED", "CURRENT_QUERY 0\nQUERY_COUNTER_BITS 32"),
}  # fmt: skip
"""Queries of objects: the command, its types, its selectors, and the rows: a name, the values."""

CHANGES = {
    "": """
        Translatef 1. 2. 3. -> MODELVIEW_MATRIX
        PushMatrix -> MODELVIEW_STACK_DEPTH
        PixelMapfv PIXEL_MAP_R_TO_R 2 [0.,1] -> PIXEL_MAP_R_TO_R_SIZE
    """,
    "CURRENT": """
        Color4f .5 .25 .125 .5 -> CURRENT_COLOR
        SecondaryColor3f .5 .25 .125 -> CURRENT_SECONDARY_COLOR
        Indexf 3. -> CURRENT_INDEX
        TexCoord2f .5 .25 -> CURRENT_TEXTURE_COORDS
        Normal3f .5 .25 .125 -> CURRENT_NORMAL
        FogCoordf .5 -> CURRENT_FOG_COORD
        EdgeFlag 0 -> EDGE_FLAG
        WindowPos2f 2. 3. -> CURRENT_RASTER_POSITION
        VertexAttrib4f 3 1. 2. 3. 4. -> GetVertexAttribfv 3 CURRENT_VERTEX_ATTRIB DATA
    """,
    "VIEWPORT": """
        Viewport 1 2 3 4 -> VIEWPORT
        DepthRange .25 .5 -> DEPTH_RANGE
    """,
    "TRANSFORM": """
        MatrixMode PROJECTION -> MATRIX_MODE
        ClipPlane CLIP_PLANE1 [1.,2,3,4] -> GetClipPlane CLIP_PLANE1 DOUBLES
    """,
    "FOG": """
        Fogfv FOG_COLOR [.5,.5,0,1] -> FOG_COLOR
        Fogf FOG_INDEX 3. -> FOG_INDEX
        Fogf FOG_DENSITY 3. -> FOG_DENSITY
        Fogf FOG_START 3. -> FOG_START
        Fogf FOG_END 3. -> FOG_END
        Fogi FOG_MODE LINEAR -> FOG_MODE
        Fogi FOG_COORD_SRC FOG_COORD -> FOG_COORD_SRC
    """,
    "LIGHTING": """
        ShadeModel FLAT -> SHADE_MODEL
        ColorMaterial FRONT SPECULAR -> COLOR_MATERIAL_FACE
        ColorMaterial FRONT SPECULAR -> COLOR_MATERIAL_PARAMETER
        LightModelfv LIGHT_MODEL_AMBIENT [.5,.5,0,1] -> LIGHT_MODEL_AMBIENT
        LightModeli LIGHT_MODEL_LOCAL_VIEWER 1 -> LIGHT_MODEL_LOCAL_VIEWER
        LightModeli LIGHT_MODEL_TWO_SIDE 1 -> LIGHT_MODEL_TWO_SIDE
        LightModeli LIGHT_MODEL_COLOR_CONTROL SEPARATE_SPECULAR_COLOR -> LIGHT_MODEL_COLOR_CONTROL
        Materialfv FRONT AMBIENT [.5,.5,0,1] -> GetMaterialfv FRONT AMBIENT DATA
        Materialfv BACK DIFFUSE [.5,.5,0,1] -> GetMaterialfv BACK DIFFUSE DATA
        Materialfv FRONT SPECULAR [.5,.5,0,1] -> GetMaterialfv FRONT SPECULAR DATA
        Materialfv BACK EMISSION [.5,.5,0,1] -> GetMaterialfv BACK EMISSION DATA
        Materialf BACK SHININESS 3. -> GetMaterialfv BACK SHININESS DATA
        Materialfv FRONT COLOR_INDEXES [4.,5,6] -> GetMaterialfv FRONT COLOR_INDEXES DATA
        Lightfv LIGHT3 AMBIENT [.5,.5,0,1] -> GetLightfv LIGHT3 AMBIENT DATA
        Lightfv LIGHT3 DIFFUSE [.5,.5,0,1] -> GetLightfv LIGHT3 DIFFUSE DATA
        Lightfv LIGHT3 SPECULAR [.5,.5,0,1] -> GetLightfv LIGHT3 SPECULAR DATA
        Lightfv LIGHT3 POSITION [1.,2,3,4] -> GetLightfv LIGHT3 POSITION DATA
        Lightf LIGHT3 CONSTANT_ATTENUATION 3. -> GetLightfv LIGHT3 CONSTANT_ATTENUATION DATA
        Lightf LIGHT3 LINEAR_ATTENUATION 3. -> GetLightfv LIGHT3 LINEAR_ATTENUATION DATA
        Lightf LIGHT3 QUADRATIC_ATTENUATION 3. -> GetLightfv LIGHT3 QUADRATIC_ATTENUATION DATA
        Lightfv LIGHT3 SPOT_DIRECTION [1.,2,3] -> GetLightfv LIGHT3 SPOT_DIRECTION DATA
        Lightf LIGHT3 SPOT_EXPONENT 3. -> GetLightfv LIGHT3 SPOT_EXPONENT DATA
        Lightf LIGHT3 SPOT_CUTOFF 3. -> GetLightfv LIGHT3 SPOT_CUTOFF DATA
    """,
    "POINT": """
        PointSize 3. -> POINT_SIZE
        PointParameterf POINT_SIZE_MIN 2. -> POINT_SIZE_MIN
        PointParameterf POINT_SIZE_MAX 2. -> POINT_SIZE_MAX
        PointParameterf POINT_FADE_THRESHOLD_SIZE 2. -> POINT_FADE_THRESHOLD_SIZE
        PointParameterfv POINT_DISTANCE_ATTENUATION [1.,2,3] -> POINT_DISTANCE_ATTENUATION
        PointParameteri POINT_SPRITE_COORD_ORIGIN LOWER_LEFT -> POINT_SPRITE_COORD_ORIGIN
        TexEnvi POINT_SPRITE COORD_REPLACE 1 -> GetTexEnvfv POINT_SPRITE COORD_REPLACE DATA
    """,
    "LINE": """
        LineWidth 3. -> LINE_WIDTH
        LineStipple 3 291 -> LINE_STIPPLE_PATTERN
        LineStipple 3 291 -> LINE_STIPPLE_REPEAT
    """,
    "POLYGON": """
        CullFace FRONT -> CULL_FACE_MODE
        FrontFace CW -> FRONT_FACE
        PolygonMode FRONT_AND_BACK LINE -> POLYGON_MODE
        PolygonOffset 1. 2. -> POLYGON_OFFSET_FACTOR
        PolygonOffset 1. 2. -> POLYGON_OFFSET_UNITS
        PolygonOffsetClamp 1. 2. 3. -> POLYGON_OFFSET_CLAMP
    """,
    "MULTISAMPLE": """
        SampleCoverage .5 1 -> SAMPLE_COVERAGE_VALUE
        SampleCoverage .5 1 -> SAMPLE_COVERAGE_INVERT
    """,
    "TEXTURE": """
        ActiveTexture TEXTURE1 -> ACTIVE_TEXTURE
        BindTexture TEXTURE_1D 7 -> TEXTURE_BINDING_1D
        BindTexture TEXTURE_2D 8 -> TEXTURE_BINDING_2D
        BindTexture TEXTURE_3D 9 -> TEXTURE_BINDING_3D
        BindTexture TEXTURE_CUBE_MAP 10 -> TEXTURE_BINDING_CUBE_MAP
        TexParameterfv TEXTURE_2D TEXTURE_BORDER_COLOR [.5,.5,0,1]
            -> GetTexParameterfv TEXTURE_2D TEXTURE_BORDER_COLOR DATA
        TexParameteri TEXTURE_2D TEXTURE_MIN_FILTER LINEAR
            -> GetTexParameterfv TEXTURE_2D TEXTURE_MIN_FILTER DATA
        TexParameteri TEXTURE_1D TEXTURE_MAG_FILTER NEAREST
            -> GetTexParameterfv TEXTURE_1D TEXTURE_MAG_FILTER DATA
        TexParameteri TEXTURE_2D TEXTURE_WRAP_S CLAMP
            -> GetTexParameterfv TEXTURE_2D TEXTURE_WRAP_S DATA
        TexParameteri TEXTURE_2D TEXTURE_WRAP_T CLAMP
            -> GetTexParameterfv TEXTURE_2D TEXTURE_WRAP_T DATA
        TexParameteri TEXTURE_3D TEXTURE_WRAP_R CLAMP
            -> GetTexParameterfv TEXTURE_3D TEXTURE_WRAP_R DATA
        TexParameterf TEXTURE_2D TEXTURE_PRIORITY .5
            -> GetTexParameterfv TEXTURE_2D TEXTURE_PRIORITY DATA
        TexParameterf TEXTURE_2D TEXTURE_MIN_LOD 1.
            -> GetTexParameterfv TEXTURE_2D TEXTURE_MIN_LOD DATA
        TexParameterf TEXTURE_2D TEXTURE_MAX_LOD 1.
            -> GetTexParameterfv TEXTURE_2D TEXTURE_MAX_LOD DATA
        TexParameteri TEXTURE_2D TEXTURE_BASE_LEVEL 1
            -> GetTexParameterfv TEXTURE_2D TEXTURE_BASE_LEVEL DATA
        TexParameteri TEXTURE_2D TEXTURE_MAX_LEVEL 1
            -> GetTexParameterfv TEXTURE_2D TEXTURE_MAX_LEVEL DATA
        TexParameterf TEXTURE_2D TEXTURE_LOD_BIAS 1.
            -> GetTexParameterfv TEXTURE_2D TEXTURE_LOD_BIAS DATA
        TexParameteri TEXTURE_2D DEPTH_TEXTURE_MODE ALPHA
            -> GetTexParameterfv TEXTURE_2D DEPTH_TEXTURE_MODE DATA
        TexParameteri TEXTURE_2D TEXTURE_COMPARE_MODE COMPARE_R_TO_TEXTURE
            -> GetTexParameterfv TEXTURE_2D TEXTURE_COMPARE_MODE DATA
        TexParameteri TEXTURE_2D TEXTURE_COMPARE_FUNC LESS
            -> GetTexParameterfv TEXTURE_2D TEXTURE_COMPARE_FUNC DATA
        TexParameteri TEXTURE_2D GENERATE_MIPMAP 1
            -> GetTexParameterfv TEXTURE_2D GENERATE_MIPMAP DATA
        TexEnvi TEXTURE_ENV TEXTURE_ENV_MODE ADD -> GetTexEnvfv TEXTURE_ENV TEXTURE_ENV_MODE DATA
        TexEnvfv TEXTURE_ENV TEXTURE_ENV_COLOR [.5,.5,0,1]
            -> GetTexEnvfv TEXTURE_ENV TEXTURE_ENV_COLOR DATA
        TexEnvf TEXTURE_FILTER_CONTROL TEXTURE_LOD_BIAS 1.
            -> GetTexEnvfv TEXTURE_FILTER_CONTROL TEXTURE_LOD_BIAS DATA
        TexEnvi TEXTURE_ENV COMBINE_RGB REPLACE -> GetTexEnvfv TEXTURE_ENV COMBINE_RGB DATA
        TexEnvi TEXTURE_ENV COMBINE_ALPHA REPLACE -> GetTexEnvfv TEXTURE_ENV COMBINE_ALPHA DATA
        TexEnvi TEXTURE_ENV SRC0_RGB CONSTANT -> GetTexEnvfv TEXTURE_ENV SRC0_RGB DATA
        TexEnvi TEXTURE_ENV SRC1_ALPHA CONSTANT -> GetTexEnvfv TEXTURE_ENV SRC1_ALPHA DATA
        TexEnvi TEXTURE_ENV OPERAND0_RGB SRC_ALPHA -> GetTexEnvfv TEXTURE_ENV OPERAND0_RGB DATA
        TexEnvi TEXTURE_ENV OPERAND1_ALPHA ONE_MINUS_SRC_ALPHA
            -> GetTexEnvfv TEXTURE_ENV OPERAND1_ALPHA DATA
        TexEnvf TEXTURE_ENV RGB_SCALE 2. -> GetTexEnvfv TEXTURE_ENV RGB_SCALE DATA
        TexEnvf TEXTURE_ENV ALPHA_SCALE 2. -> GetTexEnvfv TEXTURE_ENV ALPHA_SCALE DATA
        TexGeni S TEXTURE_GEN_MODE OBJECT_LINEAR -> GetTexGenfv S TEXTURE_GEN_MODE DATA
        TexGenfv T EYE_PLANE [1.,2,3,4] -> GetTexGenfv T EYE_PLANE DATA
        TexGenfv Q OBJECT_PLANE [1.,2,3,4] -> GetTexGenfv Q OBJECT_PLANE DATA
    """,
    "SCISSOR": """
        Scissor 1 2 3 4 -> SCISSOR_BOX
    """,
    "COLOR_BUFFER": """
        AlphaFunc LESS .5 -> ALPHA_TEST_FUNC
        AlphaFunc LESS .5 -> ALPHA_TEST_REF
        BlendFunc ZERO ONE -> BLEND_SRC_RGB
        BlendFunc ZERO ONE -> BLEND_SRC_ALPHA
        BlendFunc ZERO ONE -> BLEND_DST_RGB
        BlendFunc ZERO ONE -> BLEND_DST_ALPHA
        BlendEquation MAX -> BLEND_EQUATION_RGB
        BlendEquation MAX -> BLEND_EQUATION_ALPHA
        BlendColor .5 0. 0. 1. -> BLEND_COLOR
        LogicOp XOR -> LOGIC_OP_MODE
        DrawBuffer NONE -> DRAW_BUFFER
        IndexMask 3 -> INDEX_WRITEMASK
        ColorMask 0 1 0 1 -> COLOR_WRITEMASK
        ClearColor .5 0. 0. 1. -> COLOR_CLEAR_VALUE
        ClearIndex 3. -> INDEX_CLEAR_VALUE
    """,
    "STENCIL_BUFFER": """
        StencilFunc LESS 3 5 -> STENCIL_FUNC
        StencilFunc LESS 3 5 -> STENCIL_VALUE_MASK
        StencilFunc LESS 3 5 -> STENCIL_REF
        StencilFunc LESS 3 5 -> STENCIL_BACK_FUNC
        StencilFunc LESS 3 5 -> STENCIL_BACK_VALUE_MASK
        StencilFunc LESS 3 5 -> STENCIL_BACK_REF
        StencilOp INCR DECR ZERO -> STENCIL_FAIL
        StencilOp INCR DECR ZERO -> STENCIL_PASS_DEPTH_FAIL
        StencilOp INCR DECR ZERO -> STENCIL_PASS_DEPTH_PASS
        StencilOp INCR DECR ZERO -> STENCIL_BACK_FAIL
        StencilOp INCR DECR ZERO -> STENCIL_BACK_PASS_DEPTH_FAIL
        StencilOp INCR DECR ZERO -> STENCIL_BACK_PASS_DEPTH_PASS
        StencilMask 3 -> STENCIL_WRITEMASK
        StencilMask 3 -> STENCIL_BACK_WRITEMASK
        ClearStencil 3 -> STENCIL_CLEAR_VALUE
    """,
    "DEPTH_BUFFER": """
        DepthFunc ALWAYS -> DEPTH_FUNC
        DepthMask 0 -> DEPTH_WRITEMASK
        ClearDepth .5 -> DEPTH_CLEAR_VALUE
    """,
    "ACCUM_BUFFER": """
        ClearAccum .5 0. 0. -1. -> ACCUM_CLEAR_VALUE
    """,
    "PIXEL_MODE": """
        PixelTransferi MAP_COLOR 1 -> MAP_COLOR
        PixelTransferi MAP_STENCIL 1 -> MAP_STENCIL
        PixelTransferi INDEX_SHIFT 2 -> INDEX_SHIFT
        PixelTransferi INDEX_OFFSET 2 -> INDEX_OFFSET
        PixelTransferf RED_SCALE 2. -> RED_SCALE
        PixelTransferf GREEN_BIAS 2. -> GREEN_BIAS
        PixelTransferf DEPTH_SCALE 2. -> DEPTH_SCALE
        PixelZoom 2. 3. -> ZOOM_X
        PixelZoom 2. 3. -> ZOOM_Y
        ReadBuffer NONE -> READ_BUFFER
    """,
    "EVAL": """
        MapGrid1f 3 .25 .5 -> MAP1_GRID_DOMAIN
        MapGrid2f 3 .25 .5 4 .5 .75 -> MAP2_GRID_DOMAIN
        MapGrid1f 3 .25 .5 -> MAP1_GRID_SEGMENTS
        MapGrid2f 3 .25 .5 4 .5 .75 -> MAP2_GRID_SEGMENTS
    """,
    "HINT": """
        Hint PERSPECTIVE_CORRECTION_HINT NICEST -> PERSPECTIVE_CORRECTION_HINT
        Hint POINT_SMOOTH_HINT NICEST -> POINT_SMOOTH_HINT
        Hint LINE_SMOOTH_HINT NICEST -> LINE_SMOOTH_HINT
        Hint POLYGON_SMOOTH_HINT NICEST -> POLYGON_SMOOTH_HINT
        Hint FOG_HINT NICEST -> FOG_HINT
        Hint GENERATE_MIPMAP_HINT NICEST -> GENERATE_MIPMAP_HINT
        Hint TEXTURE_COMPRESSION_HINT NICEST -> TEXTURE_COMPRESSION_HINT
    """,
    "LIST": """
        ListBase 3 -> LIST_BASE
    """,
    "CLIENT_VERTEX_ARRAY": """
        ClientActiveTexture TEXTURE1 -> CLIENT_ACTIVE_TEXTURE
        EnableClientState VERTEX_ARRAY -> VERTEX_ARRAY
        EnableClientState TEXTURE_COORD_ARRAY -> TEXTURE_COORD_ARRAY
        EnableVertexAttribArray 3 -> GetVertexAttribfv 3 VERTEX_ATTRIB_ARRAY_ENABLED DATA
    """,
    "CLIENT_PIXEL_STORE": """
        PixelStorei UNPACK_SWAP_BYTES 1 -> UNPACK_SWAP_BYTES
        PixelStorei UNPACK_LSB_FIRST 1 -> UNPACK_LSB_FIRST
        PixelStorei UNPACK_IMAGE_HEIGHT 1 -> UNPACK_IMAGE_HEIGHT
        PixelStorei UNPACK_SKIP_IMAGES 1 -> UNPACK_SKIP_IMAGES
        PixelStorei UNPACK_ROW_LENGTH 1 -> UNPACK_ROW_LENGTH
        PixelStorei UNPACK_SKIP_ROWS 1 -> UNPACK_SKIP_ROWS
        PixelStorei UNPACK_SKIP_PIXELS 1 -> UNPACK_SKIP_PIXELS
        PixelStorei UNPACK_ALIGNMENT 1 -> UNPACK_ALIGNMENT
        PixelStorei PACK_SWAP_BYTES 1 -> PACK_SWAP_BYTES
        PixelStorei PACK_ROW_LENGTH 1 -> PACK_ROW_LENGTH
        PixelStorei PACK_SKIP_ROWS 1 -> PACK_SKIP_ROWS
        PixelStorei PACK_ALIGNMENT 1 -> PACK_ALIGNMENT
    """,
}
"""By attribute group, as the column "Attribute" has it: a command that changes a value, which is
one of glGetDoublev's or what another command returns; calls are spelled as in `error_table`. "":
what is never saved."""

OF_EXTENSIONS = {
    "HINT": "Hint TRANSFORM_HINT_APPLE FASTEST -> TRANSFORM_HINT_APPLE",
    "TRANSFORM": """
        ClipControl UPPER_LEFT ZERO_TO_ONE -> CLIP_ORIGIN
        ClipControl UPPER_LEFT ZERO_TO_ONE -> CLIP_DEPTH_MODE
    """,
    "CLIENT_VERTEX_ARRAY": "LockArraysEXT 2 3 -> ARRAY_ELEMENT_LOCK_FIRST_EXT",
    "CLIENT_PIXEL_STORE": """
        PixelStorei UNPACK_CLIENT_STORAGE_APPLE 1 -> UNPACK_CLIENT_STORAGE_APPLE
    """,
}
"""State of extensions that few drivers have."""

CAPABILITIES = {
    "TRANSFORM": "NORMALIZE RESCALE_NORMAL CLIP_PLANE0 CLIP_PLANE2 CLIP_PLANE5",
    "FOG": "FOG COLOR_SUM",
    "LIGHTING": "LIGHTING COLOR_MATERIAL LIGHT0 LIGHT3 LIGHT7",
    "POINT": "POINT_SMOOTH POINT_SPRITE",
    "LINE": "LINE_SMOOTH LINE_STIPPLE",
    "POLYGON": "CULL_FACE POLYGON_SMOOTH POLYGON_OFFSET_POINT POLYGON_OFFSET_LINE "
    "POLYGON_OFFSET_FILL POLYGON_STIPPLE",
    "MULTISAMPLE": "MULTISAMPLE SAMPLE_ALPHA_TO_COVERAGE SAMPLE_ALPHA_TO_ONE SAMPLE_COVERAGE",
    "TEXTURE": "TEXTURE_1D TEXTURE_2D TEXTURE_3D TEXTURE_CUBE_MAP TEXTURE_GEN_S TEXTURE_GEN_Q",
    "SCISSOR": "SCISSOR_TEST",
    "STENCIL_BUFFER": "STENCIL_TEST",
    "DEPTH_BUFFER": "DEPTH_TEST",
    "COLOR_BUFFER": "ALPHA_TEST BLEND DITHER INDEX_LOGIC_OP COLOR_LOGIC_OP",
    "EVAL": "MAP1_VERTEX_3 MAP1_COLOR_4 MAP2_TEXTURE_COORD_4 MAP2_VERTEX_4 AUTO_NORMAL",
}
"""The capabilities of each group; GL_ENABLE_BIT saves them too."""

ABSENT = """
    COLOR_TABLE CONVOLUTION_2D HISTOGRAM MINMAX COLOR_MATRIX COLOR_MATRIX_STACK_DEPTH
"""
"""State of what is not there: the imaging subset."""


def changes(gl, *more: dict) -> list[tuple[str, str, str, bool]]:
    """(group, the call that changes a value, what returns it, whether it is a capability).

    more : tables beside CHANGES.
    """
    found = []
    for group, text in [pair for table in (CHANGES, *more) for pair in table.items()]:
        for line in re.sub(r"\s+->", " ->", text.strip()).splitlines():
            call, _, value = line.strip().partition(" -> ")
            value = value if value.startswith("Get") else f"GetDoublev {value} DOUBLES"
            found.append((group, call, value, False))
    for group, names in CAPABILITIES.items():
        for name in names.split():
            word = "Disable" if gl.glIsEnabled(getattr(enums, f"GL_{name}")) else "Enable"
            found.append((group, f"{word} {name}", f"GetDoublev {name} DOUBLES", True))
    return found


def called(gl, text: str):
    """Makes the call of a row; returns the last argument, an array if the call writes it."""
    ((name, arguments),) = calls_of(text)
    getattr(gl, name)(*arguments)
    return arguments[-1] if arguments else None
