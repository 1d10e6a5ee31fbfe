"""Calls that core contexts refuse, and that compatibility contexts take (OpenGL 3.3, E.2.2).

`prepare` makes the objects that they use, with functions of softgl.gl or of a driver.
"""

from __future__ import annotations

INVALID_ENUM = """
    glEnable(GL_TEXTURE_1D) glEnable(GL_TEXTURE_2D) glEnable(GL_TEXTURE_3D)
    glEnable(GL_TEXTURE_CUBE_MAP) glEnable(GL_TEXTURE_RECTANGLE) glEnable(GL_LIGHTING)
    glEnable(GL_LIGHT0) glEnable(GL_LIGHT7) glEnable(GL_FOG) glEnable(GL_NORMALIZE)
    glEnable(GL_RESCALE_NORMAL) glEnable(GL_COLOR_MATERIAL) glEnable(GL_ALPHA_TEST)
    glEnable(GL_COLOR_SUM) glEnable(GL_TEXTURE_GEN_S) glEnable(GL_TEXTURE_GEN_Q)
    glEnable(GL_LINE_STIPPLE) glEnable(GL_POLYGON_STIPPLE) glEnable(GL_POINT_SMOOTH)
    glEnable(GL_POINT_SPRITE) glEnable(GL_VERTEX_PROGRAM_TWO_SIDE) glEnable(GL_INDEX_LOGIC_OP)
    glEnable(GL_AUTO_NORMAL) glEnable(GL_MAP1_VERTEX_3) glEnable(GL_MAP2_TEXTURE_COORD_2)
    glDisable(GL_TEXTURE_2D) glDisable(GL_LIGHTING) glDisable(GL_ALPHA_TEST) glDisable(GL_FOG)
    glIsEnabled(GL_TEXTURE_2D) glIsEnabled(GL_LIGHTING) glIsEnabled(GL_POINT_SMOOTH)
    glIsEnabled(GL_VERTEX_ARRAY) glIsEnabled(GL_COLOR_ARRAY)
    glGetIntegerv(GL_TEXTURE_2D) glGetIntegerv(GL_VERTEX_ARRAY) glGetIntegerv(GL_LIGHTING)
    glGetIntegerv(GL_MATRIX_MODE) glGetFloatv(GL_MODELVIEW_MATRIX) glGetFloatv(GL_CURRENT_COLOR)
    glGetFloatv(GL_FOG_COLOR) glGetIntegerv(GL_LIST_BASE) glGetIntegerv(GL_RENDER_MODE)
    glGetIntegerv(GL_MAX_LIGHTS) glGetIntegerv(GL_MAX_TEXTURE_UNITS)
    glGetIntegerv(GL_MAX_TEXTURE_COORDS) glGetIntegerv(GL_MAX_ATTRIB_STACK_DEPTH)
    glGetIntegerv(GL_MAX_LIST_NESTING) glGetIntegerv(GL_MAX_EVAL_ORDER)
    glGetIntegerv(GL_ATTRIB_STACK_DEPTH) glGetIntegerv(GL_AUX_BUFFERS)
    glGetIntegerv(GL_RED_BITS) glGetIntegerv(GL_DEPTH_BITS) glGetIntegerv(GL_STENCIL_BITS)
    glGetIntegerv(GL_ACCUM_RED_BITS) glGetIntegerv(GL_SHADE_MODEL) glGetFloatv(GL_ALPHA_BIAS)
    glGetFloatv(GL_ALIASED_POINT_SIZE_RANGE) glGetFloatv(GL_POINT_SIZE_MIN)
    glGetFloatv(GL_CURRENT_RASTER_POSITION) glGetIntegerv(GL_LINE_STIPPLE_PATTERN)
    glGetFloatv(GL_ALPHA_TEST_REF) glGetIntegerv(GL_CLIENT_ACTIVE_TEXTURE)
    glGetBooleanv(GL_MAP_COLOR) glGetIntegerv(GL_VERTEX_ARRAY_SIZE)
    glGetIntegerv(GL_COLOR_ARRAY_BUFFER_BINDING) glGetIntegerv(GL_CLAMP_VERTEX_COLOR)
    glGetPointerv(GL_VERTEX_ARRAY_POINTER) glGetPointerv(GL_FEEDBACK_BUFFER_POINTER)
    glHint(GL_PERSPECTIVE_CORRECTION_HINT,GL_NICEST) glHint(GL_POINT_SMOOTH_HINT,GL_NICEST)
    glHint(GL_FOG_HINT,GL_NICEST) glHint(GL_GENERATE_MIPMAP_HINT,GL_NICEST)
    glPolygonMode(GL_FRONT,GL_LINE) glPolygonMode(GL_BACK,GL_FILL)
    glClampColor(GL_CLAMP_VERTEX_COLOR,GL_FALSE) glClampColor(GL_CLAMP_FRAGMENT_COLOR,GL_FALSE)
    glPointParameterf(GL_POINT_SIZE_MIN,1) glPointParameterf(GL_POINT_SIZE_MAX,9)
    glPointParameterfv(GL_POINT_DISTANCE_ATTENUATION,(1,0,0))
    glTexParameteri(GL_TEXTURE_2D,GL_TEXTURE_WRAP_S,GL_CLAMP)
    glTexParameteri(GL_TEXTURE_2D,GL_TEXTURE_WRAP_R,GL_CLAMP)
    glTexParameterf(GL_TEXTURE_2D,GL_TEXTURE_WRAP_T,GL_CLAMP)
    glTexParameteriv(GL_TEXTURE_2D,GL_TEXTURE_WRAP_S,[GL_CLAMP])
    glTexParameteri(GL_TEXTURE_2D,GL_GENERATE_MIPMAP,1)
    glTexParameteri(GL_TEXTURE_2D,GL_DEPTH_TEXTURE_MODE,GL_INTENSITY)
    glTexParameterf(GL_TEXTURE_2D,GL_TEXTURE_PRIORITY,1)
    glGetTexParameteriv(GL_TEXTURE_2D,GL_GENERATE_MIPMAP)
    glGetTexParameteriv(GL_TEXTURE_2D,GL_TEXTURE_RESIDENT)
    glGetTexParameteriv(GL_TEXTURE_2D,GL_DEPTH_TEXTURE_MODE)
    glSamplerParameteri(SAMPLER,GL_TEXTURE_WRAP_S,GL_CLAMP)
    glSamplerParameterf(SAMPLER,GL_TEXTURE_WRAP_R,GL_CLAMP)
    glGetTexLevelParameteriv(GL_TEXTURE_2D,0,GL_TEXTURE_BORDER)
    glGetTexLevelParameteriv(GL_TEXTURE_2D,0,GL_TEXTURE_LUMINANCE_SIZE)
    glGetTexLevelParameteriv(GL_TEXTURE_2D,0,GL_TEXTURE_INTENSITY_SIZE)
    glTexImage2D(GL_TEXTURE_2D,0,GL_RGBA,4,4,0,GL_LUMINANCE,GL_UNSIGNED_BYTE,None)
    glTexImage2D(GL_TEXTURE_2D,0,GL_RGBA,4,4,0,GL_LUMINANCE_ALPHA,GL_FLOAT,None)
    glTexImage2D(GL_TEXTURE_2D,0,GL_RGBA,4,4,0,GL_ALPHA,GL_UNSIGNED_BYTE,None)
    glTexSubImage2D(GL_TEXTURE_2D,0,0,0,1,1,GL_ALPHA,GL_UNSIGNED_BYTE,bytes(4))
    glTexSubImage2D(GL_TEXTURE_2D,0,0,0,1,1,GL_LUMINANCE,GL_UNSIGNED_BYTE,bytes(4))
    glGetTexImage(GL_TEXTURE_2D,0,GL_LUMINANCE,GL_UNSIGNED_BYTE)
    glReadPixels(0,0,1,1,GL_ALPHA,GL_UNSIGNED_BYTE) glReadPixels(0,0,1,1,GL_LUMINANCE,GL_FLOAT)
    glReadPixels(0,0,1,1,GL_LUMINANCE_ALPHA,GL_UNSIGNED_BYTE)
    glCopyTexImage2D(GL_TEXTURE_2D,0,GL_LUMINANCE8,0,0,4,4,0)
    glCopyTexImage2D(GL_TEXTURE_2D,0,GL_ALPHA,0,0,4,4,0)
    glCopyTexImage2D(GL_TEXTURE_2D,0,GL_INTENSITY,0,0,4,4,0)
    glDrawArrays(GL_QUADS,0,0) glDrawArrays(GL_QUAD_STRIP,0,0) glDrawArrays(GL_POLYGON,0,0)
    glDrawElements(GL_QUADS,0,GL_UNSIGNED_INT,OFFSET) glMultiDrawArrays(GL_POLYGON,[],[],0)
    glDrawArraysInstanced(GL_QUADS,0,0,1) glGetString(GL_EXTENSIONS)
"""
INVALID_VALUE = """
    glClear(GL_ACCUM_BUFFER_BIT) glClear(GL_COLOR_BUFFER_BIT|GL_ACCUM_BUFFER_BIT)
    glTexImage2D(GL_TEXTURE_2D,0,GL_LUMINANCE,4,4,0,GL_RGBA,GL_UNSIGNED_BYTE,None)
    glTexImage2D(GL_TEXTURE_2D,0,GL_INTENSITY8,4,4,0,GL_RGBA,GL_UNSIGNED_BYTE,None)
    glTexImage2D(GL_TEXTURE_2D,0,GL_LUMINANCE8_ALPHA8,4,4,0,GL_RGBA,GL_UNSIGNED_BYTE,None)
    glTexImage2D(GL_TEXTURE_2D,0,GL_SLUMINANCE8,4,4,0,GL_RGBA,GL_UNSIGNED_BYTE,None)
    glTexImage2D(GL_TEXTURE_2D,0,GL_COMPRESSED_LUMINANCE,4,4,0,GL_RGBA,GL_UNSIGNED_BYTE,None)
    glTexImage2D(GL_TEXTURE_2D,0,GL_ALPHA,4,4,0,GL_RGBA,GL_UNSIGNED_BYTE,None)
    glTexImage2D(GL_TEXTURE_2D,0,GL_ALPHA16,4,4,0,GL_RGBA,GL_UNSIGNED_BYTE,None)
    glTexImage2D(GL_TEXTURE_2D,0,1,4,4,0,GL_RGBA,GL_UNSIGNED_BYTE,None)
    glTexImage2D(GL_TEXTURE_2D,0,4,4,4,0,GL_RGBA,GL_UNSIGNED_BYTE,None)
    glTexImage1D(GL_TEXTURE_1D,0,3,4,0,GL_RGBA,GL_UNSIGNED_BYTE,None)
    glTexImage2D(GL_TEXTURE_2D,0,GL_RGBA,6,6,1,GL_RGBA,GL_UNSIGNED_BYTE,None)
    glTexImage1D(GL_TEXTURE_1D,0,GL_RGBA,6,1,GL_RGBA,GL_UNSIGNED_BYTE,None)
    glTexImage3D(GL_TEXTURE_3D,0,GL_RGBA,6,6,6,1,GL_RGBA,GL_UNSIGNED_BYTE,None)
    glCopyTexImage2D(GL_TEXTURE_2D,0,GL_RGBA,0,0,6,6,1)
"""
INVALID_OPERATION = """
    glBindTexture(GL_TEXTURE_2D,9999) glBindBuffer(GL_ARRAY_BUFFER,9999)
    glBindBufferBase(GL_UNIFORM_BUFFER,0,9999) glMatrixMode(GL_PROJECTION) glLoadIdentity()
    glPushMatrix() glOrtho(0,1,0,1,0,1) glTranslatef(1,1,1) glColor3f(1,1,1) glColor4ub(1,1,1,1)
    glNormal3f(0,0,1) glTexCoord2f(0,0) glMultiTexCoord2f(GL_TEXTURE0,0,0) glFogCoordf(1)
    glSecondaryColor3f(1,1,1) glEdgeFlag(1) glIndexi(1) glEnableClientState(GL_VERTEX_ARRAY)
    glDisableClientState(GL_COLOR_ARRAY) glClientActiveTexture(GL_TEXTURE0)
    glVertexPointer(2,GL_FLOAT,0,OFFSET) glLightf(GL_LIGHT0,GL_SPOT_CUTOFF,9)
    glLightModeli(GL_LIGHT_MODEL_TWO_SIDE,1) glMaterialf(GL_FRONT,GL_SHININESS,1)
    glColorMaterial(GL_FRONT,GL_DIFFUSE) glShadeModel(GL_FLAT) glFogf(GL_FOG_DENSITY,1)
    glTexEnvi(GL_TEXTURE_ENV,GL_TEXTURE_ENV_MODE,GL_REPLACE) glAlphaFunc(GL_LESS,0)
    glTexGeni(GL_S,GL_TEXTURE_GEN_MODE,GL_OBJECT_LINEAR) glClipPlane(GL_CLIP_PLANE0,(1,0,0,0))
    glAccum(GL_LOAD,1) glClearAccum(0,0,0,0) glClearIndex(0) glIndexMask(1) glPushAttrib(1)
    glPushClientAttrib(1) glRasterPos2f(0,0) glWindowPos2f(0,0) glRectf(0,0,1,1)
    glPixelZoom(1,1) glPixelTransferf(GL_RED_SCALE,1) glGenLists(1) glListBase(0) glIsList(1)
    glRenderMode(GL_RENDER) glInitNames() glLineStipple(1,1) glPolygonStipple(bytes(128))
    glPrioritizeTextures(0,[],[]) glMapGrid1f(1,0,1) glEvalCoord1f(0)
"""
TAKEN = """
    glEnable(GL_BLEND) glEnable(GL_DEPTH_TEST) glEnable(GL_CULL_FACE) glEnable(GL_CLIP_DISTANCE0)
    glEnable(GL_COLOR_LOGIC_OP) glEnable(GL_DITHER) glEnable(GL_FRAMEBUFFER_SRGB)
    glEnable(GL_LINE_SMOOTH) glEnable(GL_POLYGON_SMOOTH) glEnable(GL_MULTISAMPLE)
    glEnable(GL_PRIMITIVE_RESTART) glEnable(GL_PROGRAM_POINT_SIZE) glEnable(GL_STENCIL_TEST)
    glEnable(GL_RASTERIZER_DISCARD) glEnable(GL_SAMPLE_MASK) glEnable(GL_TEXTURE_CUBE_MAP_SEAMLESS)
    glEnable(GL_DEPTH_CLAMP) glEnable(GL_POLYGON_OFFSET_FILL) glEnable(GL_SCISSOR_TEST)
    glIsEnabled(GL_BLEND) glEnablei(GL_BLEND,0) glIsEnabledi(GL_BLEND,1) glDisablei(GL_BLEND,0)
    glGetIntegerv(GL_MAX_CLIP_DISTANCES) glGetIntegerv(GL_MAX_TEXTURE_SIZE)
    glGetIntegerv(GL_MAX_VARYING_COMPONENTS) glGetIntegerv(GL_TEXTURE_BINDING_2D)
    glGetFloatv(GL_POINT_SIZE) glGetFloatv(GL_POINT_SIZE_RANGE) glGetFloatv(GL_LINE_WIDTH)
    glGetIntegerv(GL_POLYGON_MODE) glGetIntegerv(GL_CONTEXT_PROFILE_MASK)
    glGetIntegerv(GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS) glGetBooleanv(GL_DOUBLEBUFFER)
    glGetIntegerv(GL_SAMPLES) glGetIntegerv(GL_DRAW_BUFFER) glGetFloatv(GL_COLOR_CLEAR_VALUE)
    glGetIntegeri_v(GL_UNIFORM_BUFFER_BINDING,0) glGetBooleani_v(GL_COLOR_WRITEMASK,0)
    glHint(GL_LINE_SMOOTH_HINT,GL_NICEST) glHint(GL_FRAGMENT_SHADER_DERIVATIVE_HINT,GL_FASTEST)
    glPolygonMode(GL_FRONT_AND_BACK,GL_LINE) glPolygonMode(GL_FRONT_AND_BACK,GL_FILL)
    glClampColor(GL_CLAMP_READ_COLOR,GL_FALSE) glPointParameterf(GL_POINT_FADE_THRESHOLD_SIZE,1)
    glPointParameteri(GL_POINT_SPRITE_COORD_ORIGIN,GL_LOWER_LEFT) glLogicOp(GL_XOR)
    glTexParameteri(GL_TEXTURE_2D,GL_TEXTURE_WRAP_S,GL_CLAMP_TO_EDGE)
    glTexParameteri(GL_TEXTURE_2D,GL_TEXTURE_WRAP_T,GL_CLAMP_TO_BORDER)
    glTexParameterf(GL_TEXTURE_2D,GL_TEXTURE_LOD_BIAS,1)
    glTexParameteri(GL_TEXTURE_2D,GL_TEXTURE_SWIZZLE_R,GL_ALPHA)
    glTexParameteri(GL_TEXTURE_2D,GL_TEXTURE_COMPARE_MODE,GL_COMPARE_REF_TO_TEXTURE)
    glGetTexParameteriv(GL_TEXTURE_2D,GL_TEXTURE_WRAP_S)
    glGetTexParameterfv(GL_TEXTURE_2D,GL_TEXTURE_BORDER_COLOR)
    glGetTexLevelParameteriv(GL_TEXTURE_2D,0,GL_TEXTURE_WIDTH)
    glGetTexLevelParameteriv(GL_TEXTURE_1D,0,GL_TEXTURE_ALPHA_SIZE)
    glGetTexLevelParameteriv(GL_TEXTURE_3D,0,GL_TEXTURE_INTERNAL_FORMAT)
    glTexImage2D(GL_TEXTURE_2D,0,GL_R8,4,4,0,GL_RED,GL_UNSIGNED_BYTE,None)
    glTexImage2D(GL_TEXTURE_2D,0,GL_RG16F,4,4,0,GL_RG,GL_FLOAT,None)
    glTexImage2D(GL_TEXTURE_2D,0,GL_RGB,4,4,0,GL_BGR,GL_UNSIGNED_BYTE,None)
    glTexImage2D(GL_TEXTURE_2D,0,GL_DEPTH_COMPONENT,4,4,0,GL_DEPTH_COMPONENT,GL_FLOAT,None)
    glTexImage2D(GL_TEXTURE_2D,0,GL_RGBA32UI,4,4,0,GL_RGBA_INTEGER,GL_UNSIGNED_INT,None)
    glTexImage2D(GL_TEXTURE_2D,0,GL_RGBA,4,4,0,GL_GREEN,GL_UNSIGNED_BYTE,None)
    glTexImage2D(GL_TEXTURE_2D,0,GL_SRGB8_ALPHA8,4,4,0,GL_RGBA,GL_UNSIGNED_BYTE,None)
    glTexImage2D(GL_TEXTURE_2D,0,GL_RGBA,4,4,0,GL_RGBA,GL_UNSIGNED_BYTE,None)
    glCopyTexImage2D(GL_TEXTURE_2D,0,GL_RGB8,0,0,4,4,0) glGenerateMipmap(GL_TEXTURE_2D)
    glGetTexImage(GL_TEXTURE_2D,0,GL_RED,GL_UNSIGNED_BYTE)
    glReadPixels(0,0,1,1,GL_RGBA,GL_UNSIGNED_BYTE) glReadPixels(0,0,1,1,GL_DEPTH_COMPONENT,GL_FLOAT)
    glReadPixels(0,0,1,1,GL_BLUE,GL_UNSIGNED_BYTE) glBlendFunc(GL_SRC1_ALPHA,GL_SRC1_COLOR)
    glBlendFunc(GL_CONSTANT_ALPHA,GL_SRC_ALPHA_SATURATE) glBlendEquation(GL_MAX)
    glClear(GL_COLOR_BUFFER_BIT|GL_DEPTH_BUFFER_BIT|GL_STENCIL_BUFFER_BIT) glLineWidth(1)
    glDrawArrays(GL_TRIANGLE_FAN,0,0) glDrawArrays(GL_LINES_ADJACENCY,0,0)
    glDrawElements(GL_TRIANGLES,3,GL_UNSIGNED_SHORT,OFFSET) glBindVertexArray(0)
    glSamplerParameteri(SAMPLER,GL_TEXTURE_WRAP_S,GL_MIRRORED_REPEAT) glDrawBuffer(GL_BACK)
    glActiveTexture(GL_TEXTURE31) glPixelStorei(GL_UNPACK_ALIGNMENT,1) glVertexAttrib4f(0,1,2,3,4)
    glGetVertexAttribiv(0,GL_VERTEX_ATTRIB_ARRAY_ENABLED) glGetString(GL_VERSION)
    glGetStringi(GL_EXTENSIONS,0) glFrontFace(GL_CW) glProvokingVertex(GL_FIRST_VERTEX_CONVENTION)
    glStencilOp(GL_KEEP,GL_INCR_WRAP,GL_INVERT) glBindBuffer(GL_TRANSFORM_FEEDBACK_BUFFER,0)
"""
"""Calls that core contexts take, in their order."""


def calls() -> list[tuple[str, str]]:
    """Returns each call as a text, and the name of its error."""
    found = {
        "GL_INVALID_ENUM": INVALID_ENUM,
        "GL_INVALID_VALUE": INVALID_VALUE,
        "GL_INVALID_OPERATION": INVALID_OPERATION,
    }
    return [(call, code) for code, texts in found.items() for call in texts.split()]


def prepare(gl) -> dict:
    """Binds what the calls need; returns the names for their evaluation.

    gl : a namespace with the functions.
    """
    gl.glBindVertexArray(gl.glGenVertexArrays(1))
    for target, image in (
        (gl.GL_TEXTURE_2D, gl.glTexImage2D), (gl.GL_TEXTURE_1D, gl.glTexImage1D),
        (gl.GL_TEXTURE_3D, gl.glTexImage3D),
    ):  # fmt: skip
        gl.glBindTexture(target, gl.glGenTextures(1))
        sides = {gl.GL_TEXTURE_1D: 1, gl.GL_TEXTURE_2D: 2, gl.GL_TEXTURE_3D: 3}[target]
        size = (4,) * sides
        image(target, 0, gl.GL_RGBA, *size, 0, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, None)
    indices = gl.glGenBuffers(1)
    gl.glBindBuffer(gl.GL_ELEMENT_ARRAY_BUFFER, indices)
    gl.glBufferData(gl.GL_ELEMENT_ARRAY_BUFFER, 64, bytes(64), gl.GL_STATIC_DRAW)
    return {"SAMPLER": gl.glGenSamplers(1), "OFFSET": None}
