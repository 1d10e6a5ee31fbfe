"""Every value of the state, asked for in every type, after the same calls here and in Mesa."""

from __future__ import annotations

import re

import numpy as np

from softgl import GLError
from softgl import gl as softgl
from softgl.gl import Context
from softgl.gl.api import registry
from tests.drivers.mesa import mesa_context

CALLS = [
    ("glColor4f", 0.25, -0.5, 1.0, 0.0),
    ("glSecondaryColor3f", 0.75, 0.5, -1.0),
    ("glNormal3f", 0.5, -1.0, 0.25),
    ("glTexCoord4f", 1.5, -2.5, 1e5, 0.0),
    ("glFogCoordf", 2.5),
    ("glEdgeFlag", False),
    ("glClearColor", 0.125, 0.5, 1.0, 0.0),
    ("glClearDepth", 0.75),
    ("glClearStencil", 3),
    ("glDepthRange", 0.25, 0.5),
    ("glDepthFunc", "GL_GEQUAL"),
    ("glDepthMask", False),
    ("glBlendColor", 0.1, 0.2, 0.3, 0.4),
    ("glBlendFuncSeparate", "GL_SRC_ALPHA", "GL_ONE", "GL_DST_COLOR", "GL_CONSTANT_ALPHA"),
    ("glBlendEquationSeparate", "GL_MIN", "GL_FUNC_SUBTRACT"),
    ("glAlphaFunc", "GL_LESS", 0.4),
    ("glLogicOp", "GL_XOR"),
    ("glColorMask", True, False, True, False),
    ("glViewport", 1, -2, 30, 40),
    ("glScissor", -1, 2, 30, 40),
    ("glPointSize", 2.5),
    ("glPointParameterfv", "GL_POINT_DISTANCE_ATTENUATION", (0.5, 0.25, 1.5)),
    ("glPointParameterf", "GL_POINT_FADE_THRESHOLD_SIZE", 3.5),
    ("glLineWidth", 3.5),
    ("glLineStipple", 300, 0x1234),
    ("glPolygonMode", "GL_FRONT", "GL_LINE"),
    ("glPolygonMode", "GL_BACK", "GL_POINT"),
    ("glPolygonOffset", 1.5, -2.5),
    ("glCullFace", "GL_FRONT_AND_BACK"),
    ("glFrontFace", "GL_CW"),
    ("glShadeModel", "GL_FLAT"),
    ("glLightModelfv", "GL_LIGHT_MODEL_AMBIENT", (0.5, 0.25, 0.0, 1.0)),
    ("glLightModeli", "GL_LIGHT_MODEL_COLOR_CONTROL", "GL_SEPARATE_SPECULAR_COLOR"),
    ("glColorMaterial", "GL_BACK", "GL_EMISSION"),
    ("glFogfv", "GL_FOG_COLOR", (0.5, 0.25, 2.0, 1.0)),
    ("glFogf", "GL_FOG_DENSITY", 0.4),
    ("glFogf", "GL_FOG_START", -7.5),
    ("glFogf", "GL_FOG_INDEX", 7.6),
    ("glFogi", "GL_FOG_MODE", "GL_LINEAR"),
    ("glHint", "GL_LINE_SMOOTH_HINT", "GL_FASTEST"),
    ("glSampleCoverage", 0.3, True),
    ("glClearIndex", 2.0),
    ("glIndexf", 3.7),
    ("glIndexMask", 0x80000001),
    ("glStencilFuncSeparate", "GL_FRONT", "GL_LESS", 3, 0x7F),
    ("glStencilFuncSeparate", "GL_BACK", "GL_NOTEQUAL", 300, 0x0F),
    ("glStencilOpSeparate", "GL_BACK", "GL_INVERT", "GL_INCR_WRAP", "GL_ZERO"),
    ("glStencilMaskSeparate", "GL_FRONT_AND_BACK", 0x55),
    ("glMatrixMode", "GL_PROJECTION"),
    ("glFrustum", -1, 2, -3, 4, 1.5, 10),
    ("glPushMatrix",),
    ("glMatrixMode", "GL_TEXTURE"),
    ("glTranslatef", 1.5, 2.5, -3.5),
    ("glVertexPointer", 3, "GL_SHORT", 12, None),
    ("glColorPointer", 3, "GL_UNSIGNED_BYTE", 4, None),
    ("glEdgeFlagPointer", 5, None),
    ("glIndexPointer", "GL_SHORT", 6, None),
    ("glFogCoordPointer", "GL_DOUBLE", 8, None),
    ("glEnableClientState", "GL_SECONDARY_COLOR_ARRAY"),
    ("glClientActiveTexture", "GL_TEXTURE2"),
    ("glTexCoordPointer", 2, "GL_HALF_FLOAT", 8, None),
    ("glPixelStorei", "GL_UNPACK_ROW_LENGTH", 17),
    ("glPixelStoref", "GL_PACK_ALIGNMENT", 2.0),
    ("glPixelZoom", 1.5, -2.0),
    ("glPixelTransferf", "GL_RED_BIAS", 0.25),
    ("glPixelTransferi", "GL_INDEX_SHIFT", -3),
    ("glPushAttrib", 0),
    ("glPushClientAttrib", 0),
    ("glEnable", "GL_BLEND"),
    ("glEnable", "GL_LIGHT3"),
    ("glEnable", "GL_SAMPLE_COVERAGE"),
    ("glEnable", "GL_TEXTURE_3D"),
    ("glEnable", "GL_CLIP_PLANE1"),
    ("glBindTexture", "GL_TEXTURE_3D", 5),
]

NAMES = sorted({*registry.GROUPS["GetPName"].split(), *registry.GROUPS["EnableCap"].split()} | {
    f"GL_TRANSPOSE_{name}_MATRIX" for name in ("MODELVIEW", "PROJECTION", "TEXTURE")
} | {"GL_FOG_COORD_ARRAY_TYPE", "GL_FOG_COORD_ARRAY_STRIDE", "GL_CURRENT_SECONDARY_COLOR",
     "GL_CURRENT_FOG_COORD", "GL_SECONDARY_COLOR_ARRAY", "GL_CLIENT_ACTIVE_TEXTURE",
     "GL_SECONDARY_COLOR_ARRAY_SIZE", "GL_FOG_COORD_SRC", "GL_COLOR_SUM"})  # fmt: skip

# What implementations choose, and where Mesa does otherwise than the specification.
OWN = re.compile(
    r"GL_(MAX_.*|.*_RANGE|.*_GRANULARITY|.*_BITS|(NUM_)?COMPRESSED_TEXTURE_FORMATS|POINT_SIZE_MAX"
    r"|DRAW_BUFFER|READ_BUFFER|DOUBLEBUFFER|SAMPLE_BUFFERS)"
)
# OpenGL 2.1, 6.1.2, has no matrices among what is converted like colours; Mesa has.
MATRICES = re.compile(r"GL_(TRANSPOSE_)?[A-Z]+_MATRIX")

GETTERS = {
    "glGetIntegerv": np.int32,
    "glGetFloatv": np.float32,
    "glGetDoublev": np.float64,
    "glGetBooleanv": np.uint8,
}


def prepare(gl):
    for name, *arguments in CALLS:
        if hasattr(softgl, name):
            getattr(gl, name)(*(getattr(softgl, a) if isinstance(a, str) else a for a in arguments))


def values(gl, name):
    """Returns a value in every type, each followed by the bytes that were there before."""
    result = {}
    for getter, dtype in GETTERS.items():
        out = np.full(20, 77, dtype)
        getattr(gl, getter)(getattr(softgl, name), out)
        result[getter] = out.astype(np.float64)
    return result


def test_values_of_the_state(mesa):
    Context(16, 16, machine="eager")
    prepare(softgl)
    ours = {}
    for name in NAMES:
        try:
            ours[name] = values(softgl, name)
        except GLError as error:
            assert error.code == softgl.GL_INVALID_ENUM
    assert len(ours) > 200
    different = {}
    with mesa_context(16, 16) as gl:
        prepare(gl)
        for name, found in ours.items():
            if OWN.fullmatch(name):
                continue
            theirs = values(gl, name)
            if MATRICES.fullmatch(name):
                del theirs["glGetIntegerv"]
            for getter, wanted in theirs.items():
                # Mesa converts colours to integers by another formula, which is near.
                room = 2.0**10 if getter == "glGetIntegerv" and abs(wanted).max() > 1e6 else 0.0
                if not np.allclose(found[getter], wanted, rtol=1e-6, atol=room):
                    different[name, getter] = found[getter][:4].tolist(), wanted[:4].tolist()
    assert not different
