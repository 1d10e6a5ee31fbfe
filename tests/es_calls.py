"""Calls that contexts of OpenGL ES 3.0 refuse, with the errors of the specification, and others.

The tests of softgl and those of Mesa evaluate them, with the names of `prepare` and of GL.
"""

from __future__ import annotations

CALLS = """
GL_INVALID_ENUM
    glEnable(GL_LIGHTING) glEnable(GL_TEXTURE_2D) glEnable(GL_MULTISAMPLE) glGetIntegerv(GL_FOG)
    glBindTexture(GL_TEXTURE_1D,1) glHint(GL_LINE_SMOOTH_HINT,GL_NICEST) glActiveTexture(GL_LINEAR)
    glTexParameteri(GL_TEXTURE_2D,GL_TEXTURE_WRAP_S,GL_CLAMP) glPixelStorei(GL_PACK_SWAP_BYTES,1)
    glGetTexParameteriv(GL_TEXTURE_2D,GL_TEXTURE_PRIORITY) glGetIntegerv(GL_CURRENT_QUERY)
    glVertexAttribPointer(0,3,GL_DOUBLE,0,0,None) glBlendEquation(GL_LOGIC_OP)
    glReadBuffer(GL_FRONT)
    glVertexAttribPointer(0,3,GL_UNSIGNED_INT_10F_11F_11F_REV,0,0,None)
    glClearBufferiv(GL_DEPTH,0,NUMBERS) glClearBufferfv(GL_STENCIL,0,FLOATS)
    glRenderbufferStorage(GL_RENDERBUFFER,GL_RGBA,4,4) glBeginQuery(GL_SAMPLES_PASSED,QUERY)
    glRenderbufferStorage(GL_RENDERBUFFER,GL_RGBA16,4,4) glBindBuffer(GL_QUERY_BUFFER,1)
    glGetString(GL_PROGRAM_ERROR)
    glTexStorage2D(GL_TEXTURE_2D,1,GL_RGBA,4,4) glDrawArrays(GL_QUADS,0,4)
GL_INVALID_VALUE
    glTexImage2D(GL_TEXTURE_2D,0,GL_RGBA16,4,4,0,GL_RGBA,GL_UNSIGNED_BYTE,None)
    glTexImage2D(GL_TEXTURE_2D,0,GL_RGBA,4,4,1,GL_RGBA,GL_UNSIGNED_BYTE,None)
    glVertexAttribPointer(0,5,GL_FLOAT,0,0,None) glClear(GL_ACCUM_BUFFER_BIT) glLineWidth(0)
GL_INVALID_OPERATION
    glTexImage2D(GL_TEXTURE_2D,0,GL_RGBA,4,4,0,GL_RGB,GL_UNSIGNED_BYTE,None)
    glTexImage2D(GL_TEXTURE_2D,0,GL_RGBA8,4,4,0,GL_RGBA,GL_UNSIGNED_SHORT_4_4_4_4,None)
    glTexImage2D(GL_TEXTURE_2D,0,GL_R8,4,4,0,GL_RED,GL_FLOAT,None)
    glReadBuffer(GL_COLOR_ATTACHMENT0)
    glTexSubImage2D(GL_TEXTURE_2D,0,0,0,1,1,GL_RGB,GL_UNSIGNED_BYTE,BYTES)
    glCopyTexImage2D(GL_TEXTURE_2D,0,GL_RGBA8UI,0,0,2,2,0) glBeginQuery(GL_ANY_SAMPLES_PASSED,777)
    glCopyTexImage2D(GL_TEXTURE_2D,0,GL_RGB10_A2,0,0,2,2,0) glBindSampler(0,777)
    glCopyTexImage2D(GL_TEXTURE_2D,0,GL_SRGB8_ALPHA8,0,0,2,2,0) glBindVertexArray(777)
    glReadPixels(0,0,1,1,GL_RGB,GL_UNSIGNED_BYTE,PIXELS) glEndTransformFeedback()
    glReadPixels(0,0,1,1,GL_RGBA,GL_FLOAT,PIXELS) glReadPixels(0,0,1,1,GL_RED,GL_BYTE,PIXELS)
    glBlitFramebuffer(0,0,4,4,0,0,4,4,GL_COLOR_BUFFER_BIT,GL_NEAREST)
    glMapBufferRange(GL_ARRAY_BUFFER,0,0,GL_MAP_READ_BIT) glDrawBuffers(1,ATTACHMENTS)
    glVertexAttribPointer(0,3,GL_INT_2_10_10_10_REV,0,0,None) glDrawBuffers(2,WINDOW)
GL_NO_ERROR
    glBindTexture(GL_TEXTURE_3D,77) glBindFramebuffer(GL_FRAMEBUFFER,0)
    glBindRenderbuffer(GL_RENDERBUFFER,9)
    glEnable(GL_PRIMITIVE_RESTART_FIXED_INDEX) glDrawBuffers(1,WINDOW) glReadBuffer(GL_BACK)
    glTexImage2D(GL_TEXTURE_2D,0,GL_LUMINANCE,4,4,0,GL_LUMINANCE,GL_UNSIGNED_BYTE,None)
    glTexImage2D(GL_TEXTURE_2D,0,GL_RGB565,4,4,0,GL_RGB,GL_UNSIGNED_SHORT_5_6_5,None)
    glReadPixels(0,0,1,1,GL_RGBA,GL_UNSIGNED_BYTE,PIXELS)
    glCopyTexImage2D(GL_TEXTURE_2D,0,GL_RGB,0,0,2,2,0)
    glVertexAttribPointer(0,4,GL_FIXED,0,0,None) glBlendFunc(GL_ONE,GL_SRC_ALPHA_SATURATE)
"""


def calls():
    """Yields each call with the name of its error."""
    code = ""
    for word in CALLS.split():
        if word.startswith("GL_"):
            code = word
        else:
            yield word, code


def prepare(gl) -> dict:
    """Makes the objects that the calls use; returns the names of these and of their arguments.

    gl : the functions, in a new context.
    """
    import numpy as np

    texture, buffer = gl.glGenTextures(1), gl.glGenBuffers(1)
    gl.glBindTexture(gl.GL_TEXTURE_2D, texture)
    image = gl.GL_RGBA, 4, 4, 0, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, None
    gl.glTexImage2D(gl.GL_TEXTURE_2D, 0, *image)
    gl.glBindBuffer(gl.GL_ARRAY_BUFFER, buffer)
    gl.glBufferData(gl.GL_ARRAY_BUFFER, 64, None, gl.GL_STATIC_DRAW)
    gl.glBindRenderbuffer(gl.GL_RENDERBUFFER, gl.glGenRenderbuffers(1))
    return {
        "BYTES": bytes(64), "PIXELS": np.zeros(64, np.uint8),
        "QUERY": int(np.ravel(gl.glGenQueries(1))[0]),
        "NUMBERS": np.zeros(4, np.int32), "FLOATS": np.zeros(4, np.float32),
        "ATTACHMENTS": np.uint32([gl.GL_COLOR_ATTACHMENT0]),
        "WINDOW": np.uint32([gl.GL_BACK, gl.GL_NONE]), "GL_PROGRAM_ERROR": 0x8874,
    }  # fmt: skip


def differences(gl, error, codes: dict[int, str]) -> dict[str, str]:
    """Returns the calls whose error is another one, with its name.

    gl : the functions as a namespace. error : the exception of refused calls. codes : the names of
    errors by their `err`.
    """
    names, found = vars(gl) | prepare(gl), {}
    for call, code in calls():
        name = "GL_NO_ERROR"
        if not names[call.partition("(")[0]]:
            continue  # PyOpenGL takes some functions for missing in OpenGL ES
        try:
            eval(call, names)
        except error as refused:
            name = codes[refused.err]
        if name != code:
            found[call] = name
    return found


def codes_of(gl) -> dict[int, str]:
    """Returns the names of errors by their codes."""
    return {value: name for name, value in vars(gl).items() if name.startswith("GL_INVALID_")}
