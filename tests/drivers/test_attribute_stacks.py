"""What each bit of glPushAttrib saves, in Mesa and here: one matrix of bits and state."""

from __future__ import annotations

from contextlib import contextmanager

import numpy as np
import pytest

from softgl import gl as softgl
from softgl.gl import Context
from softgl.gl.api.tables import CAPABILITIES as KNOWN
from tests.drivers.mesa import mesa_context

BITS = [f"GL_{name}_BIT" for name in (
    "CURRENT POINT LINE POLYGON POLYGON_STIPPLE PIXEL_MODE LIGHTING FOG DEPTH_BUFFER ACCUM_BUFFER "
    "STENCIL_BUFFER VIEWPORT TRANSFORM ENABLE COLOR_BUFFER HINT EVAL LIST TEXTURE SCISSOR "
    "MULTISAMPLE"
).split()]  # fmt: skip

# A command that changes a value, and the value.
CHANGES = [
    ("glColor4f", (0.5, 0.25, 0.125, 0.5), "GL_CURRENT_COLOR"),
    ("glSecondaryColor3f", (0.5, 0.25, 0.125), "GL_CURRENT_SECONDARY_COLOR"),
    ("glNormal3f", (0.5, 0.25, 0.125), "GL_CURRENT_NORMAL"),
    ("glTexCoord2f", (0.5, 0.25), "GL_CURRENT_TEXTURE_COORDS"),
    ("glFogCoordf", (0.5,), "GL_CURRENT_FOG_COORD"),
    ("glEdgeFlag", (False,), "GL_EDGE_FLAG"),
    ("glPointSize", (3.0,), "GL_POINT_SIZE"),
    ("glPointParameterf", ("GL_POINT_SIZE_MIN", 2.0), "GL_POINT_SIZE_MIN"),
    ("glPointParameteri", ("GL_POINT_SPRITE_COORD_ORIGIN", "GL_LOWER_LEFT"),
     "GL_POINT_SPRITE_COORD_ORIGIN"),
    ("glLineWidth", (3.0,), "GL_LINE_WIDTH"),
    ("glLineStipple", (3, 0x1234), "GL_LINE_STIPPLE_PATTERN"),
    ("glLineStipple", (3, 0x1234), "GL_LINE_STIPPLE_REPEAT"),
    ("glCullFace", ("GL_FRONT",), "GL_CULL_FACE_MODE"),
    ("glFrontFace", ("GL_CW",), "GL_FRONT_FACE"),
    ("glPolygonMode", ("GL_FRONT_AND_BACK", "GL_LINE"), "GL_POLYGON_MODE"),
    ("glPolygonOffset", (1.0, 2.0), "GL_POLYGON_OFFSET_FACTOR"),
    ("glPolygonOffset", (1.0, 2.0), "GL_POLYGON_OFFSET_UNITS"),
    ("glShadeModel", ("GL_FLAT",), "GL_SHADE_MODEL"),
    ("glColorMaterial", ("GL_FRONT", "GL_SPECULAR"), "GL_COLOR_MATERIAL_FACE"),
    ("glColorMaterial", ("GL_FRONT", "GL_SPECULAR"), "GL_COLOR_MATERIAL_PARAMETER"),
    ("glLightModeli", ("GL_LIGHT_MODEL_TWO_SIDE", 1), "GL_LIGHT_MODEL_TWO_SIDE"),
    ("glLightModelfv", ("GL_LIGHT_MODEL_AMBIENT", (0.5, 0.5, 0, 1)), "GL_LIGHT_MODEL_AMBIENT"),
    ("glFogfv", ("GL_FOG_COLOR", (0.5, 0.5, 0, 1)), "GL_FOG_COLOR"),
    ("glFogi", ("GL_FOG_MODE", "GL_LINEAR"), "GL_FOG_MODE"),
    ("glFogf", ("GL_FOG_DENSITY", 3.0), "GL_FOG_DENSITY"),
    ("glFogi", ("GL_FOG_COORD_SRC", "GL_FOG_COORD"), "GL_FOG_COORD_SRC"),
    ("glDepthFunc", ("GL_ALWAYS",), "GL_DEPTH_FUNC"),
    ("glDepthMask", (False,), "GL_DEPTH_WRITEMASK"),
    ("glClearDepth", (0.5,), "GL_DEPTH_CLEAR_VALUE"),
    ("glClearStencil", (3,), "GL_STENCIL_CLEAR_VALUE"),
    ("glStencilFunc", ("GL_LESS", 3, 5), "GL_STENCIL_FUNC"),
    ("glStencilFunc", ("GL_LESS", 3, 5), "GL_STENCIL_REF"),
    ("glStencilFunc", ("GL_LESS", 3, 5), "GL_STENCIL_BACK_VALUE_MASK"),
    ("glStencilMask", (3,), "GL_STENCIL_WRITEMASK"),
    ("glStencilOp", ("GL_INCR", "GL_DECR", "GL_ZERO"), "GL_STENCIL_BACK_FAIL"),
    ("glViewport", (1, 2, 3, 4), "GL_VIEWPORT"),
    ("glDepthRange", (0.25, 0.5), "GL_DEPTH_RANGE"),
    ("glScissor", (1, 2, 3, 4), "GL_SCISSOR_BOX"),
    ("glMatrixMode", ("GL_PROJECTION",), "GL_MATRIX_MODE"),
    ("glTranslatef", (1, 2, 3), "GL_MODELVIEW_MATRIX"),
    ("glBlendFunc", ("GL_ZERO", "GL_ONE"), "GL_BLEND_SRC_ALPHA"),
    ("glBlendEquation", ("GL_MAX",), "GL_BLEND_EQUATION_RGB"),
    ("glBlendColor", (0.5, 0, 0, 1), "GL_BLEND_COLOR"),
    ("glAlphaFunc", ("GL_LESS", 0.5), "GL_ALPHA_TEST_FUNC"),
    ("glLogicOp", ("GL_XOR",), "GL_LOGIC_OP_MODE"),
    ("glColorMask", (False, True, False, True), "GL_COLOR_WRITEMASK"),
    ("glClearColor", (0.5, 0, 0, 1), "GL_COLOR_CLEAR_VALUE"),
    ("glHint", ("GL_FOG_HINT", "GL_NICEST"), "GL_FOG_HINT"),
    ("glActiveTexture", ("GL_TEXTURE1",), "GL_ACTIVE_TEXTURE"),
    ("glBindTexture", ("GL_TEXTURE_2D", 7), "GL_TEXTURE_BINDING_2D"),
    ("glPixelStorei", ("GL_PACK_ALIGNMENT", 1), "GL_PACK_ALIGNMENT"),
    ("glClientActiveTexture", ("GL_TEXTURE1",), "GL_CLIENT_ACTIVE_TEXTURE"),
    ("glEnableClientState", ("GL_VERTEX_ARRAY",), "GL_VERTEX_ARRAY"),
    ("glPixelZoom", (2.0, 3.0), "GL_ZOOM_X"),
    ("glPixelTransferf", ("GL_RED_SCALE", 2.0), "GL_RED_SCALE"),
]  # fmt: skip
CAPABILITIES = (
    "POINT_SMOOTH POINT_SPRITE LINE_SMOOTH LINE_STIPPLE CULL_FACE POLYGON_SMOOTH POLYGON_STIPPLE "
    "POLYGON_OFFSET_FILL POLYGON_OFFSET_LINE POLYGON_OFFSET_POINT LIGHTING LIGHT3 COLOR_MATERIAL "
    "NORMALIZE RESCALE_NORMAL CLIP_PLANE2 FOG COLOR_SUM DEPTH_TEST STENCIL_TEST SCISSOR_TEST "
    "ALPHA_TEST BLEND DITHER COLOR_LOGIC_OP TEXTURE_1D TEXTURE_2D TEXTURE_3D TEXTURE_CUBE_MAP "
    "TEXTURE_GEN_S TEXTURE_GEN_Q MULTISAMPLE SAMPLE_COVERAGE SAMPLE_ALPHA_TO_ONE DEPTH_CLAMP "
    "VERTEX_PROGRAM_ARB FRAGMENT_PROGRAM_ARB VERTEX_PROGRAM_TWO_SIDE_ARB "
    "VERTEX_PROGRAM_POINT_SIZE_ARB FRAMEBUFFER_SRGB"
).split()


def found(gl, name):
    """A value of the state, as a list with zeros at its end."""
    values = np.zeros(16)
    gl.glGetDoublev(getattr(softgl, name), values)
    return values.tolist()


def saved_by(gl, bit, command, arguments, name):
    """Whether a bit saves a value: it is as before, after a change between push and pop.

    Returns that, and whether everything is as it was.
    """
    gl.glPushAttrib(gl.GL_ALL_ATTRIB_BITS)
    gl.glPushClientAttrib(softgl.GL_CLIENT_ALL_ATTRIB_BITS)
    before = found(gl, name)
    gl.glPushAttrib(getattr(softgl, bit))
    getattr(gl, command)(*(getattr(softgl, a) if isinstance(a, str) else a for a in arguments))
    assert found(gl, name) != before
    gl.glPopAttrib()
    after = found(gl, name)
    gl.glPopClientAttrib()
    gl.glPopAttrib()
    return after == before, found(gl, name) == before


def items():
    """Every change that softgl has: a command, its arguments, the value."""
    for command, arguments, name in CHANGES:
        if hasattr(softgl, command):
            yield command, arguments, name
    for cap in CAPABILITIES:
        enum = getattr(softgl, f"GL_{cap}")
        if enum in KNOWN:
            on = softgl.glIsEnabled(enum)
            yield ("glDisable" if on else "glEnable"), (f"GL_{cap}",), f"GL_{cap}"


# Whether a bit saves a value, where Mesa does otherwise: OpenGL 2.1, tables 6.11 and 6.13.
MESA = {
    "GL_FOG_BIT": {"GL_FOG_COORD_SRC": True, "GL_COLOR_SUM": True},
    "GL_ENABLE_BIT": {"GL_LIGHT3": True, "GL_COLOR_SUM": True},
}


def all_saved_by(new_context, bit, items):
    """`saved_by` for all items, in a new context after each whose change has stayed."""
    saved, waiting = {}, list(items)
    while waiting:
        with new_context() as gl:
            clean = True
            while clean and waiting:
                item = waiting.pop()
                saved[item], clean = saved_by(gl, bit, *item)
    return saved


@contextmanager
def our_context():
    Context(8, 8, machine="eager")
    yield softgl


@pytest.mark.parametrize("bit", BITS)
def test_a_bit_saves_what_it_saves_in_mesa(mesa, bit):
    with our_context():
        tested = list(items())
    ours = all_saved_by(our_context, bit, tested)
    theirs = all_saved_by(lambda: mesa_context(8, 8), bit, tested)
    different = {item[-1]: ours[item] for item in tested if ours[item] != theirs[item]}
    assert different == MESA.get(bit, {})
